/* screen.h: plain lines to and from a person at a terminal of any width; no cursor tricks. */
#ifndef IR_SCREEN_H
#define IR_SCREEN_H

#include "cli.h"

enum { ASK_MAX = 256 };

/* Lines longer than the terminal is wide break at blanks, and go on a little indented; files and pipes get them whole. */
void print_wrapped(const char *text);
/* paper() is where the words of one thing are written; paper_show() puts them on the screen and frees them. */
FILE *paper(char **text, size_t *n);
void paper_show(FILE *, char **text);
/* A line from the person, trimmed; what is longer than it holds is dropped. 0 at the end of the input. */
int ask(char line[ASK_MAX]);

#endif
