/* test_plain_bots.c: the bots every game has without writing any (src/bots/plain.c), on every game and on the template: more
 * budget is not weaker, the same seed thinks the same, budgets and stop are kept, and nothing is played but imagined worlds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "core/signature.h"

static const struct ir_bot *level(int i)
{
    return bots_plain.level[i];
}

/* Plays on at random for `decisions` decisions; 0 if the game is over. */
static int advance(const struct ir_game *g, struct ir_state *s, struct ir_rng *r, int decisions)
{
    while (ir_turn(s) != IR_OVER) {
        struct ir_view v;
        ir_move legal[IR_MOVES_MAX];
        if (ir_turn(s) == IR_CHANCE) {
            g->apply(s, g->sample(s, r), NULL);
            continue;
        }
        if (decisions-- == 0)
            return 1;
        ir_look(g, s, ir_turn(s), &v);
        g->apply(s, legal[ir_rng_below(r, (uint32_t)g->legal(&v, legal))], NULL);
    }
    return 0;
}

static void begin(const struct ir_game *g, struct ir_state *s, int seats)
{
    char why[IR_WHY_MAX];
    assert_int_equal(ir_start(g, s, seats, "", NULL, why), IR_OK);
}

/* ---- strength ---- */

/* The share of first place `mine` wins against `others` in all other seats. Each deal is played once from every seat, so that
 * neither seats nor cards help anybody. */
static double share(const struct ir_game *g, int seats, int deals, const struct ir_bot *mine, uint64_t nodes,
                    const struct ir_bot *others, uint64_t other_nodes)
{
    double sum = 0;
    for (int game = 0; game < deals * seats; game++) {
        struct ir_state s;
        struct ir_rng cards, mind;
        int seat = game % seats, first = 0;
        ir_rng_seed(&cards, (uint64_t)(game / seats) + 1);
        ir_rng_seed(&mind, (uint64_t)game + 1000);
        begin(g, &s, seats);
        while (ir_turn(&s) != IR_OVER) {
            struct ir_view v;
            if (ir_turn(&s) == IR_CHANCE) {
                g->apply(&s, g->sample(&s, &cards), NULL);
                continue;
            }
            ir_look(g, &s, ir_turn(&s), &v);
            int me = ir_turn(&s) == seat;
            const struct ir_budget budget = {.nodes = me ? nodes : other_nodes};
            g->apply(&s, ir_bot_move(me ? mine : others, g, &v, NULL, &mind, &budget), NULL);
        }
        struct ir_score score;
        g->score(s.b, &score);
        for (int i = 0; i < seats; i++)
            first += score.rank[i] == 0;
        sum += score.rank[seat] == 0 ? 1.0 / first : 0;
    }
    return sum / (deals * seats);
}

/* As many deals as take a moment: short games are many, and chance decides more of each. */
static int deals(const struct ir_game *g)
{
    struct ir_state s;
    struct ir_rng r;
    uint64_t chances = 0;
    ir_rng_seed(&r, 1);
    begin(g, &s, g->min_seats);
    return ir_play_random(g, &s, &r, &chances) < 12 ? 300 : 8;
}

/* Random play wins its part, 1 of seats; who thinks about every move wins more, and far more over all games (in one alone luck
 * may be everything). Cards and thoughts come from numbers, so this comes out the same every time. */
static void test_thinking_beats_luck(void **state)
{
    double sum = 0;
    int games = 0;
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++, games++) {
        int seats = (*g)->min_seats;
        double won = share(*g, seats, deals(*g), level(3), 20000, level(0), 1);
        print_message("# %s: %.2f of first places against random play, which would win %.2f\n", (*g)->name, won, 1.0 / seats);
        assert_true(won > 0.8 / seats);
        sum += won * seats;
    }
    assert_true(sum > 1.2 * games);
}

/* Ten times the budget is not weaker: it wins its part, less a margin for so few games. */
static void test_more_budget_is_not_weaker(void **state)
{
    double sum = 0;
    int games = 0;
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++, games++) {
        int seats = (*g)->min_seats;
        double won = share(*g, seats, deals(*g), level(2), 20000, level(1), 2000);
        print_message("# %s: %.2f of first places with ten times the budget\n", (*g)->name, won);
        assert_true(won > 0.6 / seats);
        sum += won * seats;
    }
    assert_true(sum > games);
}

static void test_levels_have_more_budget_each(void **state)
{
    (void)state;
    assert_null(level(4));
    assert_ptr_equal(level(0)->think, bots_plain.role[IR_ROLE_QUICK]->think);
    for (int i = 2; i < 4; i++)
        assert_true(level(i)->budget.nodes >= 5 * level(i - 1)->budget.nodes);
    for (int role = 0; role < IR_ROLES; role++)
        assert_non_null(bots_plain.role[role]);
}

/* ---- budgets ---- */

static int same(const struct ir_advice *a, const struct ir_advice *b)
{
    if (a->n != b->n || a->nodes != b->nodes)
        return 0;
    for (int i = 0; i < a->n; i++)
        if (a->of[i].move != b->of[i].move || a->of[i].samples != b->of[i].samples || a->of[i].value != b->of[i].value)
            return 0;
    return 1;
}

/* Also of positions with many moves and many seats, whose playouts are long: the nodes end with the playout that uses them up.
 */
static void test_nodes_and_seed_decide(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        struct ir_rng r;
        uint64_t longest = 0;
        ir_rng_seed(&r, 5);
        for (int game = 0; game < 200; game++) {
            struct ir_state s;
            uint64_t chances = 0;
            begin(*g, &s, (*g)->max_seats);
            uint64_t n = ir_play_random(*g, &s, &r, &chances);
            longest = n + chances > longest ? n + chances : longest;
        }
        for (int game = 0; game < 40; game++) {
            struct ir_state s;
            struct ir_view v;
            struct ir_advice a, again;
            struct ir_rng mind, mind_again;
            const struct ir_budget budget = {.nodes = game % 4 == 0 ? 1 : 3000};
            begin(*g, &s, (*g)->max_seats);
            if (!advance(*g, &s, &r, game))
                continue;
            ir_look(*g, &s, ir_turn(&s), &v);
            ir_rng_seed(&mind, (uint64_t)game);
            ir_rng_seed(&mind_again, (uint64_t)game);
            level(3)->think(*g, &v, NULL, &mind, &budget, &a);
            level(3)->think(*g, &v, NULL, &mind_again, &budget, &again);
            assert_true(same(&a, &again));
            assert_memory_equal(&mind, &mind_again, sizeof mind);
            assert_true(a.n == 1 || a.nodes >= budget.nodes);
            assert_true(a.nodes < budget.nodes + 4 * longest);
            for (int i = 0; i < a.n; i++) /* a best move was tried */
                assert_true(a.n == 1 || a.of[i].move != ir_advice_best(&a) || a.of[i].samples > 0);
        }
    }
}

static uint64_t ticks;
static uint64_t tick(void)
{
    return ticks += 100;
}

static void test_stop_and_clock_end_it(void **state)
{
    static const volatile int stop = 1;
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        struct ir_state s;
        struct ir_view v;
        struct ir_advice a;
        struct ir_rng r;
        uint64_t tried = 0;
        ir_rng_seed(&r, 5);
        a.n = 0;
        for (int n = 0; n < 100 && a.n < 2; n++) { /* a position with a choice */
            begin(*g, &s, (*g)->min_seats);
            if (advance(*g, &s, &r, n)) {
                ir_look(*g, &s, ir_turn(&s), &v);
                bot_advice_start(*g, &v, &a);
            }
        }
        assert_true(a.n > 1);
        const struct ir_budget stopped = {.nodes = 1u << 30, .stop = &stop}, timed = {.microseconds = 1000, .clock = tick};
        level(3)->think(*g, &v, NULL, &r, &stopped, &a);
        for (int i = 0; i < a.n; i++)
            tried += a.of[i].samples;
        assert_int_equal(tried, 1);
        level(3)->think(*g, &v, NULL, &r, &timed, &a);
        for (int i = 0; i < a.n; i++)
            tried += a.of[i].samples;
        assert_in_range(tried, 10, 12); /* a look at the clock after each playout, and one before */
    }
}

/* ---- what it sees ---- */

static const struct ir_game *real;
static const struct ir_view *given;
static struct ir_state imagined[2]; /* the world before anything was played in it; and what was played on */
static int worlds, elsewhere;

static void watched_imagine(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    assert_ptr_equal(v, given);
    real->imagine(v, r, s);
    memcpy(imagined[0].b, s->b, ir_state_size(real));
    worlds++;
}
static void watched_apply(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    size_t n = ir_state_size(real);
    elsewhere += !worlds || (memcmp(s->b, imagined[0].b, n) != 0 && memcmp(s->b, imagined[1].b, n) != 0);
    real->apply(s, m, ev);
    memcpy(imagined[1].b, s->b, n);
}

/* Every move it makes in its head is made in a world it imagined, or in what became of one. */
static void test_it_plays_imagined_worlds_only(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        struct ir_game copy = **g;
        struct ir_rng r;
        copy.imagine = watched_imagine;
        copy.apply = watched_apply;
        real = *g;
        worlds = elsewhere = 0;
        ir_rng_seed(&r, 8);
        for (int game = 0; game < 10; game++) {
            struct ir_state s;
            struct ir_view v;
            struct ir_advice a;
            const struct ir_budget budget = {.nodes = 2000};
            begin(*g, &s, (*g)->max_seats);
            if (!advance(*g, &s, &r, game))
                continue;
            ir_look(*g, &s, ir_turn(&s), &v);
            given = &v;
            level(2)->think(&copy, &v, NULL, &r, &budget, &a);
        }
        assert_true(worlds > 0);
        assert_int_equal(elsewhere, 0);
    }
}

/* A secret question: each seat that is asked is thought about as ir_table_view shows it, as if those before had been silent. */
static void test_secret_questions(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        struct ir_rng r;
        int questions = 0;
        ir_rng_seed(&r, 9);
        for (int game = 0; game < 2000 && (*g)->asked && questions < 50; game++) {
            struct ir_state s;
            begin(*g, &s, (*g)->max_seats);
            if (!advance(*g, &s, &r, game % 60))
                continue;
            uint16_t asked = ir_asked(*g, s.b);
            for (int seat = 0; seat < ir_seats(&s) && (asked & (asked - 1)); seat++) {
                struct ir_state then;
                struct ir_view v;
                ir_move legal[IR_MOVES_MAX];
                const struct ir_budget budget = {.nodes = 2000};
                if (!(asked >> seat & 1))
                    continue;
                memcpy(&then, &s, sizeof s);
                while (ir_turn(&then) != seat)
                    (*g)->apply(&then, (*g)->silent, NULL);
                ir_look(*g, &then, seat, &v);
                ir_move m = ir_bot_move(level(1), *g, &v, NULL, &r, &budget);
                int n = (*g)->legal(&v, legal), found = 0;
                for (int i = 0; i < n; i++)
                    found |= legal[i] == m;
                assert_true(found);
                questions++;
            }
        }
        assert_true(!(*g)->asked || questions >= 50);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thinking_beats_luck),
        cmocka_unit_test(test_more_budget_is_not_weaker),
        cmocka_unit_test(test_levels_have_more_budget_each),
        cmocka_unit_test(test_nodes_and_seed_decide),
        cmocka_unit_test(test_stop_and_clock_end_it),
        cmocka_unit_test(test_it_plays_imagined_worlds_only),
        cmocka_unit_test(test_secret_questions),
    };
    return cmocka_run_group_tests_name("plain bots", tests, NULL, NULL);
}
