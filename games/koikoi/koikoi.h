/* koikoi.h: the layout of a Koi-Koi state and what clients, bots and tests ask about it. Rules: games/koikoi/rules/en.md.
 *
 * Cards and sets of them are those of cards/hanafuda. The deck is such a set, without an order: chance picks a
 * card when it is turned. */
#ifndef IR_KOIKOI_H
#define IR_KOIKOI_H

#include "cards/hanafuda/hanafuda.h"

enum { KK_HAND = 8, KK_DEAL = 24 };

enum koikoi_yaku {
    KK_KASU,
    KK_TANE,
    KK_TANZAKU,
    KK_TSUKIMI,
    KK_HANAMI,
    KK_SANKO,
    KK_AME_SHIKO,
    KK_SHIKO,
    KK_GOKO,
    KK_INO_SHIKA_CHO,
    KK_AKA_TAN,
    KK_AO_TAN,
    KK_BOTH_TAN, /* the extra yaku of option ribbons_both */
    KK_MONTH_CARDS,
    KK_KUSA_TAN, /* this and the next two are further sets (KK5.15 - KK5.17) */
    KK_AME_SANKO,
    KK_SHIMA,
    KK_TENHO, /* this and the next are yaku of a dealt hand, not of a pool */
    KK_DOUBLE_TENHO,
    KK_YAKU,
    KK_POOL_YAKU = KK_TENHO
};

/* The options, in the order of the table in options.c. */
enum koikoi_option {
    KK_ROUNDS,
    KK_COINS,
    KK_SENSEI,
    KK_SEVEN,
    KK_KOIKOI_BONUS,
    KK_COUNTER,
    KK_NOBLES,
    KK_SAKE_PAIRS,
    KK_SAKE_RAIN,
    KK_SAKE_BOTH3,
    KK_SAKE_NOBLES,
    KK_REDEAL,
    KK_KOIKOI_LIMIT,
    KK_LIMIT_SHARED,
    KK_SETS,
    KK_RIBBONS_BOTH,
    KK_VIEWING_EARLY,
    KK_VIEWING_LATE,
    KK_MONTH_OPTION,
    KK_TENHO_OPTION,
    KK_LAST_CARD,
    KK_EXHAUST,
    KK_DRAW_DEALER,
    KK_PURSE,
    /* KK1.8 and later: variants. Hashes leave these out while all have their defaults. */
    KK_LATER,
    KK_WORTH_KASU = KK_LATER,
    KK_WORTH_TANE,
    KK_WORTH_TANZAKU,
    KK_WORTH_SANKO,
    KK_WORTH_AME_SHIKO,
    KK_WORTH_SHIKO,
    KK_WORTH_GOKO,
    KK_WORTH_INO_SHIKA_CHO,
    KK_WORTH_AKA_TAN,
    KK_WORTH_AO_TAN,
    KK_WORTH_MONTH,
    KK_WORTH_KUSA_TAN,
    KK_WORTH_AME_SANKO,
    KK_WORTH_SHIMA,
    KK_FROM_KASU,
    KK_FROM_TANE,
    KK_FROM_TANZAKU,
    KK_FURTHER,
    KK_SAKE_PLAIN,
    KK_WORTH_TENHO,
    KK_WORTH_DOUBLE_TENHO,
    KK_TENHO_TIMES,
    KK_TENHO_BOTH,
    KK_DEALER_COINS,
    KK_NEXT_DEALER,
    KK_TARGET,
    KK_LAY,
    KK_LIGHTNING,
    KK_OPTIONS
};
enum { KK_SENSEI_RANDOM };
enum { KK_BONUS_DOUBLE, KK_BONUS_STEP, KK_BONUS_PLUS, KK_BONUS_NONE, KK_BONUS_BOTH };
enum { KK_NOBLES_OFF, KK_NOBLES_ON, KK_NOBLES_TIMES };
enum { KK_RAIN_OFF, KK_RAIN_MAN, KK_RAIN_ANY };
enum { KK_TENHO_OFF, KK_TENHO_ON, KK_TENHO_SUIT, KK_TENHO_PAIRS };
enum { KK_TENHO_FIRST, KK_TENHO_VOID };
enum { KK_NEXT_WINNER, KK_NEXT_ALTERNATE };
enum { KK_LAY_MUST, KK_LAY_FREE };
enum { KK_LIGHTNING_PLAIN, KK_LIGHTNING_JOKER };
enum { KK_REDEAL_FIELD4, KK_REDEAL_HAND4, KK_REDEAL_STRICT, KK_REDEAL_OFF };
enum { KK_SETS_ADD, KK_SETS_ABSORB };
enum { KK_LAST_ASK, KK_LAST_STOP };
enum { KK_EXHAUST_NOTHING, KK_EXHAUST_DEALER1, KK_EXHAUST_LAST_YAKU };
enum { KK_DRAW_SAME, KK_DRAW_OTHER };
enum { KK_PURSE_STOP, KK_PURSE_DEBT, KK_PURSE_SCORE };

enum koikoi_phase { KK_PHASE_SENSEI, KK_PHASE_DEAL, KK_PHASE_PLAY, KK_PHASE_DRAW, KK_PHASE_TAKE, KK_PHASE_CALL, KK_PHASE_OVER };

struct koikoi_pub {
    struct ir_head head;
    int16_t option[KK_OPTIONS];
    uint8_t phase;
    uint8_t round; /* 1 ... rounds */
    uint8_t sensei;
    uint8_t mover;    /* whose turn of the round it is, also while chance turns a card for them */
    uint8_t dealt;    /* cards dealt so far: 0 ... 24 */
    uint8_t nobles;   /* KK7.5: bright cards among the table cards of the deal */
    uint8_t turned;   /* KK_PHASE_TAKE: the card that was turned; else HF_NO_CARD */
    uint8_t deck;     /* how many cards are left in it */
    uint8_t hand[2];  /* how many cards are in each hand */
    uint8_t calls[2]; /* koi-koi called this round */
    int32_t purse[2];
    int16_t worth[2];   /* the sum of each pool's yaku, calls included, at the end of its owner's last turn */
    uint16_t called[2]; /* yaku (bits) held at the owner's last koi-koi of this round */
    uint64_t field;
    uint64_t pool[2];
    uint64_t played[2];   /* cards played from each hand this round: imagine needs the dealt hand */
    uint64_t shown[2];    /* the hands left at the end of the last round, revealed */
    int32_t last_paid;    /* coins the last round moved */
    int8_t last_winner;   /* of the last round; -1: it was drawn, or there was none */
    uint8_t redealt;      /* KK1.5: the reason of this round's latest redeal; 0: none */
    uint8_t called_later; /* as `called`, a bit for each seat: the yaku 16, shima */
    uint8_t variant;      /* 1: a later option is not at its default, so nothing may count on that */
};
struct koikoi_own {
    uint64_t hand;
};
struct koikoi_hid {
    uint64_t deck;
};
_Static_assert(sizeof(struct koikoi_pub) == 200, "no padding in a state, and 8-byte zones");

/* Move alphabet. A play names the card it takes only where there is a choice (KK4.4); without a choice the target's letter is
 * the played card's own. The lightning as a joker names the card it takes, if there is any. */
enum {
    KK_MOVE_PLAY = 0,                           /* + card*4 + letter of the target */
    KK_MOVE_TAKE = KK_MOVE_PLAY + HF_CARDS * 4, /* + the table card that goes with the turned one */
    KK_MOVE_CARD = KK_MOVE_TAKE + HF_CARDS,     /* + card: dealt or turned by chance */
    KK_MOVE_SENSEI = KK_MOVE_CARD + HF_CARDS,   /* + seat */
    KK_MOVE_AGARI = KK_MOVE_SENSEI + 2,
    KK_MOVE_KOIKOI,
    KK_MOVE_TENHO,
    KK_MOVE_JOKER,                              /* + the card of another month that the lightning takes, less the willow's four
                                                   if it comes after them (KK4.7) */
    KK_MOVE_LAY = KK_MOVE_JOKER + HF_CARDS - 4, /* + the card that is laid though it has a match (KK4.6) */
    KK_MOVES = KK_MOVE_LAY + HF_CARDS
};

enum koikoi_event {
    KK_EV_SENSEI,
    KK_EV_ROUND,
    KK_EV_DEAL,
    KK_EV_FIELD,
    KK_EV_REDEAL,
    KK_EV_PLAY,
    KK_EV_TURN,
    KK_EV_TAKE,
    KK_EV_LAY,
    KK_EV_YAKU,
    KK_EV_KOIKOI,
    KK_EV_AGARI,
    KK_EV_PAY_YAKU,
    KK_EV_EXHAUSTED,
    KK_EV_SHOW,
    KK_EV_PAID,
    KK_EV_OVER,
    KK_EVENTS
};

/* why.c: reasons. "here" are cards on the field or in the own hand, "unseen" cards that are in the deck or the other hand. */
enum koikoi_fact {
    KK_FACT_GETS, /* the cards that come into the own pool, the best first */
    KK_FACT_LAYS, /* the card stays on the table: cards of its month that are unseen, the chance that the other holds one */
    KK_FACT_COMPLETES, /* this yaku is made or grows: its coins, what a win would pay */
    KK_FACT_NEARS,     /* so many cards are lacking then: how many that would do are here, and unseen */
    KK_FACT_DENIES,    /* taking this card puts the yaku out of the other's reach; so many cards were lacking */
    KK_FACT_RISKS,     /* this card stays on the table and would make the other a yaku: chance of a card of its month, coins */
    KK_FACT_LEAVES,    /* this good card stays on the table: as for KK_FACT_LAYS */
    KK_FACT_SAFE,    /* this card can wait: all others of its month are out or in the own hand, and one of them is a good one */
    KK_FACT_KEEPS,   /* this card stays in hand, with which that unseen one can be taken when it comes to the table */
    KK_FACT_STOPS,   /* stopping moves so many coins */
    KK_FACT_ENDS,    /* stopping ends the game with these purses */
    KK_FACT_EXPOSES, /* after koi-koi a win of the other counts so many times */
    KK_FACT_RAISES,  /* after koi-koi no win of one's own pays less than this, before the purse limits it */
    KK_FACT_THREAT,  /* the other's nearest yaku */
    KK_FACT_HOPE,    /* the own nearest yaku */
    KK_FACT_LEFT,    /* cards left in both hands */
    KK_FACT_PURSES,  /* coins of both, rounds left after this one */
    KK_FACTS
};

static inline int koikoi_joker_target(ir_move m)
{
    int card = m - KK_MOVE_JOKER;
    return card < HF_RAIN_MAN ? card : card + 4;
}
static inline ir_move koikoi_joker_move(int target)
{
    return (ir_move)(KK_MOVE_JOKER + (target < HF_RAIN_MAN ? target : target - 4));
}

static inline const struct koikoi_pub *koikoi_pub(const void *block)
{
    return (const struct koikoi_pub *)block;
}
/* The viewer's own hand; empty for a spectator. */
static inline uint64_t koikoi_hand(const struct ir_view *v)
{
    const struct koikoi_own *own = (const struct koikoi_own *)(const void *)(v->b + sizeof(struct koikoi_pub));
    return v->seat < 0 ? 0 : own[v->seat].hand;
}
/* yaku.c: the sum of a seat's pool. coins[y], if not NULL: the coins of each yaku (0: not held). `calls` as in KK1.6. */
int koikoi_worth(const struct koikoi_pub *, uint64_t pool, int calls, int16_t coins[KK_YAKU]);
int koikoi_tenho(const struct koikoi_pub *, uint64_t hand); /* KK5.13: KK_TENHO, KK_DOUBLE_TENHO or -1 */
int koikoi_tenho_coins(const struct koikoi_pub *, int yaku);
/* The cards of the field that this card can take, one of which its player chooses: set *one to 1; or all of them (KK4.4). */
uint64_t koikoi_matches(const struct koikoi_pub *, int card, int *one);
/* What a play or a choice of a card does: the card, and what it takes from the field; 0: it stays there (KK4). */
uint64_t koikoi_takes(const struct koikoi_pub *, ir_move, int *card);
/* How near a pool is to a yaku: which of its cards it has, how many it has and needs; how many it lacks (-1: out of reach), and
 * which cards would do (none of `gone`). */
struct koikoi_reach {
    uint64_t cards, from;
    int need, have, lacks;
};
void koikoi_reach(const struct koikoi_pub *, int yaku, uint64_t pool, uint64_t gone, struct koikoi_reach *);
int koikoi_lacks(const struct koikoi_pub *, int yaku, uint64_t pool, uint64_t gone, uint64_t *from);
extern const uint64_t koikoi_lacks_by[KK_POOL_YAKU]; /* by yaku: the cards that can change the result of koikoi_lacks */
int koikoi_least(const struct koikoi_pub *, int yaku, int calls); /* its coins by itself; 0: the options exclude it */
extern const int8_t koikoi_worth_option[KK_POOL_YAKU];            /* by yaku: the option that says its worth, or -1 */
extern const char *const koikoi_yaku_name[KK_YAKU];

/* What a seat would be paid for a sum now, with its factors, before the loser's purse limits it. */
struct koikoi_pay {
    int32_t coins;
    int plus, seven, koikoi, counter, nobles; /* coins = (sum + plus) * the rest */
};
struct koikoi_pay koikoi_pay(const struct koikoi_pub *, int seat, int sum);
struct koikoi_pay koikoi_pay_tenho(const struct koikoi_pub *, int seat, int sum); /* KK7.6 */
int koikoi_over(const struct koikoi_pub *, int32_t own,
                int32_t other);                           /* KK8.1: would these purses end the game after this round? */
int koikoi_may_call(const struct koikoi_pub *, int seat); /* KK6.4 and koikoi_limit */

extern const struct ir_option koikoi_options[];
extern const struct ir_error_kind koikoi_errors[];
extern const struct ir_preset koikoi_presets[];
int koikoi_options_check(int16_t *value, const uint8_t *given, char why[IR_WHY_MAX]);
void koikoi_describe(const void *pub, struct ir_json *);
void koikoi_describe_own(const struct ir_view *, struct ir_json *);
int koikoi_redeal(const struct koikoi_pub *, uint64_t field, uint64_t hand0, uint64_t hand1); /* KK1.5: 0, or the reason */

int koikoi_sound(const struct ir_view *); /* sound.c */
int koikoi_value_sound(char type, int value, int seats);

extern const struct ir_reasons koikoi_reasons;

extern const struct ir_game koikoi_game;

#endif
