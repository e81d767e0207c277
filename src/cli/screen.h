/* screen.h: plain lines to and from a person at a terminal of any width; no cursor control. */
#ifndef IR_SCREEN_H
#define IR_SCREEN_H

#include "cli.h"

enum { LINE_READ_MAX = 256 };

/* On a terminal, long lines break at blanks and continue indented; files and pipes get them unbroken. */
void print_wrapped(const char *text);
/* paper() opens a text buffer to write to; paper_show() prints and frees it. */
FILE *paper(char **text, size_t *n);
void paper_show(FILE *, char **text);
/* Reads a line, trimmed and cut to the buffer's size. 0 at the end of the input. */
int line_read(char line[LINE_READ_MAX]);

#endif
