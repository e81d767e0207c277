/* sums.c: GAME GAMES [SEATS [OPTIONS [SEED [NODES]]]]: reviews games and adds every number up again: the largest fault of any
 * seat's sum, of its rows against the decisions and chance events, and of every event over all seats. In every game one number
 * is then changed by 1e-6: that must be noticed. By hand; the suite `review` does the same with few games. */
#include <string.h>

#include "tool.h"

static double larger(double a, double b)
{
    return a > fabs(b) ? a : fabs(b);
}

static double over_seats(const double *x, int seats)
{
    double sum = 0;
    for (int i = 0; i < seats; i++)
        sum += x[i];
    return sum;
}

static double fault(const struct ir_review_result *r)
{
    double worst = 0;
    for (int k = 0; k < r->seats; k++) {
        const struct ir_review_seat *s = &r->seat[k];
        double own = 0, others = 0, luck = 0, rest = 0;
        for (uint32_t i = 0; i < r->decisions; i++) {
            *(r->decision[i].seat == k ? &own : &others) += r->decision[i].loss[k];
            rest += r->decision[i].rest[k];
        }
        for (uint32_t i = 0; i < r->chances; i++)
            luck += r->chance[i].luck[k];
        worst = larger(worst, s->start + own + luck + others + rest - s->result);
        worst = larger(larger(worst, own - s->own), others - s->others);
        worst = larger(larger(worst, luck - s->luck), rest - s->rest);
        worst = larger(worst, r->value[r->rows][k] - s->result);
        if (s->own > 1e-12)
            worst = 1; /* nobody gains by a slip */
    }
    for (uint32_t i = 0; i < r->decisions; i++)
        worst = larger(larger(worst, over_seats(r->decision[i].loss, r->seats)), over_seats(r->decision[i].rest, r->seats));
    for (uint32_t i = 0; i < r->chances; i++)
        worst = larger(worst, over_seats(r->chance[i].luck, r->seats));
    for (uint32_t i = 0; i <= r->rows; i++)
        worst = larger(worst, over_seats(r->value[i], r->seats) - 1);
    return worst;
}

/* A number of the result, chosen at random, plus 1e-6. The result is our own copy: it lies in memory that we allocated. */
static double planted(const struct ir_review_result *r, struct ir_rng *rng)
{
    uint32_t at = ir_rng_below(rng, r->decisions + r->chances);
    int k = (int)ir_rng_below(rng, (uint32_t)r->seats);
    const double *x = at < r->decisions ? ir_rng_below(rng, 2) ? r->decision[at].loss : r->decision[at].rest
                                        : r->chance[at - r->decisions].luck;
    double *changed = (double *)(uintptr_t)&x[k], was = *changed;
    *changed += 1e-6;
    double found = fault(r);
    *changed = was;
    return found;
}

int main(int argc, char **argv)
{
    struct tool t;
    struct ir_rng rng;
    double worst = 0, least = 1;
    long i = 0;
    tool_open(&t, argc, argv, "sums GAME GAMES [SEATS [OPTIONS [SEED [NODES]]]]", 2);
    ir_rng_seed(&rng, t.seed);
    for (; i < t.games && !tool_stopped; i++) {
        struct played p;
        game_play(&p, t.game, t.seats, t.options, NULL, 4, t.seed * 1000000 + (uint64_t)i,
                  i % 50 == 49 ? (int)(i % t.seats) : -1, i % 50 == 48 ? 30 : 0);
        struct ir_review *r = review_make(&p.replay, t.nodes, t.seed + (uint64_t)i, 1000000);
        worst = larger(worst, fault(ir_review_result(r)));
        double found = planted(ir_review_result(r), &rng);
        least = found < least ? found : least;
        free(r);
        game_free(&p);
    }
    printf("| %s, %d seats | %ld | %llu | %.1e | %.1e |\n", t.game->name, t.seats, i, (unsigned long long)t.nodes, worst,
           least);
    return !(worst < 1e-9 && least > 1e-7);
}
