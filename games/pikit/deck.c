/* deck.c: PiKiT's deck as data (PK10.1): lists of cards, compiled in or brought along, read and checked.
 *
 * The format (docs/decks.md) is lines of words separated by single blanks; # begins a comment, empty lines do not count:
 *     irori deck 1 / game pikit / name NAME / card NUMBER COUNT ... / total CARDS
 * The first three lines and the last have fixed places. Anything else is refused, with its line and the reason. */
#include "pikit.h"

#include "games_decks.h"

const struct ir_deck pikit_decks[] = {
    {"standard", pikit_deck_standard},
    {"second", pikit_deck_second},
    {NULL, NULL},
};

enum stage { STAGE_MAGIC, STAGE_GAME, STAGE_NAME, STAGE_CARDS, STAGE_DONE };

/* What a player can choose wrongly is an error of its own; what is wrong in the text of a deck is one of its line, or of all.
 */
enum { PK_E_FIRST, PK_E_TWO, PK_E_FEW, PK_E_KINDS };
const struct ir_error_kind pikit_errors[] = {
    [PK_E_FIRST] = {"pikit-first", "options:s first:n seats:n last:n",
                    IR_SAYS("pikit: option first={first} names a seat that does not play; with {seats} players it takes random "
                            "or 0 to {last}")},
    [PK_E_TWO] = {"pikit-deck-two", "cards:n number:n",
                  IR_SAYS("pikit deck: two of each number 1 to 8 are taken out for two players, but it has {cards} of number "
                          "{number}")},
    [PK_E_FEW] = {"pikit-deck-few", "cards:n seats:n need:n",
                  IR_SAYS("pikit deck: {cards} cards are too few for {seats} players; the centre, the starting hands with the "
                          "most cards and "
                          "one card left in the deck take {need}")},
    [PK_E_KINDS] = {NULL, NULL, NULL},
};

struct reader {
    char what[IR_WHY_CODE];
    struct ir_text why; /* in `what` */
    char *out;          /* an error that is complete */
    int line, stage, total, whole;
    uint8_t listed[PK_COUNTS]; /* the line that listed a number, clamped */
    uint8_t *cards;
};

static int refuse(struct reader *r, const char *sentence)
{
    ir_text_put(&r->why, sentence);
    return 0;
}

/* A line cut into words: their places and lengths. Returns how many, 5 for more than four. */
struct words {
    const char *at[4];
    size_t n[4];
};
static int words_cut(const char *s, size_t n, struct words *w)
{
    int count = 0;
    for (size_t i = 0; i < n;) {
        if (s[i] == ' ' || s[i] == '\t') {
            i++;
            continue;
        }
        size_t from = i;
        while (i < n && s[i] != ' ' && s[i] != '\t')
            i++;
        if (count == 4)
            return 5;
        w->at[count] = s + from;
        w->n[count++] = i - from;
    }
    return count;
}

static int word_is(const struct words *w, int i, const char *text)
{
    return w->n[i] == strlen(text) && memcmp(w->at[i], text, w->n[i]) == 0;
}

static int number_at(const struct words *w, int i, int min, int max, int *v)
{
    int64_t x;
    if (!ir_number_parse(w->at[i], w->n[i], min, max, &x))
        return 0;
    *v = (int)x;
    return 1;
}

static int read_card(struct reader *r, const struct words *w, int n)
{
    int number, count;
    if (n != 3)
        return refuse(r, "'card' takes a number and how many there are of it, as in 'card 4 6'");
    if (!number_at(w, 1, 1, PK_NUMBERS, &number)) {
        refuse(r, "");
        ir_text_quote(&r->why, w->at[1], w->n[1]);
        ir_text_put(&r->why, " is not the number of a kaiju card; they go from 1 to 11");
        return 0;
    }
    if (!number_at(w, 2, 0, PK_CARDS_MAX, &count)) {
        refuse(r, "");
        ir_text_quote(&r->why, w->at[2], w->n[2]);
        ir_text_add(&r->why, " is not a number of cards from 0 to %d", PK_CARDS_MAX);
        return 0;
    }
    if (r->listed[number]) {
        refuse(r, "");
        ir_text_add(&r->why, "number %d is listed twice", number);
        return 0;
    }
    r->listed[number] = 1;
    r->cards[number] = (uint8_t)count;
    r->total += count;
    return 1;
}

static int read_total(struct reader *r, const struct words *w, int n)
{
    int total;
    if (n != 2 || !number_at(w, 1, 0, 9999, &total))
        return refuse(r, "'total' takes the number of all cards, as in 'total 53'");
    if (total != r->total) {
        refuse(r, "");
        ir_text_add(&r->why, "the cards add up to %d, not to the total of %d", r->total, total);
        return 0;
    }
    r->stage = STAGE_DONE;
    return 1;
}

static int read_line(struct reader *r, const char *s, size_t n)
{
    struct words w;
    int count = words_cut(s, n, &w);
    if (count == 0 || w.at[0][0] == '#')
        return 1;
    switch (r->stage) {
    case STAGE_MAGIC:
        if (count != 3 || !word_is(&w, 0, "irori") || !word_is(&w, 1, "deck") || !word_is(&w, 2, "1"))
            return refuse(r, "a deck begins with the line 'irori deck 1'");
        break;
    case STAGE_GAME:
        if (count != 2 || !word_is(&w, 0, "game") || !word_is(&w, 1, "pikit"))
            return refuse(r, "the second line should be 'game pikit'");
        break;
    case STAGE_NAME:
        if (count != 2 || !word_is(&w, 0, "name"))
            return refuse(r, "the third line should be 'name' and one word");
        break;
    case STAGE_CARDS:
        if (word_is(&w, 0, "card"))
            return read_card(r, &w, count);
        if (word_is(&w, 0, "total"))
            return read_total(r, &w, count);
        refuse(r, "");
        ir_text_quote(&r->why, w.at[0], w.n[0]);
        ir_text_put(&r->why, " is not a word of a deck; it has card NUMBER COUNT and, last, total CARDS");
        return 0;
    default: return refuse(r, "nothing may follow the total");
    }
    r->stage++;
    return 1;
}

/* An upper bound on the cards of the starting hands (PK2.4): without its last card a hand adds up to at most 9, so all hands
 * together to 9 each, made of the smallest numbers. The true maximum may be a card or two lower. */
static int worst_hands(const uint8_t *cards, int seats)
{
    int room = (PK_START_SUM - 1) * seats, n = seats;
    for (int i = 1; i <= PK_NUMBERS; i++) {
        int fit = cards[i] < room / i ? cards[i] : room / i;
        n += fit;
        room -= i * fit;
    }
    return n;
}

static int playable(struct reader *r, int seats)
{
    uint8_t left[PK_COUNTS];
    int all = r->total, cancels = r->cards[6] + r->cards[9] + r->cards[10] + r->cards[11];
    memcpy(left, r->cards, sizeof left);
    if (all > PK_CARDS_MAX) {
        ir_text_add(&r->why, "it has %d cards; at most %d can be played with", all, PK_CARDS_MAX);
        return 0;
    }
    if (cancels >= PK_CHAIN_MAX) {
        ir_text_add(&r->why, "it has %d cards that cancel (6, 9, 10, 11); at most %d can be played with", cancels,
                    PK_CHAIN_MAX - 1);
        return 0;
    }
    for (int i = 1; seats == 2 && i <= PK_OUT_TO; i++) { /* PK2.2 */
        if (left[i] < PK_OUT) {
            ir_refuse(r->out, &pikit_errors[PK_E_TWO], left[i], i);
            return 0;
        }
        left[i] = (uint8_t)(left[i] - PK_OUT);
        all -= PK_OUT;
    }
    int need = PK_MARKET + worst_hands(left, seats) + 1;
    if (all < need) {
        ir_refuse(r->out, &pikit_errors[PK_E_FEW], all, seats, need);
        return 0;
    }
    return 1;
}

/* The option `first` is checked here: when options are read, the number of seats is not known yet (PK2.5). */
static int first_plays(struct reader *r, const struct pikit_pub *p)
{
    if (p->option[PK_FIRST] <= p->head.seats)
        return 1;
    ir_refuse(r->out, &pikit_errors[PK_E_FIRST], "first", p->option[PK_FIRST] - 1, p->head.seats, p->head.seats - 1);
    return 0;
}

static int read_all(struct reader *r, const char *text, const struct pikit_pub *p)
{
    if (!first_plays(r, p))
        return 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        r->line++;
        if (!read_line(r, text, n && text[n - 1] == '\r' ? n - 1 : n))
            return 0;
        text += n + (text[n] == '\n');
    }
    r->line++;
    if (r->stage != STAGE_DONE)
        return refuse(r, "the deck breaks off; its last line should be 'total' and the number of all cards");
    r->whole = 1;
    return playable(r, p->head.seats);
}

int pikit_deck_read(struct ir_state *s, const char *text, char why[IR_WHY_MAX])
{
    struct pikit_pub *p = pikit_pub_of(s);
    struct reader r = {.cards = p->cards, .out = why};
    ir_text_start(&r.why, r.what, sizeof r.what);
    int ok = read_all(&r, text, p);
    if (!ok && r.why.len && r.whole)
        ir_refuse(why, &ir_errors[ERROR_DECK_WHOLE], "pikit", r.what);
    else if (!ok && r.why.len)
        ir_refuse(why, &ir_errors[ERROR_DECK_LINE], "pikit", r.line, r.what);
    return ok;
}
