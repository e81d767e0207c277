/* observe.c: a Gacha view as numbers, for learning programs (docs/observations.md). Seats are counted from the viewer's,
 * figures and kinds of cards are in the order of gacha.h. */
#include "gacha.h"
#include "irori_batch.h"

enum { PILE = 2 + GA_FIGURES, REWARD = 1 + GA_FIGURES + 3 + GA_HALVES + 2, PLAYER = 7 + GA_HALVES };
static const struct ir_field fields[] = {
    {"hand", GA_FIGURES, IR_HELP("The own cards by figure: mecha, girl, daikon, kitsune, sushi.")},
    {"jokers", 1, IR_HELP("Jokers that can be paid with.")},
    {"piles", GA_PLACES *PILE,
     IR_HELP("For each pile: its cards divided by 20, 1 if there is a top, then 1 for each figure on its back.")},
    {"market", GA_MARKET *REWARD,
     IR_HELP("For each slot: 1 if there is a reward; cards it costs by figure, of any figure, in each of two groups of equal "
             "ones; its "
             "half (none, blue, pink, yellow, rainbow); points divided by 10; 1 if the own hand and jokers can pay it.")},
    {"unseen", GA_KINDS,
     IR_HELP("Cards that may be in a pile or another hand, by back and face (three places for each of 20 backs).")},
    {"below", GA_BACKS, IR_HELP("Cards in the piles below the tops, by back.")},
    {"others may", (IR_SEATS_MAX - 1) * GA_FIGURES,
     IR_HELP("For each other seat: how many of its cards may have each figure, by public knowledge.")},
    {"players", IR_SEATS_MAX *PLAYER,
     IR_HELP("For each seat, the own first: cards divided by 10; score divided by 50; tokens taken of each sort (turn, joker, "
             "points); "
             "unused one-more-turn tokens; 1 if it has passed; its unused half (none, blue, pink, yellow, rainbow).")},
    {"left", 3, IR_HELP("Rewards in their deck divided by 40, face-down tokens divided by 16, discarded cards divided by 80.")},
    {"box", GA_TOKENS, IR_HELP("What a face-down token may be, by sort, each divided by 16.")},
    {"phase", 3, IR_HELP("1 for: an action is to be chosen; a pile to draw from; whether to take an extra turn.")},
    {"draws", 1, IR_HELP("Cards the mover still draws in this action.")},
    {"trigger", 4, IR_HELP("What triggered the end: nothing yet, tokens, rewards, piles.")},
    {"first", IR_SEATS_MAX, IR_HELP("1 at the seat that began.")},
    {"mover", IR_SEATS_MAX, IR_HELP("1 at the seat whose turn it is.")},
    {"seats", IR_SEATS_MAX - 1, IR_HELP("1 for: two, three, four, five, six players.")},
    {"seat", IR_SEATS_MAX, IR_HELP("1 at the own seat, 0 to 5.")},
    {NULL, 0, NULL},
};
enum {
    SIZE = GA_FIGURES + 1 + GA_PLACES * PILE + GA_MARKET * REWARD + GA_KINDS + GA_BACKS + (IR_SEATS_MAX - 1) * GA_FIGURES +
           IR_SEATS_MAX * PLAYER + 3 + GA_TOKENS + 3 + 1 + 4 + 4 * IR_SEATS_MAX - 1
};

static float *reward_put(float *out, uint32_t reward, const struct gacha_own *own, int jokers)
{
    struct gacha_cost cost;
    gacha_cost(reward, &cost);
    *out++ = 1;
    for (int f = 0; f < GA_FIGURES; f++)
        *out++ = cost.need[f];
    *out++ = cost.any;
    *out++ = cost.equal[0];
    *out++ = cost.equal[1];
    out[gacha_half(reward)] = 1;
    out += GA_HALVES;
    *out++ = (float)gacha_points(reward) / 10;
    *out++ = (float)gacha_payable(reward, own->count, jokers);
    return out;
}

static float *player_put(float *out, const struct gacha_pub *p, int seat)
{
    struct gacha_score score;
    gacha_score_parts(p, seat, &score);
    *out++ = (float)p->hand[seat] / 10;
    *out++ = (float)score.total / 50;
    for (int t = 0; t < GA_TOKENS; t++)
        *out++ = p->taken[seat][t];
    *out++ = (float)(p->taken[seat][GA_TURN] - p->used[seat][GA_TURN]);
    *out++ = (float)(p->passed >> seat & 1);
    out[p->half[seat] ? gacha_half(p->reward[p->half[seat] - 1]) : GA_NONE] = 1;
    return out + GA_HALVES;
}

/* The cards nobody has seen but their holders, by kind, and what the others may hold. */
static float *cards_put(float *out, const struct ir_view *v, const struct gacha_own *own, const int from[IR_SEATS_MAX])
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int8_t unseen[GA_KINDS], may[IR_SEATS_MAX][GA_FIGURES] = {{0}};
    uint8_t before[GA_CARDS_MAX + 1] = {0}; /* cards with lower numbers that are not discarded */
    for (int id = 0; id < GA_CARDS_MAX; id++)
        before[id + 1] = (uint8_t)(before[id] + (p->where[id] != GA_DISCARDED));
    for (int kind = 0; kind < GA_KINDS; kind++)
        unseen[kind] = (int8_t)(before[p->id[kind + 1]] - before[p->id[kind]]);
    for (int i = 0, at = 0; i < p->held; i++) {
        int seat = p->card[i].who >> 5, back = p->card[i].who & 31, can = p->card[i].can;
        if (seat == v->seat) {
            unseen[back * 3 + gacha_face(own, at++)]--;
            continue;
        }
        for (int j = 0; can; j++, can >>= 1)
            if (can & 1)
                may[from[seat]][gacha_back_figure[back][j]]++;
    }
    for (int kind = 0; kind < GA_KINDS; kind++)
        *out++ = unseen[kind];
    for (int b = 0; b < GA_BACKS; b++)
        *out++ = p->left[b];
    for (int s = 1; s < IR_SEATS_MAX; s++)
        for (int f = 0; f < GA_FIGURES; f++)
            *out++ = may[s][f];
    return out;
}

static void observe(const struct ir_view *v, float *out)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    const struct gacha_own *own = gacha_own(v);
    int me = v->seat, seats = p->head.seats, from[IR_SEATS_MAX]; /* from[s]: s counted from the viewer */
    for (int s = 0; s < IR_SEATS_MAX; s++)
        from[s] = s >= seats ? s : s < me ? s - me + seats : s - me;
    memset(out, 0, SIZE * sizeof *out);
    for (int f = 0; f < GA_FIGURES; f++)
        *out++ = own->count[f];
    *out++ = (float)gacha_jokers(p, me);
    for (int i = 0; i < GA_PLACES; i++, out += PILE) {
        int top = p->size[i] && !(p->need >> i & 1);
        out[0] = (float)p->size[i] / 20;
        out[1] = (float)top;
        for (int f = 0; f < GA_FIGURES; f++)
            out[2 + f] = (float)(top & gacha_back_mask[p->top[i]] >> f);
    }
    for (int i = 0; i < GA_MARKET; i++, out += REWARD)
        if (p->market[i])
            reward_put(out, p->reward[p->market[i] - 1], own, gacha_jokers(p, me));
    out = cards_put(out, v, own, from);
    for (int s = 0; s < seats; s++)
        player_put(out + from[s] * PLAYER, p, s);
    out += IR_SEATS_MAX * PLAYER;
    *out++ = (float)set_count(p->rewards) / GA_REWARDS_MAX;
    *out++ = (float)p->supply / 16;
    *out++ = (float)p->discards / GA_CARDS_MAX;
    for (int t = 0; t < GA_TOKENS; t++)
        *out++ = (float)p->box[t] / 16;
    *out++ = p->phase == GA_PHASE_ACT;
    *out++ = p->phase == GA_PHASE_DRAW;
    *out++ = p->phase == GA_PHASE_EXTRA;
    *out++ = p->draws;
    out[p->trigger] = 1;
    out += 4;
    out[from[p->first]] = 1;
    out += IR_SEATS_MAX;
    out[from[p->mover]] = 1;
    out += IR_SEATS_MAX;
    out[seats - 2] = 1;
    out[IR_SEATS_MAX - 1 + me] = 1;
}

extern const struct ir_observer gacha_observer;
const struct ir_observer gacha_observer = {.game = &gacha_game, .rev = 1, .field = fields, .observe = observe};
