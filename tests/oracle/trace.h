/* trace.h: what the trace program asks of a game: one line with everything a full observer of a state knows. */
#ifndef TRACE_H
#define TRACE_H

#include "games_list.h"
#include "irori.h"

/* Each prints "state key=value ..." without the newline (games/NAME/tests/dump.c). */
#define DUMP_DECLARE(name) void name##_dump(const struct ir_state *);
GAMES_WITH_DUMP(DUMP_DECLARE)

#endif
