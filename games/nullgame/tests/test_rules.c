/* test_rules.c: the rules of Null game, by number (rules/en.md). A position is made by playing moves, named by their texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "irori.h"

extern const struct ir_game nullgame_game;
static const struct ir_game *const game = &nullgame_game;
static char json[4096];

/* Plays moves separated by commas, chance's among them; every one must be possible. */
static void play(struct ir_state *s, int seats, const char *options, const char *moves)
{
    char why[IR_WHY_MAX], text[IR_TEXT_MAX];
    assert_int_equal(ir_start(game, s, seats, options, NULL, why), IR_OK);
    while (*moves) {
        size_t n = strcspn(moves, ",");
        memcpy(text, moves, n);
        text[n] = 0;
        int move = game->move_parse(text);
        assert_true(move >= 0);
        if (ir_apply(game, s, ir_turn(s), (ir_move)move, NULL, why))
            fail_msg("%s: %s", text, why);
        moves += n + (moves[n] == ',');
    }
}

/* What a seat sees, as JSON. */
static const char *seen(const struct ir_state *s, int seat)
{
    struct ir_view v;
    struct ir_json j;
    ir_look(game, s, seat, &v);
    ir_json_start(&j, json, sizeof json);
    ir_describe(game, &v, &j);
    return json;
}

/* NG1.1 */
static void test_two_to_six_play(void **state)
{
    struct ir_state s;
    char why[IR_WHY_MAX];
    (void)state;
    for (int seats = 2; seats <= 6; seats++)
        assert_int_equal(ir_start(game, &s, seats, "", NULL, why), IR_OK);
    assert_int_equal(ir_start(game, &s, 1, "", NULL, why), IR_E_SEATS);
    assert_int_equal(ir_start(game, &s, 7, "", NULL, why), IR_E_SEATS);
}

/* NG1.2 */
static void test_the_table_chooses_the_deck(void **state)
{
    struct ir_state s;
    struct ir_chance outcome[IR_MOVES_MAX];
    (void)state;
    play(&s, 2, "", "");
    assert_int_equal(game->chance(&s, outcome), 16);
    play(&s, 2, "cards=24", "card 24");
    assert_int_equal(game->chance(&s, outcome), 23); /* one of each */
}

/* NG1.3 */
static void test_a_hand_is_secret(void **state)
{
    struct ir_state s;
    (void)state;
    play(&s, 2, "", "card 7,card 3");
    assert_non_null(strstr(seen(&s, 0), "\"card\":7"));
    assert_non_null(strstr(seen(&s, 1), "\"card\":3"));
    assert_null(strstr(seen(&s, IR_SPECTATOR), "\"card\":"));
}

/* NG2.1 */
static void test_keep_or_swap(void **state)
{
    struct ir_state s;
    (void)state;
    play(&s, 2, "", "card 7,card 3,swap");
    assert_int_equal(ir_turn(&s), IR_CHANCE);
    assert_non_null(strstr(seen(&s, 1), "\"discard\":[7]"));
    play(&s, 2, "", "card 7,card 3,swap,card 9");
    assert_non_null(strstr(seen(&s, 0), "\"card\":9"));
    assert_int_equal(ir_turn(&s), 1);
    play(&s, 2, "", "card 7,card 3,keep");
    assert_int_equal(ir_turn(&s), 1);
}

/* NG2.2 */
static void test_one_turn_each(void **state)
{
    struct ir_state s;
    (void)state;
    play(&s, 3, "", "card 7,card 3,card 4,keep,keep");
    assert_int_equal(ir_turn(&s), 2);
    play(&s, 3, "", "card 7,card 3,card 4,keep,keep,keep");
    assert_int_equal(ir_turn(&s), IR_OVER);
}

/* NG3.1 */
static void test_the_highest_card_wins(void **state)
{
    struct ir_state s;
    struct ir_score score;
    (void)state;
    play(&s, 3, "", "card 7,card 3,card 4,keep,swap,card 12,keep");
    game->score(s.b, &score);
    assert_int_equal(score.points[1], 12);
    assert_int_equal(score.rank[1], 0);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[2], 2);
    assert_non_null(strstr(seen(&s, 0), "\"shown\":[7,12,4]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_to_six_play),  cmocka_unit_test(test_the_table_chooses_the_deck),
        cmocka_unit_test(test_a_hand_is_secret), cmocka_unit_test(test_keep_or_swap),
        cmocka_unit_test(test_one_turn_each),    cmocka_unit_test(test_the_highest_card_wins),
    };
    return cmocka_run_group_tests_name("nullgame", tests, NULL, NULL);
}
