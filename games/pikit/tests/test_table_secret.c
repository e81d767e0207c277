/* test_table_secret.c: PK6.5 at a table: the answers of all at once, in secret; and nothing anybody is shown, no number, size
 * or time, depends on what somebody else could have answered. */
#include "unit/table_drive.h"

#include "games/pikit/pikit.h"
#include "games/pikit/pikit.h"

static struct drive d;
static struct ir_rng rng;
static char frame_a[IR_FRAME_MAX], frame_b[IR_FRAME_MAX];

static unsigned question(void)
{
    return d.t.stage == IR_PLAYING && ir_turn(&d.t.now) >= 0 ? d.t.game->asked(d.t.now.b) : 0;
}

/* Plays on, whoever has to, until a question is open that was not open before; 0 if the game ended instead. */
static int next_question(void)
{
    int64_t seq = d.t.seq;
    while (!question() || d.t.seq == seq || d.t.sub)
        if (!drive_step(&d, &rng))
            return 0;
    return 1;
}

static void open_question(int seats, int people, const char *settings, uint64_t seed)
{
    ir_rng_seed(&rng, seed);
    do {
        drive_close(&d);
        drive_open(&d, &pikit_game, seats, "", settings, seed++);
        drive_start(&d, people);
    } while (!next_question());
}

static int asked_seat(int nth)
{
    for (int seat = 0;; seat++)
        if (question() >> seat & 1 && nth-- == 0)
            return seat;
}

static void test_reaction(void **state) /* several people: exactly after so many seconds, never earlier, whoever has answered */
{
    (void)state;
    struct ir_wish wish;
    open_question(3, 3, "reaction=7", 1);
    int64_t opened = d.t.since, seq = d.t.seq;
    unsigned asked = question();
    assert_int_equal(set_count(asked), 2);
    int turn = ir_turn(&d.t.now), mover = asked_seat(0) == 0 ? (asked_seat(1) == 1 ? 2 : 1) : 0;
    drive_refused(&d, IR_E_TURN, drive_person(mover), "move pass");
    drive_refused(&d, IR_E_MOVE, drive_person(turn), "move nothing");
    drive_refused(&d, IR_E_STAGE, 0, "time");
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == opened + 7000 && wish.think == 0);
    d.done.story.n = 0; /* as for somebody who joins now */
    drive_frame(&d, mover, frame_a);
    for (int i = 1; i >= 0; i--) { /* not in the order of turns */
        int seat = asked_seat(i);
        assert_non_null(strstr(drive_frame(&d, seat, frame_b), "\"answered\":false"));
        assert_non_null(strstr(frame_b, "\"legal\""));
        d.now = opened + 1000;
        assert_int_equal(drive_try(&d, drive_person(seat), "move pass"), 0);
        assert_int_equal(strncmp(d.done.row, "@ answer ", 9), 0);
        drive_refused(&d, IR_E_TURN, drive_person(seat), "move pass"); /* once */
        assert_non_null(strstr(drive_frame(&d, seat, frame_b), "\"answered\":true"));
        assert_null(strstr(frame_b, "\"legal\""));
        d.now = opened; /* whoever joins now is shown just what was shown before */
        assert_string_equal(drive_frame(&d, mover, frame_b), frame_a);
        assert_true(d.t.seq == seq);
    }
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == opened + 7000);
    d.now = opened + 6999;
    drive_refused(&d, IR_E_STAGE, 0, "time");
    d.now++;
    drive_do(&d, 0, "time");
    assert_true(d.t.seq == seq + 1 && d.t.sub == 0);
    /* nobody answers: silence */
    assert_true(next_question());
    turn = ir_turn(&d.t.now);
    opened = d.t.since;
    d.now = opened + 7000;
    drive_do(&d, 0, "time");
    char pass[16];
    snprintf(pass, sizeof pass, "%d pass\n", turn);
    assert_int_equal(strncmp(d.done.row, pass, strlen(pass)), 0);
    drive_close(&d);
}

/* Anna, Ben, who is away, and two bots. */
static void open_bots(uint64_t seed)
{
    open_question(4, 2, "reaction=2", seed);
    drive_do(&d, BEN, "away");
}

static void test_bots_among_people(void **state) /* their answers are waited for, but not for ever */
{
    (void)state;
    struct ir_wish wish;
    int only_bots = 0, mixed = 0;
    open_bots(20);
    while (only_bots < 2 || mixed < 2) {
        int64_t opened = d.t.since;
        unsigned asked = question(), people = asked & 1;
        ir_table_wish(&d.t, d.now, &wish);
        assert_int_equal(wish.think, asked & 14);
        int64_t end = opened + (people ? 2000 : 1000);
        int late = asked & 14 && ir_rng_below(&rng, 2);
        if (late) {
            d.now = end;
            drive_refused(&d, IR_E_STAGE, 0, "time");
            ir_table_wish(&d.t, d.now, &wish);
            assert_true(wish.wake == opened + 5000);
            d.now = opened + 5000;
        } else {
            d.done.story.n = 0;
            drive_frame(&d, 0, frame_a);
            for (int seat = 1; seat < 4; seat++)
                if (asked >> seat & 1)
                    drive_do(&d, 0, "play %d pass", seat);
            assert_string_equal(drive_frame(&d, 0, frame_b), frame_a); /* nor does it say which bots have answered */
            ir_table_wish(&d.t, d.now, &wish);
            assert_true(wish.think == 0 && wish.wake == end);
            d.now = end;
        }
        drive_do(&d, 0, "time");
        only_bots += !people;
        mixed += people && asked & 14;
        if (!next_question())
            open_bots(30 + ir_rng_below(&rng, 1000));
    }
    /* a bot that answers between the end and the last moment closes the question */
    while (set_count(question() & 14) != 1 || !(question() & 1))
        if (!next_question())
            open_bots(30 + ir_rng_below(&rng, 1000));
    d.now = d.t.since + 3000;
    char text[32];
    snprintf(text, sizeof text, "play %d pass", set_first(question() & 14));
    assert_int_equal(drive_try(&d, 0, text), 1);
    drive_close(&d);
}

static void test_at_once(void **state) /* one person among bots, or reaction=0: with the last answer */
{
    (void)state;
    for (int people = 1; people <= 3; people += 2) {
        open_question(3, people, people == 1 ? "reaction=9" : "reaction=0,absent=0", 50);
        for (int i = 0; i < 5; i++) {
            struct ir_wish wish;
            int n = set_count(question());
            for (int k = 0; k < n; k++) {
                int seat = 0;
                ir_table_wish(&d.t, d.now, &wish);
                assert_true(wish.wake == 0);
                while (!(question() >> seat & 1) || d.t.seat[seat].answer != IR_NO_MOVE)
                    seat++;
                char text[32];
                snprintf(text, sizeof text, people == 1 && seat ? "play %d pass" : "move pass", seat);
                assert_int_equal(drive_try(&d, people == 1 && seat ? 0 : drive_person(seat), text), k == n - 1);
            }
            if (!next_question())
                open_question(3, people, people == 1 ? "reaction=9" : "reaction=0,absent=0", 60 + (uint64_t)i);
        }
        drive_close(&d);
    }
}

static void test_who_leaves(void **state) /* a question that no longer waits for anybody is due at once */
{
    (void)state;
    struct ir_wish wish;
    open_question(3, 2, "reaction=30", 70);
    while (set_count(question() & 3) != 1 || !(question() & 4)) /* a person and the bot */
        if (!next_question())
            open_question(3, 2, "reaction=30", 70 + ir_rng_below(&rng, 1000));
    drive_do(&d, 0, "play 2 pass");
    drive_do(&d, drive_person(set_first(question() & 3)), "move pass");
    d.now = d.t.since + 100;
    drive_refused(&d, IR_E_STAGE, 0, "time");
    drive_do(&d, drive_person(1 - set_first(question() & 3)), "resign"); /* now one person plays among bots */
    drive_do(&d, 0, "time");
    drive_close(&d);
    open_question(3, 3, "reaction=30", 80);
    int64_t opened = d.t.since;
    for (int i = 0; i < 2; i++)
        drive_do(&d, drive_person(asked_seat(i)), "move pass");
    unsigned asked = question();
    for (int seat = 0, gone = 0; seat < 3 && gone < 1; seat++)
        if (asked >> seat & 1) {
            drive_do(&d, drive_person(seat), "away"); /* its answer stays */
            gone++;
        }
    assert_true(question() == asked);
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.think == 0 && wish.wake == opened + 30000);
    drive_close(&d);
    /* a pause gives the whole time again */
    open_question(2, 2, "reaction=30", 90);
    d.now += 29000;
    drive_do(&d, ANNA, "pause");
    drive_do(&d, BEN, "agree");
    drive_refused(&d, IR_E_STAGE, drive_person(ir_turn(&d.t.now)), "move pass");
    d.now += 5000;
    drive_refused(&d, IR_E_STAGE, 0, "time");
    drive_do(&d, BEN, "resume");
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + 30000);
    /* the card is taken back: so is the question */
    int seat = d.t.can_undo;
    assert_true(seat >= 0);
    drive_do(&d, drive_person(1 - seat), "move pass");
    drive_do(&d, drive_person(seat), "undo");
    drive_do(&d, drive_person(1 - seat), "agree");
    assert_int_equal(question(), 0);
    assert_int_equal(d.t.seat[1 - seat].answer, IR_NO_MOVE);
    drive_close(&d);
}

static int find_cancel(int seat, char text[IR_TEXT_MAX])
{
    struct ir_view v;
    struct ir_text t;
    ir_move legal[IR_MOVES_MAX];
    ir_look(&pikit_game, &d.t.now, seat, &v);
    pikit_game.legal(&v, legal);
    ir_text_start(&t, text, IR_TEXT_MAX);
    pikit_game.move_print(legal[0], &t);
    return legal[0] != PK_MOVE_PASS;
}

static void test_dropped(void **state) /* the first cancel in the order of turns counts; a later one was never played */
{
    (void)state;
    int seen = 0;
    for (uint64_t seed = 1; seen < 3; seed++) {
        char one[IR_TEXT_MAX], two[IR_TEXT_MAX];
        open_question(3, 3, "reaction=5", 1000 * seed);
        do {
            if (set_count(question()) != 2)
                continue;
            int first = ir_turn(&d.t.now), second = asked_seat(0) == first ? asked_seat(1) : asked_seat(0);
            if (!find_cancel(first, one) || !find_cancel(second, two))
                continue;
            uint8_t hand[PK_COUNTS];
            memcpy(hand, pikit_hand(d.t.now.b, second), sizeof hand);
            drive_do(&d, drive_person(second), "move %s", two);
            drive_do(&d, drive_person(first), "move %s", one);
            d.now = d.t.since + 5000;
            drive_do(&d, 0, "time");
            char want[IR_TEXT_MAX + 8];
            snprintf(want, sizeof want, "%d %s\n= ", first, one);
            assert_int_equal(strncmp(d.done.row, want, strlen(want)), 0);
            assert_memory_equal(hand, pikit_hand(d.t.now.b, second), sizeof hand);
            assert_false(question() >> first & 1); /* a new question, to all but the one who cancelled */
            assert_true(question() >> second & 1);
            assert_int_equal(d.t.seat[second].answer, IR_NO_MOVE);
            seen++;
        } while (next_question());
        drive_close(&d);
    }
}

/* Two worlds that seat `me` cannot tell apart: the same table, other hidden cards. Everybody else answers in the one what they
 * like, in the other silence or what they like: whatever is told to `me` before the question closes, and when it closes, is the
 * same; and if both close with the same moves, so is what is told then. */
static void two_worlds(int me, int *closed_alike, int *could_differ)
{
    static struct drive other;
    struct ir_view v;
    ir_look(&pikit_game, &d.t.now, me, &v);
    other = d;
    other.n = 0;
    pikit_game.imagine(&v, &rng, &other.t.now);
    other.twin = other.t;
    struct drive *world[2] = {&d, &other};
    unsigned asked = question();
    int64_t seq = d.t.seq;
    struct ir_wish wish[2];
    for (int seat = 0; seat < d.t.n_seats; seat++) {
        ir_move legal[2][IR_MOVES_MAX];
        int n[2];
        for (int w = 0; w < 2; w++) {
            ir_look(&pikit_game, &world[w]->t.now, seat, &v);
            n[w] = asked >> seat & 1 ? pikit_game.legal(&v, legal[w]) : 0;
        }
        *could_differ += n[0] != n[1];
    }
    for (int round = 0; round < 2; round++) {
        d.done.story.n = other.done.story.n = 0; /* joined anew */
        assert_string_equal(drive_frame(&d, me, frame_a), drive_frame(&other, me, frame_b));
        assert_string_equal(drive_frame(&d, IR_SPECTATOR, frame_a), drive_frame(&other, IR_SPECTATOR, frame_b));
        assert_string_equal(drive_block(&d, me, frame_a), drive_block(&other, me, frame_b));
        assert_string_equal(drive_block(&d, IR_SPECTATOR, frame_a), drive_block(&other, IR_SPECTATOR, frame_b));
        for (int w = 0; w < 2 && round == 0; w++)
            for (int seat = 0; seat < d.t.n_seats; seat++) {
                struct drive *in = world[w];
                if (!(asked >> seat & 1) || (seat == me ? 0 : ir_rng_below(&rng, 3) == 0 && !ir_table_bot(&in->t, seat)))
                    continue; /* some people do not answer at all */
                const char *move = w == 0 && seat != me ? drive_legal(in, seat, &rng) : "pass";
                int64_t then = in->now;
                in->now = in->t.since + 1 + ir_rng_below(&rng, 900);
                if (ir_table_bot(&in->t, seat))
                    drive_do(in, 0, "play %d %s", seat, move);
                else
                    drive_do(in, in->t.seat[seat].who, "move %s", move);
                in->now = then;
                assert_true(in->t.seq == seq);
            }
    }
    for (int w = 0; w < 2; w++)
        ir_table_wish(&world[w]->t, d.now, &wish[w]);
    assert_true(wish[0].wake == wish[1].wake && wish[0].think == wish[1].think);
    d.now = other.now = wish[0].wake;
    drive_do(&d, 0, "time");
    drive_do(&other, 0, "time");
    assert_true(d.t.seq == seq + 1 && other.t.seq == seq + 1);
    assert_true(d.t.can_undo == -1 && other.t.can_undo == -1); /* others have answered: nothing to take back */
    struct ir_view a, b;
    ir_look(&pikit_game, &d.t.now, me, &a);
    ir_look(&pikit_game, &other.t.now, me, &b);
    if (memcmp(a.b, b.b, ir_state_size(&pikit_game)) == 0) {
        assert_string_equal(drive_frame(&d, me, frame_a), drive_frame(&other, me, frame_b));
        assert_string_equal(drive_block(&d, me, frame_a), drive_block(&other, me, frame_b));
        ++*closed_alike;
    }
    drive_close(&other);
}

static void test_worlds(void **state)
{
    (void)state;
    int questions = 0, alike = 0, differ = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        open_question(3, seed % 2 ? 3 : 2, "reaction=3", 7000 * seed);
        do {
            two_worlds((int)ir_rng_below(&rng, 3), &alike, &differ);
            questions++;
        } while (d.t.stage == IR_PLAYING && (question() || next_question()));
        drive_close(&d);
    }
    print_message("# %d questions, %d closed alike, %d times a seat had other answers in the other world\n", questions, alike,
                  differ);
    assert_true(questions > 300 && alike > 50 && differ > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reaction),   cmocka_unit_test(test_bots_among_people), cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_who_leaves), cmocka_unit_test(test_dropped),           cmocka_unit_test(test_worlds),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("secret questions", tests, NULL, NULL);
}
