/* games.c: the list of games, made from the folders of games/ (scripts/games.py). */
#include "core.h"
#include "signature.h"

#include "games_list.h"

#define DECLARE(name) extern const struct ir_game name##_game;
GAMES(DECLARE)
TEMPLATES(DECLARE)

#define ADDRESS(name) &name##_game,
const struct ir_game *const ir_games[] = {GAMES(ADDRESS) NULL};
const struct ir_game *const ir_all_games[] = {GAMES(ADDRESS) TEMPLATES(ADDRESS) NULL};

const struct ir_game *ir_game_find(const char *name)
{
    const struct ir_game *const *g = ir_all_games;
    while (*g && !text_equal((*g)->name, name))
        g++;
    return *g;
}

uint64_t ir_games_signature(void)
{
    uint64_t h = 0;
    for (const struct ir_game *const *g = ir_games; *g; g++)
        h = h * 0xd6e8feb86659fd93u + ir_signature(*g, 1, 600);
    return h;
}
