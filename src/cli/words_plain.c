/* words_plain.c: the words of a game that brings none (no games/NAME/words.c). The table is the view's JSON in lines, an event
 * is a sentence made of its kind and its fields, a move is its own text.
 *
 * The program plays one game at a time; `spoken` is that game. */
#include "words.h"
#include "irori_table.h"

#include <ctype.h>
#include <jansson.h>

#include "table/plain_names.h"

static const struct ir_game *spoken;

static const char *const by_seat[] = {PLAIN_BY_SEAT, NULL}, *const seat_names[] = {PLAIN_SEAT, NULL},
                         *const said_elsewhere[] = {PLAIN_KNOWN, NULL};

/* Whose table it is. */
struct whose {
    int seats, viewer;
    const char *const *name;
};

static int is_in(const char *const *list, const char *key)
{
    while (*list && strcmp(*list, key) != 0)
        list++;
    return *list != NULL;
}

/* "win_pays" as text: "win pays". */
static void key_print(FILE *out, const char *key, int capital)
{
    for (const char *p = key; *p; p++)
        fputc(*p == '_' ? ' ' : capital && p == key ? toupper((unsigned char)*p) : *p, out);
}

/* A value within a line: "3, 7", "coins 25; calls 0", deeper levels in brackets. */
static void value_print(FILE *out, const char *key, json_t *v, int depth, const struct whose *w)
{
    int seat = json_is_integer(v) && is_in(seat_names, key) ? (int)json_integer_value(v) : -1, n = 0;
    const char *name;
    size_t i;
    json_t *child;
    if (seat >= 0 && seat < w->seats) {
        fputs(called(seat, w->viewer, w->name), out);
    } else if (json_is_string(v) && *json_string_value(v)) {
        fputs(json_string_value(v), out);
    } else if (json_is_integer(v)) {
        fprintf(out, "%lld", (long long)json_integer_value(v));
    } else if (json_is_boolean(v)) {
        fputs(json_is_true(v) ? tr_of("answer", "yes") : tr_of("answer", "no"), out);
    } else if (json_array_size(v) + json_object_size(v) == 0) {
        fputs(tr("nothing"), out);
    } else {
        fputs(depth ? "(" : "", out);
        json_array_foreach(v, i, child)
        {
            fputs(i ? ", " : "", out);
            value_print(out, key, child, depth + 1, w);
        }
        json_object_foreach(v, name, child)
        {
            fputs(n++ ? "; " : "", out);
            key_print(out, name, 0);
            fputc(' ', out);
            value_print(out, name, child, depth + 1, w);
        }
        fputs(depth ? ")" : "", out);
    }
}

/* Each member of the view is a line; a list of objects, or a list by seat, has a line for each entry. */
static void zone_print(FILE *out, const char *key, json_t *v, const struct whose *w)
{
    size_t i;
    json_t *child;
    int players = (int)json_array_size(v) == w->seats && is_in(by_seat, key);
    int rows = players || json_is_object(json_array_get(v, 0));
    key_print(out, key, 1);
    fputs(rows ? ":\n" : ": ", out);
    if (!rows) {
        value_print(out, key, v, 0, w);
        fputc('\n', out);
        return;
    }
    json_array_foreach(v, i, child)
    {
        fputs("  ", out);
        if (players)
            fprintf(out, "%s: ", called((int)i, w->viewer, w->name));
        value_print(out, key, child, 0, w);
        fputc('\n', out);
    }
}

static void table(FILE *out, const struct ir_view *v, const char *const *name)
{
    char *text = malloc(IR_FRAME_MAX);
    const char *key;
    struct ir_json j;
    json_t *zone;
    if (!text) {
        fputs("irori: out of memory\n", stderr);
        exit(1);
    }
    ir_json_start(&j, text, IR_FRAME_MAX);
    ir_describe(spoken, v, &j);
    json_t *view = json_loads(text, 0, NULL);
    free(text);
    const struct whose whose = {(int)json_integer_value(json_object_get(view, "seats")), v->seat, name};
    json_object_foreach(view, key, zone) if (!is_in(said_elsewhere, key)) zone_print(out, key, zone, &whose);
    if (!view)
        fprintf(out, "(%s describes its table in something that is not JSON.)\n", spoken->name);
    json_decref(view);
}

static void move_text(ir_move m, char text[IR_TEXT_MAX])
{
    struct ir_text t;
    ir_text_start(&t, text, IR_TEXT_MAX);
    spoken->move_print(m, &t);
}

static int choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    char text[IR_TEXT_MAX];
    (void)v, (void)name;
    move_text(m, text);
    fputs(text, out);
    return 1;
}

static void question(FILE *out, const struct ir_view *v, const char *const *name)
{
    (void)v, (void)name;
    fputs(tr("Your move?"), out);
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    (void)v;
    *rule = NULL;
    return tr(
        "It is your move. The lines above the question are the table as you see it; the list below it is all you may do.");
}

static void field_print(FILE *out, const char *spec, int value, int viewer, const char *const *name)
{
    char word[IR_TEXT_MAX];
    struct ir_text t;
    const char *colon = strchr(spec, ':');
    fprintf(out, "%.*s ", (int)(colon - spec), spec);
    ir_text_start(&t, word, sizeof word);
    if (colon[1] == 's')
        ir_text_put(&t, value >= 0 && value < IR_SEATS_MAX ? called(value, viewer, name) : tr("nobody"));
    else if (colon[1] == 'n')
        ir_text_int(&t, value);
    else
        spoken->value_print(colon[1], value, &t);
    fputs(word, out);
}

/* "Bot: discard, card 7." or, for an event without a seat, "Market: card 3." */
static int event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    const struct ir_event_kind *k = &spoken->event_kind[e->kind];
    const char *separator = e->seat >= 0 ? ", " : ": ";
    if (e->seat >= 0)
        fprintf(out, "%s: ", called(e->seat, viewer, name));
    key_print(out, k->name, e->seat < 0);
    for (int i = 0; i < 6; i++) {
        const char *spec = i < 3 ? k->pub[i] : e->see ? k->prv[i - 3] : NULL;
        if (!spec)
            continue;
        fputs(separator, out);
        field_print(out, spec, i < 3 ? e->pub[i] : e->prv[i - 3], viewer, name);
        separator = ", ";
    }
    fputs(".\n", out);
    return 1;
}

/* A move by its text, or by an unambiguous prefix of it. */
static ir_move answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    ir_move found = IR_NO_MOVE;
    (void)v;
    for (int i = 0; i < n; i++) {
        char move[IR_TEXT_MAX];
        size_t same = 0;
        move_text(legal[i], move);
        while (text[same] && tolower((unsigned char)text[same]) == tolower((unsigned char)move[same]))
            same++;
        if (text[same])
            continue;
        if (!move[same])
            return legal[i];
        if (same && isdigit((unsigned char)text[same - 1]) && isdigit((unsigned char)move[same]))
            continue; /* "play 1" is not the beginning of "play 13" */
        found = found == IR_NO_MOVE ? legal[i] : IR_SEVERAL;
    }
    return found;
}

const struct words *words_plain(const struct ir_game *g)
{
    static struct words words = {
        .table = table, .choice = choice, .question = question, .explain = explain, .event = event, .answer = answer};
    words.game = spoken = g;
    words.welcome = g->title;
    return &words;
}
