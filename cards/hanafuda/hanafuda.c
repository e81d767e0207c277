/* hanafuda.c: what each of the 48 cards shows, and its name as text: month number and letter, "8a" for the moon. */
#include "hanafuda.h"

const char *const hanafuda_plant[HF_MONTHS] = {"pine",          "plum",  "cherry",      "wisteria",
                                               "iris",          "peony", "bush clover", "pampas grass",
                                               "chrysanthemum", "maple", "willow",      "paulownia"};
const char *const hanafuda_month_name[HF_MONTHS] = {"January", "February", "March",     "April",   "May",      "June",
                                                    "July",    "August",   "September", "October", "November", "December"};
const char *const hanafuda_kind_name[HF_KINDS] = {"plain", "ribbon", "animal", "bright"};

static const char *const picture[HF_CARDS] = {
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

const char *hanafuda_picture(int card)
{
    return picture[card];
}

enum hanafuda_kind hanafuda_kind(int card)
{
    uint64_t b = BIT(card);
    return b & HF_SET_BRIGHT ? HF_BRIGHT : b & HF_SET_ANIMAL ? HF_ANIMAL : b & HF_SET_RIBBON ? HF_RIBBON : HF_PLAIN;
}

#define SUIT(month) month "a", month "b", month "c", month "d"
const char hanafuda_card_names[HF_CARDS][4] = {SUIT("1"), SUIT("2"), SUIT("3"), SUIT("4"),  SUIT("5"),  SUIT("6"),
                                               SUIT("7"), SUIT("8"), SUIT("9"), SUIT("10"), SUIT("11"), SUIT("12")};
#undef SUIT

const char *hanafuda_card_name(int card)
{
    return hanafuda_card_names[card];
}

void hanafuda_card_print(int card, struct ir_text *t)
{
    ir_text_put(t, hanafuda_card_name(card));
}

int hanafuda_card_parse(const char *s, size_t n)
{
    int64_t month;
    if (n < 2 || s[n - 1] < 'a' || s[n - 1] > 'd' || !ir_number_parse(s, n - 1, 1, 12, &month))
        return -1;
    return (int)(month - 1) * 4 + (s[n - 1] - 'a');
}

void hanafuda_components(struct ir_json *j)
{
    ir_json_list(j, "hanafuda");
    for (int card = 0; card < HF_CARDS; card++) {
        ir_json_object(j, NULL);
        ir_json_str(j, "card", hanafuda_card_name(card));
        ir_json_int(j, "month", hanafuda_month(card) + 1);
        ir_json_str(j, "month_name", hanafuda_month_name[hanafuda_month(card)]);
        ir_json_str(j, "plant", hanafuda_plant[hanafuda_month(card)]);
        ir_json_str(j, "kind", hanafuda_kind_name[hanafuda_kind(card)]);
        ir_json_str(j, "picture", hanafuda_picture(card));
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}
