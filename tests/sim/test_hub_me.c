/* test_hub_me.c: one person, many devices: codes, phrases, devices that are ended, what is exported and what is deleted. */
#include "small.h"
#include "server/phrase.h"

static char address[64] = "127.0.0.1";

static void ask(const char *method, const char *path, const char *token, const char *body)
{
    struct hub_http q = {.request = 7,
                         .method = method,
                         .path = path,
                         .query = "",
                         .token = token,
                         .body = body,
                         .address = address,
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

/* A text member of the last reply. */
static void keep(char *out, size_t size, const char *key)
{
    json_t *m = json_loads(w.reply.body, 0, NULL);
    const char *s = json_string_value(json_object_get(m, key));
    if (!s)
        fail_msg("no %s in %s", key, w.reply.body);
    snprintf(out, size, "%s", s);
    json_decref(m);
}

static void person(char token[65], const char *name)
{
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"label\":\"Firefox on Linux\"}", name);
    ask("POST", "/api/me", "", body);
    replied(200, name);
    keep(token, 65, "token");
}

/* Another device of the same person. */
static void device(char token[65], const char *of)
{
    char code[32], body[128];
    ask("POST", "/api/me/code", of, "");
    keep(code, sizeof code, "code");
    snprintf(body, sizeof body, "{\"code\":\"%s\",\"label\":\"Chrome on Android\\u202e\"}", code);
    ask("POST", "/api/me/use", "", body);
    replied(200, "\"token\":");
    keep(token, 65, "token");
}

static void connect_as(uint64_t c, const char *token)
{
    hub_connect(w.hubs[c >= 64], c, "127.0.0.1", w.now);
    say(c, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\"}", token);
    w.now += 1000;
}

/* ---- devices ---- */

static void test_devices(void **state)
{
    char anna[65], phone[65], tablet[65], body[64];
    start((struct hub_limits){0});
    person(anna, "Anna");
    device(phone, anna);
    device(tablet, anna);
    ask("GET", "/api/me", "", "");
    replied(401, "login");
    ask("GET", "/api/me", anna, "");
    replied(200, "\"name\":\"Anna\"");
    replied(200, "\"label\":\"Firefox on Linux\"");
    replied(200, "\"label\":\"Chrome on Android\""); /* without the mark of direction */
    replied(200, "\"phrase\":false");
    json_t *m = json_loads(w.reply.body, 0, NULL), *list = json_object_get(m, "devices");
    assert_int_equal(json_array_size(list), 3);
    json_int_t number = 0;
    for (size_t i = 0; i < 3; i++) {
        json_t *d = json_array_get(list, i);
        int ours = !strcmp(json_string_value(json_object_get(d, "label")), "Firefox on Linux");
        assert_int_equal(json_is_true(json_object_get(d, "this")), ours);
        if (!ours)
            number = json_integer_value(json_object_get(d, "number"));
    }
    json_decref(m);
    assert_true(number > 0 && number < 1LL << 53); /* a number of JavaScript */
    connect_as(1, anna);
    heard(1, "\"type\":\"hello\"");
    connect_as(2, phone);
    connect_as(3, tablet);
    snprintf(body, sizeof body, "{\"device\":%lld}", (long long)number);
    ask("POST", "/api/me/end", anna, body);
    replied(200, "\"ended\":1");
    assert_int_equal(!!w.conn[2].closed + !!w.conn[3].closed, 1);
    heard(w.conn[2].closed ? 2 : 3, "\"error\":\"ended\"");
    assert_int_equal(w.conn[1].closed, 0);
    ask("POST", "/api/me/end", anna, body);
    replied(404, "no such device");
    ask("POST", "/api/me/end", anna, "{\"device\":0}");
    replied(200, "\"ended\":1");
    assert_true(w.conn[2].closed && w.conn[3].closed && !w.conn[1].closed);
    ask("GET", "/api/me", phone, "");
    replied(401, "unknown-person");
    ask("POST", "/api/me/end", anna, "{\"device\":\"x\"}");
    replied(400, "device is the number");
}

/* Somebody else's device is not mine to end, and a connection at another node ends, too. */
static void test_devices_apart(void **state)
{
    char anna[65], phone[65], ben[65], body[64];
    start_nodes(2, (struct hub_limits){0});
    person(anna, "Anna");
    device(phone, anna);
    person(ben, "Ben");
    ask("GET", "/api/me", anna, "");
    json_t *m = json_loads(w.reply.body, 0, NULL);
    json_t *d = json_array_get(json_object_get(m, "devices"), 0);
    snprintf(body, sizeof body, "{\"device\":%lld}", (long long)json_integer_value(json_object_get(d, "number")));
    json_decref(m);
    ask("POST", "/api/me/end", ben, body);
    replied(404, "no such device");
    connect_as(1, anna);
    connect_as(64, phone);
    ask("POST", "/api/me/end", anna, "{\"device\":0}");
    replied(200, "\"ended\":1");
    heard(64, "\"error\":\"ended\"");
    assert_int_equal(w.conn[64].closed, 1008);
    assert_int_equal(w.conn[1].closed, 0);
}

/* ---- phrases ---- */

static void test_phrase_words(void **state)
{
    char text[PHRASE_MAX], read[PHRASE_MAX];
    uint8_t bits[PHRASE_BYTES];
    struct ir_rng r;
    ir_rng_seed(&r, 5);
    memset(bits, 0, sizeof bits);
    bits[0] = 127, bits[3] = 1; /* of 127.0.0.1, as the paper has it */
    phrase_write(text, bits);
    assert_string_equal(text, "lusab babad babab babab babab babab");
    for (int i = 0; i < 1000; i++) {
        for (int b = 0; b < PHRASE_BYTES; b++)
            bits[b] = (uint8_t)(ir_rng_next(&r) >> 33);
        phrase_write(text, bits);
        assert_true(phrase_read(read, text, strlen(text)));
        assert_string_equal(text, read);
    }
    static const char odd[] = "  LUSAB-babad.babab\tBaBaB, bababbabab \n", *const bad[] = {
                                                                               "",
                                                                               "lusab",
                                                                               "lusab babad babab babab babab babax",
                                                                               "lusab babad babab babab babab babab b",
                                                                               "1usab babad babab babab babab babab",
                                                                               "lusab babad babab babab babab bab\xc3\xa4"
                                                                               "b"};
    assert_true(phrase_read(read, odd, sizeof odd - 1));
    assert_string_equal(read, "lusab babad babab babab babab babab");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(phrase_read(read, bad[i], strlen(bad[i])));
    assert_false(phrase_read(read, "lusab\0babad babab babab babab babab", 35));
}

static void test_phrase(void **state)
{
    char anna[65], other[65], phrase[PHRASE_MAX], first[PHRASE_MAX], body[128];
    start((struct hub_limits){0});
    person(anna, "Anna");
    ask("POST", "/api/me/phrase", "", "");
    replied(401, "login");
    ask("POST", "/api/me/phrase", anna, "");
    replied(200, "\"phrase\":\"");
    keep(first, sizeof first, "phrase");
    ask("POST", "/api/me/phrase", anna, "");
    keep(phrase, sizeof phrase, "phrase");
    assert_string_not_equal(first, phrase);
    ask("GET", "/api/me", anna, "");
    replied(200, "\"phrase\":true");
    assert_null(strstr(w.reply.body, phrase));
    for (char *p = phrase; *p; p++)
        *p = (char)(*p == ' ' ? '-' : *p - 'a' + 'A'); /* as somebody writes it down */
    snprintf(body, sizeof body, "{\"phrase\":\"%s\",\"label\":\"New phone\"}", phrase);
    for (int i = 0; i < 2; i++) { /* any number of times */
        ask("POST", "/api/me/recover", "", body);
        replied(200, "\"name\":\"Anna\"");
        keep(other, sizeof other, "token");
        assert_string_not_equal(anna, other);
    }
    ask("GET", "/api/me", other, "");
    replied(200, "\"label\":\"New phone\"");
    snprintf(body, sizeof body, "{\"phrase\":\"%s\"}", first); /* the newest only */
    ask("POST", "/api/me/recover", "", body);
    replied(403, "Nobody here has this phrase");
    ask("POST", "/api/me/recover", "", "{\"phrase\":\"hello\"}");
    replied(400, "six words");
    ask("POST", "/api/me/recover", "", "{\"phrase\":7}");
    replied(400, "six words");
    for (int i = 0; i < 6; i++)
        ask("POST", "/api/me/phrase", anna, "");
    replied(429, "many phrases. Try again in ");
    w.failing = 1;
    ask("POST", "/api/me/recover", "", body);
    replied(503, "store");
}

/* Guessing gets nowhere: ten an hour from one address, one a second from all of them. What is right is not counted. */
static void test_guessing(void **state)
{
    char anna[65], phrase[PHRASE_MAX], right[128], wrong[128];
    int tried = 0, refused = 0;
    start((struct hub_limits){.newcomers_per_hour = 100000, .messages_per_second = 100000});
    person(anna, "Anna");
    ask("POST", "/api/me/phrase", anna, "");
    keep(phrase, sizeof phrase, "phrase");
    snprintf(right, sizeof right, "{\"phrase\":\"%s\"}", phrase);
    for (int i = 0; i < 20; i++) {
        ask("POST", "/api/me/recover", "", right);
        replied(200, "Anna");
    }
    for (int i = 0; i < 1000; i++) { /* one address, and phrases and codes count together */
        snprintf(wrong, sizeof wrong, "{\"phrase\":\"lusab babad babab babab babab bab%c%c\"}", "aiou"[i % 4],
                 "bdfghjklmnprstvz"[i / 4 % 16]);
        ask("POST", i % 2 ? "/api/me/use" : "/api/me/recover", "", i % 2 ? "{\"code\":\"2222222222\"}" : wrong);
        tried += w.reply.status == 403;
        refused += w.reply.status == 429;
        w.now -= 999;
    }
    assert_int_equal(tried, 10);
    assert_int_equal(refused, 990);
    replied(429, "Try again in 6 minutes.");
    ask("POST", "/api/me/recover", "", right); /* also for whoever knows it */
    replied(429, "Try again in 6 minutes.");
    w.now += 6 * 60000;
    ask("POST", "/api/me/recover", "", right);
    replied(200, "Anna");
    tried = 0;
    for (int i = 0; i < 1000; i++) { /* a thousand addresses, within two seconds */
        snprintf(address, sizeof address, "10.1.%d.%d", i / 250, i % 250);
        ask("POST", "/api/me/use", "", "{\"code\":\"2222222222\"}");
        tried += w.reply.status == 403;
        w.now -= 998;
    }
    replied(429, "Try again in 10 seconds.");
    assert_in_range(tried, 25, 40);
    snprintf(address, sizeof address, "127.0.0.1");
}

static void test_codes(void **state)
{
    char anna[65];
    start((struct hub_limits){0});
    person(anna, "Anna");
    for (int i = 0; i < 20; i++)
        ask("POST", "/api/me/code", anna, "");
    replied(200, "code");
    ask("POST", "/api/me/code", anna, "");
    replied(429, "many codes. Try again in 3 minutes.");
}

/* ---- names ---- */

static void test_reserved(void **state)
{
    char anna[65];
    static const char *const bad[] = {"Irori", "\\u0406r\\u043eri", "ADMIN", "A d m i n", "B0t", "games.example.org"};
    start((struct hub_limits){.public_url = "https://games.example.org:8470/"});
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char body[128];
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", bad[i]);
        ask("POST", "/api/me", "", body);
        replied(400, "would pass for the server");
    }
    person(anna, "Iroris friend");
    hub_connect(w.hub, 1, "127.0.0.1", w.now);
    say(1, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"irori\"}");
    heard(1, "\"name\":\"Guest\"");
    say(1, "{\"type\":\"name\",\"name\":\"Admin\"}");
    heard(1, "would pass for the server");
    hub_connect(w.hub, 2, "127.0.0.1", w.now);
    say(2, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"Admin\",\"token\":\"%s\"}", anna);
    heard(2, "\"name\":\"Iroris friend\"");
    w.now += 1000;
    char *id = table(1, ",\"seats\":2");
    say(2, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(2, id, "sit 1 Admin"); /* nor at a table */
    heard(2, "would pass for the server");
    act(2, id, "sit 1 Anna");
    heard(2, "\"ack\":");
}

/* ---- everything about me ---- */

/* A game of two that ends at once. */
static void game(uint64_t a, uint64_t b)
{
    char id[IR_ID_MAX];
    say(a, "{\"type\":\"create\",\"id\":1,\"game\":\"nullgame\",\"seats\":2}");
    memcpy(id, member(a, "table"), IR_ID_MAX);
    w.now += 1000;
    for (int i = 0; i < 2; i++)
        say(i ? b : a, "{\"type\":\"join\",\"table\":\"%s\"}", id);
    act(b, id, "sit 1");
    act(a, id, "ready 0123456789abcdef0123456789abcdef");
    act(b, id, "ready fedcba9876543210fedcba9876543210");
    heard(b, "\"stage\":\"playing\"");
    act(b, id, "resign");
    heard(a, "\"stage\":\"over\"");
    for (int i = 0; i < 2; i++)
        say(i ? b : a, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
    for (uint64_t c = a;; c = b) {
        for (int i = 0; i < w.conn[c].n; i++)
            free(w.conn[c].line[i]);
        w.conn[c].n = 0;
        if (c == b)
            break;
    }
}

static void test_export(void **state)
{
    char anna[65], id[IR_ID_MAX];
    start((struct hub_limits){0});
    person(anna, "Anna");
    connect_as(1, anna);
    hello(2);
    for (int i = 0; i < 230; i++) /* more than two pages */
        game(1, 2);
    memcpy(id, table(1, ""), IR_ID_MAX); /* and one that goes on */
    ask("GET", "/api/me/export", "", "");
    replied(401, "login");
    ask("GET", "/api/me/export", anna, "");
    assert_int_equal(w.reply.status, 200);
    json_error_t error;
    json_t *m = json_loads(w.reply.body, JSON_REJECT_DUPLICATES, &error);
    if (!m)
        fail_msg("%s at %d of %s", error.text, error.position, w.reply.body);
    json_t *tables = json_object_get(m, "tables");
    assert_int_equal(json_array_size(tables), 231);
    int records = 0;
    for (size_t i = 0; i < 231; i++) {
        json_t *t = json_array_get(tables, i);
        const char *record = json_string_value(json_object_get(t, "record"));
        int mine = !strcmp(json_string_value(json_object_get(t, "table")), id);
        assert_int_equal(record == NULL, mine);
        records += record && strstr(record, "irori record 1\n") == record;
        assert_int_equal(json_integer_value(json_object_get(t, "you")), 0);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(json_string_value(json_object_get(t, "table")),
                                    json_string_value(json_object_get(json_array_get(tables, k), "table")));
    }
    assert_int_equal(records, 230);
    assert_int_equal(json_array_size(json_object_get(m, "devices")), 1);
    assert_non_null(json_object_get(m, "ties"));
    assert_non_null(json_object_get(m, "invitations"));
    assert_non_null(json_object_get(m, "subscriptions"));
    json_decref(m);
    assert_null(strstr(w.reply.body, anna));
    assert_true(w.largest < 65536); /* no part is larger than a game */
    ask("GET", "/api/me/export", anna, "");
    replied(429, "just fetched");
    w.now += 60000;
    w.failing = 1;
    ask("GET", "/api/me", anna, "");
    replied(503, "store");
    assert_int_equal(w.hub->exports, 0);
}

/* Whoever fetches it goes away in the middle. */
static void test_export_gone(void **state)
{
    char anna[65];
    start((struct hub_limits){0});
    person(anna, "Anna");
    struct hub_http q = {.request = 7,
                         .method = "GET",
                         .path = "/api/me/export",
                         .query = "",
                         .token = anna,
                         .body = "",
                         .address = "127.0.0.1"};
    hub_request(w.hub, &q, w.now);
    for (struct store_request *r; (r = store_collect(w.store)) && !w.drained;)
        hub_stored(w.hub, r, w.now);
    assert_int_equal(w.hub->exports, 1);
    w.drained = 0;
    hub_drained(w.hub, 7, 0, w.now);
    assert_int_equal(w.hub->exports, 0);
    hub_drained(w.hub, 7, 1, w.now); /* nobody knows it any more */
    pump();
}

static void test_delete(void **state)
{
    char anna[65], phone[65], playing[IR_ID_MAX], gathering[IR_ID_MAX];
    start_nodes(2, (struct hub_limits){0});
    person(anna, "Anna");
    device(phone, anna);
    connect_as(1, anna);
    connect_as(65, phone);
    hello(2);
    hello(64);
    game(1, 2);
    memcpy(playing, table(1, ",\"options\":\"\",\"seats\":2"), IR_ID_MAX);
    say(64, "{\"type\":\"join\",\"table\":\"%s\"}", playing);
    act(64, playing, "sit 1 Ben");
    act(1, playing, "ready 0123456789abcdef0123456789abcdef");
    act(64, playing, "ready 0123456789abcdef0123456789abcdef");
    heard(64, "\"stage\":\"playing\"");
    heard(64, "Anna");
    memcpy(gathering, table(2, ",\"seats\":2"), IR_ID_MAX);
    say(1, "{\"type\":\"join\",\"table\":\"%s\"}", gathering);
    act(1, gathering, "sit 1");
    heard(2, "Anna");
    ask("POST", "/api/me/delete", anna, "{}");
    replied(400, "send your name");
    ask("POST", "/api/me/delete", anna, "{\"sure\":\"anna\"}");
    replied(400, "send your name");
    ask("POST", "/api/me/delete", "", "{\"sure\":\"Anna\"}");
    replied(401, "login");
    ask("POST", "/api/me/delete", anna, "{\"sure\":\"Anna\"}");
    replied(200, "\"deleted\":true");
    heard(1, "\"error\":\"ended\"");
    heard(65, "\"error\":\"ended\"");
    assert_true(w.conn[1].closed && w.conn[65].closed);
    heard(64, "\"stage\":\"over\""); /* Ben has won, and is told at another node that nobody of this name was there */
    heard(64, "\"won\":[1]");
    assert_null(strstr(last(64), "Anna"));
    assert_non_null(strstr(last(64), STORE_GONE));
    heard(2, "\"kind\":\"open\"");
    assert_null(strstr(last(2), "Anna"));
    ask("GET", "/api/me", phone, "");
    replied(401, "unknown-person");
    act(2, gathering, "ready 0123456789abcdef0123456789abcdef"); /* games go on */
    heard(2, "\"ack\":");
}

static void test_label(void **state)
{
    char label[STORE_LABEL_MAX];
    json_t *m =
        json_pack("{s:s}", "label", "a very long name of a browser that goes on and on until nobody wants to read it any more");
    label_read(label, m);
    assert_in_range(strlen(label), 60, STORE_LABEL_MAX - 1);
    json_decref(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_devices, stop),
        cmocka_unit_test_teardown(test_devices_apart, stop),
        cmocka_unit_test(test_phrase_words),
        cmocka_unit_test_teardown(test_phrase, stop),
        cmocka_unit_test_teardown(test_guessing, stop),
        cmocka_unit_test_teardown(test_codes, stop),
        cmocka_unit_test_teardown(test_reserved, stop),
        cmocka_unit_test_teardown(test_export, stop),
        cmocka_unit_test_teardown(test_export_gone, stop),
        cmocka_unit_test_teardown(test_delete, stop),
        cmocka_unit_test(test_label),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
