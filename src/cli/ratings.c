/* ratings.c: how much luck is left when reviews take it out, and the file of the bots' ratings. */
#include "ratings.h"

#include "irori_review.h"

#include "core/crypto.h"
#include "keep.h"
#include "learn.h"
#include "stats.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <unistd.h>

#include "core/banned.h"

enum { STEP = 1 << 20, DIGITS = 6 };

/* ---- noise ---- */

struct tally {
    const char *wrong;
    double left, plain; /* squares of what differs from the expected share, luck taken out; the same of plain results */
};
struct jobs {
    const struct ratings *ratings;
    struct tally *tally; /* of each game */
};

static uint64_t seed_of(const struct ratings *r, int game, int seat, uint8_t bytes[32])
{
    char text[96];
    uint64_t seed = 0;
    int n = snprintf(text, sizeof text, "irori ratings %llu %d %d", (unsigned long long)r->seed, game, seat);
    ir_blake2b(bytes, text, (size_t)n);
    memcpy(&seed, bytes, sizeof seed);
    return seed;
}

/* The bot of a seat in the i-th game: all pairs of the named ones meet equally often. */
static int bot_of(const struct ratings *r, int i, int seat)
{
    int named[RATINGS_BOTS_MAX] = {0}, n = 0;
    for (int k = 0; k < r->bots; k++)
        if (r->bot[k].named)
            named[n++] = k;
    n = n ? n : 1;
    return named[(seat == 0 ? i : i + seat * (i / n)) % n];
}

/* Plays a game; returns its record as text, which the caller frees, or NULL. */
static char *game_text(const struct ratings *r, int i, struct tally *t)
{
    const struct ir_game *g = r->setup->game;
    struct player *seat[IR_SEATS_MAX] = {NULL};
    struct ir_dealer_keyed dealer;
    struct ir_state s;
    struct rows rows = {0};
    struct course course = {.rows = &rows};
    char why[IR_WHY_MAX], *text = NULL;
    size_t size = 0;
    uint8_t bytes[32];
    FILE *f = open_memstream(&text, &size);
    if (!f || ir_start(g, &s, r->setup->seats, r->setup->options, r->setup->deck, why))
        t->wrong = "a game could not be started";
    for (int k = 0; k < r->setup->seats && !t->wrong; k++) {
        seat[k] = player_open("tournament", g, r->bot[bot_of(r, i, k)].name);
        if (seat[k])
            player_start(seat[k], r->setup, k, seed_of(r, i, k, bytes));
        else
            t->wrong = "a player could not be started";
    }
    seed_of(r, i, IR_SEATS_MAX, bytes);
    ir_dealer_keyed_start(&dealer, bytes, 0);
    if (!t->wrong)
        t->wrong = players_play(g, &s, seat, &dealer.dealer, &course);
    if (!t->wrong)
        t->wrong = keep_print(f, r->setup, seat, &rows);
    for (int k = 0; k < r->setup->seats; k++)
        player_close(seat[k]);
    if (f)
        fclose(f);
    free(rows.row);
    return text;
}

/* By the model of the ratings: the win is a lottery, and each holds 10^(rating / 400) tickets. */
static double expected(const struct ratings *r, int i, int seat)
{
    double all = 0, mine = pow(10, r->bot[bot_of(r, i, seat)].wins.at / 400);
    for (int k = 0; k < r->setup->seats; k++)
        all += pow(10, r->bot[bot_of(r, i, k)].wins.at / 400);
    return mine / all;
}

static void game_judge(void *context, int i)
{
    const struct jobs *jobs = context;
    const struct ratings *r = jobs->ratings;
    struct tally *t = &jobs->tally[i];
    struct loaded l = {.deck = r->setup->deck};
    char why[IR_WHY_MAX];
    char *text = game_text(r, i, t);
    if (t->wrong || record_open(&l, text, why)) {
        t->wrong = t->wrong ? t->wrong : "the record of a game could not be read";
    } else {
        size_t size = ir_review_size(&l.replay);
        struct ir_review *review = ir_review_open(grab(1, size), size, &l.replay, IR_REVIEW_NODES, r->seed);
        while (!ir_review_step(review, STEP))
            ;
        const struct ir_review_result *made = ir_review_result(review);
        for (int k = 0; k < made->seats; k++) {
            double mean = expected(r, i, k), share = made->seat[k].result - made->seat[k].luck;
            t->left += (share - mean) * (share - mean);
            t->plain += mean * (1 - mean);
        }
        free(review);
    }
    l.deck = NULL; /* it is the setup's */
    record_free(&l);
    free(text);
}

int ratings_noise(struct ratings *r)
{
    struct jobs jobs = {.ratings = r, .tally = grab((size_t)r->reviews + 1, sizeof(struct tally))};
    struct tally sum = {0};
    double squares = 0;
    if (r->noise > 0 || !r->reviews) {
        free(jobs.tally);
        return 0;
    }
    parallel(r->threads, (int)r->reviews, game_judge, &jobs);
    for (int i = 0; i < r->reviews; i++) {
        sum.wrong = sum.wrong ? sum.wrong : jobs.tally[i].wrong;
        sum.left += jobs.tally[i].left;
        sum.plain += jobs.tally[i].plain;
    }
    double ratio = sum.plain > 0 ? sum.left / sum.plain : 0;
    for (int i = 0; i < r->reviews; i++) /* the error of a quotient of sums, games being independent */
        squares += pow(jobs.tally[i].left - ratio * jobs.tally[i].plain, 2);
    free(jobs.tally);
    r->noise = fmin(1, ratio); /* a plain result is never worse */
    r->noise_error = sum.plain > 0 ? sqrt(squares) / sum.plain : 0;
    if (sum.wrong)
        complain("tournament", "while games were reviewed: %s", sum.wrong);
    return sum.wrong != NULL;
}

/* ---- pairings ---- */

int ratings_normal(const struct ratings *r)
{
    for (int i = 0; i < r->bots; i++)
        if (strcmp(r->bot[i].name, "normal") == 0)
            return i;
    return -1;
}

int ratings_bot(struct ratings *r, const char *name)
{
    for (int i = 0; i < r->bots; i++)
        if (strcmp(r->bot[i].name, name) == 0)
            return i;
    if (r->bots == RATINGS_BOTS_MAX)
        return -1;
    r->bot[r->bots].name = name;
    return r->bots++;
}

int ratings_has(const struct ratings *r, const char *a, const char *b, uint64_t seed)
{
    int turned = r->setup->seats == 2; /* both have all seats then: the other way round it is the same games */
    for (int i = 0; i < r->pairings; i++) {
        const char *x = r->bot[r->pairing[i].a].name, *y = r->bot[r->pairing[i].b].name;
        if (r->pairing[i].seed == seed &&
            ((strcmp(x, a) == 0 && strcmp(y, b) == 0) || (turned && strcmp(x, b) == 0 && strcmp(y, a) == 0)))
            return 1;
    }
    return 0;
}

void ratings_add(struct ratings *r, const struct ratings_pairing *p)
{
    struct ratings_pairing *more = grab((size_t)r->pairings + 1, sizeof *more);
    if (r->pairings)
        memcpy(more, r->pairing, (size_t)r->pairings * sizeof *more);
    free(r->pairing);
    r->pairing = more;
    r->pairing[r->pairings++] = *p;
    r->bot[p->a].games += p->games;
    r->bot[p->b].games += p->games;
}

static void fit(const struct ratings *r, int wins, struct interval elo[])
{
    struct pairing *p = grab((size_t)r->pairings + 1, sizeof *p);
    struct interval found[RATINGS_BOTS_MAX];
    int normal = ratings_normal(r), n = 0;
    for (int i = 0; i < r->pairings; i++) {
        const struct ratings_pairing *q = &r->pairing[i];
        struct ratings_share at = wins ? q->wins : q->ranks;
        /* the measure is bot 0 there: it changes places with the one who is */
        int a = q->a == normal ? 0 : q->a == 0 ? normal : q->a, b = q->b == normal ? 0 : q->b == 0 ? normal : q->b, k = 0;
        while (k < n && (p[k].a != a || p[k].b != b))
            k++;
        if (k == n)
            p[n++] = (struct pairing){.a = a, .b = b, .seats = wins ? r->setup->seats : 2};
        double all = p[k].games + at.worth, before = p[k].games / all;
        p[k].share = before * p[k].share + (1 - before) * at.at;
        p[k].error = sqrt(before * before * p[k].error * p[k].error + (1 - before) * (1 - before) * at.error * at.error);
        p[k].games = all;
    }
    stats_ratings(r->bots, p, n, found);
    for (int i = 0; i < r->bots; i++)
        elo[i] = found[i == normal ? 0 : i == 0 ? normal : i];
    free(p);
}

static struct ratings_at at(const struct interval *elo)
{
    return (struct ratings_at){RATINGS_NORMAL + elo->at, (elo->high - elo->low) / 2 / RATINGS_INTERVAL};
}

/* Two scales, which are one with two seats: ratings compare ranks, and ratings without luck shares of the win. A bot that wants
 * nothing but the win may be ranked last as often as a weaker one. */
void ratings_fit(struct ratings *r)
{
    struct interval ranks[RATINGS_BOTS_MAX], wins[RATINGS_BOTS_MAX];
    fit(r, 0, ranks);
    fit(r, 1, wins);
    for (int i = 0; i < r->bots; i++) {
        r->bot[i].ranks = at(&ranks[i]);
        r->bot[i].wins = at(&wins[i]);
    }
}

void ratings_print(const struct ratings *r)
{
    printf("\nratings by ranks, by wins, and their standard errors (normal is the measure):\n");
    for (int i = 0; i < r->bots; i++)
        printf("  %-10s %7.1f +- %4.1f   %7.1f +- %4.1f   %lld games\n", r->bot[i].name, r->bot[i].ranks.at,
               r->bot[i].ranks.error, r->bot[i].wins.at, r->bot[i].wins.error, (long long)r->bot[i].games);
    if (r->noise > 0)
        printf("  noise %.3f\n", r->noise);
}

void ratings_free(struct ratings *r)
{
    free(r->pairing);
    json_decref(r->file);
}

/* ---- the file ---- */

static const char *options_of(const struct ratings *r)
{
    return r->setup->options[0] ? r->setup->options : r->setup->game->preset->name;
}

static json_t *rounded(double v, int digits)
{
    double unit = pow(10, digits);
    return json_real(round(v * unit) / unit);
}

static json_t *scale(struct ratings_at a)
{
    return json_pack("{s:o, s:o}", "at", rounded(a.at, 1), "error", rounded(a.error, 1));
}

static json_t *share(struct ratings_share a)
{
    return json_pack("{s:o, s:o, s:o}", "at", rounded(a.at, DIGITS), "error", rounded(a.error, DIGITS), "worth",
                     rounded(a.worth, 1));
}

static json_t *table_made(const struct ratings *r)
{
    json_t *bots = json_array(), *pairings = json_array();
    for (int i = 0; i < r->bots; i++)
        json_array_append_new(bots,
                              json_pack("{s:s, s:I, s:o, s:o}", "name", r->bot[i].name, "games", (json_int_t)r->bot[i].games,
                                        "ranks", scale(r->bot[i].ranks), "wins", scale(r->bot[i].wins)));
    for (int i = 0; i < r->pairings; i++)
        json_array_append_new(pairings, json_pack("{s:s, s:s, s:I, s:I, s:o, s:o}", "a", r->bot[r->pairing[i].a].name, "b",
                                                  r->bot[r->pairing[i].b].name, "seed", (json_int_t)r->pairing[i].seed, "games",
                                                  (json_int_t)r->pairing[i].games, "ranks", share(r->pairing[i].ranks), "wins",
                                                  share(r->pairing[i].wins)));
    return json_pack("{s:i, s:s, s:I, s:i, s:o, s:o*, s:o, s:o}", "seats", r->setup->seats, "options", options_of(r), "reviews",
                     (json_int_t)r->reviews, "nodes", r->reviews ? IR_REVIEW_NODES : 0, "noise", rounded(r->noise, 3),
                     "noise_error", r->noise_error > 0 ? rounded(r->noise_error, 3) : NULL, "bots", bots, "pairings", pairings);
}

static int other_file(const char *path)
{
    return complain("tournament", "--ratings %.200s: this file has something else in it; remove it, or name another", path);
}

static int pairings_take(struct ratings *r, const json_t *pairings, const char *path)
{
    size_t i;
    json_t *one;
    json_array_foreach(pairings, i, one)
    {
        struct ratings_pairing p = {0};
        const char *a, *b;
        json_int_t seed, games;
        if (json_unpack(one, "{s:s, s:s, s:I, s:I, s:{s:F, s:F, s:F}, s:{s:F, s:F, s:F}}", "a", &a, "b", &b, "seed", &seed,
                        "games", &games, "ranks", "at", &p.ranks.at, "error", &p.ranks.error, "worth", &p.ranks.worth, "wins",
                        "at", &p.wins.at, "error", &p.wins.error, "worth", &p.wins.worth) ||
            games < 1 || !(p.ranks.error > 0) || !(p.wins.error > 0) || !(p.ranks.worth > 0) || !(p.wins.worth > 0))
            return other_file(path);
        p.a = ratings_bot(r, a);
        p.b = ratings_bot(r, b);
        p.seed = (uint64_t)seed;
        p.games = games;
        if (p.a < 0 || p.b < 0 || p.a == p.b)
            return other_file(path);
        ratings_add(r, &p);
    }
    return 0;
}

int ratings_read(struct ratings *r, const char *path)
{
    size_t i;
    json_t *table;
    if (access(path, F_OK))
        return 0;
    r->file = json_load_file(path, 0, NULL);
    if (!json_is_array(json_object_get(r->file, "tables")))
        return other_file(path);
    json_array_foreach(json_object_get(r->file, "tables"), i, table)
    {
        const char *options = json_string_value(json_object_get(table, "options"));
        if (json_integer_value(json_object_get(table, "seats")) != r->setup->seats)
            continue;
        if (!options || strcmp(options, options_of(r)) != 0)
            return complain("tournament",
                            "--keep: the table of %.200s for %d seats has the options \"%.60s\", and you asked for \"%.60s\"",
                            path, r->setup->seats, options ? options : "", options_of(r));
        r->noise = json_number_value(json_object_get(table, "noise"));
        r->noise_error = json_number_value(json_object_get(table, "noise_error"));
        if (r->noise > 0)
            r->reviews = json_integer_value(json_object_get(table, "reviews"));
        return pairings_take(r, json_object_get(table, "pairings"), path);
    }
    return 0;
}

int ratings_write(const struct ratings *r, const char *path)
{
    json_t *tables = json_array(), *made = table_made(r), *before = access(path, F_OK) ? NULL : json_load_file(path, 0, NULL),
           *old;
    size_t i;
    int wrong = !made;
    if (!access(path, F_OK) && !json_is_array(json_object_get(before, "tables"))) {
        json_decref(before);
        json_decref(tables);
        json_decref(made);
        return other_file(path);
    }
    json_array_foreach(json_object_get(before, "tables"), i, old)
    {
        json_int_t seats = json_integer_value(json_object_get(old, "seats"));
        if (made && seats > r->setup->seats) {
            json_array_append_new(tables, made);
            made = NULL;
        }
        if (seats != r->setup->seats)
            json_array_append(tables, old);
    }
    if (made)
        json_array_append_new(tables, made);
    json_t *all =
        json_pack("{s:s, s:s, s:o}", "game", r->setup->game->name, "made", "irori tournament --ratings", "tables", tables);
    wrong |= !all || json_dump_file(all, path, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(all);
    json_decref(before);
    return wrong ? complain("tournament", "--ratings %.200s: %s", path, errno ? strerror(errno) : "cannot be written") : 0;
}
