/* test_book.c: what the rulebook lists by hand: tokens by the number of players (games/gacha/book/players.txt). */
#include "drive.h"

static void test_players(void **state)
{
    (void)state;
    char path[512], line[256];
    int seen[IR_SEATS_MAX + 1] = {0};
    snprintf(path, sizeof path, "%.*sbook/players.txt", (int)(strstr(__FILE__, "tests/test_book.c") - __FILE__), __FILE__);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s cannot be read: the test runs in the folder of the build", path);
    while (fgets(line, sizeof line, f)) {
        int seats, tokens;
        if (*line == '#')
            continue;
        assert_int_equal(sscanf(line, "%d %d", &seats, &tokens), 2);
        assert_in_range(seats, gacha_game.min_seats, gacha_game.max_seats);
        assert_int_equal(tokens, gacha_tokens_in_play(seats));
        seen[seats]++;
    }
    fclose(f);
    for (int n = gacha_game.min_seats; n <= gacha_game.max_seats; n++)
        assert_int_equal(seen[n], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_players)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
