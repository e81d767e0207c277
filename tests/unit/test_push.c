/* test_push.c: Web Push messages by the examples of RFC 8188, 8291 and 8292, endpoints that are refused, public addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include "server/address.h"
#include "server/subscription.h"

/* RFC 8291, section 5 and appendix A */
static const char watermelon[] = "When I grow up, I want to be a watermelon", salt_8291[] = "DGv6ra1nlYgDCS1FRnbzlw",
                  auth_8291[] = "BTBZMqHH6r4Tts7J_aSIgg", secret_8291[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                  server_8291[] = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
                  browser_8291[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                  body_8291[] =
                      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
                      "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

static void read_text(uint8_t *out, size_t n, const char *text)
{
    assert_true(base64url_read(out, n, text));
}

static void test_base64(void **state)
{
    (void)state;
    static const char *const text[] = {"", "_w", "_-4", "_-7d", "_-7dzA"}; /* ff ee dd cc */
    static const uint8_t bytes[] = {0xff, 0xee, 0xdd, 0xcc};
    char out[16];
    uint8_t back[8];
    for (size_t n = 0; n <= 4; n++) {
        assert_int_equal(base64url_print(out, bytes, n), strlen(text[n]));
        assert_int_equal(strlen(text[n]) + 1, BASE64_SIZE(n));
        assert_string_equal(out, text[n]);
        assert_true(base64url_read(back, n, text[n]));
        assert_memory_equal(back, bytes, n);
        assert_false(base64url_read(back, n + 1, text[n]));
        assert_false(n && base64url_read(back, n - 1, text[n]));
    }
    assert_true(base64url_read(back, 1, "_w=="));
    static const char *const wrong[] = {"_w===", "_w=x", "_x", "/w", " _w", "_w\n", "_", "_==", "_w=w"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(base64url_read(back, 1, wrong[i]));
}

static void test_rfc8188(void **state)
{
    (void)state;
    uint8_t salt[PUSH_SALT], key[16], want[53], got[53];
    read_text(want, sizeof want, "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"); /* section 3.1 */
    read_text(key, sizeof key, "yqdlZ-tYemfogSmv7Ws5PQ");
    memcpy(salt, want, sizeof salt);
    assert_true(push_record(got, "I am the walrus", 15, 15, 4096, salt, key, sizeof key, NULL, 0));
    assert_memory_equal(got, want, sizeof want);
}

static void test_rfc8291(void **state)
{
    (void)state;
    enum { TEXT = sizeof watermelon - 1, ALL = PUSH_HEAD + TEXT + 1 + PUSH_TAG };
    uint8_t salt[PUSH_SALT], auth[PUSH_AUTH], secret[PUSH_SECRET], point[PUSH_POINT], want[ALL], got[ALL];
    read_text(salt, sizeof salt, salt_8291);
    read_text(auth, sizeof auth, auth_8291);
    read_text(secret, sizeof secret, secret_8291);
    read_text(point, sizeof point, browser_8291);
    read_text(want, sizeof want, body_8291);
    assert_true(push_encrypt(got, watermelon, TEXT, TEXT, point, auth, salt, secret));
    assert_memory_equal(got, want, sizeof want);
    struct push_key *k = push_key_read(secret_8291);
    assert_non_null(k);
    assert_string_equal(push_key_public(k), server_8291);
    push_key_free(k);
}

/* Every message has a salt and a key of its own, and the same number of bytes. */
static void test_fresh(void **state)
{
    (void)state;
    uint8_t auth[PUSH_AUTH], point[PUSH_POINT], one[PUSH_BYTES], two[PUSH_BYTES];
    read_text(auth, sizeof auth, auth_8291);
    read_text(point, sizeof point, browser_8291);
    assert_true(push_encrypt(one, "{}", 2, PUSH_PADDED, point, auth, NULL, NULL));
    assert_true(push_encrypt(two, "{}", 2, PUSH_PADDED, point, auth, NULL, NULL));
    assert_memory_not_equal(one, two, PUSH_SALT);
    assert_memory_not_equal(one + PUSH_SALT + 5, two + PUSH_SALT + 5, PUSH_POINT);
    assert_false(push_encrypt(one, "{}", 2, 1, point, auth, NULL, NULL)); /* longer than its padding */
    point[64] ^= 1;                                                       /* not on the curve */
    assert_false(push_encrypt(one, "{}", 2, PUSH_PADDED, point, auth, NULL, NULL));
}

/* Whether the header's signature is one by the key that it names, of its first two parts. */
static int verify(const char *header)
{
    char token[PUSH_TOKEN_MAX], key[PUSH_TOKEN_MAX];
    uint8_t signature[64], point[PUSH_POINT], der[128], *p = der;
    if (sscanf(header, "vapid t=%999[^,], k=%999s", token, key) != 2 || !base64url_read(point, sizeof point, key))
        return 0;
    char *dot = strrchr(token, '.');
    if (!dot || !base64url_read(signature, sizeof signature, dot + 1))
        return 0;
    ECDSA_SIG *s = ECDSA_SIG_new();
    ECDSA_SIG_set0(s, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
    int n = i2d_ECDSA_SIG(s, &p);
    OSSL_PARAM of[] = {OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char[]){"prime256v1"}, 0),
                       OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
                       OSSL_PARAM_construct_end()};
    EVP_PKEY *pkey = NULL;
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    int good = EVP_PKEY_fromdata_init(c) == 1 && EVP_PKEY_fromdata(c, &pkey, EVP_PKEY_PUBLIC_KEY, of) == 1 &&
               EVP_DigestVerifyInit_ex(md, NULL, "SHA256", NULL, NULL, pkey, NULL) == 1 &&
               EVP_DigestVerify(md, der, (size_t)n, (uint8_t *)token, (size_t)(dot - token)) == 1;
    EVP_MD_CTX_free(md);
    EVP_PKEY_free(pkey);
    EVP_PKEY_CTX_free(c);
    ECDSA_SIG_free(s);
    return good;
}

static void test_rfc8292(void **state)
{
    (void)state;
    static const char example[] = /* section 2.4 */
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1"
        "YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSS"
        "HzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
    char text[BASE64_SIZE(PUSH_SECRET)], token[PUSH_TOKEN_MAX], other[PUSH_TOKEN_MAX], long_one[600];
    assert_true(verify(example));
    assert_true(push_key_new(text));
    struct push_key *k = push_key_read(text);
    assert_non_null(k);
    assert_true(push_token(token, k, "https://push.example.net", "mailto:push@example.com", 1453523768));
    assert_memory_equal(token, example, (size_t)(strrchr(example, '.') - example)); /* the same claims, in the same words */
    assert_true(verify(token));
    token[20] ^= 1;
    assert_false(verify(token));
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = 0;
    assert_false(push_token(other, k, "https://push.example.net", long_one, 1453523768));
    push_key_free(k);
    /* a line in the store that is no key */
    assert_null(push_key_read(""));
    assert_null(push_key_read("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
    assert_null(push_key_read("_________________________________________-8"));
}

static void test_topic(void **state)
{
    (void)state;
    struct push_key *k = push_key_read(secret_8291);
    char a[PUSH_TOPIC + 1], b[PUSH_TOPIC + 1];
    push_topic(a, k, "https://push.example.org/1", "abcdefghjkmn");
    assert_int_equal(strlen(a), PUSH_TOPIC); /* as RFC 8030 wants it */
    push_topic(b, k, "https://push.example.org/1", "abcdefghjkmn");
    assert_string_equal(a, b);
    push_topic(b, k, "https://push.example.org/1", "abcdefghjkmp");
    assert_string_not_equal(a, b);
    push_topic(b, k, "https://push.example.org/2", "abcdefghjkmn"); /* somebody else at the same table */
    assert_string_not_equal(a, b);
    push_key_free(k);
}

static void test_endpoints(void **state)
{
    (void)state;
    struct subscription s, back;
    char keys[SUBSCRIPTION_KEYS], long_one[600];
    static const struct {
        const char *endpoint, *host, *path;
    } good[] = {
        {"https://fcm.googleapis.com/fcm/send/a:b-c_d?x=1", "fcm.googleapis.com", "/fcm/send/a:b-c_d?x=1"},
        {"https://UPDATES.push.services.mozilla.com:443/wpush/v2/x", "updates.push.services.mozilla.com", "/wpush/v2/x"},
        {"https://web.push.apple.com", "web.push.apple.com", ""},
        {"https://1.2.3.x1/a@b", "1.2.3.x1", "/a@b"}};
    static const char *const bad[] = {"",
                                      "http://push.example.org/x",
                                      "HTTPS://push.example.org/x",
                                      "//push.example.org/x",
                                      "https:/push.example.org/x",
                                      "https:///x",
                                      "https://user@push.example.org/x",
                                      "https://user:pass@push.example.org/x",
                                      "https://push.example.org@127.0.0.1/x",
                                      "https://127.0.0.1/x",
                                      "https://127.1/x",
                                      "https://2130706433/x",
                                      "https://0x7f000001/x",
                                      "https://127.0.0.0x1/x",
                                      "https://10.0.0.1/x",
                                      "https://169.254.169.254/latest/meta-data",
                                      "https://[::1]/x",
                                      "https://[::ffff:127.0.0.1]/x",
                                      "https://localhost/x",
                                      "https://push.example.org./x",
                                      "https://.example.org/x",
                                      "https://push..org/x",
                                      "https://push.example.org:8443/x",
                                      "https://push.example.org:4430/x",
                                      "https://push.example.org:/x",
                                      "https://push.example.org?x",
                                      "https://push.example.org#x",
                                      "https://push.example.org/x#y",
                                      "https://push.example.org/x y",
                                      "https://push.example.org/x\r\nHost: y",
                                      "https://push.example.org\\@example.net/",
                                      "https://push.ex\xc3\xa4mple.org/",
                                      "https://push.example.org/\xc3\xa4"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_null(subscription_read(&s, good[i].endpoint, browser_8291, auth_8291));
        assert_string_equal(s.host, good[i].host);
        assert_string_equal(s.path, good[i].path);
        subscription_keys(&s, keys);
        assert_true(subscription_stored(&back, s.endpoint, keys));
        assert_memory_equal(back.point, s.point, PUSH_POINT);
        assert_memory_equal(back.auth, s.auth, PUSH_AUTH);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!subscription_read(&s, bad[i], browser_8291, auth_8291))
            fail_msg("accepted: %s", bad[i]);
    memset(long_one, 'x', sizeof long_one - 1);
    memcpy(long_one, "https://push.example.org/", 25);
    long_one[ENDPOINT_MAX] = 0;
    assert_null(subscription_read(&s, long_one, browser_8291, auth_8291));
    long_one[ENDPOINT_MAX] = 'x';
    long_one[ENDPOINT_MAX + 1] = 0;
    assert_non_null(strstr(subscription_read(&s, long_one, browser_8291, auth_8291), "512"));
    memset(long_one + 8, 'x', 64); /* a label has at most 63 letters */
    long_one[100] = 0;
    assert_non_null(subscription_read(&s, long_one, browser_8291, auth_8291));
    assert_non_null(strstr(subscription_read(&s, good[0].endpoint, auth_8291, auth_8291), "p256dh"));
    assert_non_null(strstr(subscription_read(&s, good[0].endpoint, browser_8291, browser_8291), "auth"));
    assert_false(subscription_stored(&back, good[0].endpoint, "nonsense"));
    assert_false(subscription_stored(&back, good[0].endpoint, ""));
}

static void test_public(void **state)
{
    (void)state;
    static const char *const public[] = {"8.8.8.8",        "1.1.1.1",         "9.255.255.255",   "11.0.0.0",
                                         "100.63.255.255", "100.128.0.0",     "126.255.255.255", "128.0.0.1",
                                         "172.15.0.1",     "172.32.0.1",      "192.0.1.1",       "192.167.1.1",
                                         "198.17.1.1",     "198.20.0.1",      "223.255.255.255", "2606:4700::1111",
                                         "2a00:1450::1",   "2001:4860::8888", "2001:200::1",     "3ffe::1"};
    static const char *const not [] = {
        "0.0.0.0",      "0.1.2.3",          "10.0.0.1",        "10.255.255.255", "100.64.0.1",      "100.127.255.255",
        "127.0.0.1",    "127.255.0.1",      "169.254.169.254", "172.16.0.1",     "172.31.255.255",  "192.0.0.8",
        "192.0.2.1",    "192.88.99.1",      "192.168.0.1",     "198.18.0.1",     "198.19.255.255",  "198.51.100.7",
        "203.0.113.9",  "224.0.0.1",        "239.1.1.1",       "240.0.0.1",      "255.255.255.255", "::",
        "::1",          "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1",    "64:ff9b::7f00:1", "64:ff9b::808:808",
        "64:ff9b:1::1", "100::1",           "2001::1",         "2001:db8::1",    "2001:20::1",      "2002:7f00:1::",
        "3fff::1",      "5f00::1",          "fc00::1",         "fd12::1",        "fe80::1",         "fec0::1",
        "ff02::1"};
    struct address a;
    for (size_t i = 0; i < sizeof public / sizeof *public; i++)
        if (!address_read(&a, public[i], strlen(public[i])) || !address_public(&a))
            fail_msg("refused: %s", public[i]);
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (!address_read(&a, not [i], strlen(not [i])) || address_public(&a))
            fail_msg("accepted: %s", not [i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_base64),    cmocka_unit_test(test_rfc8188),
                                       cmocka_unit_test(test_rfc8291),   cmocka_unit_test(test_fresh),
                                       cmocka_unit_test(test_rfc8292),   cmocka_unit_test(test_topic),
                                       cmocka_unit_test(test_endpoints), cmocka_unit_test(test_public)};
    return cmocka_run_group_tests_name("push", tests, NULL, NULL);
}
