/* postgres_none.c: in place of postgres.c and copy_postgres.c where the program is built without PostgreSQL: a sentence. */
#include "backend.h"
#include "copy_end.h"

#include <stdio.h>

#include "core/banned.h"

static const char *const sentence = "This irori was built without PostgreSQL; use a file, or one that has it.";

static int store_refuse(struct store *s, const char *where, char why[IR_WHY_MAX])
{
    (void)s, (void)where;
    snprintf(why, IR_WHY_MAX, "%s", sentence);
    return 0;
}

static int copy_refuse(struct copy_end *e, const char *where, const struct copy_end *source)
{
    (void)where, (void)source;
    snprintf(e->why, sizeof e->why, "%s", sentence);
    return 0;
}

static void nothing(struct copy_end *e)
{
    (void)e;
}

const struct backend store_postgres = {.open = store_refuse};
const struct copy_kind copy_postgres = {.open = copy_refuse, .close = nothing};
