/* push_post.h: one push on its way: its addresses, its connection, its request and the answer. Nothing waits but post_find. */
#ifndef IR_PUSH_POST_H
#define IR_PUSH_POST_H

#include "address.h"
#include "irori_table.h"
#include "subscription.h"

#include <openssl/ssl.h>
#include <sys/socket.h>

enum { POST_ADDRESSES = 8 };
enum post_result {
    POST_WAITS,
    POST_SENT,
    POST_GONE,  /* this browser wants no more pushes */
    POST_AGAIN, /* may be tried again, after `again` milliseconds */
    POST_FAILED
};
struct line; /* its connection */
struct post {
    struct post *next;
    struct subscription to;
    char kind[16], table[IR_ID_MAX], game[24];
    int tries;
    int64_t due, again; /* due: not before then */
    char why[120];      /* after POST_AGAIN and POST_FAILED: for the log, after the name of the host */
    struct sockaddr_storage at[POST_ADDRESSES];
    int n_at;
    struct line *line;
};
/* Whose push it is, and what all of them share. */
struct post_office {
    SSL_CTX *tls;
    const struct push_key *key;
    const char *contact;
    int fixed; /* for tests: all pushes go to this address on this machine */
    struct sockaddr_storage to;
};

/* Looks up the host's addresses; waits for DNS. 1, or 0: there are none, or one of them is in no public network. */
int post_find(struct post *, const struct post_office *);
/* All times are milliseconds of the same clock. */
enum post_result post_begin(struct post *, const struct post_office *, int64_t now);
enum post_result post_step(struct post *, int64_t now);                      /* something may be possible, or the time is up */
void post_poll(const struct post *, int *fd, short *events, int64_t *until); /* what it waits for */
void post_end(struct post *);                                                /* closes its connection, if there is one */
/* The result of an answer's head, as far as it arrived; POST_WAITS: it is not whole. *from: where the answer begins, behind
 * what was only provisional. For POST_AGAIN *again is set. */
enum post_result answer_read(const char *text, size_t n, size_t *from, int *status, int64_t *again);

#endif
