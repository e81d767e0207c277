/* hub_rated.c: games that are over are counted: ratings, history and statistics of the people who played (docs/ratings.md).
 *
 * A game that ends is stored as one that is to be counted, by the same row. Whichever node finds it loads it, reads the ratings
 * before it, computes those after it, and writes all of that in one transaction, which also notes that it is counted. The store
 * refuses it if another node was faster, or if one of the ratings is not the one it was computed from; then everything is
 * looked at again. So it does not matter which node does it, how often it is tried, or where one crashes: each game is counted
 * once. A node looks when a game ends on it, when it starts, and every minute. */
#include "hub_inside.h"
#include "irori_rating.h"
#include "core/record.h"
#include "table/table.h"

enum { LOOK_MS = 60000, TRIES_MAX = 20 };
#define DAY_MS 86400000LL

struct counting {
    struct job job; /* first */
    struct hub *hub;
    int n, at, tries;
    char match[STORE_LIST_MAX][IR_ID_MAX];
};

static void counting_drop(struct job *j)
{
    struct counting *c = (struct counting *)j;
    c->hub->counting = 0;
    free(c);
}

/* ---- what a game changes: a function of the ratings before, and nothing else ---- */

static struct ir_rating rating_read(const struct store_rating *r)
{
    return (struct ir_rating){.at = (double)r->at * 1e-6,
                              .error = (double)r->error * 1e-6,
                              .drift = (double)r->drift * 1e-9,
                              .games = (uint32_t)r->games};
}

static int64_t rounded(double x)
{
    return (int64_t)(x + (x < 0 ? -0.5 : 0.5));
}

static struct store_rating rating_write(const struct ir_rating *r)
{
    return (struct store_rating){rounded(r->at * 1e6), rounded(r->error * 1e6), rounded(r->drift * 1e9), r->games};
}

struct ir_rating rating_today(const struct store_rating *r, int64_t last, int64_t now)
{
    struct ir_rating today = rating_read(r);
    if (now > last)
        ir_rating_rest(&today, (double)(now - last) / DAY_MS);
    return today;
}

/* Whether the result of seat i against seat k moves the rating of seat i. */
static int pair_counts(const struct store_standing *s, int i, int k)
{
    if (i == k || !s->seat[k].who)
        return 0;
    if (s->seat[i].rank < 0) /* called off: being late again is a loss against those who waited */
        return s->seat[i].late && s->seat[i].lates >= RATED_LATES && !s->seat[k].late;
    return s->seat[i].met[k] < RATED_PAIR_A_DAY;
}

void rated_play(struct store_standing *s)
{
    struct ir_rating before[IR_SEATS_MAX];
    for (int i = 0; i < s->n; i++) {
        if (!s->seat[i].version) {
            ir_rating_start(&before[i]);
            s->seat[i].before = rating_write(&before[i]);
        } else {
            before[i] = rating_today(&s->seat[i].before, s->seat[i].last, s->time);
        }
    }
    for (int i = 0; i < s->n; i++) {
        struct ir_rating seat[IR_SEATS_MAX] = {before[i]};
        int32_t rank[IR_SEATS_MAX] = {s->seat[i].rank < 0 ? 1 : s->seat[i].rank};
        int n = 1;
        for (int k = 0; k < s->n && s->seat[i].who; k++)
            if (pair_counts(s, i, k)) {
                seat[n] = before[k];
                rank[n++] = s->seat[i].rank < 0 ? 0 : s->seat[k].rank;
            }
        if (n > 1)
            ir_rating_play(seat, n, rank, 0); /* of which only the first is wanted; the others are people, too */
        s->seat[i].after = rating_write(&seat[0]);
    }
}

/* ---- one game after the other ---- */

static void next_count(struct hub *h, struct counting *c);

static void counting_end(struct hub *h, struct counting *c)
{
    job_end(h, &c->job);
    if (h->count_at <= h->now)
        rated_tick(h);
}

static void count_again(struct hub *h, struct counting *c)
{
    h->count.recounts++;
    if (++c->tries > TRIES_MAX) { /* the next look finds it */
        c->at++;
        c->tries = 0;
    }
    next_count(h, c);
}

static void seats_json(struct ir_json *j, const struct store_standing *s)
{
    for (int i = 0; i < s->n; i++) {
        const struct store_rating *b = &s->seat[i].before, *a = &s->seat[i].after;
        if (!s->seat[i].who) {
            ir_json_str(j, NULL, NULL);
            continue;
        }
        ir_json_object(j, NULL);
        ir_json_int(j, "at", rounded((double)a->at * 1e-6));
        ir_json_int(j, "was", rounded((double)b->at * 1e-6));
        ir_json_int(j, "error", rounded((double)a->error * 1e-6));
        ir_json_end(j, '}');
    }
}

void rated_heard(struct hub *h, struct room *r, const char *seats)
{
    struct ir_json j;
    say_start(h, &j, "rated");
    ir_json_str(&j, "table", r->id);
    ir_json_raw(&j, "seats", seats, strlen(seats));
    ir_json_end(&j, '}');
    for (const struct viewer *s = r->viewers; s; s = s->next)
        if (s->started)
            h->port.send(h->port.self, s->conn->link.key, j.text.out, j.text.len);
}

static void rated_tell(struct hub *h, const char *match, const struct store_standing *s)
{
    struct room *r = room_find(h, match);
    char seats[512];
    struct ir_json j;
    ir_json_start(&j, seats, sizeof seats);
    ir_json_list(&j, NULL);
    seats_json(&j, s);
    ir_json_end(&j, ']');
    if (r && r->viewers)
        rated_heard(h, r, seats);
    if (!h->limit.alone)
        notice_rated(h, match, seats);
}

static void after_count(struct hub *h, struct query *a)
{
    struct counting *c = a->job;
    const struct store_standing *s = a->r.standing;
    if (a->r.status == STORE_FAILED) { /* the next look finds it */
        counting_end(h, c);
    } else if (a->r.status != STORE_OK) {
        *(a->r.status == STORE_CONFLICT ? &h->count.count_conflicts : &h->count.unknown) += 1;
        count_again(h, c);
    } else {
        h->count.counted++;
        h->count.rated += (uint64_t)s->rated;
        if (s->rated)
            rated_tell(h, c->match[c->at], s);
        c->at++;
        c->tries = 0;
        next_count(h, c);
    }
}

static struct query *count_query(struct hub *h, struct counting *c, enum store_kind kind,
                                 void (*then)(struct hub *, struct query *), const struct store_standing *s)
{
    struct query *a = query_new(h, kind, then, sizeof *s);
    memcpy(a->text, s, sizeof *s); /* a request owns all it needs, since it may outlive the hub */
    a->r.standing = (struct store_standing *)(void *)a->text;
    a->job = c;
    memcpy(a->r.match.id, c->match[c->at], sizeof c->match[0]);
    a->r.node = random_number(h);
    return a;
}

static void after_standing(struct hub *h, struct query *a)
{
    struct counting *c = a->job;
    if (a->r.status != STORE_OK) {
        counting_end(h, c);
        return;
    }
    rated_play(a->r.standing);
    query_send(h, count_query(h, c, STORE_COUNT, after_count, a->r.standing));
}

/* Who sat where, and the ranks. Of a game that does not fold any more nothing is counted. */
static void standing_make(struct hub *h, const struct query *a, struct store_standing *s)
{
    const struct store_match *m = &a->r.match;
    struct ir_table *t = alloc_zero(sizeof *t);
    struct ir_score score;
    memset(s, 0, sizeof *s);
    memcpy(s->game, m->game, sizeof s->game);
    s->time = m->updated;
    if (table_load(t, m, a->r.rows, a->r.n, h->why) < 0) {
        note(h, HUB_LOG_ERROR, "rated", "match %s is not counted: %s", m->id, h->why);
        free(t);
        return;
    }
    snprintf(s->pace, sizeof s->pace, "%s", ir_settings_pace(t->set));
    s->n = t->n_seats;
    s->rated = table_rated(t);
    ir_score_resigned(t->game, &t->now, table_resigned(t), &score);
    int off = table_called_off(t);
    for (int i = 0; i < s->n; i++) {
        s->seat[i].who = m->who[i];
        memcpy(s->seat[i].name, m->name[i], sizeof s->seat[i].name);
        s->seat[i].rank = off ? -1 : score.rank[i];
        s->seat[i].won = !off && !score.rank[i];
        s->seat[i].late = off && t->seat[i].kind == IR_PERSON && t->seat[i].late;
    }
    free(t);
}

static void after_load(struct hub *h, struct query *a)
{
    struct counting *c = a->job;
    struct store_standing s;
    if (a->r.status != STORE_OK && a->r.status != STORE_NOT_FOUND) {
        counting_end(h, c);
        return;
    }
    if (a->r.status == STORE_NOT_FOUND || a->r.match.count != STORE_COUNT_DUE) { /* another node was faster */
        c->at++;
        c->tries = 0;
        next_count(h, c);
        return;
    }
    standing_make(h, a, &s);
    if (s.rated)
        query_send(h, count_query(h, c, STORE_STANDING, after_standing, &s));
    else
        query_send(h, count_query(h, c, STORE_COUNT, after_count, &s));
}

static void next_count(struct hub *h, struct counting *c)
{
    if (c->at == c->n || h->closing) {
        if (c->n == STORE_LIST_MAX)
            h->count_at = h->now;
        counting_end(h, c);
        return;
    }
    struct query *a = query_new(h, STORE_MATCH_LOAD, after_load, 0);
    memcpy(a->r.match.id, c->match[c->at], sizeof c->match[0]);
    a->job = c;
    query_send(h, a);
}

static void after_played(struct hub *h, struct query *a)
{
    struct counting *c = a->job;
    c->n = a->r.status == STORE_OK ? a->r.n : 0;
    for (int i = 0; i < c->n; i++)
        memcpy(c->match[i], a->r.list[i].id, sizeof c->match[0]);
    next_count(h, c);
}

int64_t rated_tick(struct hub *h)
{
    if (h->closing)
        return 0;
    if (h->now >= h->count_at && !h->counting) {
        struct counting *c = alloc_zero(sizeof *c);
        struct query *a = query_new(h, STORE_PLAYED, after_played, 0);
        job_add(h, &c->job, counting_drop);
        c->hub = h;
        h->counting = 1;
        h->count_at = h->now + LOOK_MS;
        a->job = c;
        a->r.limit = STORE_LIST_MAX;
        query_send(h, a);
    }
    return h->counting && h->count_at <= h->now ? 0 : h->count_at;
}

void rated_over(struct hub *h)
{
    h->count_at = h->now;
    rated_tick(h);
}
