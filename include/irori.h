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
    IR_MOVES_MAX = 512,  /* legal moves, or outcomes of chance, in one position */
    IR_EVENTS_MAX = 96,  /* events of one move */
    IR_TEXT_MAX = 48,    /* bytes of a move's text, the closing zero included */
    IR_SEATS_MAX = 6,
    IR_OPTIONS_MAX = 60,    /* options of one game */
    IR_OPTIONS_TEXT = 1024, /* bytes that ir_options_print writes at most, the closing zero included */
    IR_WHY_CODE = 320,      /* bytes of the sentence in a `why`, the closing zero included; its code follows */
    IR_WHY_MAX = 576,       /* bytes of a `why` */
    IR_LINE_MAX = 1280,     /* bytes of the longest line of a record */
    IR_NAME_MAX = 100,      /* bytes of a player's name in a record, the closing zero included */
    IR_MATCH_MAX = 40,      /* ... of a match's id in a record */
    IR_SALT_MAX = 65        /* bytes of a salt (hexadecimal digits), the closing zero included */
};

/* Whose turn it is, if not a seat's (0, 1, 2, ...). IR_SPECTATOR is a viewer without a seat. */
enum { IR_SPECTATOR = -1, IR_CHANCE = -2, IR_OVER = -3 };

typedef uint16_t ir_move; /* the number of a move or outcome: 0 to n_moves - 1 */
#define IR_NO_MOVE ((ir_move)0xffff)

/* Errors. A call that can fail returns IR_OK or one of these. If it takes a `why`, it writes a sentence there that says what is
 * wrong and what would be right. From why + IR_WHY_CODE on there is the same for programs: a code and its values, or "" if this
 * error has none. ir_why_json writes both. */
enum ir_error {
    IR_OK = 0,
    IR_E_OPTION = -1,   /* an option is unknown, out of range, given twice, or contradicts another */
    IR_E_SEATS = -2,    /* this game cannot be played with so many seats */
    IR_E_MOVE = -3,     /* not a move of this game, or not possible now */
    IR_E_TURN = -4,     /* somebody else is to move */
    IR_E_RECORD = -5,   /* the text is not a valid record */
    IR_E_DECK = -6,     /* the text is not a valid deck, or cannot be played with */
    IR_E_STALE = -7,    /* the table has changed since the frame that the sender saw */
    IR_E_SEAT = -8,     /* the sender does not have this seat, or it is taken */
    IR_E_STAGE = -9,    /* not possible at this stage of the table */
    IR_E_COMMAND = -10, /* not a command of a table */
    IR_E_AGAIN = -11    /* this command was carried out before */
};
const char *ir_error_name(int error); /* "stale", "turn", ...; never NULL */

/* ---- text and JSON out ---------------------------------------------------------------------------------------- */

/* Text written into a buffer. It always ends with a zero. What does not fit is dropped, and `cut` is set. */
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
/* printf with only %s, %d (int), %c (int) and %%. */
void ir_text_add(struct ir_text *, const char *format, ...);

/* JSON written into a buffer. Inside an object every value has a key; inside a list the key is NULL. Keys are not escaped. */
struct ir_json {
    struct ir_text text;
    uint8_t depth, comma; /* comma 1: the next value needs one before it */
    uint8_t outlined;     /* from here on internal */
    struct ir_outline *outline;
    size_t plain;
};
void ir_json_start(struct ir_json *, char *out, size_t size);
void ir_json_object(struct ir_json *, const char *key);
void ir_json_list(struct ir_json *, const char *key);
void ir_json_end(struct ir_json *, char close); /* close is '}' or ']' */
void ir_json_int(struct ir_json *, const char *key, int64_t v);
void ir_json_bool(struct ir_json *, const char *key, int v);
void ir_json_str(struct ir_json *, const char *key, const char *v); /* NULL writes null */
/* A list of names: name[i] for every bit i of the set. Names have one to three letters and are not escaped. */
void ir_json_set(struct ir_json *, const char *key, uint64_t set, const char name[][4]);

/* ---- kinds of errors ------------------------------------------------------------------------------------------------ */

/* A kind of error: its code, its values, and the sentence that is made of them. Values are a list of "name:type": n is an int,
 * s a text, q a text with its length (size_t), from outside, which the sentence quotes. S and Q are the same, for the sentence
 * alone. Which options contradict each other is told by the value `options`, a list of their names. */
struct ir_error_kind {
    const char *code, *values, *sentence;
};
extern const struct ir_error_kind ir_errors[]; /* of the library itself; ends with a NULL code */
/* Writes an error with its values, in the order of the kind's list. */
void ir_refuse(char why[IR_WHY_MAX], const struct ir_error_kind *, ...);
/* Starts a text in a `why` for a sentence that has no code. */
void ir_why_start(struct ir_text *, char why[IR_WHY_MAX]);
/* Writes the members `why` and, if the error has a code, `code` and `values` (docs/protocol.md). */
void ir_why_json(struct ir_json *, const char why[IR_WHY_MAX]);

/* ---- randomness for search -------------------------------------------------------------------------------------- */

/* xoshiro256++: fast, the same on every machine, predictable. For bots and simulations; never for live cards. */
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

/* A number from 0 to n - 1, for 1 <= n < 2^16. Each has the same probability, up to a relative error of 2^-16. */
static inline uint32_t ir_rng_below(struct ir_rng *r, uint32_t n)
{
    return (uint32_t)(((ir_rng_next(r) >> 32) * n) >> 32);
}

/* ---- states and views --------------------------------------------------------------------------------------------- */

/* A state is one flat block of bytes: no pointers, padding, clock, rng or floats. So it is copied with memcpy, compared with
 * memcmp, and hashed byte by byte. It consists of zones, and the zones alone decide who sees what:
 *     [ pub ][ seat 0 ] ... [ seat max-1 ][ hid ]
 * A view is the same block in which the core has zeroed all but `pub` and the viewer's own zone. It is another C type, so that
 * a program which gives a bot the state does not compile. Only the first ir_state_size(game) bytes are used. */
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

/* Every pub begins with this. The values of the options follow, as int16_t; the rest is up to the game. */
struct ir_head {
    int8_t turn;   /* a seat, IR_CHANCE or IR_OVER */
    uint8_t seats; /* how many play */
    uint16_t zero;
};

/* ---- options ------------------------------------------------------------------------------------------------------ */

/* An option is a small number with a name. Its values may have names, too: words[0] is the name of `min`. Options are written
 * as "preset,name=value,name=value". The preset may be left out; "" is the first preset. */
struct ir_option {
    const char *name;
    int16_t min, max, def;
    const char *const *words; /* NULL: written as a number */
    const char *rule;         /* the number of its rule in the written rules */
    const char *help;         /* one sentence */
};
struct ir_preset {
    const char *name, *options, *help; /* options: as above, without a preset */
};

/* A game may have decks: texts that describe its components. Some are compiled in. The option `deck` chooses one by name; its
 * words are the names of these decks, in the same order, and last `custom`: a text of the caller's. */
struct ir_deck {
    const char *name, *text;
};

/* ---- events ------------------------------------------------------------------------------------------------------- */

/* Something that happened in a move, for animations, the log and statistics. The view alone says what the position is. `pub`
 * is for everybody, `prv` for the seats whose bits are set in `see`. In the event that a viewer gets (ir_event_see), `see` has
 * the viewer's bit or is 0, and then prv is zero. */
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
/* Something that people at a table, or its keeper, did besides moves. All of it is public. */
enum ir_act_kind {
    IR_ACT_AWAY, /* a bot plays for this seat from now on; `by`: the seat that asked for it, if it was another one */
    IR_ACT_BACK, /* the person plays again */
    IR_ACT_FLAG, /* the clock of this seat ran out, and a bot plays for it */
    IR_ACT_LATE, /* this seat has kept the others waiting too long */
    IR_ACT_BOT,  /* a bot that plays for this person made the move */
    IR_ACT_ASK,  /* a proposal; `what` is 'u'ndo, 'p'ause, 'e'nd or 'r'ematch */
    IR_ACT_AGREE,
    IR_ACT_DECLINE,
    IR_ACT_UNDO,
    IR_ACT_PAUSE, /* seat -1: by the keeper, as no person is left */
    IR_ACT_RESUME,
    IR_ACT_RESIGN,
    IR_ACT_END,    /* the game was ended by all who are here */
    IR_ACT_REMIND, /* in a slow game: this seat was reminded that it is asked */
    IR_ACT_HOLIDAY /* in a slow game: the clock of this seat stands for `what` days; 0: it runs again */
};
struct ir_act {
    uint8_t kind, what; /* kind: enum ir_act_kind */
    int8_t seat, by;    /* -1: none */
};
/* The events of several moves in order, and the acts around them. What does not fit is dropped. */
enum { IR_STORY_MAX = 512, IR_ACTS_MAX = 16 };
struct ir_story {
    int n, n_acts;
    struct ir_act act[IR_ACTS_MAX];
    struct ir_event e[IR_STORY_MAX];
};
/* A kind of event, with names and types for its numbers: "field:type". Type n is a number, s a seat; other letters are the
 * game's own, and its `value_print` writes them. `tally`: statistics count these events by their first public number. */
struct ir_event_kind {
    const char *name, *pub[3], *prv[3];
    uint8_t tally;
};

/* ---- facts -------------------------------------------------------------------------------------------------------- */

/* A reason why one move is better than another: something that is true of a position as a seat knows it, with up to four
 * numbers. A number that is IR_NO_FACT is left out. */
enum { IR_FACTS_MAX = 4 };
#define IR_NO_FACT INT32_MIN
enum ir_fact_of { IR_OF_POSITION, IR_OF_BETTER, IR_OF_PLAYED }; /* what it is true of: the position, or one of the two moves */
struct ir_fact {
    uint8_t kind, of; /* of: enum ir_fact_of */
    int32_t n[4];
};
/* A kind of fact, with names and types for its numbers, as in an ir_event_kind. Two types are for facts alone: p is a chance in
 * thousandths, d a number in tenths. A chance of 0 is impossible and one of 1000 certain: others are rounded to 1 ... 999. */
struct ir_fact_kind {
    const char *name, *field[4];
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

struct ir_notes;
struct ir_game {
    const char *name, *title;
    uint16_t rules_rev; /* raised with every change after which an old log may fold to another state */
    uint8_t min_seats, max_seats;
    uint16_t n_moves;
    struct ir_zones zone;
    const struct ir_option *option; /* ends with a NULL name */
    const struct ir_preset *preset; /* ends with a NULL name; the first is the default */
    /* The first option and the first preset that came after the first records, or 0. While all later options have their
     * defaults, hashes leave them out, so that old records still agree. ir_signature plays with the earlier presets only. */
    uint8_t later_option, later_preset;
    const struct ir_deck *deck;        /* ends with a NULL name; NULL: the game has no decks */
    const struct ir_error_kind *error; /* its own errors, ends with a NULL code; NULL: none */
    const struct ir_event_kind *event_kind;
    uint8_t n_event_kinds;

    /* Returns 1, or 0 and a sentence in why if options contradict each other. May set values that follow from others; given[i]
     * says that option i was in the text itself, not only in the preset. May be NULL. */
    int (*options_check)(int16_t *value, const uint8_t *given, char why[IR_WHY_MAX]);
    /* Reads the text of a deck and stores what the game needs of it in pub. Called before start. Returns 1, or 0 and a sentence
     * that names the line. NULL if the game has no decks. */
    int (*deck_read)(struct ir_state *, const char *text, char why[IR_WHY_MAX]);
    /* Sets up the first position. The state is zero except for head.seats, the options and what deck_read has stored. */
    void (*start)(struct ir_state *);
    /* In a secret question several seats choose at once. Returns these seats as bits, with the one whose turn it is; 0 if there
     * is no such question now. The answers count in the order of turns, up to the first that is not `silent`, which is also the
     * answer of a seat that gives none. NULL: this game has no secret questions. */
    uint16_t (*asked)(const void *pub);
    ir_move silent;
    /* Lists the legal moves of the view's seat, sorted, each once, and returns how many. The seat is one that is asked. */
    int (*legal)(const struct ir_view *, ir_move out[IR_MOVES_MAX]);
    /* Lists the possible outcomes of chance, sorted, with their weights, and returns how many. */
    int (*chance)(const struct ir_state *, struct ir_chance out[IR_MOVES_MAX]);
    /* Draws one outcome from the same distribution, fast. */
    ir_move (*sample)(const struct ir_state *, struct ir_rng *);
    /* Applies a legal move of the seat whose turn it is, or a possible outcome. events may be NULL. */
    void (*apply)(struct ir_state *, ir_move, struct ir_events *events);
    void (*score)(const void *pub, struct ir_score *);
    /* Makes a random state that has this view. All arrangements of cards that fit the view are equally likely. Choices of
     * players exclude arrangements, but do not make them more or less likely. */
    void (*imagine)(const struct ir_view *, struct ir_rng *, struct ir_state *);
    /* Returns NULL, or a sentence: which card, coin or token is lost, doubled, or in a wrong place. */
    const char *(*check)(const struct ir_state *);
    void (*move_print)(ir_move, struct ir_text *);
    int (*move_parse)(const char *text); /* a move, or -1; accepts only what move_print writes */
    /* Writes a number of an event in words; type is the letter of its field in event_kind. */
    void (*value_print)(char type, int value, struct ir_text *);
    /* Can a number of an event be this, with so many seats? `type` is a letter of the game's own. NULL: it has none. */
    int (*value_sound)(char type, int value, int seats);
    /* Is every number of this view one that `legal`, `describe`, `own`, `score` and the game's words and reasons can take? It
     * is asked about bytes that a stranger sent, before anything else reads them (ir_view_sound). */
    int (*sound)(const struct ir_view *);
    /* Write the view as members of a JSON object, for clients to draw. `describe` gets the public zone and writes what all
     * viewers see; it is called once for all of them. `own` writes what depends on the viewer, who may be a spectator: the
     * viewer's cards, and what is computed from them. The two write different members. */
    void (*describe)(const void *pub, struct ir_json *);
    void (*own)(const struct ir_view *, struct ir_json *); /* or NULL */
    /* Writes the components of the game as one JSON member, for clients that show pictures of them. May be NULL. */
    void (*components)(struct ir_json *);
};

/* The reasons of a game. Each game that gives any has one `const struct ir_reasons NAME_reasons`, in games/NAME/why.c. It is no
 * member of struct ir_game, so that a program without reviews is linked without them. */
struct ir_reasons {
    const struct ir_game *game;
    const struct ir_fact_kind *kind;
    int kinds;
    /* Facts that tell why `better` is better than `played`, both legal moves of the view's seat, the most important first.
     * played may be IR_NO_MOVE: then facts that speak for `better`. Every fact follows from the view and the notes (which may
     * be NULL). Returns how many, at most IR_FACTS_MAX. */
    int (*why)(const struct ir_view *, const struct ir_notes *, ir_move played, ir_move better,
               struct ir_fact out[IR_FACTS_MAX]);
};

/* ---- calls on games ------------------------------------------------------------------------------------------------- */

extern const struct ir_game *const ir_games[];        /* the games for people, in the order of menus; ends with NULL */
extern const struct ir_game *const ir_all_games[];    /* the same, then the templates for new games; ends with NULL */
const struct ir_game *ir_game_find(const char *name); /* NULL if there is none; finds templates too */

inline size_t ir_state_size(const struct ir_game *g)
{
    return (size_t)g->zone.pub + (size_t)g->zone.seat * g->max_seats + g->zone.hid;
}
/* Whose turn it is: a seat, IR_CHANCE or IR_OVER; and how many seats play. */
inline int ir_turn(const struct ir_state *s)
{
    return ((const struct ir_head *)(const void *)s->b)->turn;
}
inline int ir_seats(const struct ir_state *s)
{
    return ((const struct ir_head *)(const void *)s->b)->seats;
}
/* The same for a view; and the values of its options, in the order of game->option. */
int ir_view_turn(const struct ir_view *);
int ir_view_seats(const struct ir_view *);
const int16_t *ir_view_options(const struct ir_view *);
/* Functions of the contract as plain calls, for programs that cannot call through pointers in a struct. */
int ir_legal(const struct ir_game *, const struct ir_view *,
             ir_move out[IR_MOVES_MAX]);                                             /* how many; 0: this seat is not asked */
ir_move ir_sample(const struct ir_game *, const struct ir_state *, struct ir_rng *); /* IR_NO_MOVE: it is not chance's turn */
void ir_score_of(const struct ir_game *, const struct ir_state *, struct ir_score *);
void ir_move_text(const struct ir_game *, ir_move, char out[IR_TEXT_MAX]);
ir_move ir_move_find(const struct ir_game *, const char *text); /* IR_NO_MOVE: no move of this game */
/* The seats that are asked for a move now, as bits: those of a secret question, or the one whose turn it is, or none. */
uint16_t ir_asked(const struct ir_game *, const void *pub);

/* Starts a game. `deck` is the text of a deck to play with instead of a compiled-in one, or NULL. IR_OK, or IR_E_OPTION,
 * IR_E_SEATS or IR_E_DECK with a sentence in why. */
int ir_start(const struct ir_game *, struct ir_state *, int seats, const char *options, const char *deck, char why[IR_WHY_MAX]);
/* What a seat, or IR_SPECTATOR, sees of a state. */
void ir_look(const struct ir_game *, const struct ir_state *, int seat, struct ir_view *);
/* Applies a move, if it is the actor's turn and the move is possible. Otherwise returns an error, with the state unchanged. */
int ir_apply(const struct ir_game *, struct ir_state *, int actor, ir_move, struct ir_events *, char why[IR_WHY_MAX]);
/* Of all bytes of the state, but for later options (ir_game) that all have their defaults. */
uint64_t ir_hash(const struct ir_game *, const struct ir_state *);
/* Events as a seat may see them: without the private numbers that are not for it. */
void ir_events_see(const struct ir_events *all, int seat, struct ir_events *out);
void ir_event_see(const struct ir_event *, int seat, struct ir_event *out);
void ir_event_json(const struct ir_game *, const struct ir_event *, struct ir_json *);
/* For bytes that a stranger sent: are they a view of this game with so many seats, whose numbers all functions of the game can
 * take? And the same for an event, as its viewer has it: `see` is 0, or prv is for the viewer. */
int ir_view_sound(const struct ir_game *, const struct ir_view *, int seats);
int ir_event_sound(const struct ir_game *, const struct ir_event *, int seats);
/* Writes the view as one JSON object, with the turn and, if the viewer is asked, the legal moves. */
void ir_describe(const struct ir_game *, const struct ir_view *, struct ir_json *);

/* Reads options; value[] has IR_OPTIONS_MAX entries. Writes them in their shortest form, the same for equal options. */
int ir_options_parse(const struct ir_game *, const char *text, int16_t *value, char why[IR_WHY_MAX]);
void ir_options_print(const struct ir_game *, const int16_t *value, struct ir_text *);
const int16_t *ir_options(const struct ir_state *);

/* ---- fairness --------------------------------------------------------------------------------------------------------- */

/* In a live game a key determines every outcome. The key is made from a secret of the dealer, the id of the match and a salt
 * from each seat. The commitment, a hash of the secret, is published before the game, and the secret after it. */
void ir_commit(uint8_t out[32], const uint8_t secret[32]);

/* ---- records ----------------------------------------------------------------------------------------------------------- */

/* A record is a game as lines of text (docs/record-format.md). This struct is the fold of the lines so far, for writing and
 * for reading. */
struct ir_record {
    const struct ir_game *const *games; /* for a reader: the games it may be of */
    const struct ir_game *game;
    const char *deck; /* the text of the deck in play, or NULL; the caller's or the library's */
    struct ir_state state;
    char match[IR_MATCH_MAX], name[IR_SEATS_MAX][IR_NAME_MAX], salt[IR_SEATS_MAX][IR_SALT_MAX];
    uint8_t commit[32], secret[32]; /* of the current segment */
    uint8_t has_commit, has_secret, stage, over;
    uint8_t resigned; /* the seats that resigned, as bits */
    uint32_t rows, chances, line;
};
struct ir_row {
    int8_t actor; /* a seat or IR_CHANCE */
    ir_move move;
};

/* To write a record: ir_record_begin, print the header; for every move and outcome ir_record_row, which applies it, then print
 * the row; last print the end. */
int ir_record_begin(struct ir_record *, const struct ir_game *, int seats, const char *options, const char *deck,
                    char why[IR_WHY_MAX]);
void ir_record_print_header(const struct ir_record *, struct ir_text *);
int ir_record_row(struct ir_record *, int actor, ir_move, struct ir_events *, char why[IR_WHY_MAX]);
/* The line of the row that was just applied; after every sixteenth row also a line with the hash of the state. */
void ir_record_print_row(const struct ir_record *, const struct ir_row *, struct ir_text *);
/* A seat resigns and cannot win any more. The game is over when only one seat has not resigned. */
int ir_record_resign(struct ir_record *, int seat, char why[IR_WHY_MAX]);
void ir_record_print_resign(int seat, struct ir_text *);
void ir_record_print_commit(const struct ir_record *, struct ir_text *);
void ir_record_print_secret(const struct ir_record *, struct ir_text *);
/* The last line: the result if the game is over, else a hash, for a saved game. */
void ir_record_print_end(const struct ir_record *, struct ir_text *);
/* A line that is one form feed ends a record, and the text of its deck may follow. Returns that text, or NULL. */
const char *ir_record_deck(const char *text);

/* ---- replays ------------------------------------------------------------------------------------------------------------ */

/* A replay is a record in memory that can be moved to any row. Opening it reads and checks every line once. It saves the state
 * at every IR_REPLAY_EVERY-th row, so that a seek applies fewer rows than that, however long the game is.
 *
 * A row is a move or an outcome of chance. A step is what a person looks at: at most one move, and the outcomes that follow it.
 * Step 0 is the position before anything happened; step 1 is the deal, in games that begin with one.
 *
 * To judge the decisions of a game, walk through its rows:
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

/* A part of a record that was dealt with one secret. It goes from this row to the next segment. */
struct ir_segment {
    uint32_t row;
    uint8_t revealed; /* 1: the secret is known and fits the commitment */
    uint8_t commit[32], secret[32];
};
struct ir_replay {
    struct ir_record record; /* after its last line; deck is the text given to ir_replay_open */
    const struct ir_row *row;
    const uint32_t *step; /* step[i]: how many rows have happened after step i; step[0] is 0 */
    const struct ir_segment *segment;
    uint32_t rows, steps, segments;
    struct {
        uint32_t row; /* how many rows had happened when this seat resigned */
        int seat;
    } resign[IR_SEATS_MAX];
    int resigns;
    /* the current position: */
    uint32_t at; /* rows so far */
    struct ir_state state;
    /* internal: */
    uint8_t *saved; /* the states after 0, IR_REPLAY_EVERY, ... rows, each of the game's size */
};
/* Bytes of memory that a replay of this text needs: about 24 a row. */
size_t ir_replay_size(const char *text);
/* Opens a record, at step 0. memory has at least ir_replay_size(text) bytes, aligned as malloc does it; the replay uses it as
 * long as it is used itself, but not the text. games are those the record may be of. deck is the text of a custom deck, such as
 * ir_record_deck(text), or NULL. Returns IR_OK, or an error with a sentence that names the line. */
int ir_replay_open(struct ir_replay *, const struct ir_game *const *games, const char *text, const char *deck, void *memory,
                   size_t size, char why[IR_WHY_MAX]);
/* Goes to the position after so many rows, at most `rows`. */
void ir_replay_seek(struct ir_replay *, uint32_t row);
/* Applies the next row, which must exist. events may be NULL. */
void ir_replay_next(struct ir_replay *, struct ir_events *events);
/* Goes to the end of a step, at most `steps`. story, if not NULL, gets all events of the step; for a viewer each must go
 * through ir_event_see. */
void ir_replay_step(struct ir_replay *, uint32_t step, struct ir_story *story);
void ir_replay_view(const struct ir_replay *, int seat, struct ir_view *);
unsigned ir_replay_resigned(const struct ir_replay *); /* the seats that have resigned so far, as bits */
int ir_replay_over(const struct ir_replay *);          /* the game is over here: by the rules, or all but one resigned */

/* An audit deals every outcome of a record again from the revealed secrets. It stops at the first outcome that differs and does
 * not apply it, so that a changed card is reported at its own line, not at the next hash. */
struct ir_audit {
    uint32_t outcomes;         /* outcomes read, without the one that differs */
    uint32_t agree;            /* how many of them a revealed secret confirms; the others cannot be checked */
    uint32_t row, line;        /* of the outcome that differs, counted from 1; 0: none does */
    char due[IR_TEXT_MAX + 8]; /* the correct line */
};
/* Returns IR_OK, whether an outcome differs or not; or an error with a sentence if the text is not a record. games and deck are
 * as for ir_replay_open. */
int ir_audit_run(const struct ir_game *const *games, const char *text, const char *deck, struct ir_audit *,
                 char why[IR_WHY_MAX]);

/* ---- bots --------------------------------------------------------------------------------------------------------------- */

/* How long a bot may think. A limit of 0 is no limit; without any limit the bot uses its default. A node is one move or outcome
 * that is simulated. The library has no clock: a limit of time needs one from the caller. */
struct ir_budget {
    uint64_t nodes;
    uint64_t microseconds;
    uint64_t (*clock)(void);  /* the time in microseconds; needed with `microseconds` */
    const volatile int *stop; /* if not NULL: the bot stops soon after *stop is set */
};

/* A value for every legal move; larger is better. The scale is the bot's own. For bots that search it is the chance of winning,
 * from 0 to 1. */
struct ir_advice {
    int n;
    uint64_t nodes;
    struct {
        ir_move move;
        uint32_t samples;
        double value;
    } of[IR_MOVES_MAX];
};

/* What the bots of a game remember of earlier positions, as a flat block of bytes; zero when a game starts. The format is up to
 * the game's bots. Notes are computed from the public zones of the positions alone. So they are the same for all seats and
 * contain no secret. Rules do not read them, and no hash or frame contains them. */
struct ir_notes {
    IR_ALIGNED uint8_t b[64];
};
/* Updates the notes after a move or outcome. Programs that use bots call it after every one, from the start of the game on. It
 * does nothing if the game's bots take no notes. */
void ir_note(const struct ir_game *, struct ir_notes *, const struct ir_state *before, const struct ir_state *after);

/* A bot gets a view and notes, never a state. notes may be NULL if the earlier positions are not known. The same rng, view,
 * notes and budget of nodes give the same advice. A bot allocates no memory and uses less than 64 KB of stack. */
struct ir_bot {
    const char *name, *help;
    void (*think)(const struct ir_game *, const struct ir_view *, const struct ir_notes *, struct ir_rng *,
                  const struct ir_budget *, struct ir_advice *);
    const struct ir_budget budget; /* its own default: nodes or microseconds of one core */
    uint8_t learned;               /* 1: it needs the trained network of its game */
};
const struct ir_bot *ir_bot_find(const struct ir_game *, const char *name); /* NULL: the game has no such bot */
const struct ir_bot *ir_bot_list(const struct ir_game *, int i);  /* the i-th: levels, weakest first, then others; or NULL */
const struct ir_bot *ir_bot_level(const struct ir_game *, int i); /* the i-th level for people, weakest first; or NULL */
/* What a bot is used for. Every game has a bot for every role. */
enum ir_role {
    IR_ROLE_DEFAULT,   /* the opponent, if a person has not chosen one */
    IR_ROLE_ADVISER,   /* gives hints */
    IR_ROLE_STAND_IN,  /* plays for somebody who is absent */
    IR_ROLE_QUICK,     /* needs next to no time: for simulations, and when another bot fails */
    IR_ROLE_STRONGEST, /* for measuring speed and strength */
    IR_ROLES
};
const struct ir_bot *ir_bot_role(const struct ir_game *, enum ir_role); /* never NULL */

/* The move that the bot chooses. notes and budget may be NULL. */
ir_move ir_bot_move(const struct ir_bot *, const struct ir_game *, const struct ir_view *, const struct ir_notes *,
                    struct ir_rng *, const struct ir_budget *);
ir_move ir_advice_best(const struct ir_advice *); /* the move with the largest value; of several, the first */

#ifdef __cplusplus
}
#endif

#endif
