/* main.c: runs seeds. `sim SEED` shows one world event by event. `sim --seeds A..B` looks for a seed that violates an
 * invariant; `sim --meet A..B` does in worlds in which people look for somebody to play with, `sim --event A..B` in evenings.
 * `sim --leaks GAMES` plays whole games of every kind without faults and checks every byte for secrets of others. `sim --plants
 * N` plants a bug of each kind and prints after how many seeds it is found. */
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
    uint64_t seeds, events, frames, verified, crashes, moves, stories, deserted, pairings, paired, looked, reminders, fallen,
        pushes, commands, states, played, unplayed;
};
static int meet, evening; /* people look for somebody to play with; play an evening */

static int seed_run(uint64_t seed, int plant, const struct ir_game *calm, int verify, int trace, struct sums *sums,
                    char *violation, size_t size)
{
    if (plant == PLANT_COUNT_TWICE) {
        uint64_t counts = 0, crashes = 0;
        plant_counts_twice = 1;
        sums->seeds++;
        int found = rated_run(seed, &counts, &crashes, violation, size);
        plant_counts_twice = 0;
        return found;
    }
    struct sim *s = alloc_zero(sizeof *s);
    s->plant = plant;
    s->only = calm;
    s->calm = calm || plant == PLANT_LEAK_TIME;
    s->verify = verify;
    s->trace = trace;
    s->meet = meet || plant == PLANT_PAIR_TWICE || plant == PLANT_UNTOLD;
    s->evening.on = evening || plant >= PLANT_RESULT;
    sim_run(s, seed);
    sums->seeds++;
    sums->commands += s->evening.commands;
    sums->states += s->evening.states;
    sums->played += s->evening.played;
    sums->unplayed += s->evening.unplayed;
    sums->events += s->events;
    sums->frames += s->frames;
    sums->verified += s->verified;
    sums->crashes += s->crashes;
    sums->moves += s->moves;
    sums->stories += s->stories;
    sums->deserted += s->deserted;
    sums->pairings += (uint64_t)s->n_pairings;
    sums->paired += s->paired;
    sums->looked += s->looked;
    sums->reminders += s->reminders;
    sums->fallen += s->fallen;
    sums->pushes += s->pushes;
    snprintf(violation, size, "%s", s->violation);
    free(s);
    return violation[0] != 0;
}

/* sim --rated: a world of its own (rated.c). */
static int rated_range(uint64_t a, uint64_t b)
{
    uint64_t counts = 0, crashes = 0, seeds = 0;
    char violation[700] = "";
    double start = seconds();
    for (uint64_t seed = a; seed <= b && !violation[0]; seed++, seeds++)
        if (rated_run(seed, &counts, &crashes, violation, sizeof violation))
            printf("# %s\n# replay: sim --rated %llu..%llu\n", violation, (unsigned long long)seed, (unsigned long long)seed);
    int bad = violation[0] || (seeds > 100 && (counts < seeds || crashes < seeds));
    printf("1..1\n# %llu seeds in %.1f s: %llu games counted, %llu crashes\n%sok - seeds %llu to %llu hold\n",
           (unsigned long long)seeds, seconds() - start, (unsigned long long)counts, (unsigned long long)crashes,
           bad ? "not " : "", (unsigned long long)a, (unsigned long long)b);
    return bad;
}

/* Every `step`-th seed from a on; the first violation ends it. */
static int range_run(uint64_t a, uint64_t b, uint64_t step, int verify)
{
    struct sums sums = {0};
    char violation[700];
    double start = seconds();
    int bad = 0;
    for (uint64_t seed = a; seed <= b && !bad; seed += step) {
        if (sums.seeds && sums.seeds % 2500 == 0)
            fprintf(stderr, "# %llu seeds so far, in %.0f s\n", (unsigned long long)sums.seeds, seconds() - start);
        if ((bad = seed_run(seed, PLANT_NONE, NULL, verify, 0, &sums, violation, sizeof violation)))
            printf("# %s\n# replay: sim %llu%s\n", violation, (unsigned long long)seed,
                   meet      ? " meet"
                   : evening ? " event"
                             : "");
    }
    int meant =
        sums.seeds < 100 || (evening ? sums.commands > sums.seeds && sums.played > sums.seeds && sums.unplayed && sums.crashes
                             : meet  ? sums.paired > sums.seeds && sums.looked > sums.seeds
                                     : sums.stories && sums.deserted && sums.fallen && sums.pushes);
    printf("# %llu seeds in %.1f s: %llu events, %llu frames (%llu also in another world), %llu moves, %llu crashes, "
           "%llu stories, %llu games that waited for people, %llu pairings that %llu times somebody was told of, "
           "%llu reminders and %llu slow clocks that fell, %llu pushes\n",
           (unsigned long long)sums.seeds, seconds() - start, (unsigned long long)sums.events, (unsigned long long)sums.frames,
           (unsigned long long)sums.verified, (unsigned long long)sums.moves, (unsigned long long)sums.crashes,
           (unsigned long long)sums.stories, (unsigned long long)sums.deserted, (unsigned long long)sums.pairings,
           (unsigned long long)sums.paired, (unsigned long long)sums.reminders, (unsigned long long)sums.fallen,
           (unsigned long long)sums.pushes);
    if (evening)
        printf("# of evenings: %llu commands, %llu states, %llu results of games, %llu of tables at which nobody played\n",
               (unsigned long long)sums.commands, (unsigned long long)sums.states, (unsigned long long)sums.played,
               (unsigned long long)sums.unplayed);
    bad |= !meant;
    printf("%sok - seeds %llu to %llu hold\n", bad ? "not " : "", (unsigned long long)a, (unsigned long long)b);
    fflush(stdout);
    return bad;
}

/* Whole games of one kind, every frame in two worlds. */
static int leaks_run(const struct ir_game *g, uint64_t games, int number)
{
    uint64_t frames = 0, bytes = 0, questions = 0, could = 0, refusals = 0, thoughts = 0, done = 0;
    char violation[700] = "";
    double start = seconds();
    for (; done < games && !violation[0]; done++) {
        struct sim *s = alloc_zero(sizeof *s);
        s->calm = s->verify = 1;
        s->only = g;
        sim_run(s, done + 1);
        frames += s->verified;
        bytes += s->bytes;
        questions += s->questions;
        could += s->could;
        refusals += s->refusals;
        thoughts += s->thoughts;
        snprintf(violation, sizeof violation, "%s", s->violation);
        free(s);
    }
    int meant = !g->asked || (could && questions > could); /* there were questions of both kinds */
    printf("%sok %d - %s: %llu games in %.1f s: %llu frames (%llu MB), %llu thoughts and %llu refusals in two worlds; %llu "
           "secret questions, "
           "%llu with somebody who could, all closed on time%s%s\n",
           violation[0] || !meant ? "not " : "", number, g->name, (unsigned long long)done, seconds() - start,
           (unsigned long long)frames, (unsigned long long)(bytes >> 20), (unsigned long long)thoughts,
           (unsigned long long)refusals, (unsigned long long)questions, (unsigned long long)could, violation[0] ? ": " : "",
           violation);
    fflush(stdout);
    return violation[0] != 0 || !meant;
}

static int plants_run(uint64_t most)
{
    int bad = 0;
    printf("1..%d\n", PLANTS - 1);
    for (int plant = 1; plant < PLANTS; plant++) {
        struct sums sums = {0};
        char violation[700] = "";
        double start = seconds();
        while (sums.seeds < most && !seed_run(sums.seeds + 1, plant, NULL, 1, 0, &sums, violation, sizeof violation))
            continue;
        int found = violation[0] != 0;
        bad |= !found;
        printf("%sok %d - planted %s: found after %llu seeds, %.2f s: %.200s\n", found ? "" : "not ", plant, plant_name[plant],
               (unsigned long long)sums.seeds, seconds() - start, violation);
    }
    return bad;
}

static int usage(void)
{
    fprintf(stderr, "sim SEED [PLANT | meet | event | GAME: a game of the leak hunter] | sim --seeds A..B | --meet A..B | "
                    "--event A..B [--threads N] "
                    "[--verify N] | sim --rated A..B | sim --leaks GAMES [GAME] | sim --plants MOST\n");
    return 2;
}

int main(int argc, char **argv)
{
    unsigned long long a = 0, b = 0;
    int threads = 1, verify = 8, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--plants") && i + 1 < argc)
            return plants_run(strtoull(argv[i + 1], NULL, 10));
        if (!strcmp(argv[i], "--leaks") && i + 1 < argc) {
            const struct ir_game *const *kinds = ir_all_games;
            int n_kinds = 0;
            while (kinds[n_kinds])
                n_kinds++;
            uint64_t games = strtoull(argv[i + 1], NULL, 10);
            printf("1..%d\n", n_kinds);
            for (int k = 0; k < n_kinds; k++)
                if (i + 2 >= argc || !strcmp(argv[i + 2], kinds[k]->name))
                    bad |= leaks_run(kinds[k], games, k + 1);
            return bad;
        }
        if (!strcmp(argv[i], "--rated") && i + 1 < argc)
            return sscanf(argv[i + 1], "%llu..%llu", &a, &b) == 2 ? rated_range(a, b) : usage();
        if ((!strcmp(argv[i], "--seeds") || !strcmp(argv[i], "--meet") || !strcmp(argv[i], "--event")) && i + 1 < argc) {
            meet = !strcmp(argv[i], "--meet");
            evening = !strcmp(argv[i], "--event");
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
            meet = i + 1 < argc && !strcmp(argv[i + 1], "meet");
            evening = i + 1 < argc && !strcmp(argv[i + 1], "event");
            const struct ir_game *calm = i + 1 < argc ? ir_game_find(argv[i + 1]) : NULL;
            bad = seed_run(strtoull(argv[i], NULL, 10), plant, calm, 1, 1, &sums, violation, sizeof violation);
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
