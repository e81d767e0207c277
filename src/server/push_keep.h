/* push_keep.h: between the hub, the store and the sender: the server's key, which all nodes share, and the subscriptions of a
 * person. Everything here belongs to the loop's thread. */
#ifndef IR_PUSH_KEEP_H
#define IR_PUSH_KEEP_H

#include "push_send.h"
#include "store/store.h"

struct pusher;
/* As sender_new. It asks the store for the key when pusher_begin gives it one. */
struct pusher *pusher_new(const char *contact, const char *to, const char *ca, void (*wake)(void *), void *arg,
                          char why[IR_WHY_MAX]);
const char *pusher_key(const struct pusher *); /* the public key; "" as long as the store has not said it. It stays there */
void pusher_begin(struct pusher *, struct store *);
void pusher_second(struct pusher *); /* once a second: asks for the key again if that failed */
/* Sends this to every device of a person: hub.h, port->push. */
void pusher_push(struct pusher *, uint64_t who, const char *kind, const char *table, const char *game);
void pusher_woken(struct pusher *); /* forgets the endpoints that are gone */
/* 1: the request was one of ours, and is freed; 0: somebody else's. p may be NULL. */
int pusher_stored(struct pusher *, struct store_request *);
struct send_counts pusher_counts(struct pusher *);
void pusher_free(struct pusher *); /* after the store was closed, and its requests given back; may be NULL */

#endif
