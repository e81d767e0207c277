/* plain_names.h: names of members of a view that mean something to a plain table, one that is drawn without knowing the game
 * (docs/adding-a-game.md). The terminal's has them from here (cli/words_plain.c), the page's with the catalogue. */
#ifndef IR_PLAIN_NAMES_H
#define IR_PLAIN_NAMES_H

/* In every view, and shown in a way of their own. */
#define PLAIN_KNOWN "game", "options", "seats", "seat", "turn", "legal"
/* Lists that stand beside the players if they have an entry for each seat. */
#define PLAIN_BY_SEAT                                                                                                          \
    "players", "hands", "score", "scores", "points", "coins", "chips", "money", "bid", "bids", "bet", "bets", "tricks", "won", \
        "lives", "shown", "passed", "captured", "pool", "pools", "counts"
/* Numbers that are seats. */
#define PLAIN_SEAT "seat", "mover", "dealer", "leader", "winner", "by"
/* What one holds oneself. */
#define PLAIN_OWN "hand", "card", "own"

#endif
