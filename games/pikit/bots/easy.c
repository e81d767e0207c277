/* easy.c: `easy`, a PiKiT player in the first games: takes the largest numbers and often forgets that cards can be played.
 *
 * What it overlooks, as beginners do: that an 8 brings all the 8s (PK5.9), the bonus of the 1s (PK5.1), that a theft may catch
 * a 3 (PK5.8), what others are known to hold, cancels that do not save its own hand, and most chances to play a card. */
#include "pikit_bots.h"
#include "games/pikit/pikit.h"

static int take_worth(ir_move m, int a, int b)
{
    if (m == PK_MOVE_NOTHING)
        return 0;
    if (m == PK_MOVE_MECHA)
        return PK_MECHA_POINTS;
    if (m == PK_MOVE_STEAL)
        return 6;
    return m >= PK_MOVE_PAIR ? a + b : m - PK_MOVE_TAKE + 1;
}

static int best_take(const struct pikit_pub *p, int a, int b)
{
    int number[] = {a, b, a + b, a > b ? a - b : b - a}, best = 0;
    for (int i = 0; i < 4; i++)
        if (number[i] <= PK_NUMBERS && p->market[number[i]] && number[i] > best)
            best = number[i];
    if (a != b && p->market[a] && p->market[b] && a + b > best)
        best = a + b;
    return a == b && p->mecha[a - 1] == PK_TABLE ? PK_MECHA_POINTS : best;
}

/* Its estimate of an effect. */
static int hope(const struct pikit_pub *p, int effect)
{
    int a = p->die[0], b = p->die[1], now = best_take(p, a, b);
    if (effect >= PK_TURN) {
        int die = (effect - PK_TURN) / 6, side = (effect - PK_TURN) % 6 + 1;
        return best_take(p, die ? a : side, die ? side : b) - now;
    }
    if (effect == PK_DRAW)
        return 5;
    if (effect >= PK_STEAL)
        return 5 + 2 * pikit_mechas(p, effect - PK_STEAL);
    return effect == PK_REROLL + 2 ? 7 - now : 6 - now;
}

static void think(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                  const struct ir_budget *budget, struct ir_advice *a)
{
    const struct pikit_pub *p = pikit_pub(v->b);
    int awake = ir_rng_below(r, 2) == 0; /* thinks of playing cards at all */
    int robbed = p->phase == PK_PHASE_ASK && p->mover != v->seat && p->effect == PK_STEAL + v->seat && p->chain_n % 2;
    (void)notes, (void)budget;
    bot_advice_start(g, v, a);
    for (int i = 0; i < a->n; i++) {
        ir_move m = a->of[i].move;
        int effect, card = pikit_move_card(m, &effect);
        double x = card ? -1 : p->phase == PK_PHASE_ASK ? 0 : take_worth(m, p->die[0], p->die[1]);
        if (m == PK_MOVE_CANCEL && robbed && awake)
            x = 1;
        else if (effect >= 0 && m < PK_MOVE_WILD && awake)
            x = best_take(p, p->die[0], p->die[1]) + hope(p, effect) - card;
        a->of[i].value = x + 1e-6 * ir_rng_below(r, 1000); /* breaks ties at random */
    }
}

const struct ir_bot bot_pikit_easy = {
    .name = "easy", .help = IR_HELP("Grabs the biggest numbers and often forgets what its cards can do."), .think = think};
