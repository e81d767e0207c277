/* test_core.c: the pieces of core/ that every game stands on: sets, hashes and ciphers (against libsodium), dealers, texts,
 * JSON and numbers. Records are in test_record.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "core/core.h"
#include "core/crypto.h"

/* ---- sets ---- */

static int slow_nth(uint64_t x, uint32_t k)
{
    for (int i = 0; i < 64; i++)
        if (x >> i & 1 && k-- == 0)
            return i;
    return -1;
}

static void test_select_byte(void **state) /* every entry that has a meaning */
{
    (void)state;
    for (uint32_t byte = 0; byte < 256; byte++)
        for (uint32_t k = 0; k < 8; k++)
            if (slow_nth(byte, k) >= 0)
                assert_int_equal(ir_select_byte[k][byte], slow_nth(byte, k));
}

static void test_sets(void **state)
{
    (void)state;
    struct ir_rng rng;
    ir_rng_seed(&rng, 1);
    assert_int_equal(set_count(0), 0);
    assert_int_equal(set_count(UINT64_MAX), 64);
    for (int i = 0; i < 64; i++) {
        assert_int_equal(set_nth(UINT64_MAX, (uint32_t)i), i);
        assert_int_equal(set_nth(BIT(i), 0), i);
        assert_int_equal(set_first(BIT(i)), i);
        assert_int_equal(set_count(BIT(i)), 1);
    }
    for (int i = 0; i < 20000; i++) {
        uint64_t x = ir_rng_next(&rng);
        if (i % 4 == 1)
            x &= ir_rng_next(&rng);
        if (i % 4 == 2)
            x |= ir_rng_next(&rng);
        if (i % 4 == 3)
            x &= ir_rng_next(&rng) & ir_rng_next(&rng) & ir_rng_next(&rng);
        int n = 0;
        for (int b = 0; b < 64; b++)
            n += (int)(x >> b & 1);
        assert_int_equal(set_count(x), n);
        for (int k = 0; k < n; k++)
            assert_int_equal(set_nth(x, (uint32_t)k), slow_nth(x, (uint32_t)k));
        if (x)
            assert_int_equal(set_first(x), slow_nth(x, 0));
    }
}

/* ---- BLAKE2b, ChaCha20 ---- */

static void test_blake2b(void **state) /* every length to 600, then larger ones around the block size */
{
    (void)state;
    static uint8_t data[70000];
    uint8_t got[32], want[32];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 131 + i / 251);
    for (size_t n = 0; n <= 600; n++) {
        ir_blake2b(got, data + n % 7, n);
        crypto_generichash(want, 32, data + n % 7, n, NULL, 0);
        assert_memory_equal(got, want, 32);
    }
    for (size_t n = 1024; n < sizeof data; n += 4093) {
        ir_blake2b(got, data, n);
        crypto_generichash(want, 32, data, n, NULL, 0);
        assert_memory_equal(got, want, 32);
    }
}

static void test_chacha20(void **state) /* against libsodium's stream, block by block, counters beyond 32 bits too */
{
    (void)state;
    struct ir_rng rng;
    ir_rng_seed(&rng, 5);
    for (int i = 0; i < 300; i++) {
        uint8_t key[32], stream[64 * 5], block[64], nonce8[8];
        uint64_t nonce = i % 3 == 0 ? 0 : ir_rng_next(&rng), counter = ir_rng_next(&rng);
        for (int b = 0; b < 32; b++)
            key[b] = (uint8_t)ir_rng_next(&rng);
        for (int b = 0; b < 8; b++)
            nonce8[b] = (uint8_t)(nonce >> 8 * b);
        crypto_stream_chacha20(stream, sizeof stream, nonce8, key);
        for (uint64_t c = 0; c < 5; c++) {
            ir_chacha20_block(block, key, c, nonce);
            assert_memory_equal(block, stream + 64 * c, 64);
        }
        static const uint8_t zero[64];
        if (i % 4 == 0)
            counter = 0xffffffffu - (uint64_t)(i % 3) + 1;
        crypto_stream_chacha20_xor_ic(stream, zero, 64, nonce8, counter, key);
        ir_chacha20_block(block, key, counter, nonce);
        assert_memory_equal(block, stream, 64);
    }
}

static void test_commit(void **state) /* what is shown before the game binds; secret, match and key belong together */
{
    (void)state;
    uint8_t secret[32] = {1, 2, 3}, other[32] = {1, 2, 4}, a[32], b[32];
    ir_commit(a, secret);
    ir_commit(b, other);
    assert_memory_not_equal(a, b, 32);
    assert_memory_not_equal(a, secret, 32);
    ir_commit(b, secret);
    assert_memory_equal(a, b, 32);
    ir_match_key(a, secret, "m1", NULL);
    ir_match_key(b, secret, "m1", NULL);
    assert_memory_equal(a, b, 32);
    ir_match_key(b, secret, "m2", NULL);
    assert_memory_not_equal(a, b, 32);
    ir_match_key(b, other, "m1", NULL);
    assert_memory_not_equal(a, b, 32);
    ir_commit(b, secret);
    assert_memory_not_equal(a, b, 32); /* the key is not what is shown */
    /* no salts are the same as none at all; any salt, and whose it is, changes the key */
    const char *none[IR_SEATS_MAX] = {NULL, "", NULL, "", "", NULL}, *one[IR_SEATS_MAX] = {"ab"},
               *two[IR_SEATS_MAX] = {NULL, "ab"};
    uint8_t c[32], d[32];
    ir_match_key(b, secret, "m1", none);
    assert_memory_equal(a, b, 32);
    ir_match_key(b, secret, "m1", one);
    ir_match_key(c, secret, "m1", two);
    one[0] = "a", one[1] = "b";
    ir_match_key(d, secret, "m1", one);
    assert_memory_not_equal(a, b, 32);
    assert_memory_not_equal(b, c, 32);
    assert_memory_not_equal(b, d, 32);
    /* as docs/record-format.md spells it, by libsodium */
    uint8_t text[16 + 32] = "irori key 1", want[32];
    memcpy(text + 16, secret, 32);
    crypto_generichash_state s;
    crypto_generichash_init(&s, NULL, 0, 32);
    crypto_generichash_update(&s, text, sizeof text);
    crypto_generichash_update(&s, (const uint8_t *)"m1\n0 a\n1 b", 10);
    crypto_generichash_final(&s, want, 32);
    assert_memory_equal(d, want, 32);
}

/* ---- texts, JSON, numbers ---- */

static void test_text(void **state) /* what does not fit is dropped, the zero always fits, cut tells */
{
    (void)state;
    for (size_t size = 1; size < 20; size++) {
        char out[32];
        struct ir_text t;
        memset(out, 'X', sizeof out);
        ir_text_start(&t, out, size);
        ir_text_put(&t, "hello");
        ir_text_put_n(&t, ", worldly", 7);
        assert_int_equal(t.cut != 0, size < 13);
        assert_int_equal(strlen(out), t.len);
        assert_true(t.len < size);
        assert_memory_equal(out, "hello, world", t.len);
        assert_int_equal(t.len, size < 13 ? size - 1 : 12);
        for (size_t i = size; i < sizeof out; i++)
            assert_int_equal(out[i], 'X');
    }
    char out[128];
    struct ir_text t;
    ir_text_start(&t, out, sizeof out);
    assert_string_equal(out, "");
    ir_text_add(&t, "%s|%d|%c|%%|%d", "a", -12, 'z', 0);
    assert_string_equal(out, "a|-12|z|%|0");
    ir_text_start(&t, out, sizeof out);
    ir_text_int(&t, INT64_MIN);
    ir_text_put(&t, " ");
    ir_text_int(&t, INT64_MAX);
    ir_text_put(&t, " ");
    ir_text_int(&t, 0);
    assert_string_equal(out, "-9223372036854775808 9223372036854775807 0");
    ir_text_start(&t, out, sizeof out);
    ir_text_hex(&t, (const uint8_t[]){0, 0x0f, 0xa0, 0xff}, 4);
    ir_text_put(&t, " ");
    ir_text_hex64(&t, 0x0123456789abcdefu);
    assert_string_equal(out, "000fa0ff 0123456789abcdef");
    /* something foreign is quoted printably */
    ir_text_start(&t, out, sizeof out);
    ir_text_quote(&t, "a\nb\x01\x7f\xff\"c", 8);
    for (const char *p = out; *p; p++)
        assert_true(*p >= 32 && *p < 127);
    char many[200];
    memset(many, 'm', sizeof many);
    ir_text_start(&t, out, sizeof out);
    ir_text_quote(&t, many, sizeof many);
    assert_true(t.len <= 48 && !t.cut);
}

static void test_json(void **state)
{
    (void)state;
    char out[512];
    struct ir_json j;
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_json_int(&j, "i", INT64_MIN);
    ir_json_bool(&j, "t", 7);
    ir_json_bool(&j, "f", 0);
    ir_json_str(&j, "n", NULL);
    ir_json_str(&j, "s", "\"\\/ é");
    ir_json_list(&j, "l");
    ir_json_end(&j, ']');
    ir_json_list(&j, "m");
    ir_json_int(&j, NULL, 1);
    ir_json_object(&j, NULL);
    ir_json_end(&j, '}');
    ir_json_str(&j, NULL, "");
    ir_json_end(&j, ']');
    ir_json_int(&j, "z", 0);
    ir_json_end(&j, '}');
    assert_string_equal(out, "{\"i\":-9223372036854775808,\"t\":true,\"f\":false,\"n\":null,\"s\":\"\\\"\\\\/ é\",\"l\":[],"
                             "\"m\":[1,{},\"\"],\"z\":0}");
    /* every control character is escaped, in values and in keys, and no other byte is changed */
    for (int c = 1; c < 256; c++) {
        char text[2] = {(char)c, 0}, want[32], brief[32] = "";
        ir_json_start(&j, out, sizeof out);
        ir_json_list(&j, NULL);
        ir_json_str(&j, NULL, text);
        ir_json_end(&j, ']');
        if (c < 32) {
            snprintf(want, sizeof want, "[\"\\u%04x\"]", c);
            const char *at = strchr("\bb\ff\nn\rr\tt", c);
            if (at && c < 32)
                snprintf(brief, sizeof brief, "[\"\\%c\"]", at[1]);
        } else {
            snprintf(want, sizeof want, c == '"' || c == '\\' ? "[\"\\%c\"]" : "[\"%c\"]", c);
        }
        if (strcmp(out, want) != 0 && strcmp(out, brief) != 0)
            fail_msg("character %d is written as %s", c, out);
    }
    /* cut off like any text */
    char small[8];
    ir_json_start(&j, small, sizeof small);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "key", "a long value");
    ir_json_end(&j, '}');
    assert_true(j.text.cut);
    assert_true(strlen(small) < sizeof small);
}

static void kinds_check(const struct ir_error_kind *k, const char *prefix)
{
    for (; k && k->code; k++) {
        assert_true(strncmp(k->code, prefix, strlen(prefix)) == 0); /* so no two games have one code */
        for (const char *p = strchr(k->sentence, '{'); p; p = strchr(p + 1, '{')) {
            char name[40] = " ";
            size_t n = strcspn(p + 1, "}");
            assert_true(n > 0 && n < sizeof name - 3);
            memcpy(name + 1, p + 1, n);
            memcpy(name + 1 + n, ":", 2);
            const char *at = strstr(k->values, name + 1);
            if (!at || (at > k->values && at[-1] != ' '))
                fail_msg("%s has no value for {%s}", k->code, name + 1);
        }
    }
}

static void test_errors(void **state) /* a sentence for people, a code with values for programs, both from one table */
{
    (void)state;
    char why[IR_WHY_MAX], out[1024];
    struct ir_json j;
    int16_t value[IR_OPTIONS_MAX];
    struct ir_text t;
    static const struct ir_error_kind kind = {"too-many", "what:s n:n text:q more:S",
                                              "{what}: {n} of {text} are too many; {more}"};
    kinds_check(ir_errors, "");
    for (int i = 0; ir_games[i]; i++)
        kinds_check(ir_games[i]->error, ir_games[i]->name);

    ir_refuse(why, &kind, "eggs", -3, "a\"\nb", (size_t)4, "take one");
    assert_string_equal(why, "eggs: -3 of 'a\"?b' are too many; take one");
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_why_json(&j, why);
    ir_json_end(&j, '}');
    assert_string_equal(out, "{\"why\":\"eggs: -3 of 'a\\\"?b' are too many; take one\",\"code\":\"too-many\","
                             "\"values\":{\"what\":\"eggs\",\"n\":-3,\"text\":\"a\\\"?b\"}}");

    ir_why_start(&t, why); /* without a code, also after an error that had one */
    ir_text_put(&t, "no code");
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_why_json(&j, why);
    ir_json_end(&j, '}');
    assert_string_equal(out, "{\"why\":\"no code\"}");

    for (int i = 0; ir_games[i]; i++) { /* the longest: every option is listed, and cut where the room ends */
        char text[2000];
        memset(text, 'x', sizeof text - 1);
        text[sizeof text - 1] = 0;
        text[900] = '=';
        assert_int_equal(ir_options_parse(ir_games[i], text, value, why), IR_E_OPTION);
        assert_true(strlen(why) < IR_WHY_CODE);
        ir_json_start(&j, out, sizeof out);
        ir_json_object(&j, NULL);
        ir_why_json(&j, why);
        ir_json_end(&j, '}');
        assert_non_null(strstr(out, "\"code\":\"option-unknown\",\"values\":{\"game\":\""));
    }
}

static void test_number_parse(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t min, max, want;
        int ok;
    } row[] = {
        {"0", 0, 9, 0, 1},
        {"7", 0, 9, 7, 1},
        {"9", 0, 9, 9, 1},
        {"10", 0, 9, 0, 0},
        {"0", 1, 9, 0, 0},
        {"", 0, 9, 0, 0},
        {"+7", 0, 9, 0, 0},
        {" 7", 0, 9, 0, 0},
        {"7 ", 0, 9, 0, 0},
        {"7x", 0, 9, 0, 0},
        {"x7", 0, 99, 0, 0},
        {"0x7", 0, 99, 0, 0},
        {"07", 0, 9, 0, 0},
        {"00", 0, 9, 0, 0},
        {"-", -9, 9, 0, 0},
        {"-0", -9, 9, 0, 0},
        {"--5", -9, 9, 0, 0},
        {"-5", 0, 9, 0, 0},
        {"1.0", 0, 9, 0, 0},
        {"1e1", 0, 99, 0, 0},
        {"9999", 0, 9999, 9999, 1},
        {"10000", 0, 9999, 0, 0},
        {"18446744073709551616", 0, 9, 0, 0},
        {"18446744073709551617", 0, 9, 0, 0},
        {"99999999999999999999999999", 0, INT64_MAX, 0, 0},
        {"9223372036854775808", 0, INT64_MAX, 0, 0},
        {"\xd9\xa3", 0, 9, 0, 0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t v = -77;
        int ok = ir_number_parse(row[i].text, strlen(row[i].text), row[i].min, row[i].max, &v);
        if (ok != row[i].ok || (ok && v != row[i].want))
            fail_msg("'%s' in %lld..%lld gives %d, %lld", row[i].text, (long long)row[i].min, (long long)row[i].max, ok,
                     (long long)v);
    }
    int64_t v;
    assert_true(ir_number_parse("123", 2, 0, 99, &v) && v == 12); /* n bytes, not to the zero */
    assert_false(ir_number_parse("5", 0, 0, 9, &v));
    uint8_t bytes[2];
    assert_true(ir_hex_parse("0aff", 4, bytes, 2) && bytes[0] == 10 && bytes[1] == 255);
    assert_false(ir_hex_parse("0AFF", 4, bytes, 2));
    assert_false(ir_hex_parse("0aff", 3, bytes, 2));
    assert_false(ir_hex_parse("0aff0", 5, bytes, 2));
    assert_false(ir_hex_parse("0ag0", 4, bytes, 2));
    assert_false(ir_hex_parse("", 0, bytes, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_select_byte), cmocka_unit_test(test_sets),         cmocka_unit_test(test_blake2b),
        cmocka_unit_test(test_chacha20),    cmocka_unit_test(test_commit),       cmocka_unit_test(test_text),
        cmocka_unit_test(test_json),        cmocka_unit_test(test_number_parse), cmocka_unit_test(test_errors),
    };
    if (sodium_init() < 0)
        return 1;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
