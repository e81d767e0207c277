/* config.h: options from a file and from the environment, beside those of the command line.
 *
 * A file has one OPTION = VALUE a line: the options of the command line without their dashes. Empty lines and lines that begin
 * with # are skipped. A value may stand in double quotes. The command line is stronger than the environment, which is stronger
 * than the file. */
#ifndef IR_CONFIG_H
#define IR_CONFIG_H

#include "cli.h"

enum { CONFIG_LINES = 200 };

struct config {
    const char *path; /* NULL: there is no file */
    char *text;       /* the file; names and values point into it */
    int n;
    struct {
        const char *name, *value;
        int line, overridden; /* by the environment or the command line */
    } entry[CONFIG_LINES];
};

/* Reads a file. 0, or 2 after a sentence with the file and the line. A file that names a password in its store must not be
 * readable by everybody. */
int config_read(const char *command, const char *path, struct config *);
const char *config_value(const struct config *, const char *name); /* NULL: not there */

/* Fills in arguments from the file --config FILE (or IRORI_CONFIG), from the environment (--public-url is IRORI_PUBLIC_URL)
 * and from the command line. The result is that of args_read. The arguments must have an option --config. */
int config_args(const char *command, const char *summary, const struct arg *, int argc, char **argv, struct config *);
/* Where an option got its value: "FILE:LINE: ", or "" if it is not from the file. `value` tells apart those of an option that
 * may be repeated; NULL: any. After config_args. */
const char *config_where(const struct config *, const char *option, const char *value);

/* A store as the user named it: config:FILE is what that file says. NULL after a sentence. (store.c) */
const char *store_named(const char *command, const char *text);
int store_puzzles_run(int argc, char **argv); /* an action of `irori store` (store_puzzles.c) */

/* The arguments with the passwords of PostgreSQL; in argv itself, which `ps` shows, they become stars. The strings live as long
 * as the program. */
char **args_private(int argc, char **argv);
int url_has_password(const char *url);

#endif
