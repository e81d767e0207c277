/* hub_fold.c: makes a table from a stored match, and the description of a match from a table. */
#include "hub_inside.h"

int table_read(struct ir_table *t, const struct store_match *m, const char *deck, char why[IR_WHY_MAX])
{
    const struct ir_game *g = ir_game_find(m->game);
    uint8_t commit[32];
    struct ir_text text;
    ir_why_start(&text, why);
    if (!g) {
        ir_text_put(&text, "this server does not know its game");
        return IR_E_RECORD;
    }
    if (g->rules_rev != m->rules) {
        ir_text_add(&text, "it uses revision %d of the rules, and this server has revision %d", m->rules, g->rules_rev);
        return IR_E_RECORD;
    }
    ir_commit(commit, m->secret);
    return ir_table_open(t, g, m->id, m->seats, m->options, deck, m->settings, m->host, commit, why);
}

void table_describe(const struct ir_table *t, struct store_match *m)
{
    struct ir_text result;
    m->stage = t->stage;
    m->listed = t->set[IR_SET_LISTED];
    for (int i = 0; i < t->n_seats; i++) {
        m->who[i] = t->seat[i].kind == IR_PERSON ? t->seat[i].who : 0;
        if (t->seat[i].kind != IR_OPEN)
            memcpy(m->name[i], t->seat[i].name, sizeof m->name[i]);
    }
    if (t->stage == IR_OVER_NOW)
        ir_text_start(&result, m->result, sizeof m->result), ir_table_result(t, &result);
}

int table_changed(const struct ir_table *a, const struct ir_table *b)
{
    int changed = a->stage != b->stage || a->n_seats != b->n_seats;
    for (int i = 0; i < a->n_seats; i++)
        changed |= a->seat[i].kind != b->seat[i].kind || a->seat[i].who != b->seat[i].who ||
                   strcmp(a->seat[i].name, b->seat[i].name) != 0;
    return changed;
}

char *table_record(const struct store_match *m, const struct store_row *rows, int n, size_t *len, char why[IR_WHY_MAX])
{
    struct ir_table *t = alloc_zero(sizeof *t);
    const char **text = alloc_zero((size_t)(n ? n : 1) * sizeof *text);
    struct ir_text out = {0};
    size_t size = IR_RECORD_MORE + (m->deck ? strlen(m->deck) : 0) + 3;
    int e = table_read(t, m, m->deck, why);
    for (int i = 0; e >= 0 && i < n; i++) {
        e = ir_table_fold(t, rows[i].text, rows[i].seq, rows[i].sub, rows[i].who, rows[i].id, rows[i].time, NULL, why);
        text[i] = rows[i].text;
        size += strlen(text[i]);
    }
    if (e >= 0) {
        ir_text_start(&out, alloc_zero(size), size);
        e = ir_table_record(t, NULL, text, (size_t)n, &out, why);
        if (m->deck) { /* an audit needs the cards */
            ir_text_put(&out, "\f\n");
            ir_text_put(&out, m->deck);
        }
    }
    free(t);
    free(text);
    *len = out.len;
    if (e >= 0)
        return out.out;
    free(out.out);
    return NULL;
}
