/* hub_slow.c: finds the slow games in which something is due: a reminder, the end of somebody's time, a bot's move. Once a
 * minute, and at the start, it asks the store for them. A room that is found is loaded and used until nothing is due in it any
 * more; the keeper does the rest, as if somebody were there. Every node does this: whoever gets the lock goes on, the others
 * let go, and if two act all the same, the numbers of the rows decide. */
#include "hub_inside.h"

#include "table/table.h"

enum { SLOW_MS = 60000, MORE_MS = 1000 };

void slow_begin(struct hub *h, struct room *r)
{
    if (r->kept || r->viewers || r->phase == ROOM_BROKEN)
        return;
    r->kept = 1;
    room_unlist(h, r);
    room_watch(h, r);
}

static void after_due(struct hub *h, struct query *a)
{
    h->slow_asked = 0;
    if (a->r.status != STORE_OK || h->closing)
        return;
    for (int i = 0; i < a->r.n; i++) {
        if (event_id(a->r.list[i].id)) {
            event_wake(h, a->r.list[i].id);
            continue;
        }
        struct room *r = room_get(h, a->r.list[i].id);
        if (!r || r->kept || r->viewers)
            continue; /* there is no room for it now; or somebody is there, and the keeper looks after it */
        h->count.due++;
        slow_begin(h, r);
        room_go(h, r);
    }
    h->slow_from = 0;
    if (a->r.n == STORE_LIST_MAX) { /* there may be more */
        h->slow_from = a->r.list[a->r.n - 1].due;
        h->slow_at = h->now + MORE_MS;
    }
}

int64_t slow_tick(struct hub *h)
{
    if (h->closing)
        return 0;
    if (h->now >= h->slow_at && !h->slow_asked) {
        struct query *a = query_new(h, STORE_DUE, after_due, 0);
        a->r.time = h->now;
        a->r.from_seq = h->slow_from;
        a->r.limit = STORE_LIST_MAX;
        h->slow_asked = 1;
        h->slow_at = h->now + SLOW_MS;
        query_send(h, a);
    }
    return h->slow_at;
}
