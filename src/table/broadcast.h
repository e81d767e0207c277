/* broadcast.h: the frames of one row for all viewers of a table.
 *
 * Each seat is a class of viewers, and the spectators are one. All of a class get the same frame, whole or as a delta. What all
 * classes see is written once, and compared with the previous frame once.
 *
 *     ir_broadcast_start(b, table, story, now, before);
 *     ir_broadcast_frame(b, seat, ack, delta, j);             for each viewer
 *     ... keep a copy of b->moment: it is `before` of the next broadcast
 */
#ifndef IR_BROADCAST_H
#define IR_BROADCAST_H

#include "delta.h"
#include "irori_table.h"

enum { IR_PARTS_ALL = 3, IR_PARTS = IR_PARTS_ALL + IR_SEATS_MAX + 1 }; /* for all, and for each class of viewers */

/* The parts of a frame, as texts with their outlines, one after the other in `bytes`. */
struct ir_moment {
    int64_t seq; /* 0: the next frame is whole */
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
    struct ir_text changes[IR_PARTS_ALL], events; /* for all viewers; out is NULL before it is written */
    struct ir_outline outline;
    _Alignas(8) char bytes[IR_PARTS * (IR_FRAME_MAX + 1 + sizeof(struct ir_outline))];
    char shared[IR_PARTS_ALL + 1][IR_FRAME_MAX];
};

/* before: the previous frame of those who get deltas, or NULL. */
void ir_broadcast_start(struct ir_broadcast *, const struct ir_table *, const struct ir_story *, int64_t now,
                        const struct ir_moment *before);
/* Writes the frame of a seat or of spectators: as a delta if `delta` is set and it is possible, else whole. The first frame of
 * a game is whole, and so is one for a class that did not get the previous frame. */
void ir_broadcast_frame(struct ir_broadcast *, int seat, uint64_t ack, int delta, struct ir_json *);

#endif
