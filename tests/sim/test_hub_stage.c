/* test_hub_stage.c: bots wait until those who say `shown` have shown the last frame, and not longer than the limit. */
#include "small.h"

enum { LONGEST_MS = 10000 };

static char id[IR_ID_MAX];
static const struct ir_table *t;

static void shown(uint64_t c, int64_t seq)
{
    say(c, "{\"type\":\"shown\",\"table\":\"%s\",\"seq\":%lld}", id, (long long)seq);
}

static void tick(int64_t ms)
{
    for (int64_t until = w.now + ms; w.now < until;) {
        w.now += 100;
        hub_tick(w.hub, w.now);
        pump();
    }
}

static ir_move any_move(const struct ir_view *v)
{
    ir_move legal[IR_MOVES_MAX];
    assert_true(t->game->legal(v, legal) > 0);
    return legal[0];
}

/* Two people, 1 and 2, and two bots. People move until it is a bot's turn. */
static void bots_turn(void)
{
    while (ir_turn(&t->now) < 2) {
        struct ir_view v;
        char text[IR_TEXT_MAX], command[IR_TEXT_MAX + 8];
        int turn = ir_turn(&t->now);
        ir_table_view(t, turn, &v, NULL);
        ir_move_text(t->game, any_move(&v), text);
        snprintf(command, sizeof command, "move %s", text);
        act((uint64_t)turn + 1, id, command);
        for (int c = 1; c <= 2; c++) { /* what was said is heard */
            for (int i = 0; i < w.conn[c].n; i++)
                free(w.conn[c].line[i]);
            w.conn[c].n = 0;
        }
    }
    assert_non_null(w.thought);
}

static void playing(void)
{
    int g = 0;
    while (ir_games[g]->max_seats < 4 || ir_games[g]->asked) /* answers to secret questions wait for nobody */
        g++;
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"seats\":4,\"bots\":[null,\"easy\",\"easy\"]}", ir_games[g]->name);
    heard(1, "\"type\":\"created\"");
    memcpy(id, member(1, "table"), IR_ID_MAX);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1 B");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    t = &room_find(w.hub, id)->table;
    assert_int_equal(t->stage, IR_PLAYING);
    bots_turn();
}

/* The bot that was asked has thought. Returns the frame it was asked in. */
static int64_t thought(void)
{
    struct hub_thought *x = w.thought;
    int64_t seq = t->seq;
    assert_non_null(x);
    x->move = any_move(&x->view);
    w.thought = NULL;
    hub_thought(w.hub, x, w.now);
    pump();
    return seq;
}

/* The move of the bot that was asked in frame `seq` is made. */
static void made(int64_t seq)
{
    assert_int_equal(t->seq, seq + 1);
    bots_turn();
}

static void test_nobody_says_it(void **state)
{
    playing();
    for (int i = 0; i < 10; i++)
        made(thought());
}

static void test_waits(void **state)
{
    playing();
    shown(1, t->seq); /* from now on they are waited for */
    shown(2, t->seq);
    made(thought()); /* both had shown it before the bot had thought */
    int64_t seq = thought();
    assert_int_equal(t->seq, seq);
    shown(2, seq);
    assert_int_equal(t->seq, seq);
    shown(1, seq - 1); /* an old one */
    assert_int_equal(t->seq, seq);
    shown(1, seq);
    made(seq);
}

static void test_not_for_ever(void **state)
{
    playing();
    shown(1, 1);
    for (int i = 0; i < 3; i++) {
        int64_t seq = thought(), from = w.now;
        assert_int_equal(t->seq, seq);
        while (t->seq == seq && w.now < from + LONGEST_MS)
            tick(100);
        assert_true(w.now - from >= 1000);
        made(seq);
    }
}

static void test_who_leaves_is_not_waited_for(void **state)
{
    playing();
    shown(1, 1);
    int64_t seq = thought();
    hub_disconnect(w.hub, 1, w.now);
    tick(100);
    made(seq);
}

static void test_spectators_are_not_waited_for(void **state)
{
    playing();
    hello(3);
    say(3, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    shown(3, 1);
    made(thought());
}

/* The table moves on while a move waits: it is forgotten, and the bot is asked again. */
static void test_moved_on(void **state)
{
    playing();
    shown(1, 1);
    thought();
    act(1, id, "pause");
    thought();
    act(2, id, "agree");
    assert_true(t->paused);
    tick(2 * LONGEST_MS);
    act(1, id, "resume");
    assert_true(!t->paused);
    int64_t seq = thought();
    assert_int_equal(t->seq, seq);
    shown(1, seq);
    made(seq);
    thought(); /* the hub ends while one waits */
}

static void test_nonsense(void **state)
{
    playing();
    int n = w.conn[1].n;
    say(1, "{\"type\":\"shown\",\"table\":\"%s\"}", id);
    say(1, "{\"type\":\"shown\",\"table\":\"%s\",\"seq\":\"x\"}", id);
    say(1, "{\"type\":\"shown\",\"table\":\"%s\",\"seq\":-5}", id);
    assert_int_equal(w.conn[1].n, n);
    say(1, "{\"type\":\"shown\",\"table\":\"nowhere\",\"seq\":1}");
    heard(1, "\"error\":\"unknown-table\"");
    shown(1, INT64_MAX); /* never waited for: it is ahead of everything */
    made(thought());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_nobody_says_it, stop),
        cmocka_unit_test_teardown(test_waits, stop),
        cmocka_unit_test_teardown(test_not_for_ever, stop),
        cmocka_unit_test_teardown(test_who_leaves_is_not_waited_for, stop),
        cmocka_unit_test_teardown(test_spectators_are_not_waited_for, stop),
        cmocka_unit_test_teardown(test_moved_on, stop),
        cmocka_unit_test_teardown(test_nonsense, stop),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hub: the stage", tests, NULL, NULL);
}
