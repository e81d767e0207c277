/* memory.h: what a store in memory holds, and what its two halves ask of each other: games (memory.c) and people
 * (memory_people.c, memory_notes.c). Not for callers of the store. */
#ifndef IR_STORE_MEMORY_H
#define IR_STORE_MEMORY_H

#include "backend.h"

enum { HOUR = 3600000 };
struct player {
    struct player *next;
    uint64_t who;
    int64_t created;
    char name[IR_NAME_MAX];
};
struct secret { /* a token, or a one-time code */
    struct secret *next;
    uint8_t hash[STORE_HASH];
    uint64_t who;
    int64_t until, created, seen; /* until: of a code; the others: of a token */
    char label[STORE_LABEL_MAX];
};
/* Whatever else is stored: of each kind a list, newest first. What the fields mean is told by the requests. */
enum note_kind { NOTE_PHRASE, NOTE_TIE, NOTE_INVITE, NOTE_SEEK, NOTE_PUSH, NOTE_VALUE, NOTE_REPORT, NOTE_BAN, NOTE_LOG, NOTES };
struct note {
    struct note *next;
    uint64_t who, other;
    int64_t time, until;
    int flags;
    uint8_t hash[STORE_HASH];
    char name[IR_NAME_MAX], match[IR_ID_MAX];
    char *text, *more; /* ours, or NULL */
};
struct rating {
    uint64_t who;
    char game[24], pace[8];
    struct store_rating r;
    int64_t time, version;
    int met;
};
struct stats {
    uint64_t who;
    char game[24];
    int games, wins, streak, best;
};
struct profile {
    uint64_t who;
    int crest, visible, unlisted;
};
struct played { /* a game that was counted */
    char match[IR_ID_MAX];
    struct store_standing s;
};
struct noted {
    int64_t lived, time;
};
struct kept {
    struct link link;
    struct store_match m;
    char *deck;
    struct store_row *rows; /* by (seq, sub); texts are ours */
    size_t n, room;
    struct store *lock; /* who holds it */
};
struct world {
    struct world *next;
    char name[64];
    struct node *nodes;
    struct player *players;
    struct secret *tokens, *codes;
    struct note *notes[NOTES];
    struct map kept;     /* by id_hash */
    struct noted *clock; /* by lived */
    int n_clock;
    struct rating *ratings; /* lists whose room is a power of two */
    struct stats *stats;
    struct profile *profiles;
    struct played *played; /* in the order of counting */
    size_t n_ratings, n_stats, n_profiles, n_played;
    int64_t counted;
    uint64_t ghosts; /* ids given to seats of people who are gone */
};

/* memory.c */
struct kept *kept_find(const struct world *, const char *id);
struct kept *kept_next(const struct world *, const struct kept *); /* the one after it, or the first; NULL at the end */
enum store_status match_new(struct world *, struct store_request *);
int match_answer(struct store_request *, const struct kept *); /* adds it to the list; 0: out of memory */
int64_t then(const struct world *, const struct store_request *);

/* memory_people.c */
struct player *player_find(const struct world *, uint64_t who);
void codes_drop(struct world *, uint64_t who, int64_t before);
enum store_status people_request(struct world *, struct store_request *);
void people_free(struct world *);

/* memory_notes.c */
void notes_drop_match(struct world *, const char *match,
                      int64_t before); /* of a match that is gone; tickets that have expired */
void notes_drop_person(struct world *, uint64_t who);
void pushes_drop(struct world *, const uint8_t *token);
int notes_keep(const struct world *, uint64_t who); /* somebody with a phrase or a friend does not leave */
const struct note *note_of(const struct world *, enum note_kind, uint64_t who);
const struct note *phrase_find(const struct world *, const uint8_t *hash);
int64_t banned_until(const struct world *, uint64_t who, int64_t now);
int friends(const struct world *, uint64_t, uint64_t); /* each other's */
int blocked(const struct world *, uint64_t, uint64_t); /* one of them blocks the other */
enum store_status notes_request(struct world *, struct store_request *);
void notes_free(struct world *);

/* memory_rated.c */
enum store_status rated_request(struct world *, struct store_request *);
void rated_drop_person(struct world *, uint64_t who);
void rated_free(struct world *);

#endif
