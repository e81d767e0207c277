/* hub_export.c: everything that is stored about somebody, as one JSON document for them: devices, subscriptions, ties,
 * invitations, every table they sat at, with the record of each game that is over, and the evenings they took part in.
 *
 * It is sent in parts. The next games are loaded when the last part has been sent, so the document may be as long as a life
 * of games and needs the memory of a few of them (AT_ONCE). */
#include "hub_inside.h"

#include "event/event.h"

enum { AT_ONCE = 8, EXPORTS_MAX = 4, AN_HOUR = 60 };

enum step { STEP_DEVICES, STEP_PUSHES, STEP_TIES, STEP_INVITES, STEP_PROFILE, STEP_GAMES, STEP_TABLES, STEP_EVENTS, STEP_END };

struct export
{
    struct job job; /* first */
    struct hub *hub;
    uint64_t request, who;
    char name[IR_NAME_MAX];
    uint8_t token_hash[STORE_HASH];
    enum step step;
    int loading, gone;  /* requests under way; the reader is gone */
    int n, at, written; /* of the page of tables, or evenings, that is being sent; of them in all */
    int64_t before;     /* where the next page begins; 0: there are no more */
    char before_id[IR_ID_MAX];
    char table[STORE_LIST_MAX][IR_ID_MAX];
    uint8_t over[STORE_LIST_MAX];
};

static void export_drop(struct job *j)
{
    struct export *e = (struct export *)j;
    e->hub->exports--;
    free(e);
}

static void go_on(struct hub *h, struct export *e);

/* The store failed: what was sent is not whole, and the reader must notice. */
static void fail(struct hub *h, struct export *e)
{
    if (!e->gone)
        h->port.part(h->port.self, e->request, NULL, 0, HUB_PART_BROKEN);
    e->gone = 1;
    if (!e->loading)
        job_end(h, &e->job);
}

static void part(struct hub *h, struct export *e, const struct ir_json *j, enum hub_part kind)
{
    ir_assert(!j->text.cut);
    if (!e->gone)
        h->port.part(h->port.self, e->request, j->text.out, j->text.len, kind);
}

/* 1: go on; 0: it is over. */
static int answered(struct hub *h, struct export *e, const struct query *a)
{
    e->loading--;
    if (a->r.status == STORE_OK && !e->gone)
        return 1;
    fail(h, e);
    return 0;
}

static struct query *ask(struct hub *h, struct export *e, enum store_kind kind, void (*then)(struct hub *, struct query *))
{
    struct query *a = query_new(h, kind, then, 0);
    a->job = e;
    a->r.who = e->who;
    a->r.limit = STORE_LIST_MAX;
    e->loading++;
    return a;
}

/* ---- lists ---- */

static void item_json(const struct export *e, const struct store_item *item, const struct query *a, int i, struct ir_json *j)
{
    char who[17];
    who_write(who, item->who);
    ir_json_object(j, NULL);
    if (e->step == STEP_DEVICES) {
        ir_json_str(j, "label", item->name);
        ir_json_int(j, "since", item->time);
        ir_json_int(j, "seen", item->seen);
    } else if (e->step == STEP_PUSHES) {
        ir_json_str(j, "endpoint", item->text);
        ir_json_str(j, "keys", item->more);
        ir_json_int(j, "since", item->time);
    } else {
        ir_json_str(j, "who", who);
        ir_json_str(j, "name", item->name);
        ir_json_int(j, "since", item->time);
    }
    if (e->step == STEP_TIES) {
        ir_json_bool(j, "friend", (item->mine & IR_TIE_FRIEND) != 0);
        ir_json_bool(j, "asks", (item->theirs & IR_TIE_FRIEND) != 0);
        ir_json_bool(j, "muted", (item->mine & IR_TIE_MUTE) != 0);
        ir_json_bool(j, "blocked", (item->mine & IR_TIE_BLOCK) != 0);
    }
    if (e->step == STEP_INVITES)
        ir_json_str(j, "table", a->r.list[i].id);
    ir_json_end(j, '}');
}

static void after_items(struct hub *h, struct query *a)
{
    static const char *const names[] = {"devices", "subscriptions", "ties", "invitations"};
    struct export *e = a->job;
    if (!answered(h, e, a))
        return;
    size_t size = 1024 + (size_t)a->r.n * (e->step == STEP_PUSHES ? 8192 : 1024);
    char *out = alloc_raw(size), who[17];
    struct ir_json j;
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    if (e->step == STEP_DEVICES) {
        who_write(who, e->who);
        ir_json_object(&j, "person");
        ir_json_str(&j, "who", who);
        ir_json_str(&j, "name", e->name);
        ir_json_int(&j, "phrase", a->r.answer);
        ir_json_int(&j, "exported", h->now);
        ir_json_end(&j, '}');
    }
    ir_json_list(&j, names[e->step]);
    for (int i = 0; i < a->r.n; i++)
        item_json(e, &a->r.items[i], a, i, &j);
    ir_json_end(&j, ']');
    if (e->step != STEP_DEVICES) /* the object was begun before */
        *j.text.out = ',';
    e->step++;
    part(h, e, &j, HUB_PART_WAIT);
    free(out);
}

/* ---- profile, ratings, and their history ---- */

static const struct store_item *history_json(struct export *e, const struct query *a, struct ir_json *j, size_t size)
{
    const struct store_item *last = NULL;
    int n = 0;
    for (const struct store_item *i = a->r.items, *end = i + a->r.n; i < end;) {
        if (i->kind != STORE_ITEM_GAME) {
            i++;
            continue;
        }
        ir_text_put(&j->text, e->written++ ? ",\n" : "\n");
        last = i;
        struct ir_json game; /* a document of its own: commas between them are ours */
        ir_json_start(&game, j->text.out + j->text.len, size - j->text.len);
        i += profile_game_json(&game, i, end, e->who, e->who);
        j->text.len += game.text.len;
        n++;
    }
    return n == STORE_LIST_MAX ? last : NULL;
}

static void after_profile(struct hub *h, struct query *a)
{
    struct export *e = a->job;
    struct ir_json j;
    if (!answered(h, e, a))
        return;
    size_t size = 4096 + (size_t)a->r.n * 1024;
    char *out = alloc_raw(size);
    ir_json_start(&j, out, size);
    if (e->step == STEP_PROFILE) {
        ir_json_object(&j, NULL);
        ir_json_object(&j, "profile");
        ir_json_int(&j, "crest", a->r.items[0].number[STORE_CREST]);
        ir_json_int(&j, "visible", a->r.items[0].mine);
        ir_json_bool(&j, "unlisted", a->r.items[0].number[STORE_UNLISTED] != 0);
        ir_json_end(&j, '}');
        ir_json_list(&j, "ratings");
        for (int i = 0; i < a->r.n; i++) {
            const struct store_item *item = &a->r.items[i];
            int rating = item->kind == STORE_ITEM_RATING;
            if (!rating && item->kind != STORE_ITEM_STATS)
                continue;
            ir_json_object(&j, NULL);
            ir_json_str(&j, "game", item->text);
            if (rating)
                ir_json_str(&j, "pace", item->more);
            ir_json_int(&j, "games", item->number[STORE_GAMES]);
            ir_json_int(&j, rating ? "at_millionths" : "wins", item->number[STORE_AT]);
            ir_json_int(&j, rating ? "error_millionths" : "streak", item->number[STORE_ERROR]);
            ir_json_int(&j, rating ? "drift_billionths" : "best", item->number[STORE_DRIFT]);
            ir_json_end(&j, '}');
        }
        ir_json_end(&j, ']');
        *j.text.out = ',';
        ir_text_put(&j.text, ",\"history\":[");
        e->step = STEP_GAMES;
    }
    const struct store_item *last = history_json(e, a, &j, size);
    if (last) {
        e->before = last->time;
        memcpy(e->before_id, last->match, sizeof e->before_id);
    } else {
        ir_text_put(&j.text, "],\"tables\":[");
        e->step = STEP_TABLES;
        e->before = 0;
        e->before_id[0] = 0;
        e->written = 0;
    }
    part(h, e, &j, HUB_PART_WAIT);
    free(out);
}

/* ---- tables ---- */

/* How long a text is as JSON, at most. */
static size_t escaped(const char *text, size_t n)
{
    size_t sum = n;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == '"' || text[i] == '\\' || text[i] == 127)
            sum += 5;
    return sum;
}

static void after_table(struct hub *h, struct query *a)
{
    static const char *const stage[] = {"gathering", "playing", "over"};
    struct export *e = a->job;
    const struct store_match *m = &a->r.match;
    size_t n = 0;
    int there = a->r.status != STORE_NOT_FOUND; /* else it was purged meanwhile */
    if (!there)
        a->r.status = STORE_OK;
    if (!answered(h, e, a))
        return;
    if (there) {
        char *record = a->r.n ? table_record(m, a->r.rows, a->r.n, &n, h->why) : NULL;
        size_t size = 8192 + (record ? escaped(record, n) : 0);
        char *out = alloc_raw(size);
        struct ir_json j;
        ir_json_start(&j, out, size);
        ir_text_put(&j.text, e->written++ ? ",\n" : "\n");
        ir_json_object(&j, NULL);
        ir_json_str(&j, "table", m->id);
        ir_json_str(&j, "game", m->game);
        ir_json_str(&j, "options", m->options);
        ir_json_str(&j, "settings", m->settings);
        match_evening(&j, m);
        ir_json_str(&j, "stage", stage[m->stage >= 0 && m->stage <= IR_OVER_NOW ? m->stage : 0]);
        ir_json_list(&j, "seats");
        for (int i = 0; i < m->seats && i < IR_SEATS_MAX; i++)
            ir_json_str(&j, NULL, m->name[i][0] ? m->name[i] : NULL);
        ir_json_end(&j, ']');
        ir_json_int(&j, "created", m->created);
        ir_json_int(&j, "updated", m->updated);
        for (int i = 0; i < m->seats && i < IR_SEATS_MAX; i++)
            if (m->who[i] == e->who)
                ir_json_int(&j, "you", i);
        if (m->stage == IR_OVER_NOW) {
            ir_json_str(&j, "result", m->result);
            ir_json_str(&j, "record", record);
        }
        ir_json_end(&j, '}');
        part(h, e, &j, HUB_PART_MORE);
        free(record);
        free(out);
    }
    if (!e->loading && !e->gone)
        h->port.part(h->port.self, e->request, "", 0, HUB_PART_WAIT);
}

/* ---- evenings ---- */

static void after_event(struct hub *h, struct query *a)
{
    static const uint8_t here[EVENT_PEOPLE];
    struct export *e = a->job;
    int there = a->r.status != STORE_NOT_FOUND;
    if (!there)
        a->r.status = STORE_OK;
    if (!answered(h, e, a))
        return;
    struct event *v = alloc_raw(sizeof *v);
    if (there && event_read(v, &a->r.match, a->r.rows, a->r.n, h->why) == IR_OK) {
        char *out = alloc_raw(EVENT_JSON);
        struct ir_json j;
        ir_json_start(&j, out, EVENT_JSON);
        ir_text_put(&j.text, e->written++ ? ",\n" : "\n");
        ir_json_object(&j, NULL);
        ir_json_str(&j, "event", a->r.match.id);
        ir_json_int(&j, "created", a->r.match.created);
        ir_json_bool(&j, "host", v->host == e->who);
        if (event_find(v, e->who) >= 0)
            ir_json_int(&j, "you", event_find(v, e->who));
        event_json(v, here, 0, &j);
        ir_json_end(&j, '}');
        part(h, e, &j, HUB_PART_MORE);
        free(out);
    }
    free(v);
    if (!e->loading && !e->gone)
        h->port.part(h->port.self, e->request, "", 0, HUB_PART_WAIT);
}

static void tables_end(struct hub *h, struct export *e)
{
    e->step = STEP_EVENTS;
    e->n = e->at = e->written = 0;
    e->before = INT64_MAX;
    e->before_id[0] = 0;
    h->port.part(h->port.self, e->request, "\n],\"evenings\":[", sizeof "\n],\"evenings\":[" - 1, HUB_PART_WAIT);
}

static void after_page(struct hub *h, struct query *a)
{
    struct export *e = a->job;
    if (!answered(h, e, a))
        return;
    e->n = a->r.n;
    e->at = 0;
    e->before = 0;
    for (int i = 0; i < a->r.n; i++) {
        memcpy(e->table[i], a->r.list[i].id, sizeof e->table[i]);
        e->over[i] = a->r.list[i].stage == IR_OVER_NOW;
    }
    if (a->r.n == STORE_LIST_MAX) {
        e->before = a->r.list[a->r.n - 1].updated;
        memcpy(e->before_id, e->table[a->r.n - 1], sizeof e->before_id);
    }
    if (!e->n && e->step == STEP_TABLES)
        tables_end(h, e);
    else
        go_on(h, e);
}

static void page_read(struct hub *h, struct export *e)
{
    struct query *a = ask(h, e, e->step == STEP_EVENTS ? STORE_EVENTS : STORE_MINE, after_page);
    a->r.until = e->before;
    memcpy(a->r.match.id, e->before_id, sizeof e->before_id);
    query_send(h, a);
}

static void tables_read(struct hub *h, struct export *e)
{
    for (int i = 0; i < AT_ONCE && e->at < e->n; i++, e->at++) {
        struct query *a = ask(h, e, STORE_MATCH_LOAD, e->step == STEP_EVENTS ? after_event : after_table);
        memcpy(a->r.match.id, e->table[e->at], sizeof e->table[0]);
        a->r.from_seq = e->step == STEP_EVENTS || e->over[e->at] ? 0 : INT64_MAX; /* a game in progress has secrets */
        query_send(h, a);
    }
}

static void go_on(struct hub *h, struct export *e)
{
    static const enum store_kind kind[] = {STORE_DEVICES, STORE_PUSHES, STORE_TIES, STORE_INVITES};
    if (e->step == STEP_PROFILE || e->step == STEP_GAMES) {
        struct query *a = ask(h, e, STORE_PROFILE, after_profile);
        a->r.other = e->who;
        a->r.until = e->before;
        memcpy(a->r.match.id, e->before_id, sizeof e->before_id);
        query_send(h, a);
    } else if (e->step < STEP_TABLES) {
        struct query *a = ask(h, e, kind[e->step], after_items);
        memcpy(a->r.token_hash, e->token_hash, sizeof e->token_hash);
        query_send(h, a);
    } else if (e->step < STEP_END && e->at < e->n) {
        tables_read(h, e);
    } else if (e->step < STEP_END && (e->before || (e->step == STEP_TABLES && !e->n))) {
        page_read(h, e);
    } else if (e->step == STEP_TABLES) {
        tables_end(h, e);
    } else {
        h->port.part(h->port.self, e->request, "\n]}\n", 4, HUB_PART_LAST);
        job_end(h, &e->job);
    }
}

void hub_drained(struct hub *h, uint64_t request, int open, int64_t now)
{
    h->now = now;
    for (struct job *j = h->jobs; j; j = j->next) {
        struct export *e = (struct export *)j;
        if (j->drop != export_drop || e->request != request)
            continue;
        if (!open && e->loading)
            e->gone = 1; /* ends with the answers that are under way */
        else if (!open)
            job_end(h, j);
        else if (!e->loading)
            go_on(h, e);
        return;
    }
}

void export_start(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    if (h->exports >= EXPORTS_MAX) {
        http_refuse(h, v->request, 503, "busy", "Others fetch their data now. Try again in a minute.");
    } else if (bucket_wait(&h->hourly[HOURLY_EXPORTS][who % VISITS], AN_HOUR, 1, h->now)) {
        http_refuse(h, v->request, 429, "rate", "You have just fetched your data. Try again in a minute.");
    } else {
        struct export *e = alloc_zero(sizeof *e);
        job_add(h, &e->job, export_drop);
        h->exports++;
        e->hub = h;
        e->request = v->request;
        e->who = who;
        memcpy(e->name, name, strlen(name) + 1);
        memcpy(e->token_hash, v->token_hash, sizeof e->token_hash);
        go_on(h, e);
    }
    job_end(h, &v->job);
}
