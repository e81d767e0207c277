/* summary.h: what a finished review says of each seat in a number or two. */
#ifndef IR_SUMMARY_H
#define IR_SUMMARY_H

#include "irori_review.h"

/* Fills in the members of `seat` behind the sum, and `turning`. */
void review_summary(struct ir_review_result *);

#endif
