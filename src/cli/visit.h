/* visit.h: a table of a server as `irori join` knows it: what its frames say, what happened, and what can be done now. The
 * fronts (join.c in plain lines, join_full.c on the full screen) show it and let the player choose. */
#ifndef IR_CLI_VISIT_H
#define IR_CLI_VISIT_H

#include "front.h"
#include "uplink.h"

/* Something the player can do: a move, or a command of the table. */
struct choice {
    ir_move move;     /* IR_NO_MOVE: a command */
    char command[64]; /* as it is sent, but for a name, a bot or a salt; "": back to the game */
    char *words;
    int listed; /* 0: it is not in the list of plain lines, but can be typed */
};
enum { CHOICES_MAX = IR_MOVES_MAX + 32 };
enum visit_mode {
    VISIT_USUAL,   /* the moves, or what is to be answered or begun */
    VISIT_ACTIONS, /* all commands */
    VISIT_SURE     /* is the player sure to give up? */
};

struct visit {
    struct uplink up;
    struct session s;    /* the game, its words and the names: what the fronts of `irori play` show, too. It has no table */
    struct ir_view view; /* of the last frame */
    json_t *table;       /* of the last frame; NULL: there was none yet */
    int64_t seq, skew;   /* skew: the server's clock less ours */
    int asked;           /* the player has to move, or to answer */
    int watch;           /* --watch: does not sit down */
    int agreed;          /* to the rematch that led here: ready without being asked */
    int sat;             /* has had a seat here: does not sit down by itself again */
    int64_t moved;       /* the frame in which a move without a choice was made */
    enum visit_mode mode;
    struct choice choice[CHOICES_MAX];
    int n;
    uint32_t changed;         /* raised whenever the choices, the position or the connection changed */
    char *note;               /* an answer to the player: a hint, a refusal; or NULL */
    char *news;               /* lines that happened since visit_news() */
    char *log;                /* all of them */
    int64_t gap_from, gap_to; /* frames whose story is awaited */
    int here[IR_SEATS_MAX], watching, presence;
    enum uplink_state told; /* what was said of the connection */
    int wants_hint;
};

int visit_open(struct visit *, const struct table_url *, const char *ca); /* 0: up.why says why */
void visit_close(struct visit *);
/* Waits for the network, or for input if it is wanted, and takes in what came. 1: there is input. */
int visit_wait(struct visit *, int ms, int input);
int visit_ended(const struct visit *); /* the connection is over for good */
char *visit_news(struct visit *);      /* what happened since the last call, to be freed; NULL: nothing */
void visit_note(struct visit *, const char *text);

void visit_mode(struct visit *, enum visit_mode);
/* Carries a choice out, or sends it. */
void visit_choose(struct visit *, const struct choice *);
void visit_command(struct visit *, const char *command);  /* one of `may`, with a seat where it has one */
int visit_may(const struct visit *, const char *command); /* 1: it is in `may` */
const char *visit_may_at(const struct visit *, size_t i); /* the i-th of `may`, or NULL */
void visit_hint(struct visit *);
const char *visit_words(const struct visit *, const char *command); /* what a command does, in words */

const char *visit_stage(const struct visit *);   /* "gathering", "playing", "over"; "" before the first frame */
const char *visit_state(const struct visit *);   /* what the table waits for, in a sentence */
int visit_seconds(const struct visit *);         /* on the clock that runs, or -1 */
void visit_question(struct visit *, FILE *);     /* what the player is asked, or visit_state */
void visit_people(const struct visit *, FILE *); /* who sits where */
void visit_result(struct visit *, FILE *);
void visit_farewell(const struct visit *, FILE *); /* how to come back */

/* join_full.c: until the player leaves (LEAVE) or wants plain lines (IN_LINES). */
enum outcome visit_full(struct visit *);

#endif
