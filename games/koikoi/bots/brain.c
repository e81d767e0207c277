/* brain.c: what the network sees of a Koi-Koi round, and what a round's result is worth in the match.
 *
 * An episode is one round. The network predicts its signed result in 37 buckets. The value of a result is the chance of winning
 * the match with the new difference and the rounds left. A table holds these chances, computed backwards from the distribution
 * of round results, which is learned by counting: for three families of rules, for the sensei and the opponent separately. */
#include "koikoi_bots.h"
#include "notes.h"

static const int16_t value_of[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 56, 80};
enum { VALUES = 19, BUCKETS = 2 * VALUES - 1, FAMILIES = 3, REACH = 200, ROUNDS_AHEAD = 30 };

static int bucket_of(int coins)
{
    int size = coins < 0 ? -coins : coins, i = VALUES - 1;
    while (i > 0 && size < (value_of[i] + value_of[i - 1] + 1) / 2)
        i--;
    return VALUES - 1 + (coins < 0 ? -i : i);
}
static int bucket_value(int bucket)
{
    int i = bucket - (VALUES - 1);
    return i < 0 ? -value_of[-i] : value_of[i];
}
static int family(const struct koikoi_pub *p)
{
    int bonus = p->option[KK_KOIKOI_BONUS];
    return bonus == KK_BONUS_NONE ? 1 : bonus == KK_BONUS_PLUS ? 2 : 0;
}

static float points(int bucket)
{
    return (float)bucket_value(bucket);
}

/* ---- features ---- */

enum {
    MONTH = 13 * 9 + 12 * 6,                /* placements of a month's four cards, of which two are alike */
    WILLOW = 13 * 13 + 12 * 12,             /* the same if all four differ */
    F_MONTH = 0,                            /* + month*MONTH + where its cards are */
    F_SIDE = F_MONTH + 11 * MONTH + WILLOW, /* + side*SIDE: counts towards yaku */
    S_PLAIN = 0,
    S_RIBBON = S_PLAIN + 16,
    S_ANIMAL = S_RIBBON + 11,
    S_BRIGHT = S_ANIMAL + 10, /* + nobles*4 + rain man*2 + blocked or not */
    S_WORTH = S_BRIGHT + 20,
    S_CALLS = S_WORTH + 16,
    SIDE = S_CALLS + 4,
    F_SET = F_SIDE + 2 * SIDE, /* + which*343 + where its three cards are: ino-shika-cho, aka-tan, ao-tan */
    F_PAIR = F_SET + 3 * 343,  /* + which*49 + where the cup and its bright are */
    F_NOBLE = F_PAIR + 2 * 49, /* + nobles ours*25 + theirs*5 + in the hand or on the field */
    F_NEXT = F_NOBLE + 125,    /* + nobles ours*45 + theirs*9 + within our reach*3 + within theirs */
    F_ROW = F_NEXT + 225,      /* + side*60 + kind*20 + cards that lack to a row*4 + within reach */
    F_LATE = F_ROW + 120,      /* + side*135 + kind*45 + cards that lack to a row*9 + cards in that hand */
    F_RACE = F_LATE + 270,     /* + ribbons, animals (6*6 each), plains (12*12): ours and theirs */
    F_PAY = F_RACE + 216,      /* + side*72 + own calls*24 + the other's*8 + worth */
    F_TAKES = F_PAY + 144,     /* + own hand*9 + how many of it have a match */
    F_HANDS = F_TAKES + 81,    /* + own*9 + theirs */
    F_MATCH = F_HANDS + 81,    /* + rounds left (0 ... 11) * 9 + difference */
    F_RULES = F_MATCH + 108,   /* + family, then single options */
    F_BRIGHTS = F_RULES + 16,  /* + bright cards at the deal, if they multiply */
    F_SENSEI = F_BRIGHTS + 6,
    F_PASSED = F_SENSEI + 2, /* + month*10 + a card of it on the field or not *5 + how clearly they passed it up */
    FEATURES = F_PASSED + 120
};

static inline int capped(int x, int max)
{
    return x < max ? x : max;
}

static inline int side(const struct koikoi_pub *p, int seat, int base, uint16_t *out)
{
    uint64_t pool = p->pool[seat], gone = p->pool[!seat];
    int n = 0;
    out[n++] = (uint16_t)(base + S_PLAIN + capped(set_count(pool & (HF_SET_PLAIN | BIT(HF_SAKE))), 15));
    out[n++] = (uint16_t)(base + S_RIBBON + set_count(pool & HF_SET_RIBBON));
    out[n++] = (uint16_t)(base + S_ANIMAL + set_count(pool & HF_SET_ANIMAL));
    int blocked = set_count(gone & HF_SET_NOBLE) > 1;
    out[n++] = (uint16_t)(base + S_BRIGHT + set_count(pool & HF_SET_NOBLE) * 4 + (pool >> HF_RAIN_MAN & 1 ? 2 : 0) + blocked);
    out[n++] = (uint16_t)(base + S_WORTH + capped(p->worth[seat], 15));
    out[n++] = (uint16_t)(base + S_CALLS + capped(p->calls[seat], 3));
    return n;
}

/* One feature for each month encodes where each of its cards is, so the network learns a table of every month. Two cards have
 * 25 placements: in 13 of them neither or both are in a pool, in 12 just one is. Cards are captured in twos, so the first two
 * cards of a month and the last two are both in the 13 or both in the 12. The last two are identical plains, except for the
 * willow: that leaves 9 and 6 placements. `first` is the base index of a placement of the first two cards, `last` the offset
 * for the last two; [1] is the willow. */
static inline int places(const struct koikoi_pub *p, int me, uint64_t hand, uint16_t *out)
{
    static const uint8_t fives[4] = {0, 1, 5, 6};
    static const uint16_t first[2][25] = {
        {0, 9, 18, 117, 123, 27, 36, 45, 129, 135, 54, 63, 72, 141, 147, 153, 159, 165, 81, 90, 171, 177, 183, 99, 108},
        {0, 13, 26, 169, 181, 39, 52, 65, 193, 205, 78, 91, 104, 217, 229, 241, 253, 265, 117, 130, 277, 289, 301, 143, 156},
    };
    static const uint8_t last[2][25] = {
        {0, 1, 2, 0, 1, 1, 3, 4, 2, 3, 2, 4, 5, 4, 5, 0, 2, 4, 6, 7, 1, 3, 5, 7, 8},
        {0, 1, 2, 0, 1, 3, 4, 5, 2, 3, 6, 7, 8, 4, 5, 6, 7, 8, 9, 10, 9, 10, 11, 11, 12},
    };
    uint64_t h = hand, f = p->field, mine = p->pool[me], theirs = p->pool[!me];
    for (int m = 0; m < HF_MONTHS; m++) {
        int a = fives[h & 3] + 2 * fives[f & 3] + 3 * fives[mine & 3] + 4 * fives[theirs & 3];
        int b = fives[h >> 2 & 3] + 2 * fives[f >> 2 & 3] + 3 * fives[mine >> 2 & 3] + 4 * fives[theirs >> 2 & 3];
        int willow = m == 10, month = willow ? 11 : m == 11 ? 10 : m;
        out[m] = (uint16_t)(F_MONTH + month * MONTH + first[willow][a] + last[willow][b]);
        h >>= 4, f >>= 4, mine >>= 4, theirs >>= 4;
    }
    for (int m = 0; p->option[KK_LIGHTNING] && m < HF_MONTHS; m++) { /* a joker does not take in twos: stay within the month */
        int last_of = F_MONTH + (m == 10 ? 11 * MONTH + WILLOW : (m == 11 ? 11 : m + 1) * MONTH) - 1;
        out[m] = (uint16_t)capped(out[m], last_of);
    }
    return HF_MONTHS;
}

#define EACH_MONTH 0x111111111111u

static inline uint64_t months_of(uint64_t cards) /* all cards of their months */
{
    cards |= cards >> 1;
    cards |= cards >> 2;
    return (cards & EACH_MONTH) * 15;
}

/* Where a card is for a viewer: unseen, hand, hand with a match on the field, field, field with a match in the hand, own pool,
 * opponent's pool. */
static inline int where(const struct koikoi_pub *p, int me, uint64_t hand, uint64_t reach, int card)
{
    int near = (int)(reach >> card & 1);
    return (int)(hand >> card & 1) * (1 + near) + (int)(p->field >> card & 1) * (3 + near) +
           (int)((p->pool[me] >> card & 1) * 5 + (p->pool[!me] >> card & 1) * 6);
}

/* For rows of ribbons, animals and plains: how many cards each seat has, and how many are within its reach. */
static inline int rows(const struct koikoi_pub *p, int me, const uint64_t reach[2], uint16_t *out)
{
    static const int race[3] = {0, 36, 72};
    const uint64_t kind[3] = {HF_SET_RIBBON, HF_SET_ANIMAL, HF_SET_PLAIN | (uint64_t)p->option[KK_SAKE_PLAIN] << HF_SAKE};
    const int need[3] = {p->option[KK_FROM_TANZAKU], p->option[KK_FROM_TANE], p->option[KK_FROM_KASU]};
    int n = 0;
    for (int i = 0; i < 3; i++) {
        int has[2];
        for (int s = 0; s < 2; s++) {
            has[s] = set_count(p->pool[s ^ me] & kind[i]);
            int lacks = has[s] > need[i] ? 0 : capped(need[i] - has[s], 4);
            out[n++] = (uint16_t)(F_ROW + s * 60 + i * 20 + lacks * 4 + capped(set_count(reach[s] & kind[i]), 3));
            out[n++] = (uint16_t)(F_LATE + s * 135 + i * 45 + lacks * 9 + p->hand[s ^ me]);
        }
        int most = i == 2 ? 11 : 5;
        out[n++] = (uint16_t)(F_RACE + race[i] + capped(has[0], most) * (most + 1) + capped(has[1], most));
    }
    return n;
}

static inline int pays(const struct koikoi_pub *p, int me, uint64_t takes, uint16_t *out)
{
    int n = 0;
    for (int s = 0; s < 2; s++)
        out[n++] = (uint16_t)(F_PAY + s * 72 + capped(p->calls[s ^ me], 2) * 24 + capped(p->calls[!(s ^ me)], 2) * 8 +
                              capped(p->worth[s ^ me], 7));
    out[n++] = (uint16_t)(F_TAKES + p->hand[me] * 9 + set_count(takes));
    return n;
}

/* The months of which the opponent probably has no card, and the evidence for it. */
static inline int passed(const struct koikoi_pub *p, const struct koikoi_notes *notes, int me, uint64_t unseen,
                         uint64_t *void_of, uint16_t *out)
{
    static const uint8_t clearly[16] = {
        [TOOK] = 0,        [TOOK | TOOK_NO_BETTER] = 1,        [TOOK | TOOK_NO_BETTER | TOOK_WORSE] = 2,       [LAID] = 3,
        [LAID | TOOK] = 3, [LAID | TOOK | TOOK_NO_BETTER] = 4, [LAID | TOOK | TOOK_NO_BETTER | TOOK_WORSE] = 4};
    uint64_t bits = notes->passed[!me] & months_of(unseen);
    int n = 0;
    *void_of = months_of(bits & EACH_MONTH * (TOOK_WORSE | LAID));
    for (uint64_t left = months_of(bits) & EACH_MONTH; left; left &= left - 1) {
        int at = set_first(left);
        out[n++] = (uint16_t)(F_PASSED + at / 4 * 10 + (p->field >> at & 15 ? 5 : 0) + clearly[bits >> at & 15]);
    }
    return n;
}

static inline int sets(const struct koikoi_pub *p, const struct koikoi_notes *notes, int me, uint64_t hand, uint16_t *out)
{
    static const uint64_t set[3] = {HF_SET_INO_SHIKA_CHO, HF_SET_POETRY, HF_SET_BLUE};
    uint64_t unseen = HF_ALL & ~(hand | p->field | p->pool[0] | p->pool[1]);
    uint64_t gone, ours = (p->field & months_of(hand)) | (hand & months_of(p->field));
    int n = passed(p, notes, me, unseen, &gone, out);
    uint64_t theirs = p->field & months_of(unseen & ~gone);
    int cup = where(p, me, hand, ours, HF_SAKE) * 7;
    for (int i = 0; i < 3; i++) {
        int at = 0;
        for (uint64_t left = set[i]; left; left &= left - 1)
            at = at * 7 + where(p, me, hand, ours, set_first(left));
        out[n++] = (uint16_t)(F_SET + i * 343 + at);
    }
    out[n++] = (uint16_t)(F_PAIR + cup + where(p, me, hand, ours, HF_MOON));
    out[n++] = (uint16_t)(F_PAIR + 49 + cup + where(p, me, hand, ours, HF_CURTAIN));
    int mine = set_count(p->pool[me] & HF_SET_NOBLE), other = set_count(p->pool[!me] & HF_SET_NOBLE);
    out[n++] = (uint16_t)(F_NOBLE + mine * 25 + other * 5 + set_count((hand | p->field) & HF_SET_NOBLE));
    out[n++] = (uint16_t)(F_NEXT + mine * 45 + other * 9 + capped(set_count(ours & HF_SET_NOBLE), 2) * 3 +
                          capped(set_count(theirs & HF_SET_NOBLE), 2));
    n += rows(p, me, (const uint64_t[2]){ours, theirs}, out + n);
    return n + pays(p, me, ours & hand, out + n);
}

static inline int rules(const struct koikoi_pub *p, int me, uint16_t *out)
{
    static const uint8_t option[] = {KK_SEVEN,       KK_COUNTER, KK_SAKE_PAIRS,   KK_SAKE_RAIN, KK_SAKE_BOTH3,
                                     KK_SAKE_NOBLES, KK_SETS,    KK_MONTH_OPTION, KK_LAST_CARD, KK_LIMIT_SHARED};
    int n = 0;
    out[n++] = (uint16_t)(F_RULES + family(p));
    for (size_t i = 0; i < sizeof option; i++)
        if (p->option[option[i]])
            out[n++] = (uint16_t)(F_RULES + FAMILIES + (int)i);
    if (!koikoi_may_call(p, me))
        out[n++] = (uint16_t)(F_RULES + 13);
    if (!koikoi_may_call(p, !me))
        out[n++] = (uint16_t)(F_RULES + 14);
    if (p->option[KK_NOBLES])
        out[n++] = (uint16_t)(F_BRIGHTS + p->nobles);
    out[n++] = (uint16_t)(F_SENSEI + (p->sensei == me));
    return n;
}

/* The lead in the match in coins, in growing steps: -4 ... 4. */
static inline int lead(const struct koikoi_pub *p, int me)
{
    int d = p->purse[me] - p->purse[!me], size = d < 0 ? -d : d;
    if (p->option[KK_PURSE] != KK_PURSE_SCORE)
        size /= 2;
    int step = size == 0 ? 0 : size < 5 ? 1 : size < 12 ? 2 : size < 25 ? 3 : 4;
    return d < 0 ? -step : step;
}

static int look(const struct ir_view *v, const struct ir_notes *notes, uint16_t active[NET_ACTIVE_MAX], int *head)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (v->seat < 0 || (p->phase != KK_PHASE_PLAY && p->phase != KK_PHASE_DRAW))
        return 0;
    int me = v->seat, n = places(p, me, koikoi_hand(v), active);
    n += sets(p, koikoi_notes(notes), me, koikoi_hand(v), active + n);
    *head = (p->mover != me) * 2 + (p->phase == KK_PHASE_DRAW);
    n += side(p, me, F_SIDE, active + n);
    n += side(p, !me, F_SIDE + SIDE, active + n);
    active[n++] = (uint16_t)(F_HANDS + p->hand[me] * 9 + p->hand[!me]);
    active[n++] = (uint16_t)(F_MATCH + capped(p->option[KK_ROUNDS] - p->round, 11) * 9 + lead(p, me) + 4);
    return n + rules(p, me, active + n);
}

/* Most of the time goes into counting bits, for which newer processors have an instruction. */
#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target("popcnt"), flatten)) static int look_counting(const struct ir_view *v, const struct ir_notes *notes,
                                                                    uint16_t *active, int *head)
{
    return look(v, notes, active, head);
}
static int look_best(const struct ir_view *v, const struct ir_notes *notes, uint16_t *active, int *head)
{
    return (__builtin_cpu_supports("popcnt") ? look_counting : look)(v, notes, active, head);
}
#else
#define look_best look
#endif

/* ---- results ---- */

static int ended(const struct ir_state *before, const struct ir_state *after, int seat)
{
    const struct koikoi_pub *a = koikoi_pub(before->b), *b = koikoi_pub(after->b);
    if (a->round == 0 || (a->round == b->round && b->phase != KK_PHASE_OVER))
        return -1;
    int mine = b->purse[seat] - a->purse[seat], theirs = b->purse[!seat] - a->purse[!seat];
    return bucket_of(a->option[KK_PURSE] == KK_PURSE_SCORE ? mine - theirs : mine);
}

static int counted(const struct ir_state *s, int seat, int bucket)
{
    const struct koikoi_pub *p = koikoi_pub(s->b);
    return (family(p) * 2 + (p->sensei == seat)) * BUCKETS + bucket;
}

/* ---- worth ---- */

struct table {                       /* for a root: chances of winning the match after its round */
    float win[2][2 * REACH + 1];     /* by whether we lead the next round, and the difference */
    float worth[2][NET_BUCKETS_MAX]; /* the value of this round's results, for each seat */
    int draw_other, alternate, step;
};
_Static_assert(sizeof(struct table) <= BRAIN_CONTEXT, "fits");

static int place_of(int difference)
{
    return difference < -REACH ? 0 : difference > REACH ? 2 * REACH : difference + REACH;
}

static int leads_next(const struct table *t, int sensei, int coins)
{
    if (t->alternate)
        return !sensei;
    return coins > 0 ? 1 : coins < 0 ? 0 : sensei ^ t->draw_other;
}

/* One step backwards: from the chances with r rounds left to those with r+1. The chances of both seats add up to 1. */
static void table_back(const struct table *t, const float *how, int end, float out[2][2 * REACH + 1])
{
    memset(out[0], 0, sizeof out[0]);
    for (int b = 0; b < BUCKETS; b++) {
        float p = how[b];
        int coins = bucket_value(b), shift = coins * t->step;
        const float *win = t->win[leads_next(t, 0, coins)];
        int from = shift < 0 ? -shift : 0, to = 2 * REACH - (shift > 0 ? shift : 0); /* the rest is out of range */
        for (int i = 0; i < from; i++)
            out[0][i] += p * win[0];
        for (int i = from; i <= to; i++)
            out[0][i] += p * win[i + shift];
        for (int i = to + 1; i <= 2 * REACH; i++)
            out[0][i] += p * win[2 * REACH];
    }
    for (int i = 0; end && i <= 2 * REACH; i++)
        out[0][i] = i - REACH >= end ? 1 : REACH - i >= end ? 0 : out[0][i];
    for (int i = 0; i <= 2 * REACH; i++)
        out[1][i] = 1 - out[0][2 * REACH - i];
}

static void prepare(const struct ir_view *root, const float *extra, void *context)
{
    const struct koikoi_pub *p = koikoi_pub(root->b);
    struct table *t = context;
    float next[2][2 * REACH + 1];
    int score = p->option[KK_PURSE] == KK_PURSE_SCORE, left = p->option[KK_ROUNDS] - p->round;
    int end = score ? 0 : 2 * p->option[KK_COINS]; /* the difference at which a purse is empty */
    t->step = score ? 1 : 2;
    t->alternate = p->option[KK_NEXT_DEALER] == KK_NEXT_ALTERNATE;
    t->draw_other = p->option[KK_DRAW_DEALER] == KK_DRAW_OTHER;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i <= 2 * REACH; i++)
            t->win[s][i] = i < REACH ? 0 : i == REACH ? 0.5f : 1;
    for (int r = 0; r < left && r < ROUNDS_AHEAD; r++) {
        table_back(t, extra + family(p) * 2 * BUCKETS, end > REACH ? 0 : end, next);
        memcpy(t->win, next, sizeof next);
    }
    memset(t->worth, 0, sizeof t->worth);
    for (int seat = 0; seat < 2; seat++)
        for (int b = 0; b < BUCKETS; b++) {
            int coins = bucket_value(b), difference = p->purse[seat] - p->purse[!seat] + coins * t->step;
            t->worth[seat][b] = t->win[leads_next(t, p->sensei == seat, coins)][place_of(difference)];
        }
}

static const float *worth(const struct ir_view *v, const void *context)
{
    return ((const struct table *)context)->worth[v->seat];
}

static float settled(const struct ir_view *v, const void *context)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    const struct table *t = context;
    int difference = p->purse[v->seat] - p->purse[!v->seat];
    if (p->phase == KK_PHASE_OVER)
        return difference > 0 ? 1 : difference < 0 ? 0 : 0.5f;
    return t->win[p->sensei == v->seat][place_of(difference)];
}

/* Rejection sampling with the notes as evidence. A player who lays a card rarely holds a match for the field; a player who
 * captures rarely holds a match for something better. likely[][] is the relative likelihood of a card in the opponent's hand,
 * counted in 101 recorded games of people. */
static void imagine(const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r, struct ir_state *s)
{
    enum { TRIES = 64, SURE = 1 << 16 };
    static const uint32_t likely[16] = {[0] = 65536,
                                        [TOOK] = 55700,
                                        [TOOK | TOOK_NO_BETTER] = 45800,
                                        [TOOK | TOOK_NO_BETTER | TOOK_WORSE] = 31600,
                                        [LAID] = 16800,
                                        [LAID | TOOK] = 20800,
                                        [LAID | TOOK | TOOK_NO_BETTER] = 9000,
                                        [LAID | TOOK | TOOK_NO_BETTER | TOOK_WORSE] = 3400};
    const struct koikoi_notes *n = koikoi_notes(notes);
    struct ir_view theirs;
    for (int i = 0; i < TRIES; i++) {
        uint64_t odds = SURE;
        koikoi_game.imagine(v, r, s);
        if (v->seat < 0)
            return;
        ir_look(&koikoi_game, s, !v->seat, &theirs);
        for (uint64_t left = koikoi_hand(&theirs); left; left &= left - 1) {
            int m = set_first(left) / 4;
            odds = odds * likely[koikoi_passed(n, !v->seat, m)] >> 16;
        }
        if (ir_rng_below(r, SURE) < odds)
            return;
    }
}

static const char *setting(uint32_t n, int *seats)
{
    static const char *const options[] = {"nintendo", "printed",          "nintendo", "printed,rounds=12",
                                          "nintendo", "printed,rounds=3", "nintendo", "arcade"};
    *seats = 2;
    return options[n % 8];
}

const struct brain brain_koikoi = {
    .game = &koikoi_game,
    .features = FEATURES,
    .heads = 4,
    .buckets = BUCKETS,
    .extra = FAMILIES * 2 * BUCKETS,
    .thin = 2,
    .lambda = 0.8f,
    .decay = 0.04f,
    .average = 0.2f,
    .look = look_best,
    .imagine = imagine,
    .note = koikoi_note,
    .ended = ended,
    .points = points,
    .counted = counted,
    .prepare = prepare,
    .worth = worth,
    .settled = settled,
    .setting = setting,
};
