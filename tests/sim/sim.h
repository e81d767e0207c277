/* sim.h: a whole world in one process: clients, network, hubs, store and clock under one seeded scheduler. The hub and the
 * store are the real ones; everything between them is simulated, with faults chosen by the seed. The same seed gives the same
 * world, event by event.
 *
 * meet.c: people who look for somebody to play with; evening.c, evening_truth.c: people who play an evening;
 * world.c: time, nodes, network and faults; client.c: people with a browser; truth.c: what must hold, checked at every message.
 */
#ifndef SIM_H
#define SIM_H

#include "server/hub_inside.h"

#include <stdarg.h>

enum { NODES_MAX = 3, CLIENTS_MAX = 9, TRUTHS_MAX = 1000, TABLES_MAX = 64 };

/* Bugs to plant, to see that they are found. They are in this world, not in the hub. */
enum plant {
    PLANT_NONE,
    PLANT_ACK_EARLY,   /* the store says OK before it has stored, and a crash in between loses it */
    PLANT_WRONG_SEAT,  /* a frame goes to another connection at the same table */
    PLANT_LOST_WAKE,   /* a thought is never answered */
    PLANT_DOUBLE,      /* the store does not arbitrate: a row whose number is taken gets the next one */
    PLANT_DEAF,        /* notices are lost and nobody polls */
    PLANT_LEAK_STATE,  /* frames have a member that depends on the whole state */
    PLANT_LEAK_SIZE,   /* the bytes of a frame do not tell, but their number does */
    PLANT_LEAK_ANSWER, /* frames tell who has answered a secret question */
    PLANT_LEAK_VIEW,   /* a bot is shown the view of its neighbour */
    PLANT_LEAK_STORY,  /* the story of a game is that of the neighbour */
    PLANT_LEAK_TIME,   /* a node is slower where somebody could answer a secret question other than in silence */
    PLANT_SILENCE,     /* a refusal is now and then not sent */
    PLANT_PLAYED_OUT,  /* bots play on when no person is left */
    PLANT_FORGOTTEN,   /* the store never finds a slow game that is due */
    PLANT_PAIR_TWICE,  /* the store forgets now and then that somebody was paired */
    PLANT_UNTOLD,      /* somebody who was paired is now and then not told */
    PLANT_AFTER,       /* the table after a command is now and then not what its row folds to */
    PLANT_COUNT_TWICE, /* the store forgets now and then that a game was counted */
    PLANT_RESULT,      /* the result of an evening's table is now and then that of the seats the other way round */
    PLANT_UNSTORED,    /* a row of an evening is now and then acknowledged and not stored */
    PLANT_STRANGER,    /* at an evening's table somebody else is now and then seated */
    PLANT_LOOKER,      /* the state of an evening goes now and then to another who looks */
    PLANT_LOCKED,      /* the lock of a node that died is never free again */
    PLANTS
};
extern const char *const plant_name[PLANTS];

/* How much goes wrong, by seed. Chances are in 1/1000. */
struct weather {
    int cut, crash, failed, unknown, conflict, notice_lost, jump, slow_bot, doubled, goodbye, lost;
    int latency, store_latency; /* milliseconds at most */
    int64_t until;              /* then the sky is clear */
};

extern int plant_counts_twice; /* PLANT_COUNT_TWICE, for plant_store.c */
extern int plant_now;          /* for plant.c, which stands between the hub and the library */

/* ---- truth.c: the fold of what is in the store, frame by frame ---- */

struct frame_truth {
    struct ir_table table;
    struct ir_event *event;
    int n_events, n_acts;
    struct ir_act act[IR_ACTS_MAX];
    uint32_t answers; /* seats whose secret answers wait, as bits */
};
struct done {
    uint64_t who, id;
    int64_t at; /* when it was stored */
};
struct truth {
    struct ir_table table; /* after all rows, answers included */
    uint8_t secret[32];
    char secret_hex[65], *deck;
    struct frame_truth *frame; /* by seq; 0: before anything happened */
    int64_t n, told_at;        /* told_at: when the last one was made */
    struct done *done;         /* commands in the rows */
    int n_done;
    int rows;
    int64_t reminded_at; /* in a slow game: the time of the last reminder in this position; 0: none */
};
struct sim;
struct wire;
void truth_match(struct sim *, const struct store_match *);
void truth_row(struct sim *, const char *match, const struct store_row *);
struct truth *truth_find(struct sim *, const char *match);
int truth_has(const struct truth *, uint64_t who, uint64_t id);
void truth_sent(struct sim *, struct wire *, const char *text, size_t n); /* checks a message as it leaves a hub */
void truth_node(struct sim *, struct hub *);                              /* a node's tables are folds of the store's rows */
void truth_refused(struct sim *, struct hub *, int client, const char *text); /* the same in another world */
int truth_could(struct sim *);                                                /* somebody could */
void truth_keeper(struct sim *, struct hub *, const struct store_request *);  /* it does nothing where no person is */
void truth_thought(struct sim *, const struct hub_thought *);
void truth_end(struct sim *); /* the store has just these rows */
void truth_free(struct sim *);

/* ---- slow.c: slow games ---- */

void slow_row(struct sim *, struct truth *, const struct store_row *); /* before it is folded */
void slow_append(struct sim *, const struct store_request *);          /* after it is */
void slow_check(struct sim *);
void slow_push(struct sim *, struct hub *, uint64_t who, const char *kind, const char *table);

/* ---- rated.c ---- */

int rated_run(uint64_t seed, uint64_t *counts, uint64_t *crashes, char *violation, size_t size); /* 1: there was a violation */

/* ---- evening.c, evening_truth.c ---- */

enum { EVENING_PEOPLE = 16, EVENING_TABLES = 600, EVENING_ROWS = 4000, EVENING_SAID = 16 };
struct evening_said { /* a command, by its number */
    uint64_t id;
    char text[48];
};
struct evening_client {
    int looks; /* 1: has asked; 2: was told */
    int you, gone, stage;
    int64_t seq, asked_at, said_at, again, told_at, comes;
    uint64_t pending; /* the command under way */
    char table[IR_ID_MAX], shuns[IR_ID_MAX];
    struct evening_said said[EVENING_SAID];
};
struct evening_person {
    uint64_t who;
    char name[IR_NAME_MAX];
    int gone, playing, byes, games;
    int left;    /* since they were paired */
    int started; /* was there at the start */
};
struct evening_table {
    char id[IR_ID_MAX];
    int round, n, opened, done, person[IR_SEATS_MAX], rank[IR_SEATS_MAX]; /* rank: -1: did not come */
};
struct evening_fold { /* of its rows, as docs/evenings.md says */
    char kind;        /* the first letter */
    int seats, least, rounds, minutes, stage, round, n, n_tables, running, n_start;
    uint64_t host;
    int64_t started;
    struct evening_person person[EVENING_PEOPLE];
    struct evening_table table[EVENING_TABLES];
};
struct evening {
    int on, seats, n_rows;
    char id[IR_ID_MAX];
    int64_t starts;
    struct evening_fold fold;
    struct store_row row[EVENING_ROWS];
    uint64_t commands, states, played, unplayed;
};
void evening_scene(struct sim *);
int evening_wake(struct sim *, int client);
int evening_hear(struct sim *, int client, const char *text);
void evening_lost(struct sim *, int client);
void evening_gather(struct sim *, int client, const struct ir_table *, int seat);
void evening_over(struct sim *, int client);
int evening_sent(struct sim *, int client, const char *text, size_t n);
void evening_match(struct sim *, const struct store_match *);
int evening_row(struct sim *, const char *match, const struct store_row *);
void evening_end(struct sim *);
void evening_free_rows(struct sim *);

/* ---- client.c ---- */

struct client {
    char token[65], name[32], table[IR_ID_MAX];
    uint64_t who, conn, next_id;
    int twin;   /* a second window of client 0, that only looks */
    int left;   /* has left a table once: frames from before may still be on their way when it is back */
    int deltas; /* it understands them */
    int wants_seat, host, hello, joined, done, tries, matches;
    int64_t seq, heard_at; /* the last frame of the table it is at; when something was heard */
    int64_t answered;      /* the frame whose secret question it has answered */
    uint64_t pending;      /* the command under way */
    int64_t pending_seq, pending_at, asked_at, sought_at;
    char text[128];
    int64_t wake;
    int64_t over_at, again; /* again: when to repeat the pending command */
    int64_t idle;           /* until then it is connected, and nobody looks */
    int64_t gone;           /* until then it is not even connected */
    int seeking, pace;      /* enum seeking */
    int lobby;              /* enum lobby_look */
    json_t *tables;         /* in the lobby, by their codes */
    int64_t seeking_since, until;
    struct evening_client evening;
};
enum seeking { SEEK_NOT, SEEK_ASKED, SEEK_WAITS, SEEK_ENDS };
void client_wake(struct sim *, int client);
void client_hear(struct sim *, int client, const char *text, size_t n);
void client_lost(struct sim *, int client); /* its connection is gone, and it knows */
void client_do(struct sim *, int client, const char *format, ...) __attribute__((format(printf, 3, 4))); /* a command */

/* ---- meet.c ---- */

struct pairing {
    uint64_t who[2];
    int told[2]; /* in one window or another */
    char match[IR_ID_MAX];
    int64_t at;
};
void meet_scene(struct sim *);
void meet_wake(struct sim *, int client);
int meet_hear(struct sim *, int client, const char *text);
void meet_gather(struct sim *, int client, const struct ir_table *, int seat);
void meet_over(struct sim *, int client);
void meet_paired(struct sim *, const struct store_request *); /* the store has carried it out */
void meet_check(struct sim *);
int meet_lingers(const struct sim *);

/* ---- world.c ---- */

struct wire { /* a connection */
    int client, node, dead;
    int64_t up, down; /* when the last message on its way arrives */
    int fresh;        /* a join was said since the last frame */
    int64_t sent;     /* the last frame, and of which table */
    char table[IR_ID_MAX];
    json_t *has; /* its table and view there, put together by whoever gets deltas */
};
struct node {
    struct hub *hub;
    struct store *store;
    int64_t offset, busy_until; /* its clock against the world's; the store answers in order */
    int generation, leaving;
    int64_t tick;
};
enum kind {
    UP,
    DOWN,
    CUT,
    HUB_GONE,
    CLIENT_GONE,
    STORE_DO,
    STORE_ANSWER,
    THOUGHT,
    NOTICE,
    TICK,
    WAKE,
    CRASH,
    START,
    LEAVE,
    JUMP,
    LOST
};
struct event {
    int64_t at;
    uint64_t order;
    enum kind kind;
    int node, generation, client;
    uint64_t wire;
    struct store_request *request;
    struct hub_thought *thought;
    struct store_row row;
    char match[IR_ID_MAX];
    size_t n;
    char text[];
};

struct sim {
    uint64_t seed, random; /* random: of the hubs' own dice */
    struct ir_rng rng;
    int64_t now, deadline;
    struct weather weather;
    const struct ir_game *game;
    char create[600], world[40];
    int n_nodes, n_clients, n_people, frames_most, rematches;
    struct node node[NODES_MAX];
    struct store *eye; /* keeps the world of the store alive, and looks at it */
    struct client client[CLIENTS_MAX];
    struct wire *wire; /* by number */
    size_t n_wires, wires_size;
    char table[IR_ID_MAX]; /* the link that was passed around */
    struct event **heap;
    size_t n_heap, heap_size;
    uint64_t order;
    char truth_id[TRUTHS_MAX][IR_ID_MAX];
    struct truth *truth[TRUTHS_MAX];
    int n_truths;
    int trace, verify, plant; /* verify: two worlds for one in so many frames; 0: for none */
    int meet;                 /* people look for somebody to play with */
    struct pairing pairing[TRUTHS_MAX];
    int n_pairings;
    struct evening evening;
    int calm; /* nothing goes wrong, games are played to their end */
    const struct ir_game *only;
    uint64_t clocks;            /* requests about how long the store has lived */
    uint64_t paired, looked;    /* people were told so; how often somebody's lobby was compared with the store */
    uint64_t stories, deserted; /* told; games that were paused because no person was left */
    uint64_t questions, could, refusals,
        thoughts; /* questions closed on time; with somebody who could have answered other than in silence */
    int slow;     /* a slow game, and a long time */
    uint64_t reminders, fallen, pushes;
    char violation[600];
    uint64_t events, frames, bytes, verified, crashes, moves;
};
void sim_run(struct sim *, uint64_t seed); /* violation is "" if all held */
void sim_violation(struct sim *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sim_trace(struct sim *, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint32_t sim_below(struct sim *, uint32_t n);
int sim_chance(struct sim *, int per_mille);
void client_connect(struct sim *, int client);
void client_send(struct sim *, int client, const char *format, ...) __attribute__((format(printf, 3, 4)));
void client_cut(struct sim *, int client);
void client_later(struct sim *, int client, int64_t ms);
int is_delta(const char *text);
int is_frame(const char *text);                   /* whole or a delta */
int64_t field(const char *text, const char *key); /* of a message: the number after "key":, or 0 */

/* world.c */
enum { DAY = 1000000000, HOUR = 3600000 };
struct event *later(struct sim *, int64_t at, enum kind, const char *text, size_t n); /* an event to come */
void world_step(struct sim *);                                                        /* the next event */
void world_end(struct sim *);

/* node.c */
void node_start(struct sim *, int node);
void node_tick(struct sim *, int node);
void node_event(struct sim *, struct event *); /* of a node, or of its store */
int64_t clock_of(struct sim *, int node);

#endif
