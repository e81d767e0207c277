/* gacha_drive.h: a Gacha game driven by texts, for tests. The state on trial is S; a move that is not possible fails the test.
 */
#ifndef GACHA_DRIVE_H
#define GACHA_DRIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#include <cmocka.h>

#include "games/gacha/gacha.h"

extern struct ir_state S;
extern struct ir_events E; /* of the last move */
extern char why[IR_WHY_MAX];

#define P         gacha_pub(S.b)
#define OWN(seat) gacha_own_of(&S, seat)

int legal(const char *text);         /* is it possible now? */
int legal_count(const char *prefix); /* how many possible moves begin so */
void apply(ir_move);                 /* for whoever is to move */
void play(const char *texts);        /* separated by commas, for whoever is to move */
void begin_with(const char *deck, int seats, const char *options);
void settle(void); /* chance as it comes first, until a seat is to move or the game is over */
/* Deals figures ("mgdks", a letter a card, seat by seat), tops that show all figures, and these rewards. */
void setup(int seats, const char *options, const char *hands, const char *rewards);
void draw_two(const char *letters);                  /* the mover draws these figures from wherever they may be */
void draw_any(void);                                 /* two cards, whatever they are */
int events_of(int kind);                             /* of the last move */
const char *describe(int seat);                      /* JSON */
int piled(void);                                     /* cards in the piles */
void drain(int stop);                                /* draws from the first pile there is until so many cards are piled */
void token_get(const char *token, const char *more); /* seat 0 gets a token; seat 1 draws `more` on the way */

/* A deck of one back: 6 mecha, 6 girl, 6 daikon. Faces alone are hidden. */
#define TINY_HEAD "irori deck 1\ngame gacha\nname tiny\n"
#define TINY_TAIL "total tokens 6\ntoken turn 1\ntoken joker 2\ntoken points 3\n"
extern const char tiny[];

#endif
