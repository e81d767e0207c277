/* net.c: the forward pass of the network in net.h. Written in vectors of 16 bytes, which every compiler we use has a way to
 * do, because gcc left the plain loops as they were: five times as slow. */
#include "net.h"

typedef int16_t shorts __attribute__((vector_size(16), may_alias));
typedef int32_t ints __attribute__((vector_size(16), may_alias));
typedef uint32_t bits __attribute__((vector_size(16), may_alias));
typedef float floats __attribute__((vector_size(16), may_alias));

float *net_extra(const struct net *n)
{
    return (float *)(uintptr_t)(n + 1);
}
struct net_head *net_heads(const struct net *n)
{
    return (struct net_head *)(void *)(net_extra(n) + (n->extra + 3) / 4 * 4);
}
int16_t *net_weights(const struct net *n)
{
    return (int16_t *)(void *)(net_heads(n) + n->heads);
}
size_t net_size(const struct net *n)
{
    return (size_t)((const char *)net_weights(n) - (const char *)n) + (size_t)n->features * NET_HIDDEN * sizeof(int16_t);
}

static int clipped(int32_t x, int max)
{
    return x < 0 ? 0 : x < max ? x : max;
}

static void layer_one(const struct net *net, const uint16_t *active, int n, int16_t out[NET_HIDDEN])
{
    enum { N = NET_HIDDEN / 8 };
    const shorts *rows = (const shorts *)(const void *)net_weights(net);
    shorts sum[N];
    memcpy(sum, net->b1, sizeof sum);
    for (int i = 0; i < n; i++) {
        const shorts *row = rows + (size_t)active[i] * N;
        for (int j = 0; j < N; j++)
            sum[j] += row[j];
    }
    memcpy(out, sum, sizeof sum);
    for (int j = 0; j < NET_HIDDEN; j++)
        out[j] = (int16_t)clipped(out[j], NET_OUT1);
}

static void logits(const struct net *net, const uint16_t *active, int n, int head, float out[NET_BUCKETS_MAX])
{
    const struct net_head *h = net_heads(net) + head;
    _Alignas(16) int16_t first[NET_HIDDEN], second[NET_SECOND];
    layer_one(net, active, n, first);
    for (int j = 0; j < NET_SECOND; j++) {
        int32_t sum = h->b2[j];
        for (int i = 0; i < NET_HIDDEN; i++)
            sum += first[i] * h->w2[j][i];
        second[j] = (int16_t)clipped((int32_t)((float)sum * h->scale2), NET_OUT2);
    }
    for (int j = 0; j < NET_BUCKETS_MAX; j++) {
        int32_t sum = h->b3[j];
        for (int i = 0; i < NET_SECOND; i++)
            sum += second[i] * h->w3[j][i];
        out[j] = (float)sum * h->scale3;
    }
}

/* e^x for x <= 0: powers of two by the exponent's bits, the rest by a polynomial good to 2e-7; nothing below e^-80. */
static floats exps(floats x)
{
    floats y = x * 1.44269504f;
    ints k = __builtin_convertvector(y - 0.5f, ints), there = x > -80.0f;
    floats r = (y - __builtin_convertvector(k, floats)) * 0.693147181f; /* -0.35 ... 0.35 */
    floats p = 1 + r * (1 + r * (0.5f + r * (0.166666667f + r * (0.0416666667f + r * (0.00833333333f + r * 0.00138888889f)))));
    return p * (floats)((bits)(k + 127) << 23 & (bits)there);
}

/* Logits to weights that are yet to be divided by their sum, which it returns. */
static float soften(float z[NET_BUCKETS_MAX])
{
    floats sum = {0};
    float max = z[0];
    for (int i = 1; i < NET_BUCKETS_MAX; i++)
        max = z[i] > max ? z[i] : max;
    for (int i = 0; i < NET_BUCKETS_MAX; i += 4) {
        floats x;
        memcpy(&x, z + i, sizeof x);
        x = exps(x - max);
        sum += x;
        memcpy(z + i, &x, sizeof x);
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void net_eval(const struct net *net, const uint16_t *active, int n, int head, float *p)
{
    float z[NET_BUCKETS_MAX];
    logits(net, active, n, head, z);
    float all = soften(z);
    for (int i = 0; i < net->buckets; i++)
        p[i] = z[i] / all;
}

float net_value(const struct net *net, const uint16_t *active, int n, int head, const float *u)
{
    float z[NET_BUCKETS_MAX];
    floats sum = {0};
    logits(net, active, n, head, z);
    float all = soften(z);
    for (int i = 0; i < NET_BUCKETS_MAX; i += 4) {
        floats x, y;
        memcpy(&x, z + i, sizeof x);
        memcpy(&y, u + i, sizeof y);
        sum += x * y;
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) / all;
}
