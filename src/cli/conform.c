/* conform.c: `irori conform GAME FILE`: hands somebody else's recorded games to the game that can read them
 * (games/NAME/conform.c). */
#include "cli.h"

#include "games_list.h"

#define DECLARE(name) int name##_conform(const char *path, const char *folder);
GAMES_WITH_CONFORM(DECLARE)

int conform_run(int argc, char **argv)
{
#define READER(name) {#name, name##_conform},
    static const struct {
        const char *game;
        int (*compare)(const char *path, const char *folder);
    } all[] = {GAMES_WITH_CONFORM(READER){NULL, NULL}};
    const char *game = NULL, *path = NULL, *folder = NULL;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &game, 0, 0, NULL, "which game; not every game has a reader for recorded games"},
        {"FILE", ARG_TEXT, &path, 0, 0, NULL, "the recorded games, in the form that game's reader expects"},
        {"--record", ARG_TEXT, &folder, 0, 0, "FOLDER", "also write each game there as a record, such as irori review reads"},
        {.name = NULL},
    };
    int code = args_read("conform", "replay somebody else's recorded games and compare", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    char known[200] = "";
    for (int i = 0; all[i].game; i++) {
        if (strcmp(all[i].game, game) == 0)
            return all[i].compare(path, folder);
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "", all[i].game);
    }
    return complain("conform", "there are no recorded games of '%.40s' to compare with; there are of %s", game, known);
}
