/* irori_rating.h: the public header of libirori for ratings: one number for how strong somebody plays, and how sure it is.
 * docs/ratings.md explains them to players and says how they were tested.
 *
 * The method is Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), updated after every game. The scale is Elo's: who
 * is 400 points ahead wins ten times as often as they lose. A rating says: the strength is within 1.96 errors of `at`, in 95 of
 * 100 cases. Everything here is a pure function of numbers: no clock, no memory, no store. */
#ifndef IRORI_RATING_H
#define IRORI_RATING_H

#include "irori.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ir_rating {
    double at;      /* the estimate */
    double error;   /* its standard error */
    double drift;   /* how fast the strength itself seems to change: Glicko-2's volatility */
    uint32_t games; /* how many it was computed from */
};

/* Of somebody nobody knows: 1500 points, an error of 350. */
void ir_rating_start(struct ir_rating *);
/* After a pause nobody knows quite how strong somebody is: the error grows, never beyond that of the start. Call it with the
 * days since the last game before the next one, or to show how sure a rating is today. */
void ir_rating_rest(struct ir_rating *, double days);

/* After one game of 2 to IR_SEATS_MAX seats. rank[i]: 0 is best; equal ranks share. Everybody is compared with each of the
 * others, all by the ratings before the game. Bit i of `fixed`: that rating was measured, as those of bots are: it is believed
 * and stays as it is. Those of people are less spread than they look while little is known of them, and are read so. */
void ir_rating_play(struct ir_rating seat[], int seats, const int32_t rank[], unsigned fixed);
/* A game whose luck is known, for one of its seats. */
struct ir_judged {
    struct ir_rating other[IR_SEATS_MAX - 1];
    int others;
    double won, luck; /* the seat's share of the win; its luck, from a review (struct ir_review_seat) */
    double days;      /* since the game before */
    double noise;     /* what is usually left of the variance of results (ir_rating_noise), above 0 */
};
/* The rating of somebody with luck taken out, from all such games, the oldest first. How much of the luck has to be taken out,
 * and how much noise is left then, differs between people; their games tell. Keep these ratings apart from those of
 * ir_rating_play. */
void ir_rating_judged(struct ir_rating *, const struct ir_judged game[], size_t games);

/* 1: too little is known to list it: the error is above 110, or there were fewer than five games. */
int ir_rating_provisional(const struct ir_rating *);

/* The chance that somebody with the first rating is ranked above somebody with the second. */
double ir_rating_chance(const struct ir_rating *, const struct ir_rating *against);

/* The fixed rating of a bot at a table of so many seats, measured by `irori tournament --ratings` (games/NAME/ratings.json),
 * where "normal" has 1500. NULL: it was not measured. */
const struct ir_rating *ir_rating_bot(const struct ir_game *, int seats, const char *name);
/* The same for ir_rating_judged. With two seats it is the same; with more a bot that wants nothing but the win may be ranked
 * last as often as a weaker one. */
const struct ir_rating *ir_rating_bot_judged(const struct ir_game *, int seats, const char *name);
/* `noise` of struct ir_judged, measured in games of these bots; 0: it was not measured. */
double ir_rating_noise(const struct ir_game *, int seats);

#ifdef __cplusplus
}
#endif

#endif
