/* review.c: walks through a game and judges every decision and every chance event (irori_review.h, docs/analysis.md).
 *
 * Each position of the game has one value, the shares of the seats (judge.h). Chance nodes are played out. A decision node has
 * the value of the position after the best move, as the search sees it with what the seat could know. So the value changes by T
 * at a decision, which is 0 if the seat made the best move, and else measured: both moves are played out in the true position,
 * with the same luck. It changes by luck at a chance event. All changes add up to the result.
 *
 * T is taken apart with what the seat could know. The seat's own judgement (decide) gets a view and notes, never a state. It is
 * made in worlds that the view allows: a search proposes the best move, and fresh worlds, the same for both moves, decide
 * whether it is better. With Q the mean over these worlds:
 *
 *     D      = Q(played) - Q(best)
 *     loss   = D, if that is beyond doubt, else 0
 *     rest   = D - loss: differences too small to be called a mistake
 *     hidden = T - D, what cards of others did that the seat could not see. Its mean over the worlds is 0.
 *
 * D and hidden are measured, with an error. What is smaller than its error is mostly noise, so it counts in part (belief). */
#include "irori_review.h"
#include "judge.h"
#include "numbers.h"
#include "summary.h"

enum { CANDIDATES = 2, SAMPLES_LEAST = 4, START_TIMES = 4, WHOLE_EVERY = 4, SMOOTH = 6 };

/* Sums over samples, for each seat. */
struct tally {
    uint32_t n, whole; /* whole: of these, how many went on to the end of the episode */
    double sum[IR_SEATS_MAX], squares[IR_SEATS_MAX];
    double wrong[IR_SEATS_MAX]; /* of the whole ones: value at the end - value by the network */
};

/* The judgement of one decision, in progress. */
struct verdict {
    struct ir_advice advice;
    ir_move move[CANDIDATES]; /* the one played; the best by the search or, if that was played, the next best */
    int n, best;              /* how many; best: 0 or 1 */
    uint32_t samples;
    double share[CANDIDATES][IR_SEATS_MAX], points[CANDIDATES]; /* sums */
    double squares[CANDIDATES]; /* of the difference between the mover's shares with this move and with the one played */
};

enum stage { AT_NODE, PLAY, SEARCH, FRESH, PAIR, MAKE, DONE };

struct node {
    double value[IR_SEATS_MAX], variance[IR_SEATS_MAX]; /* at the departure from it */
    double arrive[IR_SEATS_MAX]; /* at the arrival, which differs where an episode ended or somebody resigned */
    double step[IR_SEATS_MAX], step_variance[IR_SEATS_MAX], expected[IR_SEATS_MAX]; /* of a decision here: T, D */
    double wrong[IR_SEATS_MAX]; /* of a node played out: as in struct tally */
    uint32_t whole;
    uint8_t known;     /* the value does not follow from the next node's */
    uint8_t ended;     /* an episode ended here; arrive is what its end is worth */
    uint8_t hidden;    /* a decision with another move than the search's: step and expected are set */
    uint8_t resigns;   /* how many resigned here */
    uint32_t decision; /* the index of the first decision here: resignations, then the move */
};

struct ir_review {
    struct ir_review_result result;
    struct ir_replay replay; /* at its start: gives the rows */
    struct judge judge;
    struct node *node;
    struct ir_review_decision *decision;
    struct ir_review_chance *chance;
    struct ir_review_move *move;
    double (*value)[IR_SEATS_MAX];
    uint32_t *part;
    struct world *now; /* the true position, before row `at` */
    struct ir_rng rng;
    uint32_t at, moves;
    enum stage stage;
    uint64_t until, searched, budget; /* budget: of the stage, in nodes so far at which it ends */
    struct tally tally;
    struct verdict verdict;
    double quantile; /* of the first outcome */
};

static uint64_t nodes_of(const struct ir_review *r)
{
    return judge_nodes(&r->judge) + r->searched;
}

static int seats_of(const struct ir_review *r)
{
    return r->result.seats;
}

static void tally_add(struct tally *t, const double *x, int seats)
{
    t->n++;
    for (int i = 0; i < seats; i++) {
        t->sum[i] += x[i];
        t->squares[i] += x[i] * x[i];
    }
}

/* The square of the standard error of a mean. */
static double variance(double sum, double squares, uint32_t n)
{
    double mean = sum / n, v = n > 1 ? (squares / n - mean * mean) / (n - 1) : 0;
    return v > 0 ? v : 0;
}

/* How much of a measured difference to believe: half of one that is twice its error, little of a smaller one. */
static double belief(double difference, double square_error)
{
    double x = difference * difference;
    return x > 0 ? x / (x + 4 * square_error) : 1;
}

/* ---- memory ---- */

struct plan {
    size_t node, decision, chance, move, value, part, world, size;
};
static size_t up(size_t n)
{
    return (n + 15) / 16 * 16;
}
static struct plan plan_make(const struct ir_replay *replay)
{
    size_t rows = replay->rows, decisions = (size_t)replay->resigns;
    for (size_t i = 0; i < rows; i++)
        decisions += replay->row[i].actor >= 0;
    struct plan p;
    p.node = up(sizeof(struct ir_review));
    p.decision = p.node + up((rows + 1) * sizeof(struct node));
    p.chance = p.decision + up(decisions * sizeof(struct ir_review_decision));
    p.move = p.chance + up(rows * sizeof(struct ir_review_chance)); /* a row is one event of luck at most */
    p.value = p.move + up(decisions * IR_REVIEW_MOVES * sizeof(struct ir_review_move));
    p.part = p.value + up((rows + 1) * sizeof(double[IR_SEATS_MAX]));
    p.world = p.part + up((rows + 2) * sizeof(uint32_t));
    p.size = p.world + sizeof(struct world) + _Alignof(struct world);
    return p;
}

size_t ir_review_size(const struct ir_replay *replay)
{
    return plan_make(replay).size;
}

struct ir_review *ir_review_open(void *memory, size_t size, const struct ir_replay *replay, uint64_t nodes, uint64_t seed)
{
    struct plan p = plan_make(replay);
    struct ir_review *r = memory;
    uint8_t *at = memory;
    ir_assert(size >= p.size);
    memset(memory, 0, p.size);
    r->replay = *replay;
    ir_replay_seek(&r->replay, 0);
    r->node = (struct node *)(void *)(at + p.node);
    r->decision = (struct ir_review_decision *)(void *)(at + p.decision);
    r->chance = (struct ir_review_chance *)(void *)(at + p.chance);
    r->move = (struct ir_review_move *)(void *)(at + p.move);
    r->value = (double(*)[IR_SEATS_MAX])(void *)(at + p.value);
    r->part = (uint32_t *)(void *)(at + p.part);
    size_t past = (uintptr_t)(at + p.world) % _Alignof(struct world);
    r->now = (struct world *)(void *)(at + p.world + (past ? _Alignof(struct world) - past : 0));
    r->result = (struct ir_review_result){.game = replay->record.game,
                                          .seats = ir_seats(&r->replay.state),
                                          .over = replay->record.over,
                                          .rows = replay->rows,
                                          .nodes = nodes ? nodes : IR_REVIEW_NODES,
                                          .seed = seed,
                                          .value = (const double(*)[IR_SEATS_MAX])r->value,
                                          .decision = r->decision,
                                          .chance = r->chance,
                                          .move = r->move,
                                          .part = r->part};
    judge_open(&r->judge, r->result.game, r->result.seats);
    memcpy(r->now->now.b, r->replay.state.b, ir_state_size(r->result.game));
    return r;
}

double ir_review_progress(const struct ir_review *r)
{
    return r->stage == DONE ? 1 : (double)r->at / (double)(r->result.rows + 1);
}

const struct ir_review_result *ir_review_result(const struct ir_review *r)
{
    return r->stage == DONE ? &r->result : NULL;
}

/* ---- stages ---- */

/* Random numbers of a stage depend on the seed, the row and the stage alone, never on cards. */
static void stage_seed(struct ir_rng *rng, uint64_t seed, uint32_t row, enum stage stage)
{
    ir_rng_seed(rng, (seed * 0x9e3779b97f4a7c15u + row) * 8 + stage);
}

static void stage_begin(struct ir_review *r, enum stage stage, uint64_t nodes)
{
    r->stage = stage;
    r->budget = nodes_of(r) + nodes;
    stage_seed(&r->rng, r->result.seed, r->at, stage);
    memset(&r->tally, 0, sizeof r->tally);
}

static int stage_over(const struct ir_review *r, uint32_t samples, uint32_t least)
{
    return samples >= least && nodes_of(r) >= r->budget;
}

static const struct ir_row *row_of(const struct ir_review *r)
{
    return &r->replay.row[r->at];
}

static void root_set(struct ir_review *r, int seat)
{
    struct ir_view v;
    ir_look(r->result.game, &r->now->now, seat, &v);
    judge_root(&r->judge, &v);
}

/* Who resigns here next, or -1. */
static int resignation(const struct ir_review *r)
{
    for (int i = 0; i < r->replay.resigns; i++)
        if (r->replay.resign[i].row == r->at && !(r->judge.resigned >> r->replay.resign[i].seat & 1))
            return r->replay.resign[i].seat;
    return -1;
}

static void chance_begin(struct ir_review *r, uint64_t nodes)
{
    root_set(r, 0);
    stage_begin(r, PLAY, nodes);
    r->quantile = (double)(ir_rng_next(&r->rng) >> 11) / 9007199254740992.0;
}

static struct ir_review_decision *decision_add(struct ir_review *r, int seat, enum ir_review_kind kind)
{
    struct ir_review_decision *d = &r->decision[r->result.decisions++];
    d->row = r->at;
    d->seat = (int8_t)seat;
    d->kind = (uint8_t)kind;
    d->played = d->best = IR_NO_MOVE;
    d->move = r->moves;
    return d;
}

/* Somebody resigns: `loss` holds the value before that for now. */
static void resign(struct ir_review *r, int seat, const double *before)
{
    struct node *n = &r->node[r->at];
    struct ir_review_decision *d = decision_add(r, seat, IR_REVIEW_RESIGN);
    memcpy(d->loss, before, sizeof d->loss);
    n->resigns++;
    r->judge.resigned |= 1u << seat;
    if (n->ended)
        judge_settle(&r->judge, r->now, n->arrive);
    r->stage = AT_NODE;
}

/* In the middle of a deal? */
static int dealing(const struct ir_review *r)
{
    const struct node *n = &r->node[r->at];
    return r->at && row_of(r)[-1].actor == IR_CHANCE && !n->ended && !n->resigns;
}

static void decision_begin(struct ir_review *r)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    int seat = row_of(r)->actor;
    ir_look(r->result.game, &r->now->now, seat, &v);
    judge_root(&r->judge, &v);
    struct ir_review_decision *d = decision_add(r, seat, IR_REVIEW_FORCED);
    d->played = d->best = row_of(r)->move;
    d->legal = (uint16_t)r->result.game->legal(&v, legal);
    r->stage = MAKE;
    if (d->legal > 1) {
        d->kind = IR_REVIEW_GOOD;
        stage_begin(r, SEARCH, 0);
    }
}

static void node_begin(struct ir_review *r)
{
    struct node *n = &r->node[r->at];
    int seat = resignation(r);
    if (!n->resigns)
        n->decision = r->result.decisions;
    if (seat >= 0 && n->ended) {
        resign(r, seat, n->arrive);
    } else if (seat >= 0) {
        chance_begin(r, r->result.nodes / 2);
    } else if (r->at == r->result.rows && r->result.over) {
        judge_result(&r->judge, r->now, n->value);
        n->known = 1;
        r->stage = MAKE;
    } else if (r->at == r->result.rows) {
        chance_begin(r, r->result.nodes / 2);
    } else if (row_of(r)->actor != IR_CHANCE) {
        decision_begin(r);
    } else if (n->ended) { /* the brain knows what a round is worth before its cards are dealt */
        memcpy(n->value, n->arrive, sizeof n->value);
        n->known = 1;
        root_set(r, 0);
        r->stage = MAKE;
    } else if (dealing(r)) {
        r->stage = MAKE;
    } else {
        chance_begin(r, r->result.nodes / 2 * (r->at ? 1 : START_TIMES));
    }
}

/* Plays the position out once. The first outcomes of all samples are spread evenly over what is possible, by the golden ratio:
 * that leaves less to luck than drawing them. */
static void play_sample(struct ir_review *r)
{
    const struct ir_game *g = r->result.game;
    struct world w = *r->now;
    struct fate fate;
    double share[IR_SEATS_MAX] = {0}, end[IR_SEATS_MAX] = {0};
    ir_move first = IR_NO_MOVE;
    fate_draw(&fate, &r->rng);
    if (ir_turn(&w.now) == IR_CHANCE) {
        struct ir_chance out[IR_MOVES_MAX];
        int n = g->chance(&w.now, out);
        double total = 0, at;
        for (int i = 0; i < n; i++)
            total += out[i].weight;
        at = r->quantile * total;
        for (int i = 0; i < n && (first == IR_NO_MOVE || at >= 0); i++) {
            first = out[i].move;
            at -= out[i].weight;
        }
        r->quantile += 0.6180339887498949;
        r->quantile -= r->quantile >= 1;
    }
    int whole = !r->at || r->tally.n % WHOLE_EVERY == 0 || resignation(r) >= 0;
    judge_play(&r->judge, &w, first, fate, share, whole ? end : NULL, NULL);
    tally_add(&r->tally, share, seats_of(r));
    for (int i = 0; whole && i < seats_of(r); i++)
        r->tally.wrong[i] += end[i] - share[i];
    r->tally.whole += (uint32_t)whole;
}

static void play_step(struct ir_review *r)
{
    struct node *n = &r->node[r->at];
    int seat = resignation(r);
    play_sample(r);
    if (!stage_over(r, r->tally.n, SAMPLES_LEAST))
        return;
    double mean[IR_SEATS_MAX] = {0};
    for (int i = 0; i < seats_of(r); i++)
        mean[i] = r->tally.sum[i] / r->tally.n;
    if (seat >= 0) {
        for (int i = 0; i < seats_of(r); i++)
            mean[i] += r->tally.wrong[i] / r->tally.whole;
        resign(r, seat, mean);
        return;
    }
    memcpy(n->value, mean, sizeof mean);
    memcpy(n->wrong, r->tally.wrong, sizeof n->wrong);
    n->whole = r->tally.whole;
    for (int i = 0; i < seats_of(r); i++)
        n->variance[i] = variance(r->tally.sum[i], r->tally.squares[i], r->tally.n);
    n->known = 1;
    r->stage = MAKE;
}

/* ---- a decision, as its seat could judge it ---- */

/* What the judgement of a decision gets to see. No state is among it. */
struct sight {
    struct ir_view view;
    struct ir_notes notes;
};
static void sight_of(const struct ir_review *r, struct sight *s)
{
    ir_look(r->result.game, &r->now->now, row_of(r)->actor, &s->view);
    s->notes = r->now->notes;
}

/* Of the moves that the search looked at, the best but `without`. */
static ir_move best_but(const struct ir_advice *a, ir_move without)
{
    int best = -1, seen = 0;
    for (int i = 0; i < a->n; i++)
        seen |= a->of[i].samples > 0;
    for (int i = 0; i < a->n; i++)
        if ((a->of[i].samples || !seen) && a->of[i].move != without && (best < 0 || a->of[i].value > a->of[best].value))
            best = i;
    return best < 0 ? IR_NO_MOVE : a->of[best].move;
}

static void propose(struct judge *j, const struct sight *s, ir_move played, uint64_t nodes, struct ir_rng *rng,
                    struct verdict *d)
{
    const struct ir_bot *adviser = ir_bot_role(j->game, IR_ROLE_ADVISER);
    const struct ir_budget budget = {.nodes = nodes};
    memset(d, 0, sizeof *d);
    adviser->think(j->game, &s->view, &s->notes, rng, &budget, &d->advice);
    ir_move best = best_but(&d->advice, IR_NO_MOVE);
    d->move[0] = played == IR_NO_MOVE ? best : played;
    d->best = d->move[0] != best;
    d->move[1] = d->best ? best : best_but(&d->advice, best);
    d->n = d->move[1] == IR_NO_MOVE ? 1 : 2;
}

static void fresh_sample(struct judge *j, const struct sight *s, struct ir_rng *rng, struct verdict *d)
{
    struct world world, w;
    struct fate fate;
    double share[CANDIDATES][IR_SEATS_MAX] = {{0}};
    int seat = s->view.seat;
    judge_imagine(j, &s->view, &s->notes, rng, &world);
    fate_draw(&fate, rng);
    for (int i = 0; i < d->n; i++) {
        double points[IR_SEATS_MAX] = {0};
        w = world;
        judge_play(j, &w, d->move[i], fate, share[i], NULL, points);
        d->points[i] += points[seat];
        for (int k = 0; k < j->seats; k++)
            d->share[i][k] += share[i][k];
        double more = share[i][seat] - share[0][seat];
        d->squares[i] += more * more;
    }
    d->samples++;
}

static double mean_of(const struct verdict *d, int candidate, int seat)
{
    return d->share[candidate][seat] / d->samples;
}

/* The standard error of the difference between a move and the one played. */
static double error_of(const struct verdict *d, int candidate, int seat)
{
    return square_root(variance(d->share[candidate][seat] - d->share[0][seat], d->squares[candidate], d->samples));
}

/* Judged moves first, then by value. */
static int before(const struct ir_review_move *a, const struct ir_review_move *b)
{
    return a->judged != b->judged ? a->judged > b->judged : a->value > b->value;
}

static void moves_keep(const struct verdict *d, struct ir_review_decision *out, struct ir_review_move list[IR_REVIEW_MOVES])
{
    const struct ir_advice *a = &d->advice;
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        struct ir_review_move m = {.move = a->of[i].move, .samples = a->of[i].samples};
        m.value = m.samples ? a->of[i].value : 0;
        for (int k = 0; k < d->n && d->samples; k++)
            if (d->move[k] == m.move) {
                m.judged = 1;
                m.samples = d->samples;
                m.value = mean_of(d, k, out->seat);
                m.points = d->points[k] / d->samples;
                m.error = error_of(d, k, out->seat);
            }
        int at = n;
        while (at > 0 && before(&m, &list[at - 1]))
            at--;
        if (at == IR_REVIEW_MOVES)
            continue;
        n += n < IR_REVIEW_MOVES;
        memmove(&list[at + 1], &list[at], (size_t)(n - 1 - at) * sizeof *list);
        list[at] = m;
    }
    out->moves = (uint16_t)n;
}

/* The judgement, and D (see above) in `expected`. */
static void decide(const struct verdict *d, int seats, struct ir_review_decision *out, double expected[IR_SEATS_MAX])
{
    int seat = out->seat;
    memset(expected, 0, sizeof(double[IR_SEATS_MAX]));
    if (d->n < 2) /* only one move is worth a thought, and it was played */
        return;
    double more = mean_of(d, 1, seat) - mean_of(d, 0, seat), error = error_of(d, 1, seat), part = belief(more, error * error);
    if (!d->best) {
        out->margin = -more;
        out->doubt = error;
        return;
    }
    if (more > 2 * error && more > 1e-9) {
        out->kind = IR_REVIEW_SLIP;
        out->best = d->move[1];
        out->error = error;
        part = 1;
    }
    for (int i = 0; i < seats; i++) {
        expected[i] = part * (mean_of(d, 0, i) - mean_of(d, 1, i));
        out->loss[i] = out->kind == IR_REVIEW_SLIP ? expected[i] : 0;
    }
}

static void reasons(const struct ir_game *g, const struct sight *s, struct ir_review_decision *out)
{
    out->facts = (uint8_t)ir_why(g, &s->view, &s->notes, out->played, out->best, out->fact);
}

/* How many nodes of a decision go into each part of its judgement. */
static uint64_t part_search(uint64_t nodes)
{
    return nodes * 2 / 5;
}
static uint64_t part_fresh(uint64_t nodes)
{
    return nodes * 2 / 5;
}

static void search_step(struct ir_review *r)
{
    struct sight s;
    sight_of(r, &s);
    propose(&r->judge, &s, row_of(r)->move, part_search(r->result.nodes), &r->rng, &r->verdict);
    r->searched += r->verdict.advice.nodes;
    stage_begin(r, FRESH, part_fresh(r->result.nodes));
}

static void fresh_step(struct ir_review *r)
{
    const struct verdict *d = &r->verdict;
    if (d->n > 1) {
        struct sight s;
        sight_of(r, &s);
        fresh_sample(&r->judge, &s, &r->rng, &r->verdict);
        if (!stage_over(r, d->samples, SAMPLES_LEAST))
            return;
    }
    struct ir_review_decision *out = &r->decision[r->result.decisions - 1];
    decide(d, seats_of(r), out, r->node[r->at].expected);
    if (out->kind == IR_REVIEW_SLIP) {
        struct sight s;
        sight_of(r, &s);
        reasons(r->judge.game, &s, out);
    }
    moves_keep(d, out, &r->move[r->moves]);
    r->moves += out->moves;
    r->stage = MAKE;
    if (d->best)
        stage_begin(r, PAIR, r->result.nodes / 5);
}

void ir_review_position(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, ir_move played,
                        uint64_t nodes, uint64_t seed, uint32_t row, struct ir_review_decision *out,
                        struct ir_review_move move[IR_REVIEW_MOVES])
{
    struct sight s = {.view = *v};
    struct judge j;
    struct verdict d;
    struct ir_rng rng;
    ir_move legal[IR_MOVES_MAX];
    double expected[IR_SEATS_MAX];
    if (notes)
        s.notes = *notes;
    *out = (struct ir_review_decision){.row = row, .seat = v->seat, .played = played, .best = played};
    out->legal = (uint16_t)g->legal(v, legal);
    if (out->legal < 2)
        return;
    nodes = nodes ? nodes : IR_REVIEW_NODES;
    out->kind = IR_REVIEW_GOOD;
    judge_open(&j, g, ir_view_seats(v));
    judge_root(&j, v);
    stage_seed(&rng, seed, row, SEARCH);
    propose(&j, &s, played, part_search(nodes), &rng, &d);
    out->played = out->best = d.move[0];
    uint64_t budget = judge_nodes(&j) + part_fresh(nodes);
    stage_seed(&rng, seed, row, FRESH);
    while (d.n > 1 && (d.samples < SAMPLES_LEAST || judge_nodes(&j) < budget))
        fresh_sample(&j, &s, &rng, &d);
    decide(&d, j.seats, out, expected);
    if (out->kind == IR_REVIEW_SLIP)
        reasons(g, &s, out);
    moves_keep(&d, out, move);
}

/* ---- the same decision in the true position ---- */

static void pair_step(struct ir_review *r)
{
    const struct verdict *d = &r->verdict;
    struct node *n = &r->node[r->at];
    struct fate fate;
    double share[2][IR_SEATS_MAX] = {{0}};
    fate_draw(&fate, &r->rng);
    for (int i = 0; i < 2; i++) {
        struct world w = *r->now;
        judge_play(&r->judge, &w, d->move[i], fate, share[i], NULL, NULL);
    }
    for (int i = 0; i < seats_of(r); i++)
        share[0][i] -= share[1][i];
    tally_add(&r->tally, share[0], seats_of(r));
    if (!stage_over(r, r->tally.n, SAMPLES_LEAST))
        return;
    int seat = row_of(r)->actor;
    double more = r->tally.sum[seat] / r->tally.n - n->expected[seat];
    double part = belief(more, variance(r->tally.sum[seat], r->tally.squares[seat], r->tally.n));
    for (int i = 0; i < seats_of(r); i++) {
        n->step[i] = n->expected[i] + part * (r->tally.sum[i] / r->tally.n - n->expected[i]);
        n->step_variance[i] = part * variance(r->tally.sum[i], r->tally.squares[i], r->tally.n);
    }
    n->hidden = 1;
    r->stage = MAKE;
}

/* ---- the sum ---- */

/* What a correction led out of the range of chances is put back into it. */
static void shares_fit(double *to, const double *from, int seats)
{
    double all = 0;
    for (int k = 0; k < seats; k++)
        all += to[k] = from[k] < 0 ? 0 : from[k];
    for (int k = 0; k < seats; k++)
        to[k] /= all;
}

/* Corrects the values by how much the network was wrong. Few samples tell that for a node, but it changes slowly from one to
 * the next: so it is the mean over neighbours. A difference between neighbours is hardly changed by that. */
static void nodes_correct(struct ir_review *r)
{
    for (uint32_t i = 0; i <= r->result.rows; i++) {
        struct node *n = &r->node[i];
        double wrong[IR_SEATS_MAX] = {0}, weight = 0;
        for (int way = -1; way <= 1 && n->whole; way += 2)
            for (uint32_t k = i + (way > 0), far = way > 0; far <= SMOOTH && k <= r->result.rows; k += (uint32_t)way) {
                const struct node *near = &r->node[k];
                if (way > 0 && near->resigns) /* from here on the others share what one gave up */
                    break;
                if (near->whole) {
                    weight += (double)(SMOOTH + 1 - far) * near->whole;
                    for (int s = 0; s < seats_of(r); s++)
                        wrong[s] += (double)(SMOOTH + 1 - far) * near->wrong[s];
                    far++;
                }
                if (near->ended || near->resigns)
                    break;
            }
        for (int s = 0; s < seats_of(r) && weight > 0; s++)
            n->value[s] += wrong[s] / weight;
        if (n->whole)
            shares_fit(n->value, n->value, seats_of(r));
    }
}

/* Values from the last position back to the first; then every change is put where it belongs. */
static void nodes_link(struct ir_review *r)
{
    int seats = seats_of(r);
    for (uint32_t i = r->result.rows + 1; i-- > 0;) {
        struct node *n = &r->node[i];
        const struct node *next = n + 1;
        struct ir_review_decision *d = &r->decision[n->decision];
        int chance = i < r->result.rows && r->replay.row[i].actor == IR_CHANCE;
        if (!n->known && chance) { /* in a deal: of no value of its own. Its values are the ones at its start. */
            continue;
        }
        for (int k = 0; k < seats; k++) {
            if (!n->known) {
                n->value[k] = next->arrive[k] - n->step[k];
                n->variance[k] = next->variance[k] + n->step_variance[k];
            }
            double now = n->value[k];
            if (i < r->result.rows && !chance)
                d[n->resigns].rest[k] = n->expected[k] - d[n->resigns].loss[k];
            if (n->ended) { /* what the end of an episode was worth, and what it is worth now; 0 if cards are dealt next */
                if (i < r->result.rows && !chance)
                    d[n->resigns].rest[k] += now - n->arrive[k];
                now = n->arrive[k];
            }
            for (int q = n->resigns; q-- > 0;) {
                double before = d[q].loss[k];
                d[q].loss[k] = now - before;
                now = before;
            }
            n->arrive[k] = now;
        }
    }
}

static struct ir_review_chance *chance_add(struct ir_review *r, uint32_t row, uint32_t rows, enum ir_review_luck kind)
{
    struct ir_review_chance *c = &r->chance[r->result.chances++];
    *c = (struct ir_review_chance){.row = row, .rows = rows, .kind = (uint8_t)kind};
    return c;
}

static void luck_find(struct ir_review *r)
{
    int seats = seats_of(r);
    for (uint32_t i = 0, end; i < r->result.rows; i = end) {
        const struct node *n = &r->node[i], *to;
        struct ir_review_chance *c;
        end = i + 1;
        if (r->replay.row[i].actor == IR_CHANCE) {
            while (end < r->result.rows && r->replay.row[end].actor == IR_CHANCE && !r->node[end].known)
                end++;
            c = chance_add(r, i, end - i, end - i > 1 ? IR_REVIEW_DEAL : IR_REVIEW_DRAW);
            to = &r->node[end];
            for (int k = 0; k < seats; k++) {
                c->luck[k] = to->arrive[k] - n->value[k];
                c->error[k] = square_root(to->variance[k] + n->variance[k]);
            }
        } else if (n->hidden) {
            c = chance_add(r, i, 1, IR_REVIEW_HIDDEN);
            for (int k = 0; k < seats; k++) {
                c->luck[k] = n->step[k] - n->expected[k];
                c->error[k] = square_root(n->step_variance[k]);
            }
        }
    }
}

static void seats_sum(struct ir_review *r)
{
    struct ir_review_result *out = &r->result;
    for (int k = 0; k < out->seats; k++) {
        struct ir_review_seat *s = &out->seat[k];
        s->start = r->node[0].arrive[k];
        s->result = r->node[out->rows].value[k];
        for (uint32_t i = 0; i < out->decisions; i++) {
            *(out->decision[i].seat == k ? &s->own : &s->others) += out->decision[i].loss[k];
            s->rest += out->decision[i].rest[k];
        }
        for (uint32_t i = 0; i < out->chances; i++)
            s->luck += out->chance[i].luck[k];
    }
}

/* The values of a graph. */
static void values_keep(struct ir_review *r)
{
    for (uint32_t i = 0, last = 0; i <= r->result.rows; i++) {
        if (r->node[i].known || i == r->result.rows || r->replay.row[i].actor != IR_CHANCE)
            last = i;
        shares_fit(r->value[i], r->node[last].value, seats_of(r));
    }
}

static void parts_find(struct ir_review *r)
{
    r->part[r->result.parts++] = 0;
    for (uint32_t i = 1; i < r->result.rows; i++)
        if (r->node[i].ended)
            r->part[r->result.parts++] = i;
    r->part[r->result.parts] = r->result.rows;
}

static void finish(struct ir_review *r)
{
    r->result.spent = nodes_of(r);
    nodes_correct(r);
    nodes_link(r);
    luck_find(r);
    seats_sum(r);
    values_keep(r);
    parts_find(r);
    review_summary(&r->result);
    r->stage = DONE;
}

static void row_make(struct ir_review *r)
{
    if (r->at == r->result.rows) {
        finish(r);
        return;
    }
    struct node *next = &r->node[r->at + 1];
    next->ended = (uint8_t)judge_apply(&r->judge, r->now, row_of(r)->move);
    if (next->ended)
        judge_settle(&r->judge, r->now, next->arrive);
    r->at++;
    r->stage = AT_NODE;
}

int ir_review_step(struct ir_review *r, uint64_t nodes)
{
    uint64_t until = nodes_of(r) + (nodes ? nodes : 1);
    do {
        switch (r->stage) {
        case AT_NODE: node_begin(r); break;
        case PLAY: play_step(r); break;
        case SEARCH: search_step(r); break;
        case FRESH: fresh_step(r); break;
        case PAIR: pair_step(r); break;
        case MAKE: row_make(r); break;
        case DONE: return 1;
        }
    } while (nodes_of(r) < until);
    return r->stage == DONE;
}
