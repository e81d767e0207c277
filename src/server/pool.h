/* pool.h: the threads on which bots think, never the loop. Our own bots have budgets that shrink when many wait. Foreign
 * bots (docs/bot-protocol.md) have their own threads, because they may block. */
#ifndef IR_POOL_H
#define IR_POOL_H

#include "hub.h"

struct pool;
/* exec: the foreign bots that the owner allows, "NAME=COMMAND"; a seat names one as exec:NAME. wake is called from any
 * thread when something can be collected. NULL: out of memory, or no threads. */
struct pool *pool_new(int threads, const char *const *exec, int n_exec, void (*wake)(void *), void *arg);
void pool_free(struct pool *); /* abandons what bots are thinking about */
void pool_think(struct pool *, struct hub_thought *);
void pool_tell(struct pool *, struct hub_told *); /* never waits */
struct hub_thought *pool_collect(struct pool *);  /* the finished ones, linked by `next`, oldest first; or NULL */
int pool_waiting(struct pool *);

#endif
