/* sim.c: `irori sim`: bots play many games; prints results by seat, points, lengths and how often events happened.
 *
 * Every game has a seed of its own, and all sums are of whole numbers: so the results do not depend on which thread played
 * which game. */
#include "player.h"
#include "arena.h"
#include "core/dealer.h"
#include "keep.h"
#include "parallel.h"
#include "report.h"

#include <math.h>
#include <pthread.h>

#include "core/banned.h"

enum { TALLY_MAX = 64 };

struct sum { /* of one quantity over the games */
    double n, total, squares, min, max;
};
struct stats {
    const struct ir_game *game;
    int64_t games;
    int64_t share[IR_SEATS_MAX]; /* of wins, in sixtieths; a shared win is divided */
    int64_t drawn;               /* games with more than one winner */
    struct sum points[IR_SEATS_MAX], decisions, chances;
    int64_t tally[256][TALLY_MAX];
};

static void sum_add(struct sum *s, double x)
{
    s->min = s->n == 0 || x < s->min ? x : s->min;
    s->max = s->n == 0 || x > s->max ? x : s->max;
    s->n++;
    s->total += x;
    s->squares += x * x;
}
static void sum_join(struct sum *to, const struct sum *s)
{
    if (!s->n)
        return;
    to->min = to->n == 0 || s->min < to->min ? s->min : to->min;
    to->max = to->n == 0 || s->max > to->max ? s->max : to->max;
    to->n += s->n;
    to->total += s->total;
    to->squares += s->squares;
}
static void stats_join(struct stats *to, const struct stats *st)
{
    to->games += st->games;
    to->drawn += st->drawn;
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        to->share[i] += st->share[i];
        sum_join(&to->points[i], &st->points[i]);
    }
    sum_join(&to->decisions, &st->decisions);
    sum_join(&to->chances, &st->chances);
    for (int k = 0; k < 256; k++)
        for (int v = 0; v < TALLY_MAX; v++)
            to->tally[k][v] += st->tally[k][v];
}
static double share_of(const struct stats *st, int seat)
{
    return st->games ? (double)st->share[seat] / ARENA_WIN / (double)st->games : 0;
}
static double mean(const struct sum *s)
{
    return s->n ? s->total / s->n : 0;
}
static double deviation(const struct sum *s)
{
    double m = mean(s);
    return s->n > 1 ? sqrt(fmax(0, (s->squares - s->n * m * m) / (s->n - 1))) : 0;
}
/* Half the width of the 95 % interval of a share of n games (Agresti and Coull's, honest near 0 and 1). */
static double margin(double share, double n)
{
    double p = (share * n + 2) / (n + 4);
    return 1.96 * sqrt(p * (1 - p) / (n + 4));
}

static void tally(void *to, const struct ir_events *ev)
{
    struct stats *st = to;
    for (int i = 0; i < ev->n; i++) {
        const struct ir_event *e = &ev->e[i];
        const struct ir_event_kind *k = &st->game->event_kind[e->kind];
        if (k->tally)
            st->tally[e->kind][k->pub[0] && e->pub[0] > 0 && e->pub[0] < TALLY_MAX ? e->pub[0] : 0]++;
    }
}

/* ---- threads ---- */

struct field { /* of one simulation: what its workers share */
    const struct setup *setup;
    const char *bots, *record; /* record: a folder, or NULL */
    struct ir_state start;
    int64_t games, seed;
    int strict;
    /* under the lock: */
    pthread_mutex_t lock;
    int64_t next, done, bad; /* bad: the game that went wrong */
    const char *wrong;
    int lost; /* a turn, and --strict was asked for */
};
struct worker {
    struct field *field;
    struct player *bot[IR_SEATS_MAX];
    struct rows rows;
    struct stats stats;
};

/* Plays one game; returns NULL or an error. */
static const char *game_play(struct worker *w, int64_t number)
{
    const struct setup *su = w->field->setup;
    const struct ir_game *g = su->game;
    struct stats *st = &w->stats;
    struct ir_state s;
    struct ir_dealer_search dealer;
    struct ir_rng seeds;
    struct course course = {.happened = tally, .to = st, .rows = w->field->record ? &w->rows : NULL};
    uint64_t seed = (uint64_t)w->field->seed * 0x9e3779b97f4a7c15u + (uint64_t)number;
    memcpy(s.b, w->field->start.b, ir_state_size(g));
    ir_dealer_search_start(&dealer, seed);
    ir_rng_seed(&seeds, ~seed);
    for (int i = 0; i < su->seats; i++)
        player_start(w->bot[i], su, i, ir_rng_next(&seeds));
    const char *wrong = players_play(g, &s, w->bot, &dealer.dealer, &course);
    if (wrong)
        return wrong;
    struct ir_score score;
    int winners = 0;
    g->score(s.b, &score);
    for (int i = 0; i < su->seats; i++) {
        player_end(w->bot[i], &score);
        winners += score.rank[i] == 0;
    }
    for (int i = 0; i < su->seats; i++) {
        sum_add(&st->points[i], score.points[i]);
        st->share[i] += score.rank[i] == 0 ? ARENA_WIN / winners : 0;
    }
    st->drawn += winners > 1;
    st->games++;
    sum_add(&st->decisions, (double)course.decisions);
    sum_add(&st->chances, (double)course.chances);
    if (!w->field->record)
        return NULL;
    char file[120];
    snprintf(file, sizeof file, "%s-%lld-%06lld.irori", g->name, (long long)w->field->seed, (long long)number + 1);
    return keep_game(w->field->record, file, su, w->bot, &w->rows);
}

static int lost_turns(const struct worker *w)
{
    for (int i = 0; i < w->field->setup->seats; i++)
        if (player_use(w->bot[i]).fallbacks)
            return 1;
    return 0;
}

static void work(void *all, int i)
{
    struct worker *w = (struct worker *)all + i;
    struct field *f = w->field;
    pthread_mutex_lock(&f->lock);
    while (!f->wrong && !f->lost && f->next < f->games) {
        int64_t number = f->next++;
        pthread_mutex_unlock(&f->lock);
        const char *wrong = game_play(w, number);
        int lost = f->strict && lost_turns(w);
        pthread_mutex_lock(&f->lock);
        f->lost |= lost;
        if (wrong && !f->wrong) {
            f->wrong = wrong;
            f->bad = number;
        }
        if (++f->done % 64 == 0 || f->done == f->games)
            progress("playing", f->done, f->games);
    }
    pthread_mutex_unlock(&f->lock);
}

static void tally_name(const struct ir_game *g, int kind, int value, char out[IR_TEXT_MAX * 2])
{
    const char *field = g->event_kind[kind].pub[0], *type = field ? strchr(field, ':') + 1 : NULL;
    struct ir_text t;
    ir_text_start(&t, out, IR_TEXT_MAX * 2);
    ir_text_add(&t, "%s", g->event_kind[kind].name);
    if (!field)
        return;
    ir_text_put(&t, " ");
    if (*type == 'n' || *type == 's')
        ir_text_int(&t, value);
    else
        g->value_print(*type, value, &t);
}

static void print_text(const struct setup *su, struct player *const *bot, const struct stats *st, double time)
{
    double n = (double)st->games;
    printf("%lld games of %s, options %s, %.0f games/s\n\n", (long long)st->games, su->game->name,
           su->options[0] ? su->options : su->game->preset->name, n / time);
    printf("seat  bot        wins             points (deviation)   least .. most\n");
    for (int i = 0; i < su->seats; i++)
        printf("%-5d %-9s %5.1f %% +- %-4.2f  %8.2f (%.2f)%*s%.0f .. %.0f\n", i, player_label(bot[i]), 100 * share_of(st, i),
               100 * margin(share_of(st, i), n), mean(&st->points[i]), deviation(&st->points[i]),
               deviation(&st->points[i]) < 9.995 ? 8 : 7, "", st->points[i].min, st->points[i].max);
    printf("\nwins shared: %lld (%.2f %%); +- is the 95 %% interval\n", (long long)st->drawn, 100 * (double)st->drawn / n);
    printf("decisions a game: %.1f (%.0f .. %.0f); chance outcomes: %.1f (%.0f .. %.0f)\n", mean(&st->decisions),
           st->decisions.min, st->decisions.max, mean(&st->chances), st->chances.min, st->chances.max);
    printf("\nevents a game:\n");
    for (int k = 0; k < su->game->n_event_kinds; k++)
        for (int v = 0; v < TALLY_MAX; v++)
            if (st->tally[k][v]) {
                char name[IR_TEXT_MAX * 2];
                tally_name(su->game, k, v, name);
                printf("  %-32s%9.4f\n", name, (double)st->tally[k][v] / n);
            }
}

static void print_json(const struct setup *su, struct player *const *bot, const struct stats *st)
{
    double n = (double)st->games;
    char options[IR_OPTIONS_TEXT + 2];
    struct ir_json j;
    ir_json_start(&j, options, sizeof options);
    ir_json_str(&j, NULL, su->options);
    printf("{\"game\":\"%s\",\"options\":%s,\"games\":%lld,\"shared\":%lld,\"seats\":[", su->game->name, options,
           (long long)st->games, (long long)st->drawn);
    for (int i = 0; i < su->seats; i++) {
        fputs(i ? ",{\"bot\":" : "{\"bot\":", stdout);
        json_text(player_name(bot[i])); /* a command may contain any character */
        fputs(",\"name\":", stdout);
        json_text(player_label(bot[i]));
        printf(",\"wins\":%.6f,\"wins_margin\":%.6f,\"points\":%.4f,\"points_deviation\":%.4f}", share_of(st, i),
               margin(share_of(st, i), n), mean(&st->points[i]), deviation(&st->points[i]));
    }
    printf("],\"decisions\":%.3f,\"chances\":%.3f,\"happened\":{", mean(&st->decisions), mean(&st->chances));
    int first = 1;
    for (int k = 0; k < su->game->n_event_kinds; k++)
        for (int v = 0; v < TALLY_MAX; v++)
            if (st->tally[k][v]) {
                char name[IR_TEXT_MAX * 2];
                tally_name(su->game, k, v, name);
                printf("%s\"%s\":%lld", first ? "" : ",", name, (long long)st->tally[k][v]);
                first = 0;
            }
    puts("}}");
}

/* "greedy" for all seats, or "greedy,random,..." one for each. */
static int bots_read(const struct setup *su, const char *text, struct player **bot)
{
    int n = 1;
    for (const char *p = text; (p = strchr(p, ',')); p++)
        n++;
    if (n != 1 && n != su->seats)
        return complain("sim", "--bots names %d bots for %d seats; name one for all, or one for each", n, su->seats);
    const char *p = text;
    for (int i = 0; i < su->seats; i++) {
        char name[256];
        size_t len = strcspn(p, ",");
        if (len >= sizeof name)
            return complain("sim", "'%.40s...' is too long for the name of a bot", p);
        memcpy(name, p, len);
        name[len] = 0;
        bot[i] = player_open("sim", su->game, name);
        if (!bot[i])
            return 2;
        p += n > 1 ? len + 1 : 0;
    }
    return 0;
}

static void workers_close(struct worker *w, int n)
{
    for (int k = 0; w && k < n; k++) {
        for (int i = 0; i < IR_SEATS_MAX; i++)
            player_close(w[k].bot[i]);
        free(w[k].rows.row);
    }
    free(w);
}

static int field_play(struct field *f, int threads, int json)
{
    char why[IR_WHY_MAX];
    int code = 0;
    double t0 = seconds();
    threads = threads > 1 ? threads : 1;
    struct worker *w = calloc((size_t)threads, sizeof *w);
    for (int i = 0; w && i < threads && !code; i++) {
        w[i].field = f;
        w[i].stats.game = f->setup->game;
        code = bots_read(f->setup, f->bots, w[i].bot);
    }
    if (!w || code) {
        workers_close(w, threads);
        return w ? 2 : complain("sim", "out of memory");
    }
    ir_start(f->setup->game, &f->start, f->setup->seats, f->setup->options, f->setup->deck, why);
    pthread_mutex_init(&f->lock, NULL);
    parallel(threads, threads, work, w);
    for (int i = 1; i < threads; i++)
        stats_join(&w[0].stats, &w[i].stats);
    pthread_mutex_destroy(&f->lock);
    if (f->wrong) {
        complain("sim", "game %lld of seed %lld: %s", (long long)f->bad, (long long)f->seed, f->wrong);
        code = 1;
    } else if (f->lost) {
        complain("sim", "a bot lost turns, and --strict was asked for; nothing is printed of these games");
        code = PLAYER_LOST_TURNS;
    } else if (json) {
        print_json(f->setup, w[0].bot, &w[0].stats);
    } else {
        print_text(f->setup, w[0].bot, &w[0].stats, seconds() - t0);
    }
    workers_close(w, threads);
    return code;
}

int sim_run(int argc, char **argv)
{
    struct field f = {.games = 1000, .seed = 1};
    const char *name = NULL, *options = "";
    int64_t seats = 0, threads = 1;
    int json = 0;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"--games", ARG_NUMBER, &f.games, 1, 1000000000, "N", "how many games (1000)"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--bots", ARG_TEXT, &f.bots, 0, 0, "A,B", "who plays: one bot for all seats, or one for each (the quick one)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", options_help()},
        {"--seed", ARG_NUMBER, &f.seed, 0, INT64_MAX / 2, "N", "the same seed gives the same games (1)"},
        {"--threads", ARG_NUMBER, &threads, 1, ARENA_THREADS_MAX, "N",
         "how many games at a time (1); the results are the same"},
        {"--record", ARG_TEXT, &f.record, 0, 0, "DIR", "write a record of every game into this folder"},
        {"--strict", ARG_FLAG, &f.strict, 0, 0, NULL, "stop with exit code 3 when another program loses a turn"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "print JSON"},
        {.name = NULL},
    };
    int code = args_read("sim", "let bots play many games and print statistics", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    const struct ir_game *g = game_or_complain("sim", name);
    struct setup su;
    if (!g || setup_read("sim", &su, g, seats, options))
        return 2;
    f.setup = &su;
    f.bots = f.bots ? f.bots : ir_bot_role(g, IR_ROLE_QUICK)->name;
    code = f.record && keep_folder("sim", f.record) ? 2 : field_play(&f, (int)(threads < f.games ? threads : f.games), json);
    free(su.deck);
    return code;
}
