/* test_wide.c: games/gacha/more/wide.deck (docs/decks.md): what it holds beside the standard deck, that it plays to the end
 * with any number of players, and that the laws hold with it. */
#include "drive.h"
#include "laws.h"
#include "weights.h"

static char wide[16384];

static int deck_load(void **state)
{
    (void)state;
    FILE *f = fopen(IRORI_ROOT "/games/gacha/more/wide.deck", "r");
    assert_non_null(f);
    size_t n = fread(wide, 1, sizeof wide - 1, f);
    fclose(f);
    assert_true(n > 100 && n < sizeof wide - 1);
    return 0;
}

/* All but the points is the standard deck's; rewards of one kind are worth 2 to 10. */
static void test_holds(void **state)
{
    (void)state;
    struct ir_state standard, other;
    int differ = 0, least = 99, most = 0, sum = 0, sum_standard = 0;
    assert_int_equal(ir_start(&gacha_game, &standard, 6, "", NULL, why), IR_OK);
    assert_int_equal(ir_start(&gacha_game, &other, 6, "deck=custom", wide, why), IR_OK);
    const struct gacha_pub *a = gacha_pub(standard.b), *b = gacha_pub(other.b);
    assert_int_equal(a->n_rewards, b->n_rewards);
    assert_memory_equal(a->box, b->box, sizeof a->box);
    for (int i = 0; i < a->n_rewards; i++) {
        int x = gacha_points(a->reward[i]), y = gacha_points(b->reward[i]);
        assert_int_equal(gacha_mark(a->reward[i]), gacha_mark(b->reward[i]));
        differ += x != y;
        sum += y;
        sum_standard += x;
        if (x == 6) { /* the kind that docs/decks.md speaks of */
            least = y < least ? y : least;
            most = y > most ? y : most;
        }
    }
    assert_int_equal(least, 2);
    assert_int_equal(most, 10);
    assert_true(differ > a->n_rewards / 2);
    assert_true(sum > sum_standard * 9 / 10 && sum < sum_standard * 11 / 10); /* a game is as long as before */
}

/* A random game ends, with points for somebody and all cards in their places. */
static void test_plays(void **state)
{
    (void)state;
    struct ir_rng rng;
    ir_rng_seed(&rng, 7);
    for (int seats = gacha_game.min_seats; seats <= gacha_game.max_seats; seats++)
        for (int game = 0; game < 20; game++) {
            struct ir_state s;
            struct ir_score score;
            int best = 0;
            assert_int_equal(ir_start(&gacha_game, &s, seats, game % 2 ? "round,deck=custom" : "deck=custom", wide, why),
                             IR_OK);
            for (int n = 0; ir_turn(&s) != IR_OVER; n++) {
                assert_true(n < 5000);
                if (ir_turn(&s) == IR_CHANCE) {
                    assert_int_equal(ir_apply(&gacha_game, &s, IR_CHANCE, gacha_game.sample(&s, &rng), NULL, why), IR_OK);
                    continue;
                }
                ir_move out[IR_MOVES_MAX];
                struct ir_view v;
                ir_look(&gacha_game, &s, ir_turn(&s), &v);
                int moves = gacha_game.legal(&v, out);
                assert_true(moves > 0);
                ir_move m = out[ir_rng_below(&rng, (uint32_t)moves)];
                assert_int_equal(ir_apply(&gacha_game, &s, ir_turn(&s), m, NULL, why), IR_OK);
                assert_null(gacha_game.check(&s));
            }
            gacha_game.score(s.b, &score);
            for (int i = 0; i < seats; i++)
                best = score.points[i] > best ? score.points[i] : best;
            assert_true(best > 0);
        }
}

static void test_laws(void **state)
{
    (void)state;
    const struct subject on = {&gacha_game, ir_look, gacha_weight};
    struct ir_rng rng;
    ir_rng_seed(&rng, 11);
    for (int game = 0; game < 4; game++) {
        struct ir_state start;
        struct breach b = {0};
        assert_int_equal(ir_start(&gacha_game, &start, 2 + game, "deck=custom", wide, why), IR_OK);
        assert_true(laws_game(&on, &start, &rng, 1000, &b) > 0);
        if (b.law)
            fail_msg("L%d: %s", b.law, b.what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_holds), cmocka_unit_test(test_plays), cmocka_unit_test(test_laws)};
    return cmocka_run_group_tests(tests, deck_load, NULL);
}
