/* test_pairs.c URL: nodes that pair the same people at once never give one ticket to two matches. TAP. */
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

enum { NODES = 4, PEOPLE = 8, PAIRS = 200, NOTES_MAX = 4 * PAIRS, FIRST = 100 };
static const char *url;

/* What the nodes were told, under the lock. */
struct told {
    uint64_t who, other;
    char match[IR_ID_MAX];
};
static struct {
    pthread_mutex_t lock;
    struct told made[NOTES_MAX], seen[NOTES_MAX]; /* matches that were made; tickets that said they were paired */
    int n_made, n_seen;
    char wrong[IR_WHY_MAX + 80];
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note(struct told *list, int *n, uint64_t who, uint64_t other, const char *match)
{
    int there = 0;
    pthread_mutex_lock(&all.lock);
    for (int i = 0; i < *n; i++)
        there |= list[i].who == who && strcmp(list[i].match, match) == 0;
    if (!there && *n < NOTES_MAX) { /* two nodes may see a ticket before one removes it */
        list[*n] = (struct told){.who = who, .other = other};
        snprintf(list[(*n)++].match, IR_ID_MAX, "%s", match);
    }
    pthread_mutex_unlock(&all.lock);
}

static void wrong(const struct store_request *r, const char *what)
{
    pthread_mutex_lock(&all.lock);
    snprintf(all.wrong, sizeof all.wrong, "%s: status %d: %s", what, (int)r->status, r->why);
    pthread_mutex_unlock(&all.lock);
}

static int enough(void)
{
    pthread_mutex_lock(&all.lock);
    int done = all.n_made >= PAIRS || all.wrong[0];
    pthread_mutex_unlock(&all.lock);
    return done;
}

/* One person looks for somebody, at one node; whoever was paired is told so, and the ticket goes. 1: somebody waits. */
static int look(struct asked *a, struct store_request *r, uint64_t who)
{
    *r = ask_kind(STORE_SEEK);
    r->who = who;
    r->text = "the same";
    r->time = 1000;
    r->until = 2000;
    int status = ask(a, r);
    if (status == STORE_CONFLICT) {
        struct store_request ends = ask_kind(STORE_UNSEEK);
        note(all.seen, &all.n_seen, who, 0, r->match.id);
        ends.who = who;
        memcpy(ends.match.id, r->match.id, sizeof ends.match.id);
        int ended = ask(a, &ends);
        if (ended != STORE_OK &&
            ended != STORE_CONFLICT) /* another node removed it, and a new one was paired: that is all right */
            wrong(&ends, "unseek");
        store_done(&ends);
    } else if (status != STORE_OK) {
        wrong(r, "seek");
    }
    store_done(r);
    return status == STORE_OK && r->other;
}

static void *node(void *arg)
{
    int number = *(int *)arg;
    unsigned seed = (unsigned)number + 1;
    struct asked a;
    char why[IR_WHY_MAX] = "", id[IR_ID_MAX];
    struct store_request r;
    if (!asked_open(&a, url, why)) {
        wrong(&(struct store_request){.status = STORE_FAILED}, why);
        return NULL;
    }
    for (int i = 0; !enough(); i++) {
        uint64_t who = FIRST + (uint64_t)rand_r(&seed) % PEOPLE;
        if (!look(&a, &r, who))
            continue;
        uint64_t other = r.other;
        snprintf(id, sizeof id, "n%dr%d", number, i);
        r = ask_match(id, 1000);
        r.kind = STORE_PAIR;
        r.who = who;
        r.other = other;
        r.text = "the same";
        r.time = 1000;
        r.match.who[0] = who;
        r.match.who[1] = other;
        int status = ask(&a, &r);
        if (status == STORE_OK)
            note(all.made, &all.n_made, who, other, id);
        else if (status != STORE_CONFLICT)
            wrong(&r, "pair");
        store_done(&r);
    }
    asked_close(&a);
    return NULL;
}

static int saw(uint64_t who, const char *match)
{
    int n = 0;
    for (int i = 0; i < all.n_seen; i++)
        n += all.seen[i].who == who && strcmp(all.seen[i].match, match) == 0;
    return n;
}

static void one_ticket_one_match(void **state)
{
    pthread_t thread[NODES];
    int number[NODES];
    struct asked a;
    char why[IR_WHY_MAX] = "";
    struct store_request r;
    for (int i = 0; i < NODES; i++) {
        number[i] = i;
        assert_int_equal(pthread_create(&thread[i], NULL, node, &number[i]), 0);
    }
    for (int i = 0; i < NODES; i++)
        pthread_join(thread[i], NULL);
    if (all.wrong[0])
        fail_msg("%s", all.wrong);
    assert_true(asked_open(&a, url, why));
    for (int i = 0; i < PEOPLE; i++) /* those that nobody has looked at since */
        look(&a, &r, FIRST + (uint64_t)i);
    /* If a ticket had been given to another match, the first one would never have been seen in it. */
    assert_true(all.n_made >= PAIRS);
    assert_int_equal(all.n_seen, 2 * all.n_made);
    for (int i = 0; i < all.n_made; i++) {
        const struct told *m = &all.made[i];
        struct store_request load = ask_load(m->match, 0);
        assert_int_equal(ask(&a, &load), STORE_OK);
        assert_true(load.match.who[0] == m->who && load.match.who[1] == m->other && m->who != m->other);
        store_done(&load);
        if (saw(m->who, m->match) != 1 || saw(m->other, m->match) != 1)
            fail_msg("%s: the tickets of %d and %d were seen %d and %d times", m->match, (int)m->who, (int)m->other,
                     saw(m->who, m->match), saw(m->other, m->match));
    }
    asked_close(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_ticket_one_match)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_pairs postgres://...\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
