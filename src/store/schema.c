/* schema.c: the tables as numbered migrations: one text for both databases, which differ in the names of a few types.
 *
 * A released migration is never edited; a new one changes what it made. docs/storage.md describes the tables. Ids of people
 * are unsigned in C and signed here, bit for bit. Times are milliseconds since 1970. */
#include "sql.h"

/* clang-format off */

/* KEY: a short text that is compared byte by byte. END: the end of a table that is only looked up by its primary key. */
#define SCHEMA_1(KEY, INT, BYTES, NUMBER, STRICT, END) \
    "CREATE TABLE players (who " INT " PRIMARY KEY NOT NULL, name TEXT NOT NULL, created " INT " NOT NULL)" END ";" \
    "CREATE TABLE tokens (hash " BYTES " PRIMARY KEY NOT NULL, who " INT " NOT NULL, created " INT " NOT NULL," \
    "    seen " INT " NOT NULL)" END ";" \
    "CREATE INDEX tokens_who ON tokens (who);" \
    "CREATE TABLE codes (hash " BYTES " PRIMARY KEY NOT NULL, who " INT " NOT NULL, until " INT " NOT NULL," \
    "    used " BYTES ")" END ";" \
    "CREATE INDEX codes_who ON codes (who);" \
    "CREATE TABLE matches (" NUMBER "match " KEY " UNIQUE NOT NULL, game TEXT NOT NULL, rules " INT " NOT NULL," \
    "    options TEXT NOT NULL, settings TEXT NOT NULL, deck TEXT, seats " INT " NOT NULL, host " INT " NOT NULL," \
    "    secret " BYTES " NOT NULL, created " INT " NOT NULL, updated " INT " NOT NULL, stage " INT " NOT NULL," \
    "    listed " INT " NOT NULL, result TEXT NOT NULL)" STRICT ";" \
    "CREATE INDEX matches_updated ON matches (updated);" \
    "CREATE INDEX matches_listed ON matches (updated) WHERE listed = 1 AND stage = 0;" \
    "CREATE TABLE seats (match " KEY " NOT NULL, seat " INT " NOT NULL, who " INT " NOT NULL, name TEXT NOT NULL," \
    "    updated " INT " NOT NULL, PRIMARY KEY (match, seat))" END ";" \
    "CREATE INDEX seats_who ON seats (who, updated);" \
    "CREATE TABLE doomed (match " KEY " PRIMARY KEY NOT NULL)" END ";"
#define ROW_1(INT) \
    "seq " INT " NOT NULL, sub " INT " NOT NULL, time " INT " NOT NULL, who " INT " NOT NULL, id " INT " NOT NULL," \
    "    text TEXT NOT NULL"

/* The clock of the store (docs/storage.md, "Age"): what time it was when it had lived so long; -1: the last test of writing.
 * People who came once are found by an index of their own, and open tables by who made them. */
#define SCHEMA_2(INT, END) \
    "CREATE TABLE clock (lived " INT " PRIMARY KEY NOT NULL, time " INT " NOT NULL)" END ";" \
    "CREATE TABLE leaving (who " INT " PRIMARY KEY NOT NULL)" END ";" \
    "CREATE INDEX tokens_once ON tokens (created) WHERE seen <= created + 3600000;" \
    "CREATE INDEX matches_host ON matches (host, updated) WHERE stage <> 2;"

/* What people have besides games (docs/storage.md). A list of open tables is one of games in progress, too. `ending` and the
 * index of those who sat down serve the deletion of a person, who may have stood up again. */
#define SCHEMA_3(KEY, INT, BYTES, END) \
    "ALTER TABLE tokens ADD COLUMN label TEXT NOT NULL DEFAULT '';" \
    "CREATE INDEX tokens_seen ON tokens (seen);" \
    "ALTER TABLE matches ADD COLUMN maker " INT " NOT NULL DEFAULT 0;" \
    "ALTER TABLE matches ADD COLUMN due " INT " NOT NULL DEFAULT 0;" \
    "ALTER TABLE matches ADD COLUMN turn " INT " NOT NULL DEFAULT 0;" \
    "UPDATE matches SET maker = host;" \
    "DROP INDEX matches_listed;" \
    "CREATE INDEX matches_listed ON matches (stage, updated) WHERE listed = 1 AND stage <> 2;" \
    "DROP INDEX matches_host;" \
    "CREATE INDEX matches_host ON matches (host, updated);" \
    "CREATE INDEX matches_maker ON matches (maker);" \
    "CREATE INDEX matches_due ON matches (due) WHERE due <> 0 AND stage = 1;" \
    "CREATE TABLE phrases (who " INT " PRIMARY KEY NOT NULL, hash " BYTES " UNIQUE NOT NULL, time " INT " NOT NULL)" END ";" \
    "CREATE TABLE ties (who " INT " NOT NULL, other " INT " NOT NULL, flags " INT " NOT NULL, time " INT " NOT NULL," \
    "    PRIMARY KEY (who, other))" END ";" \
    "CREATE INDEX ties_other ON ties (other, time);" \
    "CREATE TABLE invites (match " KEY " NOT NULL, guest " INT " NOT NULL, host " INT " NOT NULL, time " INT " NOT NULL," \
    "    PRIMARY KEY (match, guest))" END ";" \
    "CREATE INDEX invites_guest ON invites (guest, time);" \
    "CREATE INDEX invites_host ON invites (host);" \
    "CREATE TABLE seeks (who " INT " PRIMARY KEY NOT NULL, name TEXT NOT NULL, sought " KEY " NOT NULL, node " INT " NOT NULL," \
    "    time " INT " NOT NULL, until " INT " NOT NULL, match " KEY " NOT NULL)" END ";" \
    "CREATE INDEX seeks_sought ON seeks (sought, time) WHERE match = '';" \
    "CREATE TABLE pushes (endpoint " KEY " PRIMARY KEY NOT NULL, who " INT " NOT NULL, device " BYTES " NOT NULL," \
    "    keys TEXT NOT NULL, time " INT " NOT NULL)" END ";" \
    "CREATE INDEX pushes_who ON pushes (who, time);" \
    "CREATE TABLE named (name " KEY " PRIMARY KEY NOT NULL, value TEXT NOT NULL)" END ";" \
    "CREATE TABLE reports (time " INT " NOT NULL, who " INT " NOT NULL, other " INT " NOT NULL, match TEXT NOT NULL," \
    "    text TEXT NOT NULL, PRIMARY KEY (time, who, other))" END ";" \
    "CREATE TABLE bans (who " INT " NOT NULL, place " KEY " NOT NULL, until " INT " NOT NULL, why TEXT NOT NULL," \
    "    time " INT " NOT NULL, PRIMARY KEY (who, place))" END ";" \
    "CREATE TABLE owner_log (time " INT " NOT NULL, text " KEY " NOT NULL, PRIMARY KEY (time, text))" END ";" \
    "CREATE TABLE ending (match " KEY " PRIMARY KEY NOT NULL, ghost " INT " NOT NULL)" END ";"

/* Ratings and profiles (docs/ratings.md). A game that is over has `count` 1 until it is in `counted`, whose numbers are the
 * order in which ratings were changed. `played` is the history, a row for each seat. */
#define SCHEMA_4(KEY, INT, END) \
    "ALTER TABLE matches ADD COLUMN count " INT " NOT NULL DEFAULT 0;" \
    "CREATE INDEX matches_count ON matches (updated) WHERE count = 1;" \
    "CREATE TABLE counted (match " KEY " PRIMARY KEY NOT NULL, number " INT " UNIQUE NOT NULL, time " INT " NOT NULL," \
    "    nonce " INT " NOT NULL)" END ";" \
    "CREATE TABLE played (match " KEY " NOT NULL, seat " INT " NOT NULL, who " INT " NOT NULL, bot TEXT NOT NULL, game " KEY \
    "    NOT NULL, pace " KEY " NOT NULL, time " INT " NOT NULL, rated " INT " NOT NULL, rank " INT " NOT NULL, late " INT \
    "    NOT NULL, was " INT " NOT NULL, at " INT " NOT NULL, error " INT " NOT NULL, PRIMARY KEY (match, seat))" END ";" \
    "CREATE INDEX played_who ON played (who, time);" \
    "CREATE INDEX played_game ON played (who, game, pace, time) WHERE rated = 1;" \
    "CREATE TABLE ratings (who " INT " NOT NULL, game " KEY " NOT NULL, pace " KEY " NOT NULL, at " INT " NOT NULL," \
    "    error " INT " NOT NULL, drift " INT " NOT NULL, games " INT " NOT NULL, met " INT " NOT NULL, time " INT " NOT NULL," \
    "    version " INT " NOT NULL, PRIMARY KEY (who, game, pace))" END ";" \
    "CREATE INDEX ratings_best ON ratings (game, pace, at);" \
    "CREATE TABLE stats (who " INT " NOT NULL, game " KEY " NOT NULL, games " INT " NOT NULL, wins " INT " NOT NULL," \
    "    streak " INT " NOT NULL, best " INT " NOT NULL, PRIMARY KEY (who, game))" END ";" \
    "CREATE TABLE profiles (who " INT " PRIMARY KEY NOT NULL, crest " INT " NOT NULL, visible " INT " NOT NULL," \
    "    unlisted " INT " NOT NULL)" END ";"
/* The evening whose table this is (docs/evenings.md), or ''. */
#define SCHEMA_5 "ALTER TABLE matches ADD COLUMN event TEXT NOT NULL DEFAULT '';"
#define ROWS_SAT(ROWS) "CREATE INDEX rows_sat ON " ROWS " (who) WHERE substr(text, 1, 6) = '@ sit ';"

/* In SQLite, rows of many matches arrive interleaved; inserted in place, each would write a page of 4 KB. So they are
 * appended to a small table first, and moved into place a few thousand at a time (sqlite.c). Matches are numbered so that
 * those being played, the newest ones, are close together. */
const char *const schema_sqlite[SCHEMA_VERSION] = {
    SCHEMA_1("TEXT", "INTEGER", "BLOB", "number INTEGER PRIMARY KEY, ", " STRICT", " STRICT, WITHOUT ROWID")
    "CREATE TABLE rows_kept (number INTEGER NOT NULL, " ROW_1("INTEGER") ", PRIMARY KEY (number, seq, sub)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE rows_fresh (number INTEGER NOT NULL, " ROW_1("INTEGER") ", UNIQUE (number, seq, sub)) STRICT;"
    "CREATE VIEW rows AS"
    "    SELECT m.match, r.seq, r.sub, r.time, r.who, r.id, r.text FROM matches m JOIN rows_kept r ON r.number = m.number"
    "    UNION ALL"
    "    SELECT m.match, r.seq, r.sub, r.time, r.who, r.id, r.text FROM matches m JOIN rows_fresh r ON r.number = m.number;",
    SCHEMA_2("INTEGER", " STRICT, WITHOUT ROWID"),
    SCHEMA_3("TEXT", "INTEGER", "BLOB", " STRICT, WITHOUT ROWID") ROWS_SAT("rows_kept"),
    SCHEMA_4("TEXT", "INTEGER", " STRICT, WITHOUT ROWID"),
    SCHEMA_5,
};
const char *const schema_postgres[SCHEMA_VERSION] = {
    SCHEMA_1("TEXT COLLATE \"C\"", "BIGINT", "BYTEA", "", "", "")
    "CREATE TABLE rows (match TEXT COLLATE \"C\" NOT NULL, " ROW_1("BIGINT") ", PRIMARY KEY (match, seq, sub));",
    SCHEMA_2("BIGINT", ""),
    SCHEMA_3("TEXT COLLATE \"C\"", "BIGINT", "BYTEA", "") ROWS_SAT("rows"),
    SCHEMA_4("TEXT COLLATE \"C\"", "BIGINT", ""),
    SCHEMA_5,
};
const char *const schema_newest =
    "SELECT COALESCE(max(t), 0) FROM (SELECT max(time) AS t FROM clock WHERE time < 3345062400000"
    " UNION ALL SELECT max(updated) FROM matches WHERE updated < 3345062400000) x"; /* STORE_TIME_MAX */
const char *const schema_versions = "CREATE TABLE IF NOT EXISTS irori_schema (version INTEGER NOT NULL);";
/* clang-format on */

int schema_last(void)
{
    return SCHEMA_VERSION;
}

const char *schema_migration(int version, int postgres)
{
    return postgres ? schema_postgres[version - 1] : schema_sqlite[version - 1];
}
