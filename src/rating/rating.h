/* rating.h: one step of Glicko-2, for rating.c and its tests. */
#ifndef IR_RATING_INTERNAL_H
#define IR_RATING_INTERNAL_H

#include "irori_rating.h"

/* A result against somebody: score is 1 for a win, 0 for a loss; weight: how much it counts, 1 as in Glickman's paper. */
struct rating_result {
    double at, error;
    double score, weight;
    double seen_at, seen_error; /* which result was to be expected follows from these; in the paper the same as at, error */
};
/* The rating after these results and so many of Glickman's rating periods (1: exactly as in his paper). */
void rating_step(struct ir_rating *, const struct rating_result *, int n, double periods);

#endif
