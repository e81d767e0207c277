/* maker.c: see maker.h. A decision is looked at harder and harder, as a seat sees it; most fall out early. */
#include "maker.h"
#include "core/core.h"

#include <signal.h>

#include "core/banned.h"

/* A puzzle has to be worth solving. */
enum { LEGAL_LEAST = 3, TRIES = 8, SCREEN = 5 };
#define MARGIN_LEAST 0.04 /* of a win: what the next best move loses */
#define SURE         4.0  /* times its error */
#define OPEN_LEAST   0.05 /* the chance of winning after the best move: below and above the game is decided */
#define OPEN_MOST    0.97

static const char *const fate_text[FATES] = {
    "fewer than three moves, or only one worth a thought",
    "no move better than all others by a clear margin, at a first look",
    "the game was decided",
    "a quick look finds the move",
    "the margin did not hold at the usual nodes",
    "the answer did not stand with another seed at ten times the nodes",
    "another move is no slip beyond doubt",
    "there is this puzzle already",
    "enough puzzles from this game",
    "kept",
};

/* ---- Ctrl-C ---- */

static volatile int interrupted;
static struct sigaction usual[2];
static void on_interrupt(int signal)
{
    (void)signal;
    if (__atomic_add_fetch(&interrupted, 1, __ATOMIC_RELAXED) > 2)
        _Exit(130);
}

void maker_begin(void)
{
    struct sigaction quiet = {.sa_handler = on_interrupt};
    interrupted = 0;
    sigaction(SIGINT, &quiet, &usual[0]);
    sigaction(SIGTERM, &quiet, &usual[1]);
}

void maker_end(void)
{
    sigaction(SIGINT, &usual[0], NULL);
    sigaction(SIGTERM, &usual[1], NULL);
}

int maker_stopped(void)
{
    return __atomic_load_n(&interrupted, __ATOMIC_RELAXED);
}

/* ---- a decision ---- */

void look_at(const struct sight *s, uint64_t nodes, uint64_t seed, struct ir_review_decision *d,
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
    look_at(s, (uint64_t)nodes * MAKER_TIMES, seed + 1, &d, p->move);
    if (d.best != answer || !clear(&d, SURE))
        return FELL;
    p->margin = d.margin;
    p->doubt = d.doubt;
    p->moves = moves_sort(p->move, d.moves);
    if (!others_lose(s, (uint64_t)nodes * MAKER_TIMES / 2, seed + 2, p))
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

/* Also of the n puzzles of this game. */
static int known(const struct making *m, const struct puzzle *all, int n, uint32_t id)
{
    for (int i = 0; i < n; i++)
        if (all[i].id == id)
            return 1;
    return m->known && m->known(m->arg, id);
}

const char *batch_make(const struct making *m, struct ir_replay *r, uint64_t seed, struct batch *b)
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
    for (ir_replay_seek(r, 0); r->at < r->rows && !maker_stopped();) {
        struct ir_state before = r->state;
        s.row = r->at;
        if (r->row[r->at].actor != IR_CHANCE) {
            uint32_t id = (uint32_t)(ir_hash(s.game, &r->state) >> 32);
            ir_replay_view(r, r->row[r->at].actor, &s.view);
            enum fate_of fate = known(m, all, n, id) ? TWICE : weigh(&s, m->nodes, seed, &all[n]);
            b->fate[fate]++;
            if (fate == KEPT) {
                all[n].id = id;
                all[n].added = m->added;
                puzzle_rate(&all[n], s.game, ir_seats(&r->state));
                for (all[n].step = 0; all[n].step < r->steps && r->step[all[n].step + 1] <= r->at;)
                    all[n].step++;
                n++;
            }
        }
        ir_replay_next(r, NULL);
        ir_note(s.game, &s.notes, &before, &r->state);
    }
    b->puzzles = thin(all, n, (int)m->each, seed);
    b->fate[KEPT] -= n - b->puzzles;
    b->fate[SPARE] += n - b->puzzles;
    if (b->puzzles)
        pack_record(out, r, all[b->puzzles - 1].row);
    for (int i = 0; i < b->puzzles; i++)
        pack_puzzle(out, s.game, &all[i]);
    free(all);
    return fclose(out) ? "out of memory" : NULL;
}

/* ---- what became of them ---- */

void fates_add(int64_t sum[FATES], const int64_t more[FATES])
{
    for (int i = 0; i < FATES; i++)
        sum[i] += more[i];
}

void fates_print(int64_t games, const int64_t fate[FATES])
{
    int64_t all = 0;
    for (int i = 0; i < FATES; i++)
        all += fate[i];
    fprintf(stderr, "%lld games, %lld decisions\n", (long long)games, (long long)all);
    for (int i = 0; i < FATES; i++)
        if (i != TWICE || fate[i])
            fprintf(stderr, "%8lld  %s\n", (long long)fate[i], fate_text[i]);
}
