/* games.c: the list of games. A new game is one line here. */
#include "core/core.h"

const struct ir_game *const ir_games[] = {&ir_koikoi, &ir_pikit, &ir_gacha, NULL};

const struct ir_game *ir_game_find(const char *name)
{
    for (const struct ir_game *const *g = ir_games; *g; g++)
        if (text_equal((*g)->name, name))
            return *g;
    return text_equal(name, ir_nullgame.name) ? &ir_nullgame : NULL;
}

uint64_t ir_games_signature(void)
{
    uint64_t h = 0;
    for (const struct ir_game *const *g = ir_games; *g; g++)
        h = h * 0xd6e8feb86659fd93u + ir_signature(*g, 1, 600);
    return h;
}
