/* laws.h: the laws L1-L8 of docs/testing.md, checked on any game through the contract alone. No game knowledge in here. */
#ifndef LAWS_H
#define LAWS_H

#include "irori.h"

/* The subject under test: a game and the projection that makes its views (the core's, or a mutant's own). `weight`: the
 * relative likelihood of a world among those with the same view; NULL: all are equally likely. */
struct subject {
    const struct ir_game *game;
    void (*view)(const struct ir_game *, const struct ir_state *, int seat, struct ir_view *);
    double (*weight)(const struct ir_state *, int seat);
};

/* A broken law: its number and what happened. */
struct breach {
    int law; /* 0: none */
    char what[200];
};

/* Plays one random game from `start` and checks every law at every position (L6, which needs many draws, at every
 * `rare`-th). Returns the number of positions seen; stops at the first breach. */
uint64_t laws_game(const struct subject *, const struct ir_state *start, struct ir_rng *, int rare, struct breach *);

/* A random options text for a game: a preset and a few options with random values, such as the game accepts. */
void laws_options(const struct ir_game *, struct ir_rng *, char out[IR_OPTIONS_TEXT]);

#endif
