/* options.c: the options of Koi-Koi (KK1.2 - KK1.6, KK1.8 - KK1.11), its presets (KK1.7), and which of them contradict each
 * other. The worth of every yaku is in this one table. */
#include "koikoi.h"

static const char *const onoff[] = {"off", "on"};
static const char *const sensei[] = {"random", "0", "1"};
static const char *const bonus[] = {"double", "step", "plus", "none", "both"};
static const char *const nobles[] = {"off", "on", "times"};
static const char *const sake_rain[] = {"off", "on", "any"};
static const char *const tenho[] = {"off", "on", "suit", "pairs"};
static const char *const tenho_both[] = {"first", "void"};
static const char *const next_dealer[] = {"winner", "alternate"};
static const char *const lay[] = {"must", "free"};
static const char *const lightning[] = {"plain", "joker"};
static const char *const redeal[] = {"field4", "hand4", "strict", "off"};
static const char *const sets[] = {"add", "absorb"};
static const char *const last_card[] = {"ask", "stop"};
static const char *const exhaust[] = {"nothing", "dealer1", "last_yaku"};
static const char *const draw_dealer[] = {"same", "other"};
static const char *const purse[] = {"stop", "debt", "score"};

#define WORDS(w) .min = 0, .max = sizeof(w) / sizeof *(w)-1, .words = (w)

const struct ir_option koikoi_options[] = {
    [KK_ROUNDS] = {"rounds", 1, 99, 6, NULL, IR_HELP("KK1.2"),
                   IR_HELP(
                       "How many rounds the game has: 3 is a short game, 6 and 12 are usual. A rated game keeps its preset's "
                       "number.")},
    [KK_COINS] = {"coins", 1, 9999, 0, NULL, IR_HELP("KK1.2"),
                  IR_HELP("Each player's purse at the start; by itself 25 for up to 3 rounds, 50 for up to 6, else 100.")},
    [KK_SENSEI] = {"sensei", WORDS(sensei), .rule = IR_HELP("KK3.1"),
                   .help = IR_HELP("The seat that deals and leads in the first round.")},
    [KK_SEVEN] = {"seven", WORDS(onoff), .def = 1, .rule = IR_HELP("KK7.2"),
                  .help = IR_HELP("Yaku worth 7 coins or more together pay double.")},
    [KK_KOIKOI_BONUS] = {"koikoi_bonus", WORDS(bonus), .rule = IR_HELP("KK7.3"),
                         .help = IR_HELP("What koi-koi calls do for the winner: double for each own, times own calls plus one, "
                                         "a coin for each, nothing, or "
                                         "times the calls of both plus one.")},
    [KK_COUNTER] = {"counter", WORDS(onoff), .def = 1, .rule = IR_HELP("KK7.4"),
                    .help = IR_HELP("Winning after the opponent called koi-koi pays double.")},
    [KK_NOBLES] = {"nobles", WORDS(nobles), .rule = IR_HELP("KK7.5"),
                   .help = IR_HELP(
                       "Bright cards on the table at the deal multiply the pay: by one more than there are, or by as many "
                       "as there are.")},
    [KK_SAKE_PAIRS] = {"sake", WORDS(onoff), .def = 1, .rule = IR_HELP("KK1.4"),
                       .help = IR_HELP("The sake cup makes a yaku with the moon and with the curtain.")},
    [KK_SAKE_RAIN] = {"sake_rain", WORDS(sake_rain), .rule = IR_HELP("KK1.4"),
                      .help = IR_HELP("The sake yaku do not count for whoever has the rain man, or any willow card.")},
    [KK_SAKE_BOTH3] = {"sake_both3", WORDS(onoff), .rule = IR_HELP("KK1.4"),
                       .help = IR_HELP("Both sake yaku together are worth 3 each instead of 5.")},
    [KK_SAKE_NOBLES] = {"sake_nobles", WORDS(onoff), .rule = IR_HELP("KK1.4"),
                        .help =
                            IR_HELP("The sake yaku and the yaku of brights do not add up: only the side worth more counts.")},
    [KK_REDEAL] = {"redeal", WORDS(redeal), .rule = IR_HELP("KK1.5"),
                   .help =
                       IR_HELP("When to deal again: for a full suit on the table, in a hand too, for three of a suit or four "
                               "pairs too.")},
    [KK_KOIKOI_LIMIT] = {"koikoi_limit", 0, 16, 0, NULL, IR_HELP("KK1.6"),
                         IR_HELP("How often a player may call koi-koi in a round; 0: no limit.")},
    [KK_LIMIT_SHARED] = {"limit_shared", WORDS(onoff), .rule = IR_HELP("KK1.6"),
                         .help = IR_HELP("The limit counts both players' calls together.")},
    [KK_SETS] = {"sets", WORDS(sets), .rule = IR_HELP("KK1.6"),
                 .help = IR_HELP(
                     "Whether ino-shika-cho, aka-tan and ao-tan grow with further cards and replace tane and tanzaku.")},
    [KK_RIBBONS_BOTH] = {"ribbons_both", 0, 99, 0, NULL, IR_HELP("KK1.6"),
                         IR_HELP("Extra coins for aka-tan and ao-tan together.")},
    [KK_VIEWING_EARLY] = {"viewing_early", 0, 99, 5, NULL, IR_HELP("KK1.6"),
                          IR_HELP("Worth of each sake yaku before its owner's first koi-koi.")},
    [KK_VIEWING_LATE] = {"viewing_late", 0, 99, 5, NULL, IR_HELP("KK1.6"),
                         IR_HELP("Worth of each sake yaku after its owner's first koi-koi.")},
    [KK_MONTH_OPTION] = {"month_cards", WORDS(onoff), .rule = IR_HELP("KK1.6"),
                         .help = IR_HELP("4 coins for all four cards of the round's month.")},
    [KK_TENHO_OPTION] = {"tenho", WORDS(tenho), .def = 1, .rule = IR_HELP("KK5.13"),
                         .help = IR_HELP(
                             "A dealt hand with a full suit or four pairs can win at once; or only one of the two kinds.")},
    [KK_LAST_CARD] = {"last_card", WORDS(last_card), .rule = IR_HELP("KK1.6"),
                      .help = IR_HELP("Whether a yaku made on one's own last card ends the round without a choice.")},
    [KK_EXHAUST] = {"exhaust", WORDS(exhaust), .rule = IR_HELP("KK6.3"),
                    .help = IR_HELP("What a round pays that runs out of cards.")},
    [KK_DRAW_DEALER] = {"draw_dealer", WORDS(draw_dealer), .rule = IR_HELP("KK1.6"),
                        .help = IR_HELP("Who leads after a drawn round: the same player, or the other.")},
    [KK_PURSE] = {"purse", WORDS(purse), .rule = IR_HELP("KK7.7"),
                  .help = IR_HELP(
                      "Nobody pays more than they have, or purses may go below zero, or the winner adds and nobody pays.")},
    [KK_WORTH_KASU] = {"kasu", 0, 99, 1, NULL, IR_HELP("KK1.8"),
                       IR_HELP("Coins of kasu, the row of plain cards; 0: it does not exist.")},
    [KK_WORTH_TANE] = {"tane", 0, 99, 1, NULL, IR_HELP("KK1.8"),
                       IR_HELP("Coins of tane, the row of animals; 0: it does not exist.")},
    [KK_WORTH_TANZAKU] = {"tanzaku", 0, 99, 1, NULL, IR_HELP("KK1.8"),
                          IR_HELP("Coins of tanzaku, the row of ribbons; 0: it does not exist.")},
    [KK_WORTH_SANKO] = {"sanko", 0, 99, 5, NULL, IR_HELP("KK1.8"),
                        IR_HELP("Coins of sanko, three brights; 0: it does not exist.")},
    [KK_WORTH_AME_SHIKO] = {"ame_shiko", 0, 99, 7, NULL, IR_HELP("KK1.8"),
                            IR_HELP("Coins of ame-shiko, three brights and the rain man; 0: it does not exist.")},
    [KK_WORTH_SHIKO] = {"shiko", 0, 99, 8, NULL, IR_HELP("KK1.8"),
                        IR_HELP("Coins of shiko, four brights; 0: it does not exist.")},
    [KK_WORTH_GOKO] = {"goko", 0, 99, 10, NULL, IR_HELP("KK1.8"),
                       IR_HELP("Coins of goko, all five brights; 0: it does not exist.")},
    [KK_WORTH_INO_SHIKA_CHO] = {"ino_shika_cho", 0, 99, 5, NULL, IR_HELP("KK1.8"),
                                IR_HELP("Coins of ino-shika-cho; 0: it does not exist.")},
    [KK_WORTH_AKA_TAN] = {"aka_tan", 0, 99, 5, NULL, IR_HELP("KK1.8"),
                          IR_HELP("Coins of aka-tan, the poetry ribbons; 0: it does not exist.")},
    [KK_WORTH_AO_TAN] = {"ao_tan", 0, 99, 5, NULL, IR_HELP("KK1.8"),
                         IR_HELP("Coins of ao-tan, the blue ribbons; 0: it does not exist.")},
    [KK_WORTH_MONTH] = {"month_coins", 1, 99, 4, NULL, IR_HELP("KK1.8"),
                        IR_HELP("Coins of the four cards of the round's month, where they count.")},
    [KK_WORTH_KUSA_TAN] =
        {"kusa_tan", 0, 99, 0, NULL, IR_HELP("KK5.15"),
         IR_HELP("Coins of kusa-tan, the plain red ribbons of wisteria, iris and bush clover; 0: it does not exist.")},
    [KK_WORTH_AME_SANKO] = {"ame_sanko", 0, 99, 0, NULL, IR_HELP("KK5.16"),
                            IR_HELP("Coins of ame-sanko, two brights and the rain man; 0: it does not exist.")},
    [KK_WORTH_SHIMA] = {"shima", 0, 99, 0, NULL, IR_HELP("KK5.17"),
                        IR_HELP("Coins of each shima, all four cards of a month; 0: it does not exist.")},
    [KK_FROM_KASU] = {"kasu_from", 5, 15, 10, NULL, IR_HELP("KK1.9"), IR_HELP("So many plain cards make kasu.")},
    [KK_FROM_TANE] = {"tane_from", 3, 9, 5, NULL, IR_HELP("KK1.9"), IR_HELP("So many animals make tane.")},
    [KK_FROM_TANZAKU] = {"tanzaku_from", 3, 10, 5, NULL, IR_HELP("KK1.9"), IR_HELP("So many ribbons make tanzaku.")},
    [KK_FURTHER] = {"further", 0, 9, 1, NULL, IR_HELP("KK1.9"),
                    IR_HELP("Coins for each further card of kasu, tane and tanzaku.")},
    [KK_SAKE_PLAIN] = {"sake_plain", WORDS(onoff), .def = 1, .rule = IR_HELP("KK1.9"),
                       .help = IR_HELP("The sake cup counts as a plain card too.")},
    [KK_WORTH_TENHO] = {"tenho_coins", 1, 99, 6, NULL, IR_HELP("KK1.10"), IR_HELP("Coins of a tenho.")},
    [KK_WORTH_DOUBLE_TENHO] = {"tenho_double", 1, 99, 14, NULL, IR_HELP("KK1.10"),
                               IR_HELP("Coins of a double tenho, two complete suits.")},
    [KK_TENHO_TIMES] = {"tenho_times", WORDS(onoff), .def = 1, .rule = IR_HELP("KK1.10"),
                        .help = IR_HELP("Multipliers count for tenho too.")},
    [KK_TENHO_BOTH] = {"tenho_both", WORDS(tenho_both), .rule = IR_HELP("KK1.10"),
                       .help = IR_HELP("If both dealt hands are tenho: who moves first declares first, or the deal is void.")},
    [KK_DEALER_COINS] = {"dealer_coins", 1, 99, 1, NULL, IR_HELP("KK1.11"),
                         IR_HELP("Coins that the sensei gets for a round that runs out of cards, where there are any.")},
    [KK_NEXT_DEALER] = {"next_dealer", WORDS(next_dealer), .rule = IR_HELP("KK3.3"),
                        .help = IR_HELP("Who is sensei next: the winner of the round, or the players in turn.")},
    [KK_TARGET] = {"target", 0, 9999, 0, NULL, IR_HELP("KK8.1"),
                   IR_HELP("Whoever has so many coins or more after a round ends the game; 0: no target.")},
    [KK_LAY] = {"lay", WORDS(lay), .rule = IR_HELP("KK4.6"),
                .help = IR_HELP("Whether a card of the hand that matches must capture, or may be laid on the table instead.")},
    [KK_LIGHTNING] = {"lightning", WORDS(lightning), .rule = IR_HELP("KK4.7"),
                      .help = IR_HELP("Whether the lightning card is a willow like others, or a joker that takes any card.")},
    [KK_OPTIONS] = {.name = NULL},
};

const struct ir_preset koikoi_presets[] = {
    {"printed", "", IR_HELP("Nothing added, nothing left out.")},
    {"nintendo",
     "koikoi_limit=1,limit_shared=on,koikoi_bonus=none,counter=on,seven=on,sets=absorb,exhaust=nothing,draw_dealer=other,"
     "redeal=strict,tenho=off,purse=score,rounds=12",
     IR_HELP("Twelve rounds for points, koi-koi once a round, as on many consoles.")},
    {"arcade",
     "rounds=8,coins=30,purse=debt,redeal=hand4,last_card=stop,koikoi_bonus=plus,viewing_early=1,viewing_late=3,"
     "ribbons_both=10,exhaust=dealer1,tenho=off,seven=off,counter=off,nobles=off",
     IR_HELP("Eight rounds, 30 coins, a coin for each koi-koi, no multipliers.")},
    {"hanafubuki", "rounds=12,purse=score,koikoi_bonus=none,tenho_times=off,tenho_both=void",
     IR_HELP("Twelve rounds for points: koi-koi helps only the opponent, 7 or more doubles.")},
    {"bga_soft", "koikoi_bonus=both,nobles=times,seven=off,counter=off,tenho_times=off",
     IR_HELP("Every koi-koi of either player and every bright on the table raise the pay.")},
    {"bga_hard", "koikoi_bonus=none,tenho_times=off",
     IR_HELP("Koi-koi helps only the opponent, 7 or more doubles; for coins.")},
    {"flash",
     "rounds=12,purse=score,seven=off,counter=off,koikoi_bonus=none,sake=off,sanko=6,ame_shiko=8,shiko=10,goko=15,aka_tan=6,"
     "ao_tan=6,month_cards=on,exhaust=dealer1,dealer_coins=6,tenho=off",
     IR_HELP("Dearer brights and ribbons, cards of the month, 6 points to the sensei for a drawn round.")},
    {NULL, NULL, NULL},
};

/* Options that contradict each other; `options` names them, the one to change first. */
enum {
    KK_E_COINS_SCORE,
    KK_E_SHARED_NO_LIMIT,
    KK_E_RIBBONS_ABSORB,
    KK_E_SAKE_OFF,
    KK_E_SAKE_BOTH3,
    KK_E_TENHO_OFF,
    KK_E_DEALER_COINS,
    KK_E_MONTH_COINS,
    KK_E_DRAW_DEALER,
    KK_E_TARGET,
    KK_E_KINDS
};
const struct ir_error_kind koikoi_errors[] = {
    [KK_E_COINS_SCORE] = {"koikoi-coins-points", "options:s",
                          IR_SAYS("koikoi: option coins contradicts purse=score, where purses start at 0; leave coins out or "
                                  "choose purse=stop or purse=debt")},
    [KK_E_SHARED_NO_LIMIT] = {"koikoi-shared-no-limit", "options:s",
                              IR_SAYS("koikoi: option limit_shared=on contradicts koikoi_limit=0, which is no limit; set "
                                      "koikoi_limit to 1 or more")},
    [KK_E_RIBBONS_ABSORB] = {"koikoi-ribbons-absorb", "options:s",
                             IR_SAYS("koikoi: option ribbons_both contradicts sets=absorb, which sets that worth itself; "
                                     "choose ribbons_both=0 or sets=add")},
    [KK_E_SAKE_OFF] = {"koikoi-sake-off", "options:s",
                       IR_SAYS("koikoi: option sake=off contradicts sake_rain, sake_both3 and sake_nobles, which change the "
                               "sake yaku; leave those off or choose sake=on")},
    [KK_E_SAKE_BOTH3] = {"koikoi-sake-both", "options:s",
                         IR_SAYS("koikoi: option sake_both3=on contradicts viewing_early and viewing_late other than 5; choose "
                                 "sake_both3=off or leave those at 5")},
    [KK_E_TENHO_OFF] = {"koikoi-tenho-off", "options:s",
                        IR_SAYS("koikoi: option tenho=off contradicts tenho_coins, tenho_double, tenho_times and tenho_both, "
                                "which change tenho; leave those out or choose tenho=on")},
    [KK_E_DEALER_COINS] = {"koikoi-dealer-coins", "options:s",
                           IR_SAYS("koikoi: option dealer_coins needs exhaust=dealer1, which pays the sensei; leave it at 1 or "
                                   "choose that")},
    [KK_E_MONTH_COINS] = {"koikoi-month-coins", "options:s",
                          IR_SAYS("koikoi: option month_coins needs month_cards=on; leave it at 4 or choose that")},
    [KK_E_DRAW_DEALER] = {"koikoi-draw-dealer", "options:s",
                          IR_SAYS("koikoi: option draw_dealer contradicts next_dealer=alternate, where the players deal in "
                                  "turn; leave draw_dealer out or choose next_dealer=winner")},
    [KK_E_TARGET] = {"koikoi-target", "options:s coins:n",
                     IR_SAYS("koikoi: option target must be more than coins ({coins}), else the game is over before it begins; "
                             "raise target or lower coins")},
    [KK_E_KINDS] = {NULL, NULL, NULL},
};

static int refuse(char why[IR_WHY_MAX], int kind, const char *options)
{
    ir_refuse(why, &koikoi_errors[kind], options);
    return 0;
}

int koikoi_options_check(int16_t *v, const uint8_t *given, char why[IR_WHY_MAX])
{
    if (v[KK_PURSE] == KK_PURSE_SCORE) {
        if (given[KK_COINS])
            return refuse(why, KK_E_COINS_SCORE, "coins purse");
        v[KK_COINS] = 0;
    } else if (v[KK_COINS] == 0) { /* KK1.2: the default follows rounds */
        v[KK_COINS] = v[KK_ROUNDS] <= 3 ? 25 : v[KK_ROUNDS] <= 6 ? 50 : 100;
    }
    if (v[KK_LIMIT_SHARED] && v[KK_KOIKOI_LIMIT] == 0)
        return refuse(why, KK_E_SHARED_NO_LIMIT, "limit_shared koikoi_limit");
    if (v[KK_SETS] == KK_SETS_ABSORB && v[KK_RIBBONS_BOTH])
        return refuse(why, KK_E_RIBBONS_ABSORB, "ribbons_both sets");
    if (!v[KK_SAKE_PAIRS] && (v[KK_SAKE_RAIN] || v[KK_SAKE_BOTH3] || v[KK_SAKE_NOBLES]))
        return refuse(why, KK_E_SAKE_OFF,
                      v[KK_SAKE_RAIN]    ? "sake_rain sake"
                      : v[KK_SAKE_BOTH3] ? "sake_both3 sake"
                                         : "sake_nobles sake");
    if (v[KK_SAKE_BOTH3] && (v[KK_VIEWING_EARLY] != 5 || v[KK_VIEWING_LATE] != 5))
        return refuse(why, KK_E_SAKE_BOTH3, v[KK_VIEWING_EARLY] != 5 ? "viewing_early sake_both3" : "viewing_late sake_both3");
    if (v[KK_TENHO_OPTION] == KK_TENHO_OFF &&
        (v[KK_WORTH_TENHO] != 6 || v[KK_WORTH_DOUBLE_TENHO] != 14 || !v[KK_TENHO_TIMES] || v[KK_TENHO_BOTH]))
        return refuse(why, KK_E_TENHO_OFF,
                      v[KK_WORTH_TENHO] != 6           ? "tenho_coins tenho"
                      : v[KK_WORTH_DOUBLE_TENHO] != 14 ? "tenho_double tenho"
                      : !v[KK_TENHO_TIMES]             ? "tenho_times tenho"
                                                       : "tenho_both tenho");
    if (v[KK_DEALER_COINS] != 1 && v[KK_EXHAUST] != KK_EXHAUST_DEALER1)
        return refuse(why, KK_E_DEALER_COINS, "dealer_coins exhaust");
    if (v[KK_WORTH_MONTH] != 4 && !v[KK_MONTH_OPTION])
        return refuse(why, KK_E_MONTH_COINS, "month_coins month_cards");
    if (v[KK_NEXT_DEALER] == KK_NEXT_ALTERNATE) {
        if (given[KK_DRAW_DEALER])
            return refuse(why, KK_E_DRAW_DEALER, "draw_dealer next_dealer");
        v[KK_DRAW_DEALER] = KK_DRAW_SAME; /* it says nothing then */
    }
    if (v[KK_TARGET] && v[KK_TARGET] <= v[KK_COINS]) {
        ir_refuse(why, &koikoi_errors[KK_E_TARGET], "target coins", v[KK_COINS]);
        return 0;
    }
    return 1;
}
