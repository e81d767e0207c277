/* replay.c: a step of a replay as a frame: the record is laid out as the table it was played at, and told as any table is. */
#include "table.h"

/* Nothing runs and nothing is asked for: whoever looks at it has all the time of the world. */
static const char settings[] = "reaction=0,absent=0,undo=off,hints=off";

static void seat_lay(const struct ir_record *r, int seat, int resigned, struct ir_seat *s)
{
    const char *name = r->name[seat];
    int bot = strncmp(name, "bot:", 4) == 0;
    struct ir_text t;
    s->kind = bot ? IR_BOT : IR_PERSON;
    s->ready = 1;
    s->resigned = (uint8_t)resigned;
    s->answer = IR_NO_MOVE;
    memcpy(s->salt, r->salt[seat], sizeof s->salt);
    ir_text_start(&t, s->name, sizeof s->name);
    ir_text_put(&t, bot ? name + 4 : name);
}

/* The commitment in force here, or the first one. */
static void fair_lay(const struct ir_replay *r, struct ir_table *t)
{
    const struct ir_segment *s = r->segment;
    if (!r->segments)
        return;
    while (s + 1 < r->segment + r->segments && s[1].row < r->at)
        s++;
    t->has_secret = s->revealed;
    memcpy(t->commit, s->commit, 32);
    memcpy(t->secret, s->secret, 32);
}

static void table_lay(const struct ir_replay *r, uint32_t step, struct ir_table *t)
{
    char why[IR_WHY_MAX];
    struct ir_text text;
    unsigned resigned = ir_replay_resigned(r);
    memset(t, 0, sizeof *t);
    t->game = r->record.game;
    t->n_seats = (uint8_t)ir_seats(&r->state);
    t->host = UINT64_MAX; /* nobody here */
    t->stage = ir_replay_over(r) ? IR_OVER_NOW : IR_PLAYING;
    t->can_undo = -1;
    t->ended_by = (int8_t)(t->stage == IR_OVER_NOW && ir_turn(&r->state) != IR_OVER ? r->resign[r->resigns - 1].seat : -1);
    t->seq = step;
    t->now = r->state;
    ir_text_start(&text, t->id, sizeof t->id);
    ir_text_put(&text, r->record.match);
    ir_text_start(&text, t->options, sizeof t->options);
    ir_options_print(t->game, ir_options(&r->state), &text);
    int error = ir_settings_parse(settings, t->set, why);
    ir_assert(error == IR_OK);
    for (int i = 0; i < t->n_seats; i++)
        seat_lay(&r->record, i, resigned >> i & 1, &t->seat[i]);
    fair_lay(r, t);
}

void ir_replay_frame(struct ir_replay *r, uint32_t step, int seat, struct ir_json *j)
{
    struct ir_story story;
    struct ir_table t;
    ir_replay_step(r, step, &story);
    table_lay(r, step, &t);
    frame_write(&t, seat, &story, 0, 0, 1, NULL, j);
}
