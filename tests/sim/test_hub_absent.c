/* test_hub_absent.c: people who do not move, leave and come back: what the others are told, who plays for them, and that a game
 * without people waits. Also the story of a game for those who come late. */
#include "small.h"

static char id[IR_ID_MAX], token[3][65];

static void tick(int64_t ms, int64_t step)
{
    for (int64_t until = w.now + ms; w.now < until;) {
        w.now += step;
        for (int n = 0; n < 2 && w.hubs[n]; n++) {
            hub_tick(w.hubs[n], w.now);
            pump();
        }
    }
}

/* Everyone who sits at the table was told, and who watches was, too. */
static void all_heard(const char *part)
{
    for (uint64_t c = 1; c <= 3; c++)
        if (times_said(c, part) != 1)
            fail_msg("%d times to %d: %s; the last is %s", times_said(c, part), (int)c, part, last(c));
}

static void join(uint64_t c)
{
    say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(c, "\"type\":\"frame\"");
}

/* Two people, 1 and 2, at a table on the first node, and 3 who watches. */
static const struct ir_table *playing(const char *settings, int nodes)
{
    char more[128];
    if (nodes == 1)
        start((struct hub_limits){0});
    else
        start_nodes(nodes, (struct hub_limits){0});
    for (uint64_t c = 1; c <= 3; c++) {
        hello(c);
        memcpy(token[c - 1], member(c, "token"), 65);
    }
    snprintf(more, sizeof more, ",\"seats\":2,\"settings\":\"%s\"", settings);
    memcpy(id, table(1, more), IR_ID_MAX);
    join(2);
    join(3);
    act(2, id, "sit 1 B");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    const struct room *r = room_find(w.hub, id);
    assert_int_equal(r->table.stage, IR_PLAYING);
    forget_all();
    return &r->table;
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

static void move(const struct ir_table *t)
{
    ir_move legal[IR_MOVES_MAX];
    struct ir_view v;
    char text[IR_TEXT_MAX], command[IR_TEXT_MAX + 8];
    int turn = ir_turn(&t->now);
    ir_table_view(t, turn, &v, NULL);
    t->game->legal(&v, legal);
    ir_move_text(t->game, legal[0], text);
    snprintf(command, sizeof command, "move %s", text);
    act((uint64_t)turn + 1, id, command);
}

/* The person of this seat comes with another connection. */
static void again(uint64_t c, int seat)
{
    char more[256];
    snprintf(more, sizeof more, ",\"token\":\"%s\"", token[seat]);
    hello_with(c, more);
    join(c);
}

static void test_takeover(void **state)
{
    const struct ir_table *t = playing("absent=60", 1);
    int slow = ir_turn(&t->now);
    uint64_t waits = (uint64_t)(2 - slow), late = (uint64_t)slow + 1;
    char text[64];
    tick(59000, 1000);
    assert_int_equal(times_said(waits, "\"late\""), 0);
    tick(2000, 100);
    snprintf(text, sizeof text, "\"acts\":[{\"act\":\"late\",\"seat\":%d}]", slow);
    all_heard(text);
    snprintf(text, sizeof text, "\"takeover %d\"", slow);
    assert_int_equal(times_said(waits, text), 1);
    assert_int_equal(times_said(3, text) + times_said(late, text), 0);
    forget_all();
    tick(600000, 1000); /* it is said once, and the game waits */
    assert_int_equal(times_said(waits, "\"type\":\"frame\""), 0);
    snprintf(text, sizeof text, "takeover %d", slow);
    act(waits, id, text);
    snprintf(text, sizeof text, "{\"act\":\"away\",\"seat\":%d,\"by\":%d}", slow, 1 - slow);
    all_heard(text);
    forget_all();
    bot_moves(0);
    snprintf(text, sizeof text, "\"acts\":[{\"act\":\"bot\",\"seat\":%d}]", slow);
    all_heard(text);
    act(late, id, "back");
    heard(late, "\"act\":\"back\"");
    forget_all();
    act(late, id, "pause");
    act(waits, id, "decline");
    snprintf(text, sizeof text, "{\"act\":\"decline\",\"seat\":%d,\"by\":%d,\"what\":\"pause\"}", 1 - slow, slow);
    all_heard(text);
}

/* Two people, five seconds a move, nobody touches anything: a bot makes a move or two, and then the game waits. */
static void test_nobody_moves(void **state)
{
    const struct ir_table *t = playing("clock=move,seconds=5", 1);
    int first = ir_turn(&t->now);
    char text[64];
    uint32_t rows;
    for (int i = 0; i < 200; i++) {
        tick(1000, 100);
        if (w.thought) {
            assert_int_equal(t->seat[first].away, 1);
            assert_int_equal(t->seat[1 - first].away, 0);
            bot_moves(0);
        }
    }
    assert_int_equal(t->paused, IR_DESERTED);
    for (int seat = 0; seat < 2; seat++) {
        snprintf(text, sizeof text, "\"acts\":[{\"act\":\"flag\",\"seat\":%d}]", seat);
        all_heard(text);
    }
    all_heard("\"acts\":[{\"act\":\"pause\"}]");
    heard(1, "\"paused\":true,\"deserted\":true");
    rows = t->rows;
    tick(86400000, 60000);
    assert_true(t->rows == rows && !w.thought);
    act((uint64_t)first + 1, id, "resume"); /* one press: who goes on plays */
    assert_true(t->paused == IR_RUNNING && !t->seat[first].away && t->seat[1 - first].away);
    if (ir_turn(&t->now) != first)
        bot_moves(0);
}

/* A clock that falls while nobody who plays is connected pauses the game, and charges nobody. */
static void test_nobody_is_here(void **state)
{
    const struct ir_table *t = playing("clock=game,seconds=20", 1);
    int64_t seq = t->seq;
    forget_all();
    hub_disconnect(w.hub, 1, w.now);
    hub_disconnect(w.hub, 2, w.now);
    tick(3600000, 1000); /* 3 watches all the time */
    assert_int_equal(t->seq, seq);
    assert_int_equal(times_said(3, "\"type\":\"frame\""), 0);
    again(4, 1);
    assert_int_equal(t->paused, IR_DESERTED);
    heard(4, "\"acts\":[{\"act\":\"pause\"}]");
    assert_true(t->seat[0].left == 20000 && t->seat[1].left == 20000);
    tick(60000, 1000);
    assert_int_equal(t->paused, IR_DESERTED);
    act(4, id, "resume");
    int turn = ir_turn(&t->now);
    tick(19000, 100);
    assert_int_equal(t->seat[turn].away, 0);
    forget_all();
    tick(2000, 100); /* now somebody sees it */
    assert_int_equal(t->seat[turn].away, 1);
    assert_int_equal(times_said(3, "\"act\":\"flag\""), 1);
}

/* A bot that was asked while somebody was here does not move after all have left. */
static void test_bots_wait(void **state)
{
    const struct ir_table *t = playing("", 1);
    act((uint64_t)ir_turn(&t->now) + 1, id, "away");
    assert_non_null(w.thought);
    hub_disconnect(w.hub, 1, w.now);
    hub_disconnect(w.hub, 2, w.now);
    int64_t seq = t->seq;
    pump();
    bot_moves(0);
    tick(60000, 1000);
    assert_true(t->seq == seq && !w.thought);
    again(4, 0);
    again(5, 1);
    tick(3000, 100);
    if (t->paused) /* the one who is away was the first to come */
        act(5, id, "resume");
    bot_moves(0);
    assert_true(t->seq > seq);
}

/* A paused game is in the store: another node knows of it, and goes on there. */
static void test_another_node(void **state)
{
    const struct ir_table *t = playing("clock=move,seconds=5", 2);
    for (int i = 0; i < 60 && t->paused != IR_DESERTED; i++) {
        tick(1000, 100);
        if (w.thought)
            bot_moves(0);
    }
    assert_int_equal(t->paused, IR_DESERTED);
    int turn = ir_turn(&t->now);
    hub_disconnect(w.hub, 1, w.now);
    hub_disconnect(w.hub, 2, w.now);
    pump();
    again(64, turn);
    heard(64, "\"paused\":true,\"deserted\":true");
    forget_all();
    tick(3600000, 1000);
    assert_int_equal(times_said(64, "\"type\":\"frame\""), 0);
    act(64, id, "back");
    const struct room *there = room_find(w.hubs[1], id);
    assert_true(there->table.paused == IR_RUNNING && !there->table.seat[turn].away);
    heard(3, "\"act\":\"resume\""); /* who watches at the first node */
    tick(12000, 100);
    assert_int_equal(there->table.seat[turn].away, 1); /* ten seconds after coming back, at the node where the person is */
    assert_int_equal(there->table.paused, IR_DESERTED);
}

/* ---- the story ---- */

/* What the frames that a connection got since it forgot told, as the story tells it. */
static json_t *told(uint64_t c)
{
    json_t *frames = json_array();
    for (int i = 0; i < w.conn[c].n; i++) {
        json_t *m = json_loads(w.conn[c].line[i], 0, NULL), *acts = json_object_get(m, "acts");
        json_t *events = json_object_get(m, "events");
        if (!strcmp(json_string_value(json_object_get(m, "type")), "frame") && (acts || json_array_size(events))) {
            json_t *f = json_pack("{s:O,s:O}", "seq", json_object_get(m, "seq"), "events", events);
            if (acts)
                json_object_set(f, "acts", acts);
            json_array_append_new(frames, f);
        }
        json_decref(m);
    }
    return frames;
}

static void story_is(uint64_t c, const json_t *frames)
{
    w.now += 1000;
    say(c, "{\"type\":\"story\",\"table\":\"%s\",\"id\":77}", id);
    heard(c, "{\"type\":\"story\"");
    json_t *m = json_loads(last(c), 0, NULL), *f = json_object_get(m, "frames");
    assert_true(json_integer_value(json_object_get(m, "id")) == 77 && json_is_true(json_object_get(m, "whole")));
    assert_int_equal(json_integer_value(json_object_get(m, "seq")), room_find(w.hubs[c >= 64], id)->table.seq);
    size_t n = json_array_size(f), deal = n - json_array_size(frames);
    assert_true(deal <= 1); /* the deal was told before they forgot */
    for (size_t i = deal; i < n; i++)
        if (!json_equal(json_array_get(f, i), json_array_get(frames, i - deal)))
            fail_msg("frame %zu of the story is not what was told: %s", i, last(c));
    json_decref(m);
}

static void test_story(void **state)
{
    const struct ir_table *t = playing("", 2);
    json_t *frames[3];
    for (int i = 0; i < 12 && t->stage == IR_PLAYING; i++)
        move(t);
    act(1, id, "undo");
    act(2, id, "pause");
    act(1, id, "decline");
    for (uint64_t c = 1; c <= 3; c++)
        frames[c - 1] = told(c);
    assert_true(json_array_size(frames[0]) >= 13);
    for (uint64_t c = 1; c <= 3; c++)
        story_is(c, frames[c - 1]);
    for (int c = 0; c < 2; c++) { /* after a reload, at another node */
        again(64 + (uint64_t)c, c);
        story_is(64 + (uint64_t)c, frames[c]);
    }
    hello(70); /* who comes late to watch knows what the other one does who watches */
    join(70);
    story_is(70, frames[2]);
    w.now += 10000;
    w.failing = 1;
    say(70, "{\"type\":\"story\",\"table\":\"%s\",\"id\":78}", id);
    heard(70, "\"error\":\"store\"");
    w.failing = 0;
    for (int i = 0; i < 3; i++)
        say(70, "{\"type\":\"story\",\"table\":\"%s\",\"id\":79}", id);
    heard(70, "\"error\":\"rate\"");
    say(70, "{\"type\":\"story\",\"table\":\"nowhere\",\"id\":80}");
    heard(70, "\"error\":\"unknown-table\"");
    for (int c = 0; c < 3; c++)
        json_decref(frames[c]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_takeover, stop),       cmocka_unit_test_teardown(test_nobody_moves, stop),
        cmocka_unit_test_teardown(test_nobody_is_here, stop), cmocka_unit_test_teardown(test_bots_wait, stop),
        cmocka_unit_test_teardown(test_another_node, stop),   cmocka_unit_test_teardown(test_story, stop),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hub: the absent", tests, NULL, NULL);
}
