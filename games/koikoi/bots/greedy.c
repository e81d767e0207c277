/* greedy.c: `greedy`, a Koi-Koi bot that looks one move ahead, as a careful beginner does.
 *
 * It values a pool by the yaku it holds and those in reach, for itself and (with less weight) for the opponent. It makes the
 * play with the best difference. A card left on the table counts for the player who may take it. */
#include "koikoi_bots.h"
#include "games/koikoi/koikoi.h"

/* The expected coins of a yaku in reach: a share of its coins, which shrinks with each missing card. */
static double share(const struct koikoi_pub *p, int yaku, uint64_t pool, uint64_t gone)
{
    static const double brings[KK_POOL_YAKU] = {1, 1, 1, 5, 5, 5, 2, 3, 2, 5, 5, 5, 5, 4};
    int option = koikoi_worth_option[yaku], dearer = option < KK_LATER ? 0 : p->option[option] - koikoi_options[option].def;
    uint64_t from;
    int lacks = koikoi_lacks(p, yaku, pool, gone, &from);
    double part = lacks > 0;
    for (int i = 0; i < lacks; i++)
        part *= yaku <= KK_TANZAKU ? 0.6 : 0.3; /* long rows have many cards to choose from */
    return (brings[yaku] + dearer) * part;
}

/* A seat's prospects by yaku, cached: after a play only the yaku it touches are computed again. */
struct outlook {
    const struct koikoi_pub *p;
    int seat;
    uint64_t pool, gone;
    double share[KK_POOL_YAKU];
};

/* The expected coins of a pool: its yaku, and a share of each yaku in reach. */
static double promise(const struct outlook *o, uint64_t pool, uint64_t gone)
{
    uint64_t now = (pool ^ o->pool) | (gone ^ o->gone);
    double sum = koikoi_worth(o->p, pool, o->p->calls[o->seat], NULL);
    for (int y = 0; y < KK_POOL_YAKU; y++)
        sum += now & koikoi_lacks_by[y] ? share(o->p, y, pool, gone) : o->share[y];
    return sum;
}

static void outlook_open(struct outlook *o, const struct koikoi_pub *p, int seat)
{
    *o = (struct outlook){.p = p, .seat = seat, .pool = p->pool[seat], .gone = p->pool[!seat]};
    for (int y = 0; y < KK_POOL_YAKU; y++)
        o->share[y] = share(p, y, o->pool, o->gone);
}

/* The value of a card by itself, to break ties: brights, then animals and ribbons, then plains. */
static double pictures(uint64_t cards)
{
    return 0.5 * set_count(cards & HF_SET_BRIGHT) + 0.15 * set_count(cards & HF_SET_ANIMAL) +
           0.12 * set_count(cards & HF_SET_RIBBON) + 0.05 * set_count(cards & HF_SET_PLAIN) + (cards >> HF_SAKE & 1 ? 0.3 : 0);
}

/* The parameters of a player. */
struct taste {
    double fear;       /* weight of the opponent's prospects */
    uint32_t overlook; /* probability of missing a capture, of 256 */
    int coins, cards;  /* calls koi-koi with at most so many coins and at least so many cards in hand, */
    double near;       /* if the opponent's prospects are below this */
};
static const struct taste careful = {0.7, 0, 2, 4, 1.2}, casual = {0.7, 49, 2, 4, 1.2}, bold = {0.7, 49, 99, 2, 4},
                          beginner = {0, 111, 99, 2, 4};

/* The value to the viewer of `card` capturing `taken` (empty: the card is laid on the table). */
static double value(const struct outlook o[2], int me, int card, uint64_t taken, uint64_t hand, const struct taste *t)
{
    const struct koikoi_pub *p = o->p;
    uint64_t mine = p->pool[me], theirs = p->pool[!me];
    if (taken) {
        uint64_t got = taken | BIT(card);
        return promise(&o[me], mine | got, theirs) - t->fear * promise(&o[!me], theirs, mine | got) + pictures(got);
    }
    /* the opponent can take a laid card, unless the rest of its suit is in our hand or visible */
    uint64_t suit = hanafuda_suit(card), unseen = suit & ~(hand | p->field | mine | theirs | BIT(card));
    double danger = set_count(unseen) / 3.0, ours = set_count(suit & hand & ~BIT(card)) ? 0.4 : 0;
    double lost = promise(&o[!me], theirs | BIT(card), mine) - promise(&o[!me], theirs, mine) + pictures(BIT(card));
    return promise(&o[me], mine, theirs) - t->fear * (promise(&o[!me], theirs, mine) + danger * (1 - ours) * lost / 0.7);
}

/* Stop or koi-koi: plays on only if the yaku are small, many cards are left and the opponent is far from a yaku. */
static int plays_on(const struct outlook o[2], int me, const struct taste *t)
{
    const struct koikoi_pub *p = o->p;
    double theirs = promise(&o[!me], p->pool[!me], p->pool[me]);
    return p->worth[me] <= t->coins && p->hand[me] >= t->cards && theirs < t->near;
}

static double move_value(const struct outlook o[2], const struct ir_view *v, int me, ir_move m, const struct taste *t,
                         struct ir_rng *r)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (m == KK_MOVE_TENHO)
        return 1000;
    if (m == KK_MOVE_AGARI || m == KK_MOVE_KOIKOI)
        return (m == KK_MOVE_KOIKOI) == plays_on(o, me, t);
    int card;
    uint64_t taken = koikoi_takes(p, m, &card);
    if (t->overlook && p->phase == KK_PHASE_PLAY && taken && ir_rng_below(r, 256) < t->overlook)
        taken = 0; /* overlooked: valued as if the card were laid; the rules capture anyway */
    return value(o, me, card, taken, koikoi_hand(v), t);
}

static void think_as(const struct taste *t, const struct ir_game *g, const struct ir_view *v, struct ir_rng *r,
                     struct ir_advice *a)
{
    int me = koikoi_pub(v->b)->mover; /* the viewer, if it is to move */
    struct outlook o[2];
    bot_advice_start(g, v, a);
    for (int s = 0; s < 2; s++)
        outlook_open(&o[s], koikoi_pub(v->b), s);
    for (int i = 0; i < a->n; i++)
        a->of[i].value = move_value(o, v, me, a->of[i].move, t, r) + 1e-6 * ir_rng_below(r, 1000); /* breaks ties at random */
}

static void think_greedy(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    think_as(&careful, g, v, r, a);
}

static void think_normal(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    int bonus = koikoi_pub(v->b)->option[KK_KOIKOI_BONUS];
    (void)notes, (void)budget;
    think_as(bonus == KK_BONUS_DOUBLE || bonus == KK_BONUS_STEP ? &bold : &casual, g, v, r, a); /* koi-koi pays more there */
}

static void think_easy(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    think_as(&beginner, g, v, r, a);
}

const struct ir_bot bot_koikoi_easy = {
    .name = "easy",
    .help = IR_HELP("A beginner: sees its own cards only, misses a match now and then, and loves to play on."),
    .think = think_easy};
const struct ir_bot bot_koikoi_normal = {.name = "normal",
                                         .help = IR_HELP("A careful player: looks one move ahead, and at what you collect."),
                                         .think = think_normal};
const struct ir_bot bot_koikoi_greedy = {
    .name = "greedy", .help = IR_HELP("Looks one move ahead and likes to stop while it is winning."), .think = think_greedy};
