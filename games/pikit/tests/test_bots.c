/* test_pikit_bots.c: positions of PiKiT in which a good player knows what to do, with a sentence each on why; and that bots
 * think the same from the same view, whatever lies behind it. */
#include "script.h"

enum { NODES = 20000 };

struct position {
    const char *why;
    int seats, last; /* last: turns left when the script begins, with a deck of `deck`; 0: in mid-game */
    const char *market, *hands, *mine, *theirs; /* mine, theirs: cards added to the hands of seats 0 and 1 */
    const char *deck;
    int mecha, holder; /* this mecha is with that seat; 0: none is */
    const char *script, *best, *or_this;
};

static const struct position positions[] = {
    {.why = "Twelve points behind in the last turn: the mecha wins, two 5s do not.",
     .seats = 2,
     .last = 1,
     .market = "5 5 1 2 3 4 6 7",
     .hands = "8 3  8 8",
     .theirs = "7",
     .script = "roll 5 5",
     .best = "mecha"},
    {.why = "Whoever takes an 8 takes all four of them: 32 points.",
     .seats = 2,
     .market = "8 8 8 8 2 6 1 3",
     .hands = "8 3  7 7",
     .script = "roll 2 6",
     .best = "take 8"},
    {.why = "The theft would cost ten points on average and the mecha one time in three; the 6 is worth six.",
     .seats = 2,
     .market = "3 3 2 2 1 1 7 7",
     .hands = "6 8  4 7",
     .script = "roll 5 5, mecha, roll 6 4, play 4 seat 0",
     .best = "cancel 6"},
    {.why = "The last card of the deck is a 2: drawing it cannot win, but a lead of three without the 6 is none.",
     .seats = 2,
     .last = 2,
     .market = "5 7 7 7 7 4 4 4",
     .hands = "6 8  5 6",
     .deck = "2",
     .script = "roll 2 6, nothing, roll 2 3, play 5",
     .best = "pass"},
    {.why = "That hand is all 3s: stealing from it costs the 4 and a wound.",
     .seats = 2,
     .market = "5 5 5 8 8 8 7 7",
     .hands = "4 8  3 3 3 3",
     .script = "roll 2 3",
     .best = "take 5"},
    {.why = "Five points behind in the last turn: the 7 makes a double, and the mecha wins by three.",
     .seats = 2,
     .last = 1,
     .market = "3 3 3 3 7 7 7 8",
     .hands = "7 8  8 8",
     .theirs = "4",
     .script = "roll 5 4",
     .best = "play 7 first 4",
     .or_this = "play 7 second 5"},
    {.why = "A second 1 takes the bonus from the opponent and wins; the 6 is one point short.",
     .seats = 2,
     .last = 1,
     .market = "1 6 6 7 7 7 3 3",
     .hands = "1 2 8  1 2 8",
     .theirs = "7",
     .script = "roll 1 5",
     .best = "take 1"},
    {.why = "In the last turn of all the 7 makes a double for the mecha that wins; a 6 stops it and is not needed.",
     .seats = 2,
     .last = 2,
     .market = "3 3 3 3 2 2 8 8",
     .hands = "6 8  7 8",
     .mine = "8",
     .script = "roll 1 1, nothing, roll 5 4, play 7 first 4",
     .best = "cancel 6"},
    {.why = "A point ahead when the game ends: a theft could only spoil it.",
     .seats = 2,
     .last = 1,
     .market = "2 2 2 2 7 7 7 7",
     .hands = "4 8  8 8",
     .mine = "8",
     .theirs = "3",
     .script = "roll 5 4",
     .best = "nothing"},
    {.why = "Twenty behind in the last turn: a 5 loses for certain, the double may win the mecha back.",
     .seats = 2,
     .last = 1,
     .market = "5 2 2 2 7 7 7 7",
     .hands = "8 3  8 8",
     .mecha = 5,
     .holder = 1,
     .script = "roll 5 5",
     .best = "steal"},
    {.why = "One neighbour holds nothing but 3s, the leader a mecha and two 8s: only that theft can still win.",
     .seats = 3,
     .last = 1,
     .market = "1 1 2 2 2 7 7 7",
     .hands = "4 8  3 3 3 3  8 8",
     .mecha = 5,
     .holder = 2,
     .script = "roll 6 3",
     .best = "play 4 seat 2"},
};

static void set_up(const struct position *at, struct play *t)
{
    begin(t, at->seats, at->market, at->hands);
    if (at->mine)
        give(t, 0, at->mine);
    if (at->theirs)
        give(t, 1, at->theirs);
    if (at->last) {
        deck_only(t, at->deck ? at->deck : "");
        pub(t)->last = (uint8_t)at->last;
    }
    if (at->mecha)
        pub(t)->mecha[at->mecha - 1] = (uint8_t)at->holder;
    go(t, at->script);
    assert_int_equal(ir_turn(&t->s), 0);
}

static int wrong_moves(const char *name)
{
    const struct ir_bot *bot = ir_bot_find(&pikit_game, name);
    int wrong = 0;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        const struct position *at = &positions[i];
        struct play t;
        struct ir_view v;
        struct ir_rng rng;
        struct ir_budget budget = {.nodes = NODES};
        char text[IR_TEXT_MAX];
        struct ir_text out;
        set_up(at, &t);
        ir_look(&pikit_game, &t.s, 0, &v);
        ir_rng_seed(&rng, 1);
        ir_text_start(&out, text, sizeof text);
        pikit_move_print(ir_bot_move(bot, &pikit_game, &v, NULL, &rng, &budget), &out);
        if (strcmp(text, at->best) != 0 && (!at->or_this || strcmp(text, at->or_this) != 0)) {
            print_message("# position %d: %s\n#   %s wants %s, not %s\n", (int)i + 1, at->why, name, text, at->best);
            wrong++;
        }
    }
    return wrong;
}

static void test_positions(void **state)
{
    (void)state;
    assert_int_equal(wrong_moves("master"), 0);
}

/* Every position of some games of random moves that somebody decides, for `visit`, until it has seen enough. */
static void wander(int enough, uint64_t seed, void (*visit)(const struct ir_state *, int number, struct ir_rng *))
{
    struct ir_rng play, luck;
    int seen = 0;
    ir_rng_seed(&play, seed);
    ir_rng_seed(&luck, seed + 1);
    for (int game = 0; seen < enough; game++) {
        struct ir_state s;
        char why[IR_WHY_MAX];
        assert_int_equal(ir_start(&pikit_game, &s, 2 + game % 3, game % 2 ? "second" : "", NULL, why), IR_OK);
        while (ir_turn(&s) != IR_OVER && seen < enough) {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            int turn = ir_turn(&s);
            if (turn == IR_CHANCE) {
                pikit_game.apply(&s, pikit_game.sample(&s, &play), NULL);
                continue;
            }
            visit(&s, seen++, &luck);
            ir_look(&pikit_game, &s, turn, &v);
            pikit_game.apply(&s, legal[ir_rng_below(&play, (uint32_t)pikit_game.legal(&v, legal))], NULL);
        }
    }
}

/* The same view, another world behind it: the same thought. */
static void no_peeking(const struct ir_state *s, int number, struct ir_rng *luck)
{
    const struct ir_bot *bot;
    struct ir_state world;
    struct ir_view v, w;
    ir_look(&pikit_game, s, ir_turn(s), &v);
    pikit_game.imagine(&v, luck, &world);
    ir_look(&pikit_game, &world, ir_turn(s), &w);
    for (int i = 0; (bot = ir_bot_list(&pikit_game, i)); i++) {
        struct ir_rng a, b;
        struct ir_budget few = {.nodes = 200};
        ir_rng_seed(&a, (uint64_t)number);
        ir_rng_seed(&b, (uint64_t)number);
        assert_int_equal(ir_bot_move(bot, &pikit_game, &v, NULL, &a, &few), ir_bot_move(bot, &pikit_game, &w, NULL, &b, &few));
    }
}
static void test_no_peeking(void **state)
{
    (void)state;
    wander(600, 5, no_peeking);
}

/* The same rng and as many nodes: the same advice, to the bit. */
static void same_thought(const struct ir_state *s, int number, struct ir_rng *luck)
{
    const struct ir_bot *bot;
    struct ir_view v;
    (void)luck;
    ir_look(&pikit_game, s, ir_turn(s), &v);
    for (int i = 0; (bot = ir_bot_list(&pikit_game, i)); i++) {
        struct ir_advice x, y;
        struct ir_rng a, b;
        struct ir_budget few = {.nodes = 1500};
        ir_rng_seed(&a, (uint64_t)number);
        b = a;
        bot->think(&pikit_game, &v, NULL, &a, &few, &x);
        bot->think(&pikit_game, &v, NULL, &b, &few, &y);
        assert_int_equal(x.n, y.n);
        assert_true(x.nodes == y.nodes);
        for (int k = 0; k < x.n; k++) {
            assert_int_equal(x.of[k].move, y.of[k].move);
            assert_int_equal(x.of[k].samples, y.of[k].samples);
            assert_memory_equal(&x.of[k].value, &y.of[k].value, sizeof x.of[k].value);
        }
    }
}
static void test_same_thought(void **state)
{
    (void)state;
    wander(200, 11, same_thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions), cmocka_unit_test(test_no_peeking),
                                       cmocka_unit_test(test_same_thought)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
