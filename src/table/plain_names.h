/* plain_names.h: names in a view that have a meaning on a plain table, which is drawn without knowing the game
 * (docs/adding-a-game.md). The terminal includes them (cli/words_plain.c); the page gets them with the catalogue. */
#ifndef IR_PLAIN_NAMES_H
#define IR_PLAIN_NAMES_H

/* In every view; not shown as rows. */
#define PLAIN_KNOWN "game", "options", "seats", "seat", "turn", "legal"
/* Lists that are shown beside the players, if they have an entry for each seat. */
#define PLAIN_BY_SEAT                                                                                                          \
    "players", "hands", "score", "scores", "points", "coins", "chips", "money", "bid", "bids", "bet", "bets", "tricks", "won", \
        "lives", "shown", "passed", "captured", "pool", "pools", "counts"
/* Numbers that are seats. */
#define PLAIN_SEAT "seat", "mover", "dealer", "leader", "winner", "by"
/* The viewer's own cards. */
#define PLAIN_OWN "hand", "card", "own"

#endif
