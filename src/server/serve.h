/* serve.h: the running server, as the program sees it: options in, an exit code out. */
#ifndef IR_SERVE_H
#define IR_SERVE_H

#include "hub.h"

enum { SERVE_EXEC_MAX = 16, SERVE_DECKS_MAX = 16, SERVE_PORT = 8470, SERVE_PACK_MAX = 2 << 20, SERVE_WHY = 800 };

/* Reads the text of a pack of puzzles, which it frees: how many of this game there are; or -1 and a sentence with file and
 * line.
 */
typedef int pack_reader(const char *path, const struct ir_game *, char *text, char why[SERVE_WHY]);

struct serve_options {
    const char *listen; /* "ADDRESS:PORT"; NULL: loopback, SERVE_PORT or one of the next nine */
    const char *store, *public_url, *trust_proxy, *tls_cert, *tls_key; /* NULL: none; store is never NULL */
    const char *push, *push_to,
        *push_ca;                     /* whom push services write to, NULL: no pushes; for tests: where all go, and its CA */
    const char *puzzles;              /* a folder with packs of puzzles; NULL: none */
    pack_reader *pack_read;           /* never NULL if there is one */
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
