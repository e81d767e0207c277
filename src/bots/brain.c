/* brain.c: evaluates positions with a brain. Between turns the network is asked; in mid-turn the best move is made first. */
#include "brain.h"

#include "bots.h"

void mind_open(struct mind *m, const struct brain *b, const struct net *net)
{
    /* a network with other dimensions would be read out of bounds */
    ir_assert(net->features == b->features && net->heads == b->heads && net->buckets == b->buckets && net->extra == b->extra);
    *m = (struct mind){.brain = b, .net = net};
}

const struct brain *brain_find(const struct ir_game *g)
{
    return bots_find(g)->brain;
}

int brain_moves(const struct brain *b, const struct ir_view *v, ir_move *out)
{
    return b->moves ? b->moves(v, out) : b->game->legal(v, out);
}

void brain_imagine(const struct brain *b, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                   struct world *w)
{
    if (b->imagine)
        b->imagine(v, notes, r, &w->now);
    else
        b->game->imagine(v, r, &w->now);
    w->notes = *notes;
}

void ir_note(const struct ir_game *g, struct ir_notes *notes, const struct ir_state *before, const struct ir_state *after)
{
    const struct brain *b = brain_find(g);
    struct ir_view from, to; /* a spectator's views: they contain no secrets */
    if (!b || !b->note)
        return;
    ir_look(g, before, IR_SPECTATOR, &from);
    ir_look(g, after, IR_SPECTATOR, &to);
    b->note(notes, from.b, to.b);
}

void mind_root(struct mind *m, const struct ir_view *root)
{
    m->brain->prepare(root, net_extra(m->net), m->context);
}

static float by_network(struct mind *m, const struct ir_view *v, const struct ir_notes *notes, int *asked)
{
    uint16_t active[NET_ACTIVE_MAX];
    int head, n = m->brain->look(v, notes, active, &head);
    *asked = n > 0;
    return n ? net_value(m->net, active, n, head, m->brain->worth(v, m->context)) : 0;
}

static ir_move best_move(struct mind *m, const struct ir_view *v, const struct world *world)
{
    ir_move legal[IR_MOVES_MAX], best;
    float most = 0;
    int n = brain_moves(m->brain, v, legal);
    best = legal[0];
    for (int i = 0; i < n && n > 1; i++) {
        struct world next;
        world_copy(m->brain, &next, world);
        world_apply(m->brain, &next, &world->now, legal[i]);
        float x = mind_value(m, &next, v->seat);
        if (i == 0 || x > most)
            most = x, best = legal[i];
    }
    return best;
}

/* The player to move makes the move that is best for them. */
static void choose(struct mind *m, const struct world *w, struct world *next)
{
    struct ir_view v;
    ir_look(m->brain->game, &w->now, ir_turn(&w->now), &v);
    world_copy(m->brain, next, w);
    world_apply(m->brain, next, &w->now, best_move(m, &v, w));
}

float mind_value(struct mind *m, const struct world *w, int seat)
{
    struct ir_view v;
    struct world next;
    int asked;
    m->nodes++;
    ir_look(m->brain->game, &w->now, seat, &v);
    float x = by_network(m, &v, &w->notes, &asked);
    if (asked)
        return x;
    if (ir_turn(&w->now) < 0)
        return m->brain->settled(&v, m->context);
    choose(m, w, &next);
    return mind_value(m, &next, seat);
}

ir_move mind_move(struct mind *m, const struct ir_view *v, const struct world *world, struct ir_rng *r, uint32_t noise)
{
    if (noise && ir_rng_below(r, 256) < noise) {
        ir_move legal[IR_MOVES_MAX];
        int n = brain_moves(m->brain, v, legal);
        return legal[ir_rng_below(r, (uint32_t)n)];
    }
    return best_move(m, v, world);
}
