/* nullgame.c: the rules of Null game (rules/en.md has them in words, numbered).
 *
 * Invariant: every card is in the deck, in one hand or on the discard pile. */
/* template: scripts/new-game copies this folder, docs/adding-a-game.md walks through it; a copy has not this line. */
#include "core/core.h"

extern const struct ir_game nullgame_game; /* at the end of this file; core/games.c finds it by the name of the folder */

/* ---- moves and events ---- */

enum { CARDS_MAX = 24 };
/* Every move of anybody, chance included, has a number: below MOVE_KEEP chance deals the card with that number plus one. */
enum { MOVE_KEEP = CARDS_MAX, MOVE_SWAP, MOVES };
/* What is told: `kinds`, below, names these and their numbers. */
enum { EV_DEAL, EV_KEEP, EV_DISCARD, EV_SHOW };

/* ---- the state: what all know, what one seat knows, what nobody knows ---- */

struct pub {
    struct ir_head head;
    int16_t cards;    /* the options' values, in the order of their table: here just one */
    uint8_t at;       /* the seat that is dealt to or decides */
    uint8_t deciding; /* 0 while the first cards are dealt */
    uint64_t discard; /* bit n-1: card n lies on the pile */
    uint8_t shown[8]; /* at the end: each seat's card */
};
struct own {
    uint8_t card, zero[7]; /* 0: none */
};
struct hid {
    uint64_t deck; /* a set, without an order: a card is chosen when it is dealt */
};
_Static_assert(sizeof(struct pub) == 24 && sizeof(struct own) == 8, "no padding in a state");

/* The state is pub, then one own for each of SEATS_MAX, then hid: the same number stands in .max_seats below. */
enum { SEATS_MAX = IR_SEATS_MAX };

static struct own *own_of(const struct ir_state *s, int seat)
{
    return (struct own *)(void *)(s->b + sizeof(struct pub)) + seat;
}
static struct hid *hid_of(const struct ir_state *s)
{
    return (struct hid *)(void *)(s->b + sizeof(struct pub) + SEATS_MAX * sizeof(struct own));
}
static const struct pub *pub_of(const void *block)
{
    return block;
}

/* ---- play ---- */

/* NG1.2, NG1.3: a whole deck, and chance deals. */
static void start(struct ir_state *s)
{
    struct pub *p = (struct pub *)(void *)s->b;
    hid_of(s)->deck = BIT(p->cards) - 1;
    p->head.turn = IR_CHANCE;
}

/* NG2.1: a player may always do both. It gets a view, so that what is allowed cannot depend on a secret. */
static int legal(const struct ir_view *v, ir_move *out)
{
    (void)v;
    out[0] = MOVE_KEEP;
    out[1] = MOVE_SWAP;
    return 2;
}

/* Every card that may come now, each as likely as the others. */
static int chance(const struct ir_state *s, struct ir_chance *out)
{
    int n = 0;
    for (uint64_t deck = hid_of(s)->deck; deck; deck &= deck - 1)
        out[n++] = (struct ir_chance){(ir_move)set_first(deck), 1};
    return n;
}

/* The same draw, fast. */
static ir_move sample(const struct ir_state *s, struct ir_rng *r)
{
    uint64_t deck = hid_of(s)->deck;
    return (ir_move)set_nth(deck, ir_rng_below(r, (uint32_t)set_count(deck)));
}

/* NG2.2, NG3.1 */
static void turn_end(struct ir_state *s, struct ir_events *ev)
{
    struct pub *p = (struct pub *)(void *)s->b;
    p->head.turn = (int8_t)++p->at;
    if (p->at < p->head.seats)
        return;
    p->head.turn = IR_OVER;
    for (int i = 0; i < p->head.seats; i++) {
        p->shown[i] = own_of(s, i)->card;
        event_add(ev, (struct ir_event){.kind = EV_SHOW, .seat = (int8_t)i, .pub = {p->shown[i]}});
    }
}

/* Makes a move that is known to be possible, and sets whose turn it is then. */
static void apply(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    struct pub *p = (struct pub *)(void *)s->b;
    struct own *own = own_of(s, p->at);
    int8_t seat = (int8_t)p->at;
    if (m < MOVE_KEEP) {
        ir_assert(p->head.turn == IR_CHANCE);
        hid_of(s)->deck ^= BIT(m);
        own->card = (uint8_t)(m + 1);
        event_add(ev, (struct ir_event){.kind = EV_DEAL, .seat = seat, .see = (uint16_t)(1 << seat), .prv = {own->card}});
        if (p->deciding) {
            turn_end(s, ev);
        } else if (++p->at == p->head.seats) {
            p->deciding = 1;
            p->at = 0;
            p->head.turn = 0;
        }
    } else if (m == MOVE_KEEP) {
        event_add(ev, (struct ir_event){.kind = EV_KEEP, .seat = seat});
        turn_end(s, ev);
    } else {
        event_add(ev, (struct ir_event){.kind = EV_DISCARD, .seat = seat, .pub = {own->card}});
        p->discard |= BIT(own->card - 1);
        own->card = 0;
        p->head.turn = IR_CHANCE;
    }
}

/* NG3.1: the higher the card the better; a rank of 0 is first. */
static void score(const void *pub, struct ir_score *out)
{
    const struct pub *p = pub;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < p->head.seats; i++) {
        out->points[i] = p->shown[i];
        for (int k = 0; k < p->head.seats; k++)
            if (p->shown[k] > p->shown[i])
                out->rank[i]++;
    }
}

/* ---- what a seat can know ---- */

/* A random state that fits the view: who holds a card that is not seen holds any of the unseen ones. */
static void imagine(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    const struct pub *p = pub_of(v->b);
    memcpy(s->b, v->b, ir_state_size(&nullgame_game));
    uint64_t unseen = (BIT(p->cards) - 1) & ~p->discard;
    if (v->seat >= 0 && own_of(s, v->seat)->card)
        unseen ^= BIT(own_of(s, v->seat)->card - 1);
    for (int i = 0; i < p->head.seats; i++) {
        int swapping = p->deciding && i == p->at && p->head.turn == IR_CHANCE;
        int has_card = p->deciding ? !swapping : i < p->at;
        if (i == v->seat || !has_card)
            continue;
        int c = p->shown[i] ? p->shown[i] - 1 : set_nth(unseen, ir_rng_below(r, (uint32_t)set_count(unseen)));
        own_of(s, i)->card = (uint8_t)(c + 1);
        unseen &= ~BIT(c);
    }
    hid_of(s)->deck = unseen;
}

/* The invariant above. */
static const char *check(const struct ir_state *s)
{
    const struct pub *p = pub_of(s->b);
    uint64_t all = BIT(p->cards) - 1, seen = p->discard;
    if (seen & hid_of(s)->deck)
        return "a card is in the deck and on the discard pile";
    seen |= hid_of(s)->deck;
    for (int i = 0; i < p->head.seats; i++) {
        uint64_t card = own_of(s, i)->card ? BIT(own_of(s, i)->card - 1) : 0;
        if (seen & card)
            return "a card of a hand is somewhere else too";
        seen |= card;
    }
    return seen == all ? NULL : "a card is lost";
}

/* ---- words ---- */

static void move_print(ir_move m, struct ir_text *t)
{
    if (m < MOVE_KEEP)
        ir_text_add(t, "card %d", m + 1);
    else
        ir_text_put(t, m == MOVE_KEEP ? "keep" : "swap");
}

/* Just what move_print writes. */
static int move_parse(const char *text)
{
    if (text_equal(text, "keep"))
        return MOVE_KEEP;
    if (text_equal(text, "swap"))
        return MOVE_SWAP;
    return (int)text_number(text, "card ", 1, MOVE_KEEP) - 1; /* -1: it is none of these */
}

/* Values of events whose type is a letter of the game's own; this game has numbers only. */
static void value_print(char type, int value, struct ir_text *t)
{
    (void)type;
    ir_text_int(t, value);
}

/* A stranger's server may send any bytes as a view: are these numbers that the functions of this game can take? (Head and
 * options were looked at already.) Whatever is an index, a bit of a set or a divisor anywhere must be in its range here. */
static int sound(const struct ir_view *v)
{
    const struct pub *p = pub_of(v->b);
    uint64_t all = BIT(p->cards) - 1;
    int own = v->seat < 0 ? 0 : ((const struct own *)(const void *)(v->b + sizeof(struct pub)))[v->seat].card;
    for (int i = 0; i < SEATS_MAX; i++)
        if (p->shown[i] > p->cards)
            return 0;
    return p->at <= p->head.seats && p->deciding <= 1 && !(p->discard & ~all) && own <= p->cards;
}

/* All that everyone sees; with what the viewer sees besides, all that a client needs to draw the table, so that no client has a
 * rule in it. */
static void describe(const void *pub, struct ir_json *j)
{
    const struct pub *p = pub_of(pub);
    ir_json_int(j, "cards", p->cards);
    ir_json_list(j, "discard");
    for (uint64_t d = p->discard; d; d &= d - 1)
        ir_json_int(j, NULL, set_first(d) + 1);
    ir_json_end(j, ']');
    ir_json_list(j, "shown");
    for (int i = 0; i < p->head.seats; i++)
        ir_json_int(j, NULL, p->shown[i]);
    ir_json_end(j, ']');
}

static void describe_own(const struct ir_view *v, struct ir_json *j)
{
    if (v->seat >= 0)
        ir_json_int(j, "card", ((const struct own *)(const void *)(v->b + sizeof(struct pub)))[v->seat].card);
}

/* ---- the contract ---- */

static const struct ir_option options[] = {
    {.name = "cards", .min = 12, .max = CARDS_MAX, .def = 16, .rule = "NG1.2", .help = IR_HELP("How many cards the deck has.")},
    {.name = NULL},
};
static const struct ir_preset presets[] = {
    {"plain", "", IR_HELP("As the rules say.")},
    {NULL, NULL, NULL},
};
/* A name, the public numbers, the private ones; 1: statistics count it. */
static const struct ir_event_kind kinds[] = {
    [EV_DEAL] = {"deal", {NULL}, {"card:n"}, 0},
    [EV_KEEP] = {"keep", {NULL}, {NULL}, 0},
    [EV_DISCARD] = {"discard", {"card:n"}, {NULL}, 1},
    [EV_SHOW] = {"show", {"card:n"}, {NULL}, 0},
};

const struct ir_game nullgame_game = {
    .name = "nullgame",
    .title = "Null game",
    .rules_rev = 1,
    .min_seats = 2,
    .max_seats = SEATS_MAX,
    .n_moves = MOVES,
    .zone = {sizeof(struct pub), sizeof(struct own), sizeof(struct hid)},
    .option = options,
    .preset = presets,
    .event_kind = kinds,
    .n_event_kinds = sizeof kinds / sizeof *kinds,
    .start = start,
    .legal = legal,
    .chance = chance,
    .sample = sample,
    .apply = apply,
    .score = score,
    .imagine = imagine,
    .check = check,
    .move_print = move_print,
    .move_parse = move_parse,
    .value_print = value_print,
    .sound = sound,
    .describe = describe,
    .own = describe_own,
};
