/* serve.c: the server as a whole: the loop, the hub and its port to the world, the store, the bots' threads, signals. */
#include "server.h"
#include "log.h"
#include "notify.h"
#include "packs.h"
#include "pool.h"
#include "push_keep.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum {
    SPARE_FDS = 64,    /* for the store, pipes of bots and the like */
    COMMIT_MS = 3000,  /* after the signal: time for commits */
    FAREWELL_MS = 800, /* ... and for the farewell to clients */
    GIVE_UP_S = 5,
    KEEP_FREE = 16 << 20,
    GATHER_MS = 30,
    GATHER_MANY = 256,
    GATHER_FEW = 64,
    SETTLE = 16,
    CLOCK_TELL = 5000 /* a difference of the machine's clock that is worth a line in the log */
};

/* Notices of other nodes, from the store's threads. */
struct mail {
    pthread_mutex_t mutex;
    struct letter {
        struct letter *next;
        struct store_row row;
        char match[IR_ID_MAX];
        char text[];
    } * first, **last;
};

/* ---- time ---- */

static int64_t milliseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t server_now(const struct server *s)
{
    return clock_now(&s->clock, milliseconds(CLOCK_BOOTTIME));
}

/* The time of the server at its start, which the store has a say in. */
static void clock_begin(struct server *s)
{
    int64_t wall = milliseconds(CLOCK_REALTIME), newest = store_newest(s->store);
    clock_start(&s->clock, milliseconds(CLOCK_BOOTTIME), wall, newest);
    if (!clock_believed(wall) || wall < newest - CLOCK_TELL)
        log_event(
            LOG_WARN, "clock",
            "this machine's clock is wrong, or was when the newest game was stored: time goes on from that game. Nothing is "
            "lost by it, but dates may be wrong");
}

/* Once a second. */
static void clock_look(struct server *s)
{
    int64_t wall = milliseconds(CLOCK_REALTIME),
            ahead = clock_follow(&s->clock, milliseconds(CLOCK_BOOTTIME), wall, hub_connections(s->hub) == 0);
    int differs = !clock_believed(wall) || ahead > CLOCK_TELL || ahead < -CLOCK_TELL;
    if (differs && !s->clock_told)
        log_event(LOG_WARN, "clock", "this machine's clock was set; running games do not notice");
    s->clock_told = differs;
}

/* ---- what the hub asks of the world ---- */

static void port_send(void *self, uint64_t conn, const char *text, size_t n)
{
    struct sock *c = sock_find(self, conn);
    if (c)
        talk_send(c, text, n);
}

static void port_close(void *self, uint64_t conn, int code, const char *why)
{
    struct sock *c = sock_find(self, conn);
    if (c)
        talk_close(c, code, why);
}

static void port_reply(void *self, uint64_t request, int status, const char *type, const char *body, size_t n)
{
    if (request & ADMIN_REQUEST) {
        admin_reply(self, request, body, n);
        return;
    }
    struct sock *c = sock_find(self, request);
    if (c)
        web_reply(c, status, type, body, n);
}

static void port_part(void *self, uint64_t request, const char *body, size_t n, enum hub_part part)
{
    struct sock *c = sock_find(self, request);
    if (c)
        web_part(c, body, n, part);
}

static void port_store(void *self, struct store_request *r)
{
    struct server *s = self;
    r->next = NULL;
    *s->pending_last = r;
    s->pending_last = &r->next;
    s->n_pending++;
}

/* Group commit. A commit costs the same for one move as for many, so moves that come soon after each other share one: the
 * first goes at once, the next ones wait until it is GATHER_MS old, or until they are many. Returns when to look again, or
 * 0. */
static int64_t submit(struct server *s, int64_t now)
{
    if (!s->n_pending)
        return 0;
    if (s->n_pending < GATHER_MANY && now < s->submitted + GATHER_MS && !s->ending)
        return s->submitted + GATHER_MS;
    for (struct store_request *r = s->pending, *next; r; r = next) {
        next = r->next;
        store_submit(s->store, r);
    }
    s->pending = NULL;
    s->pending_last = &s->pending;
    s->n_submitted = s->n_pending;
    s->n_pending = 0;
    s->submitted = now;
    return 0;
}

/* While something waits for its commit, the load is low and the store owes no answer, whatever arrives would wait for the
 * same commit. So the loop sleeps and then handles it all in one turn. A turn for each move would cost twice as much. */
static void nap(struct server *s, int64_t now, int64_t until)
{
    if (s->n_pending && hub_busy(s->hub) == s->n_pending && s->n_submitted < GATHER_FEW && until > now && !s->ending) {
        nanosleep(&(struct timespec){.tv_nsec = (until - now) * 1000000}, NULL);
        uv_update_time(&s->loop);
    }
}

static void port_watch(void *self, const char *match, int on)
{
    struct server *s = self;
    store_watch(s->store, match, on);
}

static void port_think(void *self, struct hub_thought *t)
{
    struct server *s = self;
    pool_think(s->pool, t);
}

static void port_tell(void *self, struct hub_told *t)
{
    struct server *s = self;
    pool_tell(s->pool, t);
}

static void port_push(void *self, uint64_t who, const char *kind, const char *table, const char *game)
{
    struct server *s = self;
    pusher_push(s->push, who, kind, table, game);
}

static void port_random(void *self, void *out, size_t n)
{
    for (char *p = out; n;) {
        ssize_t k = getrandom(p, n, 0);
        if (k < 0 && errno != EINTR) {
            log_event(LOG_ERROR, "random", "the system has no random numbers, so no card can be dealt: %s", strerror(errno));
            abort();
        }
        p += k > 0 ? k : 0;
        n -= k > 0 ? (size_t)k : 0;
    }
}

/* There is no way to set it: a program for tests is linked with another one. */
__attribute__((weak)) hub_dealer *serve_dealer(void)
{
    return NULL;
}

static void port_log(void *self, int level, const char *event, const char *text)
{
    log_event(level == HUB_LOG_ERROR ? LOG_ERROR : LOG_INFO, event, "%s", text);
}

/* ---- what happens ---- */

static void wake(void *arg)
{
    struct server *s = arg;
    uv_async_send(&s->wake);
}

static void notice(void *arg, const char *match, const struct store_row *row)
{
    struct server *s = arg;
    size_t n = row->text ? strlen(row->text) + 1 : 0;
    struct letter *l = calloc(1, sizeof *l + n);
    if (!l)
        return; /* the hub polls anyway */
    snprintf(l->match, sizeof l->match, "%s", match);
    l->row = *row;
    if (n)
        l->row.text = memcpy(l->text, row->text, n);
    pthread_mutex_lock(&s->mail->mutex);
    *s->mail->last = l;
    s->mail->last = &l->next;
    pthread_mutex_unlock(&s->mail->mutex);
    wake(s);
}

static struct letter *mail_collect(struct mail *m)
{
    pthread_mutex_lock(&m->mutex);
    struct letter *l = m->first;
    m->first = NULL;
    m->last = &m->first;
    pthread_mutex_unlock(&m->mutex);
    return l;
}

static void on_wake(uv_async_t *a)
{
    struct server *s = a->data;
    int n = 0;
    for (struct store_request *r = store_collect(s->store), *next; r; r = next) {
        next = r->next;
        if (!pusher_stored(s->push, r))
            hub_stored(s->hub, r, server_now(s));
        if (++n % SETTLE == 0)
            net_settle(s); /* while the frames are in the cache */
    }
    for (struct hub_thought *t = pool_collect(s->pool), *next; t; t = next) {
        next = t->next;
        hub_thought(s->hub, t, server_now(s));
    }
    if (s->push)
        pusher_woken(s->push);
    for (struct letter *l = mail_collect(s->mail), *next; l; l = next) {
        next = l->next;
        hub_notice(s->hub, l->match, &l->row, server_now(s));
        free(l);
    }
}

static void on_alarm(uv_timer_t *t)
{
    /* wakes the loop; on_prepare does the rest */
}

/* Before the loop waits: does what is due and sends what is queued. */
static void on_prepare(uv_prepare_t *p)
{
    struct server *s = p->data;
    int64_t now = server_now(s), next = hub_tick(s->hub, now);
    net_settle(s);
    int64_t gathered = submit(s, now);
    if (gathered && (!next || gathered < next))
        next = gathered;
    if (next != s->alarm_at || (next && next <= now)) {
        s->alarm_at = next;
        if (next)
            uv_timer_start(&s->alarm, on_alarm, next > now ? (uint64_t)(next - now) : 1, 0);
        else
            uv_timer_stop(&s->alarm);
    }
    if (gathered)
        nap(s, now, next);
}

static void on_second(uv_timer_t *t)
{
    clock_look(t->data);
    net_second(t->data);
    struct server *s = t->data;
    if (s->push)
        pusher_second(s->push);
    packs_second(s);
    notify_alive();
}

/* ---- the end ---- */

static void gave_up(int signal)
{
    static const char text[] = "irori serve: the store did not finish in time; what was not acknowledged may be lost\n";
    if (write(2, text, sizeof text - 1)) {
        /* a failed write cannot be reported */
    }
    _exit(1);
}

static void on_ending(uv_timer_t *t)
{
    struct server *s = t->data;
    int64_t now = server_now(s);
    if (s->ending == 1 && (!hub_busy(s->hub) || now > s->ends_at)) {
        s->ending = 2;
        s->ends_at = now + FAREWELL_MS;
        net_close_all(s, 1);
    }
    if (s->ending == 2 && (s->count.connections == 0 || now > s->ends_at))
        uv_stop(&s->loop);
}

static void on_signal(uv_signal_t *h, int number)
{
    struct server *s = h->data;
    if (s->ending) {
        s->ends_at = 0; /* second signal: no more waiting */
        return;
    }
    log_event(LOG_INFO, "end", "finishing commits and notifying %lld clients", (long long)s->count.connections);
    notify_state("STOPPING=1");
    s->ending = 1;
    s->ends_at = server_now(s) + COMMIT_MS;
    signal(SIGALRM, gave_up);
    alarm(GIVE_UP_S);
    net_unlisten(s);
    admin_unlisten(s);
    hub_goodbye(s->hub, server_now(s));
    uv_timer_start(&s->second, on_ending, 1, 20);
}

/* `kill -HUP` reloads. A terminal window that is closed sends the same signal, and ends what was started in it. */
static void on_hangup(uv_signal_t *h, int number)
{
    struct server *s = h->data;
    if (terminal_lost(s) && !s->ending)
        on_signal(h, number);
    else
        server_reload(s);
}

static void drop(uv_handle_t *h, void *arg)
{
    if (!uv_is_closing(h))
        uv_close(h, NULL);
}

static void end(struct server *s)
{
    net_unlisten(s);
    admin_unlisten(s);
    if (s->hub && s->slot) {
        net_close_all(s, 0);
        net_settle(s);
    }
    uv_run(&s->loop, UV_RUN_NOWAIT); /* sockets close and free themselves */
    s->ending = 2;
    submit(s, server_now(s));
    for (struct store_request *r = store_close(s->store), *next; r; r = next) {
        next = r->next;
        if (!pusher_stored(s->push, r))
            hub_stored(s->hub, r, server_now(s));
    }
    pusher_free(s->push);
    packs_free(s->packs);
    pool_free(s->pool);
    uv_walk(&s->loop, drop, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    if (s->hub)
        hub_free(s->hub);
    for (struct store_request *r = s->pending, *next; r; r = next) { /* requested after the store was closed */
        next = r->next;
        free(r);
    }
    for (struct letter *l = mail_collect(s->mail), *next; l; l = next) {
        next = l->next;
        free(l);
    }
    crowd_free(s->crowd);
    tls_ctx_free(s->tls);
    free(s->slot);
    free(s->mail);
}

/* ---- the beginning ---- */

/* Raises the limit of open files as far as allowed; returns how many connections that allows. */
static int files_raise(const struct serve_options *o)
{
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r))
        return 256;
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    getrlimit(RLIMIT_NOFILE, &r);
    int most = r.rlim_cur > 1000000 ? 1000000 : (int)r.rlim_cur - SPARE_FDS, wanted = o->connections ? o->connections : 1000;
    if (most < wanted)
        log_event(LOG_WARN, "limits",
                  "this system allows %d open files, which is room for %d connections, not %d; raise it with "
                  "ulimit -n, or LimitNOFILE= in a systemd unit",
                  (int)r.rlim_cur, most, wanted);
    return most < 16 ? 16 : o->connections && o->connections < most ? o->connections : most;
}

/* "https://example.org" from "https://example.org/"; 0: not a URL. */
static int origin_read(char out[256], const char *url)
{
    const char *from = strstr(url, "://");
    size_t n = from ? strcspn(from + 3, "/") : 0;
    if (!n || (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0) || (size_t)(from - url) + 3 + n > 200)
        return 0;
    snprintf(out, 256, "%.*s", (int)((size_t)(from - url) + 3 + n), url);
    return 1;
}

static void browser_open(struct server *s, const char *url)
{
    char program[] = "xdg-open", address[300];
    char *args[] = {program, address, NULL};
    uv_process_options_t o = {.file = program, .args = args, .flags = UV_PROCESS_DETACHED};
    static uv_process_t process;
    snprintf(address, sizeof address, "%s", url);
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    if (uv_spawn(&s->loop, &process, &o) == 0)
        uv_unref((uv_handle_t *)&process);
}

/* One line on standard output, which the user of ./play and every test wait for. */
static void announce(struct server *s)
{
    char url[300];
    const char *place = s->options->listen ? s->options->listen : "127.0.0.1:";
    int n = (int)(strrchr(place, ':') - place);
    if (n == 0 || (n == 1 && *place == '*')) {
        place = "localhost";
        n = (int)strlen(place);
    }
    if (s->origin[0]) {
        snprintf(url, sizeof url, "%s/", s->origin);
        printf("Irori is at %s and listens on port %d\n", url, s->port);
    } else {
        snprintf(url, sizeof url, "%s://%.*s:%d/", s->tls ? "https" : "http", n, place, s->port);
        printf("Irori is at %s\n", url);
    }
    fflush(stdout);
    if (s->tls)
        certificate_tell(s->tls);
    log_event(LOG_INFO, "start", "irori %s listens on port %d, with room for %d connections", IR_VERSION, s->port, s->most);
    notify_state("READY=1");
    if (s->options->open)
        browser_open(s, url);
}

static int complain(const struct serve_options *o, const char *option, const char *why)
{
    if (o->refused)
        o->refused(option, why);
    else
        fprintf(stderr, "irori serve: %s\n", why);
    return 0;
}

/* Everything that can be wrong with the options is found here. */
static int set_up(struct server *s)
{
    const struct serve_options *o = s->options;
    char why[IR_WHY_MAX];
    if (o->public_url && !origin_read(s->origin, o->public_url))
        return complain(o, "--public-url", "--public-url takes an address such as https://games.example.org");
    if (!trust_read(&s->trust, o->trust_proxy ? o->trust_proxy : "", why))
        return complain(o, "--trust-proxy", why);
    if ((o->tls_cert == NULL) != (o->tls_key == NULL))
        return complain(o, o->tls_cert ? "--tls-cert" : "--tls-key", "--tls-cert and --tls-key go together");
    if (o->tls_cert && !(s->tls = tls_ctx_new(o->tls_cert, o->tls_key, why)))
        return complain(o, "--tls-cert", why);
    s->most = files_raise(o);
    s->crowd = crowd_new(s->most);
    s->pool = pool_new(o->threads, o->exec, o->n_exec, wake, s);
    if (!o->push && (o->push_to || o->push_ca))
        return complain(o, o->push_to ? "--push-to" : "--push-ca",
                        "--push-to and --push-ca are for tests of --push, and need it");
    if (o->push && !(s->push = pusher_new(o->push, o->push_to, o->push_ca, wake, s, why)))
        return complain(o, "--push", why);
    s->limits.push_key = s->push ? pusher_key(s->push) : NULL;
    struct hub_port port = {.self = s,
                            .send = port_send,
                            .close = port_close,
                            .reply = port_reply,
                            .part = port_part,
                            .store = port_store,
                            .watch = port_watch,
                            .think = port_think,
                            .tell = port_tell,
                            .random = port_random,
                            .deal = serve_dealer(),
                            .log = port_log,
                            .push = s->push ? port_push : NULL};
    s->hub = s->crowd && s->pool ? hub_new(&port, &s->limits) : NULL;
    if (!s->hub)
        return complain(o, "", "out of memory");
    if (!(s->store = store_open(o->store, wake, notice, s, why)))
        return complain(o, "--store", why);
    clock_begin(s);
    if (s->push)
        pusher_begin(s->push, s->store);
    if (o->puzzles && !(s->packs = packs_new(o->puzzles, o->pack_read, why)))
        return complain(o, "--puzzles", why);
    packs_look(s);
    if (o->admin && !admin_listen(s, why))
        return complain(o, "--admin", why);
    return net_listen(s, why) ? 1 : complain(o, "--listen", why);
}

int serve(const struct serve_options *o)
{
    struct server *s = calloc(1, sizeof *s);
    struct mail *mail = calloc(1, sizeof *mail);
    if (!s || !mail || uv_loop_init(&s->loop)) {
        free(s);
        free(mail);
        return !complain(o, "", "out of memory");
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_IGN); /* until it means to reload */
    s->terminal = isatty(STDIN_FILENO);
    mallopt(M_TRIM_THRESHOLD, KEEP_FREE); /* keeps the memory of one burst of frames for the next one, without system calls */
    s->options = o;
    s->limits = o->limits;
    s->relieve_at = s->limits.queue_total;
    s->limits.alone = strncmp(o->store, "postgres", 8) != 0; /* only PostgreSQL has other nodes */
    s->mail = mail;
    clock_start(&s->clock, milliseconds(CLOCK_BOOTTIME), milliseconds(CLOCK_REALTIME), 0);
    mail->last = &mail->first;
    s->pending_last = &s->pending;
    pthread_mutex_init(&mail->mutex, NULL);
    uv_async_init(&s->loop, &s->wake, on_wake);
    uv_prepare_init(&s->loop, &s->prepare);
    uv_timer_init(&s->loop, &s->second);
    uv_timer_init(&s->loop, &s->alarm);
    uv_signal_init(&s->loop, &s->term);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->hangup);
    s->wake.data = s->prepare.data = s->second.data = s->alarm.data = s->term.data = s->interrupt.data = s->hangup.data = s;
    int good = set_up(s);
    if (good) {
        uv_prepare_start(&s->prepare, on_prepare);
        uv_timer_start(&s->second, on_second, 1000, 1000);
        uv_signal_start(&s->term, on_signal, SIGTERM);
        uv_signal_start(&s->interrupt, on_signal, SIGINT);
        uv_signal_start(&s->hangup, on_hangup, SIGHUP);
        announce(s);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        log_event(LOG_INFO, "end", "done");
    }
    end(s);
    free(s);
    return good ? 0 : 1;
}
