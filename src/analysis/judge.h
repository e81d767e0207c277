/* judge.h: what a position is worth to each seat, by playing it out.
 *
 * A position is worth the mean share of the win when everybody plays on as the game's network would, each from their own view,
 * to the end of the episode: of the game, or of a round, after which the brain says what its result is worth. Games without a
 * network are played out by their quick bot. Whatever the policy, these values are consistent: the value of a chance node is
 * the mean of the values of its outcomes, and the policy's own move does not change it. A network's estimates are not: in our
 * games they contradict themselves by 3 to 5 points a move (docs/analysis.md).
 *
 * Where an episode is a long game, such values need too many samples. There the network judges after some decisions, and a part
 * of the samples goes on to the end, which tells by how much the network was wrong. */
#ifndef IR_JUDGE_H
#define IR_JUDGE_H

#include "bots/bots.h"
#include "bots/brain.h"

struct judge {
    const struct ir_game *game;
    const struct brain *brain; /* NULL: `quick` plays, and an episode is the whole game */
    const struct ir_bot *quick;
    struct mind mind;
    uint64_t steps; /* moves and outcomes played; with mind.nodes: the nodes so far */
    int seats;
    unsigned resigned; /* seats that cannot win any more, as bits */
};
void judge_open(struct judge *, const struct ir_game *, int seats);
uint64_t judge_nodes(const struct judge *);
/* The position below which all is judged until the next call. The view may be any seat's. */
void judge_root(struct judge *, const struct ir_view *);
/* Applies a move or outcome; 1: this ended an episode. */
int judge_apply(struct judge *, struct world *, ir_move);
/* The shares by the ranks of the score as it is. */
void judge_result(const struct judge *, const struct world *, double share[IR_SEATS_MAX]);
/* The shares at the end of an episode. */
void judge_settle(struct judge *, const struct world *, double share[IR_SEATS_MAX]);
/* The policy's move for the seat whose turn it is. */
ir_move judge_move(struct judge *, const struct world *, struct ir_rng *);
void judge_imagine(struct judge *, const struct ir_view *, const struct ir_notes *, struct ir_rng *, struct world *);

/* Random streams for chance and for the players, so that a player's choices do not change the luck. */
struct fate {
    struct ir_rng luck, whim;
};
void fate_draw(struct fate *, struct ir_rng *);
/* Makes a move, unless it is IR_NO_MOVE, and plays on: for as many decisions as the brain wants, or to the end of the episode.
 * `share` is the value there. Then, if `end` is not NULL, plays on to the end of the episode in any case: `end` is the value
 * there. Adds to points, if not NULL, the points of each seat in the last position. */
void judge_play(struct judge *, struct world *, ir_move, struct fate, double share[IR_SEATS_MAX], double end[IR_SEATS_MAX],
                double points[IR_SEATS_MAX]);

#endif
