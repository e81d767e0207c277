/* replay.c: makes a table from a record: to write a step of it as a frame, or to go on with the game. */
#include "table.h"

/* In a replay no clock runs, and nothing can be proposed. */
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

/* The commitment of the current segment, or the first one. */
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
    frame_write(&t, seat, &story, 0, 0, FRAME_STILL, j);
}

/* May the last row of a record be taken back? As at a table: if a person made it, it is not a secret answer, and no outcome
 * followed. */
static int undo_seat(const struct ir_replay *r, const struct ir_table *t)
{
    int actor = r->rows ? r->row[r->rows - 1].actor : IR_CHANCE;
    if (actor < 0 || t->seat[actor].kind != IR_PERSON || (r->resigns && r->resign[r->resigns - 1].row == r->rows))
        return -1;
    return t->game->asked && t->game->asked(t->before.b) ? -1 : actor;
}

/* Goes through the record, to get the notes of the bots and the position before the last move. */
static void past_lay(struct ir_replay *r, struct ir_table *t)
{
    for (ir_replay_seek(r, 0); r->at < r->rows;) {
        t->before = r->state;
        t->notes_before = t->notes;
        ir_replay_next(r, NULL);
        ir_note(t->game, &t->notes, &t->before, &r->state);
    }
    t->can_undo = (int8_t)undo_seat(r, t);
    if (t->can_undo < 0) {
        memset(&t->before, 0, sizeof t->before);
        memset(&t->notes_before, 0, sizeof t->notes_before);
    }
}

int ir_table_from_record(struct ir_table *t, struct ir_replay *r, const char *how, const uint8_t commit[32],
                         char why[IR_WHY_MAX])
{
    struct ir_text text;
    ir_replay_seek(r, r->rows);
    table_lay(r, 0, t);
    ir_why_start(&text, why);
    if (t->stage == IR_OVER_NOW) {
        ir_text_put(&text, "this game is over");
        return IR_E_STAGE;
    }
    int error = ir_settings_parse(how, t->set, why);
    if (error)
        return error;
    t->stage = IR_GATHERING;
    t->deck = r->record.deck;
    t->rows = r->rows;
    t->chances = r->record.chances;
    t->has_secret = 0;
    memset(t->secret, 0, sizeof t->secret);
    memcpy(t->commit, commit, 32);
    for (int i = 0; i < t->n_seats; i++)
        t->seat[i].who = t->seat[i].kind == IR_PERSON ? (uint64_t)i + 1 : 0;
    for (int i = t->n_seats; i < IR_SEATS_MAX; i++)
        t->seat[i].answer = IR_NO_MOVE;
    past_lay(r, t);
    return IR_OK;
}
