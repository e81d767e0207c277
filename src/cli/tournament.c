/* tournament.c: `irori tournament`: a round robin, and one rating scale for all bots. */
#include "ratings.h"
#include "report.h"

#include "bots/brain.h"

#include <math.h>

#include "core/banned.h"

enum { BOTS_MAX = 16 };

struct tournament {
    struct setup setup;
    struct arg_list bots;
    int64_t games, searching, seed, threads, reviews;
    const char *ratings;  /* a file, or NULL */
    struct ratings rated; /* what it will say */
    int keep;
    struct arena *cell; /* [i * bots + j]: i measured against j; with two seats only i < j is played */
    struct interval elo[BOTS_MAX];
    int interrupted;
};

/* Does this bot think with more than a glance? Others may be programs, which are not asked. */
static int searches(const struct tournament *t, int i)
{
    const struct ir_bot *b = ir_bot_find(t->setup.game, t->bots.text[i]);
    return b && b->budget.nodes > 1;
}

/* With --searching a bot that searches sits alone among the others, and never in all seats but one: that says the same and
 * takes so many times as long. */
static int plays(const struct tournament *t, int i, int j)
{
    return i != j && (t->setup.seats > 2 ? !t->searching || !searches(t, j) : i < j);
}

static struct arena *cell(const struct tournament *t, int i, int j)
{
    return &t->cell[i * t->bots.n + j];
}

static int64_t games_of(const struct tournament *t, int i, int j)
{
    return t->searching && (searches(t, i) || searches(t, j)) ? t->searching : t->games;
}

/* ---- playing ---- */

static int all_play(struct tournament *t)
{
    uint64_t pairing = 0; /* the first pairing has the deals of `irori match` with the same seed */
    for (int i = 0; i < t->bots.n && !t->interrupted; i++)
        for (int j = 0; j < t->bots.n && !t->interrupted; j++) {
            if (!plays(t, i, j))
                continue;
            struct arena *a = cell(t, i, j);
            uint64_t deals = pairing++; /* those of a pairing that is skipped are not given to another */
            if (ratings_has(&t->rated, t->bots.text[i], t->bots.text[j], (uint64_t)t->seed))
                continue;
            *a = (struct arena){.command = "tournament",
                                .setup = &t->setup,
                                .name = {t->bots.text[i], t->bots.text[j]},
                                .seed = (uint64_t)t->seed,
                                .pairing = deals,
                                .threads = (int)t->threads,
                                .luck = t->ratings && brain_find(t->setup.game) && (searches(t, i) || searches(t, j)),
                                .groups = (games_of(t, i, j) + t->setup.seats - 1) / t->setup.seats};
            int code = arena_play(a);
            if (code)
                return code;
            t->interrupted = a->interrupted;
        }
    return 0;
}

static void rate(struct tournament *t)
{
    struct pairing p[BOTS_MAX * BOTS_MAX];
    int n = 0;
    for (int i = 0; i < t->bots.n; i++)
        for (int j = 0; j < t->bots.n; j++) {
            const struct arena *a = cell(t, i, j);
            if (!plays(t, i, j))
                continue;
            p[n] = (struct pairing){.a = i, .b = j, .seats = t->setup.seats, .error = 0.5};
            if (a->counted) {
                p[n].games = (double)arena_games(a);
                p[n].share = arena_share(a, &p[n].error).at;
            }
            n++;
        }
    stats_ratings(t->bots.n, p, n, t->elo);
}

/* ---- ratings.json ---- */

static int ratings_start(struct tournament *t)
{
    struct ratings *r = &t->rated;
    *r = (struct ratings){.setup = &t->setup, .reviews = t->reviews, .seed = (uint64_t)t->seed, .threads = (int)t->threads};
    int code = t->ratings && t->keep ? ratings_read(r, t->ratings) : 0;
    for (int i = 0; i < t->bots.n && !code; i++) {
        int k = ratings_bot(r, t->bots.text[i]);
        if (k < 0)
            return complain("tournament",
                            "--keep: there is room for %d bots in a table, and with those in %.200s there are more",
                            RATINGS_BOTS_MAX, t->ratings);
        r->bot[k].named = 1;
    }
    if (!code && t->ratings && ratings_normal(r) < 0)
        return complain(
            "tournament",
            "--ratings needs the bot normal among the players: its rating is 1500, and the others' are measured by it");
    return code;
}

/* A plain pairing is worth its games. With luck taken out it is worth as many as would give its error. */
static struct ratings_share measured(const struct arena *a, int wins)
{
    struct ratings_share s = {.worth = (double)arena_games(a)};
    s.at = arena_measured(a, wins, &s.error).at;
    double inner = fmin(0.99, fmax(0.01, s.at));
    if (a->luck && s.error > 0)
        s.worth = inner * (1 - inner) / (s.error * s.error);
    return s;
}

static int ratings_make(struct tournament *t)
{
    struct ratings *r = &t->rated;
    for (int i = 0; i < t->bots.n; i++)
        for (int j = 0; j < t->bots.n; j++) {
            const struct arena *a = cell(t, i, j);
            struct ratings_pairing p = {.a = ratings_bot(r, t->bots.text[i]), .b = ratings_bot(r, t->bots.text[j])};
            if (!plays(t, i, j) || !a->counted)
                continue;
            p.seed = (uint64_t)t->seed;
            p.games = arena_games(a);
            p.wins = measured(a, 1);
            p.ranks = measured(a, 0);
            ratings_add(r, &p);
        }
    ratings_fit(r);
    int code = ratings_noise(r);
    return code ? code : ratings_write(r, t->ratings);
}

/* ---- printing ---- */

/* i's share of wins against j; -1 if they have not met. */
static double share(const struct tournament *t, int i, int j)
{
    if (i == j || (!plays(t, i, j) && !cell(t, j, i)->counted) || (plays(t, i, j) && !cell(t, i, j)->counted))
        return -1;
    if (!plays(t, i, j) && t->setup.seats > 2) /* nobody sat alone among those */
        return -1;
    return plays(t, i, j) ? arena_share(cell(t, i, j), NULL).at : 1 - arena_share(cell(t, j, i), NULL).at;
}

static void print_text(const struct tournament *t)
{
    int width = 3;
    for (int i = 0; i < t->bots.n; i++)
        width = (int)strlen(t->bots.text[i]) > width ? (int)strlen(t->bots.text[i]) : width;
    width = width > 40 ? 40 : width;
    printf("tournament of %s, %d seats, options %s, seed %lld: %lld games a pairing%s\n\n", t->setup.game->name, t->setup.seats,
           t->setup.options[0] ? t->setup.options : t->setup.game->preset->name, (long long)t->seed, (long long)t->games,
           t->interrupted ? "; interrupted: results so far" : "");
    printf("   %-*s     Elo   95 %% interval   ", width, "bot");
    for (int i = 0; i < t->bots.n; i++)
        printf("  %5c ", 'A' + i);
    putchar('\n');
    for (int i = 0; i < t->bots.n; i++) {
        char at[REPORT_ROOM], range[2 * REPORT_ROOM], low[REPORT_ROOM], high[REPORT_ROOM];
        snprintf(range, sizeof range, i ? "%s .. %s" : "the measure", elo_text(t->elo[i].low, low),
                 elo_text(t->elo[i].high, high));
        printf("%c  %-*.*s  %6s   %-16s", 'A' + i, width, width, t->bots.text[i], elo_text(t->elo[i].at, at), range);
        for (int j = 0; j < t->bots.n; j++)
            if (share(t, i, j) < 0)
                printf("  %6s", "-");
            else
                printf("  %6.2f", 100 * share(t, i, j));
        putchar('\n');
    }
    printf("\nOn the right: wins in percent of the row's bot %s the column's (fair: %.2f).\n",
           t->setup.seats == 2 ? "against" : "alone among", 100.0 / t->setup.seats);
}

static void print_json(const struct tournament *t)
{
    printf("{\"game\":\"%s\",\"options\":", t->setup.game->name);
    json_text(t->setup.options);
    printf(",\"seats\":%d,\"seed\":%lld,\"interrupted\":%s,\"bots\":[", t->setup.seats, (long long)t->seed,
           t->interrupted ? "true" : "false");
    for (int i = 0; i < t->bots.n; i++) {
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        json_text(t->bots.text[i]);
        putchar(',');
        json_interval("elo", t->elo[i]);
        putchar('}');
    }
    fputs("],\"matches\":[", stdout);
    int first = 1;
    for (int i = 0; i < t->bots.n; i++)
        for (int j = 0; j < t->bots.n; j++)
            if (plays(t, i, j) && cell(t, i, j)->counted) {
                fputs(first ? "" : ",", stdout);
                report_json(cell(t, i, j));
                first = 0;
            }
    puts("]}");
}

/* Report a wrong name before hours of games, not after. */
static int names_check(const struct tournament *t)
{
    for (int i = 0; i < t->bots.n; i++) {
        struct player *p = player_open("tournament", t->setup.game, t->bots.text[i]);
        if (!p)
            return 2;
        player_close(p);
    }
    return 0;
}

int tournament_run(int argc, char **argv)
{
    const char *name = NULL, *options = "";
    int64_t seats = 0;
    int json = 0;
    static struct tournament t;
    t.games = 1000;
    t.seed = 1;
    t.threads = match_threads();
    t.reviews = 0;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"BOT...", ARG_TEXT, &t.bots, 2, BOTS_MAX, NULL, "two or more players, such as random greedy greedy@5ms"},
        {"--games", ARG_NUMBER, &t.games, 1, 1000000000, "N", "how many games each against each (1000)"},
        {"--searching", ARG_NUMBER, &t.searching, 1, 1000000000, "N", "... if one of them searches (as many)"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", options_help()},
        {"--seed", ARG_NUMBER, &t.seed, 0, INT64_MAX / 2, "N", "the same seed gives the same deals (1)"},
        {"--threads", ARG_NUMBER, &t.threads, 1, ARENA_THREADS_MAX, "N", "how many games at a time (one for each processor)"},
        {"--ratings", ARG_TEXT, &t.ratings, 0, 0, "FILE",
         "write fixed ratings for the bots, where normal has 1500; replaces those for as many seats"},
        {"--keep", ARG_FLAG, &t.keep, 0, 0, NULL,
         "with --ratings: what the file says of as many seats stays and counts; pairings it has with this seed are not played "
         "again"},
        {"--reviews", ARG_NUMBER, &t.reviews, 0, 1000000, "N",
         "with --ratings: games to be reviewed, for ratings without luck (0)"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "print JSON"},
        {.name = NULL},
    };
    int code = args_read("tournament", "everybody against everybody, and a rating for each", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    if (match_setup("tournament", &t.setup, name, seats, options))
        return 2;
    t.cell = calloc((size_t)t.bots.n * (size_t)t.bots.n, sizeof *t.cell);
    code = !t.cell ? complain("tournament", "out of memory") : names_check(&t);
    code = code ? code : ratings_start(&t) ? 2 : 0;
    if (!code && !(code = all_play(&t))) {
        rate(&t);
        if (json)
            print_json(&t);
        else
            print_text(&t);
        if (t.ratings && !t.interrupted)
            code = ratings_make(&t);
        if (t.ratings && !t.interrupted && !code && !json)
            ratings_print(&t.rated);
    }
    ratings_free(&t.rated);
    free(t.cell);
    free(t.setup.deck);
    return code ? code : t.interrupted ? 130 : 0;
}
