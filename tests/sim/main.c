/* main.c: runs seeds. `sim SEED` shows one world event by event; `sim --seeds A..B` looks for a seed in which something does not hold;
 * `sim --plants N` plants a bug of each kind and says after how many seeds it is found. */
#include "sim.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct sums {
    uint64_t seeds, events, frames, verified, crashes, moves;
};

static int seed_run(uint64_t seed, int plant, int verify, int trace, struct sums *sums, char *violation, size_t size)
{
    struct sim *s = memory(sizeof *s);
    s->plant = plant;
    s->verify = verify;
    s->trace = trace;
    sim_run(s, seed);
    sums->seeds++;
    sums->events += s->events;
    sums->frames += s->frames;
    sums->verified += s->verified;
    sums->crashes += s->crashes;
    sums->moves += s->moves;
    snprintf(violation, size, "%s", s->violation);
    free(s);
    return violation[0] != 0;
}

/* Every `step`-th seed from a on; the first violation ends it. */
static int range_run(uint64_t a, uint64_t b, uint64_t step, int verify)
{
    struct sums sums = {0};
    char violation[700];
    double start = seconds();
    int bad = 0;
    for (uint64_t seed = a; seed <= b && !bad; seed += step)
        if ((bad = seed_run(seed, PLANT_NONE, verify, 0, &sums, violation, sizeof violation)))
            printf("# %s\n# replay: sim %llu\n", violation, (unsigned long long)seed);
    printf("# %llu seeds in %.1f s: %llu events, %llu frames (%llu also in another world), %llu moves, %llu crashes\n",
           (unsigned long long)sums.seeds, seconds() - start, (unsigned long long)sums.events, (unsigned long long)sums.frames,
           (unsigned long long)sums.verified, (unsigned long long)sums.moves, (unsigned long long)sums.crashes);
    printf("%sok - seeds %llu to %llu hold\n", bad ? "not " : "", (unsigned long long)a, (unsigned long long)b);
    fflush(stdout);
    return bad;
}

static int plants_run(uint64_t most)
{
    int bad = 0;
    printf("1..%d\n", PLANTS - 1);
    for (int plant = 1; plant < PLANTS; plant++) {
        struct sums sums = {0};
        char violation[700] = "";
        double start = seconds();
        while (sums.seeds < most && !seed_run(sums.seeds + 1, plant, 1, 0, &sums, violation, sizeof violation))
            ;
        int found = violation[0] != 0;
        bad |= !found;
        printf("%sok %d - planted %s: found after %llu seeds, %.2f s: %.200s\n", found ? "" : "not ", plant, plant_name[plant],
               (unsigned long long)sums.seeds, seconds() - start, violation);
    }
    return bad;
}

static int usage(void)
{
    fprintf(stderr, "sim SEED [PLANT] | sim --seeds A..B [--threads N] [--verify N] | sim --plants MOST\n");
    return 2;
}

int main(int argc, char **argv)
{
    unsigned long long a = 0, b = 0;
    int threads = 1, verify = 8, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--plants") && i + 1 < argc)
            return plants_run(strtoull(argv[i + 1], NULL, 10));
        if (!strcmp(argv[i], "--seeds") && i + 1 < argc) {
            if (sscanf(argv[++i], "%llu..%llu", &a, &b) != 2)
                return usage();
        } else if (!strcmp(argv[i], "--threads") && i + 1 < argc) {
            threads = (int)strtol(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--verify") && i + 1 < argc) {
            verify = (int)strtol(argv[++i], NULL, 10);
        } else if (argv[i][0] != '-') {
            struct sums sums = {0};
            char violation[700];
            int plant = PLANT_NONE;
            for (int p = 1; i + 1 < argc && p < PLANTS; p++)
                if (!strcmp(argv[i + 1], plant_name[p]))
                    plant = p;
            bad = seed_run(strtoull(argv[i], NULL, 10), plant, 1, 1, &sums, violation, sizeof violation);
            printf("%s\n", bad ? violation : "all held");
            return bad;
        } else {
            return usage();
        }
    }
    if (!b || threads < 1)
        return usage();
    /* processes, not threads: each has a world of its own */
    printf("1..%d\n", threads);
    fflush(stdout);
    for (int i = 1; i < threads; i++)
        if (!fork())
            exit(range_run(a + (uint64_t)i, b, (uint64_t)threads, verify));
    bad = range_run(a, b, (uint64_t)threads, verify);
    for (int status; wait(&status) > 0;)
        bad |= status != 0;
    return bad;
}
