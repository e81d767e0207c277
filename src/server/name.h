/* name.h: names of people, and other short texts of theirs: what is left of what they typed, and which names look alike. No
 * memory, no state. */
#ifndef IR_NAME_H
#define IR_NAME_H

#include "irori.h"

enum { NAME_LETTERS = 24 };

/* Cleans a name: runs of blanks become one; what is invisible or changes the direction of text is removed, except for what
 * joins emoji and letters; it is cut after NAME_LETTERS letters as a reader counts them (an emoji is one, an accent is none),
 * or where IR_NAME_MAX ends. Returns NULL, or a sentence that says why it is no name. */
const char *name_clean(char out[IR_NAME_MAX], const char *name, size_t n);
/* The same for any text, with other limits: bytes with the closing zero, and letters. How many bytes are left, or -1: it is not
 * UTF-8. */
int text_clean(char *out, size_t size, int letters, const char *text, size_t n);
/* Whether a reader could take one for the other: equal but for upper case, blanks, points, and letters of other alphabets that
 * look the same. */
int name_like(const char *a, const char *b);
/* Whether a reader would take it for the server itself or for its owner. server: a name of the server's own, or "". */
int name_reserved(const char *name, const char *server);

#endif
