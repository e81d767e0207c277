/* test_record.c: records are read back as they were written, and every way of breaking one that came to mind is refused with
 * the line and the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "core/record.h"
#include "games/koikoi/koikoi.h"

extern const struct ir_game nullgame_game;

static char text[1 << 20];
static struct ir_record writer, reader;
static int salted;

static void write_begin(struct ir_text *t, const struct ir_game *g, const char *options)
{
    char why[IR_WHY_MAX] = "";
    ir_text_start(t, text, sizeof text);
    if (ir_record_begin(&writer, g, g->min_seats, options, NULL, why) != IR_OK)
        fail_msg("%s", why);
    snprintf(writer.match, sizeof writer.match, "m1");
    snprintf(writer.name[0], sizeof writer.name[0], "Ann");
    snprintf(writer.name[1], sizeof writer.name[1], "Zoë of the hearth");
    snprintf(writer.salt[1], sizeof writer.salt[1], "%s", salted ? "00ff12" : "");
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
    static const struct ir_game *const known[] = {&koikoi_game, &nullgame_game, NULL};
    struct ir_rng rng;
    ir_rng_seed(&rng, 77);
    for (int i = 0; i < 60; i++) {
        static const char *const options[] = {"", "nintendo", "arcade,rounds=3", "rounds=1,coins=7,redeal=strict"};
        const struct ir_game *g = i % 5 == 4 ? &nullgame_game : &koikoi_game;
        struct ir_text t;
        char why[IR_WHY_MAX];
        uint32_t stop = i % 3 == 2 ? ir_rng_below(&rng, 100) : UINT32_MAX;
        salted = i % 4 == 1;
        write_begin(&t, g, g == &koikoi_game ? options[i % 4] : "");
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
                ir_look(g, &writer.state, turn, &v);
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
        assert_string_equal(reader.salt[0], "");
        assert_string_equal(reader.salt[1], salted ? "00ff12" : "");
        assert_int_equal(reader.has_commit, i % 2);
        assert_int_equal(reader.has_secret, i % 2);
    }
}

/* A short whole game: 7 lines of header, 28 rows, two hashes and a result. */
static size_t write_game(void)
{
    static const char deal[] = "1d 3d 8d 9d 1c 3c 8c 9c 1a 3a 8a 9a 12d 6d 10d 2c 12c 6c 10c 4d 12a 6b 10b 4c";
    struct ir_text t;
    salted = 0;
    write_begin(&t, &koikoi_game, "rounds=1");
    write_row(&t, IR_CHANCE, (ir_move)koikoi_game.move_parse("sensei 0"));
    for (const char *p = deal; *p;) {
        char move[16];
        int n = (int)strcspn(p, " ");
        snprintf(move, sizeof move, "card %.*s", n, p);
        write_row(&t, IR_CHANCE, (ir_move)koikoi_game.move_parse(move));
        p += n + (p[n] == ' ');
    }
    write_row(&t, 0, (ir_move)koikoi_game.move_parse("play 9c"));
    write_row(&t, IR_CHANCE, (ir_move)koikoi_game.move_parse("card 8b"));
    write_row(&t, 0, (ir_move)koikoi_game.move_parse("agari"));
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
    char name_long[IR_NAME_MAX + 8], match_long[IR_MATCH_MAX + 8], salt65[80], long_line[IR_LINE_MAX + 64], commit[128],
        zero[] = "0 play\0 9c";
    snprintf(name_long, sizeof name_long, "name 0 %0*d", IR_NAME_MAX, 0);
    snprintf(match_long, sizeof match_long, "match %0*d", IR_MATCH_MAX, 0);
    snprintf(salt65, sizeof salt65, "salt 0 %065d", 0);
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
        {REPLACE, 5, match_long, 0},
        {REPLACE, 6, "name 2 Eve", 0},
        {REPLACE, 6, "name 0", 0},
        {REPLACE, 6, "name 0 ", 0},
        {REPLACE, 6, "name x Ann", 0},
        {REPLACE, 6, name_long, 0},
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
        {REPLACE, 10, "* card 1d", 0}, /* dealt before */
        {REPLACE, 10, "* card 13a", 0},
        {REPLACE, 10, "* Card 3d", 0},
        {DELETE, 20, "", 23},          /* a lost card shows at the hash */
        {REPLACE, 9, "* card 5a", 24}, /* so does another one */
        {REPLACE, 24, "= 17 0000000000000000", 0},
        {REPLACE, 24, "= 16 0000000000000000", 0},
        {REPLACE, 24, "=", 0},
        {REPLACE, 34, "1 play 9c", 0}, /* not this seat's turn */
        {REPLACE, 34, "0 play 9d", 0}, /* the other hand */
        {REPLACE, 34, "0 play 5a", 0}, /* the deck */
        {REPLACE, 34, "0 agari", 0},   /* nothing to stop with */
        {REPLACE, 34, "2 play 9c", 0}, /* no such seat */
        {REPLACE, 34, "9 play 9c", 0},
        {REPLACE, 34, "0 fly 9c", 0},
        {DELETE, 35, "", 0}, /* agari before a card is turned */
        {REPLACE, 36, "0 koi koi", 0},
        {REPLACE, 36, "0 koi-koi", 37}, /* another move: the hash tells */
        {BEFORE, 37, "0 agari", 0},     /* the game is over */
        {BEFORE, 37, "* card 1a", 0},
        {REPLACE, 34, "result 25 25 won 0 1", 0},
        {REPLACE, 38, "result 31 19 won 0", 0},
        {REPLACE, 38, "result 30 20 won 1", 0},
        {REPLACE, 38, "result 30 20 won 0 1", 0},
        {REPLACE, 38, "result 30 20", 0},
        {REPLACE, 38, "result", 0},
        {BEFORE, 38, "result 30 20 won 0", 39},
        {BEFORE, 10, "saved", 11}, /* what follows it is too much */
        {BEFORE, 8, "commit 00", 0},
        {BEFORE, 8, "commit", 0},
        {BEFORE, 8, commit, 0},                                                                    /* upper case */
        {BEFORE, 8, "secret 0000000000000000000000000000000000000000000000000000000000000000", 0}, /* never committed to */
        {BEFORE, 8, "secret 12", 0},
        {BEFORE, 8, "deck 0000000000000000000000000000000000000000000000000000000000000000", 0}, /* Koi-Koi has none */
        {BEFORE, 8, "salt 0", 0},
        {BEFORE, 8, "salt 0 ", 0},
        {BEFORE, 8, "salt 2 00ff", 0},
        {BEFORE, 8, "salt 0 00FF", 0},
        {BEFORE, 8, "salt x 00ff", 0},
        {BEFORE, 8, salt65, 0},
        {BEFORE, 10, "salt 0 00ff", 0}, /* after the first card */
        {BEFORE, 34, "resign", 0},
        {BEFORE, 34, "resign 2", 0},
        {BEFORE, 34, "resign x", 0},
        {BEFORE, 34, "resign 01", 0},
        {BEFORE, 34, "resign 1", 35}, /* then the game is over, and nobody moves */
        {BEFORE, 37, "resign 1", 0},  /* it is over already */
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

static void test_record_resigned(void **state) /* the others win, whatever the points */
{
    (void)state;
    char why[IR_WHY_MAX] = "";
    struct ir_text t;
    write_game();
    t = (struct ir_text){.out = text, .size = sizeof text, .len = (size_t)(at_line(text, 36) - text)};
    text[t.len] = 0;
    /* fold all but the last move again, then give up */
    assert_int_equal(read_all(text, t.len, ir_games, why), IR_E_RECORD); /* breaks off */
    writer = reader;
    assert_int_equal(ir_record_resign(&writer, 0, why), IR_OK);
    ir_record_print_resign(0, &t);
    assert_int_equal(ir_record_resign(&writer, 1, why), IR_E_RECORD);
    ir_record_print_end(&writer, &t);
    assert_non_null(strstr(text, "\nresign 0\n= 27 "));
    assert_non_null(strstr(text, "\nresult 25 25 won 1\n"));
    assert_int_equal(read_all(text, t.len, ir_games, why), IR_OK);
    assert_int_equal(reader.over, 1);
    assert_int_equal(reader.resigned, 1);
    char *won = strstr(text, "won 1");
    won[4] = '0';
    assert_int_equal(read_all(text, t.len, ir_games, why), IR_E_RECORD);
}

static void test_record_revision(void **state) /* a record of other rules is refused, naming both revisions */
{
    (void)state;
    static char out[1 << 16];
    char why[IR_WHY_MAX], line[64], number[16];
    write_game();
    for (int delta = -1; delta <= 1; delta += 2) {
        int rev = koikoi_game.rules_rev + delta;
        if (rev < 1)
            rev = 65535;
        snprintf(line, sizeof line, "game koikoi %d", rev);
        size_t n = broken(out, REPLACE, 2, line, strlen(line));
        assert_int_equal(read_all(out, n, ir_games, why), IR_E_RECORD);
        assert_non_null(strstr(why, "line 2"));
        assert_non_null(strstr(why, "revision"));
        snprintf(number, sizeof number, "%d", rev);
        assert_non_null(strstr(why, number));
        snprintf(number, sizeof number, "%d", koikoi_game.rules_rev);
        assert_non_null(strstr(why, number));
    }
    struct ir_game newer = koikoi_game; /* and by a program that has newer rules */
    newer.rules_rev++;
    const struct ir_game *const games[] = {&newer, NULL};
    assert_int_equal(read_all(text, strlen(text), games, why), IR_E_RECORD);
    assert_non_null(strstr(why, "line 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_record_round_trip),
        cmocka_unit_test(test_record_broken),
        cmocka_unit_test(test_record_revision),
        cmocka_unit_test(test_record_resigned),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
