/* match.c: `irori match`: which of two players is stronger, and how sure is that? */
#include "keep.h"
#include "report.h"

#include "bots/brain.h"

#include <math.h>
#include <unistd.h>

#include "core/banned.h"

/* "0,50": two differences, the smaller first. */
static int sprt_read(const char *text, struct arena_sprt *s)
{
    char *end = NULL;
    if (!text)
        return 0;
    s->wanted = 1;
    s->elo0 = strtod(text, &end);
    if (end != text && *end == ',') {
        const char *second = end + 1;
        s->elo1 = strtod(second, &end);
        if (end != second && !*end && s->elo0 >= -1000 && s->elo1 <= 1000 && s->elo0 < s->elo1)
            return 0;
    }
    return complain("match",
                    "--sprt cannot be '%.40s'; it takes two Elo differences from -1000 to 1000, the smaller first: 0,50", text);
}

int match_setup(const char *command, struct setup *su, const char *game, int64_t seats, const char *options)
{
    const struct ir_game *g = game_or_complain(command, game);
    if (!g)
        return 2;
    if (seats == 1)
        return complain(command, "a match needs two players; %s takes 2 seats or more here", g->name);
    return setup_read(command, su, g, seats ? seats : g->min_seats < 2 ? 2 : g->min_seats, options);
}

int64_t match_threads(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > ARENA_THREADS_MAX ? ARENA_THREADS_MAX : n;
}

int match_run(int argc, char **argv)
{
    const char *name = NULL, *options = "", *sprt = NULL;
    int64_t games = 0, seats = 0, seed = 1, threads = match_threads();
    int json = 0;
    struct arena a = {.command = "match"};
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"A", ARG_TEXT, &a.name[0], 0, 0, NULL, "the player to be measured, such as greedy, greedy@5ms or greedy@2000n"},
        {"B", ARG_TEXT, &a.name[1], 0, 0, NULL, "the player to measure it against; takes all other seats"},
        {"--games", ARG_NUMBER, &games, 1, 1000000000, "N", "how many games (1000; with --sprt at most 100000)"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", options_help()},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N",
         "the same seed gives the same deals (1); use a fresh one for claims"},
        {"--threads", ARG_NUMBER, &threads, 1, ARENA_THREADS_MAX, "N", "how many games at a time (one for each processor)"},
        {"--sprt", ARG_TEXT, &sprt, 0, 0, "E0,E1", "stop as soon as it is clear whether A is E0 or E1 Elo stronger"},
        {"--luck", ARG_FLAG, &a.luck, 0, 0, NULL, "also print the skill: wins without the luck of cards and dice (slower)"},
        {"--record", ARG_TEXT, &a.record, 0, 0, "DIR", "write a record of every game into this folder"},
        {"--strict", ARG_FLAG, &a.strict, 0, 0, NULL, "stop with exit code 3 when another program loses a turn"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "print JSON"},
        {.name = NULL},
    };
    int code = args_read("match", "measure one player against another, with the same deals for both", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    struct setup su = {0};
    if (sprt_read(sprt, &a.sprt) || match_setup("match", &su, name, seats, options))
        return 2;
    ir_assert(su.game && su.seats > 0);
    if (a.luck && !brain_find(su.game))
        return complain("match", "--luck needs a network, and %s has none", su.game->name);
    if (a.record && keep_folder("match", a.record)) {
        free(su.deck);
        return 2;
    }
    games = games ? games : sprt ? 100000 : 1000;
    a.setup = &su;
    a.seed = (uint64_t)seed;
    a.threads = (int)threads;
    a.groups = (games + su.seats - 1) / su.seats; /* round up to whole groups, so that no deal favours a seat */
    code = arena_play(&a);
    if (!code && json) {
        report_json(&a);
        putchar('\n');
    } else if (!code) {
        report_text(&a);
    }
    free(su.deck);
    return code ? code : a.interrupted ? 130 : 0;
}
