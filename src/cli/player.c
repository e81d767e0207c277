/* player.c: players by name, their budgets, and the loop in which they play each other. */
#include "player.h"
#include "foreign/foreign.h"

#include <ctype.h>
#include <errno.h>
#include <time.h>

#include "core/banned.h"

enum { STEPS_MAX = 1000000 }; /* of one game: more means that it does not end */

struct player {
    const struct ir_game *game;
    const struct ir_bot *bot;
    struct foreign *foreign; /* not NULL: another program, and bot is NULL */
    struct ir_budget budget;
    struct ir_rng rng;
    struct player_use use;
    char name[];
};

static uint64_t microseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}
static uint64_t wall_clock(void)
{
    return microseconds(CLOCK_MONOTONIC);
}
static uint64_t processor_clock(void)
{
    return microseconds(CLOCK_THREAD_CPUTIME_ID);
}

/* ---- names ---- */

/* "5ms", "0.5ms" or "2000n"; 0 if it is neither. Digits and one point only: strtod alone would take "inf" and "1e3". */
static int budget_read(const char *text, struct ir_budget *b)
{
    char *end;
    if (!isdigit((unsigned char)*text) || strspn(text, "0123456789.") > 15)
        return 0;
    size_t digits = strspn(text, "0123456789");
    double v = strtod(text, &end);
    if (strcmp(text + strspn(text, "0123456789."), end) != 0 || v <= 0)
        return 0;
    if (strcmp(end, "n") == 0 && text + digits == end && v <= 1e12)
        b->nodes = (uint64_t)v;
    else if (strcmp(end, "ms") == 0 && v >= 0.001 && v <= 3600000)
        b->microseconds = (uint64_t)(v * 1000 + 0.5);
    else
        return 0;
    return 1;
}

static const struct ir_bot *bot_or_complain(const char *command, const struct ir_game *g, const char *name)
{
    const struct ir_bot *b = ir_bot_find(g, name);
    char known[200];
    struct ir_text t;
    if (b)
        return b;
    ir_text_start(&t, known, sizeof known);
    for (int i = 0; (b = ir_bot_list(g, i)); i++)
        ir_text_add(&t, "%s%s", i ? ", " : "", b->name);
    complain(command, "%s has no bot '%.40s'; it has: %s", g->name, name, known);
    return NULL;
}

static struct player *player_make(const char *command, const struct ir_game *g, const char *text)
{
    size_t n = strlen(text) + 1;
    struct player *p = calloc(1, sizeof *p + n);
    if (!p) {
        complain(command, "out of memory");
        return NULL;
    }
    p->game = g;
    p->budget.clock = wall_clock;
    memcpy(p->name, text, n);
    return p;
}

static struct player *bot_open(const char *command, const struct ir_game *g, const char *text)
{
    char name[64];
    size_t n = strcspn(text, "@");
    snprintf(name, sizeof name, "%.*s", (int)(n < 60 ? n : 60), text);
    const struct ir_bot *bot = bot_or_complain(command, g, name);
    if (!bot)
        return NULL;
    struct ir_budget budget = {0};
    if (text[n] && !budget_read(text + n + 1, &budget)) {
        complain(
            command,
            "'%.60s' has no valid budget after its @; %s@5ms gives it 5 milliseconds for each decision, %s@2000n 2000 nodes",
            text, bot->name, bot->name);
        return NULL;
    }
    struct player *p = player_make(command, g, text);
    if (!p)
        return NULL;
    p->bot = bot;
    p->budget.nodes = text[n] ? budget.nodes : bot->budget.nodes; /* a copy: clock and stop are added here */
    p->budget.microseconds = text[n] ? budget.microseconds : bot->budget.microseconds;
    return p;
}

/* "exec:COMMAND" or "exec@5ms:COMMAND". */
static struct player *foreign_player(const char *command, const struct ir_game *g, const char *text)
{
    struct ir_budget budget = {0};
    const char *colon = strchr(text, ':');
    char limit[32] = "";
    if (!colon || !colon[1]) {
        complain(command, "exec: needs a command after it, such as exec:./bot.py");
        return NULL;
    }
    if (text[4] == '@' && colon - text - 5 < (ptrdiff_t)sizeof limit)
        memcpy(limit, text + 5, (size_t)(colon - text - 5));
    if (text[4] == '@' && !budget_read(limit, &budget)) {
        complain(command, "'%.60s' has no valid budget after its @; exec@5ms:COMMAND asks for 5 milliseconds for each decision",
                 text);
        return NULL;
    }
    char why[IR_WHY_MAX];
    struct player *p = player_make(command, g, text);
    if (p) {
        p->budget.nodes = budget.nodes;
        p->budget.microseconds = budget.microseconds;
    }
    if (p && !(p->foreign = foreign_open(g, colon + 1, NULL, NULL, why))) {
        complain("exec", "%s", why);
        free(p);
        return NULL;
    }
    return p;
}

struct player *player_open(const char *command, const struct ir_game *g, const char *text)
{
    return strncmp(text, "exec:", 5) == 0 || strncmp(text, "exec@", 5) == 0 ? foreign_player(command, g, text)
                                                                            : bot_open(command, g, text);
}

void player_close(struct player *p)
{
    if (p)
        foreign_close(p->foreign);
    free(p);
}

const char *player_name(const struct player *p)
{
    return p->name;
}

const char *player_label(const struct player *p)
{
    const char *own = p->foreign ? foreign_name(p->foreign) : "exec:";
    return strncmp(own, "exec:", 5) == 0 || !*own ? p->name : own;
}

struct player_use player_use(const struct player *p)
{
    struct player_use use = p->use;
    if (p->foreign) {
        int64_t moves, fallbacks;
        foreign_count(p->foreign, &moves, &fallbacks);
        use.fallbacks = (uint64_t)fallbacks;
    }
    return use;
}

void player_by_processor(struct player *p)
{
    if (!p->foreign)
        p->budget.clock = processor_clock;
}

void player_stop(struct player *p, const volatile int *stop)
{
    p->budget.stop = stop;
    if (p->foreign)
        foreign_stop(p->foreign, stop);
}

/* ---- a game ---- */

void player_start(struct player *p, const struct setup *su, int seat, uint64_t seed)
{
    if (p->foreign)
        foreign_start(p->foreign, su->seats, su->options, su->deck, seat, seed, &p->budget);
    ir_rng_seed(&p->rng, seed);
}

int player_listens(const struct player *p)
{
    return p->foreign != NULL; /* our own bots need only the view and the notes */
}

void player_events(struct player *p, const struct ir_view *after, const struct ir_events *seen)
{
    if (p->foreign)
        foreign_events(p->foreign, after, seen);
}

ir_move player_move(struct player *p, const struct ir_view *v, const struct ir_notes *notes)
{
    struct ir_advice advice = {.n = 0};
    ir_move m = IR_NO_MOVE;
    uint64_t t0 = p->budget.clock();
    if (p->foreign) {
        m = foreign_move(p->foreign, v, notes, 0);
    } else {
        p->bot->think(p->game, v, notes, &p->rng, &p->budget, &advice);
        m = ir_advice_best(&advice);
    }
    p->use.seconds += (double)(p->budget.clock() - t0) * 1e-6;
    p->use.decisions++;
    p->use.nodes += advice.nodes;
    return m;
}

void player_end(struct player *p, const struct ir_score *score)
{
    if (p->foreign)
        foreign_end(p->foreign, score);
}

/* ---- players against each other ---- */

static void events_send(const struct ir_game *g, const struct ir_state *s, struct player *const *seat,
                        const struct ir_events *all)
{
    for (int i = 0; i < ir_seats(s); i++) {
        struct ir_view after;
        struct ir_events seen;
        if (!player_listens(seat[i]))
            continue;
        ir_look(g, s, i, &after);
        ir_events_see(all, i, &seen);
        player_events(seat[i], &after, &seen);
    }
}

static int rows_add(struct rows *r, int actor, ir_move m)
{
    if (r->n == r->room) {
        size_t room = r->room ? 2 * r->room : 512;
        struct ir_row *more = realloc(r->row, room * sizeof *more);
        if (!more)
            return 0;
        r->row = more;
        r->room = room;
    }
    r->row[r->n++] = (struct ir_row){.actor = (int8_t)actor, .move = m};
    return 1;
}

const char *players_play(const struct ir_game *g, struct ir_state *s, struct player *const *seat, struct ir_dealer *dealer,
                         struct course *c)
{
    struct ir_state before;
    c->decisions = c->chances = 0;
    c->notes = (struct ir_notes){{0}};
    if (c->rows)
        c->rows->n = 0;
    for (int turn; (turn = ir_turn(s)) != IR_OVER;) {
        struct ir_events ev;
        ir_move m;
        if (turn == IR_CHANCE) {
            m = dealer->pick(dealer, g, s);
            c->chances++;
        } else {
            struct ir_view v;
            ir_look(g, s, turn, &v);
            m = player_move(seat[turn], &v, &c->notes);
            c->decisions++;
        }
        if (m >= g->n_moves)
            return "a player has no legal move";
        if (c->rows && !rows_add(c->rows, turn, m))
            return "out of memory";
        ev.n = 0;
        memcpy(before.b, s->b, ir_state_size(g));
        g->apply(s, m, &ev);
        ir_note(g, &c->notes, &before, s);
        if (c->happened)
            c->happened(c->to, &ev);
        events_send(g, s, seat, &ev);
        if (c->decisions + c->chances > STEPS_MAX)
            return "a game did not end";
    }
    return g->check(s);
}
