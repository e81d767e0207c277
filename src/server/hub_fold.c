/* hub_fold.c: a table from what the store says of a match, and back. */
#include "hub_inside.h"

int table_read(struct ir_table *t, const struct store_match *m, const char *deck, char why[IR_WHY_MAX])
{
    const struct ir_game *g = ir_game_find(m->game);
    uint8_t commit[32];
    struct ir_text text;
    ir_text_start(&text, why, IR_WHY_MAX);
    if (!g) {
        ir_text_put(&text, "no game of its name is known here");
        return IR_E_RECORD;
    }
    if (g->rules_rev != m->rules) {
        ir_text_add(&text, "it was begun under revision %d of the rules, and here they are %d", m->rules, g->rules_rev);
        return IR_E_RECORD;
    }
    ir_commit(commit, m->secret);
    return ir_table_open(t, g, m->id, m->seats, m->options, deck, m->settings, m->host, commit, why);
}

void table_describe(const struct ir_table *t, struct store_match *m)
{
    m->stage = t->stage;
    m->listed = t->set[IR_SET_LISTED];
    for (int i = 0; i < t->n_seats; i++) {
        m->who[i] = t->seat[i].kind == IR_PERSON ? t->seat[i].who : 0;
        if (t->seat[i].kind != IR_OPEN)
            memcpy(m->name[i], t->seat[i].name, sizeof m->name[i]);
    }
    if (t->stage == IR_OVER_NOW)
        table_result(t, m->result, sizeof m->result);
}
