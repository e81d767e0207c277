/* text.c: builds bounded text without stdio, and parses numbers in untrusted text. */
#include "core.h"

_Noreturn __attribute__((weak)) void ir_panic(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __builtin_trap();
}

void ir_text_start(struct ir_text *t, char *out, size_t size)
{
    ir_assert(size > 0);
    *t = (struct ir_text){.out = out, .size = size};
    out[0] = 0;
}

void ir_text_put_n(struct ir_text *t, const char *s, size_t n)
{
    size_t room = t->size - 1 - t->len;
    if (n > room) {
        n = room;
        t->cut = 1;
    }
    *json_put_text(t->out + t->len, s, n) = 0;
    t->len += n;
}

void ir_text_put(struct ir_text *t, const char *s)
{
    ir_text_put_n(t, s, strlen(s));
}

void ir_text_int(struct ir_text *t, int64_t v)
{
    char digits[20];
    int n = 20;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do
        digits[--n] = (char)('0' + u % 10);
    while (u /= 10);
    if (v < 0)
        ir_text_put_n(t, "-", 1);
    ir_text_put_n(t, digits + n, (size_t)(20 - n));
}

void ir_text_hex(struct ir_text *t, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char two[2] = {"0123456789abcdef"[bytes[i] >> 4], "0123456789abcdef"[bytes[i] & 15]};
        ir_text_put_n(t, two, 2);
    }
}

void ir_text_hex64(struct ir_text *t, uint64_t v)
{
    uint8_t b[8];
    for (int i = 0; i < 8; i++)
        b[i] = (uint8_t)(v >> (56 - 8 * i));
    ir_text_hex(t, b, 8);
}

void ir_text_add_list(struct ir_text *t, const char *format, va_list a)
{
    for (const char *p; *format; format = p) {
        p = strchr(format, '%');
        if (!p) {
            ir_text_put(t, format);
            break;
        }
        ir_text_put_n(t, format, (size_t)(p - format));
        char c = p[1];
        if (c == 's')
            ir_text_put(t, va_arg(a, const char *));
        else if (c == 'd')
            ir_text_int(t, va_arg(a, int));
        else if (c == 'c')
            c = (char)va_arg(a, int), ir_text_put_n(t, &c, 1);
        else
            ir_assert(c == '%'), ir_text_put_n(t, "%", 1);
        p += 2;
    }
}

void ir_text_add(struct ir_text *t, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    ir_text_add_list(t, format, a);
    va_end(a);
}

void ir_text_visible(struct ir_text *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n && i < 40; i++)
        ir_text_put_n(t, (unsigned char)s[i] < ' ' || (unsigned char)s[i] > '~' ? "?" : &s[i], 1);
    ir_text_put(t, n > 40 ? "..." : "");
}

void ir_text_quote(struct ir_text *t, const char *s, size_t n)
{
    ir_text_put(t, "'");
    ir_text_visible(t, s, n);
    ir_text_put(t, "'");
}

int ir_number_parse(const char *s, size_t n, int64_t min, int64_t max, int64_t *v)
{
    size_t i = 0, sign = n > 0 && s[0] == '-';
    int64_t x = 0;
    if (n == sign || n - sign > 15)
        return 0;
    for (i = sign; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return 0;
        x = x * 10 + (s[i] - '0');
    }
    if (s[sign] == '0' && n > 1) /* a number has one spelling: no 007, no -0 */
        return 0;
    *v = sign ? -x : x;
    return *v >= min && *v <= max;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int ir_hex_parse(const char *s, size_t n, uint8_t *out, size_t size)
{
    if (n != 2 * size)
        return 0;
    for (size_t i = 0; i < size; i++) {
        int hi = digit(s[2 * i]), lo = digit(s[2 * i + 1]);
        if (hi < 0 || lo < 0)
            return 0;
        out[i] = (uint8_t)(hi << 4 | lo);
    }
    return 1;
}

int64_t text_number(const char *text, const char *verb, int64_t min, int64_t max)
{
    size_t n = strlen(verb);
    int64_t v;
    return strncmp(text, verb, n) == 0 && ir_number_parse(text + n, strlen(text + n), min, max, &v) ? v : 0;
}

const char *ir_error_name(int error)
{
    static const char *const name[] = {"ok",   "option", "seats", "move",  "turn",    "record",
                                       "deck", "stale",  "seat",  "stage", "command", "again"};
    return error <= 0 && error >= IR_E_AGAIN ? name[-error] : "unknown";
}
