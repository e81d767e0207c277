/* settings.c: the settings of a table, as text and back. The same code reads the options of a game. */
#include "table.h"

static const char *const off_on[] = {"off", "on"};
static const char *const clocks[] = {"none", "move", "game"};

const struct ir_option ir_settings[] = {
    [IR_SET_CLOCK] = {"clock", 0, 2, 0, clocks, "",
                      IR_HELP("Whether time is limited: never, for each move, or for the whole game.")},
    [IR_SET_SECONDS] = {"seconds", 5, 14400, 60, NULL, "",
                        IR_HELP("Seconds for each move, or for the whole game of each player.")},
    [IR_SET_INCREMENT] = {"increment", 0, 600, 5, NULL, "",
                          IR_HELP("With a clock for the whole game: seconds added for each move.")},
    [IR_SET_REACTION] = {"reaction", 0, 60, 4, NULL, "",
                         IR_HELP("Seconds for the answers to a secret question; 0: until all have answered.")},
    [IR_SET_ABSENT] = {"absent", 0, 14400, 120, NULL, "",
                       IR_HELP("Seconds after which the others may let a bot play for somebody who does not move; 0: never.")},
    [IR_SET_UNDO] = {"undo", 0, 1, 1, off_on, "",
                     IR_HELP("Whether a move may be taken back, if all agree and nothing new was revealed.")},
    [IR_SET_HINTS] = {"hints", 0, 1, 1, off_on, "", IR_HELP("Whether players may ask a bot for advice.")},
    [IR_SET_COACH] = {"coach", 0, 1, 0, off_on, "",
                      IR_HELP("Whether a bot helps everybody: it asks before a costly slip and marks every move.")},
    [IR_SET_WATCH] = {"watch", 0, 1, 1, off_on, "", IR_HELP("Whether people without a seat may watch.")},
    [IR_SET_LISTED] = {"listed", 0, 1, 0, off_on, "", IR_HELP("Whether the table is in the public list of open tables.")},
    [IR_SETTINGS] = {.name = NULL},
};

static const struct ir_preset usual[] = {{"usual", "", IR_HELP("No clock.")}, {NULL, NULL, NULL}};
static const struct ir_game settings = {.name = "a table", .option = ir_settings, .preset = usual};

int ir_settings_parse(const char *text, int16_t value[IR_SETTINGS], char why[IR_WHY_MAX])
{
    int16_t all[IR_OPTIONS_MAX];
    int error = ir_options_parse(&settings, text, all, why);
    if (!error)
        memcpy(value, all, IR_SETTINGS * sizeof *value);
    return error;
}

void ir_settings_print(const int16_t value[IR_SETTINGS], struct ir_text *t)
{
    const char *comma = "";
    for (int i = 0; i < IR_SETTINGS; i++)
        if (value[i] != ir_settings[i].def) {
            ir_text_add(t, "%s%s=", comma, ir_settings[i].name);
            ir_option_print(&ir_settings[i], value[i], t);
            comma = ",";
        }
}
