/* store.h: stores tables, their rows and the people in SQLite, PostgreSQL or memory, behind a handful of requests.
 *
 * A request is submitted, carried out on a thread of the store (memory: at once), and collected when it is done; the
 * server's loop never waits for a disk. Requests of one table are carried out in the order of submission. Many appends share
 * one transaction; a request is answered after the commit that holds it. */
#ifndef IR_STORE_H
#define IR_STORE_H

#include "irori_table.h"

enum store_kind {
    STORE_PLAYER_NEW,  /* who, token_hash, name, time (now) */
    STORE_PLAYER_FIND, /* token_hash, time (now) -> who, name; also stores, to the hour, when it was last seen */
    STORE_PLAYER_NAME, /* who, name */
    STORE_CODE_NEW,    /* who, token_hash (of the one-time code), time (until when); an older code of this person is void */
    STORE_CODE_USE,    /* token_hash (of the code), time (now), hash2 (of the new device's token) -> who, name; once */
    STORE_MATCH_NEW,   /* match and everything that describes it */
    STORE_MATCH_LOAD,  /* match.id, from_seq -> its description, and all rows from there on, in order */
    STORE_APPEND,      /* match.id, row; with `changed` also match.stage, who, name, result; match.updated becomes row.time */
    STORE_LISTED,      /* time and lived (not older than), limit -> gathering tables that are listed, newest first */
    STORE_HOSTED,      /* who, time and lived (not older than) -> answer: how many tables that are not over this person made */
    STORE_MINE,        /* who, limit -> tables this person sits at or sat at, newest first */
    STORE_LOCK, /* match.id -> STORE_OK if this node runs the bots and clocks of this table, until UNLOCK or the end of the node
                   or its connection (a notice with seq 0 says so). May be requested again. The lock only saves work: row
                   numbers decide who was first */
    STORE_UNLOCK, /* match.id */
    STORE_NOTIFY, /* match.id, row.seq: a notice for the other nodes that watch this match; not stored, and lost if nobody
                   listens. Below 0: a word of 63 bits; above: there are rows up to this number */
    STORE_PURGE,  /* time, lived, limit, match.stage: deletes matches without a change or row since then: games in progress if
                     the stage is IR_PLAYING, else all others; n is how many; n == limit: there may be more */
    STORE_LEAVE,  /* time, lived, from_seq (the first time to look at; 0: all): deletes people who came once, before then, sit
                     nowhere and have no open table -> n: how many; answer: from where to go on, 0: there are no more */
    STORE_CLOCK,  /* time (now; 0: only look), lived: notes that it was this time when the store had lived so long -> answer:
                     the longest that was ever noted */
    STORE_PING    /* time (now): for /healthz: writes a little */
};
enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* APPEND: a row with these numbers exists, or the match is gone: load and look again. PLAYER_NEW,
                       MATCH_NEW, CODE_NEW: the id is taken (after STORE_UNKNOWN: perhaps by this request). LOCK: another node
                       has it */
    STORE_NOT_FOUND,
    STORE_FAILED, /* nothing was done; why says what is wrong with the database */
    STORE_UNKNOWN /* the connection or the disk failed during the commit: it may or may not be stored; load and look */
};

/* How old something is cannot be told by a clock that may be wrong. So the store counts for how many milliseconds servers have
 * run on it (`lived`), and notes now and then what time it was. Where a request has a time and a `lived`, something is older
 * only if both say so: docs/storage.md, "Age". */

/* Times from here on (2076) are mistakes. */
#define STORE_TIME_MAX 3345062400000
enum { STORE_HASH = 32, STORE_LIST_MAX = 100, STORE_RESULT_MAX = 160 };

/* A row of a table's log. The text belongs to the store in an answer, to the caller in a request. */
struct store_row {
    int64_t seq, time;
    int32_t sub;
    uint64_t who, id; /* of the command that made it; 0: the keeper's */
    const char *text;
};
/* The description of a match. Lists do not fill in `secret`, `deck` and `settings`. */
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
    uint64_t who;
    int64_t time, from_seq, lived, answer;
    int limit;   /* at most STORE_LIST_MAX, which is also the default (0) */
    int quiet;   /* APPEND: no other node watches the match, so none needs a notice */
    int changed; /* APPEND: the description changed, too, and is written. Otherwise an append is one row and nothing else */
    struct store_row row;     /* APPEND */
    struct store_row *rows;   /* MATCH_LOAD: the store's, until store_done */
    struct store_match *list; /* LISTED, MINE: likewise */
    int n;
    void *owner; /* the asker's */
    struct store_request *next;
    void *memory; /* owned by the store: the memory of rows and list */
    /* what follows is large, and most requests use little of it: of `match` an APPEND without `changed` has only the id */
    struct store_match match;
    char name[IR_NAME_MAX];
    uint8_t token_hash[STORE_HASH], hash2[STORE_HASH];
    char why[IR_WHY_MAX];
};

struct store;
/* What another node says about a match: a row it appended, or only its number (text is NULL), or a word (seq below 0). */
typedef void store_notice(void *arg, const char *match, const struct store_row *row);
/* url: "" (a file in the user's data directory), "sqlite:PATH" or a path; "postgres://..."; "memory:", or "memory:NAME" for
 * several stores in one process and thread with the same contents, like nodes. Migrates the schema. Returns NULL and a sentence
 * in why on failure.
 *
 * wake is called from any thread when something can be collected. notice is called from any thread when another node
 * appended to a watched match; seq 0 means that the connection was lost, and with it notices and locks: load, look and lock
 * again. Both may be NULL, and neither may call the store. */
struct store *store_open(const char *url, void (*wake)(void *), store_notice *notice, void *arg, char why[IR_WHY_MAX]);
struct store_request *store_close(
    struct store *); /* finishes what was submitted; returns what was not collected, or NULL. The argument may be NULL */
int64_t store_newest(const struct store *);                /* the newest time in it when it was opened; 0: there is none */
void store_submit(struct store *, struct store_request *); /* the store owns the request until it is collected */
struct store_request *store_collect(struct store *);       /* the finished requests, linked by `next`, oldest first; or NULL */
void store_done(struct store_request *);                   /* frees the memory of the answer, not the request */
void store_watch(struct store *, const char *match, int on); /* starts or stops notices of this match */

#endif
