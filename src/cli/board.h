/* board.h: a table as lines of coloured pieces. A game makes one (`board` of struct words), the full screen shows it. Pieces
 * flow from left to right and go on in the next line where the width ends. A piece may stand for a move: clicking it chooses
 * that move. */
#ifndef IR_CLI_BOARD_H
#define IR_CLI_BOARD_H

#include "irori.h"

/* Twelve hues that can be told apart on a dark and on a light ground, and three weights. With 16 colours several hues share
 * one; with NO_COLOR all are alike: so a colour never says anything that the text does not say, too. */
enum ink {
    INK_PLAIN,
    INK_FAINT,
    INK_STRONG,
    INK_GREEN,
    INK_RED,
    INK_PINK,
    INK_VIOLET,
    INK_BLUE,
    INK_ROSE,
    INK_PURPLE,
    INK_GOLD,
    INK_ORANGE,
    INK_BROWN,
    INK_TEAL,
    INK_GREY,
    INKS
};

struct piece {
    char *text;
    int row, col, width;
    uint8_t ink, marked; /* marked: it belongs to the move that is chosen */
    ir_move move;        /* what clicking it chooses, or IR_NO_MOVE */
};
struct board {
    int width, ascii; /* ascii: no marks but letters */
    const ir_move *legal;
    int n;          /* of legal: 0 if the viewer is not asked */
    ir_move chosen; /* the move that is chosen now, or IR_NO_MOVE */
    /* made by the calls below: */
    struct piece *piece;
    int pieces, room, row, col, hang;
};

void board_clear(struct board *); /* keeps what the board was asked for; the first call may be for a zeroed one */
void board_free(struct board *);
int board_rows(const struct board *);
/* Words, broken at blanks. */
void board_put(struct board *, enum ink, const char *text);
/* The same for a move: all of them are that move. */
void board_choice(struct board *, enum ink, const char *text, ir_move, int marked);
/* A piece that is not broken, as a card. */
void board_piece(struct board *, enum ink, const char *text, ir_move, int marked);
void board_to(struct board *, int col);   /* goes on in this column, or after a blank if it is behind that */
void board_hang(struct board *, int col); /* where lines that go on begin, until the end of the line */
void board_line(struct board *);          /* ends the line */
/* Writes lines as they are, each broken at blanks. */
void board_lines(struct board *, enum ink, const char *text);
const char *board_mark(const struct board *, const char *mark, const char *ascii);

#endif
