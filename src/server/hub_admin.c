/* hub_admin.c: what the owner of the server asks of it, with `irori admin`: who is here, whom to keep away, what was reported.
 *
 * A request is one JSON object with `do`. The world passes on only what came from the owner (admin.c). Everything that changes
 * something is in the owner's log; people are named there by their ids, so that the log need not change when one is deleted. */
#include "hub_inside.h"
#include "address.h"

enum { WHY_MAX = 200, DAYS_MAX = 36500 };
#define DAY_MS  (24LL * 3600000)
#define FOREVER (STORE_TIME_MAX - 1)

/* An act of the owner: carried out, then logged, then answered. */
struct order {
    struct job job; /* first */
    uint64_t request, who;
    char line[512], before[IR_NAME_MAX], name[IR_NAME_MAX], place[24 + IR_NAME_MAX], why[WHY_MAX + 1];
    int64_t until;
    void (*then)(struct hub *, struct order *); /* when it was carried out */
};

static void order_drop(struct job *j)
{
    free(j);
}

static void answer_done(struct hub *h, uint64_t request, const char *line)
{
    struct ir_json j;
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "done", line);
    ir_json_end(&j, '}');
    http_json(h, request, &j);
}

static void after_log(struct hub *h, struct query *a)
{
    struct order *o = a->job;
    if (a->r.status == STORE_OK)
        answer_done(h, o->request, o->line);
    else
        http_refuse(h, o->request, 503, "store", "It was done, but could not be written into the log.");
    job_end(h, &o->job);
}

static void order_log(struct hub *h, struct order *o)
{
    struct query *a = query_new(h, STORE_LOG, after_log, sizeof o->line);
    memcpy(a->text, o->line, sizeof o->line);
    a->r.text = a->text;
    a->r.time = h->now;
    a->job = o;
    query_send(h, a);
}

static void order_refuse(struct hub *h, struct order *o, enum store_status status)
{
    if (status == STORE_NOT_FOUND)
        http_refuse(h, o->request, 404, "unknown-person", "There is no such person. irori admin people lists them.");
    else
        http_store_trouble(h, o->request);
    job_end(h, &o->job);
}

static void after_order(struct hub *h, struct query *a)
{
    struct order *o = a->job;
    if (a->r.status == STORE_OK)
        o->then(h, o);
    else
        order_refuse(h, o, a->r.status);
}

/* ---- keeping away ---- */

static void banned(struct hub *h, struct order *o)
{
    if (o->who)
        who_tell(h, o->who, WHO_KICK, "");
    else
        bans_changed(h);
    if (o->who && o->until)
        event_quit(h, o->who);
    order_log(h, o);
}

static void ban_store(struct hub *h, struct order *o)
{
    struct query *a = query_new(h, STORE_BAN, after_order, sizeof o->place + sizeof o->why);
    memcpy(a->text, o->place, sizeof o->place);
    memcpy(a->text + sizeof o->place, o->why, sizeof o->why);
    a->job = o;
    a->r.other = o->who;
    a->r.text = a->text;
    a->r.more = a->text + sizeof o->place;
    a->r.until = o->until;
    a->r.time = h->now;
    query_send(h, a);
}

/* `who`, or `address`. 0: it is neither. */
static int whom(struct order *o, json_t *m)
{
    struct network net;
    const char *place = json_string_value(json_object_get(m, "address"));
    o->who = who_read(json_object_get(m, "who"));
    if (o->who)
        return 1;
    if (!place || strlen(place) >= sizeof o->place ||
        (!network_read(&net, place, strlen(place)) && strncmp(place, "name ", 5) != 0))
        return 0;
    memcpy(o->place, place, strlen(place) + 1);
    return 1;
}

static const char *ban(struct hub *h, struct order *o, json_t *m)
{
    json_t *days = json_object_get(m, "days"), *why = json_object_get(m, "why");
    json_int_t n = json_integer_value(days);
    char who[17];
    if (!whom(o, m))
        return "ban needs a person's id, an address such as 192.0.2.7, or a network such as 192.0.2.0/24 or 2001:db8::/32.";
    if (n < 0 || n > DAYS_MAX)
        return "A number of days is between 1 and 36500; without one, a ban stays.";
    if (json_is_string(why) && text_clean(o->why, sizeof o->why, WHY_MAX, json_string_value(why), json_string_length(why)) < 0)
        return "The reason is not UTF-8.";
    who_write(who, o->who);
    o->until = n ? h->now + n * DAY_MS : FOREVER;
    char days_text[32] = "for good";
    if (n)
        snprintf(days_text, sizeof days_text, "for %d days", (int)n);
    snprintf(o->line, sizeof o->line, "ban %s %s%s%s", o->who ? who : o->place, days_text, o->why[0] ? ": " : "", o->why);
    o->then = banned;
    ban_store(h, o);
    return NULL;
}

static const char *unban(struct hub *h, struct order *o, json_t *m)
{
    char who[17];
    if (!whom(o, m))
        return "unban needs what irori admin bans lists: a person's id, an address or a network.";
    who_write(who, o->who);
    snprintf(o->line, sizeof o->line, "unban %s", o->who ? who : o->place);
    o->then = banned;
    ban_store(h, o);
    return NULL;
}

/* ---- names ---- */

static void name_taken(struct hub *h, struct order *o)
{
    who_tell(h, o->who, WHO_KICK, "");
    o->who = 0;
    banned(h, o);
}

/* The old name is kept from this person, whose page would otherwise bring it back. */
static void renamed(struct hub *h, struct order *o)
{
    if (!o->before[0]) {
        name_taken(h, o);
        return;
    }
    uint64_t who = o->who;
    snprintf(o->place, sizeof o->place, "name %016llx %s", (unsigned long long)who, o->before);
    o->until = FOREVER;
    o->then = name_taken;
    o->who = 0;
    ban_store(h, o);
    o->who = who;
}

static const char *rename_to(struct hub *h, struct order *o, json_t *m)
{
    json_t *name = json_object_get(m, "name"), *before = json_object_get(m, "before");
    const char *why = "rename needs a person's id and a name.";
    char who[17];
    o->who = who_read(json_object_get(m, "who"));
    if (o->who && json_is_string(name))
        why = name_clean(o->name, json_string_value(name), json_string_length(name));
    if (why)
        return why;
    if (json_is_string(before))
        name_clean(o->before, json_string_value(before), json_string_length(before));
    if (name_like(o->before, o->name))
        o->before[0] = 0;
    who_write(who, o->who);
    snprintf(o->line, sizeof o->line, "rename %s", who);
    o->then = renamed;
    struct query *a = query_new(h, STORE_PLAYER_NAME, after_order, 0);
    a->job = o;
    a->r.who = o->who;
    a->r.time = h->now;
    memcpy(a->r.name, o->name, sizeof o->name);
    query_send(h, a);
    return NULL;
}

/* ---- ratings ---- */

static const char *rating_reset(struct hub *h, struct order *o, json_t *m)
{
    const char *game = json_string_value(json_object_get(m, "game"));
    char who[17];
    o->who = who_read(json_object_get(m, "who"));
    if (!o->who || (game && !ir_game_find(game)))
        return "rerate needs a person's id, and the name of a game if it is not about all of them.";
    who_write(who, o->who);
    snprintf(o->line, sizeof o->line, "rerate %s%s%s", who, game ? " " : "", game ? game : "");
    o->then = order_log;
    struct query *a = query_new(h, STORE_RATING_END, after_order, 32);
    snprintf(a->text, 32, "%s", game ? game : "");
    a->job = o;
    a->r.who = o->who;
    a->r.text = a->text;
    query_send(h, a);
    return NULL;
}

static const char *list_set(struct hub *h, struct order *o, json_t *m, int off)
{
    char who[17];
    o->who = who_read(json_object_get(m, "who"));
    if (!o->who)
        return off ? "unlist needs a person's id." : "list needs a person's id.";
    who_write(who, o->who);
    snprintf(o->line, sizeof o->line, "%s %s", off ? "unlist" : "list", who);
    o->then = order_log;
    struct query *a = query_new(h, STORE_UNLIST, after_order, 0);
    a->job = o;
    a->r.who = o->who;
    a->r.flags = off;
    query_send(h, a);
    return NULL;
}

static const char *unlist(struct hub *h, struct order *o, json_t *m)
{
    return list_set(h, o, m, 1);
}

static const char *list_again(struct hub *h, struct order *o, json_t *m)
{
    return list_set(h, o, m, 0);
}

/* ---- forgetting ---- */

static void purged(struct hub *h, void *arg, enum store_status status)
{
    struct order *o = arg;
    if (status == STORE_OK)
        order_log(h, o);
    else
        order_refuse(h, o, status);
}

static const char *purge(struct hub *h, struct order *o, json_t *m)
{
    char who[17];
    o->who = who_read(json_object_get(m, "who"));
    if (!o->who)
        return "purge needs a person's id.";
    who_write(who, o->who);
    snprintf(o->line, sizeof o->line, "purge %s", who);
    farewell(h, o->who, purged, o);
    return NULL;
}

/* ---- lists ---- */

static void here_json(struct hub *h, uint64_t who, struct ir_json *j)
{
    const char *before = "";
    ir_json_list(j, "here");
    for (const struct conn *c = who_first(h, who); c; c = who_next(c)) {
        if (strcmp(c->from, before) != 0)
            ir_json_str(j, NULL, c->from);
        before = c->from;
    }
    ir_json_end(j, ']');
}

static void item_json(struct hub *h, enum store_kind kind, const struct store_item *item, struct ir_json *j)
{
    char who[17], other[17];
    who_write(who, item->who);
    who_write(other, item->other);
    ir_json_object(j, NULL);
    ir_json_int(j, "time", item->time);
    if (kind == STORE_LOGGED) {
        ir_json_str(j, "text", item->text);
    } else if (kind == STORE_BANS) {
        ir_json_str(j, item->who ? "who" : "address", item->who ? who : item->text);
        ir_json_str(j, "name", item->name);
        ir_json_int(j, "until", item->seen == FOREVER ? 0 : item->seen);
        ir_json_str(j, "why", item->more);
    } else if (kind == STORE_REPORTS) {
        ir_json_str(j, "who", other);
        ir_json_str(j, "name", item->name2);
        ir_json_str(j, "by", who);
        ir_json_str(j, "by_name", item->name);
        ir_json_str(j, "table", item->match);
        ir_json_str(j, "text", item->text);
    } else {
        ir_json_str(j, "who", who);
        ir_json_str(j, "name", item->name);
        ir_json_int(j, "seen", item->seen);
        here_json(h, item->who, j);
    }
    ir_json_end(j, '}');
}

static void after_list(struct hub *h, struct query *a)
{
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    size_t size = 256 + (size_t)a->r.n * 8192; /* the longest texts, escaped, and many addresses */
    char *out = alloc_raw(size);
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    ir_json_list(&j, "list");
    for (int i = 0; i < a->r.n && j.text.len < size - 8192; i++)
        item_json(h, a->r.kind, &a->r.items[i], &j);
    ir_json_end(&j, ']');
    ir_json_end(&j, '}');
    http_json(h, a->request, &j);
    free(out);
}

static void list(struct hub *h, uint64_t request, enum store_kind kind, json_t *m)
{
    const char *part = json_string_value(json_object_get(m, "part"));
    size_t n = part && strlen(part) < IR_NAME_MAX ? strlen(part) : 0;
    struct query *a = query_new(h, kind, after_list, IR_NAME_MAX);
    memcpy(a->text, n ? part : "", n + 1);
    a->request = request;
    a->r.text = a->text;
    a->r.time = h->now;
    a->r.limit = STORE_LIST_MAX;
    query_send(h, a);
}

/* ---- which is which ---- */

static void act(struct hub *h, uint64_t request, json_t *m)
{
    static const struct {
        const char *word;
        enum store_kind kind;
        const char *(*order)(struct hub *, struct order *, json_t *); /* NULL: a list of this kind */
    } acts[] = {{"people", STORE_PEOPLE, NULL},
                {"bans", STORE_BANS, NULL},
                {"reports", STORE_REPORTS, NULL},
                {"log", STORE_LOGGED, NULL},
                {"ban", 0, ban},
                {"unban", 0, unban},
                {"rename", 0, rename_to},
                {"rerate", 0, rating_reset},
                {"unlist", 0, unlist},
                {"list", 0, list_again},
                {"purge", 0, purge}};
    const char *word = json_string_value(json_object_get(m, "do"));
    for (size_t i = 0; word && i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(acts[i].word, word) != 0)
            continue;
        if (!acts[i].order) {
            list(h, request, acts[i].kind, m);
            return;
        }
        struct order *o = alloc_zero(sizeof *o);
        job_add(h, &o->job, order_drop);
        o->request = request;
        const char *why = acts[i].order(h, o, m);
        if (!why)
            return;
        http_refuse(h, request, 400, "command", why);
        job_end(h, &o->job);
        return;
    }
    http_refuse(h, request, 400, "command",
                "A request has `do`: people, rename, ban, unban, bans, rerate, unlist, list, purge, reports or log.");
}

void hub_admin(struct hub *h, uint64_t request, const char *text, size_t n, int64_t now)
{
    json_error_t error;
    h->now = now;
    json_t *m = memchr(text, 0, n) ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(m))
        act(h, request, m);
    else
        http_refuse(h, request, 400, "command", "A request is one JSON object, in UTF-8, without duplicate members.");
    json_decref(m);
}
