/* crowd.c: people who look at the lobby, listed tables that come and go there, and strangers who seek each other.
 *
 * Who looks at the lobby says `lobby` once and never asks again. A listed table is opened, waits five seconds on average until
 * somebody sits down, is played for half a minute and given up. Of two who seek, the second comes a moment after the first has
 * its ticket; the time counts from the second one's `seek` until both have heard `paired`. They sit down, begin, and give up.
 */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { WAIT_S = 5, PLAY_S = 30, SLACK_S = 30, SEEKERS = 100, GONE_S = 60 };
enum stage { IDLE, OPEN, PLAYING, OVER };
static const char hello[] = "{\"type\":\"hello\",\"protocol\":1,\"name\":\"Crowd\"}";

struct guest {
    struct client c; /* first */
    struct pair *pair;
    int met, sat, ready, paired, at; /* at: has joined the table */
    int64_t id, seq;
};
struct pair {
    struct guest who[2];
    enum stage stage;
    int seeks;
    double due, sought; /* due: when the second one comes, or when they give up; 0: they wait for the server */
    char table[24];
};

static struct crowd o;
static struct client *viewers;
static struct pair *pairs; /* the listed ones first */
static int n_listed, n_pairs, next_listed, next_seek;
static int shown, seeking;        /* seeking: a pair that is not paired yet; only one is at any time */
static double listed_at, seek_at; /* when the next ones begin */
static uint64_t messages, opened, begun, ended, refused, lost, largest;
static struct samples waited;

/* ---- those who look ---- */

static void on_lobby(struct client *c, const char *text, size_t n)
{
    if (is(text, n, "hello"))
        client_sayf(c, "{\"type\":\"lobby\",\"id\":1,\"on\":true}");
    if (!is(text, n, "lobby"))
        return;
    shown += find(text, n < 40 ? n : 40, "\"id\":") != NULL;
    messages += (uint64_t)measuring;
    largest = measuring && n > largest ? n : largest;
}

int crowd_settled(void)
{
    return shown >= o.lobby;
}

/* ---- those who play ---- */

static void say_do(struct guest *g, const char *what)
{
    client_sayf(&g->c, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%lld,\"seq\":%lld,\"do\":\"%s\"}", g->pair->table,
                (long long)++g->id, (long long)g->seq, what);
}

static void join(struct guest *g)
{
    g->at = 1;
    client_sayf(&g->c, "{\"type\":\"join\",\"table\":\"%s\"}", g->pair->table);
}

static void seek(struct guest *g)
{
    client_sayf(&g->c, "{\"type\":\"seek\",\"id\":%lld,\"game\":\"%s\",\"pace\":\"calm\"}", (long long)++g->id, o.game);
}

static void pair_end(struct pair *p)
{
    for (int i = 0; i < 2; i++) {
        struct guest *g = &p->who[i];
        if (g->at)
            client_sayf(&g->c, "{\"type\":\"leave\",\"table\":\"%s\"}", p->table);
        g->sat = g->ready = g->paired = g->at = 0;
        g->seq = 0;
    }
    p->stage = IDLE;
    p->due = 0;
}

static void on_paired(struct guest *g, const char *text, size_t n)
{
    struct pair *p = g->pair;
    copy(p->table, sizeof p->table, text, n, "\"table\":\"");
    g->paired = g->sat = 1;
    if (!p->who[0].paired || !p->who[1].paired || p->stage != OPEN)
        return;
    seeking = 0;
    if (measuring)
        sample(&waited, now() - p->sought);
    for (int i = 0; i < 2; i++)
        join(&p->who[i]);
}

static void on_frame(struct guest *g, const char *text, size_t n)
{
    struct pair *p = g->pair;
    g->seq = number(text, n, "\"seq\":");
    if (find(text, n, "\"stage\":\"gathering\"")) {
        if (!g->sat)
            say_do(g, "sit 1 Guest");
        else if (!g->ready)
            say_do(g, "ready 00112233445566778899aabbccddeeff");
        g->ready = g->sat;
        g->sat = 1;
    } else if (find(text, n, "\"stage\":\"playing\"") && p->stage == OPEN) {
        begun += (uint64_t)(measuring && !p->seeks);
        p->stage = PLAYING;
        p->due = now() + (p->seeks ? 1 : about(PLAY_S));
    } else if (find(text, n, "\"stage\":\"over\"") && p->stage == PLAYING) {
        ended += (uint64_t)(measuring && !p->seeks);
        p->stage = OVER;
        p->due = now() + 0.1; /* both have seen it by then */
    }
}

static void on_guest(struct client *c, const char *text, size_t n)
{
    struct guest *g = (struct guest *)c;
    struct pair *p = g->pair;
    if (is(text, n, "hello")) {
        g->met = 1;
    } else if (is(text, n, "frame") && g->at) {
        on_frame(g, text, n);
    } else if (is(text, n, "created")) {
        copy(p->table, sizeof p->table, text, n, "\"table\":\"");
        join(g);
        p->due = now() + about(WAIT_S);
    } else if (is(text, n, "seeking") && g == &p->who[0] && p->stage == OPEN) {
        p->due = now() + 0.05;
    } else if (is(text, n, "paired")) {
        on_paired(g, text, n);
    } else if (is(text, n, "refused") && !refused++) {
        fprintf(stderr, "load: refused: %.*s\n", (int)n, text);
    }
}

/* ---- when ---- */

static void pair_begin(struct pair *p)
{
    struct guest *g = &p->who[0];
    if (p->stage != IDLE || !g->met || !p->who[1].met)
        return;
    p->stage = OPEN;
    p->sought = now();
    if (p->seeks) {
        seeking = 1;
        seek(g);
        return;
    }
    opened += (uint64_t)measuring;
    g->sat = 1;
    client_sayf(&g->c, "{\"type\":\"create\",\"id\":%lld,\"game\":\"%s\",\"seats\":2,\"settings\":\"listed=on\"}",
                (long long)++g->id, o.game);
}

static void pair_go_on(struct pair *p)
{
    p->due = 0;
    if (p->stage == OPEN && p->seeks) {
        p->sought = now();
        seek(&p->who[1]);
    } else if (p->stage == OPEN) {
        join(&p->who[1]);
    } else if (p->stage == PLAYING) {
        say_do(&p->who[1], "resign");
    } else {
        pair_end(p);
    }
}

void crowd_timers(double t)
{
    while (n_listed && listed_at <= t) {
        listed_at += 60.0 / o.listed;
        pair_begin(&pairs[next_listed++ % n_listed]);
    }
    if (o.seek && seek_at <= t && !seeking) {
        seek_at = t + o.seek * 1e-3;
        pair_begin(&pairs[n_listed + next_seek++ % SEEKERS]);
    }
    for (int i = 0; i < n_pairs; i++) {
        struct pair *p = &pairs[i];
        if (p->due && p->due <= t)
            pair_go_on(p);
        if (p->seeks && p->stage == OPEN && t - p->sought > GONE_S) {
            lost++;
            seeking = 0;
            pair_end(p);
        }
    }
}

/* ---- beginning and end ---- */

static void client_start(struct client *c, int port, void (*hear)(struct client *, const char *, size_t))
{
    c->port = port;
    c->hello = hello;
    c->hear = hear;
    client_open(c);
}

void crowd_open(const struct crowd *options, const int *ports, int n_ports, void (*timers)(double))
{
    o = *options;
    listed_at = seek_at = 1e18;
    n_listed = o.listed * (WAIT_S + PLAY_S + SLACK_S) / 60;
    n_pairs = n_listed + (o.seek ? SEEKERS : 0);
    pairs = calloc((size_t)n_pairs + 1, sizeof *pairs);
    viewers = calloc((size_t)o.lobby + 1, sizeof *viewers);
    for (int i = 0; i < n_pairs; i++) {
        pairs[i].seeks = i >= n_listed;
        for (int k = 0; k < 2; k++) {
            pairs[i].who[k].pair = &pairs[i];
            client_start(&pairs[i].who[k].c, ports[(i + k) % n_ports], on_guest);
        }
        clients_run(now() + 0.0005, timers);
    }
    listed_at = seek_at = now();
    for (int i = 0; i < o.lobby; i++) {
        client_start(&viewers[i], ports[i % n_ports], on_lobby);
        clients_run(now() + 0.0002, timers);
    }
}

void crowd_report(double seconds)
{
    double bytes = 0, people_minutes = o.lobby * seconds / 60;
    for (int i = 0; i < o.lobby; i++)
        bytes += (double)viewers[i].received;
    if (o.lobby)
        printf("lobby: %d people, %.1f messages and %.1f KB a person a minute, the largest %.1f KB\n", o.lobby,
               (double)messages / people_minutes, bytes / people_minutes / 1e3, (double)largest / 1e3);
    if (n_listed)
        printf("listed tables a minute: %.0f opened, %.0f begun, %.0f over; refused %llu\n", (double)opened / seconds * 60,
               (double)begun / seconds * 60, (double)ended / seconds * 60, (unsigned long long)refused);
    if (o.seek)
        printf("pairs %zu (%.1f/s), never paired %llu, ms to pair: p50 %.2f, p90 %.2f, p99 %.2f, max %.2f\n", waited.n,
               (double)waited.n / seconds, (unsigned long long)lost, quantile(&waited, 0.5), quantile(&waited, 0.9),
               quantile(&waited, 0.99), quantile(&waited, 1));
}
