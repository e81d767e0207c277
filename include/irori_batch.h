/* irori_batch.h: the public header of libirori for programs that learn: what a seat knows as numbers, and many games at once.
 * docs/observations.md lists the numbers of every game, docs/python.md has the same calls from Python.
 *
 * Order of this file: observations, information as text, batches. */
#ifndef IRORI_BATCH_H
#define IRORI_BATCH_H

#include "irori.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- observations ------------------------------------------------------------------------------------------------------ */

/* A part of an observation: so many numbers, one after another. */
struct ir_field {
    const char *name;
    uint16_t size;
    const char *help; /* one sentence: what the numbers are */
};
/* What a seat knows as numbers, for learning programs. Each game that has one has a `const struct ir_observer NAME_observer`,
 * in games/NAME/observe.c. It is no member of struct ir_game, so that a program that does not learn is linked without it. Other
 * seats are counted from the viewer: the next one clockwise is the first. */
struct ir_observer {
    const struct ir_game *game;
    uint16_t rev;                 /* raised with every change of the numbers or their places while the rules stay the same */
    const struct ir_field *field; /* ends with a NULL name */
    /* Writes all numbers, in the order of the fields. It gets a view, so nothing in it can depend on a secret. */
    void (*observe)(const struct ir_view *, float *out);
};
enum { IR_OBSERVATION_MAX = 2048 };              /* numbers of the largest observation */
int ir_observation_size(const struct ir_game *); /* how many numbers */
int ir_observation_rev(const struct ir_game *);  /* rev of its observer, or 0 */
const struct ir_field *ir_observation_fields(const struct ir_game *, struct ir_field spare[2]); /* ends with a NULL name */
/* Writes the observation of the view's seat, which is a player. A game without an observer gives the bytes of its view: what
 * everybody knows, then what the seat knows. `spare` above has room for that one field. */
void ir_observe(const struct ir_game *, const struct ir_view *, float *out);

/* ---- information as text ----------------------------------------------------------------------------------------------- */

enum { IR_INFORMATION_MAX = 16384 }; /* bytes of the longest one */
/* Writes all that a view says as one line of text: equal for equal views, different for different ones. It begins with the game
 * and a version, RULES.OBSERVATION, which is raised with the rules; then comes the view as ir_describe writes it, and a hash of
 * the parts that are not drawn. */
void ir_information(const struct ir_game *, const struct ir_view *, struct ir_text *);
uint64_t ir_view_hash(const struct ir_game *, const struct ir_view *); /* of all bytes of a view, and of its seat */

/* ---- batches ------------------------------------------------------------------------------------------------------------ */

/* Many games of one kind that are played side by side. All memory is the caller's: arrays with an entry or a row for every
 * game. Chance is played by the library, so between two calls every game waits for a seat. A game that ends is started again at
 * once: `over` is 1, `reward` has its result, and everything else is of the new game.
 *
 * The calls take a range of games, from `from` until before `to`. Ranges share nothing, so threads may work on different ones
 * at the same time, and the results do not depend on how many there are. */
struct ir_batch {
    const struct ir_game *game;
    int32_t n, seats;
    struct ir_state start;  /* the first position */
    uint8_t *state;         /* n * ir_state_size(game) */
    struct ir_rng *rng;     /* n: they deal */
    struct ir_notes *notes; /* n, for bots; or NULL: no notes are taken */
    ir_move *legal;         /* n * IR_MOVES_MAX: the legal moves of the seat that is to move, ascending */
    uint16_t *n_legal;      /* n: how many */
    int8_t *turn;           /* n: the seat that is to move */
    uint8_t *mask;          /* n * game->n_moves: 1 where a move is legal; or NULL */
    float *observation;     /* n * ir_observation_size(game): as the seat knows it that is to move; or NULL */
    float *reward;          /* n * seats: 0 unless the game has just ended */
    uint8_t *over;          /* n: 1: a game has just ended here */
};
/* Sets the first position. mask, legal and n_legal must be zero. IR_OK, or an error as of ir_start. */
int ir_batch_open(struct ir_batch *, const struct ir_game *, int seats, const char *options, const char *deck,
                  char why[IR_WHY_MAX]);
/* Starts the games of a range. Each gets a random generator of its own, made of the seed and the game's place. */
void ir_batch_reset(struct ir_batch *, uint64_t seed, int from, int to);
/* Makes a move in every game of a range; IR_NO_MOVE leaves a game as it is. Returns IR_OK; or IR_E_MOVE, and *bad is the first
 * game whose move is not legal: those before it have moved, the others have not. */
int ir_batch_step(struct ir_batch *, const ir_move *move, int from, int to, int *bad);
/* Writes what a step writes, for games whose state was changed from outside. Their turn must be a seat's. */
void ir_batch_look(struct ir_batch *, int from, int to);
/* Chooses a legal move for every game of a range, each with the same probability. `pick` has n generators. */
void ir_batch_random(const struct ir_batch *, struct ir_rng *pick, ir_move *move, int from, int to);
/* Lets a bot choose where one of these seats (bits) is to move, and writes IR_NO_MOVE elsewhere. budget may be NULL. */
void ir_batch_bot(const struct ir_batch *, const struct ir_bot *, const struct ir_budget *, uint32_t seats, struct ir_rng *pick,
                  ir_move *move, int from, int to);
/* What a result is worth to each seat, with a sum of 0: a sole winner gets 1 and the others share -1; a shared win is divided.
 */
void ir_reward(const struct ir_game *, const struct ir_state *, float reward[IR_SEATS_MAX]);

#ifdef __cplusplus
}
#endif

#endif
