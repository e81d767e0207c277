/* hub_ties.c: what people think of each other: friends, whom they do not want to hear, and whom they do not want to meet.
 *
 * Two people are friends if both say so. Whoever is muted or blocked is not told. Only friends see whether somebody is
 * online. The ties of everybody who is connected here are in memory, and are loaded again when a notice says that they
 * changed: so nothing that a muted person says is sent and then taken back.
 *
 * Who is online on another node is told by notices on a person's channel, with a text: "hi WHO" (WHO has come; say if you are
 * here, too), "on WHO", "off WHO". If one is lost, a friend is shown as gone or as there until somebody asks again. */
#include "hub_inside.h"

enum { SHOWN = 200, RECENT = 20, RECENT_TABLES = 50, ASKED_MAX = 30, TELL_MS = 1000, AGAIN_MS = 5000, STALE_MS = 60000 };

/* ---- what is known ---- */

const struct tie *tie_find(const struct person *p, uint64_t who)
{
    for (int i = 0; i < p->n_ties; i++)
        if (p->tie[i].who == who)
            return &p->tie[i];
    return NULL;
}

static int both(const struct tie *t)
{
    return t && t->mine & t->theirs & IR_TIE_FRIEND && !(t->mine & IR_TIE_BLOCK);
}

int tie_friends(const struct person *p, uint64_t who)
{
    return both(tie_find(p, who));
}

int tie_hears(const struct person *p, uint64_t who)
{
    const struct tie *t = tie_find(p, who);
    return p->ties_known && (!t || !(t->mine & (IR_TIE_MUTE | IR_TIE_BLOCK)));
}

/* ---- who is there ---- */

static void presence_tell(struct hub *h, const struct person *p, uint64_t to, const char *word)
{
    char text[24];
    snprintf(text, sizeof text, "%s %016llx", word, (unsigned long long)p->link.key);
    who_text(h, to, text);
}

static void due_at(struct hub *h, struct person *p, int64_t when)
{
    if (p->ties_due)
        return;
    p->ties_due = when;
    p->next_due = h->ties_due;
    h->ties_due = p;
}

/* They are to be told, if they have asked. */
static void due(struct hub *h, struct person *p)
{
    int asked = 0;
    for (const struct conn *c = p->conns; c; c = c->next_of_person)
        asked |= c->ties;
    if (asked)
        due_at(h, p, p->ties_told + TELL_MS > h->now ? p->ties_told + TELL_MS : h->now);
}

void ties_notice(struct hub *h, struct person *p, const char *text)
{
    char word[4];
    uint64_t who;
    int n = 0;
    if (sscanf(text, "%3[a-z]%n", word, &n) != 1 || text[n] != ' ')
        return;
    who = strtoull(text + n + 1, NULL, 16);
    for (int i = 0; i < p->n_ties; i++) {
        struct tie *t = &p->tie[i];
        if (t->who != who || !both(t))
            continue;
        t->elsewhere = strcmp(word, "off") != 0;
        if (!strcmp(word, "hi"))
            presence_tell(h, p, who, "on");
        else if (!strcmp(word, "off"))
            presence_tell(h, p, who, "hi"); /* perhaps on a third node */
        due(h, p);
    }
}

/* ---- loading ---- */

/* New friends are told that this person is here, and say whether they are. */
static void ties_keep(struct hub *h, struct person *p, const struct query *a)
{
    struct tie *tie = alloc_zero((size_t)(a->r.n ? a->r.n : 1) * sizeof *tie);
    for (int i = 0; i < a->r.n; i++) {
        const struct store_item *item = &a->r.items[i];
        const struct tie *before = tie_find(p, item->who);
        tie[i] = (struct tie){.who = item->who,
                              .mine = (uint8_t)item->mine,
                              .theirs = (uint8_t)item->theirs,
                              .elsewhere = before ? before->elsewhere : 0};
        if (!both(&tie[i]) || both(before))
            continue;
        struct person *friend = who_find(h, item->who);
        if (friend)
            due(h, friend);
        if (!h->limit.alone)
            presence_tell(h, p, item->who, "hi");
    }
    free(p->tie);
    p->tie = tie;
    p->n_ties = a->r.n;
    p->ties_known = 1;
}

static void load(struct hub *h, struct person *p);

static void after_load(struct hub *h, struct query *a)
{
    struct person *p = who_find(h, a->r.who);
    if (!p || !p->ties_loading)
        return;
    p->ties_loading = 0;
    if (a->r.status == STORE_OK) {
        ties_keep(h, p, a);
        chat_look(h, p);
    } else {
        due_at(h, p, h->now + AGAIN_MS);
    }
    if (p->ties_again)
        load(h, p);
}

static void load(struct hub *h, struct person *p)
{
    p->ties_again = p->ties_loading;
    if (p->ties_loading)
        return;
    p->ties_loading = 1;
    struct query *a = query_new(h, STORE_TIES, after_load, 0);
    a->r.who = p->link.key;
    query_send(h, a);
}

void ties_came(struct hub *h, struct person *p)
{
    load(h, p);
}

void ties_left(struct hub *h, struct person *p)
{
    struct person **at = &h->ties_due;
    for (int i = 0; i < p->n_ties; i++) {
        struct person *friend = both(&p->tie[i]) ? who_find(h, p->tie[i].who) : NULL;
        if (friend)
            due(h, friend);
        if (both(&p->tie[i]) && !h->limit.alone)
            presence_tell(h, p, p->tie[i].who, "off");
    }
    while (p->ties_due && *at != p)
        at = &(*at)->next_due;
    if (p->ties_due)
        *at = p->next_due;
}

void ties_told(struct hub *h, struct person *p, const char *table)
{
    (void)table;
    load(h, p);
    due(h, p);
}

/* ---- answers ---- */

/* Somebody asked for their ties: first these are loaded, then their games, for whom they played with. */
struct asking {
    struct job job; /* first */
    uint64_t conn, id;
    int n;
    struct store_item item[];
};

static void asking_drop(struct job *j)
{
    free(j);
}

static void person_json(struct hub *h, const struct person *p, const struct store_item *item, struct ir_json *j)
{
    char who[17];
    const struct tie *t = tie_find(p, item->who);
    int mine = item->mine & IR_TIE_FRIEND, theirs = item->theirs & IR_TIE_FRIEND, blocked = item->mine & IR_TIE_BLOCK;
    who_write(who, item->who);
    ir_json_object(j, NULL);
    ir_json_str(j, "who", who);
    ir_json_str(j, "name", item->name);
    ir_json_str(j, "friend", blocked ? NULL : mine && theirs ? "both" : mine ? "asked" : theirs ? "asks" : NULL);
    ir_json_bool(j, "muted", (item->mine & IR_TIE_MUTE) != 0);
    ir_json_bool(j, "blocked", blocked != 0);
    ir_json_bool(j, "online", mine && theirs && !blocked && (who_here(h, item->who) || (t && t->elsewhere)));
    ir_json_end(j, '}');
}

static const struct store_item *item_find(const struct asking *k, uint64_t who)
{
    for (int i = 0; i < k->n; i++)
        if (k->item[i].who == who)
            return &k->item[i];
    return NULL;
}

/* Calls `found` for each person who sat at one of these tables with this one, newest first, until it returns 0. */
static int recent_each(const struct query *a, uint64_t me,
                       int (*found)(void *, uint64_t, const char *, const struct store_match *), void *arg)
{
    for (int i = 0; i < a->r.n; i++)
        for (int seat = 0; seat < a->r.list[i].seats && seat < IR_SEATS_MAX; seat++) {
            uint64_t who = a->r.list[i].who[seat];
            if (who && who != me && !found(arg, who, a->r.list[i].name[seat], &a->r.list[i]))
                return 1;
        }
    return 0;
}

struct recents {
    const struct asking *asking;
    struct ir_json *j;
    uint64_t who[RECENT];
    int n;
};

static int recent_json(void *arg, uint64_t who, const char *name, const struct store_match *m)
{
    struct recents *r = arg;
    const struct store_item *item = item_find(r->asking, who);
    char text[17];
    for (int i = 0; i < r->n; i++)
        if (r->who[i] == who)
            return 1;
    if (item && item->mine & IR_TIE_BLOCK)
        return 1;
    r->who[r->n++] = who;
    who_write(text, who);
    ir_json_object(r->j, NULL);
    ir_json_str(r->j, "who", text);
    ir_json_str(r->j, "name", name);
    ir_json_str(r->j, "table", m->id);
    ir_json_int(r->j, "time", m->updated);
    ir_json_end(r->j, '}');
    return r->n < RECENT;
}

static void after_games(struct hub *h, struct query *a)
{
    struct asking *k = a->job;
    struct conn *c = conn_find(h, k->conn);
    if (c && a->r.status != STORE_OK)
        say_refused(h, k->conn, NULL, k->id, "store", "The database does not answer. Try again in a moment.");
    if (c && a->r.status == STORE_OK && c->person) {
        size_t size = 512 + (SHOWN + RECENT) * (size_t)400; /* the longest names, escaped */
        char *out = alloc_raw(size);
        struct ir_json j;
        int shown = 0;
        ir_json_start(&j, out, size);
        ir_json_object(&j, NULL);
        ir_json_str(&j, "type", "ties");
        if (k->id)
            ir_json_int(&j, "id", (int64_t)k->id);
        ir_json_list(&j, "people");
        for (int i = 0; i < k->n && shown < SHOWN; i++)
            if (k->item[i].mine || k->item[i].theirs & IR_TIE_FRIEND) {
                person_json(h, c->person, &k->item[i], &j);
                shown++;
            }
        ir_json_end(&j, ']');
        ir_json_list(&j, "recent");
        recent_each(a, c->who, recent_json, &(struct recents){.asking = k, .j = &j});
        ir_json_end(&j, ']');
        say_send(h, k->conn, &j);
        free(out);
    }
    job_end(h, &k->job);
}

static void after_ties(struct hub *h, struct query *a)
{
    struct conn *c = conn_find(h, a->conn);
    if (!c || !c->person)
        return;
    if (a->r.status != STORE_OK) {
        say_refused(h, a->conn, NULL, a->id, "store", "The database does not answer. Try again in a moment.");
        return;
    }
    struct asking *k = alloc_zero(sizeof *k + (size_t)a->r.n * sizeof *k->item);
    job_add(h, &k->job, asking_drop);
    k->conn = a->conn;
    k->id = a->id;
    k->n = a->r.n;
    if (a->r.n)
        memcpy(k->item, a->r.items, (size_t)a->r.n * sizeof *k->item);
    ties_keep(h, c->person, a);
    struct query *b = query_new(h, STORE_MINE, after_games, 0);
    b->job = k;
    b->r.who = c->who;
    b->r.limit = RECENT_TABLES;
    query_send(h, b);
}

void ties_ask(struct hub *h, struct conn *c, uint64_t id)
{
    struct person *p = c->person;
    struct query *a = query_new(h, STORE_TIES, after_ties, 0);
    a->conn = c->link.key;
    a->id = id;
    a->r.who = c->who;
    c->ties = 1;
    if (h->now - p->ties_told > STALE_MS) /* a node that died said nothing */
        for (int i = 0; i < p->n_ties; i++)
            if (both(&p->tie[i]) && !h->limit.alone) {
                p->tie[i].elsewhere = 0;
                presence_tell(h, p, p->tie[i].who, "hi");
            }
    p->ties_told = h->now;
    query_send(h, a);
}

int64_t ties_tick(struct hub *h)
{
    int64_t next = 0;
    for (struct person **at = &h->ties_due, *p; (p = *at);) {
        if (p->ties_due > h->now) {
            next = !next || p->ties_due < next ? p->ties_due : next;
            at = &p->next_due;
            continue;
        }
        *at = p->next_due;
        p->ties_due = 0;
        if (!p->ties_known)
            load(h, p);
        for (struct conn *c = p->conns; c; c = c->next_of_person)
            if (c->ties)
                ties_ask(h, c, 0);
    }
    return next;
}

/* ---- changing one ---- */

/* What somebody wants to change, while it is looked up whom they know. */
struct change {
    struct job job; /* first */
    uint64_t conn, id, who, other;
    int be, mine, theirs, flags, asked;
};
enum be { BE_FRIEND, BE_NONE, BE_MUTE, BE_UNMUTE, BE_BLOCK, BE_UNBLOCK, BES };
static const char *const bes[BES] = {"friend", "none", "mute", "unmute", "block", "unblock"};

static void change_drop(struct job *j)
{
    free(j);
}

static void change_refuse(struct hub *h, struct change *k, const char *error, const char *why)
{
    say_refused(h, k->conn, NULL, k->id, error, why);
    job_end(h, &k->job);
}

static void change_done(struct hub *h, struct change *k)
{
    struct conn *c = conn_find(h, k->conn);
    who_tell(h, k->who, WHO_TIES, "");
    if (k->be == BE_FRIEND || (k->theirs && (k->be == BE_NONE || k->be == BE_BLOCK))) /* whoever is muted is told nothing */
        who_tell(h, k->other, WHO_TIES, "");
    if (k->be == BE_BLOCK)
        who_tell(h, k->who, WHO_MINE, "");
    if (c && c->person)
        ties_ask(h, c, k->id);
    job_end(h, &k->job);
}

static void after_theirs_set(struct hub *h, struct query *a)
{
    struct change *k = a->job;
    if (a->r.status == STORE_OK || a->r.status == STORE_NOT_FOUND)
        change_done(h, k);
    else
        change_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
}

static void tie_store(struct hub *h, struct change *k, uint64_t who, uint64_t other, int flags,
                      void (*then)(struct hub *, struct query *))
{
    struct query *a = query_new(h, STORE_TIE_SET, then, 0);
    a->job = k;
    a->r.who = who;
    a->r.other = other;
    a->r.flags = flags;
    a->r.time = h->now;
    query_send(h, a);
}

/* `none` also takes the other's wish back, so that an end of a friendship does not look like a new request. */
static void after_theirs(struct hub *h, struct query *a)
{
    struct change *k = a->job;
    int flags = 0;
    for (int i = 0; i < a->r.n; i++)
        if (a->r.items[i].who == k->who)
            flags = a->r.items[i].mine;
    if (a->r.status != STORE_OK)
        change_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
    else
        tie_store(h, k, k->other, k->who, flags & ~IR_TIE_FRIEND, after_theirs_set);
}

static void after_set(struct hub *h, struct query *a)
{
    struct change *k = a->job;
    if (a->r.status == STORE_NOT_FOUND) {
        change_refuse(h, k, "unknown-person", "There is nobody with this id any more.");
    } else if (a->r.status == STORE_CONFLICT) {
        change_refuse(h, k, "full", "Your list is full. Remove somebody from it first.");
    } else if (a->r.status != STORE_OK) {
        change_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
    } else if (k->be == BE_NONE && k->theirs) {
        struct query *b = query_new(h, STORE_TIES, after_theirs, 0);
        b->job = k;
        b->r.who = k->other;
        query_send(h, b);
    } else {
        change_done(h, k);
    }
}

static int known(void *arg, uint64_t who, const char *name, const struct store_match *m)
{
    (void)name, (void)m;
    return who != *(const uint64_t *)arg;
}

static void after_known(struct hub *h, struct query *a)
{
    struct change *k = a->job;
    if (a->r.status != STORE_OK)
        change_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
    else if (!recent_each(a, k->who, known, &k->other))
        change_refuse(h, k, "unknown-person", "You can ask people to be friends with whom you have sat at a table.");
    else
        tie_store(h, k, k->who, k->other, k->flags, after_set);
}

static void after_mine(struct hub *h, struct query *a)
{
    static const int add[BES] = {[BE_FRIEND] = IR_TIE_FRIEND, [BE_MUTE] = IR_TIE_MUTE, [BE_BLOCK] = IR_TIE_BLOCK};
    static const int drop[BES] = {[BE_FRIEND] = IR_TIE_BLOCK,
                                  [BE_NONE] = IR_TIE_FRIEND,
                                  [BE_UNMUTE] = IR_TIE_MUTE,
                                  [BE_BLOCK] = IR_TIE_FRIEND,
                                  [BE_UNBLOCK] = IR_TIE_BLOCK};
    struct change *k = a->job;
    if (a->r.status != STORE_OK) {
        change_refuse(h, k, "store", "The database does not answer. Try again in a moment.");
        return;
    }
    for (int i = 0; i < a->r.n; i++) {
        const struct store_item *item = &a->r.items[i];
        if (item->who == k->other)
            k->mine = item->mine, k->theirs = item->theirs & IR_TIE_FRIEND;
        else
            k->asked += item->mine & IR_TIE_FRIEND && !(item->theirs & IR_TIE_FRIEND);
    }
    k->flags = (k->mine & ~drop[k->be]) | add[k->be];
    if (k->be != BE_FRIEND || k->theirs || k->mine & IR_TIE_FRIEND) {
        tie_store(h, k, k->who, k->other, k->flags, after_set);
    } else if (k->asked >= ASKED_MAX) {
        change_refuse(h, k, "full", "You have asked many people who have not answered. Wait for them, or take some back.");
    } else {
        struct query *b = query_new(h, STORE_MINE, after_known, 0);
        b->job = k;
        b->r.who = k->who;
        query_send(h, b);
    }
}

void tie_set(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *word = json_string_value(json_object_get(m, "be"));
    uint64_t other = who_read(json_object_get(m, "who"));
    int be = 0;
    while (be < BES && (!word || strcmp(bes[be], word) != 0))
        be++;
    if (be == BES || !other || other == c->who) {
        say_refused(h, c->link.key, NULL, id, "command",
                    "A tie has the `who` of somebody else, and `be`: friend, none, mute, unmute, block or unblock.");
        return;
    }
    if (!bucket_try(&c->small, 1, h->now)) {
        say_refused(h, c->link.key, NULL, id, "rate", "That is too many changes. Wait a second.");
        return;
    }
    struct change *k = alloc_zero(sizeof *k);
    struct query *a = query_new(h, STORE_TIES, after_mine, 0);
    *k = (struct change){.conn = c->link.key, .id = id, .who = c->who, .other = other, .be = be};
    job_add(h, &k->job, change_drop);
    a->job = k;
    a->r.who = c->who;
    query_send(h, a);
}
