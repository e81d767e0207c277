/* greedy.c: `greedy`, a Gacha bot that looks one action ahead: claim now, or draw the card that brings the market nearest.
 *
 * The value of a claim is its points and its half ticket, minus the cards and jokers it costs (a card in hand is worth a
 * point). The promise of a hand is the value of the market's rewards, each reduced for every missing card. The bot uses only
 * its view: its own hand and the odds of the tops. */
#include "greedy.h"

#include "gacha_bots.h"

/* In points; found by playing variants against each other, two and four at a table. */
const struct greedy_taste greedy_taste = {
    .joker = 1.3, .token = 3.7, .first_half = 1.2, .colour = 1.7, .draw = 2.5, .wants = GA_MARKET};

/* Is this the mover's last turn? */
static int last_turn(const struct gacha_pub *p)
{
    return p->trigger != GA_NO_TRIGGER;
}

static double half_worth(const struct greedy_taste *t, const struct gacha_pub *p, int me, int reward)
{
    int half = gacha_half(p->reward[reward]), other = p->half[me] ? gacha_half(p->reward[p->half[me] - 1]) : GA_NONE;
    if (half == GA_NONE)
        return 0;
    if (other == GA_NONE)
        return last_turn(p) ? 0 : t->first_half;
    double worth = p->supply ? (last_turn(p) ? 2 : t->token) : 0;
    return worth + (half == other || half == GA_RAINBOW || other == GA_RAINBOW ? t->colour : 0);
}

/* The promise of a hand. The best reward counts in full, each next one a third of the one before, because they need the same
 * cards. A reward in reach counts less than a payable one, because somebody may take it. `gone`: a slot that will be taken. */
double greedy_promise(const struct greedy_taste *t, const struct gacha_pub *p, int me, const uint8_t *hand, int jokers,
                      int gone)
{
    static const double share[] = {0.63, 0.33, 0.24, 0.19, 0.06, 0.03, 0.01};
    double worth[GA_MARKET] = {0}, sum = 0, weight = 1;
    if (last_turn(p))
        return 0;
    for (int i = 0; i < GA_MARKET; i++) {
        uint8_t lack[GA_FIGURES];
        struct gacha_cost cost;
        int any, r = p->market[i] - 1;
        if (r < 0 || i == gone)
            continue;
        int lacks = gacha_lacks(p->reward[r], hand, lack, &any), helped = lacks < jokers ? lacks : jokers;
        gacha_cost(p->reward[r], &cost);
        double net = gacha_points(p->reward[r]) + half_worth(t, p, me, r) - cost.size - helped * (t->joker - 1);
        double x = net * share[lacks - helped];
        for (int k = 0; k < GA_MARKET; k++) /* best first */
            if (x > worth[k]) {
                double lesser = worth[k];
                worth[k] = x;
                x = lesser;
            }
    }
    for (int k = 0; k < t->wants; k++, weight *= 0.3)
        sum += weight * worth[k];
    return sum;
}

static double claim_value(const struct greedy_taste *t, const struct ir_view *v, int slot, int payment)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct gacha_payment pay;
    uint8_t hand[GA_FIGURES];
    int r = p->market[slot] - 1, me = p->mover, cards = 0, jokers = gacha_jokers(p, me);
    gacha_payment(payment, &pay);
    for (int f = 0; f < GA_FIGURES; f++) {
        hand[f] = (uint8_t)(gacha_own(v)->count[f] - pay.figure[f]);
        cards += pay.figure[f];
    }
    int used = (pay.jokers + 1) / 2 * 2; /* GA4.5: the other joker of a token is lost */
    double cost = cards + used * (last_turn(p) ? 1 : t->joker);
    return gacha_points(p->reward[r]) + half_worth(t, p, me, r) - cost + greedy_promise(t, p, me, hand, jokers - used, slot);
}

/* The promise after drawing the top of a pile, averaged over its odds. */
static double draw_value(const struct greedy_taste *t, const struct ir_view *v, int place)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct gacha_odds odds;
    double sum = 0;
    int back = p->top[place];
    const struct gacha_own *own = gacha_own(v);
    ir_assert(own);
    gacha_odds(v, place, &odds);
    for (int j = 0; j < gacha_back_faces[back]; j++) {
        uint8_t hand[GA_FIGURES];
        memcpy(hand, own->count, sizeof hand);
        hand[gacha_back_figure[back][j]]++;
        sum += (double)odds.weight[j] * greedy_promise(t, p, p->mover, hand, gacha_jokers(p, p->mover), -1);
    }
    return sum / (double)odds.total;
}

static double value(const struct greedy_taste *t, const struct ir_view *v, ir_move m)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    if (m == GA_MOVE_AGAIN)
        return 1; /* an extra turn always has some value */
    if (m < GA_MOVE_DRAW_LATER)
        return (last_turn(p) ? 2 : t->draw) + draw_value(t, v, m);
    if (m == GA_MOVE_DRAW_LATER)
        return (last_turn(p) ? 2 : t->draw) +
               greedy_promise(t, p, p->mover, gacha_own(v)->count, gacha_jokers(p, p->mover), -1);
    if (m >= GA_MOVE_CLAIM)
        return claim_value(t, v, (m - GA_MOVE_CLAIM) / GA_PAYMENTS, (m - GA_MOVE_CLAIM) % GA_PAYMENTS);
    return 0;
}

void greedy_think(const struct greedy_taste *t, const struct ir_game *g, const struct ir_view *v, struct ir_rng *r,
                  struct ir_advice *a)
{
    bot_advice_start(g, v, a);
    for (int i = 0; i < a->n; i++)
        a->of[i].value = value(t, v, a->of[i].move) + 1e-6 * ir_rng_below(r, 1000); /* breaks ties at random */
}

static void think(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                  const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    greedy_think(&greedy_taste, g, v, r, a);
}

/* A beginner's mistakes: collects for one reward at a time, ignores colours, undervalues halves and tokens. */
static const struct greedy_taste beginner = {.joker = 1.3, .token = 3, .first_half = 1, .colour = 0, .draw = 2.5, .wants = 1};

static void think_easy(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    greedy_think(&beginner, g, v, r, a);
}

const struct ir_bot bot_gacha_greedy = {
    .name = "greedy", .help = IR_HELP("Claims what pays, and draws what brings a reward nearest."), .think = think};
const struct ir_bot bot_gacha_easy = {
    .name = "easy",
    .help = IR_HELP("Still learning: has one reward in mind at a time and no eye for the colours of "
                    "tickets."),
    .think = think_easy};
const struct ir_bot bot_gacha_normal = {
    .name = "normal",
    .help = IR_HELP("A sensible player: claims what pays and draws what brings a reward nearest, "
                    "but never looks at the others."),
    .think = think};
