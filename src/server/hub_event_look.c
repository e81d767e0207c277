/* hub_event_look.c: who looks at an evening, and what they are told. The state is written once for all who look, at most twice
 * a second, and less often in a crowd; only `host` and `you` differ. */
#include "hub_event.h"

enum {
    TELL_MS = 500,
    CROWD_MS = 4, /* so much later for each who looks */
    HERE_MS = 3000,
    LOOKS_MAX = 8 /* of one connection */
};

void look_unlink(struct look *l)
{
    struct look **at = &l->conn->looks;
    while (*at != l)
        at = &(*at)->next_of_conn;
    *at = l->next_of_conn;
    for (at = &l->evening->looks; *at != l; at = &(*at)->next)
        continue;
    *at = l->next;
    l->evening->n_looks--;
    l->conn->n_looks--;
    free(l);
}

void here_note(struct hub *h, struct evening *v)
{
    for (int i = 0; i < v->e->n; i++) {
        uint8_t here = who_here(h, v->e->person[i].who) > 0;
        v->dirty |= here != v->here[i];
        v->here[i] = here;
    }
    v->here_at = h->now + HERE_MS;
}

/* ---- telling ---- */

/* The part of the message that all share, in h->event_text. */
static size_t state_write(struct hub *h, const struct evening *v)
{
    const struct event *e = v->e;
    struct ir_json j;
    int pause = e->stage == EVENT_PLAYING && e->kind != EVENT_ARENA && !e->running && e->round;
    if (!h->event_text)
        h->event_text = alloc_raw(EVENT_JSON);
    ir_json_start(&j, h->event_text, EVENT_JSON);
    ir_json_object(&j, NULL);
    event_json(e, v->here, pause ? e->settled + h->limit.event_pause : 0, &j);
    ir_json_end(&j, '}');
    ir_text_put(&j.text, "}"); /* of the message around it */
    ir_assert(!j.text.cut);
    return j.text.len;
}

static void state_send(struct hub *h, const struct evening *v, struct look *l, size_t n)
{
    struct ir_json j;
    int me = event_find(v->e, l->conn->who);
    say_start(h, &j, "event");
    if (l->id)
        ir_json_int(&j, "id", (int64_t)l->id);
    ir_json_str(&j, "event", v->id);
    ir_json_int(&j, "seq", v->e->seq);
    ir_json_int(&j, "now", h->now);
    ir_json_object(&j, "state");
    ir_json_bool(&j, "host", l->conn->who == v->e->host);
    if (me >= 0)
        ir_json_int(&j, "you", me);
    else
        ir_json_str(&j, "you", NULL);
    size_t head = j.text.len;
    char *out = alloc_raw(head + n);
    memcpy(out, h->out, head);
    memcpy(out + head, h->event_text, n);
    out[head] = ','; /* it began as an object of its own */
    l->started = 1;
    l->id = 0;
    h->count.event_states++;
    h->port.send(h->port.self, l->conn->link.key, out, head + n);
    free(out);
}

void evening_tell(struct hub *h, struct evening *v, int all)
{
    size_t n = 0;
    if (v->phase != EVENING_READY)
        return;
    for (struct look *l = v->looks; l; l = l->next)
        if (all || !l->started) {
            n = n ? n : state_write(h, v);
            state_send(h, v, l, n);
        }
    if (!all)
        return;
    v->dirty = 0;
    v->told_at = h->now;
    v->tell_at = 0;
}

void tell_soon(struct hub *h, struct evening *v)
{
    int64_t from = v->told_at + TELL_MS + (int64_t)v->n_looks * CROWD_MS;
    if (!v->dirty || v->phase != EVENING_READY)
        return;
    if (h->now >= from)
        evening_tell(h, v, 1);
    else
        v->tell_at = from;
}

static void look_refuse(struct hub *h, struct look *l, const char *error, const char *why)
{
    say_refused(h, l->conn->link.key, NULL, l->id, error, why);
    look_unlink(l);
}

void all_refuse(struct hub *h, struct evening *v, const char *error, const char *why)
{
    while (v->first)
        order_refuse(h, v, error, why);
    for (struct look *l = v->looks, *next; l; l = next) {
        next = l->next;
        if (!l->started || v->phase == EVENING_BROKEN)
            look_refuse(h, l, error, why);
    }
}

/* ---- messages ---- */

struct evening *evening_of(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *code = event_word(m, "event"), *error = NULL, *why = NULL;
    struct evening *v = NULL;
    if (!id_looks_right(code) || !event_id(code))
        error = "unknown-event", why = "There is no such event. Check the link, or ask for a new one.";
    else if (h->closing)
        error = "store", why = "The server restarts. Connect again.";
    else if (!bucket_try(&c->lists, LISTS_RATE, h->now))
        error = "rate", why = "That is too much at once. Wait a second.";
    else if (!(v = evening_get(h, code)))
        error = "busy", why = "This server has no room for another event now. Try again later.";
    if (why)
        say_refused(h, c->link.key, NULL, id, error, why);
    return v;
}

static struct look *look_find(const struct conn *c, const char *code)
{
    struct look *l = c->looks;
    while (l && strcmp(l->evening->id, code) != 0)
        l = l->next_of_conn;
    return l;
}

void event_look(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    struct look *l = look_find(c, event_word(m, "event"));
    if (!l && c->n_looks >= LOOKS_MAX) {
        say_refused(h, c->link.key, NULL, id, "full", "You look at too many events at once. Leave one first.");
        return;
    }
    struct evening *v = evening_of(h, c, m, id);
    if (!v)
        return;
    if (!l) {
        l = alloc_zero(sizeof *l);
        *l = (struct look){.conn = c, .evening = v, .next_of_conn = c->looks, .next = v->looks};
        c->looks = v->looks = l;
        c->n_looks++;
        v->n_looks++;
    }
    l->id = id;
    l->started = 0;
    if (!h->limit.alone)
        v->behind = 1; /* what this client has seen on another node may be newer */
    evening_go(h, v);
}

void event_leave(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    struct look *l = look_find(c, event_word(m, "event"));
    (void)id;
    if (!l)
        return;
    struct evening *v = l->evening;
    look_unlink(l);
    evening_go(h, v);
}

void event_left(struct hub *h, struct conn *c)
{
    while (c->looks) {
        struct evening *v = c->looks->evening; /* NOLINT(clang-analyzer-unix.Malloc): look_unlink takes it out of c->looks */
        look_unlink(c->looks);
        evening_go(h, v);
    }
}
