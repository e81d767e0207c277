/* keep.h: games between players that are kept as records, a file each (`sim --record`, `match --record`). */
#ifndef IR_CLI_KEEP_H
#define IR_CLI_KEEP_H

#include "cli.h"
#include "player.h"

/* Makes the folder if it is not there. 0, or 2 after an error message. */
int keep_folder(const char *command, const char *folder);
/* Writes a finished game to a stream, with the names of the players. NULL, or what went wrong. */
const char *keep_print(FILE *, const struct setup *, struct player *const *seat, const struct rows *);
/* The same to FOLDER/FILE. */
const char *keep_game(const char *folder, const char *file, const struct setup *, struct player *const *seat,
                      const struct rows *);

#endif
