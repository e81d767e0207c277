/* test_luck.c: luck, as src/cli/luck.c takes it out of results: nothing on average, in every game and with any seats; it says
 * something about who won; and looking at it changes no game. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/luck.h"
#include "core/dealer.h"

enum { GAMES = 200 };

/* One greedy player among beginners; returns seat 0's share of the win. */
static double play(const struct ir_game *g, const char *options, int seats, uint64_t number, struct luck *luck, uint64_t *hash)
{
    struct ir_dealer_keyed keyed;
    struct ir_state s, before;
    struct ir_notes notes = {{0}};
    struct ir_rng whim;
    struct ir_score score;
    char why[IR_WHY_MAX];
    uint8_t key[32] = {0};
    int winners = 0;
    memcpy(key, &number, sizeof number);
    ir_dealer_keyed_start(&keyed, key, 0);
    ir_rng_seed(&whim, number);
    assert_int_equal(ir_start(g, &s, seats, options, NULL, why), 0);
    if (luck)
        luck_open(luck, brain_find(g), seats, &notes, &keyed.dealer, number);
    struct ir_dealer *dealer = luck ? &luck->dealer : &keyed.dealer;
    for (int turn; (turn = ir_turn(&s)) != IR_OVER;) {
        ir_move m;
        if (turn == IR_CHANCE) {
            m = dealer->pick(dealer, g, &s);
        } else {
            struct ir_view v;
            ir_look(g, &s, turn, &v);
            m = ir_bot_move(ir_bot_find(g, turn ? "easy" : "greedy"), g, &v, &notes, &whim, NULL);
        }
        before = s;
        g->apply(&s, m, NULL);
        ir_note(g, &notes, &before, &s);
    }
    g->score(s.b, &score);
    for (int i = 0; i < seats; i++)
        winners += score.rank[i] == 0;
    *hash = ir_hash(g, &s);
    return score.rank[0] == 0 ? 1.0 / winners : 0;
}

static void of(const char *name, const char *options, int seats)
{
    const struct ir_game *g = ir_game_find(name);
    double sum = 0, squares = 0, won = 0, won2 = 0, left = 0, left2 = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        struct luck luck;
        uint64_t with, without;
        double all = 0, share = play(g, options, seats, i, &luck, &with), x = luck.sum[0];
        assert_true(share == play(g, options, seats, i, NULL, &without));
        assert_true(with == without);
        for (int k = 0; k < seats; k++)
            all += luck.sum[k];
        assert_true(fabs(all) < 1e-9); /* what one gets, the others lose */
        sum += x, squares += x * x;
        won += share, won2 += share * share;
        left += share - x, left2 += (share - x) * (share - x);
    }
    double mean = sum / GAMES, error = sqrt((squares / GAMES - mean * mean) / GAMES);
    double before = won2 / GAMES - won / GAMES * won / GAMES, after = left2 / GAMES - left / GAMES * left / GAMES;
    print_message("# %s with %d: luck %+.4f +- %.4f, variance %.3f instead of %.3f\n", name, seats, mean, error, after, before);
    assert_true(error > 0.001 && fabs(mean) < 3.5 * error);
    if (seats == 2)
        assert_true(after < 0.9 * before);
}

static void test_luck(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        int rounds = 0;
        for (const struct ir_option *o = (*g)->option; o->name; o++)
            rounds |= !strcmp(o->name, "rounds");
        if (!brain_find(*g))
            continue; /* it has no idea of what a position is worth */
        for (const struct ir_preset *p = (*g)->preset; p->name && p < (*g)->preset + (rounds ? 2 : 1); p++) {
            char options[64];
            snprintf(options, sizeof options, "%s%s", p->name, rounds ? ",rounds=3" : "");
            of((*g)->name, options, (*g)->min_seats);
        }
        if ((*g)->max_seats > (*g)->min_seats)
            of((*g)->name, "", (*g)->max_seats > 4 ? (*g)->max_seats - 1 : (*g)->max_seats);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_luck),
    };
    return cmocka_run_group_tests_name("luck", tests, NULL, NULL);
}
