/* memory.c: what a seat's plays give away of its hand, as an attentive opponent would remember it. Hands only shrink, so what a
 * seat hardly holds once it hardly holds to the end of the round. No rule asks for it; bots do. */
#include "koikoi.h"

static int rank(uint64_t cards)
{
    if (cards & (KK_SET_BRIGHT | BIT(KK_SAKE)))
        return 4;
    if (cards & (KK_SET_INO_SHIKA_CHO | KK_SET_POETRY | KK_SET_BLUE))
        return 3;
    return cards & (KK_SET_ANIMAL | KK_SET_RIBBON) ? 2 : 1;
}

/* Before `card` is played from the mover's hand: every other month on the field is one it did not take. */
void koikoi_remember(struct koikoi_pub *p, int card)
{
    uint64_t taken = p->field & koikoi_suit(card);
    int got = rank(taken | BIT(card));
    for (uint64_t there, left = p->field & ~koikoi_suit(card); left; left &= ~there) {
        int m = set_first(left) / 4;
        there = left & koikoi_suit(4 * m);
        if (!taken) {
            p->memory.laid[p->mover] |= (uint16_t)BIT(m);
            continue;
        }
        uint32_t grade = rank(there) < got ? KK_TOOK_BETTER : rank(there) == got ? KK_TOOK_AS_GOOD : KK_TOOK_WORSE;
        if (grade > (p->memory.passed[p->mover] >> 2 * m & 3))
            p->memory.passed[p->mover] = (p->memory.passed[p->mover] & ~(3u << 2 * m)) | grade << 2 * m;
    }
}
