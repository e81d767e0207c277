/* bots.h: the bots of each game, for the list in bots.c. */
#ifndef IR_BOTS_H
#define IR_BOTS_H

#include "core/core.h"

/* Every legal move, not yet thought about. */
void bot_advice_start(const struct ir_game *, const struct ir_view *, struct ir_advice *);

extern const struct ir_bot bot_koikoi_easy, bot_koikoi_normal, bot_koikoi_hard, bot_koikoi_master;
extern const struct ir_bot bot_koikoi_greedy, bot_koikoi_flat, bot_koikoi_net, bot_koikoi_search;
extern const struct ir_bot bot_pikit_easy, bot_pikit_normal, bot_pikit_hard, bot_pikit_master;
extern const struct ir_bot bot_pikit_greedy, bot_pikit_flat, bot_pikit_net, bot_pikit_search;
extern const struct ir_bot bot_gacha_easy, bot_gacha_normal, bot_gacha_hard, bot_gacha_master;
extern const struct ir_bot bot_gacha_greedy, bot_gacha_flat, bot_gacha_net, bot_gacha_search;

#endif
