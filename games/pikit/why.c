/* why.c: why one move of PiKiT is better than another, as facts that the seat itself could work out.
 *
 * Expectations and chances are exact: cards that came in the open are known, and the others are any of the unseen ones, each
 * equally likely (knowledge.c). Points are what the cards, mechas and wounds count at the end; what a card might still do is
 * not guessed. */
#include "pikit.h"
#include "core/facts.h"

struct sight {
    const struct pikit_pub *p;
    const uint8_t *hand;
    int me, heap_n;
    uint8_t heap[PK_COUNTS]; /* cards this seat has not seen: the deck and the unknown cards of the others */
};

static void sight_set(struct sight *s, const struct ir_view *v)
{
    *s = (struct sight){.p = pikit_pub(v->b), .me = v->seat, .hand = pikit_hand(v->b, v->seat)};
    s->heap_n = pikit_unseen(s->p, s->heap);
    for (int i = 1; i <= PK_NUMBERS; i++) {
        int own = s->hand[i] - s->p->known[s->me][i];
        s->heap[i] = (uint8_t)(s->heap[i] - own);
        s->heap_n -= own;
    }
}

static int is_cancel(int card)
{
    return card == 6 || card >= 9;
}

/* ---- what can be taken ---- */

/* The points of a take that is certain: not of a theft. */
static int take_points(const struct pikit_pub *p, ir_move m, int a, int b)
{
    if (m == PK_MOVE_MECHA)
        return PK_MECHA_POINTS;
    if (m >= PK_MOVE_MECHA)
        return 0;
    int number = m - PK_MOVE_TAKE + 1;
    return m >= PK_MOVE_PAIR ? a + b : number == 8 ? 8 * p->market[8] : number;
}

/* The most points with these dice (PK4), and how many ways there are to take. */
static int offer(const struct pikit_pub *p, int a, int b, int *ways)
{
    int difference = a < b ? b - a : a - b, most = 0, n = 0;
    for (int i = 1; i <= PK_NUMBERS; i++) {
        if (!p->market[i] || (i != a && i != b && i != a + b && i != difference))
            continue;
        int points = take_points(p, (ir_move)(PK_MOVE_TAKE + i - 1), a, b);
        most = points > most ? points : most;
        n++;
    }
    if (p->market[a] && p->market[b] && (a != b || p->market[a] > 1)) {
        most = a + b > most ? a + b : most;
        n++;
    }
    if (a == b && p->mecha[a - 1] != p->mover) {
        most = p->mecha[a - 1] == PK_TABLE && most < PK_MECHA_POINTS ? PK_MECHA_POINTS : most;
        n++;
    }
    *ways = n;
    return most;
}

static int reroll(const struct pikit_pub *p, int which) /* PK5.2: the mean of the most points, in tenths */
{
    int sum = 0, ways;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            sum += offer(p, which == 1 ? p->die[0] : a, which == 0 ? p->die[1] : b, &ways);
    return tenths(sum, 36);
}

/* ---- what others hold ---- */

/* The sum over a hand of worth[number], times `each`: so often is an unknown card counted, as the mean of the heap. */
static int64_t hand_sum(const struct sight *s, int seat, const int worth[PK_COUNTS], int64_t *each)
{
    int64_t known = 0, heap = 0;
    int unknown = seat == s->me ? 0 : pikit_unknown(s->p, seat);
    for (int i = 1; i <= PK_NUMBERS; i++) {
        known += worth[i] * (seat == s->me ? s->hand[i] : s->p->known[seat][i]);
        heap += worth[i] * s->heap[i];
    }
    *each = s->heap_n ? s->heap_n : 1;
    return known * *each + unknown * heap;
}

static void theft(const struct sight *s, struct facts *f, int victim, int of, int weight)
{
    static const int gain[PK_COUNTS] = {0, 1, 2, -PK_WOUND_POINTS, 4, 5, 6, 7, 8, 9, 10, 11}; /* PK5.8 */
    static const int loss[PK_COUNTS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, three[PK_COUNTS] = {[3] = 1};
    int mechas = pikit_mechas(s->p, victim), cards = s->p->kaiju[victim] + mechas;
    int64_t each, sum = hand_sum(s, victim, victim == s->me ? loss : gain, &each);
    if (!cards)
        return;
    int points = tenths(sum + PK_MECHA_POINTS * mechas * each, each * cards),
        mecha = thousandths((uint64_t)mechas, (uint64_t)cards);
    if (victim == s->me) {
        fact_add(f, weight, PK_FACT_ROBBED, of, points, mecha, IR_NO_FACT, IR_NO_FACT);
        return;
    }
    sum = hand_sum(s, victim, three, &each);
    fact_add(f, weight, PK_FACT_THEFT, of, victim, points, thousandths((uint64_t)sum, (uint64_t)(each * cards)), mecha);
}

/* The chance, in thousandths, that somebody else holds a card that can cancel. */
static int cancellers(const struct sight *s)
{
    const struct pikit_pub *p = s->p;
    int unknown = 0, cancel = s->heap[6] + s->heap[9] + s->heap[10] + s->heap[11];
    for (int seat = 0; seat < p->head.seats; seat++) {
        if (seat == s->me)
            continue;
        if (p->known[seat][6] + p->known[seat][9] + p->known[seat][10] + p->known[seat][11])
            return 1000;
        unknown += pikit_unknown(p, seat);
    }
    if (!unknown || !cancel)
        return 0;
    double none = 1;
    for (int i = 0; i < unknown && none > 0; i++)
        none *= (double)(s->heap_n - cancel - i > 0 ? s->heap_n - cancel - i : 0) / (s->heap_n - i);
    int chance = (int)((1 - none) * 1000 + 0.5);
    return none <= 0 ? 1000 : chance < 1 ? 1 : chance > 999 ? 999 : chance;
}

/* ---- facts of a move ---- */

static void effect(const struct sight *s, struct facts *f, int e, int of, int weight)
{
    const struct pikit_pub *p = s->p;
    int ways, now = offer(p, p->die[0], p->die[1], &ways);
    if (e >= PK_TURN) {
        int die = (e - PK_TURN) / 6, side = (e - PK_TURN) % 6 + 1;
        int then = offer(p, die ? p->die[0] : side, die ? side : p->die[1], &ways);
        fact_add(f, weight, PK_FACT_TURN, of, now, then, IR_NO_FACT, IR_NO_FACT);
    } else if (e == PK_DRAW) {
        int sum = 0;
        for (int i = 1; i <= PK_NUMBERS; i++)
            sum += i * s->heap[i];
        fact_add(f, s->heap_n ? weight : 0, PK_FACT_DRAW, of, tenths(sum, s->heap_n ? s->heap_n : 1), IR_NO_FACT, IR_NO_FACT,
                 IR_NO_FACT);
    } else if (e >= PK_STEAL) {
        theft(s, f, e - PK_STEAL, of, weight);
    } else {
        fact_add(f, weight, PK_FACT_REROLL, of, now, reroll(p, e - PK_REROLL), IR_NO_FACT, IR_NO_FACT);
    }
}

static void take(const struct sight *s, struct facts *f, ir_move m, int of, int weight)
{
    const struct pikit_pub *p = s->p;
    int a = p->die[0], b = p->die[1], points = take_points(p, m, a, b), number = m - PK_MOVE_TAKE + 1;
    if (m == PK_MOVE_NOTHING)
        fact_add(f, weight, PK_FACT_TAKES, of, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, 0);
    else if (m == PK_MOVE_STEAL)
        theft(s, f, p->mecha[a - 1], of, weight);
    else if (m == PK_MOVE_MECHA)
        fact_add(f, weight, PK_FACT_MECHA, of, a, points, IR_NO_FACT, IR_NO_FACT);
    else if (m >= PK_MOVE_PAIR)
        fact_add(f, weight, PK_FACT_TAKES, of, a > b ? a : b, a == b ? 2 : 1, a == b ? IR_NO_FACT : a < b ? a : b, points);
    else
        fact_add(f, weight, PK_FACT_TAKES, of, number, number == 8 ? p->market[8] : 1, IR_NO_FACT, points);
}

/* What it costs to discard a card; the weights are those of a move that should not have done it. */
static void spends(const struct sight *s, struct facts *f, int card, int of, int weight)
{
    int guards = s->hand[6] + s->hand[9] + s->hand[10] + s->hand[11];
    if (is_cancel(card) && guards == 1 && !(s->p->last && s->p->mover == s->me))
        fact_add(f, weight + 20, PK_FACT_UNGUARDS, of, card, card, IR_NO_FACT, IR_NO_FACT);
    else
        fact_add(f, weight + card, PK_FACT_SPENDS, of, card, card, IR_NO_FACT, IR_NO_FACT);
}

static int ones_after(const struct sight *s, ir_move m)
{
    const struct pikit_pub *p = s->p;
    int pair = m >= PK_MOVE_PAIR && m < PK_MOVE_MECHA;
    return s->hand[1] + (m == PK_MOVE_TAKE) + (pair ? (p->die[0] == 1) + (p->die[1] == 1) : 0);
}

/* PK5.1: the bonus of the 1s, if the moves differ in it. */
static void ones(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    int own = ones_after(s, better), less = played == IR_NO_MOVE ? s->hand[1] : ones_after(s, played), most = 0;
    for (int seat = 0; seat < s->p->head.seats; seat++) {
        int n = seat == s->me ? 0 : pikit_certain(s->p, seat, 1);
        most = n > most ? n : most;
    }
    if (own > less)
        fact_add(f, own >= most && less <= most ? 98 : 55, PK_FACT_ONES, IR_OF_BETTER, own, most, IR_NO_FACT, IR_NO_FACT);
    else if (less > own && less > most + 1) /* it was not needed */
        fact_add(f, 50, PK_FACT_ONES, IR_OF_PLAYED, less, most, IR_NO_FACT, IR_NO_FACT);
}

/* The highest card that a take brings and that can be played; 0: none. */
static int useful_card(const struct sight *s, ir_move m)
{
    static const uint8_t plays[PK_COUNTS] = {0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1};
    int a = s->p->die[0], b = s->p->die[1], number = m - PK_MOVE_TAKE + 1;
    if (m < PK_MOVE_TAKE || m >= PK_MOVE_MECHA)
        return 0;
    if (m < PK_MOVE_PAIR)
        return plays[number] ? number : 0;
    return plays[a > b ? a : b] ? (a > b ? a : b) : plays[a > b ? b : a] ? (a > b ? b : a) : 0;
}

/* The points of a seat: what is certain; of the own hand all. */
static int points_of(const struct sight *s, int seat)
{
    struct pikit_points points = pikit_points(s->p, seat);
    if (seat != s->me)
        return points.all;
    int sum = points.mechas - points.wounds, most = 0;
    for (int i = 1; i <= PK_NUMBERS; i++)
        sum += i * s->hand[i];
    for (int i = 0; i < s->p->head.seats; i++) {
        int n = i == seat ? 0 : pikit_certain(s->p, i, 1);
        most = n > most ? n : most;
    }
    return sum + (s->hand[1] && s->hand[1] >= most ? PK_ONES_POINTS : 0);
}

/* The seat that leads, if it is just one and not the own. */
static int leader(const struct sight *s)
{
    int best = s->me, shared = 0;
    for (int i = 0; i < s->p->head.seats; i++) {
        if (i == s->me)
            continue;
        int more = points_of(s, i) - points_of(s, best);
        shared = more > 0 ? 0 : shared | (more == 0);
        best = more > 0 ? i : best;
    }
    return shared ? s->me : best;
}

static void leads(const struct sight *s, struct facts *f, int weight)
{
    int seat = leader(s);
    if (seat != s->me)
        fact_add(f, weight, PK_FACT_LEADS, IR_OF_POSITION, seat, points_of(s, seat), points_of(s, s->me), IR_NO_FACT);
}

/* Whom a move robs, or -1. */
static int victim_of(const struct sight *s, ir_move m)
{
    int e, card = pikit_move_card(m, &e);
    if (card)
        return e >= PK_STEAL && e < PK_DRAW ? e - PK_STEAL : -1;
    return m == PK_MOVE_STEAL ? s->p->mecha[s->p->die[0] - 1] : -1;
}

static void own_turn(const struct sight *s, struct facts *f, ir_move m, ir_move other, int of)
{
    int e, card = pikit_move_card(m, &e), same = pikit_move_card(other, &e);
    int weight = of == IR_OF_BETTER ? 100 : 90;
    pikit_move_card(m, &e);
    if (!card) {
        take(s, f, m, of, weight);
        return;
    }
    effect(s, f, e, of, weight);
    int chance = cancellers(s);
    if (card != same)
        spends(s, f, card, of, of == IR_OF_BETTER ? (same ? 45 : 5) : 50);
    if (same) /* no difference */
        return;
    fact_add(f,
             chance               ? (of == IR_OF_BETTER ? 5 : chance / 20)
             : of == IR_OF_BETTER ? 40
                                  : 0,
             PK_FACT_CANCELS, of, chance, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

static void turn(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    const struct pikit_pub *p = s->p;
    int ways, most = offer(p, p->die[0], p->die[1], &ways);
    own_turn(s, f, better, played, IR_OF_BETTER);
    if (played != IR_NO_MOVE)
        own_turn(s, f, played, better, IR_OF_PLAYED);
    ones(s, f, played, better);
    int took = played >= PK_MOVE_TAKE && played <= PK_MOVE_NOTHING, takes = better >= PK_MOVE_TAKE && better <= PK_MOVE_MECHA;
    if (took && most > take_points(p, played, p->die[0], p->die[1]) &&
        !(takes && take_points(p, better, p->die[0], p->die[1]) == most))
        fact_add(f, 30, PK_FACT_OFFER, IR_OF_POSITION, most, ways, IR_NO_FACT, IR_NO_FACT);
    int useful = useful_card(s, better), victim = victim_of(s, better);
    if (useful && !p->last && (!took || !useful_card(s, played)))
        fact_add(f, took ? 60 : 8, PK_FACT_USEFUL, IR_OF_BETTER, useful, p->deck, IR_NO_FACT, IR_NO_FACT);
    if (p->last || (victim >= 0 && victim == leader(s) && (played == IR_NO_MOVE || victim_of(s, played) != victim)))
        leads(s, f, 65);
    if (p->last)
        fact_add(f, 80, PK_FACT_LAST, IR_OF_POSITION, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

static void answer(const struct sight *s, struct facts *f, ir_move m, int of)
{
    const struct pikit_pub *p = s->p;
    int e, card = pikit_move_card(m, &e), happens = (p->chain_n + (card != 0)) % 2; /* PK6.2 */
    fact_add(f, of == IR_OF_BETTER ? 100 : 60, happens ? PK_FACT_LETS : PK_FACT_STOPS, of, p->mover, p->effect, IR_NO_FACT,
             IR_NO_FACT);
    if (!card)
        return;
    spends(s, f, card, of, of == IR_OF_BETTER ? 20 : 70);
    int chance = cancellers(s);
    fact_add(f,
             chance               ? (of == IR_OF_BETTER ? 10 : chance / 20)
             : of == IR_OF_BETTER ? 40
                                  : 0,
             PK_FACT_CANCELS, of, chance, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

int pikit_why(const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
              struct ir_fact out[IR_FACTS_MAX])
{
    struct facts f = {0};
    struct sight s;
    (void)notes;
    sight_set(&s, v);
    if (s.p->phase == PK_PHASE_ASK) {
        answer(&s, &f, better, IR_OF_BETTER);
        if (played != IR_NO_MOVE)
            answer(&s, &f, played, IR_OF_PLAYED);
        effect(&s, &f, s.p->effect, IR_OF_POSITION, 95);
        if (s.p->effect >= PK_STEAL && s.p->effect < PK_DRAW && leader(&s) == s.p->effect - PK_STEAL)
            leads(&s, &f, 75);
        else if (leader(&s) == s.p->mover)
            leads(&s, &f, 30);
    } else {
        turn(&s, &f, played, better);
    }
    return facts_best(&f, out);
}

const struct ir_fact_kind pikit_facts[PK_FACTS] = {
    [PK_FACT_TAKES] = {"takes", {"card:n", "count:n", "second:n", "points:n"}},
    [PK_FACT_MECHA] = {"mecha", {"double:n", "points:n"}},
    [PK_FACT_OFFER] = {"offer", {"points:n", "ways:n"}},
    [PK_FACT_THEFT] = {"theft", {"from:s", "points:d", "wound:p", "mecha:p"}},
    [PK_FACT_ROBBED] = {"robbed", {"points:d", "mecha:p"}},
    [PK_FACT_REROLL] = {"reroll", {"now:n", "then:d"}},
    [PK_FACT_TURN] = {"turn", {"now:n", "then:n"}},
    [PK_FACT_DRAW] = {"draw", {"points:d"}},
    [PK_FACT_SPENDS] = {"spends", {"card:n", "points:n"}},
    [PK_FACT_UNGUARDS] = {"unguards", {"card:n", "points:n"}},
    [PK_FACT_CANCELS] = {"cancels", {"chance:p"}},
    [PK_FACT_ONES] = {"ones", {"own:n", "others:n"}},
    [PK_FACT_USEFUL] = {"useful", {"card:n", "deck:n"}},
    [PK_FACT_LEADS] = {"leads", {"seat:s", "points:n", "own:n"}},
    [PK_FACT_LAST] = {"last", {NULL}},
    [PK_FACT_STOPS] = {"stops", {"by:s", "effect:e"}},
    [PK_FACT_LETS] = {"lets", {"by:s", "effect:e"}},
};
