/* loop.h: random Koi-Koi (printed rules) written by hand, to measure what the contract costs. */
#ifndef KOIKOI_LOOP_H
#define KOIKOI_LOOP_H

#include "irori.h"

struct loop_count {
    uint64_t rounds, decisions, chances;
};
/* Plays one game with the printed rules; purse[2] is its result. Picks in the same order from the same rng as
 * ir_play_random does, so that both must agree on every game: the loop is an oracle as well as a yardstick. */
void koikoi_loop(struct ir_rng *, int32_t purse[2], struct loop_count *);

#endif
