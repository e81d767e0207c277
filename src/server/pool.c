/* pool.c: the threads on which bots think. */
#define _GNU_SOURCE /* gettid */
#include "pool.h"
#include "log.h"
#include "foreign/foreign.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { THREADS_MAX = 64, FOREIGN_THREADS = 4, FOREIGN_MAX = 8, PLACES = 64, SHRINK_MAX = 32, NICE = 10, TOLD_MAX = 64 };

/* A foreign bot's program, at its seat. */
struct guest {
    struct foreign *program; /* NULL: it was not asked yet, or is gone */
    char match[IR_ID_MAX], bot[IR_NAME_MAX];
    int seat, busy, waiting; /* waiting: how many wait in `told`, */
    struct hub_told *told;   /* the oldest first, until the program is there and does not think */
    time_t used;
};
struct lane {
    struct hub_thought *first, **last;
    int waiting, threads;
    pthread_cond_t more;
    void (*think)(struct pool *, struct hub_thought *, int waiting);
    struct pool *pool;
};
struct pool {
    pthread_mutex_t mutex;
    struct lane own, foreign;
    struct hub_thought *done, **done_last;
    volatile int stop;
    void (*wake)(void *);
    void *arg;
    const char *const *exec;
    int n_exec, threads;
    pthread_t thread[THREADS_MAX + FOREIGN_THREADS];
    struct guest guest[PLACES]; /* at most FOREIGN_MAX of them with programs, and those that think */
};

static uint64_t microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* ---- our own ---- */

/* When many wait, each bot thinks for a shorter time, so that nobody waits longer. */
static void own_think(struct pool *p, struct hub_thought *t, int waiting)
{
    const struct ir_bot *bot = ir_bot_find(t->game, t->bot);
    if (!bot)
        return;
    struct ir_rng rng;
    struct ir_budget budget = bot->budget;
    uint64_t shrink = 1 + (uint64_t)(waiting / p->own.threads);
    shrink = shrink < SHRINK_MAX ? shrink : SHRINK_MAX;
    budget.nodes = budget.nodes ? budget.nodes / shrink + 1 : 0;
    budget.microseconds = budget.microseconds ? budget.microseconds / shrink + 1 : 0;
    budget.clock = microseconds;
    budget.stop = &p->stop;
    ir_rng_seed(&rng, t->seed);
    if (t->advice) {
        bot->think(t->game, &t->view, &t->notes, &rng, &budget, t->advice);
        t->move = ir_advice_best(t->advice);
    } else {
        t->move = ir_bot_move(bot, t->game, &t->view, &t->notes, &rng, &budget);
    }
}

/* ---- foreign ones ---- */

static void report(void *arg, const char *sentence)
{
    log_event(LOG_WARN, "bot", "%s", sentence);
}

static const char *command_of(const struct pool *p, const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < p->n_exec; i++)
        if (strncmp(p->exec[i], name, n) == 0 && p->exec[i][n] == '=')
            return p->exec[i] + n + 1;
    return NULL;
}

static int sits(const struct guest *g, const char *match, int seat, const char *bot)
{
    return g->match[0] && g->seat == seat && strcmp(g->match, match) == 0 && strcmp(g->bot, bot) == 0;
}

static void told_forget(struct guest *g, int keep)
{
    for (struct hub_told *t; g->waiting > keep; g->waiting--) {
        t = g->told;
        g->told = t->next;
        free(t);
    }
}

/* Sends what waits. Never waits itself. */
static void told_send(struct guest *g)
{
    for (struct hub_told *t = g->told; t && g->program; t = t->next) {
        for (int i = 0; i < t->n; i += IR_EVENTS_MAX) {
            struct ir_events seen = {.n = t->n - i < IR_EVENTS_MAX ? t->n - i : IR_EVENTS_MAX};
            memcpy(seen.e, t->e + i, (size_t)seen.n * sizeof *seen.e);
            foreign_events(g->program, &t->view, &seen);
        }
        if (t->over)
            foreign_end(g->program, &t->score);
    }
    told_forget(g, 0);
}

/* Starts the program and sends it the game; the options are those of the view. */
static struct foreign *program_start(struct pool *p, const struct hub_thought *t)
{
    char why[IR_WHY_MAX], options[IR_OPTIONS_TEXT];
    struct ir_state s;
    struct ir_text text;
    const char *command = command_of(p, t->bot + strlen("exec:"));
    struct foreign *f = command ? foreign_open(t->game, command, report, NULL, why) : NULL;
    if (!f) {
        log_event(LOG_WARN, "bot", "%s: %s", t->bot, command ? why : "--allow-exec names no such bot");
        return NULL;
    }
    memcpy(s.b, t->view.b, sizeof s.b);
    ir_text_start(&text, options, sizeof options);
    ir_options_print(t->game, ir_options(&s), &text);
    foreign_stop(f, &p->stop);
    foreign_start(f, ir_seats(&s), options, NULL, t->seat, t->seed, NULL);
    return f;
}

/* The place of this seat, or one for it: that of no program that was not used for longest. NULL: there is none. */
static struct guest *guest_find(struct pool *p, const char *match, int seat, const char *bot)
{
    struct guest *best = NULL;
    for (struct guest *g = p->guest; g < p->guest + PLACES; g++) {
        if (sits(g, match, seat, bot))
            return g;
        if (!g->busy && !g->program && (!best || g->used < best->used))
            best = g;
    }
    if (!best)
        return NULL;
    told_forget(best, 0);
    best->seat = seat;
    memcpy(best->match, match, sizeof best->match);
    memcpy(best->bot, bot, sizeof best->bot);
    return best;
}

/* If there are enough programs: the one not used for longest, which the caller ends. Its place is free then. */
static struct foreign *guest_end(struct pool *p)
{
    struct guest *oldest = NULL;
    int n = 0;
    for (struct guest *g = p->guest; g < p->guest + PLACES; g++) {
        n += g->program || g->busy;
        if (g->program && !g->busy && (!oldest || g->used < oldest->used))
            oldest = g;
    }
    if (n < FOREIGN_MAX || !oldest)
        return NULL;
    struct foreign *program = oldest->program;
    told_forget(oldest, 0);
    *oldest = (struct guest){.program = NULL};
    return program;
}

static void foreign_think(struct pool *p, struct hub_thought *t, int waiting)
{
    struct foreign *old = NULL;
    pthread_mutex_lock(&p->mutex);
    struct guest *g = guest_find(p, t->match, t->seat, t->bot);
    if (g && g->busy)
        g = NULL;
    if (g) {
        old = g->program ? NULL : guest_end(p);
        g->busy = 1;
        g->used = time(NULL);
    }
    pthread_mutex_unlock(&p->mutex);
    foreign_close(old);
    if (g && !g->program)
        g->program = program_start(p, t);
    if (g && g->program) {
        pthread_mutex_lock(&p->mutex);
        told_send(g);
        pthread_mutex_unlock(&p->mutex);
        t->move = foreign_move(g->program, &t->view, &t->notes, 0);
    } else { /* the game goes on */
        struct ir_rng rng;
        ir_rng_seed(&rng, t->seed);
        t->move = ir_bot_move(ir_bot_role(t->game, IR_ROLE_QUICK), t->game, &t->view, &t->notes, &rng, NULL);
    }
    pthread_mutex_lock(&p->mutex);
    if (g) {
        g->busy = 0;
        told_send(g); /* what happened meanwhile, such as the end */
    }
    pthread_mutex_unlock(&p->mutex);
}

/* A bot is told of everything from the first card on, although its program starts when it is first asked. */
void pool_tell(struct pool *p, struct hub_told *t)
{
    pthread_mutex_lock(&p->mutex);
    struct guest *g = p->foreign.threads ? guest_find(p, t->match, t->seat, t->bot) : NULL;
    if (g) {
        g->used = time(NULL);
        struct hub_told **last = &g->told;
        while (*last)
            last = &(*last)->next;
        t->next = NULL;
        *last = t;
        g->waiting++;
        told_forget(g, TOLD_MAX);
        if (g->program && !g->busy)
            told_send(g);
    } else {
        free(t);
    }
    pthread_mutex_unlock(&p->mutex);
}

/* ---- threads ---- */

static void *lane_run(void *arg)
{
    struct lane *l = arg;
    struct pool *p = l->pool;
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE); /* the loop must not wait for bots */
    pthread_mutex_lock(&p->mutex);
    while (!p->stop) {
        struct hub_thought *t = l->first;
        if (!t) {
            pthread_cond_wait(&l->more, &p->mutex);
            continue;
        }
        l->first = t->next;
        if (!l->first)
            l->last = &l->first;
        int waiting = --l->waiting;
        pthread_mutex_unlock(&p->mutex);
        t->next = NULL;
        t->move = IR_NO_MOVE;
        l->think(p, t, waiting);
        pthread_mutex_lock(&p->mutex);
        *p->done_last = t;
        p->done_last = &t->next;
        p->wake(p->arg);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static void lane_open(struct pool *p, struct lane *l, int threads, void (*think)(struct pool *, struct hub_thought *, int))
{
    l->pool = p;
    l->last = &l->first;
    l->think = think;
    pthread_cond_init(&l->more, NULL);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&p->thread[p->threads], NULL, lane_run, l) == 0) {
            p->threads++;
            l->threads++;
        }
}

struct pool *pool_new(int threads, const char *const *exec, int n_exec, void (*wake)(void *), void *arg)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->wake = wake;
    p->arg = arg;
    p->exec = exec;
    p->n_exec = n_exec;
    p->done_last = &p->done;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_mutex_lock(&p->mutex); /* threads start when the lanes are complete */
    lane_open(p, &p->own, threads < THREADS_MAX ? threads : THREADS_MAX, own_think);
    lane_open(p, &p->foreign, n_exec ? FOREIGN_THREADS : 0, foreign_think);
    pthread_mutex_unlock(&p->mutex);
    if (p->own.threads)
        return p;
    pool_free(p);
    return NULL;
}

void pool_think(struct pool *p, struct hub_thought *t)
{
    struct lane *l = strncmp(t->bot, "exec:", 5) == 0 && p->foreign.threads ? &p->foreign : &p->own;
    pthread_mutex_lock(&p->mutex);
    t->next = NULL;
    *l->last = t;
    l->last = &t->next;
    l->waiting++;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&p->mutex);
}

struct hub_thought *pool_collect(struct pool *p)
{
    pthread_mutex_lock(&p->mutex);
    struct hub_thought *t = p->done;
    p->done = NULL;
    p->done_last = &p->done;
    pthread_mutex_unlock(&p->mutex);
    return t;
}

int pool_waiting(struct pool *p)
{
    pthread_mutex_lock(&p->mutex);
    int n = p->own.waiting + p->foreign.waiting;
    pthread_mutex_unlock(&p->mutex);
    return n;
}

static void drop(struct hub_thought *t)
{
    while (t) {
        struct hub_thought *next = t->next;
        free(t);
        t = next;
    }
}

static void *guest_close(void *arg)
{
    struct guest *g = arg;
    foreign_close(g->program);
    return NULL;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->mutex);
    p->stop = 1;
    pthread_cond_broadcast(&p->own.more);
    pthread_cond_broadcast(&p->foreign.more);
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    pthread_t ending[PLACES]; /* in parallel: each may take a moment to end */
    int n = 0;
    for (int i = 0; i < PLACES; i++) {
        told_forget(&p->guest[i], 0);
        if (p->guest[i].program && pthread_create(&ending[n], NULL, guest_close, &p->guest[i]) == 0)
            n++;
    }
    while (n)
        pthread_join(ending[--n], NULL);
    drop(p->own.first);
    drop(p->foreign.first);
    drop(p->done);
    pthread_cond_destroy(&p->own.more);
    pthread_cond_destroy(&p->foreign.more);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}
