/* sound.c: can the other functions take every number of a view, and of an event, that a stranger sent? */
#include "koikoi.h"

#ifndef IR_TERSE
enum { COINS_MAX = 1000000000, REASONS = 6 };

static int coins_sound(int32_t coins)
{
    return coins >= -COINS_MAX && coins <= COINS_MAX;
}

static int turn_sound(const struct koikoi_pub *p)
{
    switch (p->phase) {
    case KK_PHASE_SENSEI:
    case KK_PHASE_DEAL:
    case KK_PHASE_DRAW: return p->head.turn == IR_CHANCE;
    case KK_PHASE_PLAY: return p->head.turn == p->mover && p->hand[p->mover] > 0;
    case KK_PHASE_TAKE:
    case KK_PHASE_CALL: return p->head.turn == p->mover;
    case KK_PHASE_OVER: return p->head.turn == IR_OVER;
    default: return 0;
    }
}

/* Every card that is seen is one of the 48 and in one place; with those that are not seen they are all 48. */
static int cards_sound(const struct koikoi_pub *p, uint64_t own, int seat)
{
    int taking = p->phase == KK_PHASE_TAKE, over = p->phase == KK_PHASE_OVER;
    if (taking ? p->turned >= HF_CARDS : p->turned != HF_NO_CARD)
        return 0;
    uint64_t place[] = {
        own, p->field, p->pool[0], p->pool[1], taking ? BIT(p->turned) : 0, over ? p->shown[0] : 0, over ? p->shown[1] : 0};
    uint64_t seen = 0;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        if (place[i] & (seen | ~HF_ALL))
            return 0;
        seen |= place[i];
    }
    int unseen = p->deck;
    for (int i = 0; i < 2; i++) {
        if (p->hand[i] > KK_HAND || (p->shown[i] | p->played[i]) & ~HF_ALL)
            return 0;
        unseen += i == seat ? 0 : p->hand[i];
    }
    return set_count(seen) + unseen == HF_CARDS && (seat < 0 || set_count(own) == p->hand[seat]);
}

int koikoi_sound(const struct ir_view *v)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int variant = 0;
    for (int i = KK_LATER; i < KK_OPTIONS; i++)
        variant |= p->option[i] != koikoi_options[i].def;
    if (p->mover > 1 || p->sensei > 1 || p->variant != variant || p->round > p->option[KK_ROUNDS] || p->dealt > KK_DEAL ||
        p->nobles > set_count(HF_SET_BRIGHT) || p->called_later > 3 || p->redealt >= REASONS || p->last_winner < -1 ||
        p->last_winner > 1 || !coins_sound(p->last_paid))
        return 0;
    for (int i = 0; i < 2; i++)
        if (p->calls[i] > KK_HAND || p->worth[i] < 0 || !coins_sound(p->purse[i]))
            return 0;
    return turn_sound(p) && cards_sound(p, koikoi_hand(v), v->seat);
}

int koikoi_value_sound(char type, int value, int seats)
{
    (void)seats;
    return value >= 0 && value < (type == 'c' ? HF_CARDS : type == 'y' ? KK_YAKU : REASONS);
}
#endif
