/* bench.c: `irori bench`: how fast the rules run in random play through the public contract, on one core. For Koi-Koi also a
 * loop written by hand (tests/bench/koikoi_loop.c), measured in turns with the contract in the same run: the ratio is what
 * holds on a noisy machine. */
#include "cli.h"

#include "bench/koikoi_loop.h"

struct result {
    const struct ir_game *game;
    uint64_t games, rounds, decisions, chances;
    double time, copy_ns, loop_ratio; /* loop_ratio 0: no loop for this game */
};

static double copy_cost(const struct ir_game *g, const struct ir_state *s)
{
    static struct ir_state copy[64];
    enum { N = 20000000 };
    double t0 = seconds();
    for (int i = 0; i < N; i++) {
        memcpy(copy[i & 63].b, s->b, ir_state_size(g));
        __asm__ volatile("" ::: "memory");
    }
    return (seconds() - t0) * 1e9 / N;
}

/* Games in slices of a few milliseconds, contract and loop in turns, so that both meet the same machine. */
static void measure(const struct ir_game *g, double time, struct result *r)
{
    enum { SLICE = 64 };
    struct ir_state start[IR_SEATS_MAX + 1], s;
    struct ir_rng rng, loop_rng;
    struct loop_count loop = {0};
    char why[IR_WHY_MAX];
    double loop_time = 0;
    int has_loop = g == &ir_koikoi;
    *r = (struct result){.game = g};
    for (int n = g->min_seats; n <= g->max_seats; n++)
        ir_start(g, &start[n], n, "", NULL, why);
    ir_rng_seed(&rng, 1);
    ir_rng_seed(&loop_rng, 1);
    while (r->time < time) {
        double t0 = seconds();
        for (int i = 0; i < SLICE; i++) {
            int seats = g->min_seats + i % (g->max_seats - g->min_seats + 1);
            memcpy(s.b, start[seats].b, ir_state_size(g));
            r->decisions += ir_play_random(g, &s, &rng, &r->chances);
        }
        double t1 = seconds();
        for (int i = 0; has_loop && i < SLICE; i++) {
            int32_t purse[2];
            koikoi_loop(&loop_rng, purse, &loop);
        }
        r->time += t1 - t0;
        loop_time += seconds() - t1;
        r->games += SLICE;
    }
    r->rounds = loop.rounds; /* the loop plays the same games: same seed, same picks */
    if (has_loop)
        r->loop_ratio = r->time / loop_time;
    r->copy_ns = copy_cost(g, &s);
}

static void print_text(const struct result *r)
{
    printf("%s: %.0f games/s, ", r->game->name, (double)r->games / r->time);
    if (r->rounds)
        printf("%.0f rounds/s, ", (double)r->rounds / r->time);
    printf("%.2f M decisions/s and %.2f M chance outcomes/s in the same run, %zu bytes of state copied in %.1f ns",
           (double)r->decisions / r->time / 1e6, (double)r->chances / r->time / 1e6, ir_state_size(r->game), r->copy_ns);
    if (r->loop_ratio > 0)
        printf(", %.2f times a hand-written loop", r->loop_ratio);
    putchar('\n');
}

static void print_json(const struct result *r, const char *comma)
{
    printf("%s\"%s\":{\"games_per_s\":%.0f,", comma, r->game->name, (double)r->games / r->time);
    if (r->rounds)
        printf("\"rounds_per_s\":%.0f,", (double)r->rounds / r->time);
    printf("\"decisions_per_s\":%.0f,\"chance_per_s\":%.0f,\"state_bytes\":%zu,\"copy_ns\":%.2f",
           (double)r->decisions / r->time, (double)r->chances / r->time, ir_state_size(r->game), r->copy_ns);
    if (r->loop_ratio > 0)
        printf(",\"loop_ratio\":%.3f", r->loop_ratio);
    putchar('}');
}

int bench_run(int argc, char **argv)
{
    int json = 0, only = 0;
    int64_t milliseconds = 1000;
    const struct arg args[] = {
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "print JSON"},
        {"--signature", ARG_FLAG, &only, 0, 0, NULL, "print the signature alone, measure nothing"},
        {"--time", ARG_NUMBER, &milliseconds, 10, 600000, "MS", "how long to measure each game (1000)"},
        {.name = NULL},
    };
    int code = args_read("bench", "measure the speed of the rules on one core", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    uint64_t signature = ir_games_signature();
    if (only) {
        printf("%016llx\n", (unsigned long long)signature);
        return 0;
    }
    if (json)
        printf("{\"signature\":\"%016llx\",\"games\":{", (unsigned long long)signature);
    else
        printf("signature %016llx\n", (unsigned long long)signature);
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        struct result r;
        measure(*g, (double)milliseconds / 1000, &r);
        if (json)
            print_json(&r, g == ir_games ? "" : ",");
        else
            print_text(&r);
        fflush(stdout);
    }
    if (json)
        puts("}}");
    return 0;
}
