/* replay.c: `irori replay`: a recorded game told again, step by step or at once, or only checked. */
#include "words.h"

#include <unistd.h>

static void row_print(const struct ir_game *g, const struct ir_row *row, FILE *out)
{
    char text[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    g->move_print(row->move, &t);
    if (row->actor == IR_CHANCE)
        fprintf(out, "* %s", text);
    else
        fprintf(out, "%d %s", row->actor, text);
}

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

static void resigned_tell(const struct loaded *l, const char *const *name)
{
    for (int i = 0; i < ir_seats(&l->record.state); i++)
        if (l->record.resigned >> i & 1)
            printf("%s resigned.\n", name[i]);
}

/* Folds rows [from, to) and tells them. */
static void tell(const struct loaded *l, struct ir_state *s, size_t from, size_t to, int json, const char *const *name)
{
    const struct ir_game *g = l->record.game;
    const struct words *w = words_of(g);
    for (size_t i = from; i < to; i++) {
        struct ir_events ev = {0};
        g->apply(s, l->row[i].move, &ev);
        if (json) {
            row_json(g, i, &l->row[i], &ev, s);
            continue;
        }
        for (int k = 0; k < ev.n; k++)
            w->event(stdout, &ev.e[k], IR_SPECTATOR, name);
        if (!w->game) {
            row_print(g, &l->row[i], stdout);
            putchar('\n');
        }
    }
}

static void begin(const struct loaded *l, struct ir_state *s)
{
    char options[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
    struct ir_text t;
    ir_text_start(&t, options, sizeof options);
    ir_options_print(l->record.game, ir_options(&l->record.state), &t);
    ir_start(l->record.game, s, ir_seats(&l->record.state), options, l->deck, why);
}

/* The next decision after row `at`, so that a step is something somebody did. */
static size_t step_end(const struct loaded *l, size_t at)
{
    size_t i = at;
    while (i < l->n && l->row[i].actor == IR_CHANCE)
        i++;
    if (i < l->n)
        i++;
    while (i < l->n && l->row[i].actor == IR_CHANCE)
        i++;
    return i;
}

/* Every hand laid open: a replay is told by somebody who saw it all. */
static void hands(const struct loaded *l, const struct ir_state *s, const char *const *name)
{
    const struct words *w = words_of(l->record.game);
    struct ir_view v;
    if (!w->game)
        return;
    for (int i = 0; i < ir_seats(s); i++)
        if (ir_turn(s) == i) {
            ir_move legal[IR_MOVES_MAX];
            ir_view(l->record.game, s, i, &v);
            w->table(stdout, &v, name);
            int n = l->record.game->legal(&v, legal);
            printf("%s can choose:\n", name[i]);
            for (int k = 0; k < n; k++) {
                fputs("  - ", stdout);
                w->choice(stdout, &v, legal[k], name);
                putchar('\n');
            }
        }
}

static void walk(const struct loaded *l, const char *const *name)
{
    struct ir_state s;
    size_t at = 0;
    char line[64];
    begin(l, &s);
    puts("Enter goes on, b goes back, t shows the table and the choices, q leaves.");
    for (;;) {
        size_t end = step_end(l, at);
        printf("[%zu of %zu] ", at, l->n);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin) || line[0] == 'q')
            return;
        if (line[0] == 't') {
            hands(l, &s, name);
        } else if (line[0] == 'b') {
            size_t to = 0, next = 0;
            while ((next = step_end(l, to)) < at)
                to = next;
            begin(l, &s);
            for (size_t i = 0; i < to; i++)
                l->record.game->apply(&s, l->row[i].move, NULL);
            at = to;
        } else if (at == l->n) {
            puts("That was the last move.");
            resigned_tell(l, name);
        } else {
            tell(l, &s, at, end, 0, name);
            at = end;
        }
    }
}

static int check(const struct loaded *l, const char *path, const char *deck_path, int json)
{
    struct audit audit;
    char end[IR_LINE_MAX];
    struct ir_text t;
    if (audit_file("replay", path, deck_path, &audit))
        return 1;
    if (audit.line) {
        printf("%s: line %u was not dealt by the revealed secret, which deals '%s' there\n", path, audit.line, audit.due);
        return 1;
    }
    ir_text_start(&t, end, sizeof end);
    ir_record_print_end(&l->record, &t);
    const char *last = strchr(end, '\n') + 1;
    if (json)
        printf("{\"ok\":true,\"game\":\"%s\",\"seats\":%d,\"rows\":%zu,\"outcomes\":%u,\"outcomes_audited\":%zu,\"over\":%s}\n",
               l->record.game->name, ir_seats(&l->record.state), l->n, l->record.chances, audit.agree,
               l->record.over ? "true" : "false");
    else
        printf(
            "%s: %s, %d seats, %zu moves and outcomes, all legal; %s%zu of %u outcomes dealt again from the revealed secret\n",
            path, l->record.game->name, ir_seats(&l->record.state), l->n, last, audit.agree, l->record.chances);
    return 0;
}

int replay_run(int argc, char **argv)
{
    const char *path = NULL, *deck_path = NULL;
    int only_check = 0, json = 0;
    const struct arg args[] = {
        {"FILE", ARG_TEXT, &path, 0, 0, NULL, "a record, as irori play --record writes it"},
        {"--check", ARG_FLAG, &only_check, 0, 0, NULL,
         "only check it: every move, every hash, the result, every revealed outcome"},
        {"--deck", ARG_TEXT, &deck_path, 0, 0, "FILE", "the deck it was played with, if it was not one of ours"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "a JSON object a row"},
        {.name = NULL},
    };
    int code = args_read("replay", "step through a recorded game, or check it", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    struct loaded l;
    if (record_load("replay", path, deck_path, &l))
        return 1;
    const char *name[IR_SEATS_MAX];
    char fallback[IR_SEATS_MAX][16];
    for (int i = 0; i < IR_SEATS_MAX; i++) {
        snprintf(fallback[i], sizeof fallback[i], "Player %d", i + 1);
        name[i] = l.record.name[i][0] && strcmp(l.record.name[i], "You") != 0 ? l.record.name[i] : fallback[i];
    }
    if (only_check) {
        code = check(&l, path, deck_path, json);
    } else if (!json && isatty(0) && isatty(1)) {
        walk(&l, name);
    } else {
        struct ir_state s;
        begin(&l, &s);
        tell(&l, &s, 0, l.n, json, name);
        if (!json)
            resigned_tell(&l, name);
    }
    record_free(&l);
    return code;
}
