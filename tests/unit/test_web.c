/* test_web.c: HTTP heads, WebSocket frames and addresses out of bytes: what is taken, what is refused, and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/address.h"
#include "server/ws.h"

static int status_of(const char *text)
{
    struct http_request r;
    return http_read(text, strlen(text), &r);
}

static void test_request(void **state)
{
    (void)state;
    const char *text = "POST /api/tables?x=1&y HTTP/1.1\r\nhOsT:  example.org \r\nContent-Length: 12\r\nConnection: "
                       "Keep-Alive, UPGRADE\r\n\r\nbody";
    struct http_request r;
    assert_int_equal(http_read(text, strlen(text), &r), 1);
    assert_int_equal(r.method, HTTP_POST);
    assert_true(piece_is(r.path, "/api/tables") && piece_is(r.query, "x=1&y") && piece_is(r.host, "example.org"));
    assert_int_equal(r.body, 12);
    assert_int_equal(r.head, strlen(text) - 4);
    assert_true(r.keep_alive && http_lists(r.connection, "upgrade") && !http_lists(r.connection, "up"));
    for (size_t n = 0; n < r.head; n++) /* byte by byte: not there yet, never wrong */
        assert_int_equal(http_read(text, n, &(struct http_request){0}), 0);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int status;
    } of[] = {{"GET / HTTP/1.1\r\n\r\n", 400}, /* no host */
              {"GET / HTTP/1.0\r\n\r\n", 1},   /* which was fine then */
              {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
              {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
              {"PRI * HTTP/2.0\r\n", 505}, /* known by its first line */
              {"\x16\x03\x01", 400},       /* TLS at the wrong door */
              {"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
              {"GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
              {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400},
              {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
              {"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400},
              {"GET / HTTP/1.1\nHost: a\r\n\r\n", 400},
              {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 501},
              {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n", 400},
              {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", 400},
              {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1234567890\r\n\r\n", 413},
              {"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 1}}; /* a method: not ours, but well said */
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (status_of(of[i].text) != of[i].status)
            fail_msg("%s: %d, not %d", of[i].text, status_of(of[i].text), of[i].status);
    char long_head[HTTP_HEAD_MAX + 10];
    memset(long_head, 'a', sizeof long_head);
    memcpy(long_head, "GET / HTTP/1.1\r\nA: ", 19);
    struct http_request r;
    assert_int_equal(http_read(long_head, HTTP_HEAD_MAX - 1, &r), 0);
    assert_int_equal(http_read(long_head, HTTP_HEAD_MAX, &r), 431);
}

/* Forms that are rare, but that a server must understand. */
static void test_rare(void **state)
{
    (void)state;
    struct http_request r;
    const char *text = "\r\nGET http://example.org:80?a=1 HTTP/1.1\r\nHost: other\r\n\r\n";
    assert_int_equal(http_read(text, strlen(text), &r), 1);
    assert_true(piece_is(r.path, "/") && piece_is(r.query, "a=1") && piece_is(r.host, "example.org:80"));
    assert_int_equal(r.head, strlen(text));
    for (size_t n = 0; n < r.head; n++)
        assert_int_equal(http_read(text, n, &(struct http_request){0}), 0);
    text = "GET HTTPS://a/b/c HTTP/1.1\r\nHost: a\r\n\r\n";
    assert_int_equal(http_read(text, strlen(text), &r), 1);
    assert_true(piece_is(r.path, "/b/c") && piece_is(r.host, "a"));
    assert_int_equal(status_of("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(status_of("GET http://a/x HTTP/1.1\r\n\r\n"), 400); /* Host is needed all the same */
    assert_int_equal(status_of("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    text = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n";
    assert_int_equal(http_read(text, strlen(text), &r), 1);
    assert_true(r.expects);
    assert_int_equal(status_of("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n"), 417);
    text = "GET /ws HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n";
    assert_int_equal(http_read(text, strlen(text), &r), 1);
    assert_true(!r.upgrade.p && !r.expects && !r.keep_alive);
    static const struct {
        const char *list;
        int gzip;
    } accept[] = {{"gzip", 1},        {"br, GZIP;q=0.8", 1}, {"gzip;q=0", 0},    {"gzip; Q=0.000, br", 0}, {"*", 1},
                  {"*;q=0", 0},       {"gzip;q=0, *", 0},    {"*;q=0, gzip", 1}, {"gzip;q=0.001", 1},      {"", 0},
                  {"identity, br", 0}};
    for (size_t i = 0; i < sizeof accept / sizeof *accept; i++)
        if (http_accepts((struct piece){accept[i].list, strlen(accept[i].list)}, "gzip") != accept[i].gzip)
            fail_msg("Accept-Encoding: %s", accept[i].list);
}

static void test_accept(void **state)
{
    (void)state;
    char out[WS_ACCEPT];
    assert_true(ws_accept("dGhlIHNhbXBsZSBub25jZQ==", 24, out)); /* RFC 6455, 1.3 */
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(ws_accept("dGhlIHNhbXBsZSBub25jZQ", 22, out));
    assert_false(ws_accept("dGhlIHNhbXBsZSBub25j\nQ==", 24, out));
}

static void test_frames(void **state)
{
    (void)state;
    struct ws_frame f;
    char hello[] = "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"; /* RFC 6455, 5.7 */
    for (size_t n = 0; n < 11; n++)
        assert_int_equal(ws_read(hello, n, 100, &f), 0);
    assert_int_equal(ws_read(hello, 11, 100, &f), 11);
    assert_true(f.op == WS_TEXT && f.final && f.n == 5 && memcmp(f.data, "Hello", 5) == 0);
    static const struct {
        const char *bytes;
        size_t n;
        int64_t want;
    } of[] = {{"\x81\x05hello", 7, -WS_PROTOCOL}, /* not masked */
              {"\xc1\x80\0\0\0\0", 6, -WS_PROTOCOL},
              {"\x83\x80\0\0\0\0", 6, -WS_PROTOCOL},
              {"\x8b\x80\0\0\0\0", 6, -WS_PROTOCOL},
              {"\x09\x80\0\0\0\0", 6, -WS_PROTOCOL},
              {"\x89\xfe\0\x7e", 4, -WS_PROTOCOL},
              {"\x81\xfe\0\x7e", 4, -WS_TOO_BIG}, /* 126 bytes: refused by the head */
              {"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 10, -WS_TOO_BIG},
              {"\x81\xff\0\0\0\0\0\0\0", 9, 0},
              {"\x81\xfe\0\x64", 4, -WS_PROTOCOL}, /* 100 bytes have a shorter form */
              {"\x81\xff\0\0\0\0\0\0\xff\xff", 10, -WS_PROTOCOL},
              {"\x81\xff\x80\0\0\0\0\1\0\0", 10, -WS_PROTOCOL},
              {"\x81\xfe\0", 3, 0},
              {"\x80\x80\0\0\0\0", 6, 6}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char copy[16];
        memcpy(copy, of[i].bytes, of[i].n);
        assert_int_equal(ws_read(copy, of[i].n, 100, &f), of[i].want);
    }
    char head[WS_HEAD_MAX];
    assert_int_equal(ws_head(head, WS_TEXT, 125), 2);
    assert_int_equal(ws_head(head, WS_TEXT, 126), 4);
    assert_memory_equal(head, "\x81\x7e\0\x7e", 4);
    assert_int_equal(ws_head(head, WS_TEXT, 65536), 10);
    assert_memory_equal(head, "\x81\x7f\0\0\0\0\0\1\0\0", 10);
}

static void test_utf8(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "plain text of more than eight bytes",
                                       "\xc2\x80\xdf\xbf",
                                       "\xe0\xa0\x80\xed\x9f\xbf\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
                                       "12345678\xe2\x82\xac"};
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc2",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xe2\x82",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "12345678\xe2\x28\xa1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(utf8_ok(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(utf8_ok(bad[i], strlen(bad[i])));
}

/* What a text so far is: whole characters, and whether the rest can still become one. */
static void test_utf8_part(void **state)
{
    (void)state;
    static const char euro[] = "a\xe2\x82\xac";
    int bad;
    for (size_t n = 0; n < sizeof euro; n++) {
        assert_int_equal(utf8_check(euro, n, &bad), n < 4 ? (n ? 1 : 0) : 4 + (n - 4));
        assert_false(bad);
    }
    assert_int_equal(utf8_check("ab\xed\xa0", 4, &bad), 2); /* a surrogate, by its second byte */
    assert_true(bad);
    assert_int_equal(utf8_check("\xf0\x90\x41", 3, &bad), 0);
    assert_true(bad);
}

static void test_close(void **state)
{
    (void)state;
    assert_int_equal(ws_close_code("", 0), 0);
    assert_int_equal(ws_close_code("\x03\xe8why", 5), 1000);
    assert_int_equal(ws_close_code("\x13\x87", 2), 4999);
    assert_int_equal(ws_close_code("\x03", 1), -WS_PROTOCOL);
    assert_int_equal(ws_close_code("\x03\xed", 2), -WS_PROTOCOL); /* 1005 is never sent */
    assert_int_equal(ws_close_code("\x03\xe8\xff", 3), -WS_NOT_UTF8);
}

static void forwarded(const char *list, const char *peer, const char *want)
{
    struct trust t;
    struct address a;
    char out[ADDRESS_MAX], why[IR_WHY_MAX];
    assert_true(trust_read(&t, "loopback,192.0.2.1,2001:db8::1", why) && address_read(&a, peer, strlen(peer)));
    address_forwarded(&t, &(struct piece){list, list ? strlen(list) : 0}, 1, &a, out);
    assert_string_equal(out, want);
}

/* Several lines are one list: HAProxy adds a line of its own to what a client, or a CDN before it, sent. */
static void forwarded_lines(const char *lines, const char *want)
{
    struct trust t;
    struct address a;
    struct http_request r;
    char out[ADDRESS_MAX], why[IR_WHY_MAX], text[1024];
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: a\r\n%s\r\n", lines);
    assert_int_equal(http_read(text, strlen(text), &r), 1);
    assert_true(trust_read(&t, "loopback,192.0.2.1", why) && address_read(&a, "127.0.0.1", 9));
    address_forwarded(&t, r.forwarded, r.n_forwarded, &a, out);
    assert_string_equal(out, want);
}

static void test_forwarded(void **state)
{
    (void)state;
    char why[IR_WHY_MAX];
    forwarded(NULL, "127.0.0.1", "127.0.0.1");
    forwarded("203.0.113.7", "127.0.0.1", "203.0.113.7");
    forwarded("203.0.113.7", "::1", "203.0.113.7");
    forwarded("203.0.113.7", "198.51.100.1", "198.51.100.1");         /* not a proxy of ours */
    forwarded("10.9.9.9, 203.0.113.7", "127.0.0.1", "203.0.113.7");   /* what a client wrote itself does not count */
    forwarded("203.0.113.7 , 192.0.2.1", "127.0.0.1", "203.0.113.7"); /* a chain of proxies */
    forwarded("2001:db8::7,2001:db8::1", "192.0.2.1", "2001:db8::7");
    forwarded("unknown", "127.0.0.1", "127.0.0.1");
    forwarded(",,", "127.0.0.1", "127.0.0.1");
    forwarded_lines("X-Forwarded-For: 10.9.9.9\r\nx-forwarded-for: 203.0.113.7\r\n", "203.0.113.7");
    forwarded_lines("X-Forwarded-For: 10.9.9.9, 203.0.113.7\r\nX-Forwarded-For: 192.0.2.1\r\n", "203.0.113.7");
    forwarded_lines("X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-For:\r\n", "203.0.113.7");
    char many[1000] = "";
    for (int i = 0; i < 20; i++) /* only the last lines matter */
        strcat(many, "X-Forwarded-For: 10.9.9.9\r\n");
    forwarded_lines(strcat(many, "X-Forwarded-For: 203.0.113.7\r\n"), "203.0.113.7");
    assert_false(trust_read(&(struct trust){0}, "10.0.0.0/8", why));
    assert_non_null(strstr(why, "10.0.0.0/8"));
}

static void test_crowd(void **state)
{
    (void)state;
    enum { PEOPLE = 500 };
    struct crowd *c = crowd_new(2 * PEOPLE);
    struct address a;
    char text[ADDRESS_MAX];
    for (int round = 1; round <= 2; round++)
        for (int i = 0; i < PEOPLE; i++) {
            snprintf(text, sizeof text, i % 2 ? "10.0.%d.%d" : "2001:db8:%x:%x00::1", i / 250, i % 250);
            assert_true(address_read(&a, text, strlen(text)));
            assert_int_equal(crowd_add(c, &a, 1), round);
        }
    for (int i = 0; i < PEOPLE; i += 3) { /* some go: nobody else is lost */
        snprintf(text, sizeof text, i % 2 ? "10.0.%d.%d" : "2001:db8:%x:%x00::1", i / 250, i % 250);
        address_read(&a, text, strlen(text));
        assert_int_equal(crowd_add(c, &a, -1), 1);
        assert_int_equal(crowd_add(c, &a, -1), 0);
    }
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(text, sizeof text, i % 2 ? "10.0.%d.%d" : "2001:db8:%x:%x77:9::2", i / 250, i % 250); /* the same 56 bits */
        address_read(&a, text, strlen(text));
        assert_int_equal(crowd_add(c, &a, 1), i % 3 ? 3 : 1);
    }
    address_read(&a, "2001:db8:5::1", 13);
    assert_int_equal(crowd_wide(c, &a, 1), 1);
    address_read(&a, "2001:db8:5:ff00::1", 18);
    assert_int_equal(crowd_wide(c, &a, 1), 2); /* the same 48 bits */
    address_read(&a, "10.0.0.1", 8);
    assert_int_equal(crowd_wide(c, &a, 1), 0);
    crowd_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_request),   cmocka_unit_test(test_refusals),
                                       cmocka_unit_test(test_rare),      cmocka_unit_test(test_accept),
                                       cmocka_unit_test(test_frames),    cmocka_unit_test(test_utf8),
                                       cmocka_unit_test(test_utf8_part), cmocka_unit_test(test_close),
                                       cmocka_unit_test(test_forwarded), cmocka_unit_test(test_crowd)};
    return cmocka_run_group_tests_name("web", tests, NULL, NULL);
}
