/* seeded.c: makes the program irori into irori-seeded, whose server deals the same cards each time: all that deals depend on
 * comes from IRORI_TEST_SEED, in the order in which matches are made. For tests: who knows the seed knows every card. It is a
 * program of its own, which is never installed, so that no server can be started like this by mistake
 * (tests/server/test_seeded.py). */
#include "server/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/crypto.h"

static void deal(void *self, void *out, size_t n)
{
    static unsigned long long count;
    static uint8_t block[32];
    static size_t left;
    const char *seed = getenv("IRORI_TEST_SEED");
    (void)self;
    if (!seed || !*seed) {
        fputs("irori-seeded is for tests: say in IRORI_TEST_SEED from what to deal. To serve people, start irori.\n", stderr);
        exit(2);
    }
    for (uint8_t *p = out; n > 0; n--) {
        if (!left) {
            char text[300];
            snprintf(text, sizeof text, "%llu %s", count++, seed);
            ir_blake2b(block, text, strlen(text));
            left = sizeof block;
        }
        *p++ = block[sizeof block - left--];
    }
}

hub_dealer *serve_dealer(void)
{
    return deal;
}
