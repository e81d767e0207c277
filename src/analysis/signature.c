/* signature.c: a hash of reviews, which must be the same to the bit on every compiler and machine. */
#include "bots/bots.h"
#include "signature.h"

enum { TEXT = 1 << 18, NOISE = 4 };

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

static uint64_t mix_reals(uint64_t h, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        h = mix(h, bits);
    }
    return h;
}

/* A game of quick bots, every fourth of whose moves is random. */
static void record_make(const struct ir_game *g, char *text)
{
    struct ir_record record;
    struct ir_text t;
    struct ir_rng r;
    struct ir_notes notes = {{0}};
    char why[IR_WHY_MAX];
    ir_rng_seed(&r, 16);
    ir_text_start(&t, text, TEXT);
    int error = ir_record_begin(&record, g, g->min_seats, "", NULL, why);
    ir_record_print_header(&record, &t);
    while (!error && ir_turn(&record.state) != IR_OVER) {
        struct ir_state before = record.state;
        struct ir_row row = {.actor = (int8_t)ir_turn(&record.state)};
        if (row.actor == IR_CHANCE) {
            row.move = g->sample(&record.state, &r);
        } else {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            ir_look(g, &record.state, row.actor, &v);
            row.move = legal[ir_rng_below(&r, (uint32_t)g->legal(&v, legal))];
            if (ir_rng_below(&r, NOISE))
                row.move = ir_bot_move(ir_bot_role(g, IR_ROLE_QUICK), g, &v, &notes, &r, NULL);
        }
        error = ir_record_row(&record, row.actor, row.move, NULL, why);
        ir_record_print_row(&record, &row, &t);
        ir_note(g, &notes, &before, &record.state);
    }
    ir_record_print_end(&record, &t);
    ir_assert(!error && !t.cut);
}

static uint64_t result_hash(const struct ir_review_result *r)
{
    uint64_t h = mix(r->spent, (uint64_t)r->turning);
    h = mix_reals(h, &r->value[0][0], (size_t)(r->rows + 1) * IR_SEATS_MAX);
    for (uint32_t i = 0; i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        h = mix(mix(h, d->kind), (uint64_t)d->played << 16 | d->best);
        h = mix_reals(mix_reals(h, d->loss, IR_SEATS_MAX), d->rest, IR_SEATS_MAX);
        h = mix_reals(h, (const double[]){d->error, d->margin, d->doubt, d->miss}, 4);
        for (int k = 0; k < d->facts; k++)
            h = mix(mix(h, d->fact[k].kind), (uint32_t)d->fact[k].n[0]);
        for (const struct ir_review_move *m = &r->move[d->move], *end = m + d->moves; m < end; m++)
            h = mix_reals(mix(h, m->move), (const double[]){m->value, m->points, m->error}, 3);
    }
    for (uint32_t i = 0; i < r->chances; i++)
        h = mix_reals(mix_reals(h, r->chance[i].luck, IR_SEATS_MAX), r->chance[i].error, IR_SEATS_MAX);
    for (int i = 0; i < r->seats; i++) {
        const struct ir_review_seat *s = &r->seat[i];
        h = mix_reals(h, (const double[]){s->result, s->start, s->own, s->luck, s->others, s->rest, s->accuracy}, 7);
        h = mix_reals(mix_reals(h, (const double[]){s->loss, s->spread}, 2), s->like, IR_REVIEW_LEVELS);
    }
    return h;
}

uint64_t ir_reviews_signature(uint64_t nodes, void *memory, size_t size)
{
    uint64_t h = 0;
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        struct ir_replay replay;
        char *text = memory, why[IR_WHY_MAX];
        ir_assert(size > TEXT);
        record_make(*g, text);
        size_t need = ir_replay_size(text), at = TEXT + (need + 15) / 16 * 16;
        ir_assert(at < size);
        int error = ir_replay_open(&replay, ir_games, text, NULL, text + TEXT, need, why);
        ir_assert(!error && ir_review_size(&replay) <= size - at);
        struct ir_review *review = ir_review_open(text + at, size - at, &replay, nodes, 1);
        while (!ir_review_step(review, 100000))
            continue;
        h = mix(h, result_hash(ir_review_result(review)));
    }
    return h;
}
