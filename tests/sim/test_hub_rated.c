/* test_hub_rated.c: rated games and profiles: what is refused, what is counted and told, who sees what, on one node and two. */
#include <dirent.h>
#include <unistd.h>

#include "small.h"

static char *call(const char *method, const char *path, const char *query, const char *token, const char *body)
{
    struct hub_http q = {.request = 7,
                         .method = method,
                         .path = path,
                         .query = query,
                         .token = token,
                         .body = body,
                         .body_n = strlen(body),
                         .address = "127.0.0.1"};
    w.now += 1000;
    hub_request(w.hub, &q, w.now);
    pump();
    return w.reply.body;
}

static char token[3][65];
static char id_of[3][17];

/* Three people: connections 1, 2 and 3. */
static void people(void)
{
    for (uint64_t c = 1; c <= 3; c++) {
        hello(c);
        snprintf(token[c - 1], sizeof token[0], "%s", member(c, "token"));
        who_write(id_of[c - 1], conn_find(w.hub, c)->who);
    }
}

static void replied(int status, const char *part)
{
    if (w.reply.status != status || !strstr(w.reply.body, part))
        fail_msg("%d %s is not in %d %s", status, part, w.reply.status, w.reply.body);
}

static char *profile(int of, int reader)
{
    char path[64];
    snprintf(path, sizeof path, "/api/profile/%s", of == reader ? "me" : id_of[of]);
    return call("GET", path, "", reader < 0 ? "" : token[reader], "");
}

/* Two sit down and play. */
static char *begin(uint64_t winner, uint64_t loser, const char *settings)
{
    char more[200];
    snprintf(more, sizeof more, ",\"seats\":2,\"settings\":\"%s\"", settings);
    char *id = strdup(table(winner, more));
    say(loser, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(loser, id, "sit 1");
    act(winner, id, "ready 0123456789abcdef0123456789abcdef");
    act(loser, id, "ready 0123456789abcdef0123456789abcdef");
    return id;
}
/* ... and the loser resigns. */
static char *play_of(uint64_t winner, uint64_t loser, const char *settings)
{
    char *id = begin(winner, loser, settings);
    act(loser, id, "resign");
    return id;
}
static char *play(const char *settings)
{
    return play_of(1, 2, settings);
}

static void test_table(void **state)
{
    start((struct hub_limits){0});
    people();
    char *id = strdup(table(1, ",\"seats\":2,\"settings\":\"rated=on,hints=on,coach=on\""));
    struct ir_table *t = &room_find(w.hub, id)->table;
    assert_true(t->set[IR_SET_RATED] && !t->set[IR_SET_HINTS] && !t->set[IR_SET_COACH] && !t->set[IR_SET_UNDO]);
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(1, id, "bot 1 normal");
    heard(1, "a rated game needs two people at least");
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "away");
    heard(2, "no bot plays for you in a rated game");
    const struct ir_option *o = ir_games[0]->option;
    char options[80], other[16] = "";
    struct ir_text text;
    int16_t value[IR_OPTIONS_MAX];
    assert_int_equal(ir_options_parse(ir_games[0], "", value, w.hub->why), IR_OK);
    int found = 0;
    for (int i = 0; o[i].name && !found; i++) /* options that no preset has */
        for (int v = o[i].min; v <= o[i].max && !found; v++) {
            ir_text_start(&text, other, sizeof other);
            ir_option_print(&o[i], v, &text);
            snprintf(options, sizeof options, "%s=%s", o[i].name, other);
            say(3, "{\"type\":\"create\",\"id\":2,\"game\":\"%s\",\"options\":\"%s\",\"settings\":\"rated=on\"}",
                ir_games[0]->name, options);
            w.now += 1000;
            found = strstr(last(3), "a rated game has the options of a preset") != NULL;
        }
    assert_true(found);
    free(id);
}

static void test_counted(void **state)
{
    start((struct hub_limits){0});
    people();
    char *id = play("rated=on");
    assert_int_equal(times_said(1, "{\"type\":\"rated\",\"table\""), 1);
    assert_int_equal(times_said(2, "\"was\":1500"), 1);
    assert_int_equal(times_said(3, "\"type\":\"rated\""), 0);
    pass(130000); /* nodes look again and again */
    assert_int_equal(w.hub->count.rated, 1);
    profile(0, 0);
    replied(200, "\"pace\":\"calm\",\"at\":16");
    replied(200, "\"games\":1,\"provisional\":true}");
    replied(200, "\"wins\":1,\"streak\":1,\"best\":1}");
    replied(200, "\"rated\":true");
    replied(200, "\"ranks\":[0,1],\"seat\":0,\"change\":");
    profile(1, 1);
    replied(200, "\"wins\":0,\"streak\":0,\"best\":0}");
    free(id);
    id = play(""); /* history and statistics only */
    assert_int_equal(times_said(1, "{\"type\":\"rated\",\"table\""), 1);
    profile(0, 0);
    replied(200, "\"games\":1,\"provisional\":true}");
    replied(200, "\"games\":2,\"wins\":2,\"streak\":2,\"best\":2}");
    replied(200, "\"rated\":false");
    free(id);
    call("GET", "/metrics", "", "", "");
    replied(200, "irori_counted_total 2\n");
    replied(200, "irori_rated_total 1\n");
    json_t *all = json_loads(call("GET", "/api/me/export", "", token[0], ""), 0, NULL);
    assert_int_equal(json_array_size(json_object_get(all, "history")), 2);
    assert_int_equal(json_array_size(json_object_get(all, "ratings")), 2);
    assert_int_equal(json_array_size(json_object_get(all, "tables")), 2);
    assert_true(json_is_object(json_object_get(all, "profile")));
    json_decref(all);
}

static void friend_of(uint64_t c, uint64_t other)
{
    struct store_request r = {.kind = STORE_TIE_SET, .time = w.now, .flags = IR_TIE_FRIEND};
    r.who = conn_find(w.hub, c)->who;
    r.other = conn_find(w.hub, other)->who;
    r.status = STORE_UNKNOWN;
    store_submit(w.store, &r);
    while (!store_collect(w.store))
        assert_true(w.waits);
    assert_int_equal(r.status, STORE_OK);
}

static void test_seen(void **state)
{
    start((struct hub_limits){0});
    people();
    free(play("rated=on"));
    profile(0, -1);
    replied(403, "\"error\":\"private\"");
    replied(403, "\"name\":\"P1\",\"crest\":");
    assert_null(strstr(w.reply.body, "ratings"));
    profile(0, 2);
    replied(403, "\"error\":\"private\"");
    friend_of(1, 3);
    profile(0, 2);
    replied(403, "private"); /* both must say so */
    friend_of(3, 1);
    profile(0, 2);
    replied(200, "\"visible\":\"friends\"");
    replied(200, "\"friend\":true");
    call("POST", "/api/profile", "", token[0], "{\"crest\":7,\"visible\":\"private\"}");
    replied(200, "\"crest\":7,\"visible\":\"private\"");
    profile(0, 2);
    replied(403, "\"crest\":7");
    call("POST", "/api/profile", "", token[0], "{\"visible\":\"public\"}");
    profile(0, -1);
    replied(200, "\"crest\":7,\"visible\":\"public\"");
    for (int reader = -1; reader < 3; reader++) { /* the id of an opponent is for those who were at that table */
        profile(0, reader);
        replied(200, "\"name\":\"P2\"");
        assert_true(strstr(w.reply.body, id_of[0]) != NULL);
        assert_int_equal(strstr(w.reply.body, id_of[1]) != NULL, reader == 0 || reader == 1);
    }
    static const char *const bad[] = {"{\"crest\":24}", "{\"crest\":-1}", "{\"crest\":\"x\"}", "{\"visible\":\"no\"}",
                                      "{\"visible\":3}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        call("POST", "/api/profile", "", token[0], bad[i]);
        replied(400, "\"error\":\"option\"");
    }
    call("POST", "/api/profile", "", "", "{}");
    replied(401, "login");
    call("GET", "/api/profile/nobody", "", "", "");
    replied(404, "unknown-person");
    call("GET", "/api/profile/00000000000000ff", "", "", "");
    replied(404, "unknown-person");
    call("GET", "/api/profile/me", "", "", "");
    replied(401, "login");
    for (int i = 0; i < 40; i++)
        call("POST", "/api/profile", "", token[1], "{\"crest\":1}");
    replied(429, "\"error\":\"rate\"");
}

/* A history tells bots from people, whose ids are not told to everybody. */
static void test_bots(void **state)
{
    const struct ir_game *g = NULL;
    char id[IR_ID_MAX];
    for (int i = 0; ir_games[i]; i++)
        if (ir_games[i]->max_seats >= 3)
            g = ir_games[i];
    assert_non_null(g);
    start((struct hub_limits){0});
    people();
    say(1, "{\"type\":\"create\",\"id\":1,\"game\":\"%s\",\"seats\":3}", g->name);
    snprintf(id, sizeof id, "%s", member(1, "table"));
    for (uint64_t c = 1; c <= 2; c++)
        say(c, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1");
    act(1, id, "bot 2 normal");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(2, id, "ready 0123456789abcdef0123456789abcdef");
    act(1, id, "resign");
    act(2, id, "resign");
    assert_int_equal(room_find(w.hub, id)->table.stage, IR_OVER_NOW);
    call("POST", "/api/profile", "", token[0], "{\"visible\":\"public\"}");
    profile(0, -1);
    replied(200, "{\"who\":null,\"name\":\"P2\"}");
    replied(200, "{\"who\":null,\"name\":\"normal\",\"bot\":true}");
}

/* ---- older games ---- */

enum { PAGE = 20, TIES = 7, BATCHES = 6, PLAYED = TIES * BATCHES, WITH_THIRD = PAGE };

/* The games of a whole history, page by page: "TIME TABLE" each. Returns how many there are; pages: how many answers that took.
 */
static int history(int of, int reader, char out[][64], int *pages)
{
    char path[64], query[96] = "";
    int n = 0, older = 1;
    snprintf(path, sizeof path, "/api/profile/%s", of == reader ? "me" : id_of[of]);
    for (*pages = 0; older; ++*pages) {
        size_t i;
        json_t *all = json_loads(call("GET", path, query, reader < 0 ? "" : token[reader], ""), 0, NULL), *one;
        assert_int_equal(w.reply.status, 200);
        assert_int_equal(json_object_get(all, "ratings") != NULL, *pages == 0); /* only games, after the first page */
        older = json_is_true(json_object_get(all, "older"));
        assert_true(older || json_is_false(json_object_get(all, "older")));
        assert_true(json_array_size(json_object_get(all, "recent")) == PAGE || !older);
        json_array_foreach(json_object_get(all, "recent"), i, one)
        {
            assert_true(i < PAGE && n < PLAYED);
            long long time = json_integer_value(json_object_get(one, "time"));
            const char *id = json_string_value(json_object_get(one, "table"));
            snprintf(query, sizeof query, "before=%lld&table=%s", time, id);
            snprintf(out[n++], sizeof out[0], "%lld %s", time, id);
        }
        json_decref(all);
    }
    return n;
}

/* Games that end in the same millisecond, seven each time: so the ends of the pages, after 20 and 40, are inside such a tie. */
static void older(const char *url)
{
    static char found[3][PLAYED + 1][64], again[PLAYED + 1][64];
    char id[PLAYED][IR_ID_MAX], query[96], path[64];
    int pages, ties = 0;
    start_at(url, 1, (struct hub_limits){.alone = 1});
    people();
    for (int b = 0; b < BATCHES; b++) {
        for (int i = b * TIES; i < (b + 1) * TIES; i++) {
            char *made = begin(1, i < WITH_THIRD ? 3 : 2, "");
            snprintf(id[i], sizeof id[i], "%s", made);
            free(made);
            forget_all();
        }
        w.now += 10000;
        for (int i = b * TIES; i < (b + 1) * TIES; i++) {
            uint64_t loser = i < WITH_THIRD ? 3 : 2;
            say(loser, "{\"type\":\"do\",\"table\":\"%s\",\"id\":1,\"seq\":%lld,\"do\":\"resign\"}", id[i],
                (long long)room_find(w.hub, id[i])->table.seq);
        }
        for (int i = b * TIES; i < (b + 1) * TIES; i++)
            for (uint64_t c = 1; c <= 3; c++) {
                w.now += 1000;
                say(c, "{\"type\":\"leave\",\"table\":\"%s\"}", id[i]);
            }
        forget_all();
    }
    assert_int_equal(history(0, 0, found[0], &pages), PLAYED);
    assert_int_equal(pages, 3);
    for (int i = 0; i < PLAYED; i++) { /* each once, the newest first, and by their ids if the time is the same */
        int times = 0;
        for (int k = 0; k < PLAYED; k++)
            times += !strcmp(strchr(found[0][k], ' ') + 1, id[i]);
        assert_int_equal(times, 1);
        if (i) {
            long long was = strtoll(found[0][i - 1], NULL, 10), is = strtoll(found[0][i], NULL, 10);
            assert_true(is < was || (is == was && strcmp(found[0][i - 1], found[0][i]) < 0));
            ties += is == was;
        }
    }
    assert_int_equal(ties, (TIES - 1) * BATCHES);
    for (int end = PAGE; end < PLAYED; end += PAGE) /* and a page does end inside a tie */
        assert_int_equal(strtoll(found[0][end - 1], NULL, 10), strtoll(found[0][end], NULL, 10));
    assert_int_equal(history(1, 1, found[1], &pages), PLAYED - WITH_THIRD);
    assert_int_equal(pages, 2);
    assert_int_equal(history(2, 2, found[2], &pages), WITH_THIRD);
    assert_int_equal(pages, 1); /* exactly a page: nothing is promised that is not there */
    /* who may not see the profile may not page it either */
    char *space = strchr(found[0][PAGE - 1], ' ');
    snprintf(query, sizeof query, "before=%.*s&table=%s", (int)(space - found[0][PAGE - 1]), found[0][PAGE - 1], space + 1);
    snprintf(path, sizeof path, "/api/profile/%s", id_of[0]);
    for (int reader = -1; reader <= 2; reader += 3) {
        call("GET", path, query, reader < 0 ? "" : token[reader], "");
        replied(403, "\"error\":\"private\"");
        assert_null(strstr(w.reply.body, "recent"));
        assert_null(strstr(w.reply.body, "older"));
    }
    friend_of(1, 3);
    friend_of(3, 1);
    assert_int_equal(history(0, 2, again, &pages), PLAYED);
    assert_memory_equal(again, found[0], sizeof again);
    call("POST", "/api/profile", "", token[0], "{\"visible\":\"private\"}");
    call("GET", path, query, token[2], "");
    replied(403, "\"error\":\"private\"");
    call("POST", "/api/profile", "", token[0], "{\"visible\":\"public\"}");
    assert_int_equal(history(0, -1, again, &pages), PLAYED);
    assert_memory_equal(again, found[0], sizeof again);
    /* a place that is nobody's game is one, too; before all games there are none */
    call("GET", path, "before=1&table=abc", "", "");
    replied(200, "\"recent\":[],\"older\":false}");
    static const char *const bad[] = {"before=5",
                                      "table=abc",
                                      "before=&table=abc",
                                      "before=5&table=",
                                      "before=0&table=abc",
                                      "before=-5&table=abc",
                                      "before=5x&table=abc",
                                      "before=0x5&table=abc",
                                      "before=%2B5&table=abc",
                                      "before=3345062400000&table=abc",
                                      "before=100000000000000000000000000000000000&table=abc",
                                      "before=5&table=a.c",
                                      "before=5&table=%00",
                                      "before=5&table=abcdefghijklmnopqrstuvwx",
                                      "before=5&table=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int me = 0; me < 2; me++) {
            call("GET", me ? "/api/profile/me" : path, bad[i], token[0], "");
            if (w.reply.status != 400 || !strstr(w.reply.body, "?before=TIME&table=CODE"))
                fail_msg("%s is answered by %d %s", bad[i], w.reply.status, w.reply.body);
        }
    call("GET", path, "before=3345062399999&table=abcdefghijklmnopqrstuvw", "", ""); /* the largest of both */
    replied(200, "\"older\":true}");
}

static void test_older(void **state)
{
    older("memory:nodes");
}

static void test_older_sqlite(void **state)
{
    char folder[] = "/tmp/irori-older-XXXXXX", url[64];
    assert_non_null(mkdtemp(folder));
    snprintf(url, sizeof url, "sqlite:%s/irori.db", folder);
    older(url);
    stop(state);
    memset(&w, 0, sizeof w); /* the teardown finds nothing */
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));)
        unlinkat(dirfd(d), e->d_name, 0);
    closedir(d);
    assert_int_equal(rmdir(folder), 0);
}

static void test_leaders(void **state)
{
    char query[64];
    start((struct hub_limits){0});
    people();
    free(play("rated=on"));
    snprintf(query, sizeof query, "game=%s&pace=calm", ir_games[0]->name);
    call("GET", "/api/leaders", query, "", "");
    replied(200, "\"pace\":\"calm\",\"people\":[],\"me\":null}"); /* one game is too little */
    call("GET", "/api/leaders", "game=chess&pace=calm", "", "");
    replied(400, "\"error\":\"option\"");
    call("GET", "/api/leaders", "", "", "");
    replied(400, "\"error\":\"option\"");
    snprintf(query, sizeof query, "game=%s&pace=calm&friends=1", ir_games[0]->name);
    call("GET", "/api/leaders", query, "", "");
    replied(401, "login");
    call("GET", "/api/leaders", query, token[0], "");
    replied(200, "\"people\":[]");
}

/* ---- a filled list ---- */

enum { CIRCLE = 6, CROWD = 2 * CIRCLE, TIMES = 8 };
static char crowd_token[CROWD][65];

static int by_place(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}
/* A place, and whose it is. */
static void place_read(int out[2], const json_t *one)
{
    out[0] = (int)json_integer_value(json_object_get(one, "place"));
    out[1] = (int)strtol(json_string_value(json_object_get(one, "name")) + 1, NULL, 10); /* P12 */
}
/* The list that somebody sees, or who is nobody (-1): "1 P1, 1 P7, 3 P2; 3 P2", the reader's own place behind the semicolon.
 * Who shares a place is sorted by name. */
static const char *listed(int reader, int friends)
{
    static char out[512];
    char query[80];
    int found[CROWD + 1][2], mine[2], n = 0;
    size_t i, len = 0;
    int64_t at = INT64_MAX;
    snprintf(query, sizeof query, "game=%s&pace=calm%s", ir_games[0]->name, friends ? "&friends=1" : "");
    json_t *all = json_loads(call("GET", "/api/leaders", query, reader < 0 ? "" : crowd_token[reader], ""), 0, NULL), *one;
    assert_int_equal(w.reply.status, 200);
    json_array_foreach(json_object_get(all, "people"), i, one)
    {
        assert_true(n <= CROWD && json_integer_value(json_object_get(one, "at")) <= at);
        at = json_integer_value(json_object_get(one, "at"));
        place_read(found[n++], one);
    }
    qsort(found, (size_t)n, sizeof *found, by_place);
    *out = 0;
    for (int k = 0; k < n; k++)
        len += (size_t)snprintf(out + len, sizeof out - len, "%s%d P%d", k ? ", " : "", found[k][0], found[k][1]);
    one = json_object_get(all, "me");
    if (json_is_object(one)) {
        place_read(mine, one);
        snprintf(out + len, sizeof out - len, "; %d P%d", mine[0], mine[1]);
    }
    json_decref(all);
    return out;
}
static void show(int of, const char *visible)
{
    char body[64];
    snprintf(body, sizeof body, "{\"visible\":\"%s\"}", visible);
    call("POST", "/api/profile", "", crowd_token[of], body);
    replied(200, visible);
}
static void order(const char *what, int of)
{
    char text[120], who[17];
    who_write(who, conn_find(w.hub, (uint64_t)of + 1)->who);
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"who\":\"%s\"}", what, who);
    hub_admin(w.hub, 7, text, strlen(text), w.now += 1000);
    pump();
    replied(200, what);
}
static void plays(int winner, int loser)
{
    uint64_t pair[] = {(uint64_t)winner + 1, (uint64_t)loser + 1};
    char *id = play_of(pair[0], pair[1], "rated=on");
    for (int i = 0; i < 2; i++)
        say(pair[i], "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    forget_all();
    free(id);
}

/* Two circles of six, in which the same happens: whoever stands at the same place in both has equal points. P13 plays once. */
static void test_leaders_filled(void **state)
{
    start((struct hub_limits){0});
    for (int i = 0; i <= CROWD; i++) {
        hello((uint64_t)i + 1);
        if (i < CROWD)
            snprintf(crowd_token[i], sizeof crowd_token[0], "%s", member((uint64_t)i + 1, "token"));
    }
    for (int n = 0; n < TIMES; n++)
        for (int i = 0; i < CIRCLE; i++)
            for (int k = i + 1; k < CIRCLE; k++)
                for (int c = 0; c < 2; c++) /* the better one wins three of four */
                    plays(c * CIRCLE + (n % 4 < 3 ? i : k), c * CIRCLE + (n % 4 < 3 ? k : i));
    assert_string_equal(listed(0, 0), ""); /* nobody shows a profile to everybody */
    for (int i = 0; i < CROWD; i++)
        show(i, "public");
    plays(CROWD, 11); /* P13 is provisional */
    assert_string_equal(listed(-1, 0), "1 P1, 1 P7, 3 P2, 3 P8, 5 P3, 5 P9, 7 P4, 7 P10, 9 P5, 9 P11, 11 P6, 12 P12");
    assert_non_null(strstr(listed(11, 0), "; 12 P12"));
    assert_non_null(strstr(listed(7, 0), "; 3 P8")); /* shared */
    show(0, "friends");
    show(6, "private");
    order("unlist", 1);
    assert_string_equal(listed(0, 0), "1 P8, 2 P3, 2 P9, 4 P4, 4 P10, 6 P5, 6 P11, 8 P6, 9 P12");
    assert_string_equal(listed(5, 0), "1 P8, 2 P3, 2 P9, 4 P4, 4 P10, 6 P5, 6 P11, 8 P6, 9 P12; 8 P6");
    /* friends: oneself and those who do not hide, unlisted or not, in a list of their own */
    assert_string_equal(listed(5, 1), "1 P6; 1 P6");
    for (uint64_t c = 1; c <= 8; c += 1 + (c == 2) * 4) { /* 1, 2, 7, 8 */
        friend_of(6, c);
        friend_of(c, 6);
    }
    friend_of(6, 3); /* who does not agree */
    assert_string_equal(listed(5, 1), "1 P1, 2 P2, 2 P8, 4 P6; 4 P6");
    order("list", 1);
    assert_non_null(strstr(listed(1, 0), "1 P2, 1 P8"));
    /* after long a rating is provisional again; whoever still plays moves up */
    w.now += 400LL * 86400000;
    assert_string_equal(listed(5, 0), "");
    for (int n = 0; n < TIMES; n++)
        for (int k = 7; k < CROWD; k++)
            plays(k, 5);
    assert_string_equal(listed(5, 0), "1 P9, 2 P10, 3 P11, 4 P12, 5 P6; 5 P6");
}

static void test_admin(void **state)
{
    char text[120];
    start((struct hub_limits){0});
    people();
    free(play("rated=on"));
    static const char *const orders[] = {"unlist", "list", "rerate"};
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "{\"do\":\"%s\",\"who\":\"%s\"}", orders[i], id_of[0]);
        hub_admin(w.hub, 7, text, strlen(text), w.now += 1000);
        pump();
        replied(200, orders[i]);
    }
    profile(0, 0);
    replied(200, "\"at\":1500,\"error\":350,\"games\":0");
    hub_admin(w.hub, 7, "{\"do\":\"log\"}", 12, w.now);
    pump();
    replied(200, "rerate");
    hub_admin(w.hub, 7, "{\"do\":\"unlist\"}", 15, w.now);
    pump();
    replied(400, "unlist needs");
}

static void test_seek(void **state) /* rated and unrated do not meet */
{
    start((struct hub_limits){0});
    people();
    const char *g = ir_games[0]->name;
    say(1, "{\"type\":\"seek\",\"id\":1,\"game\":\"%s\",\"pace\":\"calm\",\"rated\":true}", g);
    heard(1, "\"pace\":\"calm\",\"rated\":true}");
    say(2, "{\"type\":\"seek\",\"id\":1,\"game\":\"%s\",\"pace\":\"calm\"}", g);
    pass(15000);
    assert_int_equal(times_said(1, "\"type\":\"paired\"") + times_said(2, "\"type\":\"paired\""), 0);
    say(3, "{\"type\":\"seek\",\"id\":1,\"game\":\"%s\",\"pace\":\"calm\",\"rated\":1}", g);
    heard(3, "rated is true or false");
    w.now += 2000;
    say(3, "{\"type\":\"seek\",\"id\":1,\"game\":\"%s\",\"pace\":\"calm\",\"rated\":true}", g);
    pass(1000);
    heard(3, "\"type\":\"paired\"");
    char *id = member(3, "table");
    say(3, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    heard(3, "rated=on\"");
}

/* The node on which a game ends cannot count it; another one does, once, and tells those at the table. */
static void test_nodes(void **state)
{
    start_nodes(2, (struct hub_limits){0});
    hello(1);
    hello(65);
    char *id = strdup(table(1, ",\"seats\":2,\"settings\":\"rated=on\""));
    say(65, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(65, id, "sit 1");
    act(1, id, "ready 0123456789abcdef0123456789abcdef");
    act(65, id, "ready 0123456789abcdef0123456789abcdef");
    w.late = 1;
    w.late_kind = STORE_COUNT;
    act(1, id, "resign");
    assert_non_null(w.held);
    assert_int_equal(times_said(65, "\"type\":\"rated\""), 0);
    pass(70000);
    assert_int_equal(w.hubs[1]->count.rated, 1);
    assert_int_equal(times_said(65, "\"type\":\"rated\""), 1);
    assert_int_equal(times_said(1, "\"type\":\"rated\""), 1);
    store_submit(w.store, w.held); /* now: too late */
    w.late = 0;
    pump();
    assert_int_equal(w.hubs[0]->count.rated, 0);
    assert_int_equal(w.hubs[0]->count.count_conflicts, 1);
    pass(70000);
    assert_int_equal(w.hubs[0]->count.rated + w.hubs[1]->count.rated, 1);
    free(id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_table, stop),          cmocka_unit_test_teardown(test_counted, stop),
        cmocka_unit_test_teardown(test_bots, stop),           cmocka_unit_test_teardown(test_seen, stop),
        cmocka_unit_test_teardown(test_leaders, stop),        cmocka_unit_test_teardown(test_admin, stop),
        cmocka_unit_test_teardown(test_seek, stop),           cmocka_unit_test_teardown(test_nodes, stop),
        cmocka_unit_test_teardown(test_leaders_filled, stop), cmocka_unit_test_teardown(test_older, stop),
        cmocka_unit_test_teardown(test_older_sqlite, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
