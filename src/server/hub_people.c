/* hub_people.c: identity without sign-up. A person is whoever holds a token: 256 random bits, made here and kept by the
 * client. Only its hash is stored and looked up, so a stolen database gives access to no seat, and the time of a lookup
 * reveals nothing about a token. */
#include "hub_inside.h"
#include "core/crypto.h"

#include <time.h>

enum { CODE_POLICY = 1008, CODE_AGAIN = 1012 };
#define FOR_GOOD_MS (3000LL * 24 * 3600000)

void token_hash(uint8_t hash[STORE_HASH], const char *token)
{
    char text[16 + 64 + 1];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    ir_text_put(&t, "irori token 1 : ");
    ir_text_put(&t, token);
    ir_blake2b(hash, text, t.len);
}

void token_new(struct hub *h, char token[65], uint8_t hash[STORE_HASH])
{
    uint8_t bytes[32];
    struct ir_text t;
    h->port.random(h->port.self, bytes, sizeof bytes);
    ir_text_start(&t, token, 65);
    ir_text_hex(&t, bytes, sizeof bytes);
    token_hash(hash, token);
}

int token_looks_right(const char *token)
{
    uint8_t bytes[32];
    return ir_hex_parse(token, strlen(token), bytes, sizeof bytes);
}

void label_read(char label[STORE_LABEL_MAX], json_t *m)
{
    json_t *text = json_object_get(m, "label");
    label[0] = 0;
    if (json_is_string(text) &&
        text_clean(label, STORE_LABEL_MAX, STORE_LABEL_MAX, json_string_value(text), json_string_length(text)) < 0)
        label[0] = 0; /* a label that is none keeps nobody out */
}

void who_write(char text[17], uint64_t who)
{
    struct ir_text t;
    ir_text_start(&t, text, 17);
    ir_text_hex64(&t, who);
}

uint64_t who_read(json_t *text)
{
    const char *s = json_string_value(text);
    return s && strlen(s) == 16 && strspn(s, "0123456789abcdef") == 16 ? strtoull(s, NULL, 16) : 0;
}

/* The host of the public URL: a name of this server. */
static void server_name(const struct hub *h, char out[IR_NAME_MAX])
{
    const char *url = h->limit.public_url, *from = url ? strstr(url, "://") : NULL;
    snprintf(out, IR_NAME_MAX, "%.*s", from ? (int)strcspn(from + 3, ":/") : 0, from ? from + 3 : "");
}

const char *name_allowed(const struct hub *h, uint64_t who, const char *name, const char *now)
{
    char server[IR_NAME_MAX];
    server_name(h, server);
    if (!strcmp(name, now))
        return NULL; /* the owner may have given it */
    if (name_reserved(name, server))
        return "This name would pass for the server or its owner. Choose another one.";
    if (ban_name(h, who, name))
        return "The owner of this server has taken this name from you. Choose another one.";
    return NULL;
}

static void say_hello(struct hub *h, struct conn *c, const char *token)
{
    struct ir_json j;
    char who[17];
    who_write(who, c->who);
    say_start(h, &j, "hello");
    ir_json_int(&j, "protocol", 1);
    ir_json_str(&j, "server", "irori " IR_VERSION);
    ir_json_str(&j, "who", who);
    ir_json_str(&j, "name", c->name);
    if (token)
        ir_json_str(&j, "token", token);
    ir_json_int(&j, "now", h->now);
    if (!h->limit.alone)
        ir_json_bool(&j, "sticky", 1);
    say_send(h, c->link.key, &j);
}

static void store_trouble(struct hub *h, struct conn *c)
{
    c->login = LOGIN_NONE;
    say_refused(h, c->link.key, NULL, 0, "store", "The database does not answer. Try again in a moment.");
}

static void after_name(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c)
        return;
    if (a->r.status == STORE_OK) {
        memcpy(c->name, a->r.name, sizeof c->name);
        say_hello(h, c, NULL);
    } else {
        say_refused(h, a->conn, NULL, 0, "store", "The name could not be stored. Try again in a moment.");
    }
}

static void name_store(struct hub *h, struct conn *c, const char *name)
{
    struct query *a = query_new(h, STORE_PLAYER_NAME, after_name, 0);
    a->conn = c->link.key;
    a->r.who = c->who;
    memcpy(a->r.name, name, IR_NAME_MAX);
    a->r.time = h->now;
    query_send(h, a);
}

static void after_new(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c)
        return;
    if (a->r.status != STORE_OK) {
        store_trouble(h, c);
        return;
    }
    c->who = a->r.who;
    memcpy(c->name, a->r.name, sizeof c->name);
    memcpy(c->token_hash, a->r.token_hash, sizeof c->token_hash);
    c->login = LOGIN_DONE;
    who_enter(h, c);
    say_hello(h, c, a->text);
}

static void day_write(char out[32], int64_t time)
{
    time_t t = (time_t)(time / 1000);
    struct tm tm;
    gmtime_r(&t, &tm);
    strftime(out, 32, "%Y-%m-%d", &tm);
}

void banned_say(const struct hub *h, char *why, size_t size, int64_t until)
{
    char day[32];
    day_write(day, until);
    if (until > h->now + FOR_GOOD_MS)
        snprintf(why, size, "The owner of this server does not want you to play here.");
    else
        snprintf(why, size, "The owner of this server does not want you to play here until %s.", day);
}

void banned_refuse(struct hub *h, struct conn *c, int64_t until)
{
    struct ir_json j;
    char why[128];
    banned_say(h, why, sizeof why, until);
    count_refused(h, "banned");
    say_start(h, &j, "refused");
    ir_json_str(&j, "error", "banned");
    ir_json_str(&j, "why", why);
    ir_json_int(&j, "until", until);
    say_send(h, c->link.key, &j);
    conn_close(h, c, CODE_POLICY, "banned");
}

static void after_find(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c || c->closing)
        return;
    if (a->r.status == STORE_OK && a->r.until > h->now) {
        banned_refuse(h, c, a->r.until);
    } else if (a->r.status == STORE_OK) {
        c->who = a->r.who;
        c->login = LOGIN_DONE;
        memcpy(c->token_hash, a->r.token_hash, sizeof c->token_hash);
        memcpy(c->name, a->r.name, sizeof c->name);
        who_enter(h, c);
        if (a->text[0] && strcmp(a->text, c->name) != 0 &&
            !name_allowed(h, c->who, a->text, c->name)) /* it came with another */
            name_store(h, c, a->text);
        else
            say_hello(h, c, NULL);
    } else if (a->r.status == STORE_NOT_FOUND) {
        c->login = LOGIN_NONE;
        say_refused(h, a->conn, NULL, 0, "unknown-person", "This token is unknown. Say hello without one to be a new person.");
    } else {
        store_trouble(h, c);
    }
}

/* A new person. The token is in the request's own text, so it exists only there and at the client. */
struct query *people_new(struct hub *h, const char *name, json_t *m, void (*then)(struct hub *, struct query *))
{
    struct query *a = query_new(h, STORE_PLAYER_NEW, then, 65);
    a->r.who = random_number(h);
    a->r.time = h->now;
    memcpy(a->r.name, name, IR_NAME_MAX);
    label_read(a->r.label, m);
    token_new(h, a->text, a->r.token_hash);
    return a;
}

void people_hello(struct hub *h, struct conn *c, json_t *m)
{
    json_t *token = json_object_get(m, "token"), *name = json_object_get(m, "name");
    char clean[IR_NAME_MAX] = "";
    int bad = 0;
    struct query *a;
    if (json_integer_value(json_object_get(m, "protocol")) != 1) {
        say_refused(h, c->link.key, NULL, 0, "protocol",
                    "This server speaks protocol 1: {\"type\":\"hello\",\"protocol\":1}. Load the page again.");
        return;
    }
    if (c->login != LOGIN_NONE) {
        say_refused(h, c->link.key, NULL, 0, "login", "You have said hello already.");
        return;
    }
    if (json_is_string(name))
        bad = name_clean(clean, json_string_value(name), json_string_length(name)) != NULL;
    if (bad)
        clean[0] = 0; /* a name that is none keeps nobody out */
    if (!json_is_string(token) && (!clean[0] || name_allowed(h, 0, clean, "")))
        memcpy(clean, "Guest", sizeof "Guest");
    if (json_is_string(token)) {
        if (!token_looks_right(json_string_value(token))) {
            say_refused(h, c->link.key, NULL, 0, "unknown-person",
                        "A token is 64 hex digits. Say hello without one to be a new person.");
            return;
        }
        a = query_new(h, STORE_PLAYER_FIND, after_find, sizeof clean);
        token_hash(a->r.token_hash, json_string_value(token));
        a->r.time = h->now;
        label_read(a->r.label, m);
        memcpy(a->text, clean, sizeof clean);
    } else if (!newcomer_take(h, c->address->link.key)) {
        say_refused(h, c->link.key, NULL, 0, "busy", "Too many new people come from your address. Try again in a few minutes.");
        return;
    } else {
        a = people_new(h, clean, m, after_new);
    }
    a->conn = c->link.key;
    c->login = LOGIN_PENDING;
    c->deltas = json_is_true(json_object_get(m, "deltas"));
    c->blocks = json_is_true(json_object_get(m, "blocks"));
    query_send(h, a);
}

void people_name(struct hub *h, struct conn *c, json_t *m)
{
    json_t *name = json_object_get(m, "name");
    char clean[IR_NAME_MAX] = "";
    const char *why = "A name is a text.";
    if (json_is_string(name))
        why = name_clean(clean, json_string_value(name), json_string_length(name));
    if (!why)
        why = name_allowed(h, c->who, clean, c->name);
    if (why)
        say_refused(h, c->link.key, NULL, 0, "command", why);
    else
        name_store(h, c, clean);
}

/* ---- devices that were ended ---- */

static void after_look(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c || c->closing)
        return;
    if (a->r.status == STORE_NOT_FOUND) {
        say_refused(h, a->conn, NULL, 0, "ended",
                    "This device was signed out from another of your devices. Its token is void.");
        conn_close(h, c, CODE_POLICY, "this device was signed out");
    } else if (a->r.status == STORE_OK && a->r.until > h->now) {
        banned_refuse(h, c, a->r.until);
    } else if (a->r.status == STORE_OK) {
        memcpy(c->name, a->r.name, sizeof c->name); /* the owner may have changed it */
    } else {
        conn_close(h, c, CODE_AGAIN, "connect again"); /* nobody knows: its next hello will tell */
    }
}

void people_kicked(struct hub *h, struct person *p, const char *table)
{
    (void)table;
    for (struct conn *c = p->conns; c; c = c->next_of_person) {
        struct query *a = query_new(h, STORE_PLAYER_FIND, after_look, 0);
        memcpy(a->r.token_hash, c->token_hash, sizeof c->token_hash);
        a->r.time = h->now;
        a->conn = c->link.key;
        query_send(h, a);
    }
}
