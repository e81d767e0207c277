/* why.c: why one move of Gacha is better than another, as facts that the seat itself could work out.
 *
 * The odds of a pile are exact (imagine.c). Whether another player could pay is answered from the backs of that player's cards,
 * which everybody sees: "nobody can" is certain, "somebody might" is no more than that. */
#include "gacha.h"
#include "core/facts.h"

struct sight {
    const struct ir_view *v;
    const struct gacha_pub *p;
    const uint8_t *hand; /* by figure */
    int me, jokers;
};

static int is_draw(ir_move m)
{
    return m < GA_MOVE_DRAW_LATER;
}
static int is_claim(ir_move m)
{
    return m >= GA_MOVE_CLAIM && m < GA_MOVE_FIRST;
}
static int slot_of(ir_move m)
{
    return (m - GA_MOVE_CLAIM) / GA_PAYMENTS;
}

static uint32_t reward_in(const struct sight *s, int slot)
{
    return s->p->reward[s->p->market[slot] - 1];
}

static int lacks_for(uint32_t reward, const uint8_t hand[GA_FIGURES])
{
    uint8_t lacks[GA_FIGURES];
    int any;
    return gacha_lacks(reward, hand, lacks, &any);
}

/* ---- drawing ---- */

/* The chance, in thousandths, that the top card of a pile brings the reward in this slot nearer; slot -1: any of them. */
static int helps(const struct sight *s, int place, int slot)
{
    struct gacha_odds odds;
    uint64_t good = 0;
    int back = s->p->top[place];
    gacha_odds(s->v, place, &odds);
    for (int j = 0; j < gacha_back_faces[back]; j++) {
        uint8_t hand[GA_FIGURES];
        int nearer = 0;
        memcpy(hand, s->hand, sizeof hand);
        hand[gacha_back_figure[back][j]]++;
        for (int i = 0; i < GA_MARKET; i++)
            if (s->p->market[i] && (slot < 0 || i == slot))
                nearer |= lacks_for(reward_in(s, i), hand) < lacks_for(reward_in(s, i), s->hand);
        good += nearer ? odds.weight[j] : 0;
    }
    return thousandths(good, odds.total);
}

/* The reward for which the better draw has more hope than the other; and the hope for any reward. */
static void draws(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    int best = -1, most = 0, chance[2] = {0, 0};
    if (!is_draw(better))
        return;
    for (int slot = 0; slot < GA_MARKET; slot++) {
        int lacks = s->p->market[slot] ? lacks_for(reward_in(s, slot), s->hand) - s->jokers : 0;
        if (lacks <= 0)
            continue;
        int with = helps(s, better - GA_MOVE_DRAW, slot), without = is_draw(played) ? helps(s, played - GA_MOVE_DRAW, slot) : 0;
        int value = (with - without) * gacha_points(reward_in(s, slot)) / lacks;
        if (value > most)
            most = value, best = slot, chance[0] = with, chance[1] = without;
    }
    if (best >= 0) {
        int lacks = lacks_for(reward_in(s, best), s->hand), points = gacha_points(reward_in(s, best));
        fact_add(f, 95, GA_FACT_HELPS, IR_OF_BETTER, best + 1, points, lacks, chance[0]);
        fact_add(f, is_draw(played) ? 88 : 0, GA_FACT_HELPS, IR_OF_PLAYED, best + 1, points, lacks, chance[1]);
    }
    int any = helps(s, better - GA_MOVE_DRAW, -1), other = is_draw(played) ? helps(s, played - GA_MOVE_DRAW, -1) : 0;
    if (any > other && is_draw(played)) {
        fact_add(f, 50, GA_FACT_USEFUL, IR_OF_BETTER, any, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
        fact_add(f, 49, GA_FACT_USEFUL, IR_OF_PLAYED, other, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    }
}

/* How many cards a draw brings, a point each at the end (GA3.1, GA7.2). */
static void drawn(const struct sight *s, struct facts *f, int of, int weight)
{
    const struct gacha_pub *p = s->p;
    int cards = p->size[0] + p->size[1] + p->size[2] + p->size[3] + p->discards,
        most = p->phase == GA_PHASE_DRAW ? p->draws : 2;
    fact_add(f, weight, GA_FACT_DRAWS, of, cards < most ? cards : most, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

/* ---- what others could do ---- */

/* Could a seat pay for a reward, if every card of its hand were what suits best? For each choice of figures for joined slots,
 * by Hall's theorem: the slots of some figures lack a card if fewer cards than that may have one of these figures. */
static int backs_allow(const struct gacha_pub *p, int seat, uint32_t reward)
{
    struct gacha_cost c;
    int with[1 << GA_FIGURES] = {0}, cards = p->hand[seat]; /* by set of figures: the cards that may have one of them */
    for (int i = 0; i < p->held; i++) {
        unsigned mask = 0;
        if (p->card[i].who >> 5 != seat)
            continue;
        for (int j = 0; j < gacha_back_faces[p->card[i].who & 31]; j++)
            if (p->card[i].can >> j & 1)
                mask |= 1u << gacha_back_figure[p->card[i].who & 31][j];
        for (unsigned t = 1; t < 1 << GA_FIGURES; t++)
            with[t] += (t & mask) != 0;
    }
    gacha_cost(reward, &c);
    for (int x = 0; x < (c.equal[0] ? GA_FIGURES : 1); x++)
        for (int y = 0; y < (c.equal[1] ? GA_FIGURES : 1); y++) {
            int cap[GA_FIGURES], all = 0, unmet = 0;
            for (int k = 0; k < GA_FIGURES; k++)
                all += cap[k] = c.need[k] + (k == x ? c.equal[0] : 0) + (k == y ? c.equal[1] : 0);
            for (unsigned t = 1; t < 1 << GA_FIGURES; t++) {
                int slots = 0;
                for (int k = 0; k < GA_FIGURES; k++)
                    slots += t >> k & 1 ? cap[k] : 0;
                unmet = slots - with[t] > unmet ? slots - with[t] : unmet;
            }
            int left = cards - (all - unmet), short_of = unmet + (c.any > left ? c.any - left : 0);
            if (short_of <= gacha_jokers(p, seat))
                return 1;
        }
    return 0;
}

static void rivals(const struct sight *s, struct facts *f, int slot, int better)
{
    int n = 0;
    for (int seat = 0; seat < s->p->head.seats; seat++)
        n += seat != s->me && backs_allow(s->p, seat, reward_in(s, slot));
    int weight = better ? (n && !s->p->trigger ? 50 + 5 * n : 0) : n ? 0 : 60;
    fact_add(f, weight, GA_FACT_RIVALS, IR_OF_POSITION, slot + 1, gacha_points(reward_in(s, slot)), n, IR_NO_FACT);
}

static int score_of(const struct sight *s, int seat)
{
    struct gacha_score score;
    gacha_score_parts(s->p, seat, &score);
    return score.total;
}

/* The best of the others, and the own score. */
static void race(const struct sight *s, struct facts *f, int weight)
{
    int best = -1;
    for (int seat = 0; seat < s->p->head.seats; seat++)
        if (seat != s->me && (best < 0 || score_of(s, seat) > score_of(s, best)))
            best = seat;
    fact_add(f, weight, GA_FACT_RACE, IR_OF_POSITION, best, score_of(s, best), score_of(s, s->me), IR_NO_FACT);
}

/* ---- claiming ---- */

/* The hand and the jokers after a claim. */
static int left_after(const struct sight *s, ir_move m, uint8_t hand[GA_FIGURES], struct gacha_payment *pay)
{
    gacha_payment((m - GA_MOVE_CLAIM) % GA_PAYMENTS, pay);
    for (int k = 0; k < GA_FIGURES; k++)
        hand[k] = (uint8_t)(s->hand[k] - pay->figure[k]);
    return s->jokers - 2 * ((pay->jokers + 1) / 2); /* GA4.5 */
}

/* GA5.1, GA5.2, GA7.1: whether the claim brings the end; what the half ticket of the reward brings, if that speaks for it. */
static void tickets(const struct sight *s, struct facts *f, ir_move m, int of, int weight)
{
    const struct gacha_pub *p = s->p;
    int good = of == IR_OF_BETTER, half = gacha_half(reward_in(s, slot_of(m))),
        with = p->half[s->me] ? gacha_half(p->reward[p->half[s->me] - 1]) : GA_NONE;
    int pair = half && with;
    if (good && pair && p->supply)
        fact_add(f, weight + 25, GA_FACT_TOKEN, of, p->supply - 1, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    if (good && pair && (half == with || half == GA_RAINBOW || with == GA_RAINBOW) && gacha_can_draw(p))
        fact_add(f, weight + 10, GA_FACT_COLOUR, of, half, with, IR_NO_FACT, IR_NO_FACT);
    if (good && half && !with && !p->trigger)
        fact_add(f, weight - 20, GA_FACT_HALF, of, half, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    if (p->trigger)
        return;
    if (set_count(p->rewards) == 1) /* it is turned up as soon as the slot is empty */
        fact_add(f, weight + 20, GA_FACT_TRIGGERS, of, GA_TRIGGER_REWARDS, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    else if (pair && p->supply == 1)
        fact_add(f, weight + 20, GA_FACT_TRIGGERS, of, GA_TRIGGER_TOKENS, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

/* Which other reward the rest of the hand is nearest to. */
static void next(const struct sight *s, struct facts *f, ir_move m, int of, int weight)
{
    uint8_t hand[GA_FIGURES];
    struct gacha_payment pay;
    int jokers = left_after(s, m, hand, &pay), best = -1, most = 0, fewest = 0;
    for (int slot = 0; slot < GA_MARKET; slot++) {
        if (!s->p->market[slot] || slot == slot_of(m))
            continue;
        int lacks = lacks_for(reward_in(s, slot), hand) - jokers, value;
        lacks = lacks < 0 ? 0 : lacks;
        value = gacha_points(reward_in(s, slot)) * 12 / (1 + lacks);
        if (value > most)
            most = value, best = slot, fewest = lacks;
    }
    if (best >= 0 && !s->p->trigger)
        fact_add(f, weight, GA_FACT_NEXT, of, best + 1, gacha_points(reward_in(s, best)), fewest, IR_NO_FACT);
}

static void claims(const struct sight *s, struct facts *f, ir_move m, int of, int weight)
{
    uint8_t hand[GA_FIGURES];
    struct gacha_payment pay;
    int jokers = s->jokers - left_after(s, m, hand, &pay), cards = 0, points = gacha_points(reward_in(s, slot_of(m)));
    for (int k = 0; k < GA_FIGURES; k++)
        cards += pay.figure[k];
    fact_add(f, weight, GA_FACT_CLAIMS, of, slot_of(m) + 1, points, cards, points - cards - jokers); /* GA7.2 */
}

/* Two ways to pay for the same reward. */
static void payments(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    uint8_t hand[GA_FIGURES], other[GA_FIGURES];
    struct gacha_payment a, b;
    int jokers = left_after(s, better, hand, &a), less = left_after(s, played, other, &b), paid = -1, kept = -1;
    for (int k = 0; k < GA_FIGURES; k++) {
        if (a.figure[k] > b.figure[k] && (paid < 0 || a.figure[k] - b.figure[k] > a.figure[paid] - b.figure[paid]))
            paid = k;
        if (b.figure[k] > a.figure[k] && (kept < 0 || b.figure[k] - a.figure[k] > b.figure[kept] - a.figure[kept]))
            kept = k;
    }
    if (paid >= 0 || kept >= 0)
        fact_add(f, 90, GA_FACT_PAYS, IR_OF_BETTER, paid < 0 ? IR_NO_FACT : paid, kept < 0 ? IR_NO_FACT : kept, IR_NO_FACT,
                 IR_NO_FACT);
    if (jokers != less) {
        fact_add(f, 80, GA_FACT_JOKERS, IR_OF_BETTER, a.jokers, jokers, IR_NO_FACT, IR_NO_FACT);
        fact_add(f, 79, GA_FACT_JOKERS, IR_OF_PLAYED, b.jokers, less, IR_NO_FACT, IR_NO_FACT);
    }
    next(s, f, better, IR_OF_BETTER, 60);
    next(s, f, played, IR_OF_PLAYED, 59);
}

/* ---- all together ---- */

static void act(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    if (is_claim(better) && is_claim(played) && slot_of(better) == slot_of(played)) {
        payments(s, f, played, better);
        return;
    }
    if (is_claim(better)) {
        claims(s, f, better, IR_OF_BETTER, 100);
        tickets(s, f, better, IR_OF_BETTER, 60);
        rivals(s, f, slot_of(better), 1);
        next(s, f, better, IR_OF_BETTER, is_claim(played) ? 45 : 20);
    }
    if (is_claim(played)) {
        claims(s, f, played, IR_OF_PLAYED, 70);
        tickets(s, f, played, IR_OF_PLAYED, 30);
        rivals(s, f, slot_of(played), 0);
        next(s, f, played, IR_OF_PLAYED, is_claim(better) ? 44 : 0);
    }
    draws(s, f, played, better);
    if (better <= GA_MOVE_DRAW_LATER && !(played <= GA_MOVE_DRAW_LATER))
        drawn(s, f, IR_OF_BETTER, 45);
    if (played <= GA_MOVE_DRAW_LATER && !(better <= GA_MOVE_DRAW_LATER))
        drawn(s, f, IR_OF_PLAYED, 62);
}

static void extra(const struct sight *s, struct facts *f, ir_move better)
{
    const struct gacha_pub *p = s->p;
    int best = -1;
    for (int slot = 0; slot < GA_MARKET; slot++)
        if (p->market[slot] && lacks_for(reward_in(s, slot), s->hand) <= s->jokers &&
            (best < 0 || gacha_points(reward_in(s, slot)) > gacha_points(reward_in(s, best))))
            best = slot;
    if (best >= 0)
        fact_add(f, better == GA_MOVE_AGAIN ? 90 : 20, GA_FACT_PAYABLE, IR_OF_POSITION, best + 1,
                 gacha_points(reward_in(s, best)), IR_NO_FACT, IR_NO_FACT);
    else
        drawn(s, f, IR_OF_POSITION, 40);
    int unused = p->taken[s->me][GA_TURN] - p->used[s->me][GA_TURN];
    if (p->trigger)
        fact_add(f, 60, GA_FACT_TURNS, IR_OF_POSITION, unused, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    else
        fact_add(f, 60, GA_FACT_TURNS, IR_OF_POSITION, unused, p->supply, set_count(p->rewards), IR_NO_FACT);
}

int gacha_why(const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
              struct ir_fact out[IR_FACTS_MAX])
{
    struct facts f = {0};
    const struct gacha_pub *p = gacha_pub(v->b);
    struct sight s = {.v = v, .p = p, .hand = gacha_own(v)->count, .me = v->seat, .jokers = gacha_jokers(p, v->seat)};
    (void)notes;
    if (p->phase == GA_PHASE_EXTRA)
        extra(&s, &f, better);
    else
        act(&s, &f, played, better);
    int ends = 0;
    for (int i = 0; i < f.n; i++)
        ends |= f.of[i].fact.kind == GA_FACT_TRIGGERS;
    if (p->trigger)
        fact_add(&f, 78, GA_FACT_LAST, IR_OF_POSITION, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    race(&s, &f, p->trigger ? 65 : ends ? 58 : 0);
    return facts_best(&f, out);
}

const struct ir_fact_kind gacha_facts[GA_FACTS] = {
    [GA_FACT_CLAIMS] = {"claims", {"slot:n", "points:n", "cards:n", "gain:n"}},
    [GA_FACT_DRAWS] = {"draws", {"cards:n"}},
    [GA_FACT_HELPS] = {"helps", {"slot:n", "points:n", "lacks:n", "chance:p"}},
    [GA_FACT_USEFUL] = {"useful", {"chance:p"}},
    [GA_FACT_TOKEN] = {"token", {"left:n"}},
    [GA_FACT_COLOUR] = {"colour", {"half:h", "with:h"}},
    [GA_FACT_HALF] = {"half", {"half:h"}},
    [GA_FACT_RIVALS] = {"rivals", {"slot:n", "points:n", "seats:n"}},
    [GA_FACT_TRIGGERS] = {"triggers", {"by:r"}},
    [GA_FACT_LAST] = {"last", {NULL}},
    [GA_FACT_RACE] = {"race", {"seat:s", "points:n", "own:n"}},
    [GA_FACT_PAYS] = {"pays", {"with:f", "keeps:f"}},
    [GA_FACT_JOKERS] = {"jokers", {"paid:n", "left:n"}},
    [GA_FACT_NEXT] = {"next", {"slot:n", "points:n", "lacks:n"}},
    [GA_FACT_PAYABLE] = {"payable", {"slot:n", "points:n"}},
    [GA_FACT_TURNS] = {"turns", {"unused:n", "tokens:n", "rewards:n"}},
};
