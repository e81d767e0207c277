/* ask.c: a store asked one thing at a time, for tests. */
#include "ask.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void wake(void *arg)
{
    struct asked *a = arg;
    (void)!write(a->bell, &(uint64_t){1}, sizeof(uint64_t));
}

static void notice(void *arg, const char *match, const struct store_row *row)
{
    struct asked *a = arg;
    snprintf(a->notice_match, sizeof a->notice_match, "%s", match);
    snprintf(a->notice_text, sizeof a->notice_text, "%d %lld %llu %llu %s", (int)row->sub, (long long)row->time,
             (unsigned long long)row->who, (unsigned long long)row->id, row->text ? row->text : "");
    a->notice_seq = row->seq;
    a->notices++;
}

int asked_open(struct asked *a, const char *url, char why[IR_WHY_MAX])
{
    *a = (struct asked){.bell = eventfd(0, EFD_NONBLOCK)};
    a->store = store_open(url, wake, notice, a, why);
    if (!a->store)
        close(a->bell);
    return a->store != NULL;
}

void asked_close(struct asked *a)
{
    store_close(a->store);
    close(a->bell);
}

struct store_request *asked_wait(struct asked *a, int milliseconds)
{
    struct store_request *r = store_collect(a->store);
    if (r)
        return r;
    poll(&(struct pollfd){.fd = a->bell, .events = POLLIN}, 1, milliseconds);
    uint64_t rings;
    (void)!read(a->bell, &rings, sizeof rings);
    return store_collect(a->store);
}

int ask(struct asked *a, struct store_request *r)
{
    store_submit(a->store, r);
    for (int i = 0; i < HANG; i++)
        if (asked_wait(a, 1000) == r)
            return (int)r->status;
    return -1;
}

struct store_request ask_kind(enum store_kind kind)
{
    return (struct store_request){.kind = kind};
}

struct store_request ask_match(const char *id, int64_t time)
{
    struct store_request r = {.kind = STORE_MATCH_NEW};
    snprintf(r.match.id, sizeof r.match.id, "%s", id);
    snprintf(r.match.game, sizeof r.match.game, "nullgame");
    snprintf(r.match.options, sizeof r.match.options, "printed,rounds=3");
    snprintf(r.match.settings, sizeof r.match.settings, "clock=move,seconds=60");
    r.match.rules = 1;
    r.match.seats = 2;
    r.match.host = 0xfedcba9876543210u;
    r.match.created = r.match.updated = time;
    memset(r.match.secret, 0x5a, sizeof r.match.secret);
    snprintf((char *)r.match.secret, sizeof r.match.secret, "%s", id);
    return r;
}

struct store_request ask_append(const char *id, int64_t seq, int sub, const char *text)
{
    struct store_request r = {.kind = STORE_APPEND};
    snprintf(r.match.id, sizeof r.match.id, "%s", id);
    r.row = (struct store_row){
        .seq = seq, .sub = sub, .time = 1000 + seq, .who = ~(uint64_t)seq, .id = 7 * (uint64_t)seq, .text = text};
    return r;
}

struct store_request ask_load(const char *id, int64_t from)
{
    struct store_request r = {.kind = STORE_MATCH_LOAD, .from_seq = from};
    snprintf(r.match.id, sizeof r.match.id, "%s", id);
    return r;
}
