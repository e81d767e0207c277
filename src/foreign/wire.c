/* wire.c: lines out of a pipe, and one JSON object out of a line. */
#include "wire.h"
#include "core/core.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"

int wire_open(struct wire *w, int fd)
{
    *w = (struct wire){.fd = fd, .buf = malloc(WIRE_LINE_MAX)};
    return w->buf != NULL;
}

void wire_close(struct wire *w)
{
    free(w->buf);
    w->buf = NULL;
}

int wire_fill(struct wire *w)
{
    if (w->at) {
        memmove(w->buf, w->buf + w->at, w->n - w->at);
        w->n -= w->at;
        w->at = 0;
    }
    if (w->end || w->n == WIRE_LINE_MAX)
        return 0;
    ssize_t got;
    do
        got = read(w->fd, w->buf + w->n, WIRE_LINE_MAX - w->n);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        w->n += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
        w->end = 1;
    return got > 0;
}

enum wire_got wire_next(struct wire *w, const char **line, size_t *n)
{
    while (w->at < w->n) {
        char *start = w->buf + w->at, *newline = memchr(start, '\n', w->n - w->at);
        size_t len = newline ? (size_t)(newline - start) : w->n - w->at;
        if (!newline && !w->end && (w->at || len < WIRE_LINE_MAX))
            break;
        int skipped = w->skip, whole = newline || w->end;
        w->skip = !whole;
        w->at += len + (newline != NULL);
        if (!whole && !skipped)
            return WIRE_LONG;
        if (!skipped) {
            *line = start;
            *n = len;
            return WIRE_LINE;
        }
    }
    return WIRE_NOTHING;
}

/* Jansson quotes the input in its error messages: keep only printable characters for people and JSON. */
static void plain_put(struct ir_text *t, const char *s)
{
    for (size_t i = 0; s[i] && i < 100; i++)
        ir_text_put_n(t, s[i] < ' ' || s[i] > '~' ? "?" : &s[i], 1);
}

json_t *wire_parse(const char *line, size_t n, const char **type, char why[IR_WHY_MAX])
{
    json_error_t e = {.text = ""};
    struct ir_text t;
    /* jansson skips a zero byte after a number */
    json_t *j = memchr(line, 0, n) ? NULL : json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &e);
    ir_text_start(&t, why, IR_WHY_MAX);
    if (!j) {
        ir_text_quote(&t, line, n);
        ir_text_put(&t, " is not JSON (");
        plain_put(&t, memchr(line, 0, n) ? "a zero byte" : e.text);
        ir_text_put(&t, "); a line is one object, such as {\"type\":\"hello\",\"protocol\":1}");
        return NULL;
    }
    *type = json_string_value(json_object_get(j, "type"));
    if (*type)
        return j;
    ir_text_quote(&t, line, n);
    ir_text_put(&t,
                json_is_object(j) ? " has no \"type\", which must be a text" : " is JSON, but not an object with a \"type\"");
    json_decref(j);
    return NULL;
}

int wire_number(const json_t *j, const char *key, int64_t min, int64_t max, int64_t *v, char why[IR_WHY_MAX])
{
    const json_t *x = json_object_get(j, key);
    struct ir_text t;
    if (!x)
        return 0;
    if (json_is_integer(x) && json_integer_value(x) >= min && json_integer_value(x) <= max) {
        *v = json_integer_value(x);
        return 1;
    }
    ir_text_start(&t, why, IR_WHY_MAX);
    ir_text_add(&t, "\"%s\" must be a whole number from ", key);
    ir_text_int(&t, min);
    ir_text_put(&t, " to ");
    ir_text_int(&t, max);
    return -1;
}

int wire_text(const json_t *j, const char *key, const char **v, char why[IR_WHY_MAX])
{
    const json_t *x = json_object_get(j, key);
    struct ir_text t;
    if (!x)
        return 0;
    if (json_is_string(x)) {
        *v = json_string_value(x);
        return 1;
    }
    ir_text_start(&t, why, IR_WHY_MAX);
    ir_text_add(&t, "\"%s\" must be a text in quotes", key);
    return -1;
}
