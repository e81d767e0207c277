/* bots.h: what a game's folder says about its bots, and what all bots share. */
#ifndef IR_BOTS_H
#define IR_BOTS_H

#include "core/core.h"

struct brain;

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
