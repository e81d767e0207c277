/* test_gone.c URL: after somebody was deleted, nothing in the store tells who it was, and every game folds as before. The same
 * cases run over each URL; TAP. */
#include "cases.h"

#include "irori_table.h"

enum { MOVES = 300 };
static const uint64_t ANNA = 0xa11a000000000071u, BEN = 0xbe40000000000072u, CLEO = 0xc1e0000000000073u;

/* A match that is played: the table, and its rows in the store. */
struct played {
    char id[IR_ID_MAX];
    struct ir_table t;
    struct ir_done done;
    uint8_t secret[32];
    uint64_t command;
    int64_t now;
};

static void describe(const struct ir_table *t, struct store_match *m)
{
    m->stage = t->stage;
    m->host = t->host;
    for (int i = 0; i < t->n_seats; i++) {
        m->who[i] = t->seat[i].who;
        snprintf(m->name[i], sizeof m->name[i], "%s", t->seat[i].name);
    }
}

static void does(struct played *p, uint64_t who, const char *text)
{
    char why[IR_WHY_MAX];
    struct ir_command c = {.who = who, .id = who ? ++p->command : 0, .seq = p->t.seq, .text = text};
    if (ir_table_do(&p->t, &c, p->secret, ++p->now, &p->done, why))
        fail_msg("%s: '%s': %s", p->t.game->name, text, why);
    p->t = p->done.after;
    struct store_request r = ask_append(p->id, p->done.seq, p->done.sub, p->done.row);
    r.row.who = c.who;
    r.row.id = c.id;
    r.row.time = p->now;
    r.changed = 1;
    describe(&p->t, &r.match);
    OK(r);
}

static void begin(struct played *p, const struct ir_game *g, const char *id, uint64_t host)
{
    struct store_request r = ask_match(id, 1000);
    uint8_t commit[32];
    char why[IR_WHY_MAX];
    memset(p, 0, sizeof *p);
    snprintf(p->id, sizeof p->id, "%s", id);
    p->now = 1000;
    memcpy(p->secret, r.match.secret, 32);
    ir_commit(commit, p->secret);
    if (ir_table_open(&p->t, g, id, g->min_seats, "", NULL, "reaction=0", host, commit, why))
        fail_msg("%s", why);
    r.match.seats = g->min_seats;
    r.match.host = host;
    OK(r);
}

static uint64_t person(int seat)
{
    return seat == 0 ? ANNA : seat == 1 ? BEN : 0xd000000000000000u + (uint64_t)seat;
}

/* Anna, who hosts, puts a bot in a seat and takes it away; Cleo sits down and stands up again; then people play at random. */
static void play(struct played *p)
{
    struct ir_rng rng;
    char text[IR_TEXT_MAX + 40];
    snprintf(text, sizeof text, "bot 1 %s", ir_bot_list(p->t.game, 0)->name);
    does(p, ANNA, text);
    does(p, ANNA, "stand 1");
    does(p, CLEO, "sit 1 Cleo the Secret");
    does(p, CLEO, "stand");
    for (int i = 0; i < p->t.n_seats; i++) {
        snprintf(text, sizeof text, "sit %d %s", i, i == 0 ? "Anna the Secret" : i == 1 ? "Ben" : "Another");
        does(p, person(i), text);
    }
    for (int i = 0; i < p->t.n_seats; i++) {
        snprintf(text, sizeof text, "ready %032d", i + 1);
        does(p, person(i), text);
    }
    ir_rng_seed(&rng, 7);
    for (int n = 0; n < MOVES && p->t.stage == IR_PLAYING; n++) {
        unsigned asked = ir_asked(p->t.game, p->t.now.b);
        int seat = 0;
        struct ir_view v;
        ir_move legal[IR_MOVES_MAX];
        struct ir_text to;
        while (!(asked >> seat & 1) || p->t.seat[seat].answer != IR_NO_MOVE)
            seat++;
        ir_table_view(&p->t, seat, &v, NULL);
        ir_text_start(&to, text, sizeof text);
        ir_text_put(&to, "move ");
        p->t.game->move_print(legal[ir_rng_below(&rng, (uint32_t)p->t.game->legal(&v, legal))], &to);
        does(p, person(seat), text);
    }
}

static void end(uint64_t who, int seats)
{
    struct store_request r = ask_kind(STORE_PERSON_END);
    r.who = who;
    OK(r);
    assert_int_equal(r.n, seats);
    OK(r); /* also if the first answer got lost */
    assert_int_equal(r.n, 0);
}

static void tells_nothing(const char *text, uint64_t who, const char *name)
{
    char hex[20];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)who);
    if (strstr(text, hex) || strstr(text, name))
        fail_msg("it still tells who sat there: %s", text);
}

/* Loads the match, checks that nothing of this person is in it, and folds its rows, each of which holds a hash of the game. */
static void folds(const struct played *p, uint64_t gone, const char *name)
{
    static struct ir_table t;
    static struct ir_story story;
    struct store_request load = ask_load(p->id, 0);
    uint8_t commit[32];
    char why[IR_WHY_MAX];
    OK(load);
    assert_true(load.match.host != gone && load.match.maker != gone);
    ir_commit(commit, load.match.secret);
    assert_int_equal(
        ir_table_open(&t, p->t.game, p->id, load.match.seats, "", NULL, "reaction=0", load.match.maker, commit, why), 0);
    for (int i = 0; i < load.n; i++) {
        const struct store_row *row = &load.rows[i];
        assert_true(row->who != gone);
        tells_nothing(row->text, gone, name);
        if (ir_table_fold(&t, row->text, row->seq, row->sub, row->who, row->id, row->time, &story, why) < 0)
            fail_msg("%s: row %d '%s': %s", t.game->name, i, row->text, why);
    }
    assert_true(t.seq == p->t.seq && t.sub == p->t.sub && t.stage == p->t.stage);
    assert_true(ir_hash(t.game, &t.now) == ir_hash(p->t.game, &p->t.now));
    for (int i = 0; i < load.match.seats; i++) {
        assert_true(load.match.who[i] != gone);
        tells_nothing(load.match.name[i], gone, name);
    }
    if (gone == ANNA) {
        assert_true(load.match.who[0] == 0 && t.seat[0].who && (p->t.host == BEN || load.match.host == t.seat[0].who));
        assert_string_equal(load.match.name[0], STORE_GONE);
        assert_string_equal(t.seat[0].name, STORE_GONE);
    }
    assert_true(load.match.who[1] == BEN && t.seat[1].who == BEN);
    assert_string_equal(load.match.name[1], "Ben");
    store_done(&load);
}

static void newcomers(void)
{
    struct store_request r = player(STORE_PLAYER_NEW, ANNA, "Anna the Secret", 240);
    OK(r);
    r = player(STORE_PLAYER_NEW, BEN, "Ben", 241);
    OK(r);
    r = player(STORE_PLAYER_NEW, CLEO, "Cleo the Secret", 242);
    OK(r);
    r = player(STORE_PHRASE_SET, ANNA, "", 243);
    OK(r);
    r = player(STORE_CODE_NEW, ANNA, "", 244);
    OK(r);
    for (int i = 0; i < 2; i++) {
        r = ask_kind(STORE_TIE_SET);
        r.who = i ? ANNA : BEN;
        r.other = i ? BEN : ANNA;
        r.flags = IR_TIE_FRIEND;
        OK(r);
        r.kind = STORE_REPORT;
        r.text = "rude";
        OK(r);
    }
    r = player(STORE_PUSH_SET, ANNA, "", 240);
    r.text = "https://push.example/gone";
    r.more = "";
    OK(r);
    r = ask_kind(STORE_SEEK);
    r.who = ANNA;
    r.text = "gone";
    r.until = 5000;
    OK(r);
}

static int counted(enum store_kind kind, uint64_t who)
{
    struct store_request r = ask_kind(kind);
    r.who = who;
    r.text = "the Secret";
    OK(r);
    int n = r.n;
    store_done(&r);
    return n;
}

static void gone(void **state)
{
    enum { MOST = 16 };
    static struct played all[MOST];
    struct store_request r;
    uint64_t host[MOST] = {0};
    int n = 0;
    newcomers();
    for (; ir_games[n] && n < MOST; n++) {
        char id[IR_ID_MAX];
        snprintf(id, sizeof id, "gone%d", n);
        begin(&all[n], ir_games[n], id, ANNA);
        play(&all[n]);
        folds(&all[n], 0x1234567890abcdefu, "Nobody");
    }
    r = ask_kind(STORE_INVITE);
    r.who = BEN;
    r.other = ANNA;
    snprintf(r.match.id, sizeof r.match.id, "gone0");
    OK(r);
    int reported = counted(STORE_REPORTS, 0);
    end(ANNA, n);
    end(CLEO, 0); /* who sits nowhere, but is in the log of each */
    for (int i = 0; i < n; i++) {
        folds(&all[i], ANNA, "Anna the Secret");
        folds(&all[i], CLEO, "Cleo the Secret");
        r = ask_load(all[i].id, 0);
        OK(r);
        host[i] = r.match.host; /* another one in each game: they cannot be told to be one person's */
        for (int k = 0; k < i; k++)
            assert_true(host[i] != host[k]);
        store_done(&r);
    }
    for (uint8_t hash = 240; hash <= 244; hash++) {
        r = player(hash == 243 ? STORE_PHRASE_USE : hash == 244 ? STORE_CODE_USE : STORE_PLAYER_FIND, 0, "", hash);
        if (hash == 241)
            OK(r);
        else
            NOT_FOUND(r);
    }
    assert_int_equal(counted(STORE_TIES, BEN), 0);
    assert_int_equal(counted(STORE_INVITES, BEN), 0);
    assert_int_equal(counted(STORE_MINE, ANNA), 0);
    assert_int_equal(counted(STORE_MINE, BEN), n);
    assert_int_equal(counted(STORE_PUSHES, ANNA), 0);
    assert_int_equal(counted(STORE_PEOPLE, 0), 0);
    assert_int_equal(counted(STORE_REPORTS, 0), reported - 2);
    r = ask_kind(STORE_SEEK);
    r.who = BEN;
    r.text = "gone";
    r.until = 5000;
    OK(r);
    assert_true(r.other == 0);
}

/* A node that still has the table as it was goes on, and does not bring the name back; whoever sits down there later is told.
 */
static void stale(void **state)
{
    static struct played p;
    struct store_request r = player(STORE_PLAYER_NEW, ANNA, "Anna the Secret", 245), load;
    OK(r);
    begin(&p, ir_games[0], "stale1", BEN);
    does(&p, ANNA, "sit 0 Anna the Secret");
    does(&p, BEN, "sit 1 Ben");
    end(ANNA, 1);
    does(&p, BEN, "ready 00000000000000000000000000000001");
    folds(&p, ANNA, "Anna the Secret");
    does(&p, BEN, "stand 0");
    load = ask_load("stale1", 0);
    OK(load);
    assert_string_equal(load.match.name[0], "");
    store_done(&load);
    r = player(STORE_PLAYER_NEW, CLEO, "Cleo", 246);
    OK(r);
    does(&p, CLEO, "sit 0 Cleo");
    OK(load);
    assert_true(load.match.who[0] == CLEO);
    assert_string_equal(load.match.name[0], "Cleo");
    store_done(&load);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gone), cmocka_unit_test(stale)};
    if (argc != 2) {
        fprintf(stderr, "usage: test_gone URL (of an empty store)\n");
        return 2;
    }
    url = argv[1];
    return cmocka_run_group_tests(tests, setup, teardown) != 0;
}
