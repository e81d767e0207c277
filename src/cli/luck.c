/* luck.c: see luck.h. */
#include "luck.h"

#include "core/banned.h"

enum { DEALS = 32 }; /* that a deal is compared with */

/* What the network gives each seat of one win. */
static void judge(struct luck *l, const struct ir_state *s, double share[])
{
    double all = 0;
    for (int i = 0; i < l->seats; i++)
        all += share[i] = (double)mind_value(&l->mind, s, i);
    for (int i = 0; i < l->seats; i++)
        share[i] = all > 0 ? share[i] / all : 1.0 / l->seats;
}

/* An outcome, and 1 if it is the last before somebody decides or an episode ends. */
static int step(const struct luck *l, struct ir_state *s, ir_move m)
{
    const struct brain *b = l->mind.brain;
    struct ir_state before;
    memcpy(before.b, s->b, ir_state_size(b->game));
    b->game->apply(s, m, NULL);
    return ir_turn(s) != IR_CHANCE || b->ended(&before, s, 0) >= 0;
}

static void weigh(struct luck *l, const struct ir_state *s, double weight)
{
    double share[IR_SEATS_MAX];
    judge(l, s, share);
    for (int i = 0; i < l->seats; i++)
        l->mean[i] += weight * share[i];
}

/* All outcomes, if each of them is the last; else 0. */
static int mean_exact(struct luck *l, const struct ir_state *s)
{
    const struct ir_game *g = l->mind.brain->game;
    struct ir_chance out[IR_MOVES_MAX];
    struct ir_state next;
    double total = 0;
    int n = g->chance(s, out);
    for (int i = 0; i < n; i++) {
        memcpy(next.b, s->b, ir_state_size(g));
        if (!step(l, &next, out[i].move))
            return 0;
        total += out[i].weight;
    }
    for (int i = 0; i < n; i++) {
        memcpy(next.b, s->b, ir_state_size(g));
        step(l, &next, out[i].move);
        weigh(l, &next, out[i].weight / total);
    }
    return 1;
}

static void mean_sampled(struct luck *l, const struct ir_state *s)
{
    const struct ir_game *g = l->mind.brain->game;
    for (int i = 0; i < DEALS; i++) {
        struct ir_state next;
        memcpy(next.b, s->b, ir_state_size(g));
        while (!step(l, &next, g->sample(&next, &l->rng)))
            ;
        weigh(l, &next, 1.0 / DEALS);
    }
}

static ir_move pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    struct luck *l = (struct luck *)d;
    struct ir_state next;
    if (!l->open) {
        struct ir_view v;
        ir_view(g, s, 0, &v);
        mind_root(&l->mind, &v); /* before chance speaks: what came of it must not change how it is judged */
        memset(l->mean, 0, sizeof l->mean);
        if (!mean_exact(l, s))
            mean_sampled(l, s);
    }
    ir_move m = l->inner->pick(l->inner, g, s);
    memcpy(next.b, s->b, ir_state_size(g));
    l->open = !step(l, &next, m);
    if (!l->open) {
        double share[IR_SEATS_MAX];
        judge(l, &next, share);
        for (int i = 0; i < l->seats; i++)
            l->sum[i] += share[i] - l->mean[i];
    }
    return m;
}

void luck_open(struct luck *l, const struct brain *b, int seats, struct ir_dealer *inner, uint64_t seed)
{
    memset(l, 0, sizeof *l);
    l->dealer.pick = pick;
    l->inner = inner;
    l->seats = seats;
    mind_open(&l->mind, b, brain_net(b));
    ir_rng_seed(&l->rng, seed);
}
