/* hub_lobby.c: the live list of open tables and games in progress, for everybody who looks at it.
 *
 * A node keeps one list while somebody looks. It is read again when something changed here or a notice of another node says so:
 * at most twice a second, and less often in a crowd. What differs is written once and sent to all: to some at a time, so that
 * nobody's move waits until thousands have heard of a table. Only what is listed is read; games without spectators are left
 * out. */
#include "hub_inside.h"

enum {
    LISTED_MS = 3600000, /* older ones are left out */
    READ_MS = 500,
    CROWD = 7,            /* this many who look make it a millisecond more */
    REFRESH_MS = 60000,   /* what grows old leaves the list in this time */
    PEOPLE_MS = 10000,    /* how often the number of people is told if nothing else is */
    ELSEWHERE_MS = 30000, /* how often a node tells the others how many it has */
    FORGET_MS = 100000,   /* ... and when one that is silent counts as gone */
    WAVE = 100,           /* so many are told at once, */
    WAVE_MS = 10,         /* and the next ones so much later */
    ENTRY_MAX = 4096,     /* bytes of one, escaped */
    PEOPLE_MAX = 80       /* ... of a message that tells only how many people there are */
};
enum notice { NOTICE_CHANGED = 1, NOTICE_PEOPLE = 2 }; /* the low bits of a word; above: the node, how many */

struct entry {
    char id[IR_ID_MAX];
    uint8_t playing, changed;
    int64_t updated;
    char *json; /* without its last member, `updated`, and the closing brace */
};

void match_members(struct ir_json *j, const struct store_match *m)
{
    static const char *const stage[] = {"gathering", "playing", "over"};
    ir_json_str(j, "table", m->id);
    ir_json_str(j, "game", m->game);
    ir_json_str(j, "options", m->options);
    ir_json_str(j, "settings", m->settings);
    ir_json_str(j, "stage", stage[m->stage >= 0 && m->stage <= IR_OVER_NOW ? m->stage : 0]);
    ir_json_list(j, "seats");
    for (int i = 0; i < m->seats && i < IR_SEATS_MAX; i++)
        if (m->name[i][0] || m->stage == IR_GATHERING) /* once it has begun, an empty seat is one that was closed */
            ir_json_str(j, NULL, m->name[i][0] ? m->name[i] : NULL);
    ir_json_end(j, ']');
    ir_json_int(j, "created", m->created);
}

void match_evening(struct ir_json *j, const struct store_match *m)
{
    if (m->event[0])
        ir_json_str(j, "evening", m->event);
}

/* ---- the list ---- */

static void list_free(struct entry *list, int n)
{
    for (int i = 0; i < n; i++)
        free(list[i].json);
    free(list);
}

void lobby_free(struct hub *h)
{
    list_free(h->lobby.list, h->lobby.n);
    list_free(h->lobby.fresh, h->lobby.n_fresh);
    free(h->lobby.text);
}

static struct entry *entry_find(struct entry *list, int n, const char *id)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i].id, id))
            return &list[i];
    return NULL;
}

static int may_list(const struct store_match *m, int stage)
{
    int16_t set[IR_SETTINGS];
    char why[IR_WHY_MAX];
    return m->listed && m->stage == stage && ir_settings_parse(m->settings, set, why) == IR_OK &&
           (stage == IR_GATHERING || set[IR_SET_WATCH]);
}

static void entry_add(struct lobby *l, const struct store_match *m)
{
    char text[ENTRY_MAX];
    struct ir_json j;
    struct entry *e = &l->fresh[l->n_fresh++];
    ir_json_start(&j, text, sizeof text);
    ir_json_object(&j, NULL);
    match_members(&j, m);
    *e = (struct entry){.playing = m->stage == IR_PLAYING, .updated = m->updated, .json = strdup(text)};
    memcpy(e->id, m->id, sizeof e->id);
    const struct entry *was = entry_find(l->list, l->n, e->id);
    e->changed = !was || was->playing != e->playing || strcmp(was->json, e->json) != 0;
}

static size_t list_size(const struct lobby *l)
{
    size_t size = 512 + (size_t)l->n_fresh * (IR_ID_MAX + 4);
    for (int i = 0; i < l->n; i++)
        size += strlen(l->list[i].json) + 64;
    return size;
}

static void list_write(const struct lobby *l, int playing, int changed, struct ir_text *t)
{
    const char *comma = "";
    ir_text_put(t, playing ? ",\"games\":[" : ",\"tables\":[");
    for (int i = 0; i < l->n; i++) {
        const struct entry *e = &l->list[i];
        if (e->playing != playing || (changed && !e->changed))
            continue;
        ir_text_put(t, comma);
        ir_text_put(t, e->json);
        ir_text_put(t, ",\"updated\":");
        ir_text_int(t, e->updated);
        ir_text_put(t, "}");
        comma = ",";
    }
    ir_text_put(t, "]");
}

static int people(struct hub *h)
{
    struct lobby *l = &h->lobby;
    int n = (int)h->people.n;
    for (int i = 0; i < l->n_others;) {
        if (l->others[i].until <= h->now)
            l->others[i] = l->others[--l->n_others];
        else
            n += l->others[i++].people;
    }
    return n;
}

static void people_write(struct hub *h, struct ir_text *t)
{
    ir_text_put(t, ",\"people\":");
    ir_text_int(t, people(h));
    ir_text_put(t, "}");
}

/* ---- sending ---- */

static void whole_send(struct hub *h, struct conn *c)
{
    struct ir_text t;
    size_t size = list_size(&h->lobby);
    ir_text_start(&t, alloc_raw(size), size);
    ir_text_put(&t, "{\"type\":\"lobby\",\"id\":");
    ir_text_int(&t, (int64_t)c->lobby_id);
    list_write(&h->lobby, 0, 0, &t);
    list_write(&h->lobby, 1, 0, &t);
    people_write(h, &t);
    c->lobby = LOBBY_SHOWN;
    h->port.send(h->port.self, c->link.key, t.out, t.len);
    free(t.out);
}

/* The next of those who are to be told; who waits for the first list gets it. */
static void wave_go_on(struct hub *h)
{
    struct lobby *l = &h->lobby;
    l->wave_at = h->now + WAVE_MS;
    for (int i = 0; i < WAVE && l->wave; i++) {
        struct conn *c = l->wave;
        l->wave = c->lobby_next;
        if (c->lobby == LOBBY_WAITS)
            whole_send(h, c);
        else if (l->text)
            h->port.send(h->port.self, c->link.key, l->text, l->text_n);
    }
}

/* Begins to tell everybody this text, which was allocated, or only the whole list to who waits for it (NULL). Whoever comes
 * from now on is before the others in the list, and gets what is true by now. */
static void wave_begin(struct hub *h, char *text, size_t n)
{
    struct lobby *l = &h->lobby;
    if (text) {
        l->people_told = people(h);
        l->people_at = h->now + PEOPLE_MS;
    }
    free(l->text);
    l->text = text;
    l->text_n = n;
    l->wave = l->viewers;
    wave_go_on(h);
}

/* The new list replaces the old one; those who have seen the old one get what differs, the others all of it. */
static void changes_send(struct hub *h)
{
    struct lobby *l = &h->lobby;
    struct entry *old = l->list;
    int n_old = l->n, changes = 0;
    struct ir_text t;
    const char *comma = "";
    l->list = l->fresh;
    l->n = l->n_fresh;
    l->fresh = NULL;
    size_t size = list_size(l) + (size_t)n_old * (IR_ID_MAX + 4);
    ir_text_start(&t, alloc_raw(size), size);
    ir_text_put(&t, "{\"type\":\"lobby\"");
    list_write(l, 0, 1, &t);
    list_write(l, 1, 1, &t);
    ir_text_put(&t, ",\"gone\":[");
    for (int i = 0; i < l->n; i++)
        changes += l->list[i].changed;
    for (int i = 0; i < n_old; i++) {
        if (entry_find(l->list, l->n, old[i].id))
            continue;
        ir_text_add(&t, "%s\"%s\"", comma, old[i].id);
        comma = ",";
        changes++;
    }
    ir_text_put(&t, "]");
    people_write(h, &t);
    list_free(old, n_old);
    l->n_fresh = 0;
    if (!changes)
        free(t.out);
    wave_begin(h, changes ? t.out : NULL, t.len);
}

/* ---- reading ---- */

static void read_failed(struct hub *h)
{
    struct lobby *l = &h->lobby;
    list_free(l->fresh, l->n_fresh);
    l->fresh = NULL;
    l->n_fresh = l->reading = 0;
    l->dirty = 1;
    l->read_at = h->now + 2000;
    for (struct conn *c = l->viewers, *next; c; c = next) {
        next = c->lobby_next;
        if (c->lobby != LOBBY_WAITS)
            continue;
        say_refused(h, c->link.key, NULL, c->lobby_id, "store", "The database does not answer. Try again in a moment.");
        lobby_leave(h, c);
    }
}

static void read_stage(struct hub *h, int stage);

static void after_read(struct hub *h, struct query *a)
{
    struct lobby *l = &h->lobby;
    int stage = (int)a->id;
    if (a->r.status != STORE_OK) {
        read_failed(h);
        return;
    }
    l->fresh = realloc(l->fresh, (size_t)(l->n_fresh + a->r.n + 1) * sizeof *l->fresh);
    if (!l->fresh)
        abort();
    for (int i = 0; i < a->r.n; i++)
        if (may_list(&a->r.list[i], stage) && !entry_find(l->fresh, l->n_fresh, a->r.list[i].id))
            entry_add(l, &a->r.list[i]);
    if (stage == IR_GATHERING) {
        read_stage(h, IR_PLAYING);
        return;
    }
    l->reading = 0;
    l->known = l->viewers != NULL; /* else nobody keeps it up to date */
    changes_send(h);
}

static void read_stage(struct hub *h, int stage)
{
    struct query *a = query_new(h, STORE_LISTED, after_read, 0);
    a->id = (uint64_t)stage;
    a->r.match.stage = stage;
    a->r.time = h->now - LISTED_MS;
    a->r.lived = hub_lived(h, LISTED_MS);
    a->r.limit = STORE_LIST_MAX;
    query_send(h, a);
}

static void sooner(int64_t *next, int64_t when)
{
    if (when && (!*next || when < *next))
        *next = when;
}

static int64_t lobby_word(const struct hub *h, enum notice kind, size_t n)
{
    return kind | (int64_t)h->node << 3 | (int64_t)(n < 1 << 24 ? n : 1 << 24) << 19;
}

int64_t lobby_tick(struct hub *h)
{
    struct lobby *l = &h->lobby;
    int64_t next = 0;
    if (h->closing)
        return 0;
    if (l->owes_notice && h->now >= l->notice_at) {
        l->owes_notice = 0;
        l->notice_at = h->now + READ_MS;
        notice_tell(h, LOBBY_CHANNEL, lobby_word(h, NOTICE_CHANGED, 0));
    }
    if (!h->limit.alone && h->now >= l->tell_at && (h->people.n || l->told)) {
        l->tell_at = h->now + ELSEWHERE_MS;
        l->told = h->people.n;
        notice_tell(h, LOBBY_CHANNEL, lobby_word(h, NOTICE_PEOPLE, l->told));
    }
    if (l->owes_notice)
        sooner(&next, l->notice_at);
    if (!h->limit.alone && (h->people.n || l->told))
        sooner(&next, l->tell_at);
    if (!l->viewers)
        return next;
    if (h->now >= l->refresh_at)
        l->dirty = 1;
    if (l->wave && h->now >= l->wave_at)
        wave_go_on(h);
    if (l->dirty && !l->reading && !l->wave && h->now >= l->read_at) {
        l->dirty = 0;
        l->reading = 1;
        l->read_at = h->now + READ_MS + l->n_viewers / CROWD;
        l->refresh_at = h->now + (h->limit.alone ? REFRESH_MS : h->limit.poll_ms);
        read_stage(h, IR_GATHERING);
    }
    if (h->now >= l->people_at && !l->reading && !l->wave) {
        l->people_at = h->now + PEOPLE_MS;
        if (people(h) != l->people_told && l->known) {
            struct ir_text t;
            ir_text_start(&t, alloc_raw(PEOPLE_MAX), PEOPLE_MAX);
            ir_text_put(&t, "{\"type\":\"lobby\",\"tables\":[],\"games\":[],\"gone\":[]");
            people_write(h, &t);
            wave_begin(h, t.out, t.len);
        }
    }
    if (l->wave) {
        sooner(&next, l->wave_at);
    } else if (!l->reading) {
        sooner(&next, l->dirty ? l->read_at : l->refresh_at);
        sooner(&next, l->people_at);
    }
    return next;
}

/* ---- what changes it ---- */

void lobby_touch(struct hub *h)
{
    h->lobby.dirty = 1;
    h->lobby.owes_notice = !h->limit.alone;
}

int lobby_notice(struct hub *h, const char *channel, int64_t seq)
{
    struct lobby *l = &h->lobby;
    if (strcmp(channel, LOBBY_CHANNEL) != 0)
        return 0;
    int kind = (int)(-seq & 7), i = 0;
    uint16_t node = (uint16_t)(-seq >> 3);
    if (!seq || kind == NOTICE_CHANGED)
        l->dirty = 1;
    if (!seq || kind != NOTICE_PEOPLE)
        return 1;
    while (i < l->n_others && l->others[i].node != node)
        i++;
    if (i < ELSEWHERE_MAX) {
        l->n_others += i == l->n_others;
        l->others[i].node = node;
        l->others[i].people = (int)(-seq >> 19);
        l->others[i].until = h->now + FORGET_MS;
    }
    return 1;
}

/* ---- who looks ---- */

void lobby_leave(struct hub *h, struct conn *c)
{
    struct lobby *l = &h->lobby;
    if (!c->lobby)
        return;
    c->lobby = LOBBY_NOT;
    *(c->lobby_before ? &c->lobby_before->lobby_next : &l->viewers) = c->lobby_next;
    if (c->lobby_next)
        c->lobby_next->lobby_before = c->lobby_before;
    if (l->wave == c)
        l->wave = c->lobby_next;
    c->lobby_next = c->lobby_before = NULL;
    if (--l->n_viewers)
        return;
    l->known = 0; /* nobody keeps it up to date any more */
    if (!h->limit.alone)
        h->port.watch(h->port.self, LOBBY_CHANNEL, 0);
}

static void enter(struct hub *h, struct conn *c)
{
    struct lobby *l = &h->lobby;
    c->lobby = LOBBY_WAITS;
    c->lobby_before = NULL;
    c->lobby_next = l->viewers;
    if (l->viewers)
        l->viewers->lobby_before = c;
    l->viewers = c;
    if (l->n_viewers++)
        return;
    l->dirty = 1;
    l->people_at = h->now + PEOPLE_MS;
    if (!h->limit.alone)
        h->port.watch(h->port.self, LOBBY_CHANNEL, 1);
}

void lobby_say(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    json_t *on = json_object_get(m, "on");
    const char *error = "command", *why = NULL;
    if (!json_is_boolean(on))
        why = "lobby needs on: true to look at the lobby, false to leave it.";
    else if (json_is_true(on) && c->lobby == LOBBY_WAITS)
        error = "rate", why = "You have asked already. Wait for the answer.";
    else if (json_is_true(on) && !bucket_try(&c->lists, LISTS_RATE, h->now))
        error = "rate", why = "That is too often. Wait a second.";
    if (why) {
        say_refused(h, c->link.key, NULL, id, error, why);
        return;
    }
    if (json_is_false(on)) {
        struct ir_json j;
        if (c->lobby == LOBBY_WAITS)
            say_refused(h, c->link.key, NULL, c->lobby_id, "stage", "You have left the lobby before the list was there.");
        lobby_leave(h, c);
        say_start(h, &j, "lobby");
        ir_json_int(&j, "id", (int64_t)id);
        ir_json_bool(&j, "on", 0);
        say_send(h, c->link.key, &j);
        return;
    }
    if (!c->lobby)
        enter(h, c);
    c->lobby_id = id;
    if (h->lobby.known)
        whole_send(h, c);
    else
        c->lobby = LOBBY_WAITS;
}
