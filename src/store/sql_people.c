/* sql_people.c: which statements each request about people uses, with which parameters, and what the answers mean. */
#include "sql.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

enum { LEAVE_SLICE = 1000 }; /* people looked at in one transaction */

/* ---- requests -------------------------------------------------------------------------------------------------------------
 */

static int device_end(const struct store_request *r, struct sql_step *to)
{
    int n = 0;
    for (int i = 0; i < 2; i++) {
        uint8_t *hash = to[i].bytes;
        memcpy(hash, r->token_hash, STORE_HASH);
        for (int b = 0; r->other && b < DEVICE_BYTES; b++)
            hash[b] = (uint8_t)(r->other >> (8 * (DEVICE_BYTES - 1 - b)));
        n += sql_step(&to[i], i ? SQL_DEVICE_END : SQL_DEVICE_PUSHES, (int64_t)r->who, (int64_t)r->other, hash);
    }
    return n + sql_step(to + n, SQL_CODES_VOID, (int64_t)r->who);
}

/* Deletes what people have who are in the table `leaving`, and whose tokens are gone. */
static int leave_end(struct sql_step *to)
{
    static const enum sql all[] = {SQL_LEAVE_CODES,   SQL_LEAVE_PHRASES, SQL_LEAVE_TIES,     SQL_LEAVE_TIED,
                                   SQL_LEAVE_INVITES, SQL_LEAVE_INVITED, SQL_LEAVE_SEEKS,    SQL_LEAVE_PUSHES,
                                   SQL_LEAVE_REPORTS, SQL_LEAVE_BANS,    SQL_LEAVE_PROFILES, SQL_LEAVE_RATINGS,
                                   SQL_LEAVE_STATS,   SQL_LEAVE_PLAYED,  SQL_LEAVE_PLAYERS,  SQL_LEAVE_END};
    int n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        n += sql_step(to + n, all[i]);
    return n;
}

static int leave(const struct store_request *r, struct sql_step *to)
{
    int n = sql_step(to, SQL_LEAVE_TO, r->from_seq, r->time, r->lived, (int64_t)LEAVE_SLICE);
    n += sql_step(to + n, SQL_LEAVE, r->from_seq, r->time, r->lived, (int64_t)LEAVE_SLICE);
    n += sql_step(to + n, SQL_LEAVE_TOKENS);
    n += sql_step(to + n, SQL_LEAVE_STAY);
    return n + leave_end(to + n);
}

/* One node at a time, so that no game is counted for somebody who goes meanwhile. */
static int person_end(const struct store_request *r, int nodes, struct sql_step *to)
{
    static const enum sql all[] = {SQL_END_FIND, SQL_END_ROWS, SQL_END_HOST, SQL_END_SEATS, SQL_END_LEAVING, SQL_END_TOKENS};
    int n = nodes ? sql_step(to, SQL_PAIR_LOCK) : 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        n += sql_step(to + n, all[i], (int64_t)r->who);
    n += sql_step(to + n, SQL_END_END);
    return n + leave_end(to + n);
}

static int tie_set(const struct store_request *r, struct sql_step *to)
{
    int64_t who = (int64_t)r->who, other = (int64_t)r->other;
    int n = r->flags ? sql_step(to, SQL_TIE_SET, who, other, (int64_t)r->flags, r->time, (int64_t)STORE_TIES_MAX)
                     : sql_step(to, SQL_TIE_END, who, other);
    n += r->flags & IR_TIE_BLOCK ? sql_step(to + n, SQL_TIE_INVITES, who, other) : 0;
    return n + sql_step(to + n, SQL_TIE_CHECK, who, other);
}

/* Requests about tickets are carried out by one node at a time. */
static int tickets(const struct store_request *r, int nodes, struct sql_step *to)
{
    int64_t who = (int64_t)r->who, other = (int64_t)r->other;
    int n = nodes ? sql_step(to, SQL_PAIR_LOCK) : 0;
    if (r->kind == STORE_PAIR) {
        n += sql_step(to + n, SQL_PAIR, r->match.id, who, other, r->text, r->time);
        n += sql_match_new(r, SQL_PAIR_MATCH, to + n);
        return n + sql_step(to + n, SQL_PAIR_CHECK, who, other, r->match.id);
    }
    n += r->kind == STORE_SEEK ? sql_step(to + n, SQL_SEEK, who, r->name, r->text, (int64_t)r->node, r->time, r->until)
                               : sql_step(to + n, SQL_UNSEEK, who, r->match.id);
    n += sql_step(to + n, SQL_SEEK_PAIRED, who);
    return r->kind == STORE_SEEK ? n + sql_step(to + n, SQL_SEEK_FIND, r->text, r->time, who) : n;
}

static int ban(const struct store_request *r, struct sql_step *to)
{
    const char *place = r->other || !r->text ? "" : r->text;
    if (!r->until)
        return sql_step(to, SQL_BAN_END, (int64_t)r->other, place);
    return sql_step(to, SQL_BAN, (int64_t)r->other, place, r->until, r->more ? r->more : "", r->time);
}

int sql_steps_people(const struct store_request *r, int nodes, struct sql_step *to)
{
    int64_t who = (int64_t)r->who, other = (int64_t)r->other, limit = store_limit(r), most = STORE_REPORTS_MAX;
    const char *text = r->text ? r->text : "";
    int n = 0;
    switch (r->kind) {
    case STORE_PLAYER_NEW:
        n += sql_step(to + n, SQL_PLAYER_NEW, who, r->name, r->time, r->token_hash);
        n += sql_step(to + n, SQL_TOKEN_NEW, r->token_hash, who, r->time, r->label);
        break;
    case STORE_PLAYER_FIND:
        n += sql_step(to + n, SQL_TOKEN_FIND, r->time, r->token_hash);
        n += sql_step(to + n, SQL_TOKEN_SEEN, r->time, r->token_hash);
        break;
    case STORE_PLAYER_NAME: n += sql_step(to + n, SQL_PLAYER_NAME, r->name, who); break;
    case STORE_CODE_NEW:
        n += sql_step(to + n, SQL_CODES_VOID, who);
        n += sql_step(to + n, SQL_CODE_NEW, r->token_hash, who, r->time);
        n += sql_step(to + n, SQL_PLAYER_IS, who);
        break;
    case STORE_CODE_USE:
        n += sql_step(to + n, SQL_CODE_MARK, r->hash2, r->token_hash, r->time);
        n += sql_step(to + n, SQL_CODE_TOKEN, r->time, r->label, r->token_hash, r->hash2);
        n += sql_step(to + n, SQL_CODE_DROP, r->token_hash, r->time);
        n += sql_step(to + n, SQL_TOKEN_FIND, r->time, r->hash2);
        break;
    case STORE_PHRASE_SET: n += sql_step(to + n, SQL_PHRASE_SET, who, r->token_hash, r->time); break;
    case STORE_PHRASE_USE:
        n += sql_step(to + n, SQL_PHRASE_TOKEN, r->hash2, r->time, r->label, r->token_hash);
        n += sql_step(to + n, SQL_PHRASE_FIND, r->time, r->hash2, r->token_hash);
        break;
    case STORE_DEVICES:
        n += sql_step(to + n, SQL_DEVICES, who, limit);
        n += sql_step(to + n, SQL_PHRASE_SINCE, who);
        break;
    case STORE_DEVICE_END: n = device_end(r, to); break;
    case STORE_PERSON_END: n = person_end(r, nodes, to); break;
    case STORE_TIE_SET: n = tie_set(r, to); break;
    case STORE_TIES: n += sql_step(to + n, SQL_TIES, who, (int64_t)STORE_TIES_MAX); break;
    case STORE_INVITE:
        n += sql_step(to + n, SQL_INVITE, r->match.id, who, other, r->time);
        n += sql_step(to + n, SQL_INVITE_CHECK, r->match.id, who, other);
        break;
    case STORE_INVITES: n += sql_step(to + n, SQL_INVITES, who, limit); break;
    case STORE_INVITE_END: n += sql_step(to + n, SQL_INVITE_END, who, r->match.id); break;
    case STORE_SEEK:
    case STORE_PAIR:
    case STORE_UNSEEK: n = tickets(r, nodes, to); break;
    case STORE_LEAVE: n = leave(r, to); break;
    case STORE_PUSH_SET:
        n += sql_step(to + n, SQL_PUSH_SET, text, who, r->token_hash, r->more ? r->more : "", r->time);
        n += sql_step(to + n, SQL_PUSH_CUT, who, (int64_t)STORE_PUSHES_MAX);
        break;
    case STORE_PUSHES: n += sql_step(to + n, SQL_PUSHES, who, (int64_t)STORE_PUSHES_MAX); break;
    case STORE_PUSH_DROP: n += sql_step(to + n, SQL_PUSH_DROP, text, who); break;
    case STORE_VALUE:
        n += sql_step(to + n, SQL_VALUE_SET, r->name, text);
        n += sql_step(to + n, SQL_VALUE, r->name);
        break;
    case STORE_REPORT:
        n += sql_step(to + n, SQL_REPORT, r->time, who, other, r->match.id, text);
        n += sql_step(to + n, SQL_REPORT_CUT, most);
        break;
    case STORE_REPORTS: n += sql_step(to + n, SQL_REPORTS, limit); break;
    case STORE_BAN: n = ban(r, to); break;
    case STORE_BANS: n += sql_step(to + n, SQL_BANS, r->time, most); break;
    case STORE_LOG:
        n += sql_step(to + n, SQL_LOG, r->time, text);
        n += sql_step(to + n, SQL_LOG_CUT, most);
        break;
    case STORE_LOGGED: n += sql_step(to + n, SQL_LOGGED, limit); break;
    case STORE_PEOPLE: n += sql_step(to + n, SQL_PEOPLE, text, limit); break;
    default: break; /* sql.c has the others */
    }
    return n;
}

/* ---- answers --------------------------------------------------------------------------------------------------------------
 */

static int person_take(struct store_request *r, const struct sql_value *c)
{
    if (r->kind == STORE_CODE_USE && r->status != STORE_OK)
        return 1; /* the code was not valid */
    r->who = (uint64_t)c[0].i;
    sql_take_text(r->name, sizeof r->name, &c[1]);
    r->until = c[2].i;
    r->status = STORE_OK;
    return 1;
}

static const char *text_keep(struct store_request *r, const struct sql_value *v)
{
    return answer_text(r, v->p ? v->p : "", v->n);
}

/* An entry of a list; which columns it has depends on the statement. */
static int item_take(struct store_request *r, enum sql sql, const struct sql_value *c)
{
    struct store_item *item = answer_item(r);
    if (!item)
        return 0;
    switch (sql) {
    case SQL_DEVICES:
        item->who = c[0].n == STORE_HASH ? device_number((const uint8_t *)c[0].p) : 0;
        item->mine = c[0].n == STORE_HASH && memcmp(c[0].p, r->token_hash, STORE_HASH) == 0;
        sql_take_text(item->name, sizeof item->name, &c[1]);
        item->time = c[2].i;
        item->seen = c[3].i;
        r->time = c[4].i;
        return 1;
    case SQL_TIES:
    case SQL_PEOPLE:
        item->who = (uint64_t)c[0].i;
        sql_take_text(item->name, sizeof item->name, &c[1]);
        item->time = c[2].i;
        item->seen = sql == SQL_PEOPLE ? c[3].i : 0;
        item->mine = sql == SQL_TIES ? (int)c[3].i : 0;
        item->theirs = (int)c[4].i;
        return 1;
    case SQL_PUSHES:
        item->text = text_keep(r, &c[0]);
        item->more = text_keep(r, &c[1]);
        item->time = c[2].i;
        break;
    case SQL_REPORTS:
        item->who = (uint64_t)c[0].i;
        sql_take_text(item->name, sizeof item->name, &c[1]);
        item->other = (uint64_t)c[2].i;
        sql_take_text(item->name2, sizeof item->name2, &c[3]);
        sql_take_text(item->match, sizeof item->match, &c[4]);
        item->text = text_keep(r, &c[5]);
        item->time = c[6].i;
        break;
    case SQL_BANS:
        item->who = (uint64_t)c[0].i;
        sql_take_text(item->name, sizeof item->name, &c[1]);
        item->text = text_keep(r, &c[2]);
        item->seen = c[3].i;
        item->more = text_keep(r, &c[4]);
        item->time = c[5].i;
        break;
    case SQL_SEEK_PAIRED: sql_take_text(item->match, sizeof item->match, &c[0]); break;
    default: /* SQL_VALUE, SQL_LOGGED */
        item->text = text_keep(r, &c[0]);
        item->time = c[1].i;
        break;
    }
    return item->text && item->more;
}

static int invite_take(struct store_request *r, const struct sql_value *c)
{
    int taken = sql_take_match(r, c);
    struct store_item *item = taken == 1 ? answer_beside(r) : NULL;
    if (!item)
        return taken == -1;
    item->who = (uint64_t)c[20].i;
    sql_take_text(item->name, sizeof item->name, &c[21]);
    item->time = c[22].i;
    return 1;
}

int sql_row_people(struct store_request *r, enum sql sql, const struct sql_value c[SQL_COLUMNS])
{
    switch (sql) {
    case SQL_TOKEN_FIND:
    case SQL_PHRASE_FIND: return person_take(r, c);
    case SQL_PLAYER_IS:
        if (r->status == STORE_NOT_FOUND)
            r->status = STORE_CONFLICT; /* the person exists, so the code was the duplicate */
        return 1;
    case SQL_PHRASE_SINCE:
    case SQL_LEAVE_TO: r->answer = c[0].i; return 1;
    case SQL_TIE_CHECK:
        if (c[0].i != 2)
            r->status = STORE_NOT_FOUND;
        else if (c[1].i != r->flags)
            r->status = STORE_CONFLICT;
        return 1;
    case SQL_INVITE_CHECK:
        if (c[0].i != 3)
            r->status = STORE_NOT_FOUND;
        else if (c[1].i)
            r->status = STORE_CONFLICT;
        return 1;
    case SQL_INVITES: return invite_take(r, c);
    case SQL_SEEK_PAIRED: r->status = STORE_CONFLICT; return item_take(r, sql, c);
    case SQL_SEEK_FIND:
        r->other = (uint64_t)c[0].i;
        sql_take_text(r->name2, sizeof r->name2, &c[1]);
        return 1;
    case SQL_PAIR_CHECK:
        if (c[0].i != 2)
            r->status = STORE_CONFLICT;
        return 1;
    case SQL_DEVICES:
    case SQL_TIES:
    case SQL_PEOPLE:
    case SQL_PUSHES:
    case SQL_REPORTS:
    case SQL_BANS:
    case SQL_LOGGED:
    case SQL_VALUE: return item_take(r, sql, c);
    default: return 1;
    }
}

void sql_wrote_people(struct store_request *r, enum sql sql, int64_t rows)
{
    switch (sql) {
    case SQL_PLAYER_NEW:
        if (!rows)
            r->status = STORE_CONFLICT;
        return;
    case SQL_PLAYER_NAME:
    case SQL_CODE_NEW:
    case SQL_PHRASE_SET:
    case SQL_PUSH_SET:
        if (!rows)
            r->status = STORE_NOT_FOUND;
        return;
    case SQL_CODE_TOKEN:
        if (rows)
            r->status = STORE_OK;
        return;
    case SQL_LEAVE_PLAYERS: r->n = r->kind == STORE_LEAVE ? (int)rows : r->n; return;
    case SQL_DEVICE_END:
    case SQL_END_SEATS: r->n = (int)rows; return;
    default: return;
    }
}
