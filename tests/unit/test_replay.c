/* test_replay.c: wherever a replay is told to go, it is where a fold from the start would be: every game, whole, saved,
 * resigned, in several sittings, with a custom deck, with moves taken back. Its frames tell each seat just its view and its
 * part of the events; an audit finds any outcome that was not dealt. */
#include "table_drive.h"
#include "core/record.h"
#include "core/dealer.h"

#include <jansson.h>

/* ---- a game as long as one likes: the smallest one, started again until so many rows have happened ---- */

enum { LONG_ROWS = 50000 };
static uint64_t applied; /* moves and outcomes made in it */

static const struct ir_game *small;

static uint64_t *long_count(struct ir_state *s)
{
    return (uint64_t *)(void *)(s->b + ir_state_size(small)); /* behind all that is the small game's own */
}

static void long_apply(struct ir_state *s, ir_move m, struct ir_events *ev)
{
    small->apply(s, m, ev);
    applied++;
    if (++*long_count(s) >= LONG_ROWS || ir_turn(s) != IR_OVER)
        return;
    char options[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
    struct ir_text t;
    ir_text_start(&t, options, sizeof options);
    ir_options_print(small, ir_options(s), &t);
    assert_int_equal(ir_start(small, s, ir_seats(s), options, NULL, why), IR_OK);
}

static const struct ir_game *long_game(void)
{
    static struct ir_game g;
    small = ir_all_games[0];
    for (int i = 1; ir_all_games[i]; i++)
        if (ir_state_size(ir_all_games[i]) < ir_state_size(small))
            small = ir_all_games[i];
    g = *small;
    g.name = "longgame";
    g.zone.hid += 8;
    g.apply = long_apply;
    return &g;
}

/* ---- records, and what a fold of them gives ---- */

static struct ir_rng rng;
static const struct ir_game *const *games = ir_all_games;

static struct {
    char text[4 << 20];
    const char *deck;
    const struct ir_game *game;
    uint8_t *state; /* after 0, 1, ... rows */
    struct ir_row *row;
    uint32_t rows;
    unsigned resigned;
} made;

struct how {
    const char *options, *deck;
    uint32_t stop;      /* it is saved after so many rows; 0: never */
    int seats;          /* 0: the fewest */
    int sittings;       /* commitments, at most */
    int hidden, resign; /* the last secret stays hidden; people give up */
};

static uint32_t below(uint32_t n)
{
    return ir_rng_below(&rng, n);
}

static void made_note(const struct ir_game *g, const struct ir_state *s)
{
    size_t size = ir_state_size(g);
    if (made.rows % 4096 == 0) {
        made.state = realloc(made.state, (made.rows + 4096) * size);
        made.row = realloc(made.row, (made.rows + 4096) * sizeof *made.row);
        assert_true(made.state && made.row);
    }
    memcpy(made.state + made.rows * size, s->b, size);
}

static struct ir_state made_state(uint32_t row)
{
    struct ir_state s = {{0}};
    size_t size = ir_state_size(made.game);
    memcpy(s.b, made.state + row * size, size);
    return s;
}

static void sitting(struct ir_record *r, struct ir_dealer_keyed *dealer, struct ir_text *t)
{
    uint8_t key[32];
    for (int i = 0; i < 32; i++)
        r->secret[i] = (uint8_t)below(256);
    ir_commit(r->commit, r->secret);
    ir_record_print_commit(r, t);
    ir_record_key(r, r->secret, key);
    ir_dealer_keyed_start(dealer, key, r->chances);
}

static void make(const struct ir_game *g, const struct how *how)
{
    static struct ir_record r;
    struct ir_dealer_keyed dealer;
    char why[IR_WHY_MAX];
    struct ir_text t;
    int sittings = how->sittings;
    ir_text_start(&t, made.text, sizeof made.text);
    if (ir_record_begin(&r, g, how->seats ? how->seats : g->min_seats, how->options, how->deck, why))
        fail_msg("%s", why);
    snprintf(r.match, sizeof r.match, "m%u", below(1000));
    snprintf(r.name[0], sizeof r.name[0], "Zoë");
    snprintf(r.name[1], sizeof r.name[1], "bot:normal");
    snprintf(r.salt[0], sizeof r.salt[0], "00ff12");
    ir_record_print_header(&r, &t);
    made.game = g;
    made.deck = how->deck;
    made.rows = 0;
    made_note(g, &r.state);
    for (;;) {
        int turn = ir_turn(&r.state), left = ir_seats(&r.state) - set_count(r.resigned);
        if (turn == IR_OVER || left == 1 || (how->stop && r.rows == how->stop))
            break;
        if (sittings && (sittings == how->sittings || below(60) == 0)) {
            if (sittings-- < how->sittings)
                ir_record_print_secret(&r, &t);
            sitting(&r, &dealer, &t);
        }
        int quits = (int)below((uint32_t)ir_seats(&r.state));
        if (how->resign && r.rows > 40 && below(20) == 0 && !(r.resigned >> quits & 1)) {
            assert_int_equal(ir_record_resign(&r, quits, why), IR_OK);
            ir_record_print_resign(quits, &t);
            continue;
        }
        struct ir_row row = {.actor = (int8_t)turn};
        if (turn == IR_CHANCE) {
            row.move = how->sittings ? dealer.dealer.pick(&dealer.dealer, g, &r.state) : g->sample(&r.state, &rng);
        } else {
            struct ir_view v;
            ir_move legal[IR_MOVES_MAX];
            ir_look(g, &r.state, turn, &v);
            row.move = legal[below((uint32_t)g->legal(&v, legal))];
        }
        assert_int_equal(ir_record_row(&r, turn, row.move, NULL, why), IR_OK);
        ir_record_print_row(&r, &row, &t);
        made.row[made.rows++] = row;
        made_note(g, &r.state);
    }
    if (how->sittings && !how->hidden)
        ir_record_print_secret(&r, &t);
    ir_record_print_end(&r, &t);
    assert_false(t.cut);
    made.resigned = r.resigned;
}

/* ---- going anywhere ---- */

static struct ir_replay replay;
static void *memory;

static void open_made(const char *deck)
{
    char why[IR_WHY_MAX] = "";
    size_t size = ir_replay_size(made.text);
    free(memory);
    memory = malloc(size); /* just that: a sanitizer sees what is written behind it */
    if (ir_replay_open(&replay, games, made.text, deck, memory, size, why))
        fail_msg("%s", why);
    assert_int_equal(replay.rows, made.rows);
    assert_int_equal(replay.at, 0);
    assert_int_equal(replay.record.resigned, made.resigned);
}

static void here(void) /* the replay is where a fold from the start would be */
{
    struct ir_state s = made_state(replay.at);
    assert_memory_equal(replay.state.b, s.b, ir_state_size(made.game));
    for (int seat = IR_SPECTATOR; seat < ir_seats(&s); seat++) {
        struct ir_view is, should;
        ir_replay_view(&replay, seat, &is);
        ir_look(made.game, &s, seat, &should);
        assert_memory_equal(is.b, should.b, ir_state_size(made.game));
        assert_int_equal(is.seat, seat);
    }
}

static void steps_are_moves_and_chance(void)
{
    uint32_t moves = 0;
    assert_int_equal(replay.step[0], 0);
    for (uint32_t i = 1; i <= replay.steps; i++) {
        uint32_t from = replay.step[i - 1], to = replay.step[i];
        assert_true(to > from);
        assert_true(i == 1 || made.row[from].actor != IR_CHANCE);
        moves += made.row[from].actor != IR_CHANCE;
        for (uint32_t k = from + 1; k < to; k++)
            assert_int_equal(made.row[k].actor, IR_CHANCE);
    }
    assert_int_equal(replay.step[replay.steps], made.rows);
    assert_int_equal(moves, replay.steps - (made.rows && made.row[0].actor == IR_CHANCE)); /* the deal is a step of its own */
}

/* What the fold tells in this step. */
static void story_of(uint32_t step, struct ir_story *story)
{
    story->n = 0;
    for (uint32_t i = step ? replay.step[step - 1] : 0; i < replay.step[step]; i++) {
        struct ir_events ev = {0};
        struct ir_state s = made_state(i);
        made.game->apply(&s, made.row[i].move, &ev);
        for (int k = 0; k < ev.n; k++)
            story->e[story->n++] = ev.e[k];
    }
}

static void events_equal(const struct ir_story *a, const struct ir_story *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->e, b->e, (size_t)a->n * sizeof *a->e);
}

static json_t *json_of(const struct ir_json *j)
{
    json_error_t error;
    assert_false(j->text.cut);
    assert_int_equal(j->depth, 0);
    json_t *json = json_loads(j->text.out, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("%s in %s", error.text, j->text.out);
    return json;
}

static json_t *frame_of(uint32_t step, int seat)
{
    static char text[IR_FRAME_MAX];
    struct ir_json j;
    ir_json_start(&j, text, sizeof text);
    ir_replay_frame(&replay, step, seat, &j);
    assert_int_equal(replay.at, replay.step[step]);
    return json_of(&j);
}

/* Who sits there, and what the cards of this step were committed to. */
static void table_is(uint32_t step, json_t *table)
{
    json_t *first = json_array_get(json_object_get(table, "seats"), 0),
           *second = json_array_get(json_object_get(table, "seats"), 1);
    json_t *fair = json_object_get(table, "fair");
    assert_string_equal(json_string_value(json_object_get(first, "kind")), "person");
    assert_string_equal(json_string_value(json_object_get(first, "name")), "Zoë");
    assert_string_equal(json_string_value(json_object_get(second, "kind")), "bot");
    assert_string_equal(json_string_value(json_object_get(second, "name")), "normal");
    assert_string_equal(json_string_value(json_array_get(json_object_get(fair, "salts"), 0)), "00ff12");
    for (uint32_t i = 0; i < replay.segments; i++) {
        const struct ir_segment *s = &replay.segment[i];
        char hex[65];
        struct ir_text t;
        if ((i && s->row >= replay.step[step]) || (i + 1 < replay.segments && s[1].row < replay.step[step]))
            continue;
        ir_text_start(&t, hex, sizeof hex);
        ir_text_hex(&t, s->commit, 32);
        assert_string_equal(json_string_value(json_object_get(fair, "commit")), hex);
        assert_int_equal(json_is_string(json_object_get(fair, "secret")), s->revealed);
    }
}

/* A frame is the view of this seat, its part of the events, and what all know of the table. */
static void frame_is(uint32_t step, int seat)
{
    static char text[IR_FRAME_MAX];
    struct ir_story story;
    struct ir_json j;
    struct ir_view v;
    struct ir_state s = made_state(replay.step[step]);
    json_t *frame = frame_of(step, seat), *table = json_object_get(frame, "table"), *should;
    ir_look(made.game, &s, seat, &v);
    ir_json_start(&j, text, sizeof text);
    ir_describe(made.game, &v, &j);
    should = json_of(&j);
    json_object_del(should, "legal");
    assert_true(json_equal(json_object_get(frame, "view"), should));
    json_decref(should);

    story_of(step, &story);
    ir_json_start(&j, text, sizeof text);
    ir_json_list(&j, NULL);
    for (int i = 0; i < story.n; i++) {
        struct ir_event seen;
        ir_event_see(&story.e[i], seat, &seen);
        ir_event_json(made.game, &seen, &j);
    }
    ir_json_end(&j, ']');
    should = json_of(&j);
    assert_true(json_equal(json_object_get(frame, "events"), should));
    json_decref(should);

    assert_string_equal(json_string_value(json_object_get(frame, "type")), "frame");
    assert_int_equal(json_integer_value(json_object_get(frame, "seq")), step);
    assert_int_equal(json_array_size(json_object_get(table, "may")), 0);
    assert_int_equal(json_array_size(json_object_get(table, "seats")), ir_seats(&s));
    assert_true(seat < 0 ? !json_object_get(table, "you") : json_integer_value(json_object_get(table, "you")) == seat);
    int over = step == replay.steps && (ir_turn(&s) == IR_OVER || set_count(made.resigned) + 1 == ir_seats(&s));
    assert_string_equal(json_string_value(json_object_get(table, "stage")), over ? "over" : "playing");
    assert_int_equal(json_is_object(json_object_get(table, "result")), over);
    if (made.rows)
        table_is(step, table);
    json_decref(frame);
}

/* Anywhere, to and fro, in whatever order and by whichever call. */
static void go_anywhere(int times)
{
    struct ir_story is, should;
    ir_replay_seek(&replay, replay.rows);
    here();
    for (int i = 0; i < times; i++) {
        uint32_t step = below(replay.steps + 1), row = below(replay.rows + 1);
        switch (below(4)) {
        case 0:
            ir_replay_seek(&replay, row);
            assert_int_equal(replay.at, row);
            break;
        case 1:
            ir_replay_step(&replay, step, NULL);
            assert_int_equal(replay.at, replay.step[step]);
            break;
        case 2:
            ir_replay_step(&replay, step, &is);
            assert_int_equal(replay.at, replay.step[step]);
            story_of(step, &should);
            events_equal(&is, &should);
            break;
        default:
            for (uint32_t n = below(100); n && replay.at < replay.rows; n--)
                ir_replay_next(&replay, NULL);
        }
        here();
    }
}

/* Whoever judges games finds each decision with the view of the seat that made it. */
static void walk_decisions(void)
{
    ir_replay_seek(&replay, 0);
    for (; replay.at < replay.rows; ir_replay_next(&replay, NULL)) {
        const struct ir_row *row = &replay.row[replay.at];
        struct ir_state s = made_state(replay.at);
        struct ir_view v, should;
        ir_move legal[IR_MOVES_MAX];
        int found = 0;
        assert_int_equal(row->actor, made.row[replay.at].actor);
        assert_int_equal(row->move, made.row[replay.at].move);
        if (row->actor == IR_CHANCE)
            continue;
        ir_replay_view(&replay, row->actor, &v);
        ir_look(made.game, &s, row->actor, &should);
        assert_memory_equal(v.b, should.b, ir_state_size(made.game));
        for (int n = made.game->legal(&v, legal), i = 0; i < n; i++)
            found |= legal[i] == row->move;
        assert_true(found);
    }
}

static void check_all(const char *deck)
{
    open_made(deck);
    steps_are_moves_and_chance();
    go_anywhere(200);
    walk_decisions();
    for (int i = 0; i < 12; i++)
        for (int seat = IR_SPECTATOR; seat < ir_seats(&replay.state); seat++)
            frame_is(i == 0 ? 0 : i == 1 ? replay.steps : below(replay.steps + 1), seat);
}

#define EVERY_GAME(g, seats)                                                                                                   \
    for (int g##_i = 0; games[g##_i]; g##_i++)                                                                                 \
        for (int seats = games[g##_i]->min_seats; seats <= games[g##_i]->max_seats; seats++)
#define GAME(g) games[g##_i]

static void test_whole(void **state)
{
    (void)state;
    EVERY_GAME(g, seats)
    {
        for (const struct ir_preset *p = GAME(g)->preset; p->name; p++) {
            make(GAME(g), &(struct how){.options = p->name, .seats = seats, .sittings = 1});
            check_all(NULL);
            ir_replay_seek(&replay, replay.rows);
            assert_true(ir_replay_over(&replay) && replay.record.over);
        }
    }
}

static void test_saved(void **state) /* not over, from the first row on; and nothing at all */
{
    (void)state;
    static const uint32_t stops[] = {1, IR_REPLAY_EVERY - 1, IR_REPLAY_EVERY, IR_REPLAY_EVERY + 1};
    for (int i = 0; games[i]; i++)
        for (size_t k = 0; k < sizeof stops / sizeof *stops; k++) {
            make(games[i], &(struct how){.options = "", .stop = stops[k]});
            check_all(NULL);
        }
    for (int i = 0; games[i]; i++) {
        char why[IR_WHY_MAX];
        struct ir_record r;
        struct ir_text t;
        assert_int_equal(ir_record_begin(&r, games[i], games[i]->min_seats, "", NULL, why), IR_OK);
        ir_text_start(&t, made.text, sizeof made.text);
        ir_record_print_header(&r, &t);
        ir_record_print_end(&r, &t);
        made.game = games[i];
        made.rows = 0;
        made.resigned = 0;
        made_note(games[i], &r.state);
        open_made(NULL);
        assert_int_equal(replay.steps, 0);
        here();
        frame_is(0, 0);
    }
}

static void test_resigned(void **state)
{
    (void)state;
    int some = 0, ended = 0;
    for (int round = 0; round < 6; round++) {
        EVERY_GAME(g, seats)
        {
            make(GAME(g), &(struct how){.options = "", .seats = seats, .sittings = 2, .resign = 1});
            check_all(NULL);
            some += replay.resigns > 0;
            for (int i = 0; i < replay.resigns; i++) { /* not a row before, and from there on */
                uint32_t row = replay.resign[i].row;
                ir_replay_seek(&replay, row);
                assert_true(ir_replay_resigned(&replay) >> replay.resign[i].seat & 1);
                ir_replay_seek(&replay, row - 1);
                assert_false(ir_replay_resigned(&replay) >> replay.resign[i].seat & 1);
            }
            json_t *frame = frame_of(replay.steps, IR_SPECTATOR), *table = json_object_get(frame, "table");
            json_t *by = json_object_get(json_object_get(table, "result"), "resigned");
            ir_replay_seek(&replay, replay.rows);
            assert_int_equal(ir_replay_resigned(&replay), made.resigned);
            assert_true(ir_replay_over(&replay));
            if (ir_turn(&replay.state) != IR_OVER) {
                ended++;
                assert_int_equal(json_integer_value(by), replay.resign[replay.resigns - 1].seat);
            } else {
                assert_true(json_is_null(by));
            }
            json_decref(frame);
        }
    }
    assert_true(some > 10 && ended > 5);
}

static void audit_is(uint32_t outcomes, uint32_t agree)
{
    char why[IR_WHY_MAX];
    struct ir_audit a;
    if (ir_audit_run(games, made.text, made.deck, &a, why))
        fail_msg("%s", why);
    if (a.line)
        fail_msg("line %u: due was '%s'", a.line, a.due);
    assert_int_equal(a.outcomes, outcomes);
    assert_int_equal(a.agree, agree);
    assert_int_equal(a.row, 0);
    assert_string_equal(a.due, "");
}

static uint32_t chances(uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    for (uint32_t i = from; i < to; i++)
        n += made.row[i].actor == IR_CHANCE;
    return n;
}

static void test_sittings(void **state) /* a commitment each, the last secret hidden or not */
{
    (void)state;
    uint32_t several = 0;
    for (int round = 0; round < 4; round++) {
        EVERY_GAME(g, seats)
        {
            int hidden = round % 2;
            make(GAME(g), &(struct how){.options = "", .seats = seats, .sittings = 4, .hidden = hidden});
            check_all(NULL);
            several += replay.segments > 1;
            const struct ir_segment *last = &replay.segment[replay.segments - 1];
            assert_int_equal(replay.segment[0].row, 0);
            for (const struct ir_segment *s = replay.segment; s <= last; s++) {
                uint8_t commit[32];
                ir_commit(commit, s->secret);
                assert_int_equal(s->revealed, s < last || !hidden);
                assert_true(!s->revealed || memcmp(commit, s->commit, 32) == 0);
            }
            audit_is(chances(0, made.rows), chances(0, hidden ? last->row : made.rows));
        }
    }
    assert_true(several > 10);
    make(games[0], &(struct how){.options = ""}); /* nobody committed to anything */
    audit_is(chances(0, made.rows), 0);
}

static void test_custom_deck(void **state)
{
    (void)state;
    int some = 0;
    for (int i = 0; games[i]; i++) {
        char why[IR_WHY_MAX];
        if (!games[i]->deck)
            continue;
        some++;
        make(games[i], &(struct how){.options = "deck=custom", .deck = games[i]->deck[0].text, .sittings = 1});
        check_all(made.deck);
        audit_is(chances(0, made.rows), chances(0, made.rows));
        assert_null(ir_record_deck(made.text));
        size_t n = strlen(made.text);
        for (int crlf = 0; crlf < 2; crlf++) { /* the deck behind the record */
            snprintf(made.text + n, sizeof made.text - n, "%s%s", crlf ? "\f\r\n" : "\f\n", games[i]->deck[0].text);
            assert_string_equal(ir_record_deck(made.text), games[i]->deck[0].text);
            check_all(ir_record_deck(made.text));
            audit_is(chances(0, made.rows), chances(0, made.rows));
        }
        void *room = malloc(ir_replay_size(made.text));
        assert_int_equal(ir_replay_open(&replay, games, made.text, NULL, room, ir_replay_size(made.text), why), IR_E_RECORD);
        assert_non_null(strstr(why, "no deck was given"));
        free(room);
    }
    assert_true(some);
}

/* The text with its n-th row another one. */
static char *changed(uint32_t n, const char *row, uint32_t *number)
{
    size_t room = strlen(made.text) + IR_TEXT_MAX + 8;
    char *out = malloc(room);
    struct ir_text t;
    ir_text_start(&t, out, room);
    const char *at = made.text, *line;
    size_t length;
    uint32_t rows = 0, lines = 0;
    while (ir_record_line(&at, &line, &length)) {
        int is_row = line[0] == '*' || (line[0] >= '0' && line[0] <= '9');
        lines++;
        if (is_row && rows++ == n) {
            *number = lines;
            ir_text_put(&t, row);
        } else {
            ir_text_put_n(&t, line, length);
        }
        ir_text_put(&t, "\n");
    }
    return out;
}

static void test_tampered(void **state) /* any other outcome than the one dealt, possible or not, is named with its line */
{
    (void)state;
    int tried = 0;
    EVERY_GAME(g, seats)
    {
        make(GAME(g), &(struct how){.options = "", .seats = seats, .sittings = 3});
        for (int k = 0; k < 20; k++) {
            uint32_t at = below(made.rows), number = 0;
            struct ir_state s = made_state(at);
            struct ir_chance out[IR_MOVES_MAX];
            struct ir_audit a;
            char row[IR_TEXT_MAX + 8], due[IR_TEXT_MAX + 8], why[IR_WHY_MAX];
            struct ir_text t;
            if (made.row[at].actor != IR_CHANCE)
                continue;
            ir_move other = out[below((uint32_t)made.game->chance(&s, out))].move;
            if (below(4) == 0)
                other = (ir_move)below(made.game->n_moves);
            if (other == made.row[at].move)
                continue;
            ir_text_start(&t, due, sizeof due);
            ir_text_put(&t, "* ");
            made.game->move_print(made.row[at].move, &t);
            ir_text_start(&t, row, sizeof row);
            ir_text_put(&t, "* ");
            made.game->move_print(other, &t);
            char *text = changed(at, row, &number);
            if (ir_audit_run(games, text, NULL, &a, why))
                fail_msg("%s", why);
            assert_int_equal(a.row, at + 1);
            assert_int_equal(a.line, number);
            assert_string_equal(a.due, due);
            assert_int_equal(a.outcomes, chances(0, at));
            assert_int_equal(a.agree, a.outcomes);
            free(text);
            tried++;
        }
    }
    assert_true(tried > 50);
}

static void test_broken_off(void **state) /* refused with a sentence, wherever it ends */
{
    (void)state;
    make(games[0], &(struct how){.options = "", .sittings = 1, .stop = 100});
    size_t n = strlen(made.text);
    for (int i = 0; i < 300; i++) {
        char why[IR_WHY_MAX], *text = strndup(made.text, below((uint32_t)n - 6)); /* "saved\n" */
        struct ir_audit a;
        void *room = malloc(ir_replay_size(text));
        assert_int_equal(ir_replay_open(&replay, games, text, NULL, room, ir_replay_size(text), why), IR_E_RECORD);
        assert_non_null(strstr(why, "line "));
        assert_true(ir_audit_run(games, text, NULL, &a, why) == IR_E_RECORD || a.line);
        free(room);
        free(text);
    }
}

static void test_table(
    void **state) /* of a table with moves taken back and people who give up: the record's end is the table's */
{
    (void)state;
    static struct drive d;
    int undone = 0;
    for (int round = 0; round < 4; round++) {
        EVERY_GAME(g, seats)
        {
            drive_open(&d, GAME(g), seats, "", "reaction=0", below(1000000));
            drive_start(&d, seats);
            while (drive_step(&d, &rng)) {
                int seat = d.t.can_undo;
                if (seat >= 0 && d.t.stage == IR_PLAYING && !d.t.seat[seat].resigned && below(2)) {
                    drive_do(&d, drive_person(seat), "undo");
                    for (int i = 0; i < seats && d.t.asking; i++)
                        if (i != seat && !d.t.seat[i].resigned)
                            drive_do(&d, drive_person(i), "agree");
                    undone += strstr(d.done.row, "@ undo") != NULL;
                }
                if (round % 2 && d.t.stage == IR_PLAYING && below(60) == 0)
                    drive_try(&d, drive_person((int)below((uint32_t)seats)), "resign");
            }
            struct ir_text t;
            ir_text_start(&t, made.text, sizeof made.text);
            if (ir_table_record(&d.t, NULL, (const char *const *)d.log, d.n, &t, d.why))
                fail_msg("%s", d.why);
            made.game = GAME(g);
            made.deck = NULL;
            made.rows = d.t.rows;
            made.resigned = 0;
            for (int i = 0; i < seats; i++)
                made.resigned |= (unsigned)d.t.seat[i].resigned << i;
            open_made(NULL);
            ir_replay_seek(&replay, replay.rows);
            assert_memory_equal(replay.state.b, d.t.now.b, ir_state_size(made.game));
            for (int seat = IR_SPECTATOR; seat < seats; seat++) {
                static char text[IR_FRAME_MAX];
                json_t *is = frame_of(replay.steps, seat), *should = json_loads(drive_frame(&d, seat, text), 0, NULL);
                json_t *a = json_object_get(is, "table"), *b = json_object_get(should, "table");
                assert_true(json_equal(json_object_get(is, "view"), json_object_get(should, "view")));
                assert_true(json_equal(json_object_get(a, "result"), json_object_get(b, "result")));
                assert_true(json_equal(json_object_get(a, "seats"), json_object_get(b, "seats")));
                assert_true(json_equal(json_object_get(a, "fair"), json_object_get(b, "fair")));
                assert_true(json_equal(json_object_get(a, "stage"), json_object_get(b, "stage")));
                assert_true(json_equal(json_object_get(a, "id"), json_object_get(b, "id")));
                const char *key;
                json_t *value;
                json_object_foreach(b, key, value) /* what a table says, a replay says, too, but for who people are elsewhere */
                    if (!json_object_get(a, key) && strcmp(key, "people") != 0) fail_msg("table.%s is missing", key);
                json_decref(is);
                json_decref(should);
            }
            audit_is(replay.record.chances, replay.record.chances);
            drive_close(&d);
        }
    }
    assert_true(undone > 20);
}

static void test_long(void **state) /* however long it is, a seek makes at most IR_REPLAY_EVERY moves */
{
    (void)state;
    const struct ir_game *known[] = {long_game(), NULL};
    games = known;
    make(known[0], &(struct how){.options = "", .seats = 3, .sittings = 5});
    assert_true(made.rows >= LONG_ROWS);
    open_made(NULL);
    steps_are_moves_and_chance();
    uint64_t most = 0;
    for (int i = 0; i < 2000; i++) {
        uint32_t row = i % 2 ? below(replay.rows + 1) : replay.rows - below(100);
        applied = 0;
        ir_replay_seek(&replay, row);
        most = applied > most ? applied : most;
        here();
    }
    assert_true(most < IR_REPLAY_EVERY && most > IR_REPLAY_EVERY / 2);
    go_anywhere(500);
    audit_is(chances(0, made.rows), chances(0, made.rows));
    games = ir_all_games;
}

int main(void)
{
    ir_rng_seed(&rng, 4711);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),       cmocka_unit_test(test_saved),    cmocka_unit_test(test_resigned),
        cmocka_unit_test(test_sittings),    cmocka_unit_test(test_tampered), cmocka_unit_test(test_broken_off),
        cmocka_unit_test(test_custom_deck), cmocka_unit_test(test_table),    cmocka_unit_test(test_long),
    };
    int failed = cmocka_run_group_tests_name("replay", tests, NULL, NULL);
    free(memory);
    free(made.state);
    free(made.row);
    return failed;
}
