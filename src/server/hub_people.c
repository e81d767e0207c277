/* hub_people.c: identity without sign-up. A person is whoever holds a token: 256 random bits, made here and kept by the
 * client. Only its hash is stored and looked up, so a stolen database gives access to no seat, and the time of a lookup
 * reveals nothing about a token. */
#include "hub_inside.h"
#include "core/crypto.h"

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

static void say_hello(struct hub *h, struct conn *c, const char *token)
{
    struct ir_json j;
    char who[17];
    struct ir_text t;
    ir_text_start(&t, who, sizeof who);
    ir_text_hex64(&t, c->who);
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
    c->login = LOGIN_DONE;
    say_hello(h, c, a->text);
}

static void after_find(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c)
        return;
    if (a->r.status == STORE_OK) {
        c->who = a->r.who;
        c->login = LOGIN_DONE;
        memcpy(c->name, a->r.name, sizeof c->name);
        if (a->text[0] && strcmp(a->text, c->name) != 0) /* the hello came with another name */
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
struct query *people_new(struct hub *h, const char *name, void (*then)(struct hub *, struct query *))
{
    struct query *a = query_new(h, STORE_PLAYER_NEW, then, 65);
    a->r.who = random_number(h);
    a->r.time = h->now;
    memcpy(a->r.name, name, IR_NAME_MAX);
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
    if (!json_is_string(token) && !clean[0])
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
        memcpy(a->text, clean, sizeof clean);
    } else if (!newcomer_take(h, c->address->link.key)) {
        say_refused(h, c->link.key, NULL, 0, "busy", "Too many new people come from your address. Try again in a few minutes.");
        return;
    } else {
        a = people_new(h, clean, after_new);
    }
    a->conn = c->link.key;
    c->login = LOGIN_PENDING;
    c->deltas = json_is_true(json_object_get(m, "deltas"));
    query_send(h, a);
}

void people_name(struct hub *h, struct conn *c, json_t *m)
{
    json_t *name = json_object_get(m, "name");
    char clean[IR_NAME_MAX] = "";
    const char *why = "A name is a text.";
    if (json_is_string(name))
        why = name_clean(clean, json_string_value(name), json_string_length(name));
    if (why)
        say_refused(h, c->link.key, NULL, 0, "command", why);
    else
        name_store(h, c, clean);
}
