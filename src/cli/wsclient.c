/* wsclient.c: see wsclient.h. */
#define _GNU_SOURCE /* memmem */
#include "wsclient.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/ws.h"
#include "speech.h"

#include "core/banned.h"

enum { HEAD_MAX = 8192, WAITING_MAX = 1 << 18 };

struct buffer {
    char *p;
    size_t n, room;
};

struct wsc {
    SSL_CTX *tls;
    SSL *ssl;
    struct table_url to;
    struct addrinfo *found, *at;
    int fd, connected, greeted; /* greeted: TLS is agreed on, or not wanted */
    short events;
    enum wsc_state state;
    enum wsc_trouble trouble;
    char why[512];
    char accept[WS_ACCEPT];
    struct buffer in, out, message; /* message: its fragments so far */
    size_t used;                    /* of `in`: what the last message took */
    int fragments, at_end;          /* at_end: no more will come; what came is still read */
};

/* ---- addresses ---- */

static int host_ok(const char *host)
{
    return *host && strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:") == strlen(host);
}

int table_url_read(struct table_url *u, const char *text)
{
    *u = (struct table_url){0};
    u->tls = strncasecmp(text, "https://", 8) == 0;
    if (!u->tls && strncasecmp(text, "http://", 7) != 0)
        return 0;
    text += u->tls ? 8 : 7;
    int six = *text == '[';
    size_t n = strcspn(text, six ? "]" : "/:?#"), at = n + (size_t)six;
    if (n < (size_t)six + 1 || n - (size_t)six >= sizeof u->host || (six && text[n] != ']'))
        return 0;
    memcpy(u->host, text + six, n - (size_t)six);
    if (!host_ok(u->host))
        return 0;
    u->port = u->tls ? 443 : 80;
    text += at;
    if (*text == ':') {
        char *end;
        long port = text[1] >= '0' && text[1] <= '9' ? strtol(text + 1, &end, 10) : 0;
        if (port < 1 || port > 65535)
            return 0;
        u->port = (int)port;
        text = end;
    }
    if (strncmp(text, "/t/", 3) != 0)
        return 0;
    text += 3;
    n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (!n || n >= sizeof u->code || (text[n] && !strchr("/?#", text[n])) ||
        (text[n] == '/' && text[n + 1] && !strchr("?#", text[n + 1])))
        return 0;
    memcpy(u->code, text, n);
    int usual = u->port == (u->tls ? 443 : 80);
    char port[16] = "";
    if (!usual)
        snprintf(port, sizeof port, ":%d", u->port);
    snprintf(u->server, sizeof u->server, "%s://%s%s%s%s", u->tls ? "https" : "http", six ? "[" : "", u->host, six ? "]" : "",
             port);
    for (char *p = u->server; *p; p++)
        *p = (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
    return 1;
}

/* ---- opening and closing ---- */

static int buffer_add(struct buffer *b, const void *data, size_t n)
{
    if (b->n + n > b->room) {
        size_t room = (b->n + n) * 2;
        char *p = realloc(b->p, room);
        if (!p)
            return 0;
        b->p = p;
        b->room = room;
    }
    memcpy(b->p + b->n, data, n);
    b->n += n;
    return 1;
}

static void ended(struct wsc *w, enum wsc_trouble trouble, const char *why)
{
    if (w->fd >= 0)
        close(w->fd);
    SSL_free(w->ssl);
    w->ssl = NULL;
    w->fd = -1;
    w->state = WSC_CLOSED;
    w->trouble = trouble;
    w->in.n = w->out.n = w->message.n = w->used = 0;
    w->connected = w->greeted = w->fragments = w->at_end = 0;
    if (why)
        snprintf(w->why, sizeof w->why, "%s", why);
}

static void lost(struct wsc *w)
{
    ended(w, WSC_LOST, phrase("the connection to {server} has ended", "server", w->to.server));
}

struct wsc *wsc_new(const char *ca, const char **why)
{
    struct wsc *w = calloc(1, sizeof *w);
    if (!w || !(w->tls = SSL_CTX_new(TLS_client_method()))) {
        *why = tr("TLS cannot be set up on this machine");
        free(w);
        return NULL;
    }
    w->fd = -1;
    SSL_CTX_set_min_proto_version(w->tls, TLS1_2_VERSION);
    SSL_CTX_set_verify(w->tls, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(w->tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_default_verify_paths(w->tls);
    if (ca && SSL_CTX_load_verify_locations(w->tls, ca, NULL) != 1) {
        *why = phrase("--ca {file} cannot be used; it takes a file with PEM certificates", "file", ca);
        ERR_clear_error();
        wsc_free(w);
        return NULL;
    }
    return w;
}

void wsc_free(struct wsc *w)
{
    if (!w)
        return;
    ended(w, WSC_FINE, NULL);
    if (w->found)
        freeaddrinfo(w->found);
    SSL_CTX_free(w->tls);
    free(w->in.p);
    free(w->out.p);
    free(w->message.p);
    free(w);
}

/* Connects to the next address; those that refuse at once are passed over. */
static void connect_next(struct wsc *w)
{
    for (; w->at; w->at = w->at->ai_next) {
        if (w->fd >= 0)
            close(w->fd);
        w->fd = socket(w->at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (w->fd >= 0 && (connect(w->fd, w->at->ai_addr, w->at->ai_addrlen) == 0 || errno == EINPROGRESS)) {
            w->events = POLLOUT;
            w->at = w->at->ai_next;
            return;
        }
    }
    ended(w, WSC_LOST, phrase("no server answers at {server}", "server", w->to.server));
}

void wsc_open(struct wsc *w, const struct table_url *to)
{
    char port[16];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    ended(w, WSC_FINE, NULL);
    w->to = *to;
    w->state = WSC_OPENING;
    if (w->found)
        freeaddrinfo(w->found);
    w->found = NULL;
    snprintf(port, sizeof port, "%d", to->port);
    if (getaddrinfo(to->host, port, &hints, &w->found) != 0) {
        w->found = NULL;
        ended(w, WSC_LOST,
              phrase("there is no address for {host}; is the name right, and is there a network?", "host", to->host));
        return;
    }
    w->at = w->found;
    connect_next(w);
}

/* ---- TLS ---- */

static int named_by_number(const char *host)
{
    struct in6_addr a;
    return inet_pton(AF_INET, host, &a) == 1 || inet_pton(AF_INET6, host, &a) == 1;
}

static int tls_begin(struct wsc *w)
{
    const char *host = w->to.host;
    int number = named_by_number(host);
    w->ssl = SSL_new(w->tls);
    if (!w->ssl || SSL_set_fd(w->ssl, w->fd) != 1)
        return 0;
    SSL_set_hostflags(w->ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (number)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(w->ssl), host) == 1;
    return SSL_set1_host(w->ssl, host) == 1 && SSL_set_tlsext_host_name(w->ssl, host) == 1;
}

static void tls_failed(struct wsc *w)
{
    const char *why;
    switch (SSL_get_verify_result(w->ssl)) {
    case X509_V_OK: ended(w, WSC_LOST, phrase("{server} does not speak TLS as it should", "server", w->to.server)); return;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: why = tr("it is the certificate of another host"); break;
    case X509_V_ERR_CERT_HAS_EXPIRED: why = tr("it has expired"); break;
    case X509_V_ERR_CERT_NOT_YET_VALID: why = tr("it is not valid yet; is the clock of this machine right?"); break;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        why = tr("no authority that this machine knows has signed it; --ca FILE names another one");
        break;
    default: why = tr("it is not valid"); break;
    }
    ended(w, WSC_NEVER, phrase("the certificate of {host} is refused: {why}", "host", w->to.host, "why", why));
}

/* What to wait for after a call of OpenSSL that did not succeed; 0: it never will. */
static int wants(struct wsc *w, int result)
{
    int error = SSL_get_error(w->ssl, result);
    w->events = error == SSL_ERROR_WANT_WRITE ? POLLOUT : POLLIN;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

/* ---- bytes ---- */

static void flush_out(struct wsc *w)
{
    while (w->out.n && w->state != WSC_CLOSED) {
        size_t n = 0;
        ERR_clear_error();
        if (w->ssl) {
            int r = SSL_write_ex(w->ssl, w->out.p, w->out.n, &n);
            if (r != 1) {
                if (!wants(w, r))
                    lost(w);
                return;
            }
        } else {
            ssize_t r = send(w->fd, w->out.p, w->out.n, MSG_NOSIGNAL);
            if (r < 0) {
                if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)
                    w->events = POLLIN | POLLOUT;
                else
                    lost(w);
                return;
            }
            n = (size_t)r;
        }
        memmove(w->out.p, w->out.p + n, w->out.n - n);
        w->out.n -= n;
    }
}

static int at_end(struct wsc *w)
{
    if (w->state == WSC_OPEN)
        w->at_end = 1;
    else
        lost(w);
    return 0;
}

/* 1: something came. */
static int fill_in(struct wsc *w)
{
    char some[16384];
    size_t n = 0;
    if (w->at_end)
        return 0;
    ERR_clear_error();
    if (w->ssl) {
        int r = SSL_read_ex(w->ssl, some, sizeof some, &n);
        if (r != 1) {
            return wants(w, r) ? 0 : at_end(w);
        }
    } else {
        ssize_t r = recv(w->fd, some, sizeof some, 0);
        if (r < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
            w->events = POLLIN;
            return 0;
        }
        if (r <= 0)
            return at_end(w);
        n = (size_t)r;
    }
    if (!buffer_add(&w->in, some, n)) {
        lost(w);
        return 0;
    }
    return 1;
}

/* ---- the handshake ---- */

static int ask(struct wsc *w)
{
    unsigned char bytes[16];
    char key[32], text[1024];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return 0;
    EVP_EncodeBlock((unsigned char *)key, bytes, sizeof bytes);
    ws_accept(key, 24, w->accept);
    const char *host = strstr(w->to.server, "://") + 3;
    int n =
        snprintf(text, sizeof text,
                 "GET /ws/%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: irori.1\r\nUser-Agent: irori/" IR_VERSION "\r\n\r\n",
                 w->to.code, host, key);
    return n > 0 && (size_t)n < sizeof text && buffer_add(&w->out, text, (size_t)n);
}

/* Is there a header of this name with this value? */
static int header(const char *head, size_t n, const char *name, const char *value)
{
    size_t length = strlen(name), of = strlen(value);
    for (const char *p = head; (p = memmem(p, n - (size_t)(p - head), "\r\n", 2));) {
        p += 2;
        size_t left = n - (size_t)(p - head);
        if (left <= length + 1 + of || strncasecmp(p, name, length) != 0 || p[length] != ':')
            continue;
        const char *v = p + length + 1;
        while (*v == ' ' || *v == '\t')
            v++;
        if (strncasecmp(v, value, of) == 0 && (v[of] == '\r' || v[of] == ' '))
            return 1;
    }
    return 0;
}

/* Reads the server's answer. 1: the WebSocket is open. */
static int answered(struct wsc *w)
{
    char *end = w->in.n ? memmem(w->in.p, w->in.n, "\r\n\r\n", 4) : NULL;
    if (!end) {
        if (w->in.n > HEAD_MAX)
            ended(w, WSC_NEVER, phrase("{server} is no Irori server", "server", w->to.server));
        return 0;
    }
    size_t n = (size_t)(end - w->in.p) + 2;
    int status = n > 12 && memcmp(w->in.p, "HTTP/1.1 ", 9) == 0 ? (int)strtol(w->in.p + 9, NULL, 10) : 0;
    if (status == 429 || status == 502 || status == 503 || status == 504) {
        ended(w, WSC_BUSY, phrase("{server} is busy", "server", w->to.server));
        return 0;
    }
    if (status != 101 || !header(w->in.p, n, "Upgrade", "websocket") ||
        !header(w->in.p, n, "Sec-WebSocket-Protocol", "irori.1") || !header(w->in.p, n, "Sec-WebSocket-Accept", w->accept)) {
        ended(w, WSC_NEVER, phrase("{server} is no Irori server", "server", w->to.server));
        return 0;
    }
    n += 2;
    memmove(w->in.p, w->in.p + n, w->in.n - n);
    w->in.n -= n;
    w->state = WSC_OPEN;
    return 1;
}

/* A step of opening. 1: go on at once. */
static int opening(struct wsc *w)
{
    if (!w->connected) {
        int error = 0;
        socklen_t n = sizeof error;
        struct pollfd p = {.fd = w->fd, .events = POLLOUT};
        if (poll(&p, 1, 0) == 0)
            return 0;
        if (getsockopt(w->fd, SOL_SOCKET, SO_ERROR, &error, &n) || error) {
            connect_next(w);
            return 0;
        }
        setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        w->connected = 1;
        if ((w->to.tls && !tls_begin(w)) || !ask(w)) {
            lost(w);
            return 0;
        }
    }
    if (!w->greeted && w->ssl) {
        ERR_clear_error();
        int r = SSL_connect(w->ssl);
        if (r != 1) {
            if (!wants(w, r))
                tls_failed(w);
            return 0;
        }
    }
    w->greeted = 1;
    flush_out(w);
    if (w->state == WSC_CLOSED)
        return 0;
    w->events = POLLIN;
    return fill_in(w) && answered(w);
}

/* ---- frames ---- */

static void frame_send(struct wsc *w, enum ws_op op, const char *data, size_t n)
{
    char head[WS_HEAD_MAX];
    unsigned char mask[4];
    size_t length = ws_head(head, op, n);
    if (w->state != WSC_OPEN)
        return;
    head[1] = (char)((unsigned char)head[1] | 0x80);
    if (RAND_bytes(mask, 4) != 1 || w->out.n > WAITING_MAX || !buffer_add(&w->out, head, length) ||
        !buffer_add(&w->out, mask, 4) || !buffer_add(&w->out, data, n)) {
        lost(w);
        return;
    }
    for (size_t i = 0; i < n; i++)
        w->out.p[w->out.n - n + i] = (char)((unsigned char)w->out.p[w->out.n - n + i] ^ mask[i & 3]);
    flush_out(w);
}

void wsc_send(struct wsc *w, const char *text, size_t n)
{
    frame_send(w, WS_TEXT, text, n);
}

/* The server does not keep to RFC 6455, or sends more than we take. */
static void wrong(struct wsc *w, int code)
{
    char said[2] = {(char)(code >> 8), (char)code};
    frame_send(w, WS_CLOSE, said, 2);
    ended(w, WSC_LOST, phrase("{server} has sent something that cannot be read", "server", w->to.server));
}

static void closed(struct wsc *w, const char *data, size_t n)
{
    int code = ws_close_code(data, n);
    frame_send(w, WS_CLOSE, data, n >= 2 ? 2 : 0);
    if (code == WS_POLICY || code == 1013)
        ended(w, WSC_BUSY, phrase("{server} is busy", "server", w->to.server));
    else
        lost(w);
}

struct head {
    enum ws_op op;
    int final;
    size_t at, n; /* of its payload */
};

/* The head of the frame at w->used. 1: it is whole; 0: not yet; or minus a close code. */
static int head_read(const struct wsc *w, struct head *h)
{
    const unsigned char *b = (const unsigned char *)w->in.p + w->used;
    size_t left = w->in.n - w->used;
    if (left < 2)
        return 0;
    uint64_t length = b[1] & 127;
    size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
    h->op = (enum ws_op)(b[0] & 15);
    h->final = b[0] >> 7;
    if (b[0] & 0x70 || b[1] & 0x80 || (h->op > WS_BINARY && h->op < WS_CLOSE) || h->op > WS_PONG)
        return -WS_PROTOCOL; /* extensions, a masked frame, an unknown opcode */
    if (h->op >= WS_CLOSE && (!h->final || length > 125))
        return -WS_PROTOCOL;
    if (left < 2 + more)
        return 0;
    if (more)
        length = 0;
    for (size_t i = 0; i < more; i++)
        length = length << 8 | b[2 + i];
    if (length > WSC_MESSAGE_MAX || w->message.n + length > WSC_MESSAGE_MAX)
        return -WS_TOO_BIG;
    h->at = w->used + 2 + more;
    h->n = (size_t)length;
    return w->in.n >= h->at + h->n;
}

const char *wsc_next(struct wsc *w, size_t *n)
{
    static const char nothing[] = "";
    if (!w->fragments)
        w->message.n = 0; /* the last one was read */
    while (w->state == WSC_OPEN) {
        struct head h;
        if (w->used) {
            memmove(w->in.p, w->in.p + w->used, w->in.n - w->used);
            w->in.n -= w->used;
            w->used = 0;
        }
        int r = head_read(w, &h);
        if (r < 0)
            wrong(w, -r);
        else if (r == 0 && w->at_end)
            lost(w);
        if (r <= 0)
            return NULL;
        w->used = h.at + h.n;
        const char *data = h.n ? w->in.p + h.at : nothing;
        if (h.op == WS_PING) {
            frame_send(w, WS_PONG, data, h.n);
        } else if (h.op == WS_CLOSE) {
            closed(w, data, h.n);
        } else if (h.op != WS_PONG) {
            if (h.op == WS_BINARY || (h.op == WS_MORE) != w->fragments || !buffer_add(&w->message, data, h.n)) {
                wrong(w, h.op == WS_BINARY ? WS_UNSUPPORTED : WS_PROTOCOL);
                return NULL;
            }
            w->fragments = !h.final;
            if (h.final) {
                if (!utf8_ok(w->message.n ? w->message.p : nothing, w->message.n)) {
                    wrong(w, WS_NOT_UTF8);
                    return NULL;
                }
                *n = w->message.n;
                return w->message.n ? w->message.p : nothing;
            }
        }
    }
    return NULL;
}

void wsc_step(struct wsc *w)
{
    if (w->state == WSC_OPENING && !opening(w))
        return;
    if (w->state != WSC_OPEN)
        return;
    w->events = POLLIN;
    flush_out(w);
    while (w->state == WSC_OPEN && w->in.n <= 2 * WSC_MESSAGE_MAX && fill_in(w))
        ;
    if (w->out.n)
        w->events |= POLLOUT;
}

enum wsc_state wsc_state(const struct wsc *w)
{
    return w->state;
}
enum wsc_trouble wsc_trouble(const struct wsc *w)
{
    return w->trouble;
}
const char *wsc_why(const struct wsc *w)
{
    return w->why;
}
int wsc_fd(const struct wsc *w)
{
    return w->fd;
}
short wsc_events(const struct wsc *w)
{
    return w->events;
}

void wsc_close(struct wsc *w)
{
    static const char normal[2] = {WS_NORMAL >> 8, (char)(WS_NORMAL & 255)};
    frame_send(w, WS_CLOSE, normal, 2);
    ended(w, WSC_FINE, NULL);
}
