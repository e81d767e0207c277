/* test_migrate.c URL: a store of schema 2, which irori 17 wrote, is one of today after it was opened. Empties the database.
 * TAP. */
#include "cases.h"

#include <libpq-fe.h>
#include <sqlite3.h>

#include "store/sql.h"

enum { OLD = 2, ANNA = 11, BEN = 12 };

/* What irori 17 wrote: two people, a table that gathers, and a game in progress, whose last row has not been moved into place.
 */
static const char contents[] =
    "INSERT INTO irori_schema (version) VALUES (1), (2);"
    "INSERT INTO players (who, name, created) VALUES (11, 'Anna', 1000), (12, 'Ben', 1000);"
    "INSERT INTO matches (match, game, rules, options, settings, deck, seats, host, secret, created, updated, stage, listed, "
    "result)"
    " VALUES ('old1', 'nullgame', 1, '', 'clock=off', NULL, 2, 11, %s, 1000, 2000, 0, 1, ''),"
    " ('old2', 'nullgame', 1, '', '', 'a deck', 2, 12, %s, 1000, 3000, 1, 1, '');"
    "INSERT INTO seats (match, seat, who, name, updated) VALUES ('old1', 0, 11, 'Anna', 2000), ('old1', 1, 0, '', 2000),"
    " ('old2', 0, 11, 'Anna', 3000), ('old2', 1, 12, 'Ben', 3000);"
    "INSERT INTO tokens (hash, who, created, seen) VALUES (%s, 11, 1000, 5000);";
static const char row1[] = "@ sit 0 000000000000000b Anna\n", row2[] = "@ sit 1 000000000000000c Ben\n";

static void old_sqlite(const char *path)
{
    sqlite3 *db;
    char text[4096];
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    snprintf(text, sizeof text, "PRAGMA application_id = %d", SQLITE_APPLICATION);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, schema_versions, NULL, NULL, NULL), SQLITE_OK);
    for (int i = 1; i <= OLD; i++)
        assert_int_equal(sqlite3_exec(db, schema_migration(i, 0), NULL, NULL, NULL), SQLITE_OK);
    snprintf(text, sizeof text, contents, "zeroblob(32)", "zeroblob(32)", "zeroblob(32)");
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    snprintf(text, sizeof text,
             "INSERT INTO rows_kept SELECT number, 1, 0, 2500, 11, 5, '%s' FROM matches WHERE match = 'old2';"
             "INSERT INTO rows_fresh SELECT number, 2, 0, 2600, 12, 6, '%s' FROM matches WHERE match = 'old2'",
             row1, row2);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void run(PGconn *c, const char *text)
{
    PGresult *r = PQexec(c, text);
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("%s", PQerrorMessage(c));
    PQclear(r);
}

static void old_postgres(void)
{
    PGconn *c = PQconnectdb(url);
    char text[4096];
    const char *zeros = "decode(repeat('00', 32), 'hex')";
    run(c, "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    run(c, schema_versions);
    for (int i = 1; i <= OLD; i++)
        run(c, schema_migration(i, 1));
    snprintf(text, sizeof text, contents, zeros, zeros, zeros);
    run(c, text);
    snprintf(text, sizeof text, "INSERT INTO rows VALUES ('old2', 1, 0, 2500, 11, 5, '%s'), ('old2', 2, 0, 2600, 12, 6, '%s')",
             row1, row2);
    run(c, text);
    PQfinish(c);
}

static void listed(int stage, const char *id, const char *settings)
{
    struct store_request r = ask_kind(STORE_LISTED);
    r.match.stage = stage;
    OK(r);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.list[0].id, id);
    assert_string_equal(r.list[0].settings, settings);
    store_done(&r);
}

static void from_two(void **state)
{
    struct store_request r, load = ask_load("old2", 0);
    if (strncmp(url, "sqlite:", 7) == 0)
        old_sqlite(url + 7);
    else
        old_postgres();
    assert_int_equal(setup(NULL), 0);
    r = ask_kind(STORE_DEVICES);
    r.who = ANNA;
    OK(r);
    assert_true(r.n == 1 && r.items[0].mine == 1 && r.items[0].seen == 5000 && r.answer == 0);
    assert_string_equal(r.items[0].name, "");
    store_done(&r);
    listed(IR_GATHERING, "old1", "clock=off");
    listed(IR_PLAYING, "old2", "");
    OK(load);
    assert_true(load.match.host == BEN && load.match.maker == BEN && load.match.due == 0 && load.match.turn == 0);
    assert_string_equal(load.match.deck, "a deck");
    assert_string_equal(load.match.event, "");
    assert_int_equal(load.n, 2);
    store_done(&load);
    r = ask_kind(STORE_DUE);
    r.time = 10000;
    OK(r);
    assert_int_equal(r.n, 0);
    r = ask_kind(STORE_TIE_SET);
    r.who = ANNA;
    r.other = BEN;
    r.flags = IR_TIE_FRIEND;
    OK(r);
    r = ask_kind(STORE_PERSON_END);
    r.who = BEN;
    OK(r);
    assert_int_equal(r.n, 1);
    OK(load);
    assert_true(load.n == 2 && load.rows[0].who == ANNA && load.rows[1].who && load.rows[1].who != BEN);
    assert_true(load.match.host == load.rows[1].who && load.match.maker == load.rows[1].who);
    assert_string_equal(load.rows[0].text, row1);
    char sit[80];
    snprintf(sit, sizeof sit, "@ sit 1 %016llx " STORE_GONE "\n", (unsigned long long)load.rows[1].who);
    assert_string_equal(load.rows[1].text, sit);
    store_done(&load);
    teardown(NULL);
    assert_int_equal(setup(NULL), 0); /* once is enough */
    listed(IR_GATHERING, "old1", "clock=off");
    teardown(NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(from_two)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_migrate sqlite:PATH (not there yet) or postgres://... (which is emptied)\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
