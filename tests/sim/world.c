/* world.c: time, nodes, the network and the store's bad days. */
#include "sim.h"

#include <stdarg.h>

const char *const plant_name[PLANTS] = {"none", "ack-early", "wrong-seat", "lost-wake", "double", "deaf", "leak", "silence"};

enum kind { UP, DOWN, CUT, HUB_GONE, CLIENT_GONE, STORE_DO, STORE_ANSWER, THOUGHT, NOTICE, TICK, WAKE, CRASH, START, LEAVE, JUMP };
static const char *const kind_name[] = {"up",     "down", "cut",  "hub-gone", "client-gone", "store-do", "store-answer", "thought",
                                        "notice", "tick", "wake", "crash",    "start",       "leave",    "jump"};
struct event {
    int64_t at;
    uint64_t order;
    enum kind kind;
    int node, generation, client;
    uint64_t wire;
    struct store_request *request;
    struct hub_thought *thought;
    int64_t seq;
    char match[IR_ID_MAX];
    size_t n;
    char text[];
};

enum { DAY = 1000000000, HOUR = 3600000 };

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
    int n = snprintf(s->violation, sizeof s->violation, "seed %llu at %.3f s: ", (unsigned long long)s->seed, (double)(s->now - DAY) * 1e-3);
    va_start(a, format);
    vsnprintf(s->violation + n, sizeof s->violation - (size_t)n, format, a);
    va_end(a);
    sim_trace(s, "VIOLATION %s", s->violation);
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

static struct event *later(struct sim *s, int64_t at, enum kind kind, const char *text, size_t n)
{
    struct event *e = memory(sizeof *e + n + 1);
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

/* ---- a hub's world ---- */

struct self { /* a port's */
    struct sim *sim;
    int node;
};
static struct self selves[NODES_MAX];

static int64_t clock_of(struct sim *s, int node)
{
    return s->now + s->node[node].offset;
}

/* Another connection at the same node, of another client. */
static uint64_t other_wire(struct sim *s, uint64_t number)
{
    for (int c = 0; c < s->n_clients; c++) {
        uint64_t w = s->client[c].conn;
        if (w && w != number && !s->wire[w].dead && s->wire[w].node == s->wire[number].node)
            return w;
    }
    return number;
}

static void port_send(void *self, uint64_t number, const char *text, size_t n)
{
    struct self *me = self;
    struct sim *s = me->sim;
    int frame = !strncmp(text, "{\"type\":\"frame\"", 15);
    if (s->plant == PLANT_WRONG_SEAT && frame && sim_below(s, 50) == 0)
        number = other_wire(s, number);
    if (s->plant == PLANT_SILENCE && !strncmp(text, "{\"type\":\"refused\"", 17) && sim_below(s, 4) == 0)
        return;
    struct wire *w = &s->wire[number];
    if (number >= s->n_wires || w->node != me->node) {
        sim_violation(s, "node %d sends to connection %llu, which is not its own", me->node, (unsigned long long)number);
        return;
    }
    s->frames += (uint64_t)frame;
    truth_sent(s, w, text, n);
    if (s->heard)
        s->heard(s, w->client, text, n, s->heard_by);
    if (w->dead)
        return;
    int64_t at = s->now + sim_below(s, (uint32_t)s->weather.latency + 1);
    w->down = at > w->down ? at : w->down; /* TCP keeps the order */
    struct event *e = later(s, w->down, DOWN, text, n);
    e->wire = number;
}

static void port_close(void *self, uint64_t number, int code, const char *why)
{
    struct sim *s = ((struct self *)self)->sim;
    (void)code;
    sim_trace(s, "closing connection %llu: %s", (unsigned long long)number, why);
    later(s, s->wire[number].down > s->now ? s->wire[number].down : s->now, CUT, NULL, 0)->wire = number;
}

static void port_reply(void *self, uint64_t request, int status, const char *type, const char *body, size_t n)
{
    (void)self, (void)request, (void)status, (void)type, (void)body, (void)n;
}

static void port_store(void *self, struct store_request *r)
{
    struct self *me = self;
    struct sim *s = me->sim;
    struct node *node = &s->node[me->node];
    int64_t at = s->now + sim_below(s, (uint32_t)s->weather.store_latency + 1);
    node->busy_until = at > node->busy_until ? at : node->busy_until;
    struct event *e = later(s, node->busy_until, STORE_DO, NULL, 0);
    e->node = me->node;
    e->generation = node->generation;
    e->request = r;
}

static void port_watch(void *self, const char *match, int on)
{
    struct self *me = self;
    store_watch(me->sim->node[me->node].store, match, on);
}

static void port_think(void *self, struct hub_thought *t)
{
    struct self *me = self;
    struct sim *s = me->sim;
    int64_t ms = sim_below(s, 300);
    if (sim_chance(s, s->weather.slow_bot))
        ms += sim_below(s, 20000);
    if (s->plant == PLANT_LOST_WAKE && sim_below(s, 20) == 0) {
        free(t);
        return;
    }
    struct event *e = later(s, s->now + ms, THOUGHT, NULL, 0);
    e->node = me->node;
    e->generation = s->node[me->node].generation;
    e->thought = t;
}

static void port_random(void *self, void *out, size_t n)
{
    struct sim *s = ((struct self *)self)->sim;
    struct ir_rng r;
    uint8_t *to = out;
    ir_rng_seed(&r, s->seed ^ (0x5eed + ++s->random * 0x9e3779b97f4a7c15u));
    for (size_t i = 0; i < n; i++)
        to[i] = (uint8_t)(ir_rng_next(&r) >> 40);
}

static void port_log(void *self, int level, const char *event, const char *text)
{
    struct self *me = self;
    struct sim *s = me->sim;
    (void)level;
    sim_trace(s, "node %d log %s: %s", me->node, event, text);
    for (int i = 0; i < s->n_truths; i++)
        if (strstr(text, s->truth[i]->secret_hex))
            sim_violation(s, "a secret is in the log");
    for (int c = 0; c < s->n_clients; c++)
        if (s->client[c].token[0] && strstr(text, s->client[c].token))
            sim_violation(s, "a token is in the log");
    if (!strcmp(event, "quarantine") || !strcmp(event, "row"))
        sim_violation(s, "%s: %s", event, text);
}

/* ---- nodes ---- */

static void notice(void *arg, const char *match, int64_t seq)
{
    struct self *me = arg;
    struct sim *s = me->sim;
    if (s->plant == PLANT_DEAF || sim_chance(s, s->weather.notice_lost))
        return;
    struct event *e = later(s, s->now + sim_below(s, (uint32_t)s->weather.latency + 1), NOTICE, NULL, 0);
    e->node = me->node;
    e->generation = s->node[me->node].generation;
    e->seq = seq;
    memcpy(e->match, match, strlen(match) + 1);
}

static void node_tick(struct sim *s, int n)
{
    struct node *node = &s->node[n];
    if (!node->hub)
        return;
    int64_t due = hub_tick(node->hub, clock_of(s, n));
    if (!due)
        return;
    due -= node->offset;
    if (due <= s->now)
        due = s->now + 1;
    if (node->tick > s->now && node->tick <= due)
        return;
    node->tick = due;
    struct event *e = later(s, due, TICK, NULL, 0);
    e->node = n;
    e->generation = node->generation;
}

static void node_start(struct sim *s, int n)
{
    struct node *node = &s->node[n];
    struct hub_port port = {.self = &selves[n], .send = port_send, .close = port_close, .reply = port_reply, .store = port_store,
                            .watch = port_watch, .think = port_think, .random = port_random, .log = port_log};
    struct hub_limits limits = {.poll_ms = s->n_nodes > 1 ? s->plant == PLANT_DEAF ? DAY : 3000 : 0, .rooms = 3};
    char why[IR_WHY_MAX];
    selves[n] = (struct self){s, n};
    node->store = store_open(s->world, NULL, notice, &selves[n], why);
    if (!node->store)
        abort();
    node->generation++;
    node->leaving = 0;
    node->tick = 0;
    node->busy_until = s->now;
    if (s->weather.jump && s->now < s->weather.until)
        node->offset = (int64_t)sim_below(s, 8000) - 4000;
    node->hub = hub_new(&port, &limits);
    sim_trace(s, "node %d starts", n);
}

/* Its memory is gone, and with it all connections; what it had asked of the store may or may not be carried out. */
static void node_stop(struct sim *s, int n)
{
    struct node *node = &s->node[n];
    if (!node->hub)
        return;
    sim_trace(s, "node %d stops", n);
    for (size_t i = 1; i < s->n_wires; i++)
        if (s->wire[i].node == n && !s->wire[i].dead) {
            s->wire[i].dead = 1;
            later(s, s->now + sim_below(s, 3000), CLIENT_GONE, NULL, 0)->wire = i;
        }
    hub_free(node->hub);
    store_close(node->store);
    node->hub = NULL;
    node->store = NULL;
    node->generation++;
}

/* ---- the store ---- */

static void store_carry_out(struct sim *s, struct store *store, struct store_request *r)
{
    store_submit(store, r);
    struct store_request *done = store_collect(store);
    ir_assert(done == r);
    if (s->plant == PLANT_DOUBLE && r->kind == STORE_APPEND)
        while (r->status == STORE_CONFLICT) {
            r->row.seq++;
            r->row.sub = 0;
            store_submit(store, r);
            store_collect(store);
        }
    if (r->kind == STORE_MATCH_NEW && r->status == STORE_OK)
        truth_match(s, &r->match);
    if (r->kind == STORE_APPEND && r->status == STORE_OK)
        truth_row(s, r->match.id, &r->row);
}

static void store_do(struct sim *s, struct event *e)
{
    struct store_request *r = e->request;
    int alive = s->node[e->node].generation == e->generation;
    struct store *store = alive ? s->node[e->node].store : s->eye;
    int writes = r->kind == STORE_APPEND || r->kind == STORE_MATCH_NEW || r->kind == STORE_PLAYER_NEW;
    if (!alive) { /* it was on its way when the node died */
        if (writes && sim_below(s, 2) && s->plant != PLANT_ACK_EARLY)
            store_carry_out(s, store, r);
        store_done(r);
        free(r);
        return;
    }
    if (sim_chance(s, s->weather.failed)) {
        r->status = STORE_FAILED;
        memcpy(r->why, "a bad day", 10);
    } else if (writes && sim_chance(s, s->weather.unknown)) {
        if (sim_below(s, 2))
            store_carry_out(s, store, r);
        r->status = STORE_UNKNOWN;
    } else if (r->kind == STORE_APPEND && sim_chance(s, s->weather.conflict)) {
        r->status = STORE_CONFLICT;
    } else if (s->plant == PLANT_ACK_EARLY && r->kind == STORE_APPEND && r->match.id[0] && sim_below(s, 10) == 0) {
        /* says it is done, and does it later; if the node ends before, never */
        struct ask *copy = memory(sizeof *copy);
        copy->r = *r;
        copy->r.row.text = strdup(r->row.text);
        struct event *due = later(s, s->now + 20 + sim_below(s, 200), STORE_DO, NULL, 0);
        due->node = e->node;
        due->generation = e->generation;
        due->client = 1; /* nobody waits for it */
        due->request = &copy->r;
        r->status = STORE_OK;
    } else {
        store_carry_out(s, store, r);
    }
    if (e->client) {
        free((char *)(uintptr_t)r->row.text);
        store_done(r);
        free(r);
        return;
    }
    struct node *node = &s->node[e->node];
    int64_t at = s->now + sim_below(s, (uint32_t)s->weather.store_latency + 1);
    struct event *answer = later(s, at, STORE_ANSWER, NULL, 0);
    answer->node = e->node;
    answer->generation = node->generation;
    answer->request = r;
}

static void think(struct sim *s, struct hub_thought *t)
{
    struct ir_rng rng;
    const struct ir_bot *bot = ir_bot_find(t->game, "random");
    struct ir_advice advice;
    (void)s;
    ir_rng_seed(&rng, t->seed);
    bot->think(t->game, &t->view, &rng, &bot->budget, t->hint ? t->advice : &advice);
    t->move = ir_advice_best(t->hint ? t->advice : &advice);
    if (sim_chance(s, s->weather.failed))
        t->move = IR_NO_MOVE;
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
    char address[16];
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

static void node_event(struct sim *s, struct event *e)
{
    struct node *node = &s->node[e->node];
    int alive = node->hub && node->generation == e->generation;
    int64_t now = clock_of(s, e->node);
    switch (e->kind) {
    case STORE_DO: store_do(s, e); return;
    case STORE_ANSWER:
        if (alive) {
            hub_stored(node->hub, e->request, now);
        } else {
            store_done(e->request);
            free(e->request);
        }
        break;
    case THOUGHT:
        if (alive) {
            think(s, e->thought);
            hub_thought(node->hub, e->thought, now);
        } else {
            free(e->thought);
        }
        break;
    case NOTICE:
        if (alive)
            hub_notice(node->hub, e->match, e->seq, now);
        break;
    case CRASH:
        if (s->now < s->weather.until) {
            s->crashes += node->hub != NULL;
            node_stop(s, e->node);
            later(s, s->now + sim_below(s, 5000), START, NULL, 0)->node = e->node;
        }
        return;
    case LEAVE: /* a node that is asked to end: says goodbye, waits for the store, ends */
        if (!node->hub)
            return;
        if (!node->leaving)
            hub_goodbye(node->hub, now);
        node->leaving = 1;
        if (hub_busy(node->hub)) {
            later(s, s->now + 50, LEAVE, NULL, 0)->node = e->node;
        } else {
            node_stop(s, e->node);
            later(s, s->now + sim_below(s, 3000), START, NULL, 0)->node = e->node;
        }
        return;
    case START:
        if (!node->hub)
            node_start(s, e->node);
        break;
    case JUMP:
        if (s->now < s->weather.until)
            node->offset += sim_below(s, 15000);
        break;
    default: break;
    }
    node_tick(s, e->node);
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

static void event_free(struct event *e)
{
    if (e->request) {
        store_done(e->request);
        free(e->request);
    }
    free(e->thought);
    free(e);
}

/* ---- a seed ---- */

static void weather_make(struct sim *s)
{
    static const struct weather kinds[] = {
        {.latency = 5, .store_latency = 3},                                                   /* clear */
        {.cut = 5, .latency = 100, .store_latency = 20, .doubled = 50, .slow_bot = 50},       /* a bad line */
        {.failed = 30, .unknown = 30, .conflict = 30, .latency = 30, .store_latency = 200},   /* a bad disk */
        {.crash = 6, .goodbye = 3, .latency = 50, .store_latency = 50, .jump = 1},            /* bad nodes */
        {.cut = 15, .crash = 4, .failed = 20, .unknown = 40, .conflict = 20, .notice_lost = 300, .jump = 2, .slow_bot = 50,
         .doubled = 100, .goodbye = 2, .latency = 400, .store_latency = 100}, /* everything */
    };
    s->weather = kinds[sim_below(s, sizeof kinds / sizeof *kinds)];
    s->weather.until = s->now + 20000 + sim_below(s, 100000);
    for (int i = 0; i < s->weather.crash; i++)
        later(s, s->now + sim_below(s, 120000), CRASH, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
    for (int i = 0; i < s->weather.goodbye; i++)
        later(s, s->now + sim_below(s, 120000), LEAVE, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
    for (int i = 0; i < s->weather.jump; i++)
        later(s, s->now + sim_below(s, 120000), JUMP, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
}

static void scene_make(struct sim *s)
{
    static const struct {
        const struct ir_game *game;
        const char *options[4];
    } scenes[] = {{&ir_koikoi, {"rounds=1", "rounds=2", "arcade,rounds=1", ""}},
                  {&ir_pikit, {"", "", "", ""}},
                  {&ir_gacha, {"", "", "", ""}},
                  {&ir_nullgame, {"", "", "", ""}}};
    static const char *const clocks[] = {"", "clock=move,seconds=5,", "clock=game,seconds=20,increment=1,", "clock=game,seconds=120,"};
    size_t i = sim_below(s, sizeof scenes / sizeof *scenes);
    const struct ir_game *g = s->game = scenes[i].game;
    int seats = g->min_seats + (int)sim_below(s, (uint32_t)(g->max_seats - g->min_seats + 1));
    s->n_people = 1 + (int)sim_below(s, (uint32_t)seats);
    s->n_clients = s->n_people + (int)sim_below(s, 3);
    s->frames_most = 30 + (int)sim_below(s, 90);
    s->rematches = (int)sim_below(s, 3) == 0;
    int n = snprintf(s->create, sizeof s->create,
                     "\"game\":\"%s\",\"seats\":%d,\"options\":\"%s\",\"settings\":\"%sreaction=%d,absent=%d,watch=%s\",\"bots\":[", g->name, seats,
                     scenes[i].options[sim_below(s, 4)], clocks[sim_below(s, 4)], (int)sim_below(s, 4), 5 + (int)sim_below(s, 30),
                     sim_below(s, 8) ? "on" : "off");
    for (int k = 1; k < seats; k++)
        n += snprintf(s->create + n, sizeof s->create - (size_t)n, "%s%s", k > 1 ? "," : "", k < s->n_people ? "null" : "\"random\"");
    snprintf(s->create + n, sizeof s->create - (size_t)n, "]");
    for (int c = 0; c < s->n_clients; c++) {
        s->client[c] = (struct client){.host = c == 0, .wants_seat = c < s->n_people, .next_id = 1 + sim_below(s, 1000)};
        snprintf(s->client[c].name, sizeof s->client[c].name, "P%d", c);
        client_later(s, c, sim_below(s, 2000));
    }
}

static int all_done(const struct sim *s)
{
    for (int c = 0; c < s->n_clients; c++)
        if (!s->client[c].done)
            return 0;
    return 1;
}

void sim_run(struct sim *s, uint64_t seed)
{
    char why[IR_WHY_MAX];
    s->seed = seed;
    s->violation[0] = 0;
    s->now = DAY;
    ir_rng_seed(&s->rng, seed);
    snprintf(s->world, sizeof s->world, "memory:%llu", (unsigned long long)seed);
    s->eye = store_open(s->world, NULL, NULL, NULL, why);
    s->n_nodes = 1 + (int)sim_below(s, 3);
    weather_make(s);
    scene_make(s);
    sim_trace(s, "%d nodes, %d clients, %s", s->n_nodes, s->n_clients, s->create);
    s->deadline = s->weather.until + 3 * HOUR;
    for (int n = 0; n < s->n_nodes; n++)
        node_start(s, n);
    while (s->n_heap && !s->violation[0] && !all_done(s)) {
        struct event *e = event_next(s);
        s->now = e->at;
        s->events++;
        if (s->now > s->deadline)
            sim_violation(s, "the game does not end: table %s", s->table);
        if (s->trace > 1)
            sim_trace(s, "event %s", kind_name[e->kind]);
        if (e->kind <= CUT || e->kind == HUB_GONE || e->kind == CLIENT_GONE)
            wire_event(s, e);
        else if (e->kind == WAKE) {
            if (s->client[e->client].wake == e->at)
                client_wake(s, e->client);
        } else {
            int freed = e->kind == STORE_DO || e->kind == STORE_ANSWER || e->kind == THOUGHT;
            node_event(s, e);
            if (freed)
                e->request = NULL, e->thought = NULL;
        }
        free(e);
        if (s->events % 64 == 0)
            for (int n = 0; n < s->n_nodes; n++)
                if (s->node[n].hub)
                    truth_node(s, s->node[n].hub);
    }
    if (!s->violation[0] && !all_done(s))
        sim_violation(s, "nothing happens any more, and not all are done");
    for (int n = 0; n < s->n_nodes; n++) {
        if (s->node[n].hub && !s->violation[0])
            truth_node(s, s->node[n].hub);
    }
    if (!s->violation[0])
        truth_end(s);
    while (s->n_heap) {
        struct event *e = event_next(s);
        event_free(e);
    }
    for (int n = 0; n < s->n_nodes; n++)
        if (s->node[n].hub) {
            hub_free(s->node[n].hub);
            store_close(s->node[n].store);
        }
    store_close(s->eye);
    truth_free(s);
    free(s->wire);
    free(s->heap);
}
