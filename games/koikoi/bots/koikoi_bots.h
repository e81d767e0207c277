/* koikoi_bots.h: what the files of these bots share. */
#ifndef IR_KOIKOI_BOTS_H
#define IR_KOIKOI_BOTS_H

#include "bots/bots.h"
#include "bots/brain.h"
#include "games/koikoi/koikoi.h"

extern const struct brain brain_koikoi;
extern const struct ir_bot bot_koikoi_easy, bot_koikoi_normal, bot_koikoi_greedy;
extern const struct bots koikoi_bots;

#endif
