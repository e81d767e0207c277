/* hub_presence.c: presence and reactions, which are not stored. They are sent to everybody at the table, and to the other nodes
 * that watch it as a 63-bit notice. A notice may be lost, so presence is sent again now and then, and expires if it is not. */
#include "hub_inside.h"

enum { PRESENCE_MS = 200, FORGET_POLLS = 3 };
enum notice { NOTICE_OTHER = 0, NOTICE_HERE = 1, NOTICE_REACT = 2, NOTICE_LOOK = 3 };
enum other {
    OTHER_RENEW = 1,
    OTHER_CONSENT,
    OTHER_CHAT,
    OTHER_RATED
}; /* in the next six bits; then a seat, and whether it is on */

static const char *const reacts[] = {"hello", "nice", "oops", "think", "thanks", "again"};

void presence_soon(struct hub *h, struct room *r)
{
    if (r->n_viewers && !r->timer[TIMER_PRESENCE]) /* less often in a crowd, to bound the traffic */
        keep_timer(h, r, TIMER_PRESENCE, h->now + PRESENCE_MS + r->n_viewers / 4);
}

/* ---- to the other nodes ---- */

/* A node that begins to watch a table says so. Nodes that hear it for the first time answer the same, and from then on tell
 * each other of rows. Rows that were appended just before are covered by a notice that there may be one more. */
void notice_look(struct hub *h, const struct room *r)
{
    notice_tell(h, r->id, NOTICE_LOOK | (int64_t)h->node << 24);
}

void notice_more(struct hub *h, const struct room *r)
{
    notice_tell(h, r->id, -(r->table.seq + 1));
}

static int64_t notice_here(const struct hub *h, unsigned here, int watching)
{
    return NOTICE_HERE | (int64_t)here << 2 | (int64_t)(watching < 65535 ? watching : 65535) << 8 | (int64_t)h->node << 24;
}

/* Who is at this table on this node. */
static unsigned here_now(const struct room *r, int *watching)
{
    unsigned here = 0;
    *watching = 0;
    for (const struct viewer *s = r->viewers; s; s = s->next) {
        int seat = ir_table_seat(&r->table, s->conn->who);
        if (seat >= 0)
            here |= 1u << seat;
        else
            ++*watching;
    }
    return here;
}

/* ---- to those at the table ---- */

/* from: the seat this comes from, or IR_SPECTATOR; whoever does not want to hear of that person hears nothing. */
static void all_send(struct hub *h, const struct room *r, int from, struct ir_json *j)
{
    uint64_t who = from >= 0 ? r->table.seat[from].who : 0;
    ir_json_end(j, '}');
    for (const struct viewer *s = r->viewers; s; s = s->next)
        if (s->started && (!who || s->conn->who == who || tie_hears(s->conn->person, who)))
            h->port.send(h->port.self, s->conn->link.key, j->text.out, j->text.len);
}

void presence_broadcast(struct hub *h, struct room *r)
{
    struct ir_json j;
    int watching, kept = 0;
    unsigned here = here_now(r, &watching);
    int64_t notice = notice_here(h, here, watching);
    if (notice != r->presence_sent && r->n_elsewhere)
        notice_tell(h, r->id, notice);
    r->presence_sent = notice;
    for (int i = 0; i < r->n_elsewhere; i++) {
        if (r->elsewhere[i].until <= h->now)
            continue;
        here |= r->elsewhere[i].here;
        watching += r->elsewhere[i].watching;
        r->elsewhere[kept++] = r->elsewhere[i];
    }
    r->n_elsewhere = kept;
    say_start(h, &j, "presence");
    ir_json_str(&j, "table", r->id);
    ir_json_list(&j, "here");
    for (int seat = 0; seat < r->table.n_seats; seat++)
        ir_json_bool(&j, NULL, here >> seat & 1);
    ir_json_end(&j, ']');
    ir_json_int(&j, "watching", watching);
    all_send(h, r, IR_SPECTATOR, &j);
    if (r->consents)
        chat_tell(h, r);
}

void presence_refresh(struct hub *h, struct room *r)
{
    if (r->presence_sent && r->n_elsewhere)
        notice_tell(h, r->id, r->presence_sent);
    keep_timer(h, r, TIMER_REFRESH, h->now + h->limit.poll_ms);
    for (int i = 0; i < r->n_elsewhere; i++)
        if (r->elsewhere[i].until <= h->now)
            presence_soon(h, r);
}

void presence_withdraw(struct hub *h, struct room *r)
{
    if (r->watched)
        notice_tell(h, r->id, notice_here(h, 0, 0));
    r->presence_sent = 0;
    r->n_elsewhere = 0;
}

int react_find(const char *name)
{
    for (int i = 0; i < (int)(sizeof reacts / sizeof *reacts); i++)
        if (!strcmp(reacts[i], name))
            return i;
    return -1;
}

static void react_send(struct hub *h, struct room *r, int seat, int react)
{
    struct ir_json j;
    say_start(h, &j, "react");
    ir_json_str(&j, "table", r->id);
    ir_json_int(&j, "seat", seat);
    ir_json_str(&j, "react", reacts[react]);
    all_send(h, r, seat, &j);
}

void react_broadcast(struct hub *h, struct room *r, int seat, int react)
{
    react_send(h, r, seat, react);
    notice_tell(h, r->id, NOTICE_REACT | (int64_t)seat << 2 | (int64_t)react << 8);
}

/* ---- from another node ---- */

static void here_heard(struct hub *h, struct room *r, int64_t notice)
{
    int look = (notice & 3) == NOTICE_LOOK;
    struct elsewhere e = {.here = notice >> 2 & 63,
                          .watching = (uint16_t)(notice >> 8),
                          .node = (uint16_t)(notice >> 24),
                          .until = h->now + (int64_t)FORGET_POLLS * h->limit.poll_ms};
    int i = 0;
    while (i < r->n_elsewhere && r->elsewhere[i].node != e.node)
        i++;
    if (i == ELSEWHERE_MAX)
        return;
    if (i == r->n_elsewhere) { /* this node is new to us, so we may be new to it */
        if (!e.here && !e.watching && !look)
            return;
        if (!r->elsewhere)
            r->elsewhere = alloc_zero(ELSEWHERE_MAX * sizeof *r->elsewhere);
        r->n_elsewhere++;
        r->presence_sent = 0;
        presence_soon(h, r);
        notice_look(h, r);
        notice_more(h, r);
        chat_welcome(h, r);
    } else if (r->elsewhere[i].here != e.here || r->elsewhere[i].watching != e.watching) {
        presence_soon(h, r);
    }
    r->elsewhere[i] = e;
    if (!e.here && !e.watching && !look)
        r->elsewhere[i] = r->elsewhere[--r->n_elsewhere];
}

void notice_renew(struct hub *h, const char *table)
{
    notice_tell(h, table, NOTICE_OTHER | OTHER_RENEW << 2);
}

static int64_t notice_seat(enum other what, int seat, int on)
{
    return NOTICE_OTHER | (int64_t)what << 2 | (int64_t)seat << 8 | (int64_t)on << 16;
}

void notice_consent(struct hub *h, const struct room *r, int seat, int on)
{
    notice_tell(h, r->id, notice_seat(OTHER_CONSENT, seat, on));
}

void notice_chat(struct hub *h, const struct room *r, int seat, const char *text)
{
    notice_text(h, r->id, notice_seat(OTHER_CHAT, seat, 1), text);
}

void notice_rated(struct hub *h, const char *match, const char *seats)
{
    notice_text(h, match, NOTICE_OTHER | OTHER_RATED << 2, seats);
}

static void other_heard(struct hub *h, struct room *r, int64_t notice, const char *text)
{
    int what = notice >> 2 & 63, seat = notice >> 8 & 255;
    if (what == OTHER_RENEW)
        room_renew(h, r);
    else if (what == OTHER_CONSENT)
        chat_consented(h, r, seat, notice >> 16 & 1);
    else if (what == OTHER_CHAT && text)
        chat_heard(h, r, seat, text);
    else if (what == OTHER_RATED && text && r->viewers)
        rated_heard(h, r, text);
}

void notice_receive(struct hub *h, struct room *r, int64_t notice, const char *text)
{
    int seat = notice >> 2 & 63, react = notice >> 8 & 255;
    if ((notice & 3) == NOTICE_HERE || (notice & 3) == NOTICE_LOOK)
        here_heard(h, r, notice);
    else if ((notice & 3) == NOTICE_OTHER)
        other_heard(h, r, notice, text);
    else if (r->phase == ROOM_READY && seat < r->table.n_seats && react < (int)(sizeof reacts / sizeof *reacts))
        react_send(h, r, seat, react);
}
