/* hub_bans.c: whom the owner of the server does not want here: addresses and networks, and names that were taken from somebody.
 * People who are banned are found with their token (hub_people.c).
 *
 * The list is in the store. Each node has a copy in memory, because it is asked for every connection and every request; it is
 * read at the start, when another node says that it changed, and once a minute in case that was lost. */
#include "hub_inside.h"
#include "address.h"

enum { BANS_MS = 60000 };
static const char channel[] = ":bans"; /* no table has such an id */

struct ban {
    struct network net;     /* if who is 0 */
    uint64_t who;           /* whom this name was taken from */
    char name[IR_NAME_MAX]; /* ... or "" */
    int64_t until;
};

int64_t ban_until(const struct hub *h, const char *address)
{
    struct address a;
    int known = h->n_bans && address_read(&a, address, strlen(address));
    for (int i = 0; known && i < h->n_bans; i++)
        if (!h->bans[i].who && h->bans[i].until > h->now && network_has(&h->bans[i].net, &a))
            return h->bans[i].until;
    return 0;
}

int ban_name(const struct hub *h, uint64_t who, const char *name)
{
    for (int i = 0; who && i < h->n_bans; i++)
        if (h->bans[i].who == who && h->bans[i].until > h->now && name_like(h->bans[i].name, name))
            return 1;
    return 0;
}

/* "name WHO NAME", or a network. 0: it is neither. */
static int ban_read(struct ban *b, const char *text)
{
    size_t n = strlen(text);
    if (network_read(&b->net, text, n))
        return 1;
    if (n < 22 || n >= 22 + IR_NAME_MAX || strncmp(text, "name ", 5) != 0)
        return 0;
    b->who = strtoull(text + 5, NULL, 16);
    memcpy(b->name, text + 22, n - 22 + 1);
    return b->who != 0;
}

static void cut(struct hub *h)
{
    for (struct link *l = map_next(&h->conns, NULL); l; l = map_next(&h->conns, l)) {
        struct conn *c = (struct conn *)l;
        int64_t until = c->closing ? 0 : ban_until(h, c->from);
        if (until)
            banned_refuse(h, c, until);
    }
}

static void after_bans(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_OK)
        return; /* what was true a minute ago holds */
    struct ban *list = alloc_zero((size_t)(a->r.n ? a->r.n : 1) * sizeof *list);
    int n = 0;
    for (int i = 0; i < a->r.n; i++) {
        const struct store_item *item = &a->r.items[i];
        struct ban b = {.until = item->seen};
        if (!item->who && item->text && ban_read(&b, item->text))
            list[n++] = b;
    }
    free(h->bans);
    h->bans = list;
    h->n_bans = n;
    cut(h);
}

static void bans_read(struct hub *h)
{
    struct query *a = query_new(h, STORE_BANS, after_bans, 0);
    a->r.time = h->now;
    query_send(h, a);
}

int64_t bans_tick(struct hub *h)
{
    if (!h->bans_at && !h->limit.alone)
        h->port.watch(h->port.self, channel, 1);
    if (h->now >= h->bans_at) {
        h->bans_at = h->now + BANS_MS;
        bans_read(h);
    }
    return h->bans_at;
}

int bans_notice(struct hub *h, const char *of)
{
    if (strcmp(of, channel) != 0)
        return 0;
    bans_read(h);
    return 1;
}

void bans_changed(struct hub *h)
{
    bans_read(h);
    notice_tell(h, channel, 1);
}

void bans_forget(struct hub *h, uint64_t who)
{
    int n = 0;
    for (int i = 0; i < h->n_bans; i++) {
        if (h->bans[i].who != who)
            continue;
        struct query *a = query_new(h, STORE_BAN, query_ignore, 24 + IR_NAME_MAX);
        snprintf(a->text, 24 + IR_NAME_MAX, "name %016llx %s", (unsigned long long)who, h->bans[i].name);
        a->r.text = a->text;
        a->r.time = h->now;
        query_send(h, a);
        n++;
    }
    if (n)
        bans_changed(h);
}

void bans_free(struct hub *h)
{
    free(h->bans);
}
