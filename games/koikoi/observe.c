/* observe.c: a Koi-Koi view as numbers, for learning programs (docs/observations.md). Cards are in the order of hanafuda.h. */
#include "koikoi.h"
#include "irori_batch.h"

static const struct ir_field fields[] = {
    {"hand", HF_CARDS, IR_HELP("The own hand: 1 for each card in it, 1a 1b 1c 1d 2a ... 12d.")},
    {"field", HF_CARDS, IR_HELP("The cards on the table, in the same order.")},
    {"pool", HF_CARDS, IR_HELP("The own pool.")},
    {"other pool", HF_CARDS, IR_HELP("The other's pool.")},
    {"turned", HF_CARDS, IR_HELP("The card that was turned from the deck, while its player chooses what it takes.")},
    {"called", KK_POOL_YAKU, IR_HELP("The yaku that the own pool had at the last own koi-koi of this round.")},
    {"other called", KK_POOL_YAKU, IR_HELP("The same of the other.")},
    {"phase", 3, IR_HELP("1 for: a card is to be played; a table card to be chosen; koi-koi or stop.")},
    {"sensei", 1, IR_HELP("1: the own seat leads this round.")},
    {"round", 2, IR_HELP("Rounds played, this one included, and rounds left after it, each divided by 12.")},
    {"cards", 3, IR_HELP("Cards in the own hand, in the other's, in the deck, each divided by 24.")},
    {"calls", 2, IR_HELP("Koi-koi calls of this round: own, the other's.")},
    {"worth", 2, IR_HELP("The sum of the yaku of the own pool and the other's, each divided by 10.")},
    {"coins", 2, IR_HELP("The own purse and the other's, each divided by 100.")},
    {"brights", 1, IR_HELP("Bright cards among the table cards of the deal.")},
    {"seat", 2, IR_HELP("1 for the own seat, 0 or 1.")},
    {NULL, 0, NULL},
};

/* A set as a row of 0 and 1, four at a time. */
static inline float *set_put(float *out, uint64_t set)
{
    static const float four[16][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
                                      {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
                                      {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    for (int i = 0; i < HF_CARDS / 4; i++)
        memcpy(out + 4 * i, four[set >> 4 * i & 15], sizeof *four);
    return out + HF_CARDS;
}

static inline float *called_put(float *out, const struct koikoi_pub *p, int seat)
{
    unsigned yaku = p->called[seat] | (unsigned)(p->called_later >> seat & 1) << 16;
    memset(out, 0, KK_POOL_YAKU * sizeof *out);
    for (; yaku; yaku &= yaku - 1)
        out[__builtin_ctz(yaku)] = 1;
    return out + KK_POOL_YAKU;
}

static void observe(const struct ir_view *v, float *out)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    int me = v->seat;
    out = set_put(out, koikoi_hand(v));
    out = set_put(out, p->field);
    out = set_put(out, p->pool[me]);
    out = set_put(out, p->pool[!me]);
    out = set_put(out, p->phase == KK_PHASE_TAKE ? BIT(p->turned) : 0);
    out = called_put(out, p, me);
    out = called_put(out, p, !me);
    const float rest[] = {p->phase == KK_PHASE_PLAY,
                          p->phase == KK_PHASE_TAKE,
                          p->phase == KK_PHASE_CALL,
                          p->sensei == me,
                          (float)p->round / 12,
                          (float)(p->option[KK_ROUNDS] - p->round) / 12,
                          (float)p->hand[me] / 24,
                          (float)p->hand[!me] / 24,
                          (float)p->deck / 24,
                          p->calls[me],
                          p->calls[!me],
                          (float)p->worth[me] / 10,
                          (float)p->worth[!me] / 10,
                          (float)p->purse[me] / 100,
                          (float)p->purse[!me] / 100,
                          p->nobles,
                          me == 0,
                          me == 1};
    memcpy(out, rest, sizeof rest);
}

extern const struct ir_observer koikoi_observer;
const struct ir_observer koikoi_observer = {.game = &koikoi_game, .rev = 1, .field = fields, .observe = observe};
