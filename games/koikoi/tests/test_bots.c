/* test_koikoi_bots.c: twenty positions of Koi-Koi in which a good player knows what to do, with a sentence each on why; and
 * that bots think the same from the same view, whatever lies behind it, in worlds that fit it. */
#include "games/koikoi/bots/koikoi_bots.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "bots/search.h"
#include "games/koikoi/bots/notes.h"

enum { NODES = 30000 };

/* A position by its cards: seat 0 is to decide. Cards that are named nowhere are the opponent's hand (as many as ours: the one
 * who leads the round is to play, the other has played) and the deck. */
struct position {
    const char *why, *options, *hand, *field, *mine, *theirs, *turned; /* turned: the card that was, or NULL */
    int left, purse[2], calls[2];                                      /* left: rounds after this one */
    int call;                                                          /* a yaku was just made */
    const char *best, *or_this;                                        /* what must be chosen */
};

static uint64_t cards(const char *text)
{
    uint64_t set = 0;
    while (text && *text) {
        size_t n = strcspn(text, " ");
        int card = hanafuda_card_parse(text, n);
        assert_true(card >= 0);
        assert_false(set >> card & 1);
        set |= BIT(card);
        text += n + (text[n] == ' ');
    }
    return set;
}

static void set_up(const struct position *at, struct ir_state *s)
{
    char why[IR_WHY_MAX];
    struct koikoi_pub *p = (struct koikoi_pub *)(void *)s->b;
    uint64_t *own = (uint64_t *)(void *)(s->b + sizeof *p);
    assert_int_equal(ir_start(&koikoi_game, s, 2, at->options, NULL, why), IR_OK);
    p->phase = at->call ? KK_PHASE_CALL : at->turned ? KK_PHASE_TAKE : KK_PHASE_PLAY;
    p->head.turn = 0;
    p->mover = 0;
    p->round = (uint8_t)(p->option[KK_ROUNDS] - at->left);
    p->field = cards(at->field);
    p->pool[0] = cards(at->mine);
    p->pool[1] = cards(at->theirs);
    own[0] = cards(at->hand);
    uint64_t turned = cards(at->turned), rest = HF_ALL & ~(p->field | p->pool[0] | p->pool[1] | own[0] | turned);
    p->turned = (uint8_t)(turned ? set_first(turned) : HF_NO_CARD);
    own[1] = 0;
    p->sensei = p->phase != KK_PHASE_PLAY;
    for (int i = set_count(own[0]); i > 0; i--) { /* any cards: the view hides them */
        own[1] |= rest & (0 - rest);
        rest &= rest - 1;
    }
    own[2] = rest;
    p->deck = (uint8_t)set_count(rest);
    for (int i = 0; i < 2; i++) {
        p->hand[i] = (uint8_t)set_count(own[i]);
        p->purse[i] = at->purse[i];
        p->calls[i] = (uint8_t)at->calls[i];
        p->worth[i] = (int16_t)koikoi_worth(p, p->pool[i], p->calls[i], NULL);
        if (p->calls[i])
            p->called[i] = 0x1fff;
    }
    p->dealt = KK_DEAL;
}

static const struct position positions[] = {
    {"The match is won by stopping now: it is the last round and any coin decides it.",
     "nintendo",
     "4c 5d 7c",
     "2c 6c 10d 12b",
     "1c 1d 2d 3c 3d 4d 5c 6d 8c 8d",
     "9c 9d 11d 12c",
     NULL,
     0,
     {20, 20},
     {0, 0},
     1,
     "agari",
     NULL},
    {"Behind by 20 in the last round, one coin loses the match for certain; only playing on can win it.",
     "nintendo",
     "4c 5d 7c 8a 3a",
     "2c 6c 10d 8b 3b",
     "1c 1d 2d 12d 1a 4d 5c 6d 8c 8d 3c 3d",
     "9c 9d 11d 12c",
     NULL,
     0,
     {10, 30},
     {0, 0},
     1,
     "koi-koi",
     NULL},
    {"The opponent has called koi-koi and comes for more; five coins, doubled, are there to be taken.",
     "nintendo",
     "4c 7c",
     "2c 6c 10d 12b",
     "9a 8a 1c 1d",
     "1b 2b 5b 6b 7b 12a 3a",
     NULL,
     4,
     {20, 20},
     {0, 1},
     1,
     "agari",
     NULL},
    {"Ten coins are on the table, the opponent lacks one card of aka-tan and holds four: stop.",
     "printed",
     "4c 7c",
     "3b 6c 10d 12b",
     "9a 8a 3a 1c",
     "1b 2b 5b 6b 7b 12a",
     NULL,
     3,
     {50, 50},
     {0, 0},
     1,
     "agari",
     NULL},
    {"The cup with the moon makes tsukimi at once; nothing else on the table comes near five coins.",
     "nintendo",
     "9c 4c 5c 7c 2c",
     "9a 4d 6c 12c",
     "8a 8c",
     "10c 10d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 9c",
     NULL},
    {"The opponent has moon and curtain: the cup on the table would bring ten coins. Take it.",
     "nintendo",
     "9c 4c 5c 12d 2c",
     "9a 4d 6c 12c",
     "1c 1d",
     "8a 8c 3a 3c",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 9c",
     NULL},
    {"The opponent needs one poetry ribbon for aka-tan, and it lies there to be taken by a plain pine.",
     "nintendo",
     "1c 4c 5c 7c 6d",
     "1b 4d 5d 12c",
     "9c 9d",
     "2b 2c 3b 3c",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 1c",
     NULL},
    {"Of two cards of the same month the moon is worth more than a plain one.",
     "nintendo",
     "8c 4c 5c 7c 2c",
     "8a 8d 6c 12c",
     "1c 1d",
     "10c 10d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 8c 8a",
     NULL},
    {"The turned card may take the curtain or a plain cherry: with the cup in the pool the curtain is hanami.",
     "nintendo",
     "4c 5c 7c 2c",
     "3a 3d 6c 12c",
     "9a 9c",
     "10c 10d",
     "3c",
     6,
     {20, 20},
     {0, 0},
     0,
     "take 3a",
     NULL},
    {"The third noble makes sanko, five coins; a fifth ribbon only one.",
     "nintendo",
     "12b 7c 4c 5c",
     "12a 7b 6c 10c",
     "1a 1c 3a 3c 2b 4b 5b 6b",
     "8c 8d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 12b",
     NULL},
    {"Boar and deer are ours: the butterfly makes ino-shika-cho.",
     "nintendo",
     "6c 4c 5c 2c",
     "6a 4d 1c 12c",
     "7a 7c 10a 10c",
     "8c 8d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 6c",
     NULL},
    {"The last round, nobody leads: our pine takes all three others, and aka-tan wins the match now.",
     "nintendo",
     "1d 4c 5c 7c",
     "1a 1b 1c 4d 12c 6c",
     "2b 2c 3b 3c",
     "9a 9c 12a 12b",
     NULL,
     0,
     {20, 20},
     {0, 0},
     0,
     "play 1d",
     NULL},
    {"Nothing matches: the phoenix laid down is a gift, a plain card of a month that is nearly gone is not.",
     "nintendo",
     "12a 4d",
     "1c 2c 6c 8c",
     "4a 4c 10c 10d",
     "5c 5d 9c 9d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 4d",
     NULL},
    {"In the last round the opponent's cup, moon and our lead of one: any yaku of ours stops it; take the tenth plain.",
     "nintendo",
     "5c 7a 2a",
     "5d 10b 11b",
     "1c 1d 2c 2d 3c 3d 4c 4d",
     "8a 9a 8c 9c",
     NULL,
     0,
     {21, 20},
     {0, 0},
     0,
     "play 5c",
     NULL},
    {"Tenho is six coins for nothing; a hand of four pairs is not worth that much by itself.",
     "printed",
     "2c 2d 4c 4d 5c 5d 7c 7d",
     "1c 3c 6c 8c 9c 10c 12c 11d",
     "",
     "",
     NULL,
     3,
     {50, 50},
     {0, 0},
     0,
     "tenho",
     NULL},
    {"With the lead and one round to go, one coin for sure keeps the match; the opponent is one card from two yaku.",
     "nintendo",
     "4c 7c",
     "2c 6c 10d 12b",
     "1c 1d 2d 3c 3d 4d 5c 6d 8c 8d",
     "1a 3a 9a 5b 6b 7b 4b",
     NULL,
     0,
     {30, 25},
     {0, 0},
     1,
     "agari",
     NULL},
    {"The blue ribbon on the table is our third: ao-tan.",
     "nintendo",
     "10c 4c 5c 2c",
     "10b 4d 1c 12c",
     "6b 6c 9b 9c",
     "8c 8d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 10c",
     NULL},
    {"The opponent has two nobles and the phoenix lies open: sanko is theirs unless we take it.",
     "nintendo",
     "12b 4c 5c 2c",
     "12a 4d 1c 11d",
     "6c 6d",
     "1a 3a 8c 8d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 12b",
     NULL},
    {"Four animals are ours; the deer makes the fifth and the yaku, the plain pair makes nothing.",
     "nintendo",
     "10c 4c 5c 2c",
     "10a 4d 1c 12c",
     "2a 4a 5a 6a 6c 7c",
     "8c 8d",
     NULL,
     6,
     {20, 20},
     {0, 0},
     0,
     "play 10c",
     NULL},
    {"A big win in hand, sixteen coins with the double, and the opponent close: nobody plays on with this.",
     "printed",
     "4c",
     "2c 6c 10d",
     "1a 3a 8a 12a 1c",
     "1b 2b 5b 6b 9a 9c",
     NULL,
     3,
     {50, 50},
     {0, 0},
     1,
     "agari",
     NULL},
};

static void test_positions(void **state)
{
    const struct ir_bot *bot = ir_bot_find(&koikoi_game, "master");
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        const struct position *at = &positions[i];
        struct ir_state s;
        struct ir_view v;
        struct ir_rng rng;
        struct ir_budget budget = {.nodes = NODES};
        char text[IR_TEXT_MAX];
        struct ir_text t;
        set_up(at, &s);
        assert_null(koikoi_game.check(&s) && strcmp(koikoi_game.check(&s), "a coin is lost or made") != 0
                        ? koikoi_game.check(&s)
                        : NULL);
        ir_look(&koikoi_game, &s, 0, &v);
        ir_rng_seed(&rng, 1);
        ir_text_start(&t, text, sizeof text);
        koikoi_game.move_print(ir_bot_move(bot, &koikoi_game, &v, NULL, &rng, &budget), &t);
        if (strcmp(text, at->best) != 0 && (!at->or_this || strcmp(text, at->or_this) != 0)) {
            print_message("# position %d: %s\n#   %s wants %s, not %s\n", (int)i + 1, at->why, bot->name, text, at->best);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* The same view, another world behind it: the same thought. */
static void test_no_peeking(void **state)
{
    struct ir_rng play, luck;
    int seen = 0;
    (void)state;
    ir_rng_seed(&play, 5);
    ir_rng_seed(&luck, 6);
    while (seen < 1000) {
        struct ir_state s, before, world;
        struct ir_view v, w;
        struct ir_notes notes = {{0}};
        char why[IR_WHY_MAX];
        ir_start(&koikoi_game, &s, 2, seen % 2 ? "printed,rounds=2" : "nintendo,rounds=2", NULL, why);
        for (int turn; (turn = ir_turn(&s)) != IR_OVER; ir_note(&koikoi_game, &notes, &before, &s)) {
            before = s;
            if (turn == IR_CHANCE) {
                koikoi_game.apply(&s, koikoi_game.sample(&s, &play), NULL);
                continue;
            }
            ir_look(&koikoi_game, &s, turn, &v);
            koikoi_game.imagine(&v, &luck, &world);
            ir_look(&koikoi_game, &world, turn, &w);
            const struct ir_bot *bot;
            for (int i = 0; (bot = ir_bot_list(&koikoi_game, i)); i++) {
                struct ir_rng a, b;
                struct ir_budget few = {.nodes = 300};
                ir_rng_seed(&a, (uint64_t)seen);
                ir_rng_seed(&b, (uint64_t)seen);
                assert_int_equal(ir_bot_move(bot, &koikoi_game, &v, &notes, &a, &few),
                                 ir_bot_move(bot, &koikoi_game, &w, &notes, &b, &few));
            }
            ir_move legal[IR_MOVES_MAX];
            koikoi_game.apply(&s, legal[ir_rng_below(&play, (uint32_t)koikoi_game.legal(&v, legal))], NULL);
            seen++;
        }
    }
}

/* The worlds a bot thinks in fit what it sees, and a hand is seldom made of what its owner passed up. */
static void test_beliefs(void **state)
{
    static const struct position open = {.options = "nintendo",
                                         .hand = "1c 2c 3c 4c 5c 6c",
                                         .field = "1a 8a 9a 10b",
                                         .mine = "11c 11d",
                                         .theirs = "12c 12d",
                                         .left = 5,
                                         .purse = {20, 20}};
    struct ir_state s, world;
    struct ir_view v, w;
    struct ir_rng r;
    int held[2] = {0};
    (void)state;
    ir_rng_seed(&r, 3);
    set_up(&open, &s);
    for (int told = 0; told < 2; told++) {
        struct ir_notes notes = {{0}};
        ((struct koikoi_notes *)(void *)notes.b)->passed[1] =
            told ? (uint64_t)LAID << 28 : 0; /* they laid a card though the moon was there */
        ir_look(&koikoi_game, &s, 0, &v);
        for (int i = 0; i < 2000; i++) {
            brain_koikoi.imagine(&v, &notes, &r, &world);
            ir_look(&koikoi_game, &world, 0, &w);
            assert_memory_equal(v.b, w.b, ir_state_size(&koikoi_game));
            ir_look(&koikoi_game, &world, 1, &w);
            held[told] += (koikoi_hand(&w) & cards("8b 8c 8d")) != 0;
        }
    }
    if (held[1] * 2 > held[0] || held[1] < 50)
        fail_msg("of 2000 worlds %d have the moon's month in their hand, and %d after they passed it up", held[0], held[1]);
}

/* ---- who moves in playouts ---- */

static int root, own, others, fidgets;

/* Plays the first move; fidgets: draws random numbers and does nothing with them. */
static void spy_think(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                      const struct ir_budget *budget, struct ir_advice *a)
{
    (void)notes, (void)budget;
    bot_advice_start(g, v, a);
    a->of[0].value = 1;
    (*(v->seat == root ? &own : &others))++;
    for (int i = 0; i < fidgets; i++)
        ir_rng_next(r);
}
static const struct ir_bot spy = {.name = "spy", .think = spy_think};

static void spied(struct search how, int fidget, struct ir_advice *a)
{
    struct ir_state s;
    struct ir_view v;
    struct ir_rng r;
    struct mind m;
    char why[IR_WHY_MAX];
    assert_int_equal(ir_start(&koikoi_game, &s, 2, "nintendo", NULL, why), IR_OK);
    ir_rng_seed(&r, 7);
    while (ir_turn(&s) == IR_CHANCE)
        koikoi_game.apply(&s, koikoi_game.sample(&s, &r), NULL);
    int me = ir_turn(&s);
    ir_look(&koikoi_game, &s, me, &v);
    mind_open(&m, &brain_koikoi, brain_net(&brain_koikoi));
    how.brain = &brain_koikoi;
    how.mind = &m;
    how.horizon = 4;
    own = others = 0;
    root = me;
    fidgets = fidget;
    search_think(&how, &koikoi_game, &v, NULL, &r, &(struct ir_budget){.nodes = 5000}, a);
}

/* The whims of those who move leave the luck alone, which all candidates share; and a rival moves for the others only. */
static void test_playouts(void **unused)
{
    struct ir_advice calm, restless;
    (void)unused;
    for (int rival = 0; rival < 2; rival++) {
        const struct search how = {.policy = rival ? NULL : &spy, .rival = rival ? &spy : NULL};
        spied(how, 0, &calm);
        assert_true(others > 100 && (rival ? own == 0 : own > 100));
        spied(how, 5, &restless);
        assert_int_equal(calm.n, restless.n);
        for (int i = 0; i < calm.n; i++)
            assert_true(calm.of[i].value == restless.of[i].value && calm.of[i].samples == restless.of[i].samples);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions), cmocka_unit_test(test_no_peeking),
                                       cmocka_unit_test(test_beliefs), cmocka_unit_test(test_playouts)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
