/* hub_say.c: text that leaves the hub: messages, refusals, log lines; ids and tokens. */
#include "hub_inside.h"

#include <stdarg.h>

#include "base/siphash.h"

static void *or_abort(void *p)
{
    if (!p)
        abort(); /* acknowledged rows are in the store, so a node without memory had better restart */
    return p;
}

void *alloc_zero(size_t n)
{
    return or_abort(calloc(1, n));
}

void *alloc_raw(size_t n)
{
    return or_abort(malloc(n));
}

void *spare_take(struct spare **list, size_t size)
{
    struct spare *s = *list;
    if (!s)
        return alloc_raw(size);
    *list = s->next;
    return s;
}

void spare_give(struct spare **list, void *block)
{
    struct spare *s = block;
    s->next = *list;
    *list = s;
}

void spares_free(struct spare **list)
{
    while (*list)
        free(spare_take(list, 0));
}

void say_start(struct hub *h, struct ir_json *j, const char *type)
{
    ir_json_start(j, h->out, sizeof h->out);
    ir_json_object(j, NULL);
    ir_json_str(j, "type", type);
}

void say_send(struct hub *h, uint64_t conn, struct ir_json *j)
{
    ir_json_end(j, '}');
    if (conn_find(h, conn))
        h->port.send(h->port.self, conn, j->text.out, j->text.len);
}

void refusal_json(struct hub *h, struct ir_json *j, const char *error, const char *why)
{
    ir_json_str(j, "error", error);
    if (why == h->why)
        ir_why_json(j, why);
    else
        ir_json_str(j, "why", why);
}

void say_refused(struct hub *h, uint64_t conn, const char *table, uint64_t id, const char *error, const char *why)
{
    struct ir_json j;
    count_refused(h, error);
    say_start(h, &j, "refused");
    if (table)
        ir_json_str(&j, "table", table);
    if (id)
        ir_json_int(&j, "id", (int64_t)id);
    refusal_json(h, &j, error, why);
    say_send(h, conn, &j);
}

void note(struct hub *h, int level, const char *event, const char *format, ...)
{
    char text[512];
    struct notes *of = h->notes;
    va_list args;
    while (of->event && strcmp(of->event, event) != 0 && of < h->notes + NOTES - 1)
        of++;
    of->event = event;
    if (!bucket_take(&of->bucket, 1, h->now)) {
        of->left_out++;
        return;
    }
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (of->left_out && n >= 0 && n < (int)sizeof text)
        snprintf(text + n, sizeof text - (size_t)n, " (%d more lines like this were left out)", of->left_out);
    of->left_out = 0;
    h->port.log(h->port.self, level, event, text);
}

/* ---- numbers and ids ---- */

uint64_t random_number(struct hub *h)
{
    uint64_t n;
    do
        h->port.random(h->port.self, &n, sizeof n);
    while (!n);
    return n;
}

static void text_of(struct hub *h, void (*bytes)(void *, void *, size_t), char *out, int letters)
{
    static const char alphabet[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* 31 signs */
    for (int i = 0; i < letters;) {
        uint8_t b;
        bytes(h->port.self, &b, 1);
        if ((b & 31) < 31)
            out[i++] = alphabet[b & 31];
    }
    out[letters] = 0;
}

void random_text(struct hub *h, char *out, int letters)
{
    text_of(h, h->port.random, out, letters);
}

void deal_bytes(struct hub *h, void *out, size_t n)
{
    (h->port.deal ? h->port.deal : h->port.random)(h->port.self, out, n);
}

void match_id(struct hub *h, char out[IR_ID_MAX])
{
    enum { LETTERS = 12 };
    text_of(h, h->port.deal ? h->port.deal : h->port.random, out, LETTERS);
}

/* The key of a text in a map. Strangers choose ids and addresses, but cannot make them collide. */
uint64_t key_of(const struct hub *h, const char *text)
{
    return siphash(h->hash_key, text, strlen(text));
}

/* Like alloc_zero(): the server cannot go on without. */
void map_put(struct map *m, struct link *l, uint64_t key)
{
    if (!map_add(m, l, key))
        abort();
}
