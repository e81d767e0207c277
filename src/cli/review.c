/* review.c: `irori review`: recorded games explained in words, as JSON, as a page, or many of them in a table. */
#include "review.h"
#include "screen.h"

enum { STEP = 20000, TRIAL = 500, SHOWN = 3 };

/* ---- making it ---- */

static int review_make(struct reviewed *g, const char *what, uint64_t nodes, uint64_t seed)
{
    size_t size = ir_review_size(&g->loaded.replay);
    double began = seconds();
    int shown = 0;
    free(g->review);
    void *memory = malloc(size);
    if (!memory)
        return complain("review", "out of memory");
    g->review = ir_review_open(memory, size, &g->loaded.replay, nodes, seed);
    while (!ir_review_step(g->review, STEP))
        if (shown || seconds() - began > 1) {
            shown = 1;
            progress(what, (int64_t)(1000 * ir_review_progress(g->review)), 1001);
        }
    if (shown)
        progress(what, 1, 1);
    g->result = ir_review_result(g->review);
    return 0;
}

static void names_fill(struct reviewed *g)
{
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        const char *own = g->loaded.replay.record.name[i];
        snprintf(g->shown[i], sizeof g->shown[i], "%s",
                 own[0] && strcmp(own, "You") != 0 ? name_shown(own, "") : phrase("Player {n}", "n", number(i + 1)));
        g->name[i] = g->shown[i];
    }
}

static int game_open(struct reviewed *g, const char *path, const char *deck, uint64_t nodes, int64_t ms, uint64_t seed)
{
    char what[80];
    memset(g, 0, sizeof *g);
    g->path = path;
    if (record_load("review", path, deck, &g->loaded))
        return 1;
    names_fill(g);
    snprintf(what, sizeof what, "%.60s", path);
    if (ms) { /* a quick review tells how fast this machine is */
        double began = seconds();
        if (review_make(g, what, TRIAL, seed))
            return 1;
        double each = (seconds() - began) / TRIAL;
        nodes = each > 0 ? (uint64_t)((double)ms / 1000 / each) : IR_REVIEW_NODES;
        nodes = nodes < TRIAL ? TRIAL : nodes > 100000000 ? 100000000 : nodes;
    }
    return review_make(g, what, nodes, seed);
}

static void game_close(struct reviewed *g)
{
    free(g->review);
    record_free(&g->loaded);
}

/* ---- one game ---- */

/* Rows of a table: cells one after another, the head first. */
struct grid {
    char **cell;
    int n, cols;
};
static void cell(struct grid *t, const char *text)
{
    if (t->n % 64 == 0)
        t->cell = realloc(t->cell, (size_t)(t->n + 64) * sizeof *t->cell);
    if (!t->cell || !(t->cell[t->n++] = strdup(text))) {
        fputs("irori: out of memory\n", stderr);
        exit(1);
    }
}
/* Prints and frees it. */
static void grid_show(FILE *out, struct grid *t)
{
    if (t->cols)
        grid_print(out, (const char *const *)t->cell, t->n / t->cols, t->cols, screen_width(), 1);
    while (t->n)
        free(t->cell[--t->n]);
    free(t->cell);
}

static void headline(FILE *out, struct reviewed *g)
{
    line_n(out, "{file}: {game}, {n} player", "{file}: {game}, {n} players", g->result->seats, "file", g->path, "game",
           words_title(g->result->game));
    summary_print(out, g);
}

/* The heads of the columns that add up from the chance at the start to the result. */
static void sum_head(struct grid *t, const char *first)
{
    t->cols = 8;
    cell(t, first);
    cell(t, tr("start")), cell(t, tr("own slips")), cell(t, tr("luck")), cell(t, tr("slips of others")), cell(t, tr("rest"));
    cell(t, tr("result")), cell(t, tr("accuracy"));
}
static void sum_row(struct grid *t, const char *first, const struct ir_review_seat *s)
{
    cell(t, first);
    cell(t, decimal(percent(s->start), 1, 0));
    cell(t, decimal(percent(s->own), 1, 1)), cell(t, decimal(percent(s->luck), 1, 1));
    cell(t, decimal(percent(s->others), 1, 1)), cell(t, decimal(percent(s->rest), 1, 1));
    cell(t, decimal(percent(s->result), 1, 0)), cell(t, decimal(s->accuracy, 1, 0));
}

static void sum_print(FILE *out, const struct reviewed *g, int only)
{
    struct grid t = {.n = 0};
    sum_head(&t, tr("Chances of winning, in %"));
    for (int i = 0; i < g->result->seats; i++)
        if (only < 0 || only == i)
            sum_row(&t, g->name[i], &g->result->seat[i]);
    fputc('\n', out);
    grid_show(out, &t);
}

static void levels_print(FILE *out, const struct reviewed *g, int only)
{
    for (int i = 0, said = 0; i < g->result->seats; i++) {
        double known = 0;
        for (int k = 0; k < IR_REVIEW_LEVELS; k++)
            known += g->result->seat[i].like[k];
        if (known <= 0 || (only >= 0 && only != i))
            continue;
        if (!said++)
            fputc('\n', out);
        like_print(out, g, i);
        fputc('\n', out);
    }
}

static void slips_print(FILE *out, struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    uint32_t shown[SHOWN], all = slips_find(r, only, shown, SHOWN);
    fputc('\n', out);
    if (!all)
        line(out, "No move was a slip beyond doubt.", NULL);
    else if (all > SHOWN)
        line_n(out, "The most expensive of {n} slip, in % (+- twice the standard error)",
               "The most expensive of {n} slips, in % (+- twice the standard error)", (long)all, NULL);
    else
        line(out, "The slips, in % (+- twice the standard error)", NULL);
    for (uint32_t i = 0; i < all && i < SHOWN; i++) {
        const struct ir_review_decision *d = &r->decision[shown[i]];
        fprintf(out, "  %5s +- %s  %s, %s\n", decimal(percent(d->loss[d->seat]), 1, 0), decimal(percent(2 * d->error), 1, 0),
                g->name[d->seat], where_text(g, d->row));
        fprintf(out, "      %s\n", phrase("played: {move}", "move", choice_text(g, d->row, d->played)));
        fprintf(out, "      %s\n", phrase("better: {move}", "move", choice_text(g, d->row, d->best)));
        for (int k = 0; k < d->facts; k++) {
            fputs("        - ", out);
            words_fact(out, r->game, &d->fact[k], d->seat, IR_SPECTATOR, g->name);
            fputc('\n', out);
        }
    }
}

static void luck_line(FILE *out, struct reviewed *g, int seat, int32_t index)
{
    const struct ir_review_chance *c = index < 0 ? NULL : &g->result->chance[index];
    if (!c || !chance_matters(c, seat))
        return;
    fprintf(out, "  %5s +- %s  %s, %s: ", decimal(percent(c->luck[seat]), 1, 1), decimal(percent(2 * c->error[seat]), 1, 0),
            g->name[seat], where_text(g, c->row));
    chance_print(out, g, c);
    fputc('\n', out);
}

static void luck_print(FILE *out, struct reviewed *g, int only)
{
    fputc('\n', out);
    line(out, "Luckiest and unluckiest, in %", NULL);
    for (int i = 0; i < g->result->seats; i++)
        if (only < 0 ? g->result->seats > 2 || i == 0 : i == only) { /* of two, one's luck is the other's */
            luck_line(out, g, i, g->result->seat[i].lucky);
            luck_line(out, g, i, g->result->seat[i].unlucky);
        }
}

static void rounds_print(FILE *out, const struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    int seat = only < 0 ? 0 : only;
    struct grid t = {.cols = 6};
    if (!rounds_of(r))
        return;
    cell(&t, phrase("Round by round, for {name}", "name", g->name[seat]));
    cell(&t, tr("before")), cell(&t, tr("own slips")), cell(&t, tr("luck")), cell(&t, tr("slips of others")),
        cell(&t, tr("after"));
    for (uint32_t p = 0; p < r->parts; p++) {
        struct round_sum sum = round_sum(r, p, seat);
        cell(&t, phrase("Round {n}", "n", number(p + 1)));
        cell(&t, decimal(percent(sum.before), 1, 0));
        cell(&t, decimal(percent(sum.own), 1, 1)), cell(&t, decimal(percent(sum.luck), 1, 1));
        cell(&t, decimal(percent(sum.others), 1, 1)), cell(&t, decimal(percent(sum.after), 1, 0));
    }
    fputc('\n', out);
    grid_show(out, &t);
}

static void game_write(FILE *out, struct reviewed *g, int seat)
{
    headline(out, g);
    sum_print(out, g, seat);
    levels_print(out, g, seat);
    slips_print(out, g, seat);
    luck_print(out, g, seat);
    rounds_print(out, g, seat);
}

/* Sentences are broken at the edge of the screen; tables already fit. */
static void game_print(struct reviewed *g, int seat)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    game_write(out, g, seat);
    paper_show(out, &text);
}

int review_write(FILE *out, const char *record, const char *deck, const char *what, int seat)
{
    static struct reviewed g;
    char why[IR_WHY_MAX];
    memset(&g, 0, sizeof g);
    g.path = what;
    if (deck && !(g.loaded.deck = strdup(deck)))
        return complain("review", "out of memory");
    int bad = record_open(&g.loaded, record, why) ? complain("review", "%s", refusal(why)) : 0;
    if (!bad) {
        names_fill(&g);
        bad = review_make(&g, what, IR_REVIEW_NODES, 1);
    }
    if (!bad)
        game_write(out, &g, seat);
    game_close(&g);
    return bad != 0;
}

static int json_print(const struct reviewed *g)
{
    size_t size = ir_review_json_size(g->result);
    char *text = malloc(size);
    struct ir_json j;
    if (!text)
        return complain("review", "out of memory");
    ir_json_start(&j, text, size);
    ir_review_json(g->result, &g->loaded.replay, &j);
    puts(text);
    free(text);
    return 0;
}

/* ---- many games ---- */

static void kinds_add(struct kinds *k, const struct ir_review_result *r, int seat)
{
    for (uint32_t i = 0; i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        char word[IR_TEXT_MAX];
        int at = 0;
        if (d->seat != seat || d->kind == IR_REVIEW_FORCED || d->kind == IR_REVIEW_RESIGN)
            continue;
        ir_move_text(r->game, d->played, word);
        word[strcspn(word, " ")] = 0;
        const char *shown = words_kind(r->game, word);
        while (at < k->n && strcmp(k->of[at].word, shown) != 0)
            at++;
        if (at == KINDS)
            at--; /* the last one collects the rest */
        else if (at == k->n)
            snprintf(k->of[k->n++].word, sizeof k->of->word, "%s", shown);
        k->of[at].choices++;
        k->of[at].slips += d->kind == IR_REVIEW_SLIP;
        k->of[at].loss -= d->loss[seat];
    }
}

static void total_add(struct total *t, const struct ir_review_result *r, int seat)
{
    const struct ir_review_seat *s = &r->seat[seat];
    t->games++;
    t->result += s->result;
    t->start += s->start;
    t->own += s->own;
    t->luck += s->luck;
    t->others += s->others;
    t->rest += s->rest;
    t->accuracy += s->accuracy;
    kinds_add(&t->kinds, r, seat);
}

static void total_print(const struct total *t, struct grid *games)
{
    double n = t->games ? t->games : 1;
    struct ir_review_seat mean = {.start = t->start / n,
                                  .own = t->own / n,
                                  .luck = t->luck / n,
                                  .others = t->others / n,
                                  .rest = t->rest / n,
                                  .result = t->result / n,
                                  .accuracy = t->accuracy / n};
    struct grid kinds = {.cols = 5};
    sum_row(games, tr("mean"), &mean);
    grid_show(stdout, games);
    putchar('\n');
    print_wrapped(phrase_n("Luck so far: {luck} wins in {n} game.", "Luck so far: {luck} wins in {n} games.", t->games, "luck",
                           decimal(t->luck, 2, 1)));
    fputs("\n\n", stdout);
    cell(&kinds, tr("Slips by kind of move"));
    cell(&kinds, tr("choices")), cell(&kinds, tr("slips")), cell(&kinds, tr("lost in all, in %")), cell(&kinds, tr("a choice"));
    for (int i = 0; i < t->kinds.n; i++) {
        cell(&kinds, t->kinds.of[i].word);
        cell(&kinds, number(t->kinds.of[i].choices)), cell(&kinds, number(t->kinds.of[i].slips));
        cell(&kinds, decimal(percent(t->kinds.of[i].loss), 1, 0));
        cell(&kinds, decimal(100 * t->kinds.of[i].loss / t->kinds.of[i].choices, 2, 0));
    }
    grid_show(stdout, &kinds);
}

int review_run(int argc, char **argv)
{
    struct arg_list files = {.n = 0};
    const char *deck = NULL;
    int64_t nodes = IR_REVIEW_NODES, ms = 0, seat = -1, seed = 1;
    int json = 0, html = 0, code, bad = 0;
    const struct arg args[] = {
        {"FILE...", ARG_MANY, &files, 1, ARG_LIST_MAX, NULL,
         tr("records, as irori play --record writes them; - is standard input")},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, tr("a JSON object for each game (docs/analysis.md)")},
        {"--html", ARG_FLAG, &html, 0, 0, NULL, tr("one page with graphs, to be opened in a browser")},
        {"--nodes", ARG_NUMBER, &nodes, 100, 100000000, "N",
         tr("how much to think about each move: the same N gives the same review")},
        {"--time", ARG_NUMBER, &ms, 1, 3600000, "MS", tr("about so many milliseconds for each game instead")},
        {"--seat", ARG_NUMBER, &seat, 0, IR_SEATS_MAX - 1, "N", tr("only this seat, counted from 0; in a table, the first")},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N", tr("of the random games that positions are judged by (1)")},
        {"--deck", ARG_TEXT, &deck, 0, 0, "FILE", tr("the deck they were played with, if it was not one of ours")},
        {.name = NULL},
    };
    code = args_read("review", tr("explain recorded games: what moves cost, and how much was luck"), args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    if (json && html)
        return complain("review", "%s", tr("--json and --html cannot be printed together"));
    static struct total total;
    struct grid games = {.n = 0};
    struct html *page = html ? html_begin(files.n, (int)seat) : NULL;
    if (html && !page)
        return complain("review", "out of memory");
    for (int i = 0; i < files.n; i++) {
        static struct reviewed g;
        if (game_open(&g, files.text[i], deck, (uint64_t)nodes, ms, (uint64_t)seed)) {
            game_close(&g);
            bad = 1;
            continue;
        }
        if (seat >= g.result->seats) {
            complain("review", "%s",
                     phrase("{file}: there is no seat {n}; this game has the seats 0 to {last}", "file", files.text[i], "n",
                            number((long)seat), "last", number(g.result->seats - 1)));
            bad = 1;
        } else if (json) {
            bad |= json_print(&g) != 0;
        } else if (html) {
            html_game(page, &g, (int)seat);
            total_add(&total, g.result, seat < 0 ? 0 : (int)seat);
        } else if (files.n > 1) {
            const char *slash = strrchr(files.text[i], '/');
            if (!total.games)
                sum_head(&games, tr("Chances of winning, in %"));
            sum_row(&games, slash ? slash + 1 : files.text[i], &g.result->seat[seat < 0 ? 0 : seat]);
            total_add(&total, g.result, seat < 0 ? 0 : (int)seat);
        } else {
            game_print(&g, (int)seat);
        }
        game_close(&g);
    }
    if (html)
        bad |= html_end(page, &total);
    else if (total.games)
        total_print(&total, &games);
    return bad;
}
