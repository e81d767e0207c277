/* broadcast.c: makes whole frames and deltas from the same parts.
 *
 * A part (table.h) depends only on the number of the frame and the class of the viewer. So all viewers of a class who have
 * frame n have the same parts, even if they have just joined, and one delta is right for all of them. Its length depends only
 * on what the viewer has seen. Members that depend on the time or on the viewer's answer are in every delta. */
#include "broadcast.h"

#include "table.h"

void ir_broadcast_start(struct ir_broadcast *b, const struct ir_table *t, const struct ir_story *story, int64_t now,
                        const struct ir_moment *before)
{
    b->table = t;
    b->story = story;
    b->now = now;
    b->before = before && before->seq && before->seq == t->seq - 1 ? before : NULL;
    /* before the game starts, viewers change their class: they sit down and stand up */
    b->moment = (struct ir_moment){.seq = t->stage == IR_GATHERING ? 0 : t->seq, .bytes = b->bytes};
    b->moment.playing = t->stage == IR_PLAYING;
    b->moment.has_secret = t->has_secret;
    memcpy(b->moment.commit, t->commit, sizeof t->commit);
    for (uint32_t i = 0; b->before && i < before->used; i += 64) /* loaded while the new parts are written */
        __builtin_prefetch(before->bytes + i);
    b->events.out = NULL;
    for (int i = 0; i < IR_PARTS_ALL; i++)
        b->changes[i].out = NULL;
}

static size_t even(size_t n)
{
    return n + (n & 1);
}

static struct ir_members members(const struct ir_moment *m, int part)
{
    const struct ir_moment_part *p = &m->part[part];
    const char *text = m->bytes + p->at;
    return (struct ir_members){text, p->n, (const struct ir_mark *)(const void *)(text + even(p->n)), p->n_marks};
}

static size_t part_size(const struct ir_moment_part *p)
{
    return even(p->n) + sizeof(struct ir_mark) * (p->n_marks + 1u);
}

/* During a game only a new commitment changes the fixed part. */
static int same_fixed(const struct ir_moment *a, const struct ir_moment *b)
{
    return a->playing && b->playing && a->has_secret == b->has_secret && !memcmp(a->commit, b->commit, sizeof a->commit) &&
           a->part[FRAME_FIXED].outlined;
}

static struct ir_members part_of(struct ir_broadcast *b, int part)
{
    struct ir_moment *m = &b->moment;
    struct ir_moment_part *p = &m->part[part];
    const struct ir_moment *before = b->before;
    char *at = b->bytes + m->used;
    struct ir_json j;
    if (p->written)
        return members(m, part);
    if (part == FRAME_FIXED && before && same_fixed(before, m)) {
        *p = before->part[part];
        memcpy(at, before->bytes + p->at, part_size(p));
    } else {
        ir_json_start(&j, at, IR_FRAME_MAX - 1);
        ir_json_outline(&j, &b->outline);
        frame_part(b->table, part, &j);
        ir_json_outline_end(&j);
        *p = (struct ir_moment_part){0, (uint32_t)j.text.len, (uint16_t)b->outline.n, 1, !b->outline.full && !j.text.cut};
        memcpy(at + even(p->n), b->outline.mark, part_size(p) - even(p->n));
    }
    p->at = m->used;
    m->used += (uint32_t)part_size(p);
    return members(m, part);
}

/* Does everyone of this class have the previous part, and do both parts have outlines? */
static int comparable(struct ir_broadcast *b, int part)
{
    part_of(b, part);
    return b->before->part[part].outlined && b->moment.part[part].outlined;
}

static void part_write(struct ir_broadcast *b, int part, struct ir_json *j)
{
    struct ir_members now = part_of(b, part);
    ir_json_raw(j, NULL, now.text, now.n);
}

static void delta_write(struct ir_broadcast *b, int part, struct ir_json *j)
{
    struct ir_members before = members(b->before, part), now = part_of(b, part);
    ir_delta(&before, &now, j);
}

/* The delta of a part that all see. */
static void delta_write_shared(struct ir_broadcast *b, int part, struct ir_json *j)
{
    struct ir_text *t = &b->changes[part];
    if (!t->out) {
        struct ir_json once;
        ir_json_start(&once, b->shared[part], IR_FRAME_MAX);
        delta_write(b, part, &once);
        *t = once.text;
    }
    ir_json_raw(j, NULL, t->out, t->len);
}

static void events_write(struct ir_broadcast *b, int seat, struct ir_json *j)
{
    if (b->events.out) {
        ir_json_raw(j, NULL, b->events.out, b->events.len);
        return;
    }
    struct ir_json once;
    ir_json_start(&once, b->shared[IR_PARTS_ALL], IR_FRAME_MAX);
    int all = story_write(b->table, b->story, seat, &once);
    ir_json_raw(j, NULL, once.text.out, once.text.len);
    if (all)
        b->events = once.text;
}

static void whole_write(struct ir_broadcast *b, int seat, uint64_t ack, struct ir_json *j)
{
    frame_head(b->table, "frame", ack, b->now, j);
    ir_json_object(j, "table");
    part_write(b, FRAME_FIXED, j);
    part_write(b, FRAME_TABLE, j);
    frame_you(b->table, seat, b->now, FRAME_WHOLE, j);
    ir_json_end(j, '}');
    events_write(b, seat, j);
    ir_json_object(j, "view");
    part_write(b, FRAME_VIEW, j);
    part_write(b, FRAME_OWN + seat, j);
    frame_legal(b->table, seat, FRAME_WHOLE, j);
    ir_json_end(j, '}');
}

static void changes_write(struct ir_broadcast *b, int seat, uint64_t ack, struct ir_json *j)
{
    frame_head(b->table, "delta", ack, b->now, j);
    ir_json_str(j, "table", b->table->id);
    ir_json_int(j, "after", b->before->seq);
    events_write(b, seat, j);
    ir_json_object(j, "changes");
    ir_json_object(j, "table");
    delta_write_shared(b, FRAME_FIXED, j);
    delta_write_shared(b, FRAME_TABLE, j);
    frame_you(b->table, seat, b->now, FRAME_DELTA, j);
    ir_json_end(j, '}');
    ir_json_object(j, "view");
    delta_write_shared(b, FRAME_VIEW, j);
    delta_write(b, FRAME_OWN + seat, j);
    frame_legal(b->table, seat, FRAME_DELTA, j);
    ir_json_end(j, '}');
    ir_json_end(j, '}');
}

void ir_broadcast_frame(struct ir_broadcast *b, int seat, uint64_t ack, int delta, struct ir_json *j)
{
    int can = delta && b->before && comparable(b, FRAME_OWN + seat);
    for (int part = 0; can && part < IR_PARTS_ALL; part++)
        can = comparable(b, part);
    ir_json_object(j, NULL);
    if (can)
        changes_write(b, seat, ack, j);
    else
        whole_write(b, seat, ack, j);
    ir_json_end(j, '}');
}
