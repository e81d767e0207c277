/* hub_event.c: the evenings that are in memory: each is loaded, caught up, locked and told as far as it can be now, and
 * forgotten when nobody needs it here.
 *
 * As at a table, a row is stored first and told then, one at a time; the numbers of the rows decide between nodes, and what the
 * store says is the truth. A lock in the store decides which node runs the event (hub_event_run.c): it saves work, the truth
 * does not need it. An event that is being played is found as due by every node once a minute, like slow games, so it goes on
 * without anybody there, and after a restart. */
#include "hub_event.h"

enum { AGAIN_MS = EVENING_AGAIN_MS, EVENINGS_MAX = 400 }; /* in memory */

int event_id(const char *id)
{
    return id[0] == EVENT_LETTER;
}

struct evening *evening_find(struct hub *h, const char *id)
{
    struct evening *v = (struct evening *)map_find(&h->events, key_of(h, id));
    return v && !strcmp(v->id, id) ? v : NULL;
}

struct evening *evening_get(struct hub *h, const char *id)
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

struct query *evening_query(struct hub *h, struct evening *v, enum store_kind kind, void (*then)(struct hub *, struct query *),
                            size_t extra)
{
    struct query *a = query_new(h, kind, then, extra);
    if (kind == STORE_APPEND)
        memset(&a->r.match, 0, sizeof a->r.match);
    memcpy(a->r.match.id, v->id, sizeof v->id);
    a->job = v;
    v->queries++;
    return a;
}

int event_read(struct event *e, const struct store_match *m, const struct store_row *row, int n, char why[IR_WHY_MAX])
{
    int error = IR_OK;
    event_clear(e, m->maker);
    for (int i = 0; error == IR_OK && i < n; i++, row++)
        error = event_fold(e, row->text, row->seq, row->who, row->time, why);
    return error;
}

/* ---- loading ---- */

void quarantine(struct hub *h, struct evening *v, const char *why)
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
        if (v->phase == EVENING_BROKEN || (v->phase == EVENING_READY && event_find(v->e, who) < 0 && v->e->host != who))
            continue; /* one that is being loaded may have the name in the rows that are on their way */
        v->renew = 1;
        evening_go(h, v);
    }
}
