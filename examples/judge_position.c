/* judge_position.c GAME MOVES: plays so many moves at random, then prints what the adviser thinks of every move that is
 * possible.
 *
 *     cc judge_position.c $(pkg-config --cflags --libs irori) -o judge_position && ./judge_position GAME 12 */
#include <irori.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const struct ir_game *game = ir_game_find(argc > 1 ? argv[1] : ir_games[0]->name);
    static struct ir_advice advice;
    struct ir_state state, before;
    struct ir_notes notes = {{0}}; /* what bots remember of the game so far */
    struct ir_view view;
    struct ir_rng rng;
    char why[IR_WHY_MAX], text[IR_TEXT_MAX];
    int moves = argc > 2 ? atoi(argv[2]) : 10;
    if (!game || ir_start(game, &state, game->min_seats, "", NULL, why)) {
        fprintf(stderr, "usage: judge_position GAME MOVES\n");
        return 2;
    }
    ir_rng_seed(&rng, 5);
    while (ir_turn(&state) != IR_OVER) {
        int actor = ir_turn(&state);
        ir_move move = ir_sample(game, &state, &rng);
        if (actor != IR_CHANCE) {
            ir_move legal[IR_MOVES_MAX];
            ir_look(game, &state, actor, &view);
            int n = ir_legal(game, &view, legal);
            if (moves-- <= 0 && n > 1)
                break;
            move = legal[ir_rng_below(&rng, (uint32_t)n)];
        }
        before = state;
        ir_apply(game, &state, actor, move, NULL, why);
        ir_note(game, &notes, &before, &state);
    }
    if (ir_turn(&state) == IR_OVER) {
        puts("the game was over before that");
        return 0;
    }
    const struct ir_bot *adviser = ir_bot_role(game, IR_ROLE_ADVISER);
    adviser->think(game, &view, &notes, &rng, &adviser->budget, &advice);
    printf("seat %d of %s, judged with %llu nodes:\n", ir_turn(&state), game->title, (unsigned long long)advice.nodes);
    for (int i = 0; i < advice.n; i++) {
        ir_move_text(game, advice.of[i].move, text);
        printf("  %-24s %.3f%s\n", text, advice.of[i].value, advice.of[i].move == ir_advice_best(&advice) ? "  <- best" : "");
    }
    return 0;
}
