/* memory.c: a store in memory, for tests, simulations and trying things out. There is no thread: a request is carried out
 * when it is submitted, so runs are repeatable. Stores opened as "memory:NAME" share their contents, as nodes share a
 * database; all of them are in one thread. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

struct node {
    struct node *next;
    struct store *store;
    struct world *world;
    struct idset watched;
};
static struct world *worlds;

/* ---- matches ----------------------------------------------------------------------------------------------------------------
 */

struct kept *kept_find(const struct world *w, const char *id)
{
    struct link *l = map_find(&w->kept, id_hash(id));
    while (l && strcmp(((struct kept *)l)->m.id, id) != 0)
        l = map_same(l);
    return (struct kept *)l;
}

struct kept *kept_next(const struct world *w, const struct kept *k)
{
    return (struct kept *)map_next(&w->kept, k ? &k->link : NULL);
}

static void kept_free(struct kept *k)
{
    for (size_t i = 0; i < k->n; i++)
        free((char *)(uintptr_t)k->rows[i].text);
    free(k->rows);
    free(k->deck);
    free(k);
}

enum store_status match_new(struct world *w, struct store_request *r)
{
    if (kept_find(w, r->match.id))
        return STORE_CONFLICT;
    struct kept *k = calloc(1, sizeof *k);
    if (!k || (r->match.deck && !(k->deck = strdup(r->match.deck))) || !map_add(&w->kept, &k->link, id_hash(r->match.id))) {
        if (k)
            kept_free(k);
        return STORE_FAILED;
    }
    k->m = r->match;
    k->m.maker = k->m.host;
    k->m.deck = k->deck;
    return STORE_OK;
}

static enum store_status match_load(struct world *w, struct store_request *r)
{
    struct kept *k = kept_find(w, r->match.id);
    if (!k)
        return STORE_NOT_FOUND;
    for (size_t i = 0; i < k->n; i++) {
        const struct store_row *from = &k->rows[i];
        if (from->seq < r->from_seq)
            continue;
        struct store_row *to = answer_row(r);
        const char *text = answer_text(r, from->text, strlen(from->text));
        if (!to || !text)
            return STORE_FAILED;
        *to = *from;
        to->text = text;
    }
    r->match = k->m;
    if (k->deck && !(r->match.deck = answer_text(r, k->deck, strlen(k->deck))))
        return STORE_FAILED;
    return STORE_OK;
}

static int row_before(const struct store_row *a, const struct store_row *b)
{
    return a->seq != b->seq ? a->seq < b->seq : a->sub < b->sub;
}

static void notify(struct node *node, const char *match, const struct store_row *row)
{
    for (struct node *other = node->world->nodes; other; other = other->next)
        if (other != node && other->store->notice && idset_has(&other->watched, match))
            other->store->notice(other->store->arg, match, row);
}

/* A node that has not heard that somebody was deleted still tells their name: it stays away. */
static void seats_set(const struct world *w, struct store_match *m, const struct store_match *now)
{
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        if (!m->who[i] && strcmp(m->name[i], STORE_GONE) == 0 && now->who[i] && !player_find(w, now->who[i]))
            continue;
        m->who[i] = now->who[i];
        memcpy(m->name[i], now->name[i], sizeof m->name[i]);
    }
}

static enum store_status append(struct node *node, struct store_request *r)
{
    struct kept *k = kept_find(node->world, r->match.id);
    if (!k)
        return STORE_CONFLICT;
    size_t at = k->n;
    while (at && !row_before(&k->rows[at - 1], &r->row))
        at--;
    if (at < k->n && !row_before(&r->row, &k->rows[at]))
        return STORE_CONFLICT;
    if (k->n == k->room) {
        size_t room = k->room ? 2 * k->room : 16;
        struct store_row *rows = realloc(k->rows, room * sizeof *rows);
        if (!rows)
            return STORE_FAILED;
        k->rows = rows;
        k->room = room;
    }
    char *text = strdup(r->row.text);
    if (!text)
        return STORE_FAILED;
    memmove(&k->rows[at + 1], &k->rows[at], (k->n - at) * sizeof *k->rows);
    k->rows[at] = r->row;
    k->rows[at].text = text;
    k->n++;
    if (r->changed) {
        k->m.stage = r->match.stage;
        k->m.updated = r->row.time;
        k->m.host = r->match.host;
        k->m.listed = r->match.listed;
        k->m.due = r->match.due;
        k->m.turn = r->match.turn;
        k->m.count = k->m.count == STORE_COUNTED ? STORE_COUNTED : r->match.count;
        seats_set(node->world, &k->m, &r->match);
        memcpy(k->m.result, r->match.result, sizeof k->m.result);
    }
    if (!r->quiet)
        notify(node, k->m.id, &r->row);
    return STORE_OK;
}

/* ---- age ------------------------------------------------------------------------------------------------------------------
 */

static enum store_status clock_note(struct world *w, struct store_request *r)
{
    if (r->time) {
        struct noted *clock = realloc(w->clock, ((size_t)w->n_clock + 1) * sizeof *clock);
        if (!clock)
            return STORE_FAILED;
        w->clock = clock;
        int at = w->n_clock;
        while (at && clock[at - 1].lived > r->lived)
            at--;
        if (!at || clock[at - 1].lived != r->lived) {
            memmove(&clock[at + 1], &clock[at], (size_t)(w->n_clock++ - at) * sizeof *clock);
            clock[at] = (struct noted){r->lived, r->time};
        }
    }
    r->answer = w->n_clock ? w->clock[w->n_clock - 1].lived : 0;
    return STORE_OK;
}

/* The earlier of a time and of what was noted when the store had lived so long; 0 if it has not lived that long. */
int64_t then(const struct world *w, const struct store_request *r)
{
    int64_t noted = 0;
    for (int i = 0; i < w->n_clock && w->clock[i].lived <= r->lived; i++)
        noted = w->clock[i].time;
    return noted < r->time ? noted : r->time;
}

static enum store_status hosted(const struct world *w, struct store_request *r)
{
    r->answer = 0;
    for (struct kept *k = kept_next(w, NULL); k; k = kept_next(w, k))
        r->answer += k->m.host == r->who && k->m.stage != IR_OVER_NOW && k->m.updated >= then(w, r);
    return STORE_OK;
}

/* ---- lists ----------------------------------------------------------------------------------------------------------------
 */

/* It is an event that this person joined or made. */
static int joined(const struct world *w, uint64_t who, const struct store_match *m)
{
    const struct kept *k = strcmp(m->game, STORE_EVENT) == 0 ? kept_find(w, m->id) : NULL;
    for (size_t i = 0; k && i < k->n; i++)
        if (k->rows[i].who == who && strncmp(k->rows[i].text, "@ sit ", 6) == 0)
            return 1;
    return k && m->maker == who;
}

static int wanted(const struct world *w, const struct store_request *r, const struct store_match *m)
{
    if (r->kind == STORE_LISTED)
        return m->listed && m->stage == r->match.stage && m->stage != IR_OVER_NOW && m->updated >= then(w, r);
    if (r->kind == STORE_PLAYED)
        return m->count == STORE_COUNT_DUE;
    if (r->kind == STORE_DUE)
        return m->stage == IR_PLAYING && m->due > r->from_seq && m->due <= r->time;
    if (r->until && (m->updated > r->until || (m->updated == r->until && strcmp(m->id, r->match.id) <= 0)))
        return 0;
    if (r->kind == STORE_EVENTS)
        return joined(w, r->who, m);
    for (int i = 0; i < m->seats; i++)
        if (m->who[i] == r->who)
            return 1;
    return 0;
}

static int newest_first(const void *a, const void *b)
{
    const struct store_match *x = a, *y = b;
    return x->updated != y->updated ? (x->updated < y->updated) - (x->updated > y->updated) : strcmp(x->id, y->id);
}

static int earliest_first(const void *a, const void *b)
{
    const struct store_match *x = a, *y = b;
    return x->due != y->due ? (x->due > y->due) - (x->due < y->due) : strcmp(x->id, y->id);
}

static int oldest_first(const void *a, const void *b)
{
    const struct store_match *x = a, *y = b;
    return x->updated != y->updated ? (x->updated > y->updated) - (x->updated < y->updated) : strcmp(x->id, y->id);
}

int match_answer(struct store_request *r, const struct kept *k)
{
    struct store_match *m = answer_match(r);
    if (!m)
        return 0;
    *m = k->m;
    m->deck = NULL;
    memset(m->secret, 0, sizeof m->secret);
    return 1;
}

static enum store_status list(struct world *w, struct store_request *r)
{
    for (struct kept *k = kept_next(w, NULL); k; k = kept_next(w, k)) {
        if (wanted(w, r, &k->m) && !match_answer(r, k))
            return STORE_FAILED;
    }
    if (r->n)
        qsort(r->list, (size_t)r->n, sizeof *r->list,
              r->kind == STORE_DUE      ? earliest_first
              : r->kind == STORE_PLAYED ? oldest_first
                                        : newest_first);
    r->n = r->n < store_limit(r) ? r->n : store_limit(r);
    return STORE_OK;
}

static enum store_status lock(struct node *node, struct store_request *r)
{
    struct kept *k = kept_find(node->world, r->match.id);
    if (!k)
        return STORE_OK; /* as in the other stores, a lock is on an id, which need not exist */
    if (k->lock && k->lock != node->store)
        return r->kind == STORE_LOCK ? STORE_CONFLICT : STORE_OK;
    k->lock = r->kind == STORE_LOCK ? node->store : NULL;
    return STORE_OK;
}

static enum store_status purge(struct world *w, struct store_request *r)
{
    for (struct kept *k = kept_next(w, NULL), *next; k && r->n < store_limit(r); k = next) {
        next = kept_next(w, k);
        if (k->m.updated >= then(w, r) || (k->n && k->rows[k->n - 1].time >= then(w, r)) || k->m.count == STORE_COUNT_DUE ||
            (k->m.stage == IR_PLAYING) != (r->match.stage == IR_PLAYING))
            continue;
        map_remove(&w->kept, &k->link);
        notes_drop_match(w, k->m.id, INT64_MIN);
        kept_free(k);
        r->n++;
    }
    codes_drop(w, 0, r->time);
    notes_drop_match(w, NULL, r->time);
    return STORE_OK;
}

/* ---- the backend ------------------------------------------------------------------------------------------------------------
 */

static void batch(struct store *s, struct store_request *r)
{
    struct node *node = s->impl;
    struct world *w = node->world;
    store_done(r);
    r->why[0] = 0;
    r->status = STORE_OK;
    switch (r->kind) {
    case STORE_PLAYER_NEW:
    case STORE_PLAYER_FIND:
    case STORE_PLAYER_NAME:
    case STORE_CODE_NEW:
    case STORE_CODE_USE:
    case STORE_PHRASE_USE:
    case STORE_DEVICES:
    case STORE_DEVICE_END:
    case STORE_PERSON_END:
    case STORE_PUSH_SET:
    case STORE_PEOPLE:
    case STORE_LEAVE: r->status = people_request(w, r); break;
    case STORE_PHRASE_SET:
    case STORE_TIE_SET:
    case STORE_TIES:
    case STORE_INVITE:
    case STORE_INVITES:
    case STORE_INVITE_END:
    case STORE_SEEK:
    case STORE_PAIR:
    case STORE_UNSEEK:
    case STORE_PUSHES:
    case STORE_PUSH_DROP:
    case STORE_VALUE:
    case STORE_REPORT:
    case STORE_REPORTS:
    case STORE_BAN:
    case STORE_BANS:
    case STORE_LOG:
    case STORE_LOGGED: r->status = notes_request(w, r); break;
    case STORE_STANDING:
    case STORE_COUNT:
    case STORE_PROFILE:
    case STORE_PROFILE_SET:
    case STORE_LEADERS:
    case STORE_RATING_END:
    case STORE_UNLIST: r->status = rated_request(w, r); break;
    case STORE_MATCH_NEW: r->status = match_new(w, r); break;
    case STORE_MATCH_LOAD: r->status = match_load(w, r); break;
    case STORE_APPEND: r->status = append(node, r); break;
    case STORE_LISTED:
    case STORE_DUE:
    case STORE_PLAYED:
    case STORE_EVENTS:
    case STORE_MINE: r->status = list(w, r); break;
    case STORE_HOSTED: r->status = hosted(w, r); break;
    case STORE_CLOCK: r->status = clock_note(w, r); break;
    case STORE_LOCK:
    case STORE_UNLOCK: r->status = lock(node, r); break;
    case STORE_PURGE: r->status = purge(w, r); break;
    case STORE_NOTIFY: notify(node, r->match.id, &r->row); break;
    case STORE_PING: break;
    }
    if (r->status == STORE_FAILED)
        answer_fail(r, STORE_FAILED, "There is not enough memory.");
}

static void watch(struct store *s, const char *match, int on)
{
    struct node *node = s->impl;
    if (on)
        idset_add(&node->watched, match);
    else
        idset_remove(&node->watched, match);
}

static int open_memory(struct store *s, const char *where, char why[IR_WHY_MAX])
{
    struct world *w = *where ? worlds : NULL;
    if (strlen(where) >= sizeof w->name) {
        snprintf(why, IR_WHY_MAX, "memory:%.80s has too long a name: it may have %d letters.", where, (int)sizeof w->name - 1);
        return 0;
    }
    while (w && strcmp(w->name, where) != 0)
        w = w->next;
    struct node *node = calloc(1, sizeof *node);
    if (!node || (!w && !(w = calloc(1, sizeof *w)))) {
        snprintf(why, IR_WHY_MAX, "There is not enough memory.");
        free(node);
        return 0;
    }
    if (!w->nodes) {
        memcpy(w->name, where, strlen(where) + 1);
        w->next = worlds;
        worlds = w;
    }
    *node = (struct node){.next = w->nodes, .store = s, .world = w};
    w->nodes = node;
    s->impl = node;
    return 1;
}

static void close_memory(struct store *s)
{
    struct node *node = s->impl, **at = &node->world->nodes;
    struct world *w = node->world, **in = &worlds;
    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    for (struct kept *k = kept_next(w, NULL); k; k = kept_next(w, k))
        if (k->lock == s)
            k->lock = NULL;
    idset_free(&node->watched);
    free(node);
    if (w->nodes)
        return;
    while (*in != w)
        in = &(*in)->next;
    *in = w->next;
    people_free(w);
    notes_free(w);
    rated_free(w);
    for (struct kept *k = kept_next(w, NULL), *next; k; k = next) {
        next = kept_next(w, k);
        kept_free(k);
    }
    map_free(&w->kept);
    free(w->clock);
    free(w);
}

const struct backend store_memory = {.at_once = 1, .open = open_memory, .batch = batch, .watch = watch, .close = close_memory};
