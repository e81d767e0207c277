/* yaku.c: the value of a pool or a dealt hand (KK5), its distance to further yaku, and what a win pays (KK7). */
#include "koikoi.h"

const char *const koikoi_yaku_name[KK_YAKU] = {"kasu",      "tane",        "tanzaku", "tsukimi",       "hanami",  "sanko",
                                               "ame-shiko", "shiko",       "goko",    "ino-shika-cho", "aka-tan", "ao-tan",
                                               "both-tan",  "month-cards", "tenho",   "double-tenho"};

/* The cards that a yaku is made of, but for those of the month. */
static const uint64_t wanted[KK_POOL_YAKU] = {
    [KK_KASU] = HF_SET_PLAIN | BIT(HF_SAKE),
    [KK_TANE] = HF_SET_ANIMAL,
    [KK_TANZAKU] = HF_SET_RIBBON,
    [KK_SANKO] = HF_SET_NOBLE,
    [KK_AME_SHIKO] = HF_SET_NOBLE,
    [KK_TSUKIMI] = BIT(HF_SAKE) | BIT(HF_MOON),
    [KK_HANAMI] = BIT(HF_SAKE) | BIT(HF_CURTAIN),
    [KK_SHIKO] = HF_SET_NOBLE,
    [KK_GOKO] = HF_SET_BRIGHT,
    [KK_INO_SHIKA_CHO] = HF_SET_INO_SHIKA_CHO,
    [KK_AKA_TAN] = HF_SET_POETRY,
    [KK_AO_TAN] = HF_SET_BLUE,
    [KK_BOTH_TAN] = HF_SET_POETRY | HF_SET_BLUE,
};

static uint64_t month_suit(const struct koikoi_pub *p) /* rounds beyond the twelfth begin the year again */
{
    return hanafuda_suit((p->round + HF_MONTHS - 1) % HF_MONTHS * 4);
}

#define FIRSTS 0x111111111111u /* the first card of each month */

static int holds(uint64_t pool, uint64_t set)
{
    return (pool & set) == set;
}

/* Coins of a yaku that grows by one for each card beyond `need`: KK5.1 - KK5.3. */
static int row(int n, int need)
{
    return n < need ? 0 : n - need + 1;
}

/* How many cards a set has that has at most one of each month, the first: their sum is in the last month of a product. */
static int count_firsts(uint64_t set)
{
    return (int)(set * FIRSTS >> 44 & 15);
}

int koikoi_worth(const struct koikoi_pub *p, uint64_t pool, int calls, int16_t coins[KK_YAKU])
{
    const uint64_t second = HF_SET_ANIMAL & ~FIRSTS, third = HF_SET_RIBBON & ~(FIRSTS << 1); /* of their months, not as usual */
    const int16_t *option = p->option;
    int kasu = row(set_count(pool & (HF_SET_PLAIN | BIT(HF_SAKE))), 10); /* KK5.1 */
    int animals = count_firsts((pool & HF_SET_ANIMAL & FIRSTS) | (pool & second) >> 1);
    int ribbons = count_firsts((pool & HF_SET_RIBBON & FIRSTS << 1) >> 1 | (pool & third) >> 2);
    int tane = row(animals, 5), tanzaku = row(ribbons, 5); /* KK5.2, KK5.3 */
    int ino = holds(pool, HF_SET_INO_SHIKA_CHO) ? 5 : 0;   /* KK5.10 */
    int aka = holds(pool, HF_SET_POETRY) ? 5 : 0;          /* KK5.11 */
    int ao = holds(pool, HF_SET_BLUE) ? 5 : 0;             /* KK5.12 */
    int both = aka && ao ? option[KK_RIBBONS_BOTH] : 0;
    if (option[KK_SETS] == KK_SETS_ABSORB) { /* KK1.6 */
        if (ino) {
            ino += animals - 3;
            tane = 0;
        }
        if (aka || ao) {
            *(aka ? &aka : &ao) += ribbons - (aka && ao ? 6 : 3);
            tanzaku = 0;
        }
    }

    /* KK5.6 - KK5.9: only the best of the four counts */
    int nobles = count_firsts(pool & HF_SET_NOBLE), rain = pool >> HF_RAIN_MAN & 1;
    int bright = nobles < 3 ? 0 : nobles == 3 ? (rain ? 7 : 5) : rain ? 10 : 8;

    /* KK5.4, KK5.5, within KK1.4 */
    int tsukimi = 0, hanami = 0, cup = pool >> HF_SAKE & 1;
    int moon = cup & (int)(pool >> HF_MOON & 1), curtain = cup & (int)(pool >> HF_CURTAIN & 1);
    if (moon + curtain && option[KK_SAKE_PAIRS] && !(option[KK_SAKE_RAIN] && rain) && !(option[KK_SAKE_NOBLES] && bright)) {
        int each = option[calls ? KK_VIEWING_LATE : KK_VIEWING_EARLY];
        if (option[KK_SAKE_BOTH3] && moon && curtain)
            each = 3;
        tsukimi = moon * each;
        hanami = curtain * each;
    }
    int month = option[KK_MONTH_OPTION] && holds(pool, month_suit(p)) ? 4 : 0;

    if (coins) {
        const int by_name[KK_YAKU] = {
            [KK_KASU] = kasu,
            [KK_TANE] = tane,
            [KK_TANZAKU] = tanzaku,
            [KK_TSUKIMI] = tsukimi,
            [KK_HANAMI] = hanami,
            [KK_SANKO] = bright == 5 ? 5 : 0,
            [KK_AME_SHIKO] = bright == 7 ? 7 : 0,
            [KK_SHIKO] = bright == 8 ? 8 : 0,
            [KK_GOKO] = bright == 10 ? 10 : 0,
            [KK_INO_SHIKA_CHO] = ino,
            [KK_AKA_TAN] = aka,
            [KK_AO_TAN] = ao,
            [KK_BOTH_TAN] = both,
            [KK_MONTH_CARDS] = month,
        };
        for (int i = 0; i < KK_YAKU; i++)
            coins[i] = (int16_t)by_name[i];
    }
    return kasu + tane + tanzaku + tsukimi + hanami + bright + ino + aka + ao + both + month;
}

/* Bit 0 of each month's nibble: the set has all four, an odd number, or three or more of its cards. */
static uint64_t months_full(uint64_t x)
{
    return x & x >> 1 & x >> 2 & x >> 3 & FIRSTS;
}
static uint64_t months_odd(uint64_t x)
{
    return (x ^ x >> 1 ^ x >> 2 ^ x >> 3) & FIRSTS;
}
static uint64_t months_three(uint64_t x)
{
    uint64_t pairs = (x & x >> 1) & 0x555555555555u, either = (x | x >> 1) & 0x555555555555u;
    return ((pairs & either >> 2) | (pairs >> 2 & either)) & FIRSTS;
}

int koikoi_tenho(uint64_t hand)
{
    uint64_t full = months_full(hand);
    if (full & (full - 1))
        return KK_DOUBLE_TENHO;
    return full || !months_odd(hand) ? KK_TENHO : -1; /* KK5.14: both at once are one tenho */
}

int koikoi_redeal(const struct koikoi_pub *p, uint64_t field, uint64_t hand0, uint64_t hand1)
{
    int how = p->option[KK_REDEAL];
    if (how == KK_REDEAL_OFF)
        return 0;
    if (months_full(field))
        return 1;
    if (how == KK_REDEAL_FIELD4)
        return 0;
    if (months_full(hand0) | months_full(hand1))
        return 2;
    if (how == KK_REDEAL_STRICT) {
        if (months_three(field))
            return 3;
        if (!months_odd(field) || !months_odd(hand0) || !months_odd(hand1))
            return 4;
    }
    return 0;
}

/* Is this yaku impossible for this pool, whatever it captures? Cards stay in a pool, so a yaku that is excluded by a card of
 * the pool, or replaced by a better yaku, is gone for the round. */
static int ruled_out(const struct koikoi_pub *p, int yaku, uint64_t pool)
{
    const int16_t *option = p->option;
    int rain = pool >> HF_RAIN_MAN & 1, absorb = option[KK_SETS] == KK_SETS_ABSORB;
    switch (yaku) {
    case KK_TSUKIMI:
    case KK_HANAMI: /* KK1.4 */
        return !option[KK_SAKE_PAIRS] || (option[KK_SAKE_RAIN] && rain) ||
               (option[KK_SAKE_NOBLES] && set_count(pool & HF_SET_NOBLE) >= 3);
    case KK_SANKO: return rain || holds(pool, HF_SET_NOBLE); /* KK5.6 - KK5.9 exclude each other */
    case KK_AME_SHIKO: return holds(pool, HF_SET_NOBLE);
    case KK_SHIKO: return rain;
    case KK_TANE: return absorb && holds(pool, HF_SET_INO_SHIKA_CHO);
    case KK_TANZAKU: return absorb && (holds(pool, HF_SET_POETRY) || holds(pool, HF_SET_BLUE));
    case KK_BOTH_TAN: return absorb || !option[KK_RIBBONS_BOTH];
    case KK_MONTH_CARDS: return !option[KK_MONTH_OPTION];
    default: return 0;
    }
}

/* With sets=absorb: can this set still be completed? Then a row of its kind has to leave out one of its cards. */
static int must_avoid(const struct koikoi_pub *p, uint64_t set, uint64_t pool, uint64_t gone)
{
    return p->option[KK_SETS] == KK_SETS_ABSORB && !(set & gone) && !holds(pool, set);
}

/* What makes a yaku: so many of `set`, and all of `must`. */
static int needs(const struct koikoi_pub *p, int yaku, uint64_t *set, uint64_t *must)
{
    static const uint8_t number[KK_POOL_YAKU] = {
        [KK_KASU] = 10,   [KK_TANE] = 5,      [KK_TANZAKU] = 5,  [KK_TSUKIMI] = 2,     [KK_HANAMI] = 2,
        [KK_SANKO] = 3,   [KK_AME_SHIKO] = 3, [KK_SHIKO] = 4,    [KK_GOKO] = 5,        [KK_INO_SHIKA_CHO] = 3,
        [KK_AKA_TAN] = 3, [KK_AO_TAN] = 3,    [KK_BOTH_TAN] = 6, [KK_MONTH_CARDS] = 4,
    };
    *set = yaku == KK_MONTH_CARDS ? month_suit(p) : wanted[yaku];
    *must = yaku == KK_AME_SHIKO ? BIT(HF_RAIN_MAN) : 0;
    return number[yaku];
}

const uint64_t koikoi_lacks_by[KK_POOL_YAKU] = {
    [KK_KASU] = HF_SET_PLAIN | BIT(HF_SAKE),
    [KK_TANE] = HF_SET_ANIMAL,
    [KK_TANZAKU] = HF_SET_RIBBON,
    [KK_TSUKIMI] = HF_SET_BRIGHT | BIT(HF_SAKE),
    [KK_HANAMI] = HF_SET_BRIGHT | BIT(HF_SAKE),
    [KK_SANKO] = HF_SET_BRIGHT,
    [KK_AME_SHIKO] = HF_SET_BRIGHT,
    [KK_SHIKO] = HF_SET_BRIGHT,
    [KK_GOKO] = HF_SET_BRIGHT,
    [KK_INO_SHIKA_CHO] = HF_SET_INO_SHIKA_CHO,
    [KK_AKA_TAN] = HF_SET_POETRY,
    [KK_AO_TAN] = HF_SET_BLUE,
    [KK_BOTH_TAN] = HF_SET_POETRY | HF_SET_BLUE,
    [KK_MONTH_CARDS] = HF_ALL,
};

/* Does it take all of its cards, and not so many of them? */
static int is_set(int yaku)
{
    return yaku != KK_KASU && yaku != KK_TANE && yaku != KK_TANZAKU && yaku != KK_SANKO && yaku != KK_AME_SHIKO;
}

void koikoi_reach(const struct koikoi_pub *p, int yaku, uint64_t pool, uint64_t gone, struct koikoi_reach *out)
{
    uint64_t set, must;
    int need = needs(p, yaku, &set, &must), have = set_count(set & pool), spare = 0, more = must & ~pool ? 1 : 0;
    if (yaku == KK_TANE)
        spare = must_avoid(p, HF_SET_INO_SHIKA_CHO, pool, gone);
    if (yaku == KK_TANZAKU)
        spare = must_avoid(p, HF_SET_POETRY, pool, gone) + must_avoid(p, HF_SET_BLUE, pool, gone);
    int lack = have < need ? need - have : 0;
    uint64_t from = lack ? set & ~pool & ~gone : 0;
    *out = (struct koikoi_reach){.cards = pool & (set | must), .need = need, .have = have, .lacks = lack + more};
    if (must) { /* the rain man of ame-shiko */
        out->need++;
        out->have += !more;
    }
    /* the bright of a sake pair may be the third noble, which excludes the pair (sake_nobles) */
    if (ruled_out(p, yaku, is_set(yaku) ? pool | set : pool) || (lack && lack > set_count(from) - spare) || must & gone)
        out->lacks = -1;
    else
        from |= must & ~pool;
    out->from = from;
}

int koikoi_lacks(const struct koikoi_pub *p, int yaku, uint64_t pool, uint64_t gone, uint64_t *from)
{
    struct koikoi_reach r;
    koikoi_reach(p, yaku, pool, gone, &r);
    *from = r.from;
    return r.lacks;
}

int koikoi_least(const struct koikoi_pub *p, int yaku, int calls)
{
    static const uint8_t least[KK_POOL_YAKU] = {
        [KK_KASU] = 1,  [KK_TANE] = 1,          [KK_TANZAKU] = 1, [KK_SANKO] = 5,  [KK_AME_SHIKO] = 7,   [KK_SHIKO] = 8,
        [KK_GOKO] = 10, [KK_INO_SHIKA_CHO] = 5, [KK_AKA_TAN] = 5, [KK_AO_TAN] = 5, [KK_MONTH_CARDS] = 4,
    };
    const int16_t *option = p->option;
    switch (yaku) {
    case KK_TSUKIMI:
    case KK_HANAMI: return option[KK_SAKE_PAIRS] ? option[calls ? KK_VIEWING_LATE : KK_VIEWING_EARLY] : 0;
    case KK_BOTH_TAN: return option[KK_RIBBONS_BOTH];
    case KK_MONTH_CARDS: return option[KK_MONTH_OPTION] ? least[yaku] : 0;
    default: return least[yaku];
    }
}

struct koikoi_pay koikoi_pay(const struct koikoi_pub *p, int seat, int sum)
{
    const int16_t *option = p->option;
    int n = p->calls[seat];
    struct koikoi_pay pay = {.seven = 1, .koikoi = 1, .counter = 1, .nobles = 1};
    if (option[KK_SEVEN] && sum >= 7) /* KK7.2 */
        pay.seven = 2;
    switch (option[KK_KOIKOI_BONUS]) { /* KK7.3, KK1.6 */
    case KK_BONUS_DOUBLE: pay.koikoi = 1 << n; break;
    case KK_BONUS_STEP: pay.koikoi = n + 1; break;
    case KK_BONUS_PLUS:
        if (n < 4)
            pay.plus = n;
        else
            pay.koikoi = n - 2;
        break;
    default: break;
    }
    if (option[KK_COUNTER] && p->calls[!seat]) /* KK7.4 */
        pay.counter = 2;
    if (option[KK_NOBLES]) /* KK7.5 */
        pay.nobles = p->nobles + 1;
    pay.coins = (sum + pay.plus) * pay.seven * pay.koikoi * pay.counter * pay.nobles; /* KK7.1 */
    return pay;
}

int koikoi_may_call(const struct koikoi_pub *p, int seat)
{
    int limit = p->option[KK_KOIKOI_LIMIT];
    int made = p->option[KK_LIMIT_SHARED] ? p->calls[0] + p->calls[1] : p->calls[seat];
    return p->hand[0] + p->hand[1] > 0 && (limit == 0 || made < limit); /* KK6.4 */
}
