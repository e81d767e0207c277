/* markdown.h: a text in Markdown as plain lines for a terminal: the rules of games. */
#ifndef IR_MARKDOWN_H
#define IR_MARKDOWN_H

#include <stddef.h>
#include <stdio.h>

/* Writes the first n bytes of a text, which begin at a line. Headings, paragraphs, lists and tables; inside them `code`,
 * **bold**, *italics* and [links](to) become plain words. Width 0: paragraphs are not broken. */
void markdown_print(FILE *, const char *text, size_t n, int width);
/* One row of a table, below each other; `head` is the table's first line. */
void markdown_row(FILE *, const char *head, const char *row, int width);

#endif
