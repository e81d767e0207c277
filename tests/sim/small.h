/* small.h: a small world around one or two hubs, for tests that send a message and check the answer. Include it in one file of
 * a program. */
#ifndef SMALL_H
#define SMALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#include "server/hub_inside.h"

enum { CONNS = 512, LINES = 64 };

static struct {
    struct hub *hub, *hubs[2]; /* connections from 64 on are at the second */
    struct store *store, *stores[2];
    struct {
        char *line[LINES];
        int n, closed;
    } conn[CONNS];
    struct {
        int status;
        char type[64], *body;
    } reply;
    int parts, in_parts, drained; /* of a reply in parts; drained: the hub waits until it is sent */
    size_t length, largest;
    struct hub_thought *thought;
    char log[4096];
    struct notice {
        int node;
        struct store_row row;
        char match[IR_ID_MAX], text[600];
    } notice[LINES], told;
    int n_notices, watched, rows_told; /* rows_told: by notices, in all */
    struct {
        uint64_t who;
        char kind[16], table[IR_ID_MAX];
    } pushed[LINES];
    int n_pushed;
    int late;                  /* the first node waits with an append, or another kind of request: it is `held` */
    enum store_kind late_kind; /* that kind; 0: appends */
    struct store_request *held;
    int failing; /* the store's days off */
    int waits;   /* the store answers from a thread of its own: pump waits until the hub has all its answers */
    uint64_t dice;
    int64_t now, ahead; /* ahead: the clock of the second node */
} w;

static int64_t clock_of(int node)
{
    return w.now + (node ? w.ahead : 0);
}

static void port_send(void *self, uint64_t c, const char *text, size_t n)
{
    assert_true(c < CONNS && w.conn[c].n < LINES);
    w.conn[c].line[w.conn[c].n++] = strndup(text, n);
}
static void port_close(void *self, uint64_t c, int code, const char *why)
{
    w.conn[c].closed = code;
}
static void port_reply(void *self, uint64_t request, int status, const char *type, const char *body, size_t n)
{
    assert_int_equal(request, 7);
    free(w.reply.body);
    w.reply.status = status;
    w.reply.body = strndup(body, n);
    snprintf(w.reply.type, sizeof w.reply.type, "%s", type);
}
/* Parts of a reply: its status is 200 when the last one has come, and 500 when it breaks. */
static void port_part(void *self, uint64_t request, const char *body, size_t n, enum hub_part part)
{
    assert_int_equal(request, 7);
    w.parts++;
    w.largest = n > w.largest ? n : w.largest;
    if (!w.in_parts)
        free(w.reply.body);
    w.reply.body = w.in_parts ? realloc(w.reply.body, w.length + n + 1) : malloc(n + 1);
    w.length = w.in_parts ? w.length : 0;
    w.in_parts = part == HUB_PART_MORE || part == HUB_PART_WAIT;
    if (n)
        memcpy(w.reply.body + w.length, body, n);
    w.length += n;
    w.reply.body[w.length] = 0;
    w.drained = part == HUB_PART_WAIT;
    if (!w.in_parts)
        w.reply.status = part == HUB_PART_LAST ? 200 : 500;
}
static void port_store(void *self, struct store_request *r)
{
    if (w.failing)
        r->limit = -999; /* marked: see pump */
    if (w.late && !self && r->kind == (w.late_kind ? w.late_kind : STORE_APPEND)) {
        w.held = r;
        return;
    }
    store_submit(w.stores[self != NULL], r);
}
static void port_watch(void *self, const char *match, int on)
{
    w.watched += strchr(match, ':') ? 0 : on ? 1 : -1; /* tables */
    store_watch(w.stores[self != NULL], match, on);
}
static void port_think(void *self, struct hub_thought *t)
{
    assert_null(w.thought);
    w.thought = t;
}
static void port_random(void *self, void *out, size_t n)
{
    struct ir_rng r;
    ir_rng_seed(&r, ++w.dice);
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)(ir_rng_next(&r) >> 40);
}
static void port_log(void *self, int level, const char *event, const char *text)
{
    size_t n = strlen(w.log);
    snprintf(w.log + n, sizeof w.log - n, "%s: %s\n", event, text);
}

/* Not in the port of start(): a test that wants pushes adds it. */
__attribute__((unused)) static void port_push(void *self, uint64_t to, const char *kind, const char *table, const char *game)
{
    assert_true(w.n_pushed < LINES);
    assert_string_equal(game, ir_games[0]->name);
    w.pushed[w.n_pushed].who = to;
    snprintf(w.pushed[w.n_pushed].kind, sizeof w.pushed[0].kind, "%s", kind);
    snprintf(w.pushed[w.n_pushed++].table, sizeof w.pushed[0].table, "%s", table);
}

/* How often this person was told this about this table by a push, so far. */
__attribute__((unused)) static int pushes_to(uint64_t who, const char *kind, const char *table)
{
    int n = 0;
    for (int i = 0; i < w.n_pushed; i++)
        n += w.pushed[i].who == who && !strcmp(w.pushed[i].kind, kind) && !strcmp(w.pushed[i].table, table);
    return n;
}

static void notice(void *arg, const char *match, const struct store_row *row)
{
    assert_true(w.n_notices < LINES);
    w.rows_told += row->text != NULL;
    w.notice[w.n_notices].node = arg != NULL;
    w.notice[w.n_notices].row = *row;
    if (row->text)
        snprintf(w.notice[w.n_notices].text, sizeof w.notice[0].text, "%s", row->text);
    memcpy(w.notice[w.n_notices++].match, match, strlen(match) + 1);
}

static struct store_request *collect(int n)
{
    struct store_request *r = store_collect(w.stores[n]);
    while (!r && w.waits && hub_busy(w.hubs[n])) {
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        r = store_collect(w.stores[n]);
    }
    return r;
}

static void pump(void)
{
    for (int n = 0; n < 2; n++)
        for (struct store_request *r, *next; w.stores[n] && (r = collect(n));)
            for (; r; r = next) {
                next = r->next;
                if (r->limit == -999) {
                    store_done(r);
                    r->status = STORE_FAILED;
                }
                hub_stored(w.hubs[n], r, clock_of(n));
            }
    if (w.drained) {
        w.drained = 0;
        hub_drained(w.hub, 7, 1, w.now);
        pump();
    }
    if (w.n_notices) {
        w.n_notices--;
        memmove(&w.told, &w.notice[0], sizeof w.told);
        memmove(&w.notice[0], &w.notice[1], (size_t)w.n_notices * sizeof w.notice[0]);
        w.told.row.text = w.told.row.text ? w.told.text : NULL;
        hub_notice(w.hubs[w.told.node], w.told.match, &w.told.row, clock_of(w.told.node));
        pump();
    }
}

static void start_at(const char *url, int nodes, struct hub_limits limits)
{
    struct hub_port port = {.send = port_send,
                            .close = port_close,
                            .reply = port_reply,
                            .part = port_part,
                            .store = port_store,
                            .watch = port_watch,
                            .think = port_think,
                            .random = port_random,
                            .log = port_log};
    char why[IR_WHY_MAX];
    memset(&w, 0, sizeof w);
    w.now = 1000000000;
    for (int n = 0; n < nodes; n++) {
        port.self = n ? &w : NULL;
        w.stores[n] = store_open(url, NULL, notice, port.self, why);
        if (!w.stores[n])
            fail_msg("%s: %s", url, why);
        w.hubs[n] = hub_new(&port, &limits);
    }
    w.waits = strncmp(url, "memory:", 7) != 0;
    w.hub = w.hubs[0];
    w.store = w.stores[0];
}

__attribute__((unused)) static void start_nodes(int nodes, struct hub_limits limits)
{
    start_at("memory:nodes", nodes, limits);
}

__attribute__((unused)) static void start(struct hub_limits limits)
{
    limits.alone = 1;
    start_nodes(1, limits);
}

static int stop(void **state)
{
    for (int n = 0; n < 2 && w.hubs[n]; n++) {
        hub_free(w.hubs[n]);
        assert_null(store_close(w.stores[n]));
    }
    for (int c = 0; c < CONNS; c++)
        for (int i = 0; i < w.conn[c].n; i++)
            free(w.conn[c].line[i]);
    free(w.reply.body);
    free(w.thought);
    return 0;
}

/* Lets time pass, on all nodes. */
__attribute__((unused)) static void pass(int64_t ms)
{
    for (int64_t until = w.now + ms; w.now < until;) {
        w.now += 100;
        for (int n = 0; n < 2 && w.hubs[n]; n++) {
            hub_tick(w.hubs[n], clock_of(n));
            pump();
        }
    }
}

static void say(uint64_t c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(uint64_t c, const char *format, ...)
{
    char text[20000];
    va_list a;
    va_start(a, format);
    int n = vsnprintf(text, sizeof text, format, a);
    va_end(a);
    hub_message(w.hubs[c >= 64], c, text, (size_t)n, clock_of(c >= 64));
    pump();
}

static const char *last(uint64_t c)
{
    return w.conn[c].n ? w.conn[c].line[w.conn[c].n - 1] : "";
}

static void heard(uint64_t c, const char *part)
{
    if (!strstr(last(c), part))
        fail_msg("%s is not in %s", part, last(c));
}

/* All that was said so far is heard. */
__attribute__((unused)) static void forget_all(void)
{
    for (int c = 0; c < CONNS; c++) {
        for (int i = 0; i < w.conn[c].n; i++)
            free(w.conn[c].line[i]);
        w.conn[c].n = 0;
    }
}

/* How often this was said to a connection. */
__attribute__((unused)) static int times_said(uint64_t c, const char *part)
{
    int n = 0;
    for (int i = 0; i < w.conn[c].n; i++)
        n += strstr(w.conn[c].line[i], part) != NULL;
    return n;
}

/* The text member of the last message. */
static char *member(uint64_t c, const char *key)
{
    static char value[4][512];
    static int at;
    json_t *m = json_loads(last(c), 0, NULL);
    char *out = value[at++ % 4];
    const char *s = json_string_value(json_object_get(m, key));
    if (!s)
        fail_msg("no %s in %s", key, last(c));
    snprintf(out, sizeof value[0], "%s", s);
    json_decref(m);
    return out;
}

static void hello_with(uint64_t c, const char *more)
{
    hub_connect(w.hubs[c >= 64], c, "127.0.0.1", clock_of(c >= 64));
    say(c, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P%d\"%s}", (int)c, more);
    heard(c, "\"type\":\"hello\"");
    w.now += 1000;
}

static void hello(uint64_t c)
{
    hello_with(c, "");
}

__attribute__((unused)) static char *table(uint64_t c, const char *more)
{
    say(c, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\"%s}", ir_games[0]->name, more);
    heard(c, "\"type\":\"created\"");
    w.now += 1000;
    char *id = member(c, "table");
    say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(c, "\"type\":\"frame\"");
    return id;
}

__attribute__((unused)) static void act(uint64_t c, const char *id, const char *what)
{
    static int number = 100;
    w.now += 1000;
    say(c, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%d,\"seq\":%lld,\"do\":\"%s\"}", id, ++number,
        (long long)room_find(w.hubs[c >= 64], id)->table.seq, what);
}

#endif
