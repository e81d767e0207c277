/* irori_review.h: the public header of libirori for reviews. A review explains a game afterwards: what each decision cost, what
 * the cards did, and how the two add up to the result. docs/analysis.md explains the sum.
 *
 * Order of this file: what a review consists of, how it is made, JSON, one position. */
#ifndef IRORI_REVIEW_H
#define IRORI_REVIEW_H

#include "irori.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All values are chances of winning, 0 to 1, for each seat; a shared win is divided. The values of all seats add up to 1, so
 * what one seat gains the others lose. For each seat
 *
 *     result = start + own + luck + others + rest
 *
 * own are the seat's losses (never positive), others what the losses of the others did to it, luck what cards, dice and the
 * hidden cards of the others did, rest what is too small to be called a slip. */
enum { IR_REVIEW_NODES = 20000, IR_REVIEW_MOVES = 32, IR_REVIEW_LEVELS = 8 };

/* A legal move of a decision, as its seat could judge it. */
struct ir_review_move {
    ir_move move;
    uint8_t judged;       /* 1: judged again in fresh worlds; else the value is what the search thinks of it */
    uint32_t samples;     /* 0: not looked at, because another move is never worse; then the numbers below are 0 */
    double value, points; /* the seat's chance of winning; its points when the round or game ends (only if judged) */
    double error;         /* if judged: standard error of the difference between this value and that of the move played */
};
enum ir_review_kind {
    IR_REVIEW_FORCED, /* one move was possible */
    IR_REVIEW_GOOD,   /* no other move is better beyond doubt */
    IR_REVIEW_SLIP,   /* `best` is better by more than one and a half times the error */
    IR_REVIEW_RESIGN  /* the seat gave up; `played` and `best` are IR_NO_MOVE */
};
struct ir_review_decision {
    uint32_t row; /* of the replay, from 0 */
    int8_t seat;
    uint8_t kind; /* enum ir_review_kind */
    uint16_t legal;
    ir_move played, best;      /* equal unless it is a slip */
    double loss[IR_SEATS_MAX]; /* what the move did to each seat; [seat] is never positive; zeros unless it is a slip */
    double rest[IR_SEATS_MAX]; /* the same if it is too small to be called a slip */
    double error;              /* standard error of loss[seat] + rest[seat] */
    double margin, doubt;      /* by how much the move played is better than the next best move judged; its error */
    double miss;   /* by how much the search liked another move better, in parts of what was at stake; -1: nothing was */
    uint32_t move; /* its moves: from this one on in `move` of the result, best first */
    uint16_t moves;
    uint8_t facts; /* of a slip: why `best` is better than `played` */
    struct ir_fact fact[IR_FACTS_MAX];
};
enum ir_review_luck {
    IR_REVIEW_DRAW,  /* one card, one throw of the dice */
    IR_REVIEW_DEAL,  /* several at once */
    IR_REVIEW_HIDDEN /* a move turned out better or worse than its seat could know, because of what others held */
};
struct ir_review_chance {
    uint32_t row, rows; /* the first row and how many; of a hidden one: the row of the decision */
    uint8_t kind;       /* enum ir_review_luck */
    double luck[IR_SEATS_MAX], error[IR_SEATS_MAX];
};
struct ir_review_seat {
    double result, start, own, luck, others, rest; /* the sum above, exact to rounding */
    double luck_error;   /* standard error of luck: less than that of its events, whose errors cancel out */
    double accuracy;     /* 0 to 100, on the scale of Lichess; only decisions with a choice count */
    double loss, spread; /* mean loss of a decision with a choice, as a positive number, and its standard deviation */
    uint32_t choices, slips;
    int32_t worst, finest;         /* indices in `decision`: the most expensive slip, the best move found; or -1 */
    int32_t lucky, unlucky;        /* indices in `chance`, or -1 */
    double like[IR_REVIEW_LEVELS]; /* how likely it is that the i-th level plays so, if it was one of them; all 0: not known */
};
/* What made the difference between the winner's chance at the start and the win. Luck within twice its error counts as none. */
enum ir_review_verdict {
    IR_REVIEW_NOBODY,      /* there is no single winner, or the game is not over */
    IR_REVIEW_REST,        /* moves that cost their own players nothing: somebody who can no longer win may decide who does */
    IR_REVIEW_NEITHER,     /* neither luck nor slips */
    IR_REVIEW_LUCK,        /* luck alone */
    IR_REVIEW_PLAY,        /* better play alone */
    IR_REVIEW_DESPITE,     /* better play, against the luck */
    IR_REVIEW_MOSTLY_LUCK, /* both, but one of them at least twice as much */
    IR_REVIEW_MOSTLY_PLAY,
    IR_REVIEW_BOTH
};
#define IR_REVIEW_TELLING 0.01 /* so much of the chance of winning is worth telling */
struct ir_review_result {
    const struct ir_game *game;
    int seats, over; /* over 0: the record is of a game in progress; then `result` is the value of its last position */
    uint32_t rows, decisions, chances;
    uint64_t nodes, seed, spent;         /* as asked for; how many nodes it took in all */
    const double (*value)[IR_SEATS_MAX]; /* value[i]: the chances after i rows; rows + 1 of them */
    const struct ir_review_decision *decision;
    const struct ir_review_chance *chance;
    const struct ir_review_move *move;
    const uint32_t *part; /* part[i]: the row with which the i-th round begins; [0] is 0, [parts] is rows. 1 part: no rounds */
    uint32_t parts;
    struct ir_review_seat seat[IR_SEATS_MAX];
    int winner;       /* the only winner, or -1 */
    uint8_t verdict;  /* enum ir_review_verdict */
    int32_t decisive; /* an index in `decision`: of the slips of others the one that gave the winner most, if that is worth
                         telling; or -1 */
    int32_t turning; /* the row after which the winner was ahead to the end; -1: from the start, or there is no single winner */
};

/* ---- making a review ------------------------------------------------------------------------------------------------ */

/* A review is made step by step, so that a caller can show progress, stay responsive, or give up at any time. The same replay,
 * nodes and seed give the same review to the bit, on every machine and with steps of any size. */
struct ir_review;
size_t ir_review_size(const struct ir_replay *);
/* memory has at least ir_review_size bytes, aligned as malloc does it. The review lives in it. The replay must stay as it is
 * while the review is made; its current position does not matter. nodes: for each decision and each chance event, about; 0: as
 * many as IR_REVIEW_NODES. */
struct ir_review *ir_review_open(void *memory, size_t size, const struct ir_replay *, uint64_t nodes, uint64_t seed);
/* Goes on for about so many nodes. Returns 1 when the review is finished, else 0. */
int ir_review_step(struct ir_review *, uint64_t nodes);
double ir_review_progress(const struct ir_review *); /* 0 to 1 */
/* The result, once it is finished; NULL before. */
const struct ir_review_result *ir_review_result(const struct ir_review *);

/* Several threads or workers that share nothing can make one review: each opens it with the same replay, nodes and seed, judges
 * some of its rows, and gives what it found as bytes; one of them joins all parts. The result is the same to the bit. Positions
 * are counted as in `value`: a game of n rows has n + 1, and each has to be in one part.
 *
 * Before the first step: judge only positions from `from` until before `to`. Then ir_review_step returns 1 as soon as these are
 * judged, and there is no result but a part. */
void ir_review_rows(struct ir_review *, uint32_t from, uint32_t to);
size_t ir_review_part_size(const struct ir_review *);
void ir_review_part(const struct ir_review *, void *out); /* ir_review_part_size bytes; only this build can read them */
/* Adds a part to a review that was opened and never stepped. Returns 1 when no part is missing: the review is finished; 0
 * before; or an error, and nothing was added: IR_E_RECORD (not a part of this review), IR_E_AGAIN (some of it is there
 * already), IR_E_STAGE (the review was stepped, or is finished). */
int ir_review_join(struct ir_review *, const void *part, size_t size);

/* Writes the review as one JSON object (docs/analysis.md). */
void ir_review_json(const struct ir_review_result *, const struct ir_replay *, struct ir_json *);
size_t ir_review_json_size(const struct ir_review_result *); /* bytes that are enough for it */

/* Writes the members of a decision, without its row and rest; move: its moves. */
void ir_review_decision_json(const struct ir_game *, const struct ir_review_decision *, const struct ir_review_move *move,
                             int seats, struct ir_json *);

/* ---- one position ----------------------------------------------------------------------------------------------------- */

/* Judges one decision as its seat could: from a view and notes (which may be NULL), as a review does it with this seed and row.
 * played may be IR_NO_MOVE: then the best move counts as the one played, and is compared with the next best. out->move is 0;
 * rest is not set. */
void ir_review_position(const struct ir_game *, const struct ir_view *, const struct ir_notes *, ir_move played, uint64_t nodes,
                        uint64_t seed, uint32_t row, struct ir_review_decision *out,
                        struct ir_review_move move[IR_REVIEW_MOVES]);

const struct ir_reasons *ir_reasons(const struct ir_game *); /* NULL: that game gives none */
/* Why one move of this view is better than another: how many facts, the most important first; 0 if the game says nothing of it.
 * See `why` of struct ir_reasons. */
int ir_why(const struct ir_game *, const struct ir_view *, const struct ir_notes *, ir_move played, ir_move better,
           struct ir_fact out[IR_FACTS_MAX]);
/* Writes a fact as a JSON object: {"fact":"takes","of":"better","card":"8a","chance":0.25}. */
void ir_fact_json(const struct ir_game *, const struct ir_fact *, struct ir_json *);

#ifdef __cplusplus
}
#endif

#endif
