/* describe.c: a PiKiT view as JSON: everything a client draws, so that no client computes anything or knows a rule.
 *
 * Reasons ("why") are fixed phrases, so that clients can translate them. */
#include "pikit.h"

static const char *const number_text[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"};

/* {"3":2,"8":1}: how many there are of each number. */
static void counts_json(struct ir_json *j, const char *key, const uint8_t *count)
{
    ir_json_object(j, key);
    for (int i = 1; i <= PK_NUMBERS; i++)
        if (count[i])
            ir_json_int(j, number_text[i], count[i]);
    ir_json_end(j, '}');
}

static void seat_json(struct ir_json *j, const char *key, int seat) /* a seat or null */
{
    if (seat >= 0 && seat != PK_TABLE)
        ir_json_int(j, key, seat);
    else
        ir_json_str(j, key, NULL);
}

static int per_mille(int part, int whole)
{
    return (2000 * part + whole) / (2 * whole);
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

/* cards: what it takes out of the centre, or NULL; points: their value; of: the seat it takes from, or -1; odds: of getting the
 * mecha. */
struct option {
    const char *way, *move, *why; /* why: the reason it is not possible, or NULL */
    const uint8_t *cards;
    int number, points, of, odds;
};

static void option_json(struct ir_json *j, const struct option *o)
{
    ir_json_object(j, NULL);
    ir_json_str(j, "way", o->way);
    ir_json_int(j, "number", o->number);
    ir_json_bool(j, "possible", !o->why);
    if (o->why) {
        ir_json_str(j, "why", o->why);
    } else {
        ir_json_str(j, "move", o->move);
        if (o->cards)
            counts_json(j, "cards", o->cards);
        ir_json_int(j, "points", o->points);
        if (o->of >= 0) {
            ir_json_int(j, "of", o->of);
            ir_json_int(j, "odds", o->odds);
        }
    }
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

static int heap_points(const uint8_t *count) /* PK5.11 */
{
    int points = 0;
    for (int i = 1; i <= PK_NUMBERS; i++)
        points += i * count[i];
    return points;
}

static void card_option_json(struct ir_json *j, const struct pikit_pub *p, const char *way, int number)
{
    char text[IR_TEXT_MAX];
    struct ir_text t;
    uint8_t cards[PK_COUNTS] = {0};
    struct option o = {.way = way, .move = text, .why = card_why(p, number), .cards = cards, .number = number, .of = -1};
    ir_text_start(&t, text, sizeof text);
    ir_text_add(&t, "take %d", number);
    if (!o.why)
        cards[number] = number == 8 ? p->market[8] : 1; /* PK5.9 */
    o.points = heap_points(cards);
    option_json(j, &o);
}

static void mecha_options_json(struct ir_json *j, const struct pikit_pub *p)
{
    int number = p->die[0], is_double = number == p->die[1], holder = is_double ? p->mecha[number - 1] : PK_TABLE;
    const char *take = !is_double ? "the dice are no double" : holder != PK_TABLE ? "a player holds it" : NULL;
    const char *steal = !is_double           ? "the dice are no double"
                        : holder == PK_TABLE ? "nobody holds it"
                        : holder == p->mover ? "the mover holds it"
                                             : NULL;
    struct option o = {.way = "mecha", .move = "mecha", .why = take, .number = is_double ? number : 0, .of = -1};
    o.points = PK_MECHA_POINTS;
    option_json(j, &o);
    o = (struct option){.way = "steal", .move = "steal", .why = steal, .number = o.number, .points = PK_MECHA_POINTS};
    if (!steal) {
        o.of = holder;
        o.odds = per_mille(1, p->kaiju[holder] + pikit_mechas(p, holder)); /* PK4.5: any card of that hand */
    }
    option_json(j, &o);
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
    uint8_t cards[PK_COUNTS] = {0};
    cards[a]++;
    cards[b]++;
    option_json(j, &(struct option){.way = "both", .move = text, .why = why, .cards = cards, .points = a + b, .of = -1});
    mecha_options_json(j, p);
    ir_json_end(j, ']');
}

/* What could be taken with the dice turned this way: a preview for a 7. */
static void reach_json(struct ir_json *j, const struct pikit_pub *p, int effect)
{
    struct pikit_pub then = *p;
    then.die[(effect - PK_TURN) / 6] = (uint8_t)((effect - PK_TURN) % 6 + 1);
    int reach[] = {pikit_sum(&then), pikit_difference(&then), then.die[0], then.die[1]};
    ir_json_object(j, NULL);
    effect_json(j, effect);
    ir_json_list(j, "reach");
    for (int number = 1; number <= PK_NUMBERS; number++)
        for (size_t i = 0; i < sizeof reach / sizeof *reach; i++)
            if (reach[i] == number && !card_why(p, number)) {
                ir_json_int(j, NULL, number);
                break;
            }
    ir_json_end(j, ']');
    int holder = then.die[0] == then.die[1] ? p->mecha[then.die[0] - 1] : p->mover;
    ir_json_str(j, "mecha", holder == p->mover ? NULL : holder == PK_TABLE ? "take" : "steal");
    ir_json_end(j, '}');
}

static void turns_json(struct ir_json *j, const struct pikit_pub *p)
{
    ir_json_list(j, "turns");
    for (int effect = PK_TURN; effect < PK_EFFECTS; effect++)
        if (p->die[(effect - PK_TURN) / 6] != (effect - PK_TURN) % 6 + 1)
            reach_json(j, p, effect);
    ir_json_end(j, ']');
}

/* ---- players ---- */

static void points_json(struct ir_json *j, const char *key, struct pikit_points points)
{
    ir_json_object(j, key);
    ir_json_int(j, "kaiju", points.kaiju);
    ir_json_int(j, "mechas", points.mechas);
    ir_json_int(j, "ones", points.ones);
    ir_json_int(j, "wounds", -points.wounds);
    ir_json_int(j, "all", points.all);
    ir_json_end(j, '}');
}

/* Cards the viewer cannot see, by number: in the deck or unknown in the hands of others. Returns how many. */
static int viewer_unseen(const struct ir_view *v, uint8_t out[PK_COUNTS])
{
    const struct pikit_pub *p = pikit_pub(v->b);
    int left = pikit_unseen(p, out);
    for (int i = 1; v->seat >= 0 && i <= PK_NUMBERS; i++) {
        int own = pikit_hand(v->b, v->seat)[i] - p->known[v->seat][i];
        out[i] = (uint8_t)(out[i] - own);
        left -= own;
    }
    return left;
}

/* What a random theft from this seat brings, as far as the viewer can know: the odds of each number and of a mecha, per mille;
 * the thief's expected points, in hundredths (PK5.4, PK5.8). */
static void theft_json(struct ir_json *j, const struct ir_view *v, int seat)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    uint8_t left[PK_COUNTS];
    int heap = viewer_unseen(v, left), mechas = pikit_mechas(p, seat), unknown = pikit_unknown(p, seat);
    int scale = heap ? heap : 1, all = p->kaiju[seat] + mechas, gain = PK_MECHA_POINTS * mechas * scale;
    if (seat == v->seat || !all || p->phase == PK_PHASE_OVER)
        return;
    ir_json_object(j, "theft");
    ir_json_object(j, "odds");
    for (int i = 1; i <= PK_NUMBERS; i++) { /* the expected number of these cards, times scale */
        int part = p->known[seat][i] * scale + unknown * left[i];
        if (part)
            ir_json_int(j, number_text[i], per_mille(part, all * scale));
        gain += (i == 3 ? -PK_WOUND_POINTS : i) * part;
    }
    ir_json_end(j, '}');
    ir_json_int(j, "mecha", per_mille(mechas, all));
    ir_json_int(j, "gain", 100 * gain / (all * scale));
    ir_json_end(j, '}');
}

static void player_json(struct ir_json *j, const struct ir_view *v, int seat, const struct ir_score *score)
{
    const struct pikit_pub *p = pikit_pub(v->b);
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
    points_json(j, "points", pikit_points(p, seat));
    if (p->option[PK_MEMORY])
        theft_json(j, v, seat);
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
        ir_json_int(j, "secret", hand[i] - p->known[v->seat][i]); /* how many of them the others did not see come */
        ir_json_bool(j, "playable", !why);
        if (why)
            ir_json_str(j, "why", why);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* The viewer's points, including cards only the viewer knows; of the others' 1s only those that are public. */
static void own_json(struct ir_json *j, const struct ir_view *v)
{
    struct pikit_pub p = *pikit_pub(v->b);
    memcpy(p.known[v->seat], pikit_hand(v->b, v->seat), PK_COUNTS);
    points_json(j, "own", pikit_points(&p, v->seat));
}

/* ---- the table ---- */

static void mechas_json(struct ir_json *j, const struct pikit_pub *p) /* by double, the holder or null */
{
    ir_json_list(j, "mechas");
    for (int d = 0; d < PK_MECHAS; d++)
        seat_json(j, NULL, p->mecha[d]);
    ir_json_end(j, ']');
}

/* The chain of discards, whether its effect happens if all pass, who is asked now and who next. */
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
    counts_json(j, "unseen", unseen); /* by all */
    counts_json(j, "market", p->market);
}

/* Who won, and what decided it between equal points (PK7.3). */
static void result_json(struct ir_json *j, const struct pikit_pub *p, const struct ir_score *score)
{
    int winners = 0, best = 0, equal = 0;
    ir_json_list(j, "winners");
    for (int i = 0; i < p->head.seats; i++)
        if (score->rank[i] == 0) {
            ir_json_int(j, NULL, i);
            best = score->points[i];
            winners++;
        }
    ir_json_end(j, ']');
    for (int i = 0; i < p->head.seats; i++)
        equal += score->points[i] == best;
    ir_json_str(j, "decided", winners > 1 ? "shared" : equal > 1 ? "cards" : "points");
}

void pikit_describe(const void *pub, struct ir_json *j)
{
    static const char *const phase[] = {"first",  "market", "hands", "roll",   "play", "ask",
                                        "reroll", "steal",  "draw",  "refill", "over"};
    const struct pikit_pub *p = pikit_pub(pub);
    struct ir_score score;
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
    if (p->phase == PK_PHASE_OVER) {
        pikit_score(p, &score);
        result_json(j, p, &score);
    }
}

void pikit_describe_own(const struct ir_view *v, struct ir_json *j)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    struct ir_score score;
    uint8_t left[PK_COUNTS];
    viewer_unseen(v, left);
    counts_json(j, "left", left);
    if (p->phase == PK_PHASE_PLAY && v->seat == p->mover)
        turns_json(j, p);
    if (v->seat >= 0) {
        hand_json(j, v);
        own_json(j, v);
    }
    pikit_score(p, &score);
    ir_json_list(j, "players");
    for (int i = 0; i < p->head.seats; i++)
        player_json(j, v, i, &score);
    ir_json_end(j, ']');
}
