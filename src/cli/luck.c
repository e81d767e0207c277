/* luck.c: see luck.h. */
#include "luck.h"

#include "core/banned.h"

enum { DEALS = 32 }; /* random deals that a deal is compared with */

/* The network's estimate of each seat's share of the win. */
static void judge(struct luck *l, const struct world *w, double share[])
{
    double all = 0;
    for (int i = 0; i < l->seats; i++)
        all += share[i] = (double)mind_value(&l->mind, w, i);
    for (int i = 0; i < l->seats; i++)
        share[i] = all > 0 ? share[i] / all : 1.0 / l->seats;
}

/* Applies an outcome. 1 if a decision or the end of an episode comes next. */
static int step(const struct luck *l, struct world *w, ir_move m)
{
    const struct brain *b = l->mind.brain;
    struct ir_state before;
    memcpy(before.b, w->now.b, ir_state_size(b->game));
    world_apply(b, w, &before, m);
    return ir_turn(&w->now) != IR_CHANCE || b->ended(&before, &w->now, 0) >= 0;
}

static void weigh(struct luck *l, const struct world *w, double weight)
{
    double share[IR_SEATS_MAX];
    judge(l, w, share);
    for (int i = 0; i < l->seats; i++)
        l->mean[i] += weight * share[i];
}

/* All outcomes, if none is followed by another chance event; else 0. */
static int mean_exact(struct luck *l, const struct world *w)
{
    struct ir_chance out[IR_MOVES_MAX];
    struct world next;
    double total = 0;
    int n = l->mind.brain->game->chance(&w->now, out);
    for (int i = 0; i < n; i++) {
        world_copy(l->mind.brain, &next, w);
        if (!step(l, &next, out[i].move))
            return 0;
        total += out[i].weight;
    }
    for (int i = 0; i < n; i++) {
        world_copy(l->mind.brain, &next, w);
        step(l, &next, out[i].move);
        weigh(l, &next, out[i].weight / total);
    }
    return 1;
}

static void mean_sampled(struct luck *l, const struct world *w)
{
    const struct ir_game *g = l->mind.brain->game;
    for (int i = 0; i < DEALS; i++) {
        struct world next;
        world_copy(l->mind.brain, &next, w);
        while (!step(l, &next, g->sample(&next.now, &l->rng)))
            ;
        weigh(l, &next, 1.0 / DEALS);
    }
}

static ir_move pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    struct luck *l = (struct luck *)d;
    struct world w;
    memcpy(w.now.b, s->b, ir_state_size(g));
    w.notes = l->notes ? *l->notes : (struct ir_notes){{0}};
    if (!l->open) {
        struct ir_view v;
        ir_look(g, s, 0, &v);
        mind_root(&l->mind, &v); /* before the outcome: it must not change how positions are evaluated */
        memset(l->mean, 0, sizeof l->mean);
        if (!mean_exact(l, &w))
            mean_sampled(l, &w);
    }
    ir_move m = l->inner->pick(l->inner, g, s);
    l->open = !step(l, &w, m);
    if (!l->open) {
        double share[IR_SEATS_MAX];
        judge(l, &w, share);
        for (int i = 0; i < l->seats; i++)
            l->sum[i] += share[i] - l->mean[i];
    }
    return m;
}

void luck_open(struct luck *l, const struct brain *b, int seats, const struct ir_notes *notes, struct ir_dealer *inner,
               uint64_t seed)
{
    memset(l, 0, sizeof *l);
    l->dealer.pick = pick;
    l->inner = inner;
    l->notes = notes;
    l->seats = seats;
    mind_open(&l->mind, b, brain_net(b));
    ir_rng_seed(&l->rng, seed);
}
