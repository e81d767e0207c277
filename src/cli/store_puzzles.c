/* store_puzzles.c: `irori store puzzles`: puzzles out of the rated games of a store, added to packs that a server serves
 * (docs/puzzles.md).
 *
 * A folder has a pack for each game, GAME.txt, and the file .seen with hashes of the games that were looked through. After each
 * game the pack is replaced, then .seen, each by one rename: whenever this is interrupted, both are whole. If it happens
 * between the two, the game is looked through once more and brings no puzzle twice. */
#include "base/siphash.h"
#include "config.h"
#include "irori_table.h"
#include "maker.h"
#include "server/assets.h"
#include "server/hub.h"
#include "server/serve.h"
#include "store/finished.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

#define COMMAND "store puzzles"
enum { FOLDER_MAX = 3900, PATH_SIZE = 4096, SEEN_MAX = 64 << 20, BATCH_ROOM = 16 << 10 };

struct ids { /* numbers that were met, sorted up to `sorted` */
    uint64_t *id;
    size_t n, sorted, size;
};
struct shelf { /* the pack of a game */
    const struct ir_game *game;
    enum { SHELF_CLOSED, SHELF_OPEN, SHELF_SHUT } state; /* shut: nothing can be added, and why was said */
    char path[PATH_SIZE];
    char *text; /* the whole file */
    size_t n;
    int64_t nodes, puzzles, fresh; /* fresh: of these, added now */
    struct ids known;
};
struct candidate {
    char id[IR_ID_MAX];
    const struct ir_game *game;
    int64_t updated;
};
struct grower {
    const char *url, *folder;
    int64_t nodes, each, games, minutes;
    struct shelf *shelf; /* of every game */
    int shelves;
    struct candidate *list;
    size_t n;
    struct ids seen, there; /* hashes of games: looked through; and in the store */
    int64_t rated, before, other_rules, looked, odd, fate[FATES];
    int out_of_memory, failed;
};

/* ---- sets of numbers ---- */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int ids_add(struct ids *s, uint64_t id)
{
    if (s->n == s->size) {
        uint64_t *more = realloc(s->id, (s->size = s->size ? 2 * s->size : 64) * sizeof *more);
        if (!more)
            return 0;
        s->id = more;
    }
    s->id[s->n++] = id;
    return 1;
}

static int ids_has(struct ids *s, uint64_t id)
{
    if (s->sorted != s->n) {
        qsort(s->id, s->n, sizeof *s->id, by_number);
        s->sorted = s->n;
    }
    return s->n && bsearch(&id, s->id, s->n, sizeof *s->id, by_number) != NULL;
}

/* A file that was read shows no codes of tables. */
static uint64_t game_hash(const char *id)
{
    return siphash((const uint64_t[2]){0x49726f7269, 0x70757a7a6c6573}, id, strlen(id));
}

/* ---- files ---- */

/* Replaces a file by these bytes, or leaves it as it was. 1, or 0 after a sentence. */
static int file_replace(const char *folder, const char *path, const char *bytes, size_t n)
{
    char part[PATH_SIZE + 8];
    snprintf(part, sizeof part, "%s.part", path);
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), ok = fd >= 0;
    for (size_t at = 0; ok && at < n;) {
        ssize_t k = write(fd, bytes + at, n - at);
        ok = k >= 0 || errno == EINTR;
        at += k > 0 ? (size_t)k : 0;
    }
    ok = ok && fsync(fd) == 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    ok = ok && rename(part, path) == 0;
    if (!ok) {
        complain(COMMAND, "%s cannot be written: %s", path, strerror(errno));
        unlink(part);
        return 0;
    }
    int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir >= 0) {
        fsync(dir);
        close(dir);
    }
    return 1;
}

/* The descriptor that holds the lock until the program ends; -1 after a sentence. */
static int folder_lock(const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/.lock", folder);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        complain(COMMAND, "%s cannot be written: %s. Name a folder that is there and yours.", path, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    close(fd);
    complain(COMMAND, "another one makes puzzles in %s now; wait until it is done", folder);
    return -1;
}

static int seen_read(struct grower *g)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/.seen", g->folder);
    if (access(path, F_OK) != 0)
        return 1;
    char *text = file_read(COMMAND, path, SEEN_MAX);
    for (const char *at = text; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
        char *end;
        uint64_t id = strtoull(at, &end, 16);
        if (end == at + 16 && (*end == '\n' || !*end) && !ids_add(&g->seen, id))
            g->out_of_memory = 1;
    }
    free(text);
    return text != NULL;
}

/* Games that are no longer in the store are forgotten. */
static int seen_write(struct grower *g)
{
    char path[PATH_SIZE], *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    snprintf(path, sizeof path, "%s/.seen", g->folder);
    for (size_t i = 0; out && i < g->seen.n; i++)
        if (ids_has(&g->there, g->seen.id[i]))
            fprintf(out, "%016llx\n", (unsigned long long)g->seen.id[i]);
    if (!out || fclose(out)) {
        free(text);
        return !complain(COMMAND, "out of memory");
    }
    int ok = file_replace(g->folder, path, text, n);
    free(text);
    return ok;
}

/* ---- packs ---- */

/* The puzzles that come with the page. 0: the page is here, and has none of this game. */
static int built_in(struct shelf *s)
{
    char begin[64];
    size_t n;
    snprintf(begin, sizeof begin, "/a/puzzles-%s.", s->game->name);
    const struct asset *a = asset_begins(begin);
    if (!a)
        return !asset_begins("/a/puzzles-");
    const char *text = asset_bytes(a, 0, &n), *end = text + n;
    for (const char *line = text, *next; line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        next = stop ? stop + 1 : end;
        if (end - line > 15 && memcmp(line, "puzzle ", 7) == 0 && !ids_add(&s->known, strtoull(line + 7, NULL, 16)))
            return 0;
    }
    return 1;
}

/* A pack of other rules is put aside, under a name that no server looks at. */
static int shelf_aside(struct shelf *s, int rules)
{
    char aside[PATH_SIZE + 32];
    snprintf(aside, sizeof aside, "%.*s.rules-%d.txt", (int)strlen(s->path) - 4, s->path, rules);
    if (rename(s->path, aside) != 0)
        return complain(COMMAND, "%s cannot be renamed: %s", s->path, strerror(errno)), 0;
    printf("%s: its rules have changed since this pack was begun. It is %s now, and a new one begins.\n", s->game->name, aside);
    return 1;
}

static int shelf_read(struct grower *g, struct shelf *s)
{
    struct pack pack;
    struct puzzle p;
    int rules = 0, more;
    char *text = file_read(COMMAND, s->path, SERVE_PACK_MAX);
    if (!text)
        return 0;
    if (sscanf(text, "irori puzzles 1\ngame %*s %d", &rules) == 1 && rules != s->game->rules_rev) {
        free(text);
        return shelf_aside(s, rules);
    }
    s->text = strdup(text);
    if (!s->text || pack_begin(&pack, COMMAND, s->path, text)) {
        free(text);
        return 0;
    }
    s->n = strlen(s->text);
    s->nodes = pack.nodes;
    while ((more = pack_next(&pack, &p)) > 0) {
        s->puzzles++;
        if (!ids_add(&s->known, p.id))
            g->out_of_memory = 1;
    }
    if (!more && pack.game != s->game)
        more = complain(COMMAND, "%s is a pack of %s; every pack is named after its game", s->path, pack.game->name);
    pack_close(&pack);
    return !more;
}

/* Whether it has no room for the puzzles of another game. Says so once. */
static int shelf_full(struct shelf *s, size_t more)
{
    if (s->n + more <= SERVE_PACK_MAX)
        return 0;
    printf("%s: %s is full: a pack has at most %d KB. Its games are left for later. To begin a new one, move it away.\n",
           s->game->name, s->path, SERVE_PACK_MAX / 1024);
    s->state = SHELF_SHUT;
    return 1;
}

/* 1: puzzles can be added. Says what is wrong once. */
static int shelf_open(struct grower *g, struct shelf *s)
{
    if (s->state != SHELF_CLOSED)
        return s->state == SHELF_OPEN;
    s->state = SHELF_SHUT;
    snprintf(s->path, sizeof s->path, "%s/%s.txt", g->folder, s->game->name);
    if (!built_in(s)) {
        printf("%s: the page has no puzzles of this game, so none are made\n", s->game->name);
        return 0;
    }
    if (access(s->path, F_OK) == 0 && !shelf_read(g, s)) {
        complain(COMMAND, "the games of %s are left for later: mend %s, or move it away", s->game->name, s->path);
        g->failed = 1;
        return 0;
    }
    if (!s->text) { /* a new one */
        FILE *out = open_memstream(&s->text, &s->n);
        s->nodes = g->nodes;
        if (out)
            pack_head(out, s->game, s->nodes);
        g->out_of_memory |= !out || fclose(out);
    }
    s->state = SHELF_OPEN;
    return !shelf_full(s, BATCH_ROOM);
}

/* 1, or 0 after a sentence: then the pack is as it was. */
static int shelf_add(struct grower *g, struct shelf *s, const struct batch *b)
{
    size_t more = strlen(b->text);
    if (shelf_full(s, more))
        return 0;
    char *text = realloc(s->text, s->n + more + 1);
    if (!text)
        return !complain(COMMAND, "out of memory");
    s->text = text;
    memcpy(s->text + s->n, b->text, more + 1);
    if (!file_replace(g->folder, s->path, s->text, s->n + more)) {
        g->failed = 1;
        return 0;
    }
    s->n += more;
    s->fresh += b->puzzles;
    s->puzzles += b->puzzles;
    for (const char *at = b->text; (at = strstr(at, "\npuzzle ")) != NULL; at++)
        if (!ids_add(&s->known, strtoull(at + 8, NULL, 16)))
            g->out_of_memory = 1;
    return 1;
}

static int known(void *arg, uint32_t id)
{
    struct shelf *s = arg;
    return ids_has(&s->known, id);
}

/* ---- games ---- */

/* Those whose people agreed to it: docs/puzzles.md. */
static int is_rated(const struct store_match *m)
{
    int16_t set[IR_SETTINGS];
    char why[IR_WHY_MAX];
    return ir_settings_parse(m->settings, set, why) == IR_OK && set[IR_SET_RATED];
}

static int candidate_take(void *arg, const struct store_match *m)
{
    struct grower *g = arg;
    const struct ir_game *game = ir_game_find(m->game);
    uint64_t hash = game_hash(m->id);
    if (!game || !is_rated(m))
        return 1;
    g->rated++;
    if (!ids_add(&g->there, hash))
        return 0;
    if (ids_has(&g->seen, hash)) {
        g->before++;
        return 1;
    }
    if (m->rules != game->rules_rev) {
        g->other_rules++;
        return 1;
    }
    if (!(g->n & (g->n - 1))) {
        struct candidate *list = realloc(g->list, (g->n ? 2 * g->n : 1) * sizeof *list);
        if (!list)
            return 0;
        g->list = list;
    }
    g->list[g->n] = (struct candidate){.game = game, .updated = m->updated};
    memcpy(g->list[g->n++].id, m->id, sizeof m->id);
    return 1;
}

static int oldest_first(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return x->updated != y->updated ? (x->updated > y->updated) - (x->updated < y->updated) : strcmp(x->id, y->id);
}

static struct shelf *shelf_of(struct grower *g, const struct ir_game *game)
{
    struct shelf *s = g->shelf;
    while (s->game != game)
        s++;
    return s;
}

static int month_now(void)
{
    time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    return 12 * (tm.tm_year + 1900) + tm.tm_mon;
}

/* The record of a game, to be freed. NULL: there are no puzzles in it, or 0 in *ok after a sentence. */
static char *record_of(struct grower *g, const char *id, int *ok)
{
    struct store_request *r = calloc(1, sizeof *r);
    char why[IR_WHY_MAX], *text = NULL;
    size_t n;
    if (!r)
        return *ok = !complain(COMMAND, "out of memory"), NULL;
    r->kind = STORE_MATCH_LOAD;
    memcpy(r->match.id, id, strlen(id) + 1);
    if (!finished_load(g->url, r)) {
        if (r->why[0])
            *ok = !complain(COMMAND, "%s", r->why);
    } else if (!r->match.deck && !(text = table_record(&r->match, r->rows, r->n, &n, why))) {
        complain(COMMAND, "the game %s is left out: %s", id, why); /* it will be the same tomorrow, so it is not tried again */
        g->odd++;
    }
    store_done(r);
    free(r);
    if (text && !strstr(text, "\nresult ")) { /* called off: nobody has won it */
        free(text);
        text = NULL;
    }
    return text;
}

/* 1: go on with the next one. */
static int candidate_look(struct grower *g, const struct candidate *c)
{
    struct shelf *s = shelf_of(g, c->game);
    struct loaded l = {.memory = NULL};
    struct batch b = {.ready = 1};
    char why[IR_WHY_MAX];
    const char *wrong = NULL;
    int ok = 1;
    if (!shelf_open(g, s))
        return 1;
    char *text = record_of(g, c->id, &ok);
    if (!ok)
        return !(g->failed = 1);
    if (text && record_open(&l, text, why)) {
        complain(COMMAND, "the game %s is left out: %s", c->id, why);
        g->odd++;
    } else if (text) {
        const struct making how = {.nodes = s->nodes, .each = g->each, .added = month_now(), .known = known, .arg = s};
        memset(l.replay.record.name, 0, sizeof l.replay.record.name); /* nobody is named, no bot either */
        wrong = batch_make(&how, &l.replay, game_hash(c->id), &b);
    }
    free(text);
    record_free(&l);
    if (wrong)
        g->failed = complain(COMMAND, "%s", wrong);
    ok = !wrong && !maker_stopped() && !g->out_of_memory && (!b.puzzles || shelf_add(g, s, &b));
    if (ok) {
        g->looked++;
        fates_add(g->fate, b.fate);
        ok = ids_add(&g->seen, game_hash(c->id)) && seen_write(g);
        g->failed |= !ok;
    } else if (s->state == SHELF_SHUT) {
        ok = 1; /* this pack is full: others are not */
    }
    free(b.text);
    return ok && !g->out_of_memory;
}

static void grow(struct grower *g)
{
    double end = g->minutes ? seconds() + 60.0 * (double)g->minutes : 0;
    int64_t most = g->games && (size_t)g->games < g->n ? g->games : (int64_t)g->n;
    if (g->n)
        qsort(g->list, g->n, sizeof *g->list, oldest_first);
    maker_begin();
    for (size_t i = 0; i < g->n && g->looked < most && !maker_stopped() && (!end || seconds() < end); i++) {
        progress("looking through games", g->looked, most);
        if (!candidate_look(g, &g->list[i]))
            break;
    }
    progress("looking through games", 1, 1);
    if (maker_stopped())
        fputs("Interrupted. The game that was being judged comes again the next time.\n", stderr);
    maker_end();
}

static void grower_say(const struct grower *g)
{
    int64_t left = g->rated - g->before - g->other_rules - g->looked;
    if (g->looked)
        fates_print(g->looked, g->fate);
    printf("Rated games that are over: %lld. Looked through before: %lld, now: %lld; left for the next time: %lld.\n",
           (long long)g->rated, (long long)g->before, (long long)g->looked, (long long)left);
    if (g->other_rules)
        printf("Of an older version of the rules, and left out: %lld.\n", (long long)g->other_rules);
    for (int i = 0; i < g->shelves; i++)
        if (g->shelf[i].fresh)
            printf("%s: %lld new, %lld in all\n", g->shelf[i].path, (long long)g->shelf[i].fresh,
                   (long long)g->shelf[i].puzzles);
    if (g->looked && !g->fate[KEPT])
        puts("No new puzzles.");
}

static void grower_free(struct grower *g)
{
    for (int i = 0; i < g->shelves; i++) {
        free(g->shelf[i].text);
        free(g->shelf[i].known.id);
    }
    free(g->shelf);
    free(g->list);
    free(g->seen.id);
    free(g->there.id);
}

static int grower_run(struct grower *g)
{
    char why[IR_WHY_MAX];
    while (ir_all_games[g->shelves])
        g->shelves++;
    if (!(g->shelf = calloc((size_t)g->shelves + 1, sizeof *g->shelf)))
        return complain(COMMAND, "out of memory");
    for (int i = 0; i < g->shelves; i++)
        g->shelf[i].game = ir_all_games[i];
    if (!seen_read(g))
        return 1;
    if (!finished_list(g->url, candidate_take, g, why)) {
        complain(COMMAND, "%s", why[0] ? why : "out of memory");
        return 1;
    }
    grow(g);
    if (g->out_of_memory)
        g->failed = complain(COMMAND, "out of memory");
    grower_say(g);
    return g->failed != 0;
}

int store_puzzles_run(int argc, char **argv)
{
    struct grower g = {.nodes = IR_REVIEW_NODES, .each = 3};
    const struct arg args[] = {
        {"STORE", ARG_TEXT, &g.url, 0, 0, NULL, "a file, postgres://..., or config:FILE; a server may use it meanwhile"},
        {"FOLDER", ARG_TEXT, &g.folder, 0, 0, NULL, "the folder of serve --puzzles: its packs GAME.txt grow"},
        {"--games", ARG_NUMBER, &g.games, 0, 1000000, "N", "look through so many games at most (0: all)"},
        {"--minutes", ARG_NUMBER, &g.minutes, 0, 100000, "N", "begin with no other game after so many minutes (0: any time)"},
        {"--each", ARG_NUMBER, &g.each, 1, 100, "N", "how many puzzles from one game at most (3)"},
        {"--nodes", ARG_NUMBER, &g.nodes, 1000, 100000000, "N",
         "how long to judge a decision, in a new pack (20000); one that is there keeps its own"},
        {NULL, 0, NULL, 0, 0, NULL, NULL}};
    int help = args_read(
        COMMAND, "puzzles from the rated games of a store that are over, without names; each game is looked through once", args,
        argc, argv);
    if (help)
        return help == 2 ? 2 : 0;
    if (!(g.url = store_named(COMMAND, g.url)))
        return 2;
    if (strlen(g.folder) > FOLDER_MAX)
        return complain(COMMAND, "the path of the folder is too long");
    int lock = folder_lock(g.folder);
    if (lock < 0)
        return 1;
    int code = grower_run(&g);
    grower_free(&g);
    close(lock);
    return code;
}
