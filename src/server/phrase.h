/* phrase.h: the recovery phrase: 96 random bits as six words that can be said aloud, and read back as people write them. No
 * memory, no state. */
#ifndef IR_PHRASE_H
#define IR_PHRASE_H

#include <stddef.h>
#include <stdint.h>

/* A word has five letters, consonant, vowel, consonant, vowel, consonant, and 16 bits (proquints: arXiv 0901.4016). */
enum { PHRASE_BYTES = 12, PHRASE_MAX = PHRASE_BYTES / 2 * 6 }; /* letters, with blanks between the words and a closing zero */

void phrase_write(char out[PHRASE_MAX], const uint8_t bits[PHRASE_BYTES]);
/* Reads a phrase whatever is upper case in it, and whatever blanks, hyphens and points are between its letters. 1, and the
 * phrase as phrase_write makes it; or 0: it is none. */
int phrase_read(char out[PHRASE_MAX], const char *text, size_t n);

#endif
