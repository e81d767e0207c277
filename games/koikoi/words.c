/* words.c: Koi-Koi in the text client. A card is "8a moon (pampas grass, bright)": number and letter name it, also in
 * answers. */
#include "cli/words.h"

#include "cards/hanafuda/words.h"
#include "games/koikoi/koikoi.h"

/* "8a moon (pampas grass, bright)": everything about a card that may be played. */
static const char *card_long(int card)
{
    enum hanafuda_kind kind = hanafuda_kind(card);
    const char *picture = tr(hanafuda_picture(card)), *plant = tr(hanafuda_plant[hanafuda_month(card)]);
    if (kind == HF_BRIGHT || kind == HF_ANIMAL)
        return phrase("{code} {picture} ({plant}, {kind})", "code", hanafuda_card_name(card), "picture", picture, "plant",
                      plant, "kind", tr(hanafuda_kind_name[kind]));
    return phrase("{code} {picture} ({plant})", "code", hanafuda_card_name(card), "picture", picture, "plant", plant);
}

/* "8a moon", "8c pampas grass plain": short, for lists. */
static const char *card_short(int card)
{
    const char *picture = tr(hanafuda_picture(card)), *plant = tr(hanafuda_plant[hanafuda_month(card)]);
    if (hanafuda_kind(card) == HF_PLAIN || hanafuda_kind(card) == HF_RIBBON)
        return phrase("{code} {plant} {picture}", "code", hanafuda_card_name(card), "plant", plant, "picture", picture);
    return phrase("{code} {picture}", "code", hanafuda_card_name(card), "picture", picture);
}

static const char *cards(uint64_t set)
{
    const char *list = "";
    for (; set; set &= set - 1)
        list = also(list, card_short(set_first(set)));
    return *list ? list : tr("nothing");
}

static const struct {
    const char *name, *made_of; /* what it is made of, for beginners */
} yaku_words[KK_YAKU] = {
    {mark("Kasu"), mark("10 or more plain cards")},
    {mark("Tane"), mark("5 or more animals")},
    {mark("Tanzaku"), mark("5 or more ribbons")},
    {mark("Tsukimi"), mark("sake cup and moon")},
    {mark("Hanami"), mark("sake cup and curtain")},
    {mark("Sanko"), mark("3 brights, not the rain man")},
    {mark("Ame-shiko"), mark("3 brights and the rain man")},
    {mark("Shiko"), mark("the 4 brights without the rain man")},
    {mark("Goko"), mark("all 5 brights")},
    {mark("Ino-shika-cho"), mark("boar, deer, butterfly")},
    {mark("Aka-tan"), mark("3 poetry ribbons")},
    {mark("Ao-tan"), mark("3 blue ribbons")},
    {mark("Both ribbon sets"), mark("poetry and blue ribbons")},
    {mark("Cards of the month"), mark("the 4 cards of the month")},
    {mark("Kusa-tan"), mark("the plain red ribbons of wisteria, iris, bush clover")},
    {mark("Ame-sanko"), mark("2 brights and the rain man")},
    {mark("Shima"), mark("the 4 cards of a month")},
    {mark("Tenho"), mark("4 of a month or 4 pairs in hand")},
    {mark("Double tenho"), mark("2 whole months in hand")},
};
static const char *yaku_name(int y)
{
    return tr(yaku_words[y].name);
}

/* The field by month: cards of one suit side by side, to find matches. */
static void field(FILE *out, uint64_t set)
{
    line(out, "On the table:", NULL);
    if (!set)
        fprintf(out, "  %s\n", tr("nothing"));
    for (int m = 0; m < HF_MONTHS; m++) {
        uint64_t suit = set & hanafuda_suit(m * 4);
        const char *list = "";
        if (!suit)
            continue;
        for (; suit; suit &= suit - 1)
            list = also(list, phrase("{code} {picture}", "code", hanafuda_card_name(set_first(suit)), "picture",
                                     tr(hanafuda_picture(set_first(suit)))));
        fprintf(out, "  %2d %s\n", m + 1, phrase("{kind}: {cards}", "kind", tr(hanafuda_plant[m]), "cards", list));
    }
}

/* "brights: 8a moon; plain cards: 3". */
static const char *pool(uint64_t have)
{
    static const uint64_t kind[] = {HF_SET_BRIGHT, HF_SET_ANIMAL, HF_SET_RIBBON, HF_SET_PLAIN};
    static const char *const kind_name[] = {mark("brights"), mark("animals"), mark("ribbons"), mark("plain cards")};
    const char *list = "";
    for (int k = 0; k < 4; k++) {
        if (!(have & kind[k]))
            continue;
        const char *some = phrase("{kind}: {cards}", "kind", tr(kind_name[k]), "cards",
                                  k < 3 ? cards(have & kind[k]) : number(set_count(have & kind[k])));
        list = *list ? phrase("{list}; {next}", "list", list, "next", some) : some;
    }
    return *list ? list : tr("nothing yet");
}

/* The yaku held, and those one card away. */
static void yaku(FILE *out, const struct koikoi_pub *p, int seat, const char *name)
{
    int16_t coins[KK_YAKU];
    int sum = koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    const char *list = "";
    for (int y = 0; y < KK_YAKU; y++)
        if (coins[y])
            list = also(list, phrase("{yaku} {coins}", "yaku", yaku_name(y), "coins", number(coins[y])));
    if (sum && name)
        line(out, "Yaku of {name}: {list} (a win pays {n})", "name", name, "list", list, "n",
             number(koikoi_pay(p, seat, sum).coins));
    else if (sum)
        line(out, "Your yaku: {list} (a win pays {n})", "list", list, "n", number(koikoi_pay(p, seat, sum).coins));
    list = "";
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        uint64_t from;
        int lacks = koikoi_lacks(p, y, p->pool[seat], p->pool[!seat], &from);
        const char *one = yaku_name(y), *codes = "";
        if (coins[y] || lacks != 1)
            continue;
        if (set_count(from) <= 3) {
            for (; from; from &= from - 1)
                codes = either(codes, hanafuda_card_name(set_first(from)), !(from & (from - 1)));
            one = phrase("{yaku} ({cards})", "yaku", one, "cards", codes);
        }
        list = *list ? phrase("{list}; {next}", "list", list, "next", one) : one;
    }
    if (*list) {
        fputs("  ", out);
        line(out, "one card away: {list}", "list", list);
    }
}

/* Round, coins and dealer, and calls. */
static void status(FILE *out, const struct ir_view *v, const char *const *name, int with_deck)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int me = v->seat >= 0 ? v->seat : 0, mine = v->seat >= 0;
    say(out, "Round {n} of {all} ({month}).", "n", number(p->round), "all", number(p->option[KK_ROUNDS]), "month",
        tr(hanafuda_month_name[(p->round + HF_MONTHS - 1) % HF_MONTHS]));
    fputc(' ', out);
    if (mine)
        say(out, "Coins: you {yours}, {b} {theirs}.", "yours", number(p->purse[me]), "b", name[!me], "theirs",
            number(p->purse[!me]));
    else
        say(out, "Coins: {a} {yours}, {b} {theirs}.", "a", name[me], "yours", number(p->purse[me]), "b", name[!me], "theirs",
            number(p->purse[!me]));
    fputc(' ', out);
    say(out, "Sensei: {name}.", "name", mine && p->sensei == me ? tr("You") : name[p->sensei]);
    if (with_deck)
        fprintf(out, " %s", phrase("Cards in the deck: {n}.", "n", number(p->deck)));
    fputc('\n', out);
    for (int i = 0; i < 2; i++)
        if (p->calls[i])
            line(out, "Koi-koi calls this round, {name}: {n}.", "name", mine && i == me ? tr("You") : name[i], "n",
                 number(p->calls[i]));
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int me = v->seat >= 0 ? v->seat : 0, mine = v->seat >= 0;
    status(out, v, name, 1);
    line(out, "Captured by {name}: {what}", "name", name[!me], "what", pool(p->pool[!me]));
    yaku(out, p, !me, name[!me]);
    if (mine)
        line(out, "You captured: {what}", "what", pool(p->pool[me]));
    else
        line(out, "Captured by {name}: {what}", "name", name[me], "what", pool(p->pool[me]));
    yaku(out, p, me, mine ? NULL : name[me]);
    field(out, p->field);
    line_n(out, "{name} has {n} card in hand.", "{name} has {n} cards in hand.", p->hand[!me], "name", name[!me]);
    if (p->phase != KK_PHASE_PLAY && v->seat >= 0) /* in PLAY the choices show it */
        line(out, "Your hand: {cards}", "cards", cards(koikoi_hand(v)));
}

/* ---- the full screen ---- */

/* The card that a move is about, and what it takes; -1: none. */
static int move_card(const struct koikoi_pub *p, ir_move m, uint64_t *takes)
{
    int card = -1;
    *takes = 0;
    if (m != IR_NO_MOVE && (m < KK_MOVE_TAKE || m >= KK_MOVE_JOKER))
        *takes = koikoi_takes(p, m, &card);
    else if (m < KK_MOVE_CARD)
        *takes = BIT(m - KK_MOVE_TAKE);
    return card;
}

/* The move that clicking a card chooses: of the hand, one that plays it; of the field, one that takes it, with the card that is
 * chosen already if that can. */
static ir_move card_move(const struct board *b, const struct koikoi_pub *p, int card, int in_hand)
{
    ir_move found = IR_NO_MOVE;
    uint64_t takes;
    int with = move_card(p, b->chosen, &takes), best = 0;
    for (int i = 0; i < b->n; i++) {
        int own = move_card(p, b->legal[i], &takes), meant = in_hand ? own == card : (int)(takes >> card & 1);
        int fits = !meant ? 0 : b->legal[i] == b->chosen ? 3 : own == with ? 2 : 1;
        if (fits > best)
            best = fits, found = b->legal[i];
    }
    return found;
}

/* "1a crane", "1c pine", "1b poetry ribbon": what tells it from the others of its month. */
static const char *card_brief(int card)
{
    const char *name = hanafuda_kind(card) == HF_PLAIN ? hanafuda_plant[hanafuda_month(card)] : hanafuda_picture(card);
    return phrase("{code} {picture}", "code", hanafuda_card_name(card), "picture", tr(name));
}

/* "▲1a crane", in the colour of its month; a star for a bright. */
static void card_put(struct board *b, const struct koikoi_pub *p, int card, int in_hand, int marked)
{
    static const enum ink ink[HF_MONTHS] = {INK_GREEN,  INK_RED,  INK_PINK,   INK_VIOLET, INK_BLUE, INK_ROSE,
                                            INK_PURPLE, INK_GOLD, INK_ORANGE, INK_BROWN,  INK_TEAL, INK_GREY};
    static const char *const suit[HF_MONTHS] = {"▲", "✿", "❀", "‡", "♠", "❁", "♣", "○", "✺", "♦", "☂", "♛"};
    enum hanafuda_kind kind = hanafuda_kind(card);
    char text[160];
    snprintf(text, sizeof text, "%s%s%s", board_mark(b, suit[hanafuda_month(card)], ""), card_brief(card),
             kind == HF_BRIGHT ? board_mark(b, "★", "*") : "");
    board_piece(b, ink[hanafuda_month(card)], text, in_hand < 0 ? IR_NO_MOVE : card_move(b, p, card, in_hand), marked);
}

/* Cards side by side in three columns. */
static void cards_put(struct board *b, const struct koikoi_pub *p, uint64_t set, int in_hand, uint64_t marked)
{
    enum { FROM = 2 };
    int wide = (b->width - FROM) / (b->width >= 100 ? 4 : 3), n = 0;
    for (; set; set &= set - 1, n++) {
        int card = set_first(set);
        if (n && b->col + wide > b->width)
            board_line(b);
        board_to(b, b->col ? FROM + (b->col - FROM + wide) / wide * wide : FROM);
        card_put(b, p, card, in_hand, (int)(marked >> card & 1));
    }
    if (!n) {
        board_to(b, FROM);
        board_put(b, INK_FAINT, tr("nothing"));
    }
    board_line(b);
}

/* What a player has captured: brights and animals by name, the others by number. */
static void pool_put(struct board *b, const struct koikoi_pub *p, int seat, const char *head, const char *name)
{
    uint64_t have = p->pool[seat], good = have & (HF_SET_BRIGHT | HF_SET_ANIMAL);
    char *text;
    size_t size;
    board_hang(b, 2);
    board_put(b, INK_STRONG, head);
    for (; good; good &= good - 1) {
        card_put(b, p, set_first(good), -1, 0);
        board_put(b, INK_PLAIN, "  ");
    }
    const char *codes = "";
    for (uint64_t ribbons = have & HF_SET_RIBBON; ribbons; ribbons &= ribbons - 1)
        codes = *codes ? phrase("{list} {next}", "list", codes, "next", hanafuda_card_name(set_first(ribbons)))
                       : hanafuda_card_name(set_first(ribbons));
    if (*codes)
        board_put(b, INK_PLAIN, phrase("{kind}: {cards}", "kind", tr("ribbons"), "cards", codes));
    if (have & HF_SET_PLAIN)
        board_put(b, INK_PLAIN,
                  phrase(*codes ? "; {kind}: {cards}" : "{kind}: {cards}", "kind", tr("plain cards"), "cards",
                         number(set_count(have & HF_SET_PLAIN))));
    if (!have)
        board_put(b, INK_FAINT, tr("nothing yet"));
    board_line(b);
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    yaku(out, p, seat, name);
    fclose(out);
    board_lines(b, INK_GOLD, text);
    free(text);
}

static void board(struct board *b, const struct ir_view *v, const char *const *name)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int me = v->seat >= 0 ? v->seat : 0, mine = v->seat >= 0;
    uint64_t takes;
    int card = move_card(p, b->chosen, &takes);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    status(out, v, name, 0);
    fclose(out);
    board_lines(b, INK_PLAIN, text);
    free(text);
    pool_put(b, p, !me, phrase("Captured by {name}: {what}", "name", name[!me], "what", ""), name[!me]);
    pool_put(b, p, me,
             mine ? phrase("You captured: {what}", "what", "")
                  : phrase("Captured by {name}: {what}", "name", name[me], "what", ""),
             mine ? NULL : name[me]);
    board_put(b, INK_STRONG, tr("On the table:"));
    board_put(b, INK_FAINT, phrase("  ({what})", "what", phrase("Cards in the deck: {n}.", "n", number(p->deck))));
    board_line(b);
    cards_put(b, p, p->field, 0, takes);
    if (!mine)
        return;
    board_put(b, INK_STRONG, phrase("Your hand: {cards}", "cards", ""));
    board_put(
        b, INK_FAINT,
        phrase(" ({what})", "what",
               phrase_n("{name} has {n} card in hand.", "{name} has {n} cards in hand.", p->hand[!me], "name", name[!me])));
    board_line(b);
    cards_put(b, p, koikoi_hand(v), 1, card >= 0 ? BIT(card) : 0);
}

static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    (void)name;
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (m < KK_MOVE_TAKE || m >= KK_MOVE_JOKER) {
        int card;
        uint64_t taken = koikoi_takes(p, m, &card);
        if (!taken)
            say(out, "{card}: stays on the table", "card", card_long(card));
        else
            say(out, "{card}: takes {cards}", "card", card_long(card), "cards", cards(taken));
    } else if (m < KK_MOVE_CARD) {
        say(out, "take {card}", "card", card_short(m - KK_MOVE_TAKE));
    } else if (m == KK_MOVE_AGARI) {
        say(out, "agari: stop and be paid {n}", "n", number(koikoi_pay(p, p->mover, p->worth[p->mover]).coins));
    } else if (m == KK_MOVE_KOIKOI) {
        fputs(tr("koi-koi: play on for more"), out);
    } else {
        int sum = koikoi_tenho_coins(p, koikoi_tenho(p, koikoi_hand(v)));
        say(out, "tenho: show your hand and win {n} at once", "n", number(koikoi_pay_tenho(p, p->mover, sum).coins));
    }
    return 1;
}

static void brief(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    uint64_t taken;
    int card = move_card(koikoi_pub(v->b), m, &taken);
    const char *list = "";
    if (card < 0 && !taken) {
        choice(out, v, m, name);
        return;
    }
    for (; taken; taken &= taken - 1)
        list = also(list, card_brief(set_first(taken)));
    if (card < 0)
        say(out, "take {card}", "card", list);
    else if (*list)
        say(out, "{card}: takes {cards}", "card", card_brief(card), "cards", list);
    else
        say(out, "{card}: stays on the table", "card", card_brief(card));
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    (void)name;
    if (p->phase == KK_PHASE_PLAY)
        fputs(tr("Which card do you play?"), out);
    else if (p->phase == KK_PHASE_CALL)
        fputs(tr("You made a yaku! Stop or go on?"), out);
    else
        say(out, "The deck turned up {card}. Which card does it take?", "card", card_short(p->turned));
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    switch (koikoi_pub(v->b)->phase) {
    case KK_PHASE_PLAY:
        *rule = "KK4.2";
        return tr("Play one card of your hand. If a card of the same month lies on the table, you take both into your pool; "
                  "if not, your card stays on the table. Then the top card of the deck is turned up and does the same for "
                  "you.\n"
                  "You win a round by collecting yaku: sets such as 5 ribbons, 10 plain cards, or boar, deer and butterfly.");
    case KK_PHASE_CALL:
        *rule = "KK6.1";
        return tr("Agari ends the round: you are paid now, the other player gets nothing.\n"
                  "Koi-koi goes on: you may earn more, but if the other player makes a yaku and stops first, they are paid, "
                  "often double, "
                  "and you get nothing. After koi-koi you can stop only when your yaku grow again.");
    default:
        *rule = "KK4.4";
        return tr("Two cards on the table are of the month of the card that was turned. Choose which one it takes.");
    }
}

/* Events in sentences. The deal is not narrated: the table shows it. */
static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    static const char *const redeal[] = {mark("four of a suit on the table"), mark("four of a suit in a hand"),
                                         mark("three of a suit on the table"), mark("four pairs"),
                                         mark("a tenho in both hands")};
    int you = e->seat == viewer && viewer >= 0, a = e->pub[0], b = e->pub[1];
    const char *who = you ? tr("You") : e->seat >= 0 ? name[e->seat] : "";
    switch (e->kind) {
    case KK_EV_SENSEI:
        if (you)
            line(out, "You are the sensei, who deals and leads.", NULL);
        else
            line(out, "The sensei, who deals and leads, is {name}.", "name", who);
        return 1;
    case KK_EV_ROUND: {
        const char *month = tr(hanafuda_month_name[((unsigned)a + HF_MONTHS - 1) % HF_MONTHS]);
        fprintf(out, "\n=== %s ===\n",
                b == viewer ? phrase("Round {n}, {month}: you lead", "n", number(a), "month", month)
                            : phrase("Round {n}, {month}: {name} leads", "n", number(a), "month", month, "name", name[b]));
        return 1;
    }
    case KK_EV_REDEAL: line(out, "Dealt again: {reason}", "reason", tr(redeal[a >= 1 && a <= 4 ? a - 1 : 4])); return 1;
    case KK_EV_PLAY:
        if (you)
            line(out, "You play {card}", "card", card_short(a));
        else
            line(out, "{name} plays {card}", "name", who, "card", card_short(a));
        return 1;
    case KK_EV_TURN:
        fputs("  ", out);
        line(out, "the deck turns up {card}", "card", card_short(a));
        return 1;
    case KK_EV_TAKE:
        fputs("  ", out);
        if (you)
            line(out, "You take {card}", "card", card_short(b));
        else
            line(out, "{name} takes {card}", "name", who, "card", card_short(b));
        return 1;
    case KK_EV_LAY: fprintf(out, "  %s\n", tr("it stays on the table")); return 1;
    case KK_EV_YAKU:
        fputs("  * ", out);
        if (you)
            line_n(out, "You make {yaku} ({what}): {n} coin", "You make {yaku} ({what}): {n} coins", b, "yaku", yaku_name(a),
                   "what", tr(yaku_words[a].made_of));
        else
            line_n(out, "{name} makes {yaku} ({what}): {n} coin", "{name} makes {yaku} ({what}): {n} coins", b, "name", who,
                   "yaku", yaku_name(a), "what", tr(yaku_words[a].made_of));
        return 1;
    case KK_EV_KOIKOI: line(out, "{name}: KOI-KOI!", "name", who); return 1;
    case KK_EV_AGARI:
        if (a == b)
            line(out, "{name}: AGARI! Yaku worth {n}.", "name", who, "n", number(a));
        else
            line(out, "{name}: AGARI! Yaku worth {n}, with multipliers {all}.", "name", who, "n", number(a), "all", number(b));
        return 1;
    case KK_EV_PAY_YAKU:
        if (a < KK_TENHO)
            return 0; /* the yaku of a pool were reported when they were made */
        fputs("  ", out);
        line(out, "{yaku} ({what}): {n}", "yaku", yaku_name(a), "what", tr(yaku_words[a].made_of), "n", number(b));
        return 1;
    case KK_EV_EXHAUSTED: line(out, "All cards are played: the round is drawn.", NULL); return 1;
    case KK_EV_SHOW: return 0;
    case KK_EV_PAID:
        if (you)
            say_n(out, "You get {n} coin.", "You get {n} coins.", a, NULL);
        else
            say_n(out, "{name} gets {n} coin.", "{name} gets {n} coins.", a, "name", who);
        fputc(' ', out);
        if (viewer == 0 || viewer == 1)
            line(out, "Coins: you {yours}, {b} {theirs}.", "yours", number(viewer ? e->pub[2] : b), "b", name[!viewer],
                 "theirs", number(viewer ? b : e->pub[2]));
        else
            line(out, "Coins: {a} {yours}, {b} {theirs}.", "a", name[0], "yours", number(b), "b", name[1], "theirs",
                 number(e->pub[2]));
        return 1;
    default: return 0;
    }
}

/* ---- reasons ---- */

/* What a seat lacks for its nearest yaku, and where those cards are that would do. */
static void lacking(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    const char *y = yaku_name(f->n[0]), *here = number(f->n[2]), *unseen = number(f->n[3]);
    if (seat == viewer)
        say_n(out, "You need {n} more card for {yaku} (in reach: {here}, unseen: {unseen}).",
              "You need {n} more cards for {yaku} (in reach: {here}, unseen: {unseen}).", f->n[1], "yaku", y, "here", here,
              "unseen", unseen);
    else
        say_n(out, "{name} needs {n} more card for {yaku} (in reach: {here}, unseen: {unseen}).",
              "{name} needs {n} more cards for {yaku} (in reach: {here}, unseen: {unseen}).", f->n[1], "name", name[seat],
              "yaku", y, "here", here, "unseen", unseen);
}

/* Both players' numbers, one's own first. */
static void purses(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int mine = viewer >= 0, turned = mine && seat != viewer, rounds = f->n[2];
    const char *yours = number(f->n[turned]), *theirs = number(f->n[!turned]), *a = name[turned ? !seat : seat],
               *b = name[turned ? seat : !seat];
    if (!rounds && mine)
        say(out, "It is the last round. Coins: you {yours}, {b} {theirs}.", "yours", yours, "b", b, "theirs", theirs);
    else if (!rounds)
        say(out, "It is the last round. Coins: {a} {yours}, {b} {theirs}.", "a", a, "yours", yours, "b", b, "theirs", theirs);
    else if (mine)
        say_n(out, "{n} more round is to come. Coins: you {yours}, {b} {theirs}.",
              "{n} more rounds are to come. Coins: you {yours}, {b} {theirs}.", rounds, "yours", yours, "b", b, "theirs",
              theirs);
    else
        say_n(out, "{n} more round is to come. Coins: {a} {yours}, {b} {theirs}.",
              "{n} more rounds are to come. Coins: {a} {yours}, {b} {theirs}.", rounds, "a", a, "yours", yours, "b", b,
              "theirs", theirs);
}

static int fact_call(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], turned = viewer >= 0 && seat != viewer;
    const char *own = number(a), *other = number(b), *them = name[!seat];
    switch (f->kind) {
    case KK_FACT_STOPS:
        fputs(f->of == IR_OF_POSITION ? phrase_1("Stopping would pay {n} coin.", "Stopping would pay {n} coins.", a)
                                      : phrase_1("Ends the round with {n} coin.", "Ends the round with {n} coins.", a),
              out);
        return 1;
    case KK_FACT_ENDS:
        fputs(f->of == IR_OF_POSITION
                  ? phrase("Stopping would end the game with {own} : {other} coins.", "own", own, "other", other)
              : a > b ? phrase("Ends the game and wins it with {own} : {other} coins.", "own", own, "other", other)
              : a < b ? phrase("Ends the game, and loses it with {own} : {other} coins.", "own", own, "other", other)
                      : phrase("Ends the game in a draw, {own} : {other} coins.", "own", own, "other", other),
              out);
        return 1;
    case KK_FACT_EXPOSES:
        if (turned)
            say(out, "After koi-koi your win counts ×{n}.", "n", own);
        else
            say(out, "After koi-koi a win of {name} counts ×{n}.", "name", them, "n", own);
        return 1;
    case KK_FACT_RAISES:
        fputs(phrase_1("After koi-koi the next stop pays at least {n} coin.",
                       "After koi-koi the next stop pays at least {n} coins.", a),
              out);
        return 1;
    case KK_FACT_THREAT: lacking(out, f, !seat, viewer, name); return 1;
    case KK_FACT_HOPE: lacking(out, f, seat, viewer, name); return 1;
    case KK_FACT_LEFT:
        if (viewer >= 0)
            say(out, "Cards left to play: you {yours}, {b} {theirs}.", "yours", number(f->n[turned]), "b", name[!viewer],
                "theirs", number(f->n[!turned]));
        else
            say(out, "Cards left to play: {a} {yours}, {b} {theirs}.", "a", name[seat], "yours", own, "b", them, "theirs",
                other);
        return 1;
    case KK_FACT_PURSES: purses(out, f, seat, viewer, name); return 1;
    default: return 0;
    }
}

/* A card that lies on the table after the move, and whether the other can take it. */
static void left(FILE *out, const struct ir_fact *f, int you, const char *them)
{
    const char *card = card_short(f->n[0]), *odds = fact_chance(f->n[2]);
    if (!f->n[2] && you)
        say(out, "Lays {card} on the field, where you cannot take it.", "card", card);
    else if (!f->n[2])
        say(out, "Lays {card} on the field, where {name} cannot take it.", "card", card, "name", them);
    else if (f->kind == KK_FACT_LAYS && you)
        say(out, "Lays {card} on the field: {percent} that you can take it.", "card", card, "percent", odds);
    else if (f->kind == KK_FACT_LAYS)
        say(out, "Lays {card} on the field: {percent} that {name} can take it.", "card", card, "percent", odds, "name", them);
    else if (you)
        say(out, "Leaves {card} on the field: {percent} that you can take it.", "card", card, "percent", odds);
    else
        say(out, "Leaves {card} on the field: {percent} that {name} can take it.", "card", card, "percent", odds, "name", them);
}

static int fact(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], c = f->n[2], you = 1 - seat == viewer;
    const char *them = name[!seat], *list = "";
    switch (f->kind) {
    case KK_FACT_GETS:
        for (int i = 0; i < 4 && f->n[i] != IR_NO_FACT; i++)
            list = also(list, card_short(f->n[i]));
        say(out, "Takes {cards}.", "cards", list);
        return 1;
    case KK_FACT_LAYS:
    case KK_FACT_LEAVES: left(out, f, you, them); return 1;
    case KK_FACT_COMPLETES:
        say_n(out, "Makes {yaku}: stopping then pays {n} coin.", "Makes {yaku}: stopping then pays {n} coins.", c, "yaku",
              yaku_name(a));
        return 1;
    case KK_FACT_NEARS:
        say_n(out, "Then {n} more card makes {yaku} (in reach: {here}, unseen: {unseen}).",
              "Then {n} more cards make {yaku} (in reach: {here}, unseen: {unseen}).", b, "yaku", yaku_name(a), "here",
              number(c), "unseen", number(f->n[3]));
        return 1;
    case KK_FACT_DENIES:
        if (you)
            say_n(out, "Takes {card}: you were {n} card away from {yaku} and cannot make it any more.",
                  "Takes {card}: you were {n} cards away from {yaku} and cannot make it any more.", c, "card", card_short(b),
                  "yaku", yaku_name(a));
        else
            say_n(out, "Takes {card}: {name} was {n} card away from {yaku} and cannot make it any more.",
                  "Takes {card}: {name} was {n} cards away from {yaku} and cannot make it any more.", c, "card", card_short(b),
                  "name", them, "yaku", yaku_name(a));
        return 1;
    case KK_FACT_RISKS:
        if (you)
            say_n(out, "Leaves {card} on the field: {percent} that you can take it for {yaku}, {n} coin more.",
                  "Leaves {card} on the field: {percent} that you can take it for {yaku}, {n} coins more.", f->n[3], "card",
                  card_short(b), "percent", fact_chance(c), "yaku", yaku_name(a));
        else
            say_n(out, "Leaves {card} on the field: {percent} that {name} can take it for {yaku}, {n} coin more.",
                  "Leaves {card} on the field: {percent} that {name} can take it for {yaku}, {n} coins more.", f->n[3], "card",
                  card_short(b), "percent", fact_chance(c), "name", them, "yaku", yaku_name(a));
        return 1;
    case KK_FACT_SAFE: say(out, "Can leave {card} for later: nobody else can take it.", "card", card_short(a)); return 1;
    case KK_FACT_KEEPS:
        say(out, "Keeps {card}, which can still take {other}.", "card", card_short(a), "other", card_short(b));
        return 1;
    default: return fact_call(out, f, seat, viewer, name);
    }
}

/* Is the text this card's picture, in English or in the player's language? */
static int names(const char *text, int card)
{
    return hanafuda_kind(card) != HF_PLAIN && same_word(text, hanafuda_picture(card));
}

/* "3a" or "3a 3b", "stop", "koi", "moon": what can be typed instead of a number. */
static ir_move answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    ir_move found = IR_NO_MOVE;
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (typed(text, "answer", "stop") || typed(text, "answer", "agari"))
        text = "agari";
    else if (typed(text, "answer", "koi") || strcmp(text, "koikoi") == 0 || typed(text, "answer", "koi-koi"))
        text = "koi-koi";
    else if (typed(text, "answer", "tenho"))
        text = "tenho";
    for (int i = 0; i < n; i++) {
        char move[IR_TEXT_MAX];
        struct ir_text t;
        int card = -1;
        ir_text_start(&t, move, sizeof move);
        koikoi_game.move_print(legal[i], &t);
        const char *rest = strchr(move, ' ') ? strchr(move, ' ') + 1 : move;
        size_t len = strlen(text);
        int whole = strcmp(move, text) == 0 || strcmp(rest, text) == 0;
        int part = strncmp(rest, text, len) == 0 && rest[len] == ' '; /* the text names the card but not its target */
        if (legal[i] < KK_MOVE_TAKE || legal[i] >= KK_MOVE_JOKER)
            koikoi_takes(p, legal[i], &card);
        else if (legal[i] < KK_MOVE_CARD)
            card = legal[i] - KK_MOVE_TAKE;
        if (whole)
            return legal[i];
        if (part || (card >= 0 && names(text, card)))
            found = found == IR_NO_MOVE ? legal[i] : IR_SEVERAL;
    }
    return found;
}

static const char *const kinds[][2] = {
    {"play", mark("A card from the hand")},
    {"take", mark("What the turned card takes")},
    {"agari", mark("Stop")},
    {"koi-koi", mark("Koi-koi")},
    {"tenho", mark("Tenho")},
    {NULL, NULL},
};

extern const struct words koikoi_words; /* found by cli/words.c */
const struct words koikoi_words = {
    .game = &koikoi_game,
    .title = mark("Koi-Koi"),
    .kinds = kinds,
    .welcome = mark("Koi-Koi: capture cards of the same month, collect sets (yaku), and decide when to stop.\n"
                    "A card is named by its month and a letter: 1a is the crane of January."),
    .table = table,
    .board = board,
    .choice = choice,
    .brief = brief,
    .question = question,
    .explain = explain,
    .event = event,
    .fact = fact,
    .answer = answer,
};
