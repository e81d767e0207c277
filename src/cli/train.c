/* train.c: `irori train GAME`: teaches a game's brain (src/bots/brain.h) by self-play and writes its network.
 *
 * TD(lambda) on distributions: a position's target mixes the network's prediction for the seat's next position with the result
 * of the episode. The work is split into fixed chunks with their own seeds, so that the same seed gives the same file for any
 * number of threads. */
#include "cli.h"

#include "learn.h"

#include <errno.h>
#include <math.h>
#include <unistd.h>

enum { CHUNKS = 8, BATCH = 512, SAMPLES_MAX = 40000, TRAJECTORY_MAX = 4096 };

struct chunk {
    struct sample *sample;
    uint16_t *active;
    uint32_t n, actives;
    double *count; /* of episodes, as brain->counted says */
    uint64_t episodes;
};
struct trainer {
    const struct brain *brain;
    struct learner learner;
    double *count;
    struct chunk chunk[CHUNKS];
    const struct sample **order;
    uint32_t total;
    uint64_t seed, iteration;
    int games, noise;
};

/* One seat's samples of an episode, and the network's prediction for each. */
struct way {
    struct sample *sample[TRAJECTORY_MAX];
    float said[TRAJECTORY_MAX][NET_BUCKETS_MAX];
    int n;
};

static void way_close(struct way *w, const struct brain *brain, int result)
{
    float target[NET_BUCKETS_MAX] = {0};
    target[result] = 1;
    for (int i = w->n - 1; i >= 0; i--) {
        memcpy(w->sample[i]->target, target, sizeof target);
        for (int b = 0; b < brain->buckets; b++)
            target[b] = (1 - brain->lambda) * w->said[i][b] + brain->lambda * target[b];
    }
    w->n = 0;
}

static void way_add(struct way *w, struct chunk *c, const struct trainer *t, const struct ir_view *v,
                    const struct ir_notes *notes)
{
    int head, n;
    uint16_t *active = c->active + c->actives;
    if (c->n == SAMPLES_MAX || w->n == TRAJECTORY_MAX || !(n = t->brain->look(v, notes, active, &head)))
        return;
    struct sample *s = &c->sample[c->n++];
    *s = (struct sample){.active = active, .n = (uint16_t)n, .head = (uint8_t)head};
    c->actives += (uint32_t)n;
    net_eval(t->learner.net, active, n, head, w->said[w->n]);
    w->sample[w->n++] = s;
}

static void game_play(const struct trainer *t, struct chunk *c, struct way *way, uint32_t number, struct ir_rng *rng)
{
    const struct brain *b = t->brain;
    const struct ir_game *g = b->game;
    struct mind mind;
    struct ir_state s, before;
    struct world world = {.notes = {{0}}}; /* its notes are those of the game */
    struct ir_view v;
    char why[IR_WHY_MAX];
    int seats, fresh = 1;
    const char *options = b->setting(number, &seats);
    mind_open(&mind, b, t->learner.net);
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
                ir_look(g, &s, i, &v);
                way_add(&way[i], c, t, &v, &world.notes);
            }
        memcpy(before.b, s.b, ir_state_size(g));
        if (turn == IR_CHANCE) {
            g->apply(&s, g->sample(&s, rng), NULL);
        } else {
            ir_look(g, &s, turn, &v);
            if (fresh) {
                mind_root(&mind, &v);
                fresh = 0;
            }
            g->imagine(&v, rng, &world.now); /* no hidden information in training, either */
            g->apply(&s, mind_move(&mind, &v, &world, rng, (uint32_t)t->noise), NULL);
        }
        ir_note(g, &world.notes, &before, &s);
        for (int i = 0; i < seats; i++) {
            int bucket = b->ended(&before, &s, i);
            if (bucket < 0)
                continue;
            if (b->extra)
                c->count[b->counted(&before, i, bucket)]++;
            way_close(&way[i], b, bucket);
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
    struct way *way = grab(IR_SEATS_MAX, sizeof *way);
    ir_rng_seed(&rng, t->seed * 0x9e3779b97f4a7c15u + t->iteration * CHUNKS + (uint64_t)i);
    c->n = c->actives = 0;
    c->episodes = 0;
    memset(c->count, 0, (size_t)t->brain->extra * sizeof *c->count);
    for (int k = 0; k < t->games && c->n < SAMPLES_MAX - 2000; k++)
        game_play(t, c, way, (uint32_t)(t->iteration * CHUNKS + (uint64_t)i) * (uint32_t)t->games + (uint32_t)k, &rng);
    free(way);
}

/* Counts how often episodes of each class end in each bucket; old counts decay. */
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
            net_extra(t->learner.net)[at + i] = sum > 0 ? (float)(t->count[at + i] / sum) : 1.0f / (float)k;
    }
}

static void learn(struct trainer *t)
{
    struct ir_rng rng;
    ir_rng_seed(&rng, ~t->seed + t->iteration);
    t->total = 0;
    for (uint32_t c = 0; c < CHUNKS; c++)
        for (uint32_t i = 0; i < t->chunk[c].n; i++)
            t->order[t->total++] = &t->chunk[c].sample[i];
    for (uint32_t i = t->total; i > 1; i--) {
        uint32_t k = (uint32_t)(ir_rng_next(&rng) % i);
        const struct sample *swap = t->order[i - 1];
        t->order[i - 1] = t->order[k];
        t->order[k] = swap;
    }
    for (uint32_t from = 0; from + BATCH <= t->total; from += BATCH)
        learner_step(&t->learner, t->order + from, BATCH);
}

static int net_write(const struct net *net, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return complain("train", "%s: %s", path, strerror(errno));
    fwrite(net, net_size(net), 1, f);
    int bad = ferror(f);
    bad |= fclose(f);
    return bad ? complain("train", "%s could not be written whole", path) : 0;
}

static void trainer_open(struct trainer *t, int threads)
{
    size_t extra = (size_t)t->brain->extra;
    learner_open(&t->learner, t->brain, t->seed, threads);
    t->count = grab(extra, sizeof(double));
    t->order = grab((size_t)CHUNKS * SAMPLES_MAX, sizeof *t->order);
    for (int i = 0; i < CHUNKS; i++) {
        t->chunk[i].sample = grab(SAMPLES_MAX, sizeof(struct sample));
        t->chunk[i].active = grab((size_t)SAMPLES_MAX * 160 + NET_ACTIVE_MAX, sizeof(uint16_t));
        t->chunk[i].count = grab(extra, sizeof(double));
    }
    extra_learn(t);
}

/* One iteration; `done` is the completed part of training, 0 ... 1. */
static void iterate(struct trainer *t, double done)
{
    const struct brain *b = t->brain;
    struct learner *l = &t->learner;
    l->rate = (float)(1e-3 * pow(0.05, done)); /* from 1e-3 down to 5e-5 */
    t->noise = (int)(24 * (1 - done)) + 4;
    learner_round(l);
    parallel(l->threads, CHUNKS, chunk_play, t);
    extra_learn(t);
    l->loss = 0;
    learn(t);
    if (done >= 1 - (double)b->average)
        learner_average(l);
}

int train_run(int argc, char **argv)
{
    const char *name = NULL, *out = NULL;
    int64_t iterations = 1000, threads = 2, seed = 1, games = 8;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"--out", ARG_TEXT, &out, 0, 0, "FILE", "the file to write (GAME.net)"},
        {"--iterations", ARG_NUMBER, &iterations, 1, 1000000, "N", "iterations of training (1000)"},
        {"--games", ARG_NUMBER, &games, 1, 1000, "N", "games in a chunk; an iteration has eight chunks (8)"},
        {"--threads", ARG_NUMBER, &threads, 1, 64, "N", "threads (2)"},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N", "the same seed gives the same network (1)"},
        {.name = NULL},
    };
    int code = args_read("train", "train the network of a game by self-play", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    const struct ir_game *g = game_or_complain("train", name);
    if (!g)
        return 2;
    char path[64];
    snprintf(path, sizeof path, "%.50s.net", g->name);
    static struct trainer t;
    t = (struct trainer){.brain = brain_find(g), .seed = (uint64_t)seed, .games = (int)games};
    if (!t.brain)
        return complain("train", "%s has no network to train", g->name);
    out = out ? out : path;
    int is_there = access(out, F_OK) == 0;
    FILE *later = fopen(out, "ab"); /* fail now, not after an hour of training */
    if (!later)
        return complain("train", "%s: %s", out, strerror(errno));
    fclose(later);
    if (!is_there)
        remove(out); /* leave no empty file if it is interrupted */
    trainer_open(&t, (int)threads);
    uint64_t episodes = 0, samples = 0;
    double t0 = seconds(), next = t0, smooth = 0;
    for (; t.iteration < (uint64_t)iterations; t.iteration++) {
        double done = (double)t.iteration / (double)iterations;
        iterate(&t, done);
        for (int i = 0; i < CHUNKS; i++)
            episodes += t.chunk[i].episodes, samples += t.chunk[i].n;
        uint32_t learned = t.total / BATCH * BATCH; /* whole batches */
        double loss = t.learner.loss / fmax(1, learned);
        smooth = t.iteration ? 0.98 * smooth + 0.02 * loss : loss;
        if (seconds() >= next || t.iteration + 1 == (uint64_t)iterations) {
            next = seconds() + 5;
            fprintf(stderr, "%5.1f %%  %7.0f s  %9llu episodes  %10llu positions  loss %.4f\n",
                    100 * (done + 1.0 / (double)iterations), seconds() - t0, (unsigned long long)episodes,
                    (unsigned long long)samples, smooth);
        }
    }
    learner_settle(&t.learner);
    learner_round(&t.learner);
    return net_write(t.learner.net, out);
}
