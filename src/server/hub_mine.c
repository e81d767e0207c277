/* hub_mine.c: the tables at which a person sits, whose turn it is there, and the invitations they have.
 *
 * One list is made for a person at a time, whichever of their connections asked, and told to all that have asked once. It is
 * made again when something changes, at most once a second. Whose turn it is comes from the description of a slow game, from
 * the room if the table is in memory here, or from the table's rows; so does until when this person is away. */
#include "hub_inside.h"

#include "table/table.h"

enum { MINE_MAX = 40, LOADS_MAX = 20, MINE_MS = 1000, INVITES_MAX = 20, ENTRY_MAX = 4096 };
enum { TURN_UNKNOWN = -1 };

/* A list that is being made. */
struct mine {
    struct job job; /* first */
    uint64_t who;
    int n, at, loads;
    struct ir_table *table;
    struct store_match list[MINE_MAX];
    int turn[MINE_MAX];
    int64_t holiday[MINE_MAX]; /* this person's, in a slow game: until when, or 0 */
};

static void mine_drop(struct job *j)
{
    free(((struct mine *)j)->table);
    free(j);
}

unsigned table_turn(const struct ir_table *t)
{
    return t->stage == IR_PLAYING && !t->paused ? ir_asked(t->game, t->now.b) : 0;
}

/* ---- telling ---- */

static void seats_json(struct ir_json *j, const char *key, unsigned bits)
{
    ir_json_list(j, key);
    for (int i = 0; bits >> i; i++)
        if (bits >> i & 1)
            ir_json_int(j, NULL, i);
    ir_json_end(j, ']');
}

static int seat_of(const struct store_match *m, uint64_t who)
{
    int you = 0;
    while (you < IR_SEATS_MAX - 1 && m->who[you] != who)
        you++;
    return you;
}

static void table_json(struct ir_json *j, const struct store_match *m, uint64_t who, int turn, int64_t holiday)
{
    ir_json_object(j, NULL);
    match_members(j, m);
    match_evening(j, m);
    if (turn != TURN_UNKNOWN)
        seats_json(j, "turn", (unsigned)turn);
    ir_json_int(j, "you", seat_of(m, who));
    ir_json_bool(j, "slow", match_slow(m));
    if (match_deadline(m))
        ir_json_int(j, "due", match_deadline(m));
    if (holiday)
        ir_json_int(j, "holiday", holiday);
    ir_json_bool(j, "host", m->host == who);
    ir_json_int(j, "updated", m->updated);
    ir_json_end(j, '}');
}

static void invite_json(struct ir_json *j, const struct store_match *m, const struct store_item *by)
{
    char who[17];
    struct ir_text t;
    ir_text_start(&t, who, sizeof who);
    ir_text_hex64(&t, by->who);
    ir_json_object(j, NULL);
    match_members(j, m);
    ir_json_object(j, "by");
    ir_json_str(j, "who", who);
    ir_json_str(j, "name", by->name);
    ir_json_end(j, '}');
    ir_json_int(j, "time", by->time);
    ir_json_end(j, '}');
}

static int sits(const struct store_match *m, uint64_t who)
{
    int n = 0;
    for (int i = 0; i < IR_SEATS_MAX; i++)
        n += m->who[i] == who;
    return n;
}

static size_t list_write(const struct hub *h, const struct mine *l, const struct query *a, uint64_t id, char *out, size_t size)
{
    struct ir_json j;
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "type", "mine");
    if (id)
        ir_json_int(&j, "id", (int64_t)id);
    ir_json_list(&j, "tables");
    for (int i = 0; i < l->n; i++)
        table_json(&j, &l->list[i], l->who, l->turn[i], l->holiday[i] > h->now ? l->holiday[i] : 0);
    ir_json_end(&j, ']');
    ir_json_list(&j, "invites");
    for (int i = 0; i < a->r.n; i++)
        if (a->r.list[i].stage == IR_GATHERING && !sits(&a->r.list[i], l->who)) /* else it came to something */
            invite_json(&j, &a->r.list[i], &a->r.items[i]);
    ir_json_end(&j, ']');
    ir_json_end(&j, '}');
    return j.text.len;
}

static void mine_soon(struct hub *h, struct person *p)
{
    if (p->mine_listed)
        return;
    p->mine_listed = 1;
    p->mine_next = h->mine;
    h->mine = p;
}

static void mine_end(struct hub *h, struct mine *l)
{
    struct person *p = who_find(h, l->who);
    if (p) {
        p->mine_busy = 0;
        p->mine_at = h->now + MINE_MS;
    }
    job_end(h, &l->job);
}

static void mine_fail(struct hub *h, struct mine *l)
{
    for (struct conn *c = who_first(h, l->who); c; c = who_next(c)) {
        if (c->mine == MINE_SHOWN)
            mine_soon(h, c->person); /* tries again */
        if (c->mine != MINE_WAITS)
            continue;
        say_refused(h, c->link.key, NULL, c->mine_id, "store", "The database does not answer. Try again in a moment.");
        c->mine = MINE_NOT;
    }
    mine_end(h, l);
}

static void after_invites(struct hub *h, struct query *a)
{
    struct mine *l = a->job;
    size_t size = 256 + (size_t)(l->n + a->r.n) * ENTRY_MAX, n = 0;
    if (a->r.status != STORE_OK) {
        mine_fail(h, l);
        return;
    }
    char *out = alloc_raw(size);
    for (struct conn *c = who_first(h, l->who); c; c = who_next(c)) {
        if (c->mine == MINE_NOT)
            continue;
        n = list_write(h, l, a, c->mine == MINE_WAITS ? c->mine_id : 0, out, size);
        c->mine = MINE_SHOWN;
        h->port.send(h->port.self, c->link.key, out, n);
    }
    free(out);
    mine_end(h, l);
}

/* ---- whose turn it is, and who is away ---- */

static void table_note(struct mine *l, const struct ir_table *t)
{
    int seat = ir_table_seat(t, l->who);
    l->turn[l->at] = (int)table_turn(t);
    l->holiday[l->at] = seat >= 0 && table_slow(t) ? t->seat[seat].holiday : 0;
}

static void turns_go(struct hub *h, struct mine *l);

static void after_turn(struct hub *h, struct query *a)
{
    struct mine *l = a->job;
    l->table = l->table ? l->table : alloc_zero(sizeof *l->table);
    int ok = a->r.status == STORE_OK && table_load(l->table, &a->r.match, a->r.rows, a->r.n, h->why) >= 0;
    if (ok)
        table_note(l, l->table);
    else
        l->turn[l->at] = TURN_UNKNOWN;
    l->at++;
    l->table->deck = NULL; /* the store's */
    turns_go(h, l);
}

static void turns_go(struct hub *h, struct mine *l)
{
    for (; l->at < l->n; l->at++) {
        const struct store_match *m = &l->list[l->at];
        const struct room *r = room_find(h, m->id);
        if (m->stage != IR_PLAYING) {
            l->turn[l->at] = 0;
        } else if (match_slow(m) && !match_away(m, seat_of(m, l->who))) {
            l->turn[l->at] = (int)match_turn(m);
        } else if (r && r->phase == ROOM_READY && r->viewers) { /* without viewers, it may be behind */
            table_note(l, &r->table);
        } else if (l->loads++ < LOADS_MAX) {
            struct query *a = query_new(h, STORE_MATCH_LOAD, after_turn, 0);
            a->job = l;
            memcpy(a->r.match.id, m->id, sizeof m->id);
            query_send(h, a);
            return;
        } else {
            l->turn[l->at] = TURN_UNKNOWN;
        }
    }
    struct query *a = query_new(h, STORE_INVITES, after_invites, 0);
    a->job = l;
    a->r.who = l->who;
    a->r.limit = INVITES_MAX;
    query_send(h, a);
}

static void after_mine(struct hub *h, struct query *a)
{
    struct mine *l = a->job;
    if (a->r.status != STORE_OK) {
        mine_fail(h, l);
        return;
    }
    for (int i = 0; i < a->r.n && l->n < MINE_MAX; i++)
        if (a->r.list[i].stage != IR_OVER_NOW && sits(&a->r.list[i], l->who))
            l->list[l->n++] = a->r.list[i];
    turns_go(h, l);
}

static void mine_begin(struct hub *h, struct person *p)
{
    struct mine *l = alloc_zero(sizeof *l);
    struct query *a = query_new(h, STORE_MINE, after_mine, 0);
    job_add(h, &l->job, mine_drop);
    l->who = p->link.key;
    p->mine_busy = 1;
    a->job = l;
    a->r.who = l->who;
    a->r.limit = STORE_LIST_MAX;
    query_send(h, a);
}

/* ---- when ---- */

static void mine_unlist(struct hub *h, struct person *p)
{
    struct person **at = &h->mine;
    while (*at != p)
        at = &(*at)->mine_next;
    *at = p->mine_next;
    p->mine_listed = 0;
}

void mine_left(struct hub *h, struct person *p)
{
    if (p->mine_listed)
        mine_unlist(h, p);
}

int64_t mine_tick(struct hub *h)
{
    int64_t due = 0;
    if (h->closing)
        return 0;
    for (struct person *p = h->mine, *next; p; p = next) {
        next = p->mine_next;
        if (!p->mine_busy && h->now >= p->mine_at) {
            mine_unlist(h, p);
            mine_begin(h, p);
        } else if (!p->mine_busy && (!due || p->mine_at < due)) {
            due = p->mine_at;
        }
    }
    return due;
}

void mine_say(struct hub *h, struct conn *c, uint64_t id)
{
    if (bucket_try(&c->lists, LISTS_RATE, h->now))
        mine_answer(h, c, id);
    else
        say_refused(h, c->link.key, NULL, id, "rate",
                    "That is too often. Wait a second; the list is sent again when it changes.");
}

void mine_answer(struct hub *h, struct conn *c, uint64_t id)
{
    if (c->mine == MINE_WAITS) {
        say_refused(h, c->link.key, NULL, id, "rate", "You have asked already. Wait for the answer.");
        return;
    }
    c->mine = MINE_WAITS;
    c->mine_id = id;
    c->person->mine_at = c->person->mine_busy ? c->person->mine_at : h->now;
    mine_soon(h, c->person);
}

void mine_told(struct hub *h, struct person *p, const char *table)
{
    for (const struct conn *c = p->conns; c; c = who_next(c))
        if (c->mine && !viewer_find(c, table))
            mine_soon(h, p);
}

void mine_touch(struct hub *h, const struct room *r, const uint64_t before[IR_SEATS_MAX], int changed)
{
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        uint64_t who[2] = {before[i], i < r->table.n_seats ? r->table.seat[i].who : 0};
        for (int k = who[0] == who[1]; k < 2; k++) {
            if (!who[k])
                continue;
            if (changed)
                who_tell(h, who[k], WHO_MINE, r->id);
            else
                who_told(h, who[k], WHO_MINE, r->id);
        }
    }
}
