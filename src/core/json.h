/* json.h: the JSON writer for the library itself: the calls of irori.h as inline functions, so that the compiler can compute
 * the lengths of keys. Part of core.h.
 *
 * Most members are a key with a digit or a bracket. They are written here. Everything else is in json.c, and so is what does
 * not fit or must be marked in an outline. */
#ifndef IR_JSON_H
#define IR_JSON_H

/* An outline says where the members of the first levels of a JSON text begin, in the order of the text. Two texts with outlines
 * can be compared without parsing them (table/delta.h). */
enum { IR_OUTLINE_DEPTH = 4, IR_OUTLINE_MAX = 1024 };
struct ir_mark {
    uint16_t at;   /* where the member begins: at its key, or in a list at its value */
    uint16_t next; /* the mark of the next member that is not inside this one */
    uint16_t name; /* bytes of the key; 0 in a list */
};
struct ir_outline {
    unsigned n, full;                /* full: marks are missing, so it cannot be used */
    uint16_t open[IR_OUTLINE_DEPTH]; /* the last mark of each depth */
    struct ir_mark mark[IR_OUTLINE_MAX + 1];
};
void ir_json_outline(struct ir_json *, struct ir_outline *); /* after ir_json_start: marks what is written from now on */
void ir_json_outline_end(struct ir_json *);                  /* adds a last mark, behind the text */

char *ir_json_begin(struct ir_json *, const char *key, size_t length, size_t size); /* the rare cases of json_begin */
void ir_json_close(struct ir_json *, char close);
void ir_json_int_n(struct ir_json *, const char *key, size_t length, int64_t v);
void ir_json_str_n(struct ir_json *, const char *key, size_t length, const char *v);
void ir_json_raw_n(struct ir_json *, const char *key, size_t length, const char *v, size_t n);
void ir_json_set_n(struct ir_json *, const char *key, size_t length, uint64_t set, const char name[][4]);

static inline size_t json_length(const char *key)
{
    return key ? strlen(key) : 0;
}

/* Most texts are a few bytes: two loads that may overlap are shorter than a call or a loop. */
static inline char *json_put_text(char *at, const char *s, size_t n)
{
    if (n > 16) {
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

/* Writes the comma and the key of a member of `size` bytes in all. Returns where its value goes. */
static inline char *json_place(struct ir_json *j, const char *key, size_t length, size_t size)
{
    char *at = j->text.out + j->text.len;
    j->text.len += size;
    at[size] = 0;
    *at = ','; /* overwritten if no comma is needed */
    at += j->comma;
    j->comma = 1;
    if (key) {
        *at = '"';
        at = json_put_text(at + 1, key, length);
        memcpy(at, "\":", 2);
        at += 2;
    }
    return at;
}

/* Begins a member with a value of n > 0 bytes. Returns where the value goes, or NULL if it does not fit. */
static inline char *json_begin(struct ir_json *j, const char *key, size_t length, size_t n)
{
    size_t size = j->comma + (key ? length + 3 : 0) + n;
    return j->text.len + size < j->plain ? json_place(j, key, length, size) : ir_json_begin(j, key, length, size);
}

static inline void json_open(struct ir_json *j, const char *key, char bracket)
{
    char *at = json_begin(j, key, json_length(key), 1);
    if (at)
        *at = bracket;
    ir_assert(j->depth < UINT8_MAX);
    j->comma = 0;
    if (++j->depth == j->outlined)
        j->plain = j->text.size;
}
static inline void json_put_object(struct ir_json *j, const char *key)
{
    json_open(j, key, '{');
}
static inline void json_put_list(struct ir_json *j, const char *key)
{
    json_open(j, key, '[');
}
static inline void json_put_end(struct ir_json *j, char close)
{
    if (j->depth <= j->outlined || j->text.len + 1 >= j->plain) {
        ir_json_close(j, close);
        return;
    }
    j->depth--;
    j->comma = 1;
    j->text.out[j->text.len] = close;
    j->text.out[++j->text.len] = 0;
}
static inline void json_put_int(struct ir_json *j, const char *key, int64_t v)
{
    if (v < 0 || v > 9) {
        ir_json_int_n(j, key, json_length(key), v);
        return;
    }
    char *at = json_begin(j, key, json_length(key), 1);
    if (at)
        *at = (char)('0' + v);
}
static inline void json_put_bool(struct ir_json *j, const char *key, int v)
{
    char *at = json_begin(j, key, json_length(key), v ? 4 : 5);
    if (at && v)
        memcpy(at, "true", 4);
    else if (at)
        memcpy(at, "false", 5);
}
static inline void json_put_str(struct ir_json *j, const char *key, const char *v)
{
    ir_json_str_n(j, key, json_length(key), v);
}
/* A value that is JSON already. */
static inline void ir_json_raw(struct ir_json *j, const char *key, const char *v, size_t n)
{
    ir_json_raw_n(j, key, json_length(key), v, n);
}
static inline void json_put_set(struct ir_json *j, const char *key, uint64_t set, const char name[][4])
{
    if (set) {
        ir_json_set_n(j, key, json_length(key), set, name);
        return;
    }
    char *at = json_begin(j, key, json_length(key), 2);
    if (at)
        memcpy(at, "[]", 2);
}
#ifndef __wasm__ /* there the functions of json.c are called instead: it must load fast */
#define ir_json_object json_put_object
#define ir_json_list   json_put_list
#define ir_json_end    json_put_end
#define ir_json_int    json_put_int
#define ir_json_bool   json_put_bool
#define ir_json_str    json_put_str
#define ir_json_set    json_put_set
#endif

#endif
