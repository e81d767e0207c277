/* hub_turn.c: tells people who are not at a table that it waits for them.
 *
 * The node that stores a row tells whoever the table asks from then on and who is at no connection of it, on any node: at once
 * by a notice to their connections elsewhere, and after ten seconds, if they are still asked and absent, by a push to their
 * devices. The room stays in use until then, so that it hears of those who come. In slow games the same is done with each
 * reminder, and when the game is over. If this node ends in between, the push is lost; the next reminder is not. */
#include "hub_inside.h"

#include "table/table.h"

enum {
    PUSH_MS = 10000,
    LEFT_MS = 60000 /* who leaves so soon after being asked may not have seen it: a phone fell asleep, a connection broke */
};

/* The seats whose people are asked and have not answered, as bits. */
static unsigned asked(const struct ir_table *t)
{
    unsigned bits = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (table_waits(t, i) && t->seat[i].answer == IR_NO_MOVE)
            bits |= 1u << i;
    return bits;
}

static int is_here(const struct hub *h, const struct room *r, int seat)
{
    for (const struct viewer *s = r->viewers; s; s = s->next)
        if (s->conn->who == r->table.seat[seat].who)
            return 1;
    for (int i = 0; i < r->n_elsewhere; i++)
        if (r->elsewhere[i].here >> seat & 1 && r->elsewhere[i].until > h->now)
            return 1;
    return 0;
}

static unsigned absent(const struct hub *h, const struct room *r)
{
    unsigned bits = 0;
    for (int i = 0; i < r->table.n_seats; i++)
        if (r->table.seat[i].kind == IR_PERSON && !is_here(h, r, i))
            bits |= 1u << i;
    return bits;
}

static void push_soon(struct hub *h, struct room *r, enum push kind, unsigned seats)
{
    if (!seats || !h->port.push)
        return;
    r->push[kind] |= (uint8_t)seats;
    if (!r->timer[TIMER_PUSH])
        keep_timer(h, r, TIMER_PUSH, h->now + PUSH_MS);
}

static void all_tell(struct hub *h, const struct room *r, unsigned seats, enum who_kind kind)
{
    for (int i = 0; seats >> i; i++)
        if (seats >> i & 1)
            who_tell(h, r->table.seat[i].who, kind, r->id);
}

struct turn_before turn_note(const struct ir_table *t)
{
    return (struct turn_before){.asked = asked(t), .rows = t->rows, .stage = t->stage};
}

void turn_look(struct hub *h, struct room *r, const struct turn_before *b)
{
    const struct ir_table *t = &r->table;
    unsigned away = absent(h, r), now = asked(t) & away, reminded = 0, holiday = 0;
    for (int i = 0; i < h->story.n_acts; i++)
        if (h->story.act[i].kind == IR_ACT_REMIND)
            reminded |= 1u << h->story.act[i].seat;
    for (int i = 0; i < t->n_seats; i++)
        holiday |= (unsigned)(t->seat[i].holiday > h->now) << i;
    unsigned begun = b->rows != t->rows ? now : now & ~b->asked;
    h->count.reminders += (uint64_t)set_count(reminded & now);
    all_tell(h, r, begun | (reminded & now), WHO_TURN);
    push_soon(h, r, PUSH_TURN, begun & ~holiday);
    push_soon(h, r, PUSH_REMIND, reminded & now);
    if (table_slow(t) && b->stage == IR_PLAYING && t->stage == IR_OVER_NOW)
        push_soon(h, r, PUSH_OVER, away);
}

void turn_left(struct hub *h, struct room *r, uint64_t who)
{
    int seat = ir_table_seat(&r->table, who);
    if (seat >= 0 && h->now - r->table.since < LEFT_MS && !is_here(h, r, seat))
        push_soon(h, r, PUSH_TURN, asked(&r->table) & 1u << seat);
}

void turn_push(struct hub *h, struct room *r)
{
    static const char *const name[PUSHES] = {"over", "remind", "turn"};
    const struct ir_table *t = &r->table;
    unsigned left = absent(h, r); /* everybody is told one thing */
    for (int kind = 0; kind < PUSHES; kind++) {
        unsigned seats = r->push[kind] & left & (kind == PUSH_OVER ? ~0u : asked(t));
        r->push[kind] = 0;
        left &= ~seats;
        for (int i = 0; i < t->n_seats; i++)
            if (seats >> i & 1 && t->seat[i].who) {
                h->count.pushes++;
                h->port.push(h->port.self, t->seat[i].who, name[kind], r->id, t->game->name);
            }
    }
}

/* ---- to their connections ---- */

static void after_match(struct hub *h, struct query *a)
{
    const struct store_match *m = &a->r.match;
    struct ir_json j;
    int sits = 0;
    for (int i = 0; i < m->seats; i++)
        sits |= m->who[i] == a->id;
    if (a->r.status != STORE_OK || !sits || m->stage != IR_PLAYING || who_at(h, a->id, m->id))
        return;
    say_start(h, &j, "turn");
    ir_json_str(&j, "table", m->id);
    ir_json_str(&j, "game", m->game);
    ir_json_list(&j, "with");
    for (int i = 0; i < m->seats; i++)
        if (m->name[i][0] && m->who[i] != a->id)
            ir_json_str(&j, NULL, m->name[i]);
    ir_json_end(&j, ']');
    match_evening(&j, m);
    ir_json_bool(&j, "slow", match_slow(m));
    if (match_deadline(m))
        ir_json_int(&j, "due", match_deadline(m));
    who_send(h, a->id, &j);
}

void turn_told(struct hub *h, struct person *p, const char *table)
{
    mine_told(h, p, table);
    if (!table[0] || who_at(h, p->link.key, table))
        return;
    struct query *a = query_new(h, STORE_MATCH_LOAD, after_match, 0);
    memcpy(a->r.match.id, table, strlen(table) + 1);
    a->r.from_seq = INT64_MAX; /* the description is enough */
    a->id = p->link.key;
    query_send(h, a);
}
