/* describe.c: a PiKiT view as JSON: all that a client draws, so that no client counts or knows a rule.
 *
 * Reasons ("why") are fixed phrases, so that clients can translate them. */
#include "pikit.h"

/* {"3":2,"8":1}: how many there are of each number. */
static void counts_json(struct ir_json *j, const char *key, const uint8_t *count)
{
    static const char *const number[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"};
    ir_json_object(j, key);
    for (int i = 1; i <= PK_NUMBERS; i++)
        if (count[i])
            ir_json_int(j, number[i], count[i]);
    ir_json_end(j, '}');
}

static void seat_json(struct ir_json *j, const char *key, int seat) /* a seat or null */
{
    if (seat >= 0 && seat != PK_TABLE)
        ir_json_int(j, key, seat);
    else
        ir_json_str(j, key, NULL);
}

static void effect_json(struct ir_json *j, int effect)
{
    char text[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    pikit_effect_print(effect, &t);
    ir_json_str(j, "effect", text);
}

/* ---- what can be taken (PK4) ---- */

static void option_json(struct ir_json *j, const char *way, int number, const char *move, const char *why)
{
    ir_json_object(j, NULL);
    ir_json_str(j, "way", way);
    ir_json_int(j, "number", number);
    ir_json_bool(j, "possible", !why);
    if (why)
        ir_json_str(j, "why", why);
    else
        ir_json_str(j, "move", move);
    ir_json_end(j, '}');
}

static const char *card_why(const struct pikit_pub *p, int number)
{
    if (number == 0)
        return "the difference is 0";
    if (number > PK_NUMBERS)
        return "there is no such card";
    return p->market[number] ? NULL : "none in the centre";
}

static void card_option_json(struct ir_json *j, const struct pikit_pub *p, const char *way, int number)
{
    char text[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    ir_text_add(&t, "take %d", number);
    option_json(j, way, number, text, card_why(p, number));
}

static void mecha_options_json(struct ir_json *j, const struct pikit_pub *p)
{
    int number = p->die[0], is_double = number == p->die[1], holder = is_double ? p->mecha[number - 1] : PK_TABLE;
    const char *take = !is_double ? "the dice are no double" : holder != PK_TABLE ? "a player holds it" : NULL;
    const char *steal = !is_double           ? "the dice are no double"
                        : holder == PK_TABLE ? "nobody holds it"
                        : holder == p->mover ? "the mover holds it"
                                             : NULL;
    option_json(j, "mecha", is_double ? number : 0, "mecha", take);
    option_json(j, "steal", is_double ? number : 0, "steal", steal);
}

static void takes_json(struct ir_json *j, const struct pikit_pub *p)
{
    int a = p->die[0], b = p->die[1], low = a < b ? a : b, high = a < b ? b : a;
    char text[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    ir_text_add(&t, "take %d %d", low, high);
    ir_json_list(j, "takes");
    card_option_json(j, p, "sum", a + b);
    card_option_json(j, p, "difference", high - low);
    card_option_json(j, p, "first", a);
    card_option_json(j, p, "second", b);
    int both = p->market[a] && p->market[b] && (a != b || p->market[a] > 1);
    const char *why = both ? NULL : a == b && p->market[a] ? "only one in the centre" : "not both in the centre";
    option_json(j, "both", 0, text, why);
    mecha_options_json(j, p);
    ir_json_end(j, ']');
}

/* ---- players ---- */

static void points_json(struct ir_json *j, const struct pikit_pub *p, int seat)
{
    struct pikit_points points = pikit_points(p, seat);
    ir_json_object(j, "points");
    ir_json_int(j, "kaiju", points.kaiju);
    ir_json_int(j, "mechas", points.mechas);
    ir_json_int(j, "ones", points.ones);
    ir_json_int(j, "wounds", -points.wounds);
    ir_json_int(j, "all", points.all);
    ir_json_end(j, '}');
}

static void player_json(struct ir_json *j, const struct pikit_pub *p, int seat, const struct ir_score *score)
{
    uint8_t certain[PK_COUNTS] = {0};
    int unknown = p->kaiju[seat];
    for (int i = 1; i <= PK_NUMBERS; i++) {
        certain[i] = (uint8_t)pikit_certain(p, seat, i);
        unknown -= certain[i];
    }
    ir_json_object(j, NULL);
    ir_json_int(j, "cards", p->kaiju[seat] + pikit_mechas(p, seat));
    ir_json_int(j, "kaiju", p->kaiju[seat]);
    ir_json_list(j, "mechas");
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] == seat)
            ir_json_int(j, NULL, d + 1);
    ir_json_end(j, ']');
    ir_json_int(j, "wounds", p->wound[seat]);
    counts_json(j, "known", certain);
    ir_json_int(j, "unknown", unknown);
    points_json(j, p, seat);
    if (p->phase == PK_PHASE_OVER)
        ir_json_int(j, "rank", score->rank[seat]);
    ir_json_end(j, '}');
}

/* Why a card of one's own cannot be played now, or NULL (PK5.12). */
static const char *card_use(const struct pikit_pub *p, int seat, int card)
{
    int victims = 0;
    for (int i = 0; i < p->head.seats; i++)
        victims += i != seat && p->kaiju[i] + pikit_mechas(p, i) > 0;
    if (card == 1 || card == 3 || card == 8)
        return "it has no effect to play";
    if (p->phase == PK_PHASE_ASK) {
        if (pikit_top_seat(p) == seat)
            return "nobody cancels their own card";
        return card == 6 || card >= 9 ? NULL : "it cannot cancel";
    }
    if (p->phase != PK_PHASE_PLAY || p->mover != seat)
        return "it is not your turn";
    if (card == 6)
        return "there is nothing to cancel";
    if (card == 4 && !victims)
        return "nobody else has a card";
    return card == 5 && !p->deck ? "the deck is empty" : NULL;
}

static void hand_json(struct ir_json *j, const struct ir_view *v)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    const uint8_t *hand = pikit_hand(v->b, v->seat);
    ir_json_list(j, "hand");
    for (int i = 1; i <= PK_NUMBERS; i++) {
        if (!hand[i])
            continue;
        const char *why = card_use(p, v->seat, i);
        ir_json_object(j, NULL);
        ir_json_int(j, "card", i);
        ir_json_int(j, "count", hand[i]);
        ir_json_int(j, "secret", hand[i] - p->known[v->seat][i]); /* of these the others did not see come */
        ir_json_bool(j, "playable", !why);
        if (why)
            ir_json_str(j, "why", why);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* ---- the table ---- */

static void mechas_json(struct ir_json *j, const struct pikit_pub *p) /* by double, the holder or null */
{
    ir_json_list(j, "mechas");
    for (int d = 0; d < PK_MECHAS; d++)
        seat_json(j, NULL, p->mecha[d]);
    ir_json_end(j, ']');
}

/* The chain of discards, whether its effect would happen if all passed, who is asked now and who after. */
static void chain_json(struct ir_json *j, const struct pikit_pub *p)
{
    ir_json_list(j, "chain");
    for (int i = 0; i < p->chain_n; i++) {
        ir_json_object(j, NULL);
        ir_json_int(j, "seat", p->chain[i] >> 4);
        ir_json_int(j, "card", p->chain[i] & 15);
        if (i == 0)
            effect_json(j, p->effect);
        else
            ir_json_str(j, "effect", "cancel");
        ir_json_bool(j, "stands", (p->chain_n - 1 - i) % 2 == 0);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
    ir_json_list(j, "asked");
    for (int seat = p->head.turn; p->phase == PK_PHASE_ASK && seat >= 0; seat = pikit_asked(p, seat))
        ir_json_int(j, NULL, seat);
    ir_json_end(j, ']');
    if (p->phase == PK_PHASE_STEAL)
        ir_json_int(j, "victim", p->victim);
}

static void deck_json(struct ir_json *j, const struct pikit_pub *p)
{
    uint8_t unseen[PK_COUNTS];
    pikit_unseen(p, unseen);
    ir_json_int(j, "deck", p->deck);
    counts_json(j, "in_play", p->cards);
    ir_json_int(j, "removed", p->head.seats == 2 ? PK_OUT : 0); /* of each number 1 - 8, PK2.2 */
    counts_json(j, "discard", p->discard);
    counts_json(j, "unseen", unseen);
    counts_json(j, "market", p->market);
}

static void result_json(struct ir_json *j, const struct pikit_pub *p, const struct ir_score *score)
{
    ir_json_list(j, "winners");
    for (int i = 0; i < p->head.seats; i++)
        if (score->rank[i] == 0)
            ir_json_int(j, NULL, i);
    ir_json_end(j, ']');
}

void pikit_describe(const struct ir_view *v, struct ir_json *j)
{
    static const char *const phase[] = {"first",  "market", "hands", "roll",   "play", "ask",
                                        "reroll", "steal",  "draw",  "refill", "over"};
    const struct pikit_pub *p = pikit_pub(v->b);
    struct ir_score score;
    pikit_score(p, &score);
    ir_json_str(j, "phase", phase[p->phase]);
    ir_json_int(j, "turn_number", p->turns);
    seat_json(j, "first", p->phase == PK_PHASE_FIRST ? -1 : p->first);
    seat_json(j, "mover", p->phase == PK_PHASE_FIRST || p->phase == PK_PHASE_OVER ? -1 : p->mover);
    ir_json_list(j, "dice");
    for (int i = 0; i < 2 && p->die[i]; i++)
        ir_json_int(j, NULL, p->die[i]);
    ir_json_end(j, ']');
    deck_json(j, p);
    mechas_json(j, p);
    chain_json(j, p);
    if (p->phase == PK_PHASE_PLAY || p->phase == PK_PHASE_ASK)
        takes_json(j, p);
    ir_json_int(j, "last", p->last); /* last turns left, this one included; 0: the end is not in sight */
    ir_json_int(j, "quiet", p->quiet);
    ir_json_int(j, "quiet_limit", PK_QUIET_ROUNDS * p->head.seats);
    ir_json_int(j, "turn_limit", PK_TURNS_MAX);
    ir_json_bool(j, "memory", p->option[PK_MEMORY]);
    if (v->seat >= 0)
        hand_json(j, v);
    ir_json_list(j, "players");
    for (int i = 0; i < p->head.seats; i++)
        player_json(j, p, i, &score);
    ir_json_end(j, ']');
    if (p->phase == PK_PHASE_OVER)
        result_json(j, p, &score);
}
