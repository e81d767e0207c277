/* world.c: time and the network: events, one after the other. */
#include "sim.h"

static const char *const kind_name[] = {"up",           "down",    "cut",    "hub-gone", "client-gone", "store-do",
                                        "store-answer", "thought", "notice", "tick",     "wake",        "crash",
                                        "start",        "leave",   "jump",   "lost"};

/* ---- dice and words ---- */

uint32_t sim_below(struct sim *s, uint32_t n)
{
    return n ? ir_rng_below(&s->rng, n) : 0;
}

int sim_chance(struct sim *s, int per_mille)
{
    return per_mille > 0 && s->now < s->weather.until && (int)sim_below(s, 1000) < per_mille;
}

void sim_trace(struct sim *s, const char *format, ...)
{
    va_list a;
    if (!s->trace)
        return;
    printf("%9.3f ", (double)(s->now - DAY) * 1e-3);
    va_start(a, format);
    vprintf(format, a);
    va_end(a);
    putchar('\n');
}

void sim_violation(struct sim *s, const char *format, ...)
{
    va_list a;
    if (s->violation[0])
        return;
    int n = snprintf(s->violation, sizeof s->violation, "seed %llu at %.3f s: ", (unsigned long long)s->seed,
                     (double)(s->now - DAY) * 1e-3);
    va_start(a, format);
    vsnprintf(s->violation + n, sizeof s->violation - (size_t)n, format, a);
    va_end(a);
    sim_trace(s, "VIOLATION %s", s->violation);
}

int is_delta(const char *text)
{
    return !strncmp(text, "{\"type\":\"delta\"", 15);
}

int is_frame(const char *text)
{
    return !strncmp(text, "{\"type\":\"frame\"", 15) || is_delta(text);
}

int64_t field(const char *text, const char *key)
{
    char name[32];
    snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = strstr(text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : 0;
}

/* ---- events, by time and then by the order they were made in ---- */

static int before(const struct event *a, const struct event *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

struct event *later(struct sim *s, int64_t at, enum kind kind, const char *text, size_t n)
{
    struct event *e = alloc_zero(sizeof *e + n + 1);
    e->at = at;
    e->order = s->order++;
    e->kind = kind;
    e->n = n;
    if (n)
        memcpy(e->text, text, n);
    if (s->n_heap == s->heap_size) {
        s->heap_size = s->heap_size ? 2 * s->heap_size : 256;
        s->heap = realloc(s->heap, s->heap_size * sizeof *s->heap);
    }
    size_t i = s->n_heap++;
    for (; i && before(e, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = e;
    return e;
}

static struct event *event_next(struct sim *s)
{
    struct event *first = s->heap[0], *last = s->heap[--s->n_heap];
    size_t i = 0;
    for (size_t down; (down = 2 * i + 1) < s->n_heap; i = down) {
        if (down + 1 < s->n_heap && before(s->heap[down + 1], s->heap[down]))
            down++;
        if (!before(s->heap[down], last))
            break;
        s->heap[i] = s->heap[down];
    }
    s->heap[i] = last;
    return first;
}

/* ---- clients' side ---- */

void client_connect(struct sim *s, int client)
{
    int n = (int)sim_below(s, (uint32_t)s->n_nodes);
    for (int i = 0; i < s->n_nodes && (!s->node[n].hub || s->node[n].leaving); i++)
        n = (n + 1) % s->n_nodes;
    if (!s->node[n].hub || s->node[n].leaving)
        return;
    if (s->n_wires + 1 >= s->wires_size) {
        s->wires_size = s->wires_size ? 2 * s->wires_size : 64;
        s->wire = realloc(s->wire, s->wires_size * sizeof *s->wire);
    }
    if (!s->n_wires)
        s->wire[s->n_wires++] = (struct wire){.dead = 1};
    char address[32];
    uint64_t number = s->n_wires++;
    s->wire[number] = (struct wire){.client = client, .node = n, .up = s->now, .down = s->now};
    s->client[client].conn = number;
    snprintf(address, sizeof address, "10.0.0.%d", client + 1);
    sim_trace(s, "client %d connects to node %d as %llu", client, n, (unsigned long long)number);
    hub_connect(s->node[n].hub, number, address, clock_of(s, n));
}

void client_send(struct sim *s, int client, const char *format, ...)
{
    char text[1024];
    uint64_t number = s->client[client].conn;
    va_list a;
    va_start(a, format);
    int n = vsnprintf(text, sizeof text, format, a);
    va_end(a);
    ir_assert(n > 0 && n < (int)sizeof text);
    if (!number || s->wire[number].dead)
        return;
    struct wire *w = &s->wire[number];
    int64_t at = s->now + sim_below(s, (uint32_t)s->weather.latency + 1);
    w->up = at > w->up ? at : w->up;
    later(s, w->up, UP, text, (size_t)n)->wire = number;
}

void client_cut(struct sim *s, int client)
{
    if (s->client[client].conn)
        later(s, s->now, CUT, NULL, 0)->wire = s->client[client].conn;
}

void client_later(struct sim *s, int client, int64_t ms)
{
    struct client *c = &s->client[client];
    int64_t at = s->now + ms;
    if (c->wake > s->now && c->wake <= at)
        return;
    c->wake = at;
    later(s, at, WAKE, NULL, 0)->client = client;
}

/* ---- one event ---- */

static void cut(struct sim *s, uint64_t number)
{
    struct wire *w = &s->wire[number];
    if (w->dead)
        return;
    sim_trace(s, "connection %llu of client %d breaks", (unsigned long long)number, w->client);
    w->dead = 1;
    later(s, s->now + sim_below(s, 4000), HUB_GONE, NULL, 0)->wire = number; /* each side learns of it in its own time */
    later(s, s->now + sim_below(s, 4000), CLIENT_GONE, NULL, 0)->wire = number;
}

static void wire_event(struct sim *s, struct event *e)
{
    struct wire *w = &s->wire[e->wire];
    struct client *c = &s->client[w->client];
    struct hub *hub = s->node[w->node].hub;
    switch (e->kind) {
    case UP:
        if (w->dead)
            return;
        sim_trace(s, "client %d: %.*s", w->client, (int)e->n, e->text);
        w->fresh |= strstr(e->text, "\"type\":\"join\"") != NULL;
        hub_message(hub, e->wire, e->text, e->n, clock_of(s, w->node));
        node_tick(s, w->node);
        if (sim_chance(s, s->weather.cut))
            cut(s, e->wire);
        return;
    case DOWN:
        if (w->dead || c->conn != e->wire)
            return;
        sim_trace(s, "to client %d: %.*s", w->client, e->n > 300 ? 300 : (int)e->n, e->text);
        client_hear(s, w->client, e->text, e->n);
        if (sim_chance(s, s->weather.cut))
            cut(s, e->wire);
        return;
    case CUT: cut(s, e->wire); return;
    case HUB_GONE:
        if (hub) { /* of another life of the node, it is not known there */
            hub_disconnect(hub, e->wire, clock_of(s, w->node));
            node_tick(s, w->node);
        }
        return;
    default:
        if (c->conn == e->wire)
            client_lost(s, w->client);
    }
}

/* An event takes with it what nobody took from it. */
static void event_free(struct event *e)
{
    if (e->request) {
        store_done(e->request);
        free(e->request);
    }
    free(e->thought);
    free(e);
}

void world_step(struct sim *s)
{
    struct event *e = event_next(s);
    s->now = e->at;
    s->events++;
    if (s->trace > 1)
        sim_trace(s, "event %s", kind_name[e->kind]);
    if (e->kind == WAKE) {
        if (s->client[e->client].wake == e->at)
            client_wake(s, e->client);
    } else if (e->kind <= CLIENT_GONE) {
        wire_event(s, e);
    } else {
        node_event(s, e);
    }
    event_free(e);
}

void world_end(struct sim *s)
{
    while (s->n_heap)
        event_free(event_next(s));
    for (int n = 0; n < s->n_nodes; n++)
        if (s->node[n].hub) {
            hub_free(s->node[n].hub);
            store_close(s->node[n].store);
        }
    store_close(s->eye);
    truth_free(s);
    evening_free_rows(s);
    for (int c = 0; c < s->n_clients; c++)
        json_decref(s->client[c].tables);
    for (size_t i = 0; i < s->n_wires; i++)
        json_decref(s->wire[i].has);
    free(s->wire);
    free(s->heap);
}
