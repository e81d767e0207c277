/* learn.h: a network while it learns: in floats, by Adam on the cross entropy of samples, and rounded to what it will be in its
 * file. Everything is summed in a fixed order, so that the number of threads does not matter. */
#ifndef IR_CLI_LEARN_H
#define IR_CLI_LEARN_H

#include "bots/brain.h"

enum { LEARN_PARTS = 4 };

/* A position, and what is to be said of it. */
struct sample {
    const uint16_t *active;
    uint16_t n;
    uint8_t head;
    float target[NET_BUCKETS_MAX];
};

struct params { /* pointers into one array, so that Adam sees numbers only */
    float *all, *w1, *b1;
    struct head *head;
    size_t n;
};
struct learner {
    const struct brain *brain;
    struct net *net; /* in whole numbers: what plays, and what will be written; as of the last learner_round */
    int threads;
    float rate;               /* how far a step goes */
    double loss;              /* of all samples since whoever looks at it made it zero */
    struct params p, rounded; /* rounded: layer one as it will be in the file, so that the rest learns to live with it */
    float *adam_m, *adam_v, *gradient[LEARN_PARTS], *mean;
    uint64_t steps, averaged;
    const struct sample *const *batch; /* in hand */
    uint32_t n;
    double lost[LEARN_PARTS];
};
void learner_open(struct learner *, const struct brain *, uint64_t seed, int threads);
/* A step by n samples. */
void learner_step(struct learner *, const struct sample *const *batch, uint32_t n);
/* Each step leaves the weights somewhere around where they should be: their mean over many is nearer. This adds those of now to
 * a mean, */
void learner_average(struct learner *);
/* and this takes the mean for the weights, if there is one. */
void learner_settle(struct learner *);
void learner_round(struct learner *);

/* run(context, 0 ... n-1), by several threads. */
void parallel(int threads, int n, void (*run)(void *, int), void *context);
/* calloc, or the end. */
void *grab(size_t n, size_t size);

#endif
