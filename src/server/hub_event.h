/* hub_event.h: what the files about evenings share: hub_event.c, those in memory; hub_event_new.c, how one is made;
 * hub_event_look.c, who looks at one; hub_event_order.c, its commands and rows; hub_event_run.c, its tables.
 *
 * An event is stored as a match of its own: its id begins with EVENT_LETTER, which no table's does, and its game is EVENT_GAME,
 * which none is called. So lists of tables do not show it, nobody can join it as a table, and it is purged, exported and
 * blanked like a game. */
#ifndef IR_HUB_EVENT_H
#define IR_HUB_EVENT_H

#include "hub_inside.h"

#include "event/event.h"

#define EVENT_LETTER  'E'
#define EVENT_GAME    STORE_EVENT
#define EVENT_CHANNEL ":event"    /* where nodes tell each other that a table without a host has begun or ended */
enum { EVENT_REVISION = 1 };      /* of the rows: the `rules` of the match */
enum { EVENING_AGAIN_MS = 2000 }; /* after something has failed */

enum evening_phase { EVENING_LOADING, EVENING_READY, EVENING_BROKEN };

/* A connection that looks at an event. */
struct look {
    struct conn *conn;
    struct evening *evening;
    struct look *next_of_conn, *next;
    uint64_t id; /* of the message that waits for its answer */
    uint8_t started;
};

/* A command; or, with who 0, a row of whoever runs the event. */
struct order {
    struct order *next;
    uint64_t conn, who, id;
    int64_t after;                         /* dropped if it is not the next row after this one; 0: it may come after any */
    uint8_t tries, welcome;                /* welcome: the host does not keep this person away */
    void (*then)(struct hub *, void *arg); /* when it was carried out, or refused; or NULL */
    void *arg;
    char text[];
};

/* Of a table without a result. */
struct course {
    uint8_t busy; /* a request or a command about it is under way */
    uint8_t made; /* it is in the store, with everybody seated */
    int64_t look; /* look at it at this time */
};

struct evening {
    struct link link; /* by a keyed hash of its id */
    char id[IR_ID_MAX];
    uint8_t phase, busy, behind, lock, watched, dirty, renew, going, again;
    int queries, waiting;
    struct event *e; /* NULL as long as it was never loaded */
    struct look *looks;
    int n_looks;
    struct order *first, *last;
    int64_t told_at, tell_at, lock_at, load_at, poll_at, here_at, run_at; /* 0: not set */
    int64_t planned;  /* what is to be done was looked at after this row; 0: never */
    int64_t plan_seq; /* event_next was asked after this row, */
    int64_t plan_at;  /* and is again at this time; 0: after the next one */
    uint8_t here[EVENT_PEOPLE];
    struct course of[EVENT_TABLES];
};

static inline const char *event_word(json_t *m, const char *key) /* a text of a message, or "" */
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

/* hub_event.c */
struct evening *evening_find(struct hub *, const char *id);
struct evening *evening_get(struct hub *, const char *id); /* it may have to be loaded; NULL: there is no room for it */
void evening_go(struct hub *, struct evening *);           /* does all that can be done now; it may be gone afterwards */
void quarantine(struct hub *, struct evening *, const char *why);
struct query *evening_query(struct hub *, struct evening *, enum store_kind, void (*then)(struct hub *, struct query *),
                            size_t extra);

/* hub_event_look.c */
void look_unlink(struct look *);
void here_note(struct hub *, struct evening *);             /* who is connected */
void evening_tell(struct hub *, struct evening *, int all); /* the state; not all: to who was not told one yet */
void tell_soon(struct hub *, struct evening *);             /* to all, if it has changed, when it is time */
void all_refuse(struct hub *, struct evening *, const char *error, const char *why); /* all that waits for an answer */
/* The event that a message is about; NULL: it was refused. */
struct evening *evening_of(struct hub *, struct conn *, json_t *, uint64_t id);

/* hub_event_order.c: the first that waits */
void order_try(struct hub *, struct evening *);
void order_pop(struct hub *, struct evening *);
void order_refuse(struct hub *, struct evening *, const char *error, const char *why);
/* Of whoever runs it. plan: it follows from all rows so far, and is dropped if there are more when its turn comes. */
void evening_order(struct evening *, const char *row, int plan);

/* hub_event_run.c: with the lock. 1: an order was queued. */
int evening_run(struct hub *, struct evening *);
void evening_opened(struct hub *, const struct evening *, int round); /* this node has stored so */

#endif
