/* words.c: PiKiT in the text client. */
#include "cli/words.h"

#include "games/pikit/pikit.h"

/* "1 1 5 8", or "none". */
static void heap(FILE *out, const uint8_t count[PK_COUNTS])
{
    int n = 0;
    for (int i = 1; i < PK_COUNTS; i++)
        for (int k = 0; k < count[i]; k++)
            fprintf(out, "%s%d", n++ ? " " : "", i);
    if (!n)
        fputs("none", out);
}

static void mechas(FILE *out, const struct pikit_pub *p, int seat)
{
    int n = 0;
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] == seat)
            fprintf(out, "%s%d-%d", n++ ? ", " : "", d + 1, d + 1);
    if (!n)
        fputs("none", out);
}

static void player(FILE *out, const struct pikit_pub *p, int seat, const char *name)
{
    fprintf(out, "%s: %d kaiju %s", name, p->kaiju[seat], p->kaiju[seat] == 1 ? "card" : "cards");
    if (p->option[PK_MEMORY]) {
        uint8_t certain[PK_COUNTS] = {0};
        int sum = 0;
        for (int n = 1; n < PK_COUNTS; n++)
            sum += certain[n] = (uint8_t)pikit_certain(p, seat, n);
        if (sum) {
            fputs(", seen by all: ", out);
            heap(out, certain);
        }
        if (p->kaiju[seat] > sum)
            fprintf(out, ", unseen: %d", p->kaiju[seat] - sum);
    }
    if (pikit_mechas(p, seat)) {
        fputs("; mechas ", out);
        mechas(out, p, seat);
    }
    if (p->wound[seat])
        fprintf(out, "; wounds %d", p->wound[seat]);
    fputc('\n', out);
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    fprintf(out, "Turn %d, %s to play. Deck: %d cards.", p->turns, p->mover == v->seat ? "you are" : name[p->mover], p->deck);
    if (p->last)
        fprintf(out, " Last turns: %d to go, this one included.", p->last);
    fputs("\nIn the centre: ", out);
    heap(out, p->market);
    fputs(". Mechas there: ", out);
    mechas(out, p, PK_TABLE);
    fputc('\n', out);
    for (int i = 1; i <= p->head.seats; i++) {
        int seat = (v->seat + i + p->head.seats) % p->head.seats;
        if (seat != v->seat)
            player(out, p, seat, name[seat]);
    }
    if (v->seat >= 0) {
        player(out, p, v->seat, "You");
        fputs("Your hand: ", out);
        heap(out, pikit_hand(v->b, v->seat));
        fputc('\n', out);
    }
    if (p->die[0] && p->phase >= PK_PHASE_PLAY && p->phase != PK_PHASE_OVER) {
        fprintf(out, "The dice: %d and %d (sum %d", p->die[0], p->die[1], pikit_sum(p));
        if (p->die[0] == p->die[1])
            fputs(", a double!)\n", out);
        else
            fprintf(out, ", difference %d)\n", pikit_difference(p));
    }
}

static void effect(FILE *out, int e, const char *const *name)
{
    if (e < PK_STEAL)
        fprintf(out, "roll %s again", e == 2 ? "both dice" : e ? "the second die" : "the first die");
    else if (e < PK_DRAW)
        fprintf(out, "steal a card from %s", name[e - PK_STEAL]);
    else if (e < PK_TURN)
        fputs("draw a card from the deck", out);
    else
        fprintf(out, "turn the %s die to %d", (e - PK_TURN) / 6 ? "second" : "first", (e - PK_TURN) % 6 + 1);
}

/* Why these cards may be taken: by sum, difference or a die. */
static void way(FILE *out, const struct pikit_pub *p, int n)
{
    const char *sep = " (";
    if (n == pikit_sum(p))
        fprintf(out, "%sthe sum", sep), sep = ", ";
    if (n == pikit_difference(p))
        fprintf(out, "%sthe difference", sep), sep = ", ";
    if (n == p->die[0] || n == p->die[1])
        fprintf(out, "%sa die", sep);
    fputc(')', out);
    if (n == 8 && p->market[8] > 1)
        fprintf(out, ": all %d of them", p->market[8]);
}

/* A 9, 10 or 11 has up to seventeen effects: they share one line, and the person types the move. */
static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    int e, card = pikit_move_card(m, &e);
    if (card >= 9 && e > 0)
        return 0;
    if (card >= 9 && e == 0) {
        fprintf(out, "play %d as another card: say '%d as 2 both', '%d as 4 seat N', '%d as 5' or '%d as 7 first 3'", card,
                card, card, card, card);
    } else if (card && e >= 0) {
        fprintf(out, "play %d: ", card);
        effect(out, e, name);
    } else if (card) {
        fprintf(out, "cancel it with your %d", card);
    } else if (m == PK_MOVE_PASS) {
        fputs("let it happen", out);
    } else if (m < PK_MOVE_PAIR) {
        fprintf(out, "take %d", m - PK_MOVE_TAKE + 1);
        way(out, p, m - PK_MOVE_TAKE + 1);
    } else if (m < PK_MOVE_MECHA) {
        int a = p->die[0] < p->die[1] ? p->die[0] : p->die[1], b = p->die[0] + p->die[1] - a;
        fprintf(out, "take %d and %d (one for each die)", a, b);
    } else if (m == PK_MOVE_MECHA) {
        fprintf(out, "take the mecha %d-%d, 15 points", p->die[0], p->die[0]);
    } else if (m == PK_MOVE_STEAL) {
        fprintf(out, "try for the mecha %d-%d: steal a random card from %s", p->die[0], p->die[0],
                name[p->mecha[p->die[0] - 1]]);
    } else {
        fputs("take nothing and end your turn", out);
    }
    return 1;
}

/* A move by itself, also one of those that share a line. */
static void move(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    int e, card = pikit_move_card(m, &e);
    if (card < 9 || e < 0) {
        choice(out, v, m, name);
        return;
    }
    fprintf(out, "play %d as a %d: ", card, e < PK_STEAL ? 2 : e < PK_DRAW ? 4 : e < PK_TURN ? 5 : 7);
    effect(out, e, name);
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    if (p->phase != PK_PHASE_ASK) {
        fputs(pikit_can_take(p) ? "Play a card, or take something and end your turn?"
                                : "Nothing can be taken with these dice. Play a card, or end your turn?",
              out);
        return;
    }
    int top = p->chain[p->chain_n - 1];
    fprintf(out, "%s discards %d to ", name[top >> 4], top & 15);
    if (p->chain_n > 1)
        fprintf(out, "cancel that %d", p->chain[p->chain_n - 2] & 15);
    else
        effect(out, p->effect, name);
    fputs(". Do you cancel it?", out);
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    if (pikit_pub(v->b)->phase == PK_PHASE_ASK) {
        *rule = "PK6.1";
        return "A 6 (or a 9, 10 or 11 used as one) cancels a card that another player has just discarded. Everybody who has a "
               "kaiju\n"
               "card is asked, whether they could cancel or not, so that the question tells nothing. A cancel can be cancelled "
               "too.";
    }
    *rule = "PK3.2";
    return "First play as many cards as you like for their effects; each goes to the discard pile. Then take, once: a card "
           "whose number\n"
           "is the sum of the dice, or their difference, or one card for each die. A double may bring you its mecha. Taking "
           "ends your turn.\n"
           "Cards in your hand at the end score their number, mechas 15, the most 1s 15, a wound -3.\n"
           "2 rolls again, 4 steals, 5 draws, 6 cancels, 7 turns a die, 9 to 11 do any of these. 1, 3 and 8 are not played: a "
           "stolen 3 wounds\n"
           "the thief, and who takes an 8 takes all the 8s.";
}

static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    int you = e->seat == viewer && viewer >= 0, a = e->pub[0], b = e->pub[1];
    const char *who = you ? "You" : e->seat >= 0 ? name[e->seat] : "";
    switch (e->kind) {
    case PK_EV_FIRST: fprintf(out, "%s %s.\n", who, verb(you, "begin", "begins")); return 1;
    case PK_EV_DEAL: fprintf(out, "%s %s %d.\n", who, verb(you, "are dealt", "is dealt"), a); return 1;
    case PK_EV_TURN: fprintf(out, "\n--- %s ---\n", you ? "Your turn" : who); return 1;
    case PK_EV_ROLL: fprintf(out, "%s %s %d and %d.\n", who, verb(you, "roll", "rolls"), a, b); return 1;
    case PK_EV_PLAY:
        fprintf(out, "%s %s %d: ", who, verb(you, "play", "plays"), a);
        effect(out, b, name);
        fputs(".\n", out);
        return 1;
    case PK_EV_CANCEL: fprintf(out, "%s %s it with a %d!\n", who, verb(you, "cancel", "cancels"), a); return 1;
    case PK_EV_CANCELLED: fputs("The effect does not happen.\n", out); return 1;
    case PK_EV_FIZZLED: fputs("It can do nothing any more.\n", out); return 1;
    case PK_EV_DICE: fprintf(out, "The dice now: %d and %d.\n", a, b); return 1;
    case PK_EV_DRAW:
        if (e->see)
            fprintf(out, "%s %s a %d from the deck.\n", who, verb(you, "draw", "draws"), e->prv[0]);
        else
            fprintf(out, "%s %s a card from the deck.\n", who, verb(you, "draw", "draws"));
        return 1;
    case PK_EV_STOLEN:
        fprintf(out, "%s %s a %d from %s.\n", who, verb(you, "steal", "steals"), a, b == viewer ? "you" : name[b]);
        return 1;
    case PK_EV_STOLEN_MECHA:
        fprintf(out, "%s %s the mecha %d-%d from %s!\n", who, verb(you, "steal", "steals"), a, a,
                b == viewer ? "you" : name[b]);
        return 1;
    case PK_EV_WOUND:
        fprintf(out, "It is a 3: %s %s a wound, 3 points lost.\n", you ? "you" : who, verb(you, "take", "takes"));
        return 1;
    case PK_EV_TAKE:
        fprintf(out, "%s %s ", who, verb(you, "take", "takes"));
        if (b > 1)
            fprintf(out, "%d cards: ", b);
        fprintf(out, "%d.\n", a);
        return 1;
    case PK_EV_MECHA: fprintf(out, "%s %s the mecha %d-%d.\n", who, verb(you, "take", "takes"), a, a); return 1;
    case PK_EV_TRY: fprintf(out, "%s %s for the mecha.\n", who, verb(you, "reach", "reaches")); return 1;
    case PK_EV_NOTHING: fprintf(out, "%s %s nothing.\n", who, verb(you, "take", "takes")); return 1;
    case PK_EV_LAST: fputs("The end comes: one last turn each.\n", out); return 1;
    default: return 0;
    }
}

/* ---- reasons ---- */

static const char *mover_name(int seat, int viewer, const char *const *name)
{
    return seat == viewer ? "you" : name[seat];
}

static void fact_takes(FILE *out, const struct ir_fact *f)
{
    int n = f->n[1];
    if (f->n[0] == IR_NO_FACT)
        fputs("takes nothing.", out);
    else if (f->n[2] != IR_NO_FACT)
        fprintf(out, "takes %d and %d: %d points.", f->n[0], f->n[2], f->n[3]);
    else if (n > 1)
        fprintf(out, "takes %d %ds: %d points.", n, f->n[0], f->n[3]);
    else
        fprintf(out, "takes %d.", f->n[0]);
}

static int fact(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], moves = f->of != IR_OF_POSITION;
    if (moves)
        fprintf(out, "%s ", fact_move(f));
    switch (f->kind) {
    case PK_FACT_TAKES: fact_takes(out, f); return 1;
    case PK_FACT_MECHA: fprintf(out, "takes the mecha %d-%d: %d points.", a, a, b); return 1;
    case PK_FACT_OFFER: fprintf(out, "The dice offered up to %d points, in %d %s.", a, b, b == 1 ? "way" : "ways"); return 1;
    case PK_FACT_THEFT:
        fprintf(out,
                moves ? "steals a card of %s, which brings %s points on average"
                      : "A card of %s brings the thief %s points on average",
                mover_name(a, viewer, name), fact_tenths(b));
        if (f->n[2])
            fprintf(out, ", a wound with %s", fact_chance(f->n[2]));
        if (f->n[3])
            fprintf(out, ", a mecha with %s", fact_chance(f->n[3]));
        fputc('.', out);
        return 1;
    case PK_FACT_ROBBED:
        fprintf(out, "The theft costs %s %s points on average", mover_name(seat, viewer, name), fact_tenths(a));
        fprintf(out, b ? ", a mecha with %s." : ".", fact_chance(b));
        return 1;
    case PK_FACT_REROLL:
        fprintf(out,
                moves ? "rolls again; the best take, in points: %d now, %s on average after the roll."
                      : "The best take, in points: %d now, %s on average after the roll.",
                a, fact_tenths(b));
        return 1;
    case PK_FACT_TURN:
        fprintf(out,
                moves ? "turns a die; the best take, in points: %d now, %d then."
                      : "The best take, in points: %d now, %d with the die turned.",
                a, b);
        return 1;
    case PK_FACT_DRAW:
        fprintf(out,
                moves ? "draws a card, worth %s points on average." : "A card from the deck is worth %s points on average.",
                fact_tenths(a));
        return 1;
    case PK_FACT_SPENDS: fprintf(out, "spends the %d, which counts %d points if it is kept.", a, b); return 1;
    case PK_FACT_UNGUARDS: fprintf(out, "spends the %d, the last card that can cancel.", a); return 1;
    case PK_FACT_CANCELS:
        if (a == 1000)
            fputs("can be cancelled: somebody surely holds a card for it.", out);
        else if (a)
            fprintf(out, "can be cancelled with %s: so likely somebody holds a card for it.", fact_chance(a));
        else
            fputs("can be cancelled by nobody.", out);
        return 1;
    case PK_FACT_ONES:
        fprintf(out, "makes it %d %s in hand; nobody else is known to have more than %d.", a, a == 1 ? "one" : "ones", b);
        return 1;
    case PK_FACT_USEFUL:
        fprintf(out, "brings a card that can be played, the %d, with %d cards left in the deck.", a, b);
        return 1;
    case PK_FACT_STILL: fputs("comes first: the same take is still possible after it.", out); return 1;
    case PK_FACT_LEADS:
        fprintf(out, "%s %s with %d points against %d, as far as hands are known.", a == viewer ? "You" : name[a],
                verb(a == viewer, "lead", "leads"), b, f->n[2]);
        return 1;
    case PK_FACT_LAST: fputs("It is the last turn: a card that is kept counts only its points.", out); return 1;
    case PK_FACT_STOPS:
    case PK_FACT_LETS:
        fprintf(out, f->kind == PK_FACT_STOPS ? "stops what %s announced: " : "lets happen what %s announced: ",
                mover_name(a, viewer, name));
        effect(out, b, name);
        fputc('.', out);
        return 1;
    default: return 0;
    }
}

static void final(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    for (int i = 0; i < p->head.seats; i++) {
        struct pikit_points s = pikit_points(p, i);
        fprintf(out, "  %s: kaiju %d + mechas %d + most 1s %d - wounds %d = %d\n", i == v->seat ? "You" : name[i], s.kaiju,
                s.mechas, s.ones, s.wounds, s.all);
    }
}

/* A person who cannot cancel is not asked: with one person, that reveals nothing to anybody (PK6.5). */
static int automatic(const struct ir_view *v, const ir_move *legal, int n)
{
    return pikit_pub(v->b)->phase == PK_PHASE_ASK && n == 1 && legal[0] == PK_MOVE_PASS;
}

/* "yes", "no", and plays without the word "play": "7 first 3". A number alone selects from the list. */
static ir_move answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    char whole[IR_TEXT_MAX];
    int asked = pikit_pub(v->b)->phase == PK_PHASE_ASK;
    snprintf(whole, sizeof whole, "play %.40s", text);
    int move = pikit_move_parse(whole);
    for (int i = 0; i < n; i++) {
        if (legal[i] == move)
            return legal[i];
        if (asked && (strcmp(text, "no") == 0 || strcmp(text, "yes") == 0) && (legal[i] == PK_MOVE_PASS) == (text[0] == 'n'))
            return legal[i];
    }
    return IR_NO_MOVE;
}

extern const struct words pikit_words; /* found by cli/words.c */
const struct words pikit_words = {
    .game = &pikit_game,
    .welcome = "PiKiT: roll the dice, take kaiju cards by what they show, and keep the best until the deck runs out.\n"
               "Answer with a number of the list.",
    .table = table,
    .choice = choice,
    .move = move,
    .question = question,
    .explain = explain,
    .event = event,
    .fact = fact,
    .final = final,
    .automatic = automatic,
    .answer = answer,
};
