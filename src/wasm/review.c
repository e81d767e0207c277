/* review.c: reviews in the page, only in the build for them (scripts/wasm.sh). An instance reviews its open record (records.c)
 * in steps, and judges single positions, from a seat's view or from the record. */
#include "page.h"

#include "irori_review.h"

static struct ir_review *review; /* NULL: none was begun since the record was opened */
static struct page_room room, text, piece;
static const struct ir_replay *reviewed;

int PAGE_CALL(page_review_open)(uint64_t nodes, uint64_t seed);
int PAGE_CALL(page_review_step)(uint64_t nodes);
void PAGE_CALL(page_review_rows)(uint32_t from, uint32_t to);
int PAGE_CALL(page_review_part)(void);
char *PAGE_CALL(page_review_part_at)(int size);
int PAGE_CALL(page_review_join)(int size);
int PAGE_CALL(page_review_result)(void);
char *PAGE_CALL(page_review_at)(void);
int PAGE_CALL(page_review_sight)(int row, int seat);
int PAGE_CALL(page_review_legal)(int row, int seat);
int PAGE_CALL(page_judge)(uint64_t nodes, uint64_t seed, uint32_t row);
int PAGE_CALL(page_why)(void);

/* Begins a review of the open record. Answers with how many rows have happened after each step of its replay. */
int page_review_open(uint64_t nodes, uint64_t seed)
{
    const struct ir_replay *r = reviewed = page_replay();
    struct ir_json j;
    review = NULL;
    if (!r)
        return page_refuse("stage", "no record is open");
    if (!page_room(&room, ir_review_size(r)))
        return page_refuse("size", "there is no memory left for a review of a record this long");
    review = ir_review_open(room.at, room.size, r, nodes, seed);
    page_begin(&j);
    ir_json_list(&j, "steps");
    for (uint32_t i = 0; i <= r->steps; i++)
        ir_json_int(&j, NULL, r->step[i]);
    ir_json_end(&j, ']');
    return page_end(&j);
}

/* Goes on for about so many nodes: how far it is, in thousandths; 1000: it is finished. */
int page_review_step(uint64_t nodes)
{
    if (!review || ir_review_step(review, nodes))
        return 1000;
    return (int)(999 * ir_review_progress(review));
}

/* Only these positions, for page_review_part. */
void page_review_rows(uint32_t from, uint32_t to)
{
    if (review && reviewed && from < to && to <= reviewed->rows + 1)
        ir_review_rows(review, from, to);
}

/* How many bytes a part has that is finished, at page_review_part_at; 0: there is no memory left for it. */
int page_review_part(void)
{
    size_t size = review ? ir_review_part_size(review) : 0;
    if (!size || !page_room(&piece, size))
        return 0;
    ir_review_part(review, piece.at);
    return (int)size;
}
/* Where a part is, or where to write one of this size that is to be joined; NULL: there is no memory left for it. */
char *page_review_part_at(int size)
{
    return page_room(&piece, (size_t)size) ? piece.at : NULL;
}
/* 1: no part is missing, the review is finished; 0: not yet; negative: this is not a part of it. */
int page_review_join(int size)
{
    return review ? ir_review_join(review, piece.at, (size_t)size) : IR_E_STAGE;
}

/* The length of the finished review as JSON, at page_review_at; 0: there is none. */
int page_review_result(void)
{
    const struct ir_review_result *result = review ? ir_review_result(review) : NULL;
    struct ir_json j;
    if (!result || !page_room(&text, ir_review_json_size(result)))
        return 0;
    ir_json_start(&j, text.at, text.size);
    ir_review_json(result, reviewed, &j);
    ir_assert(!j.text.cut);
    return (int)j.text.len;
}
char *page_review_at(void)
{
    return text.at;
}

/* Copies what a seat knew before this row of the open record to page_sight: as page_look does it at a table. */
int page_review_sight(int row, int seat)
{
    struct ir_replay *r = page_replay();
    struct ir_notes notes = {{0}};
    if (!r || row < 0 || (uint32_t)row >= r->rows)
        return page_refuse("stage", "no record is open, or it has no such row");
    for (ir_replay_seek(r, 0); r->at < (uint32_t)row;) {
        struct ir_state before = r->state;
        ir_replay_next(r, NULL);
        ir_note(r->record.game, &notes, &before, &r->state);
    }
    if (seat < 0 || seat >= ir_seats(&r->state) || !(ir_asked(r->record.game, r->state.b) >> seat & 1))
        return page_refuse("turn", "this seat is not asked here");
    ir_look(r->record.game, &r->state, seat, &page_sight.view);
    page_sight.notes = notes;
    return 0;
}

/* The moves that were possible for a seat before this row of the open record. */
int page_review_legal(int row, int seat)
{
    int refused = page_review_sight(row, seat);
    struct ir_json j;
    if (refused)
        return refused;
    page_begin(&j);
    ir_describe_legal(page_replay()->record.game, &page_sight.view, "legal", &j);
    return page_end(&j);
}

/* The move of page_sight with this name; IR_NO_MOVE: it is not possible. */
static ir_move move_of(const struct ir_game *g, const char *name)
{
    ir_move legal[IR_MOVES_MAX];
    for (int n = g->legal(&page_sight.view, legal), i = 0; i < n; i++) {
        char text_of[IR_TEXT_MAX];
        ir_move_text(g, legal[i], text_of);
        if (strcmp(text_of, name) == 0)
            return legal[i];
    }
    return IR_NO_MOVE;
}

/* in: game, a move, a better one. The facts that tell why, from page_sight. */
int page_why(void)
{
    char *at = page_in;
    const struct ir_game *g = ir_game_find(page_line(&at));
    const char *name = page_line(&at), *better = page_line(&at);
    struct ir_fact fact[IR_FACTS_MAX];
    struct ir_json j;
    if (!g)
        return page_refuse("command", "there is no such game");
    ir_move played = move_of(g, name), best = move_of(g, better);
    if (played == IR_NO_MOVE || best == IR_NO_MOVE)
        return page_refuse("move", "this move is not possible here");
    int n = ir_why(g, &page_sight.view, &page_sight.notes, played, best, fact);
    page_begin(&j);
    ir_json_list(&j, "why");
    for (int i = 0; i < n; i++)
        ir_fact_json(g, &fact[i], &j);
    ir_json_end(&j, ']');
    return page_end(&j);
}

/* in: game, move; without a move the best one counts as played. Judges page_sight as a review does it with this seed and row.
 */
int page_judge(uint64_t nodes, uint64_t seed, uint32_t row)
{
    char *at = page_in;
    const struct ir_game *g = ir_game_find(page_line(&at));
    const char *name = page_line(&at);
    ir_move move = IR_NO_MOVE, legal[IR_MOVES_MAX];
    struct ir_review_decision d;
    static struct ir_review_move moves[IR_REVIEW_MOVES];
    struct ir_json j;
    if (!g)
        return page_refuse("command", "there is no such game");
    int n = g->legal(&page_sight.view, legal);
    if (n < 1)
        return page_refuse("turn", "this seat is not asked here");
    if (*name)
        move = move_of(g, name);
    if (*name && move == IR_NO_MOVE)
        return page_refuse("move", "this move is not possible here");
    if (n == 1)
        move = legal[0];
    ir_review_position(g, &page_sight.view, &page_sight.notes, move, nodes, seed, row, &d, moves);
    page_begin(&j);
    ir_json_int(&j, "row", row);
    ir_review_decision_json(g, &d, moves, ir_view_seats(&page_sight.view), &j);
    return page_end(&j);
}
