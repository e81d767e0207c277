/* pay.c: what a reward costs and every way to pay it (GA4).
 *
 * Choose a figure for each group of equal slots. Then figure f has cap[f] slots of its own, and the surplus goes to the `any`
 * slots. A payment of c[f] cards fits if the cards beyond their caps are at most `any`. Jokers fill the slots that are still
 * empty. */
#include "gacha.h"

static const uint8_t group[10][2] = {{0, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {2, 2}, {2, 3}, {2, 4}, {3, 3}};

void gacha_cost(uint32_t reward, struct gacha_cost *c)
{
    c->size = 0;
    for (int f = 0; f < GA_FIGURES; f++)
        c->size = (uint8_t)(c->size + (c->need[f] = (uint8_t)(reward >> 3 * f & 7)));
    c->any = (uint8_t)(reward >> 15 & 7);
    c->equal[0] = group[reward >> 18 & 15][0];
    c->equal[1] = group[reward >> 18 & 15][1];
    c->size = (uint8_t)(c->size + c->any + c->equal[0] + c->equal[1]);
}

int gacha_pack(const struct gacha_cost *c, int half, int mark, int points, uint32_t *reward)
{
    uint32_t r = (uint32_t)c->any << 15 | (uint32_t)half << 22 | (uint32_t)(mark ? mark - 4 : 0) << 25 | (uint32_t)points << 27;
    for (int f = 0; f < GA_FIGURES; f++)
        r |= (uint32_t)c->need[f] << 3 * f;
    for (uint32_t g = 0; g < 10; g++)
        if (group[g][0] == c->equal[0] && group[g][1] == c->equal[1]) {
            *reward = r | g << 18;
            return 1;
        }
    return 0;
}

/* ---- payments as numbers ---- */

/* binomial[k][n]: n over k. There are (m+k over k) vectors of k numbers with a sum of at most m. */
static const uint16_t binomial[6][12] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55},   {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165},
    {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330}, {0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462},
};
static const uint16_t size_base[GA_SET_MAX + 2] = {0, 0, 6, 27, 83, 209, 461, GA_PAYMENTS};

/* With `m` cards still to pay: how many payments are ordered before those with `c` cards of figure f. */
static inline int rank_step(int f, int m, int c)
{
    int k = GA_FIGURES - f;
    return binomial[k][m + k] - binomial[k][m - c + k];
}

int gacha_payment_index(const struct gacha_payment *pay)
{
    int m = pay->jokers;
    for (int f = 0; f < GA_FIGURES; f++)
        m += pay->figure[f];
    ir_assert(m >= 1 && m <= GA_SET_MAX);
    int index = size_base[m];
    for (int f = 0; f < GA_FIGURES; f++) {
        index += rank_step(f, m, pay->figure[f]);
        m -= pay->figure[f];
    }
    return index;
}

void gacha_payment(int index, struct gacha_payment *pay)
{
    int m = 1;
    while (index >= size_base[m + 1])
        m++;
    index -= size_base[m];
    for (int f = 0; f < GA_FIGURES; f++) {
        int c = 0;
        while (c < m && rank_step(f, m, c + 1) <= index)
            c++;
        index -= rank_step(f, m, c);
        m -= c;
        pay->figure[f] = (uint8_t)c;
    }
    pay->jokers = (uint8_t)m;
}

/* ---- ways to pay ---- */

struct walk {
    const uint8_t *hand;
    uint8_t cap[GA_FIGURES];
    int any, jokers;
    uint64_t *set; /* if not NULL, ways are collected in this set of indices instead of `out` */
    ir_move *out;
    int base, n;
};

/* Enumerates the numbers of figures f and above. For the figures below f: `lack` of their slots are left to jokers, `over` of
 * their cards go to any-slots. `m` cards and jokers are still to pay; `rank` is the index so far. */
static void walk(struct walk *w, int f, int lack, int over, int m, int rank)
{
    if (f == GA_FIGURES) {
        if (lack + w->any - over > w->jokers)
            return;
        if (w->set)
            w->set[rank >> 6] |= BIT(rank & 63);
        else
            w->out[w->n++] = (ir_move)(w->base + rank);
        return;
    }
    int cap = w->cap[f], low = cap - (w->jokers - lack), high = cap + w->any - over;
    if (high > w->hand[f])
        high = w->hand[f];
    for (int c = low > 0 ? low : 0; c <= high; c++)
        walk(w, f + 1, lack + (c < cap ? cap - c : 0), over + (c > cap ? c - cap : 0), m - c, rank + rank_step(f, m, c));
}

/* GA4.3, GA4.4: with groups a payment may fit several choices of figures; the set removes duplicates. */
static int ways_equal(struct walk *w, const struct gacha_cost *c)
{
    uint64_t set[8] = {0};
    w->set = set;
    for (int x = 0; x < GA_FIGURES; x++) {
        if (w->hand[x] + w->jokers < c->equal[0])
            continue;
        w->cap[x] = (uint8_t)(w->cap[x] + c->equal[0]);
        if (!c->equal[1])
            walk(w, 0, 0, 0, c->size, 0);
        for (int y = 0; c->equal[1] && y < GA_FIGURES; y++) {
            if (w->hand[y] + w->jokers < c->equal[1])
                continue;
            w->cap[y] = (uint8_t)(w->cap[y] + c->equal[1]);
            walk(w, 0, 0, 0, c->size, 0);
            w->cap[y] = (uint8_t)(w->cap[y] - c->equal[1]);
        }
        w->cap[x] = (uint8_t)(w->cap[x] - c->equal[0]);
    }
    w->set = NULL;
    for (int i = 0; i < 8; i++)
        for (; set[i]; set[i] &= set[i] - 1)
            w->out[w->n++] = (ir_move)(w->base + 64 * i + set_first(set[i]));
    return w->n;
}

int gacha_ways(uint32_t reward, const uint8_t hand[GA_FIGURES], int jokers, int base, ir_move *out)
{
    struct gacha_cost c;
    int lack = 0;
    for (int f = 0; f < GA_FIGURES; f++) { /* fast path: most rewards are out of reach */
        int d = (int)(reward >> 3 * f & 7) - hand[f];
        lack += d > 0 ? d : 0;
    }
    if (lack > jokers)
        return 0;
    gacha_cost(reward, &c);
    struct walk w = {.hand = hand, .any = c.any, .jokers = jokers, .out = out, .base = base + size_base[c.size]};
    memcpy(w.cap, c.need, sizeof w.cap);
    if (c.equal[0])
        return ways_equal(&w, &c);
    walk(&w, 0, 0, 0, c.size, 0);
    return w.n;
}

int gacha_reward_sound(uint32_t reward)
{
    struct gacha_cost c;
    if ((reward >> 18 & 15) >= sizeof group / sizeof *group || gacha_half(reward) >= GA_HALVES || gacha_mark(reward) > 6)
        return 0;
    gacha_cost(reward, &c);
    return c.size >= 1 && c.size <= GA_SET_MAX;
}

int gacha_lacks(uint32_t reward, const uint8_t hand[GA_FIGURES], uint8_t lacks[GA_FIGURES], int *any)
{
    struct gacha_cost c;
    int best = GA_SET_MAX + 1;
    gacha_cost(reward, &c);
    for (int x = 0; x < (c.equal[0] ? GA_FIGURES : 1); x++)
        for (int y = 0; y < (c.equal[1] ? GA_FIGURES : 1); y++) {
            uint8_t cap[GA_FIGURES], lack[GA_FIGURES];
            int sum = 0, over = 0;
            memcpy(cap, c.need, sizeof cap);
            cap[x] = (uint8_t)(cap[x] + c.equal[0]);
            cap[y] = (uint8_t)(cap[y] + c.equal[1]);
            for (int f = 0; f < GA_FIGURES; f++) {
                lack[f] = (uint8_t)(cap[f] > hand[f] ? cap[f] - hand[f] : 0);
                over += hand[f] > cap[f] ? hand[f] - cap[f] : 0;
                sum += lack[f];
            }
            int rest = c.any > over ? c.any - over : 0;
            if (sum + rest < best) {
                best = sum + rest;
                *any = rest;
                memcpy(lacks, lack, sizeof lack);
            }
        }
    return best;
}

int gacha_payable(uint32_t reward, const uint8_t hand[GA_FIGURES], int jokers)
{
    uint8_t lacks[GA_FIGURES];
    int any;
    return gacha_lacks(reward, hand, lacks, &any) <= jokers;
}
