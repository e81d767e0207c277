/* slow.c: what must hold in slow games, whose clocks fall although nobody is there: nobody's time is up who was not reminded an
 * eighth of it before, nothing that is due waits for long, and only the absent are pushed. */
#include "sim.h"

#include "table/table.h"

enum { LONG_MS = 20 * 60000 };

/* A person who is asked in secret and has not answered. */
static int silent(const struct ir_table *t)
{
    for (int i = 0; table_question(t) && i < t->n_seats; i++)
        if (table_waits(t, i) && t->seat[i].answer == IR_NO_MOVE)
            return 1;
    return 0;
}

void slow_row(struct sim *s, struct truth *t, const struct store_row *row)
{
    int falls = !strncmp(row->text, "@ flag", 6) || !strncmp(row->text, "@ late", 6) ||
                (!row->who && row->text[0] != '@' && silent(&t->table));
    if (!table_slow(&t->table))
        return;
    if (falls && (!t->reminded_at || row->time < t->reminded_at + slow_whole(&t->table) / 8))
        sim_violation(s, "somebody's time is up %lld ms after the last reminder: %.60s",
                      (long long)(row->time - t->reminded_at), row->text);
    s->fallen += (uint64_t)falls;
    if (!strncmp(row->text, "@ remind", 8)) {
        t->reminded_at = row->time;
        s->reminders++;
    } else if (row->text[0] != '@') {
        t->reminded_at = 0;
    }
}

void slow_append(struct sim *s, const struct store_request *r)
{
    const struct truth *t = truth_find(s, r->match.id);
    struct ir_wish wish;
    if (t->table.sub && r->changed)
        sim_violation(s, "%s: a secret answer changes what is told of the table", r->match.id);
    if (!table_slow(&t->table) || t->table.stage == IR_GATHERING || t->table.sub)
        return;
    ir_table_wish(&t->table, 0, &wish);
    if (!r->changed || !r->match.due != !(wish.think || wish.wake))
        sim_violation(s, "%s is not stored as due, or is and need not be, after %.60s", r->match.id, r->row.text);
}

void slow_check(struct sim *s)
{
    int64_t least = INT64_MAX;
    for (int n = 0; n < s->n_nodes; n++)
        if (s->node[n].hub && s->node[n].offset < least)
            least = s->node[n].offset;
    for (int i = 0; i < s->n_truths && s->now > s->weather.until + LONG_MS && least < INT64_MAX; i++) {
        const struct truth *t = s->truth[i];
        struct ir_wish wish;
        ir_table_wish(&t->table, 0, &wish);
        if (wish.slow && (wish.think || wish.wake) && t->told_at + LONG_MS < s->now &&
            (wish.think && !wish.wake ? t->told_at : wish.wake) + LONG_MS < s->now + least)
            sim_violation(s, "something has been due in %s for a long time, and no node looks after it", s->truth_id[i]);
    }
}

void slow_push(struct sim *s, struct hub *h, uint64_t who, const char *kind, const char *table)
{
    const struct truth *t = truth_find(s, table);
    int seat = t ? ir_table_seat(&t->table, who) : -1;
    s->pushes++;
    sim_trace(s, "pushed to %llx: %s at %s", (unsigned long long)who, kind, table);
    if (!strcmp(kind, "invite") || !strcmp(kind, "paired")) {
        if (who_here(h, who))
            sim_violation(s, "%llx is pushed %s, and is here", (unsigned long long)who, kind);
        return;
    }
    if (seat < 0 || who_at(h, who, table))
        sim_violation(s, "%llx is pushed %s, and does not sit at %s or is there", (unsigned long long)who, kind, table);
    if (strcmp(kind, "turn") != 0 && !table_slow(&t->table))
        sim_violation(s, "%s is not a slow game, and somebody is pushed %s", table, kind);
}
