/* hub_event_run.c: runs an event, on the node that has its lock: opens the tables of each round with everybody seated, sees to
 * those who do not come, and notes the results.
 *
 * The ids of the tables are in the log of the event before there are any, so a node that dies between the two leaves nothing
 * behind: whoever goes on makes those that are missing, and whatever is there already stays as it is. A table is looked at when
 * something is due there, when it is heard of, and now and then. What is done about it follows from its own log: it is read
 * again each time. */
#include "hub_event.h"

#include "core/record.h"
#include "table/table.h"

enum {
    LOOKS_AT_ONCE = 16,
    LOOK_MS = 15000, /* in case nobody told */
    LATER_MS = 2000,
    ERRAND_MS = 1000,
    IDLE_FACTOR = 5 /* nobody has moved for so many times as long as people have to come: the table is given up */
};

/* ---- commands at a table ---- */

struct errand {
    struct job job; /* first */
    char event[IR_ID_MAX], table[IR_ID_MAX];
};

static void errand_drop(struct job *j)
{
    free(j);
}

static void look_again(struct hub *h, const char *event, const char *table, int64_t later)
{
    struct evening *v = evening_find(h, event);
    int t = v && v->e ? event_table_find(v->e, table) : -1; /* also while it is read anew: its tables stay the same */
    if (t < 0)
        return;
    v->of[t].busy = 0;
    v->of[t].look = h->now + later;
    v->run_at = h->now;
    evening_go(h, v);
}

static void errand_over(struct hub *h, void *arg)
{
    struct errand *a = arg;
    const struct room *r = room_find(h, a->table);
    if (r && r->phase == ROOM_READY)
        notice_more(h, r); /* this node does not watch the table, so the others were not told of the row */
    look_again(h, a->event, a->table, ERRAND_MS); /* what came of it is heard of sooner */
    job_end(h, &a->job);
}

/* Somebody who is not there does this at their table. last: look at the table when it is done. */
static void act(struct hub *h, struct evening *v, int t, uint64_t who, const char *text, int last)
{
    struct errand *a = last ? alloc_zero(sizeof *a) : NULL;
    if (last) {
        memcpy(a->event, v->id, sizeof a->event);
        memcpy(a->table, v->e->table[t].id, sizeof a->table);
        job_add(h, &a->job, errand_drop);
        v->of[t].busy = 1;
    }
    if (room_act(h, v->e->table[t].id, who, text, last ? errand_over : NULL, a) || !last)
        return;
    v->of[t].busy = 0; /* there is no room for this table now */
    v->of[t].look = h->now + LATER_MS;
    job_end(h, &a->job);
}

/* ---- one table ---- */

/* Looks at it at this time, or earlier, in case nobody tells what happens there. */
static int64_t look_by(const struct hub *h, int64_t until)
{
    return h->now + LOOK_MS < until ? h->now + LOOK_MS : until;
}

static void result_order(struct evening *v, int t, const uint8_t rank[])
{
    char row[128];
    struct ir_text text;
    ir_text_start(&text, row, sizeof row);
    ir_text_add(&text, "@ result %s", v->e->table[t].id);
    for (int i = 0; i < v->e->table[t].n; i++)
        if (rank[i] == EVENT_RANK_X)
            ir_text_put(&text, " x");
        else
            ir_text_add(&text, " %d", rank[i]);
    ir_text_put(&text, "\n");
    evening_order(v, row, 0);
}

/* A game that has not begun may begin at any moment, as long as everybody sits there. So, before it is given up, somebody who
 * is not ready or has left the event stands up, and the table is read again: nobody can sit down there any more. 1: that is
 * under way. */
static int halt(struct hub *h, struct evening *v, int t, const struct ir_table *table)
{
    const struct event_table *of = &v->e->table[t];
    uint64_t who = 0;
    for (int i = 0; i < of->n; i++) {
        const struct event_person *p = &v->e->person[of->person[i]];
        int seat = ir_table_seat(table, p->who);
        if (seat < 0)
            return 0;
        if (p->gone || (!who && !table->seat[seat].ready))
            who = p->who;
    }
    if (who)
        act(h, v, t, who, "stand", 1);
    return who != 0;
}

/* Who did not come has lost, or whoever has left the event, as long as there is time to come; the others share the win. They
 * stand up, so that nobody waits for a game that does not count. */
static void give_up(struct hub *h, struct evening *v, int t, const struct ir_table *table)
{
    const struct event_table *of = &v->e->table[t];
    uint8_t rank[IR_SEATS_MAX] = {0};
    if (halt(h, v, t, table))
        return;
    h->count.event_absent++;
    for (int i = 0; i < of->n; i++) {
        const struct event_person *p = &v->e->person[of->person[i]];
        int seat = ir_table_seat(table, p->who), came = seat >= 0 && table->seat[seat].ready;
        rank[i] = !p->gone && (came || h->now < of->opened + h->limit.event_absent) ? 0 : EVENT_RANK_X;
    }
    result_order(v, t, rank);
    for (int i = 0; i < of->n; i++)
        if (ir_table_seat(table, v->e->person[of->person[i]].who) >= 0)
            act(h, v, t, v->e->person[of->person[i]].who, "stand", 0);
}

static void ready_for(struct hub *h, struct evening *v, int t, uint64_t who, int last)
{
    char text[8 + 33] = "ready ", salt[33] = "";
    uint8_t random[16];
    struct ir_text s;
    deal_bytes(h, random, sizeof random);
    ir_text_start(&s, salt, sizeof salt);
    ir_text_hex(&s, random, sizeof random);
    memcpy(text + 6, salt, sizeof salt);
    act(h, v, t, who, text, last);
}

/* It has not begun, and somebody has left the event. With two seats it is decided; else the others play, and who left will
 * resign. */
static void left(struct hub *h, struct evening *v, int t, const struct ir_table *table)
{
    const struct event_table *of = &v->e->table[t];
    for (int i = 0; i < of->n; i++) {
        const struct event_person *p = &v->e->person[of->person[i]];
        int seat = ir_table_seat(table, p->who);
        if (p->gone && (of->n == 2 || seat < 0)) {
            give_up(h, v, t, table);
            return;
        }
        if (p->gone && !table->seat[seat].ready) {
            ready_for(h, v, t, p->who, 1);
            return;
        }
    }
    v->of[t].look = look_by(h, of->opened + h->limit.event_absent);
}

/* Whether a bot plays for who is not there, if the host wants it: not in a rated game, in which nobody can be replaced so. */
static int bot_plays(const struct event *e, const struct ir_table *table)
{
    return e->bots && !table_rated(table);
}

/* It has not begun, and the time to come is over. */
static void absent(struct hub *h, struct evening *v, int t, const struct ir_table *table)
{
    const struct event *e = v->e;
    const struct event_table *of = &e->table[t];
    int ready = 0, away = 0, missing[IR_SEATS_MAX], n = 0;
    for (int i = 0; i < of->n; i++) {
        int seat = ir_table_seat(table, e->person[of->person[i]].who);
        away += seat < 0;
        if (seat >= 0 && table->seat[seat].ready)
            ready++;
        else
            missing[n++] = of->person[i];
    }
    if (away || !ready || !n) {
        give_up(h, v, t, table);
        return;
    }
    h->count.event_absent++;
    for (int i = 0; i < n; i++) /* the game begins without them: a bot plays for them, or they resign */
        ready_for(h, v, t, e->person[missing[i]].who, 0);
    for (int i = 0; i < n; i++)
        act(h, v, t, e->person[missing[i]].who, bot_plays(e, table) && !e->person[missing[i]].gone ? "away" : "resign",
            i == n - 1);
}

/* Who is asked, has not answered and not resigned; or -1. */
static int awaited(const struct ir_table *table)
{
    unsigned asked = ir_asked(table->game, table->now.b);
    for (int i = 0; i < table->n_seats; i++)
        if (asked >> i & 1 && table->seat[i].kind == IR_PERSON && !table->seat[i].resigned &&
            table->seat[i].answer == IR_NO_MOVE)
            return i;
    return -1;
}

/* It is being played. Who has left the event resigns; where nobody has moved for too long, who is asked does, or a bot plays
 * for them. Bots play only where somebody looks: if one does not move soon, everybody has gone, and the others need not wait
 * for as long again. */
static void playing(struct hub *h, struct evening *v, int t, const struct ir_table *table, int64_t updated)
{
    const struct event *e = v->e;
    const struct event_table *of = &e->table[t];
    for (int i = 0; i < of->n; i++) {
        const struct event_person *p = &e->person[of->person[i]];
        int seat = ir_table_seat(table, p->who);
        if (seat >= 0 && p->gone && !table->seat[seat].resigned) {
            act(h, v, t, p->who, "resign", 1);
            return;
        }
    }
    int seat = awaited(table), deserted = seat >= 0 && (table->seat[seat].away || table->paused);
    int64_t until = deserted ? updated + h->limit.event_absent : table->since + h->limit.event_absent * IDLE_FACTOR;
    if (seat < 0 || h->now < until) {
        v->of[t].look = seat < 0 ? h->now + LOOK_MS : look_by(h, until);
        return;
    }
    act(h, v, t, table->seat[seat].who, bot_plays(e, table) && !deserted ? "away" : "resign", 1);
    h->count.event_absent++;
}

/* The seat of the person who was paired as the i-th, or -1: they stood up. Not by who they are: somebody who was deleted is
 * somebody else in each log. A table of before it said of which evening it is may have other seats. */
static int seat_at(const struct event *e, const struct event_table *of, int i, const struct ir_table *table)
{
    if (!table->evening[0] || i >= table->n_seats)
        return ir_table_seat(table, e->person[of->person[i]].who);
    return table->seat[i].kind == IR_PERSON ? i : -1;
}

static void over(struct evening *v, int t, const struct ir_table *table)
{
    const struct event_table *of = &v->e->table[t];
    struct ir_score score;
    uint8_t rank[IR_SEATS_MAX] = {0};
    ir_score_resigned(table->game, &table->now, table_resigned(table), &score);
    for (int i = 0; i < of->n; i++) {
        int seat = seat_at(v->e, of, i, table);
        rank[i] = seat < 0 ? EVENT_RANK_X : table_called_off(table) ? 0 : score.rank[seat];
    }
    result_order(v, t, rank);
}

static void table_make(struct hub *h, struct evening *v, int t, int rows)
{
    v->of[t].busy = 1;
    create_seated(h, v->id, v->e, t, rows);
}

/* Whether all of it is there is read from the store: a row that could not be stored may be another node's. */
void event_born(struct hub *h, const char *event, const char *table, int ok)
{
    look_again(h, event, table, ok ? 0 : LATER_MS);
}

static void after_look(struct hub *h, struct query *a)
{
    struct evening *v = a->job;
    int t = v->phase == EVENING_READY ? (int)a->id : -1;
    v->queries--;
    v->of[a->id].busy = 0;
    v->of[a->id].look = h->now + LOOK_MS;
    v->run_at = h->now;
    if (t >= 0 && t < v->e->n_tables && !v->e->table[t].done && v->lock == LOCK_HELD && v->e->stage == EVENT_PLAYING) {
        const struct event_table *of = &v->e->table[t];
        struct ir_table *table = alloc_zero(sizeof *table);
        int there = a->r.status == STORE_OK && table_load(table, &a->r.match, a->r.rows, a->r.n, h->why) >= 0;
        int gone = 0;
        for (int i = 0; i < of->n; i++)
            gone |= v->e->person[of->person[i]].gone;
        if (a->r.status == STORE_FAILED || a->r.status == STORE_UNKNOWN)
            v->of[t].look = h->now + LATER_MS;
        else if (!of->opened && (!there || table->seq < of->n))
            table_make(h, v, t, there ? (int)table->seq : 0);
        else if (!of->opened)
            v->of[t].made = 1, v->of[t].look = 0;
        else if (!there || table->stage == IR_GATHERING) {
            int64_t until = of->opened + h->limit.event_absent;
            if (there && h->now < until && gone)
                left(h, v, t, table);
            else if (there && h->now < until)
                v->of[t].look = look_by(h, until);
            else if (there)
                absent(h, v, t, table);
            else
                give_up(h, v, t, table); /* it was purged */
        } else if (table->stage == IR_PLAYING)
            playing(h, v, t, table, a->r.match.updated);
        else
            over(v, t, table);
        free(table);
    }
    evening_go(h, v);
}

static void table_look(struct hub *h, struct evening *v, int t)
{
    struct query *a = query_new(h, STORE_MATCH_LOAD, after_look, 0);
    memcpy(a->r.match.id, v->e->table[t].id, sizeof a->r.match.id);
    a->job = v;
    a->id = (uint64_t)t;
    v->of[t].busy = 1;
    v->queries++;
    query_send(h, a);
}

/* ---- all of it ---- */

static void pair_order(struct hub *h, struct evening *v, const struct event_plan *p)
{
    char row[IR_ROW_MAX], id[IR_ID_MAX];
    struct ir_text t;
    ir_text_start(&t, row, sizeof row);
    ir_text_add(&t, "@ pair %d\n", v->e->round + 1);
    for (int i = 0; i < p->n_tables; i++) {
        match_id(h, id);
        ir_text_add(&t, "= %s", id);
        for (int k = 0; k < p->n[i]; k++)
            ir_text_add(&t, " %d", p->person[i][k]);
        ir_text_put(&t, "\n");
    }
    for (int i = 0; i < p->n_byes; i++)
        ir_text_add(&t, "bye %d\n", p->bye[i]);
    for (int i = 0; i < p->n_rests; i++)
        ir_text_add(&t, "rest %d\n", p->rest[i]);
    evening_order(v, row, 1);
}

/* All tables of a round are there: people may come. */
static void open_order(struct evening *v, int round)
{
    char row[32];
    snprintf(row, sizeof row, "@ open %d\n", round);
    evening_order(v, row, 0);
}

/* That is stored: those who are not connected are told. */
void evening_opened(struct hub *h, const struct evening *v, int round)
{
    for (int t = 0; t < v->e->n_tables; t++)
        h->count.event_tables += v->e->table[t].round == round;
    for (int t = 0; t < v->e->n_tables; t++)
        for (int i = 0; i < v->e->table[t].n && v->e->table[t].round == round; i++)
            who_push(h, v->e->person[v->e->table[t].person[i]].who, "paired", v->e->table[t].id, v->e->game);
}

static void sooner(int64_t *next, int64_t when)
{
    if (when && (!*next || when < *next))
        *next = when;
}

int evening_run(struct hub *h, struct evening *v)
{
    const struct event *e = v->e;
    struct event_plan *p;
    int busy = 0, closed = 0, made = 1;
    if (h->now < v->run_at && v->planned == e->seq)
        return 0;
    v->run_at = 0;
    for (int t = 0; t < e->n_tables && e->running; t++) {
        busy += v->of[t].busy;
        for (int i = 0; i < e->table[t].n && v->planned != e->seq && !e->table[t].done; i++)
            if (e->person[e->table[t].person[i]].gone)
                v->of[t].look = h->now; /* perhaps just now */
    }
    for (int t = 0; t < e->n_tables && e->running; t++) {
        if (e->table[t].done)
            continue;
        if (!e->table[t].opened && !v->of[t].made)
            made = 0;
        if (!e->table[t].opened)
            closed = e->table[t].round;
        if (v->of[t].busy)
            continue;
        int64_t look = v->of[t].look;
        if (e->table[t].opened && !look)
            look =
                v->planned ? look_by(h, e->table[t].opened + h->limit.event_absent) : h->now; /* all of them, after a restart */
        if ((!e->table[t].opened && !v->of[t].made) || (e->table[t].opened && look <= h->now)) {
            if (busy++ < LOOKS_AT_ONCE && (e->table[t].opened || v->of[t].look <= h->now))
                table_look(h, v, t);
            else
                sooner(&v->run_at, h->now + 100);
        } else if (e->table[t].opened) {
            v->of[t].look = look;
            sooner(&v->run_at, look);
        }
    }
    if (closed && made) {
        open_order(v, closed);
        v->planned = e->seq;
        return 1;
    }
    v->planned = e->seq;
    if (v->plan_at > h->now && v->plan_seq == e->seq) {
        sooner(&v->run_at, v->plan_at);
        return 0;
    }
    p = alloc_raw(sizeof *p);
    enum event_step step = event_next(e, h->now, h->limit.event_pause, p);
    v->plan_seq = e->seq;
    v->plan_at = step == EVENT_WAIT ? p->wake : 0;
    if (step == EVENT_PAIR)
        pair_order(h, v, p);
    else if (step == EVENT_END)
        evening_order(v, "@ over\n", 1);
    else
        sooner(&v->run_at, p->wake);
    free(p);
    return step != EVENT_WAIT;
}
