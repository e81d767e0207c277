/* test_notes.c: what the Koi-Koi bots note of a round: what plays give away, the same for everybody, until new cards are
 * dealt; and that a table keeps the notes. */
#include "played.h"
#include "irori_table.h"

#include "games/koikoi/bots/notes.h"

/* One move, and what is noted of it. */
static void step(struct ir_state *s, struct ir_notes *notes, const char *move)
{
    struct ir_state before = *s;
    play(s, move);
    ir_note(&koikoi_game, notes, &before, s);
}

/* KK4.2: who lays a card beside a month might have taken it with a card of that month. */
static void test_plays(void **state)
{
    struct ir_state s;
    struct ir_notes notes = {{0}}, none = {{0}};
    const struct koikoi_notes *n = koikoi_notes(&notes);
    (void)state;
    begin_dealt(&s, "");
    step(&s, &notes, "0 play 10c"); /* takes the ribbon of maple: nobles and the cup were better, peony's ribbon as good, 4c
                                       worse */
    enum { BETTER = TOOK, AS_GOOD = TOOK | TOOK_NO_BETTER, WORSE = TOOK | TOOK_NO_BETTER | TOOK_WORSE };
    static const unsigned took[12] = {WORSE, 0, WORSE, BETTER, 0, AS_GOOD, 0, WORSE, WORSE, 0, 0, WORSE};
    for (int m = 0; m < 12; m++)
        assert_int_equal(koikoi_passed(n, 0, m), took[m]);
    step(&s, &notes, "* card 7a");
    step(&s, &notes, "1 play 2c"); /* nothing matches: every month that lies there was passed up */
    static const unsigned laid[12] = {LAID, 0, LAID, LAID, 0, LAID, LAID, LAID, LAID, 0, 0, LAID};
    for (int m = 0; m < 12; m++)
        assert_int_equal(koikoi_passed(n, 1, m), laid[m]);
    step(&s, &notes, "* card 7b");
    step(&s, &notes, "0 play 12c"); /* now 4c and 2c are worse than a noble, and the most telling time counts */
    assert_int_equal(koikoi_passed(n, 0, 0), WORSE);
    assert_int_equal(koikoi_passed(n, 0, 1), BETTER);
    /* another round: another hand */
    begin_dealt(&s, "rounds=2");
    step(&s, &notes, "0 play 9c");
    assert_memory_not_equal(&notes, &none, sizeof none);
    step(&s, &notes, "* card 8b");
    step(&s, &notes, "0 agari");
    assert_memory_equal(&notes, &none, sizeof none);
}

/* The same moves with other cards where no spectator sees them: the same notes. */
static void test_no_secrets(void **state)
{
    struct ir_rng r;
    char why[IR_WHY_MAX];
    int noted = 0;
    (void)state;
    ir_rng_seed(&r, 9);
    for (int i = 0; i < 50; i++) {
        struct ir_state s, before, other[2];
        struct ir_notes notes = {{0}}, others = {{0}}, none = {{0}};
        assert_int_equal(ir_start(&koikoi_game, &s, 2, i % 2 ? "nintendo" : "", NULL, why), IR_OK);
        while (ir_turn(&s) != IR_OVER) {
            ir_move legal[IR_MOVES_MAX];
            struct ir_view v;
            int turn = ir_turn(&s);
            before = s;
            ir_look(&koikoi_game, &s, turn < 0 ? IR_SPECTATOR : turn, &v);
            koikoi_game.apply(&s,
                              turn == IR_CHANCE ? koikoi_game.sample(&s, &r)
                                                : legal[ir_rng_below(&r, (uint32_t)koikoi_game.legal(&v, legal))],
                              NULL);
            ir_look(&koikoi_game, &before, IR_SPECTATOR, &v);
            koikoi_game.imagine(&v, &r, &other[0]);
            ir_look(&koikoi_game, &s, IR_SPECTATOR, &v);
            koikoi_game.imagine(&v, &r, &other[1]);
            ir_note(&koikoi_game, &notes, &before, &s);
            ir_note(&koikoi_game, &others, &other[0], &other[1]);
            assert_memory_equal(&notes, &others, sizeof notes);
            noted += memcmp(&notes, &none, sizeof none) != 0;
        }
    }
    assert_true(noted > 1000);
}

/* A table with two people: its notes are those of its moves, and a bot that is asked gets them. */
static void test_table(void **state)
{
    static struct ir_done done;
    struct ir_table t, folded;
    struct ir_state s;
    struct ir_notes notes = {{0}}, got;
    struct ir_view v;
    struct ir_rng r;
    char why[IR_WHY_MAX], text[IR_TEXT_MAX + 8];
    uint8_t secret[32] = {5}, commit[32];
    int moves = 0;
    (void)state;
    ir_rng_seed(&r, 4);
    ir_commit(commit, secret);
    assert_int_equal(ir_table_open(&t, &koikoi_game, "t", 2, "rounds=2", NULL, "", 1, commit, why), IR_OK);
    assert_int_equal(ir_start(&koikoi_game, &s, 2, "rounds=2", NULL, why), IR_OK);
    for (int step = 0; t.stage != IR_OVER_NOW; step++) {
        int seat = step < 4 ? step & 1 : ir_turn(&t.now);
        ir_move legal[IR_MOVES_MAX];
        struct ir_text out;
        ir_text_start(&out, text, sizeof text);
        if (step < 2) {
            ir_text_add(&out, "sit %d Ann", seat);
        } else if (step < 4) {
            ir_text_put(&out, "ready 0123456789abcdef0123456789abcdef");
        } else {
            ir_table_view(&t, seat, &v, &got);
            assert_memory_equal(&got, &notes, sizeof got);
            ir_text_put(&out, "move ");
            koikoi_game.move_print(legal[ir_rng_below(&r, (uint32_t)koikoi_game.legal(&v, legal))], &out);
            moves++;
        }
        struct ir_command c = {.who = (uint64_t)seat + 1, .seq = t.seq, .text = text};
        memcpy(&folded, &t, sizeof t);
        if (ir_table_do(&t, &c, secret, step, &done, why) != IR_OK ||
            ir_table_fold(&folded, done.row, done.seq, done.sub, c.who, 0, step, NULL, why) < 0)
            fail_msg("%s: %s", text, why);
        memcpy(&t, &done.after, sizeof t);
        assert_memory_equal(&t.notes, &folded.notes, sizeof t.notes);
        for (const char *line = done.row, *end; (end = strchr(line, '\n')); line = end + 1) /* the moves of the row once more */
            if (line[1] == ' ' && (line[0] == '*' || (line[0] >= '0' && line[0] <= '1'))) {
                char move[IR_TEXT_MAX];
                struct ir_state before = s;
                ir_text_start(&out, move, sizeof move);
                ir_text_put_n(&out, line + 2, (size_t)(end - line) - 2);
                koikoi_game.apply(&s, (ir_move)koikoi_game.move_parse(move), NULL);
                ir_note(&koikoi_game, &notes, &before, &s);
            }
        assert_memory_equal(s.b, t.now.b, ir_state_size(&koikoi_game));
    }
    assert_true(moves > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plays), cmocka_unit_test(test_no_secrets),
                                       cmocka_unit_test(test_table)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
