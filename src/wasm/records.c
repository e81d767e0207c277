/* records.c: finished games: replay of a record step by step, and its audit. An instance has at most one open record. */
#include "page.h"

enum { WASM_PAGE = 65536 };

static struct ir_replay replay; /* if its game is NULL, none is open */
static struct page_room room;   /* for it */

int PAGE_CALL(page_replay_open)(void);
int PAGE_CALL(page_replay_frame)(int step, int seat);
int PAGE_CALL(page_verify)(void);

int page_room(struct page_room *r, size_t size)
{
    if (r->size >= size)
        return 1;
    size_t pages = (size + WASM_PAGE - 1) / WASM_PAGE, end = __builtin_wasm_memory_grow(0, pages);
    if (end == SIZE_MAX)
        return 0;
    r->at = (char *)(end * WASM_PAGE);
    r->size = pages * WASM_PAGE;
    return 1;
}

struct ir_replay *page_replay(void)
{
    return replay.record.game ? &replay : NULL;
}

/* in: a record and, after a line with a form feed, its custom deck if it has one. */
int page_replay_open(void)
{
    char why[IR_WHY_MAX];
    struct ir_json j;
    size_t size = ir_replay_size(page_in);
    if (!page_room(&room, size))
        return page_refuse("size", "there is no memory left for a record this long");
    int error = ir_replay_open(&replay, ir_games, page_in, ir_record_deck(page_in), room.at, room.size, why);
    if (error) {
        replay.record.game = NULL;
        return page_refuse_why(error, why);
    }
    page_begin(&j);
    ir_json_str(&j, "game", replay.record.game->name);
    ir_json_int(&j, "seats", ir_seats(&replay.state));
    ir_json_int(&j, "steps", replay.steps);
    return page_end(&j);
}

/* A frame: the position after so many steps as a seat saw it, and the events of the last step. */
int page_replay_frame(int step, int seat)
{
    struct ir_json j;
    if (!replay.record.game || step < 0 || (uint32_t)step > replay.steps)
        return page_refuse("stage", "no record is open, or it has no such step");
    if (seat < IR_SPECTATOR || seat >= ir_seats(&replay.state))
        return page_refuse("seat", "there is no such seat");
    ir_json_start(&j, page_out, sizeof page_out);
    ir_replay_frame(&replay, (uint32_t)step, seat, &j);
    ir_assert(!j.text.cut);
    return (int)j.text.len;
}

/* in: as page_replay_open. An open record stays open. */
int page_verify(void)
{
    char why[IR_WHY_MAX];
    struct ir_audit a;
    struct ir_json j;
    int error = ir_audit_run(ir_games, page_in, ir_record_deck(page_in), &a, why);
    if (error)
        return page_refuse_why(error, why);
    page_begin(&j);
    ir_json_int(&j, "outcomes", a.agree);
    ir_json_int(&j, "of", a.outcomes);
    ir_json_int(&j, "line", a.line);
    ir_json_str(&j, "due", a.line ? a.due : NULL);
    ir_json_bool(&j, "agree", !a.line && a.agree == a.outcomes);
    return page_end(&j);
}
