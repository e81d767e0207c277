/* search.c: see search.h. */
#include "search.h"

enum { PLAYOUT_MAX = 4000, CLOCK_EVERY = 64 }; /* read the clock once in so many nodes: reading costs as much as one or two */

struct run {
    const struct search *how;
    const struct ir_game *game;
    const struct ir_budget *budget;
    const struct ir_notes *notes;
    struct ir_rng *rng;
    uint64_t start, nodes, look_at;
    double time, spent; /* the part of the time and of the budget used, when last checked; 1: all of it */
    int seat, rival;    /* rival: in this world how->rival moves for the opponents */
};

struct fate { /* separate random streams for chance and for the players, so that a player's choices do not change the luck */
    struct ir_rng luck, whim;
};

static uint64_t nodes_so_far(const struct run *r)
{
    return r->nodes + (r->how->mind ? r->how->mind->nodes : 0);
}

static int out_of_budget(struct run *r)
{
    const struct ir_budget *b = r->budget;
    uint64_t now = nodes_so_far(r);
    double nodes = b->nodes ? (double)now / (double)b->nodes : 0;
    if (b->microseconds && now >= r->look_at) {
        r->time = (double)(b->clock() - r->start) / (double)b->microseconds;
        r->look_at = now + CLOCK_EVERY;
    }
    r->spent = b->stop && *b->stop ? 1 : nodes > r->time ? nodes : r->time;
    return r->spent >= 1;
}

/* Makes a move or an outcome. Returns 1 if that ended the episode; *x is then the value to our seat. */
static int step(struct run *r, struct world *w, ir_move m, double *x)
{
    const struct search *how = r->how;
    struct ir_state before;
    memcpy(before.b, w->now.b, ir_state_size(r->game));
    world_apply(how->brain, w, &before, m);
    r->nodes++;
    int bucket = how->brain->ended(&before, &w->now, r->seat);
    if (bucket < 0)
        return 0;
    if (how->mind) {
        struct ir_view v;
        ir_look(r->game, &w->now, r->seat, &v);
        *x = how->brain->settled(&v, how->mind->context);
    } else {
        *x = how->brain->points(bucket);
    }
    return 1;
}

static ir_move playout_move(struct run *r, const struct world *w, struct ir_rng *whim)
{
    const struct ir_bot *who = r->rival && ir_turn(&w->now) != r->seat ? r->how->rival : r->how->policy;
    struct ir_view v;
    ir_look(r->game, &w->now, ir_turn(&w->now), &v);
    return who ? ir_bot_move(who, r->game, &v, &w->notes, whim, NULL) : mind_move(r->how->mind, &v, w, whim, 0);
}

/* Plays on after our move, to the horizon or the end of the episode. Returns the value to our seat. */
static double playout(struct run *r, struct world *w, struct fate *fate)
{
    const struct ir_state *s = &w->now;
    int (*calm)(const struct ir_state *) = r->how->brain->calm;
    int passed = 0;
    double x = 0;
    for (int i = 0; ir_turn(s) != IR_OVER && i < PLAYOUT_MAX; i++) {
        int turn = ir_turn(s);
        if (r->how->horizon && (calm ? calm(s) : turn >= 0) && passed++ >= r->how->horizon - !!calm)
            break;
        if (step(r, w, turn == IR_CHANCE ? r->game->sample(s, &fate->luck) : playout_move(r, w, &fate->whim), &x))
            return x;
    }
    return r->how->mind ? mind_value(r->how->mind, w, r->seat) : 0;
}

/* Plays every candidate in `alive` in one sampled world, with the same luck. Returns 0 if the budget ran out. */
static int sample(struct run *r, const struct ir_view *v, struct ir_advice *a, const int *alive, int n)
{
    struct world world, w;
    struct fate fate;
    brain_imagine(r->how->brain, v, r->notes, r->rng, &world);
    ir_rng_seed(&fate.luck, ir_rng_next(r->rng));
    ir_rng_seed(&fate.whim, ir_rng_next(r->rng));
    r->rival = r->how->rival && !r->rival;
    for (int i = 0; i < n; i++) {
        struct fate same = fate;
        double x;
        if (out_of_budget(r))
            return 0;
        world_copy(r->how->brain, &w, &world);
        if (!step(r, &w, a->of[alive[i]].move, &x))
            x = playout(r, &w, &same);
        uint32_t k = ++a->of[alive[i]].samples;
        a->of[alive[i]].value += (x - a->of[alive[i]].value) / k;
    }
    return 1;
}

static void sort_by_value(const struct ir_advice *a, int *alive, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && a->of[alive[k]].value > a->of[alive[k - 1]].value; k--) {
            int swap = alive[k];
            alive[k] = alive[k - 1];
            alive[k - 1] = swap;
        }
}

/* The value of a world after our move. If chance is next: the weighted mean over all outcomes. */
static double after(struct run *r, const struct world *w)
{
    struct ir_chance out[IR_MOVES_MAX];
    struct world next;
    double sum = 0, total = 0;
    if (ir_turn(&w->now) != IR_CHANCE)
        return mind_value(r->how->mind, w, r->seat);
    int n = r->game->chance(&w->now, out);
    for (int i = 0; i < n; i++) {
        double x;
        world_copy(r->how->brain, &next, w);
        if (!step(r, &next, out[i].move, &x))
            x = mind_value(r->how->mind, &next, r->seat);
        sum += x * out[i].weight;
        total += out[i].weight;
    }
    return sum / total;
}

static void glance(struct run *r, const struct ir_view *v, struct ir_advice *a, const int *alive, int n)
{
    for (int k = 0; k < r->how->worlds; k++) {
        struct world world, w;
        brain_imagine(r->how->brain, v, r->notes, r->rng, &world);
        for (int i = 0; i < n; i++) {
            double x;
            world_copy(r->how->brain, &w, &world);
            if (!step(r, &w, a->of[alive[i]].move, &x))
                x = after(r, &w);
            a->of[alive[i]].value += x / r->how->worlds;
        }
    }
    for (int i = 0; i < n; i++)
        a->of[alive[i]].samples = (uint32_t)r->how->prior;
}

/* Lowers dropped moves below all kept ones: fewer samples must not make a dropped move look best. */
static void dropped_below(struct ir_advice *a, const int *alive, int n)
{
    uint8_t kept[IR_MOVES_MAX] = {0};
    ir_assert(n > 0);
    double least = a->of[alive[0]].value;
    for (int i = 0; i < n; i++) {
        kept[alive[i]] = 1;
        least = a->of[alive[i]].value < least ? a->of[alive[i]].value : least;
    }
    for (int i = 0; i < a->n; i++)
        if (!kept[i] && a->of[i].value >= least)
            a->of[i].value = least - 1e-9;
}

static int worth_a_thought(const struct brain *b, const struct ir_view *v, const struct ir_advice *a, int *alive)
{
    ir_move moves[IR_MOVES_MAX];
    int n = brain_moves(b, v, moves), kept = 0;
    for (int i = 0; i < a->n && kept < n; i++)
        if (a->of[i].move == moves[kept])
            alive[kept++] = i;
    ir_assert(kept == n);
    return n;
}

void search_think(const struct search *how, const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes,
                  struct ir_rng *rng, const struct ir_budget *budget, struct ir_advice *a)
{
    static const struct ir_notes none;
    struct run r = {.how = how, .game = g, .budget = budget, .notes = notes ? notes : &none, .rng = rng, .seat = v->seat};
    int alive[IR_MOVES_MAX];
    r.start = budget->microseconds ? budget->clock() : 0;
    bot_advice_start(g, v, a);
    int n = worth_a_thought(how->brain, v, a, alive);
    if (how->mind) {
        how->mind->nodes = 0;
        mind_root(how->mind, v);
        glance(&r, v, a, alive, n);
    }
    if (how->worlds && how->candidates && n > how->candidates) {
        sort_by_value(a, alive, n);
        n = how->candidates;
    }
    /* sequential halving, down to two: after equal parts of the budget or, without one, when the samples have doubled */
    uint64_t done = 0, next = 16;
    int drops = 0, dropped = 0, bounded = budget->nodes || budget->microseconds;
    for (int left = n; left > 2 && !how->even; left = (left + 1) / 2)
        drops++;
    while (n > 1 && sample(&r, v, a, alive, n)) {
        done++;
        if (n > 2 && !how->even && (bounded ? r.spent * (drops + 1) > dropped + 1 : done >= next)) {
            sort_by_value(a, alive, n);
            n = (n + 1) / 2;
            next = done * 2;
            dropped++;
        }
    }
    dropped_below(a, alive, n);
    a->nodes = nodes_so_far(&r);
}
