/* keep.c: games between players as records: the moves are folded again, so that what is written is what a reader will fold. */
#include "keep.h"

#include <errno.h>
#include <sys/stat.h>

#include "core/banned.h"

int keep_folder(const char *command, const char *folder)
{
    struct stat st;
    if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &st) == 0 && S_ISDIR(st.st_mode)))
        return 0;
    return complain(command, "--record %.200s: %s", folder, errno == EEXIST ? "there is a file of that name" : strerror(errno));
}

/* "bot:NAME": one line of printable characters. */
static void name_set(char out[IR_NAME_MAX], const char *name)
{
    size_t n = 4;
    memcpy(out, "bot:", 4);
    for (; *name && n < IR_NAME_MAX - 1; name++)
        out[n++] = *name < ' ' || *name > '~' ? '?' : *name;
    out[n] = 0;
}

const char *keep_print(FILE *f, const struct setup *su, struct player *const *seat, const struct rows *rows)
{
    char why[IR_WHY_MAX], text[8 * IR_LINE_MAX];
    struct ir_record r;
    struct ir_text t;
    if (ir_record_begin(&r, su->game, su->seats, su->options, su->deck, why))
        return "a game could not be recorded";
    for (int i = 0; i < su->seats; i++)
        name_set(r.name[i], player_label(seat[i]));
    ir_text_start(&t, text, sizeof text);
    ir_record_print_header(&r, &t);
    fputs(text, f);
    for (size_t i = 0; i < rows->n; i++) {
        if (ir_record_row(&r, rows->row[i].actor, rows->row[i].move, NULL, why))
            return "a game could not be recorded";
        ir_text_start(&t, text, sizeof text);
        ir_record_print_row(&r, &rows->row[i], &t);
        fputs(text, f);
    }
    ir_text_start(&t, text, sizeof text);
    ir_record_print_end(&r, &t);
    fputs(text, f);
    if (su->deck)
        fprintf(f, "\f\n%s", su->deck);
    return NULL;
}

const char *keep_game(const char *folder, const char *file, const struct setup *su, struct player *const *seat,
                      const struct rows *rows)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return "the name of the folder for records is too long";
    FILE *f = fopen(path, "wb");
    if (!f)
        return "a record could not be written (is the folder writable?)";
    const char *wrong = keep_print(f, su, seat, rows);
    int bad = ferror(f);
    if (fclose(f) || bad)
        return "a record could not be written (is the disk full?)";
    return wrong;
}
