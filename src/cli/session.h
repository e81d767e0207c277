/* session.h: the table that `irori play` runs (ir_table), with its rows, its bots and the people at one screen.
 *
 * It is made from a record: a saved one, or a new one in which nothing has happened yet. A saved game reveals the secret of
 * what was dealt so far, and goes on with a new one: so the file never holds what is yet to come, and every card can be checked
 * afterwards. */
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
    int rehearsal;                    /* the secret is the number that was asked for, and stays */
    struct player *bot[IR_SEATS_MAX]; /* NULL: a person */
    char name[IR_SEATS_MAX][IR_NAME_MAX];
    const char *called[IR_SEATS_MAX]; /* the same, as words want it */
    int people, viewer;               /* viewer: the only person's seat, or -1 */
    /* play.c's own: */
    const struct words *words;
    const char *path; /* --record */
    int shown;        /* whose hand was on the screen last, or -1 */
};

/* A session begins as zeros. Each returns 0, or an exit code after a complaint. */
struct session_new {
    const struct ir_game *game;
    int64_t seats;
    const char *options, *people, *bot; /* people: "0,2" or "all" */
    int64_t seed;                       /* of a rehearsal, or -1 */
};
int session_new(struct session *, const struct session_new *);
int session_resume(struct session *, const char *path, const char *deck_path, int64_t seed);
void session_close(struct session *); /* whatever became of it */

void session_start(struct session *);                     /* deals, if the game wants it */
int session_turn(const struct session *);                 /* whose decision is next */
void session_decide(struct session *, int seat, ir_move); /* a legal move of this seat */
ir_move session_think(struct session *, int seat);        /* a bot's; IR_NO_MOVE if it is broken, and it has complained */
int session_undo(struct session *);                       /* the seat that took its move back, or -1: it cannot be */
int session_save(struct session *, const char *path);     /* 0, or an exit code after a complaint */
void session_end(struct session *);                       /* tells the bots how it ended */

#endif
