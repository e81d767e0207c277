/* test_laws_pikit.c: the laws over PiKiT with decks of our own, made so that hands have many cards nobody saw and few worlds
 * fit a view: there L6 can count them, which it seldom can with the printed deck. TAP. */
#include <stdio.h> /* first: core bans some of what it declares */

#include "weights.h"
#include "games/pikit/pikit.h"
#include "laws.h"

static const struct {
    const char *name, *text;
} decks[] = {
    {"many 5s", "irori deck 1\ngame pikit\nname fives\ncard 2 2\ncard 4 3\ncard 5 16\ncard 8 6\ncard 10 4\ntotal 31\n"},
    {"thieves", "irori deck 1\ngame pikit\nname thieves\ncard 3 6\ncard 4 12\ncard 5 10\ncard 6 4\ncard 9 2\ntotal 34\n"},
    {"wild", "irori deck 1\ngame pikit\nname wild\ncard 1 1\ncard 8 20\ncard 9 7\ncard 10 8\ncard 11 8\ntotal 44\n"},
};

int main(void)
{
    static const struct subject on = {&pikit_game, ir_look, pikit_weight};
    int number = 0, failed = 0;
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++)
        for (int seats = 3; seats <= 4; seats++) { /* two players would need two of each number 1 - 8 */
            struct ir_rng rng;
            struct ir_state start;
            struct breach b = {0};
            char why[IR_WHY_MAX] = "";
            uint64_t seen = 0;
            ir_rng_seed(&rng, 40 + i);
            while (seen < 6000 && !b.law) {
                if (ir_start(&pikit_game, &start, seats, "deck=custom", decks[i].text, why)) {
                    b.law = 5;
                    break;
                }
                seen += laws_game(&on, &start, &rng, 12, &b);
            }
            failed |= b.law != 0;
            printf("%sok %d - pikit, %s, %d seats: L1-L8 over %llu positions\n", b.law ? "not " : "", ++number, decks[i].name,
                   seats, (unsigned long long)seen);
            if (b.law)
                printf("# %s%s\n", why, b.what);
        }
    printf("1..%d\n", number);
    return failed;
}
