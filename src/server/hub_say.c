/* hub_say.c: text that leaves the hub: messages, refusals, log lines; names, ids and tokens. */
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

void say_refused(struct hub *h, uint64_t conn, const char *table, uint64_t id, const char *error, const char *why)
{
    struct ir_json j;
    count_refused(h, error);
    say_start(h, &j, "refused");
    if (table)
        ir_json_str(&j, "table", table);
    if (id)
        ir_json_int(&j, "id", (int64_t)id);
    ir_json_str(&j, "error", error);
    ir_json_str(&j, "why", why);
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

/* ---- names ---- */

/* One character of UTF-8: its length and code, or 0 if it is not well-formed (RFC 3629: shortest form, no surrogates). */
static size_t utf8_read(const unsigned char *s, size_t n, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t len = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    if (!len || len > n)
        return 0;
    *code = len == 1 ? s[0] : s[0] & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if (s[i] >> 6 != 2)
            return 0;
        *code = *code << 6 | (s[i] & 0x3f);
    }
    return *code >= least[len] && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff) ? len : 0;
}

/* Invisible characters and direction marks: with them, a name could pass for another one. */
static int invisible(uint32_t c)
{
    static const uint32_t range[][2] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x34f, 0x34f},
                                        {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
                                        {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164},
                                        {0xe000, 0xf8ff}, {0xfdd0, 0xfdef}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
                                        {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0x10ffff}};
    for (size_t i = 0; i < sizeof range / sizeof *range; i++)
        if (c >= range[i][0] && c <= range[i][1])
            return 1;
    return 0;
}

static int blank(uint32_t c)
{
    return c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f ||
           c == 0x3000;
}

/* At most 32 characters, and as many as fit. Runs of blanks become one; invisible characters are removed. A person's name
 * never begins with bot:. */
int name_clean(char out[IR_NAME_MAX], const char *name, size_t n)
{
    size_t len = 0;
    int letters = 0, gap = 0;
    for (size_t i = 0, step; i < n; i += step) {
        uint32_t c;
        step = utf8_read((const unsigned char *)name + i, n - i, &c);
        if (!step)
            return 0;
        if (blank(c)) {
            gap = letters > 0;
            continue;
        }
        if (invisible(c) || (c == ':' && len >= 3 && memcmp(out, "bot", 3) == 0))
            continue;
        if (letters + gap >= 32 || len + (size_t)gap + step >= IR_NAME_MAX)
            break;
        if (gap)
            out[len++] = ' ';
        memcpy(out + len, name + i, step);
        len += step;
        letters += 1 + gap;
        gap = 0;
    }
    out[len] = 0;
    return len > 0;
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

void random_text(struct hub *h, char *out, int letters)
{
    static const char alphabet[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* 31 signs */
    for (int i = 0; i < letters;) {
        uint8_t b;
        h->port.random(h->port.self, &b, 1);
        if ((b & 31) < 31)
            out[i++] = alphabet[b & 31];
    }
    out[letters] = 0;
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
