/* words.c: Gacha in the text client. */
#include "cli/words.h"

#include "games/gacha/gacha.h"

static void back(FILE *out, int b)
{
    for (int j = 0; j < gacha_back_faces[b]; j++)
        fprintf(out, "%s%s", j ? " or " : "", gacha_figure_name[gacha_back_figure[b][j]]);
}

/* "mecha 2, sushi", or "nothing". */
static void figures(FILE *out, const uint8_t count[GA_FIGURES])
{
    int n = 0;
    for (int f = 0; f < GA_FIGURES; f++)
        if (count[f]) {
            fprintf(out, "%s%s", n++ ? ", " : "", gacha_figure_name[f]);
            if (count[f] > 1)
                fprintf(out, " %d", count[f]);
        }
    if (!n)
        fputs("nothing", out);
}

/* "mecha + girl + any", "3 equal + 2 equal". */
static void set(FILE *out, uint32_t reward)
{
    struct gacha_cost c;
    const char *sep = "";
    gacha_cost(reward, &c);
    for (int f = 0; f < GA_FIGURES; f++)
        for (int i = 0; i < c.need[f]; i++)
            fprintf(out, "%s%s", sep, gacha_figure_name[f]), sep = " + ";
    for (int i = 0; i < 2; i++)
        if (c.equal[i])
            fprintf(out, "%s%d equal", sep, c.equal[i]), sep = " + ";
    if (c.any)
        fprintf(out, "%s%d of any", sep, c.any);
}

static void market(FILE *out, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    fputs("Rewards:\n", out);
    for (int s = 0; s < GA_MARKET; s++) {
        if (!p->market[s])
            continue;
        uint32_t r = p->reward[p->market[s] - 1];
        fprintf(out, "  %d: %d points for ", s + 1, gacha_points(r));
        set(out, r);
        if (gacha_half(r))
            fprintf(out, ", half ticket %s", gacha_half_name[gacha_half(r)]);
        if (v->seat >= 0) {
            uint8_t lacks[GA_FIGURES];
            int any, n = gacha_lacks(r, gacha_own(v)->count, lacks, &any);
            if (n == 0) {
                fputs(" - you can pay", out);
            } else {
                fputs(" - you lack ", out);
                if (n > any)
                    figures(out, lacks);
                if (any)
                    fprintf(out, "%s%d more of any", n > any ? ", " : "", any);
            }
        }
        fputc('\n', out);
    }
}

static void piles(FILE *out, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    fputs("Machines:\n", out);
    for (int i = 0; i < GA_PLACES; i++) {
        if (!p->size[i])
            continue;
        struct gacha_odds odds;
        int b = p->top[i];
        gacha_odds(v, i, &odds);
        fprintf(out, "  %d: %d %s, the next is ", i + 1, p->size[i], p->size[i] == 1 ? "card" : "cards");
        for (int j = 0; j < gacha_back_faces[b]; j++)
            fprintf(out, "%s%s %d %%", j ? ", " : "", gacha_figure_name[gacha_back_figure[b][j]],
                    odds.total ? (int)((100 * odds.weight[j] + odds.total / 2) / odds.total) : 0);
        fputc('\n', out);
    }
}

static void player(FILE *out, const struct gacha_pub *p, int seat, const char *name)
{
    struct gacha_score score;
    gacha_score_parts(p, seat, &score);
    fprintf(out, "%s: %d points so far (%d from rewards), %d %s in hand", name, score.total, score.rewards, p->hand[seat],
            p->hand[seat] == 1 ? "card" : "cards");
    if (p->half[seat])
        fprintf(out, ", half ticket %s", gacha_half_name[gacha_half(p->reward[p->half[seat] - 1])]);
    int again = p->taken[seat][GA_TURN] - p->used[seat][GA_TURN], jokers = gacha_jokers(p, seat);
    if (again)
        fprintf(out, ", extra turns %d", again);
    if (jokers)
        fprintf(out, ", jokers %d", jokers);
    fputc('\n', out);
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int rewards = set_count(p->rewards);
    fprintf(out, "Turn %d, %s to play. Bonus tokens left: %d. Reward deck: %d.", p->turns,
            p->mover == v->seat ? "you are" : name[p->mover], p->supply, rewards);
    fputs(p->trigger ? " The end has been triggered: last turns!\n" : "\n", out);
    for (int i = 1; i <= p->head.seats; i++) {
        int seat = (v->seat + i + p->head.seats) % p->head.seats;
        player(out, p, seat, seat == v->seat ? "You" : name[seat]);
    }
    market(out, v);
    piles(out, v);
    if (v->seat >= 0) {
        fputs("Your hand: ", out);
        figures(out, gacha_own(v)->count);
        fputc('\n', out);
    }
}

static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    (void)name;
    if (m < GA_MOVE_DRAW_LATER) {
        fprintf(out, "draw from machine %d: ", m - GA_MOVE_DRAW + 1);
        back(out, p->top[m - GA_MOVE_DRAW]);
    } else if (m >= GA_MOVE_CLAIM && m < GA_MOVE_FIRST) {
        int slot = (m - GA_MOVE_CLAIM) / GA_PAYMENTS;
        struct gacha_payment pay;
        gacha_payment((m - GA_MOVE_CLAIM) % GA_PAYMENTS, &pay);
        fprintf(out, "claim reward %d (%d points), pay ", slot + 1, gacha_points(p->reward[p->market[slot] - 1]));
        int cards = 0;
        for (int f = 0; f < GA_FIGURES; f++)
            cards += pay.figure[f];
        if (cards)
            figures(out, pay.figure);
        if (pay.jokers)
            fprintf(out, "%s%d %s", cards ? ", " : "", pay.jokers, pay.jokers == 1 ? "joker" : "jokers");
    } else {
        fputs(m == GA_MOVE_DRAW_LATER ? "draw (the discarded cards are shuffled back first)"
              : m == GA_MOVE_PASS     ? "pass: nothing is possible"
              : m == GA_MOVE_AGAIN    ? "use a token and take another turn"
                                      : "end your turn",
              out);
    }
    return 1;
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    (void)name;
    if (p->phase == GA_PHASE_EXTRA)
        fputs("Another turn?", out);
    else if (p->phase == GA_PHASE_DRAW)
        fputs("From which machine do you draw now?", out);
    else
        fputs("Draw two cards, or claim a reward?", out);
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    if (p->phase == GA_PHASE_EXTRA) {
        *rule = "GA5.3";
        return "A one-more-turn token gives you another turn at once, and is spent. You may keep it, but at the end it scores "
               "nothing.";
    }
    *rule = p->phase == GA_PHASE_DRAW ? "GA3.1" : "GA3.2";
    return "In a turn you either draw two cards, one after the other, or claim one reward by paying its set from your hand.\n"
           "The back of a card shows two or three figures; one of them is on its face. Every second half ticket brings a bonus "
           "token: one\n"
           "more turn, two jokers, or 3 points; two halves of one colour (rainbow is any) also a card. At the end rewards "
           "score their points,\n"
           "and each card left in your hand 1.";
}

static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    int you = e->seat == viewer && viewer >= 0, a = e->pub[0];
    const char *who = you ? "You" : e->seat >= 0 ? name[e->seat] : "";
    switch (e->kind) {
    case GA_EV_FIRST: fprintf(out, "%s %s.\n", who, verb(you, "begin", "begins")); return 1;
    case GA_EV_TURN: fprintf(out, "\n--- %s ---\n", you ? "Your turn" : who); return 1;
    case GA_EV_DRAW:
        fprintf(out, "%s %s from machine %d: ", who, verb(you, "draw", "draws"), a);
        if (e->see)
            fputs(gacha_figure_name[e->prv[0]], out);
        else
            back(out, e->pub[1]);
        fputs(".\n", out);
        return 1;
    case GA_EV_RESHUFFLE: fputs("The discarded cards are shuffled back into the machines.\n", out); return 1;
    case GA_EV_CLAIM: fprintf(out, "%s %s a reward of %d points.\n", who, verb(you, "claim", "claims"), e->pub[2]); return 1;
    case GA_EV_TOKEN:
        fprintf(out, "%s %s a bonus token: %s.\n", who, verb(you, "get", "gets"),
                a == GA_TURN    ? "one more turn"
                : a == GA_JOKER ? "two jokers"
                                : "3 points");
        return 1;
    case GA_EV_COLOUR:
        fprintf(out, "Both halves have one colour: %s a card, too.\n", you ? "you draw" : "that player draws");
        return 1;
    case GA_EV_AGAIN: fprintf(out, "%s %s another turn.\n", who, verb(you, "take", "takes")); return 1;
    case GA_EV_PASS: fprintf(out, "%s %s.\n", who, verb(you, "pass", "passes")); return 1;
    case GA_EV_TRIGGER: fprintf(out, "The end is near (%s): one last turn for the others.\n", gacha_trigger_name[a]); return 1;
    default: return 0;
    }
}

static void final(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    for (int i = 0; i < p->head.seats; i++) {
        struct gacha_score s;
        gacha_score_parts(p, i, &s);
        fprintf(out, "  %s: rewards %d + tokens %d + cards %d + jokers %d = %d\n", i == v->seat ? "You" : name[i], s.rewards,
                s.tokens, s.cards, s.jokers, s.total);
    }
}

static ir_move answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    int extra = gacha_pub(v->b)->phase == GA_PHASE_EXTRA, yes = strcmp(text, "yes") == 0, no = strcmp(text, "no") == 0;
    for (int i = 0; i < n; i++)
        if (extra && ((yes && legal[i] == GA_MOVE_AGAIN) || (no && legal[i] == GA_MOVE_DONE)))
            return legal[i];
    return IR_NO_MOVE;
}

extern const struct words gacha_words; /* found by cli/words.c */
const struct words gacha_words = {
    .game = &gacha_game,
    .welcome = "Gacha: draw figures from the capsule machines and trade sets of them for rewards. The most points win.\n"
               "Answer with a number of the list.",
    .table = table,
    .choice = choice,
    .question = question,
    .explain = explain,
    .event = event,
    .final = final,
    .answer = answer,
};
