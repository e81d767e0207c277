/* test_why.c: the reasons of Gacha are true: every fact is compared with what happens when the move is made, or with worlds
 * that fit the view, in random positions of random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "games/gacha/gacha.h"
#include "analysis/facts.h"

enum { WORLDS = 400 };

static uint32_t reward_in(const struct gacha_pub *p, int slot) /* from 1 */
{
    assert_true(slot >= 1 && slot <= GA_MARKET && p->market[slot - 1]);
    return p->reward[p->market[slot - 1] - 1];
}

static int lacks_for(uint32_t reward, const uint8_t *hand)
{
    uint8_t lacks[GA_FIGURES];
    int any;
    return gacha_lacks(reward, hand, lacks, &any);
}

static int score_of(const void *block, int seat)
{
    struct ir_score score;
    gacha_game.score(block, &score);
    return score.points[seat];
}

/* How often the card of this draw brings a reward nearer (slot 0: any), in worlds that fit. */
static void check_helps(const struct ir_view *v, ir_move m, int slot, int thousandths, struct ir_rng *r)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int good = 0;
    for (int k = 0; k < WORLDS; k++) {
        struct ir_state s;
        int nearer = 0;
        gacha_game.imagine(v, r, &s);
        gacha_game.apply(&s, m, NULL);
        gacha_game.apply(&s, gacha_game.sample(&s, r), NULL);
        for (int i = 1; i <= GA_MARKET; i++)
            if (p->market[i - 1] && (!slot || i == slot))
                nearer |= lacks_for(reward_in(p, i), gacha_own_of(&s, v->seat)->count) <
                          lacks_for(reward_in(p, i), gacha_own(v)->count);
        good += nearer;
    }
    double off = (double)good / WORLDS - thousandths / 1000.0,
           slack = thousandths % 1000 ? 0.13 : 1e-9; /* five standard errors */
    assert_true(off < slack && off > -slack);
}

/* No world has more players who can pay than the backs allow. */
static void check_rivals(const struct ir_view *v, uint32_t reward, int seats, struct ir_rng *r)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    unsigned able = 0;
    for (int k = 0; k < 100; k++) {
        struct ir_state s;
        gacha_game.imagine(v, r, &s);
        for (int i = 0; i < p->head.seats; i++)
            if (i != v->seat && gacha_payable(reward, gacha_own_of(&s, i)->count, gacha_jokers(p, i)))
                able |= 1u << i;
    }
    assert_true(set_count(able) <= seats && seats < p->head.seats);
}

static int event_in(const struct ir_events *ev, int kind)
{
    for (int i = 0; i < ev->n; i++)
        if (ev->e[i].kind == kind)
            return 1;
    return 0;
}

/* The move and the chances after it, up to the next decision. */
static void play_out(struct ir_state *s, ir_move m, struct ir_events *ev, struct ir_rng *r)
{
    gacha_game.apply(s, m, ev);
    while (ir_turn(s) == IR_CHANCE)
        gacha_game.apply(s, gacha_game.sample(s, r), ev);
}

static void check_fact(const struct ir_view *v, const struct ir_fact *f, ir_move played, ir_move better,
                       const struct ir_state *world, struct ir_rng *r)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int me = v->seat, a = f->n[0], b = f->n[1], c = f->n[2], d = f->n[3];
    ir_move m = f->of == IR_OF_PLAYED ? played : better, other = f->of == IR_OF_PLAYED ? better : played;
    struct ir_state once = *world, s = *world, rival = *world;
    struct ir_events ev = {0};
    const struct gacha_own *before = gacha_own(v), *after = gacha_own_of(&once, me);
    if (f->of != IR_OF_POSITION) {
        gacha_game.apply(&once, m, NULL);
        play_out(&s, m, &ev, r);
    }
    switch (f->kind) {
    case GA_FACT_CLAIMS:
        assert_int_equal(gacha_points(reward_in(p, a)), b);
        assert_int_equal(p->hand[me] - gacha_pub(once.b)->hand[me], c);
        assert_int_equal(score_of(once.b, me) - score_of(p, me), d);
        assert_int_equal(gacha_pub(once.b)->got[me] & ~p->got[me], BIT(p->market[a - 1] - 1));
        break;
    case GA_FACT_DRAWS:
        if (f->of == IR_OF_POSITION)
            play_out(&s, GA_MOVE_AGAIN, NULL, r), m = GA_MOVE_DRAW_LATER;
        for (int i = 0; gacha_pub(s.b)->mover == me && gacha_pub(s.b)->hand[me] < p->hand[me] + a && i < 4; i++) {
            struct ir_view w;
            ir_move legal[IR_MOVES_MAX];
            ir_look(&gacha_game, &s, me, &w);
            int n = gacha_game.legal(&w, legal);
            assert_true(n > 0 && legal[0] <= GA_MOVE_DRAW_LATER);
            play_out(&s, legal[0], NULL, r);
        }
        assert_int_equal(gacha_pub(s.b)->hand[me], p->hand[me] + a);
        break;
    case GA_FACT_HELPS:
        assert_int_equal(gacha_points(reward_in(p, a)), b);
        assert_int_equal(lacks_for(reward_in(p, a), before->count), c);
        check_helps(v, m, a, d, r);
        break;
    case GA_FACT_USEFUL: check_helps(v, m, 0, a, r); break;
    case GA_FACT_TOKEN:
        assert_true(event_in(&ev, GA_EV_TOKEN));
        assert_int_equal(gacha_pub(s.b)->supply, a);
        break;
    case GA_FACT_COLOUR: assert_true(event_in(&ev, GA_EV_COLOUR) && !event_in(&ev, GA_EV_NO_CARD)); break;
    case GA_FACT_HALF:
        assert_true(!p->half[me] && gacha_pub(once.b)->half[me]);
        assert_int_equal(gacha_half(p->reward[gacha_pub(once.b)->half[me] - 1]), a);
        break;
    case GA_FACT_RIVALS:
        assert_int_equal(gacha_points(reward_in(p, a)), b);
        check_rivals(v, reward_in(p, a), c, r);
        break;
    case GA_FACT_TRIGGERS: assert_true(!p->trigger && gacha_pub(s.b)->trigger == a); break;
    case GA_FACT_LAST: assert_true(p->trigger); break;
    case GA_FACT_RACE:
        assert_true(a != me && score_of(p, a) == b && score_of(p, me) == c);
        for (int i = 0; i < p->head.seats; i++)
            assert_true(i == me || score_of(p, i) <= b);
        break;
    case GA_FACT_PAYS: /* before any card is drawn */
        gacha_game.apply(&rival, other, NULL);
        assert_true(a == IR_NO_FACT || after->count[a] < gacha_own_of(&rival, me)->count[a]);
        assert_true(b == IR_NO_FACT || after->count[b] > gacha_own_of(&rival, me)->count[b]);
        break;
    case GA_FACT_JOKERS: assert_int_equal(gacha_jokers(gacha_pub(once.b), me), b); break;
    case GA_FACT_NEXT:
        assert_int_equal(gacha_points(reward_in(p, a)), b);
        d = lacks_for(reward_in(p, a), after->count) - gacha_jokers(gacha_pub(once.b), me);
        assert_int_equal(d < 0 ? 0 : d, c);
        break;
    case GA_FACT_PAYABLE:
        assert_int_equal(gacha_points(reward_in(p, a)), b);
        assert_true(gacha_payable(reward_in(p, a), before->count, gacha_jokers(p, me)));
        break;
    case GA_FACT_TURNS:
        assert_int_equal(a, p->taken[me][GA_TURN] - p->used[me][GA_TURN]);
        assert_true(p->trigger ? b == IR_NO_FACT : b == p->supply && c == set_count(p->rewards));
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
    struct facts_test t = {.game = &gacha_game, .games = 90, .every = 2, .seed = 5, .check = check_fact, .alike = alike};
    (void)state;
    facts_check(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_facts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
