/* test_rating.c: Glicko-2 against the worked example of its paper, and what must hold of any rating. Whether intervals are
 * honest and ranks right is simulated in tests/rating. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/brain.h"
#include "rating/rating.h"

static void near(double is, double wanted, double off)
{
    if (!(fabs(is - wanted) <= off))
        fail_msg("%.9f is not %.9f", is, wanted);
}

static struct ir_rating rating(double at, double error)
{
    return (struct ir_rating){.at = at, .error = error, .drift = 0.06, .games = 20};
}

/* Glickman, "Example of the Glicko-2 system", 2013: three games in one period. */
static void test_paper(void **state)
{
    (void)state;
    struct ir_rating r = rating(1500, 200);
    const struct rating_result result[] = {
        {1400, 30, 1, 1, 1400, 30}, {1550, 100, 0, 1, 1550, 100}, {1700, 300, 0, 1, 1700, 300}};
    rating_step(&r, result, 3, 1);
    near(r.at, 1464.06, 0.01);
    near(r.error, 151.52, 0.01);
    near(r.drift, 0.05999, 0.00001);
}

static void test_start(void **state)
{
    (void)state;
    struct ir_rating r;
    ir_rating_start(&r);
    assert_true(r.at == 1500 && r.error == 350 && r.drift == 0.06 && r.games == 0);
    assert_true(ir_rating_provisional(&r));
    r = rating(1500, 110);
    assert_false(ir_rating_provisional(&r));
    r.games = 4;
    assert_true(ir_rating_provisional(&r));
    r = rating(1500, 110.1);
    assert_true(ir_rating_provisional(&r));
}

/* A pause makes unsure, two halves as much as the whole, and never more than knowing nothing. */
static void test_rest(void **state)
{
    (void)state;
    struct ir_rating r = rating(1700, 50), halves = r, same = r;
    ir_rating_rest(&r, 100);
    ir_rating_rest(&halves, 50);
    ir_rating_rest(&halves, 50);
    near(r.error, halves.error, 1e-9);
    assert_true(r.error > 60 && r.error < 110);
    near(r.at, 1700, 0);
    ir_rating_rest(&r, 1e9);
    near(r.error, 350, 0);
    ir_rating_rest(&same, 0);
    ir_rating_rest(&same, -5);
    near(same.error, 50, 0);
    ir_rating_rest(&same, NAN);
    near(same.error, 50, 0);
}

/* Who wins rises and who loses falls, by as much if they are alike; a shared place between equals moves nobody. */
static void test_two(void **state)
{
    (void)state;
    struct ir_rating seat[2] = {rating(1500, 80), rating(1500, 80)};
    ir_rating_play(seat, 2, (const int32_t[]){0, 1}, 0);
    assert_true(seat[0].at > 1510 && seat[0].at < 1530);
    near(seat[0].at + seat[1].at, 3000, 1e-9);
    assert_true(seat[0].error < 80 && seat[0].games == 21 && seat[1].games == 21);
    struct ir_rating equal[2] = {rating(1500, 80), rating(1500, 80)};
    ir_rating_play(equal, 2, (const int32_t[]){0, 0}, 0);
    near(equal[0].at, 1500, 1e-9);
    near(equal[1].at, 1500, 1e-9);
}

/* A surprise moves more than what was expected; a sure rating moves less; a win against somebody nobody knows says less. */
static void test_size(void **state)
{
    (void)state;
    const int32_t won[] = {0, 1};
    struct ir_rating strong[2] = {rating(1500, 80), rating(1800, 80)}, weak[2] = {rating(1500, 80), rating(1200, 80)},
                     sure[2] = {rating(1500, 40), rating(1800, 80)}, unknown[2] = {rating(1500, 80), rating(1800, 350)};
    ir_rating_play(strong, 2, won, 0);
    ir_rating_play(weak, 2, won, 0);
    ir_rating_play(sure, 2, won, 0);
    ir_rating_play(unknown, 2, won, 0);
    assert_true(strong[0].at > weak[0].at && weak[0].at > 1500);
    assert_true(strong[0].at > sure[0].at && strong[0].at > unknown[0].at);
    assert_true(strong[0].error < unknown[0].error);
}

static void test_fixed(void **state)
{
    (void)state;
    struct ir_rating seat[3] = {rating(1500, 80), rating(1600, 10), rating(1400, 10)}, bot = seat[1];
    ir_rating_play(seat, 3, (const int32_t[]){0, 1, 2}, 6);
    assert_memory_equal(&seat[1], &bot, sizeof bot);
    near(seat[2].at, 1400, 0);
    assert_true(seat[0].at > 1500 && seat[0].games == 21);
}

/* Everybody is rated by what was known before the game: the order of seats does not matter. */
static void test_order(void **state)
{
    (void)state;
    struct ir_rating a[4] = {rating(1400, 90), rating(1500, 70), rating(1650, 60), rating(1500, 200)};
    struct ir_rating b[4] = {a[3], a[2], a[1], a[0]};
    ir_rating_play(a, 4, (const int32_t[]){2, 0, 2, 1}, 0);
    ir_rating_play(b, 4, (const int32_t[]){1, 2, 0, 2}, 0);
    for (int i = 0; i < 4; i++) {
        near(a[i].at, b[3 - i].at, 1e-9);
        near(a[i].error, b[3 - i].error, 1e-9);
    }
}

/* A table of n is worth less than n - 1 games of two, and more than one. */
static void test_tables(void **state)
{
    (void)state;
    double error = 80;
    for (int seats = 2; seats <= IR_SEATS_MAX; seats++) {
        struct ir_rating seat[IR_SEATS_MAX], alone = rating(1500, 80);
        int32_t rank[IR_SEATS_MAX];
        struct rating_result each[IR_SEATS_MAX];
        for (int i = 0; i < seats; i++) {
            seat[i] = rating(1500, 80);
            rank[i] = i;
            each[i] = (struct rating_result){1500, 80, 1, 1, 1500, 80};
        }
        ir_rating_play(seat, seats, rank, 0);
        rating_step(&alone, each, seats - 1, 1.0 / 12);
        assert_true(seat[0].error < error);
        assert_true(seats == 2 ? fabs(seat[0].error - alone.error) < 1e-9 : seat[0].error > alone.error + 0.1);
        error = seat[0].error;
    }
}

static struct ir_rating judged_by(const struct ir_judged *game, size_t games)
{
    struct ir_rating r;
    ir_rating_judged(&r, game, games);
    return r;
}

/* No games, no rating. The expected share moves nobody. Whoever wins by luck alone stays, and whoever loses by luck alone, too.
 * A result that luck does not explain moves, more so if luck explains the results of other games. */
static void test_judged(void **state)
{
    (void)state;
    struct ir_judged fair = {
        .other = {rating(1500, 20), rating(1500, 20), rating(1500, 20)}, .others = 3, .won = 0.25, .noise = 0.5};
    struct ir_judged by_luck[40], by_play[40], both[40];
    for (int i = 0; i < 40; i++) {
        by_luck[i] =
            (struct ir_judged){.other = {rating(1500, 20)}, .others = 1, .won = i % 2, .luck = i % 2 - 0.5, .noise = 0.3};
        by_play[i] = by_luck[i];
        by_play[i].luck = 0;
        both[i] = by_luck[i];
        both[i].luck -= i % 2 ? 0.1 : 0.1 + 0.02 * (i % 3); /* they always play better than the other, now and then by more */
    }
    struct ir_rating none = judged_by(NULL, 0), even = judged_by(&fair, 1), luck = judged_by(by_luck, 40),
                     play = judged_by(by_play, 40), better = judged_by(both, 40);
    assert_true(none.games == 0 && none.at == 1500);
    near(even.at, 1500, 1e-6);
    assert_true(even.error < 350 && even.games == 1);
    near(luck.at, 1500, 12);
    assert_true(luck.error < 0.6 * play.error);
    assert_true(better.at > 1540 && better.error < 0.75 * play.error);
    by_luck[1].days = 1000;
    assert_true(judged_by(by_luck, 2).error > judged_by(both, 2).error);
}

/* If nothing is left to take out, with two seats and results that nothing explains, it is nearly the plain rating. */
static void test_judged_plain(void **state)
{
    (void)state;
    struct ir_rating plain[2] = {rating(1500, 350), rating(1600, 50)};
    struct ir_judged game = {.other = {plain[1]}, .others = 1, .won = 1, .noise = 1};
    ir_rating_start(&plain[0]);
    ir_rating_play(plain, 2, (const int32_t[]){0, 1}, 2);
    struct ir_rating judged = judged_by(&game, 1);
    near(judged.at, plain[0].at, 15);
    near(judged.error, plain[0].error, 15);
}

/* No input makes a rating that is no number. */
static void test_extremes(void **state)
{
    (void)state;
    struct ir_rating seat[2] = {rating(1500, 80), rating(200000, 10)};
    ir_rating_play(seat, 2, (const int32_t[]){1, 0}, 0);
    near(seat[0].at, 1500, 1e-6);
    ir_rating_play(seat, 2, (const int32_t[]){0, 1}, 0);
    assert_true(isfinite(seat[0].at) && isfinite(seat[0].error) && seat[0].error > 0 && isfinite(seat[0].drift));
    struct ir_rating winner[2];
    for (int i = 0; i < 2; i++)
        ir_rating_start(&winner[i]);
    for (int i = 0; i < 10000; i++)
        ir_rating_play(winner, 2, (const int32_t[]){0, 1}, 0);
    assert_true(isfinite(winner[0].at) && winner[0].error > 0 && winner[0].error <= 350 && winner[0].drift > 0);
    struct ir_judged odd[3] = {{.other = {rating(1500, 80)}, .others = 1, .won = 1, .luck = -4, .noise = 1e-6},
                               {.other = {rating(200000, 10)}, .others = 1, .won = 1, .luck = 0, .noise = 1},
                               {.other = {rating(1500, 80)}, .others = 1, .won = 0, .luck = 1e6, .noise = 1}};
    for (size_t n = 1; n <= 3; n++) {
        struct ir_rating judged = judged_by(odd, n);
        assert_true(isfinite(judged.at) && isfinite(judged.error) && isfinite(judged.drift) && judged.error > 0);
    }
}

static void test_chance(void **state)
{
    (void)state;
    struct ir_rating a = rating(1900, 0), b = rating(1500, 0), unsure = rating(1500, 350);
    near(ir_rating_chance(&a, &b), 10.0 / 11, 1e-5);
    near(ir_rating_chance(&a, &b) + ir_rating_chance(&b, &a), 1, 1e-12);
    assert_true(ir_rating_chance(&a, &unsure) < ir_rating_chance(&a, &b));
}

/* What games/NAME/ratings.json says: `normal` is the measure, levels for people are in order, what is not there is NULL. */
static void test_bots(void **state)
{
    (void)state;
    for (int k = 0; ir_games[k]; k++) {
        const struct ir_game *g = ir_games[k];
        int measured = 0;
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            const struct ir_rating *before = NULL, *judged;
            for (int i = 0; ir_bot_level(g, i); i++) {
                const struct ir_rating *r = ir_rating_bot(g, seats, ir_bot_level(g, i)->name);
                measured += r != NULL;
                if (r && strcmp(ir_bot_level(g, i)->name, "normal") == 0)
                    near(r->at, 1500, 0);
                assert_true(!r == !(judged = ir_rating_bot_judged(g, seats, ir_bot_level(g, i)->name)));
                if (judged && before)
                    assert_true(judged->at > before->at);
                if (r && seats == 2)
                    near(r->at, judged->at, 5); /* a shared win and a shared place are the same there */
                if (r)
                    assert_true(r->error >= 0 && r->error < 50 && judged->error < 50 && r->games >= 40);
                if (brain_find(g)) /* a game whose bots were trained has measured ones, all of them */
                    assert_non_null(r);
                before = judged;
            }
            double noise = ir_rating_noise(g, seats);
            assert_true((noise == 0 && !brain_find(g)) || (noise > 0.01 && noise <= 1));
            assert_null(ir_rating_bot(g, seats, "nobody"));
        }
        assert_null(ir_rating_bot(g, 0, "normal"));
        assert_true(ir_rating_noise(g, 0) == 0);
        print_message("# %s: %d ratings of bots\n", g->name, measured);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),        cmocka_unit_test(test_start),    cmocka_unit_test(test_rest),
        cmocka_unit_test(test_two),          cmocka_unit_test(test_size),     cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_order),        cmocka_unit_test(test_tables),   cmocka_unit_test(test_judged),
        cmocka_unit_test(test_judged_plain), cmocka_unit_test(test_extremes), cmocka_unit_test(test_chance),
        cmocka_unit_test(test_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
