/* bots.c: the Gacha bots that search, from the network in gacha.net, and the levels for people. */
#include "gacha_bots.h"
#include "bots/search.h"
#include "greedy.h"

/* One-ply evaluation by the network; the next chance event is enumerated. */
static void think_net(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                      const struct ir_budget *budget, struct ir_advice *a)
{
    struct mind m;
    const struct ir_budget none = {.nodes = 1};
    (void)budget;
    mind_open(&m, &brain_gacha, brain_net(&brain_gacha));
    search_think(&(struct search){.brain = &brain_gacha, .mind = &m, .worlds = 2, .prior = 1}, g, v, notes, r, &none, a);
}

/* The network's values, blurred as a person's judgement is: moves with nearly the same chance of winning count as equal, and
 * greedy decides between them. */
static void think_blurred(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                          const struct ir_budget *budget, struct ir_advice *a)
{
    static const double blur = 0.08, gut = 1e-4; /* greedy's values are points, below 40 */
    struct ir_advice greedy;
    double best = 0;
    think_net(g, v, notes, r, budget, a);
    greedy_think(&greedy_taste, g, v, r, &greedy);
    for (int i = 0; i < a->n; i++)
        best = a->of[i].value > best ? a->of[i].value : best;
    for (int i = 0; i < a->n; i++)
        if (a->of[i].samples && a->of[i].value > best - blur)
            a->of[i].value = best + gut * greedy.of[i].value;
}

/* Playouts to a horizon where the network evaluates. With two players the network plays three decisions, with more greedy plays
 * ten: each was measured to be the stronger choice there (docs/bots.md). */
static void think_search(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    struct mind m;
    mind_open(&m, &brain_gacha, brain_net(&brain_gacha));
    int two = gacha_pub(v->b)->head.seats == 2;
    const struct search how = {.brain = &brain_gacha,
                               .mind = &m,
                               .policy = two ? NULL : &bot_gacha_greedy,
                               .horizon = two ? 3 : 10,
                               .candidates = 6,
                               .worlds = 2,
                               .prior = 10};
    search_think(&how, g, v, notes, r, budget, a);
}

/* The baseline: greedy playouts to the end of the game, evaluated by who wins. */
static void think_flat(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    search_think(&(struct search){.brain = &brain_gacha, .policy = &bot_gacha_greedy}, g, v, notes, r, budget, a);
}

static const struct ir_bot bot_gacha_flat = {.name = "flat",
                                             .help = IR_HELP("Plays games out with greedy players: the plain baseline."),
                                             .think = think_flat,
                                             .budget = {.nodes = 40000}};
static const struct ir_bot bot_gacha_net = {.name = "net",
                                            .help = IR_HELP("Decides at a glance by what it learned."),
                                            .think = think_net,
                                            .budget = {.nodes = 1},
                                            .learned = 1};
static const struct ir_bot bot_gacha_search = {.name = "search",
                                               .help = IR_HELP("Looks a few turns ahead with what it learned."),
                                               .think = think_search,
                                               .budget = {.nodes = 20000},
                                               .learned = 1};

static const struct ir_bot bot_gacha_hard = {
    .name = "hard",
    .help = IR_HELP("A seasoned collector: has seen many games and knows what a position is worth."),
    .think = think_blurred,
    .budget = {.nodes = 1},
    .learned = 1};
static const struct ir_bot bot_gacha_master = {
    .name = "master",
    .help = IR_HELP("Plays the next turns out in its head, counts the cards, and plays to win."),
    .think = think_search,
    .budget = {.nodes = 60000},
    .learned = 1};

const struct bots gacha_bots = {
    .game = &gacha_game,
    .brain = &brain_gacha,
    .level = (const struct ir_bot *const[]){&bot_gacha_easy, &bot_gacha_normal, &bot_gacha_hard, &bot_gacha_master, NULL},
    .other = (const struct ir_bot *const[]){&bot_gacha_greedy, &bot_gacha_flat, &bot_gacha_net, &bot_gacha_search, NULL},
    .role = {[IR_ROLE_DEFAULT] = &bot_gacha_normal,
             [IR_ROLE_ADVISER] = &bot_gacha_search,
             [IR_ROLE_STAND_IN] = &bot_gacha_normal,
             [IR_ROLE_QUICK] = &bot_gacha_greedy,
             [IR_ROLE_STRONGEST] = &bot_gacha_master},
};
