/* test_hub_api.c: the hub's API, two nodes that exchange presence, and the example in docs/protocol.md. */
#include "small.h"
#include "core/record.h"

#include "unit/delta_apply.h"

/* ---- two nodes ---- */

static void tick(int ms)
{
    for (int64_t until = w.now + ms; w.now < until; w.now += 100) {
        hub_tick(w.hubs[0], w.now);
        pump();
        hub_tick(w.hubs[1], w.now);
        pump();
    }
}

static void test_two_nodes(void **state)
{
    char id[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(64);
    memcpy(id, table(1, ""), IR_ID_MAX);
    say(64, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(64, "\"type\":\"frame\"");
    act(64, id, "sit 1 B");
    heard(64, "\"ack\":");
    heard(1, "\"name\":\"B\""); /* by a notice */
    tick(1000);
    heard(1, "\"here\":[true,true],\"watching\":0");
    heard(64, "\"here\":[true,true],\"watching\":0");
    hello(65);
    say(65, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    tick(1000);
    heard(1, "\"here\":[true,true],\"watching\":1");
    say(1, "{\"type\":\"react\",\"table\":\"%s\",\"react\":\"oops\"}", id);
    heard(64, "\"seat\":0,\"react\":\"oops\"");
    tick(100000); /* said again and not forgotten: there is nothing new to tell */
    heard(64, "\"react\":\"oops\"");
    heard(1, "\"react\":\"oops\"");
    hub_disconnect(w.hubs[1], 65, w.now);
    pump();
    hub_disconnect(w.hubs[1], 64, w.now);
    pump();
    tick(1000);
    heard(1, "\"here\":[true,false],\"watching\":0");
    assert_int_equal(w.watched, 1);
    hello(67);
    say(67, "{\"type\":\"join\",\"table\":\"nowhere\"}");
    heard(67, "\"error\":\"unknown-table\"");
    assert_int_equal(w.watched, 1);
    /* a node that dies says nothing, and is forgotten */
    hello(66);
    say(66, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    tick(1000);
    heard(1, "\"here\":[true,false],\"watching\":1");
    store_watch(w.stores[0], id, 0);
    w.n_notices = 0;
    for (int i = 0; i < 600; i++) {
        w.now += 100;
        hub_tick(w.hubs[0], w.now);
        pump();
    }
    heard(1, "\"here\":[true,false],\"watching\":0");
}

/* Nobody is told of rows while only one node watches. A second one hears of a row that was under way when it came, and gets
 * those that follow by notices, without asking the store again. */
static void test_notices(void **state)
{
    char id[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(2);
    hello(64);
    memcpy(id, table(1, ""), IR_ID_MAX);
    store_watch(w.stores[1], id, 1); /* the store would tell it, though its hub has not asked */
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(2, "\"type\":\"frame\"");
    w.late = 1;
    act(2, id, "sit 1 A");
    assert_non_null(w.held);
    w.late = 0;
    say(64, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(64, "\"kind\":\"open\""); /* the row is not stored yet */
    store_submit(w.stores[0], w.held);
    pump();
    heard(2, "\"ack\":");
    heard(64, "\"name\":\"A\"");
    assert_int_equal(w.rows_told, 0);
    uint64_t loads = w.hubs[1]->count.loads;
    act(2, id, "ready 00112233445566778899aabbccddeeff");
    heard(64, "\"ready\":true");
    assert_int_equal(w.rows_told, 1);
    act(1, id, "ready 00112233445566778899aabbccddeeff");
    heard(64, "\"stage\":\"playing\"");
    assert_true(w.hubs[1]->count.loads == loads); /* the notices brought the rows */
}

/* ---- the API ---- */

static void ask(const char *method, const char *path, const char *token, const char *body)
{
    struct hub_http q = {.request = 7,
                         .method = method,
                         .path = path,
                         .query = "",
                         .token = token,
                         .body = body,
                         .address = "127.0.0.1",
                         .body_n = strlen(body)};
    w.reply.status = 0;
    hub_request(w.hub, &q, w.now);
    pump();
    assert_int_not_equal(w.reply.status, 0);
    w.now += 1000;
}

static void replied(int status, const char *part)
{
    if (w.reply.status != status || !strstr(w.reply.body, part))
        fail_msg("%d %s: not %d with %s", w.reply.status, w.reply.body, status, part);
}

static void test_api_people(void **state)
{
    char token[65], code[32];
    start((struct hub_limits){0});
    ask("POST", "/api/me", "", "{\"name\":\"Anna\"}");
    replied(200, "\"name\":\"Anna\"");
    json_t *m = json_loads(w.reply.body, 0, NULL);
    memcpy(token, json_string_value(json_object_get(m, "token")), 65);
    json_decref(m);
    ask("POST", "/api/me/code", "", "");
    replied(401, "login");
    ask("POST", "/api/me/code", token, "");
    m = json_loads(w.reply.body, 0, NULL);
    snprintf(code, sizeof code, "{\"code\":\"%s\"}", json_string_value(json_object_get(m, "code")));
    json_decref(m);
    ask("POST", "/api/me/use", "", "{\"code\":\"2222222222\"}");
    replied(403, "login");
    ask("POST", "/api/me/use", "", code);
    replied(200, "\"name\":\"Anna\"");
    assert_null(strstr(w.reply.body, token)); /* another device, another token */
    ask("POST", "/api/me/use", "", code);
    replied(403, "login"); /* once */
    ask("POST", "/api/me/code", token, "");
    m = json_loads(w.reply.body, 0, NULL);
    snprintf(code, sizeof code, "{\"code\":\"%s\"}", json_string_value(json_object_get(m, "code")));
    json_decref(m);
    w.now += 11 * 60000;
    ask("POST", "/api/me/use", "", code);
    replied(403, "login"); /* for ten minutes */
    ask("POST", "/api/me", "", "{\"name\":\"\\u200b\"}");
    replied(400, "command");
    ask("POST", "/api/me", "", "[1]");
    replied(400, "command");
    w.failing = 1;
    ask("POST", "/api/me", "", "");
    replied(503, "store");
}

static void test_api_tables(void **state)
{
    char token[65], id[IR_ID_MAX], path[64];
    start((struct hub_limits){0});
    ask("POST", "/api/me", "", "");
    json_t *m = json_loads(w.reply.body, 0, NULL);
    memcpy(token, json_string_value(json_object_get(m, "token")), 65);
    json_decref(m);
    ask("POST", "/api/tables", token, "{\"game\":\"koikoi\",\"options\":\"rounds=1\",\"settings\":\"listed=on\",\"seats\":2}");
    replied(200, "{\"table\":\"");
    m = json_loads(w.reply.body, 0, NULL);
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(m, "table")));
    json_decref(m);
    ask("POST", "/api/tables", token, "{\"game\":\"koikoi\",\"options\":\"rounds=1,rounds=2\",\"seats\":2}");
    replied(400, "\"code\":\"option-twice\",\"values\":{\"game\":\"koikoi\",\"option\":\"rounds\"}}");
    ask("POST", "/api/tables", token, "{\"game\":\"chess\"}");
    replied(400, "option");
    assert_null(strstr(w.reply.body, "\"code\"")); /* not that of the error before */
    ask("GET", "/api/tables", "", "");
    replied(200, id);
    ask("GET", "/api/mine", token, "");
    replied(200, id);
    ask("GET", "/api/mine", "", "");
    replied(401, "login");
    token[3] ^= 1; /* still a hex digit */
    ask("GET", "/api/mine", token, "");
    replied(401, "unknown-person");
    token[3] ^= 1;
    snprintf(path, sizeof path, "/api/tables/%s", id);
    ask("GET", path, "", "");
    replied(200, "\"stage\":\"gathering\",\"seats\":[\"Guest\",null]");
    snprintf(path, sizeof path, "/api/tables/%s/record", id);
    ask("GET", path, "", "");
    replied(409, "stage");
    ask("GET", "/api/tables/nothing/record", "", "");
    replied(404, "unknown-table");
    ask("GET", "/api/tables/nothing", "", "");
    replied(404, "unknown-table");
    ask("GET", "/api/tables/a/b/c", "", "");
    replied(404, "command");
    /* two people finish it: one gives up */
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    hello(2);
    for (uint64_t c = 1; c <= 2; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1 Bea");
    ask("GET", "/api/tables", "", "");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready fedcba9876543210fedcba9876543210");
    heard(2, "\"stage\":\"playing\"");
    act(2, id, "resign");
    heard(1, "\"stage\":\"over\"");
    ask("GET", path, "", "");
    replied(200, "irori record 1\ngame koikoi");
    replied(200, "won 0");
    /* it reads back */
    static struct ir_record r;
    char why[IR_WHY_MAX];
    struct ir_row row;
    ir_record_reader(&r, ir_games, NULL);
    for (const char *at = w.reply.body; *at;) {
        size_t n = strcspn(at, "\n");
        if (ir_record_read(&r, at, n, &row, NULL, why) < 0)
            fail_msg("%s", why);
        at += n + (at[n] == '\n');
    }
    assert_int_equal(ir_record_close(&r, why), IR_OK);
}

static void test_api_rest(void **state)
{
    start((struct hub_limits){.messages_per_second = 5});
    ask("GET", "/api/games", "", "");
    json_t *m = json_loads(w.reply.body, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(json_object_get(m, "games")), 3);
    for (size_t i = 0; i < 3; i++) {
        json_t *g = json_array_get(json_object_get(m, "games"), i);
        assert_true(json_array_size(json_object_get(g, "options")) > 1 && json_array_size(json_object_get(g, "bots")) > 3 &&
                    json_array_size(json_object_get(g, "presets")) > 0);
    }
    assert_int_equal(json_array_size(json_object_get(m, "settings")), IR_SETTINGS);
    json_decref(m);
    ask("GET", "/healthz", "", "");
    replied(200, "ok");
    hello(1);
    ask("GET", "/metrics", "", "");
    replied(200, "\nirori_connections 1\n");
    replied(200, "\nirori_store_seconds_bucket{le=\"+Inf\"} ");
    replied(200, "irori_refused_total{error=\"rate\"} 0\n");
    ask("GET", "/api/other", "", "");
    replied(404, "command");
    ask("POST", "/api/other", "", "");
    replied(404, "command");
    ask("DELETE", "/api/tables", "", "");
    replied(405, "command");
    for (int i = 0; i < 11; i++, w.now -= 1000)
        ask("GET", "/api/games", "", "");
    replied(429, "rate");
    ask("GET", "/healthz", "", ""); /* a flood of these is one, too */
    replied(429, "rate");
    w.now += 60000;
    w.failing = 1;
    ask("GET", "/healthz", "", "");
    replied(503, "store");
}

/* Whatever docs/protocol.md shows in a message is in one. */
static void members_there(json_t *shown, json_t *is, const char *path)
{
    const char *key;
    json_t *value;
    json_object_foreach(shown, key, value)
    {
        json_t *ours = json_object_get(is, key);
        if (!ours && *key >= '0' && *key <= '9')
            continue; /* an item of a list that did not change this time */
        if (!ours)
            fail_msg("the example has %s.%s, the message has not", path, key);
        if (json_is_object(ours) != json_is_object(value) && !json_is_null(ours) && !json_is_null(value))
            fail_msg("%s.%s is of another type in the example", path, key);
        if (json_is_object(value))
            members_there(value, ours, key);
    }
}

/* The next example of a frame or a delta in docs/protocol.md, to be freed. */
static json_t *example(char **text)
{
    json_error_t e;
    char *from = strstr(*text, "```json\n{\"type\":\""), *end = from ? strstr(from + 8, "```") : NULL;
    assert_non_null(end);
    *end = 0;
    *text = end + 1;
    json_t *shown = json_loads(from + 8, JSON_REJECT_DUPLICATES, &e);
    if (!shown)
        fail_msg("the example is no JSON: %s", e.text);
    return shown;
}

static void example_check(json_t *shown, uint64_t conn)
{
    heard(conn, "\"ack\":");
    json_t *frame = json_loads(last(conn), JSON_REJECT_DUPLICATES, NULL);
    assert_string_equal(json_string_value(json_object_get(shown, "type")), json_string_value(json_object_get(frame, "type")));
    json_t *view = json_object_get(frame, "view");
    if (view && !json_object_get(view, "legal")) /* it is there for whoever is asked */
        json_object_set_new(view, "legal", json_array());
    members_there(shown, frame, "message");
    json_decref(shown);
    json_decref(frame);
}

/* Two people at a table, the game begun by the second. */
static const struct room *playing(const char *game, const char *more)
{
    char id[IR_ID_MAX];
    start((struct hub_limits){0});
    hello_with(1, ",\"deltas\":true");
    hello_with(2, ",\"deltas\":true");
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"seats\":2%s}", game, more);
    memcpy(id, member(1, "table"), IR_ID_MAX);
    w.now += 1000;
    for (uint64_t c = 1; c <= 2; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1 B");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    return room_find(w.hub, id);
}

/* Makes the k-th move of one who is asked, or the last if there are not so many; who made it. */
static uint64_t move(const struct room *r, size_t k)
{
    static char out[IR_FRAME_MAX];
    struct ir_json j;
    char text[64];
    for (int seat = 0; seat < 2; seat++) {
        ir_json_start(&j, out, sizeof out);
        ir_table_frame(&r->table, seat, NULL, 0, w.now, &j);
        json_t *frame = json_loads(out, 0, NULL), *legal = json_object_get(json_object_get(frame, "view"), "legal");
        size_t n = json_array_size(legal);
        if (n)
            snprintf(text, sizeof text, "move %s", json_string_value(json_array_get(legal, k < n ? k : n - 1)));
        json_decref(frame);
        if (n) {
            act((uint64_t)seat + 1, r->id, text);
            return (uint64_t)seat + 1;
        }
    }
    fail_msg("nobody is asked for a move");
    return 0;
}

static void test_protocol_example(void **state)
{
    char text[65536], *at = text;
    FILE *f = fopen(PROTOCOL, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    const struct room *r = playing("koikoi", ",\"settings\":\"clock=move\",\"options\":\"rounds=12\"");
    example_check(example(&at), 2);
    example_check(example(&at), move(r, 0));
}

/* What a connection knows after its last message: the table and the view, put together. */
static json_t *now_has(json_t *has, uint64_t conn, int *is_delta)
{
    json_t *told = json_loads(last(conn), 0, NULL), *changes = json_object_get(told, "changes"), *then;
    *is_delta = changes != NULL;
    if (changes)
        then = delta_apply(has, changes);
    else
        then = json_pack("{s:O,s:O}", "table", json_object_get(told, "table"), "view", json_object_get(told, "view"));
    json_decref(told);
    json_decref(has);
    return then;
}

/* Whoever puts the deltas together has what a whole frame says, to the last member; who does not want them gets whole frames.
 */
static void deltas_of(const char *game)
{
    static char out[IR_FRAME_MAX];
    json_t *has[4] = {NULL}; /* of both seats and of two spectators, the second without deltas */
    int deltas = 0, seen = 0, is_delta;
    const struct room *r = playing(game, ",\"settings\":\"reaction=0\"");
    hello_with(3, ",\"deltas\":true");
    hello_with(4, ",\"deltas\":1");
    for (uint64_t c = 3; c <= 4; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", r->id);
    int64_t seq = 0;
    for (size_t k = 0; r->table.stage == IR_PLAYING && seen < 120; k = k * 7 % 31 + 1) {
        for (uint64_t c = 1; c <= 4 && r->table.seq != seq; c++) {
            int seat = c <= 2 ? (int)c - 1 : IR_SPECTATOR;
            struct ir_json j;
            ir_json_start(&j, out, sizeof out);
            ir_table_frame(&r->table, seat, NULL, 0, w.now, &j);
            json_t *whole = json_loads(out, 0, NULL);
            has[c - 1] = now_has(has[c - 1], c, &is_delta);
            if (!has[c - 1] || !json_equal(json_object_get(has[c - 1], "table"), json_object_get(whole, "table")) ||
                !json_equal(json_object_get(has[c - 1], "view"), json_object_get(whole, "view")))
                fail_msg("seat %d at %d: %s is not %s", seat, (int)r->table.seq, json_dumps(has[c - 1], 0), out);
            if (c == 4)
                assert_false(is_delta);
            deltas += is_delta;
            seen += c < 4;
            json_decref(whole);
        }
        seq = r->table.seq;
        move(r, k);
    }
    /* the first of each is whole, and the second of the spectators, who came between two frames */
    if (seen < 45 || deltas != seen - 4)
        fail_msg("%s: %d of %d frames were deltas", game, deltas, seen);
    for (int i = 0; i < 4; i++)
        json_decref(has[i]);
}

static void test_deltas(void **state)
{
    for (int i = 0; ir_games[i]; i++) {
        deltas_of(ir_games[i]->name);
        if (ir_games[i + 1])
            stop(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_notices, stop),    cmocka_unit_test_teardown(test_two_nodes, stop),
        cmocka_unit_test_teardown(test_api_people, stop), cmocka_unit_test_teardown(test_api_tables, stop),
        cmocka_unit_test_teardown(test_api_rest, stop),   cmocka_unit_test_teardown(test_protocol_example, stop),
        cmocka_unit_test_teardown(test_deltas, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
