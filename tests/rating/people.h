/* people.h: players of known strength whose ratings are computed from games: how near are they, and are the intervals honest?
 *
 * Everybody plays one game a round. Results come from a `game` function: drawn from a model, or really played (ratings.c). */
#ifndef IR_TEST_PEOPLE_H
#define IR_TEST_PEOPLE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rating/rating.h"

enum { ROUNDS_MAX = 100 };

struct person {
    double truth, wins; /* strength: by ranks, and by wins */
    struct ir_rating plain, judged;
    struct ir_judged *game; /* those of the second one */
    size_t games, room;
    int fixed; /* 1: a bot, whose rating stays */
    int who;   /* for the caller */
};
enum meet {
    MEET_CHANCE,
    MEET_SIMILAR,  /* people of similar rating */
    MEET_TURNS,    /* every other round so, every other so */
    MEET_ANCHORED, /* people of similar rating, and in every fifth game only bots, whose ratings are known */
    MEET_SWISS,    /* evenings (evening.h): people of similar points on that evening */
    MEET_ARENA,
    MEETS
};
struct league {
    struct person *person;
    int people, seats;
    double noise; /* what is usually left when luck is taken out; 0: there are no shares */
    double part;  /* by the model: so much of the luck has to be taken out; 0: all */
    double left;  /* by the model: what that really leaves; 0: as usual */
    enum meet meet;
    int rounds;   /* so far */
    int careless; /* 1: every pair at a table counts as a game of its own. Wrong, to see that it shows */
    struct ir_rng rng;
    /* Plays a game: rank and share of each seat. */
    void (*game)(struct league *, struct person *const *seat, int32_t rank[], double share[]);
    void *context;
};

/* ---- numbers ---- */

static inline double uniform(struct ir_rng *r)
{
    return ((double)(ir_rng_next(r) >> 11) + 0.5) / 9007199254740992.0;
}
static inline double normal(struct ir_rng *r)
{
    return sqrt(-2 * log(uniform(r))) * cos(6.283185307179586 * uniform(r));
}

/* ---- the model: Luce's ----
 * A table is ranked by lotteries in which everybody holds 10^(strength / 400) tickets: the winner is drawn, then the second of
 * those who are left. With two seats that is Elo. Luck explains the result but for a noise that does not depend on it. */

static inline double chance_of(struct person *const *seat, int seats, int i)
{
    double all = 0;
    for (int k = 0; k < seats; k++)
        all += pow(10, (seat[k]->wins - seat[i]->wins) / 400);
    return 1 / all;
}

static inline void model_game(struct league *l, struct person *const *seat, int32_t rank[], double share[])
{
    double draw[IR_SEATS_MAX], noise = l->left > 0 ? l->left : l->noise, part = l->part > 0 ? l->part : 1;
    for (int i = 0; i < l->seats; i++) {
        draw[i] = -log(uniform(&l->rng)) /
                  pow(10, (seat[i]->truth - 1500) / 400); /* the first of exponential waits is such a lottery */
        share[i] = normal(&l->rng);
    }
    for (int i = 0; i < l->seats; i++) {
        double p = chance_of(seat, l->seats, i);
        rank[i] = 0;
        for (int k = 0; k < l->seats; k++)
            rank[i] += draw[k] < draw[i];
        double off = (rank[i] == 0) - p;
        share[i] = (rank[i] == 0) - ((1 - noise) * off - sqrt(noise * fmax(0, 1 - noise) * p * (1 - p)) * share[i]) / part;
    }
}

/* ---- rounds ---- */

struct key {
    double by;
    int at;
};
static inline int key_order(const void *a, const void *b)
{
    double x = ((const struct key *)a)->by, y = ((const struct key *)b)->by;
    return (x > y) - (x < y);
}

/* The second rating is computed from all games again, as the page does it. */
static inline void judged_add(struct person *p, const struct ir_judged *game)
{
    if (p->games == p->room) {
        p->room = 2 * p->room + 32;
        p->game = realloc(p->game, p->room * sizeof *p->game);
    }
    p->game[p->games++] = *game;
    ir_rating_judged(&p->judged, p->game, p->games);
}

static inline void table_play(struct league *l, struct person *const *seat, int32_t rank[])
{
    struct ir_rating plain[IR_SEATS_MAX], judged[IR_SEATS_MAX];
    double share[IR_SEATS_MAX];
    int winners = 0;
    l->game(l, seat, rank, share);
    for (int i = 0; i < l->seats; i++) {
        plain[i] = seat[i]->plain;
        judged[i] = seat[i]->judged;
        winners += rank[i] == 0;
    }
    if (!l->careless)
        ir_rating_play(plain, l->seats, rank, 0);
    for (int i = 0; i < l->seats; i++) {
        struct ir_judged known = {.won = rank[i] == 0 ? 1.0 / winners : 0, .noise = l->noise};
        struct rating_result result[IR_SEATS_MAX];
        int n = 0;
        if (seat[i]->fixed)
            continue;
        for (int k = 0; k < l->seats; k++)
            if (k != i) {
                result[n] =
                    (struct rating_result){plain[k].at, plain[k].error, rank[i] < rank[k] ? 1 : rank[i] == rank[k] ? 0.5 : 0,
                                           1,           plain[k].at,    plain[k].error};
                known.other[n++] = judged[k];
            }
        if (l->careless)
            rating_step(&seat[i]->plain, result, n, 1.0 / 12);
        else
            seat[i]->plain = plain[i];
        known.others = n;
        known.luck = known.won - share[i];
        if (l->noise > 0)
            judged_add(seat[i], &known);
    }
}

static inline void people_start(struct league *l)
{
    for (int i = 0; i < l->people; i++) {
        ir_rating_start(&l->person[i].plain);
        ir_rating_start(&l->person[i].judged);
        l->person[i].games = 0;
    }
}

static inline void people_end(struct league *l)
{
    for (int i = 0; i < l->people; i++) {
        free(l->person[i].game);
        l->person[i].game = NULL;
        l->person[i].games = l->person[i].room = 0;
    }
}

/* Everybody plays once, against bots. */
static inline void bots_play(struct league *l)
{
    for (int i = 0; i < l->people; i++) {
        struct person bot[IR_SEATS_MAX], *seat[IR_SEATS_MAX] = {&l->person[i]};
        int32_t rank[IR_SEATS_MAX];
        for (int k = 1; k < l->seats; k++) {
            double at = 1400 + 100 * ir_rng_below(&l->rng, 3);
            bot[k] = (struct person){.truth = at, .wins = at, .fixed = 1};
            ir_rating_start(&bot[k].plain);
            bot[k].plain.at = at, bot[k].plain.error = 7;
            bot[k].judged = bot[k].plain;
            seat[k] = &bot[k];
        }
        table_play(l, seat, rank);
    }
}

/* Everybody plays once, but for those who are left over when no table can be filled. */
static inline void round_play(struct league *l)
{
    int round = l->rounds++,
        similar = l->meet == MEET_SIMILAR || l->meet == MEET_ANCHORED || (l->meet == MEET_TURNS && round % 2);
    if (l->meet == MEET_ANCHORED && round % 5 == 4) {
        bots_play(l);
        return;
    }
    struct key *key = calloc((size_t)l->people, sizeof *key);
    for (int i = 0; i < l->people; i++) /* similar: at chance within some 50 points, so that not always the same meet */
        key[i] = (struct key){similar ? l->person[i].plain.at + 100 * uniform(&l->rng) : uniform(&l->rng), i};
    qsort(key, (size_t)l->people, sizeof *key, key_order);
    for (int i = 0; i + l->seats <= l->people; i += l->seats) {
        struct person *seat[IR_SEATS_MAX];
        int32_t rank[IR_SEATS_MAX];
        for (int k = 0; k < l->seats; k++)
            seat[k] = &l->person[key[i + k].at];
        table_play(l, seat, rank);
    }
    free(key);
}

/* ---- how good the ratings are ---- */

struct quality {
    double spearman, inside, off,
        error; /* rank correlation; part of the 95 % intervals that contain the truth; mean square distance; mean error */
};

static inline void ranks_of(const struct key *sorted, int n, double *rank)
{
    for (int i = 0, k; i < n; i = k) {
        for (k = i; k < n && sorted[k].by == sorted[i].by; k++)
            ;
        for (int m = i; m < k; m++)
            rank[sorted[m].at] = (i + k - 1) / 2.0;
    }
}

static inline struct quality quality_of(const struct league *l, int judged)
{
    struct quality q = {0};
    int n = l->people;
    struct key *key = calloc((size_t)n, sizeof *key);
    double *rank[2] = {calloc((size_t)n, sizeof(double)), calloc((size_t)n, sizeof(double))}, xy = 0, xx = 0, yy = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < n; i++) {
            const struct person *p = &l->person[i];
            key[i] = (struct key){side ? judged ? p->judged.at : p->plain.at : judged ? p->wins : p->truth, i};
        }
        qsort(key, (size_t)n, sizeof *key, key_order);
        ranks_of(key, n, rank[side]);
    }
    for (int i = 0; i < n; i++) {
        const struct person *p = &l->person[i];
        const struct ir_rating *r = judged ? &p->judged : &p->plain;
        double x = rank[0][i] - (n - 1) / 2.0, y = rank[1][i] - (n - 1) / 2.0, off = r->at - (judged ? p->wins : p->truth);
        xy += x * y, xx += x * x, yy += y * y;
        q.inside += fabs(off) <= 1.959964 * r->error;
        q.off += off * off;
        q.error += r->error;
    }
    q.spearman = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
    q.inside /= n, q.off = sqrt(q.off / n), q.error /= n;
    free(key), free(rank[0]), free(rank[1]);
    return q;
}

/* ---- what games can tell ----
 * Whoever knew the strength of everybody else exactly would still know only so much of somebody after so many games: the
 * inverse of the Fisher information is the least variance (Cramer and Rao). By Luce's model, opponents by chance. No honest
 * rating is nearer, or in a better order, but by what it knows before the first game. */

static inline double information(struct league *l, struct person *me, int judged)
{
    enum { TABLES = 200 };
    double sum = 0;
    for (int n = 0; n < TABLES; n++) {
        double tickets[IR_SEATS_MAX], all = 0;
        for (int i = 0; i < l->seats; i++) {
            const struct person *p = i ? &l->person[ir_rng_below(&l->rng, (uint32_t)l->people)] : me;
            all += tickets[i] = pow(10, ((judged ? p->wins : p->truth) - 1500) / 400);
        }
        if (judged) {
            sum += tickets[0] / all * (1 - tickets[0] / all) / l->noise;
            continue;
        }
        for (int left = l->seats; left > 1; left--) { /* the winner is drawn, then the second, until it is me */
            double p = tickets[0] / all, draw = uniform(&l->rng) * all;
            int who = 0;
            sum += p * (1 - p);
            while (who < left - 1 && (draw -= tickets[who]) > 0)
                who++;
            if (who == 0)
                break;
            all -= tickets[who];
            tickets[who] = tickets[left - 1];
        }
    }
    return sum / TABLES;
}

/* The rank correlation and the distance of such estimates. */
static inline struct quality bound_of(struct league *l, int judged, int games)
{
    struct person *kept = calloc((size_t)l->people, sizeof *kept);
    memcpy(kept, l->person, (size_t)l->people * sizeof *kept);
    for (int i = 0; i < l->people; i++) {
        double error = 400 / log(10) / sqrt(games * information(l, &kept[i], judged));
        struct ir_rating *r = judged ? &kept[i].judged : &kept[i].plain;
        r->at = (judged ? kept[i].wins : kept[i].truth) + error * normal(&l->rng);
        r->error = error;
    }
    struct quality q = quality_of(&(struct league){.person = kept, .people = l->people}, judged);
    free(kept);
    return q;
}

#endif
