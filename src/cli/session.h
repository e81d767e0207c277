/* session.h: the table that `irori play` runs (ir_table), with its rows, its bots and the people at one screen.
 *
 * It is made from a record: that of a saved game, or of a new one. Saving reveals the secret so far, and the game goes on with
 * a new one. So the file does not contain what will be dealt, and every card can be checked afterwards. */
#ifndef IR_CLI_SESSION_H
#define IR_CLI_SESSION_H

#include "player.h"
#include "irori_table.h"

struct session {
    struct setup setup;
    struct loaded from; /* the record that the table goes on with */
    struct ir_table table;
    struct ir_done done; /* of the last command: done.story is what just happened */
    char **row;          /* the texts of all rows since then */
    size_t n, room;
    uint8_t secret[32];
    int rehearsal;                    /* the secret is the --seed, and is never replaced */
    struct player *bot[IR_SEATS_MAX]; /* NULL: a person */
    char name[IR_SEATS_MAX][IR_NAME_MAX];
    const char *called[IR_SEATS_MAX]; /* the same, as words.h takes them */
    int people, viewer;               /* viewer: the only person's seat, or -1 */
    /* play.c's own: */
    const struct words *words;
    const char *path; /* --record */
    int shown;        /* whose hand was on the screen last, or -1 */
};

/* Open a session, which must be zeroed. Return 0, or an exit code after printing a complaint. */
struct session_new {
    const struct ir_game *game;
    int64_t seats;
    const char *options, *people, *bot; /* people: "0,2" or "all" */
    int64_t seed;                       /* of a rehearsal, or -1 */
};
int session_new(struct session *, const struct session_new *);
int session_resume(struct session *, const char *path, const char *deck_path, int64_t seed);
void session_close(struct session *); /* also if it could not be opened */

void session_start(struct session *);                     /* deals, if the game has not started */
int session_turn(const struct session *);                 /* whose decision is next */
void session_decide(struct session *, int seat, ir_move); /* a legal move of this seat */
ir_move session_think(struct session *, int seat);        /* the move of a bot; IR_NO_MOVE after a complaint if it fails */
int session_undo(struct session *);                       /* the seat that took its move back, or -1: not possible */
int session_save(struct session *, const char *path);     /* 0, or an exit code after a complaint */
char *session_record(const struct session *);             /* the game so far as a record, to be freed */
/* What an adviser would play for this seat, and the next best move (IR_NO_MOVE: there is none). 0: it has no advice. */
int session_hint(struct session *, int seat, ir_move *best, ir_move *second);
void session_end(struct session *); /* sends the bots the result */

#endif
