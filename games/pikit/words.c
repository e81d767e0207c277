/* words.c: PiKiT in the text client. */
#include "cli/words.h"

#include "games/pikit/pikit.h"

/* "1 1 5 8", or "none". */
static const char *heap(const uint8_t count[PK_COUNTS])
{
    static char text[2][PK_COUNTS * 64];
    static int at;
    struct ir_text t;
    at = !at;
    ir_text_start(&t, text[at], sizeof text[at]);
    for (int i = 1; i < PK_COUNTS; i++)
        for (int k = 0; k < count[i]; k++)
            ir_text_add(&t, "%s%d", text[at][0] ? " " : "", i);
    return text[at][0] ? text[at] : tr_of("cards", "none");
}

static const char *mechas(const struct pikit_pub *p, int seat)
{
    const char *list = "";
    for (int d = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] == seat)
            list = also(list, phrase("{a}-{a}", "a", number(d + 1)));
    return *list ? list : tr_of("mechas", "none");
}

/* "Bot: 3 kaiju cards, seen by all: 1 5, unseen: 1; mechas: 2-2; wounds: 1". */
static void player(FILE *out, const struct pikit_pub *p, int seat, const char *name)
{
    say_n(out, "{name}: {n} kaiju card", "{name}: {n} kaiju cards", p->kaiju[seat], "name", name);
    if (p->option[PK_MEMORY]) {
        uint8_t certain[PK_COUNTS] = {0};
        int sum = 0;
        for (int n = 1; n < PK_COUNTS; n++)
            sum += certain[n] = (uint8_t)pikit_certain(p, seat, n);
        if (sum)
            fprintf(out, ", %s", phrase("seen by all: {cards}", "cards", heap(certain)));
        if (p->kaiju[seat] > sum)
            fprintf(out, ", %s", phrase("unseen: {n}", "n", number(p->kaiju[seat] - sum)));
    }
    if (pikit_mechas(p, seat))
        fprintf(out, "; %s", phrase("mechas: {list}", "list", mechas(p, seat)));
    if (p->wound[seat])
        fprintf(out, "; %s", phrase("wounds: {n}", "n", number(p->wound[seat])));
    fputc('\n', out);
}

static void status(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    say(out, "Turn {n}. To play: {name}.", "n", number(p->turns), "name", called(p->mover, v->seat, name));
    fprintf(out, " %s.", phrase_1("Deck: {n} card", "Deck: {n} cards", p->deck));
    if (p->last)
        fprintf(out, " %s", phrase("Last turns: {n} to go, this one included.", "n", number(p->last)));
    fputc('\n', out);
}

/* Both dice; 0: there are none to be seen. */
static int dice(FILE *out, const struct pikit_pub *p)
{
    if (!p->die[0] || p->phase < PK_PHASE_PLAY || p->phase == PK_PHASE_OVER)
        return 0;
    const char *a = number(p->die[0]), *b = number(p->die[1]), *sum = number(pikit_sum(p));
    if (p->die[0] == p->die[1])
        line(out, "The dice: {a} and {b} (sum {sum}, a double!)", "a", a, "b", b, "sum", sum);
    else
        line(out, "The dice: {a} and {b} (sum {sum}, difference {difference})", "a", a, "b", b, "sum", sum, "difference",
             number(pikit_difference(p)));
    return 1;
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    status(out, v, name);
    say(out, "In the centre: {cards}. Mechas there: {mechas}", "cards", heap(p->market), "mechas", mechas(p, PK_TABLE));
    fputc('\n', out);
    for (int i = 1; i <= p->head.seats; i++) {
        int seat = (v->seat + i + p->head.seats) % p->head.seats;
        if (seat != v->seat)
            player(out, p, seat, name[seat]);
    }
    if (v->seat >= 0) {
        player(out, p, v->seat, tr("You"));
        line(out, "Your hand: {cards}", "cards", heap(pikit_hand(v->b, v->seat)));
    }
    dice(out, p);
}

/* ---- the full screen ---- */

/* Does a move take this number from the centre, or (in_hand) discard it? */
static int is_about(const struct pikit_pub *p, ir_move m, int n, int in_hand)
{
    int effect, card = m == IR_NO_MOVE ? 0 : pikit_move_card(m, &effect);
    if (in_hand || card)
        return in_hand && card == n;
    if (m >= PK_MOVE_TAKE && m < PK_MOVE_PAIR)
        return m - PK_MOVE_TAKE + 1 == n;
    return m >= PK_MOVE_PAIR && m < PK_MOVE_MECHA && (n == p->die[0] || n == p->die[1]);
}

/* Cards as "[5]" in the colour of their number; clicking one chooses a move with it. */
static void cards_put(struct board *b, const struct pikit_pub *p, const uint8_t count[PK_COUNTS], int in_hand)
{
    static const enum ink ink[PK_COUNTS] = {INK_PLAIN,  INK_GREY, INK_TEAL, INK_RED,    INK_GREEN, INK_BLUE,
                                            INK_VIOLET, INK_GOLD, INK_ROSE, INK_PURPLE, INK_PINK,  INK_ORANGE};
    int all = 0;
    for (int n = 1; n < PK_COUNTS; n++) {
        ir_move move = IR_NO_MOVE;
        int left = n == 8 ? count[n] : 1; /* one card is marked; of the 8s all go */
        for (int i = b->n - 1; i >= 0; i--)
            if (is_about(p, b->legal[i], n, in_hand) && move != b->chosen)
                move = b->legal[i];
        for (int k = 0; k < count[n]; k++, all++) {
            char text[16];
            snprintf(text, sizeof text, "[%d]", n);
            board_piece(b, ink[n], text, move, is_about(p, b->chosen, n, in_hand) && left-- > 0);
            board_put(b, INK_PLAIN, " ");
        }
    }
    if (!all)
        board_put(b, INK_FAINT, tr_of("cards", "none"));
}

static void board(struct board *b, const struct ir_view *v, const char *const *name)
{
    static const char *const face[] = {"⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
    const struct pikit_pub *p = pikit_pub(v->b);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    status(out, v, name);
    for (int i = 1; i <= p->head.seats; i++) {
        int seat = (v->seat + i + p->head.seats) % p->head.seats;
        player(out, p, seat, called(seat, v->seat, name));
    }
    fclose(out);
    board_lines(b, INK_PLAIN, text);
    free(text);
    board_line(b);
    board_put(b, INK_STRONG, tr("In the centre:"));
    board_to(b, 16);
    board_hang(b, 16);
    cards_put(b, p, p->market, 0);
    board_line(b);
    board_put(b, INK_STRONG, tr("Mechas there:"));
    board_to(b, 16);
    for (int d = 0, n = 0; d < PK_MECHAS; d++)
        if (p->mecha[d] == PK_TABLE) {
            int ready = 0;
            for (int i = 0; i < b->n; i++)
                ready |= b->legal[i] == PK_MOVE_MECHA && d + 1 == p->die[0];
            board_put(b, INK_PLAIN, n++ ? " " : "");
            board_piece(b, INK_TEAL, phrase("<{a}-{a}>", "a", number(d + 1)), ready ? PK_MOVE_MECHA : IR_NO_MOVE,
                        ready && b->chosen == PK_MOVE_MECHA);
        }
    board_line(b);
    board_line(b);
    if (v->seat >= 0) {
        board_put(b, INK_STRONG, phrase("Your hand: {cards}", "cards", ""));
        board_to(b, 16);
        board_hang(b, 16);
        cards_put(b, p, pikit_hand(v->b, v->seat), 1);
        board_line(b);
    }
    out = open_memstream(&text, &size);
    if (!out)
        return;
    int there = dice(out, p);
    fclose(out);
    if (there && !b->ascii) {
        board_put(b, INK_STRONG, face[p->die[0] - 1]);
        board_put(b, INK_STRONG, face[p->die[1] - 1]);
        board_put(b, INK_PLAIN, "  ");
    }
    if (there)
        board_lines(b, INK_STRONG, text);
    free(text);
}

static const char *effect(int e, int viewer, const char *const *name)
{
    if (e < PK_STEAL)
        return tr(e == 2 ? mark("roll both dice again")
                  : e    ? mark("roll the second die again")
                         : mark("roll the first die again"));
    if (e < PK_DRAW)
        return e - PK_STEAL == viewer ? tr("steal a card from you")
                                      : phrase("steal a card from {name}", "name", name[e - PK_STEAL]);
    if (e < PK_TURN)
        return tr("draw a card from the deck");
    const char *side = number((e - PK_TURN) % 6 + 1);
    return (e - PK_TURN) / 6 ? phrase("turn the second die to {n}", "n", side) : phrase("turn the first die to {n}", "n", side);
}

/* Why these cards may be taken: by sum, difference or a die. */
static const char *way(const struct pikit_pub *p, int n)
{
    const char *list = "";
    if (n == pikit_sum(p))
        list = also(list, tr("sum"));
    if (n == pikit_difference(p))
        list = also(list, tr("difference"));
    if (n == p->die[0] || n == p->die[1])
        list = also(list, tr("die"));
    return list;
}

/* A 9, 10 or 11 has up to seventeen effects: they share one line, and the person types the move. */
static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    int e, card = pikit_move_card(m, &e);
    const char *a = number(p->die[0]), *c = number(card);
    if (card >= 9 && e > 0)
        return 0;
    if (card >= 9 && e == 0) {
        say(out,
            "play {card} as another card: say '{card} as 2 both', '{card} as 4 seat N', '{card} as 5' or '{card} as 7 first 3'",
            "card", c);
    } else if (card && e >= 0) {
        say(out, "play {card}: {effect}", "card", c, "effect", effect(e, v->seat, name));
    } else if (card) {
        say(out, "cancel it with your {card}", "card", c);
    } else if (m == PK_MOVE_PASS) {
        fputs(tr("let it happen"), out);
    } else if (m < PK_MOVE_PAIR) {
        int n = m - PK_MOVE_TAKE + 1;
        if (n == 8 && p->market[8] > 1)
            say(out, "take {card} ({why}): all of them, {n}", "card", number(n), "why", way(p, n), "n", number(p->market[8]));
        else
            say(out, "take {card} ({why})", "card", number(n), "why", way(p, n));
    } else if (m < PK_MOVE_MECHA) {
        int low = p->die[0] < p->die[1] ? p->die[0] : p->die[1];
        say(out, "take {a} and {b} (one for each die)", "a", number(low), "b", number(p->die[0] + p->die[1] - low));
    } else if (m == PK_MOVE_MECHA) {
        say(out, "take the mecha {a}-{a}, 15 points", "a", a);
    } else if (m == PK_MOVE_STEAL) {
        say(out, "try for the mecha {a}-{a}: steal a random card from {name}", "a", a, "name", name[p->mecha[p->die[0] - 1]]);
    } else {
        fputs(tr("take nothing and end your turn"), out);
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
    say(out, "play {card} as a {other}: {effect}", "card", number(card), "other",
        number(e < PK_STEAL  ? 2
               : e < PK_DRAW ? 4
               : e < PK_TURN ? 5
                             : 7),
        "effect", effect(e, IR_SPECTATOR, name));
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    if (p->phase != PK_PHASE_ASK) {
        fputs(pikit_can_take(p) ? tr("Play a card, or take something and end your turn?")
                                : tr("Nothing can be taken with these dice. Play a card, or end your turn?"),
              out);
        return;
    }
    int top = p->chain[p->chain_n - 1];
    const char *who = name[top >> 4], *card = number(top & 15);
    if (p->chain_n > 1)
        say(out, "{name} discards {card} to cancel that {other}. Do you cancel it?", "name", who, "card", card, "other",
            number(p->chain[p->chain_n - 2] & 15));
    else
        say(out, "{name} discards {card}: {effect}. Do you cancel it?", "name", who, "card", card, "effect",
            effect(p->effect, v->seat, name));
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    if (pikit_pub(v->b)->phase == PK_PHASE_ASK) {
        *rule = "PK6.1";
        return tr(
            "A 6 (or a 9, 10 or 11 used as one) cancels a card that another player has just discarded. Everybody who has a "
            "kaiju "
            "card is asked, whether they could cancel or not, so that the question tells nothing. A cancel can be "
            "cancelled too.");
    }
    *rule = "PK3.2";
    return tr(
        "First play as many cards as you like for their effects; each goes to the discard pile. Then take, once: a card "
        "whose number "
        "is the sum of the dice, or their difference, or one card for each die. A double may bring you its mecha. Taking "
        "ends your turn.\n"
        "Cards in your hand at the end score their number, mechas 15, the most 1s 15, a wound -3.\n"
        "2 rolls again, 4 steals, 5 draws, 6 cancels, 7 turns a die, 9 to 11 do any of these. 1, 3 and 8 are not played: a "
        "stolen 3 wounds "
        "the thief, and who takes an 8 takes all the 8s.");
}

/* What one player does to another; `you` is one of them, or nobody. */
static void stolen(FILE *out, const struct ir_event *e, int viewer, const char *thief, const char *const *name)
{
    int you = e->seat == viewer, mecha = e->kind == PK_EV_STOLEN_MECHA;
    const char *victim = name[e->pub[1]], *card = number(e->pub[0]);
    if (you && mecha)
        line(out, "You steal the mecha {n}‑{n} from {victim}", "n", card, "victim", victim);
    else if (you)
        line(out, "You steal {card} from {victim}", "card", card, "victim", victim);
    else if (e->pub[1] == viewer && mecha)
        line(out, "{name} steals the mecha {n}‑{n} from you", "name", thief, "n", card);
    else if (e->pub[1] == viewer)
        line(out, "{name} steals {card} from you", "name", thief, "card", card);
    else if (mecha)
        line(out, "{name} steals the mecha {n}‑{n} from {victim}", "name", thief, "n", card, "victim", victim);
    else
        line(out, "{name} steals {card} from {victim}", "name", thief, "card", card, "victim", victim);
}

static int event_taking(FILE *out, const struct ir_event *e, int you, const char *who)
{
    int a = e->pub[0], b = e->pub[1];
    const char *cards = b > 1 && e->kind == PK_EV_TAKE ? phrase("{card} ×{n}", "card", number(a), "n", number(b)) : number(a);
    switch (e->kind) {
    case PK_EV_TAKE:
        if (you)
            line(out, "You take {cards}", "cards", cards);
        else
            line(out, "{name} takes {cards}", "name", who, "cards", cards);
        return 1;
    case PK_EV_MECHA:
        if (you)
            line(out, "You take the mecha {n}‑{n}", "n", cards);
        else
            line(out, "{name} takes the mecha {n}‑{n}", "name", who, "n", cards);
        return 1;
    case PK_EV_TRY:
        if (you)
            line(out, "You reach for the mecha {n}‑{n}", "n", cards);
        else
            line(out, "{name} reaches for the mecha {n}‑{n}", "name", who, "n", cards);
        return 1;
    case PK_EV_NOTHING:
        if (you)
            line(out, "You take nothing", NULL);
        else
            line(out, "{name} takes nothing", "name", who);
        return 1;
    case PK_EV_LAST: line(out, "The end comes: one last turn each.", NULL); return 1;
    default: return 0;
    }
}

static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    int you = e->seat == viewer && viewer >= 0;
    const char *who = e->seat >= 0 ? name[e->seat] : "", *a = number(e->pub[0]), *b = number(e->pub[1]);
    switch (e->kind) {
    case PK_EV_FIRST:
        if (you)
            line(out, "You begin", NULL);
        else
            line(out, "{name} begins", "name", who);
        return 1;
    case PK_EV_DEAL:
        if (you)
            line(out, "You are dealt {cards}", "cards", a);
        else
            line(out, "{name} is dealt {cards}", "name", who, "cards", a);
        return 1;
    case PK_EV_TURN: fprintf(out, "\n--- %s ---\n", you ? tr("Your turn") : who); return 1;
    case PK_EV_ROLL:
        if (you)
            line(out, "You roll {a} and {b}", "a", a, "b", b);
        else
            line(out, "{name} rolls {a} and {b}", "name", who, "a", a, "b", b);
        return 1;
    case PK_EV_PLAY:
        if (you)
            line(out, "You play {card}: {effect}", "card", a, "effect", effect(e->pub[1], viewer, name));
        else
            line(out, "{name} plays {card}: {effect}", "name", who, "card", a, "effect", effect(e->pub[1], viewer, name));
        return 1;
    case PK_EV_CANCEL:
        if (you)
            line(out, "You cancel it with a {card}!", "card", a);
        else
            line(out, "{name} cancels it with a {card}!", "name", who, "card", a);
        return 1;
    case PK_EV_CANCELLED: line(out, "The effect does not happen.", NULL); return 1;
    case PK_EV_FIZZLED: line(out, "It can do nothing any more.", NULL); return 1;
    case PK_EV_DICE: line(out, "The dice now show {a} and {b}", "a", a, "b", b); return 1;
    case PK_EV_DRAW:
        if (you)
            line(out, "You draw {card}", "card", number(e->prv[0]));
        else if (e->see)
            line(out, "{name} draws {card}", "name", who, "card", number(e->prv[0]));
        else
            line(out, "{name} draws a card", "name", who);
        return 1;
    case PK_EV_STOLEN:
    case PK_EV_STOLEN_MECHA: stolen(out, e, viewer, who, name); return 1;
    case PK_EV_WOUND:
        if (you)
            line(out, "You are wounded by the 3: 3 points less", NULL);
        else
            line(out, "{name} is wounded by the 3: 3 points less", "name", who);
        return 1;
    default: return event_taking(out, e, you, who);
    }
}

static int came_up(FILE *out, ir_move m)
{
    if (m < PK_MOVE_CARD || m >= PK_MOVE_ROLL)
        return 0;
    say(out, "New in the centre: {cards}", "cards", number(m - PK_MOVE_CARD + 1)); /* all other cards are told as events */
    return 1;
}

/* ---- reasons ---- */

/* What is taken: "5", "8 ×3", "5 + 3". */
static void fact_takes(FILE *out, const struct ir_fact *f)
{
    int n = f->n[1];
    const char *card = number(f->n[0]);
    if (f->n[0] == IR_NO_FACT)
        fputs(tr("Takes nothing."), out);
    else
        say_n(out, "Takes {cards}: {n} point.", "Takes {cards}: {n} points.", f->n[3], "cards",
              f->n[2] != IR_NO_FACT ? phrase("{a} + {b}", "a", card, "b", number(f->n[2]))
              : n > 1               ? phrase("{card} ×{n}", "card", card, "n", number(n))
                                    : card);
}

/* What a stolen card brings. */
static void fact_theft(FILE *out, const struct ir_fact *f, int viewer, const char *const *name)
{
    const char *brings = phrase("{points} on average", "points", fact_tenths(f->n[1]));
    if (f->n[2])
        brings = also(brings, phrase("wound {odds}", "odds", fact_chance(f->n[2])));
    if (f->n[3])
        brings = also(brings, phrase("mecha {odds}", "odds", fact_chance(f->n[3])));
    if (f->n[0] == viewer)
        say(out, "A card stolen from you: {brings}.", "brings", brings);
    else
        say(out, "A card stolen from {name}: {brings}.", "name", name[f->n[0]], "brings", brings);
}

static void fact_robbed(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    const char *points = fact_tenths(f->n[0]), *odds = fact_chance(f->n[1]);
    if (seat == viewer && f->n[1])
        say(out, "The theft costs you {points} points on average, with {odds} a mecha.", "points", points, "odds", odds);
    else if (seat == viewer)
        say(out, "The theft costs you {points} points on average.", "points", points);
    else if (f->n[1])
        say(out, "The theft costs {name} {points} points on average, with {odds} a mecha.", "name", name[seat], "points",
            points, "odds", odds);
    else
        say(out, "The theft costs {name} {points} points on average.", "name", name[seat], "points", points);
}

static int fact(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], by_you = a == viewer;
    const char *card = number(a), *then = number(b);
    switch (f->kind) {
    case PK_FACT_TAKES: fact_takes(out, f); return 1;
    case PK_FACT_MECHA:
        say_n(out, "Takes the mecha {a}‑{a}: {n} point.", "Takes the mecha {a}‑{a}: {n} points.", b, "a", card);
        return 1;
    case PK_FACT_OFFER:
        fputs(phrase_1("The dice offered a take of {n} point.", "The dice offered a take of {n} points.", a), out);
        return 1;
    case PK_FACT_THEFT: fact_theft(out, f, viewer, name); return 1;
    case PK_FACT_ROBBED: fact_robbed(out, f, seat, viewer, name); return 1;
    case PK_FACT_REROLL:
        say(out, "The best take, in points: {now} now, {after} on average after the roll.", "now", card, "after",
            fact_tenths(b));
        return 1;
    case PK_FACT_TURN:
        say(out, "The best take, in points: {now} now, {after} with the die turned.", "now", card, "after", then);
        return 1;
    case PK_FACT_DRAW:
        say(out, "A card from the deck is worth {points} points on average.", "points", fact_tenths(a));
        return 1;
    case PK_FACT_SPENDS:
        say_n(out, "Spends the {card}, worth {n} point if kept.", "Spends the {card}, worth {n} points if kept.", b, "card",
              card);
        return 1;
    case PK_FACT_UNGUARDS: say(out, "Spends the {card}, the last card that can cancel.", "card", card); return 1;
    case PK_FACT_CANCELS:
        if (a > 0 && a < 1000)
            say(out, "{percent} that somebody can cancel it.", "percent", fact_chance(a));
        else
            fputs(a ? tr("Somebody surely can cancel it.") : tr("Nobody can cancel it."), out);
        return 1;
    case PK_FACT_ONES:
        if (f->of == IR_OF_BETTER || f->of == IR_OF_POSITION)
            say_n(out, "Then {n} card “1” is in hand; nobody else is known to have more than {others}.",
                  "Then {n} cards “1” are in hand; nobody else is known to have more than {others}.", a, "others", then);
        else
            say(out, "Brings a “1” that was not needed: then {own} in hand, nobody else is known to have more than {others}.",
                "own", card, "others", then);
        return 1;
    case PK_FACT_USEFUL:
        say_n(out, "Takes the {card}, which can still be played: {n} card is in the deck.",
              "Takes the {card}, which can still be played: {n} cards are in the deck.", b, "card", card);
        return 1;
    case PK_FACT_STILL: fputs(tr("Comes first: the same take is still possible after it."), out); return 1;
    case PK_FACT_LEADS:
        if (by_you)
            say(out, "You lead with {points} : {own} points, as far as hands are known.", "points", then, "own",
                number(f->n[2]));
        else
            say(out, "{name} leads with {points} : {own} points, as far as hands are known.", "name", name[a], "points", then,
                "own", number(f->n[2]));
        return 1;
    case PK_FACT_LAST: fputs(tr("It is the last turn: a card that is kept counts only its points."), out); return 1;
    case PK_FACT_STOPS:
    case PK_FACT_LETS: {
        const char *e = effect(b, viewer, name), *who = name[a];
        int stops = f->kind == PK_FACT_STOPS;
        fputs(stops && by_you ? phrase("Stops what you announced: {effect}.", "effect", e)
              : stops         ? phrase("Stops what {name} announced: {effect}.", "name", who, "effect", e)
              : by_you        ? phrase("Lets happen what you announced: {effect}.", "effect", e)
                              : phrase("Lets happen what {name} announced: {effect}.", "name", who, "effect", e),
              out);
        return 1;
    }
    default: return 0;
    }
}

static void final(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    for (int i = 0; i < p->head.seats; i++) {
        struct pikit_points s = pikit_points(p, i);
        fputs("  ", out);
        line(out, "{name}: kaiju {kaiju} + mechas {mechas} + most 1s {ones} - wounds {wounds} = {all}", "name",
             called(i, v->seat, name), "kaiju", number(s.kaiju), "mechas", number(s.mechas), "ones", number(s.ones), "wounds",
             number(s.wounds), "all", number(s.all));
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
    int asked = pikit_pub(v->b)->phase == PK_PHASE_ASK, no = typed(text, "answer", "no");
    snprintf(whole, sizeof whole, "play %.40s", text);
    int move = pikit_move_parse(whole);
    for (int i = 0; i < n; i++) {
        if (legal[i] == move)
            return legal[i];
        if (asked && (no || typed(text, "answer", "yes")) && (legal[i] == PK_MOVE_PASS) == no)
            return legal[i];
    }
    return IR_NO_MOVE;
}

static const char *const kinds[][2] = {
    {"play", mark("Playing a card")},    {"take", mark("Taking cards")},
    {"nothing", mark("Taking nothing")}, {"cancel", mark("Cancelling")},
    {"pass", mark("Letting it happen")}, {"mecha", mark("A mecha")},
    {"steal", mark("Stealing a mecha")}, {NULL, NULL},
};

extern const struct words pikit_words; /* found by cli/words.c */
const struct words pikit_words = {
    .game = &pikit_game,
    .title = mark("PiKiT"),
    .kinds = kinds,
    .welcome = mark("PiKiT: roll the dice, take kaiju cards by what they show, and keep the best until the deck runs out.\n"
                    "Answer with a number of the list."),
    .table = table,
    .board = board,
    .choice = choice,
    .move = move,
    .question = question,
    .explain = explain,
    .event = event,
    .drawn = came_up,
    .fact = fact,
    .final = final,
    .automatic = automatic,
    .answer = answer,
};
