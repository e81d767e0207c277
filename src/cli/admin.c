/* admin.c: `irori admin`: what the owner of a running server does about people. It asks the server over the socket that
 * `irori serve --admin` opened: only one program may use an SQLite file, and a ban has to be heard of at once. */
#include "config.h"

#include <errno.h>
#include <jansson.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "server/address.h"

enum { ANSWER_MAX = 1 << 24 };

/* ---- asking ---- */

static char *answer_read(int fd)
{
    size_t n = 0, size = 65536;
    char *text = malloc(size);
    for (ssize_t k; text && (k = read(fd, text + n, size - n - 1)) > 0;) {
        n += (size_t)k;
        if (n + 1 < size)
            continue;
        char *more = size < ANSWER_MAX ? realloc(text, size *= 2) : NULL;
        if (!more)
            break;
        text = more;
    }
    if (text)
        text[n] = 0;
    return text;
}

/* Sends a request, which it takes over; the answer, or NULL after a sentence. */
static json_t *server_ask(const char *path, json_t *request)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    char *line = json_dumps(request, JSON_COMPACT), *text = NULL;
    size_t n = line ? strlen(line) : 0;
    int fd = strlen(path) < sizeof a.sun_path ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    json_decref(request);
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    if (line)
        line[n] = '\n'; /* instead of the closing zero */
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0)
        complain("admin", "no server answers at %s: %s. Is it running, with --admin %s, and are you its user?", path,
                 strerror(fd < 0 ? ENAMETOOLONG : errno), path);
    else if (!line || write(fd, line, n + 1) != (ssize_t)(n + 1) || !(text = answer_read(fd)) || !*text)
        complain("admin", "the server at %s did not answer; its log may say why", path);
    if (fd >= 0)
        close(fd);
    json_t *answer = text && *text ? json_loads(text, 0, NULL) : NULL;
    if (text && *text && !answer)
        complain("admin", "the answer of the server is not whole");
    free(line);
    free(text);
    const char *why = json_string_value(json_object_get(answer, "why"));
    if (!why || json_object_get(answer, "list"))
        return answer;
    complain("admin", "%s", why);
    json_decref(answer);
    return NULL;
}

/* ---- printing ---- */

static const char *text_of(const json_t *m, const char *key)
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

static const char *when(const json_t *m, const char *key)
{
    static char out[4][32];
    static int at;
    char *to = out[at++ % 4];
    time_t t = (time_t)(json_integer_value(json_object_get(m, key)) / 1000);
    struct tm tm;
    gmtime_r(&t, &tm);
    strftime(to, sizeof out[0], "%Y-%m-%d %H:%M", &tm);
    return to;
}

static void person_print(const json_t *p)
{
    printf("%s  came %s  seen %s  %s", text_of(p, "who"), when(p, "time"), when(p, "seen"), text_of(p, "name"));
    const json_t *here = json_object_get(p, "here");
    for (size_t i = 0; i < json_array_size(here); i++)
        printf("%s%s", i ? ", " : "  (here now, from ", json_string_value(json_array_get(here, i)));
    printf("%s\n", json_array_size(here) ? ")" : "");
}

static void ban_print(const json_t *p)
{
    int for_good = json_integer_value(json_object_get(p, "until")) == 0;
    printf("%s%s  since %s  %s%s", text_of(p, "who"), text_of(p, "address"), when(p, "time"), for_good ? "for good" : "until ",
           for_good ? "" : when(p, "until"));
    printf("%s%s%s%s\n", *text_of(p, "name") ? "  " : "", text_of(p, "name"), *text_of(p, "why") ? "  " : "",
           text_of(p, "why"));
}

static void report_print(const json_t *p)
{
    printf("%s  %s %s  by %s %s%s%s\n    %s\n", when(p, "time"), text_of(p, "who"), text_of(p, "name"), text_of(p, "by"),
           text_of(p, "by_name"), *text_of(p, "table") ? "  at table " : "", text_of(p, "table"), text_of(p, "text"));
}

static void log_print(const json_t *p)
{
    printf("%s  %s\n", when(p, "time"), text_of(p, "text"));
}

static int list_print(json_t *answer, void (*print)(const json_t *), const char *none)
{
    if (!answer)
        return 1;
    json_t *list = json_object_get(answer, "list"), *item;
    size_t i;
    json_array_foreach(list, i, item) print(item);
    if (!json_array_size(list))
        puts(none);
    json_decref(answer);
    return 0;
}

static int done_print(json_t *answer)
{
    if (!answer)
        return 1;
    printf("%s\n", text_of(answer, "done"));
    json_decref(answer);
    return 0;
}

/* ---- whom ---- */

static int id_is(const char *text)
{
    return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

/* Puts `who` into a request: an id, or a name that one person has. With `address`, also an address. The name this person has
 * goes to `before`, or "". 0, or 1 after a sentence. */
static int whom(const char *path, const char *text, json_t *request, int address, char before[IR_NAME_MAX])
{
    struct network net;
    before[0] = 0;
    if (address && (network_read(&net, text, strlen(text)) || strncmp(text, "name ", 5) == 0)) {
        json_object_set_new(request, "address", json_string(text));
        return 0;
    }
    json_t *answer = server_ask(path, json_pack("{s:s,s:s}", "do", "people", "part", id_is(text) ? "" : text)), *item;
    const char *found = NULL;
    int n = 0;
    size_t i;
    if (!answer)
        return 1;
    json_array_foreach(json_object_get(answer, "list"), i, item)
    {
        if (strcmp(text_of(item, id_is(text) ? "who" : "name"), text) != 0)
            continue;
        n++;
        found = text_of(item, "who");
        snprintf(before, IR_NAME_MAX, "%s", text_of(item, "name"));
    }
    if (id_is(text))
        found = text;
    if (n > 1)
        complain("admin", "%d people are called %s; use the id that irori admin people shows", n, text);
    else if (!found)
        complain("admin", "nobody is called %s%s; irori admin people lists them", text,
                 address ? ", and it is no address" : "");
    else
        json_object_set_new(request, "who", json_string(found));
    json_decref(answer);
    return n > 1 || !found;
}

/* ---- commands ---- */

static int people(const char *path, const struct arg_list *a)
{
    return list_print(server_ask(path, json_pack("{s:s,s:s}", "do", "people", "part", a->n ? a->text[0] : "")), person_print,
                      "nobody");
}

static int list_of(const char *path, const char *what, void (*print)(const json_t *), const char *none)
{
    return list_print(server_ask(path, json_pack("{s:s}", "do", what)), print, none);
}

static int bans(const char *path, const struct arg_list *a)
{
    (void)a;
    return list_of(path, "bans", ban_print, "nobody is kept away");
}

static int reports(const char *path, const struct arg_list *a)
{
    (void)a;
    return list_of(path, "reports", report_print, "there are no reports");
}

static int log_show(const char *path, const struct arg_list *a)
{
    (void)a;
    return list_of(path, "log", log_print, "nothing was done yet");
}

static int act(const char *path, const char *what, const struct arg_list *a, int address)
{
    json_t *request = json_pack("{s:s}", "do", what);
    char before[IR_NAME_MAX];
    if (whom(path, a->text[0], request, address, before)) {
        json_decref(request);
        return 1;
    }
    if (strcmp(what, "rename") == 0) {
        json_object_set_new(request, "name", json_string(a->text[1]));
        json_object_set_new(request, "before", json_string(before));
    }
    if (strcmp(what, "rerate") == 0 && a->n > 1)
        json_object_set_new(request, "game", json_string(a->text[1]));
    if (strcmp(what, "ban") == 0) {
        char why[256] = "";
        int from = 1;
        if (a->n > 1 && a->text[1][0] && strspn(a->text[1], "0123456789") == strlen(a->text[1]) && strlen(a->text[1]) < 9) {
            json_object_set_new(request, "days", json_integer(strtol(a->text[1], NULL, 10)));
            from = 2;
        }
        for (int i = from; i < a->n; i++)
            snprintf(why + strlen(why), sizeof why - strlen(why), "%s%s", *why ? " " : "", a->text[i]);
        json_object_set_new(request, "why", json_string(why));
    }
    return done_print(server_ask(path, request));
}

static int ban(const char *path, const struct arg_list *a)
{
    return act(path, "ban", a, 1);
}

static int unban(const char *path, const struct arg_list *a)
{
    return act(path, "unban", a, 1);
}

static int rename_person(const char *path, const struct arg_list *a)
{
    return act(path, "rename", a, 0);
}

static int rating_reset(const char *path, const struct arg_list *a)
{
    return act(path, "rerate", a, 0);
}

static int unlist(const char *path, const struct arg_list *a)
{
    return act(path, "unlist", a, 0);
}

static int list_again(const char *path, const struct arg_list *a)
{
    return act(path, "list", a, 0);
}

static int purge(const char *path, const struct arg_list *a)
{
    return act(path, "purge", a, 0);
}

/* The socket that a config file names, or NULL after a sentence. */
static const char *socket_find(const char *path, const char *file)
{
    static struct config config;
    if (path)
        return path;
    if (!file)
        file = getenv("IRORI_CONFIG");
    if (file) {
        if (config_read("admin", file, &config))
            return NULL;
        path = config_value(&config, "admin");
        if (!path)
            complain("admin", "%s has no line 'admin = PATH'; add one and start the server again", file);
        return path;
    }
    path = getenv("IRORI_ADMIN");
    if (!path)
        complain("admin", "which server? Name its socket with --socket PATH, or its file with --config FILE");
    return path;
}

static const struct act {
    const char *name;
    int (*run)(const char *path, const struct arg_list *);
    int least, most;
    const char *takes, *help;
} acts[] = {
    {"people", people, 0, 1, "[PART]", "who was here, last seen first; PART of a name"},
    {"rename", rename_person, 2, 2, "PERSON NAME", "gives somebody another name, for good"},
    {"ban", ban, 1, 100, "PERSON|ADDRESS [DAYS] [WHY]", "keeps somebody away, or an address or network"},
    {"unban", unban, 1, 1, "PERSON|ADDRESS", "lets them in again"},
    {"bans", bans, 0, 0, "", "who is kept away"},
    {"rerate", rating_reset, 1, 2, "PERSON [GAME]", "lets somebody's ratings begin anew, of one game or of all"},
    {"unlist", unlist, 1, 1, "PERSON", "takes somebody off the lists of leaders, for good"},
    {"list", list_again, 1, 1, "PERSON", "lists them again"},
    {"purge", purge, 1, 1, "PERSON", "deletes somebody, and everything that is stored about them"},
    {"reports", reports, 0, 0, "", "what people reported"},
    {"log", log_show, 0, 0, "", "what was done with this program"},
    {.name = NULL},
};

static void usage(FILE *out)
{
    fputs("irori admin: what the owner of a running server does about people.\n\n", out);
    for (const struct act *a = acts; a->name; a++) {
        int n = fprintf(out, "  irori admin %s %s", a->name, a->takes);
        fprintf(out, "%*s%s\n", n < 45 ? 45 - n : 2, "", a->help);
    }
    fputs("\nPERSON is an id of 16 letters and digits, or a name that only one person has. An ADDRESS is one such as\n"
          "192.0.2.7 or 2001:db8::1, or a network such as 192.0.2.0/24.\n"
          "The server is found by --socket PATH, by --config FILE with a line 'admin = PATH', or by IRORI_ADMIN.\n",
          out);
}

int admin_run(int argc, char **argv)
{
    const char *path = NULL, *file = NULL, *what = NULL;
    static struct arg_list rest;
    const struct arg args[] = {
        {"COMMAND", ARG_TEXT, &what, 0, 0, NULL,
         "people, rename, ban, unban, bans, rerate, unlist, list, purge, reports or log"},
        {"WORD...", ARG_MANY, &rest, 0, 100, "optional", "what the command takes; irori admin alone shows it"},
        {"--socket", ARG_TEXT, &path, 0, 0, "PATH", "the socket of the server: what its --admin says"},
        {"--config", ARG_TEXT, &file, 0, 0, "FILE", "the server's config file, which has a line 'admin = PATH'"},
        {NULL, 0, NULL, 0, 0, NULL, NULL}};
    if (argc == 0 && !args_visitor) {
        usage(stderr);
        return 2;
    }
    if (argc && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
        usage(stdout);
        return 0;
    }
    int help = args_read("admin", "what the owner of a running server does about people", args, argc, argv);
    for (const struct act *a = acts; a->name; a++)
        args_action("admin", a->name, a->takes, a->help);
    if (help)
        return help == 2 ? 2 : 0;
    for (const struct act *a = acts; a->name; a++) {
        if (strcmp(what, a->name) != 0)
            continue;
        if (rest.n < a->least || rest.n > a->most)
            return complain("admin", "%s takes %s", what, *a->takes ? a->takes : "nothing else");
        if (!(path = socket_find(path, file)))
            return 2;
        return a->run(path, &rest);
    }
    return complain(
        "admin", "there is no '%.40s'; there is: people, rename, ban, unban, bans, rerate, unlist, list, purge, reports, log",
        what);
}
