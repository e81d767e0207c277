/* subscription.h: where a browser wants its pushes: an endpoint, which is a URL of a push service, and two keys. All of it
 * comes from strangers, and the server connects to what it says, so it is read strictly (docs/security.md). */
#ifndef IR_SUBSCRIPTION_H
#define IR_SUBSCRIPTION_H

#include "push.h"

enum { ENDPOINT_MAX = 512, HOST_MAX = 253, SUBSCRIPTION_KEYS = BASE64_SIZE(PUSH_POINT) + BASE64_SIZE(PUSH_AUTH) };

struct subscription {
    char endpoint[ENDPOINT_MAX + 1];
    char host[HOST_MAX + 1]; /* in small letters */
    const char *path;        /* in the endpoint; may be "" */
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
};
/* NULL, or a sentence that says what is wrong. It looks at the text only: whether the host is in a public network is known when
 * its addresses are (address_public). */
const char *subscription_read(struct subscription *, const char *endpoint, const char *point, const char *auth);
/* Its keys as one text, as the store has them, and back: 1, or 0: it is none. */
void subscription_keys(const struct subscription *, char out[SUBSCRIPTION_KEYS]);
int subscription_stored(struct subscription *, const char *endpoint, const char *keys);

#endif
