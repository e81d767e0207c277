/* brain.c: judging positions with a brain: by the network where it is asked, by choosing where somebody is in mid-turn. */
#include "brain.h"

#include "bots.h"

void mind_open(struct mind *m, const struct brain *b, const struct net *net)
{
    /* a network of another brain, or of this one before its features changed, would be read out of bounds */
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

void brain_imagine(const struct brain *b, const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    (b->imagine ? b->imagine : b->game->imagine)(v, r, s);
}

void mind_root(struct mind *m, const struct ir_view *root)
{
    m->brain->prepare(root, net_extra(m->net), m->context);
}

static float by_network(struct mind *m, const struct ir_view *v, int *asked)
{
    uint16_t active[NET_ACTIVE_MAX];
    int head, n = m->brain->look(v, active, &head);
    *asked = n > 0;
    return n ? net_value(m->net, active, n, head, m->brain->worth(v, m->context)) : 0;
}

static ir_move best_move(struct mind *m, const struct ir_view *v, const struct ir_state *world)
{
    const struct ir_game *g = m->brain->game;
    ir_move legal[IR_MOVES_MAX], best;
    float most = 0;
    int n = brain_moves(m->brain, v, legal);
    best = legal[0];
    for (int i = 0; i < n && n > 1; i++) {
        struct ir_state next;
        memcpy(next.b, world->b, ir_state_size(g));
        g->apply(&next, legal[i], NULL);
        float x = mind_value(m, &next, v->seat);
        if (i == 0 || x > most)
            most = x, best = legal[i];
    }
    return best;
}

static void best_choice(struct mind *m, struct ir_state *s, int seat)
{
    struct ir_view v;
    ir_view(m->brain->game, s, seat, &v);
    m->brain->game->apply(s, best_move(m, &v, s), NULL);
}

float mind_value(struct mind *m, const struct ir_state *s, int seat)
{
    struct ir_view v;
    struct ir_state next;
    size_t size = ir_state_size(m->brain->game);
    int asked;
    m->nodes++;
    ir_view(m->brain->game, s, seat, &v);
    float x = by_network(m, &v, &asked);
    if (asked)
        return x;
    if (ir_turn(s) < 0)
        return m->brain->settled(&v, m->context);
    memcpy(next.b, s->b, size);
    best_choice(m, &next, ir_turn(s));
    return mind_value(m, &next, seat);
}

ir_move mind_move(struct mind *m, const struct ir_view *v, const struct ir_state *world, struct ir_rng *r, uint32_t noise)
{
    if (noise && ir_rng_below(r, 256) < noise) {
        ir_move legal[IR_MOVES_MAX];
        int n = brain_moves(m->brain, v, legal);
        return legal[ir_rng_below(r, (uint32_t)n)];
    }
    return best_move(m, v, world);
}
