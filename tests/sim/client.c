/* client.c: simulated people with a browser. They join, sit down, play, undo, pause, leave and come back. They retry every
 * command that is not answered, with the same number. */
#include "sim.h"

enum { PATIENCE_MS = 20000, ANSWER_MS = 60000, PING_MS = 8000 };

static const struct ir_table *table_now(struct sim *s, const struct client *c)
{
    struct truth *t = truth_find(s, c->table);
    return t && c->seq >= 0 && c->seq < t->n ? &t->frame[c->seq].table : NULL;
}

/* ---- commands ---- */

static void say(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    int twice = 1 + sim_chance(s, s->weather.doubled);
    c->pending_at = s->now;
    c->again = 0;
    while (twice--)
        client_send(s, n, "{\"type\":\"do\",\"table\":\"%s\",\"id\":%llu,\"seq\":%lld,\"do\":\"%s\"}", c->table,
                    (unsigned long long)c->pending, (long long)c->pending_seq, c->text);
    client_later(s, n, PATIENCE_MS);
}

void client_do(struct sim *s, int n, const char *format, ...)
{
    struct client *c = &s->client[n];
    va_list a;
    va_start(a, format);
    vsnprintf(c->text, sizeof c->text, format, a);
    va_end(a);
    c->pending = c->next_id++;
    c->pending_seq = c->seq;
    c->asked_at = s->now;
    say(s, n);
}

static void gather(struct sim *s, int n, const struct ir_table *t, int seat)
{
    static const char *const names[] = {"Anna",
                                        "\xd0\x91\xd0\xbe\xd1\x80\xd0\xb8\xd1\x81",
                                        "a\xe2\x80\xae"
                                        "b",
                                        "bot:hard",
                                        "Q\\\"uote",
                                        ""};
    struct client *c = &s->client[n];
    if (seat < 0) {
        for (int k = 0; k < t->n_seats && c->wants_seat; k++)
            if (t->seat[k].kind == IR_OPEN) {
                client_do(s, n, "sit %d %s", k, names[sim_below(s, 6)]);
                return;
            }
        return;
    }
    if (t->seat[seat].ready) {
        if (t->seat[seat].who == t->host && t->n_seats > t->game->min_seats && c->tries < 3 && sim_below(s, 3) == 0) {
            c->tries++;
            client_do(s, n, "close");
        }
        return;
    }
    if (sim_below(s, 30) == 0 && c->tries++ < 3)
        client_do(s, n, "stand");
    else
        client_do(s, n, "ready %08x%08x%08x%08x", sim_below(s, 65535), sim_below(s, 65535), sim_below(s, 65535),
                  sim_below(s, 65535));
}

static void move(struct sim *s, int n, const struct ir_table *t, int seat)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    char text[IR_TEXT_MAX];
    struct ir_text out;
    ir_table_view(t, seat, &v, NULL);
    int k = t->game->legal(&v, legal);
    ir_text_start(&out, text, sizeof text);
    t->game->move_print(legal[sim_below(s, (uint32_t)k)], &out);
    if (sim_below(s, 200) == 0)
        client_do(s, n, "move nonsense");
    else
        client_do(s, n, "move %s", text);
}

static int people(const struct ir_table *t, int seat)
{
    return t->seat[seat].kind == IR_PERSON && !t->seat[seat].away && (!t->seat[seat].resigned || t->stage == IR_OVER_NOW);
}

static void play(struct sim *s, int n, const struct ir_table *t, int seat)
{
    struct client *c = &s->client[n];
    const struct ir_seat *me = &t->seat[seat];
    if (t->asking && people(t, seat) && !(t->agreed >> seat & 1)) {
        client_do(s, n, sim_below(s, 4) ? "agree" : "decline");
        return;
    }
    if (t->paused) {
        client_do(s, n, "resume");
        return;
    }
    if (me->away && !me->resigned) {
        if (sim_below(s, 2))
            client_do(s, n, "back");
        else
            client_later(s, n, 3000);
        return;
    }
    if (me->resigned)
        return;
    if (t->seq > s->frames_most) {
        client_do(s, n, "resign");
        return;
    }
    if (s->slow && !s->calm && sim_below(s, 25) == 0) { /* has other things to do today */
        c->gone = s->now + sim_below(s, 3 * HOUR);
        client_cut(s, n);
        return;
    }
    uint32_t mood = sim_below(s, 400);
    if (mood < 4 && t->can_undo == seat && !t->asking)
        client_do(s, n, "undo");
    else if (mood == 5 && !t->asking)
        client_do(s, n, "pause");
    else if (mood == 6)
        client_do(s, n, "away");
    else if (mood == 7 && sim_below(s, 4) == 0)
        client_do(s, n, "resign");
    else if (mood == 8)
        client_do(s, n, "takeover %d", (seat + 1) % t->n_seats);
    else if (mood == 12)
        client_do(s, n, "end");
    else if (mood == 13 && sim_below(s, 2)) /* is called away: the page stays open */
        c->idle = s->now + 1000 + sim_below(s, 120000);
    else if (mood >= 14 && mood < 18 && s->slow)
        client_do(s, n, "holiday %d", (int)sim_below(s, 2));
    else if (mood == 9)
        client_do(s, n, "%s", sim_below(s, 2) ? "dance" : "sit 99 x");
    else if (t->can_undo == seat && mood < 40 && !t->asking && t->set[IR_SET_UNDO])
        client_do(s, n, "undo");
    else if (ir_asked(t->game, t->now.b) >> seat & 1 && c->answered != t->seq)
        move(s, n, t, seat);
    if (mood % 50 == 10)
        client_send(s, n, "{\"type\":\"react\",\"id\":1,\"table\":\"%s\",\"react\":\"%s\"}", c->table,
                    mood < 100 ? "nice" : "rude");
    if (mood % 50 == 11)
        client_send(s, n, "{\"type\":\"hint\",\"table\":\"%s\",\"id\":%d}", c->table, 1 + (int)mood % 2);
}

static void over(struct sim *s, int n, const struct ir_table *t, int seat)
{
    struct client *c = &s->client[n];
    if (!c->over_at)
        c->over_at = s->now;
    if (!s->rematches || c->matches >= 2 || s->now > c->over_at + 60000) {
        if (s->rematches && t->next[0] && c->matches < 2) {
            /* on to the next table, below */
        } else {
            c->done = 1;
            return;
        }
    }
    c->done = 0;
    if (t->next[0]) {
        client_send(s, n, "{\"type\":\"leave\",\"table\":\"%s\"}", c->table);
        memcpy(c->table, t->next, sizeof c->table);
        c->seq = -1;
        c->joined = 0;
        c->over_at = c->answered = 0;
        c->matches++;
        client_later(s, n, 0);
    } else if (t->asking && !(t->agreed >> seat & 1)) {
        client_do(s, n, sim_below(s, 8) ? "agree" : "decline");
    } else if (!t->asking && sim_below(s, 2)) {
        client_do(s, n, "rematch");
    } else {
        client_later(s, n, 5000);
    }
}

/* Who only watches comes and goes as they like. */
static void look(struct sim *s, int n, const struct ir_table *t)
{
    struct client *c = &s->client[n];
    c->done = t->stage == IR_OVER_NOW;
    if (!c->done && sim_below(s, 60) == 0) {
        client_send(s, n, "{\"type\":\"leave\",\"table\":\"%s\"}", c->table);
        c->joined = 0;
        c->left = 1;
        client_later(s, n, sim_below(s, 5000));
    }
}

static void act(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    const struct ir_table *t = table_now(s, c);
    if (!t)
        return;
    int seat = ir_table_seat(t, c->who);
    if (c->twin || (seat < 0 && !s->meet && !s->evening.on && (!c->wants_seat || t->stage != IR_GATHERING)))
        look(s, n, t);
    else if (t->stage == IR_GATHERING && s->meet)
        meet_gather(s, n, t, seat);
    else if (t->stage == IR_GATHERING && s->evening.on)
        evening_gather(s, n, t, seat);
    else if (t->stage == IR_GATHERING)
        gather(s, n, t, seat);
    else if (t->stage == IR_OVER_NOW && s->meet)
        meet_over(s, n);
    else if (t->stage == IR_OVER_NOW && s->evening.on)
        evening_over(s, n);
    else if (t->stage == IR_OVER_NOW)
        over(s, n, t, seat);
    else
        play(s, n, t, seat);
}

/* ---- waking, hearing, losing ---- */

void client_wake(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    if (s->now < c->gone) {
        client_later(s, n, c->gone - s->now);
        return;
    }
    client_later(s, n, PING_MS);
    if (c->twin && !c->token[0]) {
        memcpy(c->token, s->client[0].token, sizeof c->token);
        c->who = s->client[0].who;
        if (!c->token[0])
            return;
    }
    if (!c->conn) {
        const char *deltas = c->deltas ? ",\"deltas\":true" : "";
        c->hello = c->joined = 0;
        c->heard_at = s->now;
        client_connect(s, n);
        if (!c->conn) {
            client_later(s, n, 1000);
            return;
        }
        if (c->token[0])
            client_send(s, n, "{\"type\":\"hello\",\"protocol\":1,\"token\":\"%s\",\"name\":\"%s\"%s}", c->token, c->name,
                        deltas);
        else
            client_send(s, n, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"%s\"%s}", c->name, deltas);
        c->hello = 1;
        return;
    }
    if (s->now - c->heard_at > PATIENCE_MS) { /* not even a pong: somewhere the line is broken */
        client_cut(s, n);
        return;
    }
    if (c->hello < 2) {
        client_send(s, n, "{\"type\":\"ping\",\"id\":1}");
        return;
    }
    if (s->evening.on && evening_wake(s, n))
        return;
    if (!c->table[0] && s->meet) {
        meet_wake(s, n);
        return;
    }
    if (!c->table[0]) {
        if (s->table[0]) {
            memcpy(c->table, s->table, sizeof c->table);
            c->seq = -1;
        } else if (c->host && !c->joined) {
            client_send(s, n, "{\"type\":\"create\",\"id\":%llu,%s}", (unsigned long long)c->next_id++, s->create);
            c->joined = 1;
            return;
        } else {
            client_send(s, n, "{\"type\":\"ping\",\"id\":1}");
            client_later(s, n, 1000);
            return;
        }
    }
    if (!c->joined) {
        client_send(s, n, "{\"type\":\"join\",\"table\":\"%s\",\"seq\":%lld}", c->table, (long long)(c->seq > 0 ? c->seq : 0));
        c->joined = 1;
        return;
    }
    if (c->joined == 2) {
        if (!c->pending) {
            if (s->now >= c->idle)
                act(s, n);
        } else if (c->again) {
            if (s->now >= c->again) {
                c->again = 0;
                say(s, n);
            }
        } else if (s->now - c->pending_at > ANSWER_MS) {
            sim_violation(s, "client %d: no answer to command %llu (%s) for a minute on a connection that works", n,
                          (unsigned long long)c->pending, c->text);
        }
    } else if (s->now - c->heard_at > 2 * PING_MS) {
        c->joined = 0;
    }
    client_send(s, n, "{\"type\":\"ping\",\"id\":1}");
}

void client_lost(struct sim *s, int n)
{
    struct client *c = &s->client[n];
    sim_trace(s, "client %d sees that its connection is gone", n);
    c->conn = 0;
    c->seeking = c->lobby = 0;
    evening_lost(s, n);
    if (!c->table[0])
        c->joined = 0;
    client_later(s, n, sim_below(s, 1500));
}

static void answered(struct sim *s, int n)
{
    s->client[n].pending = 0;
    client_later(s, n, sim_below(s, 400));
}

static void on_frame(struct sim *s, int n, const char *text)
{
    struct client *c = &s->client[n];
    int64_t seq = field(text, "seq");
    char want[64];
    snprintf(want, sizeof want, is_delta(text) ? "\"table\":\"%s\"" : "\"table\":{\"id\":\"%s\"", c->table);
    if (!strstr(text, want))
        return; /* of a table it has left */
    if (!c->joined || (c->joined == 2 && seq == c->seq && c->left))
        return; /* on its way before it left */
    if (c->left && seq > c->seq && strstr(text, "\"events\":[]"))
        c->joined = 1; /* the answer to the join, after a frame from before it left */
    if (c->joined == 2 && seq != c->seq + 1) {
        sim_violation(s, "client %d hears frame %lld after %lld", n, (long long)seq, (long long)c->seq);
        return;
    }
    if (c->joined != 2 && seq < c->seq) {
        sim_violation(s, "client %d joins again and is shown frame %lld, older than %lld", n, (long long)seq,
                      (long long)c->seq);
        return;
    }
    int first = c->joined != 2;
    c->joined = 2;
    c->seq = seq;
    if (first && sim_below(s, 3) == 0)
        client_send(s, n, "{\"type\":\"story\",\"table\":\"%s\",\"id\":3}", c->table);
    if (n % 3 == 1 ||
        (n % 3 == 2 && seq % 5 == 0)) /* shown at once; often too late to be waited for; the others never say it */
        client_send(s, n, "{\"type\":\"shown\",\"table\":\"%s\",\"seq\":%lld}", c->table, (long long)seq);
    if (c->pending && (uint64_t)field(text, "ack") == c->pending)
        answered(s, n);
    else if (c->pending && first)
        say(s, n); /* the answer was lost with the connection, perhaps: say it again */
    else if (!c->pending)
        client_later(s, n, sim_below(s, 400));
}

static void on_refused(struct sim *s, int n, const char *text)
{
    struct client *c = &s->client[n];
    uint64_t id = (uint64_t)field(text, "id");
    if (strstr(text, "\"error\":\"unknown-person\"") && c->hello == 1) {
        sim_violation(s, "client %d: its token is not known: %s", n, text);
    } else if (id && id == c->pending) {
        if (strstr(text, "\"error\":\"store\"") || strstr(text, "\"error\":\"rate\"") || strstr(text, "\"error\":\"busy\"")) {
            c->again = s->now + 500 + sim_below(s, 1000);
            client_later(s, n, c->again - s->now);
        } else if (strstr(text, "\"error\":\"unknown-table\"")) {
            c->joined = 0;
            client_later(s, n, 500);
        } else {
            answered(s, n);
        }
    } else if (!id && c->hello == 1) {
        c->hello = 0; /* the store was not there: hello again */
        client_cut(s, n);
    } else if (!c->table[0]) {
        c->seeking = 0;
        c->idle = s->meet ? s->now + 2000 + sim_below(s, 3000) : c->idle;
        c->joined = 0; /* a table was not made */
        client_later(s, n, 1000);
    } else if (!id) {
        char want[64];
        snprintf(want, sizeof want, "\"table\":\"%s\"", c->table);
        if (strstr(text, want)) { /* not let in */
            c->joined = 0;
            if (strstr(text, "\"error\":\"seat\""))
                c->done = 1; /* no spectators here */
            client_later(s, n, 1000);
        }
    }
}

void client_hear(struct sim *s, int n, const char *text, size_t len)
{
    struct client *c = &s->client[n];
    (void)len;
    c->heard_at = s->now;
    if (is_frame(text)) {
        on_frame(s, n, text);
    } else if ((s->meet && meet_hear(s, n, text)) || (s->evening.on && evening_hear(s, n, text))) {
        return;
    } else if (!strncmp(text, "{\"type\":\"ok\"", 12)) {
        if ((uint64_t)field(text, "id") == c->pending && c->pending) {
            if (field(text, "seq") > c->seq)
                c->answered = c->seq; /* nothing to see yet */
            answered(s, n);
        }
    } else if (!strncmp(text, "{\"type\":\"refused\"", 17)) {
        on_refused(s, n, text);
    } else if (!strncmp(text, "{\"type\":\"hello\"", 15)) {
        const char *token = strstr(text, "\"token\":\""), *who = strstr(text, "\"who\":\"");
        uint64_t is = who ? strtoull(who + 7, NULL, 16) : 0;
        if (token)
            memcpy(c->token, token + 9, 64);
        else if (c->who && c->who != is)
            sim_violation(s, "client %d is somebody else now", n);
        c->who = is;
        c->hello = 2;
        client_later(s, n, 0);
    } else if (!strncmp(text, "{\"type\":\"created\"", 17)) {
        const char *table = strstr(text, "\"table\":\"") + 9;
        if (!s->table[0])
            memcpy(s->table, table, strcspn(table, "\""));
        c->joined = 0;
        client_later(s, n, 0);
    } else if (!strncmp(text, "{\"type\":\"bye\"", 13)) {
        client_cut(s, n);
    }
}
