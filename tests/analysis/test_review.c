/* test_review.c: reviews (docs/analysis.md). The sum is exact for every seat of every game; nothing is blamed that is not a
 * mistake beyond doubt; the judgement of a decision sees a view and no cards; the size of steps changes nothing, nor who judges
 * which rows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "games.h"
#include "analysis/summary.h"

_Noreturn void ir_panic(const char *what, const char *file, int line);
_Noreturn void ir_panic(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

enum { NODES = 100 };

/* ---- the sum, from the JSON alone ---- */

static double number(const json_t *j, const char *key)
{
    const json_t *v = json_object_get(j, key);
    assert_true(json_is_number(v));
    return json_number_value(v);
}
static double nth(const json_t *j, const char *key, size_t i)
{
    const json_t *v = json_array_get(json_object_get(j, key), i);
    assert_true(json_is_number(v));
    return json_number_value(v);
}

/* The largest fault: of a seat's sum, of a row of the sum against its parts, or of an event against zero over all seats. */
static double fault(const json_t *review)
{
    const json_t *seats = json_object_get(review, "seats"), *decisions = json_object_get(review, "decisions"),
                 *chances = json_object_get(review, "chances"), *values = json_object_get(review, "values"), *e;
    size_t n = json_array_size(seats), rows = (size_t)number(review, "rows"), i;
    double worst = 0;
    assert_int_equal(json_array_size(values), rows + 1);
    for (size_t k = 0; k < n; k++) {
        const json_t *s = json_array_get(seats, k);
        double own = 0, others = 0, luck = 0, rest = 0;
        json_array_foreach(decisions, i, e)
        {
            *((size_t)number(e, "seat") == k ? &own : &others) += nth(e, "loss", k);
            rest += nth(e, "rest", k);
        }
        json_array_foreach(chances, i, e) luck += nth(e, "luck", k);
        double last = json_number_value(json_array_get(json_array_get(values, rows), k));
        worst = fmax(worst, fabs(number(s, "start") + own + luck + others + rest - number(s, "result")));
        worst = fmax(worst, fabs(own - number(s, "own")));
        worst = fmax(worst, fabs(others - number(s, "others")));
        worst = fmax(worst, fabs(luck - number(s, "luck")));
        worst = fmax(worst, fabs(rest - number(s, "rest")));
        worst = fmax(worst, fabs(last - number(s, "result")));
    }
    json_array_foreach(decisions, i, e)
    {
        double loss = 0, rest = 0;
        for (size_t k = 0; k < n; k++)
            loss += nth(e, "loss", k), rest += nth(e, "rest", k);
        worst = fmax(worst, fmax(fabs(loss), fabs(rest)));
    }
    json_array_foreach(chances, i, e)
    {
        double luck = 0;
        for (size_t k = 0; k < n; k++)
            luck += nth(e, "luck", k);
        worst = fmax(worst, fabs(luck));
    }
    return worst;
}

static json_t *review_json(const struct ir_review *r, const struct ir_replay *replay)
{
    char *text = review_text(r, replay);
    json_t *j = json_loads(text, 0, NULL);
    assert_non_null(j);
    free(text);
    return j;
}

/* ---- what must hold in any review ---- */

static void decisions_check(const struct ir_review_result *r, const struct ir_replay *replay)
{
    uint32_t moves = 0;
    for (uint32_t i = 0; i < r->decisions; i++) {
        const struct ir_review_decision *d = &r->decision[i];
        if (d->kind == IR_REVIEW_RESIGN)
            continue;
        moves++;
        assert_int_equal(replay->row[d->row].actor, d->seat);
        assert_int_equal(replay->row[d->row].move, d->played);
        assert_true(d->loss[d->seat] <= 0);
        assert_int_equal(d->kind == IR_REVIEW_FORCED, d->legal == 1);
        assert_int_equal(d->kind == IR_REVIEW_SLIP, d->best != d->played);
        for (int k = 0; k < r->seats; k++)
            assert_true(d->kind == IR_REVIEW_SLIP || d->loss[k] == 0);
        if (d->kind == IR_REVIEW_SLIP)
            assert_true(-d->loss[d->seat] > 1.5 * d->error);
        if (d->kind == IR_REVIEW_FORCED) /* and nothing is said of it */
            assert_int_equal(d->moves, 0);
    }
    uint32_t rows = 0;
    for (uint32_t i = 0; i < replay->rows; i++)
        rows += replay->row[i].actor >= 0;
    assert_int_equal(moves, rows);
    for (int k = 0; k < r->seats; k++) {
        assert_true(r->seat[k].own <= 1e-12);
        assert_true(r->seat[k].accuracy >= 0 && r->seat[k].accuracy <= 100);
    }
}

static void one(const struct ir_game *g, int seats, const char *options, uint64_t seed, int resign, uint32_t rows,
                double *worst)
{
    struct played p;
    game_play(&p, g, seats, options, NULL, 4, seed, resign, rows);
    struct ir_review *r = review_make(&p.replay, NODES, seed, 1000);
    const struct ir_review_result *result = ir_review_result(r);
    assert_int_equal(result->over, rows == 0 || p.replay.record.over);
    decisions_check(result, &p.replay);
    json_t *j = review_json(r, &p.replay);
    *worst = fmax(*worst, fault(j));
    json_decref(j);
    free(r);
    game_free(&p);
}

static const char *short_of(const struct ir_game *g) /* a short game of this kind */
{
    for (const struct ir_option *o = g->option; o->name; o++)
        if (strcmp(o->name, "rounds") == 0)
            return "rounds=3";
    return "";
}

static int games_each = 4;

static void test_sum(void **state)
{
    (void)state;
    int games = 0;
    double worst = 0;
    for (const struct ir_game *const *g = ir_all_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            for (int i = 0; i < games_each; i++, games++)
                one(*g, seats, short_of(*g), (uint64_t)(games * 10 + seats), -1, 0, &worst);
            one(*g, seats, short_of(*g), 5, seats - 1, 0, &worst); /* somebody resigns */
            one(*g, seats, short_of(*g), 6, -1, 30, &worst);       /* a game in progress */
            games += 2;
        }
    print_message("# %d games, the sum is off by %.1e at most\n", games, worst);
    assert_true(worst < 1e-9);
}

/* A wrong number anywhere in the sum is noticed. */
static void test_planted(void **state)
{
    (void)state;
    struct played p;
    const struct ir_game *g = ir_games[0];
    game_play(&p, g, g->min_seats, short_of(g), NULL, 2, 7, -1, 0);
    struct ir_review *r = review_make(&p.replay, NODES, 1, 1000);
    static const char *const list[] = {"decisions", "decisions", "chances"}, *const part[] = {"loss", "rest", "luck"};
    static const char *const row[] = {"start", "own", "luck", "others", "rest", "result"};
    json_t *j = review_json(r, &p.replay);
    assert_true(fault(j) < 1e-9);
    for (int i = 0; i < 3; i++) {
        json_t *all = json_object_get(j, list[i]), *x = json_object_get(json_array_get(all, json_array_size(all) / 2), part[i]);
        double was = json_number_value(json_array_get(x, 0));
        json_array_set_new(x, 0, json_real(was + 1e-6));
        assert_true(fault(j) > 1e-7);
        json_array_set_new(x, 0, json_real(was));
    }
    for (int i = 0; i < 6; i++) {
        json_t *s = json_array_get(json_object_get(j, "seats"), 1);
        double was = number(s, row[i]);
        json_object_set_new(s, row[i], json_real(was + 1e-6));
        assert_true(fault(j) > 1e-7);
        json_object_set_new(s, row[i], json_real(was));
    }
    assert_true(fault(j) < 1e-9);
    json_decref(j);
    free(r);
    game_free(&p);
}

static void test_steps(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++) {
        struct played p;
        char *want = NULL;
        game_play(&p, *g, (*g)->max_seats, short_of(*g), NULL, 4, 11, -1, 0);
        static const uint64_t step[] = {1, 777, 100000000};
        free(review_make(&p.replay, 1, 3, 1000)); /* the fewest nodes end, too */
        for (int i = 0; i < 3; i++) {
            struct ir_review *r = review_make(&p.replay, NODES, 3, step[i]);
            char *text = review_text(r, &p.replay);
            if (want)
                assert_string_equal(text, want);
            free(want);
            want = text;
            free(r);
        }
        struct ir_review *r = review_make(&p.replay, NODES, 4, 1000); /* another seed gives other numbers */
        char *text = review_text(r, &p.replay);
        assert_true(strcmp(text, want) != 0);
        free(text);
        free(want);
        free(r);
        game_free(&p);
    }
}

/* What decided a game follows from the winner's sum. */
static void test_verdict(void **state)
{
    (void)state;
    static const struct {
        double luck, own, others, rest;
        enum ir_review_verdict want;
    } of[] = {
        {0.5, 0, 0, 0, IR_REVIEW_LUCK},
        {0.5, -0.3, 0.2, 0, IR_REVIEW_LUCK}, /* slips that cancel out */
        {-0.2, -0.1, 0.8, 0, IR_REVIEW_DESPITE},
        {-0.015, -0.1, 0.8, 0, IR_REVIEW_PLAY}, /* luck within its error is none */
        {0.4, -0.1, 0.2, 0, IR_REVIEW_MOSTLY_LUCK},
        {0.1, 0, 0.4, 0, IR_REVIEW_MOSTLY_PLAY},
        {0.3, 0, 0.2, 0, IR_REVIEW_BOTH},
        {-0.1, -0.2, 0.1, 0.7, IR_REVIEW_REST},
        {-0.01, -0.02, 0, -0.1, IR_REVIEW_NEITHER},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct ir_review_result r = {.seats = 3, .over = 1};
        r.seat[1] = (struct ir_review_seat){
            .result = 1, .luck = of[i].luck, .luck_error = 0.01, .own = of[i].own, .others = of[i].others, .rest = of[i].rest};
        review_verdict(&r);
        assert_int_equal(r.winner, 1);
        assert_int_equal(r.verdict, of[i].want);
        r.over = 0;
        review_verdict(&r);
        assert_int_equal(r.winner, -1);
        assert_int_equal(r.verdict, IR_REVIEW_NOBODY);
    }
}

/* The decisive slip is the one of others that helped the winner most, not the largest. */
static void test_decisive(void **state)
{
    (void)state;
    const struct ir_review_decision slip[] = {
        {.kind = IR_REVIEW_SLIP, .seat = 0, .loss = {-0.9, 0.5, 0.4}},   /* the winner's own */
        {.kind = IR_REVIEW_SLIP, .seat = 2, .loss = {0.1, 0.2, -0.3}},   /* the largest of others */
        {.kind = IR_REVIEW_SLIP, .seat = 1, .loss = {0.2, -0.25, 0.05}}, /* helped most */
        {.kind = IR_REVIEW_RESIGN, .seat = 2, .loss = {0.5, 0, -0.5}},
        {.kind = IR_REVIEW_SLIP, .seat = 1, .loss = {0.009, -0.009, 0}}, /* not worth telling */
    };
    struct ir_review_result r = {.seats = 3, .over = 1, .decision = slip, .decisions = 5, .seat = {{.result = 1}}};
    review_verdict(&r);
    assert_int_equal(r.decisive, 2);
    r.decisions = 1;
    review_verdict(&r);
    assert_int_equal(r.decisive, -1);
    r.decision = slip + 4;
    review_verdict(&r);
    assert_int_equal(r.decisive, -1);
    r.decision = slip, r.decisions = 5;
    r.seat[0].result = r.seat[1].result = 0.5; /* a shared win */
    review_verdict(&r);
    assert_true(r.decisive == -1 && r.winner == -1 && r.verdict == IR_REVIEW_NOBODY);
}

/* A part of a review as bytes, which the caller frees. */
static void *part_make(const struct ir_replay *replay, uint32_t from, uint32_t to, size_t *bytes)
{
    size_t size = ir_review_size(replay);
    struct ir_review *r = ir_review_open(malloc(size), size, replay, NODES, 3);
    ir_review_rows(r, from, to);
    while (!ir_review_step(r, 1000))
        assert_true(ir_review_progress(r) < 1);
    assert_null(ir_review_result(r));
    void *part = malloc(*bytes = ir_review_part_size(r));
    ir_review_part(r, part);
    free(r);
    return part;
}

/* Joins parts of so many positions each, the last one first. */
static char *joined(const struct ir_replay *replay, uint32_t each)
{
    size_t size = ir_review_size(replay), bytes;
    struct ir_review *r = ir_review_open(malloc(size), size, replay, NODES, 3);
    for (uint32_t all = replay->rows + 1, n = (all + each - 1) / each; n-- > 0;) {
        void *part = part_make(replay, n * each, (n + 1) * each < all ? (n + 1) * each : all, &bytes);
        assert_null(ir_review_result(r));
        assert_int_equal(ir_review_join(r, part, bytes - 1), IR_E_RECORD);
        assert_int_equal(ir_review_join(r, part, bytes), n == 0);
        assert_int_equal(ir_review_join(r, part, bytes), n ? IR_E_AGAIN : IR_E_STAGE);
        free(part);
    }
    char *text = review_text(r, replay);
    free(r);
    return text;
}

/* However a review is divided, it is the same to the last digit. */
static void test_parts(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_all_games; *g; g++)
        for (int kind = 0; kind < 3; kind++) { /* to the end; somebody resigns; in progress */
            struct played p, other;
            size_t bytes;
            game_play(&p, *g, (*g)->max_seats, short_of(*g), NULL, 4, 12, kind == 1 ? 0 : -1, kind == 2 ? 30 : 0);
            struct ir_review *r = review_make(&p.replay, NODES, 3, 1000);
            char *want = review_text(r, &p.replay);
            const uint32_t all = p.replay.rows + 1, each[] = {all, (all + 1) / 2, (all + 2) / 3, 7, 1};
            for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
                char *text = joined(&p.replay, each[i]);
                assert_string_equal(text, want);
                free(text);
            }
            /* a part of another review is refused */
            game_play(&other, *g, (*g)->max_seats, short_of(*g), NULL, 4, 13, -1, 25);
            void *part = part_make(&other.replay, 0, 5, &bytes);
            size_t size = ir_review_size(&p.replay);
            struct ir_review *fresh = ir_review_open(malloc(size), size, &p.replay, NODES, 3);
            assert_int_equal(ir_review_join(fresh, part, bytes), IR_E_RECORD);
            free(fresh);
            free(part);
            free(want);
            free(r);
            game_free(&other);
            game_free(&p);
        }
}

/* The judgement of every decision is the one that a view gives by itself, taken from a world with other hidden cards. */
static void test_secrets(void **state)
{
    (void)state;
    int other = 0;
    for (const struct ir_game *const *games = ir_all_games; *games; games++) {
        const struct ir_game *g = *games;
        struct played p;
        struct ir_notes notes = {{0}};
        struct ir_rng rng;
        game_play(&p, g, g->max_seats, short_of(g), NULL, 4, 21, -1, 0);
        struct ir_review *r = review_make(&p.replay, NODES, 9, 1000);
        const struct ir_review_result *result = ir_review_result(r);
        ir_rng_seed(&rng, 1);
        ir_replay_seek(&p.replay, 0);
        for (uint32_t i = 0; p.replay.at < p.replay.rows;) {
            struct ir_state before = p.replay.state, world;
            struct ir_view v;
            if (p.replay.row[p.replay.at].actor >= 0) {
                const struct ir_review_decision *d = &result->decision[i++];
                struct ir_review_decision alone;
                struct ir_review_move move[IR_REVIEW_MOVES];
                ir_replay_view(&p.replay, d->seat, &v);
                g->imagine(&v, &rng, &world);
                other += ir_hash(g, &world) != ir_hash(g, &before);
                ir_look(g, &world, d->seat, &v);
                ir_review_position(g, &v, &notes, d->played, NODES, 9, p.replay.at, &alone, move);
                assert_int_equal(alone.kind, d->kind);
                assert_int_equal(alone.best, d->best);
                assert_memory_equal(alone.loss, d->loss, sizeof d->loss);
                assert_true(alone.error == d->error && alone.margin == d->margin && alone.moves == d->moves);
                for (uint32_t k = 0; k < d->moves; k++) {
                    const struct ir_review_move *a = &move[k], *b = &result->move[d->move + k];
                    assert_true(a->move == b->move && a->judged == b->judged && a->samples == b->samples);
                    assert_true(a->value == b->value && a->points == b->points && a->error == b->error);
                }
            }
            ir_replay_next(&p.replay, NULL);
            ir_note(g, &notes, &before, &p.replay.state);
        }
        free(r);
        game_free(&p);
    }
    assert_true(other > 50);
}

/* A seat that plays at random loses by it, and is told so; luck is nothing on average. */
static void test_sense(void **state)
{
    (void)state;
    const struct ir_game *g = ir_games[0];
    const char *const bot[] = {"random", ir_bot_role(g, IR_ROLE_QUICK)->name};
    double own[2] = {0}, luck = 0, squares = 0;
    enum { GAMES = 24 };
    for (uint64_t i = 0; i < GAMES; i++) {
        struct played p;
        game_play(&p, g, 2, short_of(g), bot, 0, i, -1, 0);
        struct ir_review *r = review_make(&p.replay, 400, i, 1000);
        const struct ir_review_seat *seat = ir_review_result(r)->seat;
        for (int k = 0; k < 2; k++)
            own[k] += seat[k].own / GAMES;
        luck += seat[0].luck / GAMES;
        squares += seat[0].luck * seat[0].luck / GAMES;
        free(r);
        game_free(&p);
    }
    double error = sqrt((squares - luck * luck) / GAMES);
    print_message("# random lost %.3f a game by its moves, %s %.3f; luck %+.3f +- %.3f\n", -own[0], bot[1], -own[1], luck,
                  error);
    assert_true(own[0] < 2 * own[1]);
    assert_true(fabs(luck) < 3.5 * error);
}

/* Who always plays the search's choice plays like the strongest level, who often misses by much does not; the chances of all
 * levels add up to 1, with any number of seats. A game without tables says nothing. */
static void test_like(void **state)
{
    (void)state;
    int told = 0;
    for (const struct ir_game *const *g = ir_all_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            struct level_counts fine = {{{0}}}, poor = {{{0}}};
            double like[2][IR_REVIEW_LEVELS], all[2] = {0};
            int levels = 0;
            while (ir_bot_level(*g, levels))
                levels++;
            for (int i = 0; i < LEVEL_GROUPS; i++)
                fine.n[i][0] = poor.n[i][0] = poor.n[i][LEVEL_MISSES - 1] = 10;
            level_like(*g, seats, &fine, like[0]);
            level_like(*g, seats, &poor, like[1]);
            for (int i = 0; i < IR_REVIEW_LEVELS; i++)
                all[0] += like[0][i], all[1] += like[1][i];
            if (!level_losses(*g)) {
                assert_true(all[0] == 0 && all[1] == 0);
                continue;
            }
            told++;
            assert_true(fabs(all[0] - 1) < 1e-9 && fabs(all[1] - 1) < 1e-9);
            assert_true(like[0][levels - 1] > 0.9 && like[1][levels - 1] < 0.01);
        }
    assert_true(told > 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        games_each = (int)strtol(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sum),     cmocka_unit_test(test_planted), cmocka_unit_test(test_steps),
        cmocka_unit_test(test_secrets), cmocka_unit_test(test_sense),   cmocka_unit_test(test_like),
        cmocka_unit_test(test_parts),   cmocka_unit_test(test_verdict), cmocka_unit_test(test_decisive),
    };
    return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
