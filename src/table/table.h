/* table.h: what the files of a table share. A step is one command, carried out on a copy of the table.
 *
 * Making a row and folding one is the same code. ir_table_do runs a step and returns its row and the copy. ir_table_fold finds
 * the command that made a row and runs the same step, with the outcomes of the row. It keeps the copy only if the step makes
 * exactly this row. So a fold checks everything that a command checks. */
#ifndef IR_TABLE_H
#define IR_TABLE_H

#include "core/core.h"
#include "irori_table.h"

enum { SECOND = 1000 };

struct step {
    struct ir_table *t;    /* the copy */
    uint64_t who;          /* 0: the keeper */
    int seat;              /* of who, or IR_SPECTATOR */
    int64_t seq, now;      /* the last frame that who has seen; the time */
    const uint8_t *secret; /* NULL: the row that is folded does not reveal it */
    const char *outcomes;  /* the rest of the row that is folded; NULL: deal with the secret */
    struct ir_text row;
    struct ir_story *story;
    char *why;
    int answer; /* the row only adds an answer to the frame */
};

/* Adds an act to the story; seat and by are -1 if there is none. */
void step_act(struct step *, enum ir_act_kind, int seat, int by, int what);
/* Writes the sentence into why and returns the error. The page says these in its own words, by the name of the error alone. */
int step_refuse(struct step *, int error, const char *format, ...);
#ifdef IR_TERSE
int step_said(const char *format, ...); /* never called: it only uses what the sentence is made of */
#define step_refuse(s, error, ...) ((void)sizeof step_said(__VA_ARGS__), (void)(s), (error))
#endif

/* table.c: copies all that a step can change, and no more of the states than the game uses; the rest of `to` stays as it is. */
void table_copy(struct ir_table *to, const struct ir_table *from);

/* command.c */
int step_run(struct step *, const char *text);

/* course.c: the game in progress */
int course_start(struct step *);                            /* deals */
int course_move(struct step *, int seat, const char *move); /* a move, or an answer in a secret question */
int course_time(struct step *);                             /* what is due by the clock: a flag, or the end of a question */
int course_undo(struct step *);
int course_commit(struct step *, const uint8_t commit[32]); /* reveals the secret; the one with this hash deals from now on */
int course_resign(struct step *, int seat);
int course_halt(struct step *); /* no person is left: pauses; no clock is charged for that time */
void course_resume(struct step *);
int course_call_off(struct step *);
void course_patience(struct ir_table *);                /* starts again for all */
void course_clock_stop(struct ir_table *, int64_t now); /* charges the running clock up to now */
uint16_t table_question(const struct ir_table *);       /* the seats asked in secret, or 0 */
int table_by_bot(const struct ir_table *, int seat);    /* a bot plays this seat, now or always */
int table_clock_runs(const struct ir_table *);          /* the seat whose clock runs, or -1 */
int64_t table_wake(const struct ir_table *);            /* when the clock is due next, as everybody may know it; 0: never */
int64_t table_due(const struct ir_table *);             /* when it is really due: late bots can delay the end of a question */
int table_waits(const struct ir_table *, int seat);     /* the table waits for a move or an answer of this person */
int64_t table_elapsed(const struct ir_table *, int seat, int64_t now); /* on the clock of this seat, if it runs */
unsigned table_people(const struct ir_table *);                        /* the people who must agree to a proposal, as bits */
unsigned table_resigned(const struct ir_table *);                      /* as bits */
int64_t table_absent(const struct ir_table *, int seat); /* the time from which others may hand this seat to a bot; 0: never */
int64_t table_patience(const struct ir_table *, unsigned *seats); /* when a `late` is due, and for which seats; 0: never */
int table_deserted(const struct ir_table *);                      /* there are people, but bots play for all of them */
unsigned table_missed(const struct ir_table *);                   /* people who are late, or for whom bots play, as bits */
int table_called_off(const struct ir_table *);                    /* the game was ended by agreement: nobody has won */

/* Whether the game counts for ratings, and whether who plays next is up to an evening. Not in the page, nor the check of its
 * options. */
#ifdef IR_TERSE
#define table_rated(t)            0
#define table_evening(t)          0
#define options_usual(g, options) 1
#else
int table_rated(const struct ir_table *);
int table_evening(const struct ir_table *);
#endif

/* slow.c: games with hours for a move. The page does without: nobody is there to remind anybody at the tables of its own. */
#ifdef IR_TERSE
#define table_slow(t) 0
#else
int table_slow(const struct ir_table *);
#endif
int64_t slow_from(const struct ir_table *, int seat); /* since when the clock of this seat runs, if it does */
int64_t slow_whole(const struct ir_table *);          /* the time for a move */
int64_t slow_deadline(const struct ir_table *); /* until when the table waits for who is asked and not late; 0: for nobody */
int64_t slow_patience(const struct ir_table *, unsigned *seats); /* when a reminder or a `late` is due; 0: never */
int slow_remind(struct step *);                                  /* 1: a reminder was due */
int slow_holiday(struct step *, const char *days);
int slow_days(const struct ir_table *, int seat, int64_t now); /* of holiday that are left */

/* story.c: the acts and events of a frame */
const char *story_word(int what); /* a proposal: undo, pause, end, rematch */
void story_acts(const struct ir_story *, struct ir_json *);
int story_write(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *);

/* frame.c: the parts of a frame. A part is some members of `table` or `view`. It depends only on the number of the frame and,
 * the last one, on the seat of the viewer: FRAME_FIXED       of the table: what all see, and what seldom changes during a game
 *   FRAME_TABLE       of the table: what else all see
 *   FRAME_VIEW        of the view: what all see
 *   FRAME_OWN + seat  of the view: what only this seat sees, or a spectator */
enum frame_part { FRAME_FIXED, FRAME_TABLE, FRAME_VIEW, FRAME_OWN = FRAME_VIEW + 2 };
void frame_part(const struct ir_table *, int part, struct ir_json *);
/* The other members depend also on the time and on the viewer's secret answer. A delta has them always, in the form of delta.h.
 * A still frame is one of a replay, in which nobody can do anything. */
enum frame_kind { FRAME_WHOLE, FRAME_DELTA, FRAME_STILL };
void frame_head(const struct ir_table *, const char *type, uint64_t ack, int64_t now, struct ir_json *);
void frame_you(const struct ir_table *, int seat, int64_t now, enum frame_kind, struct ir_json *);
void frame_legal(const struct ir_table *, int seat, enum frame_kind, struct ir_json *);
int frame_asks(const struct ir_table *, int seat); /* the viewer has to move, or to answer a secret question */
/* A frame that is whole, or still. */
void frame_write(const struct ir_table *, int seat, const struct ir_story *, uint64_t ack, int64_t now, enum frame_kind,
                 struct ir_json *);

#endif
