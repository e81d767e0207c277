/* hub_who.c: the people who are connected to this node, and how they are told of something wherever they are.
 *
 * A person has a channel, which each node watches while one of their connections is logged in there. A notice on it is a word
 * of 63 bits: what happened, and at which table. It only says "look again": what the client is told comes from the store or
 * from memory. So a lost notice costs delay and no truth, and after a lost connection to the store everything is looked at
 * again. */
#include "hub_inside.h"

enum { KIND_BITS = 3, TABLE_LETTERS = 12 };
static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* as random_text makes ids of */

/* Who wants to know. `table` is "" if it is about none, or if anything may have happened. The person is connected here. */
static void (*const told[WHO_KINDS])(struct hub *, struct person *, const char *table) = {
    [WHO_TURN] = turn_told, [WHO_INVITE] = mine_told,   [WHO_PAIRED] = seek_told,      [WHO_TIES] = ties_told,
    [WHO_MINE] = mine_told, [WHO_KICK] = people_kicked, [WHO_SOUGHT] = seek_elsewhere,
};

/* ---- words ---- */

static void channel_write(char channel[IR_ID_MAX], uint64_t who)
{
    struct ir_text t;
    ir_text_start(&t, channel, IR_ID_MAX);
    ir_text_put(&t, WHO_CHANNEL);
    ir_text_hex64(&t, who);
}

static int64_t word_write(enum who_kind kind, const char *table)
{
    int64_t word = 0;
    for (int i = 0; i < TABLE_LETTERS && strlen(table) == TABLE_LETTERS; i++) {
        const char *at = strchr(letters, table[i]);
        if (!at)
            return kind; /* not an id of ours: whoever hears of it looks at everything */
        word = word * 31 + (at - letters);
    }
    return word << KIND_BITS | (int64_t)kind;
}

static void word_read(int64_t word, enum who_kind *kind, char table[IR_ID_MAX])
{
    *kind = (enum who_kind)(word & ((1 << KIND_BITS) - 1));
    memset(table, 0, IR_ID_MAX);
    int64_t rest = word >> KIND_BITS;
    for (int i = TABLE_LETTERS - 1; i >= 0 && word >> KIND_BITS; i--, rest /= 31)
        table[i] = letters[rest % 31];
}

void notice_tell(struct hub *h, const char *channel, int64_t word)
{
    notice_text(h, channel, word, NULL);
}

void notice_text(struct hub *h, const char *channel, int64_t word, const char *text)
{
    if (h->limit.alone)
        return;
    size_t n = text ? strlen(text) + 1 : 0;
    struct query *a = query_new(h, STORE_NOTIFY, query_ignore, n);
    memcpy(a->r.match.id, channel, strlen(channel) + 1);
    a->r.row.seq = -word;
    if (text)
        a->r.row.text = memcpy(a->text, text, n);
    query_send(h, a);
}

/* ---- coming and going ---- */

void who_enter(struct hub *h, struct conn *c)
{
    struct person *p = who_find(h, c->who);
    char channel[IR_ID_MAX];
    ir_assert(c->who && !c->person);
    if (!p) {
        p = alloc_zero(sizeof *p);
        map_put(&h->people, &p->link, c->who);
        channel_write(channel, c->who);
        if (!h->limit.alone)
            h->port.watch(h->port.self, channel, 1);
    }
    c->person = p;
    c->next_of_person = p->conns;
    p->conns = c;
    if (p->n++ == 0)
        ties_came(h, p);
}

static void person_free(struct hub *h, struct person *p)
{
    map_remove(&h->people, &p->link);
    free(p->tie);
    free(p);
}

void who_leave(struct hub *h, struct conn *c)
{
    struct person *p = c->person;
    struct conn **at;
    char channel[IR_ID_MAX];
    if (!p)
        return;
    for (at = &p->conns; *at != c; at = &(*at)->next_of_person)
        continue;
    *at = c->next_of_person;
    c->person = NULL;
    if (--p->n)
        return;
    seek_left(h, p->link.key);
    mine_left(h, p);
    channel_write(channel, p->link.key);
    if (!h->limit.alone)
        h->port.watch(h->port.self, channel, 0);
    ties_left(h, p);
    person_free(h, p);
}

void who_free(struct hub *h)
{
    for (struct link *l = map_next(&h->people, NULL), *next; l; l = next) {
        next = map_next(&h->people, l);
        person_free(h, (struct person *)l);
    }
    map_free(&h->people);
}

/* ---- looking ---- */

struct person *who_find(const struct hub *h, uint64_t who)
{
    return (struct person *)map_find(&h->people, who);
}

struct conn *who_first(const struct hub *h, uint64_t who)
{
    const struct person *p = who_find(h, who);
    return p ? p->conns : NULL;
}

struct conn *who_next(const struct conn *c)
{
    return c->next_of_person;
}

int who_here(const struct hub *h, uint64_t who)
{
    const struct person *p = who_find(h, who);
    return p ? p->n : 0;
}

int who_at(const struct hub *h, uint64_t who, const char *table)
{
    for (const struct conn *c = who_first(h, who); c; c = who_next(c))
        if (viewer_find(c, table))
            return 1;
    return 0;
}

/* ---- telling ---- */

void who_send(struct hub *h, uint64_t who, struct ir_json *j)
{
    ir_json_end(j, '}');
    for (const struct conn *c = who_first(h, who); c; c = who_next(c))
        h->port.send(h->port.self, c->link.key, j->text.out, j->text.len);
}

void who_told(struct hub *h, uint64_t who, enum who_kind kind, const char *table)
{
    struct person *p = who_find(h, who);
    if (p && told[kind])
        told[kind](h, p, table);
}

void who_elsewhere(struct hub *h, uint64_t who, enum who_kind kind, const char *table)
{
    char channel[IR_ID_MAX];
    channel_write(channel, who);
    notice_tell(h, channel, word_write(kind, table));
}

void who_tell(struct hub *h, uint64_t who, enum who_kind kind, const char *table)
{
    if (!who)
        return;
    who_told(h, who, kind, table);
    who_elsewhere(h, who, kind, table);
}

void who_push(struct hub *h, uint64_t who, const char *kind, const char *table, const char *game)
{
    if (!h->port.push || who_here(h, who))
        return;
    h->count.pushes++;
    h->port.push(h->port.self, who, kind, table, game);
}

void who_text(struct hub *h, uint64_t who, const char *text)
{
    char channel[IR_ID_MAX];
    channel_write(channel, who);
    notice_text(h, channel, 1 << KIND_BITS, text); /* of no kind */
}

int who_notice(struct hub *h, const char *channel, const struct store_row *row)
{
    int64_t seq = row->seq;
    char table[IR_ID_MAX];
    size_t n = strlen(WHO_CHANNEL);
    enum who_kind kind;
    if (strncmp(channel, WHO_CHANNEL, n) != 0)
        return 0;
    uint64_t who = strtoull(channel + n, NULL, 16);
    if (row->text && who_find(h, who))
        ties_notice(h, who_find(h, who), row->text);
    word_read(-seq, &kind, table);
    if (seq < 0 && kind < WHO_KINDS)
        who_told(h, who, kind, table);
    for (int i = WHO_TURN; seq == 0 && i < WHO_SOUGHT; i++) /* notices were lost */
        who_told(h, who, i, "");
    return 1;
}
