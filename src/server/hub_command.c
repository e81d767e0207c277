/* hub_command.c: the commands of a room, one after another.
 *
 * Commit first, then broadcast. ir_table_do carries a command out on a copy. Its row goes to the store; the copy and the events
 * wait. When the row is durable, the copy replaces the room's table, the command is acknowledged and the frame is sent. If the
 * store reports a conflict, or does not know whether it stored the row, there are rows that this node has not seen. Then the
 * copy is dropped, those rows are loaded, folded and broadcast, and the command is tried again. If it is among those rows, its
 * id says so. */
#include "hub_inside.h"

#include "table/table.h"

enum { WAITING_MAX = 64, TRIES_MAX = 8, KEEPER_AGAIN_MS = 1000 };

/* ---- the queue ---- */

void command_pop(struct hub *h, struct room *r)
{
    struct command *c = r->first;
    r->first = c->next;
    r->waiting--;
    if (c->then && !h->ended)
        c->then(h, c->arg);
    free(c);
}

void command_ok(struct hub *h, const struct room *r, const struct command *c, int64_t seq)
{
    struct ir_json j;
    say_start(h, &j, "ok");
    ir_json_str(&j, "table", r->id);
    ir_json_int(&j, "id", (int64_t)c->id);
    ir_json_int(&j, "seq", seq);
    say_send(h, c->conn, &j);
}

void command_refuse(struct hub *h, struct room *r, const struct command *c, const char *error, const char *why)
{
    if (c->conn) {
        say_refused(h, c->conn, r->id, c->id, error, why);
        h->count.commands[strcmp(error, "store") ? DONE_REFUSED : DONE_STORE]++;
    } else if (!c->who) {
        r->thinking = 0;
        keep_timer(h, r, TIMER_RETRY, h->now + KEEPER_AGAIN_MS);
    }
}

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
static const char *sit_clean(const struct hub *h, const struct room *r, const struct conn *c, const char *text,
                             char out[16 + IR_NAME_MAX], const char **why)
{
    char name[IR_NAME_MAX];
    struct ir_text t;
    size_t digits = strspn(text + 4, "0123456789");
    const char *rest = text + 4 + digits;
    if (digits < 1 || digits > 2 || (*rest && *rest != ' '))
        return text; /* the table will refuse it */
    if (!rest[strspn(rest, " ")])
        memcpy(name, c->name, sizeof name);
    else if ((*why = name_clean(name, rest, strlen(rest))) || (*why = name_allowed(h, c->who, name, c->name)))
        return text;
    if (r->phase == ROOM_READY && !name_apart(&r->table, c->who, name))
        *why = "Somebody here has a name that looks like yours. Choose one that can be told apart.";
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
        text = sit_clean(h, r, conn, text, sit, &why);
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

int room_act(struct hub *h, const char *id, uint64_t who, const char *text, void (*then)(struct hub *, void *), void *arg)
{
    struct room *r = room_get(h, id);
    if (!r)
        return 0;
    struct command *c = command_new(who, 0, text);
    c->then = then;
    c->arg = arg;
    c->welcome = 1;
    command_add(r, c);
    room_unlist(h, r);
    room_go(h, r);
    return 1;
}

void room_renew(struct hub *h, struct room *r)
{
    r->renew = 1;
    room_go(h, r);
}

/* Somebody who sat here was deleted, so the rows have changed. Everybody gets a whole frame again. */
static void begin_anew(struct room *r)
{
    r->renew = 0;
    if (r->phase != ROOM_READY)
        return;
    r->phase = ROOM_LOADING;
    r->behind = 1;
    r->thinking = 0;
    r->shown.seq = 0;
    free(r->deck);
    r->deck = NULL;
    keep_drop(r);
    for (struct viewer *s = r->viewers; s; s = s->next)
        s->started = 0;
}

/* ---- whom the host keeps away ---- */

static void after_host(struct hub *h, struct query *a)
{
    struct room *r = a->room;
    struct command *c = r->first;
    r->busy = BUSY_NOT;
    r->queries--;
    c->welcome = 1;
    for (int i = 0; i < a->r.n; i++)
        if (a->r.items[i].who == c->who && a->r.items[i].mine & IR_TIE_BLOCK)
            c->welcome = 0;
    if (a->r.status != STORE_OK)
        command_refuse(h, r, c, "store", "The database does not answer. Repeat the command with the same id in a moment.");
    else if (!c->welcome)
        command_refuse(h, r, c, "seat", "The host keeps this seat for others.");
    if (a->r.status != STORE_OK || !c->welcome)
        command_pop(h, r);
    room_go(h, r);
}

/* Somebody wants to sit down: 1 if it must be asked first whether the host blocks them. */
static int host_ask(struct hub *h, struct room *r, const struct command *c)
{
    if (c->welcome || !c->who || strncmp(c->text, "sit ", 4) != 0 || c->who == r->table.host)
        return 0;
    struct query *a = query_new(h, STORE_TIES, after_host, 0);
    a->room = r;
    a->r.who = r->table.host;
    r->busy = BUSY_HOST;
    r->queries++;
    query_send(h, a);
    return 1;
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
        struct before before = before_note(&r->table);
        struct turn_before turn = turn_note(&r->table);
        table_copy(&r->table, &p->after);
        h->story.n = p->n;
        h->story.n_acts = p->n_acts;
        memcpy(h->story.act, p->act, sizeof p->act);
        memcpy(h->story.e, p->e, (size_t)p->n * sizeof *p->e);
        if (closed)
            room_broadcast(h, r, c);
        else if (c->conn)
            command_ok(h, r, c, a->r.row.seq);
        before_tell(h, r, &before, a->r.changed);
        if (a->r.changed && a->r.match.count == STORE_COUNT_DUE)
            rated_over(h);
        if (closed && !h->closing)
            turn_look(h, r, &turn);
        if (gathering)
            presence_soon(h, r);
        if (c->conn)
            h->count.commands[DONE_OK]++;
        command_pop(h, r);
        if (a->r.quiet && r->n_elsewhere)
            notice_more(h, r); /* another node began to watch while this row was under way */
        if (!h->limit.alone && room_used(r))
            keep_timer(h, r, TIMER_POLL,
                       h->now + h->limit.poll_ms); /* the row was the next one: there is nothing to poll for yet */
    } else if (a->r.status == STORE_FAILED || ++c->tries > TRIES_MAX) {
        note(h, HUB_LOG_ERROR, "store", "match %s: a row was not stored: %s", r->id, a->r.why);
        command_refuse(h, r, c, "store", "The command could not be stored. Repeat the command with the same id in a moment.");
        command_pop(h, r);
    } else {
        *(a->r.status == STORE_CONFLICT ? &h->count.conflicts : &h->count.unknown) += 1;
        r->behind = 1;
        if (a->r.changed && r->table.set[IR_SET_LISTED])
            lobby_touch(h); /* perhaps it is stored */
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
    a->r.changed = d->closed && table_changed(&r->table, &d->after); /* of a secret answer nothing is told, not even the time */
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
    if (!c->who && r->table.stage == IR_PLAYING && !keep_people(r) &&
        !table_slow(&r->table)) { /* the people left while it waited */
        r->thinking = 0;
        command_pop(h, r);
        return;
    }
    if (host_ask(h, r, c))
        return;
    struct ir_command what = {.who = c->who, .id = c->id, .seq = c->seq, .text = c->text};
    if (h->port.deal && strncmp(c->text, "ready ", 6) == 0)
        what.text = "ready 00000000000000000000000000000000";
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
        command_ok(h, r, c, h->done.seq);
    } else {
        command_refuse(h, r, c, ir_error_name(e), h->why);
    }
    command_pop(h, r);
}

void room_go(struct hub *h, struct room *r)
{
    while (!r->busy) {
        if (r->renew)
            begin_anew(r);
        if (r->phase == ROOM_BROKEN) {
            room_refuse(h, r);
            return;
        }
        if (r->behind) {
            if (!r->timer[TIMER_LOAD] && (room_used(r) || r->first))
                room_load(h, r);
            break;
        }
        room_welcome(h, r);
        if (r->first)
            command_try(h, r);
        else if (!keep_look(h, r))
            break;
    }
    if (r->phase == ROOM_READY && !r->behind && r->busy != BUSY_LOAD)
        room_welcome(h, r); /* new viewers need not wait for an append */
    if (!room_used(r))
        room_left(h, r);
    room_list(h, r);
}
