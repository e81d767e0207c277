/* greedy.c: `greedy`, a PiKiT bot that looks one move ahead, as a fair opponent for a child does.
 *
 * It values every card in points: its number, a little for its effect, and its share in the bonus of the 1s. It plays a card if
 * the expected gain is more than the card's value, and cancels if the swing is. Of other hands it uses what is publicly certain
 * and, for the rest, the average of the cards it has not seen. */
#include "pikit_bots.h"
#include "games/pikit/pikit.h"

struct weigher {
    const struct pikit_pub *p;
    const uint8_t *hand;
    int me;
    double later;   /* weight of playing a card later: 1 early, 0 in the own last turn */
    double average; /* expected points of an unseen card */
    int certain[PK_SEATS][PK_COUNTS];
};

/* The expected bonus of the 1s for a seat with `ones` of them: larger the further it leads. */
static double ones_promise(const struct weigher *m, int seat, int ones)
{
    static const double ahead[] = {0, 0.08, 0.25, 0.6, 0.85, 0.95};
    int most = 0;
    for (int i = 0; i < m->p->head.seats; i++)
        if (i != seat && m->certain[i][1] > most)
            most = m->certain[i][1];
    int k = ones - most + 3;
    return ones == 0 ? 0 : PK_ONES_POINTS * ahead[k < 0 ? 0 : k > 5 ? 5 : k];
}

static int ones_of(const struct weigher *m, int seat)
{
    return seat == m->me ? m->hand[1] : m->certain[seat][1];
}

static double use(int card) /* the value of its effect in the future, in points */
{
    static const double uses[PK_COUNTS] = {0, 0, 2, 0.5, 2, 1, 2, 3, 0, 2.5, 2.5, 2.5};
    return uses[card];
}

static double gains(const struct weigher *m, int seat, int card, int count)
{
    double x = count * (card + m->later * use(card));
    if (card == 1)
        x += ones_promise(m, seat, ones_of(m, seat) + count) - ones_promise(m, seat, ones_of(m, seat));
    return x;
}

static double costs(const struct weigher *m, int card)
{
    return card + m->later * use(card) + 0.01;
}

/* The expected value of a random card of that hand to a thief (PK5.4, PK5.8). */
static double theft(const struct weigher *m, int thief, int victim)
{
    const struct pikit_pub *p = m->p;
    int cards = p->kaiju[victim] + pikit_mechas(p, victim), unknown = p->kaiju[victim];
    double sum = PK_MECHA_POINTS * pikit_mechas(p, victim);
    for (int i = 1; i <= PK_NUMBERS; i++) {
        int n = victim == m->me ? m->hand[i] : m->certain[victim][i];
        sum += n * (i == 3 ? -PK_WOUND_POINTS : gains(m, thief, i, 1));
        unknown -= n;
    }
    return cards ? (sum + unknown * m->average) / cards : 0;
}

static double take_worth(const struct weigher *m, int seat, ir_move move, int a, int b)
{
    const struct pikit_pub *p = m->p;
    if (move == PK_MOVE_MECHA)
        return PK_MECHA_POINTS;
    if (move == PK_MOVE_STEAL)
        return 1.3 * theft(m, seat, p->mecha[a - 1]); /* it also hurts the holder */
    if (move == PK_MOVE_NOTHING)
        return 0;
    if (move >= PK_MOVE_PAIR)
        return a == b ? gains(m, seat, a, 2) : gains(m, seat, a, 1) + gains(m, seat, b, 1);
    int card = move - PK_MOVE_TAKE + 1;
    return gains(m, seat, card, card == 8 ? p->market[8] : 1);
}

/* The best a seat can take with these dice. */
static double best_take(const struct weigher *m, int seat, int a, int b)
{
    const struct pikit_pub *p = m->p;
    int number[] = {a, b, a + b, a > b ? a - b : b - a};
    double best = 0, x;
    for (int i = 0; i < 4; i++)
        if (number[i] >= 1 && number[i] <= PK_NUMBERS && p->market[number[i]] &&
            (x = take_worth(m, seat, (ir_move)(PK_MOVE_TAKE + number[i] - 1), a, b)) > best)
            best = x;
    if (p->market[a] && p->market[b] && (a != b || p->market[a] > 1) && (x = take_worth(m, seat, PK_MOVE_PAIR, a, b)) > best)
        best = x;
    int holder = a == b ? p->mecha[a - 1] : seat;
    if (holder != seat && (x = take_worth(m, seat, holder == PK_TABLE ? PK_MOVE_MECHA : PK_MOVE_STEAL, a, b)) > best)
        best = x;
    return best;
}

/* The value of an effect to the mover, in points. */
static double effect_worth(const struct weigher *m, int effect)
{
    const struct pikit_pub *p = m->p;
    int seat = p->mover, a = p->die[0], b = p->die[1];
    double now = best_take(m, seat, a, b), sum = 0;
    if (effect >= PK_TURN) {
        int die = (effect - PK_TURN) / 6, side = (effect - PK_TURN) % 6 + 1;
        return best_take(m, seat, die ? a : side, die ? side : b) - now;
    }
    if (effect == PK_DRAW)
        return m->average;
    if (effect >= PK_STEAL)
        return 1.2 * theft(m, seat, effect - PK_STEAL);
    for (int i = 1; i <= 6; i++)
        for (int k = 1; k <= 6; k++)
            sum += best_take(m, seat, effect == PK_REROLL + 1 ? a : i, effect == PK_REROLL ? b : k);
    return sum / 36 - now;
}

/* The probability that somebody cancels: seats known to hold a cancel card may. */
static double risk(const struct weigher *m)
{
    double x = 0.05;
    for (int i = 0; i < m->p->head.seats; i++)
        if (i != m->me && m->certain[i][6] + m->certain[i][9] + m->certain[i][10] + m->certain[i][11] > 0)
            x += 0.15;
    return x;
}

/* The gain over the average of the others if the chain's effect happens. */
static double stake(const struct weigher *m)
{
    const struct pikit_pub *p = m->p;
    double x = effect_worth(m, p->effect), share = 1.0 / (p->head.seats - 1);
    if (p->mover == m->me)
        return x;
    int steals = p->effect >= PK_STEAL && p->effect < PK_DRAW, victim = p->effect - PK_STEAL;
    if (!steals)
        return -x * share;
    return victim == m->me ? -x * (1 + share) : 0;
}

static double move_worth(const struct weigher *m, ir_move move)
{
    const struct pikit_pub *p = m->p;
    int effect, card = pikit_move_card(move, &effect);
    if (p->phase == PK_PHASE_ASK) {
        double happens = p->chain_n % 2 ? stake(m) : -stake(m); /* a cancel reverses it */
        return card ? -0.9 * happens - costs(m, card) : 0;
    }
    if (!card)
        return take_worth(m, m->me, move, p->die[0], p->die[1]);
    return best_take(m, m->me, p->die[0], p->die[1]) + (1 - risk(m)) * effect_worth(m, effect) - costs(m, card);
}

static void mind_set(struct weigher *m, const struct ir_view *v)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    uint8_t unseen[PK_COUNTS];
    int n = pikit_unseen(p, unseen), sum = 0;
    memset(m, 0, sizeof *m);
    m->p = p;
    m->me = v->seat;
    m->hand = pikit_hand(v->b, v->seat);
    for (int i = 1; i <= PK_NUMBERS; i++) {
        int own = m->hand[i] - p->known[m->me][i]; /* drawn by this seat, so it has seen them */
        sum += i * (unseen[i] - own);
        n -= own;
        for (int seat = 0; seat < p->head.seats; seat++)
            m->certain[seat][i] = pikit_certain(p, seat, i);
    }
    m->average = n > 0 ? (double)sum / n : 0;
    int turns_left = p->last ? (p->mover != m->me && p->last > (m->me - p->mover + p->head.seats) % p->head.seats) : 3;
    m->later = turns_left >= 3 ? (p->deck < 8 ? 0.6 : 1) : turns_left ? 0.3 : 0;
}

/* The parameters of a player. */
struct manner {
    int forgets;       /* ignores what others are known to hold */
    uint32_t overlook; /* probability of overlooking a card of the own hand, of 256 */
};
static const struct manner attentive = {0, 0}, casual = {1, 64};

static void think_as(const struct manner *manner, const struct ir_game *g, const struct ir_view *v, struct ir_rng *r,
                     struct ir_advice *a)
{
    struct weigher m;
    uint8_t missed[PK_COUNTS] = {0};
    bot_advice_start(g, v, a);
    mind_set(&m, v);
    for (int seat = 0; manner->forgets && seat < m.p->head.seats; seat++)
        if (seat != m.me)
            memset(m.certain[seat], 0, sizeof m.certain[seat]);
    for (int i = 1; manner->overlook && i <= PK_NUMBERS; i++)
        missed[i] = ir_rng_below(r, 256) < manner->overlook;
    for (int i = 0; i < a->n; i++) {
        int effect, card = pikit_move_card(a->of[i].move, &effect);
        a->of[i].value = missed[card] ? -100 : move_worth(&m, a->of[i].move) + 1e-6 * ir_rng_below(r, 1000); /* ties */
    }
}

static void think_greedy(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    think_as(&attentive, g, v, r, a);
}

static void think_normal(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    think_as(&casual, g, v, r, a);
}

const struct ir_bot bot_pikit_normal = {.name = "normal",
                                        .help = IR_HELP("A casual player: counts points well, but forgets what you hold."),
                                        .think = think_normal};
const struct ir_bot bot_pikit_greedy = {.name = "greedy",
                                        .help = IR_HELP("Takes what is worth most and plays a card when it pays at once."),
                                        .think = think_greedy};
