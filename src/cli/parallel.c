/* parallel.c: see parallel.h. */
#include "parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct job {
    void (*run)(void *, int);
    void *context;
    int n;
    atomic_int next;
};
static void *job_worker(void *p)
{
    struct job *j = p;
    for (int i; (i = atomic_fetch_add(&j->next, 1)) < j->n;)
        j->run(j->context, i);
    return NULL;
}
void parallel(int threads, int n, void (*run)(void *, int), void *context)
{
    struct job j = {.run = run, .context = context, .n = n};
    pthread_t t[PARALLEL_MAX - 1];
    int started = 0;
    while (started < threads - 1 && started < PARALLEL_MAX - 1 && pthread_create(&t[started], NULL, job_worker, &j) == 0)
        started++;
    job_worker(&j);
    while (started > 0)
        pthread_join(t[--started], NULL);
}
