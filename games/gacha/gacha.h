/* gacha.h: the layout of a Gacha state, its moves, and the order in which chance is asked. Rules: games/gacha/rules/en.md.
 *
 * FIGURES are numbered in the cycle of the rules: 0 mecha, 1 girl (the magical girl), 2 daikon, 3 kitsune, 4 sushi.
 * A BACK is two or three of them; there are just 20: the pairs 0 ... 9 and the triples 10 ... 19, both in lexicographic
 * order (mecha girl, mecha daikon, ... kitsune sushi; mecha girl daikon, mecha girl kitsune, ...).
 * A KIND of gacha card is back*3 + j: its face is the j-th figure (from 0) of its back. A pair has no kind with j = 2.
 * PLACES of piles and SLOTS of the market are numbered 0 ... 3 in memory and 1 ... 4 in texts. REWARDS are numbered in the
 * order of the deck's file, 0 ... in memory and 1 ... in texts. SEATS are 0 ... 5 everywhere.
 *
 * THE PILES HAVE NO ORDER IN MEMORY. Public: the size of each pile, the back of its top card and, by counting, the number of
 * undrawn cards of each back. Hidden: only the number of undrawn cards of each kind. A back is chosen when the card becomes the
 * top of a pile, a face when the card is drawn. This has the distribution of a real shuffle:
 *   After a shuffle every arrangement of the undrawn cards is equally likely. Given the backs that are seen, the arrangements
 *   that agree with them are still equally likely. So an unseen card has back b with a probability proportional to the undrawn
 *   cards of back b that are not tops. A card known to have back b, top or not, has face f with a probability proportional to
 *   the cards with face f among ALL undrawn cards of back b: other tops with that back are exchangeable with it.
 *
 * SHUFFLES. A reshuffle (GA6.2) ends this exchangeability: the tops that stay come from the older shuffle, the cards dealt
 * under them from the discard pile. So every card belongs to a shuffle: 0 is the set-up, n the n-th reshuffle. `gen` of a place
 * is the shuffle of its top. At a reshuffle only single tops are left. So the cards below a top always belong to the latest
 * shuffle, and at most three tops belong to an older one; these are stored separately (`old`). Cards are exchangeable if and
 * only if shuffle and back are equal; such a set is called a class. A card keeps its shuffle in the hand (everyone saw when and
 * where it was drawn) and loses it on the discard pile.
 *
 * WHICH CARD LEAVES A HAND (GA9.2): the oldest card of a figure. This gives information away: a card that is older than one
 * paid with figure F, and is kept, is not F. `can` holds the faces a card may still have after all such exclusions. It is
 * public, and `imagine` and the odds count only the worlds it allows. The other exclusion is a pass (GA3.3): `unable` holds the
 * market that the hand cannot pay. */
#ifndef IR_GACHA_H
#define IR_GACHA_H

#include "core/core.h"

enum {
    GA_FIGURES = 5,
    GA_BACKS = 20,
    GA_KINDS = GA_BACKS * 3,
    GA_PLACES = 4,
    GA_MARKET = 4,
    GA_DEAL = 4,       /* GA2.1 */
    GA_CARDS_MAX = 80, /* limits of a deck; the printed one has 75, 35 and 16 */
    GA_REWARDS_MAX = 40,
    GA_TOKENS_MAX = 60, /* of one sort */
    GA_KIND_MAX = 6,    /* cards with the same back and face */
    GA_SET_MAX = 6,     /* figures a reward costs */
    GA_POINTS_MAX = 31,
    GA_DISCARDED = 255 /* in `where` */
};
enum gacha_figure { GA_MECHA, GA_GIRL, GA_DAIKON, GA_KITSUNE, GA_SUSHI };
enum gacha_token { GA_TURN, GA_JOKER, GA_POINTS, GA_TOKENS };
enum gacha_half { GA_NONE, GA_BLUE, GA_PINK, GA_YELLOW, GA_RAINBOW, GA_HALVES };

/* The options, in the order of the table in options.c. */
enum gacha_option { GA_DECK, GA_FIRST, GA_TOKENS_TURN, GA_TOKENS_JOKER, GA_TOKENS_POINTS, GA_END, GA_OPTIONS };
enum { GA_FIRST_RANDOM };              /* else 1 + seat */
enum { GA_END_PRINTED, GA_END_ROUND }; /* GA7.1 */

/* Phases. In brackets: who is to move, and with what.
 *
 * The order of set-up:  FIRST (only if first=random), then for seat 0, 1, ... four times (DEAL_BACK, DEAL_FACE), then TOP for
 * places 1 2 3 4, then REWARD for slots 1 2 3 4, then ACT of the first player. The bonus tokens need no set-up: a token is
 * chosen from the box when it is turned up, which has the same distribution as drawing the face-down tokens first.
 *
 * A turn:  ACT
 *   `draw N`    FACE; the hand gets the card; the pile is mended (below); then, if a card can be drawn, DRAW (`draw N`), FACE
 *               and mending once more; then the end of the action.
 *   `draw`      instead of `draw N` while a place is empty and there are discarded cards (only after GA6.3): the piles are
 *               mended first, then DRAW as above, for two cards.
 *   `claim`     GA3.5, in this order:
 *               the payment;
 *               REWARD for the slot just emptied, if the reward deck has a card;
 *               TOKEN, if this reward's half makes a pair and the supply is not empty;
 *               DRAW and FACE for the colour card, if the pair has one colour and a card can be drawn. The piles are mended
 *               before it if necessary, and after it;
 *               the end of the action.
 *   `pass`      only if neither is possible; ends the turn. No extra turn is offered: nothing would be possible in it.
 * The end of the action:  EXTRA (`again`, `done`) if the mover has an unused one-more-turn token, else the next player's ACT.
 *
 * Mending after a card is taken from a place, GA6.1 - GA6.3, and the tops it turns up:
 *   the place still has cards:          TOP for it;
 *   it is empty, a pile has 2 or more:  the lower half of the largest comes here; TOP for it;
 *   else, cards are discarded:          they become shuffle n+1 and are dealt: with 4 cards or more in all the places have
 *                                       total/4 each and the first total%4 places one more; with fewer, one card to each empty
 *                                       place while they last. TOP for every place that was empty and no longer is, in order;
 *   else:                               the place stays empty; the end is triggered.
 *
 * When the game ends all faces in hands are laid open: `can` has one bit left for each card. */
enum gacha_phase {
    GA_PHASE_FIRST,     /* [chance: `first S`] */
    GA_PHASE_DEAL_BACK, /* [chance: `back ...`] of the next card for seat `mover` */
    GA_PHASE_DEAL_FACE, /* [chance: `face F`] of that card */
    GA_PHASE_TOP,       /* [chance: `back ...`] of the top of `place`: the lowest of those in `need` */
    GA_PHASE_REWARD,    /* [chance: `reward N`] for `slot`: the lowest empty one */
    GA_PHASE_ACT,       /* [mover: `draw N` or `draw`, `claim ...`, or `pass`] */
    GA_PHASE_DRAW,      /* [mover: `draw N`]; `draws` cards are still to be drawn */
    GA_PHASE_FACE,      /* [chance: `face F`] of the top of `place`, which the mover draws */
    GA_PHASE_TOKEN,     /* [chance: `token T`] */
    GA_PHASE_EXTRA,     /* [mover: `again`, `done`] GA5.3 */
    GA_PHASE_OVER
};

/* What triggered the end (GA7.1); only the first trigger is stored. */
enum gacha_trigger { GA_NO_TRIGGER, GA_TRIGGER_TOKENS, GA_TRIGGER_REWARDS, GA_TRIGGER_PILES };

/* A card in somebody's hand. */
struct gacha_card {
    uint8_t who; /* seat*32 + back */
    uint8_t gen; /* the shuffle it was drawn from */
    uint8_t can; /* bit j: by public knowledge, its face may be the j-th figure of its back */
};

struct gacha_pub {
    struct ir_head head;
    int16_t option[GA_OPTIONS];
    uint64_t rewards; /* bit r: reward r is in the reward deck, which has no order: chance picks one when it is turned up */
    uint64_t got[IR_SEATS_MAX];      /* rewards in front of each seat */
    uint32_t reward[GA_REWARDS_MAX]; /* the deck's rewards, packed: see gacha_cost */
    uint8_t n_rewards, n_cards;      /* size of the deck; marked rewards that are left out are in no place */
    uint8_t phase;
    uint8_t mover;              /* whose turn it is, also while chance acts for them */
    uint8_t first;              /* GA2.4 */
    uint8_t place, slot;        /* what the phase is about */
    uint8_t draws;              /* cards the mover still draws in this action */
    uint8_t due;                /* GA_DUE_*: effects of the claim still to come */
    uint8_t need;               /* places (bits) whose top's back is not chosen yet */
    uint8_t turns;              /* turns begun, extra ones included */
    uint8_t held;               /* cards in all hands: entries of card[] */
    uint8_t undrawn;            /* cards in piles below the tops: the sum of left[] */
    uint8_t discards;           /* cards on the discard pile */
    uint8_t shuffles;           /* reshuffles so far (GA6.2): the number of the latest shuffle */
    uint8_t trigger;            /* GA7.1 */
    uint8_t triggered_by;       /* the seat whose turn it was */
    uint8_t supply;             /* face-down tokens */
    uint8_t box[GA_TOKENS];     /* what a face-down token may be, by sort: the whole box, or the tokens chosen by option */
    uint8_t size[GA_PLACES];    /* of the piles, tops included */
    uint8_t top[GA_PLACES];     /* backs of the tops; 0 where there is none */
    uint8_t gen[GA_PLACES];     /* the shuffles they come from; 0 where there is none */
    uint8_t market[GA_MARKET];  /* reward + 1; 0: empty */
    uint8_t hand[IR_SEATS_MAX]; /* cards in each hand */
    uint8_t half[IR_SEATS_MAX]; /* reward + 1 whose half is not used yet; 0: none. Never two (GA5.1) */
    uint8_t taken[IR_SEATS_MAX][GA_TOKENS];  /* tokens taken, by sort, used or not */
    uint8_t used[IR_SEATS_MAX][2];           /* one-more-turn and two-jokers tokens used */
    uint8_t unable[IR_SEATS_MAX][GA_MARKET]; /* the market (as above) when the seat passed */
    uint8_t passed;                          /* seats (bits) that passed */
    uint8_t left[GA_BACKS];                  /* undrawn cards below the tops, by back: all of the latest shuffle */
    uint8_t id[GA_KINDS + 1];                /* the cards of kind k are numbered id[k] ... id[k+1]-1 */
    uint8_t where[GA_CARDS_MAX]; /* GA_DISCARDED, or the shuffle this card belongs to in a hand or pile. Of equal cards of one
                                  * shuffle the lowest number is discarded first, so this reveals only counts */
    struct gacha_card card[GA_CARDS_MAX]; /* the cards in hands, in the order they were drawn, all seats in one list */
    uint8_t zero[7];
};
struct gacha_own {
    uint64_t face[3];          /* two bits a card: j, in the order of the seat's cards in card[]; zero past the last */
    uint8_t count[GA_FIGURES]; /* cards in the hand by figure */
    uint8_t zero[3];
};
struct gacha_hid {
    uint8_t deck[GA_KINDS]; /* undrawn cards of the latest shuffle by kind, its tops included */
    uint8_t old[GA_PLACES]; /* kind + 1 of a top of an older shuffle; ascending within a class, so that it reveals no order */
};
enum { GA_PUB = 744, GA_OWN = 32, GA_HID = 64 };
_Static_assert(sizeof(struct gacha_pub) == GA_PUB && GA_PUB % 8 == 0, "no padding in a state, and 8-byte zones");
_Static_assert(sizeof(struct gacha_own) == GA_OWN && sizeof(struct gacha_hid) == GA_HID, "no padding in a state");
_Static_assert(GA_PUB + GA_OWN * IR_SEATS_MAX + GA_HID <= IR_STATE_MAX, "a state fits");

enum { GA_DUE_TOKEN = 1, GA_DUE_COLOUR = 2 };

/* Move alphabet, with every text.
 *
 *   draw N          N = 1 ... 4: the mover draws the top card of that pile
 *   draw            see ACT above
 *   pass            GA3.3
 *   again           GA5.3: turn a one-more-turn token down and take another turn
 *   done            the turn is over
 *   claim S PAYMENT S = 1 ... 4: claim the reward in that slot of the market. PAYMENT lists what is paid, in the order mecha
 *                   girl daikon kitsune sushi joker: each word once, followed by a number if it is more than 1. A figure is
 *                   a gacha card from the hand, joker is one joker of a two-jokers token. Figures and jokers together are as
 *                   many as the set has. E.g. `claim 3 mecha sushi 2 joker`. There is one move for each payment by numbers
 *                   of figures: which card goes into which part of the set does not matter. A payment is legal if it can be
 *                   laid out to fit the set. At most 2 jokers for each unused token; (jokers+1)/2 tokens are turned down.
 *                   Jokers may also be paid where the hand could do without.
 *   first S         S = 0 ... seats-1, equally likely: who begins
 *   back F F [F]    the back of a card dealt, or of a pile's new top. Weight: undrawn cards of that back that are not tops
 *   face F          the face of a card dealt or drawn. Weight: undrawn cards of its class (tops included) with that face
 *   reward N        N = 1 ... 40: the reward turned up. Weight 1 for each in the reward deck
 *   token T         T = turn, joker or points. Weight: box[T]
 *
 * Figures in texts: mecha girl daikon kitsune sushi, those of a back in this order. */
enum {
    GA_PAYMENTS = 923, /* multisets of 1 ... 6 over five figures and the joker */
    GA_MOVE_DRAW = 0,  /* + place */
    GA_MOVE_DRAW_LATER = GA_MOVE_DRAW + GA_PLACES,
    GA_MOVE_PASS,
    GA_MOVE_AGAIN,
    GA_MOVE_DONE,
    GA_MOVE_CLAIM, /* + slot*GA_PAYMENTS + payment: by size, then lexicographic in the numbers of figures 0 ... 4 */
    GA_MOVE_FIRST = GA_MOVE_CLAIM + GA_MARKET * GA_PAYMENTS, /* + seat */
    GA_MOVE_BACK = GA_MOVE_FIRST + IR_SEATS_MAX,             /* + back */
    GA_MOVE_FACE = GA_MOVE_BACK + GA_BACKS,                  /* + figure */
    GA_MOVE_REWARD = GA_MOVE_FACE + GA_FIGURES,              /* + reward */
    GA_MOVE_TOKEN = GA_MOVE_REWARD + GA_REWARDS_MAX,         /* + sort */
    GA_MOVES = GA_MOVE_TOKEN + GA_TOKENS
};

enum gacha_event {
    GA_EV_FIRST,
    GA_EV_DEAL,
    GA_EV_LOOK,
    GA_EV_TOP,
    GA_EV_REWARD,
    GA_EV_TURN,
    GA_EV_DRAW,
    GA_EV_SPLIT,
    GA_EV_RESHUFFLE,
    GA_EV_CLAIM,
    GA_EV_PAY,
    GA_EV_JOKERS,
    GA_EV_PAIR,
    GA_EV_TOKEN,
    GA_EV_COLOUR,
    GA_EV_NO_CARD,
    GA_EV_AGAIN,
    GA_EV_PASS,
    GA_EV_TRIGGER,
    GA_EV_SHOW,
    GA_EV_SCORE,
    GA_EVENTS
};

/* why.c: reasons. Slots are numbered from 1, as in texts; `points` are those of the reward in the slot. */
enum gacha_fact {
    GA_FACT_CLAIMS, /* claims that reward with so many cards; by so much the own score rises, tokens and cards to come aside */
    GA_FACT_DRAWS,  /* brings so many cards, a point each */
    GA_FACT_HELPS,  /* the chance that the card brings this reward nearer, for which so many are lacking (without jokers) */
    GA_FACT_USEFUL, /* the chance that the card brings any reward of the market nearer */
    GA_FACT_TOKEN,  /* makes a pair of halves, which brings a bonus token; so many are left then */
    GA_FACT_COLOUR, /* ... of one colour, which brings a card */
    GA_FACT_HALF,   /* brings the first half of a pair */
    GA_FACT_RIVALS, /* the other players who could pay for this reward, as far as the backs of their cards tell: at most */
    GA_FACT_TRIGGERS, /* brings the end of the game */
    GA_FACT_LAST,     /* this is the own last turn */
    GA_FACT_RACE,     /* the best of the others, that score, and the own one */
    GA_FACT_PAYS,     /* pays with this figure and keeps that one, unlike the other move */
    GA_FACT_JOKERS,   /* pays so many jokers; so many are left */
    GA_FACT_NEXT,     /* this is the reward that the rest of the hand is nearest to; what it lacks then, jokers counted */
    GA_FACT_PAYABLE,  /* the best reward that the hand can pay for now */
    GA_FACT_TURNS,    /* unused one-more-turn tokens; tokens and rewards that are left before the end */
    GA_FACTS
};

/* ---- reading a state ---- */

static inline const struct gacha_pub *gacha_pub(const void *block)
{
    return (const struct gacha_pub *)block;
}
static inline struct gacha_pub *gacha_pub_of(struct ir_state *s)
{
    return (struct gacha_pub *)(void *)s->b;
}
static inline struct gacha_own *gacha_own_of(struct ir_state *s, int seat)
{
    return (struct gacha_own *)(void *)(s->b + GA_PUB) + seat;
}
static inline struct gacha_hid *gacha_hid_of(struct ir_state *s)
{
    return (struct gacha_hid *)(void *)(s->b + GA_PUB + IR_SEATS_MAX * GA_OWN);
}
/* The viewer's own hand; NULL for a spectator. */
static inline const struct gacha_own *gacha_own(const struct ir_view *v)
{
    return v->seat < 0 ? NULL : (const struct gacha_own *)(const void *)(v->b + GA_PUB) + v->seat;
}
static inline int gacha_face(const struct gacha_own *o, int i) /* j of the i-th card of the hand */
{
    return (int)(o->face[i >> 5] >> (2 * (i & 31)) & 3);
}
static inline int gacha_jokers(const struct gacha_pub *p, int seat) /* GA4.5 */
{
    return 2 * (p->taken[seat][GA_JOKER] - p->used[seat][GA_JOKER]);
}
static inline int gacha_place_empty(const struct gacha_pub *p)
{
    return !p->size[0] || !p->size[1] || !p->size[2] || !p->size[3];
}
static inline int gacha_can_draw(const struct gacha_pub *p) /* GA6.3: discards are dealt before a draw */
{
    return p->size[0] || p->size[1] || p->size[2] || p->size[3] || p->discards;
}

/* cards.c: figures, backs and the texts of everything */
extern const uint8_t gacha_back_mask[GA_BACKS];             /* its figures, as bits */
extern const uint8_t gacha_back_figure[GA_BACKS][4];        /* its figures in order; 255 past the last */
extern const uint8_t gacha_back_index[GA_BACKS][8];         /* j of a figure; 3: not on it */
extern const uint8_t gacha_back_faces[GA_BACKS];            /* 2 or 3 */
extern const char *const gacha_figure_name[GA_FIGURES + 1]; /* the last is "joker" */
extern const char *const gacha_token_name[GA_TOKENS], *const gacha_half_name[GA_HALVES], *const gacha_trigger_name[];
int gacha_back_of(unsigned mask); /* -1: no back has just these figures */
void gacha_back_print(int back, struct ir_text *);
void gacha_move_print(ir_move, struct ir_text *);
int gacha_move_parse(const char *);
void gacha_value_print(char type, int value, struct ir_text *);
extern const struct ir_event_kind gacha_event_kinds[GA_EVENTS];

/* pay.c: what rewards cost and how they can be paid (GA4) */
struct gacha_cost {
    uint8_t need[GA_FIGURES]; /* cards of each figure */
    uint8_t any;              /* joker slots */
    uint8_t equal[2]; /* joker slots joined by equals signs: sizes of up to two groups, 0 or 2 ... 6, ascending if both */
    uint8_t size;     /* all together */
};
struct gacha_payment {
    uint8_t figure[GA_FIGURES], jokers;
};
/* A packed reward: 3 bits for each need, 3 any, 4 the groups, 3 the half, 2 the mark (1: 5+, 2: 6+), 5 the points. */
static inline int gacha_half(uint32_t reward)
{
    return (int)(reward >> 22 & 7);
}
static inline int gacha_mark(uint32_t reward) /* the least number of players it is in play with */
{
    int mark = (int)(reward >> 25 & 3);
    return mark ? mark + 4 : 0;
}
static inline int gacha_points(uint32_t reward)
{
    return (int)(reward >> 27);
}
void gacha_cost(uint32_t reward, struct gacha_cost *);
/* 0: the groups cannot be packed. */
int gacha_pack(const struct gacha_cost *, int half, int mark, int points, uint32_t *reward);
void gacha_payment(int index, struct gacha_payment *);
int gacha_payment_index(const struct gacha_payment *); /* 1 ... 6 cards and jokers together */
/* The ways to pay with a hand and jokers, ascending: writes base + index of each; returns how many. */
int gacha_ways(uint32_t reward, const uint8_t hand[GA_FIGURES], int jokers, int base, ir_move *out);
int gacha_payable(uint32_t reward, const uint8_t hand[GA_FIGURES], int jokers);
int gacha_reward_sound(uint32_t reward); /* are these bits a reward, as gacha_pack makes them? */
/* How many cards the hand lacks, without jokers, and of which figures (with the best choice for equal slots); `any` counts the
 * missing cards that may have any figure. */
int gacha_lacks(uint32_t reward, const uint8_t hand[GA_FIGURES], uint8_t lacks[GA_FIGURES], int *any);

/* piles.c: the four piles (GA6), their chance outcomes, and hands as lists of cards */
void gacha_split(struct gacha_pub *); /* GA2.1: the undealt cards become four piles */
/* Moves the top of a place, whose face is its back's j-th figure, to the mover's hand and mends the piles. Returns 1 if mending
 * was impossible: the end is triggered (GA6.3). */
int gacha_take(struct ir_state *, int place, int j, struct ir_events *);
void gacha_hand_add(struct ir_state *, int seat, int back, int gen, int j);
void gacha_pay(struct ir_state *, int seat, const struct gacha_payment *, struct ir_events *); /* GA4, GA9.2 */
int gacha_reshuffle(struct ir_state *, struct ir_events *); /* GA6.2; 0: there is no discarded card */
/* The weights of a top's face (or of the card being dealt): the cards of its class, by j. */
void gacha_face_weights(const struct ir_state *, int place, uint8_t weight[3]);

/* sound.c */
int gacha_sound(const struct ir_view *);
int gacha_value_sound(char type, int value, int seats);

/* imagine.c */
struct gacha_odds {
    uint64_t weight[3], total; /* of the top's face, by j */
};
void gacha_odds(const struct ir_view *, int place, struct gacha_odds *); /* GA8.3; the place has a top */
void gacha_imagine(const struct ir_view *, struct ir_rng *, struct ir_state *);
int gacha_classes_sound(const struct ir_view *); /* is there a world that fits this view? Its numbers are in their ranges */

/* deck.c, options.c, score.c, describe.c */
extern const struct ir_deck gacha_decks[];
extern const struct ir_option gacha_options[];
extern const struct ir_error_kind gacha_errors[];
extern const struct ir_preset gacha_presets[];
int gacha_tokens_in_play(int seats); /* GA2.3 */
int gacha_deck_read(struct ir_state *, const char *text, char why[IR_WHY_MAX]);
struct gacha_score {
    int rewards, tokens, cards, jokers, total, bonus_tokens;
};
void gacha_score_parts(const struct gacha_pub *, int seat, struct gacha_score *); /* GA7.2: scores are public */
void gacha_score(const void *pub, struct ir_score *);
const char *gacha_check(const struct ir_state *);
void gacha_describe(const void *pub, struct ir_json *);
void gacha_describe_own(const struct ir_view *, struct ir_json *);

extern const struct ir_reasons gacha_reasons;

extern const struct ir_game gacha_game;

#endif
