/* describe.c: a Gacha view as JSON: everything a client shows, so that no client counts (GA8.1, GA8.3). Piles, slots and
 * rewards are numbered from 1, as in the texts of moves. */
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

/* What the viewer's hand lacks for it (jokers left aside, and with them), and every way to pay, as moves. */
static void reach_json(struct ir_json *j, const struct ir_view *v, int slot)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    const uint8_t *hand = gacha_own(v)->count;
    uint32_t reward = p->reward[p->market[slot] - 1];
    uint8_t lack[GA_FIGURES];
    ir_move ways[IR_MOVES_MAX];
    int any, lacks = gacha_lacks(reward, hand, lack, &any), jokers = gacha_jokers(p, v->seat);
    ir_json_int(j, "lacks", lacks);
    ir_json_int(j, "lacks_with_jokers", lacks > jokers ? lacks - jokers : 0);
    ir_json_list(j, "missing");
    for (int f = 0; f < GA_FIGURES; f++)
        for (int i = 0; i < lack[f]; i++)
            ir_json_str(j, NULL, gacha_figure_name[f]);
    for (int i = 0; i < any; i++)
        ir_json_str(j, NULL, "any");
    ir_json_end(j, ']');
    ir_json_list(j, "ways");
    for (int i = 0, n = gacha_ways(reward, hand, jokers, GA_MOVE_CLAIM + slot * GA_PAYMENTS, ways); i < n; i++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        gacha_move_print(ways[i], &t);
        ir_json_str(j, NULL, text);
    }
    ir_json_end(j, ']');
}

static void market_json(struct ir_json *j, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    ir_json_list(j, "market");
    for (int i = 0; i < GA_MARKET; i++) {
        ir_json_object(j, NULL);
        ir_json_int(j, "slot", i + 1);
        if (p->market[i]) {
            reward_json(j, p, p->market[i] - 1);
            if (v->seat >= 0 && v->seat < p->head.seats)
                reach_json(j, v, i);
        }
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* ---- piles and cards ---- */

static void pile_json(struct ir_json *j, const struct ir_view *v, int place)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    ir_json_object(j, NULL);
    ir_json_int(j, "pile", place + 1);
    ir_json_int(j, "size", p->size[place]);
    if (p->size[place] && !(p->need >> place & 1)) {
        struct gacha_odds o;
        back_json(j, "back", p->top[place]);
        gacha_odds(v, place, &o);
        ir_json_object(j, "odds");
        for (int k = 0; k < gacha_back_faces[p->top[place]]; k++)
            ir_json_int(j, gacha_figure_name[gacha_back_figure[p->top[place]][k]], (int64_t)o.weight[k]);
        ir_json_int(j, "of", (int64_t)o.total);
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

/* The cards of a hand in the order they were drawn: backs for everyone; the figure for the owner, and for all when it is known;
 * `can` where everyone knows more than the back says (GA9.2: the card drawn first leaves, which tells of those before it). */
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
    if (seat == v->seat)
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

/* How many turns are still to begin, extra ones aside, once the end is triggered. */
static int turns_left(const struct gacha_pub *p)
{
    int last = p->option[GA_END] == GA_END_ROUND ? p->first : p->triggered_by, seats = p->head.seats;
    int left = (last - p->mover - 1 + 2 * seats) % seats;
    return p->phase == GA_PHASE_OVER ? 0 : left;
}

void gacha_describe(const struct ir_view *v, struct ir_json *j)
{
    static const char *const phase[] = {"first", "deal", "deal",  "top",   "reward", "act",
                                        "draw",  "face", "token", "extra", "over"};
    const struct gacha_pub *p = gacha_pub(v->b);
    struct ir_score score;
    gacha_score(p, &score);
    ir_json_str(j, "phase", phase[p->phase]);
    ir_json_int(j, "mover", p->mover);
    ir_json_int(j, "first", p->first);
    ir_json_int(j, "turns", p->turns);
    ir_json_int(j, "draws", p->draws);
    market_json(j, v);
    ir_json_int(j, "reward_deck", set_count(p->rewards));
    ir_json_int(j, "supply", p->supply);
    ir_json_list(j, "piles");
    for (int i = 0; i < GA_PLACES; i++)
        pile_json(j, v, i);
    ir_json_end(j, ']');
    discard_json(j, p);
    ir_json_int(j, "reshuffles", p->shuffles);
    ir_json_object(j, "end");
    ir_json_str(j, "trigger", p->trigger ? gacha_trigger_name[p->trigger] : NULL);
    if (p->trigger) {
        ir_json_int(j, "triggered_by", p->triggered_by);
        ir_json_int(j, "turns_left", turns_left(p));
    }
    ir_json_end(j, '}');
    ir_json_list(j, "players");
    for (int i = 0; i < p->head.seats; i++)
        player_json(j, v, i, &score);
    ir_json_end(j, ']');
}
