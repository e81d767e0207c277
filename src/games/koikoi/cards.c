/* cards.c: the 48 hanafuda (KK2): what each shows, and its name as text: month number and letter, "8a" for the moon. */
#include "koikoi.h"

const char *const koikoi_plant[KK_MONTHS] = {"pine",        "plum",         "cherry",        "wisteria", "iris",   "peony",
                                             "bush clover", "pampas grass", "chrysanthemum", "maple",    "willow", "paulownia"};
const char *const koikoi_month_name[KK_MONTHS] = {"January", "February", "March",     "April",   "May",      "June",
                                                  "July",    "August",   "September", "October", "November", "December"};
const char *const koikoi_kind_name[KK_KINDS] = {"plain", "ribbon", "animal", "bright"};

static const char *const picture[KK_CARDS] = {
    "crane",       "poetry ribbon", "plain",      "plain",     /* 1 pine */
    "nightingale", "poetry ribbon", "plain",      "plain",     /* 2 plum */
    "curtain",     "poetry ribbon", "plain",      "plain",     /* 3 cherry */
    "cuckoo",      "red ribbon",    "plain",      "plain",     /* 4 wisteria */
    "bridge",      "red ribbon",    "plain",      "plain",     /* 5 iris */
    "butterfly",   "blue ribbon",   "plain",      "plain",     /* 6 peony */
    "boar",        "red ribbon",    "plain",      "plain",     /* 7 bush clover */
    "moon",        "geese",         "plain",      "plain",     /* 8 pampas grass */
    "sake cup",    "blue ribbon",   "plain",      "plain",     /* 9 chrysanthemum */
    "deer",        "blue ribbon",   "plain",      "plain",     /* 10 maple */
    "rain man",    "swallow",       "red ribbon", "lightning", /* 11 willow */
    "phoenix",     "plain",         "plain",      "plain",     /* 12 paulownia */
};

const char *koikoi_picture(int card)
{
    return picture[card];
}

enum koikoi_kind koikoi_kind(int card)
{
    uint64_t b = BIT(card);
    return b & KK_SET_BRIGHT ? KK_BRIGHT : b & KK_SET_ANIMAL ? KK_ANIMAL : b & KK_SET_RIBBON ? KK_RIBBON : KK_PLAIN;
}

void koikoi_card_print(int card, struct ir_text *t)
{
    int month = koikoi_month(card) + 1, n = 0; /* written by hand: a frame has a hundred of them */
    char text[3];
    if (month > 9)
        text[n++] = '1';
    text[n++] = (char)('0' + month % 10);
    text[n++] = (char)('a' + (card & 3));
    ir_text_put_n(t, text, (size_t)n);
}

int koikoi_card_parse(const char *s, size_t n)
{
    int64_t month;
    if (n < 2 || s[n - 1] < 'a' || s[n - 1] > 'd' || !ir_number_parse(s, n - 1, 1, 12, &month))
        return -1;
    return (int)(month - 1) * 4 + (s[n - 1] - 'a');
}
