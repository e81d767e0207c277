/* core.h: what the library's own files share: assertions that stay on, bit sets of up to 64 things, small parsers. */
#ifndef IR_CORE_H
#define IR_CORE_H

#include "irori.h"

#include <stdarg.h>
#include <string.h>

#include "banned.h"

/* States are bytes that games read as their own structs, so the library is built with -fno-strict-aliasing. The bytes are
 * hashed and compared, so every machine must have the same layout. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Irori's states are little-endian; a big-endian machine needs a byte-swapping hash and record"
#endif

/* For programming errors only. A program may define its own ir_panic; the library has a weak one that traps. */
_Noreturn void ir_panic(const char *what, const char *file, int line);
#define ir_assert(x) ((x) ? (void)0 : ir_panic(#x, __FILE__, __LINE__))

#include "json.h"

/* A sentence about an option, preset or bot. The page has these in files of its own, so its engine is built without. */
#ifdef IR_TERSE
#define IR_HELP(sentence) NULL
#define IR_SAYS(sentence) NULL
#define IR_SOUND(f)       NULL /* the page's engine makes its views itself */
#else
#define IR_HELP(sentence) sentence
#define IR_SAYS(sentence) sentence /* of an error: English; page and terminal say it in the reader's language */
#define IR_SOUND(f)       f
#endif

/* The errors of the library: the index in ir_errors. */
enum error_kind {
    ERROR_OPTION_UNKNOWN,
    ERROR_OPTION_EMPTY,
    ERROR_OPTION_VALUE,
    ERROR_OPTION_TWICE,
    ERROR_OPTION_COMMA,
    ERROR_PRESET_UNKNOWN,
    ERROR_SEATS,
    ERROR_SEATS_RANGE,
    ERROR_DECK_MISSING,
    ERROR_DECK_LINE,
    ERROR_DECK_WHOLE,
    ERROR_MOVE_TURN,
    ERROR_MOVE,
    ERROR_MOVE_OVER,
    ERROR_RESIGN,
    ERROR_RECORD_LINE,
    ERROR_RECORD_WORD,
    ERROR_RECORD_GAME,
    ERROR_RECORD_REVISION,
    ERROR_RECORD_DECK,
    ERROR_RECORD_CHANGED,
    ERROR_RECORD_RESULT,
    ERROR_RECORD_EARLY,
    ERROR_RECORD_SECRET,
    ERROR_RECORD_MOVE,
    ERROR_RECORD_BINARY,
    ERROR_RECORD_EMPTY,
    ERROR_RECORD_BREAKS,
    ERRORS
};
/* The error of a line of a record that is the error of something else. */
void ir_refuse_at(char why[IR_WHY_MAX], int line, const char inner[IR_WHY_MAX]);

/* ---- sets of up to 64 things, as bits ---- */

#define BIT(i) ((uint64_t)1 << (i))

static inline int set_count(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}
static inline int set_first(uint64_t x) /* x is not empty */
{
    return __builtin_ctzll(x);
}

extern const uint8_t ir_select_byte[8][256];

/* The k-th member (from 0) of a set that has more than k. Branch-free: byte counts by multiplication, then a table. It is a
 * portable pdep; random play spends most of its time here. */
static inline int set_nth(uint64_t x, uint32_t k)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t s = x - ((x >> 1) & 0x5555555555555555u);
    s = (s & 0x3333333333333333u) + ((s >> 2) & 0x3333333333333333u);
    s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;           /* byte i: members in bytes 0 ... i */
    uint64_t le = (((k * ones) | tops) - s) & tops;              /* top bit of byte i: its count is <= k */
    uint32_t shift = (uint32_t)(((le >> 7) * ones) >> 53) & ~7u; /* 8 * the number of such bytes */
    uint32_t before = (uint32_t)((s << 8) >> shift) & 0xff;
    return (int)shift + ir_select_byte[k - before][(x >> shift) & 0xff];
}

/* ---- texts ---- */

static inline int text_equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}
/* The number after a verb, such as 7 in "play 7"; 0: it is another text, or not within min ... max (min is at least 1). */
int64_t text_number(const char *text, const char *verb, int64_t min, int64_t max);
/* A whole decimal number in its only spelling: 1 and *v, or 0. */
int ir_number_parse(const char *s, size_t n, int64_t min, int64_t max, int64_t *v);
int ir_hex_parse(const char *s, size_t n, uint8_t *out, size_t size); /* 1 if n is 2*size lower-case digits */
void ir_text_add_list(struct ir_text *, const char *format, va_list); /* ir_text_add, its arguments as a list */
/* Writes a printable, quoted copy of at most 40 bytes of untrusted text, for use in a sentence. */
void ir_text_quote(struct ir_text *, const char *s, size_t n);
void ir_text_visible(struct ir_text *, const char *s, size_t n); /* the same without quotes */

/* The deck that these options choose: a compiled-in one, or `custom`; NULL if the game has no decks or none was given. */
const char *ir_deck_text(const struct ir_game *, const int16_t *option, const char *custom);

/* ir_describe in its parts, for whoever has the options' text at hand: what all who look at this position see, what just this
 * viewer does, and the legal moves of its seat as a list. */
void ir_describe_all(const struct ir_game *, const void *pub, const char *options, struct ir_json *);
void ir_describe_own(const struct ir_game *, const struct ir_view *, struct ir_json *);
void ir_describe_legal(const struct ir_game *, const struct ir_view *, const char *key, struct ir_json *);
/* Whether this actor (chance, or one of the seats asked) may make this move now. */
int ir_possible(const struct ir_game *, const struct ir_state *, int actor, ir_move);
/* A number of an event or a fact as a member of an object, named and written as "name:type" says; see struct ir_event_kind. */
void ir_field_json(const struct ir_game *, const char *spec, int value, struct ir_json *);
/* The value of an option as text. */
void ir_option_print(const struct ir_option *, int value, struct ir_text *);
/* Can a text of options give these values, which a stranger sent? */
int ir_options_sound(const struct ir_game *, const int16_t *value);

static inline void event_add(struct ir_events *ev, struct ir_event e)
{
    if (ev) {
        ir_assert(ev->n < IR_EVENTS_MAX);
        ev->e[ev->n++] = e;
    }
}

#endif
