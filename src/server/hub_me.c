/* hub_me.c: one person, many devices: new people, codes and phrases that bring another device in, and devices that are sent
 * away (docs/protocol.md, HTTP).
 *
 * A code or a phrase is looked up by its hash, like a token, so the time of an answer tells nothing about one that was wrong.
 * Wrong ones are counted, by address and in all, so that guessing never gets far. */
#include "hub_inside.h"
#include "core/crypto.h"
#include "phrase.h"

enum { CODE_LETTERS = 10, CODE_MS = 10 * 60000 };
/* An hour: wrong codes and phrases of an address; new codes, and new phrases, of a person. */
enum { GUESSES = 10, CODES = 20, PHRASES = 6 };
enum { GUESSES_IN_ALL = 3600, GUESSES_AT_ONCE = 30 }; /* of everybody: one a second */

/* ---- coming ---- */

static void me_reply(struct hub *h, struct query *a)
{
    struct ir_json j;
    char who[17];
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    who_write(who, a->r.who);
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "who", who);
    ir_json_str(&j, "name", a->r.name);
    ir_json_str(&j, "token", a->text);
    ir_json_end(&j, '}');
    http_json(h, a->request, &j);
}

static void me_new(struct hub *h, const struct hub_http *q, json_t *body)
{
    json_t *name = json_object_get(body, "name");
    char clean[IR_NAME_MAX] = "Guest";
    const char *why = json_is_string(name) ? name_clean(clean, json_string_value(name), json_string_length(name)) : NULL;
    if (!why)
        why = name_allowed(h, 0, clean, "");
    if (why) {
        http_refuse(h, q->request, 400, "command", why);
        return;
    }
    if (!newcomer_take(h, address_key(h, q->address))) {
        http_refuse(h, q->request, 429, "busy", "Too many new people come from your address. Try again in a few minutes.");
        return;
    }
    struct query *a = people_new(h, clean, body, me_reply);
    a->request = q->request;
    query_send(h, a);
}

/* 1, or 0: too many, and it was refused. */
static int hour_allows(struct hub *h, uint64_t request, enum hourly what, uint64_t key, int most, const char *too_many)
{
    char why[160];
    int64_t wait = hour_take(h, what, key, most);
    if (!wait)
        return 1;
    int minutes = (int)((wait + 59999) / 60000);
    snprintf(why, sizeof why, "%s Try again in %d minute%s.", too_many, minutes, minutes == 1 ? "" : "s");
    http_refuse(h, request, 429, "rate", why);
    return 0;
}

/* Counts a try as wrong before it is looked up; one that was right gives it back. */
static int guess_take(struct hub *h, const struct hub_http *q)
{
    if (bucket_wait(&h->guesses, GUESSES_IN_ALL, GUESSES_AT_ONCE, h->now)) {
        http_refuse(h, q->request, 429, "busy",
                    "Too many wrong codes and phrases arrive here at the moment. Try again in 10 seconds.");
        return 0;
    }
    if (hour_allows(h, q->request, HOURLY_GUESSES, address_key(h, q->address), GUESSES,
                    "Too many wrong codes or phrases came from your address."))
        return 1;
    bucket_give(&h->guesses); /* it is not looked up */
    return 0;
}

/* ---- codes, and phrases ---- */

static void after_use(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_NOT_FOUND) {
        bucket_give(&h->guesses);
        hour_give(h, HOURLY_GUESSES, a->id);
        me_reply(h, a);
    } else if (a->r.kind == STORE_CODE_USE) {
        http_refuse(h, a->request, 403, "login",
                    "This code is not valid. It can be used once, for ten minutes. Ask for a new one.");
    } else {
        http_refuse(h, a->request, 403, "login",
                    "Nobody here has this phrase. Check every word of it; only the newest phrase of a person is valid.");
    }
}

/* Its own prefix, so that a phrase never passes for a code or a token. */
static void phrase_hash(uint8_t hash[STORE_HASH], const char *phrase)
{
    char text[32 + PHRASE_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    ir_text_put(&t, "irori phrase 1 : ");
    ir_text_put(&t, phrase);
    ir_blake2b(hash, text, t.len);
}

/* A new device of an old person. */
static void device_new(struct hub *h, const struct hub_http *q, json_t *body, enum store_kind kind, const char *secret)
{
    if (!newcomer_take(h, address_key(h, q->address))) {
        http_refuse(h, q->request, 429, "busy", "Too many new devices come from your address. Try again in a few minutes.");
        return;
    }
    if (!guess_take(h, q))
        return;
    struct query *a = query_new(h, kind, after_use, 65);
    a->request = q->request;
    a->id = address_key(h, q->address);
    if (kind == STORE_CODE_USE)
        token_hash(a->r.token_hash, secret);
    else
        phrase_hash(a->r.token_hash, secret);
    token_new(h, a->text, a->r.hash2);
    label_read(a->r.label, body);
    a->r.time = h->now;
    query_send(h, a);
}

static void code_use(struct hub *h, const struct hub_http *q, json_t *body)
{
    const char *code = json_string_value(json_object_get(body, "code"));
    if (!code || strlen(code) != CODE_LETTERS)
        http_refuse(h, q->request, 400, "login", "A code has ten letters and digits.");
    else
        device_new(h, q, body, STORE_CODE_USE, code);
}

static void recover(struct hub *h, const struct hub_http *q, json_t *body)
{
    json_t *text = json_object_get(body, "phrase");
    char phrase[PHRASE_MAX];
    if (!json_is_string(text) || !phrase_read(phrase, json_string_value(text), json_string_length(text)))
        http_refuse(h, q->request, 400, "login",
                    "A recovery phrase has six words of five letters, such as: lusab babad gutih tugad mudof sakat.");
    else
        device_new(h, q, body, STORE_PHRASE_USE, phrase);
}

static void after_secret(struct hub *h, struct query *a)
{
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    ir_json_start(&j, h->out, sizeof h->out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, a->r.kind == STORE_CODE_NEW ? "code" : "phrase", a->text);
    if (a->r.kind == STORE_CODE_NEW)
        ir_json_int(&j, "until", a->r.time);
    ir_json_end(&j, '}');
    http_json(h, a->request, &j);
}

static void code_new(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    (void)name;
    if (hour_allows(h, v->request, HOURLY_CODES, who, CODES, "You have asked for many codes.")) {
        struct query *a = query_new(h, STORE_CODE_NEW, after_secret, CODE_LETTERS + 1);
        random_text(h, a->text, CODE_LETTERS);
        token_hash(a->r.token_hash, a->text);
        a->request = v->request;
        a->r.who = who;
        a->r.time = h->now + CODE_MS;
        query_send(h, a);
    }
    job_end(h, &v->job);
}

static void phrase_new(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    (void)name;
    if (hour_allows(h, v->request, HOURLY_PHRASES, who, PHRASES, "You have asked for many phrases.")) {
        struct query *a = query_new(h, STORE_PHRASE_SET, after_secret, PHRASE_MAX);
        uint8_t bits[PHRASE_BYTES];
        h->port.random(h->port.self, bits, sizeof bits);
        phrase_write(a->text, bits);
        phrase_hash(a->r.token_hash, a->text);
        a->request = v->request;
        a->r.who = who;
        a->r.time = h->now;
        query_send(h, a);
    }
    job_end(h, &v->job);
}

/* ---- devices ---- */

static void after_devices(struct hub *h, struct query *a)
{
    struct ir_json j;
    char who[17];
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    size_t size = 512 + (size_t)a->r.n * 512; /* the longest label, escaped */
    char *out = alloc_raw(size);
    who_write(who, a->r.who);
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "who", who);
    ir_json_str(&j, "name", a->text);
    ir_json_int(&j, "since", a->r.time);
    ir_json_bool(&j, "phrase", a->r.answer != 0);
    ir_json_list(&j, "devices");
    for (int i = 0; i < a->r.n; i++) {
        ir_json_object(&j, NULL);
        ir_json_int(&j, "number", (int64_t)a->r.items[i].who);
        ir_json_str(&j, "label", a->r.items[i].name);
        ir_json_int(&j, "since", a->r.items[i].time);
        ir_json_int(&j, "seen", a->r.items[i].seen);
        ir_json_bool(&j, "this", a->r.items[i].mine);
        ir_json_end(&j, '}');
    }
    ir_json_end(&j, ']');
    ir_json_end(&j, '}');
    http_json(h, a->request, &j);
    free(out);
}

static void me_show(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    struct query *a = query_new(h, STORE_DEVICES, after_devices, IR_NAME_MAX);
    a->request = v->request;
    a->r.who = who;
    memcpy(a->r.token_hash, v->token_hash, sizeof v->token_hash);
    memcpy(a->text, name, strlen(name) + 1);
    query_send(h, a);
    job_end(h, &v->job);
}

static void after_device_end(struct hub *h, struct query *a)
{
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
    } else if (!a->r.n && a->r.other) {
        http_refuse(h, a->request, 404, "unknown-person", "You have no such device. GET /api/me lists them.");
    } else {
        who_tell(h, a->r.who, WHO_KICK, "");
        ir_json_start(&j, h->out, sizeof h->out);
        ir_json_object(&j, NULL);
        ir_json_int(&j, "ended", a->r.n);
        ir_json_end(&j, '}');
        http_json(h, a->request, &j);
    }
}

static void device_end(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    json_t *device = json_object_get(v->body, "device");
    (void)name;
    if (!json_is_integer(device) || json_integer_value(device) < 0) {
        http_refuse(h, v->request, 400, "command", "device is the number of a device, or 0 for all but this one.");
    } else {
        struct query *a = query_new(h, STORE_DEVICE_END, after_device_end, 0);
        a->request = v->request;
        a->r.who = who;
        a->r.other = (uint64_t)json_integer_value(device);
        memcpy(a->r.token_hash, v->token_hash, sizeof v->token_hash);
        query_send(h, a);
    }
    job_end(h, &v->job);
}

/* ---- going for good ---- */

static void after_farewell(struct hub *h, void *arg, enum store_status status)
{
    struct visit *v = arg;
    struct ir_json j;
    if (status == STORE_OK) {
        ir_json_start(&j, h->out, sizeof h->out);
        ir_json_object(&j, NULL);
        ir_json_bool(&j, "deleted", 1);
        ir_json_end(&j, '}');
        http_json(h, v->request, &j);
    } else {
        http_refuse(h, v->request, 503, "store", "Not everything could be deleted. Try again in a moment.");
    }
    job_end(h, &v->job);
}

static void me_delete(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    const char *sure = json_string_value(json_object_get(v->body, "sure"));
    if (sure && !strcmp(sure, name)) {
        farewell(h, who, after_farewell, v);
        return;
    }
    http_refuse(h, v->request, 400, "command",
                "To delete everything that is stored about you, send your name as `sure`. This cannot be undone.");
    job_end(h, &v->job);
}

/* ---- which is which ---- */

int me_get(struct hub *h, const struct hub_http *q)
{
    struct visit *v = NULL;
    if (!strcmp(q->path, "/api/me"))
        with_token(h, q, NULL, me_show);
    else if (!strcmp(q->path, "/api/me/export"))
        v = with_token(h, q, NULL, export_start);
    else
        return 0;
    if (v)
        v->banned_too = 1; /* their data is theirs */
    return 1;
}

int me_post(struct hub *h, const struct hub_http *q, json_t *body)
{
    static const struct {
        const char *path;
        void (*open)(struct hub *, const struct hub_http *, json_t *);              /* without a token */
        void (*then)(struct hub *, struct visit *, uint64_t who, const char *name); /* with one */
        int banned_too;
    } acts[] = {
        {"/api/me", me_new, NULL, 0},          {"/api/me/use", code_use, NULL, 0},      {"/api/me/recover", recover, NULL, 0},
        {"/api/me/code", NULL, code_new, 0},   {"/api/me/phrase", NULL, phrase_new, 0}, {"/api/me/end", NULL, device_end, 0},
        {"/api/me/delete", NULL, me_delete, 1}};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(acts[i].path, q->path) != 0)
            continue;
        struct visit *v = NULL;
        if (acts[i].open)
            acts[i].open(h, q, body);
        else
            v = with_token(h, q, body, acts[i].then);
        if (v)
            v->banned_too = acts[i].banned_too;
        return 1;
    }
    return 0;
}
