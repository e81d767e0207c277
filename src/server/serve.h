/* serve.h: the running server, as the program sees it: options in, an exit code out. */
#ifndef IR_SERVE_H
#define IR_SERVE_H

#include "hub.h"

enum { SERVE_EXEC_MAX = 16, SERVE_DECKS_MAX = 16, SERVE_PORT = 8470 };

struct serve_options {
    const char *listen; /* "ADDRESS:PORT"; NULL: loopback, SERVE_PORT or one of the next nine */
    const char *store, *public_url, *trust_proxy, *tls_cert, *tls_key; /* NULL: none; store is never NULL */
    const char *push, *push_to,
        *push_ca;                     /* whom push services write to, NULL: no pushes; for tests: where all go, and its CA */
    const char *admin;                /* the path of the owner's socket; NULL: none */
    const char *exec[SERVE_EXEC_MAX]; /* foreign bots, "NAME=COMMAND"; n_exec of them */
    int n_exec, threads, connections, open; /* open: open the page in a browser, if there is one */
    struct hub_limits limits;
    void (*refused)(const char *option, const char *why); /* says why the server cannot start; NULL: on standard error */
};
/* Runs until SIGTERM or SIGINT. 0, or 1 after a line that says what went wrong. */
int serve(const struct serve_options *);
hub_dealer *serve_dealer(void); /* hub_port.deal: NULL, but in the program of tests/server/seeded.c */

#endif
