/* legal.c: what a PiKiT player may do (PK3 - PK6). Moves come out in the order of the alphabet. */
#include "pikit.h"

int pikit_asked(const struct pikit_pub *p, int after)
{
    int seats = p->head.seats, top = pikit_top_seat(p);
    for (int seat = (after + 1) % seats; seat != top; seat = (seat + 1) % seats)
        if (p->kaiju[seat] > 0)
            return seat;
    return -1;
}

uint16_t pikit_question(const void *pub)
{
    const struct pikit_pub *p = pikit_pub(pub);
    unsigned asked = 0;
    for (int seat = p->head.turn; p->phase == PK_PHASE_ASK && seat >= 0; seat = pikit_asked(p, seat))
        asked |= 1u << seat;
    return (uint16_t)asked;
}

/* ---- taking (PK4) ---- */

static int mecha_move(const struct pikit_pub *p) /* PK4.4, PK4.5: the move a double gives, or 0 */
{
    if (p->die[0] != p->die[1])
        return 0;
    int holder = p->mecha[p->die[0] - 1];
    return holder == PK_TABLE ? PK_MOVE_MECHA : holder != p->mover ? PK_MOVE_STEAL : 0;
}

int pikit_can_take(const struct pikit_pub *p)
{
    int sum = pikit_sum(p);
    return p->market[p->die[0]] || p->market[p->die[1]] || (sum <= PK_NUMBERS && p->market[sum]) ||
           p->market[pikit_difference(p)] || mecha_move(p);
}

static int takes(const struct pikit_pub *p, ir_move *out)
{
    int n = 0, a = p->die[0], b = p->die[1], sum = a + b, difference = pikit_difference(p);
    uint32_t numbers = 1u << a | 1u << b | 1u << sum | 1u << difference;
    numbers &= ~(1u | 1u << 12); /* a difference of 0, a sum of 12 */
    for (; numbers; numbers &= numbers - 1) {
        int number = set_first(numbers);
        if (p->market[number])
            out[n++] = (ir_move)(PK_MOVE_TAKE + number - 1);
    }
    if (p->market[a] && p->market[b] && (a != b || p->market[a] >= 2)) /* PK4.3 */
        out[n++] = (ir_move)(PK_MOVE_PAIR + (a < b ? pikit_pair(a, b) : pikit_pair(b, a)));
    int mecha = mecha_move(p);
    if (mecha)
        out[n++] = (ir_move)mecha;
    out[n++] = PK_MOVE_NOTHING;
    return n;
}

/* ---- playing (PK5) ---- */

static int reroll_effects(ir_move *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = (ir_move)(PK_REROLL + i);
    return 3;
}

static int steal_effects(const struct pikit_pub *p, ir_move *out) /* PK5.12: a hand with a card in it */
{
    int n = 0;
    for (int seat = 0; seat < p->head.seats; seat++)
        if (seat != p->mover && p->kaiju[seat] + pikit_mechas(p, seat) > 0)
            out[n++] = (ir_move)(PK_STEAL + seat);
    return n;
}

static int turn_effects(const struct pikit_pub *p, ir_move *out)
{
    int n = 0;
    for (int die = 0; die < 2; die++)
        for (int side = 1; side <= 6; side++) {
            out[n] = (ir_move)(PK_TURN + die * 6 + side - 1);
            n += side != p->die[die];
        }
    return n;
}

static int plays(const struct pikit_pub *p, const uint8_t *hand, ir_move *out)
{
    int n = 0, n_all = 0, wild = hand[9] + hand[10] + hand[11];
    ir_move all[PK_EFFECTS];
    if (hand[2])
        n += reroll_effects(out);
    if (hand[4])
        n += steal_effects(p, out + n);
    if (hand[5] && p->deck)
        out[n++] = PK_DRAW;
    if (hand[7])
        n += turn_effects(p, out + n);
    if (!wild)
        return n;
    n_all = reroll_effects(all);
    n_all += steal_effects(p, all + n_all);
    if (p->deck)
        all[n_all++] = PK_DRAW;
    n_all += turn_effects(p, all + n_all);
    for (int card = 9; card <= 11; card++)
        for (int i = 0; hand[card] && i < n_all; i++)
            out[n++] = (ir_move)(PK_MOVE_WILD + (card - 9) * PK_EFFECTS + all[i]);
    return n;
}

static int answers(const uint8_t *hand, ir_move *out)
{
    int n = 0;
    if (hand[6])
        out[n++] = PK_MOVE_CANCEL;
    for (int card = 9; card <= 11; card++)
        if (hand[card])
            out[n++] = (ir_move)(PK_MOVE_CANCEL + card - 8);
    out[n++] = PK_MOVE_PASS;
    return n;
}

int pikit_legal(const struct ir_view *v, ir_move out[IR_MOVES_MAX])
{
    const struct pikit_pub *p = pikit_pub(v->b);
    ir_assert(v->seat >= 0 && v->seat < p->head.seats);
    const uint8_t *hand = pikit_hand(v->b, v->seat);
    if (p->phase == PK_PHASE_ASK)
        return answers(hand, out);
    int n = plays(p, hand, out);
    return n + takes(p, out + n);
}
