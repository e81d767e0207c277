/* hub_event_order.c: the commands at an evening, and the rows of whoever runs it: one after the other each becomes a row in the
 * store, or is refused. */
#include "hub_event.h"

enum { TRIES_MAX = 8, WAITING_MAX = 256, AGAIN_MS = EVENING_AGAIN_MS };

void order_pop(struct hub *h, struct evening *v)
{
    struct order *o = v->first;
    v->first = o->next;
    v->waiting--;
    if (o->then && !h->ended)
        o->then(h, o->arg);
    free(o);
}

void order_refuse(struct hub *h, struct evening *v, const char *error, const char *why)
{
    const struct order *o = v->first;
    if (o->conn)
        say_refused(h, o->conn, NULL, o->id, error, why);
    order_pop(h, v);
}

static void order_ok(struct hub *h, struct evening *v)
{
    struct ir_json j;
    const struct order *o = v->first;
    if (o->conn) {
        say_start(h, &j, "ok");
        ir_json_int(&j, "id", (int64_t)o->id);
        ir_json_str(&j, "event", v->id);
        ir_json_int(&j, "seq", v->e->seq);
        say_send(h, o->conn, &j);
    }
    order_pop(h, v);
}

static struct order *order_add(struct evening *v, const char *text)
{
    struct order *o = alloc_zero(sizeof *o + strlen(text) + 1);
    memcpy(o->text, text, strlen(text) + 1);
    *(v->first ? &v->last->next : &v->first) = o;
    v->last = o;
    v->waiting++;
    return o;
}

void evening_order(struct evening *v, const char *row, int plan)
{
    order_add(v, row)->after = plan ? v->e->seq : 0;
}

/* ---- into the store ---- */

static void after_append(struct hub *h, struct query *a)
{
    struct evening *v = a->job;
    struct order *o = v->first;
    v->busy = 0;
    v->queries--;
    if (a->r.status == STORE_OK) {
        if (event_fold(v->e, a->text, a->r.row.seq, a->r.row.who, a->r.row.time, h->why) != IR_OK) {
            quarantine(h, v, h->why);
        } else {
            h->count.event_rows++;
            v->dirty = 1;
            here_note(h, v);
            if (!strncmp(a->text, "@ open ", 7))
                evening_opened(h, v, (int)strtol(a->text + 7, NULL, 10));
            order_ok(h, v);
            if (!h->limit.alone)
                v->poll_at = h->now + h->limit.poll_ms;
        }
    } else if (a->r.status == STORE_FAILED || ++o->tries > TRIES_MAX) {
        note(h, HUB_LOG_ERROR, "store", "event %s: a row was not stored: %s", v->id, a->r.why);
        if (!o->who)
            v->run_at = h->now + AGAIN_MS;
        order_refuse(h, v, "store", "The command could not be stored. Repeat the command with the same id in a moment.");
    } else {
        *(a->r.status == STORE_CONFLICT ? &h->count.conflicts : &h->count.unknown) += 1;
        v->behind = 1;
    }
    evening_go(h, v);
}

static void append(struct hub *h, struct evening *v, const char *row)
{
    const struct order *o = v->first;
    const struct event *after = h->event_copy;
    size_t n = strlen(row) + 1;
    struct query *a = evening_query(h, v, STORE_APPEND, after_append, n);
    memcpy(a->text, row, n);
    a->r.row = (struct store_row){.seq = v->e->seq + 1, .time = h->now, .who = o->who, .id = o->id, .text = a->text};
    a->r.quiet = h->limit.alone;
    a->r.changed = after->stage != v->e->stage;
    a->r.match.stage = after->stage == EVENT_OPEN ? IR_GATHERING : after->stage == EVENT_PLAYING ? IR_PLAYING : IR_OVER_NOW;
    a->r.match.host = v->e->host;
    a->r.match.due = after->stage == EVENT_PLAYING ? h->now : 0; /* so that every node finds it */
    v->busy = 1;
    query_send(h, a);
}

static void after_host(struct hub *h, struct query *a)
{
    struct evening *v = a->job;
    struct order *o = v->first;
    v->busy = 0;
    v->queries--;
    o->welcome = 1;
    for (int i = 0; i < a->r.n; i++)
        if (a->r.items[i].who == o->who && a->r.items[i].mine & IR_TIE_BLOCK)
            o->welcome = 0;
    if (a->r.status != STORE_OK)
        order_refuse(h, v, "store", "The database does not answer. Repeat the command with the same id in a moment.");
    else if (!o->welcome)
        order_refuse(h, v, "seat", "The host keeps this event for others.");
    evening_go(h, v);
}

/* The name under which somebody joins, made different from the others'. NULL, or why it cannot be. */
static const char *join_name(const struct hub *h, const struct evening *v, const struct order *o, char name[IR_NAME_MAX])
{
    const char *why = name_clean(name, o->text + 4, strlen(o->text + 4));
    struct conn *c = who_first(h, o->who);
    size_t n = strlen(name);
    if (why || (why = name_allowed(h, o->who, name, c ? c->name : "")))
        return why;
    for (int k = 2, taken = 1; taken; k++) {
        taken = 0;
        for (int i = 0; i < v->e->n; i++)
            if (name_like(v->e->person[i].name, name))
                taken = strcmp(v->e->person[i].name, name) ? 2 : 1;
        if (taken == 2 || (taken && (k > EVENT_PEOPLE || n + 4 > IR_NAME_MAX - 1)))
            return "Somebody here has a name that looks like yours. Choose one that can be told apart.";
        if (taken)
            snprintf(name + n, IR_NAME_MAX - n, " %d", k);
    }
    return NULL;
}

void order_try(struct hub *h, struct evening *v)
{
    struct order *o = v->first;
    char row[IR_ROW_MAX], text[IR_NAME_MAX + 8] = "join ";
    const char *what = o->text, *why;
    int e = IR_OK, me = event_find(v->e, o->who), joins = !strncmp(what, "join", 4) && (!what[4] || what[4] == ' ');
    if (o->after && o->after != v->e->seq) { /* somebody came or left meanwhile */
        order_pop(h, v);
        return;
    }
    if (!h->event_copy)
        h->event_copy = alloc_raw(sizeof *h->event_copy);
    if (o->who && (joins || !strcmp(what, "back")) && (me < 0 || v->e->person[me].gone) && !o->welcome &&
        o->who != v->e->host) {
        struct query *a = evening_query(h, v, STORE_TIES, after_host, 0);
        a->r.who = v->e->host;
        v->busy = 1;
        query_send(h, a);
        return;
    }
    if (o->who && joins && me < 0) {
        if ((why = join_name(h, v, o, text + 5))) {
            order_refuse(h, v, "command", why);
            return;
        }
        what = text;
    }
    if (o->who)
        e = event_do(v->e, o->who, what, row, h->why);
    else
        memcpy(row, what, strlen(what) + 1);
    if (e == IR_E_AGAIN) {
        order_ok(h, v);
        return;
    }
    if (e == IR_OK) {
        *h->event_copy = *v->e;
        e = event_fold(h->event_copy, row, v->e->seq + 1, o->who, h->now, h->why);
    }
    if (e == IR_OK)
        append(h, v, row);
    else
        order_refuse(h, v, ir_error_name(e), h->why); /* of whoever runs it: somebody else was faster */
}

/* ---- from whom ---- */

void event_say(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *text = event_word(m, "do");
    if (!id || strlen(text) > 200 || strpbrk(text, "\r\n\t")) {
        say_refused(h, c->link.key, NULL, id, "command",
                    "An 'event-do' needs an id above 0 and a command: one line of at most 200 bytes.");
        return;
    }
    struct evening *v = evening_of(h, c, m, id);
    if (!v)
        return;
    if (v->waiting >= WAITING_MAX) {
        say_refused(h, c->link.key, NULL, id, "busy", "Too many commands wait at this event. Repeat yours in a moment.");
        return;
    }
    char join[IR_NAME_MAX + 8];
    snprintf(join, sizeof join, "join %s", c->name);
    struct order *o = order_add(v, !strcmp(text, "join") || !strcmp(text, "join ") ? join : text);
    o->conn = c->link.key;
    o->who = c->who;
    o->id = id;
    evening_go(h, v);
}

int event_act(struct hub *h, const char *id, uint64_t who, const char *text, void (*then)(struct hub *, void *), void *arg)
{
    struct evening *v = evening_get(h, id);
    if (!v)
        return 0;
    struct order *o = order_add(v, text);
    o->who = who;
    o->then = then;
    o->arg = arg;
    evening_go(h, v);
    return 1;
}

static void quit_read(struct hub *h, uint64_t who, int64_t before, const char *id);

static void after_events(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_OK) {
        note(h, HUB_LOG_ERROR, "store", "somebody was banned, and the events that they are in could not be read");
        return;
    }
    for (int i = 0; i < a->r.n; i++)
        if (a->r.list[i].stage != IR_OVER_NOW)
            event_act(h, a->r.list[i].id, a->id, "leave", NULL, NULL);
    if (a->r.n == STORE_LIST_MAX)
        quit_read(h, a->id, a->r.list[a->r.n - 1].updated, a->r.list[a->r.n - 1].id);
}

/* Their events, page by page; before 0: from the newest. */
static void quit_read(struct hub *h, uint64_t who, int64_t before, const char *id)
{
    struct query *a = query_new(h, STORE_EVENTS, after_events, 0);
    a->id = who;
    a->r.who = who;
    a->r.until = before;
    memcpy(a->r.match.id, id, strlen(id) + 1);
    query_send(h, a);
}

void event_quit(struct hub *h, uint64_t who)
{
    quit_read(h, who, 0, "");
}
