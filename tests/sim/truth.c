/* truth.c: the invariants. The truth is the fold of the rows in the store, kept frame by frame. Every message is compared with
 * it when it leaves a hub. */
#include "sim.h"

#include "table/table.h"
#include "unit/delta_apply.h"

struct truth *truth_find(struct sim *s, const char *match)
{
    for (int i = 0; i < s->n_truths; i++)
        if (!strcmp(s->truth_id[i], match))
            return s->truth[i];
    return NULL;
}

int truth_has(const struct truth *t, uint64_t who, uint64_t id)
{
    for (int i = 0; i < t->n_done; i++)
        if (t->done[i].who == who && t->done[i].id == id)
            return 1;
    return 0;
}

static void frame_add(struct truth *t, const struct ir_story *story)
{
    if (!(t->n & (t->n - 1)))
        t->frame = realloc(t->frame, (size_t)(t->n ? 2 * t->n : 1) * sizeof *t->frame);
    struct frame_truth *f = &t->frame[t->n++];
    f->table = t->table;
    f->n_events = story ? story->n : 0;
    f->n_acts = story ? story->n_acts : 0;
    if (story)
        memcpy(f->act, story->act, sizeof f->act);
    f->answers = 0;
    f->event = alloc_zero((size_t)(f->n_events + 1) * sizeof *f->event);
    if (story)
        memcpy(f->event, story->e, (size_t)story->n * sizeof *f->event);
}

void truth_match(struct sim *s, const struct store_match *m)
{
    char why[IR_WHY_MAX];
    struct ir_text hex;
    struct truth *t = alloc_zero(sizeof *t);
    if (s->n_truths == (s->meet || s->evening.on ? TRUTHS_MAX : TABLES_MAX)) {
        sim_violation(s, "more tables than anyone asked for");
        free(t);
        return;
    }
    memcpy(s->truth_id[s->n_truths], m->id, sizeof m->id);
    s->truth[s->n_truths++] = t;
    memcpy(t->secret, m->secret, sizeof t->secret);
    ir_text_start(&hex, t->secret_hex, sizeof t->secret_hex);
    ir_text_hex(&hex, m->secret, sizeof m->secret);
    t->deck = m->deck ? strdup(m->deck) : NULL;
    struct store_match made = *m;
    made.maker = m->host; /* as the store sets it */
    if (table_read(&t->table, &made, t->deck, why) != IR_OK)
        sim_violation(s, "a match is stored that cannot be opened: %s", why);
    frame_add(t, NULL);
}

/* When a secret question is to be closed, if all were told a time. */
static int64_t question_wake(const struct ir_table *t)
{
    static char out[IR_FRAME_MAX];
    struct ir_json j;
    if (t->stage != IR_PLAYING || t->paused || !t->game->asked || !t->game->asked(t->now.b) || table_slow(t))
        return 0; /* in a slow game all wait for the last answer */
    ir_json_start(&j, out, sizeof out);
    ir_table_frame(t, IR_SPECTATOR, NULL, 0, 0, &j);
    return field(out, "wake");
}

/* Has anyone who is asked more than silence to answer with? */
static int question_could(const struct ir_table *t)
{
    ir_move legal[IR_MOVES_MAX];
    struct ir_view v;
    for (int i = 0; i < t->n_seats; i++)
        if (t->game->asked(t->now.b) >> i & 1) {
            ir_table_view(t, i, &v, NULL);
            if (t->game->legal(&v, legal) > 1)
                return 1;
        }
    return 0;
}

int truth_could(struct sim *s)
{
    for (int i = 0; i < s->n_truths; i++)
        if (question_wake(&s->truth[i]->table) && question_could(&s->truth[i]->table))
            return 1;
    return 0;
}

/* The people who play: as bits; those who resigned do not come back. */
static unsigned players(const struct ir_table *t)
{
    unsigned bits = 0;
    for (int i = 0; i < t->n_seats && t->stage == IR_PLAYING; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].resigned)
            bits |= 1u << i;
    return bits;
}

void truth_row(struct sim *s, const char *match, const struct store_row *row)
{
    static struct ir_story story;
    char why[IR_WHY_MAX];
    struct truth *t = truth_find(s, match);
    unsigned left = players(&t->table);
    for (int i = 0; i < t->table.n_seats; i++)
        left &= ~((unsigned)t->table.seat[i].away << i);
    if (players(&t->table) && !left && row->text[0] != '@')
        sim_violation(s, "no person is left to play, and the game goes on: %.60s", row->text);
    int64_t wake = question_wake(&t->table);
    int could = wake && question_could(&t->table);
    slow_row(s, t, row);
    int closed = ir_table_fold(&t->table, row->text, row->seq, row->sub, row->who, row->id, row->time, &story, why);
    sim_trace(s, "stored %s %lld.%d by %llx/%llu: %.60s", match, (long long)row->seq, row->sub, (unsigned long long)row->who,
              (unsigned long long)row->id, row->text);
    if (closed < 0) {
        sim_violation(s, "row %lld.%d is stored and does not fold: %s", (long long)row->seq, row->sub, why);
        return;
    }
    if (closed && wake && row->text[0] != '@' && s->calm) { /* PK6.5: whatever they could do, and whenever they answered */
        if (wake < t->told_at)
            wake = t->told_at; /* those who were asked left their seats to bots: it is over as soon as that is told */
        if (s->now != wake || row->time != wake)
            sim_violation(s, "a secret question is closed %lld ms after the time all were told", (long long)(s->now - wake));
        s->questions++;
        s->could += (uint64_t)could;
    }
    t->rows++;
    s->moves += row->text[0] != '@';
    if (row->who && row->id) {
        if (truth_has(t, row->who, row->id))
            sim_violation(s, "command %llu is applied twice", (unsigned long long)row->id);
        if (!(t->n_done & (t->n_done - 1)))
            t->done = realloc(t->done, (size_t)(t->n_done ? 2 * t->n_done : 1) * sizeof *t->done);
        t->done[t->n_done++] = (struct done){row->who, row->id, s->now};
    }
    s->deserted += !strncmp(row->text, "@ pause", 7);
    if (closed) {
        frame_add(t, &story);
        t->told_at = s->now;
    } else
        t->frame[t->n - 1].answers |= 1u << (strncmp(row->text, "@ answer ", 9) ? 31 : row->text[9] - '0');
}

/* ---- frames ---- */

/* before: the table of the frame before, if what is told is a delta; or NULL. */
static size_t render(const struct ir_table *t, const struct ir_table *before, const struct ir_story *story, int seat,
                     uint64_t ack, int64_t now, char *out)
{
    static struct ir_broadcast last, this;
    struct ir_json j;
    if (before) {
        ir_json_start(&j, out, IR_FRAME_MAX);
        ir_broadcast_start(&last, before, NULL, now, NULL);
        ir_broadcast_frame(&last, seat, 0, 0, &j);
    }
    ir_json_start(&j, out, IR_FRAME_MAX);
    ir_broadcast_start(&this, t, story, now, before ? &last.moment : NULL);
    ir_broadcast_frame(&this, seat, ack, 1, &j);
    return j.text.len;
}

static void difference(struct sim *s, const char *what, int client, int64_t seq, const char *is, const char *wanted)
{
    size_t i = 0;
    while (is[i] && is[i] == wanted[i])
        i++;
    size_t from = i > 40 ? i - 40 : 0;
    sim_violation(s, "%s: frame %lld to client %d: ...%.90s... and not ...%.90s...", what, (long long)seq, client, is + from,
                  wanted + from);
}

/* The same table in another world, which this seat cannot tell from ours: what is hidden from it is something else. */
static void other_world(struct sim *s, struct ir_table *t, struct ir_story *story, int seat)
{
    struct ir_view v;
    struct ir_rng rng;
    ir_rng_seed(&rng, s->seed ^ s->events);
    if (t->stage != IR_GATHERING) {
        ir_look(t->game, &t->now, seat, &v);
        t->game->imagine(&v, &rng, &t->now);
        memset(t->before.b, 0x5a, sizeof t->before.b);
    }
    if (!t->has_secret)
        memset(t->secret, 0x5a, sizeof t->secret);
    for (int i = 0; i < t->n_seats; i++)
        if (i != seat)
            t->seat[i].answer = t->seat[i].answer == IR_NO_MOVE ? t->game->silent : IR_NO_MOVE;
    for (int i = 0; i < story->n; i++) {
        struct ir_event *e = &story->e[i];
        uint16_t own = (uint16_t)(seat >= 0 ? 1u << seat : 0);
        if (!(e->see & own))
            for (int k = 0; k < 3; k++)
                e->prv[k] = (int32_t)ir_rng_below(&rng, 7);
        e->see = (uint16_t)((e->see & own) | (ir_rng_next(&rng) & (uint16_t)~own));
    }
}

static const char *table_of(const char *text, char id[IR_ID_MAX])
{
    const char *at = strstr(text, "\"table\":{\"id\":\"");
    size_t n = 0;
    at = at ? at + 15 : strstr(text, "\"table\":\"");
    if (!at)
        return NULL;
    if (!strncmp(at, "\"table\":\"", 9))
        at += 9;
    while (n + 1 < IR_ID_MAX && at[n] && at[n] != '"')
        id[n] = at[n], n++;
    id[n] = 0;
    return id;
}

/* Whoever puts the deltas together has what a whole frame says, to the last member. */
static void put_together(struct sim *s, struct wire *w, int client, int64_t seq, const char *text, size_t n,
                         const struct ir_table *t, const struct ir_table *before, int seat)
{
    static char out[IR_FRAME_MAX];
    if (!s->verify && s->seed % 8)
        return; /* it takes its time */
    json_t *told = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL), *has = told;
    if (before) {
        has = json_pack("{s:o,s:o}", "table", json_incref(json_object_get(w->has, "table")), "view",
                        json_incref(json_object_get(w->has, "view")));
        json_t *then = delta_apply(has, json_object_get(told, "changes"));
        json_decref(has);
        has = then;
        size_t len = render(t, NULL, NULL, seat, 0, field(text, "now"), out);
        json_t *whole = json_loadb(out, len, 0, NULL);
        if (!has || !json_equal(json_object_get(has, "table"), json_object_get(whole, "table")) ||
            !json_equal(json_object_get(has, "view"), json_object_get(whole, "view")))
            sim_violation(s, "client %d puts frame %lld together out of a delta, and it is not what a whole one says: %.300s",
                          client, (long long)seq, text);
        json_decref(whole);
        json_decref(told);
    }
    json_decref(w->has);
    w->has = has;
}

static void story_set(struct ir_story *story, const struct frame_truth *f)
{
    story->n = f->n_events;
    story->n_acts = f->n_acts;
    memcpy(story->e, f->event, (size_t)f->n_events * sizeof *f->event);
    memcpy(story->act, f->act, sizeof story->act);
}

/* Frame by frame, up to seq, what the store says happened as this client may see it; also in a world it cannot tell from ours.
 */
static void story_check(struct sim *s, int client, uint64_t who, const char *text, size_t n)
{
    static struct ir_story story;
    static struct ir_table other;
    static char out[IR_FRAME_MAX];
    char id[IR_ID_MAX];
    struct truth *t = table_of(text, id) ? truth_find(s, id) : NULL;
    const char *at = strstr(text, "\"frames\":[");
    int64_t seq = field(text, "seq"), first = at ? field(at, "seq") : 0;
    if (!t || !at || seq >= t->n) {
        sim_violation(s, "client %d is told a story of %s up to %lld, which is not stored", client, id, (long long)seq);
        return;
    }
    s->stories++;
    at += 10;
    for (int64_t i = strstr(text, "\"whole\":true") ? 1 : first; i <= seq; i++) {
        const struct frame_truth *f = &t->frame[i];
        int seat = ir_table_seat(&f->table, who);
        struct ir_json j;
        if (!f->n_events && !f->n_acts)
            continue;
        for (int worlds = 0; worlds < 2; worlds++) {
            story_set(&story, f);
            other = f->table;
            if (worlds)
                other_world(s, &other, &story, seat);
            ir_json_start(&j, out, sizeof out);
            ir_story_json(&other, &story, seat, &j);
            if (strncmp(at, out, j.text.len) != 0) {
                sim_violation(s, "the story told to client %d %s at %lld: %.90s and not %.90s", client,
                              worlds ? "tells what this seat may not know" : "is not what the store says", (long long)i, at,
                              out);
                return;
            }
        }
        at += j.text.len;
        at += *at == ',';
    }
    if (strncmp(at, "]}", 2) != 0 || at + 2 != text + n)
        sim_violation(s, "the story told to client %d goes on with %.90s", client, at);
}

/* The exception are slow games, and only they: there the keeper does all that is due, whoever is there (slow.c). */
void truth_keeper(struct sim *s, struct hub *h, const struct store_request *r)
{
    const struct room *room = r->kind == STORE_APPEND ? room_find(h, r->match.id) : NULL;
    if (!room || table_slow(&room->table) || r->row.who || !strncmp(r->row.text, "@ pause", 7) || !players(&room->table))
        return;
    for (const struct viewer *sub = room->viewers; sub; sub = sub->next) {
        int seat = ir_table_seat(&room->table, sub->conn->who);
        if (seat >= 0 && players(&room->table) >> seat & 1)
            return;
    }
    sim_violation(s, "nobody who plays is here, and the keeper goes on: %.60s", r->row.text);
}

static void frame_check(struct sim *s, struct wire *w, int client, uint64_t who, const char *text, size_t n)
{
    static char out[IR_FRAME_MAX];
    static struct ir_story story;
    static struct ir_table ours, other;
    char id[IR_ID_MAX];
    struct truth *t = table_of(text, id) ? truth_find(s, id) : NULL;
    int64_t seq = field(text, "seq"), now = field(text, "now");
    uint64_t ack = (uint64_t)field(text, "ack");
    if (!t || seq < 0 || seq >= t->n) {
        sim_violation(s, "client %d is told frame %lld of %s, which is not stored", client, (long long)seq, id);
        return;
    }
    if (ack && !truth_has(t, who, ack))
        sim_violation(s, "client %d: command %llu is acknowledged and not stored", client, (unsigned long long)ack);
    int next = !strcmp(w->table, id) && seq == w->sent + 1;
    if (!next && !w->fresh)
        sim_violation(s, "client %d: frame %lld of %s after frame %lld of %s", client, (long long)seq, id, (long long)w->sent,
                      w->table);
    struct frame_truth *f = &t->frame[seq];
    int seat = ir_table_seat(&f->table, who);
    story_set(&story, f);
    /* the first frame after a join is the table as it is, without events */
    int bare = w->fresh && (!next || strstr(text, "\"events\":[]"));
    ours = f->table;
    if (bare && seat >= 0 && ours.seat[seat].answer == IR_NO_MOVE &&
        strstr(text, "\"answered\":true")) { /* its own secret answer is in */
        if (!(f->answers >> seat & 1))
            sim_violation(s, "client %d is told that it has answered", client);
        ours.seat[seat].answer = ours.game->silent;
    }
    const struct ir_table *before = is_delta(text) ? &t->frame[seq - 1].table : NULL;
    if (before && (bare || !next || field(text, "after") != w->sent || !s->client[client].deltas))
        sim_violation(s, "client %d gets a delta to frame %lld, and has not had that one or wants none", client,
                      (long long)field(text, "after"));
    render(&ours, before, bare ? NULL : &story, seat, ack, now, out);
    if (strlen(out) != n || memcmp(out, text, n)) {
        difference(s, "not what the store says", client, seq, text, out);
        return;
    }
    memcpy(w->table, id, sizeof w->table);
    w->sent = seq;
    w->fresh = 0;
    if (s->verify && s->frames % (uint64_t)s->verify == 0) {
        /* the same frame, or delta, of another world; and the whole frame, which is all that the client knows now */
        static struct ir_table then;
        static char whole[IR_FRAME_MAX];
        static struct ir_story none;
        size_t n_whole = render(&ours, NULL, bare ? NULL : &story, seat, ack, now, whole);
        other = ours;
        other_world(s, &other, &story, seat);
        if (before) {
            then = *before;
            other_world(s, &then, &none, seat);
        }
        size_t len = render(&other, before ? &then : NULL, bare ? NULL : &story, seat, ack, now, out);
        s->verified++;
        if (len != n || memcmp(out, text, n))
            difference(s, "it tells what this seat may not know", client, seq, text, out);
        len = render(&other, NULL, bare ? NULL : &story, seat, ack, now, out);
        if (len != n_whole || memcmp(out, whole, len))
            difference(s, "the whole view tells what this seat may not know", client, seq, whole, out);
    }
    put_together(s, w, client, seq, text, n, &ours, before, seat);
}

/* A bot, or who asks for advice, is shown nothing that depends on what its seat may not know. */
void truth_thought(struct sim *s, const struct hub_thought *t)
{
    static struct ir_story none;
    struct truth *truth = truth_find(s, t->match);
    struct ir_table other = truth->frame[t->seq].table;
    struct ir_view v;
    struct ir_notes notes;
    other_world(s, &other, &none, t->seat);
    ir_table_view(&other, t->seat, &v, &notes);
    s->thoughts++;
    if (v.seat != t->view.seat || memcmp(v.b, t->view.b, ir_state_size(t->game)) || memcmp(&notes, &t->notes, sizeof notes))
        sim_violation(s, "the bot of seat %d is shown what it may not know at %lld", t->seat, (long long)t->seq);
}

/* Would the same command be refused with the same words in another world? */
void truth_refused(struct sim *s, struct hub *h, int client, const char *text)
{
    static struct ir_story none;
    static struct ir_done done;
    struct client *c = &s->client[client];
    const struct room *r = c->table[0] ? room_find(h, c->table) : NULL;
    char why[IR_WHY_MAX], quoted[IR_WHY_MAX + 64];
    struct ir_json j;
    if (!r || r->phase != ROOM_READY || !c->pending || (uint64_t)field(text, "id") != c->pending ||
        !strncmp(c->text, "sit ", 4) || strstr(text, "\"error\":\"store\"") || strstr(text, "\"error\":\"busy\"") ||
        strstr(text, "\"error\":\"rate\""))
        return;
    struct ir_table other = r->table;
    struct ir_command command = {.who = c->who, .id = c->pending, .seq = c->pending_seq, .text = c->text};
    other_world(s, &other, &none, ir_table_seat(&other, c->who));
    ir_table_do(&other, &command, r->secret, h->now, &done, why);
    ir_json_start(&j, quoted, sizeof quoted);
    ir_json_str(&j, NULL, why);
    s->refusals++;
    if (!strstr(text, quoted))
        sim_violation(s, "client %d is refused with %s, and in another world with %s", client, text, quoted);
}

/* The secrets of unfinished games and the tokens of others are in no message. */
static void secrets_check(struct sim *s, int client, const char *text)
{
    for (int i = 0; i < s->n_truths; i++)
        if (!s->truth[i]->table.has_secret && strstr(text, s->truth[i]->secret_hex))
            sim_violation(s, "client %d is told the secret of a game that is not over", client);
    for (int c = 0; c < s->n_clients; c++)
        if (c != client && !s->client[c].twin && !s->client[client].twin && s->client[c].token[0] &&
            strstr(text, s->client[c].token))
            sim_violation(s, "client %d is told the token of client %d", client, c);
}

/* Long enough ago that a node must have seen it: a row of a node that died may still arrive while another one looks. */
static int stored_before(struct sim *s, const struct truth *t, uint64_t who, uint64_t id)
{
    for (int i = 0; i < t->n_done; i++)
        if (t->done[i].who == who && t->done[i].id == id)
            return t->done[i].at + 2 * s->weather.store_latency < s->now;
    return 0;
}

void truth_sent(struct sim *s, struct wire *w, const char *text, size_t n)
{
    char id[IR_ID_MAX];
    int client = w->client;
    uint64_t who = s->client[client].who;
    if (s->evening.on && evening_sent(s, client, text, n)) {
        /* done */
    } else if (is_frame(text)) {
        frame_check(s, w, client, who, text, n);
    } else if (!strncmp(text, "{\"type\":\"story\"", 15)) {
        story_check(s, client, who, text, n);
    } else if (!strncmp(text, "{\"type\":\"ok\"", 12)) {
        struct truth *t = table_of(text, id) ? truth_find(s, id) : NULL;
        if (!t || !truth_has(t, who, (uint64_t)field(text, "id")))
            sim_violation(s, "client %d: command %lld is acknowledged and not stored", client, (long long)field(text, "id"));
    } else if (!strncmp(text, "{\"type\":\"refused\"", 17) && !strstr(text, "\"error\":\"store\"") &&
               !strstr(text, "\"error\":\"rate\"") && table_of(text, id)) {
        struct truth *t = truth_find(s, id);
        uint64_t number = (uint64_t)field(text, "id");
        if (t && number && stored_before(s, t, who, number))
            sim_violation(s, "client %d: command %llu is refused, and stored: %.200s", client, (unsigned long long)number,
                          text);
    }
    if (s->verify == 1 || (s->verify && s->events % (uint64_t)s->verify == 0))
        secrets_check(s, client, text);
}

/* ---- nodes, and the end ---- */

static int same_table(const struct ir_table *a, const struct ir_table *b)
{
    struct ir_table x, y;
    size_t size = ir_state_size(a->game);
    memcpy(&x, a, offsetof(struct ir_table, now));
    memcpy(&y, b, offsetof(struct ir_table, now));
    x.deck = y.deck = NULL;
    return !memcmp(&x, &y, offsetof(struct ir_table, now)) && !memcmp(a->now.b, b->now.b, size) &&
           (a->can_undo < 0 || !memcmp(a->before.b, b->before.b, size)) && !strcmp(a->next, b->next);
}

void truth_node(struct sim *s, struct hub *h)
{
    for (size_t i = 0; i < h->rooms.size; i++)
        for (struct link *l = h->rooms.at[i]; l; l = l->next) {
            const struct room *r = (const struct room *)l;
            const struct truth *t = truth_find(s, r->id);
            if (r->phase != ROOM_READY || !t)
                continue;
            const struct ir_table *is = &r->table;
            if (is->seq >= t->n || (is->sub && is->seq == t->table.seq && is->sub > t->table.sub))
                sim_violation(s, "a node knows row %lld.%d of %s, which is not stored", (long long)is->seq, is->sub, r->id);
            else if (!is->sub && !same_table(is, &t->frame[is->seq].table))
                sim_violation(s, "a node's table %s is not what the store's rows fold to at %lld", r->id, (long long)is->seq);
            else if (is->sub && is->seq == t->table.seq && is->sub == t->table.sub && !same_table(is, &t->table))
                sim_violation(s, "a node's table %s is not what the store's rows fold to at %lld.%d", r->id, (long long)is->seq,
                              is->sub);
        }
}

void truth_end(struct sim *s)
{
    for (int i = 0; i < s->n_truths; i++) {
        struct store_request r = {.kind = STORE_MATCH_LOAD};
        memcpy(r.match.id, s->truth_id[i], sizeof r.match.id);
        store_submit(s->eye, &r);
        store_collect(s->eye);
        if (r.status != STORE_OK || r.n != s->truth[i]->rows)
            sim_violation(s, "the store has %d rows of %s, not %d", r.n, s->truth_id[i], s->truth[i]->rows);
        if (s->truth[i]->table.stage == IR_OVER_NOW && r.match.stage != IR_OVER_NOW)
            sim_violation(s, "%s is over, and the store does not say so", s->truth_id[i]);
        store_done(&r);
    }
}

void truth_free(struct sim *s)
{
    for (int i = 0; i < s->n_truths; i++) {
        struct truth *t = s->truth[i];
        for (int64_t k = 0; k < t->n; k++)
            free(t->frame[k].event);
        free(t->frame);
        free(t->done);
        free(t->deck);
        free(t);
    }
}
