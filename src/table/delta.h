/* delta.h: what changed from one JSON text to the next (docs/protocol.md, "Deltas").
 *
 * A delta of an object has a member for each of its members that changed: a list of one, the new value; an empty list if the
 * member is gone; or an object, the delta of an object or of a list of the same length, whose items have their numbers as
 * names. What is not named is as it was. So nothing is ambiguous, whatever values and names a game writes. */
#ifndef IR_DELTA_H
#define IR_DELTA_H

#include "core/core.h"

/* The members of an object, without its brackets, and their outline. */
struct ir_members {
    const char *text;
    size_t n;
    const struct ir_mark *mark;
    unsigned n_marks; /* without the last one, behind the text */
};
/* Writes the members of the delta into the object that is open in j. Nothing is written where nothing changed. */
void ir_delta(const struct ir_members *before, const struct ir_members *now, struct ir_json *);

#endif
