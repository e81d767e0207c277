/* admin.c: the owner's way into a running server: a socket in a file that only the server's user may open. `irori admin` writes
 * one JSON object, a line, and gets one back; hub_admin.c says what they mean. There is no password: whoever may open the file
 * may read the store as well. */
#define _GNU_SOURCE /* struct ucred */
#include "server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/banned.h"

enum { GUESTS = 8, LINE_BYTES = 16384 };

/* One who asks; a slot of a fixed number of them. */
struct guest {
    uv_pipe_t pipe;
    uv_write_t write;
    struct admin *admin;
    uint64_t request; /* the one under way; 0: none */
    struct buffer in, out;
    int used, closing;
};
struct admin {
    uv_pipe_t listener;
    struct server *server;
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    struct guest guest[GUESTS];
    uint64_t requests;
    int handles, waiting; /* that are open; somebody could not be accepted yet */
};

static void admin_closed(struct admin *a)
{
    if (--a->handles == 0)
        free(a);
}

static void on_listener_closed(uv_handle_t *h)
{
    admin_closed(h->data);
}

static void on_connection(uv_stream_t *listener, int status);

static void on_guest_closed(uv_handle_t *h)
{
    struct guest *g = h->data;
    free(g->in.p);
    free(g->out.p);
    g->in = g->out = (struct buffer){NULL, 0, 0};
    g->request = 0;
    g->used = g->closing = 0;
    if (g->admin->waiting && g->admin->server->admin) {
        g->admin->waiting = 0;
        on_connection((uv_stream_t *)&g->admin->listener, 0);
    }
    admin_closed(g->admin);
}

static void guest_close(struct guest *g)
{
    if (!g->closing)
        uv_close((uv_handle_t *)&g->pipe, on_guest_closed);
    g->closing = 1;
}

static void on_written(uv_write_t *w, int status)
{
    struct guest *g = w->data;
    (void)status;
    guest_close(g); /* one request, one answer */
}

void admin_reply(struct server *s, uint64_t request, const char *body, size_t n)
{
    struct admin *a = s->admin;
    for (int i = 0; a && i < GUESTS; i++) {
        struct guest *g = &a->guest[i];
        if (!g->used || g->closing || g->request != request)
            continue;
        if (!buffer_add(&g->out, body, n) || !buffer_add(&g->out, "\n", 1)) {
            guest_close(g);
            return;
        }
        uv_buf_t b = uv_buf_init(g->out.p, (unsigned)g->out.n);
        g->write.data = g;
        if (uv_write(&g->write, (uv_stream_t *)&g->pipe, &b, 1, on_written))
            guest_close(g);
        return;
    }
}

static void on_alloc(uv_handle_t *h, size_t size, uv_buf_t *b)
{
    static char shared[4096];
    *b = uv_buf_init(shared, sizeof shared);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *b)
{
    struct guest *g = stream->data;
    if (n < 0 || g->in.n + (size_t)n > LINE_BYTES || (n && !buffer_add(&g->in, b->base, (size_t)n))) {
        guest_close(g);
        return;
    }
    const char *end = g->in.p ? memchr(g->in.p, '\n', g->in.n) : NULL;
    if (!end || g->request)
        return;
    g->request = ADMIN_REQUEST | ++g->admin->requests;
    hub_admin(g->admin->server->hub, g->request, g->in.p, (size_t)(end - g->in.p), server_now(g->admin->server));
}

/* Belt and braces: the file's mode keeps others out already. */
static int owner_is(uv_pipe_t *pipe)
{
    struct ucred who;
    socklen_t size = sizeof who;
    uv_os_fd_t fd;
    return uv_fileno((uv_handle_t *)pipe, &fd) == 0 && getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
           (who.uid == geteuid() || who.uid == 0);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct admin *a = listener->data;
    struct guest *g = a->guest;
    while (g < a->guest + GUESTS && g->used)
        g++;
    if (status < 0)
        return;
    if (g == a->guest + GUESTS) { /* it waits until one of them is gone */
        a->waiting = 1;
        return;
    }
    g->admin = a;
    uv_pipe_init(&a->server->loop, &g->pipe, 0);
    g->pipe.data = g;
    g->used = 1;
    a->handles++;
    if (uv_accept(listener, (uv_stream_t *)&g->pipe) || !owner_is(&g->pipe) ||
        uv_read_start((uv_stream_t *)&g->pipe, on_alloc, on_read))
        guest_close(g);
}

/* A socket that a server left behind when it was killed: nobody listens there. */
static int left_behind(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISSOCK(st.st_mode) || st.st_uid != geteuid())
        return 0;
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int refused = fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) != 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return refused;
}

int admin_listen(struct server *s, char why[IR_WHY_MAX])
{
    const char *path = s->options->admin;
    struct admin *a = calloc(1, sizeof *a);
    if (!a || strlen(path) >= sizeof a->path || uv_pipe_init(&s->loop, &a->listener, 0)) {
        snprintf(why, IR_WHY_MAX, "--admin %.60s: the path of a socket has at most %d bytes", path,
                 a ? (int)sizeof a->path - 1 : 0);
        free(a);
        return 0;
    }
    memcpy(a->path, path, strlen(path) + 1);
    a->server = s;
    a->listener.data = a;
    a->handles = 1;
    if (left_behind(path))
        unlink(path);
    mode_t before = umask(0177); /* from its first moment on, nobody else may open it */
    int error = uv_pipe_bind(&a->listener, path);
    umask(before);
    if (!error)
        error = uv_listen((uv_stream_t *)&a->listener, GUESTS, on_connection);
    if (error) {
        snprintf(why, IR_WHY_MAX, "--admin %.80s: %s%s", path, uv_strerror(error),
                 error == UV_EADDRINUSE ? "; another server uses this file, or it is not a socket of yours" : "");
        a->path[0] = 0;
        uv_close((uv_handle_t *)&a->listener, on_listener_closed);
        return 0;
    }
    s->admin = a;
    return 1;
}

void admin_unlisten(struct server *s)
{
    struct admin *a = s->admin;
    if (!a)
        return;
    s->admin = NULL;
    unlink(a->path);
    for (int i = 0; i < GUESTS; i++)
        if (a->guest[i].used)
            guest_close(&a->guest[i]);
    uv_close((uv_handle_t *)&a->listener, on_listener_closed);
}
