/* talk.c: WebSocket: the handshake, messages to and from the hub, pings, closing. */
#include "server.h"
#include "ws.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

static const char protocol[] = "irori.1";

void talk_begin(struct sock *c, const struct http_request *r)
{
    static const char wanted[] = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n";
    char accept[WS_ACCEPT], head[512];
    if (r->method != HTTP_GET || !piece_is_nocase(r->upgrade, "websocket") || !http_lists(r->connection, "upgrade")) {
        web_refuse_with(c, r->upgrade.p ? 400 : 426, "Only WebSocket connections are accepted at /ws.", wanted);
        return;
    }
    if (!piece_is(r->version, "13")) {
        web_refuse_with(c, 426, "This server speaks version 13 of WebSocket.", wanted);
        return;
    }
    if (!r->key.p || !ws_accept(r->key.p, r->key.n, accept)) {
        web_refuse(c, 400, "The handshake of a WebSocket needs a key of 16 bytes in base64.");
        return;
    }
    if (!http_lists(r->protocol, protocol)) {
        web_refuse(c, 400, "Request the subprotocol irori.1; docs/protocol.md describes it.");
        return;
    }
    if (!hub_admits(c->server->hub, c->address, server_now(c->server))) {
        web_refuse_with(c, 429, "Too many connections begin at your address. Wait a second.", "Retry-After: 1\r\n");
        return;
    }
    if (!web_origin_ok(c, r)) {
        web_refuse(c, 403, "This WebSocket comes from another site's page; --public-url names the allowed one.");
        return;
    }
    int n =
        snprintf(head, sizeof head,
                 "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                 "Sec-WebSocket-Protocol: %s\r\n\r\n",
                 accept, protocol);
    sock_put(c, head, (size_t)n);
    c->state = SOCK_TALK;
    c->met = 1;
    c->heard = (int64_t)uv_now(&c->server->loop);
    hub_connect(c->server->hub, c->id, c->address, server_now(c->server));
}

static void frame_put(struct sock *c, enum ws_op op, const char *data, size_t n)
{
    char head[WS_HEAD_MAX];
    if (!c->tls)
        buffer_room(&c->out, WS_HEAD_MAX + n); /* all at once; sock_put handles a failure */
    sock_put(c, head, ws_head(head, op, n));
    sock_put(c, data, n);
}

void talk_send(struct sock *c, const char *text, size_t n)
{
    if (c->state == SOCK_TALK)
        frame_put(c, WS_TEXT, text, n);
}

void talk_ping(struct sock *c)
{
    c->pinged = 1;
    frame_put(c, WS_PING, "", 0);
}

void talk_close(struct sock *c, int code, const char *why)
{
    char data[125];
    if (c->state != SOCK_TALK)
        return;
    data[0] = (char)(code >> 8);
    data[1] = (char)code;
    int n = snprintf(data + 2, sizeof data - 2, "%s", why);
    frame_put(c, WS_CLOSE, data, 2 + (n < (int)sizeof data - 3 ? (size_t)n : sizeof data - 3));
    sock_end(c);
}

static void message_bad(struct sock *c)
{
    talk_close(c, WS_NOT_UTF8, "a message must be UTF-8");
}

/* The client ends the conversation: its code is sent back, or what is wrong with it. */
static void closed(struct sock *c, const struct ws_frame *f)
{
    int code = ws_close_code(f->data, f->n);
    if (code < 0)
        talk_close(c, -code, code == -WS_NOT_UTF8 ? "a reason must be UTF-8" : "this is not a code that a client may send");
    else if (code)
        talk_close(c, code, "");
    else {
        frame_put(c, WS_CLOSE, "", 0);
        sock_end(c);
    }
}

/* A fragment of a message. What is not UTF-8 is refused at once, not when the message is whole. */
static void piece(struct sock *c, const struct ws_frame *f, size_t most)
{
    if ((f->op == WS_MORE) != (c->fragments != 0)) {
        talk_close(c, WS_PROTOCOL, "fragments of messages are out of order");
        return;
    }
    if (c->message.n + f->n > most) {
        talk_close(c, WS_TOO_BIG, "the message is too large");
        return;
    }
    if (f->n && !buffer_add(&c->message, f->data, f->n)) {
        sock_cut(c);
        return;
    }
    c->fragments = !f->final;
    int bad = 0;
    if (c->message.n > c->checked)
        c->checked += (uint32_t)utf8_check(c->message.p + c->checked, c->message.n - c->checked, &bad);
    if (bad || (f->final && c->checked < c->message.n)) {
        message_bad(c);
        return;
    }
    if (!f->final)
        return;
    hub_message(c->server->hub, c->id, c->message.p ? c->message.p : "", c->message.n, server_now(c->server));
    buffer_take(&c->message, c->message.n);
    c->checked = 0;
}

/* A message in fragments that are too many cannot be left out like a ping. */
static size_t overfull(struct sock *c, size_t n)
{
    talk_close(c, WS_POLICY, "too many messages");
    return n;
}

size_t talk_take(struct sock *c, char *data, size_t n)
{
    struct ws_frame f;
    size_t most = (size_t)c->server->limits.message_bytes;
    int64_t used = ws_read(data, n, most, &f);
    if (used < 0) {
        talk_close(c, (int)-used, -used == WS_TOO_BIG ? "the message is too large" : "not a valid WebSocket frame of a client");
        return n;
    }
    if (!used)
        return 0;
    c->pinged = 0;
    int whole = f.op == WS_TEXT && f.final && !c->fragments; /* the hub counts those */
    if (!whole && f.op != WS_CLOSE && !hub_frame(c->server->hub, c->id, server_now(c->server)))
        return c->state == SOCK_TALK && (f.op == WS_PING || f.op == WS_PONG) ? (size_t)used : overfull(c, n);
    switch (f.op) {
    case WS_TEXT:
        if (f.final && !c->fragments) {
            if (utf8_ok(f.data, f.n))
                hub_message(c->server->hub, c->id, f.data, f.n, server_now(c->server));
            else
                message_bad(c);
            break;
        } /* fall through */
    case WS_MORE: piece(c, &f, most); break;
    case WS_BINARY:
        if (c->fragments)
            piece(c, &f, most); /* out of order, as any new message would be */
        else
            talk_close(c, WS_UNSUPPORTED, "only text messages are accepted");
        break;
    case WS_PING: frame_put(c, WS_PONG, f.data, f.n); break;
    case WS_PONG: break;
    case WS_CLOSE: closed(c, &f); break;
    }
    return (size_t)used;
}
