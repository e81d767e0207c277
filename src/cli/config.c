/* config.c: see config.h. */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>

enum { CONFIG_MAX = 1 << 16 };

/* ---- passwords ---- */

/* Where the password of a URL stands, and how long it is; NULL: there is none. */
static char *password_find(const char *url, size_t *n)
{
    const char *from = strstr(url, "postgres://");
    from = from ? from + 11 : strstr(url, "postgresql://");
    if (!from)
        return NULL;
    from += strncmp(from, "postgresql://", 13) == 0 ? 13 : 0;
    const char *colon = memchr(from, ':', strcspn(from, "/?#")), *at = NULL, *query = strstr(from, "password=");
    for (const char *p = from; *p && !strchr("/?#", *p); p++)
        at = *p == '@' ? p : at;
    if (colon && at && colon < at && at > colon + 1) {
        *n = (size_t)(at - colon) - 1;
        return (char *)(uintptr_t)(colon + 1);
    }
    if (query && query > from && (query[-1] == '?' || query[-1] == '&')) {
        *n = strcspn(query + 9, "&");
        return *n ? (char *)(uintptr_t)(query + 9) : NULL;
    }
    return NULL;
}

int url_has_password(const char *url)
{
    size_t n;
    return password_find(url, &n) != NULL;
}

char **args_private(int argc, char **argv)
{
    if (args_visitor)
        return argv;
    static char **out; /* for the leak sanitizer, too, they live as long as the program */
    out = calloc((size_t)argc + 1, sizeof *out);
    for (int i = 0; out && i < argc; i++) {
        size_t n;
        char *secret = password_find(argv[i], &n), *copy = secret ? strdup(argv[i]) : argv[i];
        out[i] = copy ? copy : argv[i];
        if (secret && copy)
            memset(secret, '*', n);
    }
    return out ? out : argv;
}

/* ---- the file ---- */

static char *trim(char *from, char *end)
{
    while (from < end && isspace((unsigned char)*from))
        from++;
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    *end = 0;
    return from;
}

/* 0, or 2 after a sentence. */
static int line_read(const char *command, struct config *c, int line, char *text)
{
    char *eq = strchr(text, '=');
    if (!*text || *text == '#')
        return 0;
    if (!eq || eq == text)
        return complain(command, "%s:%d: '%.40s' is not an option; a line is OPTION = VALUE, or begins with #", c->path, line,
                        text);
    char *name = trim(text, eq), *value = trim(eq + 1, eq + 1 + strlen(eq + 1));
    size_t n = strlen(value);
    int quoted = n > 1 && value[0] == '"' && value[n - 1] == '"';
    if (quoted) {
        value[n - 1] = 0;
        value++;
    }
    if (!quoted && (strstr(value, " #") || strstr(value, "\t#")))
        return complain(command,
                        "%s:%d: a comment needs a line of its own; if '#' belongs to the value, put the value in quotes",
                        c->path, line);
    if (!*value)
        return complain(command, "%s:%d: %.40s needs a value; to use the default, put # before the line", c->path, line, name);
    if (c->n == CONFIG_LINES)
        return complain(command, "%s:%d: there are more than %d options", c->path, line, CONFIG_LINES);
    c->entry[c->n].name = name;
    c->entry[c->n].value = value;
    c->entry[c->n++].line = line;
    return 0;
}

/* A password must not be readable by everybody. */
static int secret_check(const char *command, const struct config *c)
{
    struct stat st;
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->entry[i].name, "store") == 0 && url_has_password(c->entry[i].value) && stat(c->path, &st) == 0 &&
            st.st_mode & 07)
            return complain(command,
                            "%s:%d: this is a password, and everybody on this machine may read the file (mode %04o); do: "
                            "chmod 640 %s",
                            c->path, c->entry[i].line, (unsigned)(st.st_mode & 07777), c->path);
    return 0;
}

int config_read(const char *command, const char *path, struct config *c)
{
    *c = (struct config){.path = path};
    c->text = file_read(command, path, CONFIG_MAX);
    if (!c->text)
        return 2;
    char *p = strncmp(c->text, "\xef\xbb\xbf", 3) == 0 ? c->text + 3 : c->text; /* some editors begin a file like this */
    for (int line = 1; *p; line++) {
        char *end = p + strcspn(p, "\n"), *next = *end ? end + 1 : end;
        *end = 0;
        if (line_read(command, c, line, trim(p, end)))
            return 2;
        p = next;
    }
    return secret_check(command, c);
}

const char *config_value(const struct config *c, const char *name)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->entry[i].name, name) == 0)
            return c->entry[i].value;
    return NULL;
}

/* ---- from the file and the environment to the arguments ---- */

/* How many letters must be changed, added or taken away; for short words. */
static int distance(const char *a, const char *b)
{
    int row[64], n = (int)strlen(b);
    if (n > 62)
        return n;
    for (int k = 0; k <= n; k++)
        row[k] = k;
    for (int i = 1; a[i - 1]; i++) {
        int before = row[0];
        row[0] = i;
        for (int k = 1; k <= n; k++) {
            int best = before + (a[i - 1] != b[k - 1]);
            before = row[k];
            best = best < row[k] + 1 ? best : row[k] + 1;
            row[k] = best < row[k - 1] + 1 ? best : row[k - 1] + 1;
        }
    }
    return row[n];
}

static const struct arg *arg_find(const struct arg *args, const char *name)
{
    for (const struct arg *a = args; a->name; a++)
        if (strncmp(a->name, "--", 2) == 0 && strcmp(a->name + 2, name) == 0)
            return a;
    return NULL;
}

static int unknown(const char *command, const struct config *c, int i, const struct arg *args)
{
    const struct arg *near = NULL;
    int least = 4;
    for (const struct arg *a = args; a->name; a++)
        if (strncmp(a->name, "--", 2) == 0 && strlen(c->entry[i].name) < 60 &&
            distance(c->entry[i].name, a->name + 2) < least) {
            near = a;
            least = distance(c->entry[i].name, a->name + 2);
        }
    if (near)
        return complain(command, "%s:%d: there is no option '%.40s'; is it %s?", c->path, c->entry[i].line, c->entry[i].name,
                        near->name + 2);
    return complain(command, "%s:%d: there is no option '%.40s'; irori %s --help lists them all", c->path, c->entry[i].line,
                    c->entry[i].name, command);
}

/* "yes" and "no", as an environment or a file has them. -1: neither. */
static int flag_read(const char *text)
{
    static const char *const word[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (int i = 0; i < 8; i++)
        if (strcmp(text, word[i]) == 0)
            return i % 2;
    return -1;
}

/* `where` is "FILE:LINE: " or "". */
static int value_set(const char *command, const char *where, const char *name, const struct arg *a, const char *text,
                     enum arg_source source)
{
    if (a->kind != ARG_FLAG)
        return arg_set(command, where, name, a, text, source);
    int on = flag_read(text);
    if (on < 0)
        return complain(command, "%s%s cannot be '%.40s'; it takes yes or no", where, name, text);
    *(int *)a->to = on;
    return 0;
}

static int from_file(const char *command, const struct arg *args, const struct config *c)
{
    char where[600];
    for (int i = 0; i < c->n; i++) {
        const struct arg *a = arg_find(args, c->entry[i].name);
        if (!a)
            return unknown(command, c, i, args);
        if (strcmp(a->name, "--config") == 0)
            return complain(command, "%s:%d: a file cannot name another one", c->path, c->entry[i].line);
        for (int k = 0; k < i && a->kind != ARG_MANY; k++)
            if (strcmp(c->entry[k].name, c->entry[i].name) == 0)
                return complain(command, "%s:%d: %s is already on line %d; keep one of them", c->path, c->entry[i].line,
                                c->entry[i].name, c->entry[k].line);
        snprintf(where, sizeof where, "%s:%d: ", c->path, c->entry[i].line);
        if (value_set(command, where, c->entry[i].name, a, c->entry[i].value, ARG_FROM_FILE))
            return 2;
    }
    return 0;
}

static const char *environment(const struct arg *a, char name[64])
{
    size_t at = (size_t)snprintf(name, 64, "IRORI_");
    for (const char *p = a->name + 2; *p && at < 63; p++)
        name[at++] = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
    name[at] = 0;
    const char *v = getenv(name);
    return v && *v ? v : NULL;
}

static int from_environment(const char *command, const struct arg *args)
{
    char name[64];
    for (const struct arg *a = args; a->name; a++) {
        const char *v = strncmp(a->name, "--", 2) == 0 ? environment(a, name) : NULL;
        if (v && value_set(command, "", name, a, v, ARG_FROM_ENVIRONMENT))
            return 2;
    }
    return 0;
}

/* The value of an option on the command line; "" if it is there without one. */
static const char *argv_find(const char *option, int argc, char **argv)
{
    size_t n = strlen(option);
    const char *found = NULL;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], option) == 0)
            found = i + 1 < argc ? argv[i + 1] : "";
        else if (strncmp(argv[i], option, n) == 0 && argv[i][n] == '=')
            found = argv[i] + n + 1;
    }
    return found;
}

int config_args(const char *command, const char *summary, const struct arg *args, int argc, char **argv, struct config *c)
{
    const char *path = argv_find("--config", argc, argv), *named = getenv("IRORI_CONFIG");
    char name[64];
    *c = (struct config){0};
    if (args_visitor)
        return args_read(command, summary, args, argc, argv);
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--version") == 0)
            return args_read(command, summary, args, argc, argv); /* whatever the file says */
    path = path ? path : named && *named ? named : NULL;
    if (path && *path && (config_read(command, path, c) || from_file(command, args, c)))
        return 2;
    for (int i = 0; i < c->n; i++) {
        const struct arg *a = arg_find(args, c->entry[i].name);
        c->entry[i].overridden = environment(a, name) || argv_find(a->name, argc, argv);
    }
    if (from_environment(command, args))
        return 2;
    return args_read(command, summary, args, argc, argv);
}

const char *config_where(const struct config *c, const char *option, const char *value)
{
    static char where[600];
    where[0] = 0;
    for (int i = 0; i < c->n; i++)
        if (*option && strcmp(c->entry[i].name, option + 2) == 0 && !c->entry[i].overridden &&
            (!value || strcmp(c->entry[i].value, value) == 0))
            snprintf(where, sizeof where, "%s:%d: ", c->path, c->entry[i].line);
    return where;
}
