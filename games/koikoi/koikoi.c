/* koikoi.c: the course of a Koi-Koi game (KK3 - KK8): legal moves and their effects.
 *
 * A round is: 24 cards dealt one by one (KK3.2), then turns of PLAY, DRAW (chance), maybe TAKE, maybe CALL. Every card is in
 * the deck, a hand, on the field, in a pool, or (between DRAW and TAKE) is the turned card. When a round ends the hands are
 * revealed: `shown` keeps them through the next round. */
#include "koikoi.h"

static struct koikoi_pub *pub_of(struct ir_state *s)
{
    return (struct koikoi_pub *)(void *)s->b;
}
static struct koikoi_own *own_of(struct ir_state *s)
{
    return (struct koikoi_own *)(void *)(s->b + sizeof(struct koikoi_pub));
}
static struct koikoi_hid *hid_of(struct ir_state *s)
{
    return (struct koikoi_hid *)(void *)(s->b + sizeof(struct koikoi_pub) + 2 * sizeof(struct koikoi_own));
}
static uint64_t deck_of(const struct ir_state *s)
{
    return ((const struct koikoi_hid *)(const void *)(s->b + sizeof(struct koikoi_pub) + 2 * sizeof(struct koikoi_own)))->deck;
}
static uint64_t hand_of(const struct ir_state *s, int seat)
{
    return ((const struct koikoi_own *)(const void *)(s->b + sizeof(struct koikoi_pub)))[seat].hand;
}

/* Search and random play want no events: what makes them stays out of the way. */
__attribute__((noinline)) static void tell(struct ir_events *ev, int kind, int seat, int a, int b, int c)
{
    event_add(ev, (struct ir_event){.kind = (uint8_t)kind, .seat = (int8_t)seat, .pub = {a, b, c}});
}

static inline void say(struct ir_events *ev, int kind, int seat, int a, int b, int c)
{
    if (ev)
        tell(ev, kind, seat, a, b, c);
}

static void say_cards(struct ir_events *ev, int kind, int seat, uint64_t cards)
{
    for (; ev && cards; cards &= cards - 1)
        say(ev, kind, seat, set_first(cards), 0, 0);
}

/* ---- rounds ---- */

static void deal_begin(struct ir_state *s)
{
    struct koikoi_pub *p = pub_of(s);
    p->field = p->pool[0] = p->pool[1] = p->played[0] = p->played[1] = 0;
    p->hand[0] = p->hand[1] = p->calls[0] = p->calls[1] = 0;
    p->worth[0] = p->worth[1] = 0;
    p->called[0] = p->called[1] = 0;
    p->called_later = 0;
    p->dealt = p->nobles = 0;
    p->turned = HF_NO_CARD;
    p->deck = HF_CARDS;
    p->mover = p->sensei;
    p->phase = KK_PHASE_DEAL;
    p->head.turn = IR_CHANCE;
    own_of(s)[0].hand = own_of(s)[1].hand = 0;
    hid_of(s)->deck = HF_ALL;
}

static void round_begin(struct ir_state *s, struct ir_events *ev)
{
    struct koikoi_pub *p = pub_of(s);
    p->round++;
    p->redealt = 0;
    say(ev, KK_EV_ROUND, -1, p->round, p->sensei, 0);
    deal_begin(s);
}

/* KK7.1, KK7.7: moves coins from the loser to the winner. Returns how many. */
static int32_t pay(struct koikoi_pub *p, int winner, int32_t coins)
{
    if (p->option[KK_PURSE] == KK_PURSE_STOP && coins > p->purse[!winner])
        coins = p->purse[!winner];
    p->purse[winner] += coins;
    if (p->option[KK_PURSE] != KK_PURSE_SCORE)
        p->purse[!winner] -= coins;
    return coins;
}

/* winner: -1 for a drawn round; receiver: the seat that gets the coins, or -1. */
static void round_end(struct ir_state *s, int winner, int receiver, int32_t coins, struct ir_events *ev)
{
    struct koikoi_pub *p = pub_of(s);
    struct koikoi_own *own = own_of(s);
    for (int i = 0; i < 2; i++) {
        p->shown[i] = own[i].hand;
        p->hand[i] = 0;
        own[i].hand = 0;
        say_cards(ev, KK_EV_SHOW, i, p->shown[i]);
    }
    p->last_winner = (int8_t)winner;
    p->last_paid = receiver < 0 ? 0 : pay(p, receiver, coins);
    if (receiver >= 0)
        say(ev, KK_EV_PAID, receiver, p->last_paid, p->purse[0], p->purse[1]);
    if (koikoi_over(p, p->purse[0], p->purse[1])) { /* KK8.1 */
        p->phase = KK_PHASE_OVER;
        p->head.turn = IR_OVER;
        say(ev, KK_EV_OVER, -1, p->purse[0], p->purse[1], 0);
        return;
    }
    if (p->option[KK_NEXT_DEALER] == KK_NEXT_ALTERNATE)
        p->sensei = !p->sensei;
    else if (winner >= 0)
        p->sensei = (uint8_t)winner; /* KK3.3 */
    else if (p->option[KK_DRAW_DEALER] == KK_DRAW_OTHER)
        p->sensei = !p->sensei;
    round_begin(s, ev);
}

static void say_yaku(struct ir_events *ev, int kind, const struct koikoi_pub *p, int seat)
{
    int16_t coins[KK_YAKU];
    if (!ev)
        return;
    koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    for (int i = 0; i < KK_YAKU; i++)
        if (coins[i])
            say(ev, kind, seat, i, coins[i], 0);
}

static void agari(struct ir_state *s, int seat, struct ir_events *ev) /* KK6.2 */
{
    const struct koikoi_pub *p = pub_of(s);
    int sum = p->worth[seat];
    struct koikoi_pay all = koikoi_pay(p, seat, sum);
    say(ev, KK_EV_AGARI, seat, sum, all.coins, p->calls[seat]);
    say_yaku(ev, KK_EV_PAY_YAKU, p, seat);
    round_end(s, seat, seat, all.coins, ev);
}

static void tenho(struct ir_state *s, int seat, struct ir_events *ev) /* KK5.14, KK7.6 */
{
    const struct koikoi_pub *p = pub_of(s);
    int yaku = koikoi_tenho(p, hand_of(s, seat)), sum = koikoi_tenho_coins(p, yaku);
    struct koikoi_pay all = koikoi_pay_tenho(p, seat, sum);
    say(ev, KK_EV_AGARI, seat, sum, all.coins, 0);
    say(ev, KK_EV_PAY_YAKU, seat, yaku, sum, 0);
    round_end(s, seat, seat, all.coins, ev);
}

/* The sum of a seat that holds a yaku it has not called on, because its sum did not rise then (KK6.3, last_yaku); else 0. */
static int unanswered(const struct koikoi_pub *p, int seat)
{
    int16_t coins[KK_YAKU];
    int sum = koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    for (int i = 0; i < KK_POOL_YAKU; i++)
        if (coins[i] && !((p->called[seat] | (p->called_later >> seat & 1) << 16) >> i & 1))
            return sum;
    return 0;
}

static void exhausted(struct ir_state *s, struct ir_events *ev) /* KK6.3 */
{
    const struct koikoi_pub *p = pub_of(s);
    say(ev, KK_EV_EXHAUSTED, -1, 0, 0, 0);
    if (p->option[KK_EXHAUST] == KK_EXHAUST_DEALER1) {
        round_end(s, -1, p->sensei, p->option[KK_DEALER_COINS], ev); /* KK1.11 */
        return;
    }
    int sum[2] = {0, 0};
    if (p->option[KK_EXHAUST] == KK_EXHAUST_LAST_YAKU)
        for (int i = 0; i < 2; i++)
            sum[i] = unanswered(p, i);
    int winner = sum[0] && !sum[1] ? 0 : sum[1] && !sum[0] ? 1 : -1;
    round_end(s, winner, winner, winner < 0 ? 0 : sum[winner], ev);
}

/* ---- turns ---- */

/* The cards of a card's month among these, as four bits. */
static unsigned month_of(uint64_t cards, int card)
{
    return (unsigned)(cards >> (card & ~3)) & 15;
}
/* Are just two of a month there? Then whoever captures with another chooses. */
static unsigned is_choice(unsigned month)
{
    return 0x1668u >> month & 1; /* bits 3, 5, 6, 9, 10 and 12 */
}

/* KK4.4: the card goes to the pool with what it takes, or stays on the field. `target` matters where two match. No branch asks
 * whether it matches: a processor guesses that wrong too often. */
static inline void capture(struct koikoi_pub *p, int card, int target, struct ir_events *ev)
{
    uint64_t match = p->field & hanafuda_suit(card), choice = is_choice(month_of(p->field, card)), any = match != 0;
    uint64_t taken = match & (BIT(target) | (choice - 1));
    ir_assert(!taken == !match);
    p->field = (p->field ^ taken) | (BIT(card) & (any - 1));
    p->pool[p->mover] |= (taken | BIT(card)) & (0 - any);
    if (!ev)
        return;
    if (!taken)
        say(ev, KK_EV_LAY, p->mover, card, 0, 0);
    for (; taken; taken &= taken - 1)
        say(ev, KK_EV_TAKE, p->mover, card, set_first(taken), 0);
}

/* KK4.7: the lightning as a joker takes just the target. */
static void capture_one(struct koikoi_pub *p, int card, int target, struct ir_events *ev)
{
    ir_assert(p->field >> target & 1);
    p->field ^= BIT(target);
    p->pool[p->mover] |= BIT(target) | BIT(card);
    say(ev, KK_EV_TAKE, p->mover, card, target, 0);
}

static inline int is_joker(const struct koikoi_pub *p, int card)
{
    return __builtin_expect(p->variant, 0) && p->option[KK_LIGHTNING] == KK_LIGHTNING_JOKER && card == HF_LIGHTNING && p->field;
}

static void turn_next(struct ir_state *s, struct ir_events *ev)
{
    struct koikoi_pub *p = pub_of(s);
    if (p->hand[0] + p->hand[1] == 0) {
        exhausted(s, ev);
        return;
    }
    p->mover = !p->mover; /* KK4.1 */
    p->phase = KK_PHASE_PLAY;
    p->head.turn = (int8_t)p->mover;
}

/* KK6.1: both actions are done. If the mover's sum rose, the mover decides or must stop; else the turn ends. */
static void turn_end(struct ir_state *s, struct ir_events *ev)
{
    struct koikoi_pub *p = pub_of(s);
    int seat = p->mover, before = p->worth[seat];
    p->worth[seat] = (int16_t)koikoi_worth(p, p->pool[seat], p->calls[seat], NULL);
    if (p->worth[seat] <= before) {
        turn_next(s, ev);
        return;
    }
    say_yaku(ev, KK_EV_YAKU, p, seat);
    if (p->option[KK_LAST_CARD] == KK_LAST_STOP && p->hand[seat] == 0) {
        agari(s, seat, ev);
        return;
    }
    p->phase = KK_PHASE_CALL;
    p->head.turn = (int8_t)seat;
}

static void koikoi(struct ir_state *s, struct ir_events *ev)
{
    struct koikoi_pub *p = pub_of(s);
    int seat = p->mover;
    int16_t coins[KK_YAKU];
    p->calls[seat]++;
    say(ev, KK_EV_KOIKOI, seat, p->calls[seat], 0, 0);
    /* the call itself may change the value of the sake yaku; that must not count as a rise later */
    p->worth[seat] = (int16_t)koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    unsigned held = 0;
    for (int i = 0; i < KK_POOL_YAKU; i++)
        held |= (unsigned)(coins[i] > 0) << i;
    p->called[seat] = (uint16_t)held;
    p->called_later = (uint8_t)((p->called_later & ~(1 << seat)) | (int)(held >> 16) << seat);
    turn_next(s, ev);
}

static void deal(struct ir_state *s, int card, struct ir_events *ev) /* KK3.2 */
{
    struct koikoi_pub *p = pub_of(s);
    int place = (p->dealt++ >> 2) % 3; /* opponent, sensei, table */
    if (place == 2) {
        p->field |= BIT(card);
        say(ev, KK_EV_FIELD, -1, card, 0, 0);
    } else {
        int seat = p->sensei ^ !place;
        own_of(s)[seat].hand |= BIT(card);
        p->hand[seat]++;
        event_add(ev, (struct ir_event){.kind = KK_EV_DEAL, .seat = (int8_t)seat, .see = (uint16_t)(1 << seat), .prv = {card}});
    }
    if (p->dealt < KK_DEAL)
        return;
    int reason = koikoi_redeal(p, p->field, own_of(s)[0].hand, own_of(s)[1].hand);
    if (reason) {
        say(ev, KK_EV_REDEAL, -1, reason, 0, 0);
        p->redealt = (uint8_t)reason;
        deal_begin(s);
        return;
    }
    p->nobles = (uint8_t)set_count(p->field & HF_SET_BRIGHT); /* KK7.5 */
    p->phase = KK_PHASE_PLAY;
    p->head.turn = (int8_t)p->mover; /* KK4.1 */
}

static void turn_card(struct ir_state *s, int card, struct ir_events *ev) /* KK4.3 */
{
    struct koikoi_pub *p = pub_of(s);
    say(ev, KK_EV_TURN, p->mover, card, 0, 0);
    int joker = is_joker(p, card);
    if (joker ? (p->field & (p->field - 1)) != 0 : is_choice(month_of(p->field, card))) {
        p->turned = (uint8_t)card;
        p->phase = KK_PHASE_TAKE;
        p->head.turn = (int8_t)p->mover;
        return;
    }
    if (joker)
        capture_one(p, card, set_first(p->field), ev);
    else
        capture(p, card, card, ev);
    turn_end(s, ev);
}

/* KK4.6, KK4.7: a card that is laid in any case (target HF_NO_CARD), or the lightning on its target. */
static __attribute__((noinline)) void put(struct koikoi_pub *p, int card, int target, struct ir_events *ev)
{
    if (target == HF_NO_CARD) {
        p->field |= BIT(card);
        say(ev, KK_EV_LAY, p->mover, card, 0, 0);
    } else if (is_joker(p, card)) {
        capture_one(p, card, target, ev);
    } else {
        capture(p, card, target, ev);
    }
}

static inline void play(struct ir_state *s, int card, int target, struct ir_events *ev) /* KK4.2 */
{
    struct koikoi_pub *p = pub_of(s);
    struct koikoi_own *own = &own_of(s)[p->mover];
    ir_assert(own->hand >> card & 1);
    own->hand ^= BIT(card);
    p->played[p->mover] |= BIT(card);
    p->hand[p->mover]--;
    say(ev, KK_EV_PLAY, p->mover, card, 0, 0);
    if (__builtin_expect(p->variant, 0))
        put(p, card, target, ev);
    else
        capture(p, card, target, ev);
    p->phase = KK_PHASE_DRAW;
    p->head.turn = IR_CHANCE;
}

static __attribute__((noinline)) void play_further(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    ir_assert(pub_of(s)->variant); /* KK4.6, KK4.7: without an option there are no such moves */
    if (m < KK_MOVE_LAY)
        play(s, HF_LIGHTNING, koikoi_joker_target(m), ev);
    else
        play(s, m - KK_MOVE_LAY, HF_NO_CARD, ev);
}

static void apply(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    struct koikoi_pub *p = pub_of(s);
    if (m < KK_MOVE_TAKE) {
        ir_assert(p->phase == KK_PHASE_PLAY);
        play(s, m >> 2, (m >> 2 & ~3) | (m & 3), ev);
    } else if (m < KK_MOVE_CARD) {
        ir_assert(p->phase == KK_PHASE_TAKE);
        int card = p->turned;
        p->turned = HF_NO_CARD;
        if (is_joker(p, card))
            capture_one(p, card, m - KK_MOVE_TAKE, ev);
        else
            capture(p, card, m - KK_MOVE_TAKE, ev);
        turn_end(s, ev);
    } else if (m < KK_MOVE_SENSEI) {
        int card = m - KK_MOVE_CARD;
        ir_assert(hid_of(s)->deck >> card & 1);
        hid_of(s)->deck ^= BIT(card);
        p->deck--;
        if (p->phase == KK_PHASE_DEAL)
            deal(s, card, ev);
        else
            turn_card(s, card, ev);
    } else if (m < KK_MOVE_AGARI) {
        p->sensei = (uint8_t)(m - KK_MOVE_SENSEI); /* KK3.1 */
        say(ev, KK_EV_SENSEI, p->sensei, 0, 0, 0);
        round_begin(s, ev);
    } else if (m == KK_MOVE_AGARI) {
        agari(s, p->mover, ev);
    } else if (m == KK_MOVE_KOIKOI) {
        koikoi(s, ev);
    } else if (m == KK_MOVE_TENHO) {
        tenho(s, p->mover, ev);
    } else {
        play_further(s, m, ev);
    }
}

static void start(struct ir_state *s)
{
    struct koikoi_pub *p = pub_of(s);
    p->purse[0] = p->purse[1] = p->option[KK_COINS];
    p->last_winner = -1;
    for (int i = KK_LATER; i < KK_OPTIONS; i++)
        p->variant |= p->option[i] != koikoi_options[i].def;
    if (p->option[KK_SENSEI] != KK_SENSEI_RANDOM) {
        p->sensei = (uint8_t)(p->option[KK_SENSEI] - 1);
        round_begin(s, NULL);
        return;
    }
    deal_begin(s); /* the invariant must hold before the first round, too */
    p->phase = KK_PHASE_SENSEI;
}

/* KK4.6, KK4.7: the further plays of these options: the lightning on cards of other months, and cards laid beside their match.
 */
static __attribute__((noinline)) int legal_further(const struct koikoi_pub *p, uint64_t hand, ir_move *out)
{
    int n = 0;
    if (p->option[KK_LIGHTNING] == KK_LIGHTNING_JOKER && hand >> HF_LIGHTNING & 1)
        for (uint64_t left = p->field & ~HF_SET_WILLOW; left; left &= left - 1)
            out[n++] = koikoi_joker_move(set_first(left));
    for (uint64_t left = p->option[KK_LAY] == KK_LAY_FREE ? hand : 0; left; left &= left - 1)
        if (month_of(p->field, set_first(left)) || is_joker(p, set_first(left)))
            out[n++] = (ir_move)(KK_MOVE_LAY + set_first(left));
    return n;
}

static int legal(const struct ir_view *v, ir_move *out)
{
    static const uint8_t letters[16][2] = {
        [3] = {0, 1}, [5] = {0, 2}, [6] = {1, 2}, [9] = {0, 3}, [10] = {1, 3}, [12] = {2, 3}};
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int n = 0;
    if (p->phase == KK_PHASE_PLAY) {
        uint64_t hand = koikoi_hand(v);
        for (uint64_t left = hand; left; left &= left - 1) {
            int card = set_first(left);
            unsigned month = month_of(p->field, card), choice = is_choice(month);
            if (is_joker(p, card)) {
                for (; month; month &= month - 1)
                    out[n++] = (ir_move)(card * 4 + set_first(month));
                continue;
            }
            out[n] = (ir_move)(card * 4 + (choice ? letters[month][0] : card & 3));
            out[n + 1] = (ir_move)(card * 4 + letters[month][1]); /* kept if there is a choice */
            n += 1 + (int)choice;
        }
        if (p->hand[p->mover] == KK_HAND && koikoi_tenho(p, hand) >= 0)
            out[n++] = KK_MOVE_TENHO;
        if (__builtin_expect(p->variant, 0))
            n += legal_further(p, hand, out + n);
    } else if (p->phase == KK_PHASE_TAKE) {
        for (uint64_t match = is_joker(p, p->turned) ? p->field : p->field & hanafuda_suit(p->turned); match;
             match &= match - 1)
            out[n++] = (ir_move)(KK_MOVE_TAKE + set_first(match));
    } else {
        out[n++] = KK_MOVE_AGARI;
        if (koikoi_may_call(p, p->mover))
            out[n++] = KK_MOVE_KOIKOI;
    }
    return n;
}

/* ---- chance ---- */

static int chance(const struct ir_state *s, struct ir_chance *out)
{
    int n = 0;
    if (koikoi_pub(s->b)->phase == KK_PHASE_SENSEI) {
        for (; n < 2; n++)
            out[n] = (struct ir_chance){(ir_move)(KK_MOVE_SENSEI + n), 1};
        return n;
    }
    for (uint64_t deck = deck_of(s); deck; deck &= deck - 1)
        out[n++] = (struct ir_chance){(ir_move)(KK_MOVE_CARD + set_first(deck)), 1};
    return n;
}

static ir_move sample(const struct ir_state *s, struct ir_rng *r)
{
    const struct koikoi_pub *p = koikoi_pub(s->b);
    if (p->phase == KK_PHASE_SENSEI)
        return (ir_move)(KK_MOVE_SENSEI + ir_rng_below(r, 2));
    return (ir_move)(KK_MOVE_CARD + set_nth(deck_of(s), ir_rng_below(r, p->deck)));
}

static uint64_t draw(uint64_t *from, int n, struct ir_rng *r)
{
    uint64_t got = 0;
    for (int count = set_count(*from); n > 0; n--, count--) {
        uint64_t b = BIT(set_nth(*from, ir_rng_below(r, (uint32_t)count)));
        got |= b;
        *from ^= b;
    }
    return got;
}

/* Uniform over the hands that this view allows. The deal was not redealt (KK1.5), which excludes some hands: a world that would
 * have been redealt is rejected and sampled again as a whole. */
static void imagine(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    memcpy(s->b, v->b, ir_state_size(&koikoi_game));
    uint64_t own = koikoi_hand(v), seen = p->field | p->pool[0] | p->pool[1] | own;
    if (p->phase == KK_PHASE_TAKE)
        seen |= BIT(p->turned);
    if (p->phase == KK_PHASE_OVER)
        seen |= p->shown[0] | p->shown[1];
    int kept = p->phase >= KK_PHASE_PLAY && p->phase <= KK_PHASE_CALL;
    uint64_t hand[2], unseen;
    do {
        unseen = HF_ALL & ~seen;
        for (int i = 0; i < 2; i++)
            hand[i] = i == v->seat ? own : draw(&unseen, p->hand[i], r);
        /* the field was no reason to redeal, so only the hands are checked */
    } while (kept && (p->option[KK_REDEAL] != KK_REDEAL_FIELD4 || p->option[KK_TENHO_BOTH]) &&
             koikoi_redeal(p, BIT(0), hand[0] | p->played[0], hand[1] | p->played[1]));
    own_of(s)[0].hand = hand[0];
    own_of(s)[1].hand = hand[1];
    hid_of(s)->deck = unseen;
}

/* ---- results, invariants, texts ---- */

static void score(const void *pub, struct ir_score *out) /* KK8.2 */
{
    const struct koikoi_pub *p = pub;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 2; i++) {
        out->points[i] = p->purse[i];
        out->rank[i] = p->purse[i] < p->purse[!i];
    }
}

static const char *check(const struct ir_state *s)
{
    const struct koikoi_pub *p = koikoi_pub(s->b);
    uint64_t place[] = {deck_of(s),
                        hand_of(s, 0),
                        hand_of(s, 1),
                        p->field,
                        p->pool[0],
                        p->pool[1],
                        p->phase == KK_PHASE_TAKE ? BIT(p->turned) : 0,
                        p->phase == KK_PHASE_OVER ? p->shown[0] : 0,
                        p->phase == KK_PHASE_OVER ? p->shown[1] : 0};
    uint64_t seen = 0;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        if (seen & place[i])
            return "a card is in two places";
        seen |= place[i];
    }
    if (seen != HF_ALL)
        return "a card is lost";
    if (set_count(place[0]) != p->deck || set_count(place[1]) != p->hand[0] || set_count(place[2]) != p->hand[1])
        return "a count of cards is wrong";
    if (p->option[KK_PURSE] != KK_PURSE_SCORE && p->purse[0] + p->purse[1] != 2 * p->option[KK_COINS])
        return "a coin is lost or made";
    if (p->option[KK_PURSE] != KK_PURSE_DEBT && (p->purse[0] < 0 || p->purse[1] < 0))
        return "a purse is below zero";
    return NULL;
}

static void move_print(ir_move m, struct ir_text *t)
{
    if (m < KK_MOVE_TAKE) {
        int card = m >> 2, target = (card & ~3) | (m & 3);
        ir_text_put(t, "play ");
        hanafuda_card_print(card, t);
        if (target != card) {
            ir_text_put(t, " ");
            hanafuda_card_print(target, t);
        }
    } else if (m < KK_MOVE_SENSEI) {
        ir_text_put(t, m < KK_MOVE_CARD ? "take " : "card ");
        hanafuda_card_print(m < KK_MOVE_CARD ? m - KK_MOVE_TAKE : m - KK_MOVE_CARD, t);
    } else if (m < KK_MOVE_AGARI) {
        ir_text_add(t, "sensei %d", m - KK_MOVE_SENSEI);
    } else if (m < KK_MOVE_JOKER) {
        ir_text_put(t, m == KK_MOVE_AGARI ? "agari" : m == KK_MOVE_KOIKOI ? "koi-koi" : "tenho");
    } else {
        ir_text_put(t, m < KK_MOVE_LAY ? "play " : "lay ");
        hanafuda_card_print(m < KK_MOVE_LAY ? HF_LIGHTNING : m - KK_MOVE_LAY, t);
        if (m < KK_MOVE_LAY) {
            ir_text_put(t, " ");
            hanafuda_card_print(koikoi_joker_target(m), t);
        }
    }
}

static int play_parse(const char *s)
{
    size_t n = strcspn(s, " ");
    int card = hanafuda_card_parse(s, n);
    if (card < 0)
        return -1;
    if (!s[n])
        return card * 4 + (card & 3);
    int target = hanafuda_card_parse(s + n + 1, strlen(s + n + 1));
    if (target < 0 || target == card)
        return -1;
    if (hanafuda_month(target) != hanafuda_month(card))
        return card == HF_LIGHTNING ? koikoi_joker_move(target) : -1;
    return card * 4 + (target & 3);
}

static int move_parse(const char *s)
{
    if (strncmp(s, "play ", 5) == 0)
        return play_parse(s + 5);
    if (strncmp(s, "take ", 5) == 0 || strncmp(s, "card ", 5) == 0) {
        int card = hanafuda_card_parse(s + 5, strlen(s + 5));
        return card < 0 ? -1 : (s[0] == 't' ? KK_MOVE_TAKE : KK_MOVE_CARD) + card;
    }
    if (strncmp(s, "lay ", 4) == 0) {
        int card = hanafuda_card_parse(s + 4, strlen(s + 4));
        return card < 0 ? -1 : KK_MOVE_LAY + card;
    }
    for (int m = KK_MOVE_SENSEI; m < KK_MOVE_JOKER; m++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        move_print((ir_move)m, &t);
        if (text_equal(s, text))
            return m;
    }
    return -1;
}

static void value_print(char type, int value, struct ir_text *t)
{
    static const char *const reason[] = {
        "",           "four of a suit on the table", "four of a suit in a hand", "three of a suit on the table",
        "four pairs", "a tenho in both hands"};
    if (type == 'c')
        hanafuda_card_print(value, t);
    else
        ir_text_put(t, type == 'y' ? koikoi_yaku_name[value] : reason[value]);
}

static const struct ir_event_kind kinds[KK_EVENTS] = {
    [KK_EV_SENSEI] = {"sensei", {NULL}, {NULL}, 0},
    [KK_EV_ROUND] = {"round", {"round:n", "sensei:s"}, {NULL}, 0},
    [KK_EV_DEAL] = {"deal", {NULL}, {"card:c"}, 0},
    [KK_EV_FIELD] = {"field", {"card:c"}, {NULL}, 0},
    [KK_EV_REDEAL] = {"redeal", {"reason:r"}, {NULL}, 1},
    [KK_EV_PLAY] = {"play", {"card:c"}, {NULL}, 0},
    [KK_EV_TURN] = {"turn", {"card:c"}, {NULL}, 0},
    [KK_EV_TAKE] = {"take", {"card:c", "taken:c"}, {NULL}, 0},
    [KK_EV_LAY] = {"lay", {"card:c"}, {NULL}, 0},
    [KK_EV_YAKU] = {"yaku", {"yaku:y", "coins:n"}, {NULL}, 0},
    [KK_EV_KOIKOI] = {"koi-koi", {"calls:n"}, {NULL}, 1},
    [KK_EV_AGARI] = {"agari", {"sum:n", "pays:n", "calls:n"}, {NULL}, 0},
    [KK_EV_PAY_YAKU] = {"won-with", {"yaku:y", "coins:n"}, {NULL}, 1},
    [KK_EV_EXHAUSTED] = {"exhausted", {NULL}, {NULL}, 1},
    [KK_EV_SHOW] = {"show", {"card:c"}, {NULL}, 0},
    [KK_EV_PAID] = {"paid", {"coins:n", "purse0:n", "purse1:n"}, {NULL}, 0},
    [KK_EV_OVER] = {"over", {"purse0:n", "purse1:n"}, {NULL}, 0},
};

const struct ir_game koikoi_game = {
    .name = "koikoi",
    .title = "Koi-Koi",
    .rules_rev = 1,
    .min_seats = 2,
    .max_seats = 2, /* KK1.1 */
    .n_moves = KK_MOVES,
    .zone = {sizeof(struct koikoi_pub), sizeof(struct koikoi_own), sizeof(struct koikoi_hid)},
    .option = koikoi_options,
    .error = koikoi_errors,
    .preset = koikoi_presets,
    .later_option = KK_LATER,
    .later_preset = 3, /* after arcade */
    .event_kind = kinds,
    .n_event_kinds = KK_EVENTS,
    .options_check = koikoi_options_check,
    .start = start,
    .legal = legal,
    .chance = chance,
    .sample = sample,
    .apply = apply,
    .score = score,
    .imagine = imagine,
    .check = check,
    .move_print = move_print,
    .move_parse = move_parse,
    .value_print = value_print,
    .value_sound = IR_SOUND(koikoi_value_sound),
    .sound = IR_SOUND(koikoi_sound),
    .describe = koikoi_describe,
    .components = hanafuda_components,
    .own = koikoi_describe_own,
};
