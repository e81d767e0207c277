/* test_pikit.c: the rules of PiKiT by their numbers (games/pikit/rules/en.md), PK1 - PK5, played from scripts; TAP.
 * PK6 - PK10 are in test_pikit_course.c. */
#include "script.h"

/* A market that dice can do little with, and one 10 or 11 for each of two players. */
#define POOR "8 8 8 8 3 3 3 3"

/* ---- PK1, PK2 ---- */

static void test_PK1_1(void **state) /* PK1.1 */
{
    struct ir_state s;
    char why[IR_WHY_MAX];
    (void)state;
    for (int seats = 0; seats <= 6; seats++)
        assert_int_equal(ir_start(&pikit_game, &s, seats, "", NULL, why), seats >= 2 && seats <= 4 ? IR_OK : IR_E_SEATS);
}

static void test_PK1_2(void **state) /* PK1.2 */
{
    static const uint8_t count[PK_COUNTS] = {0, 6, 6, 6, 6, 6, 6, 6, 8, 1, 1, 1};
    struct play t;
    char why[IR_WHY_MAX];
    (void)state;
    assert_int_equal(ir_start(&pikit_game, &t.s, 4, "", NULL, why), IR_OK);
    assert_memory_equal(pub(&t)->cards, count, sizeof count);
    assert_int_equal(pub(&t)->deck, 53);
}

static void test_PK1_3(void **state) /* PK1.3: six mechas of 15 points; the pair token says who holds one */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 11");
    int before = pikit_points(pub(&t), 0).all;
    go(&t, "roll 4 4, mecha");
    assert_int_equal(pub(&t)->mecha[3], 0);
    assert_int_equal(pikit_points(pub(&t), 0).all, before + 15);
    assert_int_equal(pikit_mechas(pub(&t), 0), 1);
}

static void test_PK1_4(void **state) /* PK1.4: two dice */
{
    struct play t;
    struct ir_chance out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 2, POOR, "10 11");
    assert_int_equal(outcomes(&t, out), 36);
    for (int i = 0; i < 36; i++)
        assert_int_equal(out[i].weight, 1);
    go(&t, "roll 1 6");
    assert_int_equal(pub(&t)->die[0], 1);
    assert_int_equal(pub(&t)->die[1], 6);
    assert_int_equal(pub(&t)->wound[0] + pub(&t)->wound[1], 0);
}

static void test_PK2_1(void **state) /* PK2.1 */
{
    struct play t;
    (void)state;
    begin(&t, 3, POOR, "10 11 4 8");
    for (int d = 0; d < 6; d++)
        assert_int_equal(pub(&t)->mecha[d], PK_TABLE);
}

static void test_PK2_2(void **state) /* PK2.2 */
{
    static const uint8_t two[PK_COUNTS] = {0, 4, 4, 4, 4, 4, 4, 4, 6, 1, 1, 1};
    struct play t;
    char why[IR_WHY_MAX];
    (void)state;
    assert_int_equal(ir_start(&pikit_game, &t.s, 2, "", NULL, why), IR_OK);
    assert_memory_equal(pub(&t)->cards, two, sizeof two);
    assert_int_equal(pub(&t)->deck, 37);
    assert_int_equal(ir_start(&pikit_game, &t.s, 3, "", NULL, why), IR_OK);
    assert_int_equal(pub(&t)->deck, 53);
}

static void test_PK2_3(void **state) /* PK2.3: eight cards, each as likely as there are of it */
{
    struct play t;
    char why[IR_WHY_MAX];
    (void)state;
    assert_int_equal(ir_start(&pikit_game, &t.s, 3, "first=0", NULL, why), IR_OK);
    assert_int_equal(weight_of(&t, "card 8"), 8);
    assert_int_equal(weight_of(&t, "card 11"), 1);
    cards(&t, "11 8 8 8 8 8 8 8");
    assert_int_equal(weight_of(&t, "card 11"), 0);
    assert_int_equal(weight_of(&t, "card 8"), 1);
    assert_int_equal(pub(&t)->market[8], 7);
    assert_int_equal(pub(&t)->market_n, 8);
    assert_int_equal(pub(&t)->phase, PK_PHASE_HANDS);
}

static void test_PK2_4(void **state) /* PK2.4: each in turn to 10 or more; everybody saw it */
{
    struct play t;
    (void)state;
    begin(&t, 3, "8 8 8 8 3 3 3 3", "9 1  5 4 11  2 2 2 2 2");
    assert_int_equal(pub(&t)->kaiju[0], 2);
    assert_int_equal(pub(&t)->kaiju[1], 3);
    assert_int_equal(pub(&t)->kaiju[2], 5);
    assert_int_equal(held(&t, 1, 11), 1);
    for (int seat = 0; seat < 3; seat++)
        assert_memory_equal(pub(&t)->known[seat], pikit_hand(t.s.b, seat), PK_COUNTS);
}

static void test_PK2_5(void **state) /* PK2.5: random, or as the table says; then clockwise */
{
    struct play t;
    char why[IR_WHY_MAX];
    struct ir_chance out[IR_MOVES_MAX];
    (void)state;
    assert_int_equal(ir_start(&pikit_game, &t.s, 3, "", NULL, why), IR_OK);
    assert_int_equal(outcomes(&t, out), 3);
    go(&t, "first 2");
    cards(&t, POOR " 10 11 4 8"); /* seat 2 is dealt to first, then 0, then 1 */
    assert_int_equal(held(&t, 2, 10), 1);
    assert_int_equal(held(&t, 0, 11), 1);
    assert_int_equal(held(&t, 1, 4), 1);
    go(&t, "roll 1 1");
    assert_int_equal(ir_turn(&t.s), 2);
    go(&t, "nothing, roll 1 1");
    assert_int_equal(ir_turn(&t.s), 0);
    assert_int_equal(ir_start(&pikit_game, &t.s, 3, "first=1", NULL, why), IR_OK);
    assert_int_equal(pub(&t)->first, 1);
    assert_int_equal(pub(&t)->phase, PK_PHASE_MARKET);
    assert_int_equal(ir_start(&pikit_game, &t.s, 3, "first=3", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "first=3"));
}

/* ---- PK3 ---- */

static void test_PK3_1(void **state) /* PK3.1: a turn begins with the dice */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 11");
    assert_int_equal(ir_turn(&t.s), IR_CHANCE);
    assert_false(can(&t, "nothing"));
    go(&t, "roll 2 5");
    assert_int_equal(told(&t, PK_EV_ROLL, NULL), 1);
    assert_int_equal(ir_turn(&t.s), 0);
}

static void test_PK3_2(void **state) /* PK3.2: any number of cards, each onto the pile with its effect */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "2 2 7 11");
    go(&t, "roll 1 1, play 2 first, pass, die 4, play 7 second 6, pass, play 2 both, pass, roll 3 3");
    assert_int_equal(pub(&t)->discard[2], 2);
    assert_int_equal(pub(&t)->discard[7], 1);
    assert_int_equal(pub(&t)->kaiju[0], 0);
    assert_int_equal(pub(&t)->phase, PK_PHASE_PLAY);
    assert_int_equal(pub(&t)->mover, 0);
}

static void test_PK3_3(void **state) /* PK3.3: taking is voluntary, and ends the playing of cards */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "2 2 7 11");
    go(&t, "roll 3 5");
    assert_true(can(&t, "nothing"));
    assert_true(can(&t, "take 3"));
    go(&t, "take 3");
    assert_int_equal(ir_turn(&t.s), IR_CHANCE);
    go(&t, "card 1, roll 1 1");
    assert_int_equal(ir_turn(&t.s), 1);
}

static void test_PK3_4(void **state) /* PK3.4: the centre is refilled to 8 */
{
    struct play t;
    (void)state;
    begin(&t, 2, "8 8 8 8 3 3 1 1", "10 11");
    go(&t, "roll 1 3, take 1 3");
    assert_int_equal(pub(&t)->market_n, 6);
    assert_int_equal(pub(&t)->phase, PK_PHASE_REFILL);
    go(&t, "card 5, card 9");
    assert_int_equal(pub(&t)->market_n, 8);
    assert_int_equal(pub(&t)->market[9], 1);
    assert_int_equal(pub(&t)->mover, 1);
    assert_int_equal(pub(&t)->phase, PK_PHASE_ROLL);
}

/* ---- PK4 ---- */

static void test_PK4_1(void **state) /* PK4.1: the sum */
{
    struct play t;
    (void)state;
    begin(&t, 2, "7 8 8 8 3 3 3 3", "10 11");
    go(&t, "roll 2 5");
    assert_true(can(&t, "take 7"));
    assert_false(can(&t, "take 2"));
    go(&t, "take 7, card 9, roll 6 6");
    assert_int_equal(held(&t, 0, 7), 1);
    assert_int_equal(pub(&t)->known[0][7], 1);
    assert_false(can(&t, "take 8")); /* a sum of 12 is no card */
}

static void test_PK4_2(void **state) /* PK4.2: the difference, but not 0 */
{
    struct play t;
    (void)state;
    begin(&t, 2, "4 8 8 8 3 3 3 3", "10 11");
    go(&t, "roll 2 6");
    assert_true(can(&t, "take 4"));
    go(&t, "take 4, card 9, roll 6 6");
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    ir_look(&pikit_game, &t.s, 1, &v);
    assert_true(can(&t, "play 11 as 5"));
    int n = pikit_legal(&v, out);
    for (int i = 0; i < n; i++)
        assert_false(out[i] >= PK_MOVE_TAKE && out[i] < PK_MOVE_MECHA);
}

static void test_PK4_3(void **state) /* PK4.3: one die, or both, or two of a double */
{
    struct play t;
    (void)state;
    begin(&t, 2, "5 5 8 2 1 1 1 6", "10 11");
    go(&t, "roll 5 2");
    assert_true(can(&t, "take 5"));
    assert_true(can(&t, "take 2"));
    assert_true(can(&t, "take 2 5"));
    go(&t, "take 2 5, card 3, card 3, roll 1 1");
    assert_int_equal(held(&t, 0, 2) + held(&t, 0, 5), 2);
    assert_true(can(&t, "take 1"));
    assert_true(can(&t, "take 1 1"));
    go(&t, "take 1 1, card 3, card 3, roll 1 1");
    assert_int_equal(held(&t, 1, 1), 2);
    assert_true(can(&t, "take 1"));
    assert_false(can(&t, "take 1 1")); /* one is left */
}

static void test_PK4_4(void **state) /* PK4.4: a double's mecha from the table */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 11");
    go(&t, "roll 1 2");
    assert_false(can(&t, "mecha"));
    go(&t, "nothing, roll 2 2, mecha");
    assert_int_equal(told(&t, PK_EV_MECHA, NULL), 1);
    assert_int_equal(pub(&t)->mecha[1], 1);
    go(&t, "roll 2 2");
    assert_false(can(&t, "mecha"));
}

static void test_PK4_5(void **state) /* PK4.5: try to steal it: any card of that hand, kept whatever it is */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 5 5");
    go(&t, "roll 1 2, nothing, roll 2 2, mecha, roll 2 2");
    assert_true(can(&t, "steal"));
    go(&t, "steal");
    assert_int_equal(weight_of(&t, "show 5"), 2);
    assert_int_equal(weight_of(&t, "show mecha 2"), 1);
    assert_int_equal(weight_of(&t, "show 10"), 0);
    go(&t, "show 5");
    assert_int_equal(held(&t, 0, 5), 1);
    assert_int_equal(pub(&t)->known[0][5], 1);
    assert_int_equal(pub(&t)->mecha[1], 1);
    assert_int_equal(pub(&t)->mover, 1);
    go(&t, "roll 2 2");
    assert_false(can(&t, "steal")); /* one's own */
    assert_false(can(&t, "mecha"));
    go(&t, "nothing, roll 2 2, steal, show mecha 2");
    assert_int_equal(pub(&t)->mecha[1], 0);
}

static void test_PK4_6(void **state) /* PK4.6: or nothing */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 11");
    go(&t, "roll 3 5, nothing");
    assert_int_equal(told(&t, PK_EV_NOTHING, NULL), 1);
    assert_int_equal(pub(&t)->kaiju[0], 1);
    assert_int_equal(pub(&t)->market_n, 8);
    assert_int_equal(pub(&t)->mover, 1);
}

static void test_PK4_7(void **state) /* PK4.7: equal cards are one choice, and so are two ways to one card */
{
    struct play t;
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 2, "2 2 2 1 8 8 3 3", "10 11");
    go(&t, "roll 2 4"); /* a die and the difference both say 2 */
    ir_look(&pikit_game, &t.s, 0, &v);
    int n = pikit_legal(&v, out), takes = 0;
    for (int i = 0; i < n; i++)
        takes += out[i] >= PK_MOVE_TAKE && out[i] < PK_MOVE_MECHA;
    assert_int_equal(takes, 1);
}

/* ---- PK5 ---- */

static void end_now(struct play *t) /* the last turns, without a take */
{
    while (ir_turn(&t->s) != IR_OVER) {
        if (pub(t)->phase == PK_PHASE_ROLL)
            go(t, "roll 1 1");
        go(t, "nothing");
    }
}

static void test_PK5_1(void **state) /* PK5.1: most 1s: 15, shared in full; none: nobody */
{
    struct play t;
    (void)state;
    begin(&t, 3, POOR, "1 10 1 11 4 7");
    pub(&t)->last = 3;
    struct play no_ones;
    begin(&no_ones, 2, POOR, "10 11");
    pub(&no_ones)->last = 2;
    end_now(&t);
    assert_int_equal(pikit_points(pub(&t), 0).ones, 15);
    assert_int_equal(pikit_points(pub(&t), 1).ones, 15);
    assert_int_equal(pikit_points(pub(&t), 2).ones, 0);
    assert_int_equal(pikit_points(pub(&t), 0).all, 26);
    end_now(&no_ones);
    assert_int_equal(pikit_points(pub(&no_ones), 0).ones + pikit_points(pub(&no_ones), 1).ones, 0);
}

static void test_PK5_2(void **state) /* PK5.2: one or both dice again */
{
    struct play t;
    struct ir_chance out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 2, POOR, "2 2 2 4 11");
    go(&t, "roll 1 2, play 2 first, pass");
    assert_int_equal(outcomes(&t, out), 6);
    go(&t, "die 1");
    assert_int_equal(pub(&t)->die[0], 1); /* the same side may come again */
    go(&t, "play 2 second, pass, die 6");
    assert_int_equal(pub(&t)->die[0] * 10 + pub(&t)->die[1], 16);
    go(&t, "play 2 both, pass");
    assert_int_equal(outcomes(&t, out), 36);
    go(&t, "roll 4 3");
    assert_int_equal(pub(&t)->die[0] * 10 + pub(&t)->die[1], 43);
}

static void test_PK5_3(void **state) /* PK5.3: a 3 counts its number and cannot be played */
{
    struct play t;
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 2, "8 8 8 8 1 1 1 1", "3 3 4 11");
    go(&t, "roll 6 6");
    ir_look(&pikit_game, &t.s, 0, &v);
    int n = pikit_legal(&v, out);
    assert_int_equal(n, 3); /* play 4 seat 1, mecha, nothing */
    assert_int_equal(pikit_points(pub(&t), 0).kaiju, 10);
}

static void test_PK5_4(void **state) /* PK5.4: a random card of another's hand, mechas too, shown and kept */
{
    struct play t;
    struct ir_event e;
    (void)state;
    begin(&t, 3, POOR, "4 4 4 5 5 7 7");
    go(&t, "roll 1 2, nothing, roll 6 6, mecha, roll 1 2, nothing, roll 1 2");
    assert_false(pikit_move_parse("play 4 seat 4") >= 0);
    assert_false(can(&t, "play 4 seat 0")); /* not one's own */
    go(&t, "play 4 seat 1, pass, pass");
    assert_int_equal(weight_of(&t, "show 5"), 2);
    assert_int_equal(weight_of(&t, "show mecha 6"), 1);
    go(&t, "show 5");
    assert_int_equal(told(&t, PK_EV_STOLEN, &e), 1);
    assert_int_equal(e.pub[0], 5);
    assert_int_equal(e.pub[1], 1);
    assert_int_equal(pub(&t)->known[0][5], 1);
    assert_int_equal(pub(&t)->known[1][5], 1);
    assert_int_equal(ir_turn(&t.s), 0); /* the turn goes on */
    go(&t, "play 4 seat 1, pass, pass, show mecha 6");
    assert_int_equal(pub(&t)->mecha[5], 0);
}

static void test_PK5_5(void **state) /* PK5.5: the deck's top card, unseen by the others */
{
    struct play t;
    struct ir_event e;
    struct ir_events seen;
    (void)state;
    begin(&t, 2, POOR, "5 5 11");
    go(&t, "roll 1 2, play 5, pass");
    assert_int_equal(weight_of(&t, "card 7"), 4);
    go(&t, "card 7");
    assert_int_equal(told(&t, PK_EV_DRAW, &e), 1);
    assert_int_equal(e.see, 1);
    assert_int_equal(e.prv[0], 7);
    ir_events_see(&t.ev, 1, &seen);
    assert_int_equal(seen.e[0].prv[0], 0);
    assert_int_equal(held(&t, 0, 7), 1);
    assert_int_equal(pub(&t)->known[0][7], 0);
    assert_int_equal(pikit_unknown(pub(&t), 0), 1);
}

static void test_PK5_6(void **state) /* PK5.6: a 6 cancels another's card; by itself it does nothing */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "2 6 6 6 9");
    go(&t, "roll 1 2");
    assert_false(can(&t, "cancel 6"));
    go(&t, "play 2 both, cancel 6");
    assert_int_equal(told(&t, PK_EV_CANCEL, NULL), 1);
    go(&t, "pass");
    assert_int_equal(told(&t, PK_EV_CANCELLED, NULL), 1);
    assert_int_equal(pub(&t)->die[0] * 10 + pub(&t)->die[1], 12);
    assert_int_equal(pub(&t)->discard[2], 1);
    assert_int_equal(pub(&t)->discard[6], 1);
    assert_int_equal(ir_turn(&t.s), 0);
}

static void test_PK5_7(void **state) /* PK5.7: one die to another side */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "7 7 11");
    go(&t, "roll 1 2");
    assert_false(can(&t, "play 7 first 1"));
    assert_true(can(&t, "play 7 first 2"));
    go(&t, "play 7 first 6, pass");
    assert_int_equal(pub(&t)->die[0] * 10 + pub(&t)->die[1], 62);
    go(&t, "play 7 second 6, pass");
    assert_true(can(&t, "mecha"));
}

static void test_PK5_8(void **state) /* PK5.8: a stolen 3 is discarded and wounds, by a card or by a double */
{
    struct play t;
    (void)state;
    begin(&t, 2, "8 8 8 8 1 1 1 1", "4 7 3 3 3 11");
    go(&t, "roll 1 2, play 4 seat 1, pass, show 3");
    assert_int_equal(told(&t, PK_EV_WOUND, NULL), 1);
    assert_int_equal(pub(&t)->wound[0], 1);
    assert_int_equal(held(&t, 0, 3), 0);
    assert_int_equal(pub(&t)->discard[3], 1);
    go(&t, "nothing, roll 5 5, mecha, roll 5 5, steal, show 3");
    assert_int_equal(pub(&t)->wound[0], 2);
    assert_int_equal(pub(&t)->mecha[4], 1);
    assert_int_equal(pikit_points(pub(&t), 0).wounds, 6);
}

static void test_PK5_9(void **state) /* PK5.9: all the 8s at once */
{
    struct play t;
    (void)state;
    begin(&t, 2, "8 8 8 1 1 1 1 2", "10 11");
    go(&t, "roll 3 5, take 8");
    assert_int_equal(held(&t, 0, 8), 3);
    assert_int_equal(pub(&t)->market_n, 5);
    cards(&t, "3 3 3");
    assert_int_equal(pub(&t)->phase, PK_PHASE_ROLL);
}

static void test_PK5_10(void **state) /* PK5.10: 9, 10, 11 as any of the five, a cancel too */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "1 9 11");
    go(&t, "roll 1 2");
    assert_true(can(&t, "play 9 as 2 both"));
    assert_true(can(&t, "play 9 as 4 seat 1"));
    assert_true(can(&t, "play 9 as 5"));
    assert_true(can(&t, "play 9 as 7 second 5"));
    assert_false(can(&t, "cancel 9"));
    assert_false(can(&t, "play 10 as 5"));
    go(&t, "play 9 as 4 seat 1, cancel 11, pass");
    assert_int_equal(told(&t, PK_EV_CANCELLED, NULL), 1);
    assert_int_equal(pub(&t)->discard[9] + pub(&t)->discard[11], 2);
    assert_int_equal(pub(&t)->kaiju[1], 0);
}

static void test_PK5_11(void **state) /* PK5.11: a card's points are its number */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "2 7 9 4 11");
    assert_int_equal(pikit_points(pub(&t), 0).kaiju, 18);
    assert_int_equal(pikit_points(pub(&t), 1).kaiju, 15);
}

static void test_PK5_12(void **state) /* PK5.12: what can do nothing cannot be played; what can no more, does nothing */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "4 4 4 11");
    go(&t, "roll 1 2, play 4 seat 1, pass, show 11"); /* seat 1 has no card left */
    assert_int_equal(ir_turn(&t.s), 0);
    assert_false(can(&t, "play 4 seat 1"));
    assert_true(can(&t, "play 11 as 5"));
    assert_false(can(&t, "play 11 as 4 seat 1"));

    begin(&t, 3, POOR, "4 6 11 5 5");
    go(&t, "roll 1 2, play 4 seat 1, cancel 11, pass, cancel 6, pass"); /* the victim cancels with the last card, in vain */
    assert_int_equal(pub(&t)->discard[4] + pub(&t)->discard[6] + pub(&t)->discard[11], 3);
    assert_int_equal(told(&t, PK_EV_FIZZLED, NULL), 1);
    assert_int_equal(pub(&t)->phase, PK_PHASE_PLAY);

    begin(&t, 2, POOR, "5 5 11");
    go(&t, "roll 1 2");
    assert_true(can(&t, "play 5"));
    pub(&t)->deck = 0; /* an empty deck, as legal() sees it */
    assert_false(can(&t, "play 5"));
}

static void test_PK5_13(void **state) /* PK5.13: the pair token goes with the mecha */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "4 7 11");
    go(&t, "roll 1 2, nothing, roll 3 3, mecha, roll 1 2, play 4 seat 1, pass, show mecha 3");
    assert_int_equal(pub(&t)->mecha[2], 0);
    assert_int_equal(pikit_mechas(pub(&t), 1), 0);
    assert_int_equal(pikit_points(pub(&t), 0).mechas, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_PK1_1),  cmocka_unit_test(test_PK1_2),  cmocka_unit_test(test_PK1_3),
        cmocka_unit_test(test_PK1_4),  cmocka_unit_test(test_PK2_1),  cmocka_unit_test(test_PK2_2),
        cmocka_unit_test(test_PK2_3),  cmocka_unit_test(test_PK2_4),  cmocka_unit_test(test_PK2_5),
        cmocka_unit_test(test_PK3_1),  cmocka_unit_test(test_PK3_2),  cmocka_unit_test(test_PK3_3),
        cmocka_unit_test(test_PK3_4),  cmocka_unit_test(test_PK4_1),  cmocka_unit_test(test_PK4_2),
        cmocka_unit_test(test_PK4_3),  cmocka_unit_test(test_PK4_4),  cmocka_unit_test(test_PK4_5),
        cmocka_unit_test(test_PK4_6),  cmocka_unit_test(test_PK4_7),  cmocka_unit_test(test_PK5_1),
        cmocka_unit_test(test_PK5_2),  cmocka_unit_test(test_PK5_3),  cmocka_unit_test(test_PK5_4),
        cmocka_unit_test(test_PK5_5),  cmocka_unit_test(test_PK5_6),  cmocka_unit_test(test_PK5_7),
        cmocka_unit_test(test_PK5_8),  cmocka_unit_test(test_PK5_9),  cmocka_unit_test(test_PK5_10),
        cmocka_unit_test(test_PK5_11), cmocka_unit_test(test_PK5_12), cmocka_unit_test(test_PK5_13),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
