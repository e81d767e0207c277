/* why.c: why one move of Koi-Koi is better than another, as facts that the seat itself could work out.
 *
 * A play or a choice of a card is described by what it brings into the own pool and what it leaves on the field; stopping or
 * going on by coins, by what both lack and by the cards that are left. Chances are exact: every hand that the view allows is
 * counted (KK1.5 excludes some), and all are equally likely. Only what differs between the two moves is a reason. */
#include "koikoi.h"
#include "core/facts.h"

struct sight {
    const struct koikoi_pub *p;
    uint64_t hand, unseen, pool, theirs;
    int me;
};
/* What a move does: the cards it brings into the own pool, the field after it, the card it lays on it or HF_NO_CARD. */
struct effect {
    uint64_t got, field, hand;
    int laid;
};

static void sight_set(struct sight *s, const struct ir_view *v)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    *s = (struct sight){.p = p, .me = v->seat, .hand = koikoi_hand(v), .pool = p->pool[v->seat], .theirs = p->pool[!v->seat]};
    s->unseen = HF_ALL & ~(p->field | p->pool[0] | p->pool[1] | s->hand);
    if (p->phase == KK_PHASE_TAKE)
        s->unseen &= ~BIT(p->turned);
}

static int is_capture(ir_move m)
{
    return m < KK_MOVE_CARD;
}

static void effect_of(const struct sight *s, ir_move m, struct effect *e) /* KK4.4 */
{
    int card = m < KK_MOVE_TAKE ? m >> 2 : s->p->turned, target = m < KK_MOVE_TAKE ? (card & ~3) | (m & 3) : m - KK_MOVE_TAKE;
    uint64_t match = s->p->field & hanafuda_suit(card);
    if (set_count(match) == 2)
        match = BIT(target);
    *e = (struct effect){.got = match ? match | BIT(card) : 0, .field = s->p->field & ~match, .hand = s->hand & ~BIT(card)};
    e->laid = match ? HF_NO_CARD : card;
    e->field |= match ? 0 : BIT(card);
}

/* ---- what the opponent holds ---- */

/* How many hands of `n` of these cards there are that, with the cards played before, would not have been dealt again. */
static uint64_t hands(const struct koikoi_pub *p, uint64_t cards, uint64_t played, int n)
{
    static const uint8_t choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    int rule = p->option[KK_REDEAL], no_four = rule == KK_REDEAL_HAND4 || rule == KK_REDEAL_STRICT;
    uint64_t all[KK_HAND + 1] = {1}, even[KK_HAND + 1] = {1}; /* by size; even: with an even number of every month */
    for (int m = 0; m < HF_MONTHS; m++) {
        int have = set_count(cards & hanafuda_suit(4 * m)), before = set_count(played & hanafuda_suit(4 * m));
        for (int k = n; k >= 0; k--) {
            uint64_t sum = 0, sum_even = 0;
            for (int i = 0; i <= have && i <= k; i++) {
                if (no_four && before + i == 4)
                    continue;
                sum += choose[have][i] * all[k - i];
                if ((before + i) % 2 == 0)
                    sum_even += choose[have][i] * even[k - i];
            }
            all[k] = sum;
            even[k] = sum_even;
        }
    }
    return all[n] - (rule == KK_REDEAL_STRICT ? even[n] : 0);
}

/* The chance, in thousandths, that the opponent holds at least one of these cards. */
static int holds(const struct sight *s, uint64_t cards)
{
    const struct koikoi_pub *p = s->p;
    int them = !s->me;
    uint64_t all = hands(p, s->unseen, p->played[them], p->hand[them]);
    return thousandths(all - hands(p, s->unseen & ~cards, p->played[them], p->hand[them]), all);
}

/* ---- what cards are worth ---- */

/* 0 plain, 1 animal or ribbon, 2 of a set of three, 3 bright or sake cup. */
static int rank_of(int card)
{
    uint64_t b = BIT(card);
    if (b & (HF_SET_BRIGHT | BIT(HF_SAKE)))
        return 3;
    return b & (HF_SET_INO_SHIKA_CHO | HF_SET_POETRY | HF_SET_BLUE) ? 2 : b & HF_SET_PLAIN ? 0 : 1;
}

static int ranks_of(uint64_t cards)
{
    int sum = 0;
    for (; cards; cards &= cards - 1)
        sum += rank_of(set_first(cards));
    return sum;
}

/* The yaku that these cards raise most in a pool, how much the whole sum rises; -1: it does not. */
static int raised(const struct koikoi_pub *p, int seat, uint64_t pool, uint64_t cards, int *rise)
{
    int16_t before[KK_YAKU], after[KK_YAKU];
    int most = -1, calls = p->calls[seat];
    *rise = -koikoi_worth(p, pool, calls, before);
    *rise += koikoi_worth(p, pool | cards, calls, after);
    for (int y = 0; y < KK_POOL_YAKU; y++)
        if (after[y] > before[y] && (most < 0 || after[y] - before[y] > after[most] - before[most]))
            most = y;
    return *rise > 0 ? most : -1;
}

/* KK7.1, KK7.7: the coins that a win would move. */
static int32_t paid(const struct sight *s, int sum)
{
    int32_t coins = koikoi_pay(s->p, s->me, sum).coins, limit = s->p->purse[!s->me];
    return s->p->option[KK_PURSE] == KK_PURSE_STOP && coins > limit ? limit : coins;
}

/* ---- facts of a play ---- */

static void gains(struct facts *f, const struct effect *e, int of, int weight)
{
    int n[4] = {IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT}, k = 0;
    for (int rank = 3; rank >= 0; rank--)
        for (uint64_t left = e->got; left; left &= left - 1)
            if (rank_of(set_first(left)) == rank)
                n[k++] = set_first(left);
    fact_add(f, k ? weight : 0, KK_FACT_GETS, of, n[0], n[1], n[2], n[3]);
}

static void lays(const struct sight *s, struct facts *f, const struct effect *e, int of, int weight)
{
    if (e->laid == HF_NO_CARD)
        return;
    for (int i = 0; i < f->n; i++)
        if (f->of[i].fact.kind == KK_FACT_RISKS && f->of[i].fact.n[1] == e->laid && of == IR_OF_PLAYED)
            return; /* that says more */
    uint64_t month = s->unseen & hanafuda_suit(e->laid);
    fact_add(f, weight, KK_FACT_LAYS, of, e->laid, set_count(month), holds(s, month), IR_NO_FACT);
}

static void completes(const struct sight *s, struct facts *f, const struct effect *better, const struct effect *played)
{
    const struct koikoi_pub *p = s->p;
    int rise, rise_played, y = raised(p, s->me, s->pool, better->got, &rise);
    raised(p, s->me, s->pool, played->got, &rise_played);
    if (y < 0 || rise <= rise_played)
        return;
    int16_t coins[KK_YAKU];
    int sum = koikoi_worth(p, s->pool | better->got, p->calls[s->me], coins);
    fact_add(f, 200 + rise, KK_FACT_COMPLETES, IR_OF_BETTER, y, coins[y], paid(s, sum), IR_NO_FACT);
}

/* Which of the cards that a yaku wants lie in reach, and how many are not seen yet. */
static void nears(const struct sight *s, struct facts *f, const struct effect *better, const struct effect *played)
{
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        struct koikoi_reach with, without;
        koikoi_reach(s->p, y, s->pool | better->got, s->theirs, &with);
        koikoi_reach(s->p, y, s->pool | played->got, s->theirs, &without);
        if (with.lacks <= 0 || with.lacks > 3 || (without.lacks >= 0 && without.lacks <= with.lacks))
            continue;
        int here = set_count(with.from & (better->hand | better->field)), unseen = set_count(with.from & s->unseen);
        int coins = koikoi_least(s->p, y, s->p->calls[s->me]);
        if (here + unseen >= with.lacks)
            fact_add(f, (coins + 2) * 12 / (with.lacks * with.lacks), KK_FACT_NEARS, IR_OF_BETTER, y, with.lacks, here, unseen);
    }
}

/* The best yaku that the better move puts out of the opponent's reach, and the other one does not. */
static void denies(const struct sight *s, struct facts *f, const struct effect *better, const struct effect *played)
{
    int best = -1, card = 0, lacks = 0, most = 0;
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        struct koikoi_reach now, with, without;
        koikoi_reach(s->p, y, s->theirs, s->pool, &now);
        koikoi_reach(s->p, y, s->theirs, s->pool | better->got, &with);
        koikoi_reach(s->p, y, s->theirs, s->pool | played->got, &without);
        int weight = (koikoi_least(s->p, y, s->p->calls[!s->me]) + 2) * 20 / (now.lacks > 0 ? now.lacks * now.lacks : 1);
        if (now.lacks <= 0 || now.have == 0 || with.lacks >= 0 || without.lacks < 0 || !(now.from & better->got) ||
            weight <= most)
            continue;
        best = y, card = set_first(now.from & better->got), lacks = now.lacks, most = weight;
    }
    if (best >= 0)
        fact_add(f, most, KK_FACT_DENIES, IR_OF_BETTER, best, card, lacks, IR_NO_FACT);
}

/* Cards that lie on the field after one move and not after the other: what the opponent could do with them. */
static void leaves(const struct sight *s, struct facts *f, const struct effect *better, const struct effect *played)
{
    for (uint64_t left = played->field & ~better->field; left; left &= left - 1) {
        int card = set_first(left), rise, y = raised(s->p, !s->me, s->theirs, BIT(card), &rise);
        uint64_t month = s->unseen & hanafuda_suit(card);
        int chance = holds(s, month);
        if (y >= 0 && chance)
            fact_add(f, 40 + (rise + 2) * chance / 50, KK_FACT_RISKS, IR_OF_PLAYED, y, card, chance, rise);
        else if (card != played->laid && rank_of(card) > 0 && chance)
            fact_add(f, rank_of(card) * chance / 20, KK_FACT_LEAVES, IR_OF_PLAYED, card, set_count(month), chance, IR_NO_FACT);
    }
    for (uint64_t left = better->field & ~played->field; left; left &= left - 1) {
        int card = set_first(left);
        if (rank_of(card) > 0 && !(s->unseen & hanafuda_suit(card)) && better->hand & hanafuda_suit(card))
            fact_add(f, 25 + 5 * rank_of(card), KK_FACT_SAFE, IR_OF_BETTER, card, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    }
}

/* ---- facts of stopping ---- */

static void stops(const struct sight *s, struct facts *f, int sum, int of, int weight)
{
    const struct koikoi_pub *p = s->p;
    int32_t coins = paid(s, sum), own = p->purse[s->me] + coins, other = p->purse[!s->me];
    if (p->option[KK_PURSE] != KK_PURSE_SCORE)
        other -= coins;
    int over =
        p->round == p->option[KK_ROUNDS] || (p->option[KK_PURSE] != KK_PURSE_SCORE && (own <= 0 || other <= 0)); /* KK8.1 */
    fact_add(f, weight, KK_FACT_STOPS, of, coins, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    fact_add(f, over ? 2 * weight : 0, KK_FACT_ENDS, of, own, other, IR_NO_FACT, IR_NO_FACT);
}

/* The yaku that a seat is nearest to, of those it does not have. `hand`: cards it is known to hold. */
static void nearest(const struct sight *s, struct facts *f, int kind, int seat, uint64_t hand, int weight)
{
    const struct koikoi_pub *p = s->p;
    int16_t coins[KK_YAKU];
    int most = 0, yaku = -1, here = 0, unseen = 0, lacks = 0;
    koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        struct koikoi_reach r;
        koikoi_reach(p, y, p->pool[seat], p->pool[!seat], &r);
        int worth = koikoi_least(p, y, p->calls[seat]);
        if (coins[y] || r.lacks <= 0 || r.lacks > 3)
            continue;
        int in_reach = set_count(r.from & (p->field | hand)), not_seen = set_count(r.from & s->unseen);
        int value = (worth + 3) * 24 / (r.lacks * r.lacks);
        if (in_reach + not_seen >= r.lacks && value > most)
            most = value, yaku = y, here = in_reach, unseen = not_seen, lacks = r.lacks;
    }
    if (yaku >= 0)
        fact_add(f, weight / lacks, kind, IR_OF_POSITION, yaku, lacks, here, unseen);
}

static void calls(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    const struct koikoi_pub *p = s->p;
    struct koikoi_pub after = *p;
    int stop = better == KK_MOVE_AGARI, other = played == IR_NO_MOVE ? IR_OF_POSITION : IR_OF_PLAYED;
    int of = stop ? other : IR_OF_BETTER; /* koi-koi */
    after.calls[s->me]++;
    stops(s, f, p->worth[s->me], stop ? IR_OF_BETTER : other, stop ? 150 : 75);
    int factor = koikoi_pay(&after, !s->me, 1).counter;
    if (factor > koikoi_pay(p, !s->me, 1).counter)
        fact_add(f, stop ? 90 : 20, KK_FACT_EXPOSES, of, factor, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    /* the sum must rise for another decision (KK6.1), so no later win pays less than this */
    int least = koikoi_worth(&after, s->pool, after.calls[s->me], NULL) + 1;
    fact_add(f, stop ? 0 : 80, KK_FACT_RAISES, of, koikoi_pay(&after, s->me, least).coins, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    nearest(s, f, KK_FACT_THREAT, !s->me, 0, stop ? 140 : 60);
    nearest(s, f, KK_FACT_HOPE, s->me, s->hand, stop ? 30 : 145);
    fact_add(f, stop && p->hand[s->me] <= 2 ? 110 : 50, KK_FACT_LEFT, IR_OF_POSITION, p->hand[s->me], p->hand[!s->me],
             IR_NO_FACT, IR_NO_FACT);
    int rounds = p->option[KK_ROUNDS] - p->round, behind = p->purse[s->me] < p->purse[!s->me];
    fact_add(f,
             rounds <= 1      ? 100
             : behind == stop ? 0
                              : 40,
             KK_FACT_PURSES, IR_OF_POSITION, p->purse[s->me], p->purse[!s->me], rounds, IR_NO_FACT);
}

int koikoi_why(const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
               struct ir_fact out[IR_FACTS_MAX])
{
    struct facts f = {0};
    struct sight s;
    (void)notes;
    sight_set(&s, v);
    if (s.p->phase == KK_PHASE_CALL) {
        calls(&s, &f, played, better);
        return facts_best(&f, out);
    }
    struct effect with = {.field = s.p->field, .hand = s.hand, .laid = HF_NO_CARD}, without = with;
    int tenho = koikoi_tenho(s.hand) == KK_DOUBLE_TENHO ? 14 : 6; /* KK5.13 */
    if (is_capture(better))
        effect_of(&s, better, &with);
    else
        stops(&s, &f, tenho, IR_OF_BETTER, 150);
    if (is_capture(played))
        effect_of(&s, played, &without);
    else if (played == KK_MOVE_TENHO)
        stops(&s, &f, tenho, IR_OF_PLAYED, 30);
    if (is_capture(better)) {
        int both_lay = with.laid != HF_NO_CARD && without.laid != HF_NO_CARD;
        completes(&s, &f, &with, &without);
        nears(&s, &f, &with, &without);
        denies(&s, &f, &with, &without);
        if (is_capture(played))
            leaves(&s, &f, &with, &without);
        gains(&f, &with, IR_OF_BETTER, 20 + 8 * ranks_of(with.got));
        gains(&f, &without, IR_OF_PLAYED, with.got ? 12 : 6);
        lays(&s, &f, &without, IR_OF_PLAYED, both_lay ? 40 : 14 + 4 * rank_of(without.laid & 63));
        lays(&s, &f, &with, IR_OF_BETTER, both_lay ? 39 : 10);
    }
    return facts_best(&f, out);
}

const struct ir_fact_kind koikoi_facts[KK_FACTS] = {
    [KK_FACT_GETS] = {"gets", {"card:c", "second:c", "third:c", "fourth:c"}},
    [KK_FACT_LAYS] = {"lays", {"card:c", "unseen:n", "chance:p"}},
    [KK_FACT_COMPLETES] = {"completes", {"yaku:y", "coins:n", "pays:n"}},
    [KK_FACT_NEARS] = {"nears", {"yaku:y", "lacks:n", "here:n", "unseen:n"}},
    [KK_FACT_DENIES] = {"denies", {"yaku:y", "card:c", "lacks:n"}},
    [KK_FACT_RISKS] = {"risks", {"yaku:y", "card:c", "chance:p", "coins:n"}},
    [KK_FACT_LEAVES] = {"leaves", {"card:c", "unseen:n", "chance:p"}},
    [KK_FACT_SAFE] = {"safe", {"card:c"}},
    [KK_FACT_STOPS] = {"stops", {"coins:n"}},
    [KK_FACT_ENDS] = {"ends", {"own:n", "other:n"}},
    [KK_FACT_EXPOSES] = {"exposes", {"factor:n"}},
    [KK_FACT_RAISES] = {"raises", {"coins:n"}},
    [KK_FACT_THREAT] = {"threat", {"yaku:y", "lacks:n", "here:n", "unseen:n"}},
    [KK_FACT_HOPE] = {"hope", {"yaku:y", "lacks:n", "here:n", "unseen:n"}},
    [KK_FACT_LEFT] = {"left", {"own:n", "other:n"}},
    [KK_FACT_PURSES] = {"purses", {"own:n", "other:n", "rounds:n"}},
};
