/* full.c: see full.h. */
#define NCURSES_WIDECHAR 1
#include "full.h"
#include "screen.h"
#include "speech.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

/* <term.h> defines short words as macros */
#undef lines
#undef columns

#include "core/banned.h"

static struct {
    SCREEN *screen;
    int ascii, letters; /* ascii: marks are ASCII; letters: the terminal shows UTF-8 */
    int colours;
    struct termios before;
    int err;    /* where standard error went before */
    FILE *said; /* where it goes now */
    long read;  /* how much of that full_said() has given */
    char typed[4];
} full = {.err = -1};

/* ---- the story ---- */

void story_add(struct story *s, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n) {
            if (s->n == s->room) {
                s->room = s->room ? 2 * s->room : 256;
                s->line = realloc(s->line, (size_t)s->room * sizeof *s->line);
            }
            if (!s->line || !(s->line[s->n++] = strndup(text, n))) {
                fputs("irori: out of memory\n", stderr);
                exit(1);
            }
        }
        text += n + (text[n] == '\n');
    }
}

void story_free(struct story *s)
{
    while (s->n)
        free(s->line[--s->n]);
    free(s->line);
    *s = (struct story){.n = 0};
}

/* ---- on and off ---- */

int full_possible(void)
{
    struct winsize w = {0};
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0 &&
           ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col >= FULL_WIDTH && w.ws_row >= FULL_HEIGHT;
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction crash_before[CRASHES];

/* Only calls that a signal handler may make: leaves the other screen, shows the cursor, ends the mouse, prints what was said.
 */
static void on_crash(int signal)
{
    static const char reset[] = "\033[?1000l\033[?1002l\033[?1006l\033[m\033[?25h\033[?1049l\r\n";
    char some[512];
    ssize_t n;
    int blind = write(STDOUT_FILENO, reset, sizeof reset - 1) < 0; /* nothing is left to be done about it */
    (void)blind;
    tcsetattr(STDIN_FILENO, TCSANOW, &full.before);
    dup2(full.err, STDERR_FILENO);
    lseek(fileno(full.said), 0, SEEK_SET);
    while ((n = read(fileno(full.said), some, sizeof some)) > 0)
        if (write(STDERR_FILENO, some, (size_t)n) < 0)
            break;
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &crash_before[i], NULL);
    raise(signal);
}

static void colours_start(void)
{
    static const short hue256[INKS] = {-1, 245, -1, 34, 160, 205, 141, 69, 204, 170, 178, 172, 137, 37, 109},
                       hue16[INKS] = {-1, 8, -1, 2, 1, 13, 5, 12, 9, 5, 3, 11, 3, 6, 14},
                       hue8[INKS] = {-1, -1, -1, 2, 1, 5, 5, 4, 1, 5, 3, 3, 3, 6, 6};
    const char *none = getenv("NO_COLOR");
    full.colours = 0;
    if ((none && *none) || !has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    full.colours = COLORS;
    for (int i = 1; i < INKS; i++)
        init_pair((short)i, COLORS >= 256 ? hue256[i] : COLORS >= 16 ? hue16[i] : hue8[i], -1);
}

/* The locale may be one that nobody generated on this machine; every system has some that knows UTF-8. */
static int letters_start(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *wanted = NULL;
    for (int i = 0; i < 3 && !(wanted && *wanted); i++)
        wanted = getenv(names[i]);
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        return 1;
    if (!wanted || (!strstr(wanted, "UTF-8") && !strstr(wanted, "utf8") && !strstr(wanted, "UTF8") && !strstr(wanted, "utf-8")))
        return 0;
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL || setlocale(LC_CTYPE, "en_US.UTF-8") != NULL;
}

int full_start(int ascii)
{
    static int at_exit;
    if (tcgetattr(STDIN_FILENO, &full.before) || !(full.said = tmpfile()))
        return 0;
    full.read = 0;
    full.letters = letters_start();
    full.ascii = ascii || !full.letters;
    full.screen = newterm(NULL, stdout, stdin);
    if (!full.screen || !cursor_address) {
        if (full.screen) {
            endwin();
            delscreen(full.screen);
        }
        full.screen = NULL;
        fclose(full.said);
        return 0;
    }
    fflush(stderr);
    full.err = dup(STDERR_FILENO);
    dup2(fileno(full.said), STDERR_FILENO);
    raw(); /* Ctrl-C comes as a key */
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    colours_start();
    struct sigaction a = {.sa_handler = on_crash, .sa_flags = SA_RESETHAND};
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &a, &crash_before[i]);
    if (!at_exit++)
        atexit(full_stop);
    return 1;
}

void full_stop(void)
{
    if (!full.screen)
        return;
    endwin();
    delscreen(full.screen);
    full.screen = NULL;
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &crash_before[i], NULL);
    fflush(stderr);
    dup2(full.err, STDERR_FILENO);
    close(full.err);
    rewind(full.said);
    for (int c; (c = fgetc(full.said)) != EOF;)
        fputc(c, stderr);
    fclose(full.said);
    setlocale(LC_CTYPE, "C");
}

int full_on(void)
{
    return full.screen != NULL;
}

char *full_said(void)
{
    char *text = NULL;
    fflush(stderr);
    fseek(full.said, 0, SEEK_END);
    long n = ftell(full.said) - full.read;
    if (n > 0 && (text = malloc((size_t)n + 1))) {
        fseek(full.said, full.read, SEEK_SET);
        size_t got = fread(text, 1, (size_t)n, full.said);
        while (got && text[got - 1] == '\n')
            got--;
        text[got] = 0;
        full.read += n;
    }
    return text;
}

/* ---- drawing ---- */

static attr_t look(int ink, int marked)
{
    attr_t a = ink == INK_STRONG ? A_BOLD : A_NORMAL;
    if (ink == INK_FAINT && (!full.colours || full.colours < 16))
        a |= A_DIM;
    else if (full.colours && ink > 0 && ink < INKS)
        a |= COLOR_PAIR(ink);
    return marked ? (a & ~(attr_t)A_DIM) | A_REVERSE | A_BOLD : a;
}

/* For a terminal that has no UTF-8, and for --ascii, where letters of other languages stay. */
static wchar_t plain_letter(unsigned c)
{
    static const struct {
        unsigned from;
        char to;
    } table[] = {{0xd7, 'x'},    {0x2010, '-'}, {0x2011, '-'}, {0x2012, '-'}, {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''},
                 {0x2019, '\''}, {0x201c, '"'}, {0x201d, '"'}, {0x2026, '.'}, {0xb7, '.'},   {0xa0, ' '}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].from == c)
            return (wchar_t)table[i].to;
    return c < 0x80 || full.letters ? (wchar_t)c : L'?';
}

/* Writes a text at a place, cut to so many columns; returns how many it took. */
static int put(int row, int col, int room, attr_t attr, const char *text)
{
    int used = 0;
    if (row < 0 || row >= LINES || room <= 0)
        return 0;
    attrset(attr);
    move(row, col);
    while (*text) {
        unsigned c;
        text = letter_next(text, &c);
        if (!letter_shown(c))
            continue;
        int wide = letter_columns(c);
        wchar_t w = c < 0x20 || (c >= 0x7f && c < 0xa0) ? L'?' : full.ascii ? plain_letter(c) : (wchar_t)c;
        if (used + wide > room)
            break;
        addnwstr(&w, 1);
        used += wide;
    }
    attrset(A_NORMAL);
    return used;
}

static void bar(int row, const char *left, const char *right)
{
    attr_t a = A_REVERSE;
    int wide = columns(right, strlen(right));
    attrset(a);
    mvhline(row, 0, ' ' | a, COLS);
    put(row, 1, COLS - 2, a, left);
    if (wide + columns(left, strlen(left)) + 4 <= COLS)
        put(row, COLS - 1 - wide, wide, a, right);
}

/* What can be clicked. */
static struct hit {
    int row, col, width;
    ir_move move;
} * hits;
static int hits_n, hits_room;

static void hit_add(int row, int col, const struct piece *p)
{
    if (hits_n == hits_room) {
        hits_room = hits_room ? 2 * hits_room : 128;
        hits = realloc(hits, (size_t)hits_room * sizeof *hits);
        if (!hits)
            abort();
    }
    hits[hits_n++] = (struct hit){row, col, p->width, p->move};
}

/* Shows `rows` rows of a board from row `from` on, at a place. */
static void board_show(const struct board *b, int from, int rows, int row, int col)
{
    for (int i = 0; i < b->pieces; i++) {
        const struct piece *p = &b->piece[i];
        if (p->row < from || p->row >= from + rows)
            continue;
        put(row + p->row - from, col + p->col, b->width - p->col, look(p->ink, p->marked), p->text);
        if (p->move != IR_NO_MOVE)
            hit_add(row + p->row - from, col + p->col, p);
    }
}

static void story_show(const struct story *s, int row, int rows, int col, int width)
{
    struct board b = {.width = width, .ascii = full.ascii};
    int first = s->n > 2 * rows ? s->n - 2 * rows : 0;
    for (int i = first; i < s->n; i++) {
        int head = s->line[i][0] == '=' || s->line[i][0] == '-';
        board_lines(&b, head ? INK_STRONG : i < s->fresh ? INK_FAINT : INK_PLAIN, s->line[i]);
    }
    int all = board_rows(&b);
    board_show(&b, all > rows ? all - rows : 0, rows, row, col);
    board_free(&b);
}

static void choices_show(const struct scene *s, int row, int rows, int col, int width)
{
    struct board b = {.width = width - 2, .ascii = full.ascii};
    int top = 0, bottom = 0;
    for (int i = 0; i < s->n; i++) {
        char n[16];
        snprintf(n, sizeof n, "%2d  ", i + 1);
        if (i == s->at)
            top = b.row;
        board_hang(&b, 4);
        board_choice(&b, i == s->at ? INK_STRONG : INK_FAINT, n, s->legal[i], i == s->at);
        board_choice(&b, INK_PLAIN, s->choice[i], s->legal[i], i == s->at);
        board_line(&b);
        if (i == s->at)
            bottom = b.row;
    }
    int from = bottom > rows ? bottom - rows : 0;
    if (from > 0 && from < b.row - rows) /* keep the next choice in sight */
        from++;
    from = from > top ? top : from;
    board_show(&b, from, rows, row, col);
    if (from > 0)
        put(row, col + width - 1, 1, look(INK_STRONG, 0), board_mark(&b, "▲", "^"));
    if (from + rows < b.row)
        put(row + rows - 1, col + width - 1, 1, look(INK_STRONG, 0), board_mark(&b, "▼", "v"));
    board_free(&b);
}

static void across(int row, int col, int width)
{
    attrset(look(INK_FAINT, 0));
    for (int i = 0; i < width; i++)
        mvaddstr(row, col + i, full.ascii ? "-" : "─");
    attrset(A_NORMAL);
}

static void down(int row, int rows, int col)
{
    attrset(look(INK_FAINT, 0));
    for (int i = 0; i < rows; i++)
        mvaddstr(row + i, col, full.ascii ? "|" : "│");
    attrset(A_NORMAL);
}

static int too_small(void)
{
    return COLS < FULL_WIDTH || LINES < FULL_HEIGHT;
}

static void small_show(void)
{
    struct board b = {.width = COLS > 2 ? COLS - 1 : 1, .ascii = full.ascii};
    board_lines(&b, INK_PLAIN,
                phrase("This window is too small: the full screen needs {width} columns and {height} lines.", "width",
                       number(FULL_WIDTH), "height", number(FULL_HEIGHT)));
    board_lines(&b, INK_PLAIN, tr("Make it larger, or press p to go on in plain lines. Ctrl-C saves and leaves."));
    board_show(&b, 0, LINES, 0, 0);
    board_free(&b);
}

void full_show(const struct scene *s)
{
    struct board b = {.ascii = full.ascii, .legal = s->legal, .n = s->n, .chosen = s->n ? s->legal[s->at] : IR_NO_MOVE};
    erase();
    hits_n = 0;
    if (too_small()) {
        small_show();
        refresh();
        return;
    }
    int beside = COLS >= 112, told = beside ? COLS / 3 : 30, left = beside ? COLS - told - 1 : COLS;
    bar(0, s->title, s->aside ? s->aside : "");
    b.width = left - 2;
    s->board(&b, s);
    int rows = board_rows(&b), most = LINES - 8;
    rows = rows > most ? most : rows;
    board_show(&b, 0, rows, 1, 1);
    board_free(&b);
    int row = 1 + rows, space = LINES - 2 - row, width = beside ? left : COLS - told - 1;
    across(row, 0, left);
    if (s->question && *s->question) {
        int end = 2 + put(row, 2, left - 4, look(INK_STRONG, 0), " ");
        end += put(row, end, left - 2 - end, look(INK_STRONG, 0), s->question);
        put(row, end, 1, A_NORMAL, " ");
    }
    if (beside)
        down(1, LINES - 2, left);
    else
        down(row + 1, space, width);
    int from = row + 1;
    if (s->note) {
        struct board note = {.width = width - 2, .ascii = full.ascii};
        board_lines(&note, INK_GOLD, s->note);
        int lines = board_rows(&note), few = s->n ? space - 4 : space;
        lines = lines > few ? few : lines;
        board_show(&note, 0, lines, from, 1);
        board_free(&note);
        from += lines;
    }
    choices_show(s, from, LINES - 1 - from, 1, width - 1);
    if (s->story && beside)
        story_show(s->story, 1, LINES - 2, left + 2, told - 2);
    else if (s->story)
        story_show(s->story, row + 1, space, width + 2, told - 2);
    bar(LINES - 1, s->keys, "");
    refresh();
}

/* ---- keys ---- */

static struct {
    int (*wait)(void *of, int ms);
    void *of;
} other;

void full_also(int (*wait)(void *of, int ms), void *of)
{
    other.wait = wait;
    other.of = of;
}

/* A key; ERR: so many milliseconds have passed, or something else came. Looks for signals, which may come between two calls. */
static int key_read(int ms)
{
    enum { LOOK = 200 };
    for (int waited = 0;;) {
        wint_t c;
        int wait = ms && ms - waited < LOOK ? ms - waited : LOOK;
        if (stopped)
            return ACT_LEAVE;
        timeout(other.wait ? 0 : wait);
        int got = get_wch(&c);
        if (got == ERR && other.wait && !stopped && isatty(STDIN_FILENO)) {
            if (other.wait(other.of, wait))
                return stopped ? ACT_LEAVE : ERR;
            waited += wait;
            if (ms && waited >= ms)
                return ERR;
            continue;
        }
        if (stopped || (got == OK && c == 3))
            return ACT_LEAVE;
        if (got == OK && c == 26) { /* Ctrl-Z */
            def_prog_mode();
            endwin();
            raise(SIGTSTP);
            refresh();
            continue;
        }
        if (got == OK)
            return c == 12 ? KEY_RESIZE + ACT_WAITED : (int)c;
        if (got == KEY_CODE_YES)
            return (int)c + ACT_WAITED; /* keys with names do not mix with letters */
        if (!isatty(STDIN_FILENO))
            return ACT_LEAVE; /* the terminal is gone */
        waited += wait;
        if (ms && waited >= ms)
            return ERR;
    }
}
#define NAMED(key) (ACT_WAITED + (key))

static int move_index(const struct scene *s, ir_move m)
{
    for (int i = 0; i < s->n; i++)
        if (s->legal[i] == m)
            return i;
    return -1;
}

static void turn(struct scene *s, int by)
{
    int at = s->at + by;
    s->at = at < 0 ? 0 : at >= s->n ? s->n - 1 : at;
    s->at = s->n ? s->at : 0;
}

/* 1: a click on what is chosen already. */
static int clicked(struct scene *s)
{
    MEVENT e;
    if (getmouse(&e) != OK)
        return 0;
    if (e.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        turn(s, e.bstate & BUTTON4_PRESSED ? -1 : 1);
        return 0;
    }
    for (int i = hits_n - 1; i >= 0; i--)
        if (e.y == hits[i].row && e.x >= hits[i].col && e.x < hits[i].col + hits[i].width) {
            int at = move_index(s, hits[i].move);
            if (at < 0)
                return 0;
            if (at == s->at)
                return 1;
            s->at = at;
            return 0;
        }
    return 0;
}

/* Digits choose by number; those that cannot go on begin a new one. */
static void digit(struct scene *s, int c)
{
    size_t n = strlen(full.typed);
    if (n == 3)
        n = 0;
    full.typed[n] = (char)c, full.typed[n + 1] = 0;
    long k = strtol(full.typed, NULL, 10);
    if (k < 1 || k > s->n) {
        full.typed[0] = (char)c, full.typed[1] = 0;
        k = c - '0';
    }
    if (k >= 1 && k <= s->n)
        s->at = (int)k - 1;
    else
        full.typed[0] = 0;
}

int full_ask(struct scene *s, int ms)
{
    full.typed[0] = 0;
    for (;;) {
        full_show(s);
        int c = key_read(ms);
        if (c == ACT_LEAVE)
            return c;
        if (c == ERR)
            return ACT_WAITED;
        if (too_small()) {
            if (c == 'p')
                return ACT_PLAIN;
            continue;
        }
        if (c >= '0' && c <= '9') {
            digit(s, c);
            continue;
        }
        full.typed[0] = 0;
        switch (c) {
        case NAMED(KEY_UP):
        case NAMED(KEY_LEFT):
        case 'k': turn(s, -1); break;
        case NAMED(KEY_DOWN):
        case NAMED(KEY_RIGHT):
        case '\t':
        case 'j': turn(s, 1); break;
        case NAMED(KEY_PPAGE): turn(s, -8); break;
        case NAMED(KEY_NPAGE): turn(s, 8); break;
        case NAMED(KEY_HOME): s->at = 0; break;
        case NAMED(KEY_END): turn(s, s->n); break;
        case NAMED(KEY_MOUSE):
            if (clicked(s))
                return ACT_PLAY;
            break;
        case '\r':
        case '\n':
        case ' ':
        case NAMED(KEY_ENTER): return ACT_PLAY;
        case NAMED(KEY_RESIZE): clear(); break;
        default:
            if (c < ACT_PLAY)
                return c;
        }
    }
}

int full_columns(void)
{
    return COLS - 2 > 100 ? 100 : COLS - 2;
}

int full_page(const char *title, const char *text, int from_the_end)
{
    int top = from_the_end ? 1 << 20 : 0;
    for (;;) {
        struct board b = {.width = full_columns(), .ascii = full.ascii};
        int rows = LINES - 2;
        erase();
        hits_n = 0;
        board_lines(&b, INK_PLAIN, text);
        int last = board_rows(&b) > rows ? board_rows(&b) - rows : 0;
        top = top > last ? last : top < 0 ? 0 : top;
        board_show(&b, top, rows, 1, 1);
        bar(0, title, last ? phrase("{n} %", "n", number(last ? 100L * top / last : 100)) : "");
        bar(LINES - 1, last ? tr("Arrows scroll, q goes back") : tr("q goes back"), "");
        board_free(&b);
        refresh();
        MEVENT e;
        int c = key_read(0);
        switch (c) {
        case ACT_LEAVE: return c;
        case NAMED(KEY_UP):
        case 'k': top--; break;
        case NAMED(KEY_DOWN):
        case 'j': top++; break;
        case NAMED(KEY_PPAGE):
        case 'b': top -= rows - 1; break;
        case NAMED(KEY_NPAGE):
        case ' ': top += rows - 1; break;
        case NAMED(KEY_HOME): top = 0; break;
        case NAMED(KEY_END): top = last; break;
        case NAMED(KEY_RESIZE): clear(); break;
        case NAMED(KEY_MOUSE):
            if (getmouse(&e) == OK)
                top += e.bstate & BUTTON4_PRESSED ? -3 : e.bstate & BUTTON5_PRESSED ? 3 : 0;
            break;
        case 'q':
        case 27:
        case '\r':
        case '\n':
        case NAMED(KEY_ENTER): return 'q';
        default: break;
        }
    }
}
