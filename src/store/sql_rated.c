/* sql_rated.c: which statements each request about ratings and profiles uses, and what the answers mean. */
#include "sql.h"

#include <string.h>

#include "core/banned.h"

enum { DAY_MS = 86400000 };

/* ---- requests ---- */

static int standing(const struct store_request *r, struct sql_step *to)
{
    const struct store_standing *s = r->standing;
    int64_t w[IR_SEATS_MAX];
    for (int i = 0; i < IR_SEATS_MAX; i++)
        w[i] = (int64_t)s->seat[i].who;
    int n = sql_step(to, SQL_STANDING, s->game, s->pace, w[0], w[1], w[2], w[3], w[4], w[5]);
    n += sql_step(to + n, SQL_STANDING_MET, s->game, s->pace, w[0], w[1], w[2], w[3], w[4], w[5], s->time - s->time % DAY_MS);
    return n + sql_step(to + n, SQL_STANDING_LATE, s->game, s->pace, w[0], w[1], w[2], w[3], w[4], w[5], s->time);
}

static int count(const struct store_request *r, int nodes, struct sql_step *to)
{
    const struct store_standing *s = r->standing;
    const char *match = r->match.id;
    int64_t nonce = (int64_t)r->node, w[IR_SEATS_MAX], v[IR_SEATS_MAX], people = 0;
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        w[i] = s->rated ? (int64_t)s->seat[i].who : 0;
        v[i] = w[i] ? s->seat[i].version : 0;
        people += w[i] != 0;
    }
    int n = nodes ? sql_step(to, SQL_PAIR_LOCK) : 0;
    n += sql_step(to + n, SQL_COUNT, match, s->time, nonce, s->game, s->pace, w[0], v[0], w[1], v[1], w[2], v[2], w[3], v[3],
                  w[4], v[4], w[5], v[5], people);
    n += sql_step(to + n, SQL_COUNT_MATCH, match, nonce);
    for (int i = 0; i < s->n; i++)
        n += sql_step(to + n, SQL_COUNT_PLAYED, match, (int64_t)i, (int64_t)s->seat[i].who,
                      s->seat[i].who ? "" : s->seat[i].name, s->game, s->pace, s->time, (int64_t)s->rated,
                      (int64_t)s->seat[i].rank, (int64_t)s->seat[i].late, s->seat[i].before.at, s->seat[i].after.at,
                      s->seat[i].after.error, nonce);
    for (int i = 0; i < s->n; i++) {
        const struct store_rating *a = &s->seat[i].after;
        if (w[i])
            n += sql_step(to + n, SQL_COUNT_RATING, w[i], s->game, s->pace, a->at, a->error, a->drift, a->games,
                          s->time > s->seat[i].last ? s->time : s->seat[i].last, v[i], match, nonce);
        if (s->seat[i].who && s->seat[i].rank >= 0)
            n += sql_step(to + n, SQL_COUNT_STATS, (int64_t)s->seat[i].who, s->game, (int64_t)s->seat[i].won, match, nonce);
    }
    n += sql_step(to + n, SQL_COUNT_NUMBER, match, nonce);
    return n + sql_step(to + n, SQL_COUNT_END, match, nonce);
}

int sql_steps_rated(const struct store_request *r, int nodes, struct sql_step *to)
{
    int64_t who = (int64_t)r->who, limit = store_limit(r);
    int n = 0;
    switch (r->kind) {
    case STORE_PLAYED: n = sql_step(to, SQL_PLAYED, limit); break;
    case STORE_STANDING: n = standing(r, to); break;
    case STORE_COUNT: n = count(r, nodes, to); break;
    case STORE_PROFILE:
        n += sql_step(to + n, SQL_PROFILE, who, (int64_t)r->other);
        n += sql_step(to + n, SQL_PROFILE_RATINGS, who);
        n += sql_step(to + n, SQL_PROFILE_STATS, who);
        n += sql_step(to + n, SQL_PROFILE_GAMES, who, r->until ? r->until : INT64_MAX, r->match.id, limit);
        break;
    case STORE_PROFILE_SET: n = sql_step(to, SQL_PROFILE_SET, who, (int64_t)r->mark, (int64_t)r->visible); break;
    case STORE_LEADERS:
        n += sql_step(to + n, SQL_LEADERS, r->standing->game, r->standing->pace, (int64_t)r->flags, who, limit);
        n += who ? sql_step(to + n, SQL_LEADERS_ME, r->standing->game, r->standing->pace, (int64_t)r->flags, who) : 0;
        break;
    case STORE_RATING_END:
        n += nodes ? sql_step(to + n, SQL_PAIR_LOCK) : 0;
        n += sql_step(to + n, SQL_RATING_END, who, r->text ? r->text : "");
        break;
    default: n = sql_step(to, SQL_UNLIST, who, (int64_t)r->flags); break; /* STORE_UNLIST */
    }
    return n;
}

/* ---- answers ---- */

static void standing_take(struct store_standing *s, enum sql sql, const struct sql_value *c)
{
    for (int i = 0; i < s->n; i++) {
        if (!s->seat[i].who || s->seat[i].who != (uint64_t)c[0].i)
            continue;
        if (sql == SQL_STANDING) {
            s->seat[i].before = (struct store_rating){c[1].i, c[2].i, c[3].i, c[4].i};
            s->seat[i].last = c[5].i;
            s->seat[i].version = c[6].i;
        } else if (sql == SQL_STANDING_LATE) {
            s->seat[i].lates = (int)c[1].i;
        }
        for (int k = 0; k < s->n && sql == SQL_STANDING_MET; k++)
            if (s->seat[k].who == (uint64_t)c[1].i)
                s->seat[i].met[k] = (int)c[2].i;
    }
}

static int item_take(struct store_request *r, enum sql sql, const struct sql_value *c)
{
    struct store_item *item = answer_item(r);
    if (!item)
        return 0;
    int64_t *number = item->number;
    switch (sql) {
    case SQL_PROFILE:
        r->status = STORE_OK;
        item->kind = STORE_ITEM_PROFILE;
        item->who = (uint64_t)c[0].i;
        sql_take_text(item->name, sizeof item->name, &c[1]);
        item->time = c[2].i;
        number[STORE_CREST] = c[3].i;
        item->mine = (int)c[4].i;
        number[STORE_UNLISTED] = c[5].i;
        item->theirs = (c[6].i ? 1 : 0) | (c[7].i ? 2 : 0);
        return 1;
    case SQL_LEADERS:
    case SQL_LEADERS_ME:
        item->kind = sql == SQL_LEADERS ? STORE_ITEM_LEADER : STORE_ITEM_ME;
        item->who = (uint64_t)c[0].i;
        sql_take_text(item->name, sizeof item->name, &c[1]);
        for (int i = 0; i < 4; i++)
            number[STORE_AT + i] = c[2 + i].i;
        item->time = c[6].i;
        number[STORE_CREST] = c[7].i;
        number[STORE_PLACE] = sql == SQL_LEADERS ? 0 : c[8].i;
        return 1;
    case SQL_PROFILE_GAMES:
        item->kind = STORE_ITEM_GAME;
        sql_take_text(item->match, sizeof item->match, &c[0]);
        number[STORE_SEAT] = c[1].i;
        item->who = (uint64_t)c[2].i;
        sql_take_text(item->name, sizeof item->name, &c[3]);
        item->time = c[6].i;
        number[STORE_RATED] = c[7].i;
        number[STORE_RANK] = c[8].i;
        number[STORE_LATE] = c[9].i;
        for (int i = 0; i < 3; i++)
            number[STORE_WAS + i] = c[10 + i].i;
        c += 4;
        break;
    case SQL_PROFILE_RATINGS:
        item->kind = STORE_ITEM_RATING;
        for (int i = 0; i < 5; i++)
            number[STORE_AT + i] = c[2 + i].i;
        item->time = c[7].i;
        break;
    default:
        item->kind = STORE_ITEM_STATS;
        number[STORE_GAMES] = c[1].i;
        for (int i = 0; i < 3; i++)
            number[STORE_WINS + i] = c[2 + i].i;
        item->text = answer_text(r, c[0].p ? c[0].p : "", c[0].n);
        return item->text != NULL;
    }
    item->text = answer_text(r, c[0].p ? c[0].p : "", c[0].n);
    item->more = answer_text(r, c[1].p ? c[1].p : "", c[1].n);
    return item->text && item->more;
}

int sql_row_rated(struct store_request *r, enum sql sql, const struct sql_value c[SQL_COLUMNS])
{
    if (sql == SQL_STANDING || sql == SQL_STANDING_MET || sql == SQL_STANDING_LATE)
        standing_take(r->standing, sql, c);
    else if (sql == SQL_COUNT_NUMBER)
        r->standing->number = c[0].i;
    else if (sql >= SQL_PROFILE && sql <= SQL_LEADERS_ME)
        return item_take(r, sql, c);
    return 1;
}

void sql_wrote_rated(struct store_request *r, enum sql sql, int64_t rows)
{
    if (rows)
        return;
    if (sql == SQL_COUNT)
        r->status = STORE_CONFLICT;
    if (sql == SQL_PROFILE_SET || sql == SQL_RATING_END || sql == SQL_UNLIST)
        r->status = STORE_NOT_FOUND;
}
