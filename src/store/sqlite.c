/* sqlite.c: one file on this machine. Whatever waits when a commit ends goes into the next one.
 *
 * WAL with full sync: a commit is on disk when it returns. The file belongs to one process at a time (flock), so locks on
 * matches are trivial. Other programs may still read it, back it up, or look into it with sqlite3. */
#include "sql.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/banned.h"

enum {
    SHOWN = 140,
    FRESH_MAX = 4000, /* rows in rows_fresh before they are moved */
    KNOWN = 1 << 14
};

/* A match, and that it has no row behind this one. Only this process writes to the file, so that stays true until a transaction
 * is undone or matches are deleted. */
struct known {
    char id[IR_ID_MAX]; /* "": none */
    int64_t number, seq;
    int32_t sub;
};

struct sqlite {
    char *path; /* absolute */
    int fd;     /* holds the flock */
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_SHARED], *known_read, *row_add;
    struct known known[KNOWN]; /* by a hash of the id; one that has the same replaces it */
    int64_t fresh;             /* about how many rows are in rows_fresh */
    int64_t newest;
    char why[IR_WHY_MAX];
};

static const char known_read_text[] = "SELECT number, (SELECT max(seq) FROM rows_kept r WHERE r.number = m.number),"
                                      " (SELECT max(seq) FROM rows_fresh r WHERE r.number = m.number)"
                                      " FROM matches m WHERE m.match = ?1";
static const char row_add_text[] = "INSERT INTO rows_fresh (number, seq, sub, time, who, id, text)"
                                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING";

/* ---- sentences ------------------------------------------------------------------------------------------------------------
 */

/* The end of a path, as much as a sentence has room for. */
static const char *shown(const char *path)
{
    size_t n = strlen(path);
    return n > SHOWN ? path + n - SHOWN : path;
}

void sqlite_explain(const char *path, sqlite3 *db, int rc, char why[IR_WHY_MAX])
{
    const char *p = shown(path), *m = db ? sqlite3_errmsg(db) : sqlite3_errstr(rc);
    switch (rc & 0xff) {
    case SQLITE_FULL: snprintf(why, IR_WHY_MAX, "The disk that holds %s is full: free some space there.", p); break;
    case SQLITE_READONLY:
        snprintf(why, IR_WHY_MAX, "%s cannot be written: irori needs the right to write to the file and to its folder.", p);
        break;
    case SQLITE_CANTOPEN:
        snprintf(why, IR_WHY_MAX, "%s cannot be opened: irori needs the right to make files beside it (%s).", p, m);
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        snprintf(why, IR_WHY_MAX, "%s is locked by another program: end what uses it, a backup or sqlite3 perhaps.", p);
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        snprintf(why, IR_WHY_MAX,
                 "%s is damaged, or not an SQLite database: restore a backup, or move it away to start afresh (%s).", p, m);
        break;
    case SQLITE_IOERR:
        snprintf(why, IR_WHY_MAX, "The disk that holds %s reports an error: look at the system's log (%s: %s).", p, m,
                 strerror(db ? sqlite3_system_errno(db) : 0));
        break;
    default: snprintf(why, IR_WHY_MAX, "%s cannot be used: %s.", p, m); break;
    }
}

static void explain(struct sqlite *q, int rc)
{
    sqlite_explain(q->path, q->db, rc, q->why);
}

void sqlite_explain_open(const char *path, int error, char why[IR_WHY_MAX])
{
    const char *what = error == ENOENT   ? "its folder does not exist: make it, or name another file"
                       : error == EISDIR ? "it is a folder: name a file in it"
                       : error == EACCES || error == EROFS
                           ? "irori has no right to write there: give it that, or name another file"
                       : error == EWOULDBLOCK ? "another irori serves from it: end that one, or name another file"
                       : error == ENOSPC      ? "the disk is full: free some space there"
                                              : strerror(error);
    snprintf(why, IR_WHY_MAX, "%.140s cannot be opened: %s.", shown(path), what);
}

/* ---- opening --------------------------------------------------------------------------------------------------------------
 */

/* Creates every missing folder of the path, for this user only; the last part is the file. */
static int folders_make(char *path)
{
    for (char *p = path + 1; (p = strchr(p, '/')) != NULL; p++) {
        *p = 0;
        int failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        *p = '/';
        if (failed)
            return 0;
    }
    return 1;
}

/* $XDG_DATA_HOME/irori/irori.db or ~/.local/share/irori/irori.db. */
static int path_default(char *path, size_t size, char why[IR_WHY_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = data && *data == '/'   ? snprintf(path, size, "%s/irori/irori.db", data)
            : home && *home == '/' ? snprintf(path, size, "%s/.local/share/irori/irori.db", home)
                                   : 0;
    if (n <= 0 || n >= (int)size) {
        snprintf(why, IR_WHY_MAX,
                 "There is no data directory: neither XDG_DATA_HOME nor HOME is set. Name a file: sqlite:PATH.");
        return 0;
    }
    if (!folders_make(path)) {
        snprintf(why, IR_WHY_MAX, "The folders of %.140s cannot be made: %s. Name another file: sqlite:PATH.", shown(path),
                 strerror(errno));
        return 0;
    }
    return 1;
}

int sqlite_path(const char *where, char *path, size_t size, char why[IR_WHY_MAX])
{
    if (!*where)
        return path_default(path, size, why);
    if (snprintf(path, size, "%s", where) < (int)size)
        return 1;
    sqlite_explain_open(where, ENAMETOOLONG, why);
    return 0;
}

static int run(struct sqlite *q, const char *text)
{
    int rc = sqlite3_exec(q->db, text, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        explain(q, rc);
    return rc == SQLITE_OK;
}

/* Runs a query that returns one number. */
static int number(struct sqlite *q, const char *text, int64_t *n)
{
    sqlite3_stmt *s;
    int rc = sqlite3_prepare_v2(q->db, text, -1, &s, NULL);
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(s);
        *n = rc == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
        sqlite3_finalize(s);
    }
    if (rc != SQLITE_ROW)
        explain(q, rc);
    return rc == SQLITE_ROW;
}

static int prepare(struct sqlite *q, const char *text, sqlite3_stmt **s)
{
    int rc = sqlite3_prepare_v3(q->db, text, -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
    if (rc != SQLITE_OK)
        explain(q, rc);
    return rc == SQLITE_OK;
}

static int migrate(struct sqlite *q)
{
    int64_t version = 0, app = 0, things = 0;
    char text[120];
    if (!run(q, "BEGIN IMMEDIATE") || !number(q, "PRAGMA application_id", &app) ||
        !number(q, "SELECT count(*) FROM sqlite_master", &things))
        return 0;
    if (things && app != SQLITE_APPLICATION) {
        snprintf(q->why, IR_WHY_MAX, "%s is a database of another program: name a file that is Irori's, or not there yet.",
                 shown(q->path));
        return 0;
    }
    snprintf(text, sizeof text, "PRAGMA application_id = %d", SQLITE_APPLICATION);
    if ((app != SQLITE_APPLICATION && !run(q, text)) || !run(q, schema_versions) ||
        !number(q, "SELECT COALESCE(max(version), 0) FROM irori_schema", &version))
        return 0;
    if (version > schema_last()) {
        snprintf(q->why, IR_WHY_MAX,
                 "%s was written by a newer irori (schema %d; this one knows up to %d): start the newer one.", shown(q->path),
                 (int)version, schema_last());
        return 0;
    }
    for (; version < schema_last(); version++) {
        snprintf(text, sizeof text, "INSERT INTO irori_schema (version) VALUES (%d)", (int)version + 1);
        if (!run(q, schema_migration((int)version + 1, 0)) || !run(q, text))
            return 0;
    }
    return run(q, "COMMIT");
}

static void disconnect(struct sqlite *q)
{
    for (int i = 0; i < SQL_SHARED; i++) {
        sqlite3_finalize(q->statement[i]);
        q->statement[i] = NULL;
    }
    sqlite3_finalize(q->known_read);
    sqlite3_finalize(q->row_add);
    q->known_read = q->row_add = NULL;
    sqlite3_close(q->db);
    q->db = NULL;
}

static int connect_file(struct sqlite *q)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* the statistics are not used; a second call is too late, which does no harm */
    int rc = sqlite3_open_v2(q->path, &q->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    int64_t wal = 0;
    if (rc != SQLITE_OK) {
        explain(q, rc);
        disconnect(q);
        return 0;
    }
    sqlite3_busy_timeout(q->db, 5000);
    sqlite3_extended_result_codes(q->db, 1);
    int ok = run(q, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;"
                    "PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF") &&
             number(q, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", &wal);
    if (ok && !wal) {
        snprintf(q->why, IR_WHY_MAX, "%s is on a file system that SQLite's WAL does not work on: name a file on a local disk.",
                 shown(q->path));
        ok = 0;
    }
    ok = ok && migrate(q) && number(q, "SELECT count(*) FROM rows_fresh", &q->fresh) && number(q, schema_newest, &q->newest);
    for (int i = 0; ok && i < SQL_SHARED; i++)
        ok = prepare(q, sql_statement[i].sqlite ? sql_statement[i].sqlite : sql_statement[i].text, &q->statement[i]);
    ok = ok && prepare(q, known_read_text, &q->known_read) && prepare(q, row_add_text, &q->row_add);
    memset(q->known, 0, sizeof q->known);
    if (!ok)
        disconnect(q);
    return ok;
}

static void close_sqlite(struct store *s)
{
    struct sqlite *q = s->impl;
    disconnect(q);
    if (q->fd >= 0)
        close(q->fd); /* after the database, because closing a file ends all of the process's locks on it */
    free(q->path);
    free(q);
}

static int open_sqlite(struct store *s, const char *where, char why[IR_WHY_MAX])
{
    char path[4096];
    if (!sqlite_path(where, path, sizeof path, why))
        return 0;
    struct sqlite *q = calloc(1, sizeof *q);
    if (!q) {
        snprintf(why, IR_WHY_MAX, "There is not enough memory.");
        return 0;
    }
    struct stat st;
    s->impl = q;
    q->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
    if (q->fd < 0 || flock(q->fd, LOCK_EX | LOCK_NB) != 0 || fstat(q->fd, &st) != 0 || !(q->path = realpath(path, NULL)))
        sqlite_explain_open(path, errno, why);
    else if (!S_ISREG(st.st_mode))
        snprintf(why, IR_WHY_MAX, "%.140s cannot be opened: it is not a regular file.", shown(path));
    else if (connect_file(q)) {
        s->newest = q->newest;
        return 1;
    } else
        memcpy(why, q->why, IR_WHY_MAX);
    close_sqlite(s);
    return 0;
}

/* ---- requests -------------------------------------------------------------------------------------------------------------
 */

static int step_run(struct sqlite *q, struct store_request *r, const struct sql_step *step, int *memory)
{
    sqlite3_stmt *s = q->statement[step->sql];
    for (int i = 0; sql_statement[step->sql].types[i]; i++) {
        const struct sql_value *v = &step->v[i];
        if (v->type == 'i')
            sqlite3_bind_int64(s, i + 1, v->i);
        else if (v->type == 't')
            sqlite3_bind_text(s, i + 1, v->p, (int)v->n, SQLITE_STATIC);
        else if (v->type == 'b')
            sqlite3_bind_blob(s, i + 1, v->p, (int)v->n, SQLITE_STATIC);
        else
            sqlite3_bind_null(s, i + 1);
    }
    int rc, columns = sqlite3_column_count(s);
    while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
        struct sql_value c[SQL_COLUMNS] = {{0}};
        for (int i = 0; i < columns; i++) {
            int type = sqlite3_column_type(s, i);
            if (type == SQLITE_INTEGER) {
                c[i] = (struct sql_value){.type = 'i', .i = sqlite3_column_int64(s, i)};
            } else if (type != SQLITE_NULL) {
                c[i].type = type == SQLITE_BLOB ? 'b' : 't';
                c[i].p = type == SQLITE_BLOB ? sqlite3_column_blob(s, i) : (const char *)sqlite3_column_text(s, i);
                c[i].n = (size_t)sqlite3_column_bytes(s, i);
            }
        }
        *memory = *memory && sql_row(r, step->sql, c);
    }
    sqlite3_reset(s);
    if (rc == SQLITE_DONE && !columns)
        sql_wrote(r, step->sql, sqlite3_changes64(q->db));
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* NULL: there is no such match, or the database does not say. */
static struct known *known_find(struct sqlite *q, const char *id)
{
    struct known *k = &q->known[id_hash(id) % KNOWN];
    if (strcmp(k->id, id) == 0)
        return k;
    k->id[0] = 0;
    sqlite3_bind_text(q->known_read, 1, id, -1, SQLITE_STATIC);
    if (sqlite3_step(q->known_read) == SQLITE_ROW) {
        int64_t kept = sqlite3_column_int64(q->known_read, 1), fresh = sqlite3_column_int64(q->known_read, 2);
        *k = (struct known){
            .number = sqlite3_column_int64(q->known_read, 0), .seq = kept > fresh ? kept : fresh, .sub = INT32_MAX};
        memcpy(k->id, id, strlen(id) + 1);
    }
    sqlite3_reset(q->known_read);
    return k->id[0] ? k : NULL;
}

/* Appends a row behind all others of its match, which is what nearly all appends are: nothing has to be looked up. 0: it is not
 * such a row. */
static int row_add(struct sqlite *q, struct store_request *r, int *rc)
{
    const struct store_row *row = &r->row;
    struct known *k = known_find(q, r->match.id);
    if (!k || row->seq < k->seq || (row->seq == k->seq && row->sub <= k->sub))
        return 0;
    sqlite3_stmt *s = q->row_add;
    const int64_t numbers[] = {k->number, row->seq, row->sub, row->time, (int64_t)row->who, (int64_t)row->id};
    for (int i = 0; i < 6; i++)
        sqlite3_bind_int64(s, i + 1, numbers[i]);
    sqlite3_bind_text(s, 7, row->text, -1, SQLITE_STATIC);
    *rc = sqlite3_step(s);
    sqlite3_reset(s);
    if (*rc == SQLITE_DONE) {
        sql_wrote(r, SQL_APPEND, sqlite3_changes64(q->db));
        k->seq = row->seq;
        k->sub = row->sub;
        *rc = SQLITE_OK;
    }
    return 1;
}

/* Moves rows from rows_fresh to rows_kept, so that a page is written once for many of them. */
static int rows_settle(struct sqlite *q)
{
    q->fresh = 0;
    return sqlite3_exec(q->db,
                        "INSERT INTO rows_kept (number, seq, sub, time, who, id, text)"
                        " SELECT number, seq, sub, time, who, id, text FROM rows_fresh ORDER BY number, seq, sub;"
                        "DELETE FROM rows_fresh",
                        NULL, NULL, NULL);
}

static int request_run(struct sqlite *q, struct store_request *r)
{
    struct sql_step steps[SQL_STEPS];
    int memory = 1, rc = SQLITE_OK;
    sql_begin(r);
    q->fresh += r->kind == STORE_APPEND;
    if (q->fresh > FRESH_MAX || r->kind == STORE_PURGE || r->kind == STORE_PERSON_END || r->kind == STORE_EVENTS)
        rc = rows_settle(q);
    int added = rc == SQLITE_OK && r->kind == STORE_APPEND && row_add(q, r, &rc);
    int n = added && !r->changed ? 0 : sql_steps(r, 0, steps);
    for (int i = added; i < n && rc == SQLITE_OK; i++) /* the first step of an append is the row */
        rc = step_run(q, r, &steps[i], &memory);
    if (r->kind == STORE_PURGE)
        memset(q->known, 0, sizeof q->known);
    if (!memory)
        answer_fail(r, STORE_FAILED, "There is not enough memory.");
    return rc;
}

/* Carries out the requests from `r` up to `end` in one transaction. 1; or 0 if nothing was done, and q->why says why; or -1
 * if the result is unknown. */
static int transaction(struct sqlite *q, struct store_request *from, const struct store_request *end)
{
    int writes = 0, rc = SQLITE_OK;
    for (struct store_request *r = from; r != end; r = r->next)
        writes |= sql_writes(r);
    if (!q->db && !connect_file(q))
        return 0;
    rc = sqlite3_exec(q->db, writes ? "BEGIN IMMEDIATE" : "BEGIN", NULL, NULL, NULL);
    for (struct store_request *r = from; r != end && rc == SQLITE_OK; r = r->next)
        rc = request_run(q, r);
    int committing = rc == SQLITE_OK;
    if (committing)
        rc = sqlite3_exec(q->db, "COMMIT", NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        return 1;
    explain(q, rc);
    memset(q->known, 0, sizeof q->known);
    if (!sqlite3_get_autocommit(q->db))
        sqlite3_exec(q->db, "ROLLBACK", NULL, NULL, NULL);
    if (!committing || (rc & 0xff) != SQLITE_IOERR)
        return 0;
    disconnect(q); /* the commit may be in the file although it was not synced: reopening the file settles it */
    return -1;
}

static void file_check(struct sqlite *q, struct store_request *r)
{
    struct stat ours, there;
    if (fstat(q->fd, &ours) != 0 || stat(q->path, &there) != 0 || ours.st_ino != there.st_ino || ours.st_dev != there.st_dev) {
        snprintf(q->why, IR_WHY_MAX, "%s was moved or deleted while irori was using it: restart irori, or put it back.",
                 shown(q->path));
        answer_fail(r, STORE_FAILED, q->why);
    }
}

static void batch(struct store *s, struct store_request *list)
{
    struct sqlite *q = s->impl;
    int done = transaction(q, list, NULL);
    for (struct store_request *r = list; r; r = r->next) {
        if (done == 0 && list->next) { /* one request may have made the transaction fail: retry each alone */
            int alone = transaction(q, r, r->next);
            if (alone != 1)
                answer_fail(r, alone < 0 && sql_writes(r) ? STORE_UNKNOWN : STORE_FAILED, q->why);
        } else if (done != 1) {
            answer_fail(r, done < 0 && sql_writes(r) ? STORE_UNKNOWN : STORE_FAILED, q->why);
        }
        if (r->kind == STORE_PING && r->status == STORE_OK)
            file_check(q, r);
    }
}

static void wait_bell(struct store *s)
{
    poll(&(struct pollfd){.fd = s->bell, .events = POLLIN}, 1, -1);
}

const struct backend store_sqlite = {.open = open_sqlite, .batch = batch, .wait = wait_bell, .close = close_sqlite};
