/* test_gacha_hidden.c: GA8 and GA9: who knows what, exact odds and worlds, decks and their refusals, wide positions. */
#include "drive.h"
#include "irori_table.h"

/* ---- GA8 ---- */

/* GA8.1: what everyone sees. */
static void test_GA8_1(void **state)
{
    (void)state;
    setup(3, "first=0", "mmgg ssss kkkk", "reward 1, reward 21, reward 24, reward 5");
    const char *d = describe(IR_SPECTATOR);
    assert_non_null(strstr(d, "\"reward_deck\":21"));
    assert_non_null(strstr(d, "\"supply\":6"));
    assert_non_null(strstr(d, "\"back\":[\"mecha\",\"girl\"]"));
    assert_non_null(strstr(d, "\"odds\":{"));
    assert_null(strstr(d, "\"figure\":")); /* no face */
    d = describe(0);
    assert_non_null(strstr(d, "\"figure\":\"mecha\""));
    assert_null(strstr(d, "\"figure\":\"sushi\""));
    assert_non_null(strstr(d, "\"ways\":[{\"move\":\"claim 1 mecha 2\",\"costs\":2}]"));
    assert_non_null(strstr(d, "\"missing\":[\"mecha\"],\"helps\":[\"mecha\",\"girl\"]")); /* any=any=any with two of each */
    play("claim 1 mecha 2, reward 2");
    assert_non_null(strstr(describe(2), "\"discard\":[{\"figure\":\"mecha\""));
}

/* GA8.2: a view has no other's face, no order of piles, and the same bytes whatever they are. */
static void test_GA8_2(void **state)
{
    (void)state;
    struct ir_view a, b;
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 3, reward 5");
    ir_look(&gacha_game, &S, 0, &a);
    play("draw 1");
    struct ir_state fork = S;
    struct ir_chance out[IR_MOVES_MAX];
    assert_true(gacha_game.chance(&S, out) > 1);
    apply(out[0].move);
    ir_look(&gacha_game, &S, 1, &a);
    S = fork;
    apply(out[1].move);
    ir_look(&gacha_game, &S, 1, &b);
    assert_memory_equal(a.b, b.b, ir_state_size(&gacha_game));
    ir_look(&gacha_game, &S, IR_SPECTATOR, &a);
    for (size_t i = GA_PUB; i < ir_state_size(&gacha_game); i++)
        assert_int_equal(a.b[i], 0);
}

/* GA8.3: the odds of a top from its back and everything seen. A pair of neighbours has two cards of each face. */
static void test_GA8_3(void **state)
{
    (void)state;
    struct ir_view v;
    struct gacha_odds o;
    begin_with(NULL, 2, "first=0");
    play("back mecha girl, face mecha, back mecha girl, face mecha, back mecha daikon, face daikon, back mecha sushi, face "
         "sushi");
    play("back kitsune sushi, face sushi, back daikon sushi, face sushi, back girl sushi, face sushi, back kitsune sushi, face "
         "kitsune");
    play("back mecha girl, back mecha daikon, back kitsune sushi, back mecha girl daikon");
    play("reward 1, reward 2, reward 3, reward 4");
    ir_look(&gacha_game, &S, 0, &v); /* holds both mecha of mecha-girl: a girl for sure */
    gacha_odds(&v, 0, &o);
    assert_true(o.weight[0] == 0 && o.weight[1] == o.total);
    gacha_odds(&v, 1, &o);
    assert_true(o.weight[0] == o.total); /* the daikon is in the own hand */
    ir_look(&gacha_game, &S, 1, &v);     /* sees two backs of mecha-girl go, but no face */
    gacha_odds(&v, 0, &o);
    assert_true(o.weight[0] == 2 && o.weight[1] == 2 && o.total == 4);
    gacha_odds(&v, 2, &o); /* holds a kitsune and a sushi of that back */
    assert_true(o.weight[0] == 1 && o.weight[1] == 1 && o.total == 2);
    gacha_odds(&v, 3, &o);
    assert_true(o.weight[0] == 2 && o.weight[1] == 2 && o.weight[2] == 2 && o.total == 6);
}

/* GA8.3, GA9.2: worlds are as likely as they are: the same public moves are made again and again with real chance, the games
 * that look the same to a viewer are kept, and the faces behind its view are compared with the ones imagined and with the odds.
 * The deck has one back, so that many games look the same; claims tell which cards left, and the piles are shuffled again. */
enum { FACES = 9, SAMPLES = 150000 };

static int scripted(const char *script, struct ir_rng *r)
{
    char text[IR_TEXT_MAX];
    while (*script || ir_turn(&S) == IR_CHANCE) {
        if (ir_turn(&S) == IR_CHANCE) {
            ir_move m = gacha_game.sample(&S, r);
            if (P->phase == GA_PHASE_REWARD)
                m = (ir_move)(GA_MOVE_REWARD + set_first(P->rewards));
            gacha_game.apply(&S, m, NULL);
            continue;
        }
        size_t n = strcspn(script, ",");
        snprintf(text, sizeof text, "%.*s", (int)n, script);
        if (!legal(text))
            return 0;
        gacha_game.apply(&S, (ir_move)gacha_game.move_parse(text), NULL);
        script += n;
        script += strspn(script, ", ");
    }
    return 1;
}

/* The faces of the first two cards another seat holds, as one number; *deck: the undrawn faces likewise, coarsely. */
static int faces(struct ir_state *s, int seat)
{
    const struct gacha_own *o = gacha_own_of(s, seat);
    return gacha_face(o, 0) * 3 + gacha_face(o, 1);
}

static void compare(const char *script, int viewer, int other)
{
    static struct ir_view view, v;
    double truth[FACES] = {0}, made[FACES] = {0}, top[3] = {0}, n = 0, x = 0;
    struct ir_rng r;
    struct ir_state start, world;
    int have = 0, place = -1;
    begin_with(tiny, 2, "deck=custom,first=0");
    start = S;
    ir_rng_seed(&r, 42);
    for (int i = 0; i < SAMPLES; i++) {
        S = start;
        if (!scripted(script, &r))
            continue;
        ir_look(&gacha_game, &S, viewer, &v);
        if (!have) { /* the first that gets through is the one to be compared with */
            view = v;
            have = 1;
            for (int k = 0; k < GA_PLACES; k++)
                if (P->size[k])
                    place = k;
        }
        if (memcmp(v.b, view.b, ir_state_size(&gacha_game)) != 0)
            continue;
        uint8_t weight[3];
        truth[faces(&S, other)]++;
        n++;
        if (place >= 0) {
            gacha_face_weights(&S, place, weight);
            for (int j = 0; j < 3; j++)
                top[j] += (double)weight[j] / (weight[0] + weight[1] + weight[2]);
        }
    }
    if (n < 100)
        fail_msg("only %.0f games: %s", n, script);
    for (int i = 0; i < SAMPLES; i++) {
        gacha_game.imagine(&view, &r, &world);
        made[faces(&world, other)]++;
    }
    for (int k = 0; k < FACES; k++) {
        double e = made[k] / SAMPLES;
        if (e == 0)
            assert_true(truth[k] == 0);
        else
            x += (truth[k] - n * e) * (truth[k] - n * e) / (n * e + n * n * e / SAMPLES);
    }
    if (x > 40)
        fail_msg("imagine is off: chi-square %.1f of 8 over %.0f games: %s", x, n, script);
    if (place >= 0) {
        struct gacha_odds o;
        gacha_odds(&view, place, &o);
        for (int j = 0; j < 3; j++) {
            double e = (double)o.weight[j] / (double)o.total;
            if (fabs(top[j] / n - e) > 5 * sqrt(0.25 / n))
                fail_msg("odds are off: face %d is %.4f, not %.4f: %s", j, top[j] / n, e, script);
        }
    }
}
static void test_GA8_3_worlds(void **state)
{
    (void)state;
    compare("draw 1, draw 2", 0, 1);
    compare("claim 1 mecha, draw 1, draw 1", IR_SPECTATOR, 0);
    compare("claim 1 mecha, claim 2 girl", IR_SPECTATOR, 1);
    compare("claim 1 mecha, claim 2 girl, claim 3 daikon, draw 1, draw 2", IR_SPECTATOR, 1);
    compare("draw 1, draw 2, claim 4 mecha girl, draw 3, draw 3", IR_SPECTATOR, 1);
    /* to the reshuffle and past it */
    compare("draw 1, draw 1, claim 1 mecha, draw 2, draw 2, claim 2 girl, draw 1, draw 2, draw 3, draw 3", IR_SPECTATOR, 1);
    compare("draw 1, draw 1, claim 1 mecha, draw 2, draw 2, claim 2 girl, draw 1, draw 2, draw 3, draw 3, draw 1, draw 2",
            IR_SPECTATOR, 1);
}

/* ---- GA9 ---- */

static void refused(const char *deck, int seats, const char *because)
{
    assert_int_equal(ir_start(&gacha_game, &S, seats, "deck=custom", deck, why), IR_E_DECK);
    if (!strstr(why, because))
        fail_msg("refused because \"%s\", not \"%s\"", why, because);
}

/* GA9.1: decks that do not add up are refused, with the line and the reason. */
#define BODY "total cards 18\nback mecha girl daikon face mecha 6 face girl 6 face daikon 6\n"
#define REWARDS                                                                                                                \
    "total rewards 5\nreward mecha points 1 half none\nreward mecha points 1 half none\nreward girl points 1 half none\n"      \
    "reward girl points 1 half none\nreward girl points 1 half none\n"
static void test_GA9_1(void **state)
{
    (void)state;
    static const struct {
        const char *deck, *because;
    } bad[] = {
        {"", "line 0: the deck ends here"},
        {"irori deck 2\n", "line 1: a deck begins with"},
        {"irori deck 1\ngame pikit\n", "line 2: the second line"},
        {"irori deck 1\ngame gacha\nnom x\n", "line 3: the third line"},
        {TINY_HEAD "bock mecha\n", "line 4: 'bock' begins no line"},
        {TINY_HEAD "total cakes 3\n", "'cakes' has no total"},
        {TINY_HEAD "total cards 3\ntotal cards 3\n", "line 5: 'cards' has a total already"},
        {TINY_HEAD "total cards many\n", "'many' is no whole number"},
        {TINY_HEAD "back mecha face mecha 1\n", "two or three figures"},
        {TINY_HEAD "back mecha girl daikon sushi face mecha 1\n", "two or three figures"},
        {TINY_HEAD "back mecha mecha face mecha 1\n", "'mecha' is on this back twice"},
        {TINY_HEAD "back mecha fox face mecha 1\n", "'fox' is no figure"},
        {TINY_HEAD "# a comment\n\nback mecha girl face sushi 1\n", "line 6: 'sushi' is not on this back"},
        {TINY_HEAD "back mecha girl face mecha 7\n", "'7' is no number of cards"},
        {TINY_HEAD "back mecha girl face mecha\n", "the end of the line is no number"},
        {TINY_HEAD "back mecha girl\n", "no card has this back"},
        {TINY_HEAD "back mecha girl face mecha 1 girl 1\n", "'girl' should be 'face'"},
        {TINY_HEAD "back mecha girl face mecha 1 face mecha 1\n", "'mecha' is given twice"},
        {TINY_HEAD "back mecha girl face mecha 1\nback girl mecha face mecha 1\n", "line 5: this back was given already"},
        {TINY_HEAD "reward points 3 half none\n", "at least one card"},
        {TINY_HEAD "reward mecha mecha mecha mecha mecha mecha mecha points 3 half none\n", "at most 6 cards"},
        {TINY_HEAD "reward any=mecha points 3 half none\n", "'any=mecha' is no part of a set"},
        {TINY_HEAD "reward any= points 3 half none\n", "'any=' is no part of a set"},
        {TINY_HEAD "reward any=any any=any any=any points 3 half none\n", "third group"},
        {TINY_HEAD "reward mecha points 32 half none\n", "'32' is no number of points"},
        {TINY_HEAD "reward mecha 3 half none\n", "'3' is no part of a set"},
        {TINY_HEAD "reward mecha points 3\n", "should be 'half'"},
        {TINY_HEAD "reward mecha points 3 half green\n", "'green' is no half ticket"},
        {TINY_HEAD "reward mecha points 3 half blue mark 4\n", "'4' is no mark"},
        {TINY_HEAD "reward mecha points 3 half blue mark 5 please\n", "'please' is one word too many"},
        {TINY_HEAD "token luck 3\n", "'luck' is no bonus token"},
        {TINY_HEAD "token turn 3\ntoken turn 3\n", "'turn' was counted already"},
        {TINY_HEAD "token turn 61\n", "'61' is no number of tokens"},
        {TINY_HEAD BODY, "no line 'total rewards N'"},
        {TINY_HEAD "total cards 17\nback mecha girl daikon face mecha 6 face girl 6 face daikon 6\n" REWARDS TINY_TAIL,
         "total cards: it has 18, but should have 17"},
        {TINY_HEAD BODY "total figure 6\n" REWARDS TINY_TAIL, "kitsune: it has 0, but should have 6"},
        {TINY_HEAD BODY "total rewards 2\nreward mecha points 1 half none\n" TINY_TAIL, "total rewards: it has 1"},
        {TINY_HEAD BODY REWARDS "total tokens 6\ntoken turn 5\n", "total tokens: it has 5"},
        {TINY_HEAD BODY REWARDS "total tokens 4\ntoken turn 4\n",
         "bonus tokens for this number of players: it has 4, but should have 5"},
        {TINY_HEAD BODY
         "total rewards 5\nreward mecha points 1 half none\nreward mecha points 1 half none\nreward girl points 1 half none\n"
         "reward girl points 1 half none\nreward girl points 1 half none mark 5\n" TINY_TAIL,
         "it has 4, but should have 5"},
        {TINY_HEAD BODY "total rewards 1\nreward sushi points 1 half none\n" TINY_TAIL, "reward 1 can never be paid"},
        {TINY_HEAD BODY
         "total rewards 5\nreward any any any any any any points 9 half none\nreward any any any any any any points 9 half "
         "none\n"
         "reward girl points 1 half none\nreward girl points 1 half none\nreward girl points 1 half none\n" TINY_TAIL,
         "ways to pay"},
        {TINY_HEAD "total cards 11\nback mecha girl face mecha 6 face girl 5\n" REWARDS TINY_TAIL,
         "a hand of 4 for each player"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refused(bad[i].deck, 2, bad[i].because);
    assert_int_equal(ir_start(&gacha_game, &S, 2, "deck=custom", NULL, why), IR_E_DECK);
    refused(tiny, 4, "a hand of 4 for each player");
    assert_int_equal(ir_start(&gacha_game, &S, 2, "deck=custom", tiny, why), IR_OK);
}

/* GA9.2: the card drawn first leaves, and everyone learns that those before it are of another figure. */
static void test_GA9_2(void **state)
{
    (void)state;
    begin_with(tiny, 2, "deck=custom,first=0");
    play("back mecha girl daikon, face girl, back mecha girl daikon, face mecha, back mecha girl daikon, face mecha, "
         "back mecha girl daikon, face daikon");
    for (int i = 0; i < 8; i++)
        play(i < 4 ? "back mecha girl daikon, face girl" : "back mecha girl daikon");
    play("reward 1, reward 2, reward 3, reward 4");
    play("claim 1 mecha");
    assert_int_equal(P->card[0].can, 6); /* the girl, drawn before: no mecha */
    assert_int_equal(P->card[1].can, 7); /* the other mecha, drawn later: anything */
    assert_int_equal(gacha_face(OWN(0), 0), 1);
    assert_int_equal(gacha_face(OWN(0), 1), 0);
    assert_int_equal(gacha_face(OWN(0), 2), 2);
    /* 17 unseen cards (a spectator's), of which this one is no mecha: with 12 of 17 others the odds of a top lean to mecha */
    struct ir_view v;
    struct gacha_odds o;
    ir_look(&gacha_game, &S, IR_SPECTATOR, &v);
    gacha_odds(&v, 0, &o);
    assert_true(o.weight[0] * 16 == 5 * o.total); /* all 5 mecha are among the 16 others */
    assert_true(o.weight[1] == o.weight[2] && o.weight[0] + o.weight[1] + o.weight[2] == o.total);
}

/* GA9.2: the widest positions. With every figure and joker there is, a reward has as many ways to be paid as gacha_ways finds
 * for a hand of six of each and six jokers: more cards or jokers than the set has slots change nothing. A position is four
 * rewards and four piles, so the four widest rewards bound it: 106 + 3 * 36 + 4 = 218 for the printed deck, below IR_MOVES_MAX;
 * a custom deck that could pass 512 is refused. */
static void test_GA9_2_widest(void **state)
{
    (void)state;
    static const uint8_t plenty[GA_FIGURES] = {15, 15, 15, 15, 15};
    ir_move out[IR_MOVES_MAX];
    int best[4] = {0}, sum = GA_PLACES;
    begin_with(NULL, 6, "");
    for (int r = 0; r < P->n_rewards; r++) {
        int n = gacha_ways(P->reward[r], plenty, 10, 0, out);
        for (int i = 0; i < 4; i++)
            if (n > best[i]) {
                int t = best[i];
                best[i] = n, n = t;
            }
    }
    for (int i = 0; i < 4; i++)
        sum += best[i];
    assert_int_equal(best[0], 106);
    assert_int_equal(best[1], 36);
    assert_int_equal(sum, 218);
    assert_true(sum < IR_MOVES_MAX);
    /* and in play: hands grow, tokens are kept */
    struct ir_rng r;
    int widest = 0;
    ir_rng_seed(&r, 5);
    for (int game = 0; game < 200; game++) {
        begin_with(NULL, 2 + game % 5, "");
        while (ir_turn(&S) != IR_OVER) {
            struct ir_view v;
            ir_move m;
            if (ir_turn(&S) == IR_CHANCE) {
                m = gacha_game.sample(&S, &r);
            } else {
                ir_look(&gacha_game, &S, ir_turn(&S), &v);
                int n = gacha_game.legal(&v, out);
                widest = n > widest ? n : widest;
                m = out[ir_rng_below(&r, (uint32_t)(n > 4 && ir_rng_below(&r, 8) ? 4 : n))];
            }
            gacha_game.apply(&S, m, NULL);
        }
        assert_true(P->turns < 200); /* a game always ends */
    }
    assert_true(widest > 60 && widest <= 218);
}

/* GA4.5, GA7.2: the ways to pay that a client is told are the legal claims, the cheapest of each reward first, and a way costs
 * a point a card and two a token. Fits a frame even in wide positions. */
static void test_ways_told(void **state)
{
    (void)state;
    struct ir_rng r;
    ir_move out[IR_MOVES_MAX];
    int jokers = 0;
    ir_rng_seed(&r, 23);
    for (int game = 0; game < 40; game++) {
        begin_with(NULL, 2 + game % 5, "");
        while (ir_turn(&S) != IR_OVER) {
            struct ir_view v;
            if (ir_turn(&S) == IR_CHANCE) {
                gacha_game.apply(&S, gacha_game.sample(&S, &r), NULL);
                continue;
            }
            ir_look(&gacha_game, &S, ir_turn(&S), &v);
            int n = gacha_game.legal(&v, out), claims = 0, slot = 0, last = 0;
            const char *d = describe(ir_turn(&S));
            assert_true(strlen(d) < IR_FRAME_MAX / 2);
            for (int i = 0; i < n; i++)
                claims += out[i] >= GA_MOVE_CLAIM && out[i] < GA_MOVE_FIRST;
            if (P->phase != GA_PHASE_ACT) /* told at any time, possible only then */
                claims = -1;
            for (const char *at = d; (at = strstr(at, "{\"move\":\"claim ")); at++) {
                char text[IR_TEXT_MAX];
                struct gacha_payment pay;
                sscanf(at, "{\"move\":\"%47[^\"]", text);
                int costs = (int)strtol(strstr(at, "\"costs\":") + 8, NULL, 10), m = gacha_game.move_parse(text), cards = 0;
                assert_true(m >= 0 && (claims < 0 || legal(text)));
                gacha_payment((m - GA_MOVE_CLAIM) % GA_PAYMENTS, &pay);
                for (int f = 0; f < GA_FIGURES; f++)
                    cards += pay.figure[f];
                assert_int_equal(costs, cards + 2 * ((pay.jokers + 1) / 2));
                assert_true(text[6] != slot || costs >= last);
                jokers += pay.jokers > 0;
                slot = text[6];
                last = costs;
                claims -= claims > 0;
            }
            assert_true(claims <= 0);
            gacha_game.apply(&S, out[ir_rng_below(&r, (uint32_t)(n > 4 && ir_rng_below(&r, 6) ? 4 : n))], NULL);
        }
        assert_non_null(strstr(describe(0), "\"decided\":"));
    }
    assert_true(jokers > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_GA8_1),        cmocka_unit_test(test_GA8_2),     cmocka_unit_test(test_GA8_3),
        cmocka_unit_test(test_GA8_3_worlds), cmocka_unit_test(test_GA9_1),     cmocka_unit_test(test_GA9_2),
        cmocka_unit_test(test_GA9_2_widest), cmocka_unit_test(test_ways_told),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("gacha_hidden", tests, NULL, NULL);
}
