/* full.h: the full screen of a terminal, drawn by ncurses: a scene (board, choices, story) that asks for a choice, and pages of
 * text to scroll through. Knows nothing of games or sessions: full_play.c fills scenes in.
 *
 * While the full screen is on, standard error goes to a file: full_said() gives what was written there, and full_stop() prints
 * it all. The terminal is restored by full_stop(), at exit, and when the program crashes. */
#ifndef IR_CLI_FULL_H
#define IR_CLI_FULL_H

#include "board.h"

enum { FULL_WIDTH = 80, FULL_HEIGHT = 24 }; /* what it needs at least */

/* Lines of what happened, the oldest first. Those from `fresh` on happened since the player's last decision. */
struct story {
    char **line;
    int n, room, fresh;
};
void story_add(struct story *, const char *lines); /* lines end with \n; blank ones are left out */
void story_free(struct story *);

struct scene {
    const char *title, *aside; /* of the first line: left and right */
    void (*board)(struct board *, const struct scene *);
    const void *of; /* for `board` */
    const char *question;
    const char *note; /* a few lines above the choices, or NULL */
    const ir_move *legal;
    const char *const *choice; /* its words, for each legal move */
    int n, at;                 /* how many; which one is chosen */
    const struct story *story;
    const char *keys; /* the last line */
};

/* What full_ask returns: the key of a letter, or one of these. */
enum { ACT_PLAY = 0x110000, ACT_LEAVE, ACT_PLAIN, ACT_WAITED };

/* Can this terminal have it: input and output are one, it can move its cursor, and it is large enough? */
int full_possible(void);
int full_start(int ascii); /* 0: it did not work; nothing has changed */
void full_stop(void);
int full_on(void);
void full_show(const struct scene *);
/* While the program waits for a key it also waits for something else: wait(of, ms) waits for either, not much longer than so
 * many milliseconds, and does its own work. 1: full_ask returns ACT_WAITED. */
void full_also(int (*wait)(void *of, int ms), void *of);
/* Shows a scene until the player has decided: ACT_PLAY (scene->at), ACT_LEAVE (Ctrl-C, or a signal), ACT_PLAIN (the window
 * became too small, and the player wants to go on in plain lines), or a key that is none of choosing. ms: ACT_WAITED after so
 * long; 0: never. */
int full_ask(struct scene *, int ms);
/* Shows a text until the player has read it: 'q', or ACT_LEAVE or ACT_PLAIN as above. */
int full_page(const char *title, const char *text, int from_the_end);
int full_columns(void); /* of a page's text */
/* What was written to standard error since the last call, without its last newline; NULL if nothing was. To be freed. */
char *full_said(void);

#endif
