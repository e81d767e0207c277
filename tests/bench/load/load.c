/* load.c: players for a server, as many as wanted, in one thread that does next to nothing else: how many moves does it
 * acknowledge, how fast, and at what cost?
 *
 *     load PORT[,PORT...] --pid PID[,PID...] [--database PID] --game NAME [--matches 500] [--split 1] [--think MS]
 *          [--spectators N] [--churn 1] [--floor BYTES] [--warm 3] [--seconds 10]
 *
 * Every match is two people at a table of the game, each choosing at random among the legal moves of its frame. Matches are
 * spread over the ports, which are nodes of one server; with --split the two people of a match are at different nodes. The
 * CPU of the processes --pid is the server's, that of --database and its children (PostgreSQL's postmaster) the database's.
 * With --churn the people of a finished match leave for good, and two new ones come.
 * With --floor the server is floor.c: the two people of a match send each other messages of so many bytes in turn.
 * Without a time to think the loop is closed: a player moves as soon as it sees that it may. With one, it waits between 0 and
 * twice that long. A finished match is followed by a new one. Only moves count, from the `do` that leaves here to the frame
 * that acknowledges it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { IN_MAX = 1 << 16, CODE_MAX = 24, LATENCIES = 1 << 22, SETTLE_S = 60 };

struct player {
    int fd, again, port, host, watcher, upgraded, met, sat, ready;
    int64_t id, pending;  /* pending: the id of a move that is not acknowledged yet */
    double sent, due;     /* due: when to move, 0: not waiting */
    struct player *other; /* of a match; the host, for a watcher */
    char table[CODE_MAX], move[64];
    int64_t seq;
    size_t n;
    char *in;
};

enum { NODES_MAX = 16 };
static struct {
    int port[NODES_MAX], pid[NODES_MAX], ports, pids, database, matches, think, spectators, seconds, warm, split, churn, floor;
    const char *game;
} o = {.matches = 500, .seconds = 10, .warm = 3};
static int epoll;
static struct player *players;
static int n_players, joined;
static uint64_t moves, games, refused, received, written;
static uint64_t answer_bytes, answers, other_bytes, others; /* of the messages that a move leads to */
static uint32_t *latency;                                   /* microseconds */
static uint64_t n_latency, dice = 88172645463325252u;
static int measuring;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t roll(void)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    return dice ^= dice << 17;
}

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- what we say ---- */

static void say(struct player *p, const char *text, size_t n)
{
    unsigned char out[1024] = {0x81};
    size_t head = 2;
    if (n > 900)
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
    if (write(p->fd, out, head + 4 + n) != (ssize_t)(head + 4 + n))
        die("write");
    written += measuring ? n : 0;
}

static void say_do(struct player *p, const char *what)
{
    char text[512];
    int n = snprintf(text, sizeof text, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%lld,\"seq\":%lld,\"do\":\"%s\"}", p->table,
                     (long long)++p->id, (long long)p->seq, what);
    say(p, text, (size_t)n);
}

static void say_create(struct player *p)
{
    char text[200];
    int n = snprintf(text, sizeof text, "{\"type\":\"create\",\"id\":%lld,\"game\":\"%s\",\"seats\":2}", (long long)++p->id,
                     o.game);
    p->sat = 1; /* whoever opens a table sits at it */
    p->ready = 0;
    say(p, text, (size_t)n);
}

static void say_join(struct player *p)
{
    char text[100];
    say(p, text, (size_t)snprintf(text, sizeof text, "{\"type\":\"join\",\"table\":\"%s\"}", p->table));
}

static void say_leave(struct player *p)
{
    char text[100];
    say(p, text, (size_t)snprintf(text, sizeof text, "{\"type\":\"leave\",\"table\":\"%s\"}", p->table));
}

static void say_move(struct player *p)
{
    char text[1024];
    if (o.floor) {
        memset(text, 'x', (size_t)o.floor);
        say(p, text, (size_t)o.floor);
        p->pending = 1;
        p->sent = now();
        return;
    }
    snprintf(text, sizeof text, "move %s", p->move);
    p->due = 0;
    say_do(p, text);
    p->pending = p->id;
    p->sent = now();
}

/* ---- what we hear: just enough of JSON for what this server writes ---- */

static const char *find(const char *text, size_t n, const char *key)
{
    const char *at = memmem(text, n, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

static int64_t number(const char *text, size_t n, const char *key)
{
    const char *at = find(text, n, key);
    return at ? strtoll(at, NULL, 10) : 0;
}

/* One of the legal moves, into p->move; 0: it is not our turn. */
static int choose(struct player *p, const char *text, size_t n)
{
    const char *at = find(text, n, "\"legal\":["), *start[512];
    int count = 0;
    if (!at)
        return 0;
    at += *at == '['; /* in a delta */
    while (*at == '"' && count < 512) {
        start[count++] = ++at;
        at = (const char *)memchr(at, '"', (size_t)(text + n - at)) + 1;
        at += *at == ',';
    }
    if (!count)
        return 0;
    const char *s = start[roll() % (uint64_t)count];
    snprintf(p->move, sizeof p->move, "%.*s", (int)((const char *)memchr(s, '"', 64) - s), s);
    return 1;
}

static void table_set(struct player *p, const char *code)
{
    if (p->table[0])
        say_leave(p);
    snprintf(p->table, sizeof p->table, "%s", code);
    p->seq = 0;
    say_join(p);
}

static void on_created(struct player *p, const char *text, size_t n)
{
    char code[CODE_MAX];
    const char *at = find(text, n, "\"table\":\"");
    snprintf(code, sizeof code, "%.*s", (int)strcspn(at, "\""), at);
    table_set(p, code);
    p->other->sat = p->other->ready = 0;
    if (p->other->met)
        table_set(p->other, code);
}

static void acknowledged(struct player *p, size_t n)
{
    p->pending = 0;
    if (!measuring)
        return;
    moves++;
    answers++;
    answer_bytes += n;
    if (n_latency < LATENCIES)
        latency[n_latency++] = (uint32_t)((now() - p->sent) * 1e6);
}

/* A message of floor.c: the answer to ours, or the other's move, after which it is our turn. */
static void on_floor(struct player *p, size_t n)
{
    if (p->pending) {
        acknowledged(p, n);
    } else {
        others += (uint64_t)measuring;
        other_bytes += measuring ? n : 0;
        say_move(p);
    }
}

static void on_frame(struct player *p, const char *text, size_t n)
{
    int64_t ack = number(text, n, "\"ack\":");
    p->seq = number(text, n, "\"seq\":");
    if (p->watcher) {
        joined++;
        return;
    }
    if (p->pending && ack == p->pending)
        acknowledged(p, n);
    else if (measuring) {
        others++;
        other_bytes += n;
    }
    if (find(text, n, "\"stage\":\"over\"") || find(text, n, "\"stage\":[\"over\"]")) {
        if (p->host)
            games += (uint64_t)measuring;
        if (o.churn)
            p->again = p->other->again = 1;
        else if (p->host)
            say_create(p);
    } else if (find(text, n, "\"stage\":\"gathering\"")) {
        if (!p->sat) {
            p->sat = 1;
            say_do(p, "sit 1 Guest");
        } else if (!p->ready && (p->host || find(text, n, "\"you\":"))) {
            p->ready = 1;
            say_do(p, "ready 00112233445566778899aabbccddeeff");
        }
    } else if (!p->pending && choose(p, text, n)) {
        if (!o.think)
            say_move(p);
        else
            p->due = now() + o.think * 1e-3 * 2 * (double)(roll() >> 11) / 9007199254740992.0;
    }
}

static void on_refused(struct player *p, const char *text, size_t n)
{
    if (!refused++)
        fprintf(stderr, "load: refused: %.*s\n", (int)n, text);
    if (find(text, n, "new tables"))
        p->due = -now() - 1; /* below 0: a table, not a move */
}

static void on_message(struct player *p, const char *text, size_t n)
{
    if (o.floor) {
        on_floor(p, n);
        return;
    }
    const char *type = find(text, n < 40 ? n : 40, "\"type\":\"");
    if (!type)
        die("a message without a type");
    if (strncmp(type, "frame", 5) == 0 || strncmp(type, "delta", 5) == 0) {
        on_frame(p, text, n);
    } else if (strncmp(type, "created", 7) == 0) {
        on_created(p, text, n);
    } else if (strncmp(type, "hello", 5) == 0) {
        p->met = 1;
        if (p->host)
            say_create(p);
        else if (p->other->table[0])
            table_set(p, p->other->table);
    } else if (strncmp(type, "refused", 7) == 0) {
        on_refused(p, text, n);
    }
}

/* ---- sockets ---- */

static void player_open(struct player *p)
{
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)p->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char text[300];
    int one = 1;
    p->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (p->fd < 0 || connect(p->fd, (struct sockaddr *)&a, sizeof a))
        die("connect");
    setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    int n = snprintf(
        text, sizeof text,
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: irori.1\r\n\r\n",
        p->port);
    if (write(p->fd, text, (size_t)n) != n)
        die("write");
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {EPOLLIN, {.ptr = p}};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, p->fd, &e))
        die("epoll_ctl");
}

/* All whole messages of what has come. */
static void take(struct player *p)
{
    size_t at = 0;
    if (!p->upgraded) {
        const char *end = memmem(p->in, p->n, "\r\n\r\n", 4);
        if (!end)
            return;
        if (strncmp(p->in, "HTTP/1.1 101", 12) != 0) {
            fprintf(stderr, "load: %.*s\n", (int)p->n, p->in);
            exit(1);
        }
        p->upgraded = 1;
        at = (size_t)(end + 4 - p->in);
        static const char hello[] = "{\"type\":\"hello\",\"protocol\":1,\"deltas\":true,\"name\":\"Load\"}";
        if (!o.floor)
            say(p, hello, sizeof hello - 1);
    }
    while (p->n - at >= 2) {
        const unsigned char *b = (const unsigned char *)p->in + at;
        size_t n = b[1] & 127, head = 2;
        if (n == 126) {
            head = 4;
            n = p->n - at < 4 ? SIZE_MAX / 2 : (size_t)b[2] << 8 | b[3];
        }
        if (p->n - at < head + n)
            break;
        if ((b[0] & 15) == 1)
            on_message(p, p->in + at + head, n);
        else if ((b[0] & 15) == 8) {
            fprintf(stderr, "load: closed: %.*s\n", (int)n - 2, p->in + at + head + 2);
            exit(1);
        } else if ((b[0] & 15) == 9 && write(p->fd, "\x8a\x80\0\0\0\0", 6) != 6) {
            die("write");
        }
        at += head + n;
    }
    p->n -= at;
    memmove(p->in, p->in + at, p->n);
}

static char shared[IN_MAX];

static void on_readable(struct player *p)
{
    char *own = p->in;
    if (!own)
        p->in = shared; /* most of the time nothing is left over, and thousands of idle ones need no memory */
    ssize_t n = read(p->fd, p->in + p->n, IN_MAX - p->n);
    if (n == 0 || (n < 0 && errno != EAGAIN)) {
        fprintf(stderr, "load: the server closed a connection\n");
        exit(1);
    }
    received += n > 0 ? (uint64_t)n : 0;
    p->n += n > 0 ? (size_t)n : 0;
    take(p);
    if (own)
        return;
    p->in = NULL;
    if (p->n) {
        p->in = malloc(IN_MAX);
        memcpy(p->in, shared, p->n);
    }
}

/* Leaves, and comes back as somebody else. */
static void player_again(struct player *p)
{
    struct player fresh = {.port = p->port, .host = p->host, .other = p->other};
    close(p->fd);
    free(p->in);
    *p = fresh;
    player_open(p);
}

static void timers(double t)
{
    for (int i = 0; i < 2 * o.matches; i++) {
        struct player *p = &players[i];
        if (p->again)
            player_again(p);
        if (p->due > 0 && p->due <= t)
            say_move(p);
        if (p->due < 0 && -p->due <= t) {
            p->due = 0;
            say_create(p);
        }
    }
}

static void run(double until)
{
    struct epoll_event e[512];
    double looked = 0;
    while (now() < until) {
        int n = epoll_wait(epoll, e, 512, 2);
        for (int i = 0; i < n; i++)
            on_readable(e[i].data.ptr);
        if (now() - looked > 0.002) {
            looked = now();
            timers(looked);
        }
    }
}

/* ---- what it costs ---- */

/* Fields 4 (parent) and 14 to 17 (CPU of the process, and of its children that ended) of /proc/PID/stat; 0: no such process. */
static int stat_of(const char *pid, int *parent, double *own, double *children)
{
    char path[64], text[1024];
    unsigned long user, system;
    long user_c, system_c;
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *f = fopen(path, "r");
    int ok = f && fgets(text, sizeof text, f) &&
             sscanf(strrchr(text, ')') + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", parent, &user,
                    &system, &user_c, &system_c) == 5;
    if (f)
        fclose(f);
    if (!ok)
        return 0;
    *own = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    *children = (double)(user_c + system_c) / (double)sysconf(_SC_CLK_TCK);
    return 1;
}

static double cpu(void)
{
    double sum = 0, own, children;
    int parent;
    for (int i = 0; i < o.pids; i++) {
        char pid[16];
        snprintf(pid, sizeof pid, "%d", o.pid[i]);
        if (!stat_of(pid, &parent, &own, &children))
            die("no /proc/PID/stat of the server");
        sum += own;
    }
    return sum;
}

/* Of the database's postmaster and its processes. */
static double cpu_database(void)
{
    double sum = 0, own, children;
    int parent;
    DIR *d = o.database ? opendir("/proc") : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] < '0' || e->d_name[0] > '9' || !stat_of(e->d_name, &parent, &own, &children))
            continue;
        if (strtol(e->d_name, NULL, 10) == o.database)
            sum += own + children;
        else if (parent == o.database)
            sum += own;
    }
    if (d)
        closedir(d);
    return sum;
}

static double memory(const char *key)
{
    char path[64], line[256];
    double kb = 0;
    for (int i = 0; i < o.pids; i++) {
        snprintf(path, sizeof path, "/proc/%d/status", o.pid[i]);
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f))
            if (strncmp(line, key, strlen(key)) == 0)
                kb += strtod(line + strlen(key) + 1, NULL);
        if (f)
            fclose(f);
    }
    return kb / 1024;
}

static int order(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double quantile(double q)
{
    return n_latency ? latency[(uint64_t)(q * (double)(n_latency - 1))] * 1e-3 : 0;
}

static void report(double seconds, double used, double database, double own)
{
    double n = moves ? (double)moves : 1;
    qsort(latency, n_latency, sizeof *latency, order);
    printf("matches %d, spectators %d, think %d ms, %.1f s\n", o.matches, o.spectators, o.think, seconds);
    printf("moves %llu (%.0f/s), games finished %llu, refused %llu, frames %.1f MB/s\n", (unsigned long long)moves,
           (double)moves / seconds, (unsigned long long)games, (unsigned long long)refused, (double)received / seconds / 1e6);
    printf("latency ms: p50 %.2f, p90 %.2f, p99 %.2f, p99.9 %.2f, max %.2f\n", quantile(0.5), quantile(0.9), quantile(0.99),
           quantile(0.999), quantile(1));
    printf("bytes of a move: %.0f sent, %.0f in the answer, %.0f to the other\n", (double)written / n,
           answers ? (double)answer_bytes / (double)answers : 0, others ? (double)other_bytes / (double)others : 0);
    printf("server: %.1f %% of a core", 100 * used / seconds);
    if (moves)
        printf(", %.1f us a move", used * 1e6 / n);
    if (o.database)
        printf("; database: %.1f %% of a core, %.1f us a move", 100 * database / seconds, database * 1e6 / n);
    printf("\nserver memory: %.1f MB now, %.1f MB at most; this generator: %.1f %% of a core\n", memory("VmRSS"),
           memory("VmHWM"), 100 * own / seconds);
}

static int64_t argument(const char *text, const char **end)
{
    char *rest;
    int64_t v = strtoll(text, &rest, 10);
    if (rest == text || v < 0 || v > 10000000 || (*rest && (!end || *rest != ','))) {
        fprintf(stderr, "load: '%s' must be a whole number up to ten million%s\n", text, end ? ", or several with commas" : "");
        exit(2);
    }
    if (end)
        *end = *rest ? rest + 1 : rest;
    return v;
}

static int arguments(const char *text, int to[NODES_MAX])
{
    int n = 0;
    while (*text && n < NODES_MAX)
        to[n++] = (int)argument(text, &text);
    return n;
}

static double own_cpu(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int options(int argc, char **argv)
{
    static const struct {
        const char *name;
        int *to;
    } known[] = {{"--database", &o.database}, {"--matches", &o.matches},       {"--think", &o.think},
                 {"--split", &o.split},       {"--spectators", &o.spectators}, {"--seconds", &o.seconds},
                 {"--warm", &o.warm},         {"--floor", &o.floor},           {"--churn", &o.churn}};
    if (argc < 2)
        return 0;
    o.ports = arguments(argv[1], o.port);
    for (int i = 2; i + 1 < argc; i += 2) {
        size_t k = 0, n = sizeof known / sizeof *known;
        while (k < n && strcmp(argv[i], known[k].name) != 0)
            k++;
        if (k < n)
            *known[k].to = (int)argument(argv[i + 1], NULL);
        else if (strcmp(argv[i], "--pid") == 0)
            o.pids = arguments(argv[i + 1], o.pid);
        else if (strcmp(argv[i], "--game") == 0)
            o.game = argv[i + 1];
        else
            return 0;
    }
    return argc % 2 == 0 && (o.game || o.floor) && o.ports && o.pids && o.matches > 0 && o.floor <= 900;
}

int main(int argc, char **argv)
{
    if (!options(argc, argv)) {
        fputs("load PORT[,PORT...] --pid PID[,PID...] [--database PID] --game NAME [--matches N] [--split 1] [--think MS]\n"
              "     [--spectators N] [--churn 1] [--floor BYTES, up to 900] [--warm S] [--seconds S]\n",
              stderr);
        return 2;
    }
    struct rlimit r;
    getrlimit(RLIMIT_NOFILE, &r);
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    n_players = 2 * o.matches + o.spectators;
    players = calloc((size_t)n_players, sizeof *players);
    latency = malloc(LATENCIES * sizeof *latency);
    epoll = epoll_create1(0);
    double before = memory("VmRSS");
    for (int i = 0; i < n_players; i++) {
        struct player *p = &players[i];
        p->watcher = i >= 2 * o.matches;
        p->host = !p->watcher && i % 2 == 0;
        p->other = p->watcher ? &players[2 * (i % o.matches)] : &players[i ^ 1];
        p->port = o.port[(i / 2 + (o.split && i % 2)) % o.ports];
        player_open(p);
        if (i % 50 == 49 || p->watcher)
            run(now() + (p->watcher ? 0.0002 : 0.005)); /* hosts must have their table before anyone watches it */
        if (i == 2 * o.matches - 1)
            run(now() + 1);
    }
    for (double until = now() + SETTLE_S; joined < o.spectators && now() < until;)
        run(now() + 0.05);
    if (joined < o.spectators)
        fprintf(stderr, "load: only %d of the spectators see the table\n", joined);
    run(now() + o.warm);
    for (int i = 0; o.floor && i < 2 * o.matches; i += 2)
        say_move(&players[i]);
    double c0 = cpu(), d0 = cpu_database(), t0 = now(), own = own_cpu();
    received = 0;
    measuring = 1;
    run(t0 + o.seconds);
    measuring = 0;
    printf("server memory before: %.1f MB\n", before);
    report(now() - t0, cpu() - c0, cpu_database() - d0, own_cpu() - own);
    return 0;
}
