/* laws.c: L1-L8, each a function of a position. See laws.h; tests/laws/test_mutants.c shows that each can fail. */
#include "laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 200000, WORLDS = 3000, WORLDS_DISTINCT = 60, DRAWS = 3000 };

struct trial {
    const struct subject *on;
    const struct ir_game *game;
    size_t size;
    struct ir_rng *rng;
    struct breach *breach;
};

static int breach(struct trial *t, int law, const char *what)
{
    t->breach->law = law;
    snprintf(t->breach->what, sizeof t->breach->what, "L%d: %s", law, what);
    return 1;
}

static int same_view(const struct trial *t, const struct ir_view *a, const struct ir_view *b)
{
    return memcmp(a->b, b->b, t->size) == 0;
}

static uint64_t hash_bytes(const void *p, size_t n)
{
    const uint8_t *b = p;
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ b[i]) * 1099511628211u;
    return h ^ h >> 31;
}

/* ---- L1: view(imagine(view)) == view, and L7 for what was imagined ---- */
static int law_imagine(struct trial *t, const struct ir_state *s, int seat)
{
    struct ir_view v, again;
    struct ir_state world;
    t->on->view(t->game, s, seat, &v);
    t->game->imagine(&v, t->rng, &world);
    t->on->view(t->game, &world, seat, &again);
    if (!same_view(t, &v, &again))
        return breach(t, 1, "the view of an imagined world is not the view it was imagined from");
    const char *wrong = t->game->check(&world);
    return wrong ? breach(t, 7, wrong) : 0;
}

/* ---- L2: poison in the zones a seat lacks reaches neither its view nor its moves ---- */
static int law_poison(struct trial *t, const struct ir_state *s, int seat)
{
    const struct ir_zones *z = &t->game->zone;
    struct ir_state poisoned = *s;
    struct ir_view v, w;
    for (size_t i = z->pub; i < t->size; i++) {
        size_t zone = (i - z->pub) / (z->seat ? z->seat : 1);
        int own = seat >= 0 && z->seat && zone == (size_t)seat && i < (size_t)z->pub + (size_t)z->seat * t->game->max_seats;
        if (!own)
            poisoned.b[i] ^= (uint8_t)(0xa5 + i);
    }
    t->on->view(t->game, s, seat, &v);
    t->on->view(t->game, &poisoned, seat, &w);
    if (!same_view(t, &v, &w))
        return breach(t, 2, "a view shows a zone its seat must not see");
    if (seat >= 0 && ir_asked(t->game, s->b) >> seat & 1) {
        ir_move a[IR_MOVES_MAX], b[IR_MOVES_MAX];
        int n = t->game->legal(&v, a), m = t->game->legal(&w, b);
        if (n != m || memcmp(a, b, (size_t)n * sizeof *a) != 0)
            return breach(t, 2, "legal moves depend on what the seat cannot see");
    }
    return 0;
}

static int possible(struct trial *t, const struct ir_state *s, ir_move m)
{
    int turn = ir_turn(s);
    if (turn == IR_CHANCE) {
        struct ir_chance out[IR_MOVES_MAX];
        int n = t->game->chance(s, out);
        for (int i = 0; i < n; i++)
            if (out[i].move == m)
                return 1;
        return 0;
    }
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    t->on->view(t->game, s, turn, &v);
    int n = t->game->legal(&v, out);
    for (int i = 0; i < n; i++)
        if (out[i] == m)
            return 1;
    return 0;
}

/* ---- L3: two worlds alike to a seat before and after a move tell it alike events ---- */
static int law_events(struct trial *t, const struct ir_state *s, ir_move m, int seat)
{
    struct ir_view v, w;
    struct ir_state a = *s, b;
    struct ir_events ea = {0}, eb = {0}, sa, sb;
    t->on->view(t->game, s, seat, &v);
    t->game->imagine(&v, t->rng, &b);
    if (!possible(t, &b, m))
        return 0;
    t->game->apply(&a, m, &ea);
    t->game->apply(&b, m, &eb);
    t->on->view(t->game, &a, seat, &v);
    t->on->view(t->game, &b, seat, &w);
    if (!same_view(t, &v, &w))
        return 0;
    ir_events_see(&ea, seat, &sa);
    ir_events_see(&eb, seat, &sb);
    if (sa.n != sb.n || memcmp(sa.e, sb.e, (size_t)sa.n * sizeof *sa.e) != 0)
        return breach(t, 3, "events tell a seat what its views do not");
    return 0;
}

/* ---- L4: outcomes that a seat's events do not tell apart leave its view equal ---- */
static int law_outcomes(struct trial *t, const struct ir_state *s)
{
    struct ir_chance out[IR_MOVES_MAX];
    uint64_t told[IR_SEATS_MAX + 1][IR_MOVES_MAX], seen[IR_SEATS_MAX + 1][IR_MOVES_MAX];
    int n = t->game->chance(s, out), seats = ir_seats(s);
    for (int i = 0; i < n; i++) {
        struct ir_state a = *s;
        struct ir_events all = {0}, own;
        t->game->apply(&a, out[i].move, &all);
        for (int seat = IR_SPECTATOR; seat < seats; seat++) {
            struct ir_view v;
            ir_events_see(&all, seat, &own);
            t->on->view(t->game, &a, seat, &v);
            told[seat + 1][i] = hash_bytes(own.e, (size_t)own.n * sizeof *own.e);
            seen[seat + 1][i] = hash_bytes(v.b, t->size);
        }
    }
    for (int k = 0; k <= seats; k++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < i; j++)
                if (told[k][i] == told[k][j] && seen[k][i] != seen[k][j])
                    return breach(t, 4, "a view changed by an outcome that its seat was told nothing of");
    return 0;
}

/* ---- L5: moves are sorted, unique, not too many, and their texts read back; somebody can always move ---- */
static int move_text(struct trial *t, ir_move m)
{
    char text[IR_TEXT_MAX];
    struct ir_text out;
    ir_text_start(&out, text, sizeof text);
    t->game->move_print(m, &out);
    if (m >= t->game->n_moves || out.cut || out.len == 0)
        return breach(t, 5, "a move outside the alphabet, or without a text that fits");
    return t->game->move_parse(text) == m ? 0 : breach(t, 5, "a move's text reads back as another");
}

static int moves_in_order(struct trial *t, const ir_move *move, int n)
{
    if (n < 1 || n > IR_MOVES_MAX)
        return breach(t, 5, "nobody can move, or there are too many moves");
    for (int i = 0; i < n; i++) {
        if (i && move[i] <= move[i - 1])
            return breach(t, 5, "moves are not sorted, or one is there twice");
        if (move_text(t, move[i]))
            return 1;
    }
    return 0;
}

/* ---- L5: of a secret question: whose turn it is is asked, all can keep silent, and then just the others are asked ---- */
static int law_question(struct trial *t, const struct ir_state *s)
{
    unsigned asked = ir_asked(t->game, s->b), turn = 1u << ir_turn(s);
    if (!t->game->asked || !t->game->asked(s->b))
        return 0;
    if (!(asked & turn) || asked >> ir_seats(s))
        return breach(t, 5, "a secret question does not ask the one whose turn it is, or asks a seat nobody has");
    for (int seat = 0; seat < ir_seats(s); seat++) {
        struct ir_view v;
        ir_move move[IR_MOVES_MAX];
        int silent = 0;
        t->on->view(t->game, s, seat, &v);
        for (int n = asked >> seat & 1 ? t->game->legal(&v, move) : 0, i = 0; i < n; i++)
            silent |= move[i] == t->game->silent;
        if (silent != (int)(asked >> seat & 1))
            return breach(t, 5, "a seat asked in secret cannot keep silent");
    }
    struct ir_state after = *s;
    t->game->apply(&after, t->game->silent, NULL);
    unsigned left = asked & ~turn, now = ir_turn(&after) >= 0 ? t->game->asked(after.b) : 0;
    return now == left ? 0 : breach(t, 5, "silence does not leave the question to the others");
}

static int law_moves(struct trial *t, const struct ir_state *s)
{
    ir_move move[IR_MOVES_MAX];
    if (ir_turn(s) == IR_CHANCE) {
        struct ir_chance out[IR_MOVES_MAX];
        int n = t->game->chance(s, out);
        for (int i = 0; i < n; i++) {
            move[i] = out[i].move;
            if (out[i].weight == 0)
                return breach(t, 5, "an outcome without weight");
        }
        return moves_in_order(t, move, n);
    }
    unsigned asked = ir_asked(t->game, s->b);
    for (int seat = 0; asked >> seat; seat++) {
        struct ir_view v;
        t->on->view(t->game, s, seat, &v);
        if (asked >> seat & 1 && moves_in_order(t, move, t->game->legal(&v, move)))
            return 1;
    }
    return law_question(t, s);
}

/* A chi-squared test. A correct distribution exceeds the limit once in many millions of tests. */
static int chi_square_fails(const double *expected, const int *seen, int n)
{
    double x = 0;
    for (int i = 0; i < n; i++)
        x += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    return x > n - 1 + 7 * sqrt(2.0 * (n > 1 ? n - 1 : 1)) + 20;
}

/* ---- L6: sample has the distribution of chance ---- */
static int law_sample(struct trial *t, const struct ir_state *s)
{
    struct ir_chance out[IR_MOVES_MAX];
    double expected[IR_MOVES_MAX], total = 0;
    int seen[IR_MOVES_MAX] = {0}, n = t->game->chance(s, out);
    for (int i = 0; i < n; i++)
        total += out[i].weight;
    for (int i = 0; i < n; i++)
        expected[i] = DRAWS * out[i].weight / total;
    for (int k = 0; k < DRAWS; k++) {
        ir_move m = t->game->sample(s, t->rng);
        int i = 0;
        while (i < n && out[i].move != m)
            i++;
        if (i == n)
            return breach(t, 6, "sample draws what chance does not list");
        seen[i]++;
    }
    return chi_square_fails(expected, seen, n) ? breach(t, 6, "sample has another distribution than chance") : 0;
}

/* ---- L6: where the worlds a view allows are few, imagine makes each as often as it should, the true one among them ---- */
static int law_worlds(struct trial *t, const struct ir_state *s, int seat)
{
    uint64_t world[WORLDS_DISTINCT];
    double expected[WORLDS_DISTINCT], total = 0;
    int seen[WORLDS_DISTINCT] = {0}, n = 0, truth = 0;
    struct ir_view v;
    t->on->view(t->game, s, seat, &v);
    for (int k = 0; k < WORLDS; k++) {
        struct ir_state w;
        t->game->imagine(&v, t->rng, &w);
        uint64_t h = ir_hash(t->game, &w);
        int i = 0;
        while (i < n && world[i] != h)
            i++;
        if (i == n) {
            if (n == WORLDS_DISTINCT)
                return 0; /* too many to count */
            world[n] = h;
            expected[n] = t->on->weight ? t->on->weight(&w, seat) : 1;
            total += expected[n++];
            truth |= h == ir_hash(t->game, s);
        }
        seen[i]++;
    }
    double rarest = WORLDS;
    for (int i = 0; i < n; i++) {
        expected[i] *= WORLDS / total;
        rarest = fmin(rarest, expected[i]);
    }
    if (rarest < 8)
        return 0; /* some may have been missed */
    if (!truth)
        return breach(t, 6, "imagine never makes the world that is true");
    return chi_square_fails(expected, seen, n) ? breach(t, 6, "imagine prefers some worlds to others") : 0;
}

/* ---- L8: what a seat sees and is told is sound; and what is sound, though nobody ever saw it, does no harm ---- */
static int law_sound(struct trial *t, const struct ir_state *s, ir_move m, int seat)
{
    struct ir_view v;
    struct ir_state after = *s;
    struct ir_events all = {0}, own;
    t->on->view(t->game, s, seat, &v);
    if (!ir_view_sound(t->game, &v, ir_seats(s)))
        return breach(t, 8, "a true view is not sound: `sound` expects too much");
    if (m == IR_NO_MOVE)
        return 0;
    t->game->apply(&after, m, &all);
    ir_events_see(&all, seat, &own);
    for (int i = 0; i < own.n; i++)
        if (!ir_event_sound(t->game, &own.e[i], ir_seats(s)))
            return breach(t, 8, "a true event is not sound: a number that its letter cannot have, a seat that is none");
    return 0;
}

/* Changes a few bytes of a view. tests/fuzz/fuzz_view.c does more of it, with sanitizers, and reads the game's words, too. */
static int law_harm(struct trial *t, const struct ir_state *s, int seat)
{
    struct ir_view v;
    struct ir_score score;
    struct ir_json j;
    static char text[1 << 17];
    ir_move move[IR_MOVES_MAX];
    size_t seen = t->game->zone.pub + (seat < 0 ? 0 : t->game->zone.seat);
    t->on->view(t->game, s, seat, &v);
    for (int n = 1 + (int)ir_rng_below(t->rng, 3); n > 0; n--) {
        size_t at = ir_rng_below(t->rng, (uint32_t)seen);
        if (at >= t->game->zone.pub)
            at += (size_t)t->game->zone.seat * (size_t)seat;
        v.b[at] = (uint8_t)(ir_rng_below(t->rng, 2) ? v.b[at] ^ 1u << ir_rng_below(t->rng, 8) : ir_rng_below(t->rng, 256));
    }
    if (!ir_view_sound(t->game, &v, ir_seats(s)))
        return 0;
    unsigned asked = ir_asked(t->game, v.b);
    if (asked >> ir_seats(s))
        return breach(t, 8, "in a sound view a seat is asked that nobody has");
    for (int i = 0, n = seat >= 0 && asked >> seat & 1 ? t->game->legal(&v, move) : 0; i < n || n > IR_MOVES_MAX; i++)
        if (n > IR_MOVES_MAX || move[i] >= t->game->n_moves)
            return breach(t, 8, "a sound view has too many moves, or one outside the alphabet");
    t->game->score(v.b, &score);
    ir_json_start(&j, text, sizeof text);
    ir_describe(t->game, &v, &j);
    return 0;
}

static int position(struct trial *t, const struct ir_state *s, ir_move m, int rare)
{
    const char *wrong = t->game->check(s);
    if (wrong)
        return breach(t, 7, wrong);
    for (int seat = IR_SPECTATOR; seat < ir_seats(s); seat++)
        if (law_imagine(t, s, seat) || law_poison(t, s, seat) || law_events(t, s, m, seat) || law_sound(t, s, m, seat) ||
            law_harm(t, s, seat))
            return 1;
    if (law_moves(t, s) || (ir_turn(s) == IR_CHANCE && law_outcomes(t, s)))
        return 1;
    if (rare) {
        if (ir_turn(s) == IR_CHANCE && law_sample(t, s))
            return 1;
        for (int seat = IR_SPECTATOR; seat < ir_seats(s); seat++)
            if (law_worlds(t, s, seat))
                return 1;
    }
    return 0;
}

static ir_move random_move(struct trial *t, const struct ir_state *s)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    if (ir_turn(s) == IR_CHANCE)
        return t->game->sample(s, t->rng);
    t->on->view(t->game, s, ir_turn(s), &v);
    int n = t->game->legal(&v, legal);
    return n > 0 ? legal[ir_rng_below(t->rng, (uint32_t)n)] : IR_NO_MOVE;
}

/* L7: a game writes into its zones only. What lies behind them is in no hash, no copy and no view. */
enum { BEHIND = 0x5a };
static int law_zones(struct trial *t, const struct ir_state *s, ir_move m)
{
    struct ir_state next;
    memset(next.b, BEHIND, sizeof next.b);
    memcpy(next.b, s->b, t->size);
    t->game->apply(&next, m, NULL);
    for (size_t i = t->size; i < sizeof next.b; i++)
        if (next.b[i] != BEHIND)
            return breach(t, 7,
                          "the game writes behind its zones: is max_seats the number that its hid zone was laid out for?");
    return 0;
}

uint64_t laws_game(const struct subject *on, const struct ir_state *start, struct ir_rng *rng, int rare, struct breach *b)
{
    struct trial t = {on, on->game, ir_state_size(on->game), rng, b};
    struct ir_state s;
    memset(s.b, BEHIND, sizeof s.b);
    memcpy(s.b, start->b, t.size);
    ir_move *log = malloc(POSITIONS_MAX * sizeof *log);
    uint64_t n = 0, *hash = malloc(POSITIONS_MAX * sizeof *hash);
    b->law = 0;
    while (ir_turn(&s) != IR_OVER && !b->law) {
        if (n == POSITIONS_MAX) {
            breach(&t, 5, "the game does not end");
            break;
        }
        ir_move m = random_move(&t, &s);
        if (m == IR_NO_MOVE) {
            breach(&t, 5, "nobody can move");
            break;
        }
        if (law_zones(&t, &s, m) || position(&t, &s, m, rare && ir_rng_below(rng, (uint32_t)rare) == 0))
            break;
        hash[n] = ir_hash(on->game, &s);
        log[n++] = m;
        on->game->apply(&s, m, NULL);
    }
    if (!b->law && on->game->check(&s))
        breach(&t, 7, on->game->check(&s));
    for (int seat = IR_SPECTATOR; !b->law && seat < ir_seats(&s); seat++)
        if (!law_imagine(&t, &s, seat) && !law_poison(&t, &s, seat))
            law_sound(&t, &s, IR_NO_MOVE, seat);
    /* L5: the same log folds to the same states, told or not */
    struct ir_state again = *start;
    for (uint64_t i = 0; i < n && !b->law; i++) {
        struct ir_events ev = {0};
        if (hash[i] != ir_hash(on->game, &again))
            breach(&t, 5, "the same log folds to another state");
        on->game->apply(&again, log[i], &ev);
    }
    if (!b->law && memcmp(again.b, s.b, t.size) != 0)
        breach(&t, 5, "the same log folds to another state");
    free(log);
    free(hash);
    return n;
}

void laws_options(const struct ir_game *g, struct ir_rng *rng, char out[IR_OPTIONS_TEXT])
{
    char why[IR_WHY_MAX];
    int16_t value[IR_OPTIONS_MAX];
    int presets = 0;
    while (g->preset[presets].name)
        presets++;
    do {
        struct ir_text t;
        ir_text_start(&t, out, IR_OPTIONS_TEXT);
        ir_text_put(&t, g->preset[ir_rng_below(rng, (uint32_t)presets)].name);
        for (int i = 0; g->option[i].name; i++) {
            const struct ir_option *o = &g->option[i];
            int custom = g->deck && strcmp(o->name, "deck") == 0;
            if (ir_rng_below(rng, 3))
                continue;
            int v = o->min + (int)ir_rng_below(rng, (uint32_t)(o->max - o->min + 1 - custom));
            ir_text_add(&t, ",%s=", o->name);
            if (o->words)
                ir_text_put(&t, o->words[v - o->min]);
            else
                ir_text_int(&t, v);
        }
    } while (ir_options_parse(g, out, value, why) != IR_OK);
}
