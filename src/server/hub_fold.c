/* hub_fold.c: makes a table from a stored match, and the description of a match from a table. */
#include "hub_inside.h"

#include "table/table.h"

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
    int e = ir_table_open(t, g, m->id, m->seats, m->options, deck, m->settings, m->maker, commit, why);
    if (e == IR_OK)
        memcpy(t->evening, m->event, sizeof t->evening);
    return e;
}

int table_load(struct ir_table *t, const struct store_match *m, const struct store_row *row, int n, char why[IR_WHY_MAX])
{
    int e = table_read(t, m, m->deck, why);
    for (int i = 0; e >= 0 && i < n; i++, row++)
        e = ir_table_fold(t, row->text, row->seq, row->sub, row->who, row->id, row->time, NULL, why);
    return e;
}

/* Whether strangers may find it. Nobody can sit down at one that is locked. */
static int listed(const struct ir_table *t)
{
    return t->set[IR_SET_LISTED] && !(t->locked && t->stage == IR_GATHERING);
}

/* The description of a slow game says who is asked, and when something is due. Above the seats it says what that is, as the
 * time for a move then tells how long it is until the deadline; and above that, which seats had a holiday that was not over. */
enum { DUE_END, DUE_LAST, DUE_FIRST, DUE_OTHER, DUE_SHIFT = 8, AWAY_SHIFT = DUE_SHIFT + 2 };
_Static_assert((int)IR_SEATS_MAX <= (int)DUE_SHIFT, "a bit for each seat");

static void slow_describe(const struct ir_table *t, struct store_match *m)
{
    struct ir_wish wish;
    ir_table_wish(t, 0, &wish);
    m->due = m->turn = 0;
    if (!wish.slow)
        return;
    /* A bot's move is due at once, so that another node makes it if this one ends. Not so a bot's answer to a question that
     * people are asked, too: that it has come may not show here, and it would be looked for until the question is over. */
    int bot = wish.think && !(wish.wake && table_question(t));
    int what = bot || wish.wake == 1 ? DUE_OTHER : t->reminded > 1 ? DUE_END : t->reminded ? DUE_LAST : DUE_FIRST;
    m->due = bot ? t->since + !t->since : wish.wake;
    m->turn = (int)table_turn(t) | what << DUE_SHIFT;
    for (int i = 0; i < t->n_seats; i++)
        m->turn |= (t->seat[i].holiday > t->since) << (AWAY_SHIFT + i);
}

int match_slow(const struct store_match *m)
{
    return strstr(m->settings, "clock=slow") != NULL;
}

unsigned match_turn(const struct store_match *m)
{
    return (unsigned)m->turn & ((1u << DUE_SHIFT) - 1);
}

int match_away(const struct store_match *m, int seat)
{
    return m->turn >> (AWAY_SHIFT + seat) & 1;
}

int64_t match_deadline(const struct store_match *m)
{
    int16_t set[IR_SETTINGS];
    char why[IR_WHY_MAX];
    int what = m->turn >> DUE_SHIFT & 3;
    if (!m->due || what == DUE_OTHER || ir_settings_parse(m->settings, set, why))
        return 0;
    int64_t whole = (int64_t)set[IR_SET_HOURS] * 3600000;
    return m->due + (what == DUE_FIRST ? whole / 2 : what == DUE_LAST ? whole / 8 : 0);
}

/* Whether this game is to be counted (hub_rated.c): two people at least have played it to its end; or it was rated and called
 * off because somebody was late. */
static int counts(const struct ir_table *t)
{
    int people = 0, late = 0;
    for (int i = 0; i < t->n_seats; i++) {
        people += t->seat[i].kind == IR_PERSON;
        late |= t->seat[i].kind == IR_PERSON && t->seat[i].late;
    }
    return t->stage == IR_OVER_NOW && people > 1 && (!table_called_off(t) || (table_rated(t) && late));
}

void table_describe(const struct ir_table *t, struct store_match *m)
{
    struct ir_text result;
    m->stage = t->stage;
    m->host = t->host;
    m->listed = listed(t);
    for (int i = 0; i < t->n_seats; i++) {
        m->who[i] = t->seat[i].kind == IR_PERSON ? t->seat[i].who : 0;
        if (t->seat[i].kind != IR_OPEN)
            memcpy(m->name[i], t->seat[i].name, sizeof m->name[i]);
    }
    slow_describe(t, m);
    m->count = counts(t) ? STORE_COUNT_DUE : STORE_COUNT_NOT;
    if (t->stage == IR_OVER_NOW)
        ir_text_start(&result, m->result, sizeof m->result), ir_table_result(t, &result);
}

int table_changed(const struct ir_table *a, const struct ir_table *b)
{
    int changed =
        table_slow(b) || a->stage != b->stage || a->n_seats != b->n_seats || a->host != b->host || listed(a) != listed(b);
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
    int e = table_load(t, m, rows, n, why);
    for (int i = 0; e >= 0 && i < n; i++) {
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
