/* test_why.c: the reasons of PiKiT are true: every fact is compared with what happens when the move is made, or with worlds
 * that fit the view, in random positions of random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "games/pikit/pikit.h"
#include "analysis/facts.h"

enum { WORLDS = 1200 };

static int near(double x, double y, double slack)
{
    return x - y < slack && y - x < slack;
}

/* Points that a move of the mover brings for certain, by the rules' own events; -1: it takes nothing by itself. */
static int points_taken(const struct ir_state *world, ir_move m)
{
    struct ir_state s = *world;
    struct ir_events ev = {0};
    int points = m == PK_MOVE_NOTHING ? 0 : -1;
    if (m < PK_MOVE_TAKE || m == PK_MOVE_STEAL)
        return -1;
    pikit_game.apply(&s, m, &ev);
    for (int i = 0; i < ev.n; i++)
        if (ev.e[i].kind == PK_EV_TAKE || ev.e[i].kind == PK_EV_MECHA)
            points =
                (points < 0 ? 0 : points) + (ev.e[i].kind == PK_EV_MECHA ? PK_MECHA_POINTS : ev.e[i].pub[0] * ev.e[i].pub[1]);
    return points;
}

/* The most points with these dice, by the legal moves. */
static int most_points(const struct ir_state *world, int a, int b, int *ways)
{
    struct ir_state s = *world;
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    struct pikit_pub *p = pikit_pub_of(&s);
    int most = 0;
    p->die[0] = (uint8_t)a, p->die[1] = (uint8_t)b;
    p->phase = PK_PHASE_PLAY;
    p->head.turn = (int8_t)p->mover;
    ir_look(&pikit_game, &s, p->mover, &v);
    *ways = 0;
    for (int i = 0, n = pikit_game.legal(&v, legal); i < n; i++) {
        int points = points_taken(&s, legal[i]);
        most = points > most ? points : most;
        *ways += legal[i] >= PK_MOVE_TAKE && legal[i] < PK_MOVE_NOTHING;
    }
    return most;
}

/* Means over worlds of what a thief gets from this hand (lost: of what the victim loses), and of other things. */
struct means {
    double gain, wound, mecha, drawn, cancel;
};
static void imagine_means(const struct ir_view *v, int victim, struct means *m, struct ir_rng *r)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    memset(m, 0, sizeof *m);
    for (int k = 0; k < WORLDS; k++) {
        struct ir_state s;
        int cards = 0, deck = 0, cancel = 0;
        double gain = 0, wound = 0, mecha = 0, drawn = 0;
        pikit_game.imagine(v, r, &s);
        for (int i = 1; i <= PK_NUMBERS; i++) {
            int n = pikit_hand(s.b, victim)[i];
            cards += n;
            gain += n * (i == 3 && victim != v->seat ? -PK_WOUND_POINTS : i);
            wound += i == 3 ? n : 0;
            deck += pikit_deck(&s)[i];
            drawn += i * pikit_deck(&s)[i];
            for (int seat = 0; seat < p->head.seats; seat++)
                cancel |= seat != v->seat && (i == 6 || i >= 9) && pikit_hand(s.b, seat)[i];
        }
        for (int d = 0; d < PK_MECHAS; d++)
            if (p->mecha[d] == victim)
                cards++, mecha++, gain += PK_MECHA_POINTS;
        if (cards)
            m->gain += gain / cards / WORLDS, m->wound += wound / cards / WORLDS, m->mecha += mecha / cards / WORLDS;
        m->drawn += deck ? drawn / deck / WORLDS : 0;
        m->cancel += (double)cancel / WORLDS;
    }
}

/* With no card unknown a mean over worlds is exact. */
static double slack_of(const struct ir_view *v, int victim, double unknown)
{
    return victim == v->seat || !pikit_unknown(pikit_pub(v->b), victim) ? 1e-6 : unknown;
}

/* Does the effect happen if everybody else passes from here on? */
static int happens(const struct ir_state *world, int me, ir_move m)
{
    struct ir_state s = *world;
    struct ir_events ev = {0};
    while (ir_turn(&s) != me) /* those before */
        pikit_game.apply(&s, PK_MOVE_PASS, &ev);
    pikit_game.apply(&s, m, &ev);
    while (pikit_pub(s.b)->phase == PK_PHASE_ASK && ev.n < 60)
        pikit_game.apply(&s, PK_MOVE_PASS, &ev);
    for (int i = 0; i < ev.n; i++)
        if (ev.e[i].kind == PK_EV_RESOLVED || ev.e[i].kind == PK_EV_CANCELLED)
            return ev.e[i].kind == PK_EV_RESOLVED;
    fail();
    return 0;
}

/* Is a move possible after a card that nobody cancels? */
static int is_legal_after(const struct ir_state *world, ir_move card, ir_move m, struct ir_rng *r)
{
    struct ir_state s = *world;
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    int me = ir_turn(&s), found = 0;
    pikit_game.apply(&s, card, NULL);
    while (ir_turn(&s) == IR_CHANCE || pikit_pub(s.b)->phase == PK_PHASE_ASK)
        pikit_game.apply(&s, ir_turn(&s) == IR_CHANCE ? pikit_game.sample(&s, r) : PK_MOVE_PASS, NULL);
    assert_int_equal(ir_turn(&s), me);
    ir_look(&pikit_game, &s, me, &v);
    for (int i = 0, n = pikit_game.legal(&v, legal); i < n; i++)
        found |= legal[i] == m;
    return found;
}

static int points_now(const struct ir_view *v, int seat) /* as if the own hand were open */
{
    struct ir_state s = {{0}};
    struct ir_score score;
    memcpy(s.b, v->b, sizeof s.b);
    struct pikit_pub *p = pikit_pub_of(&s);
    if (seat == v->seat) {
        memcpy(p->known[seat], pikit_hand(v->b, seat), PK_COUNTS);
        for (int i = 0; i < PK_SEATS && i < p->head.seats; i++) { /* what is certain of others does not change by that */
            int most = pikit_certain(pikit_pub(v->b), i, 1);
            if (i != seat)
                p->known[i][1] = (uint8_t)most;
        }
    }
    pikit_score(p, &score);
    return score.points[seat];
}

static void check_spent(const struct ir_view *v, const struct ir_fact *f, ir_move m)
{
    const uint8_t *hand = pikit_hand(v->b, v->seat);
    int effect, card = pikit_move_card(m, &effect);
    assert_true(f->n[0] == card && f->n[1] == card && hand[card]);
    if (f->kind == PK_FACT_UNGUARDS)
        assert_int_equal(hand[6] + hand[9] + hand[10] + hand[11], 1);
}

static void check_fact(const struct ir_view *v, const struct ir_fact *f, ir_move played, ir_move better,
                       const struct ir_state *world, struct ir_rng *r)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    int me = v->seat, a = f->n[0], b = f->n[1], c = f->n[2], d = f->n[3], ways, effect, sum = 0;
    ir_move m = f->of == IR_OF_PLAYED ? played : better;
    struct means mean;
    struct ir_state s = *world;
    pikit_move_card(m, &effect);
    if (f->of == IR_OF_POSITION)
        effect = p->effect;
    switch (f->kind) {
    case PK_FACT_TAKES: assert_int_equal(points_taken(world, m), d); break;
    case PK_FACT_MECHA:
        assert_true(m == PK_MOVE_MECHA && a == p->die[0] && a == p->die[1]);
        assert_int_equal(points_taken(world, m), b);
        break;
    case PK_FACT_OFFER:
        assert_int_equal(most_points(world, p->die[0], p->die[1], &ways), a);
        assert_int_equal(ways, b);
        break;
    case PK_FACT_THEFT:
        assert_int_equal(a, m == PK_MOVE_STEAL ? p->mecha[p->die[0] - 1] : effect - PK_STEAL);
        imagine_means(v, a, &mean, r);
        assert_true(near(mean.gain, b / 10.0, 0.0501 + slack_of(v, a, 0.8)));
        assert_true(near(mean.wound, c / 1000.0, 0.0006 + slack_of(v, a, 0.07)));
        assert_true(near(mean.mecha, d / 1000.0, 0.0006 + slack_of(v, a, 0.001)));
        break;
    case PK_FACT_ROBBED:
        assert_int_equal(effect, PK_STEAL + me);
        imagine_means(v, me, &mean, r);
        assert_true(near(mean.gain, a / 10.0, 0.0501) && near(mean.mecha, b / 1000.0, 0.0006));
        break;
    case PK_FACT_REROLL:
        for (int i = 0; i < 36; i++)
            sum += most_points(world, effect == PK_REROLL + 1 ? p->die[0] : i / 6 + 1,
                               effect == PK_REROLL ? p->die[1] : i % 6 + 1, &ways);
        assert_true(near(sum / 36.0, b / 10.0, 0.0501));
        assert_int_equal(most_points(world, p->die[0], p->die[1], &ways), a);
        break;
    case PK_FACT_TURN:
        assert_int_equal(most_points(world, p->die[0], p->die[1], &ways), a);
        effect -= PK_TURN;
        assert_int_equal(most_points(world, effect < 6 ? effect + 1 : p->die[0], effect < 6 ? p->die[1] : effect - 5, &ways),
                         b);
        break;
    case PK_FACT_DRAW:
        imagine_means(v, me, &mean, r);
        assert_true(near(mean.drawn, a / 10.0, 0.6));
        break;
    case PK_FACT_SPENDS:
    case PK_FACT_UNGUARDS: check_spent(v, f, m); break;
    case PK_FACT_CANCELS:
        imagine_means(v, me, &mean, r);
        assert_true(near(mean.cancel, a / 1000.0, a % 1000 ? 0.075 : 1e-6));
        break;
    case PK_FACT_ONES:
        pikit_game.apply(&s, m, NULL);
        assert_int_equal(pikit_hand(s.b, me)[1], a);
        for (int i = 0; i < p->head.seats; i++)
            if (i != me)
                sum = pikit_certain(p, i, 1) > sum ? pikit_certain(p, i, 1) : sum;
        assert_int_equal(sum, b);
        break;
    case PK_FACT_USEFUL:
        pikit_game.apply(&s, m, NULL);
        assert_true(pikit_hand(s.b, me)[a] > pikit_hand(v->b, me)[a]);
        assert_true(a != 1 && a != 3 && a != 8 && b == p->deck);
        break;
    case PK_FACT_STILL: assert_true(is_legal_after(world, better, played, r)); break;
    case PK_FACT_LEADS:
        assert_true(b == points_now(v, a) && c == points_now(v, me) && b > c);
        for (int i = 0; i < p->head.seats; i++)
            assert_true(i == a || points_now(v, i) < b);
        break;
    case PK_FACT_LAST: assert_true(p->last && p->mover == me); break;
    case PK_FACT_STOPS:
    case PK_FACT_LETS:
        assert_true(a == p->mover && b == p->effect);
        assert_int_equal(happens(world, me, m), f->kind == PK_FACT_LETS);
        break;
    default: fail();
    }
}

static int alike(ir_move played, ir_move better) /* what is better at random may have nothing that speaks for it */
{
    return played != better;
}

static void test_facts(void **state)
{
    struct facts_test t = {.game = &pikit_game, .games = 60, .every = 3, .seed = 4, .check = check_fact, .alike = alike};
    (void)state;
    facts_check(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_facts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
