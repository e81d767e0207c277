/* hub_store.c: requests to the store and their answers. */
#include "hub_inside.h"

struct ask *ask_new(struct hub *h, enum store_kind kind, void (*then)(struct hub *, struct ask *), size_t extra)
{
    struct ask *a = memory(sizeof *a + extra);
    a->r.kind = kind;
    a->then = then;
    a->born = h->now;
    return a;
}

void ask_send(struct hub *h, struct ask *a)
{
    h->asked++;
    h->port.store(h->port.self, &a->r);
}

void hub_stored(struct hub *h, struct store_request *r, int64_t now)
{
    struct ask *a = (struct ask *)(void *)r;
    h->now = now;
    h->asked--;
    count_latency(h, now - a->born);
    a->then(h, a);
    store_done(r);
    free(a);
}

int hub_busy(const struct hub *h)
{
    return h->asked;
}
