/* net.c: the forward pass of the network in net.h. It uses 16-byte vector types, which all our compilers support: gcc did not
 * vectorize the plain loops, and they were five times as slow. */
#include "net.h"

/* Floats are rounded after every step on every machine, so that a bot chooses the same move on all of them. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the x87 keeps more digits than others: build with -msse2 -mfpmath=sse"
#endif

typedef int16_t shorts __attribute__((vector_size(16), may_alias));
typedef int32_t ints __attribute__((vector_size(16), may_alias));
typedef uint32_t bits __attribute__((vector_size(16), may_alias));
typedef float floats __attribute__((vector_size(16), may_alias));

size_t net_size(const struct net *n)
{
    return (size_t)((const char *)net_weights(n) - (const char *)n) + (size_t)n->features * NET_HIDDEN;
}

/* A short loop to unroll: otherwise gcc turns some of these into calls or memory copies. */
#ifdef __clang__
/* NOLINTNEXTLINE(bugprone-macro-parentheses): i is declared here */
#define EACH(i, n) for (int i = 0; i < (n); i++)
#else
#define EACH(i, n) _Pragma("GCC unroll 16") for (int i = 0; i < (n); i++)
#endif
/* A division of vectors; clang would take them apart, lane by lane. */
enum { NET_SHIFT = 7 };
_Static_assert(1 << NET_SHIFT == NET_SQUARE, "squares are not negative");
#define LEAST(a, b) (((a) & ((a) < (b))) | ((b) & ~((a) < (b)))) /* lane by lane */

/* The layers are written once for any vector width. The widest one the processor has is chosen at run time. */
#define LAYERS layers
#define WIDE   16
#define TARGET
#define WIDEN __builtin_convertvector
#if defined(__SSE2__)
#define MADD __builtin_ia32_pmaddwd128
#elif defined(__wasm_simd128__)
#define MADD __builtin_wasm_dot_s_i32x4_i16x8
#else
static inline ints madd(shorts a, shorts b)
{
    return (ints){a[0] * b[0] + a[1] * b[1], a[2] * b[2] + a[3] * b[3], a[4] * b[4] + a[5] * b[5], a[6] * b[6] + a[7] * b[7]};
}
#define MADD madd
#endif
#include "net_layers.h"
#undef LAYERS
#undef WIDE
#undef TARGET
#undef WIDEN
#undef MADD

#if defined(__x86_64__) && !defined(__clang__)
#define LAYERS layers_avx2
#define WIDE   32
#define TARGET __attribute__((target("avx2")))
#define MADD   __builtin_ia32_pmaddwd256
/* for __builtin_convertvector, gcc would widen each half and join them */
typedef char chars __attribute__((vector_size(16)));
#define WIDEN(x, type) (type) __builtin_ia32_pmovsxbw256((chars)(x))
#include "net_layers.h"
#define layers_best (__builtin_cpu_supports("avx2") ? layers_avx2 : layers)
#else
#define layers_best layers
#endif

static inline void logits(const struct net *net, const uint16_t *active, int n, int head, float out[NET_BUCKETS_MAX])
{
    _Alignas(16) int32_t last[NET_BUCKETS_MAX];
    const float scale = net_heads(net)[head].scale3;
    layers_best(net, active, n, head, last);
    for (int j = 0; j < NET_BUCKETS_MAX; j += 4) {
        floats x = __builtin_convertvector(*(const ints *)&last[j], floats) * scale;
        memcpy(out + j, &x, sizeof x);
    }
}

/* e^x for x <= 0: the power of two from the exponent bits, the rest by a polynomial (error 2e-7); 0 for x <= -80. */
static inline floats exps(floats x)
{
    floats y = x * 1.44269504f;
    ints k = __builtin_convertvector(y - 0.5f, ints), there = x > -80.0f;
    floats r = (y - __builtin_convertvector(k, floats)) * 0.693147181f; /* -0.35 ... 0.35 */
    floats p = 1 + r * (1 + r * (0.5f + r * (0.166666667f + r * (0.0416666667f + r * (0.00833333333f + r * 0.00138888889f)))));
    return p * (floats)((bits)(k + 127) << 23 & (bits)there);
}

/* Logits to unnormalized weights; returns their sum, to divide by. */
static inline float soften(float z[NET_BUCKETS_MAX])
{
    floats x[NET_BUCKETS_MAX / 4], sum = {0}, high;
    memcpy(x, z, sizeof x);
    high = x[0];
    EACH (i, NET_BUCKETS_MAX / 4)
        high = (floats)(((bits)x[i] & (bits)(x[i] > high)) | ((bits)high & ~(bits)(x[i] > high)));
    float left = high[0] > high[1] ? high[0] : high[1], right = high[2] > high[3] ? high[2] : high[3];
    float max = left > right ? left : right;
    EACH (i, NET_BUCKETS_MAX / 4) {
        x[i] = exps(x[i] - max);
        sum += x[i];
    }
    memcpy(z, x, sizeof x);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void net_eval(const struct net *net, const uint16_t *active, int n, int head, float *p)
{
    float z[NET_BUCKETS_MAX];
    logits(net, active, n, head, z);
    float all = soften(z);
    for (int i = 0; i < net->buckets; i++)
        p[i] = z[i] / all;
}

float net_value(const struct net *net, const uint16_t *active, int n, int head, const float *u)
{
    float z[NET_BUCKETS_MAX];
    floats sum = {0};
    logits(net, active, n, head, z);
    float all = soften(z);
    for (int i = 0; i < NET_BUCKETS_MAX; i += 4) {
        floats x, y;
        memcpy(&x, z + i, sizeof x);
        memcpy(&y, u + i, sizeof y);
        sum += x * y;
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) / all;
}
