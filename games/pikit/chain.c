/* chain.c: a PiKiT card played for its effect, the questions about it, and its resolution (PK5, PK6).
 *
 * The chain is the card played and the cancels on it, each on the one before. Its cards lie on the discard pile from the
 * moment they are played. It is open (chain_n > 0) from the play until its effect is done or cancelled. */
#include "pikit.h"

void pikit_chain_close(struct ir_state *s)
{
    struct pikit_pub *p = pikit_pub_of(s);
    memset(p->chain, 0, sizeof p->chain);
    p->chain_n = p->effect = p->victim = 0;
    p->phase = PK_PHASE_PLAY;
    p->head.turn = (int8_t)p->mover;
}

static void chance_next(struct pikit_pub *p, int phase)
{
    p->phase = (uint8_t)phase;
    p->head.turn = IR_CHANCE;
}

static void turn_die(struct ir_state *s, int die, int side, struct ir_events *ev) /* PK5.7 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    p->die[die] = (uint8_t)side;
    pikit_say(ev, PK_EV_DICE, p->mover, p->die[0], p->die[1], 0);
    pikit_chain_close(s);
}

static void steal(struct ir_state *s, int victim, struct ir_events *ev) /* PK5.4 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    if (p->kaiju[victim] + pikit_mechas(p, victim) == 0) { /* PK5.12: spent the last card in the chain */
        pikit_say(ev, PK_EV_FIZZLED, p->mover, p->chain[0] & 15, 0, 0);
        pikit_chain_close(s);
        return;
    }
    p->victim = (uint8_t)victim;
    chance_next(p, PK_PHASE_STEAL);
}

/* PK6.2: all have passed on the last card; the whole chain resolves at once. */
static void resolve(struct ir_state *s, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    int card = p->chain[0] & 15, effect = p->effect;
    if (p->chain_n % 2 == 0) {
        pikit_say(ev, PK_EV_CANCELLED, p->mover, card, effect, 0);
        pikit_chain_close(s);
        return;
    }
    pikit_say(ev, PK_EV_RESOLVED, p->mover, card, effect, 0);
    if (effect < PK_STEAL)
        chance_next(p, PK_PHASE_REROLL);
    else if (effect < PK_DRAW)
        steal(s, effect - PK_STEAL, ev);
    else if (effect < PK_TURN)
        chance_next(p, PK_PHASE_DRAW); /* the deck cannot have run out since the card was played */
    else
        turn_die(s, (effect - PK_TURN) / 6, (effect - PK_TURN) % 6 + 1, ev);
}

static void ask(struct ir_state *s, int after, struct ir_events *ev) /* PK6.1, PK6.5 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    int seat = pikit_asked(p, after);
    if (seat < 0) {
        resolve(s, ev);
        return;
    }
    p->phase = PK_PHASE_ASK;
    p->head.turn = (int8_t)seat;
    pikit_say(ev, PK_EV_ASK, seat, p->chain[p->chain_n - 1] & 15, pikit_top_seat(p), 0);
}

static void discard(struct ir_state *s, int seat, int card)
{
    struct pikit_pub *p = pikit_pub_of(s);
    pikit_lose(s, seat, card);
    p->discard[card]++;
    ir_assert(p->chain_n < PK_CHAIN_MAX);
    p->chain[p->chain_n++] = (uint8_t)(seat << 4 | card);
}

void pikit_play(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    struct pikit_pub *p = pikit_pub_of(s);
    int effect, card = pikit_move_card(m, &effect);
    p->acted = 1;
    p->quiet = 0;
    p->effect = (uint8_t)effect;
    discard(s, p->mover, card);
    pikit_say(ev, PK_EV_PLAY, p->mover, card, effect, 0);
    ask(s, p->mover, ev);
}

void pikit_answer(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    const struct pikit_pub *p = pikit_pub_of(s);
    int seat = p->head.turn, effect;
    if (m == PK_MOVE_PASS) {
        pikit_say(ev, PK_EV_PASS, seat, 0, 0, 0);
    } else {
        int card = pikit_move_card(m, &effect);
        pikit_say(ev, PK_EV_CANCEL, seat, card, p->chain[p->chain_n - 1] & 15, pikit_top_seat(p));
        discard(s, seat, card);
    }
    ask(s, seat, ev);
}

void pikit_reroll(struct ir_state *s, ir_move m, struct ir_events *ev) /* PK5.2 */
{
    struct pikit_pub *p = pikit_pub_of(s);
    if (m >= PK_MOVE_DIE) {
        p->die[p->effect - PK_REROLL] = (uint8_t)(m - PK_MOVE_DIE + 1);
    } else {
        p->die[0] = (uint8_t)((m - PK_MOVE_ROLL) / 6 + 1);
        p->die[1] = (uint8_t)((m - PK_MOVE_ROLL) % 6 + 1);
    }
    pikit_say(ev, PK_EV_DICE, p->mover, p->die[0], p->die[1], 0);
    pikit_chain_close(s);
}

void pikit_draw(struct ir_state *s, int number, struct ir_events *ev) /* PK5.5 */
{
    const struct pikit_pub *p = pikit_pub_of(s);
    pikit_gain_secretly(s, p->mover, number);
    event_add(ev, (struct ir_event){
                      .kind = PK_EV_DRAW, .seat = (int8_t)p->mover, .see = (uint16_t)(1u << p->mover), .prv = {number}});
    pikit_chain_close(s);
}
