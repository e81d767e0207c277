/* hub.h: everything the server decides, without a socket, a disk or a clock: connections, people, rooms, frames, limits.
 *
 * The outside world is a struct hub_port; the world reports what happens by calls. The real server (net.c) and the
 * simulation (tests/sim) are two worlds around the same hub. All calls come from one thread; no call waits. Time is
 * milliseconds since 1970 and never goes back within the life of a hub; the clocks of several nodes may differ. */
#ifndef IR_HUB_H
#define IR_HUB_H

#include "store/store.h"

/* A bot must think about a view; only the view leaves the hub, never the state. */
struct hub_thought {
    const struct ir_game *game;
    char bot[IR_NAME_MAX], match[IR_ID_MAX];
    struct ir_view view;
    struct ir_notes notes;
    int64_t seq;
    int seat, hint;           /* hint: somebody asked for advice, it is not a bot's turn */
    uint64_t seed, conn, id;  /* for a hint: who requested it, and the id of the request */
    struct ir_advice *advice; /* for a hint: where the bot's values go, owned by the hub; else NULL */
    ir_move move;             /* the result; IR_NO_MOVE: it failed */
    struct hub_thought *next; /* for a list of the world's own */
};

/* What a foreign bot is told of a frame: its events, as its seat may see them. */
struct hub_told {
    const struct ir_game *game;
    char bot[IR_NAME_MAX], match[IR_ID_MAX];
    struct ir_view view; /* after them */
    int seat, over;
    uint64_t seed;
    struct ir_score score; /* if the game is over */
    struct hub_told *next; /* for a list of the world's own */
    int n;
    struct ir_event e[];
};

/* An HTTP request for the API (paths that begin with /api/, /healthz, /metrics); answered by port->reply with the same number.
 */
struct hub_http {
    uint64_t request;
    const char *method, *path, *query, *token, *body, *address; /* token: of `Authorization: Bearer`, or "" */
    size_t body_n;
};

enum hub_part { HUB_PART_MORE, HUB_PART_WAIT, HUB_PART_LAST, HUB_PART_BROKEN };

typedef void hub_dealer(void *self, void *out, size_t n);

/* What the hub needs from the world. No call waits, and none calls the hub from inside: answers come later, from the loop.
 * The hub allocates requests and thoughts with malloc, each as one block; a world that ends without answering frees them. */
struct hub_port {
    void *self;
    void (*send)(void *self, uint64_t conn, const char *text, size_t n); /* one text message, queued */
    void (*close)(void *self, uint64_t conn, int code,
                  const char *why); /* after what is queued; hub_disconnect follows later */
    void (*reply)(void *self, uint64_t request, int status, const char *type, const char *body, size_t n);
    /* A reply of unknown length: JSON in parts, of status 200. After parts with WAIT the world calls hub_drained when all of
     * it was sent; after LAST it is whole; BROKEN: it never will be, and the connection ends. */
    void (*part)(void *self, uint64_t request, const char *body, size_t n, enum hub_part);
    void (*store)(void *self, struct store_request *); /* answered by hub_stored */
    void (*watch)(void *self, const char *match, int on);
    void (*think)(void *self, struct hub_thought *); /* answered by hub_thought */
    void (*tell)(void *self, struct hub_told *);     /* the world frees it, like a thought; may be NULL */
    void (*random)(void *self, void *out, size_t n);
    /* For tests alone (tests/server/seeded.c); NULL in every server that people play at. All that deals depend on comes from
     * here: ids and secrets of matches, and who gets which seat of a pair. The salts that people send are not used. */
    hub_dealer *deal;
    void (*log)(void *self, int level, const char *event,
                const char *text); /* never contains a token, salt, secret or full address */
    /* Tells the devices of this person, who is not here, what happened at this table: "turn" it is their turn, "remind" it
     * still is and their time runs, "over" the game is over, "invite" they are invited, "paired" somebody who seeks was found.
     * May be NULL. Nothing secret, and no names. */
    void (*push)(void *self, uint64_t who, const char *kind, const char *table, const char *game);
};
enum { HUB_LOG_ERROR, HUB_LOG_NOTE };

/* A deck that the server's owner has installed; other custom decks are not accepted (PK10.1). */
struct hub_deck {
    const char *game, *text;
    char name[24];
};

/* Limits for one client; hub_new fills in a default for each that is 0. */
struct hub_limits {
    int connections_per_address; /* an address is an IPv4 address or the first 56 bits of an IPv6 address */
    int newcomers_per_hour;      /* new people from one address */
    int tables_per_player;       /* open ones that this person made */
    int tables_per_connection;   /* joined at once */
    int messages_per_second, message_bytes;
    int rooms;             /* tables held in memory at once */
    int queue_bytes;       /* unsent bytes of a connection before it is cut: for the port */
    int64_t queue_total;   /* ... of all connections together */
    const char *exec_bots; /* names of foreign bots that may sit at tables, separated by commas; NULL: none */
    const struct hub_deck *decks;
    int n_decks;
    int alone;    /* no other node uses this store: no watching, no polling */
    int poll_ms;  /* else: how often to poll for rows of other nodes whose notice was lost */
    int64_t keep; /* milliseconds without a change after which tables are deleted, except games in progress; 0: never */
    int64_t keep_unfinished; /* ... and games in progress */
    int64_t event_absent;    /* milliseconds in which people come to their table of an event */
    int64_t event_pause;     /* ... between two rounds, and two games of an arena */
    const char *public_url;
    const char *push_key; /* which the page subscribes to pushes with; "": not known yet; NULL: there are no pushes */
};

struct hub;
struct hub *hub_new(const struct hub_port *, const struct hub_limits *);
void hub_free(struct hub *);
/* Whether another WebSocket of this address may begin now; asked before hub_connect. */
int hub_admits(struct hub *, const char *address, int64_t now);
void hub_connect(struct hub *, uint64_t conn, const char *address, int64_t now); /* conn: never 0, never used before */
void hub_message(struct hub *, uint64_t conn, const char *text, size_t n, int64_t now);
/* A frame that is no whole message (a ping, a fragment) counts as one, too. 1, or 0: it is ignored, there are too many. */
int hub_frame(struct hub *, uint64_t conn, int64_t now);
void hub_disconnect(struct hub *, uint64_t conn, int64_t now);
void hub_request(struct hub *, const struct hub_http *, int64_t now);
/* The parts of a reply were sent, or its reader is gone (open is 0). */
void hub_drained(struct hub *, uint64_t request, int open, int64_t now);
/* A request of the owner of the server, one JSON object: hub_admin.c. Answered by port->reply with the same number. */
void hub_admin(struct hub *, uint64_t request, const char *text, size_t n, int64_t now);
void hub_stored(struct hub *, struct store_request *, int64_t now); /* frees the request and its answer */
void hub_thought(struct hub *, struct hub_thought *, int64_t now);  /* frees the thought */
/* From the store: a row of another node, or its number only; seq 0: notices were lost; below: a word. */
void hub_notice(struct hub *, const char *match, const struct store_row *, int64_t now);
int64_t hub_tick(struct hub *, int64_t now); /* does what is due; returns when to call again, 0: when something happens */
void hub_goodbye(struct hub *, int64_t now); /* tells all clients to reconnect; commands are refused from now on */
size_t hub_connections(const struct hub *);  /* how many there are */
int hub_busy(const struct hub *);            /* store requests are under way: not yet safe to end */

/* hub_fold.c: the record of a finished game, to be freed; NULL and a sentence. */
char *table_record(const struct store_match *, const struct store_row *, int n, size_t *len, char why[IR_WHY_MAX]);

#endif
