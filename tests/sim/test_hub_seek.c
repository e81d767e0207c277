/* test_hub_seek.c: people who look for somebody to play with, on one node and on two: each answer and refusal, who is too late,
 * who does not come, and what is left behind when a node dies in between. */
#include "small.h"

/* How many messages of this type a connection has had. */
static int count(uint64_t c, const char *type)
{
    char want[40];
    int n = 0;
    snprintf(want, sizeof want, "{\"type\":\"%s\"", type);
    for (int i = 0; i < w.conn[c].n; i++)
        n += !strncmp(w.conn[c].line[i], want, strlen(want));
    return n;
}

static void seek(uint64_t c, const char *pace)
{
    say(c, "{\"type\":\"seek\",\"id\":%d,\"game\":\"%s\",\"pace\":\"%s\"}", (int)c, ir_games[0]->name, pace);
    pass(100);
}

static char *paired(uint64_t c)
{
    heard(c, "\"type\":\"paired\"");
    return member(c, "table");
}

static uint64_t who(uint64_t c)
{
    return conn_find(w.hubs[c >= 64], c)->who;
}

static struct store_request *ask_store(struct store_request *r)
{
    store_submit(w.stores[0], r);
    store_collect(w.stores[0]);
    return r;
}

/* The match in the ticket of this person; NULL: they were not paired. */
static const char *ticket(uint64_t person)
{
    static struct store_request r;
    r = (struct store_request){.kind = STORE_UNSEEK, .who = person};
    memcpy(r.match.id, "nowhere", 8); /* changes nothing */
    ask_store(&r);
    return r.status == STORE_CONFLICT ? r.match.id : NULL;
}

static void test_refused(void **state)
{
    start((struct hub_limits){0});
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"seek\",\"id\":1,\"game\":\"%s\",\"pace\":\"calm\"}", ir_games[0]->name);
    heard(1, "\"error\":\"login\"");
    hello(2);
    static const char *const bad[] = {"\"game\":\"chess\",\"pace\":\"calm\"", "\"pace\":\"calm\"",
                                      "\"game\":7,\"pace\":\"calm\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(2, "{\"type\":\"seek\",\"id\":%d,%s}", 5 + (int)i, bad[i]);
        heard(2, "\"error\":\"option\"");
        heard(2, "\"id\":");
    }
    seek(2, "hasty");
    heard(2, "A pace is one of");
    w.failing = 1;
    seek(2, "calm");
    heard(2, "\"error\":\"store\"");
    assert_int_equal(w.hub->tickets.n, 0);
    w.failing = 0;
    seek(2, "calm");
    heard(2, "{\"type\":\"seeking\",\"id\":2,\"game\":\"");
    heard(2, "\",\"pace\":\"calm\"}");
    w.now += 2000;
    for (int i = 0; i < 5; i++) /* a flood */
        say(2, "{\"type\":\"seek\",\"id\":9,\"game\":\"%s\",\"pace\":\"calm\"}", ir_games[0]->name);
    heard(2, "\"error\":\"rate\"");
    assert_int_equal(w.hub->tickets.n, 1);
    w.now += 1000; /* as the sentence says */
    say(2, "{\"type\":\"seek\",\"id\":9,\"game\":\"%s\",\"pace\":\"calm\"}", ir_games[0]->name);
    heard(2, "\"type\":\"seeking\"");
    for (int i = 0; i < 5; i++) { /* who cannot wait loses nothing by it */
        say(2, "{\"type\":\"seek\",\"id\":9,\"game\":\"%s\",\"pace\":\"calm\"}", ir_games[0]->name);
        heard(2, i < 4 ? "\"error\":\"rate\"" : "\"type\":\"seeking\"");
        w.now += 250;
    }
    w.now += 5000;
    hub_goodbye(w.hub, w.now);
    say(2, "{\"type\":\"seek\",\"id\":9,\"game\":\"%s\",\"pace\":\"calm\"}", ir_games[0]->name);
    heard(2, "\"error\":\"store\"");
}

/* Both learn of one table, sit there, and play. */
static void meet(uint64_t a, uint64_t b)
{
    char id[IR_ID_MAX];
    seek(a, "quick");
    heard(a, "\"type\":\"seeking\"");
    seek(b, "quick");
    pass(500);
    memcpy(id, paired(a), IR_ID_MAX);
    assert_string_equal(paired(b), id);
    heard(b, "\"with\":{\"name\":\"P1\"}");
    assert_int_equal(count(b, "seeking"), 1);
    assert_int_equal(w.hub->tickets.n, 0);
    uint64_t both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        say(both[i], "{\"type\":\"join\",\"table\":\"%s\"}", id);
        heard(both[i], "\"settings\":\"clock=move\"");
        heard(both[i], "\"you\":");
        heard(both[i], "\"host\":false");
        assert_string_equal(ticket(who(both[i])), id);
    }
    act(a, id, "ready 00000000000000000000000000000001");
    act(b, id, "ready 00000000000000000000000000000002");
    heard(b, "\"stage\":\"playing\"");
    pass(200);
    assert_null(ticket(who(a))); /* both are free for another game */
    assert_null(ticket(who(b)));
}

static void test_pair(void **state)
{
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    meet(1, 2);
    assert_int_equal(w.hub->count.paired.n, 2);
}

static void test_pair_nodes(void **state)
{
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(64);
    meet(1, 64);
}

static void test_clocks(void **state) /* of nodes that differ by more than a pairing is good for, in both directions */
{
    for (int k = 0; k < 2; k++) {
        start_nodes(2, (struct hub_limits){0});
        w.ahead = 60000;
        hello(1);
        hello(64);
        seek(k ? 64 : 1, "calm");
        pass(3000);
        seek(k ? 1 : 64, "calm");
        pass(25000); /* the one whose clock is ahead takes the other's ticket for an old one; not the other way round */
        assert_int_equal(count(1, "paired"), 1);
        assert_int_equal(count(64, "paired"), 1);
        if (!k)
            stop(state);
    }
}

static void test_apart(void **state) /* another pace, another game, a block */
{
    start((struct hub_limits){0});
    for (uint64_t c = 1; c <= 4; c++)
        hello(c);
    seek(1, "calm");
    seek(2, "quick");
    pass(12000);
    assert_int_equal(w.hub->tickets.n, 2);
    ask_store(
        &(struct store_request){.kind = STORE_TIE_SET, .who = who(3), .other = who(1), .flags = IR_TIE_BLOCK, .time = w.now});
    seek(3, "calm");
    pass(12000);
    assert_int_equal(w.hub->tickets.n, 3);
    seek(4, "calm"); /* the one who waits longest is first */
    pass(200);
    assert_string_equal(paired(1), paired(4));
    assert_int_equal(count(3, "paired"), 0);
}

static void test_names(void **state) /* two who look alike can be told apart */
{
    start((struct hub_limits){0});
    for (uint64_t c = 1; c <= 2; c++) {
        hello(c);
        say(c, "{\"type\":\"name\",\"name\":\"%s\"}", c == 1 ? "Anna" : "anna");
        seek(c, "calm");
    }
    char id[IR_ID_MAX];
    memcpy(id, paired(1), IR_ID_MAX);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    const struct ir_table *t = &room_find(w.hub, id)->table;
    assert_int_equal(t->seat[1].name[4], ' ');
    assert_string_equal(t->seat[1].name + 4, " 2");
}

static void test_unseek(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    say(1, "{\"type\":\"unseek\",\"id\":4}"); /* nothing to end */
    heard(1, "{\"type\":\"seeking\",\"id\":4,\"game\":null}");
    seek(1, "calm");
    pass(2000);
    say(1, "{\"type\":\"unseek\",\"id\":5}");
    heard(1, "{\"type\":\"seeking\",\"id\":5,\"game\":null}");
    assert_null(ticket(who(1)));
    pass(2000);
    seek(2, "calm");
    pass(2000);
    assert_int_equal(count(2, "paired"), 0);
    seek(1, "calm");
    memcpy(id, paired(1), IR_ID_MAX);
    pass(2000);
    say(1, "{\"type\":\"unseek\",\"id\":6}"); /* too late */
    heard(1, "{\"type\":\"paired\",\"id\":6,");
    assert_string_equal(paired(1), id);
    pass(2000);
    for (int i = 0; i < 5; i++)
        say(1, "{\"type\":\"unseek\",\"id\":7}");
    heard(1, "\"error\":\"rate\"");
}

static void test_replaced(void **state) /* one ticket a person: the second window has it */
{
    char token[65];
    start_nodes(2, (struct hub_limits){0});
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"hello\",\"protocol\":1}");
    memcpy(token, member(1, "token"), 65);
    seek(1, "calm");
    for (uint64_t c = 2; c <= 64; c += 62) { /* on this node, on the other */
        hub_connect(w.hubs[c >= 64], c, "127.0.0.1", w.now);
        say(c, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
        seek(c, "quick");
        heard(c, "\"type\":\"seeking\",\"id\":");
        heard(c == 2 ? 1 : 2, "{\"type\":\"seeking\",\"game\":null}");
    }
    assert_int_equal(w.hubs[0]->tickets.n, 0);
    assert_int_equal(w.hubs[1]->tickets.n, 1);
    hello(3);
    seek(3, "calm");
    pass(11000);
    assert_int_equal(count(3, "paired"), 0);
    hello(4);
    seek(4, "quick");
    pass(500);
    assert_string_equal(paired(64), paired(4));
}

/* The search ends, or goes on, on another node while this one renews the ticket: no ticket of the past is left behind. */
static void test_elsewhere(void **state)
{
    char token[65];
    for (int goes_on = 0; goes_on < 2; goes_on++) {
        start_nodes(2, (struct hub_limits){0});
        hub_connect(w.hub, 1, "127.0.0.1", w.now);
        say(1, "{\"type\":\"hello\",\"protocol\":1}");
        memcpy(token, member(1, "token"), 65);
        hub_connect(w.hubs[1], 64, "127.0.0.1", w.now);
        say(64, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
        seek(1, "calm");
        w.late = 1;
        w.late_kind = STORE_SEEK;
        pass(11000);
        assert_non_null(w.held);
        if (goes_on)
            seek(64, "quick");
        else
            say(64, "{\"type\":\"unseek\",\"id\":5}");
        heard(64, "\"type\":\"seeking\",\"id\":");
        w.late = 0;
        store_submit(w.stores[0], w.held);
        pump();
        pass(200);
        assert_int_equal(w.hubs[0]->tickets.n, 0);
        hello(2);
        seek(2, "calm");
        pass(200);
        assert_int_equal(count(2, "paired"), 0);
        hello(3);
        seek(3, "quick");
        pass(200);
        assert_int_equal(count(3, "paired"), goes_on);
        if (!goes_on)
            stop(state);
    }
}

static void test_leaves(void **state) /* who is gone is not paired */
{
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    seek(1, "calm");
    hub_disconnect(w.hub, 1, w.now);
    pump();
    assert_int_equal(w.hub->tickets.n, 0);
    seek(2, "calm");
    pass(1000);
    assert_int_equal(count(2, "paired"), 0);
    /* a node that dies takes its tickets with it, after half a minute */
    struct store_request ghost = {
        .kind = STORE_SEEK, .who = who(2) ^ 1, .time = w.now, .until = w.now + 30000, .name = "Ghost"};
    char text[64];
    snprintf(text, sizeof text, "%s %d quick", ir_games[0]->name, ir_games[0]->rules_rev);
    ghost.text = text;
    ask_store(&ghost);
    pass(31000);
    seek(2, "quick");
    pass(1000);
    assert_int_equal(count(2, "paired"), 0);
}

/* Who was paired and says `seek` again: before the time is over, the same table; afterwards, or if the other has stood up or
 * something else is sought, somebody else. */
static void test_again(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    for (uint64_t c = 1; c <= 3; c++)
        hello(c);
    seek(1, "calm");
    seek(2, "calm");
    memcpy(id, paired(1), IR_ID_MAX);
    pass(5000);
    seek(1, "calm"); /* the answer was lost, perhaps */
    assert_string_equal(paired(1), id);
    pass(16000); /* too late now: they are taken away from there first */
    seek(1, "calm");
    heard(1, "\"type\":\"seeking\"");
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, "{\"kind\":\"open\"}");
    say(2, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    seek(3, "calm");
    pass(500);
    memcpy(id, paired(1), IR_ID_MAX);
    assert_string_equal(paired(3), id);
    /* the other one stands up: a `seek` finds somebody else at once */
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(1, id, "stand");
    heard(1, "\"ack\":");
    say(1, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    seek(1, "quick");
    heard(1, "\"type\":\"seeking\"");
    seek(3, "calm");
    heard(3, "\"type\":\"seeking\"");
    seek(2, "calm"); /* who is still at the first table, alone */
    pass(500);
    memcpy(id, paired(2), IR_ID_MAX);
    assert_string_equal(paired(3), id);
    seek(3, "quick"); /* something else */
    pass(500);
    memcpy(id, paired(1), IR_ID_MAX);
    assert_string_equal(paired(3), id);
}

/* The node that paired them dies before it has stored a row, or one of the two. Whoever finds the ticket does the rest. */
static void test_mended(void **state)
{
    start_nodes(2, (struct hub_limits){0});
    for (int rows = 0; rows < 2; rows++) {
        uint64_t a = 1 + (uint64_t)rows, b = 64 + (uint64_t)rows;
        hello(a);
        hello(b);
        seek(b, "calm");
        w.late = 1; /* appends of the first node wait */
        seek(a, "calm");
        for (int i = 0; i < rows; i++) {
            struct store_request *held = w.held;
            w.held = NULL;
            store_submit(w.stores[0], held);
            pump();
        }
        assert_non_null(w.held);
        assert_int_equal(count(a, "paired"), 0);
        pass(11000); /* the other one looks again */
        char id[IR_ID_MAX];
        memcpy(id, paired(b), IR_ID_MAX);
        say(b, "{\"type\":\"join\",\"table\":\"%s\"}", id);
        heard(b, "\"you\":");
        assert_null(strstr(last(b), "\"kind\":\"open\""));
        w.late = 0; /* it was only slow: its row is refused, and it looks again, too */
        store_submit(w.stores[0], w.held);
        w.held = NULL;
        pump();
        pass(1000);
        assert_string_equal(paired(a), id);
        pass(2000);
    }
}

/* Both leave while they are being paired: the one who waited, and the one who came. Their devices are told. */
static void test_pushed(void **state)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    w.hub->port.push = port_push;
    hello(1);
    hello(2);
    uint64_t a = who(1), b = who(2);
    seek(1, "calm");
    w.late = 1;
    seek(2, "calm");
    memcpy(id, ticket(a), IR_ID_MAX);
    hub_disconnect(w.hub, 1, w.now);
    pump();
    assert_int_equal(pushes_to(a, "paired", id), 1);
    hub_disconnect(w.hub, 2, w.now);
    while (w.held) {
        struct store_request *held = w.held;
        w.held = NULL;
        store_submit(w.stores[0], held);
        pump();
    }
    w.late = 0;
    pass(1000);
    assert_int_equal(pushes_to(b, "paired", id), 1);
    assert_int_equal(w.hub->tickets.n, 0);
    /* who is there is told there */
    hello(3);
    hello(4);
    seek(3, "calm");
    seek(4, "calm");
    assert_string_equal(paired(3), paired(4));
    assert_int_equal(w.n_pushed, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_refused, stop),    cmocka_unit_test_teardown(test_pair, stop),
        cmocka_unit_test_teardown(test_pair_nodes, stop), cmocka_unit_test_teardown(test_clocks, stop),
        cmocka_unit_test_teardown(test_apart, stop),      cmocka_unit_test_teardown(test_names, stop),
        cmocka_unit_test_teardown(test_unseek, stop),     cmocka_unit_test_teardown(test_replaced, stop),
        cmocka_unit_test_teardown(test_leaves, stop),     cmocka_unit_test_teardown(test_again, stop),
        cmocka_unit_test_teardown(test_mended, stop),     cmocka_unit_test_teardown(test_pushed, stop),
        cmocka_unit_test_teardown(test_elsewhere, stop),
    };
    return cmocka_run_group_tests_name("hub: seeking", tests, NULL, NULL);
}
