/* test_gacha_bots.c: positions of Gacha in which a good player knows what to do, with a sentence each on why; that bots think
 * the same from the same view, whatever lies behind it; and that the same seed and nodes give the same advice. */
#include "drive.h"

enum { NODES = 20000 };

/* ---- positions ---- */

static struct gacha_pub *pub(void)
{
    return gacha_pub_of(&S);
}
/* A seat has won this reward before, its half open or paired with the one that was. */
static void won(int seat, int reward)
{
    assert_true(pub()->rewards >> (reward - 1) & 1);
    pub()->rewards &= ~BIT(reward - 1);
    pub()->got[seat] |= BIT(reward - 1);
    if (gacha_half(P->reward[reward - 1]))
        pub()->half[seat] = (uint8_t)(P->half[seat] ? 0 : reward);
}
static void has_token(int seat, int sort)
{
    pub()->taken[seat][sort]++;
    pub()->box[sort]--;
    pub()->supply--;
}
/* Only the mover's turn is left. */
static void last_turn(void)
{
    pub()->trigger = GA_TRIGGER_TOKENS;
    pub()->triggered_by = (uint8_t)!P->mover;
}
/* The mover draws this figure from wherever it may be; then tops come up that may be the next one. */
static void draw(char letter, char next)
{
    int f = (int)(strchr("mgdks", letter) - "mgdks"), g = next ? (int)(strchr("mgdks", next) - "mgdks") : 0;
    for (int i = 0; i < GA_PLACES; i++) {
        uint8_t weight[3];
        gacha_face_weights(&S, i, weight);
        if (gacha_back_index[P->top[i]][f] > 2 || !weight[gacha_back_index[P->top[i]][f]])
            continue;
        apply((ir_move)(GA_MOVE_DRAW + i));
        apply((ir_move)(GA_MOVE_FACE + f));
        int back = 0;
        while (!P->left[back] || gacha_back_index[back][g] > 2 || !gacha_hid_of(&S)->deck[back * 3 + gacha_back_index[back][g]])
            back++;
        apply((ir_move)(GA_MOVE_BACK + back));
        return;
    }
    fail_msg("no pile has %c on top", letter);
}
/* Hands of six: the first four are dealt, the others drawn in the first round. */
static void six(const char *hands, const char *more0, const char *more1, const char *rewards)
{
    setup(2, "first=0", hands, rewards);
    draw(more0[0], more0[1]);
    draw(more0[1], more1[0]);
    draw(more1[0], more1[1]);
    draw(more1[1], 0);
}

static void the_winning_reward(void)
{
    six("mmgg ssss", "gd", "dd", "reward 1, reward 24, reward 25, reward 8");
    won(1, 9);
    last_turn(); /* 6 : 12 */
}
static void three_points_are_enough(void)
{
    six("mgdd ssss", "ks", "mk", "reward 6, reward 3, reward 25, reward 5");
    won(1, 24);
    won(0, 23);
    has_token(1, GA_TURN);
    last_turn(); /* 15 : 17, and a tie is theirs: they have a token */
}
static void again_at_the_end(void)
{
    six("mgds ssss", "kk", "dd", "reward 6, reward 3, reward 25, reward 23");
    has_token(0, GA_TURN);
    has_token(1, GA_POINTS);
    last_turn(); /* 6 : 9; a draw makes it 8, and another turn 10 */
    draw_any();
    assert_int_equal(P->phase, GA_PHASE_EXTRA);
}
static void pair_of_one_colour(void)
{
    six("kkgg ssss", "md", "dd", "reward 4, reward 2, reward 5, reward 13");
    won(0, 1); /* a blue half is open: kitsune are blue, girls are pink */
    won(1, 14);
}
static void spare_card_for_any(void)
{
    six("mgds ddkk", "sk", "dm", "reward 16, reward 5, reward 11, reward 12");
    won(1, 8);
    has_token(0, GA_TURN);
    last_turn(); /* 6 : 12 */
}
static void last_token_loses(void)
{
    six("mmgg ssss", "dk", "dd", "reward 1, reward 24, reward 25, reward 8");
    won(0, 2);
    won(1, 9);
    won(1, 13);
    won(1, 20);
    won(1, 18);
    for (int i = 0; i < 4; i++)
        has_token(1, i == 0 ? GA_TURN : GA_POINTS);
    pub()->used[1][GA_TURN] = 1; /* one token is left: who pairs halves ends the game. 10 : 41 */
}
static void the_pile_that_has_it(void)
{
    begin_with(NULL, 2, "first=0");
    play("back mecha girl, face mecha, back mecha girl, face girl, back daikon kitsune, face daikon, back daikon kitsune,"
         "face kitsune, back girl sushi, face girl, back girl daikon, face girl, back girl daikon, face daikon,"
         "back mecha kitsune, face mecha");
    play("back mecha girl, back girl daikon, back kitsune sushi, back mecha girl daikon");
    play("reward 24, reward 2, reward 3, reward 23");
    play("draw 1, face mecha, back girl daikon"); /* and another card may be drawn */
}
static void tokens_are_for_later(void)
{
    six("mmgd ssss", "kd", "dd", "reward 1, reward 13, reward 15, reward 5");
    won(0, 4);
    has_token(0, GA_JOKER);
}

static const struct position {
    const char *why;
    void (*set_up)(void);
    const char *best, *never; /* what must be chosen, or what must not; both: the one must look better than the other */
} positions[] = {
    {"Last turn, six points behind: the twelve-point reward wins by one, nothing else does.", the_winning_reward,
     "claim 3 mecha 2 girl 3", NULL},
    {"Last turn, two points behind, and a tie is theirs: a draw brings two as does the pair of daikon, the set of three brings "
     "three.",
     three_points_are_enough, "claim 1 mecha girl kitsune", NULL},
    {"Last turn, one point behind with a one-more-turn token: it scores nothing unused, and two cards win.", again_at_the_end,
     "again", NULL},
    {"Two pairs can be paid for the same points; the blue one makes one colour with the open half and brings a card as well.",
     pair_of_one_colour, "claim 1 kitsune 2", "claim 2 girl 2"},
    {"Last turn and one more: with a kitsune in the any-slot two sushi are left for the next reward, whose half brings the "
     "token "
     "that wins; with a sushi there nothing does.",
     spare_card_for_any, "claim 1 mecha girl daikon kitsune", "claim 1 mecha girl daikon sushi"},
    {"Thirty points behind, taking the last bonus token would end the game: anything else keeps hope.", last_token_loses, NULL,
     "claim 1 mecha 2"},
    {"All but a sushi of the eleven-point reward is in the hand, and one pile shows sushi on its top.", the_pile_that_has_it,
     "draw 3", NULL},
    {"The pair is in the hand and pairs the ticket in blue: cards pay it, the jokers are kept.", tokens_are_for_later,
     "claim 1 mecha 2", "claim 1 joker 2"},
};

static double value_of(const struct ir_advice *a, const char *text)
{
    int m = gacha_game.move_parse(text);
    for (int i = 0; i < a->n; i++)
        if (a->of[i].move == m)
            return a->of[i].value;
    fail_msg("'%s' is not possible", text);
    return 0;
}

static void test_positions(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        const struct position *at = &positions[i];
        const struct ir_bot *bot = ir_bot_find(&gacha_game, "master");
        struct ir_view v;
        struct ir_rng rng;
        struct ir_budget budget = {.nodes = NODES};
        struct ir_advice a;
        char text[IR_TEXT_MAX];
        struct ir_text t;
        at->set_up();
        assert_null(gacha_game.check(&S));
        assert_int_equal(ir_turn(&S), 0);
        ir_look(&gacha_game, &S, 0, &v);
        ir_rng_seed(&rng, 1);
        bot->think(&gacha_game, &v, NULL, &rng, &budget, &a);
        ir_text_start(&t, text, sizeof text);
        gacha_game.move_print(ir_advice_best(&a), &t);
        int good = at->best && at->never ? value_of(&a, at->best) > value_of(&a, at->never)
                   : at->best            ? strcmp(text, at->best) == 0
                                         : strcmp(text, at->never) != 0;
        if (!good) {
            print_message("# position %d: %s\n#   %s wants %s\n", (int)i + 1, at->why, bot->name, text);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* ---- thinking ---- */

static void advice_equal(const struct ir_advice *a, const struct ir_advice *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->nodes, b->nodes);
    for (int i = 0; i < a->n; i++) {
        assert_int_equal(a->of[i].move, b->of[i].move);
        assert_int_equal(a->of[i].samples, b->of[i].samples);
        assert_true(a->of[i].value == b->of[i].value);
    }
}

/* The same view, another world behind it: the same thought, by every bot; and so determinism, too. */
static void test_no_peeking(void **state)
{
    static struct ir_advice one, two;
    struct ir_rng play, luck;
    int seen = 0;
    (void)state;
    ir_rng_seed(&play, 5);
    ir_rng_seed(&luck, 6);
    for (int game = 0; seen < 400; game++) {
        struct ir_state s, world;
        struct ir_view v, w;
        assert_int_equal(ir_start(&gacha_game, &s, 2 + game % 5, game % 2 ? "round" : "", NULL, why), IR_OK);
        while (ir_turn(&s) != IR_OVER) {
            int turn = ir_turn(&s);
            if (turn == IR_CHANCE) {
                gacha_game.apply(&s, gacha_game.sample(&s, &play), NULL);
                continue;
            }
            ir_look(&gacha_game, &s, turn, &v);
            gacha_game.imagine(&v, &luck, &world);
            ir_look(&gacha_game, &world, turn, &w);
            const struct ir_bot *bot;
            for (int i = 0; (bot = ir_bot_list(&gacha_game, i)); i++) {
                struct ir_rng a, b;
                const struct ir_budget few = {.nodes = 1000};
                ir_rng_seed(&a, (uint64_t)seen);
                ir_rng_seed(&b, (uint64_t)seen);
                bot->think(&gacha_game, &v, NULL, &a, &few, &one);
                bot->think(&gacha_game, &w, NULL, &b, &few, &two);
                advice_equal(&one, &two);
            }
            ir_rng_seed(&luck, (uint64_t)seen);
            gacha_game.apply(
                &s, ir_bot_move(ir_bot_find(&gacha_game, seen % 3 ? "greedy" : "random"), &gacha_game, &v, NULL, &luck, NULL),
                NULL);
            seen++;
        }
    }
}

/* The easiest level is no pushover and the levels are in order: a few games, paired, enough to notice a bot that broke. */
static double share_of(const char *one, const char *two, int pairs)
{
    double won_games = 0;
    for (int i = 0; i < 2 * pairs; i++) {
        struct ir_rng deal, think;
        assert_int_equal(ir_start(&gacha_game, &S, 2, i / 2 % 2 ? "first=1" : "first=0", NULL, why), IR_OK);
        ir_rng_seed(&deal, (uint64_t)(i / 2));
        ir_rng_seed(&think, (uint64_t)i + 1000);
        for (int turn; (turn = ir_turn(&S)) != IR_OVER;) {
            ir_move m;
            if (turn == IR_CHANCE) {
                m = gacha_game.sample(&S, &deal);
            } else {
                struct ir_view v;
                ir_look(&gacha_game, &S, turn, &v);
                m = ir_bot_move(ir_bot_find(&gacha_game, turn == i % 2 ? one : two), &gacha_game, &v, NULL, &think, NULL);
            }
            gacha_game.apply(&S, m, NULL);
        }
        struct ir_score score;
        gacha_game.score(S.b, &score);
        won_games += score.rank[i % 2] ? 0 : score.rank[!(i % 2)] ? 1 : 0.5;
    }
    return won_games / (2 * pairs);
}

static void test_levels(void **state)
{
    (void)state;
    assert_true(share_of("easy", "random", 200) > 0.8);
    assert_true(share_of("normal", "easy", 200) > 0.5);
    assert_true(share_of("hard", "normal", 100) > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions), cmocka_unit_test(test_no_peeking),
                                       cmocka_unit_test(test_levels)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
