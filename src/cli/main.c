/* main.c: the program `irori`: finds and calls the subcommand. */
#include "cli.h"

_Noreturn void ir_panic(const char *what, const char *file, int line);
_Noreturn void ir_panic(const char *what, const char *file, int line)
{
    fprintf(stderr, "irori: this is a bug in irori, not your mistake: %s (%s:%d). Please report it.\n", what, file, line);
    abort();
}

static const struct command commands[] = {
    {"serve", "a table for everyone, over the network: a page in the browser", serve_run},
    {"store", "copy, back up or check where a server keeps its games", store_run},
    {"play", "play a game here, against bots or friends at the same screen", play_run},
    {"sim", "let bots play many games and print statistics", sim_run},
    {"match", "measure one player against another, with the same deals for both", match_run},
    {"tournament", "everybody against everybody, and a rating for each", tournament_run},
    {"bot", "lend a bot to another program", bot_run},
    {"replay", "step through a recorded game, or check it", replay_run},
    {"review", "explain recorded games: what moves cost, and how much was luck", review_run},
    {"audit", "deal a recorded game again from its revealed secret", audit_run},
    {"conform", "replay somebody else's recorded games and compare", conform_run},
    {"rules", "show the rules of a game", rules_run},
    {"bench", "measure the speed of the rules", bench_run},
    {"train", "train the network of a game by self-play", train_run},
    {NULL, NULL, NULL},
};

static void help(FILE *out)
{
    fputs("irori: a table for card games.\n\n  irori COMMAND [ARGUMENTS]\n\n", out);
    for (const struct command *c = commands; c->name; c++)
        fprintf(out, "  %-12s%s\n", c->name, c->summary);
    fputs("\nGames: ", out);
    for (const struct ir_game *const *g = ir_games; *g; g++)
        fprintf(out, "%s%s", g == ir_games ? "" : ", ", (*g)->name);
    fputs(".  More on each command: irori COMMAND --help\n", out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("irori " IR_VERSION);
        return 0;
    }
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(argv[1], c->name) == 0) {
            int code = c->run(argc - 2, argv + 2);
            if (fflush(stdout) == 0 && !ferror(stdout))
                return code;
            fputs("irori: the output could not be written (is the disk full, or the reader gone?)\n", stderr);
            return 1;
        }
    fprintf(stderr, "irori: there is no command '%.40s'; irori --help lists them\n", argv[1]);
    return 2;
}
