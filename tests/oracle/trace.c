/* trace.c: plays random games of an engine and writes down everything that happened, for an oracle to check.
 *
 * trace GAME SEED GAMES [--seats N] [--options TEXT]     TEXT: options of every game, the others at random
 *
 * Output, one item a line (README.md):
 *     game GAME SEATS OPTIONS            the canonical text
 *     options GIVEN name=value ...       the text that was given, and what the engine made of it
 *     state key=value ...                by the game's dumper; once before the first row and after every row
 *     legal MOVE|MOVE...                 or: chance MOVE:WEIGHT|MOVE:WEIGHT...
 *     row ACTOR MOVE                     a seat, or * for chance
 *     end points P... ranks R...
 *
 * A game has a temper: how much it likes each kind of move (by its first word), and whether its chance is fair or prefers
 * the front of the list, so that what fair random play hardly reaches is reached. The outcomes and weights that are printed
 * are the engine's in any case. */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DUMPER(name) {#name, name##_dump},
static const struct {
    const char *game;
    void (*dump)(const struct ir_state *);
} dumpers[] = {GAMES_WITH_DUMP(DUMPER){NULL, NULL}};

static struct ir_rng rng;
static const char *fixed = ""; /* --options */

static void die(const char *what, const char *why)
{
    fflush(stdout);
    fprintf(stderr, "trace: %s: %s\n", what, why);
    exit(2);
}

static const char *move_text(const struct ir_game *g, ir_move m)
{
    static char out[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, out, sizeof out);
    g->move_print(m, &t);
    if (t.cut)
        die("a move's text is too long", out);
    if (g->move_parse(out) != m)
        die("move_parse does not give back", out);
    return out;
}

/* ---- options ---- */

static void option_value(const struct ir_option *o, int v, char *out, size_t size)
{
    if (o->words)
        snprintf(out, size, "%s", o->words[v - o->min]);
    else
        snprintf(out, size, "%d", v);
}

/* A preset and some options at random: half of the time small numbers, which matter more often than large ones. */
static void options_roll(const struct ir_game *g, char *out, size_t size)
{
    int presets = 0;
    size_t len = 0;
    while (g->preset && g->preset[presets].name)
        presets++;
    out[0] = 0;
    if (fixed[0])
        len += (size_t)snprintf(out, size, "%s", fixed);
    else if (presets && ir_rng_below(&rng, 4))
        len += (size_t)snprintf(out, size, "%s", g->preset[ir_rng_below(&rng, (uint32_t)presets)].name);
    uint32_t often = ir_rng_below(&rng, 5);
    for (const struct ir_option *o = g->option; o->name; o++) {
        if (ir_rng_below(&rng, 8) >= often)
            continue;
        int max = o->max, v;
        char word[64];
        if (!o->words && max > o->min + 7 && ir_rng_below(&rng, 4))
            max = o->min + 7;
        v = o->min + (int)ir_rng_below(&rng, (uint32_t)(max - o->min + 1));
        option_value(o, v, word, sizeof word);
        if (!strcmp(o->name, "deck") && !strcmp(word, "custom"))
            continue;
        if (!strcmp(o->name, "rounds") && v > 14) /* long games repeat themselves */
            v = 1 + v % 14, option_value(o, v, word, sizeof word);
        len += (size_t)snprintf(out + len, size - len, "%s%s=%s", len ? "," : "", o->name, word);
    }
}

static void options_show(const struct ir_game *g, const struct ir_state *s, int seats, const char *given)
{
    static char canon[IR_OPTIONS_TEXT];
    const int16_t *value = ir_options(s);
    struct ir_text t;
    ir_text_start(&t, canon, sizeof canon);
    ir_options_print(g, value, &t);
    if (t.cut)
        die("the canonical options are too long", canon);
    printf("game %s %d %s\noptions %s", g->name, seats, canon, given);
    for (int i = 0; g->option[i].name; i++) {
        char word[64];
        option_value(&g->option[i], value[i], word, sizeof word);
        printf(" %s=%s", g->option[i].name, word);
    }
    printf("\n");
}

/* ---- moves ---- */

struct temper {
    uint32_t salt;
    int flat;           /* all decisions alike */
    int chance_percent; /* how often chance takes one of the first `window` outcomes */
    int window;
};

static uint32_t liking(const struct temper *temper, const char *text)
{
    uint32_t h = temper->salt;
    static const uint32_t weight[8] = {1, 1, 2, 4, 4, 8, 16, 32};
    if (temper->flat)
        return 1;
    for (; *text && *text != ' '; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return weight[(h >> 13) & 7];
}

/* A move that is not listed, and one by somebody else, must be refused and change nothing. */
static void refuse(const struct ir_game *g, const struct ir_state *s, int actor, const ir_move *listed, int n)
{
    static struct ir_state copy;
    char why[IR_WHY_MAX];
    ir_move m = (ir_move)ir_rng_below(&rng, g->n_moves);
    int other = actor == IR_CHANCE ? 0 : IR_CHANCE, there = 0;
    for (int i = 0; i < n; i++)
        there |= listed[i] == m;
    copy = *s;
    if ((!there && ir_apply(g, &copy, actor, m, NULL, why) == IR_OK) ||
        ir_apply(g, &copy, other, listed[0], NULL, why) == IR_OK)
        die("a move that is not possible is accepted", move_text(g, m));
    if (memcmp(copy.b, s->b, ir_state_size(g)))
        die("a refused move changed the state", move_text(g, m));
}

static ir_move decide(const struct ir_game *g, const struct ir_state *s, int seat, const struct temper *temper)
{
    static struct ir_view view;
    static ir_move legal[IR_MOVES_MAX];
    uint32_t sum = 0, weight[IR_MOVES_MAX];
    ir_look(g, s, seat, &view);
    int n = g->legal(&view, legal);
    if (n <= 0)
        die("no legal move", g->name);
    for (int i = 0; i < n; i++) {
        const char *text = move_text(g, legal[i]);
        printf("%s%s", i ? "|" : "legal ", text);
        sum += weight[i] = liking(temper, text);
    }
    printf("\n");
    refuse(g, s, seat, legal, n);
    uint32_t k = ir_rng_below(&rng, sum);
    int i = 0;
    while (k >= weight[i])
        k -= weight[i++];
    return legal[i];
}

static ir_move roll(const struct ir_game *g, const struct ir_state *s, const struct temper *temper)
{
    static struct ir_chance chance[IR_MOVES_MAX];
    static ir_move listed[IR_MOVES_MAX];
    uint32_t sum = 0;
    int n = g->chance(s, chance), i = 0;
    if (n <= 0)
        die("no chance outcome", g->name);
    for (i = 0; i < n; i++) {
        printf("%s%s:%d", i ? "|" : "chance ", move_text(g, chance[i].move), chance[i].weight);
        sum += chance[i].weight;
        listed[i] = chance[i].move;
        if (!chance[i].weight)
            die("an outcome without weight", move_text(g, chance[i].move));
    }
    printf("\n");
    refuse(g, s, IR_CHANCE, listed, n);
    if ((int)ir_rng_below(&rng, 100) < temper->chance_percent)
        return chance[ir_rng_below(&rng, (uint32_t)(n < temper->window ? n : temper->window))].move;
    uint32_t k = sum < 65536 ? ir_rng_below(&rng, sum) : (uint32_t)(ir_rng_next(&rng) % sum);
    for (i = 0; k >= chance[i].weight; i++)
        k -= chance[i].weight;
    return chance[i].move;
}

static void play(const struct ir_game *g, int seats, void (*dump)(const struct ir_state *))
{
    static struct ir_state s;
    static struct ir_score score;
    char given[4096], why[IR_WHY_MAX];
    struct temper temper = {.salt = (uint32_t)ir_rng_next(&rng), .flat = !ir_rng_below(&rng, 3)};
    if (!ir_rng_below(&rng, 3)) {
        temper.chance_percent = 20 + (int)ir_rng_below(&rng, 90);
        temper.window = 1 + (int)ir_rng_below(&rng, 12);
    }
    do
        options_roll(g, given, sizeof given);
    while (ir_start(g, &s, seats, given, NULL, why) != IR_OK);
    options_show(g, &s, seats, given);
    dump(&s);
    printf("\n");
    for (int rows = 0; ir_turn(&s) != IR_OVER; rows++) {
        int actor = ir_turn(&s);
        ir_move m = actor == IR_CHANCE ? roll(g, &s, &temper) : decide(g, &s, actor, &temper);
        if (rows == 2000) /* a temper must not keep a game from ending */
            temper = (struct temper){.flat = 1};
        if (rows > 50000)
            die("a game without an end", given);
        if (actor == IR_CHANCE)
            printf("row * %s\n", move_text(g, m));
        else
            printf("row %d %s\n", actor, move_text(g, m));
        if (ir_apply(g, &s, actor, m, NULL, why) != IR_OK)
            die("a listed move is refused", why);
        dump(&s);
        printf("\n");
        if (g->check && g->check(&s))
            die("check", g->check(&s));
    }
    g->score(s.b, &score);
    printf("end points");
    for (int i = 0; i < seats; i++)
        printf(" %d", score.points[i]);
    printf(" ranks");
    for (int i = 0; i < seats; i++)
        printf(" %d", score.rank[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    int only = 0, bad = argc < 4;
    for (int i = 4; i < argc; i += 2) {
        if (i + 1 < argc && !strcmp(argv[i], "--seats"))
            only = (int)strtol(argv[i + 1], NULL, 10);
        else if (i + 1 < argc && !strcmp(argv[i], "--options"))
            fixed = argv[i + 1];
        else
            bad = 1;
    }
    if (bad) {
        fprintf(stderr, "usage: trace GAME SEED GAMES [--seats N] [--options TEXT]\n");
        return 2;
    }
    const struct ir_game *g = ir_game_find(argv[1]);
    void (*dump)(const struct ir_state *) = NULL;
    for (size_t i = 0; dumpers[i].game; i++)
        if (!strcmp(dumpers[i].game, argv[1]))
            dump = dumpers[i].dump;
    if (!g || !dump)
        die("no such game, or no dumper for it", argv[1]);
    ir_rng_seed(&rng, strtoull(argv[2], NULL, 10));
    for (int i = 0, n = (int)strtol(argv[3], NULL, 10); i < n; i++) {
        int seats = only ? only : g->min_seats + i % (g->max_seats - g->min_seats + 1);
        play(g, seats, dump);
    }
    return 0;
}
