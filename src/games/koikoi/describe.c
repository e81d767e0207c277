/* describe.c: a Koi-Koi view as JSON: all that "What must be visible" of the rules lists, so that no client counts. */
#include "koikoi.h"

static void card_json(struct ir_json *j, const char *key, int card)
{
    ir_json_str(j, key, koikoi_card_name(card));
}

/* A frame has more than a hundred of them, so a list is made in one go. */
static void cards_json(struct ir_json *j, const char *key, uint64_t cards)
{
    char list[KK_CARDS * 6 + 2], *at = list;
    *at++ = '[';
    for (; cards; cards &= cards - 1) {
        const char *name = koikoi_card_name(set_first(cards)); /* two or three letters */
        if (at > list + 1)
            *at++ = ',';
        *at++ = '"';
        memcpy(at, name, 3);
        at += name[2] ? 3 : 2;
        *at++ = '"';
    }
    *at++ = ']';
    ir_json_raw(j, key, list, (size_t)(at - list));
}

static void pool_json(struct ir_json *j, uint64_t pool)
{
    static const uint64_t set[KK_KINDS] = {KK_SET_PLAIN, KK_SET_RIBBON, KK_SET_ANIMAL, KK_SET_BRIGHT};
    ir_json_object(j, "pool");
    for (int k = KK_KINDS - 1; k >= 0; k--)
        cards_json(j, koikoi_kind_name[k], pool & set[k]);
    ir_json_end(j, '}');
}

/* Every yaku these options have: what it brings now and at least, how many of its cards are there, how many it lacks and which
 * would do, or the cards that make it; null lacks: out of reach. */
static void yaku_json(struct ir_json *j, const struct koikoi_pub *p, int seat)
{
    int16_t coins[KK_YAKU];
    koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
    ir_json_list(j, "yaku");
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        uint64_t from, set, must, pool = p->pool[seat];
        int lacks = koikoi_lacks(p, y, pool, p->pool[!seat], &from), least = koikoi_least(p, y, p->calls[seat]);
        int need = koikoi_needs(p, y, &set, &must);
        if (!least)
            continue;
        ir_json_object(j, NULL);
        ir_json_str(j, "yaku", koikoi_yaku_name[y]);
        ir_json_int(j, "coins", coins[y]);
        ir_json_int(j, "least", least);
        ir_json_int(j, "have", set_count(pool & (set | must)));
        ir_json_int(j, "need", need + set_count(must));
        if (lacks < 0) {
            ir_json_str(j, "lacks", NULL);
        } else {
            ir_json_int(j, "lacks", lacks);
            if (lacks > 0)
                cards_json(j, "from", from);
            else if (coins[y])
                cards_json(j, "cards", pool & (set | must));
        }
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* The least that a win pays if this seat calls koi-koi now: its sum must have risen (KK6.1). */
static int32_t pays_after_call(const struct koikoi_pub *p, int seat)
{
    struct koikoi_pub then = *p;
    then.calls[seat]++;
    return koikoi_pay(&then, seat, koikoi_worth(&then, then.pool[seat], then.calls[seat], NULL) + 1).coins;
}

static int32_t within_purse(const struct koikoi_pub *p, int seat, int32_t coins) /* KK7.7 */
{
    return p->option[KK_PURSE] == KK_PURSE_STOP && coins > p->purse[!seat] ? p->purse[!seat] : coins;
}

static void player_json(struct ir_json *j, const struct koikoi_pub *p, int seat)
{
    struct koikoi_pay pay = koikoi_pay(p, seat, p->worth[seat]);
    ir_json_object(j, NULL);
    ir_json_int(j, "coins", p->purse[seat]);
    ir_json_int(j, "cards", p->hand[seat]);
    ir_json_int(j, "calls", p->calls[seat]);
    pool_json(j, p->pool[seat]);
    yaku_json(j, p, seat);
    ir_json_int(j, "worth", p->worth[seat]);
    ir_json_object(j, "multipliers");
    ir_json_int(j, "plus", pay.plus);
    ir_json_int(j, "seven", pay.seven);
    ir_json_int(j, "koikoi", pay.koikoi);
    ir_json_int(j, "counter", pay.counter);
    ir_json_int(j, "nobles", pay.nobles);
    ir_json_int(j, "all", pay.seven * pay.koikoi * pay.counter * pay.nobles);
    ir_json_end(j, '}');
    ir_json_int(j, "win_pays", p->worth[seat] == 0 ? 0 : within_purse(p, seat, pay.coins));
    ir_json_int(j, "win_pays_after_call", within_purse(p, seat, pays_after_call(p, seat)));
    ir_json_end(j, '}');
}

void koikoi_describe(const struct ir_view *v, struct ir_json *j)
{
    static const char *const phase[] = {"sensei", "deal", "play", "draw", "take", "call", "over"};
    const struct koikoi_pub *p = koikoi_pub(v->b);
    ir_json_str(j, "phase", phase[p->phase]);
    ir_json_int(j, "round", p->round);
    ir_json_int(j, "rounds", p->option[KK_ROUNDS]);
    ir_json_str(j, "month", p->round ? koikoi_month_name[(p->round - 1) % KK_MONTHS] : NULL);
    ir_json_int(j, "sensei", p->sensei);
    ir_json_int(j, "mover", p->mover);
    ir_json_int(j, "deck", p->deck);
    cards_json(j, "field", p->field);
    if (p->turned != KK_NO_CARD)
        card_json(j, "turned", p->turned);
    if (v->seat >= 0) {
        ir_json_list(j, "hand");
        for (uint64_t hand = koikoi_hand(v); hand; hand &= hand - 1) {
            int card = set_first(hand);
            ir_json_object(j, NULL);
            card_json(j, "card", card);
            cards_json(j, "matches", p->field & koikoi_suit(card));
            ir_json_end(j, '}');
        }
        ir_json_end(j, ']');
    }
    ir_json_list(j, "players");
    for (int i = 0; i < 2; i++)
        player_json(j, p, i);
    ir_json_end(j, ']');
    if (p->round > 1 || p->phase == KK_PHASE_OVER) {
        ir_json_object(j, "last_round");
        if (p->last_winner >= 0)
            ir_json_int(j, "winner", p->last_winner);
        else
            ir_json_str(j, "winner", NULL);
        ir_json_int(j, "coins", p->last_paid);
        ir_json_list(j, "hands");
        for (int i = 0; i < 2; i++)
            cards_json(j, NULL, p->shown[i]);
        ir_json_end(j, ']');
        ir_json_end(j, '}');
    }
}
