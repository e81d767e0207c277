/* clock.c: the time of the server: follows the machine's clock without ever going back. */
#include "clock.h"

#include "store/store.h"

#include "core/banned.h"

#define OLDEST 1767225600000 /* 2026: before this was written */
enum { DAY = 24 * 3600 * 1000, RATE_MAX = 20 };

int clock_believed(int64_t wall)
{
    return wall >= OLDEST && wall < STORE_TIME_MAX;
}

void clock_start(struct clock *c, int64_t boot, int64_t wall, int64_t newest)
{
    int64_t least = newest > OLDEST ? newest : OLDEST;
    *c = (struct clock){.time = clock_believed(wall) && wall > least ? wall : least, .boot = boot};
}

int64_t clock_now(const struct clock *c, int64_t boot)
{
    int64_t gone = boot - c->boot;
    return c->time + gone + gone * c->rate / 1000;
}

int64_t clock_follow(struct clock *c, int64_t boot, int64_t wall, int alone)
{
    int64_t now = clock_now(c, boot), ahead = clock_believed(wall) ? wall - now : 0;
    *c = (struct clock){.time = now, .boot = boot};
    if (ahead > 0 && alone)
        c->time = wall;
    else if (ahead > -DAY && ahead < DAY)
        c->rate = ahead > RATE_MAX ? RATE_MAX : ahead < -RATE_MAX ? -RATE_MAX : (int)ahead;
    return ahead;
}
