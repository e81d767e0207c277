/* fuzz_record.c: any bytes are a record that folds, or a refusal with a reason; never a crash, never silence. What folds can be
 * gone through again, and ends where it did. */
#include "irori.h"
#include "core/record.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replayed(const uint8_t *data, size_t size, const struct ir_record *r)
{
    static struct ir_replay replay;
    struct ir_audit audit;
    char why[IR_WHY_MAX], *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    size_t room = ir_replay_size(text);
    void *memory = malloc(room);
    int error = ir_replay_open(&replay, ir_all_games, text, ir_record_deck(text), memory, room, why);
    if (ir_audit_run(ir_all_games, text, ir_record_deck(text), &audit, why) && !why[0])
        abort();
    if (!error) {
        ir_replay_step(&replay, replay.steps / 2, NULL);
        ir_replay_step(&replay, replay.steps, NULL);
        if (ir_hash(replay.record.game, &replay.state) != ir_hash(replay.record.game, &replay.record.state))
            abort();
    }
    if (r && (error || replay.rows != r->rows))
        abort();
    free(memory);
    free(text);
}

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
        replayed(data, size, NULL);
    } else if (r.game->check(&r.state)) {
        abort();
    } else {
        replayed(data, size, &r);
    }
    return 0;
}
