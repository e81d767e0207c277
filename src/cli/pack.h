/* pack.h: packs of puzzles: games/NAME/puzzles.txt. docs/puzzles.md describes the format.
 *
 * A puzzle is a decision of a game that is over, with one best move. A pack holds the game up to the last decision that is
 * asked about: puzzles of one game share it. */
#ifndef IR_CLI_PACK_H
#define IR_CLI_PACK_H

#include "cli.h"
#include "irori_review.h"

enum { PACK_LEVELS = IR_REVIEW_LEVELS, PACK_WHY = 800 };

struct puzzle {
    uint32_t id, row, step;         /* id: from the position, so that it stays when a pack grows; step: of the replay */
    int seat, moves, levels;        /* levels: how many tried it */
    int tries, solved[PACK_LEVELS]; /* tries of each level of the game's bots, weakest first */
    double rating, error;           /* 0, 0: the bots of this game were not rated */
    double margin, doubt;
    int added; /* the month in which a host's pack got it, counted from January of the year 0; 0: it came with its pack */
    struct ir_review_move move[IR_REVIEW_MOVES]; /* the answer first, then the others by their chances */
};

/* A rating from how often the levels that are rated solve it: the likeliest one, with a prior that knows nothing but the start.
 */
void puzzle_rate(struct puzzle *, const struct ir_game *, int seats);

void pack_head(FILE *, const struct ir_game *, int64_t nodes);
/* A record up to and with this row. */
void pack_record(FILE *, const struct ir_replay *, uint32_t row);
void pack_puzzle(FILE *, const struct ir_game *, const struct puzzle *);

/* Reads a pack puzzle by puzzle. */
struct pack {
    const struct ir_game *game;
    int64_t nodes;
    struct loaded loaded; /* the record of the last puzzle read */
    int fresh;            /* 1: this puzzle is the first of its record */
    char *text, *at;
    const char *command, *path;
    int line;
    char why[PACK_WHY]; /* the sentence, if command is NULL; else it is printed */
};
/* 0, or 1 after an error message. */
int pack_open(struct pack *, const char *command, const char *path);
/* The same of a text, which becomes the pack's and is changed. With NULL as command a message is in `why`. */
int pack_begin(struct pack *, const char *command, const char *path, char *text);
/* 1: there was another puzzle, 0: this was the last, -1 after an error message. Its moves are possible where it is. */
int pack_next(struct pack *, struct puzzle *);
void pack_close(struct pack *);

#endif
