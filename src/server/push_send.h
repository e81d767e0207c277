/* push_send.h: sends pushes from threads of its own: some look addresses up, which may take as long as DNS takes, and one has
 * all connections. What waits is bounded: when there is more, the oldest is dropped. A service that hangs costs the others
 * nothing but one of the connections, and the server's loop never waits. */
#ifndef IR_PUSH_SEND_H
#define IR_PUSH_SEND_H

#include "push_post.h"

enum { SEND_QUEUE = 1000, SEND_AT_ONCE = 32 };

struct send_counts {
    int64_t sent, gone, failed, dropped, waiting; /* dropped: there was no room; waiting: now */
};
/* An endpoint that wants no more pushes. */
struct gone {
    struct gone *next;
    char endpoint[ENDPOINT_MAX + 1];
};

struct sender;
/* contact: whom push services write to about trouble. to, ca: for tests; all pushes go to this ADDRESS:PORT of this machine,
 * and certificates are checked by this file instead of the system's; or NULL. wake is called from any thread when sender_gone
 * has something. NULL and a sentence on failure. */
struct sender *sender_new(const char *contact, const char *to, const char *ca, void (*wake)(void *), void *arg,
                          char why[IR_WHY_MAX]);
void sender_key(struct sender *, struct push_key *); /* once, before the first push; the sender owns it */
void sender_send(struct sender *, const struct subscription *, const char *kind, const char *table, const char *game);
struct gone *sender_gone(struct sender *); /* those since the last call, to be freed; or NULL */
struct send_counts sender_counts(struct sender *);
void sender_free(struct sender *); /* drops what is not sent; does not wait for the network. May be NULL */

#endif
