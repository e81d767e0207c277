/* puzzles.c: `irori puzzles`: positions with one best move, from records or from games that bots play for it, as a pack
 * (docs/puzzles.md); and a check of a pack that is there.
 *
 * Games are looked through on any number of threads and counted in order, so the pack depends on the seed alone. The judge and
 * the bots that try a puzzle get what its seat could know. */
#include "arena.h"
#include "core/core.h"
#include "pack.h"
#include "parallel.h"

#include <pthread.h>
#include <signal.h>

#include "core/banned.h"

/* A puzzle has to be worth solving. */
enum { LEGAL_LEAST = 3, TRIES = 8, TIMES = 10, SCREEN = 5 };
#define MARGIN_LEAST 0.04 /* of a win: what the next best move loses */
#define SURE         4.0  /* times its error */
#define OPEN_LEAST   0.05 /* the chance of winning after the best move: below and above the game is decided */
#define OPEN_MOST    0.97

/* Why a decision is no puzzle. */
enum fate_of { FEW, UNCLEAR, DECIDED, TRIVIAL, UNSURE, FELL, RIVAL, SPARE, KEPT, FATES };
static const char *const fate_text[FATES] = {
    "fewer than three moves, or only one worth a thought",
    "no move better than all others by a clear margin, at a first look",
    "the game was decided",
    "a quick look finds the move",
    "the margin did not hold at the usual nodes",
    "the answer did not stand with another seed at ten times the nodes",
    "another move is no slip beyond doubt",
    "enough puzzles from this game",
    "kept",
};

struct shop { /* of one making: what its workers share */
    const struct setup *setup;
    const struct arg_list *files;
    struct ir_state start;
    int64_t sources, seed, nodes, each;
    /* under the lock: */
    pthread_mutex_t lock;
    int64_t next, counted, wanted, found;
    struct batch *batch; /* of every source */
    const char *wrong;
    int bad; /* a file that is no record of this game */
    int64_t fate[FATES];
    FILE *out;
};
struct batch { /* the puzzles of one game, and what became of its other decisions */
    int ready, puzzles;
    char *text;
    int64_t fate[FATES];
};
struct worker {
    struct shop *shop;
    struct player *bot[PACK_LEVELS][IR_SEATS_MAX];
    struct rows rows;
};

/* ---- Ctrl-C ---- */

static volatile int interrupted;
static void on_interrupt(int signal)
{
    (void)signal;
    if (__atomic_add_fetch(&interrupted, 1, __ATOMIC_RELAXED) > 2)
        _Exit(130);
}
static int stopped(void)
{
    return __atomic_load_n(&interrupted, __ATOMIC_RELAXED);
}

/* ---- a decision ---- */

struct sight {
    const struct ir_game *game;
    struct ir_view view;
    struct ir_notes notes;
    uint32_t row;
};

static void look_at(const struct sight *s, uint64_t nodes, uint64_t seed, struct ir_review_decision *d,
                    struct ir_review_move move[IR_REVIEW_MOVES])
{
    ir_review_position(s->game, &s->view, &s->notes, IR_NO_MOVE, nodes, seed, s->row, d, move);
}

/* How many of the tries of a bot find the move. Other seeds than the judge's. */
static int tries_of(const struct sight *s, const struct ir_bot *bot, ir_move answer, int tries, uint64_t seed)
{
    int solved = 0;
    for (int i = 0; i < tries; i++) {
        struct ir_rng rng;
        ir_rng_seed(&rng, (seed * 0x9e3779b97f4a7c15u + s->row) * 64 + (uint64_t)i);
        solved += ir_bot_move(bot, s->game, &s->view, &s->notes, &rng, NULL) == answer;
    }
    return solved;
}

static int clear(const struct ir_review_decision *d, double sure)
{
    return d->margin >= MARGIN_LEAST && d->margin > sure * d->doubt;
}

static int by_value(const void *a, const void *b)
{
    double x = ((const struct ir_review_move *)a)->value, y = ((const struct ir_review_move *)b)->value;
    return (x < y) - (x > y);
}

/* The answer stays first. Moves that nobody looked at, because another is never worse, are left out. How many there are. */
static int moves_sort(struct ir_review_move *move, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (move[i].samples)
            move[kept++] = move[i];
    qsort(move + 1, (size_t)kept - 1, sizeof *move, by_value);
    return kept;
}

/* The judge compares two moves. So each of the others is judged as if it had been played: it has to be a slip, and what it
 * loses gives its chance. */
static int others_lose(const struct sight *s, uint64_t nodes, uint64_t seed, struct puzzle *p)
{
    struct ir_review_decision d;
    struct ir_review_move judged[IR_REVIEW_MOVES];
    for (int i = 1; i < p->moves; i++) {
        ir_review_position(s->game, &s->view, &s->notes, p->move[i].move, nodes, seed, s->row, &d, judged);
        if (d.kind != IR_REVIEW_SLIP || d.best != p->move[0].move)
            return 0;
        p->move[i].value = p->move[0].value + d.loss[d.seat];
        p->move[i].value = p->move[i].value > 0 ? p->move[i].value : 0;
    }
    qsort(p->move + 1, (size_t)p->moves - 1, sizeof *p->move, by_value);
    return 1;
}

/* Looks harder and harder: most decisions fall out early and cost little. */
static enum fate_of weigh(const struct sight *s, int64_t nodes, uint64_t seed, struct puzzle *p)
{
    struct ir_review_decision d;
    ir_move legal[IR_MOVES_MAX], answer;
    const struct ir_bot *level;
    memset(p, 0, sizeof *p);
    if (s->game->legal(&s->view, legal) < LEGAL_LEAST)
        return FEW;
    look_at(s, (uint64_t)nodes / SCREEN, seed, &d, p->move);
    answer = d.best;
    if (d.moves < 2 || !p->move[1].samples)
        return FEW;
    if (!clear(&d, 1))
        return UNCLEAR;
    if (p->move[0].value < OPEN_LEAST || p->move[0].value > OPEN_MOST)
        return DECIDED;
    if (tries_of(s, ir_bot_role(s->game, IR_ROLE_QUICK), answer, 1, seed) &&
        2 * tries_of(s, ir_bot_level(s->game, 0), answer, TRIES, seed) > TRIES)
        return TRIVIAL;
    look_at(s, (uint64_t)nodes, seed, &d, p->move);
    if (d.best != answer || !clear(&d, SURE / 2))
        return UNSURE;
    look_at(s, (uint64_t)nodes * TIMES, seed + 1, &d, p->move);
    if (d.best != answer || !clear(&d, SURE))
        return FELL;
    p->margin = d.margin;
    p->doubt = d.doubt;
    p->moves = moves_sort(p->move, d.moves);
    if (!others_lose(s, (uint64_t)nodes * TIMES / 2, seed + 2, p))
        return RIVAL;
    p->row = s->row;
    p->seat = s->view.seat;
    p->tries = TRIES;
    for (; p->levels < PACK_LEVELS && (level = ir_bot_level(s->game, p->levels)); p->levels++)
        p->solved[p->levels] = tries_of(s, level, answer, TRIES, seed);
    return KEPT;
}

/* ---- a game ---- */

static int by_row(const void *a, const void *b)
{
    uint32_t x = ((const struct puzzle *)a)->row, y = ((const struct puzzle *)b)->row;
    return (x > y) - (x < y);
}

/* More puzzles than wanted: any of them, so that the beginning of games is not preferred. */
static int thin(struct puzzle *all, int n, int most, uint64_t seed)
{
    struct ir_rng rng;
    ir_rng_seed(&rng, ~seed);
    for (; n > most; n--)
        all[ir_rng_below(&rng, (uint32_t)n)] = all[n - 1];
    qsort(all, (size_t)n, sizeof *all, by_row);
    return n;
}

static const char *batch_make(const struct shop *shop, struct ir_replay *r, uint64_t seed, struct batch *b)
{
    struct sight s = {.game = r->record.game};
    struct puzzle *all = calloc(r->rows + 1, sizeof *all);
    size_t size;
    int n = 0;
    FILE *out = all ? open_memstream(&b->text, &size) : NULL;
    if (!out) {
        free(all);
        return "out of memory";
    }
    for (ir_replay_seek(r, 0); r->at < r->rows && !stopped();) {
        struct ir_state before = r->state;
        s.row = r->at;
        if (r->row[r->at].actor != IR_CHANCE) {
            ir_replay_view(r, r->row[r->at].actor, &s.view);
            enum fate_of fate = weigh(&s, shop->nodes, seed, &all[n]);
            b->fate[fate]++;
            if (fate == KEPT) {
                all[n].id = (uint32_t)(ir_hash(s.game, &r->state) >> 32);
                puzzle_rate(&all[n], s.game, ir_seats(&r->state));
                for (all[n].step = 0; all[n].step < r->steps && r->step[all[n].step + 1] <= r->at;)
                    all[n].step++;
                n++;
            }
        }
        ir_replay_next(r, NULL);
        ir_note(s.game, &s.notes, &before, &r->state);
    }
    b->puzzles = thin(all, n, (int)shop->each, seed);
    b->fate[KEPT] -= n - b->puzzles;
    b->fate[SPARE] += n - b->puzzles;
    if (b->puzzles)
        pack_record(out, r, all[b->puzzles - 1].row);
    for (int i = 0; i < b->puzzles; i++)
        pack_puzzle(out, s.game, &all[i]);
    free(all);
    return fclose(out) ? "out of memory" : NULL;
}

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
        wrong = batch_make(shop, &l.replay, seed, b);
    record_free(&l);
    return wrong;
}

/* ---- threads ---- */

/* Writes what is ready, in order. */
static void batches_count(struct shop *s)
{
    for (struct batch *b; s->counted < s->sources && s->found < s->wanted && (b = &s->batch[s->counted])->ready; s->counted++) {
        for (int i = 0; i < FATES; i++)
            s->fate[i] += b->fate[i];
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
    while (!s->wrong && !stopped() && s->next < s->sources && s->found < s->wanted) {
        int64_t number = s->next++;
        struct batch b = {.ready = 1};
        pthread_mutex_unlock(&s->lock);
        const char *wrong = source_take(w, number, &b);
        pthread_mutex_lock(&s->lock);
        if (stopped()) { /* a game that was not looked through does not count */
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

static void fates_print(const struct shop *s)
{
    int64_t all = 0;
    for (int i = 0; i < FATES; i++)
        all += s->fate[i];
    fprintf(stderr, "%lld games, %lld decisions\n", (long long)s->counted, (long long)all);
    for (int i = 0; i < FATES; i++)
        fprintf(stderr, "%8lld  %s\n", (long long)s->fate[i], fate_text[i]);
}

static int shop_run(struct shop *s, int threads)
{
    char why[IR_WHY_MAX];
    threads = threads > 1 ? threads : 1;
    struct worker *w = calloc((size_t)threads, sizeof *w);
    struct sigaction quiet = {.sa_handler = on_interrupt}, before;
    int code = 0;
    s->batch = calloc((size_t)s->sources, sizeof *s->batch);
    if (!w || !s->batch)
        code = complain("puzzles", "out of memory");
    else if (!workers_open(s, w, threads))
        code = 2;
    if (w && s->batch && !code) {
        ir_start(s->setup->game, &s->start, s->setup->seats, s->setup->options, NULL, why);
        interrupted = 0;
        sigaction(SIGINT, &quiet, &before);
        pthread_mutex_init(&s->lock, NULL);
        pack_head(s->out, s->setup->game, s->nodes);
        parallel(threads, threads, work, w);
        progress("making", 1, 1);
        pthread_mutex_destroy(&s->lock);
        sigaction(SIGINT, &before, NULL);
        if (s->wrong)
            complain("puzzles", "%s", s->wrong);
        if (!s->bad || s->found)
            fates_print(s);
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
    nodes = nodes ? nodes : pack.nodes * TIMES;
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
    struct shop s = {.seed = 1, .nodes = IR_REVIEW_NODES, .each = 3, .sources = 100, .wanted = INT64_MAX, .files = &files};
    const char *name = NULL, *options = "", *out = NULL, *check = NULL, *rate = NULL;
    int64_t seats = 0, threads = 1, judge = 0, every = 1;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"FILE...", ARG_TEXT, &files, 0, ARG_LIST_MAX, NULL,
         "records to make puzzles of; without any, bots of all levels play for it"},
        {"--games", ARG_NUMBER, &s.sources, 1, 1000000, "N", "how many games bots play (100)"},
        {"--puzzles", ARG_NUMBER, &s.wanted, 1, 1000000, "N", "stop when there are so many"},
        {"--each", ARG_NUMBER, &s.each, 1, 100, "N", "how many from one game at most (3)"},
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
    s.nodes = judge ? judge : s.nodes;
    s.sources = files.n ? files.n : s.sources;
    code = shop_run(&s, (int)(threads < s.sources ? threads : s.sources));
    if (out_close(s.out, out))
        code = 1;
    return code;
}
