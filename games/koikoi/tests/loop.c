/* loop.c: random Koi-Koi as one would write it if speed were all: one function, local variables, no phases, no views,
 * no calls through pointers. Printed rules only. */
#include "loop.h"
#include "core/core.h"

#define MONTH(c) ((uint64_t)15 << ((c) & ~3))
#define FULL(x)  ((x) & (x) >> 1 & (x) >> 2 & (x) >> 3 & 0x111111111111u)
#define ODD(x)   (((x) ^ (x) >> 1 ^ (x) >> 2 ^ (x) >> 3) & 0x111111111111u)

#define SET_BRIGHT (BIT(0) | BIT(8) | BIT(28) | BIT(40) | BIT(44))
#define SET_ANIMAL (BIT(4) | BIT(12) | BIT(16) | BIT(20) | BIT(24) | BIT(29) | BIT(32) | BIT(36) | BIT(41))
#define SET_RIBBON (BIT(1) | BIT(5) | BIT(9) | BIT(13) | BIT(17) | BIT(21) | BIT(25) | BIT(33) | BIT(37) | BIT(42))
#define SET_KASU   ((BIT(48) - 1) & ~(SET_BRIGHT | (SET_ANIMAL & ~BIT(32)) | SET_RIBBON))

static int worth(uint64_t pool)
{
    int kasu = set_count(pool & SET_KASU), tane = set_count(pool & SET_ANIMAL), tan = set_count(pool & SET_RIBBON);
    int sum = (kasu > 9 ? kasu - 9 : 0) + (tane > 4 ? tane - 4 : 0) + (tan > 4 ? tan - 4 : 0);
    uint64_t ino = BIT(20) | BIT(24) | BIT(36), aka = BIT(1) | BIT(5) | BIT(9), ao = BIT(21) | BIT(33) | BIT(37);
    sum += 5 * (((pool & ino) == ino) + ((pool & aka) == aka) + ((pool & ao) == ao));
    int rain = pool >> 40 & 1, nobles = set_count(pool & SET_BRIGHT & ~BIT(40));
    if (nobles == 4)
        sum += rain ? 10 : 8;
    else if (nobles == 3)
        sum += rain ? 7 : 5;
    if (pool >> 32 & 1)
        sum += 5 * (int)((pool >> 28 & 1) + (pool >> 8 & 1));
    return sum;
}

static uint64_t pick(struct ir_rng *r, uint64_t set, uint32_t n)
{
    return BIT(set_nth(set, ir_rng_below(r, n)));
}

void koikoi_loop(struct ir_rng *r, int32_t purse[2], struct loop_count *count)
{
    uint64_t decisions = 0, chances = 1;
    int sensei = (int)ir_rng_below(r, 2), round = 0;
    purse[0] = purse[1] = 50;
    while (round++ < 6 && purse[0] > 0 && purse[1] > 0) {
        uint64_t place[3], deck, pool[2] = {0, 0};
        do { /* opponent, sensei, table; twice four each */
            place[0] = place[1] = place[2] = 0;
            deck = BIT(48) - 1;
            for (uint32_t i = 0; i < 24; i++) {
                uint64_t b = pick(r, deck, 48 - i);
                deck ^= b;
                place[(i >> 2) % 3] |= b;
            }
            chances += 24;
        } while (FULL(place[2]));
        uint64_t hand[2], field = place[2];
        hand[sensei] = place[1];
        hand[!sensei] = place[0];
        int had[2] = {0, 0}, calls[2] = {0, 0}, me = sensei, winner = -1, sum = 0;
        uint32_t left = 24;
        for (int turn = 0; turn < 16; turn++, me = !me) {
            /* the choices: a card of the hand, with either target where two match; tenho on the first turn */
            uint8_t card[17], target[17];
            uint32_t n = 0;
            for (uint64_t h = hand[me]; h; h &= h - 1) {
                int c = set_first(h);
                uint64_t match = field & MONTH(c);
                if (match & (match - 1) && set_count(match) == 2) {
                    card[n] = (uint8_t)c, target[n++] = (uint8_t)set_first(match);
                    card[n] = (uint8_t)c, target[n++] = (uint8_t)set_first(match & (match - 1));
                } else {
                    card[n] = (uint8_t)c, target[n++] = 255;
                }
            }
            uint64_t full = FULL(hand[me]);
            int tenho = turn < 2 && (full || !ODD(hand[me]));
            uint32_t k = n + (uint32_t)tenho > 1 ? ir_rng_below(r, n + (uint32_t)tenho) : 0;
            decisions++;
            if (k == n) {
                winner = me;
                sum = full & (full - 1) ? 14 : 6;
                break;
            }
            int c = card[k];
            hand[me] ^= BIT(c);
            uint64_t match = target[k] == 255 ? field & MONTH(c) : BIT(target[k]);
            if (match) {
                field ^= match;
                pool[me] |= match | BIT(c);
            } else {
                field |= BIT(c);
            }
            uint64_t drawn = pick(r, deck, left--);
            deck ^= drawn;
            chances++;
            match = field & MONTH(set_first(drawn));
            if (match & (match - 1) && set_count(match) == 2) {
                uint64_t first = match & (0 - match);
                match = ir_rng_below(r, 2) ? match ^ first : first;
                decisions++;
            }
            if (match) {
                field ^= match;
                pool[me] |= match | drawn;
            } else {
                field |= drawn;
            }
            int now = worth(pool[me]);
            if (now > had[me]) {
                had[me] = now;
                decisions++;
                if (turn == 15 || ir_rng_below(r, 2) == 0) {
                    winner = me;
                    sum = now;
                    break;
                }
                calls[me]++;
            }
        }
        if (winner >= 0) {
            int32_t pay = sum * (sum >= 7 ? 2 : 1) * (1 << calls[winner]) * (calls[!winner] ? 2 : 1);
            pay = pay < purse[!winner] ? pay : purse[!winner];
            purse[winner] += pay;
            purse[!winner] -= pay;
            sensei = winner;
        }
        count->rounds++;
    }
    count->decisions += decisions;
    count->chances += chances;
}
