/* bench.c [MATCHES [MOVES [GAME [whole]]]]: the cost of a move in the hub alone: parse, apply, store in memory, fold, and send
 * each of two people a delta, or with `whole` a whole frame. No sockets, no disk. */
#include "server/hub_inside.h"

#include <malloc.h>
#include <time.h>

struct seat {
    char text[IR_FRAME_MAX], token[65], table[IR_ID_MAX];
    uint64_t id;
};
static struct store *store;
static struct hub *hub;
static struct seat *seats;
static int64_t now = 1000000000;
static uint64_t dice = 1, frames, bytes;
static int quiet, whole;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other programs do not count */
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void port_send(void *self, uint64_t conn, const char *text, size_t n)
{
    (void)self;
    if (quiet)
        return;
    memcpy(seats[conn].text, text, n);
    seats[conn].text[n] = 0;
    frames++;
    bytes += n;
}
static void port_close(void *self, uint64_t conn, int code, const char *why)
{
    fprintf(stderr, "connection %d closed: %d %s\n", (int)conn, code, why);
    exit(1);
}
static void port_reply(void *self, uint64_t request, int status, const char *type, const char *body, size_t n)
{
}
static void port_store(void *self, struct store_request *r)
{
    store_submit(store, r);
}
static void port_watch(void *self, const char *match, int on)
{
}
static void port_think(void *self, struct hub_thought *t)
{
    free(t);
}
static void port_random(void *self, void *out, size_t n)
{
    struct ir_rng r;
    ir_rng_seed(&r, ++dice);
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)(ir_rng_next(&r) >> 40);
}
static void port_log(void *self, int level, const char *event, const char *text)
{
    fprintf(stderr, "%s: %s\n", event, text);
}

static void say(uint64_t conn, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(uint64_t conn, const char *format, ...)
{
    char text[512];
    va_list a;
    va_start(a, format);
    int n = vsnprintf(text, sizeof text, format, a);
    va_end(a);
    hub_message(hub, conn, text, (size_t)n, now);
    for (struct store_request *r, *next; (r = store_collect(store));)
        for (; r; r = next) {
            next = r->next;
            hub_stored(hub, r, now);
        }
}

static const char *after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (!at) {
        fprintf(stderr, "no %s in %.300s\n", key, text);
        exit(1);
    }
    return at + strlen(key);
}

static void copy(char *out, const char *from)
{
    size_t n = strcspn(from, "\"");
    memcpy(out, from, n);
    out[n] = 0;
}

/* The first legal move in a frame or in a delta; NULL: none is wanted. */
static const char *legal(const char *text)
{
    const char *at = strstr(text, "\"legal\":[");
    at = at ? at + 9 : NULL;
    while (at && *at == '[')
        at++;
    return at && *at == '"' ? at + 1 : NULL;
}

static void match_open(uint64_t a, uint64_t b, const char *game)
{
    for (uint64_t c = a; c <= b; c++) {
        hub_connect(hub, c, "127.0.0.1", now);
        say(c, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P\"%s}", whole ? "" : ",\"deltas\":true");
    }
    /* reaction=0: a secret question is closed by the last answer, not by the clock */
    say(a, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"seats\":2,\"settings\":\"reaction=0\"}", game);
    copy(seats[a].table, after(seats[a].text, "\"table\":\""));
    copy(seats[b].table, seats[a].table);
    for (uint64_t c = a; c <= b; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", seats[c].table);
    say(b, "{\"type\":\"do\",\"table\":\"%s\",\"id\":1,\"do\":\"sit 1 B\"}", seats[b].table);
    for (uint64_t c = a; c <= b; c++)
        say(c, "{\"type\":\"do\",\"table\":\"%s\",\"id\":2,\"do\":\"ready 0123456789abcdef0123456789abcdef\"}", seats[c].table);
    seats[a].id = seats[b].id = 3;
}

int main(int argc, char **argv)
{
    uint64_t matches = argc > 1 ? strtoull(argv[1], NULL, 10) : 500, most = argc > 2 ? strtoull(argv[2], NULL, 10) : 200000,
             done = 0, games = 0;
    const char *game = argc > 3 ? argv[3] : ir_games[0]->name;
    whole = argc > 4;
    struct hub_port port = {.send = port_send,
                            .close = port_close,
                            .reply = port_reply,
                            .store = port_store,
                            .watch = port_watch,
                            .think = port_think,
                            .random = port_random,
                            .log = port_log};
    struct hub_limits limits = {
        .messages_per_second = 1000000, .connections_per_address = 1000000, .newcomers_per_hour = 1000000};
    char why[IR_WHY_MAX];
    double in_hub = 0;
    store = store_open("memory:", NULL, NULL, NULL, why);
    seats = alloc_zero((2 * matches + 1) * sizeof *seats);
    hub = hub_new(&port, &limits);
    for (uint64_t m = 0; m < matches; m++)
        match_open(2 * m + 1, 2 * m + 2, game);
    uint64_t frames_before = frames, bytes_before = bytes;
    for (double start = seconds(); done < most;) {
        now++;
        for (uint64_t m = 0; m < matches && done < most; m++) {
            uint64_t c = 2 * m + 1;
            if (!legal(seats[c].text))
                c++;
            if (!legal(seats[c].text)) { /* the game is over */
                if (++games >= matches)
                    goto end;
                continue;
            }
            char move[IR_TEXT_MAX];
            copy(move, legal(seats[c].text));
            long long seq = strtoll(after(seats[c].text, "\"seq\":"), NULL, 10);
            seats[c].text[0] = 0;
            double t = seconds();
            say(c, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%llu,\"seq\":%lld,\"do\":\"move %s\"}", seats[c].table,
                (unsigned long long)++seats[c].id, seq, move);
            in_hub += seconds() - t;
            if (!strstr(seats[c].text, "\"ack\":") && strncmp(seats[c].text, "{\"type\":\"ok\"", 12)) {
                fprintf(stderr, "not acknowledged: %.300s\n", seats[c].text);
                return 1;
            }
            done++;
        }
        if (seconds() - start > 60)
            break;
    }
end:
    printf("%s, %d matches: %llu moves, %.2f us each in the hub (%.0f a second), %.2f frames of %.0f bytes a move\n", game,
           (int)matches, (unsigned long long)done, in_hub * 1e6 / (double)done, (double)done / in_hub,
           (double)(frames - frames_before) / (double)done, (double)(bytes - bytes_before) / (double)(frames - frames_before));
    /* people who only look: at the first table, and say nothing */
    uint64_t first = 2 * matches + 1, crowd = 10000;
    seats = realloc(seats, (first + 1) * sizeof *seats);
    quiet = 1;
    size_t before = mallinfo2().uordblks;
    for (uint64_t c = first; c < first + crowd; c++) {
        hub_connect(hub, c, "127.0.0.1", now);
        say(c, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"P\"}");
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", seats[1].table);
    }
    printf("a spectator has %.0f bytes in the hub and the store of memory\n",
           (double)(mallinfo2().uordblks - before) / (double)crowd);
    printf("a room has %zu bytes, a connection %zu, its place at a table %zu\n", sizeof(struct room), sizeof(struct conn),
           sizeof(struct viewer));
    hub_free(hub);
    store_close(store);
    free(seats);
    return 0;
}
