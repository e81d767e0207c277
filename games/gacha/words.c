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

/* ---- reasons ---- */

static const char *plural(int n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

static int fact_pays(FILE *out, const struct ir_fact *f)
{
    if (f->n[0] == IR_NO_FACT)
        fprintf(out, "keeps %s.", gacha_figure_name[f->n[1]]);
    else if (f->n[1] == IR_NO_FACT)
        fprintf(out, "pays with %s.", gacha_figure_name[f->n[0]]);
    else
        fprintf(out, "pays with %s and keeps %s.", gacha_figure_name[f->n[0]], gacha_figure_name[f->n[1]]);
    return 1;
}

static int fact(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], c = f->n[2], d = f->n[3];
    (void)seat;
    if (f->of != IR_OF_POSITION)
        fprintf(out, "%s ", fact_move(f));
    switch (f->kind) {
    case GA_FACT_CLAIMS:
        fprintf(out, "claims reward %d: %d points for %d %s, a gain of %d.", a, b, c, plural(c, "card", "cards"), d);
        return 1;
    case GA_FACT_DRAWS:
        if (f->of == IR_OF_POSITION)
            fprintf(out, "Another turn would bring %d %s.", a, plural(a, "card", "cards"));
        else
            fprintf(out, "draws %d %s, a point each.", a, plural(a, "card", "cards"));
        return 1;
    case GA_FACT_HELPS:
        fputs(d == 1000 ? "surely" : d ? "with " : "surely does not", out);
        if (d > 0 && d < 1000)
            fputs(fact_chance(d), out);
        fprintf(out, " %s reward %d (%d points) nearer; %d %s lacking.", d ? "brings" : "bring", a, b, c,
                plural(c, "card is", "cards are"));
        return 1;
    case GA_FACT_USEFUL: fprintf(out, "draws a card that some reward wants with %s.", fact_chance(a)); return 1;
    case GA_FACT_TOKEN:
        fprintf(out, "makes a whole ticket and brings a bonus token; %d %s left.", a, plural(a, "is", "are"));
        return 1;
    case GA_FACT_COLOUR: fputs("makes a ticket of one colour, which brings a card.", out); return 1;
    case GA_FACT_HALF: fprintf(out, "brings half a ticket, %s.", gacha_half_name[a]); return 1;
    case GA_FACT_RIVALS:
        if (c)
            fprintf(out, "Up to %d other %s could claim reward %d (%d points), by the backs of their cards.", c,
                    plural(c, "player", "players"), a, b);
        else
            fprintf(out, "Nobody else can pay for reward %d (%d points) now.", a, b);
        return 1;
    case GA_FACT_TRIGGERS:
        fprintf(out, "brings the end of the game: no %s left.", a == GA_TRIGGER_TOKENS ? "bonus tokens are" : "reward is");
        return 1;
    case GA_FACT_LAST: fputs("It is the last turn.", out); return 1;
    case GA_FACT_RACE:
        fprintf(out, "The best of the others, %s, %s %d points against %d.", a == viewer ? "you" : name[a],
                verb(a == viewer, "have", "has"), b, c);
        return 1;
    case GA_FACT_PAYS: return fact_pays(out, f);
    case GA_FACT_JOKERS: fprintf(out, "pays %d %s and has %d left.", a, plural(a, "joker", "jokers"), b); return 1;
    case GA_FACT_NEXT:
        if (c)
            fprintf(out, "leaves a hand that lacks %d %s for reward %d (%d points).", c, plural(c, "card", "cards"), a, b);
        else
            fprintf(out, "leaves a hand that can pay for reward %d (%d points), too.", a, b);
        return 1;
    case GA_FACT_PAYABLE: fprintf(out, "The hand can pay for reward %d (%d points) now.", a, b); return 1;
    case GA_FACT_TURNS:
        fprintf(out, "%d extra %s unused", a, plural(a, "turn is", "turns are"));
        if (b == IR_NO_FACT)
            fputs(", and scores nothing.", out);
        else
            fprintf(out, "; %d %s and %d %s left before the end.", b, plural(b, "token", "tokens"), c,
                    plural(c, "reward is", "rewards are"));
        return 1;
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
    .fact = fact,
    .final = final,
    .answer = answer,
};
