/* bots.c: the bots by name. A bot is a function of a view; those of one game live in a file named after it. */
#include "bots.h"

static ir_move random_choose(const struct ir_game *g, const struct ir_view *v, struct ir_rng *r)
{
    ir_move legal[IR_MOVES_MAX];
    int n = g->legal(v, legal);
    return legal[ir_rng_below(r, (uint32_t)n)];
}

static const struct ir_bot bot_random = {"random", "Plays anything that is allowed.", random_choose};

/* The bots of one game, weakest first. */
static const struct {
    const struct ir_game *game;
    const struct ir_bot *bot;
} list[] = {
    {NULL, &bot_random}, /* NULL: any game */
    {&ir_koikoi, &bot_koikoi_greedy},
    {&ir_pikit, &bot_pikit_greedy},
    {&ir_gacha, &bot_gacha_greedy},
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
