/* foreign.h: exec:COMMAND, a bot that is somebody else's program. It speaks the line protocol (docs/bot-protocol.md) on its
 * standard input and output.
 *
 * Whatever such a program does, the game goes on. If it does not answer in time with a legal move, the game's `greedy` bot
 * (`random` if there is none) moves for it. Each kind of fault is reported once. A bot that died, hung three times or stopped
 * reading is ended and not asked again. No call here waits longer than its timeout. */
#ifndef IR_FOREIGN_H
#define IR_FOREIGN_H

#include "irori.h"

struct foreign;

/* Starts the command with /bin/sh -c in a process group of its own. On failure NULL, and the reason in why. From here on
 * SIGPIPE is ignored: a closed pipe is a write error and does not kill us. Faults are told by `tell`; NULL: on standard error.
 */
struct foreign *foreign_open(const struct ir_game *, const char *command_line, void (*report)(void *arg, const char *sentence),
                             void *arg, char why[IR_WHY_MAX]);
/* A new game begins and this bot has this seat; options and deck are good ones (ir_start). The seed is a hint for the bot's own
 * random numbers. It is sent hashed, so that even a dealer's seed passed by mistake would reveal nothing. budget: how long it
 * should think; may be NULL. */
void foreign_start(struct foreign *, int seats, const char *options, const char *deck, int seat, uint64_t seed,
                   const struct ir_budget *);
/* What this seat saw happen (ir_events_see), and its view after it. Never waits. */
void foreign_events(struct foreign *, const struct ir_view *after, const struct ir_events *seen);
/* The bot's move, or the fallback's: always a legal one. notes may be NULL. timeout_ms 0: the environment's
 * IRORI_BOT_TIMEOUT_MS, or 10 s. */
ir_move foreign_move(struct foreign *, const struct ir_view *, const struct ir_notes *, int timeout_ms);
/* Waiting ends soon after *stop becomes nonzero; then the fallback moves. NULL: never. */
void foreign_stop(struct foreign *, const volatile int *stop);
void foreign_end(struct foreign *, const struct ir_score *);
/* The name it gave itself, or its command. */
const char *foreign_name(const struct foreign *);
/* Moves asked for so far, and how many of them the fallback made. */
void foreign_count(const struct foreign *, int64_t *moves, int64_t *fallbacks);
/* Says goodbye, waits a moment, ends the whole process group, reaps it and frees. Tells how many turns the bot lost. NULL is
 * nothing to close. */
void foreign_close(struct foreign *);

#endif
