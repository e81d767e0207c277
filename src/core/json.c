/* json.c: JSON written as it comes. Commas follow from a bit per depth, so that callers never think of them. */
#include "core.h"

void ir_json_start(struct ir_json *j, char *out, size_t size)
{
    *j = (struct ir_json){.first = 1};
    ir_text_start(&j->text, out, size);
}

static void string(struct ir_json *j, const char *s)
{
    ir_text_put(&j->text, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') {
            char two[2] = {'\\', *s};
            ir_text_put_n(&j->text, two, 2);
        } else if (c < ' ') {
            ir_text_put(&j->text, "\\u00");
            ir_text_hex(&j->text, &c, 1);
        } else {
            ir_text_put_n(&j->text, s, 1);
        }
    }
    ir_text_put(&j->text, "\"");
}

static void begin(struct ir_json *j, const char *key)
{
    if (!(j->first >> j->depth & 1))
        ir_text_put(&j->text, ",");
    j->first &= ~(1u << j->depth);
    if (key) {
        string(j, key);
        ir_text_put(&j->text, ":");
    }
}

static void open(struct ir_json *j, const char *key, const char *bracket)
{
    begin(j, key);
    ir_text_put(&j->text, bracket);
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
    ir_text_put_n(&j->text, &close, 1);
}

void ir_json_int(struct ir_json *j, const char *key, int64_t v)
{
    begin(j, key);
    ir_text_int(&j->text, v);
}

void ir_json_bool(struct ir_json *j, const char *key, int v)
{
    begin(j, key);
    ir_text_put(&j->text, v ? "true" : "false");
}

void ir_json_str(struct ir_json *j, const char *key, const char *v)
{
    begin(j, key);
    if (v)
        string(j, v);
    else
        ir_text_put(&j->text, "null");
}
