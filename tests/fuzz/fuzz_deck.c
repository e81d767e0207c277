/* fuzz_deck.c: any bytes as a deck of every game that has decks: refused with a sentence, or played to the end without losing a
 * card. */
#include "irori.h"
#include "core/signature.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);
    if (n)
        memcpy(text, data, n);
    text[n] = 0;
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        if (!(*g)->deck)
            continue;
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            struct ir_state s;
            struct ir_rng r;
            char why[IR_WHY_MAX] = "";
            uint64_t chances = 0;
            if (ir_start(*g, &s, seats, "deck=custom", text, why)) {
                if (!why[0])
                    abort();
                continue;
            }
            ir_rng_seed(&r, n);
            ir_play_random(*g, &s, &r, &chances);
            if ((*g)->check(&s))
                abort();
        }
    }
    free(text);
    return 0;
}
