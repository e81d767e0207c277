/* name.c: names of people: cleaning, counting letters, and comparing what looks alike. The tables are short on purpose: they
 * have what is used to deceive, not all of Unicode. */
#include "name.h"

#include <string.h>

#include "core/banned.h"

enum { MARKS_MAX = 3, LIKE_MAX = IR_NAME_MAX, ZWNJ = 0x200c, ZWJ = 0x200d, FLAG = 0x1f3f4 };

struct range {
    uint32_t from, to;
};

static int within(const struct range *list, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= list[i].from && c <= list[i].to)
            return 1;
    return 0;
}
#define WITHIN(list, c) within(list, sizeof(list) / sizeof *(list), c)

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

/* Invisible, or a mark of direction, or nobody's: with them, a name could pass for another one, or for none. */
static int invisible(uint32_t c)
{
    static const struct range list[] = {
        {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
        {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
        {0x2060, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},   {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},
        {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffc},   {0xfffe, 0xffff},
        {0x13430, 0x1345f}, {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};
    return WITHIN(list, c);
}

static int blank(uint32_t c)
{
    static const struct range list[] = {{' ', ' '},       {'\t', '\t'},     {0xa0, 0xa0},     {0x1680, 0x1680},
                                        {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};
    return WITHIN(list, c);
}

/* Marks that stand on the letter before them. */
static int mark(uint32_t c)
{
    static const struct range list[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},   {0x5c1, 0x5c7},  {0x610, 0x61a}, {0x64b, 0x65f},
        {0x670, 0x670},   {0x6d6, 0x6dc},   {0x6df, 0x6e8},   {0x900, 0x903},   {0x93a, 0x93c},  {0x93e, 0x94f}, {0x951, 0x957},
        {0x981, 0x983},   {0x9bc, 0x9bc},   {0x9be, 0x9cd},   {0xbbe, 0xbcd},   {0xe31, 0xe31},  {0xe34, 0xe3a}, {0xe47, 0xe4e},
        {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xfe20, 0xfe2f}};
    return WITHIN(list, c);
}

static int emoji(uint32_t c)
{
    static const struct range list[] = {
        {0xa9, 0xa9},     {0xae, 0xae},       {0x203c, 0x203c}, {0x2049, 0x2049}, {0x2122, 0x2122}, {0x2139, 0x2139},
        {0x2190, 0x21ff}, {0x2300, 0x23ff},   {0x24c2, 0x24c2}, {0x25a0, 0x27bf}, {0x2934, 0x2935}, {0x2b00, 0x2bff},
        {0x3030, 0x3030}, {0x1f000, 0x1faff}, {'#', '#'},       {'*', '*'},       {'0', '9'}};
    return WITHIN(list, c);
}

/* Letters of scripts in which ZWJ and ZWNJ change how a word is written. */
static int joined_script(uint32_t c)
{
    static const struct range list[] = {{0x600, 0x6ff}, {0x750, 0x77f}, {0x8a0, 0xdff}, {0x1000, 0x109f}, {0x1780, 0x17ff}};
    return WITHIN(list, c);
}

/* Whether an invisible character means something here: after `last`, which was kept, and before `next`. */
static int joins(uint32_t c, uint32_t last, uint32_t next)
{
    int pictures = last > 0x2000 && (emoji(last) || last == 0xfe0f || (last >= 0xe0020 && last <= 0xe007f));
    if (c == ZWJ && pictures && next > 0x2000 && emoji(next))
        return 1;
    if ((c == ZWJ || c == ZWNJ) && joined_script(last) && joined_script(next))
        return 1;
    if (c == 0xfe0e || c == 0xfe0f)
        return emoji(last);
    return c >= 0xe0020 && c <= 0xe007f && (last == FLAG || (last >= 0xe0020 && last <= 0xe007e)); /* the flag of Scotland */
}

/* Whether it belongs to the letter before it. flags: how many halves of a flag came before. */
static int extends(uint32_t c, uint32_t last, int flags)
{
    int half = c >= 0x1f1e6 && c <= 0x1f1ff;
    return mark(c) || c == ZWJ || c == ZWNJ || (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x1f3fb && c <= 0x1f3ff && last) ||
           c >= 0xe0000 || (last == ZWJ && c > 0x2000) || (half && flags % 2);
}

static uint32_t fold(uint32_t c);

/* "bot:NAME" is how records name bots. */
static int bot_like(const char *name)
{
    static const char bot[] = "bot:";
    size_t n = strlen(name), at = 0;
    for (size_t i = 0, step; i < n; i += step) {
        uint32_t c;
        step = utf8_read((const unsigned char *)name + i, n - i, &c);
        if (step && !fold(c))
            continue;
        if (!step || fold(c) != (uint32_t)bot[at])
            return 0;
        if (!bot[++at])
            return 1;
    }
    return 0;
}

int text_clean(char *out, size_t size, int most, const char *name, size_t n)
{
    size_t len = 0, whole = 0; /* whole: where the last whole letter ends */
    int letters = 0, gap = 0, marks = 0, flags = 0;
    uint32_t last = 0;
    out[0] = 0;
    for (size_t i = 0, step; i < n; i += step) {
        uint32_t c, next = 0;
        step = utf8_read((const unsigned char *)name + i, n - i, &c);
        if (!step)
            return -1;
        if (i + step < n)
            utf8_read((const unsigned char *)name + i + step, n - i - step, &next);
        if (blank(c)) {
            gap = letters > 0;
            continue;
        }
        if ((invisible(c) && (gap || !joins(c, last, next))) || (mark(c) && (!last || gap || ++marks > MARKS_MAX)))
            continue;
        int same = last && !gap && extends(c, last, flags);
        if (!same) {
            whole = len;
            if (letters + gap >= most)
                break;
        }
        if (len + (size_t)gap + step >= size) {
            len = whole; /* never half a letter */
            break;
        }
        if (gap)
            out[len++] = ' ';
        memcpy(out + len, name + i, step);
        len += step;
        letters += !same + gap;
        marks = mark(c) ? marks : 0;
        flags = c >= 0x1f1e6 && c <= 0x1f1ff ? flags + 1 : 0;
        last = c;
        gap = 0;
    }
    out[len] = 0;
    return (int)len;
}

const char *name_clean(char out[IR_NAME_MAX], const char *name, size_t n)
{
    int len = text_clean(out, IR_NAME_MAX, NAME_LETTERS, name, n);
    if (len < 0)
        return "A name is text in UTF-8.";
    if (!len)
        return "A name needs at least one letter that can be seen.";
    return bot_like(out) ? "A name cannot begin as those of bots do." : NULL;
}

/* ---- what looks alike ---- */

/* The letter that a reader sees, in lower case; 0: next to nothing. */
static uint32_t fold(uint32_t c)
{
    static const struct {
        uint16_t from;
        char to;
    } like[] = {{0x430, 'a'},  {0x432, 'b'}, {0x435, 'e'}, {0x451, 'e'}, {0x437, '3'}, {0x43a, 'k'}, {0x43c, 'm'},
                {0x43d, 'h'},  {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},
                {0x455, 's'},  {0x456, 'l'}, {0x457, 'l'}, {0x458, 'j'}, {0x4bb, 'h'}, {0x501, 'd'}, {0x51b, 'q'},
                {0x51d, 'w'},  {0x3b1, 'a'}, {0x3b2, 'b'}, {0x3b5, 'e'}, {0x3b6, 'z'}, {0x3b7, 'n'}, {0x3b9, 'l'},
                {0x3ba, 'k'},  {0x3bc, 'u'}, {0x3bd, 'v'}, {0x3bf, 'o'}, {0x3c1, 'p'}, {0x3c4, 't'}, {0x3c5, 'u'},
                {0x3c7, 'x'},  {0x131, 'l'}, {0x261, 'g'}, {0x2d0, ':'}, {0x589, ':'}, {0x5c3, ':'}, {0x2236, ':'},
                {0xa789, ':'}, {'0', 'o'},   {'1', 'l'},   {'i', 'l'},   {'|', 'l'}};
    if (c >= 0xff01 && c <= 0xff5e) /* wide forms */
        c = c - 0xff01 + '!';
    if (c >= 0x1d400 && c <= 0x1d6a3) /* of mathematics */
        c = (c - 0x1d400) % 52 < 26 ? 'A' + (c - 0x1d400) % 52 : 'a' + (c - 0x1d400) % 52 - 26;
    if (c >= 0x24b6 && c <= 0x24e9) /* in circles */
        c = 'a' + (c - 0x24b6) % 26;
    if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) ||
        (c >= 0x410 && c <= 0x42f))
        c += 0x20;
    else if (c >= 0x400 && c <= 0x40f)
        c += 0x50;
    else if (c >= 0x100 && c <= 0x17f && c != 0x131)
        c |= 1;
    if (blank(c) || invisible(c) || (c && c < 0x80 && strchr(".,-_'`~\"", (int)c)) || c == 0x2019 || c == 0xb7)
        return 0;
    for (size_t i = 0; i < sizeof like / sizeof *like; i++)
        if (like[i].from == c)
            return (uint32_t)like[i].to;
    return c;
}

/* The next letter that is seen; 0 at the end. */
static uint32_t next_seen(const char **text)
{
    uint32_t c, seen = 0;
    for (size_t step; !seen && **text; *text += step) {
        step = utf8_read((const unsigned char *)*text, strlen(*text), &c);
        if (!step)
            return 0;
        seen = fold(c);
    }
    return seen;
}

int name_like(const char *a, const char *b)
{
    uint32_t x, y;
    do {
        x = next_seen(&a);
        y = next_seen(&b);
    } while (x && x == y);
    return x == y;
}

int name_reserved(const char *name, const char *server)
{
    static const char *const ours[] = {"irori", "admin",      "administrator", "moderator", "mod",   "bot",
                                       "bots",  "moderation", "server",        "system",    "owner", "support"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (name_like(name, ours[i]))
            return 1;
    return *server && name_like(name, server);
}
