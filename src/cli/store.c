/* store.c: `irori store`: copies a store to another one, backs it up, or says what is in it. (store_puzzles.c makes puzzles
 * of its games.) */
#include "config.h"
#include "store/copy.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const usage =
    "irori store: what a server keeps: people, tables and every move.\n\n"
    "  irori store check STORE            what is in a store, and whether it can be read\n"
    "  irori store copy FROM TO           copies all of it to an empty store, and compares every row\n"
    "  irori store backup STORE FOLDER    copies it to a new file there, readable by its owner only\n"
    "  irori store puzzles STORE FOLDER   makes puzzles of its rated games, for serve --puzzles FOLDER\n"
    "\nA store is a file, postgres://USER@HOST/DATABASE, or config:FILE: the store that a server's "
    "config file names.\nMore on each: irori store copy --help\n";

const char *store_named(const char *command, const char *text)
{
    if (strncmp(text, "config:", 7) != 0)
        return text;
    static struct config c[2]; /* a copy has two ends; the strings live as long as the program */
    static int used;
    struct config *one = &c[used++ % 2];
    if (config_read(command, text + 7, one))
        return NULL;
    const char *store = config_value(one, "store");
    if (!store)
        complain(command, "%s has no line 'store = ...'; name the store itself", text + 7);
    return store;
}

static void sum_print(const struct store_sum *s)
{
    printf("%-10s %12s  %s\n", "table", "rows", "hash of all its rows");
    for (int i = 0; i < s->n; i++)
        printf("%-10s %12lld  %016llx%016llx\n", s->table[i].name, (long long)s->table[i].rows,
               (unsigned long long)s->table[i].hash[0], (unsigned long long)s->table[i].hash[1]);
}

static void now_print(char out[32], const char *format)
{
    time_t t = time(NULL);
    struct tm tm;
    gmtime_r(&t, &tm);
    strftime(out, 32, format, &tm);
}

static int check_run(int argc, char **argv)
{
    const char *url = NULL;
    struct store_sum s;
    char why[IR_WHY_MAX];
    const struct arg args[] = {{"STORE", ARG_TEXT, &url, 0, 0, NULL, "a file, postgres://..., or config:FILE"},
                               {NULL, 0, NULL, 0, 0, NULL, NULL}};
    int help = args_read("store check", "what is in a store, and whether all of it can be read", args, argc, argv);
    if (help)
        return help == 2 ? 2 : 0;
    if (!(url = store_named("store check", url)))
        return 2;
    if (!store_sum(url, &s, why)) {
        complain("store check", "%s", why);
        return 1;
    }
    printf("%s, schema %d%s\n", s.place, s.version, s.used ? ", used by a server now" : "");
    sum_print(&s);
    return 0;
}

/* 0, or 1 after a sentence. */
static int copy(const char *command, const char *from, const char *to)
{
    struct store_sum source, target;
    char why[IR_WHY_MAX], when[32];
    now_print(when, "%Y-%m-%d %H:%M:%S UTC");
    if (!store_copy(from, to, &source, &target, why)) {
        complain(command, "%s", why);
        return 1;
    }
    if (source.used)
        fprintf(stderr,
                "irori %s: a server is using %s: this is how it was at %s. To move to another store, stop the server first.\n",
                command, source.place, when);
    return 0;
}

static int copy_run(int argc, char **argv)
{
    const char *from = NULL, *to = NULL;
    const struct arg args[] = {{"FROM", ARG_TEXT, &from, 0, 0, NULL, "a file, postgres://..., or config:FILE; it is only read"},
                               {"TO", ARG_TEXT, &to, 0, 0, NULL, "the same; it must be empty, or not there yet"},
                               {NULL, 0, NULL, 0, 0, NULL, NULL}};
    struct store_sum s;
    char why[IR_WHY_MAX];
    int help = args_read("store copy", "all of a store to an empty one; every row is read back and compared", args, argc, argv);
    if (help)
        return help == 2 ? 2 : 0;
    if (!(from = store_named("store copy", from)) || !(to = store_named("store copy", to)))
        return 2;
    if (copy("store copy", from, to))
        return 1;
    if (!store_sum(to, &s, why)) { /* once more, from the outside */
        complain("store copy", "the copy was written but cannot be read: %s", why);
        return 1;
    }
    printf("%s, schema %d: copied, every row compared\n", s.place, s.version);
    sum_print(&s);
    return 0;
}

/* ---- backups ---- */

#define BACKUP_NAME "irori-%Y%m%d-%H%M%SZ.db"

static int backup_is(const char *name)
{
    static const char form[] = "irori-########-######Z.db";
    for (size_t i = 0; i < sizeof form; i++)
        if (form[i] == '#' ? name[i] < '0' || name[i] > '9' : name[i] != form[i])
            return 0;
    return 1;
}

static int later_first(const void *a, const void *b)
{
    return strcmp(*(char *const *)b, *(char *const *)a);
}

/* Deletes the oldest backups until `keep` are left. The new one is never among them, whatever the clock said when it got its
 * name. 0, or 1 after a sentence. */
static int backups_prune(const char *folder, const char *newest, int64_t keep)
{
    char **name = NULL, path[4200];
    int64_t n = 0;
    int failed = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        char **more =
            backup_is(e->d_name) && strcmp(e->d_name, newest) != 0 ? realloc(name, (size_t)(n + 1) * sizeof *name) : NULL;
        if (more) {
            name = more;
            if ((name[n] = strdup(e->d_name)))
                n++;
        }
    }
    if (d)
        closedir(d);
    if (name)
        qsort(name, (size_t)n, sizeof *name, later_first);
    for (int64_t i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, name[i]);
        if (i >= keep - 1 && unlink(path) != 0)
            failed = complain("store backup", "the old backup %s cannot be deleted: %s", path, strerror(errno));
        else if (i >= keep - 1)
            printf("deleted the old backup %s\n", path);
        free(name[i]);
    }
    free(name);
    return failed != 0;
}

static int backup_run(int argc, char **argv)
{
    const char *url = NULL, *folder = NULL;
    int64_t keep = 0;
    const struct arg args[] = {
        {"STORE", ARG_TEXT, &url, 0, 0, NULL, "a file, postgres://..., or config:FILE; a server may use it meanwhile"},
        {"FOLDER", ARG_TEXT, &folder, 0, 0, NULL, "where the new file goes; its name is the time, in UTC"},
        {"--keep", ARG_NUMBER, &keep, 0, 100000, "N", "then delete the oldest backups there until N are left (0: never)"},
        {NULL, 0, NULL, 0, 0, NULL, NULL}};
    char name[32], part[4200], path[4200];
    int help = args_read("store backup", "a store as a new file, readable by its owner only", args, argc, argv);
    struct stat st;
    if (help)
        return help == 2 ? 2 : 0;
    if (!(url = store_named("store backup", url)))
        return 2;
    if (strlen(folder) > 4000 || stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
        return complain("store backup", "%.200s is not a folder: make it, for yourself only: install -d -m 700 %.200s", folder,
                        folder);
    now_print(name, BACKUP_NAME);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(part, sizeof part, "%s/.%s.part", folder, name);
    if (access(path, F_OK) == 0)
        return complain("store backup", "%s exists already: wait a second", path);
    if (copy("store backup", url, part))
        return 1;
    if (rename(part, path) != 0) {
        complain("store backup", "%s cannot be renamed: %s", part, strerror(errno));
        unlink(part);
        return 1;
    }
    printf("%s\n", path);
    return keep ? backups_prune(folder, name, keep) : 0;
}

int store_run(int argc, char **argv)
{
    static const struct command actions[] = {{"check", "", check_run, 0},
                                             {"copy", "", copy_run, 0},
                                             {"backup", "", backup_run, 0},
                                             {"puzzles", "", store_puzzles_run, 0},
                                             {NULL, NULL, NULL, 0}};
    for (const struct command *a = actions; args_visitor && a->name; a++)
        a->run(0, argv);
    if (args_visitor)
        return 0;
    if (argc && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
        fputs(usage, stdout);
        return 0;
    }
    for (const struct command *a = actions; argc && a->name; a++)
        if (strcmp(argv[0], a->name) == 0)
            return a->run(argc - 1, args_private(argc - 1, argv + 1));
    if (argc)
        return complain("store", "there is no '%.40s'; there is: check, copy, backup, puzzles; see irori store --help",
                        argv[0]);
    fputs(usage, stderr);
    return 2;
}
