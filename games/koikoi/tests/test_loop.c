/* test_loop.c: the hand-written loop and the engine agree on every one of 20,000 random games: the yardstick plays the same
 * rules, and one of two independent programs would have to share the other's mistake for it to hide here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "loop.h"
#include "core/signature.h"
#include "irori.h"
#include "games/koikoi/koikoi.h"

static void test_loop_agrees(void **state)
{
    struct ir_rng a, b;
    struct ir_state start, s;
    struct loop_count count = {0};
    uint64_t decisions = 0, chances = 0;
    char why[IR_WHY_MAX];
    (void)state;
    ir_rng_seed(&a, 11);
    ir_rng_seed(&b, 11);
    assert_int_equal(ir_start(&koikoi_game, &start, 2, "", NULL, why), IR_OK);
    for (int i = 0; i < 20000; i++) {
        int32_t purse[2];
        struct ir_score score;
        memcpy(s.b, start.b, ir_state_size(&koikoi_game));
        decisions += ir_play_random(&koikoi_game, &s, &a, &chances);
        koikoi_loop(&b, purse, &count);
        koikoi_game.score(s.b, &score);
        assert_int_equal(score.points[0], purse[0]);
        assert_int_equal(score.points[1], purse[1]);
    }
    assert_int_equal(decisions, count.decisions);
    assert_int_equal(chances, count.chances);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loop_agrees)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
