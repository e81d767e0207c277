/* hanafuda.h: the 48 flower cards, for every game that uses them.
 *
 * A card is month*4 + letter, month 0 (pine) to 11 (paulownia), letters a to d as in the table of hanafuda.c; its name is month
 * number and letter, "8a" for the moon. Sets of cards are 48 bits. */
#ifndef IR_HANAFUDA_H
#define IR_HANAFUDA_H

#include "core/core.h"

enum { HF_CARDS = 48, HF_MONTHS = 12, HF_NO_CARD = 255 };
#define HF_ALL (BIT(HF_CARDS) - 1)

enum hanafuda_kind { HF_PLAIN, HF_RIBBON, HF_ANIMAL, HF_BRIGHT, HF_KINDS };

/* Cards that combinations name. */
enum {
    HF_CRANE = 0,
    HF_CURTAIN = 8,
    HF_BUTTERFLY = 20,
    HF_BOAR = 24,
    HF_MOON = 28,
    HF_SAKE = 32,
    HF_DEER = 36,
    HF_RAIN_MAN = 40,
    HF_LIGHTNING = 43,
    HF_PHOENIX = 44
};

/* Sets of cards by type. */
#define HF_SET_BRIGHT        (BIT(HF_CRANE) | BIT(HF_CURTAIN) | BIT(HF_MOON) | BIT(HF_RAIN_MAN) | BIT(HF_PHOENIX))
#define HF_SET_NOBLE         (HF_SET_BRIGHT & ~BIT(HF_RAIN_MAN)) /* without the rain man */
#define HF_SET_ANIMAL        (BIT(4) | BIT(12) | BIT(16) | BIT(20) | BIT(24) | BIT(29) | BIT(32) | BIT(36) | BIT(41))
#define HF_SET_RIBBON        (BIT(1) | BIT(5) | BIT(9) | BIT(13) | BIT(17) | BIT(21) | BIT(25) | BIT(33) | BIT(37) | BIT(42))
#define HF_SET_PLAIN         (HF_ALL & ~(HF_SET_BRIGHT | HF_SET_ANIMAL | HF_SET_RIBBON))
#define HF_SET_POETRY        (BIT(1) | BIT(5) | BIT(9))
#define HF_SET_BLUE          (BIT(21) | BIT(33) | BIT(37))
#define HF_SET_GRASS         (BIT(13) | BIT(17) | BIT(25)) /* the plain red ribbons but for the willow's */
#define HF_SET_WILLOW        ((uint64_t)15 << 40)
#define HF_SET_INO_SHIKA_CHO (BIT(HF_BOAR) | BIT(HF_DEER) | BIT(HF_BUTTERFLY))

static inline int hanafuda_month(int card)
{
    return card >> 2;
}
static inline uint64_t hanafuda_suit(int card) /* the four cards of its month */
{
    return (uint64_t)15 << (card & ~3);
}

extern const char *const hanafuda_plant[HF_MONTHS], *const hanafuda_month_name[HF_MONTHS], *const hanafuda_kind_name[HF_KINDS];
enum hanafuda_kind hanafuda_kind(int card);
const char *hanafuda_picture(int card);             /* "crane", "poetry ribbon", "plain" */
extern const char hanafuda_card_names[HF_CARDS][4]; /* for ir_json_set */
const char *hanafuda_card_name(int card);           /* "10b" */
void hanafuda_card_print(int card, struct ir_text *);
int hanafuda_card_parse(const char *s, size_t n); /* -1: not a card's name */
/* The cards as JSON, the member "hanafuda": an ir_game's `components`. */
void hanafuda_components(struct ir_json *);

#endif
