/* named.h: games that tests of the general parts still play by name. NEEDSWORK: they should take any game. */
#include "irori.h"

extern const struct ir_game ir_koikoi, ir_pikit, ir_gacha, ir_nullgame;
