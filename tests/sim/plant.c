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

int __real_ir_table_do(const struct ir_table *, const struct ir_command *, const uint8_t secret[32], int64_t now,
                       struct ir_done *, char why[IR_WHY_MAX]);
int __wrap_ir_table_do(const struct ir_table *, const struct ir_command *, const uint8_t secret[32], int64_t now,
                       struct ir_done *, char why[IR_WHY_MAX]);
int __wrap_ir_table_do(const struct ir_table *t, const struct ir_command *c, const uint8_t secret[32], int64_t now,
                       struct ir_done *done, char why[IR_WHY_MAX])
{
    int error = __real_ir_table_do(t, c, secret, now, done, why);
    if (plant_now == PLANT_AFTER && !error && t->stage == IR_PLAYING && done->seq % 16 == 7)
        done->after.now = t->now; /* the game stands still */
    return error;
}
