/* bots.c: the PiKiT bots that search, from the network in pikit.net, and the levels for people. */
#include "pikit_bots.h"
#include "bots/search.h"
#include "games/pikit/pikit.h"

enum { HARD_OVERLOOKS = 88 }; /* of 256 */

/* One-ply evaluation by the network; the next chance event is enumerated. */
static void think_net(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                      const struct ir_budget *budget, struct ir_advice *a)
{
    struct mind m;
    const struct ir_budget none = {.nodes = 1};
    (void)budget;
    mind_open(&m, &brain_pikit, brain_net(&brain_pikit));
    search_think(&(struct search){.brain = &brain_pikit, .mind = &m, .worlds = 2, .prior = 1}, g, v, notes, r, &none, a);
}

/* The same, but now and then a card of the own hand is overlooked. */
static void think_hard(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    uint32_t missed = 0;
    think_net(g, v, notes, r, budget, a);
    for (int i = 1; i <= PK_NUMBERS; i++)
        missed |= (uint32_t)(ir_rng_below(r, 256) < HARD_OVERLOOKS) << i;
    for (int i = 0; i < a->n; i++) {
        int effect, card = pikit_move_card(a->of[i].move, &effect);
        if (missed >> card & 1)
            a->of[i].value = -1;
    }
}

/* Playouts by the network to a horizon where it evaluates. */
static void think_search(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    struct mind m;
    mind_open(&m, &brain_pikit, brain_net(&brain_pikit));
    search_think(&(struct search){.brain = &brain_pikit, .mind = &m, .horizon = 1, .candidates = 6, .worlds = 2, .prior = 30},
                 g, v, notes, r, budget, a);
}

/* The baseline: greedy playouts to the end of the game, evaluated by who won and, a little, by the margin. */
static void think_flat(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    search_think(&(struct search){.brain = &brain_pikit, .policy = &bot_pikit_greedy}, g, v, notes, r, budget, a);
}

static const struct ir_bot bot_pikit_flat = {.name = "flat",
                                             .help = IR_HELP("Plays games out with greedy players: the plain baseline."),
                                             .think = think_flat,
                                             .budget = {.nodes = 20000}};
static const struct ir_bot bot_pikit_net = {.name = "net",
                                            .help = IR_HELP("Decides at a glance by what it learned."),
                                            .think = think_net,
                                            .budget = {.nodes = 1},
                                            .learned = 1};
static const struct ir_bot bot_pikit_search = {.name = "search",
                                               .help = IR_HELP("Looks a turn ahead with what it learned."),
                                               .think = think_search,
                                               .budget = {.nodes = 20000},
                                               .learned = 1};

static const struct ir_bot bot_pikit_hard = {
    .name = "hard",
    .help = IR_HELP("A seasoned player: knows what every card is worth, and seldom overlooks one."),
    .think = think_hard,
    .budget = {.nodes = 1},
    .learned = 1};
static const struct ir_bot bot_pikit_master = {
    .name = "master",
    .help = IR_HELP("Remembers every card, thinks a round ahead, and plays to win rather than for points."),
    .think = think_search,
    .budget = {.nodes = 60000},
    .learned = 1};

const struct bots pikit_bots = {
    .game = &pikit_game,
    .brain = &brain_pikit,
    .level = (const struct ir_bot *const[]){&bot_pikit_easy, &bot_pikit_normal, &bot_pikit_hard, &bot_pikit_master, NULL},
    .other = (const struct ir_bot *const[]){&bot_pikit_greedy, &bot_pikit_flat, &bot_pikit_net, &bot_pikit_search, NULL},
    .role = {[IR_ROLE_DEFAULT] = &bot_pikit_normal,
             [IR_ROLE_ADVISER] = &bot_pikit_search,
             [IR_ROLE_STAND_IN] = &bot_pikit_normal,
             [IR_ROLE_QUICK] = &bot_pikit_greedy,
             [IR_ROLE_STRONGEST] = &bot_pikit_master},
};
