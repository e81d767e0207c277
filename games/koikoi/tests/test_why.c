/* test_why.c: the reasons of Koi-Koi are true: every fact is compared with what happens when the move is made, with worlds that
 * fit the view, or with the rules' own count, in random positions of random games. */
#include "played.h"
#include "analysis/facts.h"
#include "laws/laws.h"

static uint64_t unseen_of(const struct ir_view *v)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    uint64_t seen = p->field | p->pool[0] | p->pool[1] | koikoi_hand(v);
    return HF_ALL & ~(p->phase == KK_PHASE_TAKE ? seen | BIT(p->turned) : seen);
}

/* The chance that the other holds one of these cards: over every hand that fits if there are few, else over samples. */
static void check_chance(const struct ir_view *v, uint64_t cards, int thousandths, struct ir_rng *r)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int them = !v->seat, n = p->hand[them];
    uint64_t unseen = unseen_of(v);
    double all = 0, held = 0, slack = 0.00051;
    if (n <= 2) {
        for (uint64_t a = unseen; a; a &= a - 1)
            for (uint64_t b = n == 2 ? a & (a - 1) : 1; b; b &= b - 1) {
                uint64_t hand = n == 0 ? 0 : BIT(set_first(a)) | (n == 2 ? BIT(set_first(b)) : 0);
                if (p->option[KK_REDEAL] == KK_REDEAL_FIELD4 || !koikoi_redeal(p, BIT(0), p->played[them] | hand, BIT(1))) {
                    all++;
                    held += (hand & cards) != 0;
                }
            }
    } else {
        for (; all < 1500; all++) {
            struct ir_state w;
            koikoi_game.imagine(v, r, &w);
            struct ir_view theirs;
            ir_look(&koikoi_game, &w, them, &theirs);
            held += (koikoi_hand(&theirs) & cards) != 0;
        }
        slack = 0.07; /* more than five standard errors */
    }
    assert_true(all > 0);
    assert_true(held / all - thousandths / 1000.0 < slack && held / all - thousandths / 1000.0 > -slack);
    assert_int_equal(thousandths == 0, !(cards & unseen) || n == 0);
}

/* The least number of cards, up to two, that give the pool this yaku; 3: more. */
static int cards_to(const struct koikoi_pub *p, int seat, uint64_t pool, uint64_t gone, int yaku)
{
    int16_t coins[KK_YAKU];
    int least = 3;
    for (uint64_t a = HF_ALL & ~(pool | gone); a; a &= a - 1) {
        koikoi_worth(p, pool | BIT(set_first(a)), p->calls[seat], coins);
        if (coins[yaku])
            return 1;
        for (uint64_t b = a & (a - 1); b && least == 3; b &= b - 1) {
            koikoi_worth(p, pool | BIT(set_first(a)) | BIT(set_first(b)), p->calls[seat], coins);
            if (coins[yaku])
                least = 2;
        }
    }
    return least;
}

static void check_lacks(const struct koikoi_pub *p, int seat, uint64_t pool, uint64_t gone, const struct ir_fact *f)
{
    int16_t coins[KK_YAKU];
    koikoi_worth(p, pool, p->calls[seat], coins);
    assert_int_equal(coins[f->n[0]], 0);
    assert_true(f->n[1] >= 1 && f->n[1] <= 3 && f->n[2] + f->n[3] >= f->n[1]);
    assert_int_equal(cards_to(p, seat, pool, gone, f->n[0]), f->n[1]);
}

/* After koi-koi the own win pays at least this. */
static void check_raises(const struct ir_state *called, int me, int coins, struct ir_rng *r)
{
    for (int i = 0; i < 5; i++) {
        struct ir_state s = *called;
        int round = koikoi_pub(s.b)->round, done = 0;
        while (!done && ir_turn(&s) >= IR_CHANCE && koikoi_pub(s.b)->round == round) {
            struct ir_events ev = {0};
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX], m;
            int turn = ir_turn(&s);
            if (turn == IR_CHANCE) {
                m = koikoi_game.sample(&s, r);
            } else {
                ir_look(&koikoi_game, &s, turn, &v);
                m = legal[ir_rng_below(r, (uint32_t)koikoi_game.legal(&v, legal))];
            }
            koikoi_game.apply(&s, m, &ev);
            for (int k = 0; k < ev.n; k++)
                if (ev.e[k].kind == KK_EV_AGARI) {
                    done = 1;
                    if (ev.e[k].seat == me)
                        assert_true(ev.e[k].pub[1] >= coins);
                }
        }
    }
}

/* The pool after the captures of this move, by the rules' own events. */
static uint64_t pool_after(const struct ir_view *v, ir_move m, const struct ir_state *world, uint64_t *field)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    struct ir_state s = *world;
    struct ir_events ev = {0};
    uint64_t pool = p->pool[v->seat];
    koikoi_game.apply(&s, m, &ev);
    *field = p->field;
    for (int i = 0; i < ev.n; i++) {
        if (ev.e[i].kind == KK_EV_TAKE)
            pool |= BIT(ev.e[i].pub[0]) | BIT(ev.e[i].pub[1]), *field &= ~BIT(ev.e[i].pub[1]);
        if (ev.e[i].kind == KK_EV_LAY)
            *field |= BIT(ev.e[i].pub[0]);
    }
    return pool;
}

static void check_fact(const struct ir_view *v, const struct ir_fact *f, ir_move played, ir_move better,
                       const struct ir_state *world, struct ir_rng *r)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int me = v->seat, a = f->n[0], b = f->n[1], c = f->n[2];
    ir_move m = f->of == IR_OF_PLAYED ? played : better;
    uint64_t mine = p->pool[me], theirs = p->pool[!me], unseen = unseen_of(v), field = p->field;
    uint64_t pool = f->of == IR_OF_POSITION ? mine : pool_after(v, m, world, &field);
    struct ir_state s = *world;
    int16_t coins[KK_YAKU], before[KK_YAKU];
    uint64_t cards = 0, from;
    switch (f->kind) {
    case KK_FACT_GETS:
        for (int i = 0; i < 4 && f->n[i] != IR_NO_FACT; i++)
            cards |= BIT(f->n[i]);
        assert_true(cards && cards == (pool & ~mine));
        break;
    case KK_FACT_LAYS:
        assert_true(field >> a & 1 && !(p->field >> a & 1));
        assert_true(f->of != IR_OF_PLAYED || c > 0); /* nobody can take it: nothing speaks against laying it */
        /* fall through */
    case KK_FACT_LEAVES:
        assert_true(field >> a & 1);
        assert_int_equal(b, set_count(unseen & hanafuda_suit(a)));
        check_chance(v, hanafuda_suit(a), c, r);
        break;
    case KK_FACT_COMPLETES:
        koikoi_worth(p, mine, p->calls[me], before);
        koikoi_worth(p, pool, p->calls[me], coins);
        assert_true(coins[a] == b && before[a] < b);
        assert_true(c > 0);
        break;
    case KK_FACT_NEARS:
        check_lacks(p, me, pool, theirs, f);
        koikoi_lacks(p, a, pool, theirs, &from);
        assert_int_equal(f->n[3], set_count(from & unseen));
        break;
    case KK_FACT_DENIES:
        assert_true(pool >> b & 1 && !(mine >> b & 1));
        assert_int_equal(koikoi_lacks(p, a, theirs, mine, &from), c);
        assert_true(from >> b & 1);
        assert_int_equal(koikoi_lacks(p, a, theirs, pool, &from), -1);
        break;
    case KK_FACT_RISKS:
        assert_true(field >> b & 1);
        assert_int_equal(
            koikoi_worth(p, theirs | BIT(b), p->calls[!me], coins) - koikoi_worth(p, theirs, p->calls[!me], before), f->n[3]);
        assert_true(coins[a] > before[a]);
        check_chance(v, hanafuda_suit(b), c, r);
        break;
    case KK_FACT_SAFE:
        assert_true(field >> a & 1);
        for (int i = 0; i < 20; i++) { /* in no world can anybody else match it */
            koikoi_game.imagine(v, r, &s);
            struct ir_view other;
            ir_look(&koikoi_game, &s, !me, &other);
            assert_true(!(koikoi_hand(&other) & hanafuda_suit(a)));
        }
        break;
    case KK_FACT_KEEPS:
        koikoi_game.apply(&s, better, NULL);
        assert_true(koikoi_pub(s.b)->round != p->round || koikoi_pub(s.b)->played[me] == (p->played[me] | BIT(better >> 2)));
        assert_true(koikoi_hand(v) >> a & 1 && better >> 2 != a); /* the card is in hand then */
        assert_true(unseen >> b & 1 && hanafuda_month(a) == hanafuda_month(b));
        assert_true(played >> 2 == a &&
                    !(koikoi_hand(v) & ~BIT(a) & hanafuda_suit(a))); /* and after the other move none like it */
        break;
    case KK_FACT_STOPS:
        koikoi_game.apply(&s, m == KK_MOVE_TENHO ? m : KK_MOVE_AGARI, NULL);
        assert_int_equal(koikoi_pub(s.b)->last_paid, a);
        break;
    case KK_FACT_ENDS:
        koikoi_game.apply(&s, m == KK_MOVE_TENHO ? m : KK_MOVE_AGARI, NULL);
        assert_int_equal(ir_turn(&s), IR_OVER);
        assert_true(koikoi_pub(s.b)->purse[me] == a && koikoi_pub(s.b)->purse[!me] == b);
        break;
    case KK_FACT_EXPOSES:
        koikoi_game.apply(&s, KK_MOVE_KOIKOI, NULL);
        assert_int_equal(koikoi_pay(koikoi_pub(s.b), !me, 3).coins, a * koikoi_pay(p, !me, 3).coins);
        break;
    case KK_FACT_RAISES:
        koikoi_game.apply(&s, KK_MOVE_KOIKOI, NULL);
        check_raises(&s, me, a, r);
        break;
    case KK_FACT_THREAT: check_lacks(p, !me, theirs, mine, f); break;
    case KK_FACT_HOPE: check_lacks(p, me, mine, theirs, f); break;
    case KK_FACT_LEFT: assert_true(a == set_count(koikoi_hand(v)) && b == p->hand[!me]); break;
    case KK_FACT_PURSES: assert_true(a == p->purse[me] && b == p->purse[!me] && c == p->option[KK_ROUNDS] - p->round); break;
    default: fail();
    }
}

/* Of two plays there may be nothing that speaks for one of them: here they are chosen at random. */
static int plays(ir_move played, ir_move better)
{
    return (played < KK_MOVE_CARD || played >= KK_MOVE_JOKER) && (better < KK_MOVE_CARD || better >= KK_MOVE_JOKER);
}

static void test_facts_variants(void **state) /* facts are true under presets and random options, too */
{
    enum { N = 150 };
    static char text[N][IR_OPTIONS_TEXT];
    static const char *options[N + 1];
    struct ir_rng rng;
    (void)state;
    ir_rng_seed(&rng, 8);
    for (int i = 0; i < N; i++) {
        int16_t value[IR_OPTIONS_MAX];
        char why[IR_WHY_MAX];
        do {
            laws_options(&koikoi_game, &rng, text[i]);
            ir_options_parse(&koikoi_game, text[i], value, why);
        } while (value[KK_ROUNDS] > 12); /* long games say the same again */
        options[i] = text[i];
    }
    struct facts_test t = {
        .game = &koikoi_game, .games = N, .every = 3, .seed = 4, .check = check_fact, .options = options, .alike = plays};
    facts_check(&t);
}

static void test_facts(void **state)
{
    static const char *const options[] = {
        "", "nintendo", "rounds=2,coins=10", "redeal=strict,tenho=on", "sets=absorb,redeal=off", NULL};
    struct facts_test t = {
        .game = &koikoi_game, .games = 60, .every = 1, .seed = 3, .check = check_fact, .options = options, .alike = plays};
    (void)state;
    facts_check(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_facts), cmocka_unit_test(test_facts_variants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
