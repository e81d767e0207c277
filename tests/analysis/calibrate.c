/* calibrate.c: GAME GAMES [SEATS [OPTIONS [SEED [NODES]]]]: lets every level play against itself, reviews the games, and prints
 * games/GAME/bots/levels.h: what a level loses by its decisions. By hand:
 *
 *     build-test/tests/calibrate GAME 1000 >games/GAME/bots/levels.h
 *
 * Levels that search think with at most 10,000 nodes here. Another seed gives an independent sample. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "games.h"

enum { LEVELS = 8, SEARCH = 10000 };

struct sample {
    double loss, choices;
};

static long number(int argc, char **argv, int i, long otherwise)
{
    return argc > i ? strtol(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    const struct ir_game *g = argc > 2 ? ir_game_find(argv[1]) : NULL;
    if (!g) {
        fputs("calibrate GAME GAMES [SEATS [OPTIONS [SEED [NODES]]]]\n", stderr);
        return 2;
    }
    long games = number(argc, argv, 2, 0), seats = number(argc, argv, 3, g->min_seats), seed = number(argc, argv, 5, 1);
    const char *options = argc > 4 ? argv[4] : "";
    uint64_t nodes = (uint64_t)number(argc, argv, 6, IR_REVIEW_NODES);
    printf("/* Made by tests/analysis/calibrate %s %ld %ld \"%s\" %ld %llu; do not edit. */\n", g->name, games, seats, options,
           seed, (unsigned long long)nodes);
    printf("static const struct level_loss %s_losses[] = {\n", g->name);
    for (int k = 0; k < LEVELS && ir_bot_level(g, k); k++) {
        const char *name = ir_bot_level(g, k)->name, *bot[IR_SEATS_MAX];
        double sum = 0, squares = 0, choices = 0, all = 0, n = 0, rest = 0, size = 0;
        for (int i = 0; i < IR_SEATS_MAX; i++)
            bot[i] = name;
        for (long i = 0; i < games; i++) {
            struct played p;
            game_play_few(&p, g, (int)seats, options, bot, 0, (uint64_t)(seed * 1000000 + i), -1, 0, SEARCH);
            struct ir_review *r = review_make(&p.replay, nodes, (uint64_t)(seed + i), 1000000);
            const struct ir_review_result *result = ir_review_result(r);
            for (int s = 0; s < result->seats; s++) {
                const struct ir_review_seat *seat = &result->seat[s];
                sum += seat->loss, squares += seat->loss * seat->loss, choices += seat->choices, n++;
                all += seat->loss * seat->choices;
            }
            rest += result->seat[0].rest;
            size += fabs(result->seat[0].rest);
            free(r);
            game_free(&p);
        }
        double mean = sum / n, spread = sqrt(fmax(0, squares / n - mean * mean));
        printf("    {.seats = %ld, .level = %d, .games = %ld, .loss = %.6f, .spread = %.6f, .choices = %.2f}, /* %s */\n",
               seats, k, games, mean, spread, choices / n, name);
        fflush(stdout);
        fprintf(stderr, "%s %s: %.3f %% a decision (between games +- %.3f), %.0f decisions; rest %+.2f, size %.2f\n", g->name,
                name, 100 * all / choices, 100 * spread, choices, 100 * rest / (double)games, 100 * size / (double)games);
    }
    puts("    {.games = 0},\n};");
    return 0;
}
