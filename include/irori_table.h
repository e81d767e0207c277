/* irori_table.h: the public header of libirori for tables. A table is one game in progress, with its people.
 *
 * Order of this file: tables and their log, settings, the catalogue, commands, frames, what a keeper does, records. */
#ifndef IRORI_TABLE_H
#define IRORI_TABLE_H

#include "irori.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A table is a fold, too: of the rows of its log. ir_table_do carries a command out on a copy: it gives the row, the table
 * after it and the events. The caller makes the row durable, then puts the table after it in the place of the table, and
 * ir_table_frame tells each seat its own part. If the row cannot be made durable, the caller forgets the copy. ir_table_fold
 * takes in rows that others made, and those of a log that is loaded. So a move is told when it is safe, a crash between any two
 * steps loses nothing, and the same code runs in the server, in the browser and in the terminal. Time is an argument:
 * milliseconds since 1970.
 *
 * A row is a few lines of text, each ending with a newline. Moves, outcomes, `secret` and `= N HASH` are those of a record
 * (docs/record-format.md); the table's own begin with `@`:
 *     @ sit 0 4f1c0a55be0d9e21 Anna      a person takes a seat        @ bot 1 normal     a bot does
 *     @ stand 0                          and leaves it                @ ready 0 SALT     ready, and the salt of this seat
 *     @ close 2                          the empty seats go, 2 are left
 *     @ start                            all are ready                @ answer 2 pass    an answer kept secret (PK6.5)
 *     @ away 1   @ back 1                a bot plays for them; they are back
 *     @ resign 1                         for good                     @ flag 1           the clock of seat 1 fell
 *     @ late 1                           the patience with seat 1 ran out
 *     @ ask undo 0   @ agree 1   @ decline 1   @ undo   @ pause   @ resume   @ end   @ rematch ID
 *     @ commit HASH                      the secret so far follows, and another one deals from here on
 * Rows are numbered (seq, sub). All rows with one seq make one frame; answers only add to it (sub 0, 1, ...), any other row
 * closes it, so that the number of a frame, which everyone sees, does not tell who has answered. A row that closes a secret
 * question has the answers that count as moves; those that came to nothing stay unknown. */
enum {
    IR_ROW_MAX = 8192,   /* bytes of a row, the closing zero included */
    IR_ID_MAX = 24,      /* bytes of a table's id, the closing zero included: letters and digits */
    IR_RECENT = 4,       /* commands of each seat a table remembers, to answer a repeated one */
    IR_FRAME_MAX = 65536 /* bytes that hold any frame */
};
enum ir_stage { IR_GATHERING, IR_PLAYING, IR_OVER_NOW };
enum ir_seat_kind { IR_OPEN, IR_PERSON, IR_BOT };
enum ir_paused { IR_RUNNING, IR_PAUSED, IR_DESERTED }; /* deserted: by the keeper, because no person was left to play */

/* How a table is run: numbers with names, as options are; ir_settings lists them with help for people.
 *   clock=none|move|game  seconds=N  increment=N   reaction=N (seconds for secret answers; 0: until all have answered)
 *   absent=N (seconds after which others may let a bot play for a seat)   undo=on|off  hints=on|off  watch=on|off listed=off|on
 */
extern const struct ir_option ir_settings[];
enum {
    IR_SET_CLOCK,
    IR_SET_SECONDS,
    IR_SET_INCREMENT,
    IR_SET_REACTION,
    IR_SET_ABSENT,
    IR_SET_UNDO,
    IR_SET_HINTS,
    IR_SET_WATCH,
    IR_SET_LISTED,
    IR_SETTINGS
};
int ir_settings_parse(const char *text, int16_t value[IR_SETTINGS], char why[IR_WHY_MAX]);
void ir_settings_print(const int16_t value[IR_SETTINGS],
                       struct ir_text *); /* what differs from the usual; "" if nothing does */

/* What can be played here, as one JSON object (GET /api/games): games with options, presets and bots, and the settings. */
enum { IR_CATALOGUE_MAX = 65536 }; /* bytes that hold it */
void ir_catalogue(struct ir_json *);

struct ir_seat {
    uint8_t kind, ready, away, resigned; /* kind: enum ir_seat_kind; away: a bot plays for this person */
    uint8_t late;                        /* the patience with this person ran out in this position */
    uint64_t who;                        /* the person's id; 0: none */
    char name[IR_NAME_MAX];              /* of the person; of the bot */
    char salt[IR_SALT_MAX];              /* "": none */
    int64_t left;                        /* milliseconds on the clock at `since` */
    ir_move answer;                      /* a secret answer that waits for the others, or IR_NO_MOVE */
};
/* A command that was carried out, and in which frame. */
struct ir_recent {
    uint64_t who, id;
    int64_t seq;
};
struct ir_table {
    const struct ir_game *game;
    const char *deck;     /* the text of a custom deck, the caller's; or NULL */
    char id[IR_NAME_MAX]; /* shorter than IR_ID_MAX, unless it comes from a record */
    int16_t set[IR_SETTINGS];
    uint64_t host;                              /* who opened it: puts bots in and out of seats before the start */
    uint8_t stage, paused, n_seats, has_secret; /* paused: enum ir_paused */
    uint8_t asking, agreed; /* a question put to all people: 0 or 'u'ndo, 'p'ause, 'e'nd, 'r'ematch; who agreed, as bits */
    int8_t asked_by;        /* the seat that put it */
    int8_t ended_by;        /* the seat whose resignation ended the game, or -1 */
    int8_t can_undo;        /* the seat that may take its last move back, or -1 */
    uint8_t commit[32], secret[32];
    struct ir_seat seat[IR_SEATS_MAX];
    struct ir_recent recent[IR_SEATS_MAX + 1][IR_RECENT]; /* by seat, newest first; the last are the host's without one */
    int64_t seq;                                          /* of the last whole frame; 0: nothing happened yet */
    int32_t sub;                                          /* rows of the next frame so far: answers */
    int64_t since;                                        /* when the position arose, or its clock began to run again */
    uint32_t chances, rows;                               /* outcomes; moves and outcomes */
    struct ir_state now, before;                          /* the position; the one before the last move, if can_undo */
    struct ir_notes notes, notes_before;                  /* of the bots, at these two */
    char options[IR_OPTIONS_TEXT], next[IR_ID_MAX];       /* canonical options; the id of the rematch */
};

/* Somebody wants something. text is one of
 *     sit SEAT NAME | bot SEAT BOT | stand [SEAT] | close | ready SALT | move MOVE | resign | away | back | takeover SEAT |
 *     undo | pause | end | rematch | agree | decline | resume       from people
 *     play SEAT MOVE | time | pause | rematch ID | start | commit HASH       from the table's keeper (who = 0): a bot's move;
 * look at the clock; nobody was here when a clock fell; the table of the rematch that all agreed on; begin, at a table from a
 * record; reveal the secret, and deal with the one of this hash from now on */
struct ir_command {
    uint64_t who; /* 0: the keeper */
    uint64_t id;  /* the asker's own number for this command, so that it can be repeated safely; 0: none */
    int64_t seq;  /* the frame the asker had seen; looked at for `move` and `play` */
    const char *text;
};

int ir_table_open(struct ir_table *, const struct ir_game *, const char *id, int seats, const char *options, const char *deck,
                  const char *settings, uint64_t host, const uint8_t commit[32], char why[IR_WHY_MAX]);
/* What a command does. Once the row is durable, `table = done.after` makes it so. */
struct ir_done {
    int64_t seq; /* the numbers of the row */
    int32_t sub;
    int closed; /* the row closes a frame; 0: it only adds an answer */
    char row[IR_ROW_MAX];
    struct ir_table after; /* byte for byte what ir_table_fold makes of the row */
    struct ir_story story;
};
/* Carries a command out, once, and changes nothing but *done. IR_OK, or an error and a sentence: then the row is empty and
 * `after` means nothing; with IR_E_AGAIN done->seq is the frame in which the command was carried out before. The secret deals
 * the cards of a start and of what follows a move. */
int ir_table_do(const struct ir_table *, const struct ir_command *, const uint8_t secret[32], int64_t now, struct ir_done *done,
                char why[IR_WHY_MAX]);
/* Takes a row in, whoever made it, as long as it is the next one and what ir_table_do would make of some command of `who` and
 * the outcomes in it. who and id are those of its command. Returns 1 if it closed a frame, 0 if it only added an answer, or an
 * error with the table unchanged: IR_E_STALE if it is not the next row. story may be NULL. */
int ir_table_fold(struct ir_table *, const char *row, int64_t seq, int32_t sub, uint64_t who, uint64_t id, int64_t time,
                  struct ir_story *story, char why[IR_WHY_MAX]);
int ir_table_seat(const struct ir_table *, uint64_t who); /* the seat of this person, or IR_SPECTATOR */
/* A whole frame, one JSON object: the table, the view of this seat, its events; `ack`, if not 0, is the id of the command this
 * answers (docs/protocol.md). story may be NULL. */
void ir_table_frame(const struct ir_table *, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                    struct ir_json *);
/* What happened in one frame, as this seat may know it: one JSON object with `seq`, `acts` and `events`, as in a frame. */
void ir_story_json(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *);
/* What the keeper should do: bots that must think now, as bits of seats; when to say `time` (0: never; else now or later); and,
 * if all have agreed, open a table for the rematch and say `rematch ID`. A game that no person is left to play does not go on:
 * no bot thinks, and the next `time` pauses it. `flag` is when the clock of a person falls, or 0: a keeper that was not there
 * for anyone at that time says `pause` instead of `time`. */
struct ir_wish {
    uint16_t think;
    int64_t wake, flag;
    uint8_t rematch;
};
void ir_table_wish(const struct ir_table *, int64_t now, struct ir_wish *);
const char *ir_table_bot(const struct ir_table *, int seat); /* the bot that plays this seat now, or NULL */
/* What a bot of this seat (or a hint for it) thinks about: its view and notes (may be NULL), in a secret question as if all
 * before it had been silent, so that it is this seat's turn. The seat is one that is asked; of any other it is just the view.
 */
void ir_table_view(const struct ir_table *, int seat, struct ir_view *, struct ir_notes *);
/* "55 45 won 0": the result of a finished game, or how it stands. */
void ir_table_result(const struct ir_table *, struct ir_text *);
/* The game as a record (docs/record-format.md), from the table after all its rows and the texts of these, in order. Undone
 * moves are left out; answers to an open secret question are moves of the record if they will count in any case. `before` is
 * what the table was made from by ir_table_from_record, or NULL. Fits into the rows' length, that of the text of `before` and
 * IR_RECORD_MORE bytes. IR_OK, or an error and a sentence: rows are missing. */
enum { IR_RECORD_MORE = 8192 };
int ir_table_record(const struct ir_table *, const struct ir_replay *before, const char *const *row, size_t n, struct ir_text *,
                    char why[IR_WHY_MAX]);
/* A table that goes on with the game of a record, from its end; or begins one, if the record is a header and `saved`. Seats,
 * names and salts are the record's; a person is numbered by seat + 1. All are ready, and `start` from the keeper begins. The
 * secret of this commitment deals from here on; to let nobody know what comes, it is a new one, as the record may reveal those
 * before. The deck that was given to ir_replay_open belongs to the table as well. Moves the replay to its last row. IR_OK, or
 * an error and a sentence: the game is over, or the settings are wrong. */
int ir_table_from_record(struct ir_table *, struct ir_replay *, const char *settings, const uint8_t commit[32],
                         char why[IR_WHY_MAX]);
/* Goes to a step and tells it as one JSON object, which has the shape of a table's frame (docs/protocol.md) with the step as
 * its seq: the view of this seat and its part of what the step told. Nobody can do anything: `may` is empty and there is no
 * `legal`. */
void ir_replay_frame(struct ir_replay *, uint32_t step, int seat, struct ir_json *);

#ifdef __cplusplus
}
#endif

#endif
