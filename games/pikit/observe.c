/* observe.c: a PiKiT view as numbers, for learning programs (docs/observations.md). Seats are counted from the viewer's. */
#include "pikit.h"
#include "irori_batch.h"

enum { OTHERS = PK_SEATS - 1 };
static const struct ir_field fields[] = {
    {"hand", PK_NUMBERS, IR_HELP("The own kaiju cards: how many of each number, 1 to 11.")},
    {"market", PK_NUMBERS, IR_HELP("The cards in the centre, by number.")},
    {"discard", PK_NUMBERS, IR_HELP("The discard pile, by number.")},
    {"unseen", PK_NUMBERS, IR_HELP("Cards that may be in the deck or unknown in another hand, by number.")},
    {"known", PK_NUMBERS, IR_HELP("What everybody knows of the own hand, by number.")},
    {"others known", OTHERS *PK_NUMBERS, IR_HELP("What is known of the hands of the other seats, by seat and number.")},
    {"others unknown", OTHERS, IR_HELP("How many cards of each other hand nobody else has seen.")},
    {"wounds", PK_SEATS, IR_HELP("Wounds, by seat.")},
    {"mechas", PK_MECHAS *(PK_SEATS + 1),
     IR_HELP("For each mecha, 1-1 to 6-6: 1 at its holder's seat, or last: on the table.")},
    {"dice", 12, IR_HELP("1 at the side of the first die, 1 to 6, and of the second.")},
    {"phase", 2, IR_HELP("1 for: it is a turn; it is a question whether to cancel.")},
    {"mover", PK_SEATS, IR_HELP("1 at the seat whose turn it is.")},
    {"effect", PK_EFFECTS,
     IR_HELP("The announced effect: reroll the first, second, both dice; steal from a seat; draw; turn a die to a side.")},
    {"chain", 1, IR_HELP("Cards in the chain of a played card and those that cancel.")},
    {"top", PK_NUMBERS, IR_HELP("1 at the number of its last card.")},
    {"top seat", PK_SEATS, IR_HELP("1 at the seat that played its last card.")},
    {"deck", 1, IR_HELP("Cards left in the deck, divided by 50.")},
    {"last", 1, IR_HELP("Last turns left, once the end has come; else 0.")},
    {"quiet", 1, IR_HELP("Turns in a row in which somebody declined and nothing happened.")},
    {"turns", 1, IR_HELP("Turns begun, divided by 300.")},
    {"seats", PK_SEATS - 1, IR_HELP("1 for: two, three, four players.")},
    {"seat", PK_SEATS, IR_HELP("1 at the own seat as moves name it, 0 to 3.")},
    {NULL, 0, NULL},
};

static inline float *counts_put(float *out, const uint8_t count[PK_COUNTS])
{
    for (int i = 0; i < PK_NUMBERS; i++)
        out[i] = count[i + 1];
    return out + PK_NUMBERS;
}

static void observe(const struct ir_view *v, float *out)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    const uint8_t *hand = pikit_hand(v->b, v->seat);
    int me = v->seat, seats = p->head.seats, from[PK_SEATS]; /* from[s]: s counted from the viewer */
    for (int s = 0; s < PK_SEATS; s++)
        from[s] = s >= seats ? s : s < me ? s - me + seats : s - me;
    uint8_t unseen[PK_COUNTS];
    pikit_unseen(p, unseen);
    for (int i = 1; i <= PK_NUMBERS; i++)
        unseen[i] = (uint8_t)(unseen[i] - (hand[i] - p->known[me][i]));
    out = counts_put(out, hand);
    out = counts_put(out, p->market);
    out = counts_put(out, p->discard);
    out = counts_put(out, unseen);
    out = counts_put(out, p->known[me]);
    memset(out, 0,
           (OTHERS * PK_NUMBERS + OTHERS + PK_SEATS + PK_MECHAS * (PK_SEATS + 1) + 12 + 2 + PK_SEATS + PK_EFFECTS + 1 +
            PK_NUMBERS + PK_SEATS + 4 + PK_SEATS - 1 + PK_SEATS) *
               sizeof *out);
    for (int s = 0; s < seats; s++)
        if (s != me) {
            counts_put(out + (from[s] - 1) * PK_NUMBERS, p->known[s]);
            out[OTHERS * PK_NUMBERS + from[s] - 1] = (float)pikit_unknown(p, s);
        }
    out += OTHERS * PK_NUMBERS + OTHERS;
    for (int s = 0; s < seats; s++)
        out[from[s]] = p->wound[s];
    out += PK_SEATS;
    for (int d = 0; d < PK_MECHAS; d++, out += PK_SEATS + 1)
        out[p->mecha[d] == PK_TABLE ? PK_SEATS : from[p->mecha[d]]] = 1;
    for (int d = 0; d < 2; d++, out += 6)
        if (p->die[d])
            out[p->die[d] - 1] = 1;
    *out++ = p->phase == PK_PHASE_PLAY;
    *out++ = p->phase == PK_PHASE_ASK;
    out[from[p->mover]] = 1;
    out += PK_SEATS;
    if (p->chain_n) {
        int effect = p->effect;
        if (effect >= PK_STEAL && effect < PK_DRAW)
            effect = PK_STEAL + from[effect - PK_STEAL];
        out[effect] = 1;
        out[PK_EFFECTS] = p->chain_n;
        out[PK_EFFECTS + (p->chain[p->chain_n - 1] & 15)] = 1; /* numbers count from 1 */
        out[PK_EFFECTS + 1 + PK_NUMBERS + from[pikit_top_seat(p)]] = 1;
    }
    out += PK_EFFECTS + 1 + PK_NUMBERS + PK_SEATS;
    *out++ = (float)p->deck / 50;
    *out++ = p->last;
    *out++ = p->quiet;
    *out++ = (float)p->turns / PK_TURNS_MAX;
    out[seats - 2] = 1;
    out[PK_SEATS - 1 + me] = 1;
}

extern const struct ir_observer pikit_observer;
const struct ir_observer pikit_observer = {.game = &pikit_game, .rev = 1, .field = fields, .observe = observe};
