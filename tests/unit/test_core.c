/* test_core.c: the pieces of core/ that every game stands on: sets, hashes and ciphers (against libsodium), dealers, texts,
 * JSON, numbers, and records with every way of breaking them that came to mind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "core/core.h"

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
    ir_match_key(a, secret, "m1");
    ir_match_key(b, secret, "m1");
    assert_memory_equal(a, b, 32);
    ir_match_key(b, secret, "m2");
    assert_memory_not_equal(a, b, 32);
    ir_match_key(b, other, "m1");
    assert_memory_not_equal(a, b, 32);
    ir_commit(b, secret);
    assert_memory_not_equal(a, b, 32); /* the key is not what is shown */
}

/* ---- dealers ---- */

static void start(struct ir_state *s, const char *options)
{
    char why[IR_WHY_MAX] = "";
    assert_int_equal(ir_start(&ir_koikoi, s, 2, options, NULL, why), IR_OK);
}

static void test_dealer_keyed(void **state) /* the same key deals the same, outcome k can be computed alone, and all are as likely */
{
    (void)state;
    struct ir_state s;
    struct ir_chance out[IR_MOVES_MAX];
    char why[IR_WHY_MAX];
    for (int cards = 0; cards < 2; cards++) {
        start(&s, cards ? "sensei=0" : "");
        if (cards) /* 45 outcomes: not a power of two */
            for (ir_move m = 0; m < 3; m++)
                assert_int_equal(ir_apply(&ir_koikoi, &s, IR_CHANCE, (ir_move)ir_koikoi.move_parse(m == 0   ? "card 1a"
                                                                                                  : m == 1 ? "card 5b"
                                                                                                           : "card 12d"),
                                          NULL, why),
                                 IR_OK);
        int n = ir_koikoi.chance(&s, out);
        assert_int_equal(n, cards ? 45 : 2);
        uint8_t key[32] = {9, (uint8_t)cards};
        struct ir_dealer_keyed d, e;
        ir_dealer_keyed(&d, key, 0);
        static int count[1024];
        static ir_move first[1000];
        memset(count, 0, sizeof count);
        int draws = n * 1000;
        for (int i = 0; i < draws; i++) {
            assert_int_equal((int)d.k, i);
            ir_move m = d.dealer.pick(&d.dealer, &ir_koikoi, &s);
            if (i < 1000)
                first[i] = m;
            assert_true(m < 1024);
            count[m]++;
        }
        double chi = 0;
        for (int i = 0; i < n; i++)
            chi += (count[out[i].move] - 1000.0) * (count[out[i].move] - 1000.0) / 1000.0;
        assert_true(chi < (cards ? 100.0 : 20.0)); /* one in 100 000, and the key is fixed */
        for (uint64_t k = 0; k < 1000; k += 37) {
            ir_dealer_keyed(&e, key, k);
            assert_int_equal(e.dealer.pick(&e.dealer, &ir_koikoi, &s), first[k]);
        }
        key[31] ^= 1; /* any bit of the key matters */
        ir_dealer_keyed(&e, key, 0);
        int same = 0;
        for (int i = 0; i < 1000; i++)
            same += e.dealer.pick(&e.dealer, &ir_koikoi, &s) == first[i];
        assert_true(same < (cards ? 80 : 600));
    }
}

static void test_dealer_recorded(void **state)
{
    (void)state;
    struct ir_state s;
    struct ir_dealer_recorded d;
    start(&s, "");
    ir_move list[3] = {(ir_move)ir_koikoi.move_parse("sensei 1"), (ir_move)ir_koikoi.move_parse("card 1a"),
                       (ir_move)ir_koikoi.move_parse("card 1a")};
    char why[IR_WHY_MAX];
    ir_dealer_recorded(&d, list, 3);
    assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), list[0]);
    assert_int_equal(ir_apply(&ir_koikoi, &s, IR_CHANCE, list[0], NULL, why), IR_OK);
    assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), list[1]);
    assert_int_equal(ir_apply(&ir_koikoi, &s, IR_CHANCE, list[1], NULL, why), IR_OK);
    assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), IR_NO_MOVE); /* dealt already: it cannot happen */
    ir_dealer_recorded(&d, list, 0);
    assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), IR_NO_MOVE); /* none left */
    assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), IR_NO_MOVE);
}

static void test_dealer_scripted(void **state)
{
    (void)state;
    struct ir_state s;
    struct ir_dealer_scripted d;
    struct ir_chance out[IR_MOVES_MAX];
    char why[IR_WHY_MAX];
    start(&s, "");
    ir_dealer_scripted(&d, "sensei 1,card 12d");
    ir_move m = d.dealer.pick(&d.dealer, &ir_koikoi, &s);
    assert_int_equal(m, ir_koikoi.move_parse("sensei 1"));
    assert_int_equal(ir_apply(&ir_koikoi, &s, IR_CHANCE, m, NULL, why), IR_OK);
    m = d.dealer.pick(&d.dealer, &ir_koikoi, &s);
    assert_int_equal(m, ir_koikoi.move_parse("card 12d"));
    assert_int_equal(ir_apply(&ir_koikoi, &s, IR_CHANCE, m, NULL, why), IR_OK);
    assert_true(ir_koikoi.chance(&s, out) > 0);
    assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), out[0].move); /* used up: the first of the list */
    assert_int_equal(d.bad, 0);
    static const char *const bad[] = {"card 12d", "sensei 0", "card 13a", "nonsense", "agari"};
    for (int i = 0; i < 5; i++) {
        ir_dealer_scripted(&d, bad[i]);
        assert_int_equal(d.dealer.pick(&d.dealer, &ir_koikoi, &s), IR_NO_MOVE);
        assert_true(d.bad);
    }
}

static void test_dealer_search(void **state) /* the same seed deals the same; every outcome comes up */
{
    (void)state;
    struct ir_state s;
    struct ir_dealer_search d, e;
    start(&s, "sensei=1");
    ir_dealer_search(&d, 11);
    ir_dealer_search(&e, 11);
    uint64_t seen = 0;
    for (int i = 0; i < 2000; i++) {
        ir_move m = d.dealer.pick(&d.dealer, &ir_koikoi, &s);
        assert_int_equal(e.dealer.pick(&e.dealer, &ir_koikoi, &s), m);
        seen |= BIT(m - ir_koikoi.move_parse("card 1a"));
    }
    assert_int_equal(set_count(seen), 48);
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

static void test_number_parse(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t min, max, want;
        int ok;
    } row[] = {
        {"0", 0, 9, 0, 1}, {"7", 0, 9, 7, 1}, {"9", 0, 9, 9, 1}, {"10", 0, 9, 0, 0}, {"0", 1, 9, 0, 0}, {"", 0, 9, 0, 0},
        {"+7", 0, 9, 0, 0}, {" 7", 0, 9, 0, 0}, {"7 ", 0, 9, 0, 0}, {"7x", 0, 9, 0, 0}, {"x7", 0, 99, 0, 0}, {"0x7", 0, 99, 0, 0},
        {"07", 0, 9, 0, 0}, {"00", 0, 9, 0, 0}, {"-", -9, 9, 0, 0}, {"-0", -9, 9, 0, 0}, {"--5", -9, 9, 0, 0}, {"-5", 0, 9, 0, 0},
        {"1.0", 0, 9, 0, 0}, {"1e1", 0, 99, 0, 0}, {"9999", 0, 9999, 9999, 1}, {"10000", 0, 9999, 0, 0},
        {"18446744073709551616", 0, 9, 0, 0}, {"18446744073709551617", 0, 9, 0, 0}, {"99999999999999999999999999", 0, INT64_MAX, 0, 0},
        {"9223372036854775808", 0, INT64_MAX, 0, 0}, {"\xd9\xa3", 0, 9, 0, 0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t v = -77;
        int ok = ir_number_parse(row[i].text, strlen(row[i].text), row[i].min, row[i].max, &v);
        if (ok != row[i].ok || (ok && v != row[i].want))
            fail_msg("'%s' in %lld..%lld gives %d, %lld", row[i].text, (long long)row[i].min, (long long)row[i].max, ok, (long long)v);
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

/* ---- records ---- */

static char text[1 << 20];
static struct ir_record writer, reader;

static void write_begin(struct ir_text *t, const struct ir_game *g, const char *options)
{
    char why[IR_WHY_MAX] = "";
    ir_text_start(t, text, sizeof text);
    if (ir_record_begin(&writer, g, g->min_seats, options, NULL, why) != IR_OK)
        fail_msg("%s", why);
    snprintf(writer.match, sizeof writer.match, "m1");
    snprintf(writer.name[0], sizeof writer.name[0], "Ann");
    snprintf(writer.name[1], sizeof writer.name[1], "Zoë of the hearth");
    ir_record_print_header(&writer, t);
}

static void write_row(struct ir_text *t, int actor, ir_move move)
{
    char why[IR_WHY_MAX] = "";
    struct ir_row row = {.actor = (int8_t)actor, .move = move};
    struct ir_events events = {0};
    if (ir_record_row(&writer, actor, move, &events, why) != IR_OK)
        fail_msg("%s", why);
    ir_record_print_row(&writer, &row, t);
}

/* Feeds a text to a reader; IR_OK, or the first error with its sentence in why. */
static int read_all(const char *from, size_t n, const struct ir_game *const *games, char why[IR_WHY_MAX])
{
    struct ir_row row;
    ir_record_reader(&reader, games, NULL);
    while (n) {
        const char *end = memchr(from, '\n', n);
        size_t line = end ? (size_t)(end - from) : n;
        char *copy = malloc(line ? line : 1); /* so that a sanitizer sees any byte read past the line */
        memcpy(copy, from, line);
        struct ir_events events = {0};
        int kind = ir_record_read(&reader, copy, line, &row, &events, why);
        free(copy);
        if (kind < 0)
            return kind;
        from += line + (end != NULL);
        n -= line + (end != NULL);
    }
    return ir_record_close(&reader, why);
}

static void test_record_round_trip(void **state) /* random games, whole and saved, of both games */
{
    (void)state;
    static const struct ir_game *const known[] = {&ir_koikoi, &ir_nullgame, NULL};
    struct ir_rng rng;
    ir_rng_seed(&rng, 77);
    for (int i = 0; i < 60; i++) {
        static const char *const options[] = {"", "nintendo", "arcade,rounds=3", "rounds=1,coins=7,redeal=strict"};
        const struct ir_game *g = i % 5 == 4 ? &ir_nullgame : &ir_koikoi;
        struct ir_text t;
        char why[IR_WHY_MAX];
        uint32_t stop = i % 3 == 2 ? ir_rng_below(&rng, 100) : UINT32_MAX;
        write_begin(&t, g, g == &ir_koikoi ? options[i % 4] : "");
        if (i % 2) {
            memset(writer.secret, i, 32);
            ir_commit(writer.commit, writer.secret);
            ir_record_print_commit(&writer, &t);
        }
        while (ir_turn(&writer.state) != IR_OVER && writer.rows < stop) {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            int turn = ir_turn(&writer.state);
            if (turn == IR_CHANCE) {
                write_row(&t, turn, g->sample(&writer.state, &rng));
            } else {
                ir_view(g, &writer.state, turn, &v);
                write_row(&t, turn, legal[ir_rng_below(&rng, (uint32_t)g->legal(&v, legal))]);
            }
        }
        if (i % 2)
            ir_record_print_secret(&writer, &t);
        ir_record_print_end(&writer, &t);
        assert_false(t.cut);
        if (read_all(text, t.len, known, why) != IR_OK)
            fail_msg("%s", why);
        assert_ptr_equal(reader.game, g);
        assert_memory_equal(reader.state.b, writer.state.b, ir_state_size(g));
        assert_int_equal(reader.rows, writer.rows);
        assert_int_equal(reader.chances, writer.chances);
        assert_int_equal(reader.over, ir_turn(&writer.state) == IR_OVER);
        assert_string_equal(reader.match, "m1");
        assert_string_equal(reader.name[0], "Ann");
        assert_string_equal(reader.name[1], "Zoë of the hearth");
        assert_int_equal(reader.has_commit, i % 2);
        assert_int_equal(reader.has_secret, i % 2);
    }
}

/* A short whole game: 7 lines of header, 28 rows, two hashes and a result. */
static size_t write_game(void)
{
    static const char deal[] = "1d 3d 8d 9d 1c 3c 8c 9c 1a 3a 8a 9a 12d 6d 10d 2c 12c 6c 10c 4d 12a 6b 10b 4c";
    struct ir_text t;
    write_begin(&t, &ir_koikoi, "rounds=1");
    write_row(&t, IR_CHANCE, (ir_move)ir_koikoi.move_parse("sensei 0"));
    for (const char *p = deal; *p;) {
        char move[16];
        int n = (int)strcspn(p, " ");
        snprintf(move, sizeof move, "card %.*s", n, p);
        write_row(&t, IR_CHANCE, (ir_move)ir_koikoi.move_parse(move));
        p += n + (p[n] == ' ');
    }
    write_row(&t, 0, (ir_move)ir_koikoi.move_parse("play 9c"));
    write_row(&t, IR_CHANCE, (ir_move)ir_koikoi.move_parse("card 8b"));
    write_row(&t, 0, (ir_move)ir_koikoi.move_parse("agari"));
    ir_record_print_end(&writer, &t);
    return t.len;
}

enum op { REPLACE, DELETE, BEFORE }; /* BEFORE: put in before this line */
static const char *at_line(const char *from, int line)
{
    while (--line)
        from = strchr(from, '\n') + 1;
    return from;
}
static size_t broken(char *out, enum op op, int line, const char *with, size_t with_size)
{
    size_t n = strlen(text);
    const char *at = at_line(text, line), *rest = op == BEFORE ? at : strchr(at, '\n') + 1;
    size_t head = (size_t)(at - text), tail = n - (size_t)(rest - text), m = head;
    memcpy(out, text, head);
    if (op != DELETE) {
        memcpy(out + m, with, with_size);
        m += with_size;
        out[m++] = '\n';
    }
    memcpy(out + m, rest, tail);
    return m + tail;
}

static void test_record_broken(void **state) /* each refused, naming the line and what is wrong */
{
    (void)state;
    static const char x40[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    char name40[64], match40[64], long_line[1100], commit[128], zero[] = "0 play\0 9c";
    snprintf(name40, sizeof name40, "name 0 %s", x40);
    snprintf(match40, sizeof match40, "match %s", x40);
    memset(long_line, '#', sizeof long_line);
    long_line[sizeof long_line - 1] = 0;
    snprintf(commit, sizeof commit, "commit %s%sAB", "0123456789012345678901234567890", "1234567890123456789012345678901");
    size_t size = write_game();
    assert_int_equal(size, strlen(text));
    struct {
        enum op op;
        int line;
        const char *with;
        int error_line; /* 0: the same */
    } row[] = {
        {REPLACE, 1, "irori record 2", 0},
        {REPLACE, 1, "", 0},
        {REPLACE, 1, "\xef\xbb\xbfirori record 1", 0},
        {REPLACE, 1, "irori record 1\r", 0},
        {DELETE, 1, "", 0},
        {REPLACE, 2, "game chess 1", 0},
        {REPLACE, 2, "game koikoi", 0},
        {REPLACE, 2, "game koikoi one", 0},
        {REPLACE, 2, "game koikoi 0", 0},
        {REPLACE, 2, "game koikoi 1 1", 0},
        {REPLACE, 2, "game koikoi 99", 0},
        {REPLACE, 2, "game koi 1", 0},
        {DELETE, 2, "", 0},
        {REPLACE, 3, "options rounds=0", 0},
        {REPLACE, 3, "options colour=red", 0},
        {REPLACE, 3, "options arcade,sets=absorb", 0},
        {DELETE, 3, "", 0},
        {REPLACE, 4, "seats 3", 0},
        {REPLACE, 4, "seats 1", 0},
        {REPLACE, 4, "seats two", 0},
        {REPLACE, 4, "seats", 0},
        {REPLACE, 4, "seats 2 2", 0},
        {DELETE, 4, "", 0},
        {REPLACE, 5, "match a b", 0},
        {REPLACE, 5, "match", 0},
        {REPLACE, 5, match40, 0},
        {REPLACE, 6, "name 2 Eve", 0},
        {REPLACE, 6, "name 0", 0},
        {REPLACE, 6, "name 0 ", 0},
        {REPLACE, 6, "name x Ann", 0},
        {REPLACE, 6, name40, 0},
        {BEFORE, 10, "name 0 Late", 0},
        {BEFORE, 10, "seats 2", 0},
        {REPLACE, 8, "* sensei 2", 0},
        {REPLACE, 8, "0 sensei 0", 0},
        {REPLACE, 8, "* card 1a", 0},
        {REPLACE, 8, "*  sensei 0", 0},
        {REPLACE, 8, "* sensei 0 ", 0},
        {REPLACE, 8, " * sensei 0", 0},
        {REPLACE, 8, "*", 0},
        {REPLACE, 8, "hello", 0},
        {REPLACE, 8, "-1 sensei 0", 0},
        {REPLACE, 10, "* card 1d", 0},        /* dealt before */
        {REPLACE, 10, "* card 13a", 0},
        {REPLACE, 10, "* Card 3d", 0},
        {DELETE, 20, "", 23},                 /* a lost card shows at the hash */
        {REPLACE, 9, "* card 5a", 24},        /* so does another one */
        {REPLACE, 24, "= 17 0000000000000000", 0},
        {REPLACE, 24, "= 16 0000000000000000", 0},
        {REPLACE, 24, "=", 0},
        {REPLACE, 34, "1 play 9c", 0},        /* not this seat's turn */
        {REPLACE, 34, "0 play 9d", 0},        /* the other hand */
        {REPLACE, 34, "0 play 5a", 0},        /* the deck */
        {REPLACE, 34, "0 agari", 0},          /* nothing to stop with */
        {REPLACE, 34, "2 play 9c", 0},        /* no such seat */
        {REPLACE, 34, "9 play 9c", 0},
        {REPLACE, 34, "0 fly 9c", 0},
        {DELETE, 35, "", 0},                  /* agari before a card is turned */
        {REPLACE, 36, "0 koi koi", 0},
        {REPLACE, 36, "0 koi-koi", 37},       /* another move: the hash tells */
        {BEFORE, 37, "0 agari", 0},           /* the game is over */
        {BEFORE, 37, "* card 1a", 0},
        {REPLACE, 34, "result 25 25 won 0 1", 0},
        {REPLACE, 38, "result 31 19 won 0", 0},
        {REPLACE, 38, "result 30 20 won 1", 0},
        {REPLACE, 38, "result 30 20 won 0 1", 0},
        {REPLACE, 38, "result 30 20", 0},
        {REPLACE, 38, "result", 0},
        {BEFORE, 38, "result 30 20 won 0", 39},
        {BEFORE, 10, "saved", 11},            /* what follows it is too much */
        {BEFORE, 8, "commit 00", 0},
        {BEFORE, 8, "commit", 0},
        {BEFORE, 8, commit, 0},               /* upper case */
        {BEFORE, 8, "secret 0000000000000000000000000000000000000000000000000000000000000000", 0}, /* never committed to */
        {BEFORE, 8, "secret 12", 0},
        {BEFORE, 8, "deck 0000000000000000000000000000000000000000000000000000000000000000", 0}, /* Koi-Koi has none */
        {BEFORE, 10, long_line, 0},
        {REPLACE, 34, zero, 0},
    };
    static char out[1 << 16];
    char why[IR_WHY_MAX];
    if (read_all(text, size, ir_games, why) != IR_OK)
        fail_msg("the whole record: %s", why);
    int cases = 0;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++, cases++) {
        size_t with = row[i].with == zero ? sizeof zero - 1 : strlen(row[i].with);
        size_t n = broken(out, row[i].op, row[i].line, row[i].with, with);
        char line[32];
        memset(why, 0, sizeof why);
        int error = read_all(out, n, ir_games, why);
        if (error >= 0)
            fail_msg("accepted: '%s' at line %d", row[i].with, row[i].line);
        int len = snprintf(line, sizeof line, "line %d: ", row[i].error_line ? row[i].error_line : row[i].line);
        if (strncmp(why, line, (size_t)len) != 0 || strlen(why) < (size_t)len + 10)
            fail_msg("'%s' at line %d: '%s' does not name line %d and a reason", row[i].with, row[i].line, why,
                     row[i].error_line ? row[i].error_line : row[i].line);
        assert_int_equal(error, IR_E_RECORD);
        for (const char *p = why; *p; p++)
            assert_true((unsigned char)*p >= 32); /* nothing foreign gets to a terminal */
    }
    assert_true(cases >= 25);
    /* a commit is well, a secret that is not the one committed to is refused */
    char pair[160];
    int len0 = snprintf(pair, sizeof pair, "commit %064d", 0), len1 = len0 + snprintf(pair + len0, 90, "\nsecret %064d", 0);
    assert_int_equal(read_all(out, broken(out, BEFORE, 8, pair, (size_t)len0), ir_games, why), IR_OK);
    assert_int_equal(read_all(out, broken(out, BEFORE, 8, pair, (size_t)len1), ir_games, why), IR_E_RECORD);
    assert_memory_equal(why, "line 9: ", 8);
    /* breaking off after any line, or in the middle of one */
    for (size_t cut = 0; cut + 1 < size; cut++) {
        memset(why, 0, sizeof why);
        if (read_all(text, cut, ir_games, why) >= 0)
            fail_msg("accepted, though it breaks off after byte %zu", cut);
        assert_non_null(strstr(why, "line "));
    }
}

static void test_record_revision(void **state) /* a record of other rules is refused, naming both revisions */
{
    (void)state;
    static char out[1 << 16];
    char why[IR_WHY_MAX], line[64], number[16];
    write_game();
    for (int delta = -1; delta <= 1; delta += 2) {
        int rev = ir_koikoi.rules_rev + delta;
        if (rev < 1)
            rev = 65535;
        snprintf(line, sizeof line, "game koikoi %d", rev);
        size_t n = broken(out, REPLACE, 2, line, strlen(line));
        assert_int_equal(read_all(out, n, ir_games, why), IR_E_RECORD);
        assert_non_null(strstr(why, "line 2"));
        assert_non_null(strstr(why, "revision"));
        snprintf(number, sizeof number, "%d", rev);
        assert_non_null(strstr(why, number));
        snprintf(number, sizeof number, "%d", ir_koikoi.rules_rev);
        assert_non_null(strstr(why, number));
    }
    struct ir_game newer = ir_koikoi; /* and by a program that has newer rules */
    newer.rules_rev++;
    const struct ir_game *const games[] = {&newer, NULL};
    assert_int_equal(read_all(text, strlen(text), games, why), IR_E_RECORD);
    assert_non_null(strstr(why, "line 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_select_byte),    cmocka_unit_test(test_sets),         cmocka_unit_test(test_blake2b),
        cmocka_unit_test(test_chacha20),       cmocka_unit_test(test_commit),       cmocka_unit_test(test_dealer_keyed),
        cmocka_unit_test(test_dealer_recorded), cmocka_unit_test(test_dealer_scripted), cmocka_unit_test(test_dealer_search),
        cmocka_unit_test(test_text),           cmocka_unit_test(test_json),         cmocka_unit_test(test_number_parse),
        cmocka_unit_test(test_record_round_trip), cmocka_unit_test(test_record_broken), cmocka_unit_test(test_record_revision),
    };
    if (sodium_init() < 0)
        return 1;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
