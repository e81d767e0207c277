/* memory_notes.c: whatever a store in memory holds about people besides their devices: phrases, ties, invitations, tickets of
 * those who look for somebody to play with, subscriptions, and what the owner of the server notes. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { TIES_LISTED = 2 * STORE_TIES_MAX };

static void note_drop(struct note **at)
{
    struct note *n = *at;
    *at = n->next;
    free(n->text);
    free(n->more);
    free(n);
}

/* Adds a note of this time, with the texts of a request or NULL. Newer ones come first. */
static struct note *note_add(struct world *w, enum note_kind kind, int64_t time, const char *text, const char *more)
{
    struct note *n = calloc(1, sizeof *n), **at = &w->notes[kind];
    if (!n || (text && !(n->text = strdup(text))) || (more && !(n->more = strdup(more)))) {
        if (n)
            free(n->text);
        free(n);
        return NULL;
    }
    n->time = time;
    while (*at && (*at)->time > time)
        at = &(*at)->next;
    n->next = *at;
    *at = n;
    return n;
}

/* The address of the pointer to the note that these two have; that pointer is NULL if there is none. */
static struct note **pair_find(struct world *w, enum note_kind kind, uint64_t who, uint64_t other)
{
    struct note **at = &w->notes[kind];
    while (*at && ((*at)->who != who || (*at)->other != other))
        at = &(*at)->next;
    return at;
}

static struct note **who_find(struct world *w, enum note_kind kind, uint64_t who)
{
    struct note **at = &w->notes[kind];
    while (*at && (*at)->who != who)
        at = &(*at)->next;
    return at;
}

static struct note **text_find(struct world *w, enum note_kind kind, const char *text)
{
    struct note **at = &w->notes[kind];
    while (*at && strcmp((*at)->text, text) != 0)
        at = &(*at)->next;
    return at;
}

const struct note *note_of(const struct world *w, enum note_kind kind, uint64_t who)
{
    const struct note *n = w->notes[kind];
    while (n && n->who != who)
        n = n->next;
    return n;
}

static void notes_cut(struct world *w, enum note_kind kind)
{
    struct note **at = &w->notes[kind];
    for (int i = 0; *at && i < STORE_REPORTS_MAX; i++)
        at = &(*at)->next;
    while (*at)
        note_drop(at);
}

static const char *name_of(const struct world *w, uint64_t who)
{
    const struct player *p = player_find(w, who);
    return p ? p->name : "";
}

/* Adds an entry to the answer that tells what every kind of note has; NULL: out of memory. */
static struct store_item *note_answer(const struct world *w, struct store_request *r, const struct note *n)
{
    struct store_item *item = answer_item(r);
    const char *text = n->text ? answer_text(r, n->text, strlen(n->text)) : "";
    const char *more = n->more ? answer_text(r, n->more, strlen(n->more)) : "";
    if (!item || !text || !more)
        return NULL;
    item->who = n->who;
    item->other = n->other;
    item->time = n->time;
    item->seen = n->until;
    item->text = text;
    item->more = more;
    memcpy(item->match, n->match, sizeof item->match);
    snprintf(item->name, sizeof item->name, "%s", name_of(w, n->who));
    snprintf(item->name2, sizeof item->name2, "%s", name_of(w, n->other));
    return item;
}

/* ---- people and each other ------------------------------------------------------------------------------------------------
 */

static enum store_status phrase_set(struct world *w, struct store_request *r)
{
    const struct note *there = phrase_find(w, r->token_hash);
    if (!player_find(w, r->who) || (there && there->who != r->who))
        return STORE_NOT_FOUND;
    struct note *n = *who_find(w, NOTE_PHRASE, r->who);
    if (!n && !(n = note_add(w, NOTE_PHRASE, r->time, NULL, NULL)))
        return STORE_FAILED;
    n->who = r->who;
    n->time = r->time;
    memcpy(n->hash, r->token_hash, STORE_HASH);
    return STORE_OK;
}

const struct note *phrase_find(const struct world *w, const uint8_t *hash)
{
    const struct note *n = w->notes[NOTE_PHRASE];
    while (n && memcmp(n->hash, hash, STORE_HASH) != 0)
        n = n->next;
    return n;
}

static int flags_of(const struct world *w, uint64_t who, uint64_t other)
{
    const struct note *n = w->notes[NOTE_TIE];
    while (n && (n->who != who || n->other != other))
        n = n->next;
    return n ? n->flags : 0;
}

int friends(const struct world *w, uint64_t a, uint64_t b)
{
    return flags_of(w, a, b) & flags_of(w, b, a) & IR_TIE_FRIEND;
}

int blocked(const struct world *w, uint64_t a, uint64_t b)
{
    return (flags_of(w, a, b) | flags_of(w, b, a)) & IR_TIE_BLOCK;
}

static void invites_end(struct world *w, uint64_t guest, uint64_t by)
{
    for (struct note **at; *(at = pair_find(w, NOTE_INVITE, guest, by));)
        note_drop(at);
}

static enum store_status tie_set(struct world *w, struct store_request *r)
{
    struct note **at = pair_find(w, NOTE_TIE, r->who, r->other), *n;
    int has = 0;
    if (r->who == r->other || !player_find(w, r->who) || !player_find(w, r->other))
        return STORE_NOT_FOUND;
    if (r->flags & IR_TIE_BLOCK) {
        invites_end(w, r->who, r->other);
        invites_end(w, r->other, r->who);
    }
    if (*at && (*at)->flags == r->flags)
        return STORE_OK;
    for (n = w->notes[NOTE_TIE]; n; n = n->next)
        has += n->who == r->who;
    if (!*at && r->flags && has >= STORE_TIES_MAX)
        return STORE_CONFLICT;
    if (*at)
        note_drop(at);
    if (!r->flags)
        return STORE_OK;
    if (!(n = note_add(w, NOTE_TIE, r->time, NULL, NULL)))
        return STORE_FAILED;
    n->who = r->who;
    n->other = r->other;
    n->flags = r->flags;
    return STORE_OK;
}

/* A tie is told once: where the newer of its two directions stands. */
static enum store_status ties(const struct world *w, struct store_request *r)
{
    for (const struct note *n = w->notes[NOTE_TIE]; n && r->n < TIES_LISTED; n = n->next) {
        uint64_t other = n->who == r->who ? n->other : n->who;
        int mine = flags_of(w, r->who, other), theirs = flags_of(w, other, r->who) & IR_TIE_FRIEND, told = 0;
        if ((n->who != r->who && n->other != r->who) || (n->who != r->who && !theirs))
            continue;
        for (int i = 0; i < r->n && !told; i++)
            told = r->items[i].who == other;
        if (told)
            continue;
        struct store_item *item = answer_item(r);
        if (!item)
            return STORE_FAILED;
        item->who = other;
        item->time = n->time;
        item->mine = mine;
        item->theirs = theirs;
        snprintf(item->name, sizeof item->name, "%s", name_of(w, other));
    }
    return STORE_OK;
}

static struct note **invite_find(struct world *w, uint64_t guest, const char *match)
{
    struct note **at = &w->notes[NOTE_INVITE];
    while (*at && ((*at)->who != guest || strcmp((*at)->match, match) != 0))
        at = &(*at)->next;
    return at;
}

static enum store_status invite(struct world *w, struct store_request *r)
{
    struct note *n;
    if (r->who == r->other || !player_find(w, r->who) || !player_find(w, r->other) || !kept_find(w, r->match.id))
        return STORE_NOT_FOUND;
    if (blocked(w, r->who, r->other))
        return STORE_CONFLICT;
    if (*invite_find(w, r->who, r->match.id))
        return STORE_OK;
    if (!(n = note_add(w, NOTE_INVITE, r->time, NULL, NULL)))
        return STORE_FAILED;
    n->who = r->who;
    n->other = r->other;
    memcpy(n->match, r->match.id, sizeof n->match);
    return STORE_OK;
}

static enum store_status invites(const struct world *w, struct store_request *r)
{
    for (const struct note *n = w->notes[NOTE_INVITE]; n && r->n < store_limit(r); n = n->next) {
        const struct kept *k = n->who == r->who ? kept_find(w, n->match) : NULL;
        struct store_item *item;
        if (!k || k->m.stage == IR_OVER_NOW)
            continue;
        if (!match_answer(r, k) || !(item = answer_beside(r)))
            return STORE_FAILED;
        item->who = n->other;
        item->time = n->time;
        snprintf(item->name, sizeof item->name, "%s", name_of(w, n->other));
    }
    return STORE_OK;
}

/* ---- somebody to play with ------------------------------------------------------------------------------------------------
 */

/* Whether somebody has a ticket for this that is not paired. */
static int waits(const struct note *n, const char *sought, int64_t now)
{
    return n && !n->match[0] && n->until >= now && strcmp(n->text, sought) == 0;
}

static enum store_status seek(struct world *w, struct store_request *r)
{
    struct note **at = who_find(w, NOTE_SEEK, r->who), *n = *at;
    const struct note *found = NULL;
    r->other = 0;
    r->name2[0] = 0;
    if (n && n->match[0]) {
        memcpy(r->match.id, n->match, sizeof r->match.id);
        return STORE_CONFLICT;
    }
    int64_t since = waits(n, r->text, r->time) ? n->time : r->time;
    if (n)
        note_drop(at);
    if (!(n = note_add(w, NOTE_SEEK, since, r->text, NULL)))
        return STORE_FAILED;
    n->who = r->who;
    n->until = r->until;
    memcpy(n->name, r->name, sizeof n->name);
    for (const struct note *o = w->notes[NOTE_SEEK]; o; o = o->next)
        if (o != n && waits(o, r->text, r->time) && !blocked(w, r->who, o->who) &&
            (!found || o->time < found->time || (o->time == found->time && o->who < found->who)))
            found = o;
    if (found) {
        r->other = found->who;
        memcpy(r->name2, found->name, sizeof r->name2);
    }
    return STORE_OK;
}

static enum store_status pair(struct world *w, struct store_request *r)
{
    struct note *a = *who_find(w, NOTE_SEEK, r->who), *b = *who_find(w, NOTE_SEEK, r->other);
    if (a && b && a != b && strcmp(a->match, r->match.id) == 0 && strcmp(b->match, r->match.id) == 0)
        return STORE_OK; /* it was done before */
    if (a == b || !waits(a, r->text, r->time) || !waits(b, r->text, r->time))
        return STORE_CONFLICT;
    enum store_status status = match_new(w, r);
    if (status == STORE_OK) {
        memcpy(a->match, r->match.id, sizeof a->match);
        memcpy(b->match, r->match.id, sizeof b->match);
    }
    return status;
}

static enum store_status unseek(struct world *w, struct store_request *r)
{
    struct note **at = who_find(w, NOTE_SEEK, r->who);
    if (*at && strcmp((*at)->match, r->match.id) == 0)
        note_drop(at);
    else if (*at && (*at)->match[0]) {
        memcpy(r->match.id, (*at)->match, sizeof r->match.id);
        return STORE_CONFLICT;
    }
    return STORE_OK;
}

/* ---- subscriptions, and the owner's ---------------------------------------------------------------------------------------
 */

static enum store_status push_set(struct world *w, struct store_request *r)
{
    struct note *n = note_add(w, NOTE_PUSH, r->time, r->text, r->more), **at = &w->notes[NOTE_PUSH];
    if (!n)
        return STORE_FAILED;
    n->who = r->who;
    memcpy(n->hash, r->token_hash, STORE_HASH);
    for (int has = 0; *at;) {
        int mine = (*at)->who == r->who, again = *at != n && strcmp((*at)->text, r->text) == 0;
        if (again || (has += mine) > STORE_PUSHES_MAX)
            note_drop(at), has -= !again;
        else
            at = &(*at)->next;
    }
    return STORE_OK;
}

void pushes_drop(struct world *w, const uint8_t *token)
{
    for (struct note **at = &w->notes[NOTE_PUSH]; *at;)
        if (memcmp((*at)->hash, token, STORE_HASH) == 0)
            note_drop(at);
        else
            at = &(*at)->next;
}

static enum store_status value(struct world *w, struct store_request *r)
{
    struct note **at = &w->notes[NOTE_VALUE];
    while (*at && strcmp((*at)->name, r->name) != 0)
        at = &(*at)->next;
    struct note *n = *at ? *at : note_add(w, NOTE_VALUE, 0, r->text, NULL);
    if (!n)
        return STORE_FAILED;
    memcpy(n->name, r->name, sizeof n->name);
    return note_answer(w, r, n) ? STORE_OK : STORE_FAILED;
}

static enum store_status report(struct world *w, struct store_request *r)
{
    for (const struct note *n = w->notes[NOTE_REPORT]; n; n = n->next)
        if (n->time == r->time && n->who == r->who && n->other == r->other)
            return STORE_OK; /* it is the same one again */
    struct note *n = note_add(w, NOTE_REPORT, r->time, r->text, NULL);
    if (!n)
        return STORE_FAILED;
    n->who = r->who;
    n->other = r->other;
    memcpy(n->match, r->match.id, sizeof n->match);
    notes_cut(w, NOTE_REPORT);
    return STORE_OK;
}

static enum store_status ban(struct world *w, struct store_request *r)
{
    const char *place = r->other || !r->text ? "" : r->text;
    struct note **at = &w->notes[NOTE_BAN], *n;
    while (*at && ((*at)->who != r->other || strcmp((*at)->text, place) != 0))
        at = &(*at)->next;
    if (*at)
        note_drop(at);
    if (!r->until)
        return STORE_OK;
    if (!(n = note_add(w, NOTE_BAN, r->time, place, r->more)))
        return STORE_FAILED;
    n->who = r->other;
    n->until = r->until;
    return STORE_OK;
}

int64_t banned_until(const struct world *w, uint64_t who, int64_t now)
{
    const struct note *n = note_of(w, NOTE_BAN, who);
    return n && n->until > now ? n->until : 0;
}

static enum store_status log_add(struct world *w, struct store_request *r)
{
    struct note **at = text_find(w, NOTE_LOG, r->text);
    if (*at && (*at)->time == r->time)
        return STORE_OK; /* it is the same one again */
    if (!note_add(w, NOTE_LOG, r->time, r->text, NULL))
        return STORE_FAILED;
    notes_cut(w, NOTE_LOG);
    return STORE_OK;
}

static enum store_status notes_list(const struct world *w, struct store_request *r, enum note_kind kind, int limit)
{
    for (const struct note *n = w->notes[kind]; n && r->n < limit; n = n->next) {
        if ((kind == NOTE_PUSH && n->who != r->who) || (kind == NOTE_BAN && n->until <= r->time))
            continue;
        if (!note_answer(w, r, n))
            return STORE_FAILED;
    }
    return STORE_OK;
}

/* ---- what goes with others ------------------------------------------------------------------------------------------------
 */

void notes_drop_match(struct world *w, const char *match, int64_t before)
{
    for (int kind = NOTE_INVITE; kind <= NOTE_SEEK; kind++)
        for (struct note **at = &w->notes[kind]; *at;)
            if ((match && strcmp((*at)->match, match) == 0) || (kind == NOTE_SEEK && (*at)->until < before))
                note_drop(at);
            else
                at = &(*at)->next;
}

void notes_drop_person(struct world *w, uint64_t who)
{
    for (int kind = 0; kind < NOTES; kind++)
        for (struct note **at = &w->notes[kind]; *at;)
            if ((*at)->who == who || (*at)->other == who)
                note_drop(at);
            else
                at = &(*at)->next;
}

int notes_keep(const struct world *w, uint64_t who)
{
    if (note_of(w, NOTE_PHRASE, who) || note_of(w, NOTE_TIE, who))
        return 1;
    for (const struct note *n = w->notes[NOTE_TIE]; n; n = n->next)
        if (n->other == who && n->flags & IR_TIE_FRIEND)
            return 1;
    return 0;
}

enum store_status notes_request(struct world *w, struct store_request *r)
{
    struct note **at;
    switch (r->kind) {
    case STORE_PHRASE_SET: return phrase_set(w, r);
    case STORE_TIE_SET: return tie_set(w, r);
    case STORE_TIES: return ties(w, r);
    case STORE_INVITE: return invite(w, r);
    case STORE_INVITES: return invites(w, r);
    case STORE_INVITE_END:
        if (*(at = invite_find(w, r->who, r->match.id)))
            note_drop(at);
        return STORE_OK;
    case STORE_SEEK: return seek(w, r);
    case STORE_PAIR: return pair(w, r);
    case STORE_UNSEEK: return unseek(w, r);
    case STORE_PUSH_SET: return push_set(w, r);
    case STORE_PUSHES: return notes_list(w, r, NOTE_PUSH, STORE_PUSHES_MAX);
    case STORE_PUSH_DROP:
        if (*(at = text_find(w, NOTE_PUSH, r->text)) && (!r->who || (*at)->who == r->who))
            note_drop(at);
        return STORE_OK;
    case STORE_VALUE: return value(w, r);
    case STORE_REPORT: return report(w, r);
    case STORE_REPORTS: return notes_list(w, r, NOTE_REPORT, store_limit(r));
    case STORE_BAN: return ban(w, r);
    case STORE_BANS: return notes_list(w, r, NOTE_BAN, STORE_REPORTS_MAX);
    case STORE_LOG: return log_add(w, r);
    default: return notes_list(w, r, NOTE_LOG, store_limit(r));
    }
}

void notes_free(struct world *w)
{
    for (int kind = 0; kind < NOTES; kind++)
        while (w->notes[kind])
            note_drop(&w->notes[kind]);
}
