/* ratings.h: games/NAME/ratings.json, the fixed ratings of bots (docs/ratings.md): made by `irori tournament --ratings`. */
#ifndef IR_CLI_RATINGS_H
#define IR_CLI_RATINGS_H

#include "cli.h"

enum { RATINGS_BOTS_MAX = 16, RATINGS_NORMAL = 1500 };
#define RATINGS_INTERVAL 1.959963984540054 /* standard errors of a 95 % interval */

struct ratings_at {
    double at, error;
};
struct ratings {
    /* set by the caller */
    const struct setup *setup;
    struct {
        const char *name;
        struct ratings_at ranks, wins; /* by who is ranked above whom; by who wins */
        int64_t games;
    } bot[RATINGS_BOTS_MAX];
    int bots, threads;
    int64_t games, searching, reviews; /* of a pairing, of one with a bot that searches (0: as many); to be reviewed */
    uint64_t seed;
    /* set by ratings_noise */
    double noise;
};
/* Plays and reviews games between these bots: how much of the variance of a plain result is left when luck is taken out. With
 * no reviews: 0, not measured. 0, or 1 after an error message. */
int ratings_noise(struct ratings *);
/* Writes them into the file, instead of those for as many seats. 0, or 1 after an error message. */
int ratings_write(const struct ratings *, const char *path);

#endif
