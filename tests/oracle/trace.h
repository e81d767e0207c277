/* trace.h: what the trace program asks of a game: one line with everything a full observer of a state knows. */
#ifndef TRACE_H
#define TRACE_H

#include "irori.h"

/* Each prints "state key=value ..." without the newline. */
void dump_koikoi(const struct ir_state *);
void dump_pikit(const struct ir_state *);
void dump_gacha(const struct ir_state *);

#endif
