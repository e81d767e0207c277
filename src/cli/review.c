/* review.c: `irori review`: recorded games explained in words, as JSON, as a page, or many of them in a table. */
#include "review.h"

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

static int game_open(struct reviewed *g, const char *path, const char *deck, uint64_t nodes, int64_t ms, uint64_t seed)
{
    char what[80];
    memset(g, 0, sizeof *g);
    g->path = path;
    if (record_load("review", path, deck, &g->loaded))
        return 1;
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        const char *own = g->loaded.replay.record.name[i];
        snprintf(g->fallback[i], sizeof g->fallback[i], "Player %d", i + 1);
        g->name[i] = own[0] && strcmp(own, "You") != 0 ? own : g->fallback[i];
    }
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

static void headline(struct reviewed *g)
{
    printf("%s: %s, %d players\n", g->path, g->result->game->title, g->result->seats);
    summary_print(stdout, g);
}

static void sum_print(const struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    puts("\nChances of winning, in %       start  own slips       luck     others       rest     result   accuracy");
    for (int i = 0; i < r->seats; i++) {
        const struct ir_review_seat *s = &r->seat[i];
        if (only < 0 || only == i)
            printf("  %-24.24s %9.1f %+10.1f %+10.1f %+10.1f %+10.1f %10.1f %10.1f\n", g->name[i], percent(s->start),
                   percent(s->own), percent(s->luck), percent(s->others), percent(s->rest), percent(s->result), s->accuracy);
    }
}

static void levels_print(const struct reviewed *g, int only)
{
    for (int i = 0, said = 0; i < g->result->seats; i++) {
        double known = 0;
        for (int k = 0; k < IR_REVIEW_LEVELS; k++)
            known += g->result->seat[i].like[k];
        if (known <= 0 || (only >= 0 && only != i))
            continue;
        if (!said++)
            putchar('\n');
        like_print(stdout, g, i);
        putchar('\n');
    }
}

static void slips_print(struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    uint32_t shown[SHOWN], all = slips_find(r, only, shown, SHOWN);
    if (!all)
        puts("\nNo move was a slip beyond doubt.");
    else if (all > SHOWN)
        printf("\nThe most expensive of %u slips, in %% (+- twice the standard error)\n", all);
    else
        puts("\nThe slips, in % (+- twice the standard error)");
    for (uint32_t i = 0; i < all && i < SHOWN; i++) {
        const struct ir_review_decision *d = &r->decision[shown[i]];
        printf("  %5.1f +- %.1f  %s, ", percent(d->loss[d->seat]), percent(2 * d->error), g->name[d->seat]);
        where_print(stdout, g, d->row);
        fputs("\n      played: ", stdout);
        choice_print(stdout, g, d->row, d->played);
        fputs("\n      better: ", stdout);
        choice_print(stdout, g, d->row, d->best);
        putchar('\n');
        for (int k = 0; k < d->facts; k++) {
            fputs("        - ", stdout);
            words_fact(stdout, r->game, &d->fact[k], d->seat, IR_SPECTATOR, g->name);
            putchar('\n');
        }
    }
}

static void luck_line(struct reviewed *g, int seat, int32_t index)
{
    const struct ir_review_chance *c = index < 0 ? NULL : &g->result->chance[index];
    if (!c || !chance_matters(c, seat))
        return;
    printf("  %+5.1f +- %.1f  %s, ", percent(c->luck[seat]), percent(2 * c->error[seat]), g->name[seat]);
    where_print(stdout, g, c->row);
    fputs(": ", stdout);
    chance_print(stdout, g, c);
    putchar('\n');
}

static void luck_print(struct reviewed *g, int only)
{
    puts("\nLuckiest and unluckiest, in %");
    for (int i = 0; i < g->result->seats; i++)
        if (only < 0 ? g->result->seats > 2 || i == 0 : i == only) { /* of two, one's luck is the other's */
            luck_line(g, i, g->result->seat[i].lucky);
            luck_line(g, i, g->result->seat[i].unlucky);
        }
}

static void rounds_print(const struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    int seat = only < 0 ? 0 : only;
    if (!rounds_of(r))
        return;
    printf("\nRound by round, for %s      before  own slips       luck     others      after\n", g->name[seat]);
    for (uint32_t p = 0; p < r->parts; p++) {
        struct round_sum sum = round_sum(r, p, seat);
        printf("  %-24u %9.1f %+10.1f %+10.1f %+10.1f %10.1f\n", p + 1, percent(sum.before), percent(sum.own),
               percent(sum.luck), percent(sum.others), percent(sum.after));
    }
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
        while (at < k->n && strcmp(k->of[at].word, word) != 0)
            at++;
        if (at == KINDS)
            at--; /* the last one collects the rest */
        else if (at == k->n)
            memcpy(k->of[k->n++].word, word, sizeof word);
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

static void table_row(const char *first, double start, double own, double luck, double others, double rest, double result,
                      double accuracy)
{
    printf("  %-30.30s %7.1f %+9.1f %+9.1f %+9.1f %+9.1f %9.1f %9.1f\n", first, percent(start), percent(own), percent(luck),
           percent(others), percent(rest), percent(result), accuracy);
}

static void total_print(const struct total *t)
{
    double n = t->games ? t->games : 1;
    table_row("mean", t->start / n, t->own / n, t->luck / n, t->others / n, t->rest / n, t->result / n, t->accuracy / n);
    printf("\nLuck so far: %+.2f wins in %d games.\n", t->luck, t->games);
    puts("\nSlips by kind of move          choices    slips     lost in all, in %   a choice");
    for (int i = 0; i < t->kinds.n; i++)
        printf("  %-30.30s %7u %8u %20.1f %10.2f\n", t->kinds.of[i].word, t->kinds.of[i].choices, t->kinds.of[i].slips,
               percent(t->kinds.of[i].loss), 100 * t->kinds.of[i].loss / t->kinds.of[i].choices);
}

int review_run(int argc, char **argv)
{
    struct arg_list files = {.n = 0};
    const char *deck = NULL;
    int64_t nodes = IR_REVIEW_NODES, ms = 0, seat = -1, seed = 1;
    int json = 0, html = 0, code, bad = 0;
    const struct arg args[] = {
        {"FILE...", ARG_MANY, &files, 1, ARG_LIST_MAX, NULL,
         "records, as irori play --record writes them; - is standard input"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "a JSON object for each game (docs/analysis.md)"},
        {"--html", ARG_FLAG, &html, 0, 0, NULL, "one page with graphs, to be opened in a browser"},
        {"--nodes", ARG_NUMBER, &nodes, 100, 100000000, "N",
         "how much to think about each move: the same N gives the same review"},
        {"--time", ARG_NUMBER, &ms, 1, 3600000, "MS", "about so many milliseconds for each game instead"},
        {"--seat", ARG_NUMBER, &seat, 0, IR_SEATS_MAX - 1, "N", "only this seat, counted from 0; in a table, the first"},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N", "of the random games that positions are judged by (1)"},
        {"--deck", ARG_TEXT, &deck, 0, 0, "FILE", "the deck they were played with, if it was not one of ours"},
        {.name = NULL},
    };
    code = args_read("review", "explain recorded games: what moves cost, and how much was luck", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    if (json && html)
        return complain("review", "--json and --html cannot be printed together");
    static struct total total;
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
            complain("review", "%s: there is no seat %d; this game has the seats 0 to %d", files.text[i], (int)seat,
                     g.result->seats - 1);
            bad = 1;
        } else if (json) {
            bad |= json_print(&g) != 0;
        } else if (html) {
            html_game(page, &g, (int)seat);
            total_add(&total, g.result, seat < 0 ? 0 : (int)seat);
        } else if (files.n > 1) {
            const struct ir_review_seat *s = &g.result->seat[seat < 0 ? 0 : seat];
            if (!total.games)
                puts("  Chances of winning, in %         start own slips      luck    others      rest    result  accuracy");
            const char *slash = strrchr(files.text[i], '/');
            table_row(slash ? slash + 1 : files.text[i], s->start, s->own, s->luck, s->others, s->rest, s->result, s->accuracy);
            total_add(&total, g.result, seat < 0 ? 0 : (int)seat);
        } else {
            headline(&g);
            sum_print(&g, (int)seat);
            levels_print(&g, (int)seat);
            slips_print(&g, (int)seat);
            luck_print(&g, (int)seat);
            rounds_print(&g, (int)seat);
        }
        game_close(&g);
    }
    if (html)
        bad |= html_end(page, &total);
    else if (total.games)
        total_print(&total);
    return bad;
}
