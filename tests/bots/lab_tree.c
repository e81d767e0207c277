/* lab_tree.c: see lab.h. */
#include <math.h>
#include <stdlib.h>

#include "lab.h"

struct run {
    const struct search *how;
    const struct ir_game *game;
    const struct ir_budget *budget;
    uint64_t start, nodes;
    int seat;
};

static uint64_t nodes_so_far(const struct run *r)
{
    return r->nodes + (r->how->mind ? r->how->mind->nodes : 0);
}

static int out_of_budget(const struct run *r)
{
    const struct ir_budget *b = r->budget;
    return (b->nodes && nodes_so_far(r) >= b->nodes) || (b->microseconds && b->clock() - r->start >= b->microseconds);
}

static int step(struct run *r, struct world *w, ir_move m, double *x)
{
    struct ir_state before = w->now;
    struct ir_view v;
    world_apply(r->how->brain, w, &before, m);
    r->nodes++;
    int bucket = r->how->brain->ended(&before, &w->now, r->seat);
    if (bucket < 0)
        return 0;
    ir_look(r->game, &w->now, r->seat, &v);
    *x = r->how->mind ? r->how->brain->settled(&v, r->how->mind->context) : r->how->brain->points(bucket);
    return 1;
}

/* On to the horizon, or the end of the episode. */
static double playout(struct run *r, struct world *w, struct ir_rng *rng)
{
    const struct ir_state *s = &w->now;
    double x = 0;
    for (int passed = 0; ir_turn(s) != IR_OVER;) {
        ir_move m;
        if (ir_turn(s) == IR_CHANCE) {
            m = r->game->sample(s, rng);
        } else {
            struct ir_view v;
            if (r->how->mind && r->how->horizon && passed++ >= r->how->horizon)
                break;
            ir_look(r->game, s, ir_turn(s), &v);
            m = r->how->policy ? ir_bot_move(r->how->policy, r->game, &v, &w->notes, rng, NULL)
                               : mind_move(r->how->mind, &v, w, rng, 0);
        }
        if (step(r, w, m, &x))
            return x;
    }
    return r->how->mind ? mind_value(r->how->mind, w, r->seat) : 0;
}

/* ---- the tree ---- */

enum { NODES_MAX = 200000 };
struct node {
    int32_t child, sibling; /* 0: none */
    ir_move move;
    uint32_t visits, there; /* there: how often it could have been chosen */
    double sum;             /* of what it was worth to whoever chose it */
};
static _Thread_local struct node *tree;
static _Thread_local int used;

static int child_of(int at, ir_move m)
{
    for (int c = tree[at].child; c; c = tree[c].sibling)
        if (tree[c].move == m)
            return c;
    if (used == NODES_MAX)
        return 0;
    tree[used] = (struct node){.move = m, .sibling = tree[at].child};
    return tree[at].child = used++;
}

static int choose(int at, const ir_move *legal, int n, double explore)
{
    int best = 0;
    double most = -1e9;
    for (int i = 0; i < n; i++) {
        int c = child_of(at, legal[i]);
        if (!c)
            return 0;
        struct node *k = &tree[c];
        k->there++;
        double u = k->visits ? k->sum / k->visits + explore * sqrt(log(k->there) / k->visits) : 1e6 - i;
        if (u > most) {
            most = u;
            best = c;
        }
    }
    return best;
}

static void descend(struct run *r, struct world *w, struct ir_rng *rng, double explore)
{
    const struct ir_state *s = &w->now;
    int path[400], mover[400], depth = 0, at = 0, fresh = 0, done = 0;
    double x = 0;
    while (!fresh && !done && depth < 400 && ir_turn(s) != IR_OVER) {
        if (ir_turn(s) == IR_CHANCE) {
            done = step(r, w, r->game->sample(s, rng), &x);
            continue;
        }
        struct ir_view v;
        ir_move legal[IR_MOVES_MAX];
        ir_look(r->game, s, ir_turn(s), &v);
        int next = choose(at, legal, brain_moves(r->how->brain, &v, legal), explore);
        if (!next)
            break;
        path[depth] = at = next;
        mover[depth++] = ir_turn(s);
        fresh = tree[at].visits == 0;
        done = step(r, w, tree[at].move, &x);
    }
    if (!done)
        x = playout(r, w, rng);
    for (int i = 0; i < depth; i++) {
        tree[path[i]].visits++;
        tree[path[i]].sum += mover[i] == r->seat ? x : r->how->mind ? 1 - x : -x;
    }
}

void tree_think(const struct search *how, double explore, const struct ir_game *g, const struct ir_view *v,
                const struct ir_notes *notes, struct ir_rng *rng, const struct ir_budget *budget, struct ir_advice *a)
{
    struct run r = {.how = how, .game = g, .budget = budget, .seat = v->seat};
    r.start = budget->microseconds ? budget->clock() : 0;
    if (!tree)
        tree = malloc(NODES_MAX * sizeof *tree);
    tree[0] = (struct node){0};
    used = 1;
    if (how->mind) {
        how->mind->nodes = 0;
        mind_root(how->mind, v);
    }
    bot_advice_start(g, v, a);
    while (a->n > 1 && !out_of_budget(&r)) {
        struct world w;
        brain_imagine(how->brain, v, notes, rng, &w);
        descend(&r, &w, rng, explore);
    }
    for (int i = 0; i < a->n; i++)
        for (int c = tree[0].child; c; c = tree[c].sibling)
            if (tree[c].move == a->of[i].move) {
                a->of[i].value = tree[c].visits;
                a->of[i].samples = tree[c].visits;
            }
    a->nodes = nodes_so_far(&r);
}

/* ---- worlds that are not shared ---- */

void apart_think(const struct search *how, const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes,
                 struct ir_rng *rng, const struct ir_budget *budget, struct ir_advice *a)
{
    struct run r = {.how = how, .game = g, .budget = budget, .seat = v->seat};
    const struct ir_budget none = {.nodes = 1};
    uint64_t done = 0, next = 16;
    int alive[IR_MOVES_MAX] = {0}, n;
    r.start = budget->microseconds ? budget->clock() : 0;
    search_think(how, g, v, notes, rng, &none, a); /* the glance, and the root of the mind */
    n = a->n;
    for (int i = 0; i < n; i++) {
        alive[i] = i;
        for (int k = i; k > 0 && a->of[alive[k]].value > a->of[alive[k - 1]].value; k--) {
            int swap = alive[k];
            alive[k] = alive[k - 1];
            alive[k - 1] = swap;
        }
    }
    n = how->candidates && n > how->candidates ? how->candidates : n;
    while (n > 1 && !out_of_budget(&r)) {
        for (int i = 0; i < n; i++) {
            struct world w;
            double x;
            brain_imagine(how->brain, v, notes, rng, &w);
            if (!step(&r, &w, a->of[alive[i]].move, &x))
                x = playout(&r, &w, rng);
            a->of[alive[i]].value += (x - a->of[alive[i]].value) / ++a->of[alive[i]].samples;
        }
        if (++done >= next && n > 2) {
            for (int i = 1; i < n; i++)
                for (int k = i; k > 0 && a->of[alive[k]].value > a->of[alive[k - 1]].value; k--) {
                    int swap = alive[k];
                    alive[k] = alive[k - 1];
                    alive[k - 1] = swap;
                }
            n = (n + 1) / 2;
            next = done * 2;
        }
    }
    int best = alive[0];
    for (int i = 0; i < n; i++)
        best = a->of[alive[i]].value > a->of[best].value ? alive[i] : best;
    a->of[best].value = 1e9;
    a->nodes = nodes_so_far(&r);
}
