/* notes.h: the notes of the Koi-Koi bots: which months each seat passed up this round. */
#ifndef IR_KOIKOI_NOTES_H
#define IR_KOIKOI_NOTES_H

#include "games/koikoi/koikoi.h"

/* What a seat did while a month lay on the field that it passed up: it took other cards, none better, worse ones; or it laid a
 * card without a capture. Worse ones are no better ones, so the strongest evidence is all bits together. */
enum { TOOK = 1, TOOK_NO_BETTER = 2, TOOK_WORSE = 4, LAID = 8 };

struct koikoi_notes {
    uint64_t passed[2]; /* by seat: four bits for each month, in the place of its four cards */
};
_Static_assert(sizeof(struct koikoi_notes) <= sizeof(struct ir_notes), "fits");

static inline const struct koikoi_notes *koikoi_notes(const struct ir_notes *n)
{
    return (const struct koikoi_notes *)(const void *)n->b;
}
static inline unsigned koikoi_passed(const struct koikoi_notes *n, int seat, int month)
{
    return (unsigned)(n->passed[seat] >> 4 * month) & 15;
}
void koikoi_note(struct ir_notes *, const void *before, const void *after); /* brain.note */

#endif
