/* test_koikoi.c: the options of Koi-Koi, KK1. Cards, deal and turn are in test_koikoi_turn.c, yaku in test_koikoi_yaku.c,
 * rounds and payment in test_koikoi_pay.c. Every test names its rule in games/koikoi/rules/en.md and was written from it, not
 * from the engine. */
#include "played.h"

/* ---- KK1 players, deck, options ---- */

static void test_KK1_1(void **state) /* KK1.1: two players, 48 cards */
{
    (void)state;
    struct ir_state s;
    char why[IR_WHY_MAX];
    assert_int_equal(koikoi_game.min_seats, 2);
    assert_int_equal(koikoi_game.max_seats, 2);
    for (int seats = 0; seats <= 4; seats++) {
        why[0] = 0;
        int error = ir_start(&koikoi_game, &s, seats, "", NULL, why);
        assert_int_equal(error, seats == 2 ? IR_OK : IR_E_SEATS);
        assert_true(seats == 2 || why[0]);
    }
    begin(&s, "");
    play(&s, "* sensei 0");
    struct ir_chance out[IR_MOVES_MAX];
    assert_int_equal(koikoi_game.chance(&s, out), 48);
    begin_dealt(&s, "");
    uint64_t all = hand_of(&s, 0) | hand_of(&s, 1) | pub_of(&s)->field | deck_of(&s);
    assert_true(all == HF_ALL);
}

static void test_KK1_2(void **state) /* KK1.2: rounds and coins */
{
    (void)state;
    static const struct {
        const char *text;
        int rounds, coins;
    } ok[] = {{"", 6, 50},
              {"rounds=3", 3, 25},
              {"rounds=6", 6, 50},
              {"rounds=12", 12, 100},
              {"rounds=3,coins=100", 3, 100},
              {"coins=25,rounds=12", 12, 25},
              {"coins=1", 6, 1},
              {"coins=9999", 6, 9999},
              {"rounds=1,coins=7", 1, 7},
              {"rounds=99,coins=50", 99, 50},
              {"printed,rounds=3", 3, 25}};
    for (size_t i = 0; i < sizeof ok / sizeof *ok; i++) {
        struct ir_state s;
        begin(&s, ok[i].text);
        assert_int_equal(ir_options(&s)[KK_ROUNDS], ok[i].rounds);
        assert_int_equal(ir_options(&s)[KK_COINS], ok[i].coins);
        expect_coins(&s, ok[i].coins, ok[i].coins);
    }
    static const char *const bad[] = {"rounds=0", "rounds=100",  "rounds=-3", "rounds=",   "rounds=three",
                                      "coins=0",  "coins=10000", "coins=-1",  "rounds=03", "rounds=6 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int16_t value[IR_OPTIONS_MAX];
        char why[IR_WHY_MAX] = "";
        if (ir_options_parse(&koikoi_game, bad[i], value, why) != IR_E_OPTION)
            fail_msg("'%s' was accepted", bad[i]);
        assert_non_null(strstr(why, bad[i][0] == 'r' ? "rounds" : "coins"));
        assert_non_null(strstr(why, bad[i][0] == 'r' ? "99" : "9999"));
    }
}

static void test_KK1_3(void **state) /* KK1.3: multipliers, their defaults, and all off */
{
    (void)state;
    int16_t v[IR_OPTIONS_MAX];
    option_values("", v);
    assert_int_equal(v[KK_SEVEN], 1);
    assert_int_equal(v[KK_KOIKOI_BONUS], KK_BONUS_DOUBLE);
    assert_int_equal(v[KK_COUNTER], 1);
    assert_int_equal(v[KK_NOBLES], 0);
    /* each on its own: 2^3 combinations and every bonus */
    static const char *const bonus[] = {"double", "step", "plus", "none"};
    for (int i = 0; i < 32; i++) {
        char text[128];
        snprintf(text, sizeof text, "seven=%s,counter=%s,nobles=%s,koikoi_bonus=%s", i & 1 ? "on" : "off", i & 2 ? "on" : "off",
                 i & 4 ? "on" : "off", bonus[i / 8]);
        option_values(text, v);
        assert_int_equal(v[KK_SEVEN], i & 1);
        assert_int_equal(v[KK_COUNTER], i >> 1 & 1);
        assert_int_equal(v[KK_NOBLES], i >> 2 & 1);
        assert_int_equal(v[KK_KOIKOI_BONUS], i / 8);
    }
    /* all off is a legal game: 4 nobles lie, both pairs make 10, one call, and 10 is what is paid */
    struct ir_state s;
    begin_dealt(&s, "seven=off,koikoi_bonus=none,counter=off,nobles=off");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 2c, * card 5c, 0 play 3c, * card 7a, 0 agari");
    expect_coins(&s, 60, 40);
}

static int worth_with(const char *options, const char *pool, int calls)
{
    struct ir_state s;
    begin(&s, options);
    play(&s, "* sensei 0");
    return koikoi_worth(pub_of(&s), cards(pool), calls, NULL);
}

static void test_KK1_4(void **state) /* KK1.4: the sake pairs */
{
    (void)state;
    int16_t v[IR_OPTIONS_MAX];
    option_values("", v);
    assert_int_equal(v[KK_SAKE_PAIRS], 1);
    assert_int_equal(v[KK_SAKE_RAIN] | v[KK_SAKE_BOTH3] | v[KK_SAKE_NOBLES], 0);
    /* on */
    assert_int_equal(worth_with("sake=on", "9a 8a 3a", 0), 10);
    /* off: they do not exist, the cup is still an animal and a plain card */
    assert_int_equal(worth_with("sake=off", "9a 8a 3a", 0), 0);
    assert_int_equal(worth_with("sake=off", "9a 8a 3a 2a 4a 5a 6a", 0), 1);
    /* rain: neither counts with the rain man captured; the lightning or the swallow do nothing */
    assert_int_equal(worth_with("sake_rain=on", "9a 8a 3a", 0), 10);
    assert_int_equal(worth_with("sake_rain=on", "9a 8a 3a 11a", 0), 0);
    assert_int_equal(worth_with("sake_rain=on", "9a 8a 3a 11b 11c 11d", 0), 10);
    assert_int_equal(worth_with("", "9a 8a 3a 11a", 0), 10);
    /* both3: 3 each when both, 5 alone */
    assert_int_equal(worth_with("sake_both3=on", "9a 8a", 0), 5);
    assert_int_equal(worth_with("sake_both3=on", "9a 3a", 0), 5);
    assert_int_equal(worth_with("sake_both3=on", "9a 8a 3a", 0), 6);
    assert_int_equal(worth_with("sake_rain=any", "9a 8a 3a", 0), 10); /* any: so does every other willow card */
    assert_int_equal(worth_with("sake_rain=any", "9a 8a 3a 11b", 0), 0);
    assert_int_equal(worth_with("sake_rain=any", "9a 8a 3a 11d", 0), 0);
    assert_int_equal(worth_with("sake_rain=any", "9a 8a 3a 10d 12d", 0), 10);
    /* nobles: no sum of a pair and a nobles yaku, but the better of the two */
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 3a", 0), 10);
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 1a 12a", 0), 5);
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 3a 1a", 0), 10); /* the third noble takes nothing away */
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 3a 1a 11a", 0), 10);
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 3a 1a 12a", 0), 10);
    assert_int_equal(worth_with("sake_nobles=on,sake_both3=on", "9a 8a 3a 1a 12a", 0), 8);
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 3a 1a 12a 11a", 0), 10);
    assert_int_equal(worth_with("", "9a 8a 3a 1a 12a 11a", 0), 20);
    assert_int_equal(worth_with("sake_nobles=on", "9a 8a 11a 1a", 0), 5); /* two proper and the rain man are no yaku */
}

/* Through play: sake=off means no choice comes up. */
static void test_KK1_4_play(void **state) /* KK1.4 */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "sake=off");
    play(&s, "0 play 9c, * card 8b");
    assert_int_equal(ir_turn(&s), 1);
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_PLAY);
    begin_dealt(&s, "sake=on");
    play(&s, "0 play 9c, * card 8b");
    expect_legal(&s, "agari, koi-koi");
    /* sake_rain: the rain man takes a made pair away again; that is no rise */
    begin_dealt(&s, "sake_rain=on");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 2c, * card 11a, 0 play 4d, * card 11b");
    assert_int_equal(ir_turn(&s), 1);
    assert_int_equal(koikoi_worth(pub_of(&s), pub_of(&s)->pool[0], 1, NULL), 0);
}

/* Deals and says whether it was dealt again. */
static int redealt(const char *options, const char *other, const char *own, const char *field)
{
    struct ir_state s;
    begin(&s, options);
    deal(&s, 1, other, own, field);
    const struct koikoi_pub *p = pub_of(&s);
    if (p->phase == KK_PHASE_PLAY) {
        assert_int_equal(p->dealt, 24);
        return 0;
    }
    /* all 48 cards are back, the same sensei deals the same round; nobody was paid */
    struct ir_chance out[IR_MOVES_MAX];
    assert_int_equal(p->phase, KK_PHASE_DEAL);
    assert_int_equal(p->dealt, 0);
    assert_int_equal(p->round, 1);
    assert_int_equal(p->sensei, 1);
    assert_int_equal(p->deck, 48);
    assert_int_equal(p->nobles, 0);
    assert_true((p->field | p->pool[0] | p->pool[1] | hand_of(&s, 0) | hand_of(&s, 1)) == 0);
    assert_int_equal(koikoi_game.chance(&s, out), 48);
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_PLAY);
    assert_int_equal(ir_turn(&s), 1);
    assert_int_equal(pub_of(&s)->nobles, 4);
    expect_hand(&s, 1, SENSEI_HAND);
    expect_hand(&s, 0, OTHER_HAND);
    return 1;
}

#define CALM_A      "1a 2a 3a 4a 5a 6a 7a 8a"
#define CALM_B      "1b 2b 3b 4b 5b 6b 7b 8b"
#define CALM_C      "1c 2c 3c 4c 5c 6c 7c 8c"
#define PAIRS       "9a 9b 10a 10b 11a 11b 12a 12b"
#define SUIT4       "9a 9b 9c 9d 10a 11a 12a 8d"
#define SUIT4_PAIRS "9a 9b 9c 9d 10a 10b 11a 11b"
#define SUIT3       "9a 9b 9c 10a 11a 12a 8d 7d"
#define SUIT3_3     "9a 9b 9c 10a 10b 10c 11a 12a"
#define PAIRS3      "9a 9b 10a 10b 11a 11b 12a 8d"

static void test_KK1_5(void **state) /* KK1.5: what each value deals again, and what it leaves */
{
    (void)state;
    static const struct {
        const char *set;
        int on_field[4], in_hand[4]; /* field4, hand4, strict, off */
    } row[] = {{SUIT4, {1, 1, 1, 0}, {0, 1, 1, 0}},
               {SUIT3, {0, 0, 1, 0}, {0, 0, 0, 0}},
               {SUIT3_3, {0, 0, 1, 0}, {0, 0, 0, 0}},
               {PAIRS, {0, 0, 1, 0}, {0, 0, 1, 0}},
               {PAIRS3, {0, 0, 0, 0}, {0, 0, 0, 0}},
               {SUIT4_PAIRS, {1, 1, 1, 0}, {0, 1, 1, 0}},
               {"9a 10a 11a 12a 9b 8d 7d 6d", {0, 0, 0, 0}, {0, 0, 0, 0}}};
    static const char *const value[] = {"redeal=field4", "redeal=hand4", "redeal=strict", "redeal=off"};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int v = 0; v < 4; v++) {
            if (redealt(value[v], CALM_A, CALM_B, row[i].set) != row[i].on_field[v])
                fail_msg("%s with '%s' on the table", value[v], row[i].set);
            if (redealt(value[v], row[i].set, CALM_A, CALM_B) != row[i].in_hand[v])
                fail_msg("%s with '%s' in the opponent's hand", value[v], row[i].set);
            if (redealt(value[v], CALM_B, row[i].set, CALM_A) != row[i].in_hand[v])
                fail_msg("%s with '%s' in the sensei's hand", value[v], row[i].set);
        }
    /* the default is field4 */
    assert_int_equal(redealt("", CALM_A, CALM_B, SUIT4), 1);
    assert_int_equal(redealt("", SUIT4, CALM_B, CALM_A), 0);
    assert_int_equal(redealt("", CALM_A, CALM_B, SUIT3), 0);
    /* a suit that is full only in all places together is nothing */
    assert_int_equal(redealt("redeal=strict", CALM_A, CALM_B, CALM_C), 0);
}

/* Where card can be in the worlds a view allows: bit 0 the other hand, bit 1 the deck. */
static int imagined(const struct ir_state *s, int seat, int card, int worlds)
{
    struct ir_view v, again;
    struct ir_rng rng;
    int seen = 0;
    ir_look(&koikoi_game, s, seat, &v);
    ir_rng_seed(&rng, 42);
    for (int i = 0; i < worlds; i++) {
        struct ir_state w;
        memset(&w, 0xa5, sizeof w);
        koikoi_game.imagine(&v, &rng, &w);
        assert_null(koikoi_game.check(&w));
        ir_look(&koikoi_game, &w, seat, &again);
        assert_memory_equal(again.b, v.b, ir_state_size(&koikoi_game));
        seen |= hand_of(&w, !seat) & BIT(card) ? 1 : 0;
        seen |= deck_of(&w) & BIT(card) ? 2 : 0;
    }
    return seen;
}

static void test_KK1_5_imagine(void **state) /* KK1.5: a world whose deal would have been dealt again is never imagined */
{
    (void)state;
    /* the opponent (seat 1) played 12a 12b 12c: 12d can be in that hand only where a full suit is not dealt again */
    static const struct {
        const char *options;
        int where;
    } suit[] = {{"redeal=off", 3}, {"redeal=field4", 3}, {"redeal=hand4", 2}, {"redeal=strict", 2}};
    for (int i = 0; i < 4; i++) {
        struct ir_state s;
        begin(&s, suit[i].options);
        deal(&s, 0, "12a 12b 12c 1a 2a 3a 4a 5a", CALM_B, "6c 6a 7a 8a 9a 10a 11a 5c");
        play(&s,
             "0 play 1b, * card 1c, 1 play 12a, * card 9b, 0 play 2b, * card 2c, 1 play 12b, * card 10b, 0 play 4b, * card 4c, "
             "1 play 12c, * card 11b");
        if (imagined(&s, 0, set_first(cards("12d")), 400) != suit[i].where)
            fail_msg("%s: where 12d can be after 12a, 12b and 12c were played from the other hand", suit[i].options);
    }
    /* seven cards of four pairs were played and one is left: 12d can be it only where four pairs are not dealt again */
    for (int i = 0; i < 4; i++) {
        struct ir_state s;
        begin(&s, suit[i].options);
        deal(&s, 0, "9c 9d 10c 10d 11c 11d 12c 1a", "1b 2b 3b 4b 5b 6b 7b 8b", "9a 10a 11a 12a 2c 3c 4c 5c");
        drift_to(&s, 1, "1a 12d");
        expect_hand(&s, 1, "1a");
        if (imagined(&s, 0, set_first(cards("12d")), 400) != (i == 3 ? 2 : 3))
            fail_msg("%s: where 12d can be after seven cards of four pairs", suit[i].options);
    }
    /* and no imagined deal at all is one that is dealt again: some thousands, at the start of the play */
    static const char *const value[] = {"redeal=hand4", "redeal=strict"};
    for (int i = 0; i < 2; i++) {
        struct ir_state s, w;
        struct ir_view v;
        struct ir_rng rng;
        begin_dealt(&s, value[i]);
        ir_look(&koikoi_game, &s, 1, &v);
        ir_rng_seed(&rng, 7);
        for (int k = 0; k < 20000; k++) {
            koikoi_game.imagine(&v, &rng, &w);
            uint64_t hand = hand_of(&w, 0);
            int pairs = 0;
            for (int month = 0; month < 12; month++) {
                int n = set_count(hand & hanafuda_suit(month * 4));
                assert_true(n < 4);
                pairs += n / 2;
            }
            assert_true(i == 0 || pairs < 4);
        }
    }
}

static void test_KK1_6(
    void **state) /* KK1.6: every row's values and default; what they do is in test_koikoi_yaku.c and test_koikoi_pay.c */
{
    (void)state;
    static const struct {
        const char *name;
        int option, n;
        const char *word[5]; /* by value, the default first */
    } row[] = {{"koikoi_bonus", KK_KOIKOI_BONUS, 5, {"double", "step", "plus", "none", "both"}},
               {"nobles", KK_NOBLES, 3, {"off", "on", "times"}},
               {"sake_rain", KK_SAKE_RAIN, 3, {"off", "on", "any"}},
               {"sake_plain", KK_SAKE_PLAIN, 2, {"on", "off"}},
               {"tenho_times", KK_TENHO_TIMES, 2, {"on", "off"}},
               {"tenho_both", KK_TENHO_BOTH, 2, {"first", "void"}},
               {"next_dealer", KK_NEXT_DEALER, 2, {"winner", "alternate"}},
               {"lay", KK_LAY, 2, {"must", "free"}},
               {"lightning", KK_LIGHTNING, 2, {"plain", "joker"}},
               {"limit_shared", KK_LIMIT_SHARED, 2, {"off", "on"}},
               {"sets", KK_SETS, 2, {"add", "absorb"}},
               {"month_cards", KK_MONTH_OPTION, 2, {"off", "on"}},
               {"tenho", KK_TENHO_OPTION, 4, {"on", "off", "suit", "pairs"}},
               {"last_card", KK_LAST_CARD, 2, {"ask", "stop"}},
               {"exhaust", KK_EXHAUST, 3, {"nothing", "dealer1", "last_yaku"}},
               {"draw_dealer", KK_DRAW_DEALER, 2, {"same", "other"}},
               {"purse", KK_PURSE, 3, {"stop", "debt", "score"}},
               {"redeal", KK_REDEAL, 4, {"field4", "hand4", "strict", "off"}},
               {"sake", KK_SAKE_PAIRS, 2, {"on", "off"}}};
    int16_t v[IR_OPTIONS_MAX], def[IR_OPTIONS_MAX];
    option_values("", def);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int16_t seen[5];
        for (int k = 0; k < row[i].n; k++) {
            char text[96];
            snprintf(text, sizeof text, "%s%s=%s", row[i].option == KK_LIMIT_SHARED ? "koikoi_limit=1," : "", row[i].name,
                     row[i].word[k]);
            option_values(text, v);
            seen[k] = v[row[i].option];
            assert_true(k == 0 ? seen[k] == def[row[i].option] : seen[k] != seen[0]);
            assert_true(k < 2 || seen[k] != seen[1]);
            /* the value it sets is the one its word names */
            const char *const *words = koikoi_options[row[i].option].words;
            assert_string_equal(words[seen[k] - koikoi_options[row[i].option].min], row[i].word[k]);
        }
        assert_string_equal(koikoi_options[row[i].option].name, row[i].name);
    }
    /* numbers and their defaults */
    assert_int_equal(def[KK_KOIKOI_LIMIT], 0);
    assert_int_equal(def[KK_RIBBONS_BOTH], 0);
    assert_int_equal(def[KK_VIEWING_EARLY], 5);
    assert_int_equal(def[KK_VIEWING_LATE], 5);
    option_values("koikoi_limit=2,ribbons_both=1,viewing_early=0,viewing_late=7", v);
    assert_int_equal(v[KK_KOIKOI_LIMIT], 2);
    assert_int_equal(v[KK_RIBBONS_BOTH], 1);
    assert_int_equal(v[KK_VIEWING_EARLY], 0);
    assert_int_equal(v[KK_VIEWING_LATE], 7);
}

static void expect_values(const char *text, const int16_t want[KK_OPTIONS])
{
    int16_t v[IR_OPTIONS_MAX];
    option_values(text, v);
    for (int i = 0; i < KK_OPTIONS; i++)
        if (v[i] != want[i])
            fail_msg("'%s': %s is %d, the rules say %d", text, koikoi_options[i].name, v[i], want[i]);
}

static void printed_values(int16_t v[KK_OPTIONS])
{
    memset(v, 0, KK_OPTIONS * sizeof *v); /* most defaults are the first of their list */
    v[KK_ROUNDS] = 6;
    v[KK_COINS] = 50;
    v[KK_SEVEN] = v[KK_COUNTER] = v[KK_SAKE_PAIRS] = v[KK_TENHO_OPTION] = 1;
    v[KK_VIEWING_EARLY] = v[KK_VIEWING_LATE] = 5;
    v[KK_WORTH_KASU] = v[KK_WORTH_TANE] = v[KK_WORTH_TANZAKU] = v[KK_FURTHER] = v[KK_SAKE_PLAIN] = 1;
    v[KK_WORTH_SANKO] = v[KK_WORTH_INO_SHIKA_CHO] = v[KK_WORTH_AKA_TAN] = v[KK_WORTH_AO_TAN] = 5;
    v[KK_WORTH_AME_SHIKO] = 7;
    v[KK_WORTH_SHIKO] = 8;
    v[KK_WORTH_GOKO] = v[KK_FROM_KASU] = 10;
    v[KK_FROM_TANE] = v[KK_FROM_TANZAKU] = 5;
    v[KK_WORTH_MONTH] = 4;
    v[KK_WORTH_TENHO] = 6;
    v[KK_WORTH_DOUBLE_TENHO] = 14;
    v[KK_TENHO_TIMES] = v[KK_DEALER_COINS] = 1;
}

static void test_KK1_7_presets(void **state) /* KK1.7: presets, exactly, and refined */
{
    (void)state;
    int16_t v[KK_OPTIONS];
    printed_values(v);
    expect_values("", v);
    expect_values("printed", v);
    v[KK_ROUNDS] = 12;
    v[KK_COINS] = 100;
    expect_values("printed,rounds=12", v);

    printed_values(v);
    v[KK_KOIKOI_LIMIT] = 1;
    v[KK_LIMIT_SHARED] = 1;
    v[KK_KOIKOI_BONUS] = KK_BONUS_NONE;
    v[KK_SETS] = KK_SETS_ABSORB;
    v[KK_DRAW_DEALER] = KK_DRAW_OTHER;
    v[KK_REDEAL] = KK_REDEAL_STRICT;
    v[KK_TENHO_OPTION] = 0;
    v[KK_PURSE] = KK_PURSE_SCORE;
    v[KK_ROUNDS] = 12;
    int16_t got[IR_OPTIONS_MAX];
    option_values("nintendo", got);
    v[KK_COINS] = got[KK_COINS]; /* purses start at 0 whatever it is: test_KK1_6_purse */
    expect_values("nintendo", v);
    v[KK_SEVEN] = 0;
    expect_values("nintendo,seven=off", v);

    printed_values(v);
    v[KK_ROUNDS] = 8;
    v[KK_COINS] = 30;
    v[KK_PURSE] = KK_PURSE_DEBT;
    v[KK_REDEAL] = KK_REDEAL_HAND4;
    v[KK_LAST_CARD] = KK_LAST_STOP;
    v[KK_KOIKOI_BONUS] = KK_BONUS_PLUS;
    v[KK_VIEWING_EARLY] = 1;
    v[KK_VIEWING_LATE] = 3;
    v[KK_RIBBONS_BOTH] = 10;
    v[KK_EXHAUST] = KK_EXHAUST_DEALER1;
    v[KK_TENHO_OPTION] = 0;
    v[KK_SEVEN] = v[KK_COUNTER] = v[KK_NOBLES] = 0;
    expect_values("arcade", v);
    v[KK_ROUNDS] = 3; /* a preset's purse stays what the preset says */
    expect_values("arcade,rounds=3", v);
    v[KK_COINS] = 25;
    expect_values("arcade,rounds=3,coins=25", v);

    printed_values(v);
    v[KK_ROUNDS] = 12;
    v[KK_COINS] = 0;
    v[KK_PURSE] = KK_PURSE_SCORE;
    v[KK_KOIKOI_BONUS] = KK_BONUS_NONE;
    v[KK_TENHO_TIMES] = 0;
    v[KK_TENHO_BOTH] = KK_TENHO_VOID;
    expect_values("hanafubuki", v);
    printed_values(v);
    v[KK_TENHO_TIMES] = 0;
    v[KK_KOIKOI_BONUS] = KK_BONUS_NONE;
    expect_values("bga_hard", v);
    v[KK_KOIKOI_BONUS] = KK_BONUS_BOTH;
    v[KK_NOBLES] = KK_NOBLES_TIMES;
    v[KK_SEVEN] = v[KK_COUNTER] = 0;
    expect_values("bga_soft", v);
    printed_values(v);
    v[KK_ROUNDS] = 12;
    v[KK_COINS] = 0;
    v[KK_PURSE] = KK_PURSE_SCORE;
    v[KK_KOIKOI_BONUS] = KK_BONUS_NONE;
    v[KK_SEVEN] = v[KK_COUNTER] = v[KK_SAKE_PAIRS] = v[KK_TENHO_OPTION] = 0;
    v[KK_WORTH_SANKO] = v[KK_WORTH_AKA_TAN] = v[KK_WORTH_AO_TAN] = 6;
    v[KK_WORTH_AME_SHIKO] = 8;
    v[KK_WORTH_SHIKO] = 10;
    v[KK_WORTH_GOKO] = 15;
    v[KK_MONTH_OPTION] = 1;
    v[KK_EXHAUST] = KK_EXHAUST_DEALER1;
    v[KK_DEALER_COINS] = 6;
    expect_values("flash", v);
}

static void test_KK1_7_refusals(void **state) /* KK1.7: a refusal names the option and what would be accepted */
{
    (void)state;
    static const struct {
        const char *text, *names, *accepts;
    } bad[] = {
        {"colour=red", "colour", "rounds"},
        {"Rounds=3", "Rounds", "rounds"},
        {"rounds=0", "rounds", "99"},
        {"rounds=3,rounds=3", "rounds", ""},
        {"coins=10000", "coins", "9999"},
        {"sake=maybe", "sake", "off"},
        {"seven=2", "seven", "on"},
        {"koikoi_bonus=triple", "koikoi_bonus", "step"},
        {"redeal=never", "redeal", "hand4"},
        {"exhaust=half", "exhaust", "dealer1"},
        {"purse=gold", "purse", "debt"},
        {"sets=subtract", "sets", "absorb"},
        {"last_card=go", "last_card", "stop"},
        {"draw_dealer=nobody", "draw_dealer", "other"},
        {"koikoi_limit=-1", "koikoi_limit", "0"},
        {"viewing_early=-1", "viewing_early", "0"},
        {"ribbons_both=-1", "ribbons_both", "0"},
        {"house", "house", "nintendo"},
        {"rounds=3,arcade", "arcade", ""},
        {"arcade,nintendo", "nintendo", ""},
        {"rounds", "rounds", ""},
        {"=3", "", ""},
        {"rounds=3,", "", ""},
        {",rounds=3", "", ""},
        {"rounds=99999999999999999999", "rounds", "99"},
        /* ribbons_both is "with sets=add" (KK1.6) */
        {"sets=absorb,ribbons_both=10", "ribbons_both", "add"},
        {"arcade,sets=absorb", "ribbons_both", "add"},
        {"sanko=100", "sanko", "99"},
        {"kasu_from=4", "kasu_from", "5"},
        {"lightning=wild", "lightning", "joker"},
        {"tenho=off,tenho_coins=5", "tenho_coins", "tenho=on"},
        {"nintendo,tenho_both=void", "tenho_both", "tenho=on"},
        {"dealer_coins=6", "dealer_coins", "exhaust=dealer1"},
        {"month_coins=6", "month_coins", "month_cards=on"},
        {"next_dealer=alternate,draw_dealer=other", "draw_dealer", "next_dealer=winner"},
        {"target=50", "target", "coins"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ir_state s;
        char why[IR_WHY_MAX] = "";
        if (ir_start(&koikoi_game, &s, 2, bad[i].text, NULL, why) != IR_E_OPTION)
            fail_msg("options '%s' were accepted", bad[i].text);
        if (!why[0] || !strstr(why, bad[i].names) || !strstr(why, bad[i].accepts))
            fail_msg("'%s': the refusal does not name '%s' and '%s': %s", bad[i].text, bad[i].names, bad[i].accepts, why);
    }
}

static void test_KK1_7_round_trip(void **state) /* KK1.7: what is printed parses to the same values, whatever they are */
{
    (void)state;
    struct ir_rng rng;
    ir_rng_seed(&rng, 17);
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
        static const char *const preset[] = {"printed", "nintendo", "arcade", "hanafubuki", "bga_soft", "bga_hard", "flash"};
        char text[2048], why[IR_WHY_MAX], out[IR_OPTIONS_TEXT], out2[IR_OPTIONS_TEXT];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        ir_text_put(&t, preset[ir_rng_below(&rng, 7)]);
        for (int k = 0; k < KK_OPTIONS; k++) {
            const struct ir_option *o = &koikoi_options[k];
            if (ir_rng_below(&rng, 3))
                continue;
            int value = o->min + (int)ir_rng_below(&rng, (uint32_t)(o->max - o->min + 1));
            ir_text_add(&t, ",%s=", o->name);
            if (o->words)
                ir_text_put(&t, o->words[value - o->min]);
            else
                ir_text_int(&t, value);
        }
        int16_t v[IR_OPTIONS_MAX] = {0}, again[IR_OPTIONS_MAX] = {0};
        if (ir_options_parse(&koikoi_game, text, v, why) != IR_OK)
            continue;
        accepted++;
        ir_text_start(&t, out, sizeof out);
        ir_options_print(&koikoi_game, v, &t);
        assert_false(t.cut);
        option_values(out, again);
        if (memcmp(v, again, KK_OPTIONS * sizeof *v) != 0)
            fail_msg("'%s' prints as '%s', which is something else", text, out);
        ir_text_start(&t, out2, sizeof out2);
        ir_options_print(&koikoi_game, again, &t);
        assert_string_equal(out, out2);
    }
    assert_true(accepted > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_KK1_1),
        cmocka_unit_test(test_KK1_2),
        cmocka_unit_test(test_KK1_3),
        cmocka_unit_test(test_KK1_4),
        cmocka_unit_test(test_KK1_4_play),
        cmocka_unit_test(test_KK1_5),
        cmocka_unit_test(test_KK1_5_imagine),
        cmocka_unit_test(test_KK1_6),
        cmocka_unit_test(test_KK1_7_presets),
        cmocka_unit_test(test_KK1_7_refusals),
        cmocka_unit_test(test_KK1_7_round_trip),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("koikoi options", tests, NULL, NULL);
}
