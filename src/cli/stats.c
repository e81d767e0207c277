/* stats.c: intervals, Elo, the sequential test, ratings. */
#include "stats.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double Z = 1.959963984540054; /* 97.5 % of the normal distribution lie below it */

/* ---- intervals ---- */

struct interval stats_share(double n, double sum, double squares, double *error)
{
    double m = n + 4, mean = (sum + 2) / m, variance = (squares + 2) / m - mean * mean;
    double e = sqrt(fmax(0, variance) / m);
    if (error)
        *error = e;
    return (struct interval){n > 0 ? sum / n : 0.5, fmax(0, mean - Z * e), fmin(1, mean + Z * e)};
}

double stats_student(double freedom)
{
    static const double few[] = {INFINITY, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706}; /* the series below is bad for these */
    double f = freedom, z3 = Z * Z * Z, z5 = z3 * Z * Z;
    if (f < 6)
        return few[f < 0 ? 0 : (int)f];
    return Z + (z3 + Z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * Z) / (96 * f * f) +
           (3 * z5 * Z * Z + 19 * z5 + 17 * z3 - 15 * Z) / (384 * f * f * f);
}

struct interval stats_mean(double n, double sum, double squares)
{
    double at = n > 0 ? sum / n : 0;
    if (n < 2)
        return (struct interval){at, -INFINITY, INFINITY};
    double half = stats_student(n - 1) * sqrt(fmax(0, (squares - n * at * at) / (n - 1) / n));
    return (struct interval){at, at - half, at + half};
}

/* ---- Elo ---- */

double stats_elo(double share, int seats)
{
    return 400 * log10(share * (seats - 1) / (1 - share));
}

double stats_elo_share(double elo, int seats)
{
    double tickets = pow(10, elo / 400);
    return tickets / (tickets + seats - 1);
}

/* ---- the sequential test ---- */

/* The likeliest distribution with mean s is p[i] / (1 + x (value[i] - s)) for the x at which its mean is s. That mean falls
 * with x, between the two poles, so bisection finds x. Returns x. */
static double tilt(const double *value, const double *p, int n, double s)
{
    double low = -1 / (1 - s), high = 1 / s; /* the poles of value 1 and of value 0 */
    for (int step = 0; step < 200 && high - low > 1e-15 * (1 / s + 1 / (1 - s)); step++) {
        double x = (low + high) / 2, excess = 0;
        for (int i = 0; i < n; i++)
            excess += p[i] * (value[i] - s) / (1 + x * (value[i] - s));
        if (excess > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double stats_llr(const double *value, const double *count, int n, double s0, double s1)
{
    enum { VALUES_MAX = 400 };
    double p[VALUES_MAX] = {0}, all = 0, sum = 0;
    assert(n <= VALUES_MAX);
    for (int i = 0; i < n; i++)
        all += p[i] = count[i] > 0 ? count[i] : 1e-3;
    for (int i = 0; i < n; i++)
        p[i] /= all;
    double x0 = tilt(value, p, n, s0), x1 = tilt(value, p, n, s1);
    for (int i = 0; i < n; i++)
        sum += p[i] * log((1 + x0 * (value[i] - s0)) / (1 + x1 * (value[i] - s1)));
    return all * sum;
}

double stats_llr_bound(double error)
{
    return log((1 - error) / error);
}

/* ---- ratings ---- */

typedef double matrix[STATS_BOTS_MAX][STATS_BOTS_MAX];

/* m becomes its inverse; it is symmetric and positive definite, so that no pivot is needed. */
static void invert(matrix m, int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < n; j++)
            m[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            double f = m[i][k];
            if (i == k)
                continue;
            m[i][k] = 0;
            for (int j = 0; j < n; j++)
                m[i][j] -= f * m[k][j];
        }
    }
}

/* m += weight (e_a - e_b) (e_a - e_b)^T, where bot 0 has no row: it is the anchor. */
static void add(matrix m, const struct pairing *p, double weight)
{
    if (p->a)
        m[p->a - 1][p->a - 1] += weight;
    if (p->b)
        m[p->b - 1][p->b - 1] += weight;
    if (p->a && p->b) {
        m[p->a - 1][p->b - 1] -= weight;
        m[p->b - 1][p->a - 1] -= weight;
    }
}

static double chance(const struct pairing *p, const double *rating)
{
    return 1 / (1 + (p->seats - 1) * exp(rating[p->b] - rating[p->a]));
}

/* One step of Newton's method; returns its length. Afterwards bread is the inverse of the information matrix. */
static double newton(int bots, const struct pairing *p, int n, double *rating, matrix bread)
{
    double slope[STATS_BOTS_MAX] = {0}, far = 0;
    memset(bread, 0, sizeof(matrix));
    for (int i = 0; i < n; i++) {
        double q = chance(&p[i], rating), w = p[i].games + 1, seen = (p[i].games * p[i].share + 1.0 / p[i].seats) / w;
        add(bread, &p[i], w * q * (1 - q));
        slope[p[i].a] += w * (seen - q);
        slope[p[i].b] -= w * (seen - q);
    }
    invert(bread, bots - 1);
    for (int i = 1; i < bots; i++) {
        double step = 0;
        for (int j = 1; j < bots; j++)
            step += bread[i - 1][j - 1] * slope[j];
        step = fmax(-1, fmin(1, step)); /* clamped: far from the maximum the parabola fits badly */
        rating[i] += step;
        far = fmax(far, fabs(step));
    }
    return far;
}

void stats_ratings(int bots, const struct pairing *p, int n, struct interval *elo)
{
    static const double elo_of_e = 173.71779276130073; /* 400 / ln 10 */
    double rating[STATS_BOTS_MAX] = {0};
    matrix bread, meat = {{0}};
    for (int step = 0; step < 100 && newton(bots, p, n, rating, bread) > 1e-10; step++)
        ;
    /* The covariance of the estimate is the sandwich bread meat bread, from the errors of the pairings. */
    for (int i = 0; i < n; i++) {
        double w = p[i].games + 1;
        add(meat, &p[i], w * w * p[i].error * p[i].error);
    }
    elo[0] = (struct interval){0, 0, 0};
    for (int i = 1; i < bots; i++) {
        double variance = 0;
        for (int j = 1; j < bots; j++)
            for (int k = 1; k < bots; k++)
                variance += bread[i - 1][j - 1] * meat[j - 1][k - 1] * bread[k - 1][i - 1];
        double at = rating[i] * elo_of_e, half = Z * sqrt(fmax(0, variance)) * elo_of_e;
        elo[i] = (struct interval){at, at - half, at + half};
    }
}
