/* test_gacha.c: GA1 - GA4: components, set-up, turns and paying; each rule by its number in games/gacha/rules/en.md. */
#include "drive.h"

/* ---- GA1 ---- */

/* GA1.1 */
static void test_GA1_1(void **state)
{
    (void)state;
    assert_int_equal(ir_start(&gacha_game, &S, 1, "", NULL, why), IR_E_SEATS);
    assert_int_equal(ir_start(&gacha_game, &S, 7, "", NULL, why), IR_E_SEATS);
    for (int seats = 2; seats <= 6; seats++)
        assert_int_equal(ir_start(&gacha_game, &S, seats, "", NULL, why), IR_OK);
}

/* GA1.2: 75 cards, 15 of a figure, on 20 backs, every figure of a back as often as the others. */
static void test_GA1_2(void **state)
{
    (void)state;
    begin_with(NULL, 2, "");
    int figure[GA_FIGURES] = {0};
    assert_int_equal(P->n_cards, 75);
    for (int b = 0; b < GA_BACKS; b++) {
        int faces = gacha_back_faces[b], first = P->id[b * 3 + 1] - P->id[b * 3];
        assert_true(set_count(gacha_back_mask[b]) == faces && (faces == 2 || faces == 3));
        for (int j = 0; j < 3; j++) {
            int n = P->id[b * 3 + j + 1] - P->id[b * 3 + j];
            assert_int_equal(n, j < faces ? first : 0);
            if (j < faces)
                figure[gacha_back_figure[b][j]] += n;
        }
        unsigned m = gacha_back_mask[b] | gacha_back_mask[b] << 5; /* neighbours in the cycle are on twice as many */
        unsigned run = faces == 2 ? 3 : 7;
        int neighbours = 0;
        for (int i = 0; i < 5; i++)
            neighbours |= (m >> i & run) == run;
        assert_int_equal(first, neighbours ? 2 : 1);
    }
    for (int f = 0; f < GA_FIGURES; f++)
        assert_int_equal(figure[f], 15);
}

/* GA1.3: 35 rewards as the table of the rules lists them. */
static void test_GA1_3(void **state)
{
    (void)state;
    static const struct {
        int from, n, points, size, mark;
    } row[] = {{0, 5, 4, 2, 0},  {5, 5, 6, 3, 0},   {10, 5, 6, 3, 0},  {15, 5, 7, 4, 0}, {20, 2, 5, 3, 0},
               {22, 1, 9, 4, 0}, {23, 1, 11, 5, 0}, {24, 1, 12, 5, 0}, {25, 5, 8, 4, 5}, {30, 5, 6, 3, 6}};
    int coloured = 0;
    begin_with(NULL, 6, "");
    assert_int_equal(P->n_rewards, 35);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int r = row[i].from; r < row[i].from + row[i].n; r++) {
            struct gacha_cost c;
            int half = gacha_half(P->reward[r]);
            gacha_cost(P->reward[r], &c);
            assert_int_equal(gacha_points(P->reward[r]), row[i].points);
            assert_int_equal(gacha_mark(P->reward[r]), row[i].mark);
            assert_int_equal(c.size, row[i].size);
            if (r == 20 || r == 21)
                assert_int_equal(half, GA_RAINBOW);
            else if (r >= 22 && r <= 24)
                assert_int_equal(half, GA_NONE);
            else
                assert_int_equal(half, GA_BLUE + coloured++ % 3);
        }
    assert_int_equal(coloured, 30);
}

/* GA1.4 */
static void test_GA1_4(void **state)
{
    (void)state;
    begin_with(NULL, 2, "");
    assert_int_equal(P->box[GA_TURN], 5);
    assert_int_equal(P->box[GA_JOKER], 5);
    assert_int_equal(P->box[GA_POINTS], 6);
}

/* ---- GA2 ---- */

/* GA2.1 */
static void test_GA2_1(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 6; seats++) {
        begin_with(NULL, seats, "");
        settle();
        int rest = 75 - 4 * seats;
        for (int i = 0; i < seats; i++)
            assert_int_equal(P->hand[i], 4);
        for (int i = 0; i < GA_PLACES; i++)
            assert_int_equal(P->size[i], rest / 4 + (i < rest % 4));
        assert_int_equal(P->discards, 0);
    }
}

/* GA2.2: the marks, a market of four, refilled at once. */
static void test_GA2_2(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 6; seats++) {
        begin_with(NULL, seats, "");
        assert_int_equal(set_count(P->rewards), seats <= 4 ? 25 : seats == 5 ? 30 : 35);
        settle();
        assert_int_equal(set_count(P->rewards), (seats <= 4 ? 25 : seats == 5 ? 30 : 35) - 4);
    }
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 4");
    play("claim 1 mecha 2");
    assert_int_equal(P->phase, GA_PHASE_REWARD);
    play("reward 9");
    assert_int_equal(P->market[0], 9);
    assert_int_equal(ir_turn(&S), 1);
}

/* GA2.3: how many tokens; those the table chose are the ones that come. */
static void test_GA2_3(void **state)
{
    (void)state;
    static const int supply[] = {0, 0, 5, 6, 8, 10, 12};
    for (int seats = 2; seats <= 6; seats++) {
        begin_with(NULL, seats, "");
        assert_int_equal(P->supply, supply[seats]);
    }
    begin_with(NULL, 2, "tokens_turn=2,tokens_joker=2,tokens_points=1");
    assert_int_equal(P->box[GA_TURN] * 100 + P->box[GA_JOKER] * 10 + P->box[GA_POINTS], 221);
    assert_int_equal(ir_start(&gacha_game, &S, 3, "tokens_turn=2,tokens_joker=2,tokens_points=1", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "add up to 5; 3 players have 6"));
    assert_int_equal(ir_start(&gacha_game, &S, 3, "tokens_turn=6", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "tokens_turn cannot be 6; the box has 5"));
    setup(2, "first=0,tokens_points=5", "mmgg ssss", "reward 1, reward 2, reward 24, reward 5");
    play("claim 1 mecha 2, reward 9");
    draw_two("dd");
    play("claim 2 girl 2, reward 10");
    struct ir_chance out[IR_MOVES_MAX];
    assert_int_equal(gacha_game.chance(&S, out), 1);
    assert_int_equal(out[0].move, GA_MOVE_TOKEN + GA_POINTS);
}

/* GA2.4: anyone may begin, or the seat the table says; then clockwise. */
static void test_GA2_4(void **state)
{
    (void)state;
    struct ir_chance out[IR_MOVES_MAX];
    begin_with(NULL, 5, "");
    assert_int_equal(gacha_game.chance(&S, out), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(out[i].weight, 1);
    play("first 3");
    settle();
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ir_turn(&S), (3 + i) % 5);
        play("draw 1");
        settle();
        play("draw 2");
        settle();
    }
    begin_with(NULL, 5, "first=4");
    settle();
    assert_int_equal(ir_turn(&S), 4);
    assert_int_equal(ir_start(&gacha_game, &S, 4, "first=4", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "first cannot be 4 with 4 players"));
}

/* ---- GA3 ---- */

/* GA3.1: two cards one after the other; the first is seen before the second is chosen; both must be drawn. */
static void test_GA3_1(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 4");
    play("draw 2");
    struct ir_chance out[IR_MOVES_MAX];
    gacha_game.chance(&S, out);
    int figure = out[0].move - GA_MOVE_FACE, before = OWN(0)->count[figure];
    apply(out[0].move);
    assert_int_equal(OWN(0)->count[figure], before + 1);
    settle();
    assert_int_equal(ir_turn(&S), 0);
    assert_int_equal(P->phase, GA_PHASE_DRAW);
    assert_int_equal(legal_count(""), 4); /* draw 1 ... 4 and nothing else: no claim in between */
    assert_int_equal(legal_count("draw "), 4);
    play("draw 2");
    settle();
    assert_int_equal(P->hand[0], 6);
    assert_int_equal(ir_turn(&S), 1);
}

/* GA3.1: if only one card can be drawn, one is. */
static void test_GA3_1_one(void **state)
{
    (void)state;
    begin_with(tiny, 3, "deck=custom,first=0"); /* 12 dealt, 6 in piles: seats 0, 1 and 2 draw two each */
    settle();
    drain(1);
    assert_int_equal(ir_turn(&S), 2);
    assert_int_equal(P->phase, GA_PHASE_DRAW);
    drain(0);
    assert_int_equal(P->phase, GA_PHASE_ACT);
}

/* GA3.2 */
static void test_GA3_2(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 4");
    assert_true(legal("claim 1 mecha 2"));
    assert_false(legal("claim 3 daikon 2"));
    assert_false(legal("claim 1 girl 2"));
    play("claim 2 girl 2");
    assert_int_equal(P->hand[0], 2);
    assert_int_equal(OWN(0)->count[GA_GIRL], 0);
    assert_int_equal(P->discards, 2);
    assert_true(P->got[0] == BIT(1));
    play("reward 20");
    assert_int_equal(P->market[1], 20);
}

/* GA3.3: passing is the only move when nothing is possible, and else none. The deck has sushi that nobody is dealt enough of.
 */
static const char stuck[] =
    TINY_HEAD "total cards 12\nback kitsune sushi face kitsune 6 face sushi 2\n"
              "back mecha girl face mecha 2 face girl 2\n"
              "total rewards 5\nreward sushi sushi points 3 half none\nreward sushi sushi any points 3 half none\n"
              "reward sushi sushi mecha points 3 half none\nreward mecha mecha girl girl points 3 half none\n"
              "reward sushi sushi girl points 4 half none\n" TINY_TAIL;
static void test_GA3_3(void **state)
{
    (void)state;
    begin_with(stuck, 2, "deck=custom,first=0");
    play("back kitsune sushi, face kitsune, back kitsune sushi, face kitsune, back mecha girl, face mecha, back mecha girl, "
         "face girl");
    play("back kitsune sushi, face kitsune, back kitsune sushi, face kitsune, back mecha girl, face mecha, back mecha girl, "
         "face girl");
    play("back kitsune sushi, back kitsune sushi, back kitsune sushi, back kitsune sushi");
    play("reward 1, reward 2, reward 3, reward 4");
    play("draw 1, face sushi, draw 2, face kitsune");
    assert_int_equal(P->trigger, GA_TRIGGER_PILES);
    play("draw 3, face sushi, draw 4, face kitsune");
    assert_int_equal(ir_turn(&S), IR_OVER); /* everyone had a last turn */
}

static const char stuck3[] =
    TINY_HEAD "total cards 16\nback kitsune sushi face kitsune 6 face sushi 2\n"
              "back mecha girl face mecha 4 face girl 4\n"
              "total rewards 5\nreward sushi sushi points 3 half none\nreward sushi sushi any points 3 half none\n"
              "reward sushi sushi mecha points 3 half none\nreward mecha mecha mecha girl girl points 3 half none\n"
              "reward sushi sushi girl points 4 half none\n"
              "total tokens 6\ntoken turn 1\ntoken joker 2\ntoken points 3\n";
static void stuck3_deal(void)
{
    begin_with(stuck3, 3, "deck=custom,first=0");
    for (int i = 0; i < 3; i++)
        play("back kitsune sushi, face kitsune, back kitsune sushi, face kitsune, back mecha girl, face mecha, back mecha "
             "girl, face girl");
    play("back kitsune sushi, back kitsune sushi, back mecha girl, back mecha girl");
    play("reward 1, reward 2, reward 3, reward 4");
    assert_int_equal(legal_count("pass"), 0); /* drawing is possible */
    play("draw 1, face sushi, draw 3, face mecha");
    play("draw 2, face sushi, draw 4, face girl");
    assert_int_equal(ir_turn(&S), 2);
}
static void test_GA3_3_pass(void **state)
{
    (void)state;
    stuck3_deal();
    assert_int_equal(piled(), 0);
    assert_true(legal("pass"));
    assert_int_equal(legal_count(""), 1);
    play("pass");
    assert_int_equal(ir_turn(&S), IR_OVER);
    assert_true(P->passed == 4 && P->unable[2][0] == 1);
}

/* GA3.3: what a pass tells is part of every world imagined after it. */
static void test_GA3_3_worlds(void **state)
{
    (void)state;
    struct ir_view v;
    struct ir_state world;
    struct ir_rng r;
    stuck3_deal();
    ((struct gacha_pub *)(void *)S.b)->triggered_by = 1; /* one more turn to come after the pass */
    play("pass");
    assert_int_equal(ir_turn(&S), 0);
    ir_rng_seed(&r, 1);
    ir_look(&gacha_game, &S, 0, &v);
    for (int i = 0; i < 500; i++) {
        gacha_game.imagine(&v, &r, &world);
        assert_null(gacha_game.check(&world));
        assert_false(gacha_payable(P->reward[0], gacha_own_of(&world, 2)->count, 0));
    }
}

/* GA3.4: a hand grows without limit. */
static void test_GA3_4(void **state)
{
    (void)state;
    begin_with(NULL, 2, "first=0");
    settle();
    drain(3);
    assert_int_equal(P->hand[0] + P->hand[1], 72);
    assert_true(P->hand[0] >= 36 && legal_count("claim") > 0);
}

/* GA3.5: payment, reward, market, token, colour card, extra turn: in this order. */
static void test_GA3_5(void **state)
{
    (void)state;
    setup(2, "first=0", "mmkk ssss", "reward 1, reward 4, reward 3, reward 8"); /* 1 and 4: both blue */
    play("claim 1 mecha 2, reward 6");
    draw_two("md");
    assert_int_equal(ir_turn(&S), 0);
    play("claim 2 kitsune 2");
    assert_int_equal(P->discards, 4); /* paid */
    assert_true(P->got[0] == (BIT(0) | BIT(3)));
    assert_int_equal(P->phase, GA_PHASE_REWARD);
    play("reward 7");
    assert_int_equal(P->phase, GA_PHASE_TOKEN);
    play("token turn");
    assert_int_equal(P->phase, GA_PHASE_DRAW);
    assert_int_equal(P->draws, 1);
    assert_int_equal(P->hand[0], 0);
    play("draw 4");
    settle();
    assert_int_equal(P->hand[0], 1);
    assert_int_equal(P->phase, GA_PHASE_EXTRA);
    play("again");
    assert_int_equal(ir_turn(&S), 0);
    assert_int_equal(P->phase, GA_PHASE_ACT);
}

/* ---- GA4 ---- */

/* GA4.1: one card is one figure. */
static void test_GA4_1(void **state)
{
    (void)state;
    setup(2, "first=0", "mgkm ssss", "reward 6, reward 24, reward 3, reward 5"); /* 6: mecha girl kitsune */
    assert_true(legal("claim 1 mecha girl kitsune"));
    assert_int_equal(legal_count("claim"), 1);
    assert_false(legal("claim 1 mecha 2 girl"));
    play("claim 1 mecha girl kitsune");
    assert_int_equal(P->hand[0], 1);
    assert_int_equal(OWN(0)->count[GA_MECHA], 1);
}

/* GA4.2: a joker slot takes any figure; each way once. */
static void test_GA4_2(void **state)
{
    (void)state;
    setup(2, "first=0", "mgdd ssss", "reward 16, reward 24, reward 5, reward 8"); /* 16: mecha girl daikon any */
    assert_int_equal(legal_count("claim"), 1);
    assert_true(legal("claim 1 mecha girl daikon 2"));
    draw_any();
    draw_any();
    assert_int_equal(ir_turn(&S), 0);
    int wild = (OWN(0)->count[GA_MECHA] > 1) + (OWN(0)->count[GA_GIRL] > 1) + (OWN(0)->count[GA_DAIKON] > 1) +
               (OWN(0)->count[GA_KITSUNE] > 0) + (OWN(0)->count[GA_SUSHI] > 0);
    assert_int_equal(legal_count("claim 1"), wild);
}

/* GA4.3: equal slots take one figure. */
static void test_GA4_3(void **state)
{
    (void)state;
    setup(2, "first=0", "mmmg sssg", "reward 21, reward 24, reward 4, reward 23"); /* 21: any=any=any, 23: four equal */
    assert_int_equal(legal_count("claim 1"), 1);
    assert_true(legal("claim 1 mecha 3"));
    assert_false(legal("claim 1 mecha 2 girl"));
    assert_int_equal(legal_count("claim 4"), 0);
}

/* GA4.4: 2 equal + 3 equal, or 5 equal. */
static void test_GA4_4(void **state)
{
    (void)state;
    uint8_t hand[GA_FIGURES] = {5, 2, 0, 3, 0};
    ir_move out[IR_MOVES_MAX];
    char text[IR_TEXT_MAX];
    static const char *const want[] = {"claim 1 girl 2 kitsune 3", "claim 1 mecha 2 kitsune 3", "claim 1 mecha 3 kitsune 2",
                                       "claim 1 mecha 3 girl 2", "claim 1 mecha 5"};
    begin_with(NULL, 2, "");
    int n = gacha_ways(P->reward[24], hand, 0, GA_MOVE_CLAIM, out);
    assert_int_equal(n, 5);
    for (int i = 0; i < n; i++) {
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        gacha_game.move_print(out[i], &t);
        assert_string_equal(text, want[i]);
    }
    setup(2, "first=0", "mmmm ssss", "reward 25, reward 24, reward 3, reward 5");
    draw_two("gg");
    draw_any();
    assert_int_equal(legal_count("claim 1"), 1);
    play("claim 1 mecha 3 girl 2");
    assert_int_equal(gacha_points(P->reward[24]), 12);
}

/* GA4.5: jokers stand for anything; one may be lost; no more tokens than needed; a set may be paid with jokers alone. */
static void test_GA4_5(void **state)
{
    (void)state;
    token_get("token joker", "dd"); /* market: any=any=any, mecha girl daikon any, five figures, sushi sushi */
    assert_int_equal(gacha_jokers(P, 0), 2);
    play("claim 4 sushi 2, reward 3"); /* seat 1 */
    assert_int_equal(ir_turn(&S), 0);
    assert_true(legal("claim 4 joker 2"));     /* daikon daikon, with jokers alone */
    assert_int_equal(legal_count("claim"), 1); /* the hand is empty */
    draw_two("md");
    draw_any();
    assert_true(legal("claim 1 mecha joker 2"));
    assert_true(legal("claim 2 mecha daikon joker 2"));
    assert_true(legal("claim 4 daikon joker"));
    assert_false(legal("claim 4 mecha joker"));
    play("claim 4 daikon joker");
    assert_int_equal(P->used[0][GA_JOKER], 1); /* the other joker is lost */
    assert_int_equal(gacha_jokers(P, 0), 0);
    assert_int_equal(events_of(GA_EV_JOKERS), 1);
}

/* Every way to pay against a count by hand: all payments, tried one by one. */
static int fits(const struct gacha_cost *c, const struct gacha_payment *pay)
{
    for (int x = 0; x < GA_FIGURES; x++)
        for (int y = 0; y < GA_FIGURES; y++) {
            int over = 0;
            for (int f = 0; f < GA_FIGURES; f++) {
                int slots = c->need[f] + (f == x ? c->equal[0] : 0) + (f == y ? c->equal[1] : 0);
                over += pay->figure[f] > slots ? pay->figure[f] - slots : 0;
            }
            if (over <= c->any)
                return 1;
        }
    return 0;
}
static void test_ways(void **state)
{
    (void)state;
    struct ir_rng r;
    ir_rng_seed(&r, 3);
    begin_with(NULL, 6, "");
    for (int i = 0; i < 3000; i++) {
        uint8_t hand[GA_FIGURES];
        ir_move out[IR_MOVES_MAX];
        struct gacha_cost c;
        int jokers = 2 * (int)ir_rng_below(&r, 4), k = 0, reward = i % 35;
        for (int f = 0; f < GA_FIGURES; f++)
            hand[f] = (uint8_t)ir_rng_below(&r, 6);
        gacha_cost(P->reward[reward], &c);
        int n = gacha_ways(P->reward[reward], hand, jokers, 0, out);
        for (int m = 0; m < GA_PAYMENTS; m++) {
            struct gacha_payment pay;
            gacha_payment(m, &pay);
            assert_int_equal(gacha_payment_index(&pay), m);
            int size = pay.jokers, can = pay.jokers <= jokers;
            for (int f = 0; f < GA_FIGURES; f++) {
                size += pay.figure[f];
                can &= pay.figure[f] <= hand[f];
            }
            if (size == c.size && can && fits(&c, &pay)) {
                assert_true(k < n && out[k] == m);
                k++;
            }
        }
        assert_int_equal(k, n);
        assert_int_equal(n > 0, gacha_payable(P->reward[reward], hand, jokers));
    }
}

/* The texts of all moves, and none but them. */
static void test_texts(void **state)
{
    (void)state;
    for (int m = 0; m < GA_MOVES; m++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        gacha_game.move_print((ir_move)m, &t);
        assert_false(t.cut);
        assert_int_equal(gacha_game.move_parse(text), m);
    }
    static const char *const wrong[] = {"",
                                        "draw 5",
                                        "draw 0",
                                        "draw 01",
                                        "claim 1",
                                        "claim 1 ",
                                        "claim 5 mecha",
                                        "claim 1 mecha 1",
                                        "claim 1 girl mecha",
                                        "claim 1 mecha mecha",
                                        "claim 1 mecha 7",
                                        "claim 1 mecha 4 girl 3",
                                        "claim 1 mecha ",
                                        "claim 1  mecha",
                                        "back girl mecha",
                                        "back mecha",
                                        "face joker",
                                        "reward 0",
                                        "reward 41",
                                        "token",
                                        "first 6",
                                        "Draw 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(gacha_game.move_parse(wrong[i]), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_GA1_1),      cmocka_unit_test(test_GA1_2),        cmocka_unit_test(test_GA1_3),
        cmocka_unit_test(test_GA1_4),      cmocka_unit_test(test_GA2_1),        cmocka_unit_test(test_GA2_2),
        cmocka_unit_test(test_GA2_3),      cmocka_unit_test(test_GA2_4),        cmocka_unit_test(test_GA3_1),
        cmocka_unit_test(test_GA3_1_one),  cmocka_unit_test(test_GA3_2),        cmocka_unit_test(test_GA3_3),
        cmocka_unit_test(test_GA3_3_pass), cmocka_unit_test(test_GA3_3_worlds), cmocka_unit_test(test_GA3_4),
        cmocka_unit_test(test_GA3_5),      cmocka_unit_test(test_GA4_1),        cmocka_unit_test(test_GA4_2),
        cmocka_unit_test(test_GA4_3),      cmocka_unit_test(test_GA4_4),        cmocka_unit_test(test_GA4_5),
        cmocka_unit_test(test_ways),       cmocka_unit_test(test_texts),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("gacha", tests, NULL, NULL);
}
