/* test_hub_lobby.c: the live list of open tables, somebody's own tables with whose turn it is, and invitations: each message,
 * each refusal, and what must never be in a list. */
#include "small.h"

/* The last message but for presence, which comes when it comes, has this. */
static void said(uint64_t c, const char *part)
{
    int i = w.conn[c].n - 1;
    while (i > 0 && strstr(w.conn[c].line[i], "\"type\":\"presence\""))
        i--;
    if (i < 0 || !strstr(w.conn[c].line[i], part))
        fail_msg("%s is not in %s", part, i < 0 ? "" : w.conn[c].line[i]);
}

/* Says it, and gives the server the time to answer. */
#define ask(c, ...) (say(c, __VA_ARGS__), pass(1100))

static void forget(uint64_t c)
{
    while (w.conn[c].n)
        free(w.conn[c].line[--w.conn[c].n]);
}

static char *open_table(uint64_t c, const char *settings)
{
    static char id[4][IR_ID_MAX];
    static int at;
    char *out = id[at++ % 4];
    pass(1000);
    say(c, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"settings\":\"%s\"}", ir_games[0]->name, settings);
    memcpy(out, member(c, "table"), IR_ID_MAX);
    pass(1100);
    return out;
}

static void join(uint64_t c, const char *id)
{
    say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    said(c, "\"type\":\"frame\"");
}

static void begin(const char *id, uint64_t a, uint64_t b)
{
    join(a, id);
    join(b, id);
    act(b, id, "sit 1 B");
    act(a, id, "ready 00000000000000000000000000000001");
    act(b, id, "ready 00000000000000000000000000000002");
    said(b, "\"stage\":\"playing\"");
}

static const char *hex(uint64_t c)
{
    static char text[4][17];
    static int at;
    char *out = text[at++ % 4];
    snprintf(out, 17, "%016llx", (unsigned long long)conn_find(w.hubs[c >= 64], c)->who);
    return out;
}

static void befriend(uint64_t a, uint64_t b, int flags)
{
    struct store_request r = {.kind = STORE_TIE_SET,
                              .who = conn_find(w.hubs[a >= 64], a)->who,
                              .other = conn_find(w.hubs[b >= 64], b)->who,
                              .flags = flags,
                              .time = w.now};
    store_submit(w.stores[0], &r);
    store_collect(w.stores[0]);
    assert_int_equal(r.status, STORE_OK);
}

/* ---- the lobby ---- */

static void test_lobby(void **state)
{
    char id[IR_ID_MAX], private[IR_ID_MAX], unwatched[IR_ID_MAX];
    start((struct hub_limits){0});
    for (uint64_t c = 1; c <= 4; c++)
        hello(c);
    memcpy(private, open_table(1, ""), IR_ID_MAX);
    ask(3, "{\"type\":\"lobby\",\"id\":7,\"on\":true}");
    said(3, "{\"type\":\"lobby\",\"id\":7,\"tables\":[],\"games\":[],\"people\":4}");
    memcpy(id, open_table(1, "listed=on"), IR_ID_MAX);
    said(3, "\"tables\":[{\"table\":\"");
    said(3, id);
    said(3, "\"settings\":\"listed=on\",\"stage\":\"gathering\",\"seats\":[\"P1\",null]");
    ask(4, "{\"type\":\"lobby\",\"id\":8,\"on\":true}"); /* from the list that is there */
    said(4, "{\"type\":\"lobby\",\"id\":8,\"tables\":[{\"table\":\"");
    int lines = w.conn[3].n;
    join(1, id);
    act(1, id, "lock"); /* nobody can sit down there: no open table */
    pass(1000);
    said(3, "\"tables\":[],\"games\":[],\"gone\":[\"");
    act(1, id, "unlock");
    pass(1000);
    said(3, "\"gone\":[]");
    assert_int_equal(w.conn[3].n, lines + 2);
    act(1, id, "bot 1 normal");
    pass(1000);
    said(3, "\"seats\":[\"P1\",\"normal\"]");
    act(1, id, "ready 00000000000000000000000000000001");
    pass(1000);
    said(3, "\"tables\":[],\"games\":[{\"table\":\"");
    assert_string_equal(last(3), last(4));
    memcpy(unwatched, open_table(2, "listed=on,watch=off"), IR_ID_MAX);
    pass(1000);
    said(3, unwatched);
    begin(unwatched, 2, 4);
    pass(1000);
    said(3, "\"games\":[],\"gone\":[\""); /* it is played, and nobody may watch */
    said(3, unwatched);
    lines = w.conn[3].n;
    act(1, id, "resign");
    pass(1000);
    said(3, "\"gone\":[\"");
    said(3, id);
    /* who leaves hears no more, and private tables were never there */
    ask(3, "{\"type\":\"lobby\",\"id\":9,\"on\":false}");
    said(3, "{\"type\":\"lobby\",\"id\":9,\"on\":false}");
    lines = w.conn[3].n;
    open_table(1, "listed=on");
    assert_int_equal(w.conn[3].n, lines);
    for (int i = 0; i < w.conn[3].n; i++)
        assert_null(strstr(w.conn[3].line[i], private));
}

static void test_lobby_refused(void **state)
{
    start((struct hub_limits){0});
    hello(1);
    ask(1, "{\"type\":\"lobby\",\"id\":1}");
    said(1, "\"error\":\"command\"");
    ask(1, "{\"type\":\"lobby\",\"id\":1,\"on\":1}");
    said(1, "\"error\":\"command\"");
    w.failing = 1;
    ask(1, "{\"type\":\"lobby\",\"id\":2,\"on\":true}");
    said(1, "\"id\":2,\"error\":\"store\"");
    assert_int_equal(w.hub->lobby.n_viewers, 0);
    w.failing = 0;
    pass(3000);
    say(1, "{\"type\":\"lobby\",\"id\":3,\"on\":true}");
    say(1, "{\"type\":\"lobby\",\"id\":4,\"on\":true}");
    said(1, "\"id\":4,\"error\":\"rate\"");
    pass(3000);
    said(1, "\"type\":\"lobby\",\"id\":3,");
    forget(1);
    for (int i = 0; i < 9; i++) { /* on and off and on */
        say(1, "{\"type\":\"lobby\",\"id\":5,\"on\":false}");
        say(1, "{\"type\":\"lobby\",\"id\":6,\"on\":true}");
    }
    int whole = 0;
    for (int i = 0; i < w.conn[1].n; i++)
        whole += strstr(w.conn[1].line[i], "\"tables\"") != NULL;
    assert_in_range(whole, 0, 4);
    assert_in_range(w.hub->lobby.n_viewers, 0, 1);
    pass(5000);
    hub_disconnect(w.hub, 1, w.now);
    assert_null(w.hub->lobby.viewers);
}

static void test_lobby_nodes(void **state)
{
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(64);
    hello(65);
    pass(31000);
    ask(1, "{\"type\":\"lobby\",\"id\":7,\"on\":true}");
    pass(31000); /* each node says how many people it has */
    said(1, "\"people\":3}");
    int loads = w.conn[1].n;
    char *id = open_table(64, "listed=on");
    said(1, id);
    join(65, id);
    act(65, id, "sit 1 B");
    pass(1000);
    said(1, "\"seats\":[\"P64\",\"B\"]");
    assert_int_equal(w.conn[1].n, loads + 2);
    say(1, "{\"type\":\"join\",\"table\":\"lobby\"}"); /* a channel is no table */
    said(1, "\"error\":\"unknown-table\"");
    say(1, "{\"type\":\"join\",\"table\":\":lobby\"}");
    said(1, "\"error\":\"unknown-table\"");
    act(65, id, "stand");
    pass(1000);
    said(1, "\"seats\":[\"P64\",null]");
}

/* At most twice a second, however much happens; less often in a crowd. */
static void test_lobby_crowd(void **state)
{
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    ask(2, "{\"type\":\"lobby\",\"id\":7,\"on\":true}");
    char *id = open_table(1, "listed=on");
    join(1, id);
    for (int crowd = 0; crowd < 2; crowd++) {
        forget(2);
        w.hub->lobby.n_viewers += crowd * 9999;
        for (int i = 0; i < 40; i++) {
            char what[24] = "stand";
            if (i % 2)
                snprintf(what, sizeof what, "sit 0 A%d", i);
            say(1, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%d,\"seq\":1,\"do\":\"%s\"}", id, 1000 * crowd + i + 1, what);
            pass(100);
            if (w.conn[1].n > 50)
                forget(1);
        }
        assert_in_range(w.conn[2].n, crowd ? 1 : 5, crowd ? 4 : 9);
        w.hub->lobby.n_viewers -= crowd * 9999;
    }
}

/* A crowd is told in waves. Everybody hears of a change once, whoever comes or goes in between. */
static void test_lobby_waves(void **state)
{
    enum { FIRST = 64, VIEWERS = 410 };
    struct lobby *l;
    int told = 0;
    start_nodes(2, (struct hub_limits){.connections_per_address = 1000, .newcomers_per_hour = 1000});
    l = &w.hubs[1]->lobby;
    for (uint64_t c = FIRST; c < FIRST + VIEWERS; c++) {
        hello(c);
        say(c, "{\"type\":\"lobby\",\"id\":7,\"on\":true}");
    }
    pass(20000);
    for (uint64_t c = FIRST; c < FIRST + VIEWERS; c++)
        forget(c);
    say(FIRST, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"settings\":\"listed=on\"}", ir_games[0]->name);
    forget(FIRST);
    for (int i = 0; i < 5000 && !l->wave; i++) {
        w.now++;
        hub_tick(w.hubs[1], w.now);
        pump();
    }
    for (uint64_t c = FIRST; c < FIRST + VIEWERS; c++)
        told += w.conn[c].n;
    assert_in_range(told, 1, VIEWERS / 2);
    uint64_t gone[2] = {l->wave->link.key, FIRST}; /* the next one, and the last */
    hub_disconnect(w.hubs[1], gone[0], w.now);
    say(gone[1], "{\"type\":\"lobby\",\"id\":8,\"on\":false}");
    say(gone[1], "{\"type\":\"lobby\",\"id\":9,\"on\":true}"); /* and comes back */
    said(gone[1], "{\"type\":\"lobby\",\"id\":9,\"tables\":[{\"table\":\"");
    for (int i = 0; i < 1000; i++) {
        w.now++;
        hub_tick(w.hubs[1], w.now);
        pump();
    }
    assert_null(l->wave);
    assert_int_equal(w.conn[gone[0]].n, 0);
    assert_int_equal(w.conn[gone[1]].n, 2);
    for (uint64_t c = FIRST + 1; c < FIRST + VIEWERS; c++)
        if (c != gone[0]) {
            assert_int_equal(w.conn[c].n, 1);
            said(c, "{\"type\":\"lobby\",\"tables\":[{\"table\":\"");
        }
}

/* ---- my tables ---- */

static void test_mine(void **state)
{
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    ask(1, "{\"type\":\"mine\",\"id\":3}");
    said(1, "{\"type\":\"mine\",\"id\":3,\"tables\":[],\"invites\":[]}");
    char *id = open_table(1, "");
    said(1, "{\"type\":\"mine\",\"tables\":[{\"table\":\""); /* pushed */
    said(1, "\"stage\":\"gathering\",\"seats\":[\"P1\",null]");
    said(1, "\"turn\":[],\"you\":0,\"slow\":false,\"host\":true,");
    ask(2, "{\"type\":\"mine\",\"id\":4}");
    said(2, "\"tables\":[],");
    begin(id, 1, 2);
    const struct room *r = room_find(w.hub, id);
    int turn = ir_turn(&r->table.now);
    char want[40];
    snprintf(want, sizeof want, "\"turn\":[%d],\"you\":0", turn);
    forget(1);
    pass(5000);
    for (int i = 0; i < w.conn[1].n; i++) /* this connection is at the table, and sees it there */
        assert_null(strstr(w.conn[1].line[i], "\"type\":\"mine\""));
    ask(1, "{\"type\":\"mine\",\"id\":5}");
    said(1, want);
    said(1, "\"host\":true");
    for (uint64_t c = 1; c <= 2; c++)
        say(c, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    pass(70000); /* out of memory */
    assert_null(room_find(w.hub, id));
    ask(1, "{\"type\":\"mine\",\"id\":6}");
    said(1, want);
    /* somebody moves: the other one, who is elsewhere, is told */
    forget(1);
    uint64_t mover = 1 + (uint64_t)turn;
    join(mover, id);
    ir_move legal[IR_MOVES_MAX];
    struct ir_view v;
    char text[IR_TEXT_MAX + 8] = "move ";
    struct ir_text t;
    r = room_find(w.hub, id);
    for (int asked; (asked = ir_turn(&r->table.now)) == turn;) {
        ir_table_view(&r->table, turn, &v, NULL);
        r->table.game->legal(&v, legal);
        ir_text_start(&t, text + 5, IR_TEXT_MAX);
        r->table.game->move_print(legal[0], &t);
        act(mover, id, text);
    }
    pass(3000);
    snprintf(want, sizeof want, "\"turn\":[%d]", 1 - turn);
    said(3 - mover, want);
    said(3 - mover, "{\"type\":\"mine\",\"tables\"");
    act(mover, id, "resign");
    pass(3000);
    said(3 - mover, "{\"type\":\"mine\",\"tables\":[],"); /* it is over */
    w.failing = 1;
    ask(mover, "{\"type\":\"mine\",\"id\":8}");
    said(mover, "\"id\":8,\"error\":\"store\"");
    w.failing = 0;
    pass(5000);
    for (int i = 0; i < 7; i++)
        say(mover, "{\"type\":\"mine\",\"id\":9}");
    said(mover, "\"error\":\"rate\"");
}

static void test_mine_nodes(void **state) /* a seat that changes on another node */
{
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(64);
    char *id = open_table(1, "");
    join(64, id);
    ask(64, "{\"type\":\"mine\",\"id\":4}");
    act(64, id, "sit 1 B");
    say(64, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    pass(2000);
    ask(64, "{\"type\":\"mine\",\"id\":5}");
    said(64, "\"you\":1");
    forget(64);
    join(1, id);
    act(1, id, "stand 1"); /* the host sends them away */
    pass(2000);
    said(64, "{\"type\":\"mine\",\"tables\":[],");
}

/* ---- invitations ---- */

static void test_invite(void **state)
{
    start((struct hub_limits){0});
    for (uint64_t c = 1; c <= 4; c++)
        hello(c);
    char *id = open_table(1, "");
    ask(2, "{\"type\":\"mine\",\"id\":4}");
    ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(2));
    said(1, "\"error\":\"unknown-table\""); /* from the table */
    join(1, id);
    ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(2));
    said(1, "\"error\":\"friends\"");
    befriend(1, 2, IR_TIE_FRIEND);
    ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(2));
    said(1, "\"error\":\"friends\""); /* both must say so */
    befriend(2, 1, IR_TIE_FRIEND);
    ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(2));
    said(1, "{\"type\":\"invited\",\"id\":5,\"table\":\"");
    said(2, "{\"type\":\"mine\",\"tables\":[],\"invites\":[{\"table\":\"");
    said(2, "\"by\":{\"who\":\"");
    said(2, hex(1));
    ask(2, "{\"type\":\"decline\",\"id\":6,\"table\":\"%s\"}", id);
    said(2, "{\"type\":\"mine\",\"id\":6,\"tables\":[],\"invites\":[]}");
    ask(2, "{\"type\":\"decline\",\"id\":6,\"table\":\"?\"}");
    said(2, "\"error\":\"unknown-table\"");
    /* whoever is blocked is told what a stranger is told, and the guest hears nothing */
    befriend(2, 1, IR_TIE_FRIEND | IR_TIE_BLOCK);
    forget(2);
    ask(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(2));
    said(1, "\"why\":\"You can invite friends, and people you have played with lately.\"");
    assert_int_equal(w.conn[2].n, 0);
    static const char *const bad[] = {"x", "", "0123456789abcdef0", "0000000000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ask(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, bad[i]);
        said(1, "\"error\":\"unknown-person\"");
    }
    ask(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(1)); /* oneself */
    said(1, "\"error\":\"seat\"");
    join(3, id);
    ask(3, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(4));
    said(3, "\"error\":\"seat\""); /* who only watches */
    act(1, id, "lock");
    ask(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(4));
    said(1, "locked");
    act(1, id, "unlock");
    act(3, id, "sit 1 C");
    ask(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(4));
    said(1, "\"error\":\"stage\"");
    w.now += 5000;
    for (int i = 0; i < 15; i++)
        say(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", id, hex(4));
    said(1, "\"error\":\"rate\"");
}

static void test_invite_again(void **state) /* a rematch with somebody who has left */
{
    char next[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(64);
    char *id = open_table(1, "");
    begin(id, 1, 64);
    ask(1, "{\"type\":\"invite\",\"id\":4,\"table\":\"%s\"}", id);
    said(1, "\"error\":\"stage\"");
    act(64, id, "resign");
    ask(64, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    ask(64, "{\"type\":\"mine\",\"id\":4}");
    ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\"}", id);
    said(1, "{\"type\":\"invited\",\"id\":5,\"table\":\"");
    memcpy(next, member(1, "table"), IR_ID_MAX);
    assert_string_not_equal(next, id);
    pass(2000);
    said(64, "\"invites\":[{\"table\":\"");
    said(64, next);
    said(64, "\"seats\":[null,\"P1\"]"); /* each one seat further */
    ask(1, "{\"type\":\"invite\",\"id\":6,\"table\":\"%s\"}", id);
    assert_string_equal(member(1, "table"), next); /* there is one already */
    join(64, id);
    ask(64, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\"}", id); /* the other one wants the same, on another node */
    char want[80];
    snprintf(want, sizeof want, "{\"type\":\"invited\",\"id\":7,\"table\":\"%s\"}", next);
    said(64, want);
    join(64, next);
    act(64, next, "sit 0 B");
    ask(64, "{\"type\":\"mine\",\"id\":9}");
    said(64, "\"invites\":[]"); /* it came to something */
    /* they have played together, so they can invite each other to other tables */
    say(1, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    char *other = open_table(1, "");
    join(1, other);
    ask(1, "{\"type\":\"invite\",\"id\":7,\"table\":\"%s\",\"who\":\"%s\"}", other, hex(64));
    said(1, "\"type\":\"invited\"");
}

/* Who is nowhere is told by a push, but not again and again; who is connected, here or on another node, is not. */
static void test_invite_both(void **state) /* both ask for a rematch, on one node, and nearly at the same time */
{
    char next[IR_ID_MAX];
    start((struct hub_limits){0});
    hello(1);
    hello(2);
    char *id = open_table(1, "");
    begin(id, 1, 2);
    act(2, id, "resign");
    w.late = 1; /* the first row of the new table is not stored yet */
    ask(1, "{\"type\":\"invite\",\"id\":4,\"table\":\"%s\"}", id);
    assert_non_null(w.held);
    ask(2, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\"}", id);
    said(2, "\"id\":5,\"error\":\"busy\"");
    w.late = 0;
    store_submit(w.store, w.held);
    pump();
    said(1, "{\"type\":\"invited\",\"id\":4,");
    memcpy(next, member(1, "table"), IR_ID_MAX);
    ask(2, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\"}", id);
    said(2, "{\"type\":\"invited\",\"id\":5,");
    assert_string_equal(member(2, "table"), next);
    join(2, next);
    act(2, next, "sit 0 B");
    say(2, "{\"type\":\"leave\",\"table\":\"%s\"}", next);
    ask(2, "{\"type\":\"invite\",\"id\":6,\"table\":\"%s\"}", id); /* nobody waits there any more */
    assert_string_not_equal(member(2, "table"), next);
}

static void test_invite_pushed(void **state)
{
    char id[6][IR_ID_MAX], token[65];
    start_nodes(2, (struct hub_limits){.tables_per_player = 10});
    w.hub->port.push = port_push;
    hello(1);
    hello(2);
    memcpy(token, member(2, "token"), 65);
    uint64_t guest = conn_find(w.hub, 2)->who;
    const char *text = hex(2);
    befriend(1, 2, IR_TIE_FRIEND);
    befriend(2, 1, IR_TIE_FRIEND);
    who_tell(w.hub, conn_find(w.hub, 1)->who, WHO_TIES, "");
    for (int i = 0; i < 6; i++) {
        char more[100];
        memcpy(id[i], open_table(1, ""), IR_ID_MAX);
        join(1, id[i]);
        if (i == 1)
            hub_disconnect(w.hub, 2, w.now);
        if (i == 2) { /* on the other node */
            snprintf(more, sizeof more, ",\"token\":\"%s\"", token);
            hello_with(64, more);
        }
        if (i == 3)
            hub_disconnect(w.hubs[1], 64, w.now);
        pass(2000);
        ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\",\"who\":\"%s\"}", id[i], text);
        said(1, "\"type\":\"invited\"");
        assert_int_equal(pushes_to(guest, "invite", id[i]), i == 1 || i > 2);
    }
    ask(1, "{\"type\":\"invite\",\"id\":5,\"table\":\"%s\",\"who\":\"%s\"}", id[5], text);
    said(1, "\"type\":\"invited\"");
    assert_int_equal(w.n_pushed, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_lobby, stop),        cmocka_unit_test_teardown(test_lobby_refused, stop),
        cmocka_unit_test_teardown(test_lobby_nodes, stop),  cmocka_unit_test_teardown(test_lobby_crowd, stop),
        cmocka_unit_test_teardown(test_lobby_waves, stop),  cmocka_unit_test_teardown(test_mine, stop),
        cmocka_unit_test_teardown(test_mine_nodes, stop),   cmocka_unit_test_teardown(test_invite, stop),
        cmocka_unit_test_teardown(test_invite_again, stop), cmocka_unit_test_teardown(test_invite_pushed, stop),
        cmocka_unit_test_teardown(test_invite_both, stop),
    };
    return cmocka_run_group_tests_name("hub: the lobby", tests, NULL, NULL);
}
