/* sql.h: the statements of each request and the meaning of their answers: one text for SQLite and PostgreSQL.
 *
 * A request is a fixed list of statements. None depends on the answer of another in C, so all of them can be sent at once.
 * Where a later one must only happen if an earlier one did, its SQL checks the tables itself. */
#ifndef IR_STORE_SQL_H
#define IR_STORE_SQL_H

#include "backend.h"

/* A parameter or a column: 'i' a number, 't' a text, 'b' bytes, 0 nothing. Texts end with a zero. */
struct sql_value {
    char type;
    int64_t i;
    const char *p;
    size_t n;
};

enum sql {
    SQL_PLAYER_NEW,
    SQL_TOKEN_NEW,
    SQL_TOKEN_FIND,
    SQL_TOKEN_SEEN,
    SQL_PLAYER_NAME,
    SQL_CODES_VOID,
    SQL_CODE_NEW,
    SQL_CODE_MARK,
    SQL_CODE_TOKEN,
    SQL_CODE_DROP,
    SQL_PLAYER_IS,
    SQL_MATCH_NEW,
    SQL_SEATS_NEW,
    SQL_MATCH_LOAD,
    SQL_ROWS_LOAD,
    SQL_APPEND,
    SQL_MATCH_SET,
    SQL_SEATS_SET,
    SQL_LISTED,
    SQL_HOSTED,
    SQL_MINE,
    SQL_DOOM,
    SQL_DOOM_ROWS,
    SQL_DOOM_SEATS,
    SQL_DOOM_MATCHES,
    SQL_DOOM_END,
    SQL_DOOM_CODES,
    SQL_LEAVE_TO,
    SQL_LEAVE,
    SQL_LEAVE_CODES,
    SQL_LEAVE_TOKENS,
    SQL_LEAVE_PLAYERS,
    SQL_LEAVE_END,
    SQL_CLOCK_NOTE,
    SQL_CLOCK_READ,
    SQL_PING,
    SQL_SHARED, /* those above are for both; PostgreSQL has a few more */
    SQL_LOCK = SQL_SHARED,
    SQL_UNLOCK,
    SQL_NOTIFY,
    SQL_APPEND_TOLD,
    SQL_N
};
enum { SQL_VALUES = 20, SQL_STEPS = 6, SQL_COLUMNS = 20 };

/* Parameters are $1, $2 ... in the order of their first appearance; types has a letter for each. sqlite: the text for
 * SQLite, or NULL if both use the same. */
struct sql_statement {
    const char *text, *types, *sqlite;
};
extern const struct sql_statement sql_statement[SQL_N];

struct sql_step {
    enum sql sql;
    struct sql_value v[SQL_VALUES]; /* as many as the statement has types */
};
/* The steps of a request, at most SQL_STEPS. `nodes`: there may be other nodes, so locks are taken in the database. */
int sql_steps(const struct store_request *, int nodes, struct sql_step *);
int sql_writes(const struct store_request *); /* whether it may change anything */

/* How answers are processed: begin; for each step its rows (0: out of memory) and how many rows it wrote; end. */
void sql_begin(struct store_request *);
int sql_row(struct store_request *, enum sql, const struct sql_value column[SQL_COLUMNS]);
void sql_wrote(struct store_request *, enum sql, int64_t rows);

/* Numbered migrations, to be carried out in order in one transaction, together with the table of versions. */
enum { SCHEMA_VERSION = 2 };
extern const char *const schema_sqlite[SCHEMA_VERSION], *const schema_postgres[SCHEMA_VERSION];
extern const char *const schema_newest;   /* a query: the newest time in the database, or 0 */
extern const char *const schema_versions; /* makes the table of versions if it is not there */
/* The last version, and the text that leads to a version from the one before. Whoever migrates calls these: a test links a
 * later schema in their place. */
int schema_last(void);
const char *schema_migration(int version, int postgres);

/* What copies share with the backends (copy_end.h). */
struct sqlite3;
enum { SQLITE_APPLICATION = 0x49726f72 }; /* "Iror": marks the file as ours */
void sqlite_explain(const char *path, struct sqlite3 *, int rc, char why[IR_WHY_MAX]);
void sqlite_explain_open(const char *path, int error, char why[IR_WHY_MAX]);       /* what is wrong with the file itself */
int sqlite_path(const char *where, char *path, size_t size, char why[IR_WHY_MAX]); /* "": the file in the data directory */
/* Describes where a URL points, without its password; 0 if it is not a URL. */
int postgres_place(const char *url, char *place, size_t size);

#endif
