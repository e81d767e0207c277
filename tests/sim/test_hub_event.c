/* test_hub_event.c: evenings: made, joined, started and played to the end, on one node and on two; who does not come, who
 * leaves, what a node that dies leaves behind, and each refusal. */
#include "small.h"

#include "server/hub_event.h"

static char code[IR_ID_MAX];

/* The last state that a connection has heard. The caller frees it. */
static json_t *state(uint64_t c)
{
    for (int i = w.conn[c].n; i--;)
        if (!strncmp(w.conn[c].line[i], "{\"type\":\"event\",", 16)) {
            json_t *m = json_loads(w.conn[c].line[i], 0, NULL), *s = json_incref(json_object_get(m, "state"));
            assert_non_null(s);
            json_decref(m);
            return s;
        }
    fail_msg("%d has heard no state", (int)c);
    return NULL;
}

static const char *text_of(json_t *m, const char *key)
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

static void made(uint64_t c, const char *more)
{
    say(c, "{\"type\":\"event-new\",\"id\":1,\"name\":\"Friday\",\"game\":\"%s\"%s}", ir_games[0]->name, more);
    heard(c, "\"type\":\"event-made\",\"id\":1");
    snprintf(code, sizeof code, "%s", member(c, "event"));
}

static void look(uint64_t c)
{
    say(c, "{\"type\":\"event\",\"id\":2,\"event\":\"%s\"}", code);
    heard(c, "\"type\":\"event\"");
}

static void order(uint64_t c, const char *what)
{
    static int number = 10;
    w.now += 1000;
    say(c, "{\"type\":\"event-do\",\"id\":%d,\"event\":\"%s\",\"do\":\"%s\"}", ++number, code, what);
}

/* So many have joined, from connection 1 on, at these nodes; the first of them is the host and has made it. */
static void gather(int n, const char *more)
{
    char name[32];
    for (int i = 0; i < n; i++) {
        hello((uint64_t)i + 1);
        if (!i)
            made(1, more);
        look((uint64_t)i + 1);
        snprintf(name, sizeof name, "join P%d", i + 1);
        order((uint64_t)i + 1, name);
        assert_int_equal(times_said((uint64_t)i + 1, "{\"type\":\"ok\""), 1);
    }
}

/* Where this connection plays now; "": nowhere. */
static const char *table_of(uint64_t c)
{
    static char at[CONNS][IR_ID_MAX];
    json_t *s = state(c), *you = json_object_get(s, "you");
    json_t *me = json_array_get(json_object_get(s, "people"), (size_t)json_integer_value(you));
    snprintf(at[c], sizeof at[c], "%s", json_is_integer(you) ? text_of(me, "table") : "");
    json_decref(s);
    return at[c];
}

static int stage_is(uint64_t c, const char *stage)
{
    json_t *s = state(c);
    int is = !strcmp(text_of(s, "stage"), stage);
    json_decref(s);
    return is;
}

static double points(uint64_t c, int person)
{
    json_t *s = state(c);
    double is = json_number_value(json_object_get(json_array_get(json_object_get(s, "people"), (size_t)person), "points"));
    json_decref(s);
    return is;
}

static void ready(uint64_t c, const char *id)
{
    say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(c, "\"type\":\"frame\"");
    act(c, id, "ready 00000000000000000000000000000001");
}

/* Everybody who has a table goes there; then all those in the second seat resign. Returns how many tables there were. */
static int round_play(int n)
{
    int tables = 0;
    for (int c = 1; c <= n; c++)
        if (*table_of((uint64_t)c))
            ready((uint64_t)c, table_of((uint64_t)c));
    for (int c = 1; c <= n; c++) {
        const char *id = table_of((uint64_t)c);
        struct room *r = *id ? room_find(w.hubs[c >= 64], id) : NULL;
        if (r && r->table.stage == IR_PLAYING && r->table.seat[1].who == conn_find(w.hub, (uint64_t)c)->who) {
            act((uint64_t)c, id, "resign");
            tables++;
        }
    }
    forget_all();
    pass(1000);
    return tables;
}

static void test_round_robin(void **unused)
{
    start((struct hub_limits){.event_pause = 2000});
    gather(4, ",\"kind\":\"round-robin\"");
    order(2, "start");
    heard(2, "\"error\":\"seat\"");
    order(1, "start");
    pass(1000);
    for (int r = 0; r < 3; r++) {
        assert_true(stage_is(1, "playing"));
        assert_int_equal(round_play(4), 2);
        pass(3000);
    }
    assert_true(stage_is(2, "over"));
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += points(3, i);
    assert_true(sum == 6);
    order(3, "join P3");
    heard(3, "\"error\":\"stage\"");
}

/* Who was not there when a round robin started has no place in its circle; who was may leave and come back. */
static void test_circle(void **unused)
{
    start((struct hub_limits){0});
    gather(4, ",\"kind\":\"round-robin\"");
    order(4, "leave");
    order(1, "start");
    static const char *const again[] = {"back", "join P4"};
    for (int i = 0; i < 2; i++) {
        order(4, again[i]);
        assert_int_equal(times_said(4, "\"error\":\"stage\""), i + 1);
    }
    forget_all();
    order(3, "leave");
    order(3, "back");
    assert_int_equal(times_said(3, "\"type\":\"ok\""), 2);
}

/* So many strangers join. */
static void crowd(int from, int to)
{
    char name[32];
    for (int i = from; i < to; i++) {
        snprintf(name, sizeof name, "join Guest %d", i);
        assert_true(event_act(w.hub, code, 1000 + (uint64_t)i, name, NULL, NULL));
        pump();
    }
}

/* Everybody meets everybody, or it does not begin; and who finds it full is not told that the host keeps them away. */
static void test_crowd(void **unused)
{
    start((struct hub_limits){.event_pause = 1000, .event_absent = 60000});
    hello(1);
    made(1, ",\"kind\":\"round-robin\"");
    crowd(0, 65);
    order(1, "start");
    heard(1, "\"error\":\"seats\"");
    crowd(65, 128);
    order(1, "join");
    heard(1, "\"error\":\"seats\"");
    for (int i = 64; i < 128; i++) {
        char drop[16];
        snprintf(drop, sizeof drop, "drop %d", i);
        order(1, drop);
        heard(1, "\"type\":\"ok\"");
        forget_all();
    }
    order(1, "start");
    heard(1, "\"type\":\"ok\"");
}

static void test_refused(void **unused)
{
    static const char *const bad[][2] = {
        {"\"kind\":\"swiss\",\"name\":\"A\"", "no such game"},
        {"\"kind\":\"knockout\",\"name\":\"A\"", "round-robin, swiss, arena"},
        {"\"kind\":\"swiss\",\"name\":\" \"", "needs a name"},
        {"\"kind\":\"swiss\",\"name\":\"A\",\"seats\":7", "2 to 6 seats"},
        {"\"kind\":\"arena\",\"name\":\"A\",\"minutes\":0", "1 to 720 minutes"},
        {"\"kind\":\"swiss\",\"name\":\"A\",\"settings\":\"clock=slow\"", "another clock than slow"},
        {"\"kind\":\"swiss\",\"name\":\"A\",\"settings\":\"clock=often\"", "\"error\":\"option\""},
        {"\"kind\":\"swiss\",\"name\":\"A\",\"options\":\"no=such\"", "\"error\":\"option\""},
    };
    start((struct hub_limits){0});
    hello(1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(1, "{\"type\":\"event-new\",\"id\":4,\"game\":\"%s\",%s}", i ? ir_games[0]->name : "chess", bad[i][0]);
        heard(1, bad[i][1]);
        w.now += 1000;
    }
    static const char *const nothing[] = {"Eabcdefghjkmn", "abcdefghjkmn", "E", "..", ""};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        say(1, "{\"type\":\"event\",\"id\":5,\"event\":\"%s\"}", nothing[i]);
        heard(1, "\"id\":5,\"error\":\"unknown-event\"");
        say(1, "{\"type\":\"event-do\",\"id\":6,\"event\":\"%s\",\"do\":\"join A\"}", nothing[i]);
        heard(1, "\"id\":6,\"error\":\"unknown-event\"");
        w.now += 1000;
    }
    assert_int_equal(w.hub->events.n, 0);
    made(1, ",\"kind\":\"swiss\"");
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", code); /* it is no table */
    heard(1, "\"error\":\"unknown-table\"");
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    hub_request(w.hub, &(struct hub_http){7, "GET", path, "", "", "", "127.0.0.1", 0}, w.now);
    pump();
    assert_int_equal(w.reply.status, 404);
    order(1, "start");
    heard(1, "not enough people");
    order(1, "dance");
    heard(1, "An event knows");
    order(1, "leave");
    heard(1, "You have not joined");
    order(1, "drop 0");
    heard(1, "\"error\":\"command\"");
    order(1, "join bot:strong");
    heard(1, "\"error\":\"command\"");
    order(1, "join Anna");
    heard(1, "\"type\":\"ok\"");
    order(1, "join Anna");
    heard(1, "\"type\":\"ok\"");
    hello(2);
    order(2, "join anna"); /* looks like another name */
    heard(2, "\"error\":\"command\"");
    order(2, "join Anna");
    heard(2, "\"type\":\"ok\"");
    look(2);
    heard(2, "\"name\":\"Anna 2\"");
    order(2, "close");
    heard(2, "Only the host");
    order(1, "drop 1");
    heard(1, "\"type\":\"ok\"");
    pass(1000);
    heard(2, "\"gone\":true");
    for (int i = 0; i < 30; i++)
        say(2, "{\"type\":\"event-do\",\"id\":9,\"event\":\"%s\",\"do\":\"back\"}", code);
    heard(2, "\"error\":\"rate\"");
    w.now += 1000;
    order(1, "close");
    heard(1, "\"type\":\"ok\"");
    order(2, "back");
    heard(2, "\"error\":\"stage\"");
    hub_goodbye(w.hub, w.now);
    w.now += 1000;
    order(2, "back");
    heard(2, "\"error\":\"store\"");
}

static uint64_t who(uint64_t c)
{
    return conn_find(w.hubs[c >= 64], c)->who;
}

static void block(uint64_t by, uint64_t whom)
{
    struct store_request r = {.kind = STORE_TIE_SET, .who = who(by), .other = who(whom), .flags = IR_TIE_BLOCK, .time = w.now};
    store_submit(w.store, &r);
    store_collect(w.store);
}

/* Who is blocked by the host cannot join, and is not told why. */
static void test_blocked(void **unused)
{
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    made(1, ",\"kind\":\"swiss\"");
    block(1, 2);
    order(2, "join P2");
    heard(2, "The host keeps this event for others.");
    look(2);
    heard(2, "\"people\":[]");
}

/* Whom the host has sent away and blocks does not come back; who was only sent away may. */
static void test_sent_away(void **unused)
{
    static const char *const again[] = {"back", "join P2", "join"};
    start((struct hub_limits){0});
    gather(2, ",\"kind\":\"swiss\"");
    order(1, "drop 1");
    order(2, "back");
    order(1, "drop 1");
    assert_int_equal(times_said(2, "\"type\":\"ok\""), 2);
    block(1, 2);
    for (int i = 0; i < 3; i++) {
        order(2, again[i]);
        heard(2, "The host keeps this event for others.");
    }
    order(2, "leave"); /* that is so already */
    heard(2, "\"type\":\"ok\"");
}

/* Nobody comes: nobody has a point. One comes: who does not has lost, or a bot plays for them, until they are there. */
static void test_absent(void **unused)
{
    for (int bots = 0; bots < 2; bots++) {
        start((struct hub_limits){.event_pause = 1000, .event_absent = 10000});
        gather(4, bots ? ",\"kind\":\"swiss\",\"rounds\":1,\"bots\":\"normal\"" : ",\"kind\":\"swiss\",\"rounds\":1");
        order(1, "start");
        pass(1000);
        char id[IR_ID_MAX];
        memcpy(id, table_of(1), sizeof id);
        ready(1, id);
        uint64_t other = 0;
        for (uint64_t c = 2; c <= 4; c++)
            if (!strcmp(table_of(c), id))
                other = c;
        pass(4000);
        assert_true(stage_is(1, "playing"));
        pass(10000);
        const struct room *r = room_find(w.hub, id);
        assert_non_null(r);
        if (!bots) {
            assert_int_equal(r->table.stage, IR_OVER_NOW);
            assert_true(stage_is(1, "over"));
            json_t *s = state(1), *people = json_object_get(s, "people");
            double sum = 0;
            for (size_t i = 0; i < 4; i++)
                sum += json_number_value(json_object_get(json_array_get(people, i), "points"));
            assert_true(sum == 1 && points(1, 0) == 1); /* the other table: nobody came */
            json_decref(s);
        } else {
            assert_int_equal(r->table.stage, IR_PLAYING);
            assert_int_equal(r->table.seat[ir_table_seat(&r->table, who(other))].away, 1);
            say(other, "{\"type\":\"join\",\"table\":\"%s\"}", id);
            act(other, id, "back");
            assert_int_equal(r->table.seat[ir_table_seat(&r->table, who(other))].away, 0);
            act(1, id, "resign");
            pass(2000);
            assert_true(stage_is(1, "over"));
            assert_true(points(1, (int)other - 1) == 1 && points(1, 0) == 0);
        }
        stop(NULL);
    }
    start((struct hub_limits){0});
}

/* No bot plays for anybody in a rated game: who does not come resigns as soon as a bot would have played. */
static void test_absent_rated(void **unused)
{
    start((struct hub_limits){.event_pause = 1000, .event_absent = 10000});
    gather(2, ",\"kind\":\"swiss\",\"rounds\":1,\"bots\":\"normal\",\"settings\":\"rated=on\"");
    order(1, "start");
    pass(1000);
    ready(1, table_of(1));
    pass(15000);
    assert_true(stage_is(1, "over"));
    assert_true(points(1, 0) == 1 && points(1, 1) == 0);
}

/* Who leaves in the middle of a game has lost it, and is not paired any more; a game that nobody plays is given up. */
static void test_leave(void **unused)
{
    start((struct hub_limits){.event_pause = 1000, .event_absent = 10000});
    gather(4, ",\"kind\":\"swiss\",\"rounds\":2");
    order(1, "start");
    pass(1000);
    for (uint64_t c = 1; c <= 4; c++)
        ready(c, table_of(c));
    assert_int_equal(room_find(w.hub, table_of(4))->table.stage, IR_PLAYING);
    order(4, "leave");
    pass(2000);
    assert_true(!*table_of(4));
    for (int k = 0; k < 60; k++) { /* nobody moves at the other table; both stay connected */
        pass(1000);
        forget_all();
        say(1, "{\"type\":\"event\",\"id\":2,\"event\":\"%s\"}", code);
    }
    json_t *s = state(1);
    assert_int_equal(json_integer_value(json_object_get(s, "round")), 2);
    json_t *people = json_object_get(s, "people");
    assert_true(json_is_true(json_object_get(json_array_get(people, 3), "gone")));
    assert_true(json_number_value(json_object_get(json_array_get(people, 3), "points")) == 0);
    json_decref(s);
}

/* All at a table have gone: no bot plays there, as nobody looks. The evening does not wait for them twice as long. */
static void test_deserted(void **unused)
{
    start((struct hub_limits){.event_pause = 1000, .event_absent = 10000});
    gather(4, ",\"kind\":\"swiss\",\"rounds\":1,\"bots\":\"normal\"");
    order(1, "start");
    pass(1000);
    for (uint64_t c = 1; c <= 4; c++)
        ready(c, table_of(c));
    char mine[IR_ID_MAX], id[IR_ID_MAX] = "";
    snprintf(mine, sizeof mine, "%s", table_of(1));
    for (uint64_t c = 2; c <= 4; c++)
        if (strcmp(table_of(c), mine) != 0) {
            snprintf(id, sizeof id, "%s", table_of(c));
            hub_disconnect(w.hub, c, w.now);
        }
    int64_t gone = w.now;
    act(1, mine, "resign");
    do {
        pass(1000);
        forget_all();
        look(1);
    } while (!stage_is(1, "over") && w.now - gone < 200000);
    assert_true(stage_is(1, "over"));
    assert_in_range(w.now - gone, 50000,
                    80000); /* five times as long as people have to come; once more for a bot; looks at it */
}

/* What the first node waits for goes on; what it asks for next is held. */
static void held_go(void)
{
    struct store_request *r = w.held;
    assert_non_null(r);
    w.held = NULL;
    store_submit(w.store, r);
    pump();
}

/* Somebody is deleted, and the event is read anew, while somebody else's resignation is on its way: it is not forgotten that
 * their table is to be looked at again. */
static void test_renewed(void **unused)
{
    start((struct hub_limits){.event_pause = 1000, .event_absent = 60000});
    gather(2, ",\"kind\":\"swiss\",\"rounds\":1");
    order(1, "start");
    pass(1000);
    for (uint64_t c = 1; c <= 2; c++)
        ready(c, table_of(c));
    w.late = 1;
    order(2, "leave"); /* its row; then the row at the table */
    held_go();
    struct store_request *resigns = w.held;
    assert_non_null(resigns);
    assert_non_null(strstr(resigns->row.text, "resign"));
    w.late_kind = STORE_MATCH_LOAD;
    event_renew(w.hub, who(1), 0);
    struct store_request *load = w.held;
    assert_true(load != resigns && !strcmp(load->match.id, code));
    w.late = 0;
    store_submit(w.store, resigns);
    pump();
    store_submit(w.store, load);
    pump();
    pass(40000);
    look(1);
    assert_true(stage_is(1, "over"));
    assert_true(points(1, 0) == 1);
}

/* A secret question waits for all answers, and one person does not give theirs: it is they who lose the game. */
static void test_unanswered(void **unused)
{
    const struct ir_game *g = NULL;
    for (int i = 0; ir_games[i]; i++)
        if (ir_games[i]->asked && ir_games[i]->max_seats >= 3)
            g = ir_games[i];
    assert_non_null(g);
    start((struct hub_limits){.event_pause = 1000, .event_absent = 10000});
    for (uint64_t c = 1; c <= 3; c++) {
        hello(c);
        if (c == 1) {
            say(1,
                "{\"type\":\"event-new\",\"id\":1,\"name\":\"Three\",\"game\":\"%s\",\"kind\":\"swiss\",\"seats\":3,"
                "\"rounds\":1,\"settings\":\"reaction=0\"}",
                g->name);
            snprintf(code, sizeof code, "%s", member(1, "event"));
        }
        look(c);
        order(c, "join");
    }
    order(1, "start");
    pass(1000);
    char id[IR_ID_MAX], text[64];
    memcpy(id, table_of(1), sizeof id);
    for (uint64_t c = 1; c <= 3; c++)
        ready(c, id);
    const struct room *r = room_find(w.hub, id);
    int first = -1;
    for (int k = 0; k < 2000 && first < 0; k++) {
        unsigned asked = ir_asked(g, r->table.now.b), seat = 0;
        ir_move legal[IR_MOVES_MAX];
        struct ir_view v;
        struct ir_text t;
        assert_int_equal(r->table.stage, IR_PLAYING);
        while (!(asked >> seat & 1) || r->table.seat[seat].answer != IR_NO_MOVE)
            seat++;
        ir_table_view(&r->table, (int)seat, &v, NULL);
        int n = g->legal(&v, legal);
        first = asked & (asked - 1) ? (int)seat : -1;
        ir_text_start(&t, text, sizeof text);
        ir_text_put(&t, "move ");
        g->move_print(first < 0 ? legal[k % n] : g->silent, &t);
        for (uint64_t c = 1; c <= 3; c++)
            if (r->table.seat[seat].who == who(c))
                act(c, id, text);
        forget_all();
    }
    assert_true(first >= 0 && r->table.seat[first].answer == g->silent);
    pass(70000);
    assert_false(r->table.seat[first].resigned);
    int resigned = 0;
    for (int i = 0; i < 3; i++)
        resigned += r->table.seat[i].resigned;
    assert_true(resigned > 0);
}

/* An event goes on at another node when the one that ran it dies, between the pairing and its tables, too. */
static void test_nodes(void **unused)
{
    start_nodes(2, (struct hub_limits){.event_pause = 1000, .event_absent = 100000, .poll_ms = 3000});
    hello(1);
    hello(65);
    made(1, ",\"kind\":\"round-robin\",\"rounds\":2");
    look(1);
    look(65);
    order(1, "join P1");
    order(65, "join P65");
    pass(3000);
    heard(1, "\"name\":\"P65\"");
    heard(65, "\"name\":\"P1\"");
    w.late = 1; /* the first node starts it, and its next row hangs */
    w.late_kind = STORE_MATCH_NEW;
    order(1, "start");
    pass(1000);
    assert_non_null(w.held);
    assert_true(!*table_of(65));
    /* it dies: what it wanted never happens, and its lock is free */
    free(w.held);
    hub_free(w.hubs[0]);
    store_close(w.stores[0]);
    char why[IR_WHY_MAX];
    w.stores[0] = store_open("memory:nodes", NULL, notice, NULL, why);
    struct hub_port port = {.send = port_send,
                            .close = port_close,
                            .reply = port_reply,
                            .part = port_part,
                            .store = port_store,
                            .watch = port_watch,
                            .think = port_think,
                            .random = port_random,
                            .log = port_log};
    w.hubs[0] = w.hub = hub_new(&port, &(struct hub_limits){.event_pause = 1000, .event_absent = 100000, .poll_ms = 3000});
    w.store = w.stores[0];
    w.late = 0;
    pass(5000);
    char id[IR_ID_MAX];
    memcpy(id, table_of(65), sizeof id);
    assert_true(*id);
    ready(65, id);
    assert_int_equal(room_find(w.hubs[1], id)->table.n_seats, 2);
    order(65, "leave");
    pass(5000);
    assert_true(stage_is(65, "over")); /* fewer are left than a table needs */
}

/* Somebody is deleted: they leave, and their name is gone from the event, at once and in the store. */
static void test_gone(void **unused)
{
    start((struct hub_limits){0});
    gather(3, ",\"kind\":\"swiss\"");
    struct hub_http q = {
        .request = 7, .method = "GET", .path = "/api/me/export", .query = "", .address = "127.0.0.1", .body = ""};
    char token[128];
    hub_connect(w.hub, 9, "127.0.0.1", w.now);
    say(9, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"Zoe\"}");
    snprintf(token, sizeof token, "%s", member(9, "token"));
    order(9, "join Zoe");
    q.token = token;
    hub_request(w.hub, &q, w.now);
    pump();
    assert_int_equal(w.reply.status, 200);
    assert_non_null(strstr(w.reply.body, "\"evenings\":["));
    assert_non_null(strstr(w.reply.body, code));
    assert_non_null(strstr(w.reply.body, "\"you\":3"));
    json_t *whole = json_loads(w.reply.body, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(whole, "evenings")), 1);
    json_decref(whole);
    pass(1000);
    heard(1, "\"name\":\"Zoe\"");
    q.method = "POST";
    q.path = "/api/me/delete";
    q.body = "{\"sure\":\"Zoe\"}";
    q.body_n = strlen(q.body);
    hub_request(w.hub, &q, w.now);
    pump();
    assert_int_equal(w.reply.status, 200);
    pass(2000);
    heard(1, "\"name\":\"" STORE_GONE "\",\"bot\":false,\"here\":false,\"gone\":true");
    assert_null(strstr(last(1), "Zoe"));
    struct store_request r = {.kind = STORE_MATCH_LOAD};
    memcpy(r.match.id, code, sizeof code);
    store_submit(w.store, &r);
    store_collect(w.store);
    for (int i = 0; i < r.n; i++)
        assert_null(strstr(r.rows[i].text, "Zoe"));
    store_done(&r);
}

/* A table says of which evening it is, wherever its people hear of it, at every node; nobody else's table does, whatever they
 * ask for. Who plays there is up to the evening. */
static void test_table_of(void **unused)
{
    start((struct hub_limits){.event_pause = 60000, .event_absent = 60000});
    gather(2, ",\"kind\":\"round-robin\",\"rounds\":2,\"settings\":\"listed=on\"");
    order(1, "start");
    pass(1000);
    char id[IR_ID_MAX], tells[48];
    memcpy(id, table_of(1), sizeof id);
    snprintf(tells, sizeof tells, "\"evening\":\"%s\"", code);
    say(1, "{\"type\":\"mine\",\"id\":3}");
    pass(200);
    assert_int_equal(times_said(1, "\"type\":\"mine\",\"id\":3"), 1);
    assert_int_equal(times_said(1, tells), 1);
    hello(3); /* a stranger: the public lists do not say it; at the table they see it, and cannot sit down */
    say(3, "{\"type\":\"lobby\",\"id\":3,\"on\":true}");
    pass(1000);
    assert_true(times_said(3, id) > 0);
    assert_int_equal(times_said(3, "evening"), 0);
    struct hub_http q = {7, "GET", "/api/tables", "", "", "", "127.0.0.1", 0};
    hub_request(w.hub, &q, w.now);
    pump();
    assert_non_null(strstr(w.reply.body, id));
    assert_null(strstr(w.reply.body, "evening"));
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", id);
    q.path = path;
    hub_request(w.hub, &q, w.now);
    pump();
    assert_non_null(strstr(w.reply.body, tells));
    ready(1, id);
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, tells);
    act(2, id, "stand");
    w.now += 1000;
    say(1, "{\"type\":\"invite\",\"id\":8,\"table\":\"%s\",\"who\":\"0123456789abcdef\"}", id);
    heard(1, "says who plays here");
    say(3, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(3, tells);
    assert_null(strstr(last(3), "sit 0"));
    assert_null(strstr(last(3), "sit 1"));
    for (int seat = 0; seat < 2; seat++) {
        char sit[16];
        snprintf(sit, sizeof sit, "sit %d Zoe", seat);
        act(3, id, sit);
        heard(3, "\"error\":\"seat\"");
    }
    stop(NULL);

    start_nodes(2, (struct hub_limits){.event_pause = 60000, .event_absent = 60000, .poll_ms = 3000});
    gather(2, ",\"kind\":\"round-robin\",\"rounds\":2");
    order(1, "start");
    pass(1000);
    memcpy(id, table_of(1), sizeof id);
    snprintf(tells, sizeof tells, "\"evening\":\"%s\"", code);
    ready(1, id);
    ready(2, id);
    say(1, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    say(2, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    forget_all();
    int asked = table_turn(&room_find(w.hub, id)->table) == 1u << ir_table_seat(&room_find(w.hub, id)->table, who(1)) ? 1 : 2;
    turn_told(w.hub, who_find(w.hub, who((uint64_t)asked)), id);
    pump();
    heard((uint64_t)asked, "\"type\":\"turn\"");
    heard((uint64_t)asked, tells);
    hello(65); /* at the other node, which reads it from the store */
    say(65, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(65, tells);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(1, tells);
    act(1, id, "resign");
    assert_int_equal(times_said(1, "\"may\":[]"), 1); /* no rematch */
    act(1, id, "rematch");
    heard(1, "which says who plays next");
    say(1, "{\"type\":\"invite\",\"id\":9,\"table\":\"%s\"}", id);
    heard(1, "who plays next");

    static const char *const claims[] = {"\"evening\":\"%s\"", "\"event\":\"%s\"", "\"settings\":\"evening=%s\"",
                                         "\"options\":\"evening=%s\""};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        char text[64];
        snprintf(text, sizeof text, claims[i], code); /* NOLINT(clang-diagnostic-format-nonliteral) */
        w.now += 1000;
        say(2, "{\"type\":\"create\",\"id\":%d,\"game\":\"%s\",%s}", 20 + (int)i, ir_games[0]->name, text);
        if (strstr(last(2), "\"refused\""))
            continue;
        snprintf(id, sizeof id, "%s", member(2, "table"));
        say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
        heard(2, "\"type\":\"frame\"");
        assert_null(strstr(last(2), "evening"));
        act(2, id, "evening");
        heard(2, "\"error\":\"command\"");
    }
}

static char *request(const char *method, const char *path, const char *token, const char *body)
{
    struct hub_http q = {7, method, path, "", token, body, "127.0.0.1", strlen(body)};
    w.now += 61000; /* an export a minute */
    hub_request(w.hub, &q, w.now);
    pump();
    assert_int_equal(w.reply.status, 200);
    return w.reply.body;
}

static void admin(const char *text)
{
    w.now += 1000;
    hub_admin(w.hub, 7, text, strlen(text), w.now);
    pump();
    if (w.reply.status != 200)
        fail_msg("%s: %s", text, w.reply.body);
}

/* Connection 1 is somebody of whom the token is known, has made an evening and joined it; two others have, too. */
static void hosted(char token[128], const char *more)
{
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"Zoe\"}");
    snprintf(token, 128, "%s", member(1, "token"));
    w.now += 1000;
    made(1, more);
    look(1);
    order(1, "join Zoe");
    for (uint64_t c = 2; c <= 3; c++) {
        hello(c);
        look(c);
        order(c, "join");
    }
}

/* The host is deleted: an evening that has not begun is closed, one that is being played goes on. Before, the host's data have
 * the evening, and the tables that are of it. */
static void test_host_gone(void **unused)
{
    char token[128], tells[48];
    start((struct hub_limits){.event_pause = 1000, .event_absent = 5000});
    hosted(token, ",\"kind\":\"swiss\"");
    request("POST", "/api/me/delete", token, "{\"sure\":\"Zoe\"}");
    pass(1000);
    assert_true(stage_is(2, "over"));
    stop(NULL);

    start((struct hub_limits){.event_pause = 1000, .event_absent = 500000});
    hosted(token, ",\"kind\":\"swiss\",\"rounds\":2");
    order(1, "start");
    pass(1000);
    snprintf(tells, sizeof tells, "\"evening\":\"%s\"", code);
    json_t *all = json_loads(request("GET", "/api/me/export", token, ""), 0, NULL), *one;
    one = json_array_get(json_object_get(all, "evenings"), 0);
    assert_true(json_is_true(json_object_get(one, "host")));
    assert_string_equal(text_of(one, "event"), code);
    int has_table = *table_of(1) != 0; /* or a bye */
    assert_int_equal(json_array_size(json_object_get(all, "tables")), has_table);
    if (has_table)
        assert_string_equal(text_of(json_array_get(json_object_get(all, "tables"), 0), "evening"), code);
    json_decref(all);
    request("POST", "/api/me/delete", token, "{\"sure\":\"Zoe\"}");
    hello(4); /* people come and go as before: there is nobody who could have blocked them */
    order(4, "join");
    order(4, "leave");
    order(4, "back");
    order(4, "leave");
    assert_int_equal(times_said(4, "\"type\":\"ok\""), 4);
    for (int round = 0; round < 2; round++) {
        pass(3000);
        for (uint64_t c = 2; c <= 3; c++)
            if (*table_of(c))
                ready(c, table_of(c));
        for (uint64_t c = 2; c <= 3; c++) {
            const struct room *r = *table_of(c) ? room_find(w.hub, table_of(c)) : NULL;
            if (r && r->table.stage == IR_PLAYING)
                act(c, table_of(c), "resign");
        }
        pass(3000);
        look(2);
        look(3);
    }
    pass(3000);
    assert_true(stage_is(2, "over"));
    json_t *s = state(2);
    assert_string_equal(text_of(json_array_get(json_object_get(s, "people"), 0), "name"), STORE_GONE);
    assert_int_equal(json_integer_value(json_object_get(s, "round")), 2);
    json_decref(s);
}

/* Whom the owner bans leaves the evening; whose name the owner takes away does not join under it again; and the numbers for the
 * owner. */
static void test_owner(void **unused)
{
    char text[200];
    start((struct hub_limits){.event_pause = 1000, .event_absent = 500000});
    gather(4, ",\"kind\":\"swiss\",\"rounds\":2");
    order(1, "start");
    pass(1000);
    for (uint64_t c = 1; c <= 4; c++)
        ready(c, table_of(c));
    uint64_t banned = who(4);
    snprintf(text, sizeof text, "{\"do\":\"ban\",\"who\":\"%016llx\",\"days\":1}", (unsigned long long)banned);
    admin(text);
    assert_int_equal(times_said(4, "\"error\":\"banned\""), 1);
    pass(2000);
    json_t *s = state(1), *last_one = json_array_get(json_object_get(s, "people"), 3);
    assert_true(json_is_true(json_object_get(last_one, "gone")));
    assert_true(json_is_null(json_object_get(last_one, "table"))); /* the game is decided */
    assert_int_equal(json_integer_value(json_object_get(last_one, "games")), 1);
    json_decref(s);
    stop(NULL);

    start((struct hub_limits){.event_pause = 1000});
    hello(1);
    hello(2);
    made(1, ",\"kind\":\"swiss\"");
    snprintf(text, sizeof text, "{\"do\":\"rename\",\"who\":\"%016llx\",\"name\":\"Guest\",\"before\":\"Rude\"}",
             (unsigned long long)who(2));
    uint64_t renamed = who(2);
    admin(text);
    pass(1000);
    assert_true(event_act(w.hub, code, renamed, "join Rude", NULL, NULL)); /* as from a connection that is new */
    pump();
    look(1);
    heard(1, "\"people\":[]");
    assert_true(event_act(w.hub, code, renamed, "join Polite", NULL, NULL));
    pass(1000);
    look(1);
    heard(1, "\"name\":\"Polite\"");
    static const char *const numbers[] = {"irori_events 1\n",
                                          "irori_events_total 1\n",
                                          "irori_event_rows_total 1\n",
                                          "irori_event_tables_total 0\n",
                                          "irori_event_absent_total 0\n",
                                          "irori_event_states_total "};
    const char *told = request("GET", "/metrics", "", "");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strstr(told, numbers[i]))
            fail_msg("%s is not in %s", numbers[i], told);
}

/* Somebody is deleted while the rows of an event are on their way from the store, with the name still in them: it is not told.
 */
static void test_gone_meanwhile(void **unused)
{
    char token[128];
    start((struct hub_limits){0});
    hosted(token, ",\"kind\":\"swiss\"");
    order(1, "close");
    w.late = 1;
    w.late_kind = STORE_MATCH_LOAD;
    event_renew(w.hub, who(2), 0);
    assert_non_null(w.held);
    w.late = 0;
    store_submit(w.store, w.held);
    struct store_request *rows = store_collect(w.store);
    assert_ptr_equal(rows, w.held);
    request("POST", "/api/me/delete", token, "{\"sure\":\"Zoe\"}");
    forget_all();
    hub_stored(w.hub, rows, w.now);
    pass(2000);
    look(2);
    heard(2, "\"name\":\"" STORE_GONE "\"");
    assert_int_equal(times_said(2, "Zoe"), 0);
}

/* More evenings than one answer of the store has: all are in somebody's data, and who is banned or deleted leaves all of them.
 */
static void test_many(void **unused)
{
    enum { MANY = STORE_LIST_MAX + 2 };
    static char all[MANY][IR_ID_MAX];
    char token[2][128], text[200];
    start((struct hub_limits){.tables_per_player = 1000});
    for (uint64_t c = 1; c <= 2; c++) {
        hub_connect(w.hub, c, "127.0.0.1", w.now);
        say(c, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"%s\"}", c == 1 ? "Zoe" : "Yan");
        snprintf(token[c - 1], sizeof token[0], "%s", member(c, "token"));
    }
    hello(3);
    for (int i = 0; i < MANY; i++) {
        w.now += 200000; /* 20 an hour */
        made(3, ",\"kind\":\"swiss\"");
        memcpy(all[i], code, sizeof code);
        for (uint64_t c = 1; c <= 2; c++) {
            order(c, "join");
            heard(c, "\"type\":\"ok\"");
        }
        forget_all();
    }
    json_t *data = json_loads(request("GET", "/api/me/export", token[0], ""), 0, NULL);
    assert_int_equal(json_array_size(json_object_get(data, "evenings")), MANY);
    json_decref(data);
    snprintf(text, sizeof text, "{\"do\":\"ban\",\"who\":\"%016llx\",\"days\":1}", (unsigned long long)who(1));
    admin(text);
    request("POST", "/api/me/delete", token[1], "{\"sure\":\"Yan\"}");
    pass(1000);
    for (int i = 0; i < MANY; i++) {
        w.now += 1000;
        memcpy(code, all[i], sizeof code);
        say(3, "{\"type\":\"event\",\"id\":2,\"event\":\"%s\"}", code);
        say(3, "{\"type\":\"event-leave\",\"event\":\"%s\"}", code);
        json_t *s = state(3), *people = json_object_get(s, "people");
        for (size_t k = 0; k < 2; k++)
            assert_true(json_is_true(json_object_get(json_array_get(people, k), "gone")));
        json_decref(s);
        forget_all();
    }
}

static void test_arena(void **unused)
{
    start((struct hub_limits){.event_pause = 1000, .event_absent = 5000});
    gather(4, ",\"kind\":\"arena\",\"minutes\":1");
    order(1, "start");
    pass(2000);
    int games = 0;
    for (int k = 0; k < 100 && !stage_is(1, "over"); k++) {
        games += round_play(4);
        pass(2000);
        for (uint64_t c = 1; c <= 4; c++)
            look(c);
    }
    assert_true(stage_is(1, "over"));
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += points(1, i);
    assert_true(games > 3 && sum >= games);
}

/* More than two seats: seven people at a table of four and one of three; one leaves before the game, one does not come. */
static void test_many_seats(void **unused)
{
    const struct ir_game *g = ir_games[0];
    for (int i = 0; ir_games[i]; i++)
        if (ir_games[i]->min_seats <= 3 && ir_games[i]->max_seats >= 4)
            g = ir_games[i];
    assert_true(g->max_seats >= 4);
    start((struct hub_limits){.event_pause = 1000, .event_absent = 10000});
    for (uint64_t c = 1; c <= 7; c++) {
        hello(c);
        if (c == 1) {
            say(1,
                "{\"type\":\"event-new\",\"id\":1,\"name\":\"Seven\",\"game\":\"%s\",\"kind\":\"swiss\",\"seats\":4,\"rounds\":"
                "1}",
                g->name);
            snprintf(code, sizeof code, "%s", member(1, "event"));
        }
        look(c);
        order(c, "join");
    }
    order(1, "start");
    pass(1000);
    char id[IR_ID_MAX];
    memcpy(id, table_of(7), sizeof id);
    order(7, "leave");
    for (uint64_t c = 1; c <= 5; c++)
        ready(c, table_of(c));
    pass(13000);
    for (uint64_t c = 1; c <= 5; c++) {
        const struct room *r = room_find(w.hub, table_of(c));
        if (r && r->table.stage == IR_PLAYING)
            act(c, table_of(c), "resign");
    }
    pass(3000);
    assert_true(stage_is(1, "over"));
    double sum = 0;
    for (int i = 0; i < 7; i++)
        sum += points(1, i);
    assert_true(sum > 3.49 && sum < 3.51);                                     /* 1 + 2/3 + 1/3 of four, 1 + 1/2 of three */
    assert_true(points(1, 6) < 0.4 && points(1, 3) == 1 && points(1, 4) == 1); /* the last who had not resigned have won */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_round_robin, stop),    cmocka_unit_test_teardown(test_refused, stop),
        cmocka_unit_test_teardown(test_blocked, stop),        cmocka_unit_test_teardown(test_absent, stop),
        cmocka_unit_test_teardown(test_leave, stop),          cmocka_unit_test_teardown(test_deserted, stop),
        cmocka_unit_test_teardown(test_nodes, stop),          cmocka_unit_test_teardown(test_many_seats, stop),
        cmocka_unit_test_teardown(test_gone, stop),           cmocka_unit_test_teardown(test_host_gone, stop),
        cmocka_unit_test_teardown(test_owner, stop),          cmocka_unit_test_teardown(test_circle, stop),
        cmocka_unit_test_teardown(test_arena, stop),          cmocka_unit_test_teardown(test_table_of, stop),
        cmocka_unit_test_teardown(test_sent_away, stop),      cmocka_unit_test_teardown(test_renewed, stop),
        cmocka_unit_test_teardown(test_unanswered, stop),     cmocka_unit_test_teardown(test_crowd, stop),
        cmocka_unit_test_teardown(test_gone_meanwhile, stop), cmocka_unit_test_teardown(test_many, stop),
        cmocka_unit_test_teardown(test_absent_rated, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
