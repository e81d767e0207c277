/* search.h: flat Monte Carlo over shared worlds for any game with hidden information and chance, through the contract.
 *
 * Each sample is a world that the view allows. Every candidate move is played in it with the same luck, then played out to a
 * horizon and evaluated there. Sequential halving drops the weaker candidates. In a playout every player moves by a policy that
 * sees only that player's view and plays for that player. */
#ifndef IR_SEARCH_H
#define IR_SEARCH_H

#include "bots.h"
#include "brain.h"

struct search {
    const struct brain *brain; /* says when an episode ends */
    struct mind *mind;         /* evaluates, and moves in playouts if `policy` is NULL; NULL: results are evaluated by points */
    const struct ir_bot *policy; /* moves in playouts; NULL: the mind does */
    const struct ir_bot *rival;  /* opponent model for every second sampled world; may be NULL */
    int horizon;                 /* length of a playout in decisions (or calm positions); 0: to the end of the episode */
    int candidates;              /* moves kept after the glance; 0: all */
    int worlds;                  /* sampled worlds of the glance, which enumerates the next chance event; 0: no glance */
    int prior;                   /* how many samples the glance counts as */
    int even;                    /* drop no candidate, so that all values can be compared */
};
void search_think(const struct search *, const struct ir_game *, const struct ir_view *, const struct ir_notes *,
                  struct ir_rng *, const struct ir_budget *, struct ir_advice *);

#endif
