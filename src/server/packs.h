/* packs.h: packs of puzzles from the owner's folder (--puzzles, docs/puzzles.md), kept in memory. A file is read again when it
 * has changed, so no request touches the disk. What is wrong with one is in the log. */
#ifndef IR_PACKS_H
#define IR_PACKS_H

#include "server.h"

struct served {
    const struct ir_game *game;
    char *text; /* NULL: there is none */
    size_t n;
    int puzzles;
    char etag[24];
};
struct packs;
struct packs *packs_new(const char *folder, pack_reader *, char why[IR_WHY_MAX]); /* NULL and a sentence */
void packs_free(struct packs *);
void packs_look(struct server *);   /* reads what has changed */
void packs_second(struct server *); /* looks every few seconds */
/* The pack at /puzzles/GAME.txt; NULL: there is none. Its text stays while a connection sends it. */
const struct served *packs_find(const struct packs *, const char *path);
size_t packs_index(const struct packs *, char *out, size_t size); /* {"GAME":12,...} */
void packs_metrics(const struct packs *, struct ir_text *);

#endif
