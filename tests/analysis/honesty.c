/* honesty.c: GAME POSITIONS PLAYOUTS [SEATS [OPTIONS [SEED [NODES [SEARCH]]]]]: are moves that a review calls slips worse? By
 * hand.
 *
 * Levels play against each other, and every decision is judged as in a review with so many nodes. Whenever a move is called a
 * slip, it and the recommended one are played out in new worlds that the view allows, with the same luck, PLAYOUTS times: by
 * the strongest bot with SEARCH nodes a decision, to the end of the game or the round. The same is done 20 * PLAYOUTS times by
 * the judge's own policy, which shows how much the judge flatters itself by chance alone. Prints the mean gain over positions,
 * with 95 % intervals, against what the review claims. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool.h"
#include "analysis/judge.h"

enum { CLASSES = 4, POLICY_TIMES = 20 };
static const double class_from[CLASSES + 1] = {0, 0.02, 0.05, 0.1, 2}; /* by the loss that is claimed */

struct measured {
    struct mean claimed, policy, master;
    int better; /* positions in which the recommended move did better */
};

/* Plays on to the end of the episode: by the bot, or the judge's policy if it is NULL. The mover's share there. */
static double play_out(struct judge *j, struct world *w, ir_move m, struct fate fate, const struct ir_bot *bot, uint64_t nodes,
                       int seat)
{
    const struct ir_budget budget = {.nodes = nodes};
    double share[IR_SEATS_MAX];
    int ended = judge_apply(j, w, m);
    while (!ended) {
        int turn = ir_turn(&w->now);
        if (turn == IR_CHANCE) {
            m = j->game->sample(&w->now, &fate.luck);
        } else if (bot) {
            struct ir_view v;
            ir_look(j->game, &w->now, turn, &v);
            m = ir_bot_move(bot, j->game, &v, &w->notes, &fate.whim, &budget);
        } else {
            m = judge_move(j, w, &fate.whim);
        }
        ended = judge_apply(j, w, m);
    }
    judge_settle(j, w, share);
    return share[seat];
}

/* The mean gain of `best` over `played`. */
static double gain(struct judge *j, const struct ir_view *v, const struct ir_notes *notes, const struct ir_review_decision *d,
                   const struct ir_bot *bot, uint64_t nodes, int times, struct ir_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < times; i++) {
        struct world world, w;
        struct fate fate;
        judge_imagine(j, v, notes, rng, &world);
        fate_draw(&fate, rng);
        w = world;
        sum += play_out(j, &w, d->best, fate, bot, nodes, d->seat);
        w = world;
        sum -= play_out(j, &w, d->played, fate, bot, nodes, d->seat);
    }
    return sum / times;
}

static void print(const char *name, const struct measured *m)
{
    if (m->claimed.n > 1)
        printf("| %s | %.0f | %.2f | %.2f ± %.2f | %.2f ± %.2f | %.0f %% |\n", name, m->claimed.n, 100 * mean_of(&m->claimed),
               100 * mean_of(&m->policy), 196 * mean_error(&m->policy), 100 * mean_of(&m->master), 196 * mean_error(&m->master),
               100 * m->better / m->claimed.n);
}

int main(int argc, char **argv)
{
    struct tool t;
    tool_open(&t, argc, argv, "honesty GAME POSITIONS PLAYOUTS [SEATS [OPTIONS [SEED [NODES [SEARCH]]]]]", 3);
    long playouts = tool_number(&t, 3, 1);
    uint64_t search = (uint64_t)tool_number(&t, 8, 10000);
    const struct ir_bot *master = ir_bot_role(t.game, IR_ROLE_STRONGEST);
    struct measured all, of[CLASSES];
    struct judge judge;
    struct ir_rng rng;
    memset(&all, 0, sizeof all);
    memset(of, 0, sizeof of);
    ir_rng_seed(&rng, t.seed);
    judge_open(&judge, t.game, t.seats);
    for (long i = 0; all.claimed.n < t.games && !tool_stopped; i++) {
        struct played p;
        struct at at;
        tool_play(&t, i, &p);
        for (at_begin(&at, &p.replay); at_decision(&at) && all.claimed.n < t.games && !tool_stopped; at_next(&at)) {
            struct ir_review_decision d;
            struct ir_review_move move[IR_REVIEW_MOVES];
            ir_review_position(t.game, &at.view, &at.notes, at.row->move, t.nodes, t.seed + (uint64_t)i, p.replay.at, &d, move);
            if (d.kind != IR_REVIEW_SLIP)
                continue;
            judge_root(&judge, &at.view);
            double by_policy = gain(&judge, &at.view, &at.notes, &d, NULL, 0, (int)playouts * POLICY_TIMES, &rng);
            double by_master = gain(&judge, &at.view, &at.notes, &d, master, search, (int)playouts, &rng);
            int k = 0;
            while (-d.loss[d.seat] >= class_from[k + 1])
                k++;
            for (int n = 0; n < 2; n++) {
                struct measured *m = n ? &of[k] : &all;
                mean_add(&m->claimed, -d.loss[d.seat]);
                mean_add(&m->policy, by_policy);
                mean_add(&m->master, by_master);
                m->better += by_master > 0;
            }
        }
        game_free(&p);
    }
    printf("%s, %d seats \"%s\": slips at %llu nodes, %ld playouts each by %s with %llu nodes\n", t.game->name, t.seats,
           t.options, (unsigned long long)t.nodes, playouts, master->name, (unsigned long long)search);
    puts("| loss claimed, points | slips | claimed | by the policy | by the strongest bot | the better move did better |");
    puts("|---|---|---|---|---|---|");
    for (int k = 0; k < CLASSES; k++) {
        char name[32];
        snprintf(name, sizeof name, "from %.0f", 100 * class_from[k]);
        print(name, &of[k]);
    }
    print("all", &all);
    return 0;
}
