/* rating.c: Glicko-2, one game at a time (irori_rating.h, docs/ratings.md).
 *
 * Names are those of Glickman's paper: mu and phi are `at` and `error` on its inner scale, sigma is `drift`, v is the variance
 * of what the results say, delta the improvement they suggest. Three things are more general than there; with weights of 1, one
 * period and everybody seen as they are, they are the paper.
 *
 * A result may have a weight: how many independent results it is worth. Pairs at one table are not independent: whoever had a
 * good day beats everybody. Among n equal players the variance of how many of the others one beats is (n^2 - 1) / 12; were the
 * pairs independent it would be (n - 1) / 4. Their quotient is the weight, 3 / (n + 1).
 *
 * A period may be a fraction. The paper wants 10 to 15 games in one, and its drift of 0.06 is meant for these; a game is a
 * twelfth. So the variance of the strength grows by sigma^2 / 12 a game, and that of ln sigma^2 by TAU^2 / 12.
 *
 * Which result is expected follows from what `seen` makes of the others' ratings. */
#include "rating.h"

#include <math.h>

#include "core/core.h"

static const double START = 1500, ERROR = 350, DRIFT = 0.06, SCALE = 173.7178; /* 400 / ln 10, as rounded in the paper */
static const double TAU = 0.5;                                                 /* how fast the drift itself may change */
static const double PERIOD_GAMES = 12;                                         /* games of a rating period */
static const double PERIOD_DAYS = 4; /* days without a game that make as much unsure as a period */
static const double SPREAD = 200;    /* how far people's strengths really are apart: their standard deviation */
/* Luck taken out: how much of it, and the noise that leaves at least, before somebody's games tell; that counts as so many. */
static const double USUAL_PART = 0.75, USUAL_NOISE = 0.45, USUAL_GAMES = 4, NOISE_LEAST = 0.03, NOISE_MOST = 100;
static const double PI2 = 9.8696044010893586;

void ir_rating_start(struct ir_rating *r)
{
    *r = (struct ir_rating){.at = START, .error = ERROR, .drift = DRIFT};
}

int ir_rating_provisional(const struct ir_rating *r)
{
    return r->error > 110 || r->games < 5;
}

void ir_rating_rest(struct ir_rating *r, double days)
{
    double grown = r->drift * SCALE;
    if (days > 0)
        r->error = sqrt(r->error * r->error + grown * grown * days / PERIOD_DAYS);
    if (!(r->error < ERROR))
        r->error = ERROR;
}

/* How much less a result says because the other's rating is not sure. */
static double g(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / PI2);
}

static double chance(double mu, double mu_j, double phi_j)
{
    return 1 / (1 + exp(-g(phi_j) * (mu - mu_j)));
}

double ir_rating_chance(const struct ir_rating *r, const struct ir_rating *against)
{
    double both = sqrt(r->error * r->error + against->error * against->error);
    return chance(r->at / SCALE, against->at / SCALE, both / SCALE);
}

struct drift {
    double delta2, phi2, v, a, periods;
};
/* f(x) of the paper's step 5, where x = ln sigma^2. */
static double drift_f(const struct drift *d, double x)
{
    double grown = d->periods * exp(x), all = d->phi2 + d->v + grown;
    return grown * (d->delta2 - all) / (2 * all * all) - (x - d->a) / (TAU * TAU * d->periods);
}

/* The paper's step 5: the new drift, by the Illinois algorithm. */
static double drift_new(const struct drift *d)
{
    double a = d->a, b, step = TAU * sqrt(d->periods);
    if (d->delta2 > d->phi2 + d->v)
        b = log((d->delta2 - d->phi2 - d->v) / d->periods);
    else
        for (b = a - step; drift_f(d, b) < 0;)
            b -= step;
    double fa = drift_f(d, a), fb = drift_f(d, b);
    for (int turn = 0; turn < 100 && fabs(b - a) > 1e-6; turn++) {
        double c = a + (a - b) * fa / (fb - fa), fc = drift_f(d, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

/* The paper's steps 5 to 8. known: how much the results say, 1 / v; surprise: how much better they are than expected, delta /
 * v. */
static void learn(struct ir_rating *r, double known, double surprise, double periods)
{
    double mu = r->at / SCALE, phi = r->error / SCALE;
    r->games++;
    if (known > 1e-9) { /* else nothing could be learned: the result was certain */
        double v = 1 / known, delta = v * surprise;
        r->drift = drift_new(&(struct drift){
            .delta2 = delta * delta, .phi2 = phi * phi, .v = v, .a = log(r->drift * r->drift), .periods = periods});
    }
    double before = phi * phi + periods * r->drift * r->drift;
    phi = sqrt(1 / (1 / before + known));
    r->at = SCALE * (mu + phi * phi * surprise);
    r->error = SCALE * phi < ERROR ? SCALE * phi : ERROR;
}

void rating_step(struct ir_rating *r, const struct rating_result *result, int n, double periods)
{
    double mu = r->at / SCALE, known = 0, surprise = 0;
    for (int i = 0; i < n; i++) {
        double phi_j = result[i].error / SCALE, e = chance(mu, result[i].at / SCALE, phi_j), g_j = g(phi_j);
        double expected = chance(mu, result[i].seen_at / SCALE, result[i].seen_error / SCALE);
        known += result[i].weight * g_j * g_j * e * (1 - e);
        surprise += result[i].weight * g_j * (result[i].score - expected);
    }
    learn(r, known, surprise, periods);
}

/* Which opponent to expect. Everybody starts with an error of 350, as in the paper, as if strengths were so far apart. They are
 * not (docs/ratings.md): who has 1800 after a few games was lucky, too. So an opponent's rating is read with a start of SPREAD
 * instead: precisions add up, so the start can be taken out of a rating and another put in. Who is well known stays. Without
 * this, people who meet only others of similar rating would keep what luck once gave them. How much a game says is still
 * computed from ratings as they are: where strengths are wider than SPREAD, nobody may be called too sure. */
static struct ir_rating seen(const struct ir_rating *r)
{
    double start = 1 / (ERROR * ERROR), other = 1 / (SPREAD * SPREAD), all = 1 / (r->error * r->error);
    if (!(r->error > 0))
        return *r;
    double instead = (all > start ? all - start : 0) + other;
    return (struct ir_rating){.at = START + all / instead * (r->at - START), .error = 1 / sqrt(instead)};
}

void ir_rating_play(struct ir_rating seat[], int seats, const int32_t rank[], unsigned fixed)
{
    struct ir_rating before[IR_SEATS_MAX];
    ir_assert(seats >= 2 && seats <= IR_SEATS_MAX);
    memcpy(before, seat, (size_t)seats * sizeof *seat);
    for (int i = 0; i < seats; i++) {
        struct rating_result result[IR_SEATS_MAX];
        int n = 0;
        for (int j = 0; j < seats; j++) {
            struct ir_rating other = fixed >> j & 1 ? before[j] : seen(&before[j]);
            if (j != i)
                result[n++] = (struct rating_result){.at = before[j].at,
                                                     .error = before[j].error,
                                                     .score = rank[i] < rank[j]    ? 1
                                                              : rank[i] == rank[j] ? 0.5
                                                                                   : 0,
                                                     .weight = 3.0 / (seats + 1),
                                                     .seen_at = other.at,
                                                     .seen_error = other.error};
        }
        if (!(fixed >> i & 1))
            rating_step(&seat[i], result, n, 1 / PERIOD_GAMES);
    }
}

/* ---- luck taken out ---- */

static double within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* What is left when so much of the luck is taken out of somebody's results. */
struct left {
    double part;  /* of the luck */
    double noise; /* of the variance of plain results */
};

/* What the ratings expect of a game: the seat's share of the win; p (1 - p), the mean of all seats; how sure the others are.
 * The win is a lottery in which each holds exp(mu) tickets (Luce). As in the paper, g draws a difference to somebody towards 0
 * if their rating is not sure. */
struct expected {
    double share, plain, sure;
};
static struct expected expected(const struct ir_judged *game, double at)
{
    double theirs = 0, sure = 0, squares = 1;
    for (int i = 0; i < game->others; i++) {
        double g_j = g(game->other[i].error / SCALE), ahead = g_j * (game->other[i].at - at) / SCALE;
        double tickets = exp(within(ahead, -50, 50)); /* beyond that it is certain, and no number overflows */
        theirs += tickets;
        squares += tickets * tickets;
        sure += g_j * tickets;
    }
    double all = 1 + theirs;
    return (struct expected){1 / all, (1 - squares / (all * all)) / (game->others + 1), sure / theirs};
}

/* That the others' ratings are not sure is noise, too, which no review takes out. */
static double noise_all(const struct left *l, const struct expected *e)
{
    return 1 - e->sure * e->sure * (1 - l->noise);
}

/* How much a game says is the same for all at the table, the mean of p (1 - p): by each seat's own p those who are underrated,
 * whose p is small, would stay unsure for longer and take larger steps, and the ratings of all would rise (by 54 points in 30
 * games of four). With one other and noise 1 this is the paper. */
static void judged_run(struct ir_rating *r, const struct ir_judged game[], size_t games, const struct left *l)
{
    ir_rating_start(r);
    for (size_t i = 0; i < games; i++) {
        ir_rating_rest(r, i ? game[i].days : 0);
        struct expected e = expected(&game[i], r->at);
        double noise = noise_all(l, &e), off = game[i].won - l->part * game[i].luck - e.share;
        learn(r, e.sure * e.sure * e.plain / noise, e.sure * off / noise, 1 / PERIOD_GAMES);
    }
}

/* What this player's games say about it, seen from the rating that they gave. Luck is 0 on average, so any part of it may be
 * taken out; the best is the regression of results on luck. What is still unexplained is noise, but for what comes from the
 * others' ratings not being sure (the expectation of an EM algorithm). What is usual counts as some more games. */
static struct left left_learn(const struct ir_rating *r, const struct ir_judged game[], size_t games, const struct left *usual,
                              const struct left *last)
{
    double n = 1 / (game[0].others + 1.0), weight = USUAL_GAMES * game[0].others * game[0].others * n * (1 - n),
           phi2 = r->error * r->error / (SCALE * SCALE);
    double both = weight * usual->part, luck2 = weight, noise = weight * usual->noise, plain = weight;
    struct left l;
    for (size_t i = 0; i < games; i++) {
        both += game[i].luck * (game[i].won - expected(&game[i], r->at).share);
        luck2 += game[i].luck * game[i].luck;
    }
    l.part = within(both / luck2, 0, 1);
    for (size_t i = 0; i < games; i++) {
        struct expected e = expected(&game[i], r->at);
        double off = game[i].won - l.part * game[i].luck - e.share, own = last->noise / noise_all(last, &e);
        double mine = e.share * (1 - e.share); /* not the mean of the table: else noise would say how strong somebody is */
        noise += own * own * (off * off + mine * mine * phi2) + last->noise * mine * (1 - own);
        plain += mine;
    }
    l.noise = within(noise / plain, NOISE_LEAST, NOISE_MOST);
    return l;
}

void ir_rating_judged(struct ir_rating *r, const struct ir_judged game[], size_t games)
{
    struct left usual = {USUAL_PART, 0}, l;
    for (size_t i = 0; i < games; i++) {
        ir_assert(game[i].others >= 1 && game[i].noise > 0);
        usual.noise += within(game[i].noise, USUAL_NOISE, NOISE_MOST) / (double)games;
    }
    l = usual;
    judged_run(r, game, games, &l);
    for (int turn = 0; turn < 2 && games; turn++) {
        l = left_learn(r, game, games, &usual, &l);
        judged_run(r, game, games, &l);
    }
}
