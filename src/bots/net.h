/* net.h: a small network from what a seat sees to a distribution of results, the same to the bit everywhere.
 *
 * Inputs are active features (a sparse set of numbers); layer one adds up their rows of int8 weights in integers, then come 32
 * and K units for each head in floats, added in a fixed order, and a softmax with an exp of our own. No contraction of
 * multiply and add (the library is built with -ffp-contract=off), no libm. */
#ifndef IR_NET_H
#define IR_NET_H

#include "core/core.h"

enum { NET_HIDDEN = 64, NET_SECOND = 32, NET_BUCKETS_MAX = 48, NET_HEADS_MAX = 8, NET_ACTIVE_MAX = 256 };

struct net_head {
    float w2[NET_HIDDEN][NET_SECOND], b2[NET_SECOND], w3[NET_SECOND][NET_BUCKETS_MAX], b3[NET_BUCKETS_MAX];
};
/* The file: this header, then `extra` floats that belong to the game, then the heads, then features * NET_HIDDEN weights. */
struct net {
    char magic[8]; /* "irnet 1" */
    int32_t features, heads, buckets, extra;
    float scale, b1[NET_HIDDEN]; /* layer one: weight = int8 * scale */
};

size_t net_size(const struct net *);
const float *net_extra(const struct net *);
const struct net_head *net_heads(const struct net *);
const int8_t *net_weights(const struct net *);
/* p[0 ... buckets-1]: the distribution. */
void net_eval(const struct net *, const uint16_t *active, int n, int head, float *p);
float net_exp(float x); /* for x <= 0 */

#endif
