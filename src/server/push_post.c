/* push_post.c: see push_post.h. */
#define _GNU_SOURCE /* memmem */
#include "push_post.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum {
    TRY_MS = 15000,    /* for everything, */
    CONNECT_MS = 4000, /* ... and for one address if there is another */
    AGAIN_MS = 5000,
    AGAIN_MAX_MS = 60000,
    TOKEN_S = 12 * 3600,
    ANSWER_MAX = 16384,
    REQUEST_MAX = 3072
};
enum step { STEP_CONNECT, STEP_GREET, STEP_WRITE, STEP_READ };
struct line {
    int fd, at; /* at: the next address */
    enum step step;
    short events;
    int64_t until, address_until;
    SSL *ssl;
    SSL_CTX *tls;
    char request[REQUEST_MAX], answer[ANSWER_MAX];
    size_t request_n, answer_n;
};

/* ---- addresses ---- */

static int address_of(struct address *a, const struct sockaddr *from)
{
    char text[ADDRESS_MAX];
    const void *bytes = &((const struct sockaddr_in *)(const void *)from)->sin_addr;
    if (from->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(six)) /* of a DNS that means an IPv4 address and does not say so */
            return 0;
        bytes = six;
    } else if (from->sa_family != AF_INET) {
        return 0;
    }
    return inet_ntop(from->sa_family, bytes, text, sizeof text) && address_read(a, text, strlen(text));
}

int post_find(struct post *p, const struct post_office *o)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found = NULL;
    p->n_at = 0;
    if (o->fixed) {
        p->at[p->n_at++] = o->to;
        return 1;
    }
    int failed = getaddrinfo(p->to.host, "443", &hints, &found), wrong = 0;
    for (struct addrinfo *a = failed ? NULL : found; a; a = a->ai_next) {
        struct address address;
        if (!address_of(&address, a->ai_addr) || !address_public(&address))
            wrong = 1;
        else if (p->n_at < POST_ADDRESSES)
            memcpy(&p->at[p->n_at++], a->ai_addr, a->ai_addrlen);
    }
    if (!failed)
        freeaddrinfo(found);
    if (!wrong && p->n_at)
        return 1;
    p->n_at = 0;
    snprintf(p->why, sizeof p->why, "%s",
             wrong ? "has an address that is not in a public network" : "has no address that could be looked up");
    return 0;
}

/* ---- the request ---- */

/* What a push tells: docs/protocol.md. */
static size_t text_write(const struct post *p, char *out, size_t size)
{
    struct ir_json j;
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "kind", p->kind);
    ir_json_str(&j, "table", p->table);
    ir_json_str(&j, "game", p->game);
    ir_json_end(&j, '}');
    return j.text.len;
}

/* How long a push is worth something, and whether a sleeping telephone is to be woken for it. */
static const struct manner {
    const char *kind;
    int seconds;
    const char *urgency;
} manners[] = {{"turn", 24 * 3600, "high"}, {"paired", 600, "high"}, {"", 24 * 3600, "normal"}};

static const struct manner *manner_of(const char *kind)
{
    const struct manner *m = manners;
    while (*m->kind && strcmp(m->kind, kind) != 0)
        m++;
    return m;
}

/* 1, or 0: it cannot be encrypted for this browser. */
static int request_write(const struct post *p, const struct post_office *o, struct line *l)
{
    char text[PUSH_PADDED], token[PUSH_TOKEN_MAX], topic[PUSH_TOPIC + 1], origin[HOST_MAX + 16];
    uint8_t body[PUSH_BYTES];
    size_t n = text_write(p, text, sizeof text);
    const struct manner *m = manner_of(p->kind);
    snprintf(origin, sizeof origin, "https://%s", p->to.host);
    push_topic(topic, o->key, p->to.endpoint, p->table);
    if (!push_token(token, o->key, origin, o->contact, (int64_t)time(NULL) + TOKEN_S) ||
        !push_encrypt(body, text, n, PUSH_PADDED, p->to.point, p->to.auth, NULL, NULL))
        return 0;
    int head = snprintf(l->request, sizeof l->request,
                        "POST %s HTTP/1.1\r\nHost: %s\r\nTTL: %d\r\nUrgency: %s\r\nTopic: %s\r\nContent-Encoding: aes128gcm\r\n"
                        "Content-Type: application/octet-stream\r\nContent-Length: %d\r\nAuthorization: %s\r\n"
                        "Connection: close\r\n\r\n",
                        *p->to.path ? p->to.path : "/", p->to.host, m->seconds, m->urgency, topic, PUSH_BYTES, token);
    if (head < 0 || (size_t)head + sizeof body > sizeof l->request)
        return 0;
    memcpy(l->request + head, body, sizeof body);
    l->request_n = (size_t)head + sizeof body;
    return 1;
}

/* ---- the answer ---- */

/* Retry-After in milliseconds: a number of seconds. A date, or nothing at all, is our own choice. */
static int64_t again_after(const char *head, size_t n)
{
    static const char name[] = "\r\nretry-after:";
    for (size_t i = 0; i + sizeof name < n; i++)
        if (strncasecmp(head + i, name, sizeof name - 1) == 0) {
            const char *p = head + i + sizeof name - 1;
            int64_t seconds = 0;
            while (*p == ' ' || *p == '\t')
                p++;
            if (*p < '0' || *p > '9')
                return AGAIN_MAX_MS;
            for (; *p >= '0' && *p <= '9' && seconds < 100000; p++)
                seconds = seconds * 10 + (*p - '0');
            return seconds * 1000;
        }
    return AGAIN_MS;
}

enum post_result answer_read(const char *text, size_t n, size_t *from, int *status, int64_t *again)
{
    const char *p = text + *from, *end;
    while ((end = memmem(p, n - (size_t)(p - text), "\r\n\r\n", 4))) {
        if (end - p < 12 || memcmp(p, "HTTP/1.", 7) != 0 || p[8] != ' ' || p[9] < '1' || p[9] > '5' || p[10] < '0' ||
            p[10] > '9' || p[11] < '0' || p[11] > '9')
            return POST_FAILED;
        *status = (p[9] - '0') * 100 + (p[10] - '0') * 10 + (p[11] - '0');
        if (*status >= 200)
            break;
        p = end + 4; /* 100 Continue and the like; the answer follows */
        *from = (size_t)(p - text);
    }
    if (!end)
        return POST_WAITS;
    if (*status < 300)
        return POST_SENT;
    if (*status == 404 || *status == 410)
        return POST_GONE;
    *again = again_after(p, (size_t)(end - p) + 2);
    return (*status == 429 || *status >= 500) && *again <= AGAIN_MAX_MS ? POST_AGAIN : POST_FAILED;
}

static enum post_result answered(struct post *p)
{
    struct line *l = p->line;
    size_t from = 0;
    int status = 0;
    enum post_result r = answer_read(l->answer, l->answer_n, &from, &status, &p->again);
    if (r == POST_FAILED || r == POST_AGAIN)
        snprintf(p->why, sizeof p->why, status ? "answered %d" : "did not answer in HTTP/1.1", status);
    if (r == POST_WAITS && l->answer_n == ANSWER_MAX) {
        snprintf(p->why, sizeof p->why, "answered with more than %d bytes of headers", ANSWER_MAX);
        return POST_FAILED;
    }
    return r;
}

/* ---- the connection ---- */

static void line_close(struct line *l)
{
    SSL_free(l->ssl);
    l->ssl = NULL;
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
}

void post_end(struct post *p)
{
    if (p->line)
        line_close(p->line);
    free(p->line);
    p->line = NULL;
}

static enum post_result failed_for_now(struct post *p, const char *why)
{
    p->again = AGAIN_MS;
    snprintf(p->why, sizeof p->why, "%s", why);
    return POST_AGAIN;
}

/* Connects to the next address; those that refuse at once are passed over. */
static enum post_result connect_next(struct post *p, int64_t now)
{
    struct line *l = p->line;
    line_close(l);
    while (l->at < p->n_at) {
        const struct sockaddr_storage *to = &p->at[l->at++];
        l->fd = socket(to->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (l->fd >= 0 && (connect(l->fd, (const struct sockaddr *)to,
                                   to->ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6)) == 0 ||
                           errno == EINPROGRESS)) {
            l->step = STEP_CONNECT;
            l->events = POLLOUT;
            l->address_until = l->at < p->n_at && now + CONNECT_MS < l->until ? now + CONNECT_MS : l->until;
            return POST_WAITS;
        }
        line_close(l);
    }
    return failed_for_now(p, "cannot be reached");
}

static enum post_result greet_begin(struct post *p)
{
    struct line *l = p->line;
    int error = 0;
    socklen_t n = sizeof error;
    if (getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &n) || error)
        return POST_FAILED; /* of this address */
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    l->ssl = SSL_new(l->tls);
    if (!l->ssl || SSL_set_fd(l->ssl, l->fd) != 1 || SSL_set1_host(l->ssl, p->to.host) != 1 ||
        SSL_set_tlsext_host_name(l->ssl, p->to.host) != 1)
        return POST_FAILED;
    SSL_set_hostflags(l->ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    l->step = STEP_GREET;
    l->address_until = l->until;
    return POST_WAITS;
}

/* What to wait for after a call of OpenSSL that did not succeed; 0: it never will. */
static int wants(struct line *l, int result)
{
    int error = SSL_get_error(l->ssl, result);
    l->events = error == SSL_ERROR_WANT_WRITE ? POLLOUT : POLLIN;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

static enum post_result greet_failed(struct post *p)
{
    long verdict = SSL_get_verify_result(p->line->ssl);
    if (verdict == X509_V_OK)
        return failed_for_now(p, "ended the connection");
    snprintf(p->why, sizeof p->why, "has a certificate that is not accepted: %s", X509_verify_cert_error_string(verdict));
    return POST_FAILED;
}

static enum post_result read_more(struct post *p)
{
    struct line *l = p->line;
    for (;;) {
        size_t n = 0;
        int r = SSL_read_ex(l->ssl, l->answer + l->answer_n, ANSWER_MAX - l->answer_n, &n);
        if (r != 1)
            return wants(l, r) ? POST_WAITS : failed_for_now(p, "ended the connection without an answer");
        l->answer_n += n;
        enum post_result result = answered(p);
        if (result != POST_WAITS)
            return result;
    }
}

enum post_result post_step(struct post *p, int64_t now)
{
    struct line *l = p->line;
    size_t n;
    int r;
    ERR_clear_error(); /* SSL_get_error looks at it */
    if (now >= l->until)
        return failed_for_now(p, "did not answer in time");
    if (l->step == STEP_CONNECT && (now >= l->address_until || greet_begin(p) != POST_WAITS))
        return connect_next(p, now);
    if (l->step == STEP_GREET) {
        if ((r = SSL_connect(l->ssl)) != 1)
            return wants(l, r) ? POST_WAITS : greet_failed(p);
        l->step = STEP_WRITE;
    }
    if (l->step == STEP_WRITE) {
        if ((r = SSL_write_ex(l->ssl, l->request, l->request_n, &n)) != 1)
            return wants(l, r) ? POST_WAITS : failed_for_now(p, "ended the connection");
        l->step = STEP_READ;
    }
    return read_more(p);
}

enum post_result post_begin(struct post *p, const struct post_office *o, int64_t now)
{
    struct line *l = p->line = calloc(1, sizeof *l);
    if (!l)
        return failed_for_now(p, "must wait: no memory");
    l->fd = -1;
    l->tls = o->tls;
    l->until = now + TRY_MS;
    if (!request_write(p, o, l))
        return POST_GONE; /* a key that is none: nobody could read it */
    return connect_next(p, now);
}

void post_poll(const struct post *p, int *fd, short *events, int64_t *until)
{
    *fd = p->line->fd;
    *events = p->line->events;
    *until = p->line->address_until;
}
