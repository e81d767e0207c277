/* packs.c: see packs.h. */
#include "packs.h"
#include "base/siphash.h"
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/banned.h"

enum { LOOK_SECONDS = 5, PATH_SIZE = 4096 };

struct shelf {
    struct served served;
    struct stat file; /* as it was when it was read; st_ino 0: there was none */
    struct old *old;
};
struct old { /* a text that some connection may still send */
    struct old *next;
    char *text;
    size_t n;
};
struct packs {
    const char *folder;
    pack_reader *read;
    struct shelf *shelf; /* of every game */
    int n, seconds;
};

struct packs *packs_new(const char *folder, pack_reader *read, char why[IR_WHY_MAX])
{
    struct stat st;
    struct packs *p = calloc(1, sizeof *p);
    int n = 0;
    while (ir_all_games[n])
        n++;
    if (strlen(folder) > PATH_SIZE - 64 || stat(folder, &st) != 0 || !S_ISDIR(st.st_mode)) {
        snprintf(why, IR_WHY_MAX, "--puzzles %.200s is not a folder: make it, or name another", folder);
        free(p);
        return NULL;
    }
    if (!p || !(p->shelf = calloc((size_t)n + 1, sizeof *p->shelf))) {
        snprintf(why, IR_WHY_MAX, "out of memory");
        free(p);
        return NULL;
    }
    p->folder = folder;
    p->read = read;
    p->n = n;
    for (int i = 0; i < n; i++)
        p->shelf[i].served.game = ir_all_games[i];
    return p;
}

void packs_free(struct packs *p)
{
    for (int i = 0; p && i < p->n; i++) {
        free(p->shelf[i].served.text);
        for (struct old *o = p->shelf[i].old, *next; o; o = next) {
            next = o->next;
            free(o->text);
            free(o);
        }
    }
    if (p)
        free(p->shelf);
    free(p);
}

/* ---- files ---- */

static int same(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* The text of a file, or NULL and a sentence. */
static char *file_text(const char *path, size_t *n, char why[SERVE_WHY])
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *text = NULL;
    if (fd < 0 || fstat(fd, &st) != 0)
        snprintf(why, SERVE_WHY, "%.400s cannot be read: %s", path, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        snprintf(why, SERVE_WHY, "%.400s is not a regular file", path);
    else if (st.st_size > SERVE_PACK_MAX)
        snprintf(why, SERVE_WHY, "%.400s is larger than %d KB", path, SERVE_PACK_MAX / 1024);
    else if (!(text = malloc((size_t)st.st_size + 1)))
        snprintf(why, SERVE_WHY, "%.400s: out of memory", path);
    for (*n = 0; text && *n < (size_t)st.st_size;) {
        ssize_t k = read(fd, text + *n, (size_t)st.st_size - *n);
        if (k <= 0)
            break;
        *n += (size_t)k;
    }
    if (fd >= 0)
        close(fd);
    if (text)
        text[*n] = 0;
    if (text && strlen(text) != *n) {
        snprintf(why, SERVE_WHY, "%.400s contains a zero byte: this is not a text file", path);
        free(text);
        text = NULL;
    }
    return text;
}

/* Puts a text in the place of the one that is served. */
static void shelf_put(struct shelf *s, char *text, size_t n, int puzzles)
{
    struct old *o = s->served.text ? calloc(1, sizeof *o) : NULL;
    if (s->served.text && !o) { /* too little memory for a note: the pack stays as it is */
        free(text);
        return;
    }
    if (o) {
        *o = (struct old){s->old, s->served.text, s->served.n};
        s->old = o;
    }
    s->served.text = text;
    s->served.n = n;
    s->served.puzzles = puzzles;
    if (text)
        snprintf(s->served.etag, sizeof s->served.etag, "\"%016llx\"",
                 (unsigned long long)siphash((const uint64_t[2]){0x49726f7269, 1}, text, n));
}

static void shelf_read(const struct packs *p, struct shelf *s, const char *path)
{
    char why[SERVE_WHY];
    size_t n;
    const char *kept = s->served.text ? "; what was served before stays" : "";
    char *text = file_text(path, &n, why), *copy = text ? malloc(n + 1) : NULL;
    if (!text) {
        log_event(LOG_ERROR, "puzzles", "%s%s", why, kept);
        return;
    }
    if (copy)
        memcpy(copy, text, n + 1);
    int puzzles = copy ? p->read(path, s->served.game, copy, why) : -1; /* it frees the copy */
    if (puzzles < 0) {
        log_event(LOG_ERROR, "puzzles", "%s%s", copy ? why : "out of memory", kept);
        free(text);
        return;
    }
    shelf_put(s, text, n, puzzles);
    log_event(LOG_INFO, "puzzles", "%d puzzles of %s", puzzles, s->served.game->name);
}

/* ---- texts that are no longer served ---- */

static int being_sent(const struct server *server, const struct old *o)
{
    for (uint32_t i = 0; i < server->slots; i++) {
        const struct sock *c = server->slot[i];
        if (c && c->tail_n && c->tail >= o->text && c->tail < o->text + o->n)
            return 1;
    }
    return 0;
}

static void olds_sweep(const struct server *server, struct shelf *s)
{
    for (struct old **at = &s->old, *o; (o = *at) != NULL;) {
        if (server->slot && being_sent(server, o)) {
            at = &o->next;
            continue;
        }
        *at = o->next;
        free(o->text);
        free(o);
    }
}

/* ---- the time to look ---- */

void packs_look(struct server *server)
{
    struct packs *p = server->packs;
    char path[PATH_SIZE];
    for (int i = 0; p && i < p->n; i++) {
        struct shelf *s = &p->shelf[i];
        struct stat now = {.st_ino = 0};
        snprintf(path, sizeof path, "%s/%s.txt", p->folder, s->served.game->name);
        if (stat(path, &now) != 0)
            now = (struct stat){.st_ino = 0};
        olds_sweep(server, s);
        if (same(&now, &s->file))
            continue;
        s->file = now;
        if (now.st_ino) {
            shelf_read(p, s, path);
        } else if (s->served.text) {
            shelf_put(s, NULL, 0, 0);
            log_event(LOG_INFO, "puzzles", "%s is gone, so its puzzles are served no longer", path);
        }
    }
}

void packs_second(struct server *s)
{
    if (s->packs && ++s->packs->seconds % LOOK_SECONDS == 0)
        packs_look(s);
}

/* ---- answers ---- */

const struct served *packs_find(const struct packs *p, const char *path)
{
    char name[64];
    for (int i = 0; p && i < p->n; i++) {
        const struct served *s = &p->shelf[i].served;
        snprintf(name, sizeof name, "/puzzles/%s.txt", s->game->name);
        if (s->text && strcmp(path, name) == 0)
            return s;
    }
    return NULL;
}

size_t packs_index(const struct packs *p, char *out, size_t size)
{
    struct ir_json j;
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    for (int i = 0; p && i < p->n; i++)
        if (p->shelf[i].served.text)
            ir_json_int(&j, p->shelf[i].served.game->name, p->shelf[i].served.puzzles);
    ir_json_end(&j, '}');
    return j.text.len;
}

void packs_metrics(const struct packs *p, struct ir_text *t)
{
    ir_text_put(t, "# HELP irori_puzzles Puzzles of the owner's packs that are served.\n# TYPE irori_puzzles gauge\n");
    for (int i = 0; p && i < p->n; i++)
        ir_text_add(t, "irori_puzzles{game=\"%s\"} %d\n", p->shelf[i].served.game->name, p->shelf[i].served.puzzles);
}
