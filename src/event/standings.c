/* standings.c: points, tie-breaks and places, and the state as clients see it. All sums are whole numbers of EVENT_POINT. */
#include "event.h"

#include <stdio.h>
#include <string.h>

#include "core/core.h"

int event_breaks(const struct event *e, const char *const **names)
{
    static const char *const all[EVENT_BREAKS] = {"buchholz", "wins", "direct"};
    *names =
        e->kind == EVENT_ARENA ? all + 1 : all; /* who plays more in an arena has more opponents, and is no better for it */
    return e->kind == EVENT_ARENA ? EVENT_BREAKS - 1 : EVENT_BREAKS;
}

/* Of n at a table, the best gets a point, the last nothing, and the others what is between, in equal steps. Equal ranks share.
 */
void event_points(const struct event_table *t, int32_t points[IR_SEATS_MAX])
{
    int steps = t->n > 1 ? t->n - 1 : 1;
    for (int i = 0; i < t->n; i++) {
        int better = 0, equal = 0, sum = 0;
        for (int j = 0; j < t->n; j++) {
            better += t->rank[j] < t->rank[i];
            equal += t->rank[j] == t->rank[i];
        }
        for (int k = better; k < better + equal; k++)
            sum += (t->n - 1 - k) * EVENT_POINT;
        points[i] = t->rank[i] == EVENT_RANK_X ? 0 : sum / (equal * steps);
    }
}

static int won(const struct event_table *t, int seat)
{
    for (int j = 0; j < t->n; j++)
        if (j != seat && t->rank[j] <= t->rank[seat])
            return 0;
    return t->rank[seat] != EVENT_RANK_X;
}

/* Whether two are equal in everything that comes before the direct encounter. */
static int tied(const struct event_standing *a, const struct event_standing *b, int n)
{
    return a->points == b->points && memcmp(a->breaks, b->breaks, (size_t)(n - 1) * sizeof *a->breaks) == 0;
}

/* Of each table, what everybody got from those who are tied with them: a point for each who was worse, half of one for an
 * equal. */
static void direct_add(const struct event_table *t, struct event_standing of[], int n)
{
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->n; j++) {
            struct event_standing *a = &of[t->person[i]], *b = &of[t->person[j]];
            if (i == j || t->rank[i] == EVENT_RANK_X || !tied(a, b, n))
                continue;
            a->breaks[n - 1] += t->rank[i] < t->rank[j] ? EVENT_POINT : t->rank[i] == t->rank[j] ? EVENT_POINT / 2 : 0;
        }
}

static int better(const struct event_standing *a, const struct event_standing *b, int n)
{
    if (a->points != b->points)
        return a->points > b->points;
    for (int k = 0; k < n; k++)
        if (a->breaks[k] != b->breaks[k])
            return a->breaks[k] > b->breaks[k];
    return 0;
}

void event_standings(const struct event *e, struct event_standing of[EVENT_PEOPLE])
{
    const char *const *names;
    int n = event_breaks(e, &names), wins = n - 2;
    memset(of, 0, EVENT_PEOPLE * sizeof *of);
    for (int i = 0; i < e->n; i++)
        of[i].points = e->person[i].points;
    for (int k = 0; k < e->n_tables; k++) {
        int32_t points[IR_SEATS_MAX];
        const struct event_table *t = &e->table[k];
        if (!t->done)
            continue;
        event_points(t, points);
        for (int i = 0; i < t->n; i++) {
            of[t->person[i]].points += points[i];
            of[t->person[i]].breaks[wins] += won(t, i);
            of[t->person[i]].games++;
        }
    }
    for (int k = 0; k < e->n_tables && wins; k++) { /* Buchholz: the points of all opponents, as often as they met */
        const struct event_table *t = &e->table[k];
        for (int i = 0; i < t->n && t->done; i++)
            for (int j = 0; j < t->n; j++)
                if (j != i)
                    of[t->person[i]].breaks[0] += of[t->person[j]].points;
    }
    for (int k = 0; k < e->n_tables; k++)
        if (e->table[k].done)
            direct_add(&e->table[k], of, n);
    for (int i = 0; i < e->n; i++) {
        of[i].place = 1;
        for (int j = 0; j < e->n; j++)
            of[i].place += better(&of[j], &of[i], n);
    }
}

/* ---- as JSON ---- */

/* Units as points, with three decimals at most. */
static void units_json(struct ir_json *j, const char *key, int32_t units)
{
    char text[32];
    int64_t thousandths = ((int64_t)units * 1000 + EVENT_POINT / 2) / EVENT_POINT;
    int n = snprintf(text, sizeof text, "%lld.%03lld", (long long)(thousandths / 1000), (long long)(thousandths % 1000));
    while (text[n - 1] == '0')
        n--;
    n -= text[n - 1] == '.';
    ir_json_raw(j, key, text, (size_t)n);
}

static void null_or(struct ir_json *j, const char *key, int64_t v)
{
    if (v)
        ir_json_int(j, key, v);
    else
        ir_json_str(j, key, NULL);
}

static void people_json(const struct event *e, const uint8_t *here, struct ir_json *j)
{
    struct event_standing of[EVENT_PEOPLE];
    const char *const *names;
    int n = event_breaks(e, &names);
    event_standings(e, of);
    ir_json_list(j, "people");
    for (int i = 0; i < e->n; i++) {
        const struct event_person *p = &e->person[i];
        const char *table = p->table >= 0 && e->table[p->table].opened ? e->table[p->table].id : NULL;
        ir_json_object(j, NULL);
        ir_json_str(j, "name", p->name);
        ir_json_bool(j, "bot", 0);
        ir_json_bool(j, "here", here[i]);
        ir_json_bool(j, "gone", p->gone);
        units_json(j, "points", of[i].points);
        ir_json_list(j, "breaks");
        for (int k = 0; k < n; k++)
            if (!strcmp(names[k], "wins"))
                ir_json_int(j, NULL, of[i].breaks[k]);
            else
                units_json(j, NULL, of[i].breaks[k]);
        ir_json_end(j, ']');
        ir_json_int(j, "place", of[i].place);
        ir_json_str(j, "table", table);
        ir_json_int(j, "byes", p->byes);
        ir_json_list(j, "bye_rounds");
        for (int r = 0; r < EVENT_PEOPLE; r++)
            if (p->bye_in[r])
                ir_json_int(j, NULL, r + 1);
        ir_json_end(j, ']');
        ir_json_int(j, "games", of[i].games);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

static void tables_json(const struct event *e, struct ir_json *j)
{
    int skip = e->n_tables - e->running - EVENT_SHOWN;
    ir_json_list(j, "tables");
    for (int k = 0; k < e->n_tables; k++) {
        const struct event_table *t = &e->table[k];
        if ((t->done && skip-- > 0) || (!t->opened && !t->done))
            continue;
        ir_json_object(j, NULL);
        ir_json_str(j, "table", t->id);
        ir_json_int(j, "round", t->round);
        ir_json_list(j, "people");
        for (int i = 0; i < t->n; i++)
            ir_json_int(j, NULL, t->person[i]);
        ir_json_end(j, ']');
        if (t->done)
            ir_json_list(j, "ranks");
        else
            ir_json_str(j, "ranks", NULL);
        for (int i = 0; i < t->n && t->done; i++)
            if (t->rank[i] == EVENT_RANK_X)
                ir_json_str(j, NULL, NULL);
            else
                ir_json_int(j, NULL, t->rank[i]);
        if (t->done)
            ir_json_end(j, ']');
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

void event_json(const struct event *e, const uint8_t here[EVENT_PEOPLE], int64_t wake, struct ir_json *j)
{
    static const char *const kinds[] = {"round-robin", "swiss", "arena"}, *const stages[] = {"open", "playing", "over"};
    const char *const *names;
    int n = event_breaks(e, &names);
    ir_json_str(j, "name", e->name);
    ir_json_str(j, "game", e->game);
    ir_json_str(j, "kind", kinds[e->kind]);
    ir_json_str(j, "options", e->options);
    ir_json_str(j, "settings", e->settings);
    ir_json_int(j, "seats", e->seats);
    ir_json_int(j, "rounds", event_rounds(e));
    ir_json_int(j, "minutes", e->minutes);
    ir_json_bool(j, "bots", e->bots);
    ir_json_str(j, "stage", stages[e->stage]);
    ir_json_int(j, "round", e->round);
    null_or(j, "ends", event_ends(e));
    ir_json_list(j, "breaks");
    for (int k = 0; k < n; k++)
        ir_json_str(j, NULL, names[k]);
    ir_json_end(j, ']');
    people_json(e, here, j);
    tables_json(e, j);
    null_or(j, "wait", wake);
}
