/* hub_push.c: which browsers of a person want pushes (docs/protocol.md, Pushes). What is sent, and by whom, is the world's:
 * hub.h, port->push. */
#include "hub_inside.h"
#include "subscription.h"

static int push_off(struct hub *h, const struct hub_http *q)
{
    if (!h->limit.push_key)
        http_refuse(h, q->request, 404, "command", "This server sends no pushes. Its owner can switch them on.");
    else if (!h->limit.push_key[0])
        http_store_trouble(h, q->request); /* it has not said the key yet */
    return !h->limit.push_key || !h->limit.push_key[0];
}

static void done_reply(struct hub *h, uint64_t request)
{
    struct ir_json j;
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    ir_json_end(&j, '}');
    http_json(h, request, &j);
}

void push_get(struct hub *h, const struct hub_http *q)
{
    struct ir_json j;
    if (push_off(h, q))
        return;
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "key", h->limit.push_key);
    ir_json_end(&j, '}');
    http_json(h, q->request, &j);
}

/* ---- another browser ---- */

static void after_set(struct hub *h, struct query *a)
{
    if (a->r.status == STORE_OK)
        done_reply(h, a->request);
    else if (a->r.status == STORE_NOT_FOUND) /* it was ended just now */
        http_refuse(h, a->request, 401, "unknown-person", "This token is unknown.");
    else
        http_store_trouble(h, a->request);
}

static const char *string_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void subscribe(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    struct subscription s;
    json_t *keys = json_object_get(v->body, "keys");
    const char *why = subscription_read(&s, string_of(v->body, "endpoint"), string_of(keys, "p256dh"), string_of(keys, "auth"));
    (void)name;
    if (why) {
        http_refuse(h, v->request, 400, "command", why);
    } else {
        struct query *a = query_new(h, STORE_PUSH_SET, after_set, sizeof s.endpoint + SUBSCRIPTION_KEYS);
        a->request = v->request;
        a->r.who = who;
        memcpy(a->r.token_hash, v->token_hash, sizeof a->r.token_hash);
        a->r.text = memcpy(a->text, s.endpoint, sizeof s.endpoint);
        a->r.more = a->text + sizeof s.endpoint;
        subscription_keys(&s, a->text + sizeof s.endpoint);
        a->r.time = h->now;
        query_send(h, a);
    }
    job_end(h, &v->job);
}

void push_subscribe(struct hub *h, const struct hub_http *q, json_t *body)
{
    if (!push_off(h, q))
        with_token(h, q, body, subscribe);
}

/* ---- one less ---- */

static void after_drop(struct hub *h, struct query *a)
{
    if (a->r.status == STORE_OK || a->r.status == STORE_NOT_FOUND)
        done_reply(h, a->request);
    else
        http_store_trouble(h, a->request);
}

static void unsubscribe(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    const char *endpoint = string_of(v->body, "endpoint");
    size_t n = strlen(endpoint);
    (void)name;
    if (!n || n > ENDPOINT_MAX) {
        http_refuse(h, v->request, 400, "command", "Send the endpoint of the subscription that ends.");
    } else {
        struct query *a = query_new(h, STORE_PUSH_DROP, after_drop, n + 1);
        a->request = v->request;
        a->r.who = who;
        a->r.text = memcpy(a->text, endpoint, n + 1);
        query_send(h, a);
    }
    job_end(h, &v->job);
}

void push_unsubscribe(struct hub *h, const struct hub_http *q, json_t *body)
{
    with_token(h, q, body, unsubscribe); /* also where there are no pushes any more */
}
