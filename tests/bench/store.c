/* store.c URL [MATCHES [SECONDS [quiet]]]: what a store carries. Every match has one append under way at all times; reports
 * appends a second, rows a commit, how long an append takes, and what it costs this process in CPU. quiet: the appends notify
 * nobody, as those of a table whose people are all at one node. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { BUCKETS = 100000 }; /* of latency, 10 microseconds each */

static int bell, quiet;
static volatile long commits;
static uint32_t took[BUCKETS];

static void wake(void *arg)
{
    commits++;
    (void)!write(bell, &(uint64_t){1}, sizeof(uint64_t));
}

static int64_t now_us(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static struct store_request *collect(struct store *s)
{
    struct store_request *list;
    while (!(list = store_collect(s))) {
        uint64_t rings;
        poll(&(struct pollfd){.fd = bell, .events = POLLIN}, 1, -1);
        (void)!read(bell, &rings, sizeof rings);
    }
    return list;
}

static void append_next(struct store *s, struct store_request *r)
{
    r->kind = STORE_APPEND;
    r->quiet = quiet;
    r->row = (struct store_row){.seq = r->row.seq + 1, .time = now_us(CLOCK_REALTIME) / 1000, .who = 12345678901234567u};
    r->row.id = (uint64_t)r->row.seq;
    r->row.text = "0 play 3a 3c\n* draw 5b\n* draw 9d\n= 12 0123456789abcdef\n";
    r->time = now_us(CLOCK_MONOTONIC);
    store_submit(s, r);
}

static double percentile(long n, double part)
{
    long seen = 0;
    int i = 0;
    while (i < BUCKETS - 1 && (seen += took[i]) < (long)((double)n * part))
        i++;
    return i / 100.0;
}

int main(int argc, char **argv)
{
    char why[IR_WHY_MAX];
    long matches = argc > 2 ? strtol(argv[2], NULL, 10) : 500, seconds = argc > 3 ? strtol(argv[3], NULL, 10) : 5;
    quiet = argc > 4 && strcmp(argv[4], "quiet") == 0;
    bell = eventfd(0, EFD_NONBLOCK);
    struct store *s = argc > 1 ? store_open(argv[1], wake, NULL, NULL, why) : NULL;
    struct store_request *all = matches > 0 ? calloc((size_t)matches, sizeof *all) : NULL;
    if (!s || !all) {
        fprintf(stderr, "store: %s\n", argc > 1 && matches > 0 ? why : "usage: store URL [MATCHES [SECONDS [quiet]]]");
        return 1;
    }
    uint64_t seed = (uint64_t)now_us(CLOCK_REALTIME);
    long waiting = matches, n = 0;
    for (long i = 0; i < matches; i++) {
        all[i].kind = STORE_MATCH_NEW;
        snprintf(all[i].match.id, sizeof all[i].match.id, "%010llx",
                 (unsigned long long)((seed + (uint64_t)i) * 0x9e3779b97f4a7c15u >> 24));
        snprintf(all[i].match.game, sizeof all[i].match.game, "nullgame");
        all[i].match.seats = 2;
        store_submit(s, &all[i]);
    }
    while (waiting)
        for (struct store_request *r = collect(s); r; r = r->next)
            waiting--;
    commits = 0;
    int64_t start = now_us(CLOCK_MONOTONIC), cpu = now_us(CLOCK_PROCESS_CPUTIME_ID), end = start + seconds * 1000000,
            now = start;
    for (long i = 0; i < matches; i++)
        append_next(s, &all[i]);
    for (long under_way = matches; under_way;) {
        for (struct store_request *r = collect(s), *next; r; r = next) {
            next = r->next;
            now = now_us(CLOCK_MONOTONIC);
            if (r->status != STORE_OK) {
                fprintf(stderr, "store: an append failed (%d): %s\n", (int)r->status, r->why);
                return 1;
            }
            int64_t slot = (now - r->time) / 10;
            took[slot < BUCKETS ? slot : BUCKETS - 1]++;
            n++;
            if (now < end)
                append_next(s, r);
            else
                under_way--;
        }
    }
    cpu = now_us(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    double took_s = (double)(now - start) / 1e6;
    printf("%ld matches: %ld appends, %.0f appends/s, %.0f rows/commit, %.0f commits/s, p50 %.2f ms, p99 %.2f ms, CPU of this "
           "process %.2f "
           "us an append\n",
           matches, n, (double)n / took_s, (double)n / (double)commits, (double)commits / took_s, percentile(n, 0.5),
           percentile(n, 0.99), (double)cpu / (double)n);
    store_close(s);
    free(all);
    return 0;
}
