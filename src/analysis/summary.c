/* summary.c: see summary.h. */
#include "summary.h"
#include "bots/bots.h"
#include "numbers.h"

/* Lichess: 100 for a move that loses nothing, 0 for one that throws the game away. `loss` is in chances of winning. */
static double accuracy(double loss)
{
    double x = 103.1668 * exponential(-0.04354 * 100 * loss) - 3.1669;
    return x < 0 ? 0 : x > 100 ? 100 : x;
}

static void decisions_sum(const struct ir_review_result *r, int seat, struct ir_review_seat *s)
{
    double squares = 0, most = 0, finest = 0;
    s->worst = s->finest = -1;
    for (uint32_t i = 0; i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        double loss = -d->loss[seat];
        if (d->seat != seat || d->kind == IR_REVIEW_FORCED || d->kind == IR_REVIEW_RESIGN)
            continue;
        s->choices++;
        s->slips += d->kind == IR_REVIEW_SLIP;
        s->accuracy += accuracy(loss);
        s->loss += loss;
        squares += loss * loss;
        if (loss > most)
            most = loss, s->worst = (int32_t)i;
        if (d->margin - 2 * d->doubt > finest)
            finest = d->margin - 2 * d->doubt, s->finest = (int32_t)i;
    }
    if (s->choices) {
        s->accuracy /= s->choices;
        s->loss /= s->choices;
        double variance = squares / s->choices - s->loss * s->loss;
        s->spread = square_root(variance > 0 ? variance : 0);
    } else {
        s->accuracy = 100;
    }
}

/* Beyond doubt: chance events with less of it are larger by mistake. */
static void luck_extremes(const struct ir_review_result *r, int seat, struct ir_review_seat *s)
{
    double most = 0, least = 0;
    s->lucky = s->unlucky = -1;
    for (uint32_t i = 0; i < r->chances; i++) {
        double luck = r->chance[i].luck[seat], error = r->chance[i].error[seat];
        if (luck - error > most)
            most = luck - error, s->lucky = (int32_t)i;
        if (luck + error < least)
            least = luck + error, s->unlucky = (int32_t)i;
    }
}

/* The level that a seat played like, by its mean loss: every level is as likely as another before, and its mean losses are
 * taken to be distributed normally. The fewer the choices, the wider. */
static void level_guess(const struct ir_review_result *r, struct ir_review_seat *s)
{
    double all = 0;
    for (const struct level_loss *l = bots_find(r->game)->losses; l && l->games; l++) {
        if (l->seats != r->seats || l->level >= IR_REVIEW_LEVELS || !s->choices)
            continue;
        double wide = l->spread * square_root(l->choices / s->choices + 1.0 / l->games), off = (s->loss - l->loss) / wide;
        all += s->like[l->level] = exponential(-off * off / 2) / wide;
    }
    for (int i = 0; i < IR_REVIEW_LEVELS && all > 0; i++)
        s->like[i] /= all;
}

static int32_t turning_point(const struct ir_review_result *r)
{
    int winner = -1;
    for (int i = 0; i < r->seats; i++)
        if (r->over && r->seat[i].result == 1)
            winner = i;
    for (uint32_t i = r->rows; winner >= 0 && i-- > 0;)
        for (int k = 0; k < r->seats; k++)
            if (k != winner && r->value[i][k] >= r->value[i][winner])
                return (int32_t)i;
    return -1;
}

void review_summary(struct ir_review_result *r)
{
    for (int i = 0; i < r->seats; i++) {
        decisions_sum(r, i, &r->seat[i]);
        luck_extremes(r, i, &r->seat[i]);
        level_guess(r, &r->seat[i]);
    }
    r->turning = turning_point(r);
}
