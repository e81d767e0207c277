/* schema_next.c: the schema of a later version: that of today and one more migration. Linked in place of src/store/schema.c
 * into the program irori-next, to which tests/hosting upgrades, and from which it goes back. */
#define schema_last      schema_last_now
#define schema_migration schema_migration_now
int schema_last_now(void);
const char *schema_migration_now(int version, int postgres);
#include "store/schema.c"
#undef schema_last
#undef schema_migration

int schema_last(void);
const char *schema_migration(int version, int postgres);

int schema_last(void)
{
    return schema_last_now() + 1;
}

const char *schema_migration(int version, int postgres)
{
    if (version <= schema_last_now())
        return schema_migration_now(version, postgres);
    return postgres ? "ALTER TABLE players ADD COLUMN motto TEXT NOT NULL DEFAULT ''; CREATE TABLE later (what TEXT NOT NULL);"
                    : "ALTER TABLE players ADD COLUMN motto TEXT NOT NULL DEFAULT ''; CREATE TABLE later (what TEXT NOT NULL) "
                      "STRICT;";
}
