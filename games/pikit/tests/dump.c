/* dump_pikit.c: a PiKiT state as one line of text; heaps of cards as sorted numbers. */
#include <stdio.h> /* first: core bans some of what it declares */

#include "oracle/trace.h"

#include "games/pikit/pikit.h"

static const char *const phases[] = {"first",  "market", "hands", "roll",   "play", "ask",
                                     "reroll", "steal",  "draw",  "refill", "over"};

static void heap(const char *key, int seat, const uint8_t count[PK_COUNTS])
{
    int any = 0;
    printf(seat < 0 ? " %s=" : " %s%d=", key, seat);
    for (int n = 0; n < PK_COUNTS; n++)
        for (int i = 0; i < count[n]; i++)
            printf("%s%d", any++ ? "," : "", n);
}

static void effect(int e)
{
    static const char *const dice[] = {"first", "second", "both"};
    if (e < PK_STEAL)
        printf("2-%s", dice[e]);
    else if (e < PK_DRAW)
        printf("4-seat-%d", e - PK_STEAL);
    else if (e < PK_TURN)
        printf("5");
    else
        printf("7-%s-%d", dice[(e - PK_TURN) / 6], (e - PK_TURN) % 6 + 1);
}

void pikit_dump(const struct ir_state *s)
{
    const struct pikit_pub *p = (const struct pikit_pub *)(const void *)s->b;
    const struct pikit_own *own = (const struct pikit_own *)(const void *)(s->b + sizeof *p);
    const struct pikit_hid *hid = (const struct pikit_hid *)(const void *)(own + PK_SEATS);
    int seats = p->head.seats;
    if (p->head.turn == IR_CHANCE)
        printf("state turn=*");
    else if (p->head.turn == IR_OVER)
        printf("state turn=over");
    else
        printf("state turn=%d", p->head.turn);
    printf(" phase=%s turns=%d first=%d mover=%d dice=%d,%d acted=%d quiet=%d last=%d chain=", phases[p->phase], p->turns,
           p->first, p->mover, p->die[0], p->die[1], p->acted, p->quiet, p->last);
    for (int i = 0; i < p->chain_n; i++)
        printf("%s%d:%d", i ? "," : "", p->chain[i] / 16, p->chain[i] % 16);
    printf(" effect=");
    if (p->chain_n)
        effect(p->effect);
    printf(" victim=");
    if (p->phase == PK_PHASE_STEAL)
        printf("%d", p->victim);
    printf(" mechas=");
    for (int d = 0; d < PK_MECHAS; d++) {
        if (p->mecha[d] == PK_TABLE)
            printf("%stable", d ? "," : "");
        else
            printf("%s%d", d ? "," : "", p->mecha[d]);
    }
    printf(" wounds=");
    for (int i = 0; i < seats; i++)
        printf("%s%d", i ? "," : "", p->wound[i]);
    printf(" sizes=%d,%d", p->deck, p->market_n);
    for (int i = 0; i < seats; i++)
        printf(",%d", p->kaiju[i]);
    heap("cards", -1, p->cards);
    heap("market", -1, p->market);
    heap("discard", -1, p->discard);
    heap("deck", -1, hid->deck);
    for (int i = 0; i < seats; i++) {
        heap("hand", i, own[i].hand);
        heap("known", i, p->known[i]);
        uint8_t certain[PK_COUNTS] = {0};
        for (int n = 1; n < PK_COUNTS; n++)
            certain[n] = (uint8_t)pikit_certain(p, i, n);
        heap("certain", i, certain);
    }
}
