/* ask_bot.c GAME [LEVEL]: lets a bot play a whole game against random moves and prints how each fared.
 *
 *     cc ask_bot.c $(pkg-config --cflags --libs irori) -o ask_bot && ./ask_bot GAME hard */
#include <irori.h>

#include <stdio.h>

static ir_move choose(const struct ir_game *game, const struct ir_state *state, const struct ir_notes *notes,
                      const struct ir_bot *bot, struct ir_rng *rng)
{
    struct ir_view view;
    ir_look(game, state, ir_turn(state), &view); /* a bot gets a view and notes, never the state */
    return ir_bot_move(bot, game, &view, notes, rng, NULL);
}

int main(int argc, char **argv)
{
    const struct ir_game *game = ir_game_find(argc > 1 ? argv[1] : ir_games[0]->name);
    const struct ir_bot *random = game ? ir_bot_find(game, "random") : NULL;
    const struct ir_bot *bot = !game ? NULL : argc > 2 ? ir_bot_find(game, argv[2]) : ir_bot_role(game, IR_ROLE_DEFAULT);
    struct ir_state state, before;
    struct ir_notes notes = {{0}}; /* what bots remember of the game so far */
    struct ir_rng rng;
    struct ir_score score;
    char why[IR_WHY_MAX];
    if (!bot || ir_start(game, &state, game->min_seats, "", NULL, why)) {
        fprintf(stderr, "usage: ask_bot GAME [LEVEL]; levels are");
        for (int i = 0; game && ir_bot_level(game, i); i++)
            fprintf(stderr, " %s", ir_bot_level(game, i)->name);
        fputc('\n', stderr);
        return 2;
    }
    ir_rng_seed(&rng, 1);
    while (ir_turn(&state) != IR_OVER) {
        int actor = ir_turn(&state);
        ir_move move =
            actor == IR_CHANCE ? ir_sample(game, &state, &rng) : choose(game, &state, &notes, actor == 0 ? bot : random, &rng);
        before = state;
        if (ir_apply(game, &state, actor, move, NULL, why)) {
            fprintf(stderr, "ask_bot: %s\n", why);
            return 1;
        }
        ir_note(game, &notes, &before, &state);
    }
    ir_score_of(game, &state, &score);
    printf("%s, %s: %d points; random: %d points\n", game->title, bot->name, (int)score.points[0], (int)score.points[1]);
    return 0;
}
