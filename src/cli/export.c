/* export.c: `irori export`: the decisions of recorded games as JSON lines, for statistics and learning (docs/data.md).
 *
 * A line has what the seat that decided could see, and nothing else of the hidden cards: so what is learned from it can be
 * played. */
#include "cli.h"
#include "core/record.h"
#include "irori_review.h"

#include <dirent.h>
#include <sys/stat.h>

#include "core/banned.h"

enum { ROOM = 1 << 19, TOLD_ROOM = 1 << 17, PATH_ROOM = 4096 };

struct export
{
    int values, told;
    int64_t nodes, seed;
    char *line;                 /* ROOM bytes */
    char *events[IR_SEATS_MAX]; /* TOLD_ROOM bytes each: what the seat was told since its last decision */
    struct ir_json list[IR_SEATS_MAX];
};

static void list_start(struct export *x, int seat)
{
    ir_json_start(&x->list[seat], x->events[seat], TOLD_ROOM);
    ir_json_list(&x->list[seat], NULL);
}

/* The value that a text of JSON is. */
static void json_add(struct ir_json *j, const char *key, const char *text)
{
    ir_json_str(j, key, "");
    j->text.len -= 2; /* instead of the quotes */
    ir_text_put(&j->text, text);
}

static void result_json(const struct ir_replay *r, struct ir_json *j)
{
    const struct ir_record *rec = &r->record;
    int seats = ir_seats(&rec->state);
    struct ir_score score;
    if (!rec->over) {
        ir_json_str(j, "points", NULL);
        ir_json_str(j, "ranks", NULL);
        return;
    }
    ir_score_resigned(rec->game, &rec->state, rec->resigned, &score);
    ir_json_list(j, "points");
    for (int i = 0; i < seats; i++)
        ir_json_int(j, NULL, score.points[i]);
    ir_json_end(j, ']');
    ir_json_list(j, "ranks");
    for (int i = 0; i < seats; i++)
        ir_json_int(j, NULL, score.rank[i]);
    ir_json_end(j, ']');
}

static void decision_print(struct export *x, const char *path, const struct ir_replay *r, const struct ir_notes *notes)
{
    const struct ir_game *g = r->record.game;
    const struct ir_row *row = &r->row[r->at];
    static char view_text[ROOM / 2];
    char move[IR_TEXT_MAX];
    struct ir_view view;
    struct ir_json j, v;
    ir_replay_view(r, row->actor, &view);
    ir_json_start(&v, view_text, sizeof view_text);
    ir_describe(g, &view, &v);
    ir_move_text(g, row->move, move);
    ir_json_start(&j, x->line, ROOM);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "record", path);
    ir_json_int(&j, "row", r->at);
    ir_json_int(&j, "step", step_of(r, r->at));
    ir_json_int(&j, "seat", row->actor);
    ir_json_str(&j, "name", r->record.name[row->actor]);
    if (x->told) {
        ir_json_end(&x->list[row->actor], ']');
        json_add(&j, "told", x->list[row->actor].text.cut ? "null" : x->events[row->actor]);
        list_start(x, row->actor);
    }
    json_add(&j, "view", view_text);
    ir_json_str(&j, "move", move);
    result_json(r, &j);
    if (x->values) {
        struct ir_review_decision d;
        struct ir_review_move moves[IR_REVIEW_MOVES];
        ir_review_position(g, &view, notes, row->move, (uint64_t)x->nodes, (uint64_t)x->seed, r->at, &d, moves);
        ir_json_object(&j, "analysis");
        ir_review_decision_json(g, &d, moves, ir_seats(&r->state), &j);
        ir_json_end(&j, '}');
    }
    ir_json_end(&j, '}');
    puts(x->line);
}

static void events_keep(struct export *x, const struct ir_replay *r, const struct ir_events *all)
{
    for (int seat = 0; seat < ir_seats(&r->state); seat++) {
        struct ir_events seen;
        ir_events_see(all, seat, &seen);
        for (int i = 0; i < seen.n; i++)
            ir_event_json(r->record.game, &seen.e[i], &x->list[seat]);
    }
}

static int file_export(struct export *x, const char *path)
{
    struct loaded l;
    struct ir_notes notes = {{0}};
    if (record_load("export", path, NULL, &l))
        return 1;
    struct ir_replay *r = &l.replay;
    for (int seat = 0; seat < IR_SEATS_MAX; seat++)
        list_start(x, seat);
    ir_replay_seek(r, 0);
    while (r->at < r->rows && !ferror(stdout)) {
        struct ir_state before = r->state;
        struct ir_events ev = {.n = 0};
        if (r->row[r->at].actor != IR_CHANCE)
            decision_print(x, path, r, &notes);
        ir_replay_next(r, &ev);
        ir_note(r->record.game, &notes, &before, &r->state);
        if (x->told)
            events_keep(x, r, &ev);
    }
    record_free(&l);
    return 0;
}

static int is_record(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 6 && strcmp(e->d_name + n - 6, ".irori") == 0;
}

/* A file, or all records of a folder, by name. */
static int path_export(struct export *x, const char *path)
{
    struct stat st;
    struct dirent **name;
    if (strcmp(path, "-") == 0 || stat(path, &st) || !S_ISDIR(st.st_mode))
        return file_export(x, path);
    int n = scandir(path, &name, is_record, alphasort), code = 0;
    if (n < 0) {
        complain("export", "%s: the folder cannot be read", path);
        return 1;
    }
    for (int i = 0; i < n; i++) {
        char whole[PATH_ROOM];
        snprintf(whole, sizeof whole, "%s/%s", path, name[i]->d_name);
        code = code ? code : file_export(x, whole);
        free(name[i]);
    }
    free(name);
    return code;
}

int export_run(int argc, char **argv)
{
    static struct arg_list paths;
    static struct export x = {.nodes = IR_REVIEW_NODES, .seed = 1};
    const struct arg args[] = {
        {"FILE...", ARG_TEXT, &paths, 1, ARG_LIST_MAX, NULL, "records, folders of records (*.irori), or - for standard input"},
        {"--told", ARG_FLAG, &x.told, 0, 0, NULL, "also what the seat was told since its last decision"},
        {"--values", ARG_FLAG, &x.values, 0, 0, NULL, "also what every move was worth, as irori review judges it (slower)"},
        {"--nodes", ARG_NUMBER, &x.nodes, 100, 100000000, "N", "how long to judge a decision (20000)"},
        {"--seed", ARG_NUMBER, &x.seed, 0, INT64_MAX / 2, "N", "the same seed gives the same values (1)"},
        {.name = NULL},
    };
    int code = args_read("export", "print the decisions of recorded games as JSON lines", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    int ok = (x.line = malloc(ROOM)) != NULL;
    for (int i = 0; i < IR_SEATS_MAX; i++)
        ok &= (x.events[i] = malloc(TOLD_ROOM)) != NULL;
    if (!ok)
        code = complain("export", "out of memory");
    for (int i = 0; i < paths.n && !code; i++)
        code = path_export(&x, paths.text[i]);
    for (int i = 0; i < IR_SEATS_MAX; i++)
        free(x.events[i]);
    free(x.line);
    return code;
}
