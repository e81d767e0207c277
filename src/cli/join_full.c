/* join_full.c: the full screen as a front of `irori join`: the table of a server as a scene, with moves or commands as its
 * choices. What happens meanwhile is drawn as it comes. */
#include "full.h"
#include "screen.h"
#include "visit.h"

static struct story story;

/* ---- the board ---- */

static void board_draw(struct board *b, const struct scene *scene)
{
    struct visit *v = (struct visit *)scene->of;
    char *text;
    size_t size;
    if (!v->table)
        return;
    if (strcmp(visit_stage(v), "gathering") == 0) {
        board_lines(b, INK_PLAIN, tr(v->s.words->welcome));
        board_line(b);
        FILE *out = paper(&text, &size);
        visit_people(v, out);
        fclose(out);
        board_lines(b, INK_STRONG, text);
        free(text);
        return;
    }
    if (!v->asked || v->mode != VISIT_USUAL) { /* the choices are no moves */
        b->legal = NULL;
        b->n = 0;
        b->chosen = IR_NO_MOVE;
    }
    struct shown of = {&v->s, &v->view};
    struct scene inner = *scene;
    inner.of = &of;
    shown_draw(b, &inner);
}

/* "You, Anna, Ben (not connected)". */
static const char *aside(const struct visit *v)
{
    const char *list = "";
    for (int i = 0; v->table && i < v->s.setup.seats; i++)
        list = also(list, called(i, v->s.viewer, v->s.called));
    return list;
}

static const char *keys(const struct visit *v)
{
    const char *stage = visit_stage(v);
    if (strcmp(stage, "playing") != 0)
        return tr("Enter does it  l log  r rules  w who  ? help  q leave");
    return v->s.viewer < 0 ? tr("l log  r rules  w who  ? help  q leave")
                           : tr("Enter plays  h hint  a more  l log  r rules  w who  ? help  q leave");
}

/* ---- pages ---- */

static int page_of_log(const struct visit *v)
{
    return full_page(tr("What happened so far"), v->log ? v->log : tr("Nothing has happened yet."), 1);
}

static int page_of_people(const struct visit *v)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    visit_people(v, out);
    fprintf(out, "\n%s/t/%s\n", v->up.url.server, v->up.url.code);
    fclose(out);
    int act = full_page(tr("Who is here"), text, 0);
    free(text);
    return act;
}

static int page_of_help(const struct visit *v)
{
    static const struct {
        const char *key, *does;
    } list[] = {
        {"Up Down", mark("choose; a number or a click does, too")},
        {"Enter", mark("do what is chosen; so does a second click")},
        {"h", mark("a hint of the server, if this table has hints")},
        {"a", mark("more to do: take back, pause, give up")},
        {"w", mark("who is here")},
        {"l", mark("everything that happened so far")},
        {"r", mark("the rule that applies now")},
        {"R", mark("all rules")},
        {"q", mark("leave; your seat stays yours. Ctrl-C does the same")},
        {"p", mark("go on in plain lines, for a screen reader")},
    };
    const char *rule;
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    fprintf(out, "%s\n\n", tr(v->s.words->welcome));
    if (v->asked)
        fprintf(out, "%s\n\n", v->s.words->explain(&v->view, &rule));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        fprintf(out, "  %-10s%s\n", list[i].key, tr(list[i].does));
    fclose(out);
    int act = full_page(words_title(v->s.setup.game), text, 0);
    free(text);
    return act;
}

static int key(struct visit *v, int c)
{
    const char *rule = NULL;
    if (!v->table)
        return 0;
    switch (c) {
    case 'h': visit_hint(v); break;
    case 'a': visit_mode(v, v->mode == VISIT_ACTIONS ? VISIT_USUAL : VISIT_ACTIONS); break;
    case 27: visit_mode(v, VISIT_USUAL); break;
    case 'u':
        if (visit_may(v, "undo"))
            visit_command(v, "undo");
        else
            visit_note(v, tr("That is not possible now."));
        break;
    case 'l': return page_of_log(v);
    case 'w': return page_of_people(v);
    case 'r':
        if (v->asked)
            v->s.words->explain(&v->view, &rule);
        return page_of_rules(&v->s, rule);
    case 'R': return page_of_rules(&v->s, NULL);
    case '?': return page_of_help(v);
    default: break;
    }
    return 0;
}

/* ---- the scene ---- */

static void news_take(struct visit *v)
{
    char *news = visit_news(v);
    if (news)
        story_add(&story, news);
    free(news);
}

/* Works while the program waits for a key. */
static int wait(void *of, int ms)
{
    struct visit *v = of;
    uint32_t before = v->changed;
    visit_wait(v, ms, 1);
    return v->changed != before || v->news || visit_ended(v);
}

/* Shows the table as it is, until a key or something new comes. */
static int scene_ask(struct visit *v, int *at)
{
    ir_move legal[CHOICES_MAX];
    const char *choice[CHOICES_MAX];
    char *question, *copy[CHOICES_MAX];
    size_t size;
    const int n = v->n, moves = n && v->choice[0].move != IR_NO_MOVE, over = v->table && strcmp(visit_stage(v), "over") == 0;
    FILE *out = paper(&question, &size);
    visit_question(v, out);
    fclose(out);
    if (over && !v->note) {
        char *text;
        out = paper(&text, &size);
        visit_result(v, out);
        fclose(out);
        visit_note(v, text);
        free(text);
    }
    struct scene scene = {.title = v->table ? words_title(v->s.setup.game) : "Irori",
                          .aside = aside(v),
                          .board = board_draw,
                          .of = v,
                          .question = question,
                          .note = v->note,
                          .legal = legal,
                          .n = n,
                          .at = *at < n ? *at : 0,
                          .choice = choice,
                          .story = &story,
                          .keys = keys(v)};
    for (int i = 0; i < n; i++) {
        legal[i] = moves ? v->choice[i].move : (ir_move)i;
        copy[i] = strdup(moves ? words_move(v->s.words, &v->view, v->choice[i].move, v->s.called, 1) : v->choice[i].words);
        choice[i] = copy[i] ? copy[i] : "";
    }
    int act = full_ask(&scene, visit_seconds(v) >= 0 ? 1000 : 0);
    *at = scene.at;
    for (int i = 0; i < n; i++)
        free(copy[i]);
    free(question);
    return act;
}

enum outcome visit_full(struct visit *v)
{
    enum outcome end = GO_ON;
    int at = 0;
    int64_t seq = -1;
    enum visit_mode mode = v->mode;
    full_also(wait, v);
    while (end == GO_ON) {
        news_take(v);
        if (visit_ended(v)) {
            end = LEAVE;
            break;
        }
        if (v->seq != seq || v->mode != mode)
            at = 0;
        seq = v->seq;
        mode = v->mode;
        uint32_t before = v->changed;
        int act = scene_ask(v, &at);
        if (act == ACT_PLAY && v->changed == before && at < v->n) {
            story.fresh = story.n;
            visit_choose(v, &v->choice[at]);
            act = 0;
        } else if (act < ACT_PLAY) {
            act = act == 'q' ? ACT_LEAVE : act == 'p' ? ACT_PLAIN : key(v, act);
        }
        end = act == ACT_LEAVE ? LEAVE : act == ACT_PLAIN ? IN_LINES : GO_ON;
    }
    full_also(NULL, NULL);
    story_free(&story);
    return end;
}
