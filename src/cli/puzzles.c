/* puzzles.c: `irori puzzles`: positions with one best move, from records or from games that bots play for it, as a pack
 * (docs/puzzles.md); and a check of a pack that is there.
 *
 * Games are looked through on any number of threads and counted in order, so the pack depends on the seed alone. The judge and
 * the bots that try a puzzle get what its seat could know. */
#include "arena.h"
#include "maker.h"
#include "parallel.h"

#include <pthread.h>

#include "core/banned.h"

struct shop { /* of one making: what its workers share */
    const struct setup *setup;
    const struct arg_list *files;
    struct ir_state start;
    struct making how;
    int64_t sources, seed;
    /* under the lock: */
    pthread_mutex_t lock;
    int64_t next, counted, wanted, found;
    struct batch *batch; /* of every source */
    const char *wrong;
    int bad; /* a file that is no record of this game */
    int64_t fate[FATES];
    FILE *out;
};
struct worker {
    struct shop *shop;
    struct player *bot[PACK_LEVELS][IR_SEATS_MAX];
    struct rows rows;
};

/* A game of bots of mixed levels, as a record. */
static const char *game_play(struct worker *w, int64_t number, uint64_t seed, struct loaded *l)
{
    const struct setup *su = w->shop->setup;
    struct player *seat[IR_SEATS_MAX];
    struct ir_dealer_search dealer;
    struct ir_rng seeds;
    struct ir_state s;
    struct ir_record r;
    struct course course = {.rows = &w->rows};
    char why[IR_WHY_MAX], line[8 * IR_LINE_MAX], *text = NULL;
    struct ir_text t;
    size_t size;
    int levels = 1;
    while (levels < PACK_LEVELS && w->bot[levels][0])
        levels++;
    memcpy(s.b, w->shop->start.b, ir_state_size(su->game));
    ir_dealer_search_start(&dealer, seed);
    ir_rng_seed(&seeds, ~seed);
    if (ir_record_begin(&r, su->game, su->seats, su->options, NULL, why))
        return "a game could not be recorded";
    for (int i = 0, pick = (int)number; i < su->seats; i++, pick /= levels) {
        seat[i] = w->bot[pick % levels][i];
        player_start(seat[i], su, i, ir_rng_next(&seeds));
        snprintf(r.name[i], IR_NAME_MAX, "bot:%s", player_label(seat[i]));
    }
    const char *wrong = players_play(su->game, &s, seat, &dealer.dealer, &course);
    FILE *out = wrong ? NULL : open_memstream(&text, &size);
    if (!out)
        return wrong ? wrong : "out of memory";
    ir_text_start(&t, line, sizeof line);
    ir_record_print_header(&r, &t);
    fputs(line, out);
    for (size_t i = 0; i < w->rows.n; i++) {
        if (ir_record_row(&r, w->rows.row[i].actor, w->rows.row[i].move, NULL, why))
            wrong = "a game could not be recorded";
        ir_text_start(&t, line, sizeof line);
        ir_record_print_row(&r, &w->rows.row[i], &t);
        fputs(line, out);
    }
    ir_text_start(&t, line, sizeof line);
    ir_record_print_end(&r, &t);
    fputs(line, out);
    if (fclose(out) || record_open(l, text, why))
        wrong = "a game could not be recorded";
    free(text);
    return wrong;
}

static const char *source_take(struct worker *w, int64_t number, struct batch *b)
{
    struct shop *shop = w->shop;
    struct loaded l = {.memory = NULL};
    const char *wrong = NULL;
    uint64_t seed = (uint64_t)shop->seed * 0x9e3779b97f4a7c15u + (uint64_t)number;
    if (!shop->files->n) {
        wrong = game_play(w, number, seed, &l);
    } else if (record_load("puzzles", shop->files->text[number], NULL, &l)) {
        return "";
    } else if (l.replay.record.game != shop->setup->game || l.deck) {
        complain("puzzles", "%s: puzzles are made of games of %s with a deck of ours", shop->files->text[number],
                 shop->setup->game->name);
        wrong = "";
    }
    if (!wrong)
        wrong = batch_make(&shop->how, &l.replay, seed, b);
    record_free(&l);
    return wrong;
}

/* ---- threads ---- */

/* Writes what is ready, in order. */
static void batches_count(struct shop *s)
{
    for (struct batch *b; s->counted < s->sources && s->found < s->wanted && (b = &s->batch[s->counted])->ready; s->counted++) {
        fates_add(s->fate, b->fate);
        s->found += b->puzzles;
        if (b->text)
            fputs(b->text, s->out);
        fflush(s->out);
        free(b->text);
        b->text = NULL;
    }
}

static void work(void *all, int i)
{
    struct worker *w = (struct worker *)all + i;
    struct shop *s = w->shop;
    pthread_mutex_lock(&s->lock);
    while (!s->wrong && !maker_stopped() && s->next < s->sources && s->found < s->wanted) {
        int64_t number = s->next++;
        struct batch b = {.ready = 1};
        pthread_mutex_unlock(&s->lock);
        const char *wrong = source_take(w, number, &b);
        pthread_mutex_lock(&s->lock);
        if (maker_stopped()) { /* a game that was not looked through does not count */
            free(b.text);
            break;
        }
        if (wrong && *wrong)
            s->wrong = wrong;
        s->bad |= wrong && !*wrong;
        s->batch[number] = b;
        batches_count(s);
        progress("making", s->wanted < INT64_MAX ? s->found : s->counted, s->wanted < INT64_MAX ? s->wanted : s->sources);
    }
    pthread_mutex_unlock(&s->lock);
}

static int workers_open(struct shop *s, struct worker *w, int n)
{
    const struct ir_bot *level;
    for (int i = 0; i < n; i++) {
        w[i].shop = s;
        for (int k = 0; k < PACK_LEVELS && (level = ir_bot_level(s->setup->game, k)); k++)
            for (int seat = 0; seat < s->setup->seats; seat++)
                if (!(w[i].bot[k][seat] = player_open("puzzles", s->setup->game, level->name)))
                    return 0;
    }
    return 1;
}

static void workers_close(struct worker *w, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < PACK_LEVELS; k++)
            for (int seat = 0; seat < IR_SEATS_MAX; seat++)
                player_close(w[i].bot[k][seat]);
        free(w[i].rows.row);
    }
    free(w);
}

static int shop_run(struct shop *s, int threads)
{
    char why[IR_WHY_MAX];
    threads = threads > 1 ? threads : 1;
    struct worker *w = calloc((size_t)threads, sizeof *w);
    int code = 0;
    s->batch = calloc((size_t)s->sources, sizeof *s->batch);
    if (!w || !s->batch)
        code = complain("puzzles", "out of memory");
    else if (!workers_open(s, w, threads))
        code = 2;
    if (w && s->batch && !code) {
        ir_start(s->setup->game, &s->start, s->setup->seats, s->setup->options, NULL, why);
        maker_begin();
        pthread_mutex_init(&s->lock, NULL);
        pack_head(s->out, s->setup->game, s->how.nodes);
        parallel(threads, threads, work, w);
        progress("making", 1, 1);
        pthread_mutex_destroy(&s->lock);
        maker_end();
        if (s->wrong)
            complain("puzzles", "%s", s->wrong);
        if (!s->bad || s->found)
            fates_print(s->counted, s->fate);
        code = s->wrong || s->bad;
    }
    for (int64_t i = 0; s->batch && i < s->sources; i++)
        free(s->batch[i].text);
    free(s->batch);
    if (w)
        workers_close(w, threads);
    return code;
}

/* ---- packs that are there ---- */

static void sight_of(const struct puzzle *p, struct ir_replay *r, struct sight *s)
{
    *s = (struct sight){.game = r->record.game, .row = p->row};
    for (ir_replay_seek(r, 0); r->at < p->row;) {
        struct ir_state before = r->state;
        ir_replay_next(r, NULL);
        ir_note(s->game, &s->notes, &before, &r->state);
    }
    ir_replay_view(r, p->seat, &s->view);
}

/* Judges every `every`-th puzzle again. */
static int pack_check(const char *path, int64_t nodes, int64_t seed, int64_t every)
{
    struct pack pack;
    struct puzzle p;
    struct ir_review_move move[IR_REVIEW_MOVES];
    int64_t n = 0, looked = 0, stands = 0, sure = 0;
    int more = 0;
    if (pack_open(&pack, "puzzles", path)) {
        pack_close(&pack);
        return 1;
    }
    nodes = nodes ? nodes : pack.nodes * MAKER_TIMES;
    while ((more = pack_next(&pack, &p)) > 0) {
        struct sight s;
        struct ir_review_decision d;
        if (n++ % every)
            continue;
        sight_of(&p, &pack.loaded.replay, &s);
        look_at(&s, (uint64_t)nodes, (uint64_t)seed, &d, move);
        int same = d.best == p.move[0].move;
        looked++;
        stands += same;
        sure += same && d.margin > 2 * d.doubt;
        if (!same) {
            char text[2][IR_TEXT_MAX];
            ir_move_text(s.game, p.move[0].move, text[0]);
            ir_move_text(s.game, d.best, text[1]);
            printf("%08x: the answer is %s, but now %s is better by %.4f +- %.4f\n", (unsigned)p.id, text[0], text[1], d.margin,
                   d.doubt);
        }
    }
    pack_close(&pack);
    if (more < 0)
        return 1;
    if (!looked)
        return complain("puzzles", "%s holds no puzzles", path);
    printf(
        "%s: %lld puzzles judged with seed %lld at %lld nodes; the answer stands in %lld (%.1f %%), beyond two errors in %lld "
        "(%.1f %%)\n",
        path, (long long)looked, (long long)seed, (long long)nodes, (long long)stands, 100.0 * (double)stands / (double)looked,
        (long long)sure, 100.0 * (double)sure / (double)looked);
    return stands != looked;
}

static FILE *out_open(const char *path)
{
    FILE *out = path ? fopen(path, "wb") : stdout;
    if (!out)
        complain("puzzles", "--out %.200s: the file cannot be written", path);
    return out;
}
/* 0, or an exit code. */
static int out_close(FILE *out, const char *path)
{
    if (!path || fclose(out) == 0)
        return 0;
    return complain("puzzles", "--out %.200s: the file could not be written (is the disk full?)", path);
}

/* Writes a pack again with ratings from what the bots are rated now. It may replace the file it was read from. */
static int pack_rate(const char *path, const char *to)
{
    struct pack pack;
    struct puzzle p;
    int more = -1;
    FILE *out = pack_open(&pack, "puzzles", path) ? NULL : out_open(to);
    if (out) {
        pack_head(out, pack.game, pack.nodes);
        while ((more = pack_next(&pack, &p)) > 0) {
            puzzle_rate(&p, pack.game, ir_seats(&pack.loaded.replay.state));
            if (pack.fresh)
                pack_record(out, &pack.loaded.replay, pack.loaded.replay.rows - 1);
            pack_puzzle(out, pack.game, &p);
        }
    }
    pack_close(&pack);
    return (out && out_close(out, to)) || more < 0;
}

int puzzles_run(int argc, char **argv)
{
    static struct arg_list files;
    struct shop s = {
        .seed = 1, .how = {.nodes = IR_REVIEW_NODES, .each = 3}, .sources = 100, .wanted = INT64_MAX, .files = &files};
    const char *name = NULL, *options = "", *out = NULL, *check = NULL, *rate = NULL;
    int64_t seats = 0, threads = 1, judge = 0, every = 1;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"FILE...", ARG_TEXT, &files, 0, ARG_LIST_MAX, NULL,
         "records to make puzzles of; without any, bots of all levels play for it"},
        {"--games", ARG_NUMBER, &s.sources, 1, 1000000, "N", "how many games bots play (100)"},
        {"--puzzles", ARG_NUMBER, &s.wanted, 1, 1000000, "N", "stop when there are so many"},
        {"--each", ARG_NUMBER, &s.how.each, 1, 100, "N", "how many from one game at most (3)"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", options_help()},
        {"--nodes", ARG_NUMBER, &judge, 1000, 100000000, "N",
         "how long to judge a decision (20000; an answer is verified with ten times as many)"},
        {"--seed", ARG_NUMBER, &s.seed, 0, INT64_MAX / 2, "N", "the same seed gives the same puzzles (1)"},
        {"--threads", ARG_NUMBER, &threads, 1, ARENA_THREADS_MAX, "N", "how many games at a time (1); the pack is the same"},
        {"--out", ARG_TEXT, &out, 0, 0, "FILE", "where to write the pack (standard output)"},
        {"--check", ARG_TEXT, &check, 0, 0, "FILE", "judge the puzzles of a pack again, with ten times its nodes"},
        {"--every", ARG_NUMBER, &every, 1, 1000000, "N", "with --check: only every N-th"},
        {"--rate", ARG_TEXT, &rate, 0, 0, "FILE", "write a pack again, with ratings from how the bots are rated now"},
        {.name = NULL},
    };
    int code = args_read("puzzles", "make puzzles of games: positions with one best move", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    const struct ir_game *g = game_or_complain("puzzles", name);
    struct setup su;
    if (!g)
        return 2;
    if (check)
        return pack_check(check, judge, s.seed, every);
    if (rate)
        return pack_rate(rate, out);
    if (setup_read("puzzles", &su, g, seats, options))
        return 2;
    if (su.deck) {
        free(su.deck);
        return complain("puzzles", "puzzles are made with a deck of ours: the page has no other");
    }
    if (!(s.out = out_open(out)))
        return 2;
    s.setup = &su;
    s.how.nodes = judge ? judge : s.how.nodes;
    s.sources = files.n ? files.n : s.sources;
    code = shop_run(&s, (int)(threads < s.sources ? threads : s.sources));
    if (out_close(s.out, out))
        code = 1;
    return code;
}
