/* wire.h: what both ends of the line protocol (docs/bot-protocol.md) share: reading lines from a pipe, and one JSON object from
 * a line. What comes out of a pipe is untrusted. */
#ifndef IR_FOREIGN_WIRE_H
#define IR_FOREIGN_WIRE_H

#include "irori.h"

#include <jansson.h>

enum { WIRE_PROTOCOL = 1, WIRE_LINE_MAX = 256 * 1024 }; /* bytes of a line, its newline included */

struct wire {
    int fd;
    char *buf;
    size_t n, at; /* bytes read; where the next line begins */
    int skip;     /* inside a line that was too long: drop all up to its newline */
    int end;      /* nothing more will come */
};
enum wire_got { WIRE_NOTHING, WIRE_LINE, WIRE_LONG };

int wire_open(struct wire *, int fd); /* 1, or 0 when memory is out */
void wire_close(struct wire *);       /* frees; the descriptor is the caller's */
/* Reads once. 1: something came; 0: nothing now (a descriptor that does not block), or the end, which sets ->end. */
int wire_fill(struct wire *);
/* The next line of what was read, without its newline; it is good until the next wire_fill. At the end an unfinished last
 * line counts as one. WIRE_LONG tells once of a line that was too long, and is past it. */
enum wire_got wire_next(struct wire *, const char **line, size_t *n);

/* The object of a line and its "type"; to be released with json_decref. NULL and a sentence if it is none. */
json_t *wire_parse(const char *line, size_t n, const char **type, char why[IR_WHY_MAX]);
/* A member that is a whole number from min to max. 1; 0: it is missing; -1: it is something else, and why says what it may be.
 */
int wire_number(const json_t *, const char *key, int64_t min, int64_t max, int64_t *v, char why[IR_WHY_MAX]);
/* The same for a text. */
int wire_text(const json_t *, const char *key, const char **v, char why[IR_WHY_MAX]);

#endif
