/* plant.c: planted bugs that the simulation must find. The linker wraps the hub's calls to the library with these. */
#include "sim.h"

int plant_now;

void __real_ir_broadcast_frame(struct ir_broadcast *, int seat, uint64_t ack, int delta, struct ir_json *);
void __wrap_ir_broadcast_frame(struct ir_broadcast *, int seat, uint64_t ack, int delta, struct ir_json *);
void __wrap_ir_broadcast_frame(struct ir_broadcast *b, int seat, uint64_t ack, int delta, struct ir_json *j)
{
    __real_ir_broadcast_frame(b, seat, ack, delta, j);
    const struct ir_table *t = b->table;
    uint64_t tells = 0;
    if (t->stage != IR_PLAYING)
        return;
    if (plant_now == PLANT_LEAK_STATE || plant_now == PLANT_LEAK_SIZE)
        tells = ir_hash(t->game, &t->now);
    for (int i = 0; plant_now == PLANT_LEAK_ANSWER && i < IR_SEATS_MAX; i++)
        tells |= (uint64_t)(t->seat[i].answer != IR_NO_MOVE) << i;
    j->text.len -= plant_now == PLANT_LEAK_STATE || plant_now == PLANT_LEAK_ANSWER;
    if (plant_now == PLANT_LEAK_STATE || plant_now == PLANT_LEAK_ANSWER) {
        ir_text_put(&j->text, ",\"peek\":");
        ir_text_int(&j->text, (int64_t)(tells & 0xff));
        ir_text_put(&j->text, "}");
    }
    if (plant_now == PLANT_LEAK_SIZE)
        ir_text_put_n(&j->text, "        ", tells & 7);
}

/* The table, or, for the bug that bots play on when no person is left, one at which somebody still is. */
static const struct ir_table *somebody(const struct ir_table *t, struct ir_table *other, int *seat)
{
    *seat = -1;
    for (int i = 0; i < t->n_seats && plant_now == PLANT_PLAYED_OUT; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].resigned) {
            if (!t->seat[i].away)
                return t;
            if (*seat < 0 || ir_turn(&t->now) == *seat)
                *seat = i;
        }
    if (*seat < 0)
        return t;
    *other = *t;
    other->seat[*seat].away = 0;
    return other;
}

void __real_ir_table_wish(const struct ir_table *, int64_t now, struct ir_wish *);
void __wrap_ir_table_wish(const struct ir_table *, int64_t now, struct ir_wish *);
void __wrap_ir_table_wish(const struct ir_table *t, int64_t now, struct ir_wish *w)
{
    static struct ir_table other;
    int seat;
    __real_ir_table_wish(somebody(t, &other, &seat), now, w);
}

int __real_ir_table_do(const struct ir_table *, const struct ir_command *, const uint8_t secret[32], int64_t now,
                       struct ir_done *, char why[IR_WHY_MAX]);
int __wrap_ir_table_do(const struct ir_table *, const struct ir_command *, const uint8_t secret[32], int64_t now,
                       struct ir_done *, char why[IR_WHY_MAX]);
int __wrap_ir_table_do(const struct ir_table *t, const struct ir_command *c, const uint8_t secret[32], int64_t now,
                       struct ir_done *done, char why[IR_WHY_MAX])
{
    static struct ir_table other;
    int seat = -1, error = __real_ir_table_do(c->who ? t : somebody(t, &other, &seat), c, secret, now, done, why);
    if (seat >= 0)
        done->after.seat[seat].away = 1;
    if (plant_now == PLANT_AFTER && !error && t->stage == IR_PLAYING && done->seq % 16 == 7)
        done->after.now = t->now; /* the game stands still */
    return error;
}

void __real_ir_story_json(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *);
void __wrap_ir_story_json(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *);
void __wrap_ir_story_json(const struct ir_table *t, const struct ir_story *story, int seat, struct ir_json *j)
{
    __real_ir_story_json(t, story, plant_now == PLANT_LEAK_STORY ? (seat + 1) % t->n_seats : seat, j);
}
