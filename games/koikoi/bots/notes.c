/* notes.c: what a seat's plays reveal about its hand, as an attentive opponent would note it. Hands only shrink, so a month
 * that a seat probably lacks it lacks to the end of the round. */
#include "notes.h"

/* How good a card is to take; each with all that are better. */
#define BEST (HF_SET_BRIGHT | BIT(HF_SAKE))
#define GOOD (BEST | HF_SET_INO_SHIKA_CHO | HF_SET_POETRY | HF_SET_BLUE)
#define FAIR (GOOD | HF_SET_ANIMAL | HF_SET_RIBBON)

/* Bit 0 of the four bits of each month that has a card in the set. */
static uint64_t months(uint64_t set)
{
    set |= set >> 1;
    set |= set >> 2;
    return set & 0x111111111111u;
}

/* A card was played on this field and took these cards, or could have taken them: the bits of every other month on it, which
 * the seat passed up. */
static uint64_t passed_up(uint64_t field, uint64_t taken, int card)
{
    static const uint64_t from[] = {HF_ALL, FAIR, GOOD, BEST, 0};
    uint64_t got = taken | BIT(card), others = field & ~(taken | hanafuda_suit(card));
    int rank = !!(got & FAIR) + !!(got & GOOD) + !!(got & BEST); /* of what was got: cards at least as good are from[rank] */
    if (!taken)
        return months(others) * LAID;
    return months(others) * TOOK | months(others & from[rank]) * TOOK_NO_BETTER | months(others & from[rank + 1]) * TOOK_WORSE;
}

void koikoi_note(struct ir_notes *notes, const void *before, const void *after)
{
    const struct koikoi_pub *a = koikoi_pub(before), *b = koikoi_pub(after);
    uint64_t card = b->played[a->mover] & ~a->played[a->mover], taken = a->field & ~b->field;
    if (card) {
        uint64_t suit = a->field & hanafuda_suit(set_first(card));
        taken |= taken & suit ? suit : 0;
        ((struct koikoi_notes *)(void *)notes->b)->passed[a->mover] |= passed_up(a->field, taken, set_first(card));
    } else if (b->phase == KK_PHASE_DEAL && !b->dealt) { /* a new deal */
        memset(notes, 0, sizeof *notes);
    }
}
