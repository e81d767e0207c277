/* memory.c: a store in memory, for tests, simulations and trying things out. There is no thread: a request is carried out
 * when it is submitted, so runs are repeatable. Stores opened as "memory:NAME" share their contents, as nodes share a
 * database; all of them are in one thread. */
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { HOUR = 3600000 };
struct player {
    struct player *next;
    uint64_t who;
    char name[IR_NAME_MAX];
};
struct secret { /* a token, or a one-time code */
    struct secret *next;
    uint8_t hash[STORE_HASH];
    uint64_t who;
    int64_t until, created, seen; /* until: of a code; the others: of a token */
};
struct noted {
    int64_t lived, time;
};
struct kept {
    struct link link;
    struct store_match m;
    char *deck;
    struct store_row *rows; /* by (seq, sub); texts are ours */
    size_t n, room;
    struct store *lock; /* who holds it */
};
struct world {
    struct world *next;
    char name[64];
    struct node *nodes;
    struct player *players;
    struct secret *tokens, *codes;
    struct map kept;     /* by id_hash */
    struct noted *clock; /* by lived */
    int n_clock;
};
struct node {
    struct node *next;
    struct store *store;
    struct world *world;
    struct idset watched;
};
static struct world *worlds;

/* ---- people ---------------------------------------------------------------------------------------------------------------
 */

static struct player *player_find(struct world *w, uint64_t who)
{
    struct player *p = w->players;
    while (p && p->who != who)
        p = p->next;
    return p;
}

/* The address of the pointer to it; that pointer is NULL if it does not exist. */
static struct secret **secret_find(struct secret **list, const uint8_t *hash)
{
    while (*list && memcmp((*list)->hash, hash, STORE_HASH) != 0)
        list = &(*list)->next;
    return list;
}

static int secret_add(struct secret **list, const uint8_t *hash, uint64_t who, int64_t until, int64_t now)
{
    struct secret *s = malloc(sizeof *s);
    if (!s)
        return 0;
    *s = (struct secret){.next = *list, .who = who, .until = until, .created = now, .seen = now};
    memcpy(s->hash, hash, STORE_HASH);
    *list = s;
    return 1;
}

static void secret_drop(struct secret **at)
{
    struct secret *s = *at;
    *at = s->next;
    free(s);
}

static void codes_drop(struct world *w, uint64_t who, int64_t before)
{
    for (struct secret **at = &w->codes; *at;)
        if ((*at)->who == who || (*at)->until < before)
            secret_drop(at);
        else
            at = &(*at)->next;
}

static enum store_status player_new(struct world *w, struct store_request *r)
{
    if (player_find(w, r->who) || *secret_find(&w->tokens, r->token_hash))
        return STORE_CONFLICT;
    struct player *p = malloc(sizeof *p);
    if (!p || !secret_add(&w->tokens, r->token_hash, r->who, 0, r->time)) {
        free(p);
        return STORE_FAILED;
    }
    *p = (struct player){.next = w->players, .who = r->who};
    memcpy(p->name, r->name, sizeof p->name);
    w->players = p;
    return STORE_OK;
}

static enum store_status player_answer(struct world *w, struct store_request *r, const uint8_t *token)
{
    struct secret *s = *secret_find(&w->tokens, token);
    if (!s)
        return STORE_NOT_FOUND;
    const struct player *p = player_find(w, s->who);
    if (!p)
        return STORE_NOT_FOUND;
    if (s->seen < r->time - HOUR)
        s->seen = r->time;
    r->who = s->who;
    memcpy(r->name, p->name, sizeof r->name);
    return STORE_OK;
}

static enum store_status code_new(struct world *w, struct store_request *r)
{
    if (!player_find(w, r->who))
        return STORE_NOT_FOUND;
    codes_drop(w, r->who, INT64_MIN);
    if (*secret_find(&w->codes, r->token_hash))
        return STORE_CONFLICT;
    return secret_add(&w->codes, r->token_hash, r->who, r->time, 0) ? STORE_OK : STORE_FAILED;
}

static enum store_status code_use(struct world *w, struct store_request *r)
{
    struct secret **code = secret_find(&w->codes, r->token_hash);
    if (!*code || (*code)->until < r->time || *secret_find(&w->tokens, r->hash2))
        return STORE_NOT_FOUND;
    if (!secret_add(&w->tokens, r->hash2, (*code)->who, 0, r->time))
        return STORE_FAILED;
    secret_drop(code);
    return player_answer(w, r, r->hash2);
}

/* ---- matches ----------------------------------------------------------------------------------------------------------------
 */

static struct kept *kept_find(const struct world *w, const char *id)
{
    struct link *l = map_find(&w->kept, id_hash(id));
    while (l && strcmp(((struct kept *)l)->m.id, id) != 0)
        l = map_same(l);
    return (struct kept *)l;
}

/* The one after k, or the first; NULL at the end. */
static struct kept *kept_next(const struct world *w, const struct kept *k)
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

static enum store_status match_new(struct world *w, struct store_request *r)
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
        memcpy(k->m.who, r->match.who, sizeof k->m.who);
        memcpy(k->m.name, r->match.name, sizeof k->m.name);
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
static int64_t then(const struct world *w, const struct store_request *r)
{
    int64_t noted = 0;
    for (int i = 0; i < w->n_clock && w->clock[i].lived <= r->lived; i++)
        noted = w->clock[i].time;
    return noted < r->time ? noted : r->time;
}

static int sits(const struct world *w, uint64_t who)
{
    for (struct kept *k = kept_next(w, NULL); k; k = kept_next(w, k)) {
        if (k->m.host == who && k->m.stage != IR_OVER_NOW)
            return 1;
        for (int i = 0; i < k->m.seats; i++)
            if (k->m.who[i] == who)
                return 1;
    }
    return 0;
}

static int came_once(const struct world *w, const struct secret *s, const struct store_request *r)
{
    if (s->created >= then(w, r) || s->created < r->from_seq || s->seen > s->created + HOUR || sits(w, s->who))
        return 0;
    for (const struct secret *o = w->tokens; o; o = o->next)
        if (o != s && o->who == s->who)
            return 0;
    return 1;
}

static enum store_status leave(struct world *w, struct store_request *r)
{
    for (struct secret **at = &w->tokens; *at;) {
        if (!came_once(w, *at, r)) {
            at = &(*at)->next;
            continue;
        }
        struct player **p = &w->players;
        while (*p && (*p)->who != (*at)->who)
            p = &(*p)->next;
        struct player *gone = *p;
        if (gone) { /* a token without its person cannot be, but costs nothing */
            codes_drop(w, gone->who, INT64_MIN);
            *p = gone->next;
            free(gone);
        }
        secret_drop(at);
        r->n++;
    }
    r->answer = 0;
    return STORE_OK;
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

static int wanted(const struct world *w, const struct store_request *r, const struct store_match *m)
{
    if (r->kind == STORE_LISTED)
        return m->listed && m->stage == IR_GATHERING && m->updated >= then(w, r);
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

static enum store_status list(struct world *w, struct store_request *r)
{
    for (struct kept *k = kept_next(w, NULL); k; k = kept_next(w, k)) {
        if (!wanted(w, r, &k->m))
            continue;
        struct store_match *m = answer_match(r);
        if (!m)
            return STORE_FAILED;
        *m = k->m;
        m->deck = NULL;
        memset(m->secret, 0, sizeof m->secret);
        memset(m->settings, 0, sizeof m->settings);
    }
    if (r->n)
        qsort(r->list, (size_t)r->n, sizeof *r->list, newest_first);
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
        if (k->m.updated >= then(w, r) || (k->n && k->rows[k->n - 1].time >= then(w, r)) ||
            (k->m.stage == IR_PLAYING) != (r->match.stage == IR_PLAYING))
            continue;
        map_remove(&w->kept, &k->link);
        kept_free(k);
        r->n++;
    }
    codes_drop(w, 0, r->time);
    return STORE_OK;
}

/* ---- the backend ------------------------------------------------------------------------------------------------------------
 */

static void batch(struct store *s, struct store_request *r)
{
    struct node *node = s->impl;
    struct world *w = node->world;
    struct player *p;
    store_done(r);
    r->why[0] = 0;
    r->status = STORE_OK;
    switch (r->kind) {
    case STORE_PLAYER_NEW: r->status = player_new(w, r); break;
    case STORE_PLAYER_FIND: r->status = player_answer(w, r, r->token_hash); break;
    case STORE_PLAYER_NAME:
        if ((p = player_find(w, r->who)) != NULL)
            memcpy(p->name, r->name, sizeof p->name);
        else
            r->status = STORE_NOT_FOUND;
        break;
    case STORE_CODE_NEW: r->status = code_new(w, r); break;
    case STORE_CODE_USE: r->status = code_use(w, r); break;
    case STORE_MATCH_NEW: r->status = match_new(w, r); break;
    case STORE_MATCH_LOAD: r->status = match_load(w, r); break;
    case STORE_APPEND: r->status = append(node, r); break;
    case STORE_LISTED:
    case STORE_MINE: r->status = list(w, r); break;
    case STORE_HOSTED: r->status = hosted(w, r); break;
    case STORE_LEAVE: r->status = leave(w, r); break;
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
    for (struct player *p = w->players, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    while (w->tokens)
        secret_drop(&w->tokens);
    while (w->codes)
        secret_drop(&w->codes);
    for (struct kept *k = kept_next(w, NULL), *next; k; k = next) {
        next = kept_next(w, k);
        kept_free(k);
    }
    map_free(&w->kept);
    free(w->clock);
    free(w);
}

const struct backend store_memory = {.at_once = 1, .open = open_memory, .batch = batch, .watch = watch, .close = close_memory};
