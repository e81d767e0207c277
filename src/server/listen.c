/* listen.c: opens the listening socket, and explains why it cannot. */
#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { BACKLOG = 1024 };

static void listener_drop(uv_handle_t *h)
{
    free(h);
}

static int listen_at(struct server *s, const struct sockaddr *a, int *error)
{
    uv_tcp_t *l = malloc(sizeof *l);
    if (!l || uv_tcp_init(&s->loop, l)) {
        free(l);
        *error = UV_ENOMEM;
        return 0;
    }
    l->data = s;
    if ((*error = uv_tcp_bind(l, a, 0)) || (*error = uv_listen((uv_stream_t *)l, BACKLOG, net_accept))) {
        uv_close((uv_handle_t *)l, listener_drop);
        return 0;
    }
    struct sockaddr_storage got;
    int size = sizeof got;
    uv_tcp_getsockname(l, (struct sockaddr *)&got, &size);
    s->port =
        ntohs(got.ss_family == AF_INET ? ((struct sockaddr_in *)&got)->sin_port : ((struct sockaddr_in6 *)&got)->sin6_port);
    s->listener = l;
    return 1;
}

/* "127.0.0.1:8470", "[::1]:8470", "*:80" (every address) or ":0" (loopback, any free port). */
static int listen_read(const char *text, char host[64], int *port, char why[IR_WHY_MAX])
{
    const char *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : 0;
    int64_t v = 0;
    int digits = 0;
    for (const char *p = colon ? colon + 1 : ""; *p >= '0' && *p <= '9' && digits < 6; p++, digits++)
        v = v * 10 + *p - '0';
    if (!colon || !digits || colon[1 + digits] || v > 65535 || n > 60) {
        snprintf(why, IR_WHY_MAX,
                 "--listen cannot be '%.60s'; it takes ADDRESS:PORT such as 127.0.0.1:8470, [::1]:8470 or *:80", text);
        return 0;
    }
    if (n > 1 && text[0] == '[' && text[n - 1] == ']') {
        text++;
        n -= 2;
    }
    snprintf(host, 64, "%.*s", (int)n, text);
    if (!n || strcmp(host, "localhost") == 0)
        snprintf(host, 64, "127.0.0.1");
    if (strcmp(host, "*") == 0)
        snprintf(host, 64, "::");
    *port = (int)v;
    return 1;
}

int net_listen(struct server *s, char why[IR_WHY_MAX])
{
    const char *text = s->options->listen;
    char host[64] = "127.0.0.1";
    int port = SERVE_PORT, error = 0;
    struct sockaddr_storage a;
    struct address address;
    if (text && !listen_read(text, host, &port, why))
        return 0;
    if (!address_read(&address, host, strlen(host))) {
        snprintf(why, IR_WHY_MAX,
                 "'%.60s' is not an address of this machine; it takes numbers such as 127.0.0.1, ::1, or * for all", host);
        return 0;
    }
    s->loopback = address_loopback(&address);
    for (int tries = text ? 1 : 10; tries > 0; tries--, port++) {
        if (uv_ip4_addr(host, port, (struct sockaddr_in *)&a))
            uv_ip6_addr(host, port, (struct sockaddr_in6 *)&a);
        if (listen_at(s, (struct sockaddr *)&a, &error))
            return 1;
        if (strcmp(host, "::") == 0 && error == UV_EAFNOSUPPORT) { /* this machine has no IPv6 */
            uv_ip4_addr("0.0.0.0", port, (struct sockaddr_in *)&a);
            if (listen_at(s, (struct sockaddr *)&a, &error))
                return 1;
        }
        if (error != UV_EADDRINUSE)
            break;
    }
    snprintf(why, IR_WHY_MAX, "cannot listen at %s port %d: %s%s", host, text ? port : SERVE_PORT,
             error == UV_EADDRINUSE      ? "something else listens there"
             : error == UV_EACCES        ? "ports below 1024 are for privileged users"
             : error == UV_EADDRNOTAVAIL ? "it is not an address of this machine"
                                         : uv_strerror(error),
             error == UV_EADDRINUSE ? "; choose another port with --listen ADDRESS:PORT" : "");
    return 0;
}

void net_unlisten(struct server *s)
{
    if (s->listener)
        uv_close((uv_handle_t *)s->listener, listener_drop);
    s->listener = NULL;
}
