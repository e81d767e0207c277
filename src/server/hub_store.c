/* hub_store.c: requests to the store and their answers. */
#include "hub_inside.h"

struct query *query_new(struct hub *h, enum store_kind kind, void (*then)(struct hub *, struct query *), size_t extra)
{
    struct query *a =
        extra <= QUERY_USUAL ? spare_take(&h->queries_spare, sizeof *a + QUERY_USUAL) : alloc_raw(sizeof *a + extra);
    memset(a, 0, kind == STORE_APPEND ? offsetof(struct query, r.match) : sizeof *a); /* an append fills in what it uses */
    a->r.kind = kind;
    a->then = then;
    a->room = NULL;
    a->job = NULL;
    a->conn = a->request = a->id = 0;
    a->born = h->now;
    a->extra = extra;
    return a;
}

void query_send(struct hub *h, struct query *a)
{
    h->queries++;
    h->port.store(h->port.self, &a->r);
}

void query_ignore(struct hub *h, struct query *a)
{
    (void)h, (void)a;
}

void hub_stored(struct hub *h, struct store_request *r, int64_t now)
{
    struct query *a = (struct query *)(void *)r;
    h->now = now;
    h->queries--;
    count_latency(h, now - a->born);
    a->then(h, a);
    store_done(r);
    if (a->extra <= QUERY_USUAL)
        spare_give(&h->queries_spare, a);
    else
        free(a);
}

int hub_busy(const struct hub *h)
{
    return h->queries;
}

void job_add(struct hub *h, struct job *j, void (*drop)(struct job *))
{
    j->drop = drop;
    j->next = h->jobs;
    if (h->jobs)
        h->jobs->before = j;
    h->jobs = j;
}

void job_end(struct hub *h, struct job *j)
{
    *(j->before ? &j->before->next : &h->jobs) = j->next;
    if (j->next)
        j->next->before = j->before;
    j->drop(j);
}
