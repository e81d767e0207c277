/* options.c: the options of PiKiT and its presets. */
#include "pikit.h"

static const char *const deck[] = {"standard", "second", "custom"};
static const char *const first[] = {"random", "0", "1", "2", "3"};
static const char *const onoff[] = {"off", "on"};

#define WORDS(w) .min = 0, .max = sizeof(w) / sizeof *(w)-1, .words = (w)

const struct ir_option pikit_options[] = {
    [PK_DECK] = {"deck", WORDS(deck), .rule = IR_HELP("PK10.1"),
                 .help =
                     IR_HELP("How many cards there are of each number: the standard list, the second, or a list of your own.")},
    [PK_FIRST] = {"first", WORDS(first), .rule = IR_HELP("PK2.5"),
                  .help = IR_HELP("The seat that begins (the youngest player); it must be one that plays.")},
    [PK_MEMORY] = {"memory", WORDS(onoff), .def = 1, .rule = IR_HELP("PK8.3"),
                   .help = IR_HELP("Clients show what everybody could remember of each hand.")},
    [PK_OPTIONS] = {.name = NULL},
};

const struct ir_preset pikit_presets[] = {
    {"printed", "", IR_HELP("The printed rules, with a memory aid.")},
    {"expert", "memory=off", IR_HELP("The printed rules; everybody remembers the cards alone.")},
    {"second", "deck=second", IR_HELP("The printed rules with the other list of cards that fits the box.")},
    {NULL, NULL, NULL},
};
