/* map.c: a chained hash map of things that carry their own link. */
#include "map.h"

#include <stdlib.h>

#include "core/banned.h"

static struct link **place(const struct map *m, uint64_t key)
{
    return &m->at[(key * 0x9e3779b97f4a7c15u >> 32) & (m->size - 1)];
}

struct link *map_same(const struct link *l)
{
    struct link *next = l->next;
    while (next && next->key != l->key)
        next = next->next;
    return next;
}

struct link *map_find(const struct map *m, uint64_t key)
{
    if (!m->n)
        return NULL;
    struct link *l = *place(m, key);
    while (l && l->key != key)
        l = l->next;
    return l;
}

static int grow(struct map *m)
{
    struct map wide = {.size = m->size ? m->size * 2 : 64, .n = m->n};
    wide.at = calloc(wide.size, sizeof *wide.at);
    if (!wide.at)
        return 0;
    for (size_t i = 0; i < m->size; i++)
        for (struct link *l = m->at[i], *next; l; l = next) {
            struct link **p = place(&wide, l->key);
            next = l->next;
            l->next = *p;
            *p = l;
        }
    free(m->at);
    *m = wide;
    return 1;
}

int map_add(struct map *m, struct link *l, uint64_t key)
{
    if (m->n >= m->size && !grow(m) && !m->size)
        return 0;
    struct link **p = place(m, key);
    l->key = key;
    l->next = *p;
    *p = l;
    m->n++;
    return 1;
}

void map_remove(struct map *m, struct link *l)
{
    struct link **p = place(m, l->key);
    while (*p != l)
        p = &(*p)->next;
    *p = l->next;
    m->n--;
}

static struct link *first_from(const struct map *m, size_t i)
{
    while (i < m->size && !m->at[i])
        i++;
    return i < m->size ? m->at[i] : NULL;
}

struct link *map_next(const struct map *m, const struct link *after)
{
    if (!after)
        return first_from(m, 0);
    return after->next ? after->next : first_from(m, (size_t)(place(m, after->key) - m->at) + 1);
}

void map_free(struct map *m)
{
    free(m->at);
    *m = (struct map){0};
}
