/* weights.c: how likely worlds of a view are beside each other, for games where they are not all alike. */

#include "weights.h"
#include "games/gacha/gacha.h"

/* In how many orders cards of a class can lie, by face: a!b!c! of (a+b+c)! are the same to look at. */
static double orders(const int n[3])
{
    double x = 1;
    int m = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 1; i <= n[j]; i++)
            x = x * ++m / i;
    return x;
}

/* Gacha keeps undrawn cards as counts without an order: a world stands for as many shuffles as its counts have orders. */
double gacha_weight(const struct ir_state *s, int seat)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    const struct gacha_hid *h = (const struct gacha_hid *)(const void *)(s->b + GA_PUB + IR_SEATS_MAX * GA_OWN);
    double x = 1;
    (void)seat;
    for (int b = 0; b < GA_BACKS; b++) {
        int n[3] = {h->deck[b * 3], h->deck[b * 3 + 1], h->deck[b * 3 + 2]};
        x *= orders(n);
    }
    for (int gen = 0; gen < p->shuffles; gen++)
        for (int b = 0; b < GA_BACKS; b++) {
            int n[3] = {0};
            for (int i = 0; i < GA_PLACES; i++)
                if (h->old[i] && p->gen[i] == gen && p->top[i] == b)
                    n[h->old[i] - 1 - b * 3]++;
            x *= orders(n);
        }
    return x;
}
