/* learn.h: a network in training: in floats, by Adam on the cross entropy of samples, and quantized to the integers of its
 * file. Everything is summed in a fixed order, so the result does not depend on the number of threads. */
#ifndef IR_CLI_LEARN_H
#define IR_CLI_LEARN_H

#include "bots/brain.h"
#include "parallel.h"

enum { LEARN_PARTS = 4 };

/* A position and its target. */
struct sample {
    const uint16_t *active;
    uint16_t n;
    uint8_t head;
    float target[NET_BUCKETS_MAX];
};

struct params { /* pointers into one array, so that Adam can treat all parameters alike */
    float *all, *w1, *b1;
    struct head *head;
    size_t n;
};
struct learner {
    const struct brain *brain;
    struct net *net; /* quantized: what plays and what is written; as of the last learner_round */
    int threads;
    float rate;               /* the learning rate */
    double loss;              /* the sum over all samples since the caller reset it */
    struct params p, rounded; /* rounded: layer one quantized as in the file, so that the other layers adapt to it */
    float *adam_m, *adam_v, *gradient[LEARN_PARTS], *mean;
    uint64_t steps, averaged;
    const struct sample *const *batch; /* the current one */
    uint32_t n;
    double lost[LEARN_PARTS];
};
void learner_open(struct learner *, const struct brain *, uint64_t seed, int threads);
/* A gradient step on n samples. */
void learner_step(struct learner *, const struct sample *const *batch, uint32_t n);
/* Weight averaging, which removes the noise of single steps: adds the current weights to the mean. */
void learner_average(struct learner *);
/* Replaces the weights by the mean, if there is one. */
void learner_settle(struct learner *);
void learner_round(struct learner *);

/* calloc; exits if memory is out. */
void *grab(size_t n, size_t size);

#endif
