/* greedy.c: `greedy`, a Koi-Koi bot that looks one move ahead, as a careful beginner does.
 *
 * It values a pool by the yaku it holds and the ones it comes near to, for itself and (a little less) for the opponent, and
 * makes the play after which that balance is best. A card it leaves on the table counts for whoever may take it. */
#include "bots/bots.h"
#include "games/koikoi/koikoi.h"

/* Coins a pool is good for: what it has, and a share of each yaku in reach, shrinking fourfold for each card it lacks. */
static double promise(const struct koikoi_pub *p, int seat, uint64_t pool, uint64_t gone)
{
    static const double brings[KK_POOL_YAKU] = {1, 1, 1, 5, 5, 5, 2, 3, 2, 5, 5, 5, 5, 4};
    int16_t coins[KK_YAKU];
    double sum = koikoi_worth(p, pool, p->calls[seat], coins);
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        uint64_t from;
        int lacks = koikoi_lacks(p, y, pool, gone, &from);
        if (coins[y] || lacks <= 0)
            continue;
        double share = 1;
        for (int i = 0; i < lacks; i++)
            share *= y <= KK_TANZAKU ? 0.6 : 0.3; /* the long rows have many cards to choose from */
        sum += brings[y] * share;
    }
    return sum;
}

/* What each card is worth in itself, to break ties: brights, then animals and ribbons, then plains. */
static double pictures(uint64_t cards)
{
    return 0.5 * set_count(cards & KK_SET_BRIGHT) + 0.15 * set_count(cards & KK_SET_ANIMAL) +
           0.12 * set_count(cards & KK_SET_RIBBON) + 0.05 * set_count(cards & KK_SET_PLAIN) + (cards >> KK_SAKE & 1 ? 0.3 : 0);
}

/* How a player looks at the table. */
struct taste {
    double fear;       /* what the opponent's prospects count beside one's own */
    uint32_t overlook; /* captures it does not notice, of 256 */
    int coins, cards;  /* plays on with at most so many coins, and at least so many cards in hand, */
    double near;       /* while the opponent promises less than this */
};
static const struct taste careful = {0.7, 0, 2, 4, 1.2}, casual = {0.7, 49, 2, 4, 1.2}, bold = {0.7, 49, 99, 2, 4},
                          beginner = {0, 111, 99, 2, 4};

/* How good it is for the viewer that `card` takes `taken` (nothing: it is laid on the table). */
static double value(const struct koikoi_pub *p, int me, int card, uint64_t taken, uint64_t hand, const struct taste *t)
{
    uint64_t mine = p->pool[me], theirs = p->pool[!me];
    if (taken) {
        uint64_t got = taken | BIT(card);
        return promise(p, me, mine | got, theirs) - t->fear * promise(p, !me, theirs, mine | got) + pictures(got);
    }
    /* a laid card can be taken by the opponent unless we hold, or everyone sees, the rest of its suit */
    uint64_t suit = koikoi_suit(card), unseen = suit & ~(hand | p->field | mine | theirs | BIT(card));
    double danger = set_count(unseen) / 3.0, ours = set_count(suit & hand & ~BIT(card)) ? 0.4 : 0;
    double lost = promise(p, !me, theirs | BIT(card), mine) - promise(p, !me, theirs, mine) + pictures(BIT(card));
    return promise(p, me, mine, theirs) - t->fear * (promise(p, !me, theirs, mine) + danger * (1 - ours) * lost / 0.7);
}

/* The careful stop, unless the yaku are small, many cards are left to play and the opponent is far from anything. */
static int plays_on(const struct koikoi_pub *p, int me, const struct taste *t)
{
    double theirs = promise(p, !me, p->pool[!me], p->pool[me]);
    return p->worth[me] <= t->coins && p->hand[me] >= t->cards && theirs < t->near;
}

static double move_value(const struct ir_view *v, int me, ir_move m, const struct taste *t, struct ir_rng *r)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (m == KK_MOVE_TENHO)
        return 1000;
    if (m == KK_MOVE_AGARI || m == KK_MOVE_KOIKOI)
        return (m == KK_MOVE_KOIKOI) == plays_on(p, me, t);
    int card = p->turned, target = m - KK_MOVE_TAKE;
    if (p->phase == KK_PHASE_PLAY)
        card = m >> 2, target = (card & ~3) | (m & 3);
    uint64_t match = p->field & koikoi_suit(card);
    if (t->overlook && p->phase == KK_PHASE_PLAY && match && ir_rng_below(r, 256) < t->overlook)
        match = 0; /* sees no match there, and would lay the card down; the rules take it all the same */
    return value(p, me, card, set_count(match) == 2 ? BIT(target) : match, koikoi_hand(v), t);
}

static void think_as(const struct taste *t, const struct ir_game *g, const struct ir_view *v, struct ir_rng *r,
                     struct ir_advice *a)
{
    int me = koikoi_pub(v->b)->mover; /* the viewer, if it is asked */
    bot_advice_start(g, v, a);
    for (int i = 0; i < a->n; i++)
        a->of[i].value = move_value(v, me, a->of[i].move, t, r) + 1e-6 * ir_rng_below(r, 1000); /* a whim between equals */
}

static void think_greedy(const struct ir_game *g, const struct ir_view *v, struct ir_rng *r, const struct ir_budget *budget,
                         struct ir_advice *a)
{
    (void)budget;
    think_as(&careful, g, v, r, a);
}

static void think_normal(const struct ir_game *g, const struct ir_view *v, struct ir_rng *r, const struct ir_budget *budget,
                         struct ir_advice *a)
{
    int bonus = koikoi_pub(v->b)->option[KK_KOIKOI_BONUS];
    (void)budget;
    think_as(bonus == KK_BONUS_DOUBLE || bonus == KK_BONUS_STEP ? &bold : &casual, g, v, r, a); /* calling pays there */
}

static void think_easy(const struct ir_game *g, const struct ir_view *v, struct ir_rng *r, const struct ir_budget *budget,
                       struct ir_advice *a)
{
    (void)budget;
    think_as(&beginner, g, v, r, a);
}

const struct ir_bot bot_koikoi_easy = {
    .name = "easy",
    .help = "A beginner: sees its own cards only, misses a match now and then, and loves to play on.",
    .think = think_easy};
const struct ir_bot bot_koikoi_normal = {
    .name = "normal", .help = "A careful player: looks one move ahead, and at what you collect.", .think = think_normal};
const struct ir_bot bot_koikoi_greedy = {
    .name = "greedy", .help = "Looks one move ahead and likes to stop while it is winning.", .think = think_greedy};
