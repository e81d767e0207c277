/* node.c: the surroundings of a hub: its port, the store behind it, and the faults of both. */
#include "sim.h"

/* ---- a hub's world ---- */

struct self { /* a port's */
    struct sim *sim;
    int node;
};
static struct self selves[NODES_MAX];

int64_t clock_of(struct sim *s, int node)
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

static void message_send(struct self *me, uint64_t number, const char *text, size_t n)
{
    struct sim *s = me->sim;
    int frame = is_frame(text);
    if (s->plant == PLANT_WRONG_SEAT && frame && sim_below(s, 50) == 0)
        number = other_wire(s, number);
    if (s->plant == PLANT_LOOKER && !strncmp(text, "{\"type\":\"event\"", 15) && sim_below(s, 20) == 0)
        number = other_wire(s, number);
    if (s->plant == PLANT_SILENCE && !strncmp(text, "{\"type\":\"refused\"", 17) && sim_below(s, 4) == 0)
        return;
    if (s->plant == PLANT_UNTOLD && !strncmp(text, "{\"type\":\"paired\"", 16) && sim_below(s, 4) == 0)
        return;
    struct wire *w = &s->wire[number];
    if (number >= s->n_wires || w->node != me->node) {
        sim_violation(s, "node %d sends to connection %llu, which is not its own", me->node, (unsigned long long)number);
        return;
    }
    s->frames += (uint64_t)frame;
    s->bytes += n;
    truth_sent(s, w, text, n);
    if (s->verify == 1 && !strncmp(text, "{\"type\":\"refused\"", 17))
        truth_refused(s, s->node[me->node].hub, w->client, text);
    if (w->dead)
        return;
    int64_t at = s->now + sim_below(s, (uint32_t)s->weather.latency + 1);
    w->down = at > w->down ? at : w->down; /* TCP keeps the order */
    struct event *e = later(s, w->down, DOWN, text, n);
    e->wire = number;
}

static void port_send(void *self, uint64_t number, const char *text, size_t n)
{
    char *whole = alloc_raw(n + 1); /* what a hub sends need not end with a zero */
    memcpy(whole, text, n);
    whole[n] = 0;
    message_send(self, number, whole, n);
    free(whole);
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
    truth_keeper(s, node->hub, r);
    s->clocks += r->kind == STORE_CLOCK;
    if ((int64_t)s->clocks > 100 + (s->now - DAY) / 1000)
        sim_violation(s, "node %d asks the store how long it has lived again and again", me->node);
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

static void leak_view(struct sim *s, struct hub_thought *t)
{
    const struct ir_table *table = &truth_find(s, t->match)->table;
    ir_look(t->game, &table->now, (t->seat + 1) % table->n_seats, &t->view);
}

static void port_think(void *self, struct hub_thought *t)
{
    struct self *me = self;
    struct sim *s = me->sim;
    int64_t ms = sim_below(s, 300);
    if (s->plant == PLANT_LEAK_VIEW && sim_below(s, 4) == 0)
        leak_view(s, t);
    if (s->verify)
        truth_thought(s, t);
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

static void port_push(void *self, uint64_t who, const char *kind, const char *table, const char *game)
{
    struct self *me = self;
    (void)game;
    slow_push(me->sim, me->sim->node[me->node].hub, who, kind, table);
}

/* ---- nodes ---- */

static void notice(void *arg, const char *match, const struct store_row *row)
{
    struct self *me = arg;
    struct sim *s = me->sim;
    if (s->plant == PLANT_DEAF || sim_chance(s, s->weather.notice_lost))
        return;
    struct event *e =
        later(s, s->now + sim_below(s, (uint32_t)s->weather.latency + 1), NOTICE, row->text, row->text ? strlen(row->text) : 0);
    e->node = me->node;
    e->generation = s->node[me->node].generation;
    e->row = *row;
    e->row.text = row->text ? e->text : NULL;
    memcpy(e->match, match, strlen(match) + 1);
}

void node_tick(struct sim *s, int n)
{
    struct node *node = &s->node[n];
    if (!node->hub)
        return;
    int64_t lag = s->plant == PLANT_LEAK_TIME && truth_could(s) ? 40 : 0, due = hub_tick(node->hub, clock_of(s, n) - lag);
    if (!due)
        return;
    due += lag - node->offset;
    if (due <= s->now)
        due = s->now + 1;
    if (node->tick > s->now && node->tick <= due)
        return;
    node->tick = due;
    struct event *e = later(s, due, TICK, NULL, 0);
    e->node = n;
    e->generation = node->generation;
}

static struct store *store_join(struct sim *s, int n)
{
    char why[IR_WHY_MAX];
    struct store *store = store_open(s->world, NULL, notice, &selves[n], why);
    if (!store)
        abort();
    return store;
}

void node_start(struct sim *s, int n)
{
    struct node *node = &s->node[n];
    struct hub_port port = {.self = &selves[n],
                            .send = port_send,
                            .close = port_close,
                            .reply = port_reply,
                            .store = port_store,
                            .watch = port_watch,
                            .think = port_think,
                            .random = port_random,
                            .log = port_log,
                            .push = port_push};
    struct hub_limits limits = {.alone = s->n_nodes == 1, .poll_ms = s->plant == PLANT_DEAF ? DAY : 3000, .rooms = 3};
    if (s->evening.on)
        limits = (struct hub_limits){
            .alone = limits.alone, .poll_ms = 3000, .rooms = 12, .event_absent = 15000, .event_pause = 2000};
    selves[n] = (struct self){s, n};
    node->store = store_join(s, n);
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

/* As if the ticket of the other one had not been touched. */
static void forget_pairing(struct store *store, const struct store_request *r)
{
    struct store_request end = {.kind = STORE_UNSEEK, .who = r->other};
    struct store_request again = {
        .kind = STORE_SEEK, .who = r->other, .text = r->text, .time = r->time, .until = r->time + 30000, .name = "Again"};
    memcpy(end.match.id, r->match.id, sizeof end.match.id);
    store_submit(store, &end);
    store_submit(store, &again);
    store_collect(store);
}

/* Planted: what is stored of an evening, and of its tables, is now and then something else. */
static void evening_spoil(struct sim *s, struct store_request *r)
{
    char *text = (char *)(uintptr_t)r->row.text, *last;
    if ((s->plant != PLANT_RESULT && s->plant != PLANT_STRANGER) || r->kind != STORE_APPEND || sim_below(s, 4))
        return;
    if (s->plant == PLANT_RESULT && !strncmp(text, "@ result ", 9)) {
        char *first = strrchr(text, ' ') - 1, rank = *first; /* the last two */
        last = text + strlen(text) - 2;
        *first = *last;
        *last = rank;
    }
    for (int c = 0; s->plant == PLANT_STRANGER && c < s->n_clients && r->match.id[0] != 'E' && !r->row.id; c++)
        if (!strncmp(text, "@ sit ", 6) && s->client[c].who && s->client[c].who != r->row.who) {
            r->row.who = s->client[c].who;
            char id[20];
            snprintf(id, sizeof id, "%016llx", (unsigned long long)s->client[c].who);
            memcpy(text + 8, id, 16);
            return;
        }
}

static void store_carry_out(struct sim *s, struct store *store, struct store_request *r)
{
    evening_spoil(s, r);
    if (s->plant == PLANT_UNSTORED && r->kind == STORE_APPEND && r->match.id[0] == 'E' && sim_below(s, 20) == 0) {
        r->status = STORE_OK;
        return;
    }
    if (s->plant == PLANT_LOCKED && r->kind == STORE_LOCK && r->match.id[0] == 'E' && s->crashes) {
        r->status = STORE_CONFLICT;
        return;
    }
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
    if (s->plant == PLANT_FORGOTTEN && r->kind == STORE_DUE)
        r->n = 0;
    if (r->kind == STORE_MATCH_NEW && r->status == STORE_OK && r->match.id[0] != 'E') {
        evening_match(s, &r->match);
        truth_match(s, &r->match);
    }
    if (r->kind == STORE_PAIR && r->status == STORE_OK && !truth_find(s, r->match.id)) {
        meet_paired(s, r);
        truth_match(s, &r->match);
        if (s->plant == PLANT_PAIR_TWICE)
            forget_pairing(store, r);
    }
    if (r->kind == STORE_APPEND && r->status == STORE_OK && !evening_row(s, r->match.id, &r->row))
        truth_row(s, r->match.id, &r->row), slow_append(s, r);
}

static void store_do(struct sim *s, struct event *e)
{
    struct store_request *r = e->request;
    e->request = NULL;
    int alive = s->node[e->node].generation == e->generation;
    struct store *store = alive ? s->node[e->node].store : s->eye;
    int writes = r->kind == STORE_APPEND || r->kind == STORE_MATCH_NEW || r->kind == STORE_PLAYER_NEW ||
                 r->kind == STORE_SEEK || r->kind == STORE_PAIR || r->kind == STORE_UNSEEK;
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
        size_t n = strlen(r->row.text) + 1;
        struct query *copy = alloc_zero(sizeof *copy + n);
        copy->r = *r;
        copy->r.row.text = memcpy(copy->text, r->row.text, n);
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
    bot->think(t->game, &t->view, &t->notes, &rng, &bot->budget, t->hint ? t->advice : &advice);
    t->move = ir_advice_best(t->hint ? t->advice : &advice);
    if (sim_chance(s, s->weather.failed))
        t->move = IR_NO_MOVE;
}

/* ---- what happens to it ---- */

/* The channels of the people who are connected to a node, which has a new connection to the store. */
static void channels_watch(struct sim *s, int n)
{
    struct node *node = &s->node[n];
    char channel[IR_ID_MAX];
    for (int c = 0; c < s->n_clients; c++) {
        if (s->client[c].twin || !who_here(node->hub, s->client[c].who))
            continue;
        snprintf(channel, sizeof channel, "%s%016llx", WHO_CHANNEL, (unsigned long long)s->client[c].who);
        store_watch(node->store, channel, 1);
        hub_notice(node->hub, channel, &(struct store_row){0}, clock_of(s, n));
    }
    if (node->hub->events_watched) { /* there is one event */
        store_watch(node->store, s->evening.id, 1);
        store_watch(node->store, ":event", 1);
        hub_notice(node->hub, s->evening.id, &(struct store_row){0}, clock_of(s, n));
    }
    if (node->hub->lobby.viewers) {
        store_watch(node->store, LOBBY_CHANNEL, 1);
        hub_notice(node->hub, LOBBY_CHANNEL, &(struct store_row){0}, clock_of(s, n));
    }
}

void node_event(struct sim *s, struct event *e)
{
    struct node *node = &s->node[e->node];
    int alive = node->hub && node->generation == e->generation;
    int64_t now = clock_of(s, e->node);
    switch (e->kind) {
    case STORE_DO: store_do(s, e); return;
    case STORE_ANSWER:
        if (alive) {
            hub_stored(node->hub, e->request, now);
            e->request = NULL;
        }
        break;
    case THOUGHT:
        if (alive) {
            think(s, e->thought);
            hub_thought(node->hub, e->thought, now);
            e->thought = NULL;
        }
        break;
    case NOTICE:
        if (alive)
            hub_notice(node->hub, e->match, &e->row, now);
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
    case LOST: /* its connection to the store: locks and notices are gone, and it is told so */
        if (s->now >= s->weather.until || !node->hub)
            return;
        sim_trace(s, "node %d loses the store and finds it again", e->node);
        store_close(node->store);
        node->store = store_join(s, e->node);
        for (int i = 0; i < s->n_truths; i++) {
            const struct room *r = room_find(node->hub, s->truth_id[i]);
            if (r && r->watched)
                store_watch(node->store, r->id, 1);
        }
        for (int i = 0; i < s->n_truths; i++)
            hub_notice(node->hub, s->truth_id[i], &(struct store_row){0}, now);
        channels_watch(s, e->node);
        break;
    case JUMP:
        if (s->now < s->weather.until)
            node->offset += sim_below(s, s->slow && sim_below(s, 2) ? 2 * HOUR : 15000);
        break;
    default: break;
    }
    node_tick(s, e->node);
}
