/* ask.h: a store asked one thing at a time, for tests. */
#ifndef TESTS_STORE_ASK_H
#define TESTS_STORE_ASK_H

#include "store/store.h"

/* An open store and a bell that rings when something can be collected; notices are counted. */
struct asked {
    struct store *store;
    int bell;
    _Atomic int notices;
    _Atomic int64_t notice_seq;
    char notice_match[IR_ID_MAX], notice_text[200];
};
int asked_open(struct asked *, const char *url, char why[IR_WHY_MAX]);
void asked_close(struct asked *);
/* Seconds after which a test gives up waiting: only a store that hangs reaches them, no slow machine does. */
enum { HANG = 900 };
/* Waits at most so many milliseconds until something is collected; NULL if nothing is. */
struct store_request *asked_wait(struct asked *, int milliseconds);
/* Submits one request and waits for it; its status, or -1. */
int ask(struct asked *, struct store_request *);

/* Requests, ready to be asked. */
struct store_request ask_match(const char *id, int64_t time);
struct store_request ask_append(const char *id, int64_t seq, int sub, const char *text);
struct store_request ask_load(const char *id, int64_t from);
struct store_request ask_kind(enum store_kind);

#endif
