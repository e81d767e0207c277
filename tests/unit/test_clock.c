/* test_clock.c: the time of the server beside a machine's clock that is set, wrong or missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/clock.h"

#define IN_2020 1577836800000
#define IN_2026 1800000000000
#define IN_2100 4102444800000
enum { HOUR = 3600000, SECOND = 1000 };

static void test_start(void **state)
{
    static const struct {
        int64_t wall, newest, want; /* want 0: some time that has been, or is now */
    } of[] = {{IN_2026, 0, IN_2026},
              {IN_2026, IN_2026 - HOUR, IN_2026},
              {IN_2026, IN_2026 + HOUR, IN_2026 + HOUR}, /* never before what is stored */
              {0, IN_2026, IN_2026},
              {IN_2020, IN_2026, IN_2026},
              {IN_2100, IN_2026, IN_2026},
              {0, 0, 0},
              {IN_2100, 0, 0},
              {IN_2026, 5, IN_2026}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct clock c;
        clock_start(&c, 77, of[i].wall, of[i].newest);
        int64_t now = clock_now(&c, 77);
        assert_true(of[i].want ? now == of[i].want : now > IN_2020 && now < IN_2100);
        assert_true(clock_now(&c, 77 + HOUR) == now + HOUR);
    }
}

/* Follows for some seconds; the time never goes back, and never runs 2 % faster or slower than it should. */
static int64_t follow(struct clock *c, int64_t *boot, int64_t ahead, int seconds, int alone)
{
    int64_t before = clock_now(c, *boot), left = 0;
    for (int i = 0; i < seconds; i++) {
        left = clock_follow(c, *boot, *boot + ahead, alone);
        assert_true(clock_now(c, *boot) >= before);
        *boot += SECOND;
        int64_t now = clock_now(c, *boot);
        if (!alone)
            assert_true(now - before >= SECOND * 98 / 100 && now - before <= SECOND * 102 / 100);
        before = now;
    }
    return left;
}

static void test_follow(void **state)
{
    struct clock c;
    int64_t boot = 5000;
    clock_start(&c, boot, IN_2026, 0);
    int64_t base = IN_2026 - boot;
    assert_int_equal(follow(&c, &boot, base, 100, 0), 0);
    assert_int_equal(follow(&c, &boot, base + 400, 100, 0), 0); /* a little: made up for */
    assert_int_equal(follow(&c, &boot, base - 700, 100, 0), 0); /* ... backwards, too */
    follow(&c, &boot, base - HOUR, 1000, 0);
    assert_true(clock_now(&c, boot) > boot + base - HOUR);
    follow(&c, &boot, base - IN_2026, 100, 0); /* 1970: not believed; whether anybody is here does not matter */
    follow(&c, &boot, base - IN_2026, 100, 1);
    follow(&c, &boot, base + IN_2100 - IN_2026, 100, 1);
    assert_true(clock_now(&c, boot) < boot + base);
    follow(&c, &boot, base + 100LL * HOUR, 100, 0); /* days ahead: not while people play */
    assert_true(clock_now(&c, boot) < boot + base + HOUR);
    follow(&c, &boot, base + 100LL * HOUR, 1, 1); /* ... but when nobody is here */
    assert_true(clock_now(&c, boot) == boot + base + 100LL * HOUR);
    follow(&c, &boot, base, 100, 1); /* and never back, not even then */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_start), cmocka_unit_test(test_follow)};
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
