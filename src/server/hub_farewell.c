/* hub_farewell.c: somebody is deleted. They leave events, stand up and resign wherever they sit, as if they had done it
 * themselves, and pass the role of the host on. Then the store forgets them, but for their seats in games, which belong to
 * others, too. Rooms in memory, on every node, load their table again, so that the name is gone there at once. */
#include "hub_inside.h"

struct farewell {
    struct job job; /* first */
    uint64_t who;
    void (*then)(struct hub *, void *arg, enum store_status);
    void *arg;
    int waiting;    /* commands that are under way */
    int events;     /* there are more of their events to be read; after them, their tables are */
    int pages;      /* of their tables that were read */
    int64_t before; /* where the next page begins; 0: there are no more */
    char before_id[IR_ID_MAX];
    int n_tables, room;
    char (*table)[IR_ID_MAX]; /* which may be in somebody's memory */
};

static void farewell_drop(struct job *j)
{
    struct farewell *f = (struct farewell *)j;
    free(f->table);
    free(f);
}

static void farewell_end(struct hub *h, struct farewell *f, enum store_status status)
{
    f->then(h, f->arg, status);
    job_end(h, &f->job);
}

static void table_note(struct farewell *f, const char *id)
{
    if (f->n_tables == f->room) {
        f->room = f->room ? 2 * f->room : 64;
        f->table = realloc(f->table, (size_t)f->room * sizeof *f->table);
        if (!f->table)
            abort();
    }
    memcpy(f->table[f->n_tables++], id, strlen(id) + 1);
}

static void after_end(struct hub *h, struct query *a)
{
    struct farewell *f = a->job;
    const struct person *p = who_find(h, f->who);
    for (int i = 0; a->r.status == STORE_OK && i < f->n_tables; i++) {
        struct room *r = room_find(h, f->table[i]);
        notice_renew(h, f->table[i]);
        if (r)
            room_renew(h, r);
    }
    for (int i = 0; a->r.status == STORE_OK && p && i < p->n_ties; i++)
        if (p->tie[i].theirs)
            who_tell(h, p->tie[i].who, WHO_TIES, "");
    if (a->r.status == STORE_OK) {
        who_tell(h, f->who, WHO_KICK, "");
        bans_forget(h, f->who);
        event_renew(h, f->who, 1);
    }
    farewell_end(h, f, a->r.status);
}

static void events_read(struct hub *h, struct farewell *f);
static void tables_read(struct hub *h, struct farewell *f);

static void go_on(struct hub *h, struct farewell *f)
{
    if (f->waiting)
        return;
    if (f->events) {
        events_read(h, f);
        return;
    }
    if (f->before) {
        tables_read(h, f);
        return;
    }
    struct query *a = query_new(h, STORE_PERSON_END, after_end, 0);
    a->job = f;
    a->r.who = f->who;
    query_send(h, a);
}

static void command_over(struct hub *h, void *arg)
{
    struct farewell *f = arg;
    f->waiting--;
    go_on(h, f);
}

static void act(struct hub *h, struct farewell *f, const char *id, const char *text)
{
    f->waiting++;
    if (!room_act(h, id, f->who, text, command_over, f))
        f->waiting--; /* there is no room for this table now: the others see that nobody comes */
}

static void table_leave(struct hub *h, struct farewell *f, const struct store_match *m)
{
    char text[16];
    for (int i = 0; m->stage == IR_GATHERING && m->host == f->who && i < m->seats && i < IR_SEATS_MAX; i++)
        if (m->who[i] && m->who[i] != f->who) {
            snprintf(text, sizeof text, "host %d", i);
            act(h, f, m->id, text);
            break;
        }
    act(h, f, m->id, m->stage == IR_GATHERING ? "stand" : "resign");
}

static void after_tables(struct hub *h, struct query *a)
{
    struct farewell *f = a->job;
    if (a->r.status != STORE_OK) {
        farewell_end(h, f, a->r.status);
        return;
    }
    f->before = 0;
    f->waiting = 1; /* until all are begun */
    for (int i = 0; i < a->r.n; i++) {
        const struct store_match *m = &a->r.list[i];
        if (m->stage != IR_OVER_NOW || f->pages == 0) /* older ones that are over are in nobody's memory */
            table_note(f, m->id);
        if (m->stage != IR_OVER_NOW)
            table_leave(h, f, m);
        if (i == STORE_LIST_MAX - 1) {
            f->before = m->updated;
            memcpy(f->before_id, m->id, sizeof m->id);
        }
    }
    f->pages++;
    command_over(h, f);
}

static void tables_read(struct hub *h, struct farewell *f)
{
    struct query *a = query_new(h, STORE_MINE, after_tables, 0);
    a->job = f;
    a->r.who = f->who;
    a->r.until = f->before;
    memcpy(a->r.match.id, f->before_id, sizeof f->before_id);
    query_send(h, a);
}

/* They leave the events that are not over. One of theirs that has not begun is closed: nobody else could start it. */
static void after_events(struct hub *h, struct query *a)
{
    struct farewell *f = a->job;
    if (a->r.status != STORE_OK) {
        farewell_end(h, f, a->r.status);
        return;
    }
    f->waiting = 1; /* until all are begun */
    f->events = a->r.n == STORE_LIST_MAX;
    f->before = f->events ? a->r.list[a->r.n - 1].updated : INT64_MAX;
    memcpy(f->before_id, f->events ? a->r.list[a->r.n - 1].id : "", f->events ? sizeof f->before_id : 1);
    for (int i = 0; i < a->r.n; i++) {
        if (a->r.list[i].stage == IR_OVER_NOW)
            continue;
        int theirs = a->r.list[i].host == f->who && a->r.list[i].stage == IR_GATHERING;
        f->waiting++;
        if (!event_act(h, a->r.list[i].id, f->who, theirs ? "close" : "leave", command_over, f))
            f->waiting--;
    }
    command_over(h, f);
}

static void events_read(struct hub *h, struct farewell *f)
{
    struct query *a = query_new(h, STORE_EVENTS, after_events, 0);
    a->job = f;
    a->r.who = f->who;
    a->r.until = f->before;
    memcpy(a->r.match.id, f->before_id, sizeof f->before_id);
    query_send(h, a);
}

void farewell(struct hub *h, uint64_t who, void (*then)(struct hub *, void *arg, enum store_status), void *arg)
{
    struct farewell *f = alloc_zero(sizeof *f);
    *f = (struct farewell){.who = who, .then = then, .arg = arg};
    job_add(h, &f->job, farewell_drop);
    events_read(h, f);
}
