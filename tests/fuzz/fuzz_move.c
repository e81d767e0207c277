/* fuzz_move.c: a text is a move only if that move prints as just that text. */
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
        int m = ir_games[i]->move_parse(text);
        char print[IR_TEXT_MAX];
        struct ir_text t;
        if (m < 0)
            continue;
        ir_text_start(&t, print, sizeof print);
        ir_games[i]->move_print((ir_move)m, &t);
        if (m >= ir_games[i]->n_moves || strcmp(print, text) != 0)
            abort();
    }
    free(text);
    return 0;
}
