/* weights.h: of the games whose worlds are not all equally likely: the `weight` of a subject (laws.h). */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "irori.h"

double weight_pikit(const struct ir_state *, int viewer);

#endif
