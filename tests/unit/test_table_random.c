/* test_table_random.c: whole tables of every game under random people, who do the right thing and every wrong one: the table
 * that a command makes and its events are byte for byte what a second table makes of its row by folding it (table_drive.c
 * compares them after every row); whatever the command is, it is answered with a row or a sentence; and the record of the rows
 * is a game that could have been played, dealt by the secret. */
#include "table_drive.h"
#include "core/record.h"
#include "core/dealer.h"

static struct drive d;
static struct ir_rng rng;
static int undone;
static const uint64_t people[] = {ANNA, BEN, CLEO, DORA, EVA, FINN, NOBODY, 0};

static uint32_t below(uint32_t n)
{
    return ir_rng_below(&rng, n);
}

/* A command such as people give, possible or not. */
static void some_command(char text[256])
{
    static const char *const plain[] = {"stand", "resign",  "away",   "back",   "undo",   "pause", "rematch", "agree",
                                        "end",   "decline", "resume", "agree",  "resume", "agree", "decline", "time",
                                        "back",  "close",   "lock",   "unlock", "host 0", "host 1"};
    int seat = (int)below(d.t.n_seats + 1u);
    switch (below(8)) {
    case 0: snprintf(text, 256, "sit %d P%u", seat, below(9)); break;
    case 1: snprintf(text, 256, "bot %d %s", seat, below(3) ? "random" : "exec:x"); break;
    case 2: snprintf(text, 256, "ready %032u", below(1000)); break;
    case 3: snprintf(text, 256, below(2) ? "takeover %d" : "holiday %d", seat); break;
    case 4: snprintf(text, 256, "rematch r%u", below(9)); break;
    case 5:
        if (d.t.stage == IR_PLAYING) {
            unsigned asked = ir_asked(d.t.game, d.t.now.b);
            int at = set_first(asked);
            if (below(2))
                snprintf(text, 256, "move %s", below(2) ? drive_legal(&d, at, &rng) : "pass");
            else
                snprintf(text, 256, "play %d %s", at, drive_legal(&d, at, &rng));
            break;
        }
        /* fall through */
    default: snprintf(text, 256, "%s", plain[below(sizeof plain / sizeof *plain)]);
    }
}

/* Bytes that are no command, or nearly one. */
static void garbage(char text[256])
{
    size_t n = below(40);
    some_command(text);
    if (below(2)) {
        size_t length = strlen(text);
        for (uint32_t i = 0; i <= below(3); i++)
            text[below((uint32_t)length)] = (char)(1 + below(255));
        return;
    }
    for (size_t i = 0; i < n; i++)
        text[i] = (char)(1 + below(255));
    text[n] = 0;
}

static int dealt_anew;

/* A row with a byte changed, lost or doubled is refused, or is the same row after all. */
static void damage(const char *row, const struct ir_table *before, uint64_t who)
{
    static struct ir_table t;
    static struct ir_story story;
    char bad[IR_ROW_MAX + 8];
    size_t n = strlen(row), at = below((uint32_t)n);
    t = *before;
    memcpy(bad, row, n + 1);
    switch (below(3)) {
    case 0: bad[at] = (char)(1 + below(255)); break;
    case 1: memmove(bad + at, bad + at + 1, n - at); break;
    default: memmove(bad + at + 1, bad + at, n - at + 1);
    }
    if (strcmp(bad, row) == 0)
        return;
    int closed = ir_table_fold(&t, bad, t.seq + 1, t.sub, who, 1u << 30, d.now, &story, d.why);
    if (closed < 0) {
        assert_true(strlen(d.why) > 10);
        assert_memory_equal(&t, before, sizeof t);
    } else if (bad[0] != '@') { /* another name or salt is another row, but moves are held by their hash */
        while (at && row[at - 1] != '\n')
            at--;
        if (row[at] != '*' || ++dealt_anew > 5) /* cards dealt in vain, before a new deal, are in no state */
            fail_msg("taken in instead of '%s': '%s'", row, bad);
    }
}

static void frames(void)
{
    static char frame[IR_FRAME_MAX];
    for (int seat = IR_SPECTATOR; seat < d.t.n_seats; seat++)
        drive_frame(&d, seat, frame);
}

/* The record of the rows reads back, and its outcomes are those the secret deals. */
static void record_check(int finished)
{
    int called_off = finished && d.t.ended_by < 0 && ir_turn(&d.t.now) != IR_OVER;
    size_t room = IR_RECORD_MORE, n = 0;
    for (size_t i = 0; i < d.n; i++)
        room += strlen(d.log[i]);
    char *text = malloc(room);
    struct ir_text t;
    ir_text_start(&t, text, room);
    if (ir_table_record(&d.t, NULL, (const char *const *)d.log, d.n, &t, d.why))
        fail_msg("%s", d.why);
    assert_false(t.cut);
    struct ir_record r;
    struct ir_row row;
    struct ir_dealer_keyed dealer;
    uint8_t key[32];
    int keyed = 0;
    ir_record_reader(&r, ir_all_games, d.t.deck);
    for (const char *p = text; *p; p += n + 1) {
        struct ir_state before = r.state;
        n = strcspn(p, "\n");
        int kind = ir_record_read(&r, p, n, &row, NULL, d.why);
        if (kind < 0)
            fail_msg("%s\n%s", d.why, text);
        if (kind == IR_LINE_ROW && row.actor == IR_CHANCE) {
            if (!keyed++) {
                ir_record_key(&r, d.secret, key);
                ir_dealer_keyed_start(&dealer, key, 0);
            }
            assert_int_equal(dealer.dealer.pick(&dealer.dealer, r.game, &before), row.move);
        }
    }
    if (ir_record_close(&r, d.why))
        fail_msg("%s", d.why);
    assert_int_equal(r.over, finished && !called_off);
    assert_int_equal(r.has_secret, finished);
    assert_int_equal(r.chances, d.t.chances);
    struct ir_state end = d.t.now; /* with the answers that count whatever the others say */
    uint32_t rows = d.t.rows;
    for (ir_move m = d.t.game->silent; !finished && m == d.t.game->silent && ir_asked(d.t.game, end.b); rows++) {
        m = d.t.seat[ir_turn(&end)].answer;
        if (m == IR_NO_MOVE)
            break;
        d.t.game->apply(&end, m, NULL);
    }
    assert_int_equal(r.rows, rows);
    assert_memory_equal(r.state.b, end.b, ir_state_size(d.t.game));
    for (int i = 0; i < d.t.n_seats; i++)
        assert_string_equal(r.salt[i], d.t.seat[i].salt);
    /* without the row that started the game it is no record of this table */
    size_t start = 0;
    while (start < d.n && !strstr(d.log[start], "@ start\n"))
        start++;
    ir_text_start(&t, text, room);
    if (start < d.n)
        assert_int_equal(ir_table_record(&d.t, NULL, (const char *const *)d.log + start + 1, d.n - start - 1, &t, d.why),
                         IR_E_RECORD);
    free(text);
}

#ifdef __SANITIZE_ADDRESS__
enum { TABLES = 30 }; /* several times slower */
#else
enum { TABLES = 150 };
#endif

/* Somebody has not resigned, and bots play for all of them. */
static int deserted(const struct ir_table *t)
{
    int sitting = 0, away = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].resigned) {
            sitting++;
            away += t->seat[i].away;
        }
    return t->stage == IR_PLAYING && sitting && away == sitting;
}

static void play_one(const struct ir_game *g, uint64_t seed, int counts[4])
{
    static const char *const settings[] = {"",
                                           "clock=move,seconds=20,reaction=2,absent=10",
                                           "clock=game,seconds=600,increment=0,reaction=0",
                                           "reaction=1,absent=1,undo=off",
                                           "clock=slow,hours=1",
                                           "clock=slow,hours=1,late=bot"};
    enum { WAYS = sizeof settings / sizeof *settings };
    ir_rng_seed(&rng, seed);
    int seats = g->min_seats + (int)below((uint32_t)(g->max_seats - g->min_seats) + 1);
    drive_open(&d, g, seats, "", settings[seed % WAYS], seed);
    int last = 400 + (int)below(3000);
    for (int i = 0; i < last; i++) {
        static struct ir_table before;
        char text[256];
        uint64_t who = people[below(sizeof people / sizeof *people)];
        before = d.t;
        d.now += below(seed % WAYS > 3 && below(40) == 0 ? 4000000 : 3000);
        int kind = (int)below(8), result;
        if (d.t.can_undo >= 0 && d.t.set[IR_SET_UNDO] && below(3) == 0) { /* all want it back */
            uint32_t rows = d.t.rows;
            drive_try(&d, d.t.seat[d.t.can_undo].who, "undo");
            for (int s = 0; s < seats; s++)
                drive_try(&d, d.t.seat[s].who, "agree");
            undone += d.t.rows < rows;
            continue;
        }
        if (kind < 5 && d.t.stage == IR_PLAYING && !d.t.paused) { /* the game goes on */
            struct ir_wish wish;
            unsigned open = 0;
            for (int s = 0; s < seats; s++)
                if (ir_asked(g, d.t.now.b) >> s & 1 && d.t.seat[s].answer == IR_NO_MOVE)
                    open |= 1u << s;
            ir_table_wish(&d.t, d.now, &wish);
            if (wish.wake && wish.wake <= d.now) {
                who = 0;
                snprintf(text, sizeof text, "time");
            } else if (open) {
                int seat = set_first(open);
                who = wish.think >> seat & 1 ? 0 : d.t.seat[seat].who;
                if (who)
                    snprintf(text, sizeof text, "move %s", drive_legal(&d, seat, &rng));
                else
                    snprintf(text, sizeof text, "play %d %s", seat, drive_legal(&d, seat, &rng));
            } else {
                continue;
            }
            result = drive_try(&d, who, text);
            if (result < 0)
                fail_msg("'%s' of %d: %s", text, (int)who, d.why);
        } else if (kind < 7) {
            some_command(text);
            if (strcmp(text, "resign") == 0 && below(100))
                continue; /* or few games would be long */
            result = drive_try(&d, who, text);
        } else {
            garbage(text);
            result = drive_try(&d, who, text);
        }
        counts[result < 0 ? 0 : 1]++;
        if (d.t.rows != before.rows && deserted(&before))
            fail_msg("'%s' of %d: a game without people goes on", text, (int)who);
        if (result >= 0)
            damage(d.done.row, &before, who);
        if (i % 16 == 0)
            frames();
        if (d.t.stage == IR_OVER_NOW && last > i + 40)
            last = i + 40;
        const char *wrong = d.t.stage == IR_GATHERING ? NULL : g->check(&d.t.now);
        if (wrong)
            fail_msg("%s", wrong);
    }
    counts[2] += d.t.stage == IR_OVER_NOW;
    counts[3] += d.t.stage == IR_PLAYING;
    record_check(d.t.stage == IR_OVER_NOW);
    drive_close(&d);
}

static void test_random(void **state)
{
    (void)state;
    const struct ir_game *const *games = ir_all_games;
    for (int g = 0; games[g]; g++) {
        int counts[4] = {0};
        for (uint64_t seed = 1; seed <= TABLES; seed++)
            play_one(games[g], seed, counts);
        print_message("# %s: %d rows, %d refusals, %d games to the end, %d not\n", games[g]->name, counts[1], counts[0],
                      counts[2], counts[3]);
        assert_true(counts[0] > 10 * TABLES && counts[1] > 10 * TABLES && counts[2] > 5);
    }
    print_message("# %d moves taken back\n", undone);
    assert_true(undone > TABLES / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("random tables", tests, NULL, NULL);
}
