/* pikit.c: the course of a PiKiT game (PK2, PK3, PK4, PK7): set-up, turns, taking, the end; and chance.
 *
 * The phases and their order are described at the head of pikit.h. Every kaiju card is in the deck, in the market, in a hand
 * or on the discard pile; every mecha on the table or in a hand. */
#include "pikit.h"

static void phase_chance(struct pikit_pub *p, int phase)
{
    p->phase = (uint8_t)phase;
    p->head.turn = IR_CHANCE;
}

static int next_seat(const struct pikit_pub *p, int seat)
{
    return seat + 1 == p->head.seats ? 0 : seat + 1;
}

/* ---- set-up (PK2) ---- */

static void start(struct ir_state *s)
{
    struct pikit_pub *p = pikit_pub_of(s);
    memset(p->mecha, PK_TABLE, sizeof p->mecha);               /* PK2.1 */
    for (int i = 1; p->head.seats == 2 && i <= PK_OUT_TO; i++) /* PK2.2 */
        p->cards[i] = (uint8_t)(p->cards[i] - PK_OUT);
    int all = 0;
    for (int i = 1; i <= PK_NUMBERS; i++)
        all += p->cards[i];
    memcpy(pikit_hid_of(s)->deck, p->cards, PK_COUNTS);
    p->deck = (uint8_t)all;
    if (p->option[PK_FIRST] == PK_FIRST_RANDOM) {
        phase_chance(p, PK_PHASE_FIRST);
        return;
    }
    p->first = p->mover = (uint8_t)(p->option[PK_FIRST] - 1);
    phase_chance(p, PK_PHASE_MARKET);
}

static void first(struct pikit_pub *p, int seat, struct ir_events *ev) /* PK2.5 */
{
    p->first = p->mover = (uint8_t)seat;
    pikit_say(ev, PK_EV_FIRST, seat, 0, 0, 0);
    phase_chance(p, PK_PHASE_MARKET);
}

/* ---- turns (PK3) ---- */

static void turn_begin(struct pikit_pub *p, struct ir_events *ev)
{
    p->turns++;
    p->acted = 0;
    pikit_say(ev, PK_EV_TURN, p->mover, p->turns, p->last, 0);
    phase_chance(p, PK_PHASE_ROLL);
}

static void deal(struct ir_state *s, int card, struct ir_events *ev) /* PK2.4 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    int sum = 0;
    pikit_gain(s, p->mover, card, 1);
    pikit_say(ev, PK_EV_DEAL, p->mover, card, 0, 0);
    for (int i = 1; i <= PK_NUMBERS; i++)
        sum += i * p->known[p->mover][i];
    if (sum < PK_START_SUM)
        return;
    p->mover = (uint8_t)next_seat(p, p->mover);
    if (p->mover == p->first)
        turn_begin(p, ev);
}

static void roll(struct pikit_pub *p, int a, int b, struct ir_events *ev) /* PK3.1 */
{
    p->die[0] = (uint8_t)a;
    p->die[1] = (uint8_t)b;
    pikit_say(ev, PK_EV_ROLL, p->mover, a, b, 0);
    p->phase = PK_PHASE_PLAY;
    p->head.turn = (int8_t)p->mover;
}

static void game_end(struct ir_state *s, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    p->phase = PK_PHASE_OVER;
    p->head.turn = IR_OVER;
    for (int seat = 0; seat < p->head.seats; seat++) {
        memcpy(p->known[seat], pikit_own_of(s)[seat].hand, PK_COUNTS);
        for (int i = 1; ev && i <= PK_NUMBERS; i++)
            if (p->known[seat][i])
                pikit_say(ev, PK_EV_SHOW, seat, i, p->known[seat][i], 0);
    }
    if (!ev)
        return;
    struct ir_score score;
    pikit_score(p, &score);
    for (int seat = 0; seat < p->head.seats; seat++)
        pikit_say(ev, PK_EV_POINTS, seat, score.points[seat], score.rank[seat], p->kaiju[seat] + pikit_mechas(p, seat));
    pikit_say(ev, PK_EV_OVER, -1, p->turns, 0, 0);
}

static void turn_end(struct ir_state *s, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    if (p->last) {
        if (--p->last == 0) {
            game_end(s, ev);
            return;
        }
    } else { /* PK7.1, PK7.5 */
        int stalled = p->quiet >= PK_QUIET_ROUNDS * p->head.seats;
        if (p->deck == 0 || stalled || p->turns >= PK_TURNS_MAX) {
            p->last = p->head.seats;
            pikit_say(ev, PK_EV_LAST, -1, p->deck == 0 ? PK_BY_DECK : stalled ? PK_BY_STALL : PK_BY_TURNS, 0, 0);
        }
    }
    p->mover = (uint8_t)next_seat(p, p->mover);
    turn_begin(p, ev);
}

static void refill_or_end(struct ir_state *s, struct ir_events *ev) /* PK3.4, PK7.1 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    if (p->last == 0 && p->market_n < PK_MARKET && p->deck > 0)
        phase_chance(p, PK_PHASE_REFILL);
    else
        turn_end(s, ev);
}

/* ---- taking (PK4) ---- */

static void take(struct ir_state *s, int number, int count, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    ir_assert(p->market[number] >= count);
    p->market[number] = (uint8_t)(p->market[number] - count);
    p->market_n = (uint8_t)(p->market_n - count);
    pikit_gain(s, p->mover, number, count);
    pikit_say(ev, PK_EV_TAKE, p->mover, number, count, 0);
}

static void take_move(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    int a = p->die[0], b = p->die[1];
    if (m == PK_MOVE_NOTHING) {
        pikit_say(ev, PK_EV_NOTHING, p->mover, 0, 0, 0);
        if (!p->acted && pikit_can_take(p)) /* PK7.5 */
            p->quiet++;
        refill_or_end(s, ev);
        return;
    }
    p->acted = 1;
    p->quiet = 0;
    if (m == PK_MOVE_STEAL) { /* PK4.5 */
        p->victim = p->mecha[a - 1];
        pikit_say(ev, PK_EV_TRY, p->mover, a, p->victim, 0);
        phase_chance(p, PK_PHASE_STEAL);
        return;
    }
    if (m == PK_MOVE_MECHA) { /* PK4.4 */
        p->mecha[a - 1] = p->mover;
        pikit_say(ev, PK_EV_MECHA, p->mover, a, 0, 0);
    } else if (m >= PK_MOVE_PAIR) { /* PK4.3 */
        take(s, a, 1, ev);
        take(s, b, 1, ev);
    } else {
        int number = m - PK_MOVE_TAKE + 1;
        take(s, number, number == 8 ? p->market[8] : 1, ev); /* PK5.9 */
    }
    refill_or_end(s, ev);
}

/* ---- chance ---- */

static void show(struct ir_state *s, ir_move m, struct ir_events *ev) /* PK4.5, PK5.4 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    int thief = p->mover, victim = p->victim;
    if (m >= PK_MOVE_SHOW_MECHA) {
        p->mecha[m - PK_MOVE_SHOW_MECHA] = (uint8_t)thief; /* PK5.13 */
        pikit_say(ev, PK_EV_STOLEN_MECHA, thief, m - PK_MOVE_SHOW_MECHA + 1, victim, 0);
    } else {
        int card = m - PK_MOVE_SHOW + 1;
        pikit_lose(s, victim, card);
        pikit_say(ev, PK_EV_STOLEN, thief, card, victim, 0);
        if (card == 3) { /* PK5.8 */
            p->discard[3]++;
            p->wound[thief]++;
            pikit_say(ev, PK_EV_WOUND, thief, p->wound[thief], 0, 0);
        } else {
            pikit_gain(s, thief, card, 1);
        }
    }
    if (p->chain_n) {
        pikit_chain_close(s);
    } else {
        p->victim = 0;
        refill_or_end(s, ev);
    }
}

static void card_turned(struct ir_state *s, int card, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    pikit_hid_of(s)->deck[card]--;
    p->deck--;
    if (p->phase == PK_PHASE_HANDS) {
        deal(s, card, ev);
        return;
    }
    if (p->phase == PK_PHASE_DRAW) {
        pikit_draw(s, card, ev);
        return;
    }
    p->market[card]++;
    p->market_n++;
    pikit_say(ev, p->phase == PK_PHASE_MARKET ? PK_EV_MARKET : PK_EV_REFILL, -1, card, 0, 0);
    if (p->phase == PK_PHASE_REFILL)
        refill_or_end(s, ev);
    else if (p->market_n == PK_MARKET)
        p->phase = PK_PHASE_HANDS;
}

static void apply(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    switch (p->phase) {
    case PK_PHASE_FIRST: first(p, m - PK_MOVE_FIRST, ev); break;
    case PK_PHASE_ROLL: roll(p, (m - PK_MOVE_ROLL) / 6 + 1, (m - PK_MOVE_ROLL) % 6 + 1, ev); break;
    case PK_PHASE_PLAY:
        if (m < PK_MOVE_CANCEL)
            pikit_play(s, m, ev);
        else
            take_move(s, m, ev);
        break;
    case PK_PHASE_ASK: pikit_answer(s, m, ev); break;
    case PK_PHASE_REROLL: pikit_reroll(s, m, ev); break;
    case PK_PHASE_STEAL: show(s, m, ev); break;
    default:
        ir_assert(p->phase != PK_PHASE_OVER && m >= PK_MOVE_CARD && m < PK_MOVE_ROLL);
        card_turned(s, m - PK_MOVE_CARD + 1, ev);
    }
}

static int outcomes(int from, int n, struct ir_chance *out)
{
    for (int i = 0; i < n; i++)
        out[i] = (struct ir_chance){(ir_move)(from + i), 1};
    return n;
}

static int heap_outcomes(int from, const uint8_t *count, struct ir_chance *out)
{
    int n = 0;
    for (int i = 1; i <= PK_NUMBERS; i++)
        if (count[i])
            out[n++] = (struct ir_chance){(ir_move)(from + i - 1), count[i]};
    return n;
}

static int both_dice(const struct pikit_pub *p)
{
    return p->phase == PK_PHASE_ROLL || (p->phase == PK_PHASE_REROLL && p->effect == PK_REROLL + 2);
}

static int chance(const struct ir_state *s, struct ir_chance *out)
{
    const struct pikit_pub *p = pikit_pub(s->b);
    if (p->phase == PK_PHASE_FIRST)
        return outcomes(PK_MOVE_FIRST, p->head.seats, out);
    if (both_dice(p))
        return outcomes(PK_MOVE_ROLL, 36, out);
    if (p->phase == PK_PHASE_REROLL)
        return outcomes(PK_MOVE_DIE, 6, out);
    if (p->phase != PK_PHASE_STEAL)
        return heap_outcomes(PK_MOVE_CARD, pikit_deck(s), out);
    int n = heap_outcomes(PK_MOVE_SHOW, pikit_hand(s->b, p->victim), out);
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] == p->victim)
            out[n++] = (struct ir_chance){(ir_move)(PK_MOVE_SHOW_MECHA + d), 1};
    return n;
}

static ir_move sample_theft(const struct ir_state *s, struct ir_rng *r)
{
    const struct pikit_pub *p = pikit_pub(s->b);
    int k = (int)ir_rng_below(r, (uint32_t)(p->kaiju[p->victim] + pikit_mechas(p, p->victim))) - p->kaiju[p->victim];
    if (k < 0)
        return (ir_move)(PK_MOVE_SHOW + pikit_pick(pikit_hand(s->b, p->victim), (uint32_t)(k + p->kaiju[p->victim])) - 1);
    int d = 0;
    while (p->mecha[d] != p->victim || k-- > 0)
        d++;
    return (ir_move)(PK_MOVE_SHOW_MECHA + d);
}

static ir_move sample(const struct ir_state *s, struct ir_rng *r)
{
    const struct pikit_pub *p = pikit_pub(s->b);
    if (p->phase == PK_PHASE_FIRST)
        return (ir_move)(PK_MOVE_FIRST + ir_rng_below(r, p->head.seats));
    if (both_dice(p))
        return (ir_move)(PK_MOVE_ROLL + ir_rng_below(r, 36));
    if (p->phase == PK_PHASE_REROLL)
        return (ir_move)(PK_MOVE_DIE + ir_rng_below(r, 6));
    if (p->phase == PK_PHASE_STEAL)
        return sample_theft(s, r);
    return (ir_move)(PK_MOVE_CARD + pikit_pick(pikit_deck(s), ir_rng_below(r, p->deck)) - 1);
}

const struct ir_game pikit_game = {
    .name = "pikit",
    .title = "PiKiT",
    .rules_rev = 1,
    .min_seats = 2,
    .max_seats = PK_SEATS, /* PK1.1 */
    .n_moves = PK_MOVES,
    .zone = {sizeof(struct pikit_pub), sizeof(struct pikit_own), sizeof(struct pikit_hid)},
    .option = pikit_options,
    .error = pikit_errors,
    .preset = pikit_presets,
    .deck = pikit_decks,
    .event_kind = pikit_kinds,
    .n_event_kinds = PK_EVENTS,
    .deck_read = pikit_deck_read,
    .start = start,
    .asked = pikit_question,
    .silent = PK_MOVE_PASS,
    .legal = pikit_legal,
    .chance = chance,
    .sample = sample,
    .apply = apply,
    .score = pikit_score,
    .imagine = pikit_imagine,
    .check = pikit_check,
    .move_print = pikit_move_print,
    .move_parse = pikit_move_parse,
    .value_print = pikit_value_print,
    .value_sound = IR_SOUND(pikit_value_sound),
    .sound = IR_SOUND(pikit_sound),
    .describe = pikit_describe,
    .own = pikit_describe_own,
};
