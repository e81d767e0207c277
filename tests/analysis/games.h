/* games.h: recorded games for the tests of reviews: bots play, and the record is opened as a replay. */
#ifndef IR_TEST_GAMES_H
#define IR_TEST_GAMES_H

#include <stdlib.h>

#include "bots/bots.h"
#include "irori_review.h"

struct played {
    struct ir_replay replay;
    void *memory;
    char *text;
};

/* Each seat plays as `bot` says, the weakest level if NULL, with at most so many nodes; every `noise`-th move is random.
 * resign: a seat that resigns after 20 rows, or -1. rows: at most so many, so that the game may be left unfinished; 0: to the
 * end. Exits if anything is wrong. */
static inline void game_play_few(struct played *p, const struct ir_game *g, int seats, const char *options,
                                 const char *const *bot, uint32_t noise, uint64_t seed, int resign, uint32_t rows,
                                 uint64_t nodes)
{
    const struct ir_budget few = {.nodes = nodes};
    enum { SIZE = 1 << 18 };
    struct ir_record record;
    struct ir_text t;
    struct ir_rng rng, luck;
    struct ir_notes notes = {{0}};
    char why[IR_WHY_MAX];
    p->text = malloc(SIZE);
    ir_text_start(&t, p->text, SIZE);
    ir_rng_seed(&rng, seed);
    ir_rng_seed(&luck, ~seed);
    if (ir_record_begin(&record, g, seats, options, NULL, why))
        abort();
    ir_record_print_header(&record, &t);
    while (ir_turn(&record.state) != IR_OVER && !(record.resigned && seats == 2) && (!rows || record.rows < rows)) {
        int turn = ir_turn(&record.state);
        struct ir_state before = record.state;
        struct ir_row row = {(int8_t)turn, 0};
        if (turn == IR_CHANCE) {
            row.move = g->sample(&record.state, &luck);
        } else {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            ir_look(g, &record.state, turn, &v);
            const struct ir_bot *b = bot ? ir_bot_find(g, bot[turn]) : ir_bot_level(g, 0);
            row.move = noise && ir_rng_below(&rng, noise) == 0
                           ? legal[ir_rng_below(&rng, (uint32_t)g->legal(&v, legal))]
                           : ir_bot_move(b, g, &v, &notes, &rng, b->budget.nodes > nodes ? &few : NULL);
        }
        if (ir_record_row(&record, turn, row.move, NULL, why))
            abort();
        ir_record_print_row(&record, &row, &t);
        ir_note(g, &notes, &before, &record.state);
        if (record.rows == 20 && resign >= 0) {
            if (ir_record_resign(&record, resign, why))
                abort();
            ir_record_print_resign(resign, &t);
        }
    }
    ir_record_print_end(&record, &t);
    size_t size = ir_replay_size(p->text);
    p->memory = malloc(size);
    if (t.cut || ir_replay_open(&p->replay, ir_all_games, p->text, NULL, p->memory, size, why))
        abort();
}

static inline void game_play(struct played *p, const struct ir_game *g, int seats, const char *options, const char *const *bot,
                             uint32_t noise, uint64_t seed, int resign, uint32_t rows)
{
    game_play_few(p, g, seats, options, bot, noise, seed, resign, rows, 10000);
}

static inline void game_free(struct played *p)
{
    free(p->memory);
    free(p->text);
}

/* A whole review, in steps of so many nodes; the caller frees it. */
static inline struct ir_review *review_make(const struct ir_replay *replay, uint64_t nodes, uint64_t seed, uint64_t step)
{
    size_t size = ir_review_size(replay);
    struct ir_review *r = ir_review_open(malloc(size), size, replay, nodes, seed);
    while (!ir_review_step(r, step))
        continue;
    return r;
}

static inline char *review_text(const struct ir_review *r, const struct ir_replay *replay)
{
    size_t size = ir_review_json_size(ir_review_result(r));
    char *text = malloc(size);
    struct ir_json j;
    ir_json_start(&j, text, size);
    ir_review_json(ir_review_result(r), replay, &j);
    if (j.text.cut)
        abort();
    return text;
}

#endif
