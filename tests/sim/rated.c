/* rated.c: finished games are counted exactly once (sim --rated). A world of its own, small and fast: a few hubs, one store,
 * and games that are put into the store as finished ones. Requests wait, are carried out and answered in any order; some fail,
 * some are carried out although the answer says that nobody knows, some nodes die in between, people are deleted.
 *
 * Whenever the store has counted a game, the ratings are computed here once more, from what this file knows of the games, in
 * the order of counting. At the end, after a calm hour, every game is counted once, and the store has just these ratings. */
#include "sim.h"
#include "irori_rating.h"
#include "core/record.h"
#include "table/table.h"

enum { PEOPLE = 6, GAMES = 14, HUBS = 3, WAITING = 64, STEPS = 4000 };
#define START_MS 1700000000000
#define DAY_MS   86400000LL

struct result {
    char id[IR_ID_MAX];
    int n, rated, off, counted;
    uint64_t who[IR_SEATS_MAX];
    int rank[IR_SEATS_MAX], late[IR_SEATS_MAX];
    int64_t time;
};
struct model { /* of a person */
    uint64_t who;
    int gone, rated;
    struct ir_rating r;
    int64_t last;
};
struct waiting {
    struct store_request *r;
    int hub, done;
};
static struct rated {
    struct ir_rng rng;
    uint64_t dice;
    int64_t now;
    struct hub *hub[HUBS];
    struct store *store;
    struct result game[GAMES];
    struct model person[PEOPLE];
    int order[GAMES * 4], n_order; /* of counting */
    int n_games, n_hubs, storm;
    struct waiting waiting[WAITING];
    int n_waiting;
    uint64_t *counts, *crashes;
    char *violation;
    size_t size;
} w;

static uint32_t below(uint32_t n)
{
    return ir_rng_below(&w.rng, n);
}

static void violate(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void violate(const char *format, ...)
{
    va_list a;
    va_start(a, format);
    if (!w.violation[0])
        vsnprintf(w.violation, w.size, format, a);
    va_end(a);
}

/* ---- the port ---- */

static void port_store(void *self, struct store_request *r)
{
    ir_assert(w.n_waiting < WAITING);
    w.waiting[w.n_waiting++] = (struct waiting){.r = r, .hub = (int)((struct hub **)self - w.hub)};
}
static void port_random(void *self, void *out, size_t n)
{
    struct ir_rng r;
    (void)self;
    ir_rng_seed(&r, ++w.dice);
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)(ir_rng_next(&r) >> 40);
}
static void port_send(void *self, uint64_t c, const char *text, size_t n)
{
    (void)self, (void)c, (void)text, (void)n;
}
static void port_close(void *self, uint64_t c, int code, const char *why)
{
    (void)self, (void)c, (void)code, (void)why;
}
static void port_watch(void *self, const char *match, int on)
{
    (void)self, (void)match, (void)on;
}
static void port_log(void *self, int level, const char *event, const char *text)
{
    (void)self, (void)level, (void)event, (void)text;
}

static void hub_begin(int i)
{
    struct hub_port port = {.self = &w.hub[i],
                            .send = port_send,
                            .close = port_close,
                            .store = port_store,
                            .watch = port_watch,
                            .random = port_random,
                            .log = port_log};
    struct hub_limits limits = {.rooms = 4};
    w.hub[i] = hub_new(&port, &limits);
}

static void store_do(struct store_request *r)
{
    store_submit(w.store, r);
    store_collect(w.store);
}

/* ---- the model ---- */

static struct model *person_of(uint64_t who)
{
    for (int i = 0; who && i < PEOPLE; i++)
        if (w.person[i].who == who && !w.person[i].gone)
            return &w.person[i];
    return NULL;
}

static int has(const struct result *g, uint64_t who)
{
    for (int i = 0; i < g->n; i++)
        if (g->who[i] == who)
            return i + 1;
    return 0;
}

static double quantum(double x, double unit)
{
    return (double)(int64_t)(x * unit + 0.5) / unit;
}

static int met_before(const struct result *g, uint64_t a, uint64_t b)
{
    int n = 0;
    for (int i = 0; i + 1 < w.n_order; i++) {
        const struct result *o = &w.game[w.order[i]];
        n += o->rated && !o->off && o->time / DAY_MS == g->time / DAY_MS && has(o, a) && has(o, b);
    }
    return n;
}

static int late_before(const struct result *g, uint64_t who)
{
    int n = 0;
    for (int i = 0; i + 1 < w.n_order; i++) {
        const struct result *o = &w.game[w.order[i]];
        n += o->rated && o->off && has(o, who) && o->late[has(o, who) - 1] && o->time > g->time - 7 * DAY_MS &&
             o->time <= g->time;
    }
    return n;
}

/* The store has counted it. */
static void counted(const char *match)
{
    struct result *g = w.game;
    while (g < w.game + w.n_games && strcmp(g->id, match) != 0)
        g++;
    if (g == w.game + w.n_games || ++g->counted > 1 || w.n_order == (int)(sizeof w.order / sizeof *w.order)) {
        violate("%s was counted twice, or is no game", match);
        return;
    }
    w.order[w.n_order++] = (int)(g - w.game);
    struct ir_rating before[IR_SEATS_MAX];
    ++*w.counts;
    for (int i = 0; i < g->n; i++) {
        struct model *p = person_of(g->who[i]);
        ir_rating_start(&before[i]);
        if (p && p->rated) {
            before[i] = p->r;
            if (g->time > p->last)
                ir_rating_rest(&before[i], (double)(g->time - p->last) / DAY_MS);
        }
    }
    for (int i = 0; i < g->n && g->rated; i++) {
        struct model *p = person_of(g->who[i]);
        struct ir_rating seat[IR_SEATS_MAX] = {before[i]};
        int32_t rank[IR_SEATS_MAX] = {g->off ? 9 : g->rank[i]};
        int n = 1;
        for (int k = 0; k < g->n && p; k++) {
            int counts = g->off ? g->late[i] && !g->late[k] && late_before(g, g->who[i]) >= RATED_LATES
                                : met_before(g, g->who[i], g->who[k]) < RATED_PAIR_A_DAY;
            if (k == i || !counts || !person_of(g->who[k]))
                continue;
            seat[n] = before[k];
            rank[n++] = g->off ? 0 : g->rank[k];
        }
        if (n > 1)
            ir_rating_play(seat, n, rank, 0);
        if (!p)
            continue;
        p->r = (struct ir_rating){quantum(seat[0].at, 1e6), quantum(seat[0].error, 1e6), quantum(seat[0].drift, 1e9),
                                  seat[0].games};
        p->last = g->time > p->last ? g->time : p->last;
        p->rated = 1;
    }
}

/* ---- the world ---- */

static void person_end(int i)
{
    struct store_request r = {.kind = STORE_PERSON_END, .who = w.person[i].who};
    store_do(&r);
    store_done(&r);
    w.person[i].gone = 1;
}

static int table_step(struct ir_table *t, struct ir_done *d, uint64_t who, const char *text, const uint8_t secret[32],
                      int64_t now)
{
    char why[IR_WHY_MAX];
    struct ir_command c = {.who = who, .seq = t->seq, .text = text};
    if (ir_table_do(t, &c, secret, now, d, why) != IR_OK) {
        violate("%s: %s", text, why);
        return 0;
    }
    *t = d->after;
    return 1;
}

/* Puts a finished game into the store, as a hub does with its last row. */
static void game_add(void)
{
    static struct ir_table t;
    static struct ir_done d;
    struct result *g = &w.game[w.n_games];
    struct store_request r = {.kind = STORE_MATCH_NEW};
    uint8_t commit[32];
    char why[IR_WHY_MAX], text[80];
    const struct ir_game *game = ir_games[0];
    int people[PEOPLE] = {0}, alive = 0;
    for (int i = 0; i < PEOPLE; i++)
        if (!w.person[i].gone)
            people[alive++] = i;
    int most = game->max_seats < 4 ? game->max_seats : 4, least = game->min_seats;
    int n = least + (int)below((uint32_t)(most - least + 1));
    if (alive < n)
        return;
    snprintf(g->id, sizeof g->id, "game%d", w.n_games++);
    memcpy(r.match.id, g->id, sizeof g->id);
    g->n = n;
    g->rated = below(8) != 0;
    snprintf(r.match.game, sizeof r.match.game, "%s", game->name);
    snprintf(r.match.settings, sizeof r.match.settings, "%s", g->rated ? "undo=off,hints=off,rated=on" : "");
    r.match.rules = game->rules_rev;
    r.match.seats = n;
    r.match.created = r.match.updated = w.now;
    port_random(NULL, r.match.secret, sizeof r.match.secret);
    ir_commit(commit, r.match.secret);
    if (ir_table_open(&t, game, g->id, n, "", NULL, r.match.settings, 0, commit, why) != IR_OK) {
        violate("%s", why);
        return;
    }
    memcpy(r.match.options, t.options, sizeof r.match.options);
    store_do(&r);
    int seats[PEOPLE], steps = 0;
    for (int i = 0; i < n; i++) {
        uint32_t at = below((uint32_t)(alive - i));
        seats[i] = people[at];
        people[at] = people[alive - 1 - i];
        g->who[i] = w.person[seats[i]].who;
    }
    int off = g->rated && below(4) == 0; /* called off: all but the late ones agree */
    uint64_t by[IR_SEATS_MAX * 3 + 2];
    char what[IR_SEATS_MAX * 3 + 2][80];
    for (int i = 0; i < 2 * n; i++, steps++) {
        by[steps] = g->who[i % n];
        if (i < n)
            snprintf(what[steps], sizeof what[0], "sit %d P%d", i, seats[i]);
        else
            snprintf(what[steps], sizeof what[0], "ready 0123456789abcdef0123456789abcdef");
    }
    for (int i = 0; i + 1 < n && !off; i++, steps++) {
        by[steps] = g->who[i];
        snprintf(what[steps], sizeof what[0], "resign");
    }
    int64_t time = w.now;
    struct store_request a;
    for (int i = 0; i < steps || (off && t.stage == IR_PLAYING); i++) {
        const char *does = i < steps ? what[i] : "end";
        uint64_t who = i < steps ? by[i] : 0;
        if (i >= steps && (i - steps) % 2 == 0) { /* somebody is late */
            struct ir_wish wish;
            ir_table_wish(&t, time, &wish);
            time = wish.wake > time ? wish.wake : time + 1000;
            does = "time";
        } else if (i >= steps) {
            for (int k = 0; k < n; k++)
                who = t.seat[k].late ? who : t.asking && !(t.agreed >> k & 1) ? g->who[k] : who ? who : g->who[k];
            does = t.asking ? "agree" : "end";
        }
        memset(&a, 0, sizeof a);
        snprintf(text, sizeof text, "%s", does);
        struct ir_table before = t;
        if (!table_step(&t, &d, who, text, r.match.secret, time))
            return;
        a.kind = STORE_APPEND;
        a.quiet = 1;
        memcpy(a.match.id, g->id, sizeof g->id);
        a.row = (struct store_row){.seq = d.seq, .sub = d.sub, .time = time, .who = who, .text = d.row};
        a.changed = table_changed(&before, &t);
        if (a.changed)
            table_describe(&t, &a.match);
        store_do(&a);
        if (i > 40)
            violate("a game does not end");
    }
    struct ir_score score;
    ir_score_resigned(game, &t.now, table_resigned(&t), &score);
    g->off = table_called_off(&t);
    g->time = time;
    for (int i = 0; i < n; i++) {
        g->rank[i] = score.rank[i];
        g->late[i] = t.seat[i].late;
    }
    if (below(2))
        rated_over(w.hub[below((uint32_t)w.n_hubs)]); /* on this node */
}

static void answer(int i, enum store_status status)
{
    struct waiting at = w.waiting[i];
    memmove(&w.waiting[i], &w.waiting[i + 1], (size_t)(--w.n_waiting - i) * sizeof at);
    if (status != STORE_OK) {
        store_done(at.r);
        at.r->status = status;
    }
    hub_stored(w.hub[at.hub], at.r, w.now);
}

static void request_step(void)
{
    int i = (int)below((uint32_t)w.n_waiting), bad = w.storm && below(6) == 0;
    struct waiting *at = &w.waiting[i];
    if (at->done) {
        answer(i, bad && at->r->kind == STORE_COUNT && at->r->status != STORE_FAILED ? STORE_UNKNOWN : STORE_OK);
        return;
    }
    if (bad) {
        answer(i, at->r->kind == STORE_COUNT && below(2) ? STORE_UNKNOWN : STORE_FAILED);
        return;
    }
    store_do(at->r);
    at->done = 1;
    if (at->r->kind == STORE_COUNT && at->r->status == STORE_OK)
        counted(at->r->match.id);
}

static void crash(int i)
{
    ++*w.crashes;
    for (int k = 0; k < w.n_waiting; k++)
        if (w.waiting[k].hub == i) {
            store_done(w.waiting[k].r);
            free(w.waiting[k].r);
            memmove(&w.waiting[k], &w.waiting[k + 1], (size_t)(--w.n_waiting - k) * sizeof w.waiting[0]);
            k--;
        }
    hub_free(w.hub[i]);
    hub_begin(i);
}

static void step(void)
{
    uint32_t what = below(100);
    if (w.storm && what < 8 && w.n_games < GAMES)
        game_add();
    else if (w.storm && what < 9)
        crash((int)below((uint32_t)w.n_hubs));
    else if (w.storm && what < 10 && below(6) == 0)
        person_end((int)below(PEOPLE));
    else if (w.n_waiting && what < 85)
        request_step();
    else {
        w.now += w.storm && below(20) == 0 ? DAY_MS / 3 : 20000;
        hub_tick(w.hub[what % (uint32_t)w.n_hubs], w.now);
    }
}

static void check(void)
{
    for (int i = 0; i < w.n_games; i++)
        if (w.game[i].counted != 1)
            violate("%s was counted %d times", w.game[i].id, w.game[i].counted);
    for (int i = 0; i < PEOPLE; i++) {
        struct store_standing s = {.n = 1, .pace = "calm", .seat = {{.who = w.person[i].who}}};
        struct store_request r = {.kind = STORE_STANDING, .standing = &s};
        const struct model *p = &w.person[i];
        snprintf(s.game, sizeof s.game, "%s", ir_games[0]->name);
        store_do(&r);
        store_done(&r);
        int there = s.seat[0].version != 0;
        if (there != (p->rated && !p->gone))
            violate("person %d has %s rating", i, there ? "a" : "no");
        if (there && (s.seat[0].before.at != (int64_t)(p->r.at * 1e6 + 0.5) ||
                      s.seat[0].before.error != (int64_t)(p->r.error * 1e6 + 0.5) ||
                      s.seat[0].before.drift != (int64_t)(p->r.drift * 1e9 + 0.5) || s.seat[0].before.games != p->r.games))
            violate("person %d has %lld after %lld games, and should have %.6f after %u", i, (long long)s.seat[0].before.at,
                    (long long)s.seat[0].before.games, p->r.at, p->r.games);
    }
}

int rated_run(uint64_t seed, uint64_t *counts, uint64_t *crashes, char *violation, size_t size)
{
    char why[IR_WHY_MAX];
    memset(&w, 0, sizeof w);
    ir_rng_seed(&w.rng, seed);
    w.dice = seed << 20;
    w.now = START_MS;
    w.counts = counts;
    w.crashes = crashes;
    w.violation = violation;
    w.size = size;
    violation[0] = 0;
    w.store = store_open("memory:", NULL, NULL, NULL, why);
    w.n_hubs = 1 + (int)below(HUBS);
    for (int i = 0; i < w.n_hubs; i++)
        hub_begin(i);
    for (int i = 0; i < PEOPLE; i++) {
        struct store_request r = {.kind = STORE_PLAYER_NEW, .who = 100 + (uint64_t)i, .time = w.now, .name = "P"};
        r.token_hash[0] = (uint8_t)i;
        store_do(&r);
        w.person[i].who = r.who;
    }
    w.storm = 1;
    for (int i = 0; i < 300 && !violation[0]; i++)
        step();
    w.storm = 0;
    for (int i = 0, calm = 0; i < STEPS && calm < 100 && !violation[0]; i++) {
        step();
        calm = w.n_order >= w.n_games ? calm + 1 : 0;
    }
    if (!violation[0])
        check();
    for (int i = 0; i < w.n_waiting; i++) {
        store_done(w.waiting[i].r);
        free(w.waiting[i].r);
    }
    for (int i = 0; i < w.n_hubs; i++)
        hub_free(w.hub[i]);
    store_close(w.store);
    return violation[0] != 0;
}
