/* meet.c: a world in which people look for somebody to play with. They seek, change their minds, lose their connections, do not
 * come, and play when they have found each other. What must hold is checked against the store's tickets and matches. */
#include "sim.h"

enum { FOUND_MS = 60000, ANSWER_MS = 60000, TOLD_MS = 60000, LOBBY_MS = 20000, LINGER_MS = 40000 };
static const char *const paces[] = {"calm", "quick"};

static int clear(const struct sim *s)
{
    return s->now >= s->weather.until;
}

/* ---- people ---- */

void meet_scene(struct sim *s)
{
    s->game = s->only ? s->only : ir_games[sim_below(s, 2)];
    s->n_people = 2 + (int)sim_below(s, 5);
    s->n_clients = s->n_people + (int)sim_below(s, 2);
    s->frames_most = 6 + (int)sim_below(s, 10);
    for (int n = 0; n < s->n_nodes && s->seed % 6 == 0; n++)
        s->node[n].offset = sim_below(s, 60000); /* clocks that nobody sets */
    for (int c = 0; c < s->n_clients; c++) {
        s->client[c] = (struct client){.wants_seat = c < s->n_people, .deltas = c % 4 != 3, .next_id = 10 + sim_below(s, 1000)};
        s->client[c].twin = s->client[c].done = c >= s->n_people;
        snprintf(s->client[c].name, sizeof s->client[c].name, "P%d", c);
        client_later(s, c, sim_below(s, 20000));
    }
}

static int others(const struct sim *s, int n)
{
    int others = 0;
    for (int c = 0; c < s->n_clients; c++)
        others += c != n && !s->client[c].done;
    return others;
}

static void seek(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    c->pace = clear(s) || sim_below(s, 4) ? 0 : 1;
    c->seeking = SEEK_ASKED;
    c->asked_at = c->sought_at = s->now;
    client_send(s, n, "{\"type\":\"seek\",\"id\":%llu,\"game\":\"%s\",\"pace\":\"%s\"}", (unsigned long long)c->next_id++,
                s->game->name, paces[c->pace]);
}

static void unseek(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    c->seeking = SEEK_ENDS;
    c->asked_at = s->now;
    client_send(s, n, "{\"type\":\"unseek\",\"id\":%llu}", (unsigned long long)c->next_id++);
}

/* Without a table. */
void meet_wake(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    if (n < 2 && !c->lobby) {
        c->lobby = LOBBY_WAITS;
        client_send(s, n, "{\"type\":\"lobby\",\"id\":7,\"on\":true}");
    }
    if (!clear(s) && sim_below(s, 12) == 0) /* a table that is in the lobby, or not */
        client_send(s, n, "{\"type\":\"create\",\"id\":8,\"game\":\"%s\",\"settings\":\"listed=%s\"}", s->game->name,
                    sim_below(s, 3) ? "on" : "off");
    if (c->twin) { /* another window of the same person gets in the way */
        if (!clear(s) && sim_below(s, 4) == 0)
            (sim_below(s, 3) ? seek : unseek)(s, n);
    } else if (c->done || s->now < c->idle) {
        /* does something else */
    } else if (clear(s) && !others(s, n)) {
        c->done = 1; /* there is nobody left to play with */
        unseek(s, n);
    } else if (c->seeking == SEEK_NOT) {
        seek(s, n);
    } else if (c->seeking != SEEK_WAITS && s->now - c->asked_at > ANSWER_MS) {
        sim_violation(s, "client %d: no answer to a seek for a minute on a connection that works", n);
    } else if (c->seeking == SEEK_WAITS && (clear(s) ? c->pace != 0 : sim_below(s, 8) == 0)) {
        (clear(s) || sim_below(s, 2) ? seek : unseek)(s, n);
    }
    client_send(s, n, "{\"type\":\"ping\",\"id\":1}");
}

static void go(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    client_send(s, n, "{\"type\":\"leave\",\"table\":\"%s\"}", c->table);
    memset(c->table, 0, sizeof c->table);
    c->joined = c->seeking = 0;
    c->pending = 0;
    c->over_at = c->answered = 0;
    client_later(s, n, 1 + sim_below(s, 2000));
}

/* At the table where it was paired. Who is there says `ready`; who waits too long for the other stands up and seeks again. */
void meet_gather(struct sim *s, int n, const struct ir_table *t, int seat)
{
    struct client *c = &s->client[n];
    int both = 1;
    for (int i = 0; i < t->n_seats; i++)
        both &= t->seat[i].kind == IR_PERSON;
    if (seat < 0)
        go(s, n);
    else if (!both || s->now >= c->until)
        client_do(s, n, "stand");
    else if (t->seat[seat].ready)
        client_later(s, n, c->until - s->now);
    else if (!clear(s) && sim_below(s, 6) == 0)
        client_do(s, n, "stand");
    else if (!clear(s) && sim_below(s, 6) == 0)
        c->idle = s->now + sim_below(s, 60000); /* does not come */
    else
        client_do(s, n, "ready %08x%08x%08x%08x", sim_below(s, 65535), sim_below(s, 65535), sim_below(s, 65535),
                  sim_below(s, 65535));
}

void meet_over(struct sim *s, int n)
{
    s->client[n].done = clear(s); /* one more, when the sky is clear */
    go(s, n);
}

/* Puts the lobby together, out of the whole and what changed. */
static void lobby_hear(struct client *c, const char *text)
{
    json_t *m = json_loads(text, 0, NULL), *one;
    size_t i;
    if (json_object_get(m, "id")) {
        json_decref(c->tables);
        c->tables = json_object();
    }
    json_array_foreach(json_object_get(m, "tables"), i, one)
        json_object_set(c->tables, json_string_value(json_object_get(one, "table")), json_true());
    json_array_foreach(json_object_get(m, "gone"), i, one) json_object_del(c->tables, json_string_value(one));
    json_decref(m);
    c->lobby = LOBBY_SHOWN;
}

/* 1: it was about seeking, or the lobby. */
int meet_hear(struct sim *s, int n, const char *text)
{
    struct client *c = &s->client[n];
    if (!strncmp(text, "{\"type\":\"lobby\"", 15))
        lobby_hear(c, text);
    if (!strncmp(text, "{\"type\":\"lobby\"", 15) || !strncmp(text, "{\"type\":\"created\"", 17))
        return 1;
    if (strstr(text, "\"id\":7,\"error\""))
        c->lobby = LOBBY_NOT;
    if (strstr(text, "\"id\":7,\"error\"") || strstr(text, "\"id\":8,\"error\""))
        return 1;
    if (!strncmp(text, "{\"type\":\"seeking\"", 17)) {
        if (strstr(text, "\"game\":null")) {
            c->seeking = SEEK_NOT;
            c->idle = c->twin ? 0 : s->now + sim_below(s, 3000);
            client_later(s, n, 3000);
        } else if (c->seeking == SEEK_ASKED) {
            c->seeking = SEEK_WAITS;
            c->seeking_since = s->now;
        }
        return 1;
    }
    if (strncmp(text, "{\"type\":\"paired\"", 16) != 0)
        return 0;
    const char *table = strstr(text, "\"table\":\"") + 9;
    s->paired++;
    c->seeking = SEEK_NOT;
    for (int i = 0; i < s->n_pairings; i++)
        if (!strncmp(s->pairing[i].match, table, strcspn(table, "\"")))
            s->pairing[i].told[s->pairing[i].who[1] == c->who] = 1;
    if (c->twin || c->done || c->table[0])
        return 1;
    memcpy(c->table, table, strcspn(table, "\""));
    c->seq = -1;
    c->joined = 0;
    c->until = s->now + field(text, "until") - clock_of(s, s->wire[c->conn].node);
    client_later(s, n, sim_below(s, 500));
    return 1;
}

/* ---- what must hold ---- */

/* In the store: the table where this person was paired, "" if they wait, NULL without a ticket. */
static const char *ticket(struct sim *s, uint64_t who)
{
    static struct store_request r;
    r = (struct store_request){.kind = STORE_UNSEEK, .who = who};
    memcpy(r.match.id, "nowhere", 8); /* changes nothing */
    store_submit(s->eye, &r);
    store_collect(s->eye);
    return r.status == STORE_CONFLICT ? r.match.id : NULL;
}

/* They were paired there, and the game has neither begun nor been given up by them. */
static int holds(const struct pairing *p, struct sim *s, uint64_t who)
{
    const struct truth *t = truth_find(s, p->match);
    return (p->who[0] == who || p->who[1] == who) && t->table.stage == IR_GATHERING &&
           (t->table.seq < 2 || ir_table_seat(&t->table, who) >= 0);
}

/* The store has paired two. */
void meet_paired(struct sim *s, const struct store_request *r)
{
    if (s->n_pairings == TRUTHS_MAX)
        return; /* truth_match says so */
    struct pairing *new = &s->pairing[s->n_pairings];
    for (int i = 0; i < s->n_pairings; i++)
        for (int k = 0; k < 2; k++)
            if (holds(&s->pairing[i], s, k ? r->other : r->who))
                sim_violation(s, "%llx is in two pairings at once: %s and %s", (unsigned long long)(k ? r->other : r->who),
                              s->pairing[i].match, r->match.id);
    if (r->who == r->other)
        sim_violation(s, "%llx is paired with themselves", (unsigned long long)r->who);
    *new = (struct pairing){.who = {r->who, r->other}, .at = s->now};
    memcpy(new->match, r->match.id, sizeof new->match);
    s->n_pairings++;
    sim_trace(s, "%llx and %llx are paired at %s", (unsigned long long)r->who, (unsigned long long)r->other, r->match.id);
}

static int connected(const struct sim *s, const struct client *c)
{
    return c->conn && !s->wire[c->conn].dead && c->hello == 2;
}

static void waits_check(struct sim *s, int a, int b)
{
    const struct client *x = &s->client[a], *y = &s->client[b];
    int64_t since = x->seeking_since > y->seeking_since ? x->seeking_since : y->seeking_since;
    if (since < s->weather.until)
        since = s->weather.until;
    if (connected(s, x) && connected(s, y) && x->seeking == SEEK_WAITS && y->seeking == SEEK_WAITS && x->pace == y->pace &&
        !x->twin && !y->twin && s->now > since + FOUND_MS)
        sim_violation(s, "clients %d and %d seek the same for a minute and are not paired", a, b);
}

/* Another window of this person sought last. After a new connection it must seek again, and twins do not. */
static int sought_by_twin(const struct sim *s, const struct client *c)
{
    for (int i = 0; i < s->n_clients; i++)
        if (s->client[i].twin && s->client[i].who == c->who && s->client[i].sought_at >= c->sought_at)
            return 1;
    return 0;
}

/* Who was paired knows it, or has been taken away from there; and who is at such a table has heard what happened. */
static void told_check(struct sim *s, int n)
{
    const struct client *c = &s->client[n];
    const char *match = c->twin || c->done || !c->who || sought_by_twin(s, c) ? NULL : ticket(s, c->who);
    for (int i = 0; match && i < s->n_pairings; i++) {
        const struct pairing *p = &s->pairing[i];
        int64_t at = p->at > s->weather.until ? p->at : s->weather.until;
        if (strcmp(p->match, match) == 0 && holds(p, s, c->who) && !p->told[p->who[1] == c->who] && connected(s, c) &&
            s->now > at + TOLD_MS && s->now > c->idle + TOLD_MS)
            sim_violation(s, "client %d was paired at %s and does not know it", n, match);
    }
    const struct truth *t = c->table[0] ? truth_find(s, c->table) : NULL;
    int64_t at = t && t->told_at > s->weather.until ? t->told_at : s->weather.until;
    if (t && connected(s, c) && c->joined == 2 && c->seq < t->n - 1 && s->now > at + TOLD_MS)
        sim_violation(s, "client %d is at %s and has not heard of frame %lld for a minute", n, c->table, (long long)t->n - 1);
}

/* Who looks at the lobby sees what the store lists, a while after the sky is clear. */
static void lobby_check(struct sim *s, int n)
{
    const struct client *c = &s->client[n];
    struct store_request r = {.kind = STORE_LISTED, .lived = -1};
    if (c->lobby != LOBBY_SHOWN || !connected(s, c) || s->now < s->weather.until + LOBBY_MS)
        return;
    s->looked++;
    store_submit(s->eye, &r);
    store_collect(s->eye);
    if ((size_t)r.n != json_object_size(c->tables))
        sim_violation(s, "client %d sees %d tables in the lobby, and there are %d", n, (int)json_object_size(c->tables), r.n);
    for (int i = 0; i < r.n; i++)
        if (!json_object_get(c->tables, r.list[i].id))
            sim_violation(s, "client %d does not see table %s in the lobby", n, r.list[i].id);
    store_done(&r);
}

/* Those who are done look at the lobby for a while. */
int meet_lingers(const struct sim *s)
{
    return s->meet && s->now < s->weather.until + LINGER_MS;
}

void meet_check(struct sim *s)
{
    if (!clear(s) || s->violation[0])
        return;
    for (int a = 0; a < s->n_clients; a++) {
        told_check(s, a);
        lobby_check(s, a);
        for (int b = 0; b < a; b++)
            waits_check(s, a, b);
    }
}
