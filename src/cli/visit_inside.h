/* visit_inside.h: what the files of a visit share: visit.c takes in what the server says, visit_choices.c has what the player
 * can do, visit_words.c says it all. */
#ifndef IR_CLI_VISIT_INSIDE_H
#define IR_CLI_VISIT_INSIDE_H

#include "visit.h"

/* ---- what a frame has ---- */

static inline const char *text_in(json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}
static inline int64_t int_in(json_t *o, const char *key, int64_t none)
{
    json_t *n = json_object_get(o, key);
    return json_is_integer(n) ? json_integer_value(n) : none;
}
static inline int64_t time_in(json_t *o, const char *key) /* milliseconds; 0 for what is no time: sums do not overflow */
{
    int64_t t = int_in(o, key, 0);
    return t > 0 && t < (int64_t)1 << 53 ? t : 0;
}
static inline int true_in(json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}
static inline json_t *seat_of(const struct visit *v, int seat)
{
    return json_array_get(json_object_get(v->table, "seats"), (size_t)seat);
}
static inline int at_stage(const struct visit *v, const char *stage)
{
    return strcmp(visit_stage(v), stage) == 0;
}

/* ---- visit_choices.c ---- */

void choices_clear(struct visit *);
void choices_make(struct visit *); /* of the moves and of what the table allows */

/* ---- visit_words.c ---- */

const char *name_of(const struct visit *, int64_t seat); /* "You", or a name; "": nobody */
const char *act_said(const struct visit *, json_t *act); /* something people did around the game; "": not told */
const char *refusal_said(const char *error, const char *why);

#endif
