/* brain.h: what a game tells the trainer and the search about itself, and the evaluation both share.
 *
 * A brain says which features a view has, how an episode ended, and what each result is worth to the viewer. An episode is the
 * part of a game whose result the network predicts: the whole game, or one round of a game that is played in rounds. Each game
 * that has a network has one const struct brain, in games/NAME/bots. */
#ifndef IR_BRAIN_H
#define IR_BRAIN_H

#include "net.h"

enum { BRAIN_CONTEXT = 4096 };

struct brain {
    const struct ir_game *game;
    int features, heads, buckets;
    int extra;     /* floats learned by counting episodes by class and result; their meaning is the game's; may be 0 */
    int thin;      /* training uses one position in `thin`: neighbouring positions are much alike */
    float lambda;  /* of TD(lambda): the weight of the final result in a position's target; the rest is the next prediction */
    float decay;   /* weight decay of layer one: keeps the weights of rare features small */
    int ahead;     /* a review plays so many decisions out before the network judges; 0: to the end of the episode */
    float average; /* average the weights over this last part of training, 0 ... 1; 0: keep the last weights */
    /* The active features of a view, each once, and the head to use. Returns how many features, or 0 where the network must
     * not be asked: while cards are dealt, within a turn, after the end of an episode. */
    int (*look)(const struct ir_view *, const struct ir_notes *, uint16_t active[NET_ACTIVE_MAX], int *head);
    /* The legal moves without dominated ones, ascending. NULL: all legal moves. */
    int (*moves)(const struct ir_view *, ir_move *out);
    /* A random world that fits a view, like the game's `imagine`, but weighted by what the others were seen to do. NULL: use
     * the game's. */
    void (*imagine)(const struct ir_view *, const struct ir_notes *, struct ir_rng *, struct ir_state *);
    /* Adds to the notes what a move or an outcome shows. It gets the public zones before and after. NULL: this game's bots
     * take no notes. */
    void (*note)(struct ir_notes *, const void *before, const void *after);
    /* Is this a good position to evaluate, such as between turns? A horizon counts these. NULL: it counts decisions. */
    int (*calm)(const struct ir_state *);
    /* The bucket of a seat's result if an episode ended between these two positions; else -1. */
    int (*ended)(const struct ir_state *before, const struct ir_state *after, int seat);
    float (*points)(int bucket); /* a result in points, for searches without a network */
    /* The index in `extra` that counts episodes with this result; the state is any position of the episode. */
    int (*counted)(const struct ir_state *, int seat, int bucket);
    /* Called once for each root: fills the context that `worth` and `settled` read. */
    void (*prepare)(const struct ir_view *root, const float *extra, void *context);
    /* The viewer's chance of winning the game, 0 ... 1, after each bucket's result; NET_BUCKETS_MAX entries. */
    const float *(*worth)(const struct ir_view *, const void *context);
    /* The viewer's chance of winning at the end of an episode. */
    float (*settled)(const struct ir_view *, const void *context);
    /* The n-th training setup: options and number of seats. */
    const char *(*setting)(uint32_t n, int *seats);
};

/* A simulated position, and the notes on the moves that led to it. */
struct world {
    _Alignas(64) struct ir_state now; /* a search copies little else: across cache lines that is 2 % slower */
    struct ir_notes notes;
};
static inline void world_copy(const struct brain *b, struct world *to, const struct world *from)
{
    memcpy(to->now.b, from->now.b, ir_state_size(b->game));
    if (b->note)
        to->notes = from->notes;
}
/* Makes a move; `before` is a copy of w->now. A world was imagined from a view, so it holds no secrets. */
static inline void world_apply(const struct brain *b, struct world *w, const struct ir_state *before, ir_move m)
{
    b->game->apply(&w->now, m, NULL);
    if (b->note)
        b->note(&w->notes, before->b, w->now.b);
}

/* A brain with its network, evaluating positions below one root. */
struct mind {
    const struct brain *brain;
    const struct net *net;
    uint64_t nodes;
    _Alignas(8) uint8_t context[BRAIN_CONTEXT];
};
void mind_open(struct mind *, const struct brain *, const struct net *);
void mind_root(struct mind *, const struct ir_view *);
/* The value of a world to a seat, from that seat's view. If the network cannot be asked in mid-turn, moves are made first; each
 * player makes the move that is best for them. */
float mind_value(struct mind *, const struct world *, int seat);
/* The best move by one-ply evaluation, for playouts. With probability noise/256, a random move. */
ir_move mind_move(struct mind *, const struct ir_view *, const struct world *, struct ir_rng *, uint32_t noise);

/* brain->moves, or all legal moves; brain->imagine, or the game's `imagine`, with the notes copied into the world. */
int brain_moves(const struct brain *, const struct ir_view *, ir_move *out);
void brain_imagine(const struct brain *, const struct ir_view *, const struct ir_notes *, struct ir_rng *, struct world *);

const struct brain *brain_find(const struct ir_game *); /* NULL: that game has none */

/* The trained network, games/NAME/bots/NAME.net: compiled in (nets.c), or fetched by the page (src/wasm/nets.c). */
const struct net *brain_net(const struct brain *);

#endif
