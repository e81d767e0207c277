/* calibrate.c: GAME SEATS:GAMES[,SEATS:GAMES...] [OPTIONS [SEED [NODES]]]: lets the levels play against each other, judges
 * every decision as a review does, and prints games/GAME/bots/levels.c: what each level loses, and how far its moves are from
 * the best. By hand:
 *
 *     build-test/tests/calibrate GAME 2:2000,4:500 >games/GAME/bots/levels.c
 *
 * All pairs of levels meet equally often. Levels that search think with at most 10,000 nodes here. With `confusion` as the
 * first argument it prints, for other games, which level the present tables take each for (NODES is followed by the least
 * number of choices that a seat must have had). */
#include <string.h>

#include "tool.h"
#include "analysis/summary.h"

struct level {
    struct mean loss, decision, choices; /* of a game; of a decision */
    struct level_counts misses;
    double taken[IR_REVIEW_LEVELS], claimed; /* for which level, how often; the chance claimed for that, added up */
    long games;
};

struct seat {
    struct mean loss;
    struct level_counts misses;
};

static void seat_add(const struct tool *t, struct level *l, const struct seat *s, struct level *all)
{
    double like[IR_REVIEW_LEVELS];
    int best = 0;
    mean_add(&l->loss, mean_of(&s->loss));
    mean_add(&l->choices, s->loss.n);
    l->decision.n += s->loss.n, l->decision.sum += s->loss.sum, l->decision.squares += s->loss.squares;
    for (int i = 0; i < LEVEL_GROUPS * LEVEL_MISSES; i++)
        (&l->misses.n[0][0])[i] += (&s->misses.n[0][0])[i];
    level_like(t->game, t->seats, &s->misses, like);
    for (int i = 1; i < t->levels; i++)
        best = like[i] > like[best] ? i : best;
    l->taken[best]++;
    l->games++;
    all->claimed += like[best];
    all->games++;
}

static void game_judge(const struct tool *t, long i, long least, struct level *level, struct level *all)
{
    struct played p;
    struct at at;
    struct seat seat[IR_SEATS_MAX];
    memset(seat, 0, sizeof seat);
    tool_play(t, i, &p);
    for (at_begin(&at, &p.replay); at_decision(&at); at_next(&at)) {
        struct ir_review_decision d;
        struct ir_review_move move[IR_REVIEW_MOVES];
        ir_review_position(t->game, &at.view, &at.notes, at.row->move, t->nodes, t->seed + (uint64_t)i, p.replay.at, &d, move);
        if (d.kind == IR_REVIEW_FORCED)
            continue;
        mean_add(&seat[d.seat].loss, -d.loss[d.seat]);
        level_count(&seat[d.seat].misses, &d);
    }
    for (int s = 0; s < t->seats; s++)
        if (seat[s].loss.n > 0 && seat[s].loss.n >= (double)least)
            seat_add(t, &level[tool_level(t, i, s)], &seat[s], all);
    game_free(&p);
}

/* How often in this group the level misses by so much; with half a decision more of each kind, so that nothing is impossible.
 */
static int say(const struct level *l, int group, int miss)
{
    double all = 0;
    for (int k = 0; k < LEVEL_MISSES; k++)
        all += l->misses.n[group][k] + 0.5;
    return (int)lround(1000 * log((l->misses.n[group][miss] + 0.5) / all));
}

static void row_print(const struct tool *t, const struct level *l, int k)
{
    printf(
        "    {.seats = %d, .level = %d, .games = %ld, .loss = %.6f, .spread = %.6f, .choices = %.2f, /* %s */\n     .say = {",
        t->seats, k, l->games, mean_of(&l->loss), mean_spread(&l->loss), mean_of(&l->choices), ir_bot_level(t->game, k)->name);
    for (int g = 0; g < LEVEL_GROUPS; g++) {
        printf("%s{", g ? ", " : "");
        for (int m = 0; m < LEVEL_MISSES; m++)
            printf("%s%d", m ? ", " : "", say(l, g, m));
        printf("}");
    }
    printf("}},\n");
    fflush(stdout);
}

static void confusion_print(const struct tool *t, const struct level *level, const struct level *all)
{
    double right = 0;
    printf("%s, %d seats \"%s\", %llu nodes, seed %llu: rows played, columns taken for\n|", t->game->name, t->seats, t->options,
           (unsigned long long)t->nodes, (unsigned long long)t->seed);
    for (int k = 0; k < t->levels; k++)
        printf(" | `%s`", ir_bot_level(t->game, k)->name);
    printf(" |\n");
    for (int k = 0; k < t->levels; k++) {
        printf("| `%s` |", ir_bot_level(t->game, k)->name);
        for (int i = 0; i < t->levels; i++)
            printf(" %.0f |", level[k].taken[i]);
        printf("\n");
        right += level[k].taken[k];
    }
    double part = right / (double)all->games;
    printf("right: %.1f ± %.1f %% of %ld seats, claimed %.1f %%\n", 100 * part,
           196 * sqrt(part * (1 - part) / (double)all->games), all->games, 100 * all->claimed / (double)all->games);
}

static void table_make(struct tool *t, long games, long least, int confusion)
{
    struct level level[IR_REVIEW_LEVELS], all;
    memset(level, 0, sizeof level);
    memset(&all, 0, sizeof all);
    for (long i = 0; i < games && !tool_stopped; i++)
        game_judge(t, i, least, level, &all);
    for (int k = 0; k < t->levels; k++) {
        const struct level *l = &level[k];
        if (!confusion)
            row_print(t, l, k);
        fprintf(stderr, "| %s, %d seats | `%s` | %ld | %.3f ± %.3f | %.3f | %.1f |\n", t->game->name, t->seats,
                ir_bot_level(t->game, k)->name, l->games, 100 * mean_of(&l->decision), 196 * mean_error(&l->loss),
                100 * mean_spread(&l->loss), mean_of(&l->choices));
    }
    if (confusion)
        confusion_print(t, level, &all);
}

int main(int argc, char **argv)
{
    struct tool t;
    int confusion = argc > 1 && strcmp(argv[1], "confusion") == 0;
    argc -= confusion, argv += confusion;
    tool_open(&t, argc, argv, "calibrate [confusion] GAME SEATS:GAMES[,SEATS:GAMES...] [OPTIONS [SEED [NODES]]]", 1);
    if (!confusion) {
        printf("/* Made by tests/analysis/calibrate");
        for (int i = 1; i < argc; i++)
            printf(argv[i][0] ? " %s" : " \"%s\"", argv[i]);
        printf("; do not edit. */\n#include \"bots/bots.h\"\n\nextern const struct level_loss %s_losses[];\nconst struct "
               "level_loss %s_losses[] = {\n",
               t.game->name, t.game->name);
    }
    for (char *at = argc > 2 ? argv[2] : NULL; at && *at; at += *at == ',') {
        t.seats = (int)strtol(at, &at, 10);
        if (*at == ':')
            table_make(&t, strtol(at + 1, &at, 10), tool_number(&t, 6, 1), confusion);
        else
            break;
    }
    if (!confusion)
        printf("    {.games = 0},\n};\n");
    return 0;
}
