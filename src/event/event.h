/* event.h: an evening: people who meet at tables, round after round, and the standings that follow. docs/evenings.md has the
 * rules in plain words.
 *
 * An event is the fold of a log, as a table is. Its state, its standings and its next pairings follow from the rows alone, so a
 * restart, a crash and a second node are the same operation: fold again. No I/O and no clock: time is an argument. A row is a
 * few lines of text, each ending with a newline:
 *     @ event swiss 2 2 5 60 on        the kind, seats at a table, the fewest that the game allows, rounds (0: as usual),
 * minutes game NAME                        of an arena, bots for absentees; then what is played, and what the evening is called
 *     options TEXT
 *     settings TEXT
 *     name TEXT
 *     @ sit 0 4f1c0a55be0d9e21 Anna    somebody joins: the next number, from 0 on. It has the form of a row of a table, so that
 *                                      the store finds and blanks it when that person is deleted
 *     @ stand 3   @ back 3             person 3 leaves, or is sent away by the host; comes back
 *     @ start                          from now on there are rounds
 *     @ pair 2                         round 2: its tables with their ids and people, by seat; who has a bye, worth a point;
 *     = k3v9q2m8x4ab 0 5               who rests, which is worth nothing
 *     bye 7
 *     rest 8
 *     @ open 2                         the tables of round 2 are there: people may come
 *     @ result k3v9q2m8x4ab 0 1        ranks by seat as they were paired, 0 is best; x: did not come
 *     @ over
 * A fold checks that a row is possible, not that a pairing is the best one: that would make old logs unreadable with every
 * improvement of the pairing. */
#ifndef IR_EVENT_H
#define IR_EVENT_H

#include "irori_table.h"

enum event_kind { EVENT_ROUND_ROBIN, EVENT_SWISS, EVENT_ARENA, EVENT_KINDS };
enum event_stage { EVENT_OPEN, EVENT_PLAYING, EVENT_OVER };
enum {
    EVENT_PEOPLE = 128,
    EVENT_TABLES = 2048,
    EVENT_AT_ONCE = EVENT_PEOPLE / 2, /* tables in one round */
    EVENT_POINT = 120,                /* a point in units, so that every share of one is a whole number */
    EVENT_BREAKS = 3,
    EVENT_NAME = 128, /* bytes of its name */
    EVENT_ROUNDS = 64,
    EVENT_MINUTES = 720,
    EVENT_RANK_X = 15 /* did not come */
};

struct event_person {
    uint64_t who;
    char name[IR_NAME_MAX];
    uint8_t gone, byes;
    uint8_t bye_in[EVENT_PEOPLE]; /* by round, from 0: had they a bye in it? */
    uint8_t seat[IR_SEATS_MAX];   /* how often in this seat */
    int8_t last_seat;             /* -1: none yet */
    int16_t table;                /* where this person plays now, or -1 */
    int16_t last;                 /* the last table, or -1 */
    int32_t points;               /* of byes */
    int64_t since;                /* free since then */
};
struct event_table {
    char id[IR_ID_MAX];
    int16_t round;
    uint8_t n, done;
    uint8_t person[IR_SEATS_MAX], rank[IR_SEATS_MAX]; /* rank: once it is done */
    int64_t opened;                                   /* 0: not yet */
};
struct event {
    uint8_t kind, stage, seats, least, bots; /* least: the fewest people at a table */
    int16_t rounds, minutes, round;
    char game[24], options[IR_OPTIONS_TEXT], settings[160], name[EVENT_NAME];
    uint64_t host;
    int64_t seq, started, settled; /* settled: when the last table of a round was done */
    int n, n_tables, running;      /* running: tables without a result */
    int n_order;                   /* of a round robin: who was there at the start, */
    uint8_t order[EVENT_PEOPLE];
    struct event_person person[EVENT_PEOPLE];
    struct event_table table[EVENT_TABLES];
    uint8_t met[EVENT_PEOPLE][EVENT_PEOPLE];
};

/* Empties it; host: who made it, from whom its rows are folded. */
void event_clear(struct event *, uint64_t host);
/* Writes the first row. `like` has kind, seats, least, bots, rounds, minutes, game, options, settings and name. */
void event_made(const struct event *like, struct ir_text *row);
/* Applies the next row. IR_OK, or an error with a sentence and the event unchanged. */
int event_fold(struct event *, const char *row, int64_t seq, uint64_t who, int64_t time, char why[IR_WHY_MAX]);
/* The row of a command: join NAME (clean) | leave | back | start | drop PERSON | close. IR_OK and a row; IR_E_AGAIN: it is so
 * already, and needs no row; or an error with a sentence. */
int event_do(const struct event *, uint64_t who, const char *text, char row[IR_ROW_MAX], char why[IR_WHY_MAX]);
int event_find(const struct event *, uint64_t who);         /* the number of this person, or -1 */
int event_table_find(const struct event *, const char *id); /* or -1 */
int event_rounds(const struct event *);                     /* how many there will be; 0: not known yet, or an arena */
int64_t event_ends(const struct event *);                   /* of an arena that has begun: when; else 0 */

/* ---- standings ---- */

struct event_standing {
    int32_t points, breaks[EVENT_BREAKS]; /* in units, but for the number of wins */
    int games, place;                     /* place: 1 is first; equal places are shared */
};
/* How many tie-breaks this kind has, in their order, and what they are called. */
int event_breaks(const struct event *, const char *const **names);
void event_standings(const struct event *, struct event_standing of[EVENT_PEOPLE]);
/* What a table is worth to each of its people, in units (docs/evenings.md). */
void event_points(const struct event_table *, int32_t points[IR_SEATS_MAX]);
/* The state as clients see it, members only: all but `host` and `you`. here: who is connected; wake: when something happens
 * next, or 0. Of the tables that are done the newest EVENT_SHOWN are told. */
enum { EVENT_SHOWN = 128, EVENT_JSON = 1 << 18 };
void event_json(const struct event *, const uint8_t here[EVENT_PEOPLE], int64_t wake, struct ir_json *);

/* ---- what comes next ---- */

enum event_step { EVENT_WAIT, EVENT_PAIR, EVENT_END };
struct event_plan {
    int n_tables, n_byes, n_rests;
    uint8_t n[EVENT_AT_ONCE], person[EVENT_AT_ONCE][IR_SEATS_MAX];
    uint8_t bye[EVENT_PEOPLE], rest[EVENT_PEOPLE];
    int64_t wake; /* EVENT_WAIT: look again at this time; 0: when something happens */
};
/* What whoever runs the event does now. pause: milliseconds between a game and the next. */
enum event_step event_next(const struct event *, int64_t now, int64_t pause, struct event_plan *);
/* pair.c, for event_next: the next round of a round robin or a Swiss event, or whom to pair in an arena now. */
void event_pair(const struct event *, int64_t now, int64_t pause, struct event_plan *);
/* match.c: a matching of n (at most EVENT_PEOPLE) of the greatest weight, exactly; weight[i * n + j] is symmetric, 0: these two
 * cannot be matched. mate[i]: with whom, or -1. Weights are below 2^58. */
void event_matching(int n, const int64_t *weight, int mate[]);

#endif
