/* notes.h: the notes of the Koi-Koi bots: which months each seat passed up this round. */
#ifndef IR_KOIKOI_NOTES_H
#define IR_KOIKOI_NOTES_H

#include "games/koikoi/koikoi.h"

/* What a seat took when it passed up a month; the strongest evidence counts. */
enum { TOOK_BETTER = 1, TOOK_AS_GOOD, TOOK_WORSE };

struct koikoi_notes {
    uint32_t passed[2]; /* by seat: what it took while a month lay on the field, two bits for each month */
    uint16_t laid[2];   /* by seat: months (bits) on the field when it laid a card without a capture */
};
_Static_assert(sizeof(struct koikoi_notes) <= sizeof(struct ir_notes), "fits");

static inline const struct koikoi_notes *koikoi_notes(const struct ir_notes *n)
{
    return (const struct koikoi_notes *)(const void *)n->b;
}
void koikoi_note(struct ir_notes *, const void *before, const void *after); /* brain.note */

#endif
