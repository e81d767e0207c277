/* words.h: how the text client shows a game. A game's words are `const struct words NAME_words` in games/NAME/words.c;
 * play.c and replay.c do the rest. */
#ifndef IR_WORDS_H
#define IR_WORDS_H

#include "board.h"
#include "cli.h"
#include "irori_review.h"
#include "speech.h"

struct words {
    const struct ir_game *game;
    const char *title;             /* its name, marked for translation (speech.h); may be NULL: the game's own */
    const char *const (*kinds)[2]; /* kinds of moves: their first word, and what it is called; up to NULL. May be NULL */
    const char *welcome;           /* a few lines for a first game, marked too */
    /* The table as the viewer sees it, in lines. name[seat] is how to call each player. */
    void (*table)(FILE *, const struct ir_view *, const char *const *name);
    /* The same for the full screen, in as few lines as it can: at 80 columns not more than 14. May be NULL: the lines of
     * `table`. */
    void (*board)(struct board *, const struct ir_view *, const char *const *name);
    /* One legal move as a line of the list of choices; 0: not listed (it can still be typed). */
    int (*choice)(FILE *, const struct ir_view *, ir_move, const char *const *name);
    /* A legal move in few words, for the full screen, where the board tells the rest. May be NULL: `move` says it. */
    void (*brief)(FILE *, const struct ir_view *, ir_move, const char *const *name);
    /* A legal move by itself, for reviews. May be NULL: `choice` says it, too. */
    void (*move)(FILE *, const struct ir_view *, ir_move, const char *const *name);
    /* The question above that list. */
    void (*question)(FILE *, const struct ir_view *, const char *const *name);
    /* Help for that question, in sentences; *rule is the number of the rule. */
    const char *(*explain)(const struct ir_view *, const char **rule);
    /* An event as a sentence; 0: not shown. `viewer` is called "you". */
    int (*event)(FILE *, const struct ir_event *, int viewer, const char *const *name);
    /* What chance brought where no event says it, for reviews: without an end of line; 0: not known. May be NULL. */
    int (*drawn)(FILE *, ir_move);
    /* Why the game ended as it did: the parts of each score. May be NULL. */
    void (*final)(FILE *, const struct ir_view *, const char *const *name);
    /* May the client answer for its only person, who has no choice? May be NULL. */
    int (*automatic)(const struct ir_view *, const ir_move *legal, int n);
    /* A reason of a review as a sentence without an end of line, `seat` being the one who decided; 0: not shown. May be NULL.
     */
    int (*fact)(FILE *, const struct ir_fact *, int seat, int viewer, const char *const *name);
    /* The legal move meant by a short answer such as "3a"; IR_NO_MOVE: none, IR_SEVERAL: more than one. */
    ir_move (*answer)(const struct ir_view *, const char *text, const ir_move *legal, int n);
};
#define IR_SEVERAL ((ir_move)0xfffe)

/* A legal move in words, whether it is listed or not; the result lasts until many more were made. */
const char *words_move(const struct words *, const struct ir_view *, ir_move, const char *const *name, int brief);
const struct words *words_of(const struct ir_game *); /* words_plain for a game that has none of its own */
const struct words *words_plain(const struct ir_game *);
/* A reason of a review as a sentence, by the game's own words or else by the names of its numbers. */
void words_fact(FILE *, const struct ir_game *, const struct ir_fact *, int seat, int viewer, const char *const *name);

/* "37 %" for a chance in thousandths, "4.3" for tenths. */
const char *fact_chance(int thousandths);
const char *fact_tenths(int tenths);

/* A player where a name stands by itself: "You", or the name. */
static inline const char *called(int seat, int viewer, const char *const *name)
{
    return seat == viewer && viewer >= 0 ? tr("You") : name[seat];
}
/* What moves are called that begin with this word, for reviews; the word itself if the game does not say. */
const char *words_kind(const struct ir_game *, const char *word);
const char *words_title(const struct ir_game *); /* the game's name in the player's language */

#endif
