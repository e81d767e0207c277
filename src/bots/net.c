/* net.c: the forward pass of the network in net.h. */
#include "net.h"

const float *net_extra(const struct net *n)
{
    return (const float *)(const void *)(n + 1);
}
const struct net_head *net_heads(const struct net *n)
{
    return (const struct net_head *)(const void *)(net_extra(n) + n->extra);
}
const int8_t *net_weights(const struct net *n)
{
    return (const int8_t *)(net_heads(n) + n->heads);
}
size_t net_size(const struct net *n)
{
    return sizeof *n + (size_t)n->extra * sizeof(float) + (size_t)n->heads * sizeof(struct net_head) +
           (size_t)n->features * NET_HIDDEN;
}

/* 2^k * p(r): powers of two by the exponent's bits, the rest by a polynomial good to 2e-7; only + and *. */
float net_exp(float x)
{
    if (x < -80)
        return 0;
    float y = x * 1.44269504f;
    int32_t k = (int32_t)(y - 0.5f);
    float r = (y - (float)k) * 0.693147181f; /* -0.35 ... 0.35 */
    float p = 1 + r * (1 + r * (0.5f + r * (0.166666667f + r * (0.0416666667f + r * (0.00833333333f + r * 0.00138888889f)))));
    uint32_t bits = (uint32_t)(k + 127) << 23;
    float two;
    memcpy(&two, &bits, 4);
    return p * two;
}

static void softmax(float *p, int n)
{
    float max = p[0], sum = 0;
    for (int i = 1; i < n; i++)
        max = p[i] > max ? p[i] : max;
    for (int i = 0; i < n; i++)
        sum += p[i] = net_exp(p[i] - max);
    for (int i = 0; i < n; i++)
        p[i] /= sum;
}

void net_eval(const struct net *net, const uint16_t *active, int n, int head, float *p)
{
    const int8_t *w = net_weights(net);
    const struct net_head *h = net_heads(net) + head;
    int16_t sum[NET_HIDDEN] = {0}; /* at most 256 features of at most 127: fits */
    float first[NET_HIDDEN], second[NET_SECOND];
    for (int i = 0; i < n; i++) {
        const int8_t *row = w + (size_t)active[i] * NET_HIDDEN;
        for (int j = 0; j < NET_HIDDEN; j++)
            sum[j] = (int16_t)(sum[j] + row[j]);
    }
    for (int j = 0; j < NET_HIDDEN; j++) {
        float x = (float)sum[j] * net->scale + net->b1[j];
        first[j] = x > 0 ? x : 0;
    }
    memcpy(second, h->b2, sizeof second);
    for (int i = 0; i < NET_HIDDEN; i++)
        for (int j = 0; j < NET_SECOND; j++)
            second[j] += first[i] * h->w2[i][j];
    float out[NET_BUCKETS_MAX];
    memcpy(out, h->b3, sizeof out);
    for (int i = 0; i < NET_SECOND; i++) {
        float x = second[i] > 0 ? second[i] : 0;
        for (int j = 0; j < NET_BUCKETS_MAX; j++)
            out[j] += x * h->w3[i][j];
    }
    memcpy(p, out, (size_t)net->buckets * sizeof *p);
    softmax(p, net->buckets);
}
