/* rules.c: `irori rules`: the project's own rule texts (games/NAME/rules), compiled in, whole or one rule at a time. */
#include "cli.h"

#include "games_list.h"
#include "games_texts.h" /* made by scripts/games.py */

#define TEXT(name) {#name, name##_text},
static const struct {
    const char *game, *text;
} texts[] = {GAMES_WITH_TEXT(TEXT){NULL, NULL}};

static const char *line_end(const char *p)
{
    return p + strcspn(p, "\n");
}

/* A rule begins with "- KK5.3 " or stands in a table row "| KK5.3 name |" or "| PK5.2: 2 |"; a section with "## KK5 ". */
static int begins(const char *line, const char *rule)
{
    size_t n = strlen(rule);
    const char *lead[] = {"- ", "| ", "## "};
    for (int i = 0; i < 3; i++)
        if (strncmp(line, lead[i], strlen(lead[i])) == 0) {
            const char *p = line + strlen(lead[i]);
            if (strncmp(p, rule, n) == 0 && (p[n] == ' ' || p[n] == ':'))
                return 1;
        }
    return 0;
}

/* The next line that is not part of the rule or section which began at `line`. */
static const char *stretch(const char *line)
{
    int section = line[0] == '#';
    const char *p = line_end(line);
    while (*p) {
        const char *next = p + 1;
        if (section ? strncmp(next, "## ", 3) == 0 : next[0] != ' ')
            return p;
        p = line_end(next);
    }
    return p;
}

static int is_written(const struct ir_game *g)
{
    for (size_t i = 0; texts[i].game; i++)
        if (strcmp(texts[i].game, g->name) == 0)
            return 1;
    return 0;
}

int rules_print(FILE *out, const struct ir_game *g, const char *rule)
{
    if (!is_written(g)) {
        fprintf(out, "The rules of %s are not written down; its code in games/%s is all there is.\n", g->title, g->name);
        return 1;
    }
    for (size_t i = 0; texts[i].game; i++) {
        if (strcmp(texts[i].game, g->name) != 0)
            continue;
        if (!rule) {
            fputs(texts[i].text, out);
            return 1;
        }
        for (const char *p = texts[i].text; *p; p = *line_end(p) ? line_end(p) + 1 : line_end(p))
            if (begins(p, rule)) {
                const char *end = stretch(p);
                p += p[0] == '-' || p[0] == '|' ? 2 : 0;
                fprintf(out, "%.*s\n", (int)(end - p), p);
                return 1;
            }
        return 0;
    }
    return 0;
}

int rules_run(int argc, char **argv)
{
    const char *name = NULL, *rule = NULL;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"RULE", ARG_TEXT, &rule, 0, 0, "optional", "one rule or section, such as KK5.3 or KK5"},
        {.name = NULL},
    };
    int code = args_read("rules", "show the rules of a game, or one of them", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    const struct ir_game *g = game_or_complain("rules", name);
    if (!g)
        return 2;
    if (!is_written(g))
        return complain("rules", "the rules of %s are not written down; its code in games/%s is all there is", g->title,
                        g->name);
    if (!rules_print(stdout, g, rule))
        return complain("rules", "%s has no rule '%.20s'; irori rules %s shows them all, numbered", g->name, rule, g->name);
    return 0;
}
