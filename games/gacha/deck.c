/* deck.c: reads a deck (docs/decks.md): lines of words, checked as GA9.1 asks, packed into the public part of a state. */
#include "gacha.h"
#include "games_decks.h"

const struct ir_deck gacha_decks[] = {{"standard", gacha_deck_standard}, {NULL, NULL}};

enum { WORDS_MAX = 24, NOT_GIVEN = -1 };
enum total { TOTAL_CARDS, TOTAL_FIGURE, TOTAL_REWARDS, TOTAL_TOKENS, TOTALS };
static const char *const total_name[TOTALS] = {"cards", "figure", "rewards", "tokens"};

/* What a player can choose wrongly is an error of its own; what is wrong in the text of a deck is one of its line, or of all.
 */
enum { GA_E_FIRST, GA_E_TOKENS_SUM, GA_E_TOKENS_BOX, GA_E_KINDS };
const struct ir_error_kind gacha_errors[] = {
    [GA_E_FIRST] = {"gacha-first", "options:s first:n seats:n",
                    IR_SAYS("gacha: option first cannot be {first} with {seats} players; seats are numbered from 0")},
    [GA_E_TOKENS_SUM] = {"gacha-tokens-sum", "options:s sum:n seats:n in_play:n",
                         IR_SAYS("gacha: tokens_turn, tokens_joker and tokens_points add up to {sum}; {seats} players have "
                                 "{in_play} bonus tokens in play")},
    [GA_E_TOKENS_BOX] = {"gacha-tokens-box", "options:s chosen:n box:n",
                         IR_SAYS("gacha: {options} cannot be {chosen}; the box has {box}")},
    [GA_E_KINDS] = {NULL, NULL, NULL},
};

struct reader {
    struct gacha_pub *p;
    char what[IR_WHY_CODE];
    struct ir_text why; /* in `what` */
    char *out;          /* an error that is complete */
    int whole;
    const char *word[WORDS_MAX];
    size_t len[WORDS_MAX];
    int words, at;        /* words of this line; the next one to read */
    int line, lines_said; /* line: the current line; lines_said: non-empty lines so far */
    int total[TOTALS];
    int count[GA_KINDS];
    uint32_t backs; /* bits: backs that were listed */
    int tokens[GA_TOKENS];
};

/* ---- refusing ---- */

static int refuse(struct reader *d, const char *sentence)
{
    ir_text_put(&d->why, sentence);
    return 0;
}

/* "line 7: 'sushy' is no figure; ...": an error about the word read last */
static int refuse_word(struct reader *d, const char *sentence)
{
    int i = d->at - 1;
    if (i >= 0 && i < d->words)
        ir_text_quote(&d->why, d->word[i], d->len[i]);
    else
        ir_text_put(&d->why, "the end of the line");
    ir_text_add(&d->why, " %s", sentence);
    return 0;
}

static int refuse_count(struct reader *d, const char *what, int has, int should)
{
    ir_text_add(&d->why, "%s: it has %d, but should have %d", what, has, should);
    return 0;
}

/* ---- words ---- */

static int line_cut(struct reader *d, const char *s, size_t n)
{
    d->words = d->at = 0;
    for (size_t i = 0; i < n && s[i] != '#';) {
        if (s[i] == ' ' || s[i] == '\t' || s[i] == '\r') {
            i++;
            continue;
        }
        if (d->words == WORDS_MAX)
            return refuse(d, "too many words; a line has at most 24");
        size_t k = i;
        while (k < n && s[k] != ' ' && s[k] != '\t' && s[k] != '\r' && s[k] != '#')
            k++;
        d->word[d->words] = s + i;
        d->len[d->words++] = k - i;
        i = k;
    }
    return 1;
}

static int text_is(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

static int word_is(const struct reader *d, const char *word) /* the next one */
{
    return d->at < d->words && text_is(d->word[d->at], d->len[d->at], word);
}

static int word_take(struct reader *d, const char *word)
{
    int is = word_is(d, word);
    d->at += is;
    return is;
}

/* The index of the next word in a list, or -1. Consumes the word in any case. */
static int word_of(struct reader *d, const char *const *list, int n)
{
    int found = -1;
    for (int i = 0; i < n; i++)
        if (word_is(d, list[i]))
            found = i;
    d->at++;
    return found;
}

static int number(struct reader *d, int min, int max) /* -1: not a number in that range */
{
    int64_t v;
    int i = d->at++;
    return i < d->words && ir_number_parse(d->word[i], d->len[i], min, max, &v) ? (int)v : -1;
}

/* ---- lines ---- */

static int total_read(struct reader *d)
{
    int t = word_of(d, total_name, TOTALS);
    if (t < 0)
        return refuse_word(d, "has no total; totals are cards, figure, rewards and tokens");
    if (d->total[t] != NOT_GIVEN)
        return refuse_word(d, "has a total already");
    d->total[t] = number(d, 1, 999);
    return d->total[t] >= 0 ? 1 : refuse_word(d, "is no whole number from 1 to 999");
}

/* back mecha kitsune face mecha 1 face kitsune 1 */
static int back_read(struct reader *d)
{
    unsigned mask = 0, faces = 0;
    int figures = 0;
    while (d->at < d->words && !word_is(d, "face")) {
        int f = word_of(d, gacha_figure_name, GA_FIGURES);
        if (f < 0)
            return refuse_word(d, "is no figure; figures are mecha, girl, daikon, kitsune and sushi");
        if (mask >> f & 1)
            return refuse_word(d, "is on this back twice");
        mask |= 1u << f;
        figures++;
    }
    if (figures < 2 || figures > 3)
        return refuse(d, "a back shows two or three figures");
    int back = gacha_back_of(mask);
    if (d->backs >> back & 1)
        return refuse(d, "this back was given already; put all its faces on one line");
    d->backs |= 1u << back;
    if (d->at == d->words)
        return refuse(d, "no card has this back; 'face FIGURE COUNT' should follow");
    while (d->at < d->words) {
        if (!word_take(d, "face"))
            return d->at++, refuse_word(d, "should be 'face'");
        int f = word_of(d, gacha_figure_name, GA_FIGURES);
        if (f < 0)
            return refuse_word(d, "is no figure; figures are mecha, girl, daikon, kitsune and sushi");
        if (!(mask >> f & 1))
            return refuse_word(d, "is not on this back; a back shows the figure on the face");
        if (faces >> f & 1)
            return refuse_word(d, "is given twice as a face of this back");
        faces |= 1u << f;
        int n = number(d, 1, GA_KIND_MAX);
        if (n < 0)
            return refuse_word(d, "is no number of cards from 1 to 6");
        d->count[back * 3 + gacha_back_index[back][f]] = n;
    }
    return 1;
}

/* any=any=any: the size of the group, or 0 if the word is something else */
static int equals(const char *s, size_t n)
{
    int k = 0;
    for (size_t i = 0; i + 3 <= n && memcmp(s + i, "any", 3) == 0; i += 4) {
        k++;
        if (i + 3 == n)
            return k;
        if (s[i + 3] != '=')
            return 0;
    }
    return 0;
}

static int set_read(struct reader *d, struct gacha_cost *c)
{
    memset(c, 0, sizeof *c);
    for (; d->at < d->words && !word_is(d, "points"); d->at++) {
        const char *s = d->word[d->at];
        size_t n = d->len[d->at];
        int f = 0, k = equals(s, n);
        while (f < GA_FIGURES && !text_is(s, n, gacha_figure_name[f]))
            f++;
        if (f < GA_FIGURES)
            c->need[f]++;
        else if (k == 1)
            c->any++;
        else if (k > 1 && c->equal[1])
            return d->at++, refuse_word(d, "is a third group of equal cards; a set has at most two");
        else if (k > 1)
            c->equal[c->equal[0] != 0] = (uint8_t)k;
        else
            return d->at++,
                   refuse_word(d, "is no part of a set; parts are mecha, girl, daikon, kitsune, sushi, any and any=any");
        int size = c->size + (k > 1 ? k : 1);
        if (size > GA_SET_MAX)
            return refuse(d, "a set costs at most 6 cards");
        c->size = (uint8_t)size;
    }
    if (c->equal[1] && c->equal[1] < c->equal[0]) {
        uint8_t t = c->equal[0];
        c->equal[0] = c->equal[1];
        c->equal[1] = t;
    }
    return c->size ? 1 : refuse(d, "a set costs at least one card");
}

/* reward mecha mecha any points 4 half blue mark 5 */
static int reward_read(struct reader *d)
{
    struct gacha_cost c;
    int mark = 0;
    if (d->p->n_rewards == GA_REWARDS_MAX)
        return refuse(d, "too many rewards; a deck has at most 40");
    if (!set_read(d, &c))
        return 0;
    if (!word_take(d, "points"))
        return d->at++, refuse_word(d, "should be 'points' and a number");
    int points = number(d, 0, GA_POINTS_MAX);
    if (points < 0)
        return refuse_word(d, "is no number of points from 0 to 31");
    if (!word_take(d, "half"))
        return d->at++, refuse_word(d, "should be 'half' and a colour, rainbow or none");
    int half = word_of(d, gacha_half_name, GA_HALVES);
    if (half < 0)
        return refuse_word(d, "is no half ticket; it is blue, pink, yellow, rainbow or none");
    if (word_take(d, "mark") && (mark = number(d, 5, 6)) < 0)
        return refuse_word(d, "is no mark; marks are 5 and 6, for 5+ and 6+");
    int packed = gacha_pack(&c, half, mark, points, &d->p->reward[d->p->n_rewards++]);
    ir_assert(packed);
    return 1;
}

static int token_read(struct reader *d)
{
    int t = word_of(d, gacha_token_name, GA_TOKENS);
    if (t < 0)
        return refuse_word(d, "is no bonus token; tokens are turn, joker and points");
    if (d->tokens[t] != NOT_GIVEN)
        return refuse_word(d, "was counted already");
    d->tokens[t] = number(d, 0, GA_TOKENS_MAX);
    return d->tokens[t] >= 0 ? 1 : refuse_word(d, "is no number of tokens from 0 to 60");
}

/* irori deck 1, game gacha, name ... */
static int head_read(struct reader *d)
{
    if (d->lines_said == 0)
        return word_take(d, "irori") && word_take(d, "deck") && word_take(d, "1")
                   ? 1
                   : refuse(d, "a deck begins with 'irori deck 1'");
    if (d->lines_said == 1)
        return word_take(d, "game") && word_take(d, "gacha") ? 1 : refuse(d, "the second line should be 'game gacha'");
    if (!word_take(d, "name") || d->at++ >= d->words)
        return refuse(d, "the third line should be 'name' and the deck's name");
    return 1;
}

static int line_read(struct reader *d)
{
    int ok;
    if (d->lines_said < 3)
        ok = head_read(d);
    else if (word_take(d, "total"))
        ok = total_read(d);
    else if (word_take(d, "back"))
        ok = back_read(d);
    else if (word_take(d, "reward"))
        ok = reward_read(d);
    else if (word_take(d, "token"))
        ok = token_read(d);
    else
        return d->at++, refuse_word(d, "begins no line; lines begin with total, back, reward or token");
    d->lines_said++;
    if (ok && d->at < d->words)
        return d->at++, refuse_word(d, "is one word too many");
    return ok;
}

/* ---- the whole ---- */

static int cards_check(struct reader *d, uint8_t figures[GA_FIGURES])
{
    int cards = 0, seats = d->p->head.seats, sum[GA_FIGURES] = {0};
    for (int k = 0; k < GA_KINDS; k++) {
        d->p->id[k] = (uint8_t)(cards < GA_CARDS_MAX ? cards : GA_CARDS_MAX);
        cards += d->count[k];
        if (d->count[k])
            sum[gacha_back_figure[k / 3][k % 3]] += d->count[k];
    }
    if (cards != d->total[TOTAL_CARDS])
        return refuse_count(d, "total cards", cards, d->total[TOTAL_CARDS]);
    if (cards > GA_CARDS_MAX)
        return refuse_count(d, "at most 80 gacha cards", cards, GA_CARDS_MAX);
    d->p->id[GA_KINDS] = d->p->n_cards = (uint8_t)cards;
    for (int f = 0; f < GA_FIGURES; f++) {
        figures[f] = (uint8_t)sum[f];
        if (d->total[TOTAL_FIGURE] != NOT_GIVEN && sum[f] != d->total[TOTAL_FIGURE])
            return refuse_count(d, gacha_figure_name[f], sum[f], d->total[TOTAL_FIGURE]);
    }
    if (cards < GA_DEAL * seats + GA_PLACES) /* GA2.1 */
        return refuse_count(d, "gacha cards for a hand of 4 for each player and 4 piles", cards, GA_DEAL * seats + GA_PLACES);
    return 1;
}

/* Every reward must be payable, and no position may have more moves than IR_MOVES_MAX. */
static int rewards_check(struct reader *d, const uint8_t figures[GA_FIGURES])
{
    static const uint8_t plenty[GA_FIGURES] = {GA_SET_MAX, GA_SET_MAX, GA_SET_MAX, GA_SET_MAX, GA_SET_MAX};
    const struct gacha_pub *p = d->p;
    int in_play = 0, widest[GA_MARKET] = {0};
    if (p->n_rewards != d->total[TOTAL_REWARDS])
        return refuse_count(d, "total rewards", p->n_rewards, d->total[TOTAL_REWARDS]);
    for (int r = 0; r < p->n_rewards; r++) {
        ir_move out[IR_MOVES_MAX];
        int n = gacha_ways(p->reward[r], plenty, GA_SET_MAX, 0, out);
        in_play += gacha_mark(p->reward[r]) <= p->head.seats;
        if (!gacha_payable(p->reward[r], figures, 0)) {
            ir_text_add(&d->why, "reward %d can never be paid; there are not enough cards of its figures", r + 1);
            return 0;
        }
        for (int i = 0; i < GA_MARKET; i++)
            if (n > widest[i]) {
                int t = widest[i];
                widest[i] = n;
                n = t;
            }
    }
    if (in_play <= GA_MARKET) /* GA2.2, GA7.1: the reward deck must not be empty before the first turn */
        return refuse_count(d, "rewards for this number of players: a market of 4 and a deck", in_play, GA_MARKET + 1);
    int ways = widest[0] + widest[1] + widest[2] + widest[3];
    if (ways > IR_MOVES_MAX - GA_PLACES)
        return refuse_count(d, "ways to pay its four widest rewards, at most", ways, IR_MOVES_MAX - GA_PLACES);
    return 1;
}

/* GA2.3: the whole box, or the tokens chosen by option. */
static int tokens_check(struct reader *d)
{
    struct gacha_pub *p = d->p;
    const int16_t *chosen = &p->option[GA_TOKENS_TURN];
    int box = 0, sum = chosen[0] + chosen[1] + chosen[2], in_play = gacha_tokens_in_play(p->head.seats);
    for (int t = 0; t < GA_TOKENS; t++) {
        if (d->tokens[t] == NOT_GIVEN)
            d->tokens[t] = 0;
        box += d->tokens[t];
        p->box[t] = (uint8_t)(sum ? chosen[t] : d->tokens[t]);
    }
    if (box != d->total[TOTAL_TOKENS])
        return refuse_count(d, "total tokens", box, d->total[TOTAL_TOKENS]);
    if (box < in_play)
        return refuse_count(d, "bonus tokens for this number of players", box, in_play);
    if (!sum)
        return 1;
    if (sum != in_play) {
        ir_refuse(d->out, &gacha_errors[GA_E_TOKENS_SUM], "tokens_turn tokens_joker tokens_points", sum, p->head.seats,
                  in_play);
        return 0;
    }
    for (int t = 0; t < GA_TOKENS; t++)
        if (chosen[t] > d->tokens[t]) {
            ir_refuse(d->out, &gacha_errors[GA_E_TOKENS_BOX], gacha_options[GA_TOKENS_TURN + t].name, chosen[t], d->tokens[t]);
            return 0;
        }
    return 1;
}

static int whole_check(struct reader *d)
{
    uint8_t figures[GA_FIGURES];
    if (d->lines_said < 3)
        return refuse(d, "the deck ends here; it should begin with 'irori deck 1', 'game gacha' and 'name ...'");
    for (int t = 0; t < TOTALS; t++)
        if (t != TOTAL_FIGURE && d->total[t] == NOT_GIVEN) {
            ir_text_add(&d->why, "there is no line 'total %s N', by which it is checked", total_name[t]);
            return 0;
        }
    return cards_check(d, figures) && rewards_check(d, figures) && tokens_check(d);
}

static int read_all(struct reader *d, const char *text)
{
    if (d->p->option[GA_FIRST] > d->p->head.seats) { /* GA2.4 */
        ir_refuse(d->out, &gacha_errors[GA_E_FIRST], "first", d->p->option[GA_FIRST] - 1, d->p->head.seats);
        return 0;
    }
    while (*text) {
        size_t n = strcspn(text, "\n");
        d->line++;
        if (!line_cut(d, text, n) || (d->words && !line_read(d)))
            return 0;
        text += n + (text[n] == '\n');
    }
    d->whole = d->lines_said >= 3;
    return whole_check(d);
}

int gacha_deck_read(struct ir_state *s, const char *text, char why[IR_WHY_MAX])
{
    struct reader d = {.p = gacha_pub_of(s),
                       .out = why,
                       .total = {NOT_GIVEN, NOT_GIVEN, NOT_GIVEN, NOT_GIVEN},
                       .tokens = {NOT_GIVEN, NOT_GIVEN, NOT_GIVEN}};
    ir_text_start(&d.why, d.what, sizeof d.what);
    int ok = read_all(&d, text);
    if (!ok && d.why.len && d.whole)
        ir_refuse(why, &ir_errors[ERROR_DECK_WHOLE], "gacha", d.what);
    else if (!ok && d.why.len)
        ir_refuse(why, &ir_errors[ERROR_DECK_LINE], "gacha", d.line, d.what);
    return ok;
}
