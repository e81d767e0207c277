/* hub_map.c: a hash map of things that carry their own link, by a number. It grows and never shrinks. */
#include "hub_inside.h"

static struct link **place(const struct map *m, uint64_t key)
{
    return &m->at[(key * 0x9e3779b97f4a7c15u >> 32) & (m->size - 1)];
}

struct link *map_find(const struct map *m, uint64_t key)
{
    if (!m->size)
        return NULL;
    struct link *l = *place(m, key);
    while (l && l->key != key)
        l = l->next;
    return l;
}

static void grow(struct map *m)
{
    struct map wide = {.size = m->size ? m->size * 2 : 64, .n = m->n};
    wide.at = memory(wide.size * sizeof *wide.at);
    for (size_t i = 0; i < m->size; i++)
        for (struct link *l = m->at[i], *next; l; l = next) {
            struct link **p = place(&wide, l->key);
            next = l->next;
            l->next = *p;
            *p = l;
        }
    free(m->at);
    *m = wide;
}

void map_add(struct map *m, struct link *l, uint64_t key)
{
    if (m->n >= m->size)
        grow(m);
    struct link **p = place(m, key);
    l->key = key;
    l->next = *p;
    *p = l;
    m->n++;
}

void map_remove(struct map *m, struct link *l)
{
    struct link **p = place(m, l->key);
    while (*p != l)
        p = &(*p)->next;
    *p = l->next;
    m->n--;
}
