/* cards.c: Gacha's figures, backs, tokens and halves by name, and the texts of moves and events. */
#include "gacha.h"

const char *const gacha_figure_name[GA_FIGURES + 1] = {"mecha", "girl", "daikon", "kitsune", "sushi", "joker"};
const char *const gacha_token_name[GA_TOKENS] = {"turn", "joker", "points"};
const char *const gacha_half_name[GA_HALVES] = {"none", "blue", "pink", "yellow", "rainbow"};
const char *const gacha_trigger_name[] = {"none", "tokens", "rewards", "piles"};

#define PAIR(a, b)      (1 << (a) | 1 << (b))
#define TRIPLE(a, b, c) (1 << (a) | 1 << (b) | 1 << (c))

const uint8_t gacha_back_mask[GA_BACKS] = {
    PAIR(0, 1),      PAIR(0, 2),      PAIR(0, 3),      PAIR(0, 4),      PAIR(1, 2),      PAIR(1, 3),      PAIR(1, 4),
    PAIR(2, 3),      PAIR(2, 4),      PAIR(3, 4),      TRIPLE(0, 1, 2), TRIPLE(0, 1, 3), TRIPLE(0, 1, 4), TRIPLE(0, 2, 3),
    TRIPLE(0, 2, 4), TRIPLE(0, 3, 4), TRIPLE(1, 2, 3), TRIPLE(1, 2, 4), TRIPLE(1, 3, 4), TRIPLE(2, 3, 4),
};
const uint8_t gacha_back_faces[GA_BACKS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
const uint8_t gacha_back_figure[GA_BACKS][4] = {
    {0, 1, 255, 255}, {0, 2, 255, 255}, {0, 3, 255, 255}, {0, 4, 255, 255}, {1, 2, 255, 255},
    {1, 3, 255, 255}, {1, 4, 255, 255}, {2, 3, 255, 255}, {2, 4, 255, 255}, {3, 4, 255, 255},
    {0, 1, 2, 255},   {0, 1, 3, 255},   {0, 1, 4, 255},   {0, 2, 3, 255},   {0, 2, 4, 255},
    {0, 3, 4, 255},   {1, 2, 3, 255},   {1, 2, 4, 255},   {1, 3, 4, 255},   {2, 3, 4, 255},
};
const uint8_t gacha_back_index[GA_BACKS][8] = {
    {0, 1, 3, 3, 3}, {0, 3, 1, 3, 3}, {0, 3, 3, 1, 3}, {0, 3, 3, 3, 1}, {3, 0, 1, 3, 3}, {3, 0, 3, 1, 3}, {3, 0, 3, 3, 1},
    {3, 3, 0, 1, 3}, {3, 3, 0, 3, 1}, {3, 3, 3, 0, 1}, {0, 1, 2, 3, 3}, {0, 1, 3, 2, 3}, {0, 1, 3, 3, 2}, {0, 3, 1, 2, 3},
    {0, 3, 1, 3, 2}, {0, 3, 3, 1, 2}, {3, 0, 1, 2, 3}, {3, 0, 1, 3, 2}, {3, 0, 3, 1, 2}, {3, 3, 0, 1, 2},
};

int gacha_back_of(unsigned mask)
{
    for (int b = 0; b < GA_BACKS; b++)
        if (gacha_back_mask[b] == mask)
            return b;
    return -1;
}

void gacha_back_print(int back, struct ir_text *t)
{
    for (int j = 0; j < gacha_back_faces[back]; j++)
        ir_text_add(t, "%s%s", j ? " " : "", gacha_figure_name[gacha_back_figure[back][j]]);
}

/* ---- moves ---- */

static void claim_print(int claim, struct ir_text *t)
{
    struct gacha_payment pay;
    gacha_payment(claim % GA_PAYMENTS, &pay);
    ir_text_add(t, "claim %d", claim / GA_PAYMENTS + 1);
    for (int f = 0; f <= GA_FIGURES; f++) {
        int n = f < GA_FIGURES ? pay.figure[f] : pay.jokers;
        if (n > 0)
            ir_text_add(t, " %s", gacha_figure_name[f]);
        if (n > 1)
            ir_text_add(t, " %d", n);
    }
}

void gacha_move_print(ir_move m, struct ir_text *t)
{
    static const char *const plain[] = {"draw", "pass", "again", "done"};
    if (m < GA_MOVE_DRAW_LATER) {
        ir_text_add(t, "draw %d", m - GA_MOVE_DRAW + 1);
    } else if (m < GA_MOVE_CLAIM) {
        ir_text_put(t, plain[m - GA_MOVE_DRAW_LATER]);
    } else if (m < GA_MOVE_FIRST) {
        claim_print(m - GA_MOVE_CLAIM, t);
    } else if (m < GA_MOVE_BACK) {
        ir_text_add(t, "first %d", m - GA_MOVE_FIRST);
    } else if (m < GA_MOVE_FACE) {
        ir_text_put(t, "back ");
        gacha_back_print(m - GA_MOVE_BACK, t);
    } else if (m < GA_MOVE_REWARD) {
        ir_text_add(t, "face %s", gacha_figure_name[m - GA_MOVE_FACE]);
    } else if (m < GA_MOVE_TOKEN) {
        ir_text_add(t, "reward %d", m - GA_MOVE_REWARD + 1);
    } else {
        ir_text_add(t, "token %s", gacha_token_name[m - GA_MOVE_TOKEN]);
    }
}

static int word_is(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

static int claim_parse(const char *s)
{
    struct gacha_payment pay = {{0}, 0};
    int slot = s[0] - '1', f = -1, total = 0;
    if (slot < 0 || slot >= GA_MARKET || s[1] != ' ')
        return -1;
    for (s += 2;; s++) {
        size_t n = strcspn(s, " ");
        do /* the words come in order, each once */
            f++;
        while (f <= GA_FIGURES && !word_is(s, n, gacha_figure_name[f]));
        if (f > GA_FIGURES)
            return -1;
        int count = 1;
        s += n;
        if (s[0] == ' ' && s[1] >= '2' && s[1] <= '0' + GA_SET_MAX && (s[2] == ' ' || !s[2])) {
            count = s[1] - '0';
            s += 2;
        }
        total += count;
        *(f < GA_FIGURES ? &pay.figure[f] : &pay.jokers) = (uint8_t)count;
        if (!*s)
            break;
    }
    return total > GA_SET_MAX ? -1 : GA_MOVE_CLAIM + slot * GA_PAYMENTS + gacha_payment_index(&pay);
}

int gacha_move_parse(const char *s)
{
    if (strncmp(s, "claim ", 6) == 0)
        return claim_parse(s + 6);
    for (int m = 0; m < GA_MOVES; m++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        if (m == GA_MOVE_CLAIM)
            m = GA_MOVE_FIRST;
        ir_text_start(&t, text, sizeof text);
        gacha_move_print((ir_move)m, &t);
        if (text_equal(s, text))
            return m;
    }
    return -1;
}

/* ---- events ---- */

void gacha_value_print(char type, int value, struct ir_text *t)
{
    if (type == 'b')
        gacha_back_print(value, t);
    else
        ir_text_put(t, type == 'f'   ? gacha_figure_name[value]
                       : type == 't' ? gacha_token_name[value]
                       : type == 'h' ? gacha_half_name[value]
                                     : gacha_trigger_name[value]);
}

/* Places, slots and rewards in events are numbered as in texts: from 1. */
const struct ir_event_kind gacha_event_kinds[GA_EVENTS] = {
    [GA_EV_FIRST] = {"first", {NULL}, {NULL}, 0},
    [GA_EV_DEAL] = {"deal", {"back:b"}, {NULL}, 0},
    [GA_EV_LOOK] = {"look", {NULL}, {"figure:f"}, 0}, /* at the card just dealt */
    [GA_EV_TOP] = {"top", {"pile:n", "back:b"}, {NULL}, 0},
    [GA_EV_REWARD] = {"reward", {"slot:n", "reward:n"}, {NULL}, 0},
    [GA_EV_TURN] = {"turn", {"turn:n"}, {NULL}, 0},
    [GA_EV_DRAW] = {"draw", {"pile:n", "back:b"}, {"figure:f"}, 0},
    [GA_EV_SPLIT] = {"split", {"from:n", "to:n", "cards:n"}, {NULL}, 0},
    [GA_EV_RESHUFFLE] = {"reshuffle", {"cards:n"}, {NULL}, 1},
    [GA_EV_CLAIM] = {"claim", {"reward:n", "slot:n", "points:n"}, {NULL}, 1},
    [GA_EV_PAY] = {"pay", {"figure:f", "back:b"}, {NULL}, 0},
    [GA_EV_JOKERS] = {"jokers", {"jokers:n", "tokens:n"}, {NULL}, 1},
    [GA_EV_PAIR] = {"pair", {"reward:n", "with:n"}, {NULL}, 0},
    [GA_EV_TOKEN] = {"token", {"token:t", "supply:n"}, {NULL}, 1},
    [GA_EV_COLOUR] = {"colour", {"half:h", "with:h"}, {NULL}, 1},
    [GA_EV_NO_CARD] = {"no-card", {NULL}, {NULL}, 1},
    [GA_EV_AGAIN] = {"again", {NULL}, {NULL}, 1},
    [GA_EV_PASS] = {"pass", {NULL}, {NULL}, 1},
    [GA_EV_TRIGGER] = {"trigger", {"by:r"}, {NULL}, 1},
    [GA_EV_SHOW] = {"show", {"figure:f", "cards:n"}, {NULL}, 0},
    [GA_EV_SCORE] = {"score", {"points:n", "tokens:n", "rank:n"}, {NULL}, 0},
};
