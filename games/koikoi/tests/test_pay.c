/* test_koikoi_pay.c: the rules of Koi-Koi from the end of a round on, KK6 to KK8, the options of KK1.6 that belong to them, and
 * random games under random options against a second referee. Written from games/koikoi/rules/en.md, not from the engine. */
#include "played.h"

/* ---- KK6 end of a round ---- */

/* Tsukimi for seat 0 and a call; sanko for seat 1, who is to choose. */
#define COUNTER "0 play 9c, * card 8b, 0 koi-koi, 1 play 1d, * card 3b, 0 play 4d, * card 5c, 1 play 12d, * card 7a"
/* Sanko, shiko and goko for seat 0, called twice, about to stop. */
#define GOKO                                                                                                                   \
    "0 play 1c, * card 3b, 1 play 2c, * card 11b, 0 play 12c, * card 7a, 0 koi-koi, 1 play 6d, * card 5d, 0 play 8c, * card "  \
    "5c, "                                                                                                                     \
    "0 koi-koi, 1 play 10d, * card 4b, 0 play 3c, * card 11a"

/* KK6.1: the choice comes after both actions, when the worth rose in this turn, and only then */
static void test_KK6_1(void **state)
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "");
    play(&s, "0 play 9c");
    expect_illegal(&s, 0, "agari");
    play(&s, "* card 8b");
    assert_int_equal(ir_turn(&s), 0);
    expect_legal(&s, "agari, koi-koi");
    expect_illegal(&s, 1, "agari");
    expect_illegal(&s, 1, "play 2c");
    expect_illegal(&s, 0, "play 1c"); /* not without a word */
    play(&s, "0 koi-koi");
    assert_int_equal(pub_of(&s)->calls[0], 1);
    assert_int_equal(pub_of(&s)->calls[1], 0);
    assert_int_equal(ir_turn(&s), 1); /* the round goes on */
    expect_illegal(&s, 0, "agari");
    play(&s, "1 play 2c, * card 5c");
    expect_illegal(&s, 0, "agari"); /* cannot stop until it rises again */
    play(&s, "0 play 4d, * card 7a");
    assert_int_equal(ir_turn(&s), 1); /* captured, but nothing rose: no choice */
    play(&s, "1 play 6d, * card 11d, 0 play 3c, * card 2a");
    expect_legal(&s, "agari, koi-koi"); /* hanami */
    /* made by the turned card with a choice of two: after the take */
    begin(&s, "");
    deal(&s, 0, OTHER_HAND, SENSEI_HAND, "8a 8b 1a 3a 9a 12a 6b 10b");
    play(&s, "0 play 9c, * card 4c, 1 play 2c, * card 5a, 0 play 8c 8a, * card 5b");
    expect_legal(&s, "agari, koi-koi");
    begin(&s, "");
    deal(&s, 0, "1d 3d 8d 2d 12d 6d 10d 2c", "1c 3c 7c 9c 12c 6c 10c 4d", "8a 8b 1a 3a 9a 12a 6b 10b");
    play(&s, "0 play 9c, * card 8c");
    expect_legal(&s, "take 8a, take 8b");
    struct ir_state t = s;
    play(&t, "0 take 8b");
    assert_int_equal(ir_turn(&t), 1);
    play(&s, "0 take 8a");
    expect_legal(&s, "agari, koi-koi");
}

static void test_KK6_2(void **state) /* KK6.2: only who stops is paid; the other's yaku pay nothing */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "counter=off,koikoi_bonus=none");
    play(&s, COUNTER ", 1 agari"); /* seat 0 had tsukimi */
    expect_coins(&s, 45, 55);
    assert_int_equal(pub_of(&s)->last_winner, 1);
    assert_int_equal(pub_of(&s)->last_paid, 5);
}

static void test_KK6_3(void **state) /* KK6.3: both hands empty, nobody stopped: drawn, nothing is paid */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "");
    drift_to(&s, 0, "");
    assert_int_equal(pub_of(&s)->round, 2);
    expect_coins(&s, 50, 50);
    assert_int_equal(pub_of(&s)->last_winner, -1);
    assert_int_equal(pub_of(&s)->last_paid, 0);
    assert_int_equal(pub_of(&s)->calls[0] + pub_of(&s)->calls[1], 0);
    /* also with a yaku that was called on */
    begin_dealt(&s, "");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi");
    drift_to(&s, 0, "");
    assert_int_equal(pub_of(&s)->round, 2);
    expect_coins(&s, 50, 50);
    assert_int_equal(pub_of(&s)->calls[0], 0); /* the next round starts without calls */
}

/* Cup and moon lie; nobody but the one who has 9c can make tsukimi, with 8b from the deck. */
static void begin_late(struct ir_state *s, const char *options, int sensei_has_it)
{
    begin(s, options);
    if (sensei_has_it)
        deal(s, 0, "2c 1d 3d 12d 6d 10d 4a 5a", "9c 1c 3c 12c 6c 10c 4d 2d", "9a 8a 1a 3b 12b 6b 10b 4c");
    else
        deal(s, 0, "9c 1c 3c 12c 6c 10c 4d 2d", "2c 1d 3d 12d 6d 10d 4a 5a", "9a 8a 1a 3b 12b 6b 10b 4c");
}

/* KK6.4: koi-koi with an empty hand while the other has cards; only agari on the last turn */
static void test_KK6_4(void **state)
{
    (void)state;
    struct ir_state s, t;
    begin_late(&s, "coins=500", 1);
    drift_to(&s, 2, "9c 9a 8a 8b 2c");
    expect_legal(&s, "play 9c");
    play(&s, "0 play 9c, * card 8b");
    assert_int_equal(pub_of(&s)->hand[0], 0);
    assert_int_equal(pub_of(&s)->hand[1], 1);
    expect_legal(&s, "agari, koi-koi");
    t = s;
    play(&t, "0 agari");
    expect_coins(&t, 500 + due(&s, 0), 500 - due(&s, 0));
    play(&s, "0 koi-koi");
    assert_int_equal(ir_turn(&s), 1);
    drift_to(&s, 0, "");
    assert_int_equal(pub_of(&s)->round, 2);
    expect_coins(&s, 500, 500); /* called, and nothing came of it */
    /* the very last turn: the opponent's eighth card */
    begin_late(&s, "coins=500", 0);
    drift_to(&s, 1, "9c 9a 8a 8b");
    assert_int_equal(ir_turn(&s), 1);
    play(&s, "1 play 9c, * card 8b");
    assert_int_equal(pub_of(&s)->hand[0] + pub_of(&s)->hand[1], 0);
    expect_legal(&s, "agari");
    expect_illegal(&s, 1, "koi-koi");
    t = s;
    play(&t, "1 agari");
    assert_true(due(&s, 1) >= 5);
    expect_coins(&t, 500 - due(&s, 1), 500 + due(&s, 1));
}

static void test_KK1_6_last_card(void **state) /* KK1.6 last_card=stop: a yaku on one's own last card ends the round */
{
    (void)state;
    struct ir_state s;
    for (int last = 0; last < 2; last++) { /* the opponent has one card more, or this is the very last turn */
        struct ir_state ask;
        begin_late(&s, "coins=500,last_card=stop", !last);
        begin_late(&ask, "coins=500", !last);
        drift_to(&s, last ? 1 : 2, last ? "9c 9a 8a 8b" : "9c 9a 8a 8b 2c");
        drift_to(&ask, last ? 1 : 2, last ? "9c 9a 8a 8b" : "9c 9a 8a 8b 2c"); /* the same way */
        play(&s, last ? "1 play 9c, * card 8b" : "0 play 9c, * card 8b");
        play(&ask, last ? "1 play 9c, * card 8b" : "0 play 9c, * card 8b");
        assert_int_equal(pub_of(&ask)->phase, KK_PHASE_CALL);
        assert_int_equal(pub_of(&s)->round, 2);
        assert_int_equal(pub_of(&s)->last_winner, last);
        assert_int_equal(pub_of(&s)->purse[last], 500 + due(&ask, last));
    }
    /* with a card left it asks; and a last card that makes nothing ends nothing */
    begin_late(&s, "last_card=stop", 1);
    play(&s, "0 play 9c, * card 8b");
    expect_legal(&s, "agari, koi-koi");
    play(&s, "0 koi-koi");
    drift_to(&s, 0, "");
    expect_coins(&s, 50, 50);
}

static void test_KK1_6_exhaust(void **state) /* KK1.6 exhaust: nothing, dealer1, last_yaku */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "exhaust=nothing");
    drift_to(&s, 0, "");
    expect_coins(&s, 50, 50);
    for (int sensei = 0; sensei < 2; sensei++) {
        begin(&s, "exhaust=dealer1,nobles=on"); /* 1 coin, no multiplier: it is no yaku */
        deal(&s, sensei, OTHER_HAND, SENSEI_HAND, FIELD);
        drift_to(&s, 0, "");
        expect_coins(&s, sensei ? 49 : 51, sensei ? 51 : 49);
    }
    begin_dealt(&s, "exhaust=dealer1,coins=1"); /* KK8.1 */
    drift_to(&s, 0, "");
    expect_coins(&s, 2, 0);
    assert_int_equal(ir_turn(&s), IR_OVER);
    /* last_yaku: a yaku that was called on pays nothing */
    begin_dealt(&s, "exhaust=last_yaku,koikoi_bonus=none");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi");
    drift_to(&s, 0, "");
    expect_coins(&s, 50, 50);
    /* no yaku at all */
    begin_dealt(&s, "exhaust=last_yaku");
    drift_to(&s, 0, "");
    expect_coins(&s, 50, 50);
    /* a yaku came after the call, without a rise and so without a choice: it takes the place of tsukimi (sake_nobles) */
    begin_dealt(&s, "exhaust=last_yaku,koikoi_bonus=none,sake_nobles=on");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 2c, * card 5c, 0 play 1c, * card 7a, 1 play 6d, * card 11d, 0 play 12c, "
             "* card 11c");
    assert_int_equal(ir_turn(&s), 1);
    drift_to(&s, 0, "");
    expect_coins(&s, 55, 45);
}

static void test_KK1_6_draw_dealer(void **state) /* KK1.6 draw_dealer: who leads after a drawn round */
{
    (void)state;
    for (int sensei = 0; sensei < 2; sensei++)
        for (int other = 0; other < 2; other++) {
            struct ir_state s;
            begin(&s, other ? "draw_dealer=other" : "draw_dealer=same");
            deal(&s, sensei, OTHER_HAND, SENSEI_HAND, FIELD);
            drift_to(&s, 0, "");
            assert_int_equal(pub_of(&s)->round, 2);
            assert_int_equal(pub_of(&s)->sensei, sensei ^ other);
            deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
            assert_int_equal(ir_turn(&s), sensei ^ other);
        }
}

/* ---- KK7 payment ---- */

static void test_KK7_1(void **state) /* KK7.1: the loser pays the sum times the multipliers, which multiply each other */
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        struct ir_state s;
        char options[128];
        snprintf(options, sizeof options, "coins=1000,seven=%s,counter=%s,nobles=%s,koikoi_bonus=%s", i & 1 ? "on" : "off",
                 i & 2 ? "on" : "off", i & 4 ? "on" : "off", i & 8 ? "double" : "none");
        begin_dealt(&s, options);
        /* seat 1: sanko, koi-koi, then the rain man: 7; seat 0 called; four nobles lay */
        play(&s, COUNTER ", 1 koi-koi, 0 play 6c, * card 11d, 1 play 2c, * card 11a, 1 agari");
        int pays = 7 * (i & 1 ? 2 : 1) * (i & 2 ? 2 : 1) * (i & 4 ? 5 : 1) * (i & 8 ? 2 : 1);
        expect_coins(&s, 1000 - pays, 1000 + pays);
        assert_int_equal(pub_of(&s)->last_paid, pays);
    }
}

static struct koikoi_pay pay_for(const char *options, int calls, int other_calls, int nobles, int sum)
{
    struct ir_state s;
    begin(&s, options);
    struct koikoi_pub p = *pub_of(&s);
    p.calls[1] = (uint8_t)calls;
    p.calls[0] = (uint8_t)other_calls;
    p.nobles = (uint8_t)nobles;
    return koikoi_pay(&p, 1, sum);
}

static void test_KK7_2(void **state) /* KK7.2 seven: the sum is 7 or more */
{
    (void)state;
    for (int sum = 1; sum < 20; sum++) {
        assert_int_equal(pay_for("seven=on", 0, 0, 0, sum).coins, sum >= 7 ? 2 * sum : sum);
        assert_int_equal(pay_for("seven=off", 0, 0, 0, sum).coins, sum);
    }
    struct ir_state s; /* by play: 5 is not doubled, 5 + 5 is */
    begin_dealt(&s, "koikoi_bonus=none");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 2c, * card 5c, 0 play 3c, * card 7a, 0 agari");
    expect_coins(&s, 70, 30);
    /* coins of koikoi_bonus=plus are none of the yaku: 5 + 2 is not 7 */
    assert_int_equal(pay_for("koikoi_bonus=plus", 2, 0, 0, 5).coins, 7);
}

static void test_KK7_3(void **state) /* KK7.3 koikoi_bonus=double, and its other values (KK1.6) */
{
    (void)state;
    for (int n = 0; n <= 7; n++) {
        assert_int_equal(pay_for("", n, 0, 0, 3).coins, 3 << n);
        assert_int_equal(pay_for("koikoi_bonus=step", n, 0, 0, 3).coins, 3 * (n + 1));
        assert_int_equal(pay_for("koikoi_bonus=plus", n, 0, 0, 3).coins, n < 4 ? 3 + n : 3 * (n - 2));
        assert_int_equal(pay_for("koikoi_bonus=none", n, 0, 0, 3).coins, 3);
    }
    static const struct {
        const char *options;
        int pays;
    } row[] = {{"koikoi_bonus=double", 40}, {"koikoi_bonus=step", 30}, {"koikoi_bonus=plus", 12}, {"koikoi_bonus=none", 10}};
    for (int i = 0; i < 4; i++) {
        struct ir_state s;
        char options[96];
        snprintf(options, sizeof options, "coins=100,seven=off,%s", row[i].options);
        begin_dealt(&s, options);
        play(&s, GOKO ", 0 agari");
        expect_coins(&s, 100 + row[i].pays, 100 - row[i].pays);
    }
    /* this round's calls only */
    struct ir_state s;
    begin_dealt(&s, "coins=200");
    play(&s, GOKO ", 0 agari");
    expect_coins(&s, 280, 120);
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 285, 115);
}

static void test_KK7_4(void **state) /* KK7.4 counter: the opponent called koi-koi this round, once is as good as often */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "");
    play(&s, COUNTER ", 1 agari");
    expect_coins(&s, 40, 60);
    begin_dealt(&s, "counter=off");
    play(&s, COUNTER ", 1 agari");
    expect_coins(&s, 45, 55);
    for (int n = 0; n < 5; n++)
        assert_int_equal(pay_for("", 0, n, 0, 3).coins, n ? 6 : 3);
    /* one's own call is no counter */
    begin_dealt(&s, "koikoi_bonus=none,seven=off");
    play(&s, GOKO ", 0 agari");
    expect_coins(&s, 60, 40);
}

static void test_KK7_5(void **state) /* KK7.5 nobles: n of the five bright cards among the 8 dealt table cards: times n+1 */
{
    (void)state;
    static const struct {
        const char *field;
        int n;
    } row[] = {{"2b 4b 5b 9a 6b 10b 7b 8b", 0},   {"2b 4b 5b 9a 6b 10b 7b 8a", 1},   {"11a 4b 5b 9a 6b 10b 7b 8b", 1},
               {"11a 12a 5b 9a 6b 10b 7b 8b", 2}, {"11a 12a 3a 9a 6b 10b 7b 8b", 3}, {"1a 3a 8a 11a 12a 9a 6b 10b", 5}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct ir_state s;
        begin(&s, "nobles=on,coins=1000");
        deal(&s, 0, "1d 3d 5d 7d 12d 6d 10d 2c", "1c 3c 8c 9c 12c 6c 10c 4d", row[i].field);
        assert_int_equal(pub_of(&s)->nobles, row[i].n);
        int moon = (pub_of(&s)->field & BIT(HF_MOON)) != 0;
        /* cup, and the moon taken from the table or turned onto 8b's place */
        play(&s, moon ? "0 play 9c, * card 8d" : "0 play 9c, * card 8a");
        assert_int_equal(ir_turn(&s), 0);
        play(&s, "0 agari");
        expect_coins(&s, 1000 + 5 * (row[i].n + 1), 1000 - 5 * (row[i].n + 1));
    }
    struct ir_state s;
    begin_dealt(&s, ""); /* off by default */
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 55, 45);
}

static void test_KK7_6(void **state) /* KK7.6: multipliers on tenho where their conditions hold */
{
    (void)state;
    struct ir_state s;
    begin(&s, ""); /* 14 is 7 or more */
    deal(&s, 0, "1d 3d 8d 9d 12d 6d 10d 2c", "5a 5b 5c 5d 7a 7b 7c 7d", "1c 2d 3c 4c 6a 4a 8a 9a");
    play(&s, "0 tenho");
    expect_coins(&s, 78, 22);
    /* nobles: the moon lies */
    begin(&s, "nobles=on");
    deal(&s, 0, "1d 3d 8d 9d 12d 6d 10d 2c", "5a 5b 5c 5d 7a 7b 7c 1a", "1c 2d 3c 4c 6a 4a 8a 9a");
    play(&s, "0 tenho");
    expect_coins(&s, 62, 38);
    /* counter: the sensei called koi-koi on the first turn, the opponent answers with tenho */
    static const struct {
        const char *options, *hand;
        int pays;
    } row[] = {{"coins=1000", "5a 5b 5c 5d 1d 3d 12d 6d", 12},
               {"coins=1000,counter=off", "5a 5b 5c 5d 1d 3d 12d 6d", 6},
               {"coins=1000", "5a 5b 5c 5d 7a 7b 7c 7d", 56},
               {"coins=1000,nobles=on", "5a 5b 5c 5d 7a 7b 7c 7d", 280}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        begin(&s, row[i].options);
        deal(&s, 0, row[i].hand, SENSEI_HAND, FIELD);
        play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 tenho");
        expect_coins(&s, 1000 - row[i].pays, 1000 + row[i].pays);
    }
}

static void test_KK7_7(void **state) /* KK7.7: nobody pays more than their purse */
{
    (void)state;
    struct ir_state s;
    for (int purse = 1; purse <= 6; purse++) {
        char options[32];
        snprintf(options, sizeof options, "coins=%d", purse);
        begin_dealt(&s, options);
        play(&s, "0 play 9c, * card 8b, 0 agari");
        int pays = purse < 5 ? purse : 5;
        expect_coins(&s, purse + pays, purse - pays);
        assert_int_equal(pub_of(&s)->last_paid, pays);
        assert_true((ir_turn(&s) == IR_OVER) == (purse <= 5)); /* KK8.1 */
    }
}

static void test_KK1_6_purse(void **state) /* KK1.6 purse: debt and score */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "purse=debt,coins=3");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 8, -2);
    assert_int_equal(ir_turn(&s), IR_OVER);
    begin_dealt(&s, "purse=debt,coins=5"); /* empty is enough */
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 10, 0);
    assert_int_equal(ir_turn(&s), IR_OVER);
    begin_dealt(&s, "purse=debt,coins=6");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 11, 1);
    assert_int_equal(ir_turn(&s), IR_CHANCE);
    begin_dealt(&s, "purse=score,rounds=3");
    expect_coins(&s, 0, 0);
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 5, 0);
    assert_int_equal(ir_turn(&s), IR_CHANCE); /* an empty purse ends nothing */
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    play(&s, COUNTER ", 1 agari");
    expect_coins(&s, 5, 10);
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    drift_to(&s, 0, "");
    expect_coins(&s, 5, 10);
    assert_int_equal(ir_turn(&s), IR_OVER);
    begin_dealt(&s, "purse=score,exhaust=dealer1"); /* the coin is added, nobody pays it */
    drift_to(&s, 0, "");
    expect_coins(&s, 1, 0);
    begin(&s, "nintendo");
    expect_coins(&s, 0, 0);
}

/* ---- KK8 end of the game ---- */

static void expect_rank(const struct ir_state *s, int points0, int points1, int rank0, int rank1)
{
    struct ir_score score;
    koikoi_game.score(s->b, &score);
    assert_int_equal(score.points[0], points0);
    assert_int_equal(score.points[1], points1);
    assert_int_equal(score.rank[0], rank0);
    assert_int_equal(score.rank[1], rank1);
}

static void test_KK8_1(void **state) /* KK8.1: a purse is empty, or the rounds have been played */
{
    (void)state;
    static const int rounds[] = {1, 3, 6};
    for (int i = 0; i < 3; i++) {
        struct ir_state s;
        char options[64];
        snprintf(options, sizeof options, "rounds=%d,coins=100", rounds[i]);
        begin(&s, options);
        for (int round = 1; round <= rounds[i]; round++) {
            assert_int_equal(ir_turn(&s), IR_CHANCE);
            assert_int_equal(pub_of(&s)->round, round == 1 && pub_of(&s)->round == 0 ? 0 : round);
            deal(&s, round == 1 ? 0 : -1, OTHER_HAND, SENSEI_HAND, FIELD);
            play(&s, "0 play 9c, * card 8b, 0 agari");
            expect_coins(&s, 100 + 5 * round, 100 - 5 * round);
        }
        assert_int_equal(ir_turn(&s), IR_OVER);
        expect_legal(&s, "");
        expect_illegal(&s, 0, "play 1c");
        expect_illegal(&s, IR_CHANCE, "card 1a");
    }
    struct ir_state s; /* empty in the second round of six */
    begin_dealt(&s, "coins=10");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    assert_int_equal(ir_turn(&s), IR_CHANCE);
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_coins(&s, 20, 0);
    assert_int_equal(ir_turn(&s), IR_OVER);
}

static void test_KK8_2(void **state) /* KK8.2: the richer wins; equal purses are a draw */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "rounds=1,coins=50");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    expect_rank(&s, 55, 45, 0, 1);
    begin_dealt(&s, "rounds=1,coins=50");
    play(&s, "0 play 4d, * card 5c, 1 play 9d, * card 8b, 1 agari");
    expect_rank(&s, 45, 55, 1, 0);
    begin_dealt(&s, "rounds=1,coins=50");
    drift_to(&s, 0, "");
    assert_int_equal(ir_turn(&s), IR_OVER);
    expect_rank(&s, 50, 50, 0, 0);
    begin_dealt(&s, "rounds=3,coins=50"); /* won one each, one drawn */
    play(&s, "0 play 9c, * card 8b, 0 agari");
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    play(&s, "0 play 4d, * card 5c, 1 play 9d, * card 8b, 1 agari");
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    drift_to(&s, 0, "");
    expect_rank(&s, 50, 50, 0, 0);
}

/* ---- the second referee of koikoi_table.h held against random pools and games ---- */

static void random_options(struct ir_rng *rng, char *out, size_t size)
{
    static const char *const pick[][4] = {
        {"seven=on", "seven=off"},
        {"counter=on", "counter=off"},
        {"nobles=on", "nobles=off"},
        {"koikoi_bonus=double", "koikoi_bonus=step", "koikoi_bonus=plus", "koikoi_bonus=none"},
        {"koikoi_limit=0", "koikoi_limit=1", "koikoi_limit=2", "koikoi_limit=2,limit_shared=on"},
        {"sake_rain=off", "sake_rain=on"},
        {"sake_nobles=off", "sake_nobles=on"},
        {"sake_both3=on", "sake_both3=off", "viewing_early=1,viewing_late=3", "viewing_early=5,viewing_late=0"},
        {"sets=add", "sets=absorb", "ribbons_both=7", "sets=add"},
        {"month_cards=on", "month_cards=off"},
        {"last_card=ask", "last_card=stop"},
        {"redeal=off", "redeal=hand4"}};
    struct ir_text t;
    ir_text_start(&t, out, size);
    uint32_t purse = ir_rng_below(rng, 3);
    ir_text_put(&t, purse == 0   ? "rounds=12,coins=400"
                    : purse == 1 ? "rounds=12,coins=60,purse=debt"
                                 : "rounds=12,purse=score");
    for (size_t i = 0; i < sizeof pick / sizeof *pick; i++) {
        uint32_t n = 0;
        while (n < 4 && pick[i][n])
            n++;
        ir_text_add(&t, ",%s", pick[i][ir_rng_below(rng, n)]);
    }
}

static void test_referee_worth(void **state) /* KK5, KK1.4, KK1.6: random pools under random options */
{
    (void)state;
    struct ir_rng rng;
    ir_rng_seed(&rng, 99);
    for (int i = 0; i < 400; i++) {
        char options[512];
        struct ir_state s;
        random_options(&rng, options, sizeof options);
        begin(&s, options);
        play(&s, "* sensei 0");
        for (int k = 0; k < 100; k++) {
            uint64_t pool = ir_rng_next(&rng) & HF_ALL;
            if (k % 3 == 0)
                pool &= ir_rng_next(&rng);
            if (k % 3 == 1)
                pool |= ir_rng_next(&rng) & HF_ALL;
            int calls = (int)ir_rng_below(&rng, 3);
            int want = ref_worth(ir_options(&s), 1, pool, calls), got = koikoi_worth(pub_of(&s), pool, calls, NULL);
            if (want != got)
                fail_msg("%s: pool %llx after %d calls is worth %d, the rules say %d", options, (unsigned long long)pool, calls,
                         got, want);
        }
    }
}

static void test_referee_games(void **state) /* KK6.1, KK6.4, KK7: random games under random options */
{
    (void)state;
    struct ir_rng rng;
    int choices = 0, payments = 0, alone = 0;
    ir_rng_seed(&rng, 2024);
    for (int game = 0; game < 400; game++) {
        char options[512], why[IR_WHY_MAX] = "";
        struct ir_state s;
        int before = 0;
        random_options(&rng, options, sizeof options);
        begin(&s, options);
        while (ir_turn(&s) != IR_OVER) {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX], move;
            struct koikoi_pub p = *pub_of(&s);
            int turn = ir_turn(&s), m = p.mover, now = ref_worth(p.option, p.round ? p.round : 1, p.pool[m], p.calls[m]);
            if (p.phase == KK_PHASE_PLAY)
                before = now;
            if (turn == IR_CHANCE) {
                move = koikoi_game.sample(&s, &rng);
            } else {
                ir_look(&koikoi_game, &s, turn, &v);
                move = legal[ir_rng_below(&rng, (uint32_t)koikoi_game.legal(&v, legal))];
            }
            if (p.phase == KK_PHASE_CALL) { /* KK6.1 */
                choices++;
                if (now <= before)
                    fail_msg("%s: a choice, but the worth went from %d to %d", options, before, now);
                int called = p.calls[m] + (p.option[KK_LIMIT_SHARED] ? p.calls[!m] : 0);
                int may = p.hand[0] + p.hand[1] > 0 && (p.option[KK_KOIKOI_LIMIT] == 0 || called < p.option[KK_KOIKOI_LIMIT]);
                assert_string_equal(legal_text(&s), may ? "agari, koi-koi" : "agari"); /* KK6.4 */
                assert_false(p.option[KK_LAST_CARD] == KK_LAST_STOP && p.hand[m] == 0);
                alone += !may;
            }
            assert_int_equal(ir_apply(&koikoi_game, &s, turn, move, NULL, why), IR_OK);
            const struct koikoi_pub *q = pub_of(&s);
            if (move == KK_MOVE_AGARI || move == KK_MOVE_TENHO) { /* KK7 */
                int sum = now;
                if (move == KK_MOVE_TENHO)
                    sum = koikoi_tenho(&p, koikoi_hand(&v)) == KK_TENHO ? 6 : 14;
                int pay = ref_pay(&p, m, sum), loss = p.option[KK_PURSE] == KK_PURSE_SCORE ? 0 : pay;
                if (p.option[KK_PURSE] == KK_PURSE_STOP && loss > p.purse[!m])
                    pay = loss = p.purse[!m];
                payments++;
                if (q->purse[m] - p.purse[m] != pay || p.purse[!m] - q->purse[!m] != loss)
                    fail_msg("%s: sum %d was paid %d, the rules say %d", options, sum, (int)(q->purse[m] - p.purse[m]), pay);
                assert_true(ir_turn(&s) == IR_OVER || q->sensei == m); /* KK3.3 */
            } else if (q->phase == KK_PHASE_PLAY && q->mover != p.mover && move != KK_MOVE_KOIKOI && p.phase != KK_PHASE_DEAL) {
                int after = ref_worth(q->option, q->round, q->pool[m], q->calls[m]);
                if (after > before)
                    fail_msg("%s: the worth went from %d to %d and no choice came", options, before, after);
            }
        }
    }
    assert_true(choices > 1000 && payments > 500 && alone > 50); /* the test met what it tests */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_KK6_1),
        cmocka_unit_test(test_KK6_2),
        cmocka_unit_test(test_KK6_3),
        cmocka_unit_test(test_KK6_4),
        cmocka_unit_test(test_KK1_6_last_card),
        cmocka_unit_test(test_KK1_6_exhaust),
        cmocka_unit_test(test_KK1_6_draw_dealer),
        cmocka_unit_test(test_KK7_1),
        cmocka_unit_test(test_KK7_2),
        cmocka_unit_test(test_KK7_3),
        cmocka_unit_test(test_KK7_4),
        cmocka_unit_test(test_KK7_5),
        cmocka_unit_test(test_KK7_6),
        cmocka_unit_test(test_KK7_7),
        cmocka_unit_test(test_KK1_6_purse),
        cmocka_unit_test(test_KK8_1),
        cmocka_unit_test(test_KK8_2),
        cmocka_unit_test(test_referee_worth),
        cmocka_unit_test(test_referee_games),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("koikoi rounds and payment", tests, NULL, NULL);
}
