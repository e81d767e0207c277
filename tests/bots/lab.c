/* lab.c: a workbench for whoever builds bots: searches with any settings, parts switched off, and cheats that see what no bot
 * may, against each other on paired deals. The tables of docs/bots.md were made with it. Not a test, no part of the program.
 *
 *     lab GAME OPTIONS A B GAMES SEED [THREADS]
 *     lab regret GAME OPTIONS REFEREE POSITIONS SEED A B ...
 *     lab loss GAME OPTIONS PLAYER GAMES SEED NET NET ...
 *
 * The first plays a match. The second asks A, B, ... for a move in the same positions, and says what a referee with a lot of
 * time thinks of their moves: a hundred times as sharp as a match, but only as right as the referee. The third says how well
 * networks foresee the episodes of games that PLAYER plays against itself (cross entropy; lower is better).
 *
 * A and B are names of bots, or settings (see `words`) joined by commas, with a budget: "greedy", "search@5ms",
 * "horizon=4,candidates=5,net=new.net@3000n", "horizon=4,peek=1@3000n". */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bots/bots.h"
#include "core/dealer.h"
#include "bots/search.h"
#include "cli/luck.h"
#include "cli/stats.h"
#include "games/koikoi/koikoi.h"
#include "lab.h"

/* ---- what a player may be ---- */

static uint64_t processor_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static _Noreturn void fail(const char *what, const char *text)
{
    fprintf(stderr, "lab: %s%s\n", what, text);
    exit(2);
}

static struct net *net_load(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct net *n = aligned_alloc(NET_ALIGN, 1 << 20);
    if (!f || !n || fread(n, 1, 1 << 20, f) < sizeof *n || memcmp(n->magic, "irnet 5", 8) != 0)
        fail("no network in ", path);
    fclose(f);
    return n;
}

/* ---- parts switched off, by putting something else into a copy of the game's contract or brain ---- */

static _Thread_local const struct ir_state *truth; /* for cheats only */
static _Thread_local uint64_t future[HF_CARDS];    /* the dealer's next random numbers */

static void imagine_truth(const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r, struct ir_state *s)
{
    (void)v, (void)notes, (void)r;
    memcpy(s, truth, sizeof *s);
}

/* The card that will come, if play goes on from the truth. */
static ir_move sample_future(const struct ir_state *s, struct ir_rng *r)
{
    int k = koikoi_pub(truth->b)->deck - koikoi_pub(s->b)->deck;
    struct ir_rng next = {{future[k < 0 ? 0 : k], 0, 0, 0}}; /* its first result is a rotation of this: all that matters is that
                                                                 the dealer below does the same */
    (void)r;
    return koikoi_game.sample(s, &next);
}
static int chance_future(const struct ir_state *s, struct ir_chance *out)
{
    out[0] = (struct ir_chance){sample_future(s, NULL), 1};
    return 1;
}

/* One world for a view, always the same. */
static const struct ir_game *plain;
static void imagine_once(const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r, struct ir_state *s)
{
    struct ir_rng own;
    (void)notes, (void)r;
    ir_rng_seed(&own, ir_hash(plain, (const struct ir_state *)(const void *)v->b));
    plain->imagine(v, &own, s);
}

/* The next outcome sampled, not summed up. */
static int chance_sampled(const struct ir_state *s, struct ir_chance *out)
{
    static _Thread_local struct ir_rng own;
    if (!own.s[0])
        ir_rng_seed(&own, 1);
    out[0] = (struct ir_chance){plain->sample(s, &own), 1};
    return 1;
}

/* Points instead of the chance of winning. */
static float (*points_of)(int bucket);
static const struct brain *plain_brain;
static const float *worth_points(const struct ir_view *v, const void *context)
{
    static _Thread_local float u[NET_BUCKETS_MAX];
    (void)v, (void)context;
    for (int i = 0; i < plain_brain->buckets; i++)
        u[i] = points_of(i);
    return u;
}
static _Thread_local int32_t root_purse[2];
static void prepare_points(const struct ir_view *root, const float *extra, void *context)
{
    (void)extra, (void)context;
    memcpy(root_purse, koikoi_pub(root->b)->purse, sizeof root_purse);
}
static float settled_points(const struct ir_view *v, const void *context)
{
    const int32_t *now = koikoi_pub(v->b)->purse;
    (void)context;
    int d = now[v->seat] - root_purse[v->seat] - (now[!v->seat] - root_purse[!v->seat]);
    return (float)(koikoi_pub(v->b)->option[KK_PURSE] == KK_PURSE_SCORE ? d : d / 2);
}

/* ---- a plainer greedy ---- */

/* One move, almost always stops: the coins a play brings at once, then the pictures it takes. As far as we know, what the
 * prototype in our notes called greedy. */
static void simple_think(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r,
                         const struct ir_budget *budget, struct ir_advice *a)
{
    const struct koikoi_pub *p = koikoi_pub(v->b);
    (void)notes, (void)budget;
    bot_advice_start(g, v, a);
    for (int i = 0; i < a->n; i++) {
        ir_move m = a->of[i].move;
        if (m == KK_MOVE_AGARI || m == KK_MOVE_TENHO || m == KK_MOVE_KOIKOI) {
            a->of[i].value = m == KK_MOVE_KOIKOI ? 0 : 1e6;
            continue;
        }
        int card = p->phase == KK_PHASE_PLAY ? m >> 2 : p->turned;
        int target = p->phase == KK_PHASE_PLAY ? (card & ~3) | (m & 3) : m - KK_MOVE_TAKE;
        uint64_t match = p->field & hanafuda_suit(card), got = 0;
        if (match)
            got = BIT(card) | (set_count(match) == 2 ? BIT(target) : match);
        a->of[i].value = 100.0 * koikoi_worth(p, p->pool[v->seat] | got, p->calls[v->seat], NULL) +
                         10 * set_count(got & HF_SET_BRIGHT) + 5 * set_count(got & (HF_SET_ANIMAL | HF_SET_RIBBON)) +
                         set_count(got) - (got ? 0 : 3 * set_count(BIT(card) & ~HF_SET_PLAIN)) + 0.001 * ir_rng_below(r, 1000);
    }
}
static const struct ir_bot bot_simple = {.name = "simple", .think = simple_think};

/* ---- players ---- */

struct lab_player {
    const struct ir_bot *bot; /* a bot of the library, or settings: */
    struct ir_game game;
    struct brain brain;
    struct search how;
    const struct net *net;
    int tree, apart, glance, quick;
    double explore;
    struct ir_budget budget;
    double seconds;
    uint64_t decisions;
};

static const char words[] =
    "net=FILE horizon=N candidates=N worlds=N prior=N even policy=BOT rival=BOT nomind peek=1|2 oneworld sampled "
    "uniform points glance quick tree explore=X apart";

static void set(struct lab_player *p, const struct ir_game *g, const char *word)
{
    char *value = strchr(word, '=');
    int n = value ? (int)strtol(value + 1, NULL, 10) : 0;
    size_t len = value ? (size_t)(value - word) : strlen(word);
#define IS(name) (strlen(name) == len && strncmp(word, name, len) == 0)
    if (IS("net"))
        p->net = net_load(value + 1);
    else if (IS("horizon"))
        p->how.horizon = n;
    else if (IS("candidates"))
        p->how.candidates = n;
    else if (IS("worlds"))
        p->how.worlds = n;
    else if (IS("prior"))
        p->how.prior = n;
    else if (IS("even"))
        p->how.even = 1;
    else if (IS("policy"))
        p->how.policy = ir_bot_find(g, value + 1);
    else if (IS("rival"))
        p->how.rival = ir_bot_find(g, value + 1);
    else if (IS("nomind"))
        p->net = NULL;
    else if (IS("oneworld"))
        p->brain.imagine = imagine_once;
    else if (IS("uniform"))
        p->brain.imagine = NULL;
    else if (IS("sampled"))
        p->game.chance = chance_sampled;
    else if (IS("points"))
        p->brain.worth = worth_points, p->brain.prepare = prepare_points, p->brain.settled = settled_points;
    else if (IS("glance"))
        p->glance = 1;
    else if (IS("quick"))
        p->quick = 1;
    else if (IS("tree"))
        p->tree = 1;
    else if (IS("apart"))
        p->apart = 1;
    else if (IS("explore"))
        p->explore = atof(value + 1);
    else if (IS("peek")) {
        p->brain.imagine = imagine_truth;
        if (n == 2)
            p->game.sample = sample_future, p->game.chance = chance_future;
    } else
        fail("unknown word; there are: ", words);
#undef IS
}

static void player_read(struct lab_player *p, const struct ir_game *g, const char *text)
{
    char spec[400], file[64], *at, *save = NULL;
    snprintf(spec, sizeof spec, "%s", text);
    *p = (struct lab_player){.game = *g, .explore = 0.4};
    p->brain = *brain_find(g);
    p->how = (struct search){.horizon = 3, .candidates = 4, .worlds = 2, .prior = 80};
    snprintf(file, sizeof file, "games/%s/bots/%s.net", g->name, g->name);
    p->net = net_load(file);
    if ((at = strchr(spec, '@'))) {
        *at++ = 0;
        if (strstr(at, "ms"))
            p->budget.microseconds = (uint64_t)(atof(at) * 1000);
        else
            p->budget.nodes = strtoull(at, NULL, 10);
        p->budget.clock = processor_clock;
    }
    p->bot = strcmp(spec, "simple") == 0 ? &bot_simple : ir_bot_find(g, spec);
    if (p->bot && !at)
        p->budget.nodes = p->bot->budget.nodes;
    for (char *word = p->bot ? NULL : strtok_r(spec, ",", &save); word; word = strtok_r(NULL, ",", &save))
        set(p, g, word);
    if (p->glance)
        p->budget.nodes = 1;
}

/* As everybody moves in playouts: without summing up the next card. */
static void quick_think(struct mind *m, const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes,
                        struct ir_rng *r, struct ir_advice *a)
{
    struct world world = {.notes = *notes};
    bot_advice_start(g, v, a);
    mind_root(m, v);
    g->imagine(v, r, &world.now);
    ir_move best = mind_move(m, v, &world, r, 0);
    for (int i = 0; i < a->n; i++)
        a->of[i].value = a->of[i].move == best;
}

static void player_think(const struct lab_player *p, const struct ir_game *g, const struct ir_view *v,
                         const struct ir_notes *notes, struct ir_rng *r, struct ir_advice *a)
{
    struct mind mind;
    struct search how = p->how;
    if (p->bot) {
        p->bot->think(g, v, notes, r, &p->budget, a);
        return;
    }
    how.brain = &p->brain;
    how.mind = p->net ? &mind : NULL;
    if (p->net)
        mind_open(&mind, &p->brain, p->net);
    if (p->quick)
        quick_think(&mind, &p->game, v, notes, r, a);
    else if (p->tree)
        tree_think(&how, p->explore, &p->game, v, notes, r, &p->budget, a);
    else if (p->apart)
        apart_think(&how, &p->game, v, notes, r, &p->budget, a);
    else
        search_think(&how, &p->game, v, notes, r, &p->budget, a);
}
static ir_move player_move(const struct lab_player *p, const struct ir_game *g, const struct ir_view *v,
                           const struct ir_notes *notes, struct ir_rng *r)
{
    struct ir_advice a;
    player_think(p, g, v, notes, r, &a);
    return ir_advice_best(&a);
}

/* ---- games ---- */

static const struct ir_game *game;
static struct ir_state start;
static struct lab_player side[2];
static int seats, groups, next_group;
static uint64_t seed;
static double sum, squares, points, skill, skill2; /* skill: with luck taken out, see cli/luck.h */
static double spent[2];
static uint64_t moves[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct deal {
    struct ir_dealer dealer;
    struct ir_rng rng;
};
static ir_move deal_pick(struct ir_dealer *d, const struct ir_game *g, const struct ir_state *s)
{
    struct ir_rng *rng = &((struct deal *)d)->rng;
    struct ir_rng now = {{ir_rng_next(rng), 0, 0, 0}}; /* what a cheat looks ahead at, see sample_future */
    return g->sample(s, g == &koikoi_game ? &now : rng);
}

static double game_play(int group, int alone, double *margin, double *lucky, double *time, uint64_t *count)
{
    struct ir_state s = start, before;
    struct ir_notes notes = {{0}};
    struct ir_rng whim[IR_SEATS_MAX];
    struct deal deal = {.dealer = {deal_pick}};
    struct luck luck;
    struct ir_score score;
    int winners = 0, others = 0;
    ir_rng_seed(&deal.rng, seed * 1000003 + (uint64_t)group);
    luck_open(&luck, brain_find(game), seats, &notes, &deal.dealer, ~seed * 1000003 + (uint64_t)group);
    for (int i = 0; i < seats; i++)
        ir_rng_seed(&whim[i], (seed + 77) * 1000003 + (uint64_t)group * 8 + (uint64_t)i);
    for (int turn; (turn = ir_turn(&s)) != IR_OVER; ir_note(game, &notes, &before, &s)) {
        before = s;
        if (turn == IR_CHANCE) {
            game->apply(&s, luck.dealer.pick(&luck.dealer, game, &s), NULL);
            continue;
        }
        struct ir_view v;
        struct ir_rng ahead = deal.rng;
        truth = &s;
        for (int i = 0; i < HF_CARDS; i++)
            future[i] = ir_rng_next(&ahead);
        ir_look(game, &s, turn, &v);
        int who = turn != alone;
        uint64_t t0 = processor_clock();
        ir_move m = player_move(&side[who], game, &v, &notes, &whim[turn]);
        time[who] += (double)(processor_clock() - t0) * 1e-6;
        count[who]++;
        game->apply(&s, m, NULL);
    }
    game->score(s.b, &score);
    for (int i = 0; i < seats; i++) {
        winners += score.rank[i] == 0;
        others += i == alone ? 0 : score.points[i];
    }
    *margin += score.points[alone] - (double)others / (seats - 1);
    *lucky += luck.sum[alone];
    return score.rank[alone] == 0 ? 1.0 / winners : 0;
}

static void *work(void *unused)
{
    (void)unused;
    for (int group; (group = __atomic_fetch_add(&next_group, 1, __ATOMIC_RELAXED)) < groups;) {
        double won = 0, margin = 0, lucky = 0, time[2] = {0};
        uint64_t count[2] = {0};
        for (int alone = 0; alone < seats; alone++)
            won += game_play(group, alone, &margin, &lucky, time, count) / seats;
        pthread_mutex_lock(&lock);
        sum += won;
        squares += won * won;
        points += margin / seats;
        lucky = won - lucky / seats;
        skill += lucky;
        skill2 += lucky * lucky;
        for (int i = 0; i < 2; i++)
            spent[i] += time[i], moves[i] += count[i];
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

/* ---- regret ---- */

enum { PLAYERS_MAX = 24 };
static struct lab_player asked[PLAYERS_MAX], referee;
static int asked_n, positions;
static double gain[PLAYERS_MAX], gain2[PLAYERS_MAX], same[PLAYERS_MAX], asked_time[PLAYERS_MAX];

static double worth_of(const struct ir_advice *a, ir_move m)
{
    for (int i = 0; i < a->n; i++)
        if (a->of[i].move == m)
            return a->of[i].value;
    fail("no such move", "");
}

static void position_ask(const struct ir_view *v, const struct ir_notes *notes, uint64_t number)
{
    struct ir_advice truth_of;
    struct ir_rng r;
    double worth[PLAYERS_MAX], time[PLAYERS_MAX];
    ir_move move[PLAYERS_MAX];
    for (int i = 0; i < asked_n; i++) {
        ir_rng_seed(&r, seed + number * 64 + (uint64_t)i);
        uint64_t t0 = processor_clock();
        move[i] = player_move(&asked[i], game, v, notes, &r);
        time[i] = (double)(processor_clock() - t0) * 1e-3;
    }
    int differ = 0;
    for (int i = 1; i < asked_n; i++)
        differ |= move[i] != move[0];
    ir_rng_seed(&r, ~seed + number * 64);
    if (differ)
        player_think(&referee, game, v, notes, &r, &truth_of);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < asked_n; i++) {
        worth[i] = differ ? worth_of(&truth_of, move[i]) - worth_of(&truth_of, move[0]) : 0;
        gain[i] += worth[i], gain2[i] += worth[i] * worth[i], same[i] += move[i] == move[0], asked_time[i] += time[i];
    }
    pthread_mutex_unlock(&lock);
}

/* Games by the first of those asked; one decision in eight is a position. */
static void *regret_work(void *unused)
{
    (void)unused;
    for (uint64_t group; (group = (uint64_t)__atomic_fetch_add(&next_group, 1, __ATOMIC_RELAXED)) < (uint64_t)groups;) {
        struct ir_state s = start, before;
        struct ir_view v;
        struct ir_notes notes = {{0}};
        ir_move legal[IR_MOVES_MAX];
        struct ir_rng r;
        ir_rng_seed(&r, seed * 1000003 + group);
        for (int turn, k = 0; (turn = ir_turn(&s)) != IR_OVER; ir_note(game, &notes, &before, &s)) {
            before = s;
            if (turn == IR_CHANCE) {
                game->apply(&s, game->sample(&s, &r), NULL);
                continue;
            }
            ir_look(game, &s, turn, &v);
            if (game->legal(&v, legal) > 1 && ir_rng_below(&r, 8) == 0 &&
                __atomic_fetch_add(&positions, -1, __ATOMIC_RELAXED) > 0)
                position_ask(&v, &notes, group * 4096 + (uint64_t)k++);
            if (__atomic_load_n(&positions, __ATOMIC_RELAXED) <= 0)
                return NULL;
            game->apply(&s, player_move(&asked[0], game, &v, &notes, &r), NULL);
        }
    }
    return NULL;
}

static int regret(int argc, char **argv)
{
    char why[IR_WHY_MAX];
    pthread_t id;
    if (argc < 7)
        fail("lab regret GAME OPTIONS REFEREE POSITIONS SEED A B ...; words: ", words);
    game = plain = ir_game_find(argv[1]);
    if (!game || ir_start(game, &start, 2, argv[2], NULL, why))
        fail("no such game or options: ", argv[1]);
    player_read(&referee, game, argv[3]);
    plain_brain = &referee.brain;
    points_of = plain_brain->points;
    int n = positions = (int)strtol(argv[4], NULL, 10);
    seed = strtoull(argv[5], NULL, 10);
    for (int i = 6; i < argc && asked_n < PLAYERS_MAX; i++)
        player_read(&asked[asked_n++], game, argv[i]);
    groups = INT32_MAX;
    pthread_create(&id, NULL, regret_work, NULL);
    regret_work(NULL);
    pthread_join(id, NULL);
    for (int i = 0; i < asked_n; i++) {
        double mean = gain[i] / n, sd = sqrt((gain2[i] / n - mean * mean) / n);
        printf("%-52s %+8.3f +- %.3f percent a decision, the same move in %5.1f %%, %.3f ms\n", argv[6 + i], 100 * mean,
               196 * sd, 100 * same[i] / n, asked_time[i] / n);
    }
    return 0;
}

/* ---- loss ---- */

struct foreseen {             /* of one network */
    double now, sum, differ2; /* of the episode in hand; of all; squares of differences to the first network, by episode */
};

static void episode_close(struct foreseen *f, int nets)
{
    for (int i = nets - 1; i >= 0; i--) {
        f[i].sum += f[i].now;
        f[i].differ2 += (f[i].now - f[0].now) * (f[i].now - f[0].now);
    }
    for (int i = 0; i < nets; i++)
        f[i].now = 0;
}

static int loss(int argc, char **argv)
{
    enum { POSITIONS_MAX = 4096, NETS_MAX = 16 };
    static struct ir_view seen[POSITIONS_MAX];
    static struct ir_notes noted[POSITIONS_MAX];
    struct foreseen f[NETS_MAX] = {{0}};
    const struct net *net[NETS_MAX];
    char why[IR_WHY_MAX];
    int nets = 0, n = 0;
    double total = 0, episodes = 0;
    if (argc < 7)
        fail("lab loss GAME OPTIONS PLAYER GAMES SEED NET ...", "");
    game = plain = ir_game_find(argv[1]);
    if (!game || ir_start(game, &start, 2, argv[2], NULL, why))
        fail("no such game or options: ", argv[1]);
    player_read(&side[0], game, argv[3]);
    const struct brain *b = &side[0].brain;
    for (int i = 6; i < argc && nets < NETS_MAX; i++)
        net[nets++] = net_load(argv[i]);
    for (long k = 0; k < strtol(argv[4], NULL, 10); k++) {
        struct ir_state s = start, before;
        struct ir_notes notes = {{0}};
        struct ir_rng r;
        ir_rng_seed(&r, strtoull(argv[5], NULL, 10) * 1000003 + (uint64_t)k);
        for (int turn; (turn = ir_turn(&s)) != IR_OVER;) {
            if (n + 2 <= POSITIONS_MAX) {
                noted[n] = noted[n + 1] = notes;
                ir_look(game, &s, 0, &seen[n++]);
                ir_look(game, &s, 1, &seen[n++]);
            }
            before = s;
            ir_move m;
            if (turn == IR_CHANCE) {
                m = game->sample(&s, &r);
            } else {
                struct ir_view v;
                ir_look(game, &s, turn, &v);
                m = player_move(&side[0], game, &v, &notes, &r);
            }
            game->apply(&s, m, NULL);
            ir_note(game, &notes, &before, &s);
            int bucket[2] = {b->ended(&before, &s, 0), b->ended(&before, &s, 1)};
            if (bucket[0] < 0)
                continue;
            for (int i = 0; i < n; i++) {
                uint16_t active[NET_ACTIVE_MAX];
                float p[NET_BUCKETS_MAX];
                int head, many = b->look(&seen[i], &noted[i], active, &head);
                if (!many)
                    continue;
                for (int j = 0; j < nets; j++) {
                    net_eval(net[j], active, many, head, p);
                    f[j].now -= log((double)p[bucket[seen[i].seat]] + 1e-9);
                }
                total++;
            }
            episode_close(f, nets);
            episodes++;
            n = 0;
        }
    }
    for (int i = 0; i < nets; i++) {
        double differ = (f[i].sum - f[0].sum) / episodes, sd = sqrt((f[i].differ2 / episodes - differ * differ) / episodes);
        printf("%-40s %.4f  %+.4f +- %.4f\n", argv[6 + i], f[i].sum / total, (f[i].sum - f[0].sum) / total,
               1.96 * sd * episodes / total);
    }
    return 0;
}

int main(int argc, char **argv)
{
    char why[IR_WHY_MAX];
    if (argc > 1 && strcmp(argv[1], "regret") == 0)
        return regret(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "loss") == 0)
        return loss(argc - 1, argv + 1);
    if (argc < 7)
        fail("lab GAME[:SEATS] OPTIONS A B GAMES SEED [THREADS]; words: ", words);
    char *colon = strchr(argv[1], ':');
    if (colon)
        *colon = 0;
    game = plain = ir_game_find(argv[1]);
    if (!game)
        fail("no game ", argv[1]);
    seats = colon ? (int)strtol(colon + 1, NULL, 10) : 2;
    if (ir_start(game, &start, seats, argv[2], NULL, why))
        fail(why, "");
    for (int i = 0; i < 2; i++)
        player_read(&side[i], game, argv[3 + i]);
    plain_brain = &side[0].brain;
    points_of = plain_brain->points;
    groups = ((int)strtol(argv[5], NULL, 10) + seats - 1) / seats;
    seed = strtoull(argv[6], NULL, 10);
    int threads = argc > 7 ? (int)strtol(argv[7], NULL, 10) : 2;
    pthread_t id[64];
    for (int i = 1; i < threads && i < 64; i++)
        pthread_create(&id[i], NULL, work, NULL);
    work(NULL);
    for (int i = 1; i < threads && i < 64; i++)
        pthread_join(id[i], NULL);
    struct interval share = stats_share(groups, sum, squares, NULL), able = stats_mean(groups, skill, skill2);
    printf("%s - %s: %.2f %% (%.2f .. %.2f), skill %.2f (%.2f .. %.2f), %d games, %+.2f points, %.3f and %.3f ms\n", argv[3],
           argv[4], 100 * share.at, 100 * share.low, 100 * share.high, 100 * able.at, 100 * able.low, 100 * able.high,
           groups * seats, points / groups, 1e3 * spent[0] / (double)moves[0], 1e3 * spent[1] / (double)moves[1]);
    return 0;
}
