/* hub_event_new.c: makes an evening. What a host asks for is tried out before anything is stored: a table with these options
 * and settings must be possible. */
#include "hub_event.h"

enum {
    ID_LETTERS = 12,
    EVENTS_AN_HOUR = 20,
    NAME_MOST = 60, /* letters */
    COUNTED_MS = 7 * 24 * 3600000
};

struct making {
    struct job job; /* first */
    uint64_t conn, id, who;
    char match[IR_ID_MAX];
    struct event like;
};

static void making_drop(struct job *j)
{
    free(j);
}

static void making_refuse(struct hub *h, struct making *k, const char *error, const char *why)
{
    say_refused(h, k->conn, NULL, k->id, error, why);
    job_end(h, &k->job);
}

static void after_made(struct hub *h, struct query *a)
{
    struct making *k = a->job;
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        making_refuse(h, k, "store", "The new event could not be stored. Try again in a moment.");
        return;
    }
    h->count.events++;
    say_start(h, &j, "event-made");
    ir_json_int(&j, "id", (int64_t)k->id);
    ir_json_str(&j, "event", k->match);
    say_send(h, k->conn, &j);
    job_end(h, &k->job);
}

static void after_match(struct hub *h, struct query *a)
{
    struct making *k = a->job;
    char row[IR_ROW_MAX];
    struct ir_text t;
    if (a->r.status != STORE_OK) {
        making_refuse(h, k, "store", "The new event could not be stored. Try again in a moment.");
        return;
    }
    ir_text_start(&t, row, sizeof row);
    event_made(&k->like, &t);
    struct query *b = query_new(h, STORE_APPEND, after_made, t.len + 1);
    memset(&b->r.match, 0, sizeof b->r.match);
    memcpy(b->r.match.id, k->match, sizeof k->match);
    memcpy(b->text, row, t.len + 1);
    b->r.quiet = 1;
    b->r.row = (struct store_row){.seq = 1, .time = h->now, .who = k->who, .text = b->text};
    b->job = k;
    query_send(h, b);
}

static void after_hosted(struct hub *h, struct query *a)
{
    struct making *k = a->job;
    if (a->r.status != STORE_OK) {
        making_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
        return;
    }
    if (a->r.answer >= h->limit.tables_per_player) {
        making_refuse(h, k, "full", "You have made too many tables and events that are not over. Finish some of them first.");
        return;
    }
    struct query *b = query_new(h, STORE_MATCH_NEW, after_match, 0);
    struct store_match *m = &b->r.match;
    memcpy(m->id, k->match, sizeof k->match);
    memcpy(m->game, EVENT_GAME, sizeof EVENT_GAME);
    m->rules = EVENT_REVISION;
    m->seats = 1; /* of nobody: who takes part is told by its rows */
    m->host = k->who;
    m->created = m->updated = h->now;
    h->port.random(h->port.self, m->secret, sizeof m->secret);
    b->job = k;
    query_send(h, b);
}

static int whole(json_t *m, const char *key, int otherwise, int least, int most)
{
    json_t *v = json_object_get(m, key);
    if (!v || json_is_null(v))
        return otherwise;
    json_int_t n = json_is_integer(v) ? json_integer_value(v) : -1;
    return n < least || n > most ? -1 : (int)n;
}

/* Whether its tables can be opened, with so many seats. */
static int table_works(struct hub *h, const struct event *e, int seats, struct ir_table *t)
{
    const uint8_t commit[32] = {0};
    return ir_table_open(t, ir_game_find(e->game), "event", seats, e->options, NULL, e->settings, 0, commit, h->why);
}

/* What the message wants, if it can be; else the error, and a sentence. */
static const char *like_read(struct hub *h, json_t *m, struct event *e, const char **why)
{
    static const char *const kinds[EVENT_KINDS] = {"round-robin", "swiss", "arena"};
    const struct ir_game *g = ir_game_find(event_word(m, "game"));
    const char *name = event_word(m, "name"), *options = event_word(m, "options"), *settings = event_word(m, "settings");
    json_t *bots = json_object_get(m, "bots");
    int kind = 0, seats = whole(m, "seats", 2, 2, IR_SEATS_MAX), rounds = whole(m, "rounds", 0, 0, EVENT_ROUNDS),
        minutes = whole(m, "minutes", 60, 1, EVENT_MINUTES);
    while (kind < EVENT_KINDS && strcmp(kinds[kind], event_word(m, "kind")) != 0)
        kind++;
    *why = NULL;
    if (!g)
        *why = "There is no such game here. /api/games lists them.";
    else if (kind == EVENT_KINDS)
        *why = "The kind of an event is one of: round-robin, swiss, arena.";
    else if (seats < 0 || rounds < 0 || minutes < 0)
        *why = "An event has tables of 2 to 6 seats, at most 64 rounds, and an arena 1 to 720 minutes.";
    else if (text_clean(e->name, sizeof e->name, NAME_MOST, name, strlen(name)) <= 0)
        *why = "An event needs a name.";
    else if (strlen(options) >= sizeof e->options || strlen(settings) >= sizeof e->settings)
        *why = "The options or the settings are too long.";
    if (*why)
        return "option";
    struct ir_table *t = alloc_zero(sizeof *t);
    struct ir_text text;
    e->kind = (uint8_t)kind;
    e->seats = e->least = (uint8_t)seats;
    e->rounds = (int16_t)rounds;
    e->minutes = (int16_t)minutes;
    e->bots = json_is_string(bots) || json_is_true(bots);
    memcpy(e->game, g->name, strlen(g->name) + 1);
    memcpy(e->options, options, strlen(options) + 1);
    memcpy(e->settings, settings, strlen(settings) + 1);
    h->why[0] = 0;
    int error = table_works(h, e, seats, t);
    if (error == IR_OK && t->set[IR_SET_CLOCK] == IR_CLOCK_SLOW)
        error = IR_E_OPTION, *why = "An event is played in one evening: choose another clock than slow.";
    if (error == IR_OK) {
        memcpy(e->options, t->options, sizeof e->options);
        ir_text_start(&text, e->settings, sizeof e->settings);
        ir_settings_print(t->set, &text);
        while (e->least > 2 && table_works(h, e, e->least - 1, t) == IR_OK)
            e->least--;
    } else if (!*why) {
        *why = h->why;
    }
    free(t);
    return error == IR_OK ? NULL : ir_error_name(error);
}

void event_new(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    struct making *k = alloc_zero(sizeof *k);
    const char *why = NULL, *error = like_read(h, m, &k->like, &why);
    if (!error && h->closing)
        error = "store", why = "The server restarts. Connect again.";
    if (!error && (!bucket_try(&c->small, 1, h->now) || hour_take(h, HOURLY_EVENTS, c->who, EVENTS_AN_HOUR)))
        error = "rate", why = "That is too many new events. Wait a while.";
    if (error) {
        say_refused(h, c->link.key, NULL, id, error, why);
        free(k);
        return;
    }
    job_add(h, &k->job, making_drop);
    k->conn = c->link.key;
    k->id = id;
    k->who = c->who;
    k->match[0] = EVENT_LETTER;
    random_text(h, k->match + 1, ID_LETTERS);
    struct query *a = query_new(h, STORE_HOSTED, after_hosted, 0);
    a->job = k;
    a->r.who = c->who;
    a->r.time = h->now - COUNTED_MS;
    a->r.lived = hub_lived(h, COUNTED_MS);
    query_send(h, a);
}
