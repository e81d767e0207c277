/* lab.h: searches that were tried and lost (docs/bots-measurements.md), for lab.c. Same arguments as search_think, but the
 * notes are there. */
#ifndef IR_LAB_H
#define IR_LAB_H

#include "bots/search.h"

/* Open-loop information-set tree search: one tree of decisions for all worlds, UCB over the moves each world allows, a node
 * more a sample, from there a playout as `how` says. Two seats. */
void tree_think(const struct search *how, double explore, const struct ir_game *, const struct ir_view *,
                const struct ir_notes *, struct ir_rng *, const struct ir_budget *, struct ir_advice *);
/* search_think, but every candidate gets a world and luck of its own. */
void apart_think(const struct search *how, const struct ir_game *, const struct ir_view *, const struct ir_notes *,
                 struct ir_rng *, const struct ir_budget *, struct ir_advice *);

#endif
