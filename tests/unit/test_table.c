/* test_table.c: a table from the first seat taken to the rematch: every command, every refusal, clocks, undo, resigning. */
#include "table_drive.h"
#include "core/record.h"

extern const struct ir_game koikoi_game, pikit_game, gacha_game; /* tests/source/names.txt says why */

static struct drive d;
static struct ir_rng rng;

static int may(int seat, const char *word)
{
    static char frame[IR_FRAME_MAX];
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\"", word);
    const char *list = strstr(drive_frame(&d, seat, frame), "\"may\":["), *end = strchr(list, ']');
    const char *at = strstr(list, quoted);
    return at && at < end;
}

static void test_gathering(void **state)
{
    (void)state;
    drive_open(&d, &koikoi_game, 2, "arcade,rounds=3", "", 1);
    assert_true(may(IR_SPECTATOR, "sit 0") && may(IR_SPECTATOR, "sit 1"));
    drive_refused(&d, IR_E_SEAT, ANNA, "sit 2 Anna");
    drive_refused(&d, IR_E_SEAT, ANNA, "sit x Anna");
    drive_refused(&d, IR_E_SEAT, ANNA, "sit");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 ");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0  Anna");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 Anna\n@ start");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 \xff\xfe");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 \xed\xa0\x80");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 \xc2\x85");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 \xc3");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 bot:normal");
    drive_refused(&d, IR_E_COMMAND, ANNA, "sit 0 %0100d", 1);
    drive_refused(&d, IR_E_COMMAND, 0, "sit 0 Keeper");
    drive_refused(&d, IR_E_SEAT, ANNA, "ready %032d", 1);
    drive_refused(&d, IR_E_SEAT, ANNA, "stand");
    drive_refused(&d, IR_E_STAGE, 0, "time");
    drive_refused(&d, IR_E_STAGE, 0, "play 0 pass");
    drive_refused(&d, IR_E_COMMAND, ANNA, "dance");
    drive_refused(&d, IR_E_COMMAND, ANNA, "play 0 x");
    drive_refused(&d, IR_E_COMMAND, ANNA, "%s", "");
    drive_do(&d, ANNA, "sit 0 Зоя 囲炉裏 O'Hara");
    assert_string_equal(d.done.row, "@ sit 0 00000000000000a1 Зоя 囲炉裏 O'Hara\n");
    assert_int_equal(ir_table_seat(&d.t, ANNA), 0);
    assert_int_equal(ir_table_seat(&d.t, 0), IR_SPECTATOR);
    assert_true(may(0, "stand") && may(0, "ready") && may(0, "bot 1") && !may(0, "sit 1"));
    drive_refused(&d, IR_E_SEAT, ANNA, "sit 1 Anna");
    drive_refused(&d, IR_E_SEAT, BEN, "sit 0 Ben");
    drive_refused(&d, IR_E_SEAT, BEN, "bot 1 normal"); /* only the host */
    drive_refused(&d, IR_E_SEAT, ANNA, "bot 0 normal");
    drive_refused(&d, IR_E_COMMAND, ANNA, "bot 1 deepblue");
    drive_refused(&d, IR_E_COMMAND, ANNA, "bot 1 exec:%0100d", 1);
    drive_do(&d, ANNA, "bot 1 exec:./mine");
    assert_string_equal(ir_table_bot(&d.t, 1), "exec:./mine");
    drive_do(&d, ANNA, "stand 1");
    drive_do(&d, BEN, "sit 1 Ben");
    assert_true(may(0, "stand 1") && !may(1, "stand 0"));
    drive_refused(&d, IR_E_SEAT, BEN, "stand 0");
    drive_refused(&d, IR_E_SEAT, BEN, "stand 7");
    drive_do(&d, ANNA, "stand 1"); /* the host sends somebody away */
    drive_refused(&d, IR_E_SEAT, ANNA, "stand 1");
    drive_do(&d, BEN, "sit 1 Ben");
    drive_do(&d, BEN, "stand");
    drive_do(&d, BEN, "sit 1 Ben");
    drive_refused(&d, IR_E_COMMAND, BEN, "ready");
    drive_refused(&d, IR_E_COMMAND, BEN, "ready %031d", 1);
    drive_refused(&d, IR_E_COMMAND, BEN, "ready %065d", 1);
    drive_refused(&d, IR_E_COMMAND, BEN, "ready %031dX", 1);
    drive_refused(&d, IR_E_STAGE, BEN, "move x");
    drive_refused(&d, IR_E_STAGE, BEN, "rematch");
    drive_do(&d, BEN, "ready %032d", 7);
    drive_refused(&d, IR_E_STAGE, BEN, "ready %032d", 7);
    assert_int_equal(d.t.stage, IR_GATHERING);
    drive_do(&d, ANNA, "ready %064d", 8);
    assert_int_equal(d.t.stage, IR_PLAYING);
    assert_non_null(strstr(d.done.row, "\n@ start\n* sensei "));
    assert_true(ir_turn(&d.t.now) >= 0 && d.t.chances > 16);
    drive_refused(&d, IR_E_STAGE, CLEO, "sit 1 Cleo");
    drive_refused(&d, IR_E_STAGE, ANNA, "stand");
    drive_close(&d);
    /* a table of bots starts with the last of them */
    drive_open(&d, &pikit_game, 3, "", "", 2);
    for (int i = 0; i < 3; i++)
        drive_do(&d, ANNA, "bot %d normal", i);
    assert_int_equal(d.t.stage, IR_PLAYING);
    drive_close(&d);
}

static void test_lock(void **state) /* nobody else sits down at a locked table */
{
    static char frame[IR_FRAME_MAX];
    (void)state;
    drive_open(&d, &pikit_game, 3, "", "", 5);
    drive_refused(&d, IR_E_SEAT, ANNA, "lock"); /* from her seat, or nobody could sit down */
    drive_do(&d, ANNA, "sit 0 Anna");
    drive_do(&d, BEN, "sit 1 Ben");
    drive_refused(&d, IR_E_SEAT, BEN, "lock");
    drive_refused(&d, IR_E_STAGE, ANNA, "unlock");
    drive_refused(&d, IR_E_COMMAND, ANNA, "lock 1");
    drive_refused(&d, IR_E_COMMAND, 0, "lock");
    assert_true(may(0, "lock") && !may(0, "unlock") && !may(1, "lock") && may(IR_SPECTATOR, "sit 2"));
    assert_null(strstr(drive_frame(&d, 0, frame), "\"locked\""));
    drive_do(&d, ANNA, "lock");
    assert_string_equal(d.done.row, "@ lock\n");
    assert_true(may(0, "unlock") && !may(0, "lock") && !may(IR_SPECTATOR, "sit 2") && may(0, "bot 2"));
    assert_non_null(strstr(drive_frame(&d, IR_SPECTATOR, frame), "\"locked\":true"));
    drive_refused(&d, IR_E_STAGE, ANNA, "lock");
    drive_refused(&d, IR_E_SEAT, BEN, "unlock");
    drive_refused(&d, IR_E_SEAT, CLEO, "sit 2 Cleo");
    drive_do(&d, BEN, "stand");
    drive_refused(&d, IR_E_SEAT, BEN, "sit 1 Ben");
    drive_do(&d, ANNA, "unlock");
    assert_string_equal(d.done.row, "@ unlock\n");
    drive_do(&d, BEN, "sit 1 Ben");
    drive_do(&d, ANNA, "lock");
    drive_do(&d, ANNA, "stand"); /* a table without its host is open */
    assert_int_equal(d.t.locked, 0);
    drive_do(&d, CLEO, "sit 2 Cleo");
    drive_do(&d, ANNA, "sit 0 Anna");
    drive_do(&d, ANNA, "lock");
    drive_do(&d, ANNA, "ready %032d", 1);
    drive_do(&d, BEN, "ready %032d", 2);
    drive_do(&d, CLEO, "ready %032d", 3);
    assert_int_equal(d.t.stage, IR_PLAYING);
    drive_refused(&d, IR_E_STAGE, ANNA, "unlock");
    assert_null(strstr(drive_frame(&d, 0, frame), "\"locked\""));
    drive_close(&d);
}

static void test_host(void **state) /* the host passes the role on */
{
    (void)state;
    drive_open(&d, &pikit_game, 3, "", "", 6);
    drive_do(&d, ANNA, "sit 0 Anna");
    drive_do(&d, BEN, "sit 1 Ben");
    drive_do(&d, ANNA, "bot 2 normal");
    drive_refused(&d, IR_E_SEAT, BEN, "host 1");
    drive_refused(&d, IR_E_SEAT, ANNA, "host");
    drive_refused(&d, IR_E_SEAT, ANNA, "host 7");
    drive_refused(&d, IR_E_SEAT, ANNA, "host 1 please");
    drive_refused(&d, IR_E_SEAT, ANNA, "host 0"); /* she is */
    drive_refused(&d, IR_E_SEAT, ANNA, "host 2"); /* a bot */
    assert_true(may(0, "host 1") && !may(0, "host 0") && !may(0, "host 2") && !may(1, "host 0"));
    drive_do(&d, ANNA, "host 1");
    assert_string_equal(d.done.row, "@ host 1\n");
    assert_true(may(1, "host 0") && may(1, "stand 0") && !may(0, "stand 1"));
    drive_refused(&d, IR_E_SEAT, ANNA, "stand 2");
    drive_do(&d, BEN, "stand 2");
    drive_do(&d, BEN, "lock");
    drive_do(&d, ANNA, "stand"); /* not the host any more: it stays locked */
    drive_refused(&d, IR_E_SEAT, ANNA, "sit 0 Anna");
    drive_close(&d);
}

static void test_close(void **state) /* empty seats go, the others close up, and the game begins if all are ready */
{
    (void)state;
    drive_open(&d, &pikit_game, 4, "", "", 3);
    drive_refused(&d, IR_E_SEATS, ANNA, "close"); /* one is too few */
    drive_do(&d, ANNA, "sit 1 Anna");
    drive_refused(&d, IR_E_SEATS, ANNA, "close");
    assert_false(may(1, "close"));
    drive_do(&d, BEN, "sit 3 Ben");
    drive_do(&d, BEN, "ready %032d", 7);
    assert_true(may(1, "close") && !may(3, "close"));
    drive_refused(&d, IR_E_SEAT, BEN, "close");
    drive_refused(&d, IR_E_COMMAND, ANNA, "close 2");
    drive_do(&d, ANNA, "close");
    assert_string_equal(d.done.row, "@ close 2\n");
    assert_int_equal(d.t.n_seats, 2);
    assert_int_equal(ir_table_seat(&d.t, ANNA), 0);
    assert_int_equal(ir_table_seat(&d.t, BEN), 1);
    assert_int_equal(ir_seats(&d.t.now), 2);
    assert_true(d.t.seat[1].ready && !d.t.seat[0].ready && !may(0, "close"));
    drive_refused(&d, IR_E_SEAT, ANNA, "close");
    drive_refused(&d, IR_E_SEAT, CLEO, "sit 2 Cleo");
    drive_do(&d, ANNA, "ready %032d", 8);
    assert_int_equal(d.t.stage, IR_PLAYING);
    drive_refused(&d, IR_E_STAGE, ANNA, "close");
    drive_close(&d);
    /* all who are there are ready: it begins at once */
    drive_open(&d, &pikit_game, 4, "", "", 4);
    drive_do(&d, CLEO, "sit 1 Cleo");
    drive_do(&d, CLEO, "stand");
    struct ir_command stood = {.who = CLEO, .id = d.id, .seq = d.t.seq, .text = "stand"};
    drive_do(&d, BEN, "sit 0 Ben");
    drive_do(&d, BEN, "ready %032d", 7);
    drive_do(&d, ANNA, "sit 2 Anna");
    drive_do(&d, ANNA, "ready %032d", 8);
    drive_do(&d, ANNA, "close");
    assert_int_equal(strncmp(d.done.row, "@ close 2\n@ start\n", 18), 0);
    assert_int_equal(d.t.stage, IR_PLAYING);
    assert_string_equal(d.t.seat[1].name, "Anna");
    assert_int_equal(ir_table_do(&d.t, &stood, d.secret, d.now, &d.done, d.why), IR_E_AGAIN); /* though its seat is gone */
    drive_close(&d);
}

static void test_open(void **state) /* what cannot be opened is refused with a sentence */
{
    (void)state;
    uint8_t commit[32] = {0};
    static const struct {
        const char *id, *options, *settings;
        int seats, error;
    } row[] = {
        {"", "", "", 2, IR_E_COMMAND},
        {"a b", "", "", 2, IR_E_COMMAND},
        {"abcdefghijklmnopqrstuvwx", "", "", 2, IR_E_COMMAND},
        {"a", "rounds=0", "", 2, IR_E_OPTION},
        {"a", "", "clock=fast", 2, IR_E_OPTION},
        {"a", "", "seconds=4", 2, IR_E_OPTION},
        {"a", "", "colour=red", 2, IR_E_OPTION},
        {"a", "", "undo=on,undo=on", 2, IR_E_OPTION},
        {"a", "", "undo=on,", 2, IR_E_OPTION},
        {"a", "", "fast", 2, IR_E_OPTION},
        {"a", "", "", 3, IR_E_SEATS},
        {"a", "", "", -1, IR_E_SEATS},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        d.why[0] = 0;
        int error =
            ir_table_open(&d.t, &koikoi_game, row[i].id, row[i].seats, row[i].options, NULL, row[i].settings, 1, commit, d.why);
        if (error != row[i].error || strlen(d.why) < 10)
            fail_msg("case %zu: %d '%s'", i, error, d.why);
    }
    assert_int_equal(ir_table_open(&d.t, &pikit_game, "a", 2, "deck=custom", NULL, "", 1, commit, d.why), IR_E_DECK);
    assert_int_equal(ir_table_open(&d.t, &pikit_game, "a", 2, "deck=custom", pikit_game.deck[0].text, "", 1, commit, d.why),
                     IR_OK);
}

static void test_settings(void **state) /* what is printed reads back, and only what differs is printed */
{
    (void)state;
    int16_t value[IR_SETTINGS], again[IR_SETTINGS];
    char text[256];
    struct ir_text t;
    ir_rng_seed(&rng, 5);
    for (int i = 0; i < 2000; i++) {
        for (int k = 0; k < IR_SETTINGS; k++) {
            const struct ir_option *o = &ir_settings[k];
            assert_non_null(o->help);
            value[k] =
                ir_rng_below(&rng, 2) ? o->def : (int16_t)(o->min + (int)ir_rng_below(&rng, (uint32_t)(o->max - o->min + 1)));
        }
        ir_text_start(&t, text, sizeof text);
        ir_settings_print(value, &t);
        assert_false(t.cut);
        assert_true(t.len < 160); /* what the store has room for */
        assert_int_equal(ir_settings_parse(text, again, d.why), IR_OK);
        if (value[IR_SET_RATED]) /* no help then */
            value[IR_SET_UNDO] = value[IR_SET_HINTS] = value[IR_SET_COACH] = 0;
        assert_memory_equal(value, again, sizeof value);
    }
    assert_int_equal(ir_settings_parse("", value, d.why), IR_OK);
    ir_text_start(&t, text, sizeof text);
    ir_settings_print(value, &t);
    assert_string_equal(text, "");
}

static void test_moves(void **state) /* whose turn, stale, illegal, repeated */
{
    (void)state;
    ir_rng_seed(&rng, 3);
    drive_open(&d, &koikoi_game, 2, "", "", 3);
    drive_start(&d, 2);
    int turn = ir_turn(&d.t.now);
    uint64_t mover = drive_person(turn), other = drive_person(1 - turn);
    drive_refused(&d, IR_E_TURN, other, "move %s", drive_legal(&d, turn, &rng));
    drive_refused(&d, IR_E_MOVE, mover, "move fly");
    drive_refused(&d, IR_E_MOVE, mover, "move");
    drive_refused(&d, IR_E_MOVE, mover, "move agari");
    drive_refused(&d, IR_E_MOVE, mover, "move %s ", drive_legal(&d, turn, &rng));
    drive_refused(&d, IR_E_SEAT, NOBODY, "move agari");
    drive_refused(&d, IR_E_SEAT, 0, "play %d %s", turn, drive_legal(&d, turn, &rng));
    drive_refused(&d, IR_E_SEAT, 0, "play 7 x");
    drive_refused(&d, IR_E_STAGE, 0, "time"); /* no clock */
    char text[64];
    snprintf(text, sizeof text, "move %s", drive_legal(&d, turn, &rng));
    struct ir_command c = {.who = mover, .id = 77, .seq = d.t.seq - 1, .text = text};
    assert_int_equal(ir_table_do(&d.t, &c, d.secret, d.now, &d.done, d.why), IR_E_STALE);
    c.seq = d.t.seq;
    assert_int_equal(ir_table_do(&d.t, &c, d.secret, d.now, &d.done, d.why), IR_OK);
    struct ir_done made = d.done;
    /* a row is taken in once, and only as the next one */
    assert_int_equal(ir_table_fold(&d.t, made.row, made.seq + 1, 0, mover, 77, d.now, NULL, d.why), IR_E_STALE);
    assert_int_equal(ir_table_fold(&d.t, made.row, made.seq, 1, mover, 77, d.now, NULL, d.why), IR_E_STALE);
    assert_int_equal(ir_table_fold(&d.t, made.row, made.seq, 0, mover, 77, d.now, NULL, d.why), 1);
    assert_int_equal(ir_table_fold(&d.t, made.row, made.seq, 0, mover, 77, d.now, NULL, d.why), IR_E_STALE);
    assert_int_equal(ir_table_do(&d.t, &c, d.secret, d.now, &d.done, d.why), IR_E_AGAIN);
    assert_true(d.done.seq == made.seq);
    d.twin = d.t;
    for (int i = 0; i < 3; i++)
        drive_step(&d, &rng);
    assert_int_equal(ir_table_do(&d.t, &c, d.secret, d.now, &d.done, d.why), IR_E_AGAIN); /* still known */
    c.who = other;
    assert_int_not_equal(ir_table_do(&d.t, &c, d.secret, d.now, &d.done, d.why), IR_E_AGAIN); /* not this one's number */
    drive_close(&d);
}

static void test_fold_refuses(void **state) /* rows nobody could have made leave the table as it was */
{
    (void)state;
    static const char *const row[] = {
        "",
        "\n",
        "@",
        "@ ",
        "@ dance 1\n",
        "@ start\n",
        "@ undo\n",
        "@ flag 0\n",
        "@ resign 1\n",
        "@ resign 0",
        "@ away 1\n",
        "@ sit 1 00000000000000a1 Anna\n",
        "@ answer 0 pass\n",
        "secret 00\n",
        "= 1 0000000000000000\n",
        "* card 1a\n",
        "0 agari\n",
        "7 agari\n",
        "hello\n",
    };
    ir_rng_seed(&rng, 4);
    drive_open(&d, &koikoi_game, 2, "", "", 4);
    drive_start(&d, 2);
    struct ir_table before = d.t;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        d.why[0] = 0;
        int error = ir_table_fold(&d.t, row[i], d.t.seq + 1, 0, ANNA, 5000, d.now, &d.done.story, d.why);
        if (error >= 0 || strlen(d.why) < 10)
            fail_msg("'%s' gives %d '%s'", row[i], error, d.why);
        assert_memory_equal(&before, &d.t, sizeof before);
    }
    /* every byte of a right row counts, and so do who made it and when */
    drive_step(&d, &rng);
    drive_step(&d, &rng);
    before = d.t;
    int turn = ir_turn(&d.t.now);
    char text[64];
    snprintf(text, sizeof text, "move %s", drive_legal(&d, turn, &rng));
    struct ir_command c = {.who = drive_person(turn), .id = 9999, .seq = d.t.seq, .text = text};
    assert_int_equal(ir_table_do(&d.t, &c, d.secret, d.now, &d.done, d.why), IR_OK);
    assert_true(ir_table_fold(&d.t, d.done.row, d.done.seq, d.done.sub, drive_person(1 - turn), 9999, d.now, NULL, d.why) < 0);
    assert_true(ir_table_fold(&d.t, d.done.row, d.done.seq, d.done.sub, 0, 9999, d.now, NULL, d.why) < 0);
    for (size_t i = 0; d.done.row[i]; i++) {
        char broken[IR_ROW_MAX];
        memcpy(broken, d.done.row, sizeof broken);
        broken[i] ^= 1;
        if (ir_table_fold(&d.t, broken, d.done.seq, d.done.sub, c.who, 9999, d.now, NULL, d.why) >= 0)
            fail_msg("taken in: '%s'", broken);
        broken[i] = 0;
        assert_true(ir_table_fold(&d.t, broken, d.done.seq, d.done.sub, c.who, 9999, d.now, NULL, d.why) < 0);
        assert_memory_equal(&before, &d.t, sizeof before);
    }
    drive_close(&d);
}

/* ---- clocks ---- */

static void test_clock_move(void **state)
{
    (void)state;
    struct ir_wish wish;
    ir_rng_seed(&rng, 6);
    drive_open(&d, &koikoi_game, 2, "", "clock=move,seconds=30", 6);
    drive_start(&d, 2);
    int turn = ir_turn(&d.t.now);
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + 30000);
    d.now += 29999;
    drive_refused(&d, IR_E_STAGE, 0, "time");
    d.now++;
    drive_refused(&d, IR_E_STAGE, drive_person(turn), "move %s", drive_legal(&d, turn, &rng)); /* too late */
    drive_do(&d, 0, "time");
    assert_int_equal(d.t.seat[turn].away, 1);
    assert_string_equal(ir_table_bot(&d.t, turn), "normal");
    ir_table_wish(&d.t, d.now, &wish);
    assert_int_equal(wish.think, 1 << turn);
    assert_true(wish.wake == 0); /* no clock runs for a bot */
    drive_refused(&d, IR_E_STAGE, drive_person(turn), "move %s", drive_legal(&d, turn, &rng));
    assert_true(may(turn, "back") && !may(turn, "away"));
    d.now += 100000;
    drive_do(&d, drive_person(turn), "back");
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.think == 0 && wish.wake == d.now + 10000);
    d.now += 9000;
    drive_do(&d, drive_person(turn), "move %s", drive_legal(&d, turn, &rng));
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + 30000); /* each move has its own */
    drive_close(&d);
}

static void test_clock_game(void **state)
{
    (void)state;
    struct ir_wish wish;
    ir_rng_seed(&rng, 7);
    drive_open(&d, &koikoi_game, 2, "", "clock=game,seconds=100,increment=2", 7);
    drive_start(&d, 2);
    int64_t left[2] = {100000, 100000};
    for (int i = 0; i < 12 && d.t.stage == IR_PLAYING; i++) {
        int turn = ir_turn(&d.t.now);
        assert_true(d.t.seat[0].left == left[0] && d.t.seat[1].left == left[1]);
        ir_table_wish(&d.t, d.now, &wish);
        assert_true(wish.wake == d.now + left[turn]);
        d.now += 3000;
        left[turn] += -3000 + 2000;
        drive_do(&d, drive_person(turn), "move %s", drive_legal(&d, turn, &rng));
    }
    /* a pause stops it */
    int turn = ir_turn(&d.t.now);
    d.now += 10000;
    drive_do(&d, ANNA, "pause");
    assert_int_equal(d.t.paused, 0);
    assert_true(may(1, "agree") && may(1, "decline") && !may(1, "pause"));
    drive_refused(&d, IR_E_STAGE, ANNA, "agree");
    drive_refused(&d, IR_E_STAGE, BEN, "pause");
    drive_do(&d, BEN, "decline");
    drive_refused(&d, IR_E_STAGE, BEN, "agree");
    drive_do(&d, BEN, "pause");
    drive_do(&d, ANNA, "agree");
    assert_int_equal(d.t.paused, 1);
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == 0 && wish.think == 0);
    drive_refused(&d, IR_E_STAGE, drive_person(turn), "move %s", drive_legal(&d, turn, &rng));
    drive_refused(&d, IR_E_STAGE, 0, "time");
    drive_refused(&d, IR_E_SEAT, NOBODY, "resume");
    d.now += 1000000;
    drive_do(&d, BEN, "resume");
    drive_refused(&d, IR_E_STAGE, BEN, "resume");
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + left[turn] - 10000);
    /* a clock that goes backwards costs nobody anything */
    d.now -= 5000;
    drive_do(&d, drive_person(turn), "move %s", drive_legal(&d, turn, &rng));
    assert_true(d.t.seat[turn].left == left[turn] - 10000 + 2000);
    drive_close(&d);
}

static void test_away(void **state)
{
    (void)state;
    ir_rng_seed(&rng, 8);
    drive_open(&d, &gacha_game, 3, "", "absent=60", 8);
    drive_start(&d, 2);
    while (ir_turn(&d.t.now) != 1)
        drive_step(&d, &rng);
    drive_refused(&d, IR_E_STAGE, ANNA, "back");
    drive_refused(&d, IR_E_STAGE, ANNA, "takeover 1"); /* too early */
    assert_non_null(strstr(d.why, "60 more seconds"));
    drive_refused(&d, IR_E_STAGE, ANNA, "takeover 0");
    drive_refused(&d, IR_E_STAGE, ANNA, "takeover 2"); /* a bot */
    drive_refused(&d, IR_E_SEAT, ANNA, "takeover");
    drive_refused(&d, IR_E_SEAT, NOBODY, "takeover 1");
    assert_false(may(0, "takeover 1"));
    d.now += 60000;
    assert_true(may(0, "takeover 1") && !may(1, "takeover 1"));
    drive_do(&d, ANNA, "takeover 1");
    assert_string_equal(d.done.row, "@ away 1\n");
    drive_refused(&d, IR_E_STAGE, ANNA, "takeover 1");
    drive_step(&d, &rng); /* the bot moves */
    drive_do(&d, BEN, "back");
    drive_do(&d, BEN, "away");
    drive_refused(&d, IR_E_STAGE, BEN, "away");
    drive_do(&d, ANNA, "pause"); /* the bot that plays for Ben agrees to everything */
    assert_int_equal(d.t.paused, 1);
    drive_do(&d, ANNA, "resume");
    drive_do(&d, BEN, "back");
    drive_do(&d, ANNA, "pause");
    assert_int_equal(d.t.paused, 0);
    drive_do(&d, BEN, "away"); /* what was asked of him is off */
    assert_int_equal(d.t.asking, 0);
    drive_do(&d, BEN, "back");
    while (drive_step(&d, &rng))
        ;
    drive_refused(&d, IR_E_STAGE, ANNA, "away");
    drive_close(&d);
    drive_open(&d, &koikoi_game, 2, "", "absent=0", 8);
    drive_start(&d, 2);
    d.now += 1000000000;
    drive_refused(&d, IR_E_STAGE, drive_person(1 - ir_turn(&d.t.now)), "takeover %d", ir_turn(&d.t.now));
    drive_close(&d);
}

/* ---- the absent ---- */

/* The acts of the last row, as everybody is told them. */
static const char *acts(void)
{
    static char frame[IR_FRAME_MAX];
    const char *at = strstr(drive_frame(&d, IR_SPECTATOR, frame), "\"acts\":");
    if (!at)
        return "";
    *strstr(frame, ",\"events\":") = 0;
    return at + 7;
}

static void test_patience(void **state)
{
    (void)state;
    struct ir_wish wish;
    static char frame[IR_FRAME_MAX];
    ir_rng_seed(&rng, 21);
    drive_open(&d, &koikoi_game, 2, "", "absent=60", 21);
    drive_start(&d, 2);
    int slow = ir_turn(&d.t.now), other = 1 - slow;
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + 60000 && wish.flag == 0);
    d.now += 59999;
    drive_refused(&d, IR_E_STAGE, 0, "time");
    drive_refused(&d, IR_E_STAGE, drive_person(other), "end");
    d.now++;
    drive_do(&d, 0, "time");
    assert_string_equal(acts(), slow ? "[{\"act\":\"late\",\"seat\":1}]" : "[{\"act\":\"late\",\"seat\":0}]");
    assert_non_null(strstr(drive_frame(&d, other, frame), "\"late\":true"));
    drive_refused(&d, IR_E_STAGE, 0, "time"); /* it is said once */
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == 0);
    assert_true(may(other, slow ? "takeover 1" : "takeover 0") && may(other, "end") && !may(slow, "end"));
    drive_do(&d, drive_person(slow), "move %s", drive_legal(&d, slow, &rng)); /* the next position has a patience of its own */
    assert_null(strstr(drive_frame(&d, other, frame), "\"late\":true"));
    drive_close(&d);
    /* alone among bots there is nobody who could be told */
    drive_open(&d, &gacha_game, 3, "", "absent=60", 22);
    drive_start(&d, 1);
    while (ir_turn(&d.t.now) != 0)
        drive_step(&d, &rng);
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == 0 && !may(0, "away"));
    drive_close(&d);
}

/* The last one comes back to a deserted game only to resign: it must not wait for ever. */
static void test_deserted_resigned(void **state)
{
    (void)state;
    ir_rng_seed(&rng, 24);
    drive_open(&d, &gacha_game, 3, "", "clock=move,seconds=5", 24);
    drive_start(&d, 1);
    while (ir_turn(&d.t.now) != 0)
        drive_step(&d, &rng);
    d.now += 5000;
    drive_do(&d, 0, "time");
    drive_do(&d, 0, "time");
    assert_int_equal(d.t.paused, IR_DESERTED);
    drive_do(&d, drive_person(0), "resign");
    assert_int_equal(d.t.paused, IR_RUNNING);
    while (d.t.stage == IR_PLAYING)
        drive_step(&d, &rng);
    drive_close(&d);
}

static void test_deserted(void **state)
{
    (void)state;
    struct ir_wish wish;
    static char frame[IR_FRAME_MAX];
    ir_rng_seed(&rng, 23);
    drive_open(&d, &koikoi_game, 2, "", "clock=move,seconds=5", 23);
    drive_start(&d, 2);
    int first = ir_turn(&d.t.now);
    d.now += 5000;
    drive_do(&d, 0, "time");
    assert_int_equal(d.t.seat[first].away, 1);
    while (ir_turn(&d.t.now) == first)
        drive_step(&d, &rng); /* a bot moves for one of them */
    d.now += 5000;
    drive_do(&d, 0, "time"); /* and the other one's clock falls, too */
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.think == 0 && wish.wake == d.now);
    drive_refused(&d, IR_E_STAGE, 0, "play %d %s", 1 - first, drive_legal(&d, 1 - first, &rng));
    /* older servers let the bots play on: what they stored is taken in */
    struct ir_table old = d.t, now;
    old.seat[first].away = 0;
    char text[64];
    snprintf(text, sizeof text, "play %d %s", 1 - first, drive_legal(&d, 1 - first, &rng));
    struct ir_command c = {.seq = d.t.seq, .text = text};
    assert_int_equal(ir_table_do(&old, &c, d.secret, d.now, &d.done, d.why), IR_OK);
    now = d.t;
    assert_int_equal(ir_table_fold(&now, d.done.row, d.done.seq, d.done.sub, 0, 0, d.now, NULL, d.why), 1);
    /* ours pauses, until somebody is back */
    drive_do(&d, 0, "time");
    assert_string_equal(d.done.row, "@ pause\n");
    assert_string_equal(acts(), "[{\"act\":\"pause\"}]");
    assert_non_null(strstr(drive_frame(&d, first, frame), "\"paused\":true,\"deserted\":true"));
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.think == 0 && wish.wake == 0);
    drive_refused(&d, IR_E_SEAT, NOBODY, "resume");
    d.now += 100000000;
    assert_true(may(0, "resume") && may(0, "back") && may(1, "resume"));
    drive_do(&d, drive_person(first), "resume");
    assert_true(d.t.paused == IR_RUNNING && !d.t.seat[first].away && d.t.seat[1 - first].away);
    while (ir_turn(&d.t.now) != first)
        drive_step(&d, &rng); /* the bot of the other one */
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + 5000 && wish.flag == wish.wake);
    /* who comes back goes on as well */
    drive_do(&d, drive_person(first), "away");
    drive_do(&d, 0, "time");
    drive_do(&d, drive_person(1 - first), "back");
    assert_true(d.t.paused == IR_RUNNING && !d.t.seat[1 - first].away);
    drive_do(&d, drive_person(first), "back");
    /* a keeper that was not there when the clock fell: the time nobody was here costs nobody anything */
    int turn = ir_turn(&d.t.now);
    int64_t left = d.t.seat[turn].left;
    d.now += 3600000;
    drive_refused(&d, IR_E_STAGE, ANNA, "resume");
    drive_do(&d, 0, "pause");
    assert_int_equal(d.t.paused, IR_DESERTED);
    d.now += 1000;
    drive_do(&d, drive_person(1 - turn), "resume");
    ir_table_wish(&d.t, d.now, &wish);
    assert_true(wish.wake == d.now + left);
    drive_close(&d);
    /* those who resigned do not count: bots finish what nobody will come back to */
    drive_open(&d, &gacha_game, 4, "", "", 24);
    drive_start(&d, 2);
    drive_do(&d, ANNA, "away");
    drive_do(&d, BEN, "resign");
    drive_do(&d, 0, "time");
    drive_refused(&d, IR_E_STAGE, BEN, "resume");
    drive_do(&d, ANNA, "back");
    drive_do(&d, ANNA, "resign");
    while (drive_step(&d, &rng))
        ;
    drive_close(&d);
}

static void test_call_off(void **state)
{
    (void)state;
    static char frame[IR_FRAME_MAX];
    char record[65536];
    struct ir_text t;
    ir_rng_seed(&rng, 25);
    drive_open(&d, &gacha_game, 4, "", "absent=10", 25);
    drive_start(&d, 3);
    drive_refused(&d, IR_E_STAGE, ANNA, "end"); /* all are here */
    assert_false(may(0, "end"));
    while (ir_turn(&d.t.now) != 2)
        drive_step(&d, &rng);
    d.now += 10000;
    drive_do(&d, 0, "time");
    drive_do(&d, ANNA, "end"); /* Ben is asked, and Cleo is not waited for */
    assert_string_equal(acts(), "[{\"act\":\"ask\",\"seat\":0,\"what\":\"end\"}]");
    drive_do(&d, BEN, "decline");
    assert_string_equal(acts(), "[{\"act\":\"decline\",\"seat\":1,\"by\":0,\"what\":\"end\"}]");
    assert_int_equal(d.t.asking, 0);
    drive_do(&d, BEN, "end");
    drive_do(&d, CLEO, "move %s", drive_legal(&d, 2, &rng)); /* she is here after all */
    assert_int_equal(d.t.asking, 0);
    while (ir_turn(&d.t.now) != 2)
        drive_step(&d, &rng);
    d.now += 10000;
    drive_do(&d, 0, "time");
    drive_do(&d, BEN, "takeover 2");
    assert_string_equal(acts(), "[{\"act\":\"away\",\"seat\":2,\"by\":1}]");
    drive_refused(&d, IR_E_STAGE, CLEO, "end");
    drive_step(&d, &rng);
    assert_string_equal(acts(), "[{\"act\":\"bot\",\"seat\":2}]");
    drive_do(&d, ANNA, "end");
    drive_do(&d, BEN, "agree");
    assert_int_equal(d.t.stage, IR_OVER_NOW);
    drive_frame(&d, 0, frame);
    assert_non_null(strstr(frame, "\"won\":[],\"resigned\":null"));
    assert_non_null(strstr(frame, "{\"act\":\"end\",\"seat\":0}"));
    assert_true(may(0, "rematch"));
    char result[80];
    ir_text_start(&t, result, sizeof result);
    ir_table_result(&d.t, &t);
    assert_non_null(strstr(result, " won nobody"));
    /* its record can be gone on with and checked, and says which moves a bot made for a person */
    ir_text_start(&t, record, sizeof record);
    assert_int_equal(ir_table_record(&d.t, NULL, (const char *const *)d.log, d.n, &t, d.why), IR_OK);
    assert_true(strstr(record, "\n# away 2\n2 ") && strstr(record, "\nsecret ") && strstr(record, "\nsaved\n"));
    drive_close(&d);
}

/* ---- taking back ---- */

/* Plays until a person's move reveals nothing and the game goes on. */
static int undoable(void)
{
    for (int i = 0; i < 3000 && d.t.can_undo < 0; i++)
        assert_true(drive_step(&d, &rng));
    assert_true(d.t.can_undo >= 0);
    return d.t.can_undo;
}

static void test_undo(void **state)
{
    (void)state;
    struct ir_state before;
    ir_rng_seed(&rng, 9);
    drive_open(&d, &gacha_game, 2, "", "", 9);
    drive_start(&d, 2);
    int seat = undoable();
    uint32_t rows = d.t.rows;
    before = d.t.before;
    assert_true(may(seat, "undo") && !may(1 - seat, "undo"));
    drive_refused(&d, IR_E_STAGE, drive_person(1 - seat), "undo");
    drive_do(&d, drive_person(seat), "undo");
    assert_int_equal(d.t.asking, 'u');
    drive_refused(&d, IR_E_STAGE, drive_person(seat), "undo");
    drive_do(&d, drive_person(1 - seat), "agree");
    assert_non_null(strstr(d.done.row, "@ undo\n"));
    assert_memory_equal(d.t.now.b, before.b, ir_state_size(&gacha_game));
    assert_int_equal(d.t.rows, rows - 1);
    assert_int_equal(ir_turn(&d.t.now), seat);
    drive_refused(&d, IR_E_STAGE, drive_person(seat), "undo"); /* one move only */
    /* a move made meanwhile ends the question */
    seat = undoable();
    drive_do(&d, drive_person(seat), "undo");
    drive_step(&d, &rng);
    assert_int_equal(d.t.asking, 0);
    drive_close(&d);
    /* one person and bots: at once */
    drive_open(&d, &gacha_game, 2, "", "", 10);
    drive_start(&d, 1);
    while (undoable() != 0)
        drive_step(&d, &rng);
    drive_do(&d, ANNA, "undo");
    assert_string_equal(d.done.row, "@ ask undo 0\n@ undo\n");
    drive_do(&d, ANNA, "pause");
    assert_int_equal(d.t.paused, 1);
    drive_do(&d, ANNA, "resume");
    drive_close(&d);
    drive_open(&d, &gacha_game, 2, "", "undo=off", 9);
    drive_start(&d, 2);
    seat = undoable();
    assert_false(may(seat, "undo"));
    drive_refused(&d, IR_E_STAGE, drive_person(seat), "undo");
    drive_close(&d);
}

/* ---- the end ---- */

static void test_resign(void **state)
{
    (void)state;
    static char frame[IR_FRAME_MAX];
    char result[64];
    struct ir_text t;
    ir_rng_seed(&rng, 11);
    drive_open(&d, &koikoi_game, 2, "", "", 11);
    drive_start(&d, 2);
    drive_step(&d, &rng);
    drive_do(&d, BEN, "resign");
    assert_int_equal(d.t.stage, IR_OVER_NOW);
    assert_int_equal(d.t.has_secret, 1);
    assert_memory_equal(d.t.secret, d.secret, 32);
    assert_int_equal(strncmp(d.done.row, "@ resign 1\nsecret ", 18), 0);
    ir_text_start(&t, result, sizeof result);
    ir_table_result(&d.t, &t);
    assert_string_equal(result, "50 50 won 0");
    assert_non_null(strstr(drive_frame(&d, 0, frame), "\"won\":[0],\"resigned\":1"));
    assert_null(strstr(drive_frame(&d, ir_turn(&d.t.now), frame), "\"legal\""));
    drive_refused(&d, IR_E_STAGE, ANNA, "resign");
    drive_refused(&d, IR_E_STAGE, ANNA, "move agari");
    drive_close(&d);
    /* three: a bot plays on for good; the last one left wins */
    drive_open(&d, &pikit_game, 3, "", "", 12);
    drive_start(&d, 3);
    drive_do(&d, ANNA, "resign");
    assert_int_equal(d.t.stage, IR_PLAYING);
    assert_string_equal(ir_table_bot(&d.t, 0), "normal");
    drive_refused(&d, IR_E_STAGE, ANNA, "resign");
    drive_refused(&d, IR_E_STAGE, ANNA, "back");
    drive_refused(&d, IR_E_STAGE, ANNA, "move pass");
    for (int i = 0; i < 20; i++)
        drive_step(&d, &rng);
    drive_do(&d, CLEO, "resign");
    assert_int_equal(d.t.stage, IR_OVER_NOW);
    assert_non_null(strstr(drive_frame(&d, IR_SPECTATOR, frame), "\"won\":[1],\"resigned\":2"));
    drive_close(&d);
    /* who has resigned does not win, whatever the bot makes of it */
    for (uint64_t seed = 0; seed < 8; seed++) {
        drive_open(&d, &pikit_game, 3, "", "", 100 + seed);
        drive_start(&d, 3);
        drive_do(&d, BEN, "resign");
        while (drive_step(&d, &rng))
            ;
        struct ir_score plain, score;
        pikit_game.score(d.t.now.b, &plain);
        ir_score_resigned(&pikit_game, &d.t.now, 2, &score);
        assert_int_equal(score.rank[1], 2);
        assert_true(score.rank[0] == 0 || score.rank[2] == 0);
        assert_int_equal(plain.rank[0] < plain.rank[2], score.rank[0] < score.rank[2]);
        drive_close(&d);
    }
}

static void test_rematch(void **state)
{
    (void)state;
    struct ir_wish wish;
    static char frame[IR_FRAME_MAX];
    ir_rng_seed(&rng, 13);
    drive_open(&d, &koikoi_game, 2, "rounds=1", "", 13);
    drive_start(&d, 2);
    while (drive_step(&d, &rng))
        ;
    assert_true(may(0, "rematch"));
    drive_refused(&d, IR_E_SEAT, NOBODY, "rematch");
    drive_refused(&d, IR_E_STAGE, 0, "rematch next1"); /* nobody asked for it */
    drive_refused(&d, IR_E_COMMAND, ANNA, "rematch next1");
    drive_do(&d, ANNA, "rematch");
    ir_table_wish(&d.t, d.now, &wish);
    assert_int_equal(wish.rematch, 0);
    drive_refused(&d, IR_E_STAGE, 0, "rematch next1");
    drive_refused(&d, IR_E_STAGE, ANNA, "rematch"); /* asked already */
    drive_do(&d, BEN, "rematch");                   /* who asks, too, agrees */
    ir_table_wish(&d.t, d.now, &wish);
    assert_int_equal(wish.rematch, 1);
    drive_refused(&d, IR_E_COMMAND, 0, "rematch");
    drive_refused(&d, IR_E_COMMAND, 0, "rematch next\n1");
    drive_do(&d, 0, "rematch next1");
    ir_table_wish(&d.t, d.now, &wish);
    assert_int_equal(wish.rematch, 0);
    assert_non_null(strstr(drive_frame(&d, 1, frame), "\"next\":\"next1\""));
    drive_refused(&d, IR_E_STAGE, 0, "rematch next2");
    drive_refused(&d, IR_E_STAGE, ANNA, "rematch");
    drive_close(&d);
    drive_open(&d, &koikoi_game, 2, "rounds=1", "", 14); /* alone: at once */
    drive_start(&d, 1);
    while (drive_step(&d, &rng))
        ;
    drive_do(&d, ANNA, "rematch");
    ir_table_wish(&d.t, d.now, &wish);
    assert_int_equal(wish.rematch, 1);
    drive_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathering),
        cmocka_unit_test(test_lock),
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_fold_refuses),
        cmocka_unit_test(test_clock_move),
        cmocka_unit_test(test_clock_game),
        cmocka_unit_test(test_away),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_resign),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_patience),
        cmocka_unit_test(test_deserted),
        cmocka_unit_test(test_deserted_resigned),
        cmocka_unit_test(test_call_off),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
