/* maker.h: makes puzzles of one game that is over: positions with one best move (docs/puzzles.md). */
#ifndef IR_CLI_MAKER_H
#define IR_CLI_MAKER_H

#include "pack.h"

enum { MAKER_TIMES = 10 }; /* an answer is verified with so many times the nodes */

/* Why a decision is no puzzle; and that it is one. */
enum fate_of { FEW, UNCLEAR, DECIDED, TRIVIAL, UNSURE, FELL, RIVAL, TWICE, SPARE, KEPT, FATES };
/* Adds up, and prints how many decisions there were and what became of them. */
void fates_add(int64_t sum[FATES], const int64_t more[FATES]);
void fates_print(int64_t games, const int64_t fate[FATES]);

/* How to make them. */
struct making {
    int64_t nodes, each;                  /* each: how many of one game at most */
    int added;                            /* the month that puzzles get (struct puzzle), or 0 */
    int (*known)(void *arg, uint32_t id); /* whether there is this puzzle already; NULL: nobody knows */
    void *arg;
};
struct batch { /* the puzzles of one game, and what became of its other decisions */
    int ready, puzzles;
    char *text; /* the record and its puzzles, as in a pack; empty without a puzzle. The caller frees it */
    int64_t fate[FATES];
};
/* NULL, or what went wrong. After maker_stopped() the batch is not whole. */
const char *batch_make(const struct making *, struct ir_replay *, uint64_t seed, struct batch *);

/* What the seat that decides knows. */
struct sight {
    const struct ir_game *game;
    struct ir_view view;
    struct ir_notes notes;
    uint32_t row;
};
void look_at(const struct sight *, uint64_t nodes, uint64_t seed, struct ir_review_decision *,
             struct ir_review_move move[IR_REVIEW_MOVES]);

/* From begin to end, Ctrl-C and SIGTERM only ask the maker to stop. The third time ends the program. */
void maker_begin(void);
void maker_end(void);
int maker_stopped(void);

#endif
