/* perft.c: `irori perft`: how many sequences of n decisions there are from the start of a game, with cards and dice fixed by a
 * seed. Whoever writes the rules again can compare: docs/data.md says how the cards are dealt. */
#include "cli.h"
#include "core/crypto.h"
#include "core/dealer.h"

#include "core/banned.h"

enum { DEPTH_MAX = 30 };

struct count {
    const struct ir_game *game;
    uint8_t key[32];
    uint64_t sequences[DEPTH_MAX + 1], hash[DEPTH_MAX + 1]; /* by depth; hash: the sum of the hashes of the positions */
    int deepest;
};

/* s: k outcomes have happened, and `depth` decisions. */
static void walk(struct count *c, const struct ir_state *at, uint64_t k, int depth)
{
    const struct ir_game *g = c->game;
    struct ir_dealer_keyed dealer;
    struct ir_state s = *at;
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    ir_dealer_keyed_start(&dealer, c->key, k);
    while (ir_turn(&s) == IR_CHANCE)
        g->apply(&s, dealer.dealer.pick(&dealer.dealer, g, &s), NULL);
    c->sequences[depth]++;
    c->hash[depth] += ir_hash(g, &s);
    if (depth == c->deepest || ir_turn(&s) == IR_OVER)
        return;
    ir_look(g, &s, ir_turn(&s), &v);
    int n = g->legal(&v, legal);
    for (int i = 0; i < n; i++) {
        struct ir_state next = s;
        g->apply(&next, legal[i], NULL);
        walk(c, &next, dealer.k, depth + 1);
    }
}

int perft_run(int argc, char **argv)
{
    static struct count c;
    const char *name = NULL, *options = "";
    int64_t depth = 3, seats = 0, seed = 1;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"--depth", ARG_NUMBER, &depth, 0, DEPTH_MAX, "N", "how many decisions (3)"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", options_help()},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX / 2, "N", "of the cards and dice (1)"},
        {.name = NULL},
    };
    int code = args_read("perft", "count the sequences of decisions, to check rules that were written again", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    struct setup su;
    struct ir_state s;
    char why[IR_WHY_MAX];
    uint8_t text[24] = "irori perft 1";
    c.game = game_or_complain("perft", name);
    if (!c.game || setup_read("perft", &su, c.game, seats, options))
        return 2;
    for (int i = 0; i < 8; i++)
        text[16 + i] = (uint8_t)((uint64_t)seed >> 8 * i);
    ir_blake2b(c.key, text, sizeof text);
    c.deepest = (int)depth;
    ir_start(c.game, &s, su.seats, su.options, su.deck, why);
    walk(&c, &s, 0, 0);
    for (int i = 0; i <= c.deepest; i++)
        printf("%2d %12llu %016llx\n", i, (unsigned long long)c.sequences[i], (unsigned long long)c.hash[i]);
    free(su.deck);
    return 0;
}
