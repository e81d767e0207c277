/* review.c: walks through a game and judges every decision and every chance event (irori_review.h, docs/analysis.md).
 *
 * Each position of the game has one value, the shares of the seats (judge.h). Chance nodes are played out. A decision node has
 * the value of the position after the best move, as the search sees it with what the seat could know. So the value changes by T
 * at a decision, which is 0 if the seat made the best move, and else measured: both moves are played out in the true position,
 * with the same luck. It changes by luck at a chance event. All changes add up to the result.
 *
 * T is taken apart with what the seat could know. The seat's own judgement (decide) gets a view and notes, never a state. It is
 * made in worlds that the view allows: a search proposes the best move, and fresh worlds, the same for both moves, tell whether
 * it is better. With Q what both say together:
 *
 *     D      = Q(played) - Q(best)
 *     loss   = D, if that is beyond doubt, else 0
 *     rest   = D - loss: differences too small to be called a mistake
 *     hidden = T - D, what cards of others did that the seat could not see. Its mean over the worlds is 0.
 *
 * T - D is measured with an error. What is smaller than its error is mostly noise, so it counts in part (belief). */
#include "numbers.h"
#include "review.h"

enum { SAMPLES_LEAST = 4, START_TIMES = 4, WHOLE_EVERY = 4 };
#define SLIP_LEAST  0.001 /* a smaller loss is not called a slip */
#define STAKE_LEAST 0.0001

static uint64_t nodes_of(const struct ir_review *r)
{
    return judge_nodes(&r->judge) + r->searched;
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
    r->to = r->result.rows + 1;
    r->whole = 1;
    judge_open(&r->judge, r->result.game, r->result.seats);
    memcpy(r->now->now.b, r->replay.state.b, ir_state_size(r->result.game));
    return r;
}

double ir_review_progress(const struct ir_review *r)
{
    if (r->stage >= PART)
        return 1;
    return r->at < r->from ? 0 : (double)(r->at - r->from) / (double)(r->to - r->from);
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
    d->move = (r->result.decisions - 1) * IR_REVIEW_MOVES;
    return d;
}

/* Rows of the parts of others are walked over: what follows needs the position and the number of decisions. */
static int passed_over(const struct ir_review *r)
{
    return r->at < r->from;
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
    if (d->legal > 1 && !passed_over(r)) {
        d->kind = IR_REVIEW_GOOD;
        stage_begin(r, SEARCH, 0);
    }
}

static void node_begin(struct ir_review *r)
{
    struct node *n = &r->node[r->at];
    int seat = resignation(r);
    if (r->at == r->from && !n->resigns)
        r->began = nodes_of(r);
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
    double mean[IR_SEATS_MAX] = {0};
    if (passed_over(r) && seat >= 0) {
        resign(r, seat, mean);
        return;
    }
    if (passed_over(r)) {
        r->stage = MAKE;
        return;
    }
    play_sample(r);
    if (!stage_over(r, r->tally.n, SAMPLES_LEAST))
        return;
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
    d->square += share[0][seat] * share[0][seat];
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

/* What was at stake: the standard deviation of the mover's share over the samples. */
static double stake_of(const struct verdict *d, int seat)
{
    return square_root(variance(d->share[0][seat], d->square, d->samples) * d->samples);
}

/* What the search thinks of a move; NULL: it did not look at it. */
static const double *searched(const struct verdict *d, ir_move m)
{
    for (int i = 0; i < d->advice.n; i++)
        if (d->advice.of[i].move == m && d->advice.of[i].samples)
            return &d->advice.of[i].value;
    return NULL;
}

/* By how much the second candidate is better than the move played, as two witnesses who do not know of each other say it:
 * fresh worlds, which are right on average but noisy, and the search, which looks less far and was asked because it likes the
 * move. The weights are what measurements say (docs/analysis.md). */
struct opinion {
    double more, error;
};
static struct opinion opinion_of(const struct judge *j, const struct verdict *d, int seat)
{
    struct opinion o = {mean_of(d, 1, seat) - mean_of(d, 0, seat), error_of(d, 1, seat)};
    const double *played = searched(d, d->move[0]), *other = searched(d, d->move[1]);
    if (!j->brain || !played || !other || o.error <= 0)
        return o;
    double gap = *other - *played, wide = stake_of(d, seat) / 10 + (gap < 0 ? -gap : gap) * 2 / 5, square = o.error * o.error;
    double part = square / (square + wide * wide); /* of the search */
    o.more += part * (gap - o.more);
    o.error *= square_root(1 - part);
    return o;
}

/* For `like` (summary.c). */
static double miss_of(const struct judge *j, const struct verdict *d, int seat)
{
    const double *played = searched(d, d->move[0]), *best = searched(d, d->move[1]);
    double stake = stake_of(d, seat), gap = mean_of(d, 1, seat) - mean_of(d, 0, seat);
    if (stake < STAKE_LEAST)
        return -1;
    if (!d->best)
        return 0;
    if (j->brain && played && best)
        gap = *best - *played;
    return gap > 0 ? gap / stake : 0;
}

/* Judged moves first, then by value. */
static int before(const struct ir_review_move *a, const struct ir_review_move *b)
{
    return a->judged != b->judged ? a->judged > b->judged : a->value > b->value;
}

/* All values are on one scale: the best move's is that of the fresh worlds, the others are less by what was found. */
static struct ir_review_move move_of(const struct judge *j, const struct verdict *d, int i, int seat)
{
    struct ir_review_move m = {.move = d->advice.of[i].move, .samples = d->advice.of[i].samples};
    const double *value = searched(d, m.move), *best = searched(d, d->move[d->best]);
    int k = 0;
    while (k < d->n && d->move[k] != m.move)
        k++;
    if (k < d->n && d->samples) {
        struct opinion o = opinion_of(j, d, seat);
        m.judged = 1;
        m.samples = d->samples;
        m.value = mean_of(d, d->best, seat) - (k == d->best ? 0 : d->best ? o.more : -o.more);
        m.points = d->points[k] / d->samples;
        m.error = k ? o.error : 0;
    } else if (value) {
        m.value = d->samples && j->brain && best ? mean_of(d, d->best, seat) - (*best - *value) : *value;
    }
    m.value = m.value < 0 ? 0 : m.value > 1 && j->brain ? 1 : m.value;
    return m;
}

static void moves_keep(const struct judge *j, const struct verdict *d, struct ir_review_decision *out,
                       struct ir_review_move list[IR_REVIEW_MOVES])
{
    int n = 0;
    for (int i = 0; i < d->advice.n; i++) {
        struct ir_review_move m = move_of(j, d, i, out->seat);
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
static void decide(const struct judge *j, const struct verdict *d, struct ir_review_decision *out,
                   double expected[IR_SEATS_MAX])
{
    int seat = out->seat;
    double others = 0;
    memset(expected, 0, sizeof(double[IR_SEATS_MAX]));
    if (d->n < 2) { /* only one move is worth a thought, and it was played */
        out->miss = -1;
        return;
    }
    struct opinion o = opinion_of(j, d, seat);
    out->miss = miss_of(j, d, seat);
    if (!d->best) {
        out->margin = -o.more;
        out->doubt = o.error;
        return;
    }
    for (int i = 0; i < j->seats; i++) {
        expected[i] = mean_of(d, 0, i) - mean_of(d, 1, i);
        others += i == seat ? 0 : mean_of(d, 1, i);
    }
    if (expected[seat] < 0 && o.more > 1.5 * o.error && o.more > SLIP_LEAST) {
        out->kind = IR_REVIEW_SLIP;
        out->best = d->move[1];
    }
    out->error = o.error;
    /* Who of the others gains is noisier than what the mover loses: only for a slip it is what the samples say, plus what the
     * search thinks, by their chances. */
    double change = -o.more - expected[seat];
    for (int i = 0; i < j->seats; i++) {
        double part = others > 0 ? mean_of(d, 1, i) / others : 1.0 / (j->seats - 1);
        if (i != seat)
            expected[i] = out->kind == IR_REVIEW_SLIP ? expected[i] - change * part : o.more * part;
    }
    expected[seat] = -o.more;
    if (out->kind == IR_REVIEW_SLIP)
        memcpy(out->loss, expected, sizeof out->loss);
}

static void reasons(const struct ir_game *g, const struct sight *s, struct ir_review_decision *out)
{
    out->facts = (uint8_t)ir_why(g, &s->view, &s->notes, out->played, out->best, out->fact);
}

/* How many nodes of a decision go into each part of its judgement. */
static uint64_t part_search(uint64_t nodes)
{
    return nodes * 2 / 5 + 1; /* without any a search has no limit */
}
static uint64_t part_fresh(uint64_t nodes, const struct verdict *d)
{
    return nodes * (d->best ? 3 : 1) / 5; /* a move that the search likes best cannot be a slip */
}

static void search_step(struct ir_review *r)
{
    struct sight s;
    sight_of(r, &s);
    propose(&r->judge, &s, row_of(r)->move, part_search(r->result.nodes), &r->rng, &r->verdict);
    r->searched += r->verdict.advice.nodes;
    stage_begin(r, FRESH, part_fresh(r->result.nodes, &r->verdict));
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
    decide(&r->judge, d, out, r->node[r->at].expected);
    if (out->kind == IR_REVIEW_SLIP) {
        struct sight s;
        sight_of(r, &s);
        reasons(r->judge.game, &s, out);
    }
    moves_keep(&r->judge, d, out, &r->move[out->move]);
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
    uint64_t budget = judge_nodes(&j) + part_fresh(nodes, &d);
    stage_seed(&rng, seed, row, FRESH);
    while (d.n > 1 && (d.samples < SAMPLES_LEAST || judge_nodes(&j) < budget))
        fresh_sample(&j, &s, &rng, &d);
    decide(&j, &d, out, expected);
    if (out->kind == IR_REVIEW_SLIP)
        reasons(g, &s, out);
    moves_keep(&j, &d, out, move);
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

/* ---- steps ---- */

static void row_make(struct ir_review *r)
{
    if (r->at < r->result.rows) {
        struct node *next = &r->node[r->at + 1];
        next->ended = (uint8_t)judge_apply(&r->judge, r->now, row_of(r)->move);
        if (next->ended)
            judge_settle(&r->judge, r->now, next->arrive);
    }
    r->at++;
    r->stage = AT_NODE;
    if (r->at < r->to)
        return;
    r->result.spent = nodes_of(r) - r->began;
    r->stage = PART;
    if (r->whole)
        review_account(r);
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
        case PART:
        case DONE: return 1;
        }
    } while (nodes_of(r) < until);
    return r->stage >= PART;
}
