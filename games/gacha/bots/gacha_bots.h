/* gacha_bots.h: what the files of these bots share. */
#ifndef IR_GACHA_BOTS_H
#define IR_GACHA_BOTS_H

#include "bots/bots.h"
#include "bots/brain.h"
#include "games/gacha/gacha.h"

extern const struct brain brain_gacha;
extern const struct ir_bot bot_gacha_easy, bot_gacha_normal, bot_gacha_greedy;
extern const struct bots gacha_bots;

#endif
