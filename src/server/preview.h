/* preview.h: what a messenger shows of a link to this server: the page's index.html with a title, a sentence and a picture for
 * its address in the head (Open Graph). It tells only what GET /api/tables/CODE tells to everybody who has the link. */
#ifndef IR_PREVIEW_H
#define IR_PREVIEW_H

#include <stddef.h>

/* The code of the table that `path` is about: /t/CODE, /replay/CODE. Returns 1, or 0: it is about none. */
int preview_table(const char *path, char code[24]);
/* index.html with the tags for this path between its marks <!--preview--> and <!--/preview-->. origin: of the public URL, or
 * ""; then addresses have no host, which not every messenger understands. table: the answer of /api/tables/CODE, or NULL.
 * Returns what the caller frees, *n bytes; NULL: the index has no such marks, or there is no memory. */
char *preview_page(const char *index, size_t index_n, const char *origin, const char *path, const char *table, size_t table_n,
                   size_t *n);

#endif
