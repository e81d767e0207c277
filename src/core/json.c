/* json.c: JSON written as it comes. Commas follow from a bit per depth, so that callers never think of them.
 *
 * Frames are most of what a server writes, so each member is measured first and then written in one go. What does not fit is
 * dropped whole. Keys are the program's own words and need no escaping. */
#include "core.h"

void ir_json_start(struct ir_json *j, char *out, size_t size)
{
    *j = (struct ir_json){.first = 1};
    ir_text_start(&j->text, out, size);
}

/* Room for n bytes, which are part of the text from now on; or NULL. */
static char *room(struct ir_json *j, size_t n)
{
    struct ir_text *t = &j->text;
    if (n > t->size - 1 - t->len) {
        t->cut = 1;
        return NULL;
    }
    char *at = t->out + t->len;
    t->len += n;
    t->out[t->len] = 0;
    return at;
}

/* Most are a few bytes: two loads that may overlap are shorter than a call or a loop. */
static inline char *copy(char *at, const char *s, size_t n)
{
    if (n >= 16) {
        memcpy(at, s, n);
    } else if (n >= 8) {
        memcpy(at, s, 8);
        memcpy(at + n - 8, s + n - 8, 8);
    } else if (n >= 4) {
        memcpy(at, s, 4);
        memcpy(at + n - 4, s + n - 4, 4);
    } else if (n) {
        at[0] = s[0];
        at[n / 2] = s[n / 2];
        at[n - 1] = s[n - 1];
    }
    return at + n;
}

/* The comma and the key of a value of n bytes; where the value goes, or NULL if it has no room. */
static char *begin(struct ir_json *j, const char *key, size_t n)
{
    size_t comma = !(j->first >> j->depth & 1), length = key ? strlen(key) : 0;
    j->first &= ~(1u << j->depth);
    char *at = room(j, comma + (key ? length + 3 : 0) + n);
    if (!at)
        return NULL;
    if (comma)
        *at++ = ',';
    if (key) {
        *at++ = '"';
        at = copy(at, key, length);
        *at++ = '"';
        *at++ = ':';
    }
    return at;
}

void ir_json_raw(struct ir_json *j, const char *key, const char *s, size_t n)
{
    char *at = begin(j, key, n);
    if (at)
        copy(at, s, n);
}

static void open(struct ir_json *j, const char *key, const char *bracket)
{
    ir_json_raw(j, key, bracket, 1);
    ir_assert(j->depth < 31);
    j->first |= 1u << ++j->depth;
}

void ir_json_object(struct ir_json *j, const char *key)
{
    open(j, key, "{");
}

void ir_json_list(struct ir_json *j, const char *key)
{
    open(j, key, "[");
}

void ir_json_end(struct ir_json *j, char close)
{
    ir_assert(j->depth > 0);
    j->depth--;
    char *at = room(j, 1);
    if (at)
        *at = close;
}

/* ---- parts ---- */

static uint64_t text_hash(const char *s, size_t n)
{
    uint64_t h = n, w;
    for (; n >= 8; s += 8, n -= 8) {
        memcpy(&w, s, 8);
        h = (h ^ w) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 32;
    }
    w = 0;
    memcpy(&w, s, n);
    h = (h ^ w) * 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

/* Has this part changed? Either way it is told now. */
static int is_new(struct ir_json *j, const char *s, size_t n)
{
    if (!j->told || j->part == IR_PARTS_MAX)
        return 1;
    uint64_t h = text_hash(s, n), before = j->told->part[j->part];
    j->told->part[j->part++] = h;
    return !j->changes || h != before;
}

static void take_back(struct ir_json *j, size_t begin)
{
    j->text.len = begin;
    j->text.out[begin] = 0;
    char last = begin ? j->text.out[begin - 1] : '{';
    if (last == '{' || last == '[')
        j->first |= 1u << j->depth;
}

size_t ir_json_part(const struct ir_json *j)
{
    return j->text.len;
}

void ir_json_part_end(struct ir_json *j, size_t begin)
{
    size_t at = begin + (j->text.out[begin] == ',');
    if (!is_new(j, j->text.out + at, j->text.len - at))
        take_back(j, begin);
}

void ir_json_parts(struct ir_json *j, const char *key)
{
    open(j, key, j->changes ? "{" : "[");
}

/* The key of the i-th of a list. */
static const char *place(const struct ir_json *j, int i, char text[4])
{
    ir_assert(i < 100);
    text[0] = (char)('0' + (i < 10 ? i : i / 10));
    text[1] = (char)(i < 10 ? 0 : '0' + i % 10);
    text[2] = 0;
    return j->changes ? text : NULL;
}

void ir_json_item(struct ir_json *j, int i, const char *v, size_t n)
{
    char text[4];
    if (is_new(j, v, n))
        ir_json_raw(j, place(j, i, text), v, n);
}

void ir_json_item_object(struct ir_json *j, int i)
{
    char text[4];
    open(j, place(j, i, text), "{");
}

void ir_json_parts_end(struct ir_json *j, char close, size_t begin)
{
    int nothing = j->changes && j->first >> j->depth & 1;
    ir_json_end(j, j->changes ? '}' : close);
    if (nothing)
        take_back(j, begin);
}

void ir_json_int(struct ir_json *j, const char *key, int64_t v)
{
    char digits[20];
    size_t n = sizeof digits;
    for (uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v; n == sizeof digits || u; u /= 10)
        digits[--n] = (char)('0' + u % 10);
    if (v < 0)
        digits[--n] = '-';
    ir_json_raw(j, key, digits + n, sizeof digits - n);
}

void ir_json_bool(struct ir_json *j, const char *key, int v)
{
    ir_json_raw(j, key, v ? "true" : "false", v ? 4 : 5);
}

/* How many bytes more than one this byte takes. */
static size_t extra(unsigned char c)
{
    return c < ' ' ? 5 : c == '"' || c == '\\';
}

void ir_json_str(struct ir_json *j, const char *key, const char *v)
{
    size_t n = 0, more = 0;
    if (!v) {
        ir_json_raw(j, key, "null", 4);
        return;
    }
    for (; v[n]; n++)
        more += extra((unsigned char)v[n]);
    char *at = begin(j, key, n + more + 2);
    if (!at)
        return;
    *at++ = '"';
    for (size_t i = 0; more && i < n; i++) {
        unsigned char c = (unsigned char)v[i];
        if (extra(c))
            *at++ = '\\';
        if (extra(c) > 1) {
            at = copy(at, "u00", 3);
            *at++ = "0123456789abcdef"[c >> 4];
            c = (unsigned char)"0123456789abcdef"[c & 15];
        }
        *at++ = (char)c;
    }
    if (!more)
        at = copy(at, v, n);
    *at = '"';
}
