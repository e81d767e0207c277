/* net.c: sockets: accepting connections, reading and writing with bounded queues, and closing those that are silent, late or
 * slow. */
#include "server.h"
#include "ws.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum {
    READ_MAX = 65536,
    CHUNK = 65536,      /* of an asset queued at once */
    REQUEST_MS = 10000, /* a request must be complete within this time */
    SILENT_MS = 30000,  /* nothing received, not even the answer to a ping */
    PING_MS = 10000,
    STUCK_MS = 20000,   /* nothing of the queue was sent */
    LINGER_MS = 2000,   /* after the last byte was sent */
    DROP_MAX = 1 << 19, /* ... at most this many bytes are read and dropped */
    SEND_BUFFER = 131072,
    TRY_BYTES = 16384, /* queued at once: more than people need */
    NETS = 4,          /* as many addresses may the first 48 bits of an IPv6 address count for */
};

/* Most messages that are sent are between these sizes, and their buffers live for a moment: malloc finds small ones faster by
 * itself, and larger ones are rare. */
enum { SPARE_FROM = 1024, SPARE_SIZE = 4096, SPARES = 64 };
static char *spare[SPARES];
static int n_spare;

int buffer_room(struct buffer *b, size_t n)
{
    if (b->n + n <= b->size)
        return 1;
    if (!b->p && n_spare && n > SPARE_FROM && n <= SPARE_SIZE) {
        *b = (struct buffer){spare[--n_spare], 0, SPARE_SIZE};
        return 1;
    }
    size_t size = b->size ? 2 * b->size : n > SPARE_FROM && n <= SPARE_SIZE ? SPARE_SIZE : n;
    while (size < b->n + n)
        size *= 2;
    char *p = realloc(b->p, size);
    if (!p)
        return 0;
    b->p = p;
    b->size = size;
    return 1;
}

int buffer_add(struct buffer *b, const void *data, size_t n)
{
    if (!buffer_room(b, n))
        return 0;
    memcpy(b->p + b->n, data, n);
    b->n += n;
    return 1;
}

void buffer_take(struct buffer *b, size_t n)
{
    b->n -= n;
    if (b->n) {
        memmove(b->p, b->p + n, b->n);
        return;
    }
    if (b->size == SPARE_SIZE && n_spare < SPARES)
        spare[n_spare++] = b->p;
    else
        free(b->p);
    *b = (struct buffer){NULL, 0, 0};
}

/* ---- connections by number ---- */

struct sock *sock_find(const struct server *s, uint64_t id)
{
    uint32_t at = (uint32_t)id;
    return at < s->slots && s->slot[at] && s->slot[at]->id == id && s->slot[at]->state != SOCK_DEAD ? s->slot[at] : NULL;
}

/* The table grows with the connections; a quarter of it stays free, so that a free slot is found soon. */
static int slots_grow(struct server *s)
{
    uint32_t n = s->slots ? 2 * s->slots : 64;
    struct sock **slot = realloc(s->slot, n * sizeof *slot);
    if (!slot)
        return 0;
    memset(slot + s->slots, 0, (n - s->slots) * sizeof *slot);
    s->slot = slot;
    s->slots = n;
    return 1;
}

static int slot_take(struct server *s, struct sock *c)
{
    if (4 * (uint64_t)s->count.connections >= 3 * (uint64_t)s->slots && !slots_grow(s))
        return 0;
    while (s->slot[s->hint % s->slots])
        s->hint++;
    uint32_t at = s->hint++ % s->slots;
    s->slot[at] = c;
    c->id = (uint64_t)++s->born << 32 | at; /* born starts at 1: a number is never 0 */
    return 1;
}

/* ---- out ---- */

void sock_list(struct sock *c)
{
    if (c->listed)
        return;
    c->listed = 1;
    c->next = c->server->list;
    c->server->list = c;
}

void sock_cut(struct sock *c)
{
    c->state = SOCK_DEAD;
    sock_list(c);
}

/* ---- how much is queued in all ---- */

static void account(struct sock *c, size_t bytes)
{
    c->server->queued += (int64_t)bytes - (int64_t)c->counted;
    c->counted = bytes;
}

/* Cuts those who do not read and keep more than the average of them, until an eighth of the room is free. Whoever reads has
 * nothing queued when it is looked at here. */
static void relieve(struct server *s)
{
    int64_t goal = s->limits.queue_total / 8 * 7;
    s->relieve_at = s->limits.queue_total;
    while (s->queued > goal) {
        int64_t sum = 0, n = 0;
        for (uint32_t i = 0; i < s->slots; i++)
            if (s->slot[i] && s->slot[i]->writing && s->slot[i]->state != SOCK_DEAD) {
                sum += (int64_t)s->slot[i]->counted;
                n++;
            }
        if (!n) { /* nobody is known to be slow yet: looked at again a little later */
            s->relieve_at = s->queued + (1 << 20);
            return;
        }
        for (uint32_t i = 0; i < s->slots && s->queued > goal; i++) {
            struct sock *c = s->slot[i];
            if (!c || !c->writing || c->state == SOCK_DEAD || (int64_t)c->counted * n < sum)
                continue;
            s->count.cut_slow++;
            buffer_take(&c->out, c->out.n);
            account(c, 0); /* what is under way is freed before the loop waits again */
            sock_cut(c);
        }
    }
}

/* Appends bytes to the queue, encrypted if the connection uses TLS. */
static void queue(struct sock *c, const char *data, size_t n)
{
    char chunk[16384];
    if (!c->tls) {
        if (n && !buffer_add(&c->out, data, n))
            sock_cut(c);
        return;
    }
    if (n && !tls_write(c->tls, data, n))
        sock_cut(c);
    for (size_t k; (k = tls_drain(c->tls, chunk, sizeof chunk));)
        if (!buffer_add(&c->out, chunk, k))
            sock_cut(c);
}

static void flush(struct sock *c);

void sock_put(struct sock *c, const void *data, size_t n)
{
    if (c->state == SOCK_DEAD)
        return;
    queue(c, data, n);
    /* The rest of an asset is bounded by its size; only messages to a player can pile up. */
    if (c->state == SOCK_TALK && c->out.n + c->flight.n > (size_t)c->server->limits.queue_bytes) {
        c->server->count.cut_slow++;
        sock_cut(c);
    }
    if (c->state != SOCK_DEAD)
        account(c, c->out.size + c->flight.size);
    if (c->state != SOCK_DEAD && c->out.n > TRY_BYTES && !c->writing)
        flush(c); /* is it slow, or was it only not its turn yet? */
    if (c->server->queued > c->server->relieve_at)
        relieve(c->server);
    sock_list(c);
}

void sock_tail(struct sock *c, const char *data, size_t n)
{
    c->tail = data;
    c->tail_n = n;
    sock_list(c);
}

void sock_end(struct sock *c)
{
    if (c->state >= SOCK_CLOSING)
        return;
    c->state = SOCK_CLOSING;
    c->heard = (int64_t)uv_now(&c->server->loop);
    sock_list(c);
}

static void on_written(uv_write_t *w, int status)
{
    struct sock *c = w->data;
    c->writing = 0;
    if (uv_is_closing((uv_handle_t *)&c->tcp))
        return;
    c->moved = (int64_t)uv_now(&c->server->loop);
    buffer_take(&c->flight, c->flight.n);
    account(c, c->state == SOCK_DEAD ? 0 : c->out.size);
    if (status < 0)
        sock_cut(c);
    sock_list(c);
}

static void on_shutdown(uv_shutdown_t *r, int status)
{
    free(r);
}

static void write_some(struct sock *c)
{
    uv_os_fd_t fd;
    uv_fileno((uv_handle_t *)&c->tcp, &fd);
    ssize_t n = send(fd, c->out.p, c->out.n, MSG_DONTWAIT | MSG_NOSIGNAL); /* which is shorter than write */
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
        sock_cut(c);
        return;
    }
    size_t done = n > 0 ? (size_t)n : 0;
    c->server->count.bytes_out += (int64_t)c->out.n;
    c->moved = (int64_t)uv_now(&c->server->loop);
    buffer_take(&c->out, done);
    if (!c->out.n)
        return;
    c->flight = c->out;
    c->out = (struct buffer){NULL, 0, 0};
    uv_buf_t b = uv_buf_init(c->flight.p, (unsigned)c->flight.n);
    c->write.data = c;
    c->writing = uv_write(&c->write, (uv_stream_t *)&c->tcp, &b, 1, on_written) == 0;
    if (!c->writing)
        sock_cut(c);
}

/* Writes as much of the queue as the socket takes; the rest follows when it is writable. */
static void flush(struct sock *c)
{
    while (!c->writing && c->state != SOCK_DEAD && (c->out.n || c->tail_n)) {
        if (!c->out.n) {
            size_t n = c->tail_n < CHUNK ? c->tail_n : CHUNK;
            queue(c, c->tail, n);
            c->tail += n;
            c->tail_n -= n;
        }
        if (c->state != SOCK_DEAD)
            write_some(c);
    }
    account(c, c->state == SOCK_DEAD ? 0 : c->out.size + c->flight.size);
    if (c->state == SOCK_CLOSING && !c->writing && !c->out.n && !c->tail_n && !uv_is_closing((uv_handle_t *)&c->tcp)) {
        uv_shutdown_t *r = malloc(sizeof *r); /* our side ends; what the peer still sends is read and dropped, so that a reset
                                                 does not destroy our last bytes */
        if (!r || uv_shutdown(r, (uv_stream_t *)&c->tcp, on_shutdown) < 0)
            free(r);
    }
}

/* ---- in ---- */

static int queued(const struct sock *c)
{
    return c->writing || c->out.n || c->tail_n;
}

/* A request is handled when the answer to the previous one has been sent. So a client has at most one answer in memory,
 * however many it requests without reading. */
static int may_take(const struct sock *c)
{
    return c->state == SOCK_TALK || (c->state == SOCK_HTTP && !queued(c));
}

/* Passes bytes on; an incomplete request or frame is kept. */
static void take(struct sock *c, char *data, size_t n)
{
    int kept = c->in.n > 0;
    if (kept) {
        if (n && !buffer_add(&c->in, data, n)) {
            sock_cut(c);
            return;
        }
        data = c->in.p;
        n = c->in.n;
    }
    size_t used = 0, k = 1;
    while (k && used < n && may_take(c)) {
        k = c->state == SOCK_TALK ? talk_take(c, data + used, n - used) : web_take(c, data + used, n - used);
        used += k;
    }
    if (c->state >= SOCK_CLOSING)
        used = n;
    if (kept)
        buffer_take(&c->in, used);
    else if (used < n && !buffer_add(&c->in, data + used, n - used))
        sock_cut(c);
    if (c->state <= SOCK_WAITING && !may_take(c)) {
        uv_read_stop((uv_stream_t *)&c->tcp);
        c->paused = 1;
    }
}

static void on_alloc(uv_handle_t *h, size_t size, uv_buf_t *b)
{
    static char shared[READ_MAX]; /* used up before the next read */
    *b = uv_buf_init(shared, sizeof shared);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *b)
{
    struct sock *c = stream->data;
    if (n < 0) {
        sock_cut(c);
        return;
    }
    if (n == 0 || c->state == SOCK_DEAD)
        return;
    if (c->state == SOCK_CLOSING) {
        c->dropped += (uint32_t)n;
        if (c->dropped > DROP_MAX)
            sock_cut(c);
        return;
    }
    if (c->state == SOCK_TALK)
        c->heard = (int64_t)uv_now(&c->server->loop);
    c->server->count.bytes_in += n;
    if (!c->tls) {
        take(c, b->base, (size_t)n);
        return;
    }
    static char plain[16384];
    int k = -1;
    if (tls_feed(c->tls, b->base, (size_t)n))
        while ((k = tls_read(c->tls, plain, sizeof plain)) > 0 && c->state != SOCK_DEAD)
            take(c, plain, (size_t)k);
    if (c->state != SOCK_DEAD)
        sock_put(c, NULL, 0); /* sends the bytes of the handshake */
    if (k < 0)
        sock_end(c);
}

/* ---- coming and going ---- */

static void on_closed(uv_handle_t *h)
{
    struct sock *c = h->data;
    struct server *s = c->server;
    s->slot[(uint32_t)c->id] = NULL;
    s->count.connections--;
    crowd_add(s->crowd, &c->peer, -1);
    crowd_wide(s->crowd, &c->peer, -1);
    account(c, 0);
    tls_free(c->tls);
    free(c->in.p);
    free(c->out.p);
    free(c->flight.p);
    free(c->message.p);
    free(c->page);
    free(c->held);
    free(c);
}

static void on_refused_closed(uv_handle_t *h)
{
    free(h->data);
}

static int admit(struct server *s, struct sock *c)
{
    struct sockaddr_storage a;
    int size = sizeof a;
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&a, &size))
        return 0;
    if (a.ss_family == AF_INET)
        uv_ip4_name((struct sockaddr_in *)&a, c->address, sizeof c->address);
    else
        uv_ip6_name((struct sockaddr_in6 *)&a, c->address, sizeof c->address);
    if (!address_read(&c->peer, c->address, strlen(c->address)))
        return 0;
    address_print(&c->peer, c->address); /* an IPv4 address mapped into IPv6 is written as IPv4 */
    if (s->ending || s->count.connections >= s->most) {
        s->count.refused_full++;
        return 0;
    }
    /* The hub counts clients behind a proxy when they say hello. Plain requests need room besides the players. */
    int n = crowd_add(s->crowd, &c->peer, 1), wide = crowd_wide(s->crowd, &c->peer, 1),
        most = 2 * s->limits.connections_per_address;
    if (((n > most || wide > NETS * most) && !trusted(&s->trust, &c->peer)) || !slot_take(s, c)) {
        crowd_add(s->crowd, &c->peer, -1);
        crowd_wide(s->crowd, &c->peer, -1);
        s->count.refused_address++;
        return 0;
    }
    return 1;
}

void net_accept(uv_stream_t *listener, int status)
{
    struct server *s = listener->data;
    struct sock *c = status < 0 ? NULL : calloc(1, sizeof *c);
    if (!c)
        return;
    c->server = s;
    uv_tcp_init(&s->loop, &c->tcp);
    c->tcp.data = c;
    if (uv_accept(listener, (uv_stream_t *)&c->tcp) || !admit(s, c)) {
        uv_close((uv_handle_t *)&c->tcp, on_refused_closed);
        return;
    }
    s->count.connections++;
    s->count.accepted++;
    c->heard = c->moved = (int64_t)uv_now(&s->loop);
    uv_tcp_nodelay(&c->tcp, 1);
    int most = SEND_BUFFER;
    uv_send_buffer_size((uv_handle_t *)&c->tcp, &most); /* else the system keeps up to 4 MB for one who does not read */
    if (s->tls && !(c->tls = tls_new(s->tls)))
        sock_cut(c);
    if (uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read))
        sock_cut(c);
}

/* The answer is sent; the next request may have arrived with the last one. */
static void resume(struct sock *c)
{
    c->paused = 0;
    uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
    take(c, NULL, 0);
}

static void settle_list(struct server *s)
{
    while (s->list) {
        struct sock *c = s->list;
        s->list = c->next;
        c->listed = 0;
        if (c->state != SOCK_DEAD)
            flush(c);
        if (c->drain && c->state != SOCK_DEAD && !queued(c)) {
            c->drain = 0;
            hub_drained(s->hub, c->id, 1, server_now(s));
        }
        if (c->paused && may_take(c))
            resume(c);
        if (c->state != SOCK_DEAD || uv_is_closing((uv_handle_t *)&c->tcp))
            continue;
        if (c->met)
            hub_disconnect(s->hub, c->id, server_now(s));
        if (c->parts)
            hub_drained(s->hub, c->id, 0, server_now(s));
        uv_close((uv_handle_t *)&c->tcp, on_closed);
    }
}

void net_settle(struct server *s)
{
    settle_list(s);
    if (s->queued > s->limits.queue_total) {
        relieve(s);
        settle_list(s);
    }
}

static void look_at(struct server *s, struct sock *c, int64_t now)
{
    int64_t silent = now - c->heard;
    if (c->held)
        web_release(c);
    if (c->writing && now - c->moved > STUCK_MS) { /* not `queued`: what was queued just now is sent in a moment */
        s->count.cut_slow++;
        sock_cut(c);
    } else if (c->state == SOCK_CLOSING && !queued(c) && silent > LINGER_MS) {
        sock_cut(c);
    } else if (c->state == SOCK_HTTP && !queued(c) && silent > REQUEST_MS) {
        s->count.cut_late++;
        if (c->in.n && !c->tls)
            web_refuse(c, 408, "The request was not complete within ten seconds.");
        else
            sock_cut(c);
    } else if (c->state == SOCK_TALK && silent > SILENT_MS) {
        s->count.cut_silent++;
        sock_cut(c);
    } else if (c->state == SOCK_TALK && silent > PING_MS && !c->pinged) {
        talk_ping(c);
    }
}

void net_second(struct server *s)
{
    int64_t now = (int64_t)uv_now(&s->loop);
    for (uint32_t i = 0; i < s->slots; i++)
        if (s->slot[i] && s->slot[i]->state != SOCK_DEAD)
            look_at(s, s->slot[i], now);
}

void net_close_all(struct server *s, int gently)
{
    for (uint32_t i = 0; i < s->slots; i++) {
        struct sock *c = s->slot[i];
        if (!c || c->state == SOCK_DEAD)
            continue;
        if (!gently || c->state == SOCK_HTTP)
            sock_cut(c);
        else if (c->state == SOCK_TALK)
            talk_close(c, WS_RESTART, "the server restarts");
    }
}
