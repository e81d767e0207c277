/* batch.c: many games at once, in arrays of the caller's.
 *
 * Invariant between two calls: in every game a seat is to move; `legal` has its moves, and `mask` is 1 at just these. So a mask
 * is cleared by its old moves, not as a whole: a game of thousands of moves costs no more than one of a few. */
#include "irori_batch.h"
#include "core/core.h"

static struct ir_state *state_of(const struct ir_batch *b, int i)
{
    return (struct ir_state *)(void *)(b->state + (size_t)i * ir_state_size(b->game));
}

int ir_batch_open(struct ir_batch *b, const struct ir_game *g, int seats, const char *options, const char *deck,
                  char why[IR_WHY_MAX])
{
    b->game = g;
    b->seats = seats;
    return ir_start(g, &b->start, seats, options, deck, why);
}

void ir_reward(const struct ir_game *g, const struct ir_state *s, float reward[IR_SEATS_MAX])
{
    struct ir_score score;
    int seats = ir_seats(s), winners = 0;
    g->score(s->b, &score);
    for (int i = 0; i < seats; i++)
        winners += score.rank[i] == 0;
    ir_assert(winners > 0 && seats > 1);
    for (int i = 0; i < seats; i++) {
        float share = score.rank[i] == 0 ? 1.0f / (float)winners : 0;
        reward[i] = (share * (float)seats - 1) / (float)(seats - 1);
    }
}

static void apply(const struct ir_batch *b, int i, struct ir_state *s, ir_move m)
{
    if (!b->notes) {
        b->game->apply(s, m, NULL);
        return;
    }
    struct ir_state before;
    memcpy(before.b, s->b, ir_state_size(b->game));
    b->game->apply(s, m, NULL);
    ir_note(b->game, &b->notes[i], &before, s);
}

static void begin(const struct ir_batch *b, int i, struct ir_state *s)
{
    memcpy(s->b, b->start.b, ir_state_size(b->game));
    if (b->notes)
        memset(&b->notes[i], 0, sizeof *b->notes);
}

/* Plays chance until a seat is to move. Returns 1 if a game has ended on the way. */
static int settle(const struct ir_batch *b, int i, struct ir_state *s)
{
    int over = 0;
    for (int turn; (turn = ir_turn(s)) < 0;) {
        if (turn == IR_CHANCE) {
            apply(b, i, s, b->game->sample(s, &b->rng[i]));
            continue;
        }
        float reward[IR_SEATS_MAX];
        ir_reward(b->game, s, reward);
        memcpy(b->reward + (size_t)i * (size_t)b->seats, reward, (size_t)b->seats * sizeof *reward);
        begin(b, i, s);
        over = 1;
    }
    return over;
}

static void look(const struct ir_batch *b, int i, const struct ir_state *s, int size)
{
    struct ir_view v;
    const struct ir_game *g = b->game;
    ir_move *legal = b->legal + (size_t)i * IR_MOVES_MAX;
    uint8_t *mask = b->mask ? b->mask + (size_t)i * g->n_moves : NULL;
    int n = b->n_legal[i], turn = ir_turn(s);
    for (int k = 0; mask && k < n; k++)
        mask[legal[k]] = 0;
    ir_look(g, s, turn, &v);
    n = g->legal(&v, legal);
    for (int k = 0; mask && k < n; k++)
        mask[legal[k]] = 1;
    b->n_legal[i] = (uint16_t)n;
    b->turn[i] = (int8_t)turn;
    if (b->observation)
        ir_observe(g, &v, b->observation + (size_t)i * (size_t)size);
}

void ir_batch_look(struct ir_batch *b, int from, int to)
{
    int size = b->observation ? ir_observation_size(b->game) : 0;
    for (int i = from; i < to; i++)
        look(b, i, state_of(b, i), size);
}

void ir_batch_reset(struct ir_batch *b, uint64_t seed, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct ir_state *s = state_of(b, i);
        ir_rng_seed(&b->rng[i], seed * 0x9e3779b97f4a7c15u + (uint64_t)i);
        begin(b, i, s);
        settle(b, i, s);
        b->over[i] = 0;
        memset(b->reward + (size_t)i * (size_t)b->seats, 0, (size_t)b->seats * sizeof *b->reward);
    }
    ir_batch_look(b, from, to);
}

static int is_legal(const struct ir_batch *b, int i, ir_move m)
{
    if (b->mask)
        return m < b->game->n_moves && b->mask[(size_t)i * b->game->n_moves + m];
    for (int k = 0; k < b->n_legal[i]; k++)
        if (b->legal[(size_t)i * IR_MOVES_MAX + (size_t)k] == m)
            return 1;
    return 0;
}

int ir_batch_step(struct ir_batch *b, const ir_move *move, int from, int to, int *bad)
{
    int size = b->observation ? ir_observation_size(b->game) : 0;
    for (int i = from; i < to; i++) {
        struct ir_state *s = state_of(b, i);
        if (b->over[i]) {
            b->over[i] = 0;
            memset(b->reward + (size_t)i * (size_t)b->seats, 0, (size_t)b->seats * sizeof *b->reward);
        }
        if (move[i] == IR_NO_MOVE)
            continue;
        if (!is_legal(b, i, move[i])) {
            *bad = i;
            return IR_E_MOVE;
        }
        apply(b, i, s, move[i]);
        b->over[i] = (uint8_t)settle(b, i, s);
        look(b, i, s, size);
    }
    return IR_OK;
}

void ir_batch_random(const struct ir_batch *b, struct ir_rng *pick, ir_move *move, int from, int to)
{
    for (int i = from; i < to; i++)
        move[i] = b->legal[(size_t)i * IR_MOVES_MAX + ir_rng_below(&pick[i], b->n_legal[i])];
}

void ir_batch_bot(const struct ir_batch *b, const struct ir_bot *bot, const struct ir_budget *budget, uint32_t seats,
                  struct ir_rng *pick, ir_move *move, int from, int to)
{
    struct ir_view v;
    for (int i = from; i < to; i++) {
        move[i] = IR_NO_MOVE;
        if (!(seats >> b->turn[i] & 1))
            continue;
        ir_look(b->game, state_of(b, i), b->turn[i], &v);
        move[i] = ir_bot_move(bot, b->game, &v, b->notes ? &b->notes[i] : NULL, &pick[i], budget);
    }
}
