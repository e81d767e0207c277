/* test_delta.c: what a delta says (docs/protocol.md), case by case; and over random play of every game: whoever puts the deltas
 * together has, after every frame, just what a whole frame says. */
#include "table_drive.h"

#include "delta_apply.h"
#include "table/broadcast.h"

/* ---- by hand ---- */

static char text[2][IR_FRAME_MAX - 1], out[IR_FRAME_MAX];
static struct ir_outline outline[2];

static void value_write(json_t *v, const char *key, struct ir_json *j)
{
    const char *name;
    json_t *inner;
    size_t i;
    if (json_is_object(v)) {
        ir_json_object(j, key);
        json_object_foreach(v, name, inner) value_write(inner, name, j);
        ir_json_end(j, '}');
    } else if (json_is_array(v)) {
        ir_json_list(j, key);
        json_array_foreach(v, i, inner) value_write(inner, NULL, j);
        ir_json_end(j, ']');
    } else if (json_is_integer(v)) {
        ir_json_int(j, key, json_integer_value(v));
    } else if (json_is_boolean(v)) {
        ir_json_bool(j, key, json_is_true(v));
    } else {
        ir_json_str(j, key, json_string_value(v));
    }
}

/* The members of an object with their outline, written into one of the two places. */
static struct ir_members members(json_t *object, int place)
{
    struct ir_json j;
    const char *name;
    json_t *v;
    ir_json_start(&j, text[place], sizeof text[place]);
    ir_json_outline(&j, &outline[place]);
    json_object_foreach(object, name, v) value_write(v, name, &j);
    ir_json_outline_end(&j);
    assert_false(j.text.cut);
    assert_false(outline[place].full);
    return (struct ir_members){text[place], j.text.len, outline[place].mark, outline[place].n};
}

/* The delta between two objects given as JSON; whoever applies it has the second. */
static const char *delta(const char *before, const char *now)
{
    json_t *old = json_loads(before, JSON_REJECT_DUPLICATES, NULL), *new = json_loads(now, JSON_REJECT_DUPLICATES, NULL);
    struct ir_json j;
    assert_true(json_is_object(old) && json_is_object(new));
    struct ir_members a = members(old, 0), b = members(new, 1);
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_delta(&a, &b, &j);
    ir_json_end(&j, '}');
    assert_false(j.text.cut);
    json_t *changes = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    if (!changes)
        fail_msg("not JSON: %s", out);
    json_t *then = delta_apply(old, changes);
    if (!then || !json_equal(then, new))
        fail_msg("%s to %s by %s is %s", before, now, out, then ? json_dumps(then, 0) : "nothing");
    json_decref(then);
    json_decref(changes);
    json_decref(old);
    json_decref(new);
    return out;
}

static void test_members(void **state)
{
    (void)state;
    assert_string_equal(delta("{\"a\":1,\"b\":\"x\"}", "{\"a\":1,\"b\":\"x\"}"), "{}");
    assert_string_equal(delta("{\"a\":1,\"b\":\"x\"}", "{\"a\":2,\"b\":\"x\"}"), "{\"a\":[2]}");
    assert_string_equal(delta("{\"a\":1,\"b\":\"x\"}", "{\"a\":1,\"b\":\"xy\"}"), "{\"b\":[\"xy\"]}");
    assert_string_equal(delta("{\"a\":12}", "{\"a\":1}"), "{\"a\":[1]}"); /* a text that begins the other */
    assert_string_equal(delta("{\"a\":1}", "{\"a\":12}"), "{\"a\":[12]}");
    assert_string_equal(delta("{}", "{\"a\":1}"), "{\"a\":[1]}");
    assert_string_equal(delta("{\"a\":true}", "{\"a\":false}"), "{\"a\":[false]}");
}

static void test_gone(void **state)
{
    (void)state;
    assert_string_equal(delta("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"c\":3}"), "{\"b\":[]}");
    assert_string_equal(delta("{\"a\":1,\"b\":2}", "{\"b\":2}"), "{\"a\":[]}");
    assert_string_equal(delta("{\"a\":1,\"b\":2}", "{\"a\":1}"), "{\"b\":[]}"); /* the last one */
    assert_string_equal(delta("{\"a\":1}", "{}"), "{\"a\":[]}");
    assert_string_equal(delta("{\"a\":1,\"b\":2}", "{\"b\":2,\"c\":1}"), "{\"c\":[1],\"a\":[]}");
    assert_string_equal(delta("{\"a\":{\"long\":100000,\"x\":1}}", "{\"a\":{\"long\":100000}}"), "{\"a\":{\"x\":[]}}");
    assert_string_equal(delta("{\"ab\":1,\"a\":2}", "{\"a\":2}"), "{\"ab\":[]}"); /* a name that begins the other */
}

static void test_null(void **state) /* is a value like any other, and no member is gone by it */
{
    (void)state;
    assert_string_equal(delta("{\"a\":1}", "{\"a\":null}"), "{\"a\":[null]}");
    assert_string_equal(delta("{\"a\":null}", "{\"a\":0}"), "{\"a\":[0]}");
    assert_string_equal(delta("{\"a\":null}", "{\"a\":null}"), "{}");
    assert_string_equal(delta("{\"a\":null}", "{}"), "{\"a\":[]}");
    assert_string_equal(delta("{}", "{\"a\":null}"), "{\"a\":[null]}");
    assert_string_equal(delta("{\"a\":null}", "{\"a\":{\"b\":null}}"), "{\"a\":[{\"b\":null}]}");
    assert_string_equal(delta("{\"a\":{\"b\":null}}", "{\"a\":null}"), "{\"a\":[null]}");
}

static void test_lists(void **state)
{
    (void)state;
    assert_string_equal(delta("{\"a\":[\"first\",\"second\",3]}", "{\"a\":[\"first\",\"second\",4]}"), "{\"a\":{\"2\":[4]}}");
    assert_string_equal(delta("{\"a\":[1,2]}", "{\"a\":[1,2,3]}"), "{\"a\":[[1,2,3]]}"); /* it grows */
    assert_string_equal(delta("{\"a\":[1,2,3]}", "{\"a\":[1,3]}"), "{\"a\":[[1,3]]}");   /* it shrinks */
    assert_string_equal(delta("{\"a\":[]}", "{\"a\":[1]}"), "{\"a\":[[1]]}");
    assert_string_equal(delta("{\"a\":[1]}", "{\"a\":[]}"), "{\"a\":[[]]}"); /* an empty list, not a member that is gone */
    assert_string_equal(delta("{\"a\":[1,2]}", "{\"a\":[2,1]}"), "{\"a\":[[2,1]]}"); /* by places it would be longer */
    assert_string_equal(delta("{\"a\":[[1,2,3,4],[5,6,7,8]]}", "{\"a\":[[1,2,3,4],[5,6,7,9]]}"), "{\"a\":{\"1\":{\"3\":[9]}}}");
    assert_string_equal(
        delta("{\"a\":[1,{\"long\":\"enough\",\"b\":1}],\"z\":1}", "{\"a\":[1,{\"long\":\"enough\",\"b\":2}],\"z\":1}"),
        "{\"a\":{\"1\":{\"b\":[2]}}}");
    assert_string_equal(delta("{\"a\":[1,{\"b\":1}]}", "{\"a\":{\"b\":1}}"), "{\"a\":[{\"b\":1}]}"); /* no list any more */
    assert_string_equal(delta("{\"a\":{\"0\":1}}", "{\"a\":[1]}"), "{\"a\":[[1]]}");
    char ten[2][200] = {
        "{\"a\":[\"aaaa\",\"bbbb\",\"cccc\",\"dddd\",\"eeee\",\"ffff\",\"gggg\",\"hhhh\",\"iiii\",\"jjjj\",1]}"};
    memcpy(ten[1], ten[0], sizeof ten[0]);
    *strstr(ten[1], ",1]") = ',';
    memcpy(strstr(ten[1], ",1]") + 1, "2]}", 4);
    assert_string_equal(delta(ten[0], ten[1]), "{\"a\":{\"10\":[2]}}");
}

/* Lists of long items that grow or shrink: only the items that came or went. */
static void test_splice(void **state)
{
    static const char a[] = "\"aaaaaaaaaaaaaaaa\"", b[] = "\"bbbbbbbbbbbbbbbb\"", c[] = "\"cccccccccccccccc\"",
                      d[] = "\"dddddddddddddddd\"";
    static const struct {
        const char *before[5], *now[5], *splice;
    } of[] = {
        {{a, b}, {a, b, c}, "2,0,C"},       {{a, b}, {c, a, b}, "0,0,C"},
        {{a, b}, {a, c, b}, "1,0,C"},       {{a, b, c}, {a, c}, "1,1"},
        {{a, b, c}, {b, c}, "0,1"},         {{a, b, c}, {a, b}, "2,1"},
        {{a, b, c}, {a, d}, "1,2,D"},       {{a, a}, {a, a, a}, "2,0,A"},
        {{a, a, a}, {a, a}, "2,1"},         {{a, b, a}, {a}, "1,2"},
        {{a}, {a, b, a}, "1,0,B,A"},        {{a, b, c, d}, {a, d}, "1,2"},
        {{a, b, c}, {a, d, b, c}, "1,0,D"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char before[200] = "{\"x\":[", now[200] = "{\"x\":[", want[200];
        for (int k = 0; k < 5; k++) {
            if (of[i].before[k])
                snprintf(before + strlen(before), sizeof before - strlen(before), "%s%s", k ? "," : "", of[i].before[k]);
            if (of[i].now[k])
                snprintf(now + strlen(now), sizeof now - strlen(now), "%s%s", k ? "," : "", of[i].now[k]);
        }
        snprintf(before + strlen(before), sizeof before - strlen(before), "],\"y\":1}");
        snprintf(now + strlen(now), sizeof now - strlen(now), "],\"y\":1}");
        size_t n = (size_t)snprintf(want, sizeof want, "{\"x\":{\"splice\":[");
        for (const char *s = of[i].splice; *s; s++) {
            const char *item = *s == 'A' ? a : *s == 'B' ? b : *s == 'C' ? c : *s == 'D' ? d : NULL;
            n += (size_t)snprintf(want + n, sizeof want - n, item ? "%s" : "%.1s", item ? item : s);
        }
        snprintf(want + n, sizeof want - n, "]}}");
        if (n - 5 < strlen(now) - 12) /* else the whole list is shorter */
            assert_string_equal(delta(before, now), want);
        else
            delta(before, now);
    }
    /* an object may have a member of that name */
    assert_string_equal(delta("{\"x\":{\"splice\":1,\"long\":100000}}", "{\"x\":{\"splice\":2,\"long\":100000}}"),
                        "{\"x\":{\"splice\":[2]}}");
}

static void test_nested(void **state)
{
    (void)state;
    assert_string_equal(
        delta("{\"a\":{\"b\":{\"c\":1,\"d\":\"something\"}},\"e\":5}", "{\"a\":{\"b\":{\"c\":2,\"d\":\"something\"}},\"e\":5}"),
        "{\"a\":{\"b\":{\"c\":[2]}}}");
    /* shorter whole */
    assert_string_equal(delta("{\"a\":{\"b\":1,\"c\":2}}", "{\"a\":{\"b\":3,\"c\":4}}"), "{\"a\":[{\"b\":3,\"c\":4}]}");
    assert_string_equal(delta("{\"a\":{}}", "{\"a\":{\"b\":1}}"), "{\"a\":[{\"b\":1}]}");
    assert_string_equal(delta("{\"a\":{\"b\":1}}", "{\"a\":{}}"), "{\"a\":[{}]}");
    /* what follows the last member of an object changes: the member does not */
    assert_string_equal(delta("{\"a\":{\"b\":\"something\"},\"c\":1}", "{\"a\":{\"b\":\"something\"}}"), "{\"c\":[]}");
    assert_string_equal(delta("{\"a\":{\"b\":\"something\"}}", "{\"a\":{\"b\":\"something\"},\"c\":1}"), "{\"c\":[1]}");
    assert_string_equal(
        delta("{\"a\":{\"x\":{\"b\":\"something\"},\"c\":\"long enough\"}}", "{\"a\":{\"x\":{\"b\":\"something\"}}}"),
        "{\"a\":{\"c\":[]}}");
    /* members in another order are the same object */
    assert_string_equal(delta("{\"a\":1,\"b\":2,\"c\":{\"d\":1}}", "{\"c\":{\"d\":1},\"b\":2,\"a\":1}"), "{}");
    /* deeper than the outline: the value of the deepest mark is told whole */
    assert_string_equal(delta("{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":1,\"f\":2},\"x\":\"something\"}}}}",
                              "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":3,\"f\":2},\"x\":\"something\"}}}}"),
                        "{\"a\":{\"b\":{\"c\":{\"d\":[{\"e\":3,\"f\":2}]}}}}");
    assert_string_equal(delta("{\"ab\":null,\"ac\":1}", "{\"ac\":null}"),
                        "{\"ac\":[null],\"ab\":[]}"); /* all but the last letter */
    /* names and texts that look like something else */
    assert_string_equal(delta("{\"-\":1,\"0\":\"{\\\"a\\\":[1\",\"]\":\",\"}", "{\"-\":2,\"0\":\"{\\\"a\\\":[1\",\"]\":\"}\"}"),
                        "{\"-\":[2],\"]\":[\"}\"]}");
}

/* ---- random values ---- */

static struct ir_rng rng;

static uint32_t below(uint32_t n)
{
    return ir_rng_below(&rng, n);
}

static json_t *random_value(int depth)
{
    static const char *const names[] = {"a", "b", "ab", "hand", "players", "0", "1", "-"};
    json_t *v = NULL;
    switch (below(depth > 5 ? 4 : 7)) {
    case 0: return json_null();
    case 1: return json_integer((int)below(300) - 50);
    case 2: return json_string(below(2) ? "x" : "a \"text\" with [everything], {in} it\n");
    case 3: return below(2) ? json_true() : json_false();
    case 4:
        v = json_array();
        for (uint32_t n = below(5); n; n--)
            json_array_append_new(v, random_value(depth + 1));
        return v;
    default:
        v = json_object();
        for (uint32_t n = below(6); n; n--)
            json_object_set_new(v, names[below(8)], random_value(depth + 1));
        return v;
    }
}

/* Something else somewhere: a value, a member more or less, an item more or less. */
static void mutate(json_t *v, int depth)
{
    const char *key = "";
    json_t *inner = NULL;
    size_t n = json_is_object(v) ? json_object_size(v) : json_array_size(v), at = n ? below((uint32_t)n) : 0, i = 0;
    if (json_is_array(v)) {
        inner = json_array_get(v, at);
        if (!n || below(4) == 0)
            json_array_insert_new(v, at, random_value(depth + 1));
        else if (below(4) == 0)
            json_array_remove(v, at);
        else if (json_is_object(inner) || json_is_array(inner))
            mutate(inner, depth + 1);
        else
            json_array_set_new(v, at, random_value(depth + 1));
        return;
    }
    if (!n || below(4) == 0) {
        json_object_set_new(v, below(2) ? "new" : "b", random_value(depth + 1));
        return;
    }
    json_object_foreach(v, key, inner) if (i++ == at) break;
    if (below(4) == 0)
        json_object_del(v, key);
    else if (json_is_object(inner) || json_is_array(inner))
        mutate(inner, depth + 1);
    else
        json_object_set_new(v, key, random_value(depth + 1));
}

static void test_random_values(void **state)
{
    (void)state;
    ir_rng_seed(&rng, 7);
    for (int i = 0; i < 20000; i++) {
        json_t *before = random_value(0);
        if (!json_is_object(before) || json_object_size(before) == 0) {
            json_decref(before);
            continue;
        }
        json_t *now = json_deep_copy(before);
        for (uint32_t n = below(4); n; n--)
            mutate(now, 0);
        char *a = json_dumps(before, 0), *b = json_dumps(now, 0);
        delta(a, b);
        free(a);
        free(b);
        json_decref(before);
        json_decref(now);
    }
}

/* ---- games ---- */

static struct drive d;
static struct ir_broadcast cast[2]; /* the last two */
static struct {
    json_t *has;  /* table and view */
    int64_t seq;  /* of the last frame it got; -1: none */
    int skipping; /* frames it does not get */
} viewer[IR_SEATS_MAX + 1];
static uint64_t wholes, deltas, bytes_whole, bytes_delta;

static json_t *read(const char *json)
{
    json_error_t e;
    json_t *v = json_loads(json, JSON_REJECT_DUPLICATES, &e);
    if (!v)
        fail_msg("%s in %s", e.text, json);
    return v;
}

static json_t *table_and_view(json_t *frame)
{
    return json_pack("{s:O,s:O}", "table", json_object_get(frame, "table"), "view", json_object_get(frame, "view"));
}

static void viewer_whole(int seat, const char *frame)
{
    json_t *m = read(frame);
    json_decref(viewer[seat + 1].has);
    viewer[seat + 1].has = table_and_view(m);
    viewer[seat + 1].seq = json_integer_value(json_object_get(m, "seq"));
    json_decref(m);
}

static void hears(struct ir_broadcast *b, int seat, int may_build)
{
    static char whole[IR_FRAME_MAX], frame[IR_FRAME_MAX];
    struct ir_json j;
    drive_frame(&d, seat, whole);
    ir_json_start(&j, frame, sizeof frame);
    ir_broadcast_frame(b, seat, 0, 0, &j);
    assert_string_equal(frame, whole); /* a whole frame is the same, whoever writes it */
    ir_json_start(&j, frame, sizeof frame);
    ir_broadcast_frame(b, seat, 0, 1, &j);
    assert_false(j.text.cut);
    assert_int_equal(j.depth, 0);
    json_t *m = read(frame), *all = read(whole), *is = table_and_view(all), *changes = json_object_get(m, "changes");
    if (changes) {
        assert_true(may_build);
        assert_int_equal(json_integer_value(json_object_get(m, "after")), viewer[seat + 1].seq);
        assert_int_equal(json_integer_value(json_object_get(m, "seq")), d.t.seq);
        assert_string_equal(json_string_value(json_object_get(m, "table")), d.t.id);
        json_t *then = delta_apply(viewer[seat + 1].has, changes);
        if (!then || !json_equal(then, is))
            fail_msg("%s, frame %d to seat %d: %s makes of %s not %s", d.t.game->name, (int)d.t.seq, seat, frame,
                     json_dumps(viewer[seat + 1].has, 0), whole);
        assert_true(json_equal(json_object_get(m, "events"), json_object_get(all, "events")));
        json_decref(viewer[seat + 1].has);
        viewer[seat + 1].has = then;
        viewer[seat + 1].seq = d.t.seq;
        deltas++;
        bytes_delta += j.text.len;
        bytes_whole += strlen(whole);
    } else {
        assert_string_equal(frame, whole);
        viewer_whole(seat, whole);
        wholes++;
    }
    json_decref(m);
    json_decref(all);
    json_decref(is);
}

/* Frame seq, to all who do not happen to be away; some come back, or come for the first time, between two frames. */
static void everyone_hears(void)
{
    struct ir_broadcast *b = &cast[d.t.seq & 1], *last = &cast[!(d.t.seq & 1)];
    ir_broadcast_start(b, &d.t, &d.done.story, d.now, &last->moment);
    for (int seat = IR_SPECTATOR; seat < d.t.n_seats; seat++) {
        if (viewer[seat + 1].skipping) {
            viewer[seat + 1].skipping--;
            continue;
        }
        hears(b, seat, viewer[seat + 1].seq == d.t.seq - 1);
        if (below(60) == 0)
            viewer[seat + 1].skipping = 1 + (int)below(3);
    }
}

/* Somebody joins now: the table as it is, perhaps with the own answer in, and later than the frame. */
static void joins(int seat)
{
    static char whole[IR_FRAME_MAX];
    struct ir_story story = d.done.story;
    int64_t now = d.now;
    d.done.story.n = 0;
    d.now += below(2) ? 0 : 100000;
    viewer_whole(seat, drive_frame(&d, seat, whole));
    d.now = now;
    d.done.story = story;
}

/* Bots play for all people, so the game waits for one of them. */
static int deserted(void)
{
    for (int i = 0; i < d.t.n_seats; i++)
        if (d.t.seat[i].kind == IR_PERSON && !d.t.seat[i].away)
            return 0;
    return 1;
}

static int something(void)
{
    static const char *const plain[] = {"away", "back", "undo", "pause", "resume", "agree", "decline"};
    int64_t seq = d.t.seq;
    if (d.t.stage == IR_PLAYING && deserted())
        drive_try(&d, drive_person((int)below(d.t.n_seats)), "back");
    else if (below(12) == 0)
        drive_try(&d, drive_person((int)below(d.t.n_seats)), plain[below(sizeof plain / sizeof *plain)]);
    else if (d.t.paused)
        drive_try(&d, drive_person((int)below(d.t.n_seats)), "resume");
    else if (d.t.asking)
        drive_try(&d, drive_person((int)below(d.t.n_seats)), below(3) ? "agree" : "decline");
    else if (!drive_step(&d, &rng))
        return 0;
    d.now += below(3000);
    if (d.t.seq != seq)
        everyone_hears();
    else if (below(3) == 0)
        joins((int)below(d.t.n_seats + 1u) - 1);
    if (below(25) == 0)
        joins((int)below(d.t.n_seats + 1u) - 1);
    return 1;
}

static void play(const struct ir_game *g, int seats, int people, const char *options, const char *settings, uint64_t seed)
{
    ir_rng_seed(&rng, seed);
    drive_open(&d, g, seats, options, settings, seed);
    for (int i = 0; i <= IR_SEATS_MAX; i++)
        viewer[i].seq = -1, viewer[i].skipping = 0;
    cast[0].moment.seq = cast[1].moment.seq = 0;
    drive_start(&d, people);
    everyone_hears();
    for (int i = 0; i < 1200 && something(); i++)
        ;
    drive_close(&d);
}

static void test_games(void **state)
{
    (void)state;
    const struct ir_game *games[32];
    int n = 0;
    while (ir_games[n])
        games[n] = ir_games[n], n++;
    games[n++] = ir_game_find("nullgame");
    for (int i = 0; i < n; i++) {
        const struct ir_game *g = games[i];
        wholes = deltas = bytes_whole = bytes_delta = 0;
        for (int seats = g->min_seats; seats <= g->max_seats; seats++)
            for (uint64_t seed = 1; seed <= 2; seed++)
                play(g, seats, 1 + (int)seed % seats, g->preset[seed % 2 && g->preset[1].name ? 1 : 0].name,
                     seed % 2 ? "clock=move,seconds=60" : "undo=on", 100 * seed + (uint64_t)seats);
        print_message("# %s: %d deltas of %d bytes, whole they would have %d; %d whole frames\n", g->name, (int)deltas,
                      (int)(bytes_delta / deltas), (int)(bytes_whole / deltas), (int)wholes);
        if (deltas < 4 * wholes || bytes_delta > bytes_whole * 3 / 4)
            fail_msg("%s: deltas are rare, or no shorter", g->name);
    }
    for (int i = 0; i <= IR_SEATS_MAX; i++)
        json_decref(viewer[i].has);
}

/* An outline that is full is of no use, and then frames are whole. */
static void test_outline_full(void **state)
{
    (void)state;
    static char big[IR_FRAME_MAX - 1];
    struct ir_json j;
    ir_json_start(&j, big, sizeof big);
    ir_json_outline(&j, &outline[0]);
    ir_json_list(&j, "a");
    for (int i = 0; i < IR_OUTLINE_MAX - 1; i++)
        ir_json_int(&j, NULL, i % 10);
    assert_false(outline[0].full);
    ir_json_int(&j, NULL, 1);
    ir_json_end(&j, ']');
    ir_json_outline_end(&j);
    assert_true(outline[0].full);
    assert_false(j.text.cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members),       cmocka_unit_test(test_gone),   cmocka_unit_test(test_null),
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_splice), cmocka_unit_test(test_nested),
        cmocka_unit_test(test_random_values), cmocka_unit_test(test_games),  cmocka_unit_test(test_outline_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
