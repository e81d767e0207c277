/* uplink.h: the connection of `irori join` to a table, as docs/protocol.md wants it: says hello with the token of this server,
 * joins, sends one command at a time, and begins anew when the connection is lost: after growing pauses, with the same command
 * under the same number, so that nothing is carried out twice. */
#ifndef IR_CLI_UPLINK_H
#define IR_CLI_UPLINK_H

#include <jansson.h>

#include "wsclient.h"

enum uplink_state {
    UPLINK_FIRST, /* being opened for the first time */
    UPLINK_OPEN,
    UPLINK_LOST, /* being opened again */
    UPLINK_ENDED /* for good: `why` says why */
};
enum { UPLINK_TOKENS = 8, UPLINK_COMMAND = 192, UPLINK_TOKEN = 65 };

struct uplink {
    struct table_url url; /* url.code: the table */
    enum uplink_state state;
    char why[512];          /* a sentence */
    char name[IR_NAME_MAX]; /* ours at this server */
    int somebody_new;       /* this server did not know any token of ours */
    /* the command that waits for its answer: */
    uint64_t id; /* 0: none */
    char command[UPLINK_COMMAND];
    int64_t seen; /* the frame it is about */
    /* the rest is internal */
    struct wsc *socket;
    int64_t due, heard, asked, sent; /* times of the monotonic clock; 0: none */
    uint64_t last_id;
    int64_t seq;
    int tries, up, said_hello, greeted, joined, n_tokens, token_at; /* up: the socket is being opened, or is open */
    char token[UPLINK_TOKENS][UPLINK_TOKEN], file[512];
};

/* Finds the tokens of a server. 0: it cannot be used, a sentence in why. */
int uplink_open(struct uplink *, const struct table_url *, const char *ca);
void uplink_begin(struct uplink *, const char *name); /* begins to connect. name: what we want to be called, or "" */
void uplink_close(struct uplink *);
/* Waits for the network, or for standard input if asked for, not longer than so many milliseconds. 1: there is input. */
int uplink_wait(struct uplink *, int ms, int input);
/* The next message that is not the uplink's own business, or NULL; the caller's to free. An answer to the command is among
 * them, after `id` was set to 0. */
json_t *uplink_next(struct uplink *);
/* Sends a command; 0: another one waits for its answer. */
int uplink_do(struct uplink *, const char *command, int64_t seq);
void uplink_say(struct uplink *, const char *type);  /* hint, story: may get lost with the connection */
void uplink_move(struct uplink *, const char *code); /* to another table of this server */
int uplink_known(const struct uplink *);             /* have we been at this server before? */
int64_t uplink_now(void);                            /* milliseconds since 1970 */

#endif
