/* hub_story.c: the story of a game so far, for those who come late or have lost it. Nothing of it is kept: the rows are loaded
 * once more and folded beside the room, and each event is written as the one who asks may see it, by the same code as in
 * frames. All who ask at a table while that goes on get their answers from one fold. */
#include "hub_inside.h"

enum { STORY_BYTES = IR_FRAME_MAX - 512, STORY_ROOM = 2 * IR_FRAME_MAX };
enum { SLOTS = 2 * (IR_SEATS_MAX + 1) }; /* spectators and seats, each described and as numbers */

static int slot_of(const struct viewer *s)
{
    return 2 * (ir_table_seat(&s->room->table, s->conn->who) + 1) + s->conn->blocks;
}

/* What one seat is told: frames, each followed by a newline. The oldest go when there is no room. */
struct tale {
    size_t n;
    int cut; /* some are gone */
    char text[STORY_ROOM];
};

static void tale_shorten(struct tale *t, size_t most)
{
    if (t->n <= most)
        return;
    const char *from = memchr(t->text + t->n - most - 1, '\n', most + 1); /* ends what begins before there */
    size_t gone = from ? (size_t)(from - t->text) + 1 : t->n;
    t->n -= gone;
    memmove(t->text, t->text + gone, t->n);
    t->cut = 1;
}

static void tale_add(struct tale *t, const struct ir_table *table, const struct ir_story *story, int slot)
{
    struct ir_json j;
    tale_shorten(t, STORY_BYTES);
    ir_json_start(&j, t->text + t->n, STORY_ROOM - t->n - 1);
    (slot & 1 ? ir_story_block : ir_story_json)(table, story, slot / 2 - 1, &j);
    if (j.text.cut) { /* more than a frame holds */
        t->cut = 1;
        return;
    }
    t->n += j.text.len;
    t->text[t->n++] = '\n';
}

static void tale_send(struct hub *h, struct viewer *s, struct tale *t, int64_t seq)
{
    struct ir_json j;
    size_t n = t->n ? t->n - 1 : 0;
    for (char *at = t->text; (at = memchr(at, '\n', (size_t)(t->text + n - at)));)
        *at = ',';
    say_start(h, &j, "story");
    ir_json_str(&j, "table", s->room->id);
    if (s->story)
        ir_json_int(&j, "id", (int64_t)s->story);
    ir_json_int(&j, "seq", seq);
    ir_json_bool(&j, "whole", !t->cut);
    ir_json_list(&j, "frames");
    ir_text_put_n(&j.text, t->text, n);
    ir_json_end(&j, ']');
    ir_assert(!j.text.cut);
    say_send(h, s->conn->link.key, &j);
}

/* Folds the rows and fills the tales that somebody waits for. How far it came; -1: a row does not fold. */
static int64_t rows_write(struct hub *h, const struct room *r, const struct query *a, struct tale *tale[SLOTS])
{
    struct ir_table *t = alloc_zero(sizeof *t);
    int64_t seq = table_read(t, &a->r.match, r->deck, h->why) == IR_OK ? 0 : -1;
    for (int i = 0; seq >= 0 && i < a->r.n && a->r.rows[i].seq <= r->table.seq; i++) {
        const struct store_row *row = &a->r.rows[i];
        int closed = ir_table_fold(t, row->text, row->seq, row->sub, row->who, row->id, row->time, &h->story, h->why);
        seq = closed < 0 ? -1 : t->seq;
        for (int slot = 0; closed > 0 && (h->story.n || h->story.n_acts) && slot < SLOTS; slot++)
            if (tale[slot])
                tale_add(tale[slot], t, &h->story, slot);
    }
    free(t);
    return seq;
}

static void after_story(struct hub *h, struct query *a)
{
    struct room *r = a->room;
    struct tale *tale[SLOTS] = {0};
    r->queries--;
    r->story_loading = 0;
    for (const struct viewer *s = r->viewers; s; s = s->next) {
        int slot = slot_of(s);
        if (s->wants_story && !tale[slot]) {
            tale[slot] = alloc_raw(sizeof **tale);
            tale[slot]->n = 0;
            tale[slot]->cut = 0;
        }
    }
    int64_t seq = a->r.status == STORE_OK && r->phase == ROOM_READY ? rows_write(h, r, a, tale) : -1;
    for (int slot = 0; slot < SLOTS; slot++) {
        if (tale[slot])
            tale_shorten(tale[slot], STORY_BYTES);
        for (struct viewer *s = r->viewers; tale[slot] && s; s = s->next) {
            if (!s->wants_story || slot_of(s) != slot)
                continue;
            s->wants_story = 0;
            if (seq >= 0)
                tale_send(h, s, tale[slot], seq);
            else
                say_refused(h, s->conn->link.key, r->id, s->story, "store",
                            "The database does not answer. Ask again in a moment.");
        }
        free(tale[slot]);
    }
    room_go(h, r);
}

void story_send(struct hub *h, struct viewer *s, uint64_t id)
{
    struct room *r = s->room;
    if (!s->started) {
        say_refused(h, s->conn->link.key, r->id, id, "stage", "Wait for the first frame of this table.");
        return;
    }
    s->wants_story = 1;
    s->story = id;
    if (r->story_loading)
        return;
    struct query *a = query_new(h, STORE_MATCH_LOAD, after_story, 0);
    memcpy(a->r.match.id, r->id, sizeof r->id);
    a->r.from_seq = 0;
    a->room = r;
    r->story_loading = 1;
    r->queries++;
    query_send(h, a);
}
