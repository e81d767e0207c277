/* client.c: a connection of the load generator: just enough of WebSocket and JSON for what this server writes, and the loop
 * that reads all of them. */
#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { IN_MAX = 1 << 18, SAY_MAX = 900 };

int measuring;
static int epoll = -1;
static uint64_t dice = 88172645463325252u;
static char shared[IN_MAX];

_Noreturn void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

uint64_t roll(void)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    return dice ^= dice << 17;
}

double about(double mean)
{
    return 2 * mean * (double)(roll() >> 11) / 9007199254740992.0;
}

/* ---- what we say ---- */

void client_say(struct client *c, const char *text, size_t n)
{
    unsigned char out[SAY_MAX + 8] = {0x81};
    size_t head = 2;
    if (n > SAY_MAX)
        die("a message is too long");
    if (n < 126) {
        out[1] = (unsigned char)(0x80 | n);
    } else {
        out[1] = 0xfe;
        out[2] = (unsigned char)(n >> 8);
        out[3] = (unsigned char)n;
        head = 4;
    }
    memcpy(out + head + 4, text, n); /* masked with zeros, which costs nothing and is allowed */
    if (write(c->fd, out, head + 4 + n) != (ssize_t)(head + 4 + n))
        die("write");
    c->written += measuring ? n : 0;
}

void client_sayf(struct client *c, const char *format, ...)
{
    char text[SAY_MAX + 1];
    va_list a;
    va_start(a, format);
    int n = vsnprintf(text, sizeof text, format, a);
    va_end(a);
    client_say(c, text, (size_t)n);
}

/* ---- what we hear ---- */

const char *find(const char *text, size_t n, const char *key)
{
    const char *at = memmem(text, n, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

int64_t number(const char *text, size_t n, const char *key)
{
    const char *at = find(text, n, key);
    return at ? strtoll(at, NULL, 10) : 0;
}

int is(const char *text, size_t n, const char *type)
{
    const char *at = find(text, n < 40 ? n : 40, "\"type\":\"");
    if (!at)
        die("a message without a type");
    return !strncmp(at, type, strlen(type)) && at[strlen(type)] == '"';
}

void copy(char *out, size_t size, const char *text, size_t n, const char *key)
{
    const char *at = find(text, n, key);
    snprintf(out, size, "%.*s", at ? (int)strcspn(at, "\"") : 0, at ? at : "");
}

static void upgrade(struct client *c, size_t *at)
{
    const char *end = memmem(c->in, c->n, "\r\n\r\n", 4);
    if (!end)
        return;
    if (strncmp(c->in, "HTTP/1.1 101", 12) != 0) {
        fprintf(stderr, "load: %.*s\n", (int)c->n, c->in);
        exit(1);
    }
    c->upgraded = 1;
    *at = (size_t)(end + 4 - c->in);
    if (c->hello)
        client_say(c, c->hello, strlen(c->hello));
}

/* The length of the frame at b, of which `have` bytes are here, and of its head; 0: more must come. */
static size_t frame_size(const unsigned char *b, size_t have, size_t *head)
{
    if (have < 2)
        return 0;
    size_t n = b[1] & 127;
    *head = n == 126 ? 4 : n == 127 ? 10 : 2;
    if (have < *head)
        return 0;
    if (n == 126)
        n = (size_t)b[2] << 8 | b[3];
    else if (n == 127)
        n = (size_t)b[6] << 24 | (size_t)b[7] << 16 | (size_t)b[8] << 8 | b[9];
    if (*head + n > IN_MAX)
        die("a message is too large");
    return have < *head + n ? 0 : *head + n;
}

/* All whole messages of what has come. */
static void take(struct client *c)
{
    size_t at = 0, head, n;
    if (!c->upgraded)
        upgrade(c, &at);
    while (c->upgraded && (n = frame_size((const unsigned char *)c->in + at, c->n - at, &head))) {
        int kind = c->in[at] & 15;
        const char *text = c->in + at + head;
        if (kind == 1) {
            c->hear(c, text, n - head);
        } else if (kind == 8) {
            fprintf(stderr, "load: closed: %.*s\n", (int)(n - head) - 2, text + 2);
            exit(1);
        } else if (kind == 9 && write(c->fd, "\x8a\x80\0\0\0\0", 6) != 6) {
            die("write");
        }
        at += n;
    }
    c->n -= at;
    memmove(c->in, c->in + at, c->n);
}

static void client_read(struct client *c)
{
    char *own = c->in;
    if (!own)
        c->in = shared; /* most of the time nothing is left over, and thousands of idle ones need no memory */
    ssize_t n = read(c->fd, c->in + c->n, IN_MAX - c->n);
    if (n == 0 || (n < 0 && errno != EAGAIN)) {
        fprintf(stderr, "load: the server closed a connection\n");
        exit(1);
    }
    c->received += measuring && n > 0 ? (uint64_t)n : 0;
    c->n += n > 0 ? (size_t)n : 0;
    take(c);
    if (!own && c->n)
        own = memcpy(malloc(IN_MAX), shared, c->n);
    if (own && !c->n) {
        free(own);
        own = NULL;
    }
    c->in = own;
}

/* ---- sockets ---- */

void client_open(struct client *c)
{
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)c->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char text[300];
    int one = 1;
    if (epoll < 0)
        epoll = epoll_create1(0);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&a, sizeof a))
        die("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    int n = snprintf(
        text, sizeof text,
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: irori.1\r\n\r\n",
        c->port);
    if (write(c->fd, text, (size_t)n) != n)
        die("write");
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {EPOLLIN, {.ptr = c}};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &e))
        die("epoll_ctl");
}

void client_close(struct client *c)
{
    close(c->fd);
    free(c->in);
}

void clients_run(double until, void (*timers)(double now))
{
    struct epoll_event e[512];
    double looked = 0;
    while (now() < until) {
        int n = epoll_wait(epoll, e, 512, 2);
        for (int i = 0; i < n; i++)
            client_read(e[i].data.ptr);
        if (now() - looked > 0.002) {
            looked = now();
            timers(looked);
        }
    }
}
