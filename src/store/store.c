/* store.c: the front of every store: picks the backend by the URL, runs the queue in front of its thread, and grows answers. */
#include "backend.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "core/banned.h"

enum { BATCH_MAX = 2000 }; /* requests in one transaction: bounds how long the first waits for the last */

/* ---- answers ------------------------------------------------------------------------------------------------------------ */

struct chunk {
    struct chunk *next;
    size_t used, size;
    char text[];
};

const char *answer_text(struct store_request *r, const char *text, size_t n)
{
    struct chunk *c = r->memory;
    if (!c || c->size - c->used < n + 1) {
        size_t size = n + 1 > 16000 ? n + 1 : 16000;
        c = malloc(sizeof *c + size);
        if (!c)
            return NULL;
        *c = (struct chunk){.next = r->memory, .size = size};
        r->memory = c;
    }
    char *to = c->text + c->used;
    memcpy(to, text, n);
    to[n] = 0;
    c->used += n + 1;
    return to;
}

/* Makes room for one more. The capacity is always a power of two. */
static void *grown(void *p, int n, size_t size)
{
    return n & (n - 1) ? p : realloc(p, (n ? 2 * (size_t)n : 1) * size);
}

struct store_row *answer_row(struct store_request *r)
{
    struct store_row *rows = grown(r->rows, r->n, sizeof *rows);
    if (!rows)
        return NULL;
    r->rows = rows;
    rows[r->n] = (struct store_row){0};
    return &rows[r->n++];
}

struct store_match *answer_match(struct store_request *r)
{
    struct store_match *list = grown(r->list, r->n, sizeof *list);
    if (!list)
        return NULL;
    r->list = list;
    memset(&list[r->n], 0, sizeof *list);
    return &list[r->n++];
}

static struct store_item *item_at(struct store_request *r, int i)
{
    struct store_item *items = grown(r->items, i, sizeof *items);
    if (!items)
        return NULL;
    r->items = items;
    items[i] = (struct store_item){.text = "", .more = ""};
    return &items[i];
}

struct store_item *answer_item(struct store_request *r)
{
    struct store_item *item = item_at(r, r->n);
    r->n += item != NULL;
    return item;
}

struct store_item *answer_beside(struct store_request *r)
{
    return item_at(r, r->n - 1);
}

void answer_fail(struct store_request *r, enum store_status status, const char *why)
{
    store_done(r);
    r->status = status;
    snprintf(r->why, sizeof r->why, "%s", why);
}

uint64_t device_number(const uint8_t hash[STORE_HASH])
{
    uint64_t n = 0;
    for (int i = 0; i < DEVICE_BYTES; i++)
        n = n << 8 | hash[i];
    return n;
}

int store_limit(const struct store_request *r)
{
    return r->limit < 1 || r->limit > STORE_LIST_MAX ? STORE_LIST_MAX : r->limit;
}

void store_done(struct store_request *r)
{
    free(r->rows);
    free(r->list);
    free(r->items);
    for (struct chunk *c = r->memory, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    r->rows = NULL;
    r->list = NULL;
    r->items = NULL;
    r->memory = NULL;
    r->n = 0;
    if (r->kind == STORE_MATCH_LOAD)
        r->match.deck = NULL;
}

/* ---- the queue ---------------------------------------------------------------------------------------------------------- */

/* Fields that are asked and answered change only now: before, the request may be carried out again. */
static void answer_settle(struct store_request *r)
{
    if (r->kind == STORE_VALUE && r->status == STORE_OK && r->n)
        r->text = r->items[0].text;
    if ((r->kind == STORE_SEEK || r->kind == STORE_UNSEEK) && r->status == STORE_CONFLICT && r->n)
        memcpy(r->match.id, r->items[0].match, sizeof r->match.id);
}

/* Adds a list to the done ones. */
static void finish(struct store *s, struct store_request *list)
{
    struct store_request *last = list;
    answer_settle(last);
    while (last->next) {
        last = last->next;
        answer_settle(last);
    }
    pthread_mutex_lock(&s->lock);
    *s->done_end = list;
    s->done_end = &last->next;
    pthread_mutex_unlock(&s->lock);
    if (s->wake)
        s->wake(s->arg);
}

static void *work(void *arg)
{
    struct store *s = arg;
    for (;;) {
        pthread_mutex_lock(&s->lock);
        struct store_request *list = s->queue, *last = list;
        for (int n = 1; last && last->next && n < BATCH_MAX; n++)
            last = last->next;
        s->queue = last ? last->next : NULL;
        if (!s->queue)
            s->queue_end = &s->queue;
        int closing = s->closing;
        s->sleeping = !list && !closing;
        pthread_mutex_unlock(&s->lock);
        if (list) {
            last->next = NULL;
            s->backend->batch(s, list);
            finish(s, list);
        } else if (closing) {
            return NULL;
        } else {
            s->backend->wait(s);
            uint64_t rings;
            (void)!read(s->bell, &rings, sizeof rings); /* not blocking; only the wake-up matters */
        }
    }
}

static void ring(struct store *s)
{
    (void)!write(s->bell, &(uint64_t){1}, sizeof(uint64_t)); /* can only fail if it was signalled already */
}

void store_submit(struct store *s, struct store_request *r)
{
    r->next = NULL;
    if (s->backend->at_once) {
        s->backend->batch(s, r);
        finish(s, r);
        return;
    }
    pthread_mutex_lock(&s->lock);
    *s->queue_end = r;
    s->queue_end = &r->next;
    int asleep = s->sleeping;
    s->sleeping = 0;
    pthread_mutex_unlock(&s->lock);
    if (asleep)
        ring(s);
}

struct store_request *store_collect(struct store *s)
{
    pthread_mutex_lock(&s->lock);
    struct store_request *list = s->done;
    s->done = NULL;
    s->done_end = &s->done;
    pthread_mutex_unlock(&s->lock);
    return list;
}

int64_t store_newest(const struct store *s)
{
    return s->newest;
}

void store_watch(struct store *s, const char *match, int on)
{
    if (s->backend->watch)
        s->backend->watch(s, match, on);
}

/* ---- opening and closing --------------------------------------------------------------------------------------------------
 */

/* If url begins with the scheme, what follows it; else NULL. */
static const char *after(const char *url, const char *scheme)
{
    return strncmp(url, scheme, strlen(scheme)) == 0 ? url + strlen(scheme) : NULL;
}

static const struct backend *backend_of(const char *url, const char **where)
{
    if ((*where = after(url, "memory:")) != NULL)
        return &store_memory;
    if ((*where = after(url, "sqlite:")) != NULL)
        return &store_sqlite;
    *where = url;
    if (after(url, "postgres://") || after(url, "postgresql://"))
        return &store_postgres;
    return strstr(url, "://") ? NULL : &store_sqlite;
}

struct store *store_open(const char *url, void (*wake)(void *), store_notice *notice, void *arg, char why[IR_WHY_MAX])
{
    const char *where;
    const struct backend *backend = backend_of(url, &where);
    if (!backend) {
        snprintf(why, IR_WHY_MAX, "%.*s:// is not a kind of store: use sqlite:PATH, postgres://USER@HOST/DATABASE or memory:.",
                 (int)(strstr(url, "://") - url) < 40 ? (int)(strstr(url, "://") - url) : 40, url);
        return NULL;
    }
    struct store *s = calloc(1, sizeof *s);
    int bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!s || bell < 0) {
        snprintf(why, IR_WHY_MAX, "The store cannot be opened: %s.", strerror(errno));
        free(s);
        return NULL;
    }
    *s = (struct store){.backend = backend, .wake = wake, .notice = notice, .arg = arg, .bell = bell};
    pthread_mutex_init(&s->lock, NULL);
    s->queue_end = &s->queue;
    s->done_end = &s->done;
    int opened = backend->open(s, where, why);
    if (opened && !backend->at_once) {
        sigset_t all, before; /* signals are handled by the caller's threads */
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        int error = pthread_create(&s->thread, NULL, work, s);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        if (error) {
            snprintf(why, IR_WHY_MAX, "The store cannot start its thread: %s.", strerror(error));
            backend->close(s);
            opened = 0;
        }
    }
    if (!opened) {
        pthread_mutex_destroy(&s->lock);
        close(bell);
        free(s);
        return NULL;
    }
    return s;
}

struct store_request *store_close(struct store *s)
{
    if (!s)
        return NULL;
    if (!s->backend->at_once) {
        pthread_mutex_lock(&s->lock);
        s->closing = 1;
        pthread_mutex_unlock(&s->lock);
        ring(s);
        pthread_join(s->thread, NULL);
    }
    struct store_request *left = s->done;
    s->backend->close(s);
    pthread_mutex_destroy(&s->lock);
    close(s->bell);
    free(s);
    return left;
}
