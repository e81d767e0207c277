/* bots.c: the Koi-Koi bots that search, from the network in koikoi.net. */
#include "koikoi_bots.h"
#include "bots/search.h"
#include "games/koikoi/koikoi.h"

enum { HARD_OVERLOOKS = 58 }; /* of 256 */

/* One-ply evaluation by the network; the next card is enumerated. */
static void think_net(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                      const struct ir_budget *budget, struct ir_advice *a)
{
    struct mind m;
    const struct ir_budget none = {.nodes = 1};
    (void)budget;
    mind_open(&m, &brain_koikoi, brain_net(&brain_koikoi));
    search_think(&(struct search){.brain = &brain_koikoi, .mind = &m, .worlds = 2, .prior = 1}, g, v, notes, r, &none, a);
}

/* The same, but each card of the own hand is overlooked with probability `overlook`/256. */
static void think_absently(uint32_t overlook, const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes,
                           struct ir_rng *r, const struct ir_budget *budget, struct ir_advice *a)
{
    uint64_t missed = 0;
    think_net(g, v, notes, r, budget, a);
    for (uint64_t left = koikoi_hand(v); left; left &= left - 1)
        if (ir_rng_below(r, 256) < overlook)
            missed |= left & (0 - left);
    for (int i = 0, card; i < a->n; i++) {
        ir_move m = a->of[i].move;
        if (m >= KK_MOVE_TAKE && m < KK_MOVE_JOKER)
            continue; /* no play of a card */
        koikoi_takes(koikoi_pub(v->b), m, &card);
        if (missed >> card & 1)
            a->of[i].value -= 1;
    }
}
static void think_hard(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    think_absently(HARD_OVERLOOKS, g, v, notes, r, budget, a);
}

/* A longer horizon pays only with plenty of time; with little, more playouts are better. */
static int horizon(const struct ir_budget *budget)
{
    enum { PLENTY_NODES = 40000, PLENTY_MICROSECONDS = 15000 };
    int little = (budget->nodes && budget->nodes < PLENTY_NODES) ||
                 (budget->microseconds && budget->microseconds < PLENTY_MICROSECONDS); /* 0: no such limit */
    return little ? 3 : 6;
}

/* Playouts by the network to a horizon where it evaluates. Opponent model: greedy in every second sampled world, because people
 * move like either one where greedy and the network differ (docs/bots.md). */
static void think_search(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    struct mind m;
    mind_open(&m, &brain_koikoi, brain_net(&brain_koikoi));
    search_think(&(struct search){.brain = &brain_koikoi,
                                  .mind = &m,
                                  .rival = &bot_koikoi_greedy,
                                  .horizon = horizon(budget),
                                  .candidates = 4,
                                  .worlds = 2,
                                  .prior = 80},
                 g, v, notes, r, budget, a);
}

/* The baseline: greedy playouts to the end of the round, evaluated by coins. */
static void think_flat(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                       const struct ir_budget *budget, struct ir_advice *a)
{
    search_think(&(struct search){.brain = &brain_koikoi, .policy = &bot_koikoi_greedy}, g, v, notes, r, budget, a);
}

static const struct ir_bot bot_koikoi_flat = {.name = "flat",
                                              .help = IR_HELP("Plays rounds out with greedy players: the plain baseline."),
                                              .think = think_flat,
                                              .budget = {.nodes = 20000}};
static const struct ir_bot bot_koikoi_net = {.name = "net",
                                             .help = IR_HELP("Decides at a glance by what it learned."),
                                             .think = think_net,
                                             .budget = {.nodes = 1},
                                             .learned = 1};
static const struct ir_bot bot_koikoi_search = {.name = "search",
                                                .help = IR_HELP("Looks two turns ahead with what it learned."),
                                                .think = think_search,
                                                .budget = {.nodes = 20000},
                                                .learned = 1};

static const struct ir_bot bot_koikoi_hard = {
    .name = "hard",
    .help = IR_HELP("A seasoned player: knows what a position is worth, and seldom overlooks a card."),
    .think = think_hard,
    .budget = {.nodes = 1},
    .learned = 1};
static const struct ir_bot bot_koikoi_master = {
    .name = "master",
    .help = IR_HELP("Thinks three turns ahead, counts the cards, and plays for the match."),
    .think = think_search,
    .budget = {.nodes = 100000},
    .learned = 1};

const struct bots koikoi_bots = {
    .game = &koikoi_game,
    .brain = &brain_koikoi,
    .level = (const struct ir_bot *const[]){&bot_koikoi_easy, &bot_koikoi_normal, &bot_koikoi_hard, &bot_koikoi_master, NULL},
    .other = (const struct ir_bot *const[]){&bot_koikoi_greedy, &bot_koikoi_flat, &bot_koikoi_net, &bot_koikoi_search, NULL},
    .role = {[IR_ROLE_DEFAULT] = &bot_koikoi_normal,
             [IR_ROLE_ADVISER] = &bot_koikoi_search,
             [IR_ROLE_STAND_IN] = &bot_koikoi_normal,
             [IR_ROLE_QUICK] = &bot_koikoi_greedy,
             [IR_ROLE_STRONGEST] = &bot_koikoi_master},
};
