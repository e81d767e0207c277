/* review.c: `irori review`: recorded games explained in words, as JSON, or many of them in a table. */
#include "words.h"
#include "irori_review.h"

#include <math.h>
#include <stdarg.h>

enum { STEP = 20000, TRIAL = 500, KINDS = 24, SHOWN = 3 };

struct game { /* one file and its review */
    struct loaded loaded;
    struct ir_review *review;
    const struct ir_review_result *result;
    char fallback[IR_SEATS_MAX][16];
    const char *name[IR_SEATS_MAX];
};

static double percent(double x)
{
    double y = 100 * x;
    return fabs(y) < 0.05 ? 0 : y; /* never "-0.0" */
}

/* ---- making it ---- */

static int review_make(struct game *g, const char *what, uint64_t nodes, uint64_t seed)
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

static int game_open(struct game *g, const char *path, const char *deck, uint64_t nodes, int64_t ms, uint64_t seed)
{
    char what[80];
    memset(g, 0, sizeof *g);
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

static void game_close(struct game *g)
{
    free(g->review);
    record_free(&g->loaded);
}

/* ---- sentences ---- */

/* The step of the replay that a row belongs to: `irori replay` counts these. */
static uint32_t step_of(const struct ir_replay *r, uint32_t row)
{
    uint32_t s = 0;
    while (s < r->steps && r->step[s] <= row)
        s++;
    return s;
}

static int rounds_of(const struct ir_review_result *r)
{
    return r->parts > 1;
}
static uint32_t part_of(const struct ir_review_result *r, uint32_t row)
{
    uint32_t i = 0;
    while (i + 1 < r->parts && r->part[i + 1] <= row)
        i++;
    return i;
}

static void where(const struct game *g, uint32_t row)
{
    if (rounds_of(g->result))
        printf("round %u, ", part_of(g->result, row) + 1);
    printf("step %u", step_of(&g->loaded.replay, row));
}

/* A legal move, as the text client lists it. */
static void choice_print(struct game *g, uint32_t row, ir_move m)
{
    struct ir_replay *r = &g->loaded.replay;
    struct ir_view v;
    char *text = NULL, move[IR_TEXT_MAX];
    size_t size = 0;
    ir_replay_seek(r, row);
    ir_replay_view(r, r->row[row].actor, &v);
    FILE *out = open_memstream(&text, &size);
    int said = out && words_of(r->record.game)->choice(out, &v, m, g->name);
    if (out)
        fclose(out);
    ir_move_text(r->record.game, m, move);
    printf("%.*s", said ? (int)strcspn(text, "\n") : IR_TEXT_MAX, said ? text : move);
    free(text);
}

/* What happened in these rows, as the text client tells it; at most one sentence. */
static void events_print(struct game *g, uint32_t row, uint32_t rows)
{
    struct ir_replay *r = &g->loaded.replay;
    char *text = NULL, move[IR_TEXT_MAX];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ir_replay_seek(r, row);
    for (uint32_t i = 0; out && i < rows && r->at < r->rows; i++) {
        struct ir_events ev;
        ir_replay_next(r, &ev);
        for (int k = 0; k < ev.n; k++)
            words_of(r->record.game)->event(out, &ev.e[k], IR_SPECTATOR, g->name);
    }
    if (out)
        fclose(out);
    ir_move_text(r->record.game, r->row[row].move, move);
    const char *line = text ? text + strspn(text, " \n") : "";
    line = *line ? line : move;
    printf("%.*s", (int)strcspn(line, "\n"), line);
    free(text);
}

/* ---- one game ---- */

static void headline(const struct game *g, const char *path)
{
    const struct ir_review_result *r = g->result;
    int winners = 0, last = -1;
    printf("%s: %s, %d players\n", path, r->game->title, r->seats);
    for (int i = 0; i < r->seats; i++)
        if (r->over && r->seat[i].result > 0)
            winners++, last = i;
    if (!r->over)
        puts("The game is not over; this is how it stands.");
    else if (winners > 1)
        printf("%d players share the win.\n", winners);
    if (!r->over || winners != 1)
        return;
    const struct ir_review_seat *s = &r->seat[last];
    printf("%s won: luck made %+.0f %%, the slips of others %+.0f %%, own slips %+.0f %%", g->name[last], percent(s->luck),
           percent(s->others), percent(s->own));
    if (r->turning >= 0) {
        fputs("; ahead for good from ", stdout);
        where(g, (uint32_t)r->turning);
    }
    puts(".");
}

static void sum_print(const struct game *g, int only)
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

static void like_print(const struct game *g, int only)
{
    const struct ir_review_result *r = g->result;
    for (int i = 0; i < r->seats; i++) {
        const double *like = r->seat[i].like;
        int best = 0, second = 0;
        for (int k = 1; k < IR_REVIEW_LEVELS; k++)
            best = like[k] > like[best] ? k : best;
        second = best ? 0 : 1;
        for (int k = 0; k < IR_REVIEW_LEVELS; k++)
            second = k != best && like[k] > like[second] ? k : second;
        if ((only >= 0 && only != i) || like[best] <= 0)
            continue;
        printf("%s%s played like the level %s (%.0f %%)", i == 0 || only >= 0 ? "\n" : "", g->name[i],
               ir_bot_level(r->game, best)->name, percent(like[best]));
        if (like[second] > 0.1)
            printf(" or %s (%.0f %%)", ir_bot_level(r->game, second)->name, percent(like[second]));
        puts(".");
    }
}

static void slips_print(struct game *g, int only)
{
    const struct ir_review_result *r = g->result;
    uint32_t shown[SHOWN], n = 0;
    for (uint32_t i = 0; i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        if (d->kind != IR_REVIEW_SLIP || (only >= 0 && d->seat != only))
            continue;
        uint32_t at = n;
        while (at > 0 && r->decision[shown[at - 1]].loss[r->decision[shown[at - 1]].seat] > d->loss[d->seat])
            at--;
        if (at == SHOWN)
            continue;
        n += n < SHOWN;
        for (uint32_t k = n - 1; k > at; k--)
            shown[k] = shown[k - 1];
        shown[at] = i;
    }
    puts(n ? "\nThe most expensive slips" : "\nNo move was a slip beyond doubt.");
    for (uint32_t i = 0; i < n; i++) {
        const struct ir_review_decision *d = &r->decision[shown[i]];
        printf("  %5.1f +- %.1f  %s, ", percent(d->loss[d->seat]), percent(2 * d->error), g->name[d->seat]);
        where(g, d->row);
        fputs(": ", stdout);
        choice_print(g, d->row, d->played);
        fputs("\n                 better: ", stdout);
        choice_print(g, d->row, d->best);
        putchar('\n');
        for (int k = 0; k < d->facts; k++) {
            fputs("                 - ", stdout);
            words_fact(stdout, r->game, &d->fact[k], d->seat, IR_SPECTATOR, g->name);
            putchar('\n');
        }
    }
}

static void luck_line(struct game *g, int seat, int32_t index)
{
    const struct ir_review_chance *c = index < 0 ? NULL : &g->result->chance[index];
    if (!c)
        return;
    printf("  %+5.1f +- %.1f  %s, ", percent(c->luck[seat]), percent(2 * c->error[seat]), g->name[seat]);
    where(g, c->row);
    fputs(": ", stdout);
    if (c->kind == IR_REVIEW_DEAL)
        fputs("the deal", stdout);
    else
        events_print(g, c->row, c->rows);
    if (c->kind == IR_REVIEW_HIDDEN)
        fputs(" (what others held, unseen, made it so)", stdout);
    putchar('\n');
}

static void luck_print(struct game *g, int only)
{
    puts("\nLuckiest and unluckiest");
    for (int i = 0; i < g->result->seats; i++)
        if (only < 0 ? g->result->seats > 2 || i == 0 : i == only) { /* of two, one's luck is the other's */
            luck_line(g, i, g->result->seat[i].lucky);
            luck_line(g, i, g->result->seat[i].unlucky);
        }
}

static void rounds_print(const struct game *g, int only)
{
    const struct ir_review_result *r = g->result;
    int seat = only < 0 ? 0 : only;
    if (!rounds_of(r))
        return;
    printf("\nRound by round, for %s      before  own slips       luck     others      after\n", g->name[seat]);
    for (uint32_t p = 0; p < r->parts; p++) {
        double own = 0, others = 0, luck = 0;
        for (uint32_t i = 0; i < r->decisions; i++)
            if (part_of(r, r->decision[i].row) == p)
                *(r->decision[i].seat == seat ? &own : &others) += r->decision[i].loss[seat];
        for (uint32_t i = 0; i < r->chances; i++)
            if (part_of(r, r->chance[i].row) == p)
                luck += r->chance[i].luck[seat];
        printf("  %-24u %9.1f %+10.1f %+10.1f %+10.1f %10.1f\n", p + 1, percent(r->value[r->part[p]][seat]), percent(own),
               percent(luck), percent(others), percent(r->value[r->part[p + 1]][seat]));
    }
}

static int json_print(const struct game *g)
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

struct kinds { /* decisions by the first word of the move that was played */
    struct {
        char word[IR_TEXT_MAX];
        uint32_t choices, slips;
        double loss;
    } of[KINDS];
    int n;
};

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

struct total {
    int games;
    double result, start, own, luck, others, rest, accuracy;
    struct kinds kinds;
};

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
    int json = 0, code, bad = 0;
    const struct arg args[] = {
        {"FILE...", ARG_MANY, &files, 1, ARG_LIST_MAX, NULL,
         "records, as irori play --record writes them; - is standard input"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "a JSON object for each game (docs/analysis.md)"},
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
    static struct total total;
    for (int i = 0; i < files.n; i++) {
        static struct game g;
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
        } else if (files.n > 1) {
            const struct ir_review_seat *s = &g.result->seat[seat < 0 ? 0 : seat];
            if (!total.games)
                puts("  Chances of winning, in %         start own slips      luck    others      rest    result  accuracy");
            const char *slash = strrchr(files.text[i], '/');
            table_row(slash ? slash + 1 : files.text[i], s->start, s->own, s->luck, s->others, s->rest, s->result, s->accuracy);
            total_add(&total, g.result, seat < 0 ? 0 : (int)seat);
        } else {
            headline(&g, files.text[i]);
            sum_print(&g, (int)seat);
            like_print(&g, (int)seat);
            slips_print(&g, (int)seat);
            luck_print(&g, (int)seat);
            rounds_print(&g, (int)seat);
        }
        game_close(&g);
    }
    if (total.games)
        total_print(&total);
    return bad;
}
