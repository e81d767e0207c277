/* report.h: the results of a match as text and as JSON; shared by `match` and `tournament`. */
#ifndef IR_CLI_REPORT_H
#define IR_CLI_REPORT_H

#include "arena.h"

void report_text(const struct arena *);
/* One object, without a newline. Everything that depends on the machine or the threads is in `time`, its last member. */
void report_json(const struct arena *);

void json_text(const char *); /* quoted */
void json_number(double);     /* null if it is infinite or unknown */
void json_interval(const char *key, struct interval);

enum { REPORT_ROOM = 64 };
const char *elo_text(double elo, char out[REPORT_ROOM]); /* "+512" */
struct interval elo_interval(struct interval share, int seats);

/* match.c: what both commands ask for. */
int match_setup(const char *command, struct setup *, const char *game, int64_t seats, const char *options);
int64_t match_threads(void); /* one for each processor */

#endif
