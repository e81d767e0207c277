/* summary.h: what a finished review says of each seat in a number or two. */
#ifndef IR_SUMMARY_H
#define IR_SUMMARY_H

#include "bots/bots.h"
#include "irori_review.h"

/* Fills in the members of `seat` behind the sum, `turning`, and what review_verdict does. */
void review_summary(struct ir_review_result *);
/* Fills in `winner`, `verdict` and `decisive`, from the sums of the seats and the losses of the decisions. */
void review_verdict(struct ir_review_result *);

/* The level that a seat played like. Its decisions are counted by how many moves were possible (2, 3 and 4, more) and by how
 * far from the best its moves were, in parts of what was at stake (`miss`): so games of all lengths can be compared. Every
 * level is as likely as another before, and each decision counts by itself. */
struct level_counts {
    uint32_t n[LEVEL_GROUPS][LEVEL_MISSES];
};
const struct level_loss *level_losses(const struct ir_game *); /* NULL: not measured */
void level_count(struct level_counts *, const struct ir_review_decision *);
/* Games with a number of seats that was not measured are compared with those of the nearest number that was. */
void level_like(const struct ir_game *, int seats, const struct level_counts *, double like[IR_REVIEW_LEVELS]);

#endif
