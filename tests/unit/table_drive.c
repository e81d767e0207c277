/* table_drive.c: see table_drive.h. */
#include "table_drive.h"

#include <jansson.h>

void drive_open(struct drive *d, const struct ir_game *g, int seats, const char *options, const char *settings, uint64_t seed)
{
    uint8_t commit[32];
    struct ir_rng rng;
    memset(d, 0, sizeof *d);
    ir_rng_seed(&rng, seed);
    for (int i = 0; i < 32; i++)
        d->secret[i] = (uint8_t)ir_rng_next(&rng);
    ir_commit(commit, d->secret);
    d->now = 1789000000000;
    if (ir_table_open(&d->t, g, "k3v9q2m8x4", seats, options, NULL, settings, ANNA, commit, d->why))
        fail_msg("%s", d->why);
    d->twin = d->t;
}

void drive_close(struct drive *d)
{
    for (size_t i = 0; i < d->n; i++)
        free(d->log[i]);
    d->n = 0;
}

int drive_try(struct drive *d, uint64_t who, const char *text)
{
    struct ir_command c = {.who = who, .id = ++d->id, .seq = d->t.seq, .text = text};
    struct ir_table before = d->t;
    static struct ir_story story;
    memset(d->why, 1, sizeof d->why);
    memset(&d->done, 0xa5, sizeof d->done);
    int error = ir_table_do(&d->t, &c, d->secret, d->now, &d->done, d->why);
    assert_memory_equal(&before, &d->t, sizeof before); /* do changes nothing */
    assert_non_null(memchr(d->why, 0, sizeof d->why));
    if (error) {
        assert_true(error < 0 && strlen(d->why) > 10); /* a sentence */
        assert_string_equal(d->done.row, "");
        assert_int_equal(d->done.story.n, 0);
        return error;
    }
    assert_int_equal(d->done.seq, before.seq + 1);
    assert_int_equal(d->done.sub, before.sub);
    assert_memory_equal(&d->twin, &before, sizeof before);
    int closed = ir_table_fold(&d->twin, d->done.row, d->done.seq, d->done.sub, who, who ? d->id : 0, d->now, &story, d->why);
    if (closed < 0)
        fail_msg("'%s' made the row '%s', but: %s", text, d->done.row, d->why);
    assert_int_equal(d->done.closed, closed);
    assert_int_equal(d->done.after.seq, closed ? before.seq + 1 : before.seq);
    assert_memory_equal(&d->done.after, &d->twin, sizeof d->twin); /* and so the same as the row folded */
    assert_int_equal(d->done.story.n, story.n);
    assert_memory_equal(d->done.story.e, story.e, (size_t)story.n * sizeof *story.e);
    assert_int_equal(d->done.story.n_acts, story.n_acts);
    assert_memory_equal(d->done.story.act, story.act, (size_t)story.n_acts * sizeof *story.act);
    d->t = d->done.after;
    assert_true(d->n < ROWS_MAX);
    d->log[d->n++] = strdup(d->done.row);
    return closed;
}

void drive_do(struct drive *d, uint64_t who, const char *format, ...)
{
    char text[256];
    va_list a;
    va_start(a, format);
    vsnprintf(text, sizeof text, format, a);
    va_end(a);
    if (drive_try(d, who, text) < 0)
        fail_msg("'%s': %s", text, d->why);
}

void drive_refused(struct drive *d, int error, uint64_t who, const char *format, ...)
{
    char text[256];
    va_list a;
    va_start(a, format);
    vsnprintf(text, sizeof text, format, a);
    va_end(a);
    int got = drive_try(d, who, text);
    if (got != error)
        fail_msg("'%s' gives %d (%s), not %d", text, got, got < 0 ? d->why : d->done.row, error);
}

uint64_t drive_person(int seat)
{
    static const uint64_t who[IR_SEATS_MAX] = {ANNA, BEN, CLEO, DORA, EVA, FINN};
    return who[seat];
}

void drive_start(struct drive *d, int people)
{
    static const char *const name[IR_SEATS_MAX] = {"Anna", "Ben", "Cleo", "Dora", "Eva", "Finn"};
    for (int i = 0; i < d->t.n_seats; i++)
        if (i < people)
            drive_do(d, drive_person(i), "sit %d %s", i, name[i]);
        else
            drive_do(d, ANNA, "bot %d random", i);
    for (int i = 0; i < people; i++)
        drive_do(d, drive_person(i), "ready %032d", i + 1);
    assert_int_equal(d->t.stage, IR_PLAYING);
}

const char *drive_legal(struct drive *d, int seat, struct ir_rng *rng)
{
    static char text[IR_TEXT_MAX];
    struct ir_view v;
    struct ir_text t;
    ir_move legal[IR_MOVES_MAX];
    ir_table_view(&d->t, seat, &v, NULL);
    assert_int_equal(((const struct ir_head *)(const void *)v.b)->turn, seat);
    int n = d->t.game->legal(&v, legal);
    ir_text_start(&t, text, sizeof text);
    d->t.game->move_print(legal[ir_rng_below(rng, (uint32_t)n)], &t);
    return text;
}

int drive_step(struct drive *d, struct ir_rng *rng)
{
    struct ir_wish wish;
    if (d->t.stage == IR_OVER_NOW)
        return 0;
    unsigned asked = ir_asked(d->t.game, d->t.now.b);
    ir_table_wish(&d->t, d->now, &wish);
    for (int seat = 0; seat < d->t.n_seats; seat++) {
        if (!(asked >> seat & 1) || d->t.seat[seat].answer != IR_NO_MOVE)
            continue;
        assert_int_equal(wish.think >> seat & 1, ir_table_bot(&d->t, seat) != NULL);
        if (wish.think >> seat & 1)
            drive_do(d, 0, "play %d %s", seat, drive_legal(d, seat, rng));
        else
            drive_do(d, d->t.seat[seat].who, "move %s", drive_legal(d, seat, rng));
        return 1;
    }
    assert_true(wish.wake > 0); /* all have answered, and the question waits for its time */
    d->now = wish.wake;
    drive_do(d, 0, "time");
    return 1;
}

static const char *strictly(struct ir_json *j, const char *out)
{
    assert_false(j->text.cut);
    assert_int_equal(j->depth, 0);
    json_error_t error;
    json_t *json = json_loads(out, JSON_REJECT_DUPLICATES, &error); /* strict: whole UTF-8, no key twice */
    if (!json)
        fail_msg("%s in %s", error.text, out);
    json_decref(json);
    return out;
}

const char *drive_frame(struct drive *d, int seat, char out[IR_FRAME_MAX])
{
    struct ir_json j;
    ir_json_start(&j, out, IR_FRAME_MAX);
    ir_table_frame(&d->t, seat, &d->done.story, 0, d->now, &j);
    return strictly(&j, out);
}

const char *drive_block(struct drive *d, int seat, char out[IR_FRAME_MAX])
{
    struct ir_json j;
    ir_json_start(&j, out, IR_FRAME_MAX);
    ir_table_block(&d->t, seat, &d->done.story, 0, d->now, &j);
    return strictly(&j, out);
}
