/* markdown.c: see markdown.h. It reads what our rules are written in, and no more: a list item goes on in lines that begin with
 * a blank, a paragraph in the lines below it, a table in lines that begin with a bar. */
#include "markdown.h"

#include "cli.h"
#include "screen.h"
#include "speech.h"

enum { COLS = 16 };

static const char *line_end(const char *p, const char *end)
{
    const char *q = memchr(p, '\n', (size_t)(end - p));
    return q ? q : end;
}

/* The marks of rules in the player's language: "[ruling]". */
static size_t note(FILE *out, const char *p, size_t n)
{
    static const char *const notes[] = {mark("ruling"), mark("beyond the printed rules")};
    for (int i = 0; i < 2; i++) {
        size_t size = strlen(notes[i]);
        if (size + 2 <= n && p[size + 1] == ']' && memcmp(p + 1, notes[i], size) == 0) {
            fprintf(out, "[%s]", tr(notes[i]));
            return size + 2;
        }
    }
    return 0;
}

/* Words without their marks, lines joined by blanks. */
static void inline_print(FILE *out, const char *p, size_t n)
{
    const char *begin = p, *end = p + n, *to;
    int code = 0;
    while (p < end) {
        char last = p > begin ? p[-1] : ' ';
        size_t left = (size_t)(end - p), skip;
        if (*p == '`') {
            code = !code;
            p++;
        } else if (!code && *p == '*' && !(last == ' ' && p + 1 < end && p[1] == ' ')) {
            p++;
        } else if (!code && *p == '\\' && left > 1) {
            fputc(p[1], out);
            p += 2;
        } else if (!code && *p == '[' && (skip = note(out, p, left))) {
            p += skip;
        } else if (!code && *p == '[' && (to = memchr(p, ']', left)) && to + 1 < end && to[1] == '(' &&
                   memchr(to, ')', (size_t)(end - to))) {
            inline_print(out, p + 1, (size_t)(to - p - 1));
            p = (const char *)memchr(to, ')', (size_t)(end - to)) + 1;
        } else if (*p == '\n') {
            while (p < end && (*p == '\n' || *p == ' '))
                p++;
            unsigned next = 0;
            if (p < end)
                letter_next(p, &next);
            if (letter_columns(next) != 2) /* Japanese has no blanks where a line of the source ends */
                fputc(' ', out);
        } else {
            fputc(*p++, out);
        }
    }
}

static char *plain(const char *p, size_t n)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    inline_print(out, p, n);
    fclose(out);
    return text;
}

/* ---- tables ---- */

/* The cells of a line "| a | b |", to be freed. Returns how many. */
static int cells(const char *line, const char *end, char *cell[COLS])
{
    int n = 0;
    for (const char *p = line + 1; p < end && n < COLS;) {
        const char *bar = p;
        while (bar < end && (*bar != '|' || bar[-1] == '\\'))
            bar++;
        if (bar == end)
            break;
        const char *last = bar;
        while (p < last && *p == ' ')
            p++;
        while (last > p && last[-1] == ' ')
            last--;
        cell[n++] = plain(p, (size_t)(last - p));
        p = bar + 1;
    }
    return n;
}

/* Lines of a table up to `end`. */
static void table(FILE *out, const char *line, const char *end, int width, int stacked)
{
    char **cell = NULL;
    int rows = 0, cols = 0;
    for (; line < end; line = line_end(line, end) + 1) {
        char *own[COLS] = {NULL};
        if (strncmp(line, "|--", 3) == 0 || strncmp(line, "| --", 4) == 0 || strncmp(line, "|:-", 3) == 0)
            continue;
        int n = cells(line, line_end(line, end), own);
        cols = rows ? cols : n;
        cell = realloc(cell, (size_t)(rows + 1) * COLS * sizeof *cell);
        if (!cell) {
            fputs("irori: out of memory\n", stderr);
            exit(1);
        }
        for (int c = 0; c < COLS; c++)
            if (c < cols)
                cell[rows * cols + c] = own[c] ? own[c] : strdup("");
            else
                free(own[c]);
        rows++;
    }
    (stacked ? grid_stack(out, (const char *const *)cell, rows, cols, width)
             : grid_print(out, (const char *const *)cell, rows, cols, width, 0));
    for (int i = 0; i < rows * cols; i++)
        free(cell[i]);
    free(cell);
}

void markdown_row(FILE *out, const char *head, const char *row, int width)
{
    char *text;
    size_t size;
    FILE *both = paper(&text, &size);
    fprintf(both, "%.*s\n%.*s\n", (int)strcspn(head, "\n"), head, (int)strcspn(row, "\n"), row);
    fclose(both);
    table(out, text, text + size, width, 1);
    free(text);
}

/* ---- blocks ---- */

/* Where a block ends that begins with this line: before an empty line, a list item, a table or a heading. */
static const char *block_end(const char *line, const char *end)
{
    const char *p = line_end(line, end);
    if (*line == '#')
        return p;
    while (p < end && p + 1 < end && p[1] != '\n' && p[1] != '#' && p[1] != '|' && strncmp(p + 1, "- ", 2) != 0)
        p = line_end(p + 1, end);
    return p;
}

static void heading(FILE *out, const char *p, size_t n, int width)
{
    size_t level = strspn(p, "#"), skip = level + strspn(p + level, " ");
    char *text = plain(p + skip, n - skip);
    int long_ = columns(text, strlen(text));
    wrap(out, text, strlen(text), width, 0, 0);
    fputc('\n', out);
    for (int i = 0; level < 3 && i < (width && long_ > width ? width : long_); i++)
        fputc(level == 1 ? '=' : '-', out);
    if (level < 3)
        fputc('\n', out);
    free(text);
}

void markdown_print(FILE *out, const char *text, size_t n, int width)
{
    const char *end = text + n;
    while (text < end) {
        const char *next;
        if (*text == '\n') {
            while (text < end && *text == '\n')
                text++;
            if (text < end)
                fputc('\n', out);
            continue;
        }
        if (*text == '|') {
            for (next = line_end(text, end); next < end && next + 1 < end && next[1] == '|';)
                next = line_end(next + 1, end);
            table(out, text, next, width, 0);
        } else {
            next = block_end(text, end);
            if (*text == '#') {
                heading(out, text, (size_t)(next - text), width);
            } else {
                int item = strncmp(text, "- ", 2) == 0;
                const char *first = text + (item ? 2 : 0);
                int numbered = item && first[0] >= 'A' && first[0] <= 'Z' && strcspn(first, "0123456789") <= 2;
                char *words = plain(first, (size_t)(next - first));
                fputs(item && !numbered ? "- " : "", out); /* a rule has its number */
                wrap(out, words, strlen(words), width, item && !numbered ? 2 : 0, item ? 2 : 0);
                fputc('\n', out);
                free(words);
            }
        }
        text = next < end ? next + 1 : end;
    }
}
