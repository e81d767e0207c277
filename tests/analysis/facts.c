/* facts.c: the facts of reasons that random games have, as JSON lines, for the test of their words
 * (tests/page/reasons.test.ts). First for each game its table: {"game":"NAME","facts":{"gets":["card:c",...],...}}; then facts
 * that really occurred,
 * {"game":"NAME","seat":0,"seats":2,"fact":{...}}: every kind, of every move, with every set of members, with zeros, ones and
 * certainties, a few of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "irori_review.h"

_Noreturn void ir_panic(const char *what, const char *file, int line);
_Noreturn void ir_panic(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

enum { GAMES = 40, EACH = 2, KINDS = 32, SHAPES = 256 };
static uint8_t told[KINDS][3][SHAPES];

static void table_print(const struct ir_game *g)
{
    char text[8192];
    struct ir_json j;
    ir_json_start(&j, text, sizeof text);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "game", g->name);
    ir_json_object(&j, "facts");
    const struct ir_reasons *r = ir_reasons(g);
    for (int i = 0; i < r->kinds; i++) {
        ir_json_list(&j, r->kind[i].name);
        for (int k = 0; k < 4 && r->kind[i].field[k]; k++)
            ir_json_str(&j, NULL, r->kind[i].field[k]);
        ir_json_end(&j, ']');
    }
    ir_json_end(&j, '}');
    ir_json_end(&j, '}');
    puts(text);
}

/* Of each member: missing, 0, "1 or certain", or something else. */
static unsigned shape(const struct ir_game *g, const struct ir_fact *f)
{
    unsigned s = 0;
    for (int i = 0; i < 4; i++) {
        const char *field = ir_reasons(g)->kind[f->kind].field[i], *colon = field ? strchr(field, ':') : NULL;
        int number = colon && strchr("npd", colon[1]), one = colon && colon[1] == 'p' ? 1000 : 1;
        unsigned kind = f->n[i] == IR_NO_FACT ? 0 : !number ? 3 : f->n[i] == 0 ? 1 : f->n[i] == one ? 2 : 3;
        s = s << 2 | kind;
    }
    return s;
}

static void facts_print(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, int seats,
                        ir_move played, ir_move better)
{
    struct ir_fact f[IR_FACTS_MAX];
    int n = ir_why(g, v, notes, played, better, f);
    for (int i = 0; i < n; i++) {
        char text[600];
        struct ir_json j;
        if (told[f[i].kind][f[i].of][shape(g, &f[i])]++ >= EACH) {
            told[f[i].kind][f[i].of][shape(g, &f[i])] = EACH;
            continue;
        }
        ir_json_start(&j, text, sizeof text);
        ir_fact_json(g, &f[i], &j);
        printf("{\"game\":\"%s\",\"seat\":%d,\"seats\":%d,\"fact\":%s}\n", g->name, v->seat, seats, text);
    }
}

static void game_run(const struct ir_game *g, int seats, const char *options, struct ir_rng *r)
{
    struct ir_state s;
    struct ir_notes notes = {{0}};
    char why[IR_WHY_MAX];
    if (ir_start(g, &s, seats, options, NULL, why)) {
        fprintf(stderr, "%s: %s\n", g->name, why);
        exit(1);
    }
    while (ir_turn(&s) != IR_OVER) {
        struct ir_state before = s;
        int turn = ir_turn(&s);
        ir_move legal[IR_MOVES_MAX], move;
        if (turn == IR_CHANCE) {
            move = g->sample(&s, r);
        } else {
            struct ir_view v;
            ir_look(g, &s, turn, &v);
            uint32_t n = (uint32_t)g->legal(&v, legal);
            move = legal[ir_rng_below(r, n)];
            for (int i = 0; i < 4; i++)
                facts_print(g, &v, &notes, seats, i ? legal[ir_rng_below(r, n)] : IR_NO_MOVE, legal[ir_rng_below(r, n)]);
        }
        if (ir_apply(g, &s, turn, move, NULL, why))
            abort();
        ir_note(g, &notes, &before, &s);
    }
}

int main(void)
{
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        struct ir_rng r;
        if (!ir_reasons(*g))
            continue;
        ir_rng_seed(&r, 1);
        memset(told, 0, sizeof told);
        table_print(*g);
        const struct ir_preset *preset = (*g)->preset;
        for (int i = 0; i < GAMES; i++) {
            game_run(*g, (*g)->min_seats + i % ((*g)->max_seats - (*g)->min_seats + 1), preset->name, &r);
            preset = preset[1].name ? preset + 1 : (*g)->preset;
        }
    }
    return 0;
}
