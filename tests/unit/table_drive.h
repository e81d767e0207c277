/* table_drive.h: a table for tests: commands that must succeed or must be refused, its log, and its twin: a second table that
 * only ever folds the rows, whose bytes and events are the same after each of them. */
#ifndef TABLE_DRIVE_H
#define TABLE_DRIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "irori_table.h"

enum { ROWS_MAX = 6000, ANNA = 0xa1, BEN = 0xb2, CLEO = 0xc3, DORA = 0xd4, EVA = 0xe5, FINN = 0xf6, NOBODY = 0xee };

struct drive {
    struct ir_table t, twin;
    struct ir_done done; /* of the last command */
    uint8_t secret[32];
    int64_t now;
    uint64_t id; /* of the last command */
    char why[IR_WHY_MAX];
    char *log[ROWS_MAX];
    size_t n;
};

void drive_open(struct drive *, const struct ir_game *, int seats, const char *options, const char *settings, uint64_t seed);
void drive_close(struct drive *);
/* Does a command with the current seq; its table takes the place of this one, and the twin folds its row. What fold returned,
 * or the error. */
int drive_try(struct drive *, uint64_t who, const char *text);
/* The same, with a format; fails the test if it is refused / if it is not refused with this error. */
void drive_do(struct drive *, uint64_t who, const char *format, ...) __attribute__((format(printf, 3, 4)));
void drive_refused(struct drive *, int error, uint64_t who, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* All sit down, `people` of them from seat 0 on (Anna, Ben, Cleo, Dora), bots in the other seats, and the game starts. */
void drive_start(struct drive *, int people);
/* The text of a random legal move of this seat. */
const char *drive_legal(struct drive *, int seat, struct ir_rng *);
/* Whoever is asked makes a random move: people by `move`, bots by `play`; else, the clock is moved to what is due. 0: over. */
int drive_step(struct drive *, struct ir_rng *);
/* A frame with nothing due to the moment it was made. */
const char *drive_frame(struct drive *, int seat, char out[IR_FRAME_MAX]);
const char *drive_block(struct drive *, int seat, char out[IR_FRAME_MAX]); /* the same as a block */
uint64_t drive_person(int seat);

#endif
