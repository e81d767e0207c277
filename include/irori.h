/* irori.h: the public header of libirori, and the manual of its calls.
 *
 * A game is a log of moves and chance outcomes; everything else is derived from it: state = fold(log),
 * view = projection(state). The library is pure: no clock, no randomness of its own, no allocation, no I/O, no
 * mutable globals. It is plain C11 and builds unchanged for wasm32.
 *
 * Order of this file: limits, texts, states and views, randomness, options, events, the contract of a game,
 * calls on games, fairness, records, replays, bots. Tables, on which people play, are in irori_table.h. */
#ifndef IRORI_H
#define IRORI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define IR_ALIGNED alignas(8)
#else
#define IR_ALIGNED _Alignas(8)
#endif

#define IR_VERSION "0.1.0"
/* The number in libirori.so.N. From version 1.0 on it is raised with every change after which a program must be compiled again.
 * 0 promises nothing: until then, compile your program again for every version. */
#define IR_ABI 0
const char *ir_version(void); /* of the library that is linked: compare it with IR_VERSION */
int ir_abi(void);             /* and with IR_ABI */

/* ---- limits ------------------------------------------------------------------------------------------------- */

enum {
    IR_STATE_MAX = 1024, /* bytes of the largest state */
    IR_MOVES_MAX = 512,  /* most legal moves, or chance outcomes, of any position of any game */
    IR_EVENTS_MAX = 96,  /* most events of one move */
    IR_TEXT_MAX = 48,    /* bytes of a move's text, the closing zero included */
    IR_SEATS_MAX = 6,
    IR_OPTIONS_MAX = 48,   /* options of one game */
    IR_OPTIONS_TEXT = 512, /* bytes of any options text ir_options_print writes, the closing zero included */
    IR_WHY_MAX = 320,      /* bytes of a sentence that says what was wrong */
    IR_LINE_MAX = 1024,    /* bytes of the longest line of a record */
    IR_NAME_MAX = 40,      /* bytes of a player's name in a record, the closing zero included */
    IR_SALT_MAX = 65       /* bytes of a salt, which is hexadecimal digits, the closing zero included */
};

/* Who is to move, where that is not a seat number 0, 1, 2 ... ; IR_SPECTATOR is a viewer with no seat. */
enum { IR_SPECTATOR = -1, IR_CHANCE = -2, IR_OVER = -3 };

typedef uint16_t ir_move; /* index in the game's move alphabet: 0 ... n_moves-1 */
#define IR_NO_MOVE ((ir_move)0xffff)

/* What went wrong. Every call that can fail returns one of these (0: nothing did) and, where it takes a `why`,
 * writes a sentence a person can act on into it. */
enum ir_error {
    IR_OK = 0,
    IR_E_OPTION = -1,   /* an option is unknown, out of range, doubled or contradicts another */
    IR_E_SEATS = -2,    /* not a number of seats this game has */
    IR_E_MOVE = -3,     /* not a move of this game, or not possible now */
    IR_E_TURN = -4,     /* somebody else is to move */
    IR_E_RECORD = -5,   /* a record that breaks its format or contradicts itself */
    IR_E_DECK = -6,     /* a deck that breaks its format or cannot be played with */
    IR_E_STALE = -7,    /* the table has moved on since the asker last saw it */
    IR_E_SEAT = -8,     /* the asker has no such seat, or the seat is taken */
    IR_E_STAGE = -9,    /* not at this stage of the table */
    IR_E_COMMAND = -10, /* not a command of a table */
    IR_E_AGAIN = -11    /* this command was carried out before; nothing to do */
};
const char *ir_error_name(int error); /* a word for programs: "stale", "turn", ...; never NULL */

/* ---- text and JSON out ---------------------------------------------------------------------------------------- */

/* A bounded text under construction. It is always closed by a zero; what does not fit is dropped and `cut` set. */
struct ir_text {
    char *out;
    size_t size, len;
    int cut;
};
void ir_text_start(struct ir_text *, char *out, size_t size);
void ir_text_put(struct ir_text *, const char *s);
void ir_text_put_n(struct ir_text *, const char *s, size_t n);
void ir_text_int(struct ir_text *, int64_t v);
void ir_text_hex(struct ir_text *, const uint8_t *bytes, size_t n);
void ir_text_hex64(struct ir_text *, uint64_t v); /* 16 digits */
/* A printf of four verbs: %s, %d (int), %c (int) and %%. */
void ir_text_add(struct ir_text *, const char *format, ...);

/* JSON, written as it comes: inside an object every call has a key, inside a list the key is NULL. */
struct ir_json {
    struct ir_text text;
    uint8_t depth, comma;       /* comma 1: the next value needs one before it */
    uint8_t outlined;           /* the library's own: to this depth it is noted where members begin, */
    struct ir_outline *outline; /* here; */
    size_t plain;               /* and a text that stays shorter than this needs no such note */
};
void ir_json_start(struct ir_json *, char *out, size_t size);
void ir_json_object(struct ir_json *, const char *key);
void ir_json_list(struct ir_json *, const char *key);
void ir_json_end(struct ir_json *, char close); /* close is '}' or ']' */
void ir_json_int(struct ir_json *, const char *key, int64_t v);
void ir_json_bool(struct ir_json *, const char *key, int v);
void ir_json_str(struct ir_json *, const char *key, const char *v); /* NULL writes null */
/* A list of the names of the cards, or other things, in a set of bits: at most three letters that need no escaping each. */
void ir_json_set(struct ir_json *, const char *key, uint64_t set, const char name[][4]);

/* ---- randomness for search -------------------------------------------------------------------------------------- */

/* xoshiro256++: fast, the same everywhere, not secret. For bots and simulations; never for live cards. */
struct ir_rng {
    uint64_t s[4];
};
void ir_rng_seed(struct ir_rng *, uint64_t seed);

static inline uint64_t ir_rng_next(struct ir_rng *r)
{
    uint64_t *s = r->s, sum = s[0] + s[3], result = ((sum << 23) | (sum >> 41)) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* 0 ... n-1 for 1 <= n < 2^16; off from uniform by less than 2^-16 relative. */
static inline uint32_t ir_rng_below(struct ir_rng *r, uint32_t n)
{
    return (uint32_t)(((ir_rng_next(r) >> 32) * n) >> 32);
}

/* ---- states and views --------------------------------------------------------------------------------------------- */

/* A state is one flat block: no pointers, padding, clock, rng or floats. memcpy copies it, memcmp compares it, its
 * bytes hash. It is cut into zones, and the zones, not per-game code, decide who sees what:
 *     [ pub ][ seat 0 ] ... [ seat max-1 ][ hid ]
 * A view is the same block with all but `pub` and the viewer's own zone zeroed, by the core. It is another C type,
 * so that handing a bot the truth does not compile. Only the first ir_state_size(game) bytes count. */
struct ir_state {
    IR_ALIGNED uint8_t b[IR_STATE_MAX];
};
struct ir_view {
    IR_ALIGNED uint8_t b[IR_STATE_MAX];
    int8_t seat; /* whose view; IR_SPECTATOR sees pub only */
};

struct ir_zones {
    uint16_t pub, seat, hid; /* bytes, each a multiple of 8; `seat` for every one of the game's max_seats */
};

/* Every pub begins with this, then the values of the game's options as int16_t, then what the game likes. */
struct ir_head {
    int8_t turn;   /* a seat, IR_CHANCE or IR_OVER */
    uint8_t seats; /* how many play */
    uint16_t zero;
};

/* ---- options ------------------------------------------------------------------------------------------------------ */

/* An option is a small number with a name; `words`, if any, name its values from `min` on. A text of options is
 * "preset,name=value,name=value": the preset, if any, first; "" means the first preset. */
struct ir_option {
    const char *name;
    int16_t min, max, def;
    const char *const *words; /* NULL: written as a number */
    const char *rule;         /* the number of the rule it belongs to */
    const char *help;         /* one sentence for the person who chooses */
};
struct ir_preset {
    const char *name, *options, *help; /* options is a text without a preset in it */
};

/* A game whose components are data has decks: texts compiled in, of which the option `deck` chooses one by name (its words are
 * their names, in this order), and as its last word `custom`: the text the caller brings. */
struct ir_deck {
    const char *name, *text;
};

/* ---- events ------------------------------------------------------------------------------------------------------- */

/* What a move made happen, to be animated, told and counted. Views are authoritative, events only tell the story.
 * prv is for the seats whose bits are in `see`; the core leaves a viewer no other bit of see than the own one, and zeroes
 * prv where that is not set: a viewer's prv means something just when see is not 0. */
struct ir_event {
    uint8_t kind;
    int8_t seat;
    uint16_t see;
    int32_t pub[3], prv[3];
};
struct ir_events {
    int n;
    struct ir_event e[IR_EVENTS_MAX];
};
/* What people at a table, or its keeper, did around the game. Everybody may know all of it. */
enum ir_act_kind {
    IR_ACT_AWAY, /* from now on a bot plays for this seat; `by`: somebody else let it */
    IR_ACT_BACK, /* the person plays again */
    IR_ACT_FLAG, /* the clock of this seat fell, and a bot plays for it */
    IR_ACT_LATE, /* the patience with this seat ran out */
    IR_ACT_BOT,  /* the move of this row was made by a bot that plays for this person */
    IR_ACT_ASK,  /* `what` is asked of all, agreed to, declined: 'u'ndo, 'p'ause, 'e'nd, 'r'ematch */
    IR_ACT_AGREE,
    IR_ACT_DECLINE,
    IR_ACT_UNDO,
    IR_ACT_PAUSE, /* seat -1: the keeper, because no person is left */
    IR_ACT_RESUME,
    IR_ACT_RESIGN,
    IR_ACT_END /* called off by all who are here */
};
struct ir_act {
    uint8_t kind, what; /* kind: enum ir_act_kind */
    int8_t seat, by;    /* -1: none */
};
/* What several moves told, in the order it happened, and what was done around them. What is beyond the last place is dropped.
 */
enum { IR_STORY_MAX = 512, IR_ACTS_MAX = 16 };
struct ir_story {
    int n, n_acts;
    struct ir_act act[IR_ACTS_MAX];
    struct ir_event e[IR_STORY_MAX];
};
/* Names of a kind's numbers, "field:type". Types: n number, s seat, and the game's own letters, which its `value_print`
 * prints. `tally`: statistics count these by their first public number. */
struct ir_event_kind {
    const char *name, *pub[3], *prv[3];
    uint8_t tally;
};

/* ---- the contract between a game and everything else ------------------------------------------------------------------ */

struct ir_chance {
    ir_move move;
    uint16_t weight;
};
struct ir_score {
    int32_t points[IR_SEATS_MAX];
    uint8_t rank[IR_SEATS_MAX]; /* 0 is best; all who share the win have rank 0 */
};

struct ir_game {
    const char *name, *title;
    uint16_t rules_rev; /* raised whenever an old log could fold to something else */
    uint8_t min_seats, max_seats;
    uint16_t n_moves;
    struct ir_zones zone;
    const struct ir_option *option; /* ends with a NULL name */
    const struct ir_preset *preset; /* ends with a NULL name; the first is the default */
    const struct ir_deck *deck;     /* ends with a NULL name; NULL: the game has no decks */
    const struct ir_event_kind *event_kind;
    uint8_t n_event_kinds;

    /* Options that contradict each other: 0 and a sentence in why, or 1. May fill in values that follow from others;
     * `given` says which options the text (not a preset) named. May be NULL. */
    int (*options_check)(int16_t *value, const uint8_t *given, char why[IR_WHY_MAX]);
    /* Checks a deck's text and puts what the game needs of it into pub, before start; 1, or 0 and a sentence that names the
     * line. NULL where deck is. */
    int (*deck_read)(struct ir_state *, const char *text, char why[IR_WHY_MAX]);
    /* All but head.seats, the options and what deck_read left is zero; sets up the first position. */
    void (*start)(struct ir_state *);
    /* A secret question (PK6.5): the seats that are asked at once, as bits, whoever's turn it is among them; 0: there is none
     * now, and just the one whose turn it is is asked. NULL: this game has no such questions. The answers count in the order of
     * turns up to the first that is not `silent`, the answer of those who give none. */
    uint16_t (*asked)(const void *pub);
    ir_move silent;
    /* The moves of the view's seat, which is among those asked, sorted, each once. Cannot see a secret. */
    int (*legal)(const struct ir_view *, ir_move out[IR_MOVES_MAX]);
    /* Every outcome that chance may bring now, sorted, with its weight. */
    int (*chance)(const struct ir_state *, struct ir_chance out[IR_MOVES_MAX]);
    /* A fast draw from the same distribution. */
    ir_move (*sample)(const struct ir_state *, struct ir_rng *);
    /* Makes a move that is legal, or an outcome that is possible, for whoever's turn it is. events may be NULL. */
    void (*apply)(struct ir_state *, ir_move, struct ir_events *events);
    void (*score)(const void *pub, struct ir_score *);
    /* A random state this view allows: every arrangement of the cards that fits it is equally likely. What players chose is
     * not weighed, only what their choices rule out. */
    void (*imagine)(const struct ir_view *, struct ir_rng *, struct ir_state *);
    /* NULL, or which card, coin or token is lost, doubled or where it cannot be. */
    const char *(*check)(const struct ir_state *);
    void (*move_print)(ir_move, struct ir_text *);
    int (*move_parse)(const char *text); /* a move of the alphabet, or -1; accepts just what move_print writes */
    /* A value of an event in words; type is a letter of the event kind's field. */
    void (*value_print)(char type, int value, struct ir_text *);
    /* The view as JSON members: what every client draws. `describe` gets only the public zone and writes what all see; it is
     * asked once for all viewers. `own` writes what depends on who looks, a spectator included: cards of the viewer's own, and
     * whatever is counted from them. The two share no member. */
    void (*describe)(const void *pub, struct ir_json *);
    void (*own)(const struct ir_view *, struct ir_json *); /* or NULL */
    /* What the game is played with, as one JSON member, for clients that show pictures of it; may be NULL. */
    void (*components)(struct ir_json *);
};

/* ---- calls on games ------------------------------------------------------------------------------------------------- */

extern const struct ir_game *const ir_games[];        /* those people play, in the order of a menu; ends with NULL */
extern const struct ir_game *const ir_all_games[];    /* the same and, behind them, templates for new games; ends with NULL */
const struct ir_game *ir_game_find(const char *name); /* NULL if there is none; finds templates too */

inline size_t ir_state_size(const struct ir_game *g)
{
    return (size_t)g->zone.pub + (size_t)g->zone.seat * g->max_seats + g->zone.hid;
}
/* A seat, IR_CHANCE or IR_OVER; and how many play. */
inline int ir_turn(const struct ir_state *s)
{
    return ((const struct ir_head *)(const void *)s->b)->turn;
}
inline int ir_seats(const struct ir_state *s)
{
    return ((const struct ir_head *)(const void *)s->b)->seats;
}
/* The same of a view, and the values of its options in the order of the game's list. */
int ir_view_turn(const struct ir_view *);
int ir_view_seats(const struct ir_view *);
const int16_t *ir_view_options(const struct ir_view *);
/* The contract's functions as plain calls, for programs that cannot follow pointers in a struct. */
int ir_legal(const struct ir_game *, const struct ir_view *,
             ir_move out[IR_MOVES_MAX]);                                             /* how many; 0: this seat is not asked */
ir_move ir_sample(const struct ir_game *, const struct ir_state *, struct ir_rng *); /* IR_NO_MOVE: it is not chance's turn */
void ir_score_of(const struct ir_game *, const struct ir_state *, struct ir_score *);
void ir_move_text(const struct ir_game *, ir_move, char out[IR_TEXT_MAX]);
ir_move ir_move_find(const struct ir_game *, const char *text); /* IR_NO_MOVE: no move of this game */
/* The seats that may answer now, as bits: those of a secret question, or the one whose turn it is, or none. */
uint16_t ir_asked(const struct ir_game *, const void *pub);

/* Starts a game. `deck` is the text of a deck to play with instead of a compiled-in one, or NULL. IR_OK, or IR_E_OPTION,
 * IR_E_SEATS or IR_E_DECK with a sentence in why. */
int ir_start(const struct ir_game *, struct ir_state *, int seats, const char *options, const char *deck, char why[IR_WHY_MAX]);
/* What a seat, or IR_SPECTATOR, sees of a state. */
void ir_look(const struct ir_game *, const struct ir_state *, int seat, struct ir_view *);
/* Applies a move after checking that it is this actor's turn and that the move is possible. The state is unchanged
 * when it is not. */
int ir_apply(const struct ir_game *, struct ir_state *, int actor, ir_move, struct ir_events *, char why[IR_WHY_MAX]);
uint64_t ir_hash(const struct ir_game *, const struct ir_state *); /* of all the state's bytes */
void ir_events_see(const struct ir_events *all, int seat, struct ir_events *out);
void ir_event_see(const struct ir_event *, int seat, struct ir_event *out);
void ir_event_json(const struct ir_game *, const struct ir_event *, struct ir_json *);
/* The view, whose turn it is and, if the viewer is asked, the legal moves: one JSON object. */
void ir_describe(const struct ir_game *, const struct ir_view *, struct ir_json *);

/* value[] has room for IR_OPTIONS_MAX. */
int ir_options_parse(const struct ir_game *, const char *text, int16_t *value, char why[IR_WHY_MAX]);
void ir_options_print(const struct ir_game *, const int16_t *value, struct ir_text *); /* canonical and short */
const int16_t *ir_options(const struct ir_state *);

/* ---- fairness --------------------------------------------------------------------------------------------------------- */

/* Every outcome of a live game follows from a key, and the key from three things: a secret of whoever deals, the id of the
 * match and a salt from each seat. The commitment, a hash of the secret, is shown before the game; the secret after it. */
void ir_commit(uint8_t out[32], const uint8_t secret[32]);

/* ---- records ----------------------------------------------------------------------------------------------------------- */

/* A game as lines of text (docs/record-format.md). The same struct writes and reads: it is the fold so far. */
struct ir_record {
    const struct ir_game *const *games; /* what a reader knows */
    const struct ir_game *game;
    const char *deck; /* the text of the deck in play, or NULL; the caller's or the library's */
    struct ir_state state;
    char match[IR_NAME_MAX], name[IR_SEATS_MAX][IR_NAME_MAX], salt[IR_SEATS_MAX][IR_SALT_MAX];
    uint8_t commit[32], secret[32]; /* of the segment in force */
    uint8_t has_commit, has_secret, stage, over;
    uint8_t resigned; /* the seats that gave up, as bits */
    uint32_t rows, chances, line;
};
struct ir_row {
    int8_t actor; /* a seat or IR_CHANCE */
    ir_move move;
};

/* Writing: begin, print the header, then for every move ir_record_row (which applies it, too) and print its line. */
int ir_record_begin(struct ir_record *, const struct ir_game *, int seats, const char *options, const char *deck,
                    char why[IR_WHY_MAX]);
void ir_record_print_header(const struct ir_record *, struct ir_text *);
int ir_record_row(struct ir_record *, int actor, ir_move, struct ir_events *, char why[IR_WHY_MAX]);
/* The line of the row just made, and a hash line every sixteenth row. */
void ir_record_print_row(const struct ir_record *, const struct ir_row *, struct ir_text *);
/* A seat gives up; from now on it cannot win. The game is over when one seat is left that has not. */
int ir_record_resign(struct ir_record *, int seat, char why[IR_WHY_MAX]);
void ir_record_print_resign(int seat, struct ir_text *);
void ir_record_print_commit(const struct ir_record *, struct ir_text *);
void ir_record_print_secret(const struct ir_record *, struct ir_text *);
/* The result if the game is over, else a last hash: what closes a whole or a saved game. */
void ir_record_print_end(const struct ir_record *, struct ir_text *);
/* A record may be followed by a line of one form feed and the text of the deck it was played with: that text, or NULL. */
const char *ir_record_deck(const char *text);

/* ---- replays ------------------------------------------------------------------------------------------------------------ */

/* A whole record in memory, in which one can go anywhere. Opening it reads and checks every line once. After that a seek makes
 * at most IR_REPLAY_EVERY moves, however long the game is: the state is kept at every IR_REPLAY_EVERY-th row.
 *
 * A row is a move or an outcome of chance. A step is what a person goes through one at a time: at most one move, and all the
 * chance that follows it. Step 0 is the position before anything happened; step 1 is the deal, in games that begin with one.
 *
 * Whoever judges a game walks its rows, and has for each decision the view of the seat that decided and the move it made:
 *
 *     ir_replay_seek(&r, 0);
 *     for (; r.at < r.rows; ir_replay_next(&r, NULL)) {
 *         const struct ir_row *row = &r.row[r.at];
 *         if (row->actor == IR_CHANCE)
 *             continue;
 *         ir_replay_view(&r, row->actor, &view);
 *         judge(&view, row->move);
 *     }
 */
enum { IR_REPLAY_EVERY = 64 };

/* One commitment of the dealer. It deals the outcomes from this row on, up to the next commitment. */
struct ir_segment {
    uint32_t row;
    uint8_t revealed; /* 1: secret is known, and is the one committed to */
    uint8_t commit[32], secret[32];
};
struct ir_replay {
    struct ir_record record; /* at its end: game, names, salts, result; deck is the text that was given to ir_replay_open */
    const struct ir_row *row;
    const uint32_t *step; /* step[i]: how many rows have happened after step i; step[0] is 0 */
    const struct ir_segment *segment;
    uint32_t rows, steps, segments;
    struct {
        uint32_t row; /* how many rows had happened when this seat resigned */
        int seat;
    } resign[IR_SEATS_MAX];
    int resigns;
    /* where it is now: */
    uint32_t at; /* rows that have happened */
    struct ir_state state;
    /* its own: */
    uint8_t *saved; /* the states after 0, IR_REPLAY_EVERY, ... rows, each of the game's size */
};
/* Bytes of memory that a replay of this text needs: about 24 a row. */
size_t ir_replay_size(const char *text);
/* Opens a record at step 0. memory has at least ir_replay_size(text) bytes, aligned as malloc does it, and belongs to the
 * replay as long as that is used; the text may go. deck is the text of a custom deck or NULL, as for ir_record_reader; if it
 * stands behind the record, give it ir_record_deck(text). IR_OK, or an error with a sentence (naming the line) in why. */
int ir_replay_open(struct ir_replay *, const struct ir_game *const *games, const char *text, const char *deck, void *memory,
                   size_t size, char why[IR_WHY_MAX]);
/* Goes to where so many rows have happened, at most `rows`. */
void ir_replay_seek(struct ir_replay *, uint32_t row);
/* Makes the next row happen; there must be one. events may be NULL. */
void ir_replay_next(struct ir_replay *, struct ir_events *events);
/* Goes to the end of a step, at most `steps`; story, if not NULL, gets all that this step told. What of it a seat may know,
 * ir_event_see says. */
void ir_replay_step(struct ir_replay *, uint32_t step, struct ir_story *story);
void ir_replay_view(const struct ir_replay *, int seat, struct ir_view *);
unsigned ir_replay_resigned(const struct ir_replay *); /* the seats that have resigned by now, as bits */
int ir_replay_over(const struct ir_replay *);          /* the game is over by now: by the rules, or as all but one resigned */
/* Deals every outcome of a record again from its revealed secrets. It stops at the first that differs, before anything is made
 * of it: a changed card is named at its own line, and not at the hash that no longer fits. */
struct ir_audit {
    uint32_t outcomes;         /* those read, without the one that differs */
    uint32_t agree;            /* those of them that a revealed secret deals just so; of the others nobody can say */
    uint32_t row, line;        /* of the first that differs, both counted from 1; 0: none does */
    char due[IR_TEXT_MAX + 8]; /* the line that should stand there */
};
/* IR_OK, whatever it found; or an error with a sentence: up to the first that differs, or its end, this is no record. deck is
 * as for ir_replay_open. */
int ir_audit_run(const struct ir_game *const *games, const char *text, const char *deck, struct ir_audit *,
                 char why[IR_WHY_MAX]);

/* ---- bots --------------------------------------------------------------------------------------------------------------- */

/* How long a bot may think; a limit of 0 is none, and with no limit at all it takes its own default. Nodes are moves and
 * outcomes played in its head. The library has no clock: whoever wants a limit of time brings one. */
struct ir_budget {
    uint64_t nodes;
    uint64_t microseconds;
    uint64_t (*clock)(void);  /* microseconds since any moment; only needed with `microseconds` */
    const volatile int *stop; /* not NULL: thinking ends soon after this is not 0 */
};

/* What a bot thinks of every legal move. `value` is the bot's own measure, larger is better; for bots that search it is the
 * chance of winning, 0 ... 1. */
struct ir_advice {
    int n;
    uint64_t nodes;
    struct {
        ir_move move;
        uint32_t samples;
        double value;
    } of[IR_MOVES_MAX];
};

/* What the bots of a game remember of its course beyond what a view still shows: a flat block, all zeros when a game starts, of
 * which each game's bots make what they like. Notes follow from the public parts of the positions so far, one after the other,
 * and from nothing else: so they are the same for all seats and spectators, and no secret can be in them. No rule reads them,
 * no hash or frame has them. */
struct ir_notes {
    IR_ALIGNED uint8_t b[64];
};
/* A move or an outcome has led from one position to the next. Whoever lets bots think calls this after each of them, from the
 * start of the game on; it does nothing where the game's bots take no notes. */
void ir_note(const struct ir_game *, struct ir_notes *, const struct ir_state *before, const struct ir_state *after);

/* A bot sees a view and notes, never a state; notes may be NULL: nothing is known of the course of the game. With the same rng,
 * view, notes and budget of nodes it thinks the same. It allocates nothing and uses less than 64 KB of stack. */
struct ir_bot {
    const char *name, *help;
    void (*think)(const struct ir_game *, const struct ir_view *, const struct ir_notes *, struct ir_rng *,
                  const struct ir_budget *, struct ir_advice *);
    const struct ir_budget budget; /* its own default: nodes or microseconds of one core */
    uint8_t learned;               /* it needs the network of its game, which the page fetches first */
};
const struct ir_bot *ir_bot_find(const struct ir_game *, const char *name); /* NULL if this game has none of that name */
const struct ir_bot *ir_bot_list(const struct ir_game *, int i);  /* the i-th: levels, weakest first, then others; or NULL */
const struct ir_bot *ir_bot_level(const struct ir_game *, int i); /* the i-th level for people, weakest first; or NULL */
/* Which bot does a job; every game has one for each. */
enum ir_role {
    IR_ROLE_DEFAULT,   /* the opponent of somebody who chose none */
    IR_ROLE_ADVISER,   /* gives hints */
    IR_ROLE_STAND_IN,  /* plays for somebody who is absent */
    IR_ROLE_QUICK,     /* decides at once: in simulations, and when another bot fails */
    IR_ROLE_STRONGEST, /* what speed and strength are measured with */
    IR_ROLES
};
const struct ir_bot *ir_bot_role(const struct ir_game *, enum ir_role); /* never NULL */

/* The move it would make. notes and budget may be NULL. */
ir_move ir_bot_move(const struct ir_bot *, const struct ir_game *, const struct ir_view *, const struct ir_notes *,
                    struct ir_rng *, const struct ir_budget *);
ir_move ir_advice_best(const struct ir_advice *); /* the largest value; of equal ones the first */
#ifdef __cplusplus
}
#endif

#endif
