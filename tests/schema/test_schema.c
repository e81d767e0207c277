/* test_schema.c: what `irori schema GAME` prints is what the game says: views of seats and spectators, and events as they
 * are told them, from hundreds of random games with random options, are valid; no member is missing from the schema; no member
 * and no event of the schema never comes.
 *
 *     test_schema GAME GAMES < schema
 *
 * The validator knows just the keywords that our schemas use, and refuses others. It is closed: a member that the schema does
 * not name is a fault, although for clients, who may meet a later version, it is not. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/core.h"

enum { ROOM = 1 << 18, SEEN_MAX = 4096 };

static json_t *root;
static char fault[400]; /* the first one */
static const json_t *seen[SEEN_MAX];

static int quiet; /* inside of alternatives, of which not every one must fit */

struct path { /* where in a text */
    const struct path *up;
    const char *key;
};
static void path_print(const struct path *p, struct ir_text *t)
{
    if (p->up) {
        path_print(p->up, t);
        ir_text_put(t, ".");
    }
    ir_text_put(t, p->key);
}

static int bad(const struct path *where, const char *what)
{
    struct ir_text t;
    if (quiet || fault[0])
        return 0;
    ir_text_start(&t, fault, sizeof fault);
    path_print(where, &t);
    ir_text_add(&t, ": %s", what);
    return 0;
}

static const json_t **place(const json_t *schema)
{
    size_t i = ((uintptr_t)schema >> 4) % SEEN_MAX;
    while (seen[i] && seen[i] != schema)
        i = (i + 1) % SEEN_MAX;
    return &seen[i];
}

static const json_t *resolve(const char *ref)
{
    const json_t *j = strncmp(ref, "#/$defs/", 8) == 0 ? json_object_get(json_object_get(root, "$defs"), ref + 8) : NULL;
    if (!j) {
        fprintf(stderr, "no such definition: %s\n", ref);
        exit(1);
    }
    return j;
}

static int type_is(const char *type, const json_t *v)
{
    return strcmp(type, "integer") == 0   ? json_is_integer(v)
           : strcmp(type, "string") == 0  ? json_is_string(v)
           : strcmp(type, "boolean") == 0 ? json_is_boolean(v)
           : strcmp(type, "null") == 0    ? json_is_null(v)
           : strcmp(type, "array") == 0   ? json_is_array(v)
                                          : strcmp(type, "object") == 0 && json_is_object(v);
}

/* Does this schema, or one that it includes, name the member? */
static int names(const json_t *s, const char *key)
{
    const json_t *ref = json_object_get(s, "$ref"), *at;
    size_t i;
    if (json_object_get(json_object_get(s, "properties"), key) || (ref && names(resolve(json_string_value(ref)), key)))
        return 1;
    json_array_foreach(json_object_get(s, "allOf"), i, at) if (names(at, key)) return 1;
    return 0;
}

static int valid(const json_t *s, const json_t *v, const struct path *where, int closed);

static int some_valid(const json_t *list, const json_t *v, const struct path *where, int one)
{
    size_t i;
    int n = 0;
    const json_t *at;
    quiet++;
    json_array_foreach(list, i, at) n += valid(at, v, where, 1);
    quiet--;
    if (one ? n == 1 : n > 0)
        return 1;
    if (quiet)
        return 0;
    char *text = json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY), what[300];
    snprintf(what, sizeof what, "%d of the possible schemas fit %.200s", n, text);
    free(text);
    return bad(where, what);
}

static int members_valid(const json_t *s, const json_t *v, const struct path *where, int closed)
{
    const json_t *has = json_object_get(s, "properties"), *more = json_object_get(s, "additionalProperties"), *at;
    const char *key;
    int ok = 1;
    json_object_foreach((json_t *)(uintptr_t)v, key, at)
    {
        const struct path inner = {where, key};
        const json_t *sub = json_object_get(has, key);
        if (sub)
            *place(sub) = sub;
        if (sub || more)
            ok &= valid(sub ? sub : more, at, &inner, 1);
        else if (closed && has && !names(s, key))
            ok = bad(&inner, "is not in the schema");
    }
    return ok;
}

static int valid(const json_t *s, const json_t *v, const struct path *where, int closed)
{
    const char *key;
    const json_t *at, *one;
    size_t i, n = 0;
    int ok = 1, found;
    json_object_foreach((json_t *)(uintptr_t)s, key, at)
    {
        if (!ok)
            return 0;
        if (strcmp(key, "$ref") == 0) {
            ok &= valid(resolve(json_string_value(at)), v, where, closed);
        } else if (strcmp(key, "type") == 0) {
            found = json_is_string(at) && type_is(json_string_value(at), v);
            json_array_foreach(at, i, one) found |= type_is(json_string_value(one), v);
            ok &= found || bad(where, "has another type");
        } else if (strcmp(key, "const") == 0) {
            ok &= json_equal(at, v) || bad(where, "is another constant");
        } else if (strcmp(key, "enum") == 0) {
            found = 0;
            json_array_foreach(at, i, one) found |= json_equal(one, v);
            ok &= found || bad(where, json_is_string(v) ? json_string_value(v) : "is not one of the values");
        } else if (strcmp(key, "minimum") == 0) {
            ok &= !json_is_integer(v) || json_integer_value(v) >= json_integer_value(at) || bad(where, "is too small");
        } else if (strcmp(key, "maximum") == 0) {
            ok &= !json_is_integer(v) || json_integer_value(v) <= json_integer_value(at) || bad(where, "is too large");
        } else if (strcmp(key, "minItems") == 0) {
            ok &= !json_is_array(v) || (json_int_t)json_array_size(v) >= json_integer_value(at) || bad(where, "is too short");
        } else if (strcmp(key, "maxItems") == 0) {
            ok &= !json_is_array(v) || (json_int_t)json_array_size(v) <= json_integer_value(at) || bad(where, "is too long");
        } else if (strcmp(key, "required") == 0) {
            json_array_foreach(at, i, one) if (json_is_object(v) && !json_object_get(v, json_string_value(one))) ok =
                bad(where, json_string_value(one));
        } else if (strcmp(key, "items") == 0) {
            json_array_foreach(v, n, one) ok &= valid(at, one, where, 1);
        } else if (strcmp(key, "prefixItems") == 0) {
            json_array_foreach(at, n, one) if (json_array_get(v, n)) ok &= valid(one, json_array_get(v, n), where, 1);
        } else if (strcmp(key, "allOf") == 0) {
            json_array_foreach(at, i, one) ok &= valid(one, v, where, 0);
        } else if (strcmp(key, "anyOf") == 0 || strcmp(key, "oneOf") == 0) {
            ok &= some_valid(at, v, where, key[0] == 'o');
        } else if (strcmp(key, "not") == 0) {
            ok &= json_object_size(at) == 0 ? bad(where, "must not be there") : bad(where, "`not` takes {} only");
        } else if (strcmp(key, "properties") && strcmp(key, "additionalProperties") && strcmp(key, "description") &&
                   strcmp(key, "pattern")) {
            ok = bad(where, "has a keyword this test does not know");
        }
    }
    return ok && (!json_is_object(v) || members_valid(s, v, where, closed));
}

/* ---- games ---- */

static uint64_t checked;

static void check(const char *def, const char *text)
{
    json_error_t e;
    const struct path where = {NULL, def};
    json_t *v = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!v)
        bad(&where, e.text);
    else
        valid(json_object_get(json_object_get(root, "$defs"), def), v, &where, 1);
    if (fault[0])
        printf("# %s\n# %.2000s\n", fault, text);
    json_decref(v);
    checked++;
}

/* What one of the viewers is told, and if `view` is set, what it sees. */
static void check_one(const struct ir_game *g, const struct ir_state *s, const struct ir_events *all, int seat, int view)
{
    static char text[ROOM];
    struct ir_json j;
    struct ir_view v;
    struct ir_events told;
    if (view) {
        ir_look(g, s, seat, &v);
        ir_json_start(&j, text, sizeof text);
        ir_describe(g, &v, &j);
        check("View", text);
    }
    ir_events_see(all, seat, &told);
    for (int i = 0; i < told.n && !fault[0]; i++) {
        ir_json_start(&j, text, sizeof text);
        ir_event_json(g, &told.e[i], &j);
        check("Event", text);
    }
}

/* Random options that do not contradict each other: every third game those of a preset. */
static void start(const struct ir_game *g, struct ir_rng *r, struct ir_state *s)
{
    char why[IR_WHY_MAX], text[IR_OPTIONS_TEXT];
    int presets = 0, seats = g->min_seats + (int)ir_rng_below(r, (uint32_t)(g->max_seats - g->min_seats + 1));
    while (g->preset[presets].name)
        presets++;
    do {
        struct ir_text t;
        int one = ir_rng_below(r, 3) == 0;
        ir_text_start(&t, text, sizeof text);
        ir_text_put(&t, g->preset[ir_rng_below(r, (uint32_t)presets)].name);
        for (const struct ir_option *o = g->option; o->name && !one; o++) {
            int value = o->min + (int)ir_rng_below(r, (uint32_t)(o->max - o->min + 1));
            if (strcmp(o->name, "deck") == 0 || ir_rng_below(r, 4))
                continue;
            ir_text_add(&t, ",%s=", o->name);
            if (o->words)
                ir_text_put(&t, o->words[value - o->min]);
            else
                ir_text_int(&t, value);
        }
    } while (ir_start(g, s, seats, text, NULL, why) != IR_OK);
}

static void play(const struct ir_game *g, uint64_t seed)
{
    struct ir_rng r;
    struct ir_state s;
    struct ir_events ev = {.n = 0};
    ir_rng_seed(&r, seed);
    start(g, &r, &s);
    check_one(g, &s, &ev, IR_SPECTATOR, 1);
    for (int turn; (turn = ir_turn(&s)) != IR_OVER && !fault[0];) {
        ir_move legal[IR_MOVES_MAX], m;
        struct ir_view v;
        ev.n = 0;
        if (turn == IR_CHANCE) {
            m = g->sample(&s, &r);
        } else {
            ir_look(g, &s, turn, &v);
            m = legal[ir_rng_below(&r, (uint32_t)g->legal(&v, legal))];
        }
        g->apply(&s, m, &ev);
        /* a deal is many rows, and a view many members: hundreds of games rather than every position */
        check_one(g, &s, &ev, (int)ir_rng_below(&r, (uint32_t)ir_seats(&s) + 1) - 1,
                  ir_turn(&s) == IR_OVER || ir_rng_below(&r, turn == IR_CHANCE ? 32 : 8) == 0);
    }
}

/* ---- what never came ---- */

static int n_unseen;

static void unseen_list(const json_t *s, const char *where)
{
    const char *key;
    const json_t *at;
    json_object_foreach(json_object_get(s, "properties"), key, at)
    {
        int found = json_object_get(at, "not") || *place(at) || strcmp(key, "seat") == 0; /* not every event has one */
        if (!found)
            printf("# never came: %s.%s\n", where, key);
        n_unseen += !found;
    }
}

int main(int argc, char **argv)
{
    const struct ir_game *g = argc == 3 ? ir_game_find(argv[1]) : NULL;
    root = json_loadf(stdin, 0, NULL);
    if (!g || !root)
        return 2;
    json_t *at;
    const char *key;
    long games = strtol(argv[2], NULL, 10);
    puts("1..3");
    for (int i = 0; i < games && !fault[0]; i++)
        play(g, (uint64_t)i + 1);
    printf("%s 1 - every view and event of %s games is valid\n", fault[0] ? "not ok" : "ok", argv[2]);
    json_object_foreach(json_object_get(root, "$defs"), key, at) unseen_list(at, key);
    printf("%s 2 - every member and every kind of event of the schema came\n", n_unseen ? "not ok" : "ok");
    /* This test can fail: with a member more, a member less, or another value, a view is refused. */
    static char text[ROOM];
    struct ir_state s;
    struct ir_view v;
    struct ir_json j;
    char why[IR_WHY_MAX];
    ir_start(g, &s, g->min_seats, "", NULL, why);
    ir_look(g, &s, 0, &v);
    ir_json_start(&j, text, sizeof text);
    ir_describe(g, &v, &j);
    json_t *view = json_loads(text, 0, NULL), *schema = json_object_get(json_object_get(root, "$defs"), "View");
    const struct path where = {NULL, "view"};
    int good = valid(schema, view, &where, 1);
    json_object_set_new(view, "extra", json_true());
    good &= !valid(schema, view, &where, 1);
    json_object_del(view, "extra");
    json_object_set_new(view, "seats", json_integer(99));
    good &= !valid(schema, view, &where, 1);
    json_object_del(view, "seats");
    good &= !valid(schema, view, &where, 1);
    printf("%s 3 - a wrong view is refused\n", good ? "ok" : "not ok");
    printf("# %llu views and events\n", (unsigned long long)checked);
    json_decref(view);
    json_decref(root);
    return 0;
}
