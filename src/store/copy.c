/* copy.c: the copy itself: which tables there are, the hash of a row, and the order of things. */
#include "copy_end.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/siphash.h"
#include "core/banned.h"

struct layout {
    int n;
    struct copy_table table[COPY_TABLES];
};

char *copy_columns(const struct copy_table *t, const char *prefix, char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < t->n && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s%s", i ? ", " : "", prefix, t->column[i].name);
    return out;
}

/* ---- the tables --------------------------------------------------------------------------------------------------------- */

/* The list is read from a database in memory, which is made by the same migrations: a table that a migration adds is copied
 * without a change here. `matches` comes first, because rows refer to it in SQLite. */
static const char *const tables_text =
    "SELECT name FROM sqlite_master WHERE (type = 'table' OR name = 'rows')"
    " AND name NOT IN ('rows_kept', 'rows_fresh', 'doomed', 'leaving', 'ending', 'irori_schema') AND name NOT LIKE 'sqlite_%'"
    " ORDER BY name <> 'matches', name";
static const char *const columns_text =
    "SELECT name, type FROM pragma_table_info(?1) WHERE NOT (?1 = 'matches' AND name = 'number') ORDER BY name";

static int columns_read(sqlite3 *db, struct copy_table *t)
{
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v2(db, columns_text, -1, &s, NULL);
    if (rc == SQLITE_OK)
        sqlite3_bind_text(s, 1, t->name, -1, SQLITE_STATIC);
    while (rc == SQLITE_OK && t->n < SQL_COLUMNS && sqlite3_step(s) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(s, 1);
        snprintf(t->column[t->n].name, sizeof t->column[0].name, "%s", (const char *)sqlite3_column_text(s, 0));
        t->column[t->n++].type = !type ? 't' : *type == 'I' ? 'i' : *type == 'B' ? 'b' : 't';
    }
    sqlite3_finalize(s);
    return t->n > 0;
}

static int layout_read(struct layout *l, int version, char why[IR_WHY_MAX])
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    int ok = sqlite3_open(":memory:", &db) == SQLITE_OK;
    l->n = 0;
    for (int i = 0; i < version && ok; i++)
        ok = sqlite3_exec(db, schema_migration(i + 1, 0), NULL, NULL, NULL) == SQLITE_OK;
    ok = ok && sqlite3_prepare_v2(db, tables_text, -1, &s, NULL) == SQLITE_OK;
    while (ok && l->n < COPY_TABLES && sqlite3_step(s) == SQLITE_ROW) {
        struct copy_table *t = &l->table[l->n++];
        memset(t, 0, sizeof *t);
        snprintf(t->name, sizeof t->name, "%s", (const char *)sqlite3_column_text(s, 0));
        ok = columns_read(db, t);
    }
    if (!ok)
        snprintf(why, IR_WHY_MAX, "The tables of schema %d cannot be listed: %s.", version, sqlite3_errmsg(db));
    sqlite3_finalize(s);
    sqlite3_close(db);
    return ok;
}

/* ---- the hash ----------------------------------------------------------------------------------------------------------- */

struct count {
    const struct copy_table *table;
    struct copy_end *to; /* where rows are put, or NULL */
    int64_t rows;
    uint64_t hash[2];
    uint8_t *bytes; /* a row as it is hashed */
    size_t size;
    int memory; /* 0: there was too little */
};

static void number_put(uint8_t *to, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        to[i] = (uint8_t)(n >> 8 * i);
}

/* The sum of the hashes of all rows: the order of rows does not matter. */
static int count_row(struct count *c, const struct sql_value *v)
{
    size_t n = 0, wanted = 0;
    for (int i = 0; i < c->table->n; i++)
        wanted += 9 + (v[i].type == 'i' ? 0 : v[i].n);
    if (wanted > c->size) {
        uint8_t *bytes = realloc(c->bytes, 2 * wanted);
        if (!bytes)
            return c->memory = 0;
        c->bytes = bytes;
        c->size = 2 * wanted;
    }
    for (int i = 0; i < c->table->n; i++) {
        c->bytes[n++] = (uint8_t)v[i].type;
        number_put(c->bytes + n, v[i].type == 'i' ? (uint64_t)v[i].i : v[i].n);
        n += 8;
        if ((v[i].type == 't' || v[i].type == 'b') && v[i].n) {
            memcpy(c->bytes + n, v[i].p, v[i].n);
            n += v[i].n;
        }
    }
    for (int i = 0; i < 2; i++)
        c->hash[i] += siphash((const uint64_t[2]){(uint64_t)i, 0x49726f7269}, c->bytes, n);
    c->rows++;
    return 1;
}

static int count_take(void *arg, const struct sql_value *v)
{
    struct count *c = arg;
    return count_row(c, v) && (!c->to || c->to->kind->row(c->to, c->table, v));
}

/* Reads a table of an end, and puts its rows into another end, or nowhere. 0 and a sentence in why. */
static int table_read(struct copy_end *from, struct copy_end *to, const struct copy_table *t, struct store_sum *sum,
                      char why[IR_WHY_MAX])
{
    struct count c = {.table = t, .to = to, .memory = 1};
    const char *wrong = NULL;
    if (to && !to->kind->put(to, t))
        wrong = to->why;
    else if (!from->kind->read(from, t, NULL, count_take, &c))
        wrong = !c.memory ? "There is not enough memory." : to && to->why[0] ? to->why : from->why;
    else if (to && !to->kind->put_end(to))
        wrong = to->why;
    free(c.bytes);
    if (wrong) {
        snprintf(why, IR_WHY_MAX, "%s", wrong);
        return 0;
    }
    memcpy(sum->table[sum->n].name, t->name, sizeof sum->table[0].name);
    memcpy(sum->table[sum->n].hash, c.hash, sizeof c.hash);
    sum->table[sum->n++].rows = c.rows;
    return 1;
}

/* ---- the ends ----------------------------------------------------------------------------------------------------------- */

static int end_open(struct copy_end *e, const char *url, const struct copy_end *source, char why[IR_WHY_MAX])
{
    int postgres = strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0;
    memset(e, 0, sizeof *e);
    if (strncmp(url, "memory:", 7) == 0 || (!postgres && strstr(url, "://"))) {
        snprintf(why, IR_WHY_MAX, "%.40s cannot be copied: name a file, or postgres://USER@HOST/DATABASE.",
                 *url == 'm' ? "memory:" : "A store of this kind");
        return 0;
    }
    e->kind = postgres ? &copy_postgres : &copy_sqlite;
    if (e->kind->open(e, strncmp(url, "sqlite:", 7) == 0 ? url + 7 : url, source))
        return 1;
    snprintf(why, IR_WHY_MAX, "%s", e->why);
    e->kind->close(e);
    return 0;
}

int copy_source(struct copy_end *e, const char *url, int *version, char why[IR_WHY_MAX])
{
    if (!end_open(e, url, NULL, why))
        return 0;
    if (!e->kind->version(e, version))
        snprintf(why, IR_WHY_MAX, "%s", e->why);
    else if (*version == 0)
        snprintf(why, IR_WHY_MAX, "%s is not a store of Irori: it has no table irori_schema.", e->place);
    else if (*version > schema_last())
        snprintf(why, IR_WHY_MAX, "%s was written by a newer irori (schema %d; this one knows up to %d): use the newer one.",
                 e->place, *version, schema_last());
    else
        return 1;
    e->kind->close(e);
    return 0;
}

static int source_open(struct copy_end *e, const char *url, struct store_sum *sum, struct layout *l, char why[IR_WHY_MAX])
{
    memset(sum, 0, sizeof *sum);
    if (!copy_source(e, url, &sum->version, why))
        return 0;
    memcpy(sum->place, e->place, sizeof sum->place);
    sum->used = e->used;
    if (layout_read(l, sum->version, why))
        return 1;
    e->kind->close(e);
    return 0;
}

int store_sum(const char *url, struct store_sum *sum, char why[IR_WHY_MAX])
{
    struct copy_end e;
    struct layout l;
    if (!source_open(&e, url, sum, &l, why))
        return 0;
    int ok = e.kind->check(&e);
    if (!ok)
        snprintf(why, IR_WHY_MAX, "%s", e.why);
    for (int i = 0; i < l.n && ok; i++)
        ok = table_read(&e, NULL, &l.table[i], sum, why);
    e.kind->close(&e);
    return ok;
}

/* The tables of the target: made now, or there and empty. */
static int target_prepare(struct copy_end *e, const struct layout *l, int version, char why[IR_WHY_MAX])
{
    int there = 0;
    char list[40 * COPY_TABLES];
    size_t used = 0;
    if (!e->kind->version(e, &there) || (!there && !e->kind->make(e, version))) {
        snprintf(why, IR_WHY_MAX, "%s", e->why);
        return 0;
    }
    if (there && there != version) {
        snprintf(why, IR_WHY_MAX, "%s has schema %d, and the source has %d: name a file or database that is empty.", e->place,
                 there, version);
        return 0;
    }
    for (int i = 0; i < l->n; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", l->table[i].name);
    if (!e->kind->lock(e, list)) {
        snprintf(why, IR_WHY_MAX, "%s", e->why);
        return 0;
    }
    for (int i = 0; there && i < l->n; i++) {
        struct store_sum had = {0};
        if (strcmp(l->table[i].name, "clock") == 0) {
            /* a server was started on it, which is no loss: the source's clock replaces it */
            if (e->kind->clear(e, "clock"))
                continue;
            snprintf(why, IR_WHY_MAX, "%s", e->why);
            return 0;
        }
        if (!table_read(e, NULL, &l->table[i], &had, why))
            return 0;
        if (had.table[0].rows) {
            snprintf(why, IR_WHY_MAX, "%s is not empty: its table %s has %lld rows. Name a file or database that is empty.",
                     e->place, had.table[0].name, (long long)had.table[0].rows);
            return 0;
        }
    }
    return 1;
}

static int copy(struct copy_end *from, struct copy_end *to, const struct layout *l, struct store_sum *source,
                struct store_sum *target, char why[IR_WHY_MAX])
{
    if (!target_prepare(to, l, source->version, why))
        return 0;
    for (int i = 0; i < l->n; i++)
        if (!table_read(from, to, &l->table[i], source, why))
            return 0;
    for (int i = 0; i < l->n; i++) {
        if (!table_read(to, NULL, &l->table[i], target, why))
            return 0;
        if (source->table[i].rows != target->table[i].rows ||
            memcmp(source->table[i].hash, target->table[i].hash, sizeof source->table[i].hash) != 0) {
            snprintf(why, IR_WHY_MAX, "The copy of the table %s differs (%lld rows read, %lld written), so it is discarded.",
                     l->table[i].name, (long long)source->table[i].rows, (long long)target->table[i].rows);
            return 0;
        }
    }
    if (to->kind->commit(to))
        return 1;
    snprintf(why, IR_WHY_MAX, "%s", to->why);
    return 0;
}

int store_copy(const char *from, const char *to, struct store_sum *source, struct store_sum *target, char why[IR_WHY_MAX])
{
    struct copy_end a, b;
    struct layout l;
    memset(target, 0, sizeof *target);
    if (!source_open(&a, from, source, &l, why))
        return 0;
    int ok = end_open(&b, to, &a, why);
    if (ok) {
        memcpy(target->place, b.place, sizeof target->place);
        target->version = source->version;
        ok = copy(&a, &b, &l, source, target, why);
        b.kind->close(&b);
    }
    a.kind->close(&a);
    return ok;
}
