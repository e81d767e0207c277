/* facts.h: what the games' tests of reasons share: random positions of random games, in which every fact is checked. Include it
 * after cmocka.h. */
#ifndef IR_TEST_FACTS_H
#define IR_TEST_FACTS_H

#include "irori_review.h"

struct facts_test {
    const struct ir_game *game;
    int games;
    uint32_t every; /* one position in so many */
    uint64_t seed;
    const char *const *options; /* of one game after the other; ends with NULL. NULL: the default */
    /* Fails if the fact is not true; the world is a random one that fits the view. */
    void (*check)(const struct ir_view *, const struct ir_fact *, ir_move played, ir_move better, const struct ir_state *world,
                  struct ir_rng *);
    int (*alike)(ir_move played, ir_move better); /* may there be nothing to say of these two? NULL: never */
    int told[UINT8_MAX];                          /* facts of each kind that were checked */
};

static inline void facts_position(struct facts_test *t, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r)
{
    ir_move legal[IR_MOVES_MAX];
    struct ir_fact f[IR_FACTS_MAX];
    struct ir_state world;
    uint32_t n = (uint32_t)t->game->legal(v, legal);
    ir_move played = legal[ir_rng_below(r, n)], better = legal[ir_rng_below(r, n)];
    if (n < 2 || played == better)
        return;
    t->game->imagine(v, r, &world);
    int facts = ir_why(t->game, v, notes, played, better, f);
    for (int i = 0; i < facts; i++) {
        t->check(v, &f[i], played, better, &world, r);
        t->told[f[i].kind]++;
    }
    assert_true(facts > 0 || (t->alike && t->alike(played, better)));
}

/* Half of the games are played at random, half by the quick bot, who makes other positions. A kind of fact that never came up
 * fails. */
static inline void facts_check(struct facts_test *t)
{
    const struct ir_game *g = t->game;
    struct ir_rng r;
    ir_rng_seed(&r, t->seed);
    for (int i = 0, n = 0; i < t->games; i++, n++) {
        struct ir_state s;
        struct ir_notes notes = {{0}};
        char why[IR_WHY_MAX];
        if (t->options && !t->options[n])
            n = 0;
        if (ir_start(g, &s, g->min_seats + i % (g->max_seats - g->min_seats + 1), t->options ? t->options[n] : "", NULL, why))
            fail_msg("%s", why);
        while (ir_turn(&s) != IR_OVER) {
            struct ir_state before = s;
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX], m;
            int turn = ir_turn(&s);
            if (turn == IR_CHANCE) {
                m = g->sample(&s, &r);
            } else {
                ir_look(g, &s, turn, &v);
                if (ir_rng_below(&r, t->every) == 0)
                    facts_position(t, &v, &notes, &r);
                m = legal[ir_rng_below(&r, (uint32_t)g->legal(&v, legal))];
                if (i % 2)
                    m = ir_bot_move(ir_bot_role(g, IR_ROLE_QUICK), g, &v, &notes, &r, NULL);
            }
            g->apply(&s, m, NULL);
            ir_note(g, &notes, &before, &s);
        }
    }
    const struct ir_reasons *reasons = ir_reasons(g);
    for (int k = 0; k < reasons->kinds; k++)
        if (!t->told[k])
            fail_msg("no fact `%s` was checked", reasons->kind[k].name);
}

#endif
