/* test_hub.c: the hub and misbehaving clients: each refusal with its reason, each limit at its boundary. */
#include "small.h"
#include "irori_review.h"

/* ---- people ---- */

static void test_hello(void **state)
{
    char token[65], who[17];
    start((struct hub_limits){0});
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"join\",\"table\":\"abc\"}");
    heard(1, "\"error\":\"login\"");
    say(1, "{\"type\":\"hello\",\"protocol\":2}");
    heard(1, "\"error\":\"protocol\"");
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
    heard(3, "\"error\":\"unknown-person\"");
    say(3, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s0\"}", token);
    heard(3, "\"error\":\"unknown-person\"");
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
                 {"\u2800", NULL}, /* a blank of Braille */
                 {"\U0001d173\U0001d17a", NULL},
                 {"\u3164", NULL},
                 {"\u0301\u0301", NULL}, /* marks on nothing */
                 {"bot:hard", NULL},
                 {"Bot:normal", NULL},
                 {"\u0412\u041e\u0422\uff1anormal", NULL}, /* in Cyrillic, with a wide colon */
                 {"b o t : x", NULL},
                 {"Bottom", "Bottom"},
                 {"囲炉裏", "囲炉裏"},
                 {"0123456789012345678901234567890123456789", "012345678901234567890123"},
                 {"ыыыыыыыыыыыыыыыыыыыыыыыыыы", "ыыыыыыыыыыыыыыыыыыыыыыыы"},
                 {"囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲", "囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲囲"},
                 {"👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},                   /* a family is joined */
                 {"❤\ufe0f x", "❤\ufe0f x"},                               /* a red heart is red */
                 {"A\u200dB\ufe0fC\u200c", "ABC"},                         /* but nothing joins letters of ours */
                 {"\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"}, /* Persian needs it */
                 {"🇺🇦🇵🇱", "🇺🇦🇵🇱"},
                 {"é\u0301\u0301\u0301\u0301\u0301\u0301", "é\u0301\u0301\u0301"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char out[IR_NAME_MAX];
        const char *why = name_clean(out, names[i].in, strlen(names[i].in));
        if ((why == NULL) != (names[i].out != NULL))
            fail_msg("%s: %s", names[i].in, why ? why : out);
        if (!why)
            assert_string_equal(out, names[i].out);
        char again[IR_NAME_MAX];
        if (!why) /* what is clean stays as it is */
            assert_true(name_clean(again, out, strlen(out)) == NULL && strcmp(again, out) == 0);
    }
    /* A letter is what a reader counts: 24 families would fit by number, and are cut between two of them by size. */
    char many[2000], out[IR_NAME_MAX];
    struct ir_text t;
    ir_text_start(&t, many, sizeof many);
    for (int i = 0; i < 30; i++)
        ir_text_put(&t, "👨\u200d👩\u200d👧");
    assert_null(name_clean(out, many, strlen(many)));
    assert_int_equal(strlen(out), 5 * strlen("👨\u200d👩\u200d👧"));
    ir_text_start(&t, many, sizeof many);
    for (int i = 0; i < 30; i++)
        ir_text_put(&t, "e\u0301");
    assert_null(name_clean(out, many, strlen(many)));
    assert_int_equal(strlen(out), 24 * 3);
}

static void test_alike(void **state)
{
    static const char *const same[][2] = {{"Anna", "anna"},
                                          {"Anna", "\u0410nn\u0430"},
                                          {"Anna", "A.n-n a"},
                                          {"Bill", "Bi1|"},
                                          {"Oleg", "0leg"},
                                          {"Anna", "Ａｎｎａ"},
                                          {"Eva", "\U0001d404\U0001d42f\U0001d41a"},
                                          {"Анна", "анна"}};
    static const char *const other[][2] = {
        {"Anna", "Anne"}, {"Anna", "Ann"}, {"Jose", "José"}, {"囲", "炉"}, {"Anna", "Anna 2"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!name_like(same[i][0], same[i][1]))
            fail_msg("%s and %s do not look alike", same[i][0], same[i][1]);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (name_like(other[i][0], other[i][1]))
            fail_msg("%s and %s look alike", other[i][0], other[i][1]);
}

/* Nobody passes for somebody else at the table, or for a bot. */
static void test_sit_apart(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"nullgame\",\"seats\":3,\"bots\":[null,\"normal\"]}");
    memcpy(id, member(1, "table"), IR_ID_MAX);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(1, id, "stand");
    act(1, id, "sit 0 Anna");
    heard(1, "\"ack\":");
    act(2, id, "sit 1 \\u0410nna"); /* a Cyrillic A */
    heard(2, "looks like yours");
    act(2, id, "sit 1 anna");
    heard(2, "looks like yours");
    act(2, id, "sit 1 Normal");
    heard(2, "looks like yours");
    act(2, id, "sit 1 Anna"); /* there may be two of them */
    heard(2, "\"name\":\"Anna 2\"");
    say(2, "{\"type\":\"name\",\"name\":\"Bot:normal\"}");
    heard(2, "cannot begin as those of bots");
    say(2, "{\"type\":\"name\",\"name\":\"\\u2800\"}");
    heard(2, "can be seen");
}

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
    heard(3, "\"error\":\"busy\"");
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

/* A household has 56 bits of an IPv6 address, or more; a provider's customer 48: four times the limit. */
static void test_nets(void **state)
{
    start((struct hub_limits){.connections_per_address = 2});
    hub_connect(w.hub, 1, "2001:db8:0:1::1", w.now);
    hub_connect(w.hub, 2, "2001:db8:0:ff::2", w.now);
    hub_connect(w.hub, 3, "2001:db8:0:7f::3", w.now);
    assert_int_equal(w.conn[3].closed, 1008);
    hub_disconnect(w.hub, 3, w.now);
    for (uint64_t c = 4; c < 10; c++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:0:%d00::1", (int)c);
        hub_connect(w.hub, c, address, w.now);
        assert_int_equal(w.conn[c].closed, 0);
    }
    hub_connect(w.hub, 10, "2001:db8:0:a00::1", w.now);
    assert_int_equal(w.conn[10].closed, 1008);
    hub_connect(w.hub, 11, "2001:db8:1::1", w.now); /* other 48 bits */
    assert_int_equal(w.conn[11].closed, 0);
}

/* Pings and fragments count as messages; WebSockets that begin count for their address. */
static void test_frames_count(void **state)
{
    start((struct hub_limits){.messages_per_second = 10});
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    for (int i = 0; i < 20; i++)
        assert_true(hub_frame(w.hub, 1, w.now));
    assert_false(hub_frame(w.hub, 1, w.now));
    say(1, "{\"type\":\"ping\",\"id\":1}");
    heard(1, "\"error\":\"rate\"");
    assert_int_equal(w.conn[1].closed, 0);
    for (int i = 0; i < 40; i++)
        assert_false(hub_frame(w.hub, 1, w.now));
    assert_int_equal(w.conn[1].closed, 1008);
    int n = 0;
    for (int i = 0; i < 100; i++)
        n += hub_admits(w.hub, "10.0.0.1", w.now);
    assert_int_equal(n, 20);
    assert_true(hub_admits(w.hub, "10.0.0.2", w.now));
    w.now += 60000;
    assert_true(hub_admits(w.hub, "10.0.0.1", w.now));
}

/* New people of one address: an hour's at once, then as many as an hour brings. Who is known is not counted. */
static void test_newcomers(void **state)
{
    char token[65];
    start((struct hub_limits){.newcomers_per_hour = 5});
    for (uint64_t c = 1; c <= 5; c++)
        hello(c);
    memcpy(token, member(5, "token"), 65);
    hub_connect(w.hub, 6, "127.0.0.1", w.now);
    say(6, "{\"type\":\"hello\",\"protocol\":1}");
    heard(6, "\"error\":\"busy\"");
    say(6, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    heard(6, "\"type\":\"hello\"");
    hub_request(
        w.hub,
        &(struct hub_http){
            .request = 7, .method = "POST", .path = "/api/me", .query = "", .token = "", .body = "", .address = "127.0.0.1"},
        w.now);
    assert_int_equal(w.reply.status, 429);
    hub_connect(w.hub, 7, "10.0.0.1", w.now);
    say(7, "{\"type\":\"hello\",\"protocol\":1}");
    heard(7, "\"type\":\"hello\"");
    w.now += 3600000 / 5;
    hello(8);
    hub_connect(w.hub, 9, "127.0.0.1", w.now);
    say(9, "{\"type\":\"hello\",\"protocol\":1}");
    heard(9, "\"error\":\"busy\"");
}

/* ---- tables ---- */

/* Whoever makes tables and stands up from them has made them all the same, also if several are asked for at once. */
static void test_tables_made(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){.tables_per_player = 3});
    hello(1);
    for (int i = 0; i < 3; i++) {
        memcpy(id, table(1, ""), IR_ID_MAX);
        act(1, id, "stand");
        heard(1, "\"ack\":");
    }
    w.now += 10000;
    say(1, "{\"type\":\"create\",\"id\":9,\"game\":\"%s\"}", ir_games[0]->name);
    heard(1, "\"error\":\"full\"");
    stop(state);
    start((struct hub_limits){.tables_per_player = 3});
    hello(1);
    char token[65], text[200];
    memcpy(token, member(1, "token"), 65);
    int n = snprintf(text, sizeof text, "{\"type\":\"create\",\"id\":9,\"game\":\"%s\"}", ir_games[0]->name), made = 0;
    for (uint64_t c = 2; c < 12; c++) {
        hub_connect(w.hub, c, "127.0.0.1", w.now);
        say(c, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    }
    for (uint64_t c = 2; c < 12; c++)
        hub_message(w.hub, c, text, (size_t)n, w.now); /* the store has not answered yet */
    pump();
    for (uint64_t c = 2; c < 12; c++)
        made += strstr(last(c), "\"created\"") != NULL;
    assert_true(made <= 3);
}

static void test_create(void **state)
{
    static const char *const bad[][2] = {{"\"game\":\"chess\"", "no such game"},
                                         {"\"game\":\"nullgame\",\"seats\":7", "\"error\":\"seats\""},
                                         {"\"game\":\"nullgame\",\"options\":\"rounds=1000\"", "\"error\":\"option\""},
                                         {"\"game\":\"nullgame\",\"settings\":\"clock=sun\"", "\"error\":\"option\""},
                                         {"\"game\":\"nullgame\",\"bots\":\"hard\"", "bots is a list"},
                                         {"\"game\":\"nullgame\",\"bots\":[\"fish\"]", "there is no such bot"},
                                         {"\"game\":\"nullgame\",\"bots\":[\"hard\\n@ start\"]", "not the name of a bot"},
                                         {"\"game\":\"nullgame\",\"bots\":[\"exec:ls\"]", "does not run that program"}};
    int decks = 0;
    start((struct hub_limits){.tables_per_player = 2});
    hello(1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(1, "{\"type\":\"create\",\"id\":%d,%s}", (int)i + 5, bad[i][0]);
        heard(1, "\"type\":\"refused\"");
        heard(1, bad[i][1]);
        w.now += 1000;
    }
    for (int i = 0; ir_games[i]; i++) {
        if (!ir_games[i]->deck)
            continue;
        say(1, "{\"type\":\"create\",\"id\":%d,\"game\":\"%s\",\"options\":\"deck=custom\",\"deck\":\"nonsense\"}", 40 + i,
            ir_games[i]->name);
        heard(1, "\"error\":\"deck\"");
        decks++;
        w.now += 1000;
    }
    assert_true(decks > 0);
    char id[IR_ID_MAX];
    memcpy(id, table(1, ",\"bots\":[\"normal\"]"), IR_ID_MAX);
    heard(1, "\"name\":\"normal\"");
    heard(1, "\"you\":0,\"host\":true");
    table(1, "");
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"nullgame\"}");
    heard(1, "\"error\":\"full\"");
    for (int i = 0; i < 3; i++)
        say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"nullgame\"}");
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
    heard(1, "does not run that program");
    act(2, id, "sit 1  \xe2\x80\xae bot:X ");
    heard(2, "cannot begin as those of bots");
    act(2, id, "sit 1  \xe2\x80\xae X ");
    heard(2, "\"ack\":");
    heard(2, "\"name\":\"X\"");
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

/* The game begins, and it is the turn of seat 0. */
static void first_turn(const char *id)
{
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
}

static void test_hint(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    memcpy(id, table(1, ",\"settings\":\"hints=on\",\"bots\":[\"random\"]"), IR_ID_MAX);
    say(1, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":9}", id);
    heard(1, "\"error\":\"stage\"");
    first_turn(id);
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

/* A table with a coach: all are told with every frame, its hints are answered though there are no others, and say why. */
static void test_coach(void **state)
{
    char id[IR_ID_MAX], expected[4096];
    struct ir_fact fact[IR_FACTS_MAX];
    int facts = 0;
    ir_move legal[IR_MOVES_MAX], best = IR_NO_MOVE, other = IR_NO_MOVE;
    struct ir_json j;
    start((struct hub_limits){0});
    hello(1);
    memcpy(id, table(1, ",\"bots\":[\"random\"]"), IR_ID_MAX);
    assert_null(strstr(last(1), "coach")); /* off unless somebody asks for it */
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"settings\":\"coach=maybe\"}", ir_games[0]->name);
    heard(1, "\"error\":\"option\"");
    w.now += 1000;
    memcpy(id, table(1, ",\"settings\":\"hints=off,coach=on\",\"bots\":[\"random\"]"), IR_ID_MAX);
    hello(2);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, "\"settings\":\"hints=off,coach=on\""); /* before anybody sits down */
    first_turn(id);
    heard(1, "\"settings\":\"hints=off,coach=on\"");
    say(2, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":9}", id);
    heard(2, "\"error\":\"seat\"");
    w.now += 1000;
    say(1, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":9}", id);
    struct hub_thought *t = w.thought;
    assert_non_null(t);
    int n = t->game->legal(&t->view, legal);
    for (int a = 0; a < n && !facts; a++) /* two moves that facts tell apart */
        for (int b = 0; b < n && !facts; b++)
            if ((facts = ir_why(t->game, &t->view, &t->notes, legal[a], legal[b], fact)))
                other = legal[a], best = legal[b];
    assert_true(facts > 0);
    ir_json_start(&j, expected, sizeof expected);
    ir_json_list(&j, NULL);
    for (int i = 0; i < facts; i++)
        ir_fact_json(t->game, &fact[i], &j);
    ir_json_end(&j, ']');
    t->advice->n = 2;
    t->advice->of[0].move = other;
    t->advice->of[0].value = 0.25;
    t->advice->of[1].move = t->move = best;
    t->advice->of[1].value = 0.5;
    w.thought = NULL;
    hub_thought(w.hub, t, w.now);
    heard(1, "{\"type\":\"hint\"");
    heard(1, expected);
    char *why = strstr(last(1), "\"why\"");
    assert_non_null(why);
    assert_true(why > strstr(last(1), "0.2500")); /* of the second alone: why the first is better */
    assert_null(strstr(why + 1, "\"why\""));
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
    pump();
    assert_null(room_find(w.hub, id));
    struct store_request *r = alloc_zero(sizeof *r);
    *r = (struct store_request){.kind = STORE_APPEND, .row = {.seq = 2, .text = "0 fly to the moon\n"}};
    memcpy(r->match.id, id, IR_ID_MAX);
    store_submit(w.store, r);
    assert_ptr_equal(store_collect(w.store), r);
    assert_int_equal(r->status, STORE_OK);
    free(r);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(1, "\"error\":\"broken\"");
    assert_non_null(strstr(w.log, "quarantine: match"));
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(1, "\"error\":\"broken\"");
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
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"nullgame\"}");
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
        "{\"type\":\"create\",\"id\":3,\"game\":\"nullgame\",\"seats\":3,\"options\":\"\",\"settings\":\"clock=move\",\"bots\":"
        "["
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

/* What is read without the JSON parser is just what the parser would have read. */
static void test_do_read(void **state)
{
    static const char good[] = "{\"type\":\"do\",\"table\":\"abc7\",\"id\":12,\"seq\":340,\"do\":\"move play 3a\"}";
    struct said d;
    struct ir_rng rng;
    int taken = 0, left = 0;
    ir_rng_seed(&rng, 14);
    assert_true(do_read(good, sizeof good - 1, &d));
    for (int i = 0; i < 200000; i++) {
        char text[512];
        size_t n = sizeof good - 1, at = ir_rng_below(&rng, (uint32_t)n), to = ir_rng_below(&rng, (uint32_t)n),
               len = ir_rng_below(&rng, (uint32_t)(n - (at > to ? at : to)));
        memcpy(text, good, n);
        if (i % 4 == 0)
            memmove(text + to, good + at, len); /* a piece stands twice */
        else if (i % 4 == 1)
            memmove(text + at, text + at + len, (n -= len) - at); /* a piece is gone */
        for (uint32_t k = ir_rng_below(&rng, 3); k > 0 && n; k--)
            text[ir_rng_below(&rng, (uint32_t)n)] =
                i % 2 ? (char)ir_rng_next(&rng) : "{}[]\",:0123456789-+.eE\\ u\t~\x7f\x80"[ir_rng_below(&rng, 29)];
        memset(&d, 'x', sizeof d);
        if (!do_read(text, n, &d)) {
            left++;
            continue;
        }
        json_t *m = memchr(text, 0, n) ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
        if (json_object_size(m) != 5)
            fail_msg("read, but not by the parser: %.*s", (int)n, text);
        assert_string_equal(json_string_value(json_object_get(m, "type")), "do");
        assert_string_equal(json_string_value(json_object_get(m, "table")), d.table);
        assert_string_equal(json_string_value(json_object_get(m, "do")), d.text);
        assert_true(json_is_integer(json_object_get(m, "id")) && json_integer_value(json_object_get(m, "id")) == d.id);
        assert_true(json_is_integer(json_object_get(m, "seq")) && json_integer_value(json_object_get(m, "seq")) == d.seq);
        json_decref(m);
        taken++;
    }
    assert_true(taken > 20000 && left > 20000);
}

/* Longer than it has room for, and numbers beyond what a double holds: the parser's. */
static void test_do_read_long(void **state)
{
    char text[600], word[450];
    struct said d;
    memset(word, 'a', sizeof word);
    for (int n = 0; n < (int)sizeof word; n++) {
        int len = snprintf(text, sizeof text, "{\"type\":\"do\",\"table\":\"a\",\"id\":1,\"seq\":0,\"do\":\"%.*s\"}", n, word);
        assert_int_equal(do_read(text, (size_t)len, &d), len <= DO_MAX);
        len = snprintf(text, sizeof text, "{\"type\":\"do\",\"table\":\"%.*s\",\"id\":1,\"seq\":0,\"do\":\"\"}", n, word);
        assert_int_equal(do_read(text, (size_t)len, &d), n < IR_ID_MAX);
        memset(word, '9', sizeof word);
        len = snprintf(text, sizeof text, "{\"type\":\"do\",\"table\":\"\",\"id\":%.*s,\"seq\":0,\"do\":\"\"}", n, word);
        assert_int_equal(do_read(text, (size_t)len, &d), n >= 1 && n <= 15);
    }
    static const char *const left[] = {"{\"type\":\"do\",\"table\":\"\",\"id\":01,\"seq\":0,\"do\":\"\"}",
                                       "{\"type\":\"do\",\"table\":\"\",\"id\":-1,\"seq\":0,\"do\":\"\"}",
                                       "{\"type\":\"do\",\"table\":\"\",\"id\":1e1,\"seq\":0,\"do\":\"\"}"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        assert_false(do_read(left[i], strlen(left[i]), &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_hello, stop),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_alike),
        cmocka_unit_test_teardown(test_sit_apart, stop),
        cmocka_unit_test_teardown(test_malformed, stop),
        cmocka_unit_test_teardown(test_rate, stop),
        cmocka_unit_test_teardown(test_addresses, stop),
        cmocka_unit_test_teardown(test_nets, stop),
        cmocka_unit_test_teardown(test_frames_count, stop),
        cmocka_unit_test_teardown(test_newcomers, stop),
        cmocka_unit_test_teardown(test_tables_made, stop),
        cmocka_unit_test_teardown(test_create, stop),
        cmocka_unit_test_teardown(test_at_table, stop),
        cmocka_unit_test_teardown(test_watch, stop),
        cmocka_unit_test_teardown(test_hint, stop),
        cmocka_unit_test_teardown(test_coach, stop),
        cmocka_unit_test_teardown(test_quarantine, stop),
        cmocka_unit_test_teardown(test_store_fails, stop),
        cmocka_unit_test_teardown(test_goodbye, stop),
        cmocka_unit_test_teardown(test_garbage, stop),
        cmocka_unit_test(test_do_read),
        cmocka_unit_test(test_do_read_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
