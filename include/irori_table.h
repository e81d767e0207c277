/* irori_table.h: the public header of libirori for tables. A table is one game in progress, with its people.
 *
 * Order of this file: tables and their log, settings, the catalogue, commands, frames, what a keeper does, records. */
#ifndef IRORI_TABLE_H
#define IRORI_TABLE_H

#include "irori.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A table, too, is the fold of a log. The entries of its log are rows.
 *
 * ir_table_do carries a command out on a copy. It returns the row, the table after it, and the events. The caller stores the
 * row. When the row is durable, the caller replaces the table by the one after it and sends each viewer a frame
 * (ir_table_frame). If the row could not be stored, the caller drops the copy. So nobody is shown a move that could still be
 * lost, and a crash at any point loses nothing. ir_table_fold applies rows that others made, or those of a stored log. The same
 * code runs in the server, in the browser and in the terminal. Time is an argument: milliseconds since 1970.
 *
 * A row is a few lines of text, each ending with a newline. Moves, outcomes, `secret` and `= N HASH` are as in a record
 * (docs/record-format.md). The other lines begin with `@`:
 *     @ sit 0 4f1c0a55be0d9e21 Anna      a person takes a seat        @ bot 1 normal     a bot does
 *     @ stand 0                          and leaves it                @ ready 0 SALT     ready, and the salt of this seat
 *     @ close 2                          the empty seats are removed; 2 are left
 *     @ lock   @ unlock                  only the host may sit down   @ host 1           the person in seat 1 is the host now
 *     @ start                            all are ready                @ answer 2 pass    a secret answer
 *     @ away 1   @ back 1                a bot plays for seat 1; the person plays again
 *     @ resign 1                         for good                     @ flag 1           the clock of seat 1 fell
 *     @ late 1                           seat 1 has kept the others waiting too long
 *     @ remind                           in a slow game: those who are asked are reminded
 *     @ holiday 1 7                      the clock of seat 1 stands for 7 days; 0: no longer
 *     @ ask undo 0   @ agree 1   @ decline 1   @ undo   @ pause   @ resume   @ end   @ rematch ID
 *     @ commit HASH                      the next line reveals the secret; another one deals from here on
 *
 * A row has two numbers, seq and sub. All rows with one seq make one frame. A secret answer adds a row to the next frame (sub
 * 0, 1, ...); any other row completes the frame. So frame numbers, which everybody sees, do not reveal who has answered. The
 * row that closes a secret question contains the answers that count, as moves. The other answers are never revealed. */
enum {
    IR_ROW_MAX = 8192,   /* bytes of a row, the closing zero included */
    IR_ID_MAX = 24,      /* bytes of a table's id, the closing zero included: letters and digits */
    IR_RECENT = 4,       /* the last commands of each seat, which a table remembers to recognise repeated ones */
    IR_FRAME_MAX = 65536 /* bytes of the largest frame */
};
enum ir_stage { IR_GATHERING, IR_PLAYING, IR_OVER_NOW };
enum ir_seat_kind { IR_OPEN, IR_PERSON, IR_BOT };
enum ir_paused { IR_RUNNING, IR_PAUSED, IR_DESERTED }; /* deserted: paused by the keeper, as no person is left */

/* Settings say how a table is run. Like options they are small numbers with names; ir_settings lists them, with a sentence of
 * help for each. A text of settings is "clock=move,seconds=30"; what is not named has its default. */
extern const struct ir_option ir_settings[];
enum {
    IR_SET_CLOCK,
    IR_SET_SECONDS,
    IR_SET_INCREMENT,
    IR_SET_HOURS,
    IR_SET_LATE,
    IR_SET_REACTION,
    IR_SET_ABSENT,
    IR_SET_UNDO,
    IR_SET_HINTS,
    IR_SET_COACH,
    IR_SET_WATCH,
    IR_SET_LISTED,
#ifndef IR_TERSE /* the page's own tables are never rated */
    IR_SET_RATED,
#endif
    IR_SETTINGS
};
enum { IR_CLOCK_NONE, IR_CLOCK_MOVE, IR_CLOCK_GAME, IR_CLOCK_SLOW }; /* values of IR_SET_CLOCK */
int ir_settings_parse(const char *text, int16_t value[IR_SETTINGS], char why[IR_WHY_MAX]);
void ir_settings_print(const int16_t value[IR_SETTINGS], struct ir_text *); /* only what differs from the defaults */
/* "quick" (a clock for moves or the game), "calm" (no clock) or "slow": what ratings are kept apart by. */
const char *ir_settings_pace(const int16_t value[IR_SETTINGS]);

/* How fast two people who look for each other want to play: a few settings by name. The last one has no name. */
struct ir_pace {
    const char *name, *settings;
};
extern const struct ir_pace ir_paces[];
const struct ir_pace *ir_pace_find(const char *name); /* or NULL */

/* The catalogue: all games with their options, presets and bots, the settings and the paces, as one JSON object (GET
 * /api/games). */
enum { IR_CATALOGUE_MAX = 65536 }; /* its bytes at most */
void ir_catalogue(struct ir_json *);

struct ir_seat {
    uint8_t kind, ready, away, resigned; /* kind: enum ir_seat_kind; away: a bot plays for this person */
    uint8_t late;                        /* this person has kept the others waiting too long in this position */
    uint8_t holidays;                    /* days of holiday taken in this game */
    uint64_t who;                        /* the person's id; 0: none */
    char name[IR_NAME_MAX];              /* of the person or bot */
    char salt[IR_SALT_MAX];              /* "": none */
    int64_t left;                        /* milliseconds on the clock at `since`, or at the end of the holiday */
    int64_t holiday;                     /* in a slow game: until then the clock stands; 0, or in the past: it does not */
    ir_move answer;                      /* a secret answer that waits for the others, or IR_NO_MOVE */
};
/* A command that was carried out, and the frame it made. */
struct ir_recent {
    uint64_t who, id;
    int64_t seq;
};
struct ir_table {
    const struct ir_game *game;
    const char *deck;        /* the text of a custom deck, the caller's; or NULL */
    char id[IR_MATCH_MAX];   /* shorter than IR_ID_MAX, unless it comes from a record */
    char evening[IR_ID_MAX]; /* the evening whose table this is; set by the keeper after ir_table_open; "": none */
    int16_t set[IR_SETTINGS];
    uint64_t host;                              /* who opened the table, or was made its host; fills seats with bots */
    uint8_t stage, paused, n_seats, has_secret; /* paused: enum ir_paused */
    uint8_t locked;                             /* before the start: only the host may sit down */
    uint8_t asking, agreed;                     /* a proposal: 0 or 'u'ndo, 'p'ause, 'e'nd, 'r'ematch; who agreed, as bits */
    int8_t asked_by;                            /* whose proposal it is */
    int8_t ended_by;                            /* the seat whose resignation ended the game, or -1 */
    uint8_t reminded;                           /* in a slow game: reminders in this position */
    int8_t can_undo;                            /* the seat that may take its last move back, or -1 */
    uint8_t commit[32], secret[32];
    struct ir_seat seat[IR_SEATS_MAX];
    struct ir_recent recent[IR_SEATS_MAX + 1]
                           [IR_RECENT];             /* by seat, newest first; the last list is for a host without a seat */
    int64_t seq;                                    /* of the last complete frame; 0: nothing happened yet */
    int32_t sub;                                    /* rows of the next frame so far, all of them answers */
    int64_t since;                                  /* when this position began, or when its clock was started again */
    uint32_t chances, rows;                         /* how many outcomes; how many moves and outcomes */
    struct ir_state now, before;                    /* the position; the one before the last move, if can_undo */
    struct ir_notes notes, notes_before;            /* of the bots, in these two positions */
    char options[IR_OPTIONS_TEXT], next[IR_ID_MAX]; /* the options in canonical form; the id of the rematch */
};

/* A command. Commands of people:
 *     sit SEAT NAME | bot SEAT BOT | stand [SEAT] | close | lock | unlock | host SEAT | ready SALT | move MOVE | resign |
 *     away | back | takeover SEAT | holiday DAYS | undo | pause | end | rematch | agree | decline | resume
 * Commands of the keeper:
 *     play SEAT MOVE   the move of a bot
 *     time             look at the clock
 *     pause            instead of `time`, if nobody was here when a clock ran out
 *     rematch ID       the id of the table for the rematch that all agreed to
 *     start            begin, at a table that comes from a record
 *     commit HASH      reveal the secret; from now on the secret with this hash deals */
struct ir_command {
    uint64_t who; /* 0: the keeper */
    uint64_t id;  /* the sender's own number for it, so that it can be repeated safely; 0: none */
    int64_t seq;  /* the last frame the sender has seen; checked for `move` and `play` */
    const char *text;
};

int ir_table_open(struct ir_table *, const struct ir_game *, const char *id, int seats, const char *options, const char *deck,
                  const char *settings, uint64_t host, const uint8_t commit[32], char why[IR_WHY_MAX]);
/* What a command does. When the row is durable, do `table = done.after`. */
struct ir_done {
    int64_t seq; /* the numbers of the row */
    int32_t sub;
    int closed; /* 1: the row completes a frame; 0: it only adds an answer */
    char row[IR_ROW_MAX];
    struct ir_table after; /* the same bytes that ir_table_fold makes of the row */
    struct ir_story story;
};
/* Carries a command out. Nothing but *done is changed. Returns IR_OK, or an error with a sentence; then the row is empty and
 * `after` is undefined. After IR_E_AGAIN, done->seq is the frame that the command made the first time. The secret deals the
 * cards of the start and those that follow a move. */
int ir_table_do(const struct ir_table *, const struct ir_command *, const uint8_t secret[32], int64_t now, struct ir_done *done,
                char why[IR_WHY_MAX]);
/* Applies a row. It must be the next one, and one that ir_table_do could have made of a command of `who`, with the outcomes
 * that are in it. who and id are those of the command. Returns 1 if the row completes a frame, 0 if it only adds an answer, or
 * an error, with the table unchanged: IR_E_STALE if it is not the next row. story may be NULL. */
int ir_table_fold(struct ir_table *, const char *row, int64_t seq, int32_t sub, uint64_t who, uint64_t id, int64_t time,
                  struct ir_story *story, char why[IR_WHY_MAX]);
int ir_table_seat(const struct ir_table *, uint64_t who); /* the seat of this person, or IR_SPECTATOR */
/* Writes a whole frame, one JSON object (docs/protocol.md): the table, the view of this seat, its events. `ack`, if not 0, is
 * the id of the command that the frame acknowledges. story may be NULL. */
void ir_table_frame(const struct ir_table *, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                    struct ir_json *);
/* The same for a program that has the code of the game: instead of `view` and `events` there is a `block`, the bytes of this
 * seat's view and the numbers of its events (docs/protocol.md, "Blocks"). */
void ir_table_block(const struct ir_table *, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                    struct ir_json *);
/* Writes what happened in one frame, as far as this seat may know it: one JSON object with `seq`, `acts` and `events`. */
void ir_story_json(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *);
void ir_story_block(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *); /* events as numbers */
/* What the keeper should do next. When no person is left to play, no bot thinks, and the next `time` pauses the game. */
struct ir_wish {
    uint16_t think;  /* let the bots of these seats (bits) think */
    int64_t wake;    /* send `time` at this time; 0: never */
    int64_t flag;    /* when the clock of a person runs out; 0: never. If nobody was connected then, send `pause` instead */
    uint8_t slow;    /* 1: a slow game in progress: all this also while nobody is connected */
    uint8_t rematch; /* 1: all have agreed. Open a table and send `rematch ID` */
};
void ir_table_wish(const struct ir_table *, int64_t now, struct ir_wish *);
const char *ir_table_bot(const struct ir_table *, int seat); /* the bot that plays this seat now, or NULL */
/* What a bot of this seat thinks about, also for a hint: its view and the notes (may be NULL). In a secret question it is the
 * view as if all seats before this one had been silent, so that it is this seat's turn. */
void ir_table_view(const struct ir_table *, int seat, struct ir_view *, struct ir_notes *);
/* "55 45 won 0": the result, or the score so far. */
void ir_table_result(const struct ir_table *, struct ir_text *);
/* Writes the game as a record (docs/record-format.md). Needs the table after all its rows, and the texts of the rows in order.
 * Moves that were taken back are left out. Answers to an open secret question are written as moves if they will count whatever
 * the others answer. `before` is the replay that ir_table_from_record made the table of, or NULL. The record has at most as
 * many bytes as the rows and the text of `before` together, and IR_RECORD_MORE. Returns IR_OK, or an error with a sentence:
 * rows are missing. */
enum { IR_RECORD_MORE = 8192 };
int ir_table_record(const struct ir_table *, const struct ir_replay *before, const char *const *row, size_t n, struct ir_text *,
                    char why[IR_WHY_MAX]);
/* Makes a table that continues the game of a record; or that begins one, if the record is a header and `saved`. Seats, names
 * and salts come from the record. The person in seat n has the id n + 1. All are ready; the keeper's `start` begins. `commit`
 * is the commitment to the secret that deals from here on. That must be a new secret, as the record may reveal the earlier
 * ones. The table uses the deck that was given to ir_replay_open. The replay is moved to its last row. Returns IR_OK, or an
 * error with a sentence: the game is over, or the settings are wrong. */
int ir_table_from_record(struct ir_table *, struct ir_replay *, const char *settings, const uint8_t commit[32],
                         char why[IR_WHY_MAX]);
/* Goes to a step of a replay and writes it as a frame (docs/protocol.md): the view of this seat and its events. seq is the
 * number of the step. `may` is empty and `legal` is missing, as nobody can do anything. */
void ir_replay_frame(struct ir_replay *, uint32_t step, int seat, struct ir_json *);

#ifdef __cplusplus
}
#endif

#endif
