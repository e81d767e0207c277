/* web.c: HTTP: serves the page from the binary and puzzles from memory, passes the API to the hub, and refuses everything
 * else. No path here reads a file. */
#include "server.h"
#include "assets.h"
#include "log.h"
#include "packs.h"
#include "pool.h"
#include "push_keep.h"
#include "preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/banned.h"

/* For every answer. */
#define HEADERS                                                                                                                \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n"           \
    "Cross-Origin-Embedder-Policy: require-corp\r\nCross-Origin-Resource-Policy: same-origin\r\n"

struct answer {
    int status;
    const char *type, *extra; /* extra: whole header lines */
    const char *body;
    size_t n;
    int stays; /* the body stays where it is until it is sent, and is not copied */
};

static void answer(struct sock *c, const struct answer *a)
{
    char head[2048];
    int https = strncmp(c->server->origin, "https:", 6) == 0; /* people reach it by https only: browsers may remember that */
    int n = snprintf(head, sizeof head, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s%s%s%s\r\n", a->status,
                     http_reason(a->status), a->type, a->n, c->keep_alive ? "" : "Connection: close\r\n", a->extra,
                     https ? "Strict-Transport-Security: max-age=31536000\r\n" : "", HEADERS);
    sock_put(c, head, (size_t)n);
    if (!c->head_only && a->status != 304) {
        if (a->stays)
            sock_tail(c, a->body, a->n);
        else
            sock_put(c, a->body, a->n);
    }
    c->heard = (int64_t)uv_now(&c->server->loop); /* the time limit of the next request starts */
    if (!c->keep_alive)
        sock_end(c);
}

static const char nothing_but_data[] =
    "Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n";

void web_refuse(struct sock *c, int status, const char *why)
{
    web_refuse_with(c, status, why, "");
}

void web_refuse_with(struct sock *c, int status, const char *why, const char *headers)
{
    char body[512], extra[512];
    struct ir_json j;
    snprintf(extra, sizeof extra, "%s%s", nothing_but_data, headers);
    ir_json_start(&j, body, sizeof body);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "error", http_reason(status));
    ir_json_str(&j, "why", why);
    ir_json_end(&j, '}');
    c->keep_alive = 0; /* whatever follows a refused request cannot be trusted */
    answer(c, &(struct answer){status, "application/json", extra, body, j.text.len, 0});
}

void web_release(struct sock *c)
{
    char extra[512], *body = c->held;
    c->held = NULL;
    if (c->state == SOCK_WAITING) {
        c->state = SOCK_HTTP;
        c->keep_alive = 0;
        snprintf(extra, sizeof extra, "%sRetry-After: 1\r\n", nothing_but_data);
        answer(c, &(struct answer){429, "application/json", extra, body, strlen(body), 0});
    }
    free(body);
}

void web_part(struct sock *c, const char *body, size_t n, enum hub_part part)
{
    char head[1024];
    if (c->state != SOCK_WAITING)
        return;
    if (part == HUB_PART_BROKEN) { /* without its end, no reader takes it for whole */
        sock_cut(c);
        return;
    }
    int k = c->parts ? 0
                     : snprintf(head, sizeof head,
                                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
                                "Content-Disposition: attachment; filename=\"irori.json\"\r\n%s%s%s\r\n",
                                c->keep_alive ? "" : "Connection: close\r\n", nothing_but_data, HEADERS);
    c->parts = 1;
    if (n && !c->head_only)
        k += snprintf(head + k, sizeof head - (size_t)k, "%zx\r\n", n);
    sock_put(c, head, (size_t)k);
    if (n && !c->head_only) {
        sock_put(c, body, n);
        sock_put(c, "\r\n", 2);
    }
    c->drain = part == HUB_PART_WAIT;
    if (part != HUB_PART_LAST)
        return;
    if (!c->head_only)
        sock_put(c, "0\r\n\r\n", 5);
    c->parts = 0;
    c->state = SOCK_HTTP;
    c->heard = (int64_t)uv_now(&c->server->loop);
    if (!c->keep_alive)
        sock_end(c);
}

/* The page with the preview of its table, or without: whatever the hub says, whoever asked for a page gets one. It is made for
 * this answer and sent as it is: it has 3 KB, which fit in the first packets of a connection, so to compress it would save
 * nobody time. */
static void page_reply(struct sock *c, const char *table, size_t n)
{
    const struct asset *a = asset_find("/index.html");
    char *head = c->page;
    struct answer out = {200, a->type, head, NULL, 0, 0};
    const char *index = asset_bytes(a, 0, &out.n);
    char *page = preview_page(index, out.n, c->server->origin, head + strlen(head) + 1, table, n, &out.n);
    out.body = page ? page : index;
    c->page = NULL;
    c->state = SOCK_HTTP;
    answer(c, &out);
    free(page);
    free(head);
    sock_list(c);
}

void web_reply(struct sock *c, int status, const char *type, const char *body, size_t n)
{
    char own[4096];
    if (c->state != SOCK_WAITING)
        return;
    if (c->page) {
        page_reply(c, status == 200 ? body : NULL, n);
        return;
    }
    if (status == 429) { /* who asks too often waits for the answer, so that a flood is only as fast as it has connections */
        c->held = strndup(body, n);
        if (!c->held)
            sock_cut(c);
        return;
    }
    c->state = SOCK_HTTP;
    struct buffer both = {NULL, 0, 0};
    if (c->metrics && status == 200) { /* the hub wrote its metrics; add ours */
        struct ir_text t;
        const struct net_counts *k = &c->server->count;
        const struct send_counts pushes = pusher_counts(c->server->push);
        ir_text_start(&t, own, sizeof own);
        const struct {
            const char *name, *type, *help;
            int64_t v;
        } of[] = {{"sockets", "gauge", "Connections of any kind, now", k->connections},
                  {"sockets_accepted_total", "counter", "Connections accepted", k->accepted},
                  {"sockets_refused_full_total", "counter", "Connections refused because the server was full", k->refused_full},
                  {"sockets_refused_address_total", "counter", "Connections refused because their address had too many",
                   k->refused_address},
                  {"sockets_cut_slow_total", "counter", "Connections cut because they did not read", k->cut_slow},
                  {"sockets_cut_silent_total", "counter", "Connections cut because they were silent", k->cut_silent},
                  {"sockets_cut_late_total", "counter", "Connections cut because a request was not completed", k->cut_late},
                  {"queued_bytes", "gauge", "Memory in the queues of all connections, in bytes", c->server->queued},
                  {"received_bytes_total", "counter", "Bytes received", k->bytes_in},
                  {"sent_bytes_total", "counter", "Bytes sent", k->bytes_out},
                  {"bots_waiting", "gauge", "Bots that wait for a thread to think on", pool_waiting(c->server->pool)},
                  {"pushes_sent_total", "counter", "Pushes that a push service accepted", pushes.sent},
                  {"pushes_gone_total", "counter", "Pushes to browsers that want no more, which were forgotten", pushes.gone},
                  {"pushes_failed_total", "counter", "Pushes that were not accepted", pushes.failed},
                  {"pushes_dropped_total", "counter", "Pushes that there was no room for", pushes.dropped},
                  {"pushes_waiting", "gauge", "Pushes that are being sent or wait", pushes.waiting}};
        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            ir_text_add(&t, "# HELP irori_%s %s.\n# TYPE irori_%s %s\nirori_%s ", of[i].name, of[i].help, of[i].name,
                        of[i].type, of[i].name);
            ir_text_int(&t, of[i].v);
            ir_text_put(&t, "\n");
        }
        packs_metrics(c->server->packs, &t);
        if (buffer_add(&both, body, n) && buffer_add(&both, own, t.len)) {
            body = both.p;
            n = both.n;
        }
    }
    answer(c, &(struct answer){status, type, nothing_but_data, body, n, 0});
    free(both.p);
    sock_list(c);
}

/* ---- whose page is this? ---- */

/* "example.org:8470" from "https://example.org:8470"; any scheme. */
static struct piece origin_host(struct piece origin)
{
    for (size_t i = 0; i + 3 <= origin.n; i++)
        if (memcmp(origin.p + i, "://", 3) == 0)
            return (struct piece){origin.p + i + 3, origin.n - i - 3};
    return (struct piece){origin.p, 0};
}

/* A browser says which page a request comes from: ours is at the requested host, or at the public URL. */
int web_origin_ok(const struct sock *c, const struct http_request *r)
{
    if (!r->origin.p)
        return 1; /* not a browser, or a plain visit */
    struct piece host = origin_host(r->origin);
    return piece_is_nocase(r->origin, c->server->origin) ||
           (host.n && host.n == r->host.n && strncasecmp(host.p, r->host.p, host.n) == 0);
}

/* A server on loopback answers only to this machine's names. Otherwise a stranger could point a name of his here (DNS
 * rebinding), and his page would count as ours. */
static int host_ok(const struct sock *c, const struct http_request *r)
{
    struct piece name = r->host;
    for (size_t i = 0; i < name.n; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]", name.p[i]) || !name.p[i])
            return 0;
    if (!c->server->loopback || !name.p)
        return name.n < 128;
    struct piece ours = origin_host((struct piece){c->server->origin, strlen(c->server->origin)});
    if (ours.n == name.n && strncasecmp(ours.p, name.p, name.n) == 0)
        return 1;
    size_t digits = name.n;
    while (digits && name.p[digits - 1] >= '0' && name.p[digits - 1] <= '9')
        digits--;
    if (digits && name.p[digits - 1] == ':')
        name.n = digits - 1;
    struct address a;
    return piece_is_nocase(name, "localhost") || (address_read(&a, name.p, name.n) && address_loopback(&a));
}

/* ---- the page ---- */

static int is_page(struct piece path) /* a route of the page: file names contain a dot */
{
    size_t at = path.n;
    while (at && path.p[at - 1] != '/')
        at--;
    return !memchr(path.p + at, '.', path.n - at);
}

static void page_answer(struct sock *c, const struct http_request *r, const char *path)
{
    char extra[1024];
    const struct asset *a = asset_find(path);
    if (!a && is_page(r->path))
        a = asset_find("/index.html");
    if (!a) {
        web_refuse(c, 404, "There is no such page here; the first one is at /.");
        return;
    }
    int page = a == asset_find("/index.html"); /* with what messengers show of it: as it is only if there is nothing to add */
    char code[24];
    int table = page && preview_table(path, code);
    int whole = !table && !(page && c->server->origin[0]);
    int gzip = whole && a->gzip_n && http_accepts(r->accept_encoding, "gzip");
    int same = whole && r->if_none_match.p && http_lists(r->if_none_match, a->etag);
    /* 'self' does not mean WebSockets in every browser, so they are named: at the public URL, or else at the requested host,
     * whose letters host_ok has checked. */
    struct piece at = origin_host((struct piece){c->server->origin, strlen(c->server->origin)});
    if (!at.n)
        at = r->host;
    int host = (int)at.n;
    snprintf(extra, sizeof extra,
             "%s%s%sCache-Control: %s\r\nVary: Accept-Encoding\r\n%s"
             "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
             "connect-src 'self' ws://%.*s wss://%.*s; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
             "form-action 'self'\r\n",
             whole ? "ETag: " : "", whole ? a->etag : "", whole ? "\r\n" : "",
             a->immutable ? "public, max-age=31536000, immutable" : "no-cache", gzip ? "Content-Encoding: gzip\r\n" : "", host,
             at.p ? at.p : "", host, at.p ? at.p : "");
    if (whole) {
        struct answer out = {same ? 304 : 200, a->type, extra, NULL, 0, 1};
        out.body = asset_bytes(a, gzip, &out.n);
        answer(c, &out);
        return;
    }
    size_t head = strlen(extra) + 1, n = strlen(path) + 1;
    c->page = malloc(head + n);
    if (!c->page) {
        web_refuse(c, 503, "There is no memory left for this. Try again in a moment.");
        return;
    }
    memcpy(c->page, extra, head);
    memcpy(c->page + head, path, n);
    c->state = SOCK_WAITING;
    if (table) {
        char ask[64];
        snprintf(ask, sizeof ask, "/api/tables/%s", code);
        hub_request(c->server->hub, &(struct hub_http){c->id, "GET", ask, "", "", "", c->address, 0}, server_now(c->server));
    } else {
        page_reply(c, NULL, 0);
    }
}

/* ---- the owner's puzzles ---- */

/* /puzzles/GAME.txt, and /puzzles/index.json: how many there are. 0: it is neither. */
static int puzzles_answer(struct sock *c, const struct http_request *r, const char *path)
{
    char extra[512], index[1024];
    const struct served *p = packs_find(c->server->packs, path);
    if (!p && strcmp(path, "/puzzles/index.json") != 0)
        return 0;
    snprintf(extra, sizeof extra,
             "%s%s%sCache-Control: no-cache\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n",
             p ? "ETag: " : "", p ? p->etag : "", p ? "\r\n" : "");
    if (!p)
        answer(c,
               &(struct answer){200, "application/json", extra, index, packs_index(c->server->packs, index, sizeof index), 0});
    else
        answer(c, &(struct answer){r->if_none_match.p && http_lists(r->if_none_match, p->etag) ? 304 : 200,
                                   "text/plain; charset=utf-8", extra, p->text, p->n, 1});
    return 1;
}

/* ---- the API ---- */

static void api_request(struct sock *c, const struct http_request *r, const char *path, const char *query, const char *body)
{
    static const char *const names[] = {"GET", "GET", "POST"}; /* HEAD is GET; the body is left out later */
    char token[256] = "";
    struct piece t = r->authorization;
    if (t.p && t.n > 7 && t.n < sizeof token + 7 && strncasecmp(t.p, "Bearer ", 7) == 0)
        snprintf(token, sizeof token, "%.*s", (int)(t.n - 7), t.p + 7);
    c->state = SOCK_WAITING;
    c->metrics = strcmp(path, "/metrics") == 0;
    hub_request(c->server->hub, &(struct hub_http){c->id, names[r->method], path, query, token, body, c->address, r->body},
                server_now(c->server));
}

static int is_api(const char *path)
{
    return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0;
}

/* /ws, or /ws/CODE: a proxy may choose the node by the code of the table. Here it means nothing: the client still joins. */
static int is_socket(const char *path)
{
    return strcmp(path, "/ws") == 0 || (strncmp(path, "/ws/", 4) == 0 && path[4] && !strpbrk(path + 4, "/.%"));
}

/* A whole request. */
static void handle(struct sock *c, const struct http_request *r, const char *body)
{
    char path[HTTP_PATH_MAX], query[HTTP_PATH_MAX];
    snprintf(path, sizeof path, "%.*s", (int)r->path.n, r->path.p);
    snprintf(query, sizeof query, "%.*s", (int)r->query.n, r->query.p);
    c->keep_alive = r->keep_alive != 0;
    c->head_only = r->method == HTTP_HEAD;
    address_forwarded(&c->server->trust, r->forwarded, r->n_forwarded, &c->peer, c->address);
    if (!host_ok(c, r))
        web_refuse(c, 421,
                   "This is not a name of this server; a server on loopback answers to localhost, and to its --public-url.");
    else if (r->method == HTTP_OTHER || (r->method == HTTP_POST && !is_api(path)))
        web_refuse_with(c, 405, "GET and HEAD work here, and POST for the paths that begin with /api/.",
                        is_api(path) ? "Allow: GET, HEAD, POST\r\n" : "Allow: GET, HEAD\r\n");
    else if (is_socket(path))
        talk_begin(c, r);
    else if (r->upgrade.p)
        web_refuse(c, 400, "The only upgrade is to websocket, at /ws.");
    else if (!web_origin_ok(c, r))
        web_refuse(c, 403, "This request comes from another site's page.");
    else if (is_api(path))
        api_request(c, r, path, query, body);
    else if (!puzzles_answer(c, r, path))
        page_answer(c, r, path);
}

size_t web_take(struct sock *c, char *data, size_t n)
{
    struct http_request r;
    int status = http_read(data, n, &r);
    size_t most = (size_t)c->server->limits.message_bytes;
    if (status == 1 && r.body > most)
        status = 413;
    if (status > 1) {
        c->head_only = 0;
        web_refuse(c, status,
                   status == 413   ? "The body is larger than a message may be."
                   : status == 431 ? "The head of the request is larger than 8 KB."
                   : status == 414 ? "The address is too long."
                   : status == 417 ? "The only expectation that is understood is 100-continue."
                   : status == 505 ? "This server speaks HTTP/1.1 only."
                   : status == 501 ? "A body needs a Content-Length; chunked bodies are not accepted."
                                   : "This is not an HTTP/1.1 request.");
        return n;
    }
    if (status == 1 && n < r.head + r.body && r.expects && !c->continued) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        c->continued = 1;
        sock_put(c, go_on, sizeof go_on - 1);
    }
    if (status == 0 || n < r.head + r.body)
        return 0;
    c->continued = 0;
    handle(c, &r, data + r.head);
    return r.head + r.body;
}
