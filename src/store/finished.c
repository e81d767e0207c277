/* finished.c: see finished.h. */
#include "finished.h"
#include "copy_end.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

enum { DECK, EVENT, GAME, MAKER, MATCH, OPTIONS, RESULT, RULES, SEATS, SECRET, SETTINGS, STAGE, UPDATED, COLUMNS };
static const struct copy_table matches = {"matches",
                                          COLUMNS,
                                          {{"deck", 't'},
                                           {"event", 't'},
                                           {"game", 't'},
                                           {"maker", 'i'},
                                           {"match", 't'},
                                           {"options", 't'},
                                           {"result", 't'},
                                           {"rules", 'i'},
                                           {"seats", 'i'},
                                           {"secret", 'b'},
                                           {"settings", 't'},
                                           {"stage", 'i'},
                                           {"updated", 'i'}}};
/* A list needs neither secrets nor decks. */
enum { L_GAME, L_MATCH, L_RESULT, L_RULES, L_SETTINGS, L_STAGE, L_UPDATED, L_COLUMNS };
static const struct copy_table listed = {
    "matches",
    L_COLUMNS,
    {{"game", 't'}, {"match", 't'}, {"result", 't'}, {"rules", 'i'}, {"settings", 't'}, {"stage", 'i'}, {"updated", 'i'}}};
enum { R_ID, R_SEQ, R_SUB, R_TEXT, R_TIME, R_WHO, R_COLUMNS };
static const struct copy_table rows = {
    "rows", R_COLUMNS, {{"id", 'i'}, {"seq", 'i'}, {"sub", 'i'}, {"text", 't'}, {"time", 'i'}, {"who", 'i'}}};

static int source_open(struct copy_end *e, const char *url, char why[IR_WHY_MAX])
{
    int version = 0;
    if (!copy_source(e, url, &version, why))
        return 0;
    if (version == schema_last())
        return 1;
    snprintf(why, IR_WHY_MAX, "%s has schema %d, and this irori needs %d: start the server of this version, which upgrades it.",
             e->place, version, schema_last());
    e->kind->close(e);
    return 0;
}

/* 0: it is longer than it can be. */
static int text_take(char *to, size_t size, const struct sql_value *v)
{
    if (v->n >= size)
        return 0;
    memcpy(to, v->n ? v->p : "", v->n);
    to[v->n] = 0;
    return 1;
}

/* ---- a list ---- */

struct list {
    int (*take)(void *, const struct store_match *);
    void *arg;
};

static int list_take(void *arg, const struct sql_value *v)
{
    struct list *l = arg;
    struct store_match m = {.rules = (int)v[L_RULES].i, .stage = (int)v[L_STAGE].i, .updated = v[L_UPDATED].i};
    if (m.stage != IR_OVER_NOW || !text_take(m.game, sizeof m.game, &v[L_GAME]) || !text_take(m.id, sizeof m.id, &v[L_MATCH]) ||
        !text_take(m.result, sizeof m.result, &v[L_RESULT]) || !text_take(m.settings, sizeof m.settings, &v[L_SETTINGS]))
        return 1;
    return l->take(l->arg, &m);
}

int finished_list(const char *url, int (*take)(void *, const struct store_match *), void *arg, char why[IR_WHY_MAX])
{
    struct copy_end e;
    struct list l = {take, arg};
    why[0] = 0;
    if (!source_open(&e, url, why))
        return 0;
    int ok = e.kind->read(&e, &listed, NULL, list_take, &l);
    if (!ok)
        snprintf(why, IR_WHY_MAX, "%s", e.why);
    e.kind->close(&e);
    return ok;
}

/* ---- one game ---- */

static int match_take(void *arg, const struct sql_value *v)
{
    struct store_request *r = arg;
    struct store_match *m = &r->match;
    m->maker = (uint64_t)v[MAKER].i;
    m->rules = (int)v[RULES].i;
    m->seats = (int)v[SEATS].i;
    m->updated = v[UPDATED].i;
    if (v[DECK].type && !(m->deck = answer_text(r, v[DECK].p, v[DECK].n)))
        return 0;
    if (v[SECRET].n == sizeof m->secret)
        memcpy(m->secret, v[SECRET].p, sizeof m->secret);
    if (text_take(m->event, sizeof m->event, &v[EVENT]) && text_take(m->game, sizeof m->game, &v[GAME]) &&
        text_take(m->options, sizeof m->options, &v[OPTIONS]) && text_take(m->result, sizeof m->result, &v[RESULT]) &&
        text_take(m->settings, sizeof m->settings, &v[SETTINGS]))
        m->stage = (int)v[STAGE].i;
    return 1;
}

static int row_take(void *arg, const struct sql_value *v)
{
    struct store_request *r = arg;
    struct store_row *row = answer_row(r);
    if (!row)
        return 0;
    *row = (struct store_row){.seq = v[R_SEQ].i,
                              .time = v[R_TIME].i,
                              .sub = (int32_t)v[R_SUB].i,
                              .who = (uint64_t)v[R_WHO].i,
                              .id = (uint64_t)v[R_ID].i,
                              .text = answer_text(r, v[R_TEXT].p, v[R_TEXT].n)};
    return row->text != NULL;
}

int finished_load(const char *url, struct store_request *r)
{
    struct copy_end e;
    char id[IR_ID_MAX];
    memcpy(id, r->match.id, sizeof id);
    memset(&r->match, 0, sizeof r->match);
    memcpy(r->match.id, id, sizeof id);
    r->match.stage = -1;
    r->why[0] = 0;
    if (!source_open(&e, url, r->why))
        return 0;
    int ok = e.kind->read(&e, &matches, id, match_take, r);
    int over = r->match.stage == IR_OVER_NOW;
    if (ok && over)
        ok = e.kind->read(&e, &rows, id, row_take, r);
    if (!ok)
        snprintf(r->why, sizeof r->why, "%s", e.why[0] ? e.why : "There is not enough memory.");
    e.kind->close(&e);
    return ok && over;
}
