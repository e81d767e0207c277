/* fuzz_view.c: a server may send a terminal any bytes as a view, and any numbers as an event. What ir_view_sound and
 * ir_event_sound let pass is given to all that `irori join` calls with them: nothing may crash, hang, or leave its bounds.
 *
 * An input is: a game, its seats, whose view, and which of some positions that random games came to; then a list of changes of
 * that view (where: 2 bytes, what: 1 byte; or up to 16 bytes of another position there), and in the same bytes an event. Enough
 * changes make any view there is. */
#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void ir_panic(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static const char **name; /* of those who play, in a block of just their number: a sanitizer sees who reads another one */
enum { HEAD = 4, CHANGE = 3, JSON = 1 << 18, GAMES_MAX = 16, POSITIONS = 64, MOVES_SHOWN = 16 };

/* A position that can be: so many random moves into a game with random options. */
static void position(const struct ir_game *g, int seats, int moves, struct ir_rng *r, struct ir_state *s)
{
    char why[IR_WHY_MAX], text[IR_OPTIONS_TEXT];
    int presets = 0;
    struct ir_text t;
    while (g->preset[presets].name)
        presets++;
    ir_text_start(&t, text, sizeof text);
    ir_text_put(&t, g->preset[ir_rng_below(r, (uint32_t)presets)].name);
    if (ir_start(g, s, seats, text, NULL, why) != IR_OK && ir_start(g, s, seats, "", NULL, why) != IR_OK)
        abort();
    for (int i = 0; i < moves && ir_turn(s) != IR_OVER; i++) {
        struct ir_view v;
        ir_move legal[IR_MOVES_MAX];
        if (ir_turn(s) == IR_CHANCE) {
            g->apply(s, g->sample(s, r), NULL);
            continue;
        }
        ir_look(g, s, ir_turn(s), &v);
        g->apply(s, legal[ir_rng_below(r, (uint32_t)g->legal(&v, legal))], NULL);
    }
}

/* One of POSITIONS, made when it is first asked for. */
static const struct ir_state *position_of(int game, int seats, int which)
{
    static struct ir_state made[GAMES_MAX][IR_SEATS_MAX + 1][POSITIONS];
    static uint8_t there[GAMES_MAX][IR_SEATS_MAX + 1][POSITIONS];
    struct ir_rng r;
    if (!there[game][seats][which]) {
        ir_rng_seed(&r, (uint64_t)which);
        position(ir_all_games[game], seats, (int)ir_rng_below(&r, 400), &r, &made[game][seats][which]);
        there[game][seats][which] = 1;
    }
    return &made[game][seats][which];
}

/* What visit.c and the two fronts do with an asked seat's view. */
static void choices_show(FILE *out, const struct ir_game *g, const struct words *w, const struct ir_view *v,
                         const ir_move *legal, int n, const char *answer)
{
    const char *rule;
    struct ir_fact fact[IR_FACTS_MAX];
    char text[IR_TEXT_MAX];
    for (int i = 0; i < n; i += 1 + n / MOVES_SHOWN) {
        if (legal[i] >= g->n_moves)
            abort();
        w->choice(out, v, legal[i], name);
        fputs(words_move(w, v, legal[i], name, i & 1), out);
        ir_move_text(g, legal[i], text);
    }
    w->question(out, v, name);
    fputs(w->explain(v, &rule), out);
    if (w->automatic)
        w->automatic(v, legal, n);
    if (w->answer)
        w->answer(v, answer, legal, n);
    for (int i = 1; i < n && i < 2 && ir_reasons(g); i++) /* a hint names any two moves */
        for (int k = ir_why(g, v, NULL, legal[i], legal[i - 1], fact); k > 0; k--)
            words_fact(out, g, &fact[k - 1], v->seat, v->seat, name);
}

static void view_show(const struct ir_game *g, const struct ir_view *v, const char *answer)
{
    static char json[JSON];
    const struct words *w = words_of(g);
    ir_move legal[IR_MOVES_MAX];
    struct ir_score score;
    struct ir_json j;
    FILE *out = fopen("/dev/null", "w");
    int n = v->seat >= 0 && ir_asked(g, v->b) >> v->seat & 1 ? g->legal(v, legal) : 0;
    if (n < 0 || n > IR_MOVES_MAX)
        abort();
    ir_json_start(&j, json, sizeof json);
    ir_describe(g, v, &j);
    g->score(v->b, &score);
    w->table(out, v, name);
    if (w->final)
        w->final(out, v, name);
    for (int i = 0; w->board && i < 2; i++) {
        struct board b = {.width = i ? 40 : 120, .ascii = i, .legal = legal, .n = n, .chosen = n ? legal[n / 2] : IR_NO_MOVE};
        board_clear(&b);
        w->board(&b, v, name);
        board_free(&b);
    }
    if (n)
        choices_show(out, g, w, v, legal, n, answer);
    fclose(out);
}

static void event_show(const struct ir_game *g, const uint8_t *data, size_t size, int seat, int seats)
{
    struct ir_event e = {0};
    if (size < 5)
        return;
    e.kind = data[0];
    e.seat = (int8_t)data[1];
    e.see = (uint16_t)(seat >= 0 && data[2] & 1 ? 1u << seat : 0);
    for (int i = 0; i < 6; i++) {
        size_t at = 3 + (size_t)i;
        int n = at < size ? (int8_t)data[at] : 0;
        *(i < 3 ? &e.pub[i] : &e.prv[i - 3]) = data[2] & 2 ? (int32_t)((uint32_t)n * 16777259u) : n;
    }
    if (!ir_event_sound(g, &e, seats))
        return;
    FILE *out = fopen("/dev/null", "w");
    words_of(g)->event(out, &e, seat, name);
    fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int games;
    static const char *const all[IR_SEATS_MAX] = {"Anna", "Bo", "Cem", "Di", "Eva", "Fay"};
    const char *only = getenv("FUZZ_GAME");
    struct ir_view v;
    char answer[32] = "";
    while (games < GAMES_MAX && (!games || ir_all_games[games]))
        games++;
    if (size < HEAD)
        return 0;
    int game = data[0] % games;
    for (int i = 0; only && i < games; i++)
        if (strcmp(ir_all_games[i]->name, only) == 0)
            game = i;
    const struct ir_game *g = ir_all_games[game];
    int seats = g->min_seats + data[1] % (g->max_seats - g->min_seats + 1), seat = data[2] % (seats + 1) - 1;
    ir_look(g, position_of(game, seats, data[3] % POSITIONS), seat, &v);
    name = malloc((size_t)seats * sizeof *name);
    if (!name)
        return 0;
    memcpy(name, all, (size_t)seats * sizeof *name);
    data += HEAD;
    size -= HEAD;
    memcpy(answer, data, size < sizeof answer - 1 ? size : sizeof answer - 1);
    event_show(g, data, size, seat, seats);
    size_t zone = g->zone.pub + (seat < 0 ? 0 : g->zone.seat);
    for (; size >= CHANGE; data += CHANGE, size -= CHANGE) {
        size_t at = (size_t)(data[0] | (data[1] & 7) << 8) % zone, n = 1 + (size_t)(data[1] >> 4), end = g->zone.pub;
        if (at >= g->zone.pub) {
            at += (size_t)g->zone.seat * (size_t)seat;
            end = g->zone.pub + (size_t)g->zone.seat * (size_t)(seat + 1);
        }
        if (data[1] & 8)
            memcpy(v.b + at, position_of(game, seats, data[2] % POSITIONS)->b + at, n < end - at ? n : end - at);
        else
            v.b[at] = data[2];
    }
    if (ir_view_sound(g, &v, seats))
        view_show(g, &v, answer);
    free(name);
    return 0;
}
