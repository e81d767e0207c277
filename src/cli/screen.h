/* screen.h: plain lines to and from a person at a terminal of any width; no cursor control. Widths are columns of the terminal:
 * a letter of Japanese takes two. */
#ifndef IR_SCREEN_H
#define IR_SCREEN_H

#include "cli.h"

enum { LINE_READ_MAX = 256 };

/* The terminal's columns, at least 20; of COLUMNS if that is set; 0: a file or a pipe, where lines are not broken. */
int screen_width(void);
/* Writes a text that begins in column `at`, and goes on in column `hang` of further lines. Width 0: in one line. */
void wrap(FILE *, const char *text, size_t n, int width, int at, int hang);
/* Writes lines; long ones break at blanks and continue indented. */
void wrap_lines(FILE *, const char *text, int width);
void print_wrapped(const char *text); /* the same, to the screen */
/* Rows of cells, the first row being the head. In columns where there is room, those after the first to the right if asked;
 * else each row as lines "head: cell" below its first cell. */
void grid_print(FILE *, const char *const *cell, int rows, int cols, int width, int to_the_right);
void grid_stack(FILE *, const char *const *cell, int rows, int cols, int width); /* always below each other */
/* paper() opens a text buffer to write to; paper_show() prints and frees it. */
FILE *paper(char **text, size_t *n);
void paper_show(FILE *, char **text);
/* From stop_watch() on, Ctrl-C and a friendly kill do not end the program but set `stopped`: whoever waits or thinks looks at
 * it. */
extern volatile int stopped;
void stop_watch(void);
/* Reads a line, trimmed and cut to the buffer's size. 0 at the end of the input, and when the program was stopped. */
int line_read(char line[LINE_READ_MAX]);

#endif
