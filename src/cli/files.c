/* files.c: records and decks from disk, with limits on their size; the clock; randomness; progress. */
#include "cli.h"
#include "speech.h"

#include <errno.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { RECORD_MAX = 64 << 20, DECK_MAX = 1 << 16 };

char *file_read(const char *command, const char *path, size_t limit)
{
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!f) {
        complain(command, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(limit + 1);
    size_t n = text ? fread(text, 1, limit + 1, f) : 0;
    int bad = ferror(f);
    if (f != stdin)
        fclose(f);
    if (!text || bad || n > limit || memchr(text, 0, n)) {
        complain(command, "%s: %s", path,
                 bad         ? tr("cannot be read (is it a folder?)")
                 : n > limit ? tr("too large for this kind of file")
                             : tr("contains a zero byte: this is not a text file"));
        free(text);
        return NULL;
    }
    text[n] = 0;
    return text;
}

char *record_text(const char *command, const char *path, const char *deck_path, char **deck)
{
    char *text = file_read(command, path, RECORD_MAX);
    const char *behind = text ? ir_record_deck(text) : NULL;
    *deck = NULL;
    if (text && deck_path)
        *deck = file_read(command, deck_path, DECK_MAX);
    else if (behind)
        *deck = strdup(behind);
    if (*deck || !(deck_path || behind))
        return text;
    free(text);
    return NULL;
}

int record_open(struct loaded *l, const char *text, char why[IR_WHY_MAX])
{
    size_t size = ir_replay_size(text);
    l->memory = malloc(size);
    if (!l->memory) {
        snprintf(why, IR_WHY_MAX, "out of memory");
        return 1;
    }
    return ir_replay_open(&l->replay, ir_all_games, text, l->deck, l->memory, size, why);
}

int record_load(const char *command, const char *path, const char *deck_path, struct loaded *l)
{
    char why[IR_WHY_MAX];
    memset(l, 0, sizeof *l);
    char *text = record_text(command, path, deck_path, &l->deck);
    if (!text)
        return 1;
    int bad = record_open(l, text, why);
    free(text);
    if (!bad)
        return 0;
    complain(command, "%s: %s", path, refusal(why));
    record_free(l);
    return 1;
}

void record_free(struct loaded *l)
{
    free(l->memory);
    free(l->deck);
    l->memory = l->deck = NULL;
}

uint32_t step_of(const struct ir_replay *r, uint32_t row)
{
    uint32_t s = 0;
    while (s < r->steps && r->step[s] <= row)
        s++;
    return s;
}

void secret_make(uint8_t secret[32])
{
    if (getrandom(secret, 32, 0) != 32) {
        fputs("irori: the system has no random bytes, so no cards can be dealt\n", stderr);
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
