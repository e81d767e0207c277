/* node.c: a process that uses a store, to be killed, cut off and made to fail by test_crash.py and test_errors.py.
 *     node ping URL              opens the store and asks whether it is well
 *     node lock URL ID           tries to lock a match, says how that went, and stays until its input ends
 *     node write URL PREFIX N    appends to N matches for ever; says "ID SEQ" when a row is acknowledged, and what goes wrong
 *     node check URL PREFIX N    says "ID LAST" for each of the matches, whose rows must be whole */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ask.h"

struct writer {
    struct store_request r;
    int64_t last; /* the last row we know of */
    char text[80];
};

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

static void say(const char *format, const char *id, int64_t seq)
{
    char line[80];
    int n = snprintf(line, sizeof line, format, id, (long long)seq);
    if (write(1, line, (size_t)n) != n) /* at once: whoever reads must have it when we are killed */
        exit(1);
}

static void append_next(struct asked *a, struct writer *w)
{
    char id[IR_ID_MAX];
    snprintf(id, sizeof id, "%s", w->r.match.id);
    snprintf(w->text, sizeof w->text, "%s %lld by %d", id, (long long)w->last + 1, (int)getpid());
    w->r = ask_append(id, w->last + 1, 0, w->text);
    store_submit(a->store, &w->r);
}

static void load(struct asked *a, struct writer *w, const char *id)
{
    w->r = ask_load(id, 0);
    store_submit(a->store, &w->r);
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* Something was answered: what next? */
static void go_on(struct asked *a, struct writer *w)
{
    char id[IR_ID_MAX];
    snprintf(id, sizeof id, "%s", w->r.match.id);
    switch (w->r.status) {
    case STORE_OK:
    case STORE_NOT_FOUND:
        if (w->r.kind == STORE_APPEND) {
            w->last = w->r.row.seq;
            say("%s %lld\n", id, w->last);
        } else if (w->r.kind == STORE_MATCH_LOAD && w->r.status == STORE_NOT_FOUND) {
            w->r = ask_match(id, 1);
            store_submit(a->store, &w->r);
            return;
        } else if (w->r.kind == STORE_MATCH_LOAD) {
            int64_t last = w->r.n ? w->r.rows[w->r.n - 1].seq : 0;
            if (last == w->last + 1 && strcmp(w->r.rows[w->r.n - 1].text, w->text) == 0)
                say("%s %lld\n", id, last); /* it was not known whether it is there; now it is */
            w->last = last;
        }
        store_done(&w->r);
        append_next(a, w);
        return;
    case STORE_FAILED:
        say("failed %s %lld\n", id, 0);
        fprintf(stderr, "failed: %s\n", w->r.why);
        pause_ms(20);
        break;
    case STORE_UNKNOWN:
        say("unknown %s %lld\n", id, 0);
        fprintf(stderr, "unknown: %s\n", w->r.why);
        pause_ms(20);
        break;
    case STORE_CONFLICT: say("conflict %s %lld\n", id, 0); break;
    }
    load(a, w, id);
}

_Noreturn static void write_forever(struct asked *a, const char *prefix, int n)
{
    struct writer *all = calloc((size_t)n, sizeof *all);
    char id[IR_ID_MAX];
    for (int i = 0; i < n; i++) {
        snprintf(id, sizeof id, "%.12s%d", prefix, i);
        load(a, &all[i], id);
    }
    for (;;)
        for (struct store_request *r = asked_wait(a, 1000), *next; r; r = next) {
            next = r->next;
            go_on(a, (struct writer *)(void *)r);
        }
}

static int check(struct asked *a, const char *prefix, int n)
{
    for (int i = 0; i < n; i++) {
        char id[IR_ID_MAX], text[80];
        snprintf(id, sizeof id, "%.12s%d", prefix, i);
        struct store_request r = ask_load(id, 0);
        int status = ask(a, &r);
        if (status != STORE_OK && status != STORE_NOT_FOUND)
            return fail("check", r.why);
        for (int k = 0; k < r.n; k++) {
            snprintf(text, sizeof text, "%s %d by ", id, k + 1);
            if (r.rows[k].seq != k + 1 || r.rows[k].sub != 0 || strncmp(r.rows[k].text, text, strlen(text)) != 0)
                return fail("check: a row is missing, doubled or another's", text);
        }
        say("%s %lld\n", id, r.n);
        store_done(&r);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct asked a;
    char why[IR_WHY_MAX] = "";
    const char *what = argc > 2 ? argv[1] : "";
    if (argc < 3)
        return fail("usage", "node ping|lock|write|check URL ...");
    if (!asked_open(&a, argv[2], why))
        return fail("open", why);
    int failed = 0;
    if (strcmp(what, "write") == 0 && argc == 5) {
        write_forever(&a, argv[3], (int)strtol(argv[4], NULL, 10) % 1000);
    } else if (strcmp(what, "check") == 0 && argc == 5) {
        failed = check(&a, argv[3], (int)strtol(argv[4], NULL, 10) % 1000);
    } else if (strcmp(what, "lock") == 0 && argc == 4) {
        struct store_request r = ask_load(argv[3], 0);
        char c;
        r.kind = STORE_LOCK;
        int status = ask(&a, &r);
        say(status == STORE_OK ? "locked %s %lld\n" : "taken %s %lld\n", argv[3], status);
        failed = (int)read(0, &c, 1);
    } else {
        struct store_request r = ask_kind(STORE_PING);
        if (ask(&a, &r) != STORE_OK)
            failed = fail("ping", r.why);
        else
            say("ok%s %lld\n", "", 0);
    }
    asked_close(&a);
    return failed;
}
