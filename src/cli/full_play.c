/* full_play.c: the full screen as a front of `irori play`: fills scenes with the session's table, asks, and shows pages: help,
 * rules, the log, the review. */
#include "front.h"
#include "full.h"
#include "review.h"
#include "screen.h"

static struct story story;
static char *note; /* what the next scene says above its choices */

static void note_set(const char *text)
{
    free(note);
    note = text && *text ? strdup(text) : NULL;
}

static void story_end(void)
{
    story_free(&story);
    note_set(NULL);
}

void shown_draw(struct board *b, const struct scene *scene)
{
    const struct shown *of = scene->of;
    if (of->s->words->board) {
        of->s->words->board(b, of->v, of->s->called);
        return;
    }
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    of->s->words->table(out, of->v, of->s->called);
    fclose(out);
    board_lines(b, INK_PLAIN, text);
    free(text);
}

/* "You - Bot (hard)". */
static const char *players(const struct session *s)
{
    const char *list = "";
    for (int i = 0; i < s->setup.seats; i++) {
        const char *name = s->bot[i] ? name_shown(s->table.seat[i].name, s->called[i]) : called(i, s->viewer, s->called);
        if (s->bot[i] && strncmp(s->table.seat[i].name, "bot:", 4) != 0)
            name = phrase("Bot ({level})", "level", level_name(s->table.seat[i].name));
        list = also(list, name);
    }
    return list;
}

static void tell(struct session *s)
{
    char *text;
    size_t size;
    static int once;
    FILE *out = paper(&text, &size);
    tell_write(out, s);
    fclose(out);
    story_add(&story, text);
    free(text);
    if (!once++)
        atexit(story_end);
}

static const char *keys(int over)
{
    return over ? tr("l log  v review  r rules  q leave")
                : tr("Arrows choose  Enter plays  h hint  u undo  l log  r rules  ? help  q leave");
}

static void thinking(struct session *s, int seat)
{
    struct ir_view v;
    ir_look(s->setup.game, &s->table.now, s->viewer, &v);
    struct shown of = {s, &v};
    struct scene scene = {.title = words_title(s->setup.game),
                          .aside = players(s),
                          .board = shown_draw,
                          .of = &of,
                          .question = phrase("{name} thinks", "name", s->called[seat]),
                          .story = &story,
                          .keys = keys(0)};
    if (s->people == 1) /* with several, whose hand it is that lies open is for the next question to say */
        full_show(&scene);
}

/* ---- pages ---- */

static int page_of_log(void)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    for (int i = 0; i < story.n; i++) {
        fprintf(out, "%s%s\n", i && (story.line[i][0] == '=' || story.line[i][0] == '-') ? "\n" : "", story.line[i]);
    }
    fclose(out);
    int act = full_page(tr("What happened so far"), text, 1);
    free(text);
    return act;
}

int page_of_rules(const struct session *s, const char *rule)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    int there = rules_print(out, s->setup.game, rule, full_columns());
    if (!there && rule)
        there = rules_print(out, s->setup.game, NULL, full_columns());
    if (!there)
        line(out, "The rules of this game are not written down.", NULL);
    fclose(out);
    int act = full_page(phrase("The rules of {game}", "game", words_title(s->setup.game)), text, 0);
    free(text);
    return act;
}

static int page_of_help(const struct session *s, const struct ir_view *v)
{
    static const struct {
        const char *key, *does;
    } list[] = {
        {"Up Down", mark("choose a move; its number or a click does, too")},
        {"Enter", mark("play the chosen move; so does a second click")},
        {"h", mark("what a strong player would do, and why")},
        {"u", mark("take back the last move, where nothing new was turned up since")},
        {"l", mark("everything that happened so far")},
        {"r", mark("the rule that applies now")},
        {"R", mark("all rules")},
        {"s", mark("keep the game in a file and go on")},
        {"q", mark("keep the game in a file and leave; Ctrl-C does the same")},
        {"p", mark("go on in plain lines, for a screen reader")},
    };
    const char *rule;
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    fprintf(out, "%s\n\n%s\n\n", tr(s->words->welcome), s->words->explain(v, &rule));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        fprintf(out, "  %-10s%s\n", list[i].key, tr(list[i].does));
    fclose(out);
    int act = full_page(words_title(s->setup.game), text, 0);
    free(text);
    return act;
}

static int page_of_review(struct session *s, struct scene *scene)
{
    char *text, *record = session_record(s);
    size_t size;
    FILE *out = paper(&text, &size);
    scene->note = tr("The game is being reviewed; that takes a moment.");
    full_show(scene);
    int bad = review_write(out, record, s->setup.deck, tr("this game"), s->viewer);
    fclose(out);
    char *said = full_said();
    int act = full_page(tr("The review of this game"), bad ? said ? said : "" : text, 0);
    free(said);
    free(text);
    free(record);
    scene->note = note;
    return act;
}

/* ---- decisions ---- */

static void advise(struct session *s, int seat, const struct ir_view *v, struct scene *scene)
{
    char *text;
    size_t size;
    ir_move best = IR_NO_MOVE;
    FILE *out = paper(&text, &size);
    scene->note = tr("One moment.");
    full_show(scene);
    hint_write(out, s, seat, v, &best, 1);
    fclose(out);
    note_set(text);
    free(text);
    for (int i = 0; i < scene->n; i++)
        if (scene->legal[i] == best)
            scene->at = i;
}

static void save(struct session *s)
{
    char path[64];
    default_path(s, path);
    const char *to = s->path ? s->path : path;
    int bad = session_save(s, to);
    char *said = full_said();
    note_set(bad ? said : phrase("Kept in {file}.", "file", to));
    free(said);
}

/* A key that is not about choosing. 1: *out is the decision's end. */
static int key(struct session *s, int seat, const struct ir_view *v, struct scene *scene, int c, enum outcome *out)
{
    const char *said, *rule = NULL;
    int act = 'q';
    *out = GO_ON;
    switch (c) {
    case 'q': *out = LEAVE; return 1;
    case 'p': *out = IN_LINES; return 1;
    case 'h': advise(s, seat, v, scene); break;
    case 'u':
        act = undo_do(s, &said);
        note_set(said);
        if (act) {
            story_add(&story, said);
            return 1;
        }
        act = 'q';
        break;
    case 's': save(s); break;
    case 'l': act = page_of_log(); break;
    case 'r':
        s->words->explain(v, &rule);
        act = page_of_rules(s, rule);
        break;
    case 'R': act = page_of_rules(s, NULL); break;
    case '?': act = page_of_help(s, v); break;
    default: break;
    }
    scene->note = note;
    *out = act == ACT_LEAVE ? LEAVE : GO_ON;
    return act == ACT_LEAVE;
}

static int screen_passed(struct session *s, int seat)
{
    if (s->people < 2 || s->shown == seat)
        return 1;
    s->shown = seat;
    return full_page(words_title(s->setup.game),
                     phrase("Pass the screen to {name}, then press Enter.", "name", s->called[seat]), 0) != ACT_LEAVE;
}

static enum outcome ask(struct session *s, int seat, const struct ir_view *v, struct scene *scene)
{
    for (;;) {
        enum outcome out;
        int act = full_ask(scene, 0);
        if (act == ACT_LEAVE)
            return LEAVE;
        if (act == ACT_PLAIN)
            return IN_LINES;
        if (act == ACT_PLAY && scene->n) {
            note_set(NULL);
            story.fresh = story.n;
            session_decide(s, seat, scene->legal[scene->at]);
            return GO_ON;
        }
        if (act != ACT_PLAY && key(s, seat, v, scene, act, &out))
            return out;
    }
}

static enum outcome decide(struct session *s, int seat)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    const char *choice[IR_MOVES_MAX];
    char *question, *copy[IR_MOVES_MAX];
    size_t size;
    if (!screen_passed(s, seat))
        return LEAVE;
    ir_table_view(&s->table, seat, &v, NULL);
    struct shown of = {s, &v};
    const int n = s->setup.game->legal(&v, legal);
    struct scene scene = {.title = words_title(s->setup.game),
                          .aside = players(s),
                          .board = shown_draw,
                          .of = &of,
                          .note = note,
                          .legal = legal,
                          .n = n,
                          .choice = choice,
                          .story = &story,
                          .keys = keys(0)};
    for (int i = 0; i < n; i++) {
        copy[i] = strdup(words_move(s->words, &v, legal[i], s->called, 1));
        choice[i] = copy[i] ? copy[i] : "";
    }
    FILE *out = paper(&question, &size);
    if (s->people > 1)
        fprintf(out, "%s: ", s->called[seat]);
    s->words->question(out, &v, s->called);
    fclose(out);
    scene.question = question;
    enum outcome end = ask(s, seat, &v, &scene);
    for (int i = 0; i < n; i++)
        free(copy[i]);
    free(question);
    return end;
}

static void result(struct session *s)
{
    struct ir_view v;
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    ir_look(s->setup.game, &s->table.now, s->viewer, &v);
    result_write(out, s);
    fclose(out);
    note_set(text);
    free(text);
    struct shown of = {s, &v};
    struct scene scene = {.title = words_title(s->setup.game),
                          .aside = players(s),
                          .board = shown_draw,
                          .of = &of,
                          .question = tr("The game is over"),
                          .note = note,
                          .story = &story,
                          .keys = keys(1)};
    for (int act = 0; act != ACT_LEAVE && act != ACT_PLAIN && act != 'q';) {
        act = full_ask(&scene, 0);
        if (act == ACT_PLAY)
            act = 'q';
        if (act == 'l')
            act = page_of_log() == ACT_LEAVE ? ACT_LEAVE : 0;
        else if (act == 'r' || act == 'R')
            act = page_of_rules(s, NULL) == ACT_LEAVE ? ACT_LEAVE : 0;
        else if (act == 'v')
            act = page_of_review(s, &scene) == ACT_LEAVE ? ACT_LEAVE : 0;
    }
}

const struct front full_front = {.tell = tell, .thinking = thinking, .decide = decide, .result = result};

/* ---- which game ---- */

static void menu_draw(struct board *b, const struct scene *scene)
{
    const struct ir_game *const *games = scene->of;
    board_lines(b, INK_STRONG, tr("irori: a table for card games."));
    board_line(b);
    board_lines(b, INK_PLAIN, tr(words_of(games[scene->at])->welcome));
}

const struct ir_game *full_menu(const struct ir_game *const *games, int n)
{
    ir_move legal[32];
    const char *choice[32];
    n = n > 32 ? 32 : n;
    for (int i = 0; i < n; i++) {
        legal[i] = (ir_move)i;
        choice[i] = words_title(games[i]);
    }
    struct scene scene = {.title = "Irori",
                          .board = menu_draw,
                          .of = games,
                          .question = tr("Which game?"),
                          .legal = legal,
                          .choice = choice,
                          .n = n,
                          .keys = tr("Arrows choose  Enter begins  q leave")};
    for (;;) {
        int act = full_ask(&scene, 0);
        if (act == ACT_PLAY)
            return games[scene.at];
        if (act == ACT_LEAVE || act == ACT_PLAIN || act == 'q')
            return NULL;
    }
}
