/* signature.h: random games, for speed and for the hash that says that the rules behave as before.
 */
#ifndef IR_SIGNATURE_H
#define IR_SIGNATURE_H

#include "irori.h"

/* Plays to the end at random; returns the number of decisions, *chances that of chance outcomes. */
uint64_t ir_play_random(const struct ir_game *, struct ir_state *, struct ir_rng *, uint64_t *chances);
/* A hash over `games` random games with random seat counts: the same on every compiler and machine, and changed by
 * nothing but the behaviour of the game. */
uint64_t ir_signature(const struct ir_game *, uint64_t seed, int games);
uint64_t ir_games_signature(void); /* of all of ir_games: what `irori bench` prints */

#endif
