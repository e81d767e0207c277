/* options.c: parses and prints the options of a game, from its table of names, ranges and presets. */
#include "core.h"

static int option_count(const struct ir_game *g)
{
    int n = 0;
    while (g->option[n].name)
        n++;
    ir_assert(n <= IR_OPTIONS_MAX);
    return n;
}

static int name_is(const char *name, const char *s, size_t n)
{
    return strlen(name) == n && memcmp(name, s, n) == 0;
}

static int option_find(const struct ir_game *g, const char *s, size_t n)
{
    for (int i = 0; g->option[i].name; i++)
        if (name_is(g->option[i].name, s, n))
            return i;
    return -1;
}

void ir_option_print(const struct ir_option *o, int v, struct ir_text *t)
{
    if (o->words)
        ir_text_put(t, o->words[v - o->min]);
    else
        ir_text_int(t, v);
}

static int value_parse(const struct ir_option *o, const char *s, size_t n, int16_t *v)
{
    if (o->words) {
        for (int i = o->min; i <= o->max; i++)
            if (name_is(o->words[i - o->min], s, n)) {
                *v = (int16_t)i;
                return 1;
            }
        return 0;
    }
    int64_t x;
    if (!ir_number_parse(s, n, o->min, o->max, &x))
        return 0;
    *v = (int16_t)x;
    return 1;
}

static void accepted(const struct ir_option *o, struct ir_text *t)
{
    if (!o->words) {
        ir_text_add(t, "a whole number from %d to %d", o->min, o->max);
        return;
    }
    for (int i = o->min; i <= o->max; i++)
        ir_text_add(t, "%s%s", i == o->min ? "" : i == o->max ? " or " : ", ", o->words[i - o->min]);
}

#define refuse(...) (ir_refuse(__VA_ARGS__), IR_E_OPTION)

/* Parses a text without a preset. `given` marks the options it names; NULL for the text of a preset. */
static int assign(const struct ir_game *g, const char *text, int16_t *value, uint8_t *given, char why[IR_WHY_MAX])
{
    while (*text) {
        size_t n = strcspn(text, ","), name = strcspn(text, "=,");
        int i = option_find(g, text, name);
        char list[IR_WHY_CODE];
        struct ir_text t;
        ir_text_start(&t, list, sizeof list);
        if (i < 0) {
            for (int k = 0; g->option[k].name; k++)
                ir_text_add(&t, "%s%s", k ? " " : "", g->option[k].name);
            return refuse(why, &ir_errors[ERROR_OPTION_UNKNOWN], g->name, text, name, list);
        }
        const struct ir_option *o = &g->option[i];
        if (name == n) {
            accepted(o, &t);
            return refuse(why, &ir_errors[ERROR_OPTION_EMPTY], g->name, text, name, list);
        }
        if (!value_parse(o, text + name + 1, n - name - 1, &value[i])) {
            accepted(o, &t);
            return refuse(why, &ir_errors[ERROR_OPTION_VALUE], g->name, o->name, text + name + 1, n - name - 1, list);
        }
        if (given && given[i]++)
            return refuse(why, &ir_errors[ERROR_OPTION_TWICE], g->name, o->name);
        text += n;
        if (*text == ',' && !*++text)
            return refuse(why, &ir_errors[ERROR_OPTION_COMMA], g->name);
    }
    return IR_OK;
}

static const struct ir_preset *preset_find(const struct ir_game *g, const char *s, size_t n)
{
    for (const struct ir_preset *p = g->preset; p->name; p++)
        if (name_is(p->name, s, n))
            return p;
    return NULL;
}

int ir_options_parse(const struct ir_game *g, const char *text, int16_t *value, char why[IR_WHY_MAX])
{
    struct ir_text t;
    uint8_t given[IR_OPTIONS_MAX] = {0};
    int n = option_count(g);
    ir_why_start(&t, why);
    for (int i = 0; i < n; i++)
        value[i] = g->option[i].def;
    size_t first = strcspn(text, ","), eq = strcspn(text, "=,");
    const struct ir_preset *p = g->preset;
    if (first && first == eq) {
        p = preset_find(g, text, first);
        if (!p && option_find(g, text, first) < 0) {
            char list[IR_WHY_CODE];
            ir_text_start(&t, list, sizeof list);
            for (p = g->preset; p->name; p++)
                ir_text_add(&t, "%s%s", p == g->preset ? "" : " ", p->name);
            return refuse(why, &ir_errors[ERROR_PRESET_UNKNOWN], g->name, text, first, list);
        }
        if (p)
            text += first + (text[first] == ',');
        else
            p = g->preset;
    }
    if (assign(g, p->options, value, NULL, why))
        ir_panic("a preset names an option the game does not have", __FILE__, __LINE__);
    int error = assign(g, text, value, given, why);
    if (!error && g->options_check && !g->options_check(value, given, why))
        error = IR_E_OPTION;
    return error;
}

/* The values of a preset, before options_check. */
static void preset_values(const struct ir_game *g, const struct ir_preset *p, int16_t *value)
{
    char why[IR_WHY_MAX];
    for (int i = 0; g->option[i].name; i++)
        value[i] = g->option[i].def;
    if (assign(g, p->options, value, NULL, why))
        ir_panic("a preset names an option the game does not have", __FILE__, __LINE__);
}

/* Do a preset and the options of `mask` give these values? */
static int gives(const struct ir_game *g, const int16_t *preset, const int16_t *value, uint64_t mask)
{
    int16_t got[IR_OPTIONS_MAX];
    uint8_t given[IR_OPTIONS_MAX] = {0};
    char why[IR_WHY_MAX];
    int n = option_count(g);
    memcpy(got, preset, (size_t)n * sizeof *got);
    for (; mask; mask &= mask - 1) {
        int i = set_first(mask);
        got[i] = value[i];
        given[i] = 1;
    }
    return (!g->options_check || g->options_check(got, given, why)) && memcmp(got, value, (size_t)n * sizeof *value) == 0;
}

static void spell(const struct ir_game *g, const struct ir_preset *p, const int16_t *value, uint64_t mask, struct ir_text *t)
{
    ir_text_start(t, t->out, t->size);
    ir_text_put(t, p->name);
    for (; mask; mask &= mask - 1) {
        int i = set_first(mask);
        ir_text_add(t, ",%s=", g->option[i].name);
        ir_option_print(&g->option[i], value[i], t);
    }
}

/* Tries each preset with only the options that are needed to read back the same values, and prints the shortest text. (An
 * option may follow from another, so an option that differs from the preset is not always needed.) 0: no text gives these
 * values. */
static int print_shortest(const struct ir_game *g, const int16_t *value, char best[IR_OPTIONS_TEXT])
{
    char text[IR_OPTIONS_TEXT];
    struct ir_text t = {.out = text, .size = sizeof text};
    size_t best_n = IR_OPTIONS_TEXT, shortest = sizeof ",a=b" - 1; /* what an option takes */
    int n = option_count(g);
    for (const struct ir_preset *p = g->preset; p->name; p++) {
        int16_t raw[IR_OPTIONS_MAX];
        uint64_t mask = 0;
        if (strlen(p->name) >= best_n)
            continue;
        preset_values(g, p, raw);
        if (!gives(g, raw, value, 0))
            for (int i = 0; i < n; i++)
                mask |= (uint64_t)(raw[i] != value[i]) << i;
        if (strlen(p->name) + (mask ? shortest : 0) >= best_n || !gives(g, raw, value, mask))
            continue;
        for (int i = n - 1; i >= 0; i--)
            if (mask >> i & 1 && gives(g, raw, value, mask & ~BIT(i)))
                mask &= ~BIT(i);
        spell(g, p, value, mask, &t);
        if (!t.cut && t.len < best_n) {
            best_n = t.len;
            memcpy(best, text, t.len + 1);
        }
    }
    return best_n < IR_OPTIONS_TEXT;
}

void ir_options_print(const struct ir_game *g, const int16_t *value, struct ir_text *out)
{
    char best[IR_OPTIONS_TEXT];
    int possible = print_shortest(g, value, best);
    ir_assert(possible);
    ir_text_put(out, best);
}

int ir_options_sound(const struct ir_game *g, const int16_t *value)
{
    char text[IR_OPTIONS_TEXT];
    for (int i = 0; g->option[i].name; i++) /* a default may stand for what follows from other options */
        if ((value[i] < g->option[i].min || value[i] > g->option[i].max) && value[i] != g->option[i].def)
            return 0;
    return print_shortest(g, value, text);
}

const int16_t *ir_options(const struct ir_state *s)
{
    return (const int16_t *)(const void *)(s->b + sizeof(struct ir_head));
}
