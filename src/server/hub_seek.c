/* hub_seek.c: pairs people who look for somebody to play with.
 *
 * Who seeks has a ticket in the store, which is the judge: it is valid for half a minute and renewed every ten seconds, and the
 * renewal also finds what a lost notice or a crash hid. Whoever finds another ticket for the same makes the match, which the
 * store notes in both tickets at once or not at all. So nobody is in two pairings. A ticket that was paired stays in the store
 * until its game starts or its owner seeks again: until then every `seek` of theirs, on any node, is answered with that table.
 *
 * A pairing is good for twenty seconds. Then, or when the other one has stood up, a `seek` takes its owner away from that table
 * first and looks for somebody else. If a node died between the match and its first rows, whoever finds the ticket adds them.
 */
#include "hub_inside.h"

enum {
    RENEW_MS = 10000,
    VALID_MS = 30000,
    AGAIN_MS = 2000,  /* the store did not answer */
    PAIR_MS = 20000,  /* to be ready in */
    NOTICE_MS = 5000, /* at least, for whoever is told late */
    SOUGHT_MAX = 64,
    SETTINGS_MAX = 160
};

/* Somebody who seeks, on this node. One request of theirs is under way at a time. */
struct ticket {
    struct link link; /* by who */
    uint64_t conn, id;
    uint8_t asked;  /* this connection waits for the answer to its `seek` or `unseek`, which had this id */
    uint8_t stored; /* it waits in the store, so a pairing that is found is news */
    uint8_t busy;   /* the store is asked */
    uint8_t ending; /* its owner does not seek any more */
    uint8_t moved;  /* ... but does on another node */
    uint8_t rated;  /* for a rated game */
    uint8_t tries;  /* pairings that came too late, one after the other */
    int64_t since, look_at;
    const struct ir_game *game;
    const struct ir_pace *pace;
    char name[IR_NAME_MAX], match[IR_ID_MAX]; /* match: where its owner was paired, while that is looked at */
    struct ir_table *table;                   /* that one */
};

static void ticket_step(struct hub *h, struct ticket *t);

static struct ticket *ticket_find(const struct hub *h, uint64_t who)
{
    return (struct ticket *)map_find(&h->tickets, who);
}

static void ticket_free(struct hub *h, struct ticket *t)
{
    map_remove(&h->tickets, &t->link);
    free(t->table);
    free(t);
}

void seek_free(struct hub *h)
{
    for (struct link *l = map_next(&h->tickets, NULL), *next; l; l = next) {
        next = map_next(&h->tickets, l);
        ticket_free(h, (struct ticket *)l);
    }
    map_free(&h->tickets);
}

/* What is sought, as the store compares it. Nodes with other rules pair among themselves. */
static void sought_write(const struct ticket *t, char text[SOUGHT_MAX])
{
    struct ir_text out;
    ir_text_start(&out, text, SOUGHT_MAX);
    ir_text_add(&out, "%s %d %s%s", t->game->name, t->game->rules_rev, t->pace->name, t->rated ? " rated" : "");
}

/* The settings of the table that is sought. */
static const char *settings_write(const struct ticket *t, char text[SETTINGS_MAX])
{
    struct ir_text out;
    ir_text_start(&out, text, SETTINGS_MAX);
    ir_text_put(&out, t->pace->settings);
    if (t->rated)
        ir_text_put(&out, *t->pace->settings ? ",rated=on" : "rated=on");
    return text;
}

/* ---- answers ---- */

static void say_seeking(struct hub *h, const struct ticket *t)
{
    struct ir_json j;
    say_start(h, &j, "seeking");
    if (t->asked)
        ir_json_int(&j, "id", (int64_t)t->id);
    ir_json_str(&j, "game", t->ending ? NULL : t->game->name);
    if (!t->ending)
        ir_json_str(&j, "pace", t->pace->name);
    if (!t->ending && t->rated)
        ir_json_bool(&j, "rated", 1);
    say_send(h, t->conn, &j);
}

static void ticket_answer(struct hub *h, struct ticket *t)
{
    if (t->asked)
        say_seeking(h, t);
    t->asked = 0;
}

static void ticket_refuse(struct hub *h, struct ticket *t)
{
    if (t->asked)
        say_refused(h, t->conn, NULL, t->id, "store", "The database does not answer. Try again in a moment.");
    t->asked = 0;
}

/* How long this pairing is good for. The clocks of nodes may differ by more than that, so whoever waited for it here has all of
 * the time from now on, and keeps it. Only somebody who comes from elsewhere has what is left of it by the clock. */
static int64_t pair_until(const struct hub *h, const struct ticket *t, const struct store_match *m)
{
    const struct person *p = who_find(h, t->link.key);
    if (t->stored)
        return h->now + PAIR_MS;
    if (p && !strcmp(p->paired, m->id))
        return p->paired_until;
    return m->created < h->now ? m->created + PAIR_MS : h->now + PAIR_MS;
}

/* The end of a ticket: its owner learns where to play, with whom, and until when both must be ready. Whoever is not here any
 * more learns it by a push, and with their next `seek`. */
static void ticket_paired(struct hub *h, struct ticket *t, const struct store_match *m)
{
    struct person *p = who_find(h, t->link.key);
    int64_t until = pair_until(h, t, m);
    struct ir_json j;
    if (until < h->now + NOTICE_MS)
        until = h->now + NOTICE_MS;
    if (!t->ending)
        ticket_answer(h, t);
    say_start(h, &j, "paired");
    if (t->asked)
        ir_json_int(&j, "id", (int64_t)t->id);
    ir_json_str(&j, "table", m->id);
    ir_json_str(&j, "game", m->game);
    ir_json_object(&j, "with");
    ir_json_str(&j, "name", m->name[m->who[0] == t->link.key]);
    ir_json_end(&j, '}');
    ir_json_int(&j, "until", until);
    if (t->moved)
        who_elsewhere(h, t->link.key, WHO_PAIRED, m->id);
    else if (conn_find(h, t->conn))
        say_send(h, t->conn, &j);
    else
        who_send(h, t->link.key, &j);
    if (!t->moved)
        who_push(h, t->link.key, "paired", m->id, m->game);
    if (p) {
        memcpy(p->paired, m->id, sizeof p->paired);
        p->paired_until = until;
    }
    if (!t->ending)
        count_paired(h, h->now - t->since);
    ticket_free(h, t);
}

/* ---- at the table where somebody was paired ---- */

static void found_load(struct hub *h, struct ticket *t);

static struct query *ticket_query(struct hub *h, struct ticket *t, enum store_kind kind,
                                  void (*then)(struct hub *, struct query *), size_t extra)
{
    struct query *a = query_new(h, kind, then, extra);
    if (kind == STORE_APPEND)
        memset(&a->r.match, 0, sizeof a->r.match);
    memcpy(a->r.match.id, t->match, sizeof t->match);
    a->r.who = a->id = t->link.key;
    a->r.time = h->now;
    t->busy = 1;
    return a;
}

static void look_later(struct hub *h, struct ticket *t, int64_t ms)
{
    t->look_at = h->now + ms;
    ticket_step(h, t);
}

/* The store did not do it. What is to end ends without it: the ticket expires, or is found by the next `seek`. */
static void look_failed(struct hub *h, struct ticket *t)
{
    ticket_refuse(h, t);
    if (t->ending)
        ticket_free(h, t);
    else
        look_later(h, t, AGAIN_MS);
}

static void after_unpaired(struct hub *h, struct query *a)
{
    struct ticket *t = ticket_find(h, a->id);
    t->busy = 0;
    if (a->r.status == STORE_OK || a->r.status == STORE_CONFLICT)
        look_later(h, t, 0);
    else
        look_failed(h, t);
}

/* That pairing came to nothing, or to a game: the ticket is removed, and its owner goes on. */
static void unpair(struct hub *h, struct ticket *t)
{
    query_send(h, ticket_query(h, t, STORE_UNSEEK, after_unpaired, 0));
}

static void after_row(struct hub *h, struct query *a)
{
    struct ticket *t = ticket_find(h, a->id);
    t->busy = 0;
    if (a->r.status == STORE_FAILED) {
        look_failed(h, t);
        return;
    }
    room_behind(h, t->match);
    found_load(h, t); /* whatever the answer was: look at the table as it is now */
}

/* Adds a row to that table, as if this person had given the command. changed: its description changes, too. */
static void row_add(struct hub *h, struct ticket *t, const struct store_match *m, uint64_t who, const char *text, int changed)
{
    struct ir_command c = {.who = who, .text = text};
    if (ir_table_do(t->table, &c, m->secret, h->now, &h->done, h->why) != IR_OK) {
        unpair(h, t); /* somebody else was faster, in some way that nobody thought of */
        return;
    }
    size_t n = strlen(h->done.row) + 1;
    struct query *a = ticket_query(h, t, STORE_APPEND, after_row, n);
    memcpy(a->text, h->done.row, n);
    a->r.row = (struct store_row){.seq = h->done.seq, .sub = h->done.sub, .time = h->now, .who = who, .text = a->text};
    a->r.changed = changed;
    if (changed)
        table_describe(&h->done.after, &a->r.match);
    query_send(h, a);
}

/* It is for what is sought now, and neither has stood up. */
static int found_fits(const struct ticket *t)
{
    int16_t set[IR_SETTINGS];
    char why[IR_WHY_MAX], settings[SETTINGS_MAX];
    for (int i = 0; i < t->table->n_seats; i++)
        if (t->table->seat[i].kind != IR_PERSON)
            return 0;
    return t->ending || (t->table->game == t->game && ir_settings_parse(settings_write(t, settings), set, why) == IR_OK &&
                         !memcmp(set, t->table->set, sizeof set));
}

static void after_found(struct hub *h, struct query *a)
{
    struct ticket *t = ticket_find(h, a->id);
    const struct store_match *m = &a->r.match;
    t->busy = 0;
    if (a->r.status != STORE_OK && a->r.status != STORE_NOT_FOUND) {
        look_failed(h, t);
        return;
    }
    t->table = t->table ? t->table : alloc_zero(sizeof *t->table);
    if (a->r.status == STORE_NOT_FOUND || table_load(t->table, m, a->r.rows, a->r.n, h->why) < 0) {
        unpair(h, t);
        return;
    }
    int seat = ir_table_seat(t->table, t->link.key), missing = (int)t->table->seq;
    if (missing < 2 && m->who[missing] && t->table->stage == IR_GATHERING) { /* the node that paired them died */
        char sit[IR_NAME_MAX + 16];
        snprintf(sit, sizeof sit, "sit %d %s", missing, m->name[missing]);
        row_add(h, t, m, m->who[missing], sit, 0); /* they are in its description already */
    } else if (t->table->stage != IR_GATHERING || seat < 0) {
        unpair(h, t);
    } else if (h->now < pair_until(h, t, m) && found_fits(t)) {
        ticket_paired(h, t, m);
    } else {
        row_add(h, t, m, t->link.key, "stand", 1);
    }
}

static void found_load(struct hub *h, struct ticket *t)
{
    if (t->moved)
        ticket_free(h, t);
    else
        query_send(h, ticket_query(h, t, STORE_MATCH_LOAD, after_found, 0));
}

/* ---- looking ---- */

/* From hub_create.c: the match was made and has its rows; or m is NULL, and whether there is one is for the store to say. */
void seek_born(struct hub *h, uint64_t who, const struct store_match *m)
{
    struct ticket *t = ticket_find(h, who);
    t->busy = 0;
    if (!m) {
        if (t->tries < 20)
            t->tries++;
        look_later(h, t, t->tries * 50);
        return;
    }
    who_tell(h, m->who[m->who[0] == who], WHO_PAIRED, m->id);
    ticket_paired(h, t, m);
}

/* The other node is told to look: if the search goes on there, this took its ticket away. */
static void after_moved(struct hub *h, struct query *a)
{
    struct ticket *t = ticket_find(h, a->id);
    t->busy = 0;
    who_elsewhere(h, t->link.key, WHO_PAIRED, "");
    ticket_step(h, t);
}

static void after_seek(struct hub *h, struct query *a)
{
    struct ticket *t = ticket_find(h, a->id);
    char sought[SOUGHT_MAX], settings[SETTINGS_MAX];
    t->busy = 0;
    if (a->r.status == STORE_CONFLICT) {
        memcpy(t->match, a->r.match.id, sizeof t->match);
        found_load(h, t);
    } else if (t->moved && a->r.status != STORE_FAILED) { /* stored again, perhaps after the other node has removed it */
        t->match[0] = 0;
        query_send(h, ticket_query(h, t, STORE_UNSEEK, after_moved, 0));
    } else if (t->ending) {
        ticket_step(h, t);
    } else if (a->r.status != STORE_OK) {
        ticket_refuse(h, t);
        if (t->stored)
            look_later(h, t, AGAIN_MS);
        else
            ticket_free(h, t);
    } else {
        t->stored = 1;
        ticket_answer(h, t);
        sought_write(t, sought);
        if (strcmp(a->text, sought) != 0) { /* they want something else by now */
            look_later(h, t, 0);
        } else if (a->r.other) {
            t->busy = 1;
            create_pair(h, t->link.key, t->name, a->r.other, a->r.name2, t->game, settings_write(t, settings), sought);
        } else {
            t->tries = 0;
            look_later(h, t, RENEW_MS);
        }
    }
}

static void look(struct hub *h, struct ticket *t)
{
    t->match[0] = 0;
    struct query *a = ticket_query(h, t, STORE_SEEK, after_seek, SOUGHT_MAX);
    sought_write(t, a->text);
    a->r.text = a->text;
    memcpy(a->r.name, t->name, sizeof t->name);
    a->r.node = h->node;
    a->r.until = h->now + VALID_MS;
    query_send(h, a);
}

static void after_unseek(struct hub *h, struct query *a)
{
    struct ticket *t = ticket_find(h, a->id);
    t->busy = 0;
    if (!t->ending) { /* they seek again */
        ticket_step(h, t);
    } else if (a->r.status == STORE_CONFLICT && who_here(h, t->link.key)) {
        memcpy(t->match, a->r.match.id, sizeof t->match);
        found_load(h, t);
    } else {                                                       /* what could not be removed expires */
        if (a->r.status == STORE_CONFLICT && t->game && !t->moved) /* they were paired while they left */
            who_push(h, t->link.key, "paired", a->r.match.id, t->game->name);
        if (a->r.status == STORE_OK)
            ticket_answer(h, t);
        ticket_refuse(h, t);
        ticket_free(h, t);
    }
}

/* Asks the store for what the ticket needs next, if it is due. */
static void ticket_step(struct hub *h, struct ticket *t)
{
    if (t->busy)
        return;
    if (t->moved) {
        ticket_free(h, t);
    } else if (t->ending) {
        t->match[0] = 0;
        query_send(h, ticket_query(h, t, STORE_UNSEEK, after_unseek, 0));
    } else if (h->now >= t->look_at && !h->closing) {
        look(h, t);
    } else if (!h->seek_at || t->look_at < h->seek_at) {
        h->seek_at = t->look_at;
    }
}

int64_t seek_tick(struct hub *h)
{
    if (!h->seek_at || h->now < h->seek_at || h->closing)
        return h->closing ? 0 : h->seek_at;
    h->seek_at = 0;
    for (struct link *l = map_next(&h->tickets, NULL), *next; l; l = next) {
        next = map_next(&h->tickets, l);
        ticket_step(h, (struct ticket *)l);
    }
    return h->seek_at;
}

/* ---- what people say ---- */

/* The ticket of this person. Whoever waited for an answer about it gets one, and a window that was left behind is told. */
static struct ticket *ticket_take(struct hub *h, struct conn *c, uint64_t id)
{
    struct ticket *t = ticket_find(h, c->who);
    if (!t) {
        t = alloc_zero(sizeof *t);
        map_put(&h->tickets, &t->link, c->who);
        t->since = h->now;
    } else {
        ticket_answer(h, t);
        int ending = t->ending;
        t->ending = 1;
        if (t->conn != c->link.key && !ending)
            say_seeking(h, t);
        t->ending = (uint8_t)ending;
    }
    t->conn = c->link.key;
    t->id = id;
    t->asked = 1;
    return t;
}

void seek_begin(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *name = json_string_value(json_object_get(m, "game")), *pace = json_string_value(json_object_get(m, "pace"));
    const struct ir_game *game = name ? ir_game_find(name) : NULL;
    const struct ir_pace *p = ir_pace_find(pace ? pace : "calm");
    json_t *rated = json_object_get(m, "rated");
    int16_t set[IR_SETTINGS];
    const char *error = "option", *why = NULL;
    if (!game)
        why = "There is no such game here. /api/games lists them.";
    else if (game->min_seats > 2 || game->max_seats < 2)
        error = "seats", why = "Only games for two can be played with somebody who seeks. Open a table and list it.";
    else if (!p || ir_settings_parse(p->settings, set, h->why) != IR_OK)
        why = "A pace is one of those in /api/games: quick, calm or slow.";
    else if (rated && !json_is_boolean(rated))
        why = "rated is true or false.";
    else if (h->closing)
        error = "store", why = "The server restarts. Connect again.";
    else if (!bucket_try(&c->small, 1, h->now))
        error = "rate", why = "That is too much at once. Wait a second.";
    if (why) {
        say_refused(h, c->link.key, NULL, id, error, why);
        return;
    }
    struct ticket *t = ticket_take(h, c, id);
    if (t->game != game || t->pace != p || t->rated != json_is_true(rated) || t->ending)
        t->since = h->now;
    t->rated = json_is_true(rated);
    t->game = game;
    t->pace = p;
    t->ending = t->moved = t->tries = t->stored = 0;
    memcpy(t->name, c->name, sizeof t->name);
    t->look_at = h->now;
    who_elsewhere(h, c->who, WHO_SOUGHT, "");
    ticket_step(h, t);
}

void seek_end(struct hub *h, struct conn *c, uint64_t id)
{
    if (!bucket_try(&c->small, 1, h->now)) {
        say_refused(h, c->link.key, NULL, id, "rate", "That is too much at once. Wait a second.");
        return;
    }
    struct ticket *t = ticket_take(h, c, id);
    t->ending = 1;
    who_elsewhere(h, c->who, WHO_SOUGHT, "");
    ticket_step(h, t);
}

/* The last connection of this person is gone. */
void seek_left(struct hub *h, uint64_t who)
{
    struct ticket *t = ticket_find(h, who);
    if (!t)
        return;
    t->asked = 0;
    t->conn = 0;
    t->ending = 1;
    ticket_step(h, t);
}

/* ---- what other nodes say ---- */

void seek_told(struct hub *h, struct person *p, const char *table)
{
    struct ticket *t = ticket_find(h, p->link.key);
    (void)table;
    if (!t || t->ending)
        return;
    t->look_at = h->now;
    ticket_step(h, t);
}

/* They said `seek` or `unseek` on another node, which has their ticket from now on. */
void seek_elsewhere(struct hub *h, struct person *p, const char *table)
{
    struct ticket *t = ticket_find(h, p->link.key);
    (void)table;
    if (!t)
        return;
    ticket_answer(h, t);
    t->ending = t->moved = 1;
    say_seeking(h, t);
    ticket_step(h, t);
}

/* ---- the game begins ---- */

void seek_started(struct hub *h, const struct room *r)
{
    for (int i = 0; i < r->table.n_seats; i++) {
        struct person *p = who_find(h, r->table.seat[i].who);
        if (!p || strcmp(p->paired, r->id) != 0)
            continue;
        struct query *a = query_new(h, STORE_UNSEEK, query_ignore, 0);
        memcpy(a->r.match.id, r->id, sizeof r->id);
        a->r.who = p->link.key;
        query_send(h, a);
        p->paired[0] = 0;
    }
}
