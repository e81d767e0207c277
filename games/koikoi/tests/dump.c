/* dump_koikoi.c: a Koi-Koi state as one line of text; cards in the order of the table of KK2. */
#include <stdio.h> /* first: core bans some of what it declares */

#include "oracle/trace.h"

#include "games/koikoi/koikoi.h"

static void cards(const char *key, uint64_t set)
{
    printf(" %s=", key);
    for (int c = 0, n = 0; c < HF_CARDS; c++)
        if (set >> c & 1)
            printf("%s%d%c", n++ ? "," : "", c / 4 + 1, 'a' + c % 4);
}

void koikoi_dump(const struct ir_state *s)
{
    const struct koikoi_pub *p = koikoi_pub(s->b);
    const struct koikoi_own *own = (const struct koikoi_own *)(const void *)(s->b + sizeof *p);
    const struct koikoi_hid *hid = (const struct koikoi_hid *)(const void *)(own + 2);
    if (p->head.turn == IR_CHANCE)
        printf("state turn=*");
    else if (p->head.turn == IR_OVER)
        printf("state turn=over");
    else
        printf("state turn=%d", p->head.turn);
    printf(" round=%d sensei=%d mover=%d dealt=%d nobles=%d", p->round, p->sensei, p->mover, p->dealt, p->nobles);
    printf(" turned=");
    if (p->turned != HF_NO_CARD)
        printf("%d%c", p->turned / 4 + 1, 'a' + p->turned % 4);
    printf(" calls=%d,%d purse=%d,%d worth=%d,%d last_paid=%d last_winner=%d sizes=%d,%d,%d", p->calls[0], p->calls[1],
           p->purse[0], p->purse[1], p->worth[0], p->worth[1], p->last_paid, p->last_winner, p->hand[0], p->hand[1], p->deck);
    cards("hand0", own[0].hand);
    cards("hand1", own[1].hand);
    cards("field", p->field);
    cards("pool0", p->pool[0]);
    cards("pool1", p->pool[1]);
    cards("deck", hid->deck);
    cards("shown0", p->shown[0]);
    cards("shown1", p->shown[1]);
    for (int seat = 0; seat < 2; seat++) { /* what the pools are worth now, and would pay now */
        int16_t coins[KK_YAKU] = {0};
        int sum = koikoi_worth(p, p->pool[seat], p->calls[seat], coins);
        printf(" yaku%d=", seat);
        for (int y = 0, n = 0; y < KK_YAKU; y++)
            if (coins[y])
                printf("%s%s:%d", n++ ? "," : "", koikoi_yaku_name[y], coins[y]);
        printf(" sum%d=%d pays%d=%d", seat, sum, seat, koikoi_pay(p, seat, sum).coins);
    }
}
