/* test_nodes.c URL: two nodes on one store: numbers arbitrate, notices arrive, locks exclude. TAP. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "ask.h"
#include "store/backend.h"

static const char *url;
static struct asked a, b;

static void answers(int wanted, struct asked *who, struct store_request r, int line)
{
    int got = ask(who, &r);
    if (got != wanted)
        fail_msg("line %d: status %d instead of %d: %s", line, got, wanted, r.why);
    store_done(&r);
}
#define ANSWERS(wanted, who, r) answers(wanted, who, r, __LINE__)

static int setup(void **state)
{
    char why[IR_WHY_MAX] = "";
    int ok = asked_open(&a, url, why) && asked_open(&b, url, why);
    if (!ok)
        print_error("%s\n", why);
    return ok ? 0 : -1;
}

static int teardown(void **state)
{
    asked_close(&a);
    asked_close(&b);
    return 0;
}

/* Submits n requests to each node at once; every pair must come to the wanted number of STORE_OK, the rest STORE_CONFLICT. */
static void race(struct store_request *of_a, struct store_request *of_b, int n, int other)
{
    for (int i = 0; i < n; i++) {
        store_submit(a.store, &of_a[i]);
        store_submit(b.store, &of_b[i]);
    }
    int left = 2 * n;
    for (int tries = 0; left && tries < HANG * 10; tries++)
        for (int k = 0; k < 2; k++)
            for (struct store_request *r = asked_wait(k ? &b : &a, 50); r; r = r->next)
                left--;
    assert_int_equal(left, 0);
    for (int i = 0; i < n; i++) {
        int won = (of_a[i].status == STORE_OK) + (of_b[i].status == STORE_OK);
        int lost = ((int)of_a[i].status == other) + ((int)of_b[i].status == other);
        if (won != 1 || lost != 1)
            fail_msg("%d: %d and %d: %s%s", i, (int)of_a[i].status, (int)of_b[i].status, of_a[i].why, of_b[i].why);
    }
}

enum { N = 300 };
static struct store_request of_a[N], of_b[N];

static void one_row_wins(void **state)
{
    ANSWERS(STORE_OK, &a, ask_match("race", 1));
    ANSWERS(STORE_CONFLICT, &b, ask_match("race", 1));
    for (int i = 0; i < N; i++) {
        of_a[i] = ask_append("race", i + 1, 0, "by a\n");
        of_b[i] = ask_append("race", i + 1, 0, "by b\n");
    }
    race(of_a, of_b, N, STORE_CONFLICT);
    struct store_request load = ask_load("race", 0);
    assert_int_equal(ask(&b, &load), STORE_OK);
    assert_int_equal(load.n, N);
    for (int i = 0; i < N; i++)
        assert_string_equal(load.rows[i].text, of_a[i].status == STORE_OK ? "by a\n" : "by b\n");
    store_done(&load);
}

/* Two nodes that meet in many matches, each in an order of its own, do not wait for each other in a circle. */
static void no_circle(void **state)
{
    char id[IR_ID_MAX];
    for (int i = 0; i < N; i++) {
        snprintf(id, sizeof id, "circle%d", i);
        ANSWERS(STORE_OK, &a, ask_match(id, 1));
    }
    for (int round = 1; round <= 20; round++) {
        for (int i = 0; i < N; i++) {
            snprintf(id, sizeof id, "circle%d", i);
            of_a[i] = ask_append(id, round, 0, "by a\n");
            snprintf(id, sizeof id, "circle%d", N - 1 - i);
            of_b[i] = ask_append(id, round, 0, "by b\n");
        }
        for (int i = 0; i < N; i++) {
            store_submit(a.store, &of_a[i]);
            store_submit(b.store, &of_b[i]);
        }
        int left = 2 * N;
        for (int tries = 0; left && tries < HANG * 10; tries++)
            for (int k = 0; k < 2; k++)
                for (struct store_request *r = asked_wait(k ? &b : &a, 50); r; r = r->next) {
                    assert_true(r->status == STORE_OK || r->status == STORE_CONFLICT);
                    left--;
                }
        assert_int_equal(left, 0);
    }
}

static void code_once(void **state)
{
    static struct store_request x[30], y[30];
    for (int i = 0; i < 30; i++) {
        struct store_request r = ask_kind(STORE_PLAYER_NEW);
        r.who = 1000 + (uint64_t)i;
        memset(r.token_hash, 0x10 + i, STORE_HASH);
        r.token_hash[0] = 0xff; /* other people than those of test_store */
        ANSWERS(STORE_OK, &a, r);
        r.kind = STORE_CODE_NEW;
        r.time = 5000;
        memset(r.token_hash + 1, 0x40 + i, STORE_HASH - 1);
        ANSWERS(STORE_OK, &b, r);
        r.kind = STORE_CODE_USE;
        x[i] = y[i] = r;
        memset(x[i].hash2, 0x60 + i, STORE_HASH);
        memset(y[i].hash2, 0xa0 + i, STORE_HASH);
    }
    race(x, y, 30, STORE_NOT_FOUND);
}

static void pause_10ms(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static int noticed(const struct asked *who, int n)
{
    for (int i = 0; i < HANG * 100 && who->notices < n; i++)
        pause_10ms();
    return who->notices;
}

static void notices(void **state)
{
    ANSWERS(STORE_OK, &a, ask_match("seen", 1));
    ANSWERS(STORE_OK, &a, ask_match("unseen", 1));
    a.notices = b.notices = 0;
    store_watch(a.store, "seen", 1);
    store_watch(b.store, "seen", 1);
    ANSWERS(STORE_OK, &a, ask_append("unseen", 4, 0, "x\n"));
    ANSWERS(STORE_OK, &a, ask_append("seen", 5, 0, "x\n"));
    assert_int_equal(noticed(&b, 1), 1);
    assert_string_equal(b.notice_match, "seen");
    assert_true(b.notice_seq == 5);
    assert_string_equal(b.notice_text, "0 1005 18446744073709551610 35 x\n"); /* all of the row */
    struct store_request loser = ask_append("seen", 5, 0, "y\n"), quiet = ask_append("seen", 9, 0, "x\n");
    quiet.quiet = 1;
    ANSWERS(STORE_CONFLICT, &a, loser); /* a row that is not there is not told */
    ANSWERS(STORE_OK, &a, quiet);
    ANSWERS(STORE_OK, &a, ask_append("seen", 10, 0, "z\n"));
    assert_int_equal(noticed(&b, 2), 2);
    assert_true(b.notice_seq == 10);
    store_watch(b.store, "seen", 0);
    ANSWERS(STORE_OK, &a, ask_append("seen", 6, 0, "x\n"));
    store_watch(b.store, "seen", 1);
    ANSWERS(STORE_OK, &a, ask_append("seen", 7, 0, "x\n"));
    for (int i = 0; i < HANG * 100 && b.notice_seq != 7; i++)
        pause_10ms();
    assert_true(b.notice_seq == 7 && b.notices <= 4); /* the sixth may have come late */
    assert_int_equal(a.notices, 0);                   /* one's own rows are no news */
}

/* A word for the other nodes, without a row. */
static void words(void **state)
{
    struct store_request r = ask_load("told", 0);
    ANSWERS(STORE_OK, &a, ask_match("told", 1));
    store_watch(b.store, "told", 1);
    a.notices = b.notices = 0;
    r.kind = STORE_NOTIFY;
    r.row.seq = INT64_MIN;
    ANSWERS(STORE_OK, &a, r);
    assert_int_equal(noticed(&b, 1), 1);
    assert_string_equal(b.notice_match, "told");
    assert_true(b.notice_seq == INT64_MIN);
    assert_int_equal(a.notices, 0);
}

/* Hundreds of rows in one commit: every match is told of. */
static void many_notices(void **state)
{
    char id[IR_ID_MAX];
    b.notices = 0;
    for (int i = 0; i < N; i++) {
        snprintf(id, sizeof id, "alongernameofmatch%d", i);
        ANSWERS(STORE_OK, &a, ask_match(id, 1));
        store_watch(b.store, id, 1);
        of_a[i] = ask_append(id, ((int64_t)1 << 60) + i, 0, "x\n");
    }
    b.notices = 0;
    for (int i = 0; i < N; i++)
        store_submit(a.store, &of_a[i]);
    for (int left = N; left;)
        for (struct store_request *r = asked_wait(&a, 1000); r; r = r->next)
            left--;
    assert_int_equal(noticed(&b, N), N);
}

static struct store_request lock(enum store_kind kind, const char *id)
{
    struct store_request r = ask_load(id, 0);
    r.kind = kind;
    return r;
}

static void locks(void **state)
{
    ANSWERS(STORE_OK, &a, ask_match("locked", 1));
    ANSWERS(STORE_OK, &a, lock(STORE_LOCK, "locked"));
    ANSWERS(STORE_OK, &a, lock(STORE_LOCK, "locked"));
    ANSWERS(STORE_CONFLICT, &b, lock(STORE_LOCK, "locked"));
    ANSWERS(STORE_OK, &b, lock(STORE_UNLOCK, "locked")); /* not theirs: nothing happens */
    ANSWERS(STORE_CONFLICT, &b, lock(STORE_LOCK, "locked"));
    ANSWERS(STORE_OK, &a, lock(STORE_UNLOCK, "locked")); /* once is enough */
    ANSWERS(STORE_OK, &b, lock(STORE_LOCK, "locked"));
    /* several at once, in one transaction perhaps */
    struct store_request r[4] = {lock(STORE_LOCK, "locked"), lock(STORE_LOCK, "locked"), lock(STORE_UNLOCK, "locked"),
                                 lock(STORE_LOCK, "locked")};
    for (int i = 0; i < 4; i++)
        store_submit(a.store, &r[i]);
    for (int left = 4; left;)
        for (struct store_request *done = asked_wait(&a, 1000); done; done = done->next)
            left--;
    assert_true(r[0].status == STORE_CONFLICT && r[1].status == STORE_CONFLICT && r[3].status == STORE_CONFLICT);
    asked_close(&b); /* and what a node held is free when it ends */
    char why[IR_WHY_MAX];
    assert_true(asked_open(&b, url, why));
    for (int i = 0; i < HANG * 100; i++) {
        struct store_request again = lock(STORE_LOCK, "locked");
        if (ask(&a, &again) == STORE_OK)
            return;
        pause_10ms();
    }
    fail_msg("the lock of a node that ended is not freed");
}

/* A request that the database refuses does not spoil it for those that share its transaction. */
static void bad_neighbour(void **state)
{
    ANSWERS(STORE_OK, &a, ask_match("neighbour", 1));
    for (int i = 0; i < 20; i++) {
        of_a[i] = ask_append("neighbour", i + 1, 0, i == 10 ? "not \xff UTF-8\n" : "fine\n");
        store_submit(a.store, &of_a[i]);
    }
    for (int left = 20; left;)
        for (struct store_request *r = asked_wait(&a, 1000); r; r = r->next)
            left--;
    for (int i = 0; i < 20; i++)
        assert_int_equal(of_a[i].status, i == 10 ? STORE_FAILED : STORE_OK);
    assert_non_null(strstr(of_a[10].why, "UTF8"));
}

/* The connection of an idle node is cut: it comes back by itself, says that it may have missed something, and has no locks. */
static void cut_off(void **state)
{
    ANSWERS(STORE_OK, &a, ask_match("cut", 1));
    ANSWERS(STORE_OK, &b, lock(STORE_LOCK, "cut"));
    store_watch(b.store, "cut", 1);
    b.notices = 0;
    PGconn *c = PQconnectdb(url);
    PQclear(PQexec(c, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'irori'"));
    PQfinish(c);
    assert_true(noticed(&b, 1) >= 1);
    assert_true(b.notice_seq == 0);
    for (int i = 0; i < HANG * 100; i++) {
        struct store_request r = lock(STORE_LOCK, "cut");
        if (ask(&a, &r) == STORE_OK)
            break;
        pause_10ms();
    }
    ANSWERS(STORE_CONFLICT, &b, lock(STORE_LOCK, "cut"));
    ANSWERS(STORE_OK, &b, ask_append("cut", 1, 0, "and it works again\n"));
}

/* All of the above without a deadlock that PostgreSQL had to break. */
static void no_deadlock(void **state)
{
    PGconn *c = PQconnectdb(url);
    PGresult *r = PQexec(c, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    assert_int_equal(PQntuples(r), 1);
    assert_string_equal(PQgetvalue(r, 0, 0), "0");
    PQclear(r);
    PQfinish(c);
}

/* The set of ids against a plain list of which are in. */
static void idsets(void **state)
{
    struct idset s = {0};
    struct ir_rng rng = {{1, 2, 3, 4}};
    static uint8_t in[400];
    char id[IR_ID_MAX];
    size_t n = 0;
    for (int i = 0; i < 200000; i++) {
        uint32_t k = ir_rng_below(&rng, i < 100000 ? 400 : 40);
        snprintf(id, sizeof id, "m%u", k);
        assert_int_equal(idset_has(&s, id), in[k]);
        if (ir_rng_below(&rng, 2)) {
            assert_int_equal(idset_add(&s, id), !in[k]);
            n += !in[k];
            in[k] = 1;
        } else {
            assert_int_equal(idset_remove(&s, id), in[k]);
            n -= in[k];
            in[k] = 0;
        }
        assert_int_equal(s.map.n, n);
    }
    assert_int_equal(idset_add(&s, "thisidhastoomanylettersinit"), 0);
    idset_free(&s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test(one_row_wins), cmocka_unit_test(no_circle),    cmocka_unit_test(code_once), cmocka_unit_test(notices),
        cmocka_unit_test(words),        cmocka_unit_test(many_notices), cmocka_unit_test(locks),     cmocka_unit_test(idsets),
    };
    const struct CMUnitTest postgres[] = {cmocka_unit_test(bad_neighbour), cmocka_unit_test(cut_off),
                                          cmocka_unit_test(no_deadlock)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_nodes URL (of an empty store)\n");
        return 2;
    }
    url = argv[1];
    int failed = cmocka_run_group_tests(both, setup, teardown);
    if (strncmp(url, "postgres", 8) == 0)
        failed += cmocka_run_group_tests(postgres, setup, teardown);
    return failed != 0;
}
