/* test_plans.c URL: with 10,000 matches in it, a store answers as fast as with ten: every statement goes by an index. TAP. */
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
#include <sqlite3.h>

#include "ask.h"
#include "store/sql.h"

enum { MATCHES = 10000 };
static const char *url;
static struct asked a;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void collect(int n)
{
    while (n)
        for (struct store_request *r = asked_wait(&a, HANG * 1000); r; r = r->next, n--)
            assert_int_equal(r->status, STORE_OK);
}

static int setup(void **state)
{
    static struct store_request all[3 * MATCHES];
    char why[IR_WHY_MAX] = "", id[IR_ID_MAX];
    if (!asked_open(&a, url, why)) {
        print_error("%s\n", why);
        return -1;
    }
    for (int i = 0; i < MATCHES; i++) {
        snprintf(id, sizeof id, "m%07x", (unsigned)i * 2654435761u >> 4);
        all[i] = ask_match(id, 1000000 + i);
        all[i].match.listed = i % 5 == 0;
        all[i].match.stage = i % 3;
        all[i].match.who[0] = (uint64_t)(i % 4 ? i : 7); /* one person sat at every fourth of them */
        store_submit(a.store, &all[i]);
        all[MATCHES + i] = ask_append(id, 1, 0, "@ sit 0 7 Anna\n");
        store_submit(a.store, &all[MATCHES + i]);
        all[2 * MATCHES + i] = ask_kind(STORE_PLAYER_NEW);
        all[2 * MATCHES + i].who = ((uint64_t)1 << 40) + (uint64_t)i;
        snprintf((char *)all[2 * MATCHES + i].token_hash, STORE_HASH, "plans %d", i);
        store_submit(a.store, &all[2 * MATCHES + i]);
    }
    collect(3 * MATCHES);
    return 0;
}

static int teardown(void **state)
{
    asked_close(&a);
    return 0;
}

static double took(struct store_request r, int wanted)
{
    double best = 1e9;
    for (int i = 0; i < 7; i++) {
        struct store_request again = r;
        double start = now_ms();
        assert_int_equal(ask(&a, &again), STORE_OK);
        best = now_ms() - start < best ? now_ms() - start : best;
        assert_int_equal(again.n, wanted);
        store_done(&again);
    }
    return best;
}

static void quick(void **state)
{
    struct store_request listed = ask_kind(STORE_LISTED), mine = ask_kind(STORE_MINE), none = ask_kind(STORE_MINE);
    mine.who = 7;
    none.who = 123456789;
    double l = took(listed, STORE_LIST_MAX), m = took(mine, STORE_LIST_MAX), n = took(none, 0);
    double load = took(ask_load("m0000000", 0), 1);
    printf("# %d matches: listed %.2f ms, mine %.2f ms, none of mine %.2f ms, load %.2f ms\n", MATCHES, l, m, n, load);
}

/* Whole tables that may be read: they hold next to nothing. */
static int small(const char *line)
{
    static const char *const name[] = {"doomed",    "leaving",      "ending",   "irori_schema", "codes",  "seeks", "reports",
                                       "owner_log", "CONSTANT ROW", "SCAN c\n", "SCAN d",       "SCAN l", "SCAN v"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strstr(line, name[i]))
            return 1;
    return 0;
}

/* Where a whole table seems to be read, it is what a limit left, a handful of rows that were found by an index, or a table of
 * at most a thousand. */
static int limited(int sql, const char *line)
{
    static const struct {
        int sql;
        const char *line;
    } all[] = {{SQL_LISTED, "SCAN m\n"},      {SQL_DUE, "SCAN m\n"},
               {SQL_LEAVE, "SCAN t\n"},       {SQL_END_FIND, "SCAN x\n"},
               {SQL_TIES, "SCAN a\n"},        {SQL_TIES, "SCAN x\n"},
               {SQL_INVITES, "SCAN i\n"},     {SQL_REPORT_CUT, "SCAN k\n"},
               {SQL_LOG_CUT, "SCAN k\n"},     {SQL_REPORTS, "SCAN r\n"},
               {SQL_BANS, "SCAN b\n"},        {SQL_PEOPLE, "SCAN t USING INDEX tokens_seen\n"},
               {SQL_PLAYED, "SCAN m\n"},      {SQL_PLAYED, "SCAN matches USING INDEX matches_count\n"},
               {SQL_COUNT_PLAYED, "SCAN g\n"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].sql == sql && strcmp(all[i].line, line) == 0)
            return 1;
    return 0;
}

static void plans_sqlite(void)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(url + strlen("sqlite:"), &db), SQLITE_OK);
    int looked = 0, bad = 0;
    for (int i = 0; i < SQL_SHARED; i++) {
        char text[4096];
        sqlite3_stmt *s;
        snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s",
                 sql_statement[i].sqlite ? sql_statement[i].sqlite : sql_statement[i].text);
        assert_int_equal(sqlite3_prepare_v2(db, text, -1, &s, NULL), SQLITE_OK);
        for (; sqlite3_step(s) == SQLITE_ROW; looked++) {
            char line[400];
            snprintf(line, sizeof line, "%s\n", sqlite3_column_text(s, 3));
            if (strncmp(line, "SCAN", 4) == 0 && !small(line) && !limited(i, line)) {
                print_error("%s -> %s", sql_statement[i].text, line);
                bad++;
            }
        }
        /* what the parameters mean depends on their order */
        for (int k = 1; sql_statement[i].types[k - 1]; k++) {
            snprintf(text, sizeof text, "%s%d", sql_statement[i].sqlite ? "?" : "$", k);
            assert_string_equal(sqlite3_bind_parameter_name(s, k), text);
        }
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
    assert_true(looked > 20);
    assert_int_equal(bad, 0);
}

static void plans_postgres(void)
{
    PGconn *c = PQconnectdb(url);
    PQclear(PQexec(c, "ANALYZE"));
    PQclear(PQexec(c, "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off"));
    int looked = 0, bad = 0;
    for (int i = 0; i < SQL_N; i++) {
        char text[4096] = "", values[400] = "";
        size_t at = (size_t)snprintf(text, sizeof text, "PREPARE x%d", i), v = 0;
        for (const char *t = sql_statement[i].types; *t; t++) {
            int first = t == sql_statement[i].types;
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", first ? "(" : ",",
                                   *t == 'i'   ? "bigint"
                                   : *t == 't' ? "text"
                                               : "bytea");
            v += (size_t)snprintf(values + v, sizeof values - v, "%s%s", first ? "(" : ",", *t == 'i' ? "1" : "'x'");
        }
        snprintf(text + at, sizeof text - at, "%s AS %s", v ? ")" : "", sql_statement[i].text);
        PGresult *r = PQexec(c, text);
        assert_int_equal(PQresultStatus(r), PGRES_COMMAND_OK);
        PQclear(r);
        snprintf(text, sizeof text, "EXPLAIN EXECUTE x%d%s%s", i, values, v ? ")" : "");
        r = PQexec(c, text);
        assert_int_equal(PQresultStatus(r), PGRES_TUPLES_OK);
        for (int line = 0; line < PQntuples(r); line++, looked++)
            if (strstr(PQgetvalue(r, line, 0), "Seq Scan") && !small(PQgetvalue(r, line, 0))) {
                print_error("%s -> %s\n", sql_statement[i].text, PQgetvalue(r, line, 0));
                bad++;
            }
        PQclear(r);
    }
    PQfinish(c);
    assert_true(looked > 20);
    assert_int_equal(bad, 0);
}

static void indexes(void **state)
{
    if (strncmp(url, "sqlite:", 7) == 0)
        plans_sqlite();
    else
        plans_postgres();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quick), cmocka_unit_test(indexes)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_plans sqlite:PATH or postgres://... (of an empty store)\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, setup, teardown);
}
