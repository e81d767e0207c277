/* test_koikoi_turn.c: the cards, the deal and the turn of Koi-Koi, KK2 to KK4, and what must be visible. Every test names its
 * rule in games/koikoi/rules/en.md and was written from it, not from the engine. */
#include "played.h"

static int worth_with(const char *options, const char *pool, int calls)
{
    struct ir_state s;
    begin(&s, options);
    play(&s, "* sensei 0");
    return koikoi_worth(pub_of(&s), cards(pool), calls, NULL);
}

/* ---- KK2 the cards ---- */

static void test_KK2(void **state) /* KK2: the table, row by row */
{
    (void)state;
    static const struct {
        const char *plant, *picture[4];
        enum hanafuda_kind kind[4];
    } row[12] = {
        {"pine", {"crane", "poetry ribbon", "plain", "plain"}, {HF_BRIGHT, HF_RIBBON}},
        {"plum", {"nightingale", "poetry ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"cherry", {"curtain", "poetry ribbon", "plain", "plain"}, {HF_BRIGHT, HF_RIBBON}},
        {"wisteria", {"cuckoo", "red ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"iris", {"bridge", "red ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"peony", {"butterfly", "blue ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"bush clover", {"boar", "red ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"pampas grass", {"moon", "geese", "plain", "plain"}, {HF_BRIGHT, HF_ANIMAL}},
        {"chrysanthemum", {"sake cup", "blue ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"maple", {"deer", "blue ribbon", "plain", "plain"}, {HF_ANIMAL, HF_RIBBON}},
        {"willow", {"rain man", "swallow", "red ribbon", "lightning"}, {HF_BRIGHT, HF_ANIMAL, HF_RIBBON, HF_PLAIN}},
        {"paulownia", {"phoenix", "plain", "plain", "plain"}, {HF_BRIGHT}},
    };
    for (int card = 0; card < 48; card++) {
        assert_string_equal(hanafuda_plant[card / 4], row[card / 4].plant);
        assert_string_equal(hanafuda_picture(card), row[card / 4].picture[card % 4]);
        assert_int_equal(hanafuda_kind(card), row[card / 4].kind[card % 4]);
        assert_int_equal(hanafuda_month(card), card / 4);
    }
    assert_string_equal(hanafuda_month_name[0], "January");
    assert_string_equal(hanafuda_month_name[11], "December");
}

static void test_KK2_1(void **state) /* KK2.1: four nobles proper; the rain man counts only where a yaku names it */
{
    (void)state;
    assert_int_equal(worth_with("sake=off", "1a 3a 11a", 0), 0);
    assert_int_equal(worth_with("sake=off", "8a 12a 11a", 0), 0);
    static const char *const three[] = {"1a 3a 8a", "1a 3a 12a", "1a 8a 12a", "3a 8a 12a"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(worth_with("sake=off", three[i], 0), 5);
}

static void test_KK2_2(void **state) /* KK2.2: 5 bright, 9 animal, 10 ribbon, 24 plain */
{
    (void)state;
    int n[HF_KINDS] = {0};
    for (int card = 0; card < 48; card++)
        n[hanafuda_kind(card)]++;
    assert_int_equal(n[HF_BRIGHT], 5);
    assert_int_equal(n[HF_ANIMAL], 9);
    assert_int_equal(n[HF_RIBBON], 10);
    assert_int_equal(n[HF_PLAIN], 24);
    assert_int_equal(set_count(HF_SET_BRIGHT), 5);
    assert_int_equal(set_count(HF_SET_ANIMAL), 9);
    assert_int_equal(set_count(HF_SET_RIBBON), 10);
    assert_int_equal(set_count(HF_SET_PLAIN), 24);
}

/* ---- KK3 the deal ---- */

static void test_KK3_1(void **state) /* KK3.1: the first sensei is chosen at random, or said by the table */
{
    (void)state;
    struct ir_state s;
    struct ir_chance out[IR_MOVES_MAX];
    begin(&s, "");
    assert_int_equal(ir_turn(&s), IR_CHANCE);
    expect_legal(&s, "sensei 0, sensei 1");
    assert_int_equal(koikoi_game.chance(&s, out), 2);
    assert_int_equal(out[0].weight, out[1].weight);
    for (int seat = 0; seat < 2; seat++) {
        begin(&s, "");
        play(&s, seat ? "* sensei 1" : "* sensei 0");
        assert_int_equal(pub_of(&s)->sensei, seat);
        /* the table says who */
        begin(&s, seat ? "sensei=1" : "sensei=0");
        deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
        assert_int_equal(pub_of(&s)->sensei, seat);
        assert_int_equal(ir_turn(&s), seat);
    }
}

static void test_KK3_2(void **state) /* KK3.2: 4 opponent, 4 sensei, 4 table, again; 24 stay */
{
    (void)state;
    for (int sensei = 0; sensei < 2; sensei++) {
        struct ir_state s;
        struct ir_chance out[IR_MOVES_MAX];
        begin(&s, "redeal=off");
        play(&s, sensei ? "* sensei 1" : "* sensei 0");
        uint64_t want[3] = {0};
        for (int k = 0; k < 24; k++) {
            assert_int_equal(ir_turn(&s), IR_CHANCE);
            /* any card not dealt yet, each as likely */
            int n = koikoi_game.chance(&s, out);
            assert_int_equal(n, 48 - k);
            for (int i = 0; i < n; i++)
                assert_int_equal(out[i].weight, out[0].weight);
            int card = out[(k * 7 + 5) % n].move - KK_MOVE_CARD;
            char text[IR_TEXT_MAX], name[8];
            struct ir_text t;
            ir_text_start(&t, name, sizeof name);
            hanafuda_card_print(card, &t);
            snprintf(text, sizeof text, "* card %s", name);
            play(&s, text);
            want[k / 4 % 3] |= BIT(card);
            if (k < 23) {
                assert_true(hand_of(&s, !sensei) == want[0]);
                assert_true(hand_of(&s, sensei) == want[1]);
                assert_true(pub_of(&s)->field == want[2]);
                expect_illegal(&s, IR_CHANCE, text + 2); /* it is dealt once */
            }
        }
        assert_true(hand_of(&s, !sensei) == want[0] && hand_of(&s, sensei) == want[1] && pub_of(&s)->field == want[2]);
        assert_int_equal(set_count(want[0]) + set_count(want[1]) + set_count(want[2]), 24);
        assert_int_equal(pub_of(&s)->deck, 24);
        assert_int_equal(set_count(deck_of(&s)), 24);
        assert_int_equal(pub_of(&s)->hand[0], 8);
        assert_int_equal(pub_of(&s)->hand[1], 8);
    }
}

static void test_KK3_3(void **state) /* KK3.3: the winner of the round before is sensei */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "");
    play(&s, "0 play 4d, * card 5c, 1 play 9d, * card 8b, 1 agari"); /* the opponent wins */
    assert_int_equal(pub_of(&s)->round, 2);
    assert_int_equal(pub_of(&s)->sensei, 1);
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD); /* KK3.2: the cards go by who is sensei now */
    expect_hand(&s, 0, OTHER_HAND);
    expect_hand(&s, 1, SENSEI_HAND);
    assert_int_equal(ir_turn(&s), 1);
    play(&s, "1 play 9c, * card 8b, 1 agari"); /* the sensei wins and stays */
    assert_int_equal(pub_of(&s)->round, 3);
    assert_int_equal(pub_of(&s)->sensei, 1);
    deal(&s, -1, OTHER_HAND, SENSEI_HAND, FIELD);
    play(&s, "1 play 4d, * card 5c, 0 play 9d, * card 8b, 0 agari");
    assert_int_equal(pub_of(&s)->sensei, 0);
}

/* ---- KK4 a turn ---- */

static void test_KK4_1(void **state) /* KK4.1: the sensei first, then in turn; nobody can skip */
{
    (void)state;
    for (int sensei = 0; sensei < 2; sensei++) {
        struct ir_state s;
        begin(&s, "");
        deal(&s, sensei, OTHER_HAND, SENSEI_HAND, FIELD);
        assert_int_equal(ir_turn(&s), sensei);
        expect_illegal(&s, !sensei, "play 2c");
        expect_illegal(&s, sensei, "agari");
        expect_illegal(&s, sensei, "koi-koi");
        expect_illegal(&s, IR_CHANCE, "card 5c");
        expect_legal(&s, "play 1c, play 3c, play 4d, play 6c, play 8c, play 9c, play 10c, play 12c");
        play(&s, sensei ? "1 play 4d, * card 5c" : "0 play 4d, * card 5c");
        assert_int_equal(ir_turn(&s), !sensei);
        play(&s, sensei ? "0 play 2c, * card 7a" : "1 play 2c, * card 7a");
        assert_int_equal(ir_turn(&s), sensei);
        expect_illegal(&s, !sensei, "play 1d");
    }
}

static void test_KK4_2(void **state) /* KK4.2: play one card; a match always captures, none stays on the table */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "");
    expect_illegal(&s, 0, "play 2c"); /* not in this hand */
    expect_illegal(&s, 0, "play 5a"); /* in the deck */
    expect_illegal(&s, 0, "play 1a"); /* on the table */
    play(&s, "0 play 4d");
    expect_pool(&s, 0, "4c 4d");
    expect_field(&s, "1a 3a 8a 9a 12a 6b 10b");
    expect_hand(&s, 0, "1c 3c 8c 9c 12c 6c 10c");
    play(&s, "* card 5c");
    play(&s, "1 play 2c"); /* no match: it stays */
    expect_pool(&s, 1, "");
    expect_field(&s, "1a 2c 3a 5c 8a 9a 12a 6b 10b");
    expect_hand(&s, 1, "1d 3d 8d 9d 12d 6d 10d");
    play(&s, "* card 7a");
    expect_illegal(&s, 0, "play 4d"); /* played already */
}

static void test_KK4_3(void **state) /* KK4.3: then the deck's top card is turned and captures by the same rules, or stays */
{
    (void)state;
    struct ir_state s;
    struct ir_chance out[IR_MOVES_MAX];
    begin_dealt(&s, "");
    play(&s, "0 play 4d");
    assert_int_equal(ir_turn(&s), IR_CHANCE);
    int n = koikoi_game.chance(&s, out);
    assert_int_equal(n, 24);
    for (int i = 0; i < n; i++) {
        assert_true(deck_of(&s) & BIT(out[i].move - KK_MOVE_CARD));
        assert_int_equal(out[i].weight, out[0].weight);
    }
    expect_illegal(&s, IR_CHANCE, "card 1a"); /* on the table */
    expect_illegal(&s, IR_CHANCE, "card 1d"); /* in a hand */
    expect_illegal(&s, IR_CHANCE, "card 4d"); /* in a pool */
    expect_illegal(&s, 1, "play 2c");         /* the turn is not over */
    struct ir_state lay = s;
    play(&lay, "* card 5c");
    expect_pool(&lay, 0, "4c 4d");
    expect_field(&lay, "1a 3a 5c 8a 9a 12a 6b 10b");
    play(&s, "* card 12b");
    expect_pool(&s, 0, "4c 4d 12a 12b");
    expect_field(&s, "1a 3a 8a 9a 6b 10b");
    assert_int_equal(pub_of(&s)->deck, 23);
    assert_int_equal(ir_turn(&s), 1);
    /* a card just laid can be captured by the card turned after it */
    begin_dealt(&s, "");
    play(&s, "0 play 4d, * card 5c, 1 play 2c, * card 2a");
    expect_pool(&s, 1, "2a 2c");
}

static void test_KK4_4(void **state) /* KK4.4: one, two or three matches, in both actions */
{
    (void)state;
    struct ir_state s;
    begin(&s, "");
    deal(&s, 0, "1d 3d 8d 9d 12d 6d 10d 2c", "1c 2a 3a 4a 5a 6a 7a 8a", "1a 2b 2d 3b 3c 11a 11b 11c");
    expect_legal(&s, "play 1c, play 2a 2b, play 2a 2d, play 3a 3b, play 3a 3c, play 4a, play 5a, play 6a, play 7a, play 8a");
    expect_illegal(&s, 0, "play 2a");    /* two match: which is the player's choice */
    expect_illegal(&s, 0, "play 2a 2c"); /* not on the table */
    expect_illegal(&s, 0, "play 2a 3b"); /* another suit */
    expect_illegal(&s, 0, "play 1c 1a"); /* no choice, none is named */
    expect_illegal(&s, 0, "play 4a 1a");
    struct ir_state t = s;
    play(&t, "0 play 2a 2d");
    expect_pool(&t, 0, "2a 2d");
    expect_field(&t, "1a 2b 3b 3c 11a 11b 11c");
    t = s;
    play(&t, "0 play 2a 2b");
    expect_pool(&t, 0, "2a 2b");
    t = s;
    play(&t, "0 play 1c");
    expect_pool(&t, 0, "1a 1c");
    /* the turned card: three match */
    play(&t, "* card 11d");
    expect_pool(&t, 0, "1a 1c 11a 11b 11c 11d");
    expect_field(&t, "2b 2d 3b 3c");
    assert_int_equal(ir_turn(&t), 1);
    /* the played card: three match */
    begin(&t, "");
    deal(&t, 0, OTHER_HAND, "11d 3c 8c 9c 12c 6c 10c 4d", "11a 11b 11c 1a 3a 8a 12a 5a");
    expect_illegal(&t, 0, "play 11d 11a");
    play(&t, "0 play 11d");
    expect_pool(&t, 0, "11a 11b 11c 11d");
    expect_field(&t, "1a 3a 8a 12a 5a");
    /* the turned card: two match, the player of the turn chooses */
    begin(&s, "");
    deal(&s, 0, OTHER_HAND, SENSEI_HAND, "5a 5b 1a 3a 8a 9a 12a 6b");
    play(&s, "0 play 4d, * card 5c");
    assert_int_equal(ir_turn(&s), 0);
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_TAKE);
    assert_int_equal(pub_of(&s)->turned, set_first(cards("5c")));
    expect_legal(&s, "take 5a, take 5b");
    expect_illegal(&s, 1, "take 5a");
    expect_illegal(&s, 0, "take 1a");
    expect_illegal(&s, 0, "take 5d");
    expect_illegal(&s, 0, "play 1c");
    t = s;
    play(&t, "0 take 5b");
    expect_pool(&t, 0, "5b 5c");
    expect_field(&t, "4d 5a 1a 3a 8a 9a 12a 6b");
    assert_int_equal(ir_turn(&t), 1);
    play(&s, "0 take 5a");
    expect_pool(&s, 0, "5a 5c");
}

static void test_KK4_5(void **state) /* KK4.5: pools are public; hands and the deck's order are secret */
{
    (void)state;
    struct ir_state s, other;
    struct ir_view v, w;
    struct ir_move_list {
        ir_move a[IR_MOVES_MAX];
    } m;
    begin_dealt(&s, "");
    play(&s, "0 play 4d, * card 5c");
    /* another deal that differs only in what seat 0 cannot see: the other hand has 2a where this one has 2c */
    begin(&other, "");
    deal(&other, 0, "1d 3d 8d 9d 12d 6d 10d 2a", SENSEI_HAND, FIELD);
    play(&other, "0 play 4d, * card 5c");
    ir_look(&koikoi_game, &s, 0, &v);
    ir_look(&koikoi_game, &other, 0, &w);
    assert_memory_equal(v.b, w.b, ir_state_size(&koikoi_game));
    ir_look(&koikoi_game, &s, IR_SPECTATOR, &v);
    ir_look(&koikoi_game, &other, IR_SPECTATOR, &w);
    assert_memory_equal(v.b, w.b, ir_state_size(&koikoi_game));
    ir_look(&koikoi_game, &s, 1, &v);
    ir_look(&koikoi_game, &other, 1, &w);
    assert_memory_not_equal(v.b, w.b, ir_state_size(&koikoi_game));
    assert_int_equal(koikoi_game.legal(&v, m.a), 8);
    /* everybody sees both pools, the table, and how many cards there are */
    for (int seat = IR_SPECTATOR; seat < 2; seat++) {
        ir_look(&koikoi_game, &s, seat, &v);
        assert_true(koikoi_pub(v.b)->pool[0] == cards("4c 4d"));
        assert_true(koikoi_pub(v.b)->field == pub_of(&s)->field);
        assert_int_equal(koikoi_pub(v.b)->deck, 23);
        assert_int_equal(koikoi_pub(v.b)->hand[0], 7);
        assert_int_equal(koikoi_pub(v.b)->hand[1], 8);
    }
    /* the deck has no order: any of its cards can come next, and events of the deal tell a card to its owner only */
    struct ir_chance out[IR_MOVES_MAX];
    play(&s, "1 play 2c");
    assert_int_equal(koikoi_game.chance(&s, out), 23);
    for (int card = 0; card < 2; card++) {
        struct ir_events all = {0}, seen[2];
        char why[IR_WHY_MAX];
        for (int i = 0; i < 2; i++) {
            begin(&s, "");
            play(&s, "* sensei 0");
            all.n = 0;
            assert_int_equal(try_move(&s, IR_CHANCE, i ? "card 1a" : "card 7b", &all, why), IR_OK);
            ir_events_see(&all, card ? 0 : IR_SPECTATOR, &seen[i]); /* it goes to seat 1 */
        }
        assert_int_equal(seen[0].n, seen[1].n);
        assert_memory_equal(seen[0].e, seen[1].e, (size_t)seen[0].n * sizeof seen[0].e[0]);
    }
}

/* ---- what must be visible ---- */

static char json_out[65536];
static const char *json_of(const struct ir_state *s, int seat)
{
    struct ir_json j;
    struct ir_view v;
    ir_look(&koikoi_game, s, seat, &v);
    ir_json_start(&j, json_out, sizeof json_out);
    ir_describe(&koikoi_game, &v, &j);
    assert_false(j.text.cut);
    return json_out;
}
#define expect_json(json, text)                                                                                                \
    do {                                                                                                                       \
        if (!strstr(json, text))                                                                                               \
            fail_msg("the view does not show %s: %s", text, json);                                                             \
    } while (0)

static void test_visible(void **state) /* "What must be visible to a player at any time" */
{
    (void)state;
    struct ir_state s;
    begin_dealt(&s, "nobles=on");
    play(&s, "0 play 9c, * card 8b, 0 koi-koi, 1 play 1d, * card 3b, 0 play 4d, * card 5c, 1 play 12d, * card 10a");
    assert_int_equal(pub_of(&s)->phase, KK_PHASE_CALL);
    for (int seat = IR_SPECTATOR; seat < 2; seat++) {
        const char *j = json_of(&s, seat);
        const char *second = strstr(strstr(j, "\"players\""), "\"cards\":6,\"pool\":{\"bright\":[\"1a\"");
        /* both pools, grouped by kind */
        expect_json(j,
                    "\"pool\":{\"bright\":[\"8a\"],\"animal\":[\"8b\",\"9a\"],\"ribbon\":[],\"plain\":[\"4c\",\"4d\",\"9c\"]}");
        expect_json(j, "\"pool\":{\"bright\":[\"1a\",\"3a\",\"12a\"],\"animal\":[\"10a\"],"
                       "\"ribbon\":[\"3b\",\"10b\"],\"plain\":[\"1d\",\"12d\"]}");
        assert_non_null(second);
        /* the yaku each has, and how far it is from the others, with the cards still obtainable */
        expect_json(j, "{\"yaku\":\"tsukimi\",\"coins\":5,\"least\":5,\"have\":2,\"need\":2,\"lacks\":0");
        expect_json(j, "{\"yaku\":\"sanko\",\"coins\":5,\"least\":5,\"have\":3,\"need\":3,\"lacks\":0");
        expect_json(j, "{\"yaku\":\"ame-shiko\",\"coins\":0,\"least\":7,\"have\":3,\"need\":4,\"lacks\":1,\"from\":[\"11a\"],"
                       "\"cards\":[]}"); /* seat
                               1 */
        expect_json(j,
                    "{\"yaku\":\"hanami\",\"coins\":0,\"least\":5,\"have\":1,\"need\":2,\"lacks\":null"); /* curtain and cup are
                                                                                                             with two players */
        expect_json(j, "{\"yaku\":\"ao-tan\",\"coins\":0,\"least\":5,\"have\":1,\"need\":3,\"lacks\":2,\"from\":[\"6b\",\"9b\"]"
                       ",\"cards\":[]}");
        expect_json(j, "{\"yaku\":\"aka-tan\",\"coins\":0,\"least\":5,\"have\":1,\"need\":3,\"lacks\":2,\"from\":[\"1b\","
                       "\"2b\"],\"cards\":[]}");
        expect_json(j, "{\"yaku\":\"tane\",\"coins\":0,\"least\":1,\"have\":2,\"need\":5,\"lacks\":3,");
        expect_json(j, "{\"yaku\":\"tanzaku\",\"coins\":0,\"least\":1,\"have\":2,\"need\":5,\"lacks\":3,");
        expect_json(j, "{\"yaku\":\"kasu\",\"coins\":0,\"least\":1,\"have\":4,\"need\":10,\"lacks\":6,"); /* seat 0: 4c 4d 9c
                                                                                                             and the cup */
        expect_json(j, "\"yaku\":\"ino-shika-cho\"");
        expect_json(j, "\"yaku\":\"shiko\"");
        expect_json(j, "\"yaku\":\"goko\"");
        /* coins, round, calls, multipliers, deck */
        expect_json(j, "\"coins\":50");
        expect_json(j, "\"round\":1");
        expect_json(j, "\"rounds\":6");
        expect_json(j, "\"month\":\"January\"");
        expect_json(j, "\"calls\":1");
        expect_json(j, "\"calls\":0");
        expect_json(j, "\"deck\":20");
        /* seat 0 would win with its own call doubled, seat 1 with the counter: both times the four nobles and one */
        expect_json(j, "\"koikoi\":2,\"counter\":1,\"nobles\":5,\"all\":10}");
        expect_json(j, "\"koikoi\":1,\"counter\":2,\"nobles\":5,\"all\":10}");
        expect_json(j, "\"worth\":5");
        expect_json(j, "\"win_pays\":50");
        expect_json(j, "\"win_pays_after_call\":50"); /* all there is: (5 + 1) * 2 * 2 * 5 and more */
        assert_null(strstr(j, "month-cards"));        /* these options do not have it */
        /* a hand is its owner's only */
        assert_true((strstr(j, "{\"card\":\"1c\"") != NULL) == (seat == 0));
        assert_true((strstr(j, "{\"card\":\"2c\"") != NULL) == (seat == 1));
        assert_true((strstr(j, "\"koi-koi\"") != NULL) == (seat == 1));
    }
    /* at any time: also while cards are dealt, in the middle of a turn, and after the game */
    begin(&s, "rounds=1");
    expect_json(json_of(&s, 0), "\"players\":[{\"coins\":25");
    play(&s, "* sensei 0, * card 1a");
    expect_json(json_of(&s, 1), "\"deck\":47");
    begin_dealt(&s, "rounds=1,coins=50");
    play(&s, "0 play 9c");
    expect_json(json_of(&s, 1), "\"animal\":[\"9a\"]");
    play(&s, "* card 8b, 0 agari");
    expect_json(json_of(&s, IR_SPECTATOR), "\"turn\":\"over\"");
    expect_json(json_of(&s, 1), "\"coins\":55");
    expect_json(json_of(&s, 1), "\"coins\":45");
}

/* KK8: the choice says how the game ends if stopping ends it, and nothing otherwise. */
static void test_stop_ends(void **state)
{
    (void)state;
    static const struct {
        const char *options, *ends;
        int32_t purse[2];
    } at[] = {
        {"rounds=1,coins=50", "\"stop_ends\":{\"winner\":0,\"coins\":[55,45]}", {50, 50}},
        {"rounds=1,coins=50", "\"stop_ends\":{\"winner\":1,\"coins\":[7,93]}", {2, 98}},
        {"rounds=1,coins=50", "\"stop_ends\":{\"winner\":null,\"coins\":[50,50]}", {45, 55}},
        {"rounds=1,purse=score", "\"stop_ends\":{\"winner\":1,\"coins\":[5,9]}", {0, 9}}, /* nobody pays */
        {"coins=50", "\"stop_ends\":{\"winner\":0,\"coins\":[100,0]}", {97, 3}},          /* no more than there is */
        {"coins=50,purse=debt", "\"stop_ends\":{\"winner\":0,\"coins\":[102,-2]}", {97, 3}},
        {"coins=50,target=55", "\"stop_ends\":{\"winner\":0,\"coins\":[55,45]}", {50, 50}},
        {"coins=50", NULL, {50, 50}}, /* more rounds follow */
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct ir_state s;
        begin_dealt(&s, at[i].options);
        for (int seat = 0; seat < 2; seat++)
            ((struct koikoi_pub *)(void *)s.b)->purse[seat] = at[i].purse[seat];
        play(&s, "0 play 9c");
        assert_null(strstr(json_of(&s, 0), "stop_ends"));
        play(&s, "* card 8b");
        for (int seat = IR_SPECTATOR; seat < 2; seat++) {
            const char *j = json_of(&s, seat);
            if (at[i].ends)
                expect_json(j, at[i].ends);
            else
                assert_null(strstr(j, "stop_ends"));
        }
        play(&s, "0 agari");
        assert_int_equal(ir_turn(&s) == IR_OVER, at[i].ends != NULL);
        assert_null(strstr(json_of(&s, 0), "stop_ends"));
    }
}

/* "How far each is from every other one (cards still obtainable)": a yaku that what one holds excludes for good is not one card
 * away. KK5.8, KK5.9: after shiko the rain man makes goko, never ame-shiko; KK1.4: beside sanko one sake pair never
 * comes to count. */
static void test_visible_excluded(void **state)
{
    (void)state;
    struct ir_state s;
    uint64_t from;
    begin_dealt(&s, "sake_nobles=on");
    assert_int_equal(koikoi_lacks(pub_of(&s), KK_AME_SHIKO, cards("1a 3a 8a"), 0, &from), 1);
    assert_int_equal(koikoi_lacks(pub_of(&s), KK_GOKO, cards("1a 3a 8a 12a"), 0, &from), 1);
    assert_int_equal(koikoi_lacks(pub_of(&s), KK_TSUKIMI, cards("1a 8a"), 0, &from), 1);
    int ame = koikoi_lacks(pub_of(&s), KK_AME_SHIKO, cards("1a 3a 8a 12a"), 0, &from);
    int tsukimi = koikoi_lacks(pub_of(&s), KK_TSUKIMI, cards("1a 8a 12a"), 0, &from);
    assert_int_equal(koikoi_lacks(pub_of(&s), KK_TSUKIMI, cards("1a 3a 8a"), 0, &from), 1); /* both pairs beat sanko */
    if (ame != -1 || tsukimi != -1)
        fail_msg("shiko is shown %d card(s) from ame-shiko, sanko under sake_nobles %d from tsukimi; neither can ever come",
                 ame, tsukimi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_KK2),       cmocka_unit_test(test_KK2_1),
        cmocka_unit_test(test_KK2_2),     cmocka_unit_test(test_KK3_1),
        cmocka_unit_test(test_KK3_2),     cmocka_unit_test(test_KK3_3),
        cmocka_unit_test(test_KK4_1),     cmocka_unit_test(test_KK4_2),
        cmocka_unit_test(test_KK4_3),     cmocka_unit_test(test_KK4_4),
        cmocka_unit_test(test_KK4_5),     cmocka_unit_test(test_visible),
        cmocka_unit_test(test_stop_ends), cmocka_unit_test(test_visible_excluded),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("koikoi cards, deal and turn", tests, NULL, NULL);
}
