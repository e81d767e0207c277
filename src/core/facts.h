/* facts.h: what the why.c of games share: a list of facts with weights, of which the heaviest are kept; exact chances. */
#ifndef IR_FACTS_H
#define IR_FACTS_H

#include "core/core.h"

/* Facts as they are found; a weight says how much a fact explains. It orders them and is no part of them. */
enum { FACTS_FOUND = 48 };
struct facts {
    int n;
    struct {
        struct ir_fact fact;
        int weight;
    } of[FACTS_FOUND];
};

static inline void fact_add(struct facts *f, int weight, int kind, int of, int a, int b, int c, int d)
{
    if (weight > 0 && f->n < FACTS_FOUND) {
        f->of[f->n].fact = (struct ir_fact){.kind = (uint8_t)kind, .of = (uint8_t)of, .n = {a, b, c, d}};
        f->of[f->n++].weight = weight;
    }
}

/* The heaviest, the heaviest first; of equal ones the first found. */
static inline int facts_best(struct facts *f, struct ir_fact out[IR_FACTS_MAX])
{
    int n = 0;
    for (; n < IR_FACTS_MAX; n++) {
        int best = -1;
        for (int i = 0; i < f->n; i++)
            if (f->of[i].weight > 0 && (best < 0 || f->of[i].weight > f->of[best].weight))
                best = i;
        if (best < 0)
            break;
        out[n] = f->of[best].fact;
        f->of[best].weight = 0;
    }
    return n;
}

/* part/all in thousandths, rounded; 0 and 1000 only if it is just that. */
static inline int thousandths(uint64_t part, uint64_t all)
{
    int x = (int)((double)part / (double)all * 1000 + 0.5);
    return part == 0 ? 0 : part == all ? 1000 : x < 1 ? 1 : x > 999 ? 999 : x;
}

/* sum/count in tenths, rounded half away from zero. */
static inline int tenths(int64_t sum, int64_t count)
{
    int64_t twice = sum * 20 + (sum < 0 ? -count : count);
    return (int)(twice / (2 * count));
}

#endif
