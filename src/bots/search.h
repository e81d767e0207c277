/* search.h: flat Monte Carlo over shared worlds for any game with hidden information and chance, through the contract.
 *
 * Each sample is a world the view allows; every candidate move is played in it with the same luck, on to a horizon, and
 * judged there. Candidates that fall behind are dropped by sequential halving. Every player in a playout moves by a policy
 * that sees no more than that player's view, for the own good. */
#ifndef IR_SEARCH_H
#define IR_SEARCH_H

#include "bots.h"
#include "brain.h"

struct search {
    const struct brain *brain;   /* says when an episode ends */
    struct mind *mind;           /* judges, and moves in playouts unless `policy` does; NULL: results are judged by points */
    const struct ir_bot *policy; /* who moves in playouts, if not the mind */
    const struct ir_bot *rival;  /* whom the others play like in every second world, as one does not know them; may be NULL */
    int horizon;                 /* decisions (or calm positions) of a playout until it is judged; 0: the end of the episode */
    int candidates;              /* moves kept after the first glance; 0: all */
    int worlds;                  /* of the first glance, whose next chance event is summed up exactly; 0: no glance */
    int prior;                   /* samples the first glance counts for */
    int even;                    /* no candidate is dropped: for those who want to compare all values */
};
void search_think(const struct search *, const struct ir_game *, const struct ir_view *, const struct ir_notes *,
                  struct ir_rng *, const struct ir_budget *, struct ir_advice *);

#endif
