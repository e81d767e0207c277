/* tool.h: what the measurements of reviews share (docs/analysis.md): arguments, games between levels, walking through a game,
 * means. */
#ifndef IR_TEST_TOOL_H
#define IR_TEST_TOOL_H

#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "games.h"

struct tool {
    const struct ir_game *game;
    int argc, seats, levels;
    char **argv;
    long games; /* or whatever the second argument counts */
    const char *options;
    uint64_t seed, nodes;
    uint64_t bot_nodes; /* levels that search think with at most so many */
};

/* SIGTERM ends a measurement early: it prints what it has. */
static volatile sig_atomic_t tool_stopped;
static inline void tool_stop(int signal)
{
    tool_stopped = signal;
}

static inline long tool_number(const struct tool *t, int i, long otherwise)
{
    return t->argc > i ? strtol(t->argv[i], NULL, 10) : otherwise;
}

/* Arguments: GAME NUMBER ... SEATS OPTIONS SEED NODES; the index of the one before SEATS; those from SEATS on may be missing.
 * Exits if they are wrong. */
static inline void tool_open(struct tool *t, int argc, char **argv, const char *usage, int before_seats)
{
    *t = (struct tool){
        .argc = argc, .argv = argv, .game = argc > before_seats ? ir_game_find(argv[1]) : NULL, .bot_nodes = 10000};
    if (!t->game) {
        fprintf(stderr, "%s\n", usage);
        exit(2);
    }
    signal(SIGTERM, tool_stop);
    t->games = tool_number(t, 2, 0);
    t->seats = (int)tool_number(t, before_seats + 1, t->game->min_seats);
    t->options = argc > before_seats + 2 ? argv[before_seats + 2] : "";
    t->seed = (uint64_t)tool_number(t, before_seats + 3, 1);
    t->nodes = (uint64_t)tool_number(t, before_seats + 4, IR_REVIEW_NODES);
    while (ir_bot_level(t->game, t->levels))
        t->levels++;
}

/* The level of a seat in the i-th game: all pairs of levels meet equally often. */
static inline int tool_level(const struct tool *t, long i, int seat)
{
    long n = t->levels;
    return (int)(seat == 0 ? i % n : (i + seat * (i / n)) % n);
}

static inline void tool_play(const struct tool *t, long i, struct played *p)
{
    const char *bot[IR_SEATS_MAX];
    for (int s = 0; s < t->seats; s++)
        bot[s] = ir_bot_level(t->game, tool_level(t, i, s))->name;
    game_play_few(p, t->game, t->seats, t->options, bot, 0, t->seed * 1000000 + (uint64_t)i, -1, 0, t->bot_nodes);
}

/* Walks through the decisions of a game:
 *     for (at_begin(&at, replay); at_decision(&at); at_next(&at)) */
struct at {
    struct ir_replay *replay;
    const struct ir_row *row;
    struct ir_view view; /* of the seat that decides */
    struct ir_notes notes;
};
static inline void at_begin(struct at *a, struct ir_replay *replay)
{
    *a = (struct at){.replay = replay};
    ir_replay_seek(replay, 0);
}
static inline void at_next(struct at *a)
{
    struct ir_state before = a->replay->state;
    ir_replay_next(a->replay, NULL);
    ir_note(a->replay->record.game, &a->notes, &before, &a->replay->state);
}
static inline int at_decision(struct at *a)
{
    while (a->replay->at < a->replay->rows && a->replay->row[a->replay->at].actor == IR_CHANCE)
        at_next(a);
    if (a->replay->at == a->replay->rows)
        return 0;
    a->row = &a->replay->row[a->replay->at];
    ir_replay_view(a->replay, a->row->actor, &a->view);
    return 1;
}

struct mean {
    double n, sum, squares;
};
static inline void mean_add(struct mean *m, double x)
{
    m->n++, m->sum += x, m->squares += x * x;
}
static inline double mean_of(const struct mean *m)
{
    return m->n > 0 ? m->sum / m->n : 0;
}
static inline double mean_spread(const struct mean *m) /* standard deviation */
{
    double v = m->n > 1 ? (m->squares - m->sum * m->sum / m->n) / (m->n - 1) : 0;
    return v > 0 ? sqrt(v) : 0;
}
static inline double mean_error(const struct mean *m) /* standard error */
{
    return m->n > 1 ? mean_spread(m) / sqrt(m->n) : 0;
}

#endif
