/* hub_read.c: reads a `do` as our page writes it: its members in this order, nothing between them, strings of plain ASCII. It
 * is the message people send most, and a JSON parser takes thirty times as long. Whatever looks different is left to the
 * parser, which reads these, too, and the same out of them (tests/sim). */
#include "hub_inside.h"

struct rest {
    const char *at, *end;
};

static int word(struct rest *r, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
        return 0;
    r->at += n;
    return 1;
}

/* The rest of a string, with its last quotation mark. */
static int string(struct rest *r, char *out, size_t size)
{
    for (size_t n = 0; r->at < r->end && n < size; n++) {
        char c = *r->at++;
        out[n] = c == '"' ? 0 : c;
        if (c == '"')
            return 1;
        if (c < ' ' || c > '~' || c == '\\')
            return 0;
    }
    return 0;
}

static int number(struct rest *r, int64_t *v)
{
    const char *from = r->at;
    for (*v = 0; r->at < r->end && r->at - from < 16 && *r->at >= '0' && *r->at <= '9'; r->at++)
        *v = *v * 10 + (*r->at - '0');
    return r->at > from && r->at - from <= 15 && (*from != '0' || r->at == from + 1);
}

int do_read(const char *text, size_t n, struct said *d)
{
    struct rest r = {text, text + n};
    return n <= DO_MAX && word(&r, "{\"type\":\"do\",\"table\":\"") && string(&r, d->table, sizeof d->table) &&
           word(&r, ",\"id\":") && number(&r, &d->id) && word(&r, ",\"seq\":") && number(&r, &d->seq) &&
           word(&r, ",\"do\":\"") && string(&r, d->text, sizeof d->text) && word(&r, "}") && r.at == r.end;
}
