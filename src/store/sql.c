/* sql.c: the SQL statements, which of them each request uses with which parameters, and what the answers mean. */
#include "sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"

enum { LEAVE_SLICE = 1000 }; /* people looked at in one transaction */

#define MATCH "m.match, m.game, m.rules, m.options, m.seats, m.host, m.created, m.updated, m.stage, m.listed, m.result"
#define SEAT  "s.seat, s.who, s.name"
#define APPEND                                                                                                                 \
    "INSERT INTO rows (match, seq, sub, time, who, id, text) SELECT $1, $2, $3, $4, $5, $6, $7"                                \
    " WHERE EXISTS (SELECT 1 FROM matches WHERE match = $1) ON CONFLICT DO NOTHING"
/* Our own row is there, byte for byte: what follows from it may be written. */
#define OUR_ROW(match, seq, sub, time, who, id, text)                                                                          \
    "EXISTS (SELECT 1 FROM rows r WHERE r.match = " match " AND r.seq = " seq " AND r.sub = " sub " AND r.time = " time        \
    " AND r.who = " who " AND r.id = " id " AND r.text = " text ")"

/* The earlier of a time and of what was noted when the store had lived so long; 0 if it has not lived that long. */
#define THEN(time, lived)                                                                                                      \
    "(SELECT CASE WHEN c.t < " time " THEN c.t ELSE " time " END FROM (SELECT COALESCE((SELECT k.time FROM clock k"            \
    " WHERE k.lived >= 0 AND k.lived <= " lived " ORDER BY k.lived DESC LIMIT 1), 0) AS t) c)"
/* A person who was not seen again an hour after the first visit. */
#define ONCE "seen <= created + 3600000"

/* clang-format off */
const struct sql_statement sql_statement[SQL_N] = {
    [SQL_PLAYER_NEW] = {
        "INSERT INTO players (who, name, created) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE hash = $4)"
        " ON CONFLICT DO NOTHING", "itib"},
    /* A person without a token was created just now; a token cannot be added to anybody else. */
    [SQL_TOKEN_NEW] = {
        "INSERT INTO tokens (hash, who, created, seen) SELECT $1, $2, $3, $3 WHERE EXISTS (SELECT 1 FROM players WHERE who = $2)"
        " AND NOT EXISTS (SELECT 1 FROM tokens WHERE who = $2) ON CONFLICT DO NOTHING", "bii"},
    [SQL_TOKEN_FIND] = {
        "SELECT p.who, p.name FROM tokens t JOIN players p ON p.who = t.who WHERE t.hash = $1", "b"},
    [SQL_TOKEN_SEEN] = {
        "UPDATE tokens SET seen = $1 WHERE hash = $2 AND seen < $1 - 3600000", "ib"},
    [SQL_PLAYER_NAME] = {
        "UPDATE players SET name = $1 WHERE who = $2", "ti"},
    [SQL_CODES_VOID] = {
        "DELETE FROM codes WHERE who = $1", "i"},
    [SQL_CODE_NEW] = {
        "INSERT INTO codes (hash, who, until) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM players WHERE who = $2)"
        " ON CONFLICT DO NOTHING", "bii"},
    [SQL_PLAYER_IS] = {
        "SELECT who FROM players WHERE who = $1", "i"},
    /* If two devices use a code at once, the second one finds it marked as used. */
    [SQL_CODE_MARK] = {
        "UPDATE codes SET used = $1 WHERE hash = $2 AND until >= $3 AND used IS NULL", "bbi"},
    [SQL_CODE_TOKEN] = {
        "INSERT INTO tokens (hash, who, created, seen) SELECT used, who, $1, $1 FROM codes WHERE hash = $2 AND used = $3"
        " ON CONFLICT DO NOTHING", "ibb"},
    [SQL_CODE_DROP] = {
        "DELETE FROM codes WHERE hash = $1 AND (used IS NOT NULL OR until < $2)", "bi"},
    [SQL_MATCH_NEW] = {
        "INSERT INTO matches (match, game, rules, options, seats, host, created, updated, stage, listed, result, settings, deck,"
        " secret) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING", "ttitiiiiiitttb"},
    [SQL_SEATS_NEW] = {
        "INSERT INTO seats (match, seat, who, name, updated) SELECT m.match, v.seat, v.who, v.name, m.updated FROM matches m,"
        " (SELECT 0 AS seat, $1 AS who, $2 AS name UNION ALL SELECT 1, $3, $4 UNION ALL SELECT 2, $5, $6 UNION ALL"
        " SELECT 3, $7, $8 UNION ALL SELECT 4, $9, $10 UNION ALL SELECT 5, $11, $12) v"
        " WHERE v.seat < m.seats AND m.match = $13 AND m.secret = $14 AND m.host = $15 AND m.created = $16"
        " ON CONFLICT DO NOTHING", "itititititittbii"},
    [SQL_MATCH_LOAD] = {
        "SELECT " MATCH ", " SEAT ", m.settings, m.deck, m.secret FROM matches m JOIN seats s ON s.match = m.match"
        " WHERE m.match = $1 ORDER BY s.seat", "t"},
    [SQL_ROWS_LOAD] = {
        "SELECT seq, sub, time, who, id, text FROM rows WHERE match = $1 AND seq >= $2 ORDER BY seq, sub", "ti"},
    [SQL_APPEND] = {
        APPEND, "tiiiiit",
        "INSERT INTO rows_fresh (number, seq, sub, time, who, id, text) SELECT m.number, ?2, ?3, ?4, ?5, ?6, ?7 FROM matches m"
        " WHERE m.match = ?1 AND NOT EXISTS (SELECT 1 FROM rows_kept k WHERE k.number = m.number AND k.seq = ?2 AND k.sub = ?3)"
        " ON CONFLICT DO NOTHING"},
    [SQL_MATCH_SET] = {
        "UPDATE matches SET stage = $1, result = $2, updated = $3 WHERE match = $4 AND "
        OUR_ROW("$4", "$5", "$6", "$3", "$7", "$8", "$9"), "ititiiiit"},
    [SQL_SEATS_SET] = {
        "UPDATE seats SET who = CASE seat WHEN 0 THEN $1 WHEN 1 THEN $2 WHEN 2 THEN $3 WHEN 3 THEN $4 WHEN 4 THEN $5 ELSE $6 END,"
        " name = CASE seat WHEN 0 THEN $7 WHEN 1 THEN $8 WHEN 2 THEN $9 WHEN 3 THEN $10 WHEN 4 THEN $11 ELSE $12 END,"
        " updated = $13 WHERE match = $14 AND " OUR_ROW("$14", "$15", "$16", "$13", "$17", "$18", "$19"), "iiiiiittttttitiiiit"},
    [SQL_LISTED] = {
        "SELECT " MATCH ", " SEAT " FROM (SELECT * FROM matches WHERE listed = 1 AND stage = 0 AND updated >= "
        THEN("$1", "$2") " ORDER BY updated DESC LIMIT $3) m JOIN seats s ON s.match = m.match ORDER BY m.updated DESC, m.match, s.seat", "iii"},
    [SQL_HOSTED] = {
        "SELECT count(*) FROM matches WHERE host = $1 AND stage <> 2 AND updated >= " THEN("$2", "$3"), "iii"},
    [SQL_MINE] = {
        "SELECT " MATCH ", " SEAT " FROM (SELECT match FROM seats WHERE who = $1 ORDER BY updated DESC LIMIT $2) l"
        " JOIN matches m ON m.match = l.match JOIN seats s ON s.match = m.match ORDER BY m.updated DESC, m.match, s.seat", "ii"},
    [SQL_DOOM] = {
        "INSERT INTO doomed (match) SELECT m.match FROM matches m WHERE m.updated < " THEN("$1", "$2") " AND COALESCE((SELECT r.time"
        " FROM rows r WHERE r.match = m.match ORDER BY r.seq DESC, r.sub DESC LIMIT 1), m.updated) < " THEN("$1", "$2")
        " AND CASE WHEN m.stage = 1 THEN 1 ELSE 0 END = $3 ORDER BY m.updated LIMIT $4 ON CONFLICT DO NOTHING", "iiii",
        "INSERT INTO doomed (match) SELECT m.match FROM matches m WHERE m.updated < " THEN("?1", "?2") " AND COALESCE((SELECT r.time"
        " FROM rows_kept r WHERE r.number = m.number ORDER BY r.seq DESC, r.sub DESC LIMIT 1), m.updated) < " THEN("?1", "?2")
        " AND CASE WHEN m.stage = 1 THEN 1 ELSE 0 END = ?3 ORDER BY m.updated LIMIT ?4 ON CONFLICT DO NOTHING"},
    [SQL_DOOM_ROWS] = {
        "DELETE FROM rows WHERE match IN (SELECT match FROM doomed)", "",
        "DELETE FROM rows_kept WHERE number IN (SELECT m.number FROM doomed d JOIN matches m ON m.match = d.match)"},
    [SQL_DOOM_SEATS] = {
        "DELETE FROM seats WHERE match IN (SELECT match FROM doomed)", ""},
    [SQL_DOOM_MATCHES] = {
        "DELETE FROM matches WHERE match IN (SELECT match FROM doomed)", ""},
    [SQL_DOOM_END] = {
        "DELETE FROM doomed", ""},
    [SQL_DOOM_CODES] = {
        "DELETE FROM codes WHERE until < $1", "i"},
    /* A slice of those who came once: where the next one begins, if there is one. */
    [SQL_LEAVE_TO] = {
        "SELECT COALESCE((SELECT created FROM tokens WHERE " ONCE " AND created >= $1 AND created < " THEN("$2", "$3")
        " ORDER BY created LIMIT 1 OFFSET $4), 0)", "iiii"},
    [SQL_LEAVE] = {
        "INSERT INTO leaving (who) SELECT t.who FROM (SELECT who, hash FROM tokens WHERE " ONCE " AND created >= $1 AND created < "
        THEN("$2", "$3") " ORDER BY created LIMIT $4) t WHERE NOT EXISTS (SELECT 1 FROM tokens o WHERE o.who = t.who AND"
        " o.hash <> t.hash) AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.who = t.who) AND NOT EXISTS (SELECT 1 FROM matches m"
        " WHERE m.host = t.who AND m.stage <> 2) ON CONFLICT DO NOTHING", "iiii"},
    [SQL_LEAVE_CODES] = {
        "DELETE FROM codes WHERE who IN (SELECT who FROM leaving)", ""},
    [SQL_LEAVE_TOKENS] = {
        "DELETE FROM tokens WHERE who IN (SELECT who FROM leaving) AND " ONCE, ""},
    [SQL_LEAVE_PLAYERS] = {
        "DELETE FROM players WHERE who IN (SELECT who FROM leaving) AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.who ="
        " players.who)", ""},
    [SQL_LEAVE_END] = {
        "DELETE FROM leaving", ""},
    [SQL_CLOCK_NOTE] = {
        "INSERT INTO clock (lived, time) VALUES ($1, $2) ON CONFLICT DO NOTHING", "ii"},
    [SQL_CLOCK_READ] = {
        "SELECT COALESCE((SELECT lived FROM clock WHERE lived >= 0 ORDER BY lived DESC LIMIT 1), 0)", ""},
    [SQL_PING] = {
        "INSERT INTO clock (lived, time) VALUES (-1, $1) ON CONFLICT (lived) DO UPDATE SET time = excluded.time", "i"},
    [SQL_LOCK] = {
        "SELECT CAST(CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END AS BIGINT)", "i"},
    [SQL_UNLOCK] = {
        "SELECT CAST(CASE WHEN pg_advisory_unlock($1) THEN 1 ELSE 0 END AS BIGINT)", "i"},
    [SQL_NOTIFY] = {
        "SELECT pg_notify('irori', $1)", "t"},
    /* Only a row that is really there is told: another node takes it over as it is. */
    [SQL_APPEND_TOLD] = {
        "WITH row AS (" APPEND " RETURNING 1) SELECT pg_notify('irori', $8) FROM row", "tiiiiitt"},
};
/* clang-format on */

/* Adds a step. The other arguments are its parameters, by its types: int64_t, const char *, or the bytes of a hash. */
static int step(struct sql_step *to, enum sql sql, ...)
{
    va_list args;
    va_start(args, sql);
    to->sql = sql;
    const char *types = sql_statement[sql].types;
    for (int i = 0; types[i]; i++) {
        struct sql_value *v = &to->v[i];
        v->type = types[i];
        if (types[i] == 'i') {
            v->i = va_arg(args, int64_t);
        } else {
            v->p = va_arg(args, const char *);
            v->n = types[i] == 'b' ? STORE_HASH : v->p ? strlen(v->p) : 0;
            v->type = v->p ? types[i] : 0;
        }
    }
    va_end(args);
    return 1;
}

static int match_new(const struct store_match *m, struct sql_step *to)
{
    const uint64_t *w = m->who;
    int n = step(to, SQL_MATCH_NEW, m->id, m->game, (int64_t)m->rules, m->options, (int64_t)m->seats, (int64_t)m->host,
                 m->created, m->updated, (int64_t)m->stage, (int64_t)m->listed, m->result, m->settings, m->deck, m->secret);
    return n + step(to + n, SQL_SEATS_NEW, (int64_t)w[0], m->name[0], (int64_t)w[1], m->name[1], (int64_t)w[2], m->name[2],
                    (int64_t)w[3], m->name[3], (int64_t)w[4], m->name[4], (int64_t)w[5], m->name[5], m->id, m->secret,
                    (int64_t)m->host, m->created);
}

static int append(const struct store_request *r, struct sql_step *to)
{
    const struct store_match *m = &r->match;
    const struct store_row *row = &r->row;
    const uint64_t *w = m->who;
    int64_t sub = row->sub, who = (int64_t)row->who, id = (int64_t)row->id;
    int n = step(to, SQL_APPEND, m->id, row->seq, sub, row->time, who, id, row->text);
    if (!r->changed)
        return n;
    n += step(to + n, SQL_MATCH_SET, (int64_t)m->stage, m->result, row->time, m->id, row->seq, sub, who, id, row->text);
    return n + step(to + n, SQL_SEATS_SET, (int64_t)w[0], (int64_t)w[1], (int64_t)w[2], (int64_t)w[3], (int64_t)w[4],
                    (int64_t)w[5], m->name[0], m->name[1], m->name[2], m->name[3], m->name[4], m->name[5], row->time, m->id,
                    row->seq, sub, who, id, row->text);
}

int sql_steps(const struct store_request *r, int nodes, struct sql_step *to)
{
    int64_t who = (int64_t)r->who, limit = store_limit(r);
    int n = 0;
    switch (r->kind) {
    case STORE_PLAYER_NEW:
        n += step(to + n, SQL_PLAYER_NEW, who, r->name, r->time, r->token_hash);
        n += step(to + n, SQL_TOKEN_NEW, r->token_hash, who, r->time);
        break;
    case STORE_PLAYER_FIND:
        n += step(to + n, SQL_TOKEN_FIND, r->token_hash);
        n += step(to + n, SQL_TOKEN_SEEN, r->time, r->token_hash);
        break;
    case STORE_PLAYER_NAME: n += step(to + n, SQL_PLAYER_NAME, r->name, who); break;
    case STORE_CODE_NEW:
        n += step(to + n, SQL_CODES_VOID, who);
        n += step(to + n, SQL_CODE_NEW, r->token_hash, who, r->time);
        n += step(to + n, SQL_PLAYER_IS, who);
        break;
    case STORE_CODE_USE:
        n += step(to + n, SQL_CODE_MARK, r->hash2, r->token_hash, r->time);
        n += step(to + n, SQL_CODE_TOKEN, r->time, r->token_hash, r->hash2);
        n += step(to + n, SQL_CODE_DROP, r->token_hash, r->time);
        n += step(to + n, SQL_TOKEN_FIND, r->hash2);
        break;
    case STORE_MATCH_NEW: n = match_new(&r->match, to); break;
    case STORE_MATCH_LOAD:
        n += step(to + n, SQL_MATCH_LOAD, r->match.id);
        n += step(to + n, SQL_ROWS_LOAD, r->match.id, r->from_seq);
        break;
    case STORE_APPEND: n = append(r, to); break;
    case STORE_LISTED: n += step(to + n, SQL_LISTED, r->time, r->lived, limit); break;
    case STORE_HOSTED: n += step(to + n, SQL_HOSTED, who, r->time, r->lived); break;
    case STORE_MINE: n += step(to + n, SQL_MINE, who, limit); break;
    case STORE_LOCK: n += nodes ? step(to + n, SQL_LOCK, (int64_t)id_hash(r->match.id)) : 0; break;
    case STORE_UNLOCK: n += nodes ? step(to + n, SQL_UNLOCK, (int64_t)id_hash(r->match.id)) : 0; break;
    case STORE_PURGE:
        n += step(to + n, SQL_DOOM, r->time, r->lived, (int64_t)(r->match.stage == IR_PLAYING), limit);
        n += step(to + n, SQL_DOOM_ROWS);
        n += step(to + n, SQL_DOOM_SEATS);
        n += step(to + n, SQL_DOOM_MATCHES);
        n += step(to + n, SQL_DOOM_END);
        n += step(to + n, SQL_DOOM_CODES, r->time);
        break;
    case STORE_NOTIFY: break; /* a notice, and no row */
    case STORE_LEAVE:
        n += step(to + n, SQL_LEAVE_TO, r->from_seq, r->time, r->lived, (int64_t)LEAVE_SLICE);
        n += step(to + n, SQL_LEAVE, r->from_seq, r->time, r->lived, (int64_t)LEAVE_SLICE);
        n += step(to + n, SQL_LEAVE_CODES);
        n += step(to + n, SQL_LEAVE_TOKENS);
        n += step(to + n, SQL_LEAVE_PLAYERS);
        n += step(to + n, SQL_LEAVE_END);
        break;
    case STORE_CLOCK:
        n += r->time ? step(to + n, SQL_CLOCK_NOTE, r->lived, r->time) : 0;
        n += step(to + n, SQL_CLOCK_READ);
        break;
    case STORE_PING: n += step(to + n, SQL_PING, r->time); break;
    }
    return n;
}

int sql_writes(const struct store_request *r)
{
    return !(r->kind == STORE_MATCH_LOAD || r->kind == STORE_LISTED || r->kind == STORE_HOSTED || r->kind == STORE_MINE ||
             r->kind == STORE_LOCK || r->kind == STORE_UNLOCK || r->kind == STORE_NOTIFY ||
             (r->kind == STORE_CLOCK && !r->time));
}

/* ---- answers ------------------------------------------------------------------------------------------------------------ */

void sql_begin(struct store_request *r)
{
    store_done(r);
    r->why[0] = 0;
    r->status =
        r->kind == STORE_PLAYER_FIND || r->kind == STORE_CODE_USE || r->kind == STORE_MATCH_LOAD ? STORE_NOT_FOUND : STORE_OK;
}

static void text_take(char *to, size_t size, const struct sql_value *v)
{
    snprintf(to, size, "%.*s", (int)v->n, v->p ? v->p : "");
}

/* A match arrives as one row for each of its seats. */
static void match_take(struct store_match *m, const struct sql_value *c)
{
    text_take(m->id, sizeof m->id, &c[0]);
    text_take(m->game, sizeof m->game, &c[1]);
    m->rules = (int)c[2].i;
    text_take(m->options, sizeof m->options, &c[3]);
    m->seats = (int)c[4].i;
    m->host = (uint64_t)c[5].i;
    m->created = c[6].i;
    m->updated = c[7].i;
    m->stage = (int)c[8].i;
    m->listed = (int)c[9].i;
    text_take(m->result, sizeof m->result, &c[10]);
    if (c[11].i >= 0 && c[11].i < IR_SEATS_MAX) {
        m->who[c[11].i] = (uint64_t)c[12].i;
        text_take(m->name[c[11].i], sizeof m->name[0], &c[13]);
    }
}

static int list_take(struct store_request *r, const struct sql_value *c)
{
    struct store_match *m = r->n ? &r->list[r->n - 1] : NULL;
    if ((!m || strlen(m->id) != c[0].n || memcmp(m->id, c[0].p, c[0].n) != 0) && !(m = answer_match(r)))
        return 0;
    match_take(m, c);
    return 1;
}

static int load_take(struct store_request *r, const struct sql_value *c)
{
    if (r->status == STORE_NOT_FOUND) {
        char id[IR_ID_MAX];
        memcpy(id, r->match.id, sizeof id);
        memset(&r->match, 0, sizeof r->match);
        memcpy(r->match.id, id, sizeof id);
        text_take(r->match.settings, sizeof r->match.settings, &c[14]);
        if (c[15].type && !(r->match.deck = answer_text(r, c[15].p, c[15].n)))
            return 0;
        if (c[16].n == sizeof r->match.secret)
            memcpy(r->match.secret, c[16].p, sizeof r->match.secret);
        r->status = STORE_OK;
    }
    match_take(&r->match, c);
    return 1;
}

static int row_take(struct store_request *r, const struct sql_value *c)
{
    if (r->status != STORE_OK)
        return 1; /* no match, no rows */
    struct store_row *row = answer_row(r);
    const char *text = answer_text(r, c[5].p ? c[5].p : "", c[5].n);
    if (!row || !text)
        return 0;
    *row = (struct store_row){
        .seq = c[0].i, .sub = (int32_t)c[1].i, .time = c[2].i, .who = (uint64_t)c[3].i, .id = (uint64_t)c[4].i};
    row->text = text;
    return 1;
}

int sql_row(struct store_request *r, enum sql sql, const struct sql_value c[SQL_COLUMNS])
{
    switch (sql) {
    case SQL_TOKEN_FIND:
        if (r->kind == STORE_CODE_USE && r->status != STORE_OK)
            return 1; /* the code was not valid */
        r->who = (uint64_t)c[0].i;
        text_take(r->name, sizeof r->name, &c[1]);
        r->status = STORE_OK;
        return 1;
    case SQL_PLAYER_IS:
        if (r->status == STORE_NOT_FOUND)
            r->status = STORE_CONFLICT; /* the person exists, so the code was the duplicate */
        return 1;
    case SQL_MATCH_LOAD: return load_take(r, c);
    case SQL_ROWS_LOAD: return row_take(r, c);
    case SQL_LISTED:
    case SQL_MINE: return list_take(r, c);
    case SQL_LOCK:
        if (!c[0].i)
            r->status = STORE_CONFLICT;
        return 1;
    case SQL_HOSTED:
    case SQL_LEAVE_TO:
    case SQL_CLOCK_READ: r->answer = c[0].i; return 1;
    default: return 1;
    }
}

void sql_wrote(struct store_request *r, enum sql sql, int64_t rows)
{
    switch (sql) {
    case SQL_PLAYER_NEW:
    case SQL_MATCH_NEW:
    case SQL_APPEND:
    case SQL_APPEND_TOLD:
        if (!rows)
            r->status = STORE_CONFLICT;
        return;
    case SQL_PLAYER_NAME:
    case SQL_CODE_NEW:
        if (!rows)
            r->status = STORE_NOT_FOUND;
        return;
    case SQL_CODE_TOKEN:
        if (rows)
            r->status = STORE_OK;
        return;
    case SQL_DOOM_MATCHES:
    case SQL_LEAVE_PLAYERS: r->n = (int)rows; return;
    default: return;
    }
}
