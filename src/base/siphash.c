/* siphash.c: SipHash-2-4, from the paper: two rounds for each eight bytes, four at the end. */
#include "siphash.h"

#include "core/banned.h"

static uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static void rounds(uint64_t v[4], int n)
{
    while (n--) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turn(v[1], 13) ^ v[0];
        v[3] = turn(v[3], 16) ^ v[2];
        v[0] = turn(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = turn(v[1], 17) ^ v[2];
        v[3] = turn(v[3], 21) ^ v[0];
        v[2] = turn(v[2], 32);
    }
}

uint64_t siphash(const uint64_t key[2], const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du, key[0] ^ 0x6c7967656e657261u,
                     key[1] ^ 0x7465646279746573u}; /* "somepseudorandomlygeneratedbytes" */
    for (size_t at = 0; at <= n; at += 8) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && at + i < n; i++)
            word |= (uint64_t)b[at + i] << 8 * i;
        if (at + 8 > n)
            word |= (uint64_t)n << 56; /* the last word, which may be empty, ends with the length */
        v[3] ^= word;
        rounds(v, 2);
        v[0] ^= word;
    }
    v[2] ^= 0xff;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
