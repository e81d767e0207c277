/* test_store.c URL...: every kind of store answers alike. The same cases run over each URL; TAP. */
#include "cases.h"

static void reopen(void)
{
    asked_close(&a);
    assert_int_equal(setup(NULL), 0);
}

static void people(void **state)
{
    struct store_request r = player(STORE_PLAYER_NEW, 0xf000000000000001u, "Zoë", 1);
    OK(r);
    CONFLICT(r); /* the same again */
    r = player(STORE_PLAYER_NEW, 0xf000000000000001u, "Thief", 2);
    CONFLICT(r); /* somebody else's number */
    r = player(STORE_PLAYER_FIND, 0, "", 2);
    NOT_FOUND(r); /* and the token did not come in by that door */
    r = player(STORE_PLAYER_NEW, 5, "Thief", 1);
    CONFLICT(r); /* somebody else's token */
    r = player(STORE_PLAYER_NAME, 5, "Nobody", 0);
    NOT_FOUND(r); /* so that person is not there */
    r = player(STORE_PLAYER_FIND, 0, "", 1);
    OK(r);
    assert_true(r.who == 0xf000000000000001u);
    assert_string_equal(r.name, "Zoë");
    r = player(STORE_PLAYER_NAME, 0xf000000000000001u, "Zoe'); DROP TABLE players; --", 0);
    OK(r);
    r = player(STORE_PLAYER_FIND, 0, "", 1);
    r.time = (int64_t)1 << 50;
    OK(r);
    assert_string_equal(r.name, "Zoe'); DROP TABLE players; --");
}

static void codes(void **state)
{
    struct store_request r = player(STORE_PLAYER_NEW, 20, "Anna", 20), use;
    OK(r);
    r = player(STORE_PLAYER_NEW, 21, "Bert", 21);
    OK(r);
    r = player(STORE_CODE_NEW, 19, "", 30);
    NOT_FOUND(r); /* no such person */
    r = player(STORE_CODE_NEW, 20, "", 30);
    OK(r);
    r = player(STORE_CODE_NEW, 21, "", 30);
    CONFLICT(r); /* Anna has this code */
    r = player(STORE_CODE_NEW, 20, "", 31);
    OK(r);

    use = player(STORE_CODE_USE, 0, "", 30);
    hash_fill(use.hash2, 40);
    use.time = 999;
    NOT_FOUND(use); /* the newer code made it void */
    use = player(STORE_CODE_USE, 0, "", 31);
    hash_fill(use.hash2, 40);
    use.time = 1001;
    NOT_FOUND(use); /* too late */
    r = player(STORE_CODE_NEW, 20, "", 31);
    OK(r);
    use.time = 1000;
    OK(use);
    assert_true(use.who == 20);
    assert_string_equal(use.name, "Anna");
    hash_fill(use.hash2, 41);
    NOT_FOUND(use); /* once */
    r = player(STORE_PLAYER_FIND, 0, "", 41);
    NOT_FOUND(r);
    for (uint8_t token = 20; token <= 40; token += 20) { /* both devices are Anna */
        r = player(STORE_PLAYER_FIND, 0, "", token);
        OK(r);
        assert_true(r.who == 20);
    }
}

static void same_match(const struct store_match *x, const struct store_match *y)
{
    assert_string_equal(x->id, y->id);
    assert_string_equal(x->game, y->game);
    assert_string_equal(x->options, y->options);
    assert_int_equal(x->rules, y->rules);
    assert_int_equal(x->seats, y->seats);
    assert_true(x->host == y->host && x->created == y->created && x->updated == y->updated);
    assert_int_equal(x->stage, y->stage);
    assert_int_equal(x->listed, y->listed);
    assert_string_equal(x->settings, y->settings);
    assert_string_equal(x->event, y->event);
    assert_true(x->due == y->due && x->turn == y->turn);
    assert_string_equal(x->result, y->result);
    for (int i = 0; i < x->seats; i++) {
        assert_true(x->who[i] == y->who[i]);
        assert_string_equal(x->name[i], y->name[i]);
    }
}

static void matches(void **state)
{
    struct store_request made = ask_match("match1", 5000), other, load = ask_load("match1", 0);
    char deck[40001];
    memset(deck, 'd', sizeof deck - 1);
    deck[sizeof deck - 1] = 0;
    NOT_FOUND(load);
    made.match.deck = deck;
    made.match.seats = 6;
    made.match.due = 77;
    made.match.turn = 5;
    snprintf(made.match.event, sizeof made.match.event, "Eabcdefghjkmn");
    made.match.who[5] = 99;
    snprintf(made.match.name[5], IR_NAME_MAX, "Łucja");
    OK(made);
    other = ask_match("match1", 5001); /* the id is taken, and nothing of the first may change */
    other.match.who[0] = 98;
    other.match.secret[0] = 1;
    CONFLICT(other);
    OK(load);
    same_match(&load.match, &made.match);
    assert_true(load.match.maker == made.match.host);
    assert_memory_equal(load.match.secret, made.match.secret, 32);
    assert_string_equal(load.match.deck, deck);
    assert_int_equal(load.n, 0);
    store_done(&load);
    assert_null(load.match.deck);
}

static void rows(void **state)
{
    struct store_request r = ask_match("rows1", 5000), load = ask_load("rows1", 0);
    char large[IR_ROW_MAX];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = 0;
    OK(r);
    for (int64_t seq = 1; seq <= 70; seq++) {
        r = ask_append("rows1", seq, 0, seq % 2 ? "@ sit 0 4f1c Anna\n" : large);
        OK(r);
    }
    r = ask_append("rows1", 71, 1, "@ answer 2 pass\n");
    OK(r);
    r = ask_append("rows1", 71, 0, "");
    OK(r);
    r = ask_append("rows1", 70, 0, "another\n");
    CONFLICT(r);
    r = ask_append("rows2", 1, 0, "no match\n");
    CONFLICT(r);
    OK(load);
    assert_int_equal(load.n, 72);
    for (int i = 0; i < 70; i++) {
        int64_t seq = load.rows[i].seq;
        assert_true(seq == i + 1 && load.rows[i].time == 1000 + seq);
        assert_true(load.rows[i].who == ~(uint64_t)seq && load.rows[i].id == 7 * (uint64_t)seq);
        assert_string_equal(load.rows[i].text, seq % 2 ? "@ sit 0 4f1c Anna\n" : large);
    }
    assert_int_equal(load.rows[70].sub, 0);
    assert_string_equal(load.rows[71].text, "@ answer 2 pass\n");
    store_done(&load);
    load = ask_load("rows1", 70);
    OK(load);
    assert_int_equal(load.n, 3);
    store_done(&load);
    load = ask_load("rows2", 0);
    NOT_FOUND(load);
}

/* An append changes what describes the match only if it says so, and only if its row went in. */
static void changes(void **state)
{
    struct store_request made = ask_match("change1", 5000), r, load = ask_load("change1", 0);
    made.match.who[0] = 200;
    OK(made);
    r = ask_append("change1", 1, 0, "x\n");
    r.match.stage = IR_PLAYING;
    OK(r);
    OK(load);
    same_match(&load.match, &made.match);
    store_done(&load);
    r = ask_append("change1", 2, 0, "y\n");
    r.changed = 1;
    r.row.time = 6000;
    r.match.stage = IR_OVER_NOW;
    r.match.host = 201;
    r.match.listed = 1;
    r.match.due = (int64_t)1 << 40;
    r.match.turn = 2;
    snprintf(r.match.result, sizeof r.match.result, "55 45 won 0");
    r.match.who[1] = 201;
    snprintf(r.match.name[1], IR_NAME_MAX, "Bert");
    OK(r);
    OK(load);
    assert_true(load.match.maker == made.match.host); /* who passed the role on */
    made.match.stage = IR_OVER_NOW;
    made.match.updated = 6000;
    made.match.host = 201;
    made.match.listed = 1;
    made.match.due = (int64_t)1 << 40;
    made.match.turn = 2;
    made.match.who[0] = 0;
    made.match.who[1] = 201;
    snprintf(made.match.name[1], IR_NAME_MAX, "Bert");
    snprintf(made.match.result, sizeof made.match.result, "55 45 won 0");
    same_match(&load.match, &made.match);
    store_done(&load);
    r = ask_append("change1", 2, 0, "late\n");
    r.changed = 1;
    r.row.time = 7000;
    CONFLICT(r);
    OK(load);
    same_match(&load.match, &made.match);
    store_done(&load);
}

static void lists(void **state)
{
    struct store_request r;
    for (int i = 0; i < 9; i++) {
        char id[IR_ID_MAX];
        snprintf(id, sizeof id, "list%d", i);
        r = ask_match(id, 100000 + i);
        r.match.listed = i % 2;
        r.match.seats = 3;
        r.match.who[i % 3] = 300;
        snprintf(r.match.name[2], IR_NAME_MAX, "normal");
        OK(r);
    }
    r = ask_kind(STORE_LISTED);
    r.time = 100002;
    r.lived = 12000; /* which was noted before: see age */
    OK(r);
    assert_int_equal(r.n, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(r.list[i].updated == 100007 - 2 * i);
        assert_int_equal(r.list[i].seats, 3);
        assert_true(r.list[i].who[(7 - 2 * i) % 3] == 300);
        assert_string_equal(r.list[i].name[2], "normal");
        assert_string_equal(r.list[i].settings, "clock=move,seconds=60");
        static const uint8_t none[32];
        assert_memory_equal(r.list[i].secret, none, 32);
    }
    store_done(&r);
    r = ask_append("list7", 1, 0, "@ start\n"); /* has begun: no longer on the list of open ones */
    r.changed = 1;
    r.match.stage = IR_PLAYING;
    r.match.listed = 1;
    r.match.who[0] = 300;
    r.row.time = 100100;
    OK(r);
    r = ask_kind(STORE_LISTED); /* but on the one of games in progress */
    r.time = 100002;
    r.lived = 12000;
    r.match.stage = IR_PLAYING;
    OK(r);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.list[0].id, "list7");
    store_done(&r);
    r = ask_kind(STORE_LISTED);
    r.time = 100002;
    r.lived = 12000; /* which was noted before: see age */
    r.limit = 1;
    OK(r);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.list[0].id, "list5");
    store_done(&r);
    r = ask_kind(STORE_MINE);
    r.who = 300;
    OK(r);
    assert_int_equal(r.n, 9);
    assert_string_equal(r.list[0].id, "list7");
    assert_string_equal(r.list[1].id, "list8");
    assert_string_equal(r.list[8].id, "list0");
    int64_t until;
    store_done(&r);
    r = ask_kind(STORE_MINE); /* page by page */
    r.who = 300;
    r.limit = 3;
    for (int i = 0; i < 4; i++) {
        char id[IR_ID_MAX];
        OK(r);
        assert_int_equal(r.n, i < 3 ? 3 : 0);
        if (i == 0)
            assert_string_equal(r.list[1].id, "list8");
        if (i == 2)
            assert_string_equal(r.list[2].id, "list0");
        until = r.n ? r.list[2].updated : 0;
        memcpy(id, r.n ? r.list[2].id : "", r.n ? sizeof id : 1);
        store_done(&r);
        r.until = until;
        memcpy(r.match.id, id, sizeof id);
    }
    r = ask_kind(STORE_MINE);
    r.who = 301;
    OK(r);
    assert_int_equal(r.n, 0);
    store_done(&r);
}

/* Events are matches of their own: found by who joined or made them, and in no list of tables. */
static void events(void **state)
{
    static const char *const ids[] = {"Eone", "Etwo", "Ethree"};
    for (int i = 0; i < 3; i++) {
        struct store_request r = ask_match(ids[i], 500000 + i);
        snprintf(r.match.game, sizeof r.match.game, "%s", i < 2 ? STORE_EVENT : "agame");
        r.match.seats = 1;
        r.match.host = i == 1 ? 401 : 402;
        r.match.listed = 0;
        memset(r.match.who, 0, sizeof r.match.who);
        memset(r.match.name, 0, sizeof r.match.name);
        OK(r);
        r = ask_append(ids[i], 1, 0, "@ sit 0 0000000000000190 Anna\n");
        r.row.who = 400;
        OK(r);
    }
    for (uint64_t who = 400; who <= 403; who++) {
        struct store_request r = ask_kind(STORE_EVENTS);
        r.who = who;
        OK(r);
        assert_int_equal(r.n, who == 400 ? 2 : who < 403);
        assert_string_equal(r.n ? r.list[0].id : "none", who == 402 ? "Eone" : who == 403 ? "none" : "Etwo");
        store_done(&r);
    }
    struct store_request r = ask_kind(STORE_EVENTS);
    r.who = 400;
    r.limit = 1;
    OK(r);
    assert_int_equal(r.n, 1);
    struct store_match last = r.list[0];
    store_done(&r);
    for (int i = 0; i < 2; i++) { /* page by page: the older one, and no more */
        r = ask_kind(STORE_EVENTS);
        r.who = 400;
        r.limit = 1;
        r.until = last.updated;
        memcpy(r.match.id, last.id, sizeof last.id);
        OK(r);
        assert_int_equal(r.n, !i);
        if (r.n) {
            assert_string_equal(r.list[0].id, "Eone");
            last = r.list[0];
        }
        store_done(&r);
    }
}

static void due_set(const char *id, int64_t seq, int stage, int64_t due)
{
    struct store_request r = ask_append(id, seq, 0, "x\n");
    r.changed = 1;
    r.match.stage = stage;
    r.match.due = due;
    r.match.turn = 3;
    OK(r);
}

static void due(void **state)
{
    struct store_request r;
    for (int i = 0; i < 5; i++) {
        char id[IR_ID_MAX];
        snprintf(id, sizeof id, "due%d", i);
        r = ask_match(id, 100000);
        OK(r);
        due_set(id, 1, IR_PLAYING, 1000000 - 1000 * i);
    }
    due_set("due0", 2, IR_PLAYING, 0);        /* nobody is reminded any more */
    due_set("due4", 2, IR_OVER_NOW, 1000000); /* it is over */
    due_set("due3", 2, IR_GATHERING, 900000); /* no game yet */
    r = ask_kind(STORE_DUE);
    r.time = 998999;
    OK(r);
    assert_int_equal(r.n, 1);
    store_done(&r);
    r.time = 999000;
    OK(r);
    assert_int_equal(r.n, 2);
    assert_string_equal(r.list[0].id, "due2");
    assert_string_equal(r.list[1].id, "due1");
    assert_true(r.list[0].due == 998000 && r.list[0].turn == 3 && r.list[0].seats == 2);
    store_done(&r);
    r.limit = 1;
    OK(r);
    assert_int_equal(r.n, 1);
    r.from_seq = r.list[0].due; /* goes on after the last one */
    store_done(&r);
    OK(r);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.list[0].id, "due1");
    store_done(&r);
}

static void purge(void **state)
{
    struct store_request r = ask_match("purge1", -500), load;
    OK(r);
    r = ask_match("purge2", -400);
    OK(r);
    r = ask_match("purge3", -300);
    OK(r);
    r = ask_append("purge1", 1, 0, "old\n");
    r.row.time = -450;
    OK(r);
    r = ask_append("purge2", 1, 0, "new, though nothing else changed\n");
    r.row.time = 100;
    OK(r);
    r = ask_kind(STORE_PURGE);
    r.time = -100;
    r.limit = 1;
    OK(r);
    assert_int_equal(r.n, 1);
    OK(r);
    assert_int_equal(r.n, 1);
    OK(r);
    assert_int_equal(r.n, 0);
    load = ask_load("purge1", 0);
    NOT_FOUND(load);
    load = ask_load("purge3", 0);
    NOT_FOUND(load);
    r = ask_append("purge1", 2, 0, "into the void\n");
    CONFLICT(r);
    load = ask_load("purge2", 0);
    OK(load);
    assert_int_equal(load.n, 1);
    store_done(&load);
    r = ask_match("purge1", 0); /* the id is free again, with nothing of the old one under it */
    OK(r);
    load = ask_load("purge1", 0);
    OK(load);
    assert_int_equal(load.n, 0);
    store_done(&load);
}

static void noted(int64_t lived, int64_t time, int64_t most)
{
    struct store_request r = ask_kind(STORE_CLOCK);
    r.lived = lived;
    r.time = time;
    OK(r);
    assert_int_equal(r.answer, most);
}

/* How many it deletes that are older than this time, and than this part of the store's life. */
static int purged(int64_t time, int64_t lived, int stage)
{
    struct store_request r = ask_kind(STORE_PURGE);
    r.time = time;
    r.lived = lived;
    r.match.stage = stage;
    OK(r);
    return r.n;
}

static int listed_since(int64_t time, int64_t lived, const char *id)
{
    struct store_request r = ask_kind(STORE_LISTED);
    int there = 0;
    r.time = time;
    r.lived = lived;
    OK(r);
    for (int i = 0; i < r.n; i++)
        there += strcmp(r.list[i].id, id) == 0;
    store_done(&r);
    return there;
}

static int hosted(uint64_t who, int64_t time, int64_t lived)
{
    struct store_request r = ask_kind(STORE_HOSTED);
    r.who = who;
    r.time = time;
    r.lived = lived;
    OK(r);
    return (int)r.answer;
}

/* Something is old if the time and the life of the store both say so: a clock alone deletes and hides nothing. */
static void age(void **state)
{
    enum { DAY = 1000 }; /* short days */
    struct store_request r, load;
    noted(0, 0, 0); /* time 0: only looks */
    r = ask_match("age1", 50 * DAY);
    r.match.listed = 1;
    r.match.stage = IR_GATHERING;
    r.match.host = 4711;
    OK(r);
    r = ask_match("age2", 50 * DAY);
    r.match.stage = IR_PLAYING;
    r.match.host = 4711;
    OK(r);
    r = ask_match("age3", 50 * DAY);
    r.match.stage = IR_OVER_NOW;
    r.match.host = 4711;
    OK(r);
    assert_int_equal(purged(900 * DAY, 900 * DAY, IR_OVER_NOW), 0); /* nothing was noted: nothing is known to be old */
    noted(10 * DAY, 49 * DAY, 10 * DAY);
    noted(11 * DAY, 50 * DAY + 1, 11 * DAY);
    noted(12 * DAY, 900 * DAY, 12 * DAY);                          /* the clock jumps */
    assert_int_equal(purged(870 * DAY, 10 * DAY, IR_OVER_NOW), 0); /* old by the clock only */
    assert_int_equal(purged(50 * DAY, 12 * DAY, IR_OVER_NOW), 0);  /* old by the life of the store only */
    assert_true(listed_since(899 * DAY, 10 * DAY, "age1") && listed_since(50 * DAY, 12 * DAY, "age1"));
    assert_false(listed_since(899 * DAY, 12 * DAY, "age1"));
    assert_int_equal(hosted(4711, 899 * DAY, 10 * DAY), 2);
    assert_int_equal(hosted(4711, 899 * DAY, 12 * DAY), 0);
    assert_int_equal(hosted(4712, 0, 0), 0);
    assert_int_equal(purged(870 * DAY, 11 * DAY, IR_OVER_NOW), 2); /* both, except for the game in progress */
    load = ask_load("age2", 0);
    OK(load);
    store_done(&load);
    assert_int_equal(purged(870 * DAY, 11 * DAY, IR_PLAYING), 1);
    noted(12 * DAY, 5, 12 * DAY); /* noted once */
    assert_int_equal(purged(870 * DAY, 12 * DAY, IR_PLAYING), 0);
}

static void token_name(struct store_request *r, int i)
{
    snprintf((char *)r->token_hash, STORE_HASH, "leave %d", i);
}

/* People who came once and did nothing leave; everybody else stays. */
static void leaving(void **state)
{
    enum { HOUR = 3600000, PEOPLE = 6, BASE = 50000 };
    struct store_request r;
    r = ask_kind(STORE_LEAVE); /* those of other tests */
    r.time = 3000 * (int64_t)HOUR;
    r.lived = 19999;
    OK(r);
    noted(20000, 1000 * (int64_t)HOUR, 20000);
    for (int i = 0; i < PEOPLE; i++) {
        r = ask_kind(STORE_PLAYER_NEW);
        r.who = BASE + (uint64_t)i;
        r.time = (i == 5 ? 2000 : 10) * (int64_t)HOUR; /* 5: is young */
        token_name(&r, i);
        OK(r);
    }
    r = ask_kind(STORE_PLAYER_FIND); /* 1: came again */
    r.time = 12 * (int64_t)HOUR;
    token_name(&r, 1);
    OK(r);
    r = ask_match("leave1", 20 * (int64_t)HOUR); /* 2: sits somewhere */
    r.match.who[0] = BASE + 2;
    OK(r);
    r = ask_match("leave2", 20 * (int64_t)HOUR); /* 3: made a table */
    r.match.host = BASE + 3;
    r.match.stage = IR_PLAYING;
    OK(r);
    r = ask_kind(STORE_CODE_NEW); /* 4: has a second device */
    r.who = BASE + 4;
    r.time = 11 * (int64_t)HOUR;
    token_name(&r, 1004);
    OK(r);
    r = ask_kind(STORE_CODE_USE);
    r.time = 10 * (int64_t)HOUR;
    token_name(&r, 1004);
    memcpy(r.hash2, "leave, the other", 16);
    OK(r);
    r = ask_kind(STORE_LEAVE);
    r.time = 3000 * (int64_t)HOUR;
    r.lived = 19999;
    OK(r);
    assert_true(r.n == 0 && r.answer == 0); /* the store has not lived long enough */
    r.lived = 20000;
    OK(r);
    assert_true(r.n == 1 && r.answer == 0);
    for (int i = 0; i < PEOPLE; i++) {
        r = ask_kind(STORE_PLAYER_FIND);
        token_name(&r, i);
        if (i == 0)
            NOT_FOUND(r);
        else
            OK(r);
    }
}

static void locks_and_ping(void **state)
{
    struct store_request r = ask_kind(STORE_LOCK);
    snprintf(r.match.id, sizeof r.match.id, "lock1");
    OK(r);
    OK(r);
    r.kind = STORE_UNLOCK;
    OK(r);
    OK(r);
    r.kind = STORE_PING;
    OK(r);
}

/* Many at once, in order, answered once each; and closing finishes what was submitted. */
static void many(void **state)
{
    enum { N = 3000 };
    struct store_request r = ask_match("many1", 1), *all = calloc(N, sizeof *all);
    OK(r);
    for (int i = 0; i < N; i++) {
        all[i] =
            ask_append("many1", i / 3 + 1, i % 3, "a row like any other, of usual length: play 3a 3c\n= 12 0123456789abcdef\n");
        if (i % 100 == 99)
            all[i] = ask_append("many1", 1, 0, "twice\n");
        store_submit(a.store, &all[i]);
    }
    int at = 0;
    struct store_request *list = NULL;
    while (at < N / 2 && (list = asked_wait(&a, HANG * 1000)) != NULL)
        for (; list; list = list->next, at++) {
            assert_ptr_equal(list, &all[at]);
            assert_int_equal(list->status, at % 100 == 99 ? STORE_CONFLICT : STORE_OK);
        }
    list = store_close(a.store);
    for (; list; list = list->next, at++) {
        assert_ptr_equal(list, &all[at]);
        assert_int_equal(list->status, at % 100 == 99 ? STORE_CONFLICT : STORE_OK);
    }
    assert_int_equal(at, N);
    free(all);
    close(a.bell);
    assert_int_equal(setup(NULL), 0);
    r = ask_load("many1", 0);
    if (strcmp(url, "memory:") == 0) {
        NOT_FOUND(r);
        return;
    }
    OK(r);
    assert_int_equal(r.n, N - N / 100);
    store_done(&r);
}

/* What was written is there after closing and opening again. */
static void kept(void **state)
{
    struct store_request made = ask_match("kept1", 7000), r = ask_append("kept1", 1, 0, "row\n"), load = ask_load("kept1", 0);
    OK(made);
    OK(r);
    reopen();
    OK(load);
    same_match(&load.match, &made.match);
    assert_int_equal(load.n, 1);
    store_done(&load);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(age),  cmocka_unit_test(people),  cmocka_unit_test(codes),   cmocka_unit_test(matches),
        cmocka_unit_test(rows), cmocka_unit_test(changes), cmocka_unit_test(lists),   cmocka_unit_test(events),
        cmocka_unit_test(due),  cmocka_unit_test(purge),   cmocka_unit_test(leaving), cmocka_unit_test(locks_and_ping),
        cmocka_unit_test(many),
    };
    const struct CMUnitTest lasting[] = {cmocka_unit_test(kept)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_store URL (of an empty store)\n");
        return 2;
    }
    url = argv[1];
    int failed = cmocka_run_group_tests(tests, setup, teardown);
    if (strcmp(url, "memory:") != 0)
        failed += cmocka_run_group_tests(lasting, setup, teardown);
    return failed != 0;
}
