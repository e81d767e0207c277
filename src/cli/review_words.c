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

/* The step of the replay that a row belongs to: `irori replay` counts these. */
static uint32_t step_of(const struct ir_replay *r, uint32_t row)
{
    uint32_t s = 0;
    while (s < r->steps && r->step[s] <= row)
        s++;
    return s;
}

void where_print(FILE *out, const struct reviewed *g, uint32_t row)
{
    if (rounds_of(g->result))
        fprintf(out, "round %u, ", part_of(g->result, row) + 1);
    fprintf(out, "step %u", step_of(&g->loaded.replay, row));
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
    if (!said)
        fprintf(out, "what came up: %s", move);
    free(text);
}

int chance_matters(const struct ir_review_chance *c, int seat)
{
    return fabs(c->luck[seat]) > 2 * c->error[seat];
}

void chance_print(FILE *out, struct reviewed *g, const struct ir_review_chance *c)
{
    if (c->kind == IR_REVIEW_DEAL && g->result->part[part_of(g->result, c->row)] == c->row)
        fputs("the deal", out);
    else
        events_print(out, g, c->row, c->rows);
    if (c->kind == IR_REVIEW_HIDDEN)
        fputs(" (what others held, unseen, made it so)", out);
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
    int one, n = winners(r, &one), said = 0;
    if (!r->over) {
        fputs("The game is not over; this is how it stands.", out);
        return;
    }
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].result > 0)
            fprintf(out, "%s%s", said == 0 ? "" : said == n - 1 ? " and " : ", ", g->name[i]), said++;
    ir_score_of(r->game, &replay->record.state, &score);
    if (replay->record.resigned && n == 1) {
        fputs(" won, because the others resigned.", out);
        return;
    }
    fprintf(out, n > 1 ? " share the win, %d" : " won, %d", score.points[one]);
    said = 0;
    for (int i = 0; i < r->seats; i++)
        if (i != one)
            fprintf(out, "%s%d", said++ ? ", " : " to ", score.points[i]);
    for (int i = 0; i < r->seats && n == 1; i++)
        if (i != one && score.points[i] == score.points[one]) {
            fputs(" (the rule for ties decided)", out);
            break;
        }
    fputs(".", out);
}

static const char *const verdict[] = {[IR_REVIEW_REST] = "Moves that cost their own players nothing decided it",
                                      [IR_REVIEW_NEITHER] = "Neither luck nor slips decided it",
                                      [IR_REVIEW_LUCK] = "Luck decided it",
                                      [IR_REVIEW_PLAY] = "Better play decided it",
                                      [IR_REVIEW_DESPITE] = "Better play decided it, against the luck",
                                      [IR_REVIEW_MOSTLY_LUCK] = "Mostly luck decided it",
                                      [IR_REVIEW_MOSTLY_PLAY] = "Mostly better play decided it",
                                      [IR_REVIEW_BOTH] = "Luck and better play decided it together"};

void summary_print(FILE *out, struct reviewed *g)
{
    const struct ir_review_result *r = g->result;
    int one = r->winner, slips = 0;
    outcome_print(out, g);
    fputc('\n', out);
    if (one < 0)
        return;
    const struct ir_review_seat *s = &r->seat[one];
    fprintf(out,
            "%s: of the way from %.0f %% at the start to the win, luck made %+.0f (give or take %.0f), the slips of %s %+.0f, "
            "own slips %+.0f",
            verdict[r->verdict], percent(s->start), percent(s->luck), percent(2 * s->luck_error),
            r->seats == 2 ? g->name[!one] : "others", percent(s->others), percent(s->own));
    if (fabs(s->rest) >= 0.1)
        fprintf(out, ", moves that cost their own players nothing or little %+.0f", percent(s->rest));
    fputs(".\n", out);
    for (int i = 0; i < r->seats; i++)
        slips += i == one ? 0 : (int)r->seat[i].slips;
    if (!slips) {
        fputs(r->seats == 2 ? "The other made no slip beyond doubt.\n" : "The others made no slip beyond doubt.\n", out);
    } else if (r->decisive < 0) {
        fprintf(out, "No slip of %s gave %s more than 1 %%.\n", r->seats == 2 ? g->name[!one] : "others", g->name[one]);
    } else {
        const struct ir_review_decision *d = &r->decision[r->decisive];
        fprintf(out, "The slip that decided most: %s, ", g->name[d->seat]);
        where_print(out, g, d->row);
        fprintf(out, ", gave %s %.0f %%: \"", g->name[one], percent(d->loss[one]));
        if (d->played != IR_NO_MOVE)
            choice_print(out, g, d->row, d->played);
        fputs("\" instead of \"", out);
        choice_print(out, g, d->row, d->best);
        fputs("\".\n", out);
    }
    if (r->turning >= 0) {
        fprintf(out, "%s was ahead for good from ", g->name[one]);
        where_print(out, g, (uint32_t)r->turning);
        fputs(".\n", out);
    } else {
        fprintf(out, "%s was ahead from the start.\n", g->name[one]);
    }
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
    const char *from = ir_bot_level(g->result->game, first)->name, *to = ir_bot_level(g->result->game, last)->name;
    if (last > first)
        fprintf(out, "%s played like the levels %s to %s (%.0f %% sure).", g->name[seat], from, to, percent(sure));
    else
        fprintf(out, "%s played like the level %s (%.0f %% sure).", g->name[seat], from, percent(sure));
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
