/* net.h: a small network from what a seat sees to a distribution of results, the same to the bit everywhere.
 *
 * Inputs are active features (a sparse set of numbers). Layer one adds up their rows. Each sum goes on as its size and as its
 * square, with other weights if it is below zero than if it is above: a parabola on either side, so that few units say much.
 * Then come 48 units and the buckets, for each head its own, all in integers; only the softmax at the end is in floats, added
 * in a fixed order with an exp of our own. No contraction of multiply and add (the library is built with -ffp-contract=off), no
 * libm. */
#ifndef IR_NET_H
#define IR_NET_H

#include "core/core.h"

enum { NET_HIDDEN = 64, NET_SECOND = 48, NET_BUCKETS_MAX = 40, NET_HEADS_MAX = 8, NET_ACTIVE_MAX = 256 };

/* Limits under which no sum overflows: of weights in layers one, two and three, and of what layers one and two put out. */
enum { NET_W1 = 127, NET_W2 = 511, NET_W3 = 2047, NET_OUT1 = 4095, NET_OUT2 = 32767 };

/* Squares of what layer one puts out are divided by so much; and from so much on, their square is as large as may be. */
enum { NET_SQUARE = 128, NET_FULL = 724 };
_Static_assert(NET_FULL *NET_FULL / NET_SQUARE == NET_OUT1, "exactly");

struct net_head { /* for each output two weights side by side: of a sum's size and square, and of two units of layer two */
    int16_t w2[NET_HIDDEN][2][NET_SECOND][2], w3[NET_SECOND / 2][NET_BUCKETS_MAX][2]; /* [][1]: of a sum below zero */
    int32_t b2[NET_SECOND], b3[NET_BUCKETS_MAX]; /* buckets the game does not have: zero weights and far below zero here */
    float scale2, scale3;                        /* from sums to what goes on, and to logits */
    int32_t zero[6];                             /* heads begin at multiples of 64 bytes */
};
/* The file, and the network in memory (aligned to 64 bytes, so that a feature's weights are one line of the cache): this
 * header, then `extra` floats that belong to the game (and zeros up to a multiple of 16), then the heads, then features *
 * NET_HIDDEN weights as int8. */
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
/* What it is worth if bucket i is worth u[i]; u has room for NET_BUCKETS_MAX and zeros where the game has no bucket. */
float net_value(const struct net *, const uint16_t *active, int n, int head, const float *u);

#endif
