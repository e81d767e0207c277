/* test_map.c: the hash map of store and server against a plain list, and SipHash against its reference and libsodium. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/siphash.h"

struct thing {
    struct link link;
    int in, seen;
};

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    return *x ^= *x << 17;
}

static int all_seen_once(const struct map *m, struct thing *t, int n)
{
    int in = 0;
    for (int i = 0; i < n; i++)
        t[i].seen = 0;
    for (struct link *l = map_next(m, NULL); l; l = map_next(m, l))
        ((struct thing *)l)->seen++;
    for (int i = 0; i < n; i++) {
        in += t[i].in;
        if (t[i].seen != t[i].in)
            return 0;
    }
    return m->n == (size_t)in;
}

/* Things come and go at random; `keys` of them have different keys, the others share one. */
static void random_use(int keys)
{
    enum { THINGS = 1500 };
    struct thing *t = calloc(THINGS, sizeof *t);
    struct map m = {0};
    uint64_t rng = 88172645463325252u + (uint64_t)keys;
    assert_null(map_find(&m, 0));
    for (int step = 0; step < 60000; step++) {
        int i = (int)(next_random(&rng) % THINGS);
        uint64_t key = (uint64_t)(i % keys) * 0x100000000u + 7; /* the low bits alone would put all into one place */
        struct link *l = map_find(&m, key);
        while (l && l != &t[i].link)
            l = map_same(l);
        assert_int_equal(l != NULL, t[i].in);
        if (t[i].in)
            map_remove(&m, &t[i].link);
        else
            assert_true(map_add(&m, &t[i].link, key));
        t[i].in = !t[i].in;
        if (step % 5000 == 0)
            assert_true(all_seen_once(&m, t, THINGS));
    }
    for (struct link *l = map_next(&m, NULL), *next; l; l = next) {
        next = map_next(&m, l);
        map_remove(&m, l);
        ((struct thing *)l)->in = 0;
    }
    assert_true(all_seen_once(&m, t, THINGS));
    map_free(&m);
    assert_null(map_next(&m, NULL));
    free(t);
}

static void things_come_and_go(void **state)
{
    (void)state;
    random_use(1500);
}

static void equal_keys_are_kept_apart(void **state)
{
    (void)state;
    random_use(100);
}

/* Consecutive numbers, such as those of connections, are spread: no place has more than a few. */
static void numbers_are_spread(void **state)
{
    (void)state;
    enum { THINGS = 4096 };
    struct thing *t = calloc(THINGS, sizeof *t);
    struct map m = {0};
    for (int i = 0; i < THINGS; i++)
        assert_true(map_add(&m, &t[i].link, (uint64_t)i + 1));
    for (size_t i = 0; i < m.size; i++) {
        int n = 0;
        for (struct link *l = m.at[i]; l; l = l->next)
            n++;
        assert_in_range(n, 0, 8);
    }
    map_free(&m);
    free(t);
}

/* The key is 00 01 ... 0f and the text 00 01 ... of a length, as in the reference implementation's list of 64. The one of 15
 * bytes is in the paper's appendix A. */
static void siphash_reference(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        uint64_t hash;
    } known[] = {{0, 0x726fdb47dd0e0e31u},  {1, 0x74f839c593dc67fdu},  {7, 0xab0200f58b01d137u}, {8, 0x93f5f5799a932462u},
                 {15, 0xa129ca6149be45e5u}, {16, 0x3f2acc7f57c29bdbu}, {63, 0x958a324ceb064572u}};
    const uint64_t key[2] = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
    uint8_t text[64];
    for (int i = 0; i < 64; i++)
        text[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(siphash(key, text, known[i].n), known[i].hash);
}

/* libsodium's crypto_shorthash is SipHash-2-4: all lengths up to 300, with random keys and texts. */
static void siphash_as_libsodium(void **state)
{
    (void)state;
    uint64_t rng = 42;
    for (size_t n = 0; n <= 300; n++) {
        uint8_t text[300], bytes[crypto_shorthash_KEYBYTES], out[crypto_shorthash_BYTES];
        uint64_t key[2] = {next_random(&rng), next_random(&rng)}, hash = 0;
        for (size_t i = 0; i < n; i++)
            text[i] = (uint8_t)next_random(&rng);
        for (int i = 0; i < 16; i++)
            bytes[i] = (uint8_t)(key[i / 8] >> 8 * (i % 8));
        crypto_shorthash(out, text, n, bytes);
        for (int i = 0; i < 8; i++)
            hash |= (uint64_t)out[i] << 8 * i;
        assert_int_equal(siphash(key, text, n), hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_come_and_go), cmocka_unit_test(equal_keys_are_kept_apart), cmocka_unit_test(numbers_are_spread),
        cmocka_unit_test(siphash_reference),  cmocka_unit_test(siphash_as_libsodium),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
