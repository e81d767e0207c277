/* bots.c: the bots by name. A bot is a function of a view; those of one game live in a file named after it. */
#include "bots.h"

void bot_advice_start(const struct ir_game *g, const struct ir_view *v, struct ir_advice *a)
{
    ir_move legal[IR_MOVES_MAX];
    a->n = g->legal(v, legal);
    a->nodes = 0;
    for (int i = 0; i < a->n; i++) {
        a->of[i].move = legal[i];
        a->of[i].samples = 0;
        a->of[i].value = 0;
    }
}

ir_move ir_advice_best(const struct ir_advice *a)
{
    int best = 0;
    for (int i = 1; i < a->n; i++)
        if (a->of[i].value > a->of[best].value)
            best = i;
    return a->of[best].move;
}

void ir_advice_merge(struct ir_advice *into, const struct ir_advice *a)
{
    ir_assert(into->n == a->n);
    into->nodes += a->nodes;
    for (int i = 0; i < a->n; i++) {
        uint32_t n = into->of[i].samples + a->of[i].samples;
        double sum = into->of[i].value * into->of[i].samples + a->of[i].value * a->of[i].samples;
        ir_assert(into->of[i].move == a->of[i].move);
        into->of[i].value = n ? sum / n : into->of[i].value;
        into->of[i].samples = n;
    }
}

ir_move ir_bot_move(const struct ir_bot *bot, const struct ir_game *g, const struct ir_view *v, struct ir_rng *r,
                    const struct ir_budget *budget)
{
    struct ir_advice a;
    bot->think(g, v, r, budget && (budget->nodes || budget->microseconds) ? budget : &bot->budget, &a);
    return ir_advice_best(&a);
}

static void random_think(const struct ir_game *g, const struct ir_view *v, struct ir_rng *r, const struct ir_budget *budget,
                         struct ir_advice *a)
{
    (void)budget;
    bot_advice_start(g, v, a);
    a->of[ir_rng_below(r, (uint32_t)a->n)].value = 1;
}

static const struct ir_bot bot_random = {.name = "random", .help = "Plays anything that is allowed.", .think = random_think};

/* The bots of each game: the levels for people, weakest first, then those for tests and measurements. */
static const struct {
    const struct ir_game *game;
    const struct ir_bot *bot;
} list[] = {
    {&ir_koikoi, &bot_koikoi_easy},
    {&ir_koikoi, &bot_koikoi_normal},
    {&ir_koikoi, &bot_koikoi_hard},
    {&ir_koikoi, &bot_koikoi_master},
    {&ir_pikit, &bot_pikit_easy},
    {&ir_pikit, &bot_pikit_normal},
    {&ir_pikit, &bot_pikit_hard},
    {&ir_pikit, &bot_pikit_master},
    {&ir_gacha, &bot_gacha_easy},
    {&ir_gacha, &bot_gacha_normal},
    {&ir_gacha, &bot_gacha_hard},
    {&ir_gacha, &bot_gacha_master},
    {NULL, &bot_random}, /* NULL: any game */
    {&ir_koikoi, &bot_koikoi_greedy},
    {&ir_koikoi, &bot_koikoi_flat},
    {&ir_koikoi, &bot_koikoi_net},
    {&ir_koikoi, &bot_koikoi_search},
    {&ir_pikit, &bot_pikit_greedy},
    {&ir_pikit, &bot_pikit_flat},
    {&ir_pikit, &bot_pikit_net},
    {&ir_pikit, &bot_pikit_search},
    {&ir_gacha, &bot_gacha_greedy},
    {&ir_gacha, &bot_gacha_flat},
    {&ir_gacha, &bot_gacha_net},
    {&ir_gacha, &bot_gacha_search},
};

const struct ir_bot *ir_bot_list(const struct ir_game *g, int i)
{
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        if ((!list[k].game || list[k].game == g) && i-- == 0)
            return list[k].bot;
    return NULL;
}

const struct ir_bot *ir_bot_find(const struct ir_game *g, const char *name)
{
    const struct ir_bot *b;
    for (int i = 0; (b = ir_bot_list(g, i)); i++)
        if (text_equal(b->name, name))
            return b;
    return NULL;
}

static uint64_t game_signature(const struct ir_game *g, int positions)
{
    struct ir_rng play;
    uint64_t h = 0;
    ir_rng_seed(&play, 3);
    for (int seen = 0, game = 0; seen < positions; game++) {
        struct ir_state s;
        struct ir_view v;
        char why[IR_WHY_MAX];
        int seats = g->min_seats + game % (g->max_seats - g->min_seats + 1);
        int error = ir_start(g, &s, seats, "", NULL, why);
        ir_assert(error == IR_OK);
        while (ir_turn(&s) != IR_OVER && seen < positions) {
            ir_move legal[IR_MOVES_MAX];
            if (ir_turn(&s) == IR_CHANCE) {
                g->apply(&s, g->sample(&s, &play), NULL);
                continue;
            }
            ir_view(g, &s, ir_turn(&s), &v);
            const struct ir_bot *bot;
            for (int i = 0; (bot = ir_bot_list(g, i)); i++) {
                struct ir_rng r;
                const struct ir_budget few = {.nodes = 200};
                ir_rng_seed(&r, (uint64_t)seen);
                h = (h ^ ir_bot_move(bot, g, &v, &r, &few)) * 0xd6e8feb86659fd93u;
                h ^= h >> 32;
            }
            g->apply(&s, legal[ir_rng_below(&play, (uint32_t)g->legal(&v, legal))], NULL);
            seen++;
        }
    }
    return h;
}

uint64_t ir_bots_signature(int positions)
{
    uint64_t h = 0;
    for (const struct ir_game *const *g = ir_games; *g; g++)
        h = h * 0xd6e8feb86659fd93u + game_signature(*g, positions);
    return h;
}
