/* review.h: a reviewed game in the program, and the sentences that its text and its page share (review_words.c). Sentences have
 * no end of line and are written to any file, so that a page can escape them. */
#ifndef IR_CLI_REVIEW_H
#define IR_CLI_REVIEW_H

#include "words.h"

struct reviewed { /* one file and its review */
    struct loaded loaded;
    struct ir_review *review;
    const struct ir_review_result *result;
    char shown[IR_SEATS_MAX][IR_NAME_MAX];
    const char *name[IR_SEATS_MAX];
    const char *path;
};

double percent(double chance); /* never -0.0 */
/* The part of the game a row belongs to: a round, or 0 if it has none. */
uint32_t part_of(const struct ir_review_result *, uint32_t row);
/* What a round did to a seat. */
struct round_sum {
    double before, own, others, luck, after;
};
struct round_sum round_sum(const struct ir_review_result *, uint32_t part, int seat);
static inline int rounds_of(const struct ir_review_result *r)
{
    return r->parts > 1;
}

/* "round 2, step 20": steps as `irori replay` counts them. */
void where_print(FILE *, const struct reviewed *, uint32_t row);
/* A legal move of the decision in this row, as the text client lists it. */
void choice_print(FILE *, struct reviewed *, uint32_t row, ir_move);
/* The same, for a sentence about them. */
const char *where_text(const struct reviewed *, uint32_t row);
const char *choice_text(struct reviewed *, uint32_t row, ir_move);
/* What a chance event was: the deal, or what happened, in at most two sentences. */
void chance_print(FILE *, struct reviewed *, const struct ir_review_chance *);
/* Is its luck for this seat beyond doubt? Otherwise nobody is called lucky for it. */
int chance_matters(const struct ir_review_chance *, int seat);
/* "Ann won, 72 to 28." */
void outcome_print(FILE *, const struct reviewed *);
/* Who won and why, the decisive slip, how much was luck: a sentence a line. */
void summary_print(FILE *, struct reviewed *);
/* "Ann played like the level hard (80 %) or master (15 %)."; nothing and 0 if that is not known. */
int like_print(FILE *, const struct reviewed *, int seat);

/* The slips, the most expensive first; of one seat, or -1: of all. How many there are; at most `most` are put into `out`. */
uint32_t slips_find(const struct ir_review_result *, int seat, uint32_t *out, uint32_t most);

/* The review of one record in words (review.c), as wide as given; what: its name in the first line. 0, or 1 after an error
 * message. */
int review_write(FILE *, const char *record, const char *deck, const char *what, int seat);

/* ---- many games (review.c) ---- */

enum { KINDS = 24 };
struct kinds { /* decisions by the kind of move that was played, as the game calls it */
    struct {
        char word[128];
        uint32_t choices, slips;
        double loss;
    } of[KINDS];
    int n;
};
struct total {
    int games;
    double result, start, own, luck, others, rest, accuracy;
    struct kinds kinds;
};

/* ---- the page (review_html.c) ---- */

/* Writes a whole page: an overview if there are several games, and a section for each. Games come one by one, because a review
 * is large: html_game keeps what it wrote until html_end. seat: -1, or only this one. */
struct html;
struct html *html_begin(int games, int seat); /* NULL: out of memory */
void html_game(struct html *, struct reviewed *, int seat);
int html_end(struct html *, const struct total *); /* frees it; 0, or 1 after an error message */

#endif
