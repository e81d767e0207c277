/* hub_inside.h: what the files of the hub share. hub.c: connections and messages; hub_people.c: identity; hub_room.c: one
 * table at a time, its commands and frames; hub_keep.c: the keeper, which runs bots and clocks; hub_presence.c: presence and
 * reactions; hub_story.c: the story of a game so far; hub_create.c: new tables; hub_http.c: the API; hub_metrics.c: metrics;
 * below them hub_fold.c, hub_read.c, hub_say.c and hub_store.c. */
#ifndef IR_HUB_INSIDE_H
#define IR_HUB_INSIDE_H

#include "hub.h"

#include <jansson.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "core/core.h"
#include "name.h"
#include "table/broadcast.h"

/* ---- memory ---- */

/* Blocks of one size that every move needs for a while: what is given back is kept for the next. */
struct spare {
    struct spare *next;
};
void *spare_take(struct spare **, size_t size); /* not zeroed; never NULL; may also be freed as usual */
void spare_give(struct spare **, void *);
void spares_free(struct spare **);

/* ---- connections ---- */

struct address { /* by a keyed hash; the text is not stored */
    struct link link;
    int n;
};
struct bucket {        /* allows `rate` a second, and twice that at once */
    int64_t at, spent; /* spent: in thousandths */
};
int bucket_take(struct bucket *, int rate, int64_t now);

enum { VISITS = 4096 };
enum login { LOGIN_NONE, LOGIN_PENDING, LOGIN_DONE };
struct conn {
    struct link link;               /* by its number */
    struct address *address, *wide; /* wide: the first 48 bits of an IPv6 address, or NULL */
    struct viewer *viewers;
    struct bucket messages, small; /* small: reactions, hints, new tables */
    uint64_t who;
    char name[IR_NAME_MAX];
    uint8_t login, n_viewers, closing, hinting;
    uint8_t deltas; /* it said that it understands them */
};

/* A connection at a table. */
struct viewer {
    struct conn *conn;
    struct room *room;
    struct viewer *next_of_conn, *next, *before; /* of the room: next, before */
    uint8_t started, wants_story;                /* has had its first frame; waits for the story, and */
    uint64_t story;                              /* ... this was the id of its request */
    int64_t shown;                               /* it said that it has shown this frame; 0: it never says that */
};

/* ---- rooms ---- */

struct command {
    struct command *next;
    uint64_t conn, who, id; /* conn 0: the keeper's */
    int64_t seq;
    int tries, looked;
    char text[];
};
enum room_phase { ROOM_LOADING, ROOM_READY, ROOM_BROKEN };
enum busy { BUSY_NOT, BUSY_LOAD, BUSY_APPEND };
enum lock { LOCK_NONE, LOCK_PENDING, LOCK_HELD };
/* RETRY: a command of the keeper was refused; try again later. STAGE: bots have waited long enough for those who watch. */
enum timer { TIMER_CLOCK, TIMER_LOCK, TIMER_LOAD, TIMER_POLL, TIMER_RETRY, TIMER_PRESENCE, TIMER_REFRESH, TIMER_STAGE, TIMERS };
/* Presence at this table on another node, as last reported. */
struct elsewhere {
    uint16_t node, watching;
    uint8_t here; /* seats, as bits */
    int64_t until;
};
enum { ELSEWHERE_MAX = 16 };

/* What the row of an append leads to: kept only while the append is under way, so that an idle room holds one table. */
struct pending {
    struct ir_table after; /* only what table_copy copies */
    int n, n_acts;
    struct ir_act act[IR_ACTS_MAX];
    struct ir_event e[]; /* what the row tells */
};
enum { PENDING_USUAL = 32 }; /* events */

struct room {
    struct link link; /* by a keyed hash of its id */
    char id[IR_ID_MAX];
    uint8_t phase;  /* enum room_phase */
    uint8_t busy;   /* a load or an append is under way: nothing else happens in this room until it ends */
    uint8_t behind; /* the store may have rows that are not here: load before anything else */
    uint8_t lock, watched, rematching;
    uint8_t owes_lock;     /* nobody is here, and the release of the lock is not confirmed */
    uint8_t story_loading; /* rows are being loaded for the story */
    int64_t people_since;  /* since then somebody who plays was here at any time; 0: nobody is */
    int queries, waiting;  /* requests under way; commands that wait */
    uint16_t thinking;     /* seats whose bots think about frame think_seq */
    int64_t think_seq;
    struct hub_thought *held;     /* moves of bots that wait until the last frame has been shown */
    int64_t told_until;           /* they wait no longer than this */
    struct command *first, *last; /* the queue; the first may be under way */
    struct viewer *viewers;
    int n_viewers, n_elsewhere;
    struct elsewhere *elsewhere;
    int64_t presence_sent;      /* the presence this node sent last */
    struct room *newer, *older; /* in the list of idle rooms */
    int64_t idle_since;         /* 0: in use */
    int64_t timer[TIMERS], due; /* 0: not set; due: the earliest */
    int heap;                   /* index in the heap of timers, -1: not in it */
    uint8_t secret[32];
    char *deck;
    struct ir_table table;
    struct pending *pending; /* while busy is BUSY_APPEND, else NULL */
    struct ir_moment shown;  /* to all who are here, by the last frame; what its deltas build on */
    uint32_t shown_size;     /* bytes that shown.bytes has room for */
};

/* ---- the store ---- */

/* A request to the store, and what happens when it is answered. */
struct query {
    struct store_request r; /* must be first: the store knows only this part */
    void (*then)(struct hub *, struct query *);
    struct room *room;
    void *job;
    uint64_t conn, request, id; /* whoever waits for it */
    int64_t born;
    size_t extra;
    char text[]; /* so many bytes more */
};
enum { QUERY_USUAL = 256 }; /* a row of a few moves */

/* A job waits for several answers. The hub lists all jobs, so that it can end at any moment. */
struct job {
    struct job *next, *before;
    void (*drop)(struct job *);
};
void job_add(struct hub *, struct job *, void (*drop)(struct job *));
void job_end(struct hub *, struct job *); /* and frees it */

/* ---- numbers ---- */

enum outcome { DONE_OK, DONE_AGAIN, DONE_REFUSED, DONE_STORE, OUTCOMES };
enum { REFUSALS = 24, LATENCIES = 12 };
struct numbers {
    uint64_t commands[OUTCOMES], refused[REFUSALS], frames, messages, loads, conflicts, unknown, quarantined, thoughts,
        accepted;
    uint64_t latency[LATENCIES], latency_sum, latency_n;
    int64_t thinking;
};

/* Log lines of one event: about one a second, so that a full disk does not fill the next one with its own log. */
enum { NOTES = 8 };
struct notes {
    const char *event;
    struct bucket bucket;
    int left_out;
};

/* For /healthz: the result of the last test of writing, and who waits for the next one. */
enum { HEALTH_WAITING = 64 };
struct health {
    int64_t at; /* of the last test; 0: there was none */
    uint8_t well, testing;
    int n;
    uint64_t waiting[HEALTH_WAITING];
};

struct hub {
    struct hub_port port;
    struct hub_limits limit;
    int64_t now;
    struct map conns, rooms, addresses;
    uint64_t hash_key[2]; /* of key_of */
    uint16_t node;        /* identifies this node */
    struct room **heap;
    int n_heap, heap_size;
    struct room *newest, *oldest; /* idle rooms */
    struct job *jobs;
    struct spare *queries_spare, *pending_spare;
    int queries, closing;
    int64_t purge_at, people_at, people_from; /* people_from: where to go on with those who came once */
    int64_t ticked, run;                      /* run: how long this hub has run, in steps of at most a minute */
    int64_t lived, clock_at;                  /* lived: how long the store had lived before; -1: not known yet */
    struct health health;
    struct notes notes[NOTES];
    struct bucket visits[VISITS];    /* HTTP requests, by a hash of the address */
    struct bucket doors[VISITS];     /* WebSockets that began, likewise */
    struct bucket newcomers[VISITS]; /* new people, likewise */
    struct numbers count;
    char *catalogue;
    size_t catalogue_n;
    struct ir_story story; /* of the frame that is being told */
    struct ir_done done;   /* of the command that is being carried out */
    char why[IR_WHY_MAX];
    char out[IR_FRAME_MAX];                        /* a message under construction */
    char frame[2][IR_SEATS_MAX + 1][IR_FRAME_MAX]; /* of each seat, and of spectators: whole, and for those who take deltas */
    struct ir_broadcast broadcast;
    char acked[IR_FRAME_MAX]; /* of the client whose command made it */
};

/* hub.c */
struct conn *conn_find(struct hub *, uint64_t number);
void conn_close(struct hub *, struct conn *, int code, const char *why);
uint64_t address_key(struct hub *, const char *address);
int newcomer_take(struct hub *, uint64_t address); /* 0: too many new people came from this address (its key) */

/* hub_read.c: messages in */
enum { DO_MAX = 400 }; /* bytes of such a message */
struct said {
    char table[IR_ID_MAX], text[DO_MAX];
    int64_t id, seq;
};
int do_read(const char *text, size_t n, struct said *); /* 1: it is a `do` that looks as usual; 0: parse it */

/* hub_say.c: messages out */
void *alloc_zero(size_t n); /* zeroed; never NULL */
void *alloc_raw(size_t n);  /* not zeroed, for what is filled at once; never NULL */
void say_start(struct hub *, struct ir_json *, const char *type);
void say_send(struct hub *, uint64_t conn, struct ir_json *);
/* Sends a refusal to a connection (0: none) about a table (or NULL), with the id of the refused message (or 0). */
/* `error`, `why`, and the error's code if the sentence is h->why, where the library leaves both */
void refusal_json(struct hub *, struct ir_json *, const char *error, const char *why);
void say_refused(struct hub *, uint64_t conn, const char *table, uint64_t id, const char *error, const char *why);
void note(struct hub *, int level, const char *event, const char *format, ...) __attribute__((format(printf, 4, 5)));
uint64_t key_of(const struct hub *, const char *text);
void map_put(struct map *, struct link *, uint64_t key); /* map_add that never fails */
void random_text(struct hub *, char *out, int letters);  /* small letters and digits without look-alikes */
uint64_t random_number(struct hub *);                    /* never 0 */

/* hub_store.c: requests out */
struct query *query_new(struct hub *, enum store_kind, void (*then)(struct hub *, struct query *), size_t extra);
void query_send(struct hub *, struct query *);

/* hub_people.c */
void people_hello(struct hub *, struct conn *, json_t *);
void people_name(struct hub *, struct conn *, json_t *);
void token_new(struct hub *, char token[65], uint8_t hash[STORE_HASH]);
int token_looks_right(const char *token);
struct query *people_new(struct hub *, const char *name, void (*then)(struct hub *, struct query *)); /* text: the token */
void token_hash(uint8_t hash[STORE_HASH], const char *token);

/* hub_room.c */
int exec_allowed(const struct hub *, const char *bot); /* 1 for our own bots, too */
int id_looks_right(const char *id);
struct room *room_get(struct hub *, const char *id); /* NULL: there are too many */
struct room *room_find(struct hub *, const char *id);
void room_join(struct hub *, struct conn *, const char *id, int64_t seen, uint64_t number);
void room_leave(struct hub *, struct viewer *);
void viewer_unlink(struct viewer *); /* and frees it */
void room_do(struct hub *, struct room *, struct conn *, uint64_t id, int64_t seq, const char *text);
void room_keep(struct hub *, struct room *, const char *text, int64_t seq); /* queues a command of the keeper */
void room_go(struct hub *, struct room *); /* does everything that can be done now; the room may be gone afterwards */
void room_drop(struct hub *, struct room *);
void room_unlist(struct hub *, struct room *); /* removes it from the idle rooms */

/* hub_fold.c */
int table_read(struct ir_table *, const struct store_match *, const char *deck,
               char why[IR_WHY_MAX]);                                /* opens it, without rows */
void table_describe(const struct ir_table *, struct store_match *);  /* the description of the match after a row */
int table_changed(const struct ir_table *, const struct ir_table *); /* whether their descriptions differ */
/* The record of a finished game, to be freed; NULL and a sentence. */
char *table_record(const struct store_match *, const struct store_row *, int n, size_t *len, char why[IR_WHY_MAX]);

/* hub_keep.c */
int keep_look(struct hub *, struct room *); /* starts what the table needs; 1: a command was queued */
int keep_people(const struct room *);       /* somebody who plays is here; where nobody is left who does, whoever watches */
void keep_timer(struct hub *, struct room *, enum timer, int64_t when);
void keep_hint(struct hub *, struct conn *, struct room *, uint64_t id);
void keep_stop(struct hub *, struct room *); /* the last client left: clears timers, lock and watch */
void keep_left(struct hub *, struct room *); /* somebody left, others are here: without people, nothing goes on */
void keep_told(struct hub *, struct room *,
               int events);    /* a frame with so many events was sent: bots wait for those who show it */
void keep_drop(struct room *); /* frees the moves that wait */

int64_t hub_lived(const struct hub *, int64_t ago); /* how long the store had lived then; -1: that is not known */

/* hub_presence.c */
void presence_broadcast(struct hub *,
                        struct room *); /* broadcasts presence to the table, and this node's part of it to the other nodes */
void presence_refresh(struct hub *, struct room *);  /* repeats it to the other nodes, where it would expire */
void notice_look(struct hub *, const struct room *); /* asks the other nodes for notices of rows from now on */
void notice_more(struct hub *, const struct room *); /* tells them that there may be a row after the last one here */
void presence_withdraw(struct hub *, struct room *); /* tells the other nodes that nobody is left here */
void react_broadcast(struct hub *, struct room *, int seat, int react);
int react_find(const char *word);                                 /* its number, or -1 */
void notice_receive(struct hub *, struct room *, int64_t notice); /* a notice of another node */
void presence_soon(struct hub *, struct room *);

/* hub_story.c */
void story_send(struct hub *, struct viewer *, uint64_t id);

/* hub_create.c */
struct asker { /* a connection that said `create`, or a request to the API */
    uint64_t conn, request, id;
};
void create_table(struct hub *, struct asker, uint64_t who, const char *name, json_t *);
void create_rematch(struct hub *, struct room *);
void keep_rematched(struct hub *, const char *match, const char *next); /* next: NULL if it failed */

/* hub_http.c */
void http_refuse(struct hub *, uint64_t request, int status, const char *error, const char *why);
void http_json(struct hub *, uint64_t request, struct ir_json *);

/* hub_metrics.c */
size_t metrics_write(struct hub *, char *out, size_t size);
void count_refused(struct hub *, const char *error);
void count_latency(struct hub *, int64_t ms);

#endif
