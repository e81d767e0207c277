/* pikit.h: the layout of a PiKiT state, its phases and moves, and what clients, bots and tests ask about it.
 * Rules: games/pikit/rules/en.md.
 *
 * Cards of one number are all alike (PK4.7), so every heap of kaiju cards is an array of counts by number, [1] ... [11]
 * ([0] is always 0). The deck is such a heap: a card is chosen when it is turned. Mechas never leave the table or a hand and
 * their pair tokens are public, so they are in the public zone only: mecha[d-1] says who holds the mecha of the double d-d.
 *
 * ---- the course of a game: phases, who is to move, which moves there are -----------------------------------------------
 *
 * Set-up. All of it is chance:
 *   PK_PHASE_FIRST   `first S`, each seat equally likely (PK2.5). Skipped when the option `first` names the seat.
 *                    S is the first mover. With two players two cards of each number 1 - 8 are out beforehand (PK2.2).
 *   PK_PHASE_MARKET  eight times `card N`: the market (PK2.3). Here and below a card's weight is how many of its number
 *                    are left in the deck.
 *   PK_PHASE_HANDS   `card N` again and again: first the first mover's hand until its numbers add up to 10 or more, then the
 *                    next seat's clockwise, and so on (PK2.4). Clockwise is seat + 1, modulo the number of seats.
 * A turn:
 *   PK_PHASE_ROLL    chance: `roll A B`, 36 outcomes of weight 1. A is the first die, B the second; they keep their places.
 *   PK_PHASE_PLAY    the mover plays a card, or takes, or declines:
 *     `play ...`     the card and the announced choice (PK6.3), see the alphabet below; leads to PK_PHASE_ASK.
 *                    Needs the card in hand and (PK5.12) to steal: another seat with at least one card, kaiju or mecha;
 *                    to draw: a deck that is not empty; to turn a die: a side it does not show now.
 *     `take N`       one card: N is the sum, the difference (not 0) or either die, and lies in the market.
 *                    All ways to take the same one card are this one move. `take 8` takes all 8s (PK5.9).
 *     `take A B`     two cards, one for each die; A <= B are the dice, the smaller first. With a double A A at least
 *                    two of that number lie in the market.
 *     `mecha`        a double whose mecha is on the table: take it.
 *     `steal`        a double whose mecha another player holds: leads to PK_PHASE_STEAL (PK4.5, PK6.4).
 *     `nothing`      always possible: decline.
 *   PK_PHASE_ASK     after every card discarded: every other seat WITH AT LEAST ONE KAIJU CARD is asked (PK6.5), clockwise
 *                    from the seat after the one that discarded last (the `top` of the chain). The answers:
 *     `cancel C`     discard C (6, 9, 10 or 11) on the top card. The questions begin anew, for that cancel: everybody but
 *                    its player is asked, clockwise from that player (PK6.2).
 *     `pass`         the next one is asked.
 *                    When nobody (more) is to be asked the chain resolves at once: with an even number of cancels the first
 *                    card's effect happens, with an odd number it does not. If nobody is to be asked from the start, this
 *                    phase is skipped. An effect that can do nothing any more (the victim has no card left) does nothing
 *                    (PK5.12). After the effect: PK_PHASE_PLAY, same mover, same turn.
 *   PK_PHASE_REROLL  chance, effect 2: `die D` (6 outcomes) for one die, `roll A B` (36) for both.
 *   PK_PHASE_STEAL   chance, effect 4 or the move `steal`: which card of the victim's hand the thief picked, shown to all:
 *                    `show N` with weight = how many N the victim holds, `show mecha D` with weight 1 for each mecha held.
 *                    A 3 goes to the discard pile and the thief takes a wound (PK5.8); anything else into the thief's hand.
 *                    Then PK_PHASE_PLAY if a card did it, the end of the turn if it was the move `steal`.
 *   PK_PHASE_DRAW    chance, effect 5: `card N`, seen by the drawer only. Then PK_PHASE_PLAY.
 *   PK_PHASE_REFILL  chance: after a take (or steal or nothing), `card N` into the market as long as it has fewer than 8 cards
 *                    and the deck is not empty (PK3.4). Skipped once the end has come (`last` > 0).
 * The end of a turn, after the refill:
 *   1. If the end has come already, `last` goes down by one, and at 0 the game is over: all hands are laid open in `known`.
 *   2. Else the end comes (`last` = number of seats, PK7.1) if the deck is empty, or `quiet` is 3 x seats, or this was
 *      turn 300. After a stall or turn 300 the deck is not empty: a 5 can still draw from it, but the market is not
 *      refilled any more.
 *   3. The next seat clockwise is the mover; PK_PHASE_ROLL.
 * The stall count `quiet` (PK7.5) becomes 0 as soon as anything is played, taken or stolen. When the mover declines with
 * `nothing` in a turn without any of that, it goes up by one if some take, mecha or steal was possible, else it stays.
 *
 * ---- what is publicly known of a hand (PK8.3) --------------------------------------------------------------------------
 *
 * known[seat][n] is how many n the seat is known to hold because everybody saw them come: dealt, taken or stolen in the open.
 * The rest of the hand, kaiju[seat] - sum of known[seat], is unknown: cards drawn with a 5.
 * When a seat publicly loses an n (plays it, cancels with it, has it stolen), known[n] goes down by one if it is above 0;
 * otherwise one of the unknown cards was an n. This is the tightest bound those events allow. Write the hand as K + U, K the
 * known and U the unknown cards. If n is in K, what is left is (K - n) + U, whichever of several equal cards has gone, and U
 * can still be anything it could be before. If it is not, n was in U, and what is left is K + (U - n).
 * Counting adds to that: with N cards that nobody has seen (deck and unknown cards of all hands), c of them of number n, and u
 * unknown cards in a hand, at least u - (N - c) of the u are n. pikit_certain() is known plus this: exact, because any choice
 * of u out of the N is possible. It is computed, not folded into `known`: folded, it would distort the odds of the rest (if the
 * unseen are n, n and x and two of them are in the hand, it is n n 1 time in 3; with one n taken as known, 1 time in 2). */
#ifndef IR_PIKIT_H
#define IR_PIKIT_H

#include "core/core.h"

enum {
    PK_SEATS = 4,
    PK_NUMBERS = 11,
    PK_COUNTS = 12, /* length of an array of counts by number */
    PK_MARKET = 8,  /* cards in the centre */
    PK_MECHAS = 6,
    PK_MECHA_POINTS = 15,
    PK_ONES_POINTS = 15, /* PK5.1 */
    PK_WOUND_POINTS = 3,
    PK_START_SUM = 10, /* PK2.4 */
    PK_OUT = 2,        /* PK2.2: of each number 1 ... PK_OUT_TO with two players */
    PK_OUT_TO = 8,
    PK_QUIET_ROUNDS = 3, /* PK7.5 */
    PK_TURNS_MAX = 300,  /* PK7.5 */
    PK_CHAIN_MAX = 24,   /* the first card and every card that can cancel; a deck may not have more */
    PK_CARDS_MAX = 120,  /* of a deck */
    PK_TABLE = 255       /* in mecha[]: nobody holds it */
};

/* The options, in the order of the table in options.c. */
enum pikit_option { PK_DECK, PK_FIRST, PK_MEMORY, PK_OPTIONS };
enum { PK_FIRST_RANDOM }; /* else seat + 1; a seat that does not play is refused when the game starts, with the deck */

enum pikit_phase {
    PK_PHASE_FIRST,
    PK_PHASE_MARKET,
    PK_PHASE_HANDS,
    PK_PHASE_ROLL,
    PK_PHASE_PLAY,
    PK_PHASE_ASK,
    PK_PHASE_REROLL,
    PK_PHASE_STEAL,
    PK_PHASE_DRAW,
    PK_PHASE_REFILL,
    PK_PHASE_OVER
};

/* An announced effect: a kind (PK5.2, 5.4, 5.5, 5.7) and its choice, as one number. */
enum pikit_effect {
    PK_REROLL = 0,            /* + 0 the first die, 1 the second, 2 both */
    PK_STEAL = PK_REROLL + 3, /* + seat of the victim */
    PK_DRAW = PK_STEAL + PK_SEATS,
    PK_TURN = PK_DRAW + 1, /* + die * 6 + side - 1; die 0 is the first */
    PK_EFFECTS = PK_TURN + 12
};

struct pikit_pub {
    struct ir_head head;
    int16_t option[PK_OPTIONS];
    uint16_t turns; /* turns begun, including the current one */
    uint8_t phase;
    uint8_t first;            /* who began */
    uint8_t mover;            /* whose turn it is, also while others are asked; while hands are dealt, who is dealt to */
    uint8_t deck;             /* how many cards are left in it */
    uint8_t die[2];           /* 0: not rolled yet */
    uint8_t acted;            /* a card was played, taken or stolen, or a mecha taken, in this turn */
    uint8_t quiet;            /* PK7.5: turns in a row in which somebody declined and nothing happened */
    uint8_t last;             /* 0, or the number of last turns left, including the current one */
    uint8_t effect;           /* while a chain is open: the announced effect of its first card; else 0 */
    uint8_t chain_n;          /* cards in the chain; 0 when none is open */
    uint8_t victim;           /* PK_PHASE_STEAL: whose hand; else 0 */
    uint8_t mecha[PK_MECHAS]; /* the seat that holds the mecha d-d, or PK_TABLE; [d-1] */
    uint8_t market_n;         /* cards in the market */
    uint8_t zero0;
    uint8_t wound[PK_SEATS];
    uint8_t kaiju[PK_SEATS];     /* kaiju cards in each hand */
    uint8_t chain[PK_CHAIN_MAX]; /* seat * 16 + card number, the first card first; 0 beyond chain_n */
    uint8_t cards[PK_COUNTS];    /* in the game: the deck's list, less PK2.2 */
    uint8_t market[PK_COUNTS];
    uint8_t discard[PK_COUNTS];
    uint8_t known[PK_SEATS][PK_COUNTS]; /* see above; at the end of the game, the whole hands */
    uint8_t zero1[4];
};
struct pikit_own {
    uint8_t hand[PK_COUNTS], zero[4];
};
struct pikit_hid {
    uint8_t deck[PK_COUNTS], zero[4];
};
_Static_assert(sizeof(struct pikit_pub) == 152 && sizeof(struct pikit_own) == 16 && sizeof(struct pikit_hid) == 16,
               "no padding in a state, and 8-byte zones");

/* The move alphabet, and the text of every move. S is a seat 0-3, N a number 1-11, A, B, D dice 1-6, E an effect:
 *     E of a 2: `first`, `second` or `both`: the dice that are rolled again
 *     E of a 4: `seat S`: the victim
 *     E of a 5: nothing
 *     E of a 7: `first D` or `second D`: the die and its new side
 * A seat's moves:
 *     `play 2 E`, `play 4 E`, `play 5`, `play 7 E`: the card for its own effect, as `play 2 both`, `play 7 first 3`
 *     `play C as 2 E`, `play C as 4 E`, `play C as 5`, `play C as 7 E`: C is 9, 10 or 11 (PK5.10), as `play 9 as 4 seat 1`
 *     `cancel 6`, `cancel 9`, `cancel 10`, `cancel 11`, `pass`
 *     `take N`, `take A B` with A <= B, `mecha`, `steal`, `nothing`
 * Outcomes of chance:
 *     `first S`, `card N`, `roll A B` (in the order of the dice), `die D`, `show N`, `show mecha D`
 *
 * The widest position, under IR_MOVES_MAX by far: a hand with 2, 4, 5, 7, 9, 10 and 11 against three victims has 3 + 3 + 1 + 10
 * (five other sides of two dice) = 17 effects by the own card and 17 by each of three wild ones: 68. To take: sum, difference,
 * two dice, both, nothing: 6 (with a double: sum, one, two, mecha or steal, nothing: 5). 74 in all. Chance: 36. */
enum {
    PK_MOVE_PLAY = 0,                               /* + effect, by the card that is made for it */
    PK_MOVE_WILD = PK_MOVE_PLAY + PK_EFFECTS,       /* + (card - 9) * PK_EFFECTS + effect */
    PK_MOVE_CANCEL = PK_MOVE_WILD + 3 * PK_EFFECTS, /* + 0 with a 6, 1 with a 9, 2 a 10, 3 an 11 */
    PK_MOVE_PASS = PK_MOVE_CANCEL + 4,
    PK_MOVE_TAKE,                             /* + number - 1 */
    PK_MOVE_PAIR = PK_MOVE_TAKE + PK_NUMBERS, /* + pikit_pair(A, B), A <= B */
    PK_MOVE_MECHA = PK_MOVE_PAIR + 21,
    PK_MOVE_STEAL,
    PK_MOVE_NOTHING,
    PK_MOVE_FIRST,                                  /* + seat; from here on chance */
    PK_MOVE_CARD = PK_MOVE_FIRST + PK_SEATS,        /* + number - 1 */
    PK_MOVE_ROLL = PK_MOVE_CARD + PK_NUMBERS,       /* + (A-1)*6 + B-1 */
    PK_MOVE_DIE = PK_MOVE_ROLL + 36,                /* + D - 1 */
    PK_MOVE_SHOW = PK_MOVE_DIE + 6,                 /* + number - 1 */
    PK_MOVE_SHOW_MECHA = PK_MOVE_SHOW + PK_NUMBERS, /* + D - 1 */
    PK_MOVES = PK_MOVE_SHOW_MECHA + PK_MECHAS
};

enum pikit_event {
    PK_EV_FIRST,  /* the seat that begins */
    PK_EV_MARKET, /* a card laid into the centre at set-up */
    PK_EV_DEAL,   /* a card of a starting hand, face up */
    PK_EV_TURN,   /* a turn begins */
    PK_EV_ROLL,   /* both dice */
    PK_EV_PLAY,   /* a card discarded, with its announced effect */
    PK_EV_ASK,    /* this seat is asked about that card of that seat */
    PK_EV_PASS,
    PK_EV_CANCEL,    /* a card discarded to cancel the last one */
    PK_EV_RESOLVED,  /* nobody cancels: the first card's effect happens */
    PK_EV_CANCELLED, /* the first card's effect does not happen */
    PK_EV_FIZZLED,   /* it could do nothing any more */
    PK_EV_DICE,      /* the dice after a 2 or a 7 */
    PK_EV_DRAW,      /* a card from the deck, seen by the drawer */
    PK_EV_STOLEN,    /* a kaiju card stolen and shown */
    PK_EV_STOLEN_MECHA,
    PK_EV_WOUND,
    PK_EV_TAKE,  /* cards from the centre */
    PK_EV_MECHA, /* a mecha from the table */
    PK_EV_TRY,   /* the move `steal` */
    PK_EV_NOTHING,
    PK_EV_REFILL,
    PK_EV_LAST,   /* the end comes: one last turn each */
    PK_EV_SHOW,   /* at the end: cards of a hand */
    PK_EV_POINTS, /* at the end: a seat's score */
    PK_EV_OVER,
    PK_EVENTS
};
/* why.c: reasons. Points are those that are counted at the end for cards, mechas and wounds, without the bonus of the 1s. */
enum pikit_fact {
    PK_FACT_TAKES,    /* so many cards of a number, and one of another number if the dice are paired: their points; 0: none */
    PK_FACT_MECHA,    /* takes the mecha of this double: its points */
    PK_FACT_OFFER,    /* the most points that these dice let the mover take for certain, and how many ways to take there are */
    PK_FACT_THEFT,    /* a random card of this hand: the thief's expected points; the chances of a wound and of a mecha */
    PK_FACT_ROBBED,   /* the same for the seat that decides, which is the victim: the points it would lose; chance of a mecha */
    PK_FACT_REROLL,   /* the most points to be taken for certain: with the dice as they are, and on average after the roll */
    PK_FACT_TURN,     /* ... and after the die is turned */
    PK_FACT_DRAW,     /* the expected points of a card from the deck */
    PK_FACT_SPENDS,   /* discards this card, and with it so many points */
    PK_FACT_UNGUARDS, /* ... which is the last one that could cancel */
    PK_FACT_CANCELS,  /* the chance that another player holds a card that could cancel this one */
    PK_FACT_ONES,     /* so many 1s in hand then; the most that another player certainly has */
    PK_FACT_USEFUL,   /* takes a card that can be played for its effect, not only kept; cards left in the deck */
    PK_FACT_STILL,    /* the take of the other move is still possible after this card */
    PK_FACT_LEADS,    /* this other seat has the most points of all, as far as is certain: its points, the own ones */
    PK_FACT_LAST,     /* this is the own last turn: a card that is kept has no other use than its points */
    PK_FACT_STOPS,    /* if nobody else cancels, this effect of this seat's card does not happen */
    PK_FACT_LETS,     /* ... it happens */
    PK_FACTS
};
enum pikit_reason { PK_BY_DECK, PK_BY_STALL, PK_BY_TURNS }; /* why the end comes */

static inline const struct pikit_pub *pikit_pub(const void *block)
{
    return (const struct pikit_pub *)block;
}
/* A hand, as counts by number, out of a view or a state; all 0 in a view that does not show it. */
static inline const uint8_t *pikit_hand(const void *block, int seat)
{
    const struct pikit_own *own = (const struct pikit_own *)(const void *)((const uint8_t *)block + sizeof(struct pikit_pub));
    return own[seat].hand;
}
static inline int pikit_pair(int a, int b) /* 1 <= a <= b <= 6: 0 ... 20 */
{
    return (a - 1) * (12 - a) / 2 + b - 1;
}
static inline int pikit_sum(const struct pikit_pub *p)
{
    return p->die[0] + p->die[1];
}
static inline int pikit_difference(const struct pikit_pub *p)
{
    return p->die[0] < p->die[1] ? p->die[1] - p->die[0] : p->die[0] - p->die[1];
}
static inline int pikit_top_seat(const struct pikit_pub *p) /* who discarded the chain's last card */
{
    return p->chain[p->chain_n - 1] >> 4;
}

/* The parts of a state that a game changes. */
static inline struct pikit_pub *pikit_pub_of(struct ir_state *s)
{
    return (struct pikit_pub *)(void *)s->b;
}
static inline struct pikit_own *pikit_own_of(struct ir_state *s)
{
    return (struct pikit_own *)(void *)(s->b + sizeof(struct pikit_pub));
}
static inline struct pikit_hid *pikit_hid_of(struct ir_state *s)
{
    return (struct pikit_hid *)(void *)(s->b + sizeof(struct pikit_pub) + PK_SEATS * sizeof(struct pikit_own));
}
static inline const uint8_t *pikit_deck(const struct ir_state *s)
{
    return s->b + sizeof(struct pikit_pub) + PK_SEATS * sizeof(struct pikit_own);
}
static inline void pikit_say(struct ir_events *ev, int kind, int seat, int a, int b, int c)
{
    event_add(ev, (struct ir_event){.kind = (uint8_t)kind, .seat = (int8_t)seat, .pub = {a, b, c}});
}

/* hands.c: cards into and out of hands, and the public knowledge of them. */
void pikit_gain(struct ir_state *, int seat, int number, int count); /* in the open */
void pikit_gain_secretly(struct ir_state *, int seat, int number);
void pikit_lose(struct ir_state *, int seat, int number); /* in the open */
/* The k-th card (from 0) of a heap of fewer than 128 cards, sorted by number. */
int pikit_pick(const uint8_t count[PK_COUNTS], uint32_t k);

/* chain.c: a card played, the questions about it, and its effect. */
void pikit_play(struct ir_state *, ir_move, struct ir_events *);
void pikit_answer(struct ir_state *, ir_move, struct ir_events *);
void pikit_reroll(struct ir_state *, ir_move, struct ir_events *);
void pikit_draw(struct ir_state *, int number, struct ir_events *);
void pikit_chain_close(struct ir_state *);

/* knowledge.c: what can be known of hands, and sampled worlds that fit it. */
int pikit_mechas(const struct pikit_pub *, int seat);              /* how many a seat holds */
int pikit_unknown(const struct pikit_pub *, int seat);             /* cards of a hand that only its owner has seen */
int pikit_certain(const struct pikit_pub *, int seat, int number); /* cards the seat publicly must hold (PK8.3) */
/* Publicly unseen cards by number: the deck and the unknown cards of all hands. Returns how many. */
int pikit_unseen(const struct pikit_pub *, uint8_t out[PK_COUNTS]);
void pikit_imagine(const struct ir_view *, struct ir_rng *, struct ir_state *);
const char *pikit_check(const struct ir_state *);

/* score.c: a seat's points (PK7.2) from what is publicly certain; at the end that is the whole hand. */
struct pikit_points {
    int kaiju, mechas, ones, wounds, all; /* all = kaiju + mechas + ones - wounds */
};
struct pikit_points pikit_points(const struct pikit_pub *, int seat);
void pikit_score(const void *pub, struct ir_score *);

/* legal.c: in PK_PHASE_ASK the answers of the view's seat, even if another seat is asked now: a table collects all answers at
 * once (PK6.5). */
int pikit_legal(const struct ir_view *, ir_move out[IR_MOVES_MAX]);
int pikit_can_take(const struct pikit_pub *);         /* any take, mecha or steal is possible with these dice */
int pikit_asked(const struct pikit_pub *, int after); /* the next seat to be asked about the chain after this one, or -1 */
uint16_t pikit_question(const void *pub);             /* all seats that are asked, as bits; 0: no question (PK6.5) */

/* sound.c */
int pikit_sound(const struct ir_view *);
int pikit_value_sound(char type, int value, int seats);

/* text.c */
void pikit_move_print(ir_move, struct ir_text *);
int pikit_move_parse(const char *);
void pikit_value_print(char type, int value, struct ir_text *);
void pikit_effect_print(int effect, struct ir_text *); /* "2 both", "4 seat 1", "5", "7 first 3" */
extern const struct ir_event_kind pikit_kinds[PK_EVENTS];

/* deck.c, options.c, describe.c */
int pikit_deck_read(struct ir_state *, const char *text, char why[IR_WHY_MAX]);
extern const struct ir_deck pikit_decks[];
extern const struct ir_option pikit_options[];
extern const struct ir_error_kind pikit_errors[];
extern const struct ir_preset pikit_presets[];
void pikit_describe(const void *pub, struct ir_json *);
void pikit_describe_own(const struct ir_view *, struct ir_json *);

/* The card a move discards, or 0; for a play also its effect (-1: a cancel). */
static inline int pikit_move_card(ir_move m, int *effect)
{
    *effect = -1;
    if (m < PK_MOVE_WILD) {
        *effect = m;
        return m < PK_STEAL ? 2 : m < PK_DRAW ? 4 : m < PK_TURN ? 5 : 7;
    }
    if (m < PK_MOVE_CANCEL) {
        *effect = (m - PK_MOVE_WILD) % PK_EFFECTS;
        return 9 + (m - PK_MOVE_WILD) / PK_EFFECTS;
    }
    if (m < PK_MOVE_PASS)
        return m == PK_MOVE_CANCEL ? 6 : 8 + m - PK_MOVE_CANCEL;
    return 0;
}

extern const struct ir_reasons pikit_reasons;

extern const struct ir_game pikit_game;

#endif
