/* bench_loop.c [SECONDS]: what random play through the contract costs beside the loop written by hand (loop.c). Both play the
 * same games in turns of a few milliseconds, so that both meet the same machine; the ratio is what holds on a noisy one. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "games/koikoi/koikoi.h"
#include "core/signature.h"
#include "loop.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    enum { SLICE = 64 };
    double limit = argc > 1 ? atof(argv[1]) : 2, contract = 0, loop = 0, least = 1e9;
    struct ir_state start, s;
    struct ir_rng a, b;
    struct loop_count count = {0};
    uint64_t chances = 0, games = 0;
    char why[IR_WHY_MAX];
    if (ir_start(&koikoi_game, &start, 2, "", NULL, why))
        return 1;
    ir_rng_seed(&a, 1);
    ir_rng_seed(&b, 1);
    while (contract + loop < limit) {
        double part[2] = {0, 0};
        for (int turn = 0; turn < 16; turn++, games += SLICE) {
            double t0 = seconds();
            for (int i = 0; i < SLICE; i++) {
                memcpy(s.b, start.b, ir_state_size(&koikoi_game));
                ir_play_random(&koikoi_game, &s, &a, &chances);
            }
            double t1 = seconds();
            for (int i = 0; i < SLICE; i++) {
                int32_t purse[2];
                koikoi_loop(&b, purse, &count);
            }
            part[0] += t1 - t0;
            part[1] += seconds() - t1;
        }
        contract += part[0];
        loop += part[1];
        least = part[0] / part[1] < least ? part[0] / part[1] : least;
    }
    printf(
        "%.0f games/s and %.0f rounds/s through the contract, %.3f times the hand-written loop (least of any stretch: %.3f)\n",
        (double)games / contract, (double)count.rounds / contract, contract / loop, least);
    return 0;
}
