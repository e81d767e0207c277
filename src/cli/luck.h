/* luck.h: how lucky each seat was in a game.
 *
 * Luck is what the network thinks of a position that chance brought, less what it thinks on average of all that chance could
 * have brought. Whatever the network thinks and however anybody plays, the mean of that is zero: so a result less its luck has
 * the same mean as the result, and spreads less the better the network judges. (Known as control variates; the poker bots of
 * Alberta call it AIVAT.) */
#ifndef IR_CLI_LUCK_H
#define IR_CLI_LUCK_H

#include "bots/brain.h"

struct luck {
    struct ir_dealer dealer; /* deals what another one deals, and looks on */
    struct ir_dealer *inner;
    const struct ir_notes *notes;
    struct mind mind;
    struct ir_rng rng;
    int seats, open; /* in the middle of a deal */
    double mean[IR_SEATS_MAX];
    double sum[IR_SEATS_MAX]; /* what luck was worth to each seat so far, in wins */
};
/* The notes are those of the game, kept by whoever plays it; NULL: nobody does. */
void luck_open(struct luck *, const struct brain *, int seats, const struct ir_notes *, struct ir_dealer *inner, uint64_t seed);

#endif
