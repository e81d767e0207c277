/* hub_invite.c: invitations to a table, and the rematch with somebody who has left.
 *
 * Friends can be invited, and people one has played with lately. Whoever is invited finds it in `mine`, and is told at once if
 * they are connected; if they are not, their devices are. The store refuses an invitation where one of the two blocks the
 * other; the sentence is the same as for a stranger, so it tells nobody that they are blocked. */
#include "hub_inside.h"

enum { PUSHES_AN_HOUR = 4 }; /* from one person to another */

struct invitation {
    struct job job; /* first */
    uint64_t conn, id, who, guest;
    char match[IR_ID_MAX], game[IR_NAME_MAX];
};

static void invitation_drop(struct job *j)
{
    free(j);
}

static void invitation_refuse(struct hub *h, struct invitation *v, const char *error, const char *why)
{
    say_refused(h, v->conn, v->match, v->id, error, why);
    job_end(h, &v->job);
}

static void invitation_fail(struct hub *h, struct invitation *v)
{
    invitation_refuse(h, v, "store", "The database does not answer. Try again in a moment.");
}

static void invitation_stranger(struct hub *h, struct invitation *v)
{
    invitation_refuse(h, v, "friends", "You can invite friends, and people you have played with lately.");
}

static void say_invited(struct hub *h, uint64_t conn, uint64_t id, const char *table)
{
    struct ir_json j;
    say_start(h, &j, "invited");
    ir_json_int(&j, "id", (int64_t)id);
    ir_json_str(&j, "table", table);
    say_send(h, conn, &j);
}

/* ---- to a table that gathers ---- */

static struct query *invite_query(struct hub *h, enum store_kind kind, void (*then)(struct hub *, struct query *), void *job,
                                  uint64_t who)
{
    struct query *a = query_new(h, kind, then, 0);
    a->job = job;
    a->r.who = who;
    a->r.time = h->now;
    return a;
}

/* Who is connected to another node hears of it there; that is known of friends. */
static void guest_push(struct hub *h, const struct invitation *v)
{
    const struct person *p = who_find(h, v->who);
    const struct tie *t = p ? tie_find(p, v->guest) : NULL;
    if (!who_here(h, v->guest) && !(t && t->elsewhere) && !hour_take(h, HOURLY_INVITES, v->who * 31 ^ v->guest, PUSHES_AN_HOUR))
        who_push(h, v->guest, "invite", v->match, v->game);
}

static void after_invite(struct hub *h, struct query *a)
{
    struct invitation *v = a->job;
    if (a->r.status == STORE_CONFLICT || a->r.status == STORE_NOT_FOUND) {
        invitation_stranger(h, v);
    } else if (a->r.status != STORE_OK) {
        invitation_fail(h, v);
    } else {
        who_tell(h, v->guest, WHO_INVITE, v->match);
        guest_push(h, v);
        say_invited(h, v->conn, v->id, v->match);
        job_end(h, &v->job);
    }
}

static void invite_store(struct hub *h, struct invitation *v)
{
    struct query *a = invite_query(h, STORE_INVITE, after_invite, v, v->guest);
    a->r.other = v->who;
    memcpy(a->r.match.id, v->match, sizeof v->match);
    query_send(h, a);
}

static void after_played(struct hub *h, struct query *a)
{
    struct invitation *v = a->job;
    int played = 0;
    for (int i = 0; a->r.status == STORE_OK && i < a->r.n; i++)
        for (int k = 0; k < IR_SEATS_MAX; k++)
            played |= a->r.list[i].who[k] == v->guest && a->r.list[i].stage != IR_GATHERING;
    if (a->r.status != STORE_OK)
        invitation_fail(h, v);
    else if (played)
        invite_store(h, v);
    else
        invitation_stranger(h, v);
}

static void after_ties(struct hub *h, struct query *a)
{
    struct invitation *v = a->job;
    int friends = 0;
    for (int i = 0; a->r.status == STORE_OK && i < a->r.n; i++)
        friends |= a->r.items[i].who == v->guest && a->r.items[i].mine & a->r.items[i].theirs & IR_TIE_FRIEND;
    if (a->r.status != STORE_OK) {
        invitation_fail(h, v);
    } else if (friends) {
        invite_store(h, v);
    } else {
        struct query *played = invite_query(h, STORE_MINE, after_played, v, v->who);
        played->r.limit = STORE_LIST_MAX;
        query_send(h, played);
    }
}

/* ---- to a rematch ----
 *
 * Whoever asks first has a table opened, and the others are invited to it. If one of these asks, too, that table is the answer:
 * so two who ask do not wait for each other at two tables. On two nodes, within the same moment, they may. */

void invite_unborn(struct hub *h, const char *of)
{
    struct room *r = room_find(h, of);
    if (r)
        r->again_busy = 0;
}

/* This person is being invited to this table. */
static int invite_under_way(const struct hub *h, const char *match, uint64_t guest)
{
    for (const struct job *j = h->jobs; j; j = j->next) {
        const struct invitation *v = (const struct invitation *)(const void *)j;
        if (j->drop == invitation_drop && v->guest == guest && !strcmp(v->match, match))
            return 1;
    }
    return 0;
}

/* A table for the same game, to which somebody who played here has invited. */
static int is_rematch(const struct ir_table *t, const struct store_match *m, uint64_t by)
{
    char settings[sizeof m->settings];
    struct ir_text text;
    int open = 0;
    ir_text_start(&text, settings, sizeof settings);
    ir_settings_print(t->set, &text);
    for (int i = 0; i < m->seats && i < IR_SEATS_MAX; i++)
        open |= !m->name[i][0];
    return open && m->stage == IR_GATHERING && m->seats == t->n_seats && !strcmp(m->game, t->game->name) &&
           !strcmp(m->options, t->options) && !strcmp(m->settings, settings) && ir_table_seat(t, by) >= 0;
}

static void after_asked(struct hub *h, struct query *a)
{
    struct invitation *v = a->job;
    struct room *r = room_find(h, v->match);
    invite_unborn(h, v->match);
    if (a->r.status != STORE_OK) {
        invitation_fail(h, v);
        return;
    }
    if (!r || r->phase != ROOM_READY || !conn_find(h, v->conn)) {
        job_end(h, &v->job); /* nobody waits for an answer */
        return;
    }
    for (int i = 0; i < a->r.n; i++)
        if (is_rematch(&r->table, &a->r.list[i], a->r.items[i].who)) {
            say_invited(h, v->conn, v->id, a->r.list[i].id);
            job_end(h, &v->job);
            return;
        }
    create_again(h, (struct asker){.conn = v->conn, .id = v->id, .invites = 1}, r, v->who);
    job_end(h, &v->job);
}

static void again_ask(struct hub *h, struct room *r, struct conn *c, uint64_t id)
{
    if (r->again_by == c->who) {
        say_invited(h, c->link.key, id, r->again); /* asked before */
    } else if (r->again_busy || invite_under_way(h, r->again, c->who)) {
        say_refused(h, c->link.key, r->id, id, "busy", "Somebody else asks for a rematch. Try again in a moment.");
    } else {
        struct invitation *v = alloc_zero(sizeof *v);
        *v = (struct invitation){.conn = c->link.key, .id = id, .who = c->who};
        memcpy(v->match, r->id, sizeof v->match);
        job_add(h, &v->job, invitation_drop);
        r->again_busy = 1;
        query_send(h, invite_query(h, STORE_INVITES, after_asked, v, c->who));
    }
}

/* The new table is there: all who played before are invited. Whether one of them cannot be is not told. */
void invite_born(struct hub *h, struct asker asker, const struct store_match *m, const uint64_t guests[IR_SEATS_MAX])
{
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        if (!guests[i])
            continue;
        struct invitation *v = alloc_zero(sizeof *v); /* nobody waits for its answer: no connection has the number 0 */
        *v = (struct invitation){.who = m->host, .guest = guests[i]};
        memcpy(v->match, m->id, sizeof v->match);
        snprintf(v->game, sizeof v->game, "%s", m->game);
        job_add(h, &v->job, invitation_drop);
        invite_store(h, v);
    }
    struct room *r = room_find(h, asker.of);
    if (r) {
        r->again_busy = 0;
        r->again_by = m->host;
        memcpy(r->again, m->id, sizeof r->again);
    }
    say_invited(h, asker.conn, asker.id, m->id);
}

/* ---- messages ---- */

static const char *invite_wrong(const struct room *r, int seat, const struct conn *c, uint64_t guest, const char **error)
{
    const struct ir_table *t = &r->table;
    int open = 0;
    for (int i = 0; i < t->n_seats; i++)
        open |= t->seat[i].kind == IR_OPEN;
    *error = "seat";
    if (seat < 0 && (c->who != t->host || t->stage == IR_OVER_NOW))
        return "Only those who sit at a table, and its host, invite others to it.";
    if (t->evening[0]) {
        *error = "stage";
        return "This is a table of an evening, which says who plays here and who plays next.";
    }
    if (t->stage == IR_OVER_NOW)
        return NULL;
    if (t->locked)
        return "The table is locked. Its host can unlock it.";
    if (guest && ir_table_seat(t, guest) >= 0)
        return "This person sits at the table.";
    *error = "stage";
    if (t->stage != IR_GATHERING || !open)
        return "There is no empty seat at this table.";
    *error = "unknown-person";
    if (!guest || guest == c->who)
        return "Say whom you invite: who is the 16 hex digits of a friend, or of somebody you have played with.";
    return NULL;
}

void invite_say(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    struct room *r = s->room;
    const char *text = json_string_value(json_object_get(m, "who")), *error = NULL, *why;
    uint64_t guest = text && strspn(text, "0123456789abcdef") == 16 && !text[16] ? strtoull(text, NULL, 16) : 0;
    int seat = r->phase == ROOM_READY ? ir_table_seat(&r->table, c->who) : IR_SPECTATOR;
    if (r->phase != ROOM_READY)
        error = "stage", why = "Wait for the first frame of this table.";
    else if (h->closing)
        error = "store", why = "The server restarts. Connect again.";
    else if (!bucket_try(&c->lists, LISTS_RATE, h->now))
        error = "rate", why = "That is too many invitations. Wait a second.";
    else
        why = invite_wrong(r, seat, c, guest, &error);
    if (why) {
        say_refused(h, c->link.key, r->id, id, error, why);
        return;
    }
    if (r->table.stage == IR_OVER_NOW) {
        again_ask(h, r, c, id);
        return;
    }
    struct invitation *v = alloc_zero(sizeof *v);
    *v = (struct invitation){.conn = c->link.key, .id = id, .who = c->who, .guest = guest};
    memcpy(v->match, r->id, sizeof v->match);
    snprintf(v->game, sizeof v->game, "%s", r->table.game->name);
    job_add(h, &v->job, invitation_drop);
    query_send(h, invite_query(h, STORE_TIES, after_ties, v, c->who));
}

static void after_decline(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c)
        return;
    if (a->r.status != STORE_OK)
        say_refused(h, a->conn, a->r.match.id, a->id, "store", "The database does not answer. Try again in a moment.");
    else
        mine_answer(h, c, a->id);
}

void invite_end(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *table = json_string_value(json_object_get(m, "table"));
    if (!table || !id_looks_right(table)) {
        say_refused(h, c->link.key, NULL, id, "unknown-table", "Say which invitation: table is the code of its table.");
    } else if (!bucket_try(&c->lists, LISTS_RATE, h->now)) {
        say_refused(h, c->link.key, NULL, id, "rate", "That is too much at once. Wait a second.");
    } else {
        struct query *a = invite_query(h, STORE_INVITE_END, after_decline, NULL, c->who);
        a->conn = c->link.key;
        a->id = id;
        memcpy(a->r.match.id, table, strlen(table) + 1);
        query_send(h, a);
    }
}
