/* parallel.h: work for several threads. */
#ifndef IR_CLI_PARALLEL_H
#define IR_CLI_PARALLEL_H

enum { PARALLEL_MAX = 64 };

/* Calls run(context, i) for every i below n, on so many threads (at most PARALLEL_MAX), this one among them. One that cannot be
 * started is done without. */
void parallel(int threads, int n, void (*run)(void *, int), void *context);

#endif
