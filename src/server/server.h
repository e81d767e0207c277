/* server.h: what the parts of the running server share. net.c has the sockets (listen.c opens them), web.c HTTP, talk.c
 * WebSocket, serve.c the whole. Everything here belongs to the loop's thread.
 *
 * What the hub requests (send, close, reply) is only noted on the connection, which is put on a list; net_settle handles the
 * list before the loop waits again. So the hub is never called from inside one of its own calls. */
#ifndef IR_SERVER_H
#define IR_SERVER_H

#include "address.h"
#include "clock.h"
#include "hub.h"
#include "serve.h"
#include "tls.h"

#include <uv.h>

struct buffer {
    char *p;
    size_t n, size;
};
int buffer_room(struct buffer *, size_t n);              /* makes room for n more bytes; 1, or 0: out of memory */
int buffer_add(struct buffer *, const void *, size_t n); /* likewise */
void buffer_take(struct buffer *, size_t n);             /* drops the first n bytes; an empty buffer uses no memory */

enum sock_state {
    SOCK_HTTP,    /* waits for a request, or for the rest of one */
    SOCK_WAITING, /* the hub handles the request */
    SOCK_TALK,    /* a WebSocket that the hub knows */
    SOCK_CLOSING, /* everything is queued; input is ignored */
    SOCK_DEAD     /* to be closed by net_settle */
};
struct sock {
    uv_tcp_t tcp;
    uv_write_t write;
    struct server *server;
    struct tls *tls;
    uint64_t id;
    struct address peer;
    char address[ADDRESS_MAX];       /* the peer's, or of the client behind a proxy */
    uint8_t state, met, metrics;     /* met: the hub knows it; metrics: the request at the hub is /metrics */
    uint8_t keep_alive, head_only;   /* of the request being answered */
    char *held;                      /* the body of its answer (429), which waits for the next second; NULL: none */
    uint8_t parts, drain;            /* its answer is sent in parts; the hub waits until those so far are sent */
    uint8_t continued;               /* 100 Continue was sent for the request that is arriving */
    uint8_t listed, writing, paused; /* on the list; a write is under way; not read until an answer is sent */
    uint8_t pinged, fragments;       /* a ping is unanswered; a message is arriving in fragments */
    int64_t heard, moved;            /* on the loop's clock: the last time bytes arrived, and were sent */
    struct buffer in, out, flight, message;
    size_t counted;   /* bytes of memory in the queue, as far as server.queued has them */
    uint32_t dropped; /* bytes that arrived after the end */
    uint32_t checked; /* bytes of `message` that are whole characters */
    const char *tail; /* the rest of an asset, sent after `out` */
    size_t tail_n;
    char *page; /* the headers of the page that waits for what the hub knows of its table, a zero, and its path; NULL: none */
    struct sock *next;
};

struct net_counts {
    int64_t connections, accepted, refused_full, refused_address, cut_slow, cut_silent, cut_late, bytes_in, bytes_out;
};
struct server {
    uv_loop_t loop;
    uv_tcp_t *listener;  /* NULL: not listening */
    struct admin *admin; /* NULL: the owner did not ask for it */
    int port, ending;
    uv_prepare_t prepare;
    uv_timer_t second, alarm;
    uv_async_t wake;
    uv_signal_t term, interrupt, hangup;
    const struct serve_options *options;
    struct hub_limits limits;
    struct trust trust;
    struct tls_ctx *tls;
    struct crowd *crowd;
    struct sock **slot; /* by the low half of a connection's number */
    uint32_t slots, hint, born;
    int most; /* connections at once */
    struct sock *list;
    struct net_counts count;
    int64_t queued, relieve_at; /* bytes of memory in the queues of all; above which slow ones are cut */
    struct hub *hub;
    struct store *store;
    struct pool *pool;
    struct pusher *push; /* NULL: the owner has not switched it on */
    struct packs *packs; /* NULL: the owner named no folder */
    struct mail *mail;
    struct store_request *pending, **pending_last; /* for the store, waiting for the group commit */
    int n_pending, n_submitted;
    struct clock clock;
    int clock_told; /* that the machine's clock differs */
    int64_t alarm_at, ends_at, submitted;
    char origin[256]; /* of the public URL, or "" */
    int loopback;     /* listens there only */
    int terminal;     /* was started from one */
};
int64_t server_now(const struct server *); /* milliseconds since 1970; never goes back */

/* ---- reload.c ---- */
void server_reload(struct server *);
void certificate_tell(const struct tls_ctx *); /* logs how long it is valid */
int terminal_lost(const struct server *);      /* SIGHUP, because the terminal it was started from was closed */

/* ---- listen.c ---- */
int net_listen(struct server *, char why[IR_WHY_MAX]); /* 1, or 0 and a sentence */
void net_unlisten(struct server *);

/* ---- admin.c ---- */
#define ADMIN_REQUEST (1ULL << 63) /* in the number of a request of the owner; no connection of net.c has it */
int admin_listen(struct server *, char why[IR_WHY_MAX]); /* 1, or 0 and a sentence */
void admin_unlisten(struct server *);
void admin_reply(struct server *, uint64_t request, const char *body, size_t n);

/* ---- net.c ---- */
void net_accept(uv_stream_t *listener, int status);
void net_settle(struct server *); /* handles every connection on the list */
void net_second(struct server *); /* once a second: closes connections that are silent, late or slow */
void net_close_all(struct server *, int gently);
struct sock *sock_find(const struct server *, uint64_t id); /* NULL: it is gone */
void sock_put(struct sock *, const void *, size_t n);       /* queues bytes */
void sock_tail(struct sock *, const char *, size_t n);      /* ... without copying them, after everything that is queued */
void sock_end(struct sock *);                               /* closes when everything queued has been sent */
void sock_cut(struct sock *);                               /* closes at once */
void sock_list(struct sock *);                              /* puts it on the list */

/* ---- web.c ---- */
size_t web_take(struct sock *, char *data, size_t n); /* how many of these bytes were used; 0: it needs more, or waits */
void web_reply(struct sock *, int status, const char *type, const char *body, size_t n);
/* The next part of an answer of unknown length (chunked). */
void web_part(struct sock *, const char *body, size_t n, enum hub_part);
void web_release(struct sock *); /* sends the answer that was held */
void web_refuse(struct sock *, int status, const char *why);
void web_refuse_with(struct sock *, int status, const char *why, const char *headers); /* headers: whole lines */
int web_origin_ok(const struct sock *, const struct http_request *);

/* ---- talk.c ---- */
void talk_begin(struct sock *, const struct http_request *); /* an upgrade, or a refusal */
size_t talk_take(struct sock *, char *data, size_t n);
void talk_send(struct sock *, const char *text, size_t n);
void talk_ping(struct sock *);
void talk_close(struct sock *, int code, const char *why);

#endif
