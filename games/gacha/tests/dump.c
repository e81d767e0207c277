/* dump_gacha.c: a Gacha state as one line of text. Figures by their first letter: m g d k s. A card in a hand is its back, its
 * shuffle, its face and what it may be as far as everyone knows. */
#include <stdio.h>
#include <stdlib.h>

#include "oracle/trace.h"

#include "games/gacha/gacha.h" /* last: core bans some of what stdlib.h declares */

static const char *const phases[] = {"first", "deal_back", "deal_face", "top",   "reward", "act",
                                     "draw",  "face",      "token",     "extra", "over"};
static const char *const triggers[] = {"", "tokens", "rewards", "piles"};

/* Its own idea of backs (the pairs, then the triples), so that the engine's tables are checked too. */
static void back_figures(int back, int figure[3], int *n)
{
    int k = 0;
    for (*n = 2; *n <= 3; ++*n)
        for (int a = 0; a < 5; a++)
            for (int b = a + 1; b < 5; b++)
                for (int c = *n == 2 ? 4 : b + 1; c < 5; c++, k++)
                    if (k == back) {
                        figure[0] = a, figure[1] = b, figure[2] = c;
                        return;
                    }
}

static void put_back(int back, int can)
{
    int figure[3] = {0}, n;
    back_figures(back, figure, &n);
    for (int j = 0; j < n; j++)
        if (can >> j & 1)
            putchar("mgdks"[figure[j]]);
}

static int face(int kind)
{
    int figure[3] = {0}, n;
    back_figures(kind / 3, figure, &n);
    return "mgdks"[figure[kind % 3]];
}

/* A heap of kinds, in the order of their texts. */
static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}
static void heap(const char *key, const int count[GA_KINDS])
{
    static char text[GA_CARDS_MAX + 4][8];
    int n = 0;
    for (int k = 0; k < GA_KINDS; k++)
        for (int i = 0; i < count[k]; i++) {
            int figure[3] = {0}, m, at = 0;
            back_figures(k / 3, figure, &m);
            for (int j = 0; j < m; j++)
                text[n][at++] = "mgdks"[figure[j]];
            text[n][at++] = ':';
            text[n][at++] = (char)face(k);
            text[n++][at] = 0;
        }
    qsort(text, (size_t)n, sizeof text[0], by_text);
    printf(" %s=", key);
    for (int i = 0; i < n; i++)
        printf("%s%s", i ? "," : "", text[i]);
}

static void bits(uint64_t set)
{
    for (int i = 0, n = 0; i < 64; i++)
        if (set >> i & 1)
            printf("%s%d", n++ ? "," : "", i + 1);
}

static void or_dash(int i, int v) /* v is 0 for nothing */
{
    printf(v ? "%s%d" : "%s-", i ? "," : "", v);
}

/* GA8.3: what a viewer can know of the tops, as fractions in lowest terms. */
static void odds(const struct ir_state *s, int seat)
{
    static struct ir_view v;
    const struct gacha_pub *p = gacha_pub(s->b);
    int n = 0;
    ir_look(&gacha_game, s, seat, &v);
    printf(" odds%d=", seat);
    for (int place = 0; place < GA_PLACES; place++) {
        struct gacha_odds o;
        int figure[3], m;
        if (!p->size[place])
            continue;
        gacha_odds(&v, place, &o);
        back_figures(p->top[place], figure, &m);
        for (int j = 0; j < m; j++) {
            uint64_t a = o.weight[j], b = o.total;
            while (b) {
                uint64_t c = a % b;
                a = b, b = c;
            }
            printf("%s%d%c%llu/%llu", n++ ? "," : "", place + 1, "mgdks"[figure[j]], (unsigned long long)(o.weight[j] / a),
                   (unsigned long long)(o.total / a));
        }
    }
}

void gacha_dump(const struct ir_state *s)
{
    const struct gacha_pub *p = gacha_pub(s->b);
    const struct gacha_own *own = (const struct gacha_own *)(const void *)(s->b + GA_PUB);
    const struct gacha_hid *hid = (const struct gacha_hid *)(const void *)(own + IR_SEATS_MAX);
    int seats = p->head.seats;
    if (p->head.turn == IR_CHANCE)
        printf("state turn=*");
    else if (p->head.turn == IR_OVER)
        printf("state turn=over");
    else
        printf("state turn=%d", p->head.turn);
    printf(" phase=%s mover=%d first=%d turns=%d draws=%d due=%d%d need=", phases[p->phase], p->mover, p->first, p->turns,
           p->draws, !!(p->due & GA_DUE_TOKEN), !!(p->due & GA_DUE_COLOUR));
    bits(p->need);
    printf(" trigger=%s by=", triggers[p->trigger]);
    if (p->trigger)
        printf("%d", p->triggered_by);
    printf(" supply=%d box=%d,%d,%d size=%d,%d,%d,%d top=", p->supply, p->box[0], p->box[1], p->box[2], p->size[0], p->size[1],
           p->size[2], p->size[3]);
    for (int i = 0; i < GA_PLACES; i++) {
        printf(i ? "," : "");
        if (!p->size[i] || p->need >> i & 1 || (p->phase <= GA_PHASE_DEAL_FACE)) {
            printf("-");
        } else {
            put_back(p->top[i], 7);
            printf("%d", p->gen[i]);
        }
    }
    printf(" shuffles=%d market=", p->shuffles);
    for (int i = 0; i < GA_MARKET; i++)
        or_dash(i, p->market[i]);
    printf(" rewards=");
    bits(p->rewards);
    for (int seat = 0; seat < seats; seat++) {
        printf(" got%d=", seat);
        bits(p->got[seat]);
        printf(" half%d=", seat);
        or_dash(0, p->half[seat]);
        printf(" tokens%d=%d,%d,%d,%d,%d hand%d=", seat, p->taken[seat][0], p->taken[seat][1], p->taken[seat][2],
               p->used[seat][0], p->used[seat][1], seat);
        int n = 0;
        for (int i = 0; i < p->held; i++) {
            const struct gacha_card *c = &p->card[i];
            if (c->who / 32 != seat)
                continue;
            printf(n ? "," : "");
            put_back(c->who % 32, 7);
            printf("%d%c", c->gen, face(c->who % 32 * 3 + gacha_face(&own[seat], n)));
            put_back(c->who % 32, c->can);
            n++;
        }
        struct gacha_score score;
        gacha_score_parts(p, seat, &score);
        printf(" size%d=%d points%d=%d", seat, p->hand[seat], seat, score.total);
    }
    int count[GA_KINDS] = {0};
    for (int k = 0; k < GA_KINDS; k++)
        for (int i = p->id[k]; i < p->id[k + 1]; i++)
            count[k] += p->where[i] == GA_DISCARDED;
    heap("discard", count);
    /* Undrawn cards of older shuffles are tops only; those of the latest are counted by kind. */
    for (int gen = 0; gen < p->shuffles; gen++) {
        int any = 0;
        for (int k = 0; k < GA_KINDS; k++)
            count[k] = 0;
        for (int i = 0; i < GA_PLACES; i++)
            if (hid->old[i] && p->gen[i] == gen)
                count[hid->old[i] - 1]++, any = 1;
        char key[16];
        snprintf(key, sizeof key, "undrawn%d", gen);
        if (any)
            heap(key, count);
    }
    for (int k = 0; k < GA_KINDS; k++)
        count[k] = hid->deck[k];
    char key[16];
    snprintf(key, sizeof key, "undrawn%d", p->shuffles);
    heap(key, count);
    if (p->head.turn >= 0 && !p->passed) { /* a pass narrows hands in a way that the oracle does not count */
        odds(s, p->mover);
        odds(s, (p->mover + 1) % seats);
    }
}
