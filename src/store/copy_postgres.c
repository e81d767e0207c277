/* copy_postgres.c: a PostgreSQL database as the source or the target of a copy. A source is read by cursors in one transaction
 * that sees the database as it was when it began. A target is written by COPY in PostgreSQL's binary form. */
#include "copy_end.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { OID_INT8 = 20, FETCH = 2000, BUFFER = 1 << 16 };

struct end {
    PGconn *conn;
    uint8_t *buffer; /* of what is sent by COPY */
    size_t used, size;
};

/* The first line of PostgreSQL's message, which names no password. */
static int fail(struct copy_end *e, const char *message)
{
    for (const char *at; (at = strstr(message, "failed: ")) != NULL;)
        message = at + strlen("failed: ");
    snprintf(e->why, IR_WHY_MAX, "%.110s: %.*s.", e->place,
             (int)strcspn(message, "\n") < 180 ? (int)strcspn(message, "\n") : 180, message);
    return 0;
}

static int fail_result(struct copy_end *e, const PGresult *r)
{
    struct end *p = e->impl;
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE), *m = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    if (state && strcmp(state, "42P07") == 0)
        snprintf(e->why, IR_WHY_MAX, "%.110s has tables of another program in it (%.100s): give Irori a database of its own.",
                 e->place, m ? m : "");
    else if (state && strcmp(state, "55P03") == 0)
        snprintf(e->why, IR_WHY_MAX, "%.110s is being written by a server: stop it, then copy.", e->place);
    else
        fail(e, m ? m : PQerrorMessage(p->conn));
    return 0;
}

static PGresult *query(struct copy_end *e, const char *text, ExecStatusType wanted, int binary)
{
    struct end *p = e->impl;
    PGresult *r = PQexecParams(p->conn, text, 0, NULL, NULL, NULL, NULL, binary);
    if (PQresultStatus(r) == wanted)
        return r;
    fail_result(e, r);
    PQclear(r);
    return NULL;
}

static int run(struct copy_end *e, const char *text)
{
    PGresult *r = query(e, text, PGRES_COMMAND_OK, 0);
    PQclear(r);
    return r != NULL;
}

static int number(struct copy_end *e, const char *text, int *n)
{
    PGresult *r = query(e, text, PGRES_TUPLES_OK, 0);
    if (r)
        *n = PQntuples(r) ? (int)strtol(PQgetvalue(r, 0, 0), NULL, 10) : 0;
    PQclear(r);
    return r != NULL;
}

/* A script of several statements. */
static int script(struct copy_end *e, const char *text)
{
    struct end *p = e->impl;
    PGresult *r = PQexec(p->conn, text);
    int ok = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK || fail_result(e, r);
    PQclear(r);
    return ok;
}

static void silent(void *arg, const PGresult *result)
{
}

static int open_end(struct copy_end *e, const char *where, const struct copy_end *source)
{
    static const char *const key[] = {"connect_timeout", "target_session_attrs", "fallback_application_name",
                                      "dbname",          "client_encoding",      NULL};
    const char *const value[] = {"10", source ? "read-write" : "any", "irori store", where, "UTF8", NULL};
    struct end *p = calloc(1, sizeof *p);
    int nodes = 0;
    const char *encoding;
    if (!(e->impl = p) || !(p->buffer = malloc(p->size = BUFFER))) {
        snprintf(e->why, IR_WHY_MAX, "There is not enough memory.");
        return 0;
    }
    if (!postgres_place(where, e->place, sizeof e->place)) {
        snprintf(e->why, IR_WHY_MAX,
                 "The URL of the database cannot be read. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %%40 for an "
                 "@ in the password.");
        return 0;
    }
    p->conn = PQconnectdbParams(key, value, 1);
    if (PQstatus(p->conn) != CONNECTION_OK)
        return fail(e, PQerrorMessage(p->conn));
    PQsetNoticeReceiver(p->conn, silent, NULL);
    if (!(encoding = PQparameterStatus(p->conn, "server_encoding")) || strcmp(encoding, "UTF8") != 0)
        return fail(e, "Irori needs a database in UTF8: CREATE DATABASE ... ENCODING 'UTF8'");
    if (!number(e,
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'irori'"
                " AND pid <> pg_backend_pid()",
                &nodes))
        return 0;
    e->used = nodes > 0;
    return script(e, source ? "SET lock_timeout = 5000; SET synchronous_commit = on; BEGIN ISOLATION LEVEL READ COMMITTED;"
                              "SELECT pg_advisory_xact_lock(7597694021)"
                            : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

static int version(struct copy_end *e, int *out)
{
    int there = 0;
    *out = 0;
    return number(e, "SELECT CASE WHEN to_regclass('irori_schema') IS NULL THEN 0 ELSE 1 END", &there) &&
           (!there || number(e, "SELECT COALESCE(max(version), 0) FROM irori_schema", out));
}

static int make(struct copy_end *e, int last)
{
    char text[120];
    int ok = script(e, schema_versions);
    for (int i = 0; i < last && ok; i++) {
        snprintf(text, sizeof text, "INSERT INTO irori_schema (version) VALUES (%d)", i + 1);
        ok = script(e, schema_migration(i + 1, 1)) && run(e, text);
    }
    return ok;
}

static int lock(struct copy_end *e, const char *list)
{
    char text[1000];
    snprintf(text, sizeof text, "LOCK TABLE %s IN EXCLUSIVE MODE", list);
    return run(e, text);
}

static int clear(struct copy_end *e, const char *table)
{
    char text[80];
    snprintf(text, sizeof text, "DELETE FROM %s", table);
    return run(e, text);
}

static int check(struct copy_end *e)
{
    return 1; /* PostgreSQL has checksums and tools of its own */
}

static void row_read(const struct copy_table *t, const PGresult *r, int row, struct sql_value *v)
{
    for (int i = 0; i < t->n; i++) {
        const char *p = PQgetvalue(r, row, i);
        if (PQgetisnull(r, row, i))
            continue;
        v[i] = (struct sql_value){.type = t->column[i].type, .p = p, .n = (size_t)PQgetlength(r, row, i)};
        if (PQftype(r, i) == OID_INT8) {
            uint64_t n = 0;
            for (int b = 0; b < 8; b++)
                n = n << 8 | (uint8_t)p[b];
            v[i] = (struct sql_value){.type = 'i', .i = (int64_t)n};
        }
    }
}

/* Rows without a match are left out, as in SQLite's view. The order is good for a target in SQLite. */
static int read_table(struct copy_end *e, const struct copy_table *t, const char *match,
                      int (*row)(void *, const struct sql_value *), void *arg)
{
    struct end *p = e->impl;
    char columns[40 * SQL_COLUMNS], text[sizeof columns + 300], only[100] = "";
    int log = strcmp(t->name, "rows") == 0, got = FETCH, taken = 1;
    char *id = match ? PQescapeLiteral(p->conn, match, strlen(match)) : NULL;
    if (match && !id)
        return fail(e, PQerrorMessage(p->conn));
    if (match)
        snprintf(only, sizeof only, " WHERE match = %s", id);
    PQfreemem(id);
    snprintf(text, sizeof text, "DECLARE c NO SCROLL CURSOR FOR SELECT %s FROM %s t%s%s",
             copy_columns(t, "t.", columns, sizeof columns), t->name,
             match ? only
             : log ? " WHERE EXISTS (SELECT 1 FROM matches m WHERE m.match = t.match)"
                   : "",
             log                               ? " ORDER BY match, seq, sub"
             : strcmp(t->name, "matches") == 0 ? " ORDER BY created, match"
                                               : "");
    if (!run(e, text))
        return 0;
    snprintf(text, sizeof text, "FETCH %d FROM c", FETCH);
    while (got == FETCH && taken) {
        PGresult *r = query(e, text, PGRES_TUPLES_OK, 1);
        if (!r)
            return 0;
        got = PQntuples(r);
        for (int i = 0; i < got && taken; i++) {
            struct sql_value v[SQL_COLUMNS] = {{0}};
            row_read(t, r, i, v);
            taken = row(arg, v);
        }
        PQclear(r);
    }
    return taken && run(e, "CLOSE c");
}

static int flush(struct copy_end *e)
{
    struct end *p = e->impl;
    int ok = !p->used || PQputCopyData(p->conn, (char *)p->buffer, (int)p->used) == 1;
    p->used = 0;
    return ok ? 1 : fail(e, PQerrorMessage(p->conn));
}

static int bytes_put(struct copy_end *e, const void *bytes, size_t n)
{
    struct end *p = e->impl;
    if (p->used + n > p->size && !flush(e))
        return 0;
    if (n > p->size)
        return PQputCopyData(p->conn, bytes, (int)n) == 1 ? 1 : fail(e, PQerrorMessage(p->conn));
    memcpy(p->buffer + p->used, bytes, n);
    p->used += n;
    return 1;
}

static int number_put(struct copy_end *e, uint64_t n, int size)
{
    uint8_t b[8];
    for (int i = 0; i < size; i++)
        b[i] = (uint8_t)(n >> 8 * (size - 1 - i));
    return bytes_put(e, b, (size_t)size);
}

static int put(struct copy_end *e, const struct copy_table *t)
{
    static const char head[19] = "PGCOPY\n\377\r\n\0"; /* the signature, then no flags and no extension */
    char columns[40 * SQL_COLUMNS], text[sizeof columns + 100];
    if (strcmp(t->name, "clock") == 0 && !run(e, "DELETE FROM clock"))
        return 0;
    snprintf(text, sizeof text, "COPY %s (%s) FROM STDIN (FORMAT binary)", t->name,
             copy_columns(t, "", columns, sizeof columns));
    PGresult *r = query(e, text, PGRES_COPY_IN, 0);
    PQclear(r);
    return r && bytes_put(e, head, sizeof head);
}

static int put_row(struct copy_end *e, const struct copy_table *t, const struct sql_value *v)
{
    int ok = number_put(e, (uint64_t)t->n, 2);
    for (int i = 0; i < t->n && ok; i++) {
        if (!v[i].type)
            ok = number_put(e, UINT32_MAX, 4);
        else if (v[i].type == 'i')
            ok = number_put(e, 8, 4) && number_put(e, (uint64_t)v[i].i, 8);
        else
            ok = number_put(e, v[i].n, 4) && bytes_put(e, v[i].p, v[i].n);
    }
    return ok;
}

static int put_end(struct copy_end *e)
{
    struct end *p = e->impl;
    int ok = number_put(e, 0xffff, 2) && flush(e);
    if (ok && PQputCopyEnd(p->conn, NULL) != 1)
        ok = fail(e, PQerrorMessage(p->conn));
    PGresult *r = ok ? PQgetResult(p->conn) : NULL;
    if (ok && PQresultStatus(r) != PGRES_COMMAND_OK)
        ok = fail_result(e, r);
    while (r) {
        PQclear(r);
        r = PQgetResult(p->conn);
    }
    return ok;
}

static int commit(struct copy_end *e)
{
    return run(e, "COMMIT");
}

static void close_end(struct copy_end *e)
{
    struct end *p = e->impl;
    if (!p)
        return;
    PQfinish(p->conn); /* ends a transaction that was not committed */
    free(p->buffer);
    free(p);
}

const struct copy_kind copy_postgres = {open_end,   version, make,    lock,    clear,  check,
                                        read_table, put,     put_row, put_end, commit, close_end};
