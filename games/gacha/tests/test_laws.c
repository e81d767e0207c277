/* test_laws_gacha.c: the laws on decks so small that all worlds of a view can be counted (L6), and piles run out all the time.
 * TAP. */
#include <stdio.h> /* first: core bans some of what it declares */

#include "weights.h"
#include "games/gacha/gacha.h"
#include "laws.h"

enum { GAMES = 24 };

#define GACHA "irori deck 1\ngame gacha\nname small\n"

/* One back, so that shuffles alone tell cards apart; several, with claims of all kinds; one where passing happens. */
static const struct {
    const char *name, *deck;
    struct subject on;
} trials[] = {
    {"gacha, one back",
     GACHA "total cards 18\n"
           "back mecha girl daikon face mecha 6 face girl 6 face daikon 6\n"
           "total rewards 8\n"
           "reward mecha points 3 half none\n"
           "reward girl points 3 half none\n"
           "reward daikon points 3 half none\n"
           "reward mecha girl points 4 half none\n"
           "reward girl daikon points 4 half none\n"
           "reward mecha daikon points 4 half none\n"
           "reward mecha mecha points 4 half none\n"
           "reward girl girl points 4 half blue\n"
           "total tokens 6\n"
           "token turn 2\n"
           "token joker 2\n"
           "token points 2\n",
     {&gacha_game, ir_look, gacha_weight}},
    {"gacha, three backs",
     GACHA "total cards 17\n"
           "back mecha girl daikon face mecha 2 face girl 2 face daikon 2\n"
           "back mecha girl face mecha 3 face girl 2\n"
           "back girl daikon sushi face girl 2 face sushi 2 face daikon 2\n"
           "total rewards 12\n"
           "reward mecha points 3 half blue\n"
           "reward girl points 3 half pink\n"
           "reward daikon points 3 half blue\n"
           "reward mecha girl points 4 half rainbow\n"
           "reward girl daikon points 4 half pink\n"
           "reward mecha daikon points 4 half none\n"
           "reward mecha mecha points 4 half none\n"
           "reward girl girl points 4 half blue\n"
           "reward sushi any=any points 3 half none\n"
           "reward any any points 4 half blue\n"
           "reward girl points 1 half none\n"
           "reward mecha points 1 half none\n"
           "total tokens 8\n"
           "token turn 3\n"
           "token joker 3\n"
           "token points 2\n",
     {&gacha_game, ir_look, gacha_weight}},
    {"gacha, nothing to claim",
     GACHA "total cards 16\n"
           "back kitsune sushi face kitsune 6 face sushi 2\n"
           "back mecha girl face mecha 4 face girl 4\n"
           "total rewards 5\n"
           "reward sushi sushi points 3 half none\n"
           "reward sushi sushi any points 3 half none\n"
           "reward sushi sushi mecha points 3 half none\n"
           "reward mecha mecha mecha girl girl points 3 half none\n"
           "reward sushi sushi girl points 4 half none\n"
           "total tokens 6\n"
           "token turn 1\n"
           "token joker 2\n"
           "token points 3\n",
     {&gacha_game, ir_look, gacha_weight}},
};

int main(void)
{
    int failed = 0, n = (int)(sizeof trials / sizeof *trials);
    struct ir_rng rng;
    ir_rng_seed(&rng, 1);
    for (int i = 0; i < n; i++) {
        struct breach b = {0};
        uint64_t seen = 0;
        for (int game = 0; game < GAMES && !b.law; game++) {
            struct ir_state start;
            char why[IR_WHY_MAX];
            const char *options = game % 4 < 2 ? "deck=custom" : "round,deck=custom";
            if (ir_start(trials[i].on.game, &start, 2 + game % 2, options, trials[i].deck, why)) {
                printf("# %s\n", why);
                b.law = 5;
                break;
            }
            seen += laws_game(&trials[i].on, &start, &rng, 6, &b);
        }
        printf("%sok %d - %s: L1-L8 over %llu positions\n", b.law ? "not " : "", i + 1, trials[i].name,
               (unsigned long long)seen);
        if (b.law)
            printf("# %s\n", b.what);
        failed |= b.law != 0;
    }
    printf("1..%d\n", n);
    return failed;
}
