/* describe.c: a Gacha view as JSON: everything a client shows, so that no client computes anything (GA8.1, GA8.3). Piles,
 * slots and rewards are numbered from 1, as in the texts of moves. */
#include "gacha.h"

static void back_json(struct ir_json *j, const char *key, int back)
{
    ir_json_list(j, key);
    for (int k = 0; k < gacha_back_faces[back]; k++)
        ir_json_str(j, NULL, gacha_figure_name[gacha_back_figure[back][k]]);
    ir_json_end(j, ']');
}

static void figures_json(struct ir_json *j, const char *key, const uint8_t *count)
{
    ir_json_object(j, key);
    for (int f = 0; f < GA_FIGURES; f++)
        ir_json_int(j, gacha_figure_name[f], count[f]);
    ir_json_end(j, '}');
}

static int64_t thousandths(uint64_t part, uint64_t of)
{
    while (of >> 50) /* avoid overflow; the lost low bits do not matter */
        part >>= 1, of >>= 1;
    return (int64_t)((part * 1000 + of / 2) / of);
}

/* ---- rewards ---- */

static void reward_json(struct ir_json *j, const struct gacha_pub *p, int r)
{
    struct gacha_cost c;
    gacha_cost(p->reward[r], &c);
    ir_json_int(j, "reward", r + 1);
    ir_json_list(j, "set"); /* figures and "any"; then the sizes of groups of equal cards */
    for (int f = 0; f < GA_FIGURES; f++)
        for (int i = 0; i < c.need[f]; i++)
            ir_json_str(j, NULL, gacha_figure_name[f]);
    for (int i = 0; i < c.any; i++)
        ir_json_str(j, NULL, "any");
    ir_json_end(j, ']');
    ir_json_list(j, "equal");
    for (int i = 0; i < 2; i++)
        if (c.equal[i])
            ir_json_int(j, NULL, c.equal[i]);
    ir_json_end(j, ']');
    ir_json_int(j, "points", gacha_points(p->reward[r]));
    ir_json_str(j, "half", gacha_half_name[gacha_half(p->reward[r])]);
    if (gacha_mark(p->reward[r]))
        ir_json_int(j, "mark", gacha_mark(p->reward[r]));
}

/* The missing figures: first those that must be a certain figure, then "any". */
static void missing_json(struct ir_json *j, const uint8_t *lack, int any)
{
    ir_json_list(j, "missing");
    for (int f = 0; f < GA_FIGURES; f++)
        for (int i = 0; i < lack[f]; i++)
            ir_json_str(j, NULL, gacha_figure_name[f]);
    for (int i = 0; i < any; i++)
        ir_json_str(j, NULL, "any");
    ir_json_end(j, ']');
}

static int has_top(const struct gacha_pub *p, int place)
{
    return p->size[place] && !(p->need >> place & 1);
}

/* The figures of which one more card brings the hand nearer to the reward, as bits. */
static uint64_t helps_of(const struct ir_view *v, uint32_t reward, int lacks)
{
    uint8_t hand[GA_FIGURES], lack[GA_FIGURES];
    uint64_t helps = 0;
    int any;
    const struct gacha_own *own = gacha_own(v);
    ir_assert(own);
    memcpy(hand, own->count, sizeof hand);
    for (int f = 0; f < GA_FIGURES; f++) {
        hand[f]++;
        if (gacha_lacks(reward, hand, lack, &any) < lacks)
            helps |= BIT(f);
        hand[f]--;
    }
    return helps;
}

static void helps_json(struct ir_json *j, uint64_t helps)
{
    ir_json_list(j, "helps");
    for (; helps; helps &= helps - 1)
        ir_json_str(j, NULL, gacha_figure_name[set_first(helps)]);
    ir_json_end(j, ']');
}

/* For every pile: the chance that its top card brings the hand nearer to the reward, per mille; null: no top. */
static void nearer_json(struct ir_json *j, const struct gacha_pub *p, uint64_t helps, const struct gacha_odds odds[GA_PLACES])
{
    ir_json_list(j, "nearer");
    for (int place = 0; place < GA_PLACES; place++) {
        uint64_t good = 0;
        if (!has_top(p, place)) {
            ir_json_str(j, NULL, NULL);
            continue;
        }
        for (int k = 0; k < gacha_back_faces[p->top[place]]; k++)
            if (helps >> gacha_back_figure[p->top[place]][k] & 1)
                good += odds[place].weight[k];
        ir_json_int(j, NULL, thousandths(good, odds[place].total));
    }
    ir_json_end(j, ']');
}

/* A way to pay. `costs`: points lost from the score (GA7.2: a card is a point, a joker token two). `far`: how many cards the
 * rest of the hand lacks for the other rewards of the market, in total. */
struct way {
    ir_move move;
    uint8_t costs, tokens, lost, far;
};

static struct way way_weigh(const struct ir_view *v, int slot, ir_move move)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct gacha_payment pay;
    struct way w = {.move = move};
    uint8_t rest[GA_FIGURES], lack[GA_FIGURES];
    int any;
    gacha_payment(move - GA_MOVE_CLAIM - slot * GA_PAYMENTS, &pay);
    w.tokens = (uint8_t)((pay.jokers + 1) / 2); /* GA4.5 */
    w.lost = pay.jokers & 1;
    w.costs = (uint8_t)(2 * w.tokens);
    for (int f = 0; f < GA_FIGURES; f++) {
        rest[f] = (uint8_t)(gacha_own(v)->count[f] - pay.figure[f]);
        w.costs = (uint8_t)(w.costs + pay.figure[f]);
    }
    for (int i = 0; i < GA_MARKET; i++)
        if (i != slot && p->market[i])
            w.far = (uint8_t)(w.far + gacha_lacks(p->reward[p->market[i] - 1], rest, lack, &any));
    return w;
}

/* Order: lower cost first, then fewer tokens, then the rest of the hand nearer to the other rewards. */
static int way_before(const struct way *a, const struct way *b)
{
    if (a->costs != b->costs)
        return a->costs < b->costs;
    if (a->tokens != b->tokens)
        return a->tokens < b->tokens;
    return a->far < b->far;
}

static void ways_json(struct ir_json *j, const struct ir_view *v, int slot)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    ir_move move[IR_MOVES_MAX];
    struct way way[IR_MOVES_MAX];
    int n = gacha_ways(p->reward[p->market[slot] - 1], gacha_own(v)->count, gacha_jokers(p, v->seat),
                       GA_MOVE_CLAIM + slot * GA_PAYMENTS, move);
    for (int i = 0; i < n; i++) {
        struct way w = way_weigh(v, slot, move[i]);
        int at = i;
        for (; at && way_before(&w, &way[at - 1]); at--)
            way[at] = way[at - 1];
        way[at] = w;
    }
    ir_json_list(j, "ways");
    for (int i = 0; i < n; i++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        gacha_move_print(way[i].move, &t);
        ir_json_object(j, NULL);
        ir_json_str(j, "move", text);
        ir_json_int(j, "costs", way[i].costs);
        if (way[i].tokens) {
            ir_json_int(j, "tokens", way[i].tokens);
            ir_json_int(j, "lost", way[i].lost);
        }
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* Other effects of a claim by the viewer: a pair of halves (GA5.1, GA5.2), the end of the game (GA7.1). */
static void claim_json(struct ir_json *j, const struct gacha_pub *p, int seat, int slot)
{
    int half = gacha_half(p->reward[p->market[slot] - 1]);
    int with = p->half[seat] ? gacha_half(p->reward[p->half[seat] - 1]) : GA_NONE, pair = half && with;
    if (pair) {
        ir_json_object(j, "pair");
        ir_json_str(j, "with", gacha_half_name[with]);
        ir_json_bool(j, "token", p->supply > 0); /* GA5.4 */
        ir_json_bool(j, "card", half == with || half == GA_RAINBOW || with == GA_RAINBOW);
        ir_json_end(j, '}');
    }
    int trigger = p->trigger                   ? GA_NO_TRIGGER
                  : set_count(p->rewards) == 1 ? GA_TRIGGER_REWARDS
                  : pair && p->supply == 1     ? GA_TRIGGER_TOKENS
                                               : GA_NO_TRIGGER;
    if (trigger)
        ir_json_str(j, "triggers", gacha_trigger_name[trigger]);
}

/* For one reward: what the viewer's hand lacks (without and with jokers), the chances of the piles, every way to pay (cheapest
 * first), and the effects of a claim. */
static void reach_json(struct ir_json *j, const struct ir_view *v, int slot, const struct gacha_odds odds[GA_PLACES])
{
    const struct gacha_pub *p = gacha_pub(v->b);
    uint32_t reward = p->reward[p->market[slot] - 1];
    uint8_t lack[GA_FIGURES];
    int any, lacks = gacha_lacks(reward, gacha_own(v)->count, lack, &any), jokers = gacha_jokers(p, v->seat);
    ir_json_int(j, "lacks", lacks);
    ir_json_int(j, "lacks_with_jokers", lacks > jokers ? lacks - jokers : 0);
    missing_json(j, lack, any);
    if (lacks) {
        uint64_t helps = helps_of(v, reward, lacks);
        helps_json(j, helps);
        nearer_json(j, p, helps, odds);
    }
    ways_json(j, v, slot);
    claim_json(j, p, v->seat, slot);
}

static void market_json(struct ir_json *j, const struct ir_view *v, const struct gacha_odds odds[GA_PLACES])
{
    const struct gacha_pub *p = gacha_pub(v->b);
    ir_json_list(j, "market");
    for (int i = 0; i < GA_MARKET; i++) {
        ir_json_object(j, NULL);
        ir_json_int(j, "slot", i + 1);
        if (p->market[i]) {
            reward_json(j, p, p->market[i] - 1);
            if (v->seat >= 0 && v->seat < p->head.seats)
                reach_json(j, v, i, odds);
        }
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* ---- piles and cards ---- */

static void pile_json(struct ir_json *j, const struct gacha_pub *p, int place, const struct gacha_odds *odds)
{
    ir_json_object(j, NULL);
    ir_json_int(j, "pile", place + 1);
    ir_json_int(j, "size", p->size[place]);
    if (has_top(p, place)) {
        back_json(j, "back", p->top[place]);
        ir_json_object(j, "odds"); /* GA8.3 */
        for (int k = 0; k < gacha_back_faces[p->top[place]]; k++)
            ir_json_int(j, gacha_figure_name[gacha_back_figure[p->top[place]][k]], (int64_t)odds->weight[k]);
        ir_json_int(j, "of", (int64_t)odds->total);
        ir_json_end(j, '}');
        ir_json_object(j, "chance"); /* the same per mille */
        for (int k = 0; k < gacha_back_faces[p->top[place]]; k++)
            ir_json_int(j, gacha_figure_name[gacha_back_figure[p->top[place]][k]], thousandths(odds->weight[k], odds->total));
        ir_json_end(j, '}');
    }
    ir_json_end(j, '}');
}

static void discard_json(struct ir_json *j, const struct gacha_pub *p)
{
    ir_json_list(j, "discard");
    for (int kind = 0; kind < GA_KINDS; kind++) {
        int n = 0;
        for (int id = p->id[kind]; id < p->id[kind + 1]; id++)
            n += p->where[id] == GA_DISCARDED;
        if (!n)
            continue;
        ir_json_object(j, NULL);
        ir_json_str(j, "figure", gacha_figure_name[gacha_back_figure[kind / 3][kind % 3]]);
        back_json(j, "back", kind / 3);
        ir_json_int(j, "cards", n);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* The cards of a hand in the order they were drawn. Everyone sees the backs; the owner sees the figures, and so does everyone
 * if a figure has become public. `can` lists the possible figures if a payment has excluded some (GA9.2, gacha_pay). */
static void hand_json(struct ir_json *j, const struct ir_view *v, int seat)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    ir_json_list(j, "hand");
    for (int i = 0, at = 0; i < p->held; i++) {
        if (p->card[i].who >> 5 != seat)
            continue;
        int back = p->card[i].who & 31, can = p->card[i].can, shown = can == 1 ? 0 : can == 2 ? 1 : can == 4 ? 2 : -1;
        if (seat == v->seat)
            shown = gacha_face(gacha_own(v), at);
        at++;
        ir_json_object(j, NULL);
        back_json(j, "back", back);
        if (shown >= 0)
            ir_json_str(j, "figure", gacha_figure_name[gacha_back_figure[back][shown]]);
        if (can != (1 << gacha_back_faces[back]) - 1) {
            ir_json_list(j, "can");
            for (int k = 0; k < gacha_back_faces[back]; k++)
                if (can >> k & 1)
                    ir_json_str(j, NULL, gacha_figure_name[gacha_back_figure[back][k]]);
            ir_json_end(j, ']');
        }
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* For every figure: how many cards exist, how many are discarded, how many are in hands and known to the viewer, and how many
 * are unseen. */
static void figures_seen_json(struct ir_json *j, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int all[GA_FIGURES] = {0}, discarded[GA_FIGURES] = {0}, known[GA_FIGURES] = {0};
    for (int kind = 0; kind < GA_KINDS; kind++)
        for (int id = p->id[kind]; id < p->id[kind + 1]; id++) {
            int f = gacha_back_figure[kind / 3][kind % 3];
            all[f]++;
            discarded[f] += p->where[id] == GA_DISCARDED;
        }
    for (int i = 0; i < p->held; i++) {
        int back = p->card[i].who & 31, can = p->card[i].can;
        if (p->card[i].who >> 5 != v->seat && !(can & (can - 1)))
            known[gacha_back_figure[back][set_first((uint64_t)can)]]++;
    }
    ir_json_object(j, "figures");
    for (int f = 0; f < GA_FIGURES; f++) {
        int own = gacha_own(v) ? gacha_own(v)->count[f] : 0;
        ir_json_object(j, gacha_figure_name[f]);
        ir_json_int(j, "all", all[f]);
        ir_json_int(j, "discarded", discarded[f]);
        ir_json_int(j, "known", known[f] + own);
        ir_json_int(j, "unseen", all[f] - discarded[f] - known[f] - own);
        ir_json_end(j, '}');
    }
    ir_json_end(j, '}');
}

/* ---- players ---- */

static void tokens_json(struct ir_json *j, const struct gacha_pub *p, int seat)
{
    ir_json_object(j, "tokens");
    for (int t = 0; t < GA_TOKENS; t++) {
        ir_json_object(j, gacha_token_name[t]);
        ir_json_int(j, "taken", p->taken[seat][t]);
        ir_json_int(j, "unused", p->taken[seat][t] - (t < 2 ? p->used[seat][t] : 0));
        ir_json_end(j, '}');
    }
    ir_json_end(j, '}');
}

static void player_json(struct ir_json *j, const struct ir_view *v, int seat, const struct ir_score *score)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct gacha_score part;
    gacha_score_parts(p, seat, &part);
    ir_json_object(j, NULL);
    ir_json_int(j, "cards", p->hand[seat]);
    hand_json(j, v, seat);
    if (gacha_own(v) && seat == v->seat)
        figures_json(j, "figures", gacha_own(v)->count);
    ir_json_list(j, "rewards");
    for (uint64_t got = p->got[seat]; got; got &= got - 1) {
        int r = set_first(got);
        ir_json_object(j, NULL);
        reward_json(j, p, r);
        ir_json_bool(j, "half_used", gacha_half(p->reward[r]) && p->half[seat] != r + 1);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
    ir_json_str(j, "half", p->half[seat] ? gacha_half_name[gacha_half(p->reward[p->half[seat] - 1])] : NULL);
    tokens_json(j, p, seat);
    ir_json_int(j, "jokers", gacha_jokers(p, seat));
    ir_json_object(j, "score");
    ir_json_int(j, "rewards", part.rewards);
    ir_json_int(j, "tokens", part.tokens);
    ir_json_int(j, "cards", part.cards);
    ir_json_int(j, "jokers", part.jokers);
    ir_json_int(j, "total", part.total);
    ir_json_int(j, "bonus_tokens", part.bonus_tokens);
    if (p->phase == GA_PHASE_OVER)
        ir_json_int(j, "rank", score->rank[seat]);
    ir_json_end(j, '}');
    ir_json_end(j, '}');
}

/* Once the end is triggered: how many turns are still to begin, without extra turns. */
static int turns_left(const struct gacha_pub *p)
{
    int last = p->option[GA_END] == GA_END_ROUND ? p->first : p->triggered_by, seats = p->head.seats;
    int left = (last - p->mover - 1 + 2 * seats) % seats;
    return p->phase == GA_PHASE_OVER ? 0 : left;
}

/* What a face-down token may be: the tokens of the box by sort (GA2.3). */
static void supply_json(struct ir_json *j, const struct gacha_pub *p)
{
    ir_json_int(j, "supply", p->supply);
    ir_json_object(j, "token_odds");
    for (int t = 0; t < GA_TOKENS; t++)
        ir_json_int(j, gacha_token_name[t],
                    p->supply ? thousandths(p->box[t], (uint64_t)(p->box[0] + p->box[1] + p->box[2])) : 0);
    ir_json_end(j, '}');
}

/* Who won and what decided it (GA7.3). */
static void winners_json(struct ir_json *j, const struct gacha_pub *p, const struct ir_score *score)
{
    int best = 0, equal = 0, won = 0;
    for (int i = 0; i < p->head.seats; i++)
        if (!score->rank[i])
            best = i;
    ir_json_list(j, "winners");
    for (int i = 0; i < p->head.seats; i++) {
        equal += score->points[i] == score->points[best];
        won += !score->rank[i];
        if (!score->rank[i])
            ir_json_int(j, NULL, i);
    }
    ir_json_end(j, ']');
    ir_json_str(j, "decided", won > 1 ? "shared" : equal > 1 ? "tokens" : "points");
}

void gacha_describe(const void *pub, struct ir_json *j)
{
    static const char *const phase[] = {"first", "deal", "deal",  "top",   "reward", "act",
                                        "draw",  "face", "token", "extra", "over"};
    const struct gacha_pub *p = gacha_pub(pub);
    struct ir_score score;
    ir_json_str(j, "phase", phase[p->phase]);
    ir_json_int(j, "mover", p->mover);
    ir_json_int(j, "first", p->first);
    ir_json_int(j, "turns", p->turns);
    ir_json_int(j, "draws", p->draws);
    ir_json_int(j, "reward_deck", set_count(p->rewards));
    supply_json(j, p);
    discard_json(j, p);
    ir_json_int(j, "discarded", p->discards);
    ir_json_int(j, "reshuffles", p->shuffles);
    ir_json_object(j, "end");
    ir_json_str(j, "trigger", p->trigger ? gacha_trigger_name[p->trigger] : NULL);
    if (p->trigger) {
        ir_json_int(j, "triggered_by", p->triggered_by);
        ir_json_list(j, "turns_left"); /* the seats whose last turn is still to begin */
        for (int i = 1; i <= turns_left(p); i++)
            ir_json_int(j, NULL, (p->mover + i) % p->head.seats);
        ir_json_end(j, ']');
    }
    ir_json_end(j, '}');
    if (p->phase == GA_PHASE_OVER) {
        gacha_score(p, &score);
        winners_json(j, p, &score);
    }
}

/* What a reward lacks, what a pile may bring and where figures are is counted from the viewer's own hand. */
void gacha_describe_own(const struct ir_view *v, struct ir_json *j)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct ir_score score;
    struct gacha_odds odds[GA_PLACES];
    gacha_score(p, &score);
    for (int i = 0; i < GA_PLACES; i++)
        if (has_top(p, i))
            gacha_odds(v, i, &odds[i]);
    market_json(j, v, odds);
    ir_json_list(j, "piles");
    for (int i = 0; i < GA_PLACES; i++)
        pile_json(j, p, i, &odds[i]);
    ir_json_end(j, ']');
    figures_seen_json(j, v);
    ir_json_list(j, "players");
    for (int i = 0; i < p->head.seats; i++)
        player_json(j, v, i, &score);
    ir_json_end(j, ']');
}
