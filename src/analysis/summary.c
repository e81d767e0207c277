/* summary.c: see summary.h. */
#include "summary.h"
#include "games_list.h"
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

#define DECLARE(name)                                                                                                          \
    extern const struct ir_game name##_game;                                                                                   \
    extern const struct level_loss name##_losses[];
GAMES_WITH_LEVELS(DECLARE)

const struct level_loss *level_losses(const struct ir_game *g)
{
#define FIND(name)                                                                                                             \
    if (g == &name##_game)                                                                                                     \
        return name##_losses;
    GAMES_WITH_LEVELS(FIND)
    return NULL;
}

void level_count(struct level_counts *c, const struct ir_review_decision *d)
{
    static const double from[LEVEL_MISSES - 1] = {0, 0.005, 0.01, 0.02, 0.04, 0.07, 0.12, 0.2, 0.35};
    int group = (d->legal > 2) + (d->legal > 4), miss = 0;
    if (d->kind == IR_REVIEW_FORCED || d->kind == IR_REVIEW_RESIGN || d->miss < 0)
        return;
    while (miss < LEVEL_MISSES - 1 && d->miss > from[miss])
        miss++;
    c->n[group][miss]++;
}

/* How many seats the games were measured with that are most like these. */
static int seats_like(const struct level_loss *l, int seats)
{
    int best = 0;
    for (; l && l->games; l++) {
        int off = l->seats > seats ? l->seats - seats : seats - l->seats, was = best > seats ? best - seats : seats - best;
        if (!best || off < was)
            best = l->seats;
    }
    return best;
}

void level_like(const struct ir_game *g, int seats, const struct level_counts *c, double like[IR_REVIEW_LEVELS])
{
    const struct level_loss *losses = level_losses(g);
    int64_t say[IR_REVIEW_LEVELS] = {0}, most = INT64_MIN;
    int as = seats_like(losses, seats);
    double all = 0;
    memset(like, 0, sizeof(double[IR_REVIEW_LEVELS]));
    for (const struct level_loss *l = losses; l && l->games; l++) {
        if (l->seats != as || l->level >= IR_REVIEW_LEVELS)
            continue;
        for (int i = 0; i < LEVEL_GROUPS; i++)
            for (int k = 0; k < LEVEL_MISSES; k++)
                say[l->level] += (int64_t)c->n[i][k] * l->say[i][k];
        like[l->level] = 1;
        most = say[l->level] > most ? say[l->level] : most;
    }
    for (int i = 0; i < IR_REVIEW_LEVELS; i++)
        if (like[i] > 0)
            all += like[i] = exponential((double)(say[i] - most) / 1000);
    for (int i = 0; i < IR_REVIEW_LEVELS && all > 0; i++)
        like[i] /= all;
}

static void level_guess(const struct ir_review_result *r, int seat, struct ir_review_seat *s)
{
    struct level_counts c = {{{0}}};
    for (uint32_t i = 0; i < r->decisions; i++)
        if (r->decision[i].seat == seat)
            level_count(&c, &r->decision[i]);
    if (s->choices)
        level_like(r->game, r->seats, &c, s->like);
}

static int only_winner(const struct ir_review_result *r)
{
    int winner = -1, n = 0;
    for (int i = 0; i < r->seats; i++)
        if (r->over && r->seat[i].result > 0)
            n++, winner = i;
    return n == 1 ? winner : -1;
}

static enum ir_review_verdict verdict_of(const struct ir_review_seat *s)
{
    double play = s->own + s->others, size = s->luck < 0 ? -s->luck : s->luck, luck = size > 2 * s->luck_error ? s->luck : 0;
    if (s->rest > play && s->rest > luck)
        return IR_REVIEW_REST;
    if (luck <= 0 && play <= 0)
        return IR_REVIEW_NEITHER;
    if (play <= 0)
        return IR_REVIEW_LUCK;
    if (luck <= 0)
        return luck < 0 ? IR_REVIEW_DESPITE : IR_REVIEW_PLAY;
    return luck >= 2 * play ? IR_REVIEW_MOSTLY_LUCK : play >= 2 * luck ? IR_REVIEW_MOSTLY_PLAY : IR_REVIEW_BOTH;
}

void review_verdict(struct ir_review_result *r)
{
    int won = r->winner = only_winner(r);
    double most = IR_REVIEW_TELLING;
    r->verdict = won < 0 ? IR_REVIEW_NOBODY : (uint8_t)verdict_of(&r->seat[won]);
    r->decisive = -1;
    for (uint32_t i = 0; won >= 0 && i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        if (d->kind == IR_REVIEW_SLIP && d->seat != won && d->loss[won] > most)
            most = d->loss[won], r->decisive = (int32_t)i;
    }
}

static int32_t turning_point(const struct ir_review_result *r)
{
    for (uint32_t i = r->rows; r->winner >= 0 && i-- > 0;)
        for (int k = 0; k < r->seats; k++)
            if (k != r->winner && r->value[i][k] >= r->value[i][r->winner])
                return (int32_t)i;
    return -1;
}

void review_summary(struct ir_review_result *r)
{
    for (int i = 0; i < r->seats; i++) {
        decisions_sum(r, i, &r->seat[i]);
        luck_extremes(r, i, &r->seat[i]);
        level_guess(r, i, &r->seat[i]);
    }
    review_verdict(r);
    r->turning = turning_point(r);
}
