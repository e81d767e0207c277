/* hub_http.c: the small JSON API beside the WebSocket (docs/protocol.md, HTTP). */
#include "hub_inside.h"

enum { LISTED_MS = 3600000, HEALTH_MS = 2000 };

static void visit_drop(struct job *j)
{
    struct visit *v = (struct visit *)j;
    json_decref(v->body);
    free(v);
}

void http_json(struct hub *h, uint64_t request, struct ir_json *j)
{
    h->port.reply(h->port.self, request, 200, "application/json", j->text.out, j->text.len);
}

void http_refuse(struct hub *h, uint64_t request, int status, const char *error, const char *why)
{
    struct ir_json j;
    count_refused(h, error);
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    refusal_json(h, &j, error, why);
    ir_json_end(&j, '}');
    h->port.reply(h->port.self, request, status, "application/json", j.text.out, j.text.len);
}

void http_store_trouble(struct hub *h, uint64_t request)
{
    http_refuse(h, request, 503, "store", "The database does not answer. Try again in a moment.");
}

/* ---- lists ---- */

static void match_json(struct ir_json *j, const struct store_match *m, int public)
{
    ir_json_object(j, NULL);
    match_members(j, m);
    if (!public)
        match_evening(j, m);
    for (int i = 0; i < m->seats && i < IR_SEATS_MAX && m->stage == IR_GATHERING; i++)
        if (m->host && m->who[i] == m->host)
            ir_json_int(j, "host", i);
    ir_json_int(j, "updated", m->updated);
    if (m->stage == IR_OVER_NOW)
        ir_json_str(j, "result", m->result);
    ir_json_end(j, '}');
}

static void after_list(struct hub *h, struct query *a)
{
    size_t size = 256 + (size_t)(a->r.status == STORE_OK ? a->r.n : 0) * 2368; /* the largest match, escaped */
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    char *out = alloc_zero(size);
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    ir_json_list(&j, "tables");
    for (int i = 0; i < a->r.n; i++)
        match_json(&j, &a->r.list[i], a->r.kind == STORE_LISTED);
    ir_json_end(&j, ']');
    ir_json_end(&j, '}');
    http_json(h, a->request, &j);
    free(out);
}

static void listed(struct hub *h, const struct hub_http *q)
{
    struct query *a = query_new(h, STORE_LISTED, after_list, 0);
    a->request = q->request;
    a->r.time = h->now - LISTED_MS;
    a->r.lived = hub_lived(h, LISTED_MS);
    a->r.limit = STORE_LIST_MAX;
    query_send(h, a);
}

static void mine(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    struct query *a = query_new(h, STORE_MINE, after_list, 0);
    (void)name;
    a->request = v->request;
    a->r.who = who;
    a->r.limit = STORE_LIST_MAX;
    query_send(h, a);
    job_end(h, &v->job);
}

/* ---- one table ---- */

static void after_look(struct hub *h, struct query *a)
{
    struct ir_json j;
    if (a->r.status == STORE_NOT_FOUND) {
        http_refuse(h, a->request, 404, "unknown-table", "There is no such table.");
    } else if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
    } else {
        ir_json_start(&j, h->out, sizeof h->out);
        match_json(&j, &a->r.match, 0);
        http_json(h, a->request, &j);
    }
}

static void after_record(struct hub *h, struct query *a)
{
    if (a->r.status == STORE_NOT_FOUND) {
        http_refuse(h, a->request, 404, "unknown-table", "There is no such table.");
        return;
    }
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    if (a->r.match.stage != IR_OVER_NOW) {
        http_refuse(h, a->request, 409, "stage", "The game is not over. Its record is published when it is.");
        return;
    }
    size_t n;
    char *out = table_record(&a->r.match, a->r.rows, a->r.n, &n, h->why);
    if (out)
        h->port.reply(h->port.self, a->request, 200, "text/plain; charset=utf-8", out, n);
    else
        http_refuse(h, a->request, 500, "store", h->why);
    free(out);
}

static void table_look(struct hub *h, const struct hub_http *q, const char *id, int record)
{
    struct query *a;
    if (!id_looks_right(id) || event_id(id)) {
        http_refuse(h, q->request, 404, "unknown-table", "There is no such table.");
        return;
    }
    a = query_new(h, STORE_MATCH_LOAD, record ? after_record : after_look, 0);
    a->request = q->request;
    memcpy(a->r.match.id, id, strlen(id) + 1);
    a->r.from_seq = record ? 0 : INT64_MAX; /* its description, without rows */
    query_send(h, a);
}

static void create(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    create_table(h, (struct asker){.request = v->request}, who, name, v->body);
    job_end(h, &v->job);
}

/* ---- which is which ---- */

static void after_token(struct hub *h, struct query *a)
{
    struct visit *v = a->job;
    char why[128];
    if (a->r.status == STORE_OK && (a->r.until <= h->now || v->banned_too)) {
        v->then(h, v, a->r.who, a->r.name);
        return;
    }
    banned_say(h, why, sizeof why, a->r.until);
    if (a->r.status == STORE_OK)
        http_refuse(h, v->request, 403, "banned", why);
    else if (a->r.status == STORE_NOT_FOUND)
        http_refuse(h, v->request, 401, "unknown-person", "This token is unknown.");
    else
        http_store_trouble(h, v->request);
    job_end(h, &v->job);
}

struct visit *with_token(struct hub *h, const struct hub_http *q, json_t *body,
                         void (*then)(struct hub *, struct visit *, uint64_t, const char *))
{
    if (!token_looks_right(q->token)) {
        http_refuse(h, q->request, 401, "login", "Send your token: Authorization: Bearer, and its 64 digits.");
        return NULL;
    }
    struct visit *v = alloc_zero(sizeof *v);
    struct query *a = query_new(h, STORE_PLAYER_FIND, after_token, 0);
    *v = (struct visit){.request = q->request, .then = then, .body = json_incref(body)};
    job_add(h, &v->job, visit_drop);
    token_hash(a->r.token_hash, q->token);
    memcpy(v->token_hash, a->r.token_hash, sizeof v->token_hash);
    a->r.time = h->now;
    a->job = v;
    query_send(h, a);
    return v;
}

static void health_tell(struct hub *h, uint64_t request)
{
    static const char well[] = "ok\n", sick[] = "the store cannot be written\n";
    if (h->health.well)
        h->port.reply(h->port.self, request, 200, "text/plain; charset=utf-8", well, sizeof well - 1);
    else
        h->port.reply(h->port.self, request, 503, "text/plain; charset=utf-8", sick, sizeof sick - 1);
}

static void after_ping(struct hub *h, struct query *a)
{
    int n = h->health.n;
    h->health.testing = 0;
    h->health.well = a->r.status == STORE_OK;
    h->health.at = h->now;
    h->health.n = 0;
    for (int i = 0; i < n; i++)
        health_tell(h, h->health.waiting[i]);
}

/* Whether games can be stored: a little is written, at most every two seconds however many ask. */
static void health(struct hub *h, const struct hub_http *q)
{
    struct health *of = &h->health;
    if (of->at && h->now < of->at + HEALTH_MS) {
        health_tell(h, q->request);
    } else if (of->n == HEALTH_WAITING) {
        http_refuse(h, q->request, 503, "store", "The store is slow to answer.");
    } else {
        of->waiting[of->n++] = q->request;
        if (of->testing)
            return;
        of->testing = 1;
        struct query *a = query_new(h, STORE_PING, after_ping, 0);
        a->r.time = h->now;
        query_send(h, a);
    }
}

static void decks(struct hub *h, const struct hub_http *q)
{
    struct ir_json j;
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    ir_json_list(&j, "decks");
    for (int i = 0; i < h->limit.n_decks; i++) {
        ir_json_object(&j, NULL);
        ir_json_str(&j, "game", h->limit.decks[i].game);
        ir_json_str(&j, "name", h->limit.decks[i].name);
        ir_json_end(&j, '}');
    }
    ir_json_end(&j, ']');
    ir_json_end(&j, '}');
    http_json(h, q->request, &j);
}

static void get(struct hub *h, const struct hub_http *q)
{
    const char *p = q->path;
    char id[IR_ID_MAX];
    int n = 0;
    if (!strcmp(p, "/healthz"))
        health(h, q);
    else if (!strcmp(p, "/metrics"))
        h->port.reply(h->port.self, q->request, 200, "text/plain; version=0.0.4; charset=utf-8", h->out,
                      metrics_write(h, h->out, sizeof h->out));
    else if (!strcmp(p, "/api/games"))
        h->port.reply(h->port.self, q->request, 200, "application/json", h->catalogue, h->catalogue_n);
    else if (!strcmp(p, "/api/decks"))
        decks(h, q);
    else if (!strcmp(p, "/api/tables"))
        listed(h, q);
    else if (!strcmp(p, "/api/mine"))
        with_token(h, q, NULL, mine);
    else if (!strcmp(p, "/api/push"))
        push_get(h, q);
    else if (me_get(h, q) || profile_get(h, q))
        return;
    else if (sscanf(p, "/api/tables/%23[0-9A-Za-z]%n", id, &n) == 1 && !p[n])
        table_look(h, q, id, 0);
    else if (n && !strcmp(p + n, "/record"))
        table_look(h, q, id, 1);
    else
        http_refuse(h, q->request, 404, "command", "There is nothing here. docs/protocol.md lists what there is.");
}

static void post(struct hub *h, const struct hub_http *q, json_t *body)
{
    if (!strcmp(q->path, "/api/tables"))
        with_token(h, q, body, create);
    else if (!strcmp(q->path, "/api/push"))
        push_subscribe(h, q, body);
    else if (!strcmp(q->path, "/api/push/drop"))
        push_unsubscribe(h, q, body);
    else if (!me_post(h, q, body) && !profile_post(h, q, body))
        http_refuse(h, q->request, 404, "command", "There is nothing here. docs/protocol.md lists what there is.");
}

void hub_request(struct hub *h, const struct hub_http *q, int64_t now)
{
    char why[128];
    h->now = now;
    if (!bucket_take(&h->visits[address_key(h, q->address) % VISITS], h->limit.messages_per_second, now)) {
        http_refuse(h, q->request, 429, "rate", "That is too many requests. Wait a second.");
    } else if (ban_until(h, q->address)) {
        banned_say(h, why, sizeof why, ban_until(h, q->address));
        http_refuse(h, q->request, 403, "banned", why);
    } else if (!strcmp(q->method, "GET")) {
        get(h, q);
    } else if (strcmp(q->method, "POST") != 0) {
        http_refuse(h, q->request, 405, "command", "Only GET and POST are understood.");
    } else if (q->body_n > (size_t)h->limit.message_bytes) {
        http_refuse(h, q->request, 413, "size", "The body is too long.");
    } else if (h->closing) {
        http_refuse(h, q->request, 503, "store", "The server restarts. Try again in a moment.");
    } else {
        json_error_t error;
        json_t *body = NULL;
        if (!q->body_n)
            body = json_object();
        else if (!memchr(q->body, 0, q->body_n)) /* jansson skips some zeros */
            body = json_loadb(q->body, q->body_n, JSON_REJECT_DUPLICATES, &error);
        if (json_is_object(body))
            post(h, q, body);
        else
            http_refuse(h, q->request, 400, "command", "The body is one JSON object, in UTF-8, without duplicate members.");
        json_decref(body);
    }
}
