/* join.c: `irori join`: a table of a server, from the terminal; and its front of plain lines. The full screen is in
 * join_full.c, what is known of the table in visit*.c, the connection in uplink.c. */
#ifdef IR_FULL_SCREEN
#include "full.h"
#endif
#include "screen.h"
#include "visit.h"

#include <poll.h>
#include <unistd.h>

#define print(...) print_line(phrase(__VA_ARGS__))
static void print_line(const char *text)
{
    print_wrapped(text);
    putchar('\n');
}

/* What the plain lines have shown already. */
struct lines {
    int64_t seq;
    uint32_t changed;
    int prompted, ended; /* ended: the input has */
    char *said;          /* the state that was said last */
    char table[IR_ID_MAX];
    enum visit_mode mode;
    int n;
};

static void list_write(FILE *out, struct visit *v)
{
    ir_move legal[IR_MOVES_MAX];
    int n = 0;
    for (int i = 0; i < v->n; i++)
        if (v->choice[i].move != IR_NO_MOVE)
            legal[n++] = v->choice[i].move;
        else
            fprintf(out, "  %2d  %s\n", i + 1, v->choice[i].words);
    if (n)
        choices_write(out, &v->s, &v->view, legal, n);
}

/* The table and what there is to choose. */
static void show(struct visit *v)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    fputc('\n', out);
    if (strcmp(visit_stage(v), "gathering") == 0)
        visit_people(v, out);
    else if (strcmp(visit_stage(v), "over") == 0)
        visit_result(v, out);
    else if (v->s.words->game)
        v->s.words->table(out, &v->view, v->s.called);
    fputc('\n', out);
    visit_question(v, out);
    fputc('\n', out);
    list_write(out, v);
    paper_show(out, &text);
}

static void help(const struct visit *v)
{
    static const struct {
        const char *word, *does;
    } list[] = {
        {"table", mark("show the table again")},
        {"who", mark("who is here")},
        {"actions", mark("what else can be done: take back, pause, give up")},
        {"hint", mark("a hint of the server, if this table has hints")},
        {"log", mark("everything that happened so far")},
        {"rules", mark("show the rule that applies now (rules all: every rule; rules NUMBER: one of them, or a section)")},
        {"quit", mark("leave; your seat stays yours")},
    };
    char *text;
    size_t n;
    const char *rule;
    FILE *out = paper(&text, &n);
    if (v->asked)
        fprintf(out, "%s\n\n", v->s.words->explain(&v->view, &rule));
    line(out, "Answer with a number of the list, or with the move itself.", NULL);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        fprintf(out, "  %-12s%s\n", list[i].word, tr(list[i].does));
    paper_show(out, &text);
}

/* The commands that can be sent now, each with the words to type. */
static void actions(const struct visit *v)
{
    char *text;
    size_t size;
    const char *may;
    FILE *out = paper(&text, &size);
    for (size_t i = 0; (may = visit_may_at(v, i)); i++) {
        char typed_as[64];
        int seat = -1, n = (int)strcspn(may, " ");
        n = n > 24 ? 24 : n;
        sscanf(may, "%*s %d", &seat);
        if (seat >= 0)
            snprintf(typed_as, sizeof typed_as, "%.*s %d", n, may, strncmp(may, "holiday", 7) == 0 ? seat : seat + 1);
        else
            snprintf(typed_as, sizeof typed_as, "%.*s", n, may);
        if (*visit_words(v, may))
            fprintf(out, "  %-12s%s\n", harmless(typed_as), visit_words(v, may));
    }
    paper_show(out, &text);
}

/* A command that was typed: "resign", "sit", "takeover 2" (seats count from 1 for people). 1: it was one. */
static int typed_command(struct visit *v, const char *answer)
{
    const char *may;
    char word[24] = "";
    int seat = 0;
    if (sscanf(answer, "%23s %d", word, &seat) < 1)
        return 0;
    for (size_t i = 0; (may = visit_may_at(v, i)); i++) {
        size_t n = strcspn(may, " ");
        int at = may[n] ? (int)strtol(may + n, NULL, 10) : -1;
        if (strlen(word) != n || strncmp(may, word, n) != 0)
            continue;
        if (strcmp(word, "holiday") == 0) {
            char days[32];
            snprintf(days, sizeof days, "holiday %d", seat);
            visit_command(v, days);
            return 1;
        }
        if (at >= 0 && seat && seat - 1 != at)
            continue;
        if (at < 0 && seat)
            continue;
        struct choice c = {.move = IR_NO_MOVE};
        snprintf(c.command, sizeof c.command, "%s", may);
        visit_choose(v, &c);
        return 1;
    }
    return 0;
}

static void choose(struct visit *v, const char *answer)
{
    ir_move legal[IR_MOVES_MAX];
    int n = 0;
    char *end;
    long k = strtol(answer, &end, 10);
    if (end != answer && !*end && k >= 1 && k <= v->n) {
        struct choice c = v->choice[k - 1];
        visit_choose(v, &c);
        return;
    }
    if (typed_command(v, answer))
        return;
    for (int i = 0; i < v->n; i++)
        if (v->choice[i].move != IR_NO_MOVE)
            legal[n++] = v->choice[i].move;
    ir_move m = n ? chosen(&v->s, &v->view, answer, legal, n) : IR_NO_MOVE;
    if (m != IR_NO_MOVE && m != IR_SEVERAL) {
        struct choice c = {.move = m};
        visit_choose(v, &c);
    } else if (v->n) {
        wrong_choice(answer, m == IR_SEVERAL, v->n);
    } else {
        print("There is nothing to choose now. Type ? for help.", NULL);
    }
}

/* What was typed. LEAVE: the player leaves. */
static enum outcome answered(struct visit *v, const char *line)
{
    char small[LINE_READ_MAX];
    lower(small, sizeof small, line);
    if (strcmp(small, "quit") == 0 || strcmp(small, "q") == 0 || strcmp(small, "exit") == 0)
        return LEAVE;
    if (!*small || !v->table)
        return GO_ON;
    if (strcmp(small, "?") == 0 || strcmp(small, "help") == 0) {
        help(v);
    } else if (strcmp(small, "table") == 0) {
        show(v);
    } else if (strcmp(small, "who") == 0) {
        char *text;
        size_t size;
        FILE *out = paper(&text, &size);
        visit_people(v, out);
        paper_show(out, &text);
    } else if (strcmp(small, "log") == 0) {
        print_wrapped(v->log ? v->log : tr("Nothing has happened yet."));
    } else if (strcmp(small, "actions") == 0) {
        actions(v);
    } else if (strcmp(small, "hint") == 0) {
        visit_hint(v);
    } else if (strncmp(small, "rules", 5) == 0 && (small[5] == ' ' || !small[5])) {
        rule_show(&v->s, &v->view, line + 5 + strspn(line + 5, " "));
    } else {
        choose(v, small);
    }
    return GO_ON;
}

/* Prints what is new, and asks if there is something to choose. */
static void lines_show(struct visit *v, struct lines *l)
{
    char *news = visit_news(v);
    int new_list, at_prompt = l->prompted;
    if (news) {
        if (at_prompt)
            putchar('\n');
        print_wrapped(news);
        l->prompted = 0;
    }
    free(news);
    if (v->note) {
        if (l->prompted)
            putchar('\n');
        print_wrapped(v->note);
        if (v->note[strlen(v->note) - 1] != '\n')
            putchar('\n');
        l->prompted = 0;
        visit_note(v, NULL);
    }
    l->changed = v->changed;
    if (!v->table)
        return;
    new_list = v->n && (l->seq != v->seq || l->mode != v->mode || l->n != v->n || strcmp(l->table, v->up.url.code) != 0);
    if (new_list) {
        if (l->prompted)
            putchar('\n');
        show(v);
        l->prompted = 0;
        l->seq = v->seq;
        l->mode = v->mode;
        snprintf(l->table, sizeof l->table, "%s", v->up.url.code);
    } else if (!v->n && !v->up.id && v->up.state == UPLINK_OPEN && visit_seconds(v) < 0) {
        const char *state = visit_state(v); /* whom the table waits for, once */
        if (!l->said || strcmp(l->said, state) != 0) {
            if (l->prompted)
                putchar('\n');
            print_line(state);
            l->prompted = 0;
            free(l->said);
            l->said = strdup(state);
        }
    }
    if (v->n) {
        free(l->said);
        l->said = NULL;
    }
    l->n = v->n;
    if (!l->prompted && !l->ended && (v->n || isatty(STDIN_FILENO))) {
        fputs("> ", stdout);
        l->prompted = 1;
    }
    fflush(stdout);
}

/* Whoever wrote our input is gone, and has left nothing to read. */
static int input_gone(void)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&p, 1, 0) > 0 && p.revents & POLLHUP && !(p.revents & POLLIN);
}

/* Is the visit at its end, for somebody who has nothing more to say? */
static int nothing_left(const struct visit *v, const struct lines *l)
{
    return l->ended && (v->s.viewer >= 0 || !v->watch || strcmp(visit_stage(v), "over") == 0);
}

static enum outcome visit_lines(struct visit *v)
{
    struct lines l = {.seq = -1};
    enum outcome end = GO_ON;
    int terminal = isatty(STDIN_FILENO);
    while (end == GO_ON && !visit_ended(v) && !stopped) {
        char line[LINE_READ_MAX];
        /* a script's answers wait until they are asked for */
        int wants = !l.ended && (terminal || (v->table && v->n && !v->up.id) || v->watch);
        if (visit_wait(v, 1000, wants)) {
            if (line_read(line)) {
                l.prompted = 0;
                end = answered(v, line);
                l.seq = l.mode == v->mode ? l.seq : -1;
            } else {
                l.ended = 1;
            }
            if (end == GO_ON)
                lines_show(v, &l);
        } else if (v->changed != l.changed || v->news) {
            lines_show(v, &l);
        }
        if (!terminal && v->up.state == UPLINK_LOST && input_gone())
            l.ended = 1; /* nobody waits for this connection */
        if (nothing_left(v, &l))
            end = LEAVE;
    }
    char *news = visit_news(v);
    if (news || l.prompted)
        putchar('\n');
    if (news)
        print_wrapped(news);
    free(news);
    free(l.said);
    return LEAVE;
}

/* Who has no name at this server yet is asked for one. */
static void name_ask(char name[IR_NAME_MAX])
{
    char line[LINE_READ_MAX];
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return;
    print("What is your name?", NULL);
    fputs("> ", stdout);
    if (line_read(line))
        snprintf(name, IR_NAME_MAX, "%.90s", line);
}

static void visit_run(struct visit *v, int plain, int ascii)
{
    enum outcome end = IN_LINES;
#ifdef IR_FULL_SCREEN
    if (!plain && full_possible() && full_start(ascii)) {
        end = visit_full(v);
        full_stop();
        if (end == IN_LINES)
            free(visit_news(v));
    }
#else
    (void)plain, (void)ascii;
#endif
    if (end == IN_LINES && !visit_ended(v))
        visit_lines(v);
}

int join_run(int argc, char **argv)
{
    static struct visit v;
    const char *text = NULL, *name = "", *ca = NULL;
    int watch = 0, plain = 0, ascii = 0;
    const struct arg args[] = {
        {"URL", ARG_TEXT, &text, 0, 0, NULL, tr("the address of the table, such as https://irori.example/t/k3v9q2m8x4")},
        {"--name", ARG_TEXT, &name, 0, 0, "NAME", tr("what you are called at this server (asked for the first time)")},
        {"--watch", ARG_FLAG, &watch, 0, 0, NULL, tr("watch, and do not sit down")},
        {"--ca", ARG_TEXT, &ca, 0, 0, "FILE", tr("believe the authorities in this PEM file, too")},
        {"--plain", ARG_FLAG, &plain, 0, 0, NULL, tr("plain lines, for screen readers, instead of the full screen")},
        {"--ascii", ARG_FLAG, &ascii, 0, 0, NULL, tr("no marks but letters on the full screen")},
        {.name = NULL},
    };
    struct table_url url;
    char called_so[IR_NAME_MAX];
    int code = args_read("join", tr("sit down at a table of a server, or watch it"), args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    if (!table_url_read(&url, text))
        return complain("join", "%s",
                        phrase("'{text}' is not the address of a table; it takes https://HOST/t/CODE, as the page shows it",
                               "text", cut(harmless(text))));
    if (!visit_open(&v, &url, ca)) {
        code = complain("join", "%s", v.up.why);
        visit_close(&v);
        return code;
    }
    stop_watch();
    v.watch = watch;
    snprintf(called_so, sizeof called_so, "%s", name);
    if (!*called_so && !uplink_known(&v.up) && !watch)
        name_ask(called_so);
    uplink_begin(&v.up, called_so);
    while (!stopped && !visit_ended(&v) && !v.table) /* the first frame, before the screen is taken */
        visit_wait(&v, 1000, 0);
    if (v.up.somebody_new && !visit_ended(&v))
        print("This server does not know you any more: you are somebody new here.", NULL);
    if (!stopped && !visit_ended(&v))
        visit_run(&v, plain, ascii);
    if (visit_ended(&v)) {
        complain("join", "%s", v.up.why);
        code = 1;
    } else {
        char *out_text;
        size_t size;
        FILE *out = paper(&out_text, &size);
        if (v.table && strcmp(visit_stage(&v), "over") == 0)
            visit_result(&v, out);
        visit_farewell(&v, out);
        paper_show(out, &out_text);
    }
    visit_close(&v);
    return code;
}
