/* plant_store.c: a planted bug of the store in memory, which plant.c, with the hub's headers, cannot reach: it forgets that a
 * game was counted. The linker wraps kept_find with this one. */
#include "store/memory.h"

int plant_counts_twice;

struct kept *__real_kept_find(const struct world *, const char *id);
struct kept *__wrap_kept_find(const struct world *, const char *id);
struct kept *__wrap_kept_find(const struct world *w, const char *id)
{
    struct kept *k = __real_kept_find(w, id);
    if (plant_counts_twice && k && k->m.count == STORE_COUNTED)
        k->m.count = STORE_COUNT_DUE;
    return k;
}
