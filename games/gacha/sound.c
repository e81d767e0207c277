/* sound.c: can the other functions take every number of a view, and of an event, that a stranger sent? */
#include "gacha.h"

#ifndef IR_TERSE
static int is_none(const void *bytes, size_t n)
{
    const uint8_t *byte = bytes;
    while (n-- > 0)
        if (byte[n])
            return 0;
    return 1;
}

/* The deck: kinds of cards that can be, and rewards. */
static int deck_sound(const struct gacha_pub *p)
{
    if (p->n_cards > GA_CARDS_MAX || p->n_rewards > GA_REWARDS_MAX || p->id[0] || p->id[GA_KINDS] != p->n_cards)
        return 0;
    for (int kind = 0; kind < GA_KINDS; kind++) {
        int n = p->id[kind + 1] - p->id[kind];
        if (n < 0 || n > GA_KIND_MAX || (n && kind % 3 >= gacha_back_faces[kind / 3]))
            return 0;
    }
    for (int r = 0; r < p->n_rewards; r++)
        if (!gacha_reward_sound(p->reward[r]))
            return 0;
    return 1;
}

/* The ways to pay fit a list of moves: no deck that can be played has more (deck.c). */
static int ways_sound(const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    ir_move out[IR_MOVES_MAX];
    int n = GA_PLACES;
    for (int i = 0; v->seat >= 0 && i < GA_MARKET; i++)
        if (p->market[i])
            n += gacha_ways(p->reward[p->market[i] - 1], gacha_own(v)->count, gacha_jokers(p, v->seat), 0, out);
    return n <= IR_MOVES_MAX;
}

static int turn_sound(const struct gacha_pub *p)
{
    switch (p->phase) {
    case GA_PHASE_DRAW: return p->head.turn == p->mover && gacha_can_draw(p) && !p->need;
    case GA_PHASE_ACT:
    case GA_PHASE_EXTRA: return p->head.turn == p->mover && !p->need;
    case GA_PHASE_OVER: return p->head.turn == IR_OVER && !p->need;
    default: return p->phase < GA_PHASE_OVER && p->head.turn == IR_CHANCE;
    }
}

/* Rewards and tokens in front of the seats that play; the others have nothing. */
static int seats_sound(const struct gacha_pub *p)
{
    uint64_t none = ~(BIT(p->n_rewards) - 1);
    if (p->rewards & none || p->passed >> p->head.seats || p->supply > p->box[0] + p->box[1] + p->box[2])
        return 0;
    for (int i = 0; i < GA_MARKET; i++)
        if (p->market[i] > p->n_rewards)
            return 0;
    for (int seat = 0; seat < IR_SEATS_MAX; seat++) {
        if (p->got[seat] & none || p->half[seat] > p->n_rewards ||
            (p->half[seat] && !(p->got[seat] >> (p->half[seat] - 1) & 1)))
            return 0;
        for (int t = 0; t < GA_TOKENS; t++)
            if (p->taken[seat][t] > GA_TOKENS_MAX || (t < 2 && p->used[seat][t] > p->taken[seat][t]))
                return 0;
        for (int i = 0; i < GA_MARKET; i++)
            if (p->unable[seat][i] > p->n_rewards)
                return 0;
        if (seat >= p->head.seats && (p->got[seat] || p->hand[seat] || !is_none(p->taken[seat], sizeof p->taken[seat])))
            return 0;
    }
    return 1;
}

/* The cards in hands: backs that can be, of shuffles that were, and in the own hand faces that the backs have. */
static int hands_sound(const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    const struct gacha_own *own = gacha_own(v);
    int count[IR_SEATS_MAX] = {0}, figure[GA_FIGURES] = {0};
    if (p->held > GA_CARDS_MAX)
        return 0;
    for (int i = 0; i < p->held; i++) {
        int seat = p->card[i].who >> 5, back = p->card[i].who & 31, can = p->card[i].can;
        if (seat >= p->head.seats || back >= GA_BACKS || p->card[i].gen > p->shuffles || !can || can >> gacha_back_faces[back])
            return 0;
        if (seat == v->seat) {
            int j = gacha_face(own, count[seat]);
            if (!(can >> j & 1))
                return 0;
            figure[gacha_back_figure[back][j]]++;
        }
        count[seat]++;
    }
    for (int seat = 0; seat < p->head.seats; seat++)
        if (count[seat] != p->hand[seat])
            return 0;
    for (int f = 0; own && f < GA_FIGURES; f++)
        if (own->count[f] != figure[f])
            return 0;
    return is_none(p->card + p->held, (size_t)(GA_CARDS_MAX - p->held) * sizeof *p->card);
}

static int piles_sound(const struct gacha_pub *p)
{
    int below = 0, left = 0, discards = 0;
    for (int i = 0; i < GA_PLACES; i++) {
        int top = p->size[i] && !(p->need >> i & 1);
        if (p->size[i] > GA_CARDS_MAX || p->top[i] >= GA_BACKS || p->gen[i] > p->shuffles || (p->need >> i & 1 && !p->size[i]))
            return 0;
        below += p->size[i] - top;
    }
    for (int b = 0; b < GA_BACKS; b++)
        left += p->left[b];
    for (int i = 0; i < p->n_cards; i++) {
        discards += p->where[i] == GA_DISCARDED;
        if (p->where[i] != GA_DISCARDED && p->where[i] > p->shuffles)
            return 0;
    }
    return left == p->undrawn && discards == p->discards && (p->phase < GA_PHASE_TOP || below == p->undrawn);
}

int gacha_sound(const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int seats = p->head.seats;
    if (p->mover >= seats || p->first >= seats || p->triggered_by >= seats || p->trigger > GA_TRIGGER_PILES ||
        p->place >= GA_PLACES || p->slot >= GA_MARKET || p->draws > 2 || p->need >> GA_PLACES || p->shuffles >= GA_DISCARDED)
        return 0;
    return deck_sound(p) && turn_sound(p) && seats_sound(p) && hands_sound(v) && piles_sound(p) && gacha_classes_sound(v) &&
           ways_sound(v);
}

int gacha_value_sound(char type, int value, int seats)
{
    (void)seats;
    return value >= 0 && value < (type == 'b'   ? GA_BACKS
                                  : type == 'f' ? GA_FIGURES
                                  : type == 't' ? GA_TOKENS
                                  : type == 'h' ? GA_HALVES
                                                : GA_TRIGGER_PILES + 1);
}
#endif
