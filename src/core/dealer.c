/* dealer.c: the four dealers, which pick chance outcomes: keyed (live play), recorded (replay), searching (bots), scripted
 * (tests). */
#include "core.h"
#include "crypto.h"
#include "dealer.h"

/* Outcome k: of the 32-bit words of ChaCha20(key, nonce k), the first below the largest multiple of the total weight, modulo
 * that total. So every unit of weight is equally likely. */
static ir_move keyed_pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    struct ir_dealer_keyed *me = (struct ir_dealer_keyed *)(void *)d;
    struct ir_chance out[IR_MOVES_MAX];
    uint32_t total = 0, n = (uint32_t)g->chance(s, out);
    for (uint32_t i = 0; i < n; i++)
        total += out[i].weight;
    ir_assert(total > 0);
    uint64_t limit = ((uint64_t)1 << 32) / total * total;
    for (uint64_t counter = 0;; counter++) {
        uint32_t word[16];
        ir_chacha20_block((uint8_t *)word, me->key, counter, me->k);
        for (int i = 0; i < 16; i++) {
            if (word[i] >= limit)
                continue;
            uint32_t at = word[i] % total, k = 0;
            while (at >= out[k].weight)
                at -= out[k++].weight;
            me->k++;
            return out[k].move;
        }
    }
}

void ir_dealer_keyed_start(struct ir_dealer_keyed *d, const uint8_t key[32], uint64_t k)
{
    *d = (struct ir_dealer_keyed){.dealer.pick = keyed_pick, .k = k};
    memcpy(d->key, key, 32);
}

static int can_happen(const struct ir_game *g, const struct ir_state *s, int move)
{
    struct ir_chance out[IR_MOVES_MAX];
    int n = g->chance(s, out);
    for (int i = 0; i < n; i++)
        if (out[i].move == move)
            return 1;
    return 0;
}

static ir_move recorded_pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    struct ir_dealer_recorded *me = (struct ir_dealer_recorded *)(void *)d;
    if (me->at == me->n || !can_happen(g, s, me->move[me->at]))
        return IR_NO_MOVE;
    return me->move[me->at++];
}

void ir_dealer_recorded_start(struct ir_dealer_recorded *d, const ir_move *move, size_t n)
{
    *d = (struct ir_dealer_recorded){.dealer.pick = recorded_pick, .move = move, .n = n};
}

static ir_move search_pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    return g->sample(s, &((struct ir_dealer_search *)(void *)d)->rng);
}

void ir_dealer_search_start(struct ir_dealer_search *d, uint64_t seed)
{
    *d = (struct ir_dealer_search){.dealer.pick = search_pick};
    ir_rng_seed(&d->rng, seed);
}

static ir_move scripted_pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    struct ir_dealer_scripted *me = (struct ir_dealer_scripted *)(void *)d;
    if (!*me->script) {
        struct ir_chance out[IR_MOVES_MAX];
        g->chance(s, out);
        return out[0].move;
    }
    char text[IR_TEXT_MAX];
    struct ir_text t;
    size_t n = strcspn(me->script, ",");
    ir_text_start(&t, text, sizeof text);
    ir_text_put_n(&t, me->script, n);
    int move = g->move_parse(text);
    if (move < 0 || !can_happen(g, s, move)) {
        me->bad = 1;
        return IR_NO_MOVE;
    }
    me->script += n + (me->script[n] == ',');
    return (ir_move)move;
}

void ir_dealer_scripted_start(struct ir_dealer_scripted *d, const char *script)
{
    *d = (struct ir_dealer_scripted){.dealer.pick = scripted_pick, .script = script};
}
