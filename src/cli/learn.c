/* learn.c: see learn.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "learn.h"

enum { PARTS = LEARN_PARTS };
static const float UNIT1 = 0.02f, UNIT2 = 1.0f / 1024; /* the scale of the integers of layers one and two */
static const float W1_MAX = 0.02f * NET_W1;

/* The hot loops are compiled a second time for newer processors: the same results, faster. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TWICE __attribute__((target_clones("avx2", "default")))
#else
#define TWICE
#endif

/* ---- the network in floats ---- */

struct head {
    float w2[NET_HIDDEN][2][2][NET_SECOND], b2[NET_SECOND], w3[NET_SECOND][NET_BUCKETS_MAX], b3[NET_BUCKETS_MAX];
};
static struct params params_of(const struct brain *b, float *all)
{
    size_t w1 = (size_t)b->features * NET_HIDDEN;
    struct params p = {.all = all, .w1 = all, .b1 = all + w1};
    p.head = (struct head *)(void *)(p.b1 + NET_HIDDEN);
    p.n = w1 + NET_HIDDEN + (size_t)b->heads * sizeof(struct head) / sizeof(float);
    return p;
}

/* Eight numbers at a time, summed in the same order on every machine. */
typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));

static inline void add_scaled(float *to, const float *row, float x, int n)
{
    for (int i = 0; i < n; i += 8)
        *(eight *)(to + i) += x * *(const eight *)(row + i);
}
static inline float dot(const float *a, const float *b, int n)
{
    eight sum = {0};
    for (int i = 0; i < n; i += 8)
        sum += *(const eight *)(a + i) * *(const eight *)(b + i);
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

/* The square of a layer-one output, as net.c computes it in integers. */
static inline float square(float size)
{
    return fminf(size * size / (NET_SQUARE * UNIT1), NET_OUT1 * UNIT1);
}

struct pass { /* what backpropagation needs from the forward pass */
    float first[NET_HIDDEN], second[NET_SECOND], out[NET_BUCKETS_MAX];
};
static inline void forward(const struct params *p, int buckets, const uint16_t *active, int n, int head, struct pass *f)
{
    const struct head *h = &p->head[head];
    memcpy(f->first, p->b1, sizeof f->first);
    for (int i = 0; i < n; i++)
        add_scaled(f->first, p->w1 + (size_t)active[i] * NET_HIDDEN, 1, NET_HIDDEN);
    memcpy(f->second, h->b2, sizeof f->second);
    for (int i = 0; i < NET_HIDDEN; i++) {
        const float(*w)[NET_SECOND] = h->w2[i][f->first[i] < 0];
        float size = fabsf(f->first[i]);
        add_scaled(f->second, w[0], size, NET_SECOND);
        add_scaled(f->second, w[1], square(size), NET_SECOND);
    }
    memcpy(f->out, h->b3, sizeof f->out);
    for (int i = 0; i < NET_SECOND; i++) {
        f->second[i] = f->second[i] > 0 ? f->second[i] : 0;
        add_scaled(f->out, h->w3[i], f->second[i], NET_BUCKETS_MAX);
    }
    float max = f->out[0], sum = 0;
    for (int i = 1; i < buckets; i++)
        max = f->out[i] > max ? f->out[i] : max;
    for (int i = 0; i < buckets; i++)
        sum += f->out[i] = expf(f->out[i] - max);
    for (int i = 0; i < buckets; i++)
        f->out[i] /= sum;
}

/* Adds the gradient of the cross entropy of one sample; returns its loss. */
TWICE static double backward(const struct params *p, const struct params *g, int buckets, const struct sample *s)
{
    struct pass f;
    const struct head *h = &p->head[s->head];
    struct head *gh = &g->head[s->head];
    float d3[NET_BUCKETS_MAX] = {0}, d2[NET_SECOND], d1[NET_HIDDEN];
    double loss = 0;
    forward(p, buckets, s->active, s->n, s->head, &f);
    for (int j = 0; j < buckets; j++) {
        d3[j] = f.out[j] - s->target[j];
        gh->b3[j] += d3[j];
        if (s->target[j] > 0)
            loss -= s->target[j] * log(f.out[j] + 1e-9);
    }
    for (int i = 0; i < NET_SECOND; i++) {
        add_scaled(gh->w3[i], d3, f.second[i], NET_BUCKETS_MAX);
        d2[i] = f.second[i] > 0 ? dot(h->w3[i], d3, NET_BUCKETS_MAX) : 0;
        gh->b2[i] += d2[i];
    }
    for (int i = 0; i < NET_HIDDEN; i++) {
        int below = f.first[i] < 0;
        float size = fabsf(f.first[i]), slope = square(size) < NET_OUT1 * UNIT1 ? 2 * size / (NET_SQUARE * UNIT1) : 0;
        add_scaled(gh->w2[i][below][0], d2, size, NET_SECOND);
        add_scaled(gh->w2[i][below][1], d2, square(size), NET_SECOND);
        d1[i] = dot(h->w2[i][below][0], d2, NET_SECOND) + slope * dot(h->w2[i][below][1], d2, NET_SECOND);
        d1[i] = below ? -d1[i] : d1[i];
        g->b1[i] += d1[i];
    }
    for (int i = 0; i < s->n; i++)
        add_scaled(g->w1 + (size_t)s->active[i] * NET_HIDDEN, d1, 1, NET_HIDDEN);
    return loss;
}

/* ---- gradient steps ---- */

static void part_learn(void *context, int part)
{
    struct learner *l = context;
    struct params g = params_of(l->brain, l->gradient[part]);
    memset(g.all, 0, g.n * sizeof *g.all);
    for (uint32_t i = (uint32_t)part; i < l->n; i += PARTS)
        l->lost[part] += backward(&l->rounded, &g, l->brain->buckets, l->batch[i]);
}

struct stride { /* the parameters of an Adam step */
    float each, rate, mend1, mend2, keep, max;
};
/* An Adam step with the gradients of all parts. */
TWICE static void adam(float *restrict x, float *restrict m, float *restrict v, float *const restrict g[PARTS], size_t n,
                       const struct stride *s)
{
    const struct stride by = *s;
    for (size_t i = 0; i < n; i++) {
        float d = (((g[0][i] + g[1][i]) + g[2][i]) + g[3][i]) * by.each;
        m[i] = 0.9f * m[i] + 0.1f * d;
        v[i] = 0.999f * v[i] + 0.001f * d * d;
        float y = x[i] * by.keep - by.rate * m[i] * by.mend1 / (sqrtf(v[i] * by.mend2) + 1e-8f);
        x[i] = y > by.max ? by.max : y < -by.max ? -by.max : y;
    }
}

/* l->rounded of l->p: layer one, which ends at `middle`, in steps of UNIT1. */
TWICE static void round_some(struct learner *l, size_t from, size_t middle, size_t to)
{
    const float *restrict p = l->p.all;
    float *restrict q = l->rounded.all;
    for (size_t i = from; i < middle; i++) {
        int32_t k = (int32_t)(p[i] * (1 / UNIT1) + (p[i] < 0 ? -0.5f : 0.5f));
        q[i] = (float)k * UNIT1;
    }
    memcpy(q + middle, p + middle, (to - middle) * sizeof *q);
}

static void range_update(void *context, int part)
{
    struct learner *l = context;
    size_t from = l->p.n * (size_t)part / PARTS, to = l->p.n * (size_t)(part + 1) / PARTS, w1 = (size_t)(l->p.b1 - l->p.w1);
    size_t middle = w1 < from ? from : w1 < to ? w1 : to;
    struct stride by = {.each = 1 / (float)l->n,
                        .rate = l->rate,
                        .mend1 = 1 / (1 - powf(0.9f, (float)l->steps)),
                        .mend2 = 1 / (1 - powf(0.999f, (float)l->steps)),
                        .keep = 1 - l->rate * l->brain->decay,
                        .max = W1_MAX};
    float *g[PARTS], *rest[PARTS];
    for (int i = 0; i < PARTS; i++)
        g[i] = l->gradient[i] + from, rest[i] = l->gradient[i] + middle;
    adam(l->p.all + from, l->adam_m + from, l->adam_v + from, g, middle - from, &by);
    by.keep = 1, by.max = INFINITY;
    adam(l->p.all + middle, l->adam_m + middle, l->adam_v + middle, rest, to - middle, &by);
    round_some(l, from, middle, to);
}

void learner_step(struct learner *l, const struct sample *const *batch, uint32_t n)
{
    l->batch = batch;
    l->n = n;
    l->steps++;
    memset(l->lost, 0, sizeof l->lost);
    parallel(l->threads, PARTS, part_learn, l);
    parallel(l->threads, PARTS, range_update, l);
    l->loss += (l->lost[0] + l->lost[1]) + (l->lost[2] + l->lost[3]);
}

void learner_average(struct learner *l)
{
    l->averaged++;
    for (size_t i = 0; i < l->p.n; i++)
        l->mean[i] += (l->p.all[i] - l->mean[i]) / (float)l->averaged;
}

void learner_settle(struct learner *l)
{
    if (l->averaged)
        memcpy(l->p.all, l->mean, l->p.n * sizeof *l->mean);
}

/* ---- integers ---- */

static int32_t whole(float x, float unit, int max)
{
    float y = roundf(x / unit);
    return y > (float)max ? max : y < (float)-max ? -max : (int32_t)y;
}

static float largest(const float *x, size_t n)
{
    float max = 1e-3f;
    for (size_t i = 0; i < n; i++)
        max = fmaxf(max, fabsf(x[i]));
    return max;
}

static void head_round(const struct head *h, struct net_head *out, int buckets)
{
    float unit2 = largest(h->w2[0][0][0], sizeof h->w2 / sizeof(float)) / NET_W2,
          unit3 = largest(h->w3[0], sizeof h->w3 / sizeof(float)) / NET_W3;
    *out = (struct net_head){.scale2 = UNIT1 * unit2 / UNIT2, .scale3 = UNIT2 * unit3};
    for (int j = 0; j < NET_SECOND; j++) {
        out->b2[j] = whole(h->b2[j], UNIT1 * unit2, 1 << 28);
        for (int i = 0; i < NET_HIDDEN; i++)
            for (int k = 0; k < 4; k++)
                out->w2[i][k / 2][j][k % 2] = (int16_t)whole(h->w2[i][k / 2][k % 2][j], unit2, NET_W2);
    }
    for (int j = 0; j < NET_BUCKETS_MAX; j++) {
        out->b3[j] = j < buckets ? whole(h->b3[j], UNIT2 * unit3, 1 << 28) : -(1 << 30);
        for (int i = 0; j < buckets && i < NET_SECOND; i++)
            out->w3[i / 2][j][i % 2] = (int16_t)whole(h->w3[i][j], unit3, NET_W3);
    }
}

void learner_round(struct learner *l)
{
    size_t n = (size_t)l->brain->features * NET_HIDDEN;
    int8_t *w = net_weights(l->net);
    for (size_t i = 0; i < n; i++)
        w[i] = (int8_t)whole(l->p.w1[i], UNIT1, NET_W1);
    for (int i = 0; i < NET_HIDDEN; i++)
        l->net->b1[i] = (int16_t)whole(l->p.b1[i], UNIT1, 255);
    for (int i = 0; i < l->brain->heads; i++)
        head_round(&l->p.head[i], &net_heads(l->net)[i], l->brain->buckets);
}

void *grab(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) {
        fputs("irori train: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

void learner_open(struct learner *l, const struct brain *b, uint64_t seed, int threads)
{
    struct ir_rng rng;
    size_t n = params_of(b, NULL).n;
    *l = (struct learner){.brain = b, .threads = threads};
    l->p = params_of(b, grab(n, sizeof(float)));
    l->rounded = params_of(b, grab(n, sizeof(float)));
    l->adam_m = grab(n, sizeof(float));
    l->adam_v = grab(n, sizeof(float));
    l->mean = grab(n, sizeof(float));
    for (int i = 0; i < PARTS; i++)
        l->gradient[i] = grab(n, sizeof(float));
    const struct net net = {
        .magic = "irnet 5", .features = b->features, .heads = b->heads, .buckets = b->buckets, .extra = b->extra};
    if (!(l->net = aligned_alloc(NET_ALIGN, net_size(&net)))) {
        fputs("irori train: out of memory\n", stderr);
        exit(1);
    }
    memset(l->net, 0, net_size(&net));
    *l->net = net;
    ir_rng_seed(&rng, seed);
    for (size_t i = 0; i < n; i++) { /* small and symmetric; ReLU units need a standard deviation of about sqrt(2/inputs) */
        float unit = (float)((double)(ir_rng_next(&rng) >> 11) / (double)(1ull << 53)) * 2 - 1;
        l->p.all[i] = unit * (i < (size_t)b->features * NET_HIDDEN ? 0.08f : 0.2f);
    }
    round_some(l, 0, (size_t)b->features * NET_HIDDEN, n);
}
