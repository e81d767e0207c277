/* why.c: why one move of Koi-Koi is better than another, as facts that the seat itself could work out.
 *
 * A play or a choice of a card is described by what it brings into the own pool and what it leaves on the field; stopping or
 * going on by coins, by what both lack and by the cards that are left. Chances are exact: every hand that the view allows is
 * counted (KK1.5 excludes some), and all are equally likely. Only what differs between the two moves is a reason, and only if
 * it speaks for the better one: that this move takes a good card is none if the other takes a better one. */
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
    return m < KK_MOVE_CARD || (m >= KK_MOVE_JOKER && m < KK_MOVES);
}

static void effect_of(const struct sight *s, ir_move m, struct effect *e) /* KK4.4 */
{
    int card;
    uint64_t match = koikoi_takes(s->p, m, &card);
    *e = (struct effect){.got = match ? match | BIT(card) : 0, .field = s->p->field & ~match, .hand = s->hand & ~BIT(card)};
    e->laid = match ? HF_NO_CARD : card;
    e->field |= match ? 0 : BIT(card);
}

/* ---- what the opponent holds ---- */

/* How many hands of `n` of these cards the opponent may hold: with those played before, not dealt again (KK1.5, KK1.10). */
static uint64_t hands(const struct sight *s, uint64_t cards)
{
    const struct koikoi_pub *p = s->p;
    int n = p->hand[!s->me];
    uint64_t played = p->played[!s->me];
    static const uint8_t choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    int rule = p->option[KK_REDEAL], no_four = rule == KK_REDEAL_HAND4 || rule == KK_REDEAL_STRICT;
    int no_pairs = rule == KK_REDEAL_STRICT, kinds = p->option[KK_TENHO_OPTION];
    if (p->option[KK_TENHO_BOTH] == KK_TENHO_VOID && koikoi_tenho(p, s->hand | p->played[s->me]) >= 0) {
        no_four |= kinds != KK_TENHO_PAIRS;
        no_pairs |= kinds != KK_TENHO_SUIT;
    }
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
    return all[n] - (no_pairs ? even[n] : 0);
}

/* The chance, in thousandths, that the opponent holds at least one of these cards. */
static int holds(const struct sight *s, uint64_t cards)
{
    uint64_t all = hands(s, s->unseen);
    return thousandths(all - hands(s, s->unseen & ~cards), all);
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

/* KK7.7: the coins that a win would move. */
static int32_t paid(const struct sight *s, int32_t coins)
{
    int32_t limit = s->p->purse[!s->me];
    return s->p->option[KK_PURSE] == KK_PURSE_STOP && coins > limit ? limit : coins;
}

/* Is it known how far this yaku is? With sake_nobles a sake pair and brights may count or not by what else comes. */
static int is_plain(const struct koikoi_pub *p, int yaku)
{
    return !p->option[KK_SAKE_NOBLES] || !((yaku >= KK_TSUKIMI && yaku <= KK_GOKO) || yaku == KK_AME_SANKO);
}

/* ---- facts of a play ---- */

/* A yaku for which more cards are lacking is no aim: nobody plays for it yet. Nor is it one with fewer turns left than that;
 * the card that is turned up now counts as one. */
static int in_sight(int lacks, int turns)
{
    return lacks > 0 && lacks <= 2 && lacks <= turns;
}

static void gains(struct facts *f, const struct effect *e, int of, int weight)
{
    int n[4] = {IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT}, k = 0;
    for (int rank = 3; rank >= 0; rank--)
        for (uint64_t left = e->got; left; left &= left - 1)
            if (rank_of(set_first(left)) == rank)
                n[k++] = set_first(left);
    fact_add(f, k ? weight : 0, KK_FACT_GETS, of, n[0], n[1], n[2], n[3]);
}

/* The cards that come into the pool, if the better move gets more; the other's for comparison. */
static void brings(struct facts *f, const struct effect *better, const struct effect *played)
{
    int more = ranks_of(better->got) - ranks_of(played->got), cards = set_count(better->got) - set_count(played->got);
    if (more < 0 || (more == 0 && cards <= 0))
        return;
    gains(f, better, IR_OF_BETTER, 20 + 8 * ranks_of(better->got));
    gains(f, played, IR_OF_PLAYED, 12);
}

static void lays(const struct sight *s, struct facts *f, const struct effect *e, int of, int weight)
{
    if (e->laid == HF_NO_CARD || weight <= 0)
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
    fact_add(f, 200 + rise, KK_FACT_COMPLETES, IR_OF_BETTER, y, coins[y], paid(s, koikoi_pay(p, s->me, sum).coins), IR_NO_FACT);
}

/* What stays on the table. Of two such cards the one played is told if the better move's is safer or worth less, the better one
 * only if it is safer: a greater chance would speak against it. A card that nobody can take is no reason against laying it, and
 * a move that only lays down a card is better for that only if hardly anybody can take it. */
static void stays(const struct sight *s, struct facts *f, const struct effect *better, const struct effect *played)
{
    int risk = better->laid == HF_NO_CARD ? 0 : holds(s, s->unseen & hanafuda_suit(better->laid)),
        other = played->laid == HF_NO_CARD ? 0 : holds(s, s->unseen & hanafuda_suit(played->laid));
    if (better->laid != HF_NO_CARD && played->laid != HF_NO_CARD) {
        int safer = risk < other, cheaper = other && rank_of(better->laid) < rank_of(played->laid);
        lays(s, f, played, IR_OF_PLAYED, safer || cheaper ? 40 : 0);
        lays(s, f, better, IR_OF_BETTER, safer ? 39 : 0);
    } else {
        lays(s, f, played, IR_OF_PLAYED, other ? 14 + 4 * rank_of(played->laid & 63) : 0);
        lays(s, f, better, IR_OF_BETTER, risk <= 200 ? 10 : 0);
    }
}

/* The best unseen card of this card's month, if no other card of the hand could take it. */
static int awaits(const struct sight *s, int card, uint64_t hand)
{
    int best = HF_NO_CARD;
    if (hand & hanafuda_suit(card))
        return HF_NO_CARD;
    for (uint64_t left = s->unseen & hanafuda_suit(card); left; left &= left - 1)
        if (best == HF_NO_CARD || rank_of(set_first(left)) > rank_of(best))
            best = set_first(left);
    return best;
}

/* The hand card that the better move keeps and the other does not, if a better card than with the other may still come to it.
 */
static void keeps(const struct sight *s, struct facts *f, ir_move played, ir_move better, const struct effect *with,
                  const struct effect *without)
{
    if (played >= KK_MOVE_TAKE || better >= KK_MOVE_TAKE || !with->hand)
        return;
    int kept = played >> 2, spent = better >> 2, card = awaits(s, kept, without->hand), other = awaits(s, spent, with->hand);
    int worth = card == HF_NO_CARD ? 0 : rank_of(card), less = other == HF_NO_CARD ? 0 : rank_of(other);
    if (worth > less && without->laid != HF_NO_CARD)
        fact_add(f, (with->laid == HF_NO_CARD ? 20 : 34) + 4 * worth, KK_FACT_KEEPS, IR_OF_BETTER, kept, card, IR_NO_FACT,
                 IR_NO_FACT);
}

/* Which of the cards that a yaku wants lie in reach, and how many are not seen yet. */
static void nears(const struct sight *s, struct facts *f, const struct effect *better, const struct effect *played)
{
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        struct koikoi_reach with, without;
        koikoi_reach(s->p, y, s->pool | better->got, s->theirs, &with);
        koikoi_reach(s->p, y, s->pool | played->got, s->theirs, &without);
        if (!is_plain(s->p, y) || !in_sight(with.lacks, set_count(better->hand) + 1) ||
            (without.lacks >= 0 && without.lacks <= with.lacks))
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
        if (!in_sight(now.lacks, s->p->hand[!s->me]) || now.have == 0 || with.lacks >= 0 || without.lacks < 0 ||
            !(now.from & better->got) || weight <= most)
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
        uint64_t suit = hanafuda_suit(set_first(left)), own = better->hand & suit;
        int rank = rank_of(set_first(left));
        for (uint64_t more = own; more; more &= more - 1) /* what is taken with it counts as well */
            rank = rank_of(set_first(more)) > rank ? rank_of(set_first(more)) : rank;
        int joker = s->p->option[KK_LIGHTNING] == KK_LIGHTNING_JOKER && s->unseen >> HF_LIGHTNING & 1;
        if (rank > 0 && own && !joker && !(s->unseen & suit))
            fact_add(f, 25 + 5 * rank, KK_FACT_SAFE, IR_OF_BETTER, set_first(left), IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    }
}

/* ---- facts of stopping ---- */

static void stops(const struct sight *s, struct facts *f, struct koikoi_pay pay, int of, int weight)
{
    const struct koikoi_pub *p = s->p;
    int32_t coins = paid(s, pay.coins), own = p->purse[s->me] + coins, other = p->purse[!s->me];
    if (p->option[KK_PURSE] != KK_PURSE_SCORE)
        other -= coins;
    fact_add(f, weight, KK_FACT_STOPS, of, coins, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    fact_add(f, koikoi_over(p, own, other) ? 2 * weight : 0, KK_FACT_ENDS, of, own, other, IR_NO_FACT, IR_NO_FACT);
}

/* The yaku that a seat is nearest to, of those it does not have, unless fewer than `least` cards are lacking. `hand`: cards it
 * is known to hold. */
static void nearest(const struct sight *s, struct facts *f, int kind, int seat, uint64_t hand, int least, int weight)
{
    const struct koikoi_pub *p = s->p;
    int16_t coins[KK_YAKU];
    int most = 0, yaku = -1, here = 0, unseen = 0, lacks = 0;
    koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        struct koikoi_reach r;
        koikoi_reach(p, y, p->pool[seat], p->pool[!seat], &r);
        int worth = koikoi_least(p, y, p->calls[seat]);
        if (!is_plain(p, y) || coins[y] || r.lacks <= 0 || r.lacks > 3 || r.lacks > p->hand[seat])
            continue;
        int in_reach = set_count(r.from & (p->field | hand)), not_seen = set_count(r.from & s->unseen);
        int value = (worth + 3) * 24 / (r.lacks * r.lacks);
        if (in_reach + not_seen >= r.lacks && value > most)
            most = value, yaku = y, here = in_reach, unseen = not_seen, lacks = r.lacks;
    }
    if (yaku >= 0 && lacks >= least)
        fact_add(f, least > 1 ? weight : weight / lacks, kind, IR_OF_POSITION, yaku, lacks, here, unseen);
}

static void calls(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    const struct koikoi_pub *p = s->p;
    struct koikoi_pub after = *p;
    int stop = better == KK_MOVE_AGARI, other = played == IR_NO_MOVE ? IR_OF_POSITION : IR_OF_PLAYED;
    int of = stop ? other : IR_OF_BETTER; /* koi-koi */
    after.calls[s->me]++;
    stops(s, f, koikoi_pay(p, s->me, p->worth[s->me]), stop ? IR_OF_BETTER : other, stop ? 150 : 75);
    int factor = koikoi_pay(&after, !s->me, 1).counter;
    if (factor > koikoi_pay(p, !s->me, 1).counter && p->option[KK_KOIKOI_BONUS] != KK_BONUS_BOTH)
        fact_add(f, stop ? 90 : 20, KK_FACT_EXPOSES, of, factor, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    /* the sum must rise for another decision (KK6.1), so no later win pays less than this */
    int least = koikoi_worth(&after, s->pool, after.calls[s->me], NULL) + 1;
    fact_add(f, stop ? 0 : 80, KK_FACT_RAISES, of, koikoi_pay(&after, s->me, least).coins, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    /* what is near speaks for stopping if the other lacks it, and for going on if it is one's own; what is far the other way */
    nearest(s, f, KK_FACT_THREAT, !s->me, 0, stop ? 1 : 2, stop ? 140 : 45);
    nearest(s, f, KK_FACT_HOPE, s->me, s->hand, stop ? 2 : 1, stop ? 35 : 145);
    fact_add(f, stop && p->hand[s->me] <= 2 ? 110 : 50, KK_FACT_LEFT, IR_OF_POSITION, p->hand[s->me], p->hand[!s->me],
             IR_NO_FACT, IR_NO_FACT);
    int rounds = p->option[KK_ROUNDS] - p->round, behind = p->purse[s->me] < p->purse[!s->me];
    fact_add(f,
             rounds <= 1      ? 100
             : behind == stop ? 0
                              : 40,
             KK_FACT_PURSES, IR_OF_POSITION, p->purse[s->me], p->purse[!s->me], rounds, IR_NO_FACT);
}

static int why(const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
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
    int coins = koikoi_tenho_coins(s.p, koikoi_tenho(s.p, s.hand)); /* KK5.13 */
    struct koikoi_pay tenho = koikoi_pay_tenho(s.p, s.me, coins);
    if (is_capture(better))
        effect_of(&s, better, &with);
    else
        stops(&s, &f, tenho, IR_OF_BETTER, 150);
    if (is_capture(played))
        effect_of(&s, played, &without);
    else if (played == KK_MOVE_TENHO)
        stops(&s, &f, tenho, IR_OF_PLAYED, 30);
    if (is_capture(better)) {
        completes(&s, &f, &with, &without);
        nears(&s, &f, &with, &without);
        denies(&s, &f, &with, &without);
        if (is_capture(played))
            leaves(&s, &f, &with, &without);
        brings(&f, &with, &without);
        stays(&s, &f, &with, &without);
        keeps(&s, &f, played, better, &with, &without);
    }
    return facts_best(&f, out);
}

static const struct ir_fact_kind kinds[KK_FACTS] = {
    [KK_FACT_GETS] = {"gets", {"card:c", "second:c", "third:c", "fourth:c"}},
    [KK_FACT_LAYS] = {"lays", {"card:c", "unseen:n", "chance:p"}},
    [KK_FACT_COMPLETES] = {"completes", {"yaku:y", "coins:n", "pays:n"}},
    [KK_FACT_NEARS] = {"nears", {"yaku:y", "lacks:n", "here:n", "unseen:n"}},
    [KK_FACT_DENIES] = {"denies", {"yaku:y", "card:c", "lacks:n"}},
    [KK_FACT_RISKS] = {"risks", {"yaku:y", "card:c", "chance:p", "coins:n"}},
    [KK_FACT_LEAVES] = {"leaves", {"card:c", "unseen:n", "chance:p"}},
    [KK_FACT_SAFE] = {"safe", {"card:c"}},
    [KK_FACT_KEEPS] = {"keeps", {"card:c", "takes:c"}},
    [KK_FACT_STOPS] = {"stops", {"coins:n"}},
    [KK_FACT_ENDS] = {"ends", {"own:n", "other:n"}},
    [KK_FACT_EXPOSES] = {"exposes", {"factor:n"}},
    [KK_FACT_RAISES] = {"raises", {"coins:n"}},
    [KK_FACT_THREAT] = {"threat", {"yaku:y", "lacks:n", "here:n", "unseen:n"}},
    [KK_FACT_HOPE] = {"hope", {"yaku:y", "lacks:n", "here:n", "unseen:n"}},
    [KK_FACT_LEFT] = {"left", {"own:n", "other:n"}},
    [KK_FACT_PURSES] = {"purses", {"own:n", "other:n", "rounds:n"}},
};

const struct ir_reasons koikoi_reasons = {.game = &koikoi_game, .kind = kinds, .kinds = KK_FACTS, .why = why};
