/* review.h: a review in progress, as review.c makes it and account.c adds it up. */
#ifndef IR_REVIEW_H
#define IR_REVIEW_H

#include "irori_review.h"
#include "judge.h"

enum { CANDIDATES = 2 };

/* Sums over samples, for each seat. */
struct tally {
    uint32_t n, whole; /* whole: of these, how many went on to the end of the episode */
    double sum[IR_SEATS_MAX], squares[IR_SEATS_MAX];
    double wrong[IR_SEATS_MAX]; /* of the whole ones: value at the end - value by the network */
};

/* The judgement of one decision, in progress. */
struct verdict {
    struct ir_advice advice;
    ir_move move[CANDIDATES]; /* the one played; the best by the search or, if that was played, the next best */
    int n, best;              /* how many; best: 0 or 1 */
    uint32_t samples;
    double share[CANDIDATES][IR_SEATS_MAX], points[CANDIDATES]; /* sums */
    double squares[CANDIDATES]; /* of the difference between the mover's shares with this move and with the one played */
    double square;              /* of the mover's share with the move played */
};

enum stage { AT_NODE, PLAY, SEARCH, FRESH, PAIR, MAKE, PART, DONE }; /* PART: done, but only with some of the rows */

struct node {
    double value[IR_SEATS_MAX], variance[IR_SEATS_MAX]; /* at the departure from it */
    double arrive[IR_SEATS_MAX]; /* at the arrival, which differs where an episode ended or somebody resigned */
    double step[IR_SEATS_MAX], step_variance[IR_SEATS_MAX], expected[IR_SEATS_MAX]; /* of a decision here: T, D */
    double wrong[IR_SEATS_MAX]; /* of a node played out: as in struct tally */
    uint32_t whole;
    uint8_t known;     /* the value does not follow from the next node's */
    uint8_t ended;     /* an episode ended here; arrive is what its end is worth */
    uint8_t hidden;    /* a decision with another move than the search's: step and expected are set */
    uint8_t resigns;   /* how many resigned here */
    uint8_t there;     /* its part was joined (join.c) */
    uint32_t decision; /* the index of the first decision here: resignations, then the move */
};

struct ir_review {
    struct ir_review_result result;
    struct ir_replay replay; /* at its start: gives the rows */
    struct judge judge;
    struct node *node;
    struct ir_review_decision *decision;
    struct ir_review_chance *chance;
    struct ir_review_move *move;
    double (*value)[IR_SEATS_MAX];
    uint32_t *part;
    struct world *now; /* the true position, before row `at` */
    struct ir_rng rng;
    uint32_t at, from, to; /* rows are judged from `from` until before `to`; the others are only walked over */
    int whole;             /* 0: only these rows were asked for */
    enum stage stage;
    uint64_t searched, began, budget; /* began: nodes so far at `from`; budget: nodes so far at which the stage ends */
    struct tally tally;
    struct verdict verdict;
    double quantile; /* of the first outcome */
};

static inline int seats_of(const struct ir_review *r)
{
    return r->result.seats;
}

/* Once every node has its samples: fills in the rest of the result, and the review is done. */
void review_account(struct ir_review *);

#endif
