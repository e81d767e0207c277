/* idset.c: a set of match ids: open addressing, nothing left behind by removals. */
#include "backend.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

/* FNV-1a, then a mix: the low bits choose a place, all 64 are the key of an advisory lock. */
uint64_t id_hash(const char *id)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *id; id++)
        h = (h ^ (uint8_t)*id) * 0x100000001b3u;
    h ^= h >> 32;
    return h * 0x9e3779b97f4a7c15u ^ h >> 29;
}

/* Where it is, or the free place where it would go. */
static size_t place(const struct idset *s, const char *id)
{
    size_t at = id_hash(id) & (s->room - 1);
    while (s->id[at][0] && strcmp(s->id[at], id) != 0)
        at = (at + 1) & (s->room - 1);
    return at;
}

int idset_has(const struct idset *s, const char *id)
{
    return s->n && s->id[place(s, id)][0];
}

int idset_add(struct idset *s, const char *id)
{
    if (strlen(id) >= IR_ID_MAX || !*id)
        return 0;
    if (2 * (s->n + 1) > s->room) {
        struct idset larger = {.room = s->room ? 2 * s->room : 16, .n = s->n};
        larger.id = calloc(larger.room, sizeof *larger.id);
        if (!larger.id)
            return -1;
        for (size_t i = 0; i < s->room; i++)
            if (s->id[i][0])
                memcpy(larger.id[place(&larger, s->id[i])], s->id[i], IR_ID_MAX);
        free(s->id);
        *s = larger;
    }
    size_t at = place(s, id);
    if (s->id[at][0])
        return 0;
    memcpy(s->id[at], id, strlen(id) + 1);
    s->n++;
    return 1;
}

int idset_remove(struct idset *s, const char *id)
{
    if (!idset_has(s, id))
        return 0;
    size_t free_at = place(s, id), at = free_at;
    s->n--;
    for (;;) { /* whoever was pushed on by the one that goes moves up */
        at = (at + 1) & (s->room - 1);
        if (!s->id[at][0])
            break;
        size_t home = id_hash(s->id[at]) & (s->room - 1);
        if (((at - home) & (s->room - 1)) >= ((at - free_at) & (s->room - 1))) {
            memcpy(s->id[free_at], s->id[at], IR_ID_MAX);
            free_at = at;
        }
    }
    s->id[free_at][0] = 0;
    return 1;
}

void idset_free(struct idset *s)
{
    free(s->id);
    *s = (struct idset){0};
}
