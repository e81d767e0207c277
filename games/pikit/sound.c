/* sound.c: can the other functions take every number of a view, and of an event, that a stranger sent? */
#include "pikit.h"

#ifndef IR_TERSE
static int effect_sound(int effect, int seats)
{
    return effect >= 0 && effect < PK_EFFECTS && (effect < PK_STEAL || effect >= PK_DRAW || effect - PK_STEAL < seats);
}

static int is_none(const uint8_t *byte, size_t n)
{
    while (n-- > 0)
        if (byte[n])
            return 0;
    return 1;
}

static int turn_sound(const struct pikit_pub *p)
{
    int rolled = p->die[0] && p->die[1];
    switch (p->phase) {
    case PK_PHASE_PLAY: return p->head.turn == p->mover && rolled;
    case PK_PHASE_ASK: return p->head.turn >= 0 && rolled && p->chain_n > 0 && pikit_top_seat(p) != p->head.turn;
    case PK_PHASE_OVER: return p->head.turn == IR_OVER;
    default: return p->phase < PK_PHASE_OVER && p->head.turn == IR_CHANCE;
    }
}

static int chain_sound(const struct pikit_pub *p)
{
    if (p->chain_n > PK_CHAIN_MAX || !effect_sound(p->effect, p->head.seats))
        return 0;
    for (int i = 0; i < p->chain_n; i++)
        if (p->chain[i] >> 4 >= p->head.seats || !(p->chain[i] & 15) || (p->chain[i] & 15) > PK_NUMBERS)
            return 0;
    return is_none(p->chain + p->chain_n, (size_t)(PK_CHAIN_MAX - p->chain_n));
}

/* The seats that play hold what their hands are known to hold, and the others nothing. */
static int hands_sound(const struct pikit_pub *p, const uint8_t *own, int viewer)
{
    for (int seat = 0; seat < PK_SEATS; seat++) {
        int known = 0, held = 0;
        for (int n = 1; n <= PK_NUMBERS; n++) {
            known += p->known[seat][n];
            held += seat == viewer ? own[n] : 0;
            if (seat == viewer && own[n] < p->known[seat][n])
                return 0;
        }
        if (known > p->kaiju[seat] || (seat == viewer && held != p->kaiju[seat]) || p->known[seat][0] ||
            (p->phase == PK_PHASE_OVER && known != p->kaiju[seat]) ||
            (seat >= p->head.seats && (p->kaiju[seat] || p->wound[seat])))
            return 0;
    }
    return 1;
}

/* No number is seen more often than the deck has it, and what is not seen is in the deck and in the hands. */
static int cards_sound(const struct pikit_pub *p, const uint8_t *own, int viewer)
{
    int all = 0, market = 0, unseen = p->deck;
    if (p->cards[0] || p->market[0] || p->discard[0])
        return 0;
    for (int n = 1; n <= PK_NUMBERS; n++) {
        int left = p->cards[n] - p->market[n] - p->discard[n];
        all += p->cards[n];
        market += p->market[n];
        for (int seat = 0; seat < PK_SEATS; seat++)
            left -= p->known[seat][n];
        unseen -= left;
        if (viewer >= 0)
            left -= own[n] - p->known[viewer][n];
        if (left < 0)
            return 0;
    }
    for (int seat = 0; seat < PK_SEATS; seat++)
        unseen += pikit_unknown(p, seat);
    return all <= PK_CARDS_MAX && market == p->market_n && unseen == 0;
}

int pikit_sound(const struct ir_view *v)
{
    static const uint8_t nothing[PK_COUNTS];
    const struct pikit_pub *p = pikit_pub(v->b);
    const uint8_t *own = v->seat >= 0 ? pikit_hand(v->b, v->seat) : nothing;
    int seats = p->head.seats;
    if (p->first >= seats || p->mover >= seats || p->victim >= seats || p->die[0] > 6 || p->die[1] > 6 ||
        !p->die[0] != !p->die[1] || p->last > seats || p->turns > PK_TURNS_MAX + PK_SEATS || own[0])
        return 0;
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] != PK_TABLE && p->mecha[d] >= seats)
            return 0;
    return chain_sound(p) && turn_sound(p) && hands_sound(p, own, v->seat) && cards_sound(p, own, v->seat);
}

int pikit_value_sound(char type, int value, int seats)
{
    return type == 'e' ? effect_sound(value, seats) : value >= PK_BY_DECK && value <= PK_BY_TURNS;
}
#endif
