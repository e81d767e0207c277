/* evening.h: people meet as on a server's evenings (src/event): Swiss or arena, in groups that chance makes. The pairing is the
 * server's own. */
#ifndef IR_TEST_EVENING_H
#define IR_TEST_EVENING_H

#include <stdio.h>

#include "people.h"

#include "event/event.h"

enum { EVENING_PEOPLE = 20, EVENING_ROUNDS = 5, EVENING_MINUTES = 6 };

struct evening {
    struct event event;
    int64_t now, end[EVENT_TABLES]; /* when a table will be done */
};

static inline void evening_row(struct evening *e, uint64_t who, const char *row)
{
    char why[IR_WHY_MAX];
    if (event_fold(&e->event, row, e->event.seq + 1, who, e->now, why) != IR_OK)
        fprintf(stderr, "evening: %s\n", why), abort();
}

static inline void evening_do(struct evening *e, uint64_t who, const char *text)
{
    char row[IR_ROW_MAX], why[IR_WHY_MAX];
    if (event_do(&e->event, who, text, row, why) != IR_OK)
        fprintf(stderr, "evening: %s\n", why), abort();
    evening_row(e, who, row);
}

static inline void evening_pair(struct evening *e, const struct event_plan *p, struct ir_rng *rng)
{
    char text[IR_ROW_MAX];
    struct ir_text out;
    int first = e->event.n_tables;
    ir_text_start(&out, text, sizeof text);
    ir_text_add(&out, "@ pair %d\n", e->event.round + 1);
    for (int i = 0; i < p->n_tables; i++) {
        ir_text_add(&out, "= t%d", first + i);
        for (int k = 0; k < p->n[i]; k++)
            ir_text_add(&out, " %d", p->person[i][k]);
        ir_text_put(&out, "\n");
        e->end[first + i] = e->now + 40000 + ir_rng_below(rng, 40000);
    }
    for (int i = 0; i < p->n_byes; i++)
        ir_text_add(&out, "bye %d\n", p->bye[i]);
    for (int i = 0; i < p->n_rests; i++)
        ir_text_add(&out, "rest %d\n", p->rest[i]);
    evening_row(e, 0, text);
    snprintf(text, sizeof text, "@ open %d\n", e->event.round);
    if (p->n_tables)
        evening_row(e, 0, text);
}

/* The table that is done first, or NULL. */
static inline const struct event_table *evening_first(const struct evening *e)
{
    const struct event_table *t = NULL;
    for (int i = 0; i < e->event.n_tables; i++)
        if (!e->event.table[i].done && (!t || e->end[i] < e->end[t - e->event.table]))
            t = &e->event.table[i];
    return t;
}

static inline void evening_table(struct evening *e, const struct event_table *t, struct league *l, struct person *const *people)
{
    struct person *seat[IR_SEATS_MAX];
    int32_t rank[IR_SEATS_MAX];
    char text[128];
    struct ir_text out;
    for (int i = 0; i < t->n; i++)
        seat[i] = people[t->person[i]];
    table_play(l, seat, rank);
    ir_text_start(&out, text, sizeof text);
    ir_text_add(&out, "@ result %s", t->id);
    for (int i = 0; i < t->n; i++)
        ir_text_add(&out, " %d", (int)rank[i]);
    ir_text_put(&out, "\n");
    evening_row(e, 0, text);
}

/* An evening of these people to its end. */
static inline void evening_play(struct evening *e, struct league *l, struct person *const *people, int n)
{
    struct event like = {.kind = l->meet == MEET_ARENA ? EVENT_ARENA : EVENT_SWISS,
                         .seats = (uint8_t)l->seats,
                         .least = (uint8_t)l->seats,
                         .rounds = EVENING_ROUNDS,
                         .minutes = EVENING_MINUTES,
                         .game = "any",
                         .name = "Evening"};
    char text[IR_ROW_MAX];
    struct ir_text out;
    struct event_plan p;
    ir_text_start(&out, text, sizeof text);
    event_made(&like, &out);
    event_clear(&e->event, 1);
    e->now = 1000000;
    evening_row(e, 1, text);
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, "join Person %d", i);
        evening_do(e, 1000 + (uint64_t)i, text);
    }
    evening_do(e, 1, "start");
    while (e->event.stage == EVENT_PLAYING) {
        enum event_step step = event_next(&e->event, e->now, 1000, &p);
        const struct event_table *t = evening_first(e);
        int64_t end = t ? e->end[t - e->event.table] : INT64_MAX;
        if (step == EVENT_PAIR)
            evening_pair(e, &p, &l->rng);
        else if (step == EVENT_END)
            evening_row(e, 0, "@ over\n");
        else if (end <= e->now || (t && (p.wake <= e->now || end < p.wake)))
            e->now = end > e->now ? end : e->now, evening_table(e, t, l, people);
        else
            e->now = p.wake > e->now ? p.wake : e->now + 1000;
    }
}

/* Everybody spends an evening, in groups that chance makes: five games each, or about as many in an arena. */
static inline void evenings_play(struct league *l)
{
    struct key *key = calloc((size_t)l->people, sizeof *key);
    struct evening *e = calloc(1, sizeof *e);
    for (int i = 0; i < l->people; i++)
        key[i] = (struct key){uniform(&l->rng), i};
    qsort(key, (size_t)l->people, sizeof *key, key_order);
    for (int first = 0; first + EVENING_PEOPLE <= l->people; first += EVENING_PEOPLE) {
        struct person *people[EVENING_PEOPLE];
        for (int i = 0; i < EVENING_PEOPLE; i++)
            people[i] = &l->person[key[first + i].at];
        evening_play(e, l, people, EVENING_PEOPLE);
    }
    l->rounds += EVENING_ROUNDS;
    free(e);
    free(key);
}

#endif
