/* push_keep.c: see push_keep.h. */
#include "push_keep.h"
#include "log.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { ASKED_MAX = 1000 }; /* people whose subscriptions are being looked up */

/* A request of ours: its `owner` is the pusher. */
struct ask {
    struct store_request r; /* first */
    char kind[16], table[IR_ID_MAX], game[24];
    char text[ENDPOINT_MAX + 1]; /* an endpoint, or a key */
};
struct pusher {
    struct sender *sender;
    struct store *store; /* NULL: not open yet, or closed */
    char public[BASE64_SIZE(PUSH_POINT)];
    int asking, asked; /* for the key; for subscriptions */
    int64_t dropped;   /* because too many were asked for */
};

static struct ask *ask_new(struct pusher *p, enum store_kind kind)
{
    struct ask *a = calloc(1, sizeof *a);
    if (a) {
        a->r.kind = kind;
        a->r.owner = p;
    }
    return a;
}

struct pusher *pusher_new(const char *contact, const char *to, const char *ca, void (*wake)(void *), void *arg,
                          char why[IR_WHY_MAX])
{
    struct pusher *p = calloc(1, sizeof *p);
    snprintf(why, IR_WHY_MAX, "out of memory");
    if (p && (p->sender = sender_new(contact, to, ca, wake, arg, why)))
        return p;
    free(p);
    return NULL;
}

const char *pusher_key(const struct pusher *p)
{
    return p->public;
}

/* ---- the key ---- */

/* Offers a new key. The store answers with the one that was there first, so all nodes get the same. */
static void key_ask(struct pusher *p)
{
    struct ask *a = ask_new(p, STORE_VALUE);
    if (!a || !push_key_new(a->text)) {
        free(a);
        return;
    }
    snprintf(a->r.name, sizeof a->r.name, "push key");
    a->r.text = a->text;
    p->asking = 1;
    store_submit(p->store, &a->r);
}

static void key_set(struct pusher *p, const struct store_request *r)
{
    struct push_key *key = r->status == STORE_OK && r->text ? push_key_read(r->text) : NULL;
    p->asking = 0;
    if (key) {
        memcpy(p->public, push_key_public(key), sizeof p->public);
        sender_key(p->sender, key);
    } else if (r->status == STORE_OK) {
        p->asking = 1; /* asking again would not help */
        log_event(LOG_ERROR, "push", "the store's 'push key' is not a key; nobody can be sent a push");
    }
}

void pusher_begin(struct pusher *p, struct store *store)
{
    p->store = store;
    key_ask(p);
}

void pusher_second(struct pusher *p)
{
    if (!p->public[0] && !p->asking)
        key_ask(p);
}

/* ---- pushes ---- */

void pusher_push(struct pusher *p, uint64_t who, const char *kind, const char *table, const char *game)
{
    struct ask *a = p->public[0] && p->asked < ASKED_MAX ? ask_new(p, STORE_PUSHES) : NULL;
    if (!a) {
        p->dropped++;
        return;
    }
    a->r.who = who;
    snprintf(a->kind, sizeof a->kind, "%s", kind);
    snprintf(a->table, sizeof a->table, "%s", table);
    snprintf(a->game, sizeof a->game, "%s", game);
    p->asked++;
    store_submit(p->store, &a->r);
}

static void pushes_send(struct pusher *p, const struct ask *a)
{
    struct subscription to;
    p->asked--;
    for (int i = 0; a->r.status == STORE_OK && i < a->r.n; i++)
        if (subscription_stored(&to, a->r.items[i].text, a->r.items[i].more))
            sender_send(p->sender, &to, a->kind, a->table, a->game);
}

void pusher_woken(struct pusher *p)
{
    for (struct gone *g = sender_gone(p->sender), *next; g; g = next) {
        struct ask *a = ask_new(p, STORE_PUSH_DROP);
        next = g->next;
        if (a) {
            memcpy(a->text, g->endpoint, sizeof a->text);
            a->r.text = a->text;
            store_submit(p->store, &a->r);
        }
        free(g);
    }
}

int pusher_stored(struct pusher *p, struct store_request *r)
{
    struct ask *a = (struct ask *)(void *)r;
    if (!p || r->owner != p)
        return 0;
    if (r->kind == STORE_VALUE)
        key_set(p, r);
    else if (r->kind == STORE_PUSHES)
        pushes_send(p, a);
    store_done(r);
    OPENSSL_cleanse(a->text, sizeof a->text);
    free(a);
    return 1;
}

struct send_counts pusher_counts(struct pusher *p)
{
    struct send_counts c = p ? sender_counts(p->sender) : (struct send_counts){0};
    c.dropped += p ? p->dropped : 0;
    return c;
}

void pusher_free(struct pusher *p)
{
    if (!p)
        return;
    sender_free(p->sender);
    free(p);
}
