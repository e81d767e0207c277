/* cases.c: what the cases that run over every kind of store share. */
#include "cases.h"

const char *url;
struct asked a;

void answers(enum store_status wanted, struct store_request *r, int line)
{
    int got = ask(&a, r);
    if (got != (int)wanted)
        fail_msg("line %d: status %d instead of %d: %s", line, got, (int)wanted, r->why);
}

int setup(void **state)
{
    char why[IR_WHY_MAX] = "";
    if (!asked_open(&a, url, why))
        print_error("%s\n", why);
    return a.store ? 0 : -1;
}

int teardown(void **state)
{
    asked_close(&a);
    return 0;
}

void hash_fill(uint8_t hash[STORE_HASH], uint8_t with)
{
    memset(hash, with, STORE_HASH);
    hash[STORE_HASH - 1] = (uint8_t)~with; /* other tests on the same store have others */
}

struct store_request player(enum store_kind kind, uint64_t who, const char *name, uint8_t token)
{
    struct store_request r = ask_kind(kind);
    r.who = who;
    r.time = 1000;
    snprintf(r.name, sizeof r.name, "%s", name);
    hash_fill(r.token_hash, token);
    return r;
}
