/* json.c: the JSON writer. A flag says whether the next value needs a comma, so callers need not care.
 *
 * A server spends much of its time here. So each member is measured first and then written at once. A member that does not fit
 * is dropped as a whole. Keys are constants of the program and need no escaping. With an outline, every member of the first
 * levels is marked in it. The functions *_n take the length of the key. */
#include "core.h"

void ir_json_start(struct ir_json *j, char *out, size_t size)
{
    *j = (struct ir_json){.plain = size};
    ir_text_start(&j->text, out, size);
}

void ir_json_outline(struct ir_json *j, struct ir_outline *o)
{
    ir_assert(j->text.size <= UINT16_MAX);
    o->n = o->full = 0;
    memset(o->open, 0, sizeof o->open);
    j->outline = o;
    j->outlined = IR_OUTLINE_DEPTH;
    j->plain = 0;
}

void ir_json_outline_end(struct ir_json *j)
{
    j->outline->mark[j->outline->n] = (struct ir_mark){.at = (uint16_t)(j->text.len + 1)};
    j->outlined = 0;
    j->plain = j->text.size;
}

static void mark(struct ir_outline *o, unsigned depth, size_t at, size_t name)
{
    unsigned n = o->n;
    if (n == IR_OUTLINE_MAX || name > UINT8_MAX) {
        o->full = 1;
        return;
    }
    o->open[depth] = (uint16_t)n;
    o->mark[n] = (struct ir_mark){(uint16_t)at, (uint16_t)(n + 1), (uint16_t)name};
    o->n = n + 1;
}

char *ir_json_begin(struct ir_json *j, const char *key, size_t length, size_t size)
{
    if (j->text.len + size >= j->text.size) {
        j->text.cut = 1;
        j->comma = 1;
        return NULL;
    }
    if (j->depth < j->outlined)
        mark(j->outline, j->depth, j->text.len + j->comma, length);
    return json_place(j, key, length, size);
}

void ir_json_raw_n(struct ir_json *j, const char *key, size_t length, const char *s, size_t n)
{
    char *at = n ? json_begin(j, key, length, n) : NULL;
    if (at)
        json_put_text(at, s, n);
}

void ir_json_close(struct ir_json *j, char close)
{
    struct ir_text *t = &j->text;
    ir_assert(j->depth > 0);
    j->depth--;
    j->comma = 1;
    if (j->depth < j->outlined) {
        j->outline->mark[j->outline->open[j->depth]].next = (uint16_t)j->outline->n;
        j->plain = 0;
    }
    if (t->len + 1 < t->size) {
        t->out[t->len++] = close;
        t->out[t->len] = 0;
    } else {
        t->cut = 1;
    }
}

void ir_json_int_n(struct ir_json *j, const char *key, size_t length, int64_t v)
{
    char digits[24];
    size_t n = sizeof digits;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    for (; u > 99; u /= 100) { /* times have thirteen digits */
        unsigned two = (unsigned)(u % 100);
        digits[--n] = (char)('0' + two % 10);
        digits[--n] = (char)('0' + two / 10);
    }
    digits[--n] = (char)('0' + u % 10);
    if (u > 9)
        digits[--n] = (char)('0' + u / 10);
    if (v < 0)
        digits[--n] = '-';
    ir_json_raw_n(j, key, length, digits + n, sizeof digits - n);
}

/* How many bytes this one needs beyond itself when it is escaped. */
static size_t extra(unsigned char c)
{
    return c < ' ' ? 5 : c == '"' || c == '\\';
}

static void escaped(struct ir_json *j, const char *key, size_t length, const char *v)
{
    size_t n = 0, more = 0;
    for (; v[n]; n++)
        more += extra((unsigned char)v[n]);
    char *at = json_begin(j, key, length, n + more + 2);
    if (!at)
        return;
    *at++ = '"';
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)v[i];
        if (extra(c))
            *at++ = '\\';
        if (extra(c) > 1) {
            memcpy(at, "u00", 3);
            at += 3;
            *at++ = "0123456789abcdef"[c >> 4];
            c = (unsigned char)"0123456789abcdef"[c & 15];
        }
        *at++ = (char)c;
    }
    *at = '"';
}

/* Could one of these eight bytes need escaping: a control character, a quotation mark, a backslash? It may say yes for letters
 * beyond ASCII, too. */
static inline int special(uint64_t w)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    return ((w - ' ' * ones) | ((w ^ '"' * ones) - ones) | ((w ^ '\\' * ones) - ones)) & tops ? 1 : 0;
}

/* Most strings are short words with nothing to escape. */
void ir_json_str_n(struct ir_json *j, const char *key, size_t length, const char *v)
{
    size_t n = v ? strlen(v) : 0;
    uint64_t a, b;
    uint32_t low, high;
    if (n == 0 || n > 16) {
        if (v)
            escaped(j, key, length, v);
        else
            ir_json_raw_n(j, key, length, "null", 4);
        return;
    }
    if (n < 4) {
        a = b = 0x4040404040000000u | (uint64_t)(uint8_t)v[0] << 16 | (uint64_t)(uint8_t)v[n / 2] << 8 | (uint8_t)v[n - 1];
    } else if (n < 8) {
        memcpy(&low, v, 4);
        memcpy(&high, v + n - 4, 4);
        a = b = (uint64_t)high << 32 | low;
    } else {
        memcpy(&a, v, 8);
        memcpy(&b, v + n - 8, 8);
    }
    if (special(a) || (n > 8 && special(b))) {
        escaped(j, key, length, v);
        return;
    }
    char *at = json_begin(j, key, length, n + 2);
    if (!at)
        return;
    *at++ = '"';
    json_put_text(at, v, n);
    at[n] = '"';
}

void ir_json_set_n(struct ir_json *j, const char *key, size_t length, uint64_t set, const char name[][4])
{
    enum { ITEM = 6, MOST = 64 * ITEM + 2 }; /* a name in quotation marks and a comma */
    if (!set) {
        ir_json_raw_n(j, key, length, "[]", 2);
        return;
    }
    size_t left = j->text.size - j->text.len, n = left > MOST + length + 8 ? MOST : (size_t)set_count(set) * ITEM + 2;
    char *at = json_begin(j, key, length, n);
    if (!at)
        return;
    *at++ = '[';
    for (; set; set &= set - 1) {
        const char *s = name[set_first(set)];
        *at++ = '"';
        memcpy(at, s, 4);
        at += s[1] ? s[2] ? 3 : 2 : 1;
        memcpy(at, "\",", 2);
        at += 2;
    }
    at[-1] = ']';
    *at = 0;
    j->text.len = (size_t)(at - j->text.out);
}

/* ---- the calls of irori.h ---- */

#undef ir_json_object
#undef ir_json_list
#undef ir_json_end
#undef ir_json_int
#undef ir_json_bool
#undef ir_json_str
#undef ir_json_set

void ir_json_object(struct ir_json *j, const char *key)
{
    json_put_object(j, key);
}

void ir_json_list(struct ir_json *j, const char *key)
{
    json_put_list(j, key);
}

void ir_json_end(struct ir_json *j, char close)
{
    json_put_end(j, close);
}

void ir_json_int(struct ir_json *j, const char *key, int64_t v)
{
    json_put_int(j, key, v);
}

void ir_json_bool(struct ir_json *j, const char *key, int v)
{
    json_put_bool(j, key, v);
}

void ir_json_str(struct ir_json *j, const char *key, const char *v)
{
    json_put_str(j, key, v);
}

void ir_json_set(struct ir_json *j, const char *key, uint64_t set, const char name[][4])
{
    json_put_set(j, key, set, name);
}
