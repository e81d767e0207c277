/* why.c: why one move of PiKiT is better than another, as facts that the seat itself could work out.
 *
 * Expectations and chances are exact: cards that came in the open are known, and the others are any of the unseen ones, each
 * equally likely (knowledge.c). Points are what the cards, mechas and wounds count at the end; what a card might still do is
 * not guessed. A fact is a reason only if it speaks for the better move or against the other: what both bring is told if the
 * better one brings more. */
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

/* The points of a random card of this hand, in tenths: what the thief gets, or what the victim loses if that decides. */
static int stolen(const struct sight *s, int victim)
{
    static const int gain[PK_COUNTS] = {0, 1, 2, -PK_WOUND_POINTS, 4, 5, 6, 7, 8, 9, 10, 11}; /* PK5.8 */
    static const int loss[PK_COUNTS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    int mechas = pikit_mechas(s->p, victim), cards = s->p->kaiju[victim] + mechas;
    int64_t each, sum = hand_sum(s, victim, victim == s->me ? loss : gain, &each);
    return cards ? tenths(sum + PK_MECHA_POINTS * mechas * each, each * cards) : 0;
}

static void theft(const struct sight *s, struct facts *f, int victim, int of, int weight)
{
    static const int three[PK_COUNTS] = {[3] = 1};
    int mechas = pikit_mechas(s->p, victim), cards = s->p->kaiju[victim] + mechas;
    int64_t each, sum;
    if (!cards)
        return;
    int points = stolen(s, victim), mecha = thousandths((uint64_t)mechas, (uint64_t)cards);
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

/* The points of the deck's top card, in tenths. */
static int drawn(const struct sight *s)
{
    int sum = 0;
    for (int i = 1; i <= PK_NUMBERS; i++)
        sum += i * s->heap[i];
    return s->heap_n ? tenths(sum, s->heap_n) : 0;
}

/* ---- facts of a move ---- */

/* What an effect brings its player, in tenths of a point: a card, or a better take than `now`. */
static int effect_points(const struct sight *s, int e, int now)
{
    const struct pikit_pub *p = s->p;
    int ways;
    if (e == PK_DRAW)
        return drawn(s);
    if (e >= PK_TURN) {
        int die = (e - PK_TURN) / 6, side = (e - PK_TURN) % 6 + 1;
        return 10 * (offer(p, die ? p->die[0] : side, die ? side : p->die[1], &ways) - now);
    }
    return e >= PK_STEAL ? stolen(s, e - PK_STEAL) : reroll(p, e - PK_REROLL) - 10 * now;
}

/* What a move brings in this turn, in tenths of a point: the take that ends it; of a card its effect, less the card, and the
 * best take after it. */
static int brings(const struct sight *s, ir_move m)
{
    const struct pikit_pub *p = s->p;
    int e, card = pikit_move_card(m, &e), ways, now = offer(p, p->die[0], p->die[1], &ways);
    if (card)
        return effect_points(s, e, now) + 10 * (now - card);
    return m == PK_MOVE_STEAL ? stolen(s, p->mecha[p->die[0] - 1]) : 10 * take_points(p, m, p->die[0], p->die[1]);
}

static void effect(const struct sight *s, struct facts *f, int e, int of, int weight)
{
    const struct pikit_pub *p = s->p;
    int ways, now = offer(p, p->die[0], p->die[1], &ways);
    if (e >= PK_TURN) {
        int die = (e - PK_TURN) / 6, side = (e - PK_TURN) % 6 + 1;
        int then = offer(p, die ? p->die[0] : side, die ? side : p->die[1], &ways);
        fact_add(f, weight, PK_FACT_TURN, of, now, then, IR_NO_FACT, IR_NO_FACT);
    } else if (e == PK_DRAW) {
        fact_add(f, s->heap_n ? weight : 0, PK_FACT_DRAW, of, drawn(s), IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
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
    if (own > less && own >= most && less <= most)
        fact_add(f, 98, PK_FACT_ONES, IR_OF_BETTER, own, most, IR_NO_FACT, IR_NO_FACT);
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

/* Of one of the two moves; `more`: the better move brings more than the other. */
static void own_turn(const struct sight *s, struct facts *f, ir_move m, ir_move other, int of, int more)
{
    int e, card, same = pikit_move_card(other, &e), weight = of == IR_OF_BETTER ? 100 : 90, chance;
    card = pikit_move_card(m, &e);
    if (more && card)
        effect(s, f, e, of, weight);
    else if (more)
        take(s, f, m, of, weight);
    if (!card)
        return;
    if (of == IR_OF_BETTER ? card < same : card > same) /* it costs less than the other's, or anything at all */
        spends(s, f, card, of, of == IR_OF_BETTER ? 45 : 50);
    if (same) /* no difference */
        return;
    chance = cancellers(s);
    fact_add(f,
             of == IR_OF_PLAYED ? chance / 20
             : chance           ? 0
                                : 40,
             PK_FACT_CANCELS, of, chance, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

static int is_take(ir_move m)
{
    return m >= PK_MOVE_TAKE && m <= PK_MOVE_MECHA;
}

/* A take that the better move leaves possible: a card that does not change the dice comes before it (PK3.2). */
static int can_wait(ir_move played, ir_move better)
{
    int e, card = pikit_move_card(better, &e);
    return is_take(played) && card && e >= PK_STEAL && e <= PK_DRAW;
}

/* The last turn: cards that can be played should be, and otherwise only points count. */
static int last_matters(const struct sight *s, ir_move played, ir_move better)
{
    int e;
    if (pikit_move_card(better, &e))
        return !pikit_move_card(played, &e);
    return is_take(played) && is_take(better) && brings(s, better) > brings(s, played);
}

static void turn(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    const struct pikit_pub *p = s->p;
    int ways, most = offer(p, p->die[0], p->die[1], &ways);
    int more = played == IR_NO_MOVE || brings(s, better) > brings(s, played), wait = can_wait(played, better);
    own_turn(s, f, better, played, IR_OF_BETTER, more);
    if (played != IR_NO_MOVE)
        own_turn(s, f, played, better, IR_OF_PLAYED, more && !wait);
    ones(s, f, played, better);
    if (wait)
        fact_add(f, 95, PK_FACT_STILL, IR_OF_BETTER, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    if (wait && most > take_points(p, played, p->die[0], p->die[1]))
        fact_add(f, 30, PK_FACT_OFFER, IR_OF_POSITION, most, ways, IR_NO_FACT, IR_NO_FACT);
    int useful = useful_card(s, better), victim = victim_of(s, better), took = is_take(played) || played == PK_MOVE_NOTHING;
    if (useful && !p->last && (!took || !useful_card(s, played)))
        fact_add(f, took ? 60 : 8, PK_FACT_USEFUL, IR_OF_BETTER, useful, p->deck, IR_NO_FACT, IR_NO_FACT);
    int robs_leader = victim >= 0 && victim == leader(s),
        robbed_leader = played != IR_NO_MOVE && victim_of(s, played) == leader(s);
    if (robs_leader && !robbed_leader)
        leads(s, f, 65);
    if (p->last && (played == IR_NO_MOVE || last_matters(s, played, better)))
        fact_add(f, 80, PK_FACT_LAST, IR_OF_POSITION, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

/* The answer to an announced effect: what the better one does to it, and what the other spends. */
static void answer(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    const struct pikit_pub *p = s->p;
    int e, ways, card = pikit_move_card(better, &e), other = played == IR_NO_MOVE ? 0 : pikit_move_card(played, &e);
    int happens = (p->chain_n + (card != 0)) % 2, chance = cancellers(s); /* PK6.2 */
    fact_add(f, 100, happens ? PK_FACT_LETS : PK_FACT_STOPS, IR_OF_BETTER, p->mover, p->effect, IR_NO_FACT, IR_NO_FACT);
    /* how much it is about: a reason to spend a card on it, or not to */
    if (card || !other || effect_points(s, p->effect, offer(p, p->die[0], p->die[1], &ways)) < 10 * other)
        effect(s, f, p->effect, IR_OF_POSITION, 95);
    if (card && !other)
        fact_add(f, chance ? 0 : 40, PK_FACT_CANCELS, IR_OF_BETTER, chance, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    if (card && other > card)
        spends(s, f, card, IR_OF_BETTER, 45);
    if (other > card)
        spends(s, f, other, IR_OF_PLAYED, 70);
    if (other && !card)
        fact_add(f, chance / 20, PK_FACT_CANCELS, IR_OF_PLAYED, chance, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    /* who leads may be robbed, and should not gain more */
    int victim = p->effect >= PK_STEAL && p->effect < PK_DRAW ? p->effect - PK_STEAL : -1;
    if (victim >= 0 && leader(s) == victim && happens)
        leads(s, f, 75);
    else if (leader(s) == p->mover && !happens)
        leads(s, f, 30);
}

static int why(const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
               struct ir_fact out[IR_FACTS_MAX])
{
    struct facts f = {0};
    struct sight s;
    (void)notes;
    sight_set(&s, v);
    if (s.p->phase == PK_PHASE_ASK) {
        answer(&s, &f, played, better);
    } else {
        turn(&s, &f, played, better);
    }
    return facts_best(&f, out);
}

static const struct ir_fact_kind kinds[PK_FACTS] = {
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
    [PK_FACT_STILL] = {"still", {NULL}},
    [PK_FACT_LEADS] = {"leads", {"seat:s", "points:n", "own:n"}},
    [PK_FACT_LAST] = {"last", {NULL}},
    [PK_FACT_STOPS] = {"stops", {"by:s", "effect:e"}},
    [PK_FACT_LETS] = {"lets", {"by:s", "effect:e"}},
};

const struct ir_reasons pikit_reasons = {.game = &pikit_game, .kind = kinds, .kinds = PK_FACTS, .why = why};
