/* test_counts.c URL: nodes that count the same games at once count each of them once, and no rating is lost or made from an old
 * one; not when somebody is deleted meanwhile, either. TAP. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ask.h"

enum { NODES = 4, PEOPLE = 40, STAY = 6, GAMES = 240, FIRST = 9100, POINTS = 10000000, BEGIN = 1500000000 };
static const int64_t then = 20000LL * 86400000;
static const char *url;

/* What the nodes do in this round, and what the store said it has counted. Written by one of them between two barriers, or
 * under the lock. */
static struct {
    pthread_mutex_t lock;
    pthread_barrier_t barrier;
    struct store_match game[2]; /* the first half of the nodes wants to count the one, the others the other */
    int rounds, over, counted;
    uint64_t goes; /* is deleted while their game is counted; or 0 */
    uint8_t gone[PEOPLE];
    struct counted {
        char match[IR_ID_MAX];
        uint64_t who[2];
        int64_t number;
    } made[2 * GAMES];
    int n_made;
    char wrong[IR_WHY_MAX + 160];
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void wrong(const struct store_request *r, const char *what)
{
    pthread_mutex_lock(&all.lock);
    if (!all.wrong[0])
        snprintf(all.wrong, sizeof all.wrong, "round %d: %s: status %d: %s", all.rounds, what, (int)r->status, r->why);
    pthread_mutex_unlock(&all.lock);
}

static void standing_ask(struct asked *a, const struct store_match *m, struct store_standing *s)
{
    struct store_request r = ask_kind(STORE_STANDING);
    *s = (struct store_standing){.time = then + 1000, .n = 2, .rated = 1, .game = "counts", .pace = "calm"};
    r.standing = s;
    for (int i = 0; i < 2; i++) {
        s->seat[i].who = m->who[i];
        s->seat[i].rank = i;
        s->seat[i].won = !i;
    }
    if (ask(a, &r) != STORE_OK)
        wrong(&r, "standing");
}

/* From the ratings that were there: the first gains ten points, the second loses them. */
static void count(struct asked *a, const struct store_match *m, struct store_standing *s, unsigned *seed)
{
    for (int i = 0; i < 2; i++) {
        if (!s->seat[i].version)
            s->seat[i].before = (struct store_rating){BEGIN, 350000000, 60000000, 0};
        s->seat[i].after = s->seat[i].before;
        s->seat[i].after.at += i ? -POINTS : POINTS;
        s->seat[i].after.games++;
    }
    struct store_request r = ask_kind(STORE_COUNT);
    memcpy(r.match.id, m->id, sizeof r.match.id);
    r.standing = s;
    r.node = 1 + (uint64_t)rand_r(seed);
    int status = ask(a, &r);
    pthread_mutex_lock(&all.lock);
    if (status == STORE_OK && all.n_made < 2 * GAMES) {
        struct counted *c = &all.made[all.n_made++];
        *c = (struct counted){.who = {m->who[0], m->who[1]}, .number = s->number};
        memcpy(c->match, m->id, sizeof c->match);
        all.counted++;
    }
    pthread_mutex_unlock(&all.lock);
    if (status != STORE_OK && status != STORE_CONFLICT)
        wrong(&r, "count");
}

/* A game that is due, and another one with one of the same people, if there is one. */
static void games_choose(struct asked *a)
{
    struct store_request r = ask_kind(STORE_PLAYED);
    if (all.rounds && all.counted != 1 && !all.goes)
        wrong(&r, all.counted ? "all nodes began with the same ratings, and more than one has counted" : "nobody has counted");
    all.rounds++;
    all.counted = 0;
    all.goes = 0;
    if (ask(a, &r) != STORE_OK)
        wrong(&r, "played");
    int n = 0;
    for (int i = 0; i < r.n; i++) {
        const struct store_match *m = &r.list[i];
        if (strncmp(m->id, "counts", 6) != 0)
            continue; /* another test's */
        if (!n++)
            all.game[0] = all.game[1] = *m;
        for (int k = 0; k < 4; k++)
            if (m->who[k / 2] && m->who[k / 2] == all.game[0].who[k % 2])
                all.game[1] = *m;
    }
    for (int k = 0; k < 2 && n && all.rounds % 3 == 0; k++)
        if (all.game[0].who[k] >= FIRST + STAY) {
            all.goes = all.game[0].who[k];
            all.gone[all.goes - FIRST] = 1;
        }
    all.over = !n || all.wrong[0];
    store_done(&r);
}

static void *node(void *arg)
{
    int number = *(int *)arg;
    unsigned seed = (unsigned)number + 1;
    struct asked a;
    struct store_standing s;
    char why[IR_WHY_MAX] = "";
    int open = asked_open(&a, url, why);
    if (!open)
        wrong(&(struct store_request){.status = STORE_FAILED}, why);
    for (;;) {
        pthread_barrier_wait(&all.barrier);
        if (!number && open)
            games_choose(&a);
        pthread_barrier_wait(&all.barrier);
        if (all.over) /* all nodes see the same here: none waits for one that has stopped */
            break;
        const struct store_match *m = &all.game[number >= NODES / 2];
        standing_ask(&a, m, &s);
        pthread_barrier_wait(&all.barrier); /* all have looked, and nobody has counted */
        if (all.goes && number == NODES - 1) {
            struct store_request r = ask_kind(STORE_PERSON_END);
            r.who = all.goes;
            if (ask(&a, &r) != STORE_OK)
                wrong(&r, "delete");
            store_done(&r);
        } else {
            count(&a, m, &s, &seed);
        }
    }
    if (open)
        asked_close(&a);
    return NULL;
}

static void games_make(struct asked *a)
{
    unsigned seed = 7;
    for (int i = 0; i < PEOPLE; i++) {
        struct store_request r = ask_kind(STORE_PLAYER_NEW);
        r.who = FIRST + (uint64_t)i;
        r.time = then;
        snprintf(r.name, sizeof r.name, "P%d", i);
        snprintf((char *)r.token_hash, STORE_HASH, "counts %d", i); /* other tests on the same store have others */
        if (ask(a, &r) != STORE_OK)
            fail_msg("person %d: status %d: %s", i, (int)r.status, r.why);
    }
    for (int i = 0; i < GAMES; i++) {
        char id[IR_ID_MAX];
        snprintf(id, sizeof id, "counts%d", i);
        uint64_t first = FIRST + (uint64_t)rand_r(&seed) % STAY, second = first;
        while (second == first) {
            int many = rand_r(&seed) % 2; /* first, so that every compiler makes the same games */
            second = FIRST + (uint64_t)rand_r(&seed) % (many ? PEOPLE : STAY);
        }
        struct store_request r = ask_match(id, then + i);
        r.match.seats = 2;
        r.match.who[0] = first;
        r.match.who[1] = second;
        assert_int_equal(ask(a, &r), STORE_OK);
        struct store_match m = r.match;
        r = ask_append(id, 1, 0, "@ resign 1\n");
        r.row.time = then + i;
        r.changed = 1;
        memcpy(r.match.who, m.who, sizeof m.who);
        memcpy(r.match.name, m.name, sizeof m.name);
        r.match.stage = IR_OVER_NOW;
        r.match.count = STORE_COUNT_DUE;
        assert_int_equal(ask(a, &r), STORE_OK);
    }
}

static void each_once(void **state)
{
    pthread_t thread[NODES];
    int number[NODES];
    struct asked a;
    char why[IR_WHY_MAX] = "";
    assert_true(asked_open(&a, url, why));
    games_make(&a);
    pthread_barrier_init(&all.barrier, NULL, NODES);
    for (int i = 0; i < NODES; i++) {
        number[i] = i;
        assert_int_equal(pthread_create(&thread[i], NULL, node, &number[i]), 0);
    }
    for (int i = 0; i < NODES; i++)
        pthread_join(thread[i], NULL);
    if (all.wrong[0])
        fail_msg("%s", all.wrong);
    printf("# %d games counted by %d nodes in %d rounds\n", all.n_made, NODES, all.rounds - 1);
    int gone = 0;
    for (int i = 0; i < PEOPLE; i++)
        gone += all.gone[i];
    assert_true(gone > 10);
    assert_int_equal(all.n_made, GAMES);
    for (int i = 0; i < GAMES; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(all.made[i].match, all.made[k].match) || all.made[i].number == all.made[k].number)
                fail_msg("%s and %s: counted twice, or with one number", all.made[i].match, all.made[k].match);
    for (uint64_t who = FIRST; who < FIRST + PEOPLE; who++) {
        struct store_standing s = {
            .time = then + 1000, .n = 1, .rated = 1, .game = "counts", .pace = "calm", .seat = {{.who = who}}};
        struct store_request r = ask_kind(STORE_STANDING);
        int64_t at = BEGIN, games = 0;
        for (int i = 0; i < GAMES; i++)
            for (int k = 0; k < 2; k++)
                if (all.made[i].who[k] == who) {
                    at += k ? -POINTS : POINTS;
                    games++;
                }
        r.standing = &s;
        assert_int_equal(ask(&a, &r), STORE_OK);
        if (all.gone[who - FIRST] || !games
                ? s.seat[0].version != 0
                : s.seat[0].before.at != at || s.seat[0].before.games != games || s.seat[0].version != games)
            fail_msg("%d has %lld after %lld games (version %lld), not %lld after %lld", (int)who,
                     (long long)s.seat[0].before.at, (long long)s.seat[0].before.games, (long long)s.seat[0].version,
                     (long long)at, (long long)games);
        r = ask_kind(STORE_PROFILE);
        r.who = who;
        int status = ask(&a, &r);
        assert_int_equal(status, all.gone[who - FIRST] ? STORE_NOT_FOUND : STORE_OK);
        for (int i = 0; i < r.n; i++)
            if (r.items[i].kind == STORE_ITEM_STATS)
                assert_int_equal(r.items[i].number[STORE_GAMES], games);
        store_done(&r);
    }
    asked_close(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_once)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_counts postgres://...\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
