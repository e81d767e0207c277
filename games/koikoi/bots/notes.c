/* notes.c: what a seat's plays reveal about its hand, as an attentive opponent would note it. Hands only shrink, so a month
 * that a seat probably lacks it lacks to the end of the round. */
#include "notes.h"

static int rank(uint64_t cards)
{
    if (cards & (HF_SET_BRIGHT | BIT(HF_SAKE)))
        return 4;
    if (cards & (HF_SET_INO_SHIKA_CHO | HF_SET_POETRY | HF_SET_BLUE))
        return 3;
    return cards & (HF_SET_ANIMAL | HF_SET_RIBBON) ? 2 : 1;
}

/* A card was played: the seat passed up every other month on the field. */
static void note_play(struct koikoi_notes *n, int seat, uint64_t field, int card)
{
    uint64_t taken = field & hanafuda_suit(card);
    int got = rank(taken | BIT(card));
    for (uint64_t there, left = field & ~hanafuda_suit(card); left; left &= ~there) {
        int m = set_first(left) / 4;
        there = left & hanafuda_suit(4 * m);
        if (!taken) {
            n->laid[seat] |= (uint16_t)BIT(m);
            continue;
        }
        uint32_t grade = rank(there) < got ? TOOK_BETTER : rank(there) == got ? TOOK_AS_GOOD : TOOK_WORSE;
        if (grade > (n->passed[seat] >> 2 * m & 3))
            n->passed[seat] = (n->passed[seat] & ~(3u << 2 * m)) | grade << 2 * m;
    }
}

void koikoi_note(struct ir_notes *notes, const void *before, const void *after)
{
    const struct koikoi_pub *a = koikoi_pub(before), *b = koikoi_pub(after);
    uint64_t card = b->played[a->mover] & ~a->played[a->mover];
    if (card)
        note_play((struct koikoi_notes *)(void *)notes->b, a->mover, a->field, set_first(card));
    else if (b->phase == KK_PHASE_DEAL && !b->dealt) /* a new deal */
        memset(notes, 0, sizeof *notes);
}
