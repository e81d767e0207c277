/* fuzz_gacha_deck.c: any text as a Gacha deck: refused with a sentence, or playable to the end. */
#include "irori.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct ir_state s;
    struct ir_rng r;
    char why[IR_WHY_MAX];
    uint64_t chances = 0;
    char *text = malloc(n + 1);
    if (!text)
        return 0;
    memcpy(text, data, n);
    text[n] = 0;
    int error = ir_start(&ir_gacha, &s, n ? 2 + data[n - 1] % 5 : 2, "deck=custom", text, why);
    free(text);
    if (error)
        return strlen(why) ? 0 : (abort(), 0);
    ir_rng_seed(&r, n);
    ir_play_random(&ir_gacha, &s, &r, &chances);
    if (ir_gacha.check(&s))
        abort();
    return 0;
}
