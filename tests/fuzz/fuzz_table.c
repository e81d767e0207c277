/* fuzz_table.c: any lines are commands at a table, or rows offered to it; each is carried out or refused with a sentence, and
 * the table and the events a command makes are what a second table folds its row to; frames and records never break.
 *
 * A line: a letter for who (a-d people, k the keeper; capitals wait ten seconds first), a blank and the command; `< ` and text
 * is a row offered, where | stands for the end of a line. The first line is game, seats, settings. */
#include <stdlib.h>
#include <string.h>

#include "table/broadcast.h"
#include "core/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct ir_table t, twin, before;
static struct ir_story story;
static struct ir_broadcast cast[2]; /* the last two */
static int casts;
static char frame[2][IR_FRAME_MAX], rows[1 << 18], record[1 << 19];
static const char *row_at[4096];

static void check_sentence(int error, const char *why)
{
    if (error < 0 && (!memchr(why, 0, IR_WHY_MAX) || strlen(why) < 5))
        abort();
}

/* To some whole, to some a delta, and now and then to not all. */
static void frames(int64_t now)
{
    struct ir_broadcast *b = &cast[casts & 1], *last = &cast[!(casts & 1)];
    struct ir_json j;
    ir_broadcast_start(b, &t, &story, now, casts++ ? &last->moment : NULL);
    for (int seat = casts % 5 ? IR_SPECTATOR : 1; seat < t.n_seats; seat++) {
        ir_json_start(&j, frame[0], IR_FRAME_MAX);
        ir_broadcast_frame(b, seat, 1, 0, &j);
        if (j.text.cut || j.depth)
            abort();
        ir_json_start(&j, frame[1], IR_FRAME_MAX);
        ir_table_frame(&t, seat, &story, 1, now, &j);
        if (strcmp(frame[0], frame[1]) != 0)
            abort();
        ir_json_start(&j, frame[1], IR_FRAME_MAX);
        ir_broadcast_frame(b, seat, 1, 1, &j);
        if (j.text.cut || j.depth || j.text.len > strlen(frame[0]) + 256)
            abort();
    }
}

static void record_check(size_t n)
{
    const struct ir_game *const *games = ir_all_games;
    struct ir_text text;
    struct ir_record r;
    struct ir_row row;
    char why[IR_WHY_MAX];
    ir_text_start(&text, record, sizeof record);
    if (ir_table_record(&t, NULL, row_at, n, &text, why) || text.cut)
        abort();
    ir_record_reader(&r, games, NULL);
    for (const char *p = record; *p; p += strcspn(p, "\n") + 1)
        if (ir_record_read(&r, p, strcspn(p, "\n"), &row, NULL, why) < 0)
            abort();
    if (ir_record_close(&r, why) < 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ir_game *const *games = ir_all_games;
    static char text[1 << 16];
    static struct ir_done done;
    uint8_t secret[32] = {7}, commit[32];
    char why[IR_WHY_MAX];
    int64_t now = 1789000000000;
    size_t n_rows = 0, used = 0;
    if (size < 4 || size >= sizeof text || memchr(data, 0, size))
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    char *line = text + strcspn(text, "\n");
    if (*line)
        *line++ = 0;
    ir_commit(commit, secret);
    size_t n_games = 0;
    while (games[n_games])
        n_games++;
    int error =
        ir_table_open(&t, games[(uint8_t)text[0] % n_games], "fuzz", text[1] - '0', "", NULL, text + 2, 'a', commit, why);
    check_sentence(error, why);
    if (error)
        return 0;
    twin = t;
    casts = 0;
    for (uint64_t id = 1; *line; id++) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end, letter = line[0];
        *end = 0;
        before = t;
        if (letter == '<' && line[1] == ' ') {
            for (char *p = line; *p; p++)
                if (*p == '|')
                    *p = '\n';
            if (ir_table_fold(&t, line + 2, t.seq + 1, t.sub, 'b', 0, now, &story, why) < 0) {
                check_sentence(-1, why);
                if (memcmp(&t, &before, sizeof t) != 0)
                    abort();
            }
            t = before;
        } else if (letter && line[1] == ' ') {
            if (letter >= 'A' && letter <= 'Z') {
                now += 10000;
                letter = (char)(letter | 32);
            }
            struct ir_command c = {.who = letter == 'k' ? 0 : (uint8_t)letter, .id = id, .seq = t.seq, .text = line + 2};
            error = ir_table_do(&t, &c, secret, now, &done, why);
            check_sentence(error, why);
            if (memcmp(&t, &before, sizeof t) != 0)
                abort();
            if (!error) {
                t = done.after;
                if (ir_table_fold(&twin, done.row, done.seq, done.sub, c.who, id, now, &story, why) != done.closed ||
                    memcmp(&t, &twin, sizeof t) != 0 || story.n != done.story.n ||
                    memcmp(story.e, done.story.e, (size_t)story.n * sizeof *story.e) != 0)
                    abort();
                frames(now);
                size_t length = strlen(done.row) + 1;
                if (n_rows == sizeof row_at / sizeof *row_at || used + length > sizeof rows)
                    return 0;
                row_at[n_rows++] = memcpy(rows + used, done.row, length);
                used += length;
            }
        }
        line = next;
    }
    record_check(n_rows);
    return 0;
}
