/* knowledge.c: what can be known of PiKiT hands (PK8.3), sampled worlds that fit it, and the check that no card is lost.
 *
 * The only cards that come unseen are those drawn with a 5. Of the cards nobody else saw come, a viewer knows the own ones;
 * all the others, in hands and in the deck, are one heap of which every arrangement is equally likely:
 * - a card drawn with a 5 was any of the deck's, which was any of the heap;
 * - a card of a number its owner was not known to hold, played or stolen, leaves the heap, and leaves the rest of it as it
 *   was: with physical cards, seeing this one says nothing about where the others are;
 * - a card of a number its owner was known to hold is one of the known ones, and no card of the heap moves;
 * - passing, declining and choosing are decisions: what they tell is for bots to guess, not for the rules to say.
 * One piece of evidence is ignored: a random theft may show a number that the victim is known to hold, while the victim has
 * unknown cards too. This theft is a little likelier in worlds with more of that number among the unknown cards. To weigh it
 * exactly, every such theft would have to be stored with the age of each unknown card. It happens once in thirty games of two
 * greedy bots and shifts the odds of one card. The weights are computed as if the known card had been picked. */
#include "pikit.h"

int pikit_mechas(const struct pikit_pub *p, int seat)
{
    int n = 0;
    for (int d = 0; d < PK_MECHAS; d++)
        n += p->mecha[d] == seat;
    return n;
}

int pikit_unknown(const struct pikit_pub *p, int seat)
{
    int n = p->kaiju[seat];
    for (int i = 1; i <= PK_NUMBERS; i++)
        n -= p->known[seat][i];
    return n;
}

int pikit_unseen(const struct pikit_pub *p, uint8_t out[PK_COUNTS])
{
    int all = 0;
    out[0] = 0;
    for (int i = 1; i <= PK_NUMBERS; i++) {
        int n = p->cards[i] - p->market[i] - p->discard[i];
        for (int seat = 0; seat < PK_SEATS; seat++)
            n -= p->known[seat][i];
        out[i] = (uint8_t)n;
        all += n;
    }
    return all;
}

int pikit_certain(const struct pikit_pub *p, int seat, int number)
{
    uint8_t unseen[PK_COUNTS];
    int others = pikit_unseen(p, unseen) - unseen[number], sure = pikit_unknown(p, seat) - others;
    return p->known[seat][number] + (sure > 0 ? sure : 0);
}

void pikit_imagine(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    memcpy(s->b, v->b, ir_state_size(&pikit_game));
    uint8_t *heap = pikit_hid_of(s)->deck;
    int left = pikit_unseen(p, heap);
    for (int i = 1; v->seat >= 0 && i <= PK_NUMBERS; i++) {
        int own = pikit_hand(v->b, v->seat)[i] - p->known[v->seat][i];
        heap[i] = (uint8_t)(heap[i] - own);
        left -= own;
    }
    for (int seat = 0; seat < p->head.seats; seat++) {
        if (seat == v->seat)
            continue;
        uint8_t *hand = pikit_own_of(s)[seat].hand;
        memcpy(hand, p->known[seat], PK_COUNTS);
        for (int n = pikit_unknown(p, seat); n > 0; n--) {
            int card = pikit_pick(heap, ir_rng_below(r, (uint32_t)left--));
            heap[card]--;
            hand[card]++;
        }
    }
}

static const char *check_hands(const struct ir_state *s)
{
    const struct pikit_pub *p = pikit_pub(s->b);
    for (int seat = 0; seat < PK_SEATS; seat++) {
        const uint8_t *hand = pikit_hand(s->b, seat);
        int size = 0;
        for (int i = 0; i <= PK_NUMBERS; i++) {
            size += hand[i];
            if (p->known[seat][i] > hand[i])
                return "a hand lacks a card it is known to hold";
            if (p->phase == PK_PHASE_OVER && p->known[seat][i] != hand[i])
                return "a hand is not laid open at the end";
        }
        if (size != p->kaiju[seat])
            return "the size of a hand is wrong";
        if (seat >= p->head.seats && (size || p->wound[seat]))
            return "a seat that does not play has a card or a wound";
    }
    return NULL;
}

const char *pikit_check(const struct ir_state *s) /* L7 */
{
    const struct pikit_pub *p = pikit_pub(s->b);
    const uint8_t *deck = pikit_deck(s);
    int deck_n = 0, market_n = 0;
    for (int i = 0; i <= PK_NUMBERS; i++) {
        int n = deck[i] + p->market[i] + p->discard[i];
        for (int seat = 0; seat < PK_SEATS; seat++)
            n += pikit_hand(s->b, seat)[i];
        if (n != p->cards[i])
            return n < p->cards[i] ? "a kaiju card is lost" : "a kaiju card is in two places";
        deck_n += deck[i];
        market_n += p->market[i];
    }
    if (deck_n != p->deck || market_n != p->market_n)
        return "the size of the deck or the market is wrong";
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] != PK_TABLE && p->mecha[d] >= p->head.seats)
            return "a mecha is with a seat that does not play";
    int wounds = 0;
    for (int seat = 0; seat < PK_SEATS; seat++)
        wounds += p->wound[seat];
    if (wounds != p->discard[3])
        return "wounds and discarded 3s are not as many"; /* a 3 leaves a hand by theft only */
    for (int i = 0; i < p->chain_n; i++)
        if (!p->discard[p->chain[i] & 15])
            return "a card of the chain is not on the discard pile";
    return check_hands(s);
}
