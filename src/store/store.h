/* store.h: where tables, their rows and the people live: SQLite, PostgreSQL or memory, behind a handful of requests.
 *
 * A request is submitted, carried out on a thread of the store (memory: at once), and collected when done; the loop of the
 * server never waits for a disk. Requests of one table are carried out in the order they were submitted. Many appends share one
 * transaction; each request is answered only after the commit that holds it. */
#ifndef IR_STORE_H
#define IR_STORE_H

#include "irori.h"

enum store_kind {
    STORE_PLAYER_NEW,  /* who, token_hash, name, time (now) */
    STORE_PLAYER_FIND, /* token_hash, time (now) -> who, name; also notes, by the hour, when it was last seen */
    STORE_PLAYER_NAME, /* who, name */
    STORE_CODE_NEW,    /* who, token_hash (of the one-time code), time (until when); an older code of this person is void */
    STORE_CODE_USE,    /* token_hash (of the code), time (now), hash2 (of the new device's token) -> who, name; once */
    STORE_MATCH_NEW,   /* match and all that describes it */
    STORE_MATCH_LOAD,  /* match.id, from_seq -> what describes it, and all rows from there on, in order */
    STORE_APPEND,      /* match.id, row; with `changed` also match.stage, who, name, result; match.updated becomes row.time */
    STORE_LISTED,      /* time (not older than), limit -> gathering tables that are listed, newest first */
    STORE_MINE,        /* who, limit -> tables this person sits at or sat at, newest first */
    STORE_LOCK,   /* match.id -> STORE_OK if this node may let bots think and clocks fall there; until UNLOCK, or the end of the
                   * node or of its connection (a notice with seq 0 says so). May be asked again. It only saves work: the numbers
                   * of the rows decide who was first */
    STORE_UNLOCK, /* match.id */
    STORE_PURGE,  /* time, limit: forgets matches without a change or row since then; n is how many; n == limit: ask again */
    STORE_PING    /* for /healthz */
};
enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* APPEND: a row with these numbers is there, or the match is gone: load and look again. PLAYER_NEW,
                     * MATCH_NEW, CODE_NEW: the id is taken (after STORE_UNKNOWN: perhaps by you). LOCK: another node has it */
    STORE_NOT_FOUND,
    STORE_FAILED, /* nothing was done; why says what is wrong with the database */
    STORE_UNKNOWN /* the connection or the disk broke during the commit: it may or may not be there; load and look */
};

enum { STORE_HASH = 32, STORE_LIST_MAX = 100, STORE_RESULT_MAX = 160 };

/* A row of a table's log; text is the store's in an answer, the asker's in a question. */
struct store_row {
    int64_t seq, time;
    int32_t sub;
    uint64_t who, id; /* of the command that made it; 0: the keeper's own */
    const char *text;
};
/* What describes a match. In lists, `secret`, `deck` and `settings` are not filled in. */
struct store_match {
    char id[IR_ID_MAX], game[24];
    char options[IR_OPTIONS_TEXT], settings[160];
    const char *deck; /* the text of a custom deck, or NULL */
    int rules, seats;
    uint64_t host;
    uint8_t secret[32];
    int64_t created, updated;
    int stage, listed;          /* enum ir_stage */
    uint64_t who[IR_SEATS_MAX]; /* people by seat, 0: none */
    char name[IR_SEATS_MAX][IR_NAME_MAX];
    char result[STORE_RESULT_MAX]; /* of a finished one, as in a record: "55 45 won 0" */
};

struct store_request {
    enum store_kind kind;
    enum store_status status;
    char why[IR_WHY_MAX];
    uint64_t who;
    char name[IR_NAME_MAX];
    uint8_t token_hash[STORE_HASH], hash2[STORE_HASH];
    int64_t time, from_seq;
    int limit;   /* at most STORE_LIST_MAX; 0: that */
    int changed; /* APPEND: what describes the match changed, too: write it. Without, an append is one row and nothing else */
    struct store_match match;
    struct store_row row;     /* APPEND */
    struct store_row *rows;   /* MATCH_LOAD: the store's, until store_done */
    struct store_match *list; /* LISTED, MINE: likewise */
    int n;
    void *owner; /* the asker's */
    struct store_request *next;
    void *memory; /* the store's, behind rows and list */
};

struct store;
/* "" (a file in the user's data directory), "sqlite:PATH" or a path; "postgres://..."; "memory:", or "memory:NAME" for several
 * stores in one process and thread that see the same, as nodes do. Migrates the schema. NULL and a sentence in why. wake is
 * called, from any thread, when something can be collected; notice, from any thread, when another node appended to a match that
 * is watched (with seq 0: the connection was lost, and with it notices and locks: load and look, lock again). Both may be NULL,
 * and neither may call the store. */
struct store *store_open(const char *url, void (*wake)(void *), void (*notice)(void *, const char *match, int64_t seq),
                         void *arg, char why[IR_WHY_MAX]);
struct store_request *store_close(
    struct store *); /* finishes what was submitted; what was not collected, or NULL. NULL is fine */
void store_submit(struct store *, struct store_request *);   /* the request is the store's until it is collected */
struct store_request *store_collect(struct store *);         /* a list of done ones by `next`, oldest first; or NULL */
void store_done(struct store_request *);                     /* frees what the answer holds; not the request */
void store_watch(struct store *, const char *match, int on); /* tell notices of this match, or no longer */

#endif
