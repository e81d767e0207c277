/* dealer.h: dealers, who pick the outcomes of chance. A table deals with a keyed one; see also ir_sample in irori.h.
 */
#ifndef IR_DEALER_H
#define IR_DEALER_H

#include "irori.h"

/* pick returns a possible outcome, or IR_NO_MOVE when it has none (recorded and scripted dealers only). */
struct ir_dealer {
    ir_move (*pick)(struct ir_dealer *, const struct ir_game *, const struct ir_state *);
};
/* Live play: outcome k = unbiased(PRF(key, k)), so that anyone who has the key can compute every outcome again. */
struct ir_dealer_keyed {
    struct ir_dealer dealer;
    uint8_t key[32];
    uint64_t k; /* the number of the next outcome */
};
/* Replay: these outcomes, in this order. */
struct ir_dealer_recorded {
    struct ir_dealer dealer;
    const ir_move *move;
    size_t n, at;
};
/* Bots and simulations. */
struct ir_dealer_search {
    struct ir_dealer dealer;
    struct ir_rng rng;
};
/* Tests: move texts separated by commas; the first outcome of the list when they are used up. `bad` is set, and
 * IR_NO_MOVE picked, when the next one cannot happen. */
struct ir_dealer_scripted {
    struct ir_dealer dealer;
    const char *script;
    int bad;
};
void ir_dealer_keyed_start(struct ir_dealer_keyed *, const uint8_t key[32], uint64_t k);
void ir_dealer_recorded_start(struct ir_dealer_recorded *, const ir_move *, size_t n);
void ir_dealer_search_start(struct ir_dealer_search *, uint64_t seed);
void ir_dealer_scripted_start(struct ir_dealer_scripted *, const char *script);

#endif
