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
    SQL_PLAYER_IS,
    SQL_CODE_MARK,
    SQL_CODE_TOKEN,
    SQL_CODE_DROP,
    SQL_MATCH_NEW,
    SQL_SEATS_NEW,
    SQL_MATCH_LOAD,
    SQL_ROWS_LOAD,
    SQL_APPEND,
    SQL_MATCH_SET,
    SQL_SEATS_SET,
    SQL_LISTED,
    SQL_DUE,
    SQL_HOSTED,
    SQL_MINE,
    SQL_EVENTS,
    SQL_DOOM,
    SQL_DOOM_ROWS,
    SQL_DOOM_SEATS,
    SQL_DOOM_INVITES,
    SQL_DOOM_SEEKS,
    SQL_DOOM_MATCHES,
    SQL_DOOM_END,
    SQL_DOOM_CODES,
    SQL_LEAVE_TO,
    SQL_LEAVE,
    SQL_LEAVE_CODES,
    SQL_LEAVE_TOKENS,
    SQL_LEAVE_STAY,
    SQL_LEAVE_PHRASES,
    SQL_LEAVE_TIES,
    SQL_LEAVE_TIED,
    SQL_LEAVE_INVITES,
    SQL_LEAVE_INVITED,
    SQL_LEAVE_SEEKS,
    SQL_LEAVE_PUSHES,
    SQL_LEAVE_REPORTS,
    SQL_LEAVE_BANS,
    SQL_LEAVE_PLAYERS,
    SQL_LEAVE_END,
    SQL_CLOCK_NOTE,
    SQL_CLOCK_READ,
    SQL_PING,
    SQL_PHRASE_SET,
    SQL_PHRASE_TOKEN,
    SQL_PHRASE_FIND,
    SQL_PHRASE_SINCE,
    SQL_DEVICES,
    SQL_DEVICE_PUSHES,
    SQL_DEVICE_END,
    SQL_END_FIND,
    SQL_END_ROWS,
    SQL_END_HOST,
    SQL_END_SEATS,
    SQL_END_END,
    SQL_END_LEAVING,
    SQL_END_TOKENS,
    SQL_TIE_SET,
    SQL_TIE_END,
    SQL_TIE_INVITES,
    SQL_TIE_CHECK,
    SQL_TIES,
    SQL_INVITE,
    SQL_INVITE_CHECK,
    SQL_INVITES,
    SQL_INVITE_END,
    SQL_SEEK,
    SQL_SEEK_PAIRED,
    SQL_SEEK_FIND,
    SQL_PAIR,
    SQL_PAIR_MATCH,
    SQL_PAIR_CHECK,
    SQL_UNSEEK,
    SQL_PUSH_SET,
    SQL_PUSH_CUT,
    SQL_PUSHES,
    SQL_PUSH_DROP,
    SQL_VALUE_SET,
    SQL_VALUE,
    SQL_REPORT,
    SQL_REPORT_CUT,
    SQL_REPORTS,
    SQL_BAN,
    SQL_BAN_END,
    SQL_BANS,
    SQL_LOG,
    SQL_LOG_CUT,
    SQL_LOGGED,
    SQL_PEOPLE,
    SQL_PLAYED,
    SQL_STANDING,
    SQL_STANDING_MET,
    SQL_STANDING_LATE,
    SQL_COUNT,
    SQL_COUNT_MATCH,
    SQL_COUNT_PLAYED,
    SQL_COUNT_RATING,
    SQL_COUNT_STATS,
    SQL_COUNT_NUMBER,
    SQL_COUNT_END,
    SQL_PROFILE,
    SQL_PROFILE_RATINGS,
    SQL_PROFILE_STATS,
    SQL_PROFILE_GAMES,
    SQL_PROFILE_SET,
    SQL_LEADERS,
    SQL_LEADERS_ME,
    SQL_RATING_END,
    SQL_UNLIST,
    SQL_LEAVE_PROFILES,
    SQL_LEAVE_RATINGS,
    SQL_LEAVE_STATS,
    SQL_LEAVE_PLAYED,
    SQL_SHARED, /* those above are for both; PostgreSQL has a few more */
    SQL_PAIR_LOCK = SQL_SHARED,
    SQL_LOCK,
    SQL_UNLOCK,
    SQL_NOTIFY,
    SQL_APPEND_TOLD,
    SQL_N
};
enum { SQL_VALUES = 20, SQL_STEPS = 28, SQL_COLUMNS = 23 };

/* Parameters are $1, $2 ... in the order of their first appearance; types has a letter for each. sqlite: the text for
 * SQLite, or NULL if both use the same. */
struct sql_statement {
    const char *text, *types, *sqlite;
};
extern const struct sql_statement sql_statement[SQL_N];

struct sql_step {
    enum sql sql;
    struct sql_value v[SQL_VALUES]; /* as many as the statement has types */
    uint8_t bytes[STORE_HASH];      /* where a parameter was made for this step */
};
/* The steps of a request, at most SQL_STEPS. `nodes`: there may be other nodes, so locks are taken in the database. */
int sql_steps(const struct store_request *, int nodes, struct sql_step *);
int sql_writes(const struct store_request *); /* whether it may change anything */
/* Whether it is about tickets, ratings or the end of a person: these wait for each other, and for nothing else. */
int sql_pairs(const struct store_request *);

/* How answers are processed: begin; for each step its rows (0: out of memory) and how many rows it wrote; end. */
void sql_begin(struct store_request *);
int sql_row(struct store_request *, enum sql, const struct sql_value column[SQL_COLUMNS]);
void sql_wrote(struct store_request *, enum sql, int64_t rows);

/* What sql.c, which has the games, sql_people.c and sql_rated.c share. */
int sql_step(struct sql_step *, enum sql, ...);
int sql_match_new(const struct store_request *, enum sql, struct sql_step *);
int sql_steps_people(const struct store_request *, int nodes, struct sql_step *);
int sql_row_people(struct store_request *, enum sql, const struct sql_value column[SQL_COLUMNS]);
void sql_wrote_people(struct store_request *, enum sql, int64_t rows);
int sql_steps_rated(const struct store_request *, int nodes, struct sql_step *);
int sql_row_rated(struct store_request *, enum sql, const struct sql_value column[SQL_COLUMNS]);
void sql_wrote_rated(struct store_request *, enum sql, int64_t rows);
int sql_take_match(struct store_request *, const struct sql_value *column); /* a row of a list; -1: of the same match again */
void sql_take_text(char *to, size_t size, const struct sql_value *);

/* Numbered migrations, to be carried out in order in one transaction, together with the table of versions. */
enum { SCHEMA_VERSION = 5 };
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
