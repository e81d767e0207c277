/* schema.c: the tables, as numbered migrations: one text, in which the two databases differ by the names of a few types.
 *
 * A migration that has been released is never edited: the next one changes what it made. docs/storage.md says what is in the
 * tables. Ids of people are unsigned in C and signed here, bit for bit. Times are milliseconds since 1970. */
#include "sql.h"

/* KEY: a short text that is compared byte by byte. */
#define SCHEMA_1(KEY, INT, BYTES, STRICT)                                                                                      \
    "CREATE TABLE players (who " INT " PRIMARY KEY NOT NULL, name TEXT NOT NULL, created " INT " NOT NULL)" STRICT ";"         \
    "CREATE TABLE tokens (hash " BYTES " PRIMARY KEY NOT NULL, who " INT " NOT NULL, created " INT " NOT NULL,"                \
    " seen " INT " NOT NULL)" STRICT ";"                                                                                       \
    "CREATE INDEX tokens_who ON tokens (who);"                                                                                 \
    "CREATE TABLE codes (hash " BYTES " PRIMARY KEY NOT NULL, who " INT " NOT NULL, until " INT " NOT NULL,"                   \
    " used " BYTES ")" STRICT ";"                                                                                              \
    "CREATE INDEX codes_who ON codes (who);"                                                                                   \
    "CREATE TABLE matches (match " KEY " PRIMARY KEY NOT NULL, game TEXT NOT NULL, rules " INT " NOT NULL,"                    \
    " options TEXT NOT NULL, settings TEXT NOT NULL, deck TEXT, seats " INT " NOT NULL, host " INT " NOT NULL,"                \
    " secret " BYTES " NOT NULL, created " INT " NOT NULL, updated " INT " NOT NULL, stage " INT " NOT NULL,"                  \
    " listed " INT " NOT NULL, result TEXT NOT NULL)" STRICT ";"                                                               \
    "CREATE INDEX matches_updated ON matches (updated);"                                                                       \
    "CREATE INDEX matches_listed ON matches (updated) WHERE listed = 1 AND stage = 0;"                                         \
    "CREATE TABLE seats (match " KEY " NOT NULL, seat " INT " NOT NULL, who " INT " NOT NULL, name TEXT NOT NULL,"             \
    " updated " INT " NOT NULL, PRIMARY KEY (match, seat))" STRICT ";"                                                         \
    "CREATE INDEX seats_who ON seats (who, updated);"                                                                          \
    "CREATE TABLE rows (match " KEY " NOT NULL, seq " INT " NOT NULL, sub " INT " NOT NULL, time " INT " NOT NULL,"            \
    " who " INT " NOT NULL, id " INT " NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, seq, sub))" STRICT ";"                \
    "CREATE TABLE doomed (match " KEY " PRIMARY KEY NOT NULL)" STRICT ";"

const char *const schema_sqlite[SCHEMA_VERSION] = {SCHEMA_1("TEXT", "INTEGER", "BLOB", " STRICT, WITHOUT ROWID")};
const char *const schema_postgres[SCHEMA_VERSION] = {SCHEMA_1("TEXT COLLATE \"C\"", "BIGINT", "BYTEA", "")};
const char *const schema_versions = "CREATE TABLE IF NOT EXISTS irori_schema (version INTEGER NOT NULL);";
