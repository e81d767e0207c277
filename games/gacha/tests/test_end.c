/* test_gacha_end.c: GA5 - GA7: tickets and tokens, the piles, the end and the score. */
#include "drive.h"

/* ---- GA5 ---- */

/* GA5.1: two unused halves bring a random token at once; nobody keeps two. */
static void test_GA5_1(void **state)
{
    (void)state;
    struct ir_chance out[IR_MOVES_MAX];
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 24, reward 5");
    play("claim 1 mecha 2, reward 21");
    assert_int_equal(P->half[0], 1);
    draw_two("dd");
    play("claim 2 girl 2");
    assert_int_equal(P->half[0], 0); /* both are used */
    assert_int_equal(events_of(GA_EV_PAIR), 1);
    play("reward 16");
    assert_int_equal(gacha_game.chance(&S, out), 3);
    assert_int_equal(out[0].weight * 100 + out[1].weight * 10 + out[2].weight, 556);
    play("token points");
    assert_int_equal(P->supply, 4);
    assert_int_equal(P->box[GA_POINTS], 5);
    assert_int_equal(P->taken[0][GA_POINTS], 1);
    assert_int_equal(ir_turn(&S), 1); /* blue and pink: no card */
}

/* GA5.2: equal colours, or a rainbow half, bring a card from any pile. */
static void test_GA5_2(void **state)
{
    (void)state;
    setup(2, "first=0", "mmkk gggg", "reward 1, reward 21, reward 24, reward 4");
    play("claim 1 mecha 2, reward 8");
    play("claim 2 girl 3, reward 9");                  /* seat 1: rainbow */
    play("claim 4 kitsune 2, reward 2, token points"); /* blue and blue */
    assert_int_equal(ir_turn(&S), 0);
    assert_int_equal(legal_count("draw "), 4);
    play("draw 3");
    settle();
    assert_int_equal(ir_turn(&S), 1);
    draw_two("gk");
    draw_two("dd");
    assert_true(legal("claim 4 girl 2"));
    play("claim 4 girl 2, reward 3, token points"); /* rainbow and pink */
    assert_int_equal(P->phase, GA_PHASE_DRAW);
}

/* GA5.2: if no card can be drawn the bonus is lost. That takes empty piles and a claim with jokers alone, which discards
 * nothing. */
static const char last[] =
    TINY_HEAD "total cards 16\nback mecha girl face mecha 6 face girl 6\nback kitsune sushi face kitsune 2 face sushi 2\n"
              "total rewards 6\nreward sushi sushi points 3 half blue\nreward sushi sushi points 3 half blue\n"
              "reward sushi sushi points 3 half blue\nreward sushi sushi points 3 half blue\n"
              "reward sushi sushi points 3 half blue\nreward sushi sushi points 3 half blue\n" TINY_TAIL;
static void test_GA5_2_lost(void **state)
{
    (void)state;
    begin_with(last, 3, "deck=custom,first=0");
    settle();
    drain(0);
    settle();
    assert_int_equal(ir_turn(&S), 2);
    struct gacha_pub *p = gacha_pub_of(&S); /* tokens as if won before */
    p->taken[2][GA_JOKER] = 2;
    p->taken[2][GA_TURN] = 1;
    p->supply = 3;
    play("claim 1 joker 2, reward 5, again, claim 2 joker 2, reward 6");
    play("token points");
    assert_int_equal(events_of(GA_EV_NO_CARD), 1);
    assert_int_equal(P->hand[2], 4);
    assert_int_equal(ir_turn(&S), IR_OVER);
}

/* GA5.4, through the state: an empty supply, and the pair still brings its card. */
static void test_GA5_4(void **state)
{
    (void)state;
    setup(2, "first=0", "mmkk gggg", "reward 1, reward 21, reward 24, reward 4");
    play("claim 1 mecha 2, reward 8");
    draw_two("dd");
    struct gacha_pub *p = gacha_pub_of(&S);
    p->supply = 0; /* all five are somebody's: */
    p->taken[1][GA_POINTS] = 5;
    p->box[GA_POINTS] = 1;
    p->trigger = GA_TRIGGER_TOKENS;
    p->triggered_by = 1;
    play("claim 4 kitsune 2, reward 2");
    assert_int_equal(P->phase, GA_PHASE_DRAW); /* no token, but blue and blue */
    assert_int_equal(P->draws, 1);
    assert_int_equal(P->taken[0][0] + P->taken[0][1] + P->taken[0][2], 0);
}

/* GA5.3: extra turns only for who has the token, also in the turn in which it was gained; several one after another. */
static void test_GA5_3(void **state)
{
    (void)state;
    token_get("token turn", "dd");
    assert_int_equal(P->phase, GA_PHASE_EXTRA);
    assert_true(legal("again") && legal("done"));
    assert_int_equal(legal_count(""), 2);
    struct ir_state kept = S;
    play("done");
    assert_int_equal(ir_turn(&S), 1);
    draw_two("dk");
    assert_int_equal(ir_turn(&S), 0);
    draw_two("mm");
    assert_int_equal(P->phase, GA_PHASE_EXTRA); /* on any later turn */
    S = kept;
    gacha_pub_of(&S)->taken[0][GA_TURN] = 2;
    gacha_pub_of(&S)->supply--;
    play("again");
    draw_two("dk");
    assert_int_equal(P->phase, GA_PHASE_EXTRA);
    play("again");
    draw_two("mm");
    assert_int_equal(ir_turn(&S), 1); /* both are spent */
    assert_int_equal(P->used[0][GA_TURN], 2);
}

/* ---- GA6 ---- */

/* GA6.1: the lower half of the largest pile; of equal ones the first place counts; also between the two cards of a draw. */
static void test_GA6_1(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 4");
    while (P->size[3] > 1 || P->phase != GA_PHASE_ACT) { /* 17 17 17 16 */
        play(P->size[3] > 1 ? "draw 4" : "draw 2");
        settle();
    }
    assert_int_equal(P->phase, GA_PHASE_ACT);
    int second = P->size[1];
    play("draw 4");
    struct ir_chance out[IR_MOVES_MAX];
    gacha_game.chance(&S, out);
    apply(out[0].move);
    assert_int_equal(events_of(GA_EV_SPLIT), 1);
    assert_int_equal(P->size[0], 9); /* 17: the upper 9 stay */
    assert_int_equal(P->size[3], 8);
    assert_int_equal(P->size[1], second);
    assert_int_equal(P->phase, GA_PHASE_TOP);
    assert_int_equal(P->place, 3);
    settle();
    assert_int_equal(P->phase, GA_PHASE_DRAW);
}

/* Two claims, then drawing until three cards are left: the discarded cards come back. */
static void test_GA6_2(void **state)
{
    (void)state;
    setup(2, "first=0", "mmgg kkss", "reward 1, reward 2, reward 24, reward 4");
    play("claim 1 mecha 2, reward 21, claim 4 kitsune 2, reward 16");
    drain(4);
    settle();
    assert_int_equal(P->discards, 4);
    for (int i = 0; i < GA_PLACES; i++)
        assert_int_equal(P->size[i], 1);
    uint8_t top[GA_PLACES];
    memcpy(top, P->top, sizeof top);
    int before = P->hand[ir_turn(&S)];
    play("draw 3");
    struct ir_chance out[IR_MOVES_MAX];
    gacha_game.chance(&S, out);
    apply(out[0].move);
    assert_int_equal(events_of(GA_EV_RESHUFFLE), 1);
    assert_int_equal(P->shuffles, 1);
    assert_int_equal(P->discards, 0);
    assert_int_equal(P->size[0] * 1000 + P->size[1] * 100 + P->size[2] * 10 + P->size[3], 2221); /* 3 + 4 */
    assert_true(P->top[0] == top[0] && P->top[1] == top[1] && P->top[3] == top[3]);              /* they stay as tops */
    assert_int_equal(P->hand[P->mover], before + 1);
    assert_int_equal(P->phase, GA_PHASE_TOP);
    assert_int_equal(P->place, 2);
    /* what comes up is of the discarded cards, two mecha and two kitsune: on backs that show them */
    int n = gacha_game.chance(&S, out), weight = 0;
    for (int i = 0; i < n; i++) {
        weight += out[i].weight;
        assert_true(gacha_back_mask[out[i].move - GA_MOVE_BACK] & (1 << GA_MECHA | 1 << GA_KITSUNE));
    }
    assert_int_equal(weight, 4);
    settle();
    /* and the old tops are none of them: the three faces that are left of the first shuffle */
    int old = 0;
    for (int i = 0; i < GA_PLACES; i++)
        old += P->gen[i] == 0 && gacha_hid_of(&S)->old[i] != 0;
    assert_int_equal(old, 3);
}

/* GA6.2: old tops are a class of their own: the deck has one back, so faces under them must not mix with theirs. */
static void test_GA6_2_classes(void **state)
{
    (void)state;
    struct ir_chance out[IR_MOVES_MAX];
    begin_with(tiny, 2, "deck=custom,first=0");
    for (int i = 0; i < 8; i++)
        play(i < 4 ? "back mecha girl daikon, face mecha" : "back mecha girl daikon, face girl");
    for (int i = 0; i < 4; i++)
        play("back mecha girl daikon");
    play("reward 1, reward 2, reward 4, reward 3");
    play("claim 1 mecha, reward 5"); /* discards: mecha */
    play("draw 3, face daikon, back mecha girl daikon, draw 3, face daikon");
    settle();
    while (piled() > 4) { /* five daikon and a girl go first: two mecha, a girl and a daikon stay */
        const char *want = P->hand[0] + P->hand[1] < 12 ? "face daikon" : "face girl";
        ir_move m = 0;
        while (P->size[m] < 2)
            m++;
        apply(m);
        play(want);
        settle();
    }
    assert_int_equal(piled(), 4);
    int left[3] = {gacha_hid_of(&S)->deck[30], gacha_hid_of(&S)->deck[31], gacha_hid_of(&S)->deck[32]};
    assert_int_equal(left[0] + left[1] + left[2], 4);
    assert_int_equal(left[0], 2);
    assert_int_equal(left[1], 1);
    assert_int_equal(left[2], 1);
    play("draw 4, face daikon"); /* three old tops: mecha mecha girl; one discarded mecha comes into place 4 */
    assert_int_equal(P->shuffles, 1);
    settle();
    if (P->phase == GA_PHASE_ACT || P->phase == GA_PHASE_DRAW)
        play("draw 4");
    assert_int_equal(gacha_game.chance(&S, out), 1); /* surely the mecha */
    assert_int_equal(out[0].move, GA_MOVE_FACE + GA_MECHA);
    play("face mecha"); /* nothing discarded: three old tops stay alone */
    settle();
    assert_int_equal(P->trigger, GA_TRIGGER_PILES);
    play("draw 1");
    assert_int_equal(gacha_game.chance(&S, out), 2); /* one class: mecha 2, girl 1 */
    assert_int_equal(out[0].weight * 10 + out[1].weight, 21);
    play("face mecha");
    settle();
    if (ir_turn(&S) >= 0) {
        play("draw 3");
        assert_int_equal(gacha_game.chance(&S, out), 2);
        assert_int_equal(out[0].weight * 10 + out[1].weight, 11);
    }
}

/* GA6.3: without discarded cards the end is triggered; single cards can still be drawn; later discards are dealt before a draw.
 */
static void test_GA6_3(void **state)
{
    (void)state;
    begin_with(NULL, 6, "first=0"); /* 51 in piles */
    settle();
    drain(3);
    settle();
    assert_int_equal(P->trigger, GA_TRIGGER_PILES);
    int by = P->triggered_by;
    assert_int_equal(by, (51 - 3 - 1) / 2 % 6);
    if (P->phase == GA_PHASE_DRAW) {
        assert_int_equal(legal_count("draw "), 3);
        drain(2);
    }
    assert_int_equal(P->phase, GA_PHASE_ACT);
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    int seat = ir_turn(&S), single = piled();
    ir_look(&gacha_game, &S, seat, &v);
    int n = gacha_game.legal(&v, out);
    assert_true(out[n - 1] >= GA_MOVE_CLAIM);
    apply(out[n - 1]); /* a claim */
    settle();
    assert_int_equal(P->phase, GA_PHASE_ACT);
    assert_true(P->discards > 0);
    assert_true(legal("draw"));
    assert_int_equal(legal_count("draw "), 0);
    int discards = P->discards;
    play("draw");
    assert_int_equal(events_of(GA_EV_RESHUFFLE), 1);
    assert_int_equal(piled(), single + discards);
    settle();
    assert_int_equal(P->phase, GA_PHASE_DRAW);
    assert_int_equal(P->draws, 2);
    assert_int_equal(P->trigger, GA_TRIGGER_PILES); /* the trigger stands */
    assert_int_equal(P->triggered_by, by);
}

/* ---- GA7 ---- */

/* GA7.1: random games to the end: what triggered it holds, and then everyone else has one turn (or the round is finished). */
static void last_turns(int seats, const char *options, uint64_t seed)
{
    struct ir_rng r;
    int turns[IR_SEATS_MAX] = {0}, again[IR_SEATS_MAX] = {0}, triggers = 0;
    const struct ir_bot *bot = ir_bot_find(&gacha_game, seed % 2 ? "greedy" : "random");
    begin_with(NULL, seats, options);
    ir_rng_seed(&r, seed);
    while (ir_turn(&S) != IR_OVER) {
        struct ir_view v;
        if (ir_turn(&S) >= 0)
            ir_look(&gacha_game, &S, ir_turn(&S), &v);
        apply(ir_turn(&S) == IR_CHANCE ? gacha_game.sample(&S, &r) : ir_bot_move(bot, &gacha_game, &v, NULL, &r, NULL));
        for (int i = 0; i < E.n; i++) {
            if (E.e[i].kind == GA_EV_TRIGGER) {
                triggers++;
                assert_int_equal(E.e[i].seat, P->triggered_by);
            } else if (triggers && E.e[i].kind == GA_EV_TURN) {
                turns[E.e[i].seat]++;
            } else if (triggers && E.e[i].kind == GA_EV_AGAIN) {
                again[E.e[i].seat]++;
            }
        }
        if (!triggers)
            assert_true(P->supply && P->rewards && P->turns < 200); /* GA9.2 */
    }
    assert_int_equal(triggers, 1);
    assert_true(P->trigger == GA_TRIGGER_TOKENS ? !P->supply : P->trigger == GA_TRIGGER_REWARDS ? !P->rewards : 1);
    int round = P->option[GA_END] == GA_END_ROUND;
    for (int i = 0; i < seats; i++) {
        int after = (i - P->first + seats) % seats > (P->triggered_by - P->first + seats) % seats;
        int want = i == P->triggered_by ? 0 : round ? after : 1;
        assert_int_equal(turns[i] - again[i], want);
    }
}
static void test_GA7_1(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++)
        last_turns(2 + i % 5, i % 3 ? "printed" : "round", (uint64_t)i);
}

/* GA7.2 */
static void test_GA7_2(void **state)
{
    (void)state;
    token_get("token joker", "dd");
    struct gacha_score part;
    struct ir_score score;
    gacha_pub_of(&S)->taken[0][GA_POINTS] = 2;
    gacha_pub_of(&S)->taken[0][GA_TURN] = 1;
    gacha_score_parts(P, 0, &part);
    assert_int_equal(part.rewards, 8);
    assert_int_equal(part.tokens, 6);
    assert_int_equal(part.cards, 0);
    assert_int_equal(part.jokers, 2);
    assert_int_equal(part.bonus_tokens, 4);
    gacha_game.score(S.b, &score);
    assert_int_equal(score.points[0], 16);
    assert_int_equal(score.points[1], 6); /* six cards */
}

/* GA7.3: points, then tokens taken, used or not; else shared. */
static void test_GA7_3(void **state)
{
    (void)state;
    struct ir_score score;
    begin_with(NULL, 3, "");
    struct gacha_pub *p = gacha_pub_of(&S);
    memset(p->hand, 0, sizeof p->hand);
    p->hand[0] = 5;
    p->hand[1] = 3;
    p->taken[1][GA_JOKER] = 1; /* 3 + 2 */
    p->hand[2] = 4;
    gacha_game.score(p, &score);
    assert_int_equal(score.rank[1] * 100 + score.rank[0] * 10 + score.rank[2], 12);
    p->hand[1] = 5;
    p->used[1][GA_JOKER] = 1;
    gacha_game.score(p, &score);
    assert_int_equal(score.rank[1], 0); /* a used token counts */
    assert_int_equal(score.rank[0], 1);
    p->taken[0][GA_TURN] = 1;
    gacha_game.score(p, &score);
    assert_int_equal(score.rank[0] + score.rank[1], 0); /* shared */
    assert_int_equal(score.rank[2], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_GA5_1), cmocka_unit_test(test_GA5_2),         cmocka_unit_test(test_GA5_2_lost),
        cmocka_unit_test(test_GA5_4), cmocka_unit_test(test_GA5_3),         cmocka_unit_test(test_GA6_1),
        cmocka_unit_test(test_GA6_2), cmocka_unit_test(test_GA6_2_classes), cmocka_unit_test(test_GA6_3),
        cmocka_unit_test(test_GA7_1), cmocka_unit_test(test_GA7_2),         cmocka_unit_test(test_GA7_3),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("gacha_end", tests, NULL, NULL);
}
