/* train.c: `irori train GAME`: teaches a game's brain (src/bots/brain.h) by self-play and writes its network.
 *
 * TD(lambda) on distributions: a position's target is a mixture of what the network says of the seat's next position and how
 * the episode ended. Everything is cut into fixed chunks with seeds of their own and summed in a fixed order, so that the same
 * seed gives the same file whatever the number of threads. */
#include "cli.h"

#include "bots/brain.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { CHUNKS = 8, PARTS = 4, BATCH = 512, SAMPLES_MAX = 40000, TRAJECTORY_MAX = 4096 };
static const float UNIT1 = 0.02f, UNIT2 = 1.0f / 1024; /* what 1 means in the whole numbers of layers one and two */
static const float W1_MAX = 0.02f * NET_W1;

/* The loops that learning spends its time in are compiled a second time for newer processors: the same numbers, sooner. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TWICE __attribute__((target_clones("avx2", "default")))
#else
#define TWICE
#endif

/* ---- work for several threads ---- */

struct job {
    void (*run)(void *, int);
    void *context;
    int n;
    atomic_int next;
};
static void *job_worker(void *p)
{
    struct job *j = p;
    for (int i; (i = atomic_fetch_add(&j->next, 1)) < j->n;)
        j->run(j->context, i);
    return NULL;
}
static void parallel(int threads, int n, void (*run)(void *, int), void *context)
{
    struct job j = {.run = run, .context = context, .n = n};
    pthread_t t[64];
    int started = 0;
    while (started < threads - 1 && started < 63 && pthread_create(&t[started], NULL, job_worker, &j) == 0)
        started++;
    job_worker(&j);
    while (started > 0)
        pthread_join(t[--started], NULL);
}

/* ---- the network in floats ---- */

struct head {
    float w2[NET_HIDDEN][2][2][NET_SECOND], b2[NET_SECOND], w3[NET_SECOND][NET_BUCKETS_MAX], b3[NET_BUCKETS_MAX];
};
struct params { /* pointers into one array, so that Adam sees numbers only */
    float *all, *w1, *b1;
    struct head *head;
    size_t n;
};
static struct params params_of(const struct brain *b, float *all)
{
    size_t w1 = (size_t)b->features * NET_HIDDEN;
    struct params p = {.all = all, .w1 = all, .b1 = all + w1};
    p.head = (struct head *)(void *)(p.b1 + NET_HIDDEN);
    p.n = w1 + NET_HIDDEN + (size_t)b->heads * sizeof(struct head) / sizeof(float);
    return p;
}

/* Eight numbers at a time, added in an order that is the same on every machine. */
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

/* The square of what a unit of layer one puts out, as net.c has it in whole numbers. */
static inline float square(float size)
{
    return fminf(size * size / (NET_SQUARE * UNIT1), NET_OUT1 * UNIT1);
}

struct pass { /* what the way back needs to know of the way there */
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

struct sample {
    uint32_t at; /* of its features in the chunk's list */
    uint16_t n;
    uint8_t head;
    float target[NET_BUCKETS_MAX];
};

/* Adds the gradient of the cross entropy of one sample; returns its loss. */
TWICE static double backward(const struct params *p, const struct params *g, int buckets, const uint16_t *active,
                             const struct sample *s)
{
    struct pass f;
    const struct head *h = &p->head[s->head];
    struct head *gh = &g->head[s->head];
    float d3[NET_BUCKETS_MAX] = {0}, d2[NET_SECOND], d1[NET_HIDDEN];
    double loss = 0;
    forward(p, buckets, active, s->n, s->head, &f);
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
        add_scaled(g->w1 + (size_t)active[i] * NET_HIDDEN, d1, 1, NET_HIDDEN);
    return loss;
}

/* ---- self-play ---- */

struct chunk {
    struct sample *sample;
    uint16_t *active;
    uint32_t n, actives;
    double *count; /* of episodes, as brain->counted says */
    uint64_t episodes;
};
struct trainer {
    const struct brain *brain;
    struct params p, rounded; /* rounded: layer one as it will be in the file, so that the rest learns to live with it */
    float *adam_m, *adam_v, *gradient[PARTS], *mean; /* mean: of the last stretch, see brain->average */
    struct net *net;                                 /* p in whole numbers: what plays, and what will be written */
    double *count, loss[PARTS];
    struct chunk chunk[CHUNKS];
    uint32_t *order, total;
    uint64_t seed, iteration, step, averaged;
    int threads, games, noise;
    uint32_t from, to; /* the batch in hand */
    float rate;
};

/* One seat's way through an episode: its samples and what the network said of each. */
struct way {
    uint32_t sample[TRAJECTORY_MAX];
    float said[TRAJECTORY_MAX][NET_BUCKETS_MAX];
    int n;
};

static void way_close(struct way *w, struct chunk *c, const struct brain *brain, int result)
{
    float target[NET_BUCKETS_MAX] = {0};
    target[result] = 1;
    for (int i = w->n - 1; i >= 0; i--) {
        memcpy(c->sample[w->sample[i]].target, target, sizeof target);
        for (int b = 0; b < brain->buckets; b++)
            target[b] = (1 - brain->lambda) * w->said[i][b] + brain->lambda * target[b];
    }
    w->n = 0;
}

static void way_add(struct way *w, struct chunk *c, const struct trainer *t, const struct ir_view *v)
{
    int head, n;
    if (c->n == SAMPLES_MAX || w->n == TRAJECTORY_MAX)
        return;
    uint16_t *active = c->active + c->actives;
    if (!(n = t->brain->look(v, active, &head)))
        return;
    net_eval(t->net, active, n, head, w->said[w->n]);
    c->sample[c->n] = (struct sample){.at = c->actives, .n = (uint16_t)n, .head = (uint8_t)head};
    w->sample[w->n++] = c->n++;
    c->actives += (uint32_t)n;
}

static void game_play(const struct trainer *t, struct chunk *c, struct way *way, uint32_t number, struct ir_rng *rng)
{
    const struct brain *b = t->brain;
    const struct ir_game *g = b->game;
    struct mind mind;
    struct ir_state s, before, world;
    struct ir_view v;
    char why[IR_WHY_MAX];
    int seats, fresh = 1;
    const char *options = b->setting(number, &seats);
    mind_open(&mind, b, t->net);
    if (ir_start(g, &s, seats, options, NULL, why)) {
        fprintf(stderr, "irori train: %s\n", why);
        exit(1);
    }
    for (int i = 0; i < seats; i++)
        way[i].n = 0;
    while (ir_turn(&s) != IR_OVER) {
        int turn = ir_turn(&s);
        for (int i = 0; i < seats; i++)
            if (ir_rng_below(rng, (uint32_t)b->thin) + 1 == (uint32_t)b->thin) {
                ir_view(g, &s, i, &v);
                way_add(&way[i], c, t, &v);
            }
        memcpy(before.b, s.b, ir_state_size(g));
        if (turn == IR_CHANCE) {
            g->apply(&s, g->sample(&s, rng), NULL);
        } else {
            ir_view(g, &s, turn, &v);
            if (fresh) {
                mind_root(&mind, &v);
                fresh = 0;
            }
            g->imagine(&v, rng, &world); /* no peeking while learning, either */
            g->apply(&s, mind_move(&mind, &v, &world, rng, (uint32_t)t->noise), NULL);
        }
        for (int i = 0; i < seats; i++) {
            int bucket = b->ended(&before, &s, i);
            if (bucket < 0)
                continue;
            if (b->extra)
                c->count[b->counted(&before, i, bucket)]++;
            way_close(&way[i], c, b, bucket);
            c->episodes += i == 0;
            fresh = 1;
        }
    }
}

static void chunk_play(void *context, int i)
{
    struct trainer *t = context;
    struct chunk *c = &t->chunk[i];
    struct ir_rng rng;
    struct way *way = malloc(IR_SEATS_MAX * sizeof *way);
    if (!way)
        exit(1);
    ir_rng_seed(&rng, t->seed * 0x9e3779b97f4a7c15u + t->iteration * CHUNKS + (uint64_t)i);
    c->n = c->actives = 0;
    c->episodes = 0;
    memset(c->count, 0, (size_t)t->brain->extra * sizeof *c->count);
    for (int k = 0; k < t->games && c->n < SAMPLES_MAX - 2000; k++)
        game_play(t, c, way, (uint32_t)(t->iteration * CHUNKS + (uint64_t)i) * (uint32_t)t->games + (uint32_t)k, &rng);
    free(way);
}

/* How often episodes of each class end in each bucket, with what was seen long ago fading. */
static void extra_learn(struct trainer *t)
{
    int k = t->brain->buckets;
    for (int e = 0; e < t->brain->extra; e++) {
        t->count[e] *= 0.98;
        for (int i = 0; i < CHUNKS; i++)
            t->count[e] += t->chunk[i].count[e];
    }
    for (int at = 0; at < t->brain->extra; at += k) {
        double sum = 0;
        for (int i = 0; i < k; i++)
            sum += t->count[at + i];
        for (int i = 0; i < k; i++)
            net_extra(t->net)[at + i] = sum > 0 ? (float)(t->count[at + i] / sum) : 1.0f / (float)k;
    }
}

/* ---- gradient steps ---- */

static void part_learn(void *context, int part)
{
    struct trainer *t = context;
    struct params g = params_of(t->brain, t->gradient[part]);
    memset(g.all, 0, g.n * sizeof *g.all);
    for (uint32_t i = t->from + (uint32_t)part; i < t->to; i += PARTS) {
        const struct chunk *c = &t->chunk[t->order[i] / SAMPLES_MAX];
        const struct sample *s = &c->sample[t->order[i] % SAMPLES_MAX];
        t->loss[part] += backward(&t->rounded, &g, t->brain->buckets, c->active + s->at, s);
    }
}

struct stride { /* what a step of Adam is measured by */
    float each, rate, mend1, mend2, keep, max;
};
/* A step of Adam with the gradients of all parts. */
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

/* t->rounded of t->p: layer one, which ends at `middle`, in steps of UNIT1. */
TWICE static void round_some(struct trainer *t, size_t from, size_t middle, size_t to)
{
    const float *restrict p = t->p.all;
    float *restrict q = t->rounded.all;
    for (size_t i = from; i < middle; i++) {
        int32_t k = (int32_t)(p[i] * (1 / UNIT1) + (p[i] < 0 ? -0.5f : 0.5f));
        q[i] = (float)k * UNIT1;
    }
    memcpy(q + middle, p + middle, (to - middle) * sizeof *q);
}

static void range_update(void *context, int part)
{
    struct trainer *t = context;
    size_t from = t->p.n * (size_t)part / PARTS, to = t->p.n * (size_t)(part + 1) / PARTS, w1 = (size_t)(t->p.b1 - t->p.w1);
    size_t middle = w1 < from ? from : w1 < to ? w1 : to;
    struct stride by = {.each = 1 / (float)(t->to - t->from),
                        .rate = t->rate,
                        .mend1 = 1 / (1 - powf(0.9f, (float)t->step)),
                        .mend2 = 1 / (1 - powf(0.999f, (float)t->step)),
                        .keep = 1 - t->rate * t->brain->decay,
                        .max = W1_MAX};
    float *g[PARTS], *rest[PARTS];
    for (int i = 0; i < PARTS; i++)
        g[i] = t->gradient[i] + from, rest[i] = t->gradient[i] + middle;
    adam(t->p.all + from, t->adam_m + from, t->adam_v + from, g, middle - from, &by);
    by.keep = 1, by.max = INFINITY;
    adam(t->p.all + middle, t->adam_m + middle, t->adam_v + middle, rest, to - middle, &by);
    round_some(t, from, middle, to);
}

static void learn(struct trainer *t)
{
    struct ir_rng rng;
    ir_rng_seed(&rng, ~t->seed + t->iteration);
    t->total = 0;
    for (uint32_t c = 0; c < CHUNKS; c++)
        for (uint32_t i = 0; i < t->chunk[c].n; i++)
            t->order[t->total++] = c * SAMPLES_MAX + i;
    for (uint32_t i = t->total; i > 1; i--) {
        uint32_t k = (uint32_t)(ir_rng_next(&rng) % i), swap = t->order[i - 1];
        t->order[i - 1] = t->order[k];
        t->order[k] = swap;
    }
    for (t->from = 0; t->from + BATCH <= t->total; t->from += BATCH) {
        t->to = t->from + BATCH;
        t->step++;
        parallel(t->threads, PARTS, part_learn, t);
        parallel(t->threads, PARTS, range_update, t);
    }
}

/* Each step leaves the weights somewhere around where they should be: their mean over many is nearer. */
static void mean_add(struct trainer *t)
{
    t->averaged++;
    for (size_t i = 0; i < t->p.n; i++)
        t->mean[i] += (t->p.all[i] - t->mean[i]) / (float)t->averaged;
}

/* ---- files ---- */

static void *grab(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) {
        fputs("irori train: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

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

/* The network as it is in the file, from the one that learns. */
static void net_round(const struct trainer *t)
{
    size_t n = (size_t)t->brain->features * NET_HIDDEN;
    int8_t *w = net_weights(t->net);
    for (size_t i = 0; i < n; i++)
        w[i] = (int8_t)whole(t->p.w1[i], UNIT1, NET_W1);
    for (int i = 0; i < NET_HIDDEN; i++)
        t->net->b1[i] = (int16_t)whole(t->p.b1[i], UNIT1, 255);
    for (int i = 0; i < t->brain->heads; i++)
        head_round(&t->p.head[i], &net_heads(t->net)[i], t->brain->buckets);
}

static int net_write(const struct trainer *t, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return complain("train", "%s: %s", path, strerror(errno));
    fwrite(t->net, net_size(t->net), 1, f);
    int bad = ferror(f);
    bad |= fclose(f);
    return bad ? complain("train", "%s could not be written whole", path) : 0;
}

static void trainer_open(struct trainer *t)
{
    const struct brain *b = t->brain;
    struct ir_rng rng;
    size_t n = params_of(b, NULL).n;
    t->p = params_of(b, grab(n, sizeof(float)));
    t->rounded = params_of(b, grab(n, sizeof(float)));
    t->adam_m = grab(n, sizeof(float));
    t->adam_v = grab(n, sizeof(float));
    t->mean = grab(n, sizeof(float));
    for (int i = 0; i < PARTS; i++)
        t->gradient[i] = grab(n, sizeof(float));
    const struct net net = {
        .magic = "irnet 5", .features = b->features, .heads = b->heads, .buckets = b->buckets, .extra = b->extra};
    if (!(t->net = aligned_alloc(NET_ALIGN, net_size(&net)))) {
        fputs("irori train: out of memory\n", stderr);
        exit(1);
    }
    memset(t->net, 0, net_size(&net));
    *t->net = net;
    t->count = grab((size_t)b->extra, sizeof(double));
    t->order = grab((size_t)CHUNKS * SAMPLES_MAX, sizeof(uint32_t));
    for (int i = 0; i < CHUNKS; i++) {
        t->chunk[i].sample = grab(SAMPLES_MAX, sizeof(struct sample));
        t->chunk[i].active = grab((size_t)SAMPLES_MAX * 160 + NET_ACTIVE_MAX, sizeof(uint16_t));
        t->chunk[i].count = grab((size_t)b->extra, sizeof(double));
    }
    ir_rng_seed(&rng, t->seed);
    for (size_t i = 0; i < n; i++) { /* small and even-handed; ReLU units want a spread of about sqrt(2/inputs) */
        float unit = (float)((double)(ir_rng_next(&rng) >> 11) / (double)(1ull << 53)) * 2 - 1;
        t->p.all[i] = unit * (i < (size_t)b->features * NET_HIDDEN ? 0.08f : 0.2f);
    }
    round_some(t, 0, (size_t)b->features * NET_HIDDEN, n);
    extra_learn(t);
}

int train_run(int argc, char **argv)
{
    const char *name = NULL, *out = NULL;
    int64_t iterations = 1000, threads = 2, seed = 1, games = 8;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"--out", ARG_TEXT, &out, 0, 0, "FILE", "where the network goes (GAME.net)"},
        {"--iterations", ARG_NUMBER, &iterations, 1, 1000000, "N", "how long to learn (1000)"},
        {"--games", ARG_NUMBER, &games, 1, 1000, "N", "games a chunk; an iteration has eight (8)"},
        {"--threads", ARG_NUMBER, &threads, 1, 64, "N", "threads (2)"},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N", "the same seed gives the same network (1)"},
        {.name = NULL},
    };
    int code = args_read("train", "teach a game's brain by self-play", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    const struct ir_game *g = game_or_complain("train", name);
    if (!g)
        return 2;
    char path[64];
    snprintf(path, sizeof path, "%.50s.net", g->name);
    static struct trainer t;
    t = (struct trainer){.brain = brain_find(g), .seed = (uint64_t)seed, .threads = (int)threads, .games = (int)games};
    if (!t.brain)
        return complain("train", "%s has no brain to teach", g->name);
    trainer_open(&t);
    uint64_t episodes = 0, samples = 0;
    double t0 = seconds(), next = t0, smooth = 0;
    for (; t.iteration < (uint64_t)iterations; t.iteration++) {
        double done = (double)t.iteration / (double)iterations;
        t.rate = (float)(1e-3 * pow(0.05, done)); /* from 1e-3 down to 5e-5 */
        t.noise = (int)(24 * (1 - done)) + 4;
        net_round(&t);
        parallel(t.threads, CHUNKS, chunk_play, &t);
        extra_learn(&t);
        memset(t.loss, 0, sizeof t.loss);
        learn(&t);
        if (done >= 1 - (double)t.brain->average)
            mean_add(&t);
        for (int i = 0; i < CHUNKS; i++)
            episodes += t.chunk[i].episodes, samples += t.chunk[i].n;
        double loss = (t.loss[0] + t.loss[1] + t.loss[2] + t.loss[3]) / fmax(1, t.total / BATCH * BATCH);
        smooth = t.iteration ? 0.98 * smooth + 0.02 * loss : loss;
        if (seconds() >= next || t.iteration + 1 == (uint64_t)iterations) {
            next = seconds() + 5;
            fprintf(stderr, "%5.1f %%  %7.0f s  %9llu episodes  %10llu positions  loss %.4f\n",
                    100 * (done + 1.0 / (double)iterations), seconds() - t0, (unsigned long long)episodes,
                    (unsigned long long)samples, smooth);
        }
    }
    if (t.averaged)
        memcpy(t.p.all, t.mean, t.p.n * sizeof *t.mean);
    net_round(&t);
    return net_write(&t, out ? out : path);
}
