/* test_why.c: reasons (docs/analysis.md) of every game. What they say is tested by each game; here: they are facts of a view,
 * so they stay the same when hidden cards are exchanged; their JSON has just the members that the game names; the slips of a
 * review have the reasons that ir_why gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "games.h"

_Noreturn void ir_panic(const char *what, const char *file, int line);
_Noreturn void ir_panic(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static void check_json(const struct ir_game *g, const struct ir_fact *f)
{
    char text[512];
    struct ir_json j;
    const struct ir_fact_kind *k = &ir_reasons(g)->kind[f->kind];
    ir_json_start(&j, text, sizeof text);
    ir_fact_json(g, f, &j);
    assert_false(j.text.cut);
    assert_true(j.text.len < 320); /* what ir_review_json_size allows */
    json_t *o = json_loads(text, 0, NULL);
    assert_non_null(o);
    size_t members = 1 + (f->of != IR_OF_POSITION);
    assert_string_equal(json_string_value(json_object_get(o, "fact")), k->name);
    for (int i = 0; i < 4; i++) {
        if (!k->field[i]) {
            assert_true(f->n[i] == IR_NO_FACT); /* a number that nobody would see */
            continue;
        }
        char name[32];
        const char *colon = strchr(k->field[i], ':');
        snprintf(name, sizeof name, "%.*s", (int)(colon - k->field[i]), k->field[i]);
        const json_t *v = json_object_get(o, name);
        if (f->n[i] == IR_NO_FACT) {
            assert_null(v);
            continue;
        }
        assert_non_null(v);
        members++;
        double number = json_number_value(v), n = f->n[i];
        switch (colon[1]) {
        case 'n':
        case 's': assert_true(json_is_integer(v) && number == n); break;
        case 'p':
            assert_true(n >= 0 && n <= 1000);
            assert_true(number * 1000 - n < 1e-6 && n - number * 1000 < 1e-6);
            break;
        case 'd': assert_true(number * 10 - n < 1e-6 && n - number * 10 < 1e-6); break;
        default: assert_true(json_is_string(v) && json_string_length(v) > 0);
        }
    }
    assert_int_equal(json_object_size(o), members);
    json_decref(o);
}

/* The same reasons from the view of another world that has this view. */
static void check_exchange(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, ir_move played,
                           ir_move better, struct ir_rng *r)
{
    struct ir_fact f[IR_FACTS_MAX], other[IR_FACTS_MAX];
    struct ir_state world;
    struct ir_view again;
    int n = ir_why(g, v, notes, played, better, f);
    g->imagine(v, r, &world);
    ir_look(g, &world, v->seat, &again);
    assert_int_equal(ir_why(g, &again, notes, played, better, other), n);
    for (int i = 0; i < n; i++) {
        assert_true(f[i].kind < ir_reasons(g)->kinds && f[i].of <= IR_OF_PLAYED &&
                    (f[i].of != IR_OF_PLAYED || played != IR_NO_MOVE));
        assert_true(f[i].kind == other[i].kind && f[i].of == other[i].of && !memcmp(f[i].n, other[i].n, sizeof f[i].n));
        for (int k = 0; k < i; k++) /* nothing is said twice */
            assert_false(f[i].kind == f[k].kind && f[i].of == f[k].of && !memcmp(f[i].n, f[k].n, sizeof f[i].n));
        check_json(g, &f[i]);
    }
}

static void test_views(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        struct ir_rng r;
        ir_rng_seed(&r, 11);
        for (int i = 0; i < 12; i++) {
            struct played p;
            struct ir_notes notes = {{0}};
            int seats = (*g)->min_seats + i % ((*g)->max_seats - (*g)->min_seats + 1);
            game_play(&p, *g, seats, "", NULL, 3, (uint64_t)i + 1, -1, 0);
            while (p.replay.at < p.replay.rows) {
                const struct ir_row *row = &p.replay.row[p.replay.at];
                struct ir_state before = p.replay.state;
                if (row->actor != IR_CHANCE) {
                    struct ir_view v;
                    ir_move legal[IR_MOVES_MAX];
                    ir_replay_view(&p.replay, row->actor, &v);
                    ir_move better = legal[ir_rng_below(&r, (uint32_t)(*g)->legal(&v, legal))];
                    check_exchange(*g, &v, &notes, row->move, better, &r);
                    check_exchange(*g, &v, NULL, IR_NO_MOVE, better, &r);
                }
                ir_replay_next(&p.replay, NULL);
                ir_note(*g, &notes, &before, &p.replay.state);
            }
            game_free(&p);
        }
    }
}

static void test_names(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++)
        for (int i = 0; ir_reasons(*g) && i < ir_reasons(*g)->kinds; i++) {
            const struct ir_fact_kind *kind = ir_reasons(*g)->kind;
            assert_non_null(kind[i].name);
            for (int k = 0; k < i; k++)
                assert_string_not_equal(kind[i].name, kind[k].name);
        }
}

static void test_review(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        struct played p;
        game_play(&p, *g, 2, "", NULL, 3, 5, -1, 0);
        struct ir_review *review = review_make(&p.replay, 100, 1, 1000000);
        const struct ir_review_result *r = ir_review_result(review);
        struct ir_notes notes = {{0}};
        uint32_t slips = 0;
        for (uint32_t i = 0; i < r->decisions; i++) {
            const struct ir_review_decision *d = &r->decision[i];
            struct ir_view v;
            struct ir_fact f[IR_FACTS_MAX];
            while (p.replay.at < d->row) {
                struct ir_state before = p.replay.state;
                ir_replay_next(&p.replay, NULL);
                ir_note(*g, &notes, &before, &p.replay.state);
            }
            if (d->kind != IR_REVIEW_SLIP) {
                assert_int_equal(d->facts, 0);
                continue;
            }
            ir_replay_view(&p.replay, d->seat, &v);
            assert_int_equal(ir_why(*g, &v, &notes, d->played, d->best, f), d->facts);
            for (int k = 0; k < d->facts; k++)
                assert_true(f[k].kind == d->fact[k].kind && !memcmp(f[k].n, d->fact[k].n, sizeof f[k].n));
            slips++;
        }
        assert_true(slips > 0);
        free(review);
        game_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_views), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_review)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
