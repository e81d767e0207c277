/* bots.c: the bots of each game by name, level and role, from what the games' folders export. */
#include "bots.h"

#include "games_list.h"

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

ir_move ir_bot_move(const struct ir_bot *bot, const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes,
                    struct ir_rng *r, const struct ir_budget *budget)
{
    struct ir_advice a;
    bot->think(g, v, notes, r, budget && (budget->nodes || budget->microseconds) ? budget : &bot->budget, &a);
    return ir_advice_best(&a);
}

#define DECLARE(name) extern const struct bots name##_bots;
GAMES_WITH_BOTS(DECLARE)

const struct bots *bots_find(const struct ir_game *g)
{
#define ADDRESS(name) &name##_bots,
    static const struct bots *const all[] = {GAMES_WITH_BOTS(ADDRESS) NULL};
    for (const struct bots *const *b = all; *b; b++)
        if ((*b)->game == g)
            return *b;
    return &bots_plain;
}

const struct ir_bot *ir_bot_role(const struct ir_game *g, enum ir_role role)
{
    const struct ir_bot *bot = bots_find(g)->role[role];
    return bot ? bot : bots_plain.role[role];
}

const struct ir_bot *ir_bot_level(const struct ir_game *g, int i)
{
    const struct ir_bot *const *level = bots_find(g)->level;
    while (*level && i-- > 0)
        level++;
    return *level;
}

/* The i-th entry of a list. Past its end: NULL, and the list's length is subtracted from *i. */
static const struct ir_bot *nth(const struct ir_bot *const *list, int *i)
{
    for (; *list; list++)
        if ((*i)-- == 0)
            return *list;
    return NULL;
}

const struct ir_bot *ir_bot_list(const struct ir_game *g, int i)
{
    const struct bots *b = bots_find(g);
    const struct ir_bot *bot = nth(b->level, &i);
    if (!bot)
        bot = nth(bots_plain.other, &i);
    if (!bot && b != &bots_plain)
        bot = nth(b->other, &i);
    return bot;
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
        struct ir_state s, before;
        struct ir_view v;
        struct ir_notes notes = {{0}};
        char why[IR_WHY_MAX];
        int seats = g->min_seats + game % (g->max_seats - g->min_seats + 1);
        int error = ir_start(g, &s, seats, "", NULL, why);
        ir_assert(error == IR_OK);
        while (ir_turn(&s) != IR_OVER && seen < positions) {
            ir_move legal[IR_MOVES_MAX];
            memcpy(before.b, s.b, ir_state_size(g));
            if (ir_turn(&s) == IR_CHANCE) {
                g->apply(&s, g->sample(&s, &play), NULL);
                ir_note(g, &notes, &before, &s);
                continue;
            }
            ir_look(g, &s, ir_turn(&s), &v);
            const struct ir_bot *bot;
            for (int i = 0; (bot = ir_bot_list(g, i)); i++) {
                struct ir_rng r;
                const struct ir_budget few = {.nodes = 200};
                ir_rng_seed(&r, (uint64_t)seen);
                h = (h ^ ir_bot_move(bot, g, &v, &notes, &r, &few)) * 0xd6e8feb86659fd93u;
                h ^= h >> 32;
            }
            g->apply(&s, legal[ir_rng_below(&play, (uint32_t)g->legal(&v, legal))], NULL);
            ir_note(g, &notes, &before, &s);
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
