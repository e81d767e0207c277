/* hub_room.c: a room: who is there, its table loaded and kept up with other nodes, and each frame broadcast to all of them.
 *
 * What people and the keeper do to the table is in hub_command.c. The room's table does not change while a load or an append is
 * under way. */
#include "hub_inside.h"

#include "table/table.h"

enum { LOAD_AGAIN_MS = 1000 };

int id_looks_right(const char *id)
{
    size_t n = strlen(id);
    return n > 0 && n < IR_ID_MAX && strspn(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == n;
}

/* The owner of the server lists the programs. A name from a client is looked up in the list, never run as a command. */
int exec_allowed(const struct hub *h, const char *bot)
{
    if (strncmp(bot, "exec:", 5) != 0)
        return 1;
    bot += 5;
    for (const char *p = h->limit.exec_bots; *bot && p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (strcspn(p, ",") == strlen(bot) && !strncmp(p, bot, strlen(bot)))
            return 1;
    return 0;
}

struct room *room_find(struct hub *h, const char *id)
{
    struct room *r = (struct room *)map_find(&h->rooms, key_of(h, id));
    return r && !strcmp(r->id, id) ? r : NULL;
}

struct room *room_get(struct hub *h, const char *id)
{
    struct room *r = room_find(h, id);
    if (r)
        return r;
    if (h->rooms.n >= (size_t)h->limit.rooms && h->oldest)
        room_drop(h, h->oldest);
    if (h->rooms.n >= (size_t)h->limit.rooms || map_find(&h->rooms, key_of(h, id)))
        return NULL;
    r = alloc_zero(sizeof *r);
    memcpy(r->id, id, strlen(id) + 1);
    r->behind = 1;
    r->heap = -1;
    map_put(&h->rooms, &r->link, key_of(h, id));
    return r;
}

void room_unlist(struct hub *h, struct room *r)
{
    if (!r->idle_since)
        return;
    *(r->newer ? &r->newer->older : &h->newest) = r->older;
    *(r->older ? &r->older->newer : &h->oldest) = r->newer;
    r->newer = r->older = NULL;
    r->idle_since = 0;
}

int room_used(const struct room *r)
{
    return r->viewers || r->kept || r->timer[TIMER_PUSH];
}

void room_list(struct hub *h, struct room *r)
{
    if (r->idle_since || room_used(r) || r->queries || r->first || r->owes_lock)
        return;
    r->idle_since = h->now;
    r->older = h->newest;
    *(h->newest ? &h->newest->newer : &h->oldest) = r;
    h->newest = r;
}

void room_drop(struct hub *h, struct room *r)
{
    while (r->first)
        command_pop(h, r);
    for (int t = 0; t < TIMERS; t++)
        keep_timer(h, r, t, 0);
    room_unlist(h, r);
    map_remove(&h->rooms, &r->link);
    keep_drop(r);
    free(r->deck);
    free(r->elsewhere);
    free(r->pending);
    free(r->shown.bytes);
    free(r);
}

/* ---- broadcasting ---- */

static int may_watch(const struct ir_table *t, int seat)
{
    return seat >= 0 || t->stage == IR_GATHERING || t->set[IR_SET_WATCH];
}

void viewer_unlink(struct viewer *s)
{
    struct viewer **p = &s->conn->viewers;
    while (*p != s)
        p = &(*p)->next_of_conn;
    *p = s->next_of_conn;
    s->conn->n_viewers--;
    *(s->before ? &s->before->next : &s->room->viewers) = s->next;
    if (s->next)
        s->next->before = s->before;
    s->room->n_viewers--;
    free(s);
}

static void viewer_refuse(struct hub *h, struct viewer *s, const char *error, const char *why)
{
    say_refused(h, s->conn->link.key, s->room->id, 0, error, why);
    viewer_unlink(s);
}

static size_t frame_make(struct hub *h, int seat, uint64_t ack, int delta, char *out)
{
    struct ir_json j;
    ir_json_start(&j, out, IR_FRAME_MAX);
    ir_broadcast_frame(&h->broadcast, seat, ack, delta, &j);
    return j.text.len;
}

/* The frame of a viewer who has the code of the game: always whole, and made for each of them, as there are few. */
static void block_send(struct hub *h, const struct viewer *s, int seat, const struct ir_story *story, uint64_t ack)
{
    struct ir_json j;
    ir_json_start(&j, h->acked, IR_FRAME_MAX);
    ir_table_block(&s->room->table, seat, story, ack, h->now, &j);
    h->port.send(h->port.self, s->conn->link.key, h->acked, j.text.len);
}

/* Keeps the frame that was just sent: the next deltas are made against it. */
static void shown_keep(struct room *r, const struct ir_moment *m)
{
    char *bytes = r->shown.bytes;
    if (m->used > r->shown_size) {
        free(bytes);
        r->shown_size = (m->used + 511) / 512 * 512;
        bytes = alloc_zero(r->shown_size);
    }
    r->shown = *m;
    r->shown.bytes = bytes;
    if (m->used)
        memcpy(bytes, m->bytes, m->used);
}

/* Sends the frame to every viewer: each seat its own, all spectators the same one. The sender of the command gets it with
 * `ack`. */
void room_broadcast(struct hub *h, struct room *r, const struct command *acked)
{
    size_t len[2][IR_SEATS_MAX + 1] = {{0}};
    int heard = !acked || !acked->conn, deltas = 0;
    ir_broadcast_start(&h->broadcast, &r->table, &h->story, h->now, &r->shown);
    for (struct viewer *s = r->viewers, *next; s; s = next) {
        next = s->next;
        if (!s->started)
            continue;
        int seat = ir_table_seat(&r->table, s->conn->who), slot = seat + 1, delta = s->conn->deltas;
        if (!may_watch(&r->table, seat)) {
            viewer_refuse(h, s, "seat", "The game begins, and this table does not allow spectators.");
            continue;
        }
        h->count.frames++;
        int answer = acked && s->conn->link.key == acked->conn;
        if (s->conn->blocks) {
            block_send(h, s, seat, &h->story, answer ? acked->id : 0);
            heard |= answer;
            continue;
        }
        deltas |= delta;
        if (answer) {
            size_t n = frame_make(h, seat, acked->id, delta, h->acked);
            h->port.send(h->port.self, s->conn->link.key, h->acked, n);
            heard = 1;
            continue;
        }
        if (!len[delta][slot])
            len[delta][slot] = frame_make(h, seat, 0, delta, h->frame[delta][slot]);
        h->port.send(h->port.self, s->conn->link.key, h->frame[delta][slot], len[delta][slot]);
    }
    keep_told(h, r, h->story.n);
    keep_tell(h, r);
    if (deltas)
        shown_keep(r, &h->broadcast.moment);
    else
        r->shown.seq = 0;
    if (!heard)
        command_ok(h, r, acked, r->table.seq);
}

/* Sends the table as it is now to the viewers who have joined since. */
void room_welcome(struct hub *h, struct room *r)
{
    size_t len[IR_SEATS_MAX + 1] = {0};
    int started = 0;
    for (struct viewer *s = r->viewers, *next; s; s = next) {
        next = s->next;
        if (s->started)
            continue;
        int seat = ir_table_seat(&r->table, s->conn->who), slot = seat + 1;
        if (!may_watch(&r->table, seat)) {
            viewer_refuse(h, s, "seat", "This table does not allow spectators.");
            continue;
        }
        s->started = 1;
        h->count.frames++;
        if (s->conn->blocks) {
            block_send(h, s, seat, NULL, 0);
            continue;
        }
        if (!started++)
            ir_broadcast_start(&h->broadcast, &r->table, NULL, h->now, NULL);
        if (!len[slot])
            len[slot] = frame_make(h, seat, 0, 0, h->frame[0][slot]);
        h->port.send(h->port.self, s->conn->link.key, h->frame[0][slot], len[slot]);
    }
}

/* ---- joining and leaving ---- */

void room_watch(struct hub *h, struct room *r)
{
    if (r->watched || h->limit.alone)
        return;
    r->watched = r->behind = 1; /* other nodes may have made rows while nobody was here */
    h->port.watch(h->port.self, r->id, 1);
    notice_look(h, r);
    keep_timer(h, r, TIMER_POLL, h->now + h->limit.poll_ms);
    keep_timer(h, r, TIMER_REFRESH, h->now + h->limit.poll_ms);
}

void room_join(struct hub *h, struct conn *c, const char *id, int64_t seen, uint64_t number)
{
    struct room *r;
    if (!id_looks_right(id) || event_id(id)) {
        say_refused(h, c->link.key, NULL, number, "unknown-table",
                    "There is no such table. Check the link, or ask for a new one.");
        return;
    }
    if (c->n_viewers >= h->limit.tables_per_connection) {
        say_refused(h, c->link.key, id, number, "full", "You are at too many tables at once. Leave one first.");
        return;
    }
    if (!(r = room_get(h, id))) {
        say_refused(h, c->link.key, id, number, "busy", "This server has no room for another table now. Try again later.");
        return;
    }
    struct viewer *s = alloc_zero(sizeof *s);
    *s = (struct viewer){.conn = c, .room = r, .next_of_conn = c->viewers, .next = r->viewers};
    if (r->viewers)
        r->viewers->before = s;
    r->viewers = c->viewers = s;
    c->n_viewers++;
    r->n_viewers++;
    room_unlist(h, r);
    room_watch(h, r);
    if (!h->limit.alone && r->phase == ROOM_READY && seen > r->table.seq)
        r->behind = 1; /* this client has seen a newer frame, on another node */
    presence_soon(h, r);
    room_go(h, r);
}

void room_left(struct hub *h, struct room *r)
{
    if (!room_used(r))
        keep_stop(h, r);
    room_list(h, r);
    presence_soon(h, r);
}

void room_leave(struct hub *h, struct viewer *s)
{
    struct room *r = s->room;
    uint64_t who = s->conn->who;
    viewer_unlink(s);
    if (r->phase == ROOM_READY && !h->closing)
        turn_left(h, r, who);
    if (r->viewers)
        keep_left(h, r);
    else if (r->phase == ROOM_READY && table_slow(&r->table))
        slow_begin(h, r); /* bots may have to move */
    if (r->kept)
        room_go(h, r);
    else
        room_left(h, r);
}

/* ---- loading ---- */

/* The rows of this table do not fold. It cannot be played on; all who are here or come later are refused. The store keeps its
 * rows, so that it can be repaired. Other tables are not affected. */
static void quarantine(struct hub *h, struct room *r, const char *why)
{
    r->phase = ROOM_BROKEN;
    r->kept = 0;
    keep_timer(h, r, TIMER_PUSH, 0);
    h->count.quarantined++;
    note(h, HUB_LOG_ERROR, "quarantine", "match %s: %s", r->id, why);
}

void room_refuse(struct hub *h, struct room *r)
{
    const char *why = "This game's log cannot be read by this server. It is not lost, and the server's log says what is wrong.";
    while (r->first) {
        command_refuse(h, r, r->first, "broken", why);
        command_pop(h, r);
    }
    while (r->viewers) /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): viewer_refuse takes the viewer out of r->viewers */
        viewer_refuse(h, r->viewers, "broken", why);
    room_left(h, r);
}

static void everyone_refuse(struct hub *h, struct room *r, const char *error, const char *why)
{
    while (r->first) {
        command_refuse(h, r, r->first, error, why);
        command_pop(h, r);
    }
    for (struct viewer *s = r->viewers, *next; s; s = next) {
        next = s->next;
        if (!s->started)
            viewer_refuse(h, s, error, why);
    }
}

struct before before_note(const struct ir_table *t)
{
    struct before b = {.turn = table_turn(t), .stage = t->stage};
    for (int i = 0; i < t->n_seats; i++)
        b.who[i] = t->seat[i].who;
    return b;
}

void before_tell(struct hub *h, const struct room *r, const struct before *b, int changed)
{
    if (b->stage == IR_GATHERING && r->table.stage == IR_PLAYING)
        seek_started(h, r);
    if (changed && r->table.set[IR_SET_LISTED])
        lobby_touch(h);
    if (changed || b->turn != table_turn(&r->table))
        mine_touch(h, r, b->who, changed);
    if (changed && b->stage != r->table.stage && !r->table.host)
        event_heard(h, r->id);
}

/* Folds the rows that are new and broadcasts their frames. 0: one does not fold. */
static int rows_fold(struct hub *h, struct room *r, const struct store_row *row, int n)
{
    struct ir_table *t = &r->table;
    for (int i = 0; i < n; i++, row++) {
        if (row->seq <= t->seq || (row->seq == t->seq + 1 && row->sub < t->sub))
            continue;
        int gathering = t->stage == IR_GATHERING;
        struct before before = before_note(t);
        int closed = ir_table_fold(t, row->text, row->seq, row->sub, row->who, row->id, row->time, &h->story, h->why);
        if (closed < 0)
            return 0;
        if (!closed || r->phase != ROOM_READY)
            continue;
        room_broadcast(h, r, NULL);
        before_tell(h, r, &before, 0);
        if (gathering) /* viewers have sat down or stood up, or seats have new numbers */
            presence_soon(h, r);
    }
    return 1;
}

static void after_load(struct hub *h, struct query *a)
{
    struct room *r = a->room;
    const struct store_match *m = &a->r.match;
    r->busy = BUSY_NOT;
    r->queries--;
    if (a->r.status == STORE_NOT_FOUND) {
        everyone_refuse(h, r, "unknown-table", "There is no such table. Check the link, or ask for a new one.");
        if (r->phase == ROOM_LOADING) {
            keep_stop(h, r);
            room_drop(h, r);
            return;
        }
        quarantine(h, r, "it is gone from the store");
    } else if (a->r.status != STORE_OK) {
        note(h, HUB_LOG_ERROR, "store", "match %s cannot be loaded: %s", r->id, a->r.why);
        everyone_refuse(h, r, "store", "The database does not answer. Repeat the command with the same id in a moment.");
        if (r->phase == ROOM_LOADING) {
            keep_stop(h, r);
            room_drop(h, r);
            return;
        }
        r->behind = 1;
        keep_timer(h, r, TIMER_LOAD, h->now + LOAD_AGAIN_MS);
    } else {
        if (r->phase == ROOM_LOADING) {
            memcpy(r->secret, m->secret, sizeof r->secret);
            r->deck = m->deck ? strdup(m->deck) : NULL;
        }
        if (r->phase == ROOM_READY && a->r.n && !r->n_elsewhere && !h->limit.alone)
            notice_look(h, r); /* these rows came from a node that does not send us notices yet */
        if ((r->phase == ROOM_LOADING && table_read(&r->table, m, r->deck, h->why) != IR_OK) ||
            !rows_fold(h, r, a->r.rows, a->r.n))
            quarantine(h, r, h->why);
        else
            r->phase = ROOM_READY;
        if (!h->limit.alone && room_used(r))
            keep_timer(h, r, TIMER_POLL, h->now + h->limit.poll_ms);
    }
    room_go(h, r);
}

void room_load(struct hub *h, struct room *r)
{
    struct query *a = query_new(h, STORE_MATCH_LOAD, after_load, 0);
    memcpy(a->r.match.id, r->id, sizeof r->id);
    a->r.from_seq = r->phase == ROOM_READY ? r->table.seq + 1 : 0;
    a->room = r;
    r->busy = BUSY_LOAD;
    r->behind = 0;
    r->queries++;
    h->count.loads++;
    query_send(h, a);
}

void room_behind(struct hub *h, const char *id)
{
    struct room *r = room_find(h, id);
    if (!r)
        return;
    r->behind = 1;
    room_go(h, r);
}

void hub_notice(struct hub *h, const char *match, const struct store_row *row, int64_t now)
{
    h->now = now;
    if (who_notice(h, match, row) || lobby_notice(h, match, row->seq) || bans_notice(h, match) || event_notice(h, match, row))
        return;
    struct room *r = room_find(h, match);
    if (r && row->seq < 0 && room_used(r)) {
        notice_receive(h, r, -row->seq, row->text);
        return;
    }
    if (!r || !room_used(r) || row->seq < 0 || (row->seq && r->phase == ROOM_READY && row->seq <= r->table.seq))
        return;
    if (!row->seq) { /* the store was disconnected: notices may be lost, and the lock is */
        r->lock = r->lock == LOCK_HELD ? LOCK_NONE : r->lock;
        notice_look(h, r);
    }
    int next = r->phase == ROOM_READY && row->text && row->seq == r->table.seq + 1 && row->sub == r->table.sub;
    if (!next || r->busy || r->behind) {
        r->behind = 1;
    } else if (rows_fold(h, r, row, 1)) { /* the notice contains the next row: no need to load it */
        keep_timer(h, r, TIMER_POLL, h->now + h->limit.poll_ms);
    } else {
        quarantine(h, r, h->why);
    }
    room_go(h, r);
}
