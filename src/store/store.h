/* store.h: stores tables, their rows and the people in SQLite, PostgreSQL or memory, behind a handful of requests.
 *
 * A request is submitted, carried out on a thread of the store (memory: at once), and collected when it is done; the
 * server's loop never waits for a disk. Requests of one table are carried out in the order of submission. Many appends share
 * one transaction; a request is answered after the commit that holds it. */
#ifndef IR_STORE_H
#define IR_STORE_H

#include "irori_table.h"

enum store_kind {
    STORE_PLAYER_NEW,  /* who, token_hash, name, time (now), label (of the device, "" if unknown) */
    STORE_PLAYER_FIND, /* token_hash, time (now) -> who, name, until (this person is banned until then; 0: not); also stores, to
                          the hour, when it was last seen */
    STORE_PLAYER_NAME, /* who, name */
    STORE_CODE_NEW,    /* who, token_hash (of the one-time code), time (until when); an older code of this person is void */
    STORE_CODE_USE,    /* token_hash (of the code), time (now), hash2 (of the new device's token), label -> who, name; once */
    STORE_PHRASE_SET,  /* who, token_hash (of the recovery phrase), time: replaces an older phrase of this person */
    STORE_PHRASE_USE,  /* token_hash (of the phrase), time, hash2 (of the new device's token), label -> who, name; any number of
                          times */
    STORE_DEVICES,     /* who, token_hash -> items: devices, last seen first; who is its number, name its label, time when it
                          came, seen; mine is 1 for the one with this token. answer: since when there is a phrase, or 0; time: when
                          the person came */
    STORE_DEVICE_END,  /* who, other (the number of a device; 0: all but the one with token_hash): forgets their tokens and
                          subscriptions, and this person's one-time code -> n: how many devices */
    STORE_PERSON_END,  /* who: deletes the person and everything of theirs but their seats in games. These get the name
                          STORE_GONE and the id 0. In the log of each game, and as its host, a fresh id and that name stand for
                          them, so that the games of others stay whole and fold as before -> n: seats. May be repeated. The
                          asker lets them stand up, resign and pass on the role of the host first */
    STORE_TIE_SET,     /* who, other, flags, time: what `who` thinks of `other`; flags 0: nothing. NOT_FOUND: no such person;
                          CONFLICT: there are STORE_TIES_MAX already. A block also ends invitations between the two */
    STORE_TIES,        /* who -> items: people tied to or by this person; mine, theirs: flags in either direction, where theirs
                          only tells IR_TIE_FRIEND; newest first */
    STORE_INVITE,      /* who (the guest), other (who invites), match.id, time; a second one changes nothing. CONFLICT: one of
                          the two blocks the other; NOT_FOUND: no such person or match */
    STORE_INVITES,     /* who, limit -> list, of matches that are not over, and items: by whom, in the same order (who, name,
                          time) */
    STORE_INVITE_END,  /* who (the guest), match.id */
    STORE_SEEK,        /* who, name, text (what is sought), node, time (now), until: stores or renews the ticket of this person
                          -> other, name2: the one of somebody else who waits longest for the same, whose ticket is valid at
                          `time`, and neither blocks the other; other is 0 if nobody waits. CONFLICT: this person was paired,
                          match.id says where, and nothing was changed */
    STORE_PAIR,        /* who, other, text, time, match (as MATCH_NEW): if the tickets of both are there, valid, not paired
                          and for this text, creates the match and notes it in both tickets. CONFLICT: nothing was done. If
                          it is repeated, it is OK again */
    STORE_UNSEEK,      /* who, match.id: removes the ticket: with a match.id the one that was paired there, with "" one that is
                          not paired. CONFLICT: it was paired, match.id says where. Without a ticket it is STORE_OK */
    STORE_MATCH_NEW,   /* match and everything that describes it; its maker is its host */
    STORE_MATCH_LOAD,  /* match.id, from_seq -> its description, and all rows from there on, in order */
    STORE_APPEND,      /* match.id, row; with `changed` also match.stage, host, listed, who, name, result, due, turn, count;
                          match.updated becomes row.time */
    STORE_LISTED,      /* time and lived (not older than), limit, match.stage -> tables of this stage (gathering or playing)
                          that are listed, newest first */
    STORE_DUE,         /* time, from_seq, limit -> games in progress whose `due` is after from_seq and not after this time, the
                          earliest first */
    STORE_HOSTED,      /* who, time and lived (not older than) -> answer: how many tables that are not over this person made */
    STORE_MINE,        /* who, limit -> tables this person sits at or sat at, newest first; until, match.id: only those after
                          the one that changed at this time and has this id, 0: all */
    STORE_EVENTS, /* who, limit -> events (STORE_EVENT) that this person joined or made, newest first; until and match.id as in
                     STORE_MINE */
    STORE_LOCK, /* match.id -> STORE_OK if this node runs the bots and clocks of this table, until UNLOCK or the end of the node
                   or its connection (a notice with seq 0 says so). May be requested again. The lock only saves work: row
                   numbers decide who was first */
    STORE_UNLOCK,   /* match.id */
    STORE_NOTIFY,   /* match.id, row.seq: a notice for the other nodes that watch this match; not stored, and lost if nobody
                     listens. Below 0: a word of 63 bits, and row.text if there is one; above: there are rows up to this
                     number */
    STORE_PURGE,    /* time, lived, limit, match.stage: deletes matches without a change or row since then: games in progress if
                       the stage is IR_PLAYING, else all others; n is how many; n == limit: there may be more */
    STORE_LEAVE,    /* time, lived, from_seq (the first time to look at; 0: all): deletes people who came once, before then, sit
                       nowhere and have no open table -> n: how many; answer: from where to go on, 0: there are no more */
    STORE_CLOCK,    /* time (now; 0: only look), lived: notes that it was this time when the store had lived so long -> answer:
                       the longest that was ever noted */
    STORE_PING,     /* time (now): for /healthz: writes a little */
    STORE_PUSH_SET, /* who, token_hash (of the device), text (the endpoint of a push service), more (its keys), time; an
                       endpoint belongs to who stored it last. The newest STORE_PUSHES_MAX of a person are kept. NOT_FOUND: it
                       is no device of this person */
    STORE_PUSHES,   /* who -> items: text (endpoint), more (keys), time */
    STORE_PUSH_DROP, /* text (endpoint); who, or 0 for anybody's */
    STORE_VALUE,     /* name, text: stores a value under this name unless there is one -> text: the one that is stored */
    STORE_REPORT,    /* who (reports), other (is reported), match.id or "", text, time; at most STORE_REPORTS_MAX are kept, the
                        newest */
    STORE_REPORTS,   /* limit -> items, newest first: who, name (reports), other, name2 (is reported), match, text, time */
    STORE_BAN,       /* other (a person) or text (an address or network), until (0: lifts it), more (why), time */
    STORE_BANS,      /* time -> items that are in force: who, name, or text (an address); until as seen; more (why) */
    STORE_LOG,       /* text, time: a line of the owner's log; at most STORE_REPORTS_MAX are kept, the newest */
    STORE_LOGGED,    /* limit -> items, newest first: text, time */
    STORE_PLAYED,    /* limit -> games that are over and not counted yet (match.count is STORE_COUNT_DUE), the oldest first */
    STORE_STANDING,  /* standing: game, pace, time, seat[].who -> of each person the rating before this game, how often they met
                        each of the others on that day, and how often they were late in the seven days before */
    STORE_COUNT,   /* match.id, node (a new random number), standing: as it was answered, and what is new in it. If the match is
                      not counted yet, everybody   is still there and all ratings have the versions they had, writes the ratings,
                      the history and the statistics, and that the match   is counted -> standing.number. CONFLICT: nothing was
                      done; look at everything again */
    STORE_PROFILE, /* who, other (who asks, or 0), limit -> items by kind: one STORE_ITEM_PROFILE; STORE_ITEM_RATING;
                      STORE_ITEM_STATS; STORE_ITEM_GAME: the seats of the newest games, a game's in a row. until, match.id: only
                      games before the one that ended then and has this id, 0: all. NOT_FOUND: no such person */
    STORE_PROFILE_SET, /* who, mark (crest, or below 0: as it is), visible (likewise). NOT_FOUND: no such person */
    STORE_LEADERS,     /* standing: game, pace; who (asks, or 0), flags: only friends of who -> items of kind STORE_ITEM_LEADER,
                          the best first: not more than `error` of uncertainty, enough games and opponents, not private (without
                          flags: public), not taken off the list; and one of the kind STORE_ITEM_ME, if who has a place */
    STORE_RATING_END,  /* who, text (a game; "" for all): their ratings begin anew. NOT_FOUND: no such person */
    STORE_UNLIST,      /* who, flags: 1: never among the leaders. NOT_FOUND: no such person */
    STORE_PEOPLE /* text (a part of a name, a-z as A-Z; "" for all), limit -> items, last seen first: who, name, time (when
                    they came), seen. Who has no device is not among them */
};
/* Numbers of an item, by kind. Ratings are in millionths of a point, the drift in billionths. */
enum store_item_kind {
    STORE_ITEM_PLAIN,
    STORE_ITEM_PROFILE, /* who, name, time (since); mine: visible; theirs: 1 friends, 2 one blocks the other; CREST, UNLISTED */
    STORE_ITEM_RATING,  /* text (game), more (pace), time (of the last game); AT to MET */
    STORE_ITEM_STATS,   /* text (game); GAMES, WINS, STREAK, BEST */
    STORE_ITEM_GAME,    /* match, text (game), more (pace), time, who, name (of the person or bot); SEAT to NEW_ERROR */
    STORE_ITEM_LEADER,  /* who, name, time; AT to GAMES, CREST */
    STORE_ITEM_ME       /* likewise; PLACE: one more than there are with more points, rounded */
};
enum { STORE_AT, STORE_ERROR, STORE_DRIFT, STORE_GAMES, STORE_MET, STORE_CREST, STORE_UNLISTED, STORE_PLACE, STORE_NUMBERS };
enum { STORE_WINS = STORE_AT, STORE_STREAK = STORE_ERROR, STORE_BEST = STORE_DRIFT };
enum { STORE_SEAT, STORE_RANK, STORE_RATED, STORE_LATE, STORE_WAS, STORE_NEW, STORE_NEW_ERROR };
enum { STORE_PRIVATE, STORE_FRIENDS, STORE_PUBLIC };      /* who may see a profile */
enum { STORE_COUNT_NOT, STORE_COUNT_DUE, STORE_COUNTED }; /* of a match */
enum { STORE_CRESTS = 24, STORE_LEADER_MET = 5, STORE_LEADER_GAMES = 5, STORE_LEADER_ERROR = 110000000 };
/* What somebody thinks of somebody else. Two people are friends if both say so. */
enum { IR_TIE_FRIEND = 1, IR_TIE_MUTE = 2, IR_TIE_BLOCK = 4 };
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
enum {
    STORE_HASH = 32,
    STORE_LIST_MAX = 100,
    STORE_RESULT_MAX = 160,
    STORE_LABEL_MAX = 64,
    STORE_REPORTS_MAX = 1000,
    STORE_TIES_MAX = 500,
    STORE_PUSHES_MAX = 5
};
#define STORE_EVENT ":event" /* the game of a match that is an event, and no table: docs/evenings.md */
#define STORE_GONE  "\u2026" /* the name of a seat whose person was deleted */

/* A row of a table's log. The text belongs to the store in an answer, to the caller in a request. */
struct store_row {
    int64_t seq, time;
    int32_t sub;
    uint64_t who, id; /* of the command that made it; 0: the keeper's */
    const char *text;
};
/* An entry of a list that is not one of matches. Texts belong to the store, until store_done. */
struct store_item {
    uint64_t who, other;
    int64_t time, seen;
    int mine, theirs;
    char name[IR_NAME_MAX], name2[IR_NAME_MAX], match[IR_ID_MAX];
    const char *text, *more;
    int kind; /* enum store_item_kind */
    int64_t number[STORE_NUMBERS];
};
/* What a game that is over changes: docs/ratings.md. The asker's, filled in by the store. */
struct store_rating {
    int64_t at, error, drift, games;
};
struct store_standing {
    char game[24], pace[8];
    int64_t time, number; /* time: when the game ended; number: the how manieth counted one it is */
    int n, rated;         /* seats; 0: only history and statistics */
    struct {
        uint64_t who; /* 0: a bot, or somebody who was deleted */
        char name[IR_NAME_MAX];
        struct store_rating before, after;
        int64_t last, version; /* last: when they played last; version: 0: there is no rating yet */
        int met[IR_SEATS_MAX]; /* games that counted against that seat on the same day */
        int lates, rank, late, won;
    } seat[IR_SEATS_MAX];
};
/* The description of a match. Lists do not fill in `secret` and `deck`. */
struct store_match {
    char id[IR_ID_MAX], game[24];
    char options[IR_OPTIONS_TEXT], settings[160];
    char event[IR_ID_MAX]; /* the evening that has made this table, or "" */
    const char *deck;      /* the text of a custom deck, or NULL */
    int rules, seats;
    uint64_t host, maker; /* maker: the host when it was made, from which its rows are folded; set by the store */
    uint8_t secret[32];
    int64_t created, updated;
    int stage, listed;          /* enum ir_stage */
    uint64_t who[IR_SEATS_MAX]; /* people by seat, 0: none */
    char name[IR_SEATS_MAX][IR_NAME_MAX];
    char result[STORE_RESULT_MAX]; /* of a finished one, as in a record: "55 45 won 0" */
    int64_t due;                   /* in a slow game: when somebody must be reminded, or runs out of time; else 0 */
    int count;                     /* STORE_COUNT_DUE: it is over and to be counted; set by APPEND */
    int turn;                      /* in a slow game: the seats that are asked for a move, as bits, and what is due; else 0 */
};

struct store_request {
    enum store_kind kind;
    enum store_status status;
    uint64_t who, other, node;
    int64_t time, until, from_seq, lived, answer;
    int flags;                       /* TIE_SET, LEADERS, UNLIST */
    int mark, visible;               /* PROFILE_SET */
    struct store_standing *standing; /* STANDING, COUNT, LEADERS: the asker's */
    int limit;                       /* at most STORE_LIST_MAX, which is also the default (0) */
    int quiet;                       /* APPEND: no other node watches the match, so none needs a notice */
    int changed; /* APPEND: the description changed, too, and is written. Otherwise an append is one row and nothing else */
    struct store_row row;     /* APPEND */
    struct store_row *rows;   /* MATCH_LOAD: the store's, until store_done */
    struct store_match *list; /* LISTED, MINE, DUE, INVITES: likewise */
    struct store_item *items; /* likewise */
    int n;                    /* how many rows, matches or items */
    const char *text, *more;  /* the asker's; in the answer of VALUE, text is the store's */
    void *owner;              /* the asker's */
    struct store_request *next;
    void *memory; /* owned by the store: the memory of rows and list */
    /* what follows is large, and most requests use little of it: of `match` an APPEND without `changed` has only the id */
    struct store_match match;
    char name[IR_NAME_MAX], name2[IR_NAME_MAX], label[STORE_LABEL_MAX];
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
