/* score.c: the scores (GA7.2, GA7.3), and the check that no card is lost or duplicated (L7). */
#include "gacha.h"

/* A card in hand is worth 1 whatever its face, so scores are public at any time. */
void gacha_score_parts(const struct gacha_pub *p, int seat, struct gacha_score *out)
{
    *out =
        (struct gacha_score){.tokens = 3 * p->taken[seat][GA_POINTS], .cards = p->hand[seat], .jokers = gacha_jokers(p, seat)};
    for (uint64_t got = p->got[seat]; got; got &= got - 1)
        out->rewards += gacha_points(p->reward[set_first(got)]);
    for (int t = 0; t < GA_TOKENS; t++)
        out->bonus_tokens += p->taken[seat][t];
    out->total = out->rewards + out->tokens + out->cards + out->jokers;
}

void gacha_score(const void *pub, struct ir_score *out)
{
    const struct gacha_pub *p = pub;
    int32_t key[IR_SEATS_MAX];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < p->head.seats; i++) {
        struct gacha_score part;
        gacha_score_parts(p, i, &part);
        out->points[i] = part.total;
        key[i] = part.total * 256 + part.bonus_tokens; /* GA7.3 */
    }
    for (int i = 0; i < p->head.seats; i++)
        for (int k = 0; k < p->head.seats; k++)
            out->rank[i] = (uint8_t)(out->rank[i] + (key[k] > key[i]));
}

/* ---- L7 ---- */

static const struct gacha_hid *hid_of(const struct ir_state *s)
{
    return (const struct gacha_hid *)(const void *)(s->b + GA_PUB + IR_SEATS_MAX * GA_OWN);
}

/* Compares the cards of one shuffle, in all places, with `where`. */
static int shuffle_whole(const struct ir_state *s, int gen)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    int n[GA_KINDS] = {0}, at[IR_SEATS_MAX] = {0};
    for (int i = 0; i < p->held; i++) {
        int seat = p->card[i].who >> 5, back = p->card[i].who & 31;
        int j = gacha_face((const struct gacha_own *)(const void *)(s->b + GA_PUB) + seat, at[seat]++);
        if (p->card[i].gen == gen)
            n[back * 3 + j]++;
        if (!(p->card[i].can >> j & 1))
            return 0;
    }
    for (int i = 0; i < GA_PLACES; i++)
        if (hid_of(s)->old[i] && p->gen[i] == gen)
            n[hid_of(s)->old[i] - 1]++;
    for (int kind = 0; kind < GA_KINDS; kind++) {
        if (gen == p->shuffles)
            n[kind] += hid_of(s)->deck[kind];
        for (int id = p->id[kind]; id < p->id[kind + 1]; id++)
            n[kind] -= p->where[id] == gen;
        if (n[kind])
            return 0;
    }
    return 1;
}

static const char *cards_check(const struct ir_state *s)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    int discards = 0, known = 0, hands = 0;
    for (int gen = 0; gen <= p->shuffles; gen++)
        if (!shuffle_whole(s, gen))
            return "a gacha card is lost, doubled or what it cannot be";
    for (int i = 0; i < p->n_cards; i++)
        discards += p->where[i] == GA_DISCARDED;
    for (int i = 0; i < p->head.seats; i++) {
        const struct gacha_own *own = (const struct gacha_own *)(const void *)(s->b + GA_PUB) + i;
        int sum = 0, listed = 0;
        for (int f = 0; f < GA_FIGURES; f++)
            sum += own->count[f];
        for (int k = 0; k < p->held; k++)
            listed += p->card[k].who >> 5 == i;
        if (sum != p->hand[i] || listed != p->hand[i])
            return "a hand's count is wrong";
        hands += sum;
    }
    if (discards != p->discards || hands != p->held)
        return "the number of discarded or held cards is wrong";
    for (int b = 0; b < GA_BACKS; b++) {
        int n = p->left[b] + (p->phase == GA_PHASE_DEAL_FACE && p->top[0] == b);
        for (int i = 0; i < GA_PLACES; i++)
            n += p->size[i] && !(p->need >> i & 1) && p->gen[i] == p->shuffles && p->top[i] == b;
        for (int j = 0; j < 3; j++)
            n -= hid_of(s)->deck[b * 3 + j];
        if (n)
            return "the backs of undrawn cards are miscounted";
        known += p->left[b];
    }
    return known == p->undrawn ? NULL : "the number of undrawn cards is wrong";
}

static const char *piles_check(const struct gacha_pub *p)
{
    int below = 0;
    for (int i = 0; i < GA_PLACES; i++)
        below += p->size[i] - (p->size[i] && !(p->need >> i & 1));
    if (p->phase >= GA_PHASE_TOP && below != p->undrawn)
        return "the piles do not add up";
    if (p->turns && !p->need && gacha_place_empty(p) && p->undrawn)
        return "a place is empty though a pile could be split";
    return NULL;
}

static const char *rewards_check(const struct gacha_pub *p)
{
    uint64_t seen = p->rewards, all = 0;
    int doubled = 0;
    for (int r = 0; r < p->n_rewards; r++)
        all |= gacha_mark(p->reward[r]) <= p->head.seats ? BIT(r) : 0;
    for (int i = 0; i < GA_MARKET; i++) {
        uint64_t b = p->market[i] ? BIT(p->market[i] - 1) : 0;
        doubled |= (seen & b) != 0;
        seen |= b;
    }
    for (int i = 0; i < p->head.seats; i++) {
        int halves = 0;
        doubled |= (seen & p->got[i]) != 0;
        seen |= p->got[i];
        for (uint64_t got = p->got[i]; got; got &= got - 1)
            halves += gacha_half(p->reward[set_first(got)]) != GA_NONE;
        if (halves % 2 != (p->half[i] != 0) || (p->half[i] && !(p->got[i] >> (p->half[i] - 1) & 1)))
            return "a half ticket is lost";
    }
    return doubled ? "a reward is in two places" : seen != all ? "a reward is lost" : NULL;
}

static const char *tokens_check(const struct gacha_pub *p)
{
    int taken = 0;
    for (int i = 0; i < p->head.seats; i++) {
        for (int t = 0; t < GA_TOKENS; t++)
            taken += p->taken[i][t];
        if (p->used[i][GA_TURN] > p->taken[i][GA_TURN] || p->used[i][GA_JOKER] > p->taken[i][GA_JOKER])
            return "a token was used that nobody had";
    }
    if (taken + p->supply != gacha_tokens_in_play(p->head.seats) || p->box[0] + p->box[1] + p->box[2] < p->supply)
        return "a bonus token is lost or made";
    return NULL;
}

const char *gacha_check(const struct ir_state *s)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    const char *wrong = cards_check(s);
    if (!wrong)
        wrong = piles_check(p);
    if (!wrong)
        wrong = rewards_check(p);
    return wrong ? wrong : tokens_check(p);
}
