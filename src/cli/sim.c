/* sim.c: `irori sim`: bots play many games; prints results by seat, points, lengths and how often events happened. */
#include "player.h"
#include "core/dealer.h"
#include "report.h"

#include <math.h>

enum { TALLY_MAX = 64 };

struct sum { /* of one quantity over the games */
    double n, total, squares, min, max;
};
struct stats {
    const struct ir_game *game;
    int64_t games;
    double share[IR_SEATS_MAX]; /* of wins; a shared win is divided */
    int64_t drawn;              /* games with more than one winner */
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

/* Plays one game; returns NULL or an error. */
static const char *game_play(const struct setup *su, struct ir_state *s, struct player *const *bot, uint64_t seed,
                             struct stats *st)
{
    const struct ir_game *g = su->game;
    struct ir_dealer_search dealer;
    struct ir_rng seeds;
    struct course course = {.happened = tally, .to = st};
    ir_dealer_search_start(&dealer, seed);
    ir_rng_seed(&seeds, ~seed);
    for (int i = 0; i < su->seats; i++)
        player_start(bot[i], su, i, ir_rng_next(&seeds));
    const char *wrong = players_play(g, s, bot, &dealer.dealer, &course);
    if (wrong)
        return wrong;
    struct ir_score score;
    int seats = ir_seats(s), winners = 0;
    g->score(s->b, &score);
    for (int i = 0; i < seats; i++) {
        player_end(bot[i], &score);
        winners += score.rank[i] == 0;
    }
    for (int i = 0; i < seats; i++) {
        sum_add(&st->points[i], score.points[i]);
        st->share[i] += score.rank[i] == 0 ? 1.0 / winners : 0;
    }
    st->drawn += winners > 1;
    st->games++;
    sum_add(&st->decisions, (double)course.decisions);
    sum_add(&st->chances, (double)course.chances);
    return NULL;
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
        printf("%-5d %-9s %5.1f %% +- %-4.2f  %8.2f (%.2f)%*s%.0f .. %.0f\n", i, player_name(bot[i]), 100 * st->share[i] / n,
               100 * margin(st->share[i] / n, n), mean(&st->points[i]), deviation(&st->points[i]),
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
        printf(",\"wins\":%.6f,\"wins_margin\":%.6f,\"points\":%.4f,\"points_deviation\":%.4f}", st->share[i] / n,
               margin(st->share[i] / n, n), mean(&st->points[i]), deviation(&st->points[i]));
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

static void bots_close(struct player **bot)
{
    for (int i = 0; i < IR_SEATS_MAX; i++)
        player_close(bot[i]);
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

int sim_run(int argc, char **argv)
{
    const char *name = NULL, *options = "", *bots = NULL;
    int64_t games = 1000, seats = 0, seed = 1;
    int json = 0;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"--games", ARG_NUMBER, &games, 1, 1000000000, "N", "how many games (1000)"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--bots", ARG_TEXT, &bots, 0, 0, "A,B", "who plays: one bot for all seats, or one for each (the quick one)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", options_help()},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N", "the same seed gives the same games (1)"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "print JSON"},
        {.name = NULL},
    };
    int code = args_read("sim", "let bots play many games and print statistics", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    const struct ir_game *g = game_or_complain("sim", name);
    struct setup su;
    struct player *bot[IR_SEATS_MAX] = {0};
    if (!g || setup_read("sim", &su, g, seats, options))
        return 2;
    if (bots_read(&su, bots ? bots : ir_bot_role(g, IR_ROLE_QUICK)->name, bot)) {
        bots_close(bot);
        free(su.deck);
        return 2;
    }
    static struct stats st;
    st.game = g;
    struct ir_state start, s;
    char why[IR_WHY_MAX];
    double t0 = seconds();
    ir_start(g, &start, su.seats, su.options, su.deck, why);
    for (int64_t i = 0; i < games; i++) {
        memcpy(s.b, start.b, ir_state_size(g));
        const char *wrong = game_play(&su, &s, bot, (uint64_t)seed * 0x9e3779b97f4a7c15u + (uint64_t)i, &st);
        if (wrong) {
            complain("sim", "game %lld of seed %lld: %s. This is a bug in irori.", (long long)i, (long long)seed, wrong);
            bots_close(bot);
            free(su.deck);
            return 1;
        }
        if (i % 64 == 63 || i == games - 1)
            progress("playing", i + 1, games);
    }
    if (json)
        print_json(&su, bot, &st);
    else
        print_text(&su, bot, &st, seconds() - t0);
    bots_close(bot);
    free(su.deck);
    return 0;
}
