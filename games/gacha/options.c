/* options.c: the options of Gacha and its presets. Limits that depend on the number of players are checked in
 * deck.c, where that number is known. */
#include "gacha.h"

static const char *const deck[] = {"standard", "custom"};
static const char *const first[] = {"random", "0", "1", "2", "3", "4", "5"};
static const char *const end[] = {"printed", "round"};

#define WORDS(w) .min = 0, .max = sizeof(w) / sizeof *(w)-1, .words = (w)

const struct ir_option gacha_options[] = {
    [GA_DECK] = {"deck", WORDS(deck), .rule = IR_HELP("GA9.1"),
                 .help = IR_HELP("The rewards, gacha cards and tokens to play with.")},
    [GA_FIRST] = {"first", WORDS(first), .rule = IR_HELP("GA2.4"), .help = IR_HELP("The seat that begins.")},
    [GA_TOKENS_TURN] = {"tokens_turn", 0, 16, 0, NULL, IR_HELP("GA2.3"),
                        IR_HELP("One-more-turn tokens in play; all three numbers 0: drawn at random from the box.")},
    [GA_TOKENS_JOKER] = {"tokens_joker", 0, 16, 0, NULL, IR_HELP("GA2.3"), IR_HELP("Two-jokers tokens in play.")},
    [GA_TOKENS_POINTS] = {"tokens_points", 0, 16, 0, NULL, IR_HELP("GA2.3"), IR_HELP("Three-points tokens in play.")},
    [GA_END] = {"end", WORDS(end), .rule = IR_HELP("GA7.1"),
                .help = IR_HELP(
                    "After the end is triggered: one last turn for every other player, or only to the end of the round.")},
    [GA_OPTIONS] = {.name = NULL},
};

const struct ir_preset gacha_presets[] = {
    {"printed", "", IR_HELP("Nothing added, nothing left out.")},
    {"round", "end=round", IR_HELP("Everyone has the same number of turns, which takes away most of the first player's edge.")},
    {NULL, NULL, NULL},
};

int gacha_tokens_in_play(int seats) /* GA2.3 */
{
    static const uint8_t tokens[IR_SEATS_MAX + 1] = {0, 0, 5, 6, 8, 10, 12};
    return tokens[seats];
}
