/* refusal.c: why the library refused something, in the player's language.
 *
 * The library writes an English sentence and the code of its kind. The kind has the same sentence with {names} in it, which is
 * the key of a translation. What stood for the {names} is read back from the English sentence. */
#include "cli.h"
#include "speech.h"

enum { NAMES_MAX = 6, NAME_MAX_BYTES = 24, VALUE_MAX_BYTES = IR_WHY_CODE };

struct read_back {
    char name[NAMES_MAX][NAME_MAX_BYTES], value[NAMES_MAX][VALUE_MAX_BYTES];
    int n;
};

/* Copies n bytes, and a zero; 0 if there is no room. */
static int taken(char *to, size_t size, const char *from, size_t n)
{
    if (n >= size)
        return 0;
    memcpy(to, from, n);
    to[n] = 0;
    return 1;
}

/* Reads what stands for the {names} of a pattern; 0 if the text is not made of it, or was cut. */
static int read_back(const char *pattern, const char *text, struct read_back *r)
{
    r->n = 0;
    for (;;) {
        size_t plain = strcspn(pattern, "{");
        if (strncmp(pattern, text, plain) != 0)
            return 0;
        pattern += plain;
        text += plain;
        if (!*pattern)
            return !*text;
        size_t name = strcspn(++pattern, "}");
        if (r->n == NAMES_MAX || !taken(r->name[r->n], NAME_MAX_BYTES, pattern, name))
            return 0;
        pattern += name + 1;
        char between[VALUE_MAX_BYTES];
        plain = strcspn(pattern, "{");
        if (!taken(between, sizeof between, pattern, plain))
            return 0;
        const char *end = *between ? strstr(text, between) : text + strlen(text);
        if (!end || !taken(r->value[r->n++], VALUE_MAX_BYTES, text, (size_t)(end - text)))
            return 0;
        text = end;
    }
}

/* What the library fills in: who moves (actor_print in src/core/game.c), and what an option takes (accepted in options.c). */
static const char *value_said(const char *value)
{
    static const char *const nobody[] = {mark("chance"), mark("nobody (the game is over)")};
    struct read_back r;
    (void)nobody; /* tr() finds them */
    if (read_back("seat {n}", value, &r))
        return phrase("seat {n}", "n", r.value[0]);
    if (read_back("a whole number from {least} to {most}", value, &r))
        return phrase("a whole number from {least} to {most}", "least", r.value[0], "most", r.value[1]);
    if (read_back("{list} or {last}", value, &r))
        return phrase("{list} or {last}", "list", r.value[0], "last", r.value[1]);
    return tr(value);
}

static const char *sentence_said(const struct ir_error_kind *k, const char *text);

/* A move of a record that is not possible is explained by another sentence inside. */
static const char *inner_said(const char *text)
{
    for (const struct ir_error_kind *k = ir_errors; k->code; k++) {
        const char *said = strncmp(k->code, "move-", 5) == 0 ? sentence_said(k, text) : NULL;
        if (said)
            return said;
    }
    return value_said(text);
}

/* NULL: the text is not of this kind. */
static const char *sentence_said(const struct ir_error_kind *k, const char *text)
{
    struct read_back r;
    const char *values[2 * NAMES_MAX + 1] = {NULL};
    if (!read_back(k->sentence, text, &r))
        return NULL;
    for (int i = 0; i < r.n; i++) {
        values[2 * i] = r.name[i];
        values[2 * i + 1] = strcmp(r.name[i], "what") ? value_said(r.value[i]) : inner_said(r.value[i]);
    }
    return filled(tr(k->sentence), values);
}

static const struct ir_error_kind *kind_find(const struct ir_error_kind *k, const char *code, size_t n)
{
    while (k && k->code && (strlen(k->code) != n || memcmp(k->code, code, n) != 0))
        k++;
    return k && k->code ? k : NULL;
}

const char *refusal(const char why[IR_WHY_MAX])
{
    const char *code = why + IR_WHY_CODE;
    if (strlen(why) >= IR_WHY_CODE || !*code)
        return why;
    size_t n = strcspn(code, "\n");
    const struct ir_error_kind *k = kind_find(ir_errors, code, n);
    for (const struct ir_game *const *g = ir_all_games; !k && *g; g++)
        k = kind_find((*g)->error, code, n);
    if (!k)
        return why;
    const char *said = sentence_said(k, why);
    struct read_back r;
    if (!said && read_back("line {line}: {what}", why, &r) && (said = sentence_said(k, r.value[1])) != NULL)
        said = phrase("line {line}: {what}", "line", r.value[0], "what", said);
    return said ? said : why;
}
