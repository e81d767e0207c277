/* words.c: Gacha in the text client. */
#include "cli/words.h"

#include "games/gacha/gacha.h"

static const char *figure(int f)
{
    static const char *const words[GA_FIGURES + 1] = {mark("mecha"),   mark("magical girl"), mark("daikon"),
                                                      mark("kitsune"), mark("sushi"),        mark("joker")};
    return tr(words[f]);
}

static const char *half(int h)
{
    static const char *const words[GA_HALVES] = {mark("no half ticket"), mark("half of a blue ticket"),
                                                 mark("half of a pink ticket"), mark("half of a yellow ticket"),
                                                 mark("half of a rainbow ticket")};
    return tr(words[h]);
}

/* "mecha or sushi": what the back of a card shows. */
static const char *back(int b)
{
    const char *list = "";
    for (int j = 0; j < gacha_back_faces[b]; j++)
        list = either(list, figure(gacha_back_figure[b][j]), j == gacha_back_faces[b] - 1);
    return list;
}

static const char *times(const char *what, int n)
{
    return n > 1 ? phrase("{figure} ×{n}", "figure", what, "n", number(n)) : what;
}

/* "mecha ×2, sushi", or "". */
static const char *figures(const uint8_t count[GA_FIGURES])
{
    const char *list = "";
    for (int f = 0; f < GA_FIGURES; f++)
        if (count[f])
            list = also(list, times(figure(f), count[f]));
    return list;
}

static const char *plus(const char *list, const char *item)
{
    return *list ? phrase("{list} + {next}", "list", list, "next", item) : item;
}

/* "mecha + magical girl + any figure", "3 equal cards + 2 equal cards". */
static const char *set(uint32_t reward)
{
    struct gacha_cost c;
    const char *list = "";
    gacha_cost(reward, &c);
    for (int f = 0; f < GA_FIGURES; f++)
        if (c.need[f])
            list = plus(list, times(figure(f), c.need[f]));
    for (int i = 0; i < 2; i++)
        if (c.equal[i])
            list = plus(list, phrase_1("{n} equal card", "{n} equal cards", c.equal[i]));
    return c.any ? plus(list, times(tr("any figure"), c.any)) : list;
}

static void market(FILE *out, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    line(out, "Rewards:", NULL);
    for (int s = 0; s < GA_MARKET; s++) {
        if (!p->market[s])
            continue;
        uint32_t r = p->reward[p->market[s] - 1];
        fprintf(out, "  %d: ", s + 1);
        say_n(out, "{n} point for {set}", "{n} points for {set}", gacha_points(r), "set", set(r));
        if (gacha_half(r))
            fprintf(out, ", %s", half(gacha_half(r)));
        if (v->seat >= 0) {
            uint8_t lacks[GA_FIGURES];
            int any, n = gacha_lacks(r, gacha_own(v)->count, lacks, &any);
            const char *list = n > any ? figures(lacks) : "";
            if (any)
                list = also(list, times(tr("any figure"), any));
            fprintf(out, " - %s", n ? phrase("you lack: {figures}", "figures", list) : tr("you can pay"));
        }
        fputc('\n', out);
    }
}

static void piles(FILE *out, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    line(out, "Piles:", NULL);
    for (int i = 0; i < GA_PLACES; i++) {
        if (!p->size[i])
            continue;
        struct gacha_odds odds;
        int b = p->top[i];
        const char *list = "";
        gacha_odds(v, i, &odds);
        for (int j = 0; j < gacha_back_faces[b]; j++)
            list = also(list, phrase("{figure} {percent} %", "figure", figure(gacha_back_figure[b][j]), "percent",
                                     number(odds.total ? (long)((100 * odds.weight[j] + odds.total / 2) / odds.total) : 0)));
        fprintf(out, "  %d: ", i + 1);
        line_n(out, "{n} card; the next is {odds}", "{n} cards; the next is {odds}", p->size[i], "odds", list);
    }
}

/* "Bot: 12 points so far (9 from rewards), 3 cards in hand, half of a blue ticket, extra turns: 1". */
static void player(FILE *out, const struct gacha_pub *p, int seat, const char *name)
{
    struct gacha_score score;
    gacha_score_parts(p, seat, &score);
    say_n(out, "{name}: {n} point so far (from rewards: {rewards})", "{name}: {n} points so far (from rewards: {rewards})",
          score.total, "name", name, "rewards", number(score.rewards));
    fprintf(out, ", %s", phrase_1("{n} card in hand", "{n} cards in hand", p->hand[seat]));
    if (p->half[seat])
        fprintf(out, ", %s", half(gacha_half(p->reward[p->half[seat] - 1])));
    int again = p->taken[seat][GA_TURN] - p->used[seat][GA_TURN], jokers = gacha_jokers(p, seat);
    if (again)
        fprintf(out, ", %s", phrase("extra turns: {n}", "n", number(again)));
    if (jokers)
        fprintf(out, ", %s", phrase("jokers: {n}", "n", number(jokers)));
    fputc('\n', out);
}

static void status(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    say(out, "Turn {n}. To play: {name}.", "n", number(p->turns), "name", called(p->mover, v->seat, name));
    fprintf(out, " %s",
            phrase("Bonus tokens left: {tokens}. Reward deck: {rewards}.", "tokens", number(p->supply), "rewards",
                   number(set_count(p->rewards))));
    if (p->trigger)
        fprintf(out, " %s", tr("The end has been triggered: last turns!"));
    fputc('\n', out);
    for (int i = 1; i <= p->head.seats; i++) {
        int seat = (v->seat + i + p->head.seats) % p->head.seats;
        player(out, p, seat, called(seat, v->seat, name));
    }
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    status(out, v, name);
    market(out, v);
    piles(out, v);
    if (v->seat >= 0) {
        const char *own = figures(gacha_own(v)->count);
        line(out, "Your hand: {cards}", "cards", *own ? own : tr("nothing"));
    }
}

/* ---- the full screen ---- */

/* The figure with its mark and colour, and how many; 0: the mark alone. */
static void figure_put(struct board *b, int f, int n, ir_move move, int marked)
{
    static const enum ink ink[GA_FIGURES + 1] = {INK_BLUE, INK_PINK, INK_GREEN, INK_ORANGE, INK_RED, INK_PURPLE};
    static const char *const sign[GA_FIGURES + 1] = {"■", "♥", "♣", "▲", "●", "★"};
    char text[128];
    snprintf(text, sizeof text, "%s%s", board_mark(b, sign[f], ""), n ? times(figure(f), n) : "");
    board_piece(b, ink[f], text, move, marked);
}

static void figures_put(struct board *b, const uint8_t count[GA_FIGURES], const char *between)
{
    for (int f = 0, n = 0; f < GA_FIGURES; f++)
        if (count[f]) {
            board_put(b, INK_PLAIN, n++ ? between : "");
            figure_put(b, f, count[f], IR_NO_MOVE, 0);
        }
}

/* The first legal move from `from` until before `to`, or the chosen one if it is there. */
static ir_move move_in(const struct board *b, int from, int to)
{
    ir_move found = IR_NO_MOVE;
    for (int i = b->n - 1; i >= 0; i--)
        if (b->legal[i] >= from && b->legal[i] < to && found != b->chosen)
            found = b->legal[i];
    return found;
}

/* "1: 5 points for mecha + sushi": the number in front can be clicked if the reward can be claimed. */
static void reward_put(struct board *b, const struct ir_view *v, int slot)
{
    static const enum ink ink[GA_HALVES] = {INK_PLAIN, INK_BLUE, INK_PINK, INK_GOLD, INK_PURPLE};
    const char *const colour[GA_HALVES] = {"", tr_of("half ticket", "blue"), tr_of("half ticket", "pink"),
                                           tr_of("half ticket", "yellow"), tr_of("half ticket", "rainbow")};
    const struct gacha_pub *p = gacha_pub(v->b);
    uint32_t r = p->reward[p->market[slot] - 1];
    struct gacha_cost c;
    int from = GA_MOVE_CLAIM + slot * GA_PAYMENTS;
    ir_move move = move_in(b, from, from + GA_PAYMENTS);
    char head[16];
    gacha_cost(r, &c);
    board_hang(b, 5);
    board_to(b, 2);
    snprintf(head, sizeof head, "%d:", slot + 1);
    board_piece(b, move == IR_NO_MOVE ? INK_PLAIN : INK_STRONG, head, move, move != IR_NO_MOVE && move == b->chosen);
    board_put(b, INK_PLAIN, " ");
    board_put(b, INK_STRONG, phrase_n("{n} point for {set}", "{n} points for {set}", gacha_points(r), "set", ""));
    figures_put(b, c.need, " + ");
    const char *rest = "";
    for (int i = 0; i < 2; i++)
        if (c.equal[i])
            rest = plus(rest, phrase_1("{n} equal card", "{n} equal cards", c.equal[i]));
    rest = c.any ? plus(rest, times(tr("any figure"), c.any)) : rest;
    if (*rest)
        board_put(b, INK_PLAIN,
                  phrase(b->col > 0 && (c.size > c.any + c.equal[0] + c.equal[1]) ? " + {what}" : "{what}", "what", rest));
    if (gacha_half(r))
        board_piece(b, ink[gacha_half(r)],
                    phrase(" {half}{colour}", "half", board_mark(b, "½ ", "1/2 "), "colour", colour[gacha_half(r)]), IR_NO_MOVE,
                    0);
    if (v->seat >= 0) {
        uint8_t lacks[GA_FIGURES];
        int any, n = gacha_lacks(r, gacha_own(v)->count, lacks, &any);
        const char *list = n > any ? figures(lacks) : "";
        if (any)
            list = also(list, times(tr("any figure"), any));
        board_put(b, n ? INK_FAINT : INK_GREEN,
                  phrase(" - {what}", "what", n ? phrase("you lack: {figures}", "figures", list) : tr("you can pay")));
    }
    board_line(b);
}

/* The columns of a pile's odds with the names of its figures. */
static int pile_width(int back)
{
    int sum = 0;
    for (int j = 0; j < gacha_back_faces[back]; j++) {
        const char *name = figure(gacha_back_figure[back][j]);
        sum += columns(name, strlen(name)) + 6;
    }
    return sum;
}

/* Two piles in a line, each with what its next card may be. */
static void piles_put(struct board *b, const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    int half_way = b->width / 2;
    for (int i = 0; i < GA_PLACES; i++) {
        struct gacha_odds odds;
        char head[32];
        if (!p->size[i])
            continue;
        ir_move move = move_in(b, GA_MOVE_DRAW + i, GA_MOVE_DRAW + i + 1);
        int back = p->top[i], faces = gacha_back_faces[back];
        gacha_odds(v, i, &odds);
        snprintf(head, sizeof head, "%d", i + 1);
        board_to(b, i % 2 ? half_way : 2);
        board_hang(b, i % 2 ? half_way + 3 : 5);
        board_piece(b, INK_STRONG, head, move, move != IR_NO_MOVE && move == b->chosen);
        board_put(b, INK_FAINT, phrase(" (×{n})", "n", number(p->size[i])));
        int named = b->ascii || pile_width(back) <= half_way - 12;
        for (int j = 0; j < faces; j++) {
            long percent = odds.total ? (long)((100 * odds.weight[j] + odds.total / 2) / odds.total) : 0;
            board_put(b, INK_PLAIN, " ");
            figure_put(b, gacha_back_figure[back][j], named, IR_NO_MOVE, 0);
            board_put(b, INK_PLAIN, phrase(" {n}%", "n", number(percent)));
        }
        if (i % 2)
            board_line(b);
    }
    if (b->col)
        board_line(b);
}

static void board(struct board *b, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    status(out, v, name);
    fclose(out);
    board_lines(b, INK_PLAIN, text);
    free(text);
    if (v->seat >= 0) {
        board_hang(b, 2);
        board_put(b, INK_STRONG, phrase("Your hand: {cards}", "cards", ""));
        figures_put(b, gacha_own(v)->count, "  ");
        board_line(b);
    }
    int heads = p->head.seats <= 3; /* with more players there is no room for them */
    if (heads)
        board_lines(b, INK_STRONG, tr("Rewards:"));
    for (int s = 0; s < GA_MARKET; s++)
        if (p->market[s])
            reward_put(b, v, s);
    if (heads)
        board_lines(b, INK_STRONG, tr("Piles:"));
    piles_put(b, v);
}

static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    (void)name;
    if (m < GA_MOVE_DRAW_LATER) {
        say(out, "draw from pile {n}: {figures}", "n", number(m - GA_MOVE_DRAW + 1), "figures", back(p->top[m - GA_MOVE_DRAW]));
    } else if (m >= GA_MOVE_CLAIM && m < GA_MOVE_FIRST) {
        int slot = (m - GA_MOVE_CLAIM) / GA_PAYMENTS;
        struct gacha_payment pay;
        gacha_payment((m - GA_MOVE_CLAIM) % GA_PAYMENTS, &pay);
        const char *paid = figures(pay.figure);
        if (pay.jokers)
            paid = also(paid, times(figure(GA_FIGURES), pay.jokers));
        say_n(out, "claim reward {slot} ({n} point), pay {what}", "claim reward {slot} ({n} points), pay {what}",
              gacha_points(p->reward[p->market[slot] - 1]), "slot", number(slot + 1), "what", paid);
    } else {
        fputs(m == GA_MOVE_DRAW_LATER ? tr("draw (the discarded cards are shuffled back first)")
              : m == GA_MOVE_PASS     ? tr("pass: nothing is possible")
              : m == GA_MOVE_AGAIN    ? tr("use a token and take another turn")
                                      : tr("end your turn"),
              out);
    }
    return 1;
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    (void)name;
    fputs(p->phase == GA_PHASE_EXTRA  ? tr("Another turn?")
          : p->phase == GA_PHASE_DRAW ? tr("From which pile do you draw now?")
                                      : tr("Draw two cards, or claim a reward?"),
          out);
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    if (p->phase == GA_PHASE_EXTRA) {
        *rule = "GA5.3";
        return tr(
            "A one-more-turn token gives you another turn at once, and is spent. You may keep it, but at the end it scores "
            "nothing.");
    }
    *rule = p->phase == GA_PHASE_DRAW ? "GA3.1" : "GA3.2";
    return tr(
        "In a turn you either draw two cards, one after the other, or claim one reward by paying its set from your hand.\n"
        "The back of a card shows two or three figures; one of them is on its face. Every second half ticket brings a "
        "bonus token: one "
        "more turn, two jokers, or 3 points; two halves of one colour (rainbow is any) also a card. At the end rewards "
        "score their points, "
        "and each card left in your hand 1.");
}

static void drawn(FILE *out, const struct ir_event *e, int you, const char *who)
{
    const char *pile = number(e->pub[0]), *shown = e->see ? figure(e->prv[0]) : back(e->pub[1]);
    if (you && e->see)
        line(out, "You draw: {figure} (pile {n})", "figure", shown, "n", pile);
    else if (you)
        line(out, "You draw from pile {n}: {figures}", "n", pile, "figures", shown);
    else
        line(out, "{name} draws from pile {n}: {figures}", "name", who, "n", pile, "figures", shown);
}

static const char *token(int t)
{
    return tr(t == GA_TURN ? mark("One more turn!") : t == GA_JOKER ? mark("2 gacha jokers!") : mark("3 points!"));
}

/* Why the end comes. */
static const char *trigger(int t)
{
    return tr(t == GA_TRIGGER_TOKENS    ? mark("No bonus tokens are left.")
              : t == GA_TRIGGER_REWARDS ? mark("The reward deck is empty.")
                                        : mark("The piles are used up."));
}

static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    int you = e->seat == viewer && viewer >= 0, a = e->pub[0];
    const char *who = e->seat >= 0 ? name[e->seat] : "";
    switch (e->kind) {
    case GA_EV_FIRST:
        if (you)
            line(out, "You begin", NULL);
        else
            line(out, "{name} begins", "name", who);
        return 1;
    case GA_EV_TURN: fprintf(out, "\n--- %s ---\n", you ? tr("Your turn") : who); return 1;
    case GA_EV_DRAW: drawn(out, e, you, who); return 1;
    case GA_EV_RESHUFFLE: line(out, "The discarded cards are shuffled back into the piles.", NULL); return 1;
    case GA_EV_CLAIM:
        if (you)
            line_n(out, "You claim a reward of {n} point.", "You claim a reward of {n} points.", e->pub[2], NULL);
        else
            line_n(out, "{name} claims a reward of {n} point.", "{name} claims a reward of {n} points.", e->pub[2], "name",
                   who);
        return 1;
    case GA_EV_TOKEN:
        if (you)
            line(out, "You take a bonus token: {token}", "token", token(a));
        else
            line(out, "{name} takes a bonus token: {token}", "name", who, "token", token(a));
        return 1;
    case GA_EV_COLOUR:
        if (you)
            line(out, "The halves match in colour: you take one more card", NULL);
        else
            line(out, "The halves match in colour: {name} takes one more card", "name", who);
        return 1;
    case GA_EV_AGAIN:
        if (you)
            line(out, "You use a token: one more turn!", NULL);
        else
            line(out, "{name} uses a token: one more turn!", "name", who);
        return 1;
    case GA_EV_PASS:
        if (you)
            line(out, "You can do nothing and pass", NULL);
        else
            line(out, "{name} can do nothing and passes", "name", who);
        return 1;
    case GA_EV_TRIGGER: fprintf(out, "%s %s\n", trigger(a), tr("The end is near: one last turn for the others.")); return 1;
    default: return 0;
    }
}

static int came_up(FILE *out, ir_move m)
{
    if (m >= GA_MOVE_BACK && m < GA_MOVE_FACE)
        say(out, "a new card on a pile: {figures}", "figures", back(m - GA_MOVE_BACK));
    else if (m >= GA_MOVE_FACE && m < GA_MOVE_REWARD)
        say(out, "a card: {figure}", "figure", figure(m - GA_MOVE_FACE));
    else if (m >= GA_MOVE_REWARD && m < GA_MOVE_TOKEN)
        fputs(tr("a new reward in the market"), out);
    else
        return 0;
    return 1;
}

/* ---- reasons ---- */

static int fact_pays(FILE *out, const struct ir_fact *f)
{
    if (f->n[0] == IR_NO_FACT)
        say(out, "Keeps {keeps}.", "keeps", figure(f->n[1]));
    else if (f->n[1] == IR_NO_FACT)
        say(out, "Pays with {pays}.", "pays", figure(f->n[0]));
    else
        say(out, "Pays with {pays} and keeps {keeps}.", "pays", figure(f->n[0]), "keeps", figure(f->n[1]));
    return 1;
}

/* About a reward: how near it is, who else can pay for it. Its place in the market is n[0], its points n[1]. */
static int fact_reward(FILE *out, const struct ir_fact *f)
{
    int points = f->n[1], c = f->n[2], d = f->n[3];
    const char *slot = number(f->n[0]), *some = number(c);
    switch (f->kind) {
    case GA_FACT_CLAIMS:
        say_n(out, "Claims reward {slot} ({n} point); cards paid: {cards}, gain: {gain}.",
              "Claims reward {slot} ({n} points); cards paid: {cards}, gain: {gain}.", points, "slot", slot, "cards", some,
              "gain", signed_number(d));
        return 1;
    case GA_FACT_HELPS:
        if (d)
            say_n(out, "{percent} to bring reward {slot} ({n} point) nearer; cards missing for it: {lacks}.",
                  "{percent} to bring reward {slot} ({n} points) nearer; cards missing for it: {lacks}.", points, "percent",
                  fact_chance(d), "slot", slot, "lacks", some);
        else
            say_n(out, "Cannot bring reward {slot} ({n} point) nearer; cards missing for it: {lacks}.",
                  "Cannot bring reward {slot} ({n} points) nearer; cards missing for it: {lacks}.", points, "slot", slot,
                  "lacks", some);
        return 1;
    case GA_FACT_RIVALS:
        if (c)
            say_n(out, "Others who may be able to pay for reward {slot} ({n} point) now: {seats} at most.",
                  "Others who may be able to pay for reward {slot} ({n} points) now: {seats} at most.", points, "slot", slot,
                  "seats", some);
        else
            say_n(out, "Nobody else can pay for reward {slot} ({n} point) now.",
                  "Nobody else can pay for reward {slot} ({n} points) now.", points, "slot", slot);
        return 1;
    case GA_FACT_NEXT:
        if (c)
            say_n(out, "Cards missing then for reward {slot} ({n} point): {lacks}.",
                  "Cards missing then for reward {slot} ({n} points): {lacks}.", points, "slot", slot, "lacks", some);
        else
            say_n(out, "Can then pay for reward {slot} ({n} point), too.", "Can then pay for reward {slot} ({n} points), too.",
                  points, "slot", slot);
        return 1;
    case GA_FACT_PAYABLE:
        say_n(out, "The hand can pay for reward {slot} ({n} point) now.",
              "The hand can pay for reward {slot} ({n} points) now.", points, "slot", slot);
        return 1;
    default: return 0;
    }
}

static int fact(FILE *out, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    int a = f->n[0], b = f->n[1], c = f->n[2];
    (void)seat;
    switch (f->kind) {
    case GA_FACT_DRAWS:
        fputs(f->of == IR_OF_POSITION ? phrase_1("Another turn would bring {n} card.", "Another turn would bring {n} cards.", a)
                                      : phrase_1("Draws {n} card, a point each.", "Draws {n} cards, a point each.", a),
              out);
        return 1;
    case GA_FACT_USEFUL:
        say(out, "{percent} to draw a card that brings some reward nearer.", "percent", fact_chance(a));
        return 1;
    case GA_FACT_TOKEN:
        fputs(phrase_1("Makes a whole ticket: a bonus token. {n} is left then.",
                       "Makes a whole ticket: a bonus token. {n} are left then.", a),
              out);
        return 1;
    case GA_FACT_COLOUR: fputs(tr("Makes a ticket of one colour, which brings one more card."), out); return 1;
    case GA_FACT_HALF: say(out, "Brings {half}.", "half", half(a)); return 1;
    case GA_FACT_TRIGGERS: fprintf(out, "%s %s", tr("Brings on the end of the game."), trigger(a)); return 1;
    case GA_FACT_LAST: fputs(tr("It is the last turn."), out); return 1;
    case GA_FACT_RACE:
        if (a == viewer)
            say(out, "You are the strongest opponent: {points} points, against {own}.", "points", number(b), "own", number(c));
        else
            say(out, "Of the others {name} has the most points: {points}, against {own}.", "name", name[a], "points", number(b),
                "own", number(c));
        return 1;
    case GA_FACT_PAYS: return fact_pays(out, f);
    case GA_FACT_JOKERS:
        if (a)
            say_n(out, "Pays with {n} joker; jokers left: {left}.", "Pays with {n} jokers; jokers left: {left}.", a, "left",
                  number(b));
        else
            say(out, "Pays without jokers; jokers left: {left}.", "left", number(b));
        return 1;
    case GA_FACT_TURNS:
        if (b == IR_NO_FACT)
            fputs(
                phrase_1("{n} extra turn is unused, and scores nothing.", "{n} extra turns are unused, and score nothing.", a),
                out);
        else
            say_n(out, "{n} extra turn is unused; before the end there are still tokens: {tokens}, rewards: {rewards}.",
                  "{n} extra turns are unused; before the end there are still tokens: {tokens}, rewards: {rewards}.", a,
                  "tokens", number(b), "rewards", number(c));
        return 1;
    default: return fact_reward(out, f);
    }
}

static void final(FILE *out, const struct ir_view *v, const char *const *name)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    for (int i = 0; i < p->head.seats; i++) {
        struct gacha_score s;
        gacha_score_parts(p, i, &s);
        fputs("  ", out);
        line(out, "{name}: rewards {rewards} + tokens {tokens} + cards {cards} + jokers {jokers} = {all}", "name",
             called(i, v->seat, name), "rewards", number(s.rewards), "tokens", number(s.tokens), "cards", number(s.cards),
             "jokers", number(s.jokers), "all", number(s.total));
    }
}

static ir_move answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    int extra = gacha_pub(v->b)->phase == GA_PHASE_EXTRA, yes = typed(text, "answer", "yes"), no = typed(text, "answer", "no");
    for (int i = 0; i < n; i++)
        if (extra && ((yes && legal[i] == GA_MOVE_AGAIN) || (no && legal[i] == GA_MOVE_DONE)))
            return legal[i];
    return IR_NO_MOVE;
}

static const char *const kinds[][2] = {
    {"draw", mark("Drawing cards")},      {"claim", mark("Claiming a reward")}, {"pass", mark("Pass")},
    {"again", mark("Take another turn")}, {"done", mark("End the turn")},       {NULL, NULL},
};

extern const struct words gacha_words; /* found by cli/words.c */
const struct words gacha_words = {
    .game = &gacha_game,
    .title = mark("Gacha"),
    .kinds = kinds,
    .welcome = mark("Gacha: draw figures from the piles and trade sets of them for rewards. The most points win.\n"
                    "Answer with a number of the list."),
    .table = table,
    .board = board,
    .choice = choice,
    .question = question,
    .explain = explain,
    .event = event,
    .drawn = came_up,
    .fact = fact,
    .final = final,
    .answer = answer,
};
