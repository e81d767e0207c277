/* hub_event.c: evenings: who looks at one, its commands, its rows, and telling all who look.
 *
 * As at a table, a row is stored first and told then, one at a time; the numbers of the rows decide between nodes, and what the
 * store says is the truth. The state is written once for all who look, at most twice a second. A lock in the store decides
 * which node runs the event (hub_event_run.c): it saves work, the truth does not need it. An event that is being played is
 * found as due by every node once a minute, like slow games, so it goes on without anybody there, and after a restart. */
#include "hub_event.h"

enum {
    ID_LETTERS = 12,
    TELL_MS = 500,
    CROWD_MS = 4, /* so much later for each who looks */
    AGAIN_MS = 2000,
    HERE_MS = 3000,
    TRIES_MAX = 8,
    WAITING_MAX = 256,
    LOOKS_MAX = 8,      /* of one connection */
    EVENINGS_MAX = 400, /* in memory */
    EVENTS_AN_HOUR = 20,
    NAME_MOST = 60, /* letters */
    COUNTED_MS = 7 * 24 * 3600000
};

int event_id(const char *id)
{
    return id[0] == EVENT_LETTER;
}

struct evening *evening_find(struct hub *h, const char *id)
{
    struct evening *v = (struct evening *)map_find(&h->events, key_of(h, id));
    return v && !strcmp(v->id, id) ? v : NULL;
}

static struct evening *evening_get(struct hub *h, const char *id)
{
    struct evening *v = evening_find(h, id);
    if (v || h->events.n >= EVENINGS_MAX || map_find(&h->events, key_of(h, id)))
        return v;
    v = alloc_zero(sizeof *v);
    memcpy(v->id, id, strlen(id) + 1);
    v->behind = 1;
    map_put(&h->events, &v->link, key_of(h, id));
    return v;
}

static void order_pop(struct hub *h, struct evening *v)
{
    struct order *o = v->first;
    v->first = o->next;
    v->waiting--;
    if (o->then && !h->ended)
        o->then(h, o->arg);
    free(o);
}

static void look_unlink(struct look *l)
{
    struct look **at = &l->conn->looks;
    while (*at != l)
        at = &(*at)->next_of_conn;
    *at = l->next_of_conn;
    for (at = &l->evening->looks; *at != l; at = &(*at)->next)
        continue;
    *at = l->next;
    l->evening->n_looks--;
    l->conn->n_looks--;
    free(l);
}

static void evening_free(struct hub *h, struct evening *v)
{
    while (v->first)
        order_pop(h, v);
    while (v->looks)
        look_unlink(v->looks);
    map_remove(&h->events, &v->link);
    free(v->e);
    free(v);
}

void events_free(struct hub *h)
{
    for (struct link *l = map_next(&h->events, NULL), *next; l; l = next) {
        next = map_next(&h->events, l);
        evening_free(h, (struct evening *)l);
    }
    map_free(&h->events);
    free(h->event_text);
    free(h->event_copy);
}

static struct query *evening_query(struct hub *h, struct evening *v, enum store_kind kind,
                                   void (*then)(struct hub *, struct query *), size_t extra)
{
    struct query *a = query_new(h, kind, then, extra);
    if (kind == STORE_APPEND)
        memset(&a->r.match, 0, sizeof a->r.match);
    memcpy(a->r.match.id, v->id, sizeof v->id);
    a->job = v;
    v->queries++;
    return a;
}

/* ---- telling ---- */

static void here_note(struct hub *h, struct evening *v)
{
    for (int i = 0; i < v->e->n; i++) {
        uint8_t here = who_here(h, v->e->person[i].who) > 0;
        v->dirty |= here != v->here[i];
        v->here[i] = here;
    }
    v->here_at = h->now + HERE_MS;
}

/* The part of the message that all share, in h->event_text. */
static size_t state_write(struct hub *h, const struct evening *v)
{
    const struct event *e = v->e;
    struct ir_json j;
    int pause = e->stage == EVENT_PLAYING && e->kind != EVENT_ARENA && !e->running && e->round;
    if (!h->event_text)
        h->event_text = alloc_raw(EVENT_JSON);
    ir_json_start(&j, h->event_text, EVENT_JSON);
    ir_json_object(&j, NULL);
    event_json(e, v->here, pause ? e->settled + h->limit.event_pause : 0, &j);
    ir_json_end(&j, '}');
    ir_text_put(&j.text, "}"); /* of the message around it */
    ir_assert(!j.text.cut);
    return j.text.len;
}

static void state_send(struct hub *h, const struct evening *v, struct look *l, size_t n)
{
    struct ir_json j;
    int me = event_find(v->e, l->conn->who);
    say_start(h, &j, "event");
    if (l->id)
        ir_json_int(&j, "id", (int64_t)l->id);
    ir_json_str(&j, "event", v->id);
    ir_json_int(&j, "seq", v->e->seq);
    ir_json_int(&j, "now", h->now);
    ir_json_object(&j, "state");
    ir_json_bool(&j, "host", l->conn->who == v->e->host);
    if (me >= 0)
        ir_json_int(&j, "you", me);
    else
        ir_json_str(&j, "you", NULL);
    size_t head = j.text.len;
    char *out = alloc_raw(head + n);
    memcpy(out, h->out, head);
    memcpy(out + head, h->event_text, n);
    out[head] = ','; /* it began as an object of its own */
    l->started = 1;
    l->id = 0;
    h->count.event_states++;
    h->port.send(h->port.self, l->conn->link.key, out, head + n);
    free(out);
}

static void evening_tell(struct hub *h, struct evening *v, int all)
{
    size_t n = 0;
    if (v->phase != EVENING_READY)
        return;
    for (struct look *l = v->looks; l; l = l->next)
        if (all || !l->started) {
            n = n ? n : state_write(h, v);
            state_send(h, v, l, n);
        }
    if (!all)
        return;
    v->dirty = 0;
    v->told_at = h->now;
    v->tell_at = 0;
}

static void tell_soon(struct hub *h, struct evening *v)
{
    int64_t from = v->told_at + TELL_MS + (int64_t)v->n_looks * CROWD_MS;
    if (!v->dirty || v->phase != EVENING_READY)
        return;
    if (h->now >= from)
        evening_tell(h, v, 1);
    else
        v->tell_at = from;
}

static void look_refuse(struct hub *h, struct look *l, const char *error, const char *why)
{
    say_refused(h, l->conn->link.key, NULL, l->id, error, why);
    look_unlink(l);
}

static void order_refuse(struct hub *h, struct evening *v, const char *error, const char *why)
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

static void all_refuse(struct hub *h, struct evening *v, const char *error, const char *why)
{
    while (v->first)
        order_refuse(h, v, error, why);
    for (struct look *l = v->looks, *next; l; l = next) {
        next = l->next;
        if (!l->started || v->phase == EVENING_BROKEN)
            look_refuse(h, l, error, why);
    }
}

/* ---- loading ---- */

static void quarantine(struct hub *h, struct evening *v, const char *why)
{
    v->phase = EVENING_BROKEN;
    h->count.quarantined++;
    note(h, HUB_LOG_ERROR, "quarantine", "event %s: %s", v->id, why);
}

static void after_load(struct hub *h, struct query *a)
{
    struct evening *v = a->job;
    v->busy = 0;
    v->queries--;
    if (a->r.status == STORE_NOT_FOUND || (a->r.status == STORE_OK && strcmp(a->r.match.game, EVENT_GAME) != 0)) {
        all_refuse(h, v, "unknown-event", "There is no such event. Check the link, or ask for a new one.");
        if (v->phase == EVENING_READY)
            quarantine(h, v, "it is gone from the store");
        else
            v->phase = EVENING_BROKEN;
    } else if (a->r.status != STORE_OK) {
        all_refuse(h, v, "store", "The database does not answer. Repeat the command with the same id in a moment.");
        v->behind = 1;
        v->load_at = h->now + AGAIN_MS;
    } else {
        if (!v->e || v->phase == EVENING_LOADING) {
            v->e = v->e ? v->e : alloc_raw(sizeof *v->e);
            event_clear(v->e, a->r.match.maker);
        }
        int e = IR_OK;
        for (int i = 0; e == IR_OK && i < a->r.n; i++)
            if (a->r.rows[i].seq > v->e->seq)
                e = event_fold(v->e, a->r.rows[i].text, a->r.rows[i].seq, a->r.rows[i].who, a->r.rows[i].time, h->why);
        v->dirty |= a->r.n > 0;
        if (e != IR_OK || !v->e->seq)
            quarantine(h, v, e ? h->why : "it has no rows");
        else
            v->phase = EVENING_READY;
        if (v->phase == EVENING_READY)
            here_note(h, v);
        if (!h->limit.alone)
            v->poll_at = h->now + h->limit.poll_ms;
    }
    evening_go(h, v);
}

static void evening_load(struct hub *h, struct evening *v)
{
    struct query *a = evening_query(h, v, STORE_MATCH_LOAD, after_load, 0);
    if (v->renew)
        v->phase = EVENING_LOADING;
    a->r.from_seq = v->phase == EVENING_READY ? v->e->seq + 1 : 0;
    v->renew = v->behind = 0;
    v->busy = 1;
    query_send(h, a);
}

/* ---- commands ---- */

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

static void order_try(struct hub *h, struct evening *v)
{
    struct order *o = v->first;
    char row[IR_ROW_MAX], text[IR_NAME_MAX + 8] = "join ";
    const char *what = o->text, *why;
    int e = IR_OK;
    if (o->after && o->after != v->e->seq) { /* somebody came or left meanwhile */
        order_pop(h, v);
        return;
    }
    if (!h->event_copy)
        h->event_copy = alloc_raw(sizeof *h->event_copy);
    if (o->who && !strncmp(what, "join", 4) && (!what[4] || what[4] == ' ') && event_find(v->e, o->who) < 0) {
        if (!o->welcome && o->who != v->e->host) {
            struct query *a = evening_query(h, v, STORE_TIES, after_host, 0);
            a->r.who = v->e->host;
            v->busy = 1;
            query_send(h, a);
            return;
        }
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

/* ---- the lock ---- */

static void after_unlock(struct hub *h, struct query *a)
{
    struct evening *v = a->job;
    v->queries--;
    evening_go(h, v);
}

static void unlock(struct hub *h, struct evening *v)
{
    v->lock = LOCK_NONE;
    query_send(h, evening_query(h, v, STORE_UNLOCK, after_unlock, 0));
}

static void after_lock(struct hub *h, struct query *a)
{
    struct evening *v = a->job;
    v->queries--;
    v->lock = a->r.status == STORE_OK ? LOCK_HELD : LOCK_NONE;
    v->lock_at = v->lock == LOCK_HELD ? 0 : h->now + AGAIN_MS;
    evening_go(h, v);
}

/* ---- all of it ---- */

static int plays(const struct evening *v)
{
    return v->phase == EVENING_READY && v->e->stage == EVENT_PLAYING;
}

static void evening_watch(struct hub *h, struct evening *v, int on)
{
    if (h->limit.alone || v->watched == on)
        return;
    v->watched = (uint8_t)on;
    v->behind = (uint8_t)(v->behind || on);
    h->port.watch(h->port.self, v->id, on);
    if (h->events_watched == 0 && on)
        h->port.watch(h->port.self, EVENT_CHANNEL, 1);
    h->events_watched += on ? 1 : -1;
    if (h->events_watched == 0)
        h->port.watch(h->port.self, EVENT_CHANNEL, 0);
}

/* Nobody looks, nothing is under way, and another node runs it, or nobody needs to. */
static int forgotten(const struct evening *v)
{
    int run = plays(v) && (v->lock != LOCK_NONE || !v->lock_at);
    return !v->looks && !v->first && !v->queries && !run && v->lock == LOCK_NONE;
}

static void evening_step(struct hub *h, struct evening *v)
{
    while (!v->busy) {
        if (v->phase == EVENING_BROKEN) {
            all_refuse(h, v, "broken", "This event's log cannot be read by this server. It is not lost.");
            break;
        }
        if (v->behind || v->renew) {
            if (h->now < v->load_at)
                break;
            v->load_at = 0;
            evening_load(h, v);
            break;
        }
        evening_tell(h, v, 0);
        if (v->first)
            order_try(h, v);
        else if (!plays(v) || h->closing || v->lock != LOCK_HELD || !evening_run(h, v))
            break;
    }
    tell_soon(h, v);
    if (plays(v) && v->lock == LOCK_NONE && h->now >= v->lock_at && !h->closing) {
        v->lock = LOCK_PENDING;
        query_send(h, evening_query(h, v, STORE_LOCK, after_lock, 0));
    }
    if (!plays(v) && v->lock == LOCK_HELD && !v->busy)
        unlock(h, v);
}

void evening_go(struct hub *h, struct evening *v)
{
    if (v->going) { /* what was done here led back to here */
        v->again = 1;
        return;
    }
    v->going = 1;
    evening_watch(h, v, 1);
    do {
        v->again = 0;
        evening_step(h, v);
    } while (v->again);
    v->going = 0;
    if (forgotten(v)) {
        evening_watch(h, v, 0);
        evening_free(h, v);
    }
}

static void sooner(int64_t *next, int64_t when)
{
    if (when && (!*next || when < *next))
        *next = when;
}

/* When something is to be done about it; 0: when something happens. */
static int64_t evening_due(const struct evening *v)
{
    int64_t next = 0;
    sooner(&next, v->tell_at);
    sooner(&next, v->load_at);
    sooner(&next, v->poll_at);
    if (v->looks)
        sooner(&next, v->here_at);
    if (plays(v) && v->lock == LOCK_NONE)
        sooner(&next, v->lock_at);
    if (plays(v) && v->lock == LOCK_HELD)
        sooner(&next, v->run_at);
    return next;
}

int64_t event_tick(struct hub *h)
{
    int64_t next = 0;
    if (h->closing)
        return 0;
    for (struct link *l = map_next(&h->events, NULL), *after; l; l = after) {
        struct evening *v = (struct evening *)l;
        after = map_next(&h->events, l);
        int64_t due = evening_due(v);
        if (due && due <= h->now) {
            if (v->poll_at && v->poll_at <= h->now) {
                v->behind = 1;
                v->poll_at = 0;
            }
            if (v->here_at <= h->now && v->phase == EVENING_READY)
                here_note(h, v);
            if (v->tell_at && v->tell_at <= h->now)
                v->tell_at = 0;
            char id[IR_ID_MAX];
            memcpy(id, v->id, sizeof id);
            evening_go(h, v);
            if (!(v = evening_find(h, id)))
                continue;
            due = evening_due(v);
            due = due && due <= h->now ? h->now + 50 : due;
        }
        sooner(&next, due);
    }
    return next;
}

void event_wake(struct hub *h, const char *id)
{
    struct evening *v = evening_get(h, id);
    if (v)
        evening_go(h, v);
}

/* ---- what others say ---- */

/* A table without a host has begun, or is over: whoever runs its event looks at it. */
static void table_heard(struct hub *h, const char *table)
{
    for (struct link *l = map_next(&h->events, NULL), *next; l; l = next) {
        struct evening *v = (struct evening *)l;
        next = map_next(&h->events, l);
        int t = plays(v) ? event_table_find(v->e, table) : -1;
        if (t < 0)
            continue;
        v->of[t].look = v->run_at = h->now;
        evening_go(h, v);
        return;
    }
}

void event_heard(struct hub *h, const char *table)
{
    notice_text(h, EVENT_CHANNEL, 1, table);
    table_heard(h, table);
}

int event_notice(struct hub *h, const char *match, const struct store_row *row)
{
    if (!strcmp(match, EVENT_CHANNEL)) {
        if (row->seq < 0 && row->text && strlen(row->text) == 16)
            event_renew(h, strtoull(row->text, NULL, 16), 0);
        else if (row->seq < 0 && row->text)
            table_heard(h, row->text);
        return 1;
    }
    if (!event_id(match))
        return 0;
    struct evening *v = evening_find(h, match);
    if (!v)
        return 1;
    if (!row->seq) { /* the store was disconnected, and the lock is lost */
        v->lock = v->lock == LOCK_HELD ? LOCK_NONE : v->lock;
        v->behind = 1;
    } else if (row->seq > 0 && (v->phase != EVENING_READY || row->seq > v->e->seq)) {
        v->behind = 1;
    }
    evening_go(h, v);
    return 1;
}

/* Somebody was deleted: their name is gone from the rows, so they are folded anew; on the other nodes, too, if `others`. */
void event_renew(struct hub *h, uint64_t who, int others)
{
    char text[17];
    who_write(text, who);
    if (others)
        notice_text(h, EVENT_CHANNEL, 1, text);
    for (struct link *l = map_next(&h->events, NULL), *next; l; l = next) {
        struct evening *v = (struct evening *)l;
        next = map_next(&h->events, l);
        if (v->phase != EVENING_READY || (event_find(v->e, who) < 0 && v->e->host != who))
            continue;
        v->renew = 1;
        evening_go(h, v);
    }
}

/* ---- messages ---- */

static const char *word(json_t *m, const char *key)
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

void event_left(struct hub *h, struct conn *c)
{
    while (c->looks) {
        struct evening *v = c->looks->evening; /* NOLINT(clang-analyzer-unix.Malloc): look_unlink takes it out of c->looks */
        look_unlink(c->looks);
        evening_go(h, v);
    }
}

/* The event that a message is about; NULL: it was refused. */
static struct evening *evening_of(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *code = word(m, "event"), *error = NULL, *why = NULL;
    struct evening *v = NULL;
    if (!id_looks_right(code) || !event_id(code))
        error = "unknown-event", why = "There is no such event. Check the link, or ask for a new one.";
    else if (h->closing)
        error = "store", why = "The server restarts. Connect again.";
    else if (!bucket_try(&c->lists, LISTS_RATE, h->now))
        error = "rate", why = "That is too much at once. Wait a second.";
    else if (!(v = evening_get(h, code)))
        error = "busy", why = "This server has no room for another event now. Try again later.";
    if (why)
        say_refused(h, c->link.key, NULL, id, error, why);
    return v;
}

static struct look *look_find(const struct conn *c, const char *code)
{
    struct look *l = c->looks;
    while (l && strcmp(l->evening->id, code) != 0)
        l = l->next_of_conn;
    return l;
}

void event_look(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    struct look *l = look_find(c, word(m, "event"));
    if (!l && c->n_looks >= LOOKS_MAX) {
        say_refused(h, c->link.key, NULL, id, "full", "You look at too many events at once. Leave one first.");
        return;
    }
    struct evening *v = evening_of(h, c, m, id);
    if (!v)
        return;
    if (!l) {
        l = alloc_zero(sizeof *l);
        *l = (struct look){.conn = c, .evening = v, .next_of_conn = c->looks, .next = v->looks};
        c->looks = v->looks = l;
        c->n_looks++;
        v->n_looks++;
    }
    l->id = id;
    l->started = 0;
    if (!h->limit.alone)
        v->behind = 1; /* what this client has seen on another node may be newer */
    evening_go(h, v);
}

void event_leave(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    struct look *l = look_find(c, word(m, "event"));
    (void)id;
    if (!l)
        return;
    struct evening *v = l->evening;
    look_unlink(l);
    evening_go(h, v);
}

void event_say(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *text = word(m, "do");
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

int event_read(struct event *e, const struct store_match *m, const struct store_row *row, int n, char why[IR_WHY_MAX])
{
    int error = IR_OK;
    event_clear(e, m->maker);
    for (int i = 0; error == IR_OK && i < n; i++, row++)
        error = event_fold(e, row->text, row->seq, row->who, row->time, why);
    return error;
}

/* ---- a new one ---- */

struct making {
    struct job job; /* first */
    uint64_t conn, id, who;
    char match[IR_ID_MAX];
    struct event like;
};

static void making_drop(struct job *j)
{
    free(j);
}

static void making_refuse(struct hub *h, struct making *k, const char *error, const char *why)
{
    say_refused(h, k->conn, NULL, k->id, error, why);
    job_end(h, &k->job);
}

static void after_made(struct hub *h, struct query *a)
{
    struct making *k = a->job;
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        making_refuse(h, k, "store", "The new event could not be stored. Try again in a moment.");
        return;
    }
    h->count.events++;
    say_start(h, &j, "event-made");
    ir_json_int(&j, "id", (int64_t)k->id);
    ir_json_str(&j, "event", k->match);
    say_send(h, k->conn, &j);
    job_end(h, &k->job);
}

static void after_match(struct hub *h, struct query *a)
{
    struct making *k = a->job;
    char row[IR_ROW_MAX];
    struct ir_text t;
    if (a->r.status != STORE_OK) {
        making_refuse(h, k, "store", "The new event could not be stored. Try again in a moment.");
        return;
    }
    ir_text_start(&t, row, sizeof row);
    event_made(&k->like, &t);
    struct query *b = query_new(h, STORE_APPEND, after_made, t.len + 1);
    memset(&b->r.match, 0, sizeof b->r.match);
    memcpy(b->r.match.id, k->match, sizeof k->match);
    memcpy(b->text, row, t.len + 1);
    b->r.quiet = 1;
    b->r.row = (struct store_row){.seq = 1, .time = h->now, .who = k->who, .text = b->text};
    b->job = k;
    query_send(h, b);
}

static void after_hosted(struct hub *h, struct query *a)
{
    struct making *k = a->job;
    if (a->r.status != STORE_OK) {
        making_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
        return;
    }
    if (a->r.answer >= h->limit.tables_per_player) {
        making_refuse(h, k, "full", "You have made too many tables and events that are not over. Finish some of them first.");
        return;
    }
    struct query *b = query_new(h, STORE_MATCH_NEW, after_match, 0);
    struct store_match *m = &b->r.match;
    memcpy(m->id, k->match, sizeof k->match);
    memcpy(m->game, EVENT_GAME, sizeof EVENT_GAME);
    m->rules = EVENT_REVISION;
    m->seats = 1; /* of nobody: who takes part is told by its rows */
    m->host = k->who;
    m->created = m->updated = h->now;
    h->port.random(h->port.self, m->secret, sizeof m->secret);
    b->job = k;
    query_send(h, b);
}

static int whole(json_t *m, const char *key, int otherwise, int least, int most)
{
    json_t *v = json_object_get(m, key);
    if (!v || json_is_null(v))
        return otherwise;
    json_int_t n = json_is_integer(v) ? json_integer_value(v) : -1;
    return n < least || n > most ? -1 : (int)n;
}

/* Whether its tables can be opened, with so many seats. */
static int table_works(struct hub *h, const struct event *e, int seats, struct ir_table *t)
{
    const uint8_t commit[32] = {0};
    return ir_table_open(t, ir_game_find(e->game), "event", seats, e->options, NULL, e->settings, 0, commit, h->why);
}

/* What the message wants, if it can be; else the error, and a sentence. */
static const char *like_read(struct hub *h, json_t *m, struct event *e, const char **why)
{
    static const char *const kinds[EVENT_KINDS] = {"round-robin", "swiss", "arena"};
    const struct ir_game *g = ir_game_find(word(m, "game"));
    const char *name = word(m, "name"), *options = word(m, "options"), *settings = word(m, "settings");
    json_t *bots = json_object_get(m, "bots");
    int kind = 0, seats = whole(m, "seats", 2, 2, IR_SEATS_MAX), rounds = whole(m, "rounds", 0, 0, EVENT_ROUNDS),
        minutes = whole(m, "minutes", 60, 1, EVENT_MINUTES);
    while (kind < EVENT_KINDS && strcmp(kinds[kind], word(m, "kind")) != 0)
        kind++;
    *why = NULL;
    if (!g)
        *why = "There is no such game here. /api/games lists them.";
    else if (kind == EVENT_KINDS)
        *why = "The kind of an event is one of: round-robin, swiss, arena.";
    else if (seats < 0 || rounds < 0 || minutes < 0)
        *why = "An event has tables of 2 to 6 seats, at most 64 rounds, and an arena 1 to 720 minutes.";
    else if (text_clean(e->name, sizeof e->name, NAME_MOST, name, strlen(name)) <= 0)
        *why = "An event needs a name.";
    else if (strlen(options) >= sizeof e->options || strlen(settings) >= sizeof e->settings)
        *why = "The options or the settings are too long.";
    if (*why)
        return "option";
    struct ir_table *t = alloc_zero(sizeof *t);
    struct ir_text text;
    e->kind = (uint8_t)kind;
    e->seats = e->least = (uint8_t)seats;
    e->rounds = (int16_t)rounds;
    e->minutes = (int16_t)minutes;
    e->bots = json_is_string(bots) || json_is_true(bots);
    memcpy(e->game, g->name, strlen(g->name) + 1);
    memcpy(e->options, options, strlen(options) + 1);
    memcpy(e->settings, settings, strlen(settings) + 1);
    h->why[0] = 0;
    int error = table_works(h, e, seats, t);
    if (error == IR_OK && t->set[IR_SET_CLOCK] == IR_CLOCK_SLOW)
        error = IR_E_OPTION, *why = "An event is played in one evening: choose another clock than slow.";
    if (error == IR_OK) {
        memcpy(e->options, t->options, sizeof e->options);
        ir_text_start(&text, e->settings, sizeof e->settings);
        ir_settings_print(t->set, &text);
        while (e->least > 2 && table_works(h, e, e->least - 1, t) == IR_OK)
            e->least--;
    } else if (!*why) {
        *why = h->why;
    }
    free(t);
    return error == IR_OK ? NULL : ir_error_name(error);
}

void event_new(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    struct making *k = alloc_zero(sizeof *k);
    const char *why = NULL, *error = like_read(h, m, &k->like, &why);
    if (!error && h->closing)
        error = "store", why = "The server restarts. Connect again.";
    if (!error && (!bucket_try(&c->small, 1, h->now) || hour_take(h, HOURLY_EVENTS, c->who, EVENTS_AN_HOUR)))
        error = "rate", why = "That is too many new events. Wait a while.";
    if (error) {
        say_refused(h, c->link.key, NULL, id, error, why);
        free(k);
        return;
    }
    job_add(h, &k->job, making_drop);
    k->conn = c->link.key;
    k->id = id;
    k->who = c->who;
    k->match[0] = EVENT_LETTER;
    random_text(h, k->match + 1, ID_LETTERS);
    struct query *a = query_new(h, STORE_HOSTED, after_hosted, 0);
    a->job = k;
    a->r.who = c->who;
    a->r.time = h->now - COUNTED_MS;
    a->r.lived = hub_lived(h, COUNTED_MS);
    query_send(h, a);
}
