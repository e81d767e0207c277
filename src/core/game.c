/* game.c: what the core does for every game: start, views, checked moves, hash, random play, JSON. */
#include "core.h"
#include "signature.h"

/* The index of the option `deck`, or -1; `custom` is its last word. */
static int deck_option(const struct ir_game *g)
{
    for (int i = 0; g->deck && g->option[i].name; i++)
        if (text_equal(g->option[i].name, "deck"))
            return i;
    return -1;
}

const char *ir_deck_text(const struct ir_game *g, const int16_t *option, const char *custom)
{
    int i = deck_option(g);
    if (i < 0)
        return NULL;
    return option[i] == g->option[i].max ? custom : g->deck[option[i]].text;
}

int ir_start(const struct ir_game *g, struct ir_state *s, int seats, const char *options, const char *deck,
             char why[IR_WHY_MAX])
{
    struct ir_head *head = (struct ir_head *)(void *)s->b;
    int16_t value[IR_OPTIONS_MAX];
    int n = 0, error = ir_options_parse(g, options, value, why);
    if (error)
        return error;
    if (seats < g->min_seats || seats > g->max_seats) {
        if (g->min_seats == g->max_seats)
            ir_refuse(why, &ir_errors[ERROR_SEATS], g->name, g->max_seats, seats);
        else
            ir_refuse(why, &ir_errors[ERROR_SEATS_RANGE], g->name, g->min_seats, g->max_seats, seats);
        return IR_E_SEATS;
    }
    while (g->option[n].name)
        n++;
    memset(s->b, 0, ir_state_size(g));
    memcpy(s->b + sizeof *head, value, (size_t)n * sizeof *value);
    head->seats = (uint8_t)seats;
    if (g->deck) {
        const char *text = ir_deck_text(g, value, deck);
        if (!text) {
            ir_refuse(why, &ir_errors[ERROR_DECK_MISSING], g->name);
            return IR_E_DECK;
        }
        if (!g->deck_read(s, text, why))
            return IR_E_DECK;
    }
    g->start(s);
    return IR_OK;
}

/* What is behind pub, of which the viewer sees the own zone. A few words are copied faster one by one than by calls. */
static inline void view_zones(const struct ir_game *g, const uint8_t *from, int seat, uint8_t *to)
{
    enum { FEW = 64 };
    size_t own = g->zone.seat, all = ir_state_size(g) - g->zone.pub, at = seat < 0 ? all : own * (size_t)seat;
    if (all > FEW) {
        memset(to, 0, all);
        if (seat >= 0)
            memcpy(to + at, from + at, own);
        return;
    }
    for (size_t i = 0; i < all; i += 8) {
        uint64_t word;
        memcpy(&word, from + i, 8);
        word = i - at < own ? word : 0;
        memcpy(to + i, &word, 8);
    }
}

void ir_look(const struct ir_game *g, const struct ir_state *s, int seat, struct ir_view *v)
{
    ir_assert(seat >= IR_SPECTATOR && seat < g->max_seats);
    memcpy(v->b, s->b, g->zone.pub);
    view_zones(g, s->b + g->zone.pub, seat, v->b + g->zone.pub);
    v->seat = (int8_t)seat;
}

uint16_t ir_asked(const struct ir_game *g, const void *pub)
{
    int turn = ((const struct ir_head *)pub)->turn;
    unsigned asked = turn >= 0 && g->asked ? g->asked(pub) : 0u;
    return (uint16_t)(asked || turn < 0 ? asked : 1u << turn);
}

int ir_possible(const struct ir_game *g, const struct ir_state *s, int actor, ir_move m)
{
    if (actor == IR_CHANCE) {
        struct ir_chance out[IR_MOVES_MAX];
        int n = g->chance(s, out);
        for (int i = 0; i < n; i++)
            if (out[i].move == m)
                return 1;
        return 0;
    }
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    ir_look(g, s, actor, &v);
    int n = g->legal(&v, out);
    for (int i = 0; i < n; i++)
        if (out[i] == m)
            return 1;
    return 0;
}

static void actor_print(int actor, struct ir_text *t)
{
    if (actor == IR_CHANCE)
        ir_text_put(t, "chance");
    else if (actor == IR_OVER)
        ir_text_put(t, "nobody (the game is over)");
    else
        ir_text_add(t, "seat %d", actor);
}

static int apply_refuse(const struct ir_game *g, int turn, int actor, ir_move m, char why[IR_WHY_MAX])
{
    char who[IR_TEXT_MAX], whose[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, who, sizeof who);
    actor_print(actor, &t);
    ir_text_start(&t, whose, sizeof whose);
    if (turn == IR_OVER || actor != turn) {
        actor_print(turn, &t);
        ir_refuse(why, &ir_errors[ERROR_MOVE_TURN], whose, who);
        return IR_E_TURN;
    }
    if (m < g->n_moves)
        g->move_print(m, &t);
    ir_refuse(why, &ir_errors[ERROR_MOVE], whose, who);
    return IR_E_MOVE;
}

int ir_apply(const struct ir_game *g, struct ir_state *s, int actor, ir_move m, struct ir_events *ev, char why[IR_WHY_MAX])
{
    int turn = ir_turn(s);
    why[0] = why[IR_WHY_CODE] = 0;
    if (ev)
        ev->n = 0;
    if (turn == IR_OVER || actor != turn || m >= g->n_moves || !ir_possible(g, s, actor, m))
        return apply_refuse(g, turn, actor, m, why);
    g->apply(s, m, ev);
    return IR_OK;
}

/* Eight bytes at a time, with a multiplication and an xor-shift each: every bit of the state flips about half of the bits of
 * the hash. */
static uint64_t hash(const uint8_t *b, size_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t w;
        memcpy(&w, b + i, 8);
        h = (h ^ w) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 32;
    }
    h *= 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

uint64_t ir_hash(const struct ir_game *g, const struct ir_state *s)
{
    size_t size = ir_state_size(g), from = sizeof(struct ir_head) + g->later_option * sizeof(int16_t), to = from;
    const int16_t *value = ir_options(s);
    if (g->later_option)
        for (int i = g->later_option; g->option[i].name; i++, to += sizeof *value)
            if (value[i] != g->option[i].def)
                return hash(s->b, size);
    if (from == to)
        return hash(s->b, size);
    uint8_t b[IR_STATE_MAX];
    memcpy(b, s->b, from);
    memcpy(b + from, s->b + to, size - to);
    return hash(b, size - (to - from));
}

void ir_event_see(const struct ir_event *e, int seat, struct ir_event *out)
{
    *out = *e;
    out->see = (uint16_t)(seat < 0 ? 0 : e->see & 1u << seat);
    if (!out->see)
        memset(out->prv, 0, sizeof out->prv);
}

void ir_events_see(const struct ir_events *all, int seat, struct ir_events *out)
{
    out->n = all->n;
    for (int i = 0; i < all->n; i++)
        ir_event_see(&all->e[i], seat, &out->e[i]);
}

void ir_field_json(const struct ir_game *g, const char *spec, int value, struct ir_json *j)
{
    char word[IR_TEXT_MAX];
    struct ir_text t;
    const char *colon = strchr(spec, ':');
    ir_assert(colon);
    size_t name = (size_t)(colon - spec);
    if (colon[1] == 'n' || colon[1] == 's') {
        ir_json_int_n(j, spec, name, value);
        return;
    }
    ir_text_start(&t, word, sizeof word);
    g->value_print(colon[1], value, &t);
    ir_json_str_n(j, spec, name, word);
}

void ir_event_json(const struct ir_game *g, const struct ir_event *e, struct ir_json *j)
{
    ir_assert(e->kind < g->n_event_kinds);
    const struct ir_event_kind *k = &g->event_kind[e->kind];
    ir_json_object(j, NULL);
    ir_json_str(j, "event", k->name);
    if (e->seat >= 0)
        ir_json_int(j, "seat", e->seat);
    for (int i = 0; i < 3 && k->pub[i]; i++)
        ir_field_json(g, k->pub[i], e->pub[i], j);
    for (int i = 0; i < 3 && k->prv[i] && e->see; i++)
        ir_field_json(g, k->prv[i], e->prv[i], j);
    ir_json_end(j, '}');
}

void ir_describe(const struct ir_game *g, const struct ir_view *v, struct ir_json *j)
{
    char options[IR_OPTIONS_TEXT];
    struct ir_text t;
    ir_text_start(&t, options, sizeof options);
    ir_options_print(g, (const int16_t *)(const void *)(v->b + sizeof(struct ir_head)), &t);
    ir_json_object(j, NULL);
    ir_describe_all(g, v->b, options, j);
    ir_describe_own(g, v, j);
    if (v->seat >= 0 && ir_asked(g, v->b) >> v->seat & 1)
        ir_describe_legal(g, v, "legal", j);
    ir_json_end(j, '}');
}

void ir_describe_all(const struct ir_game *g, const void *pub, const char *options, struct ir_json *j)
{
    const struct ir_head *head = pub;
    ir_json_str(j, "game", g->name);
    ir_json_str(j, "options", options);
    ir_json_int(j, "seats", head->seats);
    if (head->turn >= 0)
        ir_json_int(j, "turn", head->turn);
    else
        ir_json_str(j, "turn", head->turn == IR_CHANCE ? "chance" : "over");
    g->describe(pub, j);
}

void ir_describe_own(const struct ir_game *g, const struct ir_view *v, struct ir_json *j)
{
    if (v->seat >= 0)
        ir_json_int(j, "seat", v->seat);
    if (g->own)
        g->own(v, j);
}

void ir_describe_legal(const struct ir_game *g, const struct ir_view *v, const char *key, struct ir_json *j)
{
    ir_move legal[IR_MOVES_MAX];
    int n = g->legal(v, legal);
    ir_json_list(j, key);
    for (int i = 0; i < n; i++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        g->move_print(legal[i], &t);
        ir_json_str(j, NULL, text);
    }
    ir_json_end(j, ']');
}

uint64_t ir_play_random(const struct ir_game *g, struct ir_state *s, struct ir_rng *r, uint64_t *chances)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    uint64_t decisions = 0, drawn = 0;
    for (int turn; (turn = ir_turn(s)) != IR_OVER;) {
        if (turn == IR_CHANCE) {
            g->apply(s, g->sample(s, r), NULL);
            drawn++;
        } else {
            ir_look(g, s, turn, &v);
            int n = g->legal(&v, legal);
            g->apply(s, legal[n > 1 ? ir_rng_below(r, (uint32_t)n) : 0], NULL);
            decisions++;
        }
    }
    *chances += drawn;
    return decisions;
}

uint64_t ir_signature(const struct ir_game *g, uint64_t seed, int games)
{
    struct ir_state s;
    struct ir_rng r;
    char why[IR_WHY_MAX];
    uint64_t h = 0, chances = 0;
    int presets = g->later_preset;
    while (!g->later_preset && g->preset[presets].name)
        presets++;
    ir_assert(presets > 0);
    ir_rng_seed(&r, seed);
    for (int i = 0; i < games; i++) {
        int seats = g->min_seats + i % (g->max_seats - g->min_seats + 1);
        int error = ir_start(g, &s, seats, g->preset[i % presets].name, NULL, why);
        ir_assert(error == IR_OK);
        h = h * 0xd6e8feb86659fd93u + ir_play_random(g, &s, &r, &chances);
        h = (h ^ h >> 32) * 0xd6e8feb86659fd93u + ir_hash(g, &s);
    }
    return h ^ chances;
}

/* ---- thin calls ---- */

extern inline size_t ir_state_size(const struct ir_game *);
extern inline int ir_turn(const struct ir_state *);
extern inline int ir_seats(const struct ir_state *);

const char *ir_version(void)
{
    return IR_VERSION;
}
int ir_abi(void)
{
    return IR_ABI;
}

static const struct ir_head *head(const struct ir_view *v)
{
    return (const struct ir_head *)(const void *)v->b;
}
int ir_view_turn(const struct ir_view *v)
{
    return head(v)->turn;
}
int ir_view_seats(const struct ir_view *v)
{
    return head(v)->seats;
}
const int16_t *ir_view_options(const struct ir_view *v)
{
    return (const int16_t *)(const void *)(v->b + sizeof(struct ir_head));
}

int ir_legal(const struct ir_game *g, const struct ir_view *v, ir_move out[IR_MOVES_MAX])
{
    return v->seat >= 0 && ir_asked(g, v->b) >> v->seat & 1 ? g->legal(v, out) : 0;
}
ir_move ir_sample(const struct ir_game *g, const struct ir_state *s, struct ir_rng *r)
{
    return ir_turn(s) == IR_CHANCE ? g->sample(s, r) : IR_NO_MOVE;
}
void ir_score_of(const struct ir_game *g, const struct ir_state *s, struct ir_score *score)
{
    g->score(s->b, score);
}
void ir_move_text(const struct ir_game *g, ir_move m, char out[IR_TEXT_MAX])
{
    struct ir_text t;
    ir_text_start(&t, out, IR_TEXT_MAX);
    if (m < g->n_moves)
        g->move_print(m, &t);
}
ir_move ir_move_find(const struct ir_game *g, const char *text)
{
    int m = g->move_parse(text);
    return m < 0 ? IR_NO_MOVE : (ir_move)m;
}
