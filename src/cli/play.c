/* play.c: `irori play`: runs a game for one or more people at the same terminal, with bots in the other seats; and its front of
 * plain lines on standard input and output, usable with a screen reader, a pipe or a small terminal. The full screen is in
 * full_play.c, the table in session.c. */
#include "front.h"
#ifdef IR_FULL_SCREEN
#include "full.h"
#endif
#include "screen.h"

#include <time.h>
#include <unistd.h>

/* ---- what people read ---- */

/* What just happened. */
void tell_write(FILE *out, const struct session *s)
{
    const struct ir_story *story = &s->done.story;
    for (int i = 0; i < story->n; i++) {
        struct ir_event seen;
        ir_event_see(&story->e[i], s->viewer, &seen);
        s->words->event(out, &seen, s->viewer, s->called);
    }
}

static void tell(struct session *s)
{
    char *text;
    size_t n;
    FILE *out = paper(&text, &n);
    tell_write(out, s);
    paper_show(out, &text);
}

/* ---- what people answer ---- */

void choices_write(FILE *out, const struct session *s, const struct ir_view *v, const ir_move *legal, int n)
{
    for (int i = 0; i < n; i++) {
        char text[IR_TEXT_MAX], *line;
        size_t size;
        struct ir_text t;
        FILE *words = paper(&line, &size);
        ir_text_start(&t, text, sizeof text);
        s->setup.game->move_print(legal[i], &t);
        int listed = s->words->choice(words, v, legal[i], s->called);
        fclose(words);
        if (listed)
            fprintf(out, "  %2d  %s\n", i + 1, s->words->game ? line : text);
        free(line);
    }
}

/* The words to type stay English; what they do is said in the player's language. */
static void help(void)
{
    static const struct {
        const char *word, *does;
    } list[] = {
        {"table", mark("show the table again")},
        {"rules", mark("show the rule that applies now (rules all: every rule; rules NUMBER: one of them, or a section)")},
        {"hint", mark("what a strong player would do, and why")},
        {"undo", mark("take back the last move, where nothing new was turned up since")},
        {"save FILE", mark("keep the game in a file and go on")},
        {"quit", mark("keep the game in a file and leave")},
    };
    char *text;
    size_t n;
    FILE *out = paper(&text, &n);
    line(out, "Answer with a number of the list, or with the move itself.", NULL);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        fprintf(out, "  %-12s%s\n", list[i].word, tr(list[i].does));
    paper_show(out, &text);
}

/* A sentence of the program, as wide as the screen. */
#define print(...) print_line(phrase(__VA_ARGS__))
static void print_line(const char *text)
{
    print_wrapped(text);
    putchar('\n');
}

void default_path(const struct session *s, char out[64])
{
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    char when[32];
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &tm);
    snprintf(out, 64, "%s-%s.irori", s->setup.game->name, when);
}

static void quit(struct session *s)
{
    char path[64];
    default_path(s, path);
    const char *to = s->path ? s->path : path;
    if (session_save(s, to) && (to == path || session_save(s, to = path)))
        print("The game could not be saved.", NULL);
    else
        print("The game is saved. To go on: irori play --resume {file}", "file", to);
}

/* The input has ended. If a person closed the terminal or stopped the program, the game is saved. If a script ran out of
 * answers, no file is written that it did not name. */
static enum outcome left_alone(const struct session *s)
{
    return stopped || s->path || isatty(STDIN_FILENO) ? LEAVE : LEAVE_UNSAVED;
}

void rule_show(const struct session *s, const struct ir_view *v, const char *which)
{
    const char *now = NULL;
    int width = screen_width();
    s->words->explain(v, &now);
    if (strcmp(which, "all") == 0)
        rules_print(stdout, s->setup.game, NULL, width);
    else if (!rules_print(stdout, s->setup.game, *which ? which : now, width) && *which)
        print("There is no rule {rule}; 'rules all' shows every one.", "rule", which);
    else if (!*which && !now)
        print("There is no rule for this; 'rules all' shows every one.", NULL);
}

static int screens_away(struct session *s, int seat)
{
    char line[LINE_READ_MAX];
    if (s->people < 2 || s->shown == seat)
        return 1;
    if (s->shown >= 0)
        for (int i = 0; i < 60; i++) /* scroll the last player's hand away, also in terminals that only scroll */
            putchar('\n');
    print("Pass the screen to {name}, then press Enter.", "name", s->called[seat]);
    s->shown = seat;
    return line_read(line);
}

ir_move chosen(const struct session *s, const struct ir_view *v, const char *line, const ir_move *legal, int n)
{
    char *end, small[LINE_READ_MAX];
    long k = strtol(line, &end, 10);
    if (end != line && !*end)
        return k >= 1 && k <= n ? legal[k - 1] : IR_NO_MOVE;
    lower(small, sizeof small, line);
    int move = s->setup.game->move_parse(small);
    for (int j = 0; j < n; j++)
        if (legal[j] == move)
            return legal[j];
    return s->words->answer(v, small, legal, n);
}

static void show(struct session *s, const struct ir_view *v, const ir_move *legal, int n)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    fputc('\n', out);
    if (s->words->game)
        s->words->table(out, v, s->called);
    fputc('\n', out);
    if (s->people > 1)
        fprintf(out, "%s: ", s->called[v->seat]);
    s->words->question(out, v, s->called);
    fputc('\n', out);
    choices_write(out, s, v, legal, n);
    paper_show(out, &text);
}

int undo_do(struct session *s, const char **said)
{
    int seat = session_undo(s);
    if (seat < 0)
        *said =
            tr("That cannot be taken back. Only the very last move can: a person's, if it turned nothing up and was no answer "
               "to a "
               "secret question.");
    else if (seat == s->viewer)
        *said = tr("You take back the last move.");
    else
        *said = phrase("{name} takes back the last move.", "name", s->called[seat]);
    return seat >= 0;
}

void advice_write(FILE *out, const struct session *s, const struct ir_view *v, const struct ir_notes *notes, ir_move best,
                  ir_move second, int brief)
{
    const struct ir_game *g = s->setup.game;
    struct ir_fact fact[IR_FACTS_MAX];
    line(out, "Advice: {move}", "move", words_move(s->words, v, best, s->called, brief));
    int n = second == IR_NO_MOVE ? 0 : ir_why(g, v, notes, second, best, fact);
    for (int i = 0; i < n; i++)
        if (fact[i].of != IR_OF_PLAYED) {
            fact[i].of = IR_OF_POSITION; /* nothing was played yet: the sentence alone */
            fputs("  ", out);
            words_fact(out, g, &fact[i], v->seat, v->seat, s->called);
            fputc('\n', out);
        }
}

void hint_write(FILE *out, struct session *s, int seat, const struct ir_view *v, ir_move *best, int brief)
{
    ir_move second;
    struct ir_view own;
    struct ir_notes notes;
    (void)v;
    if (!session_hint(s, seat, best, &second)) {
        line(out, "There is no advice for this.", NULL);
        return;
    }
    ir_table_view(&s->table, seat, &own, &notes);
    advice_write(out, s, &own, &notes, *best, second, brief);
}

/* What was typed is no choice: says what is. */
void wrong_choice(const char *text, int several, int n)
{
    const char *shown = cut(text);
    if (several)
        print("'{answer}' may mean several moves: say more, or use the number of the list.", "answer", shown);
    else if (n == 1)
        print("'{answer}' is not one of the choices. There is only one: 1. Type ? for help.", "answer", shown);
    else
        print("'{answer}' is not one of the choices, 1 to {n}. Type ? for help.", "answer", shown, "n", number(n));
}

/* One decision of a person. Answers the person's questions until it is made. */
static enum outcome decide(struct session *s, int seat)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    char line[LINE_READ_MAX];
    const char *now;
    ir_table_view(&s->table, seat, &v, NULL);
    int n = s->setup.game->legal(&v, legal);
    if (!screens_away(s, seat))
        return left_alone(s);
    show(s, &v, legal, n);
    for (;;) {
        fputs("> ", stdout);
        if (!line_read(line)) {
            putchar('\n');
            return left_alone(s);
        }
        if (!*line)
            continue;
        if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0 || strcmp(line, "exit") == 0)
            return LEAVE;
        if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
            print_wrapped(s->words->explain(&v, &now));
            fputs("\n\n", stdout);
            help();
        } else if (strcmp(line, "table") == 0) {
            show(s, &v, legal, n);
        } else if (strncmp(line, "rules", 5) == 0 && (line[5] == ' ' || !line[5])) {
            rule_show(s, &v, line + 5 + strspn(line + 5, " "));
        } else if (strncmp(line, "save ", 5) == 0) {
            if (!session_save(s, line + 5))
                print("Kept in {file}.", "file", line + 5);
        } else if (strcmp(line, "undo") == 0) {
            int done = undo_do(s, &now);
            print_line(now);
            if (done)
                return GO_ON;
        } else if (strcmp(line, "hint") == 0) {
            char *text;
            size_t size;
            ir_move best;
            FILE *out = paper(&text, &size);
            hint_write(out, s, seat, &v, &best, 0);
            paper_show(out, &text);
        } else {
            ir_move m = chosen(s, &v, line, legal, n);
            if (m != IR_NO_MOVE && m != IR_SEVERAL) {
                session_decide(s, seat, m);
                return GO_ON;
            }
            wrong_choice(line, m == IR_SEVERAL, n);
        }
    }
}

/* ---- a whole game ---- */

void score_write(FILE *out, const struct session *s, const struct ir_view *v, const struct ir_score *score, enum ended how)
{
    int winners = 0, last = -1;
    line(out, "=== The game is over ===", NULL);
    if (s->words->final)
        s->words->final(out, v, s->called);
    for (int i = 0; i < s->setup.seats; i++) {
        if (!s->words->final)
            fprintf(out, "  %s\n",
                    phrase("{head}: {cell}", "head", called(i, s->viewer, s->called), "cell", number(score->points[i])));
        winners += score->rank[i] == 0;
        last = score->rank[i] == 0 ? i : last;
    }
    if (how == ENDED_CALLED_OFF || !winners) {
        line(out, "The game was called off.", NULL);
        return;
    }
    if (winners == 1 && last == s->viewer)
        line(out, "You win!", NULL);
    else if (winners == 1)
        line(out, "{name} wins!", "name", s->called[last]);
    else
        fprintf(out, "%s\n", winners == s->setup.seats ? tr("It is a draw.") : tr("The win is shared."));
    for (int i = 0; how == ENDED_BY_RULES && i < s->setup.seats; i++)
        if (score->rank[i] > 0 && score->points[i] == score->points[last]) {
            line(out, "(Equal points: the rules break the tie.)", NULL);
            break;
        }
}

void result_write(FILE *out, const struct session *s)
{
    struct ir_score score;
    struct ir_view v;
    s->setup.game->score(s->table.now.b, &score);
    ir_look(s->setup.game, &s->table.now, s->viewer, &v);
    score_write(out, s, &v, &score, ENDED_BY_RULES);
}

/* Ends the full screen, if it is on: from here on there are plain lines. */
static void lines_begin(void)
{
#ifdef IR_FULL_SCREEN
    full_stop();
#endif
}

static const struct front lines_front = {.tell = tell, .decide = decide};

/* The only person has nothing to choose. */
static int automatic(const struct session *s, int seat, ir_move *only)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    ir_table_view(&s->table, seat, &v, NULL);
    int n = s->setup.game->legal(&v, legal);
    *only = legal[0];
    return s->people == 1 && s->words->automatic && s->words->automatic(&v, legal, n);
}

/* A bot's move, or a person's. */
static enum outcome turn(struct session *s, const struct front *front, int seat, int *broken)
{
    ir_move m = IR_NO_MOVE;
    if (s->bot[seat]) {
        if (front->thinking)
            front->thinking(s, seat);
        m = session_think(s, seat);
        *broken = m == IR_NO_MOVE && !stopped; /* session_think has printed why */
        if (stopped || *broken)
            return LEAVE;
    } else if (!automatic(s, seat, &m)) {
        return stopped ? LEAVE : front->decide(s, seat);
    }
    session_decide(s, seat, m);
    return GO_ON;
}

static int run(struct session *s, const struct front *front)
{
    int broken = 0;
    session_start(s);
    front->tell(s);
    while (s->table.stage != IR_OVER_NOW) {
        switch (turn(s, front, session_turn(s), &broken)) {
        case GO_ON: front->tell(s); break;
        case IN_LINES: lines_begin(), front = &lines_front; break;
        case LEAVE: lines_begin(), quit(s); return broken;
        case LEAVE_UNSAVED:
            print("The answers have ended, and so does the game. It is not kept: with --record FILE it would be.", NULL);
            return 0;
        }
    }
    session_end(s);
    if (front->result)
        front->result(s);
    lines_begin();
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    fputc('\n', out);
    result_write(out, s);
    paper_show(out, &text);
    if (s->path && !session_save(s, s->path))
        print("The record is in {file}; irori replay --check {file} deals every card again.", "file", s->path);
    return 0;
}

/* The full screen, where it is possible and wanted; else plain lines. */
static const struct front *front_start(int plain, int ascii)
{
#ifdef IR_FULL_SCREEN
    if (!plain && (full_on() || (full_possible() && full_start(ascii))))
        return &full_front;
#else
    (void)plain, (void)ascii;
#endif
    return &lines_front;
}

static const struct ir_game *menu(const struct front *front)
{
    char line[LINE_READ_MAX];
    int n = 0;
    while (ir_games[n])
        n++;
    if (n == 1)
        return ir_games[0];
#ifdef IR_FULL_SCREEN
    if (front == &full_front)
        return full_menu(ir_games, n);
#endif
    (void)front;
    puts(tr("Which game?"));
    for (int i = 0; i < n; i++)
        printf("  %2d  %s (%s)\n", i + 1, words_title(ir_games[i]), ir_games[i]->name);
    for (;;) {
        fputs("> ", stdout);
        if (!line_read(line))
            return NULL;
        for (int i = 0; i < n; i++)
            if (strtol(line, NULL, 10) == i + 1 || strcmp(line, ir_games[i]->name) == 0)
                return ir_games[i];
        print("A number from 1 to {n}, please.", "n", number(n));
    }
}

int play_run(int argc, char **argv)
{
    const char *name = NULL, *resume = NULL, *record = NULL, *deck = NULL;
    int64_t seed = -1;
    int plain = 0, ascii = 0;
    struct session_new new = {.options = "", .people = "0"};
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, "optional", tr("which game; asked for if it is missing")},
        {"--options", ARG_TEXT, &new.options, 0, 0, "TEXT", options_help()},
        {"--seats", ARG_NUMBER, &new.seats, 1, IR_SEATS_MAX, "N", tr("how many play (the fewest the game allows)")},
        {"--people", ARG_TEXT, &new.people, 0, 0, "LIST",
         tr("seats of people at this screen, such as 0,1 or all (0); bots take the others")},
        {"--bot", ARG_TEXT, &new.bot, 0, 0, "NAME",
         tr("the bot in the other seats: a level, or another of its bots (the usual level)")},
        {"--record", ARG_TEXT, &record, 0, 0, "FILE", tr("keep the game in this file when it ends or you quit")},
        {"--resume", ARG_TEXT, &resume, 0, 0, "FILE", tr("go on with a saved game")},
        {"--deck", ARG_TEXT, &deck, 0, 0, "FILE", tr("the deck of a resumed game, if it was not one of ours")},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX, "N", tr("cards from a number instead of at random: a rehearsal")},
        {"--plain", ARG_FLAG, &plain, 0, 0, NULL, tr("plain lines, for screen readers, instead of the full screen")},
        {"--ascii", ARG_FLAG, &ascii, 0, 0, NULL, tr("no marks but letters on the full screen")},
        {.name = NULL},
    };
    int code = args_read("play", tr("play a game here, against bots or friends at the same screen"), args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    static struct session s;
    const struct front *front = &lines_front;
    new.seed = seed;
    s.path = record ? record : resume;
    s.shown = -1;
    stop_watch();
    if (resume) {
        code = name ? complain("play", "%s", phrase("--resume knows its game; leave '{name}' out", "name", name))
                    : session_resume(&s, resume, deck, seed);
    } else {
        if (!name)
            front = front_start(plain, ascii);
        new.game = name ? game_or_complain("play", name) : menu(front);
        if (new.game && !new.bot)
            new.bot = ir_bot_role(new.game, IR_ROLE_DEFAULT)->name;
        code = new.game ? session_new(&s, &new) : 2;
    }
    if (!code) {
        s.words = words_of(s.setup.game);
        front = front_start(plain, ascii);
        if (front == &lines_front) {
            print_line(tr(s.words->welcome));
            if (resume)
                print("Your saved game goes on.", NULL);
            print("? explains, quit saves and leaves.", NULL);
        }
        code = run(&s, front);
    }
    lines_begin();
    session_close(&s);
    return code;
}
