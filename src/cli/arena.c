/* arena.c: groups of games on threads, counted in order.
 *
 * Workers take the next group, play it and put the result into a ring buffer. The worker that fills the gap at the front counts
 * all results that are ready. So results are counted in the order of the groups, however the threads are scheduled. */
#include "arena.h"
#include "core/crypto.h"

#include "keep.h"
#include "luck.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { RING = 1024 }; /* groups that can wait to be counted */

struct result {
    int ready;
    int score, shared; /* sixtieths of a win; games */
    double points, luck, above;
    struct player_use use[2];
};
struct hall { /* of one arena_play; the lock protects everything from `next` on */
    struct arena *arena;
    struct ir_state start;
    pthread_mutex_t lock;
    pthread_cond_t counted, idle; /* counted: the ring has room; idle: no worker is left */
    int64_t next;                 /* group to be taken */
    struct result ring[RING];
    const char *wrong;       /* a game broke a rule of the contract */
    int done, working, lost; /* lost: a turn, and the arena is strict */
};
struct worker {
    struct hall *hall;
    pthread_t thread;
    struct rows rows;                    /* of the game it plays, if games are kept */
    struct player *player[IR_SEATS_MAX]; /* A, then B for each other seat */
};

/* ---- Ctrl-C ---- */

static volatile int interrupted; /* an int because a budget's stop points to int; here it is the same as sig_atomic_t */

static void on_interrupt(int signal)
{
    (void)signal;
    if (__atomic_add_fetch(&interrupted, 1, __ATOMIC_RELAXED) > 2) /* the third exits; `timeout` sends two */
        _exit(130);
}

static int stopped(void)
{
    return __atomic_load_n(&interrupted, __ATOMIC_RELAXED);
}

/* ---- one group ---- */

/* 32 bytes derived from (what, seed, pairing, group, seat) by a hash. */
static void derive(uint8_t out[32], char what, const struct arena *a, int64_t group, int seat)
{
    uint8_t text[48] = "irori match ";
    uint64_t number[4] = {a->seed, a->pairing, (uint64_t)group, (uint64_t)seat};
    text[12] = (uint8_t)what;
    for (int i = 0; i < 32; i++)
        text[16 + i] = (uint8_t)(number[i / 8] >> i % 8 * 8);
    ir_blake2b(out, text, sizeof text);
}

static uint64_t derive_seed(char what, const struct arena *a, int64_t group, int seat)
{
    uint8_t bytes[32];
    uint64_t seed = 0;
    derive(bytes, what, a, group, seat);
    for (int k = 0; k < 8; k++)
        seed |= (uint64_t)bytes[k] << 8 * k;
    return seed;
}

static const char *game_play(struct worker *w, int64_t group, int alone, struct result *r)
{
    const struct arena *a = w->hall->arena;
    const struct ir_game *g = a->setup->game;
    int seats = a->setup->seats, winners = 0, others = 0, halves = 0; /* halves: twice how many A is ranked above */
    struct player *seat[IR_SEATS_MAX];
    struct ir_dealer_keyed dealer;
    struct ir_state s;
    struct ir_score score;
    struct course course = {.rows = a->record ? &w->rows : NULL};
    struct luck luck;
    char file[120];
    uint8_t bytes[32];
    for (int i = 0, b = 1; i < seats; i++) {
        seat[i] = w->player[i == alone ? 0 : b++];
        player_start(seat[i], a->setup, i, derive_seed('s', a, group, i));
    }
    derive(bytes, 'd', a, group, 0);
    ir_dealer_keyed_start(&dealer, bytes, 0);
    memcpy(s.b, w->hall->start.b, ir_state_size(g));
    if (a->luck)
        luck_open(&luck, brain_find(g), seats, &course.notes, &dealer.dealer, derive_seed('l', a, group, 0));
    const char *wrong = players_play(g, &s, seat, a->luck ? &luck.dealer : &dealer.dealer, &course);
    if (wrong)
        return wrong;
    g->score(s.b, &score);
    for (int i = 0; i < seats; i++) {
        player_end(seat[i], &score);
        winners += score.rank[i] == 0;
        others += i == alone ? 0 : score.points[i];
        halves += i == alone ? 0 : (score.rank[alone] <= score.rank[i]) + (score.rank[alone] < score.rank[i]);
    }
    snprintf(file, sizeof file, "%s-%llu-%06lld-%d.irori", g->name, (unsigned long long)a->seed, (long long)group + 1, alone);
    if (a->record && !stopped() && (wrong = keep_game(a->record, file, a->setup, seat, &w->rows)))
        return wrong;
    r->score += score.rank[alone] == 0 ? ARENA_WIN / winners : 0;
    r->luck += a->luck ? luck.sum[alone] : 0;
    r->above += halves / 2.0 / (seats - 1);
    r->shared += winners > 1;
    r->points += score.points[alone] - (double)others / (seats - 1);
    return NULL;
}

static struct player_use used(const struct worker *w, int who)
{
    struct player_use sum = {0};
    for (int i = who; i < (who ? w->hall->arena->setup->seats : 1); i++) {
        struct player_use u = player_use(w->player[i]);
        sum.decisions += u.decisions;
        sum.nodes += u.nodes;
        sum.fallbacks += u.fallbacks;
        sum.seconds += u.seconds;
    }
    return sum;
}

static const char *group_play(struct worker *w, int64_t group, struct result *r)
{
    struct player_use before[2] = {used(w, 0), used(w, 1)};
    const char *wrong = NULL;
    *r = (struct result){.ready = 1};
    for (int alone = 0; alone < w->hall->arena->setup->seats && !wrong && !stopped(); alone++)
        wrong = game_play(w, group, alone, r);
    for (int who = 0; who < 2; who++) {
        r->use[who] = used(w, who);
        r->use[who].decisions -= before[who].decisions;
        r->use[who].nodes -= before[who].nodes;
        r->use[who].fallbacks -= before[who].fallbacks;
        r->use[who].seconds -= before[who].seconds;
    }
    return wrong;
}

/* ---- counting ---- */

static void sprt_look(struct arena *a)
{
    double value[ARENA_SCORES], count[ARENA_SCORES];
    int n = 0, seats = a->setup->seats, whole = seats * ARENA_WIN, unit = seats == 2 ? ARENA_WIN / 2 : ARENA_WIN;
    for (int i = 0; i <= whole; i++)
        if (a->score[i] || i % unit == 0) { /* with two seats: exactly the five possible results of a pair */
            value[n] = (double)i / whole;
            count[n++] = (double)a->score[i];
        }
    a->sprt.llr = stats_llr(value, count, n, stats_elo_share(a->sprt.elo0, seats), stats_elo_share(a->sprt.elo1, seats));
    if (fabs(a->sprt.llr) >= a->sprt.bound)
        a->sprt.accepted = a->sprt.llr > 0;
}

static void result_count(struct arena *a, const struct result *r)
{
    a->counted++;
    a->shared += r->shared;
    a->score[r->score]++;
    double skill = (double)r->score / ARENA_WIN - r->luck;
    a->skill += skill;
    a->skill_squares += skill * skill;
    a->above += r->above;
    a->above_squares += r->above * r->above;
    a->luck_sum += r->luck;
    a->luck_squares += r->luck * r->luck;
    a->luck_wins += r->luck * r->score / ARENA_WIN;
    a->luck_above += r->luck * r->above;
    a->points += r->points;
    a->points_squares += r->points * r->points;
    for (int who = 0; who < 2; who++) {
        a->use[who].decisions += r->use[who].decisions;
        a->use[who].nodes += r->use[who].nodes;
        a->use[who].fallbacks += r->use[who].fallbacks;
        a->use[who].seconds += r->use[who].seconds;
    }
    if (a->sprt.wanted)
        sprt_look(a);
}

static void ring_count(struct hall *h)
{
    struct arena *a = h->arena;
    for (struct result *r; !h->done && (r = &h->ring[a->counted % RING])->ready;) {
        r->ready = 0;
        result_count(a, r);
        h->done = a->counted == a->groups || (a->sprt.wanted && a->sprt.accepted >= 0);
    }
}

/* ---- threads ---- */

static void *work(void *p)
{
    struct worker *w = p;
    struct hall *h = w->hall;
    pthread_mutex_lock(&h->lock);
    while (!h->done && h->next < h->arena->groups) {
        if (h->next >= h->arena->counted + RING) { /* the ring is full: one group takes very long */
            pthread_cond_wait(&h->counted, &h->lock);
            continue;
        }
        int64_t group = h->next++;
        struct result r;
        pthread_mutex_unlock(&h->lock);
        const char *wrong = group_play(w, group, &r);
        pthread_mutex_lock(&h->lock);
        if (stopped()) { /* moves of an interrupted bot do not count */
            h->done = 1;
        } else if (wrong) {
            h->wrong = wrong;
            h->done = 1;
        } else if (h->arena->strict && (r.use[0].fallbacks || r.use[1].fallbacks)) {
            h->lost = h->done = 1;
        } else {
            h->ring[group % RING] = r;
            ring_count(h);
        }
        pthread_cond_broadcast(&h->counted);
    }
    if (--h->working == 0)
        pthread_cond_signal(&h->idle);
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* The main thread only waits and prints. */
static void watch(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        h->done |= stopped();
        int64_t counted = h->arena->counted;
        pthread_mutex_unlock(&h->lock);
        progress("playing", counted, h->arena->groups);
        pthread_mutex_lock(&h->lock);
        if (h->working)
            pthread_cond_timedwait(&h->idle, &h->lock, &until);
    }
    pthread_mutex_unlock(&h->lock);
    progress("playing", h->arena->groups, h->arena->groups); /* clears the progress bar */
}

static void workers_close(struct worker *w, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < IR_SEATS_MAX; k++)
            player_close(w[i].player[k]);
    for (int i = 0; i < n; i++)
        free(w[i].rows.row);
    free(w);
}

static struct worker *workers_open(struct hall *h, int n)
{
    const struct arena *a = h->arena;
    struct worker *w = calloc((size_t)n, sizeof *w);
    for (int i = 0; w && i < n; i++) {
        w[i].hall = h;
        for (int k = 0; k < a->setup->seats; k++) {
            w[i].player[k] = player_open(a->command, a->setup->game, a->name[k > 0]);
            if (!w[i].player[k]) {
                workers_close(w, n);
                return NULL;
            }
            player_by_processor(w[i].player[k]);
            player_stop(w[i].player[k], &interrupted);
        }
    }
    return w;
}

/* How the players call themselves: a program says so before its first move, which not every worker asked it for. */
static void labels_take(struct arena *a, const struct worker *w, int n)
{
    for (int who = 0; who < 2; who++)
        for (int i = n - 1; i >= 0; i--) {
            const char *label = player_label(w[i].player[who]);
            if (i == n - 1 || strcmp(label, a->name[who]) != 0)
                snprintf(a->label[who], IR_NAME_MAX, "%s", label);
        }
}

static int threads_run(struct hall *h, struct worker *w, int n)
{
    int started = 0;
    h->working = n;
    while (started < n && pthread_create(&w[started].thread, NULL, work, &w[started]) == 0)
        started++;
    pthread_mutex_lock(&h->lock);
    h->working -= n - started;
    pthread_mutex_unlock(&h->lock);
    watch(h);
    for (int i = 0; i < started; i++)
        pthread_join(w[i].thread, NULL);
    return started ? 0 : complain(h->arena->command, "no thread could be started");
}

int arena_play(struct arena *a)
{
    char why[IR_WHY_MAX];
    int threads = a->groups < a->threads ? (int)a->groups : a->threads;
    struct hall *h = calloc(1, sizeof *h);
    if (!h)
        return complain(a->command, "out of memory");
    h->arena = a;
    struct sigaction quiet = {.sa_handler = on_interrupt}, before;
    interrupted = 0;
    sigaction(SIGINT, &quiet,
              &before); /* from before the first program is started until the last is ended: none is left behind */
    struct worker *w = workers_open(h, threads);
    if (!w) {
        sigaction(SIGINT, &before, NULL);
        free(h);
        return 2;
    }
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->counted, NULL);
    pthread_cond_init(&h->idle, NULL);
    ir_start(a->setup->game, &h->start, a->setup->seats, a->setup->options, a->setup->deck, why);
    a->sprt.bound = stats_llr_bound(0.05);
    a->sprt.accepted = -1;
    double t0 = seconds();
    int code = threads_run(h, w, threads) ? 1 : 0;
    a->seconds = seconds() - t0;
    a->interrupted = stopped() != 0;
    labels_take(a, w, threads);
    if (h->lost) {
        complain(a->command, "a bot lost turns, and --strict was asked for; nothing is printed of this match");
        code = PLAYER_LOST_TURNS;
    }
    if (h->wrong) {
        complain(a->command, "in a game of %s against %s (seed %llu): %s", a->name[0], a->name[1], (unsigned long long)a->seed,
                 h->wrong);
        code = 1;
    }
    pthread_cond_destroy(&h->idle);
    pthread_cond_destroy(&h->counted);
    pthread_mutex_destroy(&h->lock);
    workers_close(w, threads);
    sigaction(SIGINT, &before, NULL);
    free(h);
    return code;
}

/* ---- statistics ---- */

int64_t arena_games(const struct arena *a)
{
    return a->counted * a->setup->seats;
}

struct interval arena_share(const struct arena *a, double *error)
{
    double sum = 0, squares = 0;
    int whole = a->setup->seats * ARENA_WIN;
    for (int i = 0; i <= whole; i++) {
        double share = (double)i / whole, n = (double)a->score[i];
        sum += n * share;
        squares += n * share * share;
    }
    return stats_share((double)a->counted, sum, squares, error);
}

struct interval arena_above(const struct arena *a, double *error)
{
    double seats = a->setup->seats;
    return stats_share((double)a->counted, a->above / seats, a->above_squares / (seats * seats), error);
}

struct interval arena_points(const struct arena *a)
{
    double seats = a->setup->seats;
    return stats_mean((double)a->counted, a->points / seats, a->points_squares / (seats * seats));
}

struct interval arena_skill(const struct arena *a)
{
    double seats = a->setup->seats;
    return stats_mean((double)a->counted, a->skill / seats, a->skill_squares / (seats * seats));
}

/* Regression on luck: its mean is known to be 0. */
struct interval arena_measured(const struct arena *a, int wins, double *error)
{
    enum { FEW = 8 }; /* with fewer groups the slope is worth nothing */
    struct interval plain = wins ? arena_share(a, error) : arena_above(a, error);
    double n = (double)a->counted, seats = a->setup->seats, y = plain.at * seats, x = a->luck_sum / fmax(n, 1), yy = 0;
    double xx = a->luck_squares - n * x * x, xy = (wins ? a->luck_wins : a->luck_above) - n * x * y;
    if (!a->luck || n < FEW || !(xx > 0))
        return plain;
    for (int i = 0; wins && i < ARENA_SCORES; i++)
        yy += (double)a->score[i] * (i / (double)ARENA_WIN - y) * (i / (double)ARENA_WIN - y);
    if (!wins)
        yy = a->above_squares - n * y * y;
    double left = fmax(0, yy - xy * xy / xx) / (n - 2), e = sqrt(left / n) / seats, at = (y - xy / xx * x) / seats;
    if (error)
        *error = e;
    return (struct interval){at, at - stats_student(n - 2) * e, at + stats_student(n - 2) * e};
}
