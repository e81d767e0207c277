/* replay.c: a whole record in memory, in which one can go anywhere (include/irori.h).
 *
 * The caller's memory holds, in this order: the state after every IR_REPLAY_EVERY-th row, the commitments, the steps, the rows.
 * How many of each there can be is counted in the text beforehand: a line that looks like a row takes a place, whether the
 * reader accepts it or not. */
#include "core.h"
#include "record.h"

int ir_record_line(const char **at, const char **line, size_t *n)
{
    if (!**at)
        return 0;
    *line = *at;
    *n = strcspn(*at, "\n");
    *at += *n + ((*at)[*n] == '\n');
    if (*n && (*line)[*n - 1] == '\r')
        --*n;
    if (*n != 1 || **line != '\f')
        return 1;
    *at = *line; /* and stays here */
    return 0;
}

const char *ir_record_deck(const char *text)
{
    const char *line;
    size_t n;
    while (ir_record_line(&text, &line, &n))
        continue;
    if (!*text)
        return NULL;
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* Where things are in the memory. */
struct plan {
    size_t segment, step, row, size;
};

static struct plan plan_make(const char *text)
{
    const char *line;
    size_t n, rows = 0, segments = 0;
    while (ir_record_line(&text, &line, &n)) {
        rows += n && (line[0] == '*' || (line[0] >= '0' && line[0] <= '9'));
        segments += n >= 6 && memcmp(line, "commit", 6) == 0;
    }
    struct plan p;
    p.segment = (rows / IR_REPLAY_EVERY + 1) * IR_STATE_MAX;
    p.step = p.segment + segments * sizeof(struct ir_segment);
    p.row = p.step + (rows + 1) * sizeof(uint32_t);
    p.size = p.row + rows * sizeof(struct ir_row);
    return p;
}

size_t ir_replay_size(const char *text)
{
    return plan_make(text).size;
}

static uint8_t *save_of(const struct ir_replay *r, uint32_t row)
{
    return r->saved + row / IR_REPLAY_EVERY * ir_state_size(r->record.game);
}

static void state_save(struct ir_replay *r)
{
    if (r->record.game && r->rows % IR_REPLAY_EVERY == 0)
        memcpy(save_of(r, r->rows), r->record.state.b, ir_state_size(r->record.game));
}

int ir_replay_open(struct ir_replay *r, const struct ir_game *const *games, const char *text, const char *deck, void *memory,
                   size_t size, char why[IR_WHY_MAX])
{
    struct plan p = plan_make(text);
    uint8_t *at = memory;
    ir_assert(size >= p.size);
    struct ir_segment *segment = (struct ir_segment *)(void *)(at + p.segment);
    uint32_t *step = (uint32_t *)(void *)(at + p.step);
    struct ir_row *row = (struct ir_row *)(void *)(at + p.row);
    memset(r, 0, sizeof *r);
    r->saved = at;
    r->segment = segment;
    r->step = step;
    r->row = row;
    step[0] = 0;
    ir_record_reader(&r->record, games, deck);
    const char *line;
    size_t n;
    while (ir_record_line(&text, &line, &n)) {
        unsigned resigned = r->record.resigned;
        struct ir_row next;
        if (!r->rows)
            state_save(r); /* the header sets it up, and no line tells that it is the header's last */
        int kind = ir_record_read(&r->record, line, n, &next, NULL, why);
        if (kind < 0)
            return kind;
        switch (kind) {
        case IR_LINE_ROW:
            r->steps += r->rows == 0 || next.actor != IR_CHANCE;
            row[r->rows++] = next;
            step[r->steps] = r->rows;
            state_save(r);
            break;
        case IR_LINE_COMMIT:
            segment[r->segments] = (struct ir_segment){.row = r->rows};
            memcpy(segment[r->segments++].commit, r->record.commit, 32);
            break;
        case IR_LINE_SECRET: /* the reader has seen that it is the one committed to */
            segment[r->segments - 1].revealed = 1;
            memcpy(segment[r->segments - 1].secret, r->record.secret, 32);
            break;
        case IR_LINE_RESIGN:
            r->resign[r->resigns].row = r->rows;
            r->resign[r->resigns++].seat = set_first(r->record.resigned & ~resigned);
            break;
        default: break;
        }
    }
    int error = ir_record_close(&r->record, why);
    if (error)
        return error;
    r->at = r->rows;
    r->state = r->record.state;
    ir_replay_seek(r, 0);
    return IR_OK;
}

void ir_replay_next(struct ir_replay *r, struct ir_events *events)
{
    ir_assert(r->at < r->rows);
    if (events)
        events->n = 0;
    r->record.game->apply(&r->state, r->row[r->at++].move, events);
}

void ir_replay_seek(struct ir_replay *r, uint32_t row)
{
    uint32_t saved = row - row % IR_REPLAY_EVERY;
    ir_assert(row <= r->rows);
    if (r->at > row || r->at < saved) {
        memcpy(r->state.b, save_of(r, saved), ir_state_size(r->record.game));
        r->at = saved;
    }
    while (r->at < row)
        ir_replay_next(r, NULL);
}

void ir_replay_step(struct ir_replay *r, uint32_t step, struct ir_story *story)
{
    ir_assert(step <= r->steps);
    if (!story) {
        ir_replay_seek(r, r->step[step]);
        return;
    }
    story->n = story->n_acts = 0;
    ir_replay_seek(r, r->step[step ? step - 1 : 0]);
    while (r->at < r->step[step]) {
        struct ir_events told;
        ir_replay_next(r, &told);
        for (int i = 0; i < told.n && story->n < IR_STORY_MAX; i++)
            story->e[story->n++] = told.e[i];
    }
}

void ir_replay_view(const struct ir_replay *r, int seat, struct ir_view *v)
{
    ir_look(r->record.game, &r->state, seat, v);
}

unsigned ir_replay_resigned(const struct ir_replay *r)
{
    unsigned resigned = 0;
    for (int i = 0; i < r->resigns && r->resign[i].row <= r->at; i++)
        resigned |= 1u << r->resign[i].seat;
    return resigned;
}

int ir_replay_over(const struct ir_replay *r)
{
    return ir_turn(&r->state) == IR_OVER || set_count(ir_replay_resigned(r)) + 1 == ir_seats(&r->state);
}
