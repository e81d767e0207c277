/* test_pikit_course.c: the rules of PiKiT by their numbers (games/pikit/rules/en.md), PK6 - PK10, the widest position and what
 * a client is told; TAP. PK1 - PK5 are in test_pikit.c. */
#include "script.h"

#define POOR "8 8 8 8 3 3 3 3"

/* ---- PK6 ---- */

static void test_PK6_1(void **state) /* PK6.1: asked clockwise; the first to cancel does it */
{
    struct play t;
    (void)state;
    begin(&t, 4, POOR, "2 9 10 11 6 6");
    go(&t, "roll 1 2, play 2 both");
    assert_int_equal(ir_turn(&t.s), 1);
    go(&t, "pass");
    assert_int_equal(ir_turn(&t.s), 2);
    go(&t, "cancel 11"); /* seat 3 is asked about the cancel now, not about the 2 any more */
    assert_int_equal(ir_turn(&t.s), 3);
    assert_int_equal(pikit_top_seat(pub(&t)), 2);
    go(&t, "pass, pass, pass");
    assert_int_equal(told(&t, PK_EV_CANCELLED, NULL), 1);
    assert_int_equal(pub(&t)->discard[2], 1);
    assert_int_equal(pub(&t)->die[0] * 10 + pub(&t)->die[1], 12);
    assert_int_equal(pub(&t)->chain_n, 0);
    assert_int_equal(ir_turn(&t.s), 0);
}

static void test_PK6_2(void **state) /* PK6.2: cancels of cancels, those who passed included; then all at once */
{
    struct play t;
    (void)state;
    begin(&t, 3, POOR, "2 6 9 6 6 6 6");
    go(&t, "roll 1 2, play 2 both, pass"); /* seat 1 passes on the 2 */
    assert_int_equal(ir_turn(&t.s), 2);
    go(&t, "cancel 6");
    assert_int_equal(ir_turn(&t.s), 0); /* everyone but seat 2 */
    go(&t, "pass");
    assert_int_equal(ir_turn(&t.s), 1);
    go(&t, "cancel 6"); /* who passed before may cancel the cancel */
    assert_int_equal(ir_turn(&t.s), 2);
    go(&t, "pass, cancel 6");
    assert_int_equal(pub(&t)->chain_n, 4);
    assert_int_equal(ir_turn(&t.s), 1);
    struct play odd = t;
    go(&odd, "pass, pass"); /* three cancels: the 2 does not happen */
    assert_int_equal(told(&odd, PK_EV_CANCELLED, NULL), 1);
    assert_int_equal(odd.s.b[0], 0);
    go(&t, "cancel 6"); /* four: it does, at once and without a new question */
    assert_int_equal(ir_turn(&t.s), 2);
    go(&t, "pass, pass");
    assert_int_equal(told(&t, PK_EV_RESOLVED, NULL), 1);
    assert_int_equal(pub(&t)->phase, PK_PHASE_REROLL);
    go(&t, "roll 5 5");
    assert_int_equal(pub(&t)->phase, PK_PHASE_PLAY);
}

static void test_PK6_2_own(void **state) /* PK6.2: nobody cancels their own card */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "2 6 9 6 5");
    go(&t, "roll 1 2, play 2 both, cancel 6");
    assert_int_equal(ir_turn(&t.s), 0);
    go(&t, "pass"); /* seat 1 is not asked about the own cancel */
    assert_int_equal(pub(&t)->phase, PK_PHASE_PLAY);
}

static void test_PK6_3(void **state) /* PK6.3: the choice is announced before anyone decides */
{
    struct play t;
    struct ir_event e;
    (void)state;
    begin(&t, 3, POOR, "1 9 11 10");
    go(&t, "roll 1 2, play 9 as 7 second 5");
    assert_int_equal(told(&t, PK_EV_PLAY, &e), 1);
    assert_int_equal(e.pub[0], 9);
    assert_int_equal(e.pub[1], PK_TURN + 6 + 4);
    assert_int_equal(pub(&t)->effect, PK_TURN + 6 + 4); /* public while seat 1 is asked */
    assert_int_equal(pub(&t)->phase, PK_PHASE_ASK);
    assert_int_equal(pub(&t)->die[1], 2); /* and has not happened yet */
}

static void test_PK6_4(void **state) /* PK6.4: taking cannot be cancelled, stealing by a double neither */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 6 6");
    go(&t, "roll 3 3, take 3");
    assert_int_equal(ir_turn(&t.s), IR_CHANCE);
    go(&t, "card 1, roll 4 4, mecha, roll 4 4, steal");
    assert_int_equal(ir_turn(&t.s), IR_CHANCE);
    assert_int_equal(pub(&t)->phase, PK_PHASE_STEAL);
}

static void test_PK6_5(void **state) /* PK6.5: who is asked is public: whoever has a kaiju card, whatever it is */
{
    struct play t;
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 3, POOR, "2 4 4 1 1 8 11");
    go(&t, "roll 1 2, play 2 both"); /* seat 1 has 1 1 8: nothing to cancel with */
    assert_int_equal(ir_turn(&t.s), 1);
    ir_look(&pikit_game, &t.s, 1, &v);
    assert_int_equal(pikit_legal(&v, out), 1);
    assert_int_equal(out[0], PK_MOVE_PASS);
    ir_look(&pikit_game, &t.s, 2, &v); /* a table may ask seat 2 at the same time */
    assert_int_equal(pikit_legal(&v, out), 2);
    go(&t, "pass");
    assert_int_equal(told(&t, PK_EV_PASS, NULL), 1);
    go(&t, "pass, roll 1 2");

    begin(&t, 3, POOR, "2 4 4 11 10"); /* seat 1 keeps a mecha but no kaiju card: not asked */
    go(&t, "roll 1 2, nothing, roll 6 6, mecha, roll 1 2, nothing, roll 1 2, play 4 seat 1, pass, pass, show 11");
    assert_int_equal(pub(&t)->kaiju[1], 0);
    go(&t, "play 2 both");
    assert_int_equal(ir_turn(&t.s), 2);

    begin(&t, 2, POOR, "4 2 7 11"); /* nobody to ask: no question at all */
    go(&t, "roll 1 2, play 4 seat 1, pass, show 11, play 2 first");
    assert_int_equal(pub(&t)->phase, PK_PHASE_REROLL);
}

/* ---- PK7 ---- */

static void test_PK7_1(void **state) /* PK7.1: a refill empties the deck: everyone has one last turn */
{
    struct play t;
    (void)state;
    begin(&t, 3, "1 1 1 2 2 2 3 3", "10 11 9 1");
    go(&t, "roll 1 2, nothing");
    deck_only(&t, "7");
    go(&t, "roll 1 2, take 1 2");
    go(&t, "card 7"); /* the last card; the centre stays at 7 */
    assert_int_equal(told(&t, PK_EV_LAST, NULL), 1);
    assert_int_equal(pub(&t)->last, 3);
    assert_int_equal(pub(&t)->market_n, 7);
    assert_int_equal(pub(&t)->mover, 2);
    go(&t, "roll 1 2, take 1, roll 1 2, nothing");
    assert_int_equal(pub(&t)->market_n, 6); /* not refilled */
    assert_int_equal(pub(&t)->mover, 1);    /* in whose turn the deck ran out */
    go(&t, "roll 1 2, take 2");
    assert_int_equal(ir_turn(&t.s), IR_OVER);
    assert_int_equal(pub(&t)->turns, 5);
}

static void test_PK7_1_effect(void **state) /* PK7.1: an effect empties the deck: the turn goes on */
{
    struct play t;
    (void)state;
    begin(&t, 2, "1 1 1 2 2 2 3 3", "5 5 11");
    deck_only(&t, "6");
    go(&t, "roll 1 2, play 5, pass, card 6");
    assert_int_equal(pub(&t)->deck, 0);
    assert_int_equal(pub(&t)->last, 0);
    assert_int_equal(ir_turn(&t.s), 0);
    assert_false(can(&t, "play 5"));
    go(&t, "take 1 2");
    assert_int_equal(pub(&t)->last, 2);
    go(&t, "roll 1 1, nothing, roll 1 1");
    assert_int_equal(pub(&t)->last, 1);
    go(&t, "take 1");
    assert_int_equal(ir_turn(&t.s), IR_OVER);
}

static void finish(struct play *t) /* the game ends with the turn in progress */
{
    pub(t)->last = 1;
    if (pub(t)->phase == PK_PHASE_ROLL)
        go(t, "roll 1 1");
    go(t, "nothing");
    assert_int_equal(ir_turn(&t->s), IR_OVER);
}

static void test_PK7_2(void **state) /* PK7.2: numbers, mechas, 1s, wounds; all hands are shown */
{
    struct play t;
    struct ir_score score;
    (void)state;
    begin(&t, 2, "8 8 8 8 1 1 2 2", "4 7 3 3 3 11");
    go(&t, "roll 1 2, play 4 seat 1, pass, show 3, take 1 2, card 2, card 2, roll 6 6, mecha");
    finish(&t);
    assert_int_equal(told(&t, PK_EV_SHOW, NULL), 3 + 2);
    pikit_score(t.s.b, &score);
    assert_int_equal(score.points[0], 7 + 1 + 2 + 15 - 3);
    assert_int_equal(score.points[1], 3 + 3 + 11 + 15);
    assert_memory_equal(pub(&t)->known[0], pikit_hand(t.s.b, 0), PK_COUNTS);
}

static void test_PK7_3(void **state) /* PK7.3: the highest; then fewer cards; then shared */
{
    struct play t;
    struct ir_score score;
    (void)state;
    begin(&t, 3, "8 8 8 8 3 3 3 3", "4 7 11 5 6"); /* 11 points each: two cards, one, two */
    finish(&t);
    pikit_score(t.s.b, &score);
    assert_int_equal(score.points[0], 11);
    assert_int_equal(score.points[1], 11);
    assert_int_equal(score.points[2], 11);
    assert_int_equal(score.rank[1], 0);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[2], 1);
    begin(&t, 2, "8 8 8 8 3 3 3 3", "4 7 5 6");
    finish(&t);
    pikit_score(t.s.b, &score);
    assert_int_equal(score.rank[0] + score.rank[1], 0);
    begin(&t, 2, "8 8 8 8 3 3 3 3", "10 11");
    finish(&t);
    pikit_score(t.s.b, &score);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[1], 0);
}

static void test_PK7_4(void **state) /* PK7.4: a last turn without anything to do is a turn */
{
    struct play t;
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 2, "8 8 8 8 3 3 1 1", "8 3 8 3");
    deck_only(&t, "");
    go(&t, "roll 3 6, take 3, roll 1 4");
    ir_look(&pikit_game, &t.s, 1, &v);
    assert_int_equal(pikit_legal(&v, out), 3); /* take 1, take 3 (4 - 1), nothing */
    go(&t, "take 3, roll 6 4");
    ir_look(&pikit_game, &t.s, 0, &v);
    assert_int_equal(pikit_legal(&v, out), 1);
    assert_int_equal(out[0], PK_MOVE_NOTHING);
    go(&t, "nothing");
    assert_int_equal(ir_turn(&t.s), IR_OVER);
    assert_int_equal(pub(&t)->turns, 3);
}

static void test_PK7_5(void **state) /* PK7.5: three rounds of declining; turns without a choice neither count nor interrupt */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "2 9 11");
    for (int i = 0; i < 5; i++)
        go(&t, "roll 3 6, nothing");
    assert_int_equal(pub(&t)->quiet, 5);
    go(&t, "roll 6 5, nothing"); /* 11, 1, 6, 5: nothing of it is there */
    assert_int_equal(pub(&t)->quiet, 5);
    assert_int_equal(pub(&t)->last, 0);
    struct play played = t;
    go(&t, "roll 3 6, nothing");
    assert_int_equal(told(&t, PK_EV_LAST, NULL), 1);
    assert_int_equal(pub(&t)->last, 2);
    go(&t, "roll 3 6, take 3"); /* the centre is not refilled any more */
    assert_int_equal(pub(&t)->market_n, 7);
    go(&t, "roll 3 6, nothing");
    assert_int_equal(ir_turn(&t.s), IR_OVER);
    go(&played, "roll 3 6, play 2 both, pass"); /* a card played interrupts */
    assert_int_equal(pub(&played)->quiet, 0);
    go(&played, "roll 3 6, nothing");
    assert_int_equal(pub(&played)->quiet, 0);
}

static void test_PK7_5_turns(void **state) /* PK7.5: after 300 turns, everyone a last one */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "10 11");
    pub(&t)->turns = 299;
    go(&t, "roll 6 5, nothing");
    assert_int_equal(pub(&t)->last, 0);
    assert_int_equal(pub(&t)->turns, 300);
    go(&t, "roll 3 6, take 3, card 1");
    assert_int_equal(told(&t, PK_EV_LAST, NULL), 1);
    assert_int_equal(pub(&t)->market_n, 8);
    go(&t, "roll 3 6, take 3, roll 3 6, take 3");
    assert_int_equal(ir_turn(&t.s), IR_OVER);
}

/* ---- PK8 ---- */

static void test_PK8_1(void **state) /* PK8.1: takes and thefts are known of a hand */
{
    struct play t;
    (void)state;
    begin(&t, 2, "8 8 8 8 1 1 2 2", "4 7 5 6");
    go(&t, "roll 1 2, play 4 seat 1, pass, show 6, take 1 2, card 9, card 3");
    static const uint8_t hand0[PK_COUNTS] = {[7] = 1, [6] = 1, [1] = 1, [2] = 1}, hand1[PK_COUNTS] = {[5] = 1};
    assert_memory_equal(pub(&t)->known[0], hand0, PK_COUNTS);
    assert_memory_equal(pub(&t)->known[1], hand1, PK_COUNTS);
    assert_int_equal(pub(&t)->kaiju[0], 4);
    assert_int_equal(pub(&t)->deck, 37 - 8 - 4 - 2);
    assert_int_equal(pub(&t)->discard[4], 1);
}

static void test_PK8_2(void **state) /* PK8.2: a drawn card is in the drawer's view alone */
{
    struct play t, u;
    struct ir_view v, w;
    (void)state;
    begin(&t, 2, POOR, "5 5 11");
    go(&t, "roll 1 2, play 5, pass");
    u = t;
    go(&t, "card 7");
    go(&u, "card 1");
    for (int seat = IR_SPECTATOR; seat < 2; seat++) {
        ir_look(&pikit_game, &t.s, seat, &v);
        ir_look(&pikit_game, &u.s, seat, &w);
        assert_int_equal(memcmp(v.b, w.b, ir_state_size(&pikit_game)) == 0, seat != 0);
    }
}

static void test_PK8_3(void **state) /* PK8.3: what everybody can know of a hand, exactly */
{
    struct play t;
    (void)state;
    begin(&t, 2, POOR, "5 5 11");
    go(&t, "roll 1 2, play 5, pass, card 7");
    assert_int_equal(pikit_certain(pub(&t), 0, 5), 1);
    assert_int_equal(pikit_certain(pub(&t), 0, 7), 0);
    go(&t, "play 7 first 4, pass"); /* the unknown card was a 7: nothing is unknown any more */
    assert_int_equal(pikit_unknown(pub(&t), 0), 0);
    assert_int_equal(pikit_certain(pub(&t), 0, 5), 1);
    go(&t, "play 5, pass, card 2");
    deck_only(&t, "2 2"); /* whatever is unseen is a 2 */
    assert_int_equal(pub(&t)->known[0][2], 0);
    assert_int_equal(pikit_certain(pub(&t), 0, 2), 1);
    deck_only(&t, "2 4");
    assert_int_equal(pikit_certain(pub(&t), 0, 2), 0);
}

/* PK8.3 again: over random play, no world that a spectator's view allows has fewer, and some world has no more. */
static void test_PK8_3_tight(void **state)
{
    struct ir_rng r;
    int looked = 0;
    (void)state;
    ir_rng_seed(&r, 5);
    for (int game = 0; game < 400; game++) {
        struct play t;
        struct ir_view v;
        char why[IR_WHY_MAX];
        ir_start(&pikit_game, &t.s, 2 + game % 3, "", NULL, why);
        while (ir_turn(&t.s) != IR_OVER) {
            ir_move legal[IR_MOVES_MAX], m;
            if (ir_turn(&t.s) == IR_CHANCE) {
                m = pikit_game.sample(&t.s, &r);
            } else {
                ir_look(&pikit_game, &t.s, ir_turn(&t.s), &v);
                m = legal[ir_rng_below(&r, (uint32_t)pikit_legal(&v, legal))];
            }
            pikit_game.apply(&t.s, m, NULL);
            uint8_t unseen[PK_COUNTS], least[PK_SEATS][PK_COUNTS];
            int n = pikit_unseen(pub(&t), unseen);
            if (n > 4 || n == pub(&t)->deck || ir_rng_below(&r, 8))
                continue;
            looked++;
            memset(least, 255, sizeof least);
            ir_look(&pikit_game, &t.s, IR_SPECTATOR, &v);
            for (int k = 0; k < 300; k++) {
                struct ir_state world;
                pikit_imagine(&v, &r, &world);
                for (int i = 0; i < PK_SEATS * PK_COUNTS; i++)
                    if (pikit_hand(world.b, i / PK_COUNTS)[i % PK_COUNTS] < least[i / PK_COUNTS][i % PK_COUNTS])
                        least[i / PK_COUNTS][i % PK_COUNTS] = pikit_hand(world.b, i / PK_COUNTS)[i % PK_COUNTS];
            }
            for (int seat = 0; seat < pub(&t)->head.seats; seat++)
                for (int i = 1; i <= PK_NUMBERS; i++)
                    assert_int_equal(pikit_certain(pub(&t), seat, i), least[seat][i]);
        }
    }
    assert_true(looked > 100);
}

/* ---- PK9: the worked examples ---- */

static void test_PK9_1(void **state) /* PK9.1 */
{
    struct play t;
    (void)state;
    begin(&t, 2, "7 5 1 6 8 8 3 3", "2 8 11");
    go(&t, "roll 1 3, play 2 second, pass, die 6");
    assert_true(can(&t, "take 7"));
    assert_true(can(&t, "take 5"));
    assert_true(can(&t, "take 1 6"));
    assert_true(can(&t, "take 1"));
    assert_true(can(&t, "take 6"));
    assert_false(can(&t, "take 8"));
    assert_false(can(&t, "take 3"));
}

static void test_PK9_2(void **state) /* PK9.2 */
{
    static const uint8_t hand[PK_COUNTS] = {[2] = 1, [5] = 1, [8] = 1};
    struct play t;
    (void)state;
    begin(&t, 2, "7 5 1 6 8 8 3 3", "5 2 8 11");
    assert_memory_equal(pikit_hand(t.s.b, 0), hand, PK_COUNTS);
}

static void test_PK9_3(void **state) /* PK9.3 */
{
    struct play t;
    struct ir_score score;
    (void)state;
    begin(&t, 3, "8 8 8 8 2 2 2 2", "4 7 3 8 5 5");
    go(&t, "roll 1 3, play 4 seat 1, pass, pass, show 3, nothing");
    give(&t, 0, "1 1 9 10 11"); /* 7 + 1 + 1 + 9 + 10 + 11 = 39 */
    go(&t, "roll 1 3, nothing, roll 1 3, nothing, roll 6 6, mecha");
    finish(&t);
    pikit_score(t.s.b, &score);
    assert_int_equal(pikit_points(pub(&t), 0).kaiju, 39);
    assert_int_equal(score.points[0], 66);
}

/* ---- PK10: decks ---- */

#define HEAD  "irori deck 1\ngame pikit\nname test\n"
#define EIGHT "card 1 6\ncard 2 6\ncard 3 6\ncard 4 6\ncard 5 6\ncard 6 6\ncard 7 6\ncard 8 6\n"

static void refused(int seats, const char *deck, const char *part)
{
    struct ir_state s;
    char why[IR_WHY_MAX];
    assert_int_equal(ir_start(&pikit_game, &s, seats, "deck=custom", deck, why), IR_E_DECK);
    if (!strstr(why, part))
        fail_msg("expected '%s' in: %s", part, why);
}

static void test_PK10_1(void **state) /* PK10.1: decks are data; what cannot be played with is refused with line and reason */
{
    struct play t;
    char why[IR_WHY_MAX];
    static const uint8_t second[PK_COUNTS] = {0, 7, 6, 6, 6, 6, 6, 6, 7, 1, 1, 1};
    (void)state;
    assert_int_equal(ir_start(&pikit_game, &t.s, 4, "deck=second", NULL, why), IR_OK);
    assert_memory_equal(pub(&t)->cards, second, PK_COUNTS);
    assert_int_equal(ir_start(&pikit_game, &t.s, 4, "deck=custom", "# mine\n\n" HEAD EIGHT "card 9 0\ntotal 48\n", why), IR_OK);
    assert_int_equal(pub(&t)->deck, 48);
    assert_int_equal(ir_start(&pikit_game, &t.s, 2, "deck=custom", HEAD EIGHT "total 48", why), IR_OK);
    assert_int_equal(pub(&t)->deck, 32);
    assert_int_equal(ir_start(&pikit_game, &t.s, 2, "deck=custom", NULL, why), IR_E_DECK);

    refused(4, "", "line 1: the deck breaks off");
    refused(4, "irori deck 2\n", "line 1: a deck begins with the line 'irori deck 1'");
    refused(4, "irori deck 1\ngame gacha\n", "line 2: the second line should be 'game pikit'");
    refused(4, "irori deck 1\ngame pikit\ncard 1 6\n", "line 3: the third line should be 'name'");
    refused(4, HEAD EIGHT "total 49\n", "line 12: the cards add up to 48, not to the total of 49");
    refused(4, HEAD EIGHT "card 12 1\ntotal 49\n", "line 12: '12' is not the number of a kaiju card");
    refused(4, HEAD EIGHT "card 0 1\ntotal 49\n", "line 12: '0' is not the number of a kaiju card");
    refused(4, HEAD EIGHT "card 9 x\ntotal 49\n", "line 12: 'x' is not a number of cards");
    refused(4, HEAD EIGHT "card 9\ntotal 49\n", "line 12: 'card' takes a number");
    refused(4, HEAD EIGHT "card 8 2\ntotal 50\n", "line 12: number 8 is listed twice");
    refused(4, HEAD EIGHT "mecha 6\ntotal 54\n", "line 12: 'mecha' is not a word of a deck");
    refused(4, HEAD EIGHT "total 48\ncard 9 1\n", "line 13: nothing may follow the total");
    refused(4, HEAD EIGHT "total many\n", "line 12: 'total' takes");
    refused(4, HEAD EIGHT, "the deck breaks off");
    refused(2, HEAD "card 1 6\ncard 2 6\ncard 3 1\ncard 8 40\ntotal 53\n", "it has 1 of number 3");
    refused(4, HEAD "card 1 36\ncard 8 12\ntotal 48\n", "48 cards are too few for 4 players");
    refused(2, HEAD "card 1 2\ncard 2 2\ncard 3 2\ncard 4 2\ncard 5 2\ncard 6 2\ncard 7 2\ncard 8 12\ntotal 26\n",
            "too few for 2 players");
    refused(4, HEAD "card 1 100\ncard 2 30\ntotal 130\n", "it has 130 cards; at most 120");
    refused(4, HEAD "card 8 40\ncard 6 20\ncard 9 4\ntotal 64\n", "24 cards that cancel");
}

static void test_PK10_1_setup(void **state) /* PK10.1: with the worst starting hands a card is left in an accepted deck */
{
    struct ir_rng r;
    (void)state;
    ir_rng_seed(&r, 3);
    for (int k = 0; k < 3000; k++) {
        struct ir_state s;
        char deck[400], why[IR_WHY_MAX];
        int n = snprintf(deck, sizeof deck, HEAD), total = 0;
        for (int i = 1; i <= 11; i++) {
            int count = i < 9 ? 2 + (int)ir_rng_below(&r, 4) : (int)ir_rng_below(&r, 2);
            n += snprintf(deck + n, sizeof deck - (size_t)n, "card %d %d\n", i, count);
            total += count;
        }
        snprintf(deck + n, sizeof deck - (size_t)n, "total %d\n", total);
        if (ir_start(&pikit_game, &s, 2 + k % 3, "first=0,deck=custom", deck, why) != IR_OK)
            continue;
        while (pikit_pub(s.b)->phase < PK_PHASE_ROLL) { /* the largest cards into the centre, the smallest into the hands */
            struct ir_chance out[IR_MOVES_MAX];
            int m = pikit_game.chance(&s, out);
            pikit_game.apply(&s, out[pikit_pub(s.b)->phase == PK_PHASE_MARKET ? m - 1 : 0].move, NULL);
        }
        assert_true(pikit_pub(s.b)->deck >= 1);
    }
}

static const char *json_of(struct play *t, int seat)
{
    static char out[16384];
    struct ir_json j;
    struct ir_view v;
    ir_look(&pikit_game, &t->s, seat, &v);
    ir_json_start(&j, out, sizeof out);
    ir_describe(&pikit_game, &v, &j);
    assert_false(j.text.cut);
    return out;
}

static void test_PK10_2(void **state) /* PK10.2: the counts are told to clients, and what in them is a guess */
{
    struct play t;
    (void)state;
    begin(&t, 3, POOR, "10 11 9 1");
    assert_non_null(strstr(json_of(&t, 0), "\"in_play\":{\"1\":6,\"2\":6"));
    assert_non_null(strstr(pikit_decks[0].text, "reconstruct"));
}

/* ---- the widest position, texts, what clients get ---- */

static void test_widest(void **state) /* the head of the alphabet in pikit.h says 74 */
{
    struct play t;
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    (void)state;
    begin(&t, 4, "1 2 3 4 5 6 7 8", "2 4 5  1 10 1 11 8 8");
    give(&t, 0, "7 9");
    go(&t, "roll 6 5, nothing, roll 6 4, nothing, roll 6 4, nothing, roll 6 4, nothing, roll 1 1");
    go(&t, "nothing, roll 1 1, nothing, roll 1 1, nothing, roll 1 1, nothing, roll 2 5");
    pikit_lose(&t.s, 1, 10); /* by hand: seat 0 got both */
    pikit_gain(&t.s, 0, 10, 1);
    pikit_lose(&t.s, 2, 11);
    pikit_gain(&t.s, 0, 11, 1);
    ir_look(&pikit_game, &t.s, 0, &v);
    assert_int_equal(pikit_legal(&v, out), 74);
}

static void test_widest_hunt(void **state) /* random play never gets wider */
{
    struct ir_rng r;
    int widest = 0;
    (void)state;
    ir_rng_seed(&r, 11);
    for (int game = 0; game < 4000; game++) {
        struct ir_state s;
        struct ir_view v;
        char why[IR_WHY_MAX];
        ir_start(&pikit_game, &s, 2 + game % 3, "", NULL, why);
        while (ir_turn(&s) != IR_OVER) {
            ir_move legal[IR_MOVES_MAX], m;
            if (ir_turn(&s) == IR_CHANCE) {
                m = pikit_game.sample(&s, &r);
            } else {
                ir_look(&pikit_game, &s, ir_turn(&s), &v);
                int n = pikit_legal(&v, legal);
                widest = n > widest ? n : widest;
                /* takes far more often than it plays, so that hands grow */
                m = ir_rng_below(&r, 8) && n > 1 && legal[n - 1] == PK_MOVE_NOTHING ? legal[n - 2]
                                                                                    : legal[ir_rng_below(&r, (uint32_t)n)];
            }
            pikit_game.apply(&s, m, NULL);
        }
    }
    assert_true(widest > 20 && widest <= 74 && 74 < IR_MOVES_MAX);
}

static void test_moves_read_back(void **state)
{
    static const char *const wrong[] = {
        "",         "play",    "play 1",        "play 3",         "play 8",          "play 6",  "play 2",   "play 5 first",
        "play 9",   "take",    "play 9 as 6",   "play 9 as 8",    "take 12",         "take 0",  "take 6 1", "take 7 7",
        "cancel 7", "Pass",    "pass ",         "roll 0 1",       "roll 1 7",        "die 0",   "show 12",  "show mecha 7",
        "card 0",   "first 4", "play 4 seat 4", "play 7 first 7", "play 07 first 1", "steal 1", "mecha 1"};
    (void)state;
    for (int m = 0; m < PK_MOVES; m++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        pikit_move_print((ir_move)m, &t);
        assert_false(t.cut);
        assert_int_equal(pikit_move_parse(text), m);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(pikit_move_parse(wrong[i]), -1);
}

static void test_describe(void **state)
{
    struct play t;
    (void)state;
    begin(&t, 3, "8 8 8 1 1 3 3 7", "5 5 9 1 6 4");
    go(&t, "roll 2 5, play 5, pass, pass, card 11, play 11 as 4 seat 1");
    const char *json = json_of(&t, 1);
    assert_non_null(strstr(json, "\"phase\":\"ask\""));
    assert_non_null(strstr(json, "\"chain\":[{\"seat\":0,\"card\":11,\"effect\":\"4 seat 1\",\"stands\":true}]"));
    assert_non_null(strstr(json, "\"asked\":[1,2]"));
    assert_non_null(
        strstr(json, "{\"way\":\"sum\",\"number\":7,\"possible\":true,\"move\":\"take 7\",\"cards\":{\"7\":1},\"points\":7}"));
    assert_non_null(strstr(json, "{\"way\":\"first\",\"number\":2,\"possible\":false,\"why\":\"none in the centre\"}"));
    assert_non_null(strstr(json, "\"legal\":[\"cancel 9\",\"pass\"]"));
    go(&t, "pass, pass, show 1");
    assert_null(strstr(json_of(&t, 1), "\"legal\""));
    finish(&t);
    json = json_of(&t, IR_SPECTATOR);
    assert_non_null(strstr(json, "\"winners\":[0]"));
    assert_null(strstr(json, "\"hand\""));
    assert_non_null(strstr(json, "\"points\":{\"kaiju\":6,\"mechas\":0,\"ones\":15,\"wounds\":0,\"all\":21},\"rank\":0"));
}

static void test_describe_aids(void **state) /* what a client shows beside the rules: PK8.3, PK5.8, PK5.9, PK4.5 */
{
    struct play t;
    (void)state;
    begin(&t, 3, "8 8 8 1 1 3 3 7", "5 5 9 1 6 4");
    go(&t, "roll 2 5, play 5, pass, pass, card 11");
    const char *json = json_of(&t, 0); /* 39 cards nobody saw; seat 0 saw one of them */
    assert_non_null(
        strstr(json, "\"unseen\":{\"1\":3,\"2\":6,\"3\":4,\"4\":5,\"5\":4,\"6\":5,\"7\":5,\"8\":5,\"10\":1,\"11\":1}"));
    assert_non_null(strstr(json, "\"left\":{\"1\":3,\"2\":6,\"3\":4,\"4\":5,\"5\":4,\"6\":5,\"7\":5,\"8\":5,\"10\":1}"));
    assert_non_null(strstr(json, "\"own\":{\"kaiju\":16,\"mechas\":0,\"ones\":0,\"wounds\":0,\"all\":16}"));
    assert_non_null(strstr(json, "\"theft\":{\"odds\":{\"1\":500,\"9\":500},\"mecha\":0,\"gain\":500}"));
    assert_non_null(strstr(json, "{\"effect\":\"7 first 3\",\"reach\":[3,8],\"mecha\":null}"));
    assert_non_null(strstr(json, "{\"effect\":\"7 first 5\",\"reach\":[],\"mecha\":\"take\"}"));
    json = json_of(&t, 1); /* a 5 and a card it did not see: one in 39 is the 11, four are a 5 */
    assert_non_null(strstr(json, "\"5\":551"));
    assert_non_null(strstr(json, "\"11\":13"));
    assert_null(strstr(json, "\"turns\""));
    go(&t, "nothing, roll 2 6");
    assert_non_null(strstr(json_of(&t, 2), "\"move\":\"take 8\",\"cards\":{\"8\":3},\"points\":24}"));
    go(&t, "take 8, card 8, card 2, card 2, roll 2 2, mecha, roll 2 2");
    assert_non_null(strstr(json_of(&t, 0), "\"move\":\"steal\",\"points\":15,\"of\":2,\"odds\":333}"));
}

static void test_greedy(void **state) /* the bot beats random players, and sees a view only */
{
    const struct ir_bot *greedy = ir_bot_find(&pikit_game, "greedy"), *any = ir_bot_find(&pikit_game, "random");
    struct ir_rng r;
    int wins = 0;
    (void)state;
    ir_rng_seed(&r, 8);
    for (int game = 0; game < 60; game++) {
        struct ir_state s;
        struct ir_view v;
        struct ir_score score;
        char why[IR_WHY_MAX];
        int seats = 2 + game % 3, own = game / 3 % seats;
        ir_start(&pikit_game, &s, seats, "", NULL, why);
        while (ir_turn(&s) != IR_OVER) {
            int turn = ir_turn(&s);
            ir_move m = IR_NO_MOVE;
            if (turn >= 0) {
                ir_look(&pikit_game, &s, turn, &v);
                m = ir_bot_move(turn == own ? greedy : any, &pikit_game, &v, NULL, &r, NULL);
            }
            assert_int_equal(ir_apply(&pikit_game, &s, turn, turn >= 0 ? m : pikit_game.sample(&s, &r), NULL, why), IR_OK);
        }
        pikit_score(s.b, &score);
        wins += score.rank[own] == 0;
    }
    assert_true(wins >= 54);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_PK6_1),         cmocka_unit_test(test_PK6_2),           cmocka_unit_test(test_PK6_2_own),
        cmocka_unit_test(test_PK6_3),         cmocka_unit_test(test_PK6_4),           cmocka_unit_test(test_PK6_5),
        cmocka_unit_test(test_PK7_1),         cmocka_unit_test(test_PK7_1_effect),    cmocka_unit_test(test_PK7_2),
        cmocka_unit_test(test_PK7_3),         cmocka_unit_test(test_PK7_4),           cmocka_unit_test(test_PK7_5),
        cmocka_unit_test(test_PK7_5_turns),   cmocka_unit_test(test_PK8_1),           cmocka_unit_test(test_PK8_2),
        cmocka_unit_test(test_PK8_3),         cmocka_unit_test(test_PK8_3_tight),     cmocka_unit_test(test_PK9_1),
        cmocka_unit_test(test_PK9_2),         cmocka_unit_test(test_PK9_3),           cmocka_unit_test(test_PK10_1),
        cmocka_unit_test(test_PK10_1_setup),  cmocka_unit_test(test_PK10_2),          cmocka_unit_test(test_widest),
        cmocka_unit_test(test_widest_hunt),   cmocka_unit_test(test_moves_read_back), cmocka_unit_test(test_describe),
        cmocka_unit_test(test_describe_aids), cmocka_unit_test(test_greedy),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
