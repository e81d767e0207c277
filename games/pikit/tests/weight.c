/* pikit_weight.c: how likely a PiKiT world is beside others with the same view. Cards of one number are alike, so a world is as
 * likely as there are ways to put the physical cards that the viewer cannot place into it. */

#include "weights.h"
#include "games/pikit/pikit.h"

static double factorial(int n)
{
    double x = 1;
    for (; n > 1; n--)
        x *= n;
    return x;
}

double pikit_weight(const struct ir_state *s, int viewer)
{
    const struct pikit_pub *p = pikit_pub(s->b);
    double ways = 1;
    for (int i = 1; i <= PK_NUMBERS; i++) { /* c! / (deck! hidden[0]! hidden[1]! ...), each hand's hidden cards a place */
        int all = pikit_deck(s)[i];
        double same = factorial(all);
        for (int seat = 0; seat < p->head.seats; seat++) {
            int hidden = seat == viewer ? 0 : pikit_hand(s->b, seat)[i] - p->known[seat][i];
            all += hidden;
            same *= factorial(hidden);
        }
        ways *= factorial(all) / same;
    }
    return ways;
}
