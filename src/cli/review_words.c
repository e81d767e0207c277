/* review_words.c: what a review says in sentences, for its text and its page. */
#include "review.h"

#include <math.h>

double percent(double chance)
{
    double y = 100 * chance;
    return fabs(y) < 0.05 ? 0 : y;
}

uint32_t part_of(const struct ir_review_result *r, uint32_t row)
{
    uint32_t i = 0;
    while (i + 1 < r->parts && r->part[i + 1] <= row)
        i++;
    return i;
}

struct round_sum round_sum(const struct ir_review_result *r, uint32_t part, int seat)
{
    struct round_sum sum = {.before = r->value[r->part[part]][seat], .after = r->value[r->part[part + 1]][seat]};
    for (uint32_t i = 0; i < r->decisions; i++)
        if (part_of(r, r->decision[i].row) == part)
            *(r->decision[i].seat == seat ? &sum.own : &sum.others) += r->decision[i].loss[seat];
    for (uint32_t i = 0; i < r->chances; i++)
        if (part_of(r, r->chance[i].row) == part)
            sum.luck += r->chance[i].luck[seat];
    return sum;
}

void where_print(FILE *out, const struct reviewed *g, uint32_t row)
{
    const char *step = number(step_of(&g->loaded.replay, row));
    if (rounds_of(g->result))
        say(out, "round {n}, step {step}", "n", number(part_of(g->result, row) + 1), "step", step);
    else
        say(out, "step {n}", "n", step);
}

void choice_print(FILE *out, struct reviewed *g, uint32_t row, ir_move m)
{
    struct ir_replay *r = &g->loaded.replay;
    struct ir_view v;
    char *text = NULL, move[IR_TEXT_MAX];
    size_t size = 0;
    ir_replay_seek(r, row);
    ir_replay_view(r, r->row[row].actor, &v);
    FILE *memory = open_memstream(&text, &size);
    const struct words *w = words_of(r->record.game);
    int said = memory && w->move ? (w->move(memory, &v, m, g->name), 1) : memory && w->choice(memory, &v, m, g->name);
    if (memory)
        fclose(memory);
    ir_move_text(r->record.game, m, move);
    fprintf(out, "%.*s", said ? (int)strcspn(text, "\n") : IR_TEXT_MAX, said ? text : move);
    free(text);
}

/* What happened in these rows, as the text client tells it: at most two sentences, no headings such as "--- Ann ---". */
static void events_print(FILE *out, struct reviewed *g, uint32_t row, uint32_t rows)
{
    struct ir_replay *r = &g->loaded.replay;
    char *text = NULL, move[IR_TEXT_MAX];
    size_t size = 0;
    int said = 0;
    FILE *memory = open_memstream(&text, &size);
    ir_replay_seek(r, row);
    for (uint32_t i = 0; memory && i < rows && r->at < r->rows; i++) {
        struct ir_events ev;
        ir_replay_next(r, &ev);
        for (int k = 0; k < ev.n; k++)
            words_of(r->record.game)->event(memory, &ev.e[k], IR_SPECTATOR, g->name);
    }
    if (memory)
        fclose(memory);
    for (const char *line = text; line && *line && said < 2; line += strcspn(line, "\n"), line += *line == '\n') {
        line += strspn(line, " ");
        int n = (int)strcspn(line, "\n");
        if (n && strncmp(line, "---", 3) != 0 && strncmp(line, "===", 3) != 0)
            fprintf(out, "%s%.*s", said++ ? "; " : "", n - (line[n - 1] == '.'), line);
    }
    ir_move_text(r->record.game, r->row[row].move, move);
    if (!said && r->row[row].actor != IR_CHANCE)
        choice_print(out, g, row, r->row[row].move);
    else if (!said && !(words_of(r->record.game)->drawn && words_of(r->record.game)->drawn(out, r->row[row].move)))
        say(out, "what came up: {move}", "move", move);
    free(text);
}

int chance_matters(const struct ir_review_chance *c, int seat)
{
    return fabs(c->luck[seat]) > 2 * c->error[seat];
}

void chance_print(FILE *out, struct reviewed *g, const struct ir_review_chance *c)
{
    if (c->kind == IR_REVIEW_DEAL && g->result->part[part_of(g->result, c->row)] == c->row)
        fputs(tr("the deal"), out);
    else
        events_print(out, g, c->row, c->rows);
    if (c->kind == IR_REVIEW_HIDDEN)
        fprintf(out, " %s", tr("(what others held, unseen, made it so)"));
}

/* ---- the first lines ---- */

/* Who won: how many share it, and one of them. */
static int winners(const struct ir_review_result *r, int *one)
{
    int n = 0;
    *one = -1;
    for (int i = 0; i < r->seats; i++)
        if (r->over && r->seat[i].result > 0)
            n++, *one = i;
    return n;
}

void outcome_print(FILE *out, const struct reviewed *g)
{
    const struct ir_review_result *r = g->result;
    const struct ir_replay *replay = &g->loaded.replay;
    struct ir_score score;
    int one, n = winners(r, &one), tie = 0;
    const char *names = "", *points = "";
    if (!r->over) {
        fputs(tr("The game is not over; this is how it stands."), out);
        return;
    }
    ir_score_of(r->game, &replay->record.state, &score);
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].result > 0)
            names = also(names, g->name[i]);
        else if (n == 1)
            tie |= score.points[i] == score.points[one];
    for (int i = 0; i < r->seats; i++)
        if (i != one)
            points = also(points, number(score.points[i]));
    if (replay->record.resigned && n == 1)
        say(out, "{name} won, because the others resigned.", "name", names);
    else if (n > 1)
        say(out, "The win is shared by {names}, {points} to {others}.", "names", names, "points", number(score.points[one]),
            "others", points);
    else if (tie)
        say(out, "{name} won, {points} to {others} (the rule for ties decided).", "name", names, "points",
            number(score.points[one]), "others", points);
    else
        say(out, "{name} won, {points} to {others}.", "name", names, "points", number(score.points[one]), "others", points);
}

static const char *const verdict[] = {[IR_REVIEW_REST] = mark("Moves that cost their own players nothing decided the game."),
                                      [IR_REVIEW_NEITHER] = mark("Neither luck nor slips decided the game."),
                                      [IR_REVIEW_LUCK] = mark("Luck decided the game."),
                                      [IR_REVIEW_PLAY] = mark("Better play decided the game."),
                                      [IR_REVIEW_DESPITE] = mark("Better play decided the game, against the luck."),
                                      [IR_REVIEW_MOSTLY_LUCK] = mark("Mostly luck decided the game."),
                                      [IR_REVIEW_MOSTLY_PLAY] = mark("Mostly better play decided the game."),
                                      [IR_REVIEW_BOTH] = mark("Luck and better play decided the game together.")};

const char *where_text(const struct reviewed *g, uint32_t row)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return "";
    where_print(out, g, row);
    fclose(out);
    const char *kept = filled("{text}", (const char *const[]){"text", text, NULL});
    free(text);
    return kept;
}

const char *choice_text(struct reviewed *g, uint32_t row, ir_move m)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return "";
    choice_print(out, g, row, m);
    fclose(out);
    const char *kept = filled("{text}", (const char *const[]){"text", text, NULL});
    free(text);
    return kept;
}

void summary_print(FILE *out, struct reviewed *g)
{
    const struct ir_review_result *r = g->result;
    int one = r->winner, slips = 0;
    outcome_print(out, g);
    fputc('\n', out);
    if (one < 0)
        return;
    const struct ir_review_seat *s = &r->seat[one];
    const char *start = decimal(percent(s->start), 0, 0), *luck = decimal(percent(s->luck), 0, 1),
               *error = decimal(percent(2 * s->luck_error), 0, 0), *others = decimal(percent(s->others), 0, 1),
               *own = decimal(percent(s->own), 0, 1);
    fprintf(out, "%s ", tr(verdict[r->verdict]));
    say(out,
        "Of the way from {start} % at the start to the win, luck made {luck} (give or take {error}), slips of others {others}, "
        "own "
        "slips {own}.",
        "start", start, "luck", luck, "error", error, "others", others, "own", own);
    if (fabs(s->rest) >= 0.1)
        fprintf(out, " %s",
                phrase("Moves that cost their own players nothing or little made {rest}.", "rest",
                       decimal(percent(s->rest), 0, 1)));
    fputc('\n', out);
    for (int i = 0; i < r->seats; i++)
        slips += i == one ? 0 : (int)r->seat[i].slips;
    if (!slips) {
        fputs(r->seats == 2 ? tr("The other made no slip beyond doubt.") : tr("The others made no slip beyond doubt."), out);
    } else if (r->decisive < 0) {
        say(out, "No slip of the others gave {name} more than 1 %.", "name", g->name[one]);
    } else {
        const struct ir_review_decision *d = &r->decision[r->decisive];
        const char *gave = decimal(percent(d->loss[one]), 0, 0), *when = where_text(g, d->row),
                   *better = choice_text(g, d->row, d->best);
        if (d->played != IR_NO_MOVE)
            say(out, "The slip that decided most: {name}, {when}, gave {winner} {n} %: \"{played}\" instead of \"{better}\".",
                "name", g->name[d->seat], "when", when, "winner", g->name[one], "n", gave, "played",
                choice_text(g, d->row, d->played), "better", better);
        else
            say(out, "The slip that decided most: {name}, {when}, gave {winner} {n} % by resigning instead of \"{better}\".",
                "name", g->name[d->seat], "when", when, "winner", g->name[one], "n", gave, "better", better);
    }
    fputc('\n', out);
    if (r->turning >= 0)
        line(out, "{name} was ahead for good from {when}.", "name", g->name[one], "when", where_text(g, (uint32_t)r->turning));
    else
        line(out, "{name} was ahead from the start.", "name", g->name[one]);
}

int like_print(FILE *out, const struct reviewed *g, int seat)
{
    const double *like = g->result->seat[seat].like;
    int best = 0, first, last;
    double sure = 0;
    for (int k = 1; k < IR_REVIEW_LEVELS; k++)
        best = like[k] > like[best] ? k : best;
    if (like[best] <= 0)
        return 0;
    first = last = best;
    for (int k = 0; k < IR_REVIEW_LEVELS; k++)
        if (like[k] > 0.1) { /* likely, too; and then what lies between */
            first = k < first ? k : first;
            last = k > last ? k : last;
        }
    for (int k = first; k <= last; k++)
        sure += like[k];
    const char *from = level_name(ir_bot_level(g->result->game, first)->name),
               *to = level_name(ir_bot_level(g->result->game, last)->name), *chance = decimal(percent(sure), 0, 0);
    if (last > first)
        say(out, "{name} played like the levels {level} to {last} ({chance} % sure).", "name", g->name[seat], "level", from,
            "last", to, "chance", chance);
    else
        say(out, "{name} played like the level {level} ({chance} % sure).", "name", g->name[seat], "level", from, "chance",
            chance);
    return 1;
}

uint32_t slips_find(const struct ir_review_result *r, int seat, uint32_t *out, uint32_t most)
{
    uint32_t n = 0, all = 0;
    for (uint32_t i = 0; i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        if (d->kind != IR_REVIEW_SLIP || (seat >= 0 && d->seat != seat))
            continue;
        all++;
        uint32_t at = n;
        while (at > 0 && r->decision[out[at - 1]].loss[r->decision[out[at - 1]].seat] > d->loss[d->seat])
            at--;
        if (at == most)
            continue;
        n += n < most;
        for (uint32_t k = n - 1; k > at; k--)
            out[k] = out[k - 1];
        out[at] = i;
    }
    return all;
}
