/* main.c: the program `irori`: finds and calls the subcommand. */
#include "cli.h"
#ifdef IR_FULL_SCREEN
#include "full.h"
#endif
#include "screen.h"
#include "speech.h"

_Noreturn void ir_panic(const char *what, const char *file, int line);
_Noreturn void ir_panic(const char *what, const char *file, int line)
{
#ifdef IR_FULL_SCREEN
    full_stop();
#endif
    fprintf(stderr, "irori: this is a bug in irori, not your mistake: %s (%s:%d). Please report it.\n", what, file, line);
    abort();
}

static const struct command commands[] = {
#ifndef IR_WITHOUT_SERVER
    {"serve", mark("a table for everyone, over the network: a page in the browser"), serve_run, 0},
    {"store", mark("copy, back up or check where a server keeps its games"), store_run, 0},
    {"join", mark("sit down at a table of a server, or watch it"), join_run, 1},
    {"admin", mark("what the owner of a running server does: people, bans, reports"), admin_run, 0},
#endif
    {"play", mark("play a game here, against bots or friends at the same screen"), play_run, 1},
    {"sim", mark("let bots play many games and print statistics"), sim_run, 0},
    {"match", mark("measure one player against another, with the same deals for both"), match_run, 0},
    {"tournament", mark("everybody against everybody, and a rating for each"), tournament_run, 0},
    {"bot", mark("lend a bot to another program"), bot_run, 0},
    {"replay", mark("step through a recorded game, or check it"), replay_run, 1},
    {"review", mark("explain recorded games: what moves cost, and how much was luck"), review_run, 1},
    {"audit", mark("deal a recorded game again from its revealed secret"), audit_run, 0},
    {"conform", mark("replay somebody else's recorded games and compare"), conform_run, 0},
    {"rules", mark("show the rules of a game"), rules_run, 1},
    {"export", mark("the decisions of recorded games as JSON lines"), export_run, 0},
    {"perft", mark("count the sequences of decisions from the start of a game"), perft_run, 0},
    {"schema", mark("the JSON Schema of what a seat sees and is told"), schema_run, 0},
    {"bench", mark("measure the speed of the rules"), bench_run, 0},
    {"train", mark("train the network of a game by self-play"), train_run, 0},
    {NULL, NULL, NULL, 0},
};

static void help(FILE *out)
{
    int width = out == stdout ? screen_width() : 0, narrow = width && width < 50;
    fprintf(out, "%s\n\n  irori COMMAND [ARGUMENTS]\n\n", tr("irori: a table for card games."));
    for (const struct command *c = commands; c->name; c++) {
        fprintf(out, "  %-12s%s", c->name, narrow ? "\n    " : "");
        wrap(out, tr(c->summary), strlen(tr(c->summary)), width, narrow ? 4 : 14, narrow ? 4 : 14);
        fputc('\n', out);
    }
    const char *list = "";
    for (const struct ir_game *const *g = ir_games; *g; g++)
        list = also(list, (*g)->name);
    const char *more = phrase("Games: {list}.  More on each command: irori COMMAND --help", "list", list);
    fputc('\n', out);
    wrap(out, more, strlen(more), width, 0, 0);
    fputc('\n', out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        speech_start();
        help(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        speech_start();
        help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("irori " IR_VERSION);
        return 0;
    }
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(argv[1], c->name) == 0) {
            if (c->for_players)
                speech_start();
            int code = c->run(argc - 2, argv + 2);
            if (fflush(stdout) == 0 && !ferror(stdout))
                return code;
            fputs("irori: the output could not be written (is the disk full, or the reader gone?)\n", stderr);
            return 1;
        }
    if (strcmp(argv[1], "completions") == 0) /* for shells and packagers: not in the list that players read */
        return completions_run(commands, argc - 2, argv + 2);
    fprintf(stderr, "irori: there is no command '%.40s'; irori --help lists them\n", argv[1]);
    return 2;
}
