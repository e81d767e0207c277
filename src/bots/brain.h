/* brain.h: what a game tells the trainer and the search about itself, and the thinking both share.
 *
 * A brain says which features a view has, what the result of an episode was, and what each result is worth to the viewer. An
 * episode is the stretch whose result the network learns to foresee: a round of Koi-Koi, a whole game of the others. One const
 * struct brain a game, in games/GAME/bots. */
#ifndef IR_BRAIN_H
#define IR_BRAIN_H

#include "net.h"

enum { BRAIN_CONTEXT = 4096 };

struct brain {
    const struct ir_game *game;
    int features, heads, buckets;
    int extra;     /* numbers of the game's own that are learned by counting: episodes by class and result; may be 0 */
    int thin;      /* learning takes one position in so many, as neighbours teach much the same */
    float lambda;  /* of TD(lambda): how much of a position's target is how it ended, not what was thought of the next one */
    float decay;   /* of weights of features, so that those of rare ones stay small */
    float average; /* the last part of learning, 0 ... 1, of whose weights the mean is kept; 0: the last weights are */
    /* The active features of a view, each once, and the head that speaks for it; returns how many, or 0 where the network is
     * not asked: while cards are dealt, within a turn, when an episode is over. */
    int (*look)(const struct ir_view *, const struct ir_notes *, uint16_t active[NET_ACTIVE_MAX], int *head);
    /* The legal moves worth a thought, ascending: without those that another is never worse than. NULL: all. */
    int (*moves)(const struct ir_view *, ir_move *out);
    /* As the game's: a world that fits a view; but likelier ones more often, by what the others were seen to do. NULL: the
     * game's. */
    void (*imagine)(const struct ir_view *, const struct ir_notes *, struct ir_rng *, struct ir_state *);
    /* Adds to the notes what can be seen of a move or an outcome: from the public part of the position before it and of the one
     * after. NULL: this game's bots take no notes. */
    void (*note)(struct ir_notes *, const void *before, const void *after);
    /* Where playouts are best judged, as between turns: a horizon counts these. NULL: anywhere, it counts decisions. */
    int (*calm)(const struct ir_state *);
    /* The bucket of an episode's result for a seat, if one ended between these two positions; else -1. */
    int (*ended)(const struct ir_state *before, const struct ir_state *after, int seat);
    float (*points)(int bucket); /* a result as points, for those who judge by points */
    /* Which of `extra` counts an episode of this bucket, from any position of it. */
    int (*counted)(const struct ir_state *, int seat, int bucket);
    /* Once for a root: whatever `worth` and `settled` want to look up. */
    void (*prepare)(const struct ir_view *root, const float *extra, void *context);
    /* The worth to the viewer of each bucket, its chance of winning the game, 0 ... 1; NET_BUCKETS_MAX of them. */
    const float *(*worth)(const struct ir_view *, const void *context);
    /* The same of a position at the end of an episode. */
    float (*settled)(const struct ir_view *, const void *context);
    /* The n-th setting to train with: options, and how many play. */
    const char *(*setting)(uint32_t n, int *seats);
};

/* A position in a bot's head, and what everybody there has noted. */
struct world {
    struct ir_state now;
    struct ir_notes notes;
};
static inline void world_copy(const struct brain *b, struct world *to, const struct world *from)
{
    memcpy(to->now.b, from->now.b, ir_state_size(b->game));
    if (b->note)
        to->notes = from->notes;
}
/* Makes a move; `before` is a copy of the position as it is. Nothing in a world is a secret: it was imagined from a view. */
static inline void world_apply(const struct brain *b, struct world *w, const struct ir_state *before, ir_move m)
{
    b->game->apply(&w->now, m, NULL);
    if (b->note)
        b->note(&w->notes, before->b, w->now.b);
}

/* A brain with a network in it, looking from one root. */
struct mind {
    const struct brain *brain;
    const struct net *net;
    uint64_t nodes;
    _Alignas(8) uint8_t context[BRAIN_CONTEXT];
};
void mind_open(struct mind *, const struct brain *, const struct net *);
void mind_root(struct mind *, const struct ir_view *);
/* What a state is worth to a seat, judged by what that seat sees. Choices within a turn are made first, each player for the own
 * good. */
float mind_value(struct mind *, const struct world *, int seat);
/* The move it likes best at a glance, for playouts; now and then (noise, 0 ... 255 of 256) any move. */
ir_move mind_move(struct mind *, const struct ir_view *, const struct world *, struct ir_rng *, uint32_t noise);

/* brain->moves, or all; brain->imagine, or the game's, and the notes. */
int brain_moves(const struct brain *, const struct ir_view *, ir_move *out);
void brain_imagine(const struct brain *, const struct ir_view *, const struct ir_notes *, struct ir_rng *, struct world *);

const struct brain *brain_find(const struct ir_game *); /* NULL: that game has none */

/* What a brain has learned: games/NAME/bots/NAME.net, compiled in (nets.c) or brought later by the page (src/wasm/nets.c). */
const struct net *brain_net(const struct brain *);

#endif
