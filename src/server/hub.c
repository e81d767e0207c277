/* hub.c: connections: who may send how much, and which message goes where. */
#include "hub_inside.h"

#include <arpa/inet.h>

enum { NETS = 4 }; /* as many addresses may the first 48 bits of an IPv6 address count for */
enum { CODE_POLICY = 1008, CODE_GOODBYE = 1012 };

static const struct hub_limits usual = {.connections_per_address = 64,
                                        .newcomers_per_hour = 240,
                                        .tables_per_player = 20,
                                        .tables_per_connection = 16,
                                        .messages_per_second = 20,
                                        .message_bytes = 16384,
                                        .rooms = 20000,
                                        .queue_bytes = 1 << 20,
                                        .poll_ms = 15000,
                                        .event_absent = 60000,
                                        .event_pause = 8000};

static void limit(int *is, int otherwise)
{
    if (*is <= 0)
        *is = otherwise;
}

struct hub *hub_new(const struct hub_port *port, const struct hub_limits *limits)
{
    struct hub *h = alloc_zero(sizeof *h);
    struct ir_json j;
    h->port = *port;
    h->limit = *limits;
    limit(&h->limit.connections_per_address, usual.connections_per_address);
    limit(&h->limit.newcomers_per_hour, usual.newcomers_per_hour);
    limit(&h->limit.tables_per_player, usual.tables_per_player);
    limit(&h->limit.tables_per_connection, usual.tables_per_connection);
    limit(&h->limit.messages_per_second, usual.messages_per_second);
    limit(&h->limit.message_bytes, usual.message_bytes);
    limit(&h->limit.rooms, usual.rooms);
    limit(&h->limit.queue_bytes, usual.queue_bytes);
    limit(&h->limit.poll_ms, usual.poll_ms);
    h->limit.event_absent = h->limit.event_absent > 0 ? h->limit.event_absent : usual.event_absent;
    h->limit.event_pause = h->limit.event_pause > 0 ? h->limit.event_pause : usual.event_pause;
    h->port.random(h->port.self, h->hash_key, sizeof h->hash_key);
    h->node = (uint16_t)random_number(h);
    h->lived = -1;
    h->catalogue = alloc_zero(IR_CATALOGUE_MAX);
    ir_json_start(&j, h->catalogue, IR_CATALOGUE_MAX);
    ir_catalogue(&j);
    h->catalogue_n = j.text.len;
    return h;
}

static void address_leave(struct hub *h, struct origin *a)
{
    if (--a->n)
        return;
    map_remove(&h->addresses, &a->link);
    free(a);
}

static struct origin *address_enter(struct hub *h, uint64_t key)
{
    struct origin *a = (struct origin *)map_find(&h->addresses, key);
    if (!a) {
        a = alloc_zero(sizeof *a);
        map_put(&h->addresses, &a->link, key);
    }
    a->n++;
    return a;
}

static void conn_forget(struct hub *h, struct conn *c)
{
    while (c->viewers)
        viewer_unlink(c->viewers);
    address_leave(h, c->address);
    if (c->wide)
        address_leave(h, c->wide);
    map_remove(&h->conns, &c->link);
    free(c);
}

/* Ends as in a crash: clients are not notified, and the store gets no more requests. */
void hub_free(struct hub *h)
{
    h->ended = 1;
    events_free(h);
    for (struct link *l = map_next(&h->conns, NULL), *next; l; l = next) {
        next = map_next(&h->conns, l);
        conn_forget(h, (struct conn *)l);
    }
    for (struct link *l = map_next(&h->rooms, NULL), *next; l; l = next) {
        next = map_next(&h->rooms, l);
        room_drop(h, (struct room *)l);
    }
    while (h->jobs)
        job_end(h, h->jobs);
    spares_free(&h->queries_spare);
    spares_free(&h->pending_spare);
    who_free(h);
    bans_free(h);
    seek_free(h);
    lobby_free(h);
    map_free(&h->conns);
    map_free(&h->rooms);
    map_free(&h->addresses);
    free(h->heap);
    free(h->catalogue);
    free(h);
}

size_t hub_connections(const struct hub *h)
{
    return h->conns.n;
}

/* ---- coming and going ---- */

int bucket_take(struct bucket *b, int rate, int64_t now)
{
    int64_t back = (now - b->at) * rate;
    b->spent = back >= b->spent ? 0 : b->spent - back;
    b->at = now;
    if (b->spent > rate * 4000LL)
        return 0; /* far over the limit: not counted any further */
    b->spent += 1000;
    return b->spent <= rate * 2000LL;
}

int bucket_try(struct bucket *b, int rate, int64_t now)
{
    int taken = bucket_take(b, rate, now);
    int64_t before = b->spent - 1000, most = rate * 2000LL;
    if (!taken)
        b->spent = before < most ? before : most;
    return taken;
}

void bucket_give(struct bucket *b)
{
    b->spent = b->spent > 1000 ? b->spent - 1000 : 0;
}

/* The key of the first bytes of an IPv6 address; 0: it is none. */
static uint64_t net_key(struct hub *h, const char *text, int bytes)
{
    struct in6_addr six;
    char net[INET6_ADDRSTRLEN + 4];
    if (inet_pton(AF_INET6, text, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
        return 0;
    memset(six.s6_addr + bytes, 0, (size_t)(16 - bytes));
    inet_ntop(AF_INET6, &six, net, INET6_ADDRSTRLEN);
    snprintf(net + strlen(net), 4, "/%d", 8 * bytes);
    return key_of(h, net);
}

/* An IPv4 address counts as a whole, an IPv6 address by its first 56 bits: a household has that many, or fewer. */
uint64_t address_key(struct hub *h, const char *text)
{
    uint64_t net = net_key(h, text, 7);
    return net ? net : key_of(h, strncmp(text, "::ffff:", 7) ? text : text + 7);
}

int hub_admits(struct hub *h, const char *address, int64_t now)
{
    h->now = now;
    return bucket_take(&h->doors[address_key(h, address) % VISITS], h->limit.messages_per_second, now);
}

int64_t bucket_wait(struct bucket *b, int an_hour, int burst, int64_t now)
{
    int64_t back = (now - b->at) * an_hour / 3600;
    if (back > 0 || b->spent == 0) {
        b->spent = back >= b->spent ? 0 : b->spent - back;
        b->at = now;
    }
    int64_t over = b->spent + 1000 - burst * 1000LL;
    if (over > 0)
        return (over * 3600 + an_hour - 1) / an_hour;
    b->spent += 1000;
    return 0;
}

/* All of an hour may come at once: a class opens the page together. */
int64_t hour_take(struct hub *h, enum hourly what, uint64_t key, int most)
{
    return bucket_wait(&h->hourly[what][key % VISITS], most, most, h->now);
}

void hour_give(struct hub *h, enum hourly what, uint64_t key)
{
    bucket_give(&h->hourly[what][key % VISITS]);
}

int newcomer_take(struct hub *h, uint64_t address)
{
    return hour_take(h, HOURLY_NEWCOMERS, address, h->limit.newcomers_per_hour) == 0;
}

struct conn *conn_find(struct hub *h, uint64_t number)
{
    return (struct conn *)map_find(&h->conns, number);
}

void conn_close(struct hub *h, struct conn *c, int code, const char *why)
{
    if (!c->closing)
        h->port.close(h->port.self, c->link.key, code, why);
    c->closing = 1;
}

static void say_bye(struct hub *h, uint64_t conn)
{
    struct ir_json j;
    uint16_t spread;
    h->port.random(h->port.self, &spread, sizeof spread);
    say_start(h, &j, "bye");
    ir_json_str(&j, "why", "The server restarts. Connect again, to any node; your tables are kept.");
    ir_json_int(&j, "retry_ms", 500 + spread % 2000); /* spreads the reconnections */
    say_send(h, conn, &j);
}

void hub_connect(struct hub *h, uint64_t number, const char *address, int64_t now)
{
    h->now = now;
    struct conn *c = alloc_zero(sizeof *c);
    uint64_t wide = net_key(h, address, 6);
    c->address = address_enter(h, address_key(h, address));
    c->wide = wide ? address_enter(h, wide) : NULL;
    snprintf(c->from, sizeof c->from, "%s", address);
    map_put(&h->conns, &c->link, number);
    h->count.accepted++;
    if (h->closing) {
        say_bye(h, number);
        conn_close(h, c, CODE_GOODBYE, "the server restarts");
    } else if (c->address->n > h->limit.connections_per_address ||
               (c->wide && c->wide->n > NETS * h->limit.connections_per_address)) {
        say_refused(h, number, NULL, 0, "busy", "There are too many connections from your address. Close some of them.");
        conn_close(h, c, CODE_POLICY, "too many connections from this address");
    } else if (ban_until(h, address)) {
        banned_refuse(h, c, ban_until(h, address));
    }
}

void hub_disconnect(struct hub *h, uint64_t number, int64_t now)
{
    struct conn *c = conn_find(h, number);
    h->now = now;
    if (!c)
        return;
    while (c->viewers)
        room_leave(h, c->viewers);
    lobby_leave(h, c);
    event_left(h, c);
    who_leave(h, c);
    conn_forget(h, c);
}

void hub_goodbye(struct hub *h, int64_t now)
{
    h->now = now;
    h->closing = 1;
    for (size_t i = 0; i < h->conns.size; i++)
        for (struct link *l = h->conns.at[i]; l; l = l->next)
            if (!((struct conn *)l)->closing)
                say_bye(h, l->key);
}

/* ---- messages ---- */

static const char *text_of(json_t *m, const char *key)
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

static int64_t number_of(json_t *m, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(m, key));
}

struct viewer *viewer_find(const struct conn *c, const char *table)
{
    struct viewer *s = c->viewers;
    while (s && strcmp(s->room->id, table) != 0)
        s = s->next_of_conn;
    return s;
}

static void command_take(struct hub *h, struct conn *c, struct viewer *s, uint64_t id, int64_t seq, const char *text)
{
    if (!id)
        say_refused(h, c->link.key, s->room->id, 0, "command",
                    "A 'do' needs an id, a whole number above 0, so that it can be retried safely.");
    else if (h->closing)
        say_refused(h, c->link.key, s->room->id, id, "store",
                    "The server restarts. Connect again and repeat the command with the same id.");
    else
        room_do(h, s->room, c, id, seq, text);
}

static void on_do(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    command_take(h, c, s, id, number_of(m, "seq"), text_of(m, "do"));
}

static void on_react(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    int react = react_find(text_of(m, "react"));
    int seat = s->room->phase == ROOM_READY ? ir_table_seat(&s->room->table, c->who) : IR_SPECTATOR;
    if (react < 0)
        say_refused(h, c->link.key, s->room->id, id, "command",
                    "A reaction is one of: hello, nice, oops, think, thanks, again.");
    else if (seat < 0)
        say_refused(h, c->link.key, s->room->id, id, "seat", "Only players at the table can send reactions.");
    else if (!bucket_take(&c->small, 1, h->now))
        say_refused(h, c->link.key, s->room->id, id, "rate", "That is too many reactions. Wait a second.");
    else
        react_broadcast(h, s->room, seat, react);
}

static void on_hint(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    (void)m;
    if (!bucket_take(&c->small, 1, h->now))
        say_refused(h, c->link.key, s->room->id, id, "rate", "That is too many requests. Wait a second.");
    else
        keep_hint(h, c, s->room, id);
}

static void on_story(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    (void)m;
    if (!bucket_take(&c->small, 1, h->now))
        say_refused(h, c->link.key, s->room->id, id, "rate", "That is too many requests. Wait a second.");
    else
        story_send(h, s, id);
}

static void on_shown(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    (void)c, (void)id;
    int64_t seq = number_of(m, "seq");
    if (seq > s->shown)
        s->shown = seq;
    if (s->room->held)
        room_go(h, s->room);
}

static void on_leave(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    (void)c, (void)m, (void)id;
    room_leave(h, s);
}

static void on_join(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *table = text_of(m, "table");
    struct viewer *s = viewer_find(c, table);
    if (s)
        room_leave(h, s); /* a second join gets a whole frame */
    room_join(h, c, table, number_of(m, "seq"), id);
}

static void on_create(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    if (!bucket_take(&c->small, 1, h->now))
        say_refused(h, c->link.key, NULL, id, "rate", "That is too many new tables. Wait a second.");
    else
        create_table(h, (struct asker){.conn = c->link.key, .id = id}, c->who, c->name, m);
}

static void on_unseek(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    (void)m;
    seek_end(h, c, id);
}

static void on_mine(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    (void)m;
    mine_say(h, c, id);
}

static void on_name(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    (void)id;
    people_name(h, c, m);
}

static void on_ties(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    (void)m;
    if (!bucket_try(&c->lists, LISTS_RATE, h->now))
        say_refused(h, c->link.key, NULL, id, "rate", "That is too many requests. Wait a second.");
    else
        ties_ask(h, c, id);
}

static void message_act(struct hub *h, struct conn *c, json_t *m)
{
    static const struct {
        const char *type;
        void (*alone)(struct hub *, struct conn *, json_t *, uint64_t id); /* not about a table */
        void (*at_table)(struct hub *, struct conn *, struct viewer *, json_t *,
                         uint64_t id); /* about a table that was joined */
    } acts[] = {{"do", NULL, on_do},
                {"join", on_join, NULL},
                {"leave", NULL, on_leave},
                {"react", NULL, on_react},
                {"hint", NULL, on_hint},
                {"story", NULL, on_story},
                {"create", on_create, NULL},
                {"name", on_name, NULL},
                {"shown", NULL, on_shown},
                {"seek", seek_begin, NULL},
                {"unseek", on_unseek, NULL},
                {"lobby", lobby_say, NULL},
                {"mine", on_mine, NULL},
                {"invite", NULL, invite_say},
                {"decline", invite_end, NULL},
                {"ties", on_ties, NULL},
                {"tie", tie_set, NULL},
                {"report", report_take, NULL},
                {"chat", NULL, chat_say},
                {"consent", NULL, chat_consent},
                {"event-new", event_new, NULL},
                {"event", event_look, NULL},
                {"event-leave", event_leave, NULL},
                {"event-do", event_say, NULL}};
    const char *type = text_of(m, "type");
    int64_t id = number_of(m, "id");
    size_t i = 0, n = sizeof acts / sizeof *acts;
    if (id < 0 || id > 1LL << 53)
        id = 0;
    if (!strcmp(type, "ping")) {
        struct ir_json j;
        say_start(h, &j, "pong");
        ir_json_int(&j, "id", id);
        ir_json_int(&j, "now", h->now);
        say_send(h, c->link.key, &j);
        return;
    }
    if (!strcmp(type, "hello")) {
        people_hello(h, c, m);
        return;
    }
    while (i < n && strcmp(acts[i].type, type) != 0)
        i++;
    if (i == n) {
        say_refused(h, c->link.key, NULL, (uint64_t)id, "command",
                    "There is no such type of message. docs/protocol.md lists them.");
    } else if (c->login != LOGIN_DONE) {
        say_refused(h, c->link.key, NULL, (uint64_t)id, "login", "Say hello first, and wait for the answer.");
    } else if (acts[i].alone) {
        acts[i].alone(h, c, m, (uint64_t)id);
    } else {
        struct viewer *s = viewer_find(c, text_of(m, "table"));
        if (s)
            acts[i].at_table(h, c, s, m, (uint64_t)id);
        else
            say_refused(h, c->link.key, id_looks_right(text_of(m, "table")) ? text_of(m, "table") : NULL, (uint64_t)id,
                        "unknown-table", "Join this table first.");
    }
}

/* Whether one more is not too many. Far too many end the connection. */
static int message_counts(struct hub *h, struct conn *c)
{
    if (bucket_take(&c->messages, h->limit.messages_per_second, h->now))
        return 1;
    if (c->messages.spent > h->limit.messages_per_second * 4000LL)
        conn_close(h, c, CODE_POLICY, "too many messages");
    return 0;
}

int hub_frame(struct hub *h, uint64_t number, int64_t now)
{
    struct conn *c = conn_find(h, number);
    h->now = now;
    return c && !c->closing && message_counts(h, c);
}

void hub_message(struct hub *h, uint64_t number, const char *text, size_t n, int64_t now)
{
    struct conn *c = conn_find(h, number);
    struct said said;
    json_error_t error;
    h->now = now;
    if (!c || c->closing)
        return;
    h->count.messages++;
    if (!message_counts(h, c)) {
        say_refused(h, number, NULL, 0, "rate", "That is too many messages. Wait a second.");
        return;
    }
    if (n > (size_t)h->limit.message_bytes) {
        say_refused(h, number, NULL, 0, "size", "The message is too long.");
        return;
    }
    struct viewer *s = c->login == LOGIN_DONE && do_read(text, n, &said) ? viewer_find(c, said.table) : NULL;
    if (s) {
        command_take(h, c, s, (uint64_t)said.id, said.seq, said.text);
        return;
    }
    json_t *m = memchr(text, 0, n) ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, &error); /* jansson skips some zeros */
    if (json_is_object(m))
        message_act(h, c, m);
    else
        say_refused(h, number, NULL, 0, "command", "A message is one JSON object, in UTF-8, without duplicate members.");
    json_decref(m);
}
