/* test_stats.c: the statistics of matches, against tables and against values computed independently (Python: golden section for
 * the likelihoods, gradient ascent and numeric derivatives for the ratings). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/stats.h"

static void near(double is, double wanted, double off)
{
    if (!(fabs(is - wanted) <= off))
        fail_msg("%.9f is not %.9f", is, wanted);
}

static void test_student(void **state)
{
    (void)state;
    near(stats_student(1), 12.7062, 1e-3);
    near(stats_student(4), 2.7764, 1e-3);
    near(stats_student(5), 2.5706, 1e-3);
    near(stats_student(6), 2.4469, 2e-3);
    near(stats_student(9), 2.2622, 1e-3);
    near(stats_student(29), 2.0452, 1e-4);
    near(stats_student(499), 1.9647, 1e-4);
    near(stats_student(1e9), 1.95996, 1e-5);
}

static void test_mean(void **state)
{
    (void)state;
    struct interval i = stats_mean(5, 15, 55); /* 1 2 3 4 5: deviation sqrt(2.5) */
    near(i.at, 3, 1e-12);
    near(i.high - 3, 2.7764 * sqrt(0.5), 1e-3);
    near(3 - i.low, i.high - 3, 1e-12);
    i = stats_mean(1, 7, 49);
    assert_true(i.at == 7 && isinf(i.low) && isinf(i.high));
    i = stats_mean(0, 0, 0);
    assert_true(i.at == 0 && isinf(i.low));
    i = stats_mean(1000, 3000, 9000); /* all alike, rounding must not make a NaN of it */
    assert_true(i.low == 3 && i.high == 3);
}

static void test_share(void **state)
{
    (void)state;
    double error;
    struct interval i = stats_share(96, 48, 48, &error); /* 96 single games, half of them won: p (1-p) / 100 */
    near(i.at, 0.5, 1e-12);
    near(error, 0.05, 1e-12);
    near(i.low, 0.5 - 1.95996 * 0.05, 1e-5);
    near(i.high, 0.5 + 1.95996 * 0.05, 1e-5);
    i = stats_share(10, 10, 10, NULL); /* won all: 1, but not surely */
    assert_true(i.at == 1 && i.high == 1 && i.low > 0.6 && i.low < 0.75);
    i = stats_share(10, 0, 0, NULL);
    assert_true(i.at == 0 && i.low == 0 && i.high > 0.25 && i.high < 0.4);
    i = stats_share(0, 0, 0, NULL); /* nothing played */
    assert_true(i.at == 0.5 && i.low < 0.02 && i.high > 0.98);
    struct interval paired = stats_share(1000, 500, 260, NULL), single = stats_share(1000, 500, 500, NULL);
    assert_true(paired.high - paired.low < 0.4 * (single.high - single.low)); /* pairs that mostly end 1:1 say more */
}

static void test_elo(void **state)
{
    (void)state;
    near(stats_elo(0.5, 2), 0, 1e-9);
    near(stats_elo(0.75, 2), 190.848501888, 1e-6);
    near(stats_elo(10.0 / 11, 2), 400, 1e-6);
    near(stats_elo(0.25, 4), 0, 1e-9); /* the fair share is no difference, with any number of seats */
    near(stats_elo(0.5, 4), 190.848501888, 1e-6);
    assert_true(isinf(stats_elo(1, 2)) && stats_elo(1, 2) > 0);
    assert_true(isinf(stats_elo(0, 3)) && stats_elo(0, 3) < 0);
    for (int seats = 2; seats <= 6; seats++)
        for (double elo = -900; elo <= 900; elo += 100)
            near(stats_elo(stats_elo_share(elo, seats), seats), elo, 1e-6);
}

static double llr(double a, double b, double c, double d, double e, double elo0, double elo1)
{
    static const double value[] = {0, 0.25, 0.5, 0.75, 1};
    double count[] = {a, b, c, d, e};
    return stats_llr(value, count, 5, stats_elo_share(elo0, 2), stats_elo_share(elo1, 2));
}

static void test_llr(void **state)
{
    (void)state;
    near(llr(10, 100, 300, 120, 20, 0, 5), 1.506383, 1e-5);
    near(llr(0, 0, 20, 0, 0, 0, 50), -3.076536, 1e-5);
    near(llr(0, 0, 0, 0, 8, 0, 50), 1.068981, 1e-5);
    near(llr(117, 4, 27, 0, 2, -400, -300), -1.497832, 1e-5);
    near(llr(30, 90, 200, 90, 30, 0, 10), -0.762192, 1e-5);
    near(llr(30, 90, 200, 90, 30, -10, 10), 0, 1e-7);                   /* neither is nearer */
    near(llr(3, 9, 2, 4, 5, 0, 10), -llr(3, 9, 2, 4, 5, 10, 0), 1e-9);  /* the other way round */
    near(llr(5, 4, 2, 9, 3, 0, 10), -llr(3, 9, 2, 4, 5, -10, 0), 1e-7); /* the other side's view */
    assert_true(fabs(llr(0, 0, 0, 0, 0, 0, 50)) < 1e-3);                /* nothing played */
    assert_true(isfinite(llr(0, 0, 0, 0, 1e6, -1000, 1000)) && llr(0, 0, 0, 0, 1e6, -1000, 1000) > 0);
    near(stats_llr_bound(0.05), 2.944439, 1e-6);
}

/* The promise of the test: of 400 runs under H0 about a twentieth accept H1, and the other way round. */
static void test_llr_errors(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252u;
    for (int truth = 0; truth < 2; truth++) {
        int wrong = 0;
        double s = stats_elo_share(truth ? 60 : 0, 2);
        for (int run = 0; run < 400; run++) {
            double count[5] = {0}, now = 0;
            while (fabs(now) < stats_llr_bound(0.05)) {
                int score = 0;
                for (int game = 0; game < 2; game++) {
                    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
                    score += (double)(x >> 11) / 9007199254740992.0 < s ? 2 : 0;
                }
                count[score]++;
                now = llr(count[0], count[1], count[2], count[3], count[4], 0, 60);
            }
            wrong += (now > 0) != truth;
        }
        assert_in_range(wrong, 4, 32); /* 20 expected at most, as the last step goes past the limit */
    }
}

static void test_ratings_of_two(void **state)
{
    (void)state;
    struct interval elo[2];
    struct pairing p = {.a = 0, .b = 1, .seats = 2, .games = 99, .share = 0.25, .error = 0.04};
    stats_ratings(2, &p, 1, elo);
    double q = (99 * 0.25 + 0.5) / 100;
    assert_true(elo[0].at == 0 && elo[0].low == 0 && elo[0].high == 0);
    near(elo[1].at, -stats_elo(q, 2), 1e-6);
    near(elo[1].high - elo[1].at, 1.95996 * 0.04 / (q * (1 - q)) * 173.7178, 1e-2);
    p.share = 0; /* lost every game: far away, not infinitely */
    stats_ratings(2, &p, 1, elo);
    near(elo[1].at, -stats_elo(0.005, 2), 1e-6);
}

static void test_ratings_of_three(void **state)
{
    (void)state;
    struct interval elo[3];
    struct pairing p[] = {{0, 1, 2, 100, 0.25, 0.03}, {0, 2, 2, 100, 0.1, 0.02}, {1, 2, 2, 200, 0.35, 0.025}};
    stats_ratings(3, p, 3, elo);
    near(elo[1].at, 213.342668, 1e-4);
    near(elo[2].at, 330.351202, 1e-4);
    near(elo[1].high - elo[1].at, 45.4725, 1e-2);
    near(elo[2].at - elo[2].low, 46.4472, 1e-2);
}

static void test_ratings_with_more_seats(void **state)
{
    (void)state;
    struct interval elo[2];
    struct pairing p[] = {{0, 1, 4, 400, 0.05, 0.01}, {1, 0, 4, 400, 0.6, 0.02}};
    stats_ratings(2, p, 2, elo);
    near(elo[1].at, 271.433929, 1e-4);
    struct pairing fair[] = {{0, 1, 6, 60, 1.0 / 6, 0.01}, {1, 0, 6, 60, 1.0 / 6, 0.01}};
    stats_ratings(2, fair, 2, elo);
    near(elo[1].at, 0, 1e-9);
}

/* Many bots, far apart: Newton's method must arrive, which is where expected and seen scores agree. */
static void test_ratings_of_many(void **state)
{
    (void)state;
    enum { N = 16 };
    struct pairing p[N * N];
    struct interval elo[N];
    int n = 0;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            p[n++] = (struct pairing){i, j, 2, 10000, stats_elo_share(150 * (i - j), 2), 0.01};
    stats_ratings(N, p, n, elo);
    for (int i = 0; i < N; i++)
        near(elo[i].at, 150 * i, 0.01 * (150 * i) + 1); /* the added games pull a little */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_share),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_llr),
        cmocka_unit_test(test_llr_errors),
        cmocka_unit_test(test_ratings_of_two),
        cmocka_unit_test(test_ratings_of_three),
        cmocka_unit_test(test_ratings_with_more_seats),
        cmocka_unit_test(test_ratings_of_many),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
