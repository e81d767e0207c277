/* arena.h: two players meet in many games with the same deals for both.
 *
 * A group is one deal, dealt once for every seat that A can have: A sits there, B in all other seats. With two seats a group is
 * a pair. In all games of a group the k-th chance outcome comes from the same random number, and a seat's bot has the same
 * seed. So two identical bots play the same game in every seating and score exactly the fair share.
 *
 * Groups are played on any number of threads and counted in order. The result does not depend on the threads, as long as the
 * players do not look at a clock. */
#ifndef IR_CLI_ARENA_H
#define IR_CLI_ARENA_H

#include "player.h"
#include "stats.h"

/* Wins are counted in sixtieths, because up to six seats may share one. */
enum { ARENA_WIN = 60, ARENA_SCORES = IR_SEATS_MAX * ARENA_WIN + 1, ARENA_THREADS_MAX = 64 };

struct arena_sprt {
    int wanted;
    double elo0, elo1; /* set by the caller */
    double llr, bound; /* set by arena_play */
    int accepted;      /* 1: elo1, 0: elo0, -1: neither yet */
};

struct arena {
    /* set by the caller */
    const char *command;
    const struct setup *setup;
    const char *name[2];    /* A and B */
    uint64_t seed, pairing; /* a tournament gives each of its pairings other deals */
    int64_t groups;
    int threads;
    const char *record; /* a folder for the record of every game, or NULL */
    int strict;         /* stop when another program loses a turn */
    int luck;           /* also subtract luck: skill and skill_squares below */
    struct arena_sprt sprt;

    /* set by arena_play: sums over the counted groups */
    int64_t counted, shared;       /* groups; games with more than one winner */
    int64_t score[ARENA_SCORES];   /* [i]: groups in which A won i sixtieths of a game */
    double points, points_squares; /* A's points less the mean of the others', summed over groups */
    double skill, skill_squares;   /* A's wins less its luck, summed over groups */
    double above, above_squares;   /* the part of the others that A is ranked above, shared places half, summed over groups */
    double luck_sum, luck_squares, luck_wins, luck_above; /* A's luck, its square, and its products with A's wins and `above` */
    struct player_use use[2];
    double seconds;
    int interrupted;            /* by Ctrl-C */
    char label[2][IR_NAME_MAX]; /* how the players call themselves, or their names */
};
/* 0, or after an error message an exit code: 1, 2, or PLAYER_LOST_TURNS. */
int arena_play(struct arena *);

struct interval arena_share(const struct arena *, double *error); /* A's share of wins */
struct interval arena_above(const struct arena *, double *error); /* the part of the others that A is ranked above */
struct interval arena_points(const struct arena *);               /* A's points less the others', a game */
struct interval arena_skill(const struct arena *);                /* A's share of wins, luck subtracted */
/* A's share of wins (wins = 1), or the part of the others it is ranked above (0), as exactly as these games tell: if luck is
 * known, what it explains is taken out. Luck is 0 on average, so this has the same mean, and no larger error. */
struct interval arena_measured(const struct arena *, int wins, double *error);
int64_t arena_games(const struct arena *);

#endif
