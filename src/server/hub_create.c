/* hub_create.c: new tables. All first rows are made and folded before anything is stored, so an impossible table is refused
 * with a reason and leaves nothing behind. */
#include "hub_inside.h"

#include "event/event.h"

enum { COUNTED_MS = 7 * 24 * 3600000 };

/* A match that is being stored. */
struct birth {
    struct job job; /* first */
    struct asker asker;
    struct store_match match;
    char *deck, *row[IR_SEATS_MAX];
    uint64_t who[IR_SEATS_MAX]; /* of each row */
    int n, at;
    char of[IR_ID_MAX];            /* the match this is the rematch of, or "" */
    uint64_t guests[IR_SEATS_MAX]; /* to be invited */
    uint64_t other;                /* of a pair: who is not the asker */
    char sought[64];               /* ... and what both seek */
    struct ir_table table;
};

static void birth_drop(struct job *j)
{
    struct birth *b = (struct birth *)j;
    for (int i = 0; i < b->n; i++)
        free(b->row[i]);
    free(b->deck);
    free(b);
}

static void birth_refuse(struct hub *h, struct birth *b, const char *error, const char *why)
{
    if (b->match.listed)
        lobby_touch(h); /* it may be stored nevertheless */
    if (b->asker.invites)
        invite_unborn(h, b->asker.of);
    if (b->asker.event[0])
        event_born(h, b->asker.event, b->match.id, 0);
    else if (b->asker.request)
        http_refuse(h, b->asker.request, strcmp(error, "store") ? 400 : 503, error, why);
    else if (b->asker.conn)
        say_refused(h, b->asker.conn, NULL, b->asker.id, error, why);
    else if (b->asker.seeker)
        seek_born(h, b->asker.seeker, NULL);
    else
        keep_rematched(h, b->of, NULL);
    job_end(h, &b->job);
}

static void created_send(struct hub *h, struct birth *b)
{
    struct ir_json j;
    if (b->match.listed)
        lobby_touch(h);
    for (int i = 0; i < b->match.seats; i++)
        who_tell(h, b->match.who[i], WHO_MINE, b->match.id);
    if (b->asker.event[0]) {
        event_born(h, b->asker.event, b->match.id, 1);
    } else if (b->asker.request) {
        ir_json_start(&j, h->out, sizeof h->out);
        ir_json_object(&j, NULL);
        ir_json_str(&j, "table", b->match.id);
        ir_json_end(&j, '}');
        http_json(h, b->asker.request, &j);
    } else if (b->asker.invites) {
        invite_born(h, b->asker, &b->match, b->guests);
    } else if (b->asker.conn) {
        say_start(h, &j, "created");
        ir_json_int(&j, "id", (int64_t)b->asker.id);
        ir_json_str(&j, "table", b->match.id);
        say_send(h, b->asker.conn, &j);
    } else if (b->asker.seeker) {
        seek_born(h, b->asker.seeker, &b->match);
    } else {
        keep_rematched(h, b->of, b->match.id);
    }
    job_end(h, &b->job);
}

/* Runs a command on the table that is not stored yet. */
static int birth_do(struct hub *h, struct birth *b, uint64_t who, const char *text)
{
    struct ir_command c = {.who = who, .text = text};
    int e = ir_table_do(&b->table, &c, b->match.secret, h->now, &h->done, h->why);
    if (e < 0)
        return e;
    b->table = h->done.after;
    b->who[b->n] = who;
    b->row[b->n++] = strdup(h->done.row);
    return IR_OK;
}

static int birth_sit(struct hub *h, struct birth *b, uint64_t who, const char *verb, int seat, const char *name)
{
    char text[IR_NAME_MAX + 16];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    ir_text_add(&t, "%s %d %s", verb, seat, name);
    return birth_do(h, b, who, text);
}

/* ---- into the store ---- */

static void row_store(struct hub *h, struct birth *b);

static void after_row(struct hub *h, struct query *a)
{
    struct birth *b = a->job;
    if (a->r.status != STORE_OK)
        birth_refuse(h, b, "store", "The new table could not be stored. Try again in a moment.");
    else if (++b->at < b->n)
        row_store(h, b);
    else
        created_send(h, b);
}

static void row_store(struct hub *h, struct birth *b)
{
    size_t n = strlen(b->row[b->at]) + 1;
    struct query *a = query_new(h, STORE_APPEND, after_row, n);
    a->r.quiet = 1; /* nobody knows the table yet */
    memcpy(a->text, b->row[b->at], n);
    a->job = b;
    memcpy(a->r.match.id, b->match.id, sizeof b->match.id);
    a->r.row = (struct store_row){.seq = b->at + 1, .time = h->now, .who = b->who[b->at], .text = a->text};
    query_send(h, a);
}

static void after_match(struct hub *h, struct query *a)
{
    struct birth *b = a->job;
    int there = b->asker.event[0] && a->r.status == STORE_CONFLICT; /* made by this node, or by one that died */
    if (a->r.status != STORE_OK && !there)
        birth_refuse(h, b, "store", "The new table could not be stored. Try again in a moment.");
    else
        row_store(h, b);
}

static void match_store(struct hub *h, struct birth *b)
{
    size_t n = b->deck ? strlen(b->deck) + 1 : sizeof b->sought;
    struct query *a = query_new(h, b->asker.seeker ? STORE_PAIR : STORE_MATCH_NEW, after_match, n);
    a->job = b;
    table_describe(&b->table, &b->match);
    a->r.match = b->match;
    if (b->deck) {
        memcpy(a->text, b->deck, n);
        a->r.match.deck = a->text; /* a request owns all it needs, since it may outlive the hub */
    }
    if (b->asker.seeker) {
        memcpy(a->text, b->sought, n);
        a->r.text = a->text;
        a->r.who = b->asker.seeker;
        a->r.other = b->other;
        a->r.time = h->now;
    }
    query_send(h, a);
}

/* ---- from a message ---- */

/* Allocates a new match with a fresh id and secret. */
static struct birth *birth_new(struct hub *h, const struct ir_game *g, int seats, uint64_t host)
{
    struct birth *b = alloc_zero(sizeof *b);
    job_add(h, &b->job, birth_drop);
    match_id(h, b->match.id);
    deal_bytes(h, b->match.secret, sizeof b->match.secret);
    memcpy(b->match.game, g->name, strlen(g->name) + 1);
    b->match.rules = g->rules_rev;
    b->match.seats = seats;
    b->match.host = b->match.maker = host;
    b->match.created = b->match.updated = h->now;
    return b;
}

static int birth_open(struct hub *h, struct birth *b, const char *options, const char *settings)
{
    struct ir_text t;
    uint8_t commit[32];
    ir_commit(commit, b->match.secret);
    int e = ir_table_open(&b->table, ir_game_find(b->match.game), b->match.id, b->match.seats, options, b->deck, settings,
                          b->match.host, commit, h->why);
    if (e != IR_OK)
        return e;
    memcpy(b->table.evening, b->match.event, sizeof b->table.evening);
    memcpy(b->match.options, b->table.options, sizeof b->match.options);
    ir_text_start(&t, b->match.settings, sizeof b->match.settings);
    ir_settings_print(b->table.set, &t);
    return IR_OK;
}

static const char *word(json_t *m, const char *key)
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

static int birth_fill(struct hub *h, struct birth *b, const char *name, json_t *m)
{
    json_t *bots = json_object_get(m, "bots");
    int e = birth_open(h, b, word(m, "options"), word(m, "settings"));
    if (e == IR_OK)
        e = birth_sit(h, b, b->match.host, "sit", 0, name);
    for (int i = 0; e == IR_OK && i + 1 < b->match.seats; i++) {
        const char *bot = json_string_value(json_array_get(bots, (size_t)i));
        if (bot && strlen(bot) < IR_NAME_MAX && !strpbrk(bot, "\r\n"))
            e = birth_sit(h, b, b->match.host, "bot", i + 1, bot);
        else if (bot)
            return IR_E_COMMAND;
    }
    return e;
}

/* Tables of the same person that are being stored: they are not in the store's answer. */
static int births_of(const struct hub *h, const struct birth *b)
{
    int n = 0;
    for (const struct job *j = h->jobs; j; j = j->next)
        n += j != &b->job && j->drop == birth_drop && ((const struct birth *)(const void *)j)->match.host == b->match.host;
    return n;
}

/* Whoever made a table has it counted, also after standing up from it. */
static void after_hosted(struct hub *h, struct query *a)
{
    struct birth *b = a->job;
    if (a->r.status != STORE_OK)
        birth_refuse(h, b, "store", "The database does not answer. Try again in a moment.");
    else if (a->r.answer + births_of(h, b) >= h->limit.tables_per_player)
        birth_refuse(
            h, b, "full",
            "You have made too many tables that are not over. Finish some of them first; after a week without a change "
            "one no longer counts.");
    else
        match_store(h, b);
}

static void hosted_look(struct hub *h, struct birth *b)
{
    struct query *a = query_new(h, STORE_HOSTED, after_hosted, 0);
    a->job = b;
    a->r.who = b->match.host;
    a->r.time = h->now - COUNTED_MS;
    a->r.lived = hub_lived(h, COUNTED_MS);
    query_send(h, a);
}

/* Finds an installed deck by its name (PK10.1). 0: there is none, and the client was told. */
static int deck_take(struct hub *h, struct birth *b, const char *name)
{
    struct ir_text t;
    int n = 0;
    ir_why_start(&t, h->why);
    ir_text_put(&t, "This server has no such deck; ");
    for (int i = 0; i < h->limit.n_decks; i++) {
        const struct hub_deck *d = &h->limit.decks[i];
        if (strcmp(d->game, b->match.game) != 0)
            continue;
        if (name && strcmp(d->name, name) == 0) {
            b->deck = strdup(d->text);
            return 1;
        }
        ir_text_put(&t, n++ ? ", " : "it has ");
        ir_text_put(&t, d->name);
    }
    ir_text_put(&t, n ? "." : "its owner has installed none for this game.");
    birth_refuse(h, b, "deck", h->why);
    return 0;
}

void create_table(struct hub *h, struct asker asker, uint64_t who, const char *name, json_t *m)
{
    const struct ir_game *g = ir_game_find(word(m, "game"));
    json_t *seats = json_object_get(m, "seats"), *deck = json_object_get(m, "deck"), *bots = json_object_get(m, "bots");
    json_int_t wanted = g && !seats ? g->min_seats : json_integer_value(seats);
    struct birth *b = birth_new(h, g ? g : ir_games[0], wanted < 0 || wanted > 99 ? 99 : (int)wanted, who); /* 99: no game's */
    b->asker = asker;
    if (!g) {
        birth_refuse(h, b, "option", "There is no such game here. /api/games lists them.");
    } else if (h->closing) {
        birth_refuse(h, b, "store", "The server restarts. Connect again.");
    } else if (bots && !json_is_null(bots) && (!json_is_array(bots) || json_array_size(bots) >= IR_SEATS_MAX)) {
        birth_refuse(h, b, "option", "bots is a list for seats 1, 2 and so on: a bot's name, or null for a person.");
    } else {
        for (size_t i = 0; i < json_array_size(bots); i++) {
            const char *bot = json_string_value(json_array_get(bots, i));
            if (bot && !exec_allowed(h, bot)) {
                birth_refuse(h, b, "option",
                             "This server does not run that program as a bot. Only programs that its owner has allowed can be "
                             "bots here.");
                return;
            }
        }
        if (deck && !json_is_null(deck) && !deck_take(h, b, json_string_value(deck)))
            return;
        h->why[0] = 0;
        int e = birth_fill(h, b, name, m);
        if (e != IR_OK) {
            birth_refuse(h, b, ir_error_name(e), h->why[0] ? h->why : "That is not the name of a bot.");
            return;
        }
        hosted_look(h, b);
    }
}

/* The same bots and people, or only this one of them (0: all), each one seat further, nobody ready. */
static int birth_again(struct hub *h, struct birth *b, const struct room *r, uint64_t only)
{
    const struct ir_table *t = &r->table;
    char settings[sizeof b->match.settings];
    struct ir_text text;
    b->deck = r->deck ? strdup(r->deck) : NULL;
    ir_text_start(&text, settings, sizeof settings);
    ir_settings_print(t->set, &text);
    int e = birth_open(h, b, t->options, settings);
    for (int i = 0; e == IR_OK && i < t->n_seats; i++) {
        const struct ir_seat *from = &t->seat[(i + 1) % t->n_seats];
        if (from->kind == IR_BOT)
            e = birth_sit(h, b, b->match.host, "bot", i, from->name);
        else if (!only || from->who == only)
            e = birth_sit(h, b, from->who, "sit", i, from->name);
        else
            b->guests[i] = from->who;
    }
    if (e != IR_OK) {
        note(h, HUB_LOG_ERROR, "rematch", "match %s has no rematch: %s", r->id, h->why);
        birth_refuse(h, b, "option", h->why);
    }
    return e;
}

void create_rematch(struct hub *h, struct room *r)
{
    struct birth *b = birth_new(h, r->table.game, r->table.n_seats, r->table.host);
    memcpy(b->of, r->id, sizeof b->of);
    if (birth_again(h, b, r, 0) == IR_OK)
        match_store(h, b);
}

void create_again(struct hub *h, struct asker asker, struct room *r, uint64_t who)
{
    struct birth *b = birth_new(h, r->table.game, r->table.n_seats, who);
    b->asker = asker;
    memcpy(b->asker.of, r->id, sizeof b->asker.of);
    r->again_busy = 1;
    if (birth_again(h, b, r, who) == IR_OK)
        hosted_look(h, b);
}

/* Nobody is its host, and nobody has it counted as a table of theirs. */
void create_pair(struct hub *h, uint64_t who, const char *name, uint64_t other, const char *name2, const struct ir_game *g,
                 const char *settings, const char *sought)
{
    struct birth *b = birth_new(h, g, 2, 0);
    char second[IR_NAME_MAX];
    uint8_t first;
    struct ir_text t;
    deal_bytes(h, &first, 1);
    first &= 1; /* the seat of who */
    b->asker.seeker = who;
    b->other = other;
    ir_text_start(&t, b->sought, sizeof b->sought);
    ir_text_put(&t, sought);
    const char *base = first ? name : name2, *number = name_like(name, name2) ? " 2" : ""; /* the second Anna is "Anna 2" */
    ir_text_start(&t, second, sizeof second);
    ir_text_add(&t, "%s%s", strlen(base) + strlen(number) < sizeof second ? base : "Guest", number);
    int e = birth_open(h, b, "", settings);
    if (e == IR_OK)
        e = birth_sit(h, b, first ? other : who, "sit", 0, first ? name2 : name);
    if (e == IR_OK)
        e = birth_sit(h, b, first ? who : other, "sit", 1, second);
    if (e == IR_OK) {
        match_store(h, b);
    } else {
        note(h, HUB_LOG_ERROR, "pair", "two people could not be paired: %s", h->why);
        birth_refuse(h, b, "option", h->why);
    }
}

void create_seated(struct hub *h, const char *event, const struct event *e, int table, int rows)
{
    const struct event_table *t = &e->table[table];
    struct birth *b = birth_new(h, ir_game_find(e->game), t->n, 0);
    memcpy(b->match.id, t->id, sizeof b->match.id);
    memcpy(b->asker.event, event, strlen(event) + 1);
    memcpy(b->match.event, event, strlen(event) + 1);
    int error = birth_open(h, b, e->options, e->settings);
    for (int i = 0; error == IR_OK && i < t->n; i++)
        error = birth_sit(h, b, e->person[t->person[i]].who, "sit", i, e->person[t->person[i]].name);
    b->at = rows;
    if (error == IR_OK) {
        match_store(h, b);
    } else {
        note(h, HUB_LOG_ERROR, "event", "event %s cannot open a table: %s", event, h->why);
        birth_refuse(h, b, "option", h->why);
    }
}
