/* describe.c: a Koi-Koi view as JSON: everything in "What must be visible" of the rules, so that no client computes anything.
 */
#include "koikoi.h"

static void cards_json(struct ir_json *j, const char *key, uint64_t cards)
{
    ir_json_set(j, key, cards, hanafuda_card_names);
}

static void pool_json(struct ir_json *j, uint64_t pool)
{
    static const uint64_t set[HF_KINDS] = {HF_SET_PLAIN, HF_SET_RIBBON, HF_SET_ANIMAL, HF_SET_BRIGHT};
    ir_json_object(j, "pool");
    for (int k = HF_KINDS - 1; k >= 0; k--)
        cards_json(j, hanafuda_kind_name[k], pool & set[k]);
    ir_json_end(j, '}');
}

/* Every yaku of these options: its coins now and at least, how many of its cards the pool has, how many it lacks and which
 * cards would do, or the cards that make it. `lacks` is null if it is out of reach. */
static void yaku_json(struct ir_json *j, const struct koikoi_pub *p, int seat, const int16_t least[KK_POOL_YAKU])
{
    uint64_t pool = p->pool[seat];
    int16_t coins[KK_YAKU];
    struct koikoi_reach r;
    koikoi_worth(p, pool, p->calls[seat], coins);
    ir_json_list(j, "yaku");
    for (int y = 0; y < KK_POOL_YAKU; y++) {
        if (!least[y])
            continue;
        koikoi_reach(p, y, pool, p->pool[!seat], &r);
        ir_json_object(j, NULL);
        ir_json_str(j, "yaku", koikoi_yaku_name[y]);
        ir_json_int(j, "coins", coins[y]);
        ir_json_int(j, "least", least[y]);
        ir_json_int(j, "have", r.have);
        ir_json_int(j, "need", r.need);
        if (r.lacks < 0)
            ir_json_str(j, "lacks", NULL);
        else
            ir_json_int(j, "lacks", r.lacks);
        cards_json(j, "from", r.lacks > 0 ? r.from : 0);
        cards_json(j, "cards", coins[y] ? r.cards : 0);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* The minimum a win pays after this seat calls koi-koi now: its sum must rise first (KK6.1). */
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

static void player_json(struct ir_json *j, const struct koikoi_pub *p, int seat, const int16_t least[KK_POOL_YAKU])
{
    struct koikoi_pay pay = koikoi_pay(p, seat, p->worth[seat]);
    ir_json_object(j, NULL);
    ir_json_int(j, "coins", p->purse[seat]);
    ir_json_int(j, "calls", p->calls[seat]);
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
    ir_json_int(j, "cards", p->hand[seat]);
    pool_json(j, p->pool[seat]);
    yaku_json(j, p, seat, least);
    ir_json_end(j, '}');
}

static void last_round_json(struct ir_json *j, const struct koikoi_pub *p)
{
    if (p->round <= 1 && p->phase != KK_PHASE_OVER) {
        ir_json_str(j, "last_round", NULL);
        return;
    }
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

/* KK6.2, KK8: if the mover may stop now, and that ends the game, how it ends. */
static void stop_ends_json(struct ir_json *j, const struct koikoi_pub *p)
{
    int seat = p->mover;
    if (p->phase != KK_PHASE_CALL)
        return;
    int32_t coins = within_purse(p, seat, koikoi_pay(p, seat, p->worth[seat]).coins), purse[2] = {p->purse[0], p->purse[1]};
    purse[seat] += coins;
    if (p->option[KK_PURSE] != KK_PURSE_SCORE)
        purse[!seat] -= coins;
    if (!koikoi_over(p, purse[0], purse[1]))
        return;
    ir_json_object(j, "stop_ends");
    if (purse[0] != purse[1])
        ir_json_int(j, "winner", purse[1] > purse[0]);
    else
        ir_json_str(j, "winner", NULL);
    ir_json_list(j, "coins");
    for (int i = 0; i < 2; i++)
        ir_json_int(j, NULL, purse[i]);
    ir_json_end(j, ']');
    ir_json_end(j, '}');
}

void koikoi_describe(const void *pub, struct ir_json *j)
{
    static const char *const phase[] = {"sensei", "deal", "play", "draw", "take", "call", "over"};
    const struct koikoi_pub *p = koikoi_pub(pub);
    int16_t least[KK_POOL_YAKU];
    ir_json_int(j, "round", p->round);
    ir_json_int(j, "rounds", p->option[KK_ROUNDS]);
    if (p->option[KK_TARGET])
        ir_json_int(j, "target", p->option[KK_TARGET]);
    ir_json_str(j, "month", p->round ? hanafuda_month_name[(p->round - 1) % HF_MONTHS] : NULL);
    ir_json_int(j, "sensei", p->sensei);
    last_round_json(j, p);
    ir_json_str(j, "phase", phase[p->phase]);
    ir_json_int(j, "mover", p->mover);
    ir_json_int(j, "deck", p->deck);
    cards_json(j, "field", p->field);
    ir_json_str(j, "turned", p->turned == HF_NO_CARD ? NULL : hanafuda_card_name(p->turned));
    ir_json_list(j, "players");
    for (int i = 0; i < 2; i++) {
        for (int y = 0; y < KK_POOL_YAKU && (i == 0 || p->calls[0] != p->calls[1]); y++)
            least[y] = (int16_t)koikoi_least(p, y, p->calls[i]);
        player_json(j, p, i, least);
    }
    ir_json_end(j, ']');
    stop_ends_json(j, p);
}

void koikoi_describe_own(const struct ir_view *v, struct ir_json *j)
{
    if (v->seat < 0)
        return;
    ir_json_list(j, "hand");
    for (uint64_t hand = koikoi_hand(v); hand; hand &= hand - 1) {
        int card = set_first(hand), one;
        ir_json_object(j, NULL);
        ir_json_str(j, "card", hanafuda_card_name(card));
        cards_json(j, "matches", koikoi_matches(koikoi_pub(v->b), card, &one));
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}
