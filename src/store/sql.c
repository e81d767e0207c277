/* sql.c: which statements each request about games uses, with which parameters, and what the answers mean; requests about
 * people are handed on to sql_people.c. */
#include "sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"

/* Adds a step. The other arguments are its parameters, by its types: int64_t, const char *, or the bytes of a hash. */
int sql_step(struct sql_step *to, enum sql sql, ...)
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

/* SQL_PAIR_MATCH has the two people at its end. */
int sql_match_new(const struct store_request *r, enum sql sql, struct sql_step *to)
{
    const struct store_match *m = &r->match;
    const uint64_t *w = m->who;
    int n = sql_step(to, sql, m->id, m->game, (int64_t)m->rules, m->options, (int64_t)m->seats, (int64_t)m->host, m->created,
                     m->updated, (int64_t)m->stage, (int64_t)m->listed, m->result, m->settings, m->deck, m->secret, m->due,
                     (int64_t)m->turn, m->event, (int64_t)r->who, (int64_t)r->other);
    return n + sql_step(to + n, SQL_SEATS_NEW, (int64_t)w[0], m->name[0], (int64_t)w[1], m->name[1], (int64_t)w[2], m->name[2],
                        (int64_t)w[3], m->name[3], (int64_t)w[4], m->name[4], (int64_t)w[5], m->name[5], m->id, m->secret,
                        (int64_t)m->host, m->created);
}

static int append(const struct store_request *r, struct sql_step *to)
{
    const struct store_match *m = &r->match;
    const struct store_row *row = &r->row;
    const uint64_t *w = m->who;
    int64_t sub = row->sub, who = (int64_t)row->who, id = (int64_t)row->id;
    int n = sql_step(to, SQL_APPEND, m->id, row->seq, sub, row->time, who, id, row->text);
    if (!r->changed)
        return n;
    n += sql_step(to + n, SQL_MATCH_SET, (int64_t)m->stage, m->result, row->time, (int64_t)m->host, (int64_t)m->listed, m->due,
                  (int64_t)m->turn, (int64_t)m->count, m->id, row->seq, sub, who, id, row->text);
    return n + sql_step(to + n, SQL_SEATS_SET, (int64_t)w[0], (int64_t)w[1], (int64_t)w[2], (int64_t)w[3], (int64_t)w[4],
                        (int64_t)w[5], m->name[0], m->name[1], m->name[2], m->name[3], m->name[4], m->name[5], row->time, m->id,
                        row->seq, sub, who, id, row->text);
}

int sql_steps(const struct store_request *r, int nodes, struct sql_step *to)
{
    int64_t who = (int64_t)r->who, limit = store_limit(r);
    int n = 0;
    switch (r->kind) {
    case STORE_PLAYER_NEW:
    case STORE_PLAYER_FIND:
    case STORE_PLAYER_NAME:
    case STORE_CODE_NEW:
    case STORE_CODE_USE:
    case STORE_PHRASE_SET:
    case STORE_PHRASE_USE:
    case STORE_DEVICES:
    case STORE_DEVICE_END:
    case STORE_PERSON_END:
    case STORE_TIE_SET:
    case STORE_TIES:
    case STORE_INVITE:
    case STORE_INVITES:
    case STORE_INVITE_END:
    case STORE_SEEK:
    case STORE_PAIR:
    case STORE_UNSEEK:
    case STORE_LEAVE:
    case STORE_PUSH_SET:
    case STORE_PUSHES:
    case STORE_PUSH_DROP:
    case STORE_VALUE:
    case STORE_REPORT:
    case STORE_REPORTS:
    case STORE_BAN:
    case STORE_BANS:
    case STORE_LOG:
    case STORE_LOGGED:
    case STORE_PEOPLE: return sql_steps_people(r, nodes, to);
    case STORE_PLAYED:
    case STORE_STANDING:
    case STORE_COUNT:
    case STORE_PROFILE:
    case STORE_PROFILE_SET:
    case STORE_LEADERS:
    case STORE_RATING_END:
    case STORE_UNLIST: return sql_steps_rated(r, nodes, to);
    case STORE_MATCH_NEW: n = sql_match_new(r, SQL_MATCH_NEW, to); break;
    case STORE_MATCH_LOAD:
        n += sql_step(to + n, SQL_MATCH_LOAD, r->match.id);
        n += sql_step(to + n, SQL_ROWS_LOAD, r->match.id, r->from_seq);
        break;
    case STORE_APPEND: n = append(r, to); break;
    case STORE_LISTED: n += sql_step(to + n, SQL_LISTED, (int64_t)r->match.stage, r->time, r->lived, limit); break;
    case STORE_DUE: n += sql_step(to + n, SQL_DUE, r->time, r->from_seq, limit); break;
    case STORE_HOSTED: n += sql_step(to + n, SQL_HOSTED, who, r->time, r->lived); break;
    case STORE_MINE:
    case STORE_EVENTS:
        n += sql_step(to + n, r->kind == STORE_MINE ? SQL_MINE : SQL_EVENTS, who, r->until ? r->until : INT64_MAX, r->match.id,
                      limit);
        break;
    case STORE_LOCK: n += nodes ? sql_step(to + n, SQL_LOCK, (int64_t)id_hash(r->match.id)) : 0; break;
    case STORE_UNLOCK: n += nodes ? sql_step(to + n, SQL_UNLOCK, (int64_t)id_hash(r->match.id)) : 0; break;
    case STORE_PURGE:
        n += sql_step(to + n, SQL_DOOM, r->time, r->lived, (int64_t)(r->match.stage == IR_PLAYING), limit);
        n += sql_step(to + n, SQL_DOOM_ROWS);
        n += sql_step(to + n, SQL_DOOM_SEATS);
        n += sql_step(to + n, SQL_DOOM_INVITES);
        n += sql_step(to + n, SQL_DOOM_SEEKS, r->time);
        n += sql_step(to + n, SQL_DOOM_MATCHES);
        n += sql_step(to + n, SQL_DOOM_END);
        n += sql_step(to + n, SQL_DOOM_CODES, r->time);
        break;
    case STORE_NOTIFY: break; /* a notice, and no row */
    case STORE_CLOCK:
        n += r->time ? sql_step(to + n, SQL_CLOCK_NOTE, r->lived, r->time) : 0;
        n += sql_step(to + n, SQL_CLOCK_READ);
        break;
    case STORE_PING: n += sql_step(to + n, SQL_PING, r->time); break;
    }
    return n;
}

int sql_writes(const struct store_request *r)
{
    switch (r->kind) {
    case STORE_DEVICES:
    case STORE_TIES:
    case STORE_INVITES:
    case STORE_MATCH_LOAD:
    case STORE_LISTED:
    case STORE_DUE:
    case STORE_HOSTED:
    case STORE_MINE:
    case STORE_LOCK:
    case STORE_UNLOCK:
    case STORE_NOTIFY:
    case STORE_PUSHES:
    case STORE_REPORTS:
    case STORE_BANS:
    case STORE_LOGGED:
    case STORE_PLAYED:
    case STORE_STANDING:
    case STORE_PROFILE:
    case STORE_LEADERS:
    case STORE_PEOPLE: return 0;
    case STORE_CLOCK: return r->time != 0;
    default: return 1;
    }
}

int sql_pairs(const struct store_request *r)
{
    return r->kind == STORE_SEEK || r->kind == STORE_PAIR || r->kind == STORE_UNSEEK || r->kind == STORE_COUNT ||
           r->kind == STORE_RATING_END || r->kind == STORE_PERSON_END;
}

/* ---- answers ------------------------------------------------------------------------------------------------------------ */

void sql_begin(struct store_request *r)
{
    store_done(r);
    r->why[0] = 0;
    int found = r->kind == STORE_PLAYER_FIND || r->kind == STORE_CODE_USE || r->kind == STORE_PHRASE_USE ||
                r->kind == STORE_MATCH_LOAD || r->kind == STORE_PROFILE; /* by a row of the answer, or not at all */
    r->status = found ? STORE_NOT_FOUND : STORE_OK;
    if (r->kind == STORE_SEEK) {
        r->other = 0;
        r->name2[0] = 0;
    }
}

void sql_take_text(char *to, size_t size, const struct sql_value *v)
{
    snprintf(to, size, "%.*s", (int)v->n, v->p ? v->p : "");
}

/* A match arrives as one row for each of its seats. */
static void match_take(struct store_match *m, const struct sql_value *c)
{
    sql_take_text(m->id, sizeof m->id, &c[0]);
    sql_take_text(m->game, sizeof m->game, &c[1]);
    m->rules = (int)c[2].i;
    sql_take_text(m->options, sizeof m->options, &c[3]);
    m->seats = (int)c[4].i;
    m->host = (uint64_t)c[5].i;
    m->created = c[6].i;
    m->updated = c[7].i;
    m->stage = (int)c[8].i;
    m->listed = (int)c[9].i;
    sql_take_text(m->result, sizeof m->result, &c[10]);
    m->maker = (uint64_t)c[11].i;
    m->due = c[12].i;
    m->turn = (int)c[13].i;
    sql_take_text(m->settings, sizeof m->settings, &c[14]);
    m->count = (int)c[15].i;
    sql_take_text(m->event, sizeof m->event, &c[16]);
    if (c[17].i >= 0 && c[17].i < IR_SEATS_MAX) {
        m->who[c[17].i] = (uint64_t)c[18].i;
        sql_take_text(m->name[c[17].i], sizeof m->name[0], &c[19]);
    }
}

int sql_take_match(struct store_request *r, const struct sql_value *c)
{
    struct store_match *m = r->n ? &r->list[r->n - 1] : NULL;
    int again = m && strlen(m->id) == c[0].n && memcmp(m->id, c[0].p, c[0].n) == 0;
    if (!again && !(m = answer_match(r)))
        return 0;
    match_take(m, c);
    return again ? -1 : 1;
}

static int load_take(struct store_request *r, const struct sql_value *c)
{
    if (r->status == STORE_NOT_FOUND) {
        char id[IR_ID_MAX];
        memcpy(id, r->match.id, sizeof id);
        memset(&r->match, 0, sizeof r->match);
        memcpy(r->match.id, id, sizeof id);
        if (c[20].type && !(r->match.deck = answer_text(r, c[20].p, c[20].n)))
            return 0;
        if (c[21].n == sizeof r->match.secret)
            memcpy(r->match.secret, c[21].p, sizeof r->match.secret);
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
    case SQL_MATCH_LOAD: return load_take(r, c);
    case SQL_ROWS_LOAD: return row_take(r, c);
    case SQL_LISTED:
    case SQL_DUE:
    case SQL_PLAYED:
    case SQL_EVENTS:
    case SQL_MINE: return sql_take_match(r, c) != 0;
    case SQL_LOCK:
        if (!c[0].i)
            r->status = STORE_CONFLICT;
        return 1;
    case SQL_HOSTED:
    case SQL_CLOCK_READ: r->answer = c[0].i; return 1;
    default: return sql >= SQL_PLAYED ? sql_row_rated(r, sql, c) : sql_row_people(r, sql, c);
    }
}

void sql_wrote(struct store_request *r, enum sql sql, int64_t rows)
{
    switch (sql) {
    case SQL_MATCH_NEW:
    case SQL_APPEND:
    case SQL_APPEND_TOLD:
        if (!rows)
            r->status = STORE_CONFLICT;
        return;
    case SQL_DOOM_MATCHES: r->n = (int)rows; return;
    default:
        if (sql >= SQL_PLAYED)
            sql_wrote_rated(r, sql, rows);
        else
            sql_wrote_people(r, sql, rows);
        return;
    }
}
