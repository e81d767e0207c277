/* replay.c: `irori replay`: shows a recorded game, step by step or at once, or only checks it. */
#include "screen.h"
#include "words.h"

#include <unistd.h>

static void row_json(const struct ir_game *g, size_t i, const struct ir_row *row, const struct ir_events *ev,
                     const struct ir_state *s)
{
    static char text[1 << 16];
    struct ir_json j;
    char move[IR_TEXT_MAX], hash[20];
    struct ir_text t;
    ir_text_start(&t, move, sizeof move);
    g->move_print(row->move, &t);
    ir_text_start(&t, hash, sizeof hash);
    ir_text_hex64(&t, ir_hash(g, s));
    ir_json_start(&j, text, sizeof text);
    ir_json_object(&j, NULL);
    ir_json_int(&j, "row", (int64_t)i + 1);
    if (row->actor == IR_CHANCE)
        ir_json_str(&j, "actor", "chance");
    else
        ir_json_int(&j, "actor", row->actor);
    ir_json_str(&j, "move", move);
    ir_json_list(&j, "events");
    for (int k = 0; k < ev->n; k++)
        ir_event_json(g, &ev->e[k], &j);
    ir_json_end(&j, ']');
    ir_json_str(&j, "hash", hash);
    ir_json_end(&j, '}');
    puts(text);
}

static void resigned_print(const struct ir_replay *r, const char *const *name)
{
    for (int i = 0; i < ir_seats(&r->state); i++)
        if (ir_replay_resigned(r) >> i & 1)
            puts(phrase("{name} resigned.", "name", name[i]));
}

/* Prints the rows from the replay's current one up to this one. */
static void events_print(struct ir_replay *r, uint32_t to, int json, const char *const *name)
{
    const struct ir_game *g = r->record.game;
    const struct words *w = words_of(g);
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    while (r->at < to) {
        uint32_t i = r->at;
        struct ir_events ev;
        ir_replay_next(r, &ev);
        if (json) {
            row_json(g, i, &r->row[i], &ev, &r->state);
            continue;
        }
        for (int k = 0; k < ev.n; k++)
            w->event(out, &ev.e[k], IR_SPECTATOR, name);
    }
    paper_show(out, &text);
}

/* All hands are shown: a replay has no secrets. */
static void hands(const struct ir_replay *r, const char *const *name)
{
    const struct words *w = words_of(r->record.game);
    int seat = ir_turn(&r->state);
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    if (seat < 0)
        return;
    ir_replay_view(r, seat, &v);
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    w->table(out, &v, name);
    int n = r->record.game->legal(&v, legal);
    line(out, "{name} can choose:", "name", name[seat]);
    for (int k = 0; k < n; k++) {
        char *move;
        size_t long_;
        FILE *one = paper(&move, &long_);
        int listed = w->choice(one, &v, legal[k], name);
        fclose(one);
        if (listed)
            fprintf(out, "  - %s\n", move);
        free(move);
    }
    paper_show(out, &text);
}

static void walk(struct ir_replay *r, const char *const *name)
{
    uint32_t step = 0;
    char line[64];
    print_wrapped(tr("Enter goes on, b goes back, t shows the table and the choices, q leaves."));
    putchar('\n');
    for (;;) {
        printf("[%s] ", phrase("{n} of {all}", "n", number(step), "all", number(r->steps)));
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin) || line[0] == 'q')
            return;
        if (line[0] == 't') {
            hands(r, name);
        } else if (line[0] == 'b') {
            step -= step > 0;
            ir_replay_step(r, step, NULL);
        } else if (step == r->steps) {
            puts(tr("That was the last move."));
            resigned_print(r, name);
        } else {
            events_print(r, r->step[++step], 0, name);
        }
    }
}

static int check(const struct ir_replay *r, const char *path, const char *deck_path, int json)
{
    const struct ir_record *record = &r->record;
    struct ir_audit audit;
    char end[IR_LINE_MAX];
    struct ir_text t;
    if (audit_file("replay", path, deck_path, &audit))
        return 1;
    if (audit.line) {
        puts(phrase("{file}: line {n} was not dealt by the revealed secret, which deals '{due}' there", "file", path, "n",
                    number(audit.line), "due", audit.due));
        return 1;
    }
    ir_text_start(&t, end, sizeof end);
    ir_record_print_end(record, &t);
    char *last = strchr(end, '\n') + 1;
    last[strcspn(last, "\n")] = 0;
    if (json)
        printf("{\"ok\":true,\"game\":\"%s\",\"seats\":%d,\"rows\":%u,\"outcomes\":%u,\"outcomes_audited\":%u,\"over\":%s}\n",
               record->game->name, ir_seats(&record->state), r->rows, record->chances, audit.agree,
               record->over ? "true" : "false");
    else
        puts(phrase(
            "{file}: {game}, {seats} seats, {rows} moves and outcomes, all legal; {end}; {n} of {all} outcomes dealt again "
            "from the revealed secret",
            "file", path, "game", record->game->name, "seats", number(ir_seats(&record->state)), "rows", number(r->rows), "end",
            last, "n", number(audit.agree), "all", number(record->chances)));
    return 0;
}

int replay_run(int argc, char **argv)
{
    const char *path = NULL, *deck_path = NULL;
    int only_check = 0, json = 0;
    const struct arg args[] = {
        {"FILE", ARG_TEXT, &path, 0, 0, NULL, tr("a record, as irori play --record writes it")},
        {"--check", ARG_FLAG, &only_check, 0, 0, NULL,
         tr("only check it: every move, every hash, the result, every revealed outcome")},
        {"--deck", ARG_TEXT, &deck_path, 0, 0, "FILE", tr("the deck it was played with, if it was not one of ours")},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, tr("a JSON object a row")},
        {.name = NULL},
    };
    int code = args_read("replay", tr("step through a recorded game, or check it"), args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    struct loaded l;
    if (record_load("replay", path, deck_path, &l))
        return 1;
    struct ir_replay *r = &l.replay;
    const char *name[IR_SEATS_MAX];
    char shown[IR_SEATS_MAX][IR_NAME_MAX];
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        const char *own = r->record.name[i];
        snprintf(shown[i], sizeof shown[i], "%s",
                 own[0] && strcmp(own, "You") != 0 ? name_shown(own, "") : phrase("Player {n}", "n", number(i + 1)));
        name[i] = shown[i];
    }
    if (only_check) {
        code = check(r, path, deck_path, json);
    } else if (!json && isatty(0) && isatty(1)) {
        walk(r, name);
    } else {
        events_print(r, r->rows, json, name);
        if (!json)
            resigned_print(r, name);
    }
    record_free(&l);
    return code;
}
