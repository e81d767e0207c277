/* brain.c: what the network sees of a PiKiT game, and what its result is worth.
 *
 * The network predicts the viewer's margin against the best opponent in 25 buckets, whose sign is who won (PK7.3). Seats are
 * relative to the viewer: 0 is the viewer, 1 the next one. Everything comes from the view: of other hands only what is certain
 * (PK8.3), for unknown cards the average of the cards the viewer has not seen. */
#include "pikit_bots.h"
#include "games/pikit/pikit.h"

/* ---- results ---- */

static const int16_t margin_from[] = {0, 2, 5, 8, 12, 16, 20, 25, 31, 38, 47, 60}; /* the least of each winning bucket */
enum { SIDES = 12, BUCKETS = 2 * SIDES + 1, SHARED = SIDES };

static int result_of(const struct pikit_pub *p, int seat, int *winners)
{
    struct ir_score score;
    int best = -1000, n = 0, i = SIDES - 1;
    pikit_score(p, &score);
    for (int k = 0; k < p->head.seats; k++) {
        n += score.rank[k] == 0;
        if (k != seat && score.points[k] > best)
            best = score.points[k];
    }
    *winners = n;
    int margin = score.points[seat] - best, won = score.rank[seat] == 0;
    if (won && n > 1)
        return SHARED;
    margin = margin < 0 ? -margin : margin;
    while (margin < margin_from[i])
        i--;
    return won ? SHARED + 1 + i : SHARED - 1 - i;
}

static int ended(const struct ir_state *before, const struct ir_state *after, int seat)
{
    int winners;
    (void)before;
    return pikit_pub(after->b)->phase == PK_PHASE_OVER ? result_of(pikit_pub(after->b), seat, &winners) : -1;
}

/* A win is 1; a little is added for the margin, so that lost games are still played on. */
static float points(int bucket)
{
    return (bucket > SHARED ? 1 : bucket == SHARED ? 0.5f : 0) + 0.01f * (float)(bucket - SHARED);
}

static float settled(const struct ir_view *v, const void *context)
{
    int winners, bucket = result_of(pikit_pub(v->b), v->seat, &winners);
    (void)context;
    return bucket > SHARED ? 1 : bucket == SHARED ? 1.0f / (float)winners : 0;
}

static const float *worth(const struct ir_view *v, const void *context)
{
    static const float u[NET_BUCKETS_MAX] = {
        [SHARED] = 0.5f, [SHARED + 1] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* SIDES of them */
    };
    (void)v;
    (void)context;
    return u;
}

static void prepare(const struct ir_view *root, const float *extra, void *context)
{
    (void)root;
    (void)extra;
    (void)context;
}

/* ---- features ---- */

enum {
    CAP = 8, /* cards of a number are counted 1 ... 8 */
    STEPS = 31,
    STAGES = 6,
    WORTHS = 32,                                     /* steps of what a take may bring */
    F_HAND = 0,                                      /* + seat*88 + (number-1)*8 + count-1 */
    F_MARKET = F_HAND + PK_SEATS * PK_NUMBERS * CAP, /* the same */
    F_UNSEEN = F_MARKET + PK_NUMBERS * CAP,          /* the same */
    F_UNKNOWN = F_UNSEEN + PK_NUMBERS * CAP,         /* + seat*6 + unknown cards of the hand */
    F_SIZE = F_UNKNOWN + PK_SEATS * 6,               /* + seat*24 + cards of the hand */
    F_MECHA = F_SIZE + PK_SEATS * 24,                /* + which*5 + seat, or 4: on the table */
    F_MECHAS = F_MECHA + PK_MECHAS * 5,              /* + seat*7 + how many */
    F_WOUNDS = F_MECHAS + PK_SEATS * 7,              /* + seat*7 + how many */
    F_DECK = F_WOUNDS + PK_SEATS * 7,                /* + cards left after the refill */
    F_LEAD = F_DECK + 48,                            /* + stage*31 + step: against the best other seat */
    F_LEADS = F_LEAD + STAGES * STEPS,               /* + (seat-1)*31 + step: against each */
    F_ONES = F_LEADS + (PK_SEATS - 1) * STEPS,       /* + lead in 1s * 4 + 1s to be had */
    F_SEATS = F_ONES + 7 * 4,                        /* + (seats-2)*4 + whose turn it is or will be */
    F_LAST = F_SEATS + 12,                           /* + last turns to come */
    F_QUIET = F_LAST + 5,                            /* + count of PK7.5, in threes */
    F_ROLL = F_QUIET + 5,                            /* + what the next roll promises */
    F_NOW = F_ROLL + WORTHS,                         /* dice: see dice() */
    D_PAIR = 0,
    D_TAKE = D_PAIR + 21, /* + number - 1 */
    D_BOTH = D_TAKE + PK_NUMBERS,
    D_MECHA = D_BOTH + 1, /* + holder, 4: on the table */
    D_BEST = D_MECHA + 5,
    DICE = D_BEST + WORTHS,
    F_THEN = F_NOW + DICE,           /* the dice as an announced 7 will make them */
    F_CHAIN = F_THEN + DICE,         /* + effect * 2 + whether it will happen */
    F_AGAIN = F_CHAIN + 8 * 2,       /* + what an announced 2 promises */
    F_THEFT = F_AGAIN + WORTHS,      /* + what an announced theft promises */
    F_VICTIM = F_THEFT + 20,         /* + seat */
    F_LONG = F_VICTIM + PK_SEATS,    /* + cards in the chain */
    F_TOP = F_LONG + 4,              /* + seat of its last card */
    F_ASKED = F_TOP + PK_SEATS,      /* + seat that may still cancel * 2 + known to be able to */
    F_PREY = F_ASKED + 2 * PK_SEATS, /* + seat*20 + what a theft from that hand would bring */
    FEATURES = F_PREY + 20 * PK_SEATS
};

struct seen {
    const struct pikit_pub *p;
    const uint8_t *hand;
    int me, seats, deck, stage, next; /* next: whose turn it is or will be; all seats counted from the viewer */
    int unseen[PK_COUNTS], card[PK_SEATS][PK_COUNTS], unknown[PK_SEATS], mechas[PK_SEATS], points[PK_SEATS];
    int average; /* of a card the viewer has not seen, in eighths of a point */
    uint16_t *out;
    int n;
};

static void put(struct seen *s, int feature)
{
    s->out[s->n++] = (uint16_t)feature;
}
static int capped(int x, int max)
{
    return x < 0 ? 0 : x < max ? x : max;
}
static int seat_of(const struct seen *s, int seat)
{
    return seat < s->me ? seat - s->me + s->seats : seat - s->me;
}
static int whole(const struct seen *s, int seat) /* from a relative seat to the table's number */
{
    return (s->me + seat) % s->seats;
}

/* A lead in points, in growing steps: 0 ... 30; 15 is level. */
static int step_of(int lead)
{
    static const int16_t from[] = {1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 30, 38, 48, 61};
    int size = lead < 0 ? -lead : lead, i = 0;
    while (i < 15 && size >= from[i])
        i++;
    return 15 + (lead < 0 ? -i : i);
}

static void know_cards(struct seen *s)
{
    const struct pikit_pub *p = s->p;
    int all = 0, sum = 0;
    for (int i = 1; i <= PK_NUMBERS; i++) {
        int n = p->cards[i] - p->market[i] - p->discard[i];
        for (int k = 0; k < s->seats; k++) {
            int seat = whole(s, k);
            s->card[k][i] = k ? p->known[seat][i] : s->hand[i];
            n -= s->card[k][i];
        }
        s->unseen[i] = n;
        all += n;
        sum += n * i;
    }
    s->average = all ? 8 * sum / all : 0;
    for (int k = 1; k < s->seats; k++) {
        int unknown = pikit_unknown(p, whole(s, k));
        for (int i = 1; unknown && i <= PK_NUMBERS; i++) { /* certain by counting */
            int sure = unknown - (all - s->unseen[i]);
            if (sure > 0)
                s->card[k][i] += sure;
        }
        s->unknown[k] = unknown;
    }
}

static void know_points(struct seen *s)
{
    const struct pikit_pub *p = s->p;
    int most = 1;
    for (int k = 0; k < s->seats; k++)
        most = s->card[k][1] > most ? s->card[k][1] : most;
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] != PK_TABLE)
            s->mechas[seat_of(s, p->mecha[d])]++;
    for (int k = 0; k < s->seats; k++) {
        int sum = 0, cards = p->kaiju[whole(s, k)];
        for (int i = 1; i <= PK_NUMBERS; i++) {
            sum += i * s->card[k][i];
            cards -= s->card[k][i];
        }
        s->points[k] = sum + cards * s->average / 8 + PK_MECHA_POINTS * s->mechas[k] +
                       (s->card[k][1] >= most ? PK_ONES_POINTS : 0) - PK_WOUND_POINTS * p->wound[whole(s, k)];
    }
}

/* How near the end is for the viewer: 4: the last turn is to come or in progress; 5: it is over. */
static int stage_of(const struct seen *s)
{
    const struct pikit_pub *p = s->p;
    if (p->last)
        return (s->me - p->mover + s->seats) % s->seats < p->last ? 4 : 5;
    return s->deck > 22 ? 0 : s->deck > 11 ? 1 : s->deck > 4 ? 2 : s->deck > 0 ? 3 : 4;
}

static void know(struct seen *s, const struct ir_view *v, uint16_t *out)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    *s = (struct seen){.p = p, .hand = pikit_hand(v->b, v->seat), .me = v->seat, .seats = p->head.seats, .out = out};
    int refill = p->phase == PK_PHASE_REFILL;
    s->deck = p->last || p->phase == PK_PHASE_DRAW ? p->deck : capped(p->deck - (refill ? PK_MARKET - p->market_n : 0), 255);
    s->next = seat_of(s, refill ? (p->mover + 1) % s->seats : p->mover);
    s->stage = stage_of(s);
    know_cards(s);
    know_points(s);
}

static void counts(struct seen *s, int base, const int *count)
{
    for (int i = 1; i <= PK_NUMBERS; i++)
        if (count[i] > 0)
            put(s, base + (i - 1) * CAP + capped(count[i] - 1, CAP - 1));
}

static void cards(struct seen *s)
{
    const struct pikit_pub *p = s->p;
    int market[PK_COUNTS];
    for (int i = 1; i <= PK_NUMBERS; i++)
        market[i] = p->market[i];
    counts(s, F_MARKET, market);
    counts(s, F_UNSEEN, s->unseen);
    for (int k = 0; k < s->seats; k++) {
        int seat = whole(s, k);
        counts(s, F_HAND + k * PK_NUMBERS * CAP, s->card[k]);
        put(s, F_UNKNOWN + k * 6 + capped(s->unknown[k], 5));
        put(s, F_SIZE + k * 24 + capped(p->kaiju[seat] + s->mechas[k], 23));
        put(s, F_MECHAS + k * 7 + s->mechas[k]);
        put(s, F_WOUNDS + k * 7 + capped(p->wound[seat], 6));
    }
    for (int d = 0; d < PK_MECHAS; d++)
        put(s, F_MECHA + d * 5 + (p->mecha[d] == PK_TABLE ? 4 : seat_of(s, p->mecha[d])));
}

static void standing(struct seen *s)
{
    const struct pikit_pub *p = s->p;
    int best = -1000, ones = 0;
    for (int k = 1; k < s->seats; k++) {
        put(s, F_LEADS + (k - 1) * STEPS + step_of(s->points[0] - s->points[k]));
        best = s->points[k] > best ? s->points[k] : best;
        ones = s->card[k][1] > ones ? s->card[k][1] : ones;
    }
    put(s, F_LEAD + s->stage * STEPS + step_of(s->points[0] - best));
    put(s, F_ONES + capped(s->card[0][1] - ones + 3, 6) * 4 + capped(s->unseen[1] + p->market[1], 3));
    put(s, F_SEATS + (s->seats - 2) * 4 + s->next);
    put(s, F_DECK + capped(s->deck, 47));
    put(s, F_LAST + p->last);
    put(s, F_QUIET + capped(p->quiet / 3, 4));
}

/* ---- dice: what a seat could take with them, in points ---- */

static int theft(const struct seen *s, int victim) /* expected points of a random card of that hand, in eighths */
{
    int cards = s->p->kaiju[whole(s, victim)], known = 0, sum = 0;
    int all = cards + s->mechas[victim];
    for (int i = 1; i <= PK_NUMBERS; i++) {
        known += s->card[victim][i];
        sum += 8 * s->card[victim][i] * (i == 3 ? -PK_WOUND_POINTS : i);
    }
    sum += (cards - known) * s->average + 8 * PK_MECHA_POINTS * s->mechas[victim];
    return all ? sum / all : 0;
}

struct takes {
    int number[13], mecha[7]; /* what taking this number, or the mecha of this double, brings */
};
static void takes_set(struct takes *t, const struct seen *s, int seat)
{
    const struct pikit_pub *p = s->p;
    t->number[0] = t->number[12] = 0;
    for (int i = 1; i <= PK_NUMBERS; i++)
        t->number[i] = p->market[i] ? (i == 1 ? 4 : i == 8 ? 8 * p->market[8] : i) : 0;
    for (int d = 1; d <= PK_MECHAS; d++) {
        int holder = p->mecha[d - 1] == PK_TABLE ? -1 : seat_of(s, p->mecha[d - 1]);
        t->mecha[d] = holder < 0 ? PK_MECHA_POINTS : holder == seat ? 0 : theft(s, holder) / 6; /* it also hurts the holder */
    }
}
static int take_best(const struct takes *t, const struct pikit_pub *p, int a, int b)
{
    int best = t->number[a + b], x = t->number[a > b ? a - b : b - a], y = t->number[a], z = t->number[b];
    best = x > best ? x : best;
    x = a != b ? y + z : p->market[a] > 1 ? 2 * y : y;
    best = x > best ? x : best;
    x = a == b ? t->mecha[a] : 0;
    return x > best ? x : best;
}
static int take_average(const struct takes *t, const struct pikit_pub *p, int a, int b) /* a, b: a die that stays, or 0 */
{
    int sum = 0, n = 0;
    for (int i = a ? a : 1; i <= (a ? a : 6); i++)
        for (int k = b ? b : 1; k <= (b ? b : 6); k++, n++)
            sum += take_best(t, p, i, k);
    return 2 * sum / n;
}

static void dice(struct seen *s, const struct takes *t, int base, int a, int b)
{
    const struct pikit_pub *p = s->p;
    int sum = a + b, less = a > b ? a - b : b - a;
    put(s, base + D_PAIR + (a < b ? pikit_pair(a, b) : pikit_pair(b, a)));
    if (p->market[a])
        put(s, base + D_TAKE + a - 1);
    if (b != a && p->market[b])
        put(s, base + D_TAKE + b - 1);
    if (sum <= PK_NUMBERS && p->market[sum])
        put(s, base + D_TAKE + sum - 1);
    if (less && less != a && less != b && p->market[less])
        put(s, base + D_TAKE + less - 1);
    if (p->market[a] && p->market[b] && (a != b || p->market[a] > 1))
        put(s, base + D_BOTH);
    if (a == b)
        put(s, base + D_MECHA + (p->mecha[a - 1] == PK_TABLE ? 4 : seat_of(s, p->mecha[a - 1])));
    put(s, base + D_BEST + capped(take_best(t, p, a, b), WORTHS - 1));
}

/* ---- a chain: the announced effect, and who may still cancel ---- */

static void victim(struct seen *s, int seat)
{
    put(s, F_VICTIM + seat);
    put(s, F_THEFT + capped(theft(s, seat) / 8 + 3, 19));
}

static void chain(struct seen *s, const struct takes *t)
{
    const struct pikit_pub *p = s->p;
    int effect = p->effect, happens = p->chain_n % 2, a = p->die[0], b = p->die[1];
    int kind = effect < PK_STEAL ? effect : effect < PK_DRAW ? 3 : effect < PK_TURN ? 4 : 5;
    put(s, F_CHAIN + kind * 2 + happens);
    put(s, F_LONG + capped(p->chain_n - 1, 3));
    put(s, F_TOP + seat_of(s, pikit_top_seat(p)));
    if (kind < 3)
        put(s, F_AGAIN + capped(take_average(t, p, kind == 1 ? a : 0, kind == 0 ? b : 0), WORTHS - 1));
    else if (kind == 3)
        victim(s, seat_of(s, effect - PK_STEAL));
    else if (kind == 5) {
        int die = (effect - PK_TURN) / 6, side = (effect - PK_TURN) % 6 + 1;
        dice(s, t, F_THEN, die ? a : side, die ? side : b);
    }
    if (p->phase != PK_PHASE_ASK)
        return;
    for (int seat = p->head.turn; seat >= 0; seat = pikit_asked(p, seat)) {
        const int *card = s->card[seat_of(s, seat)];
        put(s, F_ASKED + seat_of(s, seat) * 2 + (card[6] + card[9] + card[10] + card[11] > 0));
    }
}

static int look(const struct ir_view *v, const struct ir_notes *notes, uint16_t active[NET_ACTIVE_MAX], int *head)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    (void)notes;
    struct seen s;
    struct takes t;
    if (v->seat < 0 || p->phase < PK_PHASE_ROLL || p->phase == PK_PHASE_OVER)
        return 0;
    know(&s, v, active);
    cards(&s);
    standing(&s);
    for (int k = 0; k < s.seats; k++)
        put(&s, F_PREY + k * 20 + capped(theft(&s, k) / 8 + 3, 19));
    takes_set(&t, &s, s.next);
    if (p->phase == PK_PHASE_ROLL || p->phase == PK_PHASE_REFILL) {
        *head = s.next != 0;
        put(&s, F_ROLL + capped(take_average(&t, p, 0, 0), WORTHS - 1));
        return s.n;
    }
    *head = (p->phase == PK_PHASE_PLAY ? 2 : 4) + (s.next != 0);
    dice(&s, &t, F_NOW, p->die[0], p->die[1]);
    if (p->chain_n)
        chain(&s, &t);
    else if (p->phase == PK_PHASE_STEAL)
        victim(&s, seat_of(&s, p->victim));
    return s.n;
}

/* Of several wild cards only the lowest is kept: all three do the same, and it costs the fewest points. */
static int moves(const struct ir_view *v, ir_move *out)
{
    const uint8_t *hand = pikit_hand(v->b, v->seat);
    int least = hand[9] ? 9 : hand[10] ? 10 : 11, n = pikit_legal(v, out), kept = 0;
    for (int i = 0; i < n; i++) {
        int effect, card = pikit_move_card(out[i], &effect);
        if (card <= least)
            out[kept++] = out[i];
    }
    return kept;
}

static int calm(const struct ir_state *s)
{
    return pikit_pub(s->b)->phase == PK_PHASE_ROLL;
}

static const char *setting(uint32_t n, int *seats)
{
    static const uint8_t players[] = {2, 3, 2, 4, 2, 3, 2, 4};
    *seats = players[n % 8];
    return n / 8 % 4 == 3 ? "deck=second" : "";
}

const struct brain brain_pikit = {
    .game = &pikit_game,
    .features = FEATURES,
    .heads = 6,
    .buckets = BUCKETS,
    .thin = 2,
    .lambda = 0.9f,
    .moves = moves,
    .calm = calm,
    .look = look,
    .ended = ended,
    .points = points,
    .prepare = prepare,
    .worth = worth,
    .ahead = 8,
    .settled = settled,
    .setting = setting,
};
