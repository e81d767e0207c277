/* table.h: what the files of a table share: a step, which is a command being carried out on a copy of the table.
 *
 * One path makes rows and takes them in: ir_table_do runs a step and gives its row and the copy; ir_table_fold finds the
 * command behind a row, runs the same step with the outcomes of the row, and keeps the copy if it gives just this row. So
 * whatever a command checks, a fold checks. */
#ifndef IR_TABLE_H
#define IR_TABLE_H

#include "core/core.h"
#include "irori_table.h"

enum { SECOND = 1000 };

struct step {
    struct ir_table *t;    /* the copy */
    uint64_t who;          /* 0: the keeper */
    int seat;              /* of who, or IR_SPECTATOR */
    int64_t seq, now;      /* the frame who has seen; the time */
    const uint8_t *secret; /* NULL: a row that is taken in does not reveal it */
    const char *outcomes;  /* a row that is taken in: what is left of its text; NULL: deal with the secret */
    struct ir_text row;
    struct ir_story *story;
    char *why;
    int answer; /* the row only adds an answer to the frame */
};

/* Adds to what the step tells; seat and by: -1 if there is none. */
void step_act(struct step *, enum ir_act_kind, int seat, int by, int what);
/* Writes a sentence and returns the error. */
int step_refuse(struct step *, int error, const char *format, ...);

/* command.c */
int step_run(struct step *, const char *text);

/* course.c: the game on its way */
int course_start(struct step *);                            /* deals */
int course_move(struct step *, int seat, const char *move); /* a move, or an answer in a secret question */
int course_time(struct step *);                             /* what the clock brings: a flag, or the end of a question */
int course_undo(struct step *);
int course_commit(struct step *, const uint8_t commit[32]); /* reveals the secret; the one of this hash deals from now on */
int course_resign(struct step *, int seat);
int course_halt(struct step *); /* no person is left: pauses, and charges no clock for the time nobody was here */
void course_resume(struct step *);
int course_call_off(struct step *);
void course_patience(struct ir_table *);                /* begins anew */
void course_clock_stop(struct ir_table *, int64_t now); /* charges the clock that runs; it runs again from now on */
uint16_t table_question(const struct ir_table *);       /* the seats asked in secret, or 0 */
int table_by_bot(const struct ir_table *, int seat);    /* a bot plays this seat, now or always */
int table_clock_runs(const struct ir_table *);          /* the seat whose clock runs, or -1 */
int64_t table_wake(const struct ir_table *);      /* what everyone may know of when the clock brings something; 0: never */
int64_t table_due(const struct ir_table *);       /* when it really does: late bots may hold a question up */
unsigned table_people(const struct ir_table *);   /* those who are asked to agree, as bits */
unsigned table_resigned(const struct ir_table *); /* as bits */
int64_t table_absent(const struct ir_table *, int seat);          /* from when on others may take this seat over; 0: never */
int64_t table_patience(const struct ir_table *, unsigned *seats); /* when `late` is to be said, and of whom; 0: never */
int table_deserted(const struct ir_table *);                      /* people play, and bots play for all of them */
unsigned table_missed(const struct ir_table *); /* people the table waits for in vain, or bots play for: as bits */
int table_called_off(const struct ir_table *);  /* over, and nobody has won */

/* story.c: the part of a frame that tells what happened; 1: all see the same of it */
const char *story_word(int what); /* what is asked: undo, pause, end, rematch */
int story_write(const struct ir_table *, const struct ir_story *, int seat, struct ir_json *);

/* frame.c: what a frame is made of. Its parts are members of `table` or `view` that depend only on the number of the frame and,
 * the last ones, on the viewer:
 *   FRAME_FIXED       what all see of the table and seldom changes while the game is played
 *   FRAME_TABLE       what else all see of it
 *   FRAME_VIEW        what all see of the game
 *   FRAME_OWN + seat  what the viewer of this seat, or a spectator, sees of the game besides */
enum frame_part { FRAME_FIXED, FRAME_TABLE, FRAME_VIEW, FRAME_OWN = FRAME_VIEW + 2 };
void frame_part(const struct ir_table *, int part, struct ir_json *);
/* The rest depends also on the time and on what the viewer has answered. In a delta its members are written as such (delta.h);
 * a still frame is of a replay, in which nobody can do anything. */
enum frame_kind { FRAME_WHOLE, FRAME_DELTA, FRAME_STILL };
void frame_head(const struct ir_table *, const char *type, uint64_t ack, int64_t now, struct ir_json *);
void frame_you(const struct ir_table *, int seat, int64_t now, enum frame_kind, struct ir_json *);
void frame_legal(const struct ir_table *, int seat, enum frame_kind, struct ir_json *);
/* A frame that is whole, or still. */
void frame_write(const struct ir_table *, int seat, const struct ir_story *, uint64_t ack, int64_t now, enum frame_kind,
                 struct ir_json *);

#endif
