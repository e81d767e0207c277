/* frame.c: writes a frame: what a seat, or a spectator, may know of a table, as one JSON object (docs/protocol.md).
 *
 * A frame contains public facts, the view of this seat, and this seat's part of the events. It never contains a secret answer;
 * it only says whether the viewer has given one. */
#include "table.h"
#include "core/record.h"

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
    int host = seat >= 0 && t->seat[seat].who == t->host, taken = 0;
    for (int i = 0; i < t->n_seats; i++)
        taken += t->seat[i].kind != IR_OPEN;
    if (seat >= 0)
        may(j, "stand", -1);
    if (host && taken < t->n_seats && taken >= t->game->min_seats)
        may(j, "close", -1);
    if (seat >= 0 && !t->seat[seat].ready)
        may(j, "ready", -1);
    for (int i = 0; i < t->n_seats; i++) {
        if (seat < 0 && t->seat[i].kind == IR_OPEN && !t->locked && !table_evening(t))
            may(j, "sit", i);
        if (host && t->seat[i].kind == IR_OPEN)
            may(j, "bot", i);
        if (host && t->seat[i].kind != IR_OPEN && i != seat)
            may(j, "stand", i);
        if (host && t->seat[i].kind == IR_PERSON && i != seat)
            may(j, "host", i);
    }
    if (host)
        may(j, t->locked ? "unlock" : "lock", -1);
}

static void may_playing(const struct ir_table *t, int seat, int64_t now, struct ir_json *j)
{
    const struct ir_seat *me = &t->seat[seat];
    if (!me->resigned) {
        may(j, "resign", -1);
        if (me->away)
            may(j, "back", -1);
        else if (table_people(t) & ~(1u << seat)) /* the last one who plays can pause */
            may(j, "away", -1);
    }
    if (t->paused == IR_PAUSED || (t->paused && !me->resigned))
        may(j, "resume", -1);
    else if (!t->paused && !t->asking)
        may(j, "pause", -1);
    if (!t->paused && !t->asking && !table_by_bot(t, seat) && table_missed(t) & ~(1u << seat))
        may(j, "end", -1);
    if (!t->paused && !t->asking && t->set[IR_SET_UNDO] && t->can_undo == seat && !table_by_bot(t, seat))
        may(j, "undo", -1);
    if (table_slow(t) && !table_by_bot(t, seat) && !me->late && (me->holiday > now || slow_days(t, seat, now)))
        may(j, "holiday", slow_days(t, seat, now)); /* so many days are left */
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
    else if (seat >= 0 && !t->asking && !t->next[0] && !table_evening(t))
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
            if (s->late)
                ir_json_bool(j, "late", 1);
            if (table_slow(t) && s->holiday)
                ir_json_int(j, "holiday", s->holiday);
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
    ir_json_str(j, "what", story_word(t->asking));
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
        if (score.rank[i] == 0 && !table_called_off(t))
            ir_json_int(j, NULL, i);
    ir_json_end(j, ']');
    if (t->ended_by >= 0)
        ir_json_int(j, "resigned", t->ended_by);
    else
        ir_json_str(j, "resigned", NULL);
    ir_json_end(j, '}');
}

static void fixed_json(const struct ir_table *t, struct ir_json *j)
{
    static const char *const stage[] = {[IR_GATHERING] = "gathering", [IR_PLAYING] = "playing", [IR_OVER_NOW] = "over"};
    char settings[256];
    struct ir_text text;
    ir_text_start(&text, settings, sizeof settings);
    ir_settings_print(t->set, &text);
    ir_json_str(j, "id", t->id);
    ir_json_str(j, "stage", stage[t->stage]);
    ir_json_str(j, "settings", settings);
    if (table_evening(t))
        ir_json_str(j, "evening", t->evening);
    fair_json(t, j);
    result_json(t, j);
    ir_json_str(j, "next", t->next[0] ? t->next : NULL);
}

static void table_json(const struct ir_table *t, struct ir_json *j)
{
    unsigned asked = table_question(t);
    ir_json_int(j, "since", t->since);
    time_json(j, "wake", table_wake(t));
    if (table_slow(t))
        time_json(j, "due", table_wake(t));
    ir_json_bool(j, "paused", t->paused);
    ir_json_bool(j, "deserted", t->paused == IR_DESERTED);
    if (t->locked && t->stage == IR_GATHERING)
        ir_json_bool(j, "locked", 1);
    asking_json(t, j);
    seats_json(t, j);
    if (asked)
        bits_json(j, "asked", asked);
}

void frame_part(const struct ir_table *t, int part, struct ir_json *j)
{
    struct ir_view v;
    if (part == FRAME_FIXED) {
        fixed_json(t, j);
    } else if (part == FRAME_TABLE) {
        table_json(t, j);
    } else if (part == FRAME_VIEW) {
        ir_describe_all(t->game, t->now.b, t->options, j);
    } else {
        ir_look(t->game, &t->now, part - FRAME_OWN, &v);
        ir_describe_own(t->game, &v, j);
    }
}

void frame_head(const struct ir_table *t, const char *type, uint64_t ack, int64_t now, struct ir_json *j)
{
    ir_json_str(j, "type", type);
    ir_json_int(j, "seq", t->seq);
    if (ack)
        ir_json_int(j, "ack", (int64_t)ack);
    ir_json_int(j, "now", now);
}

/* In a delta, such a member is a list: of its value, or empty if the frame has no such member now. */
static const char *member(struct ir_json *j, const char *key, int delta)
{
    if (!delta)
        return key;
    ir_json_list(j, key);
    return NULL;
}

static void member_end(struct ir_json *j, int delta)
{
    if (delta)
        ir_json_end(j, ']');
}

/* Who sits where, for those who sit here, too: they may befriend, mute or report each other. Whoever only watches learns names.
 */
static void people_json(const struct ir_table *t, struct ir_json *j)
{
    char who[17];
    struct ir_text text;
    ir_json_list(j, "people");
    for (int i = 0; i < t->n_seats; i++) {
        ir_text_start(&text, who, sizeof who);
        ir_text_hex64(&text, t->seat[i].who);
        ir_json_str(j, NULL, t->seat[i].kind == IR_PERSON && t->seat[i].who ? who : NULL);
    }
    ir_json_end(j, ']');
}

void frame_you(const struct ir_table *t, int seat, int64_t now, enum frame_kind kind, struct ir_json *j)
{
    int delta = kind == FRAME_DELTA;
    if (seat >= 0 && !delta) { /* they do not change during a game */
        ir_json_int(j, "you", seat);
        ir_json_bool(j, "host", t->seat[seat].who == t->host);
        if (kind == FRAME_WHOLE)
            people_json(t, j);
    }
    if (seat >= 0 && t->game->asked) {
        const char *key = member(j, "answered", delta);
        if (table_question(t) >> seat & 1)
            ir_json_bool(j, key, t->seat[seat].answer != IR_NO_MOVE);
        member_end(j, delta);
    }
    ir_json_list(j, member(j, "may", delta));
    if (kind != FRAME_STILL)
        may_any(t, seat, now, j);
    ir_json_end(j, ']');
    member_end(j, delta);
}

int frame_asks(const struct ir_table *t, int seat)
{
    return t->stage == IR_PLAYING && !t->paused && !table_by_bot(t, seat) && ir_asked(t->game, t->now.b) >> seat & 1 &&
           t->seat[seat].answer == IR_NO_MOVE;
}

void frame_legal(const struct ir_table *t, int seat, enum frame_kind kind, struct ir_json *j)
{
    struct ir_view v;
    if (seat < 0 || kind == FRAME_STILL)
        return;
    const char *key = member(j, "legal", kind == FRAME_DELTA);
    if (frame_asks(t, seat)) {
        ir_look(t->game, &t->now, seat, &v);
        ir_describe_legal(t->game, &v, key, j);
    }
    member_end(j, kind == FRAME_DELTA);
}

void frame_write(const struct ir_table *t, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                 enum frame_kind kind, struct ir_json *j)
{
    ir_json_object(j, NULL);
    frame_head(t, "frame", ack, now, j);
    ir_json_object(j, "table");
    frame_part(t, FRAME_FIXED, j);
    frame_part(t, FRAME_TABLE, j);
    frame_you(t, seat, now, kind, j);
    ir_json_end(j, '}');
    story_write(t, story, seat, j);
    ir_json_object(j, "view");
    frame_part(t, FRAME_VIEW, j);
    frame_part(t, FRAME_OWN + seat, j);
    frame_legal(t, seat, kind, j);
    ir_json_end(j, '}');
    ir_json_end(j, '}');
}

void ir_table_frame(const struct ir_table *t, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                    struct ir_json *j)
{
    frame_write(t, seat, story, ack, now, FRAME_WHOLE, j);
}
