/* record.h: reading a record line by line. Programs open it as a replay (irori.h), which does this for them.
 */
#ifndef IR_RECORD_H
#define IR_RECORD_H

#include "irori.h"

/* What a line was. */
enum ir_line {
    IR_LINE_NOTHING,
    IR_LINE_HEADER,
    IR_LINE_ROW,
    IR_LINE_HASH,
    IR_LINE_COMMIT,
    IR_LINE_SECRET,
    IR_LINE_RESIGN,
    IR_LINE_RESULT
};
/* Start with the games it may be of and the text of a custom deck (or NULL), then feed it every line, without its
 * newline, in order. Returns an enum ir_line, or a negative error with a sentence (naming the line) in why. *row and *events
 * are set for IR_LINE_ROW; events may be NULL. */
void ir_record_reader(struct ir_record *, const struct ir_game *const *games, const char *deck);
int ir_record_read(struct ir_record *, const char *line, size_t n, struct ir_row *row, struct ir_events *events,
                   char why[IR_WHY_MAX]);
/* After the last line: IR_OK if the game is over or was saved; IR_E_RECORD if the text breaks off. */
int ir_record_close(struct ir_record *, char why[IR_WHY_MAX]);
/* The next line of a text, without its end ("\n" or "\r\n"), and *at after it; 0 when the text is over. A line of one form feed
 * ends a record: what follows is the deck it was played with. */
int ir_record_line(const char **at, const char **line, size_t *n);
/* The match key: of this secret, the record's match and its salts. */
void ir_record_key(const struct ir_record *, const uint8_t secret[32], uint8_t key[32]);
/* The score where some have resigned: their points stay, but they rank behind all who have not. */
void ir_score_resigned(const struct ir_game *, const struct ir_state *, unsigned resigned, struct ir_score *);
/* "55 45 won 0": points by seat, then who shares first place. */
void ir_result_print(const struct ir_game *, const struct ir_state *, unsigned resigned, struct ir_text *);

#endif
