/* ratings.h: games/NAME/ratings.json, the fixed ratings of bots (docs/ratings.md): made by `irori tournament --ratings`. */
#ifndef IR_CLI_RATINGS_H
#define IR_CLI_RATINGS_H

#include "cli.h"

enum { RATINGS_BOTS_MAX = 16, RATINGS_NORMAL = 1500 };
#define RATINGS_INTERVAL 1.959963984540054 /* standard errors of a 95 % interval */

struct ratings_at {
    double at, error;
};
/* What bot a scored against bot b, alone among such: its share of wins, and the part of the others that it was ranked above. */
struct ratings_share {
    double at, error;
    double worth; /* in plain games: with luck taken out, a game is worth several */
};
struct ratings_pairing {
    int a, b;
    uint64_t seed;
    int64_t games;
    struct ratings_share wins, ranks;
};
struct ratings {
    /* set by the caller */
    const struct setup *setup;
    int64_t reviews; /* games to be reviewed */
    uint64_t seed;
    int threads;
    /* set by ratings_read, ratings_bot and ratings_add */
    struct {
        const char *name;
        int named;                     /* by the caller: such bots play the games that are reviewed */
        struct ratings_at ranks, wins; /* set by ratings_fit: by who is ranked above whom; by who wins */
        int64_t games;
    } bot[RATINGS_BOTS_MAX];
    struct ratings_pairing *pairing;
    int bots, pairings;
    void *file; /* what names were read from */
    /* set by ratings_noise */
    double noise, noise_error;
};
/* Takes over the pairings of the table for as many seats, if there is such a file, and its noise. 0, or 1 after an error
 * message. */
int ratings_read(struct ratings *, const char *path);
/* The index of the bot of this name, which is added if it is new; -1: there are too many. */
int ratings_bot(struct ratings *, const char *name);
int ratings_normal(const struct ratings *); /* the index of `normal`, or -1 */
/* Is there a pairing of these names with this seed? With two seats in either order. */
int ratings_has(const struct ratings *, const char *a, const char *b, uint64_t seed);
void ratings_add(struct ratings *, const struct ratings_pairing *);
/* Ratings from all pairings; `normal` is the measure. */
void ratings_fit(struct ratings *);
/* Plays and reviews games between the named bots: how much of the variance of a plain result is left when luck is taken out.
 * With no reviews, or if the file said it: what is known, 0 for nothing. 0, or 1 after an error message. */
int ratings_noise(struct ratings *);
void ratings_print(const struct ratings *);
/* Writes them into the file, instead of those for as many seats. 0, or 1 after an error message. */
int ratings_write(const struct ratings *, const char *path);
void ratings_free(struct ratings *);

#endif
