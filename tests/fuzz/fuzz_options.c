/* fuzz_options.c: any text is options that print back to the same values and start a game, or a refusal with a reason. */
#include "irori.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    for (int i = 0; ir_games[i]; i++) {
        const struct ir_game *g = ir_games[i];
        int16_t value[IR_OPTIONS_MAX], again[IR_OPTIONS_MAX];
        char why[IR_WHY_MAX], print[IR_OPTIONS_TEXT];
        struct ir_text t;
        struct ir_state s;
        if (ir_options_parse(g, text, value, why)) {
            if (!why[0])
                abort();
            continue;
        }
        ir_text_start(&t, print, sizeof print);
        ir_options_print(g, value, &t);
        int n = 0;
        while (g->option[n].name)
            n++;
        if (ir_options_parse(g, print, again, why) || memcmp(value, again, (size_t)n * sizeof *value) != 0)
            abort();
        for (int seats = g->min_seats; seats <= g->max_seats; seats++)
            if (ir_start(g, &s, seats, text, NULL, why) == IR_OK && g->check(&s))
                abort();
    }
    free(text);
    return 0;
}
