/* clock.h: the time of the server. It follows the machine's clock, but never goes back, is never before the newest time in the
 * store, and does not jump while people play: a jump would let their clocks run out. */
#ifndef IR_CLOCK_H
#define IR_CLOCK_H

#include <stdint.h>

struct clock {
    int64_t time, boot; /* it was this time when the machine had run for so many milliseconds */
    int rate;           /* how much faster it runs since then, in thousandths */
};

/* boot: milliseconds of CLOCK_BOOTTIME, which is right about how much time passes. wall: of CLOCK_REALTIME, which may be wrong.
 * newest: the newest time in the store, or 0. */
void clock_start(struct clock *, int64_t boot, int64_t wall, int64_t newest);
int64_t clock_now(const struct clock *, int64_t boot);
/* Once a second. Returns how far the machine's clock is ahead, before the correction. A difference of less than a day is made
 * up for slowly, at most 2 % faster or slower. If nobody is here (`alone`), time is set forward at once. */
int64_t clock_follow(struct clock *, int64_t boot, int64_t wall, int alone);
/* A machine without a clock of its own starts in 1970, or when its image was made; and 2100 has not come. */
int clock_believed(int64_t wall);

#endif
