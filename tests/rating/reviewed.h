/* reviewed.h: luck taken out of a league's games as the product does it: by reviews (irori_review.h).
 *
 * Who meets whom by chance does not depend on ratings. So a league is run twice with the same random numbers: first its games
 * are played and recorded; then all of them are reviewed, on several threads; then the league is run again, and each game is
 * only told. A file may keep the reviews: a measurement that was interrupted goes on there. Remove it when bots or reviews
 * change. */
#ifndef IR_TEST_REVIEWED_H
#define IR_TEST_REVIEWED_H

#include <pthread.h>
#include <stdio.h>

#include "hall.h"

#include "cli/parallel.h"
#include "irori_review.h"

struct told {
    uint64_t number; /* of the game */
    char *text;      /* its record */
    int reviewed;
    double wins[IR_SEATS_MAX]; /* strengths of those who played */
    int32_t rank[IR_SEATS_MAX];
    double quick[IR_SEATS_MAX], share[IR_SEATS_MAX]; /* luck taken out: by the network, by a review */
    struct ir_review_seat seat[IR_SEATS_MAX];        /* what else the review says; not read from a file */
};
struct reviewed {
    struct hall *hall;
    uint64_t nodes;
    int threads, seats;
    const char *file; /* or NULL */
    struct told *told;
    int n, room, at; /* at: the next one to be told */
    pthread_mutex_t lock;
    int done;
};

static inline void recorded_game(struct league *l, struct person *const *seat, int32_t rank[], double share[])
{
    enum { SIZE = 1 << 18 };
    static char memory[SIZE];
    struct reviewed *r = l->context;
    struct ir_text text;
    if (r->n == r->room) {
        r->room = 2 * r->room + 64;
        r->told = realloc(r->told, (size_t)r->room * sizeof *r->told);
    }
    struct told *t = &r->told[r->n++];
    *t = (struct told){0};
    ir_text_start(&text, memory, sizeof memory);
    r->hall->text = &text;
    l->context = r->hall;
    hall_game(l, seat, rank, share);
    l->context = r;
    r->hall->text = NULL;
    if (text.cut)
        abort();
    t->number = r->hall->number;
    t->text = strdup(memory);
    for (int i = 0; i < l->seats; i++)
        t->wins[i] = seat[i]->wins, t->rank[i] = rank[i], t->quick[i] = share[i];
}

static inline void told_game(struct league *l, struct person *const *seat, int32_t rank[], double share[])
{
    struct reviewed *r = l->context;
    const struct told *t = &r->told[r->at++];
    (void)seat;
    memcpy(rank, t->rank, (size_t)l->seats * sizeof *rank);
    memcpy(share, t->share, (size_t)l->seats * sizeof *share);
}

/* ---- the file ----
 * A game a line: its number, nodes, the share of each seat. Then, for study.py, of each seat: rank, strength, share by the
 * network, what its own moves cost, what those of others gave, mean loss of a decision with a choice, and how many. */

static inline void kept_read(struct reviewed *r)
{
    char line[1024];
    FILE *f = r->file ? fopen(r->file, "r") : NULL;
    while (f && fgets(line, sizeof line, f)) {
        char *at;
        uint64_t number = strtoull(line, &at, 10), nodes = strtoull(at, &at, 10);
        for (int i = 0; i < r->n && nodes == r->nodes; i++) {
            if (r->told[i].number != number)
                continue;
            for (int k = 0; k < r->seats; k++)
                r->told[i].share[k] = strtod(at, &at);
            r->done += !r->told[i].reviewed;
            r->told[i].reviewed = 1;
        }
    }
    if (f)
        fclose(f);
}

static inline void kept_add(const struct reviewed *r, const struct told *t)
{
    FILE *f = r->file ? fopen(r->file, "a") : NULL;
    if (!f)
        return;
    fprintf(f, "%llu %llu", (unsigned long long)t->number, (unsigned long long)r->nodes);
    for (int i = 0; i < r->seats; i++)
        fprintf(f, " %.6f", t->share[i]);
    for (int i = 0; i < r->seats; i++)
        fprintf(f, " %d %.1f %.6f %.6f %.6f %.6f %u", (int)t->rank[i], t->wins[i], t->quick[i], t->seat[i].own,
                t->seat[i].others, t->seat[i].loss, (unsigned)t->seat[i].choices);
    fprintf(f, "\n");
    fclose(f);
}

/* ---- reviews ---- */

static inline void told_review(void *context, int i)
{
    enum { STEP = 1 << 20, PAGE_SEED = 1 };
    struct reviewed *r = context;
    struct told *t = &r->told[i];
    struct ir_replay replay;
    char why[IR_WHY_MAX];
    if (t->reviewed)
        return;
    size_t size = ir_replay_size(t->text);
    void *memory = malloc(size);
    if (ir_replay_open(&replay, ir_all_games, t->text, NULL, memory, size, why))
        abort();
    size_t room = ir_review_size(&replay);
    struct ir_review *review = ir_review_open(malloc(room), room, &replay, r->nodes, PAGE_SEED);
    while (!ir_review_step(review, STEP))
        ;
    const struct ir_review_result *made = ir_review_result(review);
    for (int k = 0; k < made->seats; k++) {
        t->seat[k] = made->seat[k];
        t->share[k] = made->seat[k].result - made->seat[k].luck;
    }
    free(review);
    free(memory);
    pthread_mutex_lock(&r->lock);
    t->reviewed = 1;
    kept_add(r, t);
    if (++r->done % 100 == 0)
        fprintf(stderr, "%d of %d games reviewed\n", r->done, r->n);
    pthread_mutex_unlock(&r->lock);
}

/* Of games that were recorded, so many or all. */
static inline void games_review(struct reviewed *r, int games)
{
    r->done = 0;
    for (int i = 0; i < r->n; i++)
        r->told[i].reviewed = 0;
    kept_read(r);
    pthread_mutex_init(&r->lock, NULL);
    parallel(r->threads, games < r->n ? games : r->n, told_review, r);
    pthread_mutex_destroy(&r->lock);
}

/* ---- what is left in a share ----
 * As `irori tournament --ratings` measures it: the mean square of (share - expected share), in parts of that of expected
 * results. Luck is 0 on average, so a part of it may be taken out instead of all: that which leaves least. */

struct left {
    double noise, error;       /* luck taken out; its standard error, games being independent */
    double slope, slope_error; /* of share - expected share by expected share: 0, if reviews are fair to strong and weak */
    double part, least;        /* which part of luck to take out, and the noise that leaves */
    int games;
};

static inline double won_of(const struct told *t, int seats, int i)
{
    int winners = 0;
    for (int k = 0; k < seats; k++)
        winners += t->rank[k] == 0;
    return t->rank[i] == 0 ? 1.0 / winners : 0;
}

static inline double expected_of(const struct told *t, int seats, int i)
{
    double all = 0;
    for (int k = 0; k < seats; k++)
        all += pow(10, (t->wins[k] - t->wins[i]) / 400);
    return 1 / all;
}

/* `quick` 1: by the network. Of games in which the mean strength is from low until high. */
static inline struct left left_of(const struct reviewed *r, int quick, double low, double high)
{
    double left = 0, plain = 0, squares = 0, xx = 0, xy = 0, luck2 = 0, luck_off = 0, off2 = 0;
    struct left out = {0};
    for (int turn = 0; turn < 2; turn++)
        for (int n = 0; n < r->n; n++) {
            const struct told *t = &r->told[n];
            double mine = 0, due = 0, mean = 0;
            for (int i = 0; i < r->seats; i++)
                mean += t->wins[i] / r->seats;
            if (!t->reviewed || mean < low || mean >= high)
                continue;
            for (int i = 0; i < r->seats; i++) {
                double p = expected_of(t, r->seats, i), share = quick ? t->quick[i] : t->share[i], x = p - 1.0 / r->seats,
                       won = won_of(t, r->seats, i);
                mine += (share - p) * (share - p), due += p * (1 - p);
                if (turn)
                    continue;
                xx += x * x, xy += x * (share - p);
                luck2 += (won - share) * (won - share), luck_off += (won - share) * (won - p), off2 += (won - p) * (won - p);
            }
            if (turn)
                squares += pow(mine - left / plain * due, 2);
            else
                left += mine, plain += due, out.games++;
        }
    if (plain > 0) {
        out.noise = left / plain;
        out.error = sqrt(squares) / plain;
        out.part = luck2 > 0 ? luck_off / luck2 : 0;
        out.least = (off2 - out.part * luck_off) / plain;
    }
    if (xx > 0) { /* with two seats both say the same, so they count once */
        out.slope = xy / xx;
        out.slope_error = sqrt((r->seats == 2 ? 2 : 1) * out.noise * plain / (out.games * r->seats) / xx);
    }
    return out;
}

static inline void reviewed_free(struct reviewed *r)
{
    for (int i = 0; i < r->n; i++)
        free(r->told[i].text);
    free(r->told);
}

#endif
