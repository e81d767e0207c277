/* random_game.c GAME [SEED]: plays one game at random and prints every move, then the points.
 *
 *     cc random_game.c $(pkg-config --cflags --libs irori) -o random_game && ./random_game GAME 7 */
#include <irori.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const struct ir_game *game = argc > 1 ? ir_game_find(argv[1]) : ir_games[0];
    struct ir_state state;
    struct ir_rng rng;
    struct ir_score score;
    char why[IR_WHY_MAX], text[IR_TEXT_MAX];
    if (!game) {
        fprintf(stderr, "random_game: there is no game '%s'; there are", argv[1]);
        for (int i = 0; ir_games[i]; i++)
            fprintf(stderr, " %s", ir_games[i]->name);
        fputc('\n', stderr);
        return 2;
    }
    if (ir_start(game, &state, game->min_seats, "", NULL, why)) { /* "": the usual options */
        fprintf(stderr, "random_game: %s\n", why);
        return 1;
    }
    ir_rng_seed(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    while (ir_turn(&state) != IR_OVER) {
        int actor = ir_turn(&state);
        ir_move move = ir_sample(game, &state, &rng); /* cards and dice, if it is their turn */
        if (actor != IR_CHANCE) {
            struct ir_view view;
            ir_move legal[IR_MOVES_MAX];
            ir_look(game, &state, actor, &view); /* what this seat may know */
            move = legal[ir_rng_below(&rng, (uint32_t)ir_legal(game, &view, legal))];
        }
        ir_move_text(game, move, text);
        printf("%s %s\n", actor == IR_CHANCE ? "chance" : actor == 0 ? "seat 0" : "seat 1", text);
        if (ir_apply(game, &state, actor, move, NULL, why)) {
            fprintf(stderr, "random_game: %s\n", why);
            return 1;
        }
    }
    ir_score_of(game, &state, &score);
    for (int seat = 0; seat < ir_seats(&state); seat++)
        printf("seat %d: %d points, %s\n", seat, (int)score.points[seat], score.rank[seat] ? "" : "won");
    return 0;
}
