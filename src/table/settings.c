/* settings.c: the settings of a table, as text and back. The same code reads the options of a game. */
#include "table.h"

#ifdef IR_TERSE /* no slow games: table.h */
enum { CLOCK_MAX = IR_CLOCK_GAME };
#else
enum { CLOCK_MAX = IR_CLOCK_SLOW };
#endif
static const char *const off_on[] = {"off", "on"};
static const char *const clocks[] = {"none", "move", "game", "slow"};
static const char *const lates[] = {"wait", "bot"};

const struct ir_option ir_settings[] = {
    [IR_SET_CLOCK] = {"clock", 0, CLOCK_MAX, 0, clocks, "",
                      IR_HELP("Whether time is limited: never, for each move, for the whole game, or slowly: hours for each "
                              "move, in a game for days.")},
    [IR_SET_SECONDS] = {"seconds", 5, 14400, 60, NULL, "",
                        IR_HELP("Seconds for each move, or for the whole game of each player.")},
    [IR_SET_INCREMENT] = {"increment", 0, 600, 5, NULL, "",
                          IR_HELP("With a clock for the whole game: seconds added for each move.")},
    [IR_SET_HOURS] = {"hours", 1, 336, 24, NULL, "",
                      IR_HELP("In a slow game: hours for each move. They pass whether anybody is here or not.")},
    [IR_SET_LATE] = {"late", 0, 1, 0, lates, "",
                     IR_HELP(
                         "In a slow game, when a player's hours are over: the others wait or end the game, or a bot plays.")},
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
#ifndef IR_TERSE
    [IR_SET_RATED] = {"rated", 0, 1, 0, off_on, "",
                      IR_HELP("Whether the game counts for the ratings of those who play. There are no hints, no coach and no "
                              "moves that are taken back then. Positions from it may become puzzles, without names.")},
#endif
    [IR_SETTINGS] = {.name = NULL},
};

const struct ir_pace ir_paces[] = {
    {"quick", "clock=move,seconds=60"}, {"calm", ""}, {"slow", "clock=slow,hours=24"}, {NULL, NULL}};

const struct ir_pace *ir_pace_find(const char *name)
{
    const struct ir_pace *p = ir_paces;
    while (p->name && !text_equal(p->name, name))
        p++;
    return p->name ? p : NULL;
}

static const struct ir_preset usual[] = {{"usual", "", IR_HELP("No clock.")}, {NULL, NULL, NULL}};
static const struct ir_game settings = {.name = "a table", .option = ir_settings, .preset = usual};

int ir_settings_parse(const char *text, int16_t value[IR_SETTINGS], char why[IR_WHY_MAX])
{
    int16_t all[IR_OPTIONS_MAX];
    int error = ir_options_parse(&settings, text, all, why);
    if (!error)
        memcpy(value, all, IR_SETTINGS * sizeof *value);
#ifndef IR_TERSE
    if (!error && value[IR_SET_RATED])
        value[IR_SET_UNDO] = value[IR_SET_HINTS] = value[IR_SET_COACH] = 0;
#endif
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

#ifndef IR_TERSE
const char *ir_settings_pace(const int16_t value[IR_SETTINGS])
{
    int clock = value[IR_SET_CLOCK];
    return clock == IR_CLOCK_SLOW ? "slow" : clock == IR_CLOCK_NONE ? "calm" : "quick";
}
#endif
