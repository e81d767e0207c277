/* pikit_bots.h: what the files of these bots share. */
#ifndef IR_PIKIT_BOTS_H
#define IR_PIKIT_BOTS_H

#include "bots/bots.h"
#include "bots/brain.h"
#include "games/pikit/pikit.h"

extern const struct brain brain_pikit;
extern const struct ir_bot bot_pikit_easy, bot_pikit_normal, bot_pikit_greedy;
extern const struct bots pikit_bots;

#endif
