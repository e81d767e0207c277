/* words_plain.c: the words of a game that brings none (no games/NAME/words.c). The table is the view's JSON in lines, an event
 * is a sentence made of its kind and its fields, a move is its own text.
 *
 * These words are for any game, so they must know which: the program plays one at a time, and `spoken` is that one. */
#include "words.h"

#include <ctype.h>
#include <jansson.h>

static const struct ir_game *spoken;

/* "win_pays" as people read it: "win pays". */
static void key_print(FILE *out, const char *key, int capital)
{
    for (const char *p = key; *p; p++)
        fputc(*p == '_' ? ' ' : capital && p == key ? toupper((unsigned char)*p) : *p, out);
}

static int is_plain(const json_t *v)
{
    return !json_is_object(v) && !json_is_array(v);
}

/* A value within a line: "3, 7", "coins 25; calls 0", and in brackets what lies deeper. */
static void value_print(FILE *out, const json_t *v, int depth)
{
    size_t i = 0;
    const char *key;
    json_t *child;
    if (json_is_string(v))
        fputs(*json_string_value(v) ? json_string_value(v) : "nothing", out);
    else if (json_is_integer(v))
        fprintf(out, "%lld", (long long)json_integer_value(v));
    else if (json_is_boolean(v))
        fputs(json_is_true(v) ? "yes" : "no", out);
    else if (is_plain(v) || (json_array_size(v) == 0 && json_object_size(v) == 0))
        fputs("nothing", out);
    else {
        fputs(depth ? "(" : "", out);
        if (json_is_array(v)) {
            json_array_foreach(v, i, child)
            {
                fputs(i ? ", " : "", out);
                value_print(out, child, depth + 1);
            }
        } else {
            json_object_foreach((json_t *)(uintptr_t)v, key, child)
            {
                fputs(i++ ? "; " : "", out);
                key_print(out, key, 0);
                fputc(' ', out);
                value_print(out, child, depth + 1);
            }
        }
        fputs(depth ? ")" : "", out);
    }
}

static const char *called(int seat, int viewer, const char *const *name)
{
    return seat == viewer && viewer >= 0 ? "You" : name[seat];
}

/* A zone of the table is a line; a list of objects is a line for each; as many objects as there are seats are those of the
 * seats. */
static void zone_print(FILE *out, const char *key, const json_t *v, int seats, int viewer, const char *const *name)
{
    size_t i;
    json_t *child;
    int rows = json_array_size(v) > 0 && json_is_object(json_array_get(v, 0)),
        players = rows && (int)json_array_size(v) == seats;
    key_print(out, key, 1);
    fputs(rows ? ":\n" : ": ", out);
    if (!rows) {
        value_print(out, v, 0);
        fputc('\n', out);
        return;
    }
    json_array_foreach(v, i, child)
    {
        if (players)
            fprintf(out, "  %s: ", called((int)i, viewer, name));
        else
            fputs("  ", out);
        value_print(out, child, 0);
        fputc('\n', out);
    }
}

/* What ir_describe says of every game, and the client tells in its own way. */
static int is_said_elsewhere(const char *key)
{
    static const char *const keys[] = {"game", "options", "seats", "turn", "seat", "legal", NULL};
    for (int i = 0; keys[i]; i++)
        if (strcmp(keys[i], key) == 0)
            return 1;
    return 0;
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
    int seats = (int)json_integer_value(json_object_get(view, "seats"));
    json_object_foreach(view, key, zone) if (!is_said_elsewhere(key)) zone_print(out, key, zone, seats, v->seat, name);
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
    fputs("Your move?", out);
}

static const char *explain(const struct ir_view *v, const char **rule)
{
    (void)v;
    *rule = NULL;
    return "It is your move. The lines above the question are the table as you see it; the list below it is all you may do.";
}

static void field_print(FILE *out, const char *spec, int value, int viewer, const char *const *name)
{
    char word[IR_TEXT_MAX];
    struct ir_text t;
    const char *colon = strchr(spec, ':');
    fprintf(out, "%.*s ", (int)(colon - spec), spec);
    ir_text_start(&t, word, sizeof word);
    if (colon[1] == 's')
        ir_text_put(&t, value >= 0 && value < IR_SEATS_MAX ? called(value, viewer, name) : "nobody");
    else if (colon[1] == 'n')
        ir_text_int(&t, value);
    else
        spoken->word(colon[1], value, &t);
    fputs(word, out);
}

/* "Bot: discard, card 7." or, where nobody did it, "Market: card 3." */
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

/* A move by its text, or by the beginning of it, if that is of one move only. */
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
