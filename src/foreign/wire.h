/* wire.h: what both ends of the line protocol (docs/bot-protocol.md) share: reading lines from a pipe, and one JSON object from
 * a line. Input from a pipe is untrusted. */
#ifndef IR_FOREIGN_WIRE_H
#define IR_FOREIGN_WIRE_H

#include "irori.h"

#include <jansson.h>

enum { WIRE_PROTOCOL = 1, WIRE_LINE_MAX = 256 * 1024 }; /* bytes of a line, its newline included */

struct wire {
    int fd;
    char *buf;
    size_t n, at; /* bytes read; where the next line begins */
    int skip;     /* inside a line that is too long: drop everything up to its newline */
    int end;      /* nothing more will come */
};
enum wire_got { WIRE_NOTHING, WIRE_LINE, WIRE_LONG };

int wire_open(struct wire *, int fd); /* 1; 0: out of memory */
void wire_close(struct wire *);       /* frees; the caller closes the descriptor */
/* Reads once. 1: got bytes; 0: nothing now (non-blocking descriptor), or the end, which sets ->end. */
int wire_fill(struct wire *);
/* The next line that was read, without its newline; valid until the next wire_fill. At the end an unfinished last line counts
 * as one. WIRE_LONG reports once that a line was too long and has been skipped. */
enum wire_got wire_next(struct wire *, const char **line, size_t *n);

/* The JSON object of a line and its "type"; release it with json_decref. NULL and the reason if it is not one. */
json_t *wire_parse(const char *line, size_t n, const char **type, char why[IR_WHY_MAX]);
/* An integer member from min to max. 1; 0: missing; -1: something else, and why says what is allowed. */
int wire_number(const json_t *, const char *key, int64_t min, int64_t max, int64_t *v, char why[IR_WHY_MAX]);
/* The same for a text. */
int wire_text(const json_t *, const char *key, const char **v, char why[IR_WHY_MAX]);

#endif
