/* idset.c: a set of match ids. */
#include "backend.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

/* FNV-1a, then a mix. The 64 bits are the key of an advisory lock, which every node must compute the same way, so there is
 * no secret in them. */
uint64_t id_hash(const char *id)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *id; id++)
        h = (h ^ (uint8_t)*id) * 0x100000001b3u;
    h ^= h >> 32;
    return h * 0x9e3779b97f4a7c15u ^ h >> 29;
}

static struct idset_item *find(const struct idset *s, const char *id)
{
    struct link *l = map_find(&s->map, id_hash(id));
    while (l && strcmp(((struct idset_item *)l)->id, id) != 0)
        l = map_same(l);
    return (struct idset_item *)l;
}

int idset_has(const struct idset *s, const char *id)
{
    return find(s, id) != NULL;
}

int idset_add(struct idset *s, const char *id)
{
    if (strlen(id) >= IR_ID_MAX || !*id || find(s, id))
        return 0;
    struct idset_item *item = calloc(1, sizeof *item);
    if (!item)
        return -1;
    memcpy(item->id, id, strlen(id) + 1);
    if (!map_add(&s->map, &item->link, id_hash(id))) {
        free(item);
        return -1;
    }
    return 1;
}

int idset_remove(struct idset *s, const char *id)
{
    struct idset_item *item = find(s, id);
    if (!item)
        return 0;
    map_remove(&s->map, &item->link);
    free(item);
    return 1;
}

void idset_free(struct idset *s)
{
    for (struct link *l = map_next(&s->map, NULL), *next; l; l = next) {
        next = map_next(&s->map, l);
        free(l);
    }
    map_free(&s->map);
}
