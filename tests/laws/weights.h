/* weights.h: the `weight` of subjects whose worlds are not all alike; see laws.h. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "irori.h"

double weight_gacha(const struct ir_state *, int seat);

#endif
