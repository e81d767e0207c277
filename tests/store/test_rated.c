/* test_rated.c URL: ratings, profiles and leaders, the same over every kind of store: a game is counted once, and only from the
 * ratings that are there. TAP. */
#include "cases.h"

enum { A = 7001, B, C, PEOPLE = 3, DAY = 86400000 };
#define START (20000LL * DAY)
static const char *game = "rated", *const pace = "calm";

static struct store_standing standing_of(int64_t time, int n, const uint64_t who[])
{
    struct store_standing s = {.time = time, .n = n, .rated = 1};
    snprintf(s.game, sizeof s.game, "%s", game);
    snprintf(s.pace, sizeof s.pace, "%s", pace);
    for (int i = 0; i < n; i++) {
        s.seat[i].who = who[i];
        s.seat[i].rank = i;
        s.seat[i].won = !i;
        if (!who[i])
            snprintf(s.seat[i].name, sizeof s.seat[i].name, "normal");
    }
    return s;
}

/* A match that is over and waits to be counted. */
static void over(const char *id, int64_t time)
{
    struct store_request r = ask_match(id, time);
    OK(r);
    r = ask_append(id, 1, 0, "@ resign 1\n");
    r.row.time = time;
    r.changed = 1;
    r.match.stage = IR_OVER_NOW;
    r.match.count = STORE_COUNT_DUE;
    OK(r);
}

static struct store_request request(enum store_kind kind, const char *id, struct store_standing *s)
{
    static uint64_t nonce = 99;
    struct store_request r = ask_kind(kind);
    snprintf(r.match.id, sizeof r.match.id, "%s", id);
    r.standing = s;
    r.node = ++nonce;
    return r;
}

static int waits(const char *id)
{
    struct store_request r = ask_kind(STORE_PLAYED);
    int there = 0;
    OK(r);
    for (int i = 0; i < r.n; i++)
        there |= !strcmp(r.list[i].id, id);
    store_done(&r);
    return there;
}

/* Counts it with made-up numbers: whoever is in seat 0 gains 10 points, the others lose 10. */
static void count(const char *id, int64_t time, int n, const uint64_t who[], int64_t error)
{
    struct store_standing s = standing_of(time, n, who);
    over(id, time);
    assert_true(waits(id));
    struct store_request r = request(STORE_STANDING, id, &s);
    OK(r);
    for (int i = 0; i < n; i++) {
        if (!s.seat[i].version)
            s.seat[i].before = (struct store_rating){1500000000, 350000000, 60000000, 0};
        s.seat[i].after = s.seat[i].before;
        s.seat[i].after.at += i ? -10000000 : 10000000;
        s.seat[i].after.error = error;
        s.seat[i].after.games++;
    }
    r = request(STORE_COUNT, id, &s);
    OK(r);
    assert_true(s.number > 0);
    assert_false(waits(id));
    CONFLICT(r); /* once */
}

static void people(void)
{
    static int made;
    for (int i = 0; i < PEOPLE + 4 && !made; i++) {
        struct store_request r = player(STORE_PLAYER_NEW, A + (uint64_t)i, i ? "Ben" : "Anna", (uint8_t)(100 + i));
        r.token_hash[1] = 77; /* other tests on the same store have others */
        OK(r);
    }
    made = 1;
}

static const struct store_item *item_of(const struct store_request *r, int kind, int skip)
{
    for (int i = 0; i < r->n; i++)
        if (r->items[i].kind == kind && !skip--)
            return &r->items[i];
    return NULL;
}

static void once(void **state)
{
    const uint64_t ab[] = {A, B}, ba[] = {B, A}, abc[] = {A, B, 0};
    people();
    count("once1", START + 1000, 2, ab, 200000000);
    count("once2", START + 2000, 2, ba, 200000000);
    count("once3", START + DAY, 3, abc, 200000000);
    struct store_standing s = standing_of(START + 3000, 3, abc), old;
    struct store_request r = request(STORE_STANDING, "", &s);
    OK(r);
    assert_int_equal(s.seat[0].before.at, 1510000000);
    assert_int_equal(s.seat[0].before.games, 3);
    assert_int_equal(s.seat[0].version, 3);
    assert_int_equal(s.seat[1].before.at, 1490000000);
    assert_int_equal(s.seat[0].met[1], 2); /* on that day */
    assert_int_equal(s.seat[1].met[0], 2);
    assert_int_equal(s.seat[0].met[2], 0); /* a bot */
    assert_int_equal(s.seat[0].last, START + DAY);
    old = s;
    old.seat[0].version--;
    over("once4", START + 4000);
    r = request(STORE_COUNT, "once4", &old); /* computed from something else */
    CONFLICT(r);
    assert_true(waits("once4"));
    old = s;
    old.seat[2].who = 424242; /* nobody */
    r = request(STORE_COUNT, "once4", &old);
    CONFLICT(r);
    r = request(STORE_COUNT, "nowhere", &s);
    CONFLICT(r);
    s.rated = 0; /* only history and statistics: ratings are not looked at */
    s.seat[0].version = 77;
    r = request(STORE_COUNT, "once4", &s);
    OK(r);
    s = standing_of(START + 3000, 2, ab);
    r = request(STORE_STANDING, "", &s);
    OK(r);
    assert_int_equal(s.seat[0].version, 3);
    assert_int_equal(s.seat[0].met[1], 2);
    /* a later row of the match does not make it wait again */
    r = ask_append("once1", 2, 0, "@ rematch x\n");
    r.row.time = START + 1000;
    r.changed = 1;
    r.match.stage = IR_OVER_NOW;
    r.match.count = STORE_COUNT_DUE;
    OK(r);
    assert_false(waits("once1"));
}

static void late(void **state)
{
    const uint64_t ab[] = {A, C};
    people();
    struct store_standing s = standing_of(START + 5 * DAY, 2, ab);
    struct store_request r = request(STORE_STANDING, "", &s);
    OK(r);
    assert_int_equal(s.seat[1].lates, 0);
    over("late1", s.time);
    s.seat[0].rank = s.seat[1].rank = -1;
    s.seat[1].late = 1;
    s.seat[0].after = s.seat[1].after = (struct store_rating){1500000000, 350000000, 60000000, 0};
    r = request(STORE_COUNT, "late1", &s);
    OK(r);
    for (int days = 6; days < 14; days += 7) {
        s = standing_of(START + (int64_t)days * DAY, 2, ab);
        r = request(STORE_STANDING, "", &s);
        OK(r);
        assert_int_equal(s.seat[1].lates, days == 6);
        assert_int_equal(s.seat[0].lates, 0);
        assert_int_equal(s.seat[0].met[1], 0); /* it was no game */
    }
}

static void profile(void **state)
{
    struct store_request r = ask_kind(STORE_PROFILE);
    people();
    r.who = 999999;
    NOT_FOUND(r);
    r.who = A;
    r.other = B;
    OK(r);
    const struct store_item *p = item_of(&r, STORE_ITEM_PROFILE, 0), *g;
    assert_string_equal(p->name, "Anna");
    assert_int_equal(p->mine, STORE_FRIENDS);
    assert_int_equal(p->theirs, 0);
    assert_int_equal(p->number[STORE_CREST], -1);
    p = item_of(&r, STORE_ITEM_RATING, 0);
    assert_string_equal(p->text, game);
    assert_string_equal(p->more, pace);
    assert_null(item_of(&r, STORE_ITEM_RATING, 1));
    p = item_of(&r, STORE_ITEM_STATS, 0);
    assert_int_equal(p->number[STORE_GAMES], 4);
    assert_int_equal(p->number[STORE_WINS], 3);
    assert_int_equal(p->number[STORE_STREAK], 2);
    assert_int_equal(p->number[STORE_BEST], 2);
    g = item_of(&r, STORE_ITEM_GAME, 0); /* the newest: the one that was called off */
    assert_string_equal(g->match, "late1");
    assert_int_equal(g->number[STORE_RANK], -1);
    g = item_of(&r, STORE_ITEM_GAME, 2);
    assert_string_equal(g->match, "once3");
    assert_int_equal(g->number[STORE_NEW] - g->number[STORE_WAS], 10000000);
    g = item_of(&r, STORE_ITEM_GAME, 4);
    assert_string_equal(g->name, "normal");
    assert_true(g->who == 0);
    int64_t time = g->time;
    store_done(&r);
    r.until = time;
    memcpy(r.match.id, "once3", 6);
    r.limit = 1;
    OK(r);
    assert_string_equal(item_of(&r, STORE_ITEM_GAME, 0)->match, "once4");
    assert_null(item_of(&r, STORE_ITEM_GAME, 3));
    store_done(&r);
    struct store_request set = ask_kind(STORE_PROFILE_SET);
    set.who = 999999;
    NOT_FOUND(set);
    set.who = A;
    set.mark = 5;
    set.visible = -1;
    OK(set);
    set.mark = -1;
    set.visible = STORE_PUBLIC;
    OK(set);
    for (int i = 0; i < 3; i++) {
        struct store_request tie = ask_kind(STORE_TIE_SET);
        tie.who = i == 1 ? B : A;
        tie.other = i == 1 ? A : B;
        tie.flags = i == 2 ? IR_TIE_BLOCK : IR_TIE_FRIEND;
        OK(tie);
        r = ask_kind(STORE_PROFILE);
        r.who = A;
        r.other = B;
        OK(r);
        p = item_of(&r, STORE_ITEM_PROFILE, 0);
        assert_int_equal(p->theirs, i); /* nothing, friends, blocked */
        assert_int_equal(p->mine, STORE_PUBLIC);
        assert_int_equal(p->number[STORE_CREST], 5);
        store_done(&r);
    }
}

static int leaders(uint64_t who, int friends, int64_t *place)
{
    struct store_standing s = standing_of(0, 0, NULL);
    struct store_request r = request(STORE_LEADERS, "", &s);
    r.who = who;
    r.flags = friends;
    OK(r);
    int n = 0;
    *place = 0;
    for (int i = 0; i < r.n; i++) {
        n += r.items[i].kind == STORE_ITEM_LEADER;
        if (r.items[i].kind == STORE_ITEM_ME)
            *place = r.items[i].number[STORE_PLACE];
    }
    store_done(&r);
    return n;
}

static void best(void **state)
{
    int64_t place;
    people();
    for (int i = 0; i < 5; i++) { /* against five different people */
        char id[16];
        const uint64_t pair[] = {A, B + (uint64_t)i};
        snprintf(id, sizeof id, "best%d", i);
        assert_int_equal(leaders(A, 0, &place), 0);
        count(id, START + 20 * DAY + i, 2, pair, 90000000);
    }
    assert_int_equal(leaders(0, 0, &place), 1);
    assert_int_equal(place, 0);
    assert_int_equal(leaders(A, 0, &place), 1);
    assert_int_equal(place, 1);
    assert_int_equal(leaders(B, 0, &place), 1); /* B has not played enough */
    assert_int_equal(place, 0);
    struct store_request r = ask_kind(STORE_UNLIST);
    r.who = A;
    r.flags = 1;
    OK(r);
    assert_int_equal(leaders(A, 0, &place), 0);
    assert_int_equal(leaders(A, 1, &place), 1); /* oneself, among friends */
    r.flags = 0;
    OK(r);
    assert_int_equal(leaders(A, 0, &place), 1);
    r = ask_kind(STORE_PROFILE_SET);
    r.who = A;
    r.mark = -1;
    r.visible = STORE_FRIENDS;
    OK(r);
    assert_int_equal(leaders(A, 0, &place), 0);
    r = ask_kind(STORE_RATING_END);
    r.who = A;
    r.text = "another";
    NOT_FOUND(r);
    r.text = "";
    OK(r);
    const uint64_t ab[] = {A, B};
    struct store_standing s = standing_of(START, 2, ab);
    r = request(STORE_STANDING, "", &s);
    OK(r);
    assert_int_equal(s.seat[0].before.at, 1500000000);
    assert_int_equal(s.seat[0].before.games, 0);
    assert_int_equal(s.seat[0].version, 10);
}

/* Six people play each other once. The first beats all; the next three beat each other in a circle. */
static void ties(void **state)
{
    enum { N = 6 };
    static const int64_t places[N] = {1, 2, 2, 2, 5, 6};
    const char *before = game;
    int64_t place;
    people();
    game = "ties";
    for (int i = 0; i < N; i++) {
        struct store_request r = ask_kind(STORE_PROFILE_SET);
        r.who = B + (uint64_t)i;
        r.mark = -1;
        r.visible = STORE_PUBLIC;
        OK(r);
        for (int k = i + 1; k < N; k++) {
            char id[16];
            int turned = i == 1 && k == 3;
            const uint64_t pair[] = {B + (uint64_t)(turned ? k : i), B + (uint64_t)(turned ? i : k)};
            snprintf(id, sizeof id, "ties%d%d", i, k);
            count(id, START + 20LL * DAY + i * N + k, 2, pair, 90000000);
        }
    }
    for (int i = 0; i < N; i++) {
        assert_int_equal(leaders(B + (uint64_t)i, 0, &place), N);
        assert_int_equal(place, places[i]);
    }
    game = before;
}

static void gone(void **state)
{
    const uint64_t ab[] = {A, B};
    people();
    struct store_request r = ask_kind(STORE_PERSON_END);
    r.who = A;
    OK(r);
    r = ask_kind(STORE_PROFILE);
    r.who = A;
    NOT_FOUND(r);
    r.who = B;
    OK(r);
    int found = 0;
    for (int i = 0; i < r.n; i++)
        if (r.items[i].kind == STORE_ITEM_GAME && strcmp(r.items[i].name, STORE_GONE) == 0) {
            assert_true(r.items[i].who == 0);
            assert_int_equal(r.items[i].number[STORE_NEW], 0);
            found++;
        } else {
            assert_string_not_equal(r.items[i].name, "Anna");
        }
    assert_int_equal(found, 5);
    store_done(&r);
    struct store_standing s = standing_of(START, 2, ab);
    r = request(STORE_STANDING, "", &s);
    OK(r);
    assert_int_equal(s.seat[0].version, 0);
    assert_int_equal(s.seat[1].version, 4);
    assert_int_equal(s.seat[1].met[0], 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(once), cmocka_unit_test(late), cmocka_unit_test(profile),
                                       cmocka_unit_test(best), cmocka_unit_test(ties), cmocka_unit_test(gone)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_rated URL (of a store without ratings)\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, setup, teardown) != 0;
}
