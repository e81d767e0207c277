/* test_hub_peace.c: friends, and people who want to hear or meet nobody of each other; words among friends, reports, and what
 * the owner of the server does about somebody. */
#include "small.h"
#include "server/address.h"

static char who[CONNS][17];

static void come(uint64_t c)
{
    hello(c);
    memcpy(who[c], member(c, "who"), 17);
}

static void forget(uint64_t c)
{
    for (int i = 0; i < w.conn[c].n; i++)
        free(w.conn[c].line[i]);
    w.conn[c].n = 0;
}

static void silent(uint64_t c)
{
    if (w.conn[c].n)
        fail_msg("%d heard %s", (int)c, last(c));
}

static void wait_ms(int ms)
{
    for (int64_t until = w.now + ms; w.now < until; w.now += 100)
        for (int n = 0; n < 2 && w.hubs[n]; n++) {
            hub_tick(w.hubs[n], w.now);
            pump();
        }
}

static void tie(uint64_t a, uint64_t b, const char *be)
{
    w.now += 2000;
    say(a, "{\"type\":\"tie\",\"id\":5,\"who\":\"%s\",\"be\":\"%s\"}", who[b], be);
}

static void ties(uint64_t c)
{
    w.now += 2000;
    say(c, "{\"type\":\"ties\",\"id\":6}");
    heard(c, "\"type\":\"ties\",\"id\":6");
}

/* What c is told about b: a member of the entry in `people`, as JSON; NULL: b is not there. */
static const char *about(uint64_t c, uint64_t b, const char *key)
{
    static char out[64];
    const char *found = NULL;
    size_t i;
    int at = w.conn[c].n - 1;
    while (at > 0 && !strstr(w.conn[c].line[at], "\"type\":\"ties\""))
        at--;
    json_t *m = json_loads(w.conn[c].line[at], 0, NULL), *p;
    json_array_foreach(json_object_get(m, "people"), i, p)
    {
        if (strcmp(json_string_value(json_object_get(p, "who")), who[b]) != 0)
            continue;
        char *text = json_dumps(json_object_get(p, key), JSON_ENCODE_ANY);
        snprintf(out, sizeof out, "%s", text);
        free(text);
        found = out;
    }
    json_decref(m);
    return found;
}

static void is(uint64_t c, uint64_t b, const char *key, const char *value)
{
    const char *found = about(c, b, key);
    if (!found || strcmp(found, value) != 0)
        fail_msg("%s of %d for %d is %s, not %s, in %s", key, (int)b, (int)c, found ? found : "missing", value, last(c));
}

/* A table of two, where both sit. */
static void sit_together(char id[IR_ID_MAX], uint64_t a, uint64_t b)
{
    memcpy(id, table(a, ",\"seats\":2"), IR_ID_MAX);
    say(b, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(b, id, "sit 1");
    heard(b, "\"ack\":");
}

static void befriend(uint64_t a, uint64_t b)
{
    tie(a, b, "friend");
    tie(b, a, "friend");
    is(b, a, "friend", "\"both\"");
}

/* ---- ties ---- */

static void test_friends(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    come(1);
    come(2);
    come(3);
    tie(1, 2, "friend");
    heard(1, "unknown-person"); /* they have never met */
    sit_together(id, 1, 2);
    ties(2);
    heard(2, "\"people\":[]");
    heard(2, who[1]); /* recent */
    tie(1, 2, "friend");
    is(1, 2, "friend", "\"asked\"");
    is(1, 2, "online", "false"); /* that is for friends */
    wait_ms(1200);
    is(2, 1, "friend", "\"asks\""); /* told without asking */
    is(2, 1, "online", "false");
    tie(2, 1, "friend");
    is(2, 1, "friend", "\"both\"");
    is(2, 1, "online", "true");
    wait_ms(1200);
    is(1, 2, "friend", "\"both\"");
    is(1, 2, "online", "true");
    hub_disconnect(w.hub, 2, w.now);
    wait_ms(1200);
    is(1, 2, "online", "false");
    ties(3);
    heard(3, "\"people\":[],\"recent\":[]");
    tie(1, 2, "none");
    assert_null(about(1, 2, "friend")); /* and it does not look like a request of the other */
    tie(1, 2, "mute");
    is(1, 2, "muted", "true");
    is(1, 2, "friend", "null");
    tie(1, 2, "unmute");
    assert_null(about(1, 2, "friend"));
}

static void test_tie_refused(void **state)
{
    start((struct hub_limits){0});
    come(1);
    say(1, "{\"type\":\"tie\",\"id\":5,\"who\":\"%s\",\"be\":\"friend\"}", who[1]);
    heard(1, "\"error\":\"command\"");
    say(1, "{\"type\":\"tie\",\"id\":5,\"who\":\"0123456789abcdef\",\"be\":\"enemy\"}");
    heard(1, "\"error\":\"command\"");
    say(1, "{\"type\":\"tie\",\"id\":5,\"who\":\"0123\",\"be\":\"mute\"}");
    heard(1, "\"error\":\"command\"");
    say(1, "{\"type\":\"tie\",\"id\":5,\"who\":\"0123456789abcdef\",\"be\":\"mute\"}");
    heard(1, "\"error\":\"unknown-person\"");
    for (int i = 0; i < 3; i++)
        say(1, "{\"type\":\"tie\",\"id\":5,\"who\":\"0123456789abcdef\",\"be\":\"mute\"}");
    heard(1, "\"error\":\"rate\"");
    w.failing = 1;
    w.now += 5000;
    say(1, "{\"type\":\"tie\",\"id\":5,\"who\":\"0123456789abcdef\",\"be\":\"mute\"}");
    heard(1, "\"error\":\"store\"");
    w.now += 5000;
    say(1, "{\"type\":\"ties\",\"id\":5}");
    heard(1, "\"error\":\"store\"");
}

/* A host who blocks somebody does not get them as a guest, and is told nothing. */
static void test_block(void **state)
{
    char id[IR_ID_MAX], next[IR_ID_MAX];
    start((struct hub_limits){0});
    come(1);
    come(2);
    come(3);
    sit_together(id, 1, 2);
    befriend(1, 2);
    tie(1, 2, "block");
    is(1, 2, "blocked", "true");
    is(1, 2, "friend", "null");
    assert_null(strstr(strstr(last(1), "\"recent\""), who[2]));
    ties(2);
    is(2, 1, "friend", "\"asked\"");
    is(2, 1, "blocked", "false"); /* of this nobody is told */
    is(2, 1, "online", "false");
    memcpy(next, table(1, ",\"seats\":2"), IR_ID_MAX);
    for (uint64_t c = 2; c <= 3; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", next);
    forget(1);
    act(2, next, "sit 1");
    heard(2, "The host keeps this seat for others.");
    heard(2, "\"error\":\"seat\"");
    silent(1);
    act(3, next, "sit 1");
    heard(3, "\"ack\":");
    tie(1, 2, "unblock");
    is(1, 2, "friend", "\"asks\"");
    act(3, next, "stand");
    act(2, next, "sit 1");
    heard(2, "\"ack\":");
    w.failing = 1;
    act(2, next, "stand");
    act(3, next, "sit 1");
    heard(3, "\"error\":\"store\"");
}

static void test_mute(void **state)
{
    char id[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    come(1);
    come(2);
    come(64);
    sit_together(id, 1, 2);
    say(64, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    tie(1, 2, "mute");
    tie(64, 2, "mute");
    forget(1);
    forget(2);
    forget(64);
    w.now += 2000;
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    heard(2, "\"react\":\"nice\"");
    silent(1);
    silent(64); /* at another node */
    say(1, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"oops\"}", id);
    heard(2, "\"react\":\"oops\"");
    heard(64, "\"react\":\"oops\"");
    tie(1, 2, "unmute");
    w.now += 2000;
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    heard(1, "\"react\":\"nice\"");
}

/* Until the store has told whom somebody does not want to hear, they hear nobody; it is asked again until it does. */
static void test_mute_unknown(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    come(1);
    come(2);
    sit_together(id, 1, 2);
    hub_connect(w.hub, 3, "127.0.0.1", w.now);
    say(3, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P3\"}");
    struct person *p = who_find(w.hub, strtoull(member(3, "who"), NULL, 16));
    say(3, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    w.failing = 1;
    p->ties_known = 0;
    ties_told(w.hub, p, "");
    pump();
    w.failing = 0;
    forget(3);
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"nice\"}", id);
    heard(2, "\"react\":\"nice\"");
    silent(3);
    wait_ms(6000);
    w.now += 2000;
    say(2, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"oops\"}", id);
    heard(3, "\"react\":\"oops\"");
}

/* Friends see each other wherever they are. */
static void test_online_elsewhere(void **state)
{
    char id[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    come(1);
    come(64);
    sit_together(id, 1, 64);
    befriend(1, 64);
    wait_ms(1200);
    ties(1);
    wait_ms(1200);
    is(1, 64, "online", "true");
    is(64, 1, "online", "true");
    hub_disconnect(w.hubs[1], 64, w.now);
    pump();
    wait_ms(2200);
    is(1, 64, "online", "false");
}

/* ---- chat ---- */

static void consent(uint64_t c, const char *id, const char *on)
{
    w.now += 2000;
    say(c, "{\"type\":\"consent\",\"table\":\"%s\",\"on\":%s}", id, on);
}

static void words(uint64_t c, const char *id, const char *text)
{
    say(c, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}", id, text);
}

static void test_chat(void **state)
{
    char id[IR_ID_MAX], long_one[300];
    start_nodes(2, (struct hub_limits){0});
    come(1);
    come(64);
    come(3); /* watches */
    sit_together(id, 1, 64);
    say(3, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    wait_ms(1000);
    consent(1, id, "true");
    heard(1, "\"error\":\"friends\"");
    words(1, id, "hello");
    heard(1, "\"error\":\"friends\"");
    befriend(1, 64);
    words(1, id, "hello");
    heard(1, "\"error\":\"friends\""); /* nobody has agreed */
    consent(1, id, "true");
    heard(1, "\"type\":\"consent\"");
    heard(1, "\"seats\":[true,false]");
    heard(64, "\"seats\":[true,false]");
    words(1, id, "hello");
    heard(1, "\"error\":\"friends\"");
    consent(64, id, "true");
    heard(64, "\"seats\":[true,true]");
    heard(1, "\"seats\":[true,true]");
    forget(3);
    words(1, id, "Hello,\\u202e \\u0007 friend \\ud83d\\ude42\\n!");
    heard(1, "\"type\":\"chat\"");
    heard(64, "\"seat\":0,\"text\":\"Hello, friend \xf0\x9f\x99\x82!\"");
    consent(3, id, "true");
    heard(3, "\"error\":\"seat\"");
    words(3, id, "and I?");
    heard(3, "\"error\":\"seat\"");
    assert_int_equal(w.conn[3].n, 2); /* those two refusals: a spectator hears nothing */
    w.now += 5000;
    words(1, id, "\\u200b");
    heard(1, "nothing to read");
    memset(long_one, 'a', 201);
    long_one[201] = 0;
    words(1, id, long_one);
    heard(1, "\"error\":\"size\"");
    for (int i = 0; i < 4; i++)
        words(1, id, "quick");
    heard(1, "\"error\":\"rate\"");
    w.now += 5000;
    tie(64, 1, "mute");
    forget(64);
    words(1, id, "do you hear me?");
    heard(1, "do you hear me?");
    silent(64);
    tie(64, 1, "unmute");
    consent(64, id, "false");
    heard(1, "\"seats\":[true,false]");
    words(1, id, "still there?");
    heard(1, "\"error\":\"friends\"");
    consent(64, id, "true");
    heard(1, "\"seats\":[true,true]");
    tie(64, 1, "none"); /* no friends any more */
    wait_ms(100);
    words(1, id, "why?");
    heard(1, "\"error\":\"friends\"");
    assert_int_equal(w.hub->count.chats, 5);
}

/* Whoever else sits down ends it. */
static void test_chat_third(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    come(1);
    come(2);
    come(3);
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"nullgame\",\"seats\":3}");
    memcpy(id, member(1, "table"), IR_ID_MAX);
    for (uint64_t c = 1; c <= 3; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1");
    befriend(1, 2);
    consent(1, id, "true");
    consent(2, id, "true");
    words(1, id, "hi");
    heard(2, "\"text\":\"hi\"");
    act(3, id, "sit 2");
    w.now += 2000;
    words(1, id, "hi");
    heard(1, "\"error\":\"friends\"");
    consent(2, id, "true");
    heard(2, "\"error\":\"friends\"");
    act(3, id, "stand");
    words(1, id, "hi");
    heard(1, "\"error\":\"friends\""); /* all begin again */
}

/* ---- reports, and the owner ---- */

static void admin(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void admin(const char *format, ...)
{
    char text[1000];
    va_list a;
    va_start(a, format);
    int n = vsnprintf(text, sizeof text, format, a);
    va_end(a);
    w.reply.status = 0;
    w.now += 1000;
    hub_admin(w.hub, 7, text, (size_t)n, w.now);
    pump();
    assert_int_not_equal(w.reply.status, 0);
}

static void replied(int status, const char *part)
{
    if (w.reply.status != status || !strstr(w.reply.body, part))
        fail_msg("%d %s: not %d with %s", w.reply.status, w.reply.body, status, part);
}

static void test_report(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    come(1);
    come(2);
    sit_together(id, 1, 2);
    say(1, "{\"type\":\"report\",\"id\":3,\"table\":\"%s\",\"seat\":1,\"text\":\"rude \\u202e words\"}", id);
    heard(1, "{\"type\":\"ok\",\"id\":3}");
    say(1, "{\"type\":\"report\",\"id\":3,\"who\":\"%s\",\"text\":\"again\"}", who[2]);
    heard(1, "{\"type\":\"ok\",\"id\":3}");
    static const char *const bad[] = {"\"seat\":1,\"text\":\"x\"", "\"table\":\"%s\",\"seat\":0,\"text\":\"me\"",
                                      "\"table\":\"%s\",\"seat\":9,\"text\":\"x\"", "\"table\":\"%s\",\"seat\":1,\"text\":\"\"",
                                      "\"table\":\"%s\",\"seat\":1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char more[200];
        const char *hole = strstr(bad[i], "%s");
        snprintf(more, sizeof more, "%.*s%s%s", hole ? (int)(hole - bad[i]) : 0, bad[i], hole ? id : "",
                 hole ? hole + 2 : bad[i]);
        say(1, "{\"type\":\"report\",\"id\":3,%s}", more);
        heard(1, "\"error\":\"command\"");
    }
    w.now += 1000;
    for (int i = 0; i < 4; i++, w.now += 1000)
        say(1, "{\"type\":\"report\",\"id\":3,\"who\":\"%s\",\"text\":\"again\"}", who[2]);
    heard(1, "Wait an hour");
    admin("{\"do\":\"reports\"}");
    replied(200, "\"text\":\"rude words\"");
    replied(200, id);
    replied(200, "\"name\":\"P2\"");
    replied(200, "\"by_name\":\"P1\"");
    assert_non_null(strstr(w.log, "report: somebody was reported"));
    assert_null(strstr(w.log, "P2"));
}

static void test_ban(void **state)
{
    start_nodes(2, (struct hub_limits){0});
    wait_ms(100);
    come(1);
    char *token = member(1, "token");
    hub_connect(w.hubs[1], 64, "2001:db8::7", w.now);
    say(64, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    heard(64, "\"type\":\"hello\"");
    come(65);
    admin("{\"do\":\"people\",\"part\":\"p1\"}");
    replied(200, who[1]);
    replied(200, "\"here\":[\"127.0.0.1\"]");
    admin("{\"do\":\"ban\",\"who\":\"%s\",\"days\":7,\"why\":\"rude\"}", who[1]);
    replied(200, "for 7 days: rude");
    heard(1, "\"error\":\"banned\"");
    heard(64, "\"error\":\"banned\""); /* on all nodes, at once */
    heard(64, "\"until\":");
    assert_true(w.conn[1].closed && w.conn[64].closed && !w.conn[65].closed);
    hub_connect(w.hub, 2, "127.0.0.1", w.now);
    say(2, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    heard(2, "\"error\":\"banned\"");
    assert_int_equal(w.conn[2].closed, 1008);
    struct hub_http q = {
        .request = 7, .method = "GET", .path = "/api/mine", .query = "", .token = token, .body = "", .address = "127.0.0.1"};
    hub_request(w.hub, &q, w.now);
    pump();
    replied(403, "banned");
    q.path = "/api/me/export"; /* their data is theirs */
    hub_request(w.hub, &q, w.now);
    pump();
    replied(200, "\"tables\":[");
    admin("{\"do\":\"bans\"}");
    replied(200, who[1]);
    replied(200, "\"why\":\"rude\"");
    w.now += 8LL * 24 * 3600000;
    hub_connect(w.hub, 3, "127.0.0.1", w.now);
    say(3, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    heard(3, "\"type\":\"hello\"");
    admin("{\"do\":\"ban\",\"who\":\"%s\"}", who[1]);
    replied(200, "for good");
    heard(3, "does not want you to play here.\"");
    admin("{\"do\":\"unban\",\"who\":\"%s\"}", who[1]);
    replied(200, "unban");
    hub_connect(w.hub, 4, "127.0.0.1", w.now);
    say(4, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    heard(4, "\"type\":\"hello\"");
    admin("{\"do\":\"log\"}");
    replied(200, "unban");
    assert_null(strstr(w.reply.body, "P1")); /* ids only */
}

static void test_ban_address(void **state)
{
    start_nodes(2, (struct hub_limits){0});
    wait_ms(100);
    hub_connect(w.hubs[0], 1, "192.0.2.7", w.now);
    hub_connect(w.hubs[1], 64, "192.0.2.200", w.now);
    hub_connect(w.hubs[1], 65, "192.0.3.7", w.now);
    hub_connect(w.hubs[1], 66, "2001:db8:1::1", w.now);
    admin("{\"do\":\"ban\",\"address\":\"192.0.2.0/24\",\"days\":1}");
    replied(200, "192.0.2.0/24");
    heard(1, "\"error\":\"banned\"");
    heard(64, "\"error\":\"banned\"");
    assert_true(w.conn[1].closed && w.conn[64].closed && !w.conn[65].closed && !w.conn[66].closed);
    hub_connect(w.hubs[0], 2, "192.0.2.9", w.now);
    hub_connect(w.hubs[1], 68, "::ffff:192.0.2.9", w.now);
    assert_true(w.conn[2].closed && w.conn[68].closed);
    heard(68, "\"until\":");
    struct hub_http q = {
        .request = 7, .method = "GET", .path = "/api/games", .query = "", .token = "", .body = "", .address = "192.0.2.9"};
    hub_request(w.hub, &q, w.now);
    replied(403, "banned");
    admin("{\"do\":\"ban\",\"address\":\"2001:db8::/32\"}");
    heard(66, "\"error\":\"banned\"");
    admin("{\"do\":\"unban\",\"address\":\"192.0.2.0/24\"}");
    hub_connect(w.hubs[0], 3, "192.0.2.9", w.now);
    hub_connect(w.hubs[1], 69, "192.0.2.9", w.now);
    assert_true(!w.conn[3].closed && !w.conn[69].closed);
    static const char *const bad[] = {"{\"do\":\"ban\",\"address\":\"192.0.2.0/33\"}",
                                      "{\"do\":\"ban\",\"address\":\"nobody\"}",
                                      "{\"do\":\"ban\"}",
                                      "{\"do\":\"ban\",\"address\":\"192.0.2.1\",\"days\":-1}",
                                      "{\"do\":\"dance\"}",
                                      "[]",
                                      "{",
                                      "{\"do\":\"purge\"}",
                                      "{\"do\":\"rename\",\"who\":\"0123456789abcdef\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        admin("%s", bad[i]);
        replied(400, "command");
    }
    /* a notice that is lost costs a minute */
    hub_connect(w.hubs[1], 67, "198.51.100.1", w.now);
    w.now += 1000;
    struct store_request *r = calloc(1, sizeof *r);
    *r = (struct store_request){
        .kind = STORE_BAN, .text = "198.51.100.1", .until = w.now + 100000000, .more = "", .time = w.now};
    store_submit(w.stores[0], r);
    free(store_collect(w.stores[0]));
    wait_ms(61000);
    heard(67, "\"error\":\"banned\"");
}

static void test_rename(void **state)
{
    start((struct hub_limits){0});
    come(1);
    char token[65];
    memcpy(token, member(1, "token"), 65);
    admin("{\"do\":\"rename\",\"who\":\"%s\",\"name\":\"Somebody\",\"before\":\"P1\"}", who[1]);
    replied(200, "rename");
    for (int i = 0; i < 2; i++) { /* its page has the old name, and says it */
        hub_connect(w.hub, 2 + (uint64_t)i, "127.0.0.1", w.now);
        say(2 + (uint64_t)i, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P1\",\"token\":\"%s\"}", token);
        heard(2 + (uint64_t)i, "\"name\":\"Somebody\"");
    }
    say(2, "{\"type\":\"name\",\"name\":\"p 1\"}");
    heard(2, "has taken this name from you");
    say(2, "{\"type\":\"name\",\"name\":\"Other\"}");
    heard(2, "\"name\":\"Other\"");
    hub_connect(w.hub, 5, "127.0.0.1", w.now); /* others may have it */
    say(5, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P1\"}");
    heard(5, "\"name\":\"P1\"");
    admin("{\"do\":\"rename\",\"who\":\"0123456789abcdef\",\"name\":\"X\"}");
    replied(404, "no such person");
    admin("{\"do\":\"bans\"}");
    char text[64];
    snprintf(text, sizeof text, "name %s P1", who[1]);
    replied(200, text);
    admin("{\"do\":\"unban\",\"address\":\"%s\"}", text);
    say(2, "{\"type\":\"name\",\"name\":\"P1\"}");
    heard(2, "\"name\":\"P1\"");
    admin("{\"do\":\"rename\",\"who\":\"%s\",\"name\":\"Admin\"}", who[1]); /* the owner may */
    hub_connect(w.hub, 6, "127.0.0.1", w.now);
    say(6, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"Admin\",\"token\":\"%s\"}", token);
    heard(6, "\"name\":\"Admin\"");
}

static void test_purge(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    come(1);
    come(2);
    sit_together(id, 1, 2);
    befriend(1, 2);
    admin("{\"do\":\"rename\",\"who\":\"%s\",\"name\":\"Somebody\",\"before\":\"P1\"}", who[1]);
    admin("{\"do\":\"purge\",\"who\":\"%s\"}", who[1]);
    replied(200, "purge");
    heard(1, "\"error\":\"ended\"");
    ties(2);
    heard(2, "\"people\":[],\"recent\":[]");
    admin("{\"do\":\"bans\"}");
    replied(200, "{\"list\":[]}"); /* nor the name that was taken */
    admin("{\"do\":\"people\"}");
    assert_null(strstr(w.reply.body, who[1]));
    assert_non_null(strstr(w.reply.body, who[2]));
    act(2, id, "stand"); /* who is the host now */
    heard(2, "\"ack\":");
}

static void test_networks(void **state)
{
    struct network n;
    struct address a;
    static const struct {
        const char *net, *in, *out;
    } list[] = {{"192.0.2.7", "192.0.2.7", "192.0.2.8"},
                {"192.0.2.0/25", "192.0.2.127", "192.0.2.128"},
                {"0.0.0.0/0", "8.8.8.8", "2001:db8::1"},
                {"2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"},
                {"::/0", "8.8.8.8", NULL},
                {"::1", "::1", "::2"},
                {"::ffff:192.0.2.0/120", "192.0.2.9", "192.0.3.9"}};
    static const char *const bad[] = {"",           "/8",      "1.2.3",    "1.2.3.4/",   "1.2.3.4/33",
                                      "1.2.3.4/1x", "::1/129", "::1/0128", "1.2.3.4/8/8"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        assert_true(network_read(&n, list[i].net, strlen(list[i].net)));
        assert_true(address_read(&a, list[i].in, strlen(list[i].in)) && network_has(&n, &a));
        if (list[i].out)
            assert_true(address_read(&a, list[i].out, strlen(list[i].out)) && !network_has(&n, &a));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (network_read(&n, bad[i], strlen(bad[i])))
            fail_msg("%s is a network?", bad[i]);
}

/* Who sits at a table learns who the others are, whatever they are called; who watches does not. */
static void test_people(void **state)
{
    char want[80];
    start((struct hub_limits){0});
    for (uint64_t c = 1; c <= 3; c++)
        come(c);
    char *id = table(1, "");
    snprintf(want, sizeof want, "\"people\":[\"%s\",null]", who[1]);
    heard(1, want);
    for (uint64_t c = 2; c <= 3; c++) {
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
        heard(c, "\"type\":\"frame\"");
    }
    act(2, id, "sit 1 P1"); /* gets a number */
    snprintf(want, sizeof want, "\"people\":[\"%s\",\"%s\"]", who[1], who[2]);
    heard(1, want);
    heard(2, want);
    heard(3, "\"name\":\"P1 2\"");
    for (int i = 0; i < w.conn[3].n; i++)
        assert_true(!strstr(w.conn[3].line[i], who[1]) && !strstr(w.conn[3].line[i], who[2]));
    tie(1, 2, "mute");
    heard(1, who[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_friends, stop),      cmocka_unit_test_teardown(test_tie_refused, stop),
        cmocka_unit_test_teardown(test_block, stop),        cmocka_unit_test_teardown(test_mute, stop),
        cmocka_unit_test_teardown(test_mute_unknown, stop), cmocka_unit_test_teardown(test_online_elsewhere, stop),
        cmocka_unit_test_teardown(test_chat, stop),         cmocka_unit_test_teardown(test_chat_third, stop),
        cmocka_unit_test_teardown(test_report, stop),       cmocka_unit_test_teardown(test_ban, stop),
        cmocka_unit_test_teardown(test_ban_address, stop),  cmocka_unit_test_teardown(test_rename, stop),
        cmocka_unit_test_teardown(test_purge, stop),        cmocka_unit_test(test_networks),
        cmocka_unit_test_teardown(test_people, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
