/* bots.h: what a game's folder says about its bots, and what all bots share. */
#ifndef IR_BOTS_H
#define IR_BOTS_H

#include "core/core.h"

struct brain;

/* How a level decides, as reviews measure it: NAME_losses in games/NAME/bots/levels.c, which tests/analysis/calibrate writes.
 * Only reviews refer to it, so that a program without them is linked without it. */
enum { LEVEL_GROUPS = 3, LEVEL_MISSES = 10 };
struct level_loss {
    uint8_t seats, level; /* level: its index */
    uint32_t games;       /* 0: the end of the list */
    double loss, spread;  /* mean loss of a decision with a choice in a game, and its standard deviation between games */
    double choices;       /* such decisions of a seat in a game, on average */
    int16_t say[LEVEL_GROUPS]
               [LEVEL_MISSES]; /* ln of how often it misses the best move by so much, in thousandths (summary.h) */
};

/* games/NAME/bots exports one of these, `const struct bots NAME_bots`. A game without that folder has the bots of plain.c. */
struct bots {
    const struct ir_game *game;
    const struct brain *brain;           /* brain.h; NULL: its bots use no network */
    const struct ir_bot *const *level;   /* for people, weakest first; ends with NULL */
    const struct ir_bot *const *other;   /* for tests and measurements; ends with NULL */
    const struct ir_bot *role[IR_ROLES]; /* NULL: the default of plain.c */
};
const struct bots *bots_find(const struct ir_game *); /* never NULL */
extern const struct bots bots_plain;

/* Fills in every legal move, with value 0 and no samples. */
void bot_advice_start(const struct ir_game *, const struct ir_view *, struct ir_advice *);
/* A hash over what every bot of every game chooses, with a small budget of nodes, in `positions` random positions of each game:
 * the same on every compiler and machine. */
uint64_t ir_bots_signature(int positions);

#endif
