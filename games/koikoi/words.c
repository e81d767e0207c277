/* words.c: Koi-Koi in the text client. A card is "8a moon (pampas grass, bright)": number and letter name it, also in
 * answers. */
#include "cli/words.h"

#include "games/koikoi/koikoi.h"

static const char *code(int card)
{
    static char text[4][8];
    static int at;
    struct ir_text t;
    at = (at + 1) % 4;
    ir_text_start(&t, text[at], sizeof text[at]);
    hanafuda_card_print(card, &t);
    return text[at];
}

/* "8a moon (pampas grass, bright)": everything about a card that may be played. */
static void card_long(FILE *out, int card)
{
    enum hanafuda_kind kind = hanafuda_kind(card);
    fprintf(out, "%s %s (%s", code(card), hanafuda_picture(card), hanafuda_plant[hanafuda_month(card)]);
    fprintf(out, kind == HF_BRIGHT || kind == HF_ANIMAL ? ", %s)" : ")", hanafuda_kind_name[kind]);
}

/* "8a moon", "8c pampas grass plain": short, for lists. */
static void card_short(FILE *out, int card)
{
    if (hanafuda_kind(card) == HF_PLAIN || hanafuda_kind(card) == HF_RIBBON)
        fprintf(out, "%s %s %s", code(card), hanafuda_plant[hanafuda_month(card)], hanafuda_picture(card));
    else
        fprintf(out, "%s %s", code(card), hanafuda_picture(card));
}

static void cards(FILE *out, uint64_t set)
{
    if (!set)
        fputs("nothing", out);
    for (; set; set &= set - 1) {
        card_short(out, set_first(set));
        fputs(set & (set - 1) ? ", " : "", out);
    }
}

/* What a yaku is made of, for beginners. */
static const char *const made_of[KK_YAKU] = {
    "10 or more plain cards",
    "5 or more animals",
    "5 or more ribbons",
    "sake cup and moon",
    "sake cup and curtain",
    "3 brights, not the rain man",
    "3 brights and the rain man",
    "the 4 brights without the rain man",
    "all 5 brights",
    "boar, deer, butterfly",
    "3 poetry ribbons",
    "3 blue ribbons",
    "poetry and blue ribbons",
    "the 4 cards of the month",
    "the plain red ribbons of wisteria, iris, bush clover",
    "2 brights and the rain man",
    "the 4 cards of a month",
    "4 of a month or 4 pairs in hand",
    "2 whole months in hand",
};

/* The field by month: cards of one suit side by side, to find matches. */
static void field(FILE *out, uint64_t set)
{
    fputs("On the table:\n", out);
    if (!set)
        fputs("  nothing\n", out);
    for (int m = 0; m < HF_MONTHS; m++) {
        uint64_t suit = set & hanafuda_suit(m * 4);
        if (!suit)
            continue;
        fprintf(out, "  %2d %s: ", m + 1, hanafuda_plant[m]);
        for (; suit; suit &= suit - 1)
            fprintf(out, "%s %s%s", code(set_first(suit)), hanafuda_picture(set_first(suit)), suit & (suit - 1) ? ", " : "\n");
    }
}

static void pool(FILE *out, const struct koikoi_pub *p, int seat, const char *who)
{
    static const uint64_t kind[] = {HF_SET_BRIGHT, HF_SET_ANIMAL, HF_SET_RIBBON};
    static const char *const kind_name[] = {"bright", "animals", "ribbons"};
    uint64_t have = p->pool[seat];
    fprintf(out, "%s captured ", who);
    if (!have)
        fputs("nothing yet", out);
    const char *sep = "";
    for (int k = 0; k < 3; k++)
        if (have & kind[k]) {
            fprintf(out, "%s%s: ", sep, kind_name[k]);
            cards(out, have & kind[k]);
            sep = "; ";
        }
    if (have & HF_SET_PLAIN)
        fprintf(out, "%splain: %d", sep, set_count(have & HF_SET_PLAIN));
    fputc('\n', out);
}

/* The yaku held, and those one or two cards away. */
static void yaku(FILE *out, const struct koikoi_pub *p, int seat, const char *who)
{
    int16_t coins[KK_YAKU];
    int sum = koikoi_worth(p, p->pool[seat], p->calls[seat], coins), n = 0;
    if (sum) {
        fprintf(out, "%s yaku: ", who);
        for (int y = 0; y < KK_YAKU; y++)
            if (coins[y])
                fprintf(out, "%s%s %d", n++ ? ", " : "", koikoi_yaku_name[y], coins[y]);
        fprintf(out, " (a win pays %d)\n", koikoi_pay(p, seat, sum).coins);
    }
    n = 0;
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        uint64_t from;
        int lacks = koikoi_lacks(p, y, p->pool[seat], p->pool[!seat], &from);
        if (coins[y] || lacks != 1)
            continue;
        fprintf(out, "%s%s", n++ ? "; " : "  one card from ", koikoi_yaku_name[y]);
        if (set_count(from) <= 3) {
            fputs(" (", out);
            for (; from; from &= from - 1)
                fprintf(out, "%s%s", code(set_first(from)), from & (from - 1) ? " or " : "");
            fputc(')', out);
        }
    }
    if (n)
        fputc('\n', out);
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int me = v->seat >= 0 ? v->seat : 0;
    char mine[64], theirs[64];
    snprintf(mine, sizeof mine, v->seat >= 0 ? "You" : "%s", name[me]);
    snprintf(theirs, sizeof theirs, "%s", name[!me]);
    fprintf(out, "Round %d of %d (%s). Coins: %s %d, %s %d. Sensei: %s. Deck: %d cards.\n", p->round, p->option[KK_ROUNDS],
            hanafuda_month_name[(p->round + HF_MONTHS - 1) % HF_MONTHS], v->seat >= 0 ? "you" : name[me], p->purse[me],
            name[!me], p->purse[!me], p->sensei == me && v->seat >= 0 ? "you" : name[p->sensei], p->deck);
    for (int i = 0; i < 2; i++)
        if (p->calls[i])
            fprintf(out, "%s called koi-koi %s this round.\n", i == me ? mine : theirs,
                    p->calls[i] == 1   ? "once"
                    : p->calls[i] == 2 ? "twice"
                                       : "several times");
    pool(out, p, !me, theirs);
    char whose[80];
    snprintf(whose, sizeof whose, "%s's", theirs);
    yaku(out, p, !me, whose);
    pool(out, p, me, mine);
    snprintf(whose, sizeof whose, v->seat >= 0 ? "Your" : "%s's", mine);
    yaku(out, p, me, whose);
    field(out, p->field);
    fprintf(out, "%s has %d %s in hand.\n", theirs, p->hand[!me], p->hand[!me] == 1 ? "card" : "cards");
    if (p->phase != KK_PHASE_PLAY && v->seat >= 0) { /* in PLAY the choices show it */
        fputs("Your hand: ", out);
        cards(out, koikoi_hand(v));
        fputc('\n', out);
    }
}

static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    (void)name;
    const struct koikoi_pub *p = koikoi_pub(v->b);
    if (m < KK_MOVE_TAKE || m >= KK_MOVE_JOKER) {
        int card;
        uint64_t taken = koikoi_takes(p, m, &card);
        card_long(out, card);
        if (!taken) {
            fputs(": stays on the table", out);
        } else {
            fputs(": takes ", out);
            cards(out, taken);
        }
    } else if (m < KK_MOVE_CARD) {
        fputs("take ", out);
        card_short(out, m - KK_MOVE_TAKE);
    } else if (m == KK_MOVE_AGARI) {
        fprintf(out, "agari: stop and be paid %d", koikoi_pay(p, p->mover, p->worth[p->mover]).coins);
    } else if (m == KK_MOVE_KOIKOI) {
        fputs("koi-koi: play on for more", out);
    } else {
        int sum = koikoi_tenho_coins(p, koikoi_tenho(p, koikoi_hand(v)));
        fprintf(out, "tenho: show your hand and win %d at once", koikoi_pay_tenho(p, p->mover, sum).coins);
    }
    return 1;
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    (void)name;
    if (p->phase == KK_PHASE_PLAY) {
        fputs("Which card do you play?", out);
    } else if (p->phase == KK_PHASE_CALL) {
        fputs("You made a yaku! Stop or go on?", out);
    } else {
        fputs("The deck turned up ", out);
        card_short(out, p->turned);
        fputs(". Which card does it take?", out);
    }
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    switch (koikoi_pub(v->b)->phase) {
    case KK_PHASE_PLAY:
        *rule = "KK4.2";
        return "Play one card of your hand. If a card of the same month lies on the table, you take both into your pool;\n"
               "if not, your card stays on the table. Then the top card of the deck is turned up and does the same for you.\n"
               "You win a round by collecting yaku: sets such as 5 ribbons, 10 plain cards, or boar, deer and butterfly.";
    case KK_PHASE_CALL:
        *rule = "KK6.1";
        return "Agari ends the round: you are paid now, the other player gets nothing.\n"
               "Koi-koi goes on: you may earn more, but if the other player makes a yaku and stops first, they are paid, often "
               "double,\n"
               "and you get nothing. After koi-koi you can stop only when your yaku grow again.";
    default:
        *rule = "KK4.4";
        return "Two cards on the table are of the month of the card that was turned. Choose which one it takes.";
    }
}

/* Events in sentences. The deal is not narrated: the table shows it. */
static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    int you = e->seat == viewer && viewer >= 0, a = e->pub[0], b = e->pub[1];
    const char *who = you ? "You" : e->seat >= 0 ? name[e->seat] : "";
    switch (e->kind) {
    case KK_EV_SENSEI: fprintf(out, "The sensei, who deals and leads, is %s.\n", you ? "you" : who); return 1;
    case KK_EV_ROUND:
        fprintf(out, "\n=== Round %d, %s: %s %s ===\n", a, hanafuda_month_name[(a - 1) % HF_MONTHS],
                b == viewer ? "you" : name[b], verb(b == viewer, "lead", "leads"));
        return 1;
    case KK_EV_REDEAL:
        fputs(a == 1   ? "Four cards of one month on the table: dealt again.\n"
              : a == 2 ? "A hand with all four cards of a month: dealt again.\n"
              : a == 3 ? "Three cards of one month on the table: dealt again.\n"
              : a == 4 ? "Four pairs: dealt again.\n"
                       : "A tenho in both hands: dealt again.\n",
              out);
        return 1;
    case KK_EV_PLAY:
    case KK_EV_TURN:
        if (e->kind == KK_EV_PLAY)
            fprintf(out, "%s %s ", who, verb(you, "play", "plays"));
        else
            fputs("  the deck turns up ", out);
        card_short(out, a);
        fputs("\n", out);
        return 1;
    case KK_EV_TAKE:
        fprintf(out, "  %s %s ", who, verb(you, "take", "takes")), card_short(out, b), fputs(" with it\n", out);
        return 1;
    case KK_EV_LAY: fputs("  it stays on the table\n", out); return 1;
    case KK_EV_YAKU:
        fprintf(out, "  * %s %s %s (%s): %d\n", who, verb(you, "have", "has"), koikoi_yaku_name[a], made_of[a], b);
        return 1;
    case KK_EV_KOIKOI: fprintf(out, "%s: KOI-KOI!\n", who); return 1;
    case KK_EV_AGARI:
        fprintf(out, "%s: AGARI! Yaku worth %d", who, a), fprintf(out, b == a ? ".\n" : ", with multipliers %d.\n", b);
        return 1;
    case KK_EV_PAY_YAKU:
        if (a < KK_TENHO)
            return 0; /* the yaku of a pool were reported when they were made */
        fprintf(out, "  %s (%s): %d\n", koikoi_yaku_name[a], made_of[a], b);
        return 1;
    case KK_EV_EXHAUSTED: fputs("All cards are played: the round is drawn.\n", out); return 1;
    case KK_EV_SHOW: return 0;
    case KK_EV_PAID:
        fprintf(out, "%s %s %d %s. Coins: ", who, verb(you, "get", "gets"), a, a == 1 ? "coin" : "coins");
        fprintf(out, "%s %d, %s %d.\n", viewer == 0 ? "you" : name[0], b, viewer == 1 ? "you" : name[1], e->pub[2]);
        return 1;
    default: return 0;
    }
}

/* ---- reasons ---- */

static const char *plural(int n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

/* "1 card of tsukimi (1 in reach, 2 unseen)": how many are lacking, and where those are that would do. */
static void lacking(FILE *out, const struct ir_fact *f)
{
    int lacks = f->n[1], here = f->n[2], unseen = f->n[3];
    fprintf(out, "%d %s of %s (", lacks, plural(lacks, "card", "cards"), koikoi_yaku_name[f->n[0]]);
    if (here)
        fprintf(out, "%d in reach%s", here, unseen ? ", " : "");
    if (unseen)
        fprintf(out, "%d unseen", unseen);
    fputs(")", out);
}

static int fact_call(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], you = seat == viewer;
    const char *who = you ? "You" : name[seat], *other = 1 - seat == viewer ? "you" : name[!seat];
    switch (f->kind) {
    case KK_FACT_STOPS: fprintf(out, "Stopping pays %d %s.", a, plural(a, "coin", "coins")); return 1;
    case KK_FACT_ENDS:
        fprintf(out, "Stopping ends the game with %d : %d, %s.", a, b, a > b ? "a win" : a < b ? "a loss" : "a draw");
        return 1;
    case KK_FACT_EXPOSES: fprintf(out, "After koi-koi a win of %s counts %d times.", other, a); return 1;
    case KK_FACT_RAISES: fprintf(out, "After koi-koi stopping pays at least %d.", a); return 1;
    case KK_FACT_THREAT:
    case KK_FACT_HOPE:
        you = (f->kind == KK_FACT_HOPE ? seat : 1 - seat) == viewer;
        fprintf(out, "%s %s within ", you ? "You" : name[f->kind == KK_FACT_HOPE ? seat : 1 - seat], verb(you, "are", "is"));
        lacking(out, f);
        fputc('.', out);
        return 1;
    case KK_FACT_LEFT:
        fprintf(out, "%s %s %d %s left to play, %s %d.", who, verb(you, "have", "has"), a, plural(a, "card", "cards"), other,
                b);
        return 1;
    case KK_FACT_PURSES:
        fprintf(out, "%s %s %d coins, %s %d, ", who, verb(you, "have", "has"), a, other, b);
        if (f->n[2])
            fprintf(out, "with %d %s to come.", f->n[2], plural(f->n[2], "round", "rounds"));
        else
            fputs("and this is the last round.", out);
        return 1;
    default: return 0;
    }
}

static int fact(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], c = f->n[2];
    int them = 1 - seat;
    const char *other = them == viewer ? "you" : name[them], *holds = verb(them == viewer, "hold", "holds");
    if (f->of != IR_OF_POSITION && f->kind < KK_FACT_STOPS)
        fprintf(out, "%s ", fact_move(f));
    switch (f->kind) {
    case KK_FACT_GETS:
        fputs("gets ", out);
        for (int i = 0; i < 4 && f->n[i] != IR_NO_FACT; i++)
            fputs(i ? ", " : "", out), card_short(out, f->n[i]);
        fputc('.', out);
        return 1;
    case KK_FACT_LAYS:
    case KK_FACT_LEAVES:
        fputs(f->kind == KK_FACT_LAYS ? "puts " : "leaves ", out);
        card_short(out, a);
        if (c)
            fprintf(out, " on the table; with %s %s %s a card of its month (%d unseen).", fact_chance(c), other, holds, b);
        else
            fprintf(out, " on the table, but %s %s no card of its month.", other, holds);
        return 1;
    case KK_FACT_COMPLETES: fprintf(out, "makes %s (%d): a win now pays %d.", koikoi_yaku_name[a], b, c); return 1;
    case KK_FACT_NEARS:
        fputs("comes within ", out);
        lacking(out, f);
        fputc('.', out);
        return 1;
    case KK_FACT_DENIES:
        fputs("takes ", out);
        card_short(out, b);
        fprintf(out, ", without which %s cannot make %s any more (%d %s lacking).", other, koikoi_yaku_name[a], c,
                plural(c, "card was", "cards were"));
        return 1;
    case KK_FACT_RISKS:
        fputs("leaves ", out);
        card_short(out, b);
        fprintf(out, " for %s: it brings %s (+%d), and with %s %s %s a card of its month.", other, koikoi_yaku_name[a], f->n[3],
                fact_chance(c), other, holds);
        return 1;
    case KK_FACT_SAFE:
        fputs("can leave ", out);
        card_short(out, a);
        fprintf(out, " for later: nobody else can take it.");
        return 1;
    case KK_FACT_KEEPS:
        fputs("keeps ", out);
        card_short(out, a);
        fputs(", which can still take ", out);
        card_short(out, b);
        fputc('.', out);
        return 1;
    default: return fact_call(out, f, seat, viewer, name);
    }
}

static ir_move answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    ir_move found = IR_NO_MOVE;
    (void)v;
    if (strcmp(text, "stop") == 0)
        text = "agari";
    if (strcmp(text, "koi") == 0 || strcmp(text, "koikoi") == 0)
        text = "koi-koi";
    for (int i = 0; i < n; i++) {
        char move[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, move, sizeof move);
        koikoi_game.move_print(legal[i], &t);
        const char *rest = strchr(move, ' ') ? strchr(move, ' ') + 1 : move;
        size_t len = strlen(text);
        int whole = strcmp(move, text) == 0 || strcmp(rest, text) == 0;
        int part = strncmp(rest, text, len) == 0 && rest[len] == ' '; /* the text names the card but not its target */
        if (whole)
            return legal[i];
        if (part)
            found = found == IR_NO_MOVE ? legal[i] : IR_SEVERAL;
    }
    return found;
}

extern const struct words koikoi_words; /* found by cli/words.c */
const struct words koikoi_words = {
    .game = &koikoi_game,
    .welcome = "Koi-Koi: capture cards of the same month, collect sets (yaku), and decide when to stop.\n"
               "A card is named by its month and a letter: 1a is the crane of January.",
    .table = table,
    .choice = choice,
    .question = question,
    .explain = explain,
    .event = event,
    .fact = fact,
    .answer = answer,
};
