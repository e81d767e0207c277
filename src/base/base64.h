/* base64.h: bytes as text that may stand in a URL (RFC 4648, section 5), without padding. */
#ifndef IR_BASE64_H
#define IR_BASE64_H

#include <stddef.h>
#include <stdint.h>

#define BASE64_SIZE(n) (((n)*4 + 2) / 3 + 1) /* of the text of n bytes, with the zero at its end */

size_t base64url_print(char *out, const void *bytes, size_t n); /* out: BASE64_SIZE(n); returns the length */
/* Reads exactly n bytes. 1, or 0: it is not the text of so many bytes. One `=` or two at the end are passed over. */
int base64url_read(uint8_t *out, size_t n, const char *text);

#endif
