/* ratings.c: how much luck is left when reviews take it out, and the file of the bots' ratings. */
#include "ratings.h"

#include "irori_review.h"

#include "core/crypto.h"
#include "keep.h"
#include "learn.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <unistd.h>

#include "core/banned.h"

enum { STEP = 1 << 20, FILE_MAX = 1 << 20 };

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

/* The bot of a seat in the i-th game: all pairs meet equally often. */
static int bot_of(const struct ratings *r, int i, int seat)
{
    return (seat == 0 ? i : i + seat * (i / r->bots)) % r->bots;
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
    parallel(r->threads, (int)r->reviews, game_judge, &jobs);
    for (int i = 0; i < r->reviews; i++) {
        sum.wrong = sum.wrong ? sum.wrong : jobs.tally[i].wrong;
        sum.left += jobs.tally[i].left;
        sum.plain += jobs.tally[i].plain;
    }
    free(jobs.tally);
    r->noise = sum.plain > 0 ? fmin(1, sum.left / sum.plain) : 0; /* a plain result is never worse */
    if (sum.wrong)
        complain("tournament", "while games were reviewed: %s", sum.wrong);
    return sum.wrong != NULL;
}

/* ---- the file ---- */

static json_t *rounded(double v, int digits)
{
    double unit = pow(10, digits);
    return json_real(round(v * unit) / unit);
}

static json_t *scale(struct ratings_at a)
{
    return json_pack("{s:o, s:o}", "at", rounded(a.at, 1), "error", rounded(a.error, 1));
}

static json_t *table_made(const struct ratings *r)
{
    json_t *bots = json_array();
    for (int i = 0; i < r->bots; i++)
        json_array_append_new(bots,
                              json_pack("{s:s, s:I, s:o, s:o}", "name", r->bot[i].name, "games", (json_int_t)r->bot[i].games,
                                        "ranks", scale(r->bot[i].ranks), "wins", scale(r->bot[i].wins)));
    return json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:i, s:o, s:o}", "seats", r->setup->seats, "options",
                     r->setup->options[0] ? r->setup->options : r->setup->game->preset->name, "seed", (json_int_t)r->seed,
                     "games", (json_int_t)r->games, "searching", (json_int_t)(r->searching ? r->searching : r->games),
                     "reviews", (json_int_t)r->reviews, "nodes", r->reviews ? IR_REVIEW_NODES : 0, "noise",
                     rounded(r->noise, 3), "bots", bots);
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
        return complain("tournament", "--ratings %.200s: this file has something else in it; remove it, or name another", path);
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
