/* greedy.h: the weights of the greedy Gacha bots: used by the weaker levels and as a feature of the network. */
#ifndef IR_GACHA_GREEDY_H
#define IR_GACHA_GREEDY_H

#include "games/gacha/gacha.h"

struct greedy_taste { /* in points */
    double joker, token, first_half, colour, draw;
    int wants; /* rewards of the market it collects for, best first */
};
extern const struct greedy_taste greedy_taste;

/* The promise of a hand (greedy.c). `gone`: a slot that will be taken, or -1. */
double greedy_promise(const struct greedy_taste *, const struct gacha_pub *, int me, const uint8_t *hand, int jokers, int gone);
void greedy_think(const struct greedy_taste *, const struct ir_game *, const struct ir_view *, struct ir_rng *,
                  struct ir_advice *);

#endif
