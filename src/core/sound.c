/* sound.c: views and events that came from a stranger's server. What passes here can be shown, listed and explained without
 * harm, whatever the stranger wrote. Law L8 says that every true view and event passes; tests/fuzz/fuzz_view.c looks for others
 * that pass and do harm. */
#include "core.h"

int ir_view_sound(const struct ir_game *g, const struct ir_view *v, int seats)
{
    struct ir_state s;
    struct ir_view again;
    int turn = ir_view_turn(v);
    if (ir_view_seats(v) != seats || seats < g->min_seats || seats > g->max_seats || turn < IR_OVER || turn >= seats ||
        turn == IR_SPECTATOR || v->seat < IR_SPECTATOR || v->seat >= seats || !ir_options_sound(g, ir_view_options(v)))
        return 0;
    memcpy(s.b, v->b, sizeof s.b);
    ir_look(g, &s, v->seat, &again); /* nothing in the zones of others */
    return memcmp(again.b, v->b, ir_state_size(g)) == 0 && g->sound(v);
}

enum { NUMBER_MAX = 1000000000 }; /* one more or less does not overflow */

static int number_sound(const struct ir_game *g, const char *field, int n, int seats)
{
    const char *type = field ? strchr(field, ':') : NULL;
    if (!type)
        return n == 0;
    if (type[1] == 'n')
        return n >= -NUMBER_MAX && n <= NUMBER_MAX;
    return type[1] == 's' ? n >= 0 && n < seats : g->value_sound && g->value_sound(type[1], n, seats);
}

int ir_event_sound(const struct ir_game *g, const struct ir_event *e, int seats)
{
    if (e->kind >= g->n_event_kinds || e->seat < -1 || e->seat >= seats)
        return 0;
    const struct ir_event_kind *kind = &g->event_kind[e->kind];
    for (int i = 0; i < 3; i++)
        if (!number_sound(g, kind->pub[i], e->pub[i], seats) || (e->see && !number_sound(g, kind->prv[i], e->prv[i], seats)))
            return 0;
    return 1;
}
