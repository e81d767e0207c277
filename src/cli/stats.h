/* stats.h: what can be concluded from games: intervals, Elo, the sequential test, ratings. Pure functions of numbers.
 *
 * The unit of all of them is the group: games with the same deal, seats exchanged. Games of a group depend on each other, so
 * the spread is measured between groups, never between games. */
#ifndef IR_CLI_STATS_H
#define IR_CLI_STATS_H

#include <stdint.h>

/* A number and its 95 % interval. */
struct interval {
    double at, low, high;
};

/* The mean of n values between 0 and 1, of which only their sum and the sum of their squares are needed. Two groups of 0 and
 * two of 1 are added before the interval (not `at`) is computed, after Agresti and Coull: it stays honest where all groups
 * ended alike, and with none at all it is nearly everything. *error, if not NULL, is the standard error by the same means. */
struct interval stats_share(double n, double sum, double squares, double *error);
/* The mean of n values of any size, by Student's distribution. With n < 2, low and high are infinite. */
struct interval stats_mean(double n, double sum, double squares);
double stats_student(double freedom); /* 97.5 % of Student's distribution lie below it */

/* Elo difference to a share of wins and back, for one player against seats-1 others of equal strength. Winning is a lottery in
 * which each player holds 10^(elo/400) tickets (Luce's choice rule); with two seats that is the usual Elo. A share of 0 or 1 is
 * an infinite difference. */
double stats_elo(double share, int seats);
double stats_elo_share(double elo, int seats);

/* The generalised sequential probability ratio test, as in Stockfish's fishtest: how much likelier are these results of groups
 * if the true mean is s1 than if it is s0? log of the ratio of both likelihoods, each maximised over all distributions on
 * value[] with that mean. value[] lists all possible results, 0 and 1 among them; 0 < s0, s1 < 1. Results that did not occur
 * count as a thousandth of a time, so that none is held impossible. */
double stats_llr(const double *value, const double *count, int n, double s0, double s1);
double stats_llr_bound(double error); /* accept s1 above it, s0 below its negative; `error` is the risk of either mistake */

/* What one bot scored against another (alone against seats-1 of them). */
struct pairing {
    int a, b;
    int seats;
    double games, share, error; /* a's mean share of wins and its standard error */
};
enum { STATS_BOTS_MAX = 32 };
/* Elo ratings of maximum likelihood (Bradley and Terry), relative to bot 0, which has 0. One game at the fair share is added to
 * each pairing, so that a bot that lost every game has a rating, too. The intervals follow from the pairings' errors, not from
 * the number of games: paired deals make them narrower. */
void stats_ratings(int bots, const struct pairing *, int n, struct interval *elo);

#endif
