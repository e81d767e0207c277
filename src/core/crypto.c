/* crypto.c: BLAKE2b-256 and the ChaCha20 block function, from RFC 7693 and RFC 8439 (with the original 64-bit nonce), small
 * enough for the page. tests/unit compares both with libsodium. They are used for commitments and keyed dealing only. */
#include "core.h"
#include "crypto.h"

static const uint8_t sigma[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

static const uint64_t iv[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
                               0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

static uint64_t rotate64(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static void blake_mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y)
{
    *a += *b + x;
    *d = rotate64(*d ^ *a, 32);
    *c += *d;
    *b = rotate64(*b ^ *c, 24);
    *a += *b + y;
    *d = rotate64(*d ^ *a, 16);
    *c += *d;
    *b = rotate64(*b ^ *c, 63);
}

static void blake_block(uint64_t h[8], const uint8_t block[128], uint64_t total, int last)
{
    uint64_t v[16], m[16];
    memcpy(m, block, 128);
    memcpy(v, h, 64);
    memcpy(v + 8, iv, 64);
    v[12] ^= total;
    if (last)
        v[14] = ~v[14];
    for (int i = 0; i < 12; i++) {
        const uint8_t *s = sigma[i];
        for (int k = 0; k < 4; k++)
            blake_mix(&v[k], &v[4 + k], &v[8 + k], &v[12 + k], m[s[2 * k]], m[s[2 * k + 1]]);
        for (int k = 0; k < 4; k++)
            blake_mix(&v[k], &v[4 + (k + 1) % 4], &v[8 + (k + 2) % 4], &v[12 + (k + 3) % 4], m[s[8 + 2 * k]], m[s[9 + 2 * k]]);
    }
    for (int i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

void ir_blake2b(uint8_t out[32], const void *data, size_t n)
{
    const uint8_t *p = data;
    uint64_t h[8], total = 0;
    uint8_t block[128] = {0};
    memcpy(h, iv, 64);
    h[0] ^= 0x01010000 ^ 32;
    for (; n > 128; n -= 128, p += 128)
        blake_block(h, p, total += 128, 0);
    if (n)
        memcpy(block, p, n);
    blake_block(h, block, total + n, 1);
    memcpy(out, h, 32);
}

static uint32_t rotate32(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b], x[d] = rotate32(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotate32(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotate32(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotate32(x[b] ^ x[c], 7);
}

void ir_chacha20_block(uint8_t out[64], const uint8_t key[32], uint64_t counter, uint64_t nonce)
{
    uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    memcpy(in + 4, key, 32);
    memcpy(in + 12, &counter, 8);
    memcpy(in + 14, &nonce, 8);
    memcpy(x, in, sizeof x);
    for (int i = 0; i < 10; i++) {
        quarter(x, 0, 4, 8, 12), quarter(x, 1, 5, 9, 13), quarter(x, 2, 6, 10, 14), quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15), quarter(x, 1, 6, 11, 12), quarter(x, 2, 7, 8, 13), quarter(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        x[i] += in[i];
    memcpy(out, x, 64);
}

void ir_commit(uint8_t out[32], const uint8_t secret[32])
{
    uint8_t b[16 + 32] = "irori commit 1";
    memcpy(b + 16, secret, 32);
    ir_blake2b(out, b, sizeof b);
}

/* Each salt follows the match as "\n0 21b7...". The match is one word, so no two inputs give the same bytes. */
void ir_match_key(uint8_t out[32], const uint8_t secret[32], const char *match, const char *const salt[IR_SEATS_MAX])
{
    uint8_t b[16 + 32 + IR_NAME_MAX + IR_SEATS_MAX * (3 + IR_SALT_MAX)] = "irori key 1";
    size_t n = strlen(match);
    ir_assert(n < IR_NAME_MAX);
    memcpy(b + 16, secret, 32);
    memcpy(b + 48, match, n);
    n += 48;
    for (int i = 0; salt && i < IR_SEATS_MAX; i++) {
        size_t length = salt[i] ? strlen(salt[i]) : 0;
        if (!length)
            continue;
        ir_assert(length < IR_SALT_MAX);
        b[n++] = '\n';
        b[n++] = (uint8_t)('0' + i);
        b[n++] = ' ';
        memcpy(b + n, salt[i], length);
        n += length;
    }
    ir_blake2b(out, b, n);
}
