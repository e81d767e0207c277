/* files.c: records and decks from disk, within bounds whatever the file claims to be; the clock; randomness; progress. */
#include "cli.h"

#include <errno.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ROWS_MAX = 4000000, RECORD_MAX = 64 << 20, DECK_MAX = 1 << 16 };

char *file_read(const char *command, const char *path, size_t limit)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        complain(command, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(limit + 1);
    size_t n = text ? fread(text, 1, limit + 1, f) : 0;
    int bad = ferror(f);
    fclose(f);
    if (!text || bad || n > limit || memchr(text, 0, n)) {
        complain(command, "%s: %s", path,
                 bad         ? "cannot be read (is it a folder?)"
                 : n > limit ? "too large for what it should be"
                             : "holds a zero byte: this is not a text file");
        free(text);
        return NULL;
    }
    text[n] = 0;
    return text;
}

static void *grown(void *p, size_t n, size_t size)
{
    if (n & (n - 1)) /* room for the next power of two is there already */
        return p;
    p = realloc(p, (n ? 2 * n : 1) * size);
    if (!p) {
        fputs("irori: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static void segment_add(struct loaded *l, int line)
{
    if (line == IR_LINE_COMMIT) {
        l->segment = grown(l->segment, l->segments, sizeof *l->segment);
        memset(&l->segment[l->segments], 0, sizeof *l->segment);
        l->segment[l->segments++].at = l->record.chances;
    } else if (l->segments) {
        l->segment[l->segments - 1].revealed = 1;
        memcpy(l->segment[l->segments - 1].secret, l->record.secret, 32);
    }
}

int line_next(const char **at, const char **line, size_t *n)
{
    if (!**at)
        return 0;
    *line = *at;
    *n = strcspn(*at, "\n");
    *at += *n + ((*at)[*n] == '\n');
    if (*n && (*line)[*n - 1] == '\r')
        --*n;
    return 1;
}

char *record_text(const char *command, const char *path, const char *deck_path, char **deck)
{
    char *text = file_read(command, path, RECORD_MAX), *behind = text ? strstr(text, "\n\f\n") : NULL;
    *deck = NULL;
    if (behind)
        behind[1] = 0;
    if (text && deck_path)
        *deck = file_read(command, deck_path, DECK_MAX);
    else if (behind)
        *deck = strdup(behind + 3);
    if (*deck || !(deck_path || behind))
        return text;
    free(text);
    return NULL;
}

int record_load(const char *command, const char *path, const char *deck_path, struct loaded *l)
{
    char why[IR_WHY_MAX];
    memset(l, 0, sizeof *l);
    char *text = record_text(command, path, deck_path, &l->deck);
    if (!text)
        return 1;
    ir_record_reader(&l->record, ir_all_games, l->deck);
    const char *at = text, *line;
    size_t n;
    int kind = 0;
    while (kind >= 0 && line_next(&at, &line, &n)) {
        struct ir_row row;
        kind = ir_record_read(&l->record, line, n, &row, NULL, why);
        if (kind == IR_LINE_ROW) {
            if (l->n == ROWS_MAX) {
                snprintf(why, sizeof why, "line %u: more moves than any game has", l->record.line);
                kind = IR_E_RECORD;
                break;
            }
            l->row = grown(l->row, l->n, sizeof *l->row);
            l->row[l->n++] = row;
        } else if (kind == IR_LINE_COMMIT || kind == IR_LINE_SECRET) {
            segment_add(l, kind);
        }
    }
    free(text);
    if (kind >= 0 && ir_record_close(&l->record, why) >= 0)
        return 0;
    complain(command, "%s: %s", path, why);
    record_free(l);
    return 1;
}

void record_free(struct loaded *l)
{
    free(l->row);
    free(l->segment);
    free(l->deck);
    l->deck = NULL;
    l->row = NULL;
    l->segment = NULL;
}

void secret_make(uint8_t secret[32])
{
    if (getrandom(secret, 32, 0) != 32) {
        fputs("irori: the system gives no random bytes, and cards that are not random are not dealt\n", stderr);
        exit(1);
    }
}

double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress(const char *what, int64_t done, int64_t all)
{
    static double next;
    double t = seconds();
    if (!isatty(2) || (t < next && done < all))
        return;
    next = t + 0.1;
    int width = 30, full = all ? (int)(done * width / all) : width;
    fprintf(stderr, "\r%s [%.*s%*s] %3d %%", what, full, "##############################", width - full, "",
            all ? (int)(100 * done / all) : 100);
    if (done >= all)
        fprintf(stderr, "\r%*s\r", (int)strlen(what) + width + 10, "");
}
