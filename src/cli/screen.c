/* screen.c: plain lines to and from a person at a terminal of any width. */
#include "screen.h"
#include "speech.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

int screen_width(void)
{
    struct winsize w = {0};
    const char *set = getenv("COLUMNS");
    int width = set ? (int)strtol(set, NULL, 10) : 0;
    if (width <= 0 && isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0)
        width = w.ws_col;
    return width <= 0 ? 0 : width < 20 ? 20 : width;
}

/* May a line of Japanese end between these letters? Not before one that closes what stood before it, nor after one that opens.
 */
static int may_part(unsigned before, unsigned after)
{
    static const unsigned closes[] = {0x3000, 0x3001, 0x3002, 0xff0c, 0xff0e, 0xff01, 0xff1f, 0xff09, 0x300d, 0x300f, 0x3011,
                                      0xff1a, 0xff1b, 0x30fb, 0x30fc, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083,
                                      0x3085, 0x3087, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7,
                                      '.',    ',',    ':',    ';',    '!',    '?',    ')',    ']',    '%'},
                          opens[] = {0x300c, 0x300e, 0x3010, 0xff08, '(', '['};
    for (size_t i = 0; i < sizeof closes / sizeof *closes; i++)
        if (after == closes[i])
            return 0;
    for (size_t i = 0; i < sizeof opens / sizeof *opens; i++)
        if (before == opens[i])
            return 0;
    return 1;
}

/* How many bytes of a text go into a line of this many columns, and whether it had to break within a word. */
static size_t fits(const char *text, size_t n, int room, int *within)
{
    size_t cut = 0, last = 0;
    int used = 0, wide = 0;
    unsigned before = 0;
    *within = 0;
    for (const char *p = text; p < text + n;) {
        unsigned c;
        const char *next = letter_next(p, &c);
        int own = letter_columns(c);
        size_t at = (size_t)(p - text);
        if (at && (c == ' ' || ((wide || own == 2) && may_part(before, c) && text[at - 1] != ' ')))
            cut = at;
        if (used + own > room && c != ' ') {
            *within = !cut;
            return cut ? cut : last ? last : (size_t)(next - text);
        }
        used += own;
        wide = own == 2 || (own == 0 && wide);
        last = (size_t)(next - text);
        before = c;
        p = next;
    }
    return n;
}

void wrap(FILE *out, const char *text, size_t n, int width, int at, int hang)
{
    while (width && n) {
        int within;
        size_t some = fits(text, n, width - at > 0 ? width - at : 0, &within);
        if (some == n)
            break;
        if (!within || at <= hang) {
            size_t end = some;
            while (end && text[end - 1] == ' ')
                end--;
            fprintf(out, "%.*s", (int)end, text);
            while (some < n && text[some] == ' ')
                some++;
            text += some;
            n -= some;
        }
        fprintf(out, "\n%*s", n ? hang : 0, "");
        at = hang;
    }
    fprintf(out, "%.*s", (int)n, text);
}

void wrap_lines(FILE *out, const char *text, int width)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), indent = strspn(text, " ");
        int hang = (int)(indent > 6 ? 6 : indent) + 2;
        wrap(out, text, n, width, 0, width && hang > width / 4 ? width / 4 : hang);
        text += n;
        if (*text == '\n') {
            fputc('\n', out);
            text++;
        }
    }
}

void print_wrapped(const char *text)
{
    wrap_lines(stdout, harmless(text), screen_width());
}

void grid_stack(FILE *out, const char *const *cell, int rows, int cols, int width)
{
    for (int r = 1; r < rows; r++) {
        const char *const *row = cell + r * cols;
        wrap(out, row[0], strlen(row[0]), width, 0, 2);
        fputc('\n', out);
        for (int c = 1; c < cols; c++) {
            const char *text = *cell[c] ? phrase("{head}: {cell}", "head", cell[c], "cell", row[c]) : row[c];
            if (!*row[c])
                continue;
            fputs("  ", out);
            wrap(out, text, strlen(text), width, 2, 4);
            fputc('\n', out);
        }
    }
}

void grid_print(FILE *out, const char *const *cell, int rows, int cols, int width, int to_the_right)
{
    enum { COLS = 16 };
    int wide[COLS] = {0}, sum = 2 * (cols - 1);
    for (int c = 0; c < cols && c < COLS; c++) {
        for (int r = 0; r < rows; r++) {
            int own = columns(cell[r * cols + c], strlen(cell[r * cols + c]));
            wide[c] = own > wide[c] ? own : wide[c];
        }
        sum += wide[c];
    }
    if (cols > COLS || (width && sum > width)) {
        grid_stack(out, cell, rows, cols, width);
        return;
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++) {
            const char *text = cell[r * cols + c];
            fputs(c ? "  " : "", out);
            if (c == cols - 1 && !to_the_right)
                fputs(text, out); /* no blanks at the end of a line */
            else
                padded(out, text, c && to_the_right ? -wide[c] : wide[c]);
        }
        fputc('\n', out);
    }
}

FILE *paper(char **text, size_t *n)
{
    FILE *out = open_memstream(text, n);
    if (!out) {
        fputs("irori: out of memory\n", stderr);
        exit(1);
    }
    return out;
}
void paper_show(FILE *out, char **text)
{
    fclose(out);
    print_wrapped(*text);
    free(*text);
}

/* Letters as wide as Japanese ones (U+FF01 to U+FF5E, U+3000), which its input methods write for digits and "?", become plain
 * ones. */
static size_t narrow(char *line)
{
    unsigned char *to = (unsigned char *)line;
    for (const unsigned char *p = to; *p;) {
        unsigned c = p[0] == 0xef && (p[1] == 0xbc || p[1] == 0xbd) && p[2] ? (p[1] - 0xbcU) * 64 + p[2] - 0x80U + 0x20U : 0;
        if (c > 0x20 && c < 0x7f)
            *to++ = (unsigned char)c, p += 3;
        else if (p[0] == 0xe3 && p[1] == 0x80 && p[2] == 0x80)
            *to++ = ' ', p += 3;
        else
            *to++ = *p++;
    }
    *to = 0;
    return (size_t)(to - (unsigned char *)line);
}

volatile int stopped;
static int watching;
static sigset_t usual; /* the signals that are let through while somebody waits */

static void on_stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* Before the program waits for a line it blocks the signals, and lets them through only while it waits: so none can come just
 * before that and be lost. */
void stop_watch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction a = {.sa_handler = on_stop};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &a, NULL);
    sigprocmask(SIG_SETMASK, NULL, &usual);
    setvbuf(stdin, NULL, _IONBF, 0); /* or poll() would not see what stdio has read already */
    watching = 1;
}

/* Waits for input. 0: the program was stopped. */
static int input_wait(void)
{
    sigset_t blocked = usual;
    fd_set in;
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGHUP);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    do {
        FD_ZERO(&in);
        FD_SET(STDIN_FILENO, &in);
    } while (!stopped && pselect(STDIN_FILENO + 1, &in, NULL, NULL, NULL, &usual) < 0 && errno == EINTR);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    return !stopped;
}

int line_read(char line[LINE_READ_MAX])
{
    fflush(stdout);
    if (watching && !input_wait())
        return 0;
    if (!fgets(line, LINE_READ_MAX, stdin))
        return 0;
    size_t n = strlen(line);
    if (n && line[n - 1] != '\n')
        for (int c; (c = getchar()) != EOF && c != '\n';) /* drop the rest of a line that is too long */
            ;
    n = narrow(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    size_t skip = strspn(line, " \t");
    memmove(line, line + skip, n - skip + 1);
    return 1;
}
