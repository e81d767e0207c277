/* test_hub_age.c: what is deleted because it is old, under clocks that are wrong; and what /healthz says of a store. */
#include "small.h"

enum { HOUR = 3600000, DAY = 24 * HOUR };
#define IN_1970 1000000LL
#define IN_2026 1800000000000LL
#define IN_2100 4102444800000LL

static struct hub_limits limits = {.keep = 30LL * DAY, .alone = 1};

/* The server is started again, on the same store, at this time. */
static void again(int64_t now)
{
    struct hub_port port = w.hub->port;
    pump();
    hub_free(w.hub);
    w.hub = w.hubs[0] = hub_new(&port, &limits);
    w.now = now;
}

/* It runs for so long, with a tick a minute. */
static void run(int64_t ms)
{
    for (int64_t until = w.now + ms; w.now < until; w.now += 60000) {
        hub_tick(w.hub, w.now);
        pump();
    }
}

static enum store_status asked(struct store_request *r)
{
    store_submit(w.store, r);
    struct store_request *got = store_collect(w.store);
    assert_ptr_equal(got, r);
    return r->status;
}

static void match(const char *id, int stage)
{
    struct store_request r = {.kind = STORE_MATCH_NEW};
    snprintf(r.match.id, sizeof r.match.id, "%s", id);
    r.match.seats = 2;
    r.match.stage = stage;
    r.match.listed = stage == IR_GATHERING;
    r.match.created = r.match.updated = w.now;
    assert_int_equal(asked(&r), STORE_OK);
}

static int there(const char *id)
{
    struct store_request r = {.kind = STORE_MATCH_LOAD};
    snprintf(r.match.id, sizeof r.match.id, "%s", id);
    int found = asked(&r) == STORE_OK;
    store_done(&r);
    return found;
}

static void get(const char *path)
{
    hub_request(w.hub,
                &(struct hub_http){
                    .request = 7, .method = "GET", .path = path, .query = "", .token = "", .body = "", .address = "127.0.0.1"},
                w.now);
    pump();
}

/* --keep counts days in which a server ran. */
static void test_keep(void **state)
{
    start(limits);
    w.now = IN_2026;
    match("over", IR_OVER_NOW);
    match("playing", IR_PLAYING);
    match("gathering", IR_GATHERING);
    run(29LL * DAY);
    assert_true(there("over") && there("gathering"));
    run(2LL * DAY);
    assert_false(there("over") || there("gathering"));
    assert_non_null(strstr(w.log, "purge: deleted 2 finished games and tables that never began"));
    run(100LL * DAY);
    assert_true(there("playing")); /* a game in progress waits for its players */
    limits.keep_unfinished = 60LL * DAY;
    again(w.now);
    run(2LL * HOUR);
    limits.keep_unfinished = 0;
    assert_false(there("playing"));
    assert_non_null(strstr(w.log, "purge: deleted 1 unfinished games"));
}

/* Starts at any time, in any order, and clocks that jump while it runs: nothing is deleted, and nothing is hidden. */
static void test_clocks(void **state)
{
    static const int64_t times[] = {IN_2026,         IN_2100, IN_1970, IN_2026 + DAY, IN_2100 + DAY, IN_2026 + 2LL * DAY,
                                    1577836800000LL, IN_2100, IN_1970};
    int n = sizeof times / sizeof *times;
    char id[IR_ID_MAX];
    start(limits);
    for (int i = 0; i < n; i++) {
        again(times[i]);
        run(HOUR);
        for (int stage = 0; stage < 3; stage++) {
            snprintf(id, sizeof id, "m%d%d", i, stage);
            match(id, stage);
        }
        run(i % 2 ? 2 * HOUR : HOUR / 2);
        get("/api/tables");
        snprintf(id, sizeof id, "\"m%d0\"", i);
        if (i % 2 == 0) /* it was made half an hour ago, whatever the clocks say */
            assert_non_null(strstr(w.reply.body, id));
        if (i + 1 < n && times[i + 1] > w.now) { /* the next step of the clock is made while it runs, first */
            w.now = times[i + 1];
            run(2 * HOUR);
        }
    }
    for (int i = 0; i < n; i++)
        for (int stage = 0; stage < 3; stage++) {
            snprintf(id, sizeof id, "m%d%d", i, stage);
            if (!there(id))
                fail_msg("match %s was deleted", id);
        }
    assert_null(strstr(w.log, "purge"));
}

/* A backup of long ago: its games are as old as they were when it was made. */
static void test_backup(void **state)
{
    start(limits);
    w.now = IN_2026;
    match("over", IR_OVER_NOW);
    run(20LL * DAY);
    again(IN_2026 + 1000LL * DAY);
    run(9LL * DAY);
    assert_true(there("over"));
    run(2LL * DAY);
    assert_false(there("over"));
}

/* Without an answer about its age from the store, nothing is old. */
static void test_unknown_age(void **state)
{
    start(limits);
    w.now = IN_2026;
    match("over", IR_OVER_NOW);
    run(HOUR);
    w.failing = 1;
    again(IN_2100);
    run(40LL * DAY);
    w.failing = 0;
    run(HOUR);
    assert_true(there("over"));
}

/* People who came once and never sat down are gone after thirty days, without any option; others stay. */
static void test_people(void **state)
{
    char token[3][65];
    limits.keep = 0;
    start(limits);
    limits.keep = 30LL * DAY;
    w.now = IN_2026;
    run(HOUR);
    for (uint64_t c = 1; c <= 3; c++) {
        hello(c);
        memcpy(token[c - 1], member(c, "token"), 65);
    }
    table(1, "");
    run(20LL * DAY);
    hub_connect(w.hub, 4, "127.0.0.1", w.now);
    say(4, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token[1]);
    heard(4, "\"type\":\"hello\"");
    run(40LL * DAY);
    for (uint64_t c = 5; c <= 7; c++) {
        hub_connect(w.hub, c, "127.0.0.1", w.now);
        say(c, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token[c - 5]);
        heard(c, c == 7 ? "\"type\":\"refused\"" : "\"type\":\"hello\"");
    }
}

static uint64_t store_answers(void)
{
    return w.hub->count.latency.n;
}

/* /healthz fails while nothing can be written, and however many ask, the store is asked now and then. */
static void test_health(void **state)
{
    limits.messages_per_second = 100000;
    start(limits);
    limits.messages_per_second = 0;
    get("/healthz");
    assert_int_equal(w.reply.status, 200);
    uint64_t before = store_answers();
    for (int i = 0; i < 1000; i++)
        get("/healthz");
    assert_int_equal(store_answers(), before);
    w.failing = 1;
    w.now += 2001;
    get("/healthz");
    assert_int_equal(w.reply.status, 503);
    assert_int_equal(store_answers(), before + 1);
    w.failing = 0;
    w.now += 2001;
    get("/healthz");
    assert_int_equal(w.reply.status, 200);
}

/* A store that fails is worth a few lines in the log, not one for each refused command. */
static void test_few_lines(void **state)
{
    char id[IR_ID_MAX];
    int lines = 0;
    start(limits);
    hello(1);
    memcpy(id, table(1, ""), IR_ID_MAX);
    w.failing = 1;
    for (int i = 0; i < 20; i++) {
        say(1, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%d,\"seq\":1,\"do\":\"stand\"}", id, i + 50);
        heard(1, "\"error\":\"store\"");
    }
    w.now += 10000;
    say(1, "{\"type\":\"do\",\"table\":\"%s\",\"id\":90,\"seq\":1,\"do\":\"stand\"}", id);
    for (const char *p = w.log; (p = strchr(p, '\n')) != NULL; p++)
        lines++;
    assert_true(lines >= 2 && lines <= 4);
    assert_non_null(strstr(w.log, "more lines like this were left out"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_keep, stop),      cmocka_unit_test_teardown(test_clocks, stop),
        cmocka_unit_test_teardown(test_backup, stop),    cmocka_unit_test_teardown(test_unknown_age, stop),
        cmocka_unit_test_teardown(test_people, stop),    cmocka_unit_test_teardown(test_health, stop),
        cmocka_unit_test_teardown(test_few_lines, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
