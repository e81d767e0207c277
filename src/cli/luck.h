/* luck.h: how lucky each seat was in a game.
 *
 * Luck is the network's value of the position after a chance event, minus the mean of its values over all outcomes. Its
 * expected value is zero for any network and any players. So a result minus its luck has the same mean as the result, and less
 * variance the better the network is. (These are control variates; in poker research, AIVAT.) */
#ifndef IR_CLI_LUCK_H
#define IR_CLI_LUCK_H

#include "bots/brain.h"
#include "core/dealer.h"

struct luck {
    struct ir_dealer dealer; /* wraps another dealer and observes it */
    struct ir_dealer *inner;
    const struct ir_notes *notes;
    struct mind mind;
    struct ir_rng rng;
    int seats, open; /* open: in the middle of a deal */
    double mean[IR_SEATS_MAX];
    double sum[IR_SEATS_MAX]; /* the luck of each seat so far, in wins */
};
/* notes: the notes of the game, which the caller updates; NULL: none. */
void luck_open(struct luck *, const struct brain *, int seats, const struct ir_notes *, struct ir_dealer *inner, uint64_t seed);

#endif
