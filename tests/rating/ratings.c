/* ratings.c: how good ratings are, by simulation; the tables of docs/ratings.md. By hand, built with the tests:
 *
 *     ratings model SEATS SPREAD NOISE [PEOPLE [SEED [PART [USUAL]]]]
 *
 * people of strengths between 1500 - SPREAD / 2 and 1500 + SPREAD / 2; results by Luce's model, NOISE left when luck is taken
 * out, PART of it (else 1); USUAL is what ratings think before they know (else NOISE)
 *
 *     ratings played GAME SEATS [OPTIONS [TRUTH [PEOPLE [SEED [NODES [THREADS [FILE]]]]]]]
 *
 * people are bots with blur who really play (hall.h); their strengths come from TRUTH games of each point of the grid. NODES:
 * luck is taken out by reviews with so many (reviewed.h; the page uses 20000), and FILE keeps them; 0: by the network
 *
 *     ratings nodes GAME SEATS OPTIONS TRUTH PEOPLE SEED GAMES FILE NODES...
 *
 * the first GAMES games of the same league, reviewed with each of these numbers of nodes: seconds, and what noise is left
 *
 * Prints, after so many games: the rank correlation (Spearman) of ratings and strengths, the part of the 95 % intervals that
 * contain the truth, the root mean square distance from it, the mean error that the ratings claim. */
#include <stdio.h>
#include <time.h>

#include "evening.h"
#include "hall.h"
#include "reviewed.h"

enum { MODEL_ROUNDS = 40, PLAYED_ROUNDS = 30 };
static const int shown[] = {5, 10, 20, 30, 40};
enum { SHOWN = sizeof shown / sizeof *shown };

static int rounds = MODEL_ROUNDS;
static int needed[2]; /* games until the distance is that of 30 plain games; [1]: luck taken out */
static struct quality mean[2][ROUNDS_MAX + 1];

/* Plays all rounds and adds how good the ratings were after each. */
static void league_run(struct league *l, double times)
{
    people_start(l);
    for (int round = 1; round <= rounds; round++) {
        if (l->meet < MEET_SWISS)
            round_play(l);
        else if (round % EVENING_ROUNDS == 0)
            evenings_play(l);
        for (int judged = 0; judged < 2; judged++) {
            struct quality q = quality_of(l, judged), *m = &mean[judged][round];
            m->spearman += q.spearman / times;
            m->inside += q.inside / times;
            m->off += q.off / times;
            m->error += q.error / times;
        }
    }
}

static void league_print(const struct league *l, const char *title)
{
    double wanted = mean[0][30].off;
    for (int judged = 0; judged < 2; judged++)
        for (needed[judged] = 1; needed[judged] < rounds && mean[judged][needed[judged]].off > wanted;)
            needed[judged]++;
    printf("%s\n\n| games | rank correlation | inside | distance | error | luck taken out: | inside | distance | error |\n"
           "|---|---|---|---|---|---|---|---|---|\n",
           title);
    for (int i = 0; i < SHOWN && shown[i] <= rounds; i++) {
        const struct quality *p = &mean[0][shown[i]], *j = &mean[1][shown[i]];
        printf("| %d | %.3f | %.1f %% | %.0f | %.0f |", shown[i], p->spearman, 100 * p->inside, p->off, p->error);
        if (l->noise > 0)
            printf(" %.3f | %.1f %% | %.0f | %.0f |\n", j->spearman, 100 * j->inside, j->off, j->error);
        else
            printf(" | | | |\n");
    }
    printf("\nAs near as after 30 games (%.0f points), luck taken out: %s%d games\n\n", wanted,
           mean[1][needed[1]].off > wanted ? "more than " : "", needed[1]);
    memset(mean, 0, sizeof mean);
}

static int number(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

static const char *const opponents[] = {"by chance",
                                        "of similar rating",
                                        "by chance and of similar rating in turns",
                                        "of similar rating, a bot every fifth time",
                                        "by points on Swiss evenings",
                                        "by points in arenas"};

/* ---- by the model ---- */

static int model(int argc, char **argv)
{
    int people = argc > 5 ? number(argv[5]) : 1000;
    double spread = strtod(argv[3], NULL);
    struct league l = {.people = people, .seats = number(argv[2]), .noise = strtod(argv[4], NULL), .game = model_game};
    l.part = argc > 7 ? strtod(argv[7], NULL) : 1;
    l.left = l.noise;
    l.noise = argc > 8 ? strtod(argv[8], NULL) : l.noise;
    l.person = calloc((size_t)people, sizeof *l.person);
    for (l.meet = 0; l.meet < MEETS; l.meet++) {
        char title[160];
        ir_rng_seed(&l.rng, argc > 6 ? strtoull(argv[6], NULL, 10) : 1);
        l.rounds = 0;
        for (int i = 0; i < people; i++)
            l.person[i].truth = l.person[i].wins = 1500 + spread * ((i + 0.5) / people - 0.5);
        league_run(&l, 1);
        snprintf(title, sizeof title,
                 "%d people, %d seats, %.0f points between the best and the worst, noise %.2f; opponents %s", people, l.seats,
                 spread, l.noise, opponents[l.meet]);
        league_print(&l, title);
        people_end(&l);
    }
    free(l.person);
    return 0;
}

/* ---- real games ---- */

static void curves_print(const struct hall *h)
{
    printf("| blur | %s", "");
    for (int i = 0; i < h->levels; i++)
        printf("%s | by wins | ", h->level[i]->name);
    printf("\n|---|");
    for (int i = 0; i < h->levels; i++)
        printf("---|---|");
    putchar('\n');
    for (int blur = 0; blur < h->blurs; blur++) {
        printf("| %.0f %% |", 100 * blur / (h->blurs - 1.0));
        for (int i = 0; i < h->levels; i++)
            printf(" %.0f | %.0f |", h->ranks[i][blur], h->wins[i][blur]);
        putchar('\n');
    }
    printf("\nknown to +- %.0f\n\n", h->error);
}

/* The hall and its people, as the arguments from GAME to SEED say. 0, or after an error message 2. */
struct played {
    struct hall hall;
    struct league league;
    struct blurred *player;
    int truth;
    uint64_t seed;
};

static int played_open(struct played *p, int argc, char **argv)
{
    struct hall *h = &p->hall;
    struct league *l = &p->league;
    *p = (struct played){.league = {.seats = number(argv[3]), .game = hall_game, .context = h}};
    p->truth = argc > 5 ? number(argv[5]) : 1000;
    p->seed = argc > 7 ? strtoull(argv[7], NULL, 10) : 1;
    l->people = argc > 6 ? number(argv[6]) : 1000;
    rounds = PLAYED_ROUNDS;
    h->game = ir_game_find(argv[2]);
    h->options = argc > 4 ? argv[4] : "";
    if (!h->game || !brain_find(h->game) || l->seats < h->game->min_seats || l->seats > h->game->max_seats || p->truth < 1 ||
        l->people < l->seats)
        return fprintf(stderr, "ratings: no such game with a network, or not for so many seats\n"), 2;
    h->number = p->seed << 32;
    grid_measure(h, l->seats, GRID_BLURS, p->truth, p->seed);
    curves_print(h);
    fflush(stdout);
    l->person = calloc((size_t)l->people, sizeof *l->person);
    p->player = calloc((size_t)l->people, sizeof *p->player);
    hall_people(h, l, p->player);
    ir_rng_seed(&l->rng, p->seed + 1);
    return 0;
}

static void played_close(struct played *p)
{
    people_end(&p->league);
    free(p->player);
    free(p->league.person);
}

static void left_print(const struct reviewed *r, int quick, const char *who, double low, double high)
{
    struct left left = left_of(r, quick, low, high);
    printf("Left %s, %s: noise %.3f +- %.3f, slope %+.3f +- %.3f, in %d games; least (%.3f) if %.2f of luck is taken out\n",
           quick ? "by the network" : "by reviews", who, left.noise, left.error, left.slope, left.slope_error, left.games,
           left.least, left.part);
}

/* Records all games of a league, in `r`. */
static void league_record(struct league *l, struct reviewed *r, int games)
{
    struct ir_rng rng = l->rng;
    l->game = recorded_game;
    l->context = r;
    people_start(l);
    for (int i = 0; i < rounds && r->n < games; i++)
        round_play(l);
    l->rounds = 0;
    l->rng = rng;
    l->game = told_game;
}

static int played(int argc, char **argv)
{
    static struct played p;
    struct hall *h = &p.hall;
    struct league *l = &p.league;
    struct reviewed r = {.hall = h, .threads = argc > 9 ? number(argv[9]) : 1, .file = argc > 10 ? argv[10] : NULL};
    double low = 1e9, high = -1e9, squares = 0;
    char title[240];
    int bad = played_open(&p, argc, argv);
    if (bad)
        return bad;
    r.nodes = argc > 8 ? strtoull(argv[8], NULL, 10) : 0;
    r.seats = l->seats;
    for (int i = 0; i < l->people; i++) {
        low = fmin(low, l->person[i].truth), high = fmax(high, l->person[i].truth);
        squares += (l->person[i].truth - 1500) * (l->person[i].truth - 1500) / l->people;
    }
    if (r.nodes) {
        league_record(l, &r, INT32_MAX);
        games_review(&r, r.n);
        l->noise = ir_rating_noise(h->game, l->seats);
    }
    league_run(l, 1);
    snprintf(title, sizeof title,
             "%s, %d seats, options \"%.60s\": %d bots with blur, %.0f points between the best and the worst (standard "
             "deviation %.0f), "
             "strengths from %d games each; noise %.2f; opponents %s",
             h->game->name, l->seats, h->options, l->people, high - low, sqrt(squares), p.truth, l->noise, opponents[l->meet]);
    league_print(l, title);
    if (r.nodes) {
        const double third = (high - low) / 3;
        left_print(&r, 1, "all", 0, 1e9);
        left_print(&r, 0, "all", 0, 1e9);
        left_print(&r, 0, "games of the weak", 0, low + third);
        left_print(&r, 0, "of the middling", low + third, high - third);
        left_print(&r, 0, "of the strong", high - third, 1e9);
    }
    if (r.nodes)
        l->noise = left_of(&r, 0, 0, 1e9).least;
    for (int judged = 0; judged < 2; judged++) {
        struct quality q = bound_of(l, judged, PLAYED_ROUNDS);
        printf("The bound after %d games%s: rank correlation %.3f, distance %.0f\n", PLAYED_ROUNDS,
               judged ? ", luck taken out" : "", q.spearman, q.off);
    }
    if (!r.nodes && (l->noise = ir_rating_noise(h->game, l->seats)) > 0) {
        struct quality q = bound_of(l, 1, PLAYED_ROUNDS);
        printf("The same, taken out by reviews (noise %.2f): rank correlation %.3f, distance %.0f\n", l->noise, q.spearman,
               q.off);
    }
    reviewed_free(&r);
    played_close(&p);
    return 0;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int nodes(int argc, char **argv)
{
    static struct played p;
    struct reviewed r = {.hall = &p.hall, .threads = 1, .file = argv[9]};
    int games = number(argv[8]), bad = played_open(&p, argc, argv);
    if (bad)
        return bad;
    r.seats = p.league.seats;
    league_record(&p.league, &r, games);
    r.n = games < r.n ? games : r.n;
    for (int i = 10; i < argc; i++) {
        double start = seconds();
        r.nodes = strtoull(argv[i], NULL, 10);
        games_review(&r, r.n);
        printf("%llu nodes: %.2f seconds a game\n", (unsigned long long)r.nodes, (seconds() - start) / r.n);
        left_print(&r, 0, "all", 0, 1e9);
        fflush(stdout);
    }
    left_print(&r, 1, "all", 0, 1e9);
    reviewed_free(&r);
    played_close(&p);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 5 && strcmp(argv[1], "model") == 0 && number(argv[2]) >= 2 && number(argv[2]) <= IR_SEATS_MAX)
        return model(argc, argv);
    if (argc >= 4 && strcmp(argv[1], "played") == 0 && number(argv[3]) >= 2)
        return played(argc, argv);
    if (argc >= 11 && strcmp(argv[1], "nodes") == 0 && number(argv[3]) >= 2)
        return nodes(argc, argv);
    fprintf(stderr, "ratings model SEATS SPREAD NOISE [PEOPLE [SEED [PART [USUAL]]]]\n"
                    "ratings played GAME SEATS [OPTIONS [TRUTH [PEOPLE [SEED [NODES [THREADS [FILE]]]]]]]\n"
                    "ratings nodes GAME SEATS OPTIONS TRUTH PEOPLE SEED GAMES FILE NODES...\n");
    return 2;
}
