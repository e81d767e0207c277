/* pool.h: threads on which bots think, never the loop. Our own bots think with budgets that shrink when many wait; foreign ones
 * (docs/bot-protocol.md) have threads of their own, because they may keep us waiting. */
#ifndef IR_POOL_H
#define IR_POOL_H

#include "hub.h"

struct pool;
/* exec: foreign bots the owner of the server allows, "NAME=COMMAND"; a seat names one as exec:NAME. wake is called, from any
 * thread, when something can be collected. NULL: no memory, or no threads. */
struct pool *pool_new(int threads, const char *const *exec, int n_exec, void (*wake)(void *), void *arg);
void pool_free(struct pool *); /* what is still being thought is given up */
void pool_think(struct pool *, struct hub_thought *);
struct hub_thought *pool_collect(struct pool *); /* a list of done ones by `next`, oldest first; or NULL */
int pool_waiting(struct pool *);

#endif
