/* board.c: see board.h. */
#include "board.h"
#include "speech.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

void board_clear(struct board *b)
{
    while (b->pieces)
        free(b->piece[--b->pieces].text);
    b->row = b->col = b->hang = 0;
}

void board_free(struct board *b)
{
    board_clear(b);
    free(b->piece);
    b->piece = NULL;
    b->room = 0;
}

int board_rows(const struct board *b)
{
    return b->row + (b->col > 0);
}

static void add(struct board *b, enum ink ink, const char *text, size_t n, ir_move move, int marked)
{
    if (b->pieces == b->room) {
        b->room = b->room ? 2 * b->room : 64;
        b->piece = realloc(b->piece, (size_t)b->room * sizeof *b->piece);
    }
    char *copy = b->piece ? strndup(text, n) : NULL;
    if (!copy) {
        fputs("irori: out of memory\n", stderr);
        exit(1);
    }
    int wide = columns(copy, n);
    b->piece[b->pieces++] = (struct piece){copy, b->row, b->col, wide, (uint8_t)ink, (uint8_t)marked, move};
    b->col += wide;
}

static void next_row(struct board *b)
{
    b->row++;
    b->col = b->hang;
}

void board_piece(struct board *b, enum ink ink, const char *text, ir_move move, int marked)
{
    size_t n = strlen(text);
    if (b->col + columns(text, n) > b->width && b->col > b->hang)
        next_row(b);
    add(b, ink, text, n, move, marked);
}

/* One line of words for a move, or for none. Japanese has no blanks: where a word alone is too wide, it is broken anywhere. */
static void words_put(struct board *b, enum ink ink, const char *text, ir_move move, int marked)
{
    while (*text) {
        size_t blanks = strspn(text, " "), n = blanks + strcspn(text + blanks, " ");
        int wide = columns(text, n), room = b->width - b->col;
        if (wide <= room) {
            add(b, ink, text, n, move, marked);
        } else if (b->col > b->hang && wide - (int)blanks <= b->width - b->hang) {
            next_row(b);
            add(b, ink, text + blanks, n - blanks, move, marked);
        } else {
            const char *p = text;
            unsigned c;
            int used = 0;
            for (const char *next; *p && used + (next = letter_next(p, &c), letter_columns(c)) <= room; p = next)
                used += letter_columns(c);
            if (p == text && b->col <= b->hang)
                p = letter_next(p, &c);
            n = (size_t)(p - text);
            add(b, ink, text, n, move, marked);
            if (text[n])
                next_row(b);
        }
        text += n;
    }
}

void board_put(struct board *b, enum ink ink, const char *text)
{
    words_put(b, ink, text, IR_NO_MOVE, 0);
}

void board_to(struct board *b, int col)
{
    b->col = b->col < col ? col : b->col + (b->col > 0);
}

void board_hang(struct board *b, int col)
{
    b->hang = col;
}

void board_line(struct board *b)
{
    b->row++;
    b->col = b->hang = 0;
}

void board_choice(struct board *b, enum ink ink, const char *text, ir_move move, int marked)
{
    words_put(b, ink, text, move, marked);
}

void board_lines(struct board *b, enum ink ink, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), indent = strspn(text, " ");
        char *line = strndup(text, n);
        if (!line) {
            fputs("irori: out of memory\n", stderr);
            exit(1);
        }
        b->hang = (int)(indent > 6 ? 6 : indent) + 2;
        words_put(b, ink, line, IR_NO_MOVE, 0);
        free(line);
        board_line(b);
        text += n + (text[n] == '\n');
    }
}

const char *board_mark(const struct board *b, const char *mark, const char *ascii)
{
    return b->ascii ? ascii : mark;
}
