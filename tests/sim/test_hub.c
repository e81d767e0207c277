/* test_hub.c: what the hub says to those who do not behave, and its API: each refusal with its reason, each limit at its edge.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "server/hub_inside.h"

enum { CONNS = 128, LINES = 64 };

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
    struct hub_thought *thought;
    char log[4096];
    struct notice {
        int node;
        int64_t seq;
        char match[IR_ID_MAX];
    } notice[LINES], told;
    int n_notices, watched;
    int failing; /* the store's days off */
    uint64_t dice;
    int64_t now;
} w;

/* ---- a small world ---- */

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
static void port_store(void *self, struct store_request *r)
{
    if (w.failing)
        r->limit = -999; /* marked: see pump */
    store_submit(w.stores[self != NULL], r);
}
static void port_watch(void *self, const char *match, int on)
{
    w.watched += on ? 1 : -1;
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

static void notice(void *arg, const char *match, int64_t seq)
{
    assert_true(w.n_notices < LINES);
    w.notice[w.n_notices].node = arg != NULL;
    w.notice[w.n_notices].seq = seq;
    memcpy(w.notice[w.n_notices++].match, match, strlen(match) + 1);
}

static void pump(void)
{
    for (int n = 0; n < 2; n++)
        for (struct store_request *r, *next; w.stores[n] && (r = store_collect(w.stores[n]));)
            for (; r; r = next) {
                next = r->next;
                if (r->limit == -999) {
                    store_done(r);
                    r->status = STORE_FAILED;
                }
                hub_stored(w.hubs[n], r, w.now);
            }
    if (w.n_notices) {
        w.n_notices--;
        memmove(&w.told, &w.notice[0], sizeof w.told);
        memmove(&w.notice[0], &w.notice[1], (size_t)w.n_notices * sizeof w.notice[0]);
        hub_notice(w.hubs[w.told.node], w.told.match, w.told.seq, w.now);
        pump();
    }
}

static void start_nodes(int nodes, struct hub_limits limits)
{
    struct hub_port port = {.send = port_send,
                            .close = port_close,
                            .reply = port_reply,
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
        w.stores[n] = store_open("memory:nodes", NULL, notice, port.self, why);
        w.hubs[n] = hub_new(&port, &limits);
    }
    w.hub = w.hubs[0];
    w.store = w.stores[0];
}

static void start(struct hub_limits limits)
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

static void say(uint64_t c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(uint64_t c, const char *format, ...)
{
    char text[20000];
    va_list a;
    va_start(a, format);
    int n = vsnprintf(text, sizeof text, format, a);
    va_end(a);
    hub_message(w.hubs[c >= 64], c, text, (size_t)n, w.now);
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

static void hello(uint64_t c)
{
    hub_connect(w.hubs[c >= 64], c, "127.0.0.1", w.now);
    say(c, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P%d\"}", (int)c);
    heard(c, "\"type\":\"hello\"");
    w.now += 1000;
}

static char *table(uint64_t c, const char *more)
{
    say(c, "{\"type\":\"create\",\"id\":1,\"game\":\"koikoi\"%s}", more);
    heard(c, "\"type\":\"created\"");
    w.now += 1000;
    char *id = member(c, "table");
    say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(c, "\"type\":\"frame\"");
    return id;
}

static void act(uint64_t c, const char *id, const char *what)
{
    static int number = 100;
    w.now += 1000;
    say(c, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%d,\"seq\":%lld,\"do\":\"%s\"}", id, ++number,
        (long long)room_find(w.hubs[c >= 64], id)->table.seq, what);
}

static void ask(const char *method, const char *path, const char *token, const char *body)
{
    struct hub_http q = {.request = 7,
                         .method = method,
                         .path = path,
                         .query = "",
                         .token = token,
                         .body = body,
                         .address = "127.0.0.1",
                         .body_n = strlen(body)};
    w.reply.status = 0;
    hub_request(w.hub, &q, w.now);
    pump();
    assert_int_not_equal(w.reply.status, 0);
    w.now += 1000;
}

static void replied(int status, const char *part)
{
    if (w.reply.status != status || !strstr(w.reply.body, part))
        fail_msg("%d %s: not %d with %s", w.reply.status, w.reply.body, status, part);
}

/* ---- people ---- */

static void test_hello(void **state)
{
    char token[65], who[17];
    start((struct hub_limits){0});
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"join\",\"table\":\"abc\"}");
    heard(1, "\"error\":\"login\"");
    say(1, "{\"type\":\"hello\",\"protocol\":2}");
    heard(1, "\"error\":\"login\"");
    say(1, "{\"type\":\"hello\",\"protocol\":1,\"unknown\":[1,{}],\"name\":\" Anna  B \"}");
    assert_string_equal(member(1, "name"), "Anna B");
    memcpy(token, member(1, "token"), 65);
    memcpy(who, member(1, "who"), 17);
    say(1, "{\"type\":\"hello\",\"protocol\":1}");
    heard(1, "\"error\":\"login\""); /* twice */
    hub_connect(w.hub, 2, "127.0.0.1", w.now);
    say(2, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\",\"name\":\"Anja\"}", token);
    assert_string_equal(member(2, "who"), who);
    assert_string_equal(member(2, "name"), "Anja");
    assert_null(strstr(last(2), token));
    say(2, "{\"type\":\"name\",\"name\":\"\\u202e\"}");
    heard(2, "\"error\":\"command\"");
    say(2, "{\"type\":\"name\",\"name\":\"\\u0411\\u043e\\u0440\\u0438\\u0441\"}");
    assert_string_equal(member(2, "name"), "Борис");
    hub_connect(w.hub, 3, "127.0.0.1", w.now);
    token[3] = token[3] == '0' ? '1' : '0';
    say(3, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    heard(3, "\"error\":\"login\"");
    say(3, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s0\"}", token);
    heard(3, "\"error\":\"login\"");
    w.failing = 1;
    say(3, "{\"type\":\"hello\",\"protocol\":1}");
    heard(3, "\"error\":\"store\"");
    w.failing = 0;
    say(3, "{\"type\":\"hello\",\"protocol\":1}");
    assert_string_equal(member(3, "name"), "Guest");
    assert_null(strstr(w.log, token));
}

static void test_names(void **state)
{
    static const struct {
        const char *in, *out; /* NULL: refused */
    } names[] = {{"Anna", "Anna"},
                 {"  a \t b  ", "a b"},
                 {"a\x01\x7f\xc2\x85z", "az"},
                 {"\xe2\x80\xae"
                  "evil",
                  "evil"},
                 {"\xef\xbb\xbf", NULL},
                 {"", NULL},
                 {"\xc0\xaf", NULL},
                 {"\xed\xa0\x80", NULL},
                 {"\xf5\x80\x80\x80", NULL},
                 {"abc\xe3\x82", NULL},
                 {"bot:hard", "bothard"},
                 {"囲炉裏", "囲炉裏"},
                 {"0123456789012345678901234567890123456789", "01234567890123456789012345678901"},
                 {"ыыыыыыыыыыыыыыыыыыыыыыыы", "ыыыыыыыыыыыыыыыыыыы"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char out[IR_NAME_MAX];
        int ok = name_clean(out, names[i].in, strlen(names[i].in));
        assert_int_equal(ok, names[i].out != NULL);
        if (ok)
            assert_string_equal(out, names[i].out);
    }
}

/* ---- messages ---- */

static void test_malformed(void **state)
{
    static const char *const bad[] = {"",
                                      "x",
                                      "[]",
                                      "{\"type\":\"ping\",\"type\":\"ping\"}",
                                      "{\"type\":\"ping\"} x",
                                      "{\"type\":\"\xff\"}",
                                      "{\"type\":\"dance\"}",
                                      "{\"type\":7}",
                                      "{}",
                                      "{\"type\":\"ping\",\"id\":1e999}"};
    start((struct hub_limits){0});
    hello(1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int n = w.conn[1].n;
        say(1, "%s", bad[i]);
        assert_int_equal(w.conn[1].n, n + 1);
        heard(1, "\"error\":\"command\"");
        w.now += 100;
    }
    say(1, "{\"type\":\"ping\",\"id\":5,\"pad\":\"%017000d\"}", 0);
    heard(1, "\"error\":\"size\"");
    say(1, "{\"type\":\"ping\",\"id\":5,\"more\":{\"a\":[null]}}");
    heard(1, "{\"type\":\"pong\",\"id\":5,");
}

static void test_rate(void **state)
{
    start((struct hub_limits){.messages_per_second = 10});
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    for (int i = 0; i < 20; i++) {
        say(1, "{\"type\":\"ping\",\"id\":1}");
        heard(1, "pong");
    }
    say(1, "{\"type\":\"ping\",\"id\":1}");
    heard(1, "\"error\":\"rate\"");
    w.now += 1000;
    say(1, "{\"type\":\"ping\",\"id\":1}");
    heard(1, "pong");
    for (int i = 0; i < 35; i++)
        say(1, "{\"type\":\"ping\",\"id\":1}");
    assert_int_equal(w.conn[1].closed, 1008);
}

static void test_addresses(void **state)
{
    start((struct hub_limits){.connections_per_address = 2});
    hub_connect(w.hub, 1, "2001:db8::1", w.now);
    hub_connect(w.hub, 2, "2001:db8::2", w.now);
    hub_connect(w.hub, 3, "2001:db8::3", w.now);
    heard(3, "\"error\":\"full\"");
    assert_int_equal(w.conn[3].closed, 1008);
    hub_disconnect(w.hub, 3, w.now);
    hub_connect(w.hub, 4, "2001:db8:1::1", w.now);
    hub_connect(w.hub, 5, "10.0.0.1", w.now);
    hub_connect(w.hub, 6, "::ffff:10.0.0.1", w.now);
    hub_connect(w.hub, 7, "10.0.0.1", w.now);
    assert_int_equal(w.conn[4].closed + w.conn[5].closed + w.conn[6].closed, 0);
    assert_int_equal(w.conn[7].closed, 1008);
    hub_disconnect(w.hub, 1, w.now);
    hub_connect(w.hub, 8, "2001:db8::9", w.now);
    assert_int_equal(w.conn[8].closed, 0);
}

/* ---- tables ---- */

static void test_create(void **state)
{
    static const char *const bad[][2] = {
        {"\"game\":\"chess\"", "no such game"},
        {"\"game\":\"koikoi\",\"seats\":7", "\"error\":\"seats\""},
        {"\"game\":\"koikoi\",\"options\":\"rounds=1000\"", "\"error\":\"option\""},
        {"\"game\":\"koikoi\",\"settings\":\"clock=sun\"", "\"error\":\"option\""},
        {"\"game\":\"koikoi\",\"bots\":\"hard\"", "bots is a list"},
        {"\"game\":\"koikoi\",\"bots\":[\"fish\"]", "there is no such bot"},
        {"\"game\":\"koikoi\",\"bots\":[\"hard\\n@ start\"]", "not the name of a bot"},
        {"\"game\":\"koikoi\",\"bots\":[\"exec:ls\"]", "runs no such program"},
        {"\"game\":\"pikit\",\"options\":\"deck=custom\",\"deck\":\"nonsense\"", "\"error\":\"deck\""}};
    start((struct hub_limits){.tables_per_player = 2});
    hello(1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(1, "{\"type\":\"create\",\"id\":%d,%s}", (int)i + 5, bad[i][0]);
        heard(1, "\"type\":\"refused\"");
        heard(1, bad[i][1]);
        w.now += 1000;
    }
    char id[IR_ID_MAX];
    memcpy(id, table(1, ",\"bots\":[\"normal\"]"), IR_ID_MAX);
    heard(1, "\"name\":\"normal\"");
    heard(1, "\"you\":0,\"host\":true");
    table(1, "");
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"koikoi\"}");
    heard(1, "\"error\":\"full\"");
    for (int i = 0; i < 3; i++)
        say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"koikoi\"}");
    heard(1, "\"error\":\"rate\"");
}

static void test_at_table(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){.tables_per_connection = 1});
    hello(1);
    hello(2);
    hello(3);
    memcpy(id, table(1, ""), IR_ID_MAX);
    say(2, "{\"type\":\"do\",\"table\":\"%s\",\"id\":1,\"do\":\"sit 1 B\"}", id);
    heard(2, "Join this table first");
    say(2, "{\"type\":\"join\",\"table\":\"nowhere\"}");
    heard(2, "\"error\":\"unknown-table\"");
    say(2, "{\"type\":\"join\",\"table\":\"../../etc\"}");
    heard(2, "\"error\":\"unknown-table\"");
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, "\"type\":\"frame\"");
    say(2, "{\"type\":\"join\",\"table\":\"other\"}");
    heard(2, "\"error\":\"full\"");
    say(2, "{\"type\":\"do\",\"table\":\"%s\",\"do\":\"sit 1 B\"}", id);
    heard(2, "needs an id");
    say(2, "{\"type\":\"do\",\"table\":\"%s\",\"id\":1,\"do\":\"sit 1 B\\n@ start\"}", id);
    heard(2, "one line");
    say(2, "{\"type\":\"do\",\"table\":\"%s\",\"id\":1,\"do\":\"sit 1 %0300d\"}", id, 1);
    heard(2, "\"error\":\"size\"");
    act(1, id, "bot 1 exec:ls");
    heard(1, "runs no such program");
    act(2, id, "sit 1  \xe2\x80\xae bot:X ");
    heard(2, "\"ack\":");
    heard(2, "\"name\":\"botX\"");
    say(3, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    w.now += 1000;
    hub_tick(w.hub, w.now);
    heard(3, "\"here\":[true,true],\"watching\":1");
    say(3, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    heard(3, "\"error\":\"seat\"");
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"<b>\"}", id);
    heard(2, "\"error\":\"command\"");
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    heard(3, "{\"type\":\"react\",\"table\":\"");
    heard(3, "\"seat\":1,\"react\":\"nice\"}");
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    heard(2, "\"error\":\"rate\"");
    say(2, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    int n = w.conn[2].n;
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    heard(3, "0123456789abcdef0123456789abcdef");
    assert_int_equal(w.conn[2].n, n);
}

static void test_watch(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    memcpy(id, table(1, ",\"settings\":\"watch=off\",\"bots\":[\"random\"]"), IR_ID_MAX);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, "\"type\":\"frame\"");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    heard(1, "\"stage\":\"playing\"");
    heard(2, "\"error\":\"seat\"");
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, "\"error\":\"seat\"");
}

static void test_hint(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    memcpy(id, table(1, ",\"settings\":\"hints=on\",\"bots\":[\"random\"]"), IR_ID_MAX);
    say(1, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":9}", id);
    heard(1, "\"error\":\"stage\"");
    w.now += 1000;
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    for (int i = 0; i < 2 && w.thought; i++) { /* the bot begins, perhaps */
        ir_move legal[IR_MOVES_MAX];
        struct hub_thought *t = w.thought;
        assert_int_equal(t->seat, 1);
        assert_string_equal(t->bot, "random");
        t->game->legal(&t->view, legal);
        t->move = legal[0];
        w.thought = NULL;
        hub_thought(w.hub, t, w.now);
        pump();
    }
    say(1, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":9}", id);
    assert_non_null(w.thought);
    struct hub_thought *t = w.thought;
    assert_true(t->hint && t->seat == 0 && t->view.seat == 0);
    say(1, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":10}", id);
    heard(1, "\"error\":\"rate\"");
    t->advice->n = 2;
    t->game->legal(&t->view, &t->move);
    t->advice->of[0].move = t->advice->of[1].move = t->move;
    t->advice->of[0].value = 0.25;
    t->advice->of[1].value = 0.5;
    w.thought = NULL;
    hub_thought(w.hub, t, w.now);
    heard(1, "{\"type\":\"hint\"");
    heard(1, "\"value\":0.5000,");
    assert_true(strstr(last(1), "0.5000") < strstr(last(1), "0.2500"));
    w.now += 5000;
    memcpy(id, table(1, ",\"settings\":\"hints=off\",\"bots\":[\"random\"]"), IR_ID_MAX);
    say(1, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":9}", id);
    heard(1, "no hints at this table");
}

/* A log that cannot be read harms nobody else. */
static void test_quarantine(void **state)
{
    char id[IR_ID_MAX], good[IR_ID_MAX];
    start((struct hub_limits){.rooms = 2});
    hello(1);
    memcpy(id, table(1, ""), IR_ID_MAX);
    say(1, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    memcpy(good, table(1, ""), IR_ID_MAX);
    say(1, "{\"type\":\"leave\",\"table\":\"%s\"}", good);
    w.now += 61000;
    hub_tick(w.hub, w.now); /* forgotten */
    assert_null(room_find(w.hub, id));
    struct store_request *r = memory(sizeof *r);
    *r = (struct store_request){.kind = STORE_APPEND, .row = {.seq = 2, .text = "0 fly to the moon\n"}};
    memcpy(r->match.id, id, IR_ID_MAX);
    store_submit(w.store, r);
    assert_ptr_equal(store_collect(w.store), r);
    assert_int_equal(r->status, STORE_OK);
    free(r);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(1, "\"error\":\"store\"");
    assert_non_null(strstr(w.log, "quarantine: match"));
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(1, "\"error\":\"store\"");
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", good);
    heard(1, "\"type\":\"frame\"");
    act(1, good, "ready 0123456789abcdef0123456789abcdef");
    heard(1, "\"ack\":");
}

static void test_store_fails(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    memcpy(id, table(1, ""), IR_ID_MAX);
    w.failing = 1;
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    heard(1, "\"error\":\"store\"");
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"koikoi\"}");
    heard(1, "\"error\":\"store\"");
    hub_disconnect(w.hub, 1, w.now);
    w.failing = 0;
    hello(2);
    w.failing = 1;
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id); /* still in memory */
    heard(2, "\"type\":\"frame\"");
    say(2, "{\"type\":\"join\",\"table\":\"another\"}");
    heard(2, "\"error\":\"store\"");
}

static void test_goodbye(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    memcpy(id, table(1, ""), IR_ID_MAX);
    hub_goodbye(w.hub, w.now);
    heard(1, "{\"type\":\"bye\"");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    heard(1, "\"error\":\"store\"");
    hub_connect(w.hub, 2, "127.0.0.1", w.now);
    heard(2, "{\"type\":\"bye\"");
    assert_int_equal(w.conn[2].closed, 1012);
    assert_int_equal(hub_busy(w.hub), 0);
}

/* Good messages, broken at random: whatever comes, there is an answer and nobody else notices. */
static void test_garbage(void **state)
{
    static const char *const good[] = {
        "{\"type\":\"hello\",\"protocol\":1,\"token\":\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}",
        "{\"type\":\"create\",\"id\":3,\"game\":\"pikit\",\"seats\":3,\"options\":\"\",\"settings\":\"clock=move\",\"bots\":["
        "\"easy\",null]}",
        "{\"type\":\"join\",\"table\":\"TABLE\",\"seq\":1}",
        "{\"type\":\"do\",\"table\":\"TABLE\",\"id\":9,\"seq\":2,\"do\":\"sit 1 Anna\"}",
        "{\"type\":\"do\",\"table\":\"TABLE\",\"id\":10,\"seq\":2,\"do\":\"bot 1 normal\"}",
        "{\"type\":\"do\",\"table\":\"TABLE\",\"id\":11,\"seq\":2,\"do\":\"stand 1\"}",
        "{\"type\":\"react\",\"table\":\"TABLE\",\"react\":\"nice\"}",
        "{\"type\":\"hint\",\"table\":\"TABLE\",\"id\":4}",
        "{\"type\":\"name\",\"name\":\"Anna\"}",
        "{\"type\":\"ping\",\"id\":1}"};
    struct ir_rng rng;
    char id[IR_ID_MAX], text[512];
    start((struct hub_limits){.tables_per_player = 1000000, .tables_per_connection = 200});
    hello(1);
    hello(2);
    memcpy(id, table(1, ""), IR_ID_MAX);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    ir_rng_seed(&rng, 1);
    for (int i = 0; i < 30000; i++) {
        const char *from = good[ir_rng_below(&rng, sizeof good / sizeof *good)], *at = strstr(from, "TABLE");
        size_t n = (size_t)snprintf(text, sizeof text, "%.*s%s%s", at ? (int)(at - from) : (int)strlen(from), from,
                                    at ? id : "", at ? at + 5 : "");
        for (uint32_t k = ir_rng_below(&rng, 4); k; k--)
            switch (ir_rng_below(&rng, 4)) {
            case 0: text[ir_rng_below(&rng, (uint32_t)n)] = (char)ir_rng_next(&rng); break;
            case 1: n = ir_rng_below(&rng, (uint32_t)n) + 1; break;
            case 2: text[ir_rng_below(&rng, (uint32_t)n)] = "{}[]\",:0-e\\"[ir_rng_below(&rng, 11)]; break;
            default: {
                size_t a = ir_rng_below(&rng, (uint32_t)n), b = ir_rng_below(&rng, (uint32_t)n), len = ir_rng_below(&rng, 8);
                if (a + len < n && b + len < n)
                    memmove(text + a, text + b, len);
            }
            }
        int before = w.conn[2].n;
        hub_message(w.hub, 2, text, n, w.now);
        pump();
        if (w.conn[2].n == before)
            fail_msg("no answer to %.*s", (int)n, text);
        for (int c = 1; c <= 2; c++)
            while (w.conn[c].n)
                free(w.conn[c].line[--w.conn[c].n]);
        free(w.thought);
        w.thought = NULL;
        w.now += 2000;
        hub_tick(w.hub, w.now);
    }
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    heard(1, "\"ack\":");
}

/* ---- two nodes ---- */

static void tick(int ms)
{
    for (int64_t until = w.now + ms; w.now < until; w.now += 100) {
        hub_tick(w.hubs[0], w.now);
        pump();
        hub_tick(w.hubs[1], w.now);
        pump();
    }
}

static void test_two_nodes(void **state)
{
    char id[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(64);
    memcpy(id, table(1, ""), IR_ID_MAX);
    say(64, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(64, "\"type\":\"frame\"");
    act(64, id, "sit 1 B");
    heard(64, "\"ack\":");
    heard(1, "\"name\":\"B\""); /* by a notice */
    tick(1000);
    heard(1, "\"here\":[true,true],\"watching\":0");
    heard(64, "\"here\":[true,true],\"watching\":0");
    hello(65);
    say(65, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    tick(1000);
    heard(1, "\"here\":[true,true],\"watching\":1");
    say(1, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"oops\"}", id);
    heard(64, "\"seat\":0,\"react\":\"oops\"");
    tick(100000); /* said again and not forgotten: there is nothing new to tell */
    heard(64, "\"react\":\"oops\"");
    heard(1, "\"react\":\"oops\"");
    hub_disconnect(w.hubs[1], 65, w.now);
    pump();
    hub_disconnect(w.hubs[1], 64, w.now);
    pump();
    tick(1000);
    heard(1, "\"here\":[true,false],\"watching\":0");
    assert_int_equal(w.watched, 1);
    hello(67);
    say(67, "{\"type\":\"join\",\"table\":\"nowhere\"}");
    heard(67, "\"error\":\"unknown-table\"");
    assert_int_equal(w.watched, 1);
    /* a node that dies says nothing, and is forgotten */
    hello(66);
    say(66, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    tick(1000);
    heard(1, "\"here\":[true,false],\"watching\":1");
    store_watch(w.stores[0], id, 0);
    w.n_notices = 0;
    for (int i = 0; i < 600; i++) {
        w.now += 100;
        hub_tick(w.hubs[0], w.now);
        pump();
    }
    heard(1, "\"here\":[true,false],\"watching\":0");
}

/* ---- the API ---- */

static void test_api_people(void **state)
{
    char token[65], code[32];
    start((struct hub_limits){0});
    ask("POST", "/api/me", "", "{\"name\":\"Anna\"}");
    replied(200, "\"name\":\"Anna\"");
    json_t *m = json_loads(w.reply.body, 0, NULL);
    memcpy(token, json_string_value(json_object_get(m, "token")), 65);
    json_decref(m);
    ask("POST", "/api/me/code", "", "");
    replied(401, "login");
    ask("POST", "/api/me/code", token, "");
    m = json_loads(w.reply.body, 0, NULL);
    snprintf(code, sizeof code, "{\"code\":\"%s\"}", json_string_value(json_object_get(m, "code")));
    json_decref(m);
    ask("POST", "/api/me/use", "", "{\"code\":\"2222222222\"}");
    replied(403, "login");
    ask("POST", "/api/me/use", "", code);
    replied(200, "\"name\":\"Anna\"");
    assert_null(strstr(w.reply.body, token)); /* another device, another token */
    ask("POST", "/api/me/use", "", code);
    replied(403, "login"); /* once */
    ask("POST", "/api/me/code", token, "");
    m = json_loads(w.reply.body, 0, NULL);
    snprintf(code, sizeof code, "{\"code\":\"%s\"}", json_string_value(json_object_get(m, "code")));
    json_decref(m);
    w.now += 11 * 60000;
    ask("POST", "/api/me/use", "", code);
    replied(403, "login"); /* for ten minutes */
    ask("POST", "/api/me", "", "{\"name\":\"\\u200b\"}");
    replied(400, "command");
    ask("POST", "/api/me", "", "[1]");
    replied(400, "command");
    w.failing = 1;
    ask("POST", "/api/me", "", "");
    replied(503, "store");
}

static void test_api_tables(void **state)
{
    char token[65], id[IR_ID_MAX], path[64];
    start((struct hub_limits){0});
    ask("POST", "/api/me", "", "");
    json_t *m = json_loads(w.reply.body, 0, NULL);
    memcpy(token, json_string_value(json_object_get(m, "token")), 65);
    json_decref(m);
    ask("POST", "/api/tables", token, "{\"game\":\"koikoi\",\"options\":\"rounds=1\",\"settings\":\"listed=on\",\"seats\":2}");
    replied(200, "{\"table\":\"");
    m = json_loads(w.reply.body, 0, NULL);
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(m, "table")));
    json_decref(m);
    ask("POST", "/api/tables", token, "{\"game\":\"chess\"}");
    replied(400, "option");
    ask("GET", "/api/tables", "", "");
    replied(200, id);
    ask("GET", "/api/mine", token, "");
    replied(200, id);
    ask("GET", "/api/mine", "", "");
    replied(401, "login");
    snprintf(path, sizeof path, "/api/tables/%s", id);
    ask("GET", path, "", "");
    replied(200, "\"stage\":\"gathering\",\"seats\":[\"Guest\",null]");
    snprintf(path, sizeof path, "/api/tables/%s/record", id);
    ask("GET", path, "", "");
    replied(409, "stage");
    ask("GET", "/api/tables/nothing/record", "", "");
    replied(404, "unknown-table");
    ask("GET", "/api/tables/nothing", "", "");
    replied(404, "unknown-table");
    ask("GET", "/api/tables/a/b/c", "", "");
    replied(404, "command");
    /* two people finish it: one gives up */
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    hello(2);
    for (uint64_t c = 1; c <= 2; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1 Bea");
    ask("GET", "/api/tables", "", "");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready fedcba9876543210fedcba9876543210");
    heard(2, "\"stage\":\"playing\"");
    act(2, id, "resign");
    heard(1, "\"stage\":\"over\"");
    ask("GET", path, "", "");
    replied(200, "irori record 1\ngame koikoi");
    replied(200, "won 0");
    /* it reads back */
    static struct ir_record r;
    char why[IR_WHY_MAX];
    struct ir_row row;
    ir_record_reader(&r, ir_games, NULL);
    for (const char *at = w.reply.body; *at;) {
        size_t n = strcspn(at, "\n");
        if (ir_record_read(&r, at, n, &row, NULL, why) < 0)
            fail_msg("%s", why);
        at += n + (at[n] == '\n');
    }
    assert_int_equal(ir_record_close(&r, why), IR_OK);
}

static void test_api_rest(void **state)
{
    start((struct hub_limits){.messages_per_second = 5});
    ask("GET", "/api/games", "", "");
    json_t *m = json_loads(w.reply.body, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(json_object_get(m, "games")), 3);
    for (size_t i = 0; i < 3; i++) {
        json_t *g = json_array_get(json_object_get(m, "games"), i);
        assert_true(json_array_size(json_object_get(g, "options")) > 1 && json_array_size(json_object_get(g, "bots")) > 3 &&
                    json_array_size(json_object_get(g, "presets")) > 0);
    }
    assert_int_equal(json_array_size(json_object_get(m, "settings")), IR_SETTINGS);
    json_decref(m);
    ask("GET", "/healthz", "", "");
    replied(200, "ok");
    hello(1);
    ask("GET", "/metrics", "", "");
    replied(200, "\nirori_connections 1\n");
    replied(200, "\nirori_store_seconds_bucket{le=\"+Inf\"} ");
    replied(200, "irori_refused_total{error=\"rate\"} 0\n");
    ask("GET", "/api/other", "", "");
    replied(404, "command");
    ask("POST", "/api/other", "", "");
    replied(404, "command");
    ask("DELETE", "/api/tables", "", "");
    replied(405, "command");
    for (int i = 0; i < 11; i++, w.now -= 1000)
        ask("GET", "/api/games", "", "");
    replied(429, "rate");
    w.failing = 1;
    ask("GET", "/healthz", "", "");
    replied(503, "store");
}

/* Whatever docs/protocol.md shows in a frame is in a frame. */
static void members_there(json_t *shown, json_t *is, const char *path)
{
    const char *key;
    json_t *value;
    json_object_foreach(shown, key, value)
    {
        json_t *ours = json_object_get(is, key);
        if (!ours)
            fail_msg("the example has %s.%s, a frame has not", path, key);
        if (json_is_object(value))
            members_there(value, ours, key);
    }
}

static void test_protocol_example(void **state)
{
    char id[IR_ID_MAX], text[65536];
    FILE *f = fopen(PROTOCOL, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    char *from = strstr(text, "```json\n{\"type\":\"frame\"");
    assert_non_null(from);
    *strstr(from + 8, "```") = 0;
    json_error_t e;
    json_t *shown = json_loads(from + 8, JSON_REJECT_DUPLICATES, &e);
    if (!shown)
        fail_msg("the example is no JSON: %s", e.text);
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    memcpy(id, table(1, ",\"settings\":\"clock=move\""), IR_ID_MAX);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1 B");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    const struct ir_table *t = &room_find(w.hub, id)->table;
    uint64_t c = (uint64_t)ir_turn(&t->now) + 1;
    json_t *frame = json_loads(last(c), 0, NULL);
    char move[64] = "move ";
    snprintf(move + 5, sizeof move - 5, "%s",
             json_string_value(json_array_get(json_object_get(json_object_get(frame, "view"), "legal"), 0)));
    json_decref(frame);
    act(c, id, move);
    heard(c, "\"ack\":");
    frame = json_loads(last(c), JSON_REJECT_DUPLICATES, NULL);
    if (!json_object_get(json_object_get(frame, "view"), "legal")) /* it is there for whoever is asked */
        json_object_set_new(json_object_get(frame, "view"), "legal", json_array());
    members_there(shown, frame, "frame");
    json_decref(shown);
    json_decref(frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_hello, stop),       cmocka_unit_test(test_names),
        cmocka_unit_test_teardown(test_malformed, stop),   cmocka_unit_test_teardown(test_rate, stop),
        cmocka_unit_test_teardown(test_addresses, stop),   cmocka_unit_test_teardown(test_create, stop),
        cmocka_unit_test_teardown(test_at_table, stop),    cmocka_unit_test_teardown(test_watch, stop),
        cmocka_unit_test_teardown(test_hint, stop),        cmocka_unit_test_teardown(test_quarantine, stop),
        cmocka_unit_test_teardown(test_store_fails, stop), cmocka_unit_test_teardown(test_goodbye, stop),
        cmocka_unit_test_teardown(test_api_people, stop),  cmocka_unit_test_teardown(test_api_tables, stop),
        cmocka_unit_test_teardown(test_api_rest, stop),    cmocka_unit_test_teardown(test_protocol_example, stop),
        cmocka_unit_test_teardown(test_two_nodes, stop),   cmocka_unit_test_teardown(test_garbage, stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
