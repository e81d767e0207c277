/* base64.c: see base64.h. */
#include "base64.h"

#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

size_t base64url_print(char *out, const void *bytes, size_t n)
{
    const uint8_t *in = bytes;
    uint32_t kept = 0;
    size_t len = 0;
    int bits = 0;
    for (size_t i = 0; i < n; i++) {
        kept = kept << 8 | in[i];
        for (bits += 8; bits >= 6; bits -= 6)
            out[len++] = letters[kept >> (bits - 6) & 63];
    }
    if (bits)
        out[len++] = letters[kept << (6 - bits) & 63];
    out[len] = 0;
    return len;
}

int base64url_read(uint8_t *out, size_t n, const char *text)
{
    uint32_t kept = 0;
    size_t got = 0;
    int bits = 0;
    const char *p = text, *at;
    for (; *p && *p != '=' && (at = strchr(letters, *p)); p++) {
        kept = kept << 6 | (uint32_t)(at - letters);
        if ((bits += 6) < 8)
            continue;
        if (got == n)
            return 0;
        out[got++] = (uint8_t)(kept >> (bits -= 8));
    }
    int whole = (size_t)(p - text) == BASE64_SIZE(n) - 1 && !(kept & ((1u << bits) - 1)); /* no bits are left over */
    return got == n && whole && (!*p || !strcmp(p, "=") || !strcmp(p, "=="));
}
