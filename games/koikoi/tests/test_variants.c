/* test_variants.c: the rules beyond the printed ones: worth and size of yaku (KK1.8, KK1.9), tenho (KK1.10), oya-ken (KK1.11),
 * the dealer (KK3.3), free laying (KK4.6), the lightning as a joker (KK4.7), further sets (KK5.15 - KK5.17), multipliers over
 * both (KK7.3, KK7.5), a target (KK8.1); and that hashes and bots stand any of them. */
#include "played.h"

#include "bots/brain.h"
#include "bots/bots.h"
#include "laws/laws.h"

static int16_t coins[KK_YAKU];
static int worth(const char *options, const char *pool)
{
    struct ir_state s;
    begin(&s, options);
    play(&s, "* sensei 0");
    return koikoi_worth(pub_of(&s), cards(pool), 0, coins);
}

#define NOBLES4 "1a 3a 8a 12a"

static void test_KK1_8(void **state) /* KK1.8: the worth of every yaku */
{
    static const struct {
        const char *option, *pool;
        int yaku, printed;
    } row[] = {
        {"kasu", "1c 1d 2c 2d 3c 3d 4c 4d 5c 5d", KK_KASU, 1},
        {"tane", "2a 4a 5a 8b 11b", KK_TANE, 1},
        {"tanzaku", "1b 2b 4b 5b 11c", KK_TANZAKU, 1},
        {"sanko", "1a 3a 8a", KK_SANKO, 5},
        {"ame_shiko", "1a 3a 8a 11a", KK_AME_SHIKO, 7},
        {"shiko", NOBLES4, KK_SHIKO, 8},
        {"goko", NOBLES4 " 11a", KK_GOKO, 10},
        {"ino_shika_cho", "7a 10a 6a", KK_INO_SHIKA_CHO, 5},
        {"aka_tan", "1b 2b 3b", KK_AKA_TAN, 5},
        {"ao_tan", "6b 9b 10b", KK_AO_TAN, 5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[64];
        assert_int_equal(worth("", row[i].pool), row[i].printed);
        snprintf(text, sizeof text, "%s=37", row[i].option);
        assert_int_equal(worth(text, row[i].pool), 37);
        assert_int_equal(coins[row[i].yaku], 37);
        snprintf(text, sizeof text, "%s=0", row[i].option);
        worth(text, row[i].pool);
        assert_int_equal(coins[row[i].yaku], 0);
    }
    assert_int_equal(worth("month_cards=on,month_coins=9", "1a 1b 1c 1d"), 9);
    /* of nobles only the dearest counts, whatever the others are worth; what does not exist hides nothing */
    assert_int_equal(worth("goko=3", NOBLES4 " 11a"), 8);
    assert_int_equal(coins[KK_SHIKO], 8);
    assert_int_equal(worth("goko=0,shiko=0,ame_shiko=0", NOBLES4 " 11a"), 5);
    assert_int_equal(worth("sanko=7", "1a 3a 8a 11a"), 7);
    assert_int_equal(coins[KK_AME_SHIKO], 7); /* of equals that with more cards */
    /* a set that does not exist absorbs nothing, and makes no pair of sets */
    assert_int_equal(worth("sets=absorb,ino_shika_cho=0", "7a 10a 6a 2a 4a"), 1);
    assert_int_equal(worth("ribbons_both=10,aka_tan=0", "1b 2b 3b 6b 9b 10b"), 7);
}

static void test_KK1_9(void **state) /* KK1.9: rows, and the sake cup as a plain card */
{
    (void)state;
    assert_int_equal(worth("kasu_from=7", "1c 1d 2c 2d 3c 3d"), 0);
    assert_int_equal(worth("kasu_from=7", "1c 1d 2c 2d 3c 3d 4c"), 1);
    assert_int_equal(worth("kasu_from=7,further=3", "1c 1d 2c 2d 3c 3d 4c 4d 5c"), 7);
    assert_int_equal(worth("tane_from=3,further=0", "2a 4a 5a 8b"), 1);
    assert_int_equal(worth("tanzaku_from=6", "1b 2b 4b 5b 11c"), 0);
    assert_int_equal(worth("sets=absorb,further=2", "7a 10a 6a 9a"), 7);
    assert_int_equal(worth("", "1c 1d 2c 2d 3c 3d 4c 4d 5c 9a"), 1);
    assert_int_equal(worth("sake_plain=off", "1c 1d 2c 2d 3c 3d 4c 4d 5c 9a"), 0);
    assert_int_equal(worth("sake_plain=off", "1c 1d 2c 2d 3c 3d 4c 4d 5c 5d"), 1);
}

#define SUIT_HAND   "5a 5b 5c 5d 1a 2a 3a 4a"
#define PAIR_HAND   "6a 6b 7a 7b 8a 8b 9a 9b"
#define TWO_SUITS   "5a 5b 5c 5d 7a 7b 7c 7d"
#define TENHO_FIELD "1c 2c 3c 4c 10a 11a 12a 12b"

static int tenho(const char *options, const char *hand)
{
    struct ir_state s;
    begin(&s, options);
    return koikoi_tenho(pub_of(&s), cards(hand));
}

static void test_KK1_10(void **state) /* KK1.10: kinds and worth of tenho, without multipliers, and both at once */
{
    struct ir_state s;
    (void)state;
    assert_int_equal(tenho("tenho=suit", SUIT_HAND), KK_TENHO);
    assert_int_equal(tenho("tenho=suit", PAIR_HAND), -1);
    assert_int_equal(tenho("tenho=suit", TWO_SUITS), KK_DOUBLE_TENHO);
    assert_int_equal(tenho("tenho=pairs", SUIT_HAND), -1);
    assert_int_equal(tenho("tenho=pairs", PAIR_HAND), KK_TENHO);
    assert_int_equal(tenho("tenho=pairs", TWO_SUITS), KK_TENHO);
    begin(&s, "tenho_coins=9,tenho_times=off,nobles=on");
    deal(&s, 0, PAIR_HAND, SUIT_HAND, TENHO_FIELD);
    play(&s, "0 tenho"); /* 9 is more than 7 and two nobles lie, but nothing multiplies */
    expect_coins(&s, 59, 41);
    begin(&s, "tenho_coins=9");
    deal(&s, 0, PAIR_HAND, SUIT_HAND, TENHO_FIELD);
    play(&s, "0 tenho");
    expect_coins(&s, 68, 32);
    begin(&s, "tenho_double=20,tenho_times=off");
    deal(&s, 0, "1d 3d 8d 9d 12d 6d 10d 2c", TWO_SUITS, "1c 2d 3c 4c 6a 4a 8a 9a");
    play(&s, "0 tenho");
    expect_coins(&s, 70, 30);
    /* void: dealt again, in the same round; one tenho is none of its business, nor one that does not count */
    begin(&s, "tenho_both=void");
    deal(&s, 0, PAIR_HAND, SUIT_HAND, TENHO_FIELD);
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_DEAL);
    assert_int_equal(pub_of(&s)->round, 1);
    begin(&s, "tenho_both=void,tenho=suit");
    deal(&s, 0, PAIR_HAND, SUIT_HAND, TENHO_FIELD);
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_PLAY);
    /* so nobody who holds one imagines another in the other hand */
    struct ir_view v;
    struct ir_rng rng;
    ir_rng_seed(&rng, 5);
    begin(&s, "tenho_both=void,redeal=off");
    deal(&s, 0, OTHER_HAND, "5a 5b 5c 5d 7a 7b 4a 4d", "1a 3a 8a 9a 12a 6b 10b 11a");
    ir_look(&koikoi_game, &s, 0, &v);
    for (int i = 0; i < 3000; i++) {
        struct ir_state world;
        koikoi_game.imagine(&v, &rng, &world);
        assert_int_equal(koikoi_tenho(pub_of(&world), hand_of(&world, 1)), -1);
    }
}

static void test_KK1_11(void **state) /* KK1.11: what the sensei gets for a round that runs out of cards */
{
    struct ir_state s;
    (void)state;
    begin_dealt(&s, "exhaust=dealer1,dealer_coins=6");
    drift_to(&s, 0, "");
    expect_coins(&s, 56, 44);
    assert_int_equal(pub_of(&s)->last_winner, -1);
}

static void test_KK3_3_alternate(void **state) /* KK3.3 next_dealer=alternate: in turn, won or drawn */
{
    struct ir_state s;
    (void)state;
    begin_dealt(&s, "next_dealer=alternate");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    assert_int_equal(pub_of(&s)->sensei, 1);
    begin_dealt(&s, "next_dealer=alternate");
    drift_to(&s, 0, "");
    assert_int_equal(pub_of(&s)->sensei, 1);
}

static void test_KK4_6(void **state) /* KK4.6 lay=free: a match may be laid; the turned card captures in any case */
{
    struct ir_state s;
    (void)state;
    begin_dealt(&s, "lay=free");
    assert_non_null(strstr(legal_text(&s), "play 1c"));
    assert_non_null(strstr(legal_text(&s), "lay 1c"));
    play(&s, "0 lay 1c");
    assert_true(pub_of(&s)->field == (cards(FIELD) | cards("1c")));
    assert_true(pub_of(&s)->pool[0] == 0);
    play(&s, "* card 4a"); /* there is one match, so it takes */
    assert_true(pub_of(&s)->pool[0] == cards("4a 4c"));
    expect_legal(&s, "play 1d 1a, play 1d 1c, play 2c, play 3d, play 6d, play 8d, play 9d, play 10d, play 12d, lay 1d, lay 3d, "
                     "lay 6d, lay 8d, lay 9d, lay 10d, lay 12d");
    begin_dealt(&s, "");
    expect_illegal(&s, 0, "lay 1c");
}

static void test_KK4_7(void **state) /* KK4.7 lightning=joker: takes any card, played or turned */
{
    struct ir_state s;
    (void)state;
    begin(&s, "lightning=joker");
    deal(&s, 0, OTHER_HAND, "11d 2a 2b 5c 5d 7c 7d 11c", "1a 3a 8a 9a 12a 6b 10b 11a");
    assert_non_null(strstr(legal_text(&s), "play 11d 11a"));
    assert_non_null(strstr(legal_text(&s), "play 11d 8a"));
    assert_non_null(strstr(legal_text(&s), "play 11d 12a"));
    expect_illegal(&s, 0, "play 11d"); /* it cannot stay */
    expect_illegal(&s, 0, "play 11c 8a");
    play(&s, "0 play 11d 8a");
    assert_true(pub_of(&s)->pool[0] == cards("11d 8a"));
    assert_true(pub_of(&s)->field == cards("1a 3a 9a 12a 6b 10b 11a"));
    /* turned: its player chooses */
    begin_dealt(&s, "lightning=joker");
    play(&s, "0 play 1c, * card 11d");
    expect_legal(&s, "take 3a, take 4c, take 6b, take 8a, take 9a, take 10b, take 12a");
    play(&s, "0 take 8a");
    assert_true(pub_of(&s)->pool[0] == cards("1a 1c 8a 11d"));
    /* on the table it is a willow */
    begin(&s, "lightning=joker");
    deal(&s, 0, OTHER_HAND, "11c 2a 2b 5c 5d 7c 7d 4d", "1a 3a 8a 9a 12a 6b 10b 11d");
    play(&s, "0 play 11c");
    assert_true(pub_of(&s)->pool[0] == cards("11c 11d"));
    begin_dealt(&s, "");
    play(&s, "0 play 1c, * card 11d"); /* no joker: it stays */
    assert_true(pub_of(&s)->field >> HF_LIGHTNING & 1);
}

static void test_KK5_15(void **state) /* KK5.15 kusa-tan */
{
    (void)state;
    assert_int_equal(worth("", "4b 5b 7b"), 0);
    assert_int_equal(worth("kusa_tan=5", "4b 5b 7b"), 5);
    assert_int_equal(coins[KK_KUSA_TAN], 5);
    assert_int_equal(worth("kusa_tan=5", "4b 5b 11c"), 0);
    assert_int_equal(worth("kusa_tan=5", "4b 5b 7b 1b 2b 3b"), 12); /* with aka-tan and tanzaku */
}

static void test_KK5_16(void **state) /* KK5.16 ame-sanko */
{
    (void)state;
    assert_int_equal(worth("", "1a 3a 11a"), 0);
    assert_int_equal(worth("ame_sanko=4", "1a 3a 11a"), 4);
    assert_int_equal(coins[KK_AME_SANKO], 4);
    assert_int_equal(worth("ame_sanko=4", "1a 3a 8a 11a"), 7); /* the better one only */
    assert_int_equal(worth("ame_sanko=4", "1a 11a"), 0);
    assert_int_equal(worth("ame_sanko=4,sake_nobles=on", "1a 8a 11a 9a"), 5);
}

static void test_KK5_17(void **state) /* KK5.17 shima */
{
    (void)state;
    assert_int_equal(worth("", "2a 2b 2c 2d"), 0);
    assert_int_equal(worth("shima=6", "2a 2b 2c 2d"), 6);
    assert_int_equal(worth("shima=6", "2a 2b 2c 2d 5a 5b 5c 5d 7a"), 12);
    assert_int_equal(worth("shima=6,month_cards=on", "1a 1b 1c 1d"), 10);
}

static void test_KK7_3_both(void **state) /* KK7.3 koikoi_bonus=both, KK7.5 nobles=times */
{
    struct ir_state s;
    (void)state;
    begin_dealt(&s, "koikoi_bonus=both,counter=off,seven=off");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 1d, * card 3b, 0 play 4d, * card 5c, 1 play 12d, * card 7a");
    assert_int_equal(koikoi_pay(pub_of(&s), 1, 5).coins, 10); /* the other's call counts for both */
    assert_int_equal(koikoi_pay(pub_of(&s), 0, 5).coins, 10);
    begin_dealt(&s, "nobles=times,seven=off"); /* four nobles lie */
    assert_int_equal(koikoi_pay(pub_of(&s), 0, 5).coins, 20);
    begin(&s, "nobles=times,seven=off");
    deal(&s, 0, OTHER_HAND, "1c 3c 8c 9c 12c 6c 10c 4d", "1b 3b 8b 9a 12b 6b 10b 4c");
    assert_int_equal(koikoi_pay(pub_of(&s), 0, 5).coins, 5); /* none multiplies by one, not by nothing */
}

static void test_KK8_1_target(void **state) /* KK8.1: a target */
{
    struct ir_state s;
    (void)state;
    begin_dealt(&s, "target=55");
    play(&s, "0 play 9c, * card 8b, 0 agari"); /* 5 coins */
    assert_int_equal(ir_turn(&s), IR_OVER);
    begin_dealt(&s, "target=56");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    assert_int_equal(pub_of(&s)->round, 2);
    begin_dealt(&s, "purse=score,rounds=99,target=5");
    play(&s, "0 play 9c, * card 8b, 0 agari");
    assert_int_equal(ir_turn(&s), IR_OVER);
}

/* Later options at their defaults leave hashes as they were, which the goldens show; each by itself changes the hash. */
static void test_hash(void **state)
{
    struct ir_state s, t;
    (void)state;
    begin(&s, "");
    for (int i = KK_LATER; i < KK_OPTIONS; i++) {
        t = s;
        ((int16_t *)(void *)(t.b + sizeof(struct ir_head)))[i]++;
        assert_true(ir_hash(&koikoi_game, &t) != ir_hash(&koikoi_game, &s));
    }
}

/* The worth with the defaults built in is that with the defaults read. */
static void test_usual(void **state)
{
    static const char *const options[] = {"", "nintendo", "arcade", "sake_nobles=on,month_cards=on,sake_rain=any"};
    struct ir_rng rng;
    (void)state;
    ir_rng_seed(&rng, 9);
    for (int i = 0; i < 100000; i++) {
        static struct koikoi_pub p, q;
        int16_t a[KK_YAKU], b[KK_YAKU];
        struct ir_state s;
        if (i % 25000 == 0) {
            begin(&s, options[i / 25000]);
            p = q = *pub_of(&s);
            assert_int_equal(p.variant, 0);
            q.variant = 1;
        }
        uint64_t pool = ir_rng_next(&rng) & HF_ALL & (i & 1 ? HF_ALL : ir_rng_next(&rng));
        assert_int_equal(koikoi_worth(&p, pool, i & 2, a), koikoi_worth(&q, pool, i & 2, b));
        assert_memory_equal(a, b, sizeof a);
    }
}

/* Whatever the options: the bots that learned on other rules see features within their range, and make legal moves. */
static void test_bots(void **state)
{
    static const char *const level[] = {"easy", "normal", "hard", "greedy"};
    struct ir_rng rng;
    uint64_t looks = 0;
    (void)state;
    ir_rng_seed(&rng, 77);
    for (int game = 0; game < 150; game++) {
        char options[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
        struct ir_state s, before;
        struct ir_notes notes = {{0}};
        laws_options(&koikoi_game, &rng, options);
        assert_int_equal(ir_start(&koikoi_game, &s, 2, options, NULL, why), IR_OK);
        for (int rows = 0; ir_turn(&s) != IR_OVER && rows < 250; rows++) {
            int turn = ir_turn(&s);
            ir_move m;
            if (turn == IR_CHANCE) {
                m = koikoi_game.sample(&s, &rng);
            } else {
                struct ir_view v;
                const struct ir_bot *bot = ir_bot_find(&koikoi_game, level[game % 4]);
                ir_look(&koikoi_game, &s, turn, &v);
                m = ir_bot_move(bot, &koikoi_game, &v, &notes, &rng, NULL);
            }
            before = s;
            if (ir_apply(&koikoi_game, &s, turn, m, NULL, why) != IR_OK)
                fail_msg("%s: %s", options, why);
            ir_note(&koikoi_game, &notes, &before, &s);
            for (int seat = 0; seat < 2; seat++) {
                const struct brain *b = bots_find(&koikoi_game)->brain;
                struct ir_view v;
                uint16_t active[NET_ACTIVE_MAX];
                int head = 0;
                ir_look(&koikoi_game, &s, seat, &v);
                int n = b->look(&v, &notes, active, &head);
                assert_true(n >= 0 && n <= NET_ACTIVE_MAX && head >= 0 && head < b->heads);
                for (int i = 0; i < n; i++)
                    if (active[i] >= b->features)
                        fail_msg("%s: feature %d of %d", options, active[i], b->features);
                looks += n > 0;
            }
        }
    }
    assert_true(looks > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_KK1_8),  cmocka_unit_test(test_KK1_9),           cmocka_unit_test(test_KK1_10),
        cmocka_unit_test(test_KK1_11), cmocka_unit_test(test_KK3_3_alternate), cmocka_unit_test(test_KK4_6),
        cmocka_unit_test(test_KK4_7),  cmocka_unit_test(test_KK5_15),          cmocka_unit_test(test_KK5_16),
        cmocka_unit_test(test_KK5_17), cmocka_unit_test(test_KK7_3_both),      cmocka_unit_test(test_KK8_1_target),
        cmocka_unit_test(test_hash),   cmocka_unit_test(test_usual),           cmocka_unit_test(test_bots),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("koikoi variants", tests, NULL, NULL);
}
