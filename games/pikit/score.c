/* score.c: the points of PiKiT (PK7.2, PK7.3), from what is publicly certain; at the end everything is. */
#include "pikit.h"

static int has_most_ones(const struct pikit_pub *p, int seat) /* PK5.1 */
{
    int own = pikit_certain(p, seat, 1);
    for (int i = 0; i < p->head.seats; i++)
        if (pikit_certain(p, i, 1) > own)
            return 0;
    return own > 0;
}

struct pikit_points pikit_points(const struct pikit_pub *p, int seat)
{
    struct pikit_points points = {.mechas = PK_MECHA_POINTS * pikit_mechas(p, seat),
                                  .wounds = PK_WOUND_POINTS * p->wound[seat]};
    for (int i = 1; i <= PK_NUMBERS; i++)
        points.kaiju += i * pikit_certain(p, seat, i); /* PK5.11 */
    points.ones = has_most_ones(p, seat) ? PK_ONES_POINTS : 0;
    points.all = points.kaiju + points.mechas + points.ones - points.wounds;
    return points;
}

void pikit_score(const void *pub, struct ir_score *out)
{
    const struct pikit_pub *p = pub;
    int seats = p->head.seats, cards[PK_SEATS];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < seats; i++) {
        out->points[i] = pikit_points(p, i).all;
        cards[i] = p->kaiju[i] + pikit_mechas(p, i);
    }
    for (int i = 0; i < seats; i++)
        for (int k = 0; k < seats; k++) /* PK7.3: fewer cards break a tie */
            if (out->points[k] > out->points[i] || (out->points[k] == out->points[i] && cards[k] < cards[i]))
                out->rank[i]++;
}
