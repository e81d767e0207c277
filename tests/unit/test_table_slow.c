/* test_table_slow.c: slow games: hours for a move, reminders, who is late, bots, holidays, secret questions, servers that were
 * off. Every row is folded by a twin (table_drive.h). */
#include "table_drive.h"

static struct drive d;
static struct ir_rng rng;
enum { HOURS = 3600000, DAYS = 24 * HOURS };

static struct ir_wish wish(void)
{
    struct ir_wish w;
    ir_table_wish(&d.t, 0, &w);
    return w;
}

/* Goes to what is due next, does it, and checks the row. */
static void due(int64_t at, const char *row)
{
    assert_int_equal(wish().wake, at);
    d.now = at - 1;
    drive_refused(&d, IR_E_STAGE, 0, "time");
    d.now = at;
    drive_do(&d, 0, "time");
    assert_string_equal(d.done.row, row);
}

static int frame_has(int seat, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int frame_has(int seat, const char *format, ...)
{
    static char frame[IR_FRAME_MAX];
    char text[200];
    va_list a;
    va_start(a, format);
    vsnprintf(text, sizeof text, format, a);
    va_end(a);
    return strstr(drive_frame(&d, seat, frame), text) != NULL;
}

/* Two people; whose turn it is, and the other one. */
static int turn, other;
static void begin(const char *settings)
{
    ir_rng_seed(&rng, 5);
    drive_open(&d, ir_games[0], 2, "", settings, 5);
    drive_start(&d, 2);
    turn = ir_turn(&d.t.now);
    other = 1 - turn;
}
static void move(void)
{
    drive_do(&d, drive_person(ir_turn(&d.t.now)), "move %s", drive_legal(&d, ir_turn(&d.t.now), &rng));
    turn = ir_turn(&d.t.now);
    other = 1 - turn;
}
static char *row(const char *format, int seat)
{
    static char text[40];
    snprintf(text, sizeof text, format, seat); /* NOLINT(clang-diagnostic-format-nonliteral) */
    return text;
}

static void test_wait(void **state)
{
    (void)state;
    begin("clock=slow");
    int64_t start = d.now, end = start + 24LL * HOURS;
    assert_true(wish().slow && !wish().flag && !wish().think);
    assert_true(frame_has(IR_SPECTATOR, "\"wake\":%lld,\"due\":%lld", (long long)end, (long long)end));
    assert_false(frame_has(0, "\"absent\"") || frame_has(0, "takeover"));
    due(start + 12LL * HOURS, "@ remind\n");
    assert_true(frame_has(other, "\"acts\":[{\"act\":\"remind\",\"seat\":%d}]", turn));
    due(start + 21LL * HOURS, "@ remind\n");
    drive_refused(&d, IR_E_STAGE, drive_person(other), "end"); /* nobody is missing yet */
    due(end, row("@ late %d\n", turn));
    assert_true(d.t.seat[turn].late && !d.t.seat[turn].away && wish().wake == 0);
    assert_true(frame_has(other, "\"end\"") && frame_has(other, "\"due\":null") && !frame_has(other, "takeover"));
    d.now += 30LL * DAYS;
    drive_refused(&d, IR_E_STAGE, 0, "time"); /* it is said once, and the table waits */
    drive_refused(&d, IR_E_STAGE, drive_person(other), "takeover %d", turn);
    drive_refused(&d, IR_E_STAGE, drive_person(turn), "holiday 3"); /* too late for that */
    move();                                                         /* who is late may still move */
    assert_true(!d.t.seat[0].late && !d.t.seat[1].late);
    start = d.now;
    due(start + 12LL * HOURS, "@ remind\n"); /* each move has its own hours */
    due(start + 21LL * HOURS, "@ remind\n");
    due(start + 24LL * HOURS, row("@ late %d\n", turn));
    drive_do(&d, drive_person(other), "end");
    assert_int_equal(d.t.stage, IR_OVER_NOW);
    assert_true(frame_has(0, "\"won\":[]"));
    drive_close(&d);
}

static void test_bot(void **state)
{
    (void)state;
    begin("clock=slow,hours=8,late=bot");
    int64_t start = d.now;
    due(start + 4LL * HOURS, "@ remind\n");
    due(start + 7LL * HOURS, "@ remind\n");
    due(start + 8LL * HOURS, row("@ flag %d\n", turn));
    assert_true(d.t.seat[turn].away && wish().think == 1 << turn && !wish().wake);
    d.now += 2LL * DAYS;
    drive_do(&d, drive_person(turn), "back"); /* and has the whole time again */
    start = d.now;
    due(start + 4LL * HOURS, "@ remind\n");
    move();
    start = d.now;
    due(start + 4LL * HOURS, "@ remind\n");
    due(start + 7LL * HOURS, "@ remind\n");
    due(start + 8LL * HOURS, row("@ flag %d\n", turn));
    int first = turn;
    while (ir_turn(&d.t.now) == first)
        drive_step(&d, &rng);
    turn = ir_turn(&d.t.now);
    start = d.now;
    due(start + 4LL * HOURS, "@ remind\n");
    due(start + 7LL * HOURS, "@ remind\n");
    due(start + 8LL * HOURS, row("@ flag %d\n", turn));
    assert_int_equal(wish().wake, 1); /* bots would play for all: the game waits for somebody */
    drive_do(&d, 0, "time");
    assert_int_equal(d.t.paused, IR_DESERTED);
    d.now += 9LL * DAYS;
    drive_do(&d, drive_person(turn), "resume");
    assert_true(wish().wake == d.now + 4LL * HOURS);
    drive_close(&d);
}

/* One person among bots is reminded, and is never late: nobody could do anything about it. */
static void test_alone(void **state)
{
    (void)state;
    ir_rng_seed(&rng, 5);
    drive_open(&d, ir_games[0], 2, "", "clock=slow,hours=2", 5);
    drive_start(&d, 1);
    while (ir_turn(&d.t.now) != 0)
        drive_step(&d, &rng);
    int64_t start = d.now;
    due(start + HOURS, "@ remind\n");
    due(start + 7LL * HOURS / 4, "@ remind\n");
    assert_int_equal(wish().wake, 0);
    drive_close(&d);
}

/* No server ran, or its clock has jumped: nobody is late who was not reminded in time. */
static void test_missed(void **state)
{
    (void)state;
    for (int reminders = 0; reminders < 3; reminders++)
        for (int bot = 0; bot < 2; bot++) {
            begin(bot ? "clock=slow,late=bot" : "clock=slow");
            for (int i = 0; i < reminders; i++) {
                d.now = wish().wake;
                drive_do(&d, 0, "time");
            }
            d.now += 5LL * DAYS;
            drive_do(&d, 0, "time");
            assert_string_equal(d.done.row, "@ remind\n");
            assert_true(!d.t.seat[turn].late && !d.t.seat[turn].away);
            assert_true(frame_has(0, "\"due\":%lld", (long long)(d.now + 12LL * HOURS)));
            int64_t again = d.now;
            due(again + 9LL * HOURS, "@ remind\n");
            due(again + 12LL * HOURS, row(bot ? "@ flag %d\n" : "@ late %d\n", turn));
            drive_close(&d);
        }
    begin("clock=slow"); /* what comes a little late moves the rest by as much: nobody's time is shorter after it */
    int64_t start = d.now;
    d.now = start + 15LL * HOURS;
    drive_do(&d, 0, "time");
    d.now = start + 26LL * HOURS;
    drive_do(&d, 0, "time");
    due(start + 29LL * HOURS, row("@ late %d\n", turn));
    drive_close(&d);
}

static void test_holiday(void **state)
{
    (void)state;
    begin("clock=slow");
    int64_t start = d.now;
    uint64_t me = drive_person(turn);
    drive_refused(&d, IR_E_COMMAND, me, "holiday");
    drive_refused(&d, IR_E_COMMAND, me, "holiday 22");
    drive_refused(&d, IR_E_COMMAND, me, "holiday -1");
    drive_refused(&d, IR_E_COMMAND, me, "holiday 1 2");
    drive_refused(&d, IR_E_STAGE, me, "holiday 0");
    drive_refused(&d, IR_E_SEAT, NOBODY, "holiday 1");
    assert_true(frame_has(turn, "\"holiday 21\"") && !frame_has(IR_SPECTATOR, "holiday"));
    d.now = start + 6LL * HOURS; /* six hours of the time are gone */
    drive_do(&d, me, "holiday 7");
    assert_string_equal(d.done.row, row("@ holiday %d 7\n", turn));
    int64_t end = d.now + 7LL * DAYS;
    assert_true(frame_has(other, "\"acts\":[{\"act\":\"holiday\",\"seat\":%d,\"days\":7}]", turn));
    assert_true(frame_has(other, "\"holiday\":%lld", (long long)end));
    assert_true(frame_has(turn, "\"holiday 21\"")); /* none of it is used yet */
    assert_int_equal(wish().wake, end + 6LL * HOURS);
    d.now += 2LL * DAYS + 1;
    assert_true(frame_has(turn, "\"holiday 18\"")); /* two days and a bit: three are used */
    drive_do(&d, me, "holiday 0");
    assert_int_equal(wish().wake, d.now + 6LL * HOURS);
    drive_refused(&d, IR_E_STAGE, me, "holiday 19");
    drive_do(&d, me, "holiday 18");
    end = d.now + 18LL * DAYS;
    due(end + 6LL * HOURS, "@ remind\n");
    due(end + 15LL * HOURS, "@ remind\n");
    d.now += HOURS;
    drive_refused(&d, IR_E_STAGE, me, "holiday 1"); /* all days are used */
    assert_false(frame_has(turn, "\"holiday 0\""));
    due(end + 18LL * HOURS, row("@ late %d\n", turn));
    move();
    /* in advance: the clock of the next turn waits for the end of it */
    start = d.now;
    if (turn == ir_table_seat(&d.t, me))
        move();
    drive_do(&d, drive_person(turn), "holiday 2");
    drive_do(&d, drive_person(turn), "move %s", drive_legal(&d, turn, &rng));
    if (ir_turn(&d.t.now) == turn)
        assert_int_equal(wish().wake, start + 2LL * DAYS + 12LL * HOURS);
    else
        assert_int_equal(wish().wake, d.now + 12LL * HOURS); /* it is the clock of one seat */
    drive_do(&d, drive_person(turn), "away");
    drive_refused(&d, IR_E_STAGE, drive_person(turn), "holiday 1");
    drive_close(&d);
    begin("clock=move");
    drive_refused(&d, IR_E_STAGE, drive_person(turn), "holiday 1");
    assert_false(frame_has(turn, "holiday") || frame_has(turn, "\"due\""));
    drive_close(&d);
}

/* Undo and pauses give the whole time again. */
static void test_pause(void **state)
{
    (void)state;
    begin("clock=slow");
    d.now += 10LL * HOURS;
    drive_do(&d, ANNA, "pause");
    drive_do(&d, BEN, "agree");
    assert_true(d.t.paused == IR_PAUSED && wish().wake == 0);
    d.now += 40LL * DAYS;
    drive_do(&d, BEN, "resume");
    assert_int_equal(wish().wake, d.now + 12LL * HOURS);
    for (int i = 0; i < 50 && d.t.can_undo < 0; i++)
        move();
    int seat = d.t.can_undo;
    assert_true(seat >= 0);
    d.now += 13LL * HOURS;
    drive_do(&d, 0, "time");
    drive_do(&d, drive_person(seat), "undo"); /* a reminder does not stand in its way */
    drive_do(&d, drive_person(1 - seat), "agree");
    assert_true(ir_turn(&d.t.now) == seat && wish().wake == d.now + 12LL * HOURS);
    drive_close(&d);
}

/* A game with secret questions, up to the first one that several people are asked. */
static unsigned question(const char *settings)
{
    const struct ir_game *g = NULL;
    for (int i = 0; ir_all_games[i]; i++)
        if (ir_all_games[i]->asked && ir_all_games[i]->max_seats >= 3)
            g = ir_all_games[i];
    assert_non_null(g);
    for (uint64_t seed = 1;; seed++) {
        ir_rng_seed(&rng, seed);
        drive_open(&d, g, 3, "", settings, seed);
        drive_start(&d, 3);
        for (; d.t.stage == IR_PLAYING; drive_step(&d, &rng))
            if (set_count(g->asked(d.t.now.b)) > 1 && d.t.sub == 0)
                return g->asked(d.t.now.b);
        drive_close(&d);
    }
}

static void test_question(void **state)
{
    (void)state;
    unsigned asked = question("clock=slow,reaction=4");
    int first = set_first(asked);
    int64_t start = d.now;
    assert_true(frame_has(first, "\"due\":%lld", (long long)start + 24LL * HOURS));
    d.now += 100000; /* the setting `reaction` does not count */
    drive_refused(&d, IR_E_STAGE, 0, "time");
    drive_do(&d, drive_person(first), "move %s", drive_legal(&d, first, &rng));
    assert_true(d.t.sub == 1 && !d.done.closed);
    due(start + 12LL * HOURS, "@ remind\n"); /* all who are asked, so that nobody sees who has answered */
    assert_int_equal(d.done.story.n_acts, set_count(asked));
    due(start + 21LL * HOURS, "@ remind\n");
    d.now = start + 24LL * HOURS;
    drive_do(&d, 0, "time");
    assert_int_equal(d.done.story.n_acts, set_count(asked));
    for (int i = 0; i < 3; i++)
        assert_int_equal(d.t.seat[i].late, asked >> i & 1);
    int64_t rows = d.t.rows;
    for (int i = 0; i < 3; i++)
        if (asked >> i & 1 && i != first)
            drive_do(&d, drive_person(i), "move %s", drive_legal(&d, i, &rng));
    assert_true(d.t.rows > rows); /* the last answer closes it */
    drive_close(&d);

    asked = question("clock=slow,late=bot"); /* who has not answered in time is silent; all wait for who is on holiday */
    first = set_first(asked);
    start = d.now;
    drive_do(&d, drive_person(first), "holiday 1");
    int64_t end = start + DAYS + 24LL * HOURS;
    due(end - 12LL * HOURS, "@ remind\n");
    due(end - 3LL * HOURS, "@ remind\n");
    assert_int_equal(wish().wake, end);
    d.now = end;
    drive_do(&d, 0, "time");
    assert_true(d.done.row[0] != '@' && d.done.closed);
    for (int i = 0; i < 3; i++)
        assert_true(!d.t.seat[i].away && !d.t.seat[i].late);
    drive_close(&d);
}

static void test_settings(void **state)
{
    char why[IR_WHY_MAX], text[160];
    int16_t value[IR_SETTINGS];
    struct ir_text t;
    (void)state;
    assert_int_equal(ir_settings_parse("late=bot,hours=336,clock=slow", value, why), IR_OK);
    ir_text_start(&t, text, sizeof text);
    ir_settings_print(value, &t);
    assert_string_equal(text, "clock=slow,hours=336,late=bot");
    assert_true(ir_settings_parse("hours=0", value, why) < 0 && ir_settings_parse("hours=337", value, why) < 0);
    assert_true(ir_settings_parse("late=never", value, why) < 0);
    assert_int_equal(ir_settings_parse("", value, why), IR_OK);
    assert_true(value[IR_SET_CLOCK] == IR_CLOCK_NONE && value[IR_SET_HOURS] == 24 && value[IR_SET_LATE] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings), cmocka_unit_test(test_wait),     cmocka_unit_test(test_bot),
        cmocka_unit_test(test_alone),    cmocka_unit_test(test_missed),   cmocka_unit_test(test_holiday),
        cmocka_unit_test(test_pause),    cmocka_unit_test(test_question),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("slow games", tests, NULL, NULL);
}
