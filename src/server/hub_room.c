/* hub_room.c: a room: loads its table, carries out one command after another, and broadcasts each frame.
 *
 * Commit first, then broadcast. ir_table_do carries a command out on a copy. Its row goes to the store; the copy and the events
 * wait. When the row is durable, the copy replaces the room's table, the command is acknowledged and the frame is sent. The
 * room's table does not change while a load or an append is under way. If the store reports a conflict, or does not know
 * whether it stored the row, there are rows that this node has not seen. Then the copy is dropped, those rows are loaded,
 * folded and broadcast, and the command is tried again. If it is among those rows, its id says so. */
#include "hub_inside.h"

#include "table/table.h"

enum { WAITING_MAX = 64, TRIES_MAX = 8, LOAD_AGAIN_MS = 1000, KEEPER_AGAIN_MS = 1000 };

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

static void list(struct hub *h, struct room *r)
{
    if (r->idle_since || r->viewers || r->queries || r->first || r->owes_lock)
        return;
    r->idle_since = h->now;
    r->older = h->newest;
    *(h->newest ? &h->newest->newer : &h->oldest) = r;
    h->newest = r;
}

static void command_pop(struct room *r)
{
    struct command *c = r->first;
    r->first = c->next;
    r->waiting--;
    free(c);
}

void room_drop(struct hub *h, struct room *r)
{
    while (r->first)
        command_pop(r);
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

static void say_ok(struct hub *h, const struct room *r, const struct command *c, int64_t seq)
{
    struct ir_json j;
    say_start(h, &j, "ok");
    ir_json_str(&j, "table", r->id);
    ir_json_int(&j, "id", (int64_t)c->id);
    ir_json_int(&j, "seq", seq);
    say_send(h, c->conn, &j);
}

static void refuse(struct hub *h, struct room *r, const struct command *c, const char *error, const char *why)
{
    if (c->conn) {
        say_refused(h, c->conn, r->id, c->id, error, why);
        h->count.commands[strcmp(error, "store") ? DONE_REFUSED : DONE_STORE]++;
    } else {
        r->thinking = 0;
        keep_timer(h, r, TIMER_RETRY, h->now + KEEPER_AGAIN_MS);
    }
}

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
static void frames_broadcast(struct hub *h, struct room *r, const struct command *acked)
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
            viewer_refuse(h, s, "seat", "The game begins, and this table has no spectators.");
            continue;
        }
        h->count.frames++;
        deltas |= delta;
        if (acked && s->conn->link.key == acked->conn) {
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
    if (deltas)
        shown_keep(r, &h->broadcast.moment);
    else
        r->shown.seq = 0;
    if (!heard)
        say_ok(h, r, acked, r->table.seq);
}

/* Sends the table as it is now to the viewers who have joined since. */
static void welcome(struct hub *h, struct room *r)
{
    size_t len[IR_SEATS_MAX + 1] = {0};
    int started = 0;
    for (struct viewer *s = r->viewers, *next; s; s = next) {
        next = s->next;
        if (s->started)
            continue;
        int seat = ir_table_seat(&r->table, s->conn->who), slot = seat + 1;
        if (!may_watch(&r->table, seat)) {
            viewer_refuse(h, s, "seat", "This table has no spectators.");
            continue;
        }
        if (!started++)
            ir_broadcast_start(&h->broadcast, &r->table, NULL, h->now, NULL);
        if (!len[slot])
            len[slot] = frame_make(h, seat, 0, 0, h->frame[0][slot]);
        s->started = 1;
        h->count.frames++;
        h->port.send(h->port.self, s->conn->link.key, h->frame[0][slot], len[slot]);
    }
}

/* ---- joining and leaving ---- */

void room_join(struct hub *h, struct conn *c, const char *id, int64_t seen, uint64_t number)
{
    struct room *r;
    if (!id_looks_right(id)) {
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
    if (!r->watched && !h->limit.alone) {
        r->watched = r->behind = 1; /* other nodes may have made rows while nobody was here */
        h->port.watch(h->port.self, r->id, 1);
        notice_look(h, r);
        keep_timer(h, r, TIMER_POLL, h->now + h->limit.poll_ms);
        keep_timer(h, r, TIMER_REFRESH, h->now + h->limit.poll_ms);
    }
    if (!h->limit.alone && r->phase == ROOM_READY && seen > r->table.seq)
        r->behind = 1; /* this client has seen a newer frame, on another node */
    presence_soon(h, r);
    room_go(h, r);
}

static void left(struct hub *h, struct room *r)
{
    if (!r->viewers)
        keep_stop(h, r);
    list(h, r);
    presence_soon(h, r);
}

void room_leave(struct hub *h, struct viewer *s)
{
    struct room *r = s->room;
    viewer_unlink(s);
    if (r->viewers)
        keep_left(h, r);
    left(h, r);
}

/* ---- loading ---- */

/* The rows of this table do not fold. It cannot be played on; all who are here or come later are refused. The store keeps its
 * rows, so that it can be repaired. Other tables are not affected. */
static void quarantine(struct hub *h, struct room *r, const char *why)
{
    r->phase = ROOM_BROKEN;
    h->count.quarantined++;
    note(h, HUB_LOG_ERROR, "quarantine", "match %s: %s", r->id, why);
}

static void broken_refuse(struct hub *h, struct room *r)
{
    const char *why = "This game's log cannot be read by this server. It is not lost, and the server's log says what is wrong.";
    while (r->first) {
        refuse(h, r, r->first, "broken", why);
        command_pop(r);
    }
    while (r->viewers) /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): viewer_refuse takes the viewer out of r->viewers */
        viewer_refuse(h, r->viewers, "broken", why);
    left(h, r);
}

static void everyone_refuse(struct hub *h, struct room *r, const char *error, const char *why)
{
    while (r->first) {
        refuse(h, r, r->first, error, why);
        command_pop(r);
    }
    for (struct viewer *s = r->viewers, *next; s; s = next) {
        next = s->next;
        if (!s->started)
            viewer_refuse(h, s, error, why);
    }
}

/* Folds the rows that are new and broadcasts their frames. 0: one does not fold. */
static int rows_fold(struct hub *h, struct room *r, const struct store_row *row, int n)
{
    struct ir_table *t = &r->table;
    for (int i = 0; i < n; i++, row++) {
        if (row->seq <= t->seq || (row->seq == t->seq + 1 && row->sub < t->sub))
            continue;
        int gathering = t->stage == IR_GATHERING;
        int closed = ir_table_fold(t, row->text, row->seq, row->sub, row->who, row->id, row->time, &h->story, h->why);
        if (closed < 0)
            return 0;
        if (!closed || r->phase != ROOM_READY)
            continue;
        frames_broadcast(h, r, NULL);
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
        if (!h->limit.alone && r->viewers)
            keep_timer(h, r, TIMER_POLL, h->now + h->limit.poll_ms);
    }
    room_go(h, r);
}

static void load(struct hub *h, struct room *r)
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

void hub_notice(struct hub *h, const char *match, const struct store_row *row, int64_t now)
{
    struct room *r = room_find(h, match);
    h->now = now;
    if (r && row->seq < 0 && r->viewers)
        notice_receive(h, r, -row->seq);
    if (!r || !r->viewers || row->seq < 0 || (row->seq && r->phase == ROOM_READY && row->seq <= r->table.seq))
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

/* ---- commands ---- */

static void command_add(struct room *r, struct command *c)
{
    *(r->first ? &r->last->next : &r->first) = c;
    r->last = c;
    r->waiting++;
}

static struct command *command_new(uint64_t who, int64_t seq, const char *text)
{
    struct command *c = alloc_zero(sizeof *c + strlen(text) + 1);
    memcpy(c->text, text, strlen(text) + 1);
    c->who = who;
    c->seq = seq;
    return c;
}

void room_keep(struct hub *h, struct room *r, const char *text, int64_t seq)
{
    (void)h;
    command_add(r, command_new(0, seq, text));
}

/* Who else at the table has this name (2), or one that looks like it (1), or nobody (0). */
static int name_taken(const struct ir_table *t, uint64_t who, const char *name)
{
    int taken = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].kind != IR_OPEN && t->seat[i].who != who && name_like(t->seat[i].name, name))
            taken = strcmp(t->seat[i].name, name) == 0 && t->seat[i].kind == IR_PERSON && taken != 1 ? 2 : 1;
    return taken;
}

/* The second Anna at a table is "Anna 2". A name that only looks like another one is refused: 0. */
static int name_apart(const struct ir_table *t, uint64_t who, char name[IR_NAME_MAX])
{
    size_t n = strlen(name);
    for (int k = 2; name_taken(t, who, name); k++) {
        if (name_taken(t, who, name) == 1 || k > IR_SEATS_MAX || n + 3 > IR_NAME_MAX - 1)
            return 0;
        snprintf(name + n, IR_NAME_MAX - n, " %d", k);
    }
    return 1;
}

/* `sit SEAT NAME`: cleans the name; without a name, the person's own is used. */
static const char *sit_clean(const struct room *r, const struct conn *c, const char *text, char out[16 + IR_NAME_MAX],
                             const char **why)
{
    char name[IR_NAME_MAX];
    struct ir_text t;
    size_t digits = strspn(text + 4, "0123456789");
    const char *rest = text + 4 + digits;
    if (digits < 1 || digits > 2 || (*rest && *rest != ' '))
        return text; /* the table will refuse it */
    if (!rest[strspn(rest, " ")])
        memcpy(name, c->name, sizeof name);
    else if ((*why = name_clean(name, rest, strlen(rest))))
        return text;
    if (r->phase == ROOM_READY && !name_apart(&r->table, c->who, name))
        *why = "Somebody at this table has a name that looks like yours. Choose one that can be told apart.";
    ir_text_start(&t, out, 16 + IR_NAME_MAX);
    ir_text_put_n(&t, text, 4 + digits);
    ir_text_put(&t, " ");
    ir_text_put(&t, name);
    return out;
}

void room_do(struct hub *h, struct room *r, struct conn *conn, uint64_t id, int64_t seq, const char *text)
{
    char sit[16 + IR_NAME_MAX];
    const char *why = NULL;
    uint64_t to = conn->link.key;
    for (const char *s = text; *s; s++)
        if ((unsigned char)*s < ' ' || *s == 127) {
            say_refused(h, to, r->id, id, "command", "A command is one line.");
            return;
        }
    if (strlen(text) > 256) {
        say_refused(h, to, r->id, id, "size", "A command has at most 256 bytes.");
        return;
    }
    if (r->waiting >= WAITING_MAX) {
        say_refused(h, to, r->id, id, "busy", "Too many commands wait at this table. Repeat yours in a moment.");
        return;
    }
    const char *exec = strncmp(text, "bot ", 4) ? NULL : strstr(text, " exec:");
    if (exec && !exec_allowed(h, exec + 1)) {
        say_refused(
            h, to, r->id, id, "command",
            "This server does not run that program as a bot. Only programs that its owner has allowed can be bots here.");
        return;
    }
    if (!strncmp(text, "sit ", 4))
        text = sit_clean(r, conn, text, sit, &why);
    if (why) {
        say_refused(h, to, r->id, id, "command", why);
        return;
    }
    struct command *c = command_new(conn->who, seq, text);
    c->conn = to;
    c->id = id;
    command_add(r, c);
    if (!h->limit.alone && r->phase == ROOM_READY && seq > r->table.seq)
        r->behind = 1; /* the sender has seen a frame that we do not have */
    room_go(h, r);
}

static struct pending *pending_new(struct hub *h, int events)
{
    size_t size = sizeof(struct pending) + (size_t)(events > PENDING_USUAL ? events : PENDING_USUAL) * sizeof(struct ir_event);
    return events > PENDING_USUAL ? alloc_raw(size) : spare_take(&h->pending_spare, size);
}

static void pending_free(struct hub *h, struct pending *p)
{
    if (p->n > PENDING_USUAL)
        free(p);
    else
        spare_give(&h->pending_spare, p);
}

static void after_append(struct hub *h, struct query *a)
{
    struct room *r = a->room;
    struct command *c = r->first;
    struct pending *p = r->pending;
    r->busy = BUSY_NOT;
    r->pending = NULL;
    r->queries--;
    if (a->r.status == STORE_OK) {
        int closed = p->after.seq != r->table.seq, gathering = r->table.stage == IR_GATHERING;
        table_copy(&r->table, &p->after);
        h->story.n = p->n;
        h->story.n_acts = p->n_acts;
        memcpy(h->story.act, p->act, sizeof p->act);
        memcpy(h->story.e, p->e, (size_t)p->n * sizeof *p->e);
        if (closed)
            frames_broadcast(h, r, c);
        else if (c->conn)
            say_ok(h, r, c, a->r.row.seq);
        if (gathering)
            presence_soon(h, r);
        if (c->conn)
            h->count.commands[DONE_OK]++;
        command_pop(r);
        if (a->r.quiet && r->n_elsewhere)
            notice_more(h, r); /* another node began to watch while this row was under way */
        if (!h->limit.alone && r->viewers)
            keep_timer(h, r, TIMER_POLL,
                       h->now + h->limit.poll_ms); /* the row was the next one: there is nothing to poll for yet */
    } else if (a->r.status == STORE_FAILED || ++c->tries > TRIES_MAX) {
        note(h, HUB_LOG_ERROR, "store", "match %s: a row was not stored: %s", r->id, a->r.why);
        refuse(h, r, c, "store", "The command could not be stored. Repeat the command with the same id in a moment.");
        command_pop(r);
    } else {
        *(a->r.status == STORE_CONFLICT ? &h->count.conflicts : &h->count.unknown) += 1;
        r->behind = 1;
    }
    pending_free(h, p);
    room_go(h, r);
}

/* Sends the row of a command to the store, and keeps the table after it until the store answers. */
static void append(struct hub *h, struct room *r, const struct command *c, const struct ir_done *d)
{
    size_t n = strlen(d->row) + 1, events = (size_t)d->story.n * sizeof *d->story.e;
    struct query *a = query_new(h, STORE_APPEND, after_append, n);
    memcpy(a->text, d->row, n);
    a->r.row = (struct store_row){.seq = d->seq, .sub = d->sub, .time = h->now, .who = c->who, .id = c->id, .text = a->text};
    a->r.quiet = !r->n_elsewhere;
    a->r.changed = table_changed(&r->table, &d->after);
    if (a->r.changed) {
        memset(&a->r.match, 0, sizeof a->r.match);
        table_describe(&d->after, &a->r.match);
    }
    memcpy(a->r.match.id, r->id, sizeof r->id);
    a->room = r;
    r->pending = pending_new(h, d->story.n);
    table_copy(&r->pending->after, &d->after);
    r->pending->n = d->story.n;
    r->pending->n_acts = d->story.n_acts;
    memcpy(r->pending->act, d->story.act, sizeof r->pending->act);
    memcpy(r->pending->e, d->story.e, events);
    r->busy = BUSY_APPEND;
    r->queries++;
    query_send(h, a);
}

/* Takes the first waiting command: refuses it, acknowledges it if it was done before, or sends its row to the store. */
static void command_try(struct hub *h, struct room *r)
{
    struct command *c = r->first;
    if (!c->who && r->table.stage == IR_PLAYING && !keep_people(r)) { /* the people left while it waited */
        r->thinking = 0;
        command_pop(r);
        return;
    }
    struct ir_command what = {.who = c->who, .id = c->id, .seq = c->seq, .text = c->text};
    int e = ir_table_do(&r->table, &what, r->secret, h->now, &h->done, h->why);
    if (e == IR_OK) {
        append(h, r, c, &h->done);
        return;
    }
    if (e && e != IR_E_AGAIN && c->conn && !h->limit.alone && !c->looked) {
        c->looked = r->behind = 1; /* another node may have carried it out: load before refusing it */
        return;
    }
    if (e == IR_E_AGAIN && c->conn) {
        h->count.commands[DONE_AGAIN]++;
        say_ok(h, r, c, h->done.seq);
    } else {
        refuse(h, r, c, ir_error_name(e), h->why);
    }
    command_pop(r);
}

void room_go(struct hub *h, struct room *r)
{
    while (!r->busy) {
        if (r->phase == ROOM_BROKEN) {
            broken_refuse(h, r);
            return;
        }
        if (r->behind) {
            if (!r->timer[TIMER_LOAD] && (r->viewers || r->first))
                load(h, r);
            break;
        }
        welcome(h, r);
        if (r->first)
            command_try(h, r);
        else if (!keep_look(h, r))
            break;
    }
    if (r->phase == ROOM_READY && !r->behind && r->busy != BUSY_LOAD)
        welcome(h, r); /* new viewers need not wait for an append */
    if (!r->viewers)
        left(h, r);
    list(h, r);
}
