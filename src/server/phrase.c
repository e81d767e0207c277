/* phrase.c: writes and reads recovery phrases. */
#include "phrase.h"

#include <string.h>

#include "core/banned.h"

static const char consonants[] = "bdfghjklmnprstvz", vowels[] = "aiou";
enum { WORD = 5, LETTERS = PHRASE_BYTES / 2 * WORD };

void phrase_write(char out[PHRASE_MAX], const uint8_t bits[PHRASE_BYTES])
{
    for (int i = 0; i < PHRASE_BYTES; i += 2) {
        unsigned v = (unsigned)bits[i] << 8 | bits[i + 1];
        *out++ = consonants[v >> 12];
        *out++ = vowels[v >> 10 & 3];
        *out++ = consonants[v >> 6 & 15];
        *out++ = vowels[v >> 4 & 3];
        *out++ = consonants[v & 15];
        *out++ = i + 2 < PHRASE_BYTES ? ' ' : 0;
    }
}

int phrase_read(char out[PHRASE_MAX], const char *text, size_t n)
{
    int letters = 0;
    for (size_t i = 0; i < n; i++) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        if (c && strchr(" \t\r\n-_.,", c))
            continue;
        if (letters == LETTERS || !c || !strchr(letters % WORD % 2 ? vowels : consonants, c))
            return 0;
        if (letters && letters % WORD == 0)
            *out++ = ' ';
        *out++ = c;
        letters++;
    }
    *out = 0;
    return letters == LETTERS;
}
