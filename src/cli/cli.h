/* cli.h: what the subcommands of the program `irori` share: arguments, files, sentences. */
#ifndef IR_CLI_H
#define IR_CLI_H

#include "irori.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

/* ---- arguments (args.c) ---- */

struct arg {
    const char *name; /* "--games"; without dashes: a positional argument, in the order of the table; "BOT...": all the rest */
    enum { ARG_FLAG, ARG_TEXT, ARG_NUMBER, ARG_MANY } kind; /* many: a text that may be repeated */
    void *to;                 /* int * (flag), const char ** (text), int64_t * (number), struct arg_list * (many, the rest) */
    int64_t min, max;         /* range of a number, or of the number of texts */
    const char *value, *help; /* "N", "how many games to play"; a positional with value "optional" may be missing */
};
enum { ARG_LIST_MAX = 1000 };
enum arg_source { ARG_FROM_LINE, ARG_FROM_ENVIRONMENT, ARG_FROM_FILE };
struct arg_list {
    const char *text[ARG_LIST_MAX];
    int n;
    enum arg_source source; /* of the texts: those of a stronger source replace them */
};
struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
    int for_players; /* it speaks their language (speech.h); the others speak English, which logs, scripts and bot authors read
                      */
};
/* Fills in the arguments. 0: go on; 1: help was printed, exit 0; 2: a sentence was printed, exit 2. */
int args_read(const char *command, const char *summary, const struct arg *, int argc, char **argv);
/* Sets one argument. A sentence calls it NAME and begins with `where`, which is "" or "FILE:LINE: ". 0, or 2 after it. */
int arg_set(const char *command, const char *where, const char *name, const struct arg *, const char *text, enum arg_source);
/* Prints "irori COMMAND: sentence" to standard error; returns 2, the exit code of a wrong call. */
int complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Somebody who looks at the tables instead of filling them in (completions.c). While there is one, args_read shows it the table
 * and returns 1, whatever the arguments are; a command that has actions of its own shows each with args_action. */
struct args_visitor {
    void (*command)(const char *command, const char *summary, const struct arg *); /* "play", "store copy" */
    void (*action)(const char *command, const char *name, const char *takes, const char *help);
};
extern const struct args_visitor *args_visitor; /* NULL: nobody */
void args_action(const char *command, const char *name, const char *takes, const char *help);
int arg_positional(const struct arg *);
int arg_collects(const struct arg *); /* "BOT...": takes all remaining arguments */
/* refusal.c: the sentence of the library in `why`, in the player's language. */
const char *refusal(const char why[IR_WHY_MAX]);

/* ---- games by name (bots by name: player.h) ---- */

const struct ir_game *game_or_complain(const char *command, const char *name); /* NULL after an error message */
const char *options_help(void); /* of --options: with an example of the first game there is, which can be typed */

/* Starts a game. If deck=NAME in the options is not a compiled-in deck, it is read as a file: *deck is its text, which the
 * caller frees, and options gets deck=custom instead. 0, or 2 after an error message. */
struct setup {
    const struct ir_game *game;
    int seats;
    char options[IR_OPTIONS_TEXT];
    char *deck;
};
int setup_read(const char *command, struct setup *, const struct ir_game *, int64_t seats, const char *options);

/* ---- files (files.c) ---- */

/* A record from a file. */
struct loaded {
    struct ir_replay replay;
    void *memory; /* the replay's */
    char *deck;   /* as in ir_replay_open */
};
/* 0, or 1 after an error message with the file, the line and the reason. */
int record_load(const char *command, const char *path, const char *deck_path, struct loaded *);
/* The same from a text, with the deck that is there. 0, or a sentence in why. */
int record_open(struct loaded *, const char *text, char why[IR_WHY_MAX]);
void record_free(struct loaded *);
uint32_t step_of(const struct ir_replay *, uint32_t row); /* the step that a row belongs to: `irori replay` counts these */
/* The text of a small file, or of standard input if the path is "-"; NULL after an error message. */
char *file_read(const char *command, const char *path, size_t limit);
/* The text of a record and of its custom deck, if it has one: from the file named, or appended to the record. */
char *record_text(const char *command, const char *path, const char *deck_path, char **deck);

void secret_make(uint8_t secret[32]); /* from the system's random source; exits with an error message if there is none */

/* ---- progress on a terminal (files.c) ---- */
void progress(const char *what, int64_t done, int64_t all); /* silent unless standard error is a terminal */
double seconds(void);                                       /* a monotonic clock */

/* ---- subcommands ---- */
int play_run(int argc, char **argv);
int join_run(int argc, char **argv);
int sim_run(int argc, char **argv);
int match_run(int argc, char **argv);
int tournament_run(int argc, char **argv);
int bot_run(int argc, char **argv);
int replay_run(int argc, char **argv);
int review_run(int argc, char **argv);
int puzzles_run(int argc, char **argv);
int audit_run(int argc, char **argv);
int conform_run(int argc, char **argv);
int rules_run(int argc, char **argv);
int export_run(int argc, char **argv);
int perft_run(int argc, char **argv);
int schema_run(int argc, char **argv);
int bench_run(int argc, char **argv);
int train_run(int argc, char **argv);
int serve_run(int argc, char **argv);
int store_run(int argc, char **argv);
int admin_run(int argc, char **argv);
int completions_run(const struct command *commands, int argc, char **argv); /* up to the one without a name */

/* audit.c: ir_audit of a file. 0, or 1 after an error message: the file is not a record. */
int audit_file(const char *command, const char *path, const char *deck, struct ir_audit *);

/* rules.c: the text of one rule ("XX5.3") or section ("XX5"), or of all (NULL), of a game, in so many columns (0: unbroken); 0
 * if there is none of that number */
int rules_print(FILE *, const struct ir_game *, const char *rule, int width);

#endif
