/* signature.h: a hash of reviews. */
#ifndef IR_REVIEW_SIGNATURE_H
#define IR_REVIEW_SIGNATURE_H

#include "irori_review.h"

enum { REVIEWS_NODES = 300, REVIEWS_MEMORY = 16 << 20 }; /* what the tests ask for */

/* A hash over a review of a fixed game of each kind, to the bit of every number. The memory is for its use, aligned as malloc
 * does it. */
uint64_t ir_reviews_signature(uint64_t nodes, void *memory, size_t size);

#endif
