/* backend.h: what the backends share: the queue in front of a thread, answers that grow, sets of ids. Not for callers of the
 * store. */
#ifndef IR_STORE_BACKEND_H
#define IR_STORE_BACKEND_H

#include "store.h"

#include <pthread.h>

#include "base/map.h"

struct backend {
    int at_once; /* no thread: a request is carried out when it is submitted */
    /* Sets s->impl; 0 and a sentence if it cannot. */
    int (*open)(struct store *, const char *where, char why[IR_WHY_MAX]);
    /* Carries out a list of requests in order, in one transaction if possible; sets every status. */
    void (*batch)(struct store *, struct store_request *);
    void (*wait)(struct store *);                             /* returns when s->bell is readable, or earlier */
    void (*watch)(struct store *, const char *match, int on); /* may be NULL; any thread */
    void (*close)(struct store *);
};
extern const struct backend store_memory, store_sqlite, store_postgres;

struct store {
    const struct backend *backend;
    void *impl;
    void (*wake)(void *);
    store_notice *notice;
    void *arg;
    int bell;       /* an eventfd that wakes the thread */
    int64_t newest; /* set by open: the newest time that is stored */
    pthread_t thread;
    pthread_mutex_t lock; /* of everything below */
    struct store_request *queue, **queue_end, *done, **done_end;
    int sleeping, closing;
};

/* Grows an answer under construction; NULL: out of memory. The memory is kept until store_done. */
struct store_row *answer_row(struct store_request *);
struct store_match *answer_match(struct store_request *);
struct store_item *answer_item(struct store_request *);
struct store_item *answer_beside(struct store_request *); /* the item that belongs to the last match of the list */
const char *answer_text(struct store_request *, const char *text, size_t n);
void answer_fail(struct store_request *, enum store_status, const char *why);

enum { DEVICE_BYTES = 6 };
uint64_t device_number(const uint8_t hash[STORE_HASH]); /* what a device is called: the first 48 bits of its token's hash */
int store_limit(const struct store_request *);          /* within 1 ... STORE_LIST_MAX */

/* A set of ids. 1: it changed; 0: it did not; -1: out of memory. */
struct idset_item {
    struct link link;
    char id[IR_ID_MAX];
};
struct idset {
    struct map map; /* of items, by id_hash */
};
int idset_add(struct idset *, const char *id);
int idset_remove(struct idset *, const char *id);
int idset_has(const struct idset *, const char *id);
void idset_free(struct idset *);
uint64_t id_hash(const char *id);

#endif
