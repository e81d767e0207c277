/* test_played.c: a few dozen bots with blur really play, in every game with a network: their ratings find how strong they are,
 * and say how sure that is. ratings.c does it with a thousand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hall.h"

enum { PEOPLE = 60, GAMES = 30, BLURS = 5, TRUTH = 80 };

static struct hall h;
static struct person person[PEOPLE];
static struct blurred player[PEOPLE];

/* Qualities after GAMES games: plain, and with luck taken out. */
static void play(const struct ir_game *g, int seats, struct quality q[2], struct quality bound[2])
{
    struct league l = {.person = person, .people = PEOPLE, .seats = seats, .game = hall_game, .context = &h};
    h = (struct hall){.game = g, .options = "", .number = 1};
    ir_rng_seed(&l.rng, 2);
    grid_measure(&h, seats, BLURS, TRUTH, 1);
    hall_people(&h, &l, player);
    people_start(&l);
    for (int i = 0; i < GAMES; i++)
        round_play(&l);
    for (int judged = 0; judged < 2; judged++) {
        q[judged] = quality_of(&l, judged);
        bound[judged] = bound_of(&l, judged, GAMES);
        print_message(
            "# %s with %d%s: rank correlation %.3f (bound %.3f), %.1f %% inside, off by %.0f (bound %.0f), claims %.0f\n",
            g->name, seats, judged ? ", luck taken out" : "", q[judged].spearman, bound[judged].spearman,
            100 * q[judged].inside, q[judged].off, bound[judged].off, q[judged].error);
    }
    people_end(&l);
}

static void test_played(void **state)
{
    int games = 0;
    (void)state;
    for (int i = 0; ir_games[i]; i++) {
        struct quality q[2], bound[2];
        if (!brain_find(ir_games[i]))
            continue;
        games++;
        play(ir_games[i], ir_games[i]->min_seats, q, bound);
        for (int judged = 0; judged < 2; judged++) { /* few people, and strengths known to 30 points: wide limits */
            assert_true(q[judged].spearman > bound[judged].spearman - 0.15);
            assert_true(q[judged].inside > 0.85);
            assert_true(q[judged].off < 1.7 * bound[judged].off);
        }
    }
    assert_true(games > 0);
}

/* Strengths are measured, not assumed: who plays anything is weakest, and blur costs. */
static void test_grid(void **state)
{
    (void)state;
    for (int level = 0; level < h.levels; level++) {
        for (int i = 1; i < h.blurs; i++)
            assert_true(h.ranks[level][i] <= h.ranks[level][i - 1]);
        assert_true(h.ranks[level][0] > h.ranks[level][h.blurs - 1] + 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_played), cmocka_unit_test(test_grid)};
    return cmocka_run_group_tests_name("played", tests, NULL, NULL);
}
