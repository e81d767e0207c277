/* test_hub_slow.c: slow games over days in which nobody is connected: reminders, who is late, bots, holidays, the end; servers
 * that are started again, clocks that jump, two nodes; and how people who are not there are told. */
#include "small.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static char id[IR_ID_MAX], token[2][65];
static uint64_t who[2];
static int nodes;

/* How often this person was told this by a push, so far. */
static int pushes(int seat, const char *kind)
{
    return pushes_to(who[seat], kind, id);
}

/* What the world would do: ticks when they are due. */
static void run(int64_t ms)
{
    for (int64_t until = w.now + ms; w.now < until;) {
        int64_t next = until;
        for (int n = 0; n < 2; n++)
            if (w.hubs[n]) {
                int64_t due = hub_tick(w.hubs[n], w.now);
                pump();
                next = due && due < next ? due : next;
            }
        w.now = next > w.now ? next : w.now + 1;
    }
    for (int n = 0; n < 2; n++)
        if (w.hubs[n]) {
            hub_tick(w.hubs[n], w.now);
            pump();
        }
}

/* A node ends without a word, and is started again at this time. */
static void again(int n, int64_t now)
{
    struct hub_port port = w.hubs[n]->port;
    struct hub_limits limits = w.hubs[n]->limit;
    pump();
    hub_free(w.hubs[n]);
    w.now = now;
    w.hubs[n] = hub_new(&port, &limits);
    w.hub = w.hubs[0];
}

/* The person of this seat comes, with this connection. */
static void come(uint64_t c, int seat)
{
    char more[128];
    snprintf(more, sizeof more, ",\"token\":\"%.64s\"", token[seat]);
    hello_with(c, more);
}
static void join(uint64_t c)
{
    say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(c, "\"type\":\"frame\"");
}
static void leave(uint64_t c)
{
    hub_disconnect(w.hubs[c >= 64], c, w.now);
    pump();
}

/* The table as the store has it. */
static struct ir_table now_is;
static struct store_match is;
static const struct ir_table *stored(void)
{
    struct store_request r = {.kind = STORE_MATCH_LOAD};
    char why[IR_WHY_MAX];
    memcpy(r.match.id, id, sizeof id);
    store_submit(w.store, &r);
    assert_ptr_equal(store_collect(w.store), &r);
    assert_int_equal(r.status, STORE_OK);
    assert_int_equal(table_read(&now_is, &r.match, NULL, why), IR_OK);
    for (int i = 0; i < r.n; i++)
        assert_true(ir_table_fold(&now_is, r.rows[i].text, r.rows[i].seq, r.rows[i].sub, r.rows[i].who, r.rows[i].id,
                                  r.rows[i].time, NULL, why) >= 0);
    is = r.match;
    store_done(&r);
    return &now_is;
}

/* Two people begin a slow game, on connections 1 and 2, and leave. */
static int turn;
static void playing(const char *settings, int n)
{
    char more[128];
    nodes = n;
    start_nodes(n, (struct hub_limits){.alone = n == 1});
    for (int i = 0; i < n; i++)
        w.hubs[i]->port.push = port_push;
    for (uint64_t c = 1; c <= 2; c++) {
        hello(c);
        memcpy(token[c - 1], member(c, "token"), 65);
        who[c - 1] = strtoull(member(c, "who"), NULL, 16);
    }
    snprintf(more, sizeof more, ",\"seats\":2,\"settings\":\"%s\"", settings);
    memcpy(id, table(1, more), IR_ID_MAX);
    join(2);
    act(2, id, "sit 1 B");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    turn = ir_turn(&stored()->now);
    run(2 * MINUTE);
    leave(1);
    leave(2);
    assert_int_equal(stored()->stage, IR_PLAYING);
    assert_int_equal(w.n_pushed, 0); /* both were there when it began */
}

static void move(uint64_t c)
{
    const struct ir_table *t = stored();
    ir_move legal[IR_MOVES_MAX];
    struct ir_view v;
    char text[IR_TEXT_MAX], command[IR_TEXT_MAX + 8];
    ir_table_view(t, ir_turn(&t->now), &v, NULL);
    t->game->legal(&v, legal);
    ir_move_text(t->game, legal[0], text);
    snprintf(command, sizeof command, "move %s", text);
    act(c, id, command);
    heard(c, "\"type\":\"frame\"");
}

/* The bot that was asked moves. */
static void bot_moves(int node)
{
    ir_move legal[IR_MOVES_MAX];
    struct hub_thought *t = w.thought;
    assert_non_null(t);
    t->game->legal(&t->view, legal);
    t->move = legal[0];
    w.thought = NULL;
    hub_thought(w.hubs[node], t, w.now);
    pump();
}

static void idle(void)
{
    run(3 * MINUTE);
    for (int n = 0; n < nodes; n++)
        assert_null(room_find(w.hubs[n], id)); /* nobody needs it in memory */
}

/* Three days without anybody: two reminders, late, and the other one ends the game. */
static void test_wait(void **state)
{
    playing("clock=slow", 1);
    int64_t since = stored()->since;
    assert_int_equal(match_deadline(&is), since + 24LL * HOUR);
    assert_int_equal(match_turn(&is), 1 << turn);
    idle();
    run(since + 12LL * HOUR - MINUTE - w.now);
    assert_int_equal(w.n_pushed, 0);
    run(3 * MINUTE);
    assert_int_equal(pushes(turn, "remind"), 1);
    stored();
    assert_int_equal(match_deadline(&is), since + 24LL * HOUR);
    idle();
    run(9LL * HOUR);
    assert_int_equal(pushes(turn, "remind"), 2);
    stored();
    assert_int_equal(match_deadline(&is), since + 24LL * HOUR);
    assert_int_equal(now_is.seat[turn].late, 0);
    run(3LL * HOUR);
    assert_int_equal(stored()->seat[turn].late, 1);
    assert_true(!now_is.seat[turn].away && is.due == 0);
    run(2LL * DAY);
    assert_int_equal(w.n_pushed, 2); /* once, and no more */
    assert_non_null(w.hub);
    come(3, 1 - turn);
    join(3);
    heard(3, "\"late\":true");
    act(3, id, "end");
    heard(3, "\"stage\":\"over\"");
    run(20000);
    assert_true(pushes(turn, "over") == 1 && pushes(1 - turn, "over") == 0);
    leave(3);
    idle();
    assert_int_equal(w.hub->count.due, 3);
    assert_int_equal(w.hub->count.reminders, 2);
}

/* A bot plays for whoever is late, also while nobody is there; the other one is told of the turn. */
static void test_bot(void **state)
{
    playing("clock=slow,hours=8,late=bot", 1);
    run(9LL * HOUR);
    assert_int_equal(stored()->seat[turn].away, 1);
    assert_int_equal(pushes(turn, "remind"), 2);
    while (w.thought)
        bot_moves(0);
    assert_int_equal(ir_turn(&stored()->now), 1 - turn);
    run(MINUTE);
    assert_int_equal(pushes(1 - turn, "turn"), 1);
    idle();
    /* the server is killed while the bot thinks */
    come(3, 1 - turn);
    join(3);
    do
        move(3);
    while (ir_turn(&stored()->now) != turn);
    assert_non_null(w.thought);
    leave(3);
    free(w.thought);
    w.thought = NULL;
    again(0, w.now + 5000);
    run(2 * MINUTE);
    assert_non_null(w.thought);
    while (w.thought)
        bot_moves(0);
    assert_int_equal(ir_turn(&stored()->now), 1 - turn);
    run(MINUTE);
    assert_int_equal(pushes(1 - turn, "turn"), 2);
    run(2LL * DAY); /* the other one does not come either: bots for all, so the game waits */
    assert_int_equal(stored()->paused, IR_DESERTED);
    run(9LL * DAY);
    assert_true(!w.thought && is.due == 0);
    come(4, turn);
    join(4);
    act(4, id, "resume");
    assert_true(stored()->paused == IR_RUNNING && !now_is.seat[turn].away);
}

static void test_holiday(void **state)
{
    playing("clock=slow", 1);
    come(3, turn);
    join(3);
    act(3, id, "holiday 5");
    heard(3, "\"act\":\"holiday\"");
    leave(3);
    int64_t since = stored()->since, end = now_is.seat[turn].holiday;
    char want[60];
    snprintf(want, sizeof want, "\"holiday\":%lld,", (long long)end);
    for (int seat = 0; seat < 2; seat++) { /* told to whoever is away, wherever they look at their tables */
        come(4, seat);
        say(4, "{\"type\":\"mine\",\"id\":3}");
        run(1000);
        heard(4, "{\"type\":\"mine\"");
        assert_true((strstr(last(4), want) != NULL) == (seat == turn));
        leave(4);
    }
    run(end - w.now);
    come(4, turn);
    say(4, "{\"type\":\"mine\",\"id\":3}");
    run(1000);
    heard(4, "{\"type\":\"mine\"");
    assert_null(strstr(last(4), "\"holiday\"")); /* it is over */
    leave(4);
    assert_int_equal(w.n_pushed, 0);
    stored();
    assert_true(match_deadline(&is) > end + 23LL * HOUR && match_deadline(&is) < end + 24LL * HOUR && now_is.since == since);
    run(DAY);
    assert_true(stored()->seat[turn].late && pushes(turn, "remind") == 2);
}

/* A server that was off for days, at any time of the clock: nobody is late at once, and everybody is reminded first. */
static void test_off(void **state)
{
    for (int hours = 1; hours < 26; hours += 6) {
        playing("clock=slow", 1);
        run(hours * (int64_t)HOUR);
        int late = stored()->seat[turn].late, before = pushes(turn, "remind");
        again(0, w.now + 3LL * DAY);
        run(11LL * HOUR);
        assert_int_equal(stored()->seat[turn].late, late);
        if (late)
            assert_int_equal(pushes(turn, "remind"), before);
        else
            assert_true(pushes(turn, "remind") > before);
        run(2LL * HOUR);
        assert_int_equal(stored()->seat[turn].late, 1);
        stop(NULL);
        w.hubs[0] = NULL;
    }
    playing("clock=slow", 1);
}

/* The clock of the machine jumps by a year while the server runs. */
static void test_jump(void **state)
{
    playing("clock=slow,late=bot", 1);
    run(HOUR);
    w.now += 365LL * DAY;
    run(11LL * HOUR);
    assert_int_equal(stored()->seat[turn].away, 0);
    assert_true(pushes(turn, "remind") >= 1);
    run(2LL * HOUR);
    assert_int_equal(stored()->seat[turn].away, 1);
}

/* Two nodes look after the same games: each thing happens once, and either may be gone. */
static void test_nodes(void **state)
{
    playing("clock=slow,late=bot", 2);
    run(13LL * HOUR);
    assert_int_equal(pushes(turn, "remind"), 1);
    again(0, w.now);
    run(9LL * HOUR);
    assert_int_equal(pushes(turn, "remind"), 2);
    again(1, w.now);
    run(3LL * HOUR);
    assert_int_equal(stored()->seat[turn].away, 1);
    for (int i = 0; i < 50 && w.thought; i++)
        bot_moves(w.thought->match[0] && room_find(w.hubs[0], id) && room_find(w.hubs[0], id)->lock == LOCK_HELD ? 0 : 1);
    assert_int_equal(ir_turn(&stored()->now), 1 - turn);
    run(MINUTE);
    assert_int_equal(pushes(1 - turn, "turn"), 1);
    idle();
}

/* ---- it is your turn, in any game ---- */

static void test_turn(void **state)
{
    for (int n = 1; n <= 2; n++) {
        playing("", n);
        idle();
        int other = 1 - turn;
        uint64_t elsewhere = n == 2 ? 70 : 10;
        come(3, turn);
        join(3);
        come(elsewhere, other); /* looks at the page, not at the table */
        forget_all();
        do
            move(3);
        while (ir_turn(&stored()->now) != other);
        assert_int_equal(times_said(elsewhere, "\"type\":\"turn\""), 1);
        assert_int_equal(times_said(3, "\"type\":\"turn\""), 0);
        for (int i = 0; i < w.conn[elsewhere].n; i++)
            if (strstr(w.conn[elsewhere].line[i], "\"type\":\"turn\"")) {
                assert_non_null(strstr(w.conn[elsewhere].line[i], id));
                assert_non_null(strstr(w.conn[elsewhere].line[i], "\"slow\":false"));
                assert_non_null(strstr(w.conn[elsewhere].line[i], turn ? "\"with\":[\"B\"]" : "\"with\":[\"P1\"]"));
            }
        leave(3); /* the room waits for the push although nobody is there */
        run(9000);
        assert_int_equal(w.n_pushed, 0);
        run(2000);
        assert_true(pushes(other, "turn") == 1 && w.n_pushed == 1);
        idle();
        assert_int_equal(w.n_pushed, 1); /* without a slow clock there are no reminders */
        run(3LL * DAY);
        assert_int_equal(w.n_pushed, 1);
        /* who comes within ten seconds is not pushed; nor who is there on another node */
        join(elsewhere);
        come(4, turn);
        join(4);
        run(MINUTE);
        do
            move(elsewhere);
        while (ir_turn(&stored()->now) != turn);
        run(MINUTE);
        assert_int_equal(w.n_pushed, 1);
        do
            move(4);
        while (ir_turn(&stored()->now) != other);
        run(MINUTE);
        assert_int_equal(w.n_pushed, 1);
        /* a phone falls asleep as the move comes: its connection breaks a little later */
        leave(4);
        do
            move(elsewhere);
        while (ir_turn(&stored()->now) != turn);
        run(2000);
        come(5, turn);
        join(5);
        run(20000);
        assert_int_equal(w.n_pushed, 1);
        do
            move(5);
        while (ir_turn(&stored()->now) != other);
        run(5000);
        leave(elsewhere);
        run(20000);
        assert_int_equal(pushes(other, "turn"), 2);
        if (n == 1)
            stop(NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_wait, stop),    cmocka_unit_test_teardown(test_bot, stop),
        cmocka_unit_test_teardown(test_holiday, stop), cmocka_unit_test_teardown(test_off, stop),
        cmocka_unit_test_teardown(test_jump, stop),    cmocka_unit_test_teardown(test_nodes, stop),
        cmocka_unit_test_teardown(test_turn, stop),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hub: slow games", tests, NULL, NULL);
}
