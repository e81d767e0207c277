/* delta.h: the difference between two JSON texts (docs/protocol.md, "Deltas").
 *
 * The delta of an object has a member for each member that changed: [value] is its new value; [] means that it is gone; an
 * object is the delta of an object or of a list. Items of a list are named by their numbers; or, if the list has another length
 * now, {"splice":[i,n,...]} says that n items at i were replaced by those that follow. What is not named has not changed. So a
 * delta has only one meaning, whatever names and values a game writes. */
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
/* Writes the members of the delta into the object that is open in j. */
void ir_delta(const struct ir_members *before, const struct ir_members *now, struct ir_json *);

#endif
