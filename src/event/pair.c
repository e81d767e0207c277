/* pair.c: who meets whom: docs/evenings.md, "How people are paired", says the same for people who do not read C.
 *
 * Tables for two are matchings of the least cost, found exactly (match.c). Tables for more are made greedily and then improved
 * by exchanging people, which is not exact. */
#include "event.h"

#include <stdlib.h>
#include <string.h>

/* The parts of a cost, each larger than all of those before it together can be: 64 pairs at most. */
#define COST_SEAT  ((int64_t)1 << 12) /* somebody would have one seat two times more often than the other */
#define COST_SCORE ((int64_t)1 << 19) /* of a half point between the two, squared, at most 1600 */
#define COST_FAR   ((int64_t)1 << 37) /* somebody would have one seat three times more often */
#define COST_MET   ((int64_t)1 << 44) /* they have met before, each time, at most MET_MOST */
#define COST_MOST  ((int64_t)1 << 55) /* more than all of it: so everybody is paired who can be */
enum { MET_MOST = 15 };

enum { AGAIN_MS = 15000 }; /* in an arena: how long the same two wait for somebody else */

struct field { /* those who are to be paired, best first */
    const struct event *e;
    int n;
    int64_t now;
    uint8_t person[EVENT_PEOPLE];
    struct event_standing of[EVENT_PEOPLE]; /* by person */
};

static int comes_before(const struct field *f, int a, int b)
{
    return f->of[a].place != f->of[b].place ? f->of[a].place < f->of[b].place : a < b;
}

static void field_sort(struct field *f)
{
    for (int i = 1; i < f->n; i++) {
        uint8_t p = f->person[i];
        int at = i;
        for (; at && comes_before(f, p, f->person[at - 1]); at--)
            f->person[at] = f->person[at - 1];
        f->person[at] = p;
    }
}

static void field_remove(struct field *f, int at)
{
    memmove(&f->person[at], &f->person[at + 1], (size_t)(--f->n - at));
}

/* How many times more often in the first seat than in the second. */
static int lean(const struct event *e, int person)
{
    return e->person[person].seat[0] - e->person[person].seat[1];
}

/* Both have had the same seat so many times more often than the other. */
static int same_lean(const struct event *e, int a, int b, int most)
{
    int x = lean(e, a), y = lean(e, b);
    return (x >= most && y >= most) || (x <= -most && y <= -most);
}

/* ---- seats ---- */

static int first_of(const struct event *e, int a, int b)
{
    const struct event_person *p = &e->person[a], *q = &e->person[b];
    if (lean(e, a) != lean(e, b))
        return lean(e, a) < lean(e, b);
    if (p->last_seat != q->last_seat)
        return p->last_seat == 1 || (q->last_seat == 0 && p->last_seat < 0);
    return a < b;
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t t = *a;
    *a = *b;
    *b = t;
}

static int seats_cost(const struct event *e, const uint8_t *person, int n)
{
    int cost = 0;
    for (int i = 0; i < n; i++) {
        int had = e->person[person[i]].seat[i];
        cost += had * had; /* somebody's third time is worse than two first ones */
    }
    return cost;
}

/* Tries every order of those from `at` on; the first of the best stays in `best`. */
static void seats_try(const struct event *e, uint8_t *person, int n, int at, uint8_t *best, int *cost)
{
    if (at == n && seats_cost(e, person, n) < *cost) {
        *cost = seats_cost(e, person, n);
        memcpy(best, person, (size_t)n);
    }
    for (int i = at; i < n; i++) {
        swap(&person[at], &person[i]);
        seats_try(e, person, n, at + 1, best, cost);
        swap(&person[at], &person[i]);
    }
}

static void table_add(const struct event *e, struct event_plan *p, const uint8_t *person, int n)
{
    uint8_t *to = p->person[p->n_tables], copy[IR_SEATS_MAX];
    memcpy(copy, person, (size_t)n);
    memcpy(to, person, (size_t)n);
    if (n == 2) {
        if (!first_of(e, to[0], to[1]))
            swap(&to[0], &to[1]);
    } else {
        int cost = 1 << 30;
        seats_try(e, copy, n, 0, to, &cost);
    }
    p->n[p->n_tables++] = (uint8_t)n;
}

/* ---- tables for two ---- */

/* The last table of both is the same one. */
static int just_met(const struct event *e, int a, int b)
{
    return e->person[a].last >= 0 && e->person[a].last == e->person[b].last;
}

static int64_t cost_of(const struct field *f, int i, int j)
{
    const struct event *e = f->e;
    int a = f->person[i], b = f->person[j], half = EVENT_POINT / 2;
    int64_t apart = abs(f->of[a].points - f->of[b].points) / half, group = 0, cost;
    for (int k = 0; k < f->n; k++) /* of equals, the best of the upper half meets the best of the lower half */
        group += f->of[f->person[k]].points == f->of[a].points;
    cost = apart ? 0 : llabs(2 * llabs((int64_t)i - j) - group) / 4;
    cost += (apart < 40 ? apart * apart : 1600) * COST_SCORE;
    if (e->kind == EVENT_ARENA)
        return cost + (just_met(e, a, b) ? COST_MET : 0);
    cost += same_lean(e, a, b, 1) ? COST_SEAT : 0;
    cost += same_lean(e, a, b, 2) ? COST_FAR : 0;
    return cost + (e->met[a][b] < MET_MOST ? e->met[a][b] : MET_MOST) * COST_MET;
}

/* The best matching, and what it costs. may: who may meet; NULL: everybody. */
static int64_t match_field(const struct field *f, int (*may)(const struct field *, int, int), int mate[])
{
    int64_t *weight = calloc((size_t)(f->n * f->n) + 1, sizeof *weight), sum = 0;
    if (!weight)
        abort();
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++)
            if (!may || may(f, i, j))
                weight[i * f->n + j] = weight[j * f->n + i] = COST_MOST - cost_of(f, i, j);
    event_matching(f->n, weight, mate);
    for (int i = 0; i < f->n; i++)
        if (mate[i] > i)
            sum += cost_of(f, i, mate[i]);
    free(weight);
    return sum;
}

static void pairs_add(const struct field *f, const int mate[], struct event_plan *p)
{
    for (int i = 0; i < f->n; i++)
        if (mate[i] > i)
            table_add(f->e, p, (uint8_t[]){f->person[i], f->person[mate[i]]}, 2);
}

/* The bye goes to the lowest of those with the fewest, such that the others need not meet again; if all would have to, to the
 * lowest with whom they do so least. */
static int bye_choose(const struct field *f)
{
    const struct event *e = f->e;
    int least = 255, best = -1, mate[EVENT_PEOPLE];
    int64_t cost = INT64_MAX;
    for (int i = 0; i < f->n; i++)
        least = e->person[f->person[i]].byes < least ? e->person[f->person[i]].byes : least;
    for (int i = f->n; i-- && cost;) {
        if (e->person[f->person[i]].byes != least)
            continue;
        struct field others = *f;
        field_remove(&others, i);
        int64_t met = match_field(&others, NULL, mate) / COST_MET;
        if (met < cost) {
            cost = met;
            best = i;
        }
    }
    return best;
}

static void swiss_two(struct field *f, struct event_plan *p)
{
    int mate[EVENT_PEOPLE];
    if (f->n % 2) {
        int bye = bye_choose(f);
        p->bye[p->n_byes++] = f->person[bye];
        field_remove(f, bye);
    }
    match_field(f, NULL, mate);
    pairs_add(f, mate, p);
}

/* The circle: the last one stays, the others go round. Whoever would meet somebody who left has a bye; who meets nobody, as
 * their number is odd, rests. */
static void circle(const struct event *e, struct event_plan *p)
{
    int n = e->n_order + e->n_order % 2, m = n - 1, r = e->round % m;
    for (int k = 0; k < n / 2; k++) {
        int a = k ? (r + k) % m : m, b = k ? (r - k + m) % m : r;
        int other = k ? k % 2 == 0 : r % 2; /* the seats of each alternate, nearly always */
        if ((e->round / m + other) % 2) {
            int t = a;
            a = b;
            b = t;
        }
        int who[2] = {a < e->n_order ? e->order[a] : -1, b < e->n_order ? e->order[b] : -1};
        int here[2] = {who[0] >= 0 && !e->person[who[0]].gone, who[1] >= 0 && !e->person[who[1]].gone};
        if (here[0] && here[1]) {
            p->person[p->n_tables][0] = (uint8_t)who[0];
            p->person[p->n_tables][1] = (uint8_t)who[1];
            p->n[p->n_tables++] = 2;
            continue;
        }
        for (int i = 0; i < 2; i++)
            if (here[i] && who[1 - i] >= 0)
                p->bye[p->n_byes++] = (uint8_t)who[i];
            else if (here[i])
                p->rest[p->n_rests++] = (uint8_t)who[i];
    }
}

/* ---- tables for more ---- */

/* How many tables seat all of n; 0: none does. Their sizes differ by one at most. */
static int tables_for(const struct event *e, int n)
{
    int t = (n + e->seats - 1) / e->seats;
    return t && t * e->least <= n ? t : 0;
}

static int64_t met_at(const struct field *f, const uint8_t *at, int n, int person)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += at[i] == person ? 0 : (int64_t)f->e->met[person][at[i]] * f->e->met[person][at[i]] + f->e->met[person][at[i]];
    return sum;
}

/* What it costs to have this person there: whom they have met, then how far the others are in the standings. */
static int64_t there_cost(const struct field *f, const uint8_t *at, int n, int person, const uint8_t *place)
{
    int64_t far = 0;
    for (int i = 0; i < n && f->e->kind != EVENT_ROUND_ROBIN; i++)
        far += at[i] == person ? 0 : abs(place[person] - place[at[i]]);
    return met_at(f, at, n, person) * 100000 + far;
}

/* Exchanges two people of two tables as long as that makes it better. */
static void groups_improve(const struct field *f, uint8_t table[][IR_SEATS_MAX], const int *size, int tables,
                           const uint8_t *place)
{
    for (int again = 1, passes = 0; again && passes < 50; passes++) {
        again = 0;
        for (int s = 0; s < tables; s++)
            for (int t = s + 1; t < tables; t++)
                for (int i = 0; i < size[s]; i++)
                    for (int j = 0; j < size[t]; j++) {
                        int a = table[s][i], b = table[t][j];
                        int64_t was = there_cost(f, table[s], size[s], a, place) + there_cost(f, table[t], size[t], b, place);
                        table[s][i] = (uint8_t)b;
                        table[t][j] = (uint8_t)a;
                        int64_t is = there_cost(f, table[s], size[s], b, place) + there_cost(f, table[t], size[t], a, place);
                        if (is < was) {
                            again = 1;
                            continue;
                        }
                        table[s][i] = (uint8_t)a;
                        table[t][j] = (uint8_t)b;
                    }
    }
}

/* In an arena: at most half of a table have just sat together, unless nobody else plays, or all of it has waited. Else those
 * who rise from a table, being free at the same time, would sit down together again and again. */
static int may_sit(const struct field *f, const uint8_t *person, int n)
{
    const struct event *e = f->e;
    int64_t since = 0;
    int most = 0;
    for (int i = 0; i < n; i++) {
        int same = 1;
        for (int k = 0; k < n; k++)
            same += k != i && just_met(e, person[i], person[k]);
        most = same > most ? same : most;
        since = e->person[person[i]].since > since ? e->person[person[i]].since : since;
    }
    return e->kind != EVENT_ARENA || !e->running || most <= (n + 1) / 2 || f->now >= since + AGAIN_MS;
}

static void groups(struct field *f, int tables, struct event_plan *p)
{
    uint8_t table[EVENT_AT_ONCE][IR_SEATS_MAX], place[EVENT_PEOPLE] = {0};
    int size[EVENT_AT_ONCE], n = f->n;
    for (int i = 0; i < f->n; i++)
        place[f->person[i]] = (uint8_t)i;
    for (int t = 0; t < tables; t++) {
        size[t] = n / tables + (t < n % tables);
        table[t][0] = f->person[0];
        field_remove(f, 0);
        for (int k = 1; k < size[t]; k++) {
            int best = 0;
            for (int i = 1; i < f->n; i++)
                if (there_cost(f, table[t], k, f->person[i], place) < there_cost(f, table[t], k, f->person[best], place))
                    best = i;
            table[t][k] = f->person[best];
            field_remove(f, best);
        }
    }
    groups_improve(f, table, size, tables, place);
    for (int t = 0; t < tables; t++)
        if (may_sit(f, table[t], size[t]))
            table_add(f->e, p, table[t], size[t]);
}

/* A round of tables for more than two: as many are left out as must be, of those who were least often the lowest. */
static void round_of_groups(struct field *f, struct event_plan *p)
{
    const struct event *e = f->e;
    while (f->n && !tables_for(e, f->n)) {
        int best = f->n - 1;
        for (int i = f->n; i--;)
            if (e->person[f->person[i]].byes < e->person[f->person[best]].byes)
                best = i;
        p->bye[p->n_byes++] = f->person[best];
        field_remove(f, best);
    }
    groups(f, tables_for(e, f->n), p);
}

/* ---- the arena ---- */

static int may_meet(const struct field *f, int i, int j)
{
    const struct event *e = f->e;
    int a = f->person[i], b = f->person[j];
    int64_t later = e->person[a].since > e->person[b].since ? e->person[a].since : e->person[b].since;
    return !just_met(e, a, b) || !e->running || f->now >= later + AGAIN_MS;
}

/* Whoever became free last waits, of these the lowest: the others have waited longer. So many are left. */
static void late_wait(struct field *f, int left)
{
    while (f->n > left) {
        int last = 0;
        for (int i = 1; i < f->n; i++)
            if (f->e->person[f->person[i]].since >= f->e->person[f->person[last]].since)
                last = i;
        field_remove(f, last);
    }
}

static void arena(struct field *f, int64_t now, int64_t pause, struct event_plan *p)
{
    const struct event *e = f->e;
    int mate[EVENT_PEOPLE], waiting = 0;
    for (int i = f->n; i--;) {
        const struct event_person *q = &e->person[f->person[i]];
        int64_t from = q->since + (q->last >= 0 ? pause : 0);
        if (q->table >= 0 || now < from) {
            if (q->table < 0 && (!p->wake || from < p->wake))
                p->wake = from;
            field_remove(f, i);
        }
    }
    waiting = f->n;
    if (e->seats == 2) {
        late_wait(f, f->n / 2 * 2);
        match_field(f, may_meet, mate);
        pairs_add(f, mate, p);
        waiting -= 2 * p->n_tables;
    } else {
        int tables = f->n / e->seats;
        if (!tables && !e->running)
            tables = tables_for(e, f->n);
        late_wait(f, tables * e->seats);
        if (tables)
            groups(f, tables, p);
    }
    if (waiting >= 2 && (!p->wake || now + 1000 < p->wake))
        p->wake = now + 1000;
}

void event_pair(const struct event *e, int64_t now, int64_t pause, struct event_plan *p)
{
    struct field *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    f->e = e;
    f->now = now;
    event_standings(e, f->of);
    for (int i = 0; i < e->n; i++)
        if (!e->person[i].gone)
            f->person[f->n++] = (uint8_t)i;
    if (e->kind != EVENT_ROUND_ROBIN)
        field_sort(f);
    if (e->kind == EVENT_ARENA)
        arena(f, now, pause, p);
    else if (e->seats > 2)
        round_of_groups(f, p);
    else if (e->kind == EVENT_SWISS)
        swiss_two(f, p);
    else
        circle(e, p);
    free(f);
}
