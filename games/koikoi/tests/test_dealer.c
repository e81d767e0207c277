/* test_dealer.c: who picks chance: the four dealers, on the cards of Koi-Koi; TAP. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "core/dealer.h"

#include "games/koikoi/koikoi.h"

static void start(struct ir_state *s, const char *options)
{
    char why[IR_WHY_MAX] = "";
    assert_int_equal(ir_start(&koikoi_game, s, 2, options, NULL, why), IR_OK);
}

/* the same key deals the same, outcome k can be computed alone, and all are as likely */
static void test_dealer_keyed(void **state)
{
    (void)state;
    struct ir_state s;
    struct ir_chance out[IR_MOVES_MAX];
    char why[IR_WHY_MAX];
    for (int cards = 0; cards < 2; cards++) {
        start(&s, cards ? "sensei=0" : "");
        if (cards) /* 45 outcomes: not a power of two */
            for (ir_move m = 0; m < 3; m++)
                assert_int_equal(ir_apply(&koikoi_game, &s, IR_CHANCE,
                                          (ir_move)koikoi_game.move_parse(m == 0   ? "card 1a"
                                                                          : m == 1 ? "card 5b"
                                                                                   : "card 12d"),
                                          NULL, why),
                                 IR_OK);
        int n = koikoi_game.chance(&s, out);
        assert_int_equal(n, cards ? 45 : 2);
        uint8_t key[32] = {9, (uint8_t)cards};
        struct ir_dealer_keyed d, e;
        ir_dealer_keyed_start(&d, key, 0);
        static int count[1024];
        static ir_move first[1000];
        memset(count, 0, sizeof count);
        int draws = n * 1000;
        for (int i = 0; i < draws; i++) {
            assert_int_equal((int)d.k, i);
            ir_move m = d.dealer.pick(&d.dealer, &koikoi_game, &s);
            if (i < 1000)
                first[i] = m;
            assert_true(m < 1024);
            count[m]++;
        }
        double chi = 0;
        for (int i = 0; i < n; i++)
            chi += (count[out[i].move] - 1000.0) * (count[out[i].move] - 1000.0) / 1000.0;
        assert_true(chi < (cards ? 100.0 : 20.0)); /* one in 100 000, and the key is fixed */
        for (uint64_t k = 0; k < 1000; k += 37) {
            ir_dealer_keyed_start(&e, key, k);
            assert_int_equal(e.dealer.pick(&e.dealer, &koikoi_game, &s), first[k]);
        }
        key[31] ^= 1; /* any bit of the key matters */
        ir_dealer_keyed_start(&e, key, 0);
        int same = 0;
        for (int i = 0; i < 1000; i++)
            same += e.dealer.pick(&e.dealer, &koikoi_game, &s) == first[i];
        assert_true(same < (cards ? 80 : 600));
    }
}

static void test_dealer_recorded(void **state)
{
    (void)state;
    struct ir_state s;
    struct ir_dealer_recorded d;
    start(&s, "");
    ir_move list[3] = {(ir_move)koikoi_game.move_parse("sensei 1"), (ir_move)koikoi_game.move_parse("card 1a"),
                       (ir_move)koikoi_game.move_parse("card 1a")};
    char why[IR_WHY_MAX];
    ir_dealer_recorded_start(&d, list, 3);
    assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), list[0]);
    assert_int_equal(ir_apply(&koikoi_game, &s, IR_CHANCE, list[0], NULL, why), IR_OK);
    assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), list[1]);
    assert_int_equal(ir_apply(&koikoi_game, &s, IR_CHANCE, list[1], NULL, why), IR_OK);
    assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), IR_NO_MOVE); /* dealt already: it cannot happen */
    ir_dealer_recorded_start(&d, list, 0);
    assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), IR_NO_MOVE); /* none left */
    assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), IR_NO_MOVE);
}

static void test_dealer_scripted(void **state)
{
    (void)state;
    struct ir_state s;
    struct ir_dealer_scripted d;
    struct ir_chance out[IR_MOVES_MAX];
    char why[IR_WHY_MAX];
    start(&s, "");
    ir_dealer_scripted_start(&d, "sensei 1,card 12d");
    ir_move m = d.dealer.pick(&d.dealer, &koikoi_game, &s);
    assert_int_equal(m, koikoi_game.move_parse("sensei 1"));
    assert_int_equal(ir_apply(&koikoi_game, &s, IR_CHANCE, m, NULL, why), IR_OK);
    m = d.dealer.pick(&d.dealer, &koikoi_game, &s);
    assert_int_equal(m, koikoi_game.move_parse("card 12d"));
    assert_int_equal(ir_apply(&koikoi_game, &s, IR_CHANCE, m, NULL, why), IR_OK);
    assert_true(koikoi_game.chance(&s, out) > 0);
    assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), out[0].move); /* used up: the first of the list */
    assert_int_equal(d.bad, 0);
    static const char *const bad[] = {"card 12d", "sensei 0", "card 13a", "nonsense", "agari"};
    for (int i = 0; i < 5; i++) {
        ir_dealer_scripted_start(&d, bad[i]);
        assert_int_equal(d.dealer.pick(&d.dealer, &koikoi_game, &s), IR_NO_MOVE);
        assert_true(d.bad);
    }
}

static void test_dealer_search(void **state) /* the same seed deals the same; every outcome comes up */
{
    (void)state;
    struct ir_state s;
    struct ir_dealer_search d, e;
    start(&s, "sensei=1");
    ir_dealer_search_start(&d, 11);
    ir_dealer_search_start(&e, 11);
    uint64_t seen = 0;
    for (int i = 0; i < 2000; i++) {
        ir_move m = d.dealer.pick(&d.dealer, &koikoi_game, &s);
        assert_int_equal(e.dealer.pick(&e.dealer, &koikoi_game, &s), m);
        seen |= BIT(m - koikoi_game.move_parse("card 1a"));
    }
    assert_int_equal(set_count(seen), 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dealer_keyed),
        cmocka_unit_test(test_dealer_recorded),
        cmocka_unit_test(test_dealer_scripted),
        cmocka_unit_test(test_dealer_search),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("dealers", tests, NULL, NULL);
}
