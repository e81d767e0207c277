/* yaku.c: the value of a pool or a dealt hand (KK5), its distance to further yaku, what a card takes (KK4), and what a win pays
 * (KK7). */
#include "koikoi.h"

const char *const koikoi_yaku_name[KK_YAKU] = {"kasu",      "tane",      "tanzaku",  "tsukimi",     "hanami",
                                               "sanko",     "ame-shiko", "shiko",    "goko",        "ino-shika-cho",
                                               "aka-tan",   "ao-tan",    "both-tan", "month-cards", "kusa-tan",
                                               "ame-sanko", "shima",     "tenho",    "double-tenho"};

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
    [KK_KUSA_TAN] = HF_SET_GRASS,
    [KK_AME_SANKO] = HF_SET_NOBLE,
};

const int8_t koikoi_worth_option[KK_POOL_YAKU] = {
    [KK_KASU] = KK_WORTH_KASU,
    [KK_TANE] = KK_WORTH_TANE,
    [KK_TANZAKU] = KK_WORTH_TANZAKU,
    [KK_TSUKIMI] = -1, /* KK1.6: by its owner's calls */
    [KK_HANAMI] = -1,
    [KK_SANKO] = KK_WORTH_SANKO,
    [KK_AME_SHIKO] = KK_WORTH_AME_SHIKO,
    [KK_SHIKO] = KK_WORTH_SHIKO,
    [KK_GOKO] = KK_WORTH_GOKO,
    [KK_INO_SHIKA_CHO] = KK_WORTH_INO_SHIKA_CHO,
    [KK_AKA_TAN] = KK_WORTH_AKA_TAN,
    [KK_AO_TAN] = KK_WORTH_AO_TAN,
    [KK_BOTH_TAN] = KK_RIBBONS_BOTH,
    [KK_MONTH_CARDS] = KK_WORTH_MONTH,
    [KK_KUSA_TAN] = KK_WORTH_KUSA_TAN,
    [KK_AME_SANKO] = KK_WORTH_AME_SANKO,
    [KK_SHIMA] = KK_WORTH_SHIMA,
};

static uint64_t plains(const int16_t *option) /* KK5.1, KK1.9 */
{
    return HF_SET_PLAIN | (uint64_t)option[KK_SAKE_PLAIN] << HF_SAKE;
}

static uint64_t month_suit(const struct koikoi_pub *p) /* rounds beyond the twelfth begin the year again */
{
    return hanafuda_suit((p->round + HF_MONTHS - 1) % HF_MONTHS * 4);
}

#define FIRSTS 0x111111111111u /* the first card of each month */

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

static int holds(uint64_t pool, uint64_t set)
{
    return (pool & set) == set;
}

/* Coins of a yaku that grows with each card beyond `need`: KK5.1 - KK5.3. */
static int row(int n, int need, int worth, int further)
{
    return n < need || !worth ? 0 : worth + (n - need) * further;
}

/* How many cards a set has that has at most one of each month, the first: their sum is in the last month of a product. */
static int count_firsts(uint64_t set)
{
    return (int)(set * FIRSTS >> 44 & 15);
}

/* KK5.6 - KK5.9, KK5.16: of the yaku that these many nobles make, with the rain man or without, the one worth most; of equals
 * that with more cards. KK_YAKU: none. */
static int best_bright(const int16_t *option, int nobles, int rain)
{
    static const struct {
        uint8_t yaku, nobles, rain, option;
    } made[] = {{KK_GOKO, 4, 1, KK_WORTH_GOKO},
                {KK_SHIKO, 4, 0, KK_WORTH_SHIKO},
                {KK_AME_SHIKO, 3, 1, KK_WORTH_AME_SHIKO},
                {KK_SANKO, 3, 0, KK_WORTH_SANKO},
                {KK_AME_SANKO, 2, 1, KK_WORTH_AME_SANKO}};
    int best = KK_YAKU, most = 0;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (nobles >= made[i].nobles && rain >= made[i].rain && option[made[i].option] > most)
            best = made[i].yaku, most = option[made[i].option];
    return best;
}

/* KK1.4: is there a card in the pool that spoils its sake pairs? */
static int rained_on(const int16_t *option, uint64_t pool)
{
    static const uint64_t spoils[] = {0, BIT(HF_RAIN_MAN), HF_SET_WILLOW};
    return (pool & spoils[option[KK_SAKE_RAIN]]) != 0;
}

/* KK5.4, KK5.5, within KK1.4: the worth of each sake pair, if the pool has one. */
static int pair_worth(const int16_t *option, int pairs, int calls)
{
    return option[KK_SAKE_BOTH3] && pairs == 2 ? 3 : option[calls ? KK_VIEWING_LATE : KK_VIEWING_EARLY];
}

#ifndef IR_TERSE
/* The later options as they mostly are: the defaults of options.c, for the compiler. */
static const int16_t usual[KK_OPTIONS] = {
    [KK_WORTH_KASU] = 1,  [KK_WORTH_TANE] = 1,  [KK_WORTH_TANZAKU] = 1, [KK_WORTH_SANKO] = 5,  [KK_WORTH_AME_SHIKO] = 7,
    [KK_WORTH_SHIKO] = 8, [KK_WORTH_GOKO] = 10, [KK_WORTH_AKA_TAN] = 5, [KK_WORTH_AO_TAN] = 5, [KK_WORTH_INO_SHIKA_CHO] = 5,
    [KK_FROM_KASU] = 10,  [KK_FROM_TANE] = 5,   [KK_FROM_TANZAKU] = 5,  [KK_FURTHER] = 1,      [KK_WORTH_MONTH] = 4,
    [KK_SAKE_PLAIN] = 1,
};
#endif

/* `later`: where to read the later options from. */
static inline __attribute__((always_inline)) int worth_by(const struct koikoi_pub *p, const int16_t *later, uint64_t pool,
                                                          int calls, int16_t coins[KK_YAKU])
{
    const uint64_t second = HF_SET_ANIMAL & ~FIRSTS, third = HF_SET_RIBBON & ~(FIRSTS << 1); /* of their months, not as usual */
    const int16_t *option = p->option;
    int further = later[KK_FURTHER];
    int kasu = row(set_count(pool & plains(later)), later[KK_FROM_KASU], later[KK_WORTH_KASU], further); /* KK5.1 */
    int animals = count_firsts((pool & HF_SET_ANIMAL & FIRSTS) | (pool & second) >> 1);
    int ribbons = count_firsts((pool & HF_SET_RIBBON & FIRSTS << 1) >> 1 | (pool & third) >> 2);
    int tane = row(animals, later[KK_FROM_TANE], later[KK_WORTH_TANE], further);          /* KK5.2 */
    int tanzaku = row(ribbons, later[KK_FROM_TANZAKU], later[KK_WORTH_TANZAKU], further); /* KK5.3 */
    int ino = holds(pool, HF_SET_INO_SHIKA_CHO) ? later[KK_WORTH_INO_SHIKA_CHO] : 0;      /* KK5.10 */
    int aka = holds(pool, HF_SET_POETRY) ? later[KK_WORTH_AKA_TAN] : 0;                   /* KK5.11 */
    int ao = holds(pool, HF_SET_BLUE) ? later[KK_WORTH_AO_TAN] : 0;                       /* KK5.12 */
    int kusa = holds(pool, HF_SET_GRASS) ? later[KK_WORTH_KUSA_TAN] : 0;                  /* KK5.15 */
    int both = aka && ao ? option[KK_RIBBONS_BOTH] : 0;
    if (option[KK_SETS] == KK_SETS_ABSORB) { /* KK1.6 */
        if (ino) {
            ino += (animals - 3) * further;
            tane = 0;
        }
        if (aka || ao) {
            *(aka ? &aka : &ao) += (ribbons - (aka && ao ? 6 : 3)) * further;
            tanzaku = 0;
        }
    }

    int nobles = count_firsts(pool & HF_SET_NOBLE), rain = pool >> HF_RAIN_MAN & 1, best = KK_YAKU, bright = 0;
    if (nobles + rain >= 3) {
        best = best_bright(later, nobles, rain);
        bright = best == KK_YAKU ? 0 : later[koikoi_worth_option[best]];
    }

    int tsukimi = 0, hanami = 0, cup = pool >> HF_SAKE & 1;
    int moon = cup & (int)(pool >> HF_MOON & 1), curtain = cup & (int)(pool >> HF_CURTAIN & 1);
    if (moon + curtain && option[KK_SAKE_PAIRS] && !rained_on(option, pool)) {
        int each = pair_worth(option, moon + curtain, calls);
        if (!option[KK_SAKE_NOBLES] || each * (moon + curtain) > bright) {
            tsukimi = moon * each;
            hanami = curtain * each;
            if (option[KK_SAKE_NOBLES]) /* KK1.4: only the better side counts */
                bright = 0;
        }
    }
    int month = option[KK_MONTH_OPTION] && holds(pool, month_suit(p)) ? later[KK_WORTH_MONTH] : 0;
    int shima = later[KK_WORTH_SHIMA] ? later[KK_WORTH_SHIMA] * set_count(months_full(pool)) : 0; /* KK5.17 */

    if (coins) {
        const int by_name[KK_YAKU] = {
            [KK_KASU] = kasu,     [KK_TANE] = tane,         [KK_TANZAKU] = tanzaku, [KK_TSUKIMI] = tsukimi,
            [KK_HANAMI] = hanami, [KK_INO_SHIKA_CHO] = ino, [KK_AKA_TAN] = aka,     [KK_AO_TAN] = ao,
            [KK_BOTH_TAN] = both, [KK_MONTH_CARDS] = month, [KK_KUSA_TAN] = kusa,   [KK_SHIMA] = shima,
        };
        for (int i = 0; i < KK_YAKU; i++)
            coins[i] = (int16_t)by_name[i];
        if (bright)
            coins[best] = (int16_t)bright;
    }
    return kasu + tane + tanzaku + tsukimi + hanami + bright + ino + aka + ao + both + month + kusa + shima;
}

int koikoi_worth(const struct koikoi_pub *p, uint64_t pool, int calls, int16_t coins[KK_YAKU])
{
#ifndef IR_TERSE /* one copy is slower, and smaller */
    if (__builtin_expect(!p->variant, 1))
        return worth_by(p, usual, pool, calls, coins);
#endif
    return worth_by(p, p->option, pool, calls, coins);
}

int koikoi_tenho(const struct koikoi_pub *p, uint64_t hand)
{
    uint64_t full = months_full(hand);
    int kinds = p->option[KK_TENHO_OPTION], pairs = !months_odd(hand);
    switch (kinds) {
    case KK_TENHO_OFF: return -1;
    case KK_TENHO_PAIRS: return pairs ? KK_TENHO : -1; /* KK1.10 */
    case KK_TENHO_SUIT: pairs = 0; break;
    default: break;
    }
    if (full & (full - 1))
        return KK_DOUBLE_TENHO;
    return full || pairs ? KK_TENHO : -1; /* KK5.14: both at once are one tenho */
}

int koikoi_tenho_coins(const struct koikoi_pub *p, int yaku)
{
    return p->option[yaku == KK_DOUBLE_TENHO ? KK_WORTH_DOUBLE_TENHO : KK_WORTH_TENHO];
}

int koikoi_redeal(const struct koikoi_pub *p, uint64_t field, uint64_t hand0, uint64_t hand1)
{
    int how = p->option[KK_REDEAL];
    if (p->option[KK_TENHO_BOTH] == KK_TENHO_VOID && koikoi_tenho(p, hand0) >= 0 && koikoi_tenho(p, hand1) >= 0)
        return 5; /* KK1.10 */
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

/* With sake_nobles: the worth of the sake pairs that this pool has, at least and at most whenever its owner calls. */
static void pairs_worth(const int16_t *option, uint64_t pool, int *least, int *most)
{
    int pairs = pool >> HF_SAKE & 1 ? set_count(pool & (BIT(HF_MOON) | BIT(HF_CURTAIN))) : 0;
    int early = pairs * pair_worth(option, pairs, 0), late = pairs * pair_worth(option, pairs, 1);
    *least = early < late ? early : late;
    *most = early < late ? late : early;
}

/* Would this yaku of brights count, with so many nobles, the rain man or not, and the sake pairs of this pool? */
static int bright_counts(const int16_t *option, int yaku, int nobles, int rain, uint64_t pool)
{
    int least, most;
    if (best_bright(option, nobles, rain) != yaku)
        return 0;
    if (!option[KK_SAKE_NOBLES] || !option[KK_SAKE_PAIRS] || rained_on(option, pool))
        return 1;
    pairs_worth(option, pool, &least, &most);
    return least <= option[koikoi_worth_option[yaku]];
}

/* KK1.4: would the sake pairs of this pool count? */
static int pairs_count(const int16_t *option, uint64_t pool)
{
    int least, most, bright = best_bright(option, set_count(pool & HF_SET_NOBLE), pool >> HF_RAIN_MAN & 1);
    if (!option[KK_SAKE_PAIRS] || rained_on(option, pool))
        return 0;
    if (!option[KK_SAKE_NOBLES] || bright == KK_YAKU)
        return 1;
    pairs_worth(option, pool, &least, &most);
    return most > option[koikoi_worth_option[bright]];
}

/* Is this yaku impossible for this pool, whatever it captures? Cards stay in a pool, so a yaku that is excluded by a card of
 * the pool, or replaced by a better yaku, is gone for the round. */
static int ruled_out(const struct koikoi_pub *p, int yaku, uint64_t pool)
{
    const int16_t *option = p->option;
    int rain = pool >> HF_RAIN_MAN & 1, absorb = option[KK_SETS] == KK_SETS_ABSORB;
    int nobles = set_count(pool & HF_SET_NOBLE);
    if (koikoi_worth_option[yaku] >= 0 && !option[koikoi_worth_option[yaku]])
        return 1;
    switch (yaku) {
    case KK_TSUKIMI:
    case KK_HANAMI: return !pairs_count(option, pool); /* pool has the cards of the pair here */
    case KK_SANKO: return !bright_counts(option, yaku, nobles > 3 ? nobles : 3, rain, pool); /* only the best counts */
    case KK_AME_SHIKO: return !bright_counts(option, yaku, nobles > 3 ? nobles : 3, 1, pool);
    case KK_SHIKO: return !bright_counts(option, yaku, 4, rain, pool);
    case KK_GOKO: return !bright_counts(option, yaku, 4, 1, pool);
    case KK_AME_SANKO: return !bright_counts(option, yaku, nobles > 2 ? nobles : 2, 1, pool);
    case KK_TANE: return absorb && option[KK_WORTH_INO_SHIKA_CHO] && holds(pool, HF_SET_INO_SHIKA_CHO);
    case KK_TANZAKU:
        return absorb && ((option[KK_WORTH_AKA_TAN] && holds(pool, HF_SET_POETRY)) ||
                          (option[KK_WORTH_AO_TAN] && holds(pool, HF_SET_BLUE)));
    case KK_BOTH_TAN: return absorb || !option[KK_WORTH_AKA_TAN] || !option[KK_WORTH_AO_TAN];
    case KK_MONTH_CARDS: return !option[KK_MONTH_OPTION];
    default: return 0;
    }
}

/* With sets=absorb: can this set still be completed? Then a row of its kind has to leave out one of its cards. */
static int must_avoid(const struct koikoi_pub *p, int yaku, uint64_t pool, uint64_t gone)
{
    uint64_t set = wanted[yaku];
    return p->option[KK_SETS] == KK_SETS_ABSORB && p->option[koikoi_worth_option[yaku]] && !(set & gone) && !holds(pool, set);
}

/* KK5.17: the month whose shima is nearest: the most cards in the pool, of those that can still be completed. */
static uint64_t shima_suit(uint64_t pool, uint64_t gone)
{
    uint64_t best = hanafuda_suit(0);
    int most = -1;
    for (int m = 0; m < HF_MONTHS; m++) {
        uint64_t suit = hanafuda_suit(4 * m);
        int have = suit & gone ? -1 : set_count(suit & pool);
        if (have > most)
            best = suit, most = have;
    }
    return best;
}

/* What makes a yaku: so many of `set`, and all of `must`. */
static int needs(const struct koikoi_pub *p, int yaku, uint64_t pool, uint64_t gone, uint64_t *set, uint64_t *must)
{
    static const uint8_t number[KK_POOL_YAKU] = {
        [KK_TSUKIMI] = 2,     [KK_HANAMI] = 2,   [KK_SANKO] = 3,     [KK_AME_SHIKO] = 3,     [KK_SHIKO] = 4,
        [KK_GOKO] = 5,        [KK_AKA_TAN] = 3,  [KK_AO_TAN] = 3,    [KK_INO_SHIKA_CHO] = 3, [KK_BOTH_TAN] = 6,
        [KK_MONTH_CARDS] = 4, [KK_KUSA_TAN] = 3, [KK_AME_SANKO] = 2, [KK_SHIMA] = 4,
    };
    *set = wanted[yaku];
    *must = yaku == KK_AME_SHIKO || yaku == KK_AME_SANKO ? BIT(HF_RAIN_MAN) : 0;
    switch (yaku) {
    case KK_KASU: *set = plains(p->option); return p->option[KK_FROM_KASU];
    case KK_TANE: return p->option[KK_FROM_TANE];
    case KK_TANZAKU: return p->option[KK_FROM_TANZAKU];
    case KK_MONTH_CARDS: *set = month_suit(p); break;
    case KK_SHIMA: *set = shima_suit(pool, gone); break;
    default: break;
    }
    return number[yaku];
}

const uint64_t koikoi_lacks_by[KK_POOL_YAKU] = {
    [KK_KASU] = HF_SET_PLAIN | BIT(HF_SAKE),
    [KK_TANE] = HF_SET_ANIMAL,
    [KK_TANZAKU] = HF_SET_RIBBON,
    [KK_TSUKIMI] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_HANAMI] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_SANKO] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_AME_SHIKO] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_SHIKO] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_GOKO] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_INO_SHIKA_CHO] = HF_SET_INO_SHIKA_CHO,
    [KK_AKA_TAN] = HF_SET_POETRY,
    [KK_AO_TAN] = HF_SET_BLUE,
    [KK_BOTH_TAN] = HF_SET_POETRY | HF_SET_BLUE,
    [KK_MONTH_CARDS] = HF_ALL,
    [KK_KUSA_TAN] = HF_SET_GRASS,
    [KK_AME_SANKO] = HF_SET_BRIGHT | HF_SET_WILLOW | BIT(HF_SAKE),
    [KK_SHIMA] = HF_ALL,
};

/* Does it take all of its cards, and not so many of them? */
static int is_set(int yaku)
{
    return yaku != KK_KASU && yaku != KK_TANE && yaku != KK_TANZAKU && yaku != KK_SANKO && yaku != KK_AME_SHIKO &&
           yaku != KK_AME_SANKO;
}

void koikoi_reach(const struct koikoi_pub *p, int yaku, uint64_t pool, uint64_t gone, struct koikoi_reach *out)
{
    uint64_t set, must;
    int need = needs(p, yaku, pool, gone, &set, &must), have = set_count(set & pool), spare = 0, more = must & ~pool ? 1 : 0;
    if (yaku == KK_TANE)
        spare = must_avoid(p, KK_INO_SHIKA_CHO, pool, gone);
    if (yaku == KK_TANZAKU)
        spare = must_avoid(p, KK_AKA_TAN, pool, gone) + must_avoid(p, KK_AO_TAN, pool, gone);
    int lack = have < need ? need - have : 0;
    uint64_t from = lack ? set & ~pool & ~gone : 0;
    *out = (struct koikoi_reach){.cards = pool & (set | must), .need = need, .have = have, .lacks = lack + more};
    if (must) { /* the rain man of ame-shiko and ame-sanko */
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
    const int16_t *option = p->option;
    switch (yaku) {
    case KK_TSUKIMI:
    case KK_HANAMI: return option[KK_SAKE_PAIRS] ? option[calls ? KK_VIEWING_LATE : KK_VIEWING_EARLY] : 0;
    case KK_BOTH_TAN: return option[KK_WORTH_AKA_TAN] && option[KK_WORTH_AO_TAN] ? option[KK_RIBBONS_BOTH] : 0;
    case KK_MONTH_CARDS: return option[KK_MONTH_OPTION] ? option[KK_WORTH_MONTH] : 0;
    default: return option[koikoi_worth_option[yaku]];
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
    case KK_BONUS_BOTH: pay.koikoi = n + p->calls[!seat] + 1; break;
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
    if (option[KK_NOBLES] == KK_NOBLES_ON) /* KK7.5 */
        pay.nobles = p->nobles + 1;
    else if (option[KK_NOBLES] == KK_NOBLES_TIMES && p->nobles)
        pay.nobles = p->nobles;
    pay.coins = (sum + pay.plus) * pay.seven * pay.koikoi * pay.counter * pay.nobles; /* KK7.1 */
    return pay;
}

struct koikoi_pay koikoi_pay_tenho(const struct koikoi_pub *p, int seat, int sum)
{
    if (p->option[KK_TENHO_TIMES])
        return koikoi_pay(p, seat, sum);
    return (struct koikoi_pay){.coins = sum, .seven = 1, .koikoi = 1, .counter = 1, .nobles = 1}; /* KK1.10 */
}

int koikoi_over(const struct koikoi_pub *p, int32_t own, int32_t other)
{
    int target = p->option[KK_TARGET];
    return p->round == p->option[KK_ROUNDS] || (p->option[KK_PURSE] != KK_PURSE_SCORE && (own <= 0 || other <= 0)) ||
           (target && (own >= target || other >= target));
}

uint64_t koikoi_matches(const struct koikoi_pub *p, int card, int *one)
{
    uint64_t match = p->field & hanafuda_suit(card);
    *one = set_count(match) == 2;
    if (p->option[KK_LIGHTNING] == KK_LIGHTNING_JOKER && card == HF_LIGHTNING) {
        match = p->field;
        *one = 1;
    }
    return match;
}

uint64_t koikoi_takes(const struct koikoi_pub *p, ir_move m, int *card)
{
    int target = m - KK_MOVE_TAKE, one;
    if (m < KK_MOVE_TAKE)
        *card = m >> 2, target = (*card & ~3) | (m & 3);
    else if (m < KK_MOVE_CARD)
        *card = p->turned;
    else if (m < KK_MOVE_LAY)
        *card = HF_LIGHTNING, target = koikoi_joker_target(m);
    else {
        *card = m - KK_MOVE_LAY;
        return 0;
    }
    uint64_t match = koikoi_matches(p, *card, &one);
    return one ? match & BIT(target) : match;
}

int koikoi_may_call(const struct koikoi_pub *p, int seat)
{
    int limit = p->option[KK_KOIKOI_LIMIT];
    int made = p->option[KK_LIMIT_SHARED] ? p->calls[0] + p->calls[1] : p->calls[seat];
    return p->hand[0] + p->hand[1] > 0 && (limit == 0 || made < limit); /* KK6.4 */
}
