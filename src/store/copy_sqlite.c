/* copy_sqlite.c: an SQLite file as the source or the target of a copy.
 *
 * A source is read beside a running server: WAL gives a reader the state of one moment. A target is locked as a server locks
 * it, and is written with a rollback journal, so that the copy is a single file of mode 0600 when it is done. */
#include "copy_end.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/banned.h"

struct end {
    char path[4096];
    sqlite3 *db;
    sqlite3_stmt *put;
    int fd;   /* holds the flock of a target; -1: none */
    int made; /* the file was not there before */
    int done; /* committed */
};

static int fail(struct copy_end *e, int rc)
{
    struct end *q = e->impl;
    sqlite_explain(e->place, q->db, rc, e->why);
    return 0;
}

static int run(struct copy_end *e, const char *text)
{
    struct end *q = e->impl;
    int rc = sqlite3_exec(q->db, text, NULL, NULL, NULL);
    return rc == SQLITE_OK ? 1 : fail(e, rc);
}

/* Runs a query that returns one number. */
static int number(struct copy_end *e, const char *text, int64_t *n)
{
    struct end *q = e->impl;
    sqlite3_stmt *s;
    int rc = sqlite3_prepare_v2(q->db, text, -1, &s, NULL);
    if (rc != SQLITE_OK)
        return fail(e, rc);
    rc = sqlite3_step(s);
    *n = rc == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_finalize(s);
    return rc == SQLITE_ROW ? 1 : fail(e, rc);
}

/* Whether a server holds the file. The descriptor is closed before SQLite opens the file, because closing it later would end
 * SQLite's own locks. */
static int source_look(struct copy_end *e, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        sqlite_explain_open(path, errno, e->why);
        if (fd < 0 && errno == ENOENT)
            snprintf(e->why, IR_WHY_MAX, "%s does not exist.", e->place);
        if (fd >= 0)
            close(fd);
        return 0;
    }
    e->file[0] = st.st_dev;
    e->file[1] = st.st_ino;
    e->used = flock(fd, LOCK_SH | LOCK_NB) != 0;
    close(fd);
    return 1;
}

static int target_open(struct copy_end *e, const struct copy_end *source)
{
    struct end *q = e->impl;
    struct stat st;
    q->fd = open(q->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    q->made = q->fd >= 0;
    if (q->fd < 0 && errno == EEXIST)
        q->fd = open(q->path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (q->fd >= 0 && fstat(q->fd, &st) == 0 && source->file[0] == st.st_dev && source->file[1] == st.st_ino) {
        snprintf(e->why, IR_WHY_MAX, "%s is the source itself: name another file.", e->place);
        return 0;
    }
    if (q->fd < 0 || flock(q->fd, LOCK_EX | LOCK_NB) != 0 || fstat(q->fd, &st) != 0) {
        sqlite_explain_open(q->path, errno, e->why);
        return 0;
    }
    if (!S_ISREG(st.st_mode)) {
        snprintf(e->why, IR_WHY_MAX, "%s is not a regular file.", e->place);
        return 0;
    }
    if ((st.st_mode & 0077) && fchmod(q->fd, 0600) != 0) {
        snprintf(e->why, IR_WHY_MAX, "%s may be read by others, and that cannot be changed: %s. Name another file.", e->place,
                 strerror(errno));
        return 0;
    }
    return 1;
}

static int open_end(struct copy_end *e, const char *where, const struct copy_end *source)
{
    struct end *q = calloc(1, sizeof *q);
    if (!(e->impl = q)) {
        snprintf(e->why, IR_WHY_MAX, "There is not enough memory.");
        return 0;
    }
    q->fd = -1;
    if (!sqlite_path(where, q->path, sizeof q->path, e->why))
        return 0;
    size_t n = strlen(q->path);
    snprintf(e->place, sizeof e->place, "%.140s", n > 140 ? q->path + n - 140 : q->path);
    if (!(source ? target_open(e, source) : source_look(e, q->path)))
        return 0;
    int rc = sqlite3_open_v2(q->path, &q->db, SQLITE_OPEN_READWRITE, NULL);
    if (rc != SQLITE_OK)
        return fail(e, rc);
    sqlite3_busy_timeout(q->db, 5000);
    sqlite3_extended_result_codes(q->db, 1);
    int64_t app = 0, things = 0;
    if (!run(e, source ? "PRAGMA trusted_schema = OFF; PRAGMA synchronous = EXTRA; PRAGMA journal_mode = DELETE;"
                         "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000; BEGIN EXCLUSIVE"
                       : "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; BEGIN") ||
        !number(e, "PRAGMA application_id", &app) || !number(e, "SELECT count(*) FROM sqlite_master", &things))
        return 0;
    if (app == SQLITE_APPLICATION || (source && !things))
        return 1;
    snprintf(e->why, IR_WHY_MAX, "%s is %s.", e->place,
             things ? "a database of another program: name a file that is Irori's" : "empty: there is nothing in it");
    return 0;
}

static int version(struct copy_end *e, int *out)
{
    int64_t n = 0, there = 0;
    if (!number(e, "SELECT count(*) FROM sqlite_master WHERE name = 'irori_schema'", &there) ||
        (there && !number(e, "SELECT COALESCE(max(version), 0) FROM irori_schema", &n)))
        return 0;
    *out = (int)n;
    return 1;
}

static int make(struct copy_end *e, int last)
{
    char text[120];
    snprintf(text, sizeof text, "PRAGMA application_id = %d", SQLITE_APPLICATION);
    int ok = run(e, text) && run(e, schema_versions);
    for (int i = 0; i < last && ok; i++) {
        snprintf(text, sizeof text, "INSERT INTO irori_schema (version) VALUES (%d)", i + 1);
        ok = run(e, schema_migration(i + 1, 0)) && run(e, text);
    }
    return ok;
}

static int lock(struct copy_end *e, const char *list)
{
    return 1; /* BEGIN EXCLUSIVE did */
}

static int clear(struct copy_end *e, const char *table)
{
    char text[80];
    snprintf(text, sizeof text, "DELETE FROM %s", table);
    return run(e, text);
}

static int check(struct copy_end *e)
{
    struct end *q = e->impl;
    sqlite3_stmt *s;
    int rc = sqlite3_prepare_v2(q->db, "PRAGMA quick_check(1)", -1, &s, NULL);
    if (rc != SQLITE_OK)
        return fail(e, rc);
    rc = sqlite3_step(s);
    const char *said = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : "";
    int ok = rc == SQLITE_ROW && said && strcmp(said, "ok") == 0;
    if (!ok)
        snprintf(e->why, IR_WHY_MAX, "%s is damaged: restore a backup (%.80s).", e->place,
                 rc != SQLITE_ROW || !said ? sqlite3_errmsg(q->db)
                 : strrchr(said, '\n')     ? strrchr(said, '\n') + 1
                                           : said);
    sqlite3_finalize(s);
    return ok;
}

static int read_table(struct copy_end *e, const struct copy_table *t, const char *match,
                      int (*row)(void *, const struct sql_value *), void *arg)
{
    struct end *q = e->impl;
    char columns[40 * SQL_COLUMNS], text[sizeof columns + 100];
    sqlite3_stmt *s;
    snprintf(text, sizeof text, "SELECT %s FROM %s%s%s", copy_columns(t, "", columns, sizeof columns), t->name,
             match ? " WHERE match = ?1" : "",
             strcmp(t->name, "matches") == 0         ? " ORDER BY number"
             : match && strcmp(t->name, "rows") == 0 ? " ORDER BY seq, sub"
                                                     : "");
    int rc = sqlite3_prepare_v2(q->db, text, -1, &s, NULL), taken = 1;
    if (rc == SQLITE_OK && match)
        rc = sqlite3_bind_text(s, 1, match, -1, SQLITE_STATIC);
    while (rc == SQLITE_OK && taken && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        struct sql_value v[SQL_COLUMNS] = {{0}};
        for (int i = 0; i < t->n; i++) {
            int type = sqlite3_column_type(s, i);
            if (type == SQLITE_INTEGER) {
                v[i] = (struct sql_value){.type = 'i', .i = sqlite3_column_int64(s, i)};
            } else if (type != SQLITE_NULL) {
                v[i].type = type == SQLITE_BLOB ? 'b' : 't';
                v[i].p = type == SQLITE_BLOB ? sqlite3_column_blob(s, i) : (const char *)sqlite3_column_text(s, i);
                v[i].n = (size_t)sqlite3_column_bytes(s, i);
            }
        }
        taken = row(arg, v);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(s);
    if (!taken)
        return 0;
    return rc == SQLITE_DONE ? 1 : fail(e, rc);
}

/* A row of the log refers to its match by number. */
static int put(struct copy_end *e, const struct copy_table *t)
{
    struct end *q = e->impl;
    char columns[40 * SQL_COLUMNS], values[8 * SQL_COLUMNS], text[2 * sizeof columns + 200];
    size_t used = 0;
    int log = strcmp(t->name, "rows") == 0, match = 0, k = 0;
    struct copy_table rest = *t;
    for (int i = 0; i < t->n; i++)
        if (log && strcmp(t->column[i].name, "match") == 0)
            match = i + 1;
    if (log) {
        rest.n = 0;
        for (int i = 0; i < t->n; i++)
            if (i + 1 != match)
                rest.column[rest.n++] = t->column[i];
    }
    for (int i = 0; i < t->n; i++)
        if (!log || i + 1 != match)
            used += (size_t)snprintf(values + used, sizeof values - used, "%s?%d", k++ ? ", " : "", i + 1);
    copy_columns(&rest, "", columns, sizeof columns);
    if (log)
        snprintf(text, sizeof text, "INSERT INTO rows_kept (number, %s) SELECT number, %s FROM matches WHERE match = ?%d",
                 columns, values, match);
    else
        snprintf(text, sizeof text, "INSERT INTO %s (%s) VALUES (%s)", t->name, columns, values);
    if (strcmp(t->name, "clock") == 0 && !run(e, "DELETE FROM clock"))
        return 0;
    int rc = sqlite3_prepare_v2(q->db, text, -1, &q->put, NULL);
    return rc == SQLITE_OK ? 1 : fail(e, rc);
}

static int put_row(struct copy_end *e, const struct copy_table *t, const struct sql_value *v)
{
    struct end *q = e->impl;
    for (int i = 0; i < t->n; i++) {
        if (v[i].type == 'i')
            sqlite3_bind_int64(q->put, i + 1, v[i].i);
        else if (v[i].type == 't')
            sqlite3_bind_text(q->put, i + 1, v[i].p, (int)v[i].n, SQLITE_STATIC);
        else if (v[i].type == 'b')
            sqlite3_bind_blob(q->put, i + 1, v[i].n ? v[i].p : "", (int)v[i].n, SQLITE_STATIC);
        else
            sqlite3_bind_null(q->put, i + 1);
    }
    int rc = sqlite3_step(q->put);
    sqlite3_reset(q->put);
    return rc == SQLITE_DONE ? 1 : fail(e, rc);
}

static int put_end(struct copy_end *e)
{
    struct end *q = e->impl;
    sqlite3_finalize(q->put);
    q->put = NULL;
    return 1;
}

static int commit(struct copy_end *e)
{
    struct end *q = e->impl;
    q->done = run(e, "COMMIT");
    return q->done;
}

static void close_end(struct copy_end *e)
{
    struct end *q = e->impl;
    if (!q)
        return;
    sqlite3_finalize(q->put);
    sqlite3_close(q->db);
    if (q->made && !q->done)
        unlink(q->path);
    if (q->fd >= 0)
        close(q->fd); /* after the database, because closing a file ends all of the process's locks on it */
    free(q);
}

const struct copy_kind copy_sqlite = {open_end,   version, make,    lock,    clear,  check,
                                      read_table, put,     put_row, put_end, commit, close_end};
