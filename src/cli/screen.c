/* screen.c: plain lines to and from a person at a terminal of any width. */
#include "screen.h"

#include <ctype.h>
#include <sys/ioctl.h>
#include <unistd.h>

void print_wrapped(const char *text)
{
    struct winsize w = {0};
    size_t width = isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col >= 10 ? w.ws_col : (size_t)-1;
    while (*text) {
        size_t n = strcspn(text, "\n"), indent = strspn(text, " ");
        indent = indent > 6 ? 6 : indent;
        for (size_t room = width; n > room; room = width - indent - 2) {
            size_t cut = room;
            while (cut > indent + 1 && text[cut] != ' ')
                cut--;
            if (text[cut] != ' ')
                cut = room; /* a word wider than the terminal */
            printf("%.*s\n%*s", (int)cut, text, (int)indent + 2, "");
            size_t skip = cut + strspn(text + cut, " ");
            text += skip;
            n -= skip < n ? skip : n;
        }
        printf("%.*s", (int)n, text);
        text += n;
        if (*text == '\n') {
            putchar('\n');
            text++;
        }
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

int line_read(char line[LINE_READ_MAX])
{
    fflush(stdout);
    if (!fgets(line, LINE_READ_MAX, stdin))
        return 0;
    size_t n = strlen(line);
    if (n && line[n - 1] != '\n')
        for (int c; (c = getchar()) != EOF && c != '\n';) /* drop the rest of a line that is too long */
            ;
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    size_t skip = strspn(line, " \t");
    memmove(line, line + skip, n - skip + 1);
    return 1;
}
