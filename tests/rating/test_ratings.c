/* test_ratings.c: ratings of a few hundred players whose strengths are known find these strengths, and say how sure they are.
 * Results are drawn from a model, with a fixed seed; ratings.c is the same with more people and with real games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "evening.h"

enum { PEOPLE = 600 };

static struct person person[PEOPLE];
static const char *const met[] = {"", ", opponents of similar rating", ", in turns", ", with bots", ", Swiss", ", arena"};

/* Qualities after so many games of people whose strengths are spread evenly. */
static struct quality after(struct league l, int games, double spread, int judged)
{
    l.person = person;
    l.people = PEOPLE;
    l.game = model_game;
    ir_rng_seed(&l.rng, 20);
    for (int i = 0; i < PEOPLE; i++)
        person[i] = (struct person){.truth = 1500 + spread * ((i + 0.5) / PEOPLE - 0.5),
                                    .wins = 1500 + spread * ((i + 0.5) / PEOPLE - 0.5)};
    people_start(&l);
    for (int i = 0; i < games; i++)
        if (l.meet < MEET_SWISS)
            round_play(&l);
        else if (i % EVENING_ROUNDS == 0)
            evenings_play(&l);
    struct quality q = quality_of(&l, judged);
    people_end(&l);
    print_message("# %d seats, %d games%s%s: rank correlation %.3f, %.1f %% inside, off by %.0f, claims %.0f\n", l.seats, games,
                  judged ? ", luck taken out" : "", met[l.meet], q.spearman, 100 * q.inside, q.off, q.error);
    return q;
}

/* 95 of 100 intervals contain the truth if chance decides who meets, after few games and after many, at any table. */
static void test_honest(void **state)
{
    (void)state;
    for (int seats = 2; seats <= IR_SEATS_MAX; seats += 2)
        for (int games = 10; games <= 100; games += 45) {
            struct quality q = after((struct league){.seats = seats}, games, 800, 0);
            assert_true(q.inside > 0.925 && q.inside < 0.985);
        }
}

/* The same on evenings, where people of similar points meet, whether strengths are near each other or far apart. */
static void test_evenings(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats += 2)
        for (enum meet meet = MEET_SWISS; meet <= MEET_ARENA; meet++)
            for (int spread = 400; spread <= 800; spread += 400) {
                struct quality q = after((struct league){.seats = seats, .meet = meet}, 30, spread, 0);
                assert_true(q.inside > 0.915 && q.inside < 0.985);
            }
}

/* If only people of similar rating meet, intervals are too narrow; but who was lucky once does not keep it for good. */
static void test_similar(void **state)
{
    (void)state;
    for (int spread = 400; spread <= 800; spread += 200) {
        struct quality q = after((struct league){.seats = 2, .meet = MEET_SIMILAR}, 30, spread, 0);
        assert_true(q.inside > (spread == 400 ? 0.70 : 0.84));
    }
}

/* If every pair at a table counted as a game, ratings would claim more than they know. */
static void test_weight(void **state)
{
    (void)state;
    struct quality q = after((struct league){.seats = 6, .careless = 1}, 30, 800, 0);
    assert_true(q.inside < 0.90 && q.off > 1.2 * q.error);
}

/* The order is right sooner the wider strengths are spread, the more sit at a table, and if similar players meet. */
static void test_order(void **state)
{
    (void)state;
    double two = after((struct league){.seats = 2}, 30, 600, 0).spearman,
           wide = after((struct league){.seats = 2}, 30, 1000, 0).spearman;
    assert_true(two > 0.89 && wide > 0.95);
    assert_true(after((struct league){.seats = 4}, 30, 800, 0).spearman > 0.96);
    assert_true(after((struct league){.seats = 2, .meet = MEET_SIMILAR}, 10, 800, 0).spearman >
                after((struct league){.seats = 2}, 10, 800, 0).spearman);
}

/* With luck taken out fewer games are enough, and the intervals are as honest. */
static void test_judged(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats += 2) {
        struct league l = {.seats = seats, .noise = 0.3};
        struct quality plain = after(l, 30, 800, 0), judged = after(l, 30, 800, 1), few = after(l, 15, 800, 1);
        assert_true(judged.inside > 0.925 && judged.inside < 0.985);
        if (seats == 2) /* four ranks say more than who won, so there it is a draw */
            assert_true(judged.off < 0.7 * plain.off && judged.spearman > plain.spearman && few.off < plain.off);
        else
            assert_true(judged.off < 1.1 * plain.off && judged.spearman > plain.spearman - 0.01);
    }
}

/* Nobody is told how much of the luck to take out, nor what that leaves: it is found out, whether people slip so often that
 * luck explains half of what it seems to, or hardly ever. On evenings, too. */
static void test_learned(void **state)
{
    (void)state;
    struct quality plain = after((struct league){.seats = 2}, 30, 600, 0);
    for (int often = 0; often < 2; often++) {
        struct league l = {.seats = 2, .noise = 0.3, .part = often ? 0.5 : 1, .left = often ? 0.5 : 0.06};
        struct quality q = after(l, 30, 600, 1);
        assert_true(q.inside > 0.92 && q.off < (often ? 0.85 : 0.4) * plain.off);
    }
    struct quality arena = after((struct league){.seats = 4, .noise = 0.3, .meet = MEET_ARENA}, 30, 600, 1);
    assert_true(arena.inside > 0.92);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest),  cmocka_unit_test(test_evenings),
                                       cmocka_unit_test(test_similar), cmocka_unit_test(test_weight),
                                       cmocka_unit_test(test_order),   cmocka_unit_test(test_judged),
                                       cmocka_unit_test(test_learned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
