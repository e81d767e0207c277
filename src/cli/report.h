/* report.h: what a match brought, as words and as JSON; what `match` and `tournament` share. */
#ifndef IR_CLI_REPORT_H
#define IR_CLI_REPORT_H

#include "arena.h"

void report_text(const struct arena *);
/* One object, without a newline. All that depends on the machine and the threads is in its member `time`, the last. */
void report_json(const struct arena *);

void json_text(const char *); /* quoted */
void json_number(double);     /* null where it is infinite or unknown */
void json_interval(const char *key, struct interval);

enum { REPORT_ROOM = 64 };
const char *elo_text(double elo, char out[REPORT_ROOM]); /* "+512" */
struct interval elo_interval(struct interval share, int seats);

/* match.c: what both commands ask for. */
int match_setup(const char *command, struct setup *, const char *game, int64_t seats, const char *options);
int64_t match_threads(void); /* one a processor */

#endif
