/* stability.c: GAME GAMES [SEATS [OPTIONS [SEED [NODES [MORE [LARGE]]]]]]: are the slips of a review those of one with more
 * nodes? Games between levels are judged with NODES and with MORE nodes and other random numbers. A slip is large if it costs
 * at least LARGE thousandths (50: 5 points). Of the large slips of one: how many are slips for the other, too; how many cost it
 * at least half of that; how many have the same best move. By hand. */
#include <string.h>

#include "tool.h"

struct agreement {
    double large, slips, half, best;
};

static void compare(struct agreement *a, const struct ir_review_decision *d, const struct ir_review_decision *other,
                    double large)
{
    double loss = -d->loss[d->seat];
    if (d->kind != IR_REVIEW_SLIP || loss < large)
        return;
    a->large++;
    a->slips += other->kind == IR_REVIEW_SLIP;
    a->half += -other->loss[d->seat] >= loss / 2;
    a->best += other->best == d->best;
}

static void print(const char *what, const struct agreement *a)
{
    double p = a->slips / a->large;
    printf("| %s | %.0f | %.1f ± %.1f %% | %.1f %% | %.1f %% |\n", what, a->large, 100 * p, 196 * sqrt(p * (1 - p) / a->large),
           100 * a->half / a->large, 100 * a->best / a->large);
}

int main(int argc, char **argv)
{
    struct tool t;
    struct agreement few = {0}, many = {0};
    tool_open(&t, argc, argv, "stability GAME GAMES [SEATS [OPTIONS [SEED [NODES [MORE [LARGE]]]]]]", 2);
    uint64_t more = (uint64_t)tool_number(&t, 7, 200000);
    double large = (double)tool_number(&t, 8, 50) / 1000;
    long i = 0;
    for (; i < t.games && !tool_stopped; i++) {
        struct played p;
        struct at at;
        tool_play(&t, i, &p);
        for (at_begin(&at, &p.replay); at_decision(&at); at_next(&at)) {
            struct ir_review_decision d[2];
            struct ir_review_move move[IR_REVIEW_MOVES];
            for (int k = 0; k < 2; k++)
                ir_review_position(t.game, &at.view, &at.notes, at.row->move, k ? more : t.nodes,
                                   t.seed + (uint64_t)(2 * i + k), p.replay.at, &d[k], move);
            compare(&few, &d[0], &d[1], large);
            compare(&many, &d[1], &d[0], large);
        }
        game_free(&p);
    }
    printf("%s, %d seats \"%s\", %ld games, slips of at least %.1f points at %llu and %llu nodes\n", t.game->name, t.seats,
           t.options, i, 100 * large, (unsigned long long)t.nodes, (unsigned long long)more);
    puts("| large | how many | slips for the other, 95 % | at least half as large | same best move |\n|---|---|---|---|---|");
    print("with few nodes", &few);
    print("with many nodes", &many);
    return 0;
}
