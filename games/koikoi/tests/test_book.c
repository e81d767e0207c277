/* test_book.c: the pictures of yaku in the rulebook (games/koikoi/book/yaku.txt): the cards of each make exactly that yaku,
 * worth what it is worth by itself, and every yaku of the printed rules has one. */
#include "played.h"

static int yaku_named(const char *name, size_t n)
{
    for (int y = 0; y < KK_YAKU; y++)
        if (strlen(koikoi_yaku_name[y]) == n && memcmp(koikoi_yaku_name[y], name, n) == 0)
            return y;
    fail_msg("there is no yaku '%.*s'", (int)n, name);
    return 0;
}

static void pool_pictured(const struct ir_state *s, int yaku, const char *list)
{
    int16_t coins[KK_YAKU] = {0};
    int least = koikoi_least(pub_of(s), yaku, 0);
    assert_true(least > 0);
    if (koikoi_worth(pub_of(s), cards(list), 0, coins) != least || coins[yaku] != least)
        fail_msg("'%s' is worth %d, and as %s %d, not %d", list, koikoi_worth(pub_of(s), cards(list), 0, NULL),
                 koikoi_yaku_name[yaku], coins[yaku], least);
    for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ') { /* none of the cards is too many */
        uint64_t fewer = cards(list) & ~BIT(hanafuda_card_parse(at, strcspn(at, " ")));
        koikoi_worth(pub_of(s), fewer, 0, coins);
        if (coins[yaku] >= least)
            fail_msg("'%s' needs no '%.*s'", koikoi_yaku_name[yaku], (int)strcspn(at, " "), at);
    }
}

static void test_pictures(void **state)
{
    (void)state;
    char path[512], line[256];
    int seen[KK_YAKU] = {0};
    snprintf(path, sizeof path, "%.*sbook/yaku.txt", (int)(strstr(__FILE__, "tests/test_book.c") - __FILE__), __FILE__);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s cannot be read: the test runs in the folder of the build", path);
    struct ir_state s;
    begin(&s, "");
    play(&s, "* sensei 0");
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        size_t n = strcspn(line, " ");
        if (*line == '#' || !*line)
            continue;
        int yaku = yaku_named(line, n);
        seen[yaku]++;
        if (yaku < KK_POOL_YAKU) {
            pool_pictured(&s, yaku, line + n + 1);
        } else { /* a dealt hand */
            assert_int_equal(set_count(cards(line + n + 1)), 8);
            assert_int_equal(koikoi_tenho(pub_of(&s), cards(line + n + 1)), yaku);
            assert_true(koikoi_tenho_coins(pub_of(&s), yaku) > 0);
        }
    }
    fclose(f);
    for (int y = 0; y < KK_YAKU; y++)
        if (!seen[y] && (y >= KK_TENHO || koikoi_least(pub_of(&s), y, 0)))
            fail_msg("%s has no picture", koikoi_yaku_name[y]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures)};
    return cmocka_run_group_tests_name("koikoi book", tests, NULL, NULL);
}
