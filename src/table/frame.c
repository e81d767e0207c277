/* frame.c: what a seat, or a spectator, is told of a table: one JSON object (docs/protocol.md).
 *
 * All that is in it is public, the view of this seat, or this seat's own part of the events. Secret answers are in none: a
 * frame says only whether the reader's own is in. */
#include "table.h"

static void may(struct ir_json *j, const char *word, int seat) /* seat -1: without one */
{
    char text[24];
    struct ir_text t;
    if (seat < 0) {
        ir_json_str(j, NULL, word);
        return;
    }
    ir_text_start(&t, text, sizeof text);
    ir_text_add(&t, "%s %d", word, seat);
    ir_json_str(j, NULL, text);
}

static void may_gathering(const struct ir_table *t, int seat, struct ir_json *j)
{
    int host = seat >= 0 && t->seat[seat].who == t->host;
    if (seat >= 0)
        may(j, "stand", -1);
    if (seat >= 0 && !t->seat[seat].ready)
        may(j, "ready", -1);
    for (int i = 0; i < t->n_seats; i++) {
        if (seat < 0 && t->seat[i].kind == IR_OPEN)
            may(j, "sit", i);
        if (host && t->seat[i].kind == IR_OPEN)
            may(j, "bot", i);
        if (host && t->seat[i].kind != IR_OPEN && i != seat)
            may(j, "stand", i);
    }
}

static void may_playing(const struct ir_table *t, int seat, int64_t now, struct ir_json *j)
{
    const struct ir_seat *me = &t->seat[seat];
    if (!me->resigned) {
        may(j, "resign", -1);
        may(j, me->away ? "back" : "away", -1);
    }
    if (t->paused)
        may(j, "resume", -1);
    else if (!t->asking)
        may(j, "pause", -1);
    if (!t->paused && !t->asking && t->set[IR_SET_UNDO] && t->can_undo == seat && !table_by_bot(t, seat))
        may(j, "undo", -1);
    for (int i = 0; i < t->n_seats; i++) {
        int64_t from = table_absent(t, i);
        if (i != seat && from && from <= now)
            may(j, "takeover", i);
    }
}

static void may_any(const struct ir_table *t, int seat, int64_t now, struct ir_json *j)
{
    if (t->stage == IR_GATHERING)
        may_gathering(t, seat, j);
    else if (seat >= 0 && t->stage == IR_PLAYING)
        may_playing(t, seat, now, j);
    else if (seat >= 0 && !t->asking && !t->next[0])
        may(j, "rematch", -1);
    if (seat >= 0 && t->asking && table_people(t) >> seat & 1) {
        if (!(t->agreed >> seat & 1))
            may(j, "agree", -1);
        may(j, "decline", -1);
    }
}

static void time_json(struct ir_json *j, const char *key, int64_t time) /* or null */
{
    if (time)
        ir_json_int(j, key, time);
    else
        ir_json_str(j, key, NULL);
}

static void seats_json(const struct ir_table *t, struct ir_json *j)
{
    static const char *const kind[] = {[IR_OPEN] = "open", [IR_PERSON] = "person", [IR_BOT] = "bot"};
    ir_json_list(j, "seats");
    for (int i = 0; i < t->n_seats; i++) {
        const struct ir_seat *s = &t->seat[i];
        ir_json_object(j, NULL);
        ir_json_str(j, "kind", kind[s->kind]);
        if (s->kind != IR_OPEN) {
            ir_json_str(j, "name", s->name);
            ir_json_bool(j, "ready", s->ready);
        }
        if (s->kind == IR_PERSON) {
            ir_json_bool(j, "away", s->away);
            ir_json_bool(j, "resigned", s->resigned);
            if (t->set[IR_SET_CLOCK] && t->stage == IR_PLAYING)
                ir_json_int(j, "left", s->left);
            if (table_absent(t, i))
                ir_json_int(j, "absent", table_absent(t, i));
        }
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

static void bits_json(struct ir_json *j, const char *key, unsigned bits)
{
    ir_json_list(j, key);
    for (int i = 0; bits >> i; i++)
        if (bits >> i & 1)
            ir_json_int(j, NULL, i);
    ir_json_end(j, ']');
}

static void asking_json(const struct ir_table *t, struct ir_json *j)
{
    if (!t->asking) {
        ir_json_str(j, "asking", NULL);
        return;
    }
    ir_json_object(j, "asking");
    ir_json_str(j, "what", t->asking == 'u' ? "undo" : t->asking == 'p' ? "pause" : "rematch");
    ir_json_int(j, "by", t->asked_by);
    bits_json(j, "agreed", t->agreed);
    ir_json_end(j, '}');
}

static void hex_json(struct ir_json *j, const char *key, const uint8_t bytes[32])
{
    char hex[65];
    struct ir_text t;
    ir_text_start(&t, hex, sizeof hex);
    ir_text_hex(&t, bytes, 32);
    ir_json_str(j, key, hex);
}

static void fair_json(const struct ir_table *t, struct ir_json *j)
{
    ir_json_object(j, "fair");
    hex_json(j, "commit", t->commit);
    ir_json_list(j, "salts");
    for (int i = 0; i < t->n_seats; i++)
        ir_json_str(j, NULL, t->seat[i].salt[0] ? t->seat[i].salt : NULL);
    ir_json_end(j, ']');
    if (t->has_secret)
        hex_json(j, "secret", t->secret);
    else
        ir_json_str(j, "secret", NULL);
    ir_json_end(j, '}');
}

static void result_json(const struct ir_table *t, struct ir_json *j)
{
    struct ir_score score;
    if (t->stage != IR_OVER_NOW) {
        ir_json_str(j, "result", NULL);
        return;
    }
    ir_score_resigned(t->game, &t->now, table_resigned(t), &score);
    ir_json_object(j, "result");
    ir_json_list(j, "points");
    for (int i = 0; i < t->n_seats; i++)
        ir_json_int(j, NULL, score.points[i]);
    ir_json_end(j, ']');
    ir_json_list(j, "ranks");
    for (int i = 0; i < t->n_seats; i++)
        ir_json_int(j, NULL, score.rank[i]);
    ir_json_end(j, ']');
    ir_json_list(j, "won");
    for (int i = 0; i < t->n_seats; i++)
        if (score.rank[i] == 0)
            ir_json_int(j, NULL, i);
    ir_json_end(j, ']');
    if (t->ended_by >= 0)
        ir_json_int(j, "resigned", t->ended_by);
    else
        ir_json_str(j, "resigned", NULL);
    ir_json_end(j, '}');
}

/* What all see of the table. */
static void table_all(const struct ir_table *t, struct ir_json *j)
{
    static const char *const stage[] = {[IR_GATHERING] = "gathering", [IR_PLAYING] = "playing", [IR_OVER_NOW] = "over"};
    unsigned asked = table_question(t);
    ir_json_str(j, "id", t->id);
    if (!j->changes) { /* these stay as they are while a game is played */
        char settings[256];
        struct ir_text text;
        ir_text_start(&text, settings, sizeof settings);
        ir_settings_print(t->set, &text);
        ir_json_str(j, "stage", stage[t->stage]);
        ir_json_str(j, "settings", settings);
        fair_json(t, j);
        result_json(t, j);
        ir_json_str(j, "next", t->next[0] ? t->next : NULL);
    }
    ir_json_int(j, "since", t->since);
    time_json(j, "wake", table_wake(t));
    size_t part = ir_json_part(j);
    ir_json_bool(j, "paused", t->paused);
    asking_json(t, j);
    ir_json_part_end(j, part);
    part = ir_json_part(j);
    seats_json(t, j);
    ir_json_part_end(j, part);
    if (asked)
        bits_json(j, "asked", asked);
}

static void table_own(const struct ir_table *t, int seat, int64_t now, int still, struct ir_json *j)
{
    if (seat >= 0) {
        ir_json_int(j, "you", seat);
        ir_json_bool(j, "host", t->seat[seat].who == t->host);
        if (table_question(t) >> seat & 1)
            ir_json_bool(j, "answered", t->seat[seat].answer != IR_NO_MOVE);
    }
    ir_json_list(j, "may");
    if (!still)
        may_any(t, seat, now, j);
    ir_json_end(j, ']');
}

/* 1: all see the same of them. */
static int events_json(const struct ir_table *t, const struct ir_story *story, int seat, struct ir_json *j)
{
    int see = 0;
    ir_json_list(j, "events");
    for (int i = 0; story && i < story->n; i++) {
        struct ir_event e;
        ir_event_see(&story->e[i], seat, &e);
        ir_event_json(t->game, &e, j);
        see |= story->e[i].see;
    }
    ir_json_end(j, ']');
    return !see;
}

/* Was the frame before this one told, and is it enough to say what changed? While a game is played, nobody sits down or stands
 * up. */
static int told_is_last(struct ir_told *told, const struct ir_table *t)
{
    int last = told->seq && told->seq == t->seq - 1;
    told->seq = t->stage == IR_PLAYING && t->game->own ? t->seq : 0;
    return last && told->seq;
}

void frame_write(const struct ir_table *t, int seat, const struct ir_story *story, uint64_t ack, int64_t now, int still,
                 struct ir_shared *shared, struct ir_json *j)
{
    struct ir_shared alone = {0}, *s = shared ? shared : &alone;
    struct ir_view v;
    int asked = !still && seat >= 0 && t->stage == IR_PLAYING && !t->paused && !table_by_bot(t, seat) &&
                ir_asked(t->game, t->now.b) >> seat & 1 && t->seat[seat].answer == IR_NO_MOVE;
    if (!s->table && s->told)
        s->changes = told_is_last(s->told, t);
    j->changes = s->changes;
    ir_json_object(j, NULL);
    ir_json_str(j, "type", "frame");
    ir_json_int(j, "seq", t->seq);
    if (s->changes)
        ir_json_int(j, "after", t->seq - 1);
    if (ack)
        ir_json_int(j, "ack", (int64_t)ack);
    ir_json_int(j, "now", now);
    ir_json_object(j, "table");
    size_t from = j->text.len;
    if (s->table) {
        ir_json_raw(j, NULL, s->table, s->n_table);
    } else {
        j->told = s->told;
        table_all(t, j);
        j->told = NULL;
        s->table = j->text.out + from;
        s->n_table = j->text.len - from;
    }
    table_own(t, seat, now, still, j);
    ir_json_end(j, '}');
    from = j->text.len;
    if (s->events) {
        ir_json_raw(j, NULL, s->events, s->n_events);
    } else if (events_json(t, story, seat, j)) {
        s->events = j->text.out + from + 1; /* after the comma */
        s->n_events = j->text.len - from - 1;
    }
    ir_view(t->game, &t->now, seat, &v);
    ir_json_object(j, "view");
    from = j->text.len;
    if (s->view) {
        ir_json_raw(j, NULL, s->view, s->n_view);
    } else {
        j->told = s->told;
        ir_describe_all(t->game, &v, t->options, j);
        j->told = NULL;
        s->view = j->text.out + from;
        s->n_view = j->text.len - from;
    }
    ir_describe_own(t->game, &v, asked, j);
    ir_json_end(j, '}');
    ir_json_end(j, '}');
}

void ir_table_frame(const struct ir_table *t, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                    struct ir_shared *shared, struct ir_json *j)
{
    frame_write(t, seat, story, ack, now, 0, shared, j);
}
