/* postgres.c: one database for any number of nodes. Whatever waits when a commit ends is sent as one pipeline and one
 * transaction.
 *
 * One connection, one thread. Row numbers arbitrate between nodes (INSERT ... ON CONFLICT DO NOTHING). If other nodes watch
 * the match, a NOTIFY in the same transaction gives them the row. Locks are advisory and end with the connection. A broken
 * connection is made again with growing delays; meanwhile requests are answered STORE_FAILED at once. */
#include "sql.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"

enum {
    PATIENCE = 20000, /* milliseconds without any progress after which a connection is given up */
    RETRY_MIN = 100,  /* milliseconds between attempts to connect: doubled each time, up to */
    RETRY_MAX = 2000,
    PAYLOAD_MAX = 7900, /* bytes of a notification; PostgreSQL's limit is 8000 */
    NOTICE_TEXT_MAX = 1000,
    NOTICE_MAX = NOTICE_TEXT_MAX + IR_ID_MAX + 120,
    OID_INT8 = 20,
    OID_TEXT = 25,
    OID_BYTEA = 17
};

struct sent { /* a statement on the wire; r is NULL for a notification */
    struct store_request *r;
    enum sql sql;
};
struct postgres {
    char *url, place[160]; /* place: where it is, without the password */
    PGconn *conn;          /* NULL: not connected */
    int64_t retry_at, retry_after;
    long newest;          /* when it was connected */
    int pid, orphan;      /* the backend process of this connection; of the connection we lost; 0: none */
    struct idset held;    /* locks of this connection */
    struct idset locking; /* those requested in this transaction */
    struct sent *sent;
    int n_sent, room;
    char why[IR_WHY_MAX];
    pthread_mutex_t lock;
    struct idset watched; /* under the lock */
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- sentences ------------------------------------------------------------------------------------------------------------
 */

/* "PLACE WHAT (MESSAGE): HELP." The message is PostgreSQL's, without the location, which PLACE already gives. */
static void explain(struct postgres *p, const char *what, const char *message, const char *help)
{
    for (const char *at; (at = strstr(message, "failed: ")) != NULL;)
        message = at + strlen("failed: ");
    int n = (int)strcspn(message, "\n");
    n = n < 100 ? n : 100;
    snprintf(p->why, IR_WHY_MAX, "%.110s %s%s%.*s%s%s%s", p->place, what, n ? " (" : "", n, message, n ? ")" : "",
             *help ? ": " : ".", help);
}

static void explain_broken(struct postgres *p)
{
    explain(p, "broke the connection", PQerrorMessage(p->conn), "it is made again as soon as possible.");
}

static void explain_result(struct postgres *p, const PGresult *result)
{
    static const struct {
        const char *state, *what, *help;
    } known[] = {
        {"53100", "has no room left on its disk", "free some space there."},
        {"57014", "was too slow", "is it overloaded?"},
        {"55P03", "is locked", "is somebody changing its tables?"},
        {"25006", "can only be read", "the URL must name the primary server, not a standby."},
        {"42501", "does not give this user the rights it needs", "make it the owner of the database."},
        {"42P07", "has tables of another program in it", "give Irori a database of its own."},
        {"42P01", "lacks tables that Irori made", "restore a backup."},
        {"57P", "is shutting down or starting", "it is tried again as soon as possible."},
        {"", "refused", ""},
    };
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE), *m = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    int i = 0;
    while (strncmp(state ? state : "", known[i].state, strlen(known[i].state)) != 0)
        i++; /* the last entry matches everything */
    explain(p, known[i].what, m ? m : "", known[i].help);
}

/* ---- talking ----------------------------------------------------------------------------------------------------------------
 */

static void disconnect(struct postgres *p)
{
    p->orphan = p->pid ? p->pid : p->orphan;
    p->pid = 0;
    PQfinish(p->conn);
    p->conn = NULL;
    idset_free(&p->held);
    p->retry_after = p->retry_after ? p->retry_after : RETRY_MIN;
    p->retry_at = now_ms() + p->retry_after;
}

/* Flushes the output and waits until PQgetResult has something; 0: the connection is broken. */
static int ready(struct postgres *p)
{
    int64_t end = now_ms() + PATIENCE;
    for (;;) {
        int flush = PQflush(p->conn);
        if (flush < 0 || PQstatus(p->conn) == CONNECTION_BAD)
            break;
        if (!PQisBusy(p->conn) && flush == 0)
            return 1;
        struct pollfd fd = {.fd = PQsocket(p->conn), .events = (short)(POLLIN | (flush ? POLLOUT : 0))};
        int n = poll(&fd, 1, (int)(end - now_ms() > 0 ? end - now_ms() : 0));
        if (n == 0) {
            explain(p, "does not answer any more", "", "the connection is given up, and made again as soon as possible.");
            return 0;
        }
        if (fd.revents & (POLLIN | POLLERR | POLLHUP) && !PQconsumeInput(p->conn))
            break;
    }
    explain_broken(p);
    return 0;
}

/* The last result of a query outside of a pipeline; NULL: it failed, and why says why. */
static PGresult *answer(struct postgres *p, int sent)
{
    PGresult *last = NULL, *next;
    if (!sent) {
        explain_broken(p);
        return NULL;
    }
    for (;;) {
        if (!ready(p)) {
            PQclear(last);
            return NULL;
        }
        if (!(next = PQgetResult(p->conn)))
            break;
        if (last && PQresultStatus(last) == PGRES_FATAL_ERROR)
            PQclear(next); /* report the first error */
        else {
            PQclear(last);
            last = next;
        }
    }
    ExecStatusType status = PQresultStatus(last);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return last;
    explain_result(p, last);
    PQclear(last);
    return NULL;
}

static int run(struct postgres *p, const char *text)
{
    PGresult *result = answer(p, PQsendQuery(p->conn, text));
    PQclear(result);
    return result != NULL;
}

/* Runs a query that returns one number. */
static int number(struct postgres *p, const char *text, long *n)
{
    PGresult *result = answer(p, PQsendQuery(p->conn, text));
    if (result)
        *n = PQntuples(result) ? strtol(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return result != NULL;
}

/* ---- connecting -------------------------------------------------------------------------------------------------------------
 */

/* Several nodes may start at once: the first migrates, the others wait for it. */
static int migrate(struct postgres *p)
{
    long there = 0, version = 0;
    if (!run(p, "BEGIN; SET LOCAL statement_timeout = 60000; SET LOCAL lock_timeout = 60000;"
                "SELECT pg_advisory_xact_lock(7597694021)") ||
        !number(p, "SELECT CASE WHEN to_regclass('irori_schema') IS NULL THEN 0 ELSE 1 END", &there) ||
        (!there && !run(p, schema_versions)) || !number(p, "SELECT COALESCE(max(version), 0) FROM irori_schema", &version))
        return 0;
    if (version > schema_last()) {
        snprintf(p->why, IR_WHY_MAX,
                 "%s was written by a newer irori (schema %ld; this one knows up to %d): start the newer one.", p->place,
                 version, schema_last());
        return 0;
    }
    for (; version < schema_last(); version++) {
        char text[80];
        snprintf(text, sizeof text, "INSERT INTO irori_schema (version) VALUES (%ld)", version + 1);
        if (!run(p, schema_migration((int)version + 1, 1)) || !run(p, text))
            return 0;
    }
    return run(p, "COMMIT");
}

static int prepare(struct postgres *p)
{
    for (int i = 0; i < SQL_N; i++) {
        Oid oid[SQL_VALUES];
        char name[12];
        int n = 0;
        for (const char *t = sql_statement[i].types; *t; t++)
            oid[n++] = *t == 'i' ? OID_INT8 : *t == 't' ? OID_TEXT : OID_BYTEA;
        snprintf(name, sizeof name, "s%d", i);
        PGresult *result = answer(p, PQsendPrepare(p->conn, name, sql_statement[i].text, n, oid));
        PQclear(result);
        if (!result)
            return 0;
    }
    return 1;
}

/* The process that served the lost connection may still be about to commit what we were waiting for. It is ended before
 * anything else is sent: then the unknown result is settled, and a load shows it. */
static int orphan_end(struct postgres *p)
{
    char text[200];
    long left = p->orphan != 0;
    snprintf(text, sizeof text,
             "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid = %d AND usename = current_user"
             " AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()",
             p->orphan);
    for (int tries = 0; left; tries++) {
        if (!number(p, text, &left))
            return 0;
        if (left && tries == 100) {
            explain(p, "has not let go of a lost connection yet", "", "it is tried again as soon as possible.");
            return 0;
        }
        if (left)
            poll(NULL, 0, 20);
    }
    p->orphan = 0;
    return 1;
}

static void silent(void *arg, const PGresult *result)
{
}

static int connect_database(struct postgres *p)
{
    /* What comes before dbname can be overridden by the URL, what comes after cannot. */
    static const char *const key[] = {"connect_timeout",           "keepalives_idle",
                                      "keepalives_interval",       "keepalives_count",
                                      "tcp_user_timeout",          "target_session_attrs",
                                      "fallback_application_name", "dbname",
                                      "client_encoding",           NULL};
    const char *const value[] = {"5", "10", "5", "3", "15000", "read-write", "irori", p->url, "UTF8", NULL};
    p->conn = PQconnectdbParams(key, value, 1);
    const char *encoding;
    int ok = 0;
    if (PQstatus(p->conn) != CONNECTION_OK) {
        explain(p, "cannot be reached", PQerrorMessage(p->conn), "is it running, and is the URL right?");
    } else if (PQserverVersion(p->conn) < 120000) {
        snprintf(p->why, IR_WHY_MAX, "%s is PostgreSQL %d; Irori needs 12 or newer.", p->place,
                 PQserverVersion(p->conn) / 10000);
    } else if (!(encoding = PQparameterStatus(p->conn, "server_encoding")) || strcmp(encoding, "UTF8") != 0) {
        snprintf(p->why, IR_WHY_MAX, "%s is kept in %s; Irori needs a database in UTF8: CREATE DATABASE ... ENCODING 'UTF8'.",
                 p->place, encoding ? encoding : "an unknown encoding");
    } else {
        PQsetNoticeReceiver(p->conn, silent, NULL);
        PQsetnonblocking(p->conn, 1);
        /* Every statement is a lookup by an index; without statistics the planner might scan a whole table instead, so that
         * is turned off. Keepalives free the locks of a machine that vanished. */
        ok = run(p,
                 "SET statement_timeout = 10000; SET lock_timeout = 5000; SET idle_in_transaction_session_timeout = 15000;"
                 "SET default_transaction_isolation = 'read committed'; SET enable_seqscan = off; SET jit = off;"
                 "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;"
                 "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'") &&
             orphan_end(p) && migrate(p) && number(p, schema_newest, &p->newest) && prepare(p) && run(p, "LISTEN irori") &&
             PQenterPipelineMode(p->conn);
    }
    if (!ok) {
        p->retry_after = p->retry_after ? 2 * p->retry_after : RETRY_MIN;
        p->retry_after = p->retry_after < RETRY_MAX ? p->retry_after : RETRY_MAX;
        disconnect(p);
        return 0;
    }
    p->retry_after = 0;
    p->pid = PQbackendPID(p->conn);
    return 1;
}

/* After a connection was lost, everything that is watched may have changed. */
static int connect_again(struct store *s)
{
    struct postgres *p = s->impl;
    if (p->conn)
        return 1;
    if (now_ms() < p->retry_at || !connect_database(p))
        return 0;
    pthread_mutex_lock(&p->lock);
    char(*all)[IR_ID_MAX] = calloc(p->watched.map.n + 1, sizeof *all);
    size_t n = 0;
    for (struct link *l = map_next(&p->watched.map, NULL); all && l; l = map_next(&p->watched.map, l))
        memcpy(all[n++], ((struct idset_item *)l)->id, IR_ID_MAX);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; s->notice && i < n; i++)
        s->notice(s->arg, all[i], &(struct store_row){0});
    free(all);
    return 1;
}

/* ---- notices ----------------------------------------------------------------------------------------------------------------
 */

/* A payload is a list of "ID SEQ SUB TIME WHO NUMBER TEXT", each ended by RECORD_END and a comma. What follows SEQ is left out
 * for a word, and for a row that is too long or odd: whoever hears of it loads it. */
#define RECORD_END "\x1e"

static size_t notice_write(char *out, size_t size, const struct store_request *r)
{
    const struct store_row *row = &r->row;
    if (row->text && strlen(row->text) <= NOTICE_TEXT_MAX && !strchr(row->text, *RECORD_END))
        return (size_t)snprintf(out, size, "%s %lld %d %lld %llu %llu %s" RECORD_END ",", r->match.id, (long long)row->seq,
                                (int)row->sub, (long long)row->time, (unsigned long long)row->who, (unsigned long long)row->id,
                                row->text);
    return (size_t)snprintf(out, size, "%s %lld" RECORD_END ",", r->match.id, (long long)row->seq);
}

/* One of the list, ended by a zero. */
static void notice_read(struct store *s, char *text)
{
    struct postgres *p = s->impl;
    struct store_row row = {0};
    char *at = strchr(text, ' ');
    if (!at || at - text >= IR_ID_MAX)
        return;
    *at++ = 0;
    pthread_mutex_lock(&p->lock);
    int watched = idset_has(&p->watched, text);
    pthread_mutex_unlock(&p->lock);
    if (!watched)
        return;
    row.seq = strtoll(at, &at, 10);
    row.sub = (int32_t)strtol(at, &at, 10);
    row.time = strtoll(at, &at, 10);
    row.who = strtoull(at, &at, 10);
    row.id = strtoull(at, &at, 10);
    row.text = *at == ' ' ? at + 1 : NULL;
    s->notice(s->arg, text, &row);
}

static void notices_deliver(struct store *s)
{
    struct postgres *p = s->impl;
    for (PGnotify *n; (n = PQnotifies(p->conn)) != NULL; PQfreemem(n)) {
        if (n->be_pid == p->pid || !s->notice)
            continue;
        for (char *at = n->extra, *end; (end = strstr(at, RECORD_END ",")) != NULL; at = end + strlen(RECORD_END ",")) {
            *end = 0;
            notice_read(s, at);
        }
    }
}

static void watch(struct store *s, const char *match, int on)
{
    struct postgres *p = s->impl;
    pthread_mutex_lock(&p->lock);
    if (on)
        idset_add(&p->watched, match);
    else
        idset_remove(&p->watched, match);
    pthread_mutex_unlock(&p->lock);
}

/* ---- requests ---------------------------------------------------------------------------------------------------------------
 */

static int step_send(struct postgres *p, struct store_request *r, const struct sql_step *step)
{
    const char *value[SQL_VALUES];
    int length[SQL_VALUES], format[SQL_VALUES], n = 0;
    uint8_t number[SQL_VALUES][8];
    char name[12];
    for (; sql_statement[step->sql].types[n]; n++) {
        const struct sql_value *v = &step->v[n];
        value[n] = v->type ? v->p : NULL;
        length[n] = (int)v->n;
        format[n] = 1;
        if (v->type == 'i') {
            for (int i = 0; i < 8; i++)
                number[n][i] = (uint8_t)((uint64_t)v->i >> (56 - 8 * i));
            value[n] = (const char *)number[n];
            length[n] = 8;
        }
    }
    if (p->n_sent == p->room) {
        int room = p->room ? 2 * p->room : 64;
        struct sent *sent = realloc(p->sent, (size_t)room * sizeof *sent);
        if (!sent) {
            snprintf(p->why, IR_WHY_MAX, "There is not enough memory.");
            return 0;
        }
        p->sent = sent;
        p->room = room;
    }
    snprintf(name, sizeof name, "s%d", (int)step->sql);
    if (!PQsendQueryPrepared(p->conn, name, n, value, length, format, 1)) {
        explain_broken(p);
        return 0;
    }
    p->sent[p->n_sent++] = (struct sent){.r = r, .sql = step->sql};
    return 1;
}

static int request_send(struct postgres *p, struct store_request *r)
{
    struct sql_step steps[SQL_STEPS];
    char notice[NOTICE_MAX];
    int n = sql_steps(r, 1, steps);
    sql_begin(r);
    /* PostgreSQL counts locks: one that is taken twice must be freed twice. So none is taken twice. */
    if (r->kind == STORE_LOCK && (idset_has(&p->held, r->match.id) || idset_add(&p->locking, r->match.id) != 1))
        return 1;
    if (r->kind == STORE_UNLOCK && !idset_remove(&p->locking, r->match.id) && !idset_has(&p->held, r->match.id))
        return 1;
    if (r->kind == STORE_APPEND && !r->quiet) {
        steps[0].sql = SQL_APPEND_TOLD;
        steps[0].v[7] = (struct sql_value){.type = 't', .p = notice, .n = notice_write(notice, sizeof notice, r)};
    }
    for (int i = 0; i < n; i++)
        if (!step_send(p, r, &steps[i]))
            return 0;
    return 1;
}

static int notify_send(struct postgres *p, char *payload, size_t *n)
{
    struct sql_step step = {.sql = SQL_NOTIFY, .v = {{.type = 't', .p = payload, .n = *n}}};
    int ok = !*n || step_send(p, NULL, &step);
    *n = 0;
    return ok;
}

static void result_take(struct postgres *p, const struct sent *sent, PGresult *result)
{
    struct store_request *r = sent->r;
    int columns = PQnfields(result), memory = 1;
    for (int row = 0; r && row < PQntuples(result); row++) {
        struct sql_value c[SQL_COLUMNS] = {{0}};
        for (int i = 0; i < columns; i++) {
            const char *v = PQgetvalue(result, row, i);
            if (PQgetisnull(result, row, i))
                continue;
            c[i] = (struct sql_value){.type = 't', .p = v, .n = (size_t)PQgetlength(result, row, i)};
            if (PQftype(result, i) == OID_INT8) {
                uint64_t n = 0;
                for (int b = 0; b < 8; b++)
                    n = n << 8 | (uint8_t)v[b];
                c[i].i = (int64_t)n;
                c[i].type = 'i';
            }
        }
        memory = memory && sql_row(r, sent->sql, c);
    }
    if (!memory)
        answer_fail(r, STORE_FAILED, "There is not enough memory.");
    else if (r && (PQresultStatus(result) == PGRES_COMMAND_OK || sent->sql == SQL_APPEND_TOLD))
        sql_wrote(r, sent->sql, strtoll(PQcmdTuples(result), NULL, 10));
    if (r && sent->sql == SQL_LOCK && r->status == STORE_OK)
        idset_add(&p->held, r->match.id);
    if (r && sent->sql == SQL_UNLOCK)
        idset_remove(&p->held, r->match.id);
}

/* Sorts requests by match, keeping the order within a match. Two nodes that write to the same matches then lock them in the
 * same order and cannot deadlock. Those about tickets, for which nodes wait for each other, come last, in a transaction of
 * their own that holds nothing else. */
struct ordered {
    struct store_request *r;
    int i;
};
static int by_match(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    int by_id = sql_pairs(x->r) - sql_pairs(y->r);
    if (!by_id)
        by_id = strcmp(x->r->match.id, y->r->match.id);
    return by_id ? by_id : x->i - y->i;
}

static int send_all(struct postgres *p, const struct ordered *order, int n)
{
    char payload[PAYLOAD_MAX];
    size_t used = 0;
    p->n_sent = 0;
    for (int i = 0; i < n; i++) {
        struct store_request *r = order[i].r;
        if (!request_send(p, r))
            return 0;
        if (r->kind != STORE_NOTIFY)
            continue;
        used += notice_write(payload + used, sizeof payload - used, r);
        if (used > sizeof payload - NOTICE_MAX && !notify_send(p, payload, &used))
            return 0;
    }
    return notify_send(p, payload, &used);
}

/* Carries out n requests in one transaction. 1; or 0 if nothing was done, and why says why; or -1 if the result is unknown. */
static int transaction(struct store *s, const struct ordered *order, int n)
{
    struct postgres *p = s->impl;
    if (!connect_again(s))
        return 0;
    /* Without a BEGIN, everything up to the sync is one transaction. */
    int at = 0, failed = !send_all(p, order, n), unsure = 0;
    if (!failed && !PQpipelineSync(p->conn)) {
        explain_broken(p);
        failed = 1;
    }
    idset_free(&p->locking);
    if (failed) {
        disconnect(p);
        return 0;
    }
    for (;;) {
        int broken = !ready(p);
        if (!broken && at > p->n_sent) { /* results without the one of the sync: the connection was lost in between */
            explain_broken(p);
            broken = 1;
        }
        if (broken) {
            disconnect(p);
            return failed ? 0 : -1;
        }
        PGresult *result = PQgetResult(p->conn);
        ExecStatusType status = PQresultStatus(result);
        if (!result) {
            at++;
            continue;
        }
        if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
            result_take(p, &p->sent[at], result);
        } else if (status != PGRES_PIPELINE_ABORTED && status != PGRES_PIPELINE_SYNC) {
            explain_result(p, result);
            failed |= at < p->n_sent; /* a statement failed: there will be no commit */
            unsure |= at == p->n_sent;
        }
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC)
            return failed ? 0 : unsure ? -1 : 1;
    }
}

static void request_end(struct postgres *p, struct store_request *r, int done)
{
    if (done != 1)
        answer_fail(r, done < 0 && sql_writes(r) ? STORE_UNKNOWN : STORE_FAILED, p->why);
    else if (r->kind == STORE_LOCK && !idset_has(&p->held, r->match.id))
        answer_fail(r, STORE_CONFLICT, "Another node has it.");
}

static void part(struct store *s, const struct ordered *order, int n)
{
    struct postgres *p = s->impl;
    if (!n)
        return;
    int done = transaction(s, order, n);
    int alone = done == 0 && n > 1 && p->conn; /* one request may have made the transaction fail: retry each alone */
    for (int i = 0; i < n; i++)
        request_end(p, order[i].r, alone ? transaction(s, &order[i], 1) : done);
}

static void batch(struct store *s, struct store_request *list)
{
    struct postgres *p = s->impl;
    int n = 0, tickets = 0;
    for (struct store_request *r = list; r; r = r->next)
        n++;
    if (!n)
        return;
    struct ordered *order = malloc((size_t)n * sizeof *order);
    if (!order) {
        snprintf(p->why, IR_WHY_MAX, "There is not enough memory.");
        for (struct store_request *r = list; r; r = r->next)
            request_end(p, r, 0);
        return;
    }
    n = 0;
    for (struct store_request *r = list; r; r = r->next, n++) {
        order[n] = (struct ordered){.r = r, .i = n};
        tickets += sql_pairs(r);
    }
    qsort(order, (size_t)n, sizeof *order, by_match);
    part(s, order, n - tickets);
    part(s, order + n - tickets, tickets);
    free(order);
    if (p->conn)
        notices_deliver(s);
}

/* ---- the backend ------------------------------------------------------------------------------------------------------------
 */

static void wait_bell(struct store *s)
{
    struct postgres *p = s->impl;
    struct pollfd fd[2] = {{.fd = s->bell, .events = POLLIN}, {.fd = p->conn ? PQsocket(p->conn) : -1, .events = POLLIN}};
    int64_t left = p->retry_at - now_ms();
    poll(fd, 2, p->conn ? -1 : left > 0 ? (int)left : 0);
    if (!p->conn) {
        connect_again(s);
    } else if (fd[1].revents) {
        if (PQconsumeInput(p->conn) && PQstatus(p->conn) == CONNECTION_OK) {
            notices_deliver(s);
        } else {
            explain_broken(p);
            disconnect(p);
        }
    }
}

int postgres_place(const char *url, char *place, size_t size)
{
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    const char *host = "the local socket", *port = "", *name = "";
    for (PQconninfoOption *o = options; o && o->keyword; o++) {
        if (!o->val || !*o->val)
            continue;
        if (strcmp(o->keyword, "host") == 0)
            host = o->val;
        else if (strcmp(o->keyword, "port") == 0)
            port = o->val;
        else if (strcmp(o->keyword, "dbname") == 0)
            name = o->val;
    }
    snprintf(place, size, "The database%s%.40s at %.60s%s%.12s", *name ? " " : "", name, host, *port ? ":" : "", port);
    PQconninfoFree(options);
    return options != NULL;
}

static void close_postgres(struct store *s)
{
    struct postgres *p = s->impl;
    PQfinish(p->conn);
    idset_free(&p->held);
    idset_free(&p->watched);
    pthread_mutex_destroy(&p->lock);
    free(p->sent);
    free(p->url);
    free(p);
}

static int open_postgres(struct store *s, const char *where, char why[IR_WHY_MAX])
{
    struct postgres *p = calloc(1, sizeof *p);
    if (!p || !(p->url = strdup(where))) {
        snprintf(why, IR_WHY_MAX, "There is not enough memory.");
        free(p);
        return 0;
    }
    s->impl = p;
    pthread_mutex_init(&p->lock, NULL);
    if (!postgres_place(p->url, p->place, sizeof p->place))
        snprintf(p->why, IR_WHY_MAX,
                 "The URL of the database cannot be read. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %%40 for an "
                 "@ in the password.");
    else if (connect_database(p)) {
        s->newest = p->newest;
        return 1;
    }
    memcpy(why, p->why, IR_WHY_MAX);
    close_postgres(s);
    return 0;
}

const struct backend store_postgres = {
    .open = open_postgres, .batch = batch, .wait = wait_bell, .watch = watch, .close = close_postgres};
