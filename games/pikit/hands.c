/* hands.c: cards into and out of PiKiT hands, with what everybody learns by it (PK8.1, PK8.2).
 *
 * Invariant: known[seat] is never more than the hand, and kaiju[seat] is the hand's size. */
#include "pikit.h"

void pikit_gain(struct ir_state *s, int seat, int number, int count)
{
    struct pikit_pub *p = pikit_pub_of(s);
    uint8_t *hand = pikit_own_of(s)[seat].hand;
    hand[number] = (uint8_t)(hand[number] + count);
    p->known[seat][number] = (uint8_t)(p->known[seat][number] + count);
    p->kaiju[seat] = (uint8_t)(p->kaiju[seat] + count);
}

void pikit_gain_secretly(struct ir_state *s, int seat, int number)
{
    pikit_own_of(s)[seat].hand[number]++;
    pikit_pub_of(s)->kaiju[seat]++;
}

/* The known card goes first; the head comment of pikit.h says why. */
void pikit_lose(struct ir_state *s, int seat, int number)
{
    struct pikit_pub *p = pikit_pub_of(s);
    uint8_t *hand = pikit_own_of(s)[seat].hand;
    ir_assert(hand[number] > 0);
    hand[number]--;
    p->kaiju[seat]--;
    p->known[seat][number] = (uint8_t)(p->known[seat][number] - (p->known[seat][number] > 0));
}

/* One multiplication makes the prefix sums of the counts; the result is how many of them are not above k (as in set_nth). It is
 * a hot path: random play draws more cards than it makes moves. */
int pikit_pick(const uint8_t count[PK_COUNTS], uint32_t k)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t low, high = 0;
    uint32_t more;
    memcpy(&low, count, 8);
    low *= ones; /* byte n: cards of the numbers 0 ... n; all sums are below 128 */
    uint32_t in_low = (uint32_t)(low >> 56);
    if (k < in_low)
        return (int)((((((k * ones) | tops) - low) & tops) >> 7) * ones >> 56);
    memcpy(&more, count + 8, 4);
    high = more * ones;
    k -= in_low;
    return 8 + (int)((((((k * ones) | tops) - high) & tops) >> 7) * ones >> 56);
}
_Static_assert(PK_CARDS_MAX < 128 && PK_COUNTS == 12, "pikit_pick sums in seven bits, eight numbers and four");
