/* test_laws.c [POSITIONS [GAME]]: the laws over every game (or this one), every preset, random options and all seat counts;
 * TAP. */
#include "laws.h"
#include "weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How likely each world is, for games whose worlds are not all equally likely (games/NAME/tests/weight.c). */
static double (*weight_of(const struct ir_game *g))(const struct ir_state *, int)
{
#define WEIGHT(name) {#name, name##_weight},
    static const struct {
        const char *game;
        double (*weight)(const struct ir_state *, int seat);
    } all[] = {GAMES_WITH_WEIGHT(WEIGHT){NULL, NULL}};
    for (int i = 0; all[i].game; i++)
        if (strcmp(all[i].game, g->name) == 0)
            return all[i].weight;
    return NULL;
}

static int number;

/* Games with these options (NULL: random ones) until `wanted` positions were seen. */
static int trial(const struct subject *on, const char *options, uint64_t wanted, uint64_t seed)
{
    struct ir_rng rng;
    struct breach b = {0};
    char why[IR_WHY_MAX], text[IR_OPTIONS_TEXT];
    uint64_t seen = 0;
    ir_rng_seed(&rng, seed);
    for (int game = 0; seen < wanted && !b.law; game++) {
        struct ir_state start;
        const struct ir_game *g = on->game;
        int seats = g->min_seats + game % (g->max_seats - g->min_seats + 1);
        if (!options)
            laws_options(g, &rng, text);
        if (ir_start(g, &start, seats, options ? options : text, NULL, why)) {
            if (!options)
                continue; /* options that do not fit this many seats */
            printf("# %s\n", why);
            b.law = 5;
            break;
        }
        seen += laws_game(on, &start, &rng, 400, &b);
    }
    printf("%sok %d - %s %s: L1-L8 over %llu positions (seed %llu)\n", b.law ? "not " : "", ++number, on->game->name,
           options ? options : "with random options", (unsigned long long)seen, (unsigned long long)seed);
    if (b.law)
        printf("# %s\n# options: %s\n", b.what, options ? options : text);
    return b.law != 0;
}

int main(int argc, char **argv)
{
    uint64_t positions = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    int failed = 0;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        const struct subject subject = {*g, ir_look, weight_of(*g)}, *on = &subject;
        int presets = 0;
        if (argc > 2 && strcmp(argv[2], (*g)->name) != 0)
            continue;
        while (on->game->preset[presets].name)
            presets++;
        for (int p = 0; p < presets; p++)
            failed |= trial(on, on->game->preset[p].name, positions / 2 / (uint64_t)presets, 1 + (uint64_t)p);
        failed |= trial(on, NULL, positions / 2, 99);
    }
    printf("1..%d\n", number);
    return failed || !number;
}
