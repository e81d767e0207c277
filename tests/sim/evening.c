/* evening.c: a world in which people play an evening (docs/evenings.md): they join, come late, leave and come back, do not come
 * to their tables, lose their connections, and look at the standings. evening_truth.c checks what must hold. */
#include "sim.h"

enum { ASK_MS = 10000, ANSWER_MS = 60000, MOODS = 40 };

static int clear(const struct sim *s)
{
    return s->now >= s->weather.until;
}

/* ---- people ---- */

void evening_scene(struct sim *s)
{
    static const char *const kinds[] = {"round-robin", "swiss", "arena"};
    static const char *const clocks[] = {"", "clock=move,seconds=5,", "clock=game,seconds=20,increment=1,"};
    const struct ir_game *g = s->game = ir_games[sim_below(s, 3) % 3];
    int least = g->min_seats, seats = least + (int)sim_below(s, (uint32_t)(g->max_seats - least + 1));
    uint32_t kind = sim_below(s, 3);
    s->n_people = (seats > 3 ? seats : 3) + (int)sim_below(s, (uint32_t)(8 - (seats > 3 ? seats : 3)));
    s->n_clients = s->n_people + 1; /* the last one only looks */
    s->frames_most = 6 + (int)sim_below(s, 10);
    s->evening.starts = s->now + 5000 + sim_below(s, 20000);
    s->evening.seats = seats;
    for (int n = 0; n < s->n_nodes && s->seed % 6 == 0; n++)
        s->node[n].offset = sim_below(s, 20000); /* clocks that nobody sets */
    snprintf(s->create, sizeof s->create,
             "\"name\":\"Evening %llu\",\"game\":\"%s\",\"kind\":\"%s\",\"seats\":%d,\"rounds\":%d,\"minutes\":1,\"bots\":%s,"
             "\"settings\":\"%sreaction=%d,absent=%d\"",
             (unsigned long long)s->seed, g->name, kinds[kind], seats, (int)sim_below(s, 4), sim_below(s, 2) ? "true" : "null",
             clocks[sim_below(s, 3)], (int)sim_below(s, 3), 5 + (int)sim_below(s, 30));
    for (int c = 0; c < s->n_clients; c++) {
        s->client[c] = (struct client){
            .host = c == 0, .wants_seat = c < s->n_people, .deltas = c % 4 != 3, .next_id = 10 + sim_below(s, 1000)};
        s->client[c].evening.comes = s->now + sim_below(s, kind && c > seats ? 90000 : 5000); /* somebody may be late */
        snprintf(s->client[c].name, sizeof s->client[c].name, "P%d", c);
        client_later(s, c, sim_below(s, 2000));
    }
}

static void command_say(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    int twice = 1 + sim_chance(s, s->weather.doubled);
    c->evening.said_at = s->now;
    c->evening.again = 0;
    while (twice--)
        client_send(s, n, "{\"type\":\"event-do\",\"id\":%llu,\"event\":\"%s\",\"do\":\"%s\"}",
                    (unsigned long long)c->evening.pending, s->evening.id,
                    c->evening.said[c->evening.pending % EVENING_SAID].text);
}

static void command(struct sim *s, int n, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void command(struct sim *s, int n, const char *format, ...)
{
    struct client *c = &s->client[n];
    va_list a;
    c->evening.pending = c->next_id++;
    struct evening_said *said = &c->evening.said[c->evening.pending % EVENING_SAID];
    said->id = c->evening.pending;
    va_start(a, format);
    vsnprintf(said->text, sizeof said->text, format, a);
    va_end(a);
    command_say(s, n);
}

/* What it does about the evening, from what it was told last. */
static void decide(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    struct evening_client *v = &c->evening;
    uint32_t mood = sim_below(s, clear(s) ? 8 * MOODS : MOODS);
    if (v->stage == 2 || !c->wants_seat)
        return;
    if (v->you < 0) {
        if (s->now >= v->comes && !(v->stage == 1 && strstr(s->create, "round-robin")))
            command(s, n, "join %s", c->name);
    } else if (v->gone) {
        if (v->stage == 0 || mood < 10)
            command(s, n, sim_below(s, 2) ? "back" : "join Another");
    } else if (mood == 1) {
        command(s, n, "leave");
    } else if (c->host && v->stage == 0 && s->now >= s->evening.starts && mood % 3 == 0) {
        command(s, n, "start");
    } else if (c->host && mood == 2 && sim_below(s, 3) == 0) {
        command(s, n, "drop %d", (int)sim_below(s, (uint32_t)s->n_people));
    } else if (c->host && mood == 4 && v->stage == 1 && sim_below(s, 16) == 0) {
        command(s, n, "close");
    } else if (!c->host && mood == 5) {
        command(s, n, "%s", sim_below(s, 2) ? "start" : "dance");
    }
}

/* It is at no table: looks at the evening, and goes to its table when there is one. */
static void table_go(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    struct evening_client *v = &c->evening;
    if (!v->table[0] || !strcmp(v->table, v->shuns) || v->stage == 2)
        return;
    if (sim_below(s, clear(s) ? 24 : 6) == 0) { /* does not come */
        memcpy(v->shuns, v->table, sizeof v->shuns);
        return;
    }
    memcpy(c->table, v->table, sizeof c->table);
    c->seq = -1;
    c->joined = 0;
    c->over_at = c->answered = 0;
    client_later(s, n, 0);
}

static void table_leave(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    client_send(s, n, "{\"type\":\"leave\",\"table\":\"%s\"}", c->table);
    memcpy(c->evening.shuns, c->table, sizeof c->evening.shuns); /* was there */
    memset(c->table, 0, sizeof c->table);
    c->joined = 0;
    c->pending = 0;
    client_later(s, n, 1 + sim_below(s, 500));
}

/* With a connection, wherever it is. 1: that is all for now. */
int evening_wake(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    struct evening_client *v = &c->evening;
    if (!s->evening.id[0]) {
        if (c->host && s->now - v->asked_at > ASK_MS) {
            v->asked_at = s->now;
            client_send(s, n, "{\"type\":\"event-new\",\"id\":5,%s}", s->create);
        }
    } else if (!v->looks && s->now - v->asked_at > ASK_MS / 10) {
        v->asked_at = s->now;
        v->looks = 1;
        client_send(s, n, "{\"type\":\"event\",\"id\":6,\"event\":\"%s\"}", s->evening.id);
    } else if (v->looks == 1 && s->now - v->asked_at > ANSWER_MS) {
        sim_violation(s, "client %d: no answer to a look at the evening for a minute on a connection that works", n);
    } else if (v->looks == 2 && v->pending && v->again && s->now >= v->again) {
        command_say(s, n);
    } else if (v->looks == 2 && v->pending && !v->again && s->now - v->said_at > ANSWER_MS) {
        sim_violation(s, "client %d: no answer to '%s' for a minute on a connection that works", n,
                      v->said[v->pending % EVENING_SAID].text);
    } else if (v->looks == 2 && !v->pending && s->now >= c->idle) {
        decide(s, n);
    }
    if (c->table[0] && (v->stage == 2 || (v->looks == 2 && v->told_at > c->over_at && strcmp(v->table, c->table) != 0)) &&
        !c->pending)
        table_leave(s, n); /* the evening is over, or has a result of this table */
    if (c->table[0])
        return 0;
    if (v->stage == 2 && v->seq == s->evening.n_rows)
        c->done = 1;
    else if (v->looks == 2 && s->now >= c->idle)
        table_go(s, n);
    client_send(s, n, "{\"type\":\"ping\",\"id\":1}");
    client_later(s, n, 500 + sim_below(s, 1500));
    return 1;
}

/* At its table, before the game. */
void evening_gather(struct sim *s, int n, const struct ir_table *t, int seat)
{
    struct client *c = &s->client[n];
    if (seat < 0)
        table_leave(s, n);
    else if (t->seat[seat].ready)
        client_later(s, n, 1000);
    else if (sim_below(s, clear(s) ? 40 : 12) == 0)
        client_do(s, n, "stand");
    else if (sim_below(s, clear(s) ? 40 : 12) == 0)
        c->idle = s->now + sim_below(s, 40000); /* is called away */
    else
        client_do(s, n, "ready %08x%08x%08x%08x", sim_below(s, 65535), sim_below(s, 65535), sim_below(s, 65535),
                  sim_below(s, 65535));
}

void evening_over(struct sim *s, int n)
{
    if (!sim_below(s, 4))
        client_do(s, n, "rematch"); /* is refused */
    else
        table_leave(s, n);
}

static void state_hear(struct sim *s, int n, const char *text)
{
    static const char *const stages[] = {"open", "playing", "over"};
    struct client *c = &s->client[n];
    struct evening_client *v = &c->evening;
    json_t *m = json_loads(text, 0, NULL), *state = json_object_get(m, "state"), *you = json_object_get(state, "you");
    json_t *me =
        json_is_integer(you) ? json_array_get(json_object_get(state, "people"), (size_t)json_integer_value(you)) : NULL;
    const char *table = json_string_value(json_object_get(me, "table")),
               *stage = json_string_value(json_object_get(state, "stage"));
    int64_t seq = json_integer_value(json_object_get(m, "seq"));
    if (v->looks == 2 && seq < v->seq)
        sim_violation(s, "client %d is told state %lld of the evening after %lld", n, (long long)seq, (long long)v->seq);
    v->seq = seq;
    v->looks = 2;
    v->told_at = s->now;
    v->you = me ? (int)json_integer_value(you) : -1;
    v->gone = json_is_true(json_object_get(me, "gone"));
    while (strcmp(stages[v->stage = (v->stage + 1) % 3], stage) != 0)
        continue;
    snprintf(v->table, sizeof v->table, "%s", table ? table : "");
    json_decref(m);
    client_later(s, n, sim_below(s, 1000));
}

/* 1: it was about the evening. */
int evening_hear(struct sim *s, int n, const char *text)
{
    struct client *c = &s->client[n];
    struct evening_client *v = &c->evening;
    uint64_t id = (uint64_t)field(text, "id");
    if (!strncmp(text, "{\"type\":\"event\"", 15)) {
        state_hear(s, n, text);
        return 1;
    }
    if (!strncmp(text, "{\"type\":\"event-made\"", 20))
        return 1;
    if (!strncmp(text, "{\"type\":\"refused\"", 17) && id == 6 && !strstr(text, "\"table\"")) {
        v->looks = 0;
        if (strstr(text, "\"unknown-event\"") || strstr(text, "\"broken\""))
            sim_violation(s, "client %d cannot look at the evening: %s", n, text);
        return 1;
    }
    if (!v->pending || id != v->pending)
        return id == 5 && strstr(text, "\"refused\"");
    if (!strncmp(text, "{\"type\":\"ok\"", 12)) {
        s->evening.commands++;
        v->pending = 0;
    } else if (strstr(text, "\"error\":\"store\"") || strstr(text, "\"error\":\"rate\"") ||
               strstr(text, "\"error\":\"busy\"")) {
        v->again = s->now + 500 + sim_below(s, 1000);
    } else {
        v->pending = 0;
    }
    return 1;
}

/* Its connection is gone: it looks again, and says again what was not answered. */
void evening_lost(struct sim *s, int n)
{
    struct evening_client *v = &s->client[n].evening;
    v->looks = 0;
    v->asked_at = 0;
    v->seq = 0; /* another node may be behind */
    v->again = v->pending ? s->now : 0;
}
