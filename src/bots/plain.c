/* plain.c: bots for any game, which use only the contract (struct ir_game): random play, and flat Monte Carlo with a budget.
 *
 * Flat Monte Carlo samples worlds that fit the view and plays each legal move out at random in all of them. The value of a move
 * is its mean share of first place; points only break ties. */
#include "bots.h"
#include "core/signature.h"

static void think_random(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    bot_advice_start(g, v, a);
    a->of[ir_rng_below(r, (uint32_t)a->n)].value = 1;
}

/* 1 for first place, divided among those who share it, plus a little for points to break ties. */
static double worth(const struct ir_game *g, const struct ir_state *s, int seat)
{
    struct ir_score score;
    int first = 0, lead = 0;
    g->score(s->b, &score);
    for (int i = 0; i < ir_seats(s); i++) {
        first += score.rank[i] == 0;
        lead = i != seat && (i == !seat || score.points[i] > lead) ? score.points[i] : lead;
    }
    double more = (double)score.points[seat] - lead;
    return (score.rank[seat] ? 0 : 1.0 / first) + 0.01 * more / (1 + (more < 0 ? -more : more));
}

static int enough(const struct ir_budget *b, uint64_t nodes, uint64_t began)
{
    return (b->nodes && nodes >= b->nodes) || (b->stop && *b->stop) ||
           (b->microseconds && b->clock() - began >= b->microseconds);
}

/* Stops after the playout that exhausts the budget, even in the middle of a world. A move that was never reached is worth less
 * than any other. Each world begins with another move, so that no move is reached more often than others. */
static void think_flat(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    uint64_t began = budget->microseconds ? budget->clock() : 0;
    int done = 0;
    (void)notes;
    bot_advice_start(g, v, a);
    if (a->n < 2)
        return;
    for (int i = 0; i < a->n; i++)
        a->of[i].value = -1;
    while (!done) {
        struct ir_state world, s;
        int first = (int)ir_rng_below(r, (uint32_t)a->n);
        g->imagine(v, r, &world);
        for (int k = 0; k < a->n && !done; k++) {
            int i = (first + k) % a->n;
            uint64_t chances = 0;
            struct ir_rng luck = *r; /* the same random numbers for every move: less noise between moves */
            memcpy(s.b, world.b, ir_state_size(g));
            g->apply(&s, a->of[i].move, NULL);
            a->nodes += 1 + ir_play_random(g, &s, &luck, &chances) + chances;
            uint32_t n = ++a->of[i].samples;
            a->of[i].value = n > 1 ? a->of[i].value + (worth(g, &s, v->seat) - a->of[i].value) / n : worth(g, &s, v->seat);
            done = enough(budget, a->nodes, began);
        }
        ir_rng_next(r);
    }
}

static const struct ir_bot random = {.name = "random",
                                     .help = IR_HELP("Plays anything that is allowed."),
                                     .think = think_random},
                           easy = {.name = "easy", .help = IR_HELP("Plays anything that is allowed."), .think = think_random},
                           normal = {.name = "normal",
                                     .help = IR_HELP("Tries every move in a few random games."),
                                     .think = think_flat,
                                     .budget = {.nodes = 20000}},
                           hard = {.name = "hard",
                                   .help = IR_HELP("Tries every move in many random games."),
                                   .think = think_flat,
                                   .budget = {.nodes = 200000}},
                           master = {.name = "master",
                                     .help = IR_HELP("Tries every move in very many random games."),
                                     .think = think_flat,
                                     .budget = {.nodes = 1000000}};

const struct bots bots_plain = {
    .level = (const struct ir_bot *const[]){&easy, &normal, &hard, &master, NULL},
    .other = (const struct ir_bot *const[]){&random, NULL},
    .role = {[IR_ROLE_DEFAULT] = &normal,
             [IR_ROLE_ADVISER] = &hard,
             [IR_ROLE_STAND_IN] = &normal,
             [IR_ROLE_QUICK] = &random,
             [IR_ROLE_STRONGEST] = &master},
};
