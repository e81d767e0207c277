/* hub_keep.c: the keeper. It runs bots and clocks where this node holds the lock, broadcasts presence, and drops rooms that
 * nobody needs. Everything a table waits for ends in something that will happen: a bot's answer, a timer, or a lock that is
 * requested again. */
#include "hub_inside.h"
#include "core/record.h"
#include "irori_review.h"
#include "core/crypto.h"
#include "table/table.h"

enum { LOCK_AGAIN_MS = 2000, THINK_AGAIN_MS = 1000, IDLE_MS = 60000, PURGE_MS = 3600000, HINTS_MAX = 8 };
/* How long bots wait at most until a frame has been shown: longer if it tells more. */
enum { STAGE_MS = 2000, STAGE_EVENT_MS = 600, STAGE_MOST_MS = 10000 };
enum {
    MINUTE_MS = 60000,
    CLOCK_MS = 600000,      /* how often the time is noted in the store */
    CLOCK_AGAIN_MS = 10000, /* until the store has told how long it has lived */
    DAY_MS = 24 * 3600000
};
#define PEOPLE_AGE_MS (30LL * DAY_MS) /* after which people are deleted who came once and never sat down */

/* ---- timers: a heap of rooms by when the first of their timers is due ---- */

static void heap_put(struct hub *h, int i, struct room *r)
{
    h->heap[i] = r;
    r->heap = i;
}

static void heap_settle(struct hub *h, struct room *r)
{
    int i = r->heap;
    for (int up; i > 0 && h->heap[up = (i - 1) / 2]->due > r->due; i = up)
        heap_put(h, i, h->heap[up]);
    for (int down; (down = 2 * i + 1) < h->n_heap; i = down) {
        if (down + 1 < h->n_heap && h->heap[down + 1]->due < h->heap[down]->due)
            down++;
        if (h->heap[down]->due >= r->due)
            break;
        heap_put(h, i, h->heap[down]);
    }
    heap_put(h, i, r);
}

void keep_timer(struct hub *h, struct room *r, enum timer t, int64_t when)
{
    int64_t due = 0;
    r->timer[t] = when;
    for (int i = 0; i < TIMERS; i++)
        if (r->timer[i] && (!due || r->timer[i] < due))
            due = r->timer[i];
    if (due == r->due)
        return;
    r->due = due;
    if (due && r->heap < 0) {
        if (h->n_heap == h->heap_size) {
            h->heap_size = h->heap_size ? h->heap_size * 2 : 64;
            h->heap = realloc(h->heap, (size_t)h->heap_size * sizeof *h->heap);
            if (!h->heap)
                abort();
        }
        heap_put(h, h->n_heap++, r);
    }
    if (due) {
        heap_settle(h, r);
    } else {
        struct room *last = h->heap[--h->n_heap];
        if (last != r) {
            heap_put(h, r->heap, last);
            heap_settle(h, last);
        }
        r->heap = -1;
    }
}

/* ---- the lock ---- */

static void unlock(struct hub *h, struct room *r);

/* A lock that is not released would keep all other nodes from running bots, so the release is retried until the store
 * confirms it. */
static void after_unlock(struct hub *h, struct query *a)
{
    struct room *r = a->room;
    r->queries--;
    r->owes_lock = a->r.status != STORE_OK && r->lock == LOCK_NONE;
    if (r->owes_lock)
        keep_timer(h, r, TIMER_LOCK, h->now + LOCK_AGAIN_MS);
    room_go(h, r);
}

static void unlock(struct hub *h, struct room *r)
{
    struct query *a = query_new(h, STORE_UNLOCK, after_unlock, 0);
    memcpy(a->r.match.id, r->id, sizeof r->id);
    a->room = r;
    r->queries++;
    r->lock = LOCK_NONE;
    r->owes_lock = 0;
    query_send(h, a);
}

static void after_lock(struct hub *h, struct query *a)
{
    struct room *r = a->room;
    r->queries--;
    r->lock = a->r.status == STORE_OK ? LOCK_HELD : LOCK_NONE;
    r->owes_lock = a->r.status != STORE_OK && a->r.status != STORE_CONFLICT; /* the lock may be ours */
    if (r->lock != LOCK_HELD)
        r->kept = 0; /* another node sees to it, or this one looks again in a minute */
    if (r->lock == LOCK_HELD && !room_used(r))
        unlock(h, r);
    else if (r->lock != LOCK_HELD && (r->viewers || r->owes_lock))
        keep_timer(h, r, TIMER_LOCK, h->now + LOCK_AGAIN_MS);
    room_go(h, r);
}

static void lock(struct hub *h, struct room *r)
{
    struct query *a = query_new(h, STORE_LOCK, after_lock, 0);
    memcpy(a->r.match.id, r->id, sizeof r->id);
    a->room = r;
    r->lock = LOCK_PENDING;
    r->queries++;
    query_send(h, a);
}

void keep_stop(struct hub *h, struct room *r)
{
    for (int t = 0; t < TIMERS; t++)
        if (t != TIMER_LOCK || !r->owes_lock)
            keep_timer(h, r, t, 0);
    if (r->lock == LOCK_HELD || (r->owes_lock && !r->timer[TIMER_LOCK]))
        unlock(h, r);
    presence_withdraw(h, r);
    r->people_since = 0;
    if (r->watched)
        h->port.watch(h->port.self, r->id, 0);
    r->watched = 0;
}

/* ---- thinking ---- */

/* The seed is computed from public data, never from the secret: a bot chooses the same on every node, and knows nothing
 * about the cards to come. */
static uint64_t seed_of(const struct room *r, int seat)
{
    uint8_t hash[32];
    char text[64];
    struct ir_text t;
    uint64_t seed;
    ir_text_start(&t, text, sizeof text);
    ir_text_put(&t, r->id);
    ir_text_put(&t, " ");
    ir_text_int(&t, r->table.seq);
    ir_text_put(&t, " ");
    ir_text_int(&t, seat);
    ir_blake2b(hash, text, t.len);
    memcpy(&seed, hash, sizeof seed);
    return seed;
}

static struct hub_thought *thought_new(struct hub *h, const struct room *r, int seat, const char *bot, size_t extra)
{
    struct hub_thought *t = alloc_zero(sizeof *t + extra);
    struct ir_text name;
    t->game = r->table.game;
    memcpy(t->match, r->id, sizeof t->match);
    ir_text_start(&name, t->bot, sizeof t->bot);
    ir_text_put(&name, bot);
    ir_table_view(&r->table, seat, &t->view, &t->notes);
    t->seq = r->table.seq;
    t->seat = seat;
    t->seed = seed_of(r, seat);
    t->move = IR_NO_MOVE;
    h->count.thoughts++;
    h->count.thinking++;
    return t;
}

/* What the row in h->story did, for the foreign bots at this table. Every node with the table notes it: the bots may think here
 * next. */
void keep_tell(struct hub *h, const struct room *r)
{
    const struct ir_table *t = &r->table;
    const struct ir_story *story = &h->story;
    int over = t->stage == IR_OVER_NOW;
    if (!h->port.tell || t->stage == IR_GATHERING || (!story->n && !over))
        return;
    for (int seat = 0; seat < t->n_seats; seat++) {
        if (t->seat[seat].kind != IR_BOT || strncmp(t->seat[seat].name, "exec:", 5) != 0)
            continue;
        struct hub_told *told = alloc_zero(sizeof *told + (size_t)story->n * sizeof *told->e);
        struct ir_text name;
        told->game = t->game;
        memcpy(told->match, r->id, sizeof told->match);
        ir_text_start(&name, told->bot, sizeof told->bot);
        ir_text_put(&name, t->seat[seat].name);
        ir_look(t->game, &t->now, seat, &told->view);
        told->seat = seat;
        told->seed = seed_of(r, seat);
        told->over = over;
        if (over)
            ir_score_resigned(t->game, &t->now, table_resigned(t), &told->score);
        told->n = story->n;
        for (int i = 0; i < story->n; i++)
            ir_event_see(&story->e[i], seat, &told->e[i]);
        h->port.tell(h->port.self, told);
    }
}

static void think(struct hub *h, struct room *r, uint16_t seats)
{
    if (r->think_seq != r->table.seq)
        r->thinking = 0;
    r->think_seq = r->table.seq;
    for (int seat = 0; seat < r->table.n_seats; seat++) {
        const char *bot = ir_table_bot(&r->table, seat);
        if (!(seats >> seat & 1) || r->thinking >> seat & 1 || !bot)
            continue;
        r->thinking |= (uint16_t)(1 << seat);
        h->port.think(h->port.self, thought_new(h, r, seat, bot, 0));
    }
}

int keep_people(const struct room *r)
{
    const struct ir_table *t = &r->table;
    unsigned people = 0;
    for (int i = 0; i < t->n_seats && t->stage == IR_PLAYING; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].resigned)
            people |= 1u << i;
    for (const struct viewer *s = r->viewers; s; s = s->next) {
        int seat = ir_table_seat(t, s->conn->who);
        if (!people || (seat >= 0 && people >> seat & 1))
            return 1;
    }
    return 0;
}

/* Nobody who plays is here: no bot thinks and no clock falls. Another node may have people, and gets the lock. */
static void keep_rest(struct hub *h, struct room *r)
{
    r->people_since = 0;
    keep_timer(h, r, TIMER_CLOCK, 0);
    if (r->lock == LOCK_HELD)
        unlock(h, r);
}

/* ---- the stage: a page shows what happened bit by bit, and bots wait for it ---- */

void keep_told(struct hub *h, struct room *r, int events)
{
    int64_t most = STAGE_MS + (int64_t)events * STAGE_EVENT_MS;
    r->told_until = h->now + (most < STAGE_MOST_MS ? most : STAGE_MOST_MS);
}

/* Somebody at the table is still being shown the last frame. Only those who say `shown` are waited for. Answers to a secret
 * question never wait: nobody sees them come, and late ones would delay its end. */
static int stage_waits(const struct hub *h, const struct room *r)
{
    if (h->now >= r->told_until || table_question(&r->table))
        return 0;
    for (const struct viewer *s = r->viewers; s; s = s->next)
        if (s->shown && s->shown < r->table.seq && ir_table_seat(&r->table, s->conn->who) >= 0)
            return 1;
    return 0;
}

void keep_drop(struct room *r)
{
    for (struct hub_thought *t = r->held, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    r->held = NULL;
}

/* A bot's move becomes a command, if the table still waits for it. 1: it did. */
static int thought_play(struct hub *h, struct room *r, const struct hub_thought *t)
{
    if (r->phase != ROOM_READY || r->think_seq != t->seq || r->table.seq != t->seq)
        return 0;
    if (t->move == IR_NO_MOVE || r->lock != LOCK_HELD || h->closing) {
        r->thinking &= (uint16_t) ~(1 << t->seat);
        if (room_used(r))
            keep_timer(h, r, TIMER_RETRY, h->now + THINK_AGAIN_MS);
        return 0;
    }
    char text[IR_TEXT_MAX + 16];
    struct ir_text out;
    ir_text_start(&out, text, sizeof text);
    ir_text_add(&out, "play %d ", t->seat);
    t->game->move_print(t->move, &out);
    room_keep(h, r, text, t->seq);
    return 1;
}

/* Plays the moves that waited for the stage; 1: a command was queued. */
static int held_play(struct hub *h, struct room *r)
{
    int played = 0;
    if (!r->held || stage_waits(h, r))
        return 0;
    for (const struct hub_thought *t = r->held; t; t = t->next)
        played |= thought_play(h, r, t);
    keep_drop(r);
    keep_timer(h, r, TIMER_STAGE, 0);
    return played;
}

void keep_left(struct hub *h, struct room *r)
{
    if (r->phase == ROOM_READY && !keep_people(r) && !table_slow(&r->table))
        keep_rest(h, r);
    if (r->held)
        keep_timer(h, r, TIMER_STAGE, h->now); /* perhaps they waited for whoever left */
}

int keep_look(struct hub *h, struct room *r)
{
    struct ir_wish wish;
    if (!room_used(r) || h->closing || r->timer[TIMER_RETRY])
        return 0;
    ir_table_wish(&r->table, h->now, &wish);
    if (!r->viewers && !(wish.think || (wish.wake && wish.wake <= h->now)))
        r->kept = 0; /* nothing is due */
    if (wish.slow ? !r->viewers && !r->kept : !keep_people(r)) {
        r->kept = 0;
        keep_rest(h, r);
        return 0;
    }
    if (!r->people_since)
        r->people_since = h->now;
    if (held_play(h, r))
        return 1;
    if (!wish.think && !wish.wake && !wish.rematch) {
        keep_timer(h, r, TIMER_CLOCK, 0);
        return 0;
    }
    if (r->lock != LOCK_HELD) {
        if (r->lock == LOCK_NONE && !r->timer[TIMER_LOCK])
            lock(h, r);
        return 0;
    }
    think(h, r, wish.think);
    if (wish.rematch && !r->rematching) {
        r->rematching = 1;
        create_rematch(h, r);
    }
    if (wish.wake && wish.wake <= h->now) {
        int missed = wish.flag && wish.flag < r->people_since; /* it fell while nobody was here to see it */
        room_keep(h, r, missed ? "pause" : "time", r->table.seq);
        return 1;
    }
    keep_timer(h, r, TIMER_CLOCK, wish.wake);
    return 0;
}

void keep_rematched(struct hub *h, const char *match, const char *next)
{
    struct room *r = room_find(h, match);
    char text[IR_ID_MAX + 16] = "rematch ";
    if (!r)
        return;
    r->rematching = 0;
    if (!next) {
        if (r->viewers)
            keep_timer(h, r, TIMER_RETRY, h->now + THINK_AGAIN_MS);
    } else if (r->phase == ROOM_READY) {
        memcpy(text + strlen(text), next, strlen(next) + 1);
        room_keep(h, r, text, r->table.seq);
        room_go(h, r);
    }
}

static void hint_send(struct hub *h, const struct hub_thought *t)
{
    struct conn *c = conn_find(h, t->conn);
    struct ir_advice *a = t->advice;
    struct ir_json j;
    ir_move first = IR_NO_MOVE;
    if (!c)
        return;
    c->hinting = 0;
    if (t->move == IR_NO_MOVE || !a->n) {
        say_refused(h, t->conn, t->match, t->id, "store", "No advice is available now. Ask again in a moment.");
        return;
    }
    say_start(h, &j, "hint");
    ir_json_str(&j, "table", t->match);
    ir_json_int(&j, "id", (int64_t)t->id);
    ir_json_int(&j, "seq", t->seq);
    ir_json_list(&j, "moves");
    for (int k = 0; k < HINTS_MAX && a->n; k++) {
        char move[IR_TEXT_MAX], value[32];
        struct ir_text text;
        struct ir_fact fact[IR_FACTS_MAX];
        int best = 0;
        for (int i = 1; i < a->n; i++)
            if (a->of[i].value > a->of[best].value)
                best = i;
        ir_text_start(&text, move, sizeof move);
        t->game->move_print(a->of[best].move, &text);
        snprintf(value, sizeof value, ",\"value\":%.4f", a->of[best].value);
        ir_json_object(&j, NULL);
        ir_json_str(&j, "move", move);
        ir_text_put(&j.text, value);
        ir_json_int(&j, "samples", a->of[best].samples);
        first = k ? first : a->of[best].move;
        int facts = ir_why(t->game, &t->view, &t->notes, a->of[best].move, first, fact);
        if (facts)
            ir_json_list(&j, "why");
        for (int i = 0; i < facts; i++)
            ir_fact_json(t->game, &fact[i], &j);
        if (facts)
            ir_json_end(&j, ']');
        ir_json_end(&j, '}');
        a->of[best] = a->of[--a->n];
    }
    ir_json_end(&j, ']');
    say_send(h, t->conn, &j);
}

void hub_thought(struct hub *h, struct hub_thought *t, int64_t now)
{
    struct room *r = room_find(h, t->match);
    h->now = now;
    h->count.thinking--;
    if (t->hint) {
        hint_send(h, t);
    } else if (r && r->phase == ROOM_READY && r->table.seq == t->seq && t->move != IR_NO_MOVE && stage_waits(h, r)) {
        t->next = r->held;
        r->held = t;
        keep_timer(h, r, TIMER_STAGE, r->told_until);
        return;
    } else if (r && thought_play(h, r, t)) {
        room_go(h, r);
    }
    free(t);
}

static const char *adviser(const struct ir_game *g)
{
    return ir_bot_role(g, IR_ROLE_ADVISER)->name;
}

/* Advice for a seat that must move, computed from its view. */
void keep_hint(struct hub *h, struct conn *c, struct room *r, uint64_t id)
{
    const struct ir_table *t = &r->table;
    int seat = r->phase == ROOM_READY ? ir_table_seat(t, c->who) : IR_SPECTATOR;
    const char *error = "stage", *why = NULL;
    if (seat < 0)
        error = "seat", why = "Only players at the table can ask for a hint.";
    else if (!t->set[IR_SET_HINTS] && !t->set[IR_SET_COACH])
        why = "There are no hints at this table.";
    else if (t->stage != IR_PLAYING || t->paused)
        why = "Nobody is asked for a move now.";
    else if (!(ir_asked(t->game, t->now.b) >> seat & 1))
        error = "turn", why = "You are not asked for a move now.";
    else if (c->hinting || h->closing)
        error = "rate", why = "One question at a time.";
    if (why) {
        say_refused(h, c->link.key, r->id, id, error, why);
        return;
    }
    struct hub_thought *thought = thought_new(h, r, seat, adviser(t->game), sizeof(struct ir_advice));
    thought->advice = (struct ir_advice *)(void *)(thought + 1);
    thought->hint = 1;
    thought->conn = c->link.key;
    thought->id = id;
    c->hinting = 1;
    h->port.think(h->port.self, thought);
}

/* ---- time ---- */

/* What is too old is told by how long servers have run on this store, not by a clock, which may be wrong: docs/storage.md. No
 * step between two ticks counts for more than a minute, so whatever happens to `now`, it counts for little. */
static void live(struct hub *h)
{
    int64_t step = h->ticked ? h->now - h->ticked : 0;
    h->ticked = h->now;
    h->run += step < 0 ? 0 : step > MINUTE_MS ? MINUTE_MS : step;
}

int64_t hub_lived(const struct hub *h, int64_t ago)
{
    return h->lived < 0 ? -1 : h->lived + h->run - ago;
}

static void after_clock(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_OK)
        return;
    if (h->lived < 0) {
        h->run = 0;           /* time in which the store was not there is none of its life */
        h->clock_at = h->now; /* known from now on: noted at once */
    }
    if (a->r.answer - h->run > h->lived) /* another node may be ahead */
        h->lived = a->r.answer - h->run;
}

static void clock_note(struct hub *h)
{
    struct query *a = query_new(h, STORE_CLOCK, after_clock, 0);
    a->r.time = h->lived < 0 ? 0 : h->now;
    a->r.lived = hub_lived(h, 0);
    h->clock_at = h->now + (h->lived < 0 ? CLOCK_AGAIN_MS : CLOCK_MS);
    query_send(h, a);
}

static void after_purge(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_OK || !a->r.n)
        return;
    note(h, HUB_LOG_NOTE, "purge", "deleted %d %s on which nothing had happened for %lld days", a->r.n,
         a->r.match.stage == IR_PLAYING ? "unfinished games" : "finished games and tables that never began",
         (long long)((h->now - a->r.time) / DAY_MS));
    if (a->r.n == STORE_LIST_MAX)
        h->purge_at = h->now; /* there may be more */
}

static void purge(struct hub *h, int64_t age, int stage)
{
    struct query *a = query_new(h, STORE_PURGE, after_purge, 0);
    a->r.time = h->now - age;
    a->r.lived = hub_lived(h, age);
    a->r.limit = STORE_LIST_MAX;
    a->r.match.stage = stage;
    query_send(h, a);
}

static void after_leave(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_OK)
        return;
    if (a->r.n)
        note(h, HUB_LOG_NOTE, "purge", "deleted %d people who came once and never sat down", a->r.n);
    h->people_from = a->r.answer <= a->r.from_seq && a->r.answer ? a->r.from_seq + 1 : a->r.answer;
    if (h->people_from)
        h->people_at = h->now; /* there are more */
}

static void leave(struct hub *h)
{
    struct query *a = query_new(h, STORE_LEAVE, after_leave, 0);
    a->r.time = h->now - PEOPLE_AGE_MS;
    a->r.lived = hub_lived(h, PEOPLE_AGE_MS);
    a->r.from_seq = h->people_from;
    h->people_at = h->now + DAY_MS;
    query_send(h, a);
}

/* Deletes what is too old. Returns when to look again. */
static int64_t tidy(struct hub *h)
{
    if (h->now >= h->clock_at)
        clock_note(h);
    if (h->lived >= 0 && h->now >= h->purge_at) {
        h->purge_at = h->now + PURGE_MS;
        if (h->limit.keep)
            purge(h, h->limit.keep, IR_OVER_NOW);
        if (h->limit.keep_unfinished)
            purge(h, h->limit.keep_unfinished, IR_PLAYING);
    }
    if (h->lived >= 0 && h->now >= h->people_at)
        leave(h);
    int64_t next = h->clock_at;
    if (h->lived >= 0 && h->purge_at < next)
        next = h->purge_at;
    return h->lived >= 0 && h->people_at < next ? h->people_at : next;
}

int64_t hub_tick(struct hub *h, int64_t now)
{
    h->now = now;
    live(h);
    while (h->n_heap && h->heap[0]->due <= now) {
        struct room *r = h->heap[0];
        int presence = 0;
        for (int t = 0; t < TIMERS; t++) {
            if (!r->timer[t] || r->timer[t] > now)
                continue;
            keep_timer(h, r, t, 0);
            if (t == TIMER_POLL)
                r->behind = 1;
            if (t == TIMER_REFRESH)
                presence_refresh(h, r);
            if (t == TIMER_PRESENCE)
                presence = 1;
            if (t == TIMER_PUSH)
                turn_push(h, r);
        }
        if (presence && r->phase == ROOM_READY)
            presence_broadcast(h, r);
        else if (presence)
            presence_soon(h, r);
        room_go(h, r);
    }
    while (h->oldest && h->oldest->idle_since + IDLE_MS <= now)
        room_drop(h, h->oldest);
    int64_t next = 0, due[] = {h->closing ? 0 : tidy(h),
                               h->closing ? 0 : bans_tick(h),
                               seek_tick(h),
                               lobby_tick(h),
                               mine_tick(h),
                               ties_tick(h),
                               slow_tick(h),
                               rated_tick(h),
                               event_tick(h)};
    for (size_t i = 0; i < sizeof due / sizeof *due; i++)
        if (due[i] && (!next || due[i] < next))
            next = due[i];
    if (h->n_heap && (!next || h->heap[0]->due < next))
        next = h->heap[0]->due;
    if (h->oldest && (!next || h->oldest->idle_since + IDLE_MS < next))
        next = h->oldest->idle_since + IDLE_MS;
    return next;
}
