/* test_mutants.c: every law catches a game that breaks it, and nothing else. The mutants are nullgame with one thing wrong. */
#include <stdio.h> /* first: core bans some of what it declares */

#define nullgame_game mutant_base
#include "games/nullgame/nullgame.c"
#undef nullgame_game

#include "laws.h"

static struct pub *pub_mut(struct ir_state *s)
{
    return (struct pub *)(void *)s->b;
}

/* L1: imagines the viewer's own card anew, too */
static void imagine_own(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    struct ir_view blind = *v;
    blind.seat = IR_SPECTATOR;
    memset(blind.b + sizeof(struct pub), 0, ir_state_size(&mutant_base) - sizeof(struct pub));
    imagine(&blind, r, s);
}

/* L2: a projection that forgets to blank the deck */
static void view_with_deck(const struct ir_game *g, const struct ir_state *s, int seat, struct ir_view *v)
{
    ir_look(g, s, seat, v);
    memcpy(v->b + ir_state_size(g) - sizeof(struct hid), hid_of(s), sizeof(struct hid));
}

/* L3: the event of keeping shows everyone the card that was kept */
static void apply_telling(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    int card = own_of(s, pub_mut(s)->at)->card;
    apply(s, m, ev);
    if (m == MOVE_KEEP && ev)
        ev->e[0].pub[0] = card;
}

/* L4: the public zone notes the card that was dealt in secret */
static void apply_noting(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    int at = pub_mut(s)->at;
    apply(s, m, ev);
    if (m < MOVE_KEEP)
        pub_mut(s)->shown[at] = (uint8_t)(m + 1);
}

/* L5: five ways */
static int legal_unsorted(const struct ir_view *v, ir_move *out)
{
    (void)v;
    out[0] = MOVE_SWAP;
    out[1] = MOVE_KEEP;
    return 2;
}
static int legal_doubled(const struct ir_view *v, ir_move *out)
{
    (void)v;
    out[0] = out[1] = MOVE_KEEP;
    return 2;
}
static int legal_nothing(const struct ir_view *v, ir_move *out)
{
    (void)out;
    return pub_of(v->b)->at == 1 ? 0 : legal(v, out);
}
static int parse_swapped(const char *text)
{
    int m = move_parse(text);
    return m == MOVE_KEEP ? MOVE_SWAP : m == MOVE_SWAP ? MOVE_KEEP : m;
}
static void apply_for_ever(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    if (m == MOVE_KEEP || m == MOVE_SWAP)
        event_add(ev, (struct ir_event){.kind = EV_KEEP});
    else
        apply(s, m, ev);
}
static void apply_remembering(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    static uint8_t games;
    apply(s, m, ev);
    if (ir_turn(s) == IR_OVER)
        pub_mut(s)->shown[7] = ++games;
}

/* L5, secret questions: everybody who has not decided is asked at once; keeping is silence */
static uint16_t asked_all(const void *pub)
{
    const struct pub *p = pub;
    return (uint16_t)(p->deciding ? ((1u << p->head.seats) - 1) & ~((1u << p->at) - 1) : 0);
}
static uint16_t asked_others(const void *pub)
{
    return (uint16_t)(asked_all(pub) & ~(1u << ((const struct pub *)pub)->at));
}

/* L6: a draw and an imagination with a favourite */
static ir_move sample_low(const struct ir_state *s, struct ir_rng *r)
{
    ir_move a = sample(s, r), b = sample(s, r);
    return a < b ? a : b;
}
static void imagine_low(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    struct ir_state a, b;
    imagine(v, r, &a);
    imagine(v, r, &b);
    *s = memcmp(a.b, b.b, ir_state_size(&mutant_base)) < 0 ? a : b;
}
static void imagine_untrue(const struct ir_view *v, struct ir_rng *r, struct ir_state *s) /* never card 3 in a hand */
{
    int again;
    do {
        imagine(v, r, s);
        again = 0;
        for (int i = 0; i < pub_of(v->b)->head.seats; i++)
            again |= i != v->seat && own_of(s, i)->card == 3 && hid_of(s)->deck;
    } while (again && ir_turn(s) != IR_OVER);
}

/* L7: whenever a card is dealt, another falls under the table */
static void apply_losing(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    apply(s, m, ev);
    if (m < MOVE_KEEP)
        hid_of(s)->deck &= hid_of(s)->deck - 1;
}

/* L8: a `sound` that forgets the last position, a letter without its values; and one that lets pass what `legal` cannot take */
static int sound_too_strict(const struct ir_view *v)
{
    return sound(v) && pub_of(v->b)->at < pub_of(v->b)->head.seats;
}
static const struct ir_event_kind kinds_with_letter[] = {
    [EV_DEAL] = {"deal", {NULL}, {"card:c"}, 0},
    [EV_KEEP] = {"keep", {NULL}, {NULL}, 0},
    [EV_DISCARD] = {"discard", {"card:n"}, {NULL}, 1},
    [EV_SHOW] = {"show", {"card:n"}, {NULL}, 0},
};
static int sound_always(const struct ir_view *v)
{
    (void)v;
    return 1;
}
static int legal_trusting(const struct ir_view *v, ir_move *out)
{
    out[0] = MOVE_KEEP;
    out[1] = (ir_move)(MOVE_KEEP + pub_of(v->b)->deciding);
    return 2;
}

static int number, failed;

static void expect(int law, const char *what, const struct subject *on)
{
    struct ir_rng rng;
    struct breach b = {0};
    char why[IR_WHY_MAX];
    uint64_t positions = 0;
    ir_rng_seed(&rng, 7);
    for (int i = 0; i < 3000 && !b.law; i++) {
        struct ir_state s;
        int seats = 2 + i % (on->game->max_seats - 1);
        ir_start(on->game, &s, seats, "cards=12", NULL, why);
        positions += laws_game(on, &s, &rng, 10, &b);
    }
    int good = b.law == law;
    failed |= !good;
    printf("%sok %d - %s: %s after %d positions\n", good ? "" : "not ", ++number, what, law ? "caught" : "no breach",
           (int)positions);
    if (b.law)
        printf("# %s\n", b.what);
}

#define MUTANT(law, what, ...)                                                                                                 \
    do {                                                                                                                       \
        struct ir_game g = mutant_base;                                                                                        \
        struct subject on = {&g, ir_look, NULL};                                                                               \
        __VA_ARGS__;                                                                                                           \
        expect(law, what, &on);                                                                                                \
    } while (0)

int main(void)
{
    MUTANT(0, "nullgame itself", (void)on);
    MUTANT(1, "L1: imagines the viewer's own card", g.imagine = imagine_own);
    MUTANT(2, "L2: a view with the deck in it", on.view = view_with_deck);
    MUTANT(3, "L3: an event shows a hidden card", g.apply = apply_telling);
    MUTANT(4, "L4: the public zone notes a secret deal", g.apply = apply_noting);
    MUTANT(5, "L5: unsorted moves", g.legal = legal_unsorted);
    MUTANT(5, "L5: a move twice", g.legal = legal_doubled);
    MUTANT(5, "L5: a seat that cannot move", g.legal = legal_nothing);
    MUTANT(5, "L5: texts that read back wrong", g.move_parse = parse_swapped);
    MUTANT(5, "L5: a game without end", g.apply = apply_for_ever);
    MUTANT(5, "L5: a game that remembers the last one", g.apply = apply_remembering);
    MUTANT(0, "nullgame with a secret question", g.asked = asked_all, g.silent = MOVE_KEEP);
    MUTANT(5, "L5: a question that leaves out whose turn it is", g.asked = asked_others, g.silent = MOVE_KEEP);
    MUTANT(5, "L5: a silence that asks anew", g.asked = asked_all, g.silent = MOVE_SWAP);
    MUTANT(5, "L5: a silence that is no move", g.asked = asked_all, g.silent = MOVES);
    MUTANT(6, "L6: a draw that prefers low cards", g.sample = sample_low);
    MUTANT(6, "L6: an imagination that prefers some worlds", g.imagine = imagine_low);
    MUTANT(6, "L6: an imagination that leaves worlds out", g.imagine = imagine_untrue);
    MUTANT(7, "L7: a card is lost", g.apply = apply_losing);
    MUTANT(7, "L7: fewer seats than the zones were laid out for", g.max_seats = 4);
    MUTANT(8, "L8: the last view is not sound", g.sound = sound_too_strict);
    MUTANT(8, "L8: a letter of events without values", g.event_kind = kinds_with_letter);
    MUTANT(0, "nullgame that trusts its views, and looks at them", g.legal = legal_trusting);
    MUTANT(8, "L8: one that does not look", g.legal = legal_trusting, g.sound = sound_always);
    printf("1..%d\n", number);
    return failed;
}
