/* wsclient.h: the client's half of RFC 6455 for `irori join`: one connection to a server, with TLS or without. Nothing waits:
 * the caller polls wsc_fd() for wsc_events() and calls wsc_step(). Only the look-up of a host's name blocks.
 *
 * TLS is always checked: the certificate must come from an authority that is known here, and name the host of the URL. */
#ifndef IR_CLI_WSCLIENT_H
#define IR_CLI_WSCLIENT_H

#include "irori.h"

/* The address of a table: https://HOST[:PORT]/t/CODE. */
struct table_url {
    int tls, port;
    char host[254], code[24], server[280]; /* server: https://HOST[:PORT] */
};
int table_url_read(struct table_url *, const char *text); /* 1, or 0: it is none */

enum wsc_state {
    WSC_CLOSED,
    WSC_OPENING, /* up to the end of the handshake */
    WSC_OPEN
};
enum wsc_trouble {
    WSC_FINE,
    WSC_LOST,  /* it ended, or could not be opened: try again */
    WSC_BUSY,  /* the server wants us to wait */
    WSC_NEVER, /* it will not be better next time: a wrong certificate, no Irori server */
};
enum { WSC_MESSAGE_MAX = 1 << 20 }; /* bytes of the largest message that is taken from a server */

struct wsc;
struct wsc *wsc_new(const char *ca, const char **why); /* ca: a file of authorities besides the system's, or NULL. NULL: why */
void wsc_free(struct wsc *);
void wsc_open(struct wsc *, const struct table_url *);
void wsc_step(struct wsc *);
enum wsc_state wsc_state(const struct wsc *);
enum wsc_trouble wsc_trouble(const struct wsc *); /* why it is closed */
const char *wsc_why(const struct wsc *);          /* the same as a sentence in the player's language */
int wsc_fd(const struct wsc *);                   /* -1: none */
short wsc_events(const struct wsc *);
/* The next message, up to the next call; NULL: there is none yet. */
const char *wsc_next(struct wsc *, size_t *n);
void wsc_send(struct wsc *, const char *text, size_t n);
void wsc_close(struct wsc *); /* says goodbye, if it is open, and ends it */

#endif
