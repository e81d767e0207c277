/* golden.c GAME SEATS SEED OPTIONS: plays a random game and prints every move, every event as each seat is told it, and at
 * every decision every seat's view: a whole playthrough that a change of behaviour cannot pass unseen. */
#include "irori.h"

#include <stdio.h>
#include <stdlib.h>

static char text[1 << 16];

static void events(const struct ir_game *g, const struct ir_events *all, int seat)
{
    struct ir_events own;
    struct ir_json j;
    ir_events_see(all, seat, &own);
    ir_json_start(&j, text, sizeof text);
    ir_json_list(&j, NULL);
    for (int i = 0; i < own.n; i++)
        ir_event_json(g, &own.e[i], &j);
    ir_json_end(&j, ']');
    printf("  %d told %s\n", seat, text);
}

static void view(const struct ir_game *g, const struct ir_state *s, int seat)
{
    struct ir_view v;
    struct ir_json j;
    ir_look(g, s, seat, &v);
    ir_json_start(&j, text, sizeof text);
    ir_describe(g, &v, &j);
    printf("  %d sees %s\n", seat, j.text.cut ? "MORE THAN FITS" : text);
}

int main(int argc, char **argv)
{
    const struct ir_game *g = argc > 4 ? ir_game_find(argv[1]) : NULL;
    struct ir_state s;
    struct ir_rng rng;
    char why[IR_WHY_MAX];
    if (!g || ir_start(g, &s, (int)strtol(argv[2], NULL, 10), argv[4], NULL, why)) {
        fprintf(stderr, "usage: golden GAME SEATS SEED OPTIONS\n");
        return 2;
    }
    ir_rng_seed(&rng, strtoull(argv[3], NULL, 10));
    while (ir_turn(&s) != IR_OVER) {
        struct ir_events ev;
        struct ir_text t;
        int turn = ir_turn(&s);
        ir_move m = 0;
        if (turn == IR_CHANCE) {
            m = g->sample(&s, &rng);
        } else {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            for (int i = IR_SPECTATOR; i < ir_seats(&s); i++)
                view(g, &s, i);
            ir_look(g, &s, turn, &v);
            m = legal[ir_rng_below(&rng, (uint32_t)g->legal(&v, legal))];
        }
        ir_text_start(&t, text, sizeof text);
        g->move_print(m, &t);
        printf("%c %s\n", turn == IR_CHANCE ? '*' : '0' + turn, text);
        ir_apply(g, &s, turn, m, &ev, why);
        for (int i = IR_SPECTATOR; i < ir_seats(&s); i++)
            events(g, &ev, i);
        printf("= %016llx\n", (unsigned long long)ir_hash(g, &s));
    }
    for (int i = IR_SPECTATOR; i < ir_seats(&s); i++)
        view(g, &s, i);
    return 0;
}
