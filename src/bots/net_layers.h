/* net_layers.h: layers one to three of the network for one width of vectors. net.c includes it once a width, with LAYERS (the
 * function's name), WIDE (bytes), TARGET (an attribute) and MADD (sums of products of neighbours). No matter how wide, the
 * numbers are the same: all are whole. */
TARGET static void LAYERS(const struct net *net, const uint16_t *active, int n, int head, int32_t last[NET_BUCKETS_MAX])
{
    typedef int8_t bytes __attribute__((vector_size(WIDE / 2), aligned(8), may_alias));
    typedef int16_t pairs __attribute__((vector_size(WIDE), aligned(16), may_alias));
    typedef int32_t sums __attribute__((vector_size(WIDE), aligned(16), may_alias));
    enum { N1 = NET_HIDDEN * 2 / WIDE, N2 = NET_SECOND * 4 / WIDE, N3 = NET_BUCKETS_MAX * 4 / WIDE };
    const struct net_head *h = net_heads(net) + head;
    const bytes *rows = (const bytes *)(const void *)net_weights(net);
    _Alignas(32) int16_t first[NET_HIDDEN], second[NET_SECOND];
    _Alignas(32) int32_t both[NET_HIDDEN], sum[NET_SECOND];
    pairs one[N1];
    sums two[N2], three[N3];
    memcpy(one, net->b1, sizeof one);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < N1; j++)
            one[j] += __builtin_convertvector(rows[(size_t)active[i] * N1 + (size_t)j], pairs);
    memcpy(first, one, sizeof first);
    for (int i = 0; i < NET_HIDDEN; i++) { /* a size in the lower half of each, its square in the upper one */
        uint32_t size = (uint32_t)clipped(first[i] < 0 ? -first[i] : first[i], NET_OUT1), square = size * size / NET_SQUARE;
        both[i] = (int32_t)(size | (square < NET_OUT1 ? square : NET_OUT1) << 16);
    }
    memcpy(two, h->b2, sizeof two);
    for (int i = 0; i < NET_HIDDEN; i++) {
        const pairs *w = (const pairs *)(const void *)h->w2[i][first[i] < 0];
        pairs pair = (pairs)((sums){0} + both[i]);
        for (int j = 0; j < N2; j++)
            two[j] += (sums)MADD(pair, w[j]);
    }
    memcpy(sum, two, sizeof sum);
    for (int j = 0; j < NET_SECOND; j++)
        second[j] = (int16_t)clipped((int32_t)((float)sum[j] * h->scale2), NET_OUT2);
    memcpy(three, h->b3, sizeof three);
    for (int i = 0; i < NET_SECOND; i += 2) {
        const pairs *w = (const pairs *)(const void *)h->w3[i / 2];
        pairs pair = (pairs)((sums){0} + (second[i] | second[i + 1] << 16));
        for (int j = 0; j < N3; j++)
            three[j] += (sums)MADD(pair, w[j]);
    }
    memcpy(last, three, sizeof three);
}
