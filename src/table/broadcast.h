/* broadcast.h: the frames of one moment for all who are at a table.
 *
 * What all see is written once, whoever gets it, and what changed since the frame before is found once. There is a class of
 * viewers for each seat and one for spectators: all of a class get the same frame, whole or as a delta.
 *
 *     ir_broadcast_start(b, table, story, now, before);
 *     ir_broadcast_frame(b, seat, ack, delta, j);             for as many viewers as there are
 *     ... b->moment is what they have now, and `before` of the next broadcast: the caller keeps a copy
 */
#ifndef IR_BROADCAST_H
#define IR_BROADCAST_H

#include "delta.h"
#include "irori_table.h"

enum { IR_PARTS_ALL = 3, IR_PARTS = IR_PARTS_ALL + IR_SEATS_MAX + 1 }; /* for all, and for each class of viewers */

/* What a frame told: texts and their outlines, one after the other in `bytes`. */
struct ir_moment {
    int64_t seq; /* 0: no delta builds on this one */
    char *bytes;
    uint32_t used;
    uint8_t playing, has_secret, commit[32]; /* of the table */
    struct ir_moment_part {
        uint32_t at, n; /* its text; the marks follow, one more than n_marks */
        uint16_t n_marks;
        uint8_t written, outlined;
    } part[IR_PARTS];
};

struct ir_broadcast {
    const struct ir_table *table;
    const struct ir_story *story;
    int64_t now;
    const struct ir_moment *before;
    struct ir_moment moment;
    struct ir_text changes[IR_PARTS_ALL], events; /* what is the same for all, once it is written */
    struct ir_outline outline;
    _Alignas(8) char bytes[IR_PARTS * (IR_FRAME_MAX + 1 + sizeof(struct ir_outline))];
    char shared[IR_PARTS_ALL + 1][IR_FRAME_MAX];
};

/* before: what those who get a delta have, or NULL. */
void ir_broadcast_start(struct ir_broadcast *, const struct ir_table *, const struct ir_story *, int64_t now,
                        const struct ir_moment *before);
/* The frame of this seat or of spectators: a delta if one is wanted and possible, else whole. The first frame of a game is
 * whole, and so is one for a class of viewers that did not get the frame before. */
void ir_broadcast_frame(struct ir_broadcast *, int seat, uint64_t ack, int delta, struct ir_json *);

#endif
