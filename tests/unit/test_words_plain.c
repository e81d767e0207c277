/* test_words_plain.c: the text client's words for a game that has none (src/cli/words_plain.c), on every game: each member of a
 * view is on the table, each event is a sentence, each move can be answered by its text; and nothing else is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <jansson.h>

#include "cli/words.h"
#include "irori_table.h"

static const char *const name[IR_SEATS_MAX] = {"Anna", "Bot 1", "Bot 2", "Bot 3", "Bot 4", "Bot 5"};
static char json[IR_FRAME_MAX], text[1 << 17];

static char *written(void (*write)(FILE *, void *), void *what)
{
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    write(out, what);
    fclose(out);
    return text;
}

static const struct words *words;
static void table_write(FILE *out, void *view)
{
    words->table(out, view, name);
}
struct told {
    struct ir_event event;
    int viewer;
};
static void event_write(FILE *out, void *what)
{
    const struct told *t = what;
    assert_int_equal(words->event(out, &t->event, t->viewer, name), 1);
}

static void table_check(const struct ir_game *g, struct ir_view *v)
{
    struct ir_json j;
    const char *key;
    json_t *value;
    char *table = written(table_write, v), *line = table;
    ir_json_start(&j, json, sizeof json);
    ir_describe(g, v, &j);
    json_t *view = json_loads(json, 0, NULL);
    assert_non_null(view);
    json_object_foreach(view, key, value)
    {
        if (strstr(" game options seats turn seat legal ", key))
            continue;
        char want[80];
        snprintf(want, sizeof want, "%c%s:", toupper((unsigned char)key[0]), key + 1);
        for (char *p = want; *p; p++)
            *p = *p == '_' ? ' ' : *p;
        if (strncmp(line, want, strlen(want)) != 0)
            fail_msg("%s: '%.60s' is not the line of %s", g->name, line, key);
        for (line = strchr(line, '\n') + 1; *line == ' '; line = strchr(line, '\n') + 1) /* its rows */
            ;
    }
    assert_string_equal(line, "");
    assert_null(strpbrk(table, "{}[]\"_"));
    json_decref(view);
}

/* In a sentence for somebody who was not told, no private field has a name. */
static void event_check(const struct ir_game *g, const struct ir_event *e, int viewer)
{
    struct told t = {.viewer = viewer};
    const struct ir_event_kind *k = &g->event_kind[e->kind];
    ir_event_see(e, viewer, &t.event);
    char *told = written(event_write, &t);
    size_t n = strlen(told), fields = 0, commas = 0;
    assert_true(n > 3 && strcmp(told + n - 2, ".\n") == 0);
    for (int i = 0; i < 3; i++)
        fields += (k->pub[i] != NULL) + (k->prv[i] && t.event.see);
    for (const char *p = told; *p; p++)
        commas += *p == ',';
    assert_int_equal(commas, fields - (e->seat < 0 && fields));
    if (e->seat >= 0)
        assert_int_equal(strncmp(told, e->seat == viewer ? "You: " : name[e->seat], e->seat == viewer ? 5 : 4), 0);
}

static void test_any_game_has_words(void **state)
{
    (void)state;
    for (const struct ir_game *const *at = ir_all_games; *at; at++) {
        const struct ir_game *g = *at;
        struct ir_state s;
        struct ir_rng r;
        char why[IR_WHY_MAX];
        words = words_plain(g);
        assert_ptr_equal(words->game, g);
        ir_rng_seed(&r, 4);
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            assert_int_equal(ir_start(g, &s, seats, "", NULL, why), IR_OK);
            while (ir_turn(&s) != IR_OVER) {
                struct ir_view v;
                struct ir_events ev = {0};
                ir_move legal[IR_MOVES_MAX], m;
                int turn = ir_turn(&s);
                if (turn == IR_CHANCE) {
                    m = g->sample(&s, &r);
                } else {
                    for (int seat = IR_SPECTATOR; seat < seats; seat++) {
                        ir_look(g, &s, seat, &v);
                        table_check(g, &v);
                    }
                    ir_look(g, &s, turn, &v);
                    int n = g->legal(&v, legal);
                    m = legal[ir_rng_below(&r, (uint32_t)n)];
                    char move[IR_TEXT_MAX];
                    struct ir_text t;
                    ir_text_start(&t, move, sizeof move);
                    g->move_print(m, &t);
                    assert_int_equal(words->answer(&v, move, legal, n), m);
                    assert_int_equal(words->answer(&v, "no such move", legal, n), IR_NO_MOVE);
                    assert_int_equal(words->answer(&v, "", legal, n), n == 1 ? legal[0] : IR_SEVERAL);
                }
                g->apply(&s, m, &ev);
                for (int i = 0; i < ev.n; i++)
                    for (int seat = IR_SPECTATOR; seat < seats; seat++)
                        event_check(g, &ev.e[i], seat);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_any_game_has_words)};
    return cmocka_run_group_tests_name("plain words", tests, NULL, NULL);
}
