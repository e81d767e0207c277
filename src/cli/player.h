/* player.h: players that are not people, by name. All subcommands name bots in this way.
 *
 *     greedy          a bot of the game, thinking as long as it likes to by default
 *     greedy@5ms      the same with so much time a decision; fractions such as 0.5ms are fine
 *     master@2000n    ... or so many nodes: slower or faster machines play the same moves
 *     exec:COMMAND    another program, which speaks the protocol of docs/bot-protocol.md; a turn it loses is played by greedy
 *     exec@5ms:COMMAND    ... and is told how long it should think
 *
 * A player belongs to one thread at a time and plays one game at a time, any number of them one after the other. */
#ifndef IR_CLI_PLAYER_H
#define IR_CLI_PLAYER_H

#include "cli.h"
#include "core/dealer.h"

struct player;
enum { PLAYER_LOST_TURNS = 3 }; /* the exit code of --strict */

/* The cost of its decisions so far. nodes stays 0 for players that do not count any; fallbacks (turns lost by another program)
 * stays 0 for our own bots. */
struct player_use {
    uint64_t decisions, nodes, fallbacks;
    double seconds;
};

struct player *player_open(const char *command, const struct ir_game *, const char *text); /* NULL after an error message */
void player_close(struct player *);                                                        /* NULL is fine */
const char *player_name(const struct player *);                                            /* the text it was opened with */
const char *player_label(const struct player *); /* the name that another program gave itself; else the same as player_name */
struct player_use player_use(const struct player *);
/* From now on a bot's time is the CPU time of its thread, so that other load on the machine does not count. Another program
 * still has wall-clock time. */
void player_by_processor(struct player *);
/* Thinking ends soon after *stop becomes nonzero; a decision made after that must be discarded. NULL: never. */
void player_stop(struct player *, const volatile int *stop);

/* The calls of a game: begin, events, moves, end. The seed is for the player's own random choices: with the same seed and no
 * time limit it plays the same. */
void player_start(struct player *, const struct setup *, int seat, uint64_t seed);
int player_listens(const struct player *); /* 0: player_events would do nothing, so nobody needs to prepare what it takes */
/* What this seat was told of a move or outcome, its own or not: its view afterwards and the events it may see. */
void player_events(struct player *, const struct ir_view *after, const struct ir_events *seen);
/* A legal move for the viewer, whose turn it is; IR_NO_MOVE after an error message: the player is broken. */
ir_move player_move(struct player *, const struct ir_view *, const struct ir_notes *);
void player_end(struct player *, const struct ir_score *);

/* The moves and outcomes of a game, in order; the caller frees `row`. */
struct rows {
    struct ir_row *row;
    size_t n, room;
};

/* Plays a whole game between players from the given state, which becomes the final one. The caller starts and ends the players.
 * NULL, or the error. */
struct course {
    void (*happened)(void *to, const struct ir_events *all); /* may be NULL */
    void *to;
    struct rows *rows;           /* if not NULL: gets every move and outcome */
    uint64_t decisions, chances; /* set by players_play */
    struct ir_notes notes;       /* of the bots, so far */
};
const char *players_play(const struct ir_game *, struct ir_state *, struct player *const *seat, struct ir_dealer *,
                         struct course *);

#endif
