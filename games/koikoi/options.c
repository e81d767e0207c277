/* options.c: the options of Koi-Koi (KK1.2 - KK1.6), its presets (KK1.7), and which of them contradict each other. */
#include "koikoi.h"

static const char *const onoff[] = {"off", "on"};
static const char *const sensei[] = {"random", "0", "1"};
static const char *const bonus[] = {"double", "step", "plus", "none"};
static const char *const redeal[] = {"field4", "hand4", "strict", "off"};
static const char *const sets[] = {"add", "absorb"};
static const char *const last_card[] = {"ask", "stop"};
static const char *const exhaust[] = {"nothing", "dealer1", "last_yaku"};
static const char *const draw_dealer[] = {"same", "other"};
static const char *const purse[] = {"stop", "debt", "score"};

#define WORDS(w) .min = 0, .max = sizeof(w) / sizeof *(w)-1, .words = (w)

const struct ir_option koikoi_options[] = {
    [KK_ROUNDS] = {"rounds", 1, 99, 6, NULL, "KK1.2", "How many rounds the game has; 3, 6 and 12 are usual."},
    [KK_COINS] = {"coins", 1, 9999, 0, NULL, "KK1.2",
                  "Each player's purse at the start; by itself 25 for up to 3 rounds, 50 for up to 6, else 100."},
    [KK_SENSEI] = {"sensei", WORDS(sensei), .rule = "KK3.1", .help = "The seat that deals and leads in the first round."},
    [KK_SEVEN] = {"seven", WORDS(onoff), .def = 1, .rule = "KK7.2", .help = "Yaku worth 7 coins or more together pay double."},
    [KK_KOIKOI_BONUS] =
        {"koikoi_bonus", WORDS(bonus), .rule = "KK7.3",
         .help = "What the winner's own koi-koi calls do: double for each, times calls plus one, a coin each, or nothing."},
    [KK_COUNTER] = {"counter", WORDS(onoff), .def = 1, .rule = "KK7.4",
                    .help = "Winning after the opponent called koi-koi pays double."},
    [KK_NOBLES] = {"nobles", WORDS(onoff), .rule = "KK7.5", .help = "Bright cards on the table at the deal multiply the pay."},
    [KK_SAKE_PAIRS] = {"sake", WORDS(onoff), .def = 1, .rule = "KK1.4",
                       .help = "The sake cup makes a yaku with the moon and with the curtain."},
    [KK_SAKE_RAIN] = {"sake_rain", WORDS(onoff), .rule = "KK1.4",
                      .help = "The sake yaku do not count for whoever has the rain man."},
    [KK_SAKE_BOTH3] = {"sake_both3", WORDS(onoff), .rule = "KK1.4",
                       .help = "Both sake yaku together are worth 3 each instead of 5."},
    [KK_SAKE_NOBLES] = {"sake_nobles", WORDS(onoff), .rule = "KK1.4",
                        .help = "The sake yaku do not count beside three or more brights."},
    [KK_REDEAL] = {"redeal", WORDS(redeal), .rule = "KK1.5",
                   .help = "When to deal again: for a full suit on the table, in a hand too, for three of a suit or four "
                           "pairs too."},
    [KK_KOIKOI_LIMIT] = {"koikoi_limit", 0, 16, 0, NULL, "KK1.6",
                         "How often a player may call koi-koi in a round; 0: no limit."},
    [KK_LIMIT_SHARED] = {"limit_shared", WORDS(onoff), .rule = "KK1.6",
                         .help = "The limit counts both players' calls together."},
    [KK_SETS] = {"sets", WORDS(sets), .rule = "KK1.6",
                 .help = "Whether ino-shika-cho, aka-tan and ao-tan grow with further cards and replace tane and tanzaku."},
    [KK_RIBBONS_BOTH] = {"ribbons_both", 0, 99, 0, NULL, "KK1.6", "Extra coins for aka-tan and ao-tan together."},
    [KK_VIEWING_EARLY] = {"viewing_early", 0, 99, 5, NULL, "KK1.6",
                          "Worth of each sake yaku before its owner's first koi-koi."},
    [KK_VIEWING_LATE] = {"viewing_late", 0, 99, 5, NULL, "KK1.6", "Worth of each sake yaku after its owner's first koi-koi."},
    [KK_MONTH_OPTION] = {"month_cards", WORDS(onoff), .rule = "KK1.6",
                         .help = "4 coins for all four cards of the round's month."},
    [KK_TENHO_OPTION] = {"tenho", WORDS(onoff), .def = 1, .rule = "KK5.13",
                         .help = "A dealt hand with a full suit or four pairs can win at once."},
    [KK_LAST_CARD] = {"last_card", WORDS(last_card), .rule = "KK1.6",
                      .help = "Whether a yaku made on one's own last card ends the round without a choice."},
    [KK_EXHAUST] = {"exhaust", WORDS(exhaust), .rule = "KK6.3", .help = "What a round pays that runs out of cards."},
    [KK_DRAW_DEALER] = {"draw_dealer", WORDS(draw_dealer), .rule = "KK1.6",
                        .help = "Who leads after a drawn round: the same player, or the other."},
    [KK_PURSE] = {"purse", WORDS(purse), .rule = "KK7.7",
                  .help = "Nobody pays more than they have, or purses may go below zero, or the winner adds and nobody pays."},
    [KK_OPTIONS] = {.name = NULL},
};

const struct ir_preset koikoi_presets[] = {
    {"printed", "", "Nothing added, nothing left out."},
    {"nintendo",
     "koikoi_limit=1,limit_shared=on,koikoi_bonus=none,counter=on,seven=on,sets=absorb,exhaust=nothing,draw_dealer=other,"
     "redeal=strict,tenho=off,purse=score,rounds=12",
     "Twelve rounds for points, koi-koi once a round, as on many consoles."},
    {"arcade",
     "rounds=8,coins=30,purse=debt,redeal=hand4,last_card=stop,koikoi_bonus=plus,viewing_early=1,viewing_late=3,"
     "ribbons_both=10,exhaust=dealer1,tenho=off,seven=off,counter=off,nobles=off",
     "Eight rounds, 30 coins, a coin for each koi-koi, no multipliers."},
    {NULL, NULL, NULL},
};

static int refuse(char why[IR_WHY_MAX], const char *sentence)
{
    struct ir_text t;
    ir_text_start(&t, why, IR_WHY_MAX);
    ir_text_add(&t, "koikoi: %s", sentence);
    return 0;
}

int koikoi_options_check(int16_t *v, const uint8_t *given, char why[IR_WHY_MAX])
{
    if (v[KK_PURSE] == KK_PURSE_SCORE) {
        if (given[KK_COINS])
            return refuse(why, "option coins contradicts purse=score, where purses start at 0; leave coins out or choose "
                               "purse=stop or purse=debt");
        v[KK_COINS] = 0;
    } else if (v[KK_COINS] == 0) { /* KK1.2: the default follows rounds */
        v[KK_COINS] = v[KK_ROUNDS] <= 3 ? 25 : v[KK_ROUNDS] <= 6 ? 50 : 100;
    }
    if (v[KK_LIMIT_SHARED] && v[KK_KOIKOI_LIMIT] == 0)
        return refuse(why,
                      "option limit_shared=on contradicts koikoi_limit=0, which is no limit; set koikoi_limit to 1 or more");
    if (v[KK_SETS] == KK_SETS_ABSORB && v[KK_RIBBONS_BOTH])
        return refuse(
            why,
            "option ribbons_both contradicts sets=absorb, which sets that worth itself; choose ribbons_both=0 or sets=add");
    if (!v[KK_SAKE_PAIRS] && (v[KK_SAKE_RAIN] || v[KK_SAKE_BOTH3] || v[KK_SAKE_NOBLES]))
        return refuse(why, "option sake=off contradicts sake_rain, sake_both3 and sake_nobles, which change the sake yaku; "
                           "leave those off or choose sake=on");
    if (v[KK_SAKE_BOTH3] && (v[KK_VIEWING_EARLY] != 5 || v[KK_VIEWING_LATE] != 5))
        return refuse(why, "option sake_both3=on contradicts viewing_early and viewing_late other than 5; choose "
                           "sake_both3=off or leave those at 5");
    return 1;
}
