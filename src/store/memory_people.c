/* memory_people.c: the people of a store in memory: their devices, codes and recovery phrases, and how they leave. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

struct player *player_find(const struct world *w, uint64_t who)
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

static struct secret *secret_add(struct secret **list, const uint8_t *hash, uint64_t who)
{
    struct secret *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    *s = (struct secret){.next = *list, .who = who};
    memcpy(s->hash, hash, STORE_HASH);
    *list = s;
    return s;
}

static int token_add(struct world *w, const struct store_request *r, const uint8_t *hash, uint64_t who)
{
    struct secret *s = secret_add(&w->tokens, hash, who);
    if (s) {
        s->created = s->seen = r->time;
        memcpy(s->label, r->label, sizeof s->label);
    }
    return s != NULL;
}

static void secret_drop(struct secret **at)
{
    struct secret *s = *at;
    *at = s->next;
    free(s);
}

void codes_drop(struct world *w, uint64_t who, int64_t before)
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
    if (!p || !token_add(w, r, r->token_hash, r->who)) {
        free(p);
        return STORE_FAILED;
    }
    *p = (struct player){.next = w->players, .who = r->who, .created = r->time};
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
    r->until = banned_until(w, s->who, r->time);
    memcpy(r->name, p->name, sizeof r->name);
    return STORE_OK;
}

static enum store_status player_name(struct world *w, struct store_request *r)
{
    struct player *p = player_find(w, r->who);
    if (!p)
        return STORE_NOT_FOUND;
    memcpy(p->name, r->name, sizeof p->name);
    return STORE_OK;
}

static enum store_status code_new(struct world *w, struct store_request *r)
{
    if (!player_find(w, r->who))
        return STORE_NOT_FOUND;
    codes_drop(w, r->who, INT64_MIN);
    if (*secret_find(&w->codes, r->token_hash))
        return STORE_CONFLICT;
    struct secret *s = secret_add(&w->codes, r->token_hash, r->who);
    if (s)
        s->until = r->time;
    return s ? STORE_OK : STORE_FAILED;
}

static enum store_status code_use(struct world *w, struct store_request *r)
{
    struct secret **code = secret_find(&w->codes, r->token_hash);
    if (!*code || (*code)->until < r->time || *secret_find(&w->tokens, r->hash2))
        return STORE_NOT_FOUND;
    if (!token_add(w, r, r->hash2, (*code)->who))
        return STORE_FAILED;
    secret_drop(code);
    return player_answer(w, r, r->hash2);
}

static enum store_status phrase_use(struct world *w, struct store_request *r)
{
    const struct note *phrase = phrase_find(w, r->token_hash);
    if (!phrase)
        return STORE_NOT_FOUND;
    const struct secret *there = *secret_find(&w->tokens, r->hash2);
    if (there && there->who != phrase->who)
        return STORE_NOT_FOUND;
    if (!there && !token_add(w, r, r->hash2, phrase->who))
        return STORE_FAILED;
    return player_answer(w, r, r->hash2);
}

static enum store_status push_set(struct world *w, struct store_request *r)
{
    const struct secret *device = *secret_find(&w->tokens, r->token_hash);
    if (!device || device->who != r->who)
        return STORE_NOT_FOUND;
    return notes_request(w, r);
}

/* ---- devices --------------------------------------------------------------------------------------------------------------
 */

static int seen_first(const void *a, const void *b)
{
    const struct store_item *x = a, *y = b;
    return x->seen != y->seen ? (x->seen < y->seen) - (x->seen > y->seen) : (x->who > y->who) - (x->who < y->who);
}

static void items_sort(struct store_request *r)
{
    if (r->n)
        qsort(r->items, (size_t)r->n, sizeof *r->items, seen_first);
    r->n = r->n < store_limit(r) ? r->n : store_limit(r);
}

static enum store_status devices(const struct world *w, struct store_request *r)
{
    for (const struct secret *s = w->tokens; s; s = s->next) {
        if (s->who != r->who)
            continue;
        struct store_item *item = answer_item(r);
        if (!item)
            return STORE_FAILED;
        item->who = device_number(s->hash);
        item->time = s->created;
        item->seen = s->seen;
        item->mine = memcmp(s->hash, r->token_hash, STORE_HASH) == 0;
        memcpy(item->name, s->label, sizeof s->label);
    }
    items_sort(r);
    const struct note *phrase = note_of(w, NOTE_PHRASE, r->who);
    r->answer = phrase ? phrase->time : 0;
    const struct player *p = player_find(w, r->who);
    r->time = p ? p->created : 0;
    return STORE_OK;
}

static enum store_status device_end(struct world *w, struct store_request *r)
{
    for (struct secret **at = &w->tokens; *at;) {
        const struct secret *s = *at;
        int ends = r->other ? device_number(s->hash) == r->other : memcmp(s->hash, r->token_hash, STORE_HASH) != 0;
        if (s->who != r->who || !ends) {
            at = &(*at)->next;
            continue;
        }
        pushes_drop(w, s->hash);
        secret_drop(at);
        r->n++;
    }
    codes_drop(w, r->who, INT64_MIN);
    return STORE_OK;
}

static int name_has(const char *name, const char *part)
{
    size_t n = strlen(part);
    for (; strlen(name) >= n; name++) {
        size_t i = 0;
        while (i < n && (name[i] == part[i] || ((name[i] ^ part[i]) == 32 && ((name[i] | 32) >= 'a' && (name[i] | 32) <= 'z'))))
            i++;
        if (i == n)
            return 1;
    }
    return 0;
}

static enum store_status people(const struct world *w, struct store_request *r)
{
    for (const struct player *p = w->players; p; p = p->next) {
        int64_t seen = INT64_MIN;
        for (const struct secret *s = w->tokens; s; s = s->next)
            if (s->who == p->who && s->seen > seen)
                seen = s->seen;
        if (seen == INT64_MIN || !name_has(p->name, r->text ? r->text : ""))
            continue;
        struct store_item *item = answer_item(r);
        if (!item)
            return STORE_FAILED;
        item->who = p->who;
        item->time = p->created;
        item->seen = seen;
        memcpy(item->name, p->name, sizeof item->name);
    }
    items_sort(r);
    return STORE_OK;
}

/* ---- leaving --------------------------------------------------------------------------------------------------------------
 */

static void person_drop(struct world *w, uint64_t who)
{
    struct player **p = &w->players;
    while (*p && (*p)->who != who)
        p = &(*p)->next;
    struct player *gone = *p;
    if (gone) {
        *p = gone->next;
        free(gone);
    }
    codes_drop(w, who, INT64_MIN);
    notes_drop_person(w, who);
    rated_drop_person(w, who);
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
    if (s->created >= then(w, r) || s->created < r->from_seq || s->seen > s->created + HOUR || sits(w, s->who) ||
        notes_keep(w, s->who))
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
        uint64_t who = (*at)->who;
        secret_drop(at);
        person_drop(w, who);
        r->n++;
    }
    r->answer = 0;
    return STORE_OK;
}

/* Puts the id that stands for somebody who is gone into a row of theirs, and STORE_GONE for the name in `@ sit SEAT ID NAME`.
 */
static int row_blank(struct store_row *row, uint64_t ghost)
{
    enum { SIT = sizeof "@ sit 0 " - 1 };
    row->who = ghost;
    if (strncmp(row->text, "@ sit ", 6) != 0 || strlen(row->text) < SIT)
        return 1;
    const char *end = row->text + strcspn(row->text, "\n");
    size_t size = SIT + 16 + sizeof " " STORE_GONE + strlen(end);
    char *text = malloc(size);
    if (!text)
        return 0;
    snprintf(text, size, "%.*s%016llx " STORE_GONE "%s", (int)SIT, row->text, (unsigned long long)ghost, end);
    free((char *)(uintptr_t)row->text);
    row->text = text;
    return 1;
}

static int match_blank(struct world *w, struct kept *k, struct store_request *r)
{
    uint64_t ghost = id_hash(k->m.id) ^ ++w->ghosts * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < k->n; i++)
        if (k->rows[i].who == r->who && !row_blank(&k->rows[i], ghost))
            return 0;
    k->m.host = k->m.host == r->who ? ghost : k->m.host;
    k->m.maker = k->m.maker == r->who ? ghost : k->m.maker;
    for (int i = 0; i < k->m.seats; i++) {
        if (k->m.who[i] != r->who)
            continue;
        k->m.who[i] = 0;
        snprintf(k->m.name[i], sizeof k->m.name[i], "%s", STORE_GONE);
        r->n++;
    }
    return 1;
}

static enum store_status person_end(struct world *w, struct store_request *r)
{
    for (struct kept *k = kept_next(w, NULL); k; k = kept_next(w, k))
        if (!match_blank(w, k, r))
            return STORE_FAILED;
    for (struct secret **at = &w->tokens; *at;)
        if ((*at)->who == r->who)
            secret_drop(at);
        else
            at = &(*at)->next;
    person_drop(w, r->who);
    return STORE_OK;
}

enum store_status people_request(struct world *w, struct store_request *r)
{
    switch (r->kind) {
    case STORE_PLAYER_NEW: return player_new(w, r);
    case STORE_PLAYER_FIND: return player_answer(w, r, r->token_hash);
    case STORE_PLAYER_NAME: return player_name(w, r);
    case STORE_CODE_NEW: return code_new(w, r);
    case STORE_CODE_USE: return code_use(w, r);
    case STORE_PHRASE_USE: return phrase_use(w, r);
    case STORE_DEVICES: return devices(w, r);
    case STORE_DEVICE_END: return device_end(w, r);
    case STORE_PERSON_END: return person_end(w, r);
    case STORE_PUSH_SET: return push_set(w, r);
    case STORE_PEOPLE: return people(w, r);
    default: return leave(w, r);
    }
}

void people_free(struct world *w)
{
    for (struct player *p = w->players, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    while (w->tokens)
        secret_drop(&w->tokens);
    while (w->codes)
        secret_drop(&w->codes);
}
