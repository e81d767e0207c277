/* brain.c: what the network sees of a Koi-Koi round, and what a round's result is worth in the match.
 *
 * The network foresees the signed result of the round in 37 buckets. Worth is the chance of winning the match from the
 * difference and the rounds that are left after it: a table computed backwards from how rounds end (learned by counting, for
 * three families of rules, and for the sensei and the other apart). */
#include "bots/brain.h"
#include "games/koikoi/koikoi.h"

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
    F_CARD = 0,                        /* + card*4 + where: hand, field, own pool, their pool */
    F_MONTH = F_CARD + KK_CARDS * 4,   /* + month*35 + how many are in the hand, on the field, unseen */
    F_SIDE = F_MONTH + KK_MONTHS * 35, /* + side*SIDE: counts towards yaku */
    S_PLAIN = 0,
    S_RIBBON = S_PLAIN + 16,
    S_ANIMAL = S_RIBBON + 11,
    S_BRIGHT = S_ANIMAL + 10, /* + nobles*4 + rain man*2 + blocked or not */
    S_WORTH = S_BRIGHT + 20,
    S_CALLS = S_WORTH + 16,
    SIDE = S_CALLS + 4,
    F_SET = F_SIDE + 2 * SIDE, /* + which*125 + where its three cards are: ino-shika-cho, aka-tan, ao-tan */
    F_PAIR = F_SET + 3 * 125,  /* + which*25 + where the cup and its bright are */
    F_NOBLE = F_PAIR + 2 * 25, /* + nobles ours*25 + theirs*5 + in the hand or on the field */
    F_HANDS = F_NOBLE + 125,   /* + own*9 + theirs */
    F_MATCH = F_HANDS + 81,    /* + rounds left (0 ... 11) * 9 + difference */
    F_RULES = F_MATCH + 108,   /* + family, then single options */
    F_BRIGHTS = F_RULES + 16,  /* + bright cards at the deal, if they multiply */
    F_SENSEI = F_BRIGHTS + 6,
    FEATURES = F_SENSEI + 2
};

static int capped(int x, int max)
{
    return x < max ? x : max;
}

static int side(const struct koikoi_pub *p, int seat, int base, uint16_t *out)
{
    uint64_t pool = p->pool[seat], gone = p->pool[!seat];
    int n = 0;
    out[n++] = (uint16_t)(base + S_PLAIN + capped(set_count(pool & (KK_SET_PLAIN | BIT(KK_SAKE))), 15));
    out[n++] = (uint16_t)(base + S_RIBBON + set_count(pool & KK_SET_RIBBON));
    out[n++] = (uint16_t)(base + S_ANIMAL + set_count(pool & KK_SET_ANIMAL));
    int blocked = set_count(gone & KK_SET_NOBLE) > 1;
    out[n++] = (uint16_t)(base + S_BRIGHT + set_count(pool & KK_SET_NOBLE) * 4 + (pool >> KK_RAIN_MAN & 1 ? 2 : 0) + blocked);
    out[n++] = (uint16_t)(base + S_WORTH + capped(p->worth[seat], 15));
    out[n++] = (uint16_t)(base + S_CALLS + capped(p->calls[seat], 3));
    return n;
}

static int places(const struct koikoi_pub *p, int me, uint64_t hand, uint16_t *out)
{
    const uint64_t where[4] = {hand, p->field, p->pool[me], p->pool[!me]};
    uint64_t seen = hand | p->field | p->pool[0] | p->pool[1];
    int n = 0;
    for (int w = 0; w < 4; w++)
        for (uint64_t left = where[w]; left; left &= left - 1)
            out[n++] = (uint16_t)(F_CARD + set_first(left) * 4 + w);
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    /* the 35 ways in which three counts add up to at most 4, numbered */
    static const uint8_t from[5][5] = {{0, 5, 9, 12, 14}, {15, 19, 22, 24}, {25, 28, 30}, {31, 33}, {34}};
    for (int m = 0; m < KK_MONTHS; m++) {
        int h = bits[hand >> (4 * m) & 15], f = bits[p->field >> (4 * m) & 15], u = 4 - bits[seen >> (4 * m) & 15];
        out[n++] = (uint16_t)(F_MONTH + m * 35 + from[h][f] + u);
    }
    return n;
}

/* Where a card is to a viewer: unseen, hand, field, own pool, their pool. */
static int where(const struct koikoi_pub *p, int me, uint64_t hand, int card)
{
    return (int)((hand >> card & 1) + (p->field >> card & 1) * 2 + (p->pool[me] >> card & 1) * 3 +
                 (p->pool[!me] >> card & 1) * 4);
}

static int sets(const struct koikoi_pub *p, int me, uint64_t hand, uint16_t *out)
{
    static const uint64_t set[3] = {KK_SET_INO_SHIKA_CHO, KK_SET_POETRY, KK_SET_BLUE};
    int n = 0, cup = where(p, me, hand, KK_SAKE) * 5;
    for (int i = 0; i < 3; i++) {
        int at = 0;
        for (uint64_t left = set[i]; left; left &= left - 1)
            at = at * 5 + where(p, me, hand, set_first(left));
        out[n++] = (uint16_t)(F_SET + i * 125 + at);
    }
    out[n++] = (uint16_t)(F_PAIR + cup + where(p, me, hand, KK_MOON));
    out[n++] = (uint16_t)(F_PAIR + 25 + cup + where(p, me, hand, KK_CURTAIN));
    out[n++] = (uint16_t)(F_NOBLE + set_count(p->pool[me] & KK_SET_NOBLE) * 25 + set_count(p->pool[!me] & KK_SET_NOBLE) * 5 +
                          set_count((hand | p->field) & KK_SET_NOBLE));
    return n;
}

static int rules(const struct koikoi_pub *p, int me, uint16_t *out)
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

/* Coins by which the match is led, in steps that grow: -4 ... 4. */
static int lead(const struct koikoi_pub *p, int me)
{
    int d = p->purse[me] - p->purse[!me], size = d < 0 ? -d : d;
    if (p->option[KK_PURSE] != KK_PURSE_SCORE)
        size /= 2;
    int step = size == 0 ? 0 : size < 5 ? 1 : size < 12 ? 2 : size < 25 ? 3 : 4;
    return d < 0 ? -step : step;
}

static int look(const struct ir_view *v, uint16_t active[NET_ACTIVE_MAX], int *head)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (v->seat < 0 || (p->phase != KK_PHASE_PLAY && p->phase != KK_PHASE_DRAW))
        return 0;
    int me = v->seat, n = places(p, me, koikoi_hand(v), active);
    n += sets(p, me, koikoi_hand(v), active + n);
    *head = (p->mover != me) * 2 + (p->phase == KK_PHASE_DRAW);
    n += side(p, me, F_SIDE, active + n);
    n += side(p, !me, F_SIDE + SIDE, active + n);
    active[n++] = (uint16_t)(F_HANDS + p->hand[me] * 9 + p->hand[!me]);
    active[n++] = (uint16_t)(F_MATCH + capped(p->option[KK_ROUNDS] - p->round, 11) * 9 + lead(p, me) + 4);
    return n + rules(p, me, active + n);
}

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

struct table {                       /* of a root: chances of winning the match after its round */
    float win[2][2 * REACH + 1];     /* by whether we lead the next round, and the difference */
    float worth[2][NET_BUCKETS_MAX]; /* of this round's results, to each seat */
    int draw_other, step;
};
_Static_assert(sizeof(struct table) <= BRAIN_CONTEXT, "fits");

static int place_of(int difference)
{
    return difference < -REACH ? 0 : difference > REACH ? 2 * REACH : difference + REACH;
}

static int leads_next(const struct table *t, int sensei, int coins)
{
    return coins > 0 ? 1 : coins < 0 ? 0 : sensei ^ t->draw_other;
}

/* One round back: from the chances with r rounds left to those with r+1. */
static void table_back(const struct table *t, const float *how, int end, float out[2][2 * REACH + 1])
{
    for (int s = 0; s < 2; s++) {
        memset(out[s], 0, sizeof out[s]);
        for (int b = 0; b < BUCKETS; b++) {
            float p = how[s * BUCKETS + b];
            int coins = bucket_value(b), shift = coins * t->step;
            const float *win = t->win[leads_next(t, s, coins)];
            int from = shift < 0 ? -shift : 0, to = 2 * REACH - (shift > 0 ? shift : 0); /* the rest is beyond reach */
            for (int i = 0; i < from; i++)
                out[s][i] += p * win[0];
            for (int i = from; i <= to; i++)
                out[s][i] += p * win[i + shift];
            for (int i = to + 1; i <= 2 * REACH; i++)
                out[s][i] += p * win[2 * REACH];
        }
        for (int i = 0; end && i <= 2 * REACH; i++)
            out[s][i] = i - REACH >= end ? 1 : REACH - i >= end ? 0 : out[s][i];
    }
}

static void prepare(const struct ir_view *root, const float *extra, void *context)
{
    const struct koikoi_pub *p = koikoi_pub(root->b);
    struct table *t = context;
    float next[2][2 * REACH + 1];
    int score = p->option[KK_PURSE] == KK_PURSE_SCORE, left = p->option[KK_ROUNDS] - p->round;
    int end = score ? 0 : 2 * p->option[KK_COINS]; /* a difference at which a purse is empty */
    t->step = score ? 1 : 2;
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

static const char *setting(uint32_t n, int *seats)
{
    static const char *const options[] = {"nintendo", "printed",          "nintendo", "printed,rounds=12",
                                          "nintendo", "printed,rounds=3", "nintendo", "arcade"};
    *seats = 2;
    return options[n % 8];
}

const struct brain brain_koikoi = {
    .game = &ir_koikoi,
    .features = FEATURES,
    .heads = 4,
    .buckets = BUCKETS,
    .extra = FAMILIES * 2 * BUCKETS,
    .thin = 2,
    .lambda = 0.8f,
    .look = look,
    .ended = ended,
    .points = points,
    .counted = counted,
    .prepare = prepare,
    .worth = worth,
    .settled = settled,
    .setting = setting,
};
