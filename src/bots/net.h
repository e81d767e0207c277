/* net.h: a small network from what a seat sees to a distribution of results, bit-identical on every machine.
 *
 * Inputs are active features: a sparse set of indices. Layer one adds up their rows of weights. Each sum is passed on as its
 * absolute value and as its square, with different weights for negative and positive sums: a parabola on either side of zero.
 * Then come 48 ReLU units and the buckets; each head has its own. All of this is integer arithmetic. Only the final softmax is
 * in floats, summed in a fixed order with our own exp: no libm, no fused multiply-add (-ffp-contract=off). */
#ifndef IR_NET_H
#define IR_NET_H

#include "core/core.h"

enum { NET_HIDDEN = 64, NET_SECOND = 48, NET_BUCKETS_MAX = 40, NET_HEADS_MAX = 8, NET_ACTIVE_MAX = 256 };

/* Limits that rule out overflow: weights of layers one, two and three, and outputs of layers one and two. */
enum { NET_W1 = 127, NET_W2 = 511, NET_W3 = 2047, NET_OUT1 = 4095, NET_OUT2 = 32767 };

/* The square of an output of layer one is divided by NET_SQUARE; outputs >= NET_FULL saturate. */
enum { NET_SQUARE = 128, NET_FULL = 724 };
_Static_assert(NET_FULL *NET_FULL / NET_SQUARE == NET_OUT1, "exactly");

struct net_head { /* each output has its weights in pairs: in w2 for absolute value and square, in w3 for two units of layer two
                   */
    int16_t w2[NET_HIDDEN][2][NET_SECOND][2], w3[NET_SECOND / 2][NET_BUCKETS_MAX][2]; /* w2[][1]: for negative sums */
    int32_t b2[NET_SECOND], b3[NET_BUCKETS_MAX]; /* unused buckets: zero weights and a large negative bias */
    float scale2, scale3;                        /* from sums of layer two to its outputs; from sums of layer three to logits */
    int32_t zero[6];                             /* padding: heads are aligned to 64 bytes */
};
/* The layout in the file and in memory: this header, then the game's `extra` floats (zero-padded to a multiple of 16), then the
 * heads, then features * NET_HIDDEN weights as int8. In memory it is aligned to 64 bytes, so that the weights of a feature are
 * one cache line. */
struct net {
    char magic[8]; /* "irnet 5" */
    int32_t features, heads, buckets, extra, zero[10];
    int16_t b1[NET_HIDDEN];
};

enum { NET_ALIGN = 64 };
_Static_assert(sizeof(struct net) % NET_ALIGN == 0 && sizeof(struct net_head) % NET_ALIGN == 0, "lines of the cache");

size_t net_size(const struct net *);
static inline float *net_extra(const struct net *n)
{
    return (float *)(uintptr_t)(n + 1);
}
static inline struct net_head *net_heads(const struct net *n)
{
    return (struct net_head *)(void *)(net_extra(n) + (n->extra + 15) / 16 * 16);
}
static inline int8_t *net_weights(const struct net *n)
{
    return (int8_t *)(void *)(net_heads(n) + n->heads);
}
/* p[0 ... buckets-1]: the distribution. */
void net_eval(const struct net *, const uint16_t *active, int n, int head, float *p);
/* The expected value if bucket i is worth u[i]. u has NET_BUCKETS_MAX entries; those of unused buckets are 0. */
float net_value(const struct net *, const uint16_t *active, int n, int head, const float *u);

#endif
