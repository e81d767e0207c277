/* hub_inside.h: what the files of the hub share. hub.c: connections and messages; hub_people.c: identity; hub_who.c: who is
 * connected; hub_room.c: one table at a time and its frames; hub_command.c: its commands; hub_keep.c: the keeper, which runs
 * bots and clocks; hub_presence.c: presence and reactions; hub_story.c: the story of a game so far; hub_create.c: new tables;
 * hub_seek.c: pairing; hub_lobby.c: the list of open tables; hub_mine.c: somebody's own tables; hub_invite.c: invitations;
 * hub_ties.c: friends; hub_chat.c: words among them; hub_report.c: reports; hub_turn.c: whoever is asked and not there;
 * hub_slow.c: slow games that are due; hub_rated.c: ratings; hub_profile.c: profiles and leaders; hub_event.c and
 * hub_event_*.c: evenings; hub_http.c: the API; hub_me.c: devices of a person; hub_export.c: their data; hub_farewell.c:
 * their end; hub_push.c: who wants pushes; hub_bans.c, hub_admin.c: the owner; hub_metrics.c: metrics; below them hub_fold.c,
 * hub_read.c, hub_say.c and hub_store.c. */
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

struct origin { /* an address, or a network, by a keyed hash of its text */
    struct link link;
    int n;
};
enum { FROM_MAX = 46 }; /* bytes of an address as text */
struct bucket {         /* allows `rate` a second, and twice that at once */
    int64_t at, spent;  /* spent: in thousandths */
};
int bucket_take(struct bucket *, int rate, int64_t now);
int bucket_try(struct bucket *, int rate, int64_t now); /* likewise, but what is refused costs nothing: a pause is enough */
void bucket_give(struct bucket *);                      /* one back */
/* Allows so many an hour, `burst` of them at once. 0, or in how many milliseconds one is allowed; then nothing was taken. */
int64_t bucket_wait(struct bucket *, int an_hour, int burst, int64_t now);
enum { LISTS_RATE = 5 }; /* the first screen asks for three lists, and people go to and fro */

enum { VISITS = 4096 };
/* What is allowed so many times an hour, all of them at once if need be: new people and wrong codes or phrases, by address; new
 * codes and phrases, reports, by person; pushes of invitations, by who invites whom. */
enum hourly {
    HOURLY_NEWCOMERS,
    HOURLY_GUESSES,
    HOURLY_CODES,
    HOURLY_PHRASES,
    HOURLY_REPORTS,
    HOURLY_EXPORTS,
    HOURLY_INVITES,
    HOURLY_PROFILES,
    HOURLY_EVENTS,
    HOURLIES
};
enum login { LOGIN_NONE, LOGIN_PENDING, LOGIN_DONE };
struct conn {
    struct link link;              /* by its number */
    struct origin *address, *wide; /* wide: the first 48 bits of an IPv6 address, or NULL */
    struct viewer *viewers;
    struct look *looks;    /* at events */
    struct person *person; /* once it is logged in */
    struct conn *next_of_person;
    struct conn *lobby_next, *lobby_before; /* of those who look at the lobby */
    uint64_t lobby_id, mine_id;             /* of the `lobby` or `mine` that waits for its answer */
    struct bucket messages, small, chat;    /* small: reactions, hints, new tables, seeking */
    struct bucket lists;                    /* lists and invitations: a page asks for several at once */
    uint64_t who;
    char name[IR_NAME_MAX];
    uint8_t login, n_viewers, n_looks, closing, hinting;
    uint8_t deltas; /* it said that it understands them */
    uint8_t blocks; /* it has the code of the games, and wants views as bytes */
    uint8_t lobby;  /* enum lobby_look */
    uint8_t mine;   /* enum mine_look */
    uint8_t ties;   /* it asked for its friends, and is told when they change */
    uint8_t token_hash[STORE_HASH];
    char from[FROM_MAX]; /* its address, as long as it is open */
};

enum lobby_look { LOBBY_NOT, LOBBY_WAITS, LOBBY_SHOWN }; /* waits: for the first list */
enum mine_look { MINE_NOT, MINE_WAITS, MINE_SHOWN };

/* What this person and somebody else think of each other. */
struct tie {
    uint64_t who;
    uint8_t mine, theirs; /* IR_TIE_ bits; of theirs only the friend */
    uint8_t elsewhere;    /* connected to another node */
};
/* Somebody who is connected here, with one connection or more. */
struct person {
    struct link link; /* by who */
    struct conn *conns;
    int n;
    int n_ties;
    struct tie *tie;                              /* NULL as long as they are not known */
    uint8_t ties_known, ties_loading, ties_again; /* again: they changed while they were loaded */
    int64_t ties_due, ties_told;                  /* due: when to tell them, 0: nothing changed; told: the last time */
    struct person *next_due;
    char paired[IR_ID_MAX]; /* where they were paired last, until that game begins */
    int64_t paired_until;
    struct person *mine_next; /* of those whose list of tables is to be told again, */
    int64_t mine_at;          /* not before this */
    uint8_t mine_listed, mine_busy;
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
    int tries, looked, welcome;            /* welcome: the host does not keep this person away */
    void (*then)(struct hub *, void *arg); /* when it was carried out, or refused; or NULL */
    void *arg;
    char text[];
};
enum room_phase { ROOM_LOADING, ROOM_READY, ROOM_BROKEN };
enum busy { BUSY_NOT, BUSY_LOAD, BUSY_APPEND, BUSY_HOST }; /* host: asks whom the host keeps away */
enum lock { LOCK_NONE, LOCK_PENDING, LOCK_HELD };
/* RETRY: a command of the keeper was refused; try again later. STAGE: bots have waited long enough for those who watch. */
enum timer {
    TIMER_CLOCK,
    TIMER_LOCK,
    TIMER_LOAD,
    TIMER_POLL,
    TIMER_RETRY,
    TIMER_PRESENCE,
    TIMER_REFRESH,
    TIMER_STAGE,
    TIMER_PUSH,
    TIMERS
};
enum push { PUSH_OVER, PUSH_REMIND, PUSH_TURN, PUSHES }; /* what the absent are told, the most important first */
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
    uint8_t renew;         /* somebody was deleted: to be loaded anew */
    uint8_t consents;      /* seats that have agreed to chat, as bits, as long as */
    uint64_t consent_of;   /* ... these sit here: a hash of them */
    uint8_t owes_lock;     /* nobody is here, and the release of the lock is not confirmed */
    uint8_t story_loading; /* rows are being loaded for the story */
    uint8_t kept;          /* a slow game in which something is due: it goes on, although nobody is here */
    uint8_t push[PUSHES];  /* to these seats, as bits, when TIMER_PUSH is due */
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
    uint64_t again_by; /* opened a table for the rematch, without the others */
    char again[IR_ID_MAX];
    uint8_t again_busy; /* somebody is about to */
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
enum { REFUSALS = 24, HISTOGRAM = 12 };
struct histogram {
    uint64_t count[HISTOGRAM], sum, n;
};
struct numbers {
    uint64_t commands[OUTCOMES], refused[REFUSALS], frames, messages, loads, conflicts, unknown, quarantined, thoughts,
        accepted, due, reminders, pushes, chats, reports, counted, rated, recounts, count_conflicts, events, event_rows,
        event_tables, event_states, event_absent;
    struct histogram latency, paired;
    int64_t thinking;
};

/* Log lines of one event: about one a second, so that a full disk does not fill the next one with its own log. */
enum { NOTES = 8 };
struct notes {
    const char *event;
    struct bucket bucket;
    int left_out;
};

/* The list of open tables and games, while somebody here looks at it. */
struct lobby {
    struct conn *viewers;
    int n_viewers, n, n_fresh, n_others, people_told;
    struct entry *list, *fresh; /* fresh: the one that is being read */
    struct conn *wave;          /* who is next to be told `text`; NULL: everybody was */
    char *text;
    size_t text_n;
    uint8_t known, dirty, reading, owes_notice;
    int64_t wave_at, read_at, refresh_at, people_at, notice_at, tell_at; /* not before; at the latest; the others likewise */
    size_t told;                                                         /* people here, as the other nodes were told */
    struct {
        uint16_t node;
        int people;
        int64_t until;
    } others[ELSEWHERE_MAX];
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
    struct map conns, rooms, addresses, people, tickets, events;
    char *event_text;         /* a state under construction, or NULL */
    struct event *event_copy; /* for a row that is tried, or NULL */
    int events_watched;
    int64_t seek_at; /* when the next ticket is due; 0: none */
    struct lobby lobby;
    struct person *mine;  /* whose list of tables is to be told again */
    uint64_t hash_key[2]; /* of key_of */
    uint16_t node;        /* identifies this node */
    struct room **heap;
    int n_heap, heap_size;
    struct room *newest, *oldest; /* idle rooms */
    struct job *jobs;
    struct spare *queries_spare, *pending_spare;
    int queries, closing, ended;              /* ended: hub_free has begun */
    int64_t purge_at, people_at, people_from; /* people_from: where to go on with those who came once */
    int64_t slow_at, slow_from;               /* when to look for slow games, and for those due after what */
    int64_t count_at;                         /* when to look for games that are to be counted */
    uint8_t counting;                         /* some are being counted */
    uint8_t slow_asked;                       /* the store is looking */
    int64_t ticked, run;                      /* run: how long this hub has run, in steps of at most a minute */
    int64_t lived, clock_at;                  /* lived: how long the store had lived before; -1: not known yet */
    struct health health;
    struct notes notes[NOTES];
    struct bucket visits[VISITS]; /* HTTP requests, by a hash of the address */
    struct bucket doors[VISITS];  /* WebSockets that began, likewise */
    struct bucket hourly[HOURLIES][VISITS];
    struct bucket guesses; /* wrong codes and phrases of all */
    struct person *ties_due;
    struct ban *bans;
    int n_bans, exports;
    int64_t bans_at; /* when to read them next */
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

struct asker { /* a connection that said `create` or `invite`, a request to the API, or who seeks */
    uint64_t conn, request, id, seeker;
    int invites;
    char of[IR_ID_MAX];    /* invites: to the rematch of this one */
    char event[IR_ID_MAX]; /* or an event, of which it is a table */
};

/* hub.c */
struct conn *conn_find(struct hub *, uint64_t number);
struct viewer *viewer_find(const struct conn *, const char *table); /* NULL: it is not there */
void conn_close(struct hub *, struct conn *, int code, const char *why);
uint64_t address_key(struct hub *, const char *address);
int newcomer_take(struct hub *, uint64_t address); /* 0: too many new people came from this address (its key) */
int64_t hour_take(struct hub *, enum hourly, uint64_t key, int most); /* 0, or in how many milliseconds it will be allowed */
void hour_give(struct hub *, enum hourly, uint64_t key);              /* one back */

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
void deal_bytes(struct hub *, void *out, size_t n);      /* random, for what deals depend on: see hub_port.deal */
void match_id(struct hub *, char out[IR_ID_MAX]);        /* the same, as 12 letters and digits */
uint64_t random_number(struct hub *);                    /* never 0 */

/* hub_store.c: requests out */
struct query *query_new(struct hub *, enum store_kind, void (*then)(struct hub *, struct query *), size_t extra);
void query_send(struct hub *, struct query *);
void query_ignore(struct hub *, struct query *); /* for `then`: whatever the answer is */

/* hub_who.c: who is connected here. A notice says what to look at again; table: "" if there is none, or all may have changed.
 */
enum who_kind { WHO_TURN = 1, WHO_INVITE, WHO_PAIRED, WHO_TIES, WHO_MINE, WHO_KICK, WHO_SOUGHT, WHO_KINDS };
#define WHO_CHANNEL "p:"                     /* and 16 hex digits. No table has such an id, so nobody can join a channel */
void who_enter(struct hub *, struct conn *); /* it has logged in */
void who_leave(struct hub *, struct conn *);
void who_free(struct hub *);                               /* all of them, at the end */
struct person *who_find(const struct hub *, uint64_t who); /* NULL: not connected here */
struct conn *who_first(const struct hub *, uint64_t who);  /* their connections here, one after the other, or NULL */
struct conn *who_next(const struct conn *);
int who_here(const struct hub *, uint64_t who);                                   /* how many */
int who_at(const struct hub *, uint64_t who, const char *table);                  /* one of them has joined this table */
void who_send(struct hub *, uint64_t who, struct ir_json *);                      /* a message to all of them */
void who_told(struct hub *, uint64_t who, enum who_kind, const char *table);      /* on this node only */
void who_tell(struct hub *, uint64_t who, enum who_kind, const char *table);      /* on this node and all others */
void who_elsewhere(struct hub *, uint64_t who, enum who_kind, const char *table); /* on all others */
void who_text(struct hub *, uint64_t who, const char *text);                      /* likewise: ties_notice */
void who_push(struct hub *, uint64_t who, const char *kind, const char *table, const char *game); /* if they are not here */
int who_notice(struct hub *, const char *channel, const struct store_row *); /* 1: it was for a person, not about a match */
void notice_tell(struct hub *, const char *channel, int64_t word);           /* to the other nodes that watch this channel */
void notice_text(struct hub *, const char *channel, int64_t word, const char *text); /* text: a few hundred bytes, or NULL */

/* hub_seek.c: pairing */
void seek_begin(struct hub *, struct conn *, json_t *, uint64_t id);
void seek_end(struct hub *, struct conn *, uint64_t id);
void seek_left(struct hub *, uint64_t who);                             /* nobody of theirs is connected here any more */
void seek_born(struct hub *, uint64_t who, const struct store_match *); /* the match is made; NULL: look again */
void seek_started(struct hub *, const struct room *);                   /* the game began */
void seek_told(struct hub *, struct person *, const char *table);       /* they were paired, perhaps */
void seek_elsewhere(struct hub *, struct person *, const char *table);  /* they seek on another node now */
int64_t seek_tick(struct hub *);                                        /* returns when it is due again, or 0 */
void seek_free(struct hub *);

/* hub_lobby.c */
#define LOBBY_CHANNEL ":lobby"
void lobby_say(struct hub *, struct conn *, json_t *, uint64_t id);
void lobby_leave(struct hub *, struct conn *);
void lobby_touch(struct hub *);                                   /* a listed table was made, or changed here */
int lobby_notice(struct hub *, const char *channel, int64_t seq); /* 1: it was about the lobby */
int64_t lobby_tick(struct hub *);                                 /* returns when it is due again, or 0 */
void lobby_free(struct hub *);
void match_members(struct ir_json *, const struct store_match *); /* what every list tells of a match */
/* Of which evening it is, if it is of one: for those who have its code, not for public lists. */
void match_evening(struct ir_json *, const struct store_match *);

/* hub_turn.c */
struct turn_before { /* what of the table was so before a row */
    unsigned asked;
    uint32_t rows;
    int stage;
};
struct turn_before turn_note(const struct ir_table *);
void turn_look(struct hub *, struct room *, const struct turn_before *); /* a row of this node: h->story is what it tells */
void turn_left(struct hub *, struct room *, uint64_t who);               /* a connection of this person left the table */
void turn_push(struct hub *, struct room *);                             /* TIMER_PUSH is due */
void turn_told(struct hub *, struct person *, const char *table);

/* hub_slow.c */
void slow_begin(struct hub *, struct room *); /* nobody is here any more; something may be due */
int64_t slow_tick(struct hub *);              /* returns when it is due again, or 0 */

/* hub_event.c, hub_event_*.c */
void event_new(struct hub *, struct conn *, json_t *, uint64_t id);
void event_look(struct hub *, struct conn *, json_t *, uint64_t id);
void event_leave(struct hub *, struct conn *, json_t *, uint64_t id);
void event_say(struct hub *, struct conn *, json_t *, uint64_t id);
void event_left(struct hub *, struct conn *); /* it is closed */
/* A command of somebody who need not be connected; then(h, arg) follows in any case. 0: there is no room for this event. */
int event_act(struct hub *, const char *event, uint64_t who, const char *text, void (*then)(struct hub *, void *), void *arg);
void event_quit(struct hub *, uint64_t who); /* they leave all events that are not over */
struct event;
int event_read(struct event *, const struct store_match *, const struct store_row *, int n,
               char why[IR_WHY_MAX]);                                          /* all rows */
void event_wake(struct hub *, const char *event);                              /* it is being played */
void event_heard(struct hub *, const char *table);                             /* a table without a host changed its stage */
void event_born(struct hub *, const char *event, const char *table, int ok);   /* from hub_create.c */
void event_renew(struct hub *, uint64_t who, int others);                      /* somebody was deleted */
int event_notice(struct hub *, const char *channel, const struct store_row *); /* 1: it was about an event */
int event_id(const char *id);                                                  /* it is an event's, not a table's */
int64_t event_tick(struct hub *);                                              /* returns when it is due again, or 0 */
void events_free(struct hub *);

/* hub_mine.c: my tables */
void mine_say(struct hub *, struct conn *, uint64_t id);
void mine_answer(struct hub *, struct conn *, uint64_t id);       /* likewise, however often */
void mine_told(struct hub *, struct person *, const char *table); /* something changed there; "": anywhere */
/* A table has changed, or only whose turn it is; `before` sat there before. */
void mine_touch(struct hub *, const struct room *, const uint64_t before[IR_SEATS_MAX], int changed);
void mine_left(struct hub *, struct person *);
int64_t mine_tick(struct hub *);              /* returns when it is due again, or 0 */
unsigned table_turn(const struct ir_table *); /* the seats that are asked for a move, as bits */

/* hub_invite.c */
void invite_say(struct hub *, struct conn *, struct viewer *, json_t *, uint64_t id);
void invite_end(struct hub *, struct conn *, json_t *, uint64_t id);
void invite_born(struct hub *, struct asker, const struct store_match *, const uint64_t guests[IR_SEATS_MAX]);
void invite_unborn(struct hub *, const char *of); /* there is no table for the rematch of this one */

/* hub_people.c */
void people_hello(struct hub *, struct conn *, json_t *);
void people_name(struct hub *, struct conn *, json_t *);
void token_new(struct hub *, char token[65], uint8_t hash[STORE_HASH]);
int token_looks_right(const char *token);
void token_hash(uint8_t hash[STORE_HASH], const char *token);
/* A new person; m: the message or body, for its `label`; text: the token. */
struct query *people_new(struct hub *, const char *name, json_t *m, void (*then)(struct hub *, struct query *));
void label_read(char label[STORE_LABEL_MAX], json_t *m);
void who_write(char text[17], uint64_t who);
uint64_t who_read(json_t *text); /* 16 hex digits; 0: it is none */
/* Whether somebody may have this name, which is clean: NULL, or a sentence. now: the name this person has, or "". */
const char *name_allowed(const struct hub *, uint64_t who, const char *name, const char *now);
void people_kicked(struct hub *, struct person *, const char *table); /* looks up whether their devices may stay */
void banned_say(const struct hub *, char *why, size_t size, int64_t until);
void banned_refuse(struct hub *, struct conn *, int64_t until); /* says so, and ends the connection */

/* hub_me.c: a person's devices, phrase and data. 1: it was one of theirs. */
int me_get(struct hub *, const struct hub_http *);
int me_post(struct hub *, const struct hub_http *, json_t *body);

/* hub_export.c, hub_farewell.c */
struct visit;
void export_start(struct hub *, struct visit *, uint64_t who, const char *name);
/* Deletes a person: they stand up and resign first, then everything of theirs goes; then(h, arg, status). */
void farewell(struct hub *, uint64_t who, void (*then)(struct hub *, void *arg, enum store_status), void *arg);

/* hub_ties.c: friends, and who is not heard or met */
void ties_ask(struct hub *, struct conn *, uint64_t id);
void tie_set(struct hub *, struct conn *, json_t *, uint64_t id);
void ties_came(struct hub *, struct person *);                     /* their first connection here */
void ties_left(struct hub *, struct person *);                     /* their last one is gone */
void ties_told(struct hub *, struct person *, const char *table);  /* they changed */
void ties_notice(struct hub *, struct person *, const char *text); /* of another node: who is there */
int64_t ties_tick(struct hub *);                                   /* tells what is due; when there is more, or 0 */
int tie_friends(const struct person *, uint64_t who); /* both say so, and neither blocks the other as far as is known here */
const struct tie *tie_find(const struct person *, uint64_t who); /* NULL: none, or not known yet */
int tie_hears(const struct person *, uint64_t who);              /* whether this person wants to hear that one */

/* hub_chat.c: a word among friends */
void chat_consent(struct hub *, struct conn *, struct viewer *, json_t *, uint64_t id);
void chat_say(struct hub *, struct conn *, struct viewer *, json_t *, uint64_t id);
void chat_look(struct hub *, struct person *);                            /* their ties changed */
void chat_tell(struct hub *, struct room *);                              /* who has agreed, to all who sit here */
void chat_welcome(struct hub *, struct room *);                           /* another node began to watch */
void chat_consented(struct hub *, struct room *, int seat, int on);       /* on another node */
void chat_heard(struct hub *, struct room *, int seat, const char *text); /* likewise */

/* hub_report.c */
void report_take(struct hub *, struct conn *, json_t *, uint64_t id);

/* hub_bans.c */
int64_t bans_tick(struct hub *);                    /* reads them now and then; when next */
void bans_changed(struct hub *);                    /* on this node and all others */
int bans_notice(struct hub *, const char *channel); /* 1: it was about them */
void bans_forget(struct hub *, uint64_t who);       /* the names that were taken from somebody who is deleted */
void bans_free(struct hub *);
int64_t ban_until(const struct hub *, const char *address);       /* 0: it is not banned */
int ban_name(const struct hub *, uint64_t who, const char *name); /* the owner took this name from this person */

/* hub_room.c, for hub_command.c */
/* What others than those at the table want to know of it. */
struct before {
    uint64_t who[IR_SEATS_MAX];
    unsigned turn;
    int stage;
};
struct before before_note(const struct ir_table *);
/* changed: its description did, by a row of this node. A node that only hears of a row tells nobody on other nodes. */
void before_tell(struct hub *, const struct room *, const struct before *, int changed);
void room_broadcast(struct hub *, struct room *, const struct command *acked); /* the frame of the row in h->story */
void room_welcome(struct hub *, struct room *);                                /* ... as it is, to those who have just come */
void room_load(struct hub *, struct room *);                                   /* the rows it does not have */
void room_list(struct hub *, struct room *);                                   /* among the idle ones, if it is */
void room_left(struct hub *, struct room *);                                   /* somebody has left it */
void room_refuse(struct hub *, struct room *);                                 /* all who want something of a broken table */

/* hub_command.c, for hub_room.c */
void command_pop(struct hub *, struct room *); /* the first one is done */
void command_ok(struct hub *, const struct room *, const struct command *, int64_t seq);
void command_refuse(struct hub *, struct room *, const struct command *, const char *error, const char *why);

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
void room_renew(struct hub *, struct room *); /* loads its table from the beginning */
/* A command of somebody who need not be connected; then(h, arg) follows in any case. 0: there is no room for this table. */
int room_act(struct hub *, const char *id, uint64_t who, const char *text, void (*then)(struct hub *, void *), void *arg);
void room_behind(struct hub *, const char *id); /* rows were added to this table, and not by its room */
void room_unlist(struct hub *, struct room *);  /* removes it from the idle rooms */
void room_watch(struct hub *, struct room *);   /* hears of other nodes from now on */
int room_used(const struct room *);             /* somebody is here, or something is under way that needs nobody */

/* hub_fold.c */
int table_read(struct ir_table *, const struct store_match *, const char *deck,
               char why[IR_WHY_MAX]); /* opens it, without rows */
/* Opens it and folds all of its rows; the deck stays the store's. Below 0: they do not fold, and a sentence. */
int table_load(struct ir_table *, const struct store_match *, const struct store_row *, int n, char why[IR_WHY_MAX]);
void table_describe(const struct ir_table *, struct store_match *);  /* the description of the match after a row */
int table_changed(const struct ir_table *, const struct ir_table *); /* whether their descriptions differ */
int match_slow(const struct store_match *);                          /* whether it is a slow game */
unsigned match_turn(const struct store_match *);                     /* of a slow game: the seats that are asked, as bits */
int match_away(const struct store_match *, int seat); /* ... this seat had a holiday at its last row; its rows say until when */
int64_t match_deadline(const struct store_match *);   /* of a slow game: until when they have time; 0: for ever, or not known */

/* hub_keep.c */
int keep_look(struct hub *, struct room *); /* starts what the table needs; 1: a command was queued */
int keep_people(const struct room *);       /* somebody who plays is here; where nobody is left who does, whoever watches */
void keep_timer(struct hub *, struct room *, enum timer, int64_t when);
void keep_hint(struct hub *, struct conn *, struct room *, uint64_t id);
void keep_stop(struct hub *, struct room *); /* the last client left: clears timers, lock and watch */
void keep_left(struct hub *, struct room *); /* somebody left, others are here: without people, nothing goes on */
void keep_told(struct hub *, struct room *,
               int events);                        /* a frame with so many events was sent: bots wait for those who show it */
void keep_drop(struct room *);                     /* frees the moves that wait */
void keep_tell(struct hub *, const struct room *); /* the frame of the row in h->story, to foreign bots */

int64_t hub_lived(const struct hub *, int64_t ago); /* how long the store had lived then; -1: that is not known */

/* hub_presence.c */
void presence_broadcast(struct hub *,
                        struct room *); /* broadcasts presence to the table, and this node's part of it to the other nodes */
void presence_refresh(struct hub *, struct room *);  /* repeats it to the other nodes, where it would expire */
void notice_look(struct hub *, const struct room *); /* asks the other nodes for notices of rows from now on */
void notice_more(struct hub *, const struct room *); /* tells them that there may be a row after the last one here */
void presence_withdraw(struct hub *, struct room *); /* tells the other nodes that nobody is left here */
void react_broadcast(struct hub *, struct room *, int seat, int react);
int react_find(const char *word);                                                   /* its number, or -1 */
void notice_receive(struct hub *, struct room *, int64_t notice, const char *text); /* a notice of another node */
void notice_renew(struct hub *, const char *table);                                 /* somebody who sat there was deleted */
void notice_consent(struct hub *, const struct room *, int seat, int on);
void notice_chat(struct hub *, const struct room *, int seat, const char *text);
void notice_rated(struct hub *, const char *match, const char *seats);
void presence_soon(struct hub *, struct room *);

/* hub_rated.c: games that are over are counted */
enum { RATED_PAIR_A_DAY = 8, RATED_LATES = 2 }; /* games of two people that move ratings; times that are forgiven in a week */
int64_t rated_tick(struct hub *);               /* returns when it is due again, or 0 */
void rated_over(struct hub *);                  /* a game ended here */
void rated_heard(struct hub *, struct room *, const char *seats); /* what it changed, to all who are here */
void rated_play(struct store_standing *);                         /* computes `after` of all seats */
struct ir_rating;
struct ir_rating rating_today(const struct store_rating *, int64_t last, int64_t now);

/* hub_profile.c */
int profile_get(struct hub *, const struct hub_http *); /* 1: it was one of these */
int profile_post(struct hub *, const struct hub_http *, json_t *body);
/* Writes a game of somebody's history for a reader (0: anybody); its seats are the items from `first` on. Returns how many. */
int profile_game_json(struct ir_json *, const struct store_item *first, const struct store_item *end, uint64_t who,
                      uint64_t reader);

/* hub_story.c */
void story_send(struct hub *, struct viewer *, uint64_t id);

/* hub_create.c */
void create_table(struct hub *, struct asker, uint64_t who, const char *name, json_t *);
void create_rematch(struct hub *, struct room *);
void create_again(struct hub *, struct asker, struct room *, uint64_t who); /* the same, but only who sits there */
/* A table for two who seek the same; seek_born is told. */
void create_pair(struct hub *, uint64_t who, const char *name, uint64_t other, const char *name2, const struct ir_game *,
                 const char *settings, const char *sought);
void keep_rematched(struct hub *, const char *match, const char *next); /* next: NULL if it failed */
/* A table of an event, with everybody seated; event_born is told. It may be there already, or a part of it. */
void create_seated(struct hub *, const char *event, const struct event *, int table,
                   int rows); /* rows: so many of its rows are in the store */

/* hub_http.c */
struct visit {      /* an HTTP request that waits for the store */
    struct job job; /* first */
    uint64_t request;
    void (*then)(struct hub *, struct visit *, uint64_t who, const char *name); /* for requests with a token; ends the job */
    json_t *body;
    int banned_too; /* also people who are banned may do this */
    uint8_t token_hash[STORE_HASH];
};
/* Finds out whose token it is; NULL: it was refused. */
struct visit *with_token(struct hub *, const struct hub_http *, json_t *body,
                         void (*then)(struct hub *, struct visit *, uint64_t, const char *));
void http_store_trouble(struct hub *, uint64_t request);
void http_refuse(struct hub *, uint64_t request, int status, const char *error, const char *why);
void http_json(struct hub *, uint64_t request, struct ir_json *);

/* hub_push.c */
void push_get(struct hub *, const struct hub_http *);
void push_subscribe(struct hub *, const struct hub_http *, json_t *body);
void push_unsubscribe(struct hub *, const struct hub_http *, json_t *body);

/* hub_metrics.c */
size_t metrics_write(struct hub *, char *out, size_t size);
void count_refused(struct hub *, const char *error);
void count_latency(struct hub *, int64_t ms);
void count_paired(struct hub *, int64_t ms); /* after so long */

#endif
