/* why.c: why one move of Gacha is better than another, as facts that the seat itself could work out.
 *
 * The odds of a pile are exact (imagine.c). Whether another player could pay is answered from the backs of that player's cards,
 * which everybody sees: "nobody can" is certain, "somebody might" is no more than that. A fact is a reason only if it speaks
 * for the better move or against the other. */
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
static int draw_cards(const struct sight *s)
{
    const struct gacha_pub *p = s->p;
    int cards = p->size[0] + p->size[1] + p->size[2] + p->size[3] + p->discards,
        most = p->phase == GA_PHASE_DRAW ? p->draws : 2;
    return cards < most ? cards : most;
}
static void drawn(const struct sight *s, struct facts *f, int of, int weight)
{
    fact_add(f, weight, GA_FACT_DRAWS, of, draw_cards(s), IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
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

/* How many others could pay for the reward in this slot, at most. */
static int rivals_for(const struct sight *s, int slot)
{
    int n = 0;
    for (int seat = 0; seat < s->p->head.seats; seat++)
        n += seat != s->me && backs_allow(s->p, seat, reward_in(s, slot));
    return n;
}

/* The better claim is in danger, more than the other's; or the other's is in none and could wait. */
static void rivals(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    int with = is_claim(better) ? rivals_for(s, slot_of(better)) : 0,
        without = is_claim(played) ? rivals_for(s, slot_of(played)) : 0;
    if (with > without && !s->p->trigger)
        fact_add(f, 50 + 5 * with, GA_FACT_RIVALS, IR_OF_POSITION, slot_of(better) + 1,
                 gacha_points(reward_in(s, slot_of(better))), with, IR_NO_FACT);
    if (is_claim(played) && !without)
        fact_add(f, 60, GA_FACT_RIVALS, IR_OF_POSITION, slot_of(played) + 1, gacha_points(reward_in(s, slot_of(played))), 0,
                 IR_NO_FACT);
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

static int same_colour(int half, int with)
{
    return half && with && (half == with || half == GA_RAINBOW || with == GA_RAINBOW);
}

/* GA7.1: what brings the end of the game if this is claimed; 0: nothing. */
static int ends_by(const struct sight *s, ir_move m)
{
    const struct gacha_pub *p = s->p;
    if (!is_claim(m) || p->trigger)
        return GA_NO_TRIGGER;
    if (set_count(p->rewards) == 1) /* it is turned up as soon as the slot is empty */
        return GA_TRIGGER_REWARDS;
    return gacha_half(reward_in(s, slot_of(m))) && p->half[s->me] && p->supply == 1 ? GA_TRIGGER_TOKENS : GA_NO_TRIGGER;
}

/* GA5.1, GA5.2: what the half ticket of the better claim brings, if the other brings none; GA7.1: whether one of the two brings
 * the end. */
static void tickets(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    const struct gacha_pub *p = s->p;
    int half = is_claim(better) ? gacha_half(reward_in(s, slot_of(better))) : GA_NONE,
        other = is_claim(played) ? gacha_half(reward_in(s, slot_of(played))) : GA_NONE,
        with = p->half[s->me] ? gacha_half(p->reward[p->half[s->me] - 1]) : GA_NONE;
    if (half && with && p->supply && !other)
        fact_add(f, 85, GA_FACT_TOKEN, IR_OF_BETTER, p->supply - 1, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    if (same_colour(half, with) && !same_colour(other, with) && gacha_can_draw(p))
        fact_add(f, 70, GA_FACT_COLOUR, IR_OF_BETTER, half, with, IR_NO_FACT, IR_NO_FACT);
    if (half && !with && !other && !p->trigger)
        fact_add(f, 40, GA_FACT_HALF, IR_OF_BETTER, half, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    int end = ends_by(s, better), other_end = ends_by(s, played);
    if (end && !other_end)
        fact_add(f, 80, GA_FACT_TRIGGERS, IR_OF_BETTER, end, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
    if (other_end && !end)
        fact_add(f, 72, GA_FACT_TRIGGERS, IR_OF_PLAYED, other_end, IR_NO_FACT, IR_NO_FACT, IR_NO_FACT);
}

/* Which other reward the rest of the hand is nearest to: its slot, or -1; what it lacks; how much that is worth. */
static int next(const struct sight *s, ir_move m, int *lacks, int *worth)
{
    uint8_t hand[GA_FIGURES];
    struct gacha_payment pay;
    int jokers = left_after(s, m, hand, &pay), best = -1;
    *worth = *lacks = 0;
    for (int slot = 0; slot < GA_MARKET; slot++) {
        if (!s->p->market[slot] || slot == slot_of(m))
            continue;
        int n = lacks_for(reward_in(s, slot), hand) - jokers,
            value = gacha_points(reward_in(s, slot)) * 12 / (n < 0 ? 1 : 1 + n);
        if (value > *worth)
            *worth = value, best = slot, *lacks = n < 0 ? 0 : n;
    }
    return s->p->trigger ? -1 : best; /* there is no next one */
}

/* The next reward after the better claim, if it is worth more than after the other, which is told for comparison. */
static void nexts(const struct sight *s, struct facts *f, ir_move played, ir_move better, int weight)
{
    int lacks, worth, other_lacks = 0, other_worth = 0, slot = next(s, better, &lacks, &worth),
                      other = is_claim(played) ? next(s, played, &other_lacks, &other_worth) : -1;
    if (slot < 0 || worth <= other_worth)
        return;
    if (is_claim(played) && slot == slot_of(played) && other == slot_of(better) && !lacks && !other_lacks)
        return; /* both can be paid for, in either order */
    fact_add(f, weight, GA_FACT_NEXT, IR_OF_BETTER, slot + 1, gacha_points(reward_in(s, slot)), lacks, IR_NO_FACT);
    if (other >= 0)
        fact_add(f, weight - 1, GA_FACT_NEXT, IR_OF_PLAYED, other + 1, gacha_points(reward_in(s, other)), other_lacks,
                 IR_NO_FACT);
}

/* By how much the own score rises by a claim (GA7.2), and the cards it costs. */
static int gain_of(const struct sight *s, ir_move m, int *cards)
{
    uint8_t hand[GA_FIGURES];
    struct gacha_payment pay;
    int jokers = s->jokers - left_after(s, m, hand, &pay);
    *cards = 0;
    for (int k = 0; k < GA_FIGURES; k++)
        *cards += pay.figure[k];
    return gacha_points(reward_in(s, slot_of(m))) - *cards - jokers;
}

static void claims(const struct sight *s, struct facts *f, ir_move m, int of, int weight)
{
    int cards, gain = gain_of(s, m, &cards);
    fact_add(f, weight, GA_FACT_CLAIMS, of, slot_of(m) + 1, gacha_points(reward_in(s, slot_of(m))), cards, gain);
}

/* What the two moves bring at once: claims are points for cards, and each card that is drawn is a point. Told if the better
 * move brings at least as much. */
static void brings(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    int cards, draws = draw_cards(s),
               with = is_claim(better)               ? gain_of(s, better, &cards)
                      : better <= GA_MOVE_DRAW_LATER ? draws
                                                     : 0;
    if (played == IR_NO_MOVE) {
        if (is_claim(better))
            claims(s, f, better, IR_OF_BETTER, 100);
        else if (better <= GA_MOVE_DRAW_LATER)
            drawn(s, f, IR_OF_BETTER, 45);
        return;
    }
    int without = is_claim(played) ? gain_of(s, played, &cards) : played <= GA_MOVE_DRAW_LATER ? draws : 0;
    if (with < without || !(is_claim(better) || is_claim(played)))
        return;
    if (is_claim(better))
        claims(s, f, better, IR_OF_BETTER, with > without ? 100 : 0);
    else if (better <= GA_MOVE_DRAW_LATER)
        drawn(s, f, IR_OF_BETTER, 45);
    if (is_claim(played))
        claims(s, f, played, IR_OF_PLAYED, with > without || !is_claim(better) ? 70 : 0);
    else if (played <= GA_MOVE_DRAW_LATER)
        drawn(s, f, IR_OF_PLAYED, with > without ? 62 : 0);
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
    if (jokers > less) {
        fact_add(f, 80, GA_FACT_JOKERS, IR_OF_BETTER, a.jokers, jokers, IR_NO_FACT, IR_NO_FACT);
        fact_add(f, 79, GA_FACT_JOKERS, IR_OF_PLAYED, b.jokers, less, IR_NO_FACT, IR_NO_FACT);
    }
    nexts(s, f, played, better, 60);
}

/* ---- all together ---- */

static void act(const struct sight *s, struct facts *f, ir_move played, ir_move better)
{
    if (is_claim(better) && is_claim(played) && slot_of(better) == slot_of(played)) {
        payments(s, f, played, better);
        return;
    }
    brings(s, f, played, better);
    tickets(s, f, played, better);
    if (is_claim(better))
        nexts(s, f, played, better, is_claim(played) ? 45 : 20);
    rivals(s, f, played, better);
    draws(s, f, played, better);
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

static int why(const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
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

static const struct ir_fact_kind kinds[GA_FACTS] = {
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

const struct ir_reasons gacha_reasons = {.game = &gacha_game, .kind = kinds, .kinds = GA_FACTS, .why = why};
