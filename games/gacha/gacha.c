/* gacha.c: the course of a Gacha game: set-up, turns, claims and the end; legal moves and chance outcomes. */
#include "gacha.h"

static void say(struct ir_events *ev, int kind, int seat, int a, int b, int c)
{
    event_add(ev, (struct ir_event){.kind = (uint8_t)kind, .seat = (int8_t)seat, .pub = {a, b, c}});
}

static void chance_next(struct gacha_pub *p, int phase)
{
    p->phase = (uint8_t)phase;
    p->head.turn = IR_CHANCE;
}

static void seat_next(struct gacha_pub *p, int phase)
{
    p->phase = (uint8_t)phase;
    p->head.turn = (int8_t)p->mover;
}

/* ---- the end (GA7) ---- */

static void trigger(struct gacha_pub *p, int by, struct ir_events *ev)
{
    if (p->trigger) /* later triggers change nothing */
        return;
    p->trigger = (uint8_t)by;
    p->triggered_by = p->mover;
    say(ev, GA_EV_TRIGGER, p->mover, by, 0, 0);
}

static void hands_show(struct ir_state *s, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    int at[IR_SEATS_MAX] = {0};
    for (int i = 0; i < p->held; i++) {
        int seat = p->card[i].who >> 5;
        p->card[i].can = (uint8_t)(1 << gacha_face(gacha_own_of(s, seat), at[seat]++));
    }
    for (int i = 0; ev && i < p->head.seats; i++)
        for (int f = 0; f < GA_FIGURES; f++)
            if (gacha_own_of(s, i)->count[f])
                say(ev, GA_EV_SHOW, i, f, gacha_own_of(s, i)->count[f], 0);
}

static void game_over(struct ir_state *s, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    struct ir_score score;
    p->phase = GA_PHASE_OVER;
    p->head.turn = IR_OVER;
    hands_show(s, ev);
    if (!ev)
        return;
    gacha_score(p, &score);
    for (int i = 0; i < p->head.seats; i++) {
        struct gacha_score part;
        gacha_score_parts(p, i, &part);
        say(ev, GA_EV_SCORE, i, score.points[i], part.bonus_tokens, score.rank[i]);
    }
}

/* ---- turns ---- */

static void turn_begin(struct gacha_pub *p, int seat, struct ir_events *ev)
{
    p->mover = (uint8_t)seat;
    p->turns++;
    p->draws = 0;
    say(ev, GA_EV_TURN, seat, p->turns, 0, 0);
    seat_next(p, GA_PHASE_ACT);
}

static void turn_next(struct ir_state *s, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    int next = p->mover + 1 == p->head.seats ? 0 : p->mover + 1;
    int last = p->option[GA_END] == GA_END_ROUND ? p->first : p->triggered_by; /* GA7.1 */
    if (p->trigger && next == last)
        game_over(s, ev);
    else
        turn_begin(p, next, ev);
}

/* Sets the next phase. The order of these lines is GA3.5. */
static void go_on(struct ir_state *s, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    for (;;) {
        if (p->need) {
            p->place = (uint8_t)set_first(p->need);
            chance_next(p, GA_PHASE_TOP);
            return;
        }
        for (int i = 0; p->rewards && i < GA_MARKET; i++)
            if (!p->market[i]) { /* GA2.2 */
                p->slot = (uint8_t)i;
                chance_next(p, GA_PHASE_REWARD);
                return;
            }
        if (p->due & GA_DUE_TOKEN) {
            if (p->supply) {
                chance_next(p, GA_PHASE_TOKEN);
                return;
            }
            p->due &= (uint8_t)~GA_DUE_TOKEN; /* GA5.4 */
        }
        if (p->due & GA_DUE_COLOUR) {
            p->due = 0;
            p->draws = 1;
            if (!gacha_can_draw(p))
                say(ev, GA_EV_NO_CARD, p->mover, 0, 0, 0);
        }
        if (!p->draws || !gacha_can_draw(p))
            break;
        if (gacha_place_empty(p) && gacha_reshuffle(s, ev)) /* GA6.3 */
            continue;
        seat_next(p, GA_PHASE_DRAW);
        return;
    }
    p->draws = 0;
    if (!p->turns)
        turn_begin(p, p->first, ev);
    else if (p->taken[p->mover][GA_TURN] > p->used[p->mover][GA_TURN])
        seat_next(p, GA_PHASE_EXTRA); /* GA5.3 */
    else
        turn_next(s, ev);
}

/* GA3.2: pay, take the reward, and see whether its half makes a pair (GA5.1, GA5.2). */
static void claim(struct ir_state *s, int slot, int index, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    struct gacha_payment pay;
    int seat = p->mover, r = p->market[slot] - 1;
    gacha_payment(index, &pay);
    say(ev, GA_EV_CLAIM, seat, r + 1, slot + 1, gacha_points(p->reward[r]));
    gacha_pay(s, seat, &pay, ev);
    if (pay.jokers) { /* GA4.5 */
        int tokens = (pay.jokers + 1) / 2;
        p->used[seat][GA_JOKER] = (uint8_t)(p->used[seat][GA_JOKER] + tokens);
        say(ev, GA_EV_JOKERS, seat, pay.jokers, tokens, 0);
    }
    p->market[slot] = 0;
    p->got[seat] |= BIT(r);
    int half = gacha_half(p->reward[r]), other = p->half[seat] - 1;
    if (half && other < 0) {
        p->half[seat] = (uint8_t)(r + 1);
    } else if (half) {
        int with = gacha_half(p->reward[other]);
        p->half[seat] = 0;
        p->due = GA_DUE_TOKEN;
        say(ev, GA_EV_PAIR, seat, r + 1, other + 1, 0);
        if (half == with || half == GA_RAINBOW || with == GA_RAINBOW) {
            p->due |= GA_DUE_COLOUR;
            say(ev, GA_EV_COLOUR, seat, half, with, 0);
        }
    }
    go_on(s, ev);
}

static void pass(struct ir_state *s, struct ir_events *ev) /* GA3.3 */
{
    struct gacha_pub *p = gacha_pub_of(s);
    memcpy(p->unable[p->mover], p->market, sizeof p->market);
    p->passed |= (uint8_t)(1 << p->mover);
    say(ev, GA_EV_PASS, p->mover, 0, 0, 0);
    turn_next(s, ev);
}

/* ---- chance outcomes ---- */

static void deal_next(struct gacha_pub *p)
{
    if (p->held == GA_DEAL * p->head.seats) { /* GA2.1 */
        p->mover = p->first;
        gacha_split(p);
        return;
    }
    p->mover = (uint8_t)(p->held / GA_DEAL);
    chance_next(p, GA_PHASE_DEAL_BACK);
}

static void back_chosen(struct ir_state *s, int back, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    p->left[back]--;
    p->undrawn--;
    p->top[p->place] = (uint8_t)back;
    p->gen[p->place] = p->shuffles;
    if (p->phase == GA_PHASE_DEAL_BACK) {
        say(ev, GA_EV_DEAL, p->mover, back, 0, 0);
        chance_next(p, GA_PHASE_DEAL_FACE);
        return;
    }
    p->need &= (uint8_t)(p->need - 1);
    say(ev, GA_EV_TOP, -1, p->place + 1, back, 0);
    go_on(s, ev);
}

static void face_chosen(struct ir_state *s, int figure, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    int place = p->place, back = p->top[place], j = gacha_back_index[back][figure], seat = p->mover;
    int dealt = p->phase == GA_PHASE_DEAL_FACE;
    if (ev)
        event_add(ev, (struct ir_event){.kind = dealt ? GA_EV_LOOK : GA_EV_DRAW,
                                        .seat = (int8_t)seat,
                                        .see = (uint16_t)(1 << seat),
                                        .pub = {dealt ? 0 : place + 1, dealt ? 0 : back},
                                        .prv = {figure}});
    if (dealt) {
        gacha_hid_of(s)->deck[back * 3 + j]--;
        p->top[place] = 0;
        gacha_hand_add(s, seat, back, 0, j);
        deal_next(p);
        if (p->need)
            go_on(s, ev);
        return;
    }
    p->draws--;
    if (gacha_take(s, place, j, ev))
        trigger(p, GA_TRIGGER_PILES, ev);
    go_on(s, ev);
}

static void reward_chosen(struct ir_state *s, int r, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    p->rewards &= ~BIT(r);
    p->market[p->slot] = (uint8_t)(r + 1);
    say(ev, GA_EV_REWARD, -1, p->slot + 1, r + 1, 0);
    if (!p->rewards)
        trigger(p, GA_TRIGGER_REWARDS, ev);
    go_on(s, ev);
}

static void token_chosen(struct ir_state *s, int sort, struct ir_events *ev) /* GA5.1 */
{
    struct gacha_pub *p = gacha_pub_of(s);
    p->box[sort]--;
    p->supply--;
    p->taken[p->mover][sort]++;
    p->due &= (uint8_t)~GA_DUE_TOKEN;
    say(ev, GA_EV_TOKEN, p->mover, sort, p->supply, 0);
    if (!p->supply)
        trigger(p, GA_TRIGGER_TOKENS, ev);
    go_on(s, ev);
}

static void first_chosen(struct gacha_pub *p, int seat, struct ir_events *ev)
{
    p->first = (uint8_t)seat;
    say(ev, GA_EV_FIRST, seat, 0, 0, 0);
    deal_next(p);
}

/* ---- the contract ---- */

static void apply(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    if (m < GA_MOVE_DRAW_LATER) {
        ir_assert(p->phase == GA_PHASE_ACT || p->phase == GA_PHASE_DRAW);
        if (p->phase == GA_PHASE_ACT)
            p->draws = 2; /* GA3.1 */
        p->place = (uint8_t)m;
        chance_next(p, GA_PHASE_FACE);
    } else if (m == GA_MOVE_DRAW_LATER) {
        p->draws = 2;
        go_on(s, ev);
    } else if (m == GA_MOVE_PASS) {
        pass(s, ev);
    } else if (m == GA_MOVE_AGAIN) {
        p->used[p->mover][GA_TURN]++;
        say(ev, GA_EV_AGAIN, p->mover, 0, 0, 0);
        turn_begin(p, p->mover, ev);
    } else if (m == GA_MOVE_DONE) {
        turn_next(s, ev);
    } else if (m < GA_MOVE_FIRST) {
        int slot = (m - GA_MOVE_CLAIM) / GA_PAYMENTS;
        ir_assert(p->phase == GA_PHASE_ACT && p->market[slot]);
        claim(s, slot, (m - GA_MOVE_CLAIM) % GA_PAYMENTS, ev);
    } else if (m < GA_MOVE_BACK) {
        first_chosen(p, m - GA_MOVE_FIRST, ev);
    } else if (m < GA_MOVE_FACE) {
        back_chosen(s, m - GA_MOVE_BACK, ev);
    } else if (m < GA_MOVE_REWARD) {
        face_chosen(s, m - GA_MOVE_FACE, ev);
    } else if (m < GA_MOVE_TOKEN) {
        reward_chosen(s, m - GA_MOVE_REWARD, ev);
    } else {
        token_chosen(s, m - GA_MOVE_TOKEN, ev);
    }
}

/* deck_read has filled in reward, n_rewards, id, n_cards and box. */
static void start(struct ir_state *s)
{
    struct gacha_pub *p = gacha_pub_of(s);
    struct gacha_hid *h = gacha_hid_of(s);
    for (int r = 0; r < p->n_rewards; r++)
        if (gacha_mark(p->reward[r]) <= p->head.seats) /* GA2.2 */
            p->rewards |= BIT(r);
    for (int kind = 0; kind < GA_KINDS; kind++) {
        h->deck[kind] = (uint8_t)(p->id[kind + 1] - p->id[kind]);
        p->left[kind / 3] = (uint8_t)(p->left[kind / 3] + h->deck[kind]);
    }
    p->undrawn = p->n_cards;
    p->supply = (uint8_t)gacha_tokens_in_play(p->head.seats); /* GA2.3 */
    if (p->option[GA_FIRST] == GA_FIRST_RANDOM)
        chance_next(p, GA_PHASE_FIRST);
    else
        first_chosen(p, p->option[GA_FIRST] - 1, NULL);
}

static int draws_legal(const struct gacha_pub *p, ir_move *out)
{
    int n = 0;
    for (int i = 0; i < GA_PLACES; i++)
        if (p->size[i])
            out[n++] = (ir_move)(GA_MOVE_DRAW + i);
    return n;
}

static int legal(const struct ir_view *v, ir_move *out)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int n = 0;
    if (p->phase == GA_PHASE_DRAW)
        return draws_legal(p, out);
    if (p->phase == GA_PHASE_EXTRA) {
        out[0] = GA_MOVE_AGAIN;
        out[1] = GA_MOVE_DONE;
        return 2;
    }
    if (p->discards && gacha_place_empty(p))
        out[n++] = GA_MOVE_DRAW_LATER; /* GA6.3 */
    else
        n = draws_legal(p, out);
    int jokers = gacha_jokers(p, p->mover);
    for (int i = 0; i < GA_MARKET; i++)
        if (p->market[i])
            n += gacha_ways(p->reward[p->market[i] - 1], gacha_own(v)->count, jokers, GA_MOVE_CLAIM + i * GA_PAYMENTS, out + n);
    if (!n)
        out[n++] = GA_MOVE_PASS; /* GA3.3 */
    return n;
}

static int chance(const struct ir_state *s, struct ir_chance *out)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    int n = 0;
    switch (p->phase) {
    case GA_PHASE_FIRST:
        for (; n < p->head.seats; n++)
            out[n] = (struct ir_chance){(ir_move)(GA_MOVE_FIRST + n), 1};
        break;
    case GA_PHASE_DEAL_BACK:
    case GA_PHASE_TOP:
        for (int b = 0; b < GA_BACKS; b++)
            if (p->left[b])
                out[n++] = (struct ir_chance){(ir_move)(GA_MOVE_BACK + b), p->left[b]};
        break;
    case GA_PHASE_DEAL_FACE:
    case GA_PHASE_FACE: {
        uint8_t weight[3];
        gacha_face_weights(s, p->place, weight);
        for (int j = 0; j < 3; j++)
            if (weight[j])
                out[n++] = (struct ir_chance){(ir_move)(GA_MOVE_FACE + gacha_back_figure[p->top[p->place]][j]), weight[j]};
        break;
    }
    case GA_PHASE_REWARD:
        for (uint64_t left = p->rewards; left; left &= left - 1)
            out[n++] = (struct ir_chance){(ir_move)(GA_MOVE_REWARD + set_first(left)), 1};
        break;
    default:
        ir_assert(p->phase == GA_PHASE_TOKEN);
        for (int t = 0; t < GA_TOKENS; t++)
            if (p->box[t])
                out[n++] = (struct ir_chance){(ir_move)(GA_MOVE_TOKEN + t), p->box[t]};
    }
    return n;
}

static int pick(const uint8_t *weight, uint32_t k)
{
    int i = 0;
    while (k >= weight[i])
        k -= weight[i++];
    return i;
}

static ir_move sample(const struct ir_state *s, struct ir_rng *r)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    uint8_t weight[3];
    switch (p->phase) {
    case GA_PHASE_FIRST: return (ir_move)(GA_MOVE_FIRST + ir_rng_below(r, p->head.seats));
    case GA_PHASE_DEAL_BACK:
    case GA_PHASE_TOP: return (ir_move)(GA_MOVE_BACK + pick(p->left, ir_rng_below(r, p->undrawn)));
    case GA_PHASE_DEAL_FACE:
    case GA_PHASE_FACE: {
        gacha_face_weights(s, p->place, weight);
        int j = pick(weight, ir_rng_below(r, (uint32_t)(weight[0] + weight[1] + weight[2])));
        return (ir_move)(GA_MOVE_FACE + gacha_back_figure[p->top[p->place]][j]);
    }
    case GA_PHASE_REWARD:
        return (ir_move)(GA_MOVE_REWARD + set_nth(p->rewards, ir_rng_below(r, (uint32_t)set_count(p->rewards))));
    default: return (ir_move)(GA_MOVE_TOKEN + pick(p->box, ir_rng_below(r, (uint32_t)(p->box[0] + p->box[1] + p->box[2]))));
    }
}

const struct ir_game gacha_game = {
    .name = "gacha",
    .title = "Gacha",
    .rules_rev = 1,
    .min_seats = 2, /* GA1.1 */
    .max_seats = 6,
    .n_moves = GA_MOVES,
    .zone = {GA_PUB, GA_OWN, GA_HID},
    .option = gacha_options,
    .error = gacha_errors,
    .preset = gacha_presets,
    .deck = gacha_decks,
    .event_kind = gacha_event_kinds,
    .n_event_kinds = GA_EVENTS,
    .deck_read = gacha_deck_read,
    .start = start,
    .legal = legal,
    .chance = chance,
    .sample = sample,
    .apply = apply,
    .score = gacha_score,
    .imagine = gacha_imagine,
    .check = gacha_check,
    .move_print = gacha_move_print,
    .move_parse = gacha_move_parse,
    .value_print = gacha_value_print,
    .value_sound = IR_SOUND(gacha_value_sound),
    .sound = IR_SOUND(gacha_sound),
    .describe = gacha_describe,
    .own = gacha_describe_own,
};
