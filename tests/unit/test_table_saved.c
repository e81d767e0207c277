/* test_table_saved.c: games that are saved and go on: the record of a table becomes a table again, as often as people like,
 * with a new secret each time; every outcome of every sitting is one that its own secret deals, and what was saved stays as it
 * was. */
#include "table_drive.h"

enum { TEXT_MAX = 1 << 20 };

static struct drive d;
static struct ir_rng rng;
static struct ir_replay before; /* what the table goes on with */
static void *before_memory;
static char text[TEXT_MAX], again[TEXT_MAX];
static int resumed, undone, undone_before, dealt_first, answered;

static uint32_t below(uint32_t n)
{
    return ir_rng_below(&rng, n);
}

static void secret_draw(uint8_t secret[32], uint8_t commit[32])
{
    for (int i = 0; i < 32; i++)
        secret[i] = (uint8_t)ir_rng_next(&rng);
    ir_commit(commit, secret);
}

/* The dealer reveals its secret and goes on with another. */
static void commit(void)
{
    uint8_t next[32], hash[32];
    char hex[65];
    struct ir_text t;
    secret_draw(next, hash);
    ir_text_start(&t, hex, sizeof hex);
    ir_text_hex(&t, hash, 32);
    int can_undo = d.t.can_undo;
    drive_do(&d, 0, "commit %s", hex);
    assert_memory_equal(d.t.commit, hash, 32);
    assert_int_equal(d.t.can_undo, can_undo); /* nothing else changes */
    memcpy(d.secret, next, 32);
}

static void record(char out[TEXT_MAX])
{
    struct ir_text t;
    ir_text_start(&t, out, TEXT_MAX);
    if (ir_table_record(&d.t, before_memory ? &before : NULL, (const char *const *)d.log, d.n, &t, d.why))
        fail_msg("%s", d.why);
    assert_false(t.cut);
}

/* All outcomes are those that the secrets deal. */
static void audit(const char *is)
{
    struct ir_audit a;
    if (ir_audit_run(ir_all_games, is, NULL, &a, d.why))
        fail_msg("%s\n%s", d.why, is);
    if (a.line || a.agree != a.outcomes)
        fail_msg("%d of %d agree, line %d should be %s\n%s", (int)a.agree, (int)a.outcomes, (int)a.line, a.due, is);
}

static void replay_open(const char *of)
{
    size_t size = ir_replay_size(of);
    free(before_memory);
    before_memory = malloc(size);
    if (ir_replay_open(&before, ir_all_games, of, NULL, before_memory, size, d.why))
        fail_msg("%s\n%s", d.why, of);
}

/* The table that this record gives, before `start`. */
static void resume(const char *of)
{
    uint8_t hash[32];
    drive_close(&d);
    memset(&d, 0, sizeof d);
    d.now = 1789000000000;
    replay_open(of);
    secret_draw(d.secret, hash);
    if (ir_table_from_record(&d.t, &before, "reaction=0", hash, d.why))
        fail_msg("%s", d.why);
    assert_int_equal(before.at, before.rows);
    assert_memory_equal(d.t.now.b, before.state.b, ir_state_size(d.t.game));
    if (d.t.can_undo >= 0) { /* what a table would let be taken back: a person's move, and no answer to a secret question */
        assert_int_equal(before.row[before.rows - 1].actor, d.t.can_undo);
        assert_int_equal(d.t.seat[d.t.can_undo].kind, IR_PERSON);
        ir_replay_seek(&before, before.rows - 1);
        assert_false(d.t.game->asked && d.t.game->asked(before.state.b));
        assert_memory_equal(d.t.before.b, before.state.b, ir_state_size(d.t.game));
    }
    d.twin = d.t;
    resumed++;
}

/* Takes the last move back, if it can be. */
static void undo(void)
{
    int seat = d.t.can_undo;
    if (d.t.stage != IR_PLAYING || seat < 0 || ir_table_bot(&d.t, seat))
        return;
    uint32_t rows = d.t.rows;
    drive_do(&d, d.t.seat[seat].who, "undo");
    for (int i = 0; i < d.t.n_seats && d.t.asking; i++)
        if (i != seat && !ir_table_bot(&d.t, i))
            drive_do(&d, d.t.seat[i].who, "agree");
    assert_int_equal(d.t.rows, rows - 1);
    undone++;
    if (before_memory && d.t.rows < before.rows) {
        ir_replay_seek(&before, d.t.rows);
        assert_memory_equal(d.t.now.b, before.state.b, ir_state_size(d.t.game));
        undone_before++;
    }
}

/* How many answers to an open question count, whatever the others say. */
static uint32_t answers(void)
{
    struct ir_state s = d.t.now;
    uint32_t n = 0;
    for (ir_move m = d.t.game->silent; d.t.game->asked && d.t.game->asked(s.b) && m == d.t.game->silent; n++) {
        m = d.t.seat[ir_turn(&s)].answer;
        if (m == IR_NO_MOVE)
            break;
        d.t.game->apply(&s, m, NULL);
    }
    return n;
}

static void play(int steps)
{
    for (int i = 0; i < steps && drive_step(&d, &rng); i++) {
        if (d.t.stage != IR_PLAYING)
            continue;
        if (below(12) == 0)
            commit();
        if (below(6) == 0)
            undo();
        if (below(200) == 0)
            drive_try(&d, d.t.seat[below(d.t.n_seats)].who, "resign");
    }
}

/* The first n moves and outcomes of a record, as a record: saved there, with no secret that is yet to come. */
static void cut(const char *from, uint32_t rows, char out[TEXT_MAX])
{
    struct ir_text t;
    ir_text_start(&t, out, TEXT_MAX);
    while (*from) {
        size_t n = strcspn(from, "\n") + 1;
        if (*from == '*' || (*from >= '0' && *from <= '9'))
            if (rows-- == 0)
                break;
        if (strncmp(from, "result", 6) != 0 && strncmp(from, "saved", 5) != 0)
            ir_text_put_n(&t, from, n);
        from += n;
    }
    ir_text_put(&t, "saved\n");
    assert_false(t.cut);
}

static void starts_with(const char *is, const char *begin, size_t rows)
{
    for (size_t i = 0; rows; i++) {
        rows -= (i == 0 || begin[i - 1] == '\n') && (begin[i] == '*' || (begin[i] >= '0' && begin[i] <= '9'));
        if (is[i] != begin[i])
            fail_msg("what was saved has changed:\n%s\n---- was\n%s", is, begin);
    }
}

static void game_play(const struct ir_game *g, uint64_t seed)
{
    ir_rng_seed(&rng, seed);
    int seats = g->min_seats + (int)below((uint32_t)(g->max_seats - g->min_seats) + 1);
    drive_open(&d, g, seats, "", "reaction=0", seed);
    drive_start(&d, 1 + (int)below((uint32_t)seats));
    while (1) {
        play(1 + (int)below(30));
        if (d.t.stage == IR_OVER_NOW)
            break;
        struct ir_notes notes = d.t.notes;
        uint32_t rows = d.t.rows + answers();
        answered += rows > d.t.rows;
        int open = rows > d.t.rows;
        commit(); /* as whoever saves does: the file can be checked, and does not tell what is yet to come */
        record(text);
        audit(text);
        /* saved and taken up again at once it is the same file, whatever becomes of the secret nothing was dealt with */
        resume(text);
        assert_int_equal(d.t.rows, rows);
        if (!open)
            assert_memory_equal(&d.t.notes, &notes, sizeof notes); /* bots know what they knew */
        drive_do(&d, 0, "start");
        record(again);
        assert_string_equal(again, text);
        commit();
        record(again);
        assert_string_equal(again, text);
        if (below(2))
            undo();
    }
    record(text);
    audit(text);
    replay_open(text);
    assert_true(before.record.over);
    assert_int_equal(before.rows, d.t.rows);
    /* and it goes on from anywhere, at rest or not, with other cards */
    for (int i = 0; i < 8; i++) {
        uint32_t rows = below(before.rows), chances;
        cut(text, rows, again);
        static char from[TEXT_MAX];
        memcpy(from, again, sizeof from);
        replay_open(from);
        if (ir_replay_seek(&before, before.rows), ir_replay_over(&before)) {
            replay_open(text);
            continue;
        }
        resume(from);
        assert_int_equal(d.t.rows, rows);
        chances = d.t.chances;
        int rest = ir_turn(&d.t.now) != IR_CHANCE;
        drive_do(&d, 0, "start");
        assert_int_equal(d.t.chances == chances, rest);
        dealt_first += !rest;
        if (!rest)
            assert_int_equal(d.t.can_undo, -1);
        drive_refused(&d, IR_E_STAGE, 0, "start");
        play(40);
        if (d.t.stage == IR_PLAYING)
            commit();
        record(again);
        struct ir_audit a;
        assert_int_equal(ir_audit_run(ir_all_games, again, NULL, &a, d.why), IR_OK);
        assert_int_equal(a.line, 0); /* the secret that was cut off can be checked by nobody, the others can */
        starts_with(again, from, d.t.rows < rows ? d.t.rows : rows ? rows - 1 : 0);
        replay_open(text);
    }
    drive_close(&d);
    free(before_memory);
    before_memory = NULL;
}

static void test_saved(void **state)
{
    (void)state;
    for (int g = 0; ir_all_games[g]; g++)
        for (uint64_t seed = 1; seed <= 40; seed++)
            game_play(ir_all_games[g], seed);
    print_message("# %d sittings, %d of them began with chance; %d moves taken back, %d of an earlier sitting; %d times "
                  "with answers to an open question\n",
                  resumed, dealt_first, undone, undone_before, answered);
    assert_true(resumed > 1000 && dealt_first > 100 && undone > 100 && undone_before > 20 && answered > 20);
}

static void test_refused(void **state)
{
    (void)state;
    uint8_t hash[32] = {0};
    char why[IR_WHY_MAX];
    struct ir_table t;
    ir_rng_seed(&rng, 1);
    drive_open(&d, ir_all_games[0], ir_all_games[0]->min_seats, "", "reaction=0", 1);
    drive_refused(&d, IR_E_STAGE, 0, "start"); /* nobody is here */
    drive_refused(&d, IR_E_STAGE, 0, "commit %064d", 0);
    drive_start(&d, 1);
    drive_refused(&d, IR_E_COMMAND, 0, "commit");
    drive_refused(&d, IR_E_COMMAND, 0, "commit %063d", 0);
    drive_refused(&d, IR_E_COMMAND, 0, "commit %065d", 0);
    drive_refused(&d, IR_E_COMMAND, ANNA, "commit %064d", 0); /* the keeper's */
    drive_refused(&d, IR_E_COMMAND, ANNA, "start");
    d.secret[0] ^= 1;
    drive_refused(&d, IR_E_RECORD, 0, "commit %064d", 0); /* not the secret that deals */
    d.secret[0] ^= 1;
    /* nobody else makes such a row, and not with another secret */
    drive_do(&d, 0, "commit %064d", 0);
    char row[IR_ROW_MAX];
    memcpy(row, d.done.row, sizeof row);
    drive_close(&d);
    drive_open(&d, ir_all_games[0], ir_all_games[0]->min_seats, "", "reaction=0", 1);
    drive_start(&d, 1);
    assert_int_equal(ir_table_fold(&d.t, row, d.t.seq + 1, 0, ANNA, 99, d.now, NULL, why), IR_E_COMMAND);
    char *digit = strstr(row, "secret ") + 7;
    *digit = *digit == '0' ? '1' : '0';
    assert_int_equal(ir_table_fold(&d.t, row, d.t.seq + 1, 0, 0, 0, d.now, NULL, why), IR_E_RECORD);
    while (drive_step(&d, &rng))
        continue;
    record(text);
    replay_open(text);
    assert_int_equal(ir_table_from_record(&t, &before, "", hash, why), IR_E_STAGE);
    assert_true(strlen(why) > 10);
    cut(text, 10, again);
    replay_open(again);
    assert_int_equal(ir_table_from_record(&t, &before, "dance=1", hash, why), IR_E_OPTION);
    assert_true(strlen(why) > 10);
    assert_int_equal(ir_table_from_record(&t, &before, "", hash, why), IR_OK);
    drive_close(&d);
    free(before_memory);
    before_memory = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_saved), cmocka_unit_test(test_refused)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("saved games", tests, NULL, NULL);
}
