/* balance.c: GAME GAMES [SEATS [OPTIONS [SEED [NODES]]]]: reviews games between levels and prints the mean, the mean size and
 * the spread of the rest; the mean luck, which should be nothing, of each seat and of each level; what a review costs. By hand.
 */
#include <string.h>
#include <time.h>

#include "tool.h"

struct row {
    struct mean luck, rest, size, own;
};

static void row_add(struct row *r, const struct ir_review_seat *s)
{
    mean_add(&r->luck, s->luck);
    mean_add(&r->rest, s->rest);
    mean_add(&r->size, fabs(s->rest));
    mean_add(&r->own, s->own);
}

static void row_print(const struct tool *t, const char *what, const struct row *r)
{
    printf("| %s, %d seats \"%s\", %s | %.0f | %+.2f ± %.2f | %.2f | %.2f | %+.2f ± %.2f | %.2f |\n", t->game->name, t->seats,
           t->options, what, r->rest.n, 100 * mean_of(&r->rest), 196 * mean_error(&r->rest), 100 * mean_of(&r->size),
           100 * mean_spread(&r->rest), 100 * mean_of(&r->luck), 196 * mean_error(&r->luck), 100 * mean_of(&r->own));
}

int main(int argc, char **argv)
{
    struct tool t;
    struct row seat[IR_SEATS_MAX], level[IR_REVIEW_LEVELS];
    struct mean cost;
    memset(seat, 0, sizeof seat);
    memset(level, 0, sizeof level);
    memset(&cost, 0, sizeof cost);
    tool_open(&t, argc, argv, "balance GAME GAMES [SEATS [OPTIONS [SEED [NODES]]]]", 2);
    for (long i = 0; i < t.games && !tool_stopped; i++) {
        struct played p;
        tool_play(&t, i, &p);
        clock_t begun = clock();
        struct ir_review *r = review_make(&p.replay, t.nodes, t.seed + (uint64_t)i, 1000000);
        mean_add(&cost, (double)(clock() - begun) / CLOCKS_PER_SEC);
        for (int s = 0; s < t.seats; s++) {
            row_add(&seat[s], &ir_review_result(r)->seat[s]);
            row_add(&level[tool_level(&t, i, s)], &ir_review_result(r)->seat[s]);
        }
        free(r);
        game_free(&p);
    }
    puts("| | games | rest: mean, 95 % | mean size | spread | luck: mean, 95 % | own |\n|---|---|---|---|---|---|---|");
    for (int s = 0; s < t.seats; s++) {
        char name[16];
        snprintf(name, sizeof name, "seat %d", s);
        row_print(&t, name, &seat[s]);
    }
    for (int k = 0; k < t.levels; k++)
        row_print(&t, ir_bot_level(t.game, k)->name, &level[k]);
    printf("CPU time of a review: %.2f s, spread %.2f\n", mean_of(&cost), mean_spread(&cost));
    return 0;
}
