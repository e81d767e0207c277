/* numbers.h: functions that give the same bits on every machine, which libm's need not. */
#ifndef IR_NUMBERS_H
#define IR_NUMBERS_H

#include <math.h>

static inline double square_root(double x)
{
    return sqrt(x); /* exact to the last bit by IEEE 754, everywhere */
}

/* e^x for x <= 0, with an error of about 1e-15. Squares a series for a small argument again and again. */
static inline double exponential(double x)
{
    double y = x / 1024, term = 1, sum = 1;
    if (x < -700)
        return 0;
    for (int i = 1; i < 14; i++) {
        term *= y / i;
        sum += term;
    }
    for (int i = 0; i < 10; i++)
        sum *= sum;
    return sum;
}

#endif
