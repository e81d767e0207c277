/* test_block.c: frames with blocks, for every game: a block is the seat's own view, its own part of the events, and nothing
 * else. Whatever a seat cannot tell apart gives it the same bytes. */
#include "unit/table_drive.h"

#include <jansson.h>

static struct drive d, other;
static struct ir_rng rng;
static char block_a[IR_FRAME_MAX], block_b[IR_FRAME_MAX], hex[2 * IR_STATE_MAX + 1];

static void open_game(const struct ir_game *g, uint64_t seed)
{
    ir_rng_seed(&rng, seed);
    drive_open(&d, g, g->min_seats < 2 ? 2 : g->min_seats, "", "reaction=0", seed);
    drive_start(&d, d.t.n_seats);
}

/* The bytes are those of ir_look, or of ir_table_view for a seat that is asked. */
static void view_is_own(int seat)
{
    struct ir_view v;
    struct ir_text t;
    json_t *m = json_loads(drive_block(&d, seat, block_a), 0, NULL), *block = json_object_get(m, "block");
    int asked = json_is_true(json_object_get(block, "asked"));
    if (asked)
        ir_table_view(&d.t, seat, &v, NULL);
    else
        ir_look(d.t.game, &d.t.now, seat, &v);
    ir_text_start(&t, hex, sizeof hex);
    ir_text_hex(&t, v.b, ir_state_size(d.t.game));
    assert_string_equal(json_string_value(json_object_get(block, "view")), hex);
    assert_int_equal(json_integer_value(json_object_get(block, "rules")), d.t.game->rules_rev);
    assert_null(json_object_get(m, "view"));
    assert_null(json_object_get(m, "events"));
    assert_int_equal(json_array_size(json_object_get(block, "events")), d.done.story.n);
    json_decref(m);
}

/* Another world with the same view for this seat, and the same events but for what others were told. */
static int other_world(int seat)
{
    struct ir_view v;
    ir_look(d.t.game, &d.t.now, seat, &v);
    memcpy(&other, &d, sizeof d);
    if (ir_turn(&d.t.now) != IR_OVER)
        d.t.game->imagine(&v, &rng, &other.t.now);
    for (int i = 0; i < other.done.story.n; i++)
        if (!(seat >= 0 && other.done.story.e[i].see >> seat & 1))
            for (int k = 0; k < 3; k++)
                other.done.story.e[i].prv[k] = (int32_t)ir_rng_below(&rng, 40);
    assert_string_equal(drive_block(&d, seat, block_a), drive_block(&other, seat, block_b));
    return memcmp(d.t.now.b, other.t.now.b, ir_state_size(d.t.game)) != 0;
}

static void test_worlds(void **state)
{
    (void)state;
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        int differ = 0, frames = 0;
        for (uint64_t seed = 1; seed <= 6; seed++) {
            open_game(*g, seed * 31);
            do {
                for (int seat = IR_SPECTATOR; seat < d.t.n_seats; seat++, frames++) {
                    view_is_own(seat);
                    differ += other_world(seat);
                }
            } while (drive_step(&d, &rng));
            drive_close(&d);
        }
        print_message("# %s: %d frames, %d of them in another world\n", (*g)->name, frames, differ);
        assert_true(frames > 100 && differ > 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
