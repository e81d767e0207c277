/* observe.c: what a seat knows, as numbers and as a line of text. The numbers of a game are in its folder
 * (games/NAME/observe.c). */
#include "irori_batch.h"
#include "core/core.h"
#include "games_list.h"

#define DECLARE(name) extern const struct ir_observer name##_observer;
GAMES_WITH_OBSERVE(DECLARE)

static const struct ir_observer *observer(const struct ir_game *g)
{
#define ADDRESS(name) &name##_observer,
    static const struct ir_observer *const all[] = {GAMES_WITH_OBSERVE(ADDRESS) NULL};
    for (const struct ir_observer *const *o = all; *o; o++)
        if ((*o)->game == g)
            return *o;
    return NULL;
}

const struct ir_field *ir_observation_fields(const struct ir_game *g, struct ir_field spare[2])
{
    const struct ir_observer *o = observer(g);
    if (o)
        return o->field;
    spare[0] = (struct ir_field){"view", (uint16_t)(g->zone.pub + g->zone.seat),
                                 IR_HELP("The bytes of the public zone, then those of the own zone.")};
    spare[1] = (struct ir_field){NULL, 0, NULL};
    return spare;
}

int ir_observation_size(const struct ir_game *g)
{
    struct ir_field spare[2];
    int size = 0;
    for (const struct ir_field *f = ir_observation_fields(g, spare); f->name; f++)
        size += f->size;
    ir_assert(size <= IR_OBSERVATION_MAX);
    return size;
}

int ir_observation_rev(const struct ir_game *g)
{
    const struct ir_observer *o = observer(g);
    return o ? o->rev : 0;
}

void ir_observe(const struct ir_game *g, const struct ir_view *v, float *out)
{
    const struct ir_observer *o = observer(g);
    ir_assert(v->seat >= 0);
    if (o) {
        o->observe(v, out);
        return;
    }
    const uint8_t *own = v->b + g->zone.pub + (size_t)g->zone.seat * (size_t)v->seat;
    for (int i = 0; i < g->zone.pub; i++)
        *out++ = v->b[i];
    for (int i = 0; i < g->zone.seat; i++)
        *out++ = own[i];
}

uint64_t ir_view_hash(const struct ir_game *g, const struct ir_view *v)
{
    struct ir_state s;
    memcpy(s.b, v->b, ir_state_size(g));
    return (ir_hash(g, &s) ^ (uint64_t)(v->seat + 2)) * 0x9e3779b97f4a7c15u;
}

void ir_information(const struct ir_game *g, const struct ir_view *v, struct ir_text *t)
{
    struct ir_json j;
    ir_text_add(t, "%s %d.%d ", g->name, g->rules_rev, ir_observation_rev(g));
    ir_json_start(&j, t->out + t->len, t->size - t->len);
    ir_describe(g, v, &j);
    t->len += j.text.len;
    t->cut |= j.text.cut;
    ir_text_put(t, " ");
    ir_text_hex64(t, ir_view_hash(g, v));
}
