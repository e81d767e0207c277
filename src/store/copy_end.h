/* copy_end.h: the two kinds of ends that a copy has. Only for copy*.c and finished.c. */
#ifndef IR_STORE_COPY_END_H
#define IR_STORE_COPY_END_H

#include "copy.h"
#include "sql.h"

/* A table as both databases show it: `rows` is a view in SQLite, and a match has no number. Columns are in order of name. */
struct copy_table {
    char name[32];
    int n; /* of columns */
    struct {
        char name[32], type; /* 'i', 't' or 'b', as in struct sql_value */
    } column[SQL_COLUMNS];
};

struct copy_end {
    const struct copy_kind *kind;
    void *impl;
    int used;         /* a server uses it */
    uint64_t file[2]; /* device and inode of a file */
    char place[COPY_PLACE], why[IR_WHY_MAX];
};

/* Every call returns 0 after a sentence in `why`. */
struct copy_kind {
    /* Opens an end and begins its transaction. Whatever open began is freed by close, also if open failed. */
    int (*open)(struct copy_end *, const char *where, const struct copy_end *source); /* NULL: this is the source */
    int (*version)(struct copy_end *, int *version);                                  /* of its schema; 0: it has none */
    int (*make)(struct copy_end *, int version);                                      /* creates its tables */
    int (*lock)(struct copy_end *, const char *list);   /* nobody else writes to these tables until the end */
    int (*clear)(struct copy_end *, const char *table); /* deletes all its rows */
    int (*check)(struct copy_end *);                    /* whether the database itself is sound */
    /* match: only what has this id in its column `match`, rows in their order; NULL: all of it. */
    int (*read)(struct copy_end *, const struct copy_table *, const char *match, int (*row)(void *, const struct sql_value *),
                void *arg);
    int (*put)(struct copy_end *, const struct copy_table *); /* begins to write a table */
    int (*row)(struct copy_end *, const struct copy_table *, const struct sql_value *);
    int (*put_end)(struct copy_end *);
    int (*commit)(struct copy_end *);
    void (*close)(struct copy_end *); /* without a commit before it, what was written is gone */
};
extern const struct copy_kind copy_sqlite, copy_postgres;

/* Opens a store to read from, and the version of its schema, which is one that this program knows. 1, or 0 and a sentence; then
 * there is nothing to close. */
int copy_source(struct copy_end *, const char *url, int *version, char why[IR_WHY_MAX]);

/* "a, b, c": the columns of a table, each behind the prefix. Returns out. */
char *copy_columns(const struct copy_table *, const char *prefix, char *out, size_t size);

#endif
