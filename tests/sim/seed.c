/* seed.c: derives a world from a seed: fault rates, table and people; and runs it to the end. */
#include "sim.h"

const char *const plant_name[PLANTS] = {"none",        "ack-early",  "wrong-seat",  "lost-wake",  "double",     "deaf",
                                        "leak-state",  "leak-size",  "leak-answer", "leak-view",  "leak-story", "leak-time",
                                        "silence",     "played-out", "forgotten",   "pair-twice", "untold",     "after",
                                        "count-twice", "result",     "unstored",    "stranger",   "looker",     "locked"};

/* ---- a seed ---- */

static void weather_make(struct sim *s)
{
    static const struct weather kinds[] = {
        {.latency = 5, .store_latency = 3},                                                            /* clear */
        {.cut = 5, .latency = 100, .store_latency = 20, .doubled = 50, .slow_bot = 50},                /* a bad line */
        {.failed = 30, .unknown = 30, .conflict = 30, .lost = 5, .latency = 30, .store_latency = 200}, /* a bad disk */
        {.crash = 6, .goodbye = 3, .latency = 50, .store_latency = 50, .jump = 1},                     /* bad nodes */
        {.cut = 15,
         .crash = 4,
         .failed = 20,
         .unknown = 40,
         .conflict = 20,
         .notice_lost = 300,
         .jump = 2,
         .slow_bot = 50,
         .doubled = 100,
         .goodbye = 2,
         .latency = 400,
         .store_latency = 100}, /* everything */
    };
    s->weather = kinds[s->calm ? 0 : sim_below(s, sizeof kinds / sizeof *kinds)];
    uint32_t span = s->slow ? 4 * HOUR : 120000;
    s->weather.until = s->now + (s->calm ? 0 : 20000 + sim_below(s, span - 20000));
    if (s->calm)
        s->weather.latency = s->weather.store_latency = 0;
    for (int i = 0; i < s->weather.crash; i++)
        later(s, s->now + sim_below(s, span), CRASH, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
    for (int i = 0; i < s->weather.goodbye; i++)
        later(s, s->now + sim_below(s, span), LEAVE, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
    for (int i = 0; i < s->weather.lost; i++)
        later(s, s->now + sim_below(s, span), LOST, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
    for (int i = 0; i < s->weather.jump; i++)
        later(s, s->now + sim_below(s, span), JUMP, NULL, 0)->node = (int)sim_below(s, (uint32_t)s->n_nodes);
}

/* The game of a scene: the template first, then those of the menu; the later it is there, the more seldom. */
static const struct ir_game *game_pick(struct sim *s)
{
    static const uint8_t often[] = {0, 0, 1, 1, 1, 2, 2, 2, 3};
    const struct ir_game *all[64];
    uint32_t n = 1;
    for (int i = 0; ir_all_games[i]; i++)
        all[0] = ir_all_games[i]; /* templates are the last */
    for (int i = 0; ir_games[i]; i++)
        all[n++] = ir_games[i];
    uint32_t i = often[sim_below(s, sizeof often)];
    if (n > 4 && sim_below(s, 2))
        i = 4 + sim_below(s, n - 4);
    return s->only ? s->only : all[i % n];
}

/* Options for a short game, where there are rounds; the second preset now and then. */
static const char *options_pick(const struct ir_game *g, uint32_t which)
{
    static char text[64];
    int rounds = 0;
    for (const struct ir_option *o = g->option; o->name; o++)
        rounds |= !strcmp(o->name, "rounds");
    if (!rounds || which == 3)
        return "";
    snprintf(text, sizeof text, "%s%srounds=%d", which == 2 && g->preset[1].name ? g->preset[1].name : "",
             which == 2 && g->preset[1].name ? "," : "", which == 1 ? 2 : 1);
    return text;
}

static void scene_make(struct sim *s)
{
    static const char *const clocks[] = {"", "clock=move,seconds=5,", "clock=game,seconds=20,increment=1,",
                                         "clock=game,seconds=120,"};
    static const char *const slow[] = {"clock=slow,hours=1,", "clock=slow,hours=1,late=bot,"};
    const struct ir_game *g = s->game = game_pick(s);
    int seats = g->min_seats + (int)sim_below(s, (uint32_t)(g->max_seats - g->min_seats + 1));
    s->n_people = 1 + (int)sim_below(s, (uint32_t)seats);
    s->n_clients = s->n_people + (int)sim_below(s, 3);
    s->frames_most = s->calm ? 1000000 : 30 + (int)sim_below(s, 90);
    s->rematches = !s->calm && sim_below(s, 3) == 0;
    int n =
        snprintf(s->create, sizeof s->create,
                 "\"game\":\"%s\",\"seats\":%d,\"options\":\"%s\",\"settings\":\"%sreaction=%d,absent=%d,watch=%s\",\"bots\":[",
                 g->name, seats, options_pick(g, sim_below(s, 4)), s->slow ? slow[sim_below(s, 2)] : clocks[sim_below(s, 4)],
                 (int)sim_below(s, 4), 5 + (int)sim_below(s, 30), sim_below(s, 8) ? "on" : "off");
    for (int k = 1; k < seats; k++)
        n += snprintf(s->create + n, sizeof s->create - (size_t)n, "%s%s", k > 1 ? "," : "",
                      k < s->n_people ? "null" : "\"random\"");
    snprintf(s->create + n, sizeof s->create - (size_t)n, "]");
    for (int c = 0; c < s->n_clients; c++) {
        s->client[c] = (struct client){
            .host = c == 0, .wants_seat = c < s->n_people, .deltas = c % 4 != 3, .next_id = 10 + sim_below(s, 1000)};
        s->client[c].twin = c >= s->n_people && sim_below(s, 4) == 0;
        snprintf(s->client[c].name, sizeof s->client[c].name, "P%d", c);
        client_later(s, c, sim_below(s, 2000));
    }
}

static int all_done(const struct sim *s)
{
    for (int c = 0; c < s->n_clients; c++)
        if (!s->client[c].done)
            return 0;
    return !meet_lingers(s);
}

static void nodes_check(struct sim *s)
{
    for (int n = 0; n < s->n_nodes; n++)
        if (s->node[n].hub && !s->violation[0])
            truth_node(s, s->node[n].hub);
}

void sim_run(struct sim *s, uint64_t seed)
{
    char why[IR_WHY_MAX];
    s->seed = seed;
    plant_now = s->plant;
    s->now = DAY;
    ir_rng_seed(&s->rng, seed);
    snprintf(s->world, sizeof s->world, "memory:%llu", (unsigned long long)seed);
    s->eye = store_open(s->world, NULL, NULL, NULL, why);
    s->n_nodes = s->calm ? 1 : 1 + (int)sim_below(s, 3);
    s->slow = !s->meet && !s->evening.on && (s->plant == PLANT_FORGOTTEN || sim_below(s, 5) == 0);
    weather_make(s);
    if (s->meet)
        meet_scene(s);
    else if (s->evening.on)
        evening_scene(s);
    else
        scene_make(s);
    sim_trace(s, "%d nodes, %d clients, %s", s->n_nodes, s->n_clients, s->create);
    s->deadline = s->weather.until + (s->slow ? 1000LL : 3LL) * HOUR;
    for (int n = 0; n < s->n_nodes; n++)
        node_start(s, n);
    while (s->n_heap && !s->violation[0] && !all_done(s)) {
        world_step(s);
        if (s->now > s->deadline)
            sim_violation(s, "the game does not end: table %s", s->table);
        if (s->events % 64 == 0)
            nodes_check(s);
        if (s->slow && s->events % 64 == 16)
            slow_check(s);
        if (s->meet && s->events % 64 == 32)
            meet_check(s);
    }
    if (!all_done(s))
        sim_violation(s, "nothing happens any more, and not all are done");
    nodes_check(s);
    if (!s->violation[0])
        truth_end(s);
    if (!s->violation[0] && s->evening.on)
        evening_end(s);
    world_end(s);
}
