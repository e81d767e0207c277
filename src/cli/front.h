/* front.h: how `irori play` shows a session to people: in plain lines (play.c) or on the full screen (full_play.c). play.c runs
 * the game and may change from one to the other at any decision. */
#ifndef IR_CLI_FRONT_H
#define IR_CLI_FRONT_H

#include "session.h"
#include "words.h"

enum outcome {
    GO_ON,
    LEAVE,         /* the game is saved */
    LEAVE_UNSAVED, /* a script's answers have ended, and no file was named */
    IN_LINES       /* go on in plain lines, with the same decision */
};

struct front {
    void (*tell)(struct session *);                     /* s->done.story is what just happened */
    void (*thinking)(struct session *, int seat);       /* a bot will need a moment; may be NULL */
    enum outcome (*decide)(struct session *, int seat); /* one decision of a person */
    void (*result)(struct session *); /* the game is over; may be NULL. Its lines are printed afterwards in any case */
};
extern const struct front full_front;

/* play.c: */
void tell_write(FILE *, const struct session *);
void result_write(FILE *, const struct session *);
int undo_do(struct session *, const char **said); /* 1: a move was taken back; *said tells so, or why not */
/* The advice and why, in lines; *best: the move. */
void hint_write(FILE *, struct session *, int seat, const struct ir_view *, ir_move *best, int brief);
/* The same for a move that somebody else advises, and the next best one (or IR_NO_MOVE); notes may be NULL. */
void advice_write(FILE *, const struct session *, const struct ir_view *, const struct ir_notes *, ir_move best, ir_move second,
                  int brief);
enum ended { ENDED_BY_RULES, ENDED_BY_GIVING_UP, ENDED_CALLED_OFF };
void score_write(FILE *, const struct session *, const struct ir_view *, const struct ir_score *, enum ended);
/* Plain lines: the list of moves; the move that an answer means, IR_NO_MOVE or IR_SEVERAL; that it means none; a rule. */
void choices_write(FILE *, const struct session *, const struct ir_view *, const ir_move *legal, int n);
ir_move chosen(const struct session *, const struct ir_view *, const char *answer, const ir_move *legal, int n);
void wrong_choice(const char *answer, int several, int n);
void rule_show(const struct session *, const struct ir_view *, const char *which);
void default_path(const struct session *, char out[64]);

/* full_play.c: what a scene of a game is drawn from; its board; pages, as full_page. */
struct scene;
struct board;
struct shown {
    const struct session *s;
    const struct ir_view *v;
};
void shown_draw(struct board *, const struct scene *); /* scene->of is a struct shown */
int page_of_rules(const struct session *, const char *rule);
/* Asks which game on the full screen; NULL: none. */
const struct ir_game *full_menu(const struct ir_game *const *games, int n);

#endif
