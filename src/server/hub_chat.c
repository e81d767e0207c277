/* hub_chat.c: words among friends at a table. Strangers have the reactions (hub_presence.c) and nothing else.
 *
 * Everybody who sits at the table must have said that they want to chat, and is asked whether they are a friend of all others
 * when they say it. Whatever changes who sits there ends it, and so does the end of a friendship. Nothing is stored, and
 * spectators get nothing. Consents and words go to the other nodes as notices; a node that missed a consent passes no words on.
 */
#include "hub_inside.h"

enum { TEXT_MAX = 200, AN_HOUR = 3600, BURST = 3 };

/* Whoever consented is still where they were, and nobody else has come. */
static void consents_check(struct room *r)
{
    uint64_t now = 0;
    for (int i = 0; i < r->table.n_seats; i++)
        if (r->table.seat[i].kind == IR_PERSON)
            now = (now ^ (r->table.seat[i].who + (uint64_t)i)) * 0x100000001b3u;
    if (now != r->consent_of)
        r->consents = 0;
    r->consent_of = now;
}

static int people_of(const struct room *r)
{
    int people = 0;
    for (int i = 0; i < r->table.n_seats; i++)
        if (r->table.seat[i].kind == IR_PERSON)
            people |= 1 << i;
    return people;
}

static int open_to_all(struct room *r)
{
    consents_check(r);
    return r->consents && r->consents == people_of(r);
}

/* To those who sit at the table, but for whoever does not want to hear `from` (0: nobody in particular). */
static void seated_send(struct hub *h, const struct room *r, uint64_t from, struct ir_json *j)
{
    ir_json_end(j, '}');
    for (const struct viewer *s = r->viewers; s; s = s->next)
        if (s->started && ir_table_seat(&r->table, s->conn->who) >= 0 &&
            (!from || s->conn->who == from || tie_hears(s->conn->person, from)))
            h->port.send(h->port.self, s->conn->link.key, j->text.out, j->text.len);
}

void chat_tell(struct hub *h, struct room *r)
{
    struct ir_json j;
    say_start(h, &j, "consent");
    ir_json_str(&j, "table", r->id);
    ir_json_list(&j, "seats");
    for (int i = 0; i < r->table.n_seats; i++)
        ir_json_bool(&j, NULL, r->consents >> i & 1);
    ir_json_end(&j, ']');
    seated_send(h, r, 0, &j);
}

/* 1: somebody at the table is no friend of this person. */
static int strangers(const struct room *r, const struct person *p)
{
    for (int i = 0; i < r->table.n_seats; i++)
        if (r->table.seat[i].kind == IR_PERSON && r->table.seat[i].who != p->link.key && !tie_friends(p, r->table.seat[i].who))
            return 1;
    return 0;
}

static void consent_set(struct hub *h, struct room *r, int seat, int on)
{
    r->consents = (uint8_t)(on ? r->consents | 1 << seat : r->consents & ~(1 << seat));
    chat_tell(h, r);
}

void chat_consent(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    struct room *r = s->room;
    int on = json_is_true(json_object_get(m, "on"));
    int seat = r->phase == ROOM_READY ? ir_table_seat(&r->table, c->who) : IR_SPECTATOR;
    if (seat < 0) {
        say_refused(h, c->link.key, r->id, id, "seat", "Only players at the table can chat.");
    } else if (on && strangers(r, c->person)) {
        say_refused(h, c->link.key, r->id, id, "friends",
                    "Chat is for tables at which all people are friends of each other. With others there are the reactions.");
    } else if (!bucket_take(&c->small, 1, h->now)) {
        say_refused(h, c->link.key, r->id, id, "rate", "That is too many changes. Wait a second.");
    } else {
        consents_check(r);
        notice_consent(h, r, seat, on);
        consent_set(h, r, seat, on);
    }
}

static void words_send(struct hub *h, const struct room *r, int seat, const char *text)
{
    struct ir_json j;
    say_start(h, &j, "chat");
    ir_json_str(&j, "table", r->id);
    ir_json_int(&j, "seat", seat);
    ir_json_str(&j, "text", text);
    seated_send(h, r, r->table.seat[seat].who, &j);
}

void chat_say(struct hub *h, struct conn *c, struct viewer *s, json_t *m, uint64_t id)
{
    struct room *r = s->room;
    json_t *text = json_object_get(m, "text");
    char clean[TEXT_MAX + 1];
    int seat = r->phase == ROOM_READY ? ir_table_seat(&r->table, c->who) : IR_SPECTATOR;
    if (seat < 0)
        say_refused(h, c->link.key, r->id, id, "seat", "Only players at the table can chat.");
    else if (!open_to_all(r) || strangers(r, c->person))
        say_refused(h, c->link.key, r->id, id, "friends",
                    "Chat begins when all people at the table are friends of each other and everybody has agreed to it.");
    else if (json_string_length(text) > TEXT_MAX)
        say_refused(h, c->link.key, r->id, id, "size", "What you say has at most 200 bytes.");
    else if (!json_is_string(text) ||
             text_clean(clean, sizeof clean, TEXT_MAX, json_string_value(text), json_string_length(text)) <= 0)
        say_refused(h, c->link.key, r->id, id, "command", "There is nothing to read in this.");
    else if (bucket_wait(&c->chat, AN_HOUR, BURST, h->now))
        say_refused(h, c->link.key, r->id, id, "rate", "That is too much at once. Wait a second.");
    else {
        h->count.chats++;
        notice_chat(h, r, seat, clean);
        words_send(h, r, seat, clean);
    }
}

void chat_look(struct hub *h, struct person *p)
{
    for (const struct conn *c = p->conns; c; c = c->next_of_person)
        for (struct viewer *s = c->viewers; s; s = s->next_of_conn) {
            struct room *r = s->room;
            int seat = r->phase == ROOM_READY && r->consents ? ir_table_seat(&r->table, p->link.key) : IR_SPECTATOR;
            if (seat < 0 || !(r->consents >> seat & 1) || !strangers(r, p))
                continue;
            notice_consent(h, r, seat, 0);
            consent_set(h, r, seat, 0);
        }
}

void chat_welcome(struct hub *h, struct room *r)
{
    for (int i = 0; r->phase == ROOM_READY && i < r->table.n_seats; i++)
        if (r->consents >> i & 1 && who_here(h, r->table.seat[i].who))
            notice_consent(h, r, i, 1);
}

void chat_consented(struct hub *h, struct room *r, int seat, int on)
{
    if (r->phase != ROOM_READY || seat >= r->table.n_seats || r->table.seat[seat].kind != IR_PERSON)
        return;
    consents_check(r);
    if ((r->consents >> seat & 1) != on)
        consent_set(h, r, seat, on);
}

void chat_heard(struct hub *h, struct room *r, int seat, const char *text)
{
    char clean[TEXT_MAX + 1];
    if (r->phase == ROOM_READY && seat < r->table.n_seats && open_to_all(r) &&
        text_clean(clean, sizeof clean, TEXT_MAX, text, strlen(text)) > 0)
        words_send(h, r, seat, clean);
}
