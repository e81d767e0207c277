/* net_layers.h: layers one to three of the network for one vector width. net.c includes it once for each width, with LAYERS
 * (the function's name), WIDE (bytes), TARGET (an attribute), WIDEN (bytes to shorts) and MADD (multiply, add neighbours). All
 * numbers are integers, so the result is the same for every width. */
TARGET static void LAYERS(const struct net *net, const uint16_t *active, int n, int head, int32_t last[NET_BUCKETS_MAX])
{
    typedef int8_t bytes __attribute__((vector_size(WIDE / 2), aligned(8), may_alias));
    typedef int16_t pairs __attribute__((vector_size(WIDE), aligned(16), may_alias));
    typedef int32_t sums __attribute__((vector_size(WIDE), aligned(16), may_alias));
    typedef float parts __attribute__((vector_size(WIDE), aligned(16), may_alias));
    enum { N1 = NET_HIDDEN * 2 / WIDE, N2 = NET_SECOND * 4 / WIDE, N3 = NET_BUCKETS_MAX * 4 / WIDE };
    const struct net_head *h = net_heads(net) + head;
    const bytes *rows = (const bytes *)(const void *)net_weights(net);
    const pairs *b1 = (const pairs *)(const void *)net->b1;
    const sums *b2 = (const sums *)(const void *)h->b2, *b3 = (const sums *)(const void *)h->b3;
    union {
        pairs in[N1];
        uint16_t out[NET_HIDDEN];
    } first;
    union {
        sums in[2][N1];
        int32_t out[2][NET_HIDDEN / 2];
    } both; /* [0] even units, [1] odd units: absolute value in the lower 16 bits, square in the upper 16 */
    union {
        sums in[N2];
        int32_t out[NET_SECOND];
    } second;
    pairs one[N1];
    sums two[N2], three[N3];
    EACH (j, N1)
        one[j] = b1[j];
    for (int i = 0; i < n; i++)
        EACH (j, N1)
            one[j] += WIDEN(rows[(size_t)active[i] * N1 + (size_t)j], pairs);
    EACH (j, N1) {
        pairs below = one[j] < 0, size = (one[j] ^ below) - below, most = (pairs){0} + NET_OUT1, full = (pairs){0} + NET_FULL;
        size = LEAST(size, most);
        pairs root = LEAST(size, full), even = (pairs)((sums)root & 0xffff), odd = root ^ even;
        first.in[j] = one[j];
        both.in[0][j] = ((sums)size & 0xffff) | ((sums)MADD(even, even) >> NET_SHIFT) << 16;
        both.in[1][j] = ((sums)size >> 16) | ((sums)MADD(odd, odd) >> NET_SHIFT) << 16;
    }
    EACH (j, N2)
        two[j] = b2[j];
    for (int i = 0; i < NET_HIDDEN / 2; i++)
        EACH (odd, 2) {
            const pairs *w = (const pairs *)(const void *)h->w2[2 * i + odd][first.out[2 * i + odd] >> 15];
            pairs pair = (pairs)((sums){0} + both.out[odd][i]);
            EACH (j, N2)
                two[j] += (sums)MADD(pair, w[j]);
        }
    EACH (j, N2) {
        sums x = __builtin_convertvector(__builtin_convertvector(two[j], parts) * h->scale2, sums), most = (sums){0} + NET_OUT2;
        x &= x > 0;
        second.in[j] = LEAST(x, most);
    }
    EACH (j, N3)
        three[j] = b3[j];
    for (int i = 0; i < NET_SECOND; i += 2) {
        const pairs *w = (const pairs *)(const void *)h->w3[i / 2];
        pairs pair = (pairs)((sums){0} + (second.out[i] | second.out[i + 1] << 16));
        EACH (j, N3)
            three[j] += (sums)MADD(pair, w[j]);
    }
    EACH (j, N3)
        ((sums *)(void *)last)[j] = three[j];
}
