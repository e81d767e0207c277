/* weights.h: the `weight` (laws.h) of the games whose worlds are not all equally likely. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "irori.h"

double weight_pikit(const struct ir_state *, int viewer);
double weight_gacha(const struct ir_state *, int seat);

#endif
