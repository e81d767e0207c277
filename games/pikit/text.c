/* text.c: PiKiT's moves and events in words. The texts of moves are listed in pikit.h. */
#include "pikit.h"

static const char *const die_name[] = {"first", "second", "both"};

void pikit_effect_print(int effect, struct ir_text *t)
{
    if (effect < PK_STEAL)
        ir_text_add(t, "2 %s", die_name[effect - PK_REROLL]);
    else if (effect < PK_DRAW)
        ir_text_add(t, "4 seat %d", effect - PK_STEAL);
    else if (effect < PK_TURN)
        ir_text_put(t, "5");
    else
        ir_text_add(t, "7 %s %d", die_name[(effect - PK_TURN) / 6], (effect - PK_TURN) % 6 + 1);
}

static void pair_print(int pair, struct ir_text *t)
{
    for (int a = 1; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            if (pikit_pair(a, b) == pair)
                ir_text_add(t, "take %d %d", a, b);
}

void pikit_move_print(ir_move m, struct ir_text *t)
{
    int effect, card = pikit_move_card(m, &effect);
    if (m < PK_MOVE_CANCEL) {
        ir_text_put(t, "play ");
        if (m >= PK_MOVE_WILD)
            ir_text_add(t, "%d as ", card);
        pikit_effect_print(effect, t);
    } else if (m < PK_MOVE_PASS) {
        ir_text_add(t, "cancel %d", card);
    } else if (m == PK_MOVE_PASS) {
        ir_text_put(t, "pass");
    } else if (m < PK_MOVE_PAIR) {
        ir_text_add(t, "take %d", m - PK_MOVE_TAKE + 1);
    } else if (m < PK_MOVE_MECHA) {
        pair_print(m - PK_MOVE_PAIR, t);
    } else if (m < PK_MOVE_FIRST) {
        ir_text_put(t, m == PK_MOVE_MECHA ? "mecha" : m == PK_MOVE_STEAL ? "steal" : "nothing");
    } else if (m < PK_MOVE_CARD) {
        ir_text_add(t, "first %d", m - PK_MOVE_FIRST);
    } else if (m < PK_MOVE_ROLL) {
        ir_text_add(t, "card %d", m - PK_MOVE_CARD + 1);
    } else if (m < PK_MOVE_DIE) {
        ir_text_add(t, "roll %d %d", (m - PK_MOVE_ROLL) / 6 + 1, (m - PK_MOVE_ROLL) % 6 + 1);
    } else if (m < PK_MOVE_SHOW) {
        ir_text_add(t, "die %d", m - PK_MOVE_DIE + 1);
    } else if (m < PK_MOVE_SHOW_MECHA) {
        ir_text_add(t, "show %d", m - PK_MOVE_SHOW + 1);
    } else {
        ir_text_add(t, "show mecha %d", m - PK_MOVE_SHOW_MECHA + 1);
    }
}

/* The range of moves whose texts begin with a letter; a text is compared only with these. */
static void range(const char *s, int *from, int *to)
{
    static const struct {
        char letter;
        uint8_t from, to;
    } place[] = {
        {'p', PK_MOVE_PLAY, PK_MOVE_TAKE},   {'c', PK_MOVE_CANCEL, PK_MOVE_PASS},   {'t', PK_MOVE_TAKE, PK_MOVE_MECHA},
        {'r', PK_MOVE_ROLL, PK_MOVE_DIE},    {'d', PK_MOVE_DIE, PK_MOVE_SHOW},      {'f', PK_MOVE_FIRST, PK_MOVE_CARD},
        {'m', PK_MOVE_MECHA, PK_MOVE_STEAL}, {'n', PK_MOVE_NOTHING, PK_MOVE_FIRST},
    };
    _Static_assert(PK_MOVES <= 255, "places fit a byte");
    *from = *to = 0;
    if (strncmp(s, "show", 4) == 0)
        *from = PK_MOVE_SHOW, *to = PK_MOVES;
    else if (s[0] == 's')
        *from = PK_MOVE_STEAL, *to = PK_MOVE_NOTHING;
    else if (strncmp(s, "card", 4) == 0)
        *from = PK_MOVE_CARD, *to = PK_MOVE_ROLL;
    else
        for (size_t i = 0; i < sizeof place / sizeof *place; i++)
            if (place[i].letter == s[0])
                *from = place[i].from, *to = place[i].to;
}

int pikit_move_parse(const char *s)
{
    int from, to;
    range(s, &from, &to);
    for (int m = from; m < to; m++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        pikit_move_print((ir_move)m, &t);
        if (text_equal(s, text))
            return m;
    }
    return -1;
}

void pikit_value_print(char type, int value, struct ir_text *t)
{
    static const char *const reason[] = {"the deck is empty", "nobody wants anything", "300 turns were played"};
    if (type == 'e')
        pikit_effect_print(value, t);
    else
        ir_text_put(t, reason[value]);
}

const struct ir_event_kind pikit_kinds[PK_EVENTS] = {
    [PK_EV_FIRST] = {"first", {NULL}, {NULL}, 0},
    [PK_EV_MARKET] = {"market", {"card:n"}, {NULL}, 0},
    [PK_EV_DEAL] = {"deal", {"card:n"}, {NULL}, 0},
    [PK_EV_TURN] = {"turn", {"number:n", "last:n"}, {NULL}, 0},
    [PK_EV_ROLL] = {"roll", {"first:n", "second:n"}, {NULL}, 0},
    [PK_EV_PLAY] = {"play", {"card:n", "effect:e"}, {NULL}, 1},
    [PK_EV_ASK] = {"ask", {"card:n", "of:s"}, {NULL}, 0},
    [PK_EV_PASS] = {"pass", {NULL}, {NULL}, 0},
    [PK_EV_CANCEL] = {"cancel", {"card:n", "cancels:n", "of:s"}, {NULL}, 1},
    [PK_EV_RESOLVED] = {"resolved", {"card:n", "effect:e"}, {NULL}, 0},
    [PK_EV_CANCELLED] = {"cancelled", {"card:n", "effect:e"}, {NULL}, 1},
    [PK_EV_FIZZLED] = {"fizzled", {"card:n"}, {NULL}, 1},
    [PK_EV_DICE] = {"dice", {"first:n", "second:n"}, {NULL}, 0},
    [PK_EV_DRAW] = {"draw", {NULL}, {"card:n"}, 0},
    [PK_EV_STOLEN] = {"stolen", {"card:n", "from:s"}, {NULL}, 1},
    [PK_EV_STOLEN_MECHA] = {"stolen-mecha", {"double:n", "from:s"}, {NULL}, 1},
    [PK_EV_WOUND] = {"wound", {"wounds:n"}, {NULL}, 1},
    [PK_EV_TAKE] = {"take", {"card:n", "count:n"}, {NULL}, 1},
    [PK_EV_MECHA] = {"mecha", {"double:n"}, {NULL}, 1},
    [PK_EV_TRY] = {"try", {"double:n", "of:s"}, {NULL}, 1},
    [PK_EV_NOTHING] = {"nothing", {NULL}, {NULL}, 1},
    [PK_EV_REFILL] = {"refill", {"card:n"}, {NULL}, 0},
    [PK_EV_LAST] = {"last", {"reason:r"}, {NULL}, 1},
    [PK_EV_SHOW] = {"show", {"card:n", "count:n"}, {NULL}, 0},
    [PK_EV_POINTS] = {"points", {"points:n", "rank:n", "cards:n"}, {NULL}, 0},
    [PK_EV_OVER] = {"over", {"turns:n"}, {NULL}, 0},
};
