/* pikit_script.h: PiKiT played from a script, for the tests of its rules. Everything goes through ir_apply, which checks that
 * it is possible; only what would take hundreds of turns is set in the state by hand. */
#ifndef PIKIT_SCRIPT_H
#define PIKIT_SCRIPT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/pikit/pikit.h"

struct play {
    struct ir_state s;
    struct ir_events ev; /* of the last move */
};

static inline struct pikit_pub *pub(struct play *t)
{
    return pikit_pub_of(&t->s);
}
static inline int held(struct play *t, int seat, int number)
{
    return pikit_hand(t->s.b, seat)[number];
}

static inline int move_of(const char *text)
{
    int m = pikit_move_parse(text);
    if (m < 0)
        fail_msg("'%s' is no move", text);
    return m;
}

/* Is it possible now, for whoever is to move? */
static inline int can(struct play *t, const char *text)
{
    struct play copy = *t;
    char why[IR_WHY_MAX];
    return ir_apply(&pikit_game, &copy.s, ir_turn(&t->s), (ir_move)move_of(text), NULL, why) == IR_OK;
}

static inline void go_one(struct play *t, const char *text)
{
    char why[IR_WHY_MAX];
    if (ir_apply(&pikit_game, &t->s, ir_turn(&t->s), (ir_move)move_of(text), &t->ev, why) != IR_OK)
        fail_msg("%s", why);
    const char *wrong = pikit_check(&t->s);
    if (wrong)
        fail_msg("after '%s': %s", text, wrong);
}

/* Moves and outcomes separated by ", ". */
static inline void go(struct play *t, const char *script)
{
    while (*script) {
        char text[IR_TEXT_MAX];
        size_t n = strcspn(script, ",");
        assert_true(n < sizeof text);
        memcpy(text, script, n);
        text[n] = 0;
        go_one(t, text);
        script += n;
        script += strspn(script, ", ");
    }
}

/* Cards that chance turns, separated by blanks. */
static inline void cards(struct play *t, const char *numbers)
{
    for (const char *c = numbers; *c; c += strcspn(c, " "), c += strspn(c, " ")) {
        char text[IR_TEXT_MAX];
        snprintf(text, sizeof text, "card %.*s", (int)strcspn(c, " "), c);
        go_one(t, text);
    }
}

/* Seat 0 begins; the market, then the hands of seats 0, 1, ... */
static inline void begin(struct play *t, int seats, const char *market, const char *hands)
{
    char why[IR_WHY_MAX];
    if (ir_start(&pikit_game, &t->s, seats, "first=0", NULL, why) != IR_OK)
        fail_msg("%s", why);
    cards(t, market);
    cards(t, hands);
    assert_int_equal(pub(t)->phase, PK_PHASE_ROLL);
}

/* By hand: of the deck only these cards are left; the others were never in the game. */
static inline void deck_only(struct play *t, const char *numbers)
{
    uint8_t *deck = pikit_hid_of(&t->s)->deck;
    for (int i = 1; i <= PK_NUMBERS; i++) {
        pub(t)->cards[i] = (uint8_t)(pub(t)->cards[i] - deck[i]);
        deck[i] = 0;
    }
    pub(t)->deck = 0;
    for (const char *c = numbers; *c; c += strcspn(c, " "), c += strspn(c, " ")) {
        long n = strtol(c, NULL, 10);
        deck[n]++;
        pub(t)->cards[n]++;
        pub(t)->deck++;
    }
}

/* By hand: these cards go from the deck into a hand, in the open. */
static inline void give(struct play *t, int seat, const char *numbers)
{
    for (const char *c = numbers; *c; c += strcspn(c, " "), c += strspn(c, " ")) {
        int n = (int)strtol(c, NULL, 10);
        assert_true(pikit_hid_of(&t->s)->deck[n] > 0);
        pikit_hid_of(&t->s)->deck[n]--;
        pub(t)->deck--;
        pikit_gain(&t->s, seat, n, 1);
    }
    assert_null(pikit_check(&t->s));
}

/* How often the last move told of this kind; *e, if not NULL, the last of them. */
static inline int told(struct play *t, int kind, struct ir_event *e)
{
    int n = 0;
    for (int i = 0; i < t->ev.n; i++)
        if (t->ev.e[i].kind == kind) {
            n++;
            if (e)
                *e = t->ev.e[i];
        }
    return n;
}

static inline int outcomes(struct play *t, struct ir_chance out[IR_MOVES_MAX])
{
    return pikit_game.chance(&t->s, out);
}
static inline int weight_of(struct play *t, const char *text) /* 0: it cannot come */
{
    struct ir_chance out[IR_MOVES_MAX];
    int n = outcomes(t, out), m = move_of(text);
    for (int i = 0; i < n; i++)
        if (out[i].move == m)
            return out[i].weight;
    return 0;
}

#endif
