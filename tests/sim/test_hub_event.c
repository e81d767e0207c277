/* test_hub_event.c: evenings: made, joined, started and played to the end, on one node and on two; who does not come, who leaves,
 * what a node that dies leaves behind, and each refusal. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_round_robin, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
