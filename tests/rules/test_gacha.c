/* test_gacha.c: the rules of Gacha, each by its number in docs/rules/gacha.md, through the contract: moves and chance as texts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#include <cmocka.h>

#include "games/gacha/gacha.h"

/* ---- driving ---- */

static struct ir_state S;
static struct ir_events E; /* of the last move */
static char why[IR_WHY_MAX];
static char json[65536];

#define P         gacha_pub(S.b)
#define OWN(seat) gacha_own_of(&S, seat)

static int move_is_legal(ir_move m)
{
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    ir_view(&ir_gacha, &S, ir_turn(&S), &v);
    int n = ir_gacha.legal(&v, out);
    for (int i = 0; i < n; i++)
        if (out[i] == m)
            return 1;
    return 0;
}

static int legal(const char *text)
{
    int m = ir_gacha.move_parse(text);
    assert_true(m >= 0);
    return ir_turn(&S) >= 0 && move_is_legal((ir_move)m);
}

static int legal_count(const char *prefix)
{
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    int found = 0;
    ir_view(&ir_gacha, &S, ir_turn(&S), &v);
    int n = ir_gacha.legal(&v, out);
    for (int i = 0; i < n; i++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        ir_gacha.move_print(out[i], &t);
        found += strncmp(text, prefix, strlen(prefix)) == 0;
    }
    return found;
}

static void apply(ir_move m)
{
    int error = ir_apply(&ir_gacha, &S, ir_turn(&S), m, &E, why);
    if (error)
        fail_msg("%s", why);
    const char *wrong = ir_gacha.check(&S);
    if (wrong)
        fail_msg("%s", wrong);
}

/* Texts separated by commas, for whoever is to move. */
static void play(const char *texts)
{
    char text[IR_TEXT_MAX];
    while (*texts) {
        size_t n = strcspn(texts, ",");
        snprintf(text, sizeof text, "%.*s", (int)n, texts);
        int m = ir_gacha.move_parse(text);
        if (m < 0)
            fail_msg("'%s' is no move", text);
        apply((ir_move)m);
        texts += n;
        texts += strspn(texts, ", ");
    }
}

static void begin_with(const char *deck, int seats, const char *options)
{
    int error = ir_start(&ir_gacha, &S, seats, options, deck, why);
    if (error)
        fail_msg("%s", why);
}

/* Chance as it comes first, until a seat is to move (or the game is over). */
static void settle(void)
{
    while (ir_turn(&S) == IR_CHANCE) {
        struct ir_chance out[IR_MOVES_MAX];
        assert_true(ir_gacha.chance(&S, out) > 0);
        apply(out[0].move);
    }
}

/* Chooses tops that leave every figure within reach: the four backs together show all figures. */
static void tops(void)
{
    while (P->phase == GA_PHASE_TOP) {
        struct ir_chance out[IR_MOVES_MAX];
        int n = ir_gacha.chance(&S, out), best = 0, best_new = -1;
        unsigned seen = 0;
        for (int i = 0; i < GA_PLACES; i++)
            seen |= P->size[i] && !(P->need >> i & 1) ? gacha_back_mask[P->top[i]] : 0;
        for (int i = 0; i < n; i++) {
            int new_figures = set_count(gacha_back_mask[out[i].move - GA_MOVE_BACK] & ~seen);
            if (new_figures > best_new)
                best_new = new_figures, best = i;
        }
        apply(out[best].move);
    }
}

/* Deals these figures ("m g d k s", a letter a card, seat by seat), any tops, and these rewards. */
static int figure_of(char letter)
{
    return (int)(strchr("mgdks", letter) - "mgdks");
}
static void setup(int seats, const char *options, const char *hands, const char *rewards)
{
    begin_with(NULL, seats, options);
    for (const char *h = hands; *h; h++) {
        if (*h == ' ')
            continue;
        int f = figure_of(*h), back = 0;
        while (!(gacha_back_index[back][f] < 3 && gacha_hid_of(&S)->deck[back * 3 + gacha_back_index[back][f]]))
            back++;
        apply((ir_move)(GA_MOVE_BACK + back));
        apply((ir_move)(GA_MOVE_FACE + f));
    }
    tops();
    play(rewards);
    assert_int_equal(P->phase, GA_PHASE_ACT);
}

/* The mover draws a card with this figure from wherever one may be. */
static void draw_one(int f)
{
    for (int i = 0; i < GA_PLACES; i++) {
        uint8_t weight[3];
        if (!P->size[i] || gacha_back_index[P->top[i]][f] > 2)
            continue;
        gacha_face_weights(&S, i, weight);
        if (!weight[gacha_back_index[P->top[i]][f]])
            continue;
        apply((ir_move)(GA_MOVE_DRAW + i));
        apply((ir_move)(GA_MOVE_FACE + f));
        return;
    }
    fail_msg("no pile has figure %d on top", f);
}

static void draw_two(const char *letters)
{
    draw_one(figure_of(letters[0]));
    tops();
    draw_one(figure_of(letters[1]));
    tops();
}

/* Two cards, whatever they are. */
static void draw_any(void)
{
    for (int i = 0; i < 2; i++) {
        struct ir_chance out[IR_MOVES_MAX];
        play("draw 1");
        ir_gacha.chance(&S, out);
        apply(out[0].move);
        tops();
    }
}

static int events_of(int kind)
{
    int n = 0;
    for (int i = 0; i < E.n; i++)
        n += E.e[i].kind == kind;
    return n;
}

static const char *describe(int seat)
{
    struct ir_view v;
    struct ir_json j;
    ir_view(&ir_gacha, &S, seat, &v);
    ir_json_start(&j, json, sizeof json);
    ir_describe(&ir_gacha, &v, &j);
    assert_false(j.text.cut);
    return json;
}

/* ---- GA1 ---- */

/* GA1.1 */
static void test_GA1_1(void **state)
{
    (void)state;
    assert_int_equal(ir_start(&ir_gacha, &S, 1, "", NULL, why), IR_E_SEATS);
    assert_int_equal(ir_start(&ir_gacha, &S, 7, "", NULL, why), IR_E_SEATS);
    for (int seats = 2; seats <= 6; seats++)
        assert_int_equal(ir_start(&ir_gacha, &S, seats, "", NULL, why), IR_OK);
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
    assert_int_equal(ir_start(&ir_gacha, &S, 3, "tokens_turn=2,tokens_joker=2,tokens_points=1", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "add up to 5; 3 players have 6"));
    assert_int_equal(ir_start(&ir_gacha, &S, 3, "tokens_turn=6", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "tokens_turn cannot be 6; the box has 5"));
    setup(2, "first=0,tokens_points=5", "mmgg ssss", "reward 1, reward 2, reward 24, reward 5");
    play("claim 1 mecha 2, reward 9");
    draw_two("dd");
    play("claim 2 girl 2, reward 10");
    struct ir_chance out[IR_MOVES_MAX];
    assert_int_equal(ir_gacha.chance(&S, out), 1);
    assert_int_equal(out[0].move, GA_MOVE_TOKEN + GA_POINTS);
}

/* GA2.4: anyone may begin, or the seat the table says; then clockwise. */
static void test_GA2_4(void **state)
{
    (void)state;
    struct ir_chance out[IR_MOVES_MAX];
    begin_with(NULL, 5, "");
    assert_int_equal(ir_gacha.chance(&S, out), 5);
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
    assert_int_equal(ir_start(&ir_gacha, &S, 4, "first=4", NULL, why), IR_E_DECK);
    assert_non_null(strstr(why, "first cannot be 4 with 4 players"));
}

/* ---- GA3 ---- */

/* A deck of one back: 6 mecha, 6 girl, 6 daikon. Faces alone are hidden. */
#define TINY_HEAD "irori deck 1\ngame gacha\nname tiny\n"
#define TINY_TAIL "total tokens 6\ntoken turn 1\ntoken joker 2\ntoken points 3\n"
static const char tiny[] = TINY_HEAD "total cards 18\nback mecha girl daikon face mecha 6 face girl 6 face daikon 6\n"
                                     "total rewards 8\nreward mecha points 3 half none\nreward girl points 3 half none\n"
                                     "reward daikon points 3 half none\nreward mecha girl points 4 half none\n"
                                     "reward girl daikon points 4 half none\nreward mecha daikon points 4 half none\n"
                                     "reward mecha mecha points 4 half none\nreward girl girl points 4 half blue\n" TINY_TAIL;

/* GA3.1: two cards one after the other; the first is seen before the second is chosen; both must be drawn. */
static void test_GA3_1(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 4");
    play("draw 2");
    struct ir_chance out[IR_MOVES_MAX];
    ir_gacha.chance(&S, out);
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

/* Draws on and on from the first pile there is, never claims, until `stop` cards are left in the piles. */
static int piled(void)
{
    return P->size[0] + P->size[1] + P->size[2] + P->size[3];
}
static void drain(int stop)
{
    while (piled() > stop) {
        settle();
        int i = 0;
        while (!P->size[i])
            i++;
        if (P->phase == GA_PHASE_EXTRA)
            play("done");
        else
            apply((ir_move)(GA_MOVE_DRAW + i));
        while (P->phase == GA_PHASE_FACE || P->phase == GA_PHASE_TOP) {
            struct ir_chance out[IR_MOVES_MAX];
            ir_gacha.chance(&S, out);
            apply(out[0].move);
        }
    }
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
    ir_view(&ir_gacha, &S, 0, &v);
    for (int i = 0; i < 500; i++) {
        ir_gacha.imagine(&v, &r, &world);
        assert_null(ir_gacha.check(&world));
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
        ir_gacha.move_print(out[i], &t);
        assert_string_equal(text, want[i]);
    }
    setup(2, "first=0", "mmmm ssss", "reward 25, reward 24, reward 3, reward 5");
    draw_two("gg");
    draw_any();
    assert_int_equal(legal_count("claim 1"), 1);
    play("claim 1 mecha 3 girl 2");
    assert_int_equal(gacha_points(P->reward[24]), 12);
}

/* Seat 0 gets a token of this sort from two halves of different colours: rewards 1 and 2. */
static void token_get(const char *token, const char *more)
{
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 24, reward 5");
    play("claim 1 mecha 2, reward 21");
    draw_two(more);
    play("claim 2 girl 2, reward 16");
    play(token);
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

/* ---- GA5 ---- */

/* GA5.1: two unused halves bring a random token at once; nobody keeps two. */
static void test_GA5_1(void **state)
{
    (void)state;
    struct ir_chance out[IR_MOVES_MAX];
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 24, reward 5");
    play("claim 1 mecha 2, reward 21");
    assert_int_equal(P->half[0], 1);
    draw_two("dd");
    play("claim 2 girl 2");
    assert_int_equal(P->half[0], 0); /* both are used */
    assert_int_equal(events_of(GA_EV_PAIR), 1);
    play("reward 16");
    assert_int_equal(ir_gacha.chance(&S, out), 3);
    assert_int_equal(out[0].weight * 100 + out[1].weight * 10 + out[2].weight, 556);
    play("token points");
    assert_int_equal(P->supply, 4);
    assert_int_equal(P->box[GA_POINTS], 5);
    assert_int_equal(P->taken[0][GA_POINTS], 1);
    assert_int_equal(ir_turn(&S), 1); /* blue and pink: no card */
}

/* GA5.2: equal colours, or a rainbow half, bring a card from any pile. */
static void test_GA5_2(void **state)
{
    (void)state;
    setup(2, "first=0", "mmkk gggg", "reward 1, reward 21, reward 24, reward 4");
    play("claim 1 mecha 2, reward 8");
    play("claim 2 girl 3, reward 9");                  /* seat 1: rainbow */
    play("claim 4 kitsune 2, reward 2, token points"); /* blue and blue */
    assert_int_equal(ir_turn(&S), 0);
    assert_int_equal(legal_count("draw "), 4);
    play("draw 3");
    settle();
    assert_int_equal(ir_turn(&S), 1);
    draw_two("gk");
    draw_two("dd");
    assert_true(legal("claim 4 girl 2"));
    play("claim 4 girl 2, reward 3, token points"); /* rainbow and pink */
    assert_int_equal(P->phase, GA_PHASE_DRAW);
}

/* GA5.2: if no card can be drawn the bonus is lost. That takes empty piles and a claim with jokers alone, which discards
 * nothing. */
static const char last[] =
    TINY_HEAD "total cards 16\nback mecha girl face mecha 6 face girl 6\nback kitsune sushi face kitsune 2 face sushi 2\n"
              "total rewards 6\nreward sushi sushi points 3 half blue\nreward sushi sushi points 3 half blue\n"
              "reward sushi sushi points 3 half blue\nreward sushi sushi points 3 half blue\n"
              "reward sushi sushi points 3 half blue\nreward sushi sushi points 3 half blue\n" TINY_TAIL;
static void test_GA5_2_lost(void **state)
{
    (void)state;
    begin_with(last, 3, "deck=custom,first=0");
    settle();
    drain(0);
    settle();
    assert_int_equal(ir_turn(&S), 2);
    struct gacha_pub *p = gacha_pub_of(&S); /* tokens as if won before */
    p->taken[2][GA_JOKER] = 2;
    p->taken[2][GA_TURN] = 1;
    p->supply = 3;
    play("claim 1 joker 2, reward 5, again, claim 2 joker 2, reward 6");
    play("token points");
    assert_int_equal(events_of(GA_EV_NO_CARD), 1);
    assert_int_equal(P->hand[2], 4);
    assert_int_equal(ir_turn(&S), IR_OVER);
}

/* GA5.4, through the state: an empty supply, and the pair still brings its card. */
static void test_GA5_4(void **state)
{
    (void)state;
    setup(2, "first=0", "mmkk gggg", "reward 1, reward 21, reward 24, reward 4");
    play("claim 1 mecha 2, reward 8");
    draw_two("dd");
    struct gacha_pub *p = gacha_pub_of(&S);
    p->supply = 0; /* all five are somebody's: */
    p->taken[1][GA_POINTS] = 5;
    p->box[GA_POINTS] = 1;
    p->trigger = GA_TRIGGER_TOKENS;
    p->triggered_by = 1;
    play("claim 4 kitsune 2, reward 2");
    assert_int_equal(P->phase, GA_PHASE_DRAW); /* no token, but blue and blue */
    assert_int_equal(P->draws, 1);
    assert_int_equal(P->taken[0][0] + P->taken[0][1] + P->taken[0][2], 0);
}

/* GA5.3: extra turns only for who has the token, also in the turn in which it was gained; several one after another. */
static void test_GA5_3(void **state)
{
    (void)state;
    token_get("token turn", "dd");
    assert_int_equal(P->phase, GA_PHASE_EXTRA);
    assert_true(legal("again") && legal("done"));
    assert_int_equal(legal_count(""), 2);
    struct ir_state kept = S;
    play("done");
    assert_int_equal(ir_turn(&S), 1);
    draw_two("dk");
    assert_int_equal(ir_turn(&S), 0);
    draw_two("mm");
    assert_int_equal(P->phase, GA_PHASE_EXTRA); /* on any later turn */
    S = kept;
    gacha_pub_of(&S)->taken[0][GA_TURN] = 2;
    gacha_pub_of(&S)->supply--;
    play("again");
    draw_two("dk");
    assert_int_equal(P->phase, GA_PHASE_EXTRA);
    play("again");
    draw_two("mm");
    assert_int_equal(ir_turn(&S), 1); /* both are spent */
    assert_int_equal(P->used[0][GA_TURN], 2);
}

/* ---- GA6 ---- */

/* GA6.1: the lower half of the largest pile; of equal ones the first place counts; also between the two cards of a draw. */
static void test_GA6_1(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 4");
    while (P->size[3] > 1 || P->phase != GA_PHASE_ACT) { /* 17 17 17 16 */
        play(P->size[3] > 1 ? "draw 4" : "draw 2");
        settle();
    }
    assert_int_equal(P->phase, GA_PHASE_ACT);
    int second = P->size[1];
    play("draw 4");
    struct ir_chance out[IR_MOVES_MAX];
    ir_gacha.chance(&S, out);
    apply(out[0].move);
    assert_int_equal(events_of(GA_EV_SPLIT), 1);
    assert_int_equal(P->size[0], 9); /* 17: the upper 9 stay */
    assert_int_equal(P->size[3], 8);
    assert_int_equal(P->size[1], second);
    assert_int_equal(P->phase, GA_PHASE_TOP);
    assert_int_equal(P->place, 3);
    settle();
    assert_int_equal(P->phase, GA_PHASE_DRAW);
}

/* Two claims, then drawing until three cards are left: the discarded cards come back. */
static void test_GA6_2(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg kkss", "reward 1, reward 2, reward 24, reward 4");
    play("claim 1 mecha 2, reward 21, claim 4 kitsune 2, reward 16");
    drain(4);
    settle();
    assert_int_equal(P->discards, 4);
    for (int i = 0; i < GA_PLACES; i++)
        assert_int_equal(P->size[i], 1);
    uint8_t top[GA_PLACES];
    memcpy(top, P->top, sizeof top);
    int before = P->hand[ir_turn(&S)];
    play("draw 3");
    struct ir_chance out[IR_MOVES_MAX];
    ir_gacha.chance(&S, out);
    apply(out[0].move);
    assert_int_equal(events_of(GA_EV_RESHUFFLE), 1);
    assert_int_equal(P->shuffles, 1);
    assert_int_equal(P->discards, 0);
    assert_int_equal(P->size[0] * 1000 + P->size[1] * 100 + P->size[2] * 10 + P->size[3], 2221); /* 3 + 4 */
    assert_true(P->top[0] == top[0] && P->top[1] == top[1] && P->top[3] == top[3]);              /* they stay as tops */
    assert_int_equal(P->hand[P->mover], before + 1);
    assert_int_equal(P->phase, GA_PHASE_TOP);
    assert_int_equal(P->place, 2);
    /* what comes up is of the discarded cards, two mecha and two kitsune: on backs that show them */
    int n = ir_gacha.chance(&S, out), weight = 0;
    for (int i = 0; i < n; i++) {
        weight += out[i].weight;
        assert_true(gacha_back_mask[out[i].move - GA_MOVE_BACK] & (1 << GA_MECHA | 1 << GA_KITSUNE));
    }
    assert_int_equal(weight, 4);
    settle();
    /* and the old tops are none of them: the three faces that are left of the first shuffle */
    int old = 0;
    for (int i = 0; i < GA_PLACES; i++)
        old += P->gen[i] == 0 && gacha_hid_of(&S)->old[i] != 0;
    assert_int_equal(old, 3);
}

/* GA6.2: old tops are a class of their own: the deck has one back, so faces under them must not mix with theirs. */
static void test_GA6_2_classes(void **state)
{
    (void)state;
    struct ir_chance out[IR_MOVES_MAX];
    begin_with(tiny, 2, "deck=custom,first=0");
    for (int i = 0; i < 8; i++)
        play(i < 4 ? "back mecha girl daikon, face mecha" : "back mecha girl daikon, face girl");
    for (int i = 0; i < 4; i++)
        play("back mecha girl daikon");
    play("reward 1, reward 2, reward 4, reward 3");
    play("claim 1 mecha, reward 5"); /* discards: mecha */
    play("draw 3, face daikon, back mecha girl daikon, draw 3, face daikon");
    settle();
    while (piled() > 4) { /* five daikon and a girl go first: two mecha, a girl and a daikon stay */
        const char *want = P->hand[0] + P->hand[1] < 12 ? "face daikon" : "face girl";
        ir_move m = 0;
        while (P->size[m] < 2)
            m++;
        apply(m);
        play(want);
        settle();
    }
    assert_int_equal(piled(), 4);
    int left[3] = {gacha_hid_of(&S)->deck[30], gacha_hid_of(&S)->deck[31], gacha_hid_of(&S)->deck[32]};
    assert_int_equal(left[0] + left[1] + left[2], 4);
    assert_int_equal(left[0], 2);
    assert_int_equal(left[1], 1);
    assert_int_equal(left[2], 1);
    play("draw 4, face daikon"); /* three old tops: mecha mecha girl; one discarded mecha comes into place 4 */
    assert_int_equal(P->shuffles, 1);
    settle();
    if (P->phase == GA_PHASE_ACT || P->phase == GA_PHASE_DRAW)
        play("draw 4");
    assert_int_equal(ir_gacha.chance(&S, out), 1); /* surely the mecha */
    assert_int_equal(out[0].move, GA_MOVE_FACE + GA_MECHA);
    play("face mecha"); /* nothing discarded: three old tops stay alone */
    settle();
    assert_int_equal(P->trigger, GA_TRIGGER_PILES);
    play("draw 1");
    assert_int_equal(ir_gacha.chance(&S, out), 2); /* one class: mecha 2, girl 1 */
    assert_int_equal(out[0].weight * 10 + out[1].weight, 21);
    play("face mecha");
    settle();
    if (ir_turn(&S) >= 0) {
        play("draw 3");
        assert_int_equal(ir_gacha.chance(&S, out), 2);
        assert_int_equal(out[0].weight * 10 + out[1].weight, 11);
    }
}

/* GA6.3: without discarded cards the end is triggered; single cards can still be drawn; later discards are dealt before a draw.
 */
static void test_GA6_3(void **state)
{
    (void)state;
    begin_with(NULL, 6, "first=0"); /* 51 in piles */
    settle();
    drain(3);
    settle();
    assert_int_equal(P->trigger, GA_TRIGGER_PILES);
    int by = P->triggered_by;
    assert_int_equal(by, (51 - 3 - 1) / 2 % 6);
    if (P->phase == GA_PHASE_DRAW) {
        assert_int_equal(legal_count("draw "), 3);
        drain(2);
    }
    assert_int_equal(P->phase, GA_PHASE_ACT);
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    int seat = ir_turn(&S), single = piled();
    ir_view(&ir_gacha, &S, seat, &v);
    int n = ir_gacha.legal(&v, out);
    assert_true(out[n - 1] >= GA_MOVE_CLAIM);
    apply(out[n - 1]); /* a claim */
    settle();
    assert_int_equal(P->phase, GA_PHASE_ACT);
    assert_true(P->discards > 0);
    assert_true(legal("draw"));
    assert_int_equal(legal_count("draw "), 0);
    int discards = P->discards;
    play("draw");
    assert_int_equal(events_of(GA_EV_RESHUFFLE), 1);
    assert_int_equal(piled(), single + discards);
    settle();
    assert_int_equal(P->phase, GA_PHASE_DRAW);
    assert_int_equal(P->draws, 2);
    assert_int_equal(P->trigger, GA_TRIGGER_PILES); /* the trigger stands */
    assert_int_equal(P->triggered_by, by);
}

/* ---- GA7 ---- */

/* GA7.1: random games to the end: what triggered it holds, and then everyone else has one turn (or the round is finished). */
static void last_turns(int seats, const char *options, uint64_t seed)
{
    struct ir_rng r;
    int turns[IR_SEATS_MAX] = {0}, again[IR_SEATS_MAX] = {0}, triggers = 0;
    const struct ir_bot *bot = ir_bot_find(&ir_gacha, seed % 2 ? "greedy" : "random");
    begin_with(NULL, seats, options);
    ir_rng_seed(&r, seed);
    while (ir_turn(&S) != IR_OVER) {
        struct ir_view v;
        if (ir_turn(&S) >= 0)
            ir_view(&ir_gacha, &S, ir_turn(&S), &v);
        apply(ir_turn(&S) == IR_CHANCE ? ir_gacha.sample(&S, &r) : bot->choose(&ir_gacha, &v, &r));
        for (int i = 0; i < E.n; i++) {
            if (E.e[i].kind == GA_EV_TRIGGER) {
                triggers++;
                assert_int_equal(E.e[i].seat, P->triggered_by);
            } else if (triggers && E.e[i].kind == GA_EV_TURN) {
                turns[E.e[i].seat]++;
            } else if (triggers && E.e[i].kind == GA_EV_AGAIN) {
                again[E.e[i].seat]++;
            }
        }
        if (!triggers)
            assert_true(P->supply && P->rewards && P->turns < 200); /* GA9.2 */
    }
    assert_int_equal(triggers, 1);
    assert_true(P->trigger == GA_TRIGGER_TOKENS ? !P->supply : P->trigger == GA_TRIGGER_REWARDS ? !P->rewards : 1);
    int round = P->option[GA_END] == GA_END_ROUND;
    for (int i = 0; i < seats; i++) {
        int after = (i - P->first + seats) % seats > (P->triggered_by - P->first + seats) % seats;
        int want = i == P->triggered_by ? 0 : round ? after : 1;
        assert_int_equal(turns[i] - again[i], want);
    }
}
static void test_GA7_1(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++)
        last_turns(2 + i % 5, i % 3 ? "printed" : "round", (uint64_t)i);
}

/* GA7.2 */
static void test_GA7_2(void **state)
{
    (void)state;
    token_get("token joker", "dd");
    struct gacha_score part;
    struct ir_score score;
    gacha_pub_of(&S)->taken[0][GA_POINTS] = 2;
    gacha_pub_of(&S)->taken[0][GA_TURN] = 1;
    gacha_score_parts(P, 0, &part);
    assert_int_equal(part.rewards, 8);
    assert_int_equal(part.tokens, 6);
    assert_int_equal(part.cards, 0);
    assert_int_equal(part.jokers, 2);
    assert_int_equal(part.bonus_tokens, 4);
    ir_gacha.score(S.b, &score);
    assert_int_equal(score.points[0], 16);
    assert_int_equal(score.points[1], 6); /* six cards */
}

/* GA7.3: points, then tokens taken, used or not; else shared. */
static void test_GA7_3(void **state)
{
    (void)state;
    struct ir_score score;
    begin_with(NULL, 3, "");
    struct gacha_pub *p = gacha_pub_of(&S);
    memset(p->hand, 0, sizeof p->hand);
    p->hand[0] = 5;
    p->hand[1] = 3;
    p->taken[1][GA_JOKER] = 1; /* 3 + 2 */
    p->hand[2] = 4;
    ir_gacha.score(p, &score);
    assert_int_equal(score.rank[1] * 100 + score.rank[0] * 10 + score.rank[2], 12);
    p->hand[1] = 5;
    p->used[1][GA_JOKER] = 1;
    ir_gacha.score(p, &score);
    assert_int_equal(score.rank[1], 0); /* a used token counts */
    assert_int_equal(score.rank[0], 1);
    p->taken[0][GA_TURN] = 1;
    ir_gacha.score(p, &score);
    assert_int_equal(score.rank[0] + score.rank[1], 0); /* shared */
    assert_int_equal(score.rank[2], 2);
}

/* ---- GA8 ---- */

/* GA8.1: what everyone sees. */
static void test_GA8_1(void **state)
{
    (void)state;
    setup(3, "first=0", "mmgg ssss kkkk", "reward 1, reward 21, reward 24, reward 5");
    const char *d = describe(IR_SPECTATOR);
    assert_non_null(strstr(d, "\"reward_deck\":21"));
    assert_non_null(strstr(d, "\"supply\":6"));
    assert_non_null(strstr(d, "\"back\":[\"mecha\",\"girl\"]"));
    assert_non_null(strstr(d, "\"odds\":{"));
    assert_null(strstr(d, "\"figure\":")); /* no face */
    d = describe(0);
    assert_non_null(strstr(d, "\"figure\":\"mecha\""));
    assert_null(strstr(d, "\"figure\":\"sushi\""));
    assert_non_null(strstr(d, "\"ways\":[\"claim 1 mecha 2\"]"));
    assert_non_null(strstr(d, "\"missing\":[\"mecha\"]")); /* any=any=any with two mecha */
    play("claim 1 mecha 2, reward 2");
    assert_non_null(strstr(describe(2), "\"discard\":[{\"figure\":\"mecha\""));
}

/* GA8.2: a view has no other's face, no order of piles, and the same bytes whatever they are. */
static void test_GA8_2(void **state)
{
    (void)state;
    struct ir_view a, b;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 5");
    ir_view(&ir_gacha, &S, 0, &a);
    play("draw 1");
    struct ir_state fork = S;
    struct ir_chance out[IR_MOVES_MAX];
    assert_true(ir_gacha.chance(&S, out) > 1);
    apply(out[0].move);
    ir_view(&ir_gacha, &S, 1, &a);
    S = fork;
    apply(out[1].move);
    ir_view(&ir_gacha, &S, 1, &b);
    assert_memory_equal(a.b, b.b, ir_state_size(&ir_gacha));
    ir_view(&ir_gacha, &S, IR_SPECTATOR, &a);
    for (size_t i = GA_PUB; i < ir_state_size(&ir_gacha); i++)
        assert_int_equal(a.b[i], 0);
}

/* GA8.3: the odds of a top from its back and everything seen. A pair of neighbours has two cards of each face. */
static void test_GA8_3(void **state)
{
    (void)state;
    struct ir_view v;
    struct gacha_odds o;
    begin_with(NULL, 2, "first=0");
    play("back mecha girl, face mecha, back mecha girl, face mecha, back mecha daikon, face daikon, back mecha sushi, face "
         "sushi");
    play("back kitsune sushi, face sushi, back daikon sushi, face sushi, back girl sushi, face sushi, back kitsune sushi, face "
         "kitsune");
    play("back mecha girl, back mecha daikon, back kitsune sushi, back mecha girl daikon");
    play("reward 1, reward 2, reward 3, reward 4");
    ir_view(&ir_gacha, &S, 0, &v); /* holds both mecha of mecha-girl: a girl for sure */
    gacha_odds(&v, 0, &o);
    assert_true(o.weight[0] == 0 && o.weight[1] == o.total);
    gacha_odds(&v, 1, &o);
    assert_true(o.weight[0] == o.total); /* the daikon is in the own hand */
    ir_view(&ir_gacha, &S, 1, &v);       /* sees two backs of mecha-girl go, but no face */
    gacha_odds(&v, 0, &o);
    assert_true(o.weight[0] == 2 && o.weight[1] == 2 && o.total == 4);
    gacha_odds(&v, 2, &o); /* holds a kitsune and a sushi of that back */
    assert_true(o.weight[0] == 1 && o.weight[1] == 1 && o.total == 2);
    gacha_odds(&v, 3, &o);
    assert_true(o.weight[0] == 2 && o.weight[1] == 2 && o.weight[2] == 2 && o.total == 6);
}

/* GA8.3, GA9.2: worlds are as likely as they are: the same public moves are made again and again with real chance, the games
 * that look the same to a viewer are kept, and the faces behind its view are compared with the ones imagined and with the odds.
 * The deck has one back, so that many games look the same; claims tell which cards left, and the piles are shuffled again. */
enum { FACES = 9, SAMPLES = 150000 };

static int scripted(const char *script, struct ir_rng *r)
{
    char text[IR_TEXT_MAX];
    while (*script || ir_turn(&S) == IR_CHANCE) {
        if (ir_turn(&S) == IR_CHANCE) {
            ir_move m = ir_gacha.sample(&S, r);
            if (P->phase == GA_PHASE_REWARD)
                m = (ir_move)(GA_MOVE_REWARD + set_first(P->rewards));
            ir_gacha.apply(&S, m, NULL);
            continue;
        }
        size_t n = strcspn(script, ",");
        snprintf(text, sizeof text, "%.*s", (int)n, script);
        if (!legal(text))
            return 0;
        ir_gacha.apply(&S, (ir_move)ir_gacha.move_parse(text), NULL);
        script += n;
        script += strspn(script, ", ");
    }
    return 1;
}

/* The faces of the first two cards another seat holds, as one number; *deck: the undrawn faces likewise, coarsely. */
static int faces(struct ir_state *s, int seat)
{
    const struct gacha_own *o = gacha_own_of(s, seat);
    return gacha_face(o, 0) * 3 + gacha_face(o, 1);
}

static void compare(const char *script, int viewer, int other)
{
    static struct ir_view view, v;
    double truth[FACES] = {0}, made[FACES] = {0}, top[3] = {0}, n = 0, x = 0;
    struct ir_rng r;
    struct ir_state start, world;
    int have = 0, place = -1;
    begin_with(tiny, 2, "deck=custom,first=0");
    start = S;
    ir_rng_seed(&r, 42);
    for (int i = 0; i < SAMPLES; i++) {
        S = start;
        if (!scripted(script, &r))
            continue;
        ir_view(&ir_gacha, &S, viewer, &v);
        if (!have) { /* the first that gets through is the one to be compared with */
            view = v;
            have = 1;
            for (int k = 0; k < GA_PLACES; k++)
                if (P->size[k])
                    place = k;
        }
        if (memcmp(v.b, view.b, ir_state_size(&ir_gacha)) != 0)
            continue;
        uint8_t weight[3];
        truth[faces(&S, other)]++;
        n++;
        if (place >= 0) {
            gacha_face_weights(&S, place, weight);
            for (int j = 0; j < 3; j++)
                top[j] += (double)weight[j] / (weight[0] + weight[1] + weight[2]);
        }
    }
    if (n < 100)
        fail_msg("only %.0f games: %s", n, script);
    for (int i = 0; i < SAMPLES; i++) {
        ir_gacha.imagine(&view, &r, &world);
        made[faces(&world, other)]++;
    }
    for (int k = 0; k < FACES; k++) {
        double e = made[k] / SAMPLES;
        if (e == 0)
            assert_true(truth[k] == 0);
        else
            x += (truth[k] - n * e) * (truth[k] - n * e) / (n * e + n * n * e / SAMPLES);
    }
    if (x > 40)
        fail_msg("imagine is off: chi-square %.1f of 8 over %.0f games: %s", x, n, script);
    if (place >= 0) {
        struct gacha_odds o;
        gacha_odds(&view, place, &o);
        for (int j = 0; j < 3; j++) {
            double e = (double)o.weight[j] / (double)o.total;
            if (fabs(top[j] / n - e) > 5 * sqrt(0.25 / n))
                fail_msg("odds are off: face %d is %.4f, not %.4f: %s", j, top[j] / n, e, script);
        }
    }
}
static void test_GA8_3_worlds(void **state)
{
    (void)state;
    compare("draw 1, draw 2", 0, 1);
    compare("claim 1 mecha, draw 1, draw 1", IR_SPECTATOR, 0);
    compare("claim 1 mecha, claim 2 girl", IR_SPECTATOR, 1);
    compare("claim 1 mecha, claim 2 girl, claim 3 daikon, draw 1, draw 2", IR_SPECTATOR, 1);
    compare("draw 1, draw 2, claim 4 mecha girl, draw 3, draw 3", IR_SPECTATOR, 1);
    /* to the reshuffle and past it */
    compare("draw 1, draw 1, claim 1 mecha, draw 2, draw 2, claim 2 girl, draw 1, draw 2, draw 3, draw 3", IR_SPECTATOR, 1);
    compare("draw 1, draw 1, claim 1 mecha, draw 2, draw 2, claim 2 girl, draw 1, draw 2, draw 3, draw 3, draw 1, draw 2",
            IR_SPECTATOR, 1);
}

/* ---- GA9 ---- */

static void refused(const char *deck, int seats, const char *because)
{
    assert_int_equal(ir_start(&ir_gacha, &S, seats, "deck=custom", deck, why), IR_E_DECK);
    if (!strstr(why, because))
        fail_msg("refused because \"%s\", not \"%s\"", why, because);
}

/* GA9.1: decks that do not add up are refused, with the line and the reason. */
#define BODY "total cards 18\nback mecha girl daikon face mecha 6 face girl 6 face daikon 6\n"
#define REWARDS                                                                                                                \
    "total rewards 5\nreward mecha points 1 half none\nreward mecha points 1 half none\nreward girl points 1 half none\n"      \
    "reward girl points 1 half none\nreward girl points 1 half none\n"
static void test_GA9_1(void **state)
{
    (void)state;
    static const struct {
        const char *deck, *because;
    } bad[] = {
        {"", "line 0: the deck ends here"},
        {"irori deck 2\n", "line 1: a deck begins with"},
        {"irori deck 1\ngame pikit\n", "line 2: the second line"},
        {"irori deck 1\ngame gacha\nnom x\n", "line 3: the third line"},
        {TINY_HEAD "bock mecha\n", "line 4: 'bock' begins no line"},
        {TINY_HEAD "total cakes 3\n", "'cakes' has no total"},
        {TINY_HEAD "total cards 3\ntotal cards 3\n", "line 5: 'cards' has a total already"},
        {TINY_HEAD "total cards many\n", "'many' is no whole number"},
        {TINY_HEAD "back mecha face mecha 1\n", "two or three figures"},
        {TINY_HEAD "back mecha girl daikon sushi face mecha 1\n", "two or three figures"},
        {TINY_HEAD "back mecha mecha face mecha 1\n", "'mecha' is on this back twice"},
        {TINY_HEAD "back mecha fox face mecha 1\n", "'fox' is no figure"},
        {TINY_HEAD "# a comment\n\nback mecha girl face sushi 1\n", "line 6: 'sushi' is not on this back"},
        {TINY_HEAD "back mecha girl face mecha 7\n", "'7' is no number of cards"},
        {TINY_HEAD "back mecha girl face mecha\n", "the end of the line is no number"},
        {TINY_HEAD "back mecha girl\n", "no card has this back"},
        {TINY_HEAD "back mecha girl face mecha 1 girl 1\n", "'girl' should be 'face'"},
        {TINY_HEAD "back mecha girl face mecha 1 face mecha 1\n", "'mecha' is given twice"},
        {TINY_HEAD "back mecha girl face mecha 1\nback girl mecha face mecha 1\n", "line 5: this back was given already"},
        {TINY_HEAD "reward points 3 half none\n", "at least one card"},
        {TINY_HEAD "reward mecha mecha mecha mecha mecha mecha mecha points 3 half none\n", "at most 6 cards"},
        {TINY_HEAD "reward any=mecha points 3 half none\n", "'any=mecha' is no part of a set"},
        {TINY_HEAD "reward any= points 3 half none\n", "'any=' is no part of a set"},
        {TINY_HEAD "reward any=any any=any any=any points 3 half none\n", "third group"},
        {TINY_HEAD "reward mecha points 32 half none\n", "'32' is no number of points"},
        {TINY_HEAD "reward mecha 3 half none\n", "'3' is no part of a set"},
        {TINY_HEAD "reward mecha points 3\n", "should be 'half'"},
        {TINY_HEAD "reward mecha points 3 half green\n", "'green' is no half ticket"},
        {TINY_HEAD "reward mecha points 3 half blue mark 4\n", "'4' is no mark"},
        {TINY_HEAD "reward mecha points 3 half blue mark 5 please\n", "'please' is one word too many"},
        {TINY_HEAD "token luck 3\n", "'luck' is no bonus token"},
        {TINY_HEAD "token turn 3\ntoken turn 3\n", "'turn' was counted already"},
        {TINY_HEAD "token turn 61\n", "'61' is no number of tokens"},
        {TINY_HEAD BODY, "no line 'total rewards N'"},
        {TINY_HEAD "total cards 17\nback mecha girl daikon face mecha 6 face girl 6 face daikon 6\n" REWARDS TINY_TAIL,
         "total cards: it has 18, but should have 17"},
        {TINY_HEAD BODY "total figure 6\n" REWARDS TINY_TAIL, "kitsune: it has 0, but should have 6"},
        {TINY_HEAD BODY "total rewards 2\nreward mecha points 1 half none\n" TINY_TAIL, "total rewards: it has 1"},
        {TINY_HEAD BODY REWARDS "total tokens 6\ntoken turn 5\n", "total tokens: it has 5"},
        {TINY_HEAD BODY REWARDS "total tokens 4\ntoken turn 4\n",
         "bonus tokens for this number of players: it has 4, but should have 5"},
        {TINY_HEAD BODY
         "total rewards 5\nreward mecha points 1 half none\nreward mecha points 1 half none\nreward girl points 1 half none\n"
         "reward girl points 1 half none\nreward girl points 1 half none mark 5\n" TINY_TAIL,
         "it has 4, but should have 5"},
        {TINY_HEAD BODY "total rewards 1\nreward sushi points 1 half none\n" TINY_TAIL, "reward 1 can never be paid"},
        {TINY_HEAD BODY
         "total rewards 5\nreward any any any any any any points 9 half none\nreward any any any any any any points 9 half "
         "none\n"
         "reward girl points 1 half none\nreward girl points 1 half none\nreward girl points 1 half none\n" TINY_TAIL,
         "ways to pay"},
        {TINY_HEAD "total cards 11\nback mecha girl face mecha 6 face girl 5\n" REWARDS TINY_TAIL,
         "a hand of 4 for each player"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refused(bad[i].deck, 2, bad[i].because);
    assert_int_equal(ir_start(&ir_gacha, &S, 2, "deck=custom", NULL, why), IR_E_DECK);
    refused(tiny, 4, "a hand of 4 for each player");
    assert_int_equal(ir_start(&ir_gacha, &S, 2, "deck=custom", tiny, why), IR_OK);
}

/* GA9.2: the card drawn first leaves, and everyone learns that those before it are of another figure. */
static void test_GA9_2(void **state)
{
    (void)state;
    begin_with(tiny, 2, "deck=custom,first=0");
    play("back mecha girl daikon, face girl, back mecha girl daikon, face mecha, back mecha girl daikon, face mecha, "
         "back mecha girl daikon, face daikon");
    for (int i = 0; i < 8; i++)
        play(i < 4 ? "back mecha girl daikon, face girl" : "back mecha girl daikon");
    play("reward 1, reward 2, reward 3, reward 4");
    play("claim 1 mecha");
    assert_int_equal(P->card[0].can, 6); /* the girl, drawn before: no mecha */
    assert_int_equal(P->card[1].can, 7); /* the other mecha, drawn later: anything */
    assert_int_equal(gacha_face(OWN(0), 0), 1);
    assert_int_equal(gacha_face(OWN(0), 1), 0);
    assert_int_equal(gacha_face(OWN(0), 2), 2);
    /* 17 unseen cards (a spectator's), of which this one is no mecha: with 12 of 17 others the odds of a top lean to mecha */
    struct ir_view v;
    struct gacha_odds o;
    ir_view(&ir_gacha, &S, IR_SPECTATOR, &v);
    gacha_odds(&v, 0, &o);
    assert_true(o.weight[0] * 16 == 5 * o.total); /* all 5 mecha are among the 16 others */
    assert_true(o.weight[1] == o.weight[2] && o.weight[0] + o.weight[1] + o.weight[2] == o.total);
}

/* GA9.2: the widest positions. With every figure and joker there is, a reward has as many ways to be paid as gacha_ways finds
 * for a hand of six of each and six jokers: more cards or jokers than the set has slots change nothing. A position is four
 * rewards and four piles, so the four widest rewards bound it: 106 + 3 * 36 + 4 = 218 for the printed deck, below IR_MOVES_MAX;
 * a custom deck that could pass 512 is refused. */
static void test_GA9_2_widest(void **state)
{
    (void)state;
    static const uint8_t plenty[GA_FIGURES] = {15, 15, 15, 15, 15};
    ir_move out[IR_MOVES_MAX];
    int best[4] = {0}, sum = GA_PLACES;
    begin_with(NULL, 6, "");
    for (int r = 0; r < P->n_rewards; r++) {
        int n = gacha_ways(P->reward[r], plenty, 10, 0, out);
        for (int i = 0; i < 4; i++)
            if (n > best[i]) {
                int t = best[i];
                best[i] = n, n = t;
            }
    }
    for (int i = 0; i < 4; i++)
        sum += best[i];
    assert_int_equal(best[0], 106);
    assert_int_equal(best[1], 36);
    assert_int_equal(sum, 218);
    assert_true(sum < IR_MOVES_MAX);
    /* and in play: hands grow, tokens are kept */
    struct ir_rng r;
    int widest = 0;
    ir_rng_seed(&r, 5);
    for (int game = 0; game < 200; game++) {
        begin_with(NULL, 2 + game % 5, "");
        while (ir_turn(&S) != IR_OVER) {
            struct ir_view v;
            ir_move m;
            if (ir_turn(&S) == IR_CHANCE) {
                m = ir_gacha.sample(&S, &r);
            } else {
                ir_view(&ir_gacha, &S, ir_turn(&S), &v);
                int n = ir_gacha.legal(&v, out);
                widest = n > widest ? n : widest;
                m = out[ir_rng_below(&r, (uint32_t)(n > 4 && ir_rng_below(&r, 8) ? 4 : n))];
            }
            ir_gacha.apply(&S, m, NULL);
        }
        assert_true(P->turns < 200); /* a game always ends */
    }
    assert_true(widest > 60 && widest <= 218);
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
        ir_gacha.move_print((ir_move)m, &t);
        assert_false(t.cut);
        assert_int_equal(ir_gacha.move_parse(text), m);
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
        assert_int_equal(ir_gacha.move_parse(wrong[i]), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_GA1_1),        cmocka_unit_test(test_GA1_2),         cmocka_unit_test(test_GA1_3),
        cmocka_unit_test(test_GA1_4),        cmocka_unit_test(test_GA2_1),         cmocka_unit_test(test_GA2_2),
        cmocka_unit_test(test_GA2_3),        cmocka_unit_test(test_GA2_4),         cmocka_unit_test(test_GA3_1),
        cmocka_unit_test(test_GA3_1_one),    cmocka_unit_test(test_GA3_2),         cmocka_unit_test(test_GA3_3),
        cmocka_unit_test(test_GA3_3_pass),   cmocka_unit_test(test_GA3_3_worlds),  cmocka_unit_test(test_GA3_4),
        cmocka_unit_test(test_GA3_5),        cmocka_unit_test(test_GA4_1),         cmocka_unit_test(test_GA4_2),
        cmocka_unit_test(test_GA4_3),        cmocka_unit_test(test_GA4_4),         cmocka_unit_test(test_GA4_5),
        cmocka_unit_test(test_GA5_1),        cmocka_unit_test(test_GA5_2),         cmocka_unit_test(test_GA5_2_lost),
        cmocka_unit_test(test_GA5_3),        cmocka_unit_test(test_GA5_4),         cmocka_unit_test(test_GA6_1),
        cmocka_unit_test(test_GA6_2),        cmocka_unit_test(test_GA6_2_classes), cmocka_unit_test(test_GA6_3),
        cmocka_unit_test(test_GA7_1),        cmocka_unit_test(test_GA7_2),         cmocka_unit_test(test_GA7_3),
        cmocka_unit_test(test_GA8_1),        cmocka_unit_test(test_GA8_2),         cmocka_unit_test(test_GA8_3),
        cmocka_unit_test(test_GA8_3_worlds), cmocka_unit_test(test_GA9_1),         cmocka_unit_test(test_GA9_2),
        cmocka_unit_test(test_GA9_2_widest), cmocka_unit_test(test_ways),          cmocka_unit_test(test_texts),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("gacha", tests, NULL, NULL);
}
