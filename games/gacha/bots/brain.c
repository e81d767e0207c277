/* brain.c: what the network sees of a Gacha game, and what its result is worth.
 *
 * An episode is the whole game. The network predicts the margin against the best opponent in 29 buckets; bonus tokens decide
 * the sign of a margin of 0 (GA7.3). The value is the chance of winning: the sum of the buckets above the middle.
 *
 * The market's rewards are sorted, near and valuable ones first, so that "the first" means the same in every position. What
 * others can pay is estimated from the backs of their cards: a card counts in equal shares for each figure it may be. */
#include "gacha_bots.h"
#include "games/gacha/gacha.h"
#include "greedy.h"

static const uint8_t margin_of[] = {0, 1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 30, 40};
enum { MARGINS = 14, SHARED = MARGINS, BUCKETS = 2 * MARGINS + 1 };

static int capped(int x, int max)
{
    return x < max ? x : max;
}

static int margin_step(int size)
{
    int i = MARGINS - 1;
    while (i > 0 && size < (margin_of[i] + margin_of[i - 1] + 1) / 2)
        i--;
    return i;
}

static float points(int bucket) /* a win is a win; the margin only breaks ties */
{
    if (bucket == SHARED)
        return 0.5f;
    return bucket > SHARED ? 1 + 0.002f * margin_of[bucket - SHARED - 1] : -0.002f * margin_of[SHARED - 1 - bucket];
}

/* ---- features ---- */

enum { LACKS = 6, NETS = 8, HALF_STATES = 4, THREATS = 7, DIFFS = 29, STAGES = 7 };
enum {
    F_HAND = 0,                       /* + figure*7 + cards */
    F_SIZE = F_HAND + GA_FIGURES * 7, /* + cards in hand */
    F_TOKENS = F_SIZE + 21,           /* + two-jokers*4 + one-more-turn, unused */
    F_HALF = F_TOKENS + 16,           /* + colour of the own half */
    F_SLOT = F_HALF + GA_HALVES,      /* + ((place in order*LACKS + lacks)*NETS + net)*HALF_STATES + half */
    F_REWARD = F_SLOT + GA_MARKET * LACKS * NETS * HALF_STATES, /* + reward*LACKS + lacks */
    F_WANT = F_REWARD + GA_REWARDS_MAX * LACKS,                 /* + (order*GA_FIGURES + figure)*3 + cards wanted - 1 */
    F_THREAT = F_WANT + GA_MARKET * GA_FIGURES * 3, /* + (order*LACKS + lacks)*THREATS + the nearest other's threat */
    F_THEIRS =
        F_THREAT + GA_MARKET * LACKS * THREATS, /* + ((next or nearest*NETS + net)*HALF_STATES + half)*THREATS + threat */
    F_COVER = F_THEIRS + 2 * NETS * HALF_STATES * THREATS, /* + (order*2 + best or second pile)*6 + cover; order 0 and 1 */
    F_FACE = F_COVER + 2 * 2 * 6,                          /* my card about to be turned: + back */
    F_FACE_COVER = F_FACE + GA_BACKS,                      /* + order*6 + cover */
    F_FACE_HELD = F_FACE_COVER + GA_MARKET * 6,            /* + figure*5 + cards of it */
    F_FACE_PROMISE = F_FACE_HELD + GA_FIGURES * 5,         /* + expected promise */
    F_PROMISE = F_FACE_PROMISE + 40,                       /* + promise of the hand */
    F_PHASE = F_PROMISE + 40,                              /* + phase*3 + draws, mine; then those of others */
    F_DUE = F_PHASE + 2 * 12 * 3,                          /* + due, mine */
    F_MOVER = F_DUE + 4,                                   /* + seats*6 + relative seat of the mover */
    F_END = F_MOVER + 7 * 6,           /* + turns left once triggered, *2 + one of them is mine; last: not yet */
    F_ROUND = F_END + 15,              /* end=round: + relative seat that began */
    F_DIFF = F_ROUND + 6,              /* + stage*DIFFS + lead over the best other */
    F_OTHER = F_DIFF + STAGES * DIFFS, /* + relative seat*OTHER */
    O_DIFF = 0,
    O_HAND = O_DIFF + DIFFS,
    O_TURN = O_HAND + 16,
    O_JOKER = O_TURN + 3,
    O_HALF = O_JOKER + 3,
    OTHER = O_HALF + GA_HALVES,
    F_SUPPLY = F_OTHER + 5 * OTHER, /* + seats*13 + tokens */
    F_BOX = F_SUPPLY + 7 * 13,      /* + sort*7 + left */
    F_DECK = F_BOX + GA_TOKENS * 7, /* + rewards left */
    F_UNDRAWN = F_DECK + 12,        /* + cards below the tops */
    FEATURES = F_UNDRAWN + 12
};

struct slot { /* a reward of the market, as the viewer sees it */
    struct gacha_cost cost;
    uint8_t lack[GA_FIGURES];
    int reward, lacks, net, half, any;
};
struct sight {
    const struct gacha_pub *p;
    const uint8_t *hand;
    int me, seats, n, jokers;
    struct slot slot[GA_MARKET];
    int16_t sixths[IR_SEATS_MAX][GA_FIGURES]; /* estimated cards of a figure in each hand, in sixths */
    uint16_t *out;
    int at;
};

static void on(struct sight *s, int feature)
{
    s->out[s->at++] = (uint16_t)feature;
}

/* 0: no half; 1: the first; 2: a pair; 3: a pair of one colour. */
static int half_state(const struct gacha_pub *p, int seat, int reward)
{
    int half = gacha_half(p->reward[reward]), other = p->half[seat] ? gacha_half(p->reward[p->half[seat] - 1]) : GA_NONE;
    if (half == GA_NONE)
        return 0;
    if (other == GA_NONE)
        return 1;
    return half == other || half == GA_RAINBOW || other == GA_RAINBOW ? 3 : 2;
}

static void market_sort(struct sight *s)
{
    for (int i = 0; i < GA_MARKET; i++) {
        int r = s->p->market[i] - 1;
        if (r < 0)
            continue;
        struct slot x = {.reward = r};
        gacha_cost(s->p->reward[r], &x.cost);
        int lacks = gacha_lacks(s->p->reward[r], s->hand, x.lack, &x.any);
        x.lacks = lacks > s->jokers ? capped(lacks - s->jokers, LACKS - 1) : 0;
        int net = gacha_points(s->p->reward[r]) - x.cost.size;
        x.net = net < 0 ? 0 : capped(net, NETS - 1);
        x.half = half_state(s->p, s->me, r);
        int k = s->n++;
        for (; k > 0; k--) {
            const struct slot *y = &s->slot[k - 1];
            int mine = 4 * x.net + 6 * (x.half > 1) + 3 * x.half - 7 * x.lacks;
            int theirs = 4 * y->net + 6 * (y->half > 1) + 3 * y->half - 7 * y->lacks;
            if (mine < theirs || (mine == theirs && x.reward > y->reward))
                break;
            s->slot[k] = s->slot[k - 1];
        }
        s->slot[k] = x;
    }
}

static void others_guess(struct sight *s)
{
    static const uint8_t bits[8] = {0, 1, 1, 2, 1, 2, 2, 3};
    memset(s->sixths, 0, sizeof s->sixths);
    for (int i = 0; i < s->p->held; i++) {
        const struct gacha_card *c = &s->p->card[i];
        int seat = c->who >> 5, back = c->who & 31, share = 6 / bits[c->can];
        for (int j = 0; j < gacha_back_faces[back]; j++)
            if (c->can >> j & 1) {
                int16_t *x = &s->sixths[seat][gacha_back_figure[back][j]];
                *x = (int16_t)(*x + share);
            }
    }
}

/* How far a seat is from paying a reward, in steps: 0 (it probably can) ... THREATS-1 (far). */
static int threat(const struct sight *s, int seat, const struct slot *x)
{
    int lack = 0, spare = 0, best = 0;
    for (int f = 0; f < GA_FIGURES; f++) {
        int have = s->sixths[seat][f] - 6 * x->cost.need[f];
        lack += have < 0 ? -have : 0;
        spare += have > 0 ? have : 0;
        best = s->sixths[seat][f] > best ? s->sixths[seat][f] : best;
    }
    int equal = 6 * (x->cost.equal[1] > x->cost.equal[0] ? x->cost.equal[1] : x->cost.equal[0]);
    lack += equal > best ? equal - best : 0;
    lack += 6 * x->cost.any > spare ? 6 * x->cost.any - spare : 0;
    lack -= 6 * gacha_jokers(s->p, seat);
    return lack <= 0 ? 0 : lack <= 3 ? 1 : lack <= 6 ? 2 : lack <= 9 ? 3 : lack <= 12 ? 4 : lack <= 18 ? 5 : 6;
}

/* How likely a card with this back is one that slot x lacks: 0 (never) ... 5 (certainly). */
static int cover(const struct slot *x, int back)
{
    int hits = 0, of = gacha_back_faces[back];
    if (!x->lacks)
        return 0;
    for (int j = 0; j < of; j++)
        hits += x->lack[gacha_back_figure[back][j]] > 0;
    if (x->any)
        hits = of;
    return hits == 0 ? 0 : hits == of ? 5 : of == 2 ? 3 : hits == 1 ? 2 : 4;
}

static void look_market(struct sight *s)
{
    int next = s->me + 1 == s->seats ? 0 : s->me + 1;
    for (int k = 0; k < s->n; k++) {
        const struct slot *x = &s->slot[k];
        int nearest = THREATS, who = next;
        for (int i = 0; i < s->seats; i++) {
            int t = i == s->me ? THREATS : threat(s, i, x);
            if (t < nearest)
                nearest = t, who = i;
        }
        on(s, F_SLOT + ((k * LACKS + x->lacks) * NETS + x->net) * HALF_STATES + x->half);
        on(s, F_REWARD + x->reward * LACKS + x->lacks);
        for (int f = 0; x->lacks && f < GA_FIGURES; f++)
            if (x->lack[f])
                on(s, F_WANT + (k * GA_FIGURES + f) * 3 + capped(x->lack[f], 3) - 1);
        on(s, F_THREAT + (k * LACKS + x->lacks) * THREATS + nearest);
        on(s, F_THEIRS + (x->net * HALF_STATES + half_state(s->p, next, x->reward)) * THREATS + threat(s, next, x));
        if (s->seats > 2)
            on(s, F_THEIRS + ((NETS + x->net) * HALF_STATES + half_state(s->p, who, x->reward)) * THREATS + nearest);
    }
}

static void look_piles(struct sight *s)
{
    for (int k = 0; k < 2 && k < s->n; k++) {
        int best = 0, second = 0;
        for (int i = 0; i < GA_PLACES; i++) {
            if (!s->p->size[i] || s->p->need >> i & 1 || (s->p->phase == GA_PHASE_FACE && s->p->place == i))
                continue;
            int c = cover(&s->slot[k], s->p->top[i]);
            if (c > best)
                second = best, best = c;
            else if (c > second)
                second = c;
        }
        on(s, F_COVER + k * 12 + best);
        on(s, F_COVER + k * 12 + 6 + second);
    }
}

static int promise_step(double x)
{
    int i = (int)(x * 4);
    return i < 0 ? 0 : capped(i, 39);
}

static void look_promise(struct sight *s)
{
    const struct gacha_pub *p = s->p;
    on(s, F_PROMISE + promise_step(greedy_promise(&greedy_taste, p, s->me, s->hand, s->jokers, -1)));
    if (p->phase != GA_PHASE_FACE || p->mover != s->me)
        return;
    int back = p->top[p->place], of = gacha_back_faces[back];
    double sum = 0;
    on(s, F_FACE + back);
    for (int k = 0; k < s->n; k++)
        on(s, F_FACE_COVER + k * 6 + cover(&s->slot[k], back));
    for (int j = 0; j < of; j++) {
        int f = gacha_back_figure[back][j];
        uint8_t hand[GA_FIGURES];
        memcpy(hand, s->hand, sizeof hand);
        on(s, F_FACE_HELD + f * 5 + capped(hand[f], 4));
        hand[f]++;
        sum += greedy_promise(&greedy_taste, p, s->me, hand, s->jokers, -1);
    }
    on(s, F_FACE_PROMISE + promise_step(sum / of));
}

static int total_of(const struct gacha_pub *p, int seat)
{
    struct gacha_score part;
    gacha_score_parts(p, seat, &part);
    return part.total;
}

/* Leads are clamped: larger ones are too rare to be learned. */
static int diff_step(int d)
{
    d = d < -20 ? -20 : d > 20 ? 20 : d;
    return d < 0 ? MARGINS - margin_step(-d) : d > 0 ? MARGINS + margin_step(d) : MARGINS;
}

static void look_others(struct sight *s)
{
    const struct gacha_pub *p = s->p;
    int mine = total_of(p, s->me), best = -1;
    for (int k = 1; k < s->seats; k++) {
        int i = (s->me + k) % s->seats, theirs = total_of(p, i), base = F_OTHER + (k - 1) * OTHER;
        best = theirs > best ? theirs : best;
        on(s, base + O_DIFF + diff_step(mine - theirs));
        on(s, base + O_HAND + capped(p->hand[i], 15));
        on(s, base + O_TURN + capped(p->taken[i][GA_TURN] - p->used[i][GA_TURN], 2));
        on(s, base + O_JOKER + capped(p->taken[i][GA_JOKER] - p->used[i][GA_JOKER], 2));
        on(s, base + O_HALF + (p->half[i] ? gacha_half(p->reward[p->half[i] - 1]) : GA_NONE));
    }
    int stage = p->trigger ? 0 : p->supply < 5 ? p->supply : p->supply < 7 ? 5 : 6;
    on(s, F_DIFF + stage * DIFFS + diff_step(mine - best));
}

/* Turns that begin after the mover's, once the end is triggered (GA7.1). */
static void look_end(struct sight *s)
{
    const struct gacha_pub *p = s->p;
    int last = p->option[GA_END] == GA_END_ROUND ? p->first : p->triggered_by, left = 0, mine = p->mover == s->me;
    if (!p->trigger) {
        on(s, F_END + 14);
    } else {
        for (int i = (p->mover + 1) % s->seats; i != last; i = (i + 1) % s->seats) {
            left++;
            mine |= i == s->me;
        }
        on(s, F_END + left * 2 + mine);
    }
    if (p->option[GA_END] == GA_END_ROUND)
        on(s, F_ROUND + (p->first - s->me + s->seats) % s->seats);
}

static void look_course(struct sight *s)
{
    const struct gacha_pub *p = s->p;
    int mine = p->mover == s->me;
    on(s, F_PHASE + (mine ? 0 : 36) + p->phase * 3 + capped(p->draws, 2));
    if (mine)
        on(s, F_DUE + (p->due & 3));
    on(s, F_MOVER + s->seats * 6 + (p->mover - s->me + s->seats) % s->seats);
    on(s, F_SUPPLY + s->seats * 13 + capped(p->supply, 12));
    for (int t = 0; t < GA_TOKENS; t++)
        on(s, F_BOX + t * 7 + capped(p->box[t], 6));
    on(s, F_DECK + capped((set_count(p->rewards) + 1) / 2, 11));
    on(s, F_UNDRAWN + capped((p->undrawn + 3) / 4, 11));
}

/* The head: 0 ... 3 in the viewer's turn (to act, to draw, a card about to be turned, anything else), 4 in another's. */
static int head_of(const struct gacha_pub *p, int me)
{
    if (p->mover != me)
        return 4;
    if (p->phase == GA_PHASE_ACT)
        return 0;
    if (p->phase == GA_PHASE_DRAW || (p->phase == GA_PHASE_TOP && p->draws))
        return 1;
    return p->phase == GA_PHASE_FACE ? 2 : 3;
}

static int look(const struct ir_view *v, const struct ir_notes *notes, uint16_t active[NET_ACTIVE_MAX], int *head)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    (void)notes;
    if (v->seat < 0 || !p->turns || p->phase == GA_PHASE_OVER)
        return 0;
    struct sight s = {.p = p, .hand = gacha_own(v)->count, .me = v->seat, .seats = p->head.seats, .out = active};
    s.jokers = gacha_jokers(p, s.me);
    *head = head_of(p, s.me);
    for (int f = 0; f < GA_FIGURES; f++)
        on(&s, F_HAND + f * 7 + capped(s.hand[f], 6));
    on(&s, F_SIZE + capped(p->hand[s.me], 20));
    on(&s, F_TOKENS + capped(s.jokers / 2, 3) * 4 + capped(p->taken[s.me][GA_TURN] - p->used[s.me][GA_TURN], 3));
    on(&s, F_HALF + (p->half[s.me] ? gacha_half(p->reward[p->half[s.me] - 1]) : GA_NONE));
    market_sort(&s);
    others_guess(&s);
    look_market(&s);
    look_piles(&s);
    look_promise(&s);
    look_others(&s);
    look_end(&s);
    look_course(&s);
    return s.at;
}

/* ---- moves without dominated ones ---- */

/* Keeps the payments that use the fewest tokens and, of these, the most jokers. A token is worth two cards of any figure, so it
 * is hardly ever worse to keep it; an unused joker of a spent token is lost (GA4.5). */
static int moves(const struct ir_view *v, ir_move *out)
{
    ir_move legal[IR_MOVES_MAX];
    int n = gacha_game.legal(v, legal), kept = 0, least[GA_MARKET], most[GA_MARKET];
    uint8_t jokers[IR_MOVES_MAX];
    for (int i = 0; i < GA_MARKET; i++)
        least[i] = GA_SET_MAX, most[i] = 0;
    for (int i = 0; i < n; i++) {
        struct gacha_payment pay;
        if (legal[i] < GA_MOVE_CLAIM)
            continue;
        int slot = (legal[i] - GA_MOVE_CLAIM) / GA_PAYMENTS;
        gacha_payment((legal[i] - GA_MOVE_CLAIM) % GA_PAYMENTS, &pay);
        jokers[i] = pay.jokers;
        int tokens = (pay.jokers + 1) / 2;
        if (tokens < least[slot])
            least[slot] = tokens, most[slot] = pay.jokers;
        else if (tokens == least[slot] && pay.jokers > most[slot])
            most[slot] = pay.jokers;
    }
    for (int i = 0; i < n; i++)
        if (legal[i] < GA_MOVE_CLAIM || jokers[i] == most[(legal[i] - GA_MOVE_CLAIM) / GA_PAYMENTS])
            out[kept++] = legal[i];
    return kept;
}

/* ---- results ---- */

static int ended(const struct ir_state *before, const struct ir_state *after, int seat)
{
    const struct gacha_pub *p = gacha_pub(after->b);
    struct ir_score score;
    int best = -1, winners = 0;
    if (p->phase != GA_PHASE_OVER || gacha_pub(before->b)->phase == GA_PHASE_OVER)
        return -1;
    gacha_score(p, &score);
    for (int i = 0; i < p->head.seats; i++) {
        winners += score.rank[i] == 0;
        if (i != seat && score.points[i] > best)
            best = score.points[i];
    }
    int d = score.points[seat] - best;
    if (score.rank[seat])
        return SHARED - 1 - margin_step(-d);
    return winners > 1 ? SHARED : SHARED + 1 + margin_step(d);
}

static void prepare(const struct ir_view *root, const float *extra, void *context)
{
    (void)root, (void)extra, (void)context;
}

static const float *worth(const struct ir_view *v, const void *context)
{
    static const float u[NET_BUCKETS_MAX] = {
        [SHARED] = 0.5f, [SHARED + 1] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* up to the last */
    };
    (void)v, (void)context;
    return u;
}

static float settled(const struct ir_view *v, const void *context)
{
    struct ir_score score;
    int winners = 0;
    (void)context;
    gacha_score(v->b, &score);
    for (int i = 0; i < gacha_pub(v->b)->head.seats; i++)
        winners += score.rank[i] == 0;
    return score.rank[v->seat] ? 0 : 1 / (float)winners;
}

static const char *setting(uint32_t n, int *seats)
{
    static const uint8_t with[16] = {2, 3, 2, 4, 2, 2, 5, 2, 2, 3, 2, 6, 2, 4, 2, 2};
    *seats = with[n % 16];
    return n % 16 == 7 || n % 16 == 9 ? "round" : "";
}

const struct brain brain_gacha = {
    .game = &gacha_game,
    .features = FEATURES,
    .heads = 5,
    .buckets = BUCKETS,
    .thin = 8,
    .lambda = 0.8f,
    .look = look,
    .moves = moves,
    .ended = ended,
    .points = points,
    .prepare = prepare,
    .worth = worth,
    .ahead = 8,
    .settled = settled,
    .setting = setting,
};
