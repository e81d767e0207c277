/* test_koikoi_yaku.c: the yaku of Koi-Koi, KK5, and what the options of KK1.6 do to their worth. Every test names its rule
 * in games/koikoi/rules/en.md and was written from it, not from the engine. */
#include "played.h"

/* The sum of a pool under these options, and in coins[] what each yaku brings. */
static int16_t coins[KK_YAKU];
static int worth(const char *options, const char *pool, int calls)
{
    struct ir_state s;
    begin(&s, options);
    play(&s, "* sensei 0");
    memset(coins, 0x55, sizeof coins);
    int sum = koikoi_worth(pub_of(&s), cards(pool), calls, coins), each = 0;
    for (int y = 0; y < KK_POOL_YAKU; y++)
        each += coins[y];
    assert_int_equal(each, sum); /* the parts make the sum */
    assert_int_equal(koikoi_worth(pub_of(&s), cards(pool), calls, NULL), sum);
    return sum;
}
#define PLAIN9  "1c 1d 2c 2d 3c 3d 4c 4d 5c"
#define PLAIN24 "1c 1d 2c 2d 3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d 10c 10d 11d 12b 12c 12d"

/* ---- KK5 yaku ---- */

static void test_KK5_1(void **state) /* KK5.1 kasu: 10 plain 1, +1 each; the sake cup is plain too */
{
    (void)state;
    assert_int_equal(worth("", PLAIN9, 0), 0);
    assert_int_equal(worth("", PLAIN9 " 11d", 0), 1);
    assert_int_equal(coins[KK_KASU], 1);
    assert_int_equal(worth("", PLAIN9 " 12b", 0), 1);
    assert_int_equal(worth("", PLAIN9 " 9a", 0), 1);
    assert_int_equal(worth("", PLAIN9 " 11d 12d", 0), 2);
    assert_int_equal(worth("", PLAIN24, 0), 15);
    assert_int_equal(worth("", PLAIN24 " 9a", 0), 16);
    assert_int_equal(worth("", PLAIN9 " 8b", 0), 0); /* no other animal is */
    /* even while other yaku use it */
    assert_int_equal(worth("", PLAIN9 " 9a 8a", 0), 6);
    assert_int_equal(coins[KK_KASU], 1);
    assert_int_equal(coins[KK_TSUKIMI], 5);
    assert_int_equal(worth("", PLAIN9 " 9a 2a 4a 5a 6a", 0), 2);
    assert_int_equal(coins[KK_TANE], 1);
}

static void test_KK5_1_play(void **state) /* KK5.1, KK6.1: a tenth plain card makes kasu, the eleventh raises it */
{
    (void)state;
    struct ir_state s;
    begin(&s, "seven=off,koikoi_bonus=none");
    deal(&s, 0, "1a 2a 3a 11a 8a 6a 4a 12a", "1c 2c 3c 4c 5c 6c 7c 12c", "1d 2d 3d 4d 9b 10b 7b 6b");
    play(&s, "0 play 1c, * card 5d, 1 play 1a, * card 11b, 0 play 2c, * card 8c, 1 play 2a, * card 8d, 0 play 3c, * card 10a, "
             "1 play 3a, * card 12d, 0 play 4c, * card 7a");
    assert_int_equal(ir_turn(&s), 1);                   /* eight plain */
    play(&s, "1 play 4a, * card 9a, 0 play 12c");       /* ten */
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_DRAW); /* KK6.1: both actions first */
    play(&s, "* card 12b");
    expect_legal(&s, "agari, koi-koi");
    assert_int_equal(koikoi_worth(pub_of(&s), pub_of(&s)->pool[0], 0, NULL), 1);
    play(&s, "0 koi-koi, 1 play 8a, * card 11d, 0 play 6c, * card 2b"); /* eleven */
    expect_legal(&s, "agari, koi-koi");
    play(&s, "0 agari");
    expect_coins(&s, 52, 48);
}

static void test_KK5_2(void **state) /* KK5.2 tane: 5 animals 1, +1 each; adds to ino-shika-cho */
{
    (void)state;
    assert_int_equal(worth("", "2a 4a 5a 6a", 0), 0);
    assert_int_equal(worth("", "2a 4a 5a 6a 8b", 0), 1);
    assert_int_equal(worth("", "2a 4a 5a 6a 9a", 0), 1); /* the cup is one */
    assert_int_equal(worth("", "2a 4a 5a 6a 8b 11b", 0), 2);
    assert_int_equal(worth("", "2a 4a 6a 7a 10a", 0), 6);
    assert_int_equal(coins[KK_TANE], 1);
    assert_int_equal(coins[KK_INO_SHIKA_CHO], 5);
    assert_int_equal(worth("", "2a 4a 5a 6a 7a 8b 9a 10a 11b", 0), 10); /* all nine */
}

static void test_KK5_3(void **state) /* KK5.3 tanzaku: 5 ribbons 1, +1 each; adds to aka-tan and ao-tan */
{
    (void)state;
    assert_int_equal(worth("", "1b 2b 4b 5b", 0), 0);
    assert_int_equal(worth("", "1b 2b 4b 5b 7b", 0), 1);
    assert_int_equal(worth("", "1b 2b 4b 5b 11c", 0), 1);
    assert_int_equal(worth("", "1b 2b 4b 5b 7b 11c", 0), 2);
    assert_int_equal(worth("", "1b 2b 3b 4b 5b", 0), 6);
    assert_int_equal(worth("", "6b 9b 10b 4b 5b", 0), 6);
    assert_int_equal(worth("", "1b 2b 3b 4b 5b 6b 7b 9b 10b 11c", 0), 16);
    assert_int_equal(coins[KK_TANZAKU], 6);
    assert_int_equal(coins[KK_BOTH_TAN], 0);
}

static void test_KK5_4(void **state) /* KK5.4 tsukimi: sake cup + moon 5 */
{
    (void)state;
    assert_int_equal(worth("", "9a", 0), 0);
    assert_int_equal(worth("", "8a", 0), 0);
    assert_int_equal(worth("", "9b 8a", 0), 0);
    assert_int_equal(worth("", "9a 8b", 0), 0);
    assert_int_equal(worth("", "9a 8a", 0), 5);
    assert_int_equal(coins[KK_TSUKIMI], 5);
    struct ir_state s;
    begin_dealt(&s, "");
    play(&s, "0 play 9c, * card 8b");
    expect_pool(&s, 0, "9a 9c 8a 8b");
    play(&s, "0 agari");
    expect_coins(&s, 55, 45);
}

static void test_KK5_5(void **state) /* KK5.5 hanami: sake cup + curtain 5; adds to tsukimi */
{
    (void)state;
    assert_int_equal(worth("", "9a 3a", 0), 5);
    assert_int_equal(coins[KK_HANAMI], 5);
    assert_int_equal(worth("", "9a 3b", 0), 0);
    assert_int_equal(worth("", "9a 3a 8a", 0), 10);
    struct ir_state s;
    begin_dealt(&s, "");
    play(&s, "0 play 9c, * card 3b, 0 agari");
    expect_coins(&s, 55, 45);
}

static void test_KK5_6(void **state) /* KK5.6 sanko: 3 of the 4 nobles proper 5 */
{
    (void)state;
    assert_int_equal(worth("", "1a 3a", 0), 0);
    assert_int_equal(worth("", "1a 3a 8a", 0), 5);
    assert_int_equal(coins[KK_SANKO], 5);
    assert_int_equal(worth("", "1a 3a 12a", 0), 5);
    assert_int_equal(worth("", "1a 8a 12a", 0), 5);
    assert_int_equal(worth("", "3a 8a 12a", 0), 5);
    assert_int_equal(worth("", "1a 3a 11a", 0), 0);
    struct ir_state s;
    begin_dealt(&s, "");
    play(&s, "0 play 1c, * card 3b, 1 play 2c, * card 5c, 0 play 12c, * card 7a, 0 agari");
    expect_coins(&s, 55, 45);
}

static void test_KK5_7(void **state) /* KK5.7 ame-shiko: 3 nobles proper + rain man 7, not sanko as well */
{
    (void)state;
    assert_int_equal(worth("", "1a 3a 8a 11a", 0), 7);
    assert_int_equal(coins[KK_AME_SHIKO], 7);
    assert_int_equal(coins[KK_SANKO], 0);
    assert_int_equal(worth("", "3a 8a 12a 11a", 0), 7);
    assert_int_equal(worth("", "1a 3a 8a 11d", 0), 5);
}

static void test_KK5_8(void **state) /* KK5.8 shiko: the 4 nobles proper 8 */
{
    (void)state;
    assert_int_equal(worth("", "1a 3a 8a 12a", 0), 8);
    assert_int_equal(coins[KK_SHIKO], 8);
    assert_int_equal(coins[KK_SANKO] | coins[KK_AME_SHIKO], 0);
}

static void test_KK5_9(void **state) /* KK5.9 goko: all five 10, and none of the smaller */
{
    (void)state;
    assert_int_equal(worth("", "1a 3a 8a 11a 12a", 0), 10);
    assert_int_equal(coins[KK_GOKO], 10);
    assert_int_equal(coins[KK_SANKO] | coins[KK_AME_SHIKO] | coins[KK_SHIKO], 0);
}

static void test_KK5_6_to_9_play(void **state) /* KK5.6-KK5.9, KK6.1: sanko grows to shiko and goko, a choice each time */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "seven=off,koikoi_bonus=none");
    play(&s, "0 play 1c, * card 3b, 1 play 2c, * card 11b, 0 play 12c, * card 7a");
    assert_int_equal(koikoi_worth(pub_of(&s), pub_of(&s)->pool[0], 0, NULL), 5);
    play(&s, "0 koi-koi, 1 play 6d, * card 5d, 0 play 8c, * card 5c");
    assert_int_equal(koikoi_worth(pub_of(&s), pub_of(&s)->pool[0], 1, NULL), 8);
    expect_legal(&s, "agari, koi-koi");
    play(&s, "0 koi-koi, 1 play 10d, * card 4b, 0 play 3c, * card 11a");
    expect_legal(&s, "agari, koi-koi");
    play(&s, "0 agari");
    expect_coins(&s, 60, 40);
}

static void test_KK5_10(void **state) /* KK5.10 ino-shika-cho: boar, deer, butterfly 5 */
{
    (void)state;
    assert_int_equal(worth("", "7a 10a", 0), 0);
    assert_int_equal(worth("", "7a 10a 6a", 0), 5);
    assert_int_equal(coins[KK_INO_SHIKA_CHO], 5);
    assert_int_equal(worth("", "7a 10a 6b", 0), 0);
    assert_int_equal(worth("", "7a 10a 2a", 0), 0);
    struct ir_state s;
    begin(&s, "");
    deal(&s, 0, OTHER_HAND, SENSEI_HAND, "1a 3a 8a 9a 6a 7a 10a 4c");
    play(&s, "0 play 6c, * card 7b, 1 play 2c, * card 5c, 0 play 10c, * card 5d, 0 agari");
    expect_coins(&s, 55, 45);
}

static void test_KK5_11(void **state) /* KK5.11 aka-tan: the 3 red poetry ribbons 5; adds to ao-tan */
{
    (void)state;
    assert_int_equal(worth("", "1b 2b", 0), 0);
    assert_int_equal(worth("", "1b 2b 3b", 0), 5);
    assert_int_equal(coins[KK_AKA_TAN], 5);
    assert_int_equal(worth("", "1b 2b 4b", 0), 0);
    assert_int_equal(worth("", "4b 5b 7b", 0), 0); /* red, no poems */
}

static void test_KK5_12(void **state) /* KK5.12 ao-tan: the 3 blue ribbons 5; adds to tanzaku and aka-tan */
{
    (void)state;
    assert_int_equal(worth("", "6b 9b", 0), 0);
    assert_int_equal(worth("", "6b 9b 10b", 0), 5);
    assert_int_equal(coins[KK_AO_TAN], 5);
    assert_int_equal(worth("", "1b 2b 3b 6b 9b 10b", 0), 12); /* both, and tanzaku of six */
}

static void test_KK5_11_and_12_play(void **state) /* KK5.11, KK5.12, KK5.3 by play: 5 + 5 + 2 makes 12, doubled by KK7.2 */
{
    (void)state;
    struct ir_state s;
    begin(&s, "koikoi_bonus=none");
    deal(&s, 0, "4a 5a 7a 8a 11a 12a 4c 5c", "1c 2c 3c 6c 9c 10c 12c 8c", "1b 2b 3b 6b 9b 10b 7c 11d");
    play(&s, "0 play 1c, * card 2d, 1 play 4a, * card 5d, 0 play 3c, * card 4d");
    expect_legal(&s, "agari, koi-koi"); /* aka-tan; 4d takes 4a */
    assert_int_equal(koikoi_worth(pub_of(&s), pub_of(&s)->pool[0], 0, NULL), 5);
    play(&s, "0 koi-koi, 1 play 5a, * card 12b, 0 play 6c, * card 9d");
    expect_legal(&s, "agari, koi-koi"); /* tanzaku: five ribbons */
    play(&s, "0 koi-koi, 1 play 12a, * card 8b, 0 play 10c, * card 4b, 0 agari");
    expect_coins(&s, 74, 26);
}

static int tenho(const char *options, uint64_t hand)
{
    struct ir_state s;
    begin(&s, options);
    return koikoi_tenho(pub_of(&s), hand);
}

static void test_KK5_13(void **state) /* KK5.13 tenho: a full suit or four pairs 6; two full suits 14 */
{
    (void)state;
    assert_int_equal(tenho("", cards("5a 5b 5c 5d 1a 2a 3a 4a")), KK_TENHO);
    assert_int_equal(tenho("", cards("1a 1b 5c 5d 9a 9d 12a 12b")), KK_TENHO);
    assert_int_equal(tenho("", cards("5a 5b 5c 5d 7a 7b 7c 7d")), KK_DOUBLE_TENHO);
    assert_int_equal(tenho("", cards("5a 5b 5c 5d 7a 7b 7c 8d")), KK_TENHO);
    assert_int_equal(tenho("", cards("5a 5b 5c 7d 7a 7b 1c 1d")), -1);
    assert_int_equal(tenho("", cards("5a 5b 6c 6d 7a 7b 1c 2d")), -1);
    assert_int_equal(tenho("", cards("1a 2a 3a 4a 5a 6a 7a 8a")), -1);
    /* all hands of a random sample, against the rule said in another way */
    struct ir_state printed;
    struct ir_rng rng;
    begin(&printed, "");
    ir_rng_seed(&rng, 3);
    for (int i = 0; i < 20000; i++) {
        uint64_t hand = 0;
        uint32_t months = i % 2 ? 4 : 3; /* few months: such hands are common then */
        while (set_count(hand) < 8)
            hand |= BIT(ir_rng_below(&rng, months * 4));
        int full = 0, even = 1;
        for (int m = 0; m < 12; m++) {
            int n = set_count(hand & hanafuda_suit(m * 4));
            full += n == 4;
            even &= n % 2 == 0;
        }
        assert_int_equal(koikoi_tenho(pub_of(&printed), hand), full == 2 ? KK_DOUBLE_TENHO : full || even ? KK_TENHO : -1);
    }
    struct ir_state s;
    begin(&s, "");
    deal(&s, 0, "1d 3d 8d 9d 12d 6d 10d 2c", "5a 5b 5c 5d 1a 2a 3a 4a", "1c 2d 3c 4c 6a 7a 8a 9a");
    play(&s, "0 tenho");
    expect_coins(&s, 56, 44);
    begin(&s, "seven=off");
    deal(&s, 0, "1d 3d 8d 9d 12d 6d 10d 2c", "5a 5b 5c 5d 7a 7b 7c 7d", "1c 2d 3c 4c 6a 4a 8a 9a");
    play(&s, "0 tenho");
    expect_coins(&s, 64, 36);
}

#define SUIT_HAND   "5a 5b 5c 5d 1a 2a 3a 4a"
#define PAIR_HAND   "6a 6b 7a 7b 8a 8b 9a 9b"
#define TENHO_FIELD "1c 2c 3c 4c 10a 11a 12a 12b"

static void test_KK5_14(void **state) /* KK5.14: a choice, on the own first turn before any action; it ends the round */
{
    (void)state;
    struct ir_state s, t;
    begin(&s, "");
    deal(&s, 0, PAIR_HAND, SUIT_HAND, TENHO_FIELD);
    expect_legal(&s, "play 1a, play 2a, play 3a, play 4a, play 5a, play 5b, play 5c, play 5d, tenho");
    expect_illegal(&s, 1, "tenho"); /* the sensei can declare first */
    t = s;
    play(&t, "0 tenho");
    expect_coins(&t, 56, 44);
    assert_int_equal(pub_of(&t)->round, 2);
    assert_int_equal(pub_of(&t)->sensei, 0);
    /* not declared: the opponent's first turn is next; the sensei's chance has gone with the first action */
    play(&s, "0 play 1a");
    expect_illegal(&s, 0, "tenho");
    expect_illegal(&s, 1, "tenho");
    play(&s, "* card 11b");
    assert_non_null(strstr(legal_text(&s), "tenho"));
    t = s;
    play(&t, "1 tenho");
    expect_coins(&t, 44, 56);
    assert_int_equal(pub_of(&t)->sensei, 1);
    play(&s, "1 play 6a, * card 10b");
    assert_null(strstr(legal_text(&s), "tenho"));
    expect_illegal(&s, 0, "tenho");
    play(&s, "0 play 5a, * card 9c");
    assert_null(strstr(legal_text(&s), "tenho"));
    expect_illegal(&s, 1, "tenho");
    /* it takes a tenho hand */
    begin_dealt(&s, "");
    expect_illegal(&s, 0, "tenho");
    /* a full suit and four pairs in one hand is one tenho */
    begin(&s, "");
    deal(&s, 0, OTHER_HAND, "5a 5b 5c 5d 7a 7b 4c 4d", "1a 3a 8a 9a 12a 6b 10b 11a");
    play(&s, "0 tenho");
    expect_coins(&s, 56, 44);
}

/* ---- KK1.6 options on the worth of yaku ---- */

static void test_KK1_6_sets(void **state) /* KK1.6 sets=absorb */
{
    (void)state;
    assert_int_equal(worth("sets=absorb", "7a 10a 6a", 0), 5);
    assert_int_equal(worth("sets=absorb", "7a 10a 6a 9a", 0), 6);
    assert_int_equal(worth("sets=absorb", "7a 10a 6a 9a 2a", 0), 7);
    assert_int_equal(coins[KK_TANE], 0);
    assert_int_equal(worth("sets=absorb", "2a 4a 5a 8b 9a", 0), 1); /* tane alone stays */
    assert_int_equal(worth("sets=absorb", "1b 2b 3b", 0), 5);
    assert_int_equal(worth("sets=absorb", "1b 2b 3b 4b", 0), 6);
    assert_int_equal(worth("sets=absorb", "6b 9b 10b 4b 1b", 0), 7);
    assert_int_equal(coins[KK_TANZAKU], 0);
    assert_int_equal(worth("sets=absorb", "1b 2b 3b 6b 9b 10b", 0), 10);
    assert_int_equal(worth("sets=absorb", "1b 2b 3b 6b 9b 10b 4b", 0), 11);
    assert_int_equal(worth("sets=absorb", "1b 2b 3b 4b 5b 6b 7b 9b 10b 11c", 0), 14);
    assert_int_equal(worth("sets=absorb", "1b 2b 4b 5b 7b 11c", 0), 2); /* tanzaku alone stays */
    /* a set takes the place of its own kind only */
    assert_int_equal(worth("sets=absorb", "7a 10a 6a 1b 2b 4b 5b 7b", 0), 6);
}

static void test_KK1_6_ribbons_both(void **state) /* KK1.6 ribbons_both: extra coins for aka-tan and ao-tan together */
{
    (void)state;
    assert_int_equal(worth("ribbons_both=10", "1b 2b 3b 6b 9b 10b", 0), 22);
    assert_int_equal(worth("ribbons_both=1", "1b 2b 3b 6b 9b 10b", 0), 13);
    assert_int_equal(worth("ribbons_both=10", "1b 2b 3b 6b 9b", 0), 6);
    assert_int_equal(worth("ribbons_both=10", "6b 9b 10b", 0), 5);
}

static void test_KK1_6_viewing(void **state) /* KK1.6 viewing_early, viewing_late: by their owner's first koi-koi */
{
    (void)state;
    assert_int_equal(worth("viewing_early=1,viewing_late=3", "9a 8a", 0), 1);
    assert_int_equal(worth("viewing_early=1,viewing_late=3", "9a 8a", 1), 3);
    assert_int_equal(worth("viewing_early=1,viewing_late=3", "9a 8a 3a", 2), 6);
    assert_int_equal(worth("viewing_early=4", "9a 3a", 0), 4);
    assert_int_equal(worth("viewing_early=4", "9a 3a", 1), 5);
    /* by play: the opponent's call is not the owner's, and a call that makes a pair dearer is no rise of its own */
    struct ir_state s;
    begin_dealt(&s, "viewing_early=1,viewing_late=3,koikoi_bonus=none,counter=off");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 2c, * card 5c, 0 play 4d, * card 7a");
    assert_int_equal(ir_turn(&s), 1);                                  /* nothing new */
    play(&s, "1 play 6d, * card 11a, 0 play 3c, * card 11c, 0 agari"); /* hanami: 3 + 3 */
    expect_coins(&s, 56, 44);
    /* the other's call changes nothing for the owner */
    begin_dealt(&s, "viewing_early=1,viewing_late=3,koikoi_bonus=none,counter=off");
    play(&s, "0 play 1c, * card 3b, 1 play 2c, * card 5c, 0 play 12c, * card 7a, 0 koi-koi"); /* sanko, called */
    play(&s, "1 play 9d, * card 8b, 1 agari");
    expect_coins(&s, 49, 51);
}

static void test_KK1_6_month_cards(void **state) /* KK1.6 month_cards: 4 coins for the four cards of the round's month */
{
    (void)state;
    assert_int_equal(worth("month_cards=on", "1a 1b 1c 1d", 0), 4);
    assert_int_equal(coins[KK_MONTH_CARDS], 4);
    assert_int_equal(worth("month_cards=on", "1a 1b 1c", 0), 0);
    assert_int_equal(worth("month_cards=on", "2a 2b 2c 2d", 0), 0); /* round 1 is January */
    assert_int_equal(worth("", "1a 1b 1c 1d", 0), 0);
    struct ir_state s;
    begin(&s, "month_cards=on");
    deal(&s, 0, "2d 3d 8d 9d 12d 6d 10d 4a", "1d 3c 8c 9c 12c 6c 10c 4d", "1a 1b 1c 9a 12a 6b 10b 4c");
    play(&s, "0 play 1d, * card 5c, 0 agari");
    expect_coins(&s, 54, 46);
    /* the second round is February */
    deal(&s, -1, "1a 3d 8d 9d 12d 6d 10d 4a", "2d 3c 8c 9c 12c 6c 10c 4d", "2a 2b 2c 9a 12a 6b 10b 4c");
    play(&s, "0 play 2d, * card 5c, 0 agari");
    expect_coins(&s, 58, 42);
}

static void test_KK1_6_tenho(void **state) /* KK1.6 tenho=off */
{
    (void)state;
    struct ir_state s;
    begin(&s, "tenho=off");
    deal(&s, 0, PAIR_HAND, SUIT_HAND, TENHO_FIELD);
    assert_null(strstr(legal_text(&s), "tenho"));
    expect_illegal(&s, 0, "tenho");
    play(&s, "0 play 1a, * card 11b");
    expect_illegal(&s, 1, "tenho");
}

static void test_KK1_6_koikoi_limit(void **state) /* KK1.6 koikoi_limit, limit_shared */
{
    (void)state;
    struct ir_state s;
    static const char one[] = "0 play 9c, * card 8b, 0 koi-koi, 1 play 2c, * card 5c, 0 play 3c, * card 7a";
    static const char counter[] =
        "0 play 9c, * card 8b, 0 koi-koi, 1 play 1d, * card 3b, 0 play 4d, * card 5c, 1 play 12d, * card 7a";
    begin_dealt(&s, "koikoi_limit=0");
    play(&s, one);
    expect_legal(&s, "agari, koi-koi");
    begin_dealt(&s, "koikoi_limit=1");
    play(&s, one);
    expect_legal(&s, "agari");
    expect_illegal(&s, 0, "koi-koi");
    begin_dealt(&s, "koikoi_limit=2");
    play(&s, one);
    expect_legal(&s, "agari, koi-koi");
    /* each for themselves, or both together */
    begin_dealt(&s, "koikoi_limit=1");
    play(&s, counter);
    expect_legal(&s, "agari, koi-koi");
    begin_dealt(&s, "koikoi_limit=1,limit_shared=on");
    play(&s, counter);
    expect_legal(&s, "agari");
    begin_dealt(&s, "koikoi_limit=2,limit_shared=on");
    play(&s, counter);
    expect_legal(&s, "agari, koi-koi");
    /* a round: the count starts again */
    begin_dealt(&s, "koikoi_limit=1");
    play(&s, one);
    play(&s, "0 agari");
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    play(&s, "0 play 9c, * card 8b");
    expect_legal(&s, "agari, koi-koi");
}

/* Whoever asks again what a pool lacks asks only of yaku that its new cards can touch; and what is held lacks nothing. */
static void test_lacks_by(void **unused)
{
    static const char *const options[] = {"printed",
                                          "nintendo",
                                          "arcade",
                                          "sets=absorb",
                                          "sake_rain=on,sake_nobles=on,month_cards=on,ribbons_both=10",
                                          "sake_rain=any,sake_nobles=on,goko=6,sanko=9,kasu_from=7,sake_plain=off,shima=3",
                                          "kusa_tan=4,ame_sanko=3,shiko=0,aka_tan=0,tane_from=3,sets=absorb,tanzaku_from=6"};
    struct ir_state s;
    struct ir_rng rng;
    int changed = 0;
    (void)unused;
    ir_rng_seed(&rng, 5);
    for (int i = 0; i < 280000; i++) {
        uint64_t pool = 0, gone = 0, from[2], card = BIT(ir_rng_below(&rng, HF_CARDS));
        int16_t brings[KK_YAKU];
        if (i % 40000 == 0)
            begin_dealt(&s, options[i / 40000]);
        for (int k = (int)ir_rng_below(&rng, 30); k > 0; k--)
            *(k % 2 ? &pool : &gone) |= BIT(ir_rng_below(&rng, HF_CARDS));
        gone &= ~pool;
        card &= ~(pool | gone);
        koikoi_worth(pub_of(&s), pool, 0, brings);
        for (int y = 0; y < KK_POOL_YAKU; y++) {
            int before = koikoi_lacks(pub_of(&s), y, pool, gone, &from[0]);
            int taken = koikoi_lacks(pub_of(&s), y, pool | card, gone, &from[1]);
            int lost = koikoi_lacks(pub_of(&s), y, pool, gone | card, &from[1]);
            assert_true(brings[y] == 0 || before <= 0);
            assert_true(card & koikoi_lacks_by[y] || (before == taken && before == lost));
            changed += before != taken || before != lost;
        }
    }
    assert_true(changed > 10000);
}

/* The least a yaku brings is what just its cards bring: whichever those are, or nothing where they are a better yaku. */
static void test_least(void **unused)
{
    static const char *const options[] = {"printed",
                                          "nintendo",
                                          "arcade",
                                          "sets=absorb",
                                          "sake=off",
                                          "viewing_early=2,viewing_late=3",
                                          "kusa_tan=4,ame_sanko=3,shima=2,kasu_from=7,sake_plain=off,goko=20,tane_from=9",
                                          "kasu=3,tane=0,shiko=0,aka_tan=0,month_cards=on,month_coins=9,further=0",
                                          "sake_rain=on,sake_nobles=on,month_cards=on,ribbons_both=10"};
    struct ir_state s;
    struct ir_rng rng;
    (void)unused;
    ir_rng_seed(&rng, 6);
    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        begin_dealt(&s, options[o]);
        for (int y = 0; y < 2 * KK_POOL_YAKU; y++) {
            int yaku = y / 2, calls = y % 2, least = koikoi_least(pub_of(&s), yaku, calls), held = 0;
            int16_t brings[KK_YAKU];
            struct koikoi_reach all, r;
            koikoi_reach(pub_of(&s), yaku, HF_ALL, 0, &all); /* all.cards: what it may be made of */
            for (int i = 0; i < 500; i++) {
                uint64_t pool = 0, cards = all.cards;
                while (set_count(pool) < all.need) {
                    uint64_t card = BIT(set_nth(cards, ir_rng_below(&rng, (uint32_t)set_count(cards))));
                    pool |= card;
                    cards &= ~card;
                }
                koikoi_worth(pub_of(&s), pool, calls, brings);
                koikoi_reach(pub_of(&s), yaku, pool, 0, &r);
                if (brings[yaku] != 0 && brings[yaku] != least)
                    fail_msg("%s: %s brings %d by itself, not %d", options[o], koikoi_yaku_name[yaku], brings[yaku], least);
                if (brings[yaku])
                    assert_true(r.lacks == 0 && r.have == r.need && r.cards == pool && r.need == all.need);
                held += brings[yaku] != 0;
            }
            if (!held != !least)
                fail_msg("%s: %s brings at least %d, and was held %d times", options[o], koikoi_yaku_name[yaku], least, held);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_KK5_1),
        cmocka_unit_test(test_KK5_1_play),
        cmocka_unit_test(test_KK5_2),
        cmocka_unit_test(test_KK5_3),
        cmocka_unit_test(test_KK5_4),
        cmocka_unit_test(test_KK5_5),
        cmocka_unit_test(test_KK5_6),
        cmocka_unit_test(test_KK5_7),
        cmocka_unit_test(test_KK5_8),
        cmocka_unit_test(test_KK5_9),
        cmocka_unit_test(test_KK5_6_to_9_play),
        cmocka_unit_test(test_KK5_10),
        cmocka_unit_test(test_KK5_11),
        cmocka_unit_test(test_KK5_12),
        cmocka_unit_test(test_KK5_11_and_12_play),
        cmocka_unit_test(test_KK5_13),
        cmocka_unit_test(test_KK5_14),
        cmocka_unit_test(test_KK1_6_sets),
        cmocka_unit_test(test_KK1_6_ribbons_both),
        cmocka_unit_test(test_KK1_6_viewing),
        cmocka_unit_test(test_KK1_6_month_cards),
        cmocka_unit_test(test_KK1_6_tenho),
        cmocka_unit_test(test_KK1_6_koikoi_limit),
        cmocka_unit_test(test_lacks_by),
        cmocka_unit_test(test_least),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("koikoi yaku", tests, NULL, NULL);
}
