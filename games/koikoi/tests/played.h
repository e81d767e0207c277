/* koikoi_table.h: what the Koi-Koi rule tests share: a table that is dealt and played from text, and assertions about it.
 *
 * Everything goes through the public contract; positions are reached by play, never written into a state. Letters of cards:
 * "8a" is month 8, letter a, in the order of the table in games/koikoi/rules/en.md (noble, animal, ribbon, plain). */
#ifndef KOIKOI_TABLE_H
#define KOIKOI_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/koikoi/koikoi.h"

/* A deal in which everything is near: no hand is a tenho, no deal rule but a player's turns decides. Four nobles lie.
 * Deck: 1b 2a 2b 2d 3b 4a 4b 5a 5b 5c 5d 6a 7a 7b 7c 7d 8b 9b 10a 11a 11b 11c 11d 12b */
#define OTHER_HAND  "1d 3d 8d 9d 12d 6d 10d 2c"
#define SENSEI_HAND "1c 3c 8c 9c 12c 6c 10c 4d"
#define FIELD       "1a 3a 8a 9a 12a 6b 10b 4c"

static inline const struct koikoi_pub *pub_of(const struct ir_state *s)
{
    return koikoi_pub(s->b);
}

static inline uint64_t hand_of(const struct ir_state *s, int seat)
{
    struct ir_view v;
    ir_look(&koikoi_game, s, seat, &v);
    return koikoi_hand(&v);
}

static inline uint64_t deck_of(const struct ir_state *s)
{
    const struct koikoi_hid *hid = (const void *)(s->b + sizeof(struct koikoi_pub) + 2 * sizeof(struct koikoi_own));
    return hid->deck;
}

/* "1a 2b 12d" as a set. */
static inline uint64_t cards(const char *text)
{
    uint64_t set = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        int card = hanafuda_card_parse(text, n);
        if (card < 0 || (set & BIT(card)))
            fail_msg("the test names no card, or one twice, at '%s'", text);
        set |= BIT(card);
        text += n + (text[n] == ' ');
    }
    return set;
}

static inline void begin(struct ir_state *s, const char *options)
{
    char why[IR_WHY_MAX] = "";
    if (ir_start(&koikoi_game, s, 2, options, NULL, why) != IR_OK)
        fail_msg("options '%s' were refused: %s", options, why);
}

/* Makes a move given as text; the result of ir_apply, or IR_E_MOVE if it does not parse. */
static inline int try_move(struct ir_state *s, int actor, const char *text, struct ir_events *events, char why[IR_WHY_MAX])
{
    int move = koikoi_game.move_parse(text);
    why[0] = 0;
    return move < 0 ? IR_E_MOVE : ir_apply(&koikoi_game, s, actor, (ir_move)move, events, why);
}

/* "0 play 3a, * card 5c, 1 agari": every move must be accepted, and leave all cards where cards can be. */
static inline void play(struct ir_state *s, const char *script)
{
    while (*script) {
        char text[IR_TEXT_MAX], why[IR_WHY_MAX];
        size_t n = strcspn(script, ",");
        assert_true(n > 2 && n < sizeof text);
        memcpy(text, script, n);
        text[n] = 0;
        int actor = text[0] == '*' ? IR_CHANCE : text[0] - '0';
        if (try_move(s, actor, text + 2, NULL, why) != IR_OK)
            fail_msg("'%s' was refused: %s", text, why);
        if (koikoi_game.check(s))
            fail_msg("after '%s': %s", text, koikoi_game.check(s));
        script += n;
        script += strspn(script, ", ");
    }
}

/* The k-th of "1a 2b ..." as a dealt card. */
static inline void deal_card(struct ir_state *s, const char *list, int k)
{
    while (k--)
        list = strchr(list, ' ') + 1;
    char text[IR_TEXT_MAX];
    snprintf(text, sizeof text, "* card %.*s", (int)strcspn(list, " "), list);
    play(s, text);
}

/* KK3.2: 4 to the opponent, 4 to the sensei, 4 to the table, and again. sensei -1: it is known already. */
static inline void deal(struct ir_state *s, int sensei, const char *other, const char *own, const char *field)
{
    assert_int_equal(set_count(cards(other) | cards(own) | cards(field)), 24);
    if (sensei >= 0)
        play(s, sensei ? "* sensei 1" : "* sensei 0");
    for (int k = 0; k < 24; k++) {
        const char *to = k / 4 % 3 == 0 ? other : k / 4 % 3 == 1 ? own : field;
        deal_card(s, to, k / 12 * 4 + k % 4);
    }
}

static inline void begin_dealt(struct ir_state *s, const char *options)
{
    begin(s, options);
    deal(s, 0, OTHER_HAND, SENSEI_HAND, FIELD);
}

/* The moves of whoever is to move, "play 1a, play 2b"; "card 1a, ..." for chance. */
static inline const char *legal_text(const struct ir_state *s)
{
    static char out[4096];
    struct ir_text t;
    ir_move move[IR_MOVES_MAX];
    struct ir_chance outcome[IR_MOVES_MAX];
    struct ir_view v;
    int n = 0, turn = ir_turn(s);
    if (turn == IR_CHANCE) {
        n = koikoi_game.chance(s, outcome);
    } else if (turn != IR_OVER) {
        ir_look(&koikoi_game, s, turn, &v);
        n = koikoi_game.legal(&v, move);
    }
    ir_text_start(&t, out, sizeof out);
    for (int i = 0; i < n; i++) {
        ir_text_put(&t, i ? ", " : "");
        koikoi_game.move_print(turn == IR_CHANCE ? outcome[i].move : move[i], &t);
    }
    return out;
}
/* Exactly these, in the order of the alphabet. */
#define expect_legal(s, text) assert_string_equal(legal_text(s), text)

/* Refused, with a reason, the state as it was. */
static inline void expect_illegal(const struct ir_state *s, int actor, const char *text)
{
    struct ir_state copy = *s;
    char why[IR_WHY_MAX];
    int error = try_move(&copy, actor, text, NULL, why);
    if (error == IR_OK)
        fail_msg("'%s' by %d was accepted", text, actor);
    assert_memory_equal(copy.b, s->b, ir_state_size(&koikoi_game));
    if (koikoi_game.move_parse(text) >= 0)
        assert_true(why[0] != 0);
}

static inline void expect_set(uint64_t got, const char *want, const char *what)
{
    char text[256];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    for (int card = 0; card < HF_CARDS; card++)
        if (got & BIT(card)) {
            ir_text_put(&t, t.len ? " " : "");
            hanafuda_card_print(card, &t);
        }
    if (got != cards(want))
        fail_msg("the %s is '%s', the rules say '%s'", what, text, want);
}
#define expect_pool(s, seat, text) expect_set(pub_of(s)->pool[seat], text, "pool")
#define expect_field(s, text)      expect_set(pub_of(s)->field, text, "field")
#define expect_hand(s, seat, text) expect_set(hand_of(s, seat), text, "hand")

static inline void expect_coins(const struct ir_state *s, int seat0, int seat1)
{
    if (pub_of(s)->purse[0] != seat0 || pub_of(s)->purse[1] != seat1)
        fail_msg("purses are %d and %d, the rules say %d and %d", (int)pub_of(s)->purse[0], (int)pub_of(s)->purse[1], seat0,
                 seat1);
}

/* ---- drifting: play on, choosing moves and cards, so that nothing happens ---- */

struct places {
    uint64_t field, pool[2], hand[2], deck;
};
static inline struct places places_of(const struct ir_state *s, uint64_t of)
{
    const struct koikoi_pub *p = pub_of(s);
    return (struct places){
        p->field & of, {p->pool[0] & of, p->pool[1] & of}, {hand_of(s, 0) & of, hand_of(s, 1) & of}, deck_of(s) & of};
}

static inline int drift(struct ir_state *s, int left, uint64_t keep, int round, struct ir_rng *rng, int *budget)
{
    const struct koikoi_pub *p = pub_of(s);
    if (p->round != round || p->phase == KK_PHASE_OVER || p->phase == KK_PHASE_DEAL)
        return left == 0;
    if (p->phase == KK_PHASE_CALL || --*budget < 0)
        return 0;
    if (p->phase == KK_PHASE_PLAY && p->hand[0] + p->hand[1] == left)
        return 1;
    struct ir_chance option[IR_MOVES_MAX];
    ir_move move[IR_MOVES_MAX];
    struct ir_view v;
    int n, turn = ir_turn(s);
    struct places before = places_of(s, keep);
    if (turn == IR_CHANCE) {
        n = koikoi_game.chance(s, option);
    } else {
        ir_look(&koikoi_game, s, turn, &v);
        n = koikoi_game.legal(&v, move);
    }
    for (int i = 0; i < n && turn == IR_CHANCE; i++)
        move[i] = option[i].move;
    for (int i = 0; i < n; i++) { /* in a random order */
        int k = i + (int)ir_rng_below(rng, (uint32_t)(n - i));
        ir_move swap = move[i];
        move[i] = move[k];
        move[k] = swap;
    }
    for (int take = 0; take < 5; take++) /* what captures least first */
        for (int i = 0; i < n; i++) {
            struct ir_state next = *s;
            ir_move m = move[i];
            if (m == KK_MOVE_TENHO || m == KK_MOVE_AGARI)
                continue;
            koikoi_game.apply(&next, m, NULL);
            if (pub_of(&next)->round == round && pub_of(&next)->phase != KK_PHASE_OVER) {
                struct places after = places_of(&next, keep);
                int more = set_count(pub_of(&next)->pool[0] | pub_of(&next)->pool[1]) - set_count(p->pool[0] | p->pool[1]);
                if (more != take || memcmp(&before, &after, sizeof before) != 0)
                    continue;
            } else if (take || (p->option[KK_LAST_CARD] == KK_LAST_STOP && pub_of(&next)->last_winner >= 0)) {
                continue;
            }
            if (drift(&next, left, keep, round, rng, budget)) {
                *s = next;
                return 1;
            }
        }
    return 0;
}

/* Plays whole turns in which no yaku is made or grows and the cards of `keep` stay where they are, until this many cards are
 * left in both hands together; 0: until the round has run out. */
static inline void drift_to(struct ir_state *s, int left, const char *keep)
{
    struct ir_rng rng;
    ir_rng_seed(&rng, 1);
    for (int i = 0; i < 400; i++) { /* an unlucky start is not worth searching through */
        int budget = 400;
        if (drift(s, left, cards(keep), pub_of(s)->round, &rng, &budget))
            return;
    }
    fail_msg("the test found no quiet way to %d cards in hand", left);
}

static inline void option_values(const char *text, int16_t value[IR_OPTIONS_MAX])
{
    char why[IR_WHY_MAX] = "";
    memset(value, 0, IR_OPTIONS_MAX * sizeof *value);
    if (ir_options_parse(&koikoi_game, text, value, why) != IR_OK)
        fail_msg("options '%s' were refused: %s", text, why);
}

/* ---- a second referee: KK5 and KK7 written once more, plainly ---- */

static inline int ref_count(uint64_t pool, char kind)
{
    static const char row[12][5] = {"BRPP", "ARPP", "BRPP", "ARPP", "ARPP", "ARPP",
                                    "ARPP", "BAPP", "ARPP", "ARPP", "BARP", "BPPP"};
    int n = 0;
    for (int card = 0; card < 48; card++)
        n += (pool >> card & 1) && row[card / 4][card % 4] == kind;
    return n;
}

static inline int ref_has(uint64_t pool, const char *list)
{
    return (pool & cards(list)) == cards(list);
}

static inline int ref_worth(const int16_t *o, int round, uint64_t pool, int calls)
{
    int sum = 0, cup = ref_has(pool, "9a"), animals = ref_count(pool, 'A'), ribbons = ref_count(pool, 'R');
    int plain = ref_count(pool, 'P') + cup, rain = ref_has(pool, "11a"), proper = ref_count(pool, 'B') - rain;
    int ino = ref_has(pool, "7a 10a 6a"), aka = ref_has(pool, "1b 2b 3b"), ao = ref_has(pool, "6b 9b 10b");
    int nobles = proper == 4 ? (rain ? 10 : 8) : proper == 3 ? (rain ? 7 : 5) : 0;
    int moon = cup && ref_has(pool, "8a"), curtain = cup && ref_has(pool, "3a");
    sum += plain >= 10 ? plain - 9 : 0;
    if (o[KK_SETS] == KK_SETS_ABSORB) {
        sum += ino ? 5 + animals - 3 : animals >= 5 ? animals - 4 : 0;
        sum += aka && ao ? 10 + ribbons - 6 : aka || ao ? 5 + ribbons - 3 : ribbons >= 5 ? ribbons - 4 : 0;
    } else {
        sum += (animals >= 5 ? animals - 4 : 0) + 5 * ino;
        sum += (ribbons >= 5 ? ribbons - 4 : 0) + 5 * aka + 5 * ao + (aka && ao ? o[KK_RIBBONS_BOTH] : 0);
    }
    int each = calls ? o[KK_VIEWING_LATE] : o[KK_VIEWING_EARLY];
    if (o[KK_SAKE_BOTH3] && moon && curtain)
        each = 3;
    int pairs = o[KK_SAKE_PAIRS] && !(o[KK_SAKE_RAIN] && rain) ? each * (moon + curtain) : 0;
    sum += o[KK_SAKE_NOBLES] ? (nobles > pairs ? nobles : pairs) : nobles + pairs;
    if (o[KK_MONTH_OPTION] && (pool >> (round - 1) * 4 & 15) == 15)
        sum += 4;
    return sum;
}

static inline int ref_pay(const struct koikoi_pub *p, int seat, int sum)
{
    const int16_t *o = p->option;
    int n = p->calls[seat], pay = sum;
    switch (o[KK_KOIKOI_BONUS]) {
    case KK_BONUS_DOUBLE: pay <<= n; break;
    case KK_BONUS_STEP: pay *= n + 1; break;
    case KK_BONUS_PLUS: pay = n >= 4 ? pay * (n - 2) : pay + n; break;
    default: break;
    }
    pay *= o[KK_SEVEN] && sum >= 7 ? 2 : 1;
    pay *= o[KK_COUNTER] && p->calls[!seat] ? 2 : 1;
    pay *= o[KK_NOBLES] ? p->nobles + 1 : 1;
    return pay;
}

/* What a seat that stops now is due, before any purse limits it. */
static inline int due(const struct ir_state *s, int seat)
{
    const struct koikoi_pub *p = pub_of(s);
    return ref_pay(p, seat, ref_worth(p->option, p->round, p->pool[seat], p->calls[seat]));
}

#endif
