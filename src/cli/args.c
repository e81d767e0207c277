/* args.c: arguments by table, so that all subcommands print help and errors in the same way. */
#include "cli.h"
#include "screen.h"
#include "speech.h"

#include <stdarg.h>

int complain(const char *command, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    fflush(stdout);
    fprintf(stderr, "irori %s: ", command);
    vfprintf(stderr, format, a);
    fputc('\n', stderr);
    va_end(a);
    return 2;
}

const struct args_visitor *args_visitor;

void args_action(const char *command, const char *name, const char *takes, const char *help)
{
    if (args_visitor && args_visitor->action)
        args_visitor->action(command, name, takes, help);
}

int arg_positional(const struct arg *a)
{
    return a->name[0] != '-';
}

int arg_collects(const struct arg *a)
{
    size_t n = strlen(a->name);
    return n > 3 && strcmp(a->name + n - 3, "...") == 0;
}

static void help_line(const char *left, const char *text)
{
    int width = screen_width(), narrow = width && width < 50;
    printf("  %-20s%s", left, strlen(left) > 19 || narrow ? narrow ? "\n    " : "\n                      " : "");
    wrap(stdout, text, strlen(text), width, narrow ? 4 : 22, narrow ? 4 : 22);
    putchar('\n');
}

static void help(const char *command, const char *summary, const struct arg *args)
{
    printf("irori %s", command);
    for (const struct arg *a = args; a->name; a++)
        if (arg_positional(a))
            printf(a->value ? " [%s]" : " %s", a->name);
    printf(" [OPTIONS]: %s\n\n", summary);
    for (const struct arg *a = args; a->name; a++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", a->name, a->kind == ARG_FLAG || arg_positional(a) ? "" : " ",
                 a->kind == ARG_FLAG || arg_positional(a) ? "" : a->value);
        help_line(left, a->help);
    }
    help_line("--help", tr("this text"));
    help_line("--version", tr("the version of irori"));
}

static int whole_number(const char *command, const char *where, const char *name, const struct arg *a, const char *text)
{
    char *end;
    long long v = strtoll(text, &end, 10);
    if (!*text || *end || strlen(text) > 18 || v < a->min || v > a->max)
        return complain(command, "%s%s", where,
                        phrase("{name} cannot be '{text}'; it takes a whole number from {min} to {max}", "name", name, "text",
                               cut(text), "min", number((long)a->min), "max", number((long)a->max)));
    *(int64_t *)a->to = v;
    return 0;
}

int arg_set(const char *command, const char *where, const char *name, const struct arg *a, const char *text,
            enum arg_source source)
{
    if (a->kind == ARG_NUMBER)
        return whole_number(command, where, name, a, text);
    if (a->kind == ARG_MANY || arg_collects(a)) {
        struct arg_list *list = a->to;
        if (list->source != source)
            list->n = 0; /* a stronger source replaces the whole list */
        list->source = source;
        if (list->n == a->max)
            return complain(command, "%s%s", where,
                            phrase("'{text}' is one too many; {name} takes at most {n}", "text", cut(text), "name", name, "n",
                                   number((long)a->max)));
        list->text[list->n++] = text;
        return 0;
    }
    *(const char **)a->to = text;
    return 0;
}

static int store(const char *command, const struct arg *a, const char *text)
{
    return arg_set(command, "", a->name, a, text, ARG_FROM_LINE);
}

int args_read(const char *command, const char *summary, const struct arg *args, int argc, char **argv)
{
    const struct arg *next = args; /* the next positional */
    if (args_visitor) {
        args_visitor->command(command, summary, args);
        return 1;
    }
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *eq = strchr(word, '=');
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            help(command, summary, args);
            return 1;
        }
        if (strcmp(word, "--version") == 0) {
            puts("irori " IR_VERSION);
            return 1;
        }
        const struct arg *a = args;
        size_t n = eq ? (size_t)(eq - word) : strlen(word);
        if (word[0] == '-' && word[1]) {
            while (a->name && (strlen(a->name) != n || memcmp(a->name, word, n) != 0))
                a++;
            if (!a->name || arg_positional(a))
                return complain(
                    command, "%s",
                    phrase("there is no option '{text}'; see irori {command} --help", "text", cut(word), "command", command));
            if (a->kind == ARG_FLAG) {
                if (eq)
                    return complain(command, "%s", phrase("{name} takes no value", "name", a->name));
                *(int *)a->to = 1;
                continue;
            }
            if (!eq && i + 1 == argc)
                return complain(command, "%s",
                                phrase("{name} needs a value: {name} {value}", "name", a->name, "value", a->value));
            if (store(command, a, eq ? eq + 1 : argv[++i]))
                return 2;
            continue;
        }
        while (next->name && !arg_positional(next))
            next++;
        if (!next->name)
            return complain(
                command, "%s",
                phrase("'{text}' is one argument too many; see irori {command} --help", "text", cut(word), "command", command));
        if (store(command, next, word))
            return 2;
        next += !arg_collects(next);
    }
    for (; next->name; next++)
        if (arg_positional(next) && !next->value && !(arg_collects(next) && ((struct arg_list *)next->to)->n >= next->min))
            return complain(command, "%s",
                            phrase("{name} is missing: {help}; see irori {command} --help", "name", next->name, "help",
                                   next->help, "command", command));
    return 0;
}

const char *options_help(void)
{
    char example[128];
    const struct ir_game *g = ir_games[0];
    const char *preset = g && g->preset[0].name ? g->preset[0].name : NULL,
               *option = g && g->option[0].name ? g->option[0].name : NULL;
    if (!preset || !option)
        return tr("options of the game: a preset, or NAME=VALUE with commas between");
    snprintf(example, sizeof example, "%s,%s=%d", preset, option, g->option[0].def);
    return phrase("options of the game, such as {example} (irori rules GAME options lists them)", "example", example);
}

const struct ir_game *game_or_complain(const char *command, const char *name)
{
    const struct ir_game *g = ir_game_find(name);
    char known[200];
    struct ir_text t;
    if (g)
        return g;
    ir_text_start(&t, known, sizeof known);
    for (const struct ir_game *const *k = ir_games; *k; k++)
        ir_text_add(&t, "%s%s", k == ir_games ? "" : ", ", (*k)->name);
    complain(command, "%s", phrase("there is no game '{name}'; there is: {list}", "name", cut(name), "list", known));
    return NULL;
}

/* The value of deck=... in an options text and its length, if it is not a compiled-in deck. */
static const char *deck_file(const struct ir_game *g, const char *options, size_t *n)
{
    for (const char *p = options; g->deck && p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
        if (strncmp(p, "deck=", 5) != 0)
            continue;
        *n = strcspn(p + 5, ",");
        for (const struct ir_deck *d = g->deck; d->name; d++)
            if (strlen(d->name) == *n && memcmp(d->name, p + 5, *n) == 0)
                return NULL;
        return p + 5;
    }
    return NULL;
}

int setup_read(const char *command, struct setup *s, const struct ir_game *g, int64_t seats, const char *options)
{
    struct ir_state state;
    char why[IR_WHY_MAX];
    *s = (struct setup){.game = g, .seats = seats ? (int)seats : g->min_seats};
    size_t n = 0;
    const char *file = deck_file(g, options, &n);
    if (strlen(options) >= IR_OPTIONS_TEXT) {
        int16_t value[IR_OPTIONS_MAX]; /* prefer a better reason than the length, if there is one */
        if (ir_options_parse(g, options, value, why) == IR_OK)
            return complain(command, "%s",
                            phrase("the options are longer than {n} characters", "n", number(IR_OPTIONS_TEXT - 1)));
        return complain(command, "%s", refusal(why));
    }
    struct ir_text t;
    ir_text_start(&t, s->options, sizeof s->options);
    if (file) {
        char path[IR_OPTIONS_TEXT];
        memcpy(path, file, n);
        path[n] = 0;
        s->deck = file_read(command, path, 1 << 16);
        if (!s->deck)
            return 2;
        ir_text_put_n(&t, options, (size_t)(file - options));
        ir_text_add(&t, "custom%s", file + n);
    } else {
        ir_text_put(&t, options);
    }
    if (ir_start(g, &state, s->seats, s->options, s->deck, why)) {
        complain(command, "%s", refusal(why));
        free(s->deck);
        return 2;
    }
    return 0;
}
