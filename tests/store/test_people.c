/* test_people.c URL: every kind of store answers alike about people: their devices, ties, invitations, tickets and
 * subscriptions, and what the owner notes. The same cases run over each URL; TAP. */
#include "cases.h"

#include "store/backend.h"

enum { ANNA = 7100, BEN, CLEO, DORA, EVA, FINN, GINA, HUGO, NOBODY };

static struct store_request about(enum store_kind kind, uint64_t who, uint64_t other)
{
    struct store_request r = ask_kind(kind);
    r.who = who;
    r.other = other;
    r.time = 5000;
    return r;
}

static struct store_request at_match(enum store_kind kind, uint64_t who, uint64_t other, const char *match)
{
    struct store_request r = about(kind, who, other);
    snprintf(r.match.id, sizeof r.match.id, "%s", match);
    return r;
}

static void come(uint64_t who, const char *name)
{
    struct store_request r = player(STORE_PLAYER_NEW, who, name, (uint8_t)(who - ANNA + 100));
    snprintf(r.label, sizeof r.label, "%s's phone", name);
    OK(r);
}

static int start(void **state)
{
    static const char *const name[] = {"Anna", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gina", "Hugo"};
    if (setup(state))
        return -1;
    for (uint64_t i = 0; i < sizeof name / sizeof *name; i++)
        come(ANNA + i, name[i]);
    return 0;
}

/* ---- devices ------------------------------------------------------------------------------------------------------------ */

static struct store_request phrase(enum store_kind kind, uint64_t who, uint8_t words, uint8_t token, const char *label)
{
    struct store_request r = player(kind, who, "", words);
    hash_fill(r.hash2, token);
    snprintf(r.label, sizeof r.label, "%s", label);
    return r;
}

static void phrases(void **state)
{
    struct store_request r = phrase(STORE_PHRASE_SET, NOBODY, 200, 0, ""), use;
    NOT_FOUND(r);
    r = phrase(STORE_PHRASE_SET, ANNA, 200, 0, "");
    OK(r);
    OK(r);
    r = phrase(STORE_PHRASE_SET, BEN, 200, 0, "");
    NOT_FOUND(r); /* Anna has it */
    use = phrase(STORE_PHRASE_USE, 0, 199, 150, "");
    NOT_FOUND(use);
    for (int twice = 0; twice < 2; twice++) { /* also if the first answer got lost */
        use = phrase(STORE_PHRASE_USE, 0, 200, 150, "Safari on iPad");
        use.time = 2000;
        OK(use);
        assert_true(use.who == ANNA && use.until == 0);
        assert_string_equal(use.name, "Anna");
    }
    use = phrase(STORE_PHRASE_USE, 0, 200, 151, "a third");
    use.time = 3000;
    OK(use);
    use = phrase(STORE_PHRASE_USE, 0, 200, BEN - ANNA + 100, "");
    NOT_FOUND(use); /* that token is Ben's */
    r = phrase(STORE_PHRASE_SET, ANNA, 201, 0, "");
    r.time = 4000;
    OK(r);
    use = phrase(STORE_PHRASE_USE, 0, 200, 152, "");
    NOT_FOUND(use); /* it was replaced */
    r = player(STORE_PLAYER_FIND, 0, "", 152);
    NOT_FOUND(r);
}

static void devices(void **state)
{
    struct store_request r = player(STORE_DEVICES, ANNA, "", 150);
    OK(r);
    assert_int_equal(r.n, 3);
    assert_true(r.answer == 4000);
    static const char *const label[] = {"a third", "Safari on iPad", "Anna's phone"};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(r.items[i].name, label[i]);
        assert_true(r.items[i].time == 3000 - 1000 * i && r.items[i].seen == r.items[i].time);
        assert_int_equal(r.items[i].mine, i == 1);
        assert_true(r.items[i].who > 0 && r.items[i].who < (uint64_t)1 << 48);
    }
    uint64_t third = r.items[0].who;
    store_done(&r);
    r = player(STORE_DEVICES, HUGO, "", 0);
    OK(r);
    assert_true(r.n == 1 && r.answer == 0);
    store_done(&r);

    r = about(STORE_DEVICE_END, BEN, third);
    OK(r);
    assert_int_equal(r.n, 0); /* it is not Ben's */
    struct store_request push = player(STORE_PUSH_SET, ANNA, "", 151);
    push.text = "https://push.example/third";
    push.more = "keys";
    OK(push);
    struct store_request code = player(STORE_CODE_NEW, ANNA, "", 210);
    OK(code);
    r = about(STORE_DEVICE_END, ANNA, third);
    OK(r);
    assert_int_equal(r.n, 1);
    OK(r);
    assert_int_equal(r.n, 0);
    r = about(STORE_PUSHES, ANNA, 0);
    OK(r);
    assert_int_equal(r.n, 0);
    code.kind = STORE_CODE_USE;
    code.time = 1000;
    hash_fill(code.hash2, 153);
    NOT_FOUND(code); /* a thief may have made it */
    r = player(STORE_PLAYER_FIND, 0, "", 151);
    NOT_FOUND(r);
    r = player(STORE_DEVICE_END, ANNA, "", 150); /* all but this one */
    OK(r);
    assert_int_equal(r.n, 1);
    r = player(STORE_PLAYER_FIND, 0, "", 150);
    OK(r);
    r = player(STORE_PLAYER_FIND, 0, "", 100);
    NOT_FOUND(r);
    r = player(STORE_PLAYER_FIND, 0, "", 101);
    OK(r);
    assert_true(r.who == BEN);
}

/* ---- ties and invitations ------------------------------------------------------------------------------------------------ */

static void tie(uint64_t who, uint64_t other, int flags, int64_t time)
{
    struct store_request r = about(STORE_TIE_SET, who, other);
    r.flags = flags;
    r.time = time;
    OK(r);
}

static void tied(uint64_t who, int n, const char *const wanted[])
{
    struct store_request r = about(STORE_TIES, who, 0);
    OK(r);
    for (int i = 0; i < r.n; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s %d %d %lld", r.items[i].name, r.items[i].mine, r.items[i].theirs,
                 (long long)r.items[i].time);
        if (i < n)
            assert_string_equal(text, wanted[i]);
    }
    assert_int_equal(r.n, n);
    store_done(&r);
}

static void ties(void **state)
{
    struct store_request r = about(STORE_TIE_SET, CLEO, NOBODY);
    r.flags = IR_TIE_FRIEND;
    NOT_FOUND(r);
    r = about(STORE_TIE_SET, CLEO, CLEO);
    r.flags = IR_TIE_FRIEND;
    NOT_FOUND(r);
    tied(CLEO, 0, NULL);
    tie(CLEO, DORA, IR_TIE_FRIEND, 10);
    tie(DORA, CLEO, IR_TIE_FRIEND | IR_TIE_MUTE, 20);
    tie(CLEO, EVA, IR_TIE_BLOCK, 30);
    tie(FINN, CLEO, IR_TIE_FRIEND, 40);
    tie(GINA, CLEO, IR_TIE_BLOCK, 50); /* which Cleo never learns */
    tie(CLEO, EVA, IR_TIE_BLOCK, 60);  /* the same again changes nothing */
    tied(CLEO, 3, (const char *[]){"Finn 0 1 40", "Eva 4 0 30", "Dora 1 1 20"});
    tied(DORA, 1, (const char *[]){"Cleo 3 1 20"});
    tied(EVA, 0, NULL);
    tied(GINA, 1, (const char *[]){"Cleo 4 0 50"});
    tie(CLEO, DORA, 0, 70);
    tie(CLEO, DORA, 0, 70);
    tied(CLEO, 3, (const char *[]){"Finn 0 1 40", "Eva 4 0 30", "Dora 0 1 20"});
    tie(CLEO, FINN, IR_TIE_MUTE, 80);
    tied(CLEO, 3, (const char *[]){"Finn 2 1 80", "Eva 4 0 30", "Dora 0 1 20"});
    tie(CLEO, DORA, IR_TIE_FRIEND, 90);
}

static void many_ties(void **state)
{
    enum { BASE = 90000, N = STORE_TIES_MAX + 1 };
    struct store_request r;
    for (int i = 0; i < N; i++) {
        r = ask_kind(STORE_PLAYER_NEW);
        r.who = BASE + (uint64_t)i;
        snprintf((char *)r.token_hash, STORE_HASH, "ties %d", i);
        OK(r);
        r = about(STORE_TIE_SET, HUGO, BASE + (uint64_t)i);
        r.flags = IR_TIE_MUTE;
        if (i < STORE_TIES_MAX)
            OK(r);
        else
            CONFLICT(r);
    }
    tie(HUGO, BASE, IR_TIE_FRIEND, 10000); /* one that is there may change, */
    tie(HUGO, BASE, 0, 10000);             /* and end: */
    OK(r);
    r = about(STORE_TIES, HUGO, 0);
    OK(r);
    assert_int_equal(r.n, STORE_TIES_MAX);
    store_done(&r);
}

static void invited(uint64_t who, int n, const char *const wanted[])
{
    struct store_request r = about(STORE_INVITES, who, 0);
    OK(r);
    for (int i = 0; i < r.n && i < n; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s %s %lld %d", r.list[i].id, r.items[i].name, (long long)r.items[i].time,
                 r.list[i].seats);
        assert_string_equal(text, wanted[i]);
        assert_string_equal(r.list[i].settings, "clock=move,seconds=60");
    }
    assert_int_equal(r.n, n);
    store_done(&r);
}

static void invites(void **state)
{
    struct store_request r = ask_match("inv1", 5000);
    OK(r);
    r = ask_match("inv2", 5000);
    r.match.seats = 4;
    OK(r);
    r = ask_match("inv3", 5000);
    r.match.stage = IR_OVER_NOW;
    OK(r);
    r = at_match(STORE_INVITE, DORA, CLEO, "inv0");
    NOT_FOUND(r);
    r = at_match(STORE_INVITE, NOBODY, CLEO, "inv1");
    NOT_FOUND(r);
    r = at_match(STORE_INVITE, EVA, CLEO, "inv1");
    CONFLICT(r); /* Cleo blocks Eva */
    r = at_match(STORE_INVITE, CLEO, EVA, "inv1");
    CONFLICT(r); /* neither way */
    for (int i = 1; i <= 3; i++) {
        char id[IR_ID_MAX];
        snprintf(id, sizeof id, "inv%d", i);
        r = at_match(STORE_INVITE, DORA, CLEO, id);
        r.time = 100 * i;
        OK(r);
    }
    r = at_match(STORE_INVITE, DORA, FINN, "inv1");
    r.time = 900;
    OK(r);                                                                    /* changes nothing */
    invited(DORA, 2, (const char *[]){"inv2 Cleo 200 4", "inv1 Cleo 100 2"}); /* the third is over */
    invited(CLEO, 0, NULL);
    r = about(STORE_INVITES, DORA, 0);
    r.limit = 1;
    OK(r);
    assert_int_equal(r.n, 1);
    store_done(&r);
    r = at_match(STORE_INVITE_END, DORA, 0, "inv2");
    OK(r);
    OK(r);
    invited(DORA, 1, (const char *[]){"inv1 Cleo 100 2"});
    tie(DORA, CLEO, IR_TIE_BLOCK, 100); /* whoever blocks sees no invitations of the other */
    invited(DORA, 0, NULL);
    tie(DORA, CLEO, 0, 100);
    r = ask_match("inv9", -500);
    OK(r);
    r = at_match(STORE_INVITE, DORA, CLEO, "inv9");
    OK(r);
    r = ask_kind(STORE_PURGE);
    r.time = -400;
    OK(r);
    assert_int_equal(r.n, 1);
    r = ask_match("inv9", 1); /* with nothing of the old one under it */
    OK(r);
    invited(DORA, 0, NULL);
}

/* ---- somebody to play with ------------------------------------------------------------------------------------------------
 */

static struct store_request seek(uint64_t who, const char *what, int64_t now, int64_t until)
{
    struct store_request r = about(STORE_SEEK, who, 1);
    r.text = what;
    r.time = now;
    r.until = until;
    r.node = 0xfedcba9876543210u;
    snprintf(r.name, sizeof r.name, "seeker %llu", (unsigned long long)who);
    return r;
}

static void finds(uint64_t who, const char *what, int64_t now, int64_t until, uint64_t other)
{
    struct store_request r = seek(who, what, now, until);
    char name[IR_NAME_MAX] = "";
    OK(r);
    if (r.other != other)
        fail_msg("%llu finds %llu, not %llu", (unsigned long long)who, (unsigned long long)r.other, (unsigned long long)other);
    if (other)
        snprintf(name, sizeof name, "seeker %llu", (unsigned long long)other);
    assert_string_equal(r.name2, name);
}

static struct store_request pair(uint64_t who, uint64_t other, const char *what, int64_t now, const char *match)
{
    struct store_request r = ask_match(match, now);
    r.kind = STORE_PAIR;
    r.who = who;
    r.other = other;
    r.time = now;
    r.text = what;
    r.match.who[0] = r.match.host = who;
    r.match.who[1] = other;
    return r;
}

static void tickets(void **state)
{
    struct store_request r, load;
    finds(ANNA, "koi", 100, 200, 0);
    finds(BEN, "go", 101, 200, 0);
    finds(CLEO, "koi", 102, 200, ANNA);
    finds(EVA, "koi", 103, 200, ANNA);  /* not Cleo, who blocks Eva: Anna waits longer anyway */
    finds(ANNA, "koi", 110, 300, CLEO); /* renewed, and still the one who waits longest */
    finds(DORA, "koi", 111, 300, ANNA);
    finds(EVA, "koi", 250, 300, ANNA); /* tickets of Cleo and Ben have expired, and Eva's, too: a new one */
    finds(ANNA, "koi", 251, 400, DORA);
    r = pair(ANNA, CLEO, "koi", 252, "pair1");
    CONFLICT(r); /* has expired */
    r = pair(ANNA, DORA, "go", 252, "pair1");
    CONFLICT(r); /* looks for something else */
    r = pair(ANNA, ANNA, "koi", 252, "pair1");
    CONFLICT(r);
    r = pair(ANNA, NOBODY, "koi", 252, "pair1");
    CONFLICT(r);
    load = ask_load("pair1", 0);
    NOT_FOUND(load);
    r = ask_match("pair0", 1);
    OK(r);
    r = pair(ANNA, DORA, "koi", 252, "pair0");
    CONFLICT(r); /* the id is taken */
    finds(ANNA, "koi", 252, 400, DORA);
    for (int twice = 0; twice < 2; twice++) { /* also if the first answer got lost */
        r = pair(ANNA, DORA, "koi", 253, "pair1");
        OK(r);
    }
    OK(load);
    assert_true(load.match.who[0] == ANNA && load.match.who[1] == DORA && load.match.maker == ANNA);
    store_done(&load);
    r = pair(ANNA, EVA, "koi", 253, "pair2");
    CONFLICT(r); /* Anna is taken */
    r = pair(EVA, DORA, "koi", 253, "pair2");
    CONFLICT(r);
    load = ask_load("pair2", 0);
    NOT_FOUND(load);
    finds(EVA, "koi", 254, 500, 0);
    r = seek(DORA, "koi", 255, 500);
    CONFLICT(r);
    assert_string_equal(r.match.id, "pair1");
    store_done(&r);
    r = at_match(STORE_UNSEEK, DORA, 0, "");
    CONFLICT(r); /* too late */
    assert_string_equal(r.match.id, "pair1");
    store_done(&r);
    r = at_match(STORE_UNSEEK, DORA, 0, "pair1");
    OK(r);
    OK(r);
    r = at_match(STORE_UNSEEK, DORA, 0, "");
    OK(r); /* without a ticket */
    finds(DORA, "koi", 256, 500, EVA);
    r = at_match(STORE_UNSEEK, DORA, 0, "pair1");
    OK(r); /* this ticket stays: it is another one */
    finds(EVA, "koi", 257, 500, DORA);
    r = at_match(STORE_UNSEEK, EVA, 0, "");
    OK(r);
    finds(DORA, "koi", 258, 500, 0);
    finds(DORA, "go", 259, 500, 0); /* one ticket a person */
    finds(EVA, "koi", 260, 500, 0);
    finds(EVA, "go", 260, 500, DORA);
    r = ask_kind(STORE_PURGE); /* tickets go with the time, and with their match */
    r.time = 450;
    OK(r);
    r = seek(ANNA, "koi", 460, 500);
    OK(r);
}

static void blocked_tickets(void **state)
{
    finds(GINA, "x", 1000, 2000, 0);
    finds(CLEO, "x", 1001, 2000, 0); /* Gina blocks Cleo */
    finds(GINA, "x", 1002, 2000, 0);
    finds(EVA, "x", 1003, 2000, GINA); /* Cleo blocks Eva */
    finds(GINA, "x", 1004, 2000, EVA);
    finds(FINN, "x", 1005, 2000, GINA);
    struct store_request r = at_match(STORE_UNSEEK, GINA, 0, "");
    OK(r);
    finds(FINN, "x", 1006, 2000, CLEO);
}

/* ---- subscriptions, and the owner's ----------------------------------------------------------------------------------------
 */

static void push(uint64_t who, uint8_t token, const char *endpoint, int64_t time)
{
    struct store_request r = player(STORE_PUSH_SET, who, "", token);
    r.text = endpoint;
    r.more = "{\"p256dh\":\"x\"}";
    r.time = time;
    OK(r);
}

static int pushes(uint64_t who, const char *newest)
{
    struct store_request r = about(STORE_PUSHES, who, 0);
    OK(r);
    if (r.n && newest) {
        assert_string_equal(r.items[0].text, newest);
        assert_string_equal(r.items[0].more, "{\"p256dh\":\"x\"}");
    }
    int n = r.n;
    store_done(&r);
    return n;
}

static void subscriptions(void **state)
{
    struct store_request r = player(STORE_PUSH_SET, BEN, "", 102);
    r.text = "https://push.example/1";
    r.more = "";
    NOT_FOUND(r); /* that device is Cleo's */
    push(BEN, 101, "https://push.example/1", 10);
    push(BEN, 101, "https://push.example/1", 20);
    assert_int_equal(pushes(BEN, "https://push.example/1"), 1);
    push(CLEO, 102, "https://push.example/1", 30); /* the same browser, another person */
    assert_int_equal(pushes(BEN, NULL), 0);
    assert_int_equal(pushes(CLEO, "https://push.example/1"), 1);
    r = about(STORE_PUSH_DROP, BEN, 0);
    r.text = "https://push.example/1";
    OK(r);
    assert_int_equal(pushes(CLEO, NULL), 1); /* not Ben's */
    r.who = 0;
    OK(r);
    assert_int_equal(pushes(CLEO, NULL), 0);
    for (int i = 0; i < 9; i++) {
        char endpoint[80];
        snprintf(endpoint, sizeof endpoint, "https://push.example/many/%d", i);
        push(BEN, 101, endpoint, 100 + i);
    }
    assert_int_equal(pushes(BEN, "https://push.example/many/8"), STORE_PUSHES_MAX);
}

static void values(void **state)
{
    struct store_request r = ask_kind(STORE_VALUE);
    snprintf(r.name, sizeof r.name, "vapid");
    r.text = "first";
    OK(r);
    assert_string_equal(r.text, "first");
    store_done(&r);
    r.text = "second";
    OK(r);
    assert_string_equal(r.text, "first");
    store_done(&r);
}

static void reports(void **state)
{
    struct store_request r = at_match(STORE_REPORT, ANNA, BEN, "inv1");
    r.text = "He's rude: '; DROP TABLE reports; --";
    r.time = 10;
    OK(r);
    OK(r); /* the same again */
    r = at_match(STORE_REPORT, CLEO, BEN, "");
    r.text = "";
    r.time = 20;
    OK(r);
    r = ask_kind(STORE_REPORTS);
    OK(r);
    assert_int_equal(r.n, 2);
    assert_true(r.items[1].who == ANNA && r.items[1].other == BEN && r.items[1].time == 10);
    assert_string_equal(r.items[1].name, "Anna");
    assert_string_equal(r.items[1].name2, "Ben");
    assert_string_equal(r.items[1].match, "inv1");
    assert_string_equal(r.items[1].text, "He's rude: '; DROP TABLE reports; --");
    assert_string_equal(r.items[0].text, "");
    store_done(&r);
    char text[40];
    for (int i = 0; i <= STORE_REPORTS_MAX; i++) {
        snprintf(text, sizeof text, "line %04d", i);
        r = ask_kind(STORE_LOG);
        r.text = text;
        r.time = 100 + i / 2;
        OK(r);
    }
    OK(r);
    r = ask_kind(STORE_LOGGED);
    r.limit = 2;
    OK(r);
    assert_int_equal(r.n, 2);
    assert_string_equal(r.items[0].text, "line 1000");
    assert_string_equal(r.items[1].text, "line 0999");
    store_done(&r);
}

static void bans(void **state)
{
    struct store_request r = about(STORE_BAN, 0, EVA), find = player(STORE_PLAYER_FIND, 0, "", EVA - ANNA + 100);
    r.until = 9000;
    r.more = "rude";
    OK(r);
    find.time = 8999;
    OK(find);
    assert_true(find.who == EVA && find.until == 9000);
    find.time = 9000;
    OK(find);
    assert_true(find.until == 0);
    r = about(STORE_BAN, 0, 0);
    r.text = "192.0.2.0/24";
    r.until = 8000;
    r.time = 6000;
    OK(r);
    r = ask_kind(STORE_BANS);
    r.time = 7000;
    OK(r);
    assert_int_equal(r.n, 2);
    assert_string_equal(r.items[0].text, "192.0.2.0/24");
    assert_true(r.items[0].who == 0 && r.items[0].seen == 8000 && r.items[1].who == EVA && r.items[1].seen == 9000);
    assert_string_equal(r.items[1].name, "Eva");
    assert_string_equal(r.items[1].more, "rude");
    assert_string_equal(r.items[1].text, "");
    store_done(&r);
    r.time = 8000;
    OK(r);
    assert_int_equal(r.n, 1);
    store_done(&r);
    r = about(STORE_BAN, 0, EVA); /* lifts it */
    OK(r);
    find.time = 7000;
    OK(find);
    assert_true(find.until == 0);
}

static void everybody(void **state)
{
    struct store_request r = player(STORE_PLAYER_FIND, 0, "", FINN - ANNA + 100);
    r.time = (int64_t)1 << 51;
    OK(r);
    r = ask_kind(STORE_PEOPLE);
    r.text = "";
    r.limit = 3;
    OK(r);
    assert_int_equal(r.n, 3);
    assert_string_equal(r.items[0].name, "Finn");
    assert_true(r.items[0].who == FINN && r.items[0].seen == (int64_t)1 << 51 && r.items[0].time == 1000);
    store_done(&r);
    r.text = "gIN";
    OK(r);
    assert_int_equal(r.n, 1);
    assert_true(r.items[0].who == GINA);
    store_done(&r);
    r.text = "%";
    OK(r);
    assert_int_equal(r.n, 0);
    store_done(&r);
}

/* ---- leaving --------------------------------------------------------------------------------------------------------------
 */

/* Somebody who has a phrase, thinks something of somebody, or whose friendship somebody wants, did not come once. */
static void staying(void **state)
{
    enum { BASE = 60000, N = 6 };
    int64_t hour = 3600000;
    struct store_request r = ask_kind(STORE_CLOCK);
    r.lived = 30000;
    r.time = 4000 * hour;
    OK(r);
    for (int i = 0; i < N; i++) {
        r = ask_kind(STORE_PLAYER_NEW);
        r.who = BASE + (uint64_t)i;
        r.time = 10 * hour;
        snprintf((char *)r.token_hash, STORE_HASH, "stay %d", i);
        OK(r);
    }
    r = phrase(STORE_PHRASE_SET, BASE + 1, 220, 0, "");
    OK(r);
    tie(BASE + 2, BASE + 3, IR_TIE_FRIEND, 1);
    tie(BASE + 2, BASE + 4, IR_TIE_BLOCK, 1); /* 4 is blocked, which is no reason to stay */
    r = ask_match("stay1", 5000);
    OK(r);
    r = at_match(STORE_INVITE, BASE, BASE + 1, "stay1");
    OK(r);
    r = at_match(STORE_INVITE, BASE + 1, BASE + 5, "stay1");
    OK(r);
    finds(BASE + 5, "stay", 1, 100, 0);
    r = ask_kind(STORE_PUSH_SET);
    r.who = BASE;
    snprintf((char *)r.token_hash, STORE_HASH, "stay 0");
    r.text = "https://push.example/stay";
    r.more = "";
    OK(r);
    r = ask_kind(STORE_LEAVE);
    r.time = 11 * hour;
    r.from_seq = 10 * hour;
    r.lived = 30000;
    OK(r);
    assert_int_equal(r.n, 3);
    for (int i = 0; i < N; i++) {
        r = ask_kind(STORE_PLAYER_FIND);
        r.time = 10 * hour;
        snprintf((char *)r.token_hash, STORE_HASH, "stay %d", i);
        if (i == 0 || i == 4 || i == 5)
            NOT_FOUND(r);
        else
            OK(r);
    }
    tied(BASE + 2, 1, (const char *[]){" 1 0 1"});
    invited(BASE + 1, 0, NULL);
    finds(ANNA, "stay", 2, 100, 0);
    assert_int_equal(pushes(BASE, NULL), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases),         cmocka_unit_test(devices),       cmocka_unit_test(ties),
        cmocka_unit_test(many_ties),       cmocka_unit_test(invites),       cmocka_unit_test(tickets),
        cmocka_unit_test(blocked_tickets), cmocka_unit_test(subscriptions), cmocka_unit_test(values),
        cmocka_unit_test(reports),         cmocka_unit_test(bans),          cmocka_unit_test(everybody),
        cmocka_unit_test(staying),
    };
    if (argc != 2) {
        fprintf(stderr, "usage: test_people URL (of an empty store)\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, start, teardown) != 0;
}
