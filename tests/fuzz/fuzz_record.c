/* fuzz_record.c: any bytes are a record that folds, or a refusal with a reason; never a crash, never silence. */
#include "irori.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ir_record r;
    struct ir_row row;
    struct ir_events ev;
    char why[IR_WHY_MAX];
    int kind = 0;
    ir_record_reader(&r, ir_all_games, NULL);
    for (size_t at = 0; at < size && kind >= 0;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end ? (size_t)(end - data) - at : size - at;
        kind = ir_record_read(&r, (const char *)data + at, n, &row, &ev, why);
        at += n + 1;
    }
    if (kind < 0 || ir_record_close(&r, why) < 0) {
        if (!why[0] || strlen(why) >= IR_WHY_MAX)
            abort();
    } else if (r.game->check(&r.state)) {
        abort();
    }
    return 0;
}
