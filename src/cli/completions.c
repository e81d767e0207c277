/* completions.c: `irori completions SHELL`: the completion of commands and options for a shell, made from the very tables that
 * args_read reads, so that it cannot lag behind them. `json` prints the tables themselves, from which scripts/man.py makes the
 * lists in the man pages. The build installs all of them. */
#include "cli.h"

#include <jansson.h>

static const struct command *all;

/* ---- what may stand in a place ---- */

enum kind { KIND_TEXT, KIND_GAME, KIND_BOT, KIND_FILE, KIND_FOLDER, KIND_FORM };

static enum kind kind_of(const char *value)
{
    static const struct {
        const char *value;
        enum kind kind;
    } known[] = {{"GAME", KIND_GAME},     {"A", KIND_BOT},      {"B", KIND_BOT},     {"BOT...", KIND_BOT},
                 {"BOT", KIND_BOT},       {"A,B", KIND_BOT},    {"FILE", KIND_FILE}, {"TO", KIND_FILE},
                 {"FILE...", KIND_FILE},  {"STORE", KIND_FILE}, {"PATH", KIND_FILE}, {"FROM", KIND_FILE},
                 {"FOLDER", KIND_FOLDER}, {"FORM", KIND_FORM},  {"NAME", KIND_BOT},  {NULL, KIND_TEXT}};
    int i = 0;
    while (known[i].value && strcmp(known[i].value, value) != 0)
        i++;
    return known[i].kind;
}

/* Of an option: nothing is offered for a number; NAME is a bot's, and URL a file, only where the option says so. */
static enum kind option_kind(const struct arg *a)
{
    if (a->kind == ARG_NUMBER || !a->value)
        return KIND_TEXT;
    if (strcmp(a->name, "--store") == 0)
        return KIND_FILE;
    return strcmp(a->value, "NAME") == 0 && strcmp(a->name, "--bot") != 0 ? KIND_TEXT : kind_of(a->value);
}

/* The names of all games, or of all levels of their bots, with blanks between. */
static void names_print(enum kind kind)
{
    char seen[1024] = " ";
    size_t n = 1;
    if (kind == KIND_FORM)
        printf("text json");
    for (const struct ir_game *const *g = ir_games; *g && kind != KIND_FORM; g++) {
        const struct ir_bot *bot;
        for (int i = 0; (bot = kind == KIND_BOT ? ir_bot_level(*g, i) : NULL) != NULL || (kind == KIND_GAME && !i); i++) {
            char word[64];
            const char *name = bot ? bot->name : (*g)->name;
            snprintf(word, sizeof word, " %s ", name);
            if (strstr(seen, word) || n + strlen(name) + 2 > sizeof seen)
                continue;
            printf("%s%s", n > 1 ? " " : "", name);
            n += (size_t)snprintf(seen + n, sizeof seen - n, "%s ", name);
        }
    }
}

/* In single quotes; `also` are further letters that the shell wants escaped with a backslash. */
static void quoted(const char *text, const char *more)
{
    for (const char *p = text; *p; p++)
        if (*p == '\'')
            fputs("'\\''", stdout);
        else
            printf("%s%c", strchr(more, *p) ? "\\" : "", *p);
}

static void visit(const struct args_visitor *v)
{
    static char *none[] = {NULL};
    const struct args_visitor *outer = args_visitor;
    args_visitor = v;
    for (const struct command *c = all; c->name; c++)
        c->run(0, none);
    args_visitor = outer;
}

static const char *action_of(const char *command) /* "copy" of "store copy"; NULL: it is a command of its own */
{
    const char *blank = strchr(command, ' ');
    return blank ? blank + 1 : NULL;
}

/* ---- bash ---- */

static const char *bash_kind(enum kind kind)
{
    static const char *const word[] = {"text", "game", "bot", "file", "folder", "form"};
    return word[kind];
}

static void bash_command(const char *command, const char *summary, const struct arg *args)
{
    (void)summary;
    printf("    '%s')\n        options='", command);
    for (const struct arg *a = args; a->name; a++)
        if (!arg_positional(a))
            printf("%s ", a->name);
    printf("--help --version'\n        takes=(");
    for (const struct arg *a = args; a->name; a++)
        if (arg_positional(a))
            printf("%s%s ", strcmp(a->name, "COMMAND") == 0 ? "action" : bash_kind(kind_of(a->name)),
                   arg_collects(a) ? "..." : "");
    printf(")\n        case $1 in\n");
    for (const struct arg *a = args; a->name; a++)
        if (!arg_positional(a) && a->kind != ARG_FLAG)
            printf("        %s) value=%s ;;\n", a->name, bash_kind(option_kind(a)));
    printf("        esac\n        ;;\n");
}

static const char *listed; /* whose actions are printed */

static void word_command(const char *command, const char *summary, const struct arg *args)
{
    (void)summary, (void)args;
    if (action_of(command) && strncmp(command, listed, strlen(listed)) == 0 && command[strlen(listed)] == ' ')
        printf("%s ", action_of(command));
}

static void word_action(const char *command, const char *name, const char *takes, const char *help)
{
    (void)takes, (void)help;
    if (strcmp(command, listed) == 0)
        printf("%s ", name);
}

static void words_print(const char *command)
{
    static const struct args_visitor words = {word_command, word_action};
    listed = command;
    visit(&words);
}

static void bash(void)
{
    static const struct args_visitor table = {bash_command, NULL};
    puts("# Completion of irori for bash, made by `irori completions bash`.\n"
         "# _irori_table OPTION: what command $what has: options, takes (its arguments in order), value (what OPTION takes, if "
         "anything).\n"
         "_irori_table() {\n    value=\n    case $what in");
    visit(&table);
    printf("    *) options='--help --version' takes=() ;;\n    esac\n}\n\n_irori_offer() { # KIND\n    case $1 in\n");
    for (int k = KIND_GAME; k <= KIND_FORM; k++)
        if (k != KIND_FILE && k != KIND_FOLDER) {
            printf("    %s) COMPREPLY=($(compgen -W '", bash_kind((enum kind)k));
            names_print((enum kind)k);
            printf("' -- \"$cur\")) ;;\n");
        }
    puts("    file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
         "    folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;");
    printf("    action) COMPREPLY=($(compgen -W '");
    words_print("admin");
    printf("' -- \"$cur\")) ;;\n    esac\n}\n\n_irori() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} what=${COMP_WORDS[1]} options takes value i from=2 n=0\n    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (const struct command *c = all; c->name; c++)
        printf("%s ", c->name);
    printf("completions --help --version' -- \"$cur\"))\n        return\n    fi\n    case $what in\n    store)\n"
           "        if [ \"$COMP_CWORD\" = 2 ]; then\n            COMPREPLY=($(compgen -W '");
    words_print("store");
    puts("--help' -- \"$cur\"))\n            return\n        fi\n        what=\"store ${COMP_WORDS[2]}\" from=3\n        ;;\n"
         "    completions) COMPREPLY=($(compgen -W 'bash zsh fish json' -- \"$cur\")); return ;;\n    esac\n"
         "    for ((i = from; i < COMP_CWORD; i++)); do\n"
         "        _irori_table \"${COMP_WORDS[i]}\"\n"
         "        if [ -n \"$value\" ]; then\n            ((++i))\n"
         "        elif [[ ${COMP_WORDS[i]} != -* ]]; then\n            ((++n))\n        fi\n    done\n"
         "    _irori_table \"${COMP_WORDS[COMP_CWORD - 1]}\"\n"
         "    if [ -n \"$value\" ]; then\n        _irori_offer \"$value\"\n"
         "    elif [[ $cur == -* ]]; then\n        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
         "    else\n        i=${#takes[@]}\n"
         "        if ((n >= i && i > 0)) && [[ ${takes[i - 1]} == *... ]]; then n=$((i - 1)); fi\n"
         "        if ((n < i)); then\n            value=${takes[n]}\n            _irori_offer \"${value%...}\"\n"
         "        else\n            COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n        fi\n    fi\n}\n"
         "complete -F _irori irori");
}

/* ---- zsh ---- */

static void zsh_values(enum kind kind)
{
    if (kind == KIND_FILE || kind == KIND_FOLDER) {
        fputs(kind == KIND_FILE ? "_files" : "_files -/", stdout);
    } else if (kind != KIND_TEXT) {
        putchar('(');
        names_print(kind);
        putchar(')');
    }
}

static void zsh_actions(const char *command, const char *name, const char *takes, const char *help)
{
    (void)takes;
    if (strcmp(command, listed) != 0)
        return;
    printf("%s\\:\"", name);
    quoted(help, "\\\":[]()$`");
    printf("\" ");
}

static void zsh_options(const struct arg *args)
{
    int place = 0;
    for (const struct arg *a = args; a->name; a++) {
        printf(" \\\n            '");
        if (arg_positional(a)) {
            if (arg_collects(a))
                putchar('*');
            else
                printf("%d", ++place);
            printf(":%s%s:", a->value && !arg_collects(a) ? ":" : "", a->name);
            if (strcmp(a->name, "COMMAND") == 0) {
                static const struct args_visitor actions = {word_command, zsh_actions};
                listed = "admin";
                printf("((");
                visit(&actions);
                printf("))");
            } else {
                zsh_values(kind_of(a->name));
            }
        } else {
            printf("%s%s%s[", a->kind == ARG_MANY ? "*" : "", a->name, a->kind == ARG_FLAG ? "" : "=");
            quoted(a->help, "\\[]:");
            printf("]");
            if (a->kind != ARG_FLAG) {
                putchar(':');
                quoted(a->value, "\\[]:");
                putchar(':');
                zsh_values(option_kind(a));
            }
        }
        putchar('\'');
    }
    printf(" \\\n            '(- *)--help[this text]' '(- *)--version[the version of irori]' ;;\n");
}

static void zsh_command(const char *command, const char *summary, const struct arg *args)
{
    (void)summary;
    if (action_of(command))
        return;
    printf("    %s) _arguments", command);
    zsh_options(args);
}

static void zsh_store(const char *command, const char *summary, const struct arg *args)
{
    (void)summary;
    if (!action_of(command))
        return;
    printf("        %s) _arguments", action_of(command));
    zsh_options(args);
}

static void zsh_summary(const char *command, const char *summary, const struct arg *args)
{
    (void)args;
    if (!action_of(command))
        return;
    printf("%s\\:\"", action_of(command));
    quoted(summary, "\\\":[]()$`");
    printf("\" ");
}

static void zsh(void)
{
    static const struct args_visitor table = {zsh_command, NULL}, store = {zsh_store, NULL}, summaries = {zsh_summary, NULL};
    puts("#compdef irori\n# Completion of irori for zsh, made by `irori completions zsh`.\n"
         "_irori() {\n    local context state state_descr line curcontext=$curcontext\n    typeset -A opt_args\n    local -a "
         "commands\n    commands=(");
    for (const struct command *c = all; c->name; c++) {
        printf("        '%s:", c->name);
        quoted(c->summary, "\\:");
        puts("'");
    }
    puts("    )\n    _arguments -C '(- *)--help[this text]' '(- *)--version[the version of irori]' \\\n"
         "        '1:command:->command' '*::argument:->argument' && return\n"
         "    if [[ $state == command ]]; then\n        _describe command commands\n        return\n    fi\n    case $words[1] "
         "in");
    visit(&table);
    printf("    store)\n        _arguments -C '1:action:((");
    visit(&summaries);
    puts("))' '*::argument:->store' && return\n        case $words[1] in");
    visit(&store);
    puts("        esac ;;\n    completions) _arguments '1:SHELL:(bash zsh fish json)' ;;\n    esac\n}\n"
         "if [ \"$funcstack[1]\" = _irori ]; then _irori \"$@\"; else compdef _irori irori; fi");
}

/* ---- fish ---- */

static void fish_values(enum kind kind, int option)
{
    if (kind == KIND_FILE)
        fputs(option ? " -r -F" : " -F", stdout);
    else if (kind == KIND_FOLDER)
        fputs(option ? " -x -a '(__fish_complete_directories)'" : " -a '(__fish_complete_directories)'", stdout);
    else if (kind == KIND_TEXT)
        fputs(option ? " -x" : "", stdout);
    else {
        fputs(option ? " -x -a '" : " -a '", stdout);
        names_print(kind);
        putchar('\'');
    }
}

static void fish_when(const char *command)
{
    const char *action = action_of(command);
    printf("complete -c irori -n '__fish_seen_subcommand_from %.*s%s%s'", (int)strcspn(command, " "), command,
           action ? "; and __fish_seen_subcommand_from " : "", action ? action : "");
}

static void fish_text(const char *text) /* in fish's single quotes only \ and ' are special */
{
    putchar('\'');
    for (; *text; text++)
        printf("%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
    putchar('\'');
}

static void fish_command(const char *command, const char *summary, const struct arg *args)
{
    if (action_of(command)) {
        printf("complete -c irori -n '__fish_seen_subcommand_from %.*s' -a %s -d ", (int)strcspn(command, " "), command,
               action_of(command));
        fish_text(summary);
        putchar('\n');
    }
    for (const struct arg *a = args; a->name; a++) {
        if (arg_positional(a) && kind_of(a->name) == KIND_TEXT)
            continue;
        fish_when(command);
        if (arg_positional(a)) {
            fish_values(kind_of(a->name), 0);
        } else {
            printf(" -l %s", a->name + 2);
            if (a->kind != ARG_FLAG)
                fish_values(option_kind(a), 1);
        }
        printf(" -d ");
        fish_text(a->help);
        putchar('\n');
    }
}

static void fish_action(const char *command, const char *name, const char *takes, const char *help)
{
    (void)takes;
    printf("complete -c irori -n '__fish_seen_subcommand_from %s' -a %s -d ", command, name);
    fish_text(help);
    putchar('\n');
}

static void fish(void)
{
    static const struct args_visitor table = {fish_command, fish_action};
    puts("# Completion of irori for fish, made by `irori completions fish`.\ncomplete -c irori -f\n"
         "complete -c irori -l help -d 'this text'\ncomplete -c irori -l version -d 'the version of irori'");
    for (const struct command *c = all; c->name; c++) {
        printf("complete -c irori -n __fish_use_subcommand -a %s -d ", c->name);
        fish_text(c->summary);
        putchar('\n');
    }
    visit(&table);
    puts("complete -c irori -n '__fish_seen_subcommand_from completions' -a 'bash zsh fish json'");
}

/* ---- the tables themselves ---- */

static json_t *tables;

static json_t *optional(const char *text)
{
    return text ? json_string(text) : json_null();
}

static void json_command(const char *command, const char *summary, const struct arg *args)
{
    json_t *list = json_array();
    for (const struct arg *a = args; a->name; a++)
        json_array_append_new(list, json_pack("{s:s, s:o, s:b, s:b, s:s}", "name", a->name, "value",
                                              arg_positional(a) || a->kind == ARG_FLAG ? json_null() : optional(a->value),
                                              "optional", !arg_positional(a) || a->value, "repeated",
                                              a->kind == ARG_MANY || arg_collects(a), "help", a->help));
    json_array_append_new(tables,
                          json_pack("{s:s, s:s, s:o, s:[]}", "command", command, "summary", summary, "args", list, "actions"));
}

static void json_action(const char *command, const char *name, const char *takes, const char *help)
{
    (void)command;
    json_t *last = json_array_get(tables, json_array_size(tables) - 1);
    json_array_append_new(json_object_get(last, "actions"),
                          json_pack("{s:s, s:s, s:s}", "name", name, "takes", takes, "help", help));
}

static int json(void)
{
    static const struct args_visitor table = {json_command, json_action};
    tables = json_array();
    visit(&table);
    int bad = json_dumpf(tables, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(tables);
    return bad != 0;
}

int completions_run(const struct command *commands, int argc, char **argv)
{
    const char *shell = NULL;
    const struct arg args[] = {{"SHELL", ARG_TEXT, &shell, 0, 0, NULL, "bash, zsh or fish; json prints the tables of options"},
                               {.name = NULL}};
    int code = args_read("completions", "completion of commands and options, for your shell to read", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    all = commands;
    if (strcmp(shell, "bash") == 0)
        bash();
    else if (strcmp(shell, "zsh") == 0)
        zsh();
    else if (strcmp(shell, "fish") == 0)
        fish();
    else if (strcmp(shell, "json") == 0)
        return json();
    else
        return complain("completions", "there is no '%.40s'; there is: bash, zsh, fish, json", shell);
    return 0;
}
