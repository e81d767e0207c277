/* push_send.c: see push_send.h. */
#include "push_send.h"
#include "log.h"

#include <errno.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { FINDERS = 3, LOG_MS = 10000 };

struct list {
    struct post *first, **last;
    int n;
};
/* A post is in one place at a time: waiting, with a finder, found, or with the thread that has the connections. */
struct sender {
    pthread_mutex_t mutex;
    pthread_cond_t more; /* for finders */
    struct list waiting, found;
    int active; /* posts with a finder, found or connected: at most SEND_AT_ONCE */
    int stop;
    int users; /* the owner, and finders that have not ended; the last one frees the memory */
    struct send_counts count;
    struct gone *gone;
    struct post_office office;
    struct push_key *key;
    char contact[256];
    int wake_fd;
    void (*wake)(void *);
    void *arg;
    pthread_t thread;
    int64_t logged_at;
    int left_out;
};

static int64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- lists, with the mutex held ---- */

static void list_add(struct list *l, struct post *p)
{
    p->next = NULL;
    *l->last = p;
    l->last = &p->next;
    l->n++;
}

static struct post *list_take(struct list *l, struct post **at)
{
    struct post *p = *at;
    *at = p->next;
    if (!p->next)
        l->last = at;
    l->n--;
    return p;
}

static void list_drop(struct list *l)
{
    while (l->first)
        free(list_take(l, &l->first));
}

static void post_queue(struct sender *s, struct post *p)
{
    if (s->waiting.n == SEND_QUEUE) {
        free(list_take(&s->waiting, &s->waiting.first));
        s->count.dropped++;
    }
    list_add(&s->waiting, p);
    pthread_cond_signal(&s->more);
}

/* Trouble is worth a line now and then. The name is the push service's, nobody's address. */
static void complain(struct sender *s, const struct post *p)
{
    int64_t now = milliseconds();
    if (s->logged_at && now < s->logged_at + LOG_MS) {
        s->left_out++;
        return;
    }
    if (s->left_out)
        log_event(LOG_WARN, "push", "a push was not delivered: %s %s (and %d more since the last line)", p->to.host, p->why,
                  s->left_out);
    else
        log_event(LOG_WARN, "push", "a push was not delivered: %s %s", p->to.host, p->why);
    s->logged_at = now;
    s->left_out = 0;
}

/* A try is over; the post is queued again, or freed. */
static void post_done(struct sender *s, struct post *p, enum post_result r)
{
    post_end(p);
    pthread_mutex_lock(&s->mutex);
    s->active--;
    pthread_cond_signal(&s->more);
    if (s->stop) { /* nobody counts any more */
        pthread_mutex_unlock(&s->mutex);
        free(p);
        return;
    }
    if (r == POST_AGAIN && !p->tries) {
        p->tries++;
        p->due = milliseconds() + p->again;
        post_queue(s, p);
        p = NULL;
    } else if (r == POST_SENT) {
        s->count.sent++;
    } else if (r == POST_GONE) {
        struct gone *g = calloc(1, sizeof *g);
        s->count.gone++;
        if (g) {
            memcpy(g->endpoint, p->to.endpoint, sizeof g->endpoint);
            g->next = s->gone;
            s->gone = g;
            s->wake(s->arg);
        }
    } else {
        s->count.failed++;
        complain(s, p);
    }
    pthread_mutex_unlock(&s->mutex);
    free(p);
}

/* ---- finders ---- */

/* The first post that is due; or NULL, and *until: when the next one is (0: none waits). With the mutex held. */
static struct post *due_take(struct sender *s, int64_t *until)
{
    int64_t now = milliseconds();
    *until = 0;
    for (struct post **at = &s->waiting.first; *at && s->active < SEND_AT_ONCE; at = &(*at)->next) {
        if ((*at)->due <= now)
            return list_take(&s->waiting, at);
        if (!*until || (*at)->due < *until)
            *until = (*at)->due;
    }
    return NULL;
}

static void sender_leave(struct sender *s)
{
    pthread_mutex_lock(&s->mutex);
    int last = --s->users == 0;
    pthread_mutex_unlock(&s->mutex);
    if (!last)
        return;
    list_drop(&s->waiting);
    list_drop(&s->found);
    for (struct gone *g = s->gone, *next; g; g = next) {
        next = g->next;
        free(g);
    }
    pthread_cond_destroy(&s->more);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

/* Nobody waits for this thread at the end: a DNS that does not answer would hold the server up. */
static void *find_run(void *arg)
{
    struct sender *s = arg;
    pthread_mutex_lock(&s->mutex);
    while (!s->stop) {
        int64_t until;
        struct post *p = due_take(s, &until);
        if (!p && until) {
            struct timespec t = {until / 1000, until % 1000 * 1000000};
            pthread_cond_timedwait(&s->more, &s->mutex, &t);
        } else if (!p) {
            pthread_cond_wait(&s->more, &s->mutex);
        }
        if (!p)
            continue;
        s->active++;
        struct post_office office = s->office;
        pthread_mutex_unlock(&s->mutex);
        int found = post_find(p, &office);
        if (!found)
            post_done(s, p, POST_FAILED);
        pthread_mutex_lock(&s->mutex);
        if (found && s->stop) {
            free(p);
        } else if (found) {
            list_add(&s->found, p);
            eventfd_write(s->wake_fd, 1);
        }
    }
    pthread_mutex_unlock(&s->mutex);
    sender_leave(s);
    return NULL;
}

/* ---- connections ---- */

/* Begins what was found. 1, or 0: it is time to end. */
static int found_begin(struct sender *s, struct post *line[SEND_AT_ONCE], int *n)
{
    for (;;) {
        pthread_mutex_lock(&s->mutex);
        int stop = s->stop;
        struct post *p = s->found.first && !stop ? list_take(&s->found, &s->found.first) : NULL;
        pthread_mutex_unlock(&s->mutex);
        if (!p)
            return !stop;
        enum post_result r = post_begin(p, &s->office, milliseconds());
        if (r == POST_WAITS)
            line[(*n)++] = p;
        else
            post_done(s, p, r);
    }
}

static void lines_wait(struct sender *s, struct post *line[SEND_AT_ONCE], int n, struct pollfd fds[SEND_AT_ONCE + 1])
{
    int64_t now = milliseconds(), first = -1, until;
    fds[0] = (struct pollfd){.fd = s->wake_fd, .events = POLLIN};
    for (int i = 0; i < n; i++) {
        post_poll(line[i], &fds[i + 1].fd, &fds[i + 1].events, &until);
        fds[i + 1].revents = 0;
        first = first < 0 || until < first ? until : first;
    }
    if (poll(fds, (nfds_t)n + 1, first < 0 ? -1 : first > now ? (int)(first - now) : 0) < 0)
        fds[0].revents = 0;
    if (fds[0].revents)
        eventfd_read(s->wake_fd, &(eventfd_t){0});
}

static void *send_run(void *arg)
{
    struct sender *s = arg;
    struct post *line[SEND_AT_ONCE];
    struct pollfd fds[SEND_AT_ONCE + 1];
    int n = 0;
    while (found_begin(s, line, &n)) {
        lines_wait(s, line, n, fds);
        int64_t now = milliseconds();
        for (int i = n - 1; i >= 0; i--) { /* from the end: whoever takes a place that became free was looked at */
            int fd;
            short events;
            int64_t until;
            post_poll(line[i], &fd, &events, &until);
            enum post_result r = fds[i + 1].revents || now >= until ? post_step(line[i], now) : POST_WAITS;
            if (r == POST_WAITS)
                continue;
            post_done(s, line[i], r);
            line[i] = line[--n];
        }
    }
    while (n) {
        post_end(line[--n]);
        free(line[n]);
    }
    return NULL;
}

/* ---- the whole ---- */

static SSL_CTX *tls_new(const char *ca, char why[IR_WHY_MAX])
{
    static const unsigned char http[] = "\x08http/1.1";
    SSL_CTX *c = SSL_CTX_new(TLS_client_method());
    int good =
        c && SSL_CTX_set_min_proto_version(c, TLS1_2_VERSION) == 1 && SSL_CTX_set_alpn_protos(c, http, sizeof http - 1) == 0;
    if (good)
        SSL_CTX_set_verify(c, SSL_VERIFY_PEER, NULL);
    if (!good)
        snprintf(why, IR_WHY_MAX, "TLS for pushes could not be set up");
    else if (ca ? SSL_CTX_load_verify_file(c, ca) != 1 : SSL_CTX_set_default_verify_paths(c) != 1)
        snprintf(why, IR_WHY_MAX, "the certificates of '%.100s' cannot be read", ca ? ca : "this system");
    else
        return c;
    ERR_clear_error();
    SSL_CTX_free(c);
    return NULL;
}

/* "127.0.0.1:8443": only this machine, so that nobody uses it by mistake. */
static int to_read(struct sockaddr_storage *out, const char *text)
{
    struct address a;
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    long port = colon ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || *end || port < 1 || port > 65535 || !address_read(&a, text, (size_t)(colon - text)) || !address_loopback(&a))
        return 0;
    if (strchr(text, '[')) {
        struct sockaddr_in6 to = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
        memcpy(&to.sin6_addr, a.b, 16);
        memcpy(out, &to, sizeof to);
    } else {
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
        memcpy(&to.sin_addr, a.b + 12, 4);
        memcpy(out, &to, sizeof to);
    }
    return 1;
}

/* It is written into a token as it is. */
static int contact_good(const char *text)
{
    size_t n = strlen(text);
    return n < 200 &&
           ((strncmp(text, "mailto:", 7) == 0 && strchr(text, '@')) || (strncmp(text, "https://", 8) == 0 && n > 8)) &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&'()*+,;=%") == n;
}

static int threads_start(struct sender *s)
{
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    int good = pthread_create(&s->thread, NULL, send_run, s) == 0;
    for (int i = 0; i < FINDERS && good; i++) {
        pthread_t finder;
        pthread_mutex_lock(&s->mutex);
        s->users++;
        pthread_mutex_unlock(&s->mutex);
        if (pthread_create(&finder, &detached, find_run, s)) {
            pthread_mutex_lock(&s->mutex);
            s->users--;
            pthread_mutex_unlock(&s->mutex);
        }
    }
    pthread_attr_destroy(&detached);
    return good;
}

struct sender *sender_new(const char *contact, const char *to, const char *ca, void (*wake)(void *), void *arg,
                          char why[IR_WHY_MAX])
{
    struct sender *s = calloc(1, sizeof *s);
    pthread_condattr_t monotonic;
    snprintf(why, IR_WHY_MAX, "out of memory");
    if (!s)
        return NULL;
    if (!contact_good(contact))
        snprintf(why, IR_WHY_MAX,
                 "--push cannot be '%.60s'; it takes how push services reach you, such as mailto:you@example.org", contact);
    else if (to && !to_read(&s->office.to, to))
        snprintf(why, IR_WHY_MAX,
                 "--push-to cannot be '%.60s'; it is for tests, and takes a port of this machine: 127.0.0.1:PORT", to);
    else if ((s->office.tls = tls_new(ca, why)))
        s->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!s->office.tls || s->wake_fd < 0) {
        SSL_CTX_free(s->office.tls);
        free(s);
        return NULL;
    }
    snprintf(s->contact, sizeof s->contact, "%s", contact);
    s->office.contact = s->contact;
    s->office.fixed = to != NULL;
    s->waiting.last = &s->waiting.first;
    s->found.last = &s->found.first;
    s->users = 1;
    s->wake = wake;
    s->arg = arg;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->more, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (threads_start(s))
        return s;
    SSL_CTX_free(s->office.tls);
    close(s->wake_fd);
    sender_leave(s);
    return NULL;
}

void sender_key(struct sender *s, struct push_key *key)
{
    pthread_mutex_lock(&s->mutex);
    s->office.key = s->key = key;
    pthread_mutex_unlock(&s->mutex);
}

void sender_send(struct sender *s, const struct subscription *to, const char *kind, const char *table, const char *game)
{
    struct post *p = calloc(1, sizeof *p);
    if (p) {
        p->to = *to;
        p->to.path = p->to.endpoint + (to->path - to->endpoint);
        snprintf(p->kind, sizeof p->kind, "%s", kind);
        snprintf(p->table, sizeof p->table, "%s", table);
        snprintf(p->game, sizeof p->game, "%s", game);
    }
    pthread_mutex_lock(&s->mutex);
    if (p && s->key)
        post_queue(s, p);
    else
        s->count.dropped++;
    if (p && !s->key)
        free(p);
    pthread_mutex_unlock(&s->mutex);
}

struct gone *sender_gone(struct sender *s)
{
    pthread_mutex_lock(&s->mutex);
    struct gone *g = s->gone;
    s->gone = NULL;
    pthread_mutex_unlock(&s->mutex);
    return g;
}

struct send_counts sender_counts(struct sender *s)
{
    pthread_mutex_lock(&s->mutex);
    struct send_counts c = s->count;
    c.waiting = s->waiting.n + s->active;
    pthread_mutex_unlock(&s->mutex);
    return c;
}

void sender_free(struct sender *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->mutex);
    s->stop = 1;
    pthread_cond_broadcast(&s->more);
    eventfd_write(s->wake_fd, 1);
    pthread_mutex_unlock(&s->mutex);
    pthread_join(s->thread, NULL);
    pthread_mutex_lock(&s->mutex); /* a finder may be about to wake the thread that has ended */
    close(s->wake_fd);
    SSL_CTX_free(s->office.tls);
    push_key_free(s->key);
    pthread_mutex_unlock(&s->mutex);
    sender_leave(s);
}
