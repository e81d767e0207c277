/* map.h: the hash map of the store and the server. It holds things that begin with a struct link, by a 64-bit key, and owns
 * none of them. Several things may have the same key: whoever hashes texts compares them (map_find, then map_same).
 *
 * The map spreads keys by itself, so they may be consecutive numbers. It is no defence against somebody who chooses keys: hash
 * what strangers send with siphash.h. It doubles when it has as many things as places, and never shrinks. */
#ifndef IR_MAP_H
#define IR_MAP_H

#include <stddef.h>
#include <stdint.h>

struct link {
    struct link *next; /* in the same place */
    uint64_t key;
};
struct map { /* zeros: an empty one */
    struct link **at;
    size_t size, n; /* size is 0 or a power of two */
};

/* One of the things with this key, or NULL. */
struct link *map_find(const struct map *, uint64_t key);
/* Another one with the same key, until each was given once; then NULL. */
struct link *map_same(const struct link *);
/* 0: no memory, and nothing changed. A map that cannot double goes on with the places it has, so only the first can fail. */
int map_add(struct map *, struct link *, uint64_t key);
/* The thing must be in the map. */
void map_remove(struct map *, struct link *);

/* Everything in the map, in no order: from NULL to NULL. What was given last may be removed only after the next was asked for.
 */
struct link *map_next(const struct map *, const struct link *after);
/* Frees the places, not the things. */
void map_free(struct map *);

#endif
