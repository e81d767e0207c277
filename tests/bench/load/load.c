/* load.c: players for a server, as many as wanted, in one thread that does next to nothing else: how many moves does it
 * acknowledge, how fast, and at what cost?
 *
 *     load PORT[,PORT...] --pid PID[,PID...] [--database PID] --game NAME [--matches 500] [--split 1] [--think MS]
 *          [--spectators N] [--churn 1] [--floor BYTES] [--lobby N] [--listed N] [--seek MS] [--warm 3] [--seconds 10]
 *
 * Every match is two people at a table of the game, each choosing at random among the legal moves of its frame. Matches are
 * spread over the ports, which are nodes of one server; with --split the two people of a match are at different nodes. The
 * CPU of the processes --pid is the server's, that of --database and its children (PostgreSQL's postmaster) the database's.
 * With --churn the people of a finished match leave for good, and two new ones come.
 * With --floor the server is floor.c: the two people of a match send each other messages of so many bytes in turn.
 * Without a time to think the loop is closed: a player moves as soon as it sees that it may. With one, it waits between 0 and
 * twice that long. A finished match is followed by a new one. Only moves count, from the `do` that leaves here to the frame
 * that acknowledges it.
 * Beside the matches, --lobby people look at the lobby, --listed tables are opened there a minute, and every --seek
 * milliseconds two strangers seek each other: crowd.c. */
#define _GNU_SOURCE
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "core/banned.h"

enum { CODE_MAX = 24, SETTLE_S = 60 };

struct player {
    struct client c; /* first */
    int again, host, watcher, met, sat, ready;
    int64_t id, pending;  /* pending: the id of a move that is not acknowledged yet */
    double sent, due;     /* due: when to move, 0: not waiting */
    struct player *other; /* of a match; the host, for a watcher */
    char table[CODE_MAX], move[64];
    int64_t seq;
};

static struct {
    int port[NODES_MAX], pid[NODES_MAX], ports, pids, database, matches, think, spectators, seconds, warm, split, churn, floor;
    struct crowd crowd;
} o = {.matches = 500, .seconds = 10, .warm = 3};
static struct player *players;
static int n_players, joined;
static uint64_t moves, games, refused;
static uint64_t answer_bytes, answers, other_bytes, others; /* of the messages that a move leads to */
static struct samples latency;
static const char hello[] = "{\"type\":\"hello\",\"protocol\":1,\"deltas\":true,\"name\":\"Load\"}";

/* ---- what we say ---- */

static void say_do(struct player *p, const char *what)
{
    client_sayf(&p->c, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%lld,\"seq\":%lld,\"do\":\"%s\"}", p->table,
                (long long)++p->id, (long long)p->seq, what);
}

static void say_create(struct player *p)
{
    p->sat = 1; /* whoever opens a table sits at it */
    p->ready = 0;
    client_sayf(&p->c, "{\"type\":\"create\",\"id\":%lld,\"game\":\"%s\",\"seats\":2}", (long long)++p->id, o.crowd.game);
}

static void say_at(struct player *p, const char *type)
{
    client_sayf(&p->c, "{\"type\":\"%s\",\"table\":\"%s\"}", type, p->table);
}

static void say_move(struct player *p)
{
    char text[1024];
    if (o.floor) {
        memset(text, 'x', (size_t)o.floor);
        client_say(&p->c, text, (size_t)o.floor);
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

/* ---- what we hear ---- */

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
        say_at(p, "leave");
    snprintf(p->table, sizeof p->table, "%s", code);
    p->seq = 0;
    say_at(p, "join");
}

static void on_created(struct player *p, const char *text, size_t n)
{
    char code[CODE_MAX];
    copy(code, sizeof code, text, n, "\"table\":\"");
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
    sample(&latency, now() - p->sent);
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
            p->due = now() + about(o.think * 1e-3);
    }
}

static void on_refused(struct player *p, const char *text, size_t n)
{
    if (!refused++)
        fprintf(stderr, "load: refused: %.*s\n", (int)n, text);
    if (find(text, n, "new tables"))
        p->due = -now() - 1; /* below 0: a table, not a move */
}

static void on_message(struct client *c, const char *text, size_t n)
{
    struct player *p = (struct player *)c;
    if (o.floor) {
        on_floor(p, n);
    } else if (is(text, n, "frame") || is(text, n, "delta")) {
        on_frame(p, text, n);
    } else if (is(text, n, "created")) {
        on_created(p, text, n);
    } else if (is(text, n, "hello")) {
        p->met = 1;
        if (p->host)
            say_create(p);
        else if (p->other->table[0])
            table_set(p, p->other->table);
    } else if (is(text, n, "refused")) {
        on_refused(p, text, n);
    }
}

/* ---- coming, going, waiting ---- */

static void player_open(struct player *p, int port)
{
    p->c = (struct client){.port = port, .hello = o.floor ? NULL : hello, .hear = on_message};
    client_open(&p->c);
}

/* Leaves, and comes back as somebody else. */
static void player_again(struct player *p)
{
    struct player fresh = {.host = p->host, .other = p->other};
    int port = p->c.port;
    client_close(&p->c);
    *p = fresh;
    player_open(p, port);
}

static void timers(double t)
{
    crowd_timers(t);
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
    clients_run(until, timers);
}

/* ---- what it costs ---- */

static void report(double seconds, double used, double database, double own)
{
    double n = moves ? (double)moves : 1, received = 0, written = 0;
    for (int i = 0; i < n_players; i++) {
        received += (double)players[i].c.received;
        written += (double)players[i].c.written;
    }
    printf("matches %d, spectators %d, think %d ms, %.1f s\n", o.matches, o.spectators, o.think, seconds);
    printf("moves %llu (%.0f/s), games finished %llu, refused %llu, frames %.1f MB/s\n", (unsigned long long)moves,
           (double)moves / seconds, (unsigned long long)games, (unsigned long long)refused, received / seconds / 1e6);
    if (moves)
        printf("latency ms: p50 %.2f, p90 %.2f, p99 %.2f, p99.9 %.2f, max %.2f\n", quantile(&latency, 0.5),
               quantile(&latency, 0.9), quantile(&latency, 0.99), quantile(&latency, 0.999), quantile(&latency, 1));
    if (moves)
        printf("bytes of a move: %.0f sent, %.0f in the answer, %.0f to the other\n", written / n,
               answers ? (double)answer_bytes / (double)answers : 0, others ? (double)other_bytes / (double)others : 0);
    crowd_report(seconds);
    printf("server: %.1f %% of a core", 100 * used / seconds);
    if (moves)
        printf(", %.1f us a move", used * 1e6 / n);
    if (o.database)
        printf("; database: %.1f %% of a core, %.1f us a move", 100 * database / seconds, database * 1e6 / n);
    printf("\nserver memory: %.1f MB now, %.1f MB at most; this generator: %.1f %% of a core\n", memory(o.pid, o.pids, "VmRSS"),
           memory(o.pid, o.pids, "VmHWM"), 100 * own / seconds);
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
                 {"--warm", &o.warm},         {"--floor", &o.floor},           {"--churn", &o.churn},
                 {"--lobby", &o.crowd.lobby}, {"--listed", &o.crowd.listed},   {"--seek", &o.crowd.seek}};
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
            o.crowd.game = argv[i + 1];
        else
            return 0;
    }
    return argc % 2 == 0 && (o.crowd.game || o.floor) && o.ports && o.pids && (o.matches > 0 || !o.spectators) &&
           o.floor <= 900;
}

int main(int argc, char **argv)
{
    if (!options(argc, argv)) {
        fputs("load PORT[,PORT...] --pid PID[,PID...] [--database PID] --game NAME [--matches N] [--split 1] [--think MS]\n"
              "     [--spectators N] [--churn 1] [--floor BYTES, up to 900] [--lobby N] [--listed N] [--seek MS] [--warm S] "
              "[--seconds S]\n",
              stderr);
        return 2;
    }
    struct rlimit r;
    getrlimit(RLIMIT_NOFILE, &r);
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    n_players = 2 * o.matches + o.spectators;
    players = calloc((size_t)n_players, sizeof *players);
    double before = memory(o.pid, o.pids, "VmRSS");
    for (int i = 0; i < n_players; i++) {
        struct player *p = &players[i];
        p->watcher = i >= 2 * o.matches;
        p->host = !p->watcher && i % 2 == 0;
        p->other = p->watcher ? &players[2 * (i % o.matches)] : &players[i ^ 1];
        player_open(p, o.port[(i / 2 + (o.split && i % 2)) % o.ports]);
        if (i % 50 == 49 || p->watcher)
            run(now() + (p->watcher ? 0.0002 : 0.005)); /* hosts must have their table before anyone watches it */
        if (i == 2 * o.matches - 1)
            run(now() + 1);
    }
    crowd_open(&o.crowd, o.port, o.ports, timers);
    for (double until = now() + SETTLE_S; (joined < o.spectators || !crowd_settled()) && now() < until;)
        run(now() + 0.05);
    if (joined < o.spectators)
        fprintf(stderr, "load: only %d of the spectators see the table\n", joined);
    if (!crowd_settled())
        fprintf(stderr, "load: not everybody sees the lobby\n");
    run(now() + o.warm);
    for (int i = 0; o.floor && i < 2 * o.matches; i += 2)
        say_move(&players[i]);
    double c0 = cpu(o.pid, o.pids), d0 = cpu_tree(o.database), t0 = now(), own = own_cpu();
    measuring = 1;
    run(t0 + o.seconds);
    measuring = 0;
    printf("server memory before: %.1f MB\n", before);
    report(now() - t0, cpu(o.pid, o.pids) - c0, cpu_tree(o.database) - d0, own_cpu() - own);
    return 0;
}
