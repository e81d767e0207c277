/* copy.h: copies everything in a store to another store, and compares both ends. For `irori store` and for tests; a server
 * never calls it.
 *
 * The source is read in one transaction, so the copy is what was there at one moment, even while a server writes on. The
 * target must be empty. It is written in one transaction, which is committed only when every row that was read back from it
 * equals what was read from the source; otherwise the target stays as it was. A copy has the schema version of its source. */
#ifndef IR_STORE_COPY_H
#define IR_STORE_COPY_H

#include "irori.h"

enum { COPY_TABLES = 32, COPY_PLACE = 200 };

/* What a store holds: for each table the number of its rows, and a hash of them that does not depend on their order. */
struct store_sum {
    int version;            /* of the schema */
    int used;               /* a server uses the store */
    char place[COPY_PLACE]; /* where it is, without a password */
    int n;
    struct {
        char name[32];
        int64_t rows;
        uint64_t hash[2];
    } table[COPY_TABLES];
};

/* URLs are those of store_open, except memory:. 1; or 0 and a sentence. */
int store_sum(const char *url, struct store_sum *, char why[IR_WHY_MAX]); /* of SQLite also checks that the file is sound */
int store_copy(const char *from, const char *to, struct store_sum *source, struct store_sum *target, char why[IR_WHY_MAX]);

#endif
