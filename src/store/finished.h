/* finished.h: games that are over, read from a store beside the server that uses it. For `irori store puzzles`.
 *
 * Each call opens the store, reads in one transaction and closes it again, so nothing is held while the caller thinks. URLs are
 * those of copy.h. The store must have the schema of this program: a server of this version upgrades it when it starts. */
#ifndef IR_STORE_FINISHED_H
#define IR_STORE_FINISHED_H

#include "store.h"

/* Shows every table whose game is over. Of a match id, game, rules, settings, result and updated are filled in. `take` returns
 * 0 to stop: then this returns 0 without a sentence. 1, or 0 and a sentence. */
int finished_list(const char *url, int (*take)(void *arg, const struct store_match *), void *arg, char why[IR_WHY_MAX]);
/* As STORE_MATCH_LOAD, for whoever folds the rows: match.id -> match without its people, rows, n; free it with store_done. 1,
 * or 0 and a sentence in why; an empty one: it is gone, or not over. */
int finished_load(const char *url, struct store_request *);

#endif
