/* bench.c: `irori bench`: the speed of the rules and the bots in random play through the contract, on one core.
 * tests/bench-loop, which is not installed, measures the overhead of the contract over a loop written by hand. */
#include "cli.h"
#include "irori_table.h"
#include "analysis/signature.h"
#include "core/signature.h"

#include <pthread.h>
#include <unistd.h>

#include "bots/bots.h"

/* ---- bots that search ---- */

struct thinking {
    const struct ir_game *game;
    const struct ir_bot *bot;
    double time; /* seconds to think */
    uint64_t seed, nodes, samples;
};

static uint64_t microseconds_now(void)
{
    return (uint64_t)(seconds() * 1e6);
}

/* Thinks 20 ms each about positions of random games until the time is up. */
static void *think_on(void *p)
{
    struct thinking *t = p;
    struct ir_rng rng;
    struct ir_state s, before;
    char why[IR_WHY_MAX];
    double end = seconds() + t->time;
    struct ir_budget budget = {.microseconds = 20000, .clock = microseconds_now};
    ir_rng_seed(&rng, t->seed);
    while (seconds() < end) {
        struct ir_notes notes = {{0}};
        ir_start(t->game, &s, t->game->min_seats, "", NULL, why);
        while (ir_turn(&s) != IR_OVER && seconds() < end) {
            struct ir_view v;
            struct ir_advice a;
            memcpy(before.b, s.b, ir_state_size(t->game));
            if (ir_turn(&s) == IR_CHANCE) {
                t->game->apply(&s, t->game->sample(&s, &rng), NULL);
            } else {
                ir_look(t->game, &s, ir_turn(&s), &v);
                t->bot->think(t->game, &v, &notes, &rng, &budget, &a);
                t->nodes += a.nodes;
                for (int i = 0; i < a.n; i++)
                    t->samples += a.of[i].samples;
                t->game->apply(&s, a.of[ir_rng_below(&rng, (uint32_t)a.n)].move, NULL);
            }
            ir_note(t->game, &notes, &before, &s);
        }
    }
    return NULL;
}

/* Nodes and playouts per second of `threads` threads. Several threads search one position and merge their results. */
static struct thinking think_all(const struct ir_game *g, const struct ir_bot *bot, double time, int threads)
{
    struct thinking t[64], sum = {.game = g, .bot = bot, .time = time};
    pthread_t id[64];
    for (int i = 0; i < threads; i++) {
        t[i] = (struct thinking){.game = g, .bot = bot, .time = time, .seed = (uint64_t)i + 1};
        if (pthread_create(&id[i], NULL, think_on, &t[i]))
            exit(complain("bench", "no thread could be started"));
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(id[i], NULL);
        sum.nodes += t[i].nodes;
        sum.samples += t[i].samples;
    }
    return sum;
}

static int threads_here(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 64 ? 64 : (int)n;
}

/* ---- tables ---- */

/* Seconds per move at a table of people: the command, and a frame for each seat. Everybody plays at random. */
static double table_cost(const struct ir_game *g, double time)
{
    static struct ir_table t;
    static struct ir_done done;
    static char frame[IR_FRAME_MAX];
    struct ir_rng rng;
    char why[IR_WHY_MAX], text[IR_TEXT_MAX + 16];
    uint8_t secret[32] = {1}, commit[32];
    int64_t now = 1;
    uint64_t moves = 0, id = 0;
    double spent = 0;
    ir_commit(commit, secret);
    ir_rng_seed(&rng, 1);
    t.stage = IR_OVER_NOW;
    while (spent < time) {
        struct ir_command c = {.id = ++id, .text = text};
        if (t.stage == IR_OVER_NOW) {
            secret[0]++;
            ir_commit(commit, secret);
            ir_table_open(&t, g, "bench", g->min_seats, "", NULL, "reaction=0", 1, commit, why);
        }
        unsigned asked = ir_asked(g, t.now.b);
        int seat = 0, playing = t.stage == IR_PLAYING;
        if (playing) {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            struct ir_text to;
            while (!(asked >> seat & 1) || t.seat[seat].answer != IR_NO_MOVE)
                seat++;
            ir_table_view(&t, seat, &v, NULL);
            ir_text_start(&to, text, sizeof text);
            ir_text_put(&to, "move ");
            g->move_print(legal[ir_rng_below(&rng, (uint32_t)g->legal(&v, legal))], &to);
        } else {
            while (seat < t.n_seats - 1 && t.seat[seat].ready)
                seat++;
            snprintf(text, sizeof text, t.seat[seat].kind == IR_PERSON ? "ready %032d" : "sit %d Ann", seat);
        }
        c.who = (uint64_t)seat + 1;
        c.seq = t.seq;
        double t0 = seconds();
        if (ir_table_do(&t, &c, secret, now++, &done, why))
            exit(complain("bench", "%s at a table of %s: %s", text, g->name, why));
        t = done.after;
        for (int i = 0; i < t.n_seats; i++) {
            struct ir_json j;
            ir_json_start(&j, frame, sizeof frame);
            ir_table_frame(&t, i, &done.story, c.id, now, &j);
        }
        spent += playing ? seconds() - t0 : 0;
        moves += (uint64_t)playing;
    }
    return spent / (double)moves;
}

/* ---- rules ---- */

struct result {
    const struct ir_game *game;
    uint64_t games, decisions, chances;
    double time, copy_ns, table; /* table: seconds a move */
    const struct ir_bot *bot;    /* the strongest level, if it searches */
    struct thinking one, all;
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

static void measure(const struct ir_game *g, double time, struct result *r)
{
    enum { SLICE = 64 };
    struct ir_state start[IR_SEATS_MAX + 1], s;
    struct ir_rng rng;
    char why[IR_WHY_MAX];
    *r = (struct result){.game = g};
    for (int n = g->min_seats; n <= g->max_seats; n++)
        ir_start(g, &start[n], n, "", NULL, why);
    ir_rng_seed(&rng, 1);
    while (r->time < time) {
        double t0 = seconds();
        for (int i = 0; i < SLICE; i++) {
            int seats = g->min_seats + i % (g->max_seats - g->min_seats + 1);
            memcpy(s.b, start[seats].b, ir_state_size(g));
            r->decisions += ir_play_random(g, &s, &rng, &r->chances);
        }
        r->time += seconds() - t0;
        r->games += SLICE;
    }
    r->copy_ns = copy_cost(g, &s);
    r->table = table_cost(g, time / 4);
    r->bot = ir_bot_role(g, IR_ROLE_STRONGEST);
    if (r->bot) {
        r->one = think_all(g, r->bot, time, 1);
        r->all = think_all(g, r->bot, time, threads_here());
    }
}

static void print_text(const struct result *r)
{
    printf("%s: %.0f games/s, ", r->game->name, (double)r->games / r->time);
    printf("%.2f M decisions/s and %.2f M chance outcomes/s in the same run, %zu bytes of state copied in %.1f ns",
           (double)r->decisions / r->time / 1e6, (double)r->chances / r->time / 1e6, ir_state_size(r->game), r->copy_ns);
    printf("\n  table: %.1f microseconds a move, with frames for %d seats\n", r->table * 1e6, r->game->min_seats);
    if (r->bot)
        printf("  %s: %.0f nodes/s and %.0f playouts/s with 1 thread; %.0f and %.0f with %d, %.2f times the nodes\n",
               r->bot->name, (double)r->one.nodes / r->one.time, (double)r->one.samples / r->one.time,
               (double)r->all.nodes / r->all.time, (double)r->all.samples / r->all.time, threads_here(),
               (double)r->all.nodes / (double)r->one.nodes);
}

static void print_json(const struct result *r, const char *comma)
{
    printf("%s\"%s\":{\"games_per_s\":%.0f,", comma, r->game->name, (double)r->games / r->time);
    printf("\"decisions_per_s\":%.0f,\"chance_per_s\":%.0f,\"state_bytes\":%zu,\"copy_ns\":%.2f",
           (double)r->decisions / r->time, (double)r->chances / r->time, ir_state_size(r->game), r->copy_ns);
    printf(",\"table_us\":%.2f", r->table * 1e6);
    if (r->bot)
        printf(",\"nodes_per_s\":%.0f,\"playouts_per_s\":%.0f,\"threads\":%d,\"threads_ratio\":%.3f,"
               "\"all_nodes_per_s\":%.0f,\"all_playouts_per_s\":%.0f",
               (double)r->one.nodes / r->one.time, (double)r->one.samples / r->one.time, threads_here(),
               (double)r->all.nodes / (double)r->one.nodes, (double)r->all.nodes / r->all.time,
               (double)r->all.samples / r->all.time);
    putchar('}');
}

int bench_run(int argc, char **argv)
{
    int json = 0, only = 0, bots = 0, reviews = 0;
    int64_t milliseconds = 1000;
    const struct arg args[] = {
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "print JSON"},
        {"--signature", ARG_FLAG, &only, 0, 0, NULL, "print the signature alone, measure nothing"},
        {"--bots", ARG_FLAG, &bots, 0, 0, NULL, "with --signature: also of every bot's choice in 1,000 positions of each game"},
        {"--reviews", ARG_FLAG, &reviews, 0, 0, NULL, "with --signature: also of a review of each game"},
        {"--time", ARG_NUMBER, &milliseconds, 10, 600000, "MS", "how long to measure each game (1000)"},
        {.name = NULL},
    };
    int code = args_read("bench", "measure the speed of the rules and the bots", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    uint64_t signature = ir_games_signature();
    if (only) {
        printf("%016llx", (unsigned long long)signature);
        if (bots)
            printf(" bots %016llx", (unsigned long long)ir_bots_signature(1000));
        if (reviews) {
            static _Alignas(16) uint8_t memory[REVIEWS_MEMORY];
            printf(" reviews %016llx", (unsigned long long)ir_reviews_signature(REVIEWS_NODES, memory, sizeof memory));
        }
        putchar('\n');
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
