/* weights.h: the relative likelihood of a world among those with the same view, for games whose worlds are not equally likely
 * (laws.h). Such a game has it in games/NAME/tests/weight.c. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "games_list.h"
#include "irori.h"

#define WEIGHT_DECLARE(name) double name##_weight(const struct ir_state *, int seat);
GAMES_WITH_WEIGHT(WEIGHT_DECLARE)

#endif
